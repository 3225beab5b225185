//! `kifud trial --faults`: whatever goes wrong around a table, nothing is lost, doubled or wrong.

use anyhow::anyhow;

use super::{Failure, TrialArgs, level, settings, show_transcript};
use crate::go::Record;
use crate::now;
use crate::rehearse::Game;
use crate::trial::faults::{self, Blow, Case, Course, Kind, Row, Tried};
use crate::trial::{self, Options};

/// One game to be played, and where it comes from.
struct Job<'a> {
    game: &'a Game,
    case: Case<'a>,
}

/// Plays every kind and prints; exit code 1 when a promise does not hold.
pub(super) fn run(args: &TrialArgs, options: &Options, games: &[Game]) -> Result<(), Failure> {
    if args.each_write || args.blow.is_some() {
        return each_write(args, options, games);
    }
    let kinds = if args.kinds.is_empty() { Kind::ALL.to_vec() } else { args.kinds.clone() };
    let records: Vec<Record> = games.iter().map(|game| beginning(&game.file.record, args.moves)).collect();
    let (began, mut rows) = (now::micros(), Vec::new());
    for kind in kinds {
        let mut row = Row::new(kind);
        for setting in settings(args) {
            let seeds = (args.seed..).take(args.count);
            let of_seed = |(n, seed): (usize, u64)| {
                let at = n % games.len();
                Job { game: &games[at], case: Case { record: &records[at], setting, kind, seed, course: Course::Planned } }
            };
            let jobs: Vec<Job<'_>> = seeds.enumerate().map(of_seed).collect();
            let mut wrong: Vec<(usize, Tried)> = Vec::new();
            trial::on_all_cores(
                &jobs,
                |job| faults::play(&job.case, options, args.trace),
                |at, tried, seconds| {
                    row.add(&tried, seconds);
                    if args.trace || !tried.is_right() {
                        wrong.push((at, tried));
                    }
                },
            );
            wrong.sort_by_key(|(at, _)| *at);
            for (at, tried) in &wrong {
                show_transcript(args, &tried.transcript, None)?;
                super::super::print(&report(args, &jobs[*at], tried))?;
            }
        }
        eprintln!("{}: {} games, {} not right", kind.name(), row.games, row.seeds.len());
        rows.push(row);
    }
    let hours = (now::micros() - began) as f64 / 3.6e9;
    let played: usize = rows.iter().map(|row| row.games).sum();
    let of_play = rows.iter().map(|row| row.lasted_ms).sum::<u64>() as f64 / 3.6e6;
    let told = format!("{played} games, {of_play:.1} hours of play, {:.0} games an hour", played as f64 / hours);
    super::super::print(&format!("{}\n{told}\n", faults::table(&rows)))?;
    let broken: Vec<String> = rows.iter().filter(|row| !row.seeds.is_empty()).map(|row| row.kind.name()).collect();
    if broken.is_empty() { Ok(()) } else { Err(Failure::Failed(anyhow!("not right: {}", broken.join(", ")))) }
}

/// Kills the process at every write of each game, in every way, or at the one that is named.
fn each_write(args: &TrialArgs, options: &Options, games: &[Game]) -> Result<(), Failure> {
    let records: Vec<Record> = games.iter().map(|game| beginning(&game.file.record, args.moves)).collect();
    let (mut row, mut wrong) = (Row::new(Kind::Killed), 0);
    for setting in settings(args) {
        for (n, seed) in (args.seed..).take(args.count).enumerate() {
            let at = n % games.len();
            let case = |course| Case { record: &records[at], setting, kind: Kind::Killed, seed, course };
            let whole = faults::play(&case(Course::Undisturbed), options, false);
            let blows = args.blow.map_or_else(|| Blow::each(whole.writes).collect(), |blow| vec![blow]);
            let jobs: Vec<Job<'_>> = blows.into_iter().map(|blow| Job { game: &games[at], case: case(Course::Blow(blow)) }).collect();
            let mut said = Vec::new();
            trial::on_all_cores(
                &jobs,
                |job| faults::play(&job.case, options, args.trace),
                |job, tried, seconds| {
                    row.add(&tried, seconds);
                    if args.trace || !tried.is_right() {
                        said.push((job, tried));
                    }
                },
            );
            said.sort_by_key(|(job, _)| *job);
            for (job, tried) in &said {
                wrong += usize::from(!tried.is_right());
                show_transcript(args, &tried.transcript, None)?;
                super::super::print(&report(args, &jobs[*job], tried))?;
            }
            eprintln!("{}: {} writes, {} blows, {wrong} not right", games[at].path.display(), whole.writes, jobs.len());
        }
    }
    super::super::print(&faults::table(&[row]))?;
    if wrong == 0 { Ok(()) } else { Err(Failure::Failed(anyhow!("not right: {wrong}"))) }
}

/// The first moves of a game; all of them where there are no more.
fn beginning(record: &Record, moves: usize) -> Record {
    let mut record = record.clone();
    record.moves.truncate(moves);
    record
}

/// A game with the command that plays it again.
fn report(args: &TrialArgs, job: &Job<'_>, tried: &Tried) -> String {
    let Case { setting, kind, seed, record, course } = job.case;
    let how = match (tried.is_right(), tried.broken.is_empty(), tried.is_flagged()) {
        (true, ..) => "right",
        (_, false, _) => "BROKEN",
        (_, _, true) => "flagged",
        _ => "SILENTLY WRONG",
    };
    let mut text = format!(
        "{how}: kifud trial {} --faults --kinds {} --seed {seed}{} --count 1 --moves {} --board-driver {} --hands {} --clock-driver {} --trace\n",
        job.game.path.display(),
        kind.name(),
        if let Course::Blow(blow) = course { format!(" --blow {blow}") } else { String::new() },
        args.moves,
        setting.driver,
        level(setting),
        args.clock_driver,
    );
    let broken = tried.broken.iter().map(|broken| format!("    {:?}: {}\n", broken.class, broken.text));
    let difference = tried.difference.iter().map(|difference| format!("    {}\n", difference.text));
    let turns = (!tried.open_turns.is_empty()).then(|| format!("    turns that never ended: {:?}\n", tried.open_turns));
    let alerts = tried.alerts.iter().map(|alert| format!("    {}\n", alert.describe(record.size)));
    text.extend(broken.chain(difference).chain(turns).chain(alerts));
    text
}
