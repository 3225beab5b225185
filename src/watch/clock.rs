//! What a player's clock shows at a moment. Pure.
//!
//! A document is true when it arrives; from there the running side's time goes down, never below zero: what happens at zero is for the table
//! to say. A clock that is stale, or whose table cannot be trusted, is never shown as running.

use serde_json::Value;

use super::table::Table;
use super::words::Words;
use crate::form::parse_duration;
use crate::time::Mono;

/// One side now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    /// Counting down.
    pub(super) runs: bool,
    /// What is left.
    pub(super) ms: u64,
    /// What is left of a delay before it goes down.
    pub(super) delay_ms: u64,
    /// The time is what was last heard, not what is now.
    pub(super) is_old: bool,
    /// Until the next word it is only as good as two machines' calendars.
    pub(super) is_approximate: bool,
}

/// The side's clock; `None` where there is none.
pub(super) fn reading(table: &Table, color: &str, now: Mono) -> Option<Reading> {
    let (clock, age, is_approximate) = table.clock(now)?;
    let side = clock.get(color)?;
    let left = side["remaining_ms"].as_u64();
    let flagged = side["phase"] == "flagged";
    let ms = left.or(flagged.then_some(0))?;
    let delay = side["delay_left_ms"].as_u64().unwrap_or(0);
    let is_old = clock["stale"] == true || !table.trust(now).level.is_trusted();
    // Time taken for capturing does not count where the table keeps time; a device runs on and is credited by ruling.
    let stands = clock["capture_neutral"] == true && clock["source"] == "daemon";
    let running = clock["running"].as_str().unwrap_or_default();
    let runs = running == color && !is_old && !flagged && !stands;
    if runs {
        let (ms, delay_ms) = (ms.saturating_sub(age.saturating_sub(delay)), delay.saturating_sub(age));
        return Some(Reading { runs, ms, delay_ms, is_old, is_approximate });
    }
    let rises = system(table) == Some("hourglass") && ["black", "white"].contains(&running) && running != color && !is_old;
    Some(Reading { runs, ms: if rises { ms.saturating_add(age) } else { ms }, delay_ms: delay, is_old, is_approximate: false })
}

/// The time control, from `game` or `info`.
fn control(table: &Table) -> Option<&Value> {
    let of = |document: Option<&'_ Value>| document.map_or(&Value::Null, |document| &document["time"]).is_object();
    if of(table.game()) { table.game().map(|game| &game["time"]) } else { table.info().map(|info| &info["time"]) }
}

fn system(table: &Table) -> Option<&str> {
    control(table)?["system"].as_str()
}

/// Time as people read it, rounded up: nobody loses with time on the display, and zero means zero. "1:29:59", "0:41", under ten seconds "9.8".
pub(super) fn time_text(ms: u64) -> String {
    if ms < 10_000 {
        let tenths = ms.div_ceil(100);
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = ms.div_ceil(1_000);
    let (h, m, s) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if h > 0 { format!("{h}:{m:02}:{s:02}") } else { format!("{m}:{s:02}") }
}

/// What stands beside the digits: the phase and what is left of it.
pub(super) fn phase_text(table: &Table, color: &str, now: Mono, words: &Words) -> String {
    let Some((clock, ..)) = table.clock(now) else { return words.page("no-clock") };
    let side = &clock[color];
    let time = control(table).unwrap_or(&Value::Null);
    let seconds = |of: &str| -> Option<String> {
        let ms = time[of].as_str().and_then(|text| parse_duration(text).ok())?;
        Some(words.filled("clock.seconds", &[("n", &(ms / 1_000).to_string())]))
    };
    let number = |of: &str| side[of].as_u64().map_or_else(|| "?".to_owned(), |number| number.to_string());
    match side["phase"].as_str().unwrap_or_default() {
        "main" => match (time["system"].as_str(), seconds("period"), seconds("increment")) {
            (Some("byo-yomi"), Some(each), _) => {
                let periods = time["periods"].as_u64().unwrap_or(0).to_string();
                words.filled("clock.main-then", &[("n", &periods), ("each", &each)])
            }
            (Some("fischer"), _, Some(each)) => words.filled("clock.fischer", &[("each", &each)]),
            _ => words.page("clock.main"),
        },
        "byo-yomi" => match (side["periods_left"].as_u64(), seconds("period")) {
            (Some(1), Some(each)) => words.filled("clock.last-period-of", &[("each", &each)]),
            (Some(1), None) => words.page("clock.last-period"),
            (_, Some(each)) => words.filled("clock.periods-of", &[("n", &number("periods_left")), ("each", &each)]),
            (_, None) => words.filled("clock.periods", &[("n", &number("periods_left"))]),
        },
        "canadian" => words.filled("clock.canadian", &[("n", &number("stones_left"))]),
        "reserve" => words.filled("clock.reserve", &[("n", &number("minutes_left"))]),
        "nhk" => words.filled("clock.nhk", &[("n", &number("units_left"))]),
        "ing-penalty" => words.filled("clock.ing", &[("n", &number("period")), ("points", &number("penalty_points"))]),
        "flagged" if side["provisional"] == true => words.page("clock.flag-checked"),
        "flagged" => words.page("clock.flagged"),
        other => other.replace('-', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_rounded_up_so_that_nobody_loses_with_time_on_the_screen() {
        for (ms, text) in [
            (0, "0.0"),
            (1, "0.1"),
            (9_801, "9.9"),
            (9_999, "10.0"),
            (10_000, "0:10"),
            (41_200, "0:42"),
            (3_599_001, "1:00:00"),
            (5_400_000, "1:30:00"),
        ] {
            assert_eq!(time_text(ms), text, "{ms}");
        }
    }
}
