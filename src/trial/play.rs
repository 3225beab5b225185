//! One game in virtual time, from the empty board to the result, and what came of it.

use super::consumer::Raised;
use super::costs::Costs;
use super::transcript::Entry;
use super::verdict::{Difference, beside_the_game};
use super::world::{Furniture, World};
use super::{Options, Setting};
use crate::clock::{Side, TimeControl};
use crate::game::{Severity, Start, Verb};
use crate::go::{Color, Place, Record};
use crate::sim::{Cue, Device, Gaps, Hands, schedule};
use crate::time::Mono;
use crate::wire::BoardDriver;
use crate::wire::kifud::ClockSetting;

/// Time control: longer than any game lasts, so that no flag is part of the trial.
pub(super) const MAIN_MS: u32 = 6 * 3_600_000;
pub(super) const PERIODS: u8 = 5;
pub(super) const PERIOD_MS: u32 = 60_000;

/// The devices are plugged in and understood within this.
pub(super) const WAKING_MS: u64 = 2_000;

/// After the last act everything that is still to be said is said within the patience and this.
pub(super) const LAST_WORDS_MS: u64 = 3_000;

/// What came of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// With what.
    pub setting: Setting,
    /// The seed that plays it again.
    pub seed: u64,
    /// Moves of the game that was played.
    pub moves: u32,
    /// Where the record is another; none when it is exact.
    pub difference: Option<Difference>,
    /// Everything else that should not be: a refused request, an event that does not follow.
    pub faults: Vec<String>,
    /// Every alert, in the order in which they were raised.
    pub alerts: Vec<Raised>,
    /// How long the core took.
    pub costs: Costs,
    /// Moments at which something happened.
    pub moments: u64,
    /// Virtual time, in ms.
    pub lasted_ms: u64,
    /// Where it went wrong, for the transcript: ms after the first cue.
    pub first_fault_ms: Option<u64>,
    /// What happened, when it was wanted.
    pub transcript: Vec<Entry>,
}

impl Played {
    /// The record is the game, and nothing else was wrong.
    pub fn is_exact(&self) -> bool {
        self.difference.is_none() && self.faults.is_empty()
    }

    /// The record differs, and an alert names a point or a move that does.
    pub fn is_flagged(&self) -> bool {
        self.difference.as_ref().is_some_and(|difference| self.alerts.iter().any(|alert| difference.is_named_by(alert)))
    }

    /// The worst there is: a wrong record that nobody is told about.
    pub fn is_silently_wrong(&self) -> bool {
        !self.is_exact() && !self.is_flagged()
    }

    /// Alerts of this severity.
    pub fn alerts_of(&self, severity: Severity) -> usize {
        self.alerts.iter().filter(|alert| alert.severity() == severity).count()
    }
}

/// How much longer hands hold still at a board that scans some seven times a second (hardware.md 1.5), in ms.
const SLOW_SCAN_MS: u64 = 250;

/// The hands of a setting.
pub(super) fn hands(options: &Options, setting: Setting) -> Hands {
    // A board that scans slowly needs hands that hold still for longer before they press.
    let margin_ms = if setting.driver == BoardDriver::Matrix { SLOW_SCAN_MS } else { Gaps::for_settle(0).margin_ms };
    let gaps = Gaps { press_tolerance_ms: options.press_tolerance_ms, margin_ms, ..Gaps::for_settle(options.settle_ms) };
    let gaps = if setting.sees_color() { gaps } else { gaps.presence_only() };
    Hands { level: setting.hands, pace: options.pace, gaps, black_side: Some(Side::Left) }
}

/// A table set for this game.
pub(super) fn world(record: &Record, options: &Options, setting: Setting, seed: u64, transcript: bool) -> World {
    let main_ms = u64::from(MAIN_MS);
    let time = TimeControl::ByoYomi { main_ms, periods: u32::from(PERIODS), period_ms: u64::from(PERIOD_MS) };
    World::new(Furniture {
        driver: setting.driver,
        settings: options.settings(record.size, time),
        poll_ms: options.poll_ms,
        clock_driver: options.clock_driver,
        clock: ClockSetting { main_ms: MAIN_MS, periods: PERIODS, period_ms: PERIOD_MS },
        seed,
        transcript,
    })
}

