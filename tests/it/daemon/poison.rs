//! What cannot be gone on with at a start: a game, or the whole journal. It is set aside and kept, and play goes on.

use kifud::go::Color;
use kifud::journal::FILE;
use serde_json::{Value, json};

use super::hall::{Daemon, Hall, Keys, Listener, ask, document, eventually, game_with, kifud, record_of, stderr, stdout, turn};

/// The health document that says what was set aside, with a status that says `degraded`.
async fn set_aside(listener: &Listener) -> Value {
    listener
        .until("what was set aside", |said| {
            let health = document(said, "health");
            let told = health["disk"]["set_aside"].as_array().is_some_and(|lines| !lines.is_empty());
            (told && document(said, "status")["state"] == "degraded").then_some(health)
        })
        .await
}

async fn two_moves(hall: &Hall) -> (Daemon, kifud::sim::Table, Listener, String) {
    let daemon = hall.daemon_with(Keys::default()).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    let game = game_with(&listener, "two moves", |game| game["move_number"] == 2).await;
    (daemon, table, listener, game["game_id"].as_str().expect("an id").to_owned())
}

/// The state of the game makes every start fail: after three the table comes up without it, says so, and the record can be taken from the
/// journal and gone on with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_starts_come_to_nothing_is_set_aside_kept_and_taken_up_by_its_record() {
    let Some(hall) = Hall::open() else { return };
    let (mut daemon, _table, listener, id) = two_moves(&hall).await;
    daemon.kill();
    // Three starts have ended the process before the table had come up.
    std::fs::create_dir_all(hall.path("state/starting")).unwrap();
    std::fs::write(hall.path("state/starting/t1"), "3\n").unwrap();
    let _daemon = hall.again().await;
    let health = set_aside(&listener).await;
    assert!(health["disk"]["set_aside"][0].as_str().is_some_and(|line| line.contains(&id)), "{health}");
    assert!(health["disk"]["what_to_do"].as_str().is_some_and(|text| text.contains("kifud export")), "{health}");
    assert!(!hall.path("state/starting/t1").exists(), "this start has come up");
    let state = hall.path("state").display().to_string();
    let listed = || stdout(&kifud(&["export", "--state-dir", &state]));
    let told = eventually(|| listed().lines().any(|line| line.contains(&id) && line.contains("set aside")).then_some(())).await;
    assert!(told.is_some(), "{}", listed());
    let record = stdout(&kifud(&["export", "--state-dir", &state, "--game", &id]));
    let answer = ask(&listener, "start-game", "again", json!({ "record": record, "continues": id })).await;
    assert_eq!(answer["status"], "ok", "{answer}");
    let game = game_with(&listener, "the game again", |game| game["game_id"] != json!(id) && game["move_number"] == 2).await;
    assert_eq!(record_of(&game), "B E5, W C3");
    listener.until("ready again", |said| (document(said, "status")["state"] == "ready").then_some(())).await;
}

/// A damaged journal ended every start, and the table stood still until a person had moved the file away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_journal_is_set_aside_after_three_starts_and_play_begins_anew_with_the_damage_said() {
    let Some(hall) = Hall::open() else { return };
    let (mut daemon, table, listener, id) = two_moves(&hall).await;
    assert_eq!(daemon.terminate().await, 0);
    let file = hall.path("state").join(FILE);
    let mut bytes = std::fs::read(&file).unwrap();
    // The first page, without which nothing of the file can be read.
    bytes[40..100].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    let config = hall.path("kifud.toml").display().to_string();
    for start in 1..=3 {
        let failed = kifud(&["run", "--config", &config]);
        assert_eq!(failed.status.code(), Some(1), "start {start}: {}", stderr(&failed));
        assert!(stderr(&failed).contains("is damaged"), "{}", stderr(&failed));
    }
    let _daemon = hall.again().await;
    let health = set_aside(&listener).await;
    let line = health["disk"]["set_aside"][0].as_str().unwrap_or_default().to_owned();
    assert!(line.contains("damaged") && line.contains("brought over"), "{line}");
    let kept = std::fs::read_dir(hall.path("state")).unwrap().filter_map(Result::ok);
    assert!(kept.into_iter().any(|entry| entry.file_name().to_string_lossy().contains(".damaged-")));
    let answer = ask(&listener, "start-game", "anew", json!({ "adopt": true, "to_move": "black" })).await;
    assert_eq!(answer["status"], "ok", "{answer}");
    turn(&table, &listener, 1, Color::Black, "G7").await;
    game_with(&listener, "play goes on", |game| game["game_id"] != json!(id) && game["move_number"] == 1).await;
}

/// Every game in every format, and a copy of the whole, while the daemon runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_exported_and_backed_up_while_the_daemon_runs() {
    let Some(hall) = Hall::open() else { return };
    let (_daemon, _table, _listener, id) = two_moves(&hall).await;
    let (state, out) = (hall.path("state").display().to_string(), hall.path("out").display().to_string());
    let exported = kifud(&["export", "--state-dir", &state, "--all", &out]);
    assert_eq!(exported.status.code(), Some(0), "{}", stderr(&exported));
    for format in ["sgf", "json", "log"] {
        let text = std::fs::read_to_string(hall.path("out/t1").join(format!("{id}.{format}"))).expect(format);
        assert!(text.contains(if format == "sgf" { "B[ee]" } else { "E5" }), "{text}");
    }
    assert_eq!(kifud(&["export", "--state-dir", &state, "--all", &out]).status.code(), Some(1), "it writes over nothing");
    let copy = hall.path("copy.sqlite").display().to_string();
    let backed = kifud(&["backup", "--state-dir", &state, "--out", &copy]);
    assert_eq!(backed.status.code(), Some(0), "{}", stderr(&backed));
    std::fs::create_dir(hall.path("elsewhere")).unwrap();
    std::fs::rename(hall.path("copy.sqlite"), hall.path("elsewhere").join(FILE)).unwrap();
    let list = stdout(&kifud(&["export", "--state-dir", &hall.path("elsewhere").display().to_string()]));
    assert!(list.contains(&id), "{list}");
}
