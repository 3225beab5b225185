//! A process that was stopped, or slept with its machine.

use crate::game::Input;
use crate::time::Stamp;

use super::{Desk, Effect, PortNews};

/// A process that did not run for so long has missed what happened on the board, in ms: longer than a stone settles and a press is
/// tolerated without it.
const BOARD_ANEW_MS: u64 = 2_500;

impl Desk {
    /// This process did not run from `then` until `now`, and must not judge by deadlines that ran out meanwhile before it has read what waits
    /// for it. After seconds it is as if the board had been away since then: its line is begun anew, and what it shows next is explained like
    /// after any absence. A clock's line goes on: its presses wait to be read.
    pub fn stopped(&mut self, then: Stamp, now: Stamp, effects: &mut Vec<Effect>) {
        self.give(then, Input::Stopped { until: now.mono }, effects);
        if let Some(line) = self.clock.as_mut().filter(|line| line.presence.open) {
            // It was not the clock that was silent.
            line.presence.opened = now.mono;
        }
        if self.board.presence.open && now.mono.since_ms(then.mono) >= BOARD_ANEW_MS {
            self.board_port(then, &PortNews::Lost, effects);
            self.board_port(now, &PortNews::Opened, effects);
        }
    }
}
