//! The command line (floor 8, CONTRACT 1). Exit codes: 0 good, 1 failed, 2 usage or configuration.

mod broker;
mod check;
mod demo;
mod doctor;
mod export;
mod forget;
mod manual;
mod pair;
mod rehearse;
mod rulebook;
mod run;
mod schema;
mod trial;
mod watch;

use std::io::{IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Parser, Subcommand, ValueEnum};

use crate::sim::SimArgs;

/// The smart-board bridge for Go: reads the board and the clock, writes the record, tells the referee.
#[derive(Debug, Parser)]
#[command(name = "kifud", version, about, max_term_width = 100)]
struct Cli {
    /// What is logged, such as "info" or "kifud::mqtt=debug"; RUST_LOG does the same.
    #[arg(long, global = true, value_name = "FILTER")]
    log: Option<String>,
    /// How it is logged.
    #[arg(long, global = true, value_enum, default_value_t)]
    log_format: LogFormat,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// A JSON object a line.
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The daemon: plays every table of a configuration.
    Run {
        /// The configuration.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
        /// Instead of the configured state directory.
        #[arg(long, value_name = "DIR")]
        state_dir: Option<PathBuf>,
    },
    /// A game without hardware, broker or set-up: open the address that it prints.
    Demo {
        /// The game to play instead of the built-in one.
        #[arg(long, value_name = "FILE")]
        sgf: Option<PathBuf>,
        /// Times faster than a speed that a person can follow.
        #[arg(long, value_name = "X", default_value_t = 1.0)]
        speed: f64,
        /// Where the page is served; the next free port when it is taken.
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
        listen: SocketAddr,
        /// Ends when the game has been played, instead of playing it again.
        #[arg(long)]
        once: bool,
    },
    /// Only the virtual hardware: a board and a clock on pseudo-terminals that play a game or a scene.
    Sim(Box<SimArgs>),
    /// Reads and explains a configuration; names every fault with its line.
    Check {
        /// The configuration.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
    },
    /// What boards and clocks really send, what is wrong with them and what to do.
    Doctor(Box<doctor::DoctorArgs>),
    /// Web displays for every table on a broker.
    Display(run::DisplayArgs),
    /// One table in the terminal: board, clocks, moves, alerts, devices.
    Watch(watch::WatchArgs),
    /// Plays one table and writes the raw bytes of its devices, and its requests, to a file.
    Capture {
        /// The configuration.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
        /// The table.
        #[arg(long, value_name = "ID")]
        table: String,
        /// The file.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// A capture through the same code again: prints the events, and with an alert what the sensors showed around it.
    Replay {
        /// The capture.
        file: PathBuf,
        /// Compares them with those in the capture instead; 1 when they differ.
        #[arg(long)]
        check: bool,
    },
    /// The record of a finished or running game from the journal.
    Export {
        /// The state directory.
        #[arg(long, value_name = "DIR")]
        state_dir: PathBuf,
        /// The game; the list of games when it is left out.
        #[arg(long, value_name = "ID")]
        game: Option<String>,
        /// How.
        #[arg(long, value_enum, default_value_t)]
        format: ExportFormat,
        /// Every game in every format, a directory for each table, into this new or empty directory.
        #[arg(long, value_name = "DIR", conflicts_with = "game")]
        all: Option<PathBuf>,
    },
    /// A copy of the journal as it stands at one moment, while the daemon runs.
    Backup {
        /// The state directory.
        #[arg(long, value_name = "DIR")]
        state_dir: PathBuf,
        /// The copy, which must not be there yet.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Reads the pairings again and makes the tables of a running daemon ready for their games.
    Pair {
        /// The configuration.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
    },
    /// Empties a removed table's retained topics.
    Forget {
        /// The table.
        table: String,
        /// The configuration, for the broker.
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
    },
    /// Plays real games through the daemon with virtual hardware, and compares what is published with what was played.
    Rehearse(Box<rehearse::RehearseArgs>),
    /// Plays real games through a table in virtual time, thousands of them, and prints how many came out as they were played.
    Trial(Box<trial::TrialArgs>),
    /// The rulebooks as tables: incident, article, proposal.
    Rulebook(rulebook::RulebookArgs),
    /// Manual pages and completions, for the package.
    #[command(hide = true)]
    Manual {
        /// Where to.
        #[arg(value_name = "DIR")]
        out: PathBuf,
    },
    /// JSON Schema of every MQTT payload.
    Schema {
        /// The whole contract instead, as an AsyncAPI 3.0 document.
        #[arg(long)]
        asyncapi: bool,
    },
}

/// How a game is exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum ExportFormat {
    /// An SGF file.
    #[default]
    Sgf,
    /// The events as a JSON document.
    Json,
    /// The events for people, a line each.
    Log,
}

impl ExportFormat {
    /// How a file of it is named.
    fn extension(self) -> &'static str {
        match self {
            ExportFormat::Sgf => "sgf",
            ExportFormat::Json => "json",
            ExportFormat::Log => "log",
        }
    }
}

