//! Games from files.

use std::path::{Path, PathBuf};

use kifud::go::{Color, Place, Point, Position, Rules, sgf};

/// So many equal first plays make two games one.
const BEGINNING: usize = 40;

/// A game as far as it is legal, by turns and without a pass.
#[derive(Clone)]
pub struct Game {
    pub start: Position,
    pub plays: Vec<(Color, Point)>,
}

impl Game {
    /// It may be the same game.
    pub fn begins_as(&self, other: &Game) -> bool {
        let length = BEGINNING.min(self.plays.len()).min(other.plays.len());
        self.start.size() == other.start.size() && self.plays[..length] == other.plays[..length]
    }
}

fn game(path: &Path) -> Option<Game> {
    let file = sgf::read(&std::fs::read(path).ok()?).ok()?;
    let start = Position::at_start_of(&file.record, &Rules::CHINESE).ok()?;
    let (mut position, mut plays) = (start.clone(), Vec::new());
    for played in &file.record.moves {
        let Some(point) = played.place.point() else { break };
        if position.play(played.color, Place::At(point)).is_err() {
            break;
        }
        plays.push((played.color, point));
    }
    (plays.len() > 10).then_some(Game { start, plays })
}

/// Every game in a folder and the folders in it, by name.
pub fn read(folder: &Path) -> Vec<Game> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.sort();
    let mut games = Vec::new();
    for path in paths {
        if path.is_dir() {
            games.extend(read(&path));
        } else if path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("sgf")) {
            games.extend(game(&path));
        }
    }
    games
}
