//! The database: its tables, and how a connection is made.
//!
//! Laid out so that a commit touches few pages (a card wears by pages): rows of a game lie together in the order in which they come, the
//! row of the table carries everything that changes with every commit (state, cursors, commit number), and a game's row is written only when
//! it begins and ends.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::JournalError;

/// Version of the layout, kept in `user_version`.
pub(super) const SCHEMA: i64 = 2;

/// What takes a file from the version before to the next, oldest first: the first takes version 1 to 2. Each runs in a transaction of its
/// own, so that a power cut leaves the file at one version or the other.
const MIGRATIONS: [&str; (SCHEMA - 1) as usize] = ["ALTER TABLE games ADD COLUMN aside TEXT;"];

/// How long a statement waits for a lock that another program holds (a checkpoint by `export`, an operator's shell).
const BUSY: Duration = Duration::from_secs(2);

/// The write-ahead log is cut back to this size after a checkpoint, in bytes.
const LOG_BYTES: i64 = 8 << 20;

const TABLES: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- One row for every time the journal was opened for writing: which boot the monotonic times of its inputs belong to.
CREATE TABLE runs (run INTEGER PRIMARY KEY, boot_id TEXT NOT NULL, opened_wall INTEGER NOT NULL);
CREATE TABLE tables (
  no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  game INTEGER, state TEXT, input_bytes INTEGER NOT NULL DEFAULT 0,
  run INTEGER NOT NULL DEFAULT 0, last_commit INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0, delivered_public INTEGER NOT NULL DEFAULT 0);
CREATE TABLE games (
  place INTEGER PRIMARY KEY AUTOINCREMENT, table_no INTEGER NOT NULL, game_id TEXT NOT NULL, started_wall INTEGER NOT NULL,
  state TEXT, result TEXT, result_place INTEGER, input_bytes INTEGER NOT NULL DEFAULT 0,
  -- Why the table could not go on with it; it is kept for export.
  aside TEXT,
  UNIQUE (table_no, game_id));
CREATE TABLE inputs (
  game INTEGER NOT NULL, n INTEGER NOT NULL, run INTEGER NOT NULL, at_mono INTEGER NOT NULL, at_wall INTEGER NOT NULL, payload TEXT NOT NULL,
  PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE events (
  game INTEGER NOT NULL, seq INTEGER NOT NULL, row_id INTEGER NOT NULL, table_no INTEGER NOT NULL, wall INTEGER NOT NULL, payload TEXT NOT NULL,
  PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE UNIQUE INDEX events_in_order ON events (table_no, row_id);
CREATE TABLE public_events (
  game INTEGER NOT NULL, seq INTEGER NOT NULL, row_id INTEGER NOT NULL, table_no INTEGER NOT NULL, wall INTEGER NOT NULL, payload TEXT NOT NULL,
  PRIMARY KEY (game, seq)) WITHOUT ROWID;
CREATE UNIQUE INDEX public_events_in_order ON public_events (table_no, row_id);
CREATE TABLE answers (
  game INTEGER NOT NULL, tx TEXT NOT NULL, n INTEGER NOT NULL, content_hash TEXT NOT NULL, answer TEXT NOT NULL,
  PRIMARY KEY (game, tx)) WITHOUT ROWID;
";

/// A connection for the writer; makes or checks the layout.
pub(super) fn open_writer(path: &Path, most_pages: Option<u32>) -> Result<Connection, JournalError> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(32);
    let version = version(&connection)?;
    check(path, version)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
    if let Some(pages) = most_pages {
        connection.pragma_update(None, "max_page_count", pages)?;
    }
    if version == 0 {
        let transaction = connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", SCHEMA)?;
        transaction.commit()?;
    }
    for from in version.max(1)..SCHEMA {
        if version == 0 {
            break;
        }
        let transaction = connection.transaction()?;
        transaction.execute_batch(MIGRATIONS[(from - 1) as usize])?;
        transaction.pragma_update(None, "user_version", from + 1)?;
        transaction.commit()?;
        tracing::info!(path = %path.display(), from, to = from + 1, "the journal's layout is brought up to date");
    }
    Ok(connection)
}

/// A connection for reading only.
pub(super) fn open_reader(path: &Path) -> Result<Connection, JournalError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(32);
    check(path, version(&connection)?)?;
    Ok(connection)
}

pub(super) fn version(connection: &Connection) -> Result<i64, JournalError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn check(path: &Path, found: i64) -> Result<(), JournalError> {
    if found > SCHEMA { Err(JournalError::Newer { path: path.to_owned(), found, known: SCHEMA }) } else { Ok(()) }
}
