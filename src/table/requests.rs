//! Requests and their answers: the same transaction again gets the same answer and has one effect (CONTRACT 4.5).

use std::collections::BTreeMap;

use crate::form::refusal_to_json;
use crate::game::{ErrorCode, RequestError};
use crate::journal::TransactionRow;
use crate::mqtt;

/// Answers kept in memory beside those on disk; a referee gives some dozens a game, a program that floods the table must not fill the memory.
const KNOWN_MAX: usize = 10_000;

/// A transaction whose answer is known.
#[derive(Debug, Clone)]
struct Known {
    hash: String,
    answer: String,
    /// Counts the games: answers of this and the previous one are remembered.
    generation: u64,
}

/// What is to be done with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Carry it out.
    New,
    /// It has been answered: this is the answer, which may still be on the way to the disk.
    Answered(String),
    /// It is being carried out; this sender waits with the others.
    Waiting,
}

/// Every transaction of this game and the one before.
#[derive(Debug, Default)]
pub(super) struct Transactions {
    known: BTreeMap<String, Known>,
    /// Those being carried out: content, and everybody who asked.
    asked: BTreeMap<String, (String, Vec<mqtt::Request>)>,
    generation: u64,
}

impl Transactions {
    /// As the journal remembers them.
    pub(super) fn recovered(rows: Vec<TransactionRow>) -> Transactions {
        let known = |row: TransactionRow| (row.transaction, Known { hash: row.content_hash, answer: row.answer, generation: 0 });
        Transactions { known: rows.into_iter().map(known).collect(), ..Transactions::default() }
    }

    /// Looks a request up, and remembers who asks.
    pub(super) fn look_up(&mut self, transaction: &str, hash: &str, from: &mqtt::Request) -> Verdict {
        let reused = || {
            let error = RequestError {
                code: ErrorCode::TransactionReused,
                message: "this transaction was used with other content: choose a new one".to_owned(),
            };
            Verdict::Answered(refusal_to_json(Some(transaction), &error))
        };
        if let Some(known) = self.known.get(transaction) {
            return if known.hash == hash { Verdict::Answered(known.answer.clone()) } else { reused() };
        }
        match self.asked.get_mut(transaction) {
            Some((asked, _)) if asked != hash => reused(),
            Some((_, senders)) => {
                senders.push(from.clone());
                Verdict::Waiting
            }
            None => {
                self.asked.insert(transaction.to_owned(), (hash.to_owned(), vec![from.clone()]));
                Verdict::New
            }
        }
    }

    /// The answer to a transaction: what the journal keeps, and what is sent when it is there.
    pub(super) fn answered(&mut self, transaction: &str, game_id: &str, answer: &str) -> Option<(TransactionRow, Vec<mqtt::Response>)> {
        let (hash, senders) = self.asked.remove(transaction)?;
        let row = TransactionRow {
            game_id: game_id.to_owned(),
            transaction: transaction.to_owned(),
            content_hash: hash.clone(),
            answer: answer.to_owned(),
        };
        if self.known.len() < KNOWN_MAX {
            self.known.insert(transaction.to_owned(), Known { hash, answer: answer.to_owned(), generation: self.generation });
        }
        Some((row, senders.iter().map(|sender| sender.answer(answer.to_owned())).collect()))
    }

    /// Another game has begun: only its transactions and those of the one before are remembered.
    pub(super) fn next_game(&mut self) {
        self.generation += 1;
        let oldest = self.generation.saturating_sub(1);
        self.known.retain(|_, known| known.generation >= oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> mqtt::Request {
        mqtt::Request {
            verb: "pause".to_owned(),
            user: None,
            payload: bytes::Bytes::from_static(b"{}"),
            response_topic: None,
            correlation: None,
        }
    }

    #[test]
    fn the_same_transaction_has_one_effect_and_one_answer() {
        let mut transactions = Transactions::default();
        assert_eq!(transactions.look_up("t1", "h1", &request()), Verdict::New);
        assert_eq!(transactions.look_up("t1", "h1", &request()), Verdict::Waiting);
        let (row, responses) = transactions.answered("t1", "g-1", "done").unwrap();
        assert_eq!((row.transaction.as_str(), responses.len()), ("t1", 2));
        assert_eq!(transactions.look_up("t1", "h1", &request()), Verdict::Answered("done".to_owned()));
        let Verdict::Answered(refused) = transactions.look_up("t1", "h2", &request()) else { panic!() };
        assert!(refused.contains("transaction-reused"));
    }

    #[test]
    fn transactions_are_remembered_for_this_game_and_the_one_before() {
        let mut transactions = Transactions::default();
        transactions.look_up("t1", "h1", &request());
        transactions.answered("t1", "g-1", "done");
        transactions.next_game();
        assert_eq!(transactions.look_up("t1", "h1", &request()), Verdict::Answered("done".to_owned()));
        transactions.next_game();
        assert_eq!(transactions.look_up("t1", "h1", &request()), Verdict::New);
    }
}
