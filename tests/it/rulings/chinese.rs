//! The articles of the Chinese rules of 1988, ruled on as they propose (CN-17 to CN-25).

use kifud::game::{BoardRemedy, Cause, Decision, EndedBy, ErrorCode, EventBody, Phase, ResultState, RulingOutcome, Sanction};
use kifud::go::Color::{Black, White};
use kifud::go::Place;
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, board, change, confirm, entries, has, overrule_alert, phase, plain, result, rule};
use crate::table::Table;

fn played(moves: &[&str]) -> Table {
    super::played(Rulebook::China1988, moves)
}

#[test]
fn cn_17_1_a_confirmed_double_move_loses_and_the_moves_stay_as_they_were_played() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    let disputed = table.game.record().moves.clone();
    confirm(&mut table, Kind::DoubleMove);
    assert_eq!(result(&table), Some(("B+F".to_owned(), EndedBy::Ruling, ResultState::Final)));
    assert_eq!((phase(&table), table.record()), (Phase::Ended, "B E5, W C3, W G7".to_owned()));
    assert_eq!(table.game.record().moves[2].disputed, disputed[2].disputed);
    let ruling = &table.game.book().rulings[0];
    assert_eq!((ruling.kind, ruling.color, &ruling.sanctions[..]), (Some(Kind::DoubleMove), Some(White), &[Sanction::Loss][..]));
    assert_eq!(ruling.cite.as_ref().map(|cite| cite.article.as_str()), Some("17.1"));
    assert_eq!(entries(&mut table), ["white Loss(1) by china-1988 17.1"]);
    assert!(table.game.book().alerts.is_empty());
}

#[test]
fn cn_17_1_two_stones_in_one_turn_can_be_reclassified_as_a_double_move() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]);
    table.change(&["black F6"]).wait(PATIENCE);
    let signal = alert(&table, Kind::ResignSignal);
    let asked = about(&signal, Decision { kind: Some(Kind::DoubleMove), ..plain(RulingOutcome::Confirm) });
    rule(&mut table, asked).unwrap();
    assert_eq!(result(&table), Some(("W+F".to_owned(), EndedBy::Ruling, ResultState::Final)));
    let ruling = &table.game.book().rulings[0];
    assert_eq!(ruling.cite.as_ref().map(|cite| cite.article.as_str()), Some("17.1"), "the article of what it was decided to be");
}

#[test]
fn cn_17_2_a_relocated_stone_goes_back_with_a_warning_and_play_waits_for_it() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4"]).wait(700).change(&["black G7"]).wait(PATIENCE);
    table.since();
    let id = confirm(&mut table, Kind::StoneRelocated);
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W C3, B D4", "paused: G7 D4"));
    let paused = table.events.iter().find_map(|event| match &event.body {
        EventBody::Phase { to: Phase::Paused, because, .. } => Some(because.clone()),
        _ => None,
    });
    assert_eq!(paused, Some(id));
    assert_eq!((has(&table, Black), has(&table, White)), ([0, 1, 0, 0], [0; 4]));
    assert_eq!(entries(&mut table), ["black Warning(1) by china-1988 17.2"]);
    // Half of it is not enough; when the wood is the record, play goes on by itself.
    table.change(&["lift G7"]).wait(2_000);
    assert_eq!(board(&table), "paused: D4");
    table.change(&["black D4"]).wait(1_000);
    assert_eq!(board(&table), "playing");
    table.hold(&["white G3"]).press(White);
    assert_eq!(table.record(), "B E5, W C3, B D4, W G3");
    assert!(table.game.book().alerts.is_empty());
}

#[test]
fn cn_17_2_a_stone_that_was_put_right_before_the_ruling_costs_the_warning_all_the_same() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black G7"]).wait(PATIENCE);
    table.change(&["lift G7", "black D4"]).wait(1_000);
    confirm(&mut table, Kind::StoneRelocated);
    assert_eq!((board(&table).as_str(), has(&table, Black)), ("playing", [0, 1, 0, 0]));
    assert!(!table.since().iter().any(|event| event.starts_with("phase")), "nothing has to be waited for");
}

