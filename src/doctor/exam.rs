//! One device under examination: everything that its port and its bytes say, kept. Pure: no port, no clock of its own.

use std::collections::VecDeque;

use super::history::{History, PointIs};
use crate::clock::{ClockReading, Side};
use crate::go::{Point, Size};
use crate::sense::Orientation;
use crate::serial::{PortEvent, PortFault, PortSpec};
use crate::time::Mono;
use crate::wire::{
    BoardDriver, BoardReport, BoardSession, Cell, ClockDriver, ClockReport, ClockSession, Counts, Grid, Timed, board_session, clock_session,
};

/// So many of the last bytes are kept: enough for every protocol to be told from them (a Saiboard's answer has 1.8 kB), and for a bundle.
const RAW_KEPT: usize = 6_144;

/// Which device, for people: "board of t1".
pub type Subject = String;

/// What is listened with.
enum Ear {
    Board(Box<dyn BoardSession>, BoardDriver, u64),
    Clock(Box<dyn ClockSession>, ClockDriver),
}

/// How the port is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortIs {
    /// Nothing has been heard of it yet.
    Unknown,
    /// Open.
    Open,
    /// Not open, and why.
    Shut(PortFault),
}

/// How a board lies and what of it is left out, as configured.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lying {
    /// From sensors to the record.
    pub orientation: Orientation,
    /// Points of the record whose sensors are not believed.
    pub ignore: Vec<Point>,
    /// No stone lies on the board now: whatever shows one is stuck.
    pub empty: bool,
}

/// What a board has shown beside its points, and a clock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Heard {
    pub(super) greeting: Option<String>,
    pub(super) wrong_size: Option<Size>,
    pub(super) scans: u64,
    pub(super) gaps: u64,
    pub(super) restarts: u64,
    pub(super) unverified: u64,
    pub(super) touched: bool,
    pub(super) placed: Vec<Point>,
    pub(super) reading: Option<ClockReading>,
    pub(super) presses: [u64; 2],
    pub(super) buttons: u64,
    /// The clock speaks only when something is done to it.
    pub(super) only_when_touched: bool,
    /// No clock is connected to the box that speaks.
    pub(super) away: bool,
}

/// One device under examination.
pub struct Exam {
    /// Whose device it is.
    pub subject: Subject,
    /// Where it is looked for.
    pub spec: PortSpec,
    ear: Ear,
    pub(super) size: Size,
    /// Nobody has said which size it should have.
    any_size: bool,
    pub(super) lying: Lying,
    pub(super) port: PortIs,
    pub(super) opened: u64,
    /// When the port was first open, and the last moment that anything is known of.
    first_open: Option<Mono>,
    now: Mono,
    pub(super) bytes: u64,
    pub(super) raw: VecDeque<u8>,
    /// In record coordinates.
    pub(super) history: History,
    pub(super) heard: Heard,
}

impl std::fmt::Debug for Exam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exam").field("subject", &self.subject).field("heard", &self.heard).finish_non_exhaustive()
    }
}

impl Exam {
    /// A board that is expected to have this size.
    pub fn board(subject: impl Into<Subject>, spec: PortSpec, driver: BoardDriver, size: Size, poll_ms: u64, lying: Lying) -> Exam {
        let ear = Ear::Board(board_session(driver, size, poll_ms), driver, poll_ms);
        Exam::new(subject.into(), spec, ear, size, lying)
    }

    /// A clock.
    pub fn clock(subject: impl Into<Subject>, spec: PortSpec, driver: ClockDriver) -> Exam {
        let size = Size::square(19).expect("19 is a size");
        Exam::new(subject.into(), spec, Ear::Clock(clock_session(driver), driver), size, Lying::default())
    }

    /// Whatever size the board has is right.
    #[must_use]
    pub fn of_any_size(self) -> Exam {
        Exam { any_size: true, ..self }
    }

    fn new(subject: Subject, spec: PortSpec, ear: Ear, size: Size, lying: Lying) -> Exam {
        Exam {
            subject,
            spec,
            ear,
            size,
            any_size: false,
            lying,
            port: PortIs::Unknown,
            opened: 0,
            first_open: None,
            now: Mono::ZERO,
            bytes: 0,
            raw: VecDeque::new(),
            history: History::new(size),
            heard: Heard::default(),
        }
    }

