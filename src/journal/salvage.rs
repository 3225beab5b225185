//! A damaged file: set aside whole, and what can still be read of it brought into a new one.
//!
//! A card loses pages, not rows. Each table is read from both ends up to the page that cannot be read, so that one lost page in the middle
//! costs what stood on it and no more. The damaged file stays beside the new one, for whoever can read more of it.

use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::home::Home;
use super::{FILE, JournalError, schema};

/// Every table of the file and the order of its rows on the disk.
const TABLES: [(&str, &[&str]); 8] = [
    ("meta", &["key"]),
    ("runs", &["run"]),
    ("tables", &["no"]),
    ("games", &["place"]),
    ("events", &["game", "seq"]),
    ("public_events", &["game", "seq"]),
    ("answers", &["game", "tx"]),
    ("inputs", &["game", "n"]),
];

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Salvaged {
    /// Where the damaged file lies now.
    pub aside: PathBuf,
    /// What was wrong with it.
    pub why: String,
    /// Games and idle stretches, and events, that were brought over.
    pub games: u64,
    /// See `games`.
    pub events: u64,
}

/// Looks whether the journal in `dir` is sound; sets it aside and brings over what can be read where it is not. `None` when it is sound, or
/// there is none.
///
/// # Errors
/// When the directory is another daemon's or cannot be written.
pub fn salvage_damaged(dir: &Path) -> Result<Option<Salvaged>, JournalError> {
    let home = Home::take(dir)?;
    let path = home.file();
    if !path.exists() {
        return Ok(None);
    }
    let Some(why) = fault(&path) else { return Ok(None) };
    let now = crate::now::stamp().wall.as_unix_ms();
    let aside = dir.join(format!("{FILE}.damaged-{now}"));
    let wrong = |why| JournalError::Directory { dir: dir.to_owned(), why };
    for suffix in ["", "-wal", "-shm"] {
        let from = with_suffix(&path, suffix);
        if from.exists() {
            std::fs::rename(&from, with_suffix(&aside, suffix)).map_err(wrong)?;
        }
    }
    let mut new = schema::open_writer(&path, None)?;
    let (games, events) = copy(&aside, &mut new)?;
    home.sync()?;
    Ok(Some(Salvaged { aside, why, games, events }))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// What SQLite has against the file.
fn fault(path: &Path) -> Option<String> {
    let check = || -> Result<String, JournalError> {
        // For writing: a log that was left by a power cut is read into the file first.
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        Ok(connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?)
    };
    match check() {
        Ok(said) if said == "ok" => None,
        Ok(said) => Some(said),
        Err(JournalError::Sqlite(error)) if !is_damage(&error) => {
            tracing::warn!(%error, "whether the journal is sound cannot be looked at");
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

/// True for what damage explains: a file that is locked, may not be read, or for which there is no room, is left alone.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{
        CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, OutOfMemory, PermissionDenied, ReadOnly, SystemIoFailure,
    };
    !matches!(
        error.sqlite_error_code(),
        None | Some(CannotOpen | DatabaseBusy | DatabaseLocked | DiskFull | OutOfMemory | PermissionDenied | ReadOnly | SystemIoFailure)
    )
}

/// Rows of every table, as far as they can be read; how many games and events.
fn copy(damaged: &Path, new: &mut Connection) -> Result<(u64, u64), JournalError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let Ok(old) = Connection::open_with_flags(damaged, flags) else { return Ok((0, 0)) };
    let transaction = new.transaction()?;
    for (table, key) in TABLES {
        for direction in ["ASC", "DESC"] {
            copy_rows(&old, &transaction, table, key, direction)?;
        }
    }
    let count = |table: &str| -> rusqlite::Result<u64> {
        transaction.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0)).map(|count| count as u64)
    };
    let copied = (count("games")?, count("events")?);
    transaction.commit()?;
    Ok(copied)
}

/// Rows of one table from one end up to the first that cannot be read. What is there already stays.
fn copy_rows(old: &Connection, new: &Connection, table: &str, key: &[&str], direction: &str) -> Result<(), JournalError> {
    let order = key.iter().map(|column| format!("{column} {direction}")).collect::<Vec<_>>().join(", ");
    let Ok(mut statement) = old.prepare(&format!("SELECT * FROM {table} ORDER BY {order}")) else { return Ok(()) };
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let places = vec!["?"; columns.len()].join(", ");
    let mut insert = new.prepare(&format!("INSERT OR IGNORE INTO {table} ({}) VALUES ({places})", columns.join(", ")))?;
    let Ok(mut rows) = statement.query([]) else { return Ok(()) };
    while let Ok(Some(row)) = rows.next() {
        let values: Result<Vec<Value>, _> = (0..columns.len()).map(|column| row.get(column)).collect();
        let Ok(values) = values else { continue };
        // A row that breaks a rule of the layout is damage too: it is left behind.
        if let Err(error) = insert.execute(params_from_iter(values)) {
            tracing::debug!(%error, table, "a row of the damaged journal is left behind");
        }
    }
    Ok(())
}
