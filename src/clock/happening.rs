//! What happens to the time by itself, and what a turn took.

use crate::go::Color;
use crate::time::Mono;

use super::Call;

/// Something that happens to the time without anybody asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockHappening {
    /// This player's main time is over; the first period runs.
    PeriodEntered(Color),
    /// This player has filled a period.
    PeriodUsed {
        /// Whose.
        color: Color,
        /// Periods left, the one that now runs counted.
        periods_left: u32,
    },
    /// Seconds are called for this player.
    Called {
        /// Whose.
        color: Color,
        /// What is called.
        call: Call,
    },
    /// This player has begun a part of Ing overtime, and it costs points.
    Penalty {
        /// Whose.
        color: Color,
        /// Its number, the first is 1.
        period: u32,
    },
    /// This player's time is over.
    Flagged(Color),
    /// The device has taken this player's flag back.
    FlagWithdrawn(Color),
    /// The device has started this player's time, from standing.
    Started(Color),
    /// The device has stopped all time.
    Stopped,
    /// The device runs the opponent's time although no press was heard: this player's turn is over. The press may be lost or still come;
    /// closing the turn with [`super::Timekeeper::press`] gives its time, and the press that comes later then changes nothing.
    TurnPassed(Color),
    /// The device shows another time than passing time explains, and has said so twice: it was set by hand, or replaced.
    Jumped(Color),
    /// The device and our own clock differ by more than its step, the wait for late packets and its rate explain.
    Disagrees {
        /// Whose time differs most.
        color: Color,
        /// By how much, in ms.
        difference_ms: u64,
    },
    /// They agree again.
    Agrees,
    /// The device has been silent for so long that its time is not shown as running any more.
    Stale,
    /// The device is heard again.
    Heard,
}

/// What is new, and what was told before and has not happened after all: a press stamped before it has come since.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reported {
    /// What has happened and was not told before, each at its own moment.
    pub happened: Vec<(Mono, ClockHappening)>,
    /// What was told before and has not happened.
    pub withdrawn: Vec<ClockHappening>,
}

/// What a turn took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnTime {
    /// Time used in it, in ms.
    pub used_ms: u64,
    /// The player's time was over, by so many ms, when the turn ended.
    pub overrun_ms: Option<u64>,
    /// What the end of the turn says about the time.
    pub reported: Reported,
}

impl TurnTime {
    /// A flag that was told has not fallen: the press is stamped before it.
    pub fn flag_withdrawn(&self) -> bool {
        self.reported.withdrawn.iter().any(|happening| matches!(happening, ClockHappening::Flagged(_)))
    }
}
