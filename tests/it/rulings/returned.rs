//! Stones that were taken off wrongly and stand again while their own side is to move (CN-18): put back, or played; and what a ruling that is
//! taken back had decided along with its own alert.

use kifud::game::{AlertState, BoardRemedy, Game, Input, RulingOutcome, Sanction};
use kifud::go::Color::{Black, White};
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, board, change, confirm, overrule, plain, played, result, rule};
use crate::table::{Table, stamp};

/// White plays F5 and takes off these stones, which have liberties; play goes on until Black is to move again.
fn taken(book: Rulebook, stones: &[&str]) -> Table {
    let mut table = played(book, &["E5", "E4", "E6", "D5", "E7"]);
    let lifted: Vec<String> = stones.iter().map(|stone| format!("lift {stone}")).collect();
    table.hold(&["white F5"]).change(&lifted.iter().map(String::as_str).collect::<Vec<_>>()).wait(700).press(White).wait(PATIENCE);
    table.hold(&["black C7"]).press(Black).wait(PATIENCE).hold(&["white G3"]).press(White).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W E4, B E6, W D5, B E7, W F5, B C7, W G3", "{book}");
    table
}

const THREE: [&str; 3] = ["E5", "E6", "E7"];

#[test]
fn cn_18_stones_that_come_back_one_by_one_while_their_side_is_to_move_are_no_plays() {
    for book in Rulebook::all() {
        for ruled in [false, true] {
            let mut table = taken(book, &THREE);
            if ruled {
                let wrong = alert(&table, Kind::WrongCapture);
                rule(&mut table, about(&wrong, change(None, &[Sanction::Caution]))).unwrap();
            }
            for stone in THREE {
                table.change(&[&format!("black {stone}")]).wait(PATIENCE);
            }
            assert_eq!((table.game.record().moves.len(), board(&table).as_str()), (8, "playing"), "{book}");
            // And then Black plays.
            table.hold(&["black C6"]).press(Black).wait(PATIENCE);
            assert!(table.record().ends_with("W G3, B C6"), "{book}: {}", table.record());
            assert_eq!((table.alerts(), board(&table).as_str()), (vec!["wrong-capture"], "playing"), "{book}: nothing new is said");
            let cured = table.game.book().alerts.iter().all(|alert| alert.state == AlertState::Cured);
            assert!(cured, "{book}: {:?}", table.game.book().alerts);
        }
    }
}

#[test]
fn cn_18_a_stone_that_is_pressed_for_was_a_play() {
    for book in Rulebook::all() {
        for press_soon in [false, true] {
            let mut table = taken(book, &["E7"]);
            table.change(&["black E7"]).wait(if press_soon { 200 } else { 10_000 }).press(Black).wait(PATIENCE);
            assert!(table.record().ends_with("W G3, B E7"), "{book}: {}", table.record());
            assert_eq!((table.alerts(), board(&table).as_str()), (vec!["wrong-capture"], "playing"), "{book}");
            // What had been taken off is not put back by that, where a person was to decide it.
            let open = table.game.book().alerts.iter().all(|alert| alert.state == AlertState::Open);
            assert!(open, "{book}: {:?}", table.game.book().alerts);
            table.hold(&["white H7"]).press(White).wait(PATIENCE);
            assert!(table.record().ends_with("B E7, W H7"), "{book}: {}", table.record());
        }
    }
}

#[test]
fn cn_18_a_stone_that_is_answered_was_a_play() {
    let mut table = taken(Rulebook::China1988, &["E7"]);
    table.change(&["black E7"]).wait(PATIENCE);
    assert_eq!(table.game.record().moves.len(), 8, "it counts as put back");
    table.hold(&["white H7"]).press(White).wait(PATIENCE);
    assert!(table.record().ends_with("W G3, B E7, W H7"), "{}", table.record());
    assert!(!table.alerts().contains(&"double-move"), "{:?}", table.alerts());
    // It was not answered: Black plays on another point.
    let mut table = taken(Rulebook::China1988, &["E7"]);
    table.change(&["black E7"]).wait(PATIENCE).hold(&["black H7"]).press(Black).wait(PATIENCE);
    assert!(table.record().ends_with("W G3, B H7"), "{}", table.record());
    assert_eq!(table.alerts(), ["wrong-capture"]);
    // White plays twice while two stones have been put back: those are no plays, and nothing is hidden by them.
    let mut table = taken(Rulebook::China1988, &THREE);
    table.change(&["black E6"]).wait(PATIENCE).change(&["black E7"]).wait(PATIENCE).change(&["white H7"]).wait(PATIENCE);
    assert!(table.alerts().contains(&"double-move"), "{:?}", table.alerts());
}

