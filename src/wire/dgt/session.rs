//! The host's side of a DGT clock.

use super::command::Commands;
use super::frame::{Decoder, Frame};
use super::message::{Answer, Said, Times, read};
use super::{SEND_CLOCK, SEND_UPDATES, TIMES, TIMES_LENGTH};
use crate::clock::{ClockManner, ClockReading, Side};
use crate::time::Mono;
use crate::wire::lever::{Lever, Runs, Told};
use crate::wire::{ClockCommand, ClockGreeting, ClockReport, ClockSession, Counts, Timed};

/// Nothing has come for so long: the times are asked for. A board that has been asked for its updates says them at least once a second.
const QUIET_MS: u64 = 1_300;
/// After so many questions without an answer the updates are asked for anew: the board may have been switched off.
const UPDATES_EVERY: u32 = 3;
/// The display has whole seconds.
const RESOLUTION_MS: u32 = 1_000;
/// A message may be so old when it comes (hardware C2).
const UNCERTAINTY_MS: u32 = 1_000;
/// A time that jumps up by this, or with the other one, is that of a clock that was set anew (hardware C5).
const SET_ANEW_MS: u32 = 3_600_000;
/// The same answer within this is the same: it comes again when the board is asked before the clock has been.
const ECHO_MS: u64 = 1_000;

/// A spontaneous answer has this bit in its second byte.
const SPONTANEOUS: u8 = 0x80;
const READY: u8 = 0x81;
const BUTTON: u8 = 0x88;
const RUN_OR_PAUSE: u8 = 0x33;

type Reports = Vec<Timed<ClockReport>>;

/// A DGT clock behind a DGT board, seen from the host. A report's moment is its arrival; what happened did so up to a second before.
#[derive(Debug)]
pub struct DgtClock {
    decoder: Decoder,
    counts: Counts,
    lever: Lever,
    commands: Commands,
    greeted: bool,
    away: bool,
    shown: Option<[u32; 2]>,
    /// A flag was shown on this side since the clock was set. It is taken off the display after some minutes, and the side is still in
    /// overtime.
    overtime: [bool; 2],
    last_answer: Option<(Mono, Answer)>,
    ask_due: Option<Mono>,
    unanswered: u32,
}

impl Default for DgtClock {
    fn default() -> DgtClock {
        DgtClock::new()
    }
}

impl DgtClock {
    /// A session with a clock that has said nothing yet.
    pub fn new() -> DgtClock {
        DgtClock {
            decoder: Decoder::new(),
            counts: Counts::default(),
            lever: Lever::new(Told::Level),
            commands: Commands::default(),
            greeted: false,
            away: false,
            shown: None,
            overtime: [false; 2],
            last_answer: None,
            ask_due: None,
            unanswered: 0,
        }
    }

    /// Another clock may be connected, or the same one with its lever the other way round.
    fn forget_clock(&mut self) {
        self.lever = Lever::new(Told::Level);
        self.commands.forget();
        (self.greeted, self.shown, self.overtime) = (false, None, [false; 2]);
    }

    fn take(&mut self, now: Mono, frame: &Frame, reports: &mut Reports) {
        if frame.id != TIMES {
            self.counts.unknown_frames += 1;
            return;
        }
        let said = (frame.length == TIMES_LENGTH).then(|| read(&frame.data)).flatten();
        let Some(said) = said else {
            self.counts.bad_frames += 1;
            return;
        };
        self.counts.frames += 1;
        (self.ask_due, self.unanswered) = (Some(now.plus_ms(QUIET_MS)), 0);
        match said {
            Said::Nothing => {}
            Said::NoClock => {
                if !std::mem::replace(&mut self.away, true) {
                    self.forget_clock();
                    reports.push(Timed { at: now, what: ClockReport::Away });
                }
            }
            Said::Answer(answer) => self.answer(now, answer, reports),
            Said::Times(times) => self.times(now, &times, reports),
        }
    }

    fn times(&mut self, now: Mono, times: &Times, reports: &mut Reports) {
        let mut report = |what| reports.push(Timed { at: now, what });
        self.away = false;
        if !std::mem::replace(&mut self.greeted, true) {
            report(ClockReport::Greeting(greeting()));
        }
        self.count_overtime(times);
        let shown_before = self.shown.replace(times.remaining_ms);
        let ran_before = self.lever.running();
        let mut presses = Vec::new();
        let runs = self.lever.lies(now, times.down, times.runs, times.remaining_ms, &mut presses);
        let last_press = presses.last().map(|press| press.at);
        reports.extend(presses.into_iter().map(|press| Timed { at: press.at, what: ClockReport::Press(press.side) }));
        let Runs::Known(running) = runs else { return };
        let reading = ClockReading {
            remaining_ms: times.remaining_ms,
            running,
            periods_left: [None; 2],
            stones_left: [None; 2],
            flag: times.blocked,
            overtime: self.overtime,
            paused: false,
            resolution_ms: RESOLUTION_MS,
        };
        if let (None, Some(at), Some(remaining_ms)) = (ran_before, last_press, shown_before)
            && at < now
        {
            // It has run since the press whose side is only known now.
            reports.push(Timed { at, what: ClockReport::Times(ClockReading { remaining_ms, ..reading }) });
        }
        reports.push(Timed { at: now, what: ClockReport::Times(reading) });
    }

