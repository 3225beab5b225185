//! The other commands, with a daemon and without: check, capture, replay, export, forget, the built-in broker.

use kifud::go::{Color, sgf};
use serde_json::{Value, json};

use super::hall::{Daemon, Hall, Keys, Listener, ask, at, document, eventually, game_with, kifud, own, stderr, stdout, turn};

#[test]
fn every_fault_of_a_configuration_is_named_at_once_with_its_line_and_key() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("bad.toml");
    let text = "[bridge]\nid = \"Hall A\"\n[mqtt]\nbroker = \"http://x\"\n[[table]]\nid = \"t1\"\nkomi = 5.25\nspeed = 1\n[table.board]\nport = \"/dev/null\"\nsize = 11\n";
    std::fs::write(&file, text).unwrap();
    let path = file.display().to_string();
    for command in [["check", "--config", &path], ["run", "--config", &path]] {
        let output = kifud(&command);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {}", stderr(&output));
        let said = stderr(&output);
        for (line, key) in [(2, "bridge.id"), (4, "mqtt.broker"), (7, "komi"), (8, "speed"), (11, "size")] {
            let named = said.lines().any(|fault| fault.contains(&path) && fault.contains(&format!(":{line}")) && fault.contains(key));
            assert!(named, "{command:?}: line {line}, {key} in\n{said}");
        }
    }
    let missing = dir.path().join("none.toml").display().to_string();
    for command in [["check", "--config", &missing], ["run", "--config", &missing]] {
        let output = kifud(&command);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("none.toml"), "{}", stderr(&output));
    }
    for wrong in [&["fly"][..], &["run"], &["check", "--confg", "x"], &[]] {
        assert_eq!(kifud(wrong).status.code(), Some(2), "{wrong:?}");
    }
    assert_eq!(kifud(&["--version"]).status.code(), Some(0));
}

