//! `kifud rehearse` (floor 8): real games, played by virtual boards, clocks and hands over pseudo-terminals, through `kifud run` and a
//! real broker, and what was published compared with what was played.
//!
//! The daemon is a process of its own, with the configuration that an operator would write; nothing here reaches into it. `games` picks
//! what a board can show, `household` starts broker and daemon, `seat` plays one table, `ear` is an MQTT subscriber like any other,
//! `ledger` folds what it hears, `figures` is the one line at the end. `expiries` is another rehearsal with the same household: players
//! who run out of time, and presses at the last moment. `cluster` is a third: many tables, and brokers that die.

pub mod cluster;
mod ear;
mod everything;
pub mod expiries;
mod figures;
mod games;
mod household;
mod ledger;
mod seat;

pub use everything::Counts;
pub use figures::{Figures, Latencies, Usage};
pub use games::{Game, Games, LeftOut};

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::Context as _;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::clock::Side;
use crate::go::Size;
use crate::now;
use crate::sim::{ClockOptions, Hands, HandsLevel, Pace, Table, TableOptions};
use crate::wire::kifud::ClockSetting;
use crate::wire::matrix::VirtualMatrix;
use crate::wire::{BoardDriver, ClockDriver};

use everything::Everything;
use household::{Broker, TableSetting};
use seat::{Desk, Found, Seat, Waiting};

/// Time control: long enough for a whole game at any speed.
const MAIN_MS: u32 = 2 * 3_600_000;
const PERIODS: u8 = 5;
const PERIOD_MS: u32 = 60_000;

/// A press without a stone is a pass after this: the hands have always put their stone before.
const PRESS_TOLERANCE_MS: u64 = 200;

/// What is rehearsed, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program whose `run` is rehearsed.
    pub daemon: PathBuf,
    /// What the boards speak.
    pub board_driver: BoardDriver,
    /// Tables at once; at least one for each size that is played.
    pub tables: usize,
    /// The tables' `settle_ms`.
    pub settle_ms: u64,
    /// How much longer than `settle_ms` the hands hold still.
    pub margin_ms: u64,
    /// How often a polled board is asked.
    pub poll_ms: u64,
    /// The broker; none starts mosquitto where it is installed, else the daemon's own.
    pub broker: Option<SocketAddr>,
    /// How the hands move.
    pub hands: HandsLevel,
    /// The same seed gives the same hands.
    pub seed: u64,
    /// Where the journal is written, kept afterwards; none takes a folder of our own that goes with us.
    pub state_dir: Option<PathBuf>,
}

/// A game of which something wrong was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// Its file.
    pub path: PathBuf,
    /// The table it was played at.
    pub table: String,
    /// The first difference, and whatever else was found.
    pub because: Vec<String>,
}

/// What a rehearsal has found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// The figures.
    pub figures: Figures,
    /// The games that came out wrong.
    pub wrong: Vec<Wrong>,
}

/// Plays the games and compares.
///
/// # Errors
/// When broker, daemon or virtual hardware cannot be started or end before their time. What is published wrong is no error but a finding.
pub async fn run(options: &Options, games: &Games) -> anyhow::Result<Report> {
    let home = Home::new()?;
    let broker = Broker::find(options.broker, &home.0).await?;
    let tables = settings(options, games, &home.0);
    let devices = tables.iter().enumerate().map(|(n, table)| devices(options, table, n)).collect::<anyhow::Result<Vec<_>>>()?;
    let daemon = household::start_daemon(options, &home.0, &broker, &tables)?;
    household::answers(broker.address).await?;
    let everything = Everything::listen(broker.address).await?;
    let waiting = waiting(games);
    let mut seats = JoinSet::new();
    let (listeners, heard) = channels(tables.iter().map(|table| table.id.as_str()));
    ear::listen(broker.address, "events", &["+/event"], listeners.clone()).await?;
    let voice = ear::listen(broker.address, "documents", &DOCUMENTS, listeners).await?;
    let began = now::micros();
    for (n, ((setting, table), heard)) in tables.iter().zip(devices).zip(heard).enumerate() {
        let seat = Seat {
            id: setting.id.clone(),
            size: setting.size,
            table,
            driver: options.board_driver,
            hands: hands(options),
            seed: options.seed.wrapping_mul(1_000_003).wrapping_add(n as u64 * 10_007),
            heard,
            voice: voice.clone(),
            desk: Desk::default(),
        };
        seats.spawn(seat.play(Arc::clone(&waiting)));
    }
    let (mut found, mut idle) = (Vec::new(), Vec::new());
    while let Some(ended) = seats.join_next().await {
        let (table_found, table) = ended.context("a table of the rehearsal has panicked")??;
        found.push(table_found);
        idle.push(table);
    }
    let seconds = (now::micros() - began) as f64 / 1e6;
    let usage = Usage::of(daemon.id());
    let everything = everything.counts().await;
    let state_dir = household::state_dir(options.state_dir.as_deref(), &home.0);
    let journal_bytes = figures::folder_bytes(&state_dir);
    daemon.stop().await?;
    drop(idle);
    let how = format!(
        "board {}, hands {}, {} tables, settle {} ms, {}",
        options.board_driver,
        options.hands,
        tables.len(),
        options.settle_ms,
        broker.name
    );
    let figures = Figures { how, left_out: games.left_out.len(), seconds, everything, daemon: usage, journal_bytes, ..Figures::default() };
    Ok(report(figures, found))
}

