//! `kifud demo` as a newcomer meets it: the real program, its one line, its page in a real browser, its end.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kifud::cli::demo_game;
use kifud::go::Place;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::browser::Browser;
use crate::peer::{Happened, Message, PATIENCE, Peer, Version};

/// A running demo with a folder of its own for temporary files, killed with the test however it ends.
pub struct Demo {
    child: Child,
    output: BufReader<ChildStdout>,
    line: String,
    page: SocketAddr,
    pub broker: SocketAddr,
    temporary: TempDir,
}

/// How it ended: what it printed beyond its line, what it said on stderr, and what it left behind.
#[derive(Debug)]
pub struct Ended {
    status: ExitStatus,
    more: String,
    errors: String,
    left: Vec<String>,
}

impl Demo {
    pub async fn start(arguments: &[&str]) -> Demo {
        let temporary = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifud"));
        command.arg("demo").args(arguments).env("TMPDIR", temporary.path()).env_remove("RUST_LOG");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let (line, output) = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            (line, output)
        })
        .await
        .unwrap();
        let address = |scheme: &str| -> Option<SocketAddr> {
            let rest = line.split_once(scheme)?.1;
            rest[..rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ':')?].trim_end_matches('.').parse().ok()
        };
        let (page, broker) = (address("http://").expect(&line), address("mqtt://").expect(&line));
        Demo { child, output, line, page, broker, temporary }
    }

    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Waits for its end.
    pub async fn end(mut self) -> Ended {
        let ended = tokio::task::spawn_blocking(move || {
            let status = self.child.wait().unwrap();
            let (mut more, mut errors) = (String::new(), String::new());
            self.output.read_to_string(&mut more).unwrap();
            self.child.stderr.take().expect("piped").read_to_string(&mut errors).unwrap();
            let left = std::fs::read_dir(self.temporary.path()).unwrap();
            let left = left.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            Ended { status, more, errors, left }
        });
        tokio::time::timeout(PATIENCE, ended).await.expect("the demo ends").unwrap()
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ended {
    pub fn is_clean(&self) {
        assert!(self.status.success(), "{self:?}");
        assert_eq!((self.more.as_str(), self.errors.as_str(), self.left.len()), ("", "", 0), "{self:?}");
    }
}

/// Everything that the table says, kept by a task.
struct Ear {
    heard: Arc<Mutex<Vec<Message>>>,
    task: JoinHandle<()>,
}

impl Ear {
    async fn open(broker: SocketAddr) -> Ear {
        let mut peer = Peer::connect(Version::V5, "demo-ear", broker).await;
        peer.subscribe("kifud/v1/demo/#").await;
        let heard = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&heard);
        let task = tokio::spawn(async move {
            loop {
                match peer.next().await {
                    Happened::Came(message) => keep.lock().unwrap().push(message),
                    Happened::Ended => return,
                    _ => {}
                }
            }
        });
        Ear { heard, task }
    }

    /// All documents of a topic so far.
    fn all(&self, topic: &str) -> Vec<Value> {
        let topic = format!("kifud/v1/demo/{topic}");
        let heard = self.heard.lock().unwrap();
        heard.iter().filter(|message| message.topic == topic).map(|message| serde_json::from_str(&message.payload).unwrap()).collect()
    }

    /// Waits for a document with this property.
    async fn until(&self, topic: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(found) = self.all(topic).into_iter().rev().find(&wanted) {
                return found;
            }
            assert!(!self.task.is_finished(), "the table is silent, and the document never came");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Alerts that ask anything of a person. That a game was ended early, with points left open, is only noted.
    fn loud(&self) -> BTreeSet<String> {
        let heard = self.heard.lock().unwrap();
        let alerts = heard.iter().filter(|message| message.topic.contains("/alert/") && !message.payload.is_empty());
        alerts.filter(|message| !message.payload.contains(r#""severity":"notice""#)).map(|message| message.payload.clone()).collect()
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_whole_game_goes_over_the_serial_ports_at_full_speed_and_ends_with_its_result() {
    let demo = Demo::start(&["--speed", "200", "--once", "--listen", "127.0.0.1:0"]).await;
    let ear = Ear::open(demo.broker).await;
    let ended = ear.until("game", |game| game["phase"] == "ended").await;
    let game = demo_game();
    let played: Vec<Place> = game.record.moves.iter().map(|played| played.place).collect();
    let vertices = ended["moves"].as_array().unwrap().iter().map(|played| played["vertex"].as_str().unwrap());
    let seen: Vec<Place> = vertices.map(|vertex| Place::parse(vertex, game.record.size).unwrap()).collect();
    assert_eq!(first_difference(&played, &seen), None);
    assert!(ended["moves"].as_array().unwrap().iter().all(|played| played.get("illegal").is_none() && played.get("disputed").is_none()));
    assert_eq!(ended["result"], json!({ "winner": "black", "by": "score", "margin": 3, "sgf": "B+3", "state": "final" }));
    assert_eq!(ended["agrees"], true);
    assert_eq!((&ended["rulebook"], &ended["komi"]), (&json!("japan-1989"), &json!(0)));
    assert_eq!(ear.loud(), BTreeSet::new(), "no alert in a game without incidents");
    demo.end().await.is_clean();
}

/// The number of the first move that differs, with what should be and what is.
fn first_difference(wanted: &[Place], seen: &[Place]) -> Option<(usize, Option<Place>, Option<Place>)> {
    let at = (0..wanted.len().max(seen.len())).find(|&at| wanted.get(at) != seen.get(at))?;
    Some((at + 1, wanted.get(at).copied(), seen.get(at).copied()))
}

/// The page at one moment.
const SEEN: &str = "JSON.stringify({ \
     number: Number(document.querySelector('[data-move-number]').dataset.moveNumber), \
     last: document.querySelector('[data-last-move]')?.dataset.lastMove, \
     black: Number(document.querySelector('#black .captures').dataset.captured), \
     white: Number(document.querySelector('#white .captures').dataset.captured), \
     stones: [...document.querySelectorAll('[data-stone]')].map((stone) => stone.dataset.vertex + ' ' + stone.dataset.stone).sort() })";

/// The same of a `game` document.
fn shown(game: &Value) -> Value {
    let size = game["board"].as_array().unwrap().len();
    let columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ".as_bytes();
    let mut stones = BTreeSet::new();
    for (row, line) in game["board"].as_array().unwrap().iter().enumerate() {
        for (column, point) in line.as_str().unwrap().chars().enumerate() {
            let color = match point {
                'X' => "black",
                'O' => "white",
                _ => continue,
            };
            stones.insert(format!("{}{} {color}", char::from(columns[column]), size - row));
        }
    }
    json!({
        "number": game["move_number"], "last": game["last_move"]["vertex"], "stones": stones,
        "black": game["captured"]["black"], "white": game["captured"]["white"],
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_shows_what_the_broker_has_and_greys_when_the_demo_is_killed() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let demo = Demo::start(&["--speed", "10", "--listen", "127.0.0.1:0"]).await;
    let ear = Ear::open(demo.broker).await;
    browser.page.goto(&format!("http://{}/board/demo", demo.page)).await.unwrap();
    browser.until("document.body.dataset.level", "live").await;
    let mut number = 0;
    for wanted in [5, 25, 50, 73] {
        browser.until(&format!("Number(document.querySelector('[data-move-number]')?.dataset.moveNumber) >= {wanted}"), true).await;
        let seen: Value = serde_json::from_str(browser.eval(SEEN).await.as_str().unwrap()).unwrap();
        // The ear hears what the page has heard, perhaps a moment later.
        let same = tokio::time::timeout(PATIENCE, ear.until("public/game", |game| shown(game) == seen)).await;
        assert!(same.is_ok(), "the page shows what no document said: {seen}");
        assert!(seen["number"].as_u64().unwrap() > number, "{seen} after {number}");
        number = seen["number"].as_u64().unwrap();
        let captured = seen["black"].as_u64().unwrap() + seen["white"].as_u64().unwrap();
        assert_eq!(seen["stones"].as_array().unwrap().len() as u64, number - captured, "{seen}");
    }
    // Captures rise, stones go.
    browser.until("[...document.querySelectorAll('.captures')].some((side) => Number(side.dataset.captured) > 0)", true).await;

    // Only the running clock runs: looked at over frames in which the turn stays.
    let clocks = "new Promise((done) => { \
         const side = (color) => { const panel = document.getElementById(color); return { runs: panel.dataset.running, ms: Number(panel.querySelector('.digits').dataset.ms) }; }; \
         let first = null; let at = 0; \
         const next = () => { \
             const now = { black: side('black'), white: side('white') }; \
             if (!first || first.black.runs !== now.black.runs || first.white.runs !== now.white.runs) { first = now; at = performance.now(); } \
             if (performance.now() - at > 120) done([first, now]); else requestAnimationFrame(next); \
         }; next(); })";
    let looked = browser.resolve(clocks).await;
    let (runs, stands) = if looked[0]["black"]["runs"] == "true" { ("black", "white") } else { ("white", "black") };
    assert_eq!((&looked[0][runs]["runs"], &looked[0][stands]["runs"]), (&json!("true"), &json!("false")), "{looked}");
    assert!(looked[1][runs]["ms"].as_f64() < looked[0][runs]["ms"].as_f64(), "{looked}");
    assert_eq!(looked[1][stands]["ms"], looked[0][stands]["ms"], "{looked}");

    assert_eq!(browser.eval("document.body.dataset.level").await, "live");
    assert_eq!(browser.eval("document.getElementById('event').textContent").await, "Castle game, Edo 1850");
    assert_eq!(browser.eval("document.querySelector('#black .name').textContent").await, "Honinbo Shusaku");
    browser.until("/^updated (now|[0-2] s ago)$/.test(document.getElementById('age').textContent)", true).await;
    assert_eq!(ear.loud(), BTreeSet::new());
    pictures(&browser, "demo-playing").await;
    assert_eq!(browser.console().await, [""; 0]);

    demo.signal(Signal::KILL);
    browser.until("document.body.dataset.level", "lost").await;
    browser.until("document.getElementById('veil').hidden", false).await;
    assert!(browser.eval("getComputedStyle(document.getElementById('board')).filter").await.as_str().unwrap().contains("grayscale"));
    let stones = browser.eval("document.querySelectorAll('[data-stone]').length").await;
    assert!(stones.as_u64() > Some(30), "the last position stays: {stones}");
    pictures(&browser, "demo-killed").await;
}

/// Laptop, projector and phone; dark and light.
async fn pictures(browser: &Browser, name: &str) {
    for (screen, width, height) in [("laptop", 1280, 800), ("projector", 1920, 1080), ("phone", 390, 844)] {
        browser.resize(width, height).await;
        for scheme in ["dark", "light"] {
            browser.prefer(scheme).await;
            browser.until("document.documentElement.scrollWidth <= innerWidth", true).await;
            browser.picture(&format!("{name}-{screen}-{scheme}")).await;
        }
    }
    browser.resize(1280, 800).await;
}

/// 9x9 with a capture and a pass.
const SMALL: &str = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]PB[Lee Chang-ho]BR[9p]PW[\u{5433}\u{6e05}\u{6e90}]EV[Club evening]RE[W+0.5]\
                     ;B[aa];W[ba];B[ee];W[ab];B[cc];W[];B[gg])";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_is_played_its_result_shown_and_then_played_again() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let files = tempfile::tempdir().unwrap();
    let file = files.path().join("small.sgf");
    std::fs::write(&file, SMALL).unwrap();
    let demo = Demo::start(&["--sgf", file.to_str().unwrap(), "--speed", "2", "--listen", "127.0.0.1:0"]).await;
    let ear = Ear::open(demo.broker).await;
    browser.page.goto(&format!("http://{}/board/demo", demo.page)).await.unwrap();
    // A count that is shown before it has no winner yet.
    browser.until("document.getElementById('result').dataset.winner", "white").await;
    assert_eq!(browser.eval("document.querySelector('#result b').textContent").await, "White wins by 0.5 points");
    assert_eq!(browser.eval("document.querySelector('#white .name').textContent").await, "\u{5433}\u{6e05}\u{6e90}");
    assert_eq!(browser.eval("document.querySelectorAll('[data-stone]').length").await, 5);
    assert_eq!(browser.eval("document.querySelector('#white .captures').dataset.captured").await, "1");
    // Back through the moves: before the capture the captured stone stands.
    let key = |name: &str| format!("dispatchEvent(new KeyboardEvent('keydown', {{ key: '{name}' }}))");
    for _ in 0..4 {
        browser.eval(&key("ArrowLeft")).await;
    }
    browser.until("document.querySelector('[data-move-number]').dataset.moveNumber", "3").await;
    assert_eq!(browser.eval("document.querySelectorAll('[data-stone]').length").await, 3);
    assert_eq!(browser.eval("document.querySelector('[data-vertex=A9]').dataset.stone").await, "black");
    browser.eval(&key("ArrowRight")).await;
    browser.until("document.querySelectorAll('[data-vertex=A9][data-stone]').length", 0).await;
    assert_eq!(browser.eval("document.getElementById('live').hidden").await, false, "an earlier position says that it is one");
    browser.eval(&key("Escape")).await;
    browser.until("document.querySelectorAll('[data-stone]').length", 5).await;
    pictures(&browser, "demo-ended").await;
    // The next game: an empty board, the clocks set anew.
    browser.until("document.getElementById('result').hidden", true).await;
    browser.until("document.querySelectorAll('[data-stone]').length >= 2", true).await;
    let game_ids: BTreeSet<String> =
        ear.all("game").iter().filter(|game| game["phase"] != "idle").map(|game| game["game_id"].to_string()).collect();
    assert_eq!(game_ids.len(), 2);
    assert!(browser.eval("Number(document.querySelector('#black .digits').dataset.ms)").await.as_u64() > Some(2_390_000));
    assert_eq!(ear.loud(), BTreeSet::new());
    assert_eq!(browser.console().await, [""; 0]);
    demo.signal(Signal::INT);
    demo.end().await.is_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taken_ports_are_said_and_the_next_free_ones_used() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let wanted = taken.local_addr().unwrap();
    // Taken here, unless somebody on this machine has it already.
    let _mqtt = TcpListener::bind("127.0.0.1:1883");
    let demo = Demo::start(&["--listen", &wanted.to_string()]).await;
    assert!(demo.page.port() > wanted.port(), "{}", demo.line);
    assert!(demo.broker.port() > 1883, "{}", demo.line);
    assert!(demo.line.contains(&format!("(port {} is taken)", wanted.port())), "{}", demo.line);
    assert!(demo.line.contains("(port 1883 is taken)"), "{}", demo.line);
    demo.signal(Signal::TERM);
    demo.end().await.is_clean();
}

/// Runs a demo that refuses to start, and returns its code and what it says.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kifud")).arg("demo").args(arguments).env_remove("RUST_LOG").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn files_that_cannot_be_shown_are_refused_with_the_reason() {
    let files = tempfile::tempdir().unwrap();
    let with = |name: &str, text: &str| -> String {
        let path = files.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for (name, text, reason) in [
        ("large.sgf", "(;SZ[25];B[aa])", "25"),
        ("empty.sgf", "(;SZ[9])", "no moves"),
        ("twice.sgf", "(;SZ[9];B[aa];W[aa])", "move 2 is illegal: there is a stone already"),
        ("words.sgf", "no game at all", "words.sgf"),
    ] {
        let (code, said) = refused(&["--sgf", &with(name, text)]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(name) && said.contains(reason) && said.lines().count() == 1, "{said}");
    }
    let missing = files.path().join("missing.sgf");
    let (code, said) = refused(&["--sgf", missing.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(said.contains("missing.sgf") && said.contains("No such file"), "{said}");
    assert!(Path::new(&missing).parent().is_some_and(Path::exists));
    assert_eq!(refused(&["--speed", "0"]).0, Some(2));
    assert_eq!(refused(&["--speed", "nan"]).0, Some(2));
}
