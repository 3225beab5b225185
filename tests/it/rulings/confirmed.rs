//! What confirming comes to, book by book, where a book has no article, leaves something to be picked, or says nothing of the stones.

use kifud::clock::TimeControl;
use kifud::game::{
    AlertState, AlertVerb, BoardRemedy, Cause, Decision, EndedBy, Override, Phase, Report, ResultState, Rulebook, RulingOutcome, Sanction,
    Severity, Verb,
};
use kifud::go::Color::{Black, White};
use kifud::referee::Kind;

use super::{PATIENCE, about, alert, change, confirm, has, overrule_alert, phase, plain, played, result, rule};
use crate::table::{Table, settings};

/// White's minute is over.
fn out_of_time(book: Rulebook, overrides: Vec<Override>) -> Table {
    let mut made = settings(9);
    (made.terms.rulebook, made.terms.overrides) = (book, overrides);
    let mut table = Table::timed(made, TimeControl::Absolute { main_ms: 60_000 });
    table.hold(&["black E5"]).press(Black).wait(62_000);
    table
}

#[test]
fn a_flag_that_is_confirmed_loses_on_time_by_every_book() {
    for book in Rulebook::all() {
        let mut table = out_of_time(book, Vec::new());
        let flag = alert(&table, Kind::FlagFallen);
        assert!(
            flag.options().starts_with(&["confirm".to_owned(), "dismiss".to_owned(), "change".to_owned()]),
            "{book}: {:?}",
            flag.options()
        );
        let says_loss = flag.proposal.as_ref().is_some_and(|proposal| proposal.sanctions == [Sanction::Loss]);
        // Without an article nothing is proposed, and it is said what confirming comes to.
        assert_eq!((flag.cite.is_some(), flag.severity == Severity::Ruling), (says_loss, says_loss), "{book}");
        assert_eq!(flag.text.en().contains("to confirm it is to rule the game lost on time"), !says_loss, "{book}: {}", flag.text);
        confirm(&mut table, Kind::FlagFallen);
        assert_eq!(result(&table), Some(("B+T".to_owned(), EndedBy::Time, ResultState::Final)), "{book}");
        let ruling = table.game.book().rulings[0].clone();
        assert_eq!((ruling.sanctions.is_empty(), ruling.cite.is_none()), (!says_loss, !says_loss), "{book}: nothing is invented");
    }
}

#[test]
fn a_flag_is_dismissed_or_ruled_otherwise_by_every_book_and_a_named_loss_is_one() {
    for book in Rulebook::all() {
        let mut table = out_of_time(book, Vec::new());
        let asked = about(&alert(&table, Kind::FlagFallen), change(None, &[Sanction::Loss]));
        rule(&mut table, asked).unwrap();
        assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some("B+T"), "{book}");
        let mut table = out_of_time(book, Vec::new());
        let asked = about(&alert(&table, Kind::FlagFallen), plain(RulingOutcome::Dismiss));
        rule(&mut table, asked).unwrap();
        assert_eq!((result(&table), phase(&table)), (None, Phase::Playing), "{book}");
        // A person has looked at the clock: a report is a flag as well.
        let mut table = played(book, &["E5", "C3"]);
        let report = Report { kind: Kind::FlagFallen, color: Some(Black), note: None };
        table.done(Verb::Alert(AlertVerb::Report(report)));
        confirm(&mut table, Kind::FlagFallen);
        assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some("W+T"), "{book}");
    }
}

#[test]
fn a_loss_on_time_without_an_article_is_taken_back_like_any_other() {
    let mut table = out_of_time(Rulebook::Japan1989, Vec::new());
    let id = confirm(&mut table, Kind::FlagFallen);
    super::overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!((result(&table), phase(&table), has(&table, White)), (None, Phase::Paused, [0; 4]));
}

#[test]
fn where_the_event_says_that_a_flag_costs_nothing_confirming_costs_nothing() {
    let own = Override { sanctions: Some(Vec::new()), cite: Some("event rules 3".to_owned()), ..Override::of(Kind::FlagFallen) };
    for book in [Rulebook::Japan1989, Rulebook::China1988] {
        let mut table = out_of_time(book, vec![own.clone()]);
        confirm(&mut table, Kind::FlagFallen);
        assert_eq!((result(&table), phase(&table)), (None, Phase::Playing), "{book}");
    }
}

