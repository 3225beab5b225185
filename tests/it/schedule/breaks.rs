//! Breaks, pauses with an end, the time to seal, adjournment.

use kifud::clock::{PlayerPhase, TimeControl};
use kifud::game::{EventBody, Phase, Schedule, Settings, Severity, Verb};
use kifud::go::Color;

use super::{BLACK, MIN, S, alert, open, scheduled, wall};
use crate::recovery::stored_and_read;
use crate::table::{SETTLE, Table, stamp};

/// The break begins here, an hour after the tables open.
const NOON: u64 = 60 * MIN;
const ONE: u64 = NOON + 60 * MIN;

fn with_break() -> Settings {
    let mut made = scheduled("japan-1989", Schedule { breaks: vec![(wall(NOON), wall(ONE))], ..Schedule::default() });
    made.terms.time = Some(TimeControl::ByoYomi { main_ms: 0, periods: 5, period_ms: 30 * S });
    made
}

/// A game in byo-yomi, White to move since `used` ms when the break begins.
fn at_noon(used: u64) -> Table {
    let mut table = Table::new(with_break());
    table.wait(NOON - used - 2 * SETTLE - table.now);
    table.hold(&["black E5"]);
    table.wait(NOON - used - table.now);
    table.press(Color::Black);
    table.wait(used);
    table
}

fn phase(table: &Table) -> Phase {
    table.game.book().phase
}

fn white(table: &Table) -> (PlayerPhase, u64) {
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    (clock.players.white.phase, clock.players.white.remaining_ms)
}

fn running(table: &Table) -> Option<Color> {
    table.game.clock_document(stamp(table.now)).unwrap().running
}

const FIVE: PlayerPhase = PlayerPhase::ByoYomi { periods_left: 5 };

#[test]
fn both_clocks_stand_at_the_moment_of_the_break_and_nothing_used_inside_a_period_is_lost_or_given() {
    let mut table = at_noon(17 * S);
    assert_eq!((running(&table), white(&table)), (None, (FIVE, 13 * S)), "promptly");
    table.wait(300);
    assert_eq!(phase(&table), Phase::Paused);
    let because = table.events.iter().rev().find_map(|event| match &event.body {
        EventBody::Phase { because, .. } => Some(because.clone()),
        _ => None,
    });
    assert_eq!(because.as_deref(), Some("break"));
    table.wait(ONE - 1 - table.now);
    assert_eq!((phase(&table), white(&table)), (Phase::Paused, (FIVE, 13 * S)));
    table.wait(1);
    assert_eq!((phase(&table), running(&table)), (Phase::Playing, Some(Color::White)));
    table.wait(12_999 - SETTLE).hold(&[]);
    let before = white(&table);
    assert_eq!(before.0, PlayerPhase::ByoYomi { periods_left: 4 }, "13.000 s later the period is full: vector 30");
}

#[test]
fn a_stone_that_settles_over_the_beginning_of_a_break_is_a_move_and_its_press_counts() {
    let mut table = at_noon_with_a_stone_on_its_way();
    assert_eq!(table.record(), "B E5", "not settled yet");
    table.press_at(Color::White, NOON - 50).wait(SETTLE + 300);
    assert_eq!(table.record(), "B E5, W C3");
    assert_eq!(phase(&table), Phase::Paused);
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    assert_eq!((clock.players.black.total_used_ms, clock.running), (50, None), "Black's time ran from the press to the break");
}

fn at_noon_with_a_stone_on_its_way() -> Table {
    let mut table = Table::new(with_break());
    table.wait(NOON - 10 * S - table.now);
    table.hold(&["black E5"]).press(Color::Black);
    table.wait(NOON - 100 - table.now);
    table.change(&["white C3"]).wait(100);
    table
}

#[test]
fn without_a_press_the_stone_that_settles_is_a_move_all_the_same() {
    let mut table = at_noon_with_a_stone_on_its_way();
    table.wait(2 * SETTLE);
    assert_eq!((table.record(), phase(&table)), ("B E5, W C3".to_owned(), Phase::Paused));
    assert!(table.alerts().is_empty());
}

#[test]
fn after_the_break_play_waits_for_the_board_and_says_why() {
    let mut table = at_noon(S);
    table.wait(MIN).hold(&["lift E5", "black E6"]);
    table.wait(ONE - table.now);
    assert_eq!((phase(&table), open(&table)), (Phase::Paused, vec![("unexplained", None)]));
    assert!(alert(&table, None).text.en().contains("The break is over"), "{}", alert(&table, None).text);
    table.hold(&["lift E6", "black E5"]);
    assert_eq!((phase(&table), open(&table), running(&table)), (Phase::Playing, vec![], Some(Color::White)));
    // Or somebody goes on as it is.
    let mut table = at_noon(S);
    table.wait(MIN).hold(&["lift E5", "black E6"]);
    table.wait(ONE - table.now);
    table.ask(Verb::Resume { force: true });
    assert_eq!((phase(&table), open(&table)), (Phase::Playing, vec![]));
}

