//! Programs that others have written follow the whole game of the demo, each by the rule of the contract, and must end with the record of the
//! journal: paho-mqtt in both versions of the protocol, mosquitto's own clients, and mqtt.js.

mod documented;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kifud::clock::Side;
use kifud::sim::{Gaps, Hands, HandsLevel, Pace, schedule};
use serde_json::{Value, json};

use crate::daemon::hall::{Daemon, Hall, Keys, SETTLE, ask, game_with, own};
use crate::skip::skipped;

/// The table that is followed.
const TABLE: &str = "kifud/v1/t1";

/// How long the whole game may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What mqtt.js is looked for beside Node's own places: `.ci/run` puts it there where the system has none.
const MODULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/consumers/node_modules");

/// Debian's place for the modules of Node.
const DEBIAN_MODULES: &str = "/usr/share/nodejs";

fn source(leaf: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/consumers").join(leaf)
}

/// A program and everything that it says; killed with the test.
struct Program {
    name: String,
    child: Child,
    said: Arc<Mutex<Vec<String>>>,
}

impl Program {
    fn start(name: &str, command: &mut Command) -> Program {
        // A group of its own: a shell's children end with it.
        command.process_group(0);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap_or_else(|error| panic!("{name}: {error}"));
        let said = Arc::new(Mutex::new(Vec::new()));
        let (output, lines) = (child.stdout.take().expect("piped"), Arc::clone(&said));
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                lines.lock().expect("whole").push(line);
            }
        });
        Program { name: name.to_owned(), child, said }
    }

    /// Waits until a line makes `look` see something.
    async fn says<T>(&self, what: &str, look: impl Fn(&str) -> Option<T>) -> T {
        let waiting = async {
            loop {
                if let Some(found) = self.said.lock().expect("whole").iter().find_map(|line| look(line)) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        match tokio::time::timeout(PATIENCE, waiting).await {
            Ok(found) => found,
            Err(_) => panic!(
                "{}: never said {what}; said {:#?}",
                self.name,
                self.said.lock().expect("whole").iter().rev().take(5).collect::<Vec<_>>()
            ),
        }
    }

    async fn word(&self, word: &str) -> String {
        self.says(word, |line| line.strip_prefix(word)?.strip_prefix(' ').map(str::to_owned)).await
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(&self.child), rustix::process::Signal::KILL);
        let _ = self.child.wait();
    }
}

/// True when the program can be run with these arguments.
fn is_there(program: &str, arguments: &[&str], node_path: Option<&str>) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.envs(node_path.map(|path| ("NODE_PATH", path)));
    command.status().is_ok_and(|status| status.success())
}

/// The Python that has paho-mqtt: Debian's packages are for Debian's own.
fn python() -> Option<&'static str> {
    ["/usr/bin/python3", "python3"].into_iter().find(|python| is_there(python, &["-c", "import paho.mqtt.client"], None))
}

fn node_path() -> String {
    format!("{MODULES}:{DEBIAN_MODULES}")
}

/// Those that are here, following.
fn followers(broker: SocketAddr) -> Vec<Program> {
    let (host, port) = (broker.ip().to_string(), broker.port().to_string());
    let mut all = Vec::new();
    match python() {
        Some(python) => {
            for version in ["3.1.1", "5"] {
                let name = format!("paho-mqtt {version}");
                all.push(Program::start(
                    &name,
                    Command::new(python).arg(source("follow.py")).args([host.as_str(), port.as_str(), version, TABLE]),
                ));
            }
        }
        None => skipped("KIFUD_REQUIRE_TOOLS", "there is no paho-mqtt for Python on this machine (python3-paho-mqtt)"),
    }
    if is_there("node", &["-e", "require('mqtt')"], Some(&node_path())) {
        for version in ["3.1.1", "5"] {
            let mut command = Command::new("node");
            command.arg(source("follow.cjs")).args([host.as_str(), port.as_str(), version, TABLE]).env("NODE_PATH", node_path());
            all.push(Program::start(&format!("mqtt.js {version}"), &mut command));
        }
    } else {
        skipped("KIFUD_REQUIRE_TOOLS", "there is no mqtt.js for Node on this machine (node-mqtt)");
    }
    all
}