fn because(cause: Cause) -> Decision {
    Decision { cause: Some(cause), color: Some(White), ..plain(RulingOutcome::Confirm) }
}

/// An earlier stone stands elsewhere; many do.
fn moved(book: Rulebook, many: bool) -> (Table, Kind) {
    let mut table = played(book, &["E5", "C3", "G7", "C7", "G3"]);
    if many {
        let wrong = ["lift E5", "black E4", "lift C3", "white D2", "lift G7", "black H8", "lift C7", "white B8", "lift G3", "black H2"];
        table.change(&wrong).wait(PATIENCE);
        return (table, Kind::BoardScattered);
    }
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    (table, Kind::StoneShifted)
}

#[test]
fn cn_17_3_and_17_4_on_purpose_loses_where_the_book_says_so_and_nowhere_else() {
    for book in Rulebook::all() {
        for many in [false, true] {
            let (mut table, kind) = moved(book, many);
            let found = alert(&table, kind);
            overrule_alert(&mut table, &found, because(Cause::Deliberate)).unwrap_or_else(|refused| panic!("{book} {kind}: {refused:?}"));
            let lost = (book == Rulebook::China1988).then(|| ("B+F".to_owned(), EndedBy::Ruling, ResultState::Final));
            assert_eq!(result(&table), lost, "{book} {kind}");
        }
    }
}

#[test]
fn cn_17_3_and_17_4_on_purpose_a_referee_may_rule_the_loss_by_every_book() {
    for book in Rulebook::all() {
        for many in [false, true] {
            let (mut table, kind) = moved(book, many);
            let lost = Decision { cause: Some(Cause::Deliberate), color: Some(White), ..change(None, &[Sanction::Loss]) };
            let asked = about(&alert(&table, kind), lost);
            rule(&mut table, asked).unwrap_or_else(|refused| panic!("{book} {kind}: {refused:?}"));
            assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some("B+F"), "{book} {kind}");
        }
    }
}

#[test]
fn cn_17_4_an_accident_costs_nothing_by_itself() {
    for book in Rulebook::all() {
        let (mut table, kind) = moved(book, true);
        let asked = about(&alert(&table, kind), because(Cause::Accident));
        rule(&mut table, asked).unwrap();
        assert_eq!((result(&table), has(&table, White)), (None, [0; 4]), "{book}");
    }
}

