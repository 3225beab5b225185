//! `kifud trial`: the proof by numbers.

mod faults;
mod offences;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::ValueEnum;

use super::Failure;
use crate::game::TimeAuthority;
use crate::rehearse::{Game, Games};
use crate::sim::{Course, HandsLevel, Offence, Pace, PaceName};
use crate::trial::faults::{Blow, Kind as Trouble};
use crate::trial::{self, Entry, Job, Options, Played, Row, Setting};
use crate::wire::{BoardDriver, ClockDriver};

/// A line of progress after so many games.
const PROGRESS: usize = 50;

/// Plays real games by virtual hands on virtual boards, thousands of them, in virtual time, and compares what comes out with what was played.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct TrialArgs {
    /// SGF files, and folders with all that is below them.
    #[arg(required = true, value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// What the boards speak, one or more.
    #[arg(long, value_name = "D,D", value_delimiter = ',', default_value = "kifud")]
    board_driver: Vec<BoardDriver>,
    /// How the hands move, one or more.
    #[arg(long, value_enum, value_name = "LEVEL,LEVEL", value_delimiter = ',', default_value = "ordinary")]
    hands: Vec<HandsLevel>,
    /// How many times each game is played, each time with another seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u64,
    /// The first seed: the same seed gives the same game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long the players think.
    #[arg(long, value_enum, value_name = "PACE", default_value = "brisk")]
    pace: PaceName,
    /// Times faster than life, for serious players.
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    speed: f64,
    /// How long a point must hold still to count.
    #[arg(long, value_name = "MS", default_value_t = 400)]
    settle_ms: u64,
    /// How long a position that nobody can explain may stand.
    #[arg(long, value_name = "MS", default_value_t = 4_000)]
    patience_ms: u64,
    /// How long a press may come before its stone.
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    press_tolerance_ms: u64,
    /// How often a polled board (igo) is asked.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    poll_ms: u64,
    /// What the clocks speak.
    #[arg(long, value_name = "D", default_value = "kifud")]
    clock_driver: ClockDriver,
    /// Who keeps time.
    #[arg(long, value_enum, default_value_t)]
    time_authority: Authority,
    /// Hides offences in the games instead, and looks whether each is found and its innocent twin left alone.
    #[arg(long, group = "instead")]
    offences: bool,
    /// Lets everything around the table go wrong instead (lines, devices, broker, disk, calendar, process), and looks whether anything is lost,
    /// doubled or wrong.
    #[arg(long, group = "instead")]
    faults: bool,
    /// Only these kinds of faults.
    #[arg(long, value_enum, value_name = "KIND,KIND", value_delimiter = ',', requires = "faults")]
    kinds: Vec<Trouble>,
    /// Kills the process at every single write of each game instead: before it, in the middle, and when it is done and nobody has been told; alone
    /// and with its machine.
    #[arg(long, requires = "faults", conflicts_with = "kinds")]
    each_write: bool,
    /// Kills it at this write alone, such as 17-torn-power.
    #[arg(long, value_name = "BLOW", requires = "faults")]
    blow: Option<Blow>,
    /// Plays no more than so many moves of each game.
    #[arg(long, value_name = "N", default_value_t = 60, requires = "faults")]
    moves: usize,
    /// Only these kinds of offences.
    #[arg(long, value_enum, value_name = "KIND,KIND", value_delimiter = ',', requires = "offences")]
    kind: Vec<Offence>,
    /// How often each kind is tried, each time with another seed.
    #[arg(long, value_name = "N", default_value_t = 50, requires = "instead")]
    count: usize,
    /// Only the offence, the offence with a reply played over it, or the innocent twin.
    #[arg(long, value_enum, value_name = "COURSE", requires = "offences")]
    course: Option<Course>,
    /// Plays no more than so many files.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Prints what hands did and what the table made of it, around the first fault of each game; all of it where there is none.
    #[arg(long)]
    trace: bool,
    /// Seconds before and after the first fault that the transcript shows.
    #[arg(long, value_name = "S", default_value_t = 20, requires = "trace")]
    around: u64,
}

/// Who keeps time, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Authority {
    /// The clock on the table.
    #[default]
    Device,
    /// kifud.
    Daemon,
}

/// Plays and prints; exit code 1 when a promise does not hold.
pub(super) fn run(args: &TrialArgs) -> Result<(), Failure> {
    let mut games = Games::read(&args.paths).map_err(anyhow::Error::from)?.played;
    games.truncate(args.games.unwrap_or(usize::MAX));
    if games.is_empty() {
        return Err(anyhow!("there is no game to play: name SGF files, or folders that hold some").into());
    }
    let options = options(args);
    if args.offences {
        return offences::run(args, &options, &games);
    }
    if args.faults {
        return faults::run(args, &options, &games);
    }
    if args.trace {
        return trace(args, &options, &games);
    }
    let rows = play_all(args, &options, &games);
    super::print(&trial::table(&rows))?;
    let broken: Vec<String> = rows
        .iter()
        .flat_map(|row| row.broken_promises().into_iter().map(|what| format!("{} {}: {what}", row.setting.driver, level(row.setting))))
        .collect();
    if broken.is_empty() { Ok(()) } else { Err(Failure::Failed(anyhow!("{}", broken.join("; ")))) }
}

