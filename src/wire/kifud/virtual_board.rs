//! A board made of nothing: the device's side of the protocol, for the simulator and the tests.

use super::board_packet::{BoardHello, Change, FromBoard, MAX_CHANGES, StreamMode, ToBoard, caps};
use super::packet::{FaultBits, Header, Map, PointState, is_sealed, unseal};
use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::serial_transfer::{Decoder, Frame};
use crate::wire::{Cell, Grid, Trays};

/// Fastest scan that HELLO claims.
const SCAN_HZ: u8 = 100;
/// ALIVE follows the last CHANGES so soon ("within 100 ms", with room for the line).
const ALIVE_AFTER_CHANGES_MS: u64 = 80;
/// ALIVE comes so often when nothing changes ("at least once a second").
const ALIVE_EVERY_MS: u64 = 900;

/// What lies on a virtual board, and what it has told its host. Bytes in, bytes out; time is given to it.
///
/// An isolated change is scanned at once; changes that follow faster than the stream's scans a second are seen together.
#[derive(Debug)]
pub struct VirtualBoard {
    size: Size,
    hello: BoardHello,
    decoder: Decoder,
    /// The board's own milliseconds at `started`.
    uptime_ms: u32,
    started: Mono,
    seq: u16,
    mode: StreamMode,
    scan_every_ms: u64,
    last_scan: Mono,
    scan_due: Option<Mono>,
    alive_due: Option<Mono>,
    lies: Vec<PointState>,
    faulty: Vec<bool>,
    shown: Vec<PointState>,
    shown_faulty: Vec<bool>,
    ever_faulty: bool,
    lights: Vec<u8>,
    counted: Option<Trays>,
}

impl VirtualBoard {
    /// An empty board that is switched off. `caps` are bits of [`caps`].
    pub fn new(size: Size, caps: u8, boot_id: u32) -> VirtualBoard {
        let area = size.area();
        VirtualBoard {
            size,
            hello: BoardHello { version: 1, size: size.width(), caps, scan_hz: SCAN_HZ, boot_id, serial: b"virtual".to_vec() },
            decoder: Decoder::new(is_sealed),
            uptime_ms: 0,
            started: Mono::ZERO,
            seq: 0,
            mode: StreamMode::Off,
            scan_every_ms: 1_000 / u64::from(SCAN_HZ),
            last_scan: Mono::ZERO,
            scan_due: None,
            alive_due: None,
            lies: vec![PointState::Empty; area],
            faulty: vec![false; area],
            shown: vec![PointState::Empty; area],
            shown_faulty: vec![false; area],
            ever_faulty: false,
            lights: vec![0; area],
            counted: None,
        }
    }

    /// Switches it on (again): it counts from zero, streams nothing, and says HELLO unasked. What lies on it stays.
    pub fn switched_on(&mut self, now: Mono, boot_id: u32, out: &mut Vec<u8>) {
        self.hello.boot_id = boot_id;
        self.decoder.forget();
        self.started = now;
        self.uptime_ms = 0;
        self.seq = 0;
        self.mode = StreamMode::Off;
        (self.scan_due, self.alive_due) = (None, None);
        self.shown.fill(PointState::Empty);
        self.shown_faulty.fill(false);
        self.lights.fill(0);
        self.say(now, &FromBoard::Hello(self.hello.clone()), out);
    }

    /// Sets the board's own milliseconds, to try their wrapping.
    pub fn set_uptime(&mut self, now: Mono, uptime_ms: u32) {
        (self.started, self.uptime_ms) = (now, uptime_ms);
    }

    /// Puts stones down and takes them off, all at one moment; `Unreadable` makes a point faulty, anything else mends it.
    pub fn set(&mut self, now: Mono, changes: &[(Point, Cell)], out: &mut Vec<u8>) {
        for &(point, cell) in changes.iter().filter(|(point, _)| self.size.contains(*point)) {
            let index = self.size.index(point);
            self.faulty[index] = cell == Cell::Unreadable;
            if let Some(state) = PointState::of(cell) {
                self.lies[index] = self.sensed(state);
            }
        }
        if self.mode == StreamMode::Changes && (self.lies != self.shown || self.faulty != self.shown_faulty) {
            self.scan_due.get_or_insert(self.last_scan.plus_ms(self.scan_every_ms).max(now));
        }
        self.tick(now, out);
    }

    fn sensed(&self, state: PointState) -> PointState {
        let colorless = self.hello.caps & caps::COLOR == 0 && state != PointState::Empty;
        if colorless { PointState::Unknown } else { state }
    }

    /// Counts of bowls and lids, when it has trays. A host that comes later is told them too.
    pub fn trays(&mut self, now: Mono, trays: Trays, out: &mut Vec<u8>) {
        self.counted = Some(trays);
        self.say_trays(now, out);
    }

    fn say_trays(&mut self, now: Mono, out: &mut Vec<u8>) {
        if let Some(trays) = self.counted.filter(|_| self.hello.caps & caps::TRAYS != 0 && self.mode != StreamMode::Off) {
            self.say(now, &FromBoard::Trays(trays), out);
        }
    }

