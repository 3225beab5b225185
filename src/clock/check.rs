//! What cannot be played is refused before a game begins.

use super::control::MINUTE_MS;
use super::{Blocks, TimeControl};

/// Why a time control cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// No time at all.
    #[error("main time must be longer than 0: with nothing after it the game would be lost at its first moment")]
    NoMainTime,
    /// Overtime without a period.
    #[error("overtime needs at least 1 period")]
    NoPeriods,
    /// More periods than [`TimeControl::PERIODS_MAX`].
    #[error("{0} periods are more than a clock can show (at most {max})", max = TimeControl::PERIODS_MAX)]
    TooManyPeriods(u32),
    /// A period of no length.
    #[error("a period must be longer than 0")]
    NoPeriodLength,
    /// A block without a stone.
    #[error("a block needs at least 1 stone")]
    NoStones,
    /// More stones than [`TimeControl::STONES_MAX`].
    #[error("{0} stones are more than a clock can show (at most {max})", max = TimeControl::STONES_MAX)]
    TooManyStones(u32),
    /// Progressive overtime without a block, or with more than [`Blocks::MAX`].
    #[error("progressive overtime needs 1 to {max} blocks", max = Blocks::MAX)]
    Blocks,
    /// An increment or a delay of no length.
    #[error("it must be longer than 0: without it this is absolute time")]
    NoIncrement,
    /// A cap below the time at the start.
    #[error("the cap must be at least the main time")]
    CapBelowMain,
    /// A reserve that is no whole number of minutes, or none.
    #[error("the reserve is whole minutes, 1 or more")]
    Reserve,
    /// A reserve longer than the limit that it is a part of.
    #[error("the reserve is the last part of the main time: it cannot be longer")]
    ReserveBeyondMain,
    /// A fraction of 0, or parts that come to nothing.
    #[error("the parts of overtime must be longer than 0")]
    NoFraction,
    /// More penalty points than [`TimeControl::POINTS_MAX`].
    #[error("{0} points for a part of overtime are a slip of the pen (at most {max})", max = TimeControl::POINTS_MAX)]
    TooManyPoints(u32),
    /// A duration beyond [`TimeControl::DURATION_MAX_MS`].
    #[error("a time of more than 7 days is a slip of the pen")]
    TooLong,
}

/// What is wrong with a time control, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControlFault {
    /// The key of CONTRACT 6 that is to blame.
    pub key: &'static str,
    /// Why it cannot be played.
    pub error: TimeControlError,
}

type Checked = Result<(), TimeControlFault>;

fn need(good: bool, key: &'static str, error: TimeControlError) -> Checked {
    if good { Ok(()) } else { Err(TimeControlFault { key, error }) }
}

/// Main time that no overtime follows.
fn only_main(main_ms: u64) -> Checked {
    need(main_ms > 0, "main", TimeControlError::NoMainTime)
}

fn short(key: &'static str, ms: u64) -> Checked {
    need(ms <= TimeControl::DURATION_MAX_MS, key, TimeControlError::TooLong)
}

fn length(key: &'static str, ms: u64) -> Checked {
    need(ms > 0, key, TimeControlError::NoPeriodLength)?;
    short(key, ms)
}

/// An increment or a delay.
fn increment(key: &'static str, ms: u64) -> Checked {
    need(ms > 0, key, TimeControlError::NoIncrement)?;
    short(key, ms)
}

fn periods(count: u32) -> Checked {
    need(count > 0, "periods", TimeControlError::NoPeriods)?;
    need(count <= TimeControl::PERIODS_MAX, "periods", TimeControlError::TooManyPeriods(count))
}

fn stones(key: &'static str, stones: u32) -> Checked {
    need(stones > 0, key, TimeControlError::NoStones)?;
    need(stones <= TimeControl::STONES_MAX, key, TimeControlError::TooManyStones(stones))
}

fn blocks(blocks: &Blocks) -> Checked {
    need(!blocks.as_slice().is_empty(), "blocks", TimeControlError::Blocks)?;
    blocks.as_slice().iter().try_for_each(|block| length("blocks", block.period_ms).and_then(|()| stones("blocks", block.stones)))
}

