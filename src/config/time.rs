//! `time`: how a game is timed (CONTRACT 6).

use crate::clock::{Block, Blocks, TimeControl, TimeControlError};

use super::names::TimeSystem;
use super::walk::{Item, Section};

/// What a time control looks like.
const EXAMPLE: &str = "a table such as { system = \"byo-yomi\", main = \"2h\", periods = 5, period = \"60s\" }";

/// Ing's article 7 knows two kinds of overtime and leaves it to the rules of the event which of them there is: nobody may guess it.
const WHICH_ING: &str = "says nothing of the overtime, and Ing's article 7 leaves that to the event: write \"ing-pp\" for penalty points, or \"ing-rs\" \
                         for seconds that are read out";

/// The time control, if it is whole and can be played.
pub(super) fn time_control(item: &Item<'_>) -> Option<TimeControl> {
    let mut section = item.section(EXAMPLE)?;
    let system = section.require("system", "it says how the other keys are meant")?;
    if system.is("ing") {
        system.fault(WHICH_ING);
        return None;
    }
    let mut keys = Keys { section: &mut section, items: Vec::new() };
    let control = system.choice(TimeSystem::NAMES).map(|system| keys.control(system));
    let items = keys.items;
    // Without a system nobody knows which keys belong to it.
    let control = control?;
    section.finish();
    let control = control?;
    let Some(fault) = control.first_fault() else { return Some(control) };
    let blamed = items.iter().find(|(key, _)| *key == fault.key);
    blamed.map_or(item, |(_, item)| item).fault(fault.error.to_string());
    None
}

/// The keys of one time control, each read and judged by itself; how they fit together is judged when all are there.
struct Keys<'s, 'a> {
    section: &'s mut Section<'a>,
    /// What was read, to tell of it what is wrong.
    items: Vec<(&'static str, Item<'a>)>,
}

