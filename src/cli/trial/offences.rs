//! `kifud trial --offences`: what is done wrong is found, and what is not is left alone.

use anyhow::anyhow;
use clap::ValueEnum as _;

use super::{Failure, TrialArgs, level, settings, show_transcript};
use crate::rehearse::Game;
use crate::sim::{Course, Offence};
use crate::trial::offences::{self, Case, Row, Tried};
use crate::trial::{Options, Setting};

/// Not every game has a place for every offence (a ko, a capture): so many seeds are looked at for each that is wanted.
const SEEDS_FOR_EACH: u64 = 40;

/// A case that was played.
struct Done<'a> {
    game: &'a Game,
    seed: u64,
    course: Course,
    tried: Tried,
}

/// Tries every kind and prints; exit code 1 when one was not found or a twin not left alone.
pub(super) fn run(args: &TrialArgs, options: &Options, games: &[Game]) -> Result<(), Failure> {
    let kinds = if args.kind.is_empty() { Offence::ALL.to_vec() } else { args.kind.clone() };
    let mut rows = Vec::new();
    for setting in settings(args) {
        for &offence in kinds.iter().filter(|offence| setting.sees_color() || !offence.needs_color()) {
            let mut row = Row::new(setting, offence);
            for done in try_all(args, options, games, setting, offence) {
                row.add(done.course, &done.tried);
                if args.trace {
                    show_transcript(args, &done.tried.transcript, Some(done.tried.at_ms))?;
                }
                if args.trace || !done.tried.is_right() {
                    super::super::print(&report(&done, setting, offence))?;
                }
            }
            eprintln!(
                "{} {}: {} of {} found, {} of {} twins silent",
                setting.driver,
                offence.kind(),
                row.found,
                row.tried,
                row.silent,
                row.twins
            );
            rows.push(row);
        }
    }
    super::super::print(&offences::table(&rows))?;
    let name = |row: &Row| format!("{} {}", row.setting.driver, row.offence.kind());
    let wanted = if args.course.is_none() { args.count } else { 0 };
    let broken: Vec<String> =
        rows.iter().flat_map(|row| row.broken_promises(wanted).into_iter().map(|what| format!("{}: {what}", name(row)))).collect();
    if broken.is_empty() { Ok(()) } else { Err(Failure::Failed(anyhow!("{}", broken.join("; ")))) }
}

/// One kind on one board, so often as is wanted: seed after seed, each in a game of its own choice.
fn try_all<'a>(args: &TrialArgs, options: &Options, games: &'a [Game], setting: Setting, offence: Offence) -> Vec<Done<'a>> {
    let mut all = Vec::new();
    let mut begun = 0;
    let last = args.seed.saturating_add(SEEDS_FOR_EACH.saturating_mul(args.count as u64));
    let mut next = args.seed;
    while begun < args.count && next < last {
        let seeds: Vec<u64> = (next..last).take(args.count - begun).collect();
        next += seeds.len() as u64;
        let mut found: Vec<(usize, Vec<Done<'a>>)> = Vec::new();
        let work = |&seed: &u64| try_one(args, options, games, setting, offence, seed);
        offences::on_all_cores(&seeds, work, |at, done: Vec<Done<'a>>, _| found.push((at, done)));
        found.sort_by_key(|(at, _)| *at);
        begun += found.iter().filter(|(_, done)| !done.is_empty()).count();
        all.extend(found.into_iter().flat_map(|(_, done)| done));
    }
    all
}

/// The offence, answered over where the seed says so and somebody can, and its twin.
fn try_one<'a>(args: &TrialArgs, options: &Options, games: &'a [Game], setting: Setting, offence: Offence, seed: u64) -> Vec<Done<'a>> {
    let mut rng = fastrand::Rng::with_seed(seed ^ (offence as u64) << 32);
    let game = &games[rng.usize(..games.len())];
    let courses: &[Course] = match args.course {
        Some(course) => &[course],
        None if rng.bool() => &[Course::AnsweredOver, Course::Offence, Course::Twin],
        None => &[Course::Offence, Course::Twin],
    };
    let mut done: Vec<Done<'a>> = Vec::new();
    for &course in courses {
        if course == Course::Offence && done.iter().any(|before| before.course == Course::AnsweredOver) {
            continue;
        }
        let case = Case { record: &game.file.record, setting, seed, offence, course };
        if let Some(tried) = case.play(options, args.trace) {
            done.push(Done { game, seed, course, tried });
        } else if course == Course::Offence {
            return Vec::new();
        }
    }
    done
}

/// A case that is not as it should be, so that it can be played again alone.
fn report(done: &Done<'_>, setting: Setting, offence: Offence) -> String {
    let size = done.game.file.record.size;
    let name = |value: Option<clap::builder::PossibleValue>| value.map_or_else(String::new, |value| value.get_name().to_owned());
    let tried = &done.tried;
    let what = match &tried.finding {
        Some(finding) => finding.describe(size),
        None if tried.is_right() => "silent".to_owned(),
        None => "not silent".to_owned(),
    };
    let mut text = format!(
        "{} {}: {what}: {} --offences --kind {} --course {} --board-driver {} --hands {} --seed {} --count 1\n",
        offence.kind(),
        name(done.course.to_possible_value()),
        done.game.path.display(),
        name(offence.to_possible_value()),
        name(done.course.to_possible_value()),
        setting.driver,
        level(setting),
        done.seed,
    );
    let charge = tried.charge.iter().map(|charge| format!("    turn {}, expected: {}\n", tried.turn, charge.describe(size)));
    let faults = tried.faults.iter().map(|fault| format!("    {fault}\n"));
    let alerts = tried.alerts.iter().map(|alert| format!("    {}\n", alert.describe(size)));
    text.extend(charge.chain(faults).chain(alerts));
    text
}
