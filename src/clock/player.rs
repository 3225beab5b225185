//! One player's time: what is left, and what happens at each boundary.

use crate::go::Color;

use super::{Call, ClockHappening, PlayerPhase, TimeControl};

/// One player's time: a variant for each kind of time that can run. What follows it and how long it is says the [`TimeControl`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerClock {
    /// Main time, and all the time of systems that have no other.
    Main {
        /// What is left, in ms.
        left_ms: u64,
        /// Periods to come, where periods follow.
        periods: u32,
    },
    /// Bronstein time.
    Bronstein {
        /// What is left, in ms.
        left_ms: u64,
        /// Used in this turn, in ms: the most that its end can give back.
        used_ms: u64,
    },
    /// Time with a delay before it in each turn.
    Delay {
        /// What is left, in ms.
        left_ms: u64,
        /// What is left of this turn's delay, in ms.
        delay_left_ms: u64,
    },
    /// A period that begins anew with each turn: byo-yomi, a Chinese minute, an Ing limit of seconds, time by the move.
    Period {
        /// What is left of this period in this turn, in ms.
        left_ms: u64,
        /// Periods left, the current one counted.
        periods_left: u32,
    },
    /// A block of Canadian or progressive overtime.
    Block {
        /// What is left of it, in ms.
        left_ms: u64,
        /// Turns still to complete in it.
        stones_left: u32,
        /// Its number, the first is 0.
        block: u32,
    },
    /// NHK time: the free part of a turn, or a unit that was opened in it.
    Nhk {
        /// What is left of that, in ms.
        left_ms: u64,
        /// Units not yet opened.
        units_left: u32,
        /// A unit runs.
        in_unit: bool,
    },
    /// A part of Ing overtime.
    Penalty {
        /// What is left of it, in ms.
        left_ms: u64,
        /// Its number, the first is 1.
        period: u32,
    },
    /// Time is over.
    Flagged {
        /// Time spent since it was over, in ms.
        overrun_ms: u64,
    },
}

/// What lies on the way of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    /// Seconds are called; nothing else happens.
    Called(Call),
    /// Main time is used up; the first period or block runs on in the same turn.
    PeriodEntered,
    /// A period is filled and lost, or a unit is opened; the next runs.
    PeriodUsed {
        /// Periods left, the one that now runs counted; units left, the one that now runs not counted.
        periods_left: u32,
    },
    /// A part of Ing overtime begins, and costs points.
    Penalty {
        /// Its number, the first is 1.
        period: u32,
    },
    /// The last of the time is used up.
    Flagged,
}

impl Crossing {
    /// What happens to this player when their clock crosses the boundary.
    pub const fn of(self, color: Color) -> ClockHappening {
        match self {
            Crossing::Called(call) => ClockHappening::Called { color, call },
            Crossing::PeriodEntered => ClockHappening::PeriodEntered(color),
            Crossing::PeriodUsed { periods_left } => ClockHappening::PeriodUsed { color, periods_left },
            Crossing::Penalty { period } => ClockHappening::Penalty { color, period },
            Crossing::Flagged => ClockHappening::Flagged(color),
        }
    }
}

/// The one rule for every boundary: a stretch of this length is used up when the time spent *reaches* it.
///
/// Periods are half open. KGS: a period is used up when its timer reaches 0; Japan since December 1963: lost when "ten" is said.
const fn used_up(spent_ms: u64, length_ms: u64) -> bool {
    spent_ms >= length_ms
}

impl PlayerClock {
    /// A player's time at the start of the game. Without main time the overtime runs from the first move.
    pub fn new(control: &TimeControl) -> PlayerClock {
        let periods = control.periods().map_or(0, |periods| periods.count);
        match *control {
            TimeControl::Bronstein { main_ms, .. } => PlayerClock::Bronstein { left_ms: main_ms, used_ms: 0 },
            TimeControl::Delay { main_ms, delay_ms } => PlayerClock::Delay { left_ms: main_ms, delay_left_ms: delay_ms },
            TimeControl::Nhk { period_ms, units, .. } => PlayerClock::Nhk { left_ms: period_ms, units_left: units, in_unit: false },
            TimeControl::Fischer { main_ms, initial_bonus: true, .. } => {
                let mut clock = PlayerClock::Main { left_ms: main_ms, periods };
                clock.credit(control);
                clock
            }
            _ => match (control.before_overtime_ms(), PlayerClock::overtime(control, periods)) {
                (0, Some(overtime)) => overtime,
                (left_ms, _) => PlayerClock::Main { left_ms, periods },
            },
        }
    }

    /// The overtime at its start, where there is any.
    pub(super) fn overtime(control: &TimeControl, periods: u32) -> Option<PlayerClock> {
        if let Some(length_ms) = control.periods().map(|periods| periods.length_ms) {
            return (periods > 0).then_some(PlayerClock::Period { left_ms: length_ms, periods_left: periods });
        }
        if let Some(left_ms) = control.penalty_part_ms(1) {
            return Some(PlayerClock::Penalty { left_ms, period: 1 });
        }
        PlayerClock::fresh_block(control, 0)
    }

