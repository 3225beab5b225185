//! Time controls (CONTRACT 6): a tagged union, whole milliseconds.

/// How a game is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// One amount for the whole game; lost when it reaches 0.
    Absolute {
        /// Main time, in ms.
        main_ms: u64,
    },
    /// Main time, then periods: a period is lost when it is filled, and begins anew when it is not.
    ByoYomi {
        /// Main time, in ms; may be 0.
        main_ms: u64,
        /// Number of periods, 1 or more.
        periods: u32,
        /// Length of a period, in ms, 1 or more.
        period_ms: u64,
    },
}

/// Why a time control cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// No time at all.
    #[error("main time must be longer than 0: with nothing after it the game would be lost at its first moment")]
    NoMainTime,
    /// Overtime without a period.
    #[error("byo-yomi needs at least 1 period")]
    NoPeriods,
    /// More periods than [`TimeControl::PERIODS_MAX`].
    #[error("{0} periods are more than a clock can show (at most {max})", max = TimeControl::PERIODS_MAX)]
    TooManyPeriods(u32),
    /// A period of no length.
    #[error("a period must be longer than 0")]
    NoPeriodLength,
    /// A duration beyond [`TimeControl::DURATION_MAX_MS`].
    #[error("a time of more than 7 days is a slip of the pen")]
    TooLong,
}

impl TimeControl {
    /// The most periods: clocks send the number in one byte, in which FF means unknown.
    pub const PERIODS_MAX: u32 = 254;

    /// The longest main time or period, 7 days: a device's 32 bits of milliseconds hold it, and no game over the board takes longer.
    pub const DURATION_MAX_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

    /// Refuses what cannot be played. Whoever takes a time control from outside asks this once (field reports, row 56).
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub const fn check(self) -> Result<(), TimeControlError> {
        let (main_ms, period_ms) = match self {
            TimeControl::Absolute { main_ms: 0 } => return Err(TimeControlError::NoMainTime),
            TimeControl::Absolute { main_ms } => (main_ms, 0),
            TimeControl::ByoYomi { periods: 0, .. } => return Err(TimeControlError::NoPeriods),
            TimeControl::ByoYomi { periods, .. } if periods > TimeControl::PERIODS_MAX => {
                return Err(TimeControlError::TooManyPeriods(periods));
            }
            TimeControl::ByoYomi { period_ms: 0, .. } => return Err(TimeControlError::NoPeriodLength),
            TimeControl::ByoYomi { main_ms, period_ms, .. } => (main_ms, period_ms),
        };
        if main_ms > TimeControl::DURATION_MAX_MS || period_ms > TimeControl::DURATION_MAX_MS {
            return Err(TimeControlError::TooLong);
        }
        Ok(())
    }

    /// Main time, in ms.
    pub const fn main_ms(self) -> u64 {
        match self {
            TimeControl::Absolute { main_ms } | TimeControl::ByoYomi { main_ms, .. } => main_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_played_is_refused_with_its_reason() {
        let byo_yomi = |main_ms, periods, period_ms| TimeControl::ByoYomi { main_ms, periods, period_ms };
        let table = [
            (TimeControl::Absolute { main_ms: 0 }, Err(TimeControlError::NoMainTime)),
            (TimeControl::Absolute { main_ms: 1 }, Ok(())),
            (TimeControl::Absolute { main_ms: TimeControl::DURATION_MAX_MS + 1 }, Err(TimeControlError::TooLong)),
            (byo_yomi(0, 5, 30_000), Ok(())),
            (byo_yomi(0, 0, 30_000), Err(TimeControlError::NoPeriods)),
            (byo_yomi(0, TimeControl::PERIODS_MAX, 30_000), Ok(())),
            (byo_yomi(0, TimeControl::PERIODS_MAX + 1, 30_000), Err(TimeControlError::TooManyPeriods(255))),
            (byo_yomi(60_000, 5, 0), Err(TimeControlError::NoPeriodLength)),
            (byo_yomi(60_000, 5, TimeControl::DURATION_MAX_MS + 1), Err(TimeControlError::TooLong)),
        ];
        for (control, expected) in table {
            assert_eq!(control.check(), expected, "{control:?}");
        }
    }
}
