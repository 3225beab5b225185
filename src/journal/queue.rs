//! What waits for the writer. Callers put in and go on; the writer takes everything at once.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Commit, CommitError, GROUP_MS, Limits, Stream, Urgency};
use crate::time::Mono;

/// How long a delivered cursor alone may wait, in ms: losing it costs a repetition, writing it costs a sync.
const CURSOR_MS: u64 = 2_000;

/// What one transaction writes.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Commits and their numbers, in order.
    pub(super) commits: Vec<(u64, Commit)>,
    /// Delivered cursors.
    pub(super) cursors: BTreeMap<(String, Stream), u64>,
}

/// The queue between the tables and the writer.
#[derive(Debug)]
pub(super) struct Queue {
    inside: Mutex<Inside>,
    changed: Condvar,
    limits: Limits,
}

#[derive(Debug, Default)]
struct Inside {
    commits: VecDeque<(u64, Commit)>,
    cursors: BTreeMap<(String, Stream), u64>,
    last_number: u64,
    /// Commits and bytes that are taken but not durable, those in the writer's hands counted.
    behind: usize,
    behind_bytes: usize,
    /// When what waits must be written: `CLOCK_BOOTTIME` ms.
    due: Option<u64>,
    closing: bool,
}

impl Queue {
    pub(super) fn new(limits: Limits) -> Queue {
        Queue { inside: Mutex::default(), changed: Condvar::new(), limits }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        // A panic in between cannot leave it half changed: every change is complete before anything that could panic.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a commit; its number, or the commit back.
    pub(super) fn put(&self, commit: Commit) -> Result<u64, CommitError> {
        let bytes = commit.bytes();
        let mut inside = self.lock();
        if inside.closing {
            return Err(CommitError::Closed(Box::new(commit)));
        }
        // One commit is taken however large it is: otherwise it could never be.
        let full = inside.behind >= self.limits.queue_commits || inside.behind_bytes + bytes > self.limits.queue_bytes;
        if full && inside.behind > 0 {
            return Err(CommitError::Full(Box::new(commit)));
        }
        let wait = if commit.urgency == Urgency::Now { 0 } else { GROUP_MS };
        inside.behind += 1;
        inside.behind_bytes += bytes;
        inside.last_number += 1;
        let number = inside.last_number;
        inside.commits.push_back((number, commit));
        inside.due_within(wait);
        drop(inside);
        self.changed.notify_one();
        Ok(number)
    }

    /// Remembers a delivered cursor; cursors only rise.
    pub(super) fn deliver(&self, table: &str, stream: Stream, row_id: u64) {
        let mut inside = self.lock();
        let cursor = inside.cursors.entry((table.to_owned(), stream)).or_default();
        *cursor = row_id.max(*cursor);
        inside.due_within(CURSOR_MS);
        drop(inside);
        self.changed.notify_one();
    }

    /// Waits until something must be written and takes everything; none when the queue is closed and empty.
    pub(super) fn take(&self) -> Option<Batch> {
        let mut inside = self.lock();
        loop {
            let empty = inside.commits.is_empty() && inside.cursors.is_empty();
            if inside.closing && empty {
                return None;
            }
            let wait = inside.due.map(|due| due.saturating_sub(now_ms()));
            if inside.closing || wait == Some(0) {
                return Some(inside.everything());
            }
            inside = match wait {
                None => self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner),
                Some(ms) => self.changed.wait_timeout(inside, Duration::from_millis(ms)).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    /// When something must be written.
    pub(super) fn due(&self) -> Option<Mono> {
        self.lock().due.map(Mono::from_millis)
    }

    /// Takes everything if something must be written by now.
    pub(super) fn take_due(&self) -> Option<Batch> {
        let mut inside = self.lock();
        let is_due = inside.due.is_some_and(|due| due <= now_ms());
        is_due.then(|| inside.everything())
    }

    /// A batch is durable: there is room again.
    pub(super) fn done(&self, batch: &Batch) {
        let bytes: usize = batch.commits.iter().map(|(_, commit)| commit.bytes()).sum();
        let mut inside = self.lock();
        inside.behind -= batch.commits.len();
        inside.behind_bytes -= bytes;
    }

    /// Sleeps for `ms`, or until the queue is closed; true when it is closed.
    pub(super) fn pause(&self, ms: u64) -> bool {
        let until = now_ms() + ms;
        let mut inside = self.lock();
        while !inside.closing {
            let left = until.saturating_sub(now_ms());
            if left == 0 {
                return false;
            }
            inside = self.changed.wait_timeout(inside, Duration::from_millis(left)).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    /// No more commits; what waits is written at once.
    pub(super) fn close(&self) {
        self.lock().closing = true;
        self.changed.notify_one();
    }

    /// Commits taken and not durable.
    pub(super) fn behind(&self) -> u64 {
        self.lock().behind as u64
    }
}

impl Inside {
    fn everything(&mut self) -> Batch {
        self.due = None;
        Batch { commits: self.commits.drain(..).collect(), cursors: std::mem::take(&mut self.cursors) }
    }

    fn due_within(&mut self, ms: u64) {
        let due = now_ms() + ms;
        self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
    }
}

/// When the writer works is no judgement: only here does the journal look at a clock, beside the label of a run.
fn now_ms() -> u64 {
    crate::now::stamp().mono.as_millis()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(payload: usize) -> Commit {
        Commit { table: "t1".to_owned(), game_id: "g".to_owned(), state: Some("x".repeat(payload)), ..Commit::default() }
    }

    fn queue(queue_commits: usize, queue_bytes: usize) -> Queue {
        Queue::new(Limits { queue_commits, queue_bytes, ..Limits::default() })
    }

    #[test]
    fn a_full_queue_gives_the_commit_back_untouched() {
        let queue = queue(2, 1 << 20);
        assert_eq!(queue.put(commit(1)), Ok(1));
        assert_eq!(queue.put(commit(2)), Ok(2));
        assert_eq!(queue.put(commit(3)), Err(CommitError::Full(Box::new(commit(3)))));
        let batch = queue.take().expect("open");
        // In the writer's hands is not durable: there is no room yet.
        assert_eq!(queue.put(commit(3)), Err(CommitError::Full(Box::new(commit(3)))));
        queue.done(&batch);
        assert_eq!(queue.put(commit(3)), Ok(3));
        assert_eq!(queue.behind(), 1);
    }

    #[test]
    fn bytes_count_too_but_one_commit_is_always_taken() {
        let queue = queue(100, 1_000);
        assert_eq!(queue.put(commit(5_000)), Ok(1));
        assert_eq!(queue.put(commit(1)), Err(CommitError::Full(Box::new(commit(1)))));
    }

    #[test]
    fn what_nobody_waits_for_waits_for_company() {
        let queue = queue(100, 1 << 20);
        let before = now_ms();
        queue.put(Commit { urgency: Urgency::Soon, ..commit(1) }).expect("room");
        let batch = queue.take().expect("open");
        assert_eq!(batch.commits.len(), 1);
        assert!(now_ms() - before >= GROUP_MS, "taken before its time");
        queue.put(Commit { urgency: Urgency::Soon, ..commit(1) }).expect("room");
        let before = now_ms();
        queue.put(commit(1)).expect("room");
        assert_eq!(queue.take().expect("open").commits.len(), 2);
        assert!(now_ms() - before < GROUP_MS, "an urgent one takes everything along at once");
    }

    #[test]
    fn cursors_only_rise_and_closing_flushes_them() {
        let queue = queue(1, 1);
        queue.deliver("t1", Stream::Event, 7);
        queue.deliver("t1", Stream::Event, 5);
        queue.close();
        let batch = queue.take().expect("not empty");
        assert_eq!(batch.cursors.into_iter().collect::<Vec<_>>(), [(("t1".to_owned(), Stream::Event), 7)]);
        assert!(queue.take().is_none());
        assert!(matches!(queue.put(commit(1)), Err(CommitError::Closed(_))));
    }
}
