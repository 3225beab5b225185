//! The operator's hand: what was edited stays in order when moves come and go around it.

use kifud::game::{Correction, EndedBy, GameResult, ResultState, Verb};
use kifud::go::{Color, Place, Setup};

use crate::table::{Table, settings};

/// Three moves, and after the third a position set by hand.
fn edited() -> Table {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).hold(&["white C3"]).hold(&["black G7"]).press(Color::Black);
    let setup = Setup { black: vec![table.point("E5"), table.point("G7")], white: vec![table.point("D3")] };
    table.ask(Verb::SetPosition { setup, to_move: Color::White });
    assert_eq!(table.game.record().edits.len(), 1);
    table
}

fn edits(table: &Table) -> Vec<u32> {
    table.game.record().edits.iter().map(|edit| edit.after).collect()
}

#[test]
fn a_move_put_in_or_taken_out_before_an_edit_moves_the_edit_with_it() {
    // Symptom: the daemon ended. Cause: an edit that came after a move which the record no longer had.
    let mut table = edited();
    table.ask(Verb::CorrectRecord { at: 3, op: Correction::Delete });
    assert_eq!((table.record().as_str(), edits(&table)), ("B E5, W C3", vec![2]));
    let place = Place::At(table.point("G7"));
    table.ask(Verb::CorrectRecord { at: 1, op: Correction::Insert(Color::White, place) });
    assert_eq!((table.record().as_str(), edits(&table)), ("W G7, B E5, W C3", vec![3]));
}

#[test]
fn an_end_at_an_earlier_move_takes_the_edits_after_it_along() {
    let mut table = edited();
    let result = GameResult { by: EndedBy::Ruling, winner: Some(Color::Black), margin: None, state: ResultState::Final };
    table.ask(Verb::EndGame { result, last_move: Some(2) });
    assert_eq!((table.record().as_str(), edits(&table)), ("B E5, W C3", vec![]));
}

#[test]
fn an_undo_takes_the_edits_after_it_along() {
    let mut table = edited();
    table.ask(Verb::Undo { moves: 2 });
    assert_eq!((table.record().as_str(), edits(&table)), ("B E5", vec![]));
}
