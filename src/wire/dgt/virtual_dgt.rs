//! A DGT clock and its board made of nothing, for the simulator and the tests. No trade mark or serial number is imitated: it says times.

use super::message::{Answer, Times, encode};
use super::{BEEP, COMMAND_BEGINS, COMMAND_ENDS, SEND_CLOCK, SEND_UPDATES, SET_AND_RUN, TIMES_LENGTH, TO_CLOCK};
use crate::clock::Side;
use crate::time::Mono;
use crate::wire::faces::{ClockSetting, Faces};

/// The board looks at its clock so often.
const LOOK_MS: u64 = 400;
/// Once asked for updates it speaks at least so often.
const SPEAK_MS: u64 = 1_000;
/// For so long after a command its answer may be said again.
const ECHO_MS: u64 = 1_000;
/// The longest command.
const COMMAND_MAX: usize = 16;
/// The same without sending only what changed.
const SEND_UPDATES_NICE: u8 = 0x4B;

const READY: u8 = 0x81;
const BUTTON: u8 = 0x88;
const RUN_OR_PAUSE: u8 = 0x33;
const DONE: u8 = 0x10;
const REFUSED: u8 = 0x40;

/// What can be wrong with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DgtFault {
    /// Asked within a second after a command, it says its answer once more in place of the times.
    RepeatedAnswers(bool),
    /// The next message has nothing but zeros.
    Zeros,
    /// The next message shows times that are none of its own.
    OddReading,
    /// It calls left right, as if switched on with its lever the other way round.
    Inverted(bool),
    /// The cable between clock and board is out.
    Unconnected(bool),
    /// It answers no command.
    Deaf(bool),
    /// It keeps time by its own program and refuses to be set.
    OwnProgram(bool),
    /// The flags that are only shown are taken off the displays.
    FlagsTakenOff(bool),
}

/// A clock that keeps time, has a lever, and is looked at by a board. Bytes in, bytes out; time is given to it.
#[derive(Debug)]
pub struct VirtualDgt {
    faces: Faces,
    down: Side,
    seen: Option<Times>,
    command: Vec<u8>,
    updates: bool,
    look_due: Option<Mono>,
    speak_due: Mono,
    answer: Option<(Mono, Answer)>,
    repeats: bool,
    zeros: bool,
    odd: bool,
    inverted: bool,
    unconnected: bool,
    deaf: bool,
    own_program: bool,
    flags_off: bool,
    beeps: u32,
}

impl VirtualDgt {
    /// A clock that is switched off, set and not running.
    pub fn new(setting: ClockSetting) -> VirtualDgt {
        VirtualDgt {
            faces: Faces::new(setting),
            down: Side::Right,
            seen: None,
            command: Vec::new(),
            updates: false,
            look_due: None,
            speak_due: Mono::ZERO,
            answer: None,
            repeats: false,
            zeros: false,
            odd: false,
            inverted: false,
            unconnected: false,
            deaf: false,
            own_program: false,
            flags_off: false,
            beeps: 0,
        }
    }

