//! `kifud rehearse --cluster`: many tables of several daemons at a cluster of NATS servers, whose nodes are killed while games go on.
//!
//! The boards are virtual, on pseudo-terminals; everything behind them is real. `nodes` starts and kills, `ear` hears everything by a session
//! that outlives its connections, `player` plays one table, `told` is what was heard of it, `kept` reads the retained documents at every node.

mod ear;
mod kept;
mod nodes;
mod player;
mod report;
mod told;

pub use kept::Kept;
pub use report::{Report, Stretch};

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::household::{self, Servant, quoted};
use super::{Home, Usage, channels};
use crate::go::Size;
use crate::now;
use crate::sim::{Table, TableOptions};
use crate::wire::BoardDriver;
use nodes::Cluster;
use player::Player;
use told::Told;

/// Nodes of the cluster: one may die, and two are no majority when the others have.
pub const NODES: usize = 3;

/// How long everything may take to begin, for every hundred tables and for the cluster itself.
const START_PATIENCE: Duration = Duration::from_secs(60);

/// After a node is back, before the next one dies: what waited is said, and the node has caught up.
const RECOVERY: Duration = Duration::from_secs(8);

/// What happens to the nodes. The daemons name them in their order, so they are all at the first one that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Blow {
    /// A node dies at which no daemon is.
    Bystander,
    /// The node dies at which the daemons are.
    Connected,
    /// Two of the three die, the daemons' own among them: nothing can be published until one is back.
    Majority,
}

impl Blow {
    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Blow::Bystander => "a bystander killed",
            Blow::Connected => "the daemons' node killed",
            Blow::Majority => "two of three killed",
        }
    }

    /// The nodes that die, when the daemons are at `home`.
    fn nodes(self, home: usize) -> Vec<usize> {
        let other = |by: usize| (home + by) % NODES;
        match self {
            Blow::Bystander => vec![other(2)],
            Blow::Connected => vec![home],
            Blow::Majority => vec![home, other(1)],
        }
    }

    /// Where the daemons are afterwards: they try the nodes in their order.
    fn leads_to(self, home: usize) -> Option<usize> {
        match self {
            Blow::Bystander => Some(home),
            Blow::Connected => Some((home + 1) % NODES),
            // One node alone takes no connections: they may be anywhere.
            Blow::Majority => None,
        }
    }
}

/// What is rehearsed, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program whose `run` is rehearsed.
    pub daemon: PathBuf,
    /// Tables in all.
    pub tables: usize,
    /// Daemons that share them.
    pub daemons: usize,
    /// What a player thinks on average.
    pub think_ms: u64,
    /// How long is played before the first blow, and after the last.
    pub steady: Duration,
    /// How long a node stays away.
    pub down: Duration,
    /// What happens, in order. After two of three have died nothing more: it is not known where the daemons are.
    pub blows: Vec<Blow>,
    /// The same seed gives the same thinking.
    pub seed: u64,
}

/// True where there is a nats-server.
pub fn has_nats() -> bool {
    nodes::program().is_some()
}

/// Plays and kills, and compares.
///
/// # Errors
/// When nodes or daemons cannot be started, or do not come back. What is lost or kept wrongly is no error but a finding.
pub async fn run(options: &Options) -> anyhow::Result<Report> {
    let home = Home::new()?;
    let mut cluster = Cluster::start(&home.0).await?;
    let ids: Vec<String> = (1..=options.tables).map(|n| format!("t{n}")).collect();
    let (listeners, heard) = channels(ids.iter().map(String::as_str));
    // The subscriber begins at the last node, the daemons at the first.
    let (voice, _ear) = ear::listen(cluster.addresses().into_iter().rev().collect(), Arc::new(listeners)).await?;
    let tables = ids.iter().enumerate().map(|(n, id)| board(&home.0, id, n as u64)).collect::<anyhow::Result<Vec<_>>>()?;
    let daemons = start_daemons(options, &home.0, &cluster, &ids)?;
    let (end, ends) = watch::channel(false);
    let (begun, mut all_begun) = watch::channel(0_usize);
    let mut players = JoinSet::new();
    for (n, ((id, heard), table)) in ids.iter().zip(heard).zip(tables).enumerate() {
        let player = Player {
            id: id.clone(),
            table,
            heard,
            voice: voice.clone(),
            rng: fastrand::Rng::with_seed(options.seed.wrapping_mul(1_000_003).wrapping_add(n as u64)),
            think_ms: options.think_ms,
            begun: begun.clone(),
            ends: ends.clone(),
            told: Told::of(id),
        };
        players.spawn(player.play());
    }
    let patience = START_PATIENCE * (1 + options.tables as u32 / 100);
    let all = all_begun.wait_for(|begun| *begun == options.tables);
    tokio::time::timeout(patience, all).await.context("not every table has begun to play")??;
    let stretches = strike(options, &mut cluster).await?;
    let usage = (usages(&daemons), cluster.usages());
    end.send_replace(true);
    let (mut told, mut idle) = (Vec::new(), Vec::new());
    while let Some(ended) = players.join_next().await {
        let (table_told, table) = ended.context("a table of the rehearsal has panicked")?;
        told.push(table_told);
        idle.push(table);
    }
    let mut kept = Vec::new();
    for address in cluster.addresses() {
        kept.push(kept::read(address, &told).await?);
    }
    kept::compare(&mut kept);
    let how = format!(
        "{} tables of {} daemons at {NODES} nodes ({}), a move every {} s at each",
        options.tables,
        daemons.len(),
        nodes::version(),
        options.think_ms as f64 / 1_000.0
    );
    for daemon in daemons {
        daemon.stop().await?;
    }
    drop(idle);
    Ok(Report::of(how, stretches, &told, kept.into_iter().map(|node| node.found).collect(), usage))
}

