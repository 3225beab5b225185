//! What the host's side of a `kifud` clock makes of presses and times, and how it sees a command through.

use kifud::clock::{ClockReading, Side};
use kifud::time::Mono;
use kifud::wire::kifud::clock_packet::{Button, ClockHello, FromClock, ToClock, caps};
use kifud::wire::kifud::packet::{Header, is_sealed, unseal};
use kifud::wire::kifud::{ClockSetting, KifudClock, VirtualClock};
use kifud::wire::serial_transfer::Decoder;
use kifud::wire::{ClockCommand, ClockReport, ClockSession, Timed};

use crate::frames::sealed;

fn ms(ms: u64) -> Mono {
    Mono::from_millis(ms)
}

/// The clock's own time is this much behind ours.
const OFFSET_MS: u64 = 50_000;

fn asked(bytes: &[u8]) -> Vec<ToClock> {
    let mut frames = Vec::new();
    Decoder::new(is_sealed).received(ms(0), bytes, &mut frames);
    frames.iter().map(|frame| ToClock::decode(frame.id, unseal(frame.id, &frame.payload).unwrap()).unwrap()).collect()
}

fn hello(boot_id: u32) -> FromClock {
    let caps = caps::KEEPS_TIME | caps::PERIODS;
    FromClock::Hello(ClockHello { version: 1, caps, boot_id, serial: b"C-1".to_vec() })
}

fn times(remaining_ms: [u32; 2], running: Option<Side>) -> ClockReading {
    ClockReading {
        remaining_ms,
        running,
        periods_left: [Some(5), Some(5)],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1,
    }
}

/// A session, and a clock written by hand.
struct Table {
    session: KifudClock,
    seq: u16,
}

impl Table {
    /// Greeted at 5 000 of the clock's own milliseconds.
    fn greeted() -> Table {
        let mut table = Table { session: KifudClock::new(), seq: 0 };
        let mut write = Vec::new();
        table.session.opened(ms(OFFSET_MS + 4_990), &mut write);
        assert_eq!(asked(&write), [ToClock::GetHello]);
        let (reports, write) = table.says(5_000, &hello(3));
        let [ClockReport::Greeting(greeting)] = reports.as_slice() else { panic!("{reports:?}") };
        assert_eq!((greeting.keeps_time, greeting.settable, greeting.shows_periods), (true, false, true));
        assert_eq!((greeting.boot_id, greeting.serial.as_deref()), (Some(3), Some("C-1")));
        assert_eq!(write, [ToClock::GetTimes]);
        table
    }

    fn says(&mut self, t_ms: u32, message: &FromClock) -> (Vec<ClockReport>, Vec<ToClock>) {
        let (reports, write) = self.arrives(t_ms, OFFSET_MS + u64::from(t_ms), message);
        (reports.into_iter().map(|report| report.what).collect(), write)
    }

    fn arrives(&mut self, t_ms: u32, arrival: u64, message: &FromClock) -> (Vec<Timed<ClockReport>>, Vec<ToClock>) {
        let mut bytes = Vec::new();
        message.encode(Header { seq: self.seq, t_ms }, &mut bytes);
        self.seq = self.seq.wrapping_add(1);
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        self.session.received(ms(arrival), &bytes, &mut reports, &mut write);
        (reports, asked(&write))
    }

    fn ticks(&mut self, now: u64) -> (Vec<ClockReport>, Vec<ToClock>) {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        self.session.tick(ms(now), &mut reports, &mut write);
        (reports.into_iter().map(|report| report.what).collect(), asked(&write))
    }

    fn commands(&mut self, now: u64, command: &ClockCommand) -> Vec<ToClock> {
        let mut write = Vec::new();
        self.session.command(ms(now), command, &mut write);
        asked(&write)
    }
}

#[test]
fn a_press_and_its_times_have_the_moment_of_the_press_however_late_they_come() {
    let mut table = Table::greeted();
    let (press, _) = table.arrives(60_000, OFFSET_MS + 60_280, &FromClock::Press(Side::Left));
    assert_eq!(press, [Timed { at: ms(OFFSET_MS + 60_000), what: ClockReport::Press(Side::Left) }]);
    let reading = times([1_000, 2_000], Some(Side::Right));
    let (shown, _) = table.arrives(60_000, OFFSET_MS + 60_281, &FromClock::Times(reading));
    assert_eq!(shown, [Timed { at: ms(OFFSET_MS + 60_000), what: ClockReport::Times(reading) }]);
    let (press, _) = table.arrives(61_500, OFFSET_MS + 61_500, &FromClock::Press(Side::Right));
    assert_eq!(press[0].at, ms(OFFSET_MS + 61_500));
}

