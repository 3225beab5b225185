//! What a ruling did to the clocks is taken back exactly, whatever has run since.

use kifud::clock::{PlayerPhase, TimeControl};
use kifud::game::{ClockRemedy, Decision, ErrorCode, RulingOutcome, Verb};
use kifud::go::Color::{self, Black, White};
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, ask, change, overrule, plain, rule};
use crate::findings::played_at;
use crate::table::{Table, settings, stamp};

const MIN: u64 = 60_000;

/// A table with ten minutes and three periods of half a minute each, on which a stone is missing.
fn table() -> Table {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::China1988;
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 10 * MIN, periods: 3, period_ms: 30_000 });
    let mut table = played_at(Table::new(made), &["E5", "C3", "G7"]);
    table.change(&["lift C3"]).wait(PATIENCE);
    table
}

fn left(table: &Table, color: Color) -> (u64, PlayerPhase) {
    let player = table.game.clock_document(stamp(table.now)).expect("a clock").players[color];
    (player.remaining_ms, player.phase)
}

fn remedy(color: Color, delta_ms: i64, periods_delta: i32) -> ClockRemedy {
    ClockRemedy { color, delta_ms, periods_delta }
}

fn ruled(table: &mut Table, clock: &[ClockRemedy]) -> Result<String, (ErrorCode, String)> {
    let decision = Decision { clock: clock.to_vec(), ..change(None, &[]) };
    let asked = about(&alert(table, Kind::StoneMissing), decision);
    rule(table, asked)
}

/// The same table on which nobody ruled.
fn beside(table: &Table) -> Table {
    let mut beside = self::table();
    assert_eq!((beside.now, beside.record()), (table.now, table.record()));
    beside.since();
    beside
}

#[test]
fn time_and_periods_that_were_given_or_taken_come_back_by_the_opposite() {
    for remedies in [
        vec![remedy(White, -2 * MIN as i64, 0)],
        vec![remedy(Black, 90_000, 1), remedy(White, -1_000, -1)],
        vec![remedy(White, 5_000, 0), remedy(White, 0, -2)],
    ] {
        let mut table = table();
        let mut untouched = beside(&table);
        let id = ruled(&mut table, &remedies).unwrap();
        assert_ne!((left(&table, Black), left(&table, White)), (left(&untouched, Black), left(&untouched, White)));
        for table in [&mut table, &mut untouched] {
            table.wait(70_000);
        }
        overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap();
        assert_eq!((left(&table, Black), left(&table, White)), (left(&untouched, Black), left(&untouched, White)), "{remedies:?}");
        assert_eq!(table.game.book().rulings[0].effects.clocks, vec![]);
    }
}

#[test]
fn a_main_time_that_a_ruling_ended_is_as_it_would_be_without_it() {
    let mut table = table();
    let mut untouched = beside(&table);
    let id = ruled(&mut table, &[remedy(White, -11 * MIN as i64, 0)]).unwrap();
    assert_eq!(left(&table, White).1, PlayerPhase::ByoYomi { periods_left: 3 });
    assert_eq!(table.game.book().rulings[0].effects.clocks.len(), 1, "the difference alone does not tell it");
    for table in [&mut table, &mut untouched] {
        table.wait(40_000);
    }
    assert_eq!(left(&table, White).1, PlayerPhase::ByoYomi { periods_left: 2 });
    overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!(left(&table, White), left(&untouched, White));
}

#[test]
fn a_ruling_in_anothers_place_changes_the_clock_from_where_it_was() {
    let mut table = table();
    let untouched = beside(&table);
    let id = ruled(&mut table, &[remedy(White, -2 * MIN as i64, 0)]).unwrap();
    let decision = Decision { clock: vec![remedy(White, -30_000, 0)], ..change(None, &[]) };
    overrule(&mut table, &id, decision).unwrap();
    assert_eq!(left(&table, White).0, left(&untouched, White).0 - 30_000);
}

#[test]
fn time_that_has_been_used_up_meanwhile_is_not_taken_back_below_nothing() {
    let mut table = table();
    let id = ruled(&mut table, &[remedy(White, 5 * MIN as i64, 0)]).unwrap();
    // White has thought through main time and most of the periods.
    table.wait(15 * MIN + 70_000);
    let before = left(&table, White);
    assert_eq!(before.1, PlayerPhase::ByoYomi { periods_left: 1 });
    let (code, message) = overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap_err();
    assert_eq!((code, left(&table, White)), (ErrorCode::Conflict, before), "{message}");
    // If it is ruled lost, the clocks stand as they are.
    overrule(&mut table, &id, Decision { color: Some(White), ..change(None, &[kifud::game::Sanction::Loss]) }).unwrap();
    assert_eq!(super::result(&table).map(|(text, ..)| text).as_deref(), Some("B+F"));
}

#[test]
fn a_flag_that_fell_and_was_pardoned_has_fallen_again_when_the_chief_says_so() {
    let mut table = table();
    let alert_of_stone = alert(&table, Kind::StoneMissing);
    rule(&mut table, about(&alert_of_stone, plain(RulingOutcome::Dismiss))).unwrap();
    table.wait(12 * MIN);
    let flag = alert(&table, Kind::FlagFallen);
    let pardon = Decision { clock: vec![remedy(White, 60_000, 0)], ..change(None, &[]) };
    let id = rule(&mut table, about(&flag, pardon)).unwrap();
    assert_eq!(left(&table, White).1, PlayerPhase::ByoYomi { periods_left: 1 });
    table.wait(10_000);
    overrule(&mut table, &id, Decision { color: Some(White), ..change(None, &[kifud::game::Sanction::Loss]) }).unwrap();
    let (text, by, _) = super::result(&table).unwrap();
    assert_eq!((text.as_str(), by), ("B+T", kifud::game::EndedBy::Time));
}

#[test]
fn the_turn_of_a_forced_pass_ends_and_the_time_of_the_other_side_runs() {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::China1988;
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 10 * MIN, periods: 3, period_ms: 30_000 });
    let mut table = played_at(Table::new(made), &["A2", "E5", "B1", "E6", "G7"]);
    // White has not pressed: its own time runs until the ruling.
    table.hold(&["white A1"]).wait(PATIENCE);
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().running, Some(White));
    super::confirm(&mut table, Kind::ForbiddenPoint);
    let last = table.game.record().moves.last().unwrap();
    assert!(last.forced && !last.provisional && last.used_ms.is_some());
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().running, Some(Black));
    ask(&mut table, Verb::Undo { moves: 1 }).unwrap();
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().running, Some(White));
}
