//! kifud's own clocks as a person sets or changes them.

use crate::go::{ByColor, Color};
use crate::time::Mono;

use super::{GameClock, PlayerClock, PlayerClockState, TimeControl};

/// Why a clock cannot be changed so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClockSetError {
    /// Nothing would be left.
    #[error("this would leave no time: rule on the loss instead")]
    NothingLeft,
    /// Periods where the time control has none, or more than a clock can show.
    #[error("the time control has no such periods")]
    NoSuchPeriods,
    /// More than a clock can show.
    #[error("this is more time than a clock can show")]
    TooLong,
}

impl GameClock {
    /// Gives or takes time and periods (a ruling, a request). In a period the time is that of the current one.
    ///
    /// # Errors
    /// [`ClockSetError`] when nothing would be left, or the time control has no such periods; then nothing changes.
    pub fn adjust(&mut self, color: Color, delta_ms: i64, periods_delta: i32, at: Mono) -> Result<(), ClockSetError> {
        self.change(color, at, |clock, control, _| clock.adjusted(control, delta_ms, periods_delta))
    }

    /// Changes one clock, by what it is, how the game is timed and what its player has used in the whole game, in ms.
    ///
    /// # Errors
    /// Whatever the change refuses; then nothing changes.
    pub fn change(
        &mut self,
        color: Color,
        at: Mono,
        change: impl FnOnce(PlayerClock, &TimeControl, u64) -> Result<PlayerClock, ClockSetError>,
    ) -> Result<(), ClockSetError> {
        let mut changed = self.clone();
        changed.fold(at);
        changed.clocks[color] = change(changed.clocks[color], &changed.control, changed.used_ms[color])?;
        changed.reopen_flag();
        *self = changed;
        Ok(())
    }

    /// Sets both clocks and who runs. The turn goes on when it is the same player's, and begins at `at` otherwise.
    ///
    /// # Errors
    /// [`ClockSetError`] when the time control has no such state; then nothing changes.
    pub fn set(&mut self, states: ByColor<PlayerClockState>, running: Option<Color>, at: Mono) -> Result<(), ClockSetError> {
        let clocks = ByColor {
            black: PlayerClock::from_state(&self.control, states.black)?,
            white: PlayerClock::from_state(&self.control, states.white)?,
        };
        self.fold(at);
        match running {
            Some(color) => {
                self.start(color, at);
            }
            None => {
                self.pause(at);
            }
        }
        self.clocks = clocks;
        self.used_ms = states.map(|state| state.total_used_ms);
        self.reopen_flag();
        Ok(())
    }

    /// A clock that has time again has no confirmed flag.
    fn reopen_flag(&mut self) {
        if let Some(turn) = &mut self.turn
            && self.clocks[turn.color].overrun_ms().is_none()
        {
            turn.flag_confirmed = false;
            self.reported = turn.from;
        }
    }
}