#[test]
fn cn_17_2_a_stone_that_dropped_may_be_played_freely_and_nothing_is_entered() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]);
    table.change(&["lift D4"]).wait(700).change(&["black G7"]).wait(PATIENCE);
    let relocated = alert(&table, Kind::StoneRelocated);
    let costs = Decision { cause: Some(Cause::Dropped), ..change(None, &[Sanction::Warning]) };
    assert_eq!(rule(&mut table, about(&relocated, costs)).unwrap_err().0, ErrorCode::Conflict);
    rule(&mut table, about(&relocated, Decision { cause: Some(Cause::Dropped), ..plain(RulingOutcome::Confirm) })).unwrap();
    table.wait(1_000);
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W C3, B G7", "playing"));
    assert_eq!((has(&table, Black), entries(&mut table)), ([0; 4], vec![]));
}

/// An earlier stone of Black stands elsewhere.
fn shifted() -> Table {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    table
}

#[test]
fn cn_17_3_what_both_players_agree_on_any_referee_decides() {
    let agreed = |remedy| Decision { players_agree: Some(true), board: Some(remedy), ..plain(RulingOutcome::Confirm) };
    let mut table = shifted();
    let moved = alert(&table, Kind::StoneShifted);
    rule(&mut table, about(&moved, agreed(BoardRemedy::Stands))).unwrap();
    assert_eq!(board(&table), "playing", "the record has taken what stands");
    let edits = &table.game.record().edits;
    assert_eq!((edits.len(), &edits[0].reason, edits[0].after), (1, &table.game.book().rulings[0].id, 3));
    assert_eq!((edits[0].black.clone(), edits[0].empty.clone()), (vec![table.point("E6")], vec![table.point("E5")]));
    table.hold(&["white E4"]).press(White);
    assert_eq!(table.record(), "B E5, W C3, B G7, W E4");

    let mut table = shifted();
    let moved = alert(&table, Kind::StoneShifted);
    rule(&mut table, about(&moved, agreed(BoardRemedy::Restore))).unwrap();
    assert_eq!(board(&table), "paused: E6 E5");
    table.change(&["lift E6", "black E5"]).wait(1_000);
    assert_eq!((board(&table).as_str(), table.game.record().edits.len()), ("playing", 0));
    assert_eq!(entries(&mut table), Vec::<String>::new());
}

#[test]
fn cn_17_3_without_agreement_the_chief_referee_decides() {
    for decision in [
        plain(RulingOutcome::Confirm),
        Decision { players_agree: Some(false), board: Some(BoardRemedy::Stands), ..plain(RulingOutcome::Confirm) },
        change(None, &[Sanction::Draw]),
        Decision { players_agree: Some(true), ..change(None, &[Sanction::Replay]) },
    ] {
        let mut table = shifted();
        let moved = alert(&table, Kind::StoneShifted);
        let (code, message) = rule(&mut table, about(&moved, decision.clone())).unwrap_err();
        assert_eq!(code, ErrorCode::NotAllowed, "{decision:?}");
        assert!(message.contains("players_agree") && message.contains("overrule"), "{message}");
        assert!(table.game.book().rulings.is_empty());
        overrule_alert(&mut table, &moved, decision).unwrap();
        let ruling = &table.game.book().rulings[0];
        assert!(ruling.chief && ruling.replaces.is_none());
    }
    let mut table = shifted();
    let moved = alert(&table, Kind::StoneShifted);
    overrule_alert(&mut table, &moved, change(None, &[Sanction::Replay])).unwrap();
    assert_eq!(result(&table), Some(("Void".to_owned(), EndedBy::Void, ResultState::Final)));
    // The game is played again: on the cleared board the next one begins.
    table.change(&["lift C3", "lift G7", "lift E6"]).wait(1_000).hold(&["black D4"]);
    assert_eq!((phase(&table), table.record()), (Phase::Playing, "B D4".to_owned()));
}

