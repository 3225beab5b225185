//! The host's side of a `kifud` board: changes folded into whole scans.

use super::board_packet::{BoardHello, Change, FromBoard, StreamMode, ToBoard, caps};
use super::known_map::KnownMap;
use super::link::{FromDevice, Heard, Link, Order};
use super::packet::{FaultBits, Map, Refused, printable};
use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::serial_transfer::Frame;
use crate::wire::stuck::StuckLines;
use crate::wire::{BoardCommand, BoardGreeting, BoardReport, BoardSession, Cell, Counts, Grid, Timed};

/// Scans a second asked for: a stone is seen 20 ms after it lies, and 115200 baud carry ten times the changes of two quick hands.
const SCAN_HZ: u8 = 50;
/// A SNAPSHOT that has not come by then was lost: the longest takes 15 ms at 115200 baud.
const SNAPSHOT_REPEAT_MS: u64 = 500;

impl FromDevice for FromBoard {
    fn decode(id: u8, content: &[u8]) -> Result<FromBoard, Refused> {
        FromBoard::decode(id, content)
    }

    fn boot_id(&self) -> Option<u32> {
        match self {
            FromBoard::Hello(hello) => Some(hello.boot_id),
            _ => None,
        }
    }
}

/// A board that speaks the `kifud` protocol, seen from the host.
///
/// A scan is reported only when every packet since the last SNAPSHOT has been heard. After a gap, or when ALIVE shows another map,
/// nothing is reported until the next SNAPSHOT: changes on top of a map that missed some would show a board that never was.
#[derive(Debug)]
pub struct KifudBoard {
    size: Size,
    link: Link,
    /// What the board said of itself, once it has greeted on this port with the right size.
    greeting: Option<BoardGreeting>,
    /// The other size that was reported.
    wrong_size: Option<Size>,
    /// The map last reported by the board; `None` while it is not surely known.
    map: Option<KnownMap>,
    /// Points that FAULTS names.
    faulty: Vec<bool>,
    /// Points whose state is not known: the faulty ones, and those that were until the board has said what they show.
    hidden: Vec<bool>,
    /// Lines that fail as a whole without the board's knowing it.
    lines: StuckLines,
    /// When GET_SNAPSHOT is to be repeated.
    snapshot_due: Option<Mono>,
}

/// What became of a message.
enum Told {
    /// It was used, or there was nothing to use.
    Used,
    /// A whole scan is needed now.
    Unsure,
    /// It says what this board cannot say.
    Impossible,
}

type Reports = Vec<Timed<BoardReport>>;

impl KifudBoard {
    /// A session for a board that is expected to have this size.
    pub fn new(size: Size) -> KifudBoard {
        KifudBoard {
            size,
            link: Link::new(|write| ToBoard::GetHello.encode(write)),
            greeting: None,
            wrong_size: None,
            map: None,
            faulty: vec![false; size.area()],
            hidden: vec![false; size.area()],
            lines: StuckLines::new(size),
            snapshot_due: None,
        }
    }

    fn take(&mut self, now: Mono, frame: &Frame, reports: &mut Reports, write: &mut Vec<u8>) {
        let Some(Heard { at, order, greets, message }) = self.link.take::<FromBoard>(now, frame, write) else { return };
        let mut report = |what| reports.push(Timed { at, what });
        match order {
            Order::Next => {}
            Order::Restarted => {
                report(BoardReport::Restarted);
                if self.faulty.contains(&true) {
                    report(BoardReport::Faults(self.lines.points()));
                }
                self.faulty.fill(false);
                self.hidden.fill(false);
                self.lines.forget();
                self.greeting = None;
                self.wrong_size = None;
                self.map = None;
                self.snapshot_due = None;
            }
            Order::Gap if self.greeting.is_some() => {
                report(BoardReport::Gap);
                self.map = None;
            }
            Order::Gap => {}
        }
        // After a gap even a whole board is not all: FAULTS may have been lost before it.
        let mut unsure = order == Order::Gap && self.greeting.is_some();
        match message {
            Ok(FromBoard::Hello(hello)) if greets => {
                self.greeted(now, at, &hello, reports, write);
                unsure = false;
            }
            Ok(message) if self.greeting.is_some() => match self.told(at, message, reports) {
                Told::Used => {}
                Told::Unsure => unsure = true,
                Told::Impossible => {
                    self.link.impossible();
                    self.map = None;
                    unsure = true;
                }
            },
            Err(Refused::Malformed) if self.greeting.is_some() => {
                // Whatever it was to say is missing now.
                self.map = None;
                unsure = true;
            }
            Ok(_) | Err(_) => {}
        }
        if unsure {
            self.ask_snapshot(now, write);
        }
    }

    fn greeted(&mut self, now: Mono, at: Mono, hello: &BoardHello, reports: &mut Reports, write: &mut Vec<u8>) {
        let Some(size) = Size::square(hello.size) else { return };
        if size != self.size {
            if self.wrong_size.replace(size) != Some(size) {
                reports.push(Timed { at, what: BoardReport::WrongSize(size) });
            }
            self.greeting = None;
            self.map = None;
            self.snapshot_due = None;
            return;
        }
        let has = |cap| hello.caps & cap != 0;
        let greeting = BoardGreeting {
            size: Some(size),
            sees_color: has(caps::COLOR),
            lights: has(caps::LIGHTS),
            boot_id: Some(hello.boot_id),
            serial: printable(&hello.serial),
        };
        if self.greeting.as_ref() != Some(&greeting) {
            reports.push(Timed { at, what: BoardReport::Greeting(greeting.clone()) });
        }
        self.greeting = Some(greeting);
        self.wrong_size = None;
        let hz = if hello.scan_hz == 0 { SCAN_HZ } else { SCAN_HZ.min(hello.scan_hz) };
        ToBoard::Stream { mode: StreamMode::Changes, hz }.encode(write);
        self.ask_snapshot(now, write);
    }

