//! The moments that decide about time: contact of the stone, captures off the board, press; by their stamps, whenever they are processed.

use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::game::{
    ByBook, CaptureNeutral, EventBody, Input, Preparation, Rulebook, Sanction, Settings, TimeAuthority, TurnEndedBy, TurnEnds, Verb,
};
use kifud::go::Color;
use kifud::referee::Kind;
use kifud::time::Mono;
use kifud::wire::ClockReport;

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

/// `capture_neutral = "book"`: the book of the game in hand says when the taking costs no time, and not the configured one.
#[test]
fn cn_23_4_a_game_that_is_prepared_under_another_book_is_timed_by_that_book() {
    for (book, timed) in [(Rulebook::China2002, true), (Rulebook::China1988, false), (Rulebook::Korea20241108, true)] {
        let by_book = ByBook { rules: true, komi: true, captures: true };
        let configured = Settings { by_book, ..neutral(CaptureNeutral::ByoYomi) };
        let mut table = Table::timed(configured, LAST_MINUTE);
        table.done(Verb::PrepareGame(Box::new(Preparation { rulebook: Some(book), ..Preparation::default() })));
        for (n, vertex) in ["A2", "A1", "B2", "B1", "C2", "C1"].iter().enumerate() {
            let (color, word) = if n % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
            table.hold(&[&format!("{word} {vertex}")]).press(color);
        }
        table.wait(30_000);
        captures(&mut table);
        table.press(Color::Black);
        assert_eq!(used(&table), Some(if timed { 46_000 } else { 30_500 }), "{book}");
    }
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
fn cn_23_5_a_stone_that_captures_after_the_flag_excuses_nothing() {
    for (contact, excused) in [(60_000, false), (59_999, true)] {
        let mut table = before_the_capture(neutral(CaptureNeutral::Always), LAST_MINUTE);
        table.wait(contact).hold(&["black D1"]).wait(1_000);
        let proposed = table.find(Kind::FlagFallen).map(|alert| alert.proposal.map(|proposal| (proposal.clock, proposal.sanctions)));
        let expected = (!excused).then(|| Some((Vec::new(), vec![Sanction::Loss])));
        assert_eq!(proposed, expected, "contact {contact} ms after the turn began");
    }
}

/// The clock on the table counts on while captured stones are lifted where that is not timed: its flag then gives the time back, also when
/// the last of them is off by the time that the flag is certain.
#[test]
fn cn_23_5_a_flag_of_the_device_in_the_lifting_proposes_a_credit_and_one_after_it_a_loss() {
    for (flag_at, credit) in [(11_000, true), (16_200, true), (17_500, false)] {
        let made = Settings { time_authority: TimeAuthority::Device, ..neutral(CaptureNeutral::ByoYomi) };
        let mut table = before_the_capture(made, LAST_MINUTE);
        let began = table.now;
        let says = |table: &mut Table, used: u64| {
            let left_ms = u32::try_from(flag_at).unwrap().saturating_sub(u32::try_from(used).unwrap());
            let reading = ClockReading {
                remaining_ms: [left_ms, 60_000],
                running: Some(Side::Left),
                periods_left: [Some(1); 2],
                stones_left: [None; 2],
                flag: [left_ms == 0, false],
                overtime: [true; 2],
                paused: false,
                resolution_ms: 1,
            };
            table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Times(reading) });
        };
        says(&mut table, 0);
        for step in 1..=200u64 {
            let at = began + step * 100;
            table.wait(at - table.now);
            if at - began == 1_000 {
                table.change(&["black D1"]);
            } else if at - began == 16_400 {
                table.change(&["lift A1", "lift B1", "lift C1"]);
            }
            if step % 5 == 0 {
                says(&mut table, at - began);
            }
        }
        let alert = table.open(Kind::FlagFallen);
        let proposal = alert.proposal.expect("a proposal");
        assert_eq!(proposal.sanctions.is_empty(), credit, "{flag_at}: {proposal:?}");
        let given: Vec<bool> = proposal.clock.iter().map(|remedy| remedy.color == Color::Black && remedy.delta_ms > 0).collect();
        assert_eq!(given, if credit { vec![true] } else { Vec::new() }, "{flag_at}");
    }
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

/// No stone is on its way for ever: somebody who moves one about, or a bad board, does not keep a flag from being certain for longer than
/// the patience.
#[test]
fn what_moves_without_end_keeps_no_flag_provisional() {
    let mut table = Table::timed(settings(9), TimeControl::Absolute { main_ms: 20_000 });
    table.hold(&["black E5"]).press(Color::Black);
    let (fallen, patience) = (table.now + 20_000, table.game.settings().patience_ms);
    table.wait(19_800);
    let points = ["A1", "C1", "E1", "G1", "J1", "A3", "C3", "E3", "G3", "J3"];
    let (mut before, mut certain) = (None, None);
    for point in points.into_iter().cycle().take(40) {
        let mut moved: Vec<String> = before.into_iter().map(|point: &str| format!("lift {point}")).collect();
        moved.push(format!("white {point}"));
        table.change(&moved.iter().map(String::as_str).collect::<Vec<_>>()).wait(300);
        before = Some(point);
        if certain.is_none() && table.find(Kind::FlagFallen).is_some() {
            certain = Some(table.now);
        }
    }
    let certain = certain.expect("the flag is certain while it goes on");
    assert!(certain > fallen + 1_000 && certain <= fallen + patience + 300, "{} ms after it", certain - fallen);
}
