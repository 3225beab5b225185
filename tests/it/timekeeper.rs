//! Who starts the clocks, who says when turns end, and where Black sits: a press before the first stone, a human time keeper, a side that is
//! learnt (CONTRACT 2 `driver = "none"`, `turn_ends`, `black_side`; 4.5 `start-clock`, `press`; 5, last paragraph).

use kifud::clock::{Side, TimeControl};
use kifud::game::{ErrorCode, EventBody, Phase, Settings, StartMode, TimeAuthority, TurnEnds, Verb};
use kifud::go::Color;
use kifud::wire::{ClockCommand, ClockGreeting, ClockReport};

use crate::table::{Table, settings, stamp};

const HOUR: TimeControl = TimeControl::Absolute { main_ms: 3_600_000 };

fn used(table: &Table, n: u32) -> Option<u64> {
    table.events.iter().find_map(|event| match event.body {
        EventBody::TurnEnded { n: of, used_ms, .. } if of == n => used_ms,
        _ => None,
    })
}

fn running(table: &Table) -> Option<Color> {
    table.game.clock_document(stamp(table.now)).and_then(|clock| clock.running)
}

#[test]
fn before_move_1_a_press_by_the_side_not_to_move_starts_the_clock_and_is_nothing_else() {
    let mut table = Table::timed(settings(9), HOUR);
    table.press(Color::White).wait(3_000);
    assert_eq!((table.since(), table.game.book().phase), (Vec::new(), Phase::Idle));
    table.hold(&["black E5"]).press(Color::Black);
    assert_eq!((used(&table, 1), table.record().as_str()), (Some(3_500), "B E5"), "the first turn began at the press");
    table.wait(10_000);
    assert_eq!(table.alerts(), Vec::<&str>::new());
    // In a game that was begun by request it is the same.
    let mut table = Table::timed(settings(9), HOUR);
    table.done(Verb::StartGame(Box::default())).wait(5_000);
    assert_eq!(running(&table), None);
    table.press(Color::White).wait(2_000);
    assert_eq!((running(&table), table.record().as_str()), (Some(Color::Black), ""));
    table.hold(&["black E5"]).press(Color::Black).wait(10_000);
    assert_eq!((used(&table, 1), table.alerts()), (Some(2_500), Vec::new()));
}

#[test]
fn failing_press_and_start_clock_the_first_stone_starts_it_for_the_reply() {
    let mut table = Table::timed(settings(9), HOUR);
    table.hold(&["black E5"]).wait(4_000);
    assert_eq!(running(&table), None);
    table.press(Color::Black);
    assert_eq!((running(&table), used(&table, 1)), (Some(Color::White), None), "nobody has timed the first turn");
    let mut unpressed = Table::timed(settings(9), HOUR);
    unpressed.hold(&["black E5"]).wait(4_000).hold(&["white C3"]);
    assert_eq!((running(&unpressed), used(&unpressed, 1)), (Some(Color::White), None), "by the reply where nobody presses");
}

#[test]
fn a_human_time_keeper_starts_the_clock_before_the_first_stone_and_presses_for_both() {
    let mut table = Table::timed(settings(9), HOUR);
    table.done(Verb::PrepareGame(Box::default())).done(Verb::StartClock);
    assert_eq!((running(&table), table.game.book().phase), (Some(Color::Black), Phase::Playing));
    table.wait(7_000).hold(&["black E5"]);
    // Written down a little later: the instant counts.
    let pressed = stamp(table.now - 200).wall;
    table.wait(3_000).done(Verb::Press { color: Color::Black, at: Some(pressed) });
    assert_eq!(used(&table, 1), Some(7_300));
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().players.white.total_used_ms, 3_200);
    let (code, message) = table.refused(Verb::Press { color: Color::White, at: Some(stamp(table.now + 1).wall) });
    assert_eq!(code, ErrorCode::Conflict);
    assert!(message.contains("still to come"), "{message}");
    table.hold(&["white C3"]).done(Verb::Press { color: Color::White, at: None });
    assert_eq!((used(&table, 2), running(&table)), (Some(3_700), Some(Color::Black)));
    table.done(Verb::StopClock).wait(60_000);
    assert_eq!((running(&table), table.alerts()), (None, Vec::new()));
}

