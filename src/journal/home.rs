//! The state directory: made, kept for one process, and safe against a power cut right after it was made.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::{FILE, JournalError};

/// Name of the lock file; it holds the process id of its holder, for the message.
const LOCK: &str = "kifud.lock";

/// A state directory that belongs to this process until it is dropped.
#[derive(Debug)]
pub(super) struct Home {
    dir: PathBuf,
    /// The kernel frees the lock with the file, also after `kill -9`.
    _lock: File,
}

impl Home {
    /// Makes `dir` when it is absent and takes it.
    pub(super) fn take(dir: &Path) -> Result<Home, JournalError> {
        let wrong = |why| JournalError::Directory { dir: dir.to_owned(), why };
        let absent = !dir.exists();
        fs::create_dir_all(dir).map_err(wrong)?;
        if absent && let Some(parent) = dir.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            sync_dir(parent).map_err(wrong)?;
        }
        let mut lock = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(dir.join(LOCK)).map_err(wrong)?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => return Err(JournalError::InUse { dir: dir.to_owned(), holder: holder(&mut lock) }),
            Err(errno) => return Err(wrong(errno.into())),
        }
        name_holder(&mut lock).map_err(wrong)?;
        Ok(Home { dir: dir.to_owned(), _lock: lock })
    }

    /// The database file.
    pub(super) fn file(&self) -> PathBuf {
        self.dir.join(FILE)
    }

    /// Makes the names of new files in the directory durable.
    pub(super) fn sync(&self) -> Result<(), JournalError> {
        sync_dir(&self.dir).map_err(|why| JournalError::Directory { dir: self.dir.clone(), why })
    }
}

fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

fn holder(lock: &mut File) -> String {
    let mut text = String::new();
    match lock.read_to_string(&mut text) {
        Ok(_) if !text.trim().is_empty() => text.trim().to_owned(),
        _ => "?".to_owned(),
    }
}

fn name_holder(lock: &mut File) -> io::Result<()> {
    lock.set_len(0)?;
    lock.rewind()?;
    writeln!(lock, "{}", std::process::id())
}