fn options(args: &TrialArgs) -> Options {
    let pace = match args.pace {
        PaceName::Serious => Pace::Serious { speed: args.speed },
        PaceName::Brisk => Pace::Brisk,
        PaceName::Demo => Pace::Demo { speed: args.speed },
        PaceName::Fast => Pace::Fast,
    };
    Options {
        clock_driver: args.clock_driver,
        pace,
        settle_ms: args.settle_ms,
        patience_ms: args.patience_ms,
        press_tolerance_ms: args.press_tolerance_ms,
        poll_ms: args.poll_ms,
        time_authority: match args.time_authority {
            Authority::Device => TimeAuthority::Device,
            Authority::Daemon => TimeAuthority::Daemon,
        },
        ..Options::default()
    }
}

fn settings(args: &TrialArgs) -> Vec<Setting> {
    args.board_driver.iter().flat_map(|&driver| args.hands.iter().map(move |&hands| Setting { driver, hands })).collect()
}

fn level(setting: Setting) -> String {
    setting.hands.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

fn play_all(args: &TrialArgs, options: &Options, games: &[Game]) -> Vec<Row> {
    let mut rows = Vec::new();
    for setting in settings(args) {
        let seeds = args.seed..args.seed.saturating_add(args.seeds.max(1));
        let played_by = |seed: u64| games.iter().map(move |game| (game, Job { record: &game.file.record, setting, seed }));
        let (of, jobs): (Vec<&Game>, Vec<Job<'_>>) = seeds.flat_map(played_by).unzip();
        let mut row = Row::new(setting);
        let mut wrong: Vec<(usize, Played)> = Vec::new();
        trial::run(&jobs, options, |at, played, seconds| {
            row.add(&played, seconds);
            progress(&row, jobs.len());
            if !played.is_exact() || played.alerts.iter().any(trial::Raised::is_loud) {
                wrong.push((at, played));
            }
        });
        wrong.sort_by_key(|(at, _)| *at);
        for (at, played) in &wrong {
            // A reader who has seen enough is no reason to stop counting.
            let _ = super::print(&report(of[*at], played));
        }
        rows.push(row);
    }
    rows
}

fn progress(row: &Row, all: usize) {
    if row.games.is_multiple_of(PROGRESS) || row.games == all {
        let end = if std::io::stderr().is_terminal() && row.games < all { "\r" } else { "\n" };
        eprint!("{} {}: {}/{all} games, {:.2} % exact{end}", row.setting.driver, level(row.setting), row.games, row.exact_percent());
        // Nobody to tell is no reason to fail.
        let _ = std::io::stderr().flush();
    }
}

/// A game that is not as it should be, so that it can be played again alone.
fn report(game: &Game, played: &Played) -> String {
    let how = match (played.is_exact(), played.is_flagged()) {
        (true, _) => "disturbed",
        (false, true) => "flagged",
        (false, false) => "SILENTLY WRONG",
    };
    let (driver, hands) = (played.setting.driver, level(played.setting));
    let mut text = format!("{how}: {} --board-driver {driver} --hands {hands} --seed {}\n", game.path.display(), played.seed);
    let size = game.file.record.size;
    let difference = played.difference.iter().map(|difference| format!("    {}\n", difference.text));
    let faults = played.faults.iter().map(|fault| format!("    {fault}\n"));
    let alerts = played.alerts.iter().map(|alert| format!("    {}\n", alert.describe(size)));
    text.extend(difference.chain(faults).chain(alerts));
    text
}

fn trace(args: &TrialArgs, options: &Options, games: &[Game]) -> Result<(), Failure> {
    let mut right = true;
    for game in games {
        for setting in settings(args) {
            let played = trial::play(&game.file.record, options, setting, args.seed, true);
            show_transcript(args, &played.transcript, played.first_fault_ms)?;
            right &= played.is_exact();
            super::print(&if played.is_exact() && played.first_fault_ms.is_none() { "exact\n".to_owned() } else { report(game, &played) })?;
        }
    }
    if right { Ok(()) } else { Err(Failure::Failed(anyhow!("the record is not the game"))) }
}

/// What happened around a moment, or all of it.
fn show_transcript(args: &TrialArgs, transcript: &[Entry], around: Option<u64>) -> anyhow::Result<()> {
    let within_ms = args.around.saturating_mul(1_000);
    let shown = transcript.iter().filter(|entry| around.is_none_or(|ms| entry.at_ms.abs_diff(ms as i64) <= within_ms));
    let lines: String = shown.map(|entry| format!("{:>9.3} {}\n", entry.at_ms as f64 / 1_000.0, entry.text)).collect();
    super::print(&lines)
}