async fn three_moves(table: &kifud::sim::Table, listener: &Listener) {
    for (n, vertex, color) in [(1, "E5", Color::Black), (2, "C3", Color::White), (3, "G7", Color::Black)] {
        turn(table, listener, n, color, vertex).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_exported_while_it_is_played_and_afterwards_and_a_removed_table_is_forgotten() {
    let Some(hall) = Hall::open() else { return };
    let mut daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    three_moves(&table, &listener).await;
    let game = game_with(&listener, "three moves", |game| game["move_number"] == 3).await;
    let id = game["game_id"].as_str().unwrap();
    let state = hall.path("state").display().to_string();
    let export = |format: &str| {
        let output = kifud(&["export", "--state-dir", &state, "--game", id, "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let list = stdout(&kifud(&["export", "--state-dir", &state]));
    assert!(list.contains(id) && list.contains("not ended"), "{list}");
    assert_eq!(sgf::read(export("sgf").as_bytes()).unwrap().record.moves.len(), 3);
    let document: Value = serde_json::from_str(&export("json")).unwrap();
    assert!(document.to_string().contains("\"E5\""));
    assert!(export("log").lines().count() >= 7, "{}", export("log"));
    let unknown = kifud(&["export", "--state-dir", &state, "--game", "g-none"]);
    assert_eq!(unknown.status.code(), Some(1));

    assert_eq!(ask(&listener, "resign", "r", json!({ "color": "white" })).await["status"], "ok");
    assert_eq!(daemon.terminate().await, 0);
    let list = stdout(&kifud(&["export", "--state-dir", &state]));
    assert!(list.contains("\tended"), "{list}");
    let text = export("sgf");
    assert!(text.contains("RE[B+R]"), "{text}");
    // The retained `sgf` is the same file, but for what only the table knows.
    assert_eq!(
        sgf::read(text.as_bytes()).unwrap().record,
        sgf::read(listener.hears(&own("sgf"), "RE[B+R]").await.text.as_bytes()).unwrap().record
    );

    // The table is taken out of the configuration, then forgotten.
    let config = hall.path("kifud.toml");
    let path = config.display().to_string();
    let refused = kifud(&["forget", "t1", "--config", &path]);
    assert_eq!(refused.status.code(), Some(2), "still configured: {}", stderr(&refused));
    let text = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, text.replace("\"t1\"", "\"t2\"")).unwrap();
    let forgotten = kifud(&["forget", "t1", "--config", &path]);
    assert_eq!(forgotten.status.code(), Some(0), "{}", stderr(&forgotten));
    let newcomer = hall.listener().await;
    newcomer.publish("kifud/end", "x", false);
    newcomer.hears("kifud/end", "x").await;
    let left: Vec<_> = newcomer.all().into_iter().filter(|said| said.retained).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_captured_game_replays_word_for_word_and_a_torn_line_is_named() {
    let Some(hall) = Hall::open() else { return };
    let config = hall.configure(Keys::default()).display().to_string();
    let out = hall.path("game.capture");
    let path = out.display().to_string();
    let mut daemon = Daemon::start(&["capture", "--config", &config, "--table", "t1", "--out", &path]);
    daemon.says("ready").await;
    let (table, listener) = hall.open_table().await;
    three_moves(&table, &listener).await;
    table.put(at("E3"), Color::White).await.unwrap();
    game_with(&listener, "move 4", |game| game["move_number"] == 4).await;
    assert_eq!(ask(&listener, "undo", "u", json!({ "moves": 1, "expect": super::hall::expect(&listener) })).await["status"], "ok");
    assert_eq!(ask(&listener, "resign", "r", json!({ "color": "white" })).await["status"], "ok");
    assert_eq!(daemon.terminate().await, 0);
    let same = kifud(&["replay", &path, "--check"]);
    assert_eq!(same.status.code(), Some(0), "{}{}", stdout(&same), stderr(&same));
    let again = stdout(&kifud(&["replay", &path]));
    let told = super::hall::told(&listener.all(), "event");
    let again: Vec<&str> = again.lines().filter(|line| !line.starts_with(" ")).collect();
    assert_eq!(again.len(), told.len(), "every event that was published");
    for (line, event) in again.iter().zip(&told) {
        assert_eq!(serde_json::from_str::<Value>(line).unwrap(), *event);
    }

    let text = std::fs::read_to_string(&out).unwrap();
    let lines = text.lines().count();
    std::fs::write(&out, &text[..text.len() - 9]).unwrap();
    let torn = kifud(&["replay", &path, "--check"]);
    assert_eq!(torn.status.code(), Some(1));
    assert!(stderr(&torn).contains(&format!("line {lines}")), "{}", stderr(&torn));
    // One event told otherwise is found.
    std::fs::write(&out, text.replacen("\\\"vertex\\\":\\\"C3\\\"", "\\\"vertex\\\":\\\"C4\\\"", 1)).unwrap();
    let other = kifud(&["replay", &path, "--check"]);
    assert_eq!(other.status.code(), Some(1), "{}", stdout(&other));
    assert!(stdout(&other).contains("differs"), "{}", stdout(&other));
}

#[cfg(feature = "embedded-broker")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_built_in_broker_serves_a_table_by_itself() {
    let Some(hall) = Hall::open() else { return };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let file = hall.configure(Keys { tail: &format!("[embedded_broker]\nlisten = \"127.0.0.1:{port}\""), ..Keys::default() });
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace(&format!("mqtt://127.0.0.1:{}", hall.broker.port), "embedded")).unwrap();
    let mut daemon = hall.again().await;
    let table = hall.table();
    let listener = Listener::to(port, "kifud/#").await;
    table.followed().await.unwrap();
    listener.hears(&own("status"), "\"ready\"").await;
    three_moves(&table, &listener).await;
    assert_eq!(ask(&listener, "resign", "r", json!({ "color": "white" })).await["status"], "ok");
    let game = game_with(&listener, "the end", |game| game["phase"] == "ended").await;
    assert_eq!(super::hall::record_of(&game), "B E5, W C3, B G7");
    assert_eq!(daemon.terminate().await, 0);
    let last = eventually(|| (document(&listener.all(), "status")["state"] == "disconnected").then_some(())).await;
    assert!(last.is_some(), "the last word is said before the broker goes");
}

/// Symptom: "the games: No such file or directory", "table: is missing" of a file that nobody wrote, "Error code 14", and a capture gone.
/// Cause: a command that went on without what it was given.
#[test]
fn a_command_names_what_is_not_there_and_writes_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let refused = |args: &[&str], why: &str| {
        let output = kifud(args);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    };
    refused(&["rehearse", &at("nowhere")], &at("nowhere"));
    refused(&["rehearse", &at("")], "there is no game to play");
    refused(&["export", "--state-dir", &at("nowhere")], "there is no journal in");
    let config = "[[table]]\nid = \"t1\"\n[table.board]\ndriver = \"kifud\"\nport = \"/dev/none\"\n";
    std::fs::write(at("kifud.toml"), config).unwrap();
    std::fs::write(at("game.capture"), "kept").unwrap();
    let args = ["capture", "--config", &at("kifud.toml"), "--table", "t1", "--out", &at("game.capture")];
    refused(&args, "is there already");
    assert_eq!(std::fs::read_to_string(at("game.capture")).unwrap(), "kept");
}
