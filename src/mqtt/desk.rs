//! What the table wants said: the newest of every document, its state, answers. Written by the table, read by the connection; bounded,
//! whatever the broker does.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::{Notify, watch};

use super::Response;

/// Answers that wait. Whoever misses one asks again with the same transaction.
pub(super) const WAITING_RESPONSES: usize = 64;

/// Retained alerts of the broker that are looked through on one connection: far more than any table leaves behind.
pub(super) const FOUND_ALERTS: usize = 1_000;

/// The desk with its bell.
#[derive(Debug)]
pub(super) struct Shared {
    desk: Mutex<Desk>,
    /// Rung when something was put on the desk.
    pub(super) bell: Notify,
    /// The connection's task has ended.
    pub(super) ended: watch::Sender<bool>,
}

impl Shared {
    pub(super) fn new() -> Shared {
        Shared { desk: Mutex::default(), bell: Notify::new(), ended: watch::Sender::new(false) }
    }

    pub(super) fn desk(&self) -> MutexGuard<'_, Desk> {
        // Every change below is complete before anything that could panic.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the desk and rings.
    pub(super) fn put(&self, change: impl FnOnce(&mut Desk)) {
        change(&mut self.desk());
        self.bell.notify_one();
    }
}

/// What is to be said.
#[derive(Debug, Default)]
pub(super) struct Desk {
    documents: BTreeMap<String, Document>,
    responses: VecDeque<Response>,
    /// The table's state and since when, in ms since 1970-01-01T00:00:00Z; none until the table has said so.
    state: Option<(String, i64)>,
    /// Retained alerts that the broker has; looked at once the table has said which are open.
    found: BTreeSet<String>,
    /// The sources may have something new.
    fresh: bool,
    /// Everything is to be said again.
    again: bool,
    /// Go back to the event after this row.
    rewind: Option<u64>,
    /// Say good-bye.
    pub(super) stopping: bool,
}

#[derive(Debug)]
struct Document {
    /// None: to be emptied.
    payload: Option<Bytes>,
    /// It must be sent.
    waiting: bool,
    /// A version is on its way; the next waits until it has arrived, so that a slow broker gets fewer versions, not a queue of them.
    flying: bool,
}

impl Desk {
    pub(super) fn document(&mut self, suffix: &str, payload: Option<Bytes>) {
        match self.documents.get_mut(suffix) {
            Some(document) => {
                document.payload = payload;
                document.waiting = true;
            }
            None => {
                self.documents.insert(suffix.to_owned(), Document { payload, waiting: true, flying: false });
            }
        }
    }

    pub(super) fn respond(&mut self, response: Response) {
        if self.responses.len() == WAITING_RESPONSES {
            self.responses.pop_front();
        }
        self.responses.push_back(response);
    }

    pub(super) fn events_ready(&mut self) {
        self.fresh = true;
    }

    pub(super) fn set_state(&mut self, state: &str, since_wall_ms: i64) {
        if self.state.as_ref().is_none_or(|(old, _)| old != state) {
            self.state = Some((state.to_owned(), since_wall_ms));
        }
        self.empty_unknown_alerts();
    }

