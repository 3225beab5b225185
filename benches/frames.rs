//! What a scan costs that shows nothing new: bytes through the board's session and the filter, as a table's desk does it. Nearly every
//! frame of a game is such a one. `cargo bench --bench frames` prints nanoseconds a frame.
//!
//! Before anything is timed, what comes out is looked at: one scan, then nothing that would reach the game.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kifud::go::{Color, Size};
use kifud::sense::{Filter, Orientation};
use kifud::time::Mono;
use kifud::wire::igo::{IgoBoard, VirtualIgo};
use kifud::wire::kifud::KifudBoard;
use kifud::wire::kifud::board_packet::{BoardHello, FromBoard, caps};
use kifud::wire::kifud::packet::{Header, Map, PointState};
use kifud::wire::serial_transfer;
use kifud::wire::{BoardReport, BoardSession, Cell, Timed};

/// Frames a round: as many as a board sends in some minutes.
const FRAMES: usize = 8_192;
/// Rounds; the median counts.
const ROUNDS: usize = 61;
/// What an unchanged frame of 19x19 points may cost.
const LIMIT_NS: f64 = 1_000.0;
/// Between two frames.
const STEP_MS: u64 = 20;

/// A session and a filter behind it, as in a table's desk.
struct Line<S> {
    session: S,
    filter: Filter,
    now: Mono,
    reports: Vec<Timed<BoardReport>>,
    write: Vec<u8>,
    passed: usize,
}

impl<S: BoardSession> Line<S> {
    fn new(mut session: S) -> Line<S> {
        let (now, mut write) = (Mono::from_millis(1_000_000), Vec::new());
        session.opened(now, &mut write);
        let filter = Filter::new(Orientation::STRAIGHT, Vec::new());
        Line { session, filter, now, reports: Vec::new(), write, passed: 0 }
    }

    fn frame(&mut self, bytes: &[u8]) {
        self.now = self.now.plus_ms(STEP_MS);
        self.session.received(self.now, bytes, &mut self.reports, &mut self.write);
        for report in self.reports.drain(..) {
            let passed = match report.what {
                BoardReport::Scan(grid) => self.filter.pass(&grid),
                BoardReport::Unchanged => self.filter.unchanged(),
                _ => None,
            };
            self.passed += usize::from(passed.is_some());
        }
        self.write.clear();
    }

    /// The median time of a frame, in ns; the frames of a round are made by `frames` before it is timed.
    #[expect(clippy::disallowed_methods, reason = "a benchmark measures")]
    fn measure(&mut self, mut frames: impl FnMut() -> Vec<Vec<u8>>) -> f64 {
        let mut rounds: Vec<Duration> = (0..ROUNDS)
            .map(|_| {
                let frames = frames();
                let began = Instant::now();
                for bytes in &frames {
                    self.frame(black_box(bytes));
                }
                began.elapsed()
            })
            .collect();
        rounds.sort();
        assert_eq!(self.passed, 1, "the first scan is news, and no other");
        rounds[ROUNDS / 2].as_secs_f64() * 1e9 / FRAMES as f64
    }
}

/// A board in the middle of a game: every third point is empty.
fn states(size: Size) -> Vec<PointState> {
    let states = [PointState::Black, PointState::White, PointState::Empty];
    (0..size.area()).map(|index| states[(index * 7 + index / 19) % 3]).collect()
}

fn igo(size: Size) -> f64 {
    let mut board = VirtualIgo::new(size);
    let lying = size.points().zip(states(size)).filter(|(_, state)| *state != PointState::Empty);
    board.set(&lying.map(|(point, _)| (point, Cell::Stone(Color::Black))).collect::<Vec<_>>());
    let (mut question, mut answer) = (Vec::new(), Vec::new());
    serial_transfer::encode(5, b"A\n", &mut question).expect("two bytes");
    board.received(Mono::ZERO, &question, &mut answer);
    let mut line = Line::new(IgoBoard::new(size, STEP_MS));
    line.frame(&answer);
    line.measure(|| vec![answer.clone(); FRAMES])
}

/// Frames of a `kifud` board with the numbers that follow the last.
struct Maker(Header);

impl Maker {
    fn next(&mut self, message: &FromBoard) -> Vec<u8> {
        let mut bytes = Vec::new();
        message.encode(self.0, &mut bytes);
        self.0 = Header { seq: self.0.seq.wrapping_add(1), t_ms: self.0.t_ms.wrapping_add(STEP_MS as u32) };
        bytes
    }
}

/// ALIVE, then SNAPSHOT.
fn kifud(size: Size) -> [f64; 2] {
    let map = Map::of_states(&states(size));
    let alive = FromBoard::Alive { map_crc: map.crc() };
    [alive, FromBoard::Snapshot(map.clone())].map(|again| {
        let mut maker = Maker(Header { seq: 1, t_ms: 10_000 });
        let hello = BoardHello { version: 1, size: size.width(), caps: caps::COLOR, scan_hz: 50, boot_id: 7, serial: Vec::new() };
        let mut line = Line::new(KifudBoard::new(size));
        line.frame(&maker.next(&FromBoard::Hello(hello)));
        line.frame(&maker.next(&FromBoard::Snapshot(map.clone())));
        line.measure(|| (0..FRAMES).map(|_| maker.next(&again)).collect())
    })
}

fn main() {
    let size = Size::square(19).expect("19 is a size");
    let [alive, snapshot] = kifud(size);
    for (name, ns) in [("igo, scan answer", igo(size)), ("kifud, ALIVE", alive), ("kifud, SNAPSHOT", snapshot)] {
        println!("{name}: {ns:.0} ns a frame, {:.2} of the {LIMIT_NS:.0} that it may cost", ns / LIMIT_NS);
    }
}
