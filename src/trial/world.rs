//! One table in virtual time: the daemon's own desk, virtual devices, and lines between them. Nothing waits, nothing sleeps: time jumps
//! from one thing that happens to the next.

use super::consumer::Consumer;
use super::costs::Costs;
use super::devices::Devices;
use super::transcript::Transcript;
use crate::game::{AnswerData, Event, Game, Output, Request, Settings, Verb};
use crate::now;
use crate::sense::{Filter, Orientation};
use crate::sim::{Cue, Device};
use crate::table::{self, Desk, Effect, PortNews};
use crate::time::{Mono, Stamp, Wall};
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, ClockDriver, board_session, clock_session};

/// Where virtual time begins: there must be room before it, as on a real machine.
pub(super) const BEGINNING: Mono = Mono::from_millis(1_000_000_000);

/// The calendar at that moment: a label.
pub(super) const CALENDAR_MS: i64 = 1_800_000_000_000;

/// Moments that one game may have: a long game on a polled board has some hundred thousand. A table that asks to be woken for ever at one
/// moment comes here instead of running for ever.
pub(super) const MOMENTS_MAX: u64 = 20_000_000;

/// What a table is made of.
pub(super) struct Furniture {
    pub(super) driver: BoardDriver,
    pub(super) settings: Settings,
    pub(super) poll_ms: u64,
    pub(super) clock_driver: ClockDriver,
    pub(super) clock: ClockSetting,
    pub(super) seed: u64,
    pub(super) transcript: bool,
}

/// The table and everything on it.
pub(super) struct World {
    pub(super) now: Mono,
    desk: Desk,
    effects: Vec<Effect>,
    devices: Devices,
    pub(super) consumer: Consumer,
    pub(super) transcript: Transcript,
    pub(super) costs: Costs,
    pub(super) moments: u64,
    asked: u32,
    /// Every event, where somebody wants them.
    pub(super) heard: Option<Vec<Event>>,
    /// What was answered to the last request.
    answer: Result<AnswerData, String>,
}

const DEVICES: [table::Device; 2] = [table::Device::Board, table::Device::Clock];

impl World {
    /// A table whose devices lie beside it, unplugged.
    pub(super) fn new(furniture: Furniture) -> World {
        let Furniture { driver, settings, poll_ms, clock_driver, clock, seed, transcript } = furniture;
        let size = settings.size;
        let game = Game::new(settings, format!("trial-{seed}"), stamp(BEGINNING));
        let filter = Filter::new(Orientation::STRAIGHT, Vec::new());
        let sessions = (board_session(driver, size, poll_ms), clock_session(clock_driver));
        World {
            now: BEGINNING,
            desk: Desk::new(sessions.0, Some(sessions.1), filter, game),
            effects: Vec::new(),
            devices: Devices::new((driver, size), (clock_driver, clock), seed),
            consumer: Consumer::default(),
            transcript: Transcript::new(transcript),
            costs: Costs::default(),
            moments: 0,
            asked: 0,
            heard: None,
            answer: Err("no answer came".to_owned()),
        }
    }

    /// The game.
    pub(super) fn game(&self) -> &Game {
        self.desk.game()
    }

    /// True when both devices are understood.
    pub(super) fn is_ready(&self) -> bool {
        DEVICES.into_iter().all(|device| self.desk.presence(device).speaking)
    }

    /// Lets everything happen up to this moment, each thing at its own.
    ///
    /// # Errors
    /// When the table never comes to rest.
    pub(super) fn run_to(&mut self, until: Mono) -> Result<(), String> {
        while let Some(next) = self.next().filter(|next| *next <= until) {
            self.now = self.now.max(next);
            self.moment();
            self.moments += 1;
            if self.moments > MOMENTS_MAX {
                return Err(format!("the table does not come to rest within {MOMENTS_MAX} moments"));
            }
        }
        self.now = self.now.max(until);
        Ok(())
    }

    /// The same for so many ms.
    pub(super) fn wait(&mut self, ms: u64) -> Result<(), String> {
        self.run_to(self.now.plus_ms(ms))
    }

    fn next(&self) -> Option<Mono> {
        self.devices.next().into_iter().chain(self.desk.deadline()).min()
    }

    /// The calendar.
    pub(super) fn wall(&self) -> Wall {
        stamp(self.now).wall
    }

    /// Everything that is due: devices, lines, and last, as in the daemon, deadlines.
    fn moment(&mut self) {
        for (port, news) in self.devices.moment(self.now) {
            self.news(port, &news);
        }
        if self.desk.deadline().is_some_and(|deadline| deadline <= self.now) {
            let judged = self.desk.game().deadline().is_some_and(|deadline| deadline <= self.now);
            self.costed(judged, |desk, now, effects| desk.advance(now, effects));
        }
    }

    fn news(&mut self, port: table::Device, news: &PortNews) {
        self.costed(false, |desk, now, effects| desk.port(now, port, news, effects));
    }

    /// Gives the desk something, measures it where the game was at work, and carries out what it wants.
    fn costed(&mut self, judged: bool, give: impl FnOnce(&mut Desk, Stamp, &mut Vec<Effect>)) {
        let began = now::thread_micros();
        give(&mut self.desk, stamp(self.now), &mut self.effects);
        let us = now::thread_micros() - began;
        if judged || self.effects.iter().any(|effect| matches!(effect, Effect::Taken(..))) {
            self.costs.push(us);
        }
        let size = self.desk.game().settings().size;
        for effect in std::mem::take(&mut self.effects) {
            match effect {
                Effect::Write(port, bytes) => self.devices.written(self.now, port, &bytes),
                Effect::Reopen(device) => {
                    self.transcript.say(self.now, || format!("daemon opens the {device:?}'s port again"));
                    self.devices.reopen(self.now, device);
                }
                Effect::Taken(_, input) => self.transcript.input(self.now, &input),
                Effect::Output(Output::Event(event)) => {
                    self.transcript.event(self.now, &event, size);
                    self.consumer.hear(self.now, &event);
                    if let Some(heard) = &mut self.heard {
                        heard.push(event);
                    }
                }
                Effect::Output(Output::Answer(answer)) => {
                    self.answer = answer.outcome.map_err(|error| format!("{:?}: {}", error.code, error.message));
                }
                Effect::Output(Output::Clock(_)) => {}
            }
        }
    }

    /// A person asks for something.
    ///
    /// # Errors
    /// The refusal.
    pub(super) fn ask(&mut self, verb: Verb) -> Result<AnswerData, String> {
        self.asked += 1;
        let request = Request { transaction: format!("trial-{}", self.asked), by: None, expect_game: None, expect_rev: None, verb };
        self.answer = Err("no answer came".to_owned());
        self.costed(true, |desk, now, effects| desk.request(now, request, effects));
        self.answer.clone()
    }

    /// Acts that share a moment: what is done to the board is one handful.
    pub(super) fn at_once(&mut self, cues: &[Cue]) {
        let size = self.desk.game().settings().size;
        for cue in cues {
            self.transcript.cue(self.now, cue, size);
        }
        for (port, news) in self.devices.at_once(self.now, cues) {
            self.news(port, &news);
        }
    }

    /// A cable is put in: the device starts anew, and the host finds it.
    pub(super) fn plug(&mut self, device: Device) {
        self.devices.plug(self.now, device);
    }
}

/// A moment of virtual time with the calendar's label.
pub(super) fn stamp(mono: Mono) -> Stamp {
    Stamp::new(mono, Wall::from_unix_ms(CALENDAR_MS + mono.since_ms(BEGINNING) as i64))
}