#[test]
fn buttons_are_told_and_a_press_before_the_greeting_is_a_press() {
    let mut table = Table { session: KifudClock::new(), seq: 0 };
    table.session.opened(ms(OFFSET_MS), &mut Vec::new());
    assert_eq!(table.says(1, &FromClock::Press(Side::Right)).0, [ClockReport::Press(Side::Right)]);
    assert_eq!(table.says(2, &FromClock::Button(Button::Pause)).0, [ClockReport::PauseButton]);
    assert_eq!(table.says(3, &FromClock::Button(Button::Arbiter)).0, [ClockReport::ArbiterButton]);
    assert_eq!(table.says(4, &FromClock::Alive), (vec![], vec![]));
}

#[test]
fn a_press_that_comes_twice_is_pressed_once_and_a_gap_asks_for_the_times() {
    let mut table = Table::greeted();
    assert_eq!(table.says(6_000, &FromClock::Press(Side::Left)).0.len(), 1);
    table.seq -= 1;
    assert_eq!(table.says(6_000, &FromClock::Press(Side::Left)), (vec![], vec![]));
    table.seq += 1;
    let (reports, write) = table.says(7_000, &FromClock::Press(Side::Right));
    assert_eq!(reports, [ClockReport::Gap, ClockReport::Press(Side::Right)]);
    assert_eq!(write, [ToClock::GetTimes]);
    assert_eq!(table.session.counts().lost_frames, 1);
}

#[test]
fn a_restarted_clock_is_told_once_and_asked_for_its_times() {
    let mut table = Table::greeted();
    table.seq = 0;
    let (reports, write) = table.says(10, &hello(4));
    assert!(matches!(reports.as_slice(), [ClockReport::Restarted, ClockReport::Greeting(_)]), "{reports:?}");
    assert_eq!(write, [ToClock::GetTimes]);
    // Its HELLO was lost: the time shows it.
    let mut table = Table::greeted();
    let (reports, write) = table.says(10, &FromClock::Alive);
    assert_eq!((reports, write), (vec![ClockReport::Restarted], vec![ToClock::GetHello]));
    assert!(matches!(table.says(20, &hello(4)).0.as_slice(), [ClockReport::Greeting(_)]));
}

#[test]
fn a_command_is_repeated_three_times_and_then_given_up() {
    let set = ClockCommand::Set { remaining_ms: [60_000, 60_000], periods: [5, 5] };
    let packet = ToClock::Set { remaining_ms: [60_000, 60_000], periods: [5, 5] };
    let run = (ClockCommand::Run(Some(Side::Left)), ToClock::Run(Some(Side::Left)));
    for (command, packet) in [(set, packet), run] {
        let mut table = Table::greeted();
        let start = OFFSET_MS + 6_000;
        assert_eq!(table.commands(start, &command), [packet]);
        assert_eq!(table.session.wake(), Some(ms(start + 500)));
        assert_eq!(table.ticks(start + 499), (vec![], vec![]));
        for again in 1..=3 {
            assert!(table.ticks(start + again * 500).1.contains(&packet), "{again}");
        }
        assert_eq!(table.ticks(start + 2_000).0, [ClockReport::NoAnswer]);
        assert_eq!(table.ticks(start + 2_500), (vec![], vec![]), "and not again");
    }
}

#[test]
fn only_times_that_show_the_command_answer_it() {
    let mut table = Table::greeted();
    let start = OFFSET_MS + 6_000;
    table.commands(start, &ClockCommand::Set { remaining_ms: [60_000, 30_000], periods: [5, 5] });
    table.commands(start, &ClockCommand::Run(Some(Side::Left)));
    // The times of this second, sent before the commands came.
    table.says(6_001, &FromClock::Times(times([50_000, 30_000], None)));
    let (_, write) = table.ticks(start + 500);
    assert_eq!(write.len(), 2, "{write:?}");
    // Set, in whole seconds, and not running yet.
    table.says(6_600, &FromClock::Times(times([60_000, 29_600], None)));
    assert_eq!(table.ticks(start + 1_000).1, [ToClock::Run(Some(Side::Left))]);
    table.says(7_050, &FromClock::Times(times([59_900, 30_000], Some(Side::Left))));
    assert_eq!(table.ticks(start + 1_500), (vec![], vec![]));
}

#[test]
fn a_run_is_not_repeated_into_a_game_that_went_on() {
    let mut table = Table::greeted();
    let start = OFFSET_MS + 6_000;
    table.commands(start, &ClockCommand::Run(Some(Side::Left)));
    // It ran, its answer was lost, and the player at the left has pressed.
    table.says(6_200, &FromClock::Press(Side::Left));
    assert_eq!(table.ticks(start + 500), (vec![], vec![]));
}

