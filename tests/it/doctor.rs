//! `kifud doctor` at virtual devices on pseudo-terminals, as a shell sees it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use kifud::clock::Side;
use kifud::doctor::{Exam, Lying, orient};
use kifud::go::{Color, Point, Size};
use kifud::sense::Orientation;
use kifud::serial::PortSpec;
use kifud::sim::{ClockOptions, LineFault, Pty, Table, TableOptions};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{BoardDriver, Cell, ClockDriver, board_session};

use crate::host::{Board, Host, LIMIT};

fn size() -> Size {
    Size::square(19).unwrap()
}

fn at(vertex: &str) -> Point {
    Point::from_vertex(vertex, size()).unwrap()
}

fn table(dir: &Path, board_driver: BoardDriver) -> (Table, String, String) {
    table_with(dir, board_driver, ClockDriver::Kifud)
}

fn table_with(dir: &Path, board_driver: BoardDriver, driver: ClockDriver) -> (Table, String, String) {
    let (board_link, clock_link) = (dir.join("board"), dir.join("clock"));
    let setting = ClockSetting { main_ms: 3_600_000, periods: 3, period_ms: 10_000 };
    let clock = ClockOptions { link: clock_link.clone(), driver, setting };
    let text = |path: &PathBuf| path.to_str().unwrap().to_owned();
    let names = (text(&board_link), text(&clock_link));
    let table = Table::new(&TableOptions { size: size(), board_link, board_driver, clock: Some(clock), seed: 1 }).unwrap();
    (table, names.0, names.1)
}

/// Runs the command to its end; code and everything that it printed.
async fn kifud(arguments: &[&str]) -> (Option<i32>, String) {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let run = tokio::task::spawn_blocking(move || {
        let output = Command::new(env!("CARGO_BIN_EXE_kifud")).args(&arguments).output().expect("the binary runs");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.code(), text)
    });
    tokio::time::timeout(LIMIT, run).await.expect("it ends by itself").unwrap()
}

