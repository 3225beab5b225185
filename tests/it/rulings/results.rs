//! Results by ruling: given, changed, taken back; on an ended game too.

use kifud::game::{
    BoardRemedy, Decision, EndedBy, ErrorCode, EventBody, OverruleRequest, Phase, Preparation, ResultState, RuleRequest, RulingOutcome,
    RulingStatus, Sanction, Verb,
};
use kifud::go::Color::{Black, White};
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, ask, board, change, confirm, has, overrule, phase, plain, result, rule, statuses};
use crate::table::Table;

fn played(moves: &[&str]) -> Table {
    super::played(Rulebook::China1988, moves)
}

/// White has played twice, and it is ruled its loss.
fn lost() -> (Table, String) {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    let id = confirm(&mut table, Kind::DoubleMove);
    (table, id)
}

#[test]
fn each_sanction_that_ends_a_game_has_its_result() {
    for (sanction, sgf, by) in [
        (Sanction::Loss, "B+F", EndedBy::Ruling),
        (Sanction::BothLose, "Void", EndedBy::BothLose),
        (Sanction::Draw, "0", EndedBy::Draw),
        (Sanction::Replay, "Void", EndedBy::Void),
    ] {
        let mut table = played(&["E5", "C3"]);
        table.change(&["white G7"]).wait(PATIENCE);
        let asked = about(&alert(&table, Kind::DoubleMove), change(None, &[sanction]));
        rule(&mut table, asked).unwrap();
        assert_eq!(result(&table), Some((sgf.to_owned(), by, ResultState::Final)));
        assert_eq!((phase(&table), table.record().as_str()), (Phase::Ended, "B E5, W C3, W G7"));
    }
    let by_kind = [(Kind::LeftVenue, EndedBy::Forfeit), (Kind::Absent, EndedBy::Absence), (Kind::FlagFallen, EndedBy::Time)];
    for (kind, by) in by_kind {
        let mut table = played(&["E5", "C3"]);
        table.change(&["white G7"]).wait(PATIENCE);
        let asked = about(&alert(&table, Kind::DoubleMove), Decision { kind: Some(kind), ..change(None, &[Sanction::Loss]) });
        rule(&mut table, asked).unwrap();
        assert_eq!(result(&table).map(|(_, by, _)| by), Some(by), "{kind}");
    }
}

#[test]
fn the_chief_referee_gives_another_result() {
    let (mut table, id) = lost();
    table.since();
    overrule(&mut table, &id, change(None, &[Sanction::Draw])).unwrap();
    assert_eq!(result(&table), Some(("0".to_owned(), EndedBy::Draw, ResultState::Changed)));
    assert_eq!(statuses(&table), [RulingStatus::Overruled, RulingStatus::Standing]);
    assert_eq!(table.since(), ["ruling", "ruling", "ledger", "result-changed"]);
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Ended, "B E5, W C3, W G7"));
}

#[test]
fn without_a_result_in_its_place_the_game_goes_on_where_it_was() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black F6"]).wait(PATIENCE);
    let open = alert(&table, Kind::StoneRelocated);
    table.change(&["white G7"]).hold(&["white G3"]).wait(PATIENCE);
    let twice = table.game.book().alerts.iter().find(|alert| alert.id != open.id).cloned().expect("something of White's");
    let loss = Decision { color: Some(White), ..change(None, &[Sanction::Loss]) };
    let id = rule(&mut table, about(&twice, loss)).unwrap();
    assert_eq!((phase(&table), table.game.book().alerts.len()), (Phase::Ended, 0));
    let moves = table.record();
    table.since();
    let moved_on = Decision { color: Some(White), ..change(Some(BoardRemedy::None), &[Sanction::Warning]) };
    overrule(&mut table, &id, moved_on).unwrap();
    assert_eq!((result(&table), table.record(), has(&table, White)), (None, moves, [0, 1, 0, 0]));
    assert_eq!(phase(&table), Phase::Paused, "both players must be at the board again");
    let again = alert(&table, Kind::StoneRelocated);
    assert_eq!((again.id, again.state), (open.id, kifud::game::AlertState::Open), "what the end left open is open again");
    ask(&mut table, Verb::Resume { force: true }).unwrap();
    assert_eq!(phase(&table), Phase::Playing);
    assert!(!table.game.book().alerts.is_empty());
}

