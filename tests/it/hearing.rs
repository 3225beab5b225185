//! A process that did not run (stopped, asleep with its machine, started anew in the middle of a game): what waits at its ports is heard
//! before anybody's time is judged. Nothing that is read late costs a player, and nobody is called for nothing.

use kifud::clock::{ClockManner, ClockReading, Side, TimeControl};
use kifud::game::{EventBody, HEARING_MS, Input, READING_MS, Rulebook, Settings, TimeAuthority};
use kifud::go::Color;
use kifud::referee::Kind;
use kifud::time::Mono;
use kifud::wire::{ClockCommand, ClockGreeting, ClockReport};

use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

/// One minute a move, from the first on.
const MINUTE: TimeControl = TimeControl::ByoYomi { main_ms: 0, periods: 1, period_ms: 60_000 };

/// White's stone lies, her clock runs since `began` and is not pressed yet.
fn before_the_press(made: Settings, control: TimeControl) -> (Table, u64) {
    let mut table = Table::timed(made, control);
    table.hold(&["black E5"]).press(Color::Black);
    let began = table.now;
    table.wait(10_000).hold(&["white C3"]);
    (table, began)
}

/// The process does not run for so long, and looks at its deadlines first.
fn stopped(table: &mut Table, ms: u64) {
    let until = table.now + ms;
    table.give(Input::Stopped { until: Mono::from_millis(until) });
    table.now = until;
    table.wait(0);
}

fn said(table: &Table) -> Vec<String> {
    let of_time = |body: &EventBody| matches!(body, EventBody::Clock { .. } | EventBody::Ledger { .. } | EventBody::AlertRaised(_));
    table.events.iter().filter(|event| of_time(&event.body)).map(|event| format!("{:?}", event.body)).collect()
}

fn white_used(table: &Table) -> Option<u64> {
    table.events.iter().rev().find_map(|event| match event.body {
        EventBody::TurnEnded { n: 2, used_ms, .. } => used_ms,
        _ => None,
    })
}

#[test]
fn a_press_that_waited_while_the_process_was_stopped_counts_by_its_stamp_and_nothing_false_is_said() {
    let (mut table, began) = before_the_press(settings(9), MINUTE);
    table.events.clear();
    stopped(&mut table, 60_000);
    assert_eq!(said(&table), Vec::<String>::new(), "no call, no flag, before the ports were read");
    table.press_at(Color::White, began + 30_000).wait(HEARING_MS + 1_000);
    assert_eq!(white_used(&table), Some(30_000));
    assert_eq!(table.alerts(), Vec::<&str>::new());
    let flags = said(&table).into_iter().filter(|said| said.contains("Flag")).count();
    assert_eq!(flags, 0);
}

/// A machine that is busy for a moment: the same, for as long as reading takes.
#[test]
fn a_press_that_waited_while_the_process_was_starved_makes_no_flag_either() {
    for (pressed, lost) in [(59_999, false), (60_000, true)] {
        let (mut table, began) = before_the_press(settings(9), MINUTE);
        table.wait(began + 59_500 - table.now);
        table.events.clear();
        stopped(&mut table, 1_200);
        assert_eq!(said(&table), Vec::<String>::new());
        table.press_at(Color::White, began + pressed).wait(READING_MS + 400);
        assert_eq!((white_used(&table), table.alerts().contains(&"flag-fallen")), (Some(pressed), lost));
    }
}

#[test]
fn a_press_that_never_came_is_a_flag_once_everything_has_been_heard() {
    let (mut table, began) = before_the_press(settings(9), MINUTE);
    stopped(&mut table, 60_000);
    table.wait(HEARING_MS - 1);
    assert_eq!(table.alerts(), Vec::<&str>::new());
    table.wait(1);
    assert_eq!(table.alerts(), ["flag-fallen"]);
    assert_eq!(table.open(Kind::FlagFallen).happened, stamp(began + 60_000).wall, "at its own moment");
}