#[test]
fn a_person_may_end_a_break_and_a_break_interrupts_nobody_who_does_not_play() {
    let mut table = at_noon(S);
    table.wait(MIN).ask(Verb::Resume { force: false });
    assert_eq!(phase(&table), Phase::Playing);
    table.hold(&["white C3"]).press(Color::White);
    table.wait(ONE - table.now + MIN);
    assert_eq!(phase(&table), Phase::Playing);
    let mut idle = Table::new(with_break());
    idle.wait(ONE + MIN);
    assert_eq!(idle.since(), [""; 0]);
}

#[test]
fn a_break_is_as_long_as_it_is_whatever_the_calendar_does_and_survives_a_restart() {
    let mut table = at_noon(S);
    table.wait(MIN);
    table.calendar = -60 * (MIN as i64);
    table.wait(MIN);
    table.calendar = 60 * MIN as i64;
    table.wait(MIN);
    assert_eq!(phase(&table), Phase::Paused);
    table.calendar = 0;
    table.wait(S);
    let game = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    let mut again = Table::new(with_break());
    let grid = table.grid.clone();
    (again.game, again.now, again.grid) = (game, table.now, grid.clone());
    again.give(kifud::game::Input::BoardBack);
    again.give(kifud::game::Input::Scan { at: kifud::time::Mono::from_millis(again.now), grid });
    for table in [&mut table, &mut again] {
        table.wait(ONE - 1 - table.now);
        assert_eq!(phase(table), Phase::Paused);
        table.wait(1);
        assert_eq!((phase(table), white(table)), (Phase::Playing, (FIVE, 29 * S)));
    }
}

#[test]
fn a_pause_with_an_end_goes_on_by_itself_and_one_without_does_not() {
    let mut table = Table::new(scheduled("china-1988", Schedule::default()));
    table.hold(&["black E5"]).press(Color::Black);
    let until = Some(wall(table.now + 10 * MIN));
    table.ask(Verb::Pause { reason: "lunch".to_owned(), until }).wait(10 * MIN - 1);
    assert_eq!(phase(&table), Phase::Paused);
    table.wait(1);
    assert_eq!(phase(&table), Phase::Playing);
    table.ask(Verb::Pause { reason: "ruling".to_owned(), until: None }).wait(60 * MIN);
    assert_eq!(phase(&table), Phase::Paused);
    table.ask(Verb::Resume { force: false });
    table.ask(Verb::Pause { reason: "lunch".to_owned(), until });
    assert!(table.answers.last().unwrap().outcome.is_err(), "that is over");
    assert_eq!(phase(&table), Phase::Playing);
}

#[test]
fn cn_14_at_the_sealing_time_the_side_to_move_thinks_on_with_its_clock_running() {
    for (book, severity, article) in
        [("china-1988", Severity::Attention, Some("14")), ("ing", Severity::Attention, Some("10.1")), ("aga", Severity::Notice, None)]
    {
        let mut table = Table::new(scheduled(book, Schedule { seal_at: Some(wall(NOON)), ..Schedule::default() }));
        table.hold(&["black E5"]).press(Color::Black);
        // White's stone is on its way when the time comes: then Black is to move.
        table.wait(NOON - 100 - table.now);
        table.change(&["white C3"]).wait(100);
        assert_eq!(open(&table), []);
        table.wait(SETTLE + 300);
        assert_eq!(open(&table), [("seal-due", BLACK)]);
        let due = alert(&table, BLACK);
        assert_eq!((due.severity, due.cite.map(|cite| cite.article), due.happened), (severity, article.map(str::to_owned), wall(NOON)));
        assert!(due.text.en().contains("White leaves"), "{}", due.text);
        table.press(Color::White).wait(MIN);
        assert_eq!((running(&table), phase(&table)), (Some(Color::Black), Phase::Playing));
    }
}

#[test]
fn cn_2002_22_9_an_adjournment_writes_both_used_times_down_and_play_goes_on_from_there() {
    let mut table = Table::new(scheduled("china-2002", Schedule { seal_at: Some(wall(NOON)), ..Schedule::default() }));
    table.hold(&["black E5"]).press(Color::Black).wait(7 * S);
    table.hold(&["white C3"]).press(Color::White).wait(5 * S);
    table.since();
    table.ask(Verb::Adjourn);
    assert_eq!(table.game.book().phase, Phase::Adjourned);
    let used = table.events.iter().rev().find_map(|event| match &event.body {
        EventBody::Clock { clock, .. } => Some((clock.players.black.total_used_ms, clock.players.white.total_used_ms)),
        _ => None,
    });
    assert_eq!(used, Some((5 * S, 7 * S + SETTLE + 100)));
    assert_eq!(table.since(), ["clock Paused", "phase adjourned"]);
    table.wait(NOON + 60 * MIN);
    assert_eq!(open(&table), [], "nobody has to seal any more");
    table.ask(Verb::Resume { force: false }).wait(S);
    let clock = table.game.clock_document(stamp(table.now)).unwrap();
    assert_eq!((clock.running, clock.players.black.total_used_ms), (BLACK, 6 * S));
}
