//! An optional engine that speaks GTP and says which stones of a final position are dead (floor 6; CONTRACT 2 `[engine]`).
//!
//! It is another process and may be absent, slow, wrong or gone: what it says is a proposal, and an [`EngineError`] is all that comes of its
//! faults. The command line may hold keys: only the program's own name is ever said. GTP: G. Farnebäck, "Specification of the Go Text
//! Protocol", version 2.

mod talk;
mod words;

use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use tokio::process::{Child, Command};

use crate::go::sgf::{self, GameFile};
use crate::go::{Color, Point, Record, Setup, Size};
use talk::Talk;

/// How far an engine is waited for and listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The whole conversation. GNU Go takes some seconds for a large board on a small computer, half a minute for a hard one.
    pub time: Duration,
    /// Everything that it says, in bytes: a list of all points is below 2 kB.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(90), bytes: 64 * 1024 }
    }
}

/// The position that is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalPosition {
    /// Size of the board.
    pub size: Size,
    /// Every stone.
    pub stones: Vec<(Point, Color)>,
    /// Who would be to move.
    pub to_move: Color,
}

/// What an engine says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Its name and version, as it says them.
    pub program: String,
    /// The stones that it calls dead.
    pub dead: Vec<Point>,
}

/// Why an engine has said nothing that can be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The command line cannot be read.
    #[error("the command line of the engine cannot be read: {0}; correct engine.gtp")]
    CommandLine(&'static str),
    /// It cannot be started.
    #[error("the engine {program} cannot be started: {error}; install it, or correct engine.gtp")]
    Start {
        /// The program, without what is given to it.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// It has ended, or does not listen.
    #[error("the engine {program} has ended: look whether it speaks GTP")]
    Ended {
        /// The program.
        program: String,
    },
    /// It takes too long.
    #[error("the engine {program} has not answered within {seconds} s")]
    Silent {
        /// The program.
        program: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// It refuses a command.
    #[error("the engine {program} refuses {command}: {answer}")]
    Refused {
        /// The program.
        program: String,
        /// The command.
        command: &'static str,
        /// What it answers.
        answer: String,
    },
    /// It answers something that cannot be.
    #[error("the engine {program} answers nonsense: {answer}")]
    Nonsense {
        /// The program.
        program: String,
        /// The first thing of its answer that cannot be.
        answer: String,
    },
}

/// Asks an engine which stones are dead. It is started for this and ends with it, whatever it does.
///
/// # Errors
/// [`EngineError`]; nothing of the engine is left running then either.
pub async fn dead_stones(command_line: &str, position: &FinalPosition, limits: Limits) -> Result<Judgement, EngineError> {
    let words = words::split(command_line).map_err(EngineError::CommandLine)?;
    let Some((program, arguments)) = words.split_first() else { return Err(EngineError::CommandLine("it is empty")) };
    let name = Path::new(program).file_name().map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned());
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| EngineError::Start { program: name.clone(), error })?;
    // Dropped before the child, whatever happens: until then nobody has waited for that, and its number is no other's.
    let all = Group(child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)));
    let answered = tokio::time::timeout(limits.time, async {
        let mut asking = pin!(ask(&mut child, &name, position, limits.bytes));
        tokio::select! {
            biased;
            answered = &mut asking => return answered,
            () = all.leader_has_ended() => {}
        }
        // Whoever is left holds its output open and will not answer in its place; what it had said before is still read.
        all.end();
        asking.await
    });
    answered.await.unwrap_or(Err(EngineError::Silent { program: name, seconds: limits.time.as_secs() }))
}

/// The engine and everything that it has started: one that has answered may still think, and a script may have started others. All of them
/// end when nobody asks any more.
struct Group(Option<Pid>);

/// How often it is looked whether an engine still runs.
const LOOK: Duration = Duration::from_millis(200);

impl Group {
    /// The engine itself has ended. It is not waited for here, so that its number stays its own.
    async fn leader_has_ended(&self) {
        let ended = |leader| {
            matches!(waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG), Ok(Some(_)))
        };
        while !self.0.is_none_or(ended) {
            tokio::time::sleep(LOOK).await;
        }
    }

    fn end(&self) {
        if let Some(group) = self.0 {
            // Nobody is left of a group that has ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

async fn ask(child: &mut Child, name: &str, position: &FinalPosition, bytes: u64) -> Result<Judgement, EngineError> {
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(EngineError::Ended { program: name.to_owned() });
    };
    let mut talk = Talk::new(name, input, output, bytes);
    let mut program = talk.command("name", "").await.unwrap_or_else(|_| name.to_owned());
    if let Ok(version) = talk.command("version", "").await {
        program = format!("{program} {version}");
    }
    let program: String = program.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(NAME_MAX).collect();
    talk.command("boardsize", &position.size.width().to_string()).await?;
    talk.command("clear_board", "").await?;
    if !loaded(&mut talk, position).await? {
        // Stone by stone: in any order each has a liberty, since the whole position leaves every chain one.
        for &(point, color) in &position.stones {
            talk.command("play", &format!("{} {}", color.name(), point.vertex(position.size))).await?;
        }
    }
    let answer = talk.command("final_status_list", "dead").await?;
    let mut dead = Vec::new();
    for word in answer.split_whitespace() {
        let stone = Point::from_vertex(word, position.size).ok().filter(|&point| position.stones.iter().any(|&(stone, _)| stone == point));
        let nonsense = || EngineError::Nonsense { program: name.to_owned(), answer: word.chars().take(NAME_MAX).collect() };
        dead.push(stone.ok_or_else(nonsense)?);
    }
    Ok(Judgement { program, dead })
}

/// A program's name is no longer than this in documents.
const NAME_MAX: usize = 60;

/// Gives the engine the position as a file; false when it takes none, and is to be told stone by stone.
async fn loaded(talk: &mut Talk, position: &FinalPosition) -> Result<bool, EngineError> {
    let Ok(file) = SetupFile::write(position) else { return Ok(false) };
    match talk.command("loadsgf", &file.0.display().to_string()).await {
        Ok(_) => Ok(true),
        Err(EngineError::Refused { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A file with the position, gone when it is dropped.
struct SetupFile(PathBuf);

impl SetupFile {
    /// Only the stones: how they came there, and whether an engine would have allowed it, does not matter any more.
    fn write(position: &FinalPosition) -> std::io::Result<SetupFile> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let of = |color| position.stones.iter().filter(|(_, of)| *of == color).map(|&(point, _)| point).collect();
        let setup = Setup { black: of(Color::Black), white: of(Color::White) };
        let record = Record { setup, first: position.to_move, ..Record::new(position.size) };
        let name = format!("kifud-final-{}-{}.sgf", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        // A name with a blank in it would be two words to the engine.
        if path.to_string_lossy().contains(char::is_whitespace) {
            return Err(std::io::Error::other("the folder for temporary files has a blank in its name"));
        }
        let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
        let written = SetupFile(path);
        std::io::Write::write_all(&mut file, sgf::write(&GameFile::new(record)).as_bytes())?;
        Ok(written)
    }
}

impl Drop for SetupFile {
    fn drop(&mut self) {
        // A file that cannot be removed is the system's to clear.
        let _ = std::fs::remove_file(&self.0);
    }
}