    /// A hand comes or goes, when it feels hands.
    pub fn touch(&mut self, now: Mono, on: bool, out: &mut Vec<u8>) {
        if self.hello.caps & caps::TOUCH != 0 && self.mode != StreamMode::Off {
            self.say(now, &FromBoard::Touch(on), out);
        }
    }

    /// Takes the host's bytes and answers.
    pub fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.decoder.received(now, bytes, &mut frames);
        self.answer(now, &frames, out);
    }

    fn answer(&mut self, now: Mono, frames: &[Frame], out: &mut Vec<u8>) {
        for frame in frames {
            match unseal(frame.id, &frame.payload).map(|body| ToBoard::decode(frame.id, body)) {
                Some(Ok(ToBoard::GetHello)) => self.say(now, &FromBoard::Hello(self.hello.clone()), out),
                Some(Ok(ToBoard::GetSnapshot)) => self.snapshot(now, out),
                Some(Ok(ToBoard::Stream { mode, hz })) => {
                    self.stream(now, mode, hz);
                    self.say_trays(now, out);
                }
                Some(Ok(ToBoard::Lights(map))) => {
                    if let Some(values) = map.values(self.size.area()).filter(|_| self.hello.caps & caps::LIGHTS != 0) {
                        self.lights = values;
                    }
                }
                Some(Err(_)) | None => {}
            }
        }
    }

    fn stream(&mut self, now: Mono, mode: StreamMode, hz: u8) {
        self.mode = mode;
        self.scan_every_ms = 1_000 / u64::from(if hz == 0 { SCAN_HZ } else { hz.min(SCAN_HZ) });
        let differs = self.lies != self.shown || self.faulty != self.shown_faulty;
        self.scan_due = match mode {
            StreamMode::Off => None,
            StreamMode::Snapshots => Some(now.plus_ms(self.scan_every_ms)),
            StreamMode::Changes => differs.then_some(now.plus_ms(self.scan_every_ms)),
        };
        self.alive_due = (mode == StreamMode::Changes).then_some(now.plus_ms(ALIVE_EVERY_MS));
    }

    /// When [`VirtualBoard::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        [self.scan_due, self.alive_due, self.decoder.wake()].into_iter().flatten().min()
    }

    /// Scans and says ALIVE when they are due.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.decoder.expire(now, &mut frames);
        self.answer(now, &frames, out);
        if self.scan_due.is_some_and(|due| due <= now) {
            self.scan_due = None;
            self.last_scan = now;
            match self.mode {
                StreamMode::Off => {}
                StreamMode::Snapshots => {
                    self.snapshot(now, out);
                    self.scan_due = Some(now.plus_ms(self.scan_every_ms));
                }
                StreamMode::Changes => self.changes(now, out),
            }
        }
        if self.alive_due.is_some_and(|due| due <= now) {
            self.say(now, &FromBoard::Alive { map_crc: Map::of_states(&self.shown).crc() }, out);
            self.alive_due = Some(now.plus_ms(ALIVE_EVERY_MS));
        }
    }

    fn changes(&mut self, now: Mono, out: &mut Vec<u8>) {
        if self.faulty != self.shown_faulty {
            self.faults(now, out);
        }
        let differ = self.lies.iter().zip(&self.shown).enumerate().filter(|(_, (lies, shown))| lies != shown);
        let changes: Vec<Change> = differ.map(|(index, (&state, _))| Change { index: index as u16, state }).collect();
        match changes.len() {
            0 => return,
            1..=MAX_CHANGES => {
                self.say(now, &FromBoard::Changes(changes), out);
                self.shown.clone_from(&self.lies);
            }
            _ => self.snapshot(now, out),
        }
        self.alive_due = Some(now.plus_ms(ALIVE_AFTER_CHANGES_MS));
    }

    fn faults(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.ever_faulty = true;
        self.shown_faulty.clone_from(&self.faulty);
        self.say(now, &FromBoard::Faults(FaultBits::pack(&self.faulty)), out);
    }

    fn snapshot(&mut self, now: Mono, out: &mut Vec<u8>) {
        // Faults first, mended ones too: the scan behind them must not pass for a surer one than it is, and an earlier FAULTS may have
        // been lost.
        if self.ever_faulty || self.faulty.contains(&true) {
            self.faults(now, out);
        }
        self.shown.clone_from(&self.lies);
        self.say(now, &FromBoard::Snapshot(Map::of_states(&self.lies)), out);
    }

    fn say(&mut self, now: Mono, message: &FromBoard, out: &mut Vec<u8>) {
        let t_ms = self.uptime_ms.wrapping_add(now.since_ms(self.started) as u32);
        message.encode(Header { seq: self.seq, t_ms }, out);
        self.seq = self.seq.wrapping_add(1);
    }

    /// What the board shows now: `Unreadable` where it is faulty.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::filled(self.size, Cell::Unreadable);
        for ((point, state), faulty) in self.size.points().zip(&self.lies).zip(&self.faulty) {
            if !faulty {
                grid.set(point, state.cell());
            }
        }
        grid
    }

    /// When it last scanned and found something changed; the start of time before that.
    pub fn last_scan(&self) -> Mono {
        self.last_scan
    }

    /// The lights as the host set them, row by row from the top left.
    pub fn lights(&self) -> &[u8] {
        &self.lights
    }
}
