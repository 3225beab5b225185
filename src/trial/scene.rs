//! One scene at a table in virtual time, by the bytes of its devices: what a referee meets, in the line format of
//! [`sim::script`](crate::sim), with a person who asks and rules between its lines.

use super::play::WAKING_MS;
use super::world::{Furniture, World, stamp};
use crate::game::{Alert, AnswerData, Event, EventBody, Game, Settings, Verb};
use crate::go::Color;
use crate::sim::{Act, Cue, Device, parse_script_on};
use crate::time::{Stamp, Wall};
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, ClockDriver};

/// What a scene is played with.
#[derive(Debug, Clone)]
pub struct Stage {
    /// The table.
    pub settings: Settings,
    /// Its board.
    pub driver: BoardDriver,
    /// Its clock, and how that is set.
    pub clock: (ClockDriver, ClockSetting),
}

/// A table on which a scene is played.
pub struct Scene {
    world: World,
    /// What stands, point by point: lines may clear the board that lines before them have filled.
    stands: Vec<Option<Color>>,
}

impl Scene {
    /// A table with both devices plugged in and understood.
    ///
    /// # Errors
    /// Where the devices are not understood.
    pub fn open(stage: Stage) -> Result<Scene, String> {
        let Stage { settings, driver, clock: (clock_driver, clock) } = stage;
        let mut world = World::new(Furniture { driver, settings, poll_ms: 50, clock_driver, clock, seed: 1, transcript: false });
        world.heard = Some(Vec::new());
        world.plug(Device::Board);
        world.plug(Device::Clock);
        world.wait(WAKING_MS)?;
        let stands = vec![None; world.game().settings().size.area()];
        if world.is_ready() { Ok(Scene { world, stands }) } else { Err("the devices are not understood".to_owned()) }
    }

    /// Plays lines of a scene; their times count from now. Returns at the moment of the last act: what it brings about comes with [`Scene::wait`].
    ///
    /// # Errors
    /// The line that cannot be read.
    pub fn act(&mut self, script: &str) -> Result<&mut Scene, String> {
        let cues = parse_script_on(script, self.game().settings().size, self.stands.clone()).map_err(|error| error.to_string())?;
        self.play(&cues)
    }

    /// Plays cues of [`sim`](crate::sim); their times count from now. Returns at the moment of the last.
    ///
    /// # Errors
    /// When the table never comes to rest.
    pub fn play(&mut self, cues: &[Cue]) -> Result<&mut Scene, String> {
        let first = self.world.now;
        for moment in cues.chunk_by(|one, next| one.at_ms == next.at_ms) {
            self.world.run_to(first.plus_ms(moment[0].at_ms))?;
            self.world.at_once(moment);
            let size = self.game().settings().size;
            for cue in moment {
                match cue.act {
                    Act::Put(point, color) => self.stands[size.index(point)] = Some(color),
                    Act::Lift(point) => self.stands[size.index(point)] = None,
                    _ => {}
                }
            }
        }
        Ok(self)
    }

    /// Lets so many ms pass.
    ///
    /// # Errors
    /// When the table never comes to rest.
    pub fn wait(&mut self, ms: u64) -> Result<&mut Scene, String> {
        self.world.wait(ms)?;
        Ok(self)
    }

    /// A person asks for something.
    ///
    /// # Errors
    /// The refusal.
    pub fn ask(&mut self, verb: Verb) -> Result<&mut Scene, String> {
        self.answered(verb)?;
        Ok(self)
    }

    /// The same; what was answered.
    ///
    /// # Errors
    /// The refusal.
    pub fn answered(&mut self, verb: Verb) -> Result<AnswerData, String> {
        self.world.ask(verb)
    }

    /// This moment, by the stopwatch and by the calendar of the table.
    pub fn now(&self) -> Stamp {
        stamp(self.world.now)
    }

    /// The calendar.
    pub fn wall(&self) -> Wall {
        self.world.wall()
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.world.game()
    }

    /// Everything that was said.
    pub fn events(&self) -> &[Event] {
        self.world.heard.as_deref().unwrap_or_default()
    }

    /// Every alert that was ever raised, as it was last said, in their order.
    pub fn alerts(&self) -> Vec<Alert> {
        let mut alerts: Vec<Alert> = Vec::new();
        for event in self.events() {
            let (EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) | EventBody::AlertClosed { alert, .. }) = &event.body
            else {
                continue;
            };
            match alerts.iter_mut().find(|known| known.id == alert.id) {
                Some(known) => known.clone_from(alert),
                None => alerts.push(alert.clone()),
            }
        }
        alerts
    }
}
