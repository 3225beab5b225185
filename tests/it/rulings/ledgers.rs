//! The ledger is what the rulings in force amount to, and booked overtime beside.

use kifud::clock::TimeControl;
use kifud::game::{ClockRemedy, Decision, LedgerEntry, Phase, RulingOutcome, Sanction, Schedule, Verb};
use kifud::go::Color::{Black, White};
use kifud::referee::{Kind, Rulebook};

use super::{PATIENCE, about, alert, ask, change, confirm, has, overrule, plain, rule};
use crate::findings::played_at;
use crate::table::{Table, settings, stamp};

#[test]
fn booked_overtime_stays_beside_what_is_ruled_and_follows_the_clock_alone() {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::Ing;
    made.terms.time = Some(TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 6, points: 2 });
    let mut table = played_at(Table::new(made), &["E5", "C3", "G7"]);
    table.change(&["lift C3"]).wait(65_000);
    assert_eq!(has(&table, White), [0, 0, 2, 0]);
    let decision = Decision { color: Some(White), ..change(None, &[Sanction::Points(1), Sanction::Caution]) };
    let asked = about(&alert(&table, Kind::StoneMissing), decision);
    let id = rule(&mut table, asked).unwrap();
    assert_eq!(has(&table, White), [1, 0, 2, 1]);
    table.wait(10_000);
    assert_eq!(has(&table, White), [1, 0, 4, 1]);
    // The chief takes the ruling back and gives time: the points of the overtime follow the clock.
    let clock = vec![ClockRemedy { color: White, delta_ms: 0, periods_delta: 1 }];
    overrule(&mut table, &id, Decision { clock, ..change(None, &[]) }).unwrap();
    assert_eq!(has(&table, White), [0, 0, 2, 0]);
}

#[test]
fn points_that_are_ruled_while_the_game_is_counted_are_in_the_margin_and_nobody_has_confirmed_it_yet() {
    let mut table = super::played(Rulebook::China1988, &["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black G7"]).wait(PATIENCE);
    table.change(&["lift G7", "black D4"]).wait(1_000);
    for color in [White, Black] {
        ask(&mut table, Verb::AcceptEnd(color)).unwrap();
    }
    ask(&mut table, Verb::ConfirmScore(Black)).unwrap();
    let count = |table: &Table| table.game.snapshot(stamp(table.now).wall).count.expect("a count");
    let before = count(&table);
    assert_eq!((before.confirmed.black, super::phase(&table)), (true, Phase::Counting));
    let asked = about(&alert(&table, Kind::StoneRelocated), change(None, &[Sanction::Points(3)]));
    rule(&mut table, asked).unwrap();
    let after = count(&table);
    assert_eq!((after.margin.unwrap().0, after.confirmed.black), (before.margin.unwrap().0 - 6, false));
}

#[test]
fn a_caution_before_the_game_is_in_the_games_ledger() {
    let start = stamp(600_000).wall;
    let schedule = Schedule { start_at: Some(start), absent_after_ms: Some(900_000), ..Schedule::default() };
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::China1988;
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 7_200_000, periods: 5, period_ms: 60_000 });
    made.terms.schedule = Some(schedule);
    let mut table = Table::new(made);
    table.now = 660_000;
    table.wait(1);
    ask(&mut table, Verb::Arrived { color: Black, at: None }).unwrap();
    ask(&mut table, Verb::Arrived { color: White, at: Some(start) }).unwrap();
    let clock = vec![ClockRemedy { color: Black, delta_ms: -60_000, periods_delta: 0 }];
    let asked = about(&alert(&table, Kind::Late), Decision { clock, ..change(None, &[Sanction::Caution]) });
    let id = rule(&mut table, asked).unwrap();
    assert_eq!(has(&table, Black), [1, 0, 0, 0]);
    table.hold(&["black E5"]);
    assert_eq!((has(&table, Black), table.game.book().rulings.len()), ([1, 0, 0, 0], 1));
    let left = |table: &Table| table.game.clock_document(stamp(table.now)).unwrap().players.black.remaining_ms;
    assert_eq!(left(&table), 7_140_000);
    // It was ruled before the game, and is taken back in it.
    overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!((has(&table, Black), left(&table)), ([0; 4], 7_200_000));
}

#[test]
fn what_was_owed_by_a_ruling_before_the_game_is_not_owed_when_that_is_replaced() {
    let start = stamp(600_000).wall;
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::China1988;
    made.terms.time = Some(TimeControl::Absolute { main_ms: 3_600_000 });
    made.terms.schedule = Some(Schedule { start_at: Some(start), ..Schedule::default() });
    let mut table = Table::new(made);
    table.now = 660_000;
    table.wait(1);
    for color in [Black, White] {
        ask(&mut table, Verb::Arrived { color, at: if color == White { Some(start) } else { None } }).unwrap();
    }
    let id = confirm(&mut table, Kind::Late);
    overrule(&mut table, &id, plain(RulingOutcome::Dismiss)).unwrap();
    table.hold(&["black E5"]);
    let left = table.game.clock_document(stamp(table.now)).unwrap().players.black.remaining_ms;
    assert_eq!(left, 3_600_000);
    use kifud::game::RulingStatus::{Overruled, Standing};
    assert_eq!(super::statuses(&table), [Overruled, Standing]);
}

#[test]
fn entries_say_what_was_given_and_what_was_taken_back() {
    assert_ne!(LedgerEntry::Warning(1), LedgerEntry::Warning(-1));
    let mut table = super::played(Rulebook::China1988, &["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    let id = confirm(&mut table, Kind::WrongCapture);
    super::entries(&mut table);
    let cite = Some(kifud::game::Citing { book: Some("event rules".to_owned()), article: "4".to_owned() });
    overrule(&mut table, &id, Decision { cite, board: Some(kifud::game::BoardRemedy::Restore), ..change(None, &[Sanction::Caution]) })
        .unwrap();
    assert_eq!(super::entries(&mut table), ["white Caution(1) by event rules 4", "white Warning(-1) by china-1988 18"]);
}
