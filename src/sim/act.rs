//! What hands do at a table, as data, and what befalls its devices.
//!
//! What *stands* on the wood and what the sensors *show* are two things. [`Act::Put`] and [`Act::Lift`] move stones, and the sensor shows
//! it at once; [`Act::Show`] changes what one sensor shows and moves nothing. A schedule ends each disturbance by showing what then stands,
//! so whoever replays cues keeps one grid, changes one point per act, and needs no notion of the truth.

use crate::clock::Side;
use crate::go::{Color, Point};
use crate::wire::{Cell, Trays};

use super::line::LineFault;

/// One of the two devices on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Device {
    /// The board.
    Board,
    /// The clock.
    Clock,
}

/// One physical act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A stone is put down.
    Put(Point, Color),
    /// The stone on this point is lifted.
    Lift(Point),
    /// The sensor of this point shows something; no stone has moved. It shows it until the next act on this point.
    Show(Point, Cell),
    /// A side of the clock is pressed.
    Press(Side),
    /// Bowls and lids hold so many stones, where the board counts them.
    Trays(Trays),
    /// The clock's pause button: its times stand still, or go on.
    Pause,
    /// A cable is pulled.
    Unplug(Device),
    /// A cable is put back.
    Plug(Device),
    /// What a device says suffers on the line from now on.
    Line(Device, LineFault),
}

impl Act {
    /// What the board's sensor shows after this act, and where; `None` for acts that do not touch the board.
    pub const fn shown(self) -> Option<(Point, Cell)> {
        match self {
            Act::Put(point, color) => Some((point, Cell::Stone(color))),
            Act::Lift(point) => Some((point, Cell::Empty)),
            Act::Show(point, cell) => Some((point, cell)),
            Act::Press(_) | Act::Trays(_) | Act::Pause | Act::Unplug(_) | Act::Plug(_) | Act::Line(..) => None,
        }
    }
}

/// An act with its moment. Cues of one schedule are in order; several may share a moment (a handful).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    /// Milliseconds after the start of the schedule.
    pub at_ms: u64,
    /// The turn it belongs to, counted from 1; 0 is what comes before the first: set-up stones and the press that starts the clock.
    /// Rough hands are still busy with one turn when the next has begun (dead stones lifted after the reply), so turns may interleave.
    pub turn: u32,
    /// What is done.
    pub act: Act,
}
