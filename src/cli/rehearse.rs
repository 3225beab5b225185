//! `kifud rehearse`: the proof by real games, and by players who run out of time.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, anyhow};

use super::{Failure, runtime, told_to_stop};
use crate::rehearse::cluster::{self, Blow};
use crate::rehearse::expiries::{self, OnTime, Scene};
use crate::rehearse::{self, Games, Options};
use crate::sim::HandsLevel;
use crate::wire::BoardDriver;

/// Faults that are printed: where a whole node is wrong a thousand lines say no more.
const WRONG_SHOWN: usize = 40;

/// Plays real games through `kifud run` with virtual hardware, and compares what is published with what was played.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct RehearseArgs {
    /// SGF files, and folders with all that is below them.
    #[arg(required_unless_present_any = ["expiries", "cluster"], conflicts_with_all = ["expiries", "cluster"], value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// What the boards speak.
    #[arg(long, value_name = "D", default_value = "kifud")]
    board_driver: BoardDriver,
    /// Tables at once; at least one for each size of board.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=2_000))]
    tables: u16,
    /// How long a point must hold still to count.
    #[arg(long, value_name = "MS", default_value_t = 30)]
    settle_ms: u64,
    /// How much longer the hands hold still: a scan, the line, a busy machine.
    #[arg(long, value_name = "MS", default_value_t = 60)]
    margin_ms: u64,
    /// How often a polled board (igo, saiboard) is asked.
    #[arg(long, value_name = "MS", default_value_t = 10)]
    poll_ms: u64,
    /// A broker that runs, such as mqtt://127.0.0.1:1883; without it mosquitto is started where it is installed, else the built-in one.
    #[arg(long, value_name = "URL")]
    broker: Option<String>,
    /// How the hands move.
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "perfect")]
    hands: HandsLevel,
    /// The same seed gives the same hands.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where the journal is written; kept afterwards.
    #[arg(long, value_name = "DIR")]
    state_dir: Option<PathBuf>,
    /// Names every game that is left out, with its reason.
    #[arg(long)]
    list: bool,
    /// No games: players run out of time (main 2 s, two periods of 1 s; and main 2 s alone), and press a few milliseconds before the end
    /// and after it, heard at once or late.
    #[arg(long)]
    expiries: bool,
    /// Expiries that are published late are a failure too, not only shown: for a machine that does nothing else.
    #[arg(long, requires = "expiries")]
    strict: bool,
    /// No games: many tables of several daemons at three NATS servers, which are killed while games go on.
    #[arg(long, conflicts_with = "expiries")]
    cluster: bool,
    #[command(flatten)]
    fleet: FleetArgs,
}

/// What `--cluster` takes beside the tables and the seed.
#[derive(Debug, Clone, clap::Args)]
struct FleetArgs {
    /// Daemons that share the tables.
    #[arg(long, value_name = "N", default_value_t = 2, requires = "cluster", value_parser = clap::value_parser!(u16).range(1..=64))]
    daemons: u16,
    /// How long a player thinks about a move, on average.
    #[arg(long, value_name = "MS", default_value_t = 5_000, requires = "cluster", value_parser = clap::value_parser!(u64).range(1..))]
    think_ms: u64,
    /// How long is played before anything happens, and after it, in seconds.
    #[arg(long, value_name = "S", default_value_t = 15, requires = "cluster")]
    steady: u64,
    /// How long a node stays away, in seconds.
    #[arg(long, value_name = "S", default_value_t = 10, requires = "cluster")]
    down: u64,
    /// What happens to the nodes, in order; nothing can follow two of three.
    #[arg(long, value_enum, value_name = "BLOW,…", value_delimiter = ',', default_values = ["bystander", "connected", "majority"], requires = "cluster")]
    blows: Vec<Blow>,
}

