//! Virtual devices and the host's sessions over a line that loses, repeats, damages and delays: the host ends up with the true board and
//! never reports one that was not. No pseudo-terminals and no waiting: time is a number here.

use std::collections::VecDeque;

use fastrand::Rng;
use kifud::clock::Side;
use kifud::go::{Color, Point, Size};
use kifud::time::Mono;
use kifud::wire::igo::{IgoBoard, VirtualIgo};
use kifud::wire::kifud::board_packet::caps;
use kifud::wire::kifud::{ClockSetting, KifudBoard, KifudClock, VirtualBoard, VirtualClock};
use kifud::wire::{BoardReport, BoardSession, Cell, ClockReport, ClockSession, Grid, Timed};
use proptest::prelude::*;

/// What a line does to the bytes of one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Line {
    Clean,
    /// Loses all, loses a byte, repeats all, damages bytes, adds noise: one time in four each way together.
    Lossy,
    /// Only flips one bit, one time in four: what a checksum of eight bits is sure to see.
    OneBit,
    /// Repeats and adds noise, but loses nothing.
    Repeating,
}

impl Line {
    fn carry(self, bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        if bytes.is_empty() || self == Line::Clean || rng.u8(..) >= 64 {
            return bytes;
        }
        let at = rng.usize(..bytes.len());
        let mut noise: Vec<u8> = (0..rng.usize(..6)).map(|_| if rng.bool() { 0x7E } else { rng.u8(..) }).collect();
        match (self, rng.u8(..5)) {
            (Line::OneBit, _) => bytes[at] ^= 1 << rng.u8(..8),
            (Line::Repeating, 0..=2) | (Line::Lossy, 0) => bytes = bytes.repeat(2),
            (Line::Repeating, _) | (Line::Lossy, 1) => {
                noise.extend(bytes);
                bytes = noise;
            }
            (Line::Lossy, 2) => bytes.clear(),
            (Line::Lossy, 3) => drop(bytes.remove(at)),
            _ => (0..3).for_each(|_| {
                let at = rng.usize(..bytes.len());
                bytes[at] = rng.u8(..);
            }),
        }
        bytes
    }
}

/// Something at the other end of the line.
trait Device {
    fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>);
    fn wake(&self) -> Option<Mono>;
    fn tick(&mut self, now: Mono, out: &mut Vec<u8>);
}

macro_rules! device {
    ($device:ty, $wake:expr, $tick:expr) => {
        impl Device for $device {
            fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
                <$device>::received(self, now, bytes, out);
            }
            fn wake(&self) -> Option<Mono> {
                let wake: fn(&$device) -> Option<Mono> = $wake;
                wake(self)
            }
            fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
                let tick: fn(&mut $device, Mono, &mut Vec<u8>) = $tick;
                tick(self, now, out);
            }
        }
    };
}

device!(VirtualBoard, VirtualBoard::wake, VirtualBoard::tick);
device!(VirtualClock, VirtualClock::wake, VirtualClock::tick);
device!(VirtualIgo, |_| None, |_, _, _| {});

/// A device and a session with a line between them that carries bytes in one step of time, or later, but in order.
struct Rig<D, R> {
    device: D,
    now: Mono,
    line: Line,
    rng: Rng,
    longest_delay_ms: u64,
    on_the_way: VecDeque<(Mono, Vec<u8>)>,
    reports: Vec<Timed<R>>,
}

/// One step of a session: bytes that came, or a tick; what it wrote.
trait Host<R> {
    fn step(&mut self, now: Mono, bytes: Option<&[u8]>, reports: &mut Vec<Timed<R>>) -> Vec<u8>;
    fn next(&self) -> Option<Mono>;
}

macro_rules! host {
    ($session:ty, $report:ty) => {
        impl Host<$report> for $session {
            fn step(&mut self, now: Mono, bytes: Option<&[u8]>, reports: &mut Vec<Timed<$report>>) -> Vec<u8> {
                let mut write = Vec::new();
                match bytes {
                    Some(bytes) => self.received(now, bytes, reports, &mut write),
                    None => self.tick(now, reports, &mut write),
                }
                write
            }
            fn next(&self) -> Option<Mono> {
                self.wake()
            }
        }
    };
}

