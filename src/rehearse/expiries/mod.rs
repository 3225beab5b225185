//! `kifud rehearse --expiries`: players run out of time at many tables at once, over pseudo-terminals, with real short controls; and presses
//! are made a few milliseconds before the end and after it, and heard at once or late.
//!
//! The truth is planned: the virtual clocks are told beforehand when they will be pressed, by their own time, so a machine that stalls makes
//! nothing wrong. `scene` plans, `sitting` plays one table, `told` reads what is published, `verdict` compares it with the plan, `commits`
//! learns from the daemon's log how long the disk took, `delays` is the table at the end.

mod commits;
mod delays;
mod scene;
mod sitting;
mod told;
mod verdict;

pub use delays::{Delays, OnTime};
pub use scene::{Control, Delivered, Expiry, Scene, Stamped};
pub use verdict::Measured;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::Context as _;
use tokio::task::JoinSet;

use super::household::{self, Broker, quoted};
use super::{Home, channels, ear};
use crate::sim::{ClockOptions, Table, TableOptions};
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, ClockDriver};
use commits::{Commits, LOG};
use sitting::{Desk, Sitting};

/// How far an event's `at` may be from the true moment, in ms.
pub const AT_MS: u64 = 50;

/// Within which an expiry is to be published, the durable commit not counted, in ms.
pub const PUBLISHED_MS: u64 = 50;

/// The tables' `latency_ms`.
const LATENCY_MS: u64 = 300;

/// The tables' `settle_ms`.
const SETTLE_MS: u64 = 30;

/// What is heard beside the events.
const DOCUMENTS: [&str; 4] = ["+/status", "+/public/event", "+/public/clock", "+/response/+"];

/// Who keeps the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Authority {
    /// The clock on the table.
    Device,
    /// kifud, by the clock's presses.
    Daemon,
}

impl Authority {
    /// `time_authority` in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Authority::Device => "device",
            Authority::Daemon => "daemon",
        }
    }
}

/// What is rehearsed, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program whose `run` is rehearsed.
    pub daemon: PathBuf,
    /// Tables at once: in turn kept by the device and by the daemon, in turn with each control.
    pub tables: usize,
    /// The time controls.
    pub controls: Vec<Control>,
    /// What happens at every table, in order; what its time control has no such end for is left out.
    pub scenes: Vec<Scene>,
    /// The broker; none starts mosquitto where it is installed, else the daemon's own.
    pub broker: Option<SocketAddr>,
    /// The same seed gives the same hands.
    pub seed: u64,
    /// Where the journal is written, kept afterwards; none takes a folder of our own that goes with us.
    pub state_dir: Option<PathBuf>,
}

impl Options {
    /// Byo-yomi and absolute time with main 2 s and a period of 1 s.
    pub fn short_controls() -> Vec<Control> {
        vec![Control { main_ms: 2_000, periods: 2, period_ms: 1_000 }, Control { main_ms: 2_000, periods: 0, period_ms: 0 }]
    }
}

/// A scene of which something wrong was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The table, who keeps its time, and the time control.
    pub table: String,
    /// The scene.
    pub scene: Scene,
    /// What is wrong.
    pub because: Vec<String>,
}

/// What a rehearsal has found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The tables, the broker.
    pub how: String,
    /// Scenes played.
    pub scenes: usize,
    /// Presses made at an end.
    pub presses: usize,
    /// Flags that were published as provisional and withdrawn by a press stamped before them.
    pub withdrawn: usize,
    /// Scenes played anew because this machine stalled in them.
    pub repeated: usize,
    /// Every expiry that was published.
    pub measured: Vec<Measured>,
    /// The scenes that came out wrong.
    pub wrong: Vec<Wrong>,
}

