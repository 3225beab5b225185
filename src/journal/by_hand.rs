//! The journal without its thread: whoever holds the pen says when the disk is written to, and what the disk does then. The queue, the
//! transactions and what is done after a failure are the writer's own.

use std::path::Path;

use super::queue::Batch;
use super::writer::{FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Writer};
use super::{Journal, JournalError, Limits};
use crate::now;
use crate::time::Mono;

/// What the disk does with a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Disk {
    /// It is written and synced.
    #[default]
    Well,
    /// The file cannot grow: SQLite finds that out by itself, in the middle of the work.
    Full,
    /// Nothing is written, and the sync fails.
    Broken,
    /// Everything is written, and the sync fails all the same: the writer must not believe either.
    Doubtful,
}

/// What became of a try to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrote {
    /// Nothing had to be written.
    Nothing,
    /// Everything that waited is on the disk, up to the commit of this number; none where only cursors waited.
    Durable(Option<u64>),
    /// The disk refuses; it is tried again later.
    Refused,
}

/// The writing end of a journal.
#[derive(Debug)]
pub struct Pen {
    writer: Writer,
    /// A batch that the disk has not taken, when it is tried again, and the pause after the next failure.
    held: Option<(Batch, Mono, u64)>,
    disk: Disk,
}

impl Journal {
    /// As [`Journal::open_with`], without a thread: nothing is written but by the pen.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open_by_hand(dir: &Path, limits: Limits) -> Result<(Journal, Pen), JournalError> {
        let (journal, writer) = Journal::prepare(dir, limits)?;
        Ok((journal, Pen { writer, held: None, disk: Disk::Well }))
    }
}

impl Pen {
    /// When something is to be written; none while nothing waits.
    pub fn due(&self) -> Option<Mono> {
        match &self.held {
            Some((_, again, _)) => Some(*again),
            None => self.writer.queue.due(),
        }
    }

    /// Writes what is due, once.
    pub fn write(&mut self, disk: Disk) -> Wrote {
        let wrote = self.attempt(disk, true);
        if let Wrote::Durable(number) = wrote {
            number.map(|number| self.writer.durable.send_replace(number));
        }
        wrote
    }

    /// Writes what is due as a process does that is killed before it can tell anybody.
    pub fn write_untold(&mut self, disk: Disk) -> Wrote {
        self.attempt(disk, false)
    }

    fn attempt(&mut self, disk: Disk, goes_on: bool) -> Wrote {
        let now = now::stamp().mono;
        let (batch, pause) = match self.held.take() {
            Some((batch, again, pause)) if again <= now => (batch, pause),
            Some(held) => {
                self.held = Some(held);
                return Wrote::Nothing;
            }
            None => match self.writer.queue.take_due() {
                Some(batch) => (batch, FIRST_PAUSE_MS),
                None => return Wrote::Nothing,
            },
        };
        match self.store(&batch, disk) {
            Ok(written) => {
                self.writer.done(&batch, &written);
                if goes_on {
                    self.writer.prune(&written);
                }
                Wrote::Durable(batch.commits.last().map(|(number, _)| *number))
            }
            Err(error) => {
                self.writer.failed(&error);
                self.held = Some((batch, now.plus_ms(pause), (pause * 2).min(LONGEST_PAUSE_MS)));
                Wrote::Refused
            }
        }
    }

    fn store(&mut self, batch: &Batch, disk: Disk) -> rusqlite::Result<super::store::Written> {
        if (self.disk == Disk::Full) != (disk == Disk::Full) {
            // A file may not have fewer pages than it has: from now on it cannot grow.
            let pages = if disk == Disk::Full { 1 } else { self.writer.limits.pages.unwrap_or(u32::MAX >> 1) };
            self.writer.store.connection.pragma_update(None, "max_page_count", pages)?;
        }
        self.disk = disk;
        match disk {
            Disk::Well | Disk::Full => self.writer.try_write(batch),
            Disk::Broken => Err(sync_failed()),
            Disk::Doubtful => self.writer.store.write(batch).and(Err(sync_failed())),
        }
    }
}

/// `SQLITE_IOERR_FSYNC`.
fn sync_failed() -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR_FSYNC), Some("disk I/O error".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Commit, EventRow};
    use crate::now::StandIn;
    use crate::time::{Stamp, Wall};

    fn commit(seq: u64) -> Commit {
        let event = EventRow { game_id: "g".to_owned(), seq, at_wall_ms: 0, payload: "x".repeat(9_000) };
        Commit { table: "t1".to_owned(), game_id: "g".to_owned(), events: vec![event], ..Commit::default() }
    }

    fn at(ms: u64) -> Stamp {
        Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(0))
    }

    /// A disk that is full, that fails, and that has written and says that it has not: every event is there once in the end.
    #[test]
    fn nothing_is_lost_and_nothing_is_twice_whatever_the_disk_says() {
        let dir = tempfile::tempdir().unwrap();
        let time = StandIn::begin(at(1_000), "boot", 1);
        let (journal, mut pen) = Journal::open_by_hand(dir.path(), Limits::default()).unwrap();
        let mut seq = 0;
        let mut now = 1_000;
        for disk in [Disk::Full, Disk::Broken, Disk::Doubtful, Disk::Full, Disk::Doubtful] {
            seq += 1;
            let number = journal.commit(commit(seq)).unwrap();
            assert_eq!((pen.write(disk), *journal.durable().borrow() < number), (Wrote::Refused, true), "{disk:?}");
            assert!(journal.health().borrow().fault.is_some());
            assert_eq!(pen.write(Disk::Well), Wrote::Nothing, "it waits before it tries again");
            now += LONGEST_PAUSE_MS;
            time.set(at(now));
            assert_eq!((pen.write(Disk::Well), *journal.durable().borrow()), (Wrote::Durable(Some(number)), number), "{disk:?}");
            assert!(journal.health().borrow().fault.is_none());
        }
        let seqs: Vec<u64> = journal.reader().unwrap().game_events("g").unwrap().iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (1..=seq).collect::<Vec<_>>());
    }
}