impl TimeControl {
    /// The first thing that is wrong with it, if it cannot be played.
    pub fn first_fault(&self) -> Option<TimeControlFault> {
        self.checked().err()
    }

    /// Refuses what cannot be played. Whoever takes a time control from outside asks this once (field reports, row 56).
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), TimeControlError> {
        self.checked().map_err(|fault| fault.error)
    }

    fn checked(&self) -> Checked {
        use TimeControlError as E;
        short("main", self.main_ms())?;
        match *self {
            TimeControl::Absolute { main_ms } | TimeControl::Hourglass { main_ms } => only_main(main_ms),
            TimeControl::ByoYomi { periods: count, period_ms, .. } | TimeControl::IngSeconds { periods: count, period_ms, .. } => {
                periods(count)?;
                length("period", period_ms)
            }
            TimeControl::Canadian { period_ms, stones: count, .. } => {
                length("period", period_ms)?;
                stones("stones", count)
            }
            TimeControl::Progressive { blocks: list, .. } => blocks(&list),
            TimeControl::Fischer { main_ms, increment_ms, cap_ms, .. } => {
                only_main(main_ms)?;
                increment("increment", increment_ms)?;
                need(cap_ms.is_none_or(|cap| cap >= main_ms), "cap", E::CapBelowMain)?;
                short("cap", cap_ms.unwrap_or(0))
            }
            TimeControl::Bronstein { main_ms, delay_ms } | TimeControl::Delay { main_ms, delay_ms } => {
                only_main(main_ms)?;
                increment("delay", delay_ms)
            }
            TimeControl::PerMove { period_ms } => length("period", period_ms),
            TimeControl::Nhk { period_ms, units, unit_ms } => {
                length("period", period_ms)?;
                length("unit", unit_ms)?;
                need(units <= TimeControl::PERIODS_MAX, "units", E::TooManyPeriods(units))
            }
            TimeControl::ChinaReserve { main_ms, reserve_ms } => {
                need(reserve_ms > 0 && reserve_ms % MINUTE_MS == 0, "reserve", E::Reserve)?;
                need(reserve_ms <= main_ms, "reserve", E::ReserveBeyondMain)?;
                need(reserve_ms / MINUTE_MS <= u64::from(TimeControl::PERIODS_MAX), "reserve", E::Reserve)
            }
            TimeControl::IngPenalty { main_ms, periods: count, fraction, points } => {
                only_main(main_ms)?;
                periods(count)?;
                need(fraction > 0 && main_ms >= u64::from(fraction), "fraction", E::NoFraction)?;
                need(points <= TimeControl::POINTS_MAX, "points", E::TooManyPoints(points))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Block;

    #[test]
    fn what_cannot_be_played_is_refused_with_its_reason() {
        use TimeControlError as E;
        let byo_yomi = |main_ms, periods, period_ms| TimeControl::ByoYomi { main_ms, periods, period_ms };
        let fischer = |main_ms, increment_ms, cap_ms| TimeControl::Fischer { main_ms, increment_ms, cap_ms, initial_bonus: false };
        let canadian = |period_ms, stones| TimeControl::Canadian { main_ms: 0, period_ms, stones };
        let reserve = |main_ms, reserve_ms| TimeControl::ChinaReserve { main_ms, reserve_ms };
        let ing = |main_ms, periods, fraction| TimeControl::IngPenalty { main_ms, periods, fraction, points: 2 };
        let blocks = |list: &[(u32, u64)]| {
            let list: Vec<Block> = list.iter().map(|&(stones, period_ms)| Block { stones, period_ms }).collect();
            TimeControl::Progressive { main_ms: 0, blocks: Blocks::new(&list).unwrap() }
        };
        let table = [
            (TimeControl::Absolute { main_ms: 0 }, Err(E::NoMainTime)),
            (TimeControl::Absolute { main_ms: 1 }, Ok(())),
            (TimeControl::Absolute { main_ms: TimeControl::DURATION_MAX_MS + 1 }, Err(E::TooLong)),
            (byo_yomi(0, 5, 30_000), Ok(())),
            (byo_yomi(0, 0, 30_000), Err(E::NoPeriods)),
            (byo_yomi(0, TimeControl::PERIODS_MAX, 30_000), Ok(())),
            (byo_yomi(0, TimeControl::PERIODS_MAX + 1, 30_000), Err(E::TooManyPeriods(255))),
            (byo_yomi(60_000, 5, 0), Err(E::NoPeriodLength)),
            (byo_yomi(60_000, 5, TimeControl::DURATION_MAX_MS + 1), Err(E::TooLong)),
            (canadian(300_000, 25), Ok(())),
            (canadian(0, 25), Err(E::NoPeriodLength)),
            (canadian(300_000, 0), Err(E::NoStones)),
            (canadian(300_000, 255), Err(E::TooManyStones(255))),
            (blocks(&[(10, 300_000), (20, 300_000)]), Ok(())),
            (blocks(&[]), Err(E::Blocks)),
            (blocks(&[(10, 300_000), (0, 300_000)]), Err(E::NoStones)),
            (fischer(60_000, 10_000, Some(60_000)), Ok(())),
            (fischer(60_000, 0, None), Err(E::NoIncrement)),
            (fischer(60_000, 10_000, Some(59_999)), Err(E::CapBelowMain)),
            (fischer(0, 10_000, None), Err(E::NoMainTime)),
            (TimeControl::Bronstein { main_ms: 60_000, delay_ms: 0 }, Err(E::NoIncrement)),
            (TimeControl::Hourglass { main_ms: 0 }, Err(E::NoMainTime)),
            (TimeControl::PerMove { period_ms: 0 }, Err(E::NoPeriodLength)),
            (TimeControl::Nhk { period_ms: 30_000, units: 10, unit_ms: 60_000 }, Ok(())),
            (TimeControl::Nhk { period_ms: 30_000, units: 10, unit_ms: 0 }, Err(E::NoPeriodLength)),
            (reserve(7_200_000, 300_000), Ok(())),
            (reserve(7_200_000, 90_000), Err(E::Reserve)),
            (reserve(7_200_000, 0), Err(E::Reserve)),
            (reserve(240_000, 300_000), Err(E::ReserveBeyondMain)),
            (ing(720_000, 3, 6), Ok(())),
            (ing(720_000, 0, 6), Err(E::NoPeriods)),
            (ing(720_000, 3, 0), Err(E::NoFraction)),
            (ing(5, 3, 6), Err(E::NoFraction)),
        ];
        for (control, expected) in table {
            assert_eq!(control.check(), expected, "{control:?}");
        }
    }

    #[test]
    fn the_key_to_blame_is_the_one_that_the_system_has() {
        let long = TimeControl::DURATION_MAX_MS + 1;
        let blocks = Blocks::new(&[Block { stones: 10, period_ms: 0 }]).unwrap();
        let fischer = |increment_ms, cap_ms| TimeControl::Fischer { main_ms: 60_000, increment_ms, cap_ms, initial_bonus: false };
        let table = [
            (TimeControl::Absolute { main_ms: long }, "main"),
            (TimeControl::ByoYomi { main_ms: 0, periods: 5, period_ms: long }, "period"),
            (TimeControl::Canadian { main_ms: 0, period_ms: 60_000, stones: 0 }, "stones"),
            (TimeControl::Progressive { main_ms: 0, blocks }, "blocks"),
            (fischer(0, None), "increment"),
            (fischer(long, None), "increment"),
            (fischer(1, Some(long)), "cap"),
            (TimeControl::Bronstein { main_ms: 60_000, delay_ms: 0 }, "delay"),
            (TimeControl::Delay { main_ms: 60_000, delay_ms: long }, "delay"),
            (TimeControl::PerMove { period_ms: long }, "period"),
            (TimeControl::Nhk { period_ms: 30_000, units: 10, unit_ms: 0 }, "unit"),
            (TimeControl::Nhk { period_ms: 30_000, units: 255, unit_ms: 1 }, "units"),
            (TimeControl::ChinaReserve { main_ms: 60_000, reserve_ms: 90_000 }, "reserve"),
            (TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 0, points: 2 }, "fraction"),
            (TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 6, points: 1_000 }, "points"),
            (TimeControl::IngSeconds { main_ms: 60_000, periods: 0, period_ms: 1 }, "periods"),
        ];
        for (control, key) in table {
            assert_eq!(control.first_fault().map(|fault| fault.key), Some(key), "{control:?}");
        }
    }
}
