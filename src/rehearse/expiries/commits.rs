//! How long the disk took for every event, as the daemon's log tells it.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

/// How the daemon is to log: one line of JSON for every commit with events, beside its warnings.
pub(super) const LOG: [&str; 4] = ["--log", "warn,kifud::durable=debug", "--log-format", "json"];

/// What the journal took for some events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CommitTime {
    last: u64,
    /// When it was given them, in µs of the boot clock.
    pub(super) given_us: u64,
    /// From then until they were durable, in µs.
    pub(super) commit_us: u64,
}

/// The commits of all tables, by game and first event.
#[derive(Debug, Clone, Default)]
pub(super) struct Commits(Arc<Mutex<BTreeMap<(String, u64), CommitTime>>>);

impl Commits {
    /// Reads the daemon's log until it ends; what is no commit is passed on to our own standard error.
    pub(super) fn follow(log: ChildStderr) -> Commits {
        let commits = Commits::default();
        let follower = commits.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(log).lines().map_while(Result::ok) {
                if !follower.take(&line) {
                    eprintln!("{line}");
                }
            }
        });
        commits
    }

    /// The commit in which an event was.
    pub(super) fn of(&self, game_id: &str, seq: u64) -> Option<CommitTime> {
        let commits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, &commit) = commits.range((game_id.to_owned(), 0)..=(game_id.to_owned(), seq)).next_back()?;
        (seq <= commit.last).then_some(commit)
    }

    /// True when the line tells of a commit.
    fn take(&self, line: &str) -> bool {
        let Ok(value) = serde_json::from_str::<Value>(line) else { return false };
        let fields = &value["fields"];
        let number = |name: &str| fields[name].as_u64();
        let (Some(game_id), Some(first), Some(last)) = (fields["game_id"].as_str(), number("first"), number("last")) else { return false };
        let (Some(given_us), Some(commit_us)) = (number("given_us"), number("commit_us")) else { return false };
        let mut commits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        commits.insert((game_id.to_owned(), first), CommitTime { last, given_us, commit_us });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_found_in_its_commit() {
        let commits = Commits::default();
        assert!(commits.take(r#"{"fields":{"table":"t1","game_id":"g","first":3,"last":5,"given_us":7,"commit_us":9}}"#));
        assert!(!commits.take(r#"{"fields":{"message":"lost"}}"#) && !commits.take("panicked at"));
        let of = |seq| commits.of("g", seq).map(|commit| (commit.given_us, commit.commit_us));
        assert_eq!([of(2), of(3), of(5), of(6)], [None, Some((7, 9)), Some((7, 9)), None]);
        assert_eq!(commits.of("h", 4), None);
    }
}
