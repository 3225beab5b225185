//! One reading of the clock on the table, understood by what was expected: which part of the time it shows, how many periods are left, and
//! whether passing time explains it.

use crate::time::Mono;

use super::device_clock::UNTOLD;
use super::heard::Heard;
use super::{ClockManner, ClockReading, Periods, PlayerClock, Side, TimeControl};

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
            is[side.index()].spend(&control.unwrap_or(UNTOLD), at.since_ms(before.at), |_, _| {});
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
        let (clock, derived) = self.interpret_time(reading, side, left_ms);
        // A clock that sends milliseconds and runs at nothing has come to its end, whether it has a flag or not.
        let over = left_ms == 0
            && u64::from(reading.resolution_ms) < TOLERANCE_MS
            && reading.ticking() == Some(side)
            && self.control.as_ref().is_some_and(|control| clock.total_left_ms(control) == 0);
        if over { (PlayerClock::Flagged { overrun_ms: 0 }, false) } else { (clock, derived) }
    }

    /// What a side's time means while its flag has not fallen.
    fn interpret_time(&self, reading: &ClockReading, side: Side, left_ms: u64) -> (PlayerClock, bool) {
        let i = side.index();
        let periods_told = reading.periods_left[i].map(u32::from);
        let Some(control) = &self.control else {
            let periods_left = periods_told.unwrap_or(1).max(1);
            let clock =
                if reading.overtime[i] { PlayerClock::Period { left_ms, periods_left } } else { PlayerClock::Main { left_ms, periods: 0 } };
            return (clock, false);
        };
        let main = self.main(control, i, left_ms);
        let Some((overtime, derived)) = self.overtime(control, reading, side, left_ms) else { return (main, false) };
        let told = periods_told.is_some() || reading.stones_left[i].is_some();
        let in_overtime = if reading.overtime[i] || control.before_overtime_ms() == 0 {
            true
        } else if self.marks_overtime || told || left_ms > longest(control) {
            false
        } else {
            // The device never says: whichever is nearer to what is expected.
            let target = self.is[i].total_left_ms(control);
            overtime.total_left_ms(control).abs_diff(target) < main.total_left_ms(control).abs_diff(target)
        };
        if in_overtime { (overtime, derived) } else { (main, false) }
    }

    /// The clock in main time. What a display does not show (the delay left of a turn, periods to come) is what is expected.
    fn main(&self, control: &TimeControl, i: usize, left_ms: u64) -> PlayerClock {
        match (PlayerClock::new(control), self.is[i]) {
            (PlayerClock::Bronstein { .. }, PlayerClock::Bronstein { used_ms, .. }) => PlayerClock::Bronstein { left_ms, used_ms },
            (PlayerClock::Bronstein { .. }, _) => PlayerClock::Bronstein { left_ms, used_ms: 0 },
            (PlayerClock::Delay { .. }, PlayerClock::Delay { delay_left_ms, .. }) => PlayerClock::Delay { left_ms, delay_left_ms },
            (PlayerClock::Delay { delay_left_ms, .. }, _) => PlayerClock::Delay { left_ms, delay_left_ms },
            _ => PlayerClock::Main { left_ms, periods: control.periods().map_or(0, |periods| periods.count) },
        }
    }

    /// The clock in overtime, and whether where it stands in it is derived; `None` where the time control has no overtime.
    fn overtime(&self, control: &TimeControl, reading: &ClockReading, side: Side, left_ms: u64) -> Option<(PlayerClock, bool)> {
        let i = side.index();
        let periods_told = reading.periods_left[i].map(u32::from);
        if let Some(periods) = control.periods() {
            let derived = || self.periods_left(reading, side, left_ms, periods);
            let clock = PlayerClock::Period { left_ms, periods_left: periods_told.unwrap_or_else(derived).max(1) };
            return Some((clock, periods_told.is_none()));
        }
        if let TimeControl::Nhk { .. } = control {
            let PlayerClock::Nhk { units_left, in_unit, .. } = self.is[i] else { return Some((PlayerClock::new(control), true)) };
            let clock = PlayerClock::Nhk { left_ms, units_left: periods_told.unwrap_or(units_left), in_unit };
            return Some((clock, periods_told.is_none()));
        }
        if let TimeControl::IngPenalty { periods, .. } = *control {
            let expected = if let PlayerClock::Penalty { period, .. } = self.is[i] { period } else { 1 };
            let told = periods_told.map(|left| (periods + 1).saturating_sub(left).clamp(1, periods));
            return Some((PlayerClock::Penalty { left_ms, period: told.unwrap_or(expected) }, told.is_none()));
        }
        let (expected, block) = match self.is[i] {
            PlayerClock::Block { stones_left, block, .. } => (stones_left, block),
            _ => (control.block(0)?.stones, 0),
        };
        let told = reading.stones_left[i].map(u32::from);
        Some((PlayerClock::Block { left_ms, stones_left: told.unwrap_or(expected).max(1), block }, told.is_none()))
    }

    /// The number of periods that goes best with what the display shows.
    ///
    /// The whole time left, periods to come included, is what must agree with passing time: a display that jumps up by a period while its
    /// side runs has lost one. The number never rises by itself.
    fn periods_left(&self, reading: &ClockReading, side: Side, left_ms: u64, periods: Periods) -> u32 {
        let i = side.index();
        let most = match self.was[i] {
            PlayerClock::Period { periods_left, .. } => periods_left,
            _ => periods.count,
        };
        let Some(control) = &self.control else { return most };
        // A period that begins anew because the turn has ended or the clock was stopped has not been lost.
        let renewed = reading.ticking() != Some(side)
            && self.near(left_ms, periods.length_ms, reading)
            && matches!(self.was[i], PlayerClock::Period { .. });
        if self.ran != Some(side) || renewed {
            return most;
        }
        let to_come = self.is[i].total_left_ms(control).saturating_sub(left_ms);
        let derived = (to_come + periods.length_ms / 2) / periods.length_ms.max(1) + 1;
        u32::try_from(derived).unwrap_or(most).clamp(1, most)
    }

    /// True when passing time explains this side's clock.
    fn explains(&self, reading: &ClockReading, side: Side, clock: PlayerClock) -> bool {
        let i = side.index();
        let was = self.was[i];
        let rules = self.control.unwrap_or(UNTOLD);
        match (was, clock) {
            // A flag, and a flag taken back, is the device's to say.
            (PlayerClock::Flagged { .. }, _) | (_, PlayerClock::Flagged { .. }) => true,
            // A side that does not run shows a period whole, or what was left of it.
            (PlayerClock::Period { .. }, PlayerClock::Period { left_ms, .. }) if reading.ticking() != Some(side) => {
                let whole = rules.periods().map_or(left_ms, |periods| periods.length_ms);
                left_ms <= whole.saturating_add(self.tolerance_ms(reading))
            }
            // The turn may have passed at any moment since: anything that the time since then can have taken, and the end of a turn given.
            _ if self.ran != reading.ticking() => {
                let (most, tolerance) = (was.total_left_ms(&rules), self.tolerance_ms(reading));
                let least = most.saturating_sub(self.elapsed_ms);
                let most = most.saturating_add(rules.credit_max_ms());
                (least.saturating_sub(tolerance)..=most.saturating_add(tolerance)).contains(&clock.total_left_ms(&rules))
            }
            _ => self.near(clock.total_left_ms(&rules), self.is[i].total_left_ms(&rules), reading),
        }
    }

    fn near(&self, a: u64, b: u64, reading: &ClockReading) -> bool {
        a.abs_diff(b) <= self.tolerance_ms(reading)
    }

    fn tolerance_ms(&self, reading: &ClockReading) -> u64 {
        TOLERANCE_MS + self.drift_ms + self.resolution_ms + u64::from(reading.resolution_ms)
    }
}

/// The longest stretch of overtime that a display can show, in ms.
fn longest(control: &TimeControl) -> u64 {
    let parts = control.penalty_part_ms(1).into_iter();
    let blocks = (0..=control.last_block()).filter_map(|number| control.block(number)).map(|block| block.period_ms);
    let periods = control.periods().into_iter().map(|periods| periods.length_ms);
    parts.chain(blocks).chain(periods).max().unwrap_or(0)
}