/// A device that says this over and over.
async fn chatter(pty: &Pty, bytes: &[u8]) {
    loop {
        pty.write(bytes);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_driver_is_recognised_at_an_unknown_port() {
    let each = BoardDriver::ALL.map(|driver| async move {
        let dir = tempfile::tempdir().unwrap();
        let (_table, board, _) = table(dir.path(), driver);
        let (code, text) = kifud(&["doctor", "--port", &board, "--once"]).await;
        assert!(text.contains(&format!("a board with driver \"{driver}\"")), "{driver}: {text}");
        assert!(text.contains(&format!("[table.board]\ndriver = \"{driver}\"")), "{driver}: {text}");
        assert!(text.contains("nothing is wrong") && code == Some(0), "{driver}: {code:?} {text}");
    });
    let clocks = [ClockDriver::Dgt, ClockDriver::DgtJson].map(|driver| async move {
        let dir = tempfile::tempdir().unwrap();
        let (_table, _, clock) = table_with(dir.path(), BoardDriver::Kifud, driver);
        let (code, text) = kifud(&["doctor", "--port", &clock, "--once"]).await;
        assert!(text.contains(&format!("surely a clock with driver \"{driver}\"")), "{driver}: {text}");
        assert!(text.contains("left  1:00:00") && text.contains("right 1:00:00"), "{driver}: {text}");
        assert!(text.contains("nothing is wrong") && code == Some(0), "{driver}: {code:?} {text}");
    });
    let clock = async {
        let dir = tempfile::tempdir().unwrap();
        let (table, _, clock) = table(dir.path(), BoardDriver::Kifud);
        table.press(Side::Left).await.unwrap();
        let (code, text) = kifud(&["doctor", "--port", &clock, "--once"]).await;
        assert!(text.contains("surely a clock with driver \"kifud\"") && text.contains("[table.clock]"), "{text}");
        assert!(text.contains("left  1:00:00") && text.contains("right 0:59:5") && code == Some(0), "{text}");
    };
    tokio::join!(futures_util::future::join_all(each), futures_util::future::join_all(clocks), clock);
}

/// L2, and a device that is not the one that was named.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_understood_is_said_with_what_was_tried() {
    let dir = tempfile::tempdir().unwrap();
    let link = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (garbage, dgt, mute) = (link("garbage"), link("dgt"), link("mute"));
    let ptys = [&garbage, &dgt, &mute].map(|link| Pty::plug(Path::new(link)).unwrap());
    let speaking = async {
        let mut rng = fastrand::Rng::with_seed(3);
        let noise: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(150).collect();
        let time = [0x8D, 0x00, 0x0A, 0x00, 0x59, 0x07, 0x01, 0x00, 0x00, 0x0B];
        tokio::join!(chatter(&ptys[0], &noise), chatter(&ptys[1], &time));
    };
    let asking = async {
        let unknown = async {
            let (code, text) = kifud(&["doctor", "--port", &garbage]).await;
            assert!(text.contains("bytes arrive but nothing is understood: wrong speed or another device"), "{text}");
            assert!(text.contains("listened at 57600 baud") && text.contains("asked at 9600 baud") && code == Some(1), "{text}");
        };
        let clock = async {
            let (code, text) = kifud(&["doctor", "--port", &dgt]).await;
            assert!(text.contains("surely a clock with driver \"dgt\"") && code.is_some(), "{text}");
        };
        let silent = async {
            let (code, text) = kifud(&["doctor", "--port", &mute, "--baud", "9600"]).await;
            assert!(text.contains("nothing comes, and nothing answers") && code == Some(1), "{text}");
        };
        let (code, text) = tokio::join!(async { tokio::join!(unknown, clock, silent) }, async {
            // Another port of the same noise would be another program's: this one is looked at when it is free again.
            kifud(&["doctor", "--port", "/dev/there-is-no-such-port"]).await
        })
        .1;
        assert!(text.contains("there is no such port") && code == Some(1), "{text}");
        let (code, text) = kifud(&["doctor", "--port", &garbage, "--driver", "kifud", "--seconds", "1"]).await;
        assert!(text.contains("WRONG: bytes arrive but nothing is understood") && code == Some(1), "{text}");
        let (code, text) = kifud(&["doctor", "--port", &dgt, "--driver", "igo", "--seconds", "1"]).await;
        assert!(text.contains("they look like a clock with driver \"dgt\"") && code == Some(1), "{text}");
    };
    tokio::select! {
        () = speaking => unreachable!("it chatters for ever"),
        () = asking => {}
    }
}

/// Eight boards on eight tables, each put down another way.
#[tokio::test(flavor = "multi_thread")]
async fn three_stones_tell_how_a_board_lies_in_all_eight_ways() {
    let each = Orientation::ALL.map(|way| async move {
        let driver =
            [BoardDriver::Kifud, BoardDriver::Igo, BoardDriver::Yihu, BoardDriver::Matrix][usize::from(way.rotation.degrees()) / 90];
        let dir = tempfile::tempdir().unwrap();
        let (table, board, _) = table(dir.path(), driver);
        let spec = PortSpec { address: board, baud: 115_200 };
        let mut exam = Exam::board("board", spec, driver, size(), 20, Lying::default());
        let (prompts, mut asked) = tokio::sync::mpsc::unbounded_channel();
        let mut say = |text: &str| drop(prompts.send(text.to_owned()));
        let hands = async {
            for vertex in ["A1", "T1", "T19"] {
                let prompt = asked.recv().await.unwrap();
                assert!(prompt.contains(vertex), "{prompt}");
                table.put(way.to_sensor(at(vertex), size()).unwrap(), Color::Black).await.unwrap();
            }
            std::future::pending::<()>().await;
        };
        let found = tokio::select! {
            found = orient(&mut exam, 60_000, std::future::pending(), &mut say) => found,
            () = hands => None,
        };
        assert_eq!(found, Some(way), "{driver}");
    });
    futures_util::future::join_all(each).await;
}

/// From the port to a block that `check` takes, with the dead sensor where it lies in the record.
#[tokio::test(flavor = "multi_thread")]
async fn the_block_that_is_printed_is_good_configuration() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board, _) = table(dir.path(), BoardDriver::Kifud);
    let way = Orientation::ALL[5];
    table.change(&[(at("C3"), Cell::Unreadable)]).await.unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifud"))
        .args(["doctor", "--port", &board, "--driver", "kifud", "--orient", "--seconds", "50"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (send, mut printed) = tokio::sync::mpsc::unbounded_channel();
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| drop(send.send(line))));
    let mut text = String::new();
    let mut asked = ["A1", "T1", "T19"].into_iter();
    while let Some(line) = printed.recv().await {
        if line.contains("stone on ") {
            let vertex = asked.next().expect("three stones");
            assert!(line.contains(&format!("on {vertex}:")), "{line}");
            table.put(way.to_sensor(at(vertex), size()).unwrap(), Color::White).await.unwrap();
        }
        text += &(line + "\n");
    }
    assert_eq!(child.wait().unwrap().code(), Some(0), "{text}");
    let block = &text[text.find("[table.board]").expect("a block")..];
    let dead = way.to_record(at("C3"), size()).unwrap().vertex(size());
    assert!(block.contains("mirrored = true\nrotation = 90") && block.contains(&format!("ignore = [\"{dead}\"]")), "{block}");
    let file = dir.path().join("kifud.toml");
    std::fs::write(&file, format!("[[table]]\nid = \"t1\"\ntime_authority = \"daemon\"\n{block}")).unwrap();
    let (code, said) = kifud(&["check", "--config", file.to_str().unwrap()]).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("mirrored") && said.contains("90°"), "{said}");
}

