//! `kifud demo`: a whole game with no hardware, no broker and no set-up, over the same code as `run`.

mod game;
mod operator;

pub(super) use game::castle_game;

use std::io::Write as _;
use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use self::operator::Operator;
use super::{Failure, runtime, told_to_stop};
use crate::broker::MQTT_PORT;
use crate::clock::Side;
use crate::config;
use crate::daemon::{Daemon, Options};
use crate::go::Color;
use crate::go::sgf::{self, GameFile, PlayerTags, playable_on_a_board};
use crate::sim::{ClockOptions, Cue, Gaps, Hands, HandsLevel, Pace, Table, TableOptions, schedule};
use crate::wire::kifud::ClockSetting;
use crate::wire::{BoardDriver, ClockDriver};

/// How long the final position stays before the game is played again, at a speed that a person can follow.
const ADMIRE_S: f64 = 20.0;
/// Not shorter than this, however fast the hands are.
const ADMIRE_LEAST_S: f64 = 5.0;

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
    let Some(path) = path else { return Ok(castle_game()) };
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let game = sgf::read(&bytes).with_context(|| path.display().to_string())?;
    if let Err(reason) = playable_on_a_board(&game) {
        bail!("{}: a board cannot show this game: {reason}", path.display());
    }
    Ok(game)
}

async fn demonstrate(options: &DemoOptions, game: &GameFile) -> anyhow::Result<()> {
    // Before there is anything to tidy up.
    let stop = tokio::spawn(told_to_stop());
    let home = Home::new()?;
    let hands = hands(options.speed);
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
    let token = home.token(options.listen)?;
    let text = configuration(&home.0, options, game, token.is_some());
    let file = home.0.join("kifud.toml");
    std::fs::write(&file, &text).with_context(|| file.display().to_string())?;
    let config = config::load(&file).map_err(|faults| anyhow::anyhow!("the demo's own configuration: {}", faults[0]))?;
    let mut daemon = Daemon::start(&config, &Options { any_port: true, ..Options::default() }).await?;
    let page = daemon.display.context("the demo serves a page")?;
    let broker = daemon.broker.context("the demo has its own broker")?;
    announce(options, page, broker, token.as_deref());
    let admire = Duration::from_secs_f64((ADMIRE_S / options.speed).clamp(ADMIRE_LEAST_S, ADMIRE_S));
    let show = Show { table: &table, cues: &cues, broker, result: game.tags.result.as_deref(), admire, once: options.once };
    let mut ended = Ok(());
    let served = daemon
        .serve(async {
            ended = tokio::select! {
                played = show.run() => played.context("the virtual table has stopped"),
                stopped = stop => stopped.context("signals cannot be waited for").flatten(),
            };
        })
        .await;
    daemon.stop().await?;
    served.and(ended)
}

/// The one line that the demo prints.
fn announce(options: &DemoOptions, page: SocketAddr, broker: SocketAddr, token: Option<&str>) {
    let taken = |wanted: u16, got: u16| if wanted == 0 || wanted == got { String::new() } else { format!(" (port {wanted} is taken)") };
    let page_taken = taken(options.listen.port(), page.port());
    let broker_taken = taken(MQTT_PORT, broker.port());
    let referee = token.map_or_else(String::new, |token| format!(", http://{page}/referee/demo with the token {token} to be its referee"));
    // Nobody may be reading, as after `| head -1`: that is no reason to stop.
    let _ = writeln!(
        std::io::stdout(),
        "Open http://{page}/board/demo to watch{page_taken}{referee}; the broker is at mqtt://{broker}{broker_taken}, topics kifud/v1/demo/#. Stop with Ctrl-C."
    );
}

/// What is shown, over and over.
struct Show<'a> {
    table: &'a Table,
    cues: &'a [Cue],
    broker: SocketAddr,
    /// The result that the file tells.
    result: Option<&'a str>,
    admire: Duration,
    once: bool,
}

impl Show<'_> {
    /// Plays the game and ends it; the last position stays for a while, then board and clock are made ready for the next.
    async fn run(&self) -> anyhow::Result<()> {
        loop {
            self.table.followed().await?;
            tokio::time::sleep(BREATH).await;
            self.table.play(self.cues).await?;
            tokio::time::sleep(BREATH).await;
            let mut operator = Operator::connect(self.broker).await?;
            operator.end(self.result).await?;
            self.table.pause_clock().await?;
            tokio::time::sleep(if self.once { BREATH } else { self.admire }).await;
            if self.once {
                return Ok(());
            }
            if self.result.is_none() {
                Operator::connect(self.broker).await?.close().await?;
            }
            self.table.set_clock_anew().await?;
            self.table.clear().await?;
            tokio::time::sleep(BREATH).await;
        }
    }
}

/// Long enough for a last stone to settle, and for people to see what happens.
const BREATH: Duration = Duration::from_secs(2);

const MAIN_MS: u32 = 40 * 60_000;
const PERIODS: u8 = 5;
const PERIOD_MS: u32 = 30_000;

/// Beyond this speed nobody sees whether a stone slides: hands put it straight on its point.
const SEEN_SLIDING: f64 = 20.0;