#[test]
fn ing_7_pp_no_points_are_booked_and_no_press_is_missing_before_what_waits_was_read() {
    let ing = TimeControl::IngPenalty { main_ms: 40_000, periods: 3, fraction: 6, points: 2 };
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::Ing;
    let (mut table, began) = before_the_press(made, ing);
    table.hold(&["black G7"]);
    table.events.clear();
    stopped(&mut table, 38_000);
    assert_eq!(said(&table), Vec::<String>::new());
    table.press_at(Color::White, began + 12_000).press_at(Color::Black, began + 40_000).wait(1_000);
    assert_eq!(table.alerts(), Vec::<&str>::new());
    assert_eq!(table.game.book().ledger.white.overtime, 0);
}

/// A clock that does not stamp its presses: nobody knows when one that waited at the port was made, so nobody pays for the time between.
#[test]
fn a_press_without_a_stamp_of_its_own_that_waited_costs_neither_player() {
    for (stamps_presses, used, black_left) in [(false, 10_500, 60_000), (true, 55_500, 60_000)] {
        let mut made = settings(9);
        made.terms.time = Some(MINUTE);
        let mut table = Table::new(made);
        let manner = ClockManner { stamps_presses, ..ClockManner::EXACT };
        let greeting = ClockGreeting { keeps_time: false, settable: false, shows_periods: false, boot_id: None, serial: None, manner };
        table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Greeting(greeting) });
        table.hold(&["black E5"]).press(Color::Black).wait(10_000).hold(&["white C3"]);
        stopped(&mut table, 45_000);
        table.press(Color::White);
        assert_eq!(white_used(&table), Some(used));
        let black = table.game.clock_document(stamp(table.now)).unwrap().players.black;
        assert_eq!(black.remaining_ms, black_left);
        // A press that is made long after is one like any other.
        table.wait(5_000).hold(&["black G7"]).press(Color::Black);
        let black = table.game.clock_document(stamp(table.now)).unwrap().players.black;
        assert_eq!(black.total_used_ms, 5_500);
    }
}

fn says(table: &mut Table, left_ms: u32, right_ms: u32, running: Option<Side>) {
    let reading = ClockReading {
        remaining_ms: [left_ms, right_ms],
        running,
        periods_left: [None; 2],
        stones_left: [None; 2],
        flag: [left_ms == 0, right_ms == 0],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1,
    };
    table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Times(reading) });
}

#[test]
fn a_clock_that_keeps_time_is_asked_before_it_is_said_to_have_run_out() {
    let mut made = Settings { time_authority: TimeAuthority::Device, ..settings(9) };
    made.terms.time = Some(TimeControl::Absolute { main_ms: 12_000 });
    let mut table = Table::new(made);
    says(&mut table, 12_000, 12_000, None);
    table.press(Color::White);
    says(&mut table, 12_000, 12_000, Some(Side::Left));
    table.hold(&["black E5"]);
    for second in 1..=9u32 {
        table.wait(1_000);
        says(&mut table, 11_500 - second * 1_000, 12_000, Some(Side::Left));
    }
    table.events.clear();
    let began = table.now;
    // Black has 2.5 s; he presses after one of the five.
    stopped(&mut table, 5_000);
    assert_eq!(said(&table), Vec::<String>::new());
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().running, None, "nothing is known: nobody is shown as running");
    table.press_at(Color::Black, began + 1_000);
    says(&mut table, 1_500, 8_000, Some(Side::Right));
    for second in 1..=3u32 {
        table.wait(1_000);
        says(&mut table, 1_500, 8_000 - second * 1_000, Some(Side::Right));
    }
    assert_eq!(table.alerts(), Vec::<&str>::new(), "no flag, and no clocks that disagree");
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    assert_eq!((clock.running, clock.players.white.remaining_ms), (Some(Color::White), 5_000));
}

