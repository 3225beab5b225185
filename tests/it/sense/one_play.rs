//! One play, however the hand does it, and what is none.

use super::table::Table;
use kifud::go::{Color, Place, Rules};
use kifud::sense::Settling;
use kifud::time::Mono;
use kifud::wire::Cell;

/// Black takes B3 and C3 by D3.
const ATARI: &str = "
    . . . . .
    . X X . .
    X O O . .
    . X X . .
    . . . . .";

/// Black takes B3 by C3: a ko.
const KO: &str = "
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .";

fn empty(to_move: Color) -> Table {
    Table::new(&". . . . .\n".repeat(5), to_move)
}

#[test]
fn a_stone_of_the_side_to_move_is_a_play() {
    assert_eq!(empty(Color::Black).explained(), "unchanged");
    assert_eq!(empty(Color::Black).black("C3", 9).explained(), "B C3");
    assert_eq!(empty(Color::White).white("C3", 9).explained(), "W C3");
    assert_eq!(empty(Color::White).stone("C3", 9).explained(), "W C3");
    let seen = empty(Color::Black).black("C3", 9).ask(kifud::sense::explain);
    let kifud::sense::Reconstruction::Played(plays) = seen else { panic!("{seen:?}") };
    assert_eq!(plays[0].first_seen, Mono::from_millis(9));
}

#[test]
fn what_is_no_play_is_said_with_its_points() {
    assert_eq!(empty(Color::Black).white("C3", 9).explained(), "unexplained C3");
    assert_eq!(empty(Color::Black).black("C3 D3", 9).explained(), "unexplained C3 D3");
    assert_eq!(Table::new(ATARI, Color::Black).white("A3", 9).explained(), "unexplained A3");
    assert_eq!(Table::new(ATARI, Color::Black).lift("A3").explained(), "unexplained A3");
    assert_eq!(Table::new(ATARI, Color::White).lift("B3").explained(), "unexplained B3");
    assert_eq!(Table::new(ATARI, Color::Black).lift("B3").black("E1", 9).explained(), "unexplained B3 E1");
}

/// Every part of the captures, lifted before the stone and after it, with and without colours.
#[test]
fn captures_are_lifted_before_the_stone_or_after_it_in_any_parts() {
    for lifted in ["", "B3", "C3", "B3 C3"] {
        for blind in [false, true] {
            let mut before = Table::new(ATARI, Color::Black).lift(lifted);
            let mut after = Table::new(ATARI, Color::Black).lift(lifted).black("D3", 9);
            if blind {
                (before, after) = (before.blind(), after.blind());
            }
            let expected = if lifted.is_empty() { "unchanged".to_owned() } else { format!("unfinished {lifted}") };
            assert_eq!(before.explained(), expected);
            assert_eq!(after.explained(), "B D3 takes B3 C3", "lifted: {lifted}");
        }
    }
}

#[test]
fn stones_still_to_be_lifted_are_no_difference_until_they_have_been_seen_lifted() {
    let taken = |colour: Color| {
        let mut table = Table::new(ATARI, Color::Black);
        let d3 = table.point("D3");
        table.position.play(Color::Black, Place::At(d3)).unwrap();
        Table::of(table.position.clone()).captured("B3 C3", colour)
    };
    assert_eq!(taken(Color::White).white("B3 C3", 1).explained(), "unchanged");
    assert_eq!(taken(Color::White).white("C3", 1).explained(), "unchanged");
    assert_eq!(taken(Color::White).stone("B3 C3", 1).explained(), "unchanged");
    // White answers while they stand, or into the gap that was seen.
    assert_eq!(taken(Color::White).white("B3 C3", 1).white("E1", 9).explained(), "W E1");
    let mut gap = taken(Color::White).white("B3 C3", 9);
    gap.lifting.retain(|(point, _)| point.col != 1);
    assert_eq!(gap.explained(), "W B3");
    // A stone of the other colour is no captured one.
    assert_eq!(taken(Color::White).black("B3", 9).explained(), "unexplained B3");
}

#[test]
fn a_capture_is_not_in_the_hand_when_no_legal_play_makes_it() {
    let mut taken = Table::new(KO, Color::Black);
    let c3 = taken.point("C3");
    taken.position.play(Color::Black, Place::At(c3)).unwrap();
    // White lifts the stone that took the ko at once.
    let at_once = Table::of(taken.position.clone()).lift("C3");
    assert_eq!(at_once.explained(), "unexplained C3");
    // After a threat and its answer it is a play in the hand.
    for (color, vertex) in [(Color::White, "E5"), (Color::Black, "E1")] {
        let place = Place::At(taken.point(vertex));
        taken.position.play(color, place).unwrap();
    }
    assert_eq!(Table::of(taken.position.clone()).lift("C3").explained(), "unfinished C3");
    assert_eq!(Table::of(taken.position.clone()).lift("C3").white("B3", 9).explained(), "W B3 takes C3");
    assert_eq!(Table::of(taken.position).white("B3", 9).explained(), "W B3 takes C3");
}

