//! What is said of what people report and do, of sealed moves, and of stones beside the board.
#![expect(missing_docs, reason = "a variant's line says what its fields are; more lines would say it again")]

use crate::go::{Color, Vertex};
use crate::referee::Kind;

/// Moves named in a text at most; the event names all.
pub(super) const MOVES_MAX: usize = 12;

/// Of what people say and do. `None` for a place is a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtDesk {
    /// A person reports this kind of this player.
    Reported { kind: Kind, of: Option<Color>, by: Option<String>, note: Option<String> },
    /// A player calls the referee, in the own time or in the opponent's.
    Called { by: Option<Color>, own_time: bool },
    /// A claim was made in the opponent's time.
    ClaimedInOpponentsTime { by: Color },
    /// A player has left the seat, so often by now; in the own overtime, and with the clock running.
    LeftSeat { who: Color, times: u32, overtime: bool, clock_runs: bool },
    /// A player is back, and these moves were played meanwhile.
    Back { who: Color, meanwhile: Vec<(u32, Option<Vertex>)> },
}

/// Of a sealed move. `None` for a place is a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfSeal {
    /// Nobody can read it.
    Unreadable { by: Color },
    /// It is not what its digest says.
    Otherwise { by: Color, reads: Option<Vertex> },
    /// Another point was played.
    Elsewhere { by: Color, sealed: Option<Vertex>, played: Option<Vertex> },
    /// A stone stands on the point.
    Occupied { by: Color, at: Vertex },
}

/// A player, by the name that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlayer {
    pub color: Color,
    pub name: String,
}

/// Of the competition: its form, and its line-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfMatch {
    /// A game without a winner in a competition in which one of two goes on: drawn, or without a result.
    NoWinner { drawn: bool },
    /// This player does not belong at this board: the line-up has these.
    NotInLineup { who: NamedPlayer, board: u32, set: Vec<String> },
    /// This player sits at this board, and by the line-up belongs at that one.
    OtherBoard { who: NamedPlayer, board: u32, set: u32 },
    /// This player plays with this partner, and by the line-up with that one.
    OtherPartner { who: NamedPlayer, partner: String, set: String },
    /// In the order of the relay this one's team has another now.
    NotNext { who: NamedPlayer, set: String },
    /// For a board of a team one player was set, and another is named now.
    PlacingChanged { board: u32, team: String, set: String, now: String },
}

/// Of stones beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BesideBoard {
    /// A bowl does not hold as many stones as it should before play.
    BowlNotFull { of: Color, holds: u32, should: u32 },
    /// Play has begun although something was said that ought to have been put right before.
    BegunAllTheSame,
    /// A lid does not hold what its player has captured, and what pays for points.
    Lid { of: Color, holds: u32, captured: u32, paid: u32 },
    /// So many stones of a colour are nowhere.
    Nowhere { stones: Color, count: u32 },
    /// There are so many stones of a colour more than before play.
    TooMany { stones: Color, count: u32 },
}