    fn fresh_block(control: &TimeControl, block: u32) -> Option<PlayerClock> {
        let fresh = control.block(block)?;
        Some(PlayerClock::Block { left_ms: fresh.period_ms, stones_left: fresh.stones, block })
    }

    /// Spends time in a turn that goes on, and calls `crossed` for each boundary on the way with the ms spent until then.
    ///
    /// Spending `a` and then `b` is the same as spending `a + b`: a pause changes nothing.
    pub fn spend(&mut self, control: &TimeControl, ms: u64, mut crossed: impl FnMut(u64, Crossing)) {
        let mut spent = 0;
        while let Some(until) = self.until_next_ms(control)
            && used_up(ms - spent, until)
            && let Some((until, crossing)) = self.advance(control)
        {
            spent += until;
            crossed(spent, crossing);
        }
        self.take(ms - spent);
    }

    /// Completes a turn: spends its last stretch, and only then credits what completing a turn earns.
    ///
    /// The order is flag, period, credit: what is over stays over (field reports, rows 40 and 63), and a period that is not filled
    /// begins anew.
    pub fn complete_turn(&mut self, control: &TimeControl, ms: u64, crossed: impl FnMut(u64, Crossing)) {
        self.spend(control, ms, crossed);
        self.credit(control);
    }

    /// What completing a turn earns. A clock without its time control (a device's, in a game without one) earns nothing.
    pub(super) fn credit(&mut self, control: &TimeControl) {
        match (&mut *self, *control) {
            (PlayerClock::Main { left_ms, .. }, TimeControl::Fischer { increment_ms, cap_ms, .. }) => {
                let risen = left_ms.saturating_add(increment_ms);
                // A clock that a person has set above the cap stays there.
                *left_ms = cap_ms.map_or(risen, |cap| risen.min(cap)).max(*left_ms);
            }
            (PlayerClock::Bronstein { left_ms, used_ms }, TimeControl::Bronstein { delay_ms, .. }) => {
                *left_ms += delay_ms.min(*used_ms);
                *used_ms = 0;
            }
            (PlayerClock::Delay { delay_left_ms, .. }, TimeControl::Delay { delay_ms, .. }) => *delay_left_ms = delay_ms,
            (PlayerClock::Nhk { left_ms, in_unit, .. }, TimeControl::Nhk { period_ms, .. }) => {
                *left_ms = period_ms;
                *in_unit = false;
            }
            (PlayerClock::Period { left_ms, .. }, _) => {
                if let Some(periods) = control.periods() {
                    *left_ms = periods.length_ms;
                }
            }
            (PlayerClock::Block { stones_left: stones_left @ 2.., .. }, _) => *stones_left -= 1,
            (PlayerClock::Block { block, .. }, _) => {
                // The number stands still at the last block, which repeats.
                let next = (*block + 1).min(control.last_block());
                if let Some(fresh) = PlayerClock::fresh_block(control, next) {
                    *self = fresh;
                }
            }
            _ => {}
        }
    }

    /// The ms until something lies on the way, a call or a boundary; `None` when nothing does.
    pub(super) fn until_next_ms(&self, control: &TimeControl) -> Option<u64> {
        let boundary = self.until_boundary_ms()?;
        Some(self.next_call(control).map_or(boundary, |call| boundary - call.left_ms()))
    }

    /// The ms until the next boundary, calls not counted; `None` when there is none left.
    pub const fn until_boundary_ms(&self) -> Option<u64> {
        match *self {
            PlayerClock::Main { left_ms, .. }
            | PlayerClock::Bronstein { left_ms, .. }
            | PlayerClock::Period { left_ms, .. }
            | PlayerClock::Block { left_ms, .. }
            | PlayerClock::Nhk { left_ms, .. }
            | PlayerClock::Penalty { left_ms, .. } => Some(left_ms),
            PlayerClock::Delay { left_ms, delay_left_ms } => Some(left_ms.saturating_add(delay_left_ms)),
            PlayerClock::Flagged { .. } => None,
        }
    }

    /// Spends time up to the next thing on the way, and crosses it: the ms spent, and what it was.
    pub(super) fn advance(&mut self, control: &TimeControl) -> Option<(u64, Crossing)> {
        let until = self.until_next_ms(control)?;
        if let Some(call) = self.next_call(control) {
            self.take(until);
            return Some((until, Crossing::Called(call)));
        }
        Some((until, self.cross(control)?))
    }

