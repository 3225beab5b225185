//! What happens when a search reaches its limits: nothing is guessed.

use super::table::Table;
use kifud::go::Color;
use kifud::sense::{Limits, Reconstruction, explain};

fn open(stones: usize, ms: impl Fn(u64) -> u64) -> Table {
    let mut table = Table::new(&". . . . . . . . .\n".repeat(9), Color::Black);
    for (index, column) in "ABCDEFGHJ".chars().enumerate().take(stones) {
        table = table.stone(&format!("{column}5"), ms(index as u64));
    }
    table
}

#[test]
fn six_plies_are_told_and_seven_are_not() {
    assert_eq!(Limits::DEFAULT.plies, 6);
    assert_eq!(open(6, |n| 10 + n).explained(), "B A5, W B5, B C5, W D5, B E5, W F5");
    assert_eq!(open(7, |n| 10 + n).explained(), "unexplained A5 B5 C5 D5 E5 F5 G5");
}

#[test]
fn of_many_stories_no_more_than_the_limit_are_told() {
    let Reconstruction::Ambiguous(ways) = open(6, |_| 10).ask(explain) else { panic!("six stones at one moment have 720 orders") };
    assert_eq!(ways.len(), Limits::DEFAULT.ways);
    assert!(ways.iter().enumerate().all(|(index, way)| !ways[..index].contains(way)), "no story twice");
}

/// Six stones have 1,957 beginnings: the default tells all of them, and a search that was cut off knows that it knows nothing.
#[test]
fn a_search_that_was_cut_off_claims_nothing() {
    let mut table = open(6, |n| 10 + n);
    table.limits = Limits { tries: 6, ..Limits::DEFAULT };
    assert_eq!(table.explained(), "B A5, W B5, B C5, W D5, B E5, W F5");
    table.limits.tries = 5;
    assert_eq!(table.explained(), "unexplained A5 B5 C5 D5 E5 F5");
}

#[test]
fn a_board_swept_clean_costs_no_search() {
    let full = ". X . O . X . O X\n".repeat(9);
    let mut table = Table::new(&full, Color::White);
    table.wood = kifud::wire::Grid::filled(table.size(), kifud::wire::Cell::Empty);
    let Reconstruction::Unexplained(found) = table.ask(explain) else { panic!("no play takes all that") };
    assert_eq!(found.len(), 45);
}