#[test]
fn cn_17_3_whoever_moved_it_deliberately_loses() {
    let mut table = shifted();
    let moved = alert(&table, Kind::StoneShifted);
    let on_purpose = |color| Decision { color, cause: Some(Cause::Deliberate), ..plain(RulingOutcome::Confirm) };
    rule(&mut table, about(&moved, on_purpose(Some(White)))).unwrap();
    assert_eq!(result(&table), Some(("B+F".to_owned(), EndedBy::Ruling, ResultState::Final)));
    assert_eq!(table.game.book().rulings[0].cause, Some(Cause::Deliberate));
}

fn scattered() -> Table {
    let mut table = played(&["E5", "C3", "G7", "C7", "G3"]);
    let wrong = ["lift E5", "black E4", "lift C3", "white D2", "lift G7", "black H8", "lift C7", "white B8", "lift G3", "black H2"];
    table.change(&wrong).wait(PATIENCE);
    table
}

#[test]
fn cn_17_4_the_cause_decides_what_a_scattered_position_costs() {
    let because = |cause, color| Decision { cause: Some(cause), color, ..plain(RulingOutcome::Confirm) };
    for cause in [Cause::Outside, Cause::Accident] {
        let mut table = scattered();
        let asked = about(&alert(&table, Kind::BoardScattered), because(cause, Some(White)));
        rule(&mut table, asked).unwrap();
        assert_eq!((phase(&table), has(&table, White)), (Phase::Paused, [0; 4]), "{cause:?}");
        let right = ["black E5", "lift E4", "white C3", "lift D2", "black G7", "lift H8", "white C7", "lift B8", "black G3", "lift H2"];
        table.change(&right).wait(1_000);
        assert_eq!(board(&table), "playing");
    }
    // On purpose: the one who did it has to be named.
    let mut table = scattered();
    let asked = about(&alert(&table, Kind::BoardScattered), because(Cause::Deliberate, None));
    let (code, message) = rule(&mut table, asked).unwrap_err();
    assert_eq!((code, message.contains("color")), (ErrorCode::Conflict, true), "{message}");
    let asked = about(&alert(&table, Kind::BoardScattered), because(Cause::Deliberate, Some(Black)));
    rule(&mut table, asked).unwrap();
    assert_eq!(result(&table), Some(("W+F".to_owned(), EndedBy::Ruling, ResultState::Final)));
    // It cannot be put together again: who scattered it loses, or nobody did and it is a draw.
    for (sanction, sgf) in [(Sanction::Loss, "B+F"), (Sanction::Draw, "0"), (Sanction::Replay, "Void")] {
        let mut table = scattered();
        let decision = Decision { color: Some(White), cause: Some(Cause::Accident), ..change(None, &[sanction]) };
        let asked = about(&alert(&table, Kind::BoardScattered), decision);
        rule(&mut table, asked).unwrap();
        assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some(sgf));
    }
}