#[test]
fn without_presses_turns_end_at_the_stones() {
    let mut table = Table::timed(Settings { turn_ends: TurnEnds::Stone, ..settings(9) }, HOUR);
    table.done(Verb::PrepareGame(Box::default())).done(Verb::StartClock);
    for (vertex, thought) in [("black E5", 7_000), ("white C3", 9_000), ("black G7", 1_000)] {
        table.wait(thought).hold(&[vertex]);
    }
    let turns: Vec<_> = (1..=3).map(|n| used(&table, n)).collect();
    assert_eq!(turns, [Some(7_000), Some(9_500), Some(1_500)], "from contact to contact");
    assert_eq!((running(&table), table.alerts()), (Some(Color::White), Vec::new()));
}

#[test]
fn a_clock_that_cannot_be_started_is_not_said_to_have_been() {
    let mut nobody = Table::timed(Settings { time_authority: TimeAuthority::Nobody, ..settings(9) }, HOUR);
    nobody.hold(&["black E5"]);
    assert_eq!(nobody.refused(Verb::StartClock).0, ErrorCode::NotNow);
    assert_eq!(nobody.refused(Verb::StopClock).0, ErrorCode::NotNow);
    let mut by_request = Table::timed(Settings { start: StartMode::Request, ..settings(9) }, HOUR);
    by_request.done(Verb::PrepareGame(Box::default()));
    assert!(by_request.refused(Verb::StartClock).1.contains("start-game"));
    for settable in [false, true] {
        let mut device = Table::timed(Settings { time_authority: TimeAuthority::Device, ..settings(9) }, HOUR);
        let manner = kifud::clock::ClockManner::EXACT;
        let greeting = ClockGreeting { keeps_time: true, settable, shows_periods: false, boot_id: None, serial: None, manner };
        device.give(kifud::game::Input::Clock { at: kifud::time::Mono::from_millis(device.now), report: ClockReport::Greeting(greeting) });
        device.hold(&["black E5"]).commands.clear();
        if settable {
            device.done(Verb::StartClock).done(Verb::StopClock);
            assert_eq!(device.commands, [ClockCommand::Run(Some(Side::Left)), ClockCommand::Run(None)]);
        } else {
            assert_eq!(device.refused(Verb::StartClock).0, ErrorCode::NotAllowed);
        }
    }
}

/// CONTRACT 2 `black_side = "learn"`: from the first press and stone, not from a press alone.
#[test]
fn row_44_black_s_side_is_learnt_from_the_first_press_after_a_stone() {
    for side in [Side::Left, Side::Right] {
        let mut made = settings(9);
        made.terms.black_side = None;
        let mut table = Table::timed(made, HOUR);
        let press = |table: &mut Table, side: Side| {
            let at = kifud::time::Mono::from_millis(table.now);
            table.give(kifud::game::Input::Clock { at, report: ClockReport::Press(side) });
        };
        press(&mut table, side.other());
        assert_eq!(table.game.black_side(), None, "somebody tries the clock");
        table.hold(&["black E5"]);
        press(&mut table, side);
        assert_eq!((table.game.black_side(), running(&table)), (Some(side), Some(Color::White)));
        table.wait(2_000).hold(&["white C3"]);
        press(&mut table, side.other());
        assert_eq!((used(&table, 2), running(&table)), (Some(2_500), Some(Color::Black)));
        assert_eq!(table.alerts(), Vec::<&str>::new());
    }
}

/// Rows 55 and 65: who was over the time, since when and by how much is in the record, whenever a person rules.
#[test]
fn rows_55_and_65_a_turn_that_ended_after_the_flag_says_by_how_much() {
    let control = TimeControl::ByoYomi { main_ms: 0, periods: 1, period_ms: 30_000 };
    let mut table = Table::timed(settings(9), control);
    table.hold(&["black E5"]).press(Color::Black).wait(31_845).hold(&["white C3"]).press(Color::White).wait(2_000);
    let over = table.events.iter().find_map(|event| match event.body {
        EventBody::TurnEnded { n: 2, color, overrun_ms, .. } => Some((color, overrun_ms)),
        _ => None,
    });
    assert_eq!(over, Some((Color::White, Some(2_345))));
    assert_eq!(table.alerts(), ["flag-fallen"]);
    // In time, nobody was over.
    let mut innocent = Table::timed(settings(9), control);
    innocent.hold(&["black E5"]).press(Color::Black).wait(29_499).hold(&["white C3"]).press(Color::White).wait(2_000);
    let said = innocent.events.iter().any(|event| matches!(event.body, EventBody::TurnEnded { overrun_ms: Some(_), .. }));
    assert!(!said && innocent.alerts().is_empty());
}
