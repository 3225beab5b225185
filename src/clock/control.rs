//! Time controls (CONTRACT 6): a tagged union, whole milliseconds.

use super::blocks::{Block, Blocks};

/// How a game is timed. Meaning, boundaries and sources of each system: see the variants; what runs at a moment is a
/// [`PlayerClock`](super::PlayerClock).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// One amount for the whole game; lost when it reaches 0.
    Absolute {
        /// Main time, in ms.
        main_ms: u64,
    },
    /// Main time, then periods: a period is lost when it is filled, and begins anew when it is not (KGS help; Sensei's Library, Japanese
    /// timing).
    ByoYomi {
        /// Main time, in ms; may be 0.
        main_ms: u64,
        /// Number of periods, 1 or more.
        periods: u32,
        /// Length of a period, in ms, 1 or more.
        period_ms: u64,
    },
    /// Main time, then blocks: so many turns must be completed before a block is used up; then a fresh one begins and the rest of the old
    /// one is lost (EGF, BGA). A pass is a turn.
    Canadian {
        /// Main time, in ms; may be 0.
        main_ms: u64,
        /// Length of a block, in ms, 1 or more.
        period_ms: u64,
        /// Turns in a block, 1 or more.
        stones: u32,
    },
    /// Canadian overtime whose blocks differ; the last one repeats.
    Progressive {
        /// Main time, in ms; may be 0.
        main_ms: u64,
        /// The blocks.
        blocks: Blocks,
    },
    /// A completed turn earns an increment, never after the flag.
    Fischer {
        /// Time at the start, in ms.
        main_ms: u64,
        /// What a turn earns, in ms, 1 or more.
        increment_ms: u64,
        /// The most that a clock rises to, in ms.
        cap_ms: Option<u64>,
        /// The first turn has its increment too, as FIDE has it.
        initial_bonus: bool,
    },
    /// A completed turn gives back what it took, at most `delay_ms`: a clock never rises above what it had when the turn began.
    Bronstein {
        /// Time at the start, in ms.
        main_ms: u64,
        /// The most that a turn gives back, in ms, 1 or more.
        delay_ms: u64,
    },
    /// The first `delay_ms` of each turn cost nothing (simple or US delay).
    Delay {
        /// Time at the start, in ms.
        main_ms: u64,
        /// What costs nothing in each turn, in ms, 1 or more.
        delay_ms: u64,
    },
    /// What one player uses the other one gains.
    Hourglass {
        /// Time of each at the start, in ms.
        main_ms: u64,
    },
    /// So much for each turn, from the first on; lost when it is filled.
    PerMove {
        /// Time of a turn, in ms, 1 or more.
        period_ms: u64,
    },
    /// The NHK cup: so much for each turn; a turn that takes longer opens units, and a unit is spent when it is opened.
    Nhk {
        /// Time of a turn that costs no unit, in ms, 1 or more.
        period_ms: u64,
        /// Units of thinking time.
        units: u32,
        /// Length of a unit, in ms, 1 or more.
        unit_ms: u64,
    },
    /// Chinese reading of seconds: of a limit the last part is a reserve of minutes; a turn within the reserve costs the minutes that it
    /// fills, and the limit may not be used up.
    ChinaReserve {
        /// The whole limit, in ms.
        main_ms: u64,
        /// Its last part, in ms: whole minutes, 1 or more.
        reserve_ms: u64,
    },
    /// Ing overtime with penalty points (article 7): each time that a part of the basic time is begun after it has been used up costs
    /// points, and when all `periods` parts are used the game is lost. Nothing begins anew with a turn.
    IngPenalty {
        /// Basic time, in ms.
        main_ms: u64,
        /// Parts of overtime, 1 or more.
        periods: u32,
        /// A part is the basic time divided by this.
        fraction: u32,
        /// What beginning a part costs, in points.
        points: u32,
    },
    /// Ing overtime with read seconds (article 7): byo-yomi after the basic time.
    IngSeconds {
        /// Basic time, in ms; may be 0.
        main_ms: u64,
        /// Limits of seconds, 1 or more.
        periods: u32,
        /// Length of a limit, in ms, 1 or more.
        period_ms: u64,
    },
}

/// Periods that each begin anew when they are not filled: what byo-yomi, its Ing and its Chinese form and time by the move share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Periods {
    /// Number of periods, 1 or more.
    pub count: u32,
    /// Length of each, in ms.
    pub length_ms: u64,
}

pub(super) const MINUTE_MS: u64 = 60_000;

impl TimeControl {
    /// The most periods: clocks send the number in one byte, in which FF means unknown.
    pub const PERIODS_MAX: u32 = 254;

    /// The most stones in a block, for the same reason.
    pub const STONES_MAX: u32 = 254;

    /// The most points that a part of Ing overtime costs: more than a game is won by, and sums stay far from the end of every integer.
    pub const POINTS_MAX: u32 = 100;

    /// Parts of Ing overtime where nothing else is said (Ing rules, article 7: three sixths, two points each).
    pub const ING_PERIODS: u32 = 3;
    /// What the basic time is divided by for a part of Ing overtime.
    pub const ING_FRACTION: u32 = 6;
    /// What a part of Ing overtime costs, in points.
    pub const ING_POINTS: u32 = 2;

