//! Stones played where one was captured a moment ago, as quickly as people play with little time (ING-5, CN-9; hardware.md F4).

use kifud::game::{EventBody, Settings, TurnEndedBy, TurnEnds};
use kifud::go::Color::{Black, White};

use crate::findings::{alerts, played, played_at};
use crate::table::{Table, settings};

/// White takes two stones in the corner with C1.
const BEFORE: [&str; 5] = ["A1", "A2", "B1", "B2", "E5"];
const CAPTURE: [&str; 3] = ["white C1", "lift A1", "lift B1"];

#[test]
fn a_throw_in_at_once_that_is_captured_at_once_is_a_move() {
    // Symptom: the throw-in was in no record, the next moves changed places, and players were accused of the wrong colour twelve moves later.
    // Cause: a captured stone that shows again within a second was taken as one that is still to be lifted, whoever had pressed for it.
    let mut table = played(&BEFORE);
    table.change(&CAPTURE).wait(460).press(White).wait(10).change(&["black A1"]).wait(460).press(Black).wait(10);
    table.change(&["white B1", "lift A1"]).wait(460).press(White).wait(10).change(&["black E4"]).wait(460).press(Black).wait(8_000);
    assert_eq!(table.record(), "B A1, W A2, B B1, W B2, B E5, W C1, B A1, W B1, B E4");
    assert!(table.alerts().is_empty(), "{:?}", alerts(&table));
}

#[test]
fn where_nobody_presses_the_answer_says_that_it_was_a_throw_in() {
    let mut table = played_at(Table::new(Settings { turn_ends: TurnEnds::Stone, ..settings(9) }), &BEFORE);
    table
        .change(&CAPTURE)
        .wait(470)
        .change(&["black A1"])
        .wait(470)
        .change(&["white B1", "lift A1"])
        .wait(470)
        .change(&["black E4"])
        .wait(8_000);
    assert_eq!(table.record(), "B A1, W A2, B B1, W B2, B E5, W C1, B A1, W B1, B E4");
    assert!(table.alerts().is_empty(), "{:?}", alerts(&table));
}

#[test]
fn f4_a_captured_stone_that_was_felt_badly_for_a_moment_is_no_throw_in() {
    let mut table = played(&BEFORE);
    table.change(&CAPTURE).wait(420).change(&["black A1"]).wait(200).press(White).wait(800).change(&["lift A1"]).wait(500);
    table.hold(&["black E4"]).press(Black).wait(8_000);
    assert_eq!(table.record(), "B A1, W A2, B B1, W B2, B E5, W C1, B E4");
    assert!(table.alerts().is_empty(), "{:?}", alerts(&table));
}

#[test]
fn the_first_stones_press_counts_though_the_stone_bounced_at_it() {
    // Symptom: every press of a quick game was said to come from the wrong side. Cause: the press of the first stone was forgotten, because
    // the sensor had last changed after it.
    let mut table = Table::new(settings(9));
    table.press(White).wait(470).change(&["black E5"]).wait(20).change(&["lift E5"]).wait(40).change(&["black E5"]).wait(50);
    table.change(&["lift E5"]).wait(15).press(Black).wait(30).change(&["black E5"]).wait(20).change(&["lift E5"]).wait(30);
    table.change(&["black E5"]).wait(470);
    let ended = table.events.iter().find_map(|event| match event.body {
        EventBody::TurnEnded { n: 1, by, .. } => Some(by),
        _ => None,
    });
    assert_eq!(ended, Some(TurnEndedBy::Press));
    table.change(&["white C3"]).wait(420).press(White).wait(8_000);
    assert!(table.alerts().is_empty(), "{:?}", alerts(&table));
}

#[test]
fn f4_what_is_felt_before_the_stone_that_it_would_answer_is_no_answer_yet() {
    // Symptom: a sensor that felt a stone beside it for 0.7 s gave the answer to a move that came after it.
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black).wait(30).change(&["black G6"]).wait(25).change(&["white C4"]).wait(280).press(White).wait(370);
    table.change(&["lift G6"]).wait(100).change(&["black B8"]).wait(460).press(Black).wait(8_000);
    assert_eq!(table.record(), "B E5, W C3, B D4, W C4, B B8");
    assert!(table.alerts().is_empty(), "{:?}", alerts(&table));
}
