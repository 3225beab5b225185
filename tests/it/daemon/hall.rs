//! What the scenes need: the real program in a process of its own, a real broker, a virtual table, and somebody who listens.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kifud::clock::Side;
use kifud::go::{Color, Point, Size};
use kifud::sim::{ClockOptions, Table, TableOptions};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{BoardDriver, ClockDriver};
use serde_json::{Value, json};
use tempfile::TempDir;

pub use crate::mqtt::stage::{Broker, Listener, PATIENCE, Said, own};

/// Settle time of the tables here, in ms.
pub const SETTLE: u64 = 50;

/// True when the long run was asked for (`.ci/long`).
pub fn is_long() -> bool {
    std::env::var_os("KIFUD_LONG").is_some()
}

/// Keys to add to the usual configuration, by section.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keys<'a> {
    pub mqtt: &'a str,
    pub table: &'a str,
    pub board: &'a str,
    pub tail: &'a str,
}

/// A room with a broker and a place for files.
pub struct Hall {
    pub dir: TempDir,
    pub broker: Broker,
}

impl Hall {
    /// None, with a word about it, where there is no mosquitto.
    pub fn open() -> Option<Hall> {
        let broker = Broker::start("")?;
        Some(Hall { dir: TempDir::new().expect("a folder"), broker })
    }

    pub fn path(&self, leaf: &str) -> PathBuf {
        self.dir.path().join(leaf)
    }

    /// Writes the usual configuration of table t1 (9x9, board and clock of the open protocol), with these keys beside.
    pub fn configure(&self, keys: Keys<'_>) -> PathBuf {
        let (port, dir) = (self.broker.port, self.dir.path().display());
        let Keys { mqtt, table, board, tail } = keys;
        let text = format!(
            "[bridge]\nid = \"hall\"\nstate_dir = \"{dir}/state\"\n[mqtt]\nbroker = \"mqtt://127.0.0.1:{port}\"\n{mqtt}\n\
             [[table]]\nid = \"t1\"\ntime = {{ system = \"byo-yomi\", main = \"40m\", periods = 5, period = \"30s\" }}\n{table}\n\
             [table.board]\nport = \"{dir}/board\"\nsize = 9\nsettle_ms = {SETTLE}\n{board}\n[table.clock]\nport = \"{dir}/clock\"\n{tail}\n"
        );
        let file = self.path("kifud.toml");
        std::fs::write(&file, text).expect("written");
        file
    }

    /// The hardware of t1, plugged in.
    pub fn table(&self) -> Table {
        self.table_of(9)
    }

    pub fn table_of(&self, side: u8) -> Table {
        let clock = ClockOptions {
            link: self.path("clock"),
            driver: ClockDriver::Kifud,
            setting: ClockSetting { main_ms: 40 * 60_000, periods: 5, period_ms: 30_000 },
        };
        let size = Size::square(side).expect("a size");
        let options = TableOptions { size, board_link: self.path("board"), board_driver: BoardDriver::Kifud, clock: Some(clock), seed: 7 };
        Table::new(&options).expect("a virtual table")
    }

    /// `kifud run` with the usual configuration, ready.
    pub async fn daemon(&self) -> Daemon {
        self.daemon_with(Keys::default()).await
    }

    pub async fn daemon_with(&self, keys: Keys<'_>) -> Daemon {
        self.configure(keys);
        self.again().await
    }

    /// `kifud run` with the configuration as it is.
    pub async fn again(&self) -> Daemon {
        let daemon = Daemon::start(&["run", "--config", &self.path("kifud.toml").display().to_string()]);
        daemon.says("ready").await;
        daemon
    }

    pub async fn listener(&self) -> Listener {
        Listener::to(self.broker.port, "kifud/#").await
    }

    /// A table that is followed, and a listener that has heard that it is ready.
    pub async fn open_table(&self) -> (Table, Listener) {
        let (table, listener) = (self.table(), self.listener().await);
        table.followed().await.expect("followed");
        listener.hears(&own("status"), "\"ready\"").await;
        (table, listener)
    }
}

/// The program, running. Killed when dropped.
pub struct Daemon {
    child: Child,
    log: Arc<Mutex<Vec<String>>>,
}

impl Daemon {
    pub fn start(arguments: &[&str]) -> Daemon {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifud"));
        command.args(arguments);
        Daemon::spawn(command)
    }

    /// One that a limit on the size of files does not kill: then writing fails, as on a disk that fails.
    pub fn start_with_failing_disk(arguments: &[&str]) -> Daemon {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_kifud")]).args(arguments);
        Daemon::spawn(command)
    }

    fn spawn(mut command: Command) -> Daemon {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).env_remove("RUST_LOG");
        let mut child = command.spawn().expect("kifud");
        let log = Arc::new(Mutex::new(Vec::new()));
        let (read, lines) = (child.stderr.take().expect("piped"), Arc::clone(&log));
        std::thread::spawn(move || {
            for line in BufReader::new(read).lines().map_while(Result::ok) {
                lines.lock().expect("whole").push(line);
            }
        });
        Daemon { child, log }
    }

    pub fn log(&self) -> Vec<String> {
        self.log.lock().expect("whole").clone()
    }

    /// Waits for a log line with this text.
    pub async fn says(&self, text: &str) -> String {
        let find = || self.log().into_iter().find(|line| line.contains(text));
        eventually(find).await.unwrap_or_else(|| panic!("never logged: {text}; log:\n{}", self.log().join("\n")))
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// From now on nothing can be written to files, or everything again.
    pub fn disk_fails(&self, fails: bool) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let limit = Rlimit { current: fails.then_some(0), maximum: None };
        prlimit(Some(Pid::from_child(&self.child)), Resource::Fsize, limit).expect("a limit of our own process");
    }

    /// SIGSTOP: it does not run any more, and what comes waits in the kernel; or SIGCONT.
    pub fn suspend(&self, suspended: bool) {
        use rustix::process::{Pid, Signal, kill_process};
        kill_process(Pid::from_child(&self.child), if suspended { Signal::STOP } else { Signal::CONT }).expect("signalled");
    }

    /// `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// SIGTERM; the exit code.
    pub async fn terminate(&mut self) -> i32 {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("signalled");
        self.exit().await
    }

    /// Waits for its end; the exit code.
    pub async fn exit(&mut self) -> i32 {
        let ended = eventually(|| self.child.try_wait().expect("a child")).await;
        ended.unwrap_or_else(|| panic!("does not end; log:\n{}", self.log().join("\n"))).code().expect("no signal")
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("log of the program:\n{}", self.log().join("\n"));
        }
    }
}

