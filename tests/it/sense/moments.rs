//! What moments and presses say of the order of plays, and what they forbid.

use super::table::Table;
use kifud::go::Color::{Black, White};
use kifud::sense::{ORDER_SLACK_MS, Reconstruction, Shown, explain};
use kifud::time::Mono;
use kifud::wire::Cell;

const OPEN: &str = "
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .";

fn open(to_move: kifud::go::Color) -> Table {
    Table::new(OPEN, to_move)
}

/// Symptom: White's second stone and Black's reply came out as "Black, then White". Cause: moments that contradict a story were passed over.
#[test]
fn a_second_stone_is_not_hidden_by_the_stone_after_it() {
    let table = open(Black).white("C3", 10_000).black("D3", 14_000);
    assert_eq!(table.explained(), "unexplained C3 D3");
    let blind = open(Black).stone("C3", 10_000).stone("D3", 14_000);
    assert_eq!(blind.explained(), "B C3, W D3", "without colours the first stone is Black's");
}

#[test]
fn moments_order_stones_of_both_colours_beyond_the_slack_and_not_within() {
    let table = |black: u64, white: u64| open(Black).black("C3", black).white("D3", white).explained();
    assert_eq!(table(10_000 + ORDER_SLACK_MS, 10_000), "B C3, W D3");
    assert_eq!(table(10_001 + ORDER_SLACK_MS, 10_000), "unexplained C3 D3");
    assert_eq!(table(10_000, 90_000), "B C3, W D3");
}

/// Within the slack stones of one colour are told as they were seen, unless only another order is legal.
#[test]
fn what_lies_within_the_slack_gives_way_to_what_is_legal_and_nothing_else_does() {
    let eye = "
        . O . . .
        O . O . .
        . O . . .
        . . . . .
        . . . . .";
    let table = |b4: u64, e1: u64| Table::new(eye, Black).blind().stone("B4", b4).stone("E1", e1).explained();
    assert_eq!(table(10_000, 10_300), "B E1, W B4");
    assert_eq!(table(10_000, 10_400), "unexplained B4 E1");
}

#[test]
fn a_stone_that_came_before_the_last_move_is_no_reply_to_it() {
    let reply = |not_before: u64| {
        let mut table = open(Black).black("C3", 10_000);
        table.not_before = not_before;
        table.explained()
    };
    assert_eq!(reply(9_000), "B C3");
    assert_eq!(reply(10_000 + ORDER_SLACK_MS), "B C3", "in the same scan anything may come first");
    assert_eq!(reply(10_001 + ORDER_SLACK_MS), "unexplained C3");
}

#[test]
fn what_stood_when_the_board_came_back_is_equally_old() {
    let mut table = open(Black).black("C3", 3_000).white("D3", 2_000);
    table.known_since = 5_000;
    table.not_before = 60_000;
    assert_eq!(table.explained(), "B C3, W D3", "neither order nor the last move is held against it");
    let mut table = open(Black).black("C3", 9_000).white("D3", 2_000);
    table.known_since = 5_000;
    assert_eq!(table.explained(), "unexplained C3 D3", "what came after it is younger than what stood then");
    table.known_since = 9_000;
    assert_eq!(table.explained(), "B C3, W D3");
}

/// Black's stone was badly centred: he pressed, White answered, and then the stone was put straight.
#[test]
fn a_stone_whose_press_waits_may_be_seen_late() {
    let table = |presses: &[(kifud::go::Color, u64)]| {
        let mut table = open(Black).black("C3", 14_000).white("D3", 10_000);
        table.presses = presses.to_vec();
        table.explained()
    };
    assert_eq!(table(&[]), "unexplained C3 D3");
    assert_eq!(table(&[(Black, 8_000)]), "B C3, W D3");
    assert_eq!(table(&[(Black, 8_000), (White, 11_000)]), "B C3, W D3");
    assert_eq!(table(&[(White, 8_000)]), "unexplained C3 D3", "not Black's press");
    assert_eq!(table(&[(Black, 15_000)]), "unexplained C3 D3", "Black pressed for a stone that came after White's second one");
}

#[test]
fn a_stone_put_straight_came_before_it_was_seen_where_it_lies() {
    let table = open(Black).black("D4", 14_000).white("A1", 10_000);
    assert_eq!(table.explained(), "unexplained D4 A1");
    assert_eq!(table.straightened_from("C3").as_deref(), Some("B D4, W A1"));
}

/// The board was away until 9,000.
fn back(table: Table, presses: &[(kifud::go::Color, u64)]) -> Table {
    let mut table = table;
    table.known_since = 9_000;
    table.presses = presses.to_vec();
    table
}