    /// The longest main time or period, 7 days: a device's 32 bits of milliseconds hold it, and no game over the board takes longer.
    pub const DURATION_MAX_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

    /// Main time, in ms: what is given before any overtime; of the Chinese limit the whole of it.
    pub const fn main_ms(&self) -> u64 {
        match *self {
            TimeControl::Absolute { main_ms }
            | TimeControl::ByoYomi { main_ms, .. }
            | TimeControl::Canadian { main_ms, .. }
            | TimeControl::Progressive { main_ms, .. }
            | TimeControl::Fischer { main_ms, .. }
            | TimeControl::Bronstein { main_ms, .. }
            | TimeControl::Delay { main_ms, .. }
            | TimeControl::Hourglass { main_ms }
            | TimeControl::ChinaReserve { main_ms, .. }
            | TimeControl::IngPenalty { main_ms, .. }
            | TimeControl::IngSeconds { main_ms, .. } => main_ms,
            TimeControl::PerMove { .. } | TimeControl::Nhk { .. } => 0,
        }
    }

    /// The periods that follow main time and begin anew with each turn, where there are such.
    pub const fn periods(&self) -> Option<Periods> {
        match *self {
            TimeControl::ByoYomi { periods, period_ms, .. } | TimeControl::IngSeconds { periods, period_ms, .. } => {
                Some(Periods { count: periods, length_ms: period_ms })
            }
            #[expect(clippy::cast_possible_truncation, reason = "checked: at most PERIODS_MAX minutes")]
            TimeControl::ChinaReserve { reserve_ms, .. } => Some(Periods { count: (reserve_ms / MINUTE_MS) as u32, length_ms: MINUTE_MS }),
            TimeControl::PerMove { period_ms } => Some(Periods { count: 1, length_ms: period_ms }),
            _ => None,
        }
    }

    /// The block with this number (the first is 0; the last one repeats), where overtime comes in blocks.
    pub fn block(&self, number: u32) -> Option<Block> {
        match self {
            TimeControl::Canadian { period_ms, stones, .. } => Some(Block { stones: *stones, period_ms: *period_ms }),
            TimeControl::Progressive { blocks, .. } => {
                let list = blocks.as_slice();
                list.get(number as usize).or(list.last()).copied()
            }
            _ => None,
        }
    }

    /// The number of the last block, which repeats; 0 where overtime does not come in blocks.
    pub fn last_block(&self) -> u32 {
        match self {
            TimeControl::Progressive { blocks, .. } => u32::try_from(blocks.as_slice().len().saturating_sub(1)).unwrap_or(0),
            _ => 0,
        }
    }

    /// The points that a player has lost who is in the part of Ing overtime with this number.
    pub const fn penalty_points(&self, number: u32) -> u32 {
        match *self {
            TimeControl::IngPenalty { points, .. } => points.saturating_mul(number),
            _ => 0,
        }
    }

    /// The time that runs before any overtime, in ms: 0 where the overtime starts at once.
    pub const fn before_overtime_ms(&self) -> u64 {
        match *self {
            TimeControl::ChinaReserve { main_ms, reserve_ms } => main_ms - reserve_ms,
            _ => self.main_ms(),
        }
    }

    /// The length of the part of Ing overtime with this number (the first is 1), in ms; `None` beyond the last.
    ///
    /// The part ends when `fraction` times the overtime reaches `number` times the basic time: compared in whole numbers, so that the
    /// parts of a basic time that does not divide differ by a millisecond and their ends do not drift.
    pub const fn penalty_part_ms(&self, number: u32) -> Option<u64> {
        match *self {
            TimeControl::IngPenalty { main_ms, periods, fraction, .. } if number >= 1 && number <= periods => {
                Some(part_end(main_ms, number, fraction) - part_end(main_ms, number - 1, fraction))
            }
            _ => None,
        }
    }

    /// The most by which a clock can rise at the end of a turn without anybody's hand, in ms; a period that begins anew is no rise.
    pub fn credit_max_ms(&self) -> u64 {
        match *self {
            TimeControl::Fischer { increment_ms, .. } => increment_ms,
            TimeControl::Bronstein { delay_ms, .. } | TimeControl::Delay { delay_ms, .. } => delay_ms,
            TimeControl::Hourglass { main_ms } => 2 * main_ms,
            TimeControl::Nhk { period_ms, .. } => period_ms,
            TimeControl::Canadian { period_ms, .. } => period_ms,
            TimeControl::Progressive { blocks, .. } => blocks.as_slice().iter().map(|block| block.period_ms).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// The least overtime, in ms, of which `fraction` times reaches `number` times the basic time.
const fn part_end(main_ms: u64, number: u32, fraction: u32) -> u64 {
    (main_ms * number as u64).div_ceil(fraction as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_indivisible_basic_time_end_where_cross_multiplication_says() {
        let (main_ms, periods, fraction) = (1_000, 3, 6);
        let control = TimeControl::IngPenalty { main_ms, periods, fraction, points: 2 };
        let mut overtime = 0;
        for number in 1..=periods {
            overtime += control.penalty_part_ms(number).unwrap();
            let reached = |overtime: u64| u64::from(fraction) * overtime >= u64::from(number) * main_ms;
            assert!(reached(overtime) && !reached(overtime - 1), "part {number} ends at {overtime}");
        }
        assert_eq!(control.penalty_part_ms(periods + 1), None);
    }
}