#[test]
fn a_command_that_the_port_took_with_it_is_given_up_and_told() {
    let mut table = Table::greeted();
    table.commands(OFFSET_MS + 6_000, &ClockCommand::Run(None));
    let mut write = Vec::new();
    table.session.opened(ms(OFFSET_MS + 6_100), &mut write);
    assert_eq!(asked(&write), [ToClock::GetHello]);
    assert!(table.session.wake() <= Some(ms(OFFSET_MS + 6_100)), "it has something to say");
    assert_eq!(table.ticks(OFFSET_MS + 6_100), (vec![ClockReport::NoAnswer], vec![]));
    assert_eq!(table.ticks(OFFSET_MS + 6_600), (vec![], vec![]));
}

#[test]
fn a_sound_is_asked_for_once() {
    let mut table = Table::greeted();
    assert_eq!(table.commands(OFFSET_MS + 6_000, &ClockCommand::Beep(300)), [ToClock::Beep(300)]);
    assert_eq!(table.ticks(OFFSET_MS + 6_600), (vec![], vec![]));
}

#[test]
fn what_a_clock_cannot_say_is_dropped_and_counted() {
    let mut table = Table::greeted();
    let says = |table: &mut Table, seq: u8, id: u8, content: &[u8]| {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        let bytes = sealed(id, &[&[seq, 0, 0x70, 0x17, 0, 0], content].concat());
        table.session.received(ms(OFFSET_MS + 6_000), &bytes, &mut reports, &mut write);
        (reports, asked(&write))
    };
    // A third side, times that run on a third side, half a TIMES; then a button and a packet of later versions.
    assert_eq!(says(&mut table, 1, 0x41, &[2]), (vec![], vec![]));
    assert_eq!(says(&mut table, 2, 0x42, &[0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]), (vec![], vec![]));
    assert_eq!(says(&mut table, 3, 0x42, &[0, 0, 0]), (vec![], vec![]));
    assert_eq!(says(&mut table, 4, 0x43, &[9]), (vec![], vec![]));
    assert_eq!(says(&mut table, 5, 0x4F, &[]), (vec![], vec![]));
    let counts = table.session.counts();
    assert_eq!((counts.frames, counts.bad_frames, counts.unknown_frames, counts.lost_frames), (1, 3, 2, 0));
}

/// Session and virtual clock, joined without a line between them.
fn exchange(session: &mut KifudClock, clock: &mut VirtualClock, now: Mono, mut to_host: Vec<u8>) -> Vec<ClockReport> {
    let mut reports = Vec::new();
    while !to_host.is_empty() {
        let mut to_clock = Vec::new();
        session.received(now, &to_host, &mut reports, &mut to_clock);
        to_host.clear();
        clock.received(now, &to_clock, &mut to_host);
    }
    reports.into_iter().map(|report| report.what).collect()
}

#[test]
fn a_virtual_clock_is_set_started_pressed_and_runs_out() {
    let setting = ClockSetting { main_ms: 60_000, periods: 3, period_ms: 10_000 };
    let (mut session, mut clock, mut bytes) = (KifudClock::new(), VirtualClock::new(setting, 1), Vec::new());
    session.opened(ms(0), &mut bytes);
    let mut out = Vec::new();
    clock.switched_on(ms(0), 1, &mut out);
    clock.received(ms(0), &bytes, &mut out);
    let reports = exchange(&mut session, &mut clock, ms(0), out);
    assert!(matches!(reports[0], ClockReport::Greeting(_)), "{reports:?}");
    let mut write = Vec::new();
    session.command(ms(10), &ClockCommand::Set { remaining_ms: [5_000, 20_000], periods: [2, 0xFF] }, &mut write);
    session.command(ms(10), &ClockCommand::Run(Some(Side::Left)), &mut write);
    let mut out = Vec::new();
    clock.received(ms(10), &write, &mut out);
    exchange(&mut session, &mut clock, ms(10), out);
    assert!(session.wake() > Some(ms(510)), "both commands are answered");
    // 5 s of main time and two periods of 10 s: the flag falls 25 s later, and every change is told when it happens.
    let mut changes = Vec::new();
    while let Some(now) = clock.wake().filter(|now| *now <= ms(30_000)) {
        let mut out = Vec::new();
        clock.tick(now, &mut out);
        for report in exchange(&mut session, &mut clock, now, out) {
            let ClockReport::Times(times) = report else { continue };
            let state = (times.overtime[0], times.periods_left[0], times.flag[0]);
            if changes.last().is_none_or(|(_, last)| *last != state) {
                changes.push((now.as_millis(), state));
            }
        }
    }
    let expected = [(1_010, (false, Some(2), false)), (5_010, (true, Some(2), false))];
    let expected = [&expected[..], &[(15_010, (true, Some(1), false)), (25_010, (true, Some(0), true))]].concat();
    assert_eq!(changes, expected);
}