#[test]
fn the_loss_of_a_double_move_becomes_a_void_move_and_a_warning_and_the_game_goes_on() {
    let (mut table, id) = lost();
    overrule(&mut table, &id, change(Some(BoardRemedy::Retract), &[Sanction::Warning])).unwrap();
    assert_eq!((table.record().as_str(), result(&table), has(&table, White)), ("B E5, W C3", None, [0, 1, 0, 0]));
    assert_eq!(board(&table), "paused: G7");
    table.change(&["lift G7"]).wait(10_000);
    assert_eq!(board(&table), "paused");
    ask(&mut table, Verb::Resume { force: false }).unwrap();
    table.hold(&["black D4"]).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    ask(&mut table, Verb::Resign(White)).unwrap();
    assert_eq!(result(&table), Some(("B+R".to_owned(), EndedBy::Resignation, ResultState::Final)));
}

#[test]
fn on_an_ended_game_a_ruling_changes_the_result_and_is_taken_back_to_the_one_before() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black G7"]).wait(PATIENCE);
    let left_open = alert(&table, Kind::StoneRelocated);
    ask(&mut table, Verb::Resign(White)).unwrap();
    assert!(table.game.book().alerts.is_empty());
    // It was left open by the end, and is ruled on after it.
    let game_id = Some(table.game.book().game_id.clone());
    let asked = RuleRequest { game_id: game_id.clone(), ..about(&left_open, change(None, &[Sanction::Loss])) };
    let id = rule(&mut table, asked.clone()).unwrap();
    assert_eq!(result(&table), Some(("W+F".to_owned(), EndedBy::Ruling, ResultState::Changed)));
    assert_eq!(rule(&mut table, asked).unwrap_err().0, ErrorCode::AlreadyRuled);
    // Nothing becomes of the moves of a game that is over.
    let (code, _) = overrule(&mut table, &id, change(Some(BoardRemedy::Retract), &[])).unwrap_err();
    assert_eq!(code, ErrorCode::NotNow);
    overrule(&mut table, &id, change(None, &[Sanction::Warning])).unwrap();
    assert_eq!(result(&table), Some(("B+R".to_owned(), EndedBy::Resignation, ResultState::Final)));
    assert_eq!((phase(&table), has(&table, Black)), (Phase::Ended, [0, 1, 0, 0]));
    // For another game it is not meant.
    let other = OverruleRequest {
        game_id: Some("g-other".to_owned()),
        ruling: Some(id),
        alert: None,
        rev: None,
        decision: plain(RulingOutcome::Dismiss),
    };
    assert_eq!(ask(&mut table, Verb::Overrule(Box::new(other))).unwrap_err().0, ErrorCode::Stale);
}