/// Failures of a command: what the exit code says.
enum Failure {
    /// Exit code 1.
    Failed(anyhow::Error),
    /// Exit code 2; it has been said already.
    Refused,
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Failed(error)
    }
}

/// The game that `kifud demo` plays when no file is given.
pub fn demo_game() -> crate::go::sgf::GameFile {
    demo::castle_game()
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Err(error) = start_logging(&cli) {
        eprintln!("kifud: {error:#}");
        return ExitCode::from(2);
    }
    match dispatch(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Refused) => ExitCode::from(2),
        Err(Failure::Failed(error)) => {
            eprintln!("kifud: {}", in_words(&error));
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run { config, state_dir } => run::run(&config, state_dir),
        Command::Demo { sgf, speed, listen, once } => demo::run(&demo::DemoOptions { sgf, speed, listen, once }),
        Command::Sim(args) => runtime()?.block_on(crate::sim::run(&args)).map_err(|error| Failure::Failed(error.into())),
        Command::Check { config } => check::check(&config),
        Command::Doctor(args) => doctor::run(&args),
        Command::Display(args) => run::display(args),
        Command::Watch(args) => watch::watch(args),
        Command::Capture { config, table, out } => run::capture(&config, &table, &out),
        Command::Replay { file, check } => run::replay(&file, check),
        Command::Export { state_dir, all: Some(out), .. } => export::everything(&state_dir, &out),
        Command::Export { state_dir, game, format, all: None } => export::export(&state_dir, game.as_deref(), format),
        Command::Backup { state_dir, out } => export::backup(&state_dir, &out),
        Command::Pair { config } => pair::pair(&config),
        Command::Forget { table, config } => forget::forget(&table, &config),
        Command::Rehearse(args) => rehearse::run(&args),
        Command::Trial(args) => trial::run(&args),
        Command::Manual { out } => manual::write(&out),
        Command::Rulebook(args) => rulebook::run(&args),
        Command::Schema { asyncapi } => schema::print(asyncapi),
    }
}

/// What is asked for on the command line must be understood; the environment's filter may be meant for other programs.
fn start_logging(cli: &Cli) -> anyhow::Result<()> {
    use tracing_subscriber::EnvFilter;
    let default = match cli.command {
        // The broker's crate tells every step of its own; we say where it listens, and tables say that they are connected.
        Command::Run { .. } | Command::Capture { .. } => "info,mqtt5=warn",
        // A taken port is told in the demo's own line, and the next is tried.
        Command::Demo { .. } => "warn,mqtt5=error",
        // The screen says what is to be said; a line beside it would tear it.
        Command::Watch(_) => "off",
        _ => "warn",
    };
    let filter = match &cli.log {
        Some(filter) => {
            let remedy = "write it like \"info\" or \"warn,kifud::mqtt=debug\"";
            Some(EnvFilter::try_new(filter).with_context(|| format!("--log \"{filter}\" is no filter: {remedy}"))?)
        }
        None => EnvFilter::try_from_default_env().ok(),
    };
    let filter = filter.unwrap_or_else(|| EnvFilter::new(default));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let builder = builder.with_ansi(std::io::stderr().is_terminal());
    match cli.log_format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    Ok(())
}

/// The error and its causes, without those that the text before them says already.
fn in_words(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if words.is_empty() {
            words = cause;
        } else if !words.contains(&cause) {
            words += ": ";
            words += &cause;
        }
    }
    words
}

/// Prints text that may be long. A reader who has seen enough (`| head`) is no failure.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}

/// The runtime of a long-running command: as many threads as a Pi has cores, so that one that reads the journal for a connection holds up no
/// table.
fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build()?)
}

/// SIGTERM or SIGINT.
async fn told_to_stop() -> anyhow::Result<()> {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted?,
        _ = terminate.recv() => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Symptom: "cannot listen on 127.0.0.1:8080: Address already in use: Address already in use". Cause: errors that say their cause in
    /// their own text, printed with their causes.
    #[test]
    fn a_cause_that_has_been_said_is_not_said_again() {
        #[derive(Debug, thiserror::Error)]
        #[error("cannot listen: {0}")]
        struct Bind(#[source] std::io::Error);

        let error = anyhow::Error::from(Bind(std::io::Error::other("in use"))).context("displays");
        assert_eq!(in_words(&error), "displays: cannot listen: in use");
    }
}