/// A command that ends by itself.
pub fn kifud(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kifud")).args(arguments).stdin(Stdio::null()).env_remove("RUST_LOG").output().expect("kifud")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Looks until there is something to see; none when patience is over.
pub async fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let waiting = async {
        loop {
            if let Some(found) = look() {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.ok()
}

pub fn at(vertex: &str) -> Point {
    Point::from_vertex(vertex, Size::square(9).expect("a size")).expect("a vertex")
}

/// One turn: the stone, and the mover's press once the table has published the move.
pub async fn turn(table: &Table, listener: &Listener, n: u32, color: Color, vertex: &str) {
    table.put(at(vertex), color).await.expect("put");
    listener.until(&format!("move {n}"), |said| said.iter().find_map(|said| is_move(said, n, vertex).then_some(()))).await;
    table.press(side(color)).await.expect("pressed");
    let ended = |said: &Said| json_of(said).is_some_and(|event| event["type"] == "turn-ended" && event["n"] == n);
    listener.until(&format!("end of turn {n}"), |said| said.iter().any(ended).then_some(())).await;
}

pub fn side(color: Color) -> Side {
    if color == Color::Black { Side::Left } else { Side::Right }
}

fn is_move(said: &Said, n: u32, vertex: &str) -> bool {
    json_of(said).is_some_and(|event| event["type"] == "move" && event["n"] == n && event["vertex"] == vertex)
}

/// The event in a message of topic `event`.
pub fn json_of(said: &Said) -> Option<Value> {
    if said.topic == own("event") { serde_json::from_str(&said.text).ok() } else { None }
}

/// All events of topic `suffix` in the order in which they were first heard, repetitions left out. Panics where the same number came with
/// other content, or out of order, or with a gap.
pub fn told(said: &[Said], suffix: &str) -> Vec<Value> {
    let topic = own(suffix);
    let mut texts = std::collections::BTreeMap::new();
    let mut last: std::collections::BTreeMap<String, u64> = std::collections::BTreeMap::new();
    let mut events = Vec::new();
    for said in said.iter().filter(|said| said.topic == topic) {
        assert!(!said.retained, "an event is not retained: {}", said.text);
        let event: Value = serde_json::from_str(&said.text).expect("JSON");
        let (game, seq) = (event["game_id"].as_str().expect("game_id").to_owned(), event["seq"].as_u64().expect("seq"));
        if let Some(before) = texts.insert((game.clone(), seq), said.text.clone()) {
            assert_eq!(before, said.text, "the same number with other content");
            continue;
        }
        let before = last.insert(game.clone(), seq).unwrap_or(0);
        assert_eq!(seq, before + 1, "a gap or another order in {game}: {}", said.text);
        events.push(event);
    }
    events
}

/// The last document heard on a topic; `Null` when it was emptied or never there.
pub fn document(said: &[Said], suffix: &str) -> Value {
    let topic = own(suffix);
    let last = said.iter().rev().find(|said| said.topic == topic);
    last.and_then(|said| serde_json::from_str(&said.text).ok()).unwrap_or(Value::Null)
}

/// "B E5, W C3" of a `game` document.
pub fn record_of(game: &Value) -> String {
    let short = |played: &Value| {
        let color = if played["color"] == "black" { "B" } else { "W" };
        format!("{color} {}", played["vertex"].as_str().unwrap_or("?"))
    };
    game["moves"].as_array().map(|moves| moves.iter().map(short).collect::<Vec<_>>().join(", ")).unwrap_or_default()
}

/// Waits until the `game` document is as wanted.
pub async fn game_with(listener: &Listener, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    listener.until(what, |said| Some(document(said, "game")).filter(|game| wanted(game))).await
}

/// Asks, and waits for the answer on `response/<verb>`.
pub async fn ask(listener: &Listener, verb: &str, transaction: &str, fields: Value) -> Value {
    let mut request = json!({ "transaction": transaction });
    request.as_object_mut().expect("an object").extend(fields.as_object().cloned().unwrap_or_default());
    let before = listener.all().len();
    listener.publish(&own(&format!("request/{verb}")), request.to_string(), false);
    let topic = own(&format!("response/{verb}"));
    let answer = |said: &Said| {
        let value: Value = serde_json::from_str(&said.text).ok()?;
        (said.topic == topic && value["transaction"] == transaction).then_some(value)
    };
    listener.until(&format!("an answer to {verb} {transaction}"), |said| said[before..].iter().find_map(answer)).await
}

/// What `expect` must be now.
pub fn expect(listener: &Listener) -> Value {
    let game = document(&listener.all(), "game");
    json!({ "game_id": game["game_id"], "rev": game["rev"] })
}