impl<'a> Keys<'_, 'a> {
    fn control(&mut self, system: TimeSystem) -> Option<TimeControl> {
        match system {
            TimeSystem::Absolute => {
                let main_ms = self.main("absolute time is one amount for the whole game, such as main = \"45m\"");
                Some(TimeControl::Absolute { main_ms: main_ms? })
            }
            TimeSystem::ByoYomi => {
                let (main_ms, periods, period_ms) = (self.main_or_none(), self.periods(), self.period("30s"));
                Some(TimeControl::ByoYomi { main_ms: main_ms?, periods: periods?, period_ms: period_ms? })
            }
            TimeSystem::Canadian => {
                let (main_ms, period_ms) = (self.main_or_none(), self.period("10m"));
                let stones = self.count("stones", 1..=TimeControl::STONES_MAX, "the turns to complete in a period, such as stones = 25");
                Some(TimeControl::Canadian { main_ms: main_ms?, period_ms: period_ms?, stones: stones? })
            }
            TimeSystem::Progressive => {
                let (main_ms, blocks) = (self.main_or_none(), self.blocks());
                Some(TimeControl::Progressive { main_ms: main_ms?, blocks: blocks? })
            }
            TimeSystem::Fischer => self.fischer(),
            TimeSystem::Bronstein => {
                let (main_ms, delay_ms) = self.main_and_delay();
                Some(TimeControl::Bronstein { main_ms: main_ms?, delay_ms: delay_ms? })
            }
            TimeSystem::Delay => {
                let (main_ms, delay_ms) = self.main_and_delay();
                Some(TimeControl::Delay { main_ms: main_ms?, delay_ms: delay_ms? })
            }
            TimeSystem::Hourglass => {
                let main_ms = self.main("the time of each player at the start, such as main = \"5m\"");
                Some(TimeControl::Hourglass { main_ms: main_ms? })
            }
            TimeSystem::PerMove => Some(TimeControl::PerMove { period_ms: self.period("30s")? }),
            TimeSystem::Nhk => {
                let period_ms = self.period("30s");
                let units = self.count("units", 0..=TimeControl::PERIODS_MAX, "the number of thinking units, such as units = 10");
                let unit_ms = self.length("unit", TimeControlError::NoPeriodLength, "the length of a unit, such as unit = \"60s\"");
                Some(TimeControl::Nhk { period_ms: period_ms?, units: units?, unit_ms: unit_ms? })
            }
            TimeSystem::ChinaReserve => {
                let main_ms = self.main("the whole limit, the reserve its last part, such as main = \"2h\"");
                let reserve_ms = self.duration("reserve", "the last part of main, whole minutes, such as reserve = \"5m\"");
                Some(TimeControl::ChinaReserve { main_ms: main_ms?, reserve_ms: reserve_ms? })
            }
            TimeSystem::IngPp => self.ing_penalty(),
            TimeSystem::IngRs => {
                let (main_ms, periods, period_ms) = (self.main_or_none(), self.periods(), self.period("30s"));
                Some(TimeControl::IngSeconds { main_ms: main_ms?, periods: periods?, period_ms: period_ms? })
            }
        }
    }

    fn fischer(&mut self) -> Option<TimeControl> {
        let main_ms = self.main("the time at the start, such as main = \"30m\"");
        let increment_ms = self.length("increment", TimeControlError::NoIncrement, "what a turn earns, such as increment = \"20s\"");
        let cap_ms = match self.optional("cap") {
            None => Some(None),
            Some(item) => item.duration_ms().map(Some),
        };
        let initial_bonus = match self.optional("initial_bonus") {
            None => Some(false),
            Some(item) => item.boolean(),
        };
        let (main_ms, increment_ms) = (main_ms?, increment_ms?);
        Some(TimeControl::Fischer { main_ms, increment_ms, cap_ms: cap_ms?, initial_bonus: initial_bonus? })
    }

    fn ing_penalty(&mut self) -> Option<TimeControl> {
        let main_ms = self.main("the basic time, such as main = \"3h\"");
        let mut count = |key, range, usual| match self.optional(key) {
            None => Some(usual),
            Some(item) => item.integer(range),
        };
        let periods = count("periods", 1..=TimeControl::PERIODS_MAX, TimeControl::ING_PERIODS);
        let fraction = count("fraction", 1..=u32::MAX, TimeControl::ING_FRACTION);
        let points = count("points", 0..=TimeControl::POINTS_MAX, TimeControl::ING_POINTS);
        Some(TimeControl::IngPenalty { main_ms: main_ms?, periods: periods?, fraction: fraction?, points: points? })
    }

    fn optional(&mut self, key: &'static str) -> Option<Item<'a>> {
        let item = self.section.get(key)?;
        self.items.push((key, item.clone()));
        Some(item)
    }

    fn required(&mut self, key: &'static str, why: &str) -> Option<Item<'a>> {
        let item = self.section.require(key, why)?;
        self.items.push((key, item.clone()));
        Some(item)
    }

    fn duration(&mut self, key: &'static str, why: &str) -> Option<u64> {
        self.required(key, why)?.duration_ms()
    }

    /// A duration that must be longer than 0.
    fn length(&mut self, key: &'static str, none: TimeControlError, why: &str) -> Option<u64> {
        let item = self.required(key, why)?;
        let ms = item.duration_ms()?;
        if ms == 0 {
            item.fault(none.to_string());
            return None;
        }
        Some(ms)
    }

    fn main(&mut self, why: &str) -> Option<u64> {
        self.length("main", TimeControlError::NoMainTime, why)
    }

    fn main_or_none(&mut self) -> Option<u64> {
        self.duration("main", "main time, \"0s\" for none")
    }

    fn main_and_delay(&mut self) -> (Option<u64>, Option<u64>) {
        let main_ms = self.main("the time at the start, such as main = \"30m\"");
        (main_ms, self.length("delay", TimeControlError::NoIncrement, "the delay of each turn, such as delay = \"10s\""))
    }

    fn period(&mut self, such_as: &str) -> Option<u64> {
        self.length("period", TimeControlError::NoPeriodLength, &format!("the length of a period, such as period = \"{such_as}\""))
    }

    fn count(&mut self, key: &'static str, range: std::ops::RangeInclusive<u32>, why: &str) -> Option<u32> {
        self.required(key, why)?.integer(range)
    }

    fn periods(&mut self) -> Option<u32> {
        self.count("periods", 1..=TimeControl::PERIODS_MAX, "the number of periods, such as periods = 5")
    }

    fn blocks(&mut self) -> Option<Blocks> {
        let example =
            "the blocks, such as blocks = [{ stones = 10, period = \"5m\" }, { stones = 20, period = \"5m\" }]; the last one repeats";
        let item = self.required("blocks", example)?;
        let items = item.items()?;
        let read: Vec<Option<Block>> = items.iter().map(block).collect();
        if read.is_empty() || read.len() > Blocks::MAX {
            item.fault(TimeControlError::Blocks.to_string());
            return None;
        }
        Blocks::new(&read.into_iter().collect::<Option<Vec<Block>>>()?)
    }
}

fn block(item: &Item<'_>) -> Option<Block> {
    let mut section = item.section("a table such as { stones = 10, period = \"5m\" }")?;
    let mut keys = Keys { section: &mut section, items: Vec::new() };
    let stones = keys.count("stones", 1..=TimeControl::STONES_MAX, "the turns to complete in this block, such as stones = 10");
    let period_ms = keys.period("5m");
    section.finish();
    Some(Block { stones: stones?, period_ms: period_ms? })
}
