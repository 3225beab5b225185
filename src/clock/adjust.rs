//! Clocks set by a person: what may be set, and what it means.

use super::{ClockSetError, PlayerClock, PlayerClockState, PlayerPhase, TimeControl};

impl PlayerClock {
    /// This clock with time and periods given or taken: periods of byo-yomi, minutes of a reserve, units, stones of a block still to be
    /// played, parts of Ing overtime still to come.
    ///
    /// Main time does not run out into overtime by being taken: it ends, and the overtime is whole. Time given to a player who has
    /// flagged revives the last part of the time control.
    ///
    /// # Errors
    /// [`ClockSetError`] when nothing would be left, or the time control has no such periods.
    pub fn adjusted(self, control: &TimeControl, delta_ms: i64, periods_delta: i32) -> Result<PlayerClock, ClockSetError> {
        let with_periods = self.with_periods(control, periods_delta)?;
        let left_ms = match with_periods {
            PlayerClock::Delay { left_ms, .. } => left_ms,
            other => other.until_boundary_ms().unwrap_or(0),
        };
        match changed(left_ms, delta_ms)? {
            Some(left_ms) => Ok(with_periods.with_left(left_ms)),
            None => match with_periods {
                PlayerClock::Main { periods, .. } => PlayerClock::overtime(control, periods).ok_or(NOTHING),
                _ => Err(NOTHING),
            },
        }
    }

    /// The clock as it would be without a change that brought it into another part of its time: what it showed before, less what its player
    /// has used since.
    ///
    /// # Errors
    /// [`ClockSetError`] when the time control has no such state.
    pub fn put_back(control: &TimeControl, shown: PlayerClockState, used_ms: u64) -> Result<PlayerClock, ClockSetError> {
        let mut clock = PlayerClock::from_state(control, shown)?;
        clock.spend(control, used_ms, |_, _| {});
        Ok(clock)
    }

    /// The same part of the time with so many periods more or fewer. A flagged clock becomes the last part of its system, with nothing
    /// left of it unless a whole period was given.
    fn with_periods(self, control: &TimeControl, delta: i32) -> Result<PlayerClock, ClockSetError> {
        match self {
            PlayerClock::Main { left_ms, periods } if control.periods().is_some() => {
                Ok(PlayerClock::Main { left_ms, periods: count(periods, delta)? })
            }
            PlayerClock::Period { left_ms, periods_left } => Ok(PlayerClock::Period { left_ms, periods_left: count(periods_left, delta)? }),
            PlayerClock::Block { left_ms, stones_left, block } => {
                let most = control.block(block).map_or(stones_left, |whole| whole.stones);
                let stones_left = count(stones_left, delta)?;
                if stones_left > most {
                    return Err(ClockSetError::NoSuchPeriods);
                }
                Ok(PlayerClock::Block { left_ms, stones_left, block })
            }
            PlayerClock::Nhk { left_ms, units_left, in_unit } => {
                let units_left = units_left.checked_add_signed(delta).filter(|&units| units <= TimeControl::PERIODS_MAX);
                Ok(PlayerClock::Nhk { left_ms, units_left: units_left.ok_or(ClockSetError::NoSuchPeriods)?, in_unit })
            }
            PlayerClock::Penalty { left_ms, period } => {
                // A part given back is a part less begun.
                let period = i64::from(period) - i64::from(delta);
                let period = u32::try_from(period).ok().filter(|&period| control.penalty_part_ms(period).is_some());
                Ok(PlayerClock::Penalty { left_ms, period: period.ok_or(ClockSetError::NoSuchPeriods)? })
            }
            PlayerClock::Flagged { .. } => PlayerClock::revived(control, delta),
            other if delta == 0 => Ok(other),
            _ => Err(ClockSetError::NoSuchPeriods),
        }
    }

