//! DGT clocks: bytes, commands, and what the lever and the times say together.

use kifud::clock::{ClockReading, Side};
use kifud::wire::dgt::{DgtClock, HALF_MESSAGE_MS};
use kifud::wire::{ClockCommand, ClockDriver, ClockReport, ClockSession};

use super::{BEGINNING, Rig, half_hour, says};
use crate::wires::ms;

/// hardware.md 3.1: right 0:59:07, left 1:00:00, running, right high, right's turn.
const VECTOR: [u8; 10] = [0x8D, 0x00, 0x0A, 0x00, 0x59, 0x07, 0x01, 0x00, 0x00, 0x0B];
/// The OK button.
const BUTTON: [u8; 10] = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x08, 0x2A, 0x41, 0x35, 0x00];

/// A clock message: seconds of the left and the right side, whether it runs, and which side of the lever is down.
fn shows(left: u32, right: u32, runs: bool, down: Side) -> [u8; 10] {
    let digits = |number: u32| (((number / 10) << 4) | (number % 10)) as u8;
    let lever = if down == Side::Left { 0x02 } else { 0x00 };
    let hms = |seconds: u32| [(seconds / 3_600) as u8, digits(seconds / 60 % 60), digits(seconds % 60)];
    let ([rh, rm, rs], [lh, lm, ls]) = (hms(right), hms(left));
    [0x8D, 0, 10, rh, rm, rs, lh, lm, ls, lever | u8::from(runs)]
}

fn opened() -> DgtClock {
    let mut session = DgtClock::new();
    let mut write = Vec::new();
    session.opened(ms(BEGINNING), &mut write);
    assert_eq!(write, [0x43, 0x41], "updates, and the times at once");
    session
}

fn times(reports: &[ClockReport]) -> Vec<ClockReading> {
    reports.iter().filter_map(|report| if let ClockReport::Times(reading) = report { Some(*reading) } else { None }).collect()
}

#[test]
fn the_vector_is_a_reading_once_a_time_has_fallen() {
    let mut session = opened();
    let first = says(&mut session, BEGINNING + 100, &VECTOR);
    let [ClockReport::Greeting(greeting)] = first.as_slice() else { panic!("{first:?}") };
    assert!(greeting.keeps_time && greeting.settable && !greeting.shows_periods);
    assert_eq!((greeting.manner.uncertainty_ms, greeting.manner.only_when_touched), (1_000, false));
    let mut next = VECTOR;
    next[5] = 0x06;
    let reading = ClockReading {
        remaining_ms: [3_600_000, 3_546_000],
        running: Some(Side::Right),
        periods_left: [None; 2],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1_000,
    };
    assert_eq!(says(&mut session, BEGINNING + 1_100, &next), [ClockReport::Times(reading)]);
    assert_eq!(session.counts().frames, 2);
}

#[test]
fn buttons_are_told_once_and_only_run_and_pause_means_something() {
    let mut session = opened();
    assert_eq!(says(&mut session, BEGINNING + 100, &BUTTON), []);
    let mut pause = BUTTON;
    pause[8] = 0x33;
    assert_eq!(says(&mut session, BEGINNING + 200, &pause), [ClockReport::PauseButton]);
    assert_eq!(says(&mut session, BEGINNING + 900, &pause), [], "the same answer again");
    assert_eq!(says(&mut session, BEGINNING + 2_000, &pause), [ClockReport::PauseButton]);
}

#[test]
fn l1_every_split_and_any_garbage_between_messages_changes_nothing() {
    let good = shows(3_600, 3_547, false, Side::Left);
    let mut stream = vec![0x11, 0x22];
    for garbage in [&[][..], &[0x8D], &[0x8D, 0x00, 0x0A, 0x00], &[0xFF, 0x7F], &[0x8E, 0, 5, 1, 2], &[0x01, 0x02]] {
        stream.extend_from_slice(garbage);
        stream.extend_from_slice(&good);
    }
    let whole = says(&mut opened(), BEGINNING + 100, &stream);
    assert_eq!(times(&whole).len(), 6);
    for at in 0..stream.len() {
        let mut session = opened();
        let mut parts = says(&mut session, BEGINNING + 100, &stream[..at]);
        parts.extend(says(&mut session, BEGINNING + 100, &stream[at..]));
        assert_eq!(parts, whole, "split at {at}");
    }
    for at in 0..good.len() {
        let mut session = opened();
        says(&mut session, BEGINNING + 100, &[&good[..at], &good[at + 1..]].concat());
        says(&mut session, BEGINNING + 100 + HALF_MESSAGE_MS, &good);
        assert!(session.counts().frames >= 1 && session.counts().bad_frames + session.counts().stray_bytes > 0, "byte {at}");
    }
}

#[test]
fn digits_of_no_clock_are_bad_frames_and_other_messages_of_the_board_are_unknown_ones() {
    let mut session = opened();
    let mut wrong = VECTOR;
    wrong[4] = 0x6A;
    assert_eq!(says(&mut session, BEGINNING + 100, &wrong), []);
    assert_eq!(says(&mut session, BEGINNING + 100, &[0x8D, 0x00, 0x09, 0, 0, 0, 0, 0, 0]), [], "too short for a time");
    assert_eq!(session.counts().bad_frames, 2);
    assert_eq!(says(&mut session, BEGINNING + 100, &[0x8E, 0x00, 0x05, 0x10, 0x01]), []);
    assert_eq!((session.counts().unknown_frames, session.counts().frames), (1, 0));
}

