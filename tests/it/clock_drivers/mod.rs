//! The drivers of other makers' clocks: their bytes, their faults (hardware C1 to C11), and whole scenes through the game.

mod chess;
mod dgt;
mod dgt_faults;
mod displayed;
mod json;
mod scenes;

use kifud::clock::{ClockReading, Side};
use kifud::doctor::{Exam, report};
use kifud::serial::{PortEvent, PortSpec};
use kifud::sim::AnyClock;
use kifud::wire::dgt::DgtFault;
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{ClockCommand, ClockDriver, ClockReport, ClockSession, Timed, clock_session};
use proptest::prelude::*;

use crate::table::stamp;
use crate::wires::ms;

/// Moments are looked at so often.
const STEP_MS: u64 = 10;
/// Virtual time begins here.
const BEGINNING: u64 = 1_000_000;

/// A virtual clock on a line to its session.
pub struct Rig {
    pub session: Box<dyn ClockSession>,
    pub clock: AnyClock,
    pub now: u64,
    pub reports: Vec<Timed<ClockReport>>,
    /// What the host wrote.
    pub written: Vec<u8>,
}

impl Rig {
    /// Plugged in, and understood after three seconds.
    pub fn new(driver: ClockDriver, setting: ClockSetting) -> Rig {
        let mut rig = Rig::unopened(driver, setting);
        rig.open();
        rig.wait(3_000);
        rig
    }

    pub fn unopened(driver: ClockDriver, setting: ClockSetting) -> Rig {
        let clock = AnyClock::new(driver, setting, 1);
        Rig { session: clock_session(driver), clock, now: BEGINNING, reports: Vec::new(), written: Vec::new() }
    }

    pub fn open(&mut self) {
        let (mut out, mut write) = (Vec::new(), Vec::new());
        self.clock.switched_on(ms(self.now), 1, &mut out);
        self.session.opened(ms(self.now), &mut write);
        self.clock_hears(write, out);
    }

    /// The host's bytes go to the clock, the clock's to the host, until nobody says anything.
    fn clock_hears(&mut self, mut write: Vec<u8>, mut out: Vec<u8>) {
        for _ in 0..100 {
            if write.is_empty() && out.is_empty() {
                return;
            }
            self.written.extend_from_slice(&write);
            self.clock.received(ms(self.now), &std::mem::take(&mut write), &mut out);
            self.session.received(ms(self.now), &std::mem::take(&mut out), &mut self.reports, &mut write);
        }
        panic!("they do not come to an end");
    }

    pub fn wait(&mut self, wait_ms: u64) -> &mut Rig {
        for _ in 0..wait_ms / STEP_MS {
            self.now += STEP_MS;
            let (mut out, mut write) = (Vec::new(), Vec::new());
            self.clock.tick(ms(self.now), &mut out);
            if self.session.wake().is_some_and(|wake| wake <= ms(self.now)) {
                self.session.tick(ms(self.now), &mut self.reports, &mut write);
            }
            self.clock_hears(write, out);
        }
        self
    }

    pub fn press(&mut self, side: Side) -> &mut Rig {
        let mut out = Vec::new();
        self.clock.press(ms(self.now), side, &mut out);
        self.clock_hears(Vec::new(), out);
        self
    }

    pub fn pause(&mut self) -> &mut Rig {
        let mut out = Vec::new();
        self.clock.pause(ms(self.now), &mut out);
        self.clock_hears(Vec::new(), out);
        self
    }

    pub fn command(&mut self, command: &ClockCommand) -> &mut Rig {
        let mut write = Vec::new();
        self.session.command(ms(self.now), command, &mut write);
        self.clock_hears(write, Vec::new());
        self
    }

    /// Presses since this was last asked, with their moments counted from the beginning.
    pub fn presses(&mut self) -> Vec<(Side, u64)> {
        let pressed = |report: &Timed<ClockReport>| match report.what {
            ClockReport::Press(side) => Some((side, report.at.as_millis() - BEGINNING)),
            _ => None,
        };
        let presses = self.reports.iter().filter_map(pressed).collect();
        self.reports.retain(|report| !matches!(report.what, ClockReport::Press(_)));
        presses
    }

    pub fn sides(&mut self) -> Vec<Side> {
        self.presses().into_iter().map(|(side, _)| side).collect()
    }

    pub fn readings(&self) -> Vec<ClockReading> {
        self.reports.iter().filter_map(|report| if let ClockReport::Times(reading) = report.what { Some(reading) } else { None }).collect()
    }

    pub fn reading(&self) -> ClockReading {
        *self.readings().last().expect("it has said times")
    }

    pub fn has(&self, wanted: &ClockReport) -> bool {
        self.reports.iter().any(|report| report.what == *wanted)
    }
}

