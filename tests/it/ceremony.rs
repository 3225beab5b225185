//! The board while a game is counted: filled in by Ing's rules, rearranged by Chinese ones (ING-9.4(4), CN-16.3).

use Color::Black;
use kifud::game::{Severity, Verb};
use kifud::go::Color;

use crate::endings::{CLOSED, at_position, both_accept, by, open};
use crate::table::{Table, settings};

const PATIENCE: u64 = 6_000;

/// Ing's rules, the boundary closed, both have accepted: filling in begins.
fn filling() -> Table {
    let mut table = at_position(by("ing", "ing"), &CLOSED);
    both_accept(&mut table);
    table.wait(1_000);
    table
}

fn points(table: &Table, kind: &str) -> Vec<String> {
    let alert = open(table, kind).unwrap_or_else(|| panic!("no {kind}: {:?}", table.alerts()));
    assert!(alert.severity <= Severity::Attention);
    let mut names: Vec<String> = alert.points.iter().map(|point| point.vertex(table.grid.size()).to_string()).collect();
    names.sort();
    names
}

#[test]
fn ing_9_4_4_more_than_two_stones_at_once_are_told_and_go_when_they_are_taken_up() {
    let mut table = filling();
    table.change(&["black A9", "black B9", "black C9"]).wait(PATIENCE);
    assert_eq!(points(&table, "fill-burst"), ["A9", "B9", "C9"]);
    let alert = open(&table, "fill-burst").unwrap();
    assert_eq!((alert.color, alert.cite.map(|cite| cite.article).as_deref()), (Some(Black), Some("9.4(4)")));
    assert!(alert.evidence.is_some_and(|evidence| evidence.steps.len() >= 3));
    // Filling goes on beside it.
    table.hold(&["white J9"]).wait(1_000);
    assert_eq!(points(&table, "fill-burst"), ["A9", "B9", "C9"]);
    table.change(&["lift C9"]).wait(1_000);
    assert!(open(&table, "fill-burst").is_none(), "put right");
    table.hold(&["black C9"]).wait(PATIENCE);
    assert_eq!(table.alerts(), ["fill-burst"], "one more is not a burst");
}

#[test]
fn ing_9_4_4_stones_that_fall_out_of_a_sleeve_within_a_moment_are_a_burst_too() {
    let mut table = filling();
    table.change(&["white F9"]).wait(120).change(&["white G9"]).wait(120).change(&["white H9"]).wait(PATIENCE);
    assert_eq!(points(&table, "fill-burst"), ["F9", "G9", "H9"]);
}

