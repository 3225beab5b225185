//! What comes in and what goes out.

use crate::clock::Side;
use crate::go::{PlayedMove, Point, Size};
use crate::time::Mono;
use crate::wire::{ClockCommand, ClockReport, Grid, Trays};

use super::event::{ClockDocument, Event};
use super::request::{Request, RequestError};

/// One input. Everything that the game ever learns comes through here, with a stamp.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The whole board in record coordinates, different from the one before.
    Scan {
        /// When the board showed it: the device's moment, not the arrival.
        at: Mono,
        /// What it showed.
        grid: Grid,
    },
    /// A stone of unknown colour was put down here (record coordinates), on a board that cannot show what stands.
    Placed {
        /// When it was put down, as near as the board tells.
        at: Mono,
        /// Where.
        point: Point,
    },
    /// Placements were lost, or may have been: what stands on a board that cannot show it is not sure any more.
    Unverified {
        /// When that was noticed.
        at: Mono,
    },
    /// These points cannot be read now (record coordinates).
    Faults(Vec<Point>),
    /// Bowls and lids.
    Trays(Trays),
    /// A hand is on the board.
    Touch(bool),
    /// The board is away (unplugged, silent, restarting).
    BoardLost,
    /// The board is there; a scan follows.
    BoardBack,
    /// The clock says something.
    Clock {
        /// When it happened at the device, not when it arrived.
        at: Mono,
        /// What.
        report: ClockReport,
    },
    /// The clock is away.
    ClockLost,
    /// The clock is there.
    ClockBack,
    /// This process has not run since this input's stamp: stopped, or asleep with its machine. What happened meanwhile waits to be read.
    Stopped {
        /// When it ran again.
        until: Mono,
    },
    /// A person asks for something.
    Request(Request),
}

/// One output, in the order in which they came about.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a handful live at a time; boxing would be paid at every use")]
pub enum Output {
    /// Something has happened.
    Event(Event),
    /// A request is answered.
    Answer(Answer),
    /// The clock on the table is to do this.
    Clock(ClockCommand),
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The request's transaction.
    pub transaction: String,
    /// What came of it.
    pub outcome: Result<AnswerData, RequestError>,
}

/// What a good answer says.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerData {
    /// It was done; the game is now at this revision.
    Done {
        /// The game.
        game_id: String,
        /// Its revision.
        rev: u64,
    },
    /// It was decided, or the chief referee was asked.
    Ruled {
        /// The game.
        game_id: String,
        /// Its revision.
        rev: u64,
        /// The ruling.
        ruling: Option<String>,
        /// The alert that an appeal has raised; `None` where its kind is off at this table.
        alert: Option<String>,
    },
    /// The clock, for `time-left`.
    Clock(ClockDocument),
    /// Send the retained documents again, and events from here (nothing for only the documents).
    Republish {
        /// The first event wanted.
        from_seq: Option<u64>,
    },
    /// An alert is taken.
    Taken {
        /// The game.
        game_id: String,
        /// Its revision.
        rev: u64,
        /// Who had it.
        taken_from: Option<String>,
    },
    /// A player is back.
    Returned {
        /// The game.
        game_id: String,
        /// Its revision.
        rev: u64,
        /// How long the player was away, in ms.
        away_ms: u64,
        /// The number of the first move that was played meanwhile.
        from_n: u32,
        /// The moves that were played meanwhile.
        moves: Vec<PlayedMove>,
        /// The size of the board that they were played on.
        size: Size,
    },
    /// I am here.
    Pong,
    /// The side of the clock on which Black sits, once learnt.
    BlackSide(Side),
}