#[test]
fn presses_while_the_board_was_away_tell_of_a_pass() {
    let presses = [(Black, 5_000), (White, 6_000), (Black, 7_000)];
    let two = |presses: &[_]| back(open(Black).black("C3 D3", 9_000), presses);
    assert_eq!(two(&[]).explained(), "unexplained C3 D3");
    let Reconstruction::PlayedInSomeOrder { plays, others } = two(&presses).ask(explain) else { panic!("Black, pass, Black") };
    assert_eq!((plays.len(), others.len()), (2, 1));
    assert_eq!((plays[0].after_pass, plays[1].after_pass), (None, Some(Mono::from_millis(6_000))));
    let first = back(open(Black).white("C3", 9_000), &[(Black, 5_000), (White, 6_000)]);
    let Reconstruction::Played(plays) = first.ask(explain) else { panic!("Black passed first") };
    assert_eq!(plays[0].after_pass, Some(Mono::from_millis(5_000)));
    // The board was there when Black pressed: his stone may still come.
    let mut there = first;
    there.known_since = 4_000;
    assert_eq!(there.explained(), "unexplained C3");
}

#[test]
fn presses_do_not_contradict_the_wood() {
    // A press more than stones: whether Black passed first or last, nobody knows.
    let presses = [(Black, 5_000), (White, 6_000), (Black, 7_000)];
    assert_eq!(back(open(Black).black("C3", 9_000).white("D3", 9_000), &presses).explained(), "B C3, W D3 | W D3, B C3");
    // White passed, or the stone is still to come: the press goes on waiting.
    assert_eq!(back(open(Black).black("C3", 9_000), &presses[..2]).explained(), "B C3");
    // A press fewer: the last stone has not been pressed.
    assert_eq!(back(open(Black).black("C3", 9_000).white("D3", 9_000), &presses[..1]).explained(), "B C3, W D3");
    // Not by turns: they say nothing.
    assert_eq!(back(open(Black).white("C3", 9_000), &[(White, 5_000), (White, 6_000)]).explained(), "unexplained C3");
}

/// Black threw in at B5, White took it at A5: only White's stone is there to see.
#[test]
fn a_stone_that_came_and_went_while_the_board_was_away_is_no_pass() {
    let diagram = "
        . . O . .
        . O . . .
        . . . . .
        . . . . .
        . . . . .";
    let taken = back(Table::new(diagram, Black).white("A5", 9_000), &[(Black, 5_000), (White, 6_000)]);
    assert_eq!(taken.explained(), "B B5, W A5 takes B5");
}

#[test]
fn a_stone_on_the_one_point_that_cannot_be_read_is_known_by_its_answer() {
    let dead = |points: &str| open(Black).put(points, Cell::Unreadable, 0);
    let Reconstruction::Played(plays) = dead("E5").white("C3", 10).ask(explain) else { panic!("one point") };
    assert_eq!(plays.iter().map(|play| play.shown).collect::<Vec<_>>(), [Shown::Unreadable, Shown::Seen]);
    assert_eq!(dead("E5").white("C3", 10).explained(), "B E5, W C3");
    assert_eq!(dead("E5").black("B3", 10).white("C3", 20).black("D3", 30).explained(), "B B3, W C3, B D3", "nothing is missing");
    assert_eq!(dead("E5").black("B3", 10).black("D3", 30).explained(), "B B3, W E5, B D3");
    assert_eq!(dead("E5 A1").white("C3", 10).explained(), "unexplained C3", "two points");
    assert_eq!(dead("E5 A1").explained(), "unchanged");
    assert_eq!(dead("E5").white("C3 D3", 10).explained(), "unexplained C3 D3", "two stones would be hidden");
    // Black may not play in White's eye.
    let eye = "
        . O . . .
        O . . . .
        . . . . .
        . . . . .
        . . . . .";
    assert_eq!(Table::new(eye, Black).put("A5 E1", Cell::Unreadable, 0).white("C3", 10).explained(), "B E1, W C3");
}

/// The stone on the dead point takes what is missing.
#[test]
fn a_stone_on_a_point_that_cannot_be_read_is_known_by_what_it_takes() {
    let diagram = "
        . . . . .
        . X X . .
        X O O . .
        . X X . .
        . . . . .";
    let table = |points: &str| Table::new(diagram, Black).put(points, Cell::Unreadable, 0).lift("B3 C3");
    assert_eq!(table("D3").explained(), "unfinished B3 C3", "or the stone is in the hand");
    assert_eq!(table("D3").white("E1", 10).explained(), "B D3 takes B3 C3, W E1");
    assert_eq!(table("E5").white("E1", 10).explained(), "unexplained B3 C3 E1");
}