#[test]
fn after_a_restart_in_the_middle_of_a_period_what_really_passed_counts_once_the_clock_was_heard() {
    let (mut table, began) = before_the_press(settings(9), MINUTE);
    let shown = |table: &Table| table.game.clock_document(stamp(table.now)).unwrap();
    table.now += 60_000;
    table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    table.events.clear();
    table.wait(0);
    assert_eq!(said(&table), Vec::<String>::new());
    // The press came in a packet that waited in the clock.
    table.press_at(Color::White, began + 59_999).wait(HEARING_MS + 1_000);
    assert_eq!((white_used(&table), table.alerts()), (Some(59_999), Vec::new()));
    assert_eq!(shown(&table).players.black.total_used_ms, table.now - began - 59_999, "and the other's time has run since");
    assert_eq!(table.commands, Vec::<ClockCommand>::new());
}

/// Symptom: a second after the daemon had been killed in a quick game "the clock runs wrongly or was changed". Cause: two presses had gone to a
/// closed port, and our own clock, taken from the disk, had gone on for the player who had had the move before them.
#[test]
fn after_a_restart_in_which_presses_were_lost_the_clock_is_taken_as_it_is() {
    let mut made = Settings { time_authority: TimeAuthority::Device, ..settings(9) };
    made.terms.time = Some(TimeControl::Absolute { main_ms: 60_000 });
    let mut table = Table::new(made);
    says(&mut table, 60_000, 60_000, None);
    table.press(Color::White);
    says(&mut table, 60_000, 60_000, Some(Side::Left));
    table.hold(&["black E5"]).press(Color::Black);
    says(&mut table, 59_500, 60_000, Some(Side::Right));
    table.wait(1_000);
    says(&mut table, 59_500, 59_000, Some(Side::Right));
    // White presses 0.2 s later, Black half a second after that, and nobody hears it.
    table.now += 1_000;
    table.game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    table.give(Input::ClockBack);
    table.change(&["white C3", "black G7"]);
    for second in 0..5 {
        says(&mut table, 59_000, 58_500 - second * 1_000, Some(Side::Right));
        table.wait(1_000);
    }
    assert_eq!(table.find(Kind::ClockDisagrees), None);
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    assert_eq!((clock.running, clock.players.white.remaining_ms), (Some(Color::White), 53_500));
}

/// Black plays and presses while the process is stopped for five seconds. The port of a board that sends whole boards is read from its
/// oldest bytes on: the first board shows no stone yet. The record is right, and nobody is asked about a pass.
#[test]
fn a_stone_and_its_press_while_the_process_was_stopped_are_no_pass_although_old_scans_are_read_first() {
    for (stop, pressed_after) in [(5_000, 1_000), (5_000, 4_900), (2_600, 1_300), (5_000, 2_500)] {
        let mut table = Table::new(settings(9));
        table.hold(&["black E5"]).press(Color::Black).wait(5_000).hold(&["white C3"]).press(Color::White).wait(3_000);
        table.events.clear();
        let began = table.now;
        let until = began + stop;
        table.give(Input::Stopped { until: Mono::from_millis(until) });
        table.give(Input::BoardLost);
        table.now = until;
        table.wait(0);
        table.press_at(Color::Black, began + pressed_after);
        table.give(Input::BoardBack);
        table.change(&[]);
        for _ in 0..4 {
            table.wait(140).change(&[]);
        }
        table.wait(140).change(&["black G7"]).wait(5_000);
        assert_eq!((table.alerts(), table.record().as_str()), (Vec::new(), "B E5, W C3, B G7"), "{stop} {pressed_after}");
        table.hold(&["white D7"]).press(Color::White).wait(5_000);
        assert_eq!((table.alerts(), table.record().as_str()), (Vec::new(), "B E5, W C3, B G7, W D7"));
    }
}

/// The same press, and no stone at all: it is asked about once everything has been read.
#[test]
fn a_press_without_a_stone_while_the_process_was_stopped_is_asked_about() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black).wait(5_000).hold(&["white C3"]).press(Color::White).wait(3_000);
    table.events.clear();
    let began = table.now;
    stopped(&mut table, 5_000);
    table.press_at(Color::Black, began + 1_000).wait(HEARING_MS - 1);
    assert_eq!(table.alerts(), Vec::<&str>::new());
    table.wait(1);
    assert_eq!(table.alerts(), ["pass-signal"]);
}
