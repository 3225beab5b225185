//! Starts that came to nothing: what makes a table, or the journal itself, fail again and again is set aside at the fourth.
//!
//! A mark in a file of its own in the state directory says that something is being started; it goes when that has come up. So a start that
//! ends the process (an abort, the kernel) is counted as well as one that only panics. The marks are not synced: a power cut is no fault of
//! what is being started.

use std::path::{Path, PathBuf};

/// Starts that may come to nothing before something is set aside.
pub const STARTS_MAX: u32 = 3;

/// Directory of the marks in the state directory.
const DIR: &str = "starting";

/// The marks.
#[derive(Debug, Clone)]
pub struct Starts {
    dir: PathBuf,
}

/// How a start ended before it had come up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The process was gone.
    Gone,
    /// It panicked: what runs for a while has not come up yet.
    Panicked,
}

impl Starts {
    /// The marks of a state directory.
    pub fn new(state_dir: &Path) -> Starts {
        Starts { dir: state_dir.join(DIR) }
    }

    /// Says that `what` (a table's id) is being started; how often that came to nothing just before, and how it ended the last time.
    pub fn begin(&self, what: &str) -> (u32, Ended) {
        let (failed, ended) = self.read(what);
        self.write(what, failed + 1, Ended::Gone);
        (failed, ended)
    }

    /// It has panicked.
    pub fn panicked(&self, what: &str) {
        let (failed, _) = self.read(what);
        self.write(what, failed.max(1), Ended::Panicked);
    }

    /// It has come up.
    pub fn up(&self, what: &str) {
        if let Err(error) = std::fs::remove_file(self.dir.join(what))
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(%error, what, "the mark of its start is left behind");
        }
    }

    fn read(&self, what: &str) -> (u32, Ended) {
        let text = std::fs::read_to_string(self.dir.join(what)).unwrap_or_default();
        let mut words = text.split_whitespace();
        let failed = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        (failed, if words.next().is_some() { Ended::Panicked } else { Ended::Gone })
    }

    /// A mark that cannot be written costs the protection, never the start.
    fn write(&self, what: &str, failed: u32, ended: Ended) {
        let text = if ended == Ended::Panicked { format!("{failed} panicked\n") } else { format!("{failed}\n") };
        let written = std::fs::create_dir_all(&self.dir).and_then(|()| std::fs::write(self.dir.join(what), text));
        if let Err(error) = written {
            tracing::warn!(%error, what, "the start cannot be marked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_are_counted_until_one_comes_up() {
        let dir = tempfile::tempdir().unwrap();
        let starts = Starts::new(dir.path());
        assert_eq!(starts.begin("t1"), (0, Ended::Gone));
        assert_eq!(starts.begin("t1"), (1, Ended::Gone), "the process was gone");
        starts.panicked("t1");
        assert_eq!(starts.begin("t1"), (2, Ended::Panicked));
        assert_eq!(starts.begin("t2"), (0, Ended::Gone), "each by itself");
        starts.up("t1");
        assert_eq!(starts.begin("t1"), (0, Ended::Gone));
        starts.up("nobody");
    }

    #[test]
    fn a_mark_that_means_nothing_counts_nothing() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join(DIR)).unwrap();
        std::fs::write(dir.path().join(DIR).join("t1"), "\0\0\0").unwrap();
        assert_eq!(Starts::new(dir.path()).begin("t1"), (0, Ended::Gone));
    }

    #[test]
    fn where_no_mark_can_be_written_the_start_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(DIR), "a file is in the way").unwrap();
        assert_eq!(Starts::new(dir.path()).begin("t1"), (0, Ended::Gone));
    }
}