    /// The last part of a time control, for a player who has flagged.
    fn revived(control: &TimeControl, delta: i32) -> Result<PlayerClock, ClockSetError> {
        if let Some(periods) = control.periods() {
            return Ok(match delta {
                0 => PlayerClock::Period { left_ms: 0, periods_left: 1 },
                given => PlayerClock::Period { left_ms: periods.length_ms, periods_left: count(0, given)? },
            });
        }
        match *control {
            TimeControl::Nhk { unit_ms, .. } => Ok(match delta {
                0 => PlayerClock::Nhk { left_ms: 0, units_left: 0, in_unit: true },
                given => PlayerClock::Nhk { left_ms: unit_ms, units_left: count(0, given)? - 1, in_unit: true },
            }),
            TimeControl::IngPenalty { periods, .. } => PlayerClock::Penalty { left_ms: 0, period: periods }.with_periods(control, delta),
            _ if delta != 0 => Err(ClockSetError::NoSuchPeriods),
            TimeControl::Canadian { .. } | TimeControl::Progressive { .. } => {
                Ok(PlayerClock::Block { left_ms: 0, stones_left: 1, block: control.last_block() })
            }
            TimeControl::Bronstein { .. } => Ok(PlayerClock::Bronstein { left_ms: 0, used_ms: 0 }),
            TimeControl::Delay { .. } => Ok(PlayerClock::Delay { left_ms: 0, delay_left_ms: 0 }),
            _ => Ok(PlayerClock::Main { left_ms: 0, periods: 0 }),
        }
    }

    /// The same with so much left.
    fn with_left(mut self, ms: u64) -> PlayerClock {
        match &mut self {
            PlayerClock::Main { left_ms, .. }
            | PlayerClock::Bronstein { left_ms, .. }
            | PlayerClock::Delay { left_ms, .. }
            | PlayerClock::Period { left_ms, .. }
            | PlayerClock::Block { left_ms, .. }
            | PlayerClock::Nhk { left_ms, .. }
            | PlayerClock::Penalty { left_ms, .. } => *left_ms = ms,
            PlayerClock::Flagged { .. } => {}
        }
        self
    }

    /// The clock that shows this.
    ///
    /// # Errors
    /// [`ClockSetError`] when the time control has no such state.
    pub fn from_state(control: &TimeControl, state: PlayerClockState) -> Result<PlayerClock, ClockSetError> {
        let left_ms = state.remaining_ms;
        if left_ms > TimeControl::DURATION_MAX_MS {
            return Err(ClockSetError::TooLong);
        }
        let part = match (state.phase, *control) {
            (PlayerPhase::Flagged { .. }, _) => return Ok(PlayerClock::Flagged { overrun_ms: 0 }),
            (PlayerPhase::Main, _) => return PlayerClock::main_from(control, state),
            (PlayerPhase::ByoYomi { periods_left }, TimeControl::ChinaReserve { .. })
            | (PlayerPhase::Reserve { minutes_left: periods_left }, TimeControl::ChinaReserve { .. }) => {
                PlayerClock::Period { left_ms, periods_left: count(periods_left, 0)? }
            }
            (PlayerPhase::ByoYomi { periods_left }, _) if control.periods().is_some() => {
                PlayerClock::Period { left_ms, periods_left: count(periods_left, 0)? }
            }
            (PlayerPhase::Canadian { stones_left, block }, _) if control.block(block).is_some() => {
                let most = control.block(block).map_or(0, |whole| whole.stones);
                if !(1..=most).contains(&stones_left) {
                    return Err(ClockSetError::NoSuchPeriods);
                }
                PlayerClock::Block { left_ms, stones_left, block: block.min(control.last_block()) }
            }
            (PlayerPhase::Nhk { units_left, in_unit }, TimeControl::Nhk { .. }) if units_left <= TimeControl::PERIODS_MAX => {
                PlayerClock::Nhk { left_ms, units_left, in_unit }
            }
            (PlayerPhase::IngPenalty { period, .. }, _) if control.penalty_part_ms(period).is_some() => {
                PlayerClock::Penalty { left_ms, period }
            }
            _ => return Err(ClockSetError::NoSuchPeriods),
        };
        if left_ms == 0 { Err(NOTHING) } else { Ok(part) }
    }

    /// A clock that shows main time. A main time of 0 before an overtime is not a loss: the overtime is all there.
    fn main_from(control: &TimeControl, state: PlayerClockState) -> Result<PlayerClock, ClockSetError> {
        let left_ms = state.remaining_ms;
        let periods = control.periods().map_or(0, |periods| periods.count);
        match *control {
            TimeControl::PerMove { .. } | TimeControl::Nhk { .. } => Err(ClockSetError::NoSuchPeriods),
            _ if left_ms == 0 => PlayerClock::overtime(control, periods).ok_or(NOTHING),
            TimeControl::Bronstein { .. } => Ok(PlayerClock::Bronstein { left_ms, used_ms: 0 }),
            TimeControl::Delay { delay_ms, .. } => {
                Ok(PlayerClock::Delay { left_ms, delay_left_ms: state.delay_left_ms.map_or(delay_ms, |left| left.min(delay_ms)) })
            }
            _ => Ok(PlayerClock::Main { left_ms, periods }),
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
