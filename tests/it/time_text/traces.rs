//! The clocks of real games, move by move: what each move left must be reachable, by some think time, from what the move before had left.
//! Where it is not, the list itself counts an anomaly: clocks that were set, adjourned games, programs that went on below zero.

use kifud::clock::{PlayerClock, PlayerClockState, PlayerPhase, TimeControl, TimeLeft};
use serde_json::Value;

use crate::cases::{say, shared};

#[derive(Debug, Default)]
struct Counts {
    traces: u32,
    moves: u32,
    /// Moves that no think time explains.
    unreachable: u32,
    /// Moves of files that give no overtime but count in it, or no time at all.
    unjudged: u32,
}

#[test]
fn real_clocks_go_only_where_ours_can() {
    let Some(path) = shared("cases/time_traces.jsonl") else { return };
    let text = std::fs::read_to_string(path).expect("the list of traces");
    let (mut all, mut wrong, mut odd) = (Counts::default(), Vec::new(), Vec::new());
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("a JSON object a line");
        let Some(control) = control(&row) else {
            all.unjudged += u32::try_from(row["trace"].as_array().expect("moves").len()).expect("few");
            odd.push(format!("{} does not say how it was timed", row["id"]));
            continue;
        };
        let counts = follow(&row, &control, &mut wrong);
        if counts.unreachable > 0 || counts.unjudged > 0 {
            odd.push(format!(
                "{}: {} moves unreachable, {} unjudged; the list says {}",
                row["id"], counts.unreachable, counts.unjudged, row["anomalies"]
            ));
        }
        all.traces += 1;
        all.moves += counts.moves;
        all.unreachable += counts.unreachable;
        all.unjudged += counts.unjudged;
    }
    say(&format!("\nclocks of real games: {all:?}"));
    odd.iter().for_each(|line| say(line));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.moves > 10_000 && all.unjudged * 10 < all.moves, "{all:?}");
}

/// How the game was timed, as far as the file says; a file that says nothing had absolute time, of which the first clocks are known.
fn control(row: &Value) -> Option<TimeControl> {
    let (tm, ot) = (row["TM"].as_str().expect("TM"), row["OT"].as_str().expect("OT"));
    let counts = row["trace"].as_array().expect("moves").iter().any(|entry| !entry[2].is_null());
    if tm.is_empty() {
        return (!counts).then_some(TimeControl::Absolute { main_ms: TimeControl::DURATION_MAX_MS });
    }
    let read = match tm.parse::<f64>() {
        Ok(seconds) => TimeControl::from_sgf(Some((seconds * 1_000.0).round() as u64), Some(ot)),
        Err(_) => TimeControl::from_sgf_tm_text(tm).map(Some),
    };
    match read.unwrap_or_else(|error| panic!("{}: {error}", row["id"])) {
        // A program of KGS without the extension for periods gives all of them as one time.
        Some(TimeControl::ByoYomi { main_ms: 0, periods, period_ms }) if !counts => {
            Some(TimeControl::Absolute { main_ms: u64::from(periods) * period_ms })
        }
        control => control,
    }
}

fn follow(row: &Value, control: &TimeControl, wrong: &mut Vec<String>) -> Counts {
    let trace = row["trace"].as_array().expect("moves");
    let whole = trace.iter().all(|entry| entry[1].as_f64().is_some_and(|left| left.fract() == 0.0));
    // What is written in whole seconds was rounded, no matter how.
    let resolution_ms = if whole { 1_000 } else { 1 };
    let mut counts = Counts::default();
    let mut before = [None, None];
    for (n, entry) in trace.iter().enumerate() {
        counts.moves += 1;
        let player = usize::from(entry[0] == "w");
        let left_ms = (entry[1].as_f64().expect("seconds") * 1_000.0).round() as i64;
        let overtime = entry[2].as_f64().map(|left| left as u32);
        let counts_without_overtime = overtime.is_some() && matches!(control, TimeControl::Absolute { .. });
        let Some(after) = TimeLeft::from_sgf(Some(control), Some(left_ms), overtime, before[player]).filter(|_| !counts_without_overtime)
        else {
            counts.unjudged += 1;
            before[player] = None;
            continue;
        };
        if !reachable(control, before[player], after, resolution_ms) {
            counts.unreachable += 1;
            if !listed(row, counts.unreachable) {
                wrong.push(format!("{} entry {n}: {:?} to {after:?}, {control:?}", row["id"], before[player]));
            }
        }
        before[player] = Some(after);
    }
    counts
}

/// The list itself counts so many moves of this game that no clock makes. To enter overtime is none of them.
fn listed(row: &Value, unreachable: u32) -> bool {
    let anomalies = row["anomalies"].as_object().expect("anomalies");
    let odd = anomalies.iter().filter(|(name, _)| *name != "enters overtime" && *name != "overtime counter rises");
    u64::from(unreachable) <= odd.filter_map(|(_, count)| count.as_u64()).sum()
}

/// Some think time leads from what was left before to what is left now, as near as the file writes it.
fn reachable(control: &TimeControl, before: Option<TimeLeft>, after: TimeLeft, resolution_ms: u64) -> bool {
    let start = match before {
        None => PlayerClock::new(control),
        Some(TimeLeft { phase, remaining_ms }) => {
            let state = PlayerClockState { phase, remaining_ms: remaining_ms.max(1), total_used_ms: 0, delay_left_ms: None };
            match PlayerClock::from_state(control, state) {
                Ok(clock) => clock,
                Err(_) => return false,
            }
        }
    };
    let mut candidates = vec![0];
    let (mut clock, mut spent) = (start, 0_u64);
    // Of every part that the clock can come to: its first moment, and the moment at which so much of it is left as the file says.
    while let Some(left_ms) = clock.until_boundary_ms() {
        candidates.extend([spent, (spent + left_ms).saturating_sub(after.remaining_ms).max(spent)]);
        spent += left_ms;
        clock.spend(control, left_ms, |_, _| {});
    }
    candidates.into_iter().any(|thought| {
        let mut clock = start;
        clock.complete_turn(control, thought, |_, _| {});
        let (phase, left_ms) = clock.shown(control, false);
        // What is left at 0 is rounded, or a clock that nobody looked at.
        let over = matches!(phase, PlayerPhase::Flagged { .. }) && after == TimeLeft { phase: PlayerPhase::Main, remaining_ms: 0 };
        over || (phase == after.phase && left_ms.abs_diff(after.remaining_ms) <= resolution_ms)
    })
}
