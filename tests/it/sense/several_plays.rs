//! Several plays between two looks.

use super::table::Table;
use kifud::go::{Color, Place};
use kifud::sense::Settling;
use kifud::time::Mono;
use kifud::wire::Cell;

const OPEN: &str = "
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .";

/// White throws in at B1, Black takes at A1, White takes all.
const SNAPBACK: &str = "
    . . . . .
    . . . . .
    O O O . .
    X X X O .
    . . X O .";

#[test]
fn the_turn_orders_colours_whatever_the_moments_say() {
    let table = |black: u64, white: u64| Table::new(OPEN, Color::Black).black("C3", black).white("D3", white);
    assert_eq!(table(10, 20).explained(), "B C3, W D3");
    assert_eq!(table(20, 10).explained(), "B C3, W D3");
    assert_eq!(table(10, 10).explained(), "B C3, W D3");
}

#[test]
fn moments_order_stones_without_colours_and_stones_of_one_colour() {
    let blind = |c3: u64, d3: u64| Table::new(OPEN, Color::Black).stone("C3", c3).stone("D3", d3).explained();
    assert_eq!(blind(10, 20), "B C3, W D3");
    assert_eq!(blind(20, 10), "B D3, W C3");
    let three = |c3: u64, d3: u64| Table::new(OPEN, Color::Black).black("C3", c3).black("D3", d3).white("A1", 5).explained();
    assert_eq!(three(10, 20), "B C3, W A1, B D3");
    assert_eq!(three(20, 10), "B D3, W A1, B C3");
}

#[test]
fn what_moments_cannot_tell_is_told_both_ways() {
    assert_eq!(Table::new(OPEN, Color::Black).stone("C3 D3", 10).explained(), "B C3, W D3 | B D3, W C3");
    let three = Table::new(OPEN, Color::White).white("C3 D3", 10).black("A1", 5);
    assert_eq!(three.explained(), "W C3, B A1, W D3 (or W D3, B A1, W C3)", "the same stones in both");
}

/// A stone in White's eye cannot be Black's.
#[test]
fn where_only_one_order_is_legal_it_is_told_whatever_the_moments_say() {
    let eye = "
        . O . . .
        O . O . .
        . O . . .
        . . . . .
        . . . . .";
    for (b4, e1) in [(10, 10), (10, 20), (20, 10)] {
        assert_eq!(Table::new(eye, Color::Black).blind().stone("B4", b4).stone("E1", e1).explained(), "B E1, W B4");
    }
}

#[test]
fn a_capture_and_the_answer_to_it() {
    let diagram = "
        . . . . .
        . X X . .
        X O O . .
        . X X . .
        . . . . .";
    for lifted in ["", "B3", "B3 C3"] {
        let colored = Table::new(diagram, Color::Black).lift(lifted).black("D3", 10).white("E1", 20);
        assert_eq!(colored.explained(), "B D3 takes B3 C3, W E1");
        assert_eq!(colored.blind().explained(), "B D3 takes B3 C3, W E1");
    }
}

#[test]
fn a_play_is_told_while_the_answer_is_still_being_lifted() {
    // White plays E5, and Black already lifts A1, which B1 will take.
    let diagram = "
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        O . . . .";
    let lifting = Table::new(diagram, Color::White).white("E5", 10).lift("A1");
    assert_eq!(lifting.explained(), "W E5");
    let taken = Table::new(diagram, Color::White).white("E5", 10).lift("A1").black("B1", 20);
    assert_eq!(taken.explained(), "W E5, B B1 takes A1");
    // White's play gives the stone a second liberty: nobody can be taking it.
    assert_eq!(Table::new(diagram, Color::White).white("B1", 10).lift("A1").explained(), "unexplained A1 B1");
}

#[test]
fn a_ko_taken_and_retaken_is_told_when_the_rules_allow_it() {
    let diagram = "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .";
    // Black takes at C3, White threatens at E5, Black answers at E1, and White has not retaken.
    let fight = Table::new(diagram, Color::Black).black("C3", 10).lift("B3").white("E5", 20).black("E1", 30);
    assert_eq!(fight.explained(), "B C3 takes B3, W E5, B E1");
    // Black elsewhere first would be as legal: moments decide; without them the likelier order is told, and the other beside it.
    let unclear = Table::new(diagram, Color::Black).black("C3 E1", 10).lift("B3").white("E5", 20);
    assert_eq!(unclear.explained(), "B E1, W E5, B C3 takes B3 (or B C3 takes B3, W E5, B E1)");
    // After the retake the wood shows the two other stones only: that is the shortest story, and the ko's stones stand as they did.
    let retaken = Table::new(diagram, Color::Black).white("E5", 20).black("E1", 30);
    assert_eq!(retaken.explained(), "B E1, W E5");
}

