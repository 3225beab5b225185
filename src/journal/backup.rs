//! A copy of the journal as it stands at one moment, while the daemon writes.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::{FILE, JournalError, schema};

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something lies there already.
    #[error("{} is there already: a back-up writes over nothing, give it another name", .0.display())]
    There(PathBuf),
    /// The copy cannot be written or made durable.
    #[error("{}: {why}", path.display())]
    File {
        /// The copy.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// The journal cannot be read, or the copy not be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The copy is not what it should be.
    #[error("the copy {} is not sound ({said}): it was taken away again, look after the disk", path.display())]
    Unsound {
        /// The copy.
        path: PathBuf,
        /// What was found.
        said: String,
    },
}

/// Copies the journal in `dir` to the new file `to`, whether a daemon writes meanwhile or not; the copy is one moment of the journal, without
/// what was deleted, is looked through and durable. How many bytes it has.
///
/// # Errors
/// See [`BackupError`]; then nothing is left at `to`.
pub fn backup(dir: &Path, to: &Path) -> Result<u64, BackupError> {
    if to.exists() {
        return Err(BackupError::There(to.to_owned()));
    }
    let source = schema::open_reader(&dir.join(FILE))?;
    let written = write(&source, to);
    if written.is_err() && to.exists() {
        // What is half written would be taken for a back-up.
        let _ = std::fs::remove_file(to);
    }
    written
}

fn write(source: &rusqlite::Connection, to: &Path) -> Result<u64, BackupError> {
    let name = to.to_string_lossy();
    source.execute("VACUUM INTO ?1", [&*name]).map_err(JournalError::from)?;
    let copy = schema::open_reader(to)?;
    let said: String = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(JournalError::from)?;
    if said != "ok" {
        return Err(BackupError::Unsound { path: to.to_owned(), said });
    }
    let durable = || -> std::io::Result<u64> {
        let file = File::open(to)?;
        file.sync_all()?;
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(parent)?.sync_all()?;
        Ok(file.metadata()?.len())
    };
    durable().map_err(|why| BackupError::File { path: to.to_owned(), why })
}
