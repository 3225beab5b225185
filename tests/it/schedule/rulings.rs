//! Rulings on clocks and results.

use kifud::clock::{ClockReading, PlayerPhase};
use kifud::game::{Answer, Input, Output, Request, Settings, TimeAuthority};
use kifud::game::{ClockChange, ClockRemedy, Decision, EndedBy, ErrorCode, EventBody, Phase, RuleRequest, RulingOutcome, Sanction, Verb};
use kifud::go::Color;
use kifud::time::Mono;
use kifud::wire::{ClockCommand, ClockReport};

use super::{BLACK, MIN, S, WHITE, alert, arrived, at_start_plus, off, open, schedule, scheduled, to_start_plus};
use crate::table::{Table, stamp};

fn rule(alert: &str, rev: u32, outcome: RulingOutcome) -> RuleRequest {
    let decision = Decision { note: Some("told both".to_owned()), ..Decision::plain(outcome) };
    RuleRequest { game_id: None, alert: alert.to_owned(), rev, replaces: None, decision }
}

fn change(alert: &str, rev: u32, clock: Vec<ClockRemedy>, sanctions: Vec<Sanction>) -> RuleRequest {
    let asked = rule(alert, rev, RulingOutcome::Change);
    RuleRequest { decision: Decision { clock, sanctions, ..asked.decision }, ..asked }
}

/// The referee decides what is open about this player; returns the code of a refusal.
fn decide(table: &mut Table, color: Option<Color>, outcome: RulingOutcome) -> Option<ErrorCode> {
    let alert = alert(table, color);
    ask(table, rule(&alert.id, alert.rev, outcome))
}

fn ask(table: &mut Table, asked: RuleRequest) -> Option<ErrorCode> {
    table.ask(Verb::Rule(Box::new(asked)));
    table.answers.last().unwrap().outcome.as_ref().err().map(|error| error.code)
}

fn left(table: &Table) -> (u64, u64) {
    let clock = table.game.clock_document(stamp(table.now)).expect("a clock");
    (clock.players.black.remaining_ms, clock.players.white.remaining_ms)
}

#[test]
fn cn_23_3_a_confirmed_lateness_is_off_the_clock_vector_20() {
    let mut table = at_start_plus("china-1988", schedule(), 5 * MIN);
    arrived(&mut table, Color::Black, None);
    to_start_plus(&mut table, 9 * MIN);
    arrived(&mut table, Color::White, None);
    // One is ruled before the first stone, the other after it.
    assert_eq!(decide(&mut table, BLACK, RulingOutcome::Confirm), None);
    table.hold(&["black E5"]);
    let started = |event: &&kifud::game::Event| matches!(event.body, EventBody::GameStarted(_));
    assert_eq!(table.events.iter().filter(started).count(), 1);
    assert_eq!(left(&table), (115 * MIN, 120 * MIN));
    assert_eq!(table.game.book().rulings.len(), 1, "what was ruled before the game is the game's");
    assert_eq!(decide(&mut table, WHITE, RulingOutcome::Confirm), None);
    assert_eq!(left(&table), (115 * MIN, 111 * MIN));
    assert_eq!(open(&table), []);
    let rulings = &table.game.book().rulings;
    assert_eq!(
        rulings.iter().map(|ruling| ruling.clock.clone()).collect::<Vec<_>>(),
        [off(Color::Black, 5 * MIN), off(Color::White, 9 * MIN)]
    );
    let whys = table.events.iter().filter_map(|event| match &event.body {
        EventBody::Clock { change: ClockChange::Adjusted, why: Some(why), color, .. } => Some((*color, why.because.clone())),
        _ => None,
    });
    assert_eq!(whys.collect::<Vec<_>>(), [(BLACK, rulings[0].id.clone()), (WHITE, rulings[1].id.clone())]);
}

#[test]
fn ing_8_1_a_lateness_of_half_the_basic_time_leaves_none_of_it_vector_19() {
    for (late, left_ms, phase) in
        [(7 * MIN + 30 * S, 105 * MIN, PlayerPhase::Main), (60 * MIN, MIN, PlayerPhase::ByoYomi { periods_left: 5 })]
    {
        let mut table = at_start_plus("ing", kifud::game::Schedule { absent_after_ms: None, ..schedule() }, late);
        arrived(&mut table, Color::White, Some(0));
        arrived(&mut table, Color::Black, None);
        assert_eq!(decide(&mut table, BLACK, RulingOutcome::Confirm), None);
        table.hold(&["black E5"]);
        let black = table.game.clock_document(stamp(table.now)).unwrap().players.black;
        assert_eq!((black.remaining_ms, black.phase), (left_ms, phase));
    }
}

