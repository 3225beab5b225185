//! open-chess-clock: its messages, its silence, and what may be believed of bytes that nothing guards.

use kifud::clock::{ClockReading, Side};
use kifud::sim::AnyClock;
use kifud::wire::open_chess_clock::{Decoder, OpenChessClock, QUIET_MS};
use kifud::wire::{ClockCommand, ClockDriver, ClockReport, ClockSession};
use proptest::prelude::*;

use super::{BEGINNING, Rig, half_hour, says};
use crate::wires::ms;

fn message(kind: u8, numbers: &[u32]) -> Vec<u8> {
    [&[kind][..], &numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>()].concat()
}

fn reading(left_ms: u32, right_ms: u32, running: Option<Side>) -> ClockReport {
    ClockReport::Times(ClockReading {
        remaining_ms: [left_ms, right_ms],
        running,
        periods_left: [None; 2],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1,
    })
}

/// Left runs since the moment 1000, with a minute on both sides.
fn running() -> OpenChessClock {
    let mut session = OpenChessClock::new();
    session.opened(ms(BEGINNING), &mut Vec::new());
    assert!(matches!(says(&mut session, BEGINNING + 100, &message(0xC4, &[60_000, 60_000]))[..], [ClockReport::Greeting(_), _]));
    let started = says(&mut session, BEGINNING + 1_000, &message(0xC2, &[60_000]));
    assert_eq!(started, [ClockReport::Press(Side::Right), reading(60_000, 60_000, Some(Side::Left))]);
    session
}

#[test]
fn the_handshake_is_answered_and_says_how_the_clock_speaks() {
    let mut session = OpenChessClock::new();
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.opened(ms(BEGINNING), &mut write);
    assert!(write.is_empty(), "it speaks first");
    session.received(ms(BEGINNING + 2_000), &[0xC0, 0, 0, 0, 2], &mut reports, &mut write);
    assert_eq!(write, [0xC1, 0, 0, 0, 2]);
    let ClockReport::Greeting(greeting) = &reports[0].what else { panic!("{reports:?}") };
    assert!(greeting.manner.only_when_touched && !greeting.settable && greeting.keeps_time);
    // It repeats the handshake until it has heard the answer: no restart.
    session.received(ms(BEGINNING + 3_000), &[0xC0, 0, 0, 0, 2], &mut reports, &mut write);
    assert_eq!((reports.len(), write.len()), (1, 10));
}

#[test]
fn a_press_ends_with_the_time_of_the_side_that_stops() {
    let mut session = running();
    let reports = says(&mut session, BEGINNING + 8_000, &message(0xC3, &[53_004]));
    assert_eq!(
        reports,
        [reading(53_004, 60_000, Some(Side::Left)), ClockReport::Press(Side::Left), reading(53_004, 60_000, Some(Side::Right))]
    );
    assert_eq!(
        says(&mut session, BEGINNING + 8_000, &message(0xC3, &[53_004])),
        [reading(53_004, 60_000, Some(Side::Right))],
        "said again"
    );
}

#[test]
fn a_pause_keeps_the_side_and_going_on_is_no_press() {
    let mut session = running();
    let paused = says(&mut session, BEGINNING + 3_000, &message(0xC5, &[58_000]));
    let [ClockReport::Times(shown)] = paused.as_slice() else { panic!("{paused:?}") };
    assert_eq!((shown.paused, shown.running, shown.ticking(), shown.remaining_ms), (true, Some(Side::Left), None, [58_000, 60_000]));
    let on = says(&mut session, BEGINNING + 60_000, &message(0xC2, &[60_000]));
    assert_eq!(on, [reading(58_000, 60_000, Some(Side::Left))]);
}