/// Lets it run, and then one blow after the other; when each stretch began, in ms of the calendar.
async fn strike(options: &Options, cluster: &mut Cluster) -> anyhow::Result<Vec<(String, i64)>> {
    let wall_ms = || now::stamp().wall.as_unix_ms();
    let mut stretches = vec![("steady".to_owned(), wall_ms())];
    let mut home = Some(0);
    for &blow in &options.blows {
        let Some(at) = home else { bail!("{} must be the last", Blow::Majority.name()) };
        tokio::time::sleep(if stretches.len() == 1 { options.steady } else { RECOVERY }).await;
        stretches.push((blow.name().to_owned(), wall_ms()));
        for node in blow.nodes(at) {
            cluster.kill(node);
        }
        tokio::time::sleep(options.down).await;
        stretches.push(("and back".to_owned(), wall_ms()));
        for node in blow.nodes(at) {
            cluster.restart(node)?;
        }
        for node in blow.nodes(at) {
            cluster.takes_connections(node).await?;
        }
        home = blow.leads_to(at);
    }
    tokio::time::sleep(options.steady).await;
    Ok(stretches)
}

/// Where a table's board is linked.
fn board_link(home: &Path, id: &str) -> PathBuf {
    home.join(format!("{id}-board"))
}

fn board(home: &Path, id: &str, seed: u64) -> anyhow::Result<Table> {
    let size = Size::square(player::SIDE).context("a size")?;
    Ok(Table::new(&TableOptions { size, board_link: board_link(home, id), board_driver: BoardDriver::Kifud, clock: None, seed })?)
}

fn start_daemons(options: &Options, home: &Path, cluster: &Cluster, ids: &[String]) -> anyhow::Result<Vec<Servant>> {
    let nodes: Vec<String> = cluster.addresses().iter().map(ToString::to_string).collect();
    let share = ids.len().div_ceil(options.daemons.max(1));
    let start = |(n, ids): (usize, &[String])| {
        let own = home.join(format!("hall-{n}"));
        std::fs::create_dir_all(&own).with_context(|| own.display().to_string())?;
        let text = configuration(n, home, &nodes.join(","), ids);
        household::start_configured(&options.daemon, &own, &text, &["--log", "error"], Stdio::inherit())
    };
    ids.chunks(share).enumerate().map(start).collect()
}

/// The configuration of one daemon, as an operator would write it. kifud keeps the time, so that something happens at every table all the time.
fn configuration(n: usize, home: &Path, nodes: &str, ids: &[String]) -> String {
    let state_dir = quoted(&home.join(format!("hall-{n}/state")));
    let mut text =
        format!("[bridge]\nid = \"hall-{n}\"\nstate_dir = {state_dir}\n\n[mqtt]\nbroker = \"mqtt://{nodes}\"\nversion = \"3.1.1\"\n");
    for id in ids {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            r#"
[[table]]
id = "{id}"
time = {{ system = "byo-yomi", main = "0s", periods = 200, period = "30s" }}
time_authority = "daemon"
turn_ends = "stone"

[table.board]
driver = "kifud"
port = {board}
settle_ms = 200
"#,
            board = quoted(&board_link(home, id)),
        );
    }
    text
}

fn usages(daemons: &[Servant]) -> Vec<Usage> {
    daemons.iter().map(|daemon| Usage::of(daemon.id())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_daemons_node_is_hit_when_it_is_meant_and_two_are_no_majority() {
        for home in 0..NODES {
            assert!(!Blow::Bystander.nodes(home).contains(&home));
            assert_eq!(Blow::Connected.nodes(home), [home]);
            assert!(Blow::Majority.nodes(home).contains(&home) && Blow::Majority.nodes(home).len() == 2);
        }
        assert_eq!(Blow::Connected.leads_to(2), Some(0));
    }

    #[test]
    fn the_configuration_is_one() {
        let ids = ["t1".to_owned(), "t2".to_owned()];
        let text = configuration(3, Path::new("/tmp/x"), "127.0.0.1:1,127.0.0.1:2", &ids);
        let config = crate::config::parse(Path::new("kifud.toml"), &text, "").expect("good");
        assert_eq!(config.tables.len(), 2);
    }
}
