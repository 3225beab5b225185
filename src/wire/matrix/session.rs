//! The host's side of a matrix board.

use super::decoder::Decoder;
use crate::go::Size;
use crate::time::Mono;
use crate::wire::stuck::{Judged, StuckLines};
use crate::wire::tared::Tared;
use crate::wire::{BoardCommand, BoardGreeting, BoardReport, BoardSession, Counts, Grid, Timed};

/// A size other than the configured one is believed when it is seen so many times in a row: there is no checksum.
const SURE_OF_SIZE: u8 = 2;

type Reports = Vec<Timed<BoardReport>>;

/// A board that pushes ASCII lines: nothing is ever written to it, and a scan's moment is its arrival.
#[derive(Debug)]
pub struct MatrixBoard {
    size: Size,
    decoder: Decoder,
    counts: Counts,
    greeted: bool,
    /// The size seen in place of the configured one, and how often in a row.
    other_size: Option<(Size, u8)>,
    tared: Tared,
    lines: StuckLines,
    /// The board as it was sent last, when it was reported since the port was opened.
    last: Option<Grid>,
}

impl MatrixBoard {
    /// A session for a board that is expected to have this size.
    pub fn new(size: Size) -> MatrixBoard {
        MatrixBoard {
            size,
            decoder: Decoder::new(),
            counts: Counts::default(),
            greeted: false,
            other_size: None,
            tared: Tared::default(),
            lines: StuckLines::new(size),
            last: None,
        }
    }

    fn take(&mut self, now: Mono, board: Grid, reports: &mut Reports) {
        let mut report = |what| reports.push(Timed { at: now, what });
        if board.size() != self.size {
            self.counts.bad_frames += 1;
            self.another_size(now, board.size(), reports);
            return;
        }
        self.other_size = None;
        if self.last.as_ref() == Some(&board) {
            self.counts.frames += 1;
            self.tared.unchanged(now);
            self.lines.stands();
            report(BoardReport::Unchanged);
            return;
        }
        let mut grid = board.clone();
        let seen = self.tared.judge(now, &mut grid);
        let Judged::Shown(grid, unreadable) = self.lines.judge(grid) else {
            self.counts.bad_frames += 1;
            return;
        };
        self.counts.frames += 1;
        if !std::mem::replace(&mut self.greeted, true) {
            let greeting = BoardGreeting { size: Some(self.size), sees_color: true, lights: false, boot_id: None, serial: None };
            report(BoardReport::Greeting(greeting));
        }
        if let Some(points) = unreadable {
            report(BoardReport::Faults(points));
        }
        report(BoardReport::Scan(grid));
        self.tared.remember(now, seen);
        self.last = Some(board);
    }

    fn another_size(&mut self, now: Mono, size: Size, reports: &mut Reports) {
        let times = match self.other_size {
            Some((seen, times)) if seen == size => times.saturating_add(1),
            _ => 1,
        };
        self.other_size = Some((size, times));
        if times == SURE_OF_SIZE {
            reports.push(Timed { at: now, what: BoardReport::WrongSize(size) });
        }
    }
}

impl BoardSession for MatrixBoard {
    fn opened(&mut self, _now: Mono, _write: &mut Vec<u8>) {
        self.decoder.forget();
        self.greeted = false;
        self.other_size = None;
        self.tared.opened();
        self.lines.forget();
        self.last = None;
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, _write: &mut Vec<u8>) {
        let mut boards = Vec::new();
        self.decoder.received(now, bytes, &mut boards);
        for board in boards {
            self.take(now, board, reports);
        }
    }

    fn wake(&self) -> Option<Mono> {
        self.decoder.wake()
    }

    fn tick(&mut self, now: Mono, _reports: &mut Reports, _write: &mut Vec<u8>) {
        self.decoder.expire(now);
    }

    fn command(&mut self, _now: Mono, _command: &BoardCommand, _write: &mut Vec<u8>) {
        // It has no ears: the next scan comes by itself, and there are no lights.
    }

    fn counts(&self) -> Counts {
        Counts { bad_frames: self.counts.bad_frames + self.decoder.bad_boards(), stray_bytes: self.decoder.stray_bytes(), ..self.counts }
    }
}