/// A board of another size than expected is said, and shown as it is; where nobody expected any it is taken.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_of_another_size_is_shown_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let board_link = dir.path().join("board");
    let board = board_link.to_str().unwrap().to_owned();
    let nine = Size::square(9).unwrap();
    let _table = Table::new(&TableOptions { size: nine, board_link, board_driver: BoardDriver::Igo, clock: None, seed: 1 }).unwrap();
    let (code, text) = kifud(&["doctor", "--port", &board, "--driver", "igo", "--once"]).await;
    assert!(text.contains("\n   A B C D E F G H J\n 9 . .") && text.contains("size = 9\n") && code == Some(0), "{text}");
    let (code, text) = kifud(&["doctor", "--port", &board, "--driver", "igo", "--once", "--size", "19"]).await;
    assert!(text.contains("WRONG: the board has 9x9 points") && text.contains("set size = 9") && code == Some(1), "{text}");
}

/// F1, F9: points that flicker and points that are dead are named, on the map and in words; a bad line is told.
#[tokio::test(flavor = "multi_thread")]
async fn flickering_and_dead_points_and_a_bad_line_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board, clock) = table(dir.path(), BoardDriver::Kifud);
    table.change(&[(at("D4"), Cell::Unreadable), (at("K10"), Cell::Stone(Color::Black))]).await.unwrap();
    let flicker = async {
        loop {
            table.put(at("Q16"), Color::White).await.unwrap();
            tokio::time::sleep(Duration::from_millis(60)).await;
            table.lift(&[at("Q16")]).await.unwrap();
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    };
    let look = async {
        let first = kifud(&["doctor", "--port", &board, "--driver", "kifud", "--seconds", "3", "--empty"]).await;
        table.line(kifud::sim::Device::Board, LineFault::Loss(30)).await.unwrap();
        (first, kifud(&["doctor", "--port", &board, "--driver", "kifud", "--seconds", "3"]).await)
    };
    let ((code, text), (_, lossy)) = tokio::select! {
        () = flicker => unreachable!("it flickers for ever"),
        looked = look => looked,
    };
    assert!(text.contains("WRONG: dead: K10, D4\n  do: ") && text.contains("WRONG: flickering: Q16\n  do: "), "{text}");
    assert!(text.contains(" 4 . . . ? . .") && text.contains("X?") && code == Some(1), "{text}");
    assert!(lossy.contains("WRONG: packets were lost on the way"), "{lossy}");
    assert!(text.contains("ignore = [\"K10\", \"D4\"]\n# flickering: Q16"), "{text}");
    let (code, text) = kifud(&["doctor", "--port", &clock, "--driver", "kifud", "--clock", "--once"]).await;
    assert!(text.contains("right 1:00:00") && code == Some(0), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_has_all_of_the_devices_and_no_secret() {
    let dir = tempfile::tempdir().unwrap();
    let (_table, board, clock) = table(dir.path(), BoardDriver::Igo);
    let (password, tokens) = (dir.path().join("password"), dir.path().join("tokens"));
    std::fs::write(&password, "sesame-7").unwrap();
    std::fs::write(&tokens, "maria token-8").unwrap();
    // With a key of its own where there is TLS.
    let (scheme, key) =
        if cfg!(feature = "tls") { ("mqtts", "cert_file = \"/x/cert-14\"\nkey_file = \"/x/key-15\"\n") } else { ("mqtt", "") };
    let config = format!(
        "[mqtt]\nbroker = \"{scheme}://broker-9.example:1883\"\nusername = \"user-10\"\npassword_file = {password:?}\n{key}\
         [display]\nlisten = \"127.0.0.1:8080\"\nreferee_tokens_file = {tokens:?}\n[engine]\ngtp = \"engine --key secret-11\"\n\
         [[table]]\nid = \"t1\"\nplayers = {{ black = {{ name = \"Player Twelve\" }} }}\n\
         [table.board]\ndriver = \"igo\"\nport = {board:?}\n[table.clock]\nport = {clock:?}\n"
    );
    let (file, out) = (dir.path().join("kifud.toml"), dir.path().join("bundle.json"));
    std::fs::write(&file, config).unwrap();
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let (code, text) = kifud(&["doctor", "--config", file, "--seconds", "1", "--bundle", out]).await;
    assert_eq!(code, Some(0), "{text}");
    let bundle = std::fs::read_to_string(out).unwrap();
    for secret in
        ["sesame", "maria", "token-8", "tokens", "password", "user-10", "broker-9", "secret-11", "engine", "Twelve", "cert-14", "key-15"]
    {
        assert!(!bundle.contains(secret), "{secret} in {bundle}");
    }
    let value: serde_json::Value = serde_json::from_str(&bundle).unwrap();
    let device = &value["devices"][0];
    assert_eq!((&device["driver"], &device["size"], &device["bad_frames"]), (&"igo".into(), &19.into(), &0.into()));
    assert!(device["frames"].as_u64() > Some(5) && device["raw"].as_str().is_some_and(|raw| raw.contains("7E 05 FF 4C")), "{device}");
    assert_eq!((&value["devices"][1]["device"], &value["tables"][0]["board"]["port"]), (&"clock of t1".into(), &board.as_str().into()));
    let (code, text) = kifud(&["doctor", "--config", file, "--table", "t2"]).await;
    assert!(code == Some(2) && text.contains("there is no table \"t2\""), "{text}");
}

/// A game goes on: the doctor says who has the port and takes nothing away.
#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_is_held_is_left_to_its_holder() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board, _) = table(dir.path(), BoardDriver::Kifud);
    let mut host = Host::open(Board(board_session(BoardDriver::Kifud, size(), 50)), Path::new(&board));
    host.scan().await;
    for arguments in [&["doctor", "--port", &board][..], &["doctor", "--port", &board, "--driver", "kifud", "--seconds", "1"]] {
        let (code, text) = kifud(arguments).await;
        assert!(text.contains("WRONG: ") && text.contains("the port is held by ") && text.contains(" stop "), "{text}");
        assert_eq!(code, Some(1));
    }
    table.put(at("Q16"), Color::Black).await.unwrap();
    host.scan_with(|grid| grid.get(at("Q16")) == Cell::Stone(Color::Black)).await;
}

/// In a terminal the page is drawn in place, and Ctrl-C leaves the terminal as it was.
#[tokio::test(flavor = "multi_thread")]
async fn the_live_page_is_drawn_in_place_and_ctrl_c_restores_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board, _) = table(dir.path(), BoardDriver::Kifud);
    table.put(at("Q16"), Color::Black).await.unwrap();
    let link = dir.path().join("terminal");
    let terminal = Pty::plug(&link).unwrap();
    let stdout = std::fs::File::options().write(true).open(&link).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifud"))
        .args(["doctor", "--port", &board, "--driver", "kifud"])
        .stdin(Stdio::null())
        .stdout(stdout)
        .spawn()
        .unwrap();
    let mut seen = String::new();
    let mut chunk = [0; 4_096];
    let mut read = async |seen: &mut String| {
        let length = tokio::time::timeout(LIMIT, terminal.read(&mut chunk)).await.expect("it draws").unwrap();
        seen.push_str(&String::from_utf8_lossy(&chunk[..length]));
    };
    while !(seen.matches("\x1b[H").count() > 3 && seen.contains("16 . . . . . . . . . . . . . . . X")) {
        read(&mut seen).await;
    }
    assert!(seen.starts_with("\x1b[?1049h\x1b[?25l"), "another screen, no cursor");
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    while !seen.contains("nothing is wrong") {
        read(&mut seen).await;
    }
    let restored = seen.find("\x1b[?25h\x1b[?1049l").expect("the terminal is as it was");
    assert!(!seen[restored..].contains("\x1b[H"), "and the report stands below what was there");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[tokio::test]
async fn wrong_usage_is_refused() {
    for arguments in [
        &["doctor"][..],
        &["doctor", "--config", "a", "--port", "b"],
        &["doctor", "--port", "b", "--table", "t1"],
        &["doctor", "--port", "b", "--driver", "wood"],
        &["doctor", "--port", "b", "--size", "0"],
        &["doctor", "--config", "/no/such/file"],
    ] {
        assert_eq!(kifud(arguments).await.0, Some(2), "{arguments:?}");
    }
}