#[test]
fn an_illegal_stone_is_not_explained() {
    let mut taken = Table::new(KO, Color::Black);
    let c3 = taken.point("C3");
    taken.position.play(Color::Black, Place::At(c3)).unwrap();
    for retaken in [Table::of(taken.position.clone()).white("B3", 9), Table::of(taken.position.clone()).white("B3", 9).lift("C3").blind()] {
        assert!(retaken.explained().starts_with("unexplained"));
    }
    // Where the rules allow it, it is a play.
    let rules = Rules { ko: kifud::go::Ko::None, ..Rules::CHINESE };
    let mut free = Table::with_rules(KO, Color::Black, &rules);
    free.position.play(Color::Black, Place::At(c3)).unwrap();
    let free = Table::of(free.position).white("B3", 9).lift("C3");
    assert_eq!(free.explained(), "W B3 takes C3");
}

#[test]
fn self_capture_is_illegal_or_a_play_as_the_rules_say() {
    let eye = "
        . X . . .
        X . X . .
        . X . . .
        . . . . .
        . . . . .";
    let stone = |rules: &Rules| Table::with_rules(eye, Color::White, rules).white("B4", 9);
    assert_eq!(stone(&Rules::CHINESE).explained(), "unexplained B4");
    // The stone may stand until it is lifted, as all captured ones.
    assert_eq!(stone(&Rules::NEW_ZEALAND).explained(), "W B4");
}

#[test]
fn the_last_stone_in_the_hand_is_being_adjusted_and_an_older_one_is_not() {
    let mut table = Table::new(ATARI, Color::White).lift("A3");
    assert_eq!(table.explained(), "unexplained A3");
    table.last_move = Some(table.point("A3"));
    assert_eq!(table.explained(), "unfinished A3");
    let more = table.lift("B2");
    assert_eq!(more.explained(), "unexplained A3 B2");
}

#[test]
fn a_stone_put_straight_on_a_touching_point_is_the_same_play() {
    // The record has Black at C3; the wood says D4.
    let moved = |vertex: &str| empty(Color::Black).black(vertex, 9);
    assert_eq!(moved("D4").straightened_from("C3").as_deref(), Some("B D4"));
    assert_eq!(moved("E5").straightened_from("C3"), None, "too far");
    assert_eq!(moved("C3").straightened_from("C3"), None, "not moved");
    assert_eq!(empty(Color::Black).white("D4", 9).straightened_from("C3"), None, "another colour");
    assert_eq!(moved("D4").white("A1", 12).straightened_from("C3").as_deref(), Some("B D4, W A1"), "and answered");
    // Without colours and moments, only one order begins beside C3.
    let blind = empty(Color::Black).stone("D4 A1", 9);
    assert_eq!(blind.explained(), "B D4, W A1 | B A1, W D4");
    assert_eq!(blind.straightened_from("C3").as_deref(), Some("B D4, W A1"));
}

#[test]
fn a_point_that_cannot_be_read_says_nothing() {
    let dead = |vertices: &str| Table::new(ATARI, Color::Black).put(vertices, Cell::Unreadable, 5);
    assert_eq!(dead("B3 A3 E5").explained(), "unchanged");
    assert_eq!(dead("B3 A3 E5").lift("C3").black("D3", 9).explained(), "B D3 takes B3 C3");
    assert_eq!(dead("D3").black("E1", 9).explained(), "B E1");
}

#[test]
fn an_older_stone_that_still_bounces_is_waited_for_but_not_for_ever() {
    let bouncing = |vertex: &str, ms: u64, cell: Cell| {
        let mut table = empty(Color::Black).stone("C3", 5_000);
        table.settling = vec![Settling { point: table.point(vertex), cell, first_seen: Mono::from_millis(ms) }];
        table.explained()
    };
    assert_eq!(bouncing("D3", 4_900, Cell::StoneOfUnknownColor), "unfinished C3");
    assert_eq!(bouncing("D3", 5_100, Cell::StoneOfUnknownColor), "B C3");
    assert_eq!(bouncing("D3", 4_900, Cell::Empty), "B C3");
    assert_eq!(bouncing("D3", 3_000, Cell::StoneOfUnknownColor), "unfinished C3");
    assert_eq!(bouncing("D3", 2_999, Cell::StoneOfUnknownColor), "B C3", "a point that flickers holds up nothing");
    // With colours the turn decides between Black and White, the moment only among Black's stones.
    let colored = |cell: Cell| {
        let mut table = empty(Color::Black).black("C3", 5_000);
        table.settling = vec![Settling { point: table.point("D3"), cell, first_seen: Mono::from_millis(4_900) }];
        table.explained()
    };
    assert_eq!(colored(Cell::Stone(Color::White)), "B C3");
    assert_eq!(colored(Cell::Stone(Color::Black)), "unfinished C3");
}
