//! A board that lies otherwise than the configuration says: the operator is told, with what to configure, and nothing reaches the record.

use kifud::game::{AlertState, Basis, Input, Settings, Severity, Start, Verb};
use kifud::go::Color::{Black, White};
use kifud::go::{Color, Point};
use kifud::sense::{Orientation, Rotation};
use kifud::wire::{Cell, Grid};

use crate::table::{Table, settings};

const PATIENCE: u64 = 4_500;
const MOVES: [&str; 6] = ["G7", "D3", "G3", "C8", "E3", "F6"];

const HALF: Orientation = Orientation { mirrored: false, rotation: Rotation::Half };

fn played(mut table: Table, moves: &[&str]) -> Table {
    for (index, vertex) in moves.iter().enumerate() {
        let (color, word) = if index % 2 == 0 { (Black, "black") } else { (White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    table.wait(1_000);
    table.since();
    table
}

/// The board comes back and shows this.
fn shown(table: &mut Table, grid: &Grid) {
    table.give(Input::BoardLost);
    table.wait(1_000);
    table.give(Input::BoardBack);
    change_to(table, grid);
}

/// One scan later this stands.
fn change_to(table: &mut Table, grid: &Grid) {
    let at = kifud::time::Mono::from_millis(table.now);
    table.grid = grid.clone();
    table.give(Input::Scan { at, grid: grid.clone() });
}

fn open(table: &Table) -> Vec<String> {
    let open = table.game.book().alerts.iter().filter(|alert| alert.state == AlertState::Open);
    open.map(|alert| alert.kind.name().to_owned()).collect()
}

/// The daemon was restarted with another configuration, or the board was put back the other way round: in all seven ways, with and without
/// colours, and on a table whose board is configured to lie turned.
#[test]
fn a_board_that_comes_back_turned_is_said_and_heals_when_it_is_put_right() {
    for configured in [Orientation::STRAIGHT, HALF, Orientation { mirrored: true, rotation: Rotation::Quarter }] {
        for befell in Orientation::ALL.into_iter().skip(1) {
            for colorblind in [false, true] {
                let new = || Table::new(Settings { orientation: configured, ..settings(9) });
                let mut table = played(if colorblind { new().colorblind() } else { new() }, &MOVES);
                let record = table.record();
                let right = table.grid.clone();
                shown(&mut table, &befell.grid_to_record(&right));
                table.wait(PATIENCE);
                assert_eq!(table.alerts(), ["board-turned"], "{befell}");
                let alert = &table.game.book().alerts[0];
                assert_eq!((alert.severity, alert.basis, alert.color), (Severity::Attention, Basis::Suspected, None));
                let lies = configured.then(befell.undone());
                assert!(alert.text.en().contains(&format!("the record {befell}.")), "{}", alert.text);
                let configure = format!("mirrored = {} and rotation = {} in", lies.mirrored, lies.rotation.degrees());
                assert!(alert.text.en().contains(&configure), "{}", alert.text);
                assert_eq!(table.game.board_turned().as_deref(), Some(alert.text.en()), "what the health document says");
                change_to(&mut table, &right);
                table.wait(1_000);
                assert_eq!((open(&table), table.game.board_turned(), table.record()), (Vec::new(), None, record), "{befell}");
                table.hold(&["black A5"]);
                assert!(table.record().ends_with("W F6, B A5"), "play goes on: {}", table.record());
            }
        }
    }
}

/// The board was cleared in the middle of the game, which looks like its end, and set up again the other way round.
#[test]
fn a_position_set_up_turned_after_it_was_cleared_is_no_end_of_the_game() {
    let mut table = played(Table::new(settings(9)), &MOVES);
    let right = table.grid.clone();
    change_to(&mut table, &Grid::filled(right.size(), Cell::Empty));
    table.wait(PATIENCE);
    assert_eq!(open(&table), ["end-suspected"]);
    change_to(&mut table, &HALF.grid_to_record(&right));
    table.wait(PATIENCE);
    assert_eq!((open(&table), table.game.book().phase.name()), (vec!["board-turned".to_owned()], "playing"));
    change_to(&mut table, &right);
    table.wait(1_000);
    assert!(open(&table).is_empty());
    table.hold(&["black A5"]);
    assert_eq!(table.game.record().moves.len(), MOVES.len() + 1);
}

/// A twin: a position that is no turn of the record is what it was before.
#[test]
fn other_stones_are_no_turned_board() {
    let mut table = played(Table::new(settings(9)), &MOVES);
    let mut other = HALF.grid_to_record(&table.grid);
    other.set(Point::new(0, 0), Cell::Stone(Black));
    shown(&mut table, &other);
    table.wait(PATIENCE);
    assert_eq!(table.game.board_turned(), None);
    assert!(!table.alerts().is_empty() && !table.alerts().contains(&"board-turned"), "{:?}", table.alerts());
}

/// Another twin: on a board without colours whose stones lie nearly symmetric, the one stone that was moved is not a board that was turned.
#[test]
fn a_stone_that_was_moved_on_a_nearly_symmetric_board_is_no_turned_board() {
    let mut table = played(Table::new(settings(9)).colorblind(), &["G7", "C3", "G3", "C7", "E2"]);
    table.change(&["lift E2", "black E8"]).wait(PATIENCE);
    assert!(!table.alerts().is_empty() && !table.alerts().contains(&"board-turned"), "{:?}", table.alerts());
}

#[test]
fn a_set_up_that_stands_turned_is_said_before_the_game_begins() {
    let mut table = Table::new(settings(9));
    let at = |vertex: &str| Point::from_vertex(vertex, table.grid.size()).unwrap();
    let setup = kifud::go::Setup { black: vec![at("G7"), at("C3"), at("G4")], white: vec![at("C7"), at("D4")] };
    let stones = |points: &[Point], color: Color| points.iter().map(|&point| (point, Cell::Stone(color))).collect::<Vec<_>>();
    let mut right = table.grid.clone();
    for (point, cell) in stones(&setup.black, Black).into_iter().chain(stones(&setup.white, White)) {
        right.set(point, cell);
    }
    table.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(White), ..Start::default() })));
    assert_eq!(table.game.book().phase.name(), "setup");
    change_to(&mut table, &HALF.grid_to_record(&right));
    table.wait(PATIENCE);
    assert_eq!((table.alerts(), table.game.book().phase.name()), (vec!["board-turned"], "setup"));
    change_to(&mut table, &right);
    table.wait(1_000);
    assert_eq!((open(&table), table.game.book().phase.name()), (Vec::new(), "playing"));
}

/// Only the operator hears of it, and only as a hint: many open elsewhere.
#[test]
fn a_first_stone_against_custom_is_a_hint_and_never_an_alert() {
    let hint = |moves: &[&str]| {
        let table = played(Table::new(settings(9)), moves);
        assert!(table.game.book().alerts.is_empty());
        table.game.orientation_hint()
    };
    assert_eq!((hint(&[]), hint(&["G7"]), hint(&["G7", "C3", "C7"])), (None, None, None));
    assert_eq!((hint(&["C7"]), hint(&["G3"])), (None, None), "so many games begin that it says nothing");
    for moves in [&["C3"][..], &["C3", "G7", "G3"], &["E5", "G7", "C3"]] {
        assert!(hint(moves).is_some_and(|hint| hint.contains("rotation = 180 in")), "{moves:?}");
    }
    let configured = Table::new(Settings { orientation: HALF, ..settings(9) });
    let hint = played(configured, &["C3"]).game.orientation_hint();
    assert!(hint.as_ref().is_some_and(|hint| hint.contains("rotation = 0 in")), "{hint:?}");
}
