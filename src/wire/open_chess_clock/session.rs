//! The host's side of an open-chess-clock.

use super::ANSWER;
use super::decoder::{Decoder, Message};
use crate::clock::{ClockManner, ClockReading, Side};
use crate::time::Mono;
use crate::wire::{ClockCommand, ClockGreeting, ClockReport, ClockSession, Counts, Timed};

/// Between two presses it says nothing. A cable that is pulled closes the port; a clock that hangs is not found before this.
const SILENCE_MS: u64 = 24 * 3_600_000;
/// A button, a few bytes at 57600 baud, and what adapters hold back.
const UNCERTAINTY_MS: u32 = 20;
/// Half a second a minute is what its maker saw: 8 of a thousand.
const RATE_ERROR_PER_MILLE: u32 = 10;
/// So far from zero, beside what its rate may have done, a time may seem when it is over.
const OVER_MS: u64 = 1_000;

type Reports = Vec<Timed<ClockReport>>;

/// An open-chess-clock seen from the host: what happened did so when its bytes came.
#[derive(Debug, Default)]
pub struct OpenChessClock {
    decoder: Decoder,
    counts: Counts,
    greeted: bool,
    /// It has been used since it started.
    used: bool,
    /// What each side had when it was last told; left first.
    left_ms: [Option<u32>; 2],
    /// The side that runs, and since when.
    running: Option<(Side, Mono)>,
    paused: bool,
    /// Something was asked that it cannot do.
    refused: bool,
}

impl OpenChessClock {
    /// A session with a clock that has said nothing yet.
    pub fn new() -> OpenChessClock {
        OpenChessClock::default()
    }

    fn forget_clock(&mut self) {
        (self.used, self.left_ms, self.running, self.paused) = (false, [None; 2], None, false);
    }

    fn take(&mut self, now: Mono, message: Message, reports: &mut Reports, write: &mut Vec<u8>) {
        self.counts.frames += 1;
        if message == Message::Handshake {
            write.extend_from_slice(&ANSWER);
            // It repeats this until it is answered; once it has been used it means a start.
            if self.used {
                self.forget_clock();
                self.greeted = false;
                reports.push(Timed { at: now, what: ClockReport::Restarted });
            }
        }
        if !std::mem::replace(&mut self.greeted, true) {
            reports.push(Timed { at: now, what: ClockReport::Greeting(greeting()) });
        }
        self.used |= !matches!(message, Message::Handshake | Message::HandshakeAnswer);
        match message {
            Message::Handshake | Message::HandshakeAnswer => {}
            Message::Pressed { player, left_ms } => {
                self.pressed(now, if player == 0 { Side::Left } else { Side::Right }, left_ms, reports);
            }
            Message::Times(times) => {
                self.left_ms = times.map(Some);
                // It runs on from what it has just said.
                self.running = self.running.map(|(side, _)| (side, now));
                self.show(now, [false; 2], reports);
            }
            Message::Paused(left_ms) => {
                if let Some((side, _)) = self.running {
                    self.left_ms[side.index()] = Some(left_ms);
                }
                self.paused = true;
                self.show(now, [false; 2], reports);
            }
            Message::Finish => self.finished(now, reports),
        }
    }

    /// The other side's time runs now, and this one has so much: its player has pressed, or the clock goes on after a pause.
    fn pressed(&mut self, now: Mono, side: Side, left_ms: u32, reports: &mut Reports) {
        let runs = self.running.map(|(running, _)| running);
        let was_paused = std::mem::take(&mut self.paused);
        let before = self.left_ms[side.index()].replace(left_ms);
        if runs == Some(side.other()) && (was_paused || before == Some(left_ms)) {
            // It goes on as it was, or says the same again.
            if was_paused {
                self.running = Some((side.other(), now));
            }
            self.show(now, [false; 2], reports);
            return;
        }
        if runs == Some(side.other()) {
            // This side had stopped before, and has less now: it ran, and the press that let it run was not heard.
            self.counts.lost_frames += 1;
            reports.push(Timed { at: now, what: ClockReport::Gap });
        }
        if runs.is_some() {
            // First the time with which the turn ends, then the press that ends it.
            self.running = Some((side, now));
            self.show(now, [false; 2], reports);
        }
        reports.push(Timed { at: now, what: ClockReport::Press(side) });
        self.running = Some((side.other(), now));
        self.show(now, [false; 2], reports);
    }

    /// Somebody's time is said to be over: believed of the side that runs, when its time is.
    fn finished(&mut self, now: Mono, reports: &mut Reports) {
        let Some((side, since)) = self.running.filter(|_| !self.paused) else { return };
        let Some(left_ms) = self.left_ms[side.index()] else { return };
        let ran_ms = now.since_ms(since);
        let nearly = OVER_MS + ran_ms * u64::from(RATE_ERROR_PER_MILLE) / 1_000;
        if u64::from(left_ms) <= ran_ms + nearly {
            self.left_ms[side.index()] = Some(0);
            self.running = Some((side, now));
            let mut flag = [false; 2];
            flag[side.index()] = true;
            self.show(now, flag, reports);
        }
    }

    /// Both times, as soon as both are known.
    fn show(&self, now: Mono, flag: [bool; 2], reports: &mut Reports) {
        let [Some(left), Some(right)] = self.left_ms else { return };
        let reading = ClockReading {
            remaining_ms: [left, right],
            running: self.running.map(|(side, _)| side),
            periods_left: [None; 2],
            stones_left: [None; 2],
            flag,
            overtime: [false; 2],
            paused: self.paused,
            resolution_ms: 1,
        };
        reports.push(Timed { at: now, what: ClockReport::Times(reading) });
    }
}

fn greeting() -> ClockGreeting {
    let manner = ClockManner {
        uncertainty_ms: UNCERTAINTY_MS,
        rate_error_per_mille: RATE_ERROR_PER_MILLE,
        only_when_touched: true,
        stamps_presses: false,
        ..ClockManner::EXACT
    };
    ClockGreeting { keeps_time: true, settable: false, shows_periods: false, boot_id: None, serial: None, manner }
}

impl ClockSession for OpenChessClock {
    fn opened(&mut self, _now: Mono, _write: &mut Vec<u8>) {
        // Opening the port may have started it anew; then it says so itself.
        self.decoder.forget();
        self.forget_clock();
        self.greeted = false;
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, write: &mut Vec<u8>) {
        let mut messages = Vec::new();
        self.decoder.received(now, bytes, &mut messages);
        for message in messages {
            self.take(now, message, reports, write);
        }
    }

    fn wake(&self) -> Option<Mono> {
        if self.refused { Some(Mono::ZERO) } else { self.decoder.wake() }
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, _write: &mut Vec<u8>) {
        self.decoder.expire(now);
        if std::mem::take(&mut self.refused) {
            reports.push(Timed { at: now, what: ClockReport::NoAnswer });
        }
    }

    fn command(&mut self, _now: Mono, command: &ClockCommand, _write: &mut Vec<u8>) {
        self.refused |= !matches!(command, ClockCommand::Beep(_));
    }

    fn counts(&self) -> Counts {
        Counts { bad_frames: self.decoder.bad_frames(), stray_bytes: self.decoder.stray_bytes(), ..self.counts }
    }

    fn silence_ms(&self) -> u64 {
        SILENCE_MS
    }
}