#[test]
fn ing_9_4_4_two_stones_of_each_colour_at_once_are_within_the_rule_however_often() {
    let mut table = filling();
    for row in (1..=9).rev() {
        table.change(&[&format!("black A{row}"), &format!("black B{row}"), &format!("white J{row}"), &format!("white H{row}")]).wait(700);
        table.change(&[&format!("black C{row}"), &format!("white G{row}")]).wait(500).change(&[&format!("white F{row}")]).wait(500);
    }
    table.wait(20_000);
    assert_eq!(table.alerts(), [""; 0]);
    // Three that are taken up again at once are nobody's news either.
    let mut table = filling();
    table.change(&["black A9", "black B9", "black C9"]).wait(1_500).change(&["lift C9"]).wait(PATIENCE);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn ing_9_4_4_a_shape_that_was_shifted_is_compared_with_the_kept_position() {
    let mut table = filling();
    // A falling stone pushes D5 aside.
    table.change(&["lift D5", "black C5"]).wait(PATIENCE);
    assert_eq!(points(&table, "counting-disturbed"), ["D5"]);
    let alert = open(&table, "counting-disturbed").unwrap();
    assert_eq!(alert.cite.map(|cite| cite.article).as_deref(), Some("9.4(4)"));
    assert!(alert.text.en().contains("D5"), "{}", alert.text);
    table.change(&["lift E4"]).wait(PATIENCE);
    assert_eq!(points(&table, "counting-disturbed"), ["D5", "E4"], "the same alert says more");
    table.change(&["black D5", "lift C5", "white E4"]).wait(1_000);
    assert!(open(&table, "counting-disturbed").is_none());
    assert_eq!(table.alerts(), ["counting-disturbed"]);
}

#[test]
fn ing_9_4_4_a_stone_put_straight_and_dead_stones_taken_off_disturb_nothing() {
    let mut lines = CLOSED;
    lines[6] = "O..XO..X.";
    let mut table = at_position(by("ing", "ing"), &lines);
    both_accept(&mut table);
    let dead = ["A3", "H3"].map(|vertex| table.point(vertex)).to_vec();
    table.ask(Verb::MarkDead { points: dead, color: None });
    table.change(&["lift A3"]).wait(PATIENCE).change(&["lift H3"]).wait(PATIENCE);
    // Filled where they stood, by their opponent.
    table.hold(&["black A3"]).hold(&["white H3"]).wait(PATIENCE);
    table.change(&["lift D5"]).wait(2_000).change(&["black D5"]).wait(PATIENCE);
    assert!(table.alerts().iter().all(|kind| *kind == "dame-left"), "{:?}", table.alerts());
}

#[test]
fn ing_9_4_3_both_collect_their_stones_when_the_filling_is_over() {
    let mut table = filling();
    for row in 1..=9 {
        let lifted: Vec<String> = ["D", "E"].map(|column| format!("lift {column}{row}")).into();
        table.change(&lifted.iter().map(String::as_str).collect::<Vec<_>>()).wait(900);
        // They talk in between.
        if row == 4 {
            table.wait(20_000);
        }
    }
    table.wait(60_000);
    assert_eq!(table.alerts(), [""; 0]);
    // A third of the shape gone for good is no collecting any more.
    let mut table = filling();
    let lifted: Vec<String> = (1..=6).map(|row| format!("lift D{row}")).collect();
    table.change(&lifted.iter().map(String::as_str).collect::<Vec<_>>()).wait(60_000);
    assert_eq!(points(&table, "counting-disturbed").len(), 6);
}

#[test]
fn what_was_said_of_a_ceremony_outlives_a_restart_and_goes_when_it_is_put_right() {
    let mut table = filling();
    table.change(&["black A9", "black B9", "black C9", "lift E1"]).wait(PATIENCE);
    assert_eq!(table.alerts().len(), 2, "{:?}", table.alerts());
    let now = crate::table::stamp(table.now);
    table.game = crate::recovery::stored_and_read(&table.game, &table.events, "boot", "boot", now);
    table.give(kifud::game::Input::BoardBack);
    table.change(&[]).wait(10_000);
    assert_eq!((table.game.book().alerts.len(), table.alerts().len()), (2, 2), "still open, and said once");
    table.change(&["lift A9", "white E1"]).wait(1_000);
    assert_eq!(table.game.book().alerts.len(), 0);
}

#[test]
fn chinese_tens_and_anything_else_may_be_made_of_a_board_that_is_counted() {
    let mut table = at_position(settings(9), &CLOSED);
    both_accept(&mut table);
    let size = table.grid.size();
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..60 {
        let mut points: Vec<_> = size.points().collect();
        rng.shuffle(&mut points);
        let changes: Vec<String> = points
            .iter()
            .take(rng.usize(1..12))
            .map(|point| format!("{} {}", ["black", "white", "lift"][rng.usize(0..3)], point.vertex(size)))
            .collect();
        table.change(&changes.iter().map(String::as_str).collect::<Vec<_>>()).wait(rng.u64(100..6_000));
    }
    table.wait(60_000);
    assert_eq!(table.alerts(), [""; 0]);
    let count = table.game.count().unwrap();
    assert_eq!((count.points.black.0, count.points.white.0), (72, 90), "the kept position is counted");
    let snapshot = table.game.snapshot(kifud::time::Wall::default());
    assert!(snapshot.discrepancies.is_empty());
    // The same hands where the board is filled in are a disturbance.
    table.ask(Verb::Count { method: Some("fill-in".to_owned()) }).wait(60_000);
    assert!(!table.alerts().is_empty());
    table.ask(Verb::Count { method: None });
    assert!(open(&table, "counting-disturbed").is_none());
}

#[test]
fn a_board_without_colours_is_filled_by_both_at_once() {
    let mut table = filling().colorblind();
    table.change(&["black A9", "black B9", "white H9", "white J9"]).wait(PATIENCE);
    assert_eq!(table.alerts(), [""; 0]);
    table.change(&["black A8", "black B8", "black C8", "black A7", "black B7"]).wait(PATIENCE);
    let alert = open(&table, "fill-burst").expect("five at once");
    assert_eq!(alert.color, None);
}
