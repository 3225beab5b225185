//! `kifud trial` (floor 8): thousands of real games through wire, sense and game in virtual time, and what came out beside what was played.
//!
//! A game is the daemon's own [`Desk`](crate::table::Desk) (sessions, filter, game), virtual devices on lines that delay and split, and
//! `sim`'s hands. Time jumps from one thing that happens to the next, so a game of an hour takes a part of a second; one seed gives one
//! game, bit for bit. `rehearse` proves the same by the real daemon in real time; this proves it by numbers.
//!
//! | file | does |
//! |---|---|
//! | `board`, `cable`, `devices` | devices and lines |
//! | `world` | one table in virtual time |
//! | `play` | one game on it |
//! | `scene` | one scene, with a person who asks and rules |
//! | [`faults`] | games in which everything around the table goes wrong |
//! | `offences` | games in which somebody does something wrong, and what was said of it |
//! | `consumer`, `verdict` | the record that the events tell, and where it is another than the game |
//! | `tally` | the table, and what was promised |
//! | `transcript` | what happened, a line each |

mod board;
mod cable;
mod consumer;
mod costs;
mod devices;
pub mod faults;
pub mod offences;
mod play;
mod scene;
mod tally;
mod transcript;
mod verdict;
mod world;

pub use consumer::{Raised, Said};
pub use costs::Costs;
pub use play::{Played, play};
pub use scene::{Scene, Stage};
pub use tally::{Row, table};
pub use transcript::Entry;
pub use verdict::Difference;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::clock::{Side, TimeControl};
use crate::game::{CaptureNeutral, MatchInfo, Players, PressPass, Profile, Rulebook, Settings, StartMode, Terms, TimeAuthority, TurnEnds};
use crate::go::{HalfPoints, Record, Rules, Size};
use crate::now;
use crate::sim::{HandsLevel, Pace};
use crate::wire::{BoardDriver, ClockDriver};

/// What varies from row to row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// What the board speaks.
    pub driver: BoardDriver,
    /// How the hands move.
    pub hands: HandsLevel,
}

impl Setting {
    /// True when the board tells black from white.
    pub fn sees_color(self) -> bool {
        !matches!(self.driver, BoardDriver::Igo | BoardDriver::Yihu)
    }
}

/// What all games of a trial have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How long the players think.
    pub pace: Pace,
    /// The table's `settle_ms`.
    pub settle_ms: u64,
    /// The table's `patience_ms`.
    pub patience_ms: u64,
    /// The table's `press_tolerance_ms`.
    pub press_tolerance_ms: u64,
    /// How often a polled board is asked.
    pub poll_ms: u64,
    /// What the clock speaks.
    pub clock_driver: ClockDriver,
    /// Who keeps time.
    pub time_authority: TimeAuthority,
    /// What a press without a stone is.
    pub press_pass: PressPass,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pace: Pace::Brisk,
            settle_ms: 400,
            patience_ms: 4_000,
            press_tolerance_ms: 1_000,
            poll_ms: 50,
            clock_driver: ClockDriver::Kifud,
            time_authority: TimeAuthority::Device,
            // Real games hold passes, and nobody is there to say that they are meant.
            press_pass: PressPass::Pass,
        }
    }
}

impl Options {
    /// The table as a configuration would make it.
    fn settings(&self, size: Size, time: TimeControl) -> Settings {
        Settings {
            size,
            terms: Terms {
                rulebook: Rulebook::China1988,
                overrides: Vec::new(),
                rules: Rules::preset("chinese").expect("it is a preset"),
                komi: HalfPoints(15),
                handicap: 0,
                players: Players::default(),
                time: Some(time),
                black_side: Some(Side::Left),
                schedule: None,
                profile: Profile::Tournament,
                simul_color: Terms::SIMUL_COLOR,
            },
            time_authority: self.time_authority,
            start: StartMode::Auto,
            turn_ends: TurnEnds::Press,
            capture_neutral: CaptureNeutral::Never,
            press_pass: self.press_pass,
            press_tolerance_ms: self.press_tolerance_ms,
            settle_ms: self.settle_ms,
            patience_ms: self.patience_ms,
            latency_ms: 300,
            match_info: MatchInfo::default(),
            orientation: crate::sense::Orientation::STRAIGHT,
            alerts_off: Vec::new(),
            by_book: crate::game::ByBook::default(),
        }
    }
}

/// One game to be played.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The game.
    pub record: &'a Record,
    /// With what.
    pub setting: Setting,
    /// The seed.
    pub seed: u64,
}

/// Plays every job; `done` is told of each as it ends, with its place and the seconds it took.
pub fn run(jobs: &[Job<'_>], options: &Options, done: impl FnMut(usize, Played, f64) + Send) {
    on_all_cores(jobs, |job| play(job.record, options, job.setting, job.seed, false), done);
}

/// Does every job, on as many threads as there are cores.
pub fn on_all_cores<J: Sync, R: Send>(jobs: &[J], work: impl Fn(&J) -> R + Sync, done: impl FnMut(usize, R, f64) + Send) {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(done);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { return };
                    let began = now::micros();
                    let result = work(job);
                    let seconds = (now::micros() - began) as f64 / 1e6;
                    done.lock().unwrap_or_else(PoisonError::into_inner)(at, result, seconds);
                }
            });
        }
    });
}
