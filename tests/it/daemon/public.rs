//! What the public sees, with a delay: nothing earlier, nothing provisional, no gaps (CONTRACT 4.7).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kifud::go::Color;
use kifud::now;
use serde_json::{Value, json};

use super::hall::{Hall, Keys, Listener, Said, ask, document, own, record_of, told, turn};
use super::schemas::Schemas;

const DELAY_MS: i64 = 2_000;

fn ms_of(value: &Value) -> i64 {
    let instant: jiff::Timestamp = value.as_str().expect("an instant").parse().expect("an instant");
    instant.as_millisecond()
}

/// Notes when each public message was heard first, by the calendar.
async fn note(listener: &Listener, heard: &tokio::sync::Mutex<BTreeMap<String, i64>>) {
    loop {
        let wall = now::stamp().wall.as_unix_ms();
        let mut heard = heard.lock().await;
        for said in listener.all().iter().filter(|said| said.topic.contains("/public/")) {
            heard.entry(format!("{}\n{}", said.topic, said.text)).or_insert(wall);
        }
        drop(heard);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_delay_the_public_gets_nothing_earlier_and_everything_in_the_end() {
    let Some(hall) = Hall::open() else { return };
    let players = "players = { black = { name = \"Secret\" }, white = { name = \"Other\" } }";
    let mut daemon = hall.daemon_with(Keys { table: players, tail: "[table.public]\ndelay = \"2s\"", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    let heard = tokio::sync::Mutex::new(BTreeMap::new());
    let play = async {
        for (n, vertex, color) in [(1, "E5", Color::Black), (2, "C3", Color::White), (3, "G7", Color::Black)] {
            turn(&table, &listener, n, color, vertex).await;
        }
        // A crash in between neither hastens nor loses anything.
        daemon.kill();
        daemon = hall.again().await;
        listener.until("ready", |said| (document(said, "status")["state"] == "ready").then_some(())).await;
        table.followed().await.unwrap();
        turn(&table, &listener, 4, Color::White, "G3").await;
        assert_eq!(ask(&listener, "resign", "r", json!({ "color": "black" })).await["status"], "ok");
        listener.until("the public end", |said| (document(said, "public/game")["phase"] == "ended").then_some(())).await;
        // What is retained for newcomers is the end too.
        listener.hears(&own("public/sgf"), "RE[W+R]").await;
    };
    tokio::select! {
        () = play => {}
        () = note(&listener, &heard) => {}
    }
    let heard = heard.into_inner();
    let said = listener.all();
    let full = told(&said, "event");
    let public = told(&said, "public/event");
    assert_eq!(record_of(&document(&said, "public/game")), "B E5, W C3, B G7, W G3");
    let moves =
        |events: &[Value]| events.iter().filter(|event| event["type"] == "move").map(|event| event["vertex"].clone()).collect::<Vec<_>>();
    assert_eq!(moves(&public), moves(&full));
    assert!(public.iter().all(|event| event["provisional"].is_null() && event["type"] != "alert-raised"));
    // Every public event came at least the delay after what happened.
    for (message, &wall) in heard.iter().filter(|(message, _)| message.starts_with(&own("public/event"))) {
        let event: Value = serde_json::from_str(message.split_once('\n').unwrap().1).unwrap();
        let age = wall - ms_of(&event["at"]);
        assert!(age >= DELAY_MS - 5, "{age} ms after it happened: {event}");
    }
    // No public document shows a move before its time.
    let ended: BTreeMap<u64, i64> = full
        .iter()
        .filter(|event| event["type"] == "turn-ended")
        .map(|event| (event["n"].as_u64().unwrap(), ms_of(&event["at"])))
        .collect();
    let mut documents = 0;
    for (message, &wall) in heard.iter().filter(|(message, _)| message.starts_with(&own("public/game"))) {
        let game: Value = serde_json::from_str(message.split_once('\n').unwrap().1).unwrap();
        let shown = game["move_number"].as_u64().unwrap();
        if let Some(at) = ended.get(&shown) {
            assert!(wall - at >= DELAY_MS - 5, "move {shown} was public after {} ms", wall - at);
        }
        documents += 1;
    }
    assert!(documents > 3);
    // The clock is late as well.
    let clocks: Vec<_> = heard.iter().filter(|(message, _)| message.starts_with(&own("public/clock"))).collect();
    assert!(!clocks.is_empty(), "there is a public clock with a delay too");
    for (message, &wall) in clocks {
        let clock: Value = serde_json::from_str(message.split_once('\n').unwrap().1).unwrap();
        assert!(wall - ms_of(&clock["as_of"]) >= DELAY_MS - 5, "{clock}");
    }
    Schemas::read().hold_for(&said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_eight_results_stay_and_own_alerts_are_emptied() {
    let Some(hall) = Hall::open() else { return };
    let before = hall.listener().await;
    // Left behind by an earlier life.
    before.publish(&own("alert/a-old"), "{\"id\":\"a-old\"}", true);
    before.hears(&own("alert/a-old"), "a-old").await;
    let mut daemon = hall.daemon_with(Keys { table: "start = \"request\"", ..Keys::default() }).await;
    let (_table, listener) = hall.open_table().await;
    let emptied = |said: &[Said]| said.iter().any(|said| said.topic == own("alert/a-old") && said.text.is_empty()).then_some(());
    listener.until("the old alert emptied", emptied).await;
    for n in 1..=10 {
        assert_eq!(ask(&listener, "start-game", &format!("s{n}"), json!({})).await["status"], "ok");
        assert_eq!(ask(&listener, "resign", &format!("r{n}"), json!({ "color": "black" })).await["status"], "ok");
    }
    let retained = async |what: &str| {
        let newcomer = hall.listener().await;
        newcomer.until("status", |said| (document(said, "status")["state"] == "ready").then_some(())).await;
        let results = |said: &[Said]| {
            let results = said.iter().filter(|said| said.topic.contains("/result/") && !said.text.is_empty());
            results.map(|said| said.topic.clone()).collect::<BTreeSet<_>>()
        };
        newcomer.until(what, |said| Some(results(said)).filter(|results| results.len() == 8)).await
    };
    let all = |said: &[Said]| said.iter().filter(|said| said.topic.contains("/result/") && said.text.is_empty()).count();
    listener.until("two emptied", |said| (all(said) >= 2).then_some(())).await;
    let topics = retained("eight results").await;
    daemon.kill();
    daemon = hall.again().await;
    daemon.says("connected to the broker").await;
    assert_eq!(retained("the same after a crash").await, topics);
}