    /// News of its port; `write` is what the device is asked. Nothing of it changes anything in the device but what it sends.
    /// Returns what the board said, in sensor coordinates.
    pub fn port(&mut self, event: &PortEvent, write: &mut Vec<u8>) -> Vec<BoardReport> {
        match event {
            PortEvent::Opened { at } => {
                self.first_open.get_or_insert(at.mono);
                self.now = at.mono;
                (self.port, self.opened) = (PortIs::Open, self.opened + 1);
                match &mut self.ear {
                    Ear::Board(session, ..) => session.opened(at.mono, write),
                    Ear::Clock(session, _) => session.opened(at.mono, write),
                }
                Vec::new()
            }
            PortEvent::Bytes { at, bytes } => {
                self.now = at.mono;
                self.bytes += bytes.len() as u64;
                self.raw.extend(bytes);
                let surplus = self.raw.len().saturating_sub(RAW_KEPT);
                self.raw.drain(..surplus);
                self.listen(at.mono, Some(bytes), write)
            }
            PortEvent::Lost { fault, .. } | PortEvent::Waiting { fault, .. } => {
                self.port = PortIs::Shut(fault.clone());
                Vec::new()
            }
            PortEvent::WritesDropped { .. } => Vec::new(),
        }
    }

    /// When [`Exam::tick`] is wanted.
    pub fn wake(&self) -> Option<Mono> {
        if self.port != PortIs::Open {
            return None;
        }
        match &self.ear {
            Ear::Board(session, ..) => session.wake(),
            Ear::Clock(session, _) => session.wake(),
        }
    }

    /// Time passes: polls, repeats.
    pub fn tick(&mut self, now: Mono, write: &mut Vec<u8>) -> Vec<BoardReport> {
        self.now = self.now.max(now);
        if self.wake().is_some_and(|wake| wake <= now) { self.listen(now, None, write) } else { Vec::new() }
    }

    fn listen(&mut self, now: Mono, bytes: Option<&[u8]>, write: &mut Vec<u8>) -> Vec<BoardReport> {
        let (mut board, mut clock): (Vec<Timed<BoardReport>>, Vec<Timed<ClockReport>>) = (Vec::new(), Vec::new());
        match (&mut self.ear, bytes) {
            (Ear::Board(session, ..), Some(bytes)) => session.received(now, bytes, &mut board, write),
            (Ear::Board(session, ..), None) => session.tick(now, &mut board, write),
            (Ear::Clock(session, _), Some(bytes)) => session.received(now, bytes, &mut clock, write),
            (Ear::Clock(session, _), None) => session.tick(now, &mut clock, write),
        }
        for report in clock {
            self.clock_says(&report.what);
        }
        let reports: Vec<BoardReport> = board.into_iter().map(|report| report.what).collect();
        for report in &reports {
            self.board_says(now, report, write);
        }
        reports
    }

    fn board_says(&mut self, now: Mono, report: &BoardReport, write: &mut Vec<u8>) {
        match report {
            BoardReport::Greeting(greeting) => {
                let sees = if greeting.sees_color { "sees colours" } else { "sees no colours" };
                let serial = greeting.serial.as_ref().map_or_else(String::new, |serial| format!("\"{serial}\", "));
                self.heard.greeting = Some(format!("{serial}{sees}"));
            }
            BoardReport::Scan(grid) => {
                self.heard.scans += 1;
                let mut grid = self.lying.orientation.grid_to_record(grid);
                for &point in &self.lying.ignore {
                    grid.set(point, Cell::Unreadable);
                }
                self.history.show(now, &grid);
            }
            BoardReport::Unchanged => self.heard.scans += 1,
            BoardReport::Placed(sensor) => {
                self.heard.placed.extend(self.lying.orientation.to_record(*sensor, self.size));
            }
            BoardReport::Unverified => self.heard.unverified += 1,
            BoardReport::Touch(on) => self.heard.touched = *on,
            BoardReport::Restarted => self.heard.restarts += 1,
            BoardReport::Gap => self.heard.gaps += 1,
            BoardReport::WrongSize(size) => self.be_of_size(now, *size, write),
            // They are unreadable in the scans.
            BoardReport::Faults(_) | BoardReport::Trays(_) => {}
        }
    }