    /// Spends time that reaches no boundary.
    fn take(&mut self, ms: u64) {
        match self {
            PlayerClock::Main { left_ms, .. }
            | PlayerClock::Period { left_ms, .. }
            | PlayerClock::Block { left_ms, .. }
            | PlayerClock::Nhk { left_ms, .. }
            | PlayerClock::Penalty { left_ms, .. } => *left_ms -= ms,
            PlayerClock::Bronstein { left_ms, used_ms } => {
                *left_ms -= ms;
                *used_ms += ms;
            }
            PlayerClock::Delay { left_ms, delay_left_ms } => {
                let free = ms.min(*delay_left_ms);
                *delay_left_ms -= free;
                *left_ms -= ms - free;
            }
            PlayerClock::Flagged { overrun_ms } => *overrun_ms = overrun_ms.saturating_add(ms),
        }
    }

    /// The clock on the other side of its next boundary, with nothing spent beyond it; `None` when there is none.
    fn cross(&mut self, control: &TimeControl) -> Option<Crossing> {
        const OVER: (PlayerClock, Crossing) = (PlayerClock::Flagged { overrun_ms: 0 }, Crossing::Flagged);
        let (after, crossing) = match (*self, *control) {
            (PlayerClock::Main { periods, .. }, _) => match PlayerClock::overtime(control, periods) {
                Some(overtime @ PlayerClock::Penalty { period, .. }) => (overtime, Crossing::Penalty { period }),
                Some(overtime) => (overtime, Crossing::PeriodEntered),
                None => OVER,
            },
            (PlayerClock::Period { periods_left: periods_left @ 2.., .. }, _) => match control.periods() {
                Some(periods) => {
                    let periods_left = periods_left - 1;
                    (PlayerClock::Period { left_ms: periods.length_ms, periods_left }, Crossing::PeriodUsed { periods_left })
                }
                None => OVER,
            },
            (PlayerClock::Nhk { units_left: units_left @ 1.., .. }, TimeControl::Nhk { unit_ms, .. }) => {
                let periods_left = units_left - 1;
                (PlayerClock::Nhk { left_ms: unit_ms, units_left: periods_left, in_unit: true }, Crossing::PeriodUsed { periods_left })
            }
            (PlayerClock::Penalty { period, .. }, _) => match control.penalty_part_ms(period + 1) {
                Some(left_ms) => (PlayerClock::Penalty { left_ms, period: period + 1 }, Crossing::Penalty { period: period + 1 }),
                None => OVER,
            },
            (PlayerClock::Flagged { .. }, _) => return None,
            _ => OVER,
        };
        *self = after;
        Some(crossing)
    }

    /// Time that the opponent has used, where the system gives it to this player (hourglass).
    pub(super) const fn gain(&mut self, ms: u64) {
        if let PlayerClock::Main { left_ms, .. } = self {
            *left_ms = left_ms.saturating_add(ms);
        }
    }

    /// The part that runs, and what is left of it, in ms.
    pub fn shown(&self, control: &TimeControl, flag_provisional: bool) -> (PlayerPhase, u64) {
        match *self {
            PlayerClock::Main { left_ms, .. } | PlayerClock::Bronstein { left_ms, .. } => (PlayerPhase::Main, left_ms),
            PlayerClock::Delay { left_ms, .. } => (PlayerPhase::Main, left_ms),
            PlayerClock::Period { left_ms, periods_left } => match control {
                TimeControl::ChinaReserve { .. } => (PlayerPhase::Reserve { minutes_left: periods_left }, left_ms),
                _ => (PlayerPhase::ByoYomi { periods_left }, left_ms),
            },
            PlayerClock::Block { left_ms, stones_left, block } => (PlayerPhase::Canadian { stones_left, block }, left_ms),
            PlayerClock::Nhk { left_ms, units_left, in_unit } => (PlayerPhase::Nhk { units_left, in_unit }, left_ms),
            PlayerClock::Penalty { left_ms, period } => {
                (PlayerPhase::IngPenalty { period, penalty_points: control.penalty_points(period) }, left_ms)
            }
            PlayerClock::Flagged { .. } => (PlayerPhase::Flagged { provisional: flag_provisional }, 0),
        }
    }

    /// What is left of this turn's delay, in ms, where there is one.
    pub const fn delay_left_ms(&self) -> Option<u64> {
        match *self {
            PlayerClock::Delay { delay_left_ms, .. } => Some(delay_left_ms),
            _ => None,
        }
    }

    /// All that is left if no turn ends, the parts to come counted in full, in ms.
    pub fn total_left_ms(&self, control: &TimeControl) -> u64 {
        let (mut clock, mut total) = (*self, 0_u64);
        while let Some(left_ms) = clock.until_boundary_ms() {
            total = total.saturating_add(left_ms);
            if clock.cross(control).is_none() {
                break;
            }
        }
        total
    }

    /// How far the time is overrun, in ms; `None` while there is time left.
    pub const fn overrun_ms(&self) -> Option<u64> {
        match *self {
            PlayerClock::Flagged { overrun_ms } => Some(overrun_ms),
            _ => None,
        }
    }
}
