//! What happens when a search reaches its limits: nothing is guessed.

use super::table::Table;
use kifud::go::Color;
use kifud::sense::{Limits, Reconstruction, explain};
use kifud::wire::{Cell, Grid};

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
    table.wood = Grid::filled(table.size(), Cell::Empty);
    let Reconstruction::Unexplained(found) = table.ask(explain) else { panic!("no play takes all that") };
    assert_eq!(found.len(), 45);
}

/// A bump is refused before anything is tried; a handful of captures, however large, is none.
#[test]
fn many_stones_that_one_play_takes_are_no_bump() {
    let full =
        format!("{}. O O O O O O O O\n{}{}", "O O O O O O O O O\n".repeat(3), "X X X X X X X X X\n", ". . . . . . . . .\n".repeat(4));
    let mut table = Table::new(&full, Color::Black);
    for point in table.size().points().filter(|point| point.row < 4) {
        table.wood.set(point, Cell::Empty);
    }
    let mut taken = table.black("A6", 9);
    // Many captured stones make the one try count twice.
    taken.limits.tries = 2;
    let Reconstruction::Played(plays) = taken.ask(explain) else { panic!("one play takes them all") };
    assert_eq!((plays.len(), plays[0].captured.len()), (1, 35));
    let bumped = Table::new(&full, Color::Black).lift("A5 C5 E5").black("B4", 9);
    assert_eq!(bumped.explained(), "unexplained A5 C5 E5 B4");
}

/// More presses than a story has plays: beyond the limit they say nothing that could be searched for.
#[test]
fn presses_beyond_the_longest_story_are_not_followed() {
    let mut table = open(2, |_| 10);
    table.known_since = 10;
    let turns = [Color::Black, Color::White];
    table.presses = turns.into_iter().cycle().take(40).map(|color| (color, 5)).collect();
    assert!(table.explained().starts_with("unexplained"));
}
