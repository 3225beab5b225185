//! The host's side of a `kifud` clock: presses, times, and commands that are repeated until the clock shows that it has obeyed.

use super::clock_packet::{Button, ClockHello, FromClock, ToClock, caps};
use super::link::{FromDevice, Heard, Link, Order};
use super::packet::{Refused, printable};
use crate::clock::{ClockManner, ClockReading, Side};
use crate::time::Mono;
use crate::wire::serial_transfer::Frame;
use crate::wire::{ClockCommand, ClockGreeting, ClockReport, ClockSession, Counts, Timed};

/// A command without an answer for so long is sent again (CONTRACT 3.2).
const REPEAT_MS: u64 = 500;
/// So many times, then it is given up.
const REPEATS: u8 = 3;
/// How far a clock's answer to SET may be from what was set, besides the time that has passed: clocks that show whole seconds round.
const ROUNDING_MS: u64 = 1_000;
/// Periods that SET leaves alone, as TIMES says "not known".
const NOT_KNOWN: u8 = 0xFF;

impl FromDevice for FromClock {
    fn decode(id: u8, content: &[u8]) -> Result<FromClock, Refused> {
        FromClock::decode(id, content)
    }

    fn boot_id(&self) -> Option<u32> {
        match self {
            FromClock::Hello(hello) => Some(hello.boot_id),
            _ => None,
        }
    }
}

/// A command that waits for its answer.
#[derive(Debug, Clone, Copy)]
struct Pending<T> {
    wanted: T,
    first_sent: Mono,
    repeat: Mono,
    repeats_left: u8,
}

impl<T> Pending<T> {
    fn new(wanted: T, now: Mono) -> Pending<T> {
        Pending { wanted, first_sent: now, repeat: now.plus_ms(REPEAT_MS), repeats_left: REPEATS }
    }
}

#[derive(Debug, Clone, Copy)]
struct Setting {
    remaining_ms: [u32; 2],
    periods: [u8; 2],
}

impl Pending<Setting> {
    fn is_answered_by(&self, times: &ClockReading, now: Mono) -> bool {
        let gone = now.since_ms(self.first_sent) + ROUNDING_MS;
        (0..2).all(|side| {
            let (set, shown) = (u64::from(self.wanted.remaining_ms[side]), u64::from(times.remaining_ms[side]));
            let near = set.saturating_sub(gone) <= shown && shown <= set + ROUNDING_MS;
            let periods = self.wanted.periods[side];
            near && (periods == NOT_KNOWN || times.periods_left[side].is_none_or(|left| left == periods))
        })
    }
}

/// A clock that speaks the `kifud` protocol, seen from the host.
///
/// Presses and times are taken before the greeting too: a press is never worth less because a HELLO was lost.
#[derive(Debug)]
pub struct KifudClock {
    link: Link,
    greeting: Option<ClockGreeting>,
    set: Option<Pending<Setting>>,
    run: Option<Pending<Option<Side>>>,
    /// A command that the port took with it when it closed.
    gave_up: bool,
}

type Reports = Vec<Timed<ClockReport>>;

impl Default for KifudClock {
    fn default() -> KifudClock {
        KifudClock::new()
    }
}

impl KifudClock {
    /// A session with a clock that has said nothing yet.
    pub fn new() -> KifudClock {
        let link = Link::new(|write| ToClock::GetHello.encode(write));
        KifudClock { link, greeting: None, set: None, run: None, gave_up: false }
    }

