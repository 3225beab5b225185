//! The state directory of a process, which is killed.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::journal::FILE;

/// Where there is memory to keep files in, nobody waits for a disk.
const MEMORY: &str = "/dev/shm";

/// A directory of its own that is gone when it is dropped.
#[derive(Debug)]
pub(super) struct StateDir {
    path: PathBuf,
    /// How many processes have been killed over it.
    generation: u32,
}

static MADE: AtomicU64 = AtomicU64::new(0);

impl StateDir {
    pub(super) fn new() -> StateDir {
        let memory = Path::new(MEMORY);
        let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        StateDir { path: folder.join(format!("kifud-faults-{}-{number}", std::process::id())), generation: 0 }
    }

    /// Where the journal is now.
    pub(super) fn dir(&self) -> PathBuf {
        self.path.join(self.generation.to_string())
    }

    fn log(&self) -> PathBuf {
        self.dir().join(format!("{FILE}-wal"))
    }

    /// Bytes of the write-ahead log.
    pub(super) fn log_len(&self) -> u64 {
        fs::metadata(self.log()).map_or(0, |about| about.len())
    }

    /// The files as the kernel has them at this moment go to a new directory: whoever has the old ones open is dead. The log ends at
    /// `torn_at`.
    ///
    /// # Errors
    /// Of this machine's disk.
    pub(super) fn left_behind(&mut self, torn_at: Option<u64>) -> io::Result<()> {
        let old = self.dir();
        self.generation += 1;
        let new = self.dir();
        fs::create_dir_all(&new)?;
        for name in [FILE.to_owned(), format!("{FILE}-wal")] {
            if old.join(&name).exists() {
                fs::copy(old.join(&name), new.join(&name))?;
            }
        }
        if let Some(len) = torn_at {
            OpenOptions::new().write(true).open(self.log())?.set_len(len)?;
        }
        Ok(())
    }
}

impl Drop for StateDir {
    fn drop(&mut self) {
        // What is left in memory goes with the machine.
        let _ = fs::remove_dir_all(&self.path);
    }
}
