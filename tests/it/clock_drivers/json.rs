//! A DGT gateway: lines, its own time, its lever, its orders.

use kifud::clock::Side;
use kifud::sim::AnyClock;
use kifud::wire::dgt_json::{DgtJsonClock, GatewayFault, LINE_MAX};
use kifud::wire::{ClockCommand, ClockDriver, ClockReport, ClockSession, Timed};

use super::{BEGINNING, Rig, half_hour, says};
use crate::wires::ms;

impl Rig {
    fn gateway(&mut self, fault: GatewayFault) -> &mut Rig {
        let AnyClock::DgtJson(clock) = &mut self.clock else { panic!("no gateway") };
        let (mut out, mut write) = (Vec::new(), Vec::new());
        clock.suffer(ms(self.now), fault, &mut out);
        self.session.received(ms(self.now), &out, &mut self.reports, &mut write);
        self
    }
}

fn opened() -> DgtJsonClock {
    let mut session = DgtJsonClock::new();
    let mut write = Vec::new();
    session.opened(ms(BEGINNING), &mut write);
    assert_eq!(write, b"\n{\"command\":\"getTime\",\"id\":\"k1\"}\n");
    session
}

fn times(t_ms: u64, left: u32, right: u32) -> Vec<u8> {
    let hms = |side: &str, seconds: u32| {
        format!("\"{side}Hours\":{},\"{side}Minutes\":{},\"{side}Seconds\":{}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    };
    format!("{{\"type\":\"timeUpdate\",\"timestamp\":{t_ms},\"data\":{{{},{}}}}}\r\n", hms("left", left), hms("right", right)).into_bytes()
}

fn lever(t_ms: u64, name: &str) -> Vec<u8> {
    format!("{{\"type\":\"buttonEvent\",\"timestamp\":{t_ms},\"data\":{{\"button\":\"{name}\",\"buttonCode\":64,\"isRepeat\":false}}}}\n")
        .into_bytes()
}

/// Left has run for two seconds of the gateway's 5 s; the line takes 10 ms.
fn running() -> DgtJsonClock {
    let mut session = opened();
    for (t_ms, left) in [(3_000, 60), (4_000, 59), (5_000, 58)] {
        says(&mut session, BEGINNING + t_ms + 10, &times(t_ms, left, 60));
    }
    session
}

fn timed(session: &mut DgtJsonClock, now: u64, bytes: &[u8]) -> Vec<Timed<ClockReport>> {
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.received(ms(BEGINNING + now), bytes, &mut reports, &mut write);
    reports
}

#[test]
fn a_press_has_the_gateways_own_moment_however_late_it_comes() {
    let mut session = running();
    let reports = timed(&mut session, 5_900, &lever(5_300, "lever_left"));
    assert_eq!(reports, [Timed { at: ms(BEGINNING + 5_310), what: ClockReport::Press(Side::Left) }]);
}

#[test]
fn times_say_who_runs_and_standing_ones_are_asked_for() {
    let mut session = opened();
    let first = says(&mut session, BEGINNING + 3_000, &times(3_000, 60, 60));
    assert!(matches!(first.as_slice(), [ClockReport::Greeting(_)]), "whose time runs is not known yet: {first:?}");
    let second = says(&mut session, BEGINNING + 4_000, &times(4_000, 60, 59));
    let [ClockReport::Times(reading)] = second.as_slice() else { panic!("{second:?}") };
    assert_eq!((reading.remaining_ms, reading.running, reading.resolution_ms), ([60_000, 59_000], Some(Side::Right), 1_000));
    let mut write = Vec::new();
    session.tick(ms(BEGINNING + 5_500), &mut Vec::new(), &mut write);
    assert_eq!(write, b"{\"command\":\"getTime\",\"id\":\"k2\"}\n");
    let answer = b"{\"type\":\"command_response\",\"id\":\"k2\",\"status\":\"success\",\"result\":{\"leftHours\":0,\"leftMinutes\":1,\
                   \"leftSeconds\":0,\"rightHours\":0,\"rightMinutes\":0,\"rightSeconds\":59}}\n";
    let third = says(&mut session, BEGINNING + 6_600, answer);
    let [ClockReport::Times(reading)] = third.as_slice() else { panic!("{third:?}") };
    assert_eq!(reading.running, None, "nothing has fallen for two seconds and a half: it stands");
}

#[test]
fn unknown_types_and_members_are_passed_over_and_bad_lines_counted() {
    let mut session = running();
    let frames = session.counts().frames;
    assert_eq!(says(&mut session, BEGINNING + 6_000, b"{\"type\":\"battery\",\"percent\":50}\nrubbish\n{\"type\":\n\r\n"), []);
    let counts = session.counts();
    assert_eq!((counts.unknown_frames, counts.bad_frames, counts.frames), (1, 2, frames));
    // The end of a line that was under way when the port was opened is no fault.
    let mut session = opened();
    says(&mut session, BEGINNING + 10, b"condspot\":3}}\n");
    assert_eq!((session.counts().bad_frames, session.counts().stray_bytes), (0, 13));
}

#[test]
fn a_line_without_an_end_is_bounded_and_the_next_is_read() {
    let mut session = running();
    let frames = session.counts().frames;
    for _ in 0..10 {
        says(&mut session, BEGINNING + 6_000, &vec![b'{'; LINE_MAX]);
    }
    assert_eq!(session.counts().stray_bytes, 9 * LINE_MAX as u64);
    says(&mut session, BEGINNING + 6_000, b"\n");
    assert_eq!(session.counts().bad_frames, 1);
    // The longest line is still one.
    let mut line = times(6_000, 57, 60);
    line.truncate(line.len() - 4);
    line.extend_from_slice(b"},\"more\":\"");
    line.resize(LINE_MAX - 2, b'x');
    line.extend_from_slice(b"\"}\n");
    says(&mut session, BEGINNING + 6_010, &line);
    assert_eq!((line.len(), session.counts().frames, session.counts().bad_frames), (LINE_MAX + 1, frames + 1, 1));
}

#[test]
fn c3_a_movement_of_the_lever_that_was_lost_is_found_by_the_next_or_by_the_times() {
    let mut session = running();
    assert_eq!(says(&mut session, BEGINNING + 5_310, &lever(5_300, "lever_left")), [ClockReport::Press(Side::Left)]);
    let reports = timed(&mut session, 9_010, &lever(9_000, "lever_left"));
    let at = ms(BEGINNING + 9_010);
    let expected = [ClockReport::Gap, ClockReport::Press(Side::Right), ClockReport::Press(Side::Left)];
    assert_eq!(reports, expected.map(|what| Timed { at, what }), "left again: right was pressed between");
    let mut rig = Rig::new(ClockDriver::DgtJson, half_hour());
    rig.press(Side::Right).wait(6_000).gateway(GatewayFault::LoseLever);
    rig.presses();
    let pressed = rig.now - BEGINNING;
    rig.press(Side::Left).wait(6_000);
    let presses = rig.presses();
    let [(Side::Left, at)] = presses.as_slice() else { panic!("{presses:?}") };
    assert!((pressed..=pressed + 2_000).contains(at), "pressed {pressed}, inferred {at}");
    assert_eq!((rig.reading().running, rig.has(&ClockReport::Gap)), (Some(Side::Right), true));
    rig.press(Side::Right).wait(3_000);
    assert_eq!(rig.sides(), [Side::Right]);
}

#[test]
fn c4_the_lever_is_calibrated_by_the_time_that_runs_after_the_first_press() {
    for inverted in [false, true] {
        let mut rig = Rig::unopened(ClockDriver::DgtJson, half_hour());
        rig.gateway(GatewayFault::Inverted(inverted));
        rig.open();
        rig.wait(4_000);
        let pressed = rig.now - BEGINNING;
        rig.press(Side::Right).wait(5_000);
        let presses = rig.presses();
        assert_eq!(presses, [(Side::Right, pressed)], "held until it was known, with its own moment");
        rig.press(Side::Left).wait(300).press(Side::Right).wait(5_000).press(Side::Left).wait(3_000);
        assert_eq!(rig.sides(), [Side::Left, Side::Right, Side::Left], "also faster than the times are told");
        assert_eq!(rig.session.lever_inverted(), inverted, "and it is said");
        assert_eq!(rig.reading().running, Some(Side::Right));
    }
}

#[test]
fn c6_a_gateway_without_its_clock_is_away() {
    let mut rig = Rig::new(ClockDriver::DgtJson, half_hour());
    rig.press(Side::Right).wait(4_000).gateway(GatewayFault::Unconnected(true)).wait(4_000);
    assert_eq!(rig.reports.iter().filter(|report| report.what == ClockReport::Away).count(), 1);
    assert_eq!(rig.reports.last().map(|report| &report.what), Some(&ClockReport::Away));
    rig.gateway(GatewayFault::Unconnected(false)).wait(4_000);
    assert_eq!(rig.reading().running, Some(Side::Left));
}

#[test]
fn c8_a_single_odd_reading_makes_no_press() {
    let mut rig = Rig::new(ClockDriver::DgtJson, half_hour());
    rig.press(Side::Right).wait(5_000);
    rig.presses();
    for _ in 0..5 {
        rig.gateway(GatewayFault::OddReading).wait(4_000);
    }
    assert_eq!((rig.sides(), rig.reading().running), (vec![], Some(Side::Left)));
}

#[test]
fn c9_a_timestamp_that_begins_anew_is_a_restart_and_events_that_overtake_each_other_are_none() {
    let mut session = running();
    let overtaken = timed(&mut session, 5_500, &lever(4_990, "lever_left"));
    assert_eq!(overtaken.len(), 1);
    assert!(matches!(overtaken[0].what, ClockReport::Press(Side::Left)) && overtaken[0].at <= ms(BEGINNING + 5_500));
    let reports = timed(&mut session, 20_000, &times(1_200, 60, 60));
    assert_eq!(reports[0], Timed { at: ms(BEGINNING + 20_000), what: ClockReport::Restarted });
    assert!(matches!(reports[1].what, ClockReport::Greeting(_)));
    let next = timed(&mut session, 21_500, &times(2_200, 59, 60));
    assert_eq!(next.last().map(|report| report.at), Some(ms(BEGINNING + 21_000)), "mapped anew");
}

/// Under central control the lever only tells: whose time runs is the host's to say, after every press.
#[test]
fn a_clock_that_was_told_to_run_is_told_to_run_the_other_side_after_each_press() {
    for inverted in [false, true] {
        let mut rig = Rig::unopened(ClockDriver::DgtJson, half_hour());
        rig.gateway(GatewayFault::Inverted(inverted));
        rig.open();
        rig.wait(3_000);
        rig.command(&ClockCommand::Set { remaining_ms: [60_000, 90_000], periods: [0; 2] });
        rig.command(&ClockCommand::Run(Some(Side::Left))).wait(2_000);
        for (n, side) in [Side::Left, Side::Right, Side::Left].into_iter().enumerate() {
            rig.written.clear();
            let pressed = rig.now - BEGINNING;
            rig.press(side).wait(50);
            let written = String::from_utf8(rig.written.clone()).unwrap();
            let modes = if side == Side::Left { "\"leftMode\":0,\"rightMode\":1" } else { "\"leftMode\":1,\"rightMode\":0" };
            assert!(written.contains("\"run\"") && written.contains(modes), "press {n}: {written}");
            rig.wait(4_000);
            assert_eq!(rig.presses(), [(side, pressed)], "press {n}");
            assert_eq!(rig.reading().running, Some(side.other()));
        }
        // Told to stand it runs for nobody, and its lever means what it meant before.
        rig.command(&ClockCommand::Run(None)).wait(4_000);
        assert_eq!(rig.reading().running, None);
    }
}

#[test]
fn orders_are_answered_repeated_and_given_up() {
    let mut rig = Rig::new(ClockDriver::DgtJson, half_hour());
    rig.command(&ClockCommand::Set { remaining_ms: [90_000, 3_600_000], periods: [0; 2] });
    rig.command(&ClockCommand::Run(Some(Side::Left))).wait(4_000);
    assert_eq!((rig.reading().running, rig.reading().remaining_ms[1]), (Some(Side::Left), 3_600_000));
    assert!((86_000..90_000).contains(&rig.reading().remaining_ms[0]) && rig.sides().is_empty() && !rig.has(&ClockReport::NoAnswer));
    rig.press(Side::Left).wait(3_000);
    assert_eq!((rig.sides(), rig.reading().running), (vec![Side::Left], Some(Side::Right)));
    rig.gateway(GatewayFault::Deaf(true));
    rig.written.clear();
    rig.command(&ClockCommand::Run(None)).wait(12_000);
    let written = String::from_utf8(rig.written.clone()).unwrap();
    assert_eq!(written.matches("\"stop\"").count(), 4);
    assert!(rig.has(&ClockReport::NoAnswer));
}