#[test]
fn it_asks_when_nothing_comes_and_for_updates_anew_when_nothing_answers() {
    let mut session = opened();
    says(&mut session, BEGINNING + 100, &shows(60, 60, false, Side::Left));
    let (mut write, mut asked) = (Vec::new(), Vec::new());
    while asked.len() < 6 {
        let wake = session.wake().expect("it polls");
        session.tick(wake, &mut Vec::new(), &mut write);
        asked.append(&mut write);
    }
    assert_eq!(asked, [0x43, 0x41, 0x41, 0x41, 0x43, 0x41]);
}

#[test]
fn set_and_run_is_one_command_and_waits_for_its_answer() {
    let mut rig = Rig::new(ClockDriver::Dgt, half_hour());
    rig.written.clear();
    rig.command(&ClockCommand::Set { remaining_ms: [60_000, 3_723_000], periods: [0; 2] });
    rig.command(&ClockCommand::Run(Some(Side::Left)));
    assert_eq!(rig.written, [0x2B, 0x0A, 0x03, 0x0A, 0, 1, 0, 1, 2, 3, 0x05, 0x00], "it stands, and is set standing");
    // For a second the first answer may come again: the second command is not sent before.
    rig.wait(900);
    assert_eq!(rig.written.iter().filter(|&&byte| byte == 0x2B).count(), 1);
    rig.wait(4_000);
    assert_eq!(rig.written.iter().filter(|&&byte| byte == 0x2B).count(), 2);
    assert_eq!(rig.reading().running, Some(Side::Left));
    assert!(rig.reading().remaining_ms[0] < 60_000 && rig.reading().remaining_ms[1] == 3_723_000);
    assert!(!rig.has(&ClockReport::NoAnswer));
    assert_eq!(rig.sides(), [], "nobody has pressed");
    // The lever works on, from the side that was told to run.
    rig.press(Side::Left).wait(3_000);
    assert_eq!((rig.sides(), rig.reading().running), (vec![Side::Left], Some(Side::Right)));
    rig.command(&ClockCommand::Beep(300)).wait(2_000);
    assert!(rig.written.windows(6).any(|bytes| bytes == [0x2B, 4, 3, 0x0B, 5, 0]));
}

#[test]
fn a_command_that_is_refused_or_not_heard_is_repeated_and_given_up() {
    use kifud::sim::AnyClock;
    use kifud::wire::dgt::DgtFault;
    for (fault, within_ms) in [(DgtFault::OwnProgram(true), 9_000), (DgtFault::Deaf(true), 9_000)] {
        let mut rig = Rig::new(ClockDriver::Dgt, half_hour());
        let AnyClock::Dgt(clock) = &mut rig.clock else { panic!() };
        clock.suffer(fault);
        rig.written.clear();
        rig.command(&ClockCommand::Run(None)).wait(within_ms);
        assert_eq!(rig.written.iter().filter(|&&byte| byte == 0x2B).count(), 4, "{fault:?}");
        assert!(rig.has(&ClockReport::NoAnswer), "{fault:?}");
        // The times go on to come.
        let before = rig.readings().len();
        rig.wait(3_000);
        assert!(rig.readings().len() > before);
    }
}

#[test]
fn a_port_that_is_opened_anew_starts_from_what_lies_there_and_makes_no_press_of_it() {
    let mut rig = Rig::new(ClockDriver::Dgt, half_hour());
    rig.press(Side::Right).wait(5_000);
    rig.presses();
    let mut write = Vec::new();
    rig.press(Side::Left);
    rig.session.opened(ms(rig.now), &mut write);
    rig.wait(5_000);
    assert_eq!(rig.sides(), []);
    assert_eq!(rig.reading().running, Some(Side::Right));
    rig.press(Side::Right).wait(3_000);
    assert_eq!(rig.sides(), [Side::Right]);
}

/// For up to two seconds a clock may show an old figure of the side that has stopped, and then put it right.
#[test]
fn c7_a_figure_that_is_put_right_after_a_press_is_no_press_of_both() {
    let mut session = opened();
    let mut reports = Vec::new();
    for (now, left, right, down) in [
        (0, 60, 60, Side::Right),
        (1_000, 59, 60, Side::Right),
        (2_000, 58, 60, Side::Right),
        (3_000, 58, 60, Side::Left),
        (4_000, 57, 60, Side::Left),
        (4_800, 56, 59, Side::Left),
        (5_800, 56, 58, Side::Left),
        (6_800, 56, 57, Side::Left),
    ] {
        reports.extend(says(&mut session, BEGINNING + 1_000 + now, &shows(left, right, true, down)));
    }
    let presses: Vec<&ClockReport> = reports.iter().filter(|report| matches!(report, ClockReport::Press(_))).collect();
    assert_eq!(presses, [&ClockReport::Press(Side::Left)]);
    assert_eq!(times(&reports).last().map(|reading| (reading.remaining_ms, reading.running)), Some(([56_000, 57_000], Some(Side::Right))));
}