    fn take(&mut self, now: Mono, frame: &Frame, reports: &mut Reports, write: &mut Vec<u8>) {
        let Some(Heard { at, order, greets, message }) = self.link.take::<FromClock>(now, frame, write) else { return };
        let mut report = |what| reports.push(Timed { at, what });
        match order {
            Order::Next => {}
            Order::Restarted => {
                self.greeting = None;
                report(ClockReport::Restarted);
            }
            Order::Gap => {
                report(ClockReport::Gap);
                ToClock::GetTimes.encode(write);
            }
        }
        match message {
            Ok(FromClock::Hello(hello)) if greets => {
                let greeting = greeting(&hello);
                if self.greeting.as_ref() != Some(&greeting) {
                    report(ClockReport::Greeting(greeting.clone()));
                }
                self.greeting = Some(greeting);
                ToClock::GetTimes.encode(write);
            }
            Ok(FromClock::Press(side)) => {
                // The players have moved on: RUN once more would undo what they did.
                self.run = None;
                report(ClockReport::Press(side));
            }
            Ok(FromClock::Times(times)) => {
                self.answered(now, &times);
                report(ClockReport::Times(times));
            }
            Ok(FromClock::Button(Button::Pause)) => report(ClockReport::PauseButton),
            Ok(FromClock::Button(Button::Arbiter)) => report(ClockReport::ArbiterButton),
            Ok(FromClock::Hello(_) | FromClock::Alive) | Err(_) => {}
        }
    }

    /// Only times that show what was commanded are its answer: the ones that come every second may have crossed it.
    fn answered(&mut self, now: Mono, times: &ClockReading) {
        self.set.take_if(|set| set.is_answered_by(times, now));
        self.run.take_if(|run| run.wanted == times.running);
    }

    fn repeat(&mut self, now: Mono, write: &mut Vec<u8>) {
        if let Some(set) = &mut self.set
            && set.repeat <= now
        {
            let Setting { remaining_ms, periods } = set.wanted;
            if again(set, now) {
                ToClock::Set { remaining_ms, periods }.encode(write);
            } else {
                self.set = None;
                self.gave_up = true;
            }
        }
        if let Some(run) = &mut self.run
            && run.repeat <= now
        {
            if again(run, now) {
                ToClock::Run(run.wanted).encode(write);
            } else {
                self.run = None;
                self.gave_up = true;
            }
        }
    }
}

/// True when the command is to be sent once more.
fn again<T>(pending: &mut Pending<T>, now: Mono) -> bool {
    pending.repeat = now.plus_ms(REPEAT_MS);
    let left = pending.repeats_left.checked_sub(1);
    pending.repeats_left = left.unwrap_or(0);
    left.is_some()
}

fn greeting(hello: &ClockHello) -> ClockGreeting {
    let has = |cap| hello.caps & cap != 0;
    ClockGreeting {
        keeps_time: has(caps::KEEPS_TIME),
        settable: has(caps::SETTABLE),
        shows_periods: has(caps::PERIODS),
        boot_id: Some(hello.boot_id),
        serial: printable(&hello.serial),
        manner: ClockManner::EXACT,
    }
}

impl ClockSession for KifudClock {
    fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        // A command may be minutes old when the port comes back: it is not carried out any more.
        self.gave_up |= self.set.take().is_some() | self.run.take().is_some();
        self.greeting = None;
        self.link.opened(now, write);
    }

    fn received(&mut self, now: Mono, bytes: &[u8], reports: &mut Reports, write: &mut Vec<u8>) {
        for frame in self.link.received(now, bytes) {
            self.take(now, &frame, reports, write);
        }
    }

    fn wake(&self) -> Option<Mono> {
        let gave_up = self.gave_up.then_some(Mono::ZERO);
        let (set, run) = (self.set.map(|set| set.repeat), self.run.map(|run| run.repeat));
        [self.link.wake(), set, run, gave_up].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Mono, reports: &mut Reports, write: &mut Vec<u8>) {
        for frame in self.link.tick(now, write) {
            self.take(now, &frame, reports, write);
        }
        self.repeat(now, write);
        if std::mem::take(&mut self.gave_up) {
            reports.push(Timed { at: now, what: ClockReport::NoAnswer });
        }
    }

    fn command(&mut self, now: Mono, command: &ClockCommand, write: &mut Vec<u8>) {
        match *command {
            ClockCommand::Set { remaining_ms, periods } => {
                ToClock::Set { remaining_ms, periods }.encode(write);
                self.set = Some(Pending::new(Setting { remaining_ms, periods }, now));
            }
            ClockCommand::Run(side) => {
                ToClock::Run(side).encode(write);
                self.run = Some(Pending::new(side, now));
            }
            ClockCommand::Beep(ms) => ToClock::Beep(ms).encode(write),
        }
    }

    fn counts(&self) -> Counts {
        self.link.counts()
    }
}