#[test]
fn cn_23_1_a_confirmed_absence_ends_the_game_before_its_first_stone() {
    let mut table = at_start_plus("china-1988", schedule(), 0);
    arrived(&mut table, Color::White, None);
    to_start_plus(&mut table, 15 * MIN + 1);
    assert_eq!(decide(&mut table, BLACK, RulingOutcome::Confirm), None);
    let book = table.game.book();
    let result = book.result.as_ref().expect("a result");
    assert_eq!((result.by, result.winner, book.phase), (EndedBy::Absence, WHITE, Phase::Ended));
    assert!(book.started.is_some() && book.alerts.is_empty());
}

#[test]
fn cn_23_2_both_lose() {
    let mut table = at_start_plus("china-1988", schedule(), 15 * MIN + 1);
    assert_eq!(decide(&mut table, None, RulingOutcome::Confirm), None);
    let result = table.game.book().result.clone().expect("a result");
    assert_eq!((result.by, result.winner), (EndedBy::BothLose, None));
}

#[test]
fn a_ruling_is_made_once_on_what_the_referee_has_looked_at() {
    let mut table = at_start_plus("china-1988", schedule(), MIN);
    let late = alert(&table, BLACK);
    assert_eq!(decide(&mut table, BLACK, RulingOutcome::Confirm), Some(ErrorCode::NotNow), "still counting");
    arrived(&mut table, Color::Black, None);
    let before = table.events.len();
    assert_eq!(ask(&mut table, rule(&late.id, late.rev, RulingOutcome::Confirm)), Some(ErrorCode::Stale));
    assert_eq!(ask(&mut table, rule("a-none", 1, RulingOutcome::Confirm)), Some(ErrorCode::NoSuchAlert));
    assert_eq!(ask(&mut table, rule(&late.id, late.rev + 1, RulingOutcome::Change)), Some(ErrorCode::Malformed));
    let two_results = vec![Sanction::Draw, Sanction::Replay];
    assert_eq!(ask(&mut table, change(&late.id, late.rev + 1, Vec::new(), two_results)), Some(ErrorCode::Malformed));
    let too_much = vec![ClockRemedy { color: Color::Black, delta_ms: 0, periods_delta: -5 }];
    let too_much = change(&late.id, late.rev + 1, too_much, Vec::new());
    assert_eq!(ask(&mut table, too_much), Some(ErrorCode::Conflict));
    assert_eq!(table.events.len(), before, "a refused ruling changes nothing");
    assert_eq!(decide(&mut table, BLACK, RulingOutcome::Dismiss), None);
    assert_eq!(ask(&mut table, rule(&late.id, late.rev + 1, RulingOutcome::Confirm)), Some(ErrorCode::AlreadyRuled));
    table.ask(Verb::Arrived { color: Color::Black, at: None });
    assert!(table.answers.last().unwrap().outcome.is_err(), "ruled on");
    to_start_plus(&mut table, 20 * MIN);
    assert_eq!(open(&table), [("absent", WHITE)]);
}

#[test]
fn a_referee_may_decide_another_amount() {
    let mut table = at_start_plus("china-1988", schedule(), MIN);
    table.press(Color::White).hold(&["black E5"]);
    let late = alert(&table, BLACK);
    let asked = change(&late.id, late.rev, off(Color::Black, 10 * S), Vec::new());
    let before = left(&table).0;
    assert_eq!(ask(&mut table, asked), None);
    assert_eq!(left(&table).0, before - 10 * S);
}

#[test]
fn a_clock_that_keeps_time_itself_is_told_what_to_show() {
    let made = Settings { time_authority: TimeAuthority::Device, ..scheduled("china-1988", schedule()) };
    let mut table = Table::new(made);
    to_start_plus(&mut table, 5 * MIN);
    arrived(&mut table, Color::White, None);
    let confirm = |table: &Table| {
        let late = alert(table, WHITE);
        let verb = Verb::Rule(Box::new(rule(&late.id, late.rev, RulingOutcome::Confirm)));
        Input::Request(Request { transaction: "r".to_owned(), by: Some("ann".to_owned()), expect_game: None, expect_rev: None, verb })
    };
    let mut out = Vec::new();
    table.game.handle(stamp(table.now), confirm(&table), &mut out);
    assert!(matches!(&out[..], [Output::Answer(Answer { outcome: Err(_), .. })]), "it has not said its times: {out:?}");
    let reading = ClockReading {
        remaining_ms: [120 * MIN as u32; 2],
        running: None,
        periods_left: [Some(5); 2],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1,
    };
    table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Times(reading) });
    let manner = kifud::clock::ClockManner::EXACT;
    let greeting =
        kifud::wire::ClockGreeting { keeps_time: true, settable: true, shows_periods: true, boot_id: None, serial: None, manner };
    table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Greeting(greeting) });
    out.clear();
    table.game.handle(stamp(table.now), confirm(&table), &mut out);
    let set = ClockCommand::Set { remaining_ms: [120 * MIN as u32, 115 * MIN as u32], periods: [5, 5] };
    assert!(out.contains(&Output::Clock(set)), "{out:?}");
    assert_eq!(table.game.book().rulings[0].by.as_deref(), Some("ann"));
}
