//! The game at one moment, as documents show it (CONTRACT 4.1): plain values, no way to change anything.

use crate::go::{ByColor, Color, HalfPoints, Record};
use crate::sense::Discrepancy;
use crate::time::Wall;

use super::counting::Count;
use super::event::{GameResult, Phase};
use super::leaving::Seat;
use super::ledger::Ledger;
use super::match_score::SideScore;
use super::muting::Mute;
use super::request::{MatchInfo, Players};
use super::ruling::Ruling;
use super::sealed::Sealing;

/// Everything the `game` document says.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot<'a> {
    /// The game, or the idle stretch between two games.
    pub game_id: &'a str,
    /// Number of the last event.
    pub seq: u64,
    /// Revision.
    pub rev: u64,
    /// When it was true.
    pub as_of: Wall,
    /// Where the game is.
    pub phase: Phase,
    /// Event, round, board.
    pub match_info: &'a MatchInfo,
    /// The score of the match, with this game where it has ended; empty where none is kept.
    pub score: Vec<SideScore>,
    /// Name of the rulebook.
    pub rulebook: &'a str,
    /// Komi.
    pub komi: HalfPoints,
    /// Handicap stones.
    pub handicap: u32,
    /// Names.
    pub players: &'a Players,
    /// Set-up, moves, edits, size.
    pub record: &'a Record,
    /// Who is to move.
    pub to_move: Color,
    /// The position of the record, row by row from the top left: `None` is an empty point.
    pub board: Vec<Option<Color>>,
    /// CONTRACT 4.1.
    pub position_hash: String,
    /// The wood agrees with the record.
    pub agrees: bool,
    /// Nothing was lost on the way (an event-only board may lose something).
    pub verified: bool,
    /// Where the wood differs.
    pub discrepancies: Vec<Discrepancy>,
    /// Stones each has captured; `None` when unknown.
    pub captured: Option<ByColor<u32>>,
    /// Ids of the open alerts.
    pub open_alerts: Vec<&'a str>,
    /// What each player has been given.
    pub ledger: ByColor<Ledger>,
    /// The rulings, in their order.
    pub rulings: &'a [Ruling],
    /// Who has left the seat, and how often.
    pub seats: &'a ByColor<Seat>,
    /// The sealed move.
    pub sealing: Option<&'a Sealing>,
    /// Kinds that are muted now.
    pub muted: Vec<&'a Mute>,
    /// The count, where one was made.
    pub count: Option<Count>,
    /// The result of an ended game, or what has been counted and must still be proved.
    pub result: Option<GameResult>,
}
