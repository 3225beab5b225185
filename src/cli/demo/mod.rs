//! `kifud demo`: a whole game with no hardware, no broker and no set-up, over the same code as `run`.

mod game;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use super::{Failure, runtime, told_to_stop};
use crate::clock::Side;
use crate::config;
use crate::daemon::{Daemon, Options};
use crate::go::sgf::{self, GameFile, playable_on_a_board};
use crate::sim::{ClockOptions, Gaps, Hands, HandsLevel, Pace, Table, TableOptions, schedule};
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, ClockDriver};

/// How long the final position stays before the game is played again.
const ADMIRE: Duration = Duration::from_secs(20);

/// What is asked of the demo.
#[derive(Debug)]
pub(super) struct DemoOptions {
    pub(super) sgf: Option<PathBuf>,
    pub(super) speed: f64,
    pub(super) listen: SocketAddr,
    pub(super) once: bool,
}

/// The daemon and a virtual table, until it is told to stop.
pub(super) fn run(options: &DemoOptions) -> Result<(), Failure> {
    if !(options.speed.is_finite() && options.speed > 0.0) {
        eprintln!("--speed must be a number above 0, such as 1 or 2.5");
        return Err(Failure::Refused);
    }
    let game = load(options.sgf.as_deref())?;
    runtime()?.block_on(demonstrate(options, &game))?;
    Ok(())
}

/// The game to play, when a board can show it.
fn load(path: Option<&Path>) -> anyhow::Result<GameFile> {
    let Some(path) = path else { return Ok(game::castle_game()) };
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let game = sgf::read(&bytes).with_context(|| path.display().to_string())?;
    if let Err(reason) = playable_on_a_board(&game) {
        bail!("{}: a board cannot show this game: {reason}", path.display());
    }
    Ok(game)
}

async fn demonstrate(options: &DemoOptions, game: &GameFile) -> anyhow::Result<()> {
    let home = Home::new()?;
    let hands = Hands {
        level: HandsLevel::Careful,
        pace: Pace::Demo { speed: options.speed },
        gaps: Gaps::for_settle(settle_ms(options.speed)),
        black_side: Some(Side::Left),
    };
    let cues = schedule(&game.record, &hands, 1)?;
    let table = Table::new(&TableOptions {
        size: game.record.size,
        board_link: home.0.join("board"),
        board_driver: BoardDriver::Kifud,
        clock: Some(ClockOptions {
            link: home.0.join("clock"),
            driver: ClockDriver::Kifud,
            setting: ClockSetting { main_ms: MAIN_MS, periods: PERIODS, period_ms: PERIOD_MS },
        }),
        seed: 1,
    })?;
    let text = configuration(&home.0, options, game);
    let file = home.0.join("kifud.toml");
    std::fs::write(&file, &text).with_context(|| file.display().to_string())?;
    let config = config::load(&file).map_err(|faults| anyhow::anyhow!("the demo's own configuration: {}", faults[0]))?;
    let mut daemon = Daemon::start(&config, &Options { any_port: true, ..Options::default() }).await?;
    let page = daemon.display.context("the demo serves a page")?;
    let broker = daemon.broker.map_or_else(|| "none".to_owned(), |broker| format!("mqtt://{broker}"));
    println!("Open http://{page}/ to watch; the broker is at {broker} (topics kifud/v1/demo/#). Stop with Ctrl-C.");
    let served = daemon
        .serve(async {
            tokio::select! {
                played = play(&table, &cues, options.once) => if let Err(error) = played {
                    eprintln!("the virtual table has stopped: {error:#}");
                },
                stopped = told_to_stop() => if let Err(error) = stopped {
                    eprintln!("signals cannot be waited for: {error:#}");
                },
            }
        })
        .await;
    daemon.stop().await?;
    served
}

/// Plays the game, over and over: the last position stays for a while, then the board is cleared.
async fn play(table: &Table, cues: &[crate::sim::Cue], once: bool) -> anyhow::Result<()> {
    loop {
        table.followed().await?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        table.play(cues).await?;
        tokio::time::sleep(if once { Duration::from_secs(2) } else { ADMIRE }).await;
        if once {
            return Ok(());
        }
        table.clear().await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

const MAIN_MS: u32 = 40 * 60_000;
const PERIODS: u8 = 5;
const PERIOD_MS: u32 = 30_000;

/// Faster hands need a shorter settle time.
fn settle_ms(speed: f64) -> u64 {
    (400.0 / speed.max(1.0)).max(30.0) as u64
}

/// The demo's configuration, as an operator would write it.
fn configuration(home: &Path, options: &DemoOptions, game: &GameFile) -> String {
    let tags = &game.tags;
    let name = |name: &Option<String>, fallback: &str| toml::Value::String(name.clone().unwrap_or_else(|| fallback.to_owned()));
    let mut text = String::new();
    let path = |leaf: &str| toml::Value::String(home.join(leaf).display().to_string());
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        r#"[bridge]
id = "demo"
state_dir = {state}

[mqtt]
broker = "embedded"

[embedded_broker]
listen = "127.0.0.1:1883"

[display]
listen = "{listen}"

[match]
event = {event}

[[table]]
id = "demo"
komi = {komi}
time = {{ system = "byo-yomi", main = "40m", periods = {PERIODS}, period = "30s" }}
press_pass = "pass"
players = {{ black = {{ name = {black}, rank = {black_rank} }}, white = {{ name = {white}, rank = {white_rank} }} }}

[table.board]
driver = "kifud"
port = {board}
size = {size}
settle_ms = {settle}

[table.clock]
driver = "kifud"
port = {clock}
black_side = "left"
"#,
        state = path("state"),
        listen = options.listen,
        event = name(&tags.event, "Demo"),
        komi = f64::from(tags.komi.map_or(15, |komi| komi.0)) / 2.0,
        black = name(&tags.players.black.name, "Black"),
        black_rank = name(&tags.players.black.rank, ""),
        white = name(&tags.players.white.name, "White"),
        white_rank = name(&tags.players.white.rank, ""),
        board = path("board"),
        clock = path("clock"),
        size = game.record.size.width(),
        settle = settle_ms(options.speed),
    );
    text
}

/// A folder of the demo's own, gone when it ends.
struct Home(PathBuf);

impl Home {
    fn new() -> anyhow::Result<Home> {
        let path = std::env::temp_dir().join(format!("kifud-demo-{}", std::process::id()));
        std::fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Home(path))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // What is left behind is a few kB in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
