//! An open-chess-clock made of nothing, for the simulator and the tests. Its times have no periods.

use super::ANSWER;
use crate::clock::Side;
use crate::time::Mono;
use crate::wire::faces::{ClockSetting, Faces};

/// From power to the first word: an Arduino starts in one to two seconds.
const STARTS_MS: u64 = 1_500;

/// A clock that keeps time and tells of its buttons. Bytes in, bytes out; time is given to it.
#[derive(Debug)]
pub struct VirtualChessClock {
    faces: Faces,
    greets_at: Option<Mono>,
    heard: Vec<u8>,
    answered: bool,
    /// A flag that was told.
    finished: bool,
    /// The next message is lost.
    lose: bool,
}

impl VirtualChessClock {
    /// A clock that is switched off, set to its main time.
    pub fn new(setting: ClockSetting) -> VirtualChessClock {
        VirtualChessClock {
            faces: Faces::new(ClockSetting { periods: 0, period_ms: 0, ..setting }),
            greets_at: None,
            heard: Vec::new(),
            answered: false,
            finished: false,
            lose: false,
        }
    }

    /// Switches it on (again): it is set and stands, and greets in a moment.
    pub fn switched_on(&mut self, now: Mono) {
        self.faces.set_anew(now);
        self.heard.clear();
        (self.greets_at, self.answered, self.finished) = (Some(now.plus_ms(STARTS_MS)), false, false);
    }

    /// The next message is lost.
    pub fn lose_next(&mut self) {
        self.lose = true;
    }

    /// A player presses.
    pub fn press(&mut self, now: Mono, side: Side, out: &mut Vec<u8>) {
        if self.faces.press(now, side) {
            let kind = if side == Side::Right { 0xC2 } else { 0xC3 };
            self.say(kind, &[self.faces.sides[side.index()].remaining_ms], out);
        }
    }

    /// The pause button. Going on, it says who runs.
    pub fn pause(&mut self, now: Mono, out: &mut Vec<u8>) {
        let ran = self.faces.running;
        self.faces.pause(now);
        match (ran, self.faces.running) {
            (Some(side), None) => self.say(0xC5, &[self.faces.sides[side.index()].remaining_ms], out),
            (_, Some(side)) => {
                let kind = if side == Side::Left { 0xC2 } else { 0xC3 };
                self.say(kind, &[self.faces.sides[side.other().index()].remaining_ms], out);
            }
            (None, None) => {}
        }
    }

    /// Somebody stops it and sets it for the next game: it says both times.
    pub fn set_anew(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.faces.set_anew(now);
        self.finished = false;
        self.times(out);
    }

    /// Takes the host's bytes; true when the host has answered the handshake.
    pub fn received(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> bool {
        self.heard.extend_from_slice(bytes);
        let answered = self.heard.windows(ANSWER.len()).any(|window| window == ANSWER);
        let surplus = self.heard.len().saturating_sub(ANSWER.len() - 1);
        self.heard.drain(..surplus);
        if answered {
            self.heard.clear();
            self.answered = true;
            self.times(out);
        }
        answered
    }

    /// A host has opened the port: it is greeted, if nobody has answered yet. True when the handshake has been answered before.
    pub fn host_came(&mut self) -> bool {
        if !self.answered {
            self.greets_at = Some(Mono::ZERO);
        }
        self.answered
    }

    fn times(&mut self, out: &mut Vec<u8>) {
        self.say(0xC4, &self.faces.sides.map(|side| side.remaining_ms), out);
    }

    fn say(&mut self, kind: u8, numbers: &[u32], out: &mut Vec<u8>) {
        if (self.answered || kind == 0xC0) && !std::mem::take(&mut self.lose) {
            out.push(kind);
            out.extend(numbers.iter().flat_map(|number| number.to_be_bytes()));
        }
    }

    /// When [`VirtualChessClock::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        self.greets_at.into_iter().chain(self.faces.runs_out()).min()
    }

    /// Greets; says whose time is over.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        if self.greets_at.is_some_and(|at| at <= now) {
            self.greets_at = None;
            self.say(0xC0, &[2], out);
        }
        self.faces.count(now);
        let over = self.faces.sides.iter().position(|side| side.flag);
        if let Some(side) = over.filter(|_| !std::mem::replace(&mut self.finished, true)) {
            self.say(if side == 0 { 0xC6 } else { 0xC7 }, &[], out);
        }
        self.finished &= over.is_some();
    }

    /// What the displays show, left side first, in ms, and the side that runs.
    pub fn shows(&self) -> ([u32; 2], Option<Side>) {
        (self.faces.sides.map(|side| side.remaining_ms), self.faces.running)
    }
}
