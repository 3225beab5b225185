//! What survives: inputs, events, state and answers of every table of this bridge, in one SQLite file (floor 6).
//!
//! One writer thread takes everything that is queued into one transaction (group commit) and syncs it; nobody waits for it but by choice:
//! [`Journal::commit`] puts into a bounded queue and returns a number, and [`Journal::durable`] tells the number of the last commit that is on
//! the disk. What is published is published only then. A transaction that fails, or whose sync fails, is rolled back and done again as a
//! whole, with growing pauses, for as long as it takes; meanwhile the queue grows to its limit and then commits come back
//! ([`CommitError::Full`]) with nothing lost.
//!
//! The journal knows nothing of games: payloads are opaque text. Reading ([`Reader`]) has its own connection and never waits for the
//! writer; other programs (`export`) may read while the daemon writes.

mod backup;
pub mod by_hand;
mod home;
mod prune;
mod queue;
mod reader;
mod rows;
mod salvage;
mod schema;
mod store;
mod writer;

pub use backup::{BackupError, backup};
pub use reader::Reader;
pub use rows::{
    AsideRow, Commit, EventRow, GameRow, InputRow, JournalHealth, PublicRow, Recovered, ResultRow, StoredEvent, Stream, TransactionRow,
    Urgency,
};
pub use salvage::{Salvaged, salvage_damaged};

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rusqlite::{Connection, OptionalExtension as _};
use tokio::sync::watch;

use home::Home;
use queue::Queue;
use store::Store;
use writer::Writer;

/// Name of the database in the state directory.
pub const FILE: &str = "journal.sqlite";

/// How long a commit that nobody waits for may stay in memory, in ms: what a power cut may cost of the inputs (HOUSE).
pub const GROUP_MS: u64 = 250;

/// Results that stay retained on the broker per table (CONTRACT 4).
pub const KEPT_RESULTS: usize = 8;

/// Games whose answers are remembered: this and the previous one (CONTRACT 4.5), with the idle stretch after each.
pub const REMEMBERED_GAMES: u64 = 4;

/// Limits of the journal; the defaults are what the daemon uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Commits that may wait. A second of the busiest bridge is some hundred; the rest is for a disk that is full or slow.
    pub queue_commits: usize,
    /// Bytes that may wait: a disk can stay full for hours on a machine with little memory.
    pub queue_bytes: usize,
    /// Games, idle stretches counted, whose inputs and delivered public events are kept per table: audit is about the last few games.
    pub input_games: u64,
    /// Bytes of inputs kept per table: a flickering board for a week must not fill the card.
    pub input_bytes: u64,
    /// Games, idle stretches counted, kept per table: years of play on a card of a few GB.
    pub games: u64,
    /// Pages of 4 kB that the file may have; none leaves it to the disk. When they are used up it is as if the disk were full.
    pub pages: Option<u32>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { queue_commits: 4_096, queue_bytes: 64 << 20, input_games: 32, input_bytes: 64 << 20, games: 10_000, pages: None }
    }
}

/// Why a journal cannot be opened or read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another daemon has this state directory.
    #[error("state directory {} is in use by process {holder}: two daemons cannot share one; stop it or give this one its own state_dir", dir.display())]
    InUse {
        /// The directory.
        dir: PathBuf,
        /// Process id of the other, or "?".
        holder: String,
    },
    /// The file was written by a newer kifud.
    #[error("{} has schema version {found}, this kifud knows {known}: start the newer kifud again, or move the file away", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// Ours.
        known: i64,
    },
    /// The directory or its lock cannot be made.
    #[error("state directory {}: {why}: make it writable, or name another state_dir", dir.display())]
    Directory {
        /// The directory.
        dir: PathBuf,
        /// Why. Not the error's `source`: it is in the message already, and would be said twice.
        why: std::io::Error,
    },
    /// The file is no journal, or the card has lost a part of it.
    #[error(
        "{} is damaged ({why}): move it away and start again, a new journal is made; \"kifud export\" shows what can still be read of it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        why: rusqlite::Error,
    },
    /// The writer thread cannot be started.
    #[error("journal thread: {0}")]
    Thread(std::io::Error),
    /// SQLite says no.
    #[error("journal: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> JournalError {
        JournalError::Sqlite(error)
    }
}

impl JournalError {
    /// Names the file where it is the file's own fault: then there is something that a person can do.
    fn of_file(self, path: &Path) -> JournalError {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match self {
            // A header that is damaged in a few bytes is told by words alone.
            JournalError::Sqlite(why)
                if matches!(why.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
                    || why.to_string().contains("unsupported file format") =>
            {
                JournalError::Damaged { path: path.to_owned(), why }
            }
            other => other,
        }
    }
}

/// Why a commit was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// The queue is at its limit: here it is back, untouched. Keep it and try again when [`Journal::durable`] moves.
    #[error("the journal's queue is full")]
    Full(Box<Commit>),
    /// The journal has been closed.
    #[error("the journal is closed")]
    Closed(Box<Commit>),
}

