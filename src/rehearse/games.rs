//! Which games are played, and which are not and why.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::go::sgf::{self, GameFile, NotPlayable, playable_on_a_board};

/// A game to play, and where it comes from.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its file.
    pub path: PathBuf,
    /// What is to be shown.
    pub file: GameFile,
}

/// A file that is not played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The file.
    pub path: PathBuf,
    /// The reason in a word or two, the same for all that share it.
    pub kind: &'static str,
    /// The reason with its place.
    pub because: String,
}

/// All games of some files and folders.
#[derive(Debug, Clone, Default)]
pub struct Games {
    /// Those that a board can show.
    pub played: Vec<Game>,
    /// The others.
    pub left_out: Vec<LeftOut>,
}

impl Games {
    /// Reads files, and folders with everything below them that ends in `.sgf`, in the order of their names.
    ///
    /// # Errors
    /// When a file or folder cannot be read. A file that is no game is left out.
    pub fn read(paths: &[PathBuf]) -> io::Result<Games> {
        let mut files = Vec::new();
        for path in paths {
            find(path, true, &mut files)?;
        }
        files.sort();
        files.dedup();
        let mut games = Games::default();
        for path in files {
            let bytes = fs::read(&path).map_err(with_its_name(&path))?;
            match sort_out(&bytes) {
                Ok(file) => games.played.push(Game { path, file }),
                Err((kind, because)) => games.left_out.push(LeftOut { path, kind, because }),
            }
        }
        Ok(games)
    }

    /// How many were left out for each reason, the commonest first.
    pub fn reasons(&self) -> Vec<(&'static str, usize)> {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for left_out in &self.left_out {
            *counts.entry(left_out.kind).or_default() += 1;
        }
        let mut reasons: Vec<_> = counts.into_iter().collect();
        reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        reasons
    }
}

fn with_its_name(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn find(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if fs::metadata(path).map_err(with_its_name(path))?.is_dir() {
        for entry in fs::read_dir(path).map_err(with_its_name(path))? {
            find(&entry?.path(), false, files)?;
        }
    } else if named || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
        files.push(path.to_owned());
    }
    Ok(())
}

/// The game of a file, or why it is not played.
fn sort_out(bytes: &[u8]) -> Result<GameFile, (&'static str, String)> {
    let file = sgf::read(bytes).map_err(|error| ("cannot be read", error.to_string()))?;
    match playable_on_a_board(&file) {
        Ok(()) => Ok(file),
        Err(reason) => Err((kind(&reason), reason.to_string())),
    }
}

fn kind(reason: &NotPlayable) -> &'static str {
    match reason {
        NotPlayable::Size(_) => "another size than 9, 13 or 19",
        NotPlayable::NoMoves => "no moves",
        NotPlayable::SetUpLater(_) => "stones set or taken off in the middle of the game",
        NotPlayable::Breathless => "a set-up chain without a liberty",
        NotPlayable::OutOfTurn { .. } => "a colour out of turn",
        NotPlayable::Illegal { .. } => "an illegal move",
        NotPlayable::Replay(_) => "something outside the board",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_board_cannot_show_is_left_out_with_its_reason() {
        for (text, expected) in [
            ("(;SZ[19];B[pd];W[dd])", None),
            ("(;SZ[17];B[pd])", Some("another size than 9, 13 or 19")),
            ("(;SZ[19])", Some("no moves")),
            ("(;SZ[19];B[pd];AB[dd];W[cc])", Some("stones set or taken off in the middle of the game")),
            ("(;SZ[19];B[pd];B[dd])", Some("a colour out of turn")),
            ("(;SZ[19];B[pd];W[pd])", Some("an illegal move")),
            ("no game", Some("cannot be read")),
        ] {
            assert_eq!(sort_out(text.as_bytes()).err().map(|(kind, _)| kind), expected, "{text}");
        }
    }
}
