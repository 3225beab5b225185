//! Appeals (CN-16.4), the chief referee, and two referees at once.

use kifud::game::{
    BoardRemedy, Decision, ErrorCode, OverruleRequest, Phase, RuleRequest, RulingOutcome, RulingStatus, Sanction, Severity, Verb,
};
use kifud::go::Color::{Black, White};
use kifud::referee::{Kind, Requires, Rulebook};

use super::{PATIENCE, about, alert, ask, board, change, confirm, has, overrule, overrule_alert, phase, plain, rule, statuses};
use crate::table::Table;

/// White has taken off a stone wrongly and is warned; the stone is back.
fn warned() -> (Table, String) {
    let mut table = super::played(Rulebook::China1988, &["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    let id = confirm(&mut table, Kind::WrongCapture);
    table.change(&["black E5"]).wait(1_000);
    assert_eq!(board(&table), "playing");
    (table, id)
}

fn appeal(table: &mut Table, ruling: &str) -> Result<String, (ErrorCode, String)> {
    ask(table, Verb::Appeal { game_id: None, ruling: ruling.to_owned(), color: White })
}

#[test]
fn cn_16_4_an_appeal_is_written_down_with_whose_turn_it_was_and_the_ruling_stands_until_it_is_decided() {
    let (mut table, id) = warned();
    table.since();
    let asked = appeal(&mut table, &id).unwrap();
    let open = alert(&table, Kind::Appeal);
    assert_eq!((open.id.clone(), open.color, open.requires, open.severity), (asked, Some(White), Some(Requires::Chief), Severity::Ruling));
    assert_eq!(open.cite.as_ref().map(|cite| cite.article.as_str()), Some("16.4"));
    let words = open.text.en();
    assert!(words.contains(&id) && words.contains("White appeals") && words.contains("It was Black's turn"), "{words}");
    assert_eq!((statuses(&table), has(&table, White)), (vec![RulingStatus::Appealed], [0, 1, 0, 0]));
    assert_eq!(table.game.book().rulings[0].appeal, Some(open.id));
    assert_eq!((table.since(), phase(&table)), (vec!["raised appeal".to_owned(), "ruling".to_owned()], Phase::Playing));
    let (code, message) = appeal(&mut table, &id).unwrap_err();
    assert_eq!((code, message.contains("already")), (ErrorCode::Conflict, true), "{message}");
    assert_eq!(appeal(&mut table, "r-none").unwrap_err().0, ErrorCode::NoSuchAlert);
}

#[test]
fn whatever_the_book_an_appeal_is_for_the_chief() {
    for book in Rulebook::all() {
        let mut table = super::played(book, &["E5", "C3", "G7"]);
        table.change(&["lift C3"]).wait(PATIENCE);
        let asked = about(&alert(&table, Kind::StoneMissing), plain(RulingOutcome::Dismiss));
        let id = rule(&mut table, asked).unwrap();
        appeal(&mut table, &id).unwrap();
        let open = alert(&table, Kind::Appeal);
        assert_eq!((open.requires, open.options()), (Some(Requires::Chief), vec!["dismiss".to_owned()]), "{book}");
        let (code, message) = rule(&mut table, about(&open, plain(RulingOutcome::Dismiss))).unwrap_err();
        assert_eq!((code, message.contains("overrule")), (ErrorCode::NotAllowed, true), "{message}");
    }
}

#[test]
fn the_chief_referee_allows_an_appeal_and_everything_that_was_ruled_is_undone() {
    let (mut table, id) = warned();
    let appealed = appeal(&mut table, &id).unwrap();
    // Another referee cannot settle it behind the chief's back.
    let alert_of = table.game.book().rulings[0].alert.clone();
    let replaces =
        RuleRequest { game_id: None, alert: alert_of.clone(), rev: 1, replaces: Some(id.clone()), decision: plain(RulingOutcome::Dismiss) };
    let (code, message) = rule(&mut table, replaces).unwrap_err();
    assert_eq!((code, message.contains("appeal")), (ErrorCode::NotAllowed, true), "{message}");
    let asked = OverruleRequest {
        game_id: Some(table.game.book().game_id.clone()),
        ruling: Some(id.clone()),
        alert: Some(appealed.clone()),
        rev: Some(1),
        decision: plain(RulingOutcome::Dismiss),
    };
    let new = ask(&mut table, Verb::Overrule(Box::new(asked.clone()))).unwrap();
    assert_eq!((has(&table, White), statuses(&table)), ([0; 4], vec![RulingStatus::Overruled, RulingStatus::Standing]));
    let decided = &table.game.book().rulings[1];
    assert_eq!((decided.replaces.as_ref(), decided.chief, &decided.alert), (Some(&id), true, &alert_of));
    assert!(table.game.book().alerts.is_empty());
    let closed: Vec<&str> = table.game.book().closed.iter().map(|closed| closed.alert.kind.name()).collect();
    assert_eq!(closed, ["wrong-capture", "appeal"]);
    // What does not hold any more is decided no more.
    let (code, message) = ask(&mut table, Verb::Overrule(Box::new(asked))).unwrap_err();
    assert_eq!((code, message.contains(&new)), (ErrorCode::AlreadyRuled, true), "{message}");
    assert_eq!(appeal(&mut table, &id).unwrap_err().0, ErrorCode::AlreadyRuled);
    // A referee does not replace what the chief has decided; the chief may.
    let replaces = RuleRequest { game_id: None, alert: alert_of, rev: 1, replaces: Some(new.clone()), decision: change(None, &[]) };
    let replaces = RuleRequest { decision: change(Some(BoardRemedy::None), &[]), ..replaces };
    assert_eq!(rule(&mut table, replaces).unwrap_err().0, ErrorCode::NotAllowed);
    overrule(&mut table, &new, change(None, &[Sanction::Caution])).unwrap();
    assert_eq!(has(&table, White), [1, 0, 0, 0]);
}

#[test]
fn the_chief_referee_turns_an_appeal_down_and_the_ruling_stands() {
    let (mut table, id) = warned();
    appeal(&mut table, &id).unwrap();
    let open = alert(&table, Kind::Appeal);
    let (code, message) = overrule_alert(&mut table, &open, change(None, &[Sanction::Caution])).unwrap_err();
    assert_eq!((code, message.contains(&id)), (ErrorCode::NotAllowed, true), "{message}");
    let note = Some("the stone had three liberties".to_owned());
    overrule_alert(&mut table, &open, Decision { note: note.clone(), ..plain(RulingOutcome::Dismiss) }).unwrap();
    assert_eq!((has(&table, White), statuses(&table)), ([0, 1, 0, 0], vec![RulingStatus::Standing, RulingStatus::Standing]));
    let decided = &table.game.book().rulings[1];
    assert_eq!((decided.kind, decided.chief, &decided.note), (Some(Kind::Appeal), true, &note));
    assert!(table.game.book().alerts.is_empty());
    // A new reason is a new appeal.
    appeal(&mut table, &id).unwrap();
}

#[test]
fn of_two_referees_at_once_the_first_one_decides() {
    let mut table = super::played(Rulebook::China1988, &["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    let seen = alert(&table, Kind::DoubleMove);
    // It says more by now than one of them has looked at.
    table.change(&["lift G7"]).wait(1_000);
    let stale = rule(&mut table, about(&seen, plain(RulingOutcome::Confirm))).unwrap_err();
    assert_eq!(stale.0, ErrorCode::Stale);
    let now = about(&alert(&table, Kind::DoubleMove), change(None, &[Sanction::Warning]));
    let first = rule(&mut table, now.clone()).unwrap();
    let (code, message) = rule(&mut table, now.clone()).unwrap_err();
    assert_eq!((code, message.contains(&first)), (ErrorCode::AlreadyRuled, true), "{message}");
    // Both want to replace it.
    let instead = |sanction| RuleRequest { replaces: Some(first.clone()), decision: change(None, &[sanction]), ..now.clone() };
    rule(&mut table, instead(Sanction::Caution)).unwrap();
    assert_eq!(rule(&mut table, instead(Sanction::Loss)).unwrap_err().0, ErrorCode::AlreadyRuled);
    assert_eq!(has(&table, White), [1, 0, 0, 0]);
    let other = RuleRequest { alert: "a-other".to_owned(), ..instead(Sanction::Loss) };
    assert_eq!(rule(&mut table, other).unwrap_err().0, ErrorCode::AlreadyRuled);
}

#[test]
fn what_was_played_on_a_ruling_is_undone_first_or_the_record_stays_as_it_is() {
    let mut table = super::played(Rulebook::China1988, &["A2", "E5", "B1", "E6", "G7"]);
    table.hold(&["white A1"]).press(White).wait(PATIENCE);
    let id = confirm(&mut table, Kind::ForbiddenPoint);
    table.change(&["lift A1"]).wait(1_000).hold(&["black C7"]).press(Black);
    let before = table.record();
    let (code, message) = overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap_err();
    assert_eq!((code, message.contains("undo") && message.contains("stands")), (ErrorCode::Conflict, true), "{message}");
    assert_eq!(table.record(), before);
    // The record stays, and only what the player got is another.
    let mut kept = table.game.clone();
    overrule(&mut table, &id, change(Some(BoardRemedy::Stands), &[Sanction::Caution])).unwrap();
    assert_eq!((table.record(), has(&table, White)), (before.clone(), [1, 0, 0, 0]));
    // The same remedy again needs nothing undone either.
    std::mem::swap(&mut table.game, &mut kept);
    overrule(&mut table, &id, change(Some(BoardRemedy::ForcedPass), &[Sanction::Caution])).unwrap();
    assert_eq!((table.record(), has(&table, White)), (before, [1, 0, 0, 0]));
    let again = table.game.book().rulings[1].id.clone();
    // With the move undone it is taken back to what was on the board.
    ask(&mut table, Verb::Undo { moves: 1 }).unwrap();
    overrule(&mut table, &again, plain(RulingOutcome::Dismiss)).unwrap();
    assert!(table.record().ends_with("B G7, W A1"), "{}", table.record());
    let last = table.game.record().moves.last().unwrap();
    assert_eq!((&last.illegal[..], last.disputed.as_ref(), last.provisional), (&["forbidden-point".to_owned()][..], None, false));
}
