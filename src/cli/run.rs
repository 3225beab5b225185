//! `kifud run`, `display`, `capture` and `replay`.

use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::broker::BrokerArgs;
use super::{Failure, check, runtime, told_to_stop};
use crate::daemon::{Daemon, Options};
use crate::{capture, display, machine};

/// What is asked of the displays.
#[derive(Debug, clap::Args)]
pub(super) struct DisplayArgs {
    #[command(flatten)]
    broker: BrokerArgs,
    /// Where the pages are served.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// File with a name and a token a line: who may send requests from the pages. Without it nobody may.
    #[arg(long, value_name = "FILE")]
    referee_tokens_file: Option<PathBuf>,
    /// Takes tokens on another address than this machine's own, readable for everybody on the network.
    #[arg(long)]
    insecure: bool,
    /// Folder for a live SGF file of every table, and the results; it must be there.
    #[arg(long, value_name = "DIR")]
    sgf_dir: Option<PathBuf>,
    /// MacMahon's file that the round was paired from: a copy of it with the results goes into that folder.
    #[arg(long, value_name = "FILE", requires = "sgf_dir")]
    tournament: Option<PathBuf>,
}

/// The daemon, until it is told to stop.
pub(super) fn run(config: &Path, state_dir: Option<PathBuf>) -> Result<(), Failure> {
    serve(config, &Options { state_dir, ..Options::default() })
}

/// The daemon for one table with a journal of its own, so that the capture begins at the beginning.
pub(super) fn capture(config: &Path, table: &str, out: &Path) -> Result<(), Failure> {
    let known = check::load(config)?;
    if !known.tables.iter().any(|known| known.id == table) {
        eprintln!("{}: there is no table \"{table}\"", config.display());
        return Err(Failure::Refused);
    }
    if out.is_file() {
        return Err(anyhow!("{} is there already: a capture writes over nothing, give it another name", out.display()).into());
    }
    // Of a name that nobody can have put there before us, and for nobody else to read.
    let state = std::env::temp_dir().join(format!("kifud-capture-{:016x}", u64::from_be_bytes(crate::now::random())));
    std::fs::DirBuilder::new().mode(0o700).create(&state).with_context(|| state.display().to_string())?;
    let served =
        serve(config, &Options { state_dir: Some(state.clone()), capture: Some((table.to_owned(), out.to_owned())), ..Options::default() });
    if let Err(error) = std::fs::remove_dir_all(&state) {
        tracing::warn!(%error, path = %state.display(), "the capture's journal is left behind");
    }
    served
}

fn serve(config: &Path, options: &Options) -> Result<(), Failure> {
    let config = check::load(config)?;
    machine::may_hold_more_files();
    runtime()?.block_on(async {
        let mut daemon = Daemon::start(&config, options).await?;
        let served = daemon
            .serve(async {
                if let Err(error) = told_to_stop().await {
                    tracing::error!(%error, "signals cannot be waited for");
                }
            })
            .await;
        daemon.stop().await?;
        served
    })?;
    Ok(())
}

/// Displays alone.
pub(super) fn display(args: DisplayArgs) -> Result<(), Failure> {
    let DisplayArgs { broker, listen, referee_tokens_file, insecure, sgf_dir: folder, tournament } = args;
    let (address, credentials) = broker.read()?;
    let base = broker.base;
    machine::may_hold_more_files();
    let tokens = referee_tokens_file.as_deref().map(display::Tokens::read).transpose().context("--referee-tokens-file")?;
    runtime()?.block_on(async {
        let options = display::Options { broker: address, base, listen, credentials, tokens, insecure, folder, tournament };
        let display = display::serve(options).await?;
        println!("Open http://{}/", display.address());
        told_to_stop().await?;
        display.stop().await;
        Ok::<(), anyhow::Error>(())
    })?;
    Ok(())
}

/// Prints a capture's events, or compares them with those it holds.
pub(super) fn replay(file: &Path, check: bool) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let replayed = capture::replay(&text).with_context(|| file.display().to_string())?;
    if !check {
        return Ok(super::print(&replayed.transcript())?);
    }
    if let Some((place, recorded, again)) = replayed.difference() {
        println!("event {} differs\nrecorded: {}\nreplayed: {}", place + 1, recorded.unwrap_or("none"), again.unwrap_or("none"));
        return Err(Failure::Failed(anyhow::anyhow!("the replay is another than the capture")));
    }
    println!("{} events, all the same", replayed.events.len());
    Ok(())
}