/// mosquitto_sub in both versions: it prints, and what it printed is folded here.
fn listeners(broker: SocketAddr) -> Vec<Program> {
    if !is_there("sh", &["-c", "command -v mosquitto_sub && command -v mosquitto_rr"], None) {
        skipped("KIFUD_REQUIRE_TOOLS", "there is no mosquitto_sub on this machine (mosquitto-clients)");
        return Vec::new();
    }
    let (host, port) = (broker.ip().to_string(), broker.port().to_string());
    let of = |version: &str| {
        let mut command = Command::new("mosquitto_sub");
        command.args([
            "-h",
            &host,
            "-p",
            &port,
            "-V",
            version,
            "-q",
            "1",
            "-t",
            &format!("{TABLE}/game"),
            "-t",
            &format!("{TABLE}/event"),
            "-F",
            "%t %p",
        ]);
        Program::start(&format!("mosquitto_sub {version}"), &mut command)
    };
    ["311", "5"].map(of).into()
}

fn of_topic(line: &str, leaf: &str) -> Option<Value> {
    serde_json::from_str(line.strip_prefix(TABLE)?.strip_prefix('/')?.strip_prefix(leaf)?.strip_prefix(' ')?).ok()
}

fn text(moves: &[Value]) -> String {
    let short = |played: &Value| {
        let color = if played["color"] == "black" { "B" } else { "W" };
        format!("{color} {}", played["vertex"].as_str().unwrap_or("?"))
    };
    moves.iter().map(short).collect::<Vec<_>>().join(" ")
}

/// The moves that events amount to, from these on.
fn folded<'a>(mut moves: Vec<Value>, events: impl IntoIterator<Item = &'a Value>) -> String {
    let place = |n: &Value| n.as_u64().expect("a number") as usize - 1;
    for event in events {
        match event["type"].as_str() {
            Some("move") => {
                moves.truncate(place(&event["n"]));
                moves.push(event.clone());
            }
            Some("move-retracted") => moves.truncate(place(&event["n"])),
            Some("record-changed") => {
                moves.truncate(place(&event["from_n"]));
                moves.extend(event["moves"].as_array().expect("moves").iter().cloned());
            }
            _ => {}
        }
    }
    text(&moves)
}

/// The record as mosquitto_sub's lines tell it: the first game document, and the events after it without a gap.
fn heard(lines: &[String], game: &str) -> String {
    let first = lines.iter().find_map(|line| of_topic(line, "game")).expect("a document");
    let (mut seq, moves) = if first["game_id"] == game {
        (first["seq"].as_u64().expect("seq"), first["moves"].as_array().cloned().unwrap_or_default())
    } else {
        (0, Vec::new())
    };
    let events: Vec<Value> = lines.iter().filter_map(|line| of_topic(line, "event")).filter(|event| event["game_id"] == game).collect();
    let mut new = Vec::new();
    for event in &events {
        let number = event["seq"].as_u64().expect("seq");
        assert!(number <= seq + 1, "a gap after {seq}: {number}");
        if number == seq + 1 {
            seq = number;
            new.push(event);
        }
    }
    folded(moves, new)
}

/// The hands of the demo, at full speed.
fn hands() -> Hands {
    let gaps = Gaps { hand_over_ms: 30, ..Gaps::for_settle(SETTLE) };
    Hands { level: HandsLevel::Perfect, pace: Pace::Demo { speed: 100.0 }, gaps, black_side: Some(Side::Left) }
}

