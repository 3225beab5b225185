//! The moments that decide about time: contact of the stone, captures off the board, press; by their stamps, whenever they are processed.

use kifud::clock::TimeControl;
use kifud::game::{CaptureNeutral, EventBody, Settings, TurnEndedBy, TurnEnds, Verb};
use kifud::go::Color;

use crate::table::{Table, settings};

/// Byo-yomi from the first move: one minute left.
const LAST_MINUTE: TimeControl = TimeControl::ByoYomi { main_ms: 0, periods: 1, period_ms: 60_000 };

/// A game in which Black can capture the twelve stones' worth of a corner: three white stones on the first line, all but one liberty
/// taken; Black is to move, and the clock runs since `now`.
fn before_the_capture(settings: Settings, control: TimeControl) -> Table {
    let mut table = Table::timed(settings, control);
    let moves = ["A2", "A1", "B2", "B1", "C2", "C1"];
    for (n, vertex) in moves.iter().enumerate() {
        let (color, word) = if n % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    assert_eq!(table.record(), "B A2, W A1, B B2, W B1, B C2, W C1");
    table
}

fn neutral(capture_neutral: CaptureNeutral) -> Settings {
    Settings { capture_neutral, ..settings(9) }
}

fn used(table: &Table) -> Option<u64> {
    table.events.iter().rev().find_map(|event| match event.body {
        EventBody::TurnEnded { used_ms, .. } => used_ms,
        _ => None,
    })
}

fn captures(table: &mut Table) {
    table.hold(&["black D1"]).wait(5_000);
    table.change(&["lift A1"]).wait(10_000);
    table.hold(&["lift B1", "lift C1"]);
}

#[test]
fn cn_23_5_vector_28_in_the_last_minute_the_lifting_of_captures_is_not_timed() {
    let mut table = before_the_capture(neutral(CaptureNeutral::ByoYomi), LAST_MINUTE);
    table.wait(52_000);
    captures(&mut table);
    // The stones were gone 15.5 s after the contact; the press comes 0.5 s later.
    table.press(Color::Black);
    assert_eq!(used(&table), Some(52_500));
    assert_eq!(table.alerts(), Vec::<&str>::new());
    assert!(table.events.iter().any(|event| matches!(&event.body, EventBody::Clock { clock, .. } if clock.capture_neutral == Some(true))));
}

#[test]
fn vector_28_where_the_lifting_is_timed_the_flag_falls() {
    let mut table = before_the_capture(neutral(CaptureNeutral::Never), LAST_MINUTE);
    table.wait(52_000);
    captures(&mut table);
    table.press(Color::Black).wait(1_000);
    assert!(table.alerts().contains(&"flag-fallen"), "{:?}", table.alerts());
}

#[test]
fn vector_28_a_stone_that_settles_after_the_end_was_there_before_it() {
    let mut table = before_the_capture(neutral(CaptureNeutral::ByoYomi), LAST_MINUTE);
    table.wait(59_900);
    // The capture is only known 400 ms later, after the minute is full: the flag was provisional and is taken back.
    captures(&mut table);
    table.press(Color::Black);
    assert_eq!(used(&table), Some(60_000 - 100 + 500));
    let flags: Vec<String> = table.since().into_iter().filter(|name| name.contains("lag")).collect();
    assert_eq!(flags[..2], ["clock Flagged { provisional: true }", "clock FlagWithdrawn"], "{flags:?}");
}

#[test]
fn vector_29_in_main_time_the_lifting_is_timed() {
    let control = TimeControl::ByoYomi { main_ms: 600_000, periods: 1, period_ms: 60_000 };
    let mut table = before_the_capture(neutral(CaptureNeutral::ByoYomi), control);
    table.wait(10_000);
    captures(&mut table);
    table.press(Color::Black);
    assert_eq!(used(&table), Some(10_000 + 500 + 5_000 + 10_000 + 500));
}

#[test]
fn a_pause_while_stones_are_lifted_neither_counts_nor_ends_the_lifting() {
    let mut table = before_the_capture(neutral(CaptureNeutral::Always), LAST_MINUTE);
    table.wait(20_000).hold(&["black D1"]);
    table.ask(Verb::Pause { reason: "a question".to_owned(), until: None }).wait(100_000);
    table.hold(&["lift A1", "lift B1", "lift C1"]).ask(Verb::Resume { force: false });
    assert!(table.answers.last().unwrap().outcome.is_ok());
    table.wait(3_000).press(Color::Black);
    assert_eq!(used(&table), Some(23_000));
}

#[test]
fn a_reply_over_captures_that_nobody_lifted_lets_the_time_run_on() {
    let mut table = before_the_capture(neutral(CaptureNeutral::Always), LAST_MINUTE);
    table.wait(10_000).hold(&["black D1"]).wait(5_000).hold(&["white F6"]);
    let clock = table.game.clock_document(crate::table::stamp(table.now)).unwrap();
    assert_eq!(clock.running, Some(Color::Black), "nobody pressed for Black");
    assert_eq!(clock.capture_neutral, Some(false));
}

#[test]
fn a_capture_that_is_taken_back_was_never_neutral() {
    let mut table = before_the_capture(neutral(CaptureNeutral::Always), LAST_MINUTE);
    table.wait(10_000).hold(&["black D1"]).wait(5_000);
    table.ask(Verb::Undo { moves: 1 }).wait(1_000);
    assert!(table.answers.last().unwrap().outcome.is_ok(), "{:?}", table.answers.last());
    let clock = table.game.clock_document(crate::table::stamp(table.now)).unwrap();
    assert_eq!((clock.running, clock.capture_neutral), (Some(Color::Black), Some(false)));
}

#[test]
fn a_turn_may_end_when_the_captures_are_off_or_at_the_stone() {
    let mut table = before_the_capture(Settings { turn_ends: TurnEnds::Cleared, ..settings(9) }, LAST_MINUTE);
    table.wait(10_000);
    captures(&mut table);
    let ended = table.events.iter().rev().find_map(|event| match event.body {
        EventBody::TurnEnded { by, used_ms, n, .. } => Some((n, by, used_ms)),
        _ => None,
    });
    assert_eq!(ended, Some((7, TurnEndedBy::Cleared, Some(500 + 10_000 + 500 + 5_000 + 10_000))));

    let mut table = before_the_capture(Settings { turn_ends: TurnEnds::Stone, ..settings(9) }, LAST_MINUTE);
    table.wait(59_400).hold(&["black D1"]).wait(1_000);
    assert_eq!(used(&table), Some(59_900), "the stone lay before the minute was full");
    assert!(!table.alerts().contains(&"flag-fallen"));
}

/// No rule says how long the lifting may take: nobody's time is taken, and a person is told once.
#[test]
fn captures_that_are_not_lifted_for_a_minute_are_told_to_the_referee_once() {
    let mut table = before_the_capture(neutral(CaptureNeutral::ByoYomi), LAST_MINUTE);
    table.hold(&["black D1"]).wait(55_000);
    assert_eq!(table.alerts(), Vec::<&str>::new(), "a big capture takes its time");
    table.wait(5_000);
    assert_eq!(table.alerts(), ["captures-left"]);
    table.wait(600_000);
    assert_eq!(table.alerts(), ["captures-left"], "the flag has not fallen, and nothing is said twice");
    table.hold(&["lift A1", "lift B1", "lift C1"]);
    table.press(Color::Black);
    assert_eq!(used(&table), Some(500), "nothing of it was counted");
}

#[test]
fn a_period_that_was_said_to_be_used_and_was_not_is_taken_back_by_an_event() {
    let control = TimeControl::ByoYomi { main_ms: 0, periods: 3, period_ms: 30_000 };
    let mut table = Table::timed(settings(9), control);
    table.hold(&["black E5"]).press(Color::Black);
    let began = table.now;
    table.hold(&["white C3"]).wait(30_200 - 500);
    let told = table.since();
    assert!(told.contains(&"clock PeriodUsed".to_owned()), "{told:?}");
    table.press_at(Color::White, began + 29_990);
    let told = table.since();
    assert!(told.contains(&"clock Adjusted".to_owned()), "{told:?}");
    let white = table.game.clock_document(crate::table::stamp(table.now)).unwrap().players.white;
    assert_eq!(white.phase, kifud::game::PlayerPhase::ByoYomi { periods_left: 3 });
}