#[test]
fn a_snapback_between_two_looks() {
    for blind in [false, true] {
        let mut table = Table::new(SNAPBACK, Color::White).white("B1", 10).lift("A2 B2 C2 C1");
        if blind {
            table = table.blind();
        }
        assert_eq!(table.explained(), "W B1, B A1 takes B1, W B1 takes A2 B2 C2 A1 C1");
    }
}

#[test]
fn a_capture_and_recapture_that_the_wood_shows() {
    let mut thrown_in = Table::new(SNAPBACK, Color::White);
    let place = Place::At(thrown_in.point("B1"));
    thrown_in.position.play(Color::White, place).unwrap();
    let both = Table::of(thrown_in.position.clone()).lift("A2 B2 C2 C1");
    assert_eq!(both.explained(), "B A1 takes B1, W B1 takes A2 B2 C2 A1 C1");
}

#[test]
fn a_gap_is_not_explained_while_a_stone_that_may_explain_it_is_on_its_way() {
    let mut table = Table::new(SNAPBACK, Color::White).white("B1", 100).lift("A2 B2 C2 C1");
    let settling = |point, ms| Settling { point, cell: Cell::Stone(Color::Black), first_seen: Mono::from_millis(ms) };
    table.settling = vec![settling(table.point("A1"), 101)];
    assert_eq!(table.explained(), "unfinished A2 B2 C2 B1 C1");
    table.settling.clear();
    assert_eq!(table.explained(), "W B1, B A1 takes B1, W B1 takes A2 B2 C2 A1 C1");
}

/// White's throw-in was captured and never seen lifted: a stone there may be the dead one, while White's second is in the hand.
#[test]
fn a_recapture_on_a_point_that_was_never_seen_empty_is_known_when_play_goes_on() {
    let mut captured = Table::new(SNAPBACK, Color::White);
    for (color, vertex) in [(Color::White, "B1"), (Color::Black, "A1")] {
        let place = Place::At(captured.point(vertex));
        captured.position.play(color, place).unwrap();
    }
    let table = |lifted: &str| Table::of(captured.position.clone()).captured("B1", Color::White).white("B1", 1).lift(lifted);
    assert_eq!(table("C1").explained(), "unfinished C1");
    assert_eq!(table("A2 B2 C2 A1 C1").explained(), "unfinished A2 B2 C2 A1 C1");
    assert_eq!(table("A2 B2 C2 A1 C1").black("E5", 9).explained(), "W B1 takes A2 B2 C2 A1 C1, B E5");
    assert_eq!(table("A2 B2 C2 A1 C1").black("E5", 9).blind().explained(), "W B1 takes A2 B2 C2 A1 C1, B E5");
    assert_eq!(table("C1").black("E5", 9).explained(), "unexplained E5 C1", "White is still lifting, and Black plays twice");
}

/// The captured stones were lifted, and one point has a new stone by the time at which the capturing one has settled.
#[test]
fn a_stone_that_came_after_the_capture_is_no_captured_one() {
    let diagram = "
        . . . . .
        . X X . .
        X O O . .
        . X X . .
        . . . . .";
    for blind in [false, true] {
        let answered = |b3: u64| {
            let table = Table::new(diagram, Color::Black).lift("C3").black("D3", 10).white("B3", b3);
            if blind { table.blind().explained() } else { table.explained() }
        };
        assert_eq!(answered(20), "B D3 takes B3 C3, W B3");
        assert_eq!(answered(10), "B D3 takes B3 C3", "as old: it stands still");
        assert_eq!(answered(5), "B D3 takes B3 C3", "older: it stands still");
    }
}

/// A stone that nobody saw is only believed for what it explains.
#[test]
fn a_stone_out_of_turn_is_not_excused_by_plays_that_left_no_trace() {
    // Black could have played A1 and White have taken it by B1; but no stone is missing.
    let diagram = "
        . . . . .
        . . . . .
        . . . . .
        O . . . .
        . . . . .";
    assert_eq!(Table::new(diagram, Color::Black).white("B1", 10).explained(), "unexplained B1");
    // Black plays twice; White's dead stone, not lifted yet, is no play between.
    let mut taken = Table::new(
        "
        . . . . .
        . X X . .
        X O O . .
        . X X . .
        . . . . .",
        Color::Black,
    );
    let place = Place::At(taken.point("D3"));
    taken.position.play(Color::Black, place).unwrap();
    let twice = Table::of(taken.position).captured("B3 C3", Color::White).white("B3 C3", 1).black("E1", 20);
    assert_eq!(twice.explained(), "unexplained E1");
}