/// The journal of one bridge. Clones are the same journal; it is written out and closed with the last of them.
#[derive(Debug, Clone)]
pub struct Journal {
    inside: Arc<Inside>,
}

#[derive(Debug)]
struct Inside {
    dir: PathBuf,
    instance: String,
    queue: Arc<Queue>,
    durable: watch::Receiver<u64>,
    health: watch::Receiver<JournalHealth>,
    writer: Mutex<Option<thread::JoinHandle<bool>>>,
    /// Given up last, after the writer.
    _home: Home,
}

impl Journal {
    /// Opens the journal in `dir` (created when absent) and takes the directory for this process.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(dir: &Path) -> Result<Journal, JournalError> {
        Journal::open_with(dir, Limits::default())
    }

    /// The same with other limits.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open_with(dir: &Path, limits: Limits) -> Result<Journal, JournalError> {
        let (journal, writer) = Journal::prepare(dir, limits)?;
        let writer = thread::Builder::new().name("journal".to_owned()).spawn(move || writer.run()).map_err(JournalError::Thread)?;
        *journal.inside.writer.lock().unwrap_or_else(PoisonError::into_inner) = Some(writer);
        Ok(journal)
    }

    /// The journal, and the writer that must run for it.
    fn prepare(dir: &Path, limits: Limits) -> Result<(Journal, Writer), JournalError> {
        let home = Home::take(dir)?;
        let path = home.file();
        let begin = || -> Result<_, JournalError> {
            let connection = schema::open_writer(&path, limits.pages)?;
            let (instance, run) = (instance(&connection)?, begin_run(&connection)?);
            Ok((connection, instance, run))
        };
        let (connection, instance, run) = begin().map_err(|error| error.of_file(&path))?;
        home.sync()?;
        let queue = Arc::new(Queue::new(limits));
        let (durable_sender, durable) = watch::channel(0);
        let (health_sender, health) = watch::channel(JournalHealth::default());
        let writer = Writer {
            queue: Arc::clone(&queue),
            store: Store::new(connection, run),
            path,
            run,
            limits,
            durable: durable_sender,
            health: health_sender,
        };
        let inside = Inside { dir: dir.to_owned(), instance, queue, durable, health, writer: Mutex::new(None), _home: home };
        Ok((Journal { inside: Arc::new(inside) }, writer))
    }

    /// Random id of this installation, made with the journal.
    pub fn instance(&self) -> &str {
        &self.inside.instance
    }

    /// What a table goes on from.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn recover(&self, table: &str) -> Result<Recovered, JournalError> {
        self.reader()?.recover(table).map_err(|error| error.of_file(&self.inside.dir.join(FILE)))
    }

    /// Takes a commit and returns its number, which [`Journal::durable`] reaches when it is on the disk. Never blocks.
    ///
    /// # Errors
    /// [`CommitError`] with the commit in it.
    pub fn commit(&self, commit: Commit) -> Result<u64, CommitError> {
        self.inside.queue.put(commit)
    }

    /// The number of the last commit that is on the disk; rises. Numbers count from 1 in every process.
    pub fn durable(&self) -> watch::Receiver<u64> {
        self.inside.durable.clone()
    }

    /// How the journal is.
    pub fn health(&self) -> watch::Receiver<JournalHealth> {
        self.inside.health.clone()
    }

    /// Remembers that every event of this stream up to `row_id` has been delivered. Written with the next transaction, two seconds later
    /// at most: losing it costs a repetition, never an event.
    pub fn delivered(&self, table: &str, stream: Stream, row_id: u64) {
        self.inside.queue.deliver(table, stream, row_id);
    }

    /// A reader with its own connection.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn reader(&self) -> Result<Reader, JournalError> {
        Reader::open(&self.inside.dir)
    }

    /// Writes what waits and closes; blocks until that is done or has failed once more. True when everything is on the disk.
    pub fn close(&self) -> bool {
        self.inside.close()
    }
}

impl Inside {
    fn close(&self) -> bool {
        self.queue.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        writer.is_none_or(|writer| writer.join().unwrap_or(false))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.close();
    }
}

/// The id of this installation; made when the journal is new.
fn instance(connection: &Connection) -> Result<String, JournalError> {
    let known = connection.query_row("SELECT value FROM meta WHERE key = 'instance'", [], |row| row.get(0)).optional()?;
    if let Some(instance) = known {
        return Ok(instance);
    }
    let made = format!("{:016x}", u64::from_be_bytes(crate::now::random()));
    connection.execute("INSERT INTO meta (key, value) VALUES ('instance', ?1)", [&made])?;
    Ok(made)
}

fn begin_run(connection: &Connection) -> Result<i64, JournalError> {
    let opened = crate::now::stamp().wall.as_unix_ms();
    connection.execute("INSERT INTO runs (boot_id, opened_wall) VALUES (?1, ?2)", rusqlite::params![crate::now::boot_id(), opened])?;
    Ok(connection.last_insert_rowid())
}
