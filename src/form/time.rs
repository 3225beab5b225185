//! Time controls, as in configuration, requests and documents (CONTRACT 6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::{Block, Blocks, TimeControl};

use super::{DurationText, FormError};

/// A time control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "system", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeForm {
    /// One amount for the whole game.
    Absolute {
        /// Main time.
        main: DurationText,
    },
    /// Main time, then periods: a period is lost when it is filled.
    ByoYomi {
        /// Main time; may be "0s".
        main: DurationText,
        /// Number of periods.
        #[schemars(range(min = 1))]
        periods: u32,
        /// Length of a period.
        period: DurationText,
    },
    /// Main time, then blocks: so many turns in so much time.
    Canadian {
        /// Main time; may be "0s".
        main: DurationText,
        /// Length of a block.
        period: DurationText,
        /// Turns in a block.
        #[schemars(range(min = 1))]
        stones: u32,
    },
    /// Canadian overtime with different blocks; the last one repeats.
    Progressive {
        /// Main time; may be "0s".
        main: DurationText,
        /// The blocks.
        blocks: Vec<BlockForm>,
    },
    /// A completed turn earns an increment.
    Fischer {
        /// Time at the start.
        main: DurationText,
        /// What a turn earns.
        increment: DurationText,
        /// The most that a clock rises to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cap: Option<DurationText>,
        /// The first turn has its increment too.
        #[serde(default)]
        initial_bonus: bool,
    },
    /// A completed turn gives back what it took, up to a delay.
    Bronstein {
        /// Time at the start.
        main: DurationText,
        /// The most that a turn gives back.
        delay: DurationText,
    },
    /// The first part of each turn costs nothing.
    Delay {
        /// Time at the start.
        main: DurationText,
        /// What costs nothing.
        delay: DurationText,
    },
    /// What one player uses the other gains.
    Hourglass {
        /// Time of each at the start.
        main: DurationText,
    },
    /// So much for each turn.
    PerMove {
        /// Time of a turn.
        period: DurationText,
    },
    /// So much for each turn, then units of thinking time.
    Nhk {
        /// Time of a turn that costs no unit.
        period: DurationText,
        /// Units.
        units: u32,
        /// Length of a unit.
        unit: DurationText,
    },
    /// A limit whose last part is a reserve of minutes.
    ChinaReserve {
        /// The whole limit.
        main: DurationText,
        /// Its last part, whole minutes.
        reserve: DurationText,
    },
    /// Ing overtime with penalty points.
    IngPp {
        /// Basic time.
        main: DurationText,
        /// Parts of overtime.
        #[serde(default = "ing_periods")]
        periods: u32,
        /// A part is the basic time divided by this.
        #[serde(default = "ing_fraction")]
        fraction: u32,
        /// What beginning a part costs, in points.
        #[serde(default = "ing_points")]
        points: u32,
    },
    /// Ing overtime with read seconds.
    IngRs {
        /// Basic time; may be "0s".
        main: DurationText,
        /// Limits of seconds.
        #[schemars(range(min = 1))]
        periods: u32,
        /// Length of a limit.
        period: DurationText,
    },
}

/// A block of progressive overtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockForm {
    /// Turns in it.
    pub stones: u32,
    /// Its length.
    pub period: DurationText,
}

const fn ing_periods() -> u32 {
    TimeControl::ING_PERIODS
}

const fn ing_fraction() -> u32 {
    TimeControl::ING_FRACTION
}

const fn ing_points() -> u32 {
    TimeControl::ING_POINTS
}

