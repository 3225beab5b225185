//! A time control in one plain sentence.

use super::words::duration;
use crate::clock::{Block, TimeControl};

/// A time control in words, with what ends it.
pub fn time(control: Option<TimeControl>) -> String {
    let Some(control) = control else { return "no time control".to_owned() };
    let main = if control.main_ms() > 0 { format!("{}, then ", duration(control.main_ms())) } else { String::new() };
    match control {
        TimeControl::Absolute { main_ms } => format!("{} for the whole game, lost when it is used up", duration(main_ms)),
        TimeControl::ByoYomi { periods, period_ms, .. } => {
            format!("{main}{periods} byo-yomi {} of {} (a period that is filled is lost)", plural(periods, "period"), duration(period_ms))
        }
        TimeControl::Canadian { period_ms, stones, .. } => {
            format!(
                "{main}{} for each {stones} {}, lost when it is used up before they are played",
                duration(period_ms),
                plural(stones, "turn")
            )
        }
        TimeControl::Progressive { blocks, .. } => {
            let block = |block: &Block| format!("{} {} in {}", block.stones, plural(block.stones, "turn"), duration(block.period_ms));
            let blocks: Vec<_> = blocks.as_slice().iter().map(block).collect();
            format!("{main}{}, again and again, lost when a time is used up before its turns are played", blocks.join(", then "))
        }
        TimeControl::Fischer { main_ms, increment_ms, cap_ms, initial_bonus } => {
            let cap = cap_ms.map_or_else(String::new, |cap| format!(", up to {}", duration(cap)));
            let first = if initial_bonus { "before the first and after each completed turn" } else { "after each completed turn" };
            format!("{}, and {} more {first}{cap}; lost when it is used up", duration(main_ms), duration(increment_ms))
        }
        TimeControl::Bronstein { main_ms, delay_ms } => {
            format!(
                "{}, of which each turn gives back what it took, up to {}; lost when it is used up",
                duration(main_ms),
                duration(delay_ms)
            )
        }
        TimeControl::Delay { main_ms, delay_ms } => {
            format!("{}, which runs {} after the beginning of each turn; lost when it is used up", duration(main_ms), duration(delay_ms))
        }
        TimeControl::Hourglass { main_ms } => {
            format!("{} each, and what one player uses the other gains; lost when it is used up", duration(main_ms))
        }
        TimeControl::PerMove { period_ms } => format!("{} for each turn, lost when it is filled", duration(period_ms)),
        TimeControl::Nhk { period_ms, units, unit_ms } => format!(
            "{} for each turn, and {units} {} of {} for longer thought (a unit is spent when it is begun)",
            duration(period_ms),
            plural(units, "unit"),
            duration(unit_ms)
        ),
        TimeControl::ChinaReserve { main_ms, reserve_ms } => format!(
            "{}, the last {} of it a reserve: there a turn costs the whole minutes that it fills, and the last may not be filled",
            duration(main_ms),
            duration(reserve_ms)
        ),
        TimeControl::IngPenalty { main_ms, periods, fraction, points } => format!(
            "{}, then {periods} {} of overtime, each 1/{fraction} of that and {points} {} when it begins; lost when they are used up",
            duration(main_ms),
            plural(periods, "part"),
            plural(points, "point"),
        ),
        TimeControl::IngSeconds { periods, period_ms, .. } => {
            format!("{main}{periods} Ing {} of {} (a limit that is filled is lost)", plural(periods, "limit"), duration(period_ms))
        }
    }
}

/// The word, with an s unless there is one of it.
fn plural(count: u32, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Blocks;

    const MIN: u64 = 60_000;

    #[test]
    fn every_system_is_one_plain_sentence() {
        let blocks = Blocks::new(&[Block { stones: 10, period_ms: 5 * MIN }, Block { stones: 1, period_ms: MIN }]).unwrap();
        let table = [
            (
                TimeControl::ByoYomi { main_ms: 120 * MIN, periods: 1, period_ms: MIN },
                "2h, then 1 byo-yomi period of 1m (a period that is filled is lost)",
            ),
            (
                TimeControl::Canadian { main_ms: 0, period_ms: 10 * MIN, stones: 25 },
                "10m for each 25 turns, lost when it is used up before they are played",
            ),
            (
                TimeControl::Progressive { main_ms: MIN, blocks },
                "1m, then 10 turns in 5m, then 1 turn in 1m, again and again, lost when a time is used up before its turns are played",
            ),
            (
                TimeControl::Fischer { main_ms: MIN, increment_ms: 10_000, cap_ms: Some(2 * MIN), initial_bonus: true },
                "1m, and 10s more before the first and after each completed turn, up to 2m; lost when it is used up",
            ),
            (
                TimeControl::Nhk { period_ms: 30_000, units: 10, unit_ms: MIN },
                "30s for each turn, and 10 units of 1m for longer thought (a unit is spent when it is begun)",
            ),
            (
                TimeControl::IngPenalty { main_ms: 180 * MIN, periods: 3, fraction: 6, points: 2 },
                "3h, then 3 parts of overtime, each 1/6 of that and 2 points when it begins; lost when they are used up",
            ),
        ];
        for (control, sentence) in table {
            assert_eq!(time(Some(control)), sentence);
        }
    }
}
