//! kifud's own clock beside the device's: the same presses, our time. It takes no part in the game; it is the witness against a clock that
//! runs wrongly, was set by hand in mid-game, or counts for the wrong player.

use crate::go::Color;
use crate::time::Mono;

use super::device_clock::DeviceClock;
use super::{ClockHappening, GameClock, PlayerClock, Side};

/// Times in steps of this, in ms, are too coarse to be added up from turn to turn.
const COARSE_MS: u64 = 1_000;

/// kifud's own clock, and what it has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// The clock.
    pub clock: GameClock,
    /// Since when the device has differed; told when a second reading says the same.
    pub differs: Option<Mono>,
    /// The difference was told.
    pub told: bool,
    /// The last turn ended so near a boundary that either side of it may be right.
    pub near_boundary: bool,
}

/// A difference must last for so long to be told, in ms: two reports of a clock that reports every second.
const LASTING_MS: u64 = 900;

impl DeviceClock {
    /// Sets our own clock to what the device shows, and starts it if it is not there.
    pub fn agree(&mut self) {
        let (Some(heard), Some(control), Some(black)) = (self.heard, self.control, self.black_side) else {
            self.own = None;
            return;
        };
        let mut clock = GameClock::new(control);
        for color in [Color::Black, Color::White] {
            let side = black.of(color);
            clock.clocks[color] = heard.clocks[side.index()];
            clock.used_ms[color] = self.used_ms[side.index()];
        }
        if let Some(color) = heard.running.and_then(|side| self.color(side)) {
            clock.start(color, heard.at);
        }
        self.own = Some(Beside { clock, differs: None, told: false, near_boundary: false });
    }

    /// This side's press ended its turn.
    pub(super) fn own_press(&mut self, side: Side, at: Mono) {
        let (Some(color), allowed) = (self.color(side), self.allowed_ms()) else { return };
        let rules = self.rules();
        let Some(own) = &mut self.own else { return };
        let before = own.clock.at(color, at);
        let length = rules.periods().map(|periods| periods.length_ms);
        own.near_boundary = match (before, length) {
            (PlayerClock::Flagged { overrun_ms }, _) => overrun_ms <= allowed,
            (PlayerClock::Period { left_ms, .. }, Some(length)) => left_ms <= allowed || length.saturating_sub(left_ms) <= allowed,
            _ => before.until_boundary_ms().is_some_and(|left_ms| left_ms <= allowed),
        };
        own.clock.press(color, at);
    }

    /// The device stands or runs.
    pub(super) fn own_runs(&mut self, running: Option<Side>, at: Mono) {
        let color = running.and_then(|side| self.color(side));
        let Some(own) = &mut self.own else { return };
        match color {
            Some(color) => {
                own.clock.start(color, at);
            }
            None => {
                own.clock.pause(at);
            }
        }
    }

    /// How far the device may differ before it is said, in ms: its step on both sides, the wait for late packets, the stamps of a clock that
    /// is sampled, and what its rate may be off: for a quartz 3.6 s an hour. The Chinese rules of 2002 replace a clock that is off by two
    /// minutes an hour.
    fn allowed_ms(&self) -> u64 {
        let step = self.heard.map_or(0, |heard| u64::from(heard.resolution_ms));
        let used = self.used_ms[0] + self.used_ms[1];
        let drift = (used * u64::from(self.manner.rate_error_per_mille)).div_ceil(1_000);
        2 * step + self.latency_ms + u64::from(self.manner.uncertainty_ms) + drift
    }

    /// Compares a reading that was taken over with our own clock.
    pub(super) fn compare(&mut self, at: Mono, set_by_hand: bool) -> Option<(Mono, ClockHappening)> {
        let heard = self.heard?;
        if self.own.is_none() || set_by_hand {
            if heard.running.is_some() || set_by_hand {
                self.agree();
            }
            return None;
        }
        let (rules, allowed) = (self.rules(), self.allowed_ms());
        let far = [Side::Left, Side::Right].into_iter().filter_map(|side| {
            let color = self.color(side)?;
            let own = self.own.as_ref()?.clock.at(color, at);
            Some((color, heard.clocks[side.index()].total_left_ms(&rules).abs_diff(own.total_left_ms(&rules))))
        });
        let (color, difference_ms) = far.max_by_key(|&(_, difference)| difference)?;
        let own = self.own.as_mut()?;
        if difference_ms <= allowed {
            own.differs = None;
            let was_told = std::mem::take(&mut own.told);
            // Stamps of a clock that shows whole seconds are too coarse to be added up.
            if u64::from(heard.resolution_ms) >= COARSE_MS || own.near_boundary {
                self.agree();
            }
            return was_told.then_some((at, ClockHappening::Agrees));
        }
        if std::mem::take(&mut own.near_boundary) {
            self.agree();
            return None;
        }
        let since = *own.differs.get_or_insert(at);
        if own.told || at.since_ms(since) < LASTING_MS {
            return None;
        }
        own.told = true;
        Some((at, ClockHappening::Disagrees { color, difference_ms }))
    }
}
