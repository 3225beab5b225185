//! The host's side of an IGO board.

use super::{ASK_SCAN, ASK_VERSION, KEYS, LINE_CHARS, SCAN, VERSION, read_lines};
use crate::go::Size;
use crate::time::Mono;
use crate::wire::serial_transfer::{self, Decoder, Frame};
use crate::wire::stuck::{Judged, StuckLines};
use crate::wire::{BoardCommand, BoardGreeting, BoardReport, BoardSession, Cell, Counts, Grid, Timed};

/// No answer, or one that cannot be used: asked again so much later, as the board's own host does.
const RETRY_MS: u64 = 100;
/// The question for the version is repeated so often, and so many times in all: old firmware may not know it.
const VERSION_REPEAT_MS: u64 = 1_000;
const VERSION_ASKS: u8 = 3;
/// Sides that IGO boards are built with; any other length of an answer is a damaged one (the length is not covered by the checksum).
const BUILDS: [u8; 3] = [9, 13, 19];
/// A side other than the configured one is believed when it is seen so many times in a row: the checksum has only eight bits.
const SURE_OF_SIZE: u8 = 2;

/// An IGO board seen from the host: polled, presence only, without a time of its own (a scan's moment is its arrival).
#[derive(Debug)]
pub struct IgoBoard {
    size: Size,
    poll_ms: u64,
    decoder: Decoder,
    counts: Counts,
    greeting: Option<BoardGreeting>,
    /// The answer that was reported last since the port was opened, as it came: most are like the one before, and need not be read.
    last: Vec<u8>,
    lines: StuckLines,
    /// The side seen in place of the configured one, how often in a row, and whether it has been reported.
    other_side: Option<(u8, u8)>,
    /// When the outstanding scan was asked for.
    asked: Option<Mono>,
    poll_due: Option<Mono>,
    version_due: Option<Mono>,
    version_asks_left: u8,
    bad_frames_seen: u64,
}

type Reports = Vec<Timed<BoardReport>>;

fn ask(id: u8, question: &[u8], write: &mut Vec<u8>) {
    serial_transfer::encode(id, question, write).expect("questions have two bytes");
}

impl IgoBoard {
    /// A session for a board of this size that is asked for a scan every `poll_ms` (at least 1).
    pub fn new(size: Size, poll_ms: u64) -> IgoBoard {
        IgoBoard {
            size,
            poll_ms: poll_ms.max(1),
            decoder: Decoder::new(|_, _| true),
            counts: Counts::default(),
            greeting: None,
            last: Vec::new(),
            lines: StuckLines::new(size),
            other_side: None,
            asked: None,
            poll_due: None,
            version_due: None,
            version_asks_left: 0,
            bad_frames_seen: 0,
        }
    }

    fn poll(&mut self, now: Mono, write: &mut Vec<u8>) {
        ask(SCAN, ASK_SCAN, write);
        self.asked = Some(now);
        self.poll_due = Some(now.plus_ms(RETRY_MS.max(self.poll_ms)));
    }

    fn take(&mut self, now: Mono, frames: &[Frame], reports: &mut Reports) {
        for frame in frames {
            match frame.id {
                SCAN => self.scan(now, frame, reports),
                VERSION => {
                    self.counts.frames += 1;
                    self.version_due = None;
                    self.greet(frame.arrived, Some(&frame.payload), reports);
                }
                _ => self.counts.unknown_frames += 1,
            }
        }
        // A damaged answer is known to be lost: no need to wait for it.
        let bad_frames = self.decoder.bad_frames();
        if bad_frames != self.bad_frames_seen {
            self.bad_frames_seen = bad_frames;
            self.retry(now);
        }
    }

    fn retry(&mut self, now: Mono) {
        if self.asked.take().is_some() {
            self.poll_due = self.poll_due.map(|due| due.min(now.plus_ms(RETRY_MS)));
        }
    }

    fn scan(&mut self, now: Mono, frame: &Frame, reports: &mut Reports) {
        if frame.payload == self.last {
            self.lines.stands();
            reports.push(Timed { at: frame.arrived, what: BoardReport::Unchanged });
        } else if !self.news(frame, reports) {
            self.counts.bad_frames += 1;
            self.retry(now);
            return;
        }
        self.counts.frames += 1;
        self.other_side = None;
        if let Some(asked) = self.asked.take() {
            self.poll_due = Some(asked.plus_ms(self.poll_ms).max(now));
        }
    }

