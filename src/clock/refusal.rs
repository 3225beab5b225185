//! Why a time control cannot be played.

use super::{Blocks, TimeControl};

/// Why a time control cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// No time at all.
    #[error("main time must be longer than 0: with nothing after it the game would be lost at its first moment")]
    NoMainTime,
    /// Overtime without a period.
    #[error("overtime needs at least 1 period")]
    NoPeriods,
    /// More periods than [`TimeControl::PERIODS_MAX`].
    #[error("{0} periods are more than a clock can show (at most {max})", max = TimeControl::PERIODS_MAX)]
    TooManyPeriods(u32),
    /// A period of no length.
    #[error("a period must be longer than 0")]
    NoPeriodLength,
    /// A block without a stone.
    #[error("a block needs at least 1 stone")]
    NoStones,
    /// More stones than [`TimeControl::STONES_MAX`].
    #[error("{0} stones are more than a clock can show (at most {max})", max = TimeControl::STONES_MAX)]
    TooManyStones(u32),
    /// Progressive overtime without a block, or with more than [`Blocks::MAX`].
    #[error("progressive overtime needs 1 to {max} blocks", max = Blocks::MAX)]
    Blocks,
    /// An increment or a delay of no length.
    #[error("it must be longer than 0: without it this is absolute time")]
    NoIncrement,
    /// A cap below the time at the start.
    #[error("the cap must be at least the main time")]
    CapBelowMain,
    /// A reserve that is no whole number of minutes, or none.
    #[error("the reserve is whole minutes, 1 or more")]
    Reserve,
    /// A reserve longer than the limit that it is a part of.
    #[error("the reserve is the last part of the main time: it cannot be longer")]
    ReserveBeyondMain,
    /// A fraction of 0, or parts that come to nothing.
    #[error("the parts of overtime must be longer than 0")]
    NoFraction,
    /// A duration beyond [`TimeControl::DURATION_MAX_MS`].
    #[error("a time of more than 7 days is a slip of the pen")]
    TooLong,
}

impl TimeControlError {
    /// The key of CONTRACT 6 that is to blame.
    pub const fn key(self) -> &'static str {
        match self {
            TimeControlError::NoMainTime | TimeControlError::TooLong => "main",
            TimeControlError::NoPeriods | TimeControlError::TooManyPeriods(_) => "periods",
            TimeControlError::NoPeriodLength => "period",
            TimeControlError::NoStones | TimeControlError::TooManyStones(_) => "stones",
            TimeControlError::Blocks => "blocks",
            TimeControlError::NoIncrement => "increment",
            TimeControlError::CapBelowMain => "cap",
            TimeControlError::Reserve | TimeControlError::ReserveBeyondMain => "reserve",
            TimeControlError::NoFraction => "fraction",
        }
    }
}
