//! What a clock on the table claims. A claim, not a fact: whether a time may rise is no question for this module.

use crate::go::Color;

/// A side of the physical clock, as the referee sees it from the players' side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// The side of this player, where Black sits on this one.
    #[must_use]
    pub const fn of(self, color: Color) -> Side {
        match color {
            Color::Black => self,
            Color::White => self.other(),
        }
    }

    /// 0 for left, 1 for right: the place in a pair.
    pub const fn index(self) -> usize {
        match self {
            Side::Left => 0,
            Side::Right => 1,
        }
    }
}

/// How a clock speaks, as far as its protocol tells it: the same as long as the same clock is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockManner {
    /// So much may lie between what happens at the clock and the stamp that it gets here, in ms: the stamp is never the earlier one.
    pub uncertainty_ms: u32,
    /// How far its rate may be off, in parts of a thousand.
    pub rate_error_per_mille: u32,
    /// It speaks only when something is done to it: while it runs its silence says nothing.
    pub only_when_touched: bool,
    /// It stamps its presses itself; elsewhere a press has the moment at which it was read.
    pub stamps_presses: bool,
    /// Overtime is always marked: a time without the mark is main time. Elsewhere a mark may come off the display, or never have come.
    pub always_marks_overtime: bool,
}

impl ClockManner {
    /// A clock that stamps its own events and says its times at least once a second.
    pub const EXACT: ClockManner = ClockManner {
        uncertainty_ms: 0,
        rate_error_per_mille: 1,
        only_when_touched: false,
        stamps_presses: true,
        always_marks_overtime: true,
    };
}

/// Both times as a device claims them; pairs are left side first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// Remaining time, in ms. In overtime: of the current period.
    pub remaining_ms: [u32; 2],
    /// The side whose time runs.
    pub running: Option<Side>,
    /// Periods left, the current one counted; `None` when the device does not say.
    pub periods_left: [Option<u8>; 2],
    /// Stones left in a Canadian block; `None` when the device does not say.
    pub stones_left: [Option<u8>; 2],
    /// The flag has fallen.
    pub flag: [bool; 2],
    /// The side is in overtime.
    pub overtime: [bool; 2],
    /// The clock is paused.
    pub paused: bool,
    /// The smallest step of the times, in ms (1 for a clock that sends milliseconds).
    pub resolution_ms: u32,
}

impl ClockReading {
    /// The side whose time passes: a clock that is paused may still mark whose turn it is.
    pub fn ticking(&self) -> Option<Side> {
        self.running.filter(|_| !self.paused)
    }
}
