//! One player's time: what is left, and what happens at each boundary.

use crate::go::Color;

use super::{ClockHappening, PlayerPhase, TimeControl};

/// One player's time, a variant for each part of each system that can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerClock {
    /// Absolute time.
    Absolute {
        /// What is left, in ms.
        left_ms: u64,
    },
    /// Main time with byo-yomi after it.
    ByoYomiMain {
        /// What is left of the main time, in ms.
        left_ms: u64,
        /// Periods to come.
        periods: u32,
        /// Length of a period, in ms.
        period_ms: u64,
    },
    /// A byo-yomi period.
    ByoYomiPeriod {
        /// What is left of this period in this turn, in ms.
        left_ms: u64,
        /// Periods left, the current one counted.
        periods_left: u32,
        /// Length of a period, in ms.
        period_ms: u64,
    },
    /// Time is over.
    Flagged {
        /// Time spent since it was over, in ms.
        overrun_ms: u64,
    },
}

/// What lies at a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crossing {
    /// Main time is used up; the first period runs on in the same turn.
    PeriodEntered,
    /// A period is filled and lost; the next runs.
    PeriodUsed {
        /// Periods left, the one that now runs counted.
        periods_left: u32,
    },
    /// The last of the time is used up.
    Flagged,
}

impl Crossing {
    /// What happens to this player when their clock crosses the boundary.
    pub const fn of(self, color: Color) -> ClockHappening {
        match self {
            Crossing::PeriodEntered => ClockHappening::PeriodEntered(color),
            Crossing::PeriodUsed { periods_left } => ClockHappening::PeriodUsed { color, periods_left },
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
    /// A player's time at the start of the game. Without main time the first period runs from the first move.
    pub const fn new(control: TimeControl) -> PlayerClock {
        match control {
            TimeControl::Absolute { main_ms } => PlayerClock::Absolute { left_ms: main_ms },
            TimeControl::ByoYomi { main_ms: 0, periods, period_ms } => {
                PlayerClock::ByoYomiPeriod { left_ms: period_ms, periods_left: periods, period_ms }
            }
            TimeControl::ByoYomi { main_ms, periods, period_ms } => PlayerClock::ByoYomiMain { left_ms: main_ms, periods, period_ms },
        }
    }

    /// Spends time in a turn that goes on, and calls `crossed` for each boundary on the way with the ms spent until then.
    ///
    /// Spending `a` and then `b` is the same as spending `a + b`: a pause changes nothing.
    pub fn spend(&mut self, ms: u64, mut crossed: impl FnMut(u64, Crossing)) {
        let (mut to_spend, mut spent) = (ms, 0);
        while let Some(left) = self.until_boundary_ms() {
            if !used_up(to_spend, left) {
                break;
            }
            to_spend -= left;
            spent += left;
            if let Some(crossing) = self.cross() {
                crossed(spent, crossing);
            }
        }
        match self {
            PlayerClock::Absolute { left_ms } | PlayerClock::ByoYomiMain { left_ms, .. } | PlayerClock::ByoYomiPeriod { left_ms, .. } => {
                *left_ms -= to_spend
            }
            PlayerClock::Flagged { overrun_ms } => *overrun_ms = overrun_ms.saturating_add(to_spend),
        }
    }

    /// Completes a turn: spends its last stretch, and only then credits what completing a turn earns.
    ///
    /// The order is flag, period, credit: what is over stays over (field reports, rows 40 and 63), and a period that is not filled
    /// begins anew.
    pub fn complete_turn(&mut self, ms: u64, crossed: impl FnMut(u64, Crossing)) {
        self.spend(ms, crossed);
        self.credit();
    }

    /// What completing a turn earns: a period begins anew.
    pub(super) fn credit(&mut self) {
        match self {
            PlayerClock::ByoYomiPeriod { left_ms, period_ms, .. } => *left_ms = *period_ms,
            PlayerClock::Absolute { .. } | PlayerClock::ByoYomiMain { .. } | PlayerClock::Flagged { .. } => {}
        }
    }

    /// The ms until the next boundary; `None` when there is none left.
    pub const fn until_boundary_ms(&self) -> Option<u64> {
        match *self {
            PlayerClock::Absolute { left_ms } | PlayerClock::ByoYomiMain { left_ms, .. } | PlayerClock::ByoYomiPeriod { left_ms, .. } => {
                Some(left_ms)
            }
            PlayerClock::Flagged { .. } => None,
        }
    }

    /// The clock on the other side of its next boundary, with nothing spent beyond it; `None` when there is none.
    pub(super) fn cross(&mut self) -> Option<Crossing> {
        let (after, crossing) = match *self {
            PlayerClock::ByoYomiMain { periods: periods_left @ 1.., period_ms, .. } => {
                (PlayerClock::ByoYomiPeriod { left_ms: period_ms, periods_left, period_ms }, Crossing::PeriodEntered)
            }
            PlayerClock::ByoYomiPeriod { periods_left: periods_left @ 2.., period_ms, .. } => {
                let periods_left = periods_left - 1;
                (PlayerClock::ByoYomiPeriod { left_ms: period_ms, periods_left, period_ms }, Crossing::PeriodUsed { periods_left })
            }
            PlayerClock::Absolute { .. } | PlayerClock::ByoYomiMain { .. } | PlayerClock::ByoYomiPeriod { .. } => {
                (PlayerClock::Flagged { overrun_ms: 0 }, Crossing::Flagged)
            }
            PlayerClock::Flagged { .. } => return None,
        };
        *self = after;
        Some(crossing)
    }

    /// The part that runs, and what is left of it, in ms.
    pub const fn shown(self, flag_provisional: bool) -> (PlayerPhase, u64) {
        match self {
            PlayerClock::Absolute { left_ms } | PlayerClock::ByoYomiMain { left_ms, .. } => (PlayerPhase::Main, left_ms),
            PlayerClock::ByoYomiPeriod { left_ms, periods_left, .. } => (PlayerPhase::ByoYomi { periods_left }, left_ms),
            PlayerClock::Flagged { .. } => (PlayerPhase::Flagged { provisional: flag_provisional }, 0),
        }
    }

    /// All that is left, the periods to come counted in full, in ms.
    pub const fn total_left_ms(self) -> u64 {
        match self {
            PlayerClock::Absolute { left_ms } => left_ms,
            PlayerClock::ByoYomiMain { left_ms, periods, period_ms } => left_ms.saturating_add((periods as u64).saturating_mul(period_ms)),
            PlayerClock::ByoYomiPeriod { left_ms, periods_left, period_ms } => {
                left_ms.saturating_add((periods_left.saturating_sub(1) as u64).saturating_mul(period_ms))
            }
            PlayerClock::Flagged { .. } => 0,
        }
    }

    /// How far the time is overrun, in ms; `None` while there is time left.
    pub const fn overrun_ms(self) -> Option<u64> {
        match self {
            PlayerClock::Flagged { overrun_ms } => Some(overrun_ms),
            _ => None,
        }
    }
}