/// Black presses without a stone, White plays, and the referee says that the press was a pass.
fn passed(book: Rulebook) -> (Table, String) {
    let mut table = played(book, &["E5", "C3"]);
    table.press(Black).wait(3_000).hold(&["white G7"]).press(White).wait(PATIENCE);
    let ruling = confirm(&mut table, Kind::PassSignal);
    assert!(table.game.book().alerts.is_empty(), "{book}: the second play in a row is decided with it");
    (table, ruling)
}

#[test]
fn cn_17_1_a_pass_that_is_overruled_makes_the_answer_a_question_again() {
    for book in Rulebook::all() {
        for restarted in [false, true] {
            let (mut table, ruling) = passed(book);
            if restarted {
                let (state, book) = (table.game.state(), table.game.book().clone());
                table.game = Game::restore(table.game.settings().clone(), state, book, stamp(table.now));
                table.give(Input::BoardBack);
                table.change(&[]).wait(1_000);
            }
            overrule(&mut table, &ruling, plain(RulingOutcome::Dismiss)).unwrap();
            assert_eq!(table.record(), "B E5, W C3, W G7", "{book}");
            let again = alert(&table, Kind::DoubleMove);
            assert_eq!((again.state, again.color), (AlertState::Open, Some(White)), "{book}");
            assert!(again.rev > 2, "{book}: raised, decided, open again");
            let marked: Vec<_> = table.game.record().moves.iter().filter_map(|played| played.disputed.clone()).collect();
            assert_eq!(marked, std::slice::from_ref(&again.id), "{book}");
            // It is decided like any other.
            rule(&mut table, about(&again, plain(RulingOutcome::Dismiss))).unwrap();
            assert!(table.game.book().alerts.is_empty(), "{book}");
        }
    }
}

#[test]
fn cn_17_1_the_question_is_decided_once_more_when_the_pass_is_ruled_again() {
    let (mut table, ruling) = passed(Rulebook::China1988);
    let dismissed = overrule(&mut table, &ruling, plain(RulingOutcome::Dismiss)).unwrap();
    let again = overrule(&mut table, &dismissed, plain(RulingOutcome::Confirm)).unwrap();
    assert_eq!((table.record().as_str(), table.game.book().alerts.len()), ("B E5, W C3, B pass, W G7", 0));
    // The other way: the second play in a row is confirmed and loses, and no later ruling opens it again.
    overrule(&mut table, &again, plain(RulingOutcome::Dismiss)).unwrap();
    confirm(&mut table, Kind::DoubleMove);
    assert_eq!(result(&table).map(|(sgf, ..)| sgf).as_deref(), Some("B+F"));
}

/// A ruling that stands in another's place is taken back to what was before both of them.
#[test]
fn what_a_ruling_was_put_in_the_place_of_does_not_come_back_with_it() {
    let mut table = played(Rulebook::China1988, &["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    let double = alert(&table, Kind::DoubleMove);
    let first = rule(&mut table, about(&double, change(Some(BoardRemedy::Retract), &[]))).unwrap();
    assert_eq!(table.record(), "B E5, W C3");
    let second = overrule(&mut table, &first, change(Some(BoardRemedy::ForcedPass), &[])).unwrap();
    assert_eq!(table.record(), "B E5, W C3, W pass");
    overrule(&mut table, &second, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!(table.record(), "B E5, W C3, W G7", "nothing follows from it: the stone is a move");
}

/// Whoever has played twice in a row has pressed for the first: after an interruption it is the opponent's time that goes on.
#[test]
fn cn_17_1_after_a_pause_the_time_of_the_opponent_of_a_second_play_goes_on() {
    let mut made = crate::table::settings(9);
    made.terms.time = Some(kifud::clock::TimeControl::Absolute { main_ms: 600_000 });
    let mut table = crate::findings::played_at(Table::new(made), &["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    let runs = |table: &Table| table.game.clock_document(stamp(table.now)).and_then(|clock| clock.running);
    assert_eq!(runs(&table), Some(Black));
    table.done(kifud::game::Verb::Pause { reason: "the referee is here".to_owned(), until: None }).wait(10_000);
    assert_eq!(runs(&table), None);
    table.done(kifud::game::Verb::Resume { force: false }).wait(1_000);
    assert_eq!(runs(&table), Some(Black), "not the offender's");
}