#[test]
fn c3_a_press_that_was_lost_shows_by_the_next_one() {
    let mut session = running();
    // C3 (left presses) is lost; then right presses with 55 s.
    let reports = says(&mut session, BEGINNING + 12_000, &message(0xC2, &[55_000]));
    assert_eq!(
        reports,
        [
            ClockReport::Gap,
            reading(60_000, 55_000, Some(Side::Right)),
            ClockReport::Press(Side::Right),
            reading(60_000, 55_000, Some(Side::Left)),
        ]
    );
    assert_eq!(session.counts().lost_frames, 1);
}

#[test]
fn c9_a_handshake_after_use_is_a_restart() {
    let mut session = running();
    let reports = says(&mut session, BEGINNING + 9_000, &[0xC0, 0, 0, 0, 2]);
    assert!(matches!(reports[..], [ClockReport::Restarted, ClockReport::Greeting(_)]), "{reports:?}");
    let pressed = says(&mut session, BEGINNING + 12_000, &message(0xC2, &[60_000]));
    assert_eq!(pressed, [ClockReport::Press(Side::Right)], "what the other side has is not known any more");
}

#[test]
fn c10_a_finish_is_a_flag_only_where_the_time_of_the_side_that_runs_is_over() {
    for kind in [0xC6, 0xC7] {
        let mut session = running();
        assert_eq!(says(&mut session, BEGINNING + 30_000, &[kind]), [], "half of the time is left, whatever it means");
        let over = says(&mut session, BEGINNING + 61_000, &[kind]);
        let [ClockReport::Times(shown)] = over.as_slice() else { panic!("{over:?}") };
        assert_eq!(
            (shown.flag, shown.remaining_ms),
            ([true, false], [0, 60_000]),
            "the running side's, not the one that the byte may name"
        );
    }
    let mut rig = Rig::new(ClockDriver::OpenChessClock, kifud::wire::kifud::ClockSetting { main_ms: 5_000, ..half_hour() });
    rig.press(Side::Right).wait(6_000);
    assert_eq!(rig.reading().flag, [true, false]);
}

#[test]
fn orders_are_refused_and_sounds_are_not_made() {
    let mut session = running();
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.command(ms(BEGINNING + 2_000), &ClockCommand::Beep(100), &mut write);
    assert_eq!(session.wake(), None);
    session.command(ms(BEGINNING + 2_000), &ClockCommand::Run(None), &mut write);
    session.tick(ms(BEGINNING + 2_000), &mut reports, &mut write);
    assert_eq!((reports.len(), write.len(), session.wake()), (1, 0, None));
}

#[test]
fn a_clock_whose_press_is_lost_on_the_line_is_understood_again_at_the_next() {
    let mut rig = Rig::new(ClockDriver::OpenChessClock, half_hour());
    rig.press(Side::Right).wait(5_000);
    let AnyClock::OpenChessClock(clock) = &mut rig.clock else { panic!() };
    clock.lose_next();
    rig.press(Side::Left).wait(5_000).press(Side::Right).wait(5_000).press(Side::Left).wait(1_000);
    assert_eq!(rig.sides(), [Side::Right, Side::Right, Side::Left]);
    assert!(rig.has(&ClockReport::Gap));
    assert_eq!(rig.reading().running, Some(Side::Right));
}

proptest! {
    /// L1: whatever was lost, after a moment of quiet the next message is read, and nothing is held beyond one.
    #[test]
    fn after_any_garbage_and_a_quiet_line_the_next_message_is_read(garbage in prop::collection::vec(any::<u8>(), 0..60), left in 0..80_000_000u32) {
        let (mut decoder, mut messages) = (Decoder::new(), Vec::new());
        decoder.received(ms(BEGINNING), &garbage, &mut messages);
        prop_assert!(decoder.held() < 9);
        messages.clear();
        decoder.received(ms(BEGINNING + QUIET_MS), &message(0xC3, &[left]), &mut messages);
        prop_assert_eq!(messages, [kifud::wire::open_chess_clock::Message::Pressed { player: 0, left_ms: left }]);
    }
}
