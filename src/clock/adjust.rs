//! Clocks set by a person: what may be set, and what it means.

use super::game_clock::ClockSetError;
use super::{PlayerClock, PlayerClockState, PlayerPhase, TimeControl};

impl PlayerClock {
    /// This clock with time and periods given or taken.
    ///
    /// Main time does not run out into periods by being taken: it ends, and the first period is whole. Time given to a player who has
    /// flagged revives the last part of the time control.
    ///
    /// # Errors
    /// [`ClockSetError`] when nothing would be left, or the time control has no such periods.
    pub fn adjusted(self, control: TimeControl, delta_ms: i64, periods_delta: i32) -> Result<PlayerClock, ClockSetError> {
        let period_ms = match control {
            TimeControl::Absolute { .. } if periods_delta != 0 => return Err(ClockSetError::NoSuchPeriods),
            TimeControl::Absolute { .. } => 0,
            TimeControl::ByoYomi { period_ms, .. } => period_ms,
        };
        match self {
            PlayerClock::Absolute { left_ms } => Ok(PlayerClock::Absolute { left_ms: changed(left_ms, delta_ms)?.ok_or(NOTHING)? }),
            PlayerClock::ByoYomiMain { left_ms, periods, .. } => {
                let periods = count(periods, periods_delta)?;
                Ok(match changed(left_ms, delta_ms)? {
                    Some(left_ms) => PlayerClock::ByoYomiMain { left_ms, periods, period_ms },
                    None => PlayerClock::ByoYomiPeriod { left_ms: period_ms, periods_left: periods, period_ms },
                })
            }
            PlayerClock::ByoYomiPeriod { left_ms, periods_left, .. } => {
                let periods_left = count(periods_left, periods_delta)?;
                let left_ms = changed(left_ms, delta_ms)?.ok_or(NOTHING)?;
                Ok(PlayerClock::ByoYomiPeriod { left_ms, periods_left, period_ms })
            }
            PlayerClock::Flagged { .. } => match control {
                TimeControl::Absolute { .. } => Ok(PlayerClock::Absolute { left_ms: changed(0, delta_ms)?.ok_or(NOTHING)? }),
                TimeControl::ByoYomi { .. } if periods_delta > 0 => {
                    let left_ms = changed(period_ms, delta_ms)?.ok_or(NOTHING)?;
                    Ok(PlayerClock::ByoYomiPeriod { left_ms, periods_left: count(0, periods_delta)?, period_ms })
                }
                TimeControl::ByoYomi { .. } => {
                    let left_ms = changed(0, delta_ms)?.ok_or(NOTHING)?;
                    Ok(PlayerClock::ByoYomiPeriod { left_ms, periods_left: count(1, periods_delta)?, period_ms })
                }
            },
        }
    }

    /// The clock that shows this.
    ///
    /// # Errors
    /// [`ClockSetError`] when the time control has no such state.
    pub fn from_state(control: TimeControl, state: PlayerClockState) -> Result<PlayerClock, ClockSetError> {
        let left_ms = state.remaining_ms;
        if left_ms > TimeControl::DURATION_MAX_MS {
            return Err(ClockSetError::TooLong);
        }
        match (state.phase, control) {
            (PlayerPhase::Flagged { .. }, _) => Ok(PlayerClock::Flagged { overrun_ms: 0 }),
            (PlayerPhase::Main, TimeControl::Absolute { .. }) if left_ms > 0 => Ok(PlayerClock::Absolute { left_ms }),
            (PlayerPhase::Main, TimeControl::ByoYomi { periods, period_ms, .. }) if left_ms > 0 => {
                Ok(PlayerClock::ByoYomiMain { left_ms, periods, period_ms })
            }
            // A main time of 0 is not a loss: the periods are all there.
            (PlayerPhase::Main, TimeControl::ByoYomi { periods, period_ms, .. }) => {
                Ok(PlayerClock::ByoYomiPeriod { left_ms: period_ms, periods_left: periods, period_ms })
            }
            (PlayerPhase::ByoYomi { periods_left }, TimeControl::ByoYomi { period_ms, .. }) => {
                let periods_left = count(periods_left, 0)?;
                if left_ms == 0 {
                    return Err(NOTHING);
                }
                Ok(PlayerClock::ByoYomiPeriod { left_ms, periods_left, period_ms })
            }
            (PlayerPhase::ByoYomi { .. }, TimeControl::Absolute { .. }) => Err(ClockSetError::NoSuchPeriods),
            (PlayerPhase::Main, TimeControl::Absolute { .. }) => Err(NOTHING),
        }
    }
}

const NOTHING: ClockSetError = ClockSetError::NothingLeft;

/// The time after a change; `None` when nothing is left.
fn changed(left_ms: u64, delta_ms: i64) -> Result<Option<u64>, ClockSetError> {
    let after = left_ms.saturating_add_signed(delta_ms);
    if after > TimeControl::DURATION_MAX_MS {
        return Err(ClockSetError::TooLong);
    }
    Ok((after > 0).then_some(after))
}

/// The number of periods after a change.
fn count(periods: u32, delta: i32) -> Result<u32, ClockSetError> {
    match periods.checked_add_signed(delta) {
        None | Some(0) => Err(NOTHING),
        Some(after) if after > TimeControl::PERIODS_MAX => Err(ClockSetError::NoSuchPeriods),
        Some(after) => Ok(after),
    }
}
