//! What becomes of record and wood: restored, standing, retracted, dismissed; beside other requests, other boards, and over a restart.

use kifud::form::StateForm;
use kifud::game::{AlertVerb, BoardRemedy, Correction, Decision, ErrorCode, Folded, Game, Input, Phase, Report, RulingOutcome, Verb};
use kifud::go::Color::{Black, White};
use kifud::go::Place;
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, ask, board, change, confirm, overrule, phase, plain, rule};
use crate::table::{SETTLE, Table, settings, stamp};

fn played(moves: &[&str]) -> Table {
    super::played(Rulebook::China1988, moves)
}

/// Black's stone of move 3 was played at D4 and stands at G7.
fn relocated() -> Table {
    let mut table = Table::new(settings(9));
    relocate(&mut table);
    table
}

fn relocate(table: &mut Table) {
    table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White).hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black G7"]).wait(PATIENCE);
}

/// White's second stone stands at G7, and Black has answered at D4.
fn answered() -> Table {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    table.hold(&["black D4"]).press(Black);
    table
}

/// The program dies and starts again: the events, the state row, and a fresh look at the board.
fn restart(table: &mut Table) {
    let events = table.events.clone();
    let size = table.grid.size();
    let row = serde_json::to_string(&StateForm::new(&table.game.state(), "boot", size, None)).unwrap();
    let state = serde_json::from_str::<StateForm>(&row).unwrap().read("boot", stamp(table.now), size).unwrap();
    let mut book = Folded::default();
    for event in events.iter().filter(|event| event.game_id == table.game.book().game_id) {
        let json = kifud::form::event_to_json(event, size);
        book.apply(&kifud::form::event_from_json(&json, Some(size)).unwrap()).unwrap();
    }
    assert_eq!(&book, table.game.book());
    table.game = Game::restore(table.game.settings().clone(), state, book, stamp(table.now));
    table.give(Input::BoardBack);
    table.change(&[]).wait(SETTLE + 100);
}