/// True where mosquitto is installed.
pub fn has_mosquitto() -> bool {
    household::mosquitto().is_some()
}

/// What is heard beside the events.
const DOCUMENTS: [&str; 5] = ["+/status", "+/game", "+/result/+", "+/response/+", "+/health"];

fn report(mut figures: Figures, found: Vec<Found>) -> Report {
    let mut wrong = Vec::new();
    for table in found {
        figures.games += table.games;
        figures.moves += table.moves;
        figures.alerts += table.alerts;
        figures.latency.extend(&table.latency);
        figures.from_hand.extend(&table.from_hand);
        figures.syncs.extend(&table.syncs);
        wrong.extend(table.wrong);
    }
    wrong.sort_by(|one, other| one.path.cmp(&other.path));
    figures.wrong = wrong.len();
    Report { figures, wrong }
}

/// The games by size, the longest first: so the tables end at about the same time.
fn waiting(games: &Games) -> Waiting {
    let mut sorted = games.played.clone();
    sorted.sort_by_key(|game| std::cmp::Reverse(game.file.record.moves.len()));
    let mut waiting: BTreeMap<Size, VecDeque<Game>> = BTreeMap::new();
    for game in sorted {
        waiting.entry(game.file.record.size).or_default().push_back(game);
    }
    Arc::new(Mutex::new(waiting))
}

/// Tables for every size, by how much there is to play.
fn settings(options: &Options, games: &Games, home: &Path) -> Vec<TableSetting> {
    let mut moves: BTreeMap<Size, usize> = BTreeMap::new();
    for game in &games.played {
        *moves.entry(game.file.record.size).or_default() += game.file.record.moves.len();
    }
    let shares = shares(&moves.values().copied().collect::<Vec<_>>(), options.tables);
    let sizes = moves.into_keys().zip(shares).flat_map(|(size, tables)| std::iter::repeat_n(size, tables));
    let place = |n: usize, leaf: &str| home.join(format!("t{n}-{leaf}"));
    (1..)
        .zip(sizes)
        .map(|(n, size)| TableSetting { id: format!("t{n}"), size, board: place(n, "board"), clock: place(n, "clock") })
        .collect()
}

/// Shares of `tables` in proportion to the work, at least one each: each further one goes where most work is left for one table.
fn shares(work: &[usize], tables: usize) -> Vec<usize> {
    let mut shares = vec![1; work.len()];
    while shares.iter().sum::<usize>() < tables {
        let busiest = (0..work.len()).max_by_key(|&n| work[n] / shares[n]);
        let Some(busiest) = busiest else { break };
        shares[busiest] += 1;
    }
    shares
}

fn hands(options: &Options) -> Hands {
    let margin_ms = options.margin_ms + scan_every_ms(options.board_driver);
    Hands { level: options.hands, pace: Pace::Fast, gaps: seat::gaps(options.settle_ms, margin_ms), black_side: Some(Side::Left) }
}

/// How much longer a change may take to be seen than on a board that tells it at once or is asked often.
fn scan_every_ms(driver: BoardDriver) -> u64 {
    if driver == BoardDriver::Matrix { VirtualMatrix::EVERY_MS } else { 0 }
}

fn devices(options: &Options, table: &TableSetting, n: usize) -> anyhow::Result<Table> {
    let setting = ClockSetting { main_ms: MAIN_MS, periods: PERIODS, period_ms: PERIOD_MS };
    let clock = Some(ClockOptions { link: table.clock.clone(), driver: ClockDriver::Kifud, setting });
    let board_link = table.board.clone();
    let seed = options.seed.wrapping_add(n as u64);
    Ok(Table::new(&TableOptions { size: table.size, board_link, board_driver: options.board_driver, clock, seed })?)
}

fn channels<'a>(tables: impl IntoIterator<Item = &'a str>) -> (ear::Listeners, Vec<mpsc::UnboundedReceiver<ear::Heard>>) {
    let mut listeners = ear::Listeners::new();
    let mut heard = Vec::new();
    for id in tables {
        let (sender, receiver) = mpsc::unbounded_channel();
        listeners.insert(id.to_owned(), sender);
        heard.push(receiver);
    }
    (listeners, heard)
}

/// A folder of the rehearsal's own, gone when it ends.
struct Home(PathBuf);

impl Home {
    fn new() -> anyhow::Result<Home> {
        let name = format!("kifud-rehearse-{}-{}", std::process::id(), now::micros());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Home(path))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // What is left behind lies in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_a_table_and_the_rest_go_where_the_work_is() {
        assert_eq!(shares(&[100, 1_000, 10_000], 16), [1, 2, 13]);
        assert_eq!(shares(&[100, 1_000, 10_000], 1), [1, 1, 1]);
        assert_eq!(shares(&[], 16), [0; 0]);
    }
}