impl From<TimeControl> for TimeForm {
    fn from(time: TimeControl) -> TimeForm {
        const fn text(ms: u64) -> DurationText {
            DurationText(ms)
        }
        match time {
            TimeControl::Absolute { main_ms } => TimeForm::Absolute { main: text(main_ms) },
            TimeControl::ByoYomi { main_ms, periods, period_ms } => {
                TimeForm::ByoYomi { main: text(main_ms), periods, period: text(period_ms) }
            }
            TimeControl::Canadian { main_ms, period_ms, stones } => {
                TimeForm::Canadian { main: text(main_ms), period: text(period_ms), stones }
            }
            TimeControl::Progressive { main_ms, blocks } => {
                let form = |block: &Block| BlockForm { stones: block.stones, period: text(block.period_ms) };
                TimeForm::Progressive { main: text(main_ms), blocks: blocks.as_slice().iter().map(form).collect() }
            }
            TimeControl::Fischer { main_ms, increment_ms, cap_ms, initial_bonus } => {
                TimeForm::Fischer { main: text(main_ms), increment: text(increment_ms), cap: cap_ms.map(text), initial_bonus }
            }
            TimeControl::Bronstein { main_ms, delay_ms } => TimeForm::Bronstein { main: text(main_ms), delay: text(delay_ms) },
            TimeControl::Delay { main_ms, delay_ms } => TimeForm::Delay { main: text(main_ms), delay: text(delay_ms) },
            TimeControl::Hourglass { main_ms } => TimeForm::Hourglass { main: text(main_ms) },
            TimeControl::PerMove { period_ms } => TimeForm::PerMove { period: text(period_ms) },
            TimeControl::Nhk { period_ms, units, unit_ms } => TimeForm::Nhk { period: text(period_ms), units, unit: text(unit_ms) },
            TimeControl::ChinaReserve { main_ms, reserve_ms } => TimeForm::ChinaReserve { main: text(main_ms), reserve: text(reserve_ms) },
            TimeControl::IngPenalty { main_ms, periods, fraction, points } => {
                TimeForm::IngPp { main: text(main_ms), periods, fraction, points }
            }
            TimeControl::IngSeconds { main_ms, periods, period_ms } => {
                TimeForm::IngRs { main: text(main_ms), periods, period: text(period_ms) }
            }
        }
    }
}

impl TimeForm {
    /// The time control.
    ///
    /// # Errors
    /// [`FormError::Value`] for one that cannot be played, with the reason (`TimeControl::check`).
    pub fn read(&self) -> Result<TimeControl, FormError> {
        let control = match self {
            TimeForm::Absolute { main } => TimeControl::Absolute { main_ms: main.0 },
            TimeForm::ByoYomi { main, periods, period } => TimeControl::ByoYomi { main_ms: main.0, periods: *periods, period_ms: period.0 },
            TimeForm::Canadian { main, period, stones } => TimeControl::Canadian { main_ms: main.0, period_ms: period.0, stones: *stones },
            TimeForm::Progressive { main, blocks } => {
                let list: Vec<Block> = blocks.iter().map(|block| Block { stones: block.stones, period_ms: block.period.0 }).collect();
                let blocks =
                    Blocks::new(&list).ok_or_else(|| FormError::value("blocks", format!("give at most {} of them", Blocks::MAX)))?;
                TimeControl::Progressive { main_ms: main.0, blocks }
            }
            TimeForm::Fischer { main, increment, cap, initial_bonus } => TimeControl::Fischer {
                main_ms: main.0,
                increment_ms: increment.0,
                cap_ms: cap.map(|cap| cap.0),
                initial_bonus: *initial_bonus,
            },
            TimeForm::Bronstein { main, delay } => TimeControl::Bronstein { main_ms: main.0, delay_ms: delay.0 },
            TimeForm::Delay { main, delay } => TimeControl::Delay { main_ms: main.0, delay_ms: delay.0 },
            TimeForm::Hourglass { main } => TimeControl::Hourglass { main_ms: main.0 },
            TimeForm::PerMove { period } => TimeControl::PerMove { period_ms: period.0 },
            TimeForm::Nhk { period, units, unit } => TimeControl::Nhk { period_ms: period.0, units: *units, unit_ms: unit.0 },
            TimeForm::ChinaReserve { main, reserve } => TimeControl::ChinaReserve { main_ms: main.0, reserve_ms: reserve.0 },
            TimeForm::IngPp { main, periods, fraction, points } => {
                TimeControl::IngPenalty { main_ms: main.0, periods: *periods, fraction: *fraction, points: *points }
            }
            TimeForm::IngRs { main, periods, period } => {
                TimeControl::IngSeconds { main_ms: main.0, periods: *periods, period_ms: period.0 }
            }
        };
        match control.first_fault() {
            Some(fault) => Err(FormError::value(fault.key, fault.error.to_string())),
            None => Ok(control),
        }
    }
}