/// Plays and prints; exit code 1 when anything came out wrong.
pub(super) fn run(args: &RehearseArgs) -> Result<(), Failure> {
    if args.expiries {
        return run_expiries(args);
    }
    if args.cluster {
        return run_cluster(args);
    }
    if !args.board_driver.shows_scans() {
        return Err(anyhow!("a {} board does not show what stands on it: there is no record to compare", args.board_driver).into());
    }
    let games = Games::read(&args.paths).map_err(anyhow::Error::from)?;
    if args.list {
        for left_out in &games.left_out {
            println!("left out: {}: {}", left_out.path.display(), left_out.because);
        }
    }
    for (reason, count) in games.reasons() {
        println!("left out: {count} games, {reason}");
    }
    if games.played.is_empty() {
        return Err(anyhow!("there is no game to play: name SGF files, or folders that hold some").into());
    }
    let options = Options {
        daemon: std::env::current_exe().context("this program")?,
        board_driver: args.board_driver,
        tables: usize::from(args.tables),
        settle_ms: args.settle_ms,
        margin_ms: args.margin_ms,
        poll_ms: args.poll_ms,
        broker: args.broker.as_deref().map(address).transpose()?,
        hands: args.hands,
        seed: args.seed,
        state_dir: args.state_dir.clone(),
    };
    let report = runtime()?.block_on(async {
        tokio::select! {
            report = rehearse::run(&options, &games) => report,
            stopped = told_to_stop() => stopped.and(Err(anyhow!("stopped before the end"))),
        }
    })?;
    for wrong in &report.wrong {
        println!("wrong: {} at {}: {}", wrong.path.display(), wrong.table, wrong.because.join("; "));
    }
    println!("{}", report.figures);
    let everything = report.figures.everything;
    let missed = everything.missing + everything.dropped.unwrap_or(0);
    if report.wrong.is_empty() && report.figures.alerts == 0 && missed == 0 {
        return Ok(());
    }
    let (wrong, alerts) = (report.wrong.len(), report.figures.alerts);
    Err(Failure::Failed(anyhow!("{wrong} games wrong, {alerts} alerts, {missed} messages that a subscriber missed")))
}

/// Lets nodes die and prints; exit code 1 when anything was lost or is kept wrongly.
fn run_cluster(args: &RehearseArgs) -> Result<(), Failure> {
    let FleetArgs { daemons, think_ms, steady, down, blows } = &args.fleet;
    let options = cluster::Options {
        daemon: std::env::current_exe().context("this program")?,
        tables: usize::from(args.tables),
        daemons: usize::from(*daemons),
        think_ms: *think_ms,
        steady: Duration::from_secs(*steady),
        down: Duration::from_secs(*down),
        blows: blows.clone(),
        seed: args.seed,
    };
    let report = runtime()?.block_on(async {
        tokio::select! {
            report = cluster::run(&options) => report,
            stopped = told_to_stop() => stopped.and(Err(anyhow!("stopped before the end"))),
        }
    })?;
    let kept = report.kept.iter().flat_map(|node| &node.wrong);
    for wrong in report.wrong.iter().chain(kept).take(WRONG_SHOWN) {
        println!("wrong: {wrong}");
    }
    println!("{report}");
    if report.is_good() { Ok(()) } else { Err(Failure::Failed(anyhow!("something was lost, or is kept wrongly"))) }
}

/// Lets time run out and prints; exit code 1 when a press or a moment came out wrong.
fn run_expiries(args: &RehearseArgs) -> Result<(), Failure> {
    let options = expiries::Options {
        daemon: std::env::current_exe().context("this program")?,
        tables: usize::from(args.tables),
        controls: expiries::Options::short_controls(),
        scenes: Scene::ALL.to_vec(),
        broker: args.broker.as_deref().map(address).transpose()?,
        seed: args.seed,
        state_dir: args.state_dir.clone(),
    };
    let report = runtime()?.block_on(async {
        tokio::select! {
            report = expiries::run(&options) => report,
            stopped = told_to_stop() => stopped.and(Err(anyhow!("stopped before the end"))),
        }
    })?;
    for wrong in &report.wrong {
        println!("wrong: {}: {}: {}", wrong.table, wrong.scene, wrong.because.join("; "));
    }
    println!("{report}");
    match report.on_time() {
        _ if !report.wrong.is_empty() => Err(Failure::Failed(anyhow!("{} scenes wrong", report.wrong.len()))),
        OnTime::Late(late) if args.strict => Err(Failure::Failed(anyhow!("{late} expiries late"))),
        _ => Ok(()),
    }
}

fn address(url: &str) -> anyhow::Result<SocketAddr> {
    use std::net::ToSocketAddrs as _;
    let rest = url.strip_prefix("mqtt://").context("the broker is written mqtt://host:port")?.trim_end_matches('/');
    let with_port = if rest.contains(':') { rest.to_owned() } else { format!("{rest}:1883") };
    with_port.to_socket_addrs().with_context(|| url.to_owned())?.next().with_context(|| format!("{url} has no address"))
}