/// Half an hour each.
pub fn half_hour() -> ClockSetting {
    ClockSetting { main_ms: 1_800_000, periods: 0, period_ms: 0 }
}

/// What a session reports of bytes that come at one moment.
pub fn says(session: &mut dyn ClockSession, now: u64, bytes: &[u8]) -> Vec<ClockReport> {
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.received(ms(now), bytes, &mut reports, &mut write);
    reports.into_iter().map(|report| report.what).collect()
}

const DRIVERS: [ClockDriver; 3] = [ClockDriver::Dgt, ClockDriver::DgtJson, ClockDriver::OpenChessClock];

#[test]
fn every_virtual_clock_is_understood_and_each_press_comes_once_from_its_side() {
    for driver in DRIVERS {
        let mut rig = Rig::new(driver, half_hour());
        assert!(rig.reports.iter().any(|report| matches!(report.what, ClockReport::Greeting(_))), "{driver}");
        rig.press(Side::Right).wait(5_000);
        assert_eq!(rig.reading().running, Some(Side::Left), "{driver}");
        for side in [Side::Left, Side::Right, Side::Left] {
            rig.press(side).wait(7_000);
            assert_eq!(rig.reading().running, Some(side.other()), "{driver}");
        }
        assert_eq!(rig.sides(), [Side::Right, Side::Left, Side::Right, Side::Left], "{driver}");
        assert_eq!(rig.session.counts().bad_frames, 0, "{driver}");
        rig.press(Side::Right).wait(2_000);
        let [left, right] = rig.reading().remaining_ms;
        let slack = u64::from(rig.reading().resolution_ms) + 2_000;
        assert!((1_800_000 - 12_000 - slack..=1_800_000 - 12_000 + slack).contains(&u64::from(left)), "{driver}: {left}");
        assert!((1_800_000 - 14_000 - slack..=1_800_000 - 14_000 + slack).contains(&u64::from(right)), "{driver}: {right}");
    }
}

#[test]
fn a_clock_that_is_stopped_does_not_run_and_runs_again_without_a_press() {
    for driver in DRIVERS {
        let mut rig = Rig::new(driver, half_hour());
        rig.press(Side::Right).wait(6_000);
        rig.presses();
        rig.pause().wait(6_000);
        assert_eq!(rig.reading().ticking(), None, "{driver}");
        rig.pause().wait(4_000);
        assert_eq!(rig.reading().ticking(), Some(Side::Left), "{driver}");
        assert_eq!(rig.sides(), [], "{driver}");
    }
}

#[test]
fn what_cannot_be_done_is_said_and_nothing_waits_for_ever() {
    for driver in DRIVERS {
        let mut session = clock_session(driver);
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        session.opened(ms(BEGINNING), &mut write);
        session.command(ms(BEGINNING), &ClockCommand::Run(Some(Side::Left)), &mut write);
        for now in (BEGINNING..BEGINNING + 12_000).step_by(100) {
            session.tick(ms(now), &mut reports, &mut write);
        }
        let unanswered = reports.iter().filter(|report| report.what == ClockReport::NoAnswer).count();
        assert_eq!(unanswered, 1, "{driver}");
    }
}

/// What `doctor` shows of a clock on a port that was opened three seconds ago.
fn examined(driver: ClockDriver, pressed: bool, fault: Option<DgtFault>) -> String {
    let spec = PortSpec { address: "/dev/kifud/clock-t1".to_owned(), baud: driver.default_baud() };
    let (mut exam, mut clock) = (Exam::clock("clock", spec, driver), AnyClock::new(driver, half_hour(), 1));
    let (mut write, mut out) = (Vec::new(), Vec::new());
    if let (AnyClock::Dgt(clock), Some(fault)) = (&mut clock, fault) {
        clock.suffer(fault);
    }
    exam.port(&PortEvent::Opened { at: stamp(BEGINNING) }, &mut write);
    clock.switched_on(ms(BEGINNING), 1, &mut out);
    for now in (BEGINNING..BEGINNING + 8_000).step_by(50) {
        if pressed && now == BEGINNING + 3_000 {
            clock.press(ms(now), Side::Right, &mut out);
        }
        clock.received(ms(now), &std::mem::take(&mut write), &mut out);
        clock.tick(ms(now), &mut out);
        exam.port(&PortEvent::Bytes { at: stamp(now), bytes: std::mem::take(&mut out) }, &mut write);
        exam.tick(ms(now), &mut write);
    }
    report(&exam)
}

