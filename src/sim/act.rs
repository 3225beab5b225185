//! What hands do at a table, as data.

use crate::clock::Side;
use crate::go::{Color, Point};

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
    /// A side of the clock is pressed.
    Press(Side),
    /// A cable is pulled.
    Unplug(Device),
    /// A cable is put back.
    Plug(Device),
}

/// An act with its moment. Cues of one schedule are in order; several may share a moment (a handful).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    /// Milliseconds after the start of the schedule.
    pub at_ms: u64,
    /// The turn it belongs to, counted from 1; 0 is what comes before the first: set-up stones and the press that starts the clock.
    pub turn: u32,
    /// What is done.
    pub act: Act,
}
