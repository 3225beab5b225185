//! `kifud trial --faults`: whatever goes wrong around a table, nothing is lost, doubled or wrong.

use anyhow::anyhow;

use super::{Failure, TrialArgs, level, settings, show_transcript};
use crate::go::Record;
use crate::now;
use crate::rehearse::Game;
use crate::trial::faults::{self, Case, Kind, Row, Tried};
use crate::trial::{self, Options};

/// One game to be played, and where it comes from.
struct Job<'a> {
    game: &'a Game,
    case: Case<'a>,
}

/// Plays every kind and prints; exit code 1 when a promise does not hold.
pub(super) fn run(args: &TrialArgs, options: &Options, games: &[Game]) -> Result<(), Failure> {
    let kinds = if args.kinds.is_empty() { Kind::ALL.to_vec() } else { args.kinds.clone() };
    let records: Vec<Record> = games.iter().map(|game| beginning(&game.file.record, args.moves)).collect();
    let (began, mut rows) = (now::micros(), Vec::new());
    for kind in kinds {
        let mut row = Row::new(kind);
        for setting in settings(args) {
            let seeds = (args.seed..).take(args.count);
            let of_seed = |(n, seed): (usize, u64)| {
                let at = n % games.len();
                Job { game: &games[at], case: Case { record: &records[at], setting, kind, seed } }
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
    super::super::print(&format!("{}\n{played} games, {:.0} an hour\n", faults::table(&rows), played as f64 / hours))?;
    let broken: Vec<String> = rows.iter().filter(|row| !row.seeds.is_empty()).map(|row| row.kind.name()).collect();
    if broken.is_empty() { Ok(()) } else { Err(Failure::Failed(anyhow!("not right: {}", broken.join(", ")))) }
}

/// The first moves of a game; all of them where there are no more.
fn beginning(record: &Record, moves: usize) -> Record {
    let mut record = record.clone();
    record.moves.truncate(moves);
    record
}

/// A game with the command that plays it again.
fn report(args: &TrialArgs, job: &Job<'_>, tried: &Tried) -> String {
    let Case { setting, kind, seed, record } = job.case;
    let how = match (tried.is_right(), tried.broken.is_empty(), tried.is_flagged()) {
        (true, ..) => "right",
        (_, false, _) => "BROKEN",
        (_, _, true) => "flagged",
        _ => "SILENTLY WRONG",
    };
    let mut text = format!(
        "{how}: kifud trial {} --faults --kinds {} --seed {seed} --count 1 --moves {} --board-driver {} --hands {} --clock-driver {} --trace\n",
        job.game.path.display(),
        kind.name(),
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