/// Plays the scenes and compares.
///
/// # Errors
/// When broker, daemon or virtual hardware cannot be started or end before their time. What is published wrong is no error but a finding.
pub async fn run(options: &Options) -> anyhow::Result<Report> {
    let home = Home::new()?;
    let broker = Broker::find(options.broker, &home.0).await?;
    let settings = settings(options, &home.0);
    let tables = settings.iter().map(|setting| devices(setting, options.seed)).collect::<anyhow::Result<Vec<_>>>()?;
    let text = configuration(&household::state_dir(options.state_dir.as_deref(), &home.0), &broker, &settings);
    let mut daemon = household::start_configured(&options.daemon, &home.0, &text, &LOG, Stdio::piped())?;
    let commits = daemon.errors().map(Commits::follow).unwrap_or_default();
    household::answers(broker.address).await?;
    let (listeners, heard) = channels(settings.iter().map(|setting| setting.id.as_str()));
    ear::listen(broker.address, "events", &["+/event"], listeners.clone()).await?;
    let voice = ear::listen(broker.address, "documents", &DOCUMENTS, listeners).await?;
    let mut sittings = JoinSet::new();
    for (n, ((setting, table), heard)) in settings.iter().zip(tables).zip(heard).enumerate() {
        let sitting = Sitting {
            id: setting.id.clone(),
            authority: setting.authority,
            control: setting.control,
            latency_ms: LATENCY_MS,
            table,
            heard,
            voice: voice.clone(),
            commits: commits.clone(),
            rng: fastrand::Rng::with_seed(options.seed.wrapping_mul(1_000_003).wrapping_add(n as u64)),
            desk: Desk::default(),
        };
        sittings.spawn(sitting.play(options.scenes.clone()));
    }
    let mut report = Report { how: format!("{} tables, {}", settings.len(), broker.name), ..Report::default() };
    let mut idle = Vec::new();
    while let Some(ended) = sittings.join_next().await {
        let (found, table) = ended.context("a table of the rehearsal has panicked")??;
        idle.push(table);
        report.scenes += found.scenes;
        report.presses += found.presses;
        report.withdrawn += found.withdrawn;
        report.repeated += found.repeated;
        report.measured.extend(found.measured);
        report.wrong.extend(found.wrong);
    }
    daemon.stop().await?;
    drop(idle);
    report.wrong.sort_by(|one, other| one.table.cmp(&other.table));
    Ok(report)
}

/// A table of the configuration.
struct Setting {
    id: String,
    authority: Authority,
    control: Control,
    board: PathBuf,
    clock: PathBuf,
}

fn settings(options: &Options, home: &Path) -> Vec<Setting> {
    let place = |n: usize, leaf: &str| home.join(format!("t{n}-{leaf}"));
    let ways = options.controls.iter().flat_map(|&control| [Authority::Device, Authority::Daemon].map(|authority| (control, authority)));
    (1..=options.tables)
        .zip(ways.cycle())
        .map(|(n, (control, authority))| {
            let (board, clock) = (place(n, "board"), place(n, "clock"));
            Setting { id: format!("t{n}"), authority, control, board, clock }
        })
        .collect()
}

fn devices(setting: &Setting, seed: u64) -> anyhow::Result<Table> {
    let Control { main_ms, periods, period_ms } = setting.control;
    let clock =
        ClockOptions { link: setting.clock.clone(), driver: ClockDriver::Kifud, setting: ClockSetting { main_ms, periods, period_ms } };
    let board_link = setting.board.clone();
    Ok(Table::new(&TableOptions { size: scene::size(), board_link, board_driver: BoardDriver::Kifud, clock: Some(clock), seed })?)
}

/// The configuration, as an operator would write it.
fn configuration(state_dir: &Path, broker: &Broker, settings: &[Setting]) -> String {
    let mut text = household::bridge(state_dir, broker);
    for setting in settings {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            r#"
[[table]]
id = "{id}"
time = {time}
time_authority = "{authority}"

[table.board]
driver = "kifud"
port = {board}
size = {size}
settle_ms = {SETTLE_MS}

[table.clock]
driver = "kifud"
port = {clock}
black_side = "left"
latency_ms = {LATENCY_MS}
"#,
            id = setting.id,
            time = setting.control.text(),
            authority = setting.authority.name(),
            board = quoted(&setting.board),
            size = scene::size().width(),
            clock = quoted(&setting.clock),
        );
    }
    text
}
