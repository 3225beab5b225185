//! `kifud sim`: the hardware, and hands that play a game or a scene on it once.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::act::Cue;
use super::args::SimArgs;
use super::hands::{self, HandsError};
use super::offence::{self, Offence, Scene};
use super::script::{self, ScriptError};
use super::table::Table;
use crate::go::sgf::{self, SgfError};
use crate::go::{Color, Size};

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
    /// The game has no place for a scene.
    #[error("{path}: there is no place in this game for {kind}: try another game, --course or board driver, and --clock-link", path = path.display(), kind = offence.kind())]
    NoPlace {
        /// The file.
        path: PathBuf,
        /// What was asked for.
        offence: Offence,
    },
    /// A script cannot be read.
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

/// What is played, and on what.
struct Play {
    size: Size,
    cues: Vec<Cue>,
    /// The last moment, with the stillness after the last act.
    ends_ms: u64,
    /// What is hidden in it.
    hidden: Option<(Offence, Scene)>,
}

/// Plugs the devices in, waits until somebody follows them, plays, and unplugs them. SIGINT and SIGTERM end it early, links removed.
///
/// # Errors
/// [`SimError`], each with the file it is about.
pub async fn run(args: &SimArgs) -> Result<(), SimError> {
    if args.list_scenes {
        for offence in Offence::ALL {
            println!("{:20} {}", offence.kind(), offence.tells());
        }
        return Ok(());
    }
    let what = load(args)?;
    let table = Table::new(&args.table(what.size))?;
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let ended = tokio::select! {
        played = play(args, &table, &what) => played,
        interrupted = tokio::signal::ctrl_c() => interrupted.map_err(SimError::Table),
        _ = terminate.recv() => Ok(()),
    };
    table.close().await;
    ended
}

/// The size of the board and what is to be done on it.
fn load(args: &SimArgs) -> Result<Play, SimError> {
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| SimError::File { path: path.clone(), error });
    let plain = |size, cues: Vec<Cue>| Play { size, ends_ms: cues.last().map_or(0, |cue| cue.at_ms), cues, hidden: None };
    if let Some(path) = &args.script {
        let size = Size::square(args.size).ok_or(SimError::Size(args.size))?;
        let text = String::from_utf8(read(path)?).map_err(|error| SimError::File { path: path.clone(), error: io::Error::other(error) })?;
        let cues = script::parse(&text, size).map_err(|error| SimError::Script { path: path.clone(), error })?;
        return Ok(plain(size, cues));
    }
    let path = args.sgf.clone().unwrap_or_default();
    let game = sgf::read(&read(&path)?).map_err(|error| SimError::Sgf { path: path.clone(), error })?;
    let (record, hands) = (&game.record, args.hands());
    let Some(offence) = args.scene else {
        let cues = hands::schedule(record, &hands, args.seed).map_err(|error| SimError::Hands { path, error })?;
        return Ok(plain(record.size, cues));
    };
    let scene = offence::scene(record, &hands, args.seed, offence, args.course, args.patience_ms);
    let scene = scene.ok_or(SimError::NoPlace { path, offence })?;
    Ok(Play { size: record.size, cues: scene.cues.clone(), ends_ms: scene.ends_ms, hidden: Some((offence, scene)) })
}

async fn play(args: &SimArgs, table: &Table, what: &Play) -> Result<(), SimError> {
    println!("board ({}) at {}", args.board_driver, args.board_link.display());
    if let Some(link) = &args.clock_link {
        println!("clock ({}) at {}", args.clock_driver, link.display());
    }
    println!("waiting for somebody to follow them");
    table.followed().await?;
    let turns = what.cues.iter().map(|cue| cue.turn).max().unwrap_or_default();
    println!("playing {turns} turns, about {} s", what.ends_ms / 1_000);
    table.play(&what.cues).await?;
    let still_ms = what.ends_ms - what.cues.last().map_or(0, |cue| cue.at_ms);
    tokio::time::sleep(Duration::from_millis(still_ms)).await;
    println!("played");
    if let Some((offence, scene)) = &what.hidden {
        println!("{}", told(*offence, scene, what.size));
    }
    if args.stay {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(Duration::from_millis(LINGER_MS.max(args.hands().gaps.pass_ms()))).await;
    Ok(())
}

/// What was hidden, said when it is over.
fn told(offence: Offence, scene: &Scene, size: Size) -> String {
    let Some(expected) = &scene.expected else {
        return format!("turn {}: the innocent twin of {}: nothing was to be found", scene.turn, offence.kind());
    };
    let who = expected.color.map_or("", |color| if color == Color::Black { " by black" } else { " by white" });
    let vertices: Vec<String> = expected.points.iter().map(|point| point.vertex(size).to_string()).collect();
    format!("turn {}: {}{who} {} ({})", scene.turn, expected.kind, vertices.join(" "), offence.tells())
}