#[test]
fn doctor_shows_both_faces_of_every_clock_and_its_presses() {
    for driver in DRIVERS {
        let text = examined(driver, true, None);
        for wanted in [format!("clock: {driver} on"), "right 0:30:00".to_owned(), "runs".to_owned(), "presses: left 0, right 1".to_owned()]
        {
            assert!(text.contains(&wanted), "{wanted} in\n{text}");
        }
        assert!(text.contains("nothing is wrong"), "{text}");
    }
    let text = examined(ClockDriver::Dgt, false, Some(DgtFault::Unconnected(true)));
    assert!(text.contains("WRONG: no clock is connected"), "{text}");
}

/// What a session is given.
#[derive(Debug, Clone)]
enum Given {
    Bytes(Vec<u8>),
    Pause(u64),
    Opened,
    Command(ClockCommand),
}

fn given() -> impl Strategy<Value = Given> {
    let time = prop_oneof![Just(0u8), 0..0x60u8, any::<u8>()];
    let dgt = prop::collection::vec(time, 7).prop_map(|data| [&[0x8D, 0, 0x0A][..], &data].concat());
    let json = (any::<u32>(), 0..60u32, prop::sample::select(vec!["lever_left", "lever_right", "play_pause"]), any::<bool>());
    let json = json.prop_map(|(t, seconds, button, times)| {
        let line = if times {
            format!("\"timeUpdate\",\"timestamp\":{t},\"data\":{{\"leftHours\":0,\"leftMinutes\":0,\"leftSeconds\":{seconds},\"rightHours\":0,\"rightMinutes\":1,\"rightSeconds\":0}}}}\n")
        } else {
            format!("\"buttonEvent\",\"timestamp\":{t},\"data\":{{\"button\":\"{button}\"}}}}\n")
        };
        format!("{{\"type\":{line}").into_bytes()
    });
    let chess = (0xC0..=0xC7u8, 0..100_000u32).prop_map(|(kind, ms)| [&[kind][..], &ms.to_be_bytes()].concat());
    let command = prop_oneof![
        prop::option::of(prop::sample::select(vec![Side::Left, Side::Right])).prop_map(ClockCommand::Run),
        any::<[u32; 2]>().prop_map(|remaining_ms| ClockCommand::Set { remaining_ms, periods: [0; 2] }),
        any::<u16>().prop_map(ClockCommand::Beep),
    ];
    prop_oneof![
        3 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Given::Bytes),
        4 => dgt.prop_map(Given::Bytes),
        4 => json.prop_map(Given::Bytes),
        4 => chess.prop_map(Given::Bytes),
        4 => (0..3_000u64).prop_map(Given::Pause),
        1 => Just(Given::Opened),
        1 => command.prop_map(Given::Command),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// No bytes make a session panic, ask to be woken for nothing, or report what is still to come.
    #[test]
    fn whatever_comes_a_session_goes_on(steps in prop::collection::vec(given(), 0..60)) {
        for driver in DRIVERS {
            let (mut session, mut now) = (clock_session(driver), BEGINNING);
            let (mut reports, mut write) = (Vec::new(), Vec::new());
            session.opened(ms(now), &mut write);
            for step in &steps {
                match step {
                    Given::Bytes(bytes) => session.received(ms(now), bytes, &mut reports, &mut write),
                    Given::Pause(pause) => {
                        now += pause;
                        session.tick(ms(now), &mut reports, &mut write);
                        prop_assert!(session.wake().is_none_or(|wake| wake > ms(now)), "{} {:?}", driver, session.wake());
                    }
                    Given::Opened => session.opened(ms(now), &mut write),
                    Given::Command(command) => session.command(ms(now), command, &mut write),
                }
                prop_assert!(write.len() < 4_096);
                write.clear();
                prop_assert!(reports.drain(..).all(|report| report.at <= ms(now)));
            }
        }
    }

    /// However its bytes are cut up, a clock says the same.
    #[test]
    fn a_stream_may_be_split_anywhere(cuts in prop::collection::vec(1..40usize, 1..60)) {
        for driver in DRIVERS {
            let mut rig = Rig::new(driver, half_hour());
            rig.press(Side::Right).wait(2_000);
            let mut stream = Vec::new();
            let mut clock = rig.clock;
            for (now, side) in [(rig.now + 500, Side::Left), (rig.now + 1_000, Side::Right)] {
                clock.press(ms(now), side, &mut stream);
                clock.tick(ms(now + 450), &mut stream);
            }
            let mut sessions = [clock_session(driver), clock_session(driver)];
            let whole = says(sessions[0].as_mut(), BEGINNING, &stream);
            let (mut rest, mut parts) = (stream.as_slice(), Vec::new());
            for &cut in cuts.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (part, behind) = rest.split_at(cut.min(rest.len()));
                parts.extend(says(sessions[1].as_mut(), BEGINNING, part));
                rest = behind;
            }
            prop_assert_eq!(&parts, &whole);
            prop_assert!(!stream.is_empty(), "{}", driver);
        }
    }
}