    /// All documents again, and events from this row on.
    pub(super) fn republish(&mut self, events_after: Option<u64>) {
        self.all_documents_again();
        self.again = true;
        self.rewind = match (self.rewind, events_after) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// The broker has this alert.
    pub(super) fn found_alert(&mut self, suffix: &str) {
        if self.found.len() < FOUND_ALERTS {
            self.found.insert(suffix.to_owned());
        }
        self.empty_unknown_alerts();
    }

    /// A new connection begins to speak: everything again.
    pub(super) fn begin(&mut self) {
        for document in self.documents.values_mut() {
            document.flying = false;
        }
        self.all_documents_again();
        self.fresh = true;
        // The start of a connection goes back by itself.
        self.rewind = None;
    }

    /// Forgets which alerts an earlier connection found.
    pub(super) fn forget_found(&mut self) {
        self.found.clear();
    }

    pub(super) fn take_fresh(&mut self) -> bool {
        std::mem::take(&mut self.fresh)
    }

    pub(super) fn take_again(&mut self) -> bool {
        std::mem::take(&mut self.again)
    }

    pub(super) fn take_rewind(&mut self) -> Option<u64> {
        self.rewind.take()
    }

    pub(super) fn take_response(&mut self) -> Option<Response> {
        self.responses.pop_front()
    }

    /// The next document to send; nothing while events must go first.
    pub(super) fn take_document(&mut self) -> Option<(String, Option<Bytes>)> {
        if self.fresh || self.rewind.is_some() {
            return None;
        }
        let (suffix, document) = self.documents.iter_mut().find(|(_, document)| document.waiting && !document.flying)?;
        document.waiting = false;
        document.flying = true;
        Some((suffix.clone(), document.payload.clone()))
    }

    /// A document has arrived (or was not sent).
    pub(super) fn landed(&mut self, suffix: &str) {
        let Some(document) = self.documents.get_mut(suffix) else { return };
        document.flying = false;
        if document.payload.is_none() && !document.waiting {
            self.documents.remove(suffix);
        }
    }

    pub(super) fn state(&self) -> Option<&(String, i64)> {
        self.state.as_ref()
    }

    fn all_documents_again(&mut self) {
        for document in self.documents.values_mut() {
            document.waiting = true;
        }
    }

    fn empty_unknown_alerts(&mut self) {
        if self.state.is_none() {
            return;
        }
        for suffix in std::mem::take(&mut self.found) {
            self.documents.entry(suffix).or_insert(Document { payload: None, waiting: true, flying: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<Bytes> {
        Some(Bytes::copy_from_slice(text.as_bytes()))
    }

    #[test]
    fn only_the_newest_of_a_document_counts_and_one_version_flies_at_a_time() {
        let mut desk = Desk::default();
        desk.document("clock", text("1"));
        desk.document("clock", text("2"));
        assert_eq!(desk.take_document(), Some(("clock".to_owned(), text("2"))));
        desk.document("clock", text("3"));
        desk.document("clock", text("4"));
        assert_eq!(desk.take_document(), None);
        desk.landed("clock");
        assert_eq!(desk.take_document(), Some(("clock".to_owned(), text("4"))));
        desk.landed("clock");
        assert_eq!(desk.take_document(), None);
        desk.begin();
        assert!(desk.take_fresh());
        assert_eq!(desk.take_document(), Some(("clock".to_owned(), text("4"))), "again on the next connection");
    }

    #[test]
    fn events_go_before_documents() {
        let mut desk = Desk::default();
        desk.events_ready();
        desk.document("game", text("1"));
        assert_eq!(desk.take_document(), None);
        assert!(desk.take_fresh());
        assert!(desk.take_document().is_some());
        desk.landed("game");
        desk.republish(Some(9));
        desk.republish(Some(7));
        desk.republish(None);
        assert_eq!(desk.take_document(), None);
        assert_eq!(desk.take_rewind(), Some(7));
        assert!(desk.take_document().is_some());
    }

    #[test]
    fn an_emptied_document_is_forgotten_when_the_broker_has_emptied_it() {
        let mut desk = Desk::default();
        desk.document("alert/a", text("open"));
        desk.take_document();
        desk.document("alert/a", None);
        desk.landed("alert/a");
        assert_eq!(desk.take_document(), Some(("alert/a".to_owned(), None)));
        desk.begin();
        desk.take_fresh();
        assert_eq!(desk.take_document(), Some(("alert/a".to_owned(), None)), "the connection broke before it arrived");
        desk.landed("alert/a");
        desk.begin();
        desk.take_fresh();
        assert_eq!(desk.take_document(), None);
    }

    #[test]
    fn alerts_of_the_broker_that_are_not_open_are_emptied_once_the_table_has_spoken() {
        let mut desk = Desk::default();
        desk.found_alert("alert/old");
        desk.found_alert("alert/open");
        assert_eq!(desk.take_document(), None, "the table has not said yet which are open");
        desk.document("alert/open", text("open"));
        desk.set_state("ready", 0);
        assert_eq!(desk.take_document(), Some(("alert/old".to_owned(), None)));
        assert_eq!(desk.take_document(), Some(("alert/open".to_owned(), text("open"))));
        desk.found_alert("alert/later");
        assert_eq!(desk.take_document(), Some(("alert/later".to_owned(), None)));
    }

    #[test]
    fn too_many_found_alerts_and_answers_are_bounded() {
        let mut desk = Desk::default();
        for n in 0..FOUND_ALERTS + 5 {
            desk.found_alert(&format!("alert/{n}"));
        }
        assert_eq!(desk.found.len(), FOUND_ALERTS);
        for n in 0..WAITING_RESPONSES + 5 {
            desk.respond(Response { verb: n.to_string(), response_topic: None, correlation: None, payload: Bytes::new() });
        }
        assert_eq!(desk.responses.len(), WAITING_RESPONSES);
        assert_eq!(desk.take_response().expect("some").verb, "5", "the oldest are dropped");
    }

    #[test]
    fn the_same_state_again_keeps_its_beginning() {
        let mut desk = Desk::default();
        desk.set_state("ready", 1);
        desk.set_state("ready", 2);
        assert_eq!(desk.state(), Some(&("ready".to_owned(), 1)));
        desk.set_state("degraded", 3);
        assert_eq!(desk.state(), Some(&("degraded".to_owned(), 3)));
    }
}
