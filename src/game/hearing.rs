//! A process that did not run (stopped by a signal, a machine that slept, a start in the middle of a game) knows nothing of what happened
//! meanwhile, and some of it waits at its ports. Until that has been read nobody's time is judged: no period is said to be used, no flag to
//! have fallen, no press to be missing, nobody to be late.

use crate::clock::{STALE_MS, Timekeeper};
use crate::go::Color;
use crate::time::Mono;

use super::Game;

/// How long a clock that may not have been heard at all is waited for, in ms: one that speaks once a second has spoken by then.
pub const HEARING_MS: u64 = 1_500;

/// How long reading what waits at the ports takes, in ms: that is done at once, but for a machine that has much to catch up with.
pub const READING_MS: u64 = 100;

/// When this process last did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unheard {
    /// From here,
    pub(super) since: Mono,
    /// to here.
    pub(super) until: Mono,
    /// The clock may not have been heard at all since.
    pub(super) for_long: bool,
}

impl Unheard {
    /// When everything that happened until it ran again has been heard.
    fn heard(self) -> Mono {
        self.until.plus_ms(if self.for_long { HEARING_MS } else { READING_MS })
    }
}

impl Game {
    /// This process did not run from now until then. What the clock on the table has done meanwhile only the clock knows: what it shows next is
    /// taken as it is.
    pub(super) fn did_not_run(&mut self, until: Mono) {
        let for_long = until.since_ms(self.now.mono) >= STALE_MS;
        self.unheard = Some(Unheard { since: self.now.mono, until, for_long });
        if let Timekeeper::Device(clock) = &mut self.keeper
            && for_long
        {
            // One that speaks only when it is touched need not have said anything.
            if !clock.manner.only_when_touched {
                clock.lost();
            }
            clock.own = None;
        }
    }

    /// The clock on the table is there. What it sent to a port that was closed, while no process ran, was not heard: our own clock beside it
    /// begins anew with what it shows.
    pub(super) fn clock_back(&mut self) {
        if std::mem::take(&mut self.started_anew)
            && let Timekeeper::Device(clock) = &mut self.keeper
        {
            clock.own = None;
        }
    }

    /// This moment, or the one at which everything that happened before it has been heard.
    pub(super) fn once_heard(&self, at: Mono) -> Mono {
        self.unheard.map_or(at, |unheard| at.max(unheard.heard()))
    }

    /// When a stone that came between these moments is seen at the latest, where this process did not run for some of that time: old scans
    /// may wait at the board's port before the one that shows it. `None` where the process ran all the time.
    pub(super) fn seen_by(&self, from: Mono, to: Mono) -> Option<Mono> {
        let Unheard { since, until, .. } = self.unheard?;
        (since < to && from <= until).then(|| to.max(until.plus_ms(HEARING_MS)))
    }

    /// The earliest moment of a press that has come in now, by a clock that does not stamp its presses itself: they waited at the port since
    /// the process did not run, nobody knows how long.
    pub(super) fn pressed_since(&self, color: Color, at: Mono) -> Option<Mono> {
        let Unheard { since, until, .. } = self.unheard?;
        let in_turn = self.keeper.in_turn() == Some(color);
        let waited = since < until && (since..=until.plus_ms(READING_MS)).contains(&at);
        (in_turn && waited && !self.manner.stamps_presses).then_some(since)
    }

    /// The time between the earliest moment of such a press and its arrival is nobody's.
    pub(super) fn time_of_nobody(&mut self, since: Mono, until: Mono) {
        if let Timekeeper::Daemon(clock) = &mut self.keeper
            && clock.held().is_none()
        {
            clock.hold(since);
            clock.release(until);
        }
    }
}
