//! What the game says of the clocks (CONTRACT 4.2, 4.3).

use crate::clock::PlayerClockState;
use crate::go::{ByColor, Color};
use crate::time::{Mono, Wall};

/// What happened to the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockChange {
    /// It runs for the first time.
    Started,
    /// It stands.
    Paused,
    /// It runs again.
    Resumed,
    /// A player's main time is over and the first period has begun.
    PeriodEntered,
    /// Periods were used up.
    PeriodUsed,
    /// A part of Ing overtime has begun, and costs points.
    Penalty,
    /// Seconds are called.
    Countdown {
        /// What is said: the seconds used, or in the count of the last ten its number.
        call: u64,
        /// Seconds used of what runs.
        seconds: u64,
    },
    /// A flag has fallen, perhaps.
    Flagged {
        /// A press stamped before it may still come.
        provisional: bool,
    },
    /// It had not: a press stamped before it has come.
    FlagWithdrawn,
    /// A person changed it.
    Adjusted,
    /// The device and our own clock differ beyond what delay and resolution explain.
    Disagrees,
}

/// Both clocks at one moment (CONTRACT 4.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockDocument {
    /// When it was true.
    pub as_of: Wall,
    /// The same moment for those who count on.
    pub as_of_mono: Mono,
    /// Whose time runs.
    pub running: Option<Color>,
    /// True when the device keeps time, false when kifud does.
    pub from_device: bool,
    /// The device is silent: the figures are old.
    pub stale: bool,
    /// How wrong the figures may be, in ms.
    pub uncertainty_ms: u64,
    /// Captured stones are being lifted and nobody's time runs for it; `None` where that never happens.
    pub capture_neutral: Option<bool>,
    /// The device does not say how many periods, stones or units this player has left: it is worked out.
    pub derived: ByColor<bool>,
    /// When the turn began.
    pub turn_started: Option<Wall>,
    /// Time used in the turn so far, in ms.
    pub turn_used_ms: Option<u64>,
    /// Both players.
    pub players: ByColor<PlayerClockState>,
}
