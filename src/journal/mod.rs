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

mod rows;

pub use rows::{
    Commit, EventRow, GameRow, InputRow, JournalHealth, PublicRow, Recovered, ResultRow, StoredEvent, Stream, TransactionRow, Urgency,
};

use std::path::{Path, PathBuf};

use tokio::sync::watch;

/// Name of the database in the state directory.
pub const FILE: &str = "journal.sqlite";

/// How long a commit that nobody waits for may stay in memory, in ms: what a power cut may cost of the inputs (HOUSE).
pub const GROUP_MS: u64 = 250;

/// Results that stay retained on the broker per table (CONTRACT 4).
pub const KEPT_RESULTS: usize = 8;

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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { queue_commits: 4_096, queue_bytes: 64 << 20, input_games: 32, input_bytes: 64 << 20, games: 10_000 }
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
    #[error("state directory {}: {source}", dir.display())]
    Directory {
        /// The directory.
        dir: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// SQLite says no.
    #[error("journal: {0}")]
    Sqlite(#[from] rusqlite::Error),
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

/// The journal of one bridge. Clones are the same journal; it closes with the last of them.
#[derive(Debug, Clone)]
pub struct Journal {}

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
        drop((dir.to_owned(), limits));
        Ok(Journal {})
    }

    /// Random id of this installation, made with the journal.
    pub fn instance(&self) -> &str {
        ""
    }

    /// What a table goes on from.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn recover(&self, table: &str) -> Result<Recovered, JournalError> {
        drop(table.to_owned());
        Ok(Recovered::default())
    }

    /// Takes a commit and returns its number, which [`Journal::durable`] reaches when it is on the disk. Never blocks.
    ///
    /// # Errors
    /// [`CommitError`] with the commit in it.
    pub fn commit(&self, commit: Commit) -> Result<u64, CommitError> {
        drop(commit);
        Ok(0)
    }

    /// The number of the last commit that is on the disk; rises.
    pub fn durable(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }

    /// How the journal is.
    pub fn health(&self) -> watch::Receiver<JournalHealth> {
        watch::channel(JournalHealth::default()).1
    }

    /// Remembers that every event of this stream up to `row_id` has been delivered. Written with the next transaction, a few seconds later
    /// at most: losing it costs a repetition, never an event.
    pub fn delivered(&self, table: &str, stream: Stream, row_id: u64) {
        drop((table.to_owned(), stream, row_id));
    }

    /// A reader with its own connection.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn reader(&self) -> Result<Reader, JournalError> {
        Ok(Reader {})
    }

    /// Writes what waits and closes. True when everything is on the disk.
    pub fn close(&self) -> bool {
        true
    }
}

/// Reads the journal, beside the writer or without any daemon.
#[derive(Debug)]
pub struct Reader {}

impl Reader {
    /// Opens the journal in `dir` for reading, whether a daemon runs or not.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(dir: &Path) -> Result<Reader, JournalError> {
        drop(dir.to_owned());
        Ok(Reader {})
    }

    /// Events of a table after row `cursor`, in durable order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn events_after(&self, table: &str, cursor: u64, limit: usize) -> Result<Vec<StoredEvent>, JournalError> {
        drop((table.to_owned(), cursor, limit));
        Ok(Vec::new())
    }

    /// Public events of a table after row `cursor` that are due at `now_wall_ms`, in durable order; one that is not due holds back those
    /// after it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn public_after(&self, table: &str, cursor: u64, now_wall_ms: i64, limit: usize) -> Result<Vec<StoredEvent>, JournalError> {
        drop((table.to_owned(), cursor, now_wall_ms, limit));
        Ok(Vec::new())
    }

    /// When the first public event after row `cursor` is due, in ms since 1970-01-01T00:00:00Z.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn next_public_due(&self, table: &str, cursor: u64) -> Result<Option<i64>, JournalError> {
        drop((table.to_owned(), cursor));
        Ok(None)
    }

    /// Events of one game from `from_seq` on.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn events_from_seq(&self, table: &str, game_id: &str, from_seq: u64) -> Result<Vec<StoredEvent>, JournalError> {
        drop((table.to_owned(), game_id.to_owned(), from_seq));
        Ok(Vec::new())
    }

    /// The cursor after which the event `from_seq` of this game comes; none when there is no such event.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn cursor_before(&self, table: &str, game_id: &str, from_seq: u64) -> Result<Option<u64>, JournalError> {
        drop((table.to_owned(), game_id.to_owned(), from_seq));
        Ok(None)
    }

    /// The cursor after which the events of a stream since `since_wall_ms` come (public: due since then).
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn recent(&self, table: &str, stream: Stream, since_wall_ms: i64) -> Result<u64, JournalError> {
        drop((table.to_owned(), stream, since_wall_ms));
        Ok(0)
    }

    /// The delivered cursor as it stands on the disk; 0 when nothing was delivered.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn delivered(&self, table: &str, stream: Stream) -> Result<u64, JournalError> {
        drop((table.to_owned(), stream));
        Ok(0)
    }

    /// All games and idle stretches of a table, or of all tables, oldest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self, table: Option<&str>) -> Result<Vec<GameRow>, JournalError> {
        drop(table.map(str::to_owned));
        Ok(Vec::new())
    }

    /// All events of one game, in order of `seq`.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn game_events(&self, game_id: &str) -> Result<Vec<StoredEvent>, JournalError> {
        drop(game_id.to_owned());
        Ok(Vec::new())
    }

    /// The inputs of one game that are still kept, in order: boot id and input.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn game_inputs(&self, game_id: &str) -> Result<Vec<(String, InputRow)>, JournalError> {
        drop(game_id.to_owned());
        Ok(Vec::new())
    }
}
