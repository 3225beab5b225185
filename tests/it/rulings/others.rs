//! The same offences under the other books: Ing, China 2002, Korea by its dates, AGA.

use kifud::game::{Decision, EndedBy, Phase, ResultState, RulingOutcome, Sanction};
use kifud::go::Color::{Black, White};
use kifud::go::Place;
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, board, change, confirm, entries, has, phase, plain, played, result, rule};
use crate::table::Table;

#[test]
fn ing_8_3_3_whoever_changes_the_point_of_a_played_stone_loses() {
    let mut table = played(Rulebook::Ing, &["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4"]).wait(700).change(&["black G7"]).wait(PATIENCE);
    assert_eq!(phase(&table), Phase::Playing, "ruled lost only once it is verified (8.3)");
    confirm(&mut table, Kind::StoneRelocated);
    assert_eq!(result(&table), Some(("W+F".to_owned(), EndedBy::Ruling, ResultState::Final)));
    assert_eq!((table.record().as_str(), has(&table, Black)), ("B E5, W C3, B D4", [0; 4]));
    assert_eq!(entries(&mut table), ["black Loss(1) by ing 8.3(3)"]);
}

#[test]
fn ing_8_2_1_a_pass_by_mistake_costs_the_turn_and_nothing_else() {
    let mut table = played(Rulebook::Ing, &["E5", "C3"]);
    table.press(Black).wait(PATIENCE);
    confirm(&mut table, Kind::PassSignal);
    assert_eq!((table.record().as_str(), has(&table, Black), phase(&table)), ("B E5, W C3, B pass", [0; 4], Phase::Playing));
    table.hold(&["white G7"]).press(White);
    assert_eq!(table.record(), "B E5, W C3, B pass, W G7");
}

#[test]
fn ing_9_2_2_a_confirmed_pass_is_one_that_nobody_was_forced_to_and_a_dismissed_one_is_none() {
    let mut table = played(Rulebook::Ing, &["E5", "C3"]);
    table.press(Black).wait(PATIENCE);
    let signal = alert(&table, Kind::PassSignal);
    let untouched = table.game.clone();
    confirm(&mut table, Kind::PassSignal);
    let last = table.game.record().moves.last().unwrap();
    assert_eq!((last.place, last.forced, last.provisional), (Place::Pass, false, false));
    table.press(White).wait(PATIENCE);
    confirm(&mut table, Kind::PassSignal);
    assert_eq!(phase(&table), Phase::Ending, "two passes");
    table.game = untouched;
    rule(&mut table, about(&signal, plain(RulingOutcome::Dismiss))).unwrap();
    assert_eq!((table.record().as_str(), phase(&table)), ("B E5, W C3", Phase::Playing));
}

#[test]
fn ing_9_2_1_two_stones_that_are_confirmed_are_a_resignation_and_no_sanction() {
    let mut table = played(Rulebook::Ing, &["E5", "C3"]);
    table.hold(&["black D4"]);
    table.change(&["black F6"]).wait(PATIENCE);
    let untouched = table.game.clone();
    let signal = alert(&table, Kind::ResignSignal);
    confirm(&mut table, Kind::ResignSignal);
    assert_eq!(result(&table), Some(("W+R".to_owned(), EndedBy::Resignation, ResultState::Final)));
    assert_eq!(entries(&mut table), Vec::<String>::new());
    // It was none: the second stone counts for nothing, and play goes on.
    table.game = untouched;
    rule(&mut table, about(&signal, plain(RulingOutcome::Dismiss))).unwrap();
    table.press(Black).wait(10_000);
    assert_eq!((board(&table).as_str(), table.record().as_str()), ("playing: F6", "B E5, W C3, B D4"));
    assert!(table.game.book().alerts.is_empty());
    table.change(&["lift F6"]).hold(&["white G3"]).press(White);
    assert_eq!((board(&table).as_str(), table.record().as_str()), ("playing", "B E5, W C3, B D4, W G3"));
}

