//! Offences hidden in ordinary games: each must be found, told apart and placed in time, and its innocent twin must pass in silence.

mod judge;
mod tally;

pub use judge::{Charge, Finding};
pub use tally::{Row, table};

pub use super::on_all_cores;

use super::consumer::Raised;
use super::play::{WAKING_MS, hands, seed_of, show, world};
use super::transcript::Entry;
use super::verdict::{Difference, beside_the_game};
use super::{Options, Setting};
use crate::game::PressPass;
use crate::go::{Place, Record};
use crate::sim::{Course, Offence, Scene, scene};

/// One offence, or one twin, to be played.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The game that it is hidden in.
    pub record: &'a Record,
    /// With what.
    pub setting: Setting,
    /// The seed: of the hands, of the moment, and of all that offence and twin share.
    pub seed: u64,
    /// What is done wrong.
    pub offence: Offence,
    /// Whether it is, and whether play goes on over it.
    pub course: Course,
}

/// What came of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// What was found of an offence; a twin has nothing to find.
    pub finding: Option<Finding>,
    /// Loud alerts that should not be: of other kinds beside an offence, of any kind beside a twin.
    pub beside: Vec<Raised>,
    /// What was wrong beside alerts: the record of a twin, or a table that does not work.
    pub faults: Vec<String>,
    /// The turn in which it was hidden.
    pub turn: u32,
    /// What ought to be found.
    pub charge: Option<Charge>,
    /// Every alert.
    pub alerts: Vec<Raised>,
    /// When it was done, in ms after the first cue.
    pub at_ms: u64,
    /// What happened, when it was wanted.
    pub transcript: Vec<Entry>,
}

impl Tried {
    /// True when all is as it should be.
    pub fn is_right(&self) -> bool {
        self.finding.as_ref().is_none_or(|finding| *finding == Finding::Right) && self.beside.is_empty() && self.faults.is_empty()
    }
}

impl Case<'_> {
    fn scene(&self, options: &Options) -> Option<Scene> {
        let seed = seed_of(self.record, self.setting, self.seed);
        let scene = scene(self.record, &hands(options, self.setting), seed, self.offence, self.course, options.patience_ms)?;
        // At a table that asks about each pass, a real one would be asked about too.
        let shown = self.record.moves.iter().take(scene.moves.max(scene.turn as usize));
        let passed = shown.into_iter().any(|played| played.place == Place::Pass);
        (table_for(self.offence, options).press_pass == PressPass::Pass || !passed).then_some(scene)
    }

    /// True when this game has a place for it, with this seed.
    pub fn exists(&self, options: &Options) -> bool {
        self.scene(options).is_some()
    }

    /// Plays it and judges what was said; none when there is no place for it.
    pub fn play(&self, options: &Options, transcript: bool) -> Option<Tried> {
        let scene = self.scene(options)?;
        let options = table_for(self.offence, options);
        let mut world = world(self.record, &options, self.setting, seed_of(self.record, self.setting, self.seed), transcript);
        let first = world.now.plus_ms(WAKING_MS);
        world.transcript.begin(first);
        let shown = show(&mut world, self.record, self.setting, &scene.cues);
        let mut faults: Vec<String> = shown.and_then(|first| world.run_to(first.plus_ms(scene.ends_ms))).err().into_iter().collect();
        let charge = scene.expected.map(|expected| Charge::new(&expected, first, options.patience_ms));
        if charge.is_none() {
            let mut played = self.record.clone();
            played.moves.truncate(scene.moves);
            faults.extend(Difference::between(&played, world.consumer.game().record.as_ref()).map(|difference| difference.text));
        }
        let transcript = std::mem::take(&mut world.transcript.entries);
        let (more, alerts) = world.consumer.into_findings();
        faults.extend(more);
        let alerts = beside_the_game(alerts, self.record);
        let done_at = scene.cues.iter().find(|cue| cue.turn >= scene.turn).map_or(0, |cue| cue.at_ms);
        let (finding, beside) = match &charge {
            Some(charge) => (Some(charge.judge(&alerts)), charge.beside(&alerts)),
            None => (None, alerts.iter().filter(|alert| alert.is_loud()).cloned().collect()),
        };
        Some(Tried { finding, beside, faults, turn: scene.turn, charge, alerts, at_ms: done_at, transcript })
    }
}

/// The table at which an offence is one.
fn table_for(offence: Offence, options: &Options) -> Options {
    let press_pass = match offence {
        Offence::PassSignal | Offence::PressBeforeStone => PressPass::Ask,
        Offence::PressWithoutMove => PressPass::Incident,
        _ => PressPass::Pass,
    };
    Options { press_pass, ..options.clone() }
}