#[test]
fn cn_18_stones_taken_off_wrongly_go_back_with_a_warning() {
    let mut table = played(&["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    confirm(&mut table, Kind::WrongCapture);
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W E4, B G7, W F5", "paused: E5"));
    assert_eq!((has(&table, White), has(&table, Black)), ([0, 1, 0, 0], [0; 4]));
    table.change(&["black E5"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn cn_18_stones_go_back_although_play_has_gone_on_over_the_gap() {
    let mut table = played(&["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    table.hold(&["black C7"]).press(Black);
    assert_eq!(table.game.record().edits.len(), 1, "the wood was followed");
    confirm(&mut table, Kind::WrongCapture);
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W E4, B G7, W F5, B C7", "paused: E5"));
    assert!(table.game.record().edits.is_empty());
    table.change(&["black E5"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

/// White has put a stone where it has no liberty and takes nothing, and pressed.
fn forbidden() -> Table {
    let mut table = played(&["A2", "E5", "B1", "E6", "G7"]);
    table.hold(&["white A1"]).press(White).wait(PATIENCE);
    table
}

#[test]
fn cn_19_a_stone_on_a_forbidden_point_costs_the_turn_and_no_warning() {
    let mut table = forbidden();
    let id = confirm(&mut table, Kind::ForbiddenPoint);
    assert!(table.record().ends_with("B G7, W pass"), "{}", table.record());
    let last = table.game.record().moves.last().unwrap().clone();
    assert!(last.forced && !last.provisional && last.illegal.is_empty() && last.disputed.is_none());
    assert_eq!((table.game.position().to_move(), has(&table, White)), (Black, [0; 4]));
    // The stone still lies there: what was decided outranks the sensors until they change, and nothing is said twice.
    assert_eq!((board(&table).as_str(), table.game.book().rulings[0].id.clone()), ("playing: A1", id));
    table.wait(20_000);
    assert!(table.game.book().alerts.is_empty());
    table.hold(&["black C7"]).press(Black).wait(1_000);
    table.change(&["lift A1"]).wait(1_000);
    assert_eq!((board(&table).as_str(), table.record().ends_with("W pass, B C7")), ("playing", true));
    // Now it is an empty point like any other.
    table.hold(&["white A1"]).press(White).wait(PATIENCE);
    assert_eq!(alert(&table, Kind::ForbiddenPoint).n, Some(8));
}

#[test]
fn cn_19_the_turn_is_lost_although_the_stone_was_taken_back_or_play_has_gone_on() {
    let mut table = forbidden();
    table.change(&["lift A1"]).wait(1_000);
    assert!(table.record().ends_with("B G7"));
    confirm(&mut table, Kind::ForbiddenPoint);
    assert_eq!((table.record().ends_with("B G7, W pass"), board(&table)), (true, "playing".to_owned()));
    // It was played elsewhere instead: that turn was lost.
    let mut table = forbidden();
    table.change(&["lift A1"]).wait(1_000).hold(&["white C7"]).press(White);
    confirm(&mut table, Kind::ForbiddenPoint);
    assert_eq!((table.record().ends_with("B G7, W pass"), board(&table)), (true, "playing: C7".to_owned()));
    // Black has played on top of it: the pass takes its place, and what was played stays.
    let mut table = forbidden();
    table.hold(&["black C7"]).press(Black);
    confirm(&mut table, Kind::ForbiddenPoint);
    assert!(table.record().ends_with("B G7, W pass, B C7"), "{}", table.record());
    assert_eq!(table.game.position().to_move(), White);
    // Taken back, played elsewhere, and answered: nobody can say by itself what becomes of that.
    let mut table = forbidden();
    table.change(&["lift A1"]).wait(1_000).hold(&["white C7"]).press(White).hold(&["black C5"]).press(Black);
    let offence = about(&alert(&table, Kind::ForbiddenPoint), plain(RulingOutcome::Confirm));
    let (code, message) = rule(&mut table, offence).unwrap_err();
    assert_eq!((code, message.contains("correct-record")), (ErrorCode::Conflict, true), "{message}");
}

#[test]
fn cn_20_1_a_ko_retaken_at_once_goes_back_and_costs_the_turn() {
    let mut table = played(&["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    confirm(&mut table, Kind::KoViolation);
    assert!(table.record().ends_with("B E4, W pass"));
    assert_eq!((has(&table, White), table.game.position().to_move()), ([0; 4], Black));
    assert_eq!(table.game.position().get(table.point("E4")), Some(Black));
    assert_eq!(board(&table), "playing: D4 E4");
    table.change(&["lift D4", "black E4"]).wait(1_000);
    assert_eq!(board(&table), "playing");
    assert!(table.game.record().moves.last().is_some_and(|last| last.place == Place::Pass && last.forced));
}

/// White has captured three stones and pressed before they were off the board.
pub fn captures_left(table: &mut Table) {
    for (color, vertex) in
        [(Black, "A1"), (White, "A3"), (Black, "A2"), (White, "B2"), (Black, "B1"), (White, "E5"), (Black, "G7"), (White, "C1")]
    {
        let word = if color == Black { "black" } else { "white" };
        table.hold(&[&format!("{word} {vertex}")]);
        if vertex != "C1" {
            table.press(color);
        }
    }
    table.change(&["lift A1"]).wait(200).press(White).wait(PATIENCE);
}

#[test]
fn cn_23_4_captures_left_are_a_caution_first_and_a_warning_if_the_referee_says_so() {
    let mut table = Table::new(crate::table::settings(9));
    captures_left(&mut table);
    let cautioned = confirm(&mut table, Kind::CapturesLeft);
    assert_eq!((has(&table, White), phase(&table)), ([1, 0, 0, 0], Phase::Playing));
    assert_eq!(entries(&mut table), ["white Caution(1) by china-1988 23.4"]);
    // They still lie there: it was ruled on, and is not said again.
    table.wait(20_000);
    assert!(table.game.book().alerts.is_empty());
    table.change(&["lift A2", "lift B1"]).wait(1_000);
    assert_eq!(board(&table), "playing");
    // The referee thinks again.
    let before = table.game.book().rulings[0].alert.clone();
    let asked = kifud::game::RuleRequest {
        game_id: None,
        alert: before,
        rev: 9,
        replaces: Some(cautioned),
        decision: change(None, &[Sanction::Warning]),
    };
    rule(&mut table, asked).unwrap();
    assert_eq!(has(&table, White), [0, 1, 0, 0]);
    assert_eq!(entries(&mut table), ["white Caution(-1) by china-1988 23.4", "white Warning(1) by china-1988 23.4"]);
    use kifud::game::RulingStatus::{Replaced, Standing};
    assert_eq!(super::statuses(&table), [Replaced, Standing]);
}

#[test]
fn cn_25_2_the_second_warning_is_proposed_as_the_loss_and_the_referee_decides() {
    let mut table = played(&["E5", "C3"]);
    let warn = |table: &mut Table, from: &str, to: &str| {
        table.hold(&[&format!("black {from}")]).press(Black);
        table.change(&[&format!("lift {from}"), &format!("black {to}")]).wait(PATIENCE);
        table.change(&[&format!("lift {to}"), &format!("black {from}")]).wait(1_000);
        confirm(table, Kind::StoneRelocated)
    };
    let first = warn(&mut table, "D4", "G7");
    assert!(table.game.book().alerts.is_empty());
    table.hold(&["white G3"]).press(White);
    warn(&mut table, "C7", "E7");
    assert_eq!((has(&table, Black), phase(&table)), ([0, 2, 0, 0], Phase::Playing), "nothing happens by itself");
    let limit = alert(&table, Kind::WarningLimit);
    assert_eq!((limit.color, limit.cite.clone().map(|cite| cite.article)), (Some(Black), Some("25.2".to_owned())));
    assert_eq!(limit.proposal.clone().map(|proposal| proposal.sanctions), Some(vec![Sanction::Loss]));
    // One of the two is taken back: nothing is left to decide.
    let untouched = table.game.clone();
    super::overrule(&mut table, &first, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!(has(&table, Black), [0, 1, 0, 0]);
    assert!(table.game.book().alerts.is_empty() && table.since().contains(&"closed warning-limit".to_owned()));
    // Or it is confirmed.
    table.game = untouched;
    confirm(&mut table, Kind::WarningLimit);
    assert_eq!(result(&table), Some(("W+F".to_owned(), EndedBy::Ruling, ResultState::Final)));
}