    /// Reads an answer that is not like the last; false when it cannot be used.
    fn news(&mut self, frame: &Frame, reports: &mut Reports) -> bool {
        let lines = read_lines(&frame.payload).filter(|lines| !torn(lines));
        let Some(grid) = lines.and_then(|lines| self.grid(&lines)) else {
            self.wrong_size(frame, reports);
            return false;
        };
        let Judged::Shown(grid, unreadable) = self.lines.judge(grid) else { return false };
        if self.greeting.is_none() {
            self.greet(frame.arrived, None, reports);
        }
        if let Some(points) = unreadable {
            reports.push(Timed { at: frame.arrived, what: BoardReport::Faults(points) });
        }
        reports.push(Timed { at: frame.arrived, what: BoardReport::Scan(grid) });
        self.last.clone_from(&frame.payload);
        true
    }

    /// The board that the lines show, or `None` when there are too many or too few.
    fn grid(&self, lines: &[u32]) -> Option<Grid> {
        if lines.len() != usize::from(self.size.height()) {
            return None;
        }
        let stone = |line: &u32, col: u8| line >> col & 1 == 1;
        let cells: Vec<Cell> = lines
            .iter()
            .flat_map(|line| (0..self.size.width()).map(move |col| stone(line, col)))
            .map(|stone| if stone { Cell::StoneOfUnknownColor } else { Cell::Empty })
            .collect();
        Grid::from_cells(self.size, cells)
    }

    fn wrong_size(&mut self, frame: &Frame, reports: &mut Reports) {
        let side = BUILDS.into_iter().find(|&side| frame.payload.len() == LINE_CHARS * usize::from(side));
        let Some(side) = side.filter(|&side| side != self.size.height()) else { return };
        let times = match self.other_side {
            Some((seen, times)) if seen == side => times.saturating_add(1),
            _ => 1,
        };
        self.other_side = Some((side, times));
        if times == SURE_OF_SIZE
            && let Some(size) = Size::square(side)
        {
            reports.push(Timed { at: frame.arrived, what: BoardReport::WrongSize(size) });
        }
    }

    fn greet(&mut self, at: Mono, version: Option<&[u8]>, reports: &mut Reports) {
        let text = version.map(|text| String::from_utf8_lossy(text).replace(|sign: char| !sign.is_ascii() || sign.is_ascii_control(), " "));
        let serial = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let greeting = BoardGreeting { size: None, sees_color: false, lights: false, boot_id: None, serial };
        if self.greeting.as_ref() != Some(&greeting) {
            reports.push(Timed { at, what: BoardReport::Greeting(greeting.clone()) });
        }
        self.greeting = Some(greeting);
    }
}

/// The first and the last line show different keys: they are from different moments.
fn torn(lines: &[u32]) -> bool {
    lines.first().zip(lines.last()).is_some_and(|(first, last)| (first ^ last) & KEYS != 0)
}

impl BoardSession for IgoBoard {
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        self.decoder.forget();
        self.greeting = None;
        self.last.clear();
        self.lines.forget();
        self.other_side = None;
        ask(VERSION, ASK_VERSION, write);
        self.version_due = Some(now.plus_ms(VERSION_REPEAT_MS));
        self.version_asks_left = VERSION_ASKS - 1;
        self.poll(now, write);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, _write: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.decoder.received(now, bytes, &mut frames);
        self.take(now, &frames, reports);
    }

    fn wake(&self) -> Option<Mono> {
        [self.decoder.wake(), self.poll_due, self.version_due].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, write: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.decoder.expire(now, &mut frames);
        self.take(now, &frames, reports);
        if self.version_due.is_some_and(|due| due <= now) {
            self.version_due = self.version_asks_left.checked_sub(1).map(|left| {
                self.version_asks_left = left;
                ask(VERSION, ASK_VERSION, write);
                now.plus_ms(VERSION_REPEAT_MS)
            });
        }
        if self.poll_due.is_some_and(|due| due <= now) {
            self.poll(now, write);
        }
    }

    fn command(&mut self, now: Mono, command: &BoardCommand, write: &mut Vec<u8>) {
        match command {
            BoardCommand::Rescan => self.poll(now, write),
            // How its lights are driven is not documented.
            BoardCommand::Lights(_) => {}
        }
    }

    fn counts(&self) -> Counts {
        Counts { bad_frames: self.counts.bad_frames + self.decoder.bad_frames(), stray_bytes: self.decoder.stray_bytes(), ..self.counts }
    }
}
