//! What is wrong with a configuration: every fault, each with file, line and key.

use std::cell::RefCell;
use std::fmt;
use std::path::{Path, PathBuf};

/// One thing that is wrong with a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// Line in it, from 1; `None` when the fault is no line's (the file cannot be read).
    pub line: Option<usize>,
    /// The key, such as `table.clock.baud`; empty when the fault is no key's.
    pub key: String,
    /// What is wrong, and what to do.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Fault {}

/// Something that is right and still worth a word: a key without effect, a port name that will change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Line in the file, from 1.
    pub line: usize,
    /// The key.
    pub key: String,
    /// What to know.
    pub message: String,
}

/// Everything found so far in one file.
#[derive(Debug)]
pub(super) struct Findings<'a> {
    file: &'a Path,
    text: &'a str,
    /// The text did not parse and was patched up: what seems missing may only be unreadable.
    patched: bool,
    faults: RefCell<Vec<Fault>>,
    notes: RefCell<Vec<Note>>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(file: &'a Path, text: &'a str, patched: bool) -> Findings<'a> {
        Findings { file, text, patched, faults: RefCell::default(), notes: RefCell::default() }
    }

    /// Notes a fault at this byte of the file.
    pub(super) fn fault(&self, at: usize, key: &str, message: impl Into<String>) {
        let fault = Fault { file: self.file.to_owned(), line: Some(self.line(at)), key: key.to_owned(), message: message.into() };
        self.faults.borrow_mut().push(fault);
    }

    /// Notes that something is not there. Says nothing of a file that did not parse.
    pub(super) fn missing(&self, at: usize, key: &str, message: impl Into<String>) {
        if !self.patched {
            self.fault(at, key, message);
        }
    }

    /// Something worth a word at this byte of the file.
    pub(super) fn note(&self, at: usize, key: &str, message: impl Into<String>) {
        self.notes.borrow_mut().push(Note { line: self.line(at), key: key.to_owned(), message: message.into() });
    }

    /// All faults and all notes, each in the order of the file.
    pub(super) fn into_parts(self) -> (Vec<Fault>, Vec<Note>) {
        let (mut faults, mut notes) = (self.faults.into_inner(), self.notes.into_inner());
        faults.sort_by_key(|fault| fault.line);
        notes.sort_by_key(|note| note.line);
        (faults, notes)
    }

    /// The line of this byte of the file, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        1 + self.text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count()
    }
}

/// The name that was probably meant, if one is near: at most two letters wrong, and fewer than half of them.
pub(super) fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const LONGEST: usize = 64;
    if typed.len() > LONGEST {
        return None;
    }
    let near = |name: &&str| {
        let distance = distance(typed, name);
        distance <= 2 && distance * 2 < name.len().max(2)
    };
    names.into_iter().filter(near).min_by_key(|name| distance(typed, name))
}

/// The number of letters to insert, delete or replace (Levenshtein 1965).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let names = ["tournament", "casual", "simul", "record-only"];
        assert_eq!(nearest("turnament", names), Some("tournament"));
        assert_eq!(nearest("simul ", names), Some("simul"));
        assert_eq!(nearest("blitz", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest(&"x".repeat(10_000), names), None);
    }

    #[test]
    fn a_fault_names_file_line_and_key() {
        let fault = Fault { file: "kifud.toml".into(), line: Some(12), key: "table.clock.baud".to_owned(), message: "no".to_owned() };
        assert_eq!(fault.to_string(), "kifud.toml:12: table.clock.baud: no");
        assert_eq!(Fault { line: None, key: String::new(), ..fault }.to_string(), "kifud.toml: no");
    }
}