    /// Switches it on (again), set and standing; the board says that the clock is ready when it has been asked for updates.
    pub fn switched_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.faces.set_anew(now);
        self.command.clear();
        self.look_due = Some(now);
        (self.speak_due, self.seen) = (now, None);
        if self.updates {
            self.say_answer(now, Answer([DONE, READY, 0, 0]), out);
        }
    }

    /// A line or a clock goes wrong.
    pub fn suffer(&mut self, fault: DgtFault) {
        match fault {
            DgtFault::RepeatedAnswers(on) => self.repeats = on,
            DgtFault::Zeros => self.zeros = true,
            DgtFault::OddReading => self.odd = true,
            DgtFault::Inverted(on) => self.inverted = on,
            DgtFault::Unconnected(on) => self.unconnected = on,
            DgtFault::Deaf(on) => self.deaf = on,
            DgtFault::OwnProgram(on) => self.own_program = on,
            DgtFault::FlagsTakenOff(on) => self.flags_off = on,
        }
    }

    /// A player presses this side.
    pub fn press(&mut self, now: Mono, side: Side) {
        if self.faces.press(now, side) {
            self.down = side;
        }
    }

    /// The start and stop button.
    pub fn pause(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.faces.pause(now);
        if self.updates {
            self.say_answer(now, Answer([DONE, BUTTON, 0, RUN_OR_PAUSE]), out);
        }
    }

    /// Somebody stops it and sets it for the next game.
    pub fn set_anew(&mut self, now: Mono) {
        self.faces.set_anew(now);
    }

    /// Takes the host's bytes and answers; true when the host asked for times.
    pub fn received(&mut self, now: Mono, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        let mut asked = false;
        for &byte in bytes {
            if !self.command.is_empty() {
                self.command.push(byte);
                self.obey(now, out);
                continue;
            }
            match byte {
                TO_CLOCK => self.command.push(byte),
                SEND_UPDATES | SEND_UPDATES_NICE => (self.updates, asked) = (true, true),
                SEND_CLOCK => {
                    asked = true;
                    match self.answer.filter(|(at, _)| self.repeats && now.since_ms(*at) < ECHO_MS) {
                        Some((_, answer)) => answer.encode(out),
                        None => self.say(now, out),
                    }
                }
                _ => {}
            }
        }
        asked
    }

    fn obey(&mut self, now: Mono, out: &mut Vec<u8>) {
        let whole = self.command.get(1).is_some_and(|&length| self.command.len() >= usize::from(length) + 2);
        if !whole && self.command.len() < COMMAND_MAX {
            return;
        }
        let command = std::mem::take(&mut self.command);
        let [TO_CLOCK, _, COMMAND_BEGINS, kind, rest @ ..] = command.as_slice() else { return };
        let answer = match (*kind, rest) {
            (SET_AND_RUN, [lh, lm, ls, rh, rm, rs, mode, COMMAND_ENDS]) if !self.own_program => {
                let ms = |h: u8, m: u8, s: u8| ((u32::from(h) * 60 + u32::from(m)) * 60 + u32::from(s)) * 1_000;
                self.faces.set(now, [ms(*lh, *lm, *ls), ms(*rh, *rm, *rs)]);
                self.faces.run(
                    now,
                    match mode & 0x07 {
                        1 => Some(Side::Left),
                        2 => Some(Side::Right),
                        _ => None,
                    },
                );
                DONE
            }
            (BEEP, [_, COMMAND_ENDS]) => {
                self.beeps += 1;
                DONE
            }
            _ => REFUSED,
        };
        if !self.deaf && self.updates {
            self.say_answer(now, Answer([answer, *kind, 0, 0]), out);
        }
    }

    fn say_answer(&mut self, now: Mono, answer: Answer, out: &mut Vec<u8>) {
        answer.encode(out);
        self.answer = Some((now, answer));
    }

    /// When [`VirtualDgt::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        self.look_due
    }

    /// The board looks at its clock, and says what it sees when that is new, or a second has passed.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        if self.look_due.is_none_or(|due| due > now) {
            return;
        }
        self.look_due = Some(now.plus_ms(LOOK_MS));
        let seen = self.look(now);
        let news = self.seen.replace(seen) != Some(seen);
        if self.updates && (news || self.speak_due <= now) {
            self.say(now, out);
        }
    }

    fn look(&mut self, now: Mono) -> Times {
        self.faces.count(now);
        let flags = self.faces.sides.map(|side| (side.flag, side.overtime && !side.flag && !self.flags_off));
        Times {
            remaining_ms: self.faces.seconds_ms(),
            blocked: flags.map(|(blocked, _)| blocked),
            flag_shown: flags.map(|(_, shown)| shown),
            runs: self.faces.running.is_some(),
            down: if self.inverted { self.down.other() } else { self.down },
        }
    }

    /// Says what was seen last.
    fn say(&mut self, now: Mono, out: &mut Vec<u8>) {
        let mut times = match self.seen {
            Some(times) => times,
            None => self.look(now),
        };
        self.speak_due = now.plus_ms(SPEAK_MS);
        if std::mem::take(&mut self.zeros) {
            encode(&[0; TIMES_LENGTH], out);
            return;
        }
        if std::mem::take(&mut self.odd) {
            times.remaining_ms = [5 * 3_600_000, 42_000];
        }
        let start = out.len();
        times.encode(out);
        if self.unconnected
            && let Some(status) = out[start..].last_mut()
        {
            *status |= 0x20;
        }
    }

    /// What the displays show, left side first, in ms, and the side that runs.
    pub fn shows(&self) -> ([u32; 2], Option<Side>) {
        (self.faces.seconds_ms(), self.faces.running)
    }

    /// How often it was told to sound.
    pub fn beeps(&self) -> u32 {
        self.beeps
    }
}
