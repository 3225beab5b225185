//! A disk that is full or fails in a running game: play goes on, nothing is said that is not on the disk, and all of it when it works again.

use std::time::Duration;

use kifud::config;
use kifud::go::Color;
use kifud::journal::{FILE, Journal, Limits};
use kifud::mqtt;
use kifud::table::{self, Aside, Beat, TableContext};
use serde_json::json;
use tokio::sync::watch;

use super::hall::{Daemon, Hall, Keys, Listener, SETTLE, Said, at, document, eventually, game_with, own, record_of, side, told, turn};

/// The usual daemon on a disk that can be made to fail.
async fn daemon(hall: &Hall) -> Daemon {
    let daemon = Daemon::start_with_failing_disk(&["run", "--config", &hall.path("kifud.toml").display().to_string()]);
    daemon.says("ready").await;
    daemon
}

async fn degraded(listener: &Listener) {
    listener
        .until("degraded, and why", |said| {
            let fault = &document(said, "health")["disk"]["fault"];
            (fault.is_string() && document(said, "status")["state"] == "degraded").then_some(())
        })
        .await;
}

fn answers(said: &[Said], verb: &str) -> usize {
    said.iter().filter(|said| said.topic == own(&format!("response/{verb}"))).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_disk_fails_play_goes_on_and_all_is_said_in_order_when_it_works_again() {
    let Some(hall) = Hall::open() else { return };
    hall.configure(Keys::default());
    let mut daemon = daemon(&hall).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    game_with(&listener, "two moves", |game| game["move_number"] == 2).await;
    daemon.disk_fails(true);
    table.put(at("G7"), Color::Black).await.unwrap();
    degraded(&listener).await;
    table.press(side(Color::Black)).await.unwrap();
    table.put(at("G3"), Color::White).await.unwrap();
    // The stone must hold still, which nothing shows while nothing is said: so much longer than that, for a busy machine.
    tokio::time::sleep(Duration::from_millis(100 * SETTLE)).await;
    listener.publish(&own("request/pass"), r#"{"transaction":"p","color":"black"}"#, false);
    listener.publish(&own("request/pass"), r#"{"transaction":"p","color":"black"}"#, false);
    // A second of the failing disk: what is not on it is not said.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let said = listener.all();
    assert_eq!(told(&said, "event").iter().filter(|event| event["type"] == "move").count(), 2);
    assert_eq!((record_of(&document(&said, "game")).as_str(), answers(&said, "pass")), ("B E5, W C3", 0));
    daemon.disk_fails(false);
    let game = game_with(&listener, "all of it", |game| game["move_number"] == 5).await;
    assert_eq!(record_of(&game), "B E5, W C3, B G7, W G3, B pass");
    listener.until("both answers", |said| (answers(said, "pass") == 2).then_some(())).await;
    listener.until("ready", |said| (document(said, "status")["state"] == "ready").then_some(())).await;
    assert!(document(&listener.all(), "health")["disk"]["fault"].is_null());
    told(&listener.all(), "event");
    told(&listener.all(), "public/event");

    // Killed while it fails, it goes on with what was on the disk, and with what the board shows.
    daemon.disk_fails(true);
    table.put(at("C7"), Color::White).await.unwrap();
    degraded(&listener).await;
    daemon.kill();
    let mut daemon = self::daemon(&hall).await;
    let game = game_with(&listener, "move 6", |game| game["move_number"] == 6).await;
    assert_eq!(record_of(&game), "B E5, W C3, B G7, W G3, B pass, W C7");
    told(&listener.all(), "event");

    // Stopped while it fails, it says so and how it ended.
    daemon.disk_fails(true);
    table.followed().await.unwrap();
    table.put(at("C5"), Color::Black).await.unwrap();
    degraded(&listener).await;
    assert_eq!(daemon.terminate().await, 1);
    listener.until("disconnected", |said| (document(said, "status")["state"] == "disconnected").then_some(())).await;
    assert!(daemon.log().iter().any(|line| line.contains("make room on the disk")), "{:#?}", daemon.log());
}

/// Two tables of one journal whose queue is three commits long: what one keeps back has a number only when the journal takes it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_mixes_nothing_up_between_two_tables() {
    let Some(hall) = Hall::open() else { return };
    let (one, two) = (tempfile::TempDir::new().unwrap(), tempfile::TempDir::new().unwrap());
    let state = hall.path("state");
    let limits = Limits { queue_commits: 3, ..Limits::default() };
    let journal = Journal::open_with(&state, limits).unwrap();
    let (stop, stopped) = watch::channel(false);
    let mut running = tokio::task::JoinSet::new();
    for (id, dir) in [("t1", &one), ("t2", &two)] {
        let text =
            format!("[[table]]\nid = \"{id}\"\nstart = \"request\"\n[table.board]\nport = \"{}/board\"\nsize = 9\n", dir.path().display());
        let config = config::parse(std::path::Path::new("two.toml"), &text, "host").unwrap();
        let context = TableContext {
            engine: None,
            aside: Aside::default(),
            table: config.tables[0].clone(),
            match_info: config.match_info.clone(),
            journal: journal.clone(),
            mqtt: mqtt::Settings {
                host: "127.0.0.1".to_owned(),
                port: hall.broker.port,
                version: mqtt::Version::V5,
                base: "kifud".to_owned(),
                bridge: "hall".to_owned(),
                table: id.to_owned(),
                instance: journal.instance().to_owned(),
                username: None,
                password: None,
                tls: None,
                require_user: false,
            },
            beat: Beat::default(),
            stop: stopped.clone(),
        };
        running.spawn(table::run(context, None));
    }
    let listener = hall.listener().await;
    listener.hears("kifud/v1/t1/status", "degraded").await;
    listener.hears("kifud/v1/t2/status", "degraded").await;
    // Somebody locks the file: nothing can be written.
    let file = rusqlite::Connection::open(state.join(FILE)).unwrap();
    file.busy_timeout(Duration::from_secs(5)).unwrap();
    file.execute_batch("BEGIN IMMEDIATE").unwrap();
    for n in 0..12 {
        for id in ["t1", "t2"] {
            let request = json!({ "transaction": format!("{id}-{n}"), "komi": f64::from(n) + 0.5 });
            listener.publish(&format!("kifud/v1/{id}/request/prepare-game"), request.to_string(), false);
        }
        // One after the other, so that each is a commit of its own as long as there is room.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let behind = eventually(|| (journal.health().borrow().behind >= 3).then_some(())).await;
    assert!(behind.is_some(), "the queue is full");
    let answered = |said: &[Said]| said.iter().filter(|said| said.topic.ends_with("response/prepare-game")).count();
    assert_eq!(answered(&listener.all()), 0, "nothing is answered before it is on the disk");
    file.execute_batch("ROLLBACK").unwrap();
    listener.until("all answers", |said| (answered(said) == 24).then_some(())).await;
    for id in ["t1", "t2"] {
        let topic = format!("kifud/v1/{id}/response/prepare-game");
        let said = listener.all();
        let answers: Vec<_> = said.iter().filter(|said| said.topic == topic).collect();
        for (n, answer) in answers.iter().enumerate() {
            assert!(answer.text.contains(&format!("\"{id}-{n}\"")) && answer.text.contains("\"ok\""), "{n}: {}", answer.text);
        }
    }
    told(&listener.all(), "event");
    stop.send_replace(true);
    while let Some(ended) = running.join_next().await {
        ended.unwrap().unwrap();
    }
    assert!(journal.close());
}