host!(KifudBoard, BoardReport);
host!(IgoBoard, BoardReport);
host!(KifudClock, ClockReport);

/// More than this between two things that happen is no work but a loop.
const MOST_STEPS: u32 = 10_000;

impl<D: Device, R> Rig<D, R> {
    fn new(device: D, line: Line, seed: u64, longest_delay_ms: u64) -> Rig<D, R> {
        let now = Mono::from_millis(1_000_000);
        let (rng, on_the_way, reports) = (Rng::with_seed(seed), VecDeque::new(), Vec::new());
        Rig { device, now, line, rng, longest_delay_ms, on_the_way, reports }
    }

    /// The device has said this.
    fn send(&mut self, bytes: &[u8]) {
        let bytes = self.line.carry(bytes, &mut self.rng);
        let delay = if self.longest_delay_ms == 0 { 0 } else { self.rng.u64(..self.longest_delay_ms) };
        let last = self.on_the_way.back().map_or(self.now, |(arrival, _)| *arrival);
        if !bytes.is_empty() {
            self.on_the_way.push_back((self.now.plus_ms(delay).max(last), bytes));
        }
    }

    /// The host has written this; the device answers at once.
    fn write(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        // A question that comes twice is answered twice, and the second HELLO is one that nobody asked for: a restart.
        let line = if self.line == Line::Repeating { Line::Clean } else { self.line };
        let bytes = line.carry(bytes, &mut self.rng);
        let mut out = Vec::new();
        self.device.received(self.now, &bytes, &mut out);
        self.send(&out);
    }

    /// Lets time pass until `end`, everything in its order.
    fn run(&mut self, session: &mut impl Host<R>, end: Mono) {
        let mut steps = 0;
        loop {
            steps += 1;
            assert!(steps < MOST_STEPS, "at {:?} a wake that changes nothing", self.now);
            let arrival = self.on_the_way.front().map(|(arrival, _)| *arrival);
            let next = [arrival, session.next(), self.device.wake()].into_iter().flatten().min().map(|next| next.max(self.now));
            let Some(now) = next.filter(|next| *next <= end) else { break };
            self.now = now;
            if arrival.is_some_and(|arrival| arrival <= now)
                && let Some((_, bytes)) = self.on_the_way.pop_front()
            {
                let at = self.rng.usize(..=bytes.len());
                for part in [&bytes[..at], &bytes[at..]] {
                    let write = session.step(now, Some(part), &mut self.reports);
                    self.write(&write);
                }
            } else if self.device.wake().is_some_and(|wake| wake <= now) {
                let mut out = Vec::new();
                self.device.tick(now, &mut out);
                self.send(&out);
            } else {
                let write = session.step(now, None, &mut self.reports);
                self.write(&write);
            }
        }
        self.now = end;
    }
}

/// True when two boards say the same wherever both say something: a point is unreadable a moment before or after the stones around it
/// change.
fn agree(said: &Grid, was: &Grid) -> bool {
    let mut pairs = said.cells().iter().zip(was.cells());
    pairs.all(|(said, was)| said == was || *said == Cell::Unreadable || *was == Cell::Unreadable)
}

/// Every board that was reported, in the order of the boards that were: each found at or after the one before.
fn only_true_boards(reports: &[Timed<BoardReport>], history: &[Grid]) {
    let mut place = 0;
    assert!(reports.is_sorted_by_key(|report| report.at), "moments that go back");
    for report in reports {
        let BoardReport::Scan(grid) = &report.what else { continue };
        let found = history[place..].iter().position(|shown| agree(grid, shown));
        place += found.unwrap_or_else(|| panic!("at {:?} a board that never was, or not any more: {grid:?}", report.at));
    }
}

fn last_board(reports: &[Timed<BoardReport>]) -> Option<&Grid> {
    reports.iter().rev().find_map(|report| match &report.what {
        BoardReport::Scan(grid) => Some(grid),
        _ => None,
    })
}