#[test]
fn restored_play_waits_over_a_restart_and_goes_on_by_itself() {
    let mut table = Table::new(settings(9));
    relocate(&mut table);
    confirm(&mut table, Kind::StoneRelocated);
    restart(&mut table);
    assert_eq!(board(&table), "paused: G7 D4");
    table.change(&["lift G7", "black D4"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn what_was_decided_outranks_the_sensors_over_a_restart_too() {
    let mut table = Table::new(settings(9));
    relocate(&mut table);
    let asked = about(&alert(&table, Kind::StoneRelocated), plain(RulingOutcome::Dismiss));
    rule(&mut table, asked).unwrap();
    assert_eq!(board(&table), "playing: G7 D4");
    restart(&mut table);
    table.wait(20_000).hold(&["white G3"]).press(White);
    assert_eq!((table.record().as_str(), table.game.book().alerts.len()), ("B E5, W C3, B D4, W G3", 0));
}

#[test]
fn whoever_interrupted_play_before_lets_it_go_on() {
    let mut table = relocated();
    ask(&mut table, Verb::Pause { reason: "ruling".to_owned(), until: None }).unwrap();
    confirm(&mut table, Kind::StoneRelocated);
    table.change(&["lift G7", "black D4"]).wait(10_000);
    assert_eq!(board(&table), "paused");
    ask(&mut table, Verb::Resume { force: false }).unwrap();
    assert_eq!(board(&table), "playing");
}

#[test]
fn whoever_resumes_by_force_has_decided_against_the_sensors() {
    let mut table = relocated();
    confirm(&mut table, Kind::StoneRelocated);
    assert_eq!(ask(&mut table, Verb::Resume { force: false }).unwrap_err().0, ErrorCode::Conflict);
    ask(&mut table, Verb::Resume { force: true }).unwrap();
    table.wait(20_000).hold(&["white G3"]).press(White);
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Playing, "B E5, W C3, B D4, W G3"));
}

#[test]
fn undo_and_correct_record_work_beside_a_ruling() {
    let mut table = relocated();
    confirm(&mut table, Kind::StoneRelocated);
    ask(&mut table, Verb::Undo { moves: 1 }).unwrap();
    assert_eq!((table.record().as_str(), phase(&table)), ("B E5, W C3", Phase::Paused));
    table.change(&["lift G7"]).wait(10_000);
    assert_eq!(phase(&table), Phase::Paused, "whoever took the record in hand says when play goes on");
    ask(&mut table, Verb::Resume { force: false }).unwrap();
    table.hold(&["black D4"]).press(Black);
    let instead = Correction::Replace(Black, Place::At(table.point("D5")));
    ask(&mut table, Verb::CorrectRecord { at: 3, op: instead }).unwrap();
    assert_eq!(table.record(), "B E5, W C3, B D5");
    assert_eq!(table.game.book().rulings.len(), 1);
}

#[test]
fn retract_takes_the_move_out_with_what_was_played_on_it() {
    let mut table = answered();
    let asked = about(&alert(&table, Kind::DoubleMove), change(Some(BoardRemedy::Retract), &[]));
    rule(&mut table, asked).unwrap();
    assert_eq!((table.record().as_str(), table.game.position().to_move()), ("B E5, W C3", Black));
    assert_eq!(board(&table), "playing: G7 D4");
    let events = table.since();
    let retracted: Vec<&String> = events.iter().filter(|event| event.starts_with("move-retracted")).collect();
    assert_eq!(retracted, ["move-retracted 4", "move-retracted 3"]);
    table.change(&["lift G7", "lift D4"]).wait(1_000).hold(&["black C7"]).press(Black);
    assert_eq!((board(&table).as_str(), table.record().as_str()), ("playing", "B E5, W C3, B C7"));
}

#[test]
fn restore_goes_back_to_the_position_before_the_offence() {
    let mut table = answered();
    let asked = about(&alert(&table, Kind::DoubleMove), change(Some(BoardRemedy::Restore), &[]));
    rule(&mut table, asked).unwrap();
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W C3", "paused: G7 D4"));
    table.change(&["lift G7", "lift D4"]).wait(1_000);
    assert_eq!((board(&table).as_str(), table.game.position().to_move()), ("playing", Black));
}

#[test]
fn what_is_dismissed_stays_in_the_record_and_is_disputed_no_more() {
    let mut table = answered();
    assert!(table.game.record().moves[2].disputed.is_some());
    let asked = about(&alert(&table, Kind::DoubleMove), plain(RulingOutcome::Dismiss));
    rule(&mut table, asked).unwrap();
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W C3, W G7, B D4", "playing"));
    assert!(table.game.record().moves[2].disputed.is_none());
    let snapshot = table.game.snapshot(kifud::time::Wall::default());
    assert!(snapshot.record.moves.iter().all(|played| !played.provisional), "turns and their times are as they were");
}

#[test]
fn the_side_to_move_is_whose_the_referee_says() {
    let mut table = answered();
    let decision = Decision { to_move: Some(Black), ..change(None, &[]) };
    let asked = about(&alert(&table, Kind::DoubleMove), decision);
    let id = rule(&mut table, asked).unwrap();
    assert_eq!(table.game.position().to_move(), Black);
    table.hold(&["black C7"]).press(Black);
    assert_eq!(table.record(), "B E5, W C3, W G7, B D4, B C7");
    // Taken back before anything was played on it, it is as it was.
    let mut table = answered();
    let asked = about(&alert(&table, Kind::DoubleMove), Decision { to_move: Some(Black), ..change(None, &[]) });
    let again = rule(&mut table, asked).unwrap();
    overrule(&mut table, &again, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!(table.game.position().to_move(), White);
    assert_ne!(id, "");
}

#[test]
fn another_alert_stays_open_while_play_waits_for_the_wood() {
    let mut table = played(&["E5", "C3", "G7"]);
    table.hold(&["white G3"]).press(White);
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    table.hold(&["black C7"]).press(Black);
    table.change(&["lift C7"]).wait(700).change(&["black D7"]).wait(PATIENCE);
    confirm(&mut table, Kind::StoneRelocated);
    table.wait(20_000);
    assert_eq!(alert(&table, Kind::StoneShifted).state, kifud::game::AlertState::Open, "nobody has put it right");
    table.change(&["lift D7", "black C7"]).wait(1_000);
    assert_eq!(alert(&table, Kind::StoneShifted).state, kifud::game::AlertState::Open);
}

#[test]
fn the_end_that_was_suspected_is_counted_when_it_is_confirmed_and_play_goes_on_when_it_is_not() {
    let moves = ["E5", "C3", "G7", "C7", "G3", "E7", "E3", "C5"];
    let swept = || {
        let mut table = played(&moves);
        let all: Vec<String> = moves.iter().map(|vertex| format!("lift {vertex}")).collect();
        table.change(&all.iter().map(String::as_str).collect::<Vec<_>>()).wait(PATIENCE);
        table
    };
    let mut table = swept();
    confirm(&mut table, Kind::EndSuspected);
    assert_eq!(phase(&table), Phase::Counting);
    assert!(table.game.snapshot(kifud::time::Wall::default()).count.is_some());
    let mut table = swept();
    let asked = about(&alert(&table, Kind::EndSuspected), plain(RulingOutcome::Dismiss));
    rule(&mut table, asked).unwrap();
    assert_eq!((phase(&table), table.game.record().moves.len()), (Phase::Paused, moves.len()));
    let back: Vec<String> =
        moves.iter().enumerate().map(|(index, vertex)| format!("{} {vertex}", if index % 2 == 0 { "black" } else { "white" })).collect();
    table.change(&back.iter().map(String::as_str).collect::<Vec<_>>()).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn stones_that_nobody_played_count_for_nothing_once_they_are_dismissed() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D8", "white F2", "black G3", "white H6", "white B7"]).wait(PATIENCE);
    let asked = about(&alert(&table, Kind::ExtraStone), plain(RulingOutcome::Dismiss));
    rule(&mut table, asked).unwrap();
    table.wait(20_000);
    assert!(table.game.book().alerts.is_empty());
    table.hold(&["black D4"]).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    table.change(&["lift D8", "lift F2", "lift G3", "lift H6", "lift B7"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn a_board_without_colours_takes_the_colour_of_the_one_who_moved_the_stone() {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::China1988;
    let mut table = crate::findings::played_at(Table::new(made).colorblind(), &["E5", "C3", "G7"]);
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    let stands = Decision { players_agree: Some(true), ..change(Some(BoardRemedy::Stands), &[]) };
    let asked = about(&alert(&table, Kind::StoneShifted), stands);
    rule(&mut table, asked).unwrap();
    assert_eq!((board(&table).as_str(), table.game.position().get(table.point("E6"))), ("playing", Some(Black)));
}

#[test]
fn what_stands_on_a_board_that_is_away_nobody_can_say() {
    let mut table = relocated();
    let offence = alert(&table, Kind::StoneRelocated);
    table.give(Input::BoardLost);
    let stands = about(&offence, change(Some(BoardRemedy::Stands), &[]));
    let (code, message) = rule(&mut table, stands.clone()).unwrap_err();
    assert_eq!((code, message.contains("set-position")), (ErrorCode::NotNow, true), "{message}");
    // Restored it waits for the board to come back, and to be the record.
    confirm(&mut table, Kind::StoneRelocated);
    assert_eq!(phase(&table), Phase::Paused);
    table.give(Input::BoardBack);
    table.change(&[]).wait(1_000);
    assert_eq!(board(&table), "paused: G7 D4");
    table.change(&["lift G7", "black D4"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn a_refused_ruling_changes_nothing_at_all() {
    let mut table = answered();
    let offence = alert(&table, Kind::DoubleMove);
    let before = (table.game.book().clone(), table.game.state(), table.game.position().position_hash());
    let too_much = vec![kifud::game::ClockRemedy { color: White, delta_ms: 1, periods_delta: 0 }];
    for decision in [
        // There is no clock at this table; a warning, a move and a mark would have come with it.
        Decision { clock: too_much, ..change(Some(BoardRemedy::Retract), &[kifud::game::Sanction::Warning]) },
        Decision { kind: Some(Kind::StoneShifted), ..plain(RulingOutcome::Confirm) },
        plain(RulingOutcome::Change),
        change(None, &[kifud::game::Sanction::Loss, kifud::game::Sanction::Draw]),
    ] {
        rule(&mut table, about(&offence, decision)).unwrap_err();
    }
    assert_eq!((table.game.book().clone(), table.game.state(), table.game.position().position_hash()), before);
}

#[test]
fn a_stone_that_an_open_alert_is_about_is_no_play_when_a_ruling_changes_whose_turn_it_is() {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::Ing;
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White).wait(1_000);
    table.hold(&["black D4"]).hold(&["black F6"]).wait(PATIENCE);
    assert_eq!((table.record().as_str(), alert(&table, Kind::ResignSignal).color), ("B E5, W C3, B D4", Some(Black)));
    // Something else is ruled on, and Black is to move again.
    let report = Report { kind: Kind::Disturbance, color: Some(White), note: None };
    ask(&mut table, Verb::Alert(AlertVerb::Report(report))).unwrap();
    let asked = about(&alert(&table, Kind::Disturbance), Decision { to_move: Some(Black), ..change(None, &[]) });
    rule(&mut table, asked).unwrap();
    table.wait(20_000);
    assert_eq!(table.record(), "B E5, W C3, B D4", "F6 is not a move: nobody has decided yet what it is");
    assert_eq!(alert(&table, Kind::ResignSignal).state, kifud::game::AlertState::Open);
    // Nor after a restart.
    restart(&mut table);
    table.wait(20_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    // Black plays on another point; and what the referee dismisses is a stone like any other.
    table.hold(&["black G3"]).press(Black).wait(2_000);
    assert_eq!(table.record(), "B E5, W C3, B D4, B G3");
}
