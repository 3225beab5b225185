//! `kifud sim`: the hardware, and hands that play a game or a scene on it once.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::act::Cue;
use super::args::SimArgs;
use super::hands::{self, HandsError};
use super::script::{self, ScriptError};
use super::table::Table;
use crate::go::Size;
use crate::go::sgf::{self, SgfError};

/// How long the devices stay at least after the last act: a last stone must settle, and whoever watches should see it.
const LINGER_MS: u64 = 2_000;

/// Why nothing is played.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// A file cannot be read.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is no game.
    #[error("{path}: {error}", path = path.display())]
    Sgf {
        /// The file.
        path: PathBuf,
        /// Why.
        error: SgfError,
    },
    /// A game cannot be shown by hands.
    #[error("{path}: {error}", path = path.display())]
    Hands {
        /// The file.
        path: PathBuf,
        /// Why.
        error: HandsError,
    },
    /// A scene cannot be read.
    #[error("{path}: {error}", path = path.display())]
    Script {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ScriptError,
    },
    /// There is no board of this size.
    #[error("--size {0}: a board has 2 to 25 lines")]
    Size(u8),
    /// The hardware cannot be made, or has broken.
    #[error("virtual hardware: {0}")]
    Table(#[from] io::Error),
}

/// Plugs the devices in, waits until somebody follows them, plays, and unplugs them. SIGINT and SIGTERM end it early, links removed.
///
/// # Errors
/// [`SimError`], each with the file it is about.
pub async fn run(args: &SimArgs) -> Result<(), SimError> {
    let (size, cues) = load(args)?;
    let table = Table::new(&args.table(size))?;
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let ended = tokio::select! {
        played = play(args, &table, &cues) => played,
        interrupted = tokio::signal::ctrl_c() => interrupted.map_err(SimError::Table),
        _ = terminate.recv() => Ok(()),
    };
    table.close().await;
    ended
}

/// The size of the board and what is to be done on it.
fn load(args: &SimArgs) -> Result<(Size, Vec<Cue>), SimError> {
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| SimError::File { path: path.clone(), error });
    if let Some(path) = &args.script {
        let size = Size::square(args.size).ok_or(SimError::Size(args.size))?;
        let text = String::from_utf8(read(path)?).map_err(|error| SimError::File { path: path.clone(), error: io::Error::other(error) })?;
        let cues = script::parse(&text, size).map_err(|error| SimError::Script { path: path.clone(), error })?;
        return Ok((size, cues));
    }
    let path = args.sgf.clone().unwrap_or_default();
    let game = sgf::read(&read(&path)?).map_err(|error| SimError::Sgf { path: path.clone(), error })?;
    let cues = hands::schedule(&game.record, &args.hands(), args.seed).map_err(|error| SimError::Hands { path, error })?;
    Ok((game.record.size, cues))
}

async fn play(args: &SimArgs, table: &Table, cues: &[Cue]) -> Result<(), SimError> {
    println!("board ({}) at {}", args.board_driver, args.board_link.display());
    if let Some(link) = &args.clock_link {
        println!("clock ({}) at {}", args.clock_driver, link.display());
    }
    println!("waiting for somebody to follow them");
    table.followed().await?;
    let turns = cues.last().map_or(0, |cue| cue.turn);
    let seconds = cues.last().map_or(0, |cue| cue.at_ms) / 1_000;
    println!("playing {turns} turns, about {seconds} s");
    table.play(cues).await?;
    println!("played");
    if args.stay {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(Duration::from_millis(LINGER_MS.max(args.hands().gaps.pass_ms()))).await;
    Ok(())
}
