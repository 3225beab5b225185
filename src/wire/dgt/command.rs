//! Commands for the clock: one at a time, each acknowledged, or repeated a few times and given up.

use super::{BEEP, COMMAND_BEGINS, COMMAND_ENDS, SET_AND_RUN, TO_CLOCK};
use crate::clock::Side;
use crate::time::Mono;

/// An answer comes within one or two seconds.
const ANSWER_MS: u64 = 2_000;
/// A refused command is sent again after this: clocks refuse what comes too fast.
const AGAIN_MS: u64 = 1_000;
/// For so long after a command its answer may come again: the next one is not sent before, so that each answer has one question.
const ECHO_MS: u64 = 1_000;
/// So many times a command is repeated.
const REPEATS: u8 = 3;

/// The clock has done it.
const DONE: u8 = 0x10;

const LEFT_RUNS: u8 = 1;
const RIGHT_RUNS: u8 = 2;
const PAUSED: u8 = 4;
/// The lever goes on to work.
const LEVER_TOGGLES: u8 = 8;

/// Times of one sound: 64 ms.
const SOUND_MS: u16 = 64;
/// Three seconds; longer than that is an alarm.
const SOUNDS_MAX: u16 = 48;

/// What is wanted of the times.
#[derive(Debug, Clone, Copy, Default)]
struct Wanted {
    remaining_ms: Option<[u32; 2]>,
    run: Option<Option<Side>>,
}

#[derive(Debug)]
struct Sent {
    bytes: Vec<u8>,
    run: Option<Side>,
    command: u8,
    repeat: Mono,
    repeats_left: u8,
    refused: bool,
}

/// What waits and what is under way.
#[derive(Debug, Default)]
pub(super) struct Commands {
    wanted: Option<Wanted>,
    beep: Option<u16>,
    sent: Option<Sent>,
    /// Nothing is sent before.
    quiet_until: Mono,
    gave_up: bool,
}

impl Commands {
    pub(super) fn set(&mut self, remaining_ms: [u32; 2]) {
        self.wanted.get_or_insert_default().remaining_ms = Some(remaining_ms);
    }

    pub(super) fn run(&mut self, side: Option<Side>) {
        self.wanted.get_or_insert_default().run = Some(side);
    }

    pub(super) fn beep(&mut self, ms: u16) {
        self.beep = Some(ms);
    }

    /// Whatever waits is not carried out any more.
    pub(super) fn forget(&mut self) {
        self.gave_up |= self.wanted.take().is_some() | self.sent.take().is_some();
        self.beep = None;
        self.quiet_until = Mono::ZERO;
    }

    /// A command was given up since this was last asked.
    pub(super) fn gave_up(&mut self) -> bool {
        std::mem::take(&mut self.gave_up)
    }

    /// Sends what can be sent. `shown` is what the clock shows, `running` the side that runs.
    pub(super) fn send(&mut self, now: Mono, shown: Option<[u32; 2]>, running: Option<Side>, write: &mut Vec<u8>) {
        if let Some(sent) = &mut self.sent {
            if sent.repeat > now {
                return;
            }
            if let Some(left) = sent.repeats_left.checked_sub(1) {
                (sent.repeats_left, sent.repeat, sent.refused) = (left, now.plus_ms(ANSWER_MS), false);
                write.extend_from_slice(&sent.bytes);
                return;
            }
            self.gave_up |= sent.command == SET_AND_RUN;
            self.sent = None;
        }
        if now < self.quiet_until {
            return;
        }
        if let Some(wanted) = self.wanted.take() {
            // The clock is set and let run with one command; what nobody wants changed stays as it is shown.
            if let Some(times) = wanted.remaining_ms.or(shown) {
                let run = wanted.run.unwrap_or(running);
                self.begin(now, SET_AND_RUN, run, set_and_run(times, run), write);
                return;
            }
            self.gave_up = true;
        }
        if let Some(ms) = self.beep.take() {
            let sounds = ms.div_ceil(SOUND_MS).clamp(1, SOUNDS_MAX) as u8;
            self.begin(now, BEEP, None, command(&[BEEP, sounds]), write);
        }
    }

    fn begin(&mut self, now: Mono, command: u8, run: Option<Side>, bytes: Vec<u8>, write: &mut Vec<u8>) {
        write.extend_from_slice(&bytes);
        self.sent = Some(Sent { bytes, run, command, repeat: now.plus_ms(ANSWER_MS), repeats_left: REPEATS, refused: false });
    }

    /// The clock answers a command; returns the side that it was told to run, when it now does what it was told.
    pub(super) fn answered(&mut self, now: Mono, command: u8, answer: u8) -> Option<Option<Side>> {
        let sent = self.sent.as_mut().filter(|sent| sent.command == command && !sent.refused)?;
        if answer != DONE {
            (sent.refused, sent.repeat) = (true, now.plus_ms(AGAIN_MS));
            return None;
        }
        let run = (command == SET_AND_RUN).then_some(sent.run);
        self.sent = None;
        self.quiet_until = now.plus_ms(ECHO_MS);
        run
    }

    /// When [`Commands::send`] has something to do.
    pub(super) fn wake(&self) -> Option<Mono> {
        if self.gave_up {
            return Some(Mono::ZERO);
        }
        let waits = self.wanted.is_some() || self.beep.is_some();
        self.sent.as_ref().map(|sent| sent.repeat).or_else(|| waits.then_some(self.quiet_until))
    }
}

/// Both times, left side first, and the side that runs.
fn set_and_run(times: [u32; 2], run: Option<Side>) -> Vec<u8> {
    let mode = match run {
        Some(Side::Left) => LEFT_RUNS | LEVER_TOGGLES,
        Some(Side::Right) => RIGHT_RUNS | LEVER_TOGGLES,
        None => PAUSED | LEFT_RUNS,
    };
    let hms = |ms: u32| {
        // Rounded up: a command never takes time from anybody.
        let seconds = ms.div_ceil(1_000).min(9 * 3_600 + 59 * 60 + 59);
        [(seconds / 3_600) as u8, (seconds / 60 % 60) as u8, (seconds % 60) as u8]
    };
    command(&[&[SET_AND_RUN][..], &hms(times[0]), &hms(times[1]), &[mode]].concat())
}

fn command(body: &[u8]) -> Vec<u8> {
    [&[TO_CLOCK, body.len() as u8 + 2, COMMAND_BEGINS][..], body, &[COMMAND_ENDS]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_the_bytes_of_the_protocol() {
        assert_eq!(
            set_and_run([3_723_000, 59_001], Some(Side::Right)),
            [0x2B, 0x0A, 0x03, 0x0A, 1, 2, 3, 0, 1, 0, 0x0A, 0x00],
            "left 1:02:03, right 59.001 s rounded up"
        );
        assert_eq!(set_and_run([0, 0], None)[10], 5);
        assert_eq!(command(&[0x09]), [0x2B, 0x03, 0x03, 0x09, 0x00]);
        let mut write = Vec::new();
        let mut commands = Commands::default();
        commands.beep(100);
        commands.send(Mono::ZERO, None, None, &mut write);
        assert_eq!(write, [0x2B, 0x04, 0x03, 0x0B, 2, 0x00]);
    }
}
