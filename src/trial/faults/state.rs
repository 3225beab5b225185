//! The state directory of a process, which is killed.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::journal::FILE;

/// Where there is memory to keep files in, nobody waits for a disk.
const MEMORY: &str = "/dev/shm";

/// A log whose end did not reach the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Torn {
    /// From this byte on.
    pub(super) at: u64,
    pub(super) left: Left,
}

/// What stands where the end should be: a file system may have grown a file, and not written what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    Nothing,
    Zeros,
    /// What was there before, as chance has it.
    Anything(u64),
}

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

    /// The files as the kernel has them at this moment go to a new directory: whoever has the old ones open is dead. Of the log the end is
    /// missing where it was torn.
    ///
    /// # Errors
    /// Of this machine's disk.
    pub(super) fn left_behind(&mut self, torn: Option<Torn>) -> io::Result<()> {
        let old = self.dir();
        self.generation += 1;
        let new = self.dir();
        fs::create_dir_all(&new)?;
        for name in [FILE.to_owned(), format!("{FILE}-wal")] {
            if old.join(&name).exists() {
                fs::copy(old.join(&name), new.join(&name))?;
            }
        }
        let Some(Torn { at, left }) = torn else { return Ok(()) };
        let log = OpenOptions::new().write(true).open(self.log())?;
        let missing = log.metadata()?.len().saturating_sub(at);
        match left {
            Left::Nothing => log.set_len(at),
            Left::Zeros => log.write_all_at(&vec![0; missing as usize], at),
            Left::Anything(seed) => {
                let mut rng = fastrand::Rng::with_seed(seed);
                let tail: Vec<u8> = (0..missing).map(|_| rng.u8(..)).collect();
                log.write_all_at(&tail, at)
            }
        }
    }
}

impl Drop for StateDir {
    fn drop(&mut self) {
        // What is left in memory goes with the machine.
        let _ = fs::remove_dir_all(&self.path);
    }
}