    /// The board has another size than it should have: that is a finding, and it is looked at as it is.
    fn be_of_size(&mut self, now: Mono, size: Size, write: &mut Vec<u8>) {
        let Ear::Board(session, driver, poll_ms) = &mut self.ear else { return };
        if size == self.size {
            return;
        }
        *session = board_session(*driver, size, *poll_ms);
        session.opened(now, write);
        if !std::mem::take(&mut self.any_size) {
            self.heard.wrong_size = Some(size);
        }
        (self.size, self.history) = (size, History::new(size));
        self.lying.ignore.clear();
    }

    fn clock_says(&mut self, report: &ClockReport) {
        self.heard.away = *report == ClockReport::Away;
        match report {
            ClockReport::Greeting(greeting) => {
                let keeps = if greeting.keeps_time { "keeps time" } else { "keeps no time" };
                let serial = greeting.serial.as_ref().map_or_else(String::new, |serial| format!("\"{serial}\", "));
                self.heard.greeting = Some(format!("{serial}{keeps}"));
                self.heard.only_when_touched = greeting.manner.only_when_touched;
            }
            ClockReport::Press(side) => self.heard.presses[side.index()] += 1,
            ClockReport::Times(reading) => self.heard.reading = Some(*reading),
            ClockReport::PauseButton | ClockReport::ArbiterButton => self.heard.buttons += 1,
            ClockReport::Restarted => self.heard.restarts += 1,
            ClockReport::Gap => self.heard.gaps += 1,
            ClockReport::Away => self.heard.reading = None,
            ClockReport::NoAnswer => {}
        }
    }

    /// What was read and dropped.
    pub fn counts(&self) -> Counts {
        match &self.ear {
            Ear::Board(session, ..) => session.counts(),
            Ear::Clock(session, _) => session.counts(),
        }
    }

    /// The name of its protocol in the configuration.
    pub fn driver(&self) -> &'static str {
        match &self.ear {
            Ear::Board(_, driver, _) => driver.name(),
            Ear::Clock(_, driver) => driver.name(),
        }
    }

    /// The board's protocol; `None` for a clock.
    pub fn board_driver(&self) -> Option<BoardDriver> {
        match &self.ear {
            Ear::Board(_, driver, _) => Some(*driver),
            Ear::Clock(..) => None,
        }
    }

    /// Something has come of it that a person can look at: what stands, or both times.
    pub fn has_shown(&self) -> bool {
        match &self.ear {
            Ear::Board(_, driver, _) if driver.shows_scans() => self.history.grid().is_some(),
            Ear::Board(..) => self.counts().frames > 0,
            Ear::Clock(..) => self.heard.reading.is_some(),
        }
    }

    /// Its port cannot be opened now.
    pub fn is_shut(&self) -> bool {
        matches!(self.port, PortIs::Shut(_))
    }

    /// How the port is.
    pub fn port_is(&self) -> &PortIs {
        &self.port
    }

    /// What the board shows, in record coordinates.
    pub fn grid(&self) -> Option<&Grid> {
        self.history.grid()
    }

    /// The size of the board as it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How far a point of the record can be trusted.
    pub fn point(&self, point: Point) -> PointIs {
        if self.lying.ignore.contains(&point) { PointIs::Ignored } else { self.history.point(point, self.lying.empty) }
    }

    /// The points of one kind, row by row from the top left of the record.
    pub fn points_that_are(&self, kind: PointIs) -> Vec<Point> {
        self.size.points().filter(|&point| self.point(point) == kind).collect()
    }

    /// The last bytes, oldest first.
    pub fn raw(&self) -> Vec<u8> {
        self.raw.iter().copied().collect()
    }

    /// How long the port has been looked at since it was first open, in ms.
    pub fn looked_ms(&self) -> u64 {
        self.first_open.map_or(0, |first| self.now.since_ms(first))
    }

    /// Presses of a side of the clock.
    pub fn presses(&self, side: Side) -> u64 {
        self.heard.presses[side.index()]
    }
}
