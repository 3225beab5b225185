//! The host's side of a YiHu board.

use super::SIDE;
use super::decoder::{Decoder, Notification, Said};
use crate::go::Size;
use crate::time::Mono;
use crate::wire::{BoardCommand, BoardGreeting, BoardReport, BoardSession, Counts, Timed};

/// How often the board says that it is idle is not known: so much silence is still no absence. A bridge that loses the board closes its port.
const SILENCE_MS: u64 = 30_000;

type Reports = Vec<Timed<BoardReport>>;

/// A YiHu board seen from the host: it tells where stones are put down, and nothing else. A placement's moment is its arrival.
#[derive(Debug)]
pub struct YihuBoard {
    size: Size,
    decoder: Decoder,
    counts: Counts,
    greeted: bool,
    /// The number of the last notification since the port was opened.
    seq: Option<u8>,
}

impl YihuBoard {
    /// A session for a board that is expected to have this size; there are only boards of 19x19 points.
    pub fn new(size: Size) -> YihuBoard {
        YihuBoard { size, decoder: Decoder::new(), counts: Counts::default(), greeted: false, seq: None }
    }

    fn take(&mut self, notifications: &[Notification], reports: &mut Reports) {
        for notification in notifications {
            match notification.said {
                Said::Here | Said::Placed(_) => self.counts.frames += 1,
                Said::Unknown => self.counts.unknown_frames += 1,
            }
            let at = notification.arrived;
            let mut report = |what| reports.push(Timed { at, what });
            let first = !std::mem::replace(&mut self.greeted, true);
            let board = Size::square(SIDE).filter(|&board| board != self.size);
            if let Some(board) = board {
                if first {
                    report(BoardReport::WrongSize(board));
                }
                continue;
            }
            if first {
                let greeting = BoardGreeting { size: Size::square(SIDE), sees_color: false, lights: false, boot_id: None, serial: None };
                report(BoardReport::Greeting(greeting));
            }
            let step = self.seq.replace(notification.seq).map(|last| notification.seq.wrapping_sub(last));
            match step {
                Some(1) => {}
                // A bridge that says everything twice.
                Some(0) => continue,
                // What was put down before the port was opened is not known either.
                None => report(BoardReport::Unverified),
                Some(step) => {
                    self.counts.lost_frames += u64::from(step - 1);
                    report(BoardReport::Unverified);
                }
            }
            report(match notification.said {
                Said::Placed(point) => BoardReport::Placed(point),
                Said::Here | Said::Unknown => BoardReport::Unchanged,
            });
        }
    }
}

impl BoardSession for YihuBoard {
    fn opened(&mut self, _now: Mono, _write: &mut Vec<u8>) {
        self.decoder.forget();
        self.greeted = false;
        self.seq = None;
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, _write: &mut Vec<u8>) {
        let mut notifications = Vec::new();
        self.decoder.received(now, bytes, &mut notifications);
        self.take(&notifications, reports);
    }

    fn wake(&self) -> Option<Mono> {
        self.decoder.wake()
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, _write: &mut Vec<u8>) {
        let mut notifications = Vec::new();
        self.decoder.expire(now, &mut notifications);
        self.take(&notifications, reports);
    }

    fn command(&mut self, _now: Mono, _command: &BoardCommand, _write: &mut Vec<u8>) {
        // There is no way to ask what stands; how its lights take whole pictures is not certain enough to use.
    }

    fn counts(&self) -> Counts {
        Counts { bad_frames: self.decoder.bad_frames(), stray_bytes: self.decoder.stray_bytes(), ..self.counts }
    }

    fn silence_ms(&self) -> u64 {
        SILENCE_MS
    }
}