    fn count_overtime(&mut self, times: &Times) {
        let rise = |side: Side| {
            let was = self.shown.map_or(times.remaining_ms[side.index()], |shown| shown[side.index()]);
            times.remaining_ms[side.index()].saturating_sub(was)
        };
        let (left, right) = (rise(Side::Left), rise(Side::Right));
        if (left > 0 && right > 0) || left.max(right) >= SET_ANEW_MS {
            self.overtime = [false; 2];
        }
        for side in 0..2 {
            self.overtime[side] |= times.flag_shown[side] && !times.blocked[side];
        }
    }

    fn answer(&mut self, now: Mono, answer: Answer, reports: &mut Reports) {
        let again = self.last_answer.is_some_and(|(at, last)| last == answer && now.since_ms(at) < ECHO_MS);
        let Answer([first, second, _, button]) = answer;
        if second & SPONTANEOUS == 0 {
            if let Some(run) = self.commands.answered(now, second, first) {
                self.lever.commanded(run);
            }
        } else if !again {
            match (second, button) {
                (READY, _) => {
                    self.forget_clock();
                    reports.push(Timed { at: now, what: ClockReport::Restarted });
                }
                (BUTTON, RUN_OR_PAUSE) => reports.push(Timed { at: now, what: ClockReport::PauseButton }),
                _ => {}
            }
        }
        if !again {
            self.last_answer = Some((now, answer));
        }
    }

    fn ask(&mut self, now: Mono, write: &mut Vec<u8>) {
        if self.unanswered.is_multiple_of(UPDATES_EVERY) {
            write.push(SEND_UPDATES);
        }
        write.push(SEND_CLOCK);
        self.unanswered = self.unanswered.wrapping_add(1);
        self.ask_due = Some(now.plus_ms(QUIET_MS));
    }
}

/// It can be set where it is in the mode in which a computer keeps its time; elsewhere it refuses, which is [`ClockReport::NoAnswer`].
fn greeting() -> ClockGreeting {
    let manner = ClockManner { uncertainty_ms: UNCERTAINTY_MS, stamps_presses: false, always_marks_overtime: false, ..ClockManner::EXACT };
    ClockGreeting { keeps_time: true, settable: true, shows_periods: false, boot_id: None, serial: None, manner }
}

impl ClockSession for DgtClock {
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        self.decoder.forget();
        self.forget_clock();
        self.away = false;
        self.last_answer = None;
        self.unanswered = 0;
        self.ask(now, write);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, write: &mut Vec<u8>) {
        let mut frames = Vec::new();
        self.decoder.received(now, bytes, &mut frames);
        for frame in frames {
            self.take(now, &frame, reports);
        }
        self.commands.send(now, self.shown, self.lever.running(), write);
    }

    fn wake(&self) -> Option<Mono> {
        [self.decoder.wake(), self.commands.wake(), self.ask_due].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, write: &mut Vec<u8>) {
        self.decoder.expire(now);
        self.commands.send(now, self.shown, self.lever.running(), write);
        if self.ask_due.is_some_and(|due| due <= now) {
            self.ask(now, write);
        }
        if self.commands.gave_up() {
            reports.push(Timed { at: now, what: ClockReport::NoAnswer });
        }
    }

    fn command(&mut self, now: Mono, command: &ClockCommand, write: &mut Vec<u8>) {
        match *command {
            // Periods are the clock's own program: it does not let anybody set them.
            ClockCommand::Set { remaining_ms, periods: _ } => self.commands.set(remaining_ms),
            ClockCommand::Run(side) => self.commands.run(side),
            ClockCommand::Beep(ms) => self.commands.beep(ms),
        }
        self.commands.send(now, self.shown, self.lever.running(), write);
    }

    fn lever_inverted(&self) -> bool {
        self.lever.is_inverted()
    }

    fn counts(&self) -> Counts {
        Counts { bad_frames: self.counts.bad_frames + self.decoder.bad_frames(), stray_bytes: self.decoder.stray_bytes(), ..self.counts }
    }
}
