//! The buttons of the clock (CONTRACT 3.2 BUTTON): the arbiter's calls the referee, the pause button stops and goes on exactly there.

use kifud::clock::TimeControl;
use kifud::game::{AlertVerb, Basis, Input, Phase, Verb};
use kifud::go::Color;
use kifud::referee::Kind;
use kifud::time::Mono;
use kifud::wire::ClockReport;

use crate::table::{Table, settings, stamp};

fn says(table: &mut Table, report: ClockReport) {
    let at = Mono::from_millis(table.now);
    table.give(Input::Clock { at, report });
}

/// Two moves in, Black to move, with a clock that kifud keeps.
fn table() -> Table {
    let mut table = Table::timed(settings(9), TimeControl::ByoYomi { main_ms: 60_000, periods: 5, period_ms: 30_000 });
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White);
    table.since();
    table
}

#[test]
fn cn_16_2_the_arbiters_button_calls_the_referee_and_it_is_noted_whose_time_ran() {
    let mut table = table();
    says(&mut table, ClockReport::ArbiterButton);
    let call = table.open(Kind::RefereeCall);
    let reported = call.handling.reported.clone().expect("somebody called");
    assert_eq!((call.basis, call.color, reported.to_move, reported.by), (Basis::Reported, None, Color::Black, None));
    assert_eq!(call.text.en(), "The referee is called.");
    // The clock runs on: who wants it to stand says so.
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().running, Some(Color::Black));
    // Whoever presses again a minute later, because nobody has come, calls no second referee.
    table.wait(60_000);
    says(&mut table, ClockReport::ArbiterButton);
    assert_eq!((table.alerts(), table.open(Kind::RefereeCall).handling.joined), (vec!["referee-call"], 1));
    let take = Verb::Alert(AlertVerb::Take { alert: call.id });
    table.ask_by(Some("ann"), take).wait(60_000);
    table.since();
    says(&mut table, ClockReport::ArbiterButton);
    assert_eq!(table.since(), ["raised referee-call"], "a referee is at the table: it is another call");
}

#[test]
fn whoever_tries_a_clock_out_between_games_calls_nobody() {
    let mut table = Table::timed(settings(9), TimeControl::Absolute { main_ms: 60_000 });
    assert_eq!(table.game.book().phase, Phase::Idle);
    says(&mut table, ClockReport::ArbiterButton);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn the_pause_button_freezes_both_and_time_goes_on_exactly_there() {
    let mut table = table();
    let used = |table: &Table| {
        let clock = table.game.clock_document(stamp(table.now)).unwrap();
        (clock.running, clock.players[Color::Black].remaining_ms, clock.players[Color::White].remaining_ms)
    };
    table.wait(17_000);
    says(&mut table, ClockReport::PauseButton);
    let (running, black, white) = used(&table);
    assert_eq!(running, None);
    table.wait(40 * 60_000);
    assert_eq!(used(&table), (None, black, white));
    says(&mut table, ClockReport::PauseButton);
    table.wait(1_000);
    assert_eq!(used(&table), (Some(Color::Black), black - 1_000, white));
    assert_eq!(table.game.book().phase, Phase::Playing, "a button is no interruption by the referee");
}

#[test]
fn a_clock_that_restarts_or_does_not_answer_is_no_alert_in_front_of_the_players() {
    let mut table = table();
    for report in [ClockReport::Restarted, ClockReport::NoAnswer, ClockReport::Gap] {
        says(&mut table, report);
        table.wait(5_000);
    }
    assert_eq!(table.alerts(), [""; 0]);
}
