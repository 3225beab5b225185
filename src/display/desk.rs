//! Requests of pages on their way to a table, and the answers that come back.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::sync::{Notify, oneshot};

/// Requests that wait for their answers at one time: some dozens of referees press one button each.
pub(super) const MAX_WAITING: usize = 256;

/// A request, ready to be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) table: String,
    pub(super) verb: String,
    /// The name of the token.
    pub(super) user: String,
    pub(super) transaction: String,
    pub(super) payload: String,
}

/// Who waits for an answer.
#[derive(Debug)]
struct Waiting {
    table: String,
    verb: String,
    transaction: String,
    answer: oneshot::Sender<Value>,
}

/// Requests to send, and who waits.
#[derive(Debug, Default)]
pub(super) struct Desk {
    orders: Mutex<VecDeque<Order>>,
    waiting: Mutex<Vec<Waiting>>,
    bell: Notify,
}

impl Desk {
    /// Takes a request; its answer comes over the receiver. `None` when too many wait already.
    pub(super) fn ask(&self, order: Order) -> Option<oneshot::Receiver<Value>> {
        let (answer, receiver) = oneshot::channel();
        let mut waiting = lock(&self.waiting);
        waiting.retain(|waiting| !waiting.answer.is_closed());
        if waiting.len() >= MAX_WAITING {
            return None;
        }
        let (table, verb, transaction) = (order.table.clone(), order.verb.clone(), order.transaction.clone());
        waiting.push(Waiting { table, verb, transaction, answer });
        drop(waiting);
        lock(&self.orders).push_back(order);
        self.bell.notify_one();
        Some(receiver)
    }

    /// The next request to send.
    pub(super) async fn next(&self) -> Order {
        loop {
            if let Some(order) = self.next_now() {
                return order;
            }
            self.bell.notified().await;
        }
    }

    /// The next request to send, if there is one now.
    pub(super) fn next_now(&self) -> Option<Order> {
        lock(&self.orders).pop_front()
    }

    /// A table's answer, for whoever waits for it.
    pub(super) fn answer(&self, table: &str, verb: &str, payload: &[u8]) {
        let Ok(answer) = serde_json::from_slice::<Value>(payload) else { return };
        let Some(transaction) = answer["transaction"].as_str() else { return };
        self.tell(table, verb, transaction, &answer);
    }

    /// The request could not be sent.
    pub(super) fn refuse(&self, order: &Order, message: &str) {
        let answer = json!({ "transaction": order.transaction, "status": "error", "code": "not-sent", "message": message });
        self.tell(&order.table, &order.verb, &order.transaction, &answer);
    }

    fn tell(&self, table: &str, verb: &str, transaction: &str, answer: &Value) {
        let mut waiting = lock(&self.waiting);
        // The same transaction may have been sent twice: both are answered.
        while let Some(at) = waiting.iter().position(|one| one.table == table && one.verb == verb && one.transaction == transaction) {
            // Whoever has gone meanwhile needs no answer.
            let _ = waiting.swap_remove(at).answer.send(answer.clone());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere leaves whole lists: each change is one insertion or removal.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(transaction: &str) -> Order {
        let text = str::to_owned;
        Order { table: text("t1"), verb: text("pause"), user: text("anna"), transaction: text(transaction), payload: text("{}") }
    }

    #[tokio::test]
    async fn an_answer_reaches_those_who_wait_for_it_and_nobody_else() {
        let desk = Desk::default();
        let (mut one, mut again, mut other) = (desk.ask(order("a")).unwrap(), desk.ask(order("a")).unwrap(), desk.ask(order("b")).unwrap());
        assert_eq!(desk.next().await, order("a"));
        desk.answer("t2", "pause", br#"{"transaction":"a","status":"ok"}"#);
        desk.answer("t1", "resume", br#"{"transaction":"a","status":"ok"}"#);
        desk.answer("t1", "pause", b"no JSON");
        assert!(one.try_recv().is_err());
        desk.answer("t1", "pause", br#"{"transaction":"a","status":"ok"}"#);
        assert_eq!((one.try_recv().unwrap()["status"].as_str(), again.try_recv().unwrap()["status"].as_str()), (Some("ok"), Some("ok")));
        desk.refuse(&order("b"), "no broker");
        assert_eq!(other.try_recv().unwrap()["code"], "not-sent");
    }

    #[test]
    fn too_many_are_not_taken_and_those_who_left_make_room() {
        let desk = Desk::default();
        let mut waiting: Vec<_> = (0..MAX_WAITING).map(|n| desk.ask(order(&n.to_string())).unwrap()).collect();
        assert!(desk.ask(order("more")).is_none());
        waiting.pop();
        assert!(desk.ask(order("more")).is_some());
    }
}