    /// Takes what a greeted board says.
    fn told(&mut self, at: Mono, message: FromBoard, reports: &mut Reports) -> Told {
        let area = self.size.area();
        match message {
            FromBoard::Hello(_) => {}
            FromBoard::Snapshot(map) => {
                let known = self.map.as_mut().is_some_and(|known| known.is(&map));
                if known && self.hidden == self.faulty {
                    self.snapshot_due = None;
                    reports.push(Timed { at, what: BoardReport::Unchanged });
                    return Told::Used;
                }
                let Some(states) = map.states(area) else { return Told::Impossible };
                if self.map.is_none() {
                    // Something was missed: hands had time.
                    self.lines.forget();
                }
                self.map = Some(KnownMap::new(states));
                self.hidden.clone_from(&self.faulty);
                self.snapshot_due = None;
                self.show(at, reports);
            }
            FromBoard::Changes(changes) => return self.fold(at, &changes, reports),
            FromBoard::Faults(bits) => return self.mark(at, &bits, reports),
            FromBoard::Alive { map_crc } => {
                let Some(known) = &mut self.map else { return Told::Used };
                if known.crc() != map_crc {
                    self.map = None;
                    return Told::Unsure;
                }
                reports.push(Timed { at, what: BoardReport::Unchanged });
            }
            FromBoard::Trays(trays) => reports.push(Timed { at, what: BoardReport::Trays(trays) }),
            FromBoard::Touch(on) => reports.push(Timed { at, what: BoardReport::Touch(on) }),
        }
        Told::Used
    }

    fn fold(&mut self, at: Mono, changes: &[Change], reports: &mut Reports) -> Told {
        if changes.iter().any(|change| usize::from(change.index) >= self.size.area()) {
            return Told::Impossible;
        }
        let Some(map) = &mut self.map else { return Told::Used };
        for change in changes {
            let index = usize::from(change.index);
            map.set(index, change.state);
            self.hidden[index] = self.faulty[index];
        }
        self.show(at, reports);
        Told::Used
    }

    /// A point that can be read again shows nothing until the board has said what it is: the last known state may be long gone.
    fn mark(&mut self, at: Mono, bits: &FaultBits, reports: &mut Reports) -> Told {
        let Some(faulty) = bits.flags(self.size.area()) else { return Told::Impossible };
        let mended = self.faulty.iter().zip(&faulty).any(|(before, now)| *before && !now);
        self.faulty = faulty;
        reports.push(Timed { at, what: BoardReport::Faults(self.unreadable()) });
        let hidden: Vec<bool> = self.hidden.iter().zip(&self.faulty).map(|(hidden, faulty)| *hidden || *faulty).collect();
        if self.hidden != hidden {
            self.hidden = hidden;
            self.show(at, reports);
        }
        if mended { Told::Unsure } else { Told::Used }
    }

    /// Points that the board names, and those of lines that have failed.
    fn unreadable(&self) -> Vec<Point> {
        let failed = self.lines.points();
        let points = self.size.points().zip(&self.faulty).filter(|(point, faulty)| **faulty || failed.contains(point));
        points.map(|(point, _)| point).collect()
    }

    fn show(&mut self, at: Mono, reports: &mut Reports) {
        let Some(map) = &self.map else { return };
        let cells = map.states().iter().zip(&self.hidden).map(|(state, hidden)| if *hidden { Cell::Unreadable } else { state.cell() });
        if let Some(mut grid) = Grid::from_cells(self.size, cells.collect()) {
            if self.lines.hide_lines(&mut grid) {
                reports.push(Timed { at, what: BoardReport::Faults(self.unreadable()) });
            }
            reports.push(Timed { at, what: BoardReport::Scan(grid) });
        }
    }

    fn ask_snapshot(&mut self, now: Mono, write: &mut Vec<u8>) {
        ToBoard::GetSnapshot.encode(write);
        self.snapshot_due = Some(now.plus_ms(SNAPSHOT_REPEAT_MS));
    }
}

impl BoardSession for KifudBoard {
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        self.greeting = None;
        self.wrong_size = None;
        self.map = None;
        self.lines.forget();
        self.snapshot_due = None;
        self.link.opened(now, write);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, write: &mut Vec<u8>) {
        for frame in self.link.received(now, bytes) {
            self.take(now, &frame, reports, write);
        }
    }

    fn wake(&self) -> Option<Mono> {
        self.link.wake().into_iter().chain(self.snapshot_due).min()
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, write: &mut Vec<u8>) {
        for frame in self.link.tick(now, write) {
            self.take(now, &frame, reports, write);
        }
        if self.snapshot_due.is_some_and(|due| due <= now) {
            self.ask_snapshot(now, write);
        }
    }

    fn command(&mut self, now: Mono, command: &BoardCommand, write: &mut Vec<u8>) {
        match command {
            BoardCommand::Lights(values) => {
                let dark = self.greeting.as_ref().is_some_and(|greeting| !greeting.lights);
                if values.len() == self.size.area() && !dark {
                    ToBoard::Lights(Map::pack(values)).encode(write);
                }
            }
            // Before the greeting there is nothing to ask: a snapshot follows it anyway.
            BoardCommand::Rescan if self.greeting.is_some() => self.ask_snapshot(now, write),
            BoardCommand::Rescan => {}
        }
    }

    fn counts(&self) -> Counts {
        self.link.counts()
    }
}
