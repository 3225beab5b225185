//! The host's side of a Saiboard.

use super::answer::{ANSWER_MAX, Answer, Read, read};
use super::sensors::Sensors;
use super::touch::Touch;
use super::{ASK, END};
use crate::go::Size;
use crate::time::Mono;
use crate::wire::stuck::{Judged, StuckLines};
use crate::wire::tared::Tared;
use crate::wire::{BoardCommand, BoardGreeting, BoardReport, BoardSession, Counts, Grid, Timed};

/// Nothing has come for so long: asked again. At 115200 baud an answer takes 170 ms, and it has begun long before that.
const ANSWER_MS: u64 = 1_000;
/// A size other than the configured one is believed when it is seen so many times in a row.
const SURE_OF_SIZE: u8 = 2;

type Reports = Vec<Timed<BoardReport>>;

/// A Saiboard seen from the host: polled, colours by the sign of the field, without a time of its own (a scan's moment is its arrival).
#[derive(Debug)]
pub struct Saiboard {
    size: Size,
    poll_ms: u64,
    counts: Counts,
    /// The answer so far; nothing beyond [`ANSWER_MAX`] bytes is kept.
    answer: Vec<u8>,
    /// It is longer than any answer, or its beginning was missed.
    overlong: bool,
    joining: bool,
    /// When the outstanding scan was asked for, and since when nothing has been heard.
    asked: Option<Mono>,
    heard: Mono,
    poll_due: Option<Mono>,
    greeted: bool,
    other_size: Option<(Size, u8)>,
    sensors: Sensors,
    touch: Touch,
    touched: bool,
    tared: Tared,
    lines: StuckLines,
    /// What the sensors showed last, when it was reported since the port was opened.
    last: Option<Grid>,
}

impl Saiboard {
    /// A session for a board of this size that is asked for a scan every `poll_ms` (at least 1), or as often as it answers.
    pub fn new(size: Size, poll_ms: u64) -> Saiboard {
        Saiboard {
            size,
            poll_ms: poll_ms.max(1),
            counts: Counts::default(),
            answer: Vec::with_capacity(ANSWER_MAX),
            overlong: false,
            joining: true,
            asked: None,
            heard: Mono::ZERO,
            poll_due: None,
            greeted: false,
            other_size: None,
            sensors: Sensors::new(size),
            touch: Touch::default(),
            touched: false,
            tared: Tared::default(),
            lines: StuckLines::new(size),
            last: None,
        }
    }

    fn poll(&mut self, now: Mono, write: &mut Vec<u8>) {
        write.extend_from_slice(ASK);
        self.asked = Some(now);
        self.heard = now;
        self.poll_due = None;
    }

    /// When something is to be asked: a new scan, or the one that is not answered.
    fn ask_due(&self) -> Option<Mono> {
        self.poll_due.or_else(|| self.asked.map(|_| self.heard.plus_ms(ANSWER_MS)))
    }

    /// An answer is at its end.
    fn ended(&mut self, now: Mono, reports: &mut Reports) {
        let answer = std::mem::take(&mut self.answer);
        let (overlong, joined) = (std::mem::take(&mut self.overlong), std::mem::take(&mut self.joining));
        match read(&answer) {
            // Only an answer with sensors is what was asked for; whatever else comes between is no reason to ask again.
            Read::Answer(answer) if !overlong => {
                if let Some(asked) = self.asked.take() {
                    self.poll_due = Some(asked.plus_ms(self.poll_ms).max(now));
                }
                self.take(now, &answer, reports);
            }
            Read::Other if !overlong => self.counts.unknown_frames += 1,
            // The end of an answer that was under way when the port was opened.
            _ if joined => self.counts.stray_bytes += answer.len() as u64,
            _ => self.counts.bad_frames += 1,
        }
        self.answer = answer;
        self.answer.clear();
    }

    fn take(&mut self, now: Mono, answer: &Answer, reports: &mut Reports) {
        if answer.size != self.size {
            self.counts.bad_frames += 1;
            self.another_size(now, answer.size, reports);
            return;
        }
        self.other_size = None;
        let touched = answer.touch.is_some_and(|count| self.touch.feels(now, count, self.sensors.stones(&answer.hall)));
        if std::mem::replace(&mut self.touched, touched) != touched {
            self.greet(now, reports);
            reports.push(Timed { at: now, what: BoardReport::Touch(touched) });
        }
        if touched {
            self.counts.frames += 1;
            return;
        }
        let Some(grid) = self.sensors.look(&answer.hall) else {
            self.counts.frames += 1;
            return;
        };
        if self.show(now, grid, reports) {
            self.counts.frames += 1;
        } else {
            self.counts.bad_frames += 1;
        }
    }

    /// Reports what the sensors show; false when no board can show it.
    fn show(&mut self, now: Mono, seen: Grid, reports: &mut Reports) -> bool {
        if self.last.as_ref() == Some(&seen) {
            self.tared.unchanged(now);
            self.lines.stands();
            reports.push(Timed { at: now, what: BoardReport::Unchanged });
            return true;
        }
        let mut grid = seen.clone();
        let remembered = self.tared.judge(now, &mut grid);
        let Judged::Shown(grid, unreadable) = self.lines.judge(grid) else { return false };
        self.greet(now, reports);
        if let Some(points) = unreadable {
            reports.push(Timed { at: now, what: BoardReport::Faults(points) });
        }
        reports.push(Timed { at: now, what: BoardReport::Scan(grid) });
        self.tared.remember(now, remembered);
        self.last = Some(seen);
        true
    }

    fn greet(&mut self, now: Mono, reports: &mut Reports) {
        if !std::mem::replace(&mut self.greeted, true) {
            let greeting = BoardGreeting { size: Some(self.size), sees_color: true, lights: false, boot_id: None, serial: None };
            reports.push(Timed { at: now, what: BoardReport::Greeting(greeting) });
        }
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

impl BoardSession for Saiboard {
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        self.answer.clear();
        self.overlong = false;
        self.joining = true;
        self.greeted = false;
        self.other_size = None;
        self.touched = false;
        self.sensors.opened();
        self.tared.opened();
        self.lines.forget();
        self.last = None;
        self.poll(now, write);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, _write: &mut Vec<u8>) {
        self.heard = now;
        for part in bytes.split_inclusive(|&byte| byte == END) {
            let (text, ends) = part.split_last().filter(|(last, _)| **last == END).map_or((part, false), |(_, text)| (text, true));
            let room = ANSWER_MAX - self.answer.len();
            self.overlong |= text.len() > room;
            self.answer.extend_from_slice(&text[..text.len().min(room)]);
            self.counts.stray_bytes += text.len().saturating_sub(room) as u64;
            if ends {
                self.ended(now, reports);
            }
        }
    }

    fn wake(&self) -> Option<Mono> {
        self.ask_due()
    }

    fn tick(&mut self, now: Mono, _reports: &mut Reports, write: &mut Vec<u8>) {
        if self.ask_due().is_none_or(|due| due > now) {
            return;
        }
        if self.asked.is_some() && !self.answer.is_empty() {
            // Half an answer: what may still come of it ends with its NUL, and is none.
            self.counts.bad_frames += 1;
            self.answer.clear();
            self.overlong = false;
            self.joining = true;
        }
        self.poll(now, write);
    }

    fn command(&mut self, now: Mono, command: &BoardCommand, write: &mut Vec<u8>) {
        match command {
            BoardCommand::Rescan => self.poll(now, write),
            // It has lights; nothing here asks for them yet, and how bright they may be is not known.
            BoardCommand::Lights(_) => {}
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }
}