/// A daemon with a board of 19 lines.
async fn daemon(hall: &Hall) -> Daemon {
    let file = hall.configure(Keys::default());
    let text = std::fs::read_to_string(&file).expect("readable").replace("size = 9\n", "size = 19\n");
    std::fs::write(&file, text).expect("written");
    hall.again().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_of_others_follow_a_whole_game_and_end_with_the_record_of_the_journal() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = daemon(&hall).await;
    let (table, ear) = (hall.table_of(19), hall.listener().await);
    table.followed().await.expect("followed");
    ear.hears(&own("status"), "\"ready\"").await;
    let broker = SocketAddr::from(([127, 0, 0, 1], hall.broker.port));
    let (followers, listeners) = (followers(broker), listeners(broker));
    if followers.is_empty() && listeners.is_empty() {
        return;
    }
    let home = tempfile::tempdir().expect("a folder");
    let documented = documented::programs(broker, &home);
    for follower in &followers {
        follower.says("subscribed", |line| (line == "subscribed").then_some(())).await;
    }
    if !listeners.is_empty() {
        asks_and_is_answered(broker);
    }
    let game = kifud::cli::demo_game();
    table.play(&schedule(&game.record, &hands(), 1).expect("a game that a board can show")).await.expect("played");
    let all = game.record.moves.len();
    let played = game_with(&ear, "all moves", |game| game["move_number"] == all).await;
    // What docs/developers.md gives to copy has followed it too.
    let last = &played["last_move"];
    let last = format!("{} {} {}", last["n"], last["color"].as_str().unwrap_or("?"), last["vertex"].as_str().unwrap_or("?"));
    for program in &documented {
        program.says(&last, |line| line.ends_with(&last).then_some(())).await;
    }
    let answer = ask(&ear, "resign", "the-end", json!({ "color": "white" })).await;
    assert_eq!(answer["status"], "ok", "{answer}");
    let mut records = Vec::new();
    for follower in &followers {
        let (gaps, game, record) = (follower.word("gaps").await, follower.word("game").await, follower.word("record").await);
        assert_eq!(gaps, "0", "{}", follower.name);
        records.push((follower.name.clone(), game, record));
    }
    for listener in &listeners {
        let ended = |line: &str| of_topic(line, "event").filter(|event| event["type"] == "game-ended");
        let game = listener.says("the end", ended).await["game_id"].as_str().expect("an id").to_owned();
        let record = heard(&listener.said.lock().expect("whole"), &game);
        records.push((listener.name.clone(), game, record));
    }
    let (_, game, _) = &records[0];
    let journal = journal(&hall, game);
    assert_eq!(journal.split(' ').count(), 2 * all, "the whole game: {journal}");
    for (name, of, record) in &records {
        assert_eq!((of, record), (game, &journal), "{name}");
    }
    crate::skip::say(&format!("followed by {}", records.iter().map(|(name, _, _)| name.as_str()).collect::<Vec<_>>().join(", ")));
}

/// mosquitto_rr asks with a response topic and correlation data, and waits for its answer.
fn asks_and_is_answered(broker: SocketAddr) {
    let (host, port) = (broker.ip().to_string(), broker.port().to_string());
    let topics = ["-t", "kifud/v1/t1/request/time-left", "-e", "answers/rr"];
    let mut command = Command::new("mosquitto_rr");
    command.args(["-V", "5", "-h", &host, "-p", &port, "-q", "1", "-W", "20"]).args(topics);
    let answer = command.args(["-m", "{\"transaction\":\"rr-1\",\"color\":\"black\"}"]).output().expect("mosquitto_rr");
    let answer: Value = serde_json::from_slice(&answer.stdout).unwrap_or_else(|error| panic!("{error}: {answer:?}"));
    assert_eq!(answer["transaction"], "rr-1", "{answer}");
}

/// The record of a game as the journal has it, folded from its events.
fn journal(hall: &Hall, game: &str) -> String {
    let state = hall.path("state").display().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifud"));
    let exported = command.args(["export", "--state-dir", &state, "--game", game, "--format", "json"]).output().expect("kifud");
    let events: Vec<Value> = serde_json::from_slice(&exported.stdout).unwrap_or_else(|error| panic!("{error}: {exported:?}"));
    folded(Vec::new(), &events)
}