#[test]
fn a_result_that_was_given_over_another_outlives_the_one_below_it() {
    // A loss ends the game, a second ruling makes it a draw; then the loss is taken back: it is a draw still, and under it nothing.
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black F6"]).wait(PATIENCE);
    table.change(&["white G7"]).hold(&["white G3"]).wait(PATIENCE);
    let relocated = alert(&table, Kind::StoneRelocated);
    let other = table.game.book().alerts.iter().find(|alert| alert.id != relocated.id).cloned().expect("something of White's");
    let loss = Decision { color: Some(White), ..change(None, &[Sanction::Loss]) };
    let first = rule(&mut table, about(&other, loss)).unwrap();
    let second = rule(&mut table, about(&relocated, change(None, &[Sanction::Draw]))).unwrap();
    assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some("0"));
    overrule(&mut table, &first, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!((result(&table).map(|(text, ..)| text).as_deref(), phase(&table)), (Some("0"), Phase::Ended));
    overrule(&mut table, &second, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!((result(&table), phase(&table)), (None, Phase::Paused));
}

#[test]
fn an_appeal_that_is_open_when_the_next_game_begins_is_closed_with_the_game() {
    let (mut table, id) = lost();
    ask(&mut table, Verb::Appeal { game_id: None, ruling: id, color: White }).unwrap();
    let (old, appeal) = (table.game.book().game_id.clone(), alert(&table, Kind::Appeal));
    table.since();
    ask(&mut table, Verb::PrepareGame(Box::<Preparation>::default())).unwrap();
    let closed = table.events.iter().find_map(|event| match &event.body {
        EventBody::AlertClosed { alert, .. } => Some((event.game_id.clone(), alert.id.clone())),
        _ => None,
    });
    assert_eq!(closed, Some((old, appeal.id)));
    assert!(table.game.book().rulings.is_empty() && table.game.book().alerts.is_empty());
}

/// White has two warnings, for stones that were set elsewhere, and has lost by them: the rulings of both warnings, and of the loss.
fn lost_by_warnings() -> (Table, [String; 3]) {
    let mut table = played(&["E5"]);
    let mut warning = |vertex: &str, to: &str, answer: &str| {
        table.hold(&[&format!("white {vertex}")]).press(White);
        table.change(&[&format!("lift {vertex}"), &format!("white {to}")]).wait(PATIENCE);
        let id = confirm(&mut table, Kind::StoneRelocated);
        table.change(&[&format!("lift {to}"), &format!("white {vertex}")]).wait(1_000);
        table.hold(&[&format!("black {answer}")]).press(Black);
        id
    };
    let first = warning("C3", "C2", "G7");
    let second = warning("G3", "H2", "C7");
    let loss = confirm(&mut table, Kind::WarningLimit);
    assert_eq!((result(&table).map(|(sgf, ..)| sgf).as_deref(), phase(&table)), (Some("B+F"), Phase::Ended));
    (table, [first, second, loss])
}

#[test]
fn cn_25_2_a_loss_by_two_warnings_goes_with_either_of_them() {
    for taken_back in 0..2 {
        let (mut table, rulings) = lost_by_warnings();
        table.since();
        overrule(&mut table, &rulings[taken_back], plain(RulingOutcome::Dismiss)).unwrap();
        assert_eq!((result(&table), phase(&table), has(&table, White)), (None, Phase::Paused, [0, 1, 0, 0]));
        let holds = |id: &str| table.game.book().rulings.iter().any(|ruling| ruling.id == id && ruling.holds());
        assert_eq!(rulings.each_ref().map(|id| holds(id)), [taken_back == 1, taken_back == 0, false]);
        let told = table.since();
        assert_eq!(&told[..4], ["ruling", "ruling", "ruling", "result-changed"], "{told:?}");
        // The next warning is the second again.
        ask(&mut table, Verb::Resume { force: true }).unwrap();
        table.hold(&["white E3"]).press(White);
        table.change(&["lift E3", "white E2"]).wait(PATIENCE);
        confirm(&mut table, Kind::StoneRelocated);
        assert_eq!((has(&table, White), alert(&table, Kind::WarningLimit).color), ([0, 2, 0, 0], Some(White)));
    }
}

#[test]
fn a_referee_takes_a_warning_back_and_the_loss_with_it_but_not_one_that_the_chief_has_ruled() {
    let (mut table, [first, ..]) = lost_by_warnings();
    let ruled = table.game.book().rulings.iter().find(|ruling| ruling.id == first).unwrap().alert.clone();
    let again = |decision| {
        Verb::Rule(Box::new(RuleRequest { game_id: None, alert: ruled.clone(), rev: 1, replaces: Some(first.clone()), decision }))
    };
    // A caution is no warning.
    let mut other = lost_by_warnings().0;
    ask(&mut table, again(change(None, &[Sanction::Caution]))).unwrap();
    assert_eq!((result(&table), has(&table, White)), (None, [1, 1, 0, 0]));
    let loss = other.game.book().rulings.last().unwrap().id.clone();
    overrule(&mut other, &loss, change(None, &[Sanction::Loss])).unwrap();
    let (code, message) = ask(&mut other, again(change(None, &[Sanction::Caution]))).unwrap_err();
    assert_eq!(code, ErrorCode::NotAllowed);
    assert!(message.contains("rests on this warning"), "{message}");
    overrule(&mut other, &first, change(None, &[Sanction::Draw])).unwrap();
    assert_eq!(result(&other).map(|(sgf, ..)| sgf).as_deref(), Some("0"), "what stands in its place is the result");
}
