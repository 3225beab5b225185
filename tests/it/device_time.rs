//! The clock on the table keeps time: what the record and the clock document say of it.

use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::game::{ClockChange, EndedBy, EventBody, GameResult, Input, PressPass, ResultState, Settings, TimeAuthority, Verb};
use kifud::go::Color;
use kifud::time::Mono;
use kifud::wire::{ClockCommand, ClockReport};

use crate::table::{Table, settings, stamp};

fn device() -> Settings {
    let mut settings = Settings { time_authority: TimeAuthority::Device, ..settings(9) };
    settings.terms.time = Some(TimeControl::Absolute { main_ms: 60_000 });
    settings
}

/// The clock says both times, left (Black) first.
fn says(table: &mut Table, left_ms: u32, right_ms: u32, running: Option<Side>) {
    let reading = ClockReading {
        remaining_ms: [left_ms, right_ms],
        running,
        periods_left: [None, None],
        stones_left: [None, None],
        flag: [left_ms == 0, right_ms == 0],
        overtime: [false, false],
        paused: false,
        resolution_ms: 1,
    };
    let at = Mono::from_millis(table.now);
    table.give(Input::Clock { at, report: ClockReport::Times(reading) });
}

#[test]
fn the_turn_that_runs_before_the_first_stone_is_the_first_of_the_game() {
    let mut table = Table::new(device());
    says(&mut table, 60_000, 60_000, None);
    table.press(Color::White);
    says(&mut table, 60_000, 60_000, Some(Side::Left));
    table.wait(500);
    says(&mut table, 59_500, 60_000, Some(Side::Left));
    table.wait(500).change(&["black E5"]).wait(100);
    table.press(Color::Black);
    says(&mut table, 58_900, 60_000, Some(Side::Right));
    let events = table.since();
    assert!(events.contains(&"clock Started".to_owned()), "{events:?}");
    assert!(events.contains(&"turn-ended 1 Press 1100".to_owned()), "{events:?}");
}

#[test]
fn a_press_that_was_not_heard_still_gives_the_turn_its_time() {
    let mut table = Table::new(device());
    table.press(Color::White);
    says(&mut table, 60_000, 60_000, Some(Side::Left));
    table.hold(&["black E5"]);
    says(&mut table, 59_500, 60_000, Some(Side::Left));
    table.wait(500).since();
    // The lever was pressed at 59.2 s, the packet is lost, the times say so.
    says(&mut table, 59_200, 59_800, Some(Side::Right));
    table.wait(500);
    says(&mut table, 59_200, 59_300, Some(Side::Right));
    table.hold(&["white C3"]);
    let events = table.since();
    assert!(events.iter().any(|event| event.starts_with("turn-ended 1 Press 8")), "{events:?}");
}

#[test]
fn c3_a_press_that_was_not_heard_was_made_when_the_other_side_began_to_run() {
    // Symptom: it counted from the next report of the clock, and a second later the clock "disagreed" with kifud's own.
    let mut table = Table::new(Settings { press_pass: PressPass::Pass, ..device() });
    table.press(Color::White);
    says(&mut table, 60_000, 60_000, Some(Side::Left));
    table.hold(&["black E5"]);
    says(&mut table, 59_500, 60_000, Some(Side::Left));
    table.wait(1_000).since();
    says(&mut table, 59_300, 59_200, Some(Side::Right));
    assert!(table.since().contains(&"turn-ended 1 Press 700".to_owned()));
    for second in 1..=5 {
        table.wait(1_000);
        says(&mut table, 59_300, 59_200 - second * 1_000, Some(Side::Right));
    }
    table.hold(&["white C3"]).press(Color::White);
    assert!(table.since().contains(&"turn-ended 2 Press 6300".to_owned()));
    assert!(table.alerts().is_empty());
}

#[test]
fn the_document_counts_on_between_readings_and_never_shows_a_silent_clock_as_running() {
    let mut table = Table::new(device());
    table.press(Color::White);
    says(&mut table, 60_000, 60_000, Some(Side::Left));
    table.hold(&["black E5"]);
    says(&mut table, 59_500, 60_000, Some(Side::Left));
    table.wait(700);
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    assert_eq!(clock.players.black.remaining_ms, 58_800);
    assert_eq!(clock.running, Some(Color::Black));
    assert!(clock.from_device && !clock.stale);
    table.wait(2_300);
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    assert_eq!(clock.running, None);
    assert!(clock.stale);
}

#[test]
fn a_flag_of_the_device_is_provisional_first_and_then_a_ruling() {
    let mut table = Table::new(device());
    table.press(Color::White);
    says(&mut table, 60_000, 60_000, Some(Side::Left));
    table.hold(&["black E5"]);
    says(&mut table, 59_500, 60_000, Some(Side::Left));
    table.wait(1_000);
    says(&mut table, 0, 60_000, Some(Side::Left));
    table.wait(1_000);
    says(&mut table, 0, 60_000, Some(Side::Left));
    let flags: Vec<bool> = table
        .events
        .iter()
        .filter_map(|event| match event.body {
            EventBody::Clock { change: ClockChange::Flagged { provisional }, .. } => Some(provisional),
            _ => None,
        })
        .collect();
    assert_eq!(flags.first(), Some(&true));
    table.wait(1_000);
    assert!(table.alerts().contains(&"flag-fallen"), "{:?}", table.alerts());
}

/// Symptom: a game was over by a ruling, and its clock was shown as running. Cause: the players had not stopped theirs, and nobody told it to.
#[test]
fn after_the_game_nobodys_time_runs_whatever_the_clock_on_the_table_does() {
    let mut table = Table::new(device());
    says(&mut table, 60_000, 60_000, None);
    table.press(Color::White).hold(&["black E5"]).press(Color::Black);
    says(&mut table, 59_000, 60_000, Some(Side::Right));
    let running = |table: &Table| table.game.clock_document(stamp(table.now)).unwrap().running;
    assert_eq!(running(&table), Some(Color::White));
    let result = GameResult { by: EndedBy::Resignation, winner: Some(Color::Black), margin: None, state: ResultState::Final };
    table.done(Verb::EndGame { result, last_move: None });
    assert_eq!((running(&table), table.commands.last()), (None, Some(&ClockCommand::Run(None))));
    says(&mut table, 59_000, 58_000, Some(Side::Right));
    assert_eq!(running(&table), None);
}