/// Plays a game and compares. The same arguments give the same game, bit for bit, but for the costs.
pub fn play(record: &Record, options: &Options, setting: Setting, seed: u64, transcript: bool) -> Played {
    let own_seed = seed_of(record, setting, seed);
    let mut world = world(record, options, setting, own_seed, transcript);
    let began = world.now;
    let first = began.plus_ms(WAKING_MS);
    world.transcript.begin(first);
    let mut faults = Vec::new();
    let mut cues = Vec::new();
    match schedule(record, &hands(options, setting), own_seed) {
        Ok(written) => cues = written,
        Err(error) => faults.push(error.to_string()),
    }
    faults.extend(perform(&mut world, record, options, setting, &cues).err());
    let difference = Difference::between(record, world.consumer.game().record.as_ref());
    let lasted_ms = world.now.since_ms(began);
    let World { consumer, transcript, costs, moments, .. } = world;
    let (more, alerts) = consumer.into_findings();
    faults.extend(more);
    let alerts = beside_the_game(alerts, record);
    let turn_at = |n: u32| cues.iter().find(|cue| cue.turn >= n).map(|cue| cue.at_ms);
    let loud = alerts.iter().find(|alert| alert.is_loud()).map(|alert| alert.first.at.since_ms(first));
    let first_fault_ms = difference.as_ref().and_then(|difference| turn_at(difference.first)).into_iter().chain(loud).min();
    Played {
        setting,
        seed,
        moves: record.moves.len() as u32,
        difference,
        faults,
        alerts,
        costs,
        moments,
        lasted_ms,
        first_fault_ms,
        transcript: transcript.entries,
    }
}

/// The whole game: devices, opening, hands, and the end.
fn perform(world: &mut World, record: &Record, options: &Options, setting: Setting, cues: &[Cue]) -> Result<(), String> {
    show(world, record, setting, cues)?;
    world.wait(options.settle_ms + options.patience_ms + options.press_tolerance_ms + LAST_WORDS_MS)?;
    if world.consumer.is_over() {
        return Err("the game has ended before anybody resigned".to_owned());
    }
    if !world.consumer.is_playing() {
        return Err("no game began".to_owned());
    }
    world.ask(Verb::Resign(record.to_move())).map_err(|refusal| format!("resign was refused: {refusal}"))?;
    world.wait(100)
}

/// Devices, opening and hands. Returns when the first cue came.
///
/// # Errors
/// What makes the rest of the game pointless.
pub(super) fn show(world: &mut World, record: &Record, setting: Setting, cues: &[Cue]) -> Result<Mono, String> {
    open(world, record, setting)?;
    let first = world.now;
    for moment in cues.chunk_by(|one, next| one.at_ms == next.at_ms) {
        world.run_to(first.plus_ms(moment[0].at_ms))?;
        world.at_once(moment);
    }
    Ok(first)
}

/// Plugs everything in and begins the game by request where the stones cannot say it.
fn open(world: &mut World, record: &Record, setting: Setting) -> Result<(), String> {
    world.plug(Device::Board);
    world.plug(Device::Clock);
    world.wait(WAKING_MS)?;
    if !world.is_ready() {
        return Err("the devices are not understood".to_owned());
    }
    if opens_by_stones(record, setting) {
        return Ok(());
    }
    let start = Start { setup: Some(record.setup.clone()), to_move: Some(record.first), ..Start::default() };
    world.ask(Verb::StartGame(Box::new(start))).map(drop).map_err(|refusal| format!("start-game was refused: {refusal}"))
}

/// True when the stones alone say what game it is: Black begins with a stone, or with handicap stones that can be seen to be black.
pub(super) fn opens_by_stones(record: &Record, setting: Setting) -> bool {
    let setup = &record.setup;
    if setup.black.is_empty() && setup.white.is_empty() {
        let first = record.moves.first().map(|played| played.place);
        return record.first == Color::Black && first.is_some_and(|place| place != Place::Pass);
    }
    setting.sees_color() && setup.black.len() >= 2 && setup.white.is_empty() && record.first == Color::White
}

/// Chance for one game: it depends on what is played and with what, not on which games are played beside it. FNV-1a.
pub(super) fn seed_of(record: &Record, setting: Setting, seed: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    seed.to_le_bytes().into_iter().for_each(&mut take);
    setting.driver.name().bytes().for_each(&mut take);
    for played in &record.moves {
        let (col, row) = played.place.point().map_or((99, 99), |point| (point.col, point.row));
        take(col);
        take(row);
    }
    hash
}