#[test]
fn ing_8_2_2_hot_stones_captured_by_mistake_go_back_without_a_penalty() {
    let mut table = played(Rulebook::Ing, &["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    let decision = Decision { kind: Some(Kind::HotStoneCapture), ..plain(RulingOutcome::Confirm) };
    let asked = about(&alert(&table, Kind::WrongCapture), decision);
    rule(&mut table, asked).unwrap();
    assert_eq!((board(&table).as_str(), has(&table, White)), ("paused: E5", [0; 4]));
    table.change(&["black E5"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn china_2002_17_2_the_second_play_is_void_with_a_warning() {
    let mut table = played(Rulebook::China2002, &["E5", "C3"]);
    table.change(&["white G7"]).wait(PATIENCE);
    confirm(&mut table, Kind::DoubleMove);
    assert_eq!((table.record().as_str(), board(&table).as_str()), ("B E5, W C3", "playing: G7"));
    assert_eq!((has(&table, White), table.game.position().to_move()), ([0, 1, 0, 0], Black));
    table.wait(20_000).hold(&["black D4"]).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    table.change(&["lift G7"]).wait(1_000);
    assert_eq!(board(&table), "playing");
}

#[test]
fn aga_8_both_plays_come_back_as_a_pass_when_it_is_claimed_or_confirmed() {
    for taken_off in [false, true] {
        let mut table = played(Rulebook::Aga, &["E5", "C3"]);
        table.change(&["white G7"]).wait(PATIENCE);
        if taken_off {
            table.change(&["lift G7"]).wait(1_000);
        }
        table.since();
        confirm(&mut table, Kind::DoubleMove);
        assert_eq!(table.record(), "B E5, W pass", "taken off: {taken_off}");
        let passed = table.game.record().moves.last().expect("the pass");
        assert_eq!((passed.forced, passed.provisional, table.game.position().stones().iter().flatten().count()), (true, false, 1));
        let told = table.since();
        let of_record: Vec<&String> = told.iter().filter(|name| name.starts_with("record") || name.starts_with("move")).collect();
        assert_eq!(of_record, ["record-changed 2"], "one change for both: {told:?}");
        assert_eq!((table.game.position().to_move(), has(&table, White)), (Black, [0; 4]));
        table.change(&["lift C3", "lift G7"]).wait(1_000);
        assert_eq!(board(&table), "playing");
    }
}

/// Somebody has seen what no sensor sees: it stands on an alert that says something else.
fn seen(table: &mut Table, kind: Kind, decision: Decision) {
    table.change(&["lift C3"]).wait(PATIENCE);
    let decision = Decision { kind: Some(kind), color: Some(White), ..decision };
    let asked = about(&alert(table, Kind::StoneMissing), decision);
    rule(table, asked).unwrap();
    table.change(&["white C3"]).wait(1_000);
}

#[test]
fn korea_18_a_warning_costs_two_points_and_19_the_second_loses() {
    let mut table = played(Rulebook::Korea20241108, &["E5", "C3", "G7"]);
    seen(&mut table, Kind::LidCount, plain(RulingOutcome::Confirm));
    assert_eq!((has(&table, White), table.game.book().alerts.len()), ([0, 1, 0, 2], 0));
    assert_eq!(entries(&mut table), ["white Warning(1) by korea-2024-11-08 18.1", "white Conduct(2) by korea-2024-11-08 18.1"]);
    // A warning that is given without its points costs them all the same.
    seen(&mut table, Kind::Etiquette, change(None, &[Sanction::Warning]));
    assert_eq!(has(&table, White), [0, 2, 0, 4]);
    confirm(&mut table, Kind::WarningLimit);
    assert_eq!(result(&table).map(|(text, ..)| text).as_deref(), Some("B+F"));
}

#[test]
fn korea_18_two_cautions_are_a_warning_and_its_points() {
    let mut table = played(Rulebook::Korea20241108, &["E5", "C3", "G7"]);
    seen(&mut table, Kind::Etiquette, change(None, &[Sanction::Caution]));
    assert_eq!(has(&table, White), [1, 0, 0, 0]);
    let first = table.game.book().rulings[0].id.clone();
    seen(&mut table, Kind::Etiquette, change(None, &[Sanction::Caution]));
    assert_eq!(has(&table, White), [2, 1, 0, 2]);
    entries(&mut table);
    super::overrule(&mut table, &first, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!(has(&table, White), [1, 0, 0, 0]);
    let entries = entries(&mut table);
    assert_eq!(
        entries.iter().map(|entry| entry.split(" by").next().unwrap()).collect::<Vec<_>>(),
        ["white Caution(-1)", "white Warning(-1)", "white Conduct(-2)"]
    );
}

#[test]
fn korea_at_home_since_february_2025_the_lids_warnings_cost_points_and_no_game() {
    let mut table = played(Rulebook::KoreaDomestic20250203, &["E5", "C3", "G7"]);
    for _ in 0..2 {
        seen(&mut table, Kind::LidCount, plain(RulingOutcome::Confirm));
    }
    assert_eq!((has(&table, White), table.game.book().alerts.len()), ([0, 2, 0, 4], 0));
    // Those for other breaches count.
    seen(&mut table, Kind::StoneRetracted, change(None, &[Sanction::Warning, Sanction::Points(2)]));
    seen(&mut table, Kind::StoneRetracted, change(None, &[Sanction::Warning, Sanction::Points(2)]));
    assert_eq!((has(&table, White), alert(&table, Kind::WarningLimit).color), ([0, 4, 0, 8], Some(White)));
}

#[test]
fn korea_abroad_since_february_2025_the_referee_cautions_and_nothing_adds_up() {
    let mut table = played(Rulebook::Korea20250205, &["E5", "C3", "G7"]);
    for _ in 0..3 {
        seen(&mut table, Kind::LidCount, plain(RulingOutcome::Confirm));
    }
    assert_eq!((has(&table, White), table.game.book().alerts.len()), ([3, 0, 0, 0], 0));
}