/// White has retaken the ko at D4 at once, and taken E4 with it.
fn ko_retaken(book: Rulebook) -> Table {
    let mut table = played(book, &["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    table
}

fn prisoners(table: &Table) -> Option<(u32, u32)> {
    table.game.snapshot(kifud::time::Wall::default()).captured.map(|taken| (taken.black, taken.white))
}

#[test]
fn a_ko_retaken_that_is_put_back_after_the_ruling_leaves_no_prisoner() {
    for book in Rulebook::all() {
        let mut table = ko_retaken(book);
        let asked = about(&alert(&table, Kind::KoViolation), change(Some(BoardRemedy::None), &[Sanction::Warning]));
        rule(&mut table, asked).unwrap_or_else(|refused| panic!("{book}: {refused:?}"));
        assert_eq!(prisoners(&table), Some((1, 1)), "{book}: it stands so far");
        table.change(&["lift D4"]).wait(600).change(&["black E4"]).wait(PATIENCE);
        assert_eq!((prisoners(&table), table.game.book().alerts.len()), (Some((1, 0)), 0), "{book}");
        table.hold(&["black H2"]).press(Black).wait(PATIENCE);
        assert_eq!((prisoners(&table), table.game.book().alerts.len()), (Some((1, 0)), 0), "{book}: and play goes on");
    }
}

/// Nobody has ruled on the first, and play has gone on: what is done again at the same point is told again.
#[test]
fn cn_20_1_a_ko_that_is_retaken_at_once_a_second_time_is_a_second_offence() {
    let mut table = ko_retaken(Rulebook::China1988);
    table.hold(&["black H2"]).press(Black).wait(2_000).hold(&["white H4"]).press(White).wait(2_000);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    let told: Vec<_> = table.game.book().alerts.iter().map(|alert| (alert.kind, alert.n, alert.id.clone())).collect();
    let marked: Vec<_> = table.game.record().moves.iter().filter_map(|played| played.disputed.clone()).collect();
    assert_eq!(
        told.iter().map(|alert| (alert.0, alert.1)).collect::<Vec<_>>(),
        [(Kind::KoViolation, Some(10)), (Kind::KoViolation, Some(14))]
    );
    assert_eq!(marked, told.iter().map(|alert| alert.2.clone()).collect::<Vec<_>>());
}

/// White's second stone in a row stands at G7, Black has answered, and then it is taken off.
#[test]
fn cn_17_1_a_second_stone_that_is_taken_off_after_the_answer_is_the_same_happening_put_right() {
    for book in Rulebook::all() {
        for during in [false, true] {
            let mut table = played(book, &["E5", "C3"]);
            table.change(&["white G7"]).wait(PATIENCE).hold(&["black D4"]);
            if !during {
                table.press(Black);
            }
            table.wait(1_000).change(&["lift G7"]).wait(PATIENCE);
            assert_eq!(table.alerts(), ["double-move"], "{book}: nothing new is said");
            assert_eq!(super::board(&table), "playing", "{book}: the record follows the wood");
            // Where the book proposes something the alert stays until a person rules; where it has no article nothing is left to decide.
            let stays = table.game.book().alerts.iter().all(|alert| alert.state == AlertState::Cured);
            let proposes = [Rulebook::China1988, Rulebook::China2002, Rulebook::Japan1989].contains(&book);
            assert_eq!((stays, table.game.book().alerts.len()), (true, usize::from(proposes)), "{book}");
            assert_eq!(table.record(), "B E5, W C3, W G7, B D4");
        }
    }
}

#[test]
fn cn_17_1_a_press_without_a_stone_and_the_answer_to_it_are_a_question_and_a_second_play_by_every_book() {
    for book in Rulebook::all() {
        let mut table = played(book, &["E5", "C3"]);
        table.press(Black).wait(3_000).hold(&["white G7"]).press(White).wait(PATIENCE);
        assert_eq!(table.alerts(), ["pass-signal", "double-move"], "{book}");
        let mut stayed = table;
        // It was a pass: the stone was its answer.
        confirm(&mut stayed, Kind::PassSignal);
        assert_eq!((stayed.record().as_str(), stayed.game.book().alerts.len()), ("B E5, W C3, B pass, W G7", 0), "{book}");
        assert!(stayed.game.record().moves.iter().all(|played| !played.forced && played.disputed.is_none()), "{book}");
        stayed.hold(&["black D4"]).press(Black).wait(PATIENCE);
        assert_eq!((stayed.record().as_str(), stayed.game.book().alerts.len()), ("B E5, W C3, B pass, W G7, B D4", 0), "{book}");
    }
}

#[test]
fn cn_17_1_the_pass_is_confirmed_after_black_has_played_on() {
    let mut table = played(Rulebook::China1988, &["E5", "C3"]);
    table.press(Black).wait(3_000).hold(&["white G7"]).press(White).wait(PATIENCE);
    table.hold(&["black D4"]).press(Black).wait(PATIENCE);
    assert_eq!((table.record().as_str(), table.alerts()), ("B E5, W C3, W G7, B D4", vec!["pass-signal", "double-move"]));
    confirm(&mut table, Kind::PassSignal);
    assert_eq!((table.record().as_str(), table.game.book().alerts.len()), ("B E5, W C3, B pass, W G7, B D4", 0));
    table.hold(&["white G3"]).press(White).wait(PATIENCE);
    assert_eq!((table.record().as_str(), table.alerts().len()), ("B E5, W C3, B pass, W G7, B D4, W G3", 2));
}

/// Whoever presses and plays from the wrong bowl within the tolerance has done that, and nobody has passed.
#[test]
fn a_stone_of_the_wrong_colour_right_after_the_press_is_no_second_play() {
    let mut table = played(Rulebook::China1988, &["E5", "C3"]);
    table.press(Black).wait(500).hold(&["white G7"]).wait(PATIENCE);
    assert_eq!(table.alerts(), ["wrong-color"]);
}
