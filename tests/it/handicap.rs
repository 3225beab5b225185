//! Set-ups that stones alone make (CONTRACT 5): black stones before any white stone or press.

use kifud::game::Input;
use kifud::go::{Color, Size};

use crate::table::{Table, settings};

#[test]
fn black_stones_before_any_white_stone_or_press_are_handicap() {
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).hold(&["black Q16"]).hold(&["black Q4"]).hold(&["white C6"]);
    assert_eq!(table.record(), "W C6");
    let record = table.game.record();
    assert_eq!(record.setup.black.len(), 3);
    assert_eq!(record.first, Color::White);
    table.wait(10_000);
    assert!(table.alerts().is_empty());
}

/// Symptom: a game of two stones, every one of whose moves was wrong. The second stone had come before the press, and not held still yet.
#[test]
fn a_handicap_stone_that_has_come_before_the_press_counts_with_the_first() {
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).change(&["black Q16"]).wait(300).press(Color::Black);
    table.wait(2_000).hold(&["white C6"]).press(Color::White).wait(10_000);
    assert_eq!(table.record(), "W C6");
    assert_eq!(table.game.record().setup.black.len(), 2);
    assert!(table.alerts().is_empty());
    // A reply before the press is Black's own stone and White's.
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).change(&["white Q16"]).wait(300).press(Color::Black).wait(1_000);
    assert_eq!(table.record(), "B D4, W Q16");
}

/// Symptom: a game of two stones, all of whose moves were wrong. The second stone had come before the press beside a sensor that flickers, and
/// was taken up once more after it.
#[test]
fn a_handicap_stone_that_is_put_straight_right_after_the_press_is_one_still() {
    let mut table = Table::new(settings(19));
    table.change(&["black D4"]).wait(89);
    let flickers = |table: &mut Table, times: usize| {
        for _ in 0..times {
            table.change(&["white J13"]).wait(60).change(&["lift J13"]).wait(60);
        }
    };
    flickers(&mut table, 5);
    table.change(&["black Q16"]);
    flickers(&mut table, 3);
    table.press(Color::Black).wait(100);
    flickers(&mut table, 1);
    table.change(&["lift Q16"]);
    flickers(&mut table, 4);
    table.change(&["black Q16"]);
    flickers(&mut table, 30);
    table.hold(&["white C6"]).press(Color::White).wait(10_000);
    assert_eq!((table.record().as_str(), table.game.record().setup.black.len()), ("W C6", 2));
    assert!(table.alerts().iter().all(|&kind| kind == "ambiguous"));
}

/// Symptom: stones that nobody could have played, and no game. The first stone was not believed yet, because others came with it, when the
/// second had held still.
#[test]
fn two_handicap_stones_that_come_together_with_a_sensor_that_feels_something_are_a_set_up() {
    let mut table = Table::new(settings(19));
    table.change(&["black D4"]).wait(150).change(&["black Q16"]).wait(100).change(&["black J9"]).wait(200).change(&["lift J9"]);
    table.wait(1_500).press(Color::Black).hold(&["white C6"]).press(Color::White).wait(8_000);
    assert_eq!((table.record().as_str(), table.game.record().setup.black.len()), ("W C6", 2));
    assert!(table.alerts().is_empty());
}

#[test]
fn f1_a_handicap_stone_on_a_star_point_that_flickers_belongs_to_the_set_up() {
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).hold(&["black Q16"]);
    for _ in 0..10 {
        table.change(&["black Q4"]).wait(150).change(&["lift Q4"]).wait(150);
    }
    table.hold(&["black D16"]);
    let mut black: Vec<String> =
        table.game.record().setup.black.iter().map(|point| point.vertex(Size::square(19).unwrap()).to_string()).collect();
    black.sort();
    assert_eq!(black, ["D16", "D4", "Q16", "Q4"]);
    // Elsewhere a sensor that flickers is only that.
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).hold(&["black Q16"]);
    for _ in 0..10 {
        table.change(&["black M9"]).wait(150).change(&["lift M9"]).wait(150);
    }
    table.hold(&["black Q4"]);
    assert_eq!(table.game.record().setup.black.len(), 3);
}

#[test]
fn with_a_handicap_configured_a_board_without_colours_waits_for_all_stones() {
    let mut configured = settings(19);
    configured.terms.handicap = 3;
    let mut table = Table::new(configured).colorblind();
    table.hold(&["black D4"]).hold(&["black Q16"]);
    assert!(table.events.is_empty());
    table.hold(&["black Q4"]).hold(&["white C6"]);
    assert_eq!(table.record(), "W C6");
}

/// Symptom: a whole handicap game was in no record, and everything said "ready". Cause: the first stone came in the moment in which the board
/// was first seen, empty, and nobody had seen it empty for as long as a point has to hold still.
#[test]
fn a_first_stone_in_the_moment_in_which_the_board_is_first_seen_opens_the_game() {
    let mut table = Table::absent(settings(19));
    table.give(Input::BoardBack);
    table.change(&[]).hold(&["black D16"]).hold(&["black D4"]).hold(&["black Q16"]).press(Color::Black).hold(&["white C6"]);
    assert_eq!((table.record().as_str(), table.game.record().setup.black.len()), ("W C6", 3));
    assert!(!table.game.waits_for_an_empty_board());
    // Where a stone stands at the first look nobody knows whose move it is, and an operator is told.
    let mut table = Table::absent(settings(19));
    table.give(Input::BoardBack);
    table.hold(&["black D16"]).hold(&["white D4"]);
    assert_eq!(table.record(), "");
    assert!(table.game.waits_for_an_empty_board());
    table.hold(&["lift D16", "lift D4"]);
    assert!(!table.game.waits_for_an_empty_board());
    table.hold(&["black D16"]);
    assert_eq!(table.record(), "B D16");
}
