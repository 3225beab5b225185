//! `time`: how a game is timed (CONTRACT 6).

use crate::clock::{TimeControl, TimeControlError};

use super::names::TimeSystem;
use super::walk::{Item, Section};

/// What a time control looks like.
const EXAMPLE: &str = "a table such as { system = \"byo-yomi\", main = \"2h\", periods = 5, period = \"60s\" }";

/// The time control, if it is whole and one that is kept already.
pub(super) fn time_control(item: &Item<'_>) -> Option<TimeControl> {
    let mut section = item.section(EXAMPLE)?;
    let system = section.require("system", "it says how the other keys are meant")?;
    let control = match system.choice(TimeSystem::NAMES)? {
        TimeSystem::Absolute => {
            let main = section.require("main", "absolute time is one amount for the whole game, such as main = \"45m\"");
            main.and_then(|item| Some((item.duration_ms()?, item))).map(|(main_ms, item)| (TimeControl::Absolute { main_ms }, item))
        }
        TimeSystem::ByoYomi => byo_yomi(&mut section).map(|control| (control, item.clone())),
        other => {
            let kept: Vec<_> = [TimeSystem::Absolute, TimeSystem::ByoYomi].iter().map(|system| format!("\"{}\"", system.name())).collect();
            system.fault(format!("\"{}\" is not supported yet; {} are", other.name(), kept.join(" and ")));
            return None;
        }
    };
    section.finish();
    let (control, blamed) = control?;
    match control.check() {
        Ok(()) => Some(control),
        Err(error) => {
            blamed.fault(error.to_string());
            None
        }
    }
}

fn byo_yomi(section: &mut Section<'_>) -> Option<TimeControl> {
    let main = section.require("main", "main time, \"0s\" for none");
    let periods = section.require("periods", "the number of periods, such as periods = 5");
    let period = section.require("period", "the length of a period, such as period = \"30s\"");
    let main_ms = main.as_ref().and_then(Item::duration_ms);
    let periods = periods.and_then(|item| item.integer(1..=TimeControl::PERIODS_MAX));
    let period_ms = period.as_ref().and_then(Item::duration_ms).filter(|&period_ms| {
        let positive = period_ms > 0;
        if let Some(item) = period.as_ref().filter(|_| !positive) {
            item.fault(TimeControlError::NoPeriodLength.to_string());
        }
        positive
    });
    Some(TimeControl::ByoYomi { main_ms: main_ms?, periods: periods?, period_ms: period_ms? })
}
