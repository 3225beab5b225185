//! One reading of the clock on the table, understood by what was expected: which part of the time it shows, how many periods are left, and
//! whether passing time explains it.

use crate::time::Mono;

use super::device_clock::Heard;
use super::{ClockManner, ClockReading, PlayerClock, Side, TimeControl};

/// How far a reading may be from what is expected before it needs a second one that agrees, in ms, the steps of both readings not counted:
/// protocols that sample the lever report up to a second late.
const TOLERANCE_MS: u64 = 1_000;

/// What the clocks should show at a moment, if time has only passed.
pub(super) struct Expected {
    control: Option<TimeControl>,
    /// The clocks as they were heard; left side first.
    was: [PlayerClock; 2],
    /// The same after the time that has passed.
    is: [PlayerClock; 2],
    ran: Option<Side>,
    elapsed_ms: u64,
    /// What the device's rate may have made of the time since then.
    drift_ms: u64,
    resolution_ms: u64,
    marks_overtime: bool,
}

/// What a reading says.
pub(super) struct Interpreted {
    /// The clocks; left side first.
    pub clocks: [PlayerClock; 2],
    /// The number of periods is derived.
    pub derived: [bool; 2],
    /// Passing time explains what this side shows.
    pub plausible: [bool; 2],
}

impl Interpreted {
    /// Passing time explains both sides.
    pub(super) fn is_plausible(&self) -> bool {
        self.plausible == [true; 2]
    }

    /// What is known with this reading taken over.
    pub(super) fn heard(&self, before: &Heard, reading: &ClockReading, at: Mono) -> Heard {
        Heard {
            at,
            alive: Some(at),
            clocks: self.clocks,
            derived: self.derived,
            running: reading.ticking(),
            resolution_ms: reading.resolution_ms,
            marks_overtime: before.marks_overtime || reading.overtime.contains(&true),
            suspect: None,
        }
    }
}

impl Expected {
    pub(super) fn new(control: Option<TimeControl>, manner: ClockManner, before: &Heard, at: Mono) -> Expected {
        let mut is = before.clocks;
        if let Some(side) = before.running {
            is[side.index()].spend(at.since_ms(before.at), |_, _| {});
        }
        Expected {
            control,
            was: before.clocks,
            is,
            ran: before.running,
            elapsed_ms: at.since_ms(before.at),
            drift_ms: at.since_ms(before.at) * u64::from(manner.rate_error_per_mille) / 1_000,
            resolution_ms: u64::from(before.resolution_ms),
            marks_overtime: before.marks_overtime && manner.always_marks_overtime,
        }
    }

    pub(super) fn interpret(&self, reading: &ClockReading) -> Interpreted {
        let [left, right] = [Side::Left, Side::Right].map(|side| self.interpret_side(reading, side));
        let plausible = [self.explains(reading, Side::Left, left.0), self.explains(reading, Side::Right, right.0)];
        Interpreted { clocks: [left.0, right.0], derived: [left.1, right.1], plausible }
    }

    /// One side's clock, and whether its number of periods is derived.
    fn interpret_side(&self, reading: &ClockReading, side: Side) -> (PlayerClock, bool) {
        let i = side.index();
        let left_ms = u64::from(reading.remaining_ms[i]);
        if reading.flag[i] {
            return (PlayerClock::Flagged { overrun_ms: 0 }, false);
        }
        let told = reading.periods_left[i].map(u32::from);
        let Some(TimeControl::ByoYomi { main_ms, periods, period_ms }) = self.control else {
            return match (self.control, reading.overtime[i]) {
                (None, true) => {
                    let periods_left = told.unwrap_or(1).max(1);
                    (PlayerClock::ByoYomiPeriod { left_ms, periods_left, period_ms: left_ms }, false)
                }
                _ => (PlayerClock::Absolute { left_ms }, false),
            };
        };
        let main = PlayerClock::ByoYomiMain { left_ms, periods, period_ms };
        let derived_left = self.periods_left(reading, side, left_ms, periods, period_ms);
        let period = PlayerClock::ByoYomiPeriod { left_ms, periods_left: told.unwrap_or(derived_left).max(1), period_ms };
        let in_period = if reading.overtime[i] || main_ms == 0 {
            true
        } else if self.marks_overtime || told.is_some() || left_ms > period_ms {
            false
        } else {
            // The device never says: whichever is nearer to what is expected.
            let target = self.is[i].total_left_ms();
            period.total_left_ms().abs_diff(target) < main.total_left_ms().abs_diff(target)
        };
        if in_period { (period, told.is_none()) } else { (main, false) }
    }

    /// The number of periods that goes best with what the display shows.
    ///
    /// The whole time left, periods to come included, is what must agree with passing time: a display that jumps up by a period while its
    /// side runs has lost one. The number never rises by itself.
    fn periods_left(&self, reading: &ClockReading, side: Side, left_ms: u64, periods: u32, period_ms: u64) -> u32 {
        let i = side.index();
        let most = match self.was[i] {
            PlayerClock::ByoYomiPeriod { periods_left, .. } => periods_left,
            _ => periods,
        };
        // A period that begins anew because the turn has ended or the clock was stopped has not been lost.
        let renewed = reading.ticking() != Some(side)
            && self.near(left_ms, period_ms, reading)
            && matches!(self.was[i], PlayerClock::ByoYomiPeriod { .. });
        if self.ran != Some(side) || renewed {
            return most;
        }
        let to_come = self.is[i].total_left_ms().saturating_sub(left_ms);
        let derived = (to_come + period_ms / 2) / period_ms.max(1) + 1;
        u32::try_from(derived).unwrap_or(most).clamp(1, most)
    }

    /// True when passing time explains this side's clock.
    fn explains(&self, reading: &ClockReading, side: Side, clock: PlayerClock) -> bool {
        let i = side.index();
        let was = self.was[i];
        match (was, clock) {
            // A flag, and a flag taken back, is the device's to say.
            (PlayerClock::Flagged { .. }, _) | (_, PlayerClock::Flagged { .. }) => true,
            // A side that does not run shows a period whole, or what was left of it.
            (PlayerClock::ByoYomiPeriod { .. }, PlayerClock::ByoYomiPeriod { left_ms, period_ms, .. })
                if reading.ticking() != Some(side) =>
            {
                left_ms <= period_ms.saturating_add(self.tolerance_ms(reading))
            }
            // The turn may have passed at any moment since: anything that the time since then can have taken.
            _ if self.ran != reading.ticking() => {
                let (most, tolerance) = (was.total_left_ms(), self.tolerance_ms(reading));
                let least = most.saturating_sub(self.elapsed_ms);
                (least.saturating_sub(tolerance)..=most.saturating_add(tolerance)).contains(&clock.total_left_ms())
            }
            _ => self.near(clock.total_left_ms(), self.is[i].total_left_ms(), reading),
        }
    }

    fn near(&self, a: u64, b: u64, reading: &ClockReading) -> bool {
        a.abs_diff(b) <= self.tolerance_ms(reading)
    }

    fn tolerance_ms(&self, reading: &ClockReading) -> u64 {
        TOLERANCE_MS + self.drift_ms + self.resolution_ms + u64::from(reading.resolution_ms)
    }
}
