//! A game with everything its file says about it: what is read from SGF and what is written to it.

use super::tree::Repair;
use crate::go::{ByColor, HalfPoints, Record};

/// A player as named in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerTags {
    /// PB, PW.
    pub name: Option<String>,
    /// BR, WR.
    pub rank: Option<String>,
    /// BT, WT.
    pub team: Option<String>,
}

/// What is said of the whole game. Texts as written; `None` where the file is silent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags {
    /// RU.
    pub rules: Option<String>,
    /// KM, in half points. Fox's hundredths and Chinese zi are converted.
    pub komi: Option<HalfPoints>,
    /// HA.
    pub handicap: Option<u32>,
    /// RE.
    pub result: Option<String>,
    /// The players.
    pub players: ByColor<PlayerTags>,
    /// EV.
    pub event: Option<String>,
    /// RO.
    pub round: Option<String>,
    /// DT.
    pub date: Option<String>,
    /// PC.
    pub place: Option<String>,
    /// GN.
    pub name: Option<String>,
    /// TM, in milliseconds.
    pub main_time_ms: Option<u64>,
    /// OT.
    pub overtime: Option<String>,
    /// XOT, private: the overtime in kifud's words, where OT, made for all programs, does not say all of it.
    pub exact_overtime: Option<String>,
    /// AP: program and version.
    pub application: Option<String>,
    /// GC.
    pub game_comment: Option<String>,
    /// C of the root node.
    pub comment: Option<String>,
}

/// What is said of one move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveTags {
    /// BL, WL: time left after the move, in milliseconds; real files go below zero.
    pub left_ms: ByColor<Option<i64>>,
    /// OB, OW: stones or periods left (which one, OT has to say).
    pub overtime_left: ByColor<Option<u32>>,
    /// C.
    pub comment: Option<String>,
}

/// Something that was not read as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Handicap stones that HA implies were put on the board.
    ImpliedHandicap {
        /// How many.
        stones: u32,
    },
    /// HA says that there are stones, but not where, and this board has no customary places for them.
    HandicapWithoutStones {
        /// How many.
        stones: u32,
    },
    /// A property whose value means nothing; it was left out.
    Unreadable {
        /// Its name.
        property: String,
        /// Its value.
        value: String,
    },
    /// Something was missing and taken as written.
    Repaired(Repair),
    /// Some bytes are no characters of the file's character set.
    DamagedText,
    /// The file holds more games; the first was read.
    MoreGames {
        /// How many there are.
        games: usize,
    },
    /// The main line was read; there are variations besides it.
    Variations {
        /// Nodes that are not of the main line.
        nodes: usize,
    },
}

/// A game of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFile {
    /// Set-up, moves and edits of the main line. Moves are as put: `judge` says whether they were legal.
    pub record: Record,
    /// What is said of the game.
    pub tags: Tags,
    /// What is said of each move, as many as `record.moves`.
    pub moves: Vec<MoveTags>,
    /// What was not read as written.
    pub notes: Vec<Note>,
}

impl GameFile {
    /// A game of which nothing is said but its record.
    pub fn new(record: Record) -> GameFile {
        let moves = vec![MoveTags::default(); record.moves.len()];
        GameFile { record, tags: Tags::default(), moves, notes: Vec::new() }
    }
}