fn some_changes(rng: &mut Rng, size: Size) -> Vec<(Point, Cell)> {
    let cells = [Cell::Empty, Cell::Stone(Color::Black), Cell::Stone(Color::White)];
    let count = if rng.u8(..20) == 0 { 80 } else { rng.usize(1..4) };
    (0..count).map(|_| (Point::new(rng.u8(..size.width()), rng.u8(..size.height())), cells[rng.usize(..3)])).collect()
}

/// The kifud board in `rounds` changes over a bad line, with restarts, faults and reopened ports; then the line is clean.
fn play_on_a_kifud_board(seed: u64, rounds: u32, caps: u8) {
    let size = Size::square(13).expect("13 is a size");
    let mut session = KifudBoard::new(size);
    let mut rig = Rig::new(VirtualBoard::new(size, caps, 1), Line::Lossy, seed, 40);
    let mut plan = Rng::with_seed(seed ^ 0xB0A2D);
    let mut history = vec![rig.device.grid()];
    let mut write = Vec::new();
    session.opened(rig.now, &mut write);
    rig.write(&write);
    for round in 0..rounds {
        let mut out = Vec::new();
        match plan.u8(..40) {
            0 => rig.device.switched_on(rig.now, 100 + round, &mut out),
            1 => {
                write.clear();
                rig.on_the_way.clear();
                session.opened(rig.now, &mut write);
                rig.write(&write);
            }
            2 => {
                let point = Point::new(plan.u8(..13), plan.u8(..13));
                rig.device.set(rig.now, &[(point, Cell::Unreadable)], &mut out);
            }
            _ => rig.device.set(rig.now, &some_changes(&mut plan, size), &mut out),
        }
        history.push(rig.device.grid());
        rig.send(&out);
        let pause = if plan.bool() { plan.u64(..30) } else { plan.u64(..1_500) };
        rig.run(&mut session, rig.now.plus_ms(pause));
    }
    rig.line = Line::Clean;
    rig.run(&mut session, rig.now.plus_ms(6_000));
    assert_eq!(last_board(&rig.reports), Some(&rig.device.grid()), "the true board in the end");
    only_true_boards(&rig.reports, &history);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_kifud_board_over_a_bad_line_ends_true_and_is_never_false(seed in any::<u64>(), caps in 0..=caps::COLOR) {
        play_on_a_kifud_board(seed, 60, caps);
    }

    #[test]
    fn an_igo_board_over_a_line_that_flips_bits_ends_true_and_is_never_false(seed in any::<u64>()) {
        let size = Size::square(9).expect("9 is a size");
        let mut session = IgoBoard::new(size, 50);
        let mut rig = Rig::new(VirtualIgo::new(size), Line::OneBit, seed, 5);
        let mut plan = Rng::with_seed(seed ^ 0x160);
        let (mut history, mut write) = (vec![rig.device.grid()], Vec::new());
        session.opened(rig.now, &mut write);
        rig.write(&write);
        for _ in 0..60 {
            // A board full of stones is refused as a stuck sense line.
            let mut changes = some_changes(&mut plan, size);
            changes.push((Point::new(4, 4), Cell::Empty));
            rig.device.set(&changes);
            history.push(rig.device.grid());
            rig.run(&mut session, rig.now.plus_ms(plan.u64(..200)));
        }
        rig.line = Line::Clean;
        rig.run(&mut session, rig.now.plus_ms(300));
        assert_eq!(last_board(&rig.reports), Some(&rig.device.grid()));
        only_true_boards(&rig.reports, &history);
    }

    #[test]
    fn presses_over_a_line_that_repeats_are_pressed_once_and_keep_their_moments(seed in any::<u64>(), wraps in any::<bool>()) {
        let setting = ClockSetting { main_ms: 600_000, periods: 3, period_ms: 10_000 };
        let mut session = KifudClock::new();
        let mut rig = Rig::new(VirtualClock::new(setting, 1), Line::Repeating, seed, 250);
        let (mut plan, mut pressed, mut out) = (Rng::with_seed(seed ^ 0xC10C), Vec::new(), Vec::new());
        rig.device.switched_on(rig.now, 1, &mut out);
        if wraps {
            rig.device.set_uptime(rig.now, u32::MAX - 20_000);
            out.clear();
        }
        rig.send(&out);
        let mut write = Vec::new();
        session.opened(rig.now, &mut write);
        rig.write(&write);
        let mut side = Side::Right;
        for _ in 0..40 {
            rig.run(&mut session, rig.now.plus_ms(1 + plan.u64(..4_000)));
            out.clear();
            rig.device.press(rig.now, side, &mut out);
            pressed.push((rig.now, side));
            rig.send(&out);
            side = side.other();
        }
        rig.line = Line::Clean;
        rig.run(&mut session, rig.now.plus_ms(2_000));
        let reported: Vec<(Mono, Side)> = rig.reports.iter().filter_map(|report| match report.what {
            ClockReport::Press(side) => Some((report.at, side)),
            _ => None,
        }).collect();
        prop_assert_eq!(reported.len(), pressed.len());
        for ((said, side), (was, pressed)) in reported.into_iter().zip(pressed) {
            prop_assert_eq!(side, pressed);
            // Delays are up to 250 ms; once a quick packet has come, the moment is as good as that one.
            prop_assert!(said >= was && said.since_ms(was) <= 250, "{:?} for {:?}", said, was);
        }
        let lost = rig.reports.iter().any(|report| matches!(report.what, ClockReport::Gap | ClockReport::Restarted));
        prop_assert!(!lost);
    }

    #[test]
    fn how_the_bytes_are_split_changes_nothing(seed in any::<u64>(), part in 1..50_usize) {
        // A recording of a board over a bad line, played at one moment.
        let size = Size::square(9).expect("9 is a size");
        let (mut board, mut rng, mut stream) = (VirtualBoard::new(size, caps::COLOR, 1), Rng::with_seed(seed), Vec::new());
        let (now, mut hello) = (Mono::from_millis(5_000), Vec::new());
        KifudBoard::new(size).opened(now, &mut hello);
        board.switched_on(now, 1, &mut stream);
        // The requests of a host that knows nothing yet: STREAM at 100 scans, GET_SNAPSHOT.
        let requests = crate::frames::hex("7E 21 FF 02 B3 D5 28 81 7E 22 FF 04 02 32 49 54 2B 81");
        for step in 0..30 {
            let mut out = Vec::new();
            board.received(now.plus_ms(step * 20), if step % 7 == 0 { &requests } else { &[] }, &mut out);
            board.set(now.plus_ms(step * 20), &some_changes(&mut rng, size), &mut out);
            stream.extend(Line::Lossy.carry(&out, &mut rng));
        }
        let play = |part: usize| {
            let (mut session, mut reports, mut write) = (KifudBoard::new(size), Vec::new(), Vec::new());
            session.opened(now, &mut write);
            stream.chunks(part).for_each(|bytes| session.received(now.plus_ms(10), bytes, &mut reports, &mut write));
            (reports, write, session.counts())
        };
        prop_assert_eq!(play(part), play(stream.len()));
    }

    #[test]
    fn any_bytes_leave_every_session_alive(parts in prop::collection::vec((0..3_000_u64, prop::collection::vec(any::<u8>(), 0..80)), 0..30)) {
        let size = Size::square(19).expect("19 is a size");
        let (mut kifud, mut igo, mut clock) = (KifudBoard::new(size), IgoBoard::new(size, 50), KifudClock::new());
        let (mut board_reports, mut clock_reports, mut write) = (Vec::new(), Vec::new(), Vec::new());
        let mut now = Mono::ZERO;
        kifud.opened(now, &mut write);
        igo.opened(now, &mut write);
        clock.opened(now, &mut write);
        for (pause, bytes) in parts {
            now = now.plus_ms(pause);
            write.clear();
            for bytes in [Some(bytes.as_slice()), None] {
                write.extend(kifud.step(now, bytes, &mut board_reports));
                write.extend(igo.step(now, bytes, &mut board_reports));
                write.extend(clock.step(now, bytes, &mut clock_reports));
            }
            prop_assert!(write.len() <= 200, "a moment of noise is no reason to talk: {}", write.len());
            for wake in [kifud.wake(), igo.wake(), clock.wake()] {
                prop_assert!(wake.is_none_or(|wake| wake > now), "a tick that does nothing would be called for ever");
            }
        }
        prop_assert_eq!(board_reports.len() + clock_reports.len(), 0);
    }
}