/// Hands for a speed. Careful ones let a stone flutter for half of the settle time; the other half is what a busy machine may be late by.
/// What limits the speed are two serial lines whose words may pass each other by a tenth of a second on a busy machine.
fn hands(speed: f64) -> Hands {
    let level = if speed <= SEEN_SLIDING { HandsLevel::Careful } else { HandsLevel::Perfect };
    let gaps = Gaps { hand_over_ms: 30, ..Gaps::for_settle(settle_ms(speed)) };
    Hands { level, pace: Pace::Demo { speed }, gaps, black_side: Some(Side::Left) }
}

/// Faster hands need a shorter settle time.
fn settle_ms(speed: f64) -> u64 {
    let least = if speed <= SEEN_SLIDING { 120.0 } else { 30.0 };
    (400.0 / speed.max(1.0)).max(least) as u64
}

/// The demo's configuration, as an operator would write it.
fn configuration(home: &Path, options: &DemoOptions, game: &GameFile, referees: bool) -> String {
    let tags = &game.tags;
    let path = |leaf: &str| toml::Value::String(home.join(leaf).display().to_string());
    let komi = tags
        .komi
        .filter(|komi| komi.0.abs() <= KOMI_SHOWN)
        .map_or_else(String::new, |komi| format!("komi = {}\n", f64::from(komi.0) / 2.0));
    let player = |player: &PlayerTags, color: &str| {
        let mut keys = toml::Table::new();
        keys.insert("name".to_owned(), label(player.name.as_deref()).unwrap_or_else(|| color.into()));
        keys.extend(label(player.rank.as_deref()).map(|rank| ("rank".to_owned(), rank)));
        keys.extend(label(player.team.as_deref()).map(|team| ("team".to_owned(), team)));
        toml::Value::Table(keys)
    };
    format!(
        r#"[bridge]
id = "demo"
state_dir = {state}

[mqtt]
broker = "embedded"

[embedded_broker]
listen = "127.0.0.1:{MQTT_PORT}"

[display]
listen = "{listen}"
{tokens}
[match]
event = {event}

[[table]]
id = "demo"
rulebook = "{rulebook}"
handicap = {handicap}
{komi}time = {{ system = "byo-yomi", main = "{main}m", periods = {PERIODS}, period = "{period}s" }}
press_pass = "pass"
players = {{ black = {black}, white = {white} }}

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
        tokens = if referees { format!("referee_tokens_file = {}\n", path(TOKENS)) } else { String::new() },
        event = label(tags.event.as_deref()).unwrap_or_else(|| "Demo".into()),
        rulebook = rulebook(tags.rules.as_deref()),
        handicap = handicap(game),
        main = MAIN_MS / 60_000,
        period = PERIOD_MS / 1_000,
        black = player(&tags.players.black, "Black"),
        white = player(&tags.players.white, "White"),
        board = path("board"),
        clock = path("clock"),
        size = game.record.size.width(),
        settle = settle_ms(options.speed),
    )
}

/// A komi beyond this, in half points, is written in another unit (a hundredth of a zi, say): the book's own is shown instead.
const KOMI_SHOWN: i32 = 2 * 30;
/// More of a name than this does not fit on any page.
const LABEL_CHARS: usize = 80;

/// What a file says of a name, on one line; nothing when it says nothing.
fn label(text: Option<&str>) -> Option<toml::Value> {
    let line = text?.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let short: String = line.trim().chars().take(LABEL_CHARS).collect();
    (!short.is_empty()).then_some(toml::Value::String(short))
}

/// The book for the rules that a file names; the first book of the project for others.
fn rulebook(rules: Option<&str>) -> &'static str {
    let rules = rules.unwrap_or_default().to_lowercase();
    let books =
        [("japan", "japan-1989"), ("korea", "korea-2025-02-05"), ("chinese", "china-2002"), ("aga", "aga"), ("goe", "ing"), ("ing", "ing")];
    books.iter().find(|(name, _)| rules.starts_with(name)).map_or("china-1988", |(_, book)| book)
}

/// Stones that Black has been given: those that are set where White begins.
fn handicap(game: &GameFile) -> usize {
    let setup = &game.record.setup;
    if game.record.first == Color::White && setup.white.is_empty() && setup.black.len() > 1 { setup.black.len() } else { 0 }
}

/// The file of the referee's token.
const TOKENS: &str = "referees";

/// A folder of the demo's own, gone when it ends.
struct Home(PathBuf);

impl Home {
    fn new() -> anyhow::Result<Home> {
        let path = std::env::temp_dir().join(format!("kifud-demo-{}-{:08x}", std::process::id(), fastrand::u32(..)));
        // Never a folder that is there already: it is somebody else's.
        std::fs::DirBuilder::new().mode(0o700).create(&path).with_context(|| path.display().to_string())?;
        Ok(Home(path))
    }

    /// Writes a token for the demo's referee, new each time; none where it could be read on the network.
    fn token(&self, listen: SocketAddr) -> anyhow::Result<Option<String>> {
        if !listen.ip().is_loopback() {
            return Ok(None);
        }
        let mut random = [0_u8; 8];
        rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty()).context("no random numbers")?;
        let token: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        std::fs::write(self.0.join(TOKENS), format!("demo {token}\n"))?;
        Ok(Some(token))
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // What is left behind is a few kB in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
