//! Requests to the running daemon: one effect, one answer, every refusal said, every answer as its schema has it (CONTRACT 4.5).

use std::sync::atomic::{AtomicU32, Ordering};

use kifud::go::Color;
use serde_json::{Value, json};

use super::hall::{Hall, Keys, Listener, Said, ask, at, document, expect, game_with, own, record_of, told, turn};
use super::schemas::Schemas;

static NEXT: AtomicU32 = AtomicU32::new(1);

/// A new transaction with these fields.
async fn new(listener: &Listener, verb: &str, fields: Value) -> Value {
    ask(listener, verb, &format!("n-{}", NEXT.fetch_add(1, Ordering::Relaxed)), fields).await
}

async fn done(listener: &Listener, verb: &str, fields: Value) {
    let answer = new(listener, verb, fields).await;
    assert_eq!(answer["status"], "ok", "{verb}: {answer}");
}

async fn refused(listener: &Listener, verb: &str, fields: Value, code: &str) -> String {
    let answer = new(listener, verb, fields).await;
    assert_eq!((&answer["status"], &answer["code"]), (&json!("error"), &json!(code)), "{verb}: {answer}");
    answer["message"].as_str().expect("a message").to_owned()
}

fn answers(said: &[Said], verb: &str, transaction: &str) -> Vec<String> {
    let topic = own(&format!("response/{verb}"));
    said.iter()
        .filter(|said| said.topic == topic && said.text.contains(&format!("\"{transaction}\"")))
        .map(|said| said.text.clone())
        .collect()
}

/// CN-23.3 through broker and journal: prepared with its schedule, late, reported, ruled on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_came_late_pays_when_it_is_ruled() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon_with(Keys { table: "start = \"armed\"\ntime_authority = \"daemon\"", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    let now = kifud::now::stamp().wall.as_unix_ms();
    let ago = |s: i64| kifud::form::Instant(kifud::time::Wall::from_unix_ms(now - s * 1_000)).to_string();
    let start = ago(60);
    done(&listener, "prepare-game", json!({ "schedule": { "start_at": start, "absent_after": "15m" } })).await;
    game_with(&listener, "both late", |game| game["open_alerts"].as_array().is_some_and(|alerts| alerts.len() == 2)).await;
    done(&listener, "arrived", json!({ "color": "black", "at": start })).await;
    done(&listener, "arrived", json!({ "color": "white", "at": ago(50) })).await;
    let game = game_with(&listener, "White is late", |game| game["open_alerts"].as_array().is_some_and(|alerts| alerts.len() == 1)).await;
    let asked = json!({ "alert": game["open_alerts"][0], "rev": 2, "outcome": "confirm", "note": "the bus" });
    done(&listener, "rule", asked.clone()).await;
    refused(&listener, "rule", asked, "already-ruled").await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    let game =
        game_with(&listener, "a game with its ruling", |game| game["move_number"] == 1 && game["rulings"][0]["id"].is_string()).await;
    let off = game["rulings"][0]["clock"][0]["delta_ms"].as_i64().expect("a remedy");
    assert_eq!(off, -10_000, "{game}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_by_requests_from_preparing_to_the_result() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon_with(Keys { table: "start = \"armed\"\ntime_authority = \"daemon\"", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    // Nothing is played before the game is prepared.
    refused(&listener, "pass", json!({ "color": "black" }), "not-now").await;
    let players = json!({ "black": { "name": "Ann", "rank": "3d" }, "white": { "name": "Bo" } });
    done(&listener, "prepare-game", json!({ "players": players, "komi": 6.5, "match": { "event": "Club night", "round": 2, "board": 4 } }))
        .await;
    let game = game_with(&listener, "armed", |game| game["phase"] == "armed").await;
    assert!(game["game_id"].as_str().unwrap().starts_with("i-"), "{game}");

    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    let game = game_with(&listener, "two moves", |game| game["move_number"] == 2 && game["moves"][1]["used_ms"].is_number()).await;
    assert_eq!((&game["players"]["black"]["name"], &game["komi"], &game["match"]["round"]), (&json!("Ann"), &json!(6.5), &json!(2)));

    // Time, by the daemon's own clock.
    let left = new(&listener, "time-left", json!({ "color": "black" })).await;
    assert_eq!(left["data"]["clock"]["running"], "black", "{left}");
    done(&listener, "pause", json!({ "reason": "fresh air" })).await;
    game_with(&listener, "paused", |game| game["phase"] == "paused").await;
    refused(&listener, "pass", json!({ "color": "black" }), "not-now").await;
    done(&listener, "adjust-clock", json!({ "color": "white", "delta_ms": 60_000, "reason": "disturbed" })).await;
    done(&listener, "resume", json!({})).await;

    // The operator's hand: a move, taken back, the record corrected, the position set.
    done(&listener, "play", json!({ "color": "black", "vertex": "G7" })).await;
    refused(&listener, "play", json!({ "color": "black", "vertex": "G3" }), "not-now").await;
    refused(&listener, "play", json!({ "color": "white", "vertex": "E5" }), "conflict").await;
    let game = game_with(&listener, "move 3", |game| game["move_number"] == 3).await;
    assert!(game["moves"][2]["entered_by"].is_string());
    refused(&listener, "undo", json!({ "moves": 1, "expect": { "game_id": game["game_id"], "rev": 1 } }), "stale").await;
    refused(&listener, "undo", json!({ "moves": 1 }), "malformed").await;
    done(&listener, "undo", json!({ "moves": 1, "expect": { "game_id": game["game_id"], "rev": game["rev"] } })).await;
    let game = game_with(&listener, "move 3 taken back", |game| game["move_number"] == 2).await;
    done(&listener, "correct-record", json!({ "at": 2, "op": "replace", "color": "white", "vertex": "C4", "expect": expect(&listener) }))
        .await;
    let game_after = game_with(&listener, "corrected", |game| record_of(game) == "B E5, W C4").await;
    assert_eq!(game_after["game_id"], game["game_id"]);
    let setup = json!({ "black": ["E5", "D5"], "white": ["C4"] });
    done(&listener, "set-position", json!({ "setup": setup, "to_move": "black", "expect": expect(&listener) })).await;
    game_with(&listener, "the edit", |game| game["edits"].as_array().is_some_and(|edits| edits.len() == 1) && game["to_move"] == "black")
        .await;

    // Passes propose the end; both accept, and somebody ends it.
    done(&listener, "pass", json!({ "color": "black" })).await;
    done(&listener, "pass", json!({ "color": "white" })).await;
    game_with(&listener, "ending", |game| game["phase"] == "ending").await;
    done(&listener, "accept-end", json!({ "color": "black" })).await;
    done(&listener, "accept-end", json!({ "color": "white" })).await;
    let game = game_with(&listener, "counting", |game| game["phase"] == "counting").await;
    assert!(game["count"]["margin"].is_number(), "{game}");
    done(&listener, "end-game", json!({ "result": "B+3.5", "expect": expect(&listener) })).await;
    let game = game_with(&listener, "the end", |game| game["phase"] == "ended").await;
    assert_eq!(game["result"]["sgf"], "B+3.5");
    let said = listener.all();
    told(&said, "event");
    told(&said, "public/event");
    Schemas::read().hold_for(&said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn start_game_with_stones_waits_for_the_wood_and_adopt_takes_it() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon_with(Keys { table: "start = \"request\"", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    let setup = json!({ "black": ["C3", "G7"], "white": [] });
    done(&listener, "start-game", json!({ "setup": setup, "handicap": 2 })).await;
    let game = game_with(&listener, "setup", |game| game["phase"] == "setup").await;
    assert_eq!((&game["to_move"], &game["handicap"]), (&json!("white"), &json!(2)));
    refused(&listener, "start-game", json!({}), "not-now").await;
    for vertex in ["C3", "G7"] {
        table.put(at(vertex), Color::Black).await.unwrap();
    }
    game_with(&listener, "playing", |game| game["phase"] == "playing").await;
    turn(&table, &listener, 1, Color::White, "E5").await;
    done(&listener, "resign", json!({ "color": "white" })).await;
    let first = game_with(&listener, "the end", |game| game["phase"] == "ended").await;

    done(&listener, "start-game", json!({ "adopt": true, "to_move": "black" })).await;
    let game = game_with(&listener, "adopted", |game| game["phase"] == "playing").await;
    assert_ne!(game["game_id"], first["game_id"]);
    assert_eq!(game["setup"], json!({ "black": ["G7", "C3"], "white": ["E5"] }));
    assert!(game["captured"].is_null(), "nobody knows what was captured before");
    turn(&table, &listener, 1, Color::Black, "E4").await;
    let said = listener.all();
    told(&said, "event");
    told(&said, "public/event");
    Schemas::read().hold_for(&said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_transaction_has_one_effect_and_one_answer_also_after_a_crash() {
    let Some(hall) = Hall::open() else { return };
    let mut daemon = hall.daemon_with(Keys { table: "press_pass = \"pass\"", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    let first = ask(&listener, "pass", "p-1", json!({ "color": "white" })).await;
    assert_eq!(first["status"], "ok", "{first}");
    // The same again, fields in another order; then with other content.
    assert_eq!(ask(&listener, "pass", "p-1", json!({ "color": "white" })).await, first);
    assert_eq!(ask(&listener, "pass", "p-1", json!({ "color": "black" })).await["code"], "transaction-reused");
    // Two at once have one effect and two equal answers.
    let twice = json!({ "transaction": "p-2", "color": "black" }).to_string();
    listener.publish(&own("request/pass"), twice.clone(), false);
    listener.publish(&own("request/pass"), twice, false);
    let two = listener.until("two answers", |said| Some(answers(said, "pass", "p-2")).filter(|all| all.len() >= 2)).await;
    assert_eq!(two[0], two[1]);
    let game = game_with(&listener, "three moves", |game| game["move_number"] == 3).await;
    assert_eq!(record_of(&game), "B E5, W pass, B pass");

    daemon.kill();
    daemon = hall.again().await;
    let connected = daemon.says("connected to the broker").await;
    assert!(!connected.is_empty());
    assert_eq!(ask(&listener, "pass", "p-1", json!({ "color": "white" })).await, first, "the answer outlives a crash");
    assert_eq!(ask(&listener, "pass", "p-1", json!({ "color": "black" })).await["code"], "transaction-reused");
    let game = game_with(&listener, "three moves", |game| game["move_number"] == 3).await;
    assert_eq!(record_of(&game), "B E5, W pass, B pass", "nothing was done twice");
    told(&listener.all(), "event");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_request_is_refused_and_the_connection_stays() {
    let Some(hall) = Hall::open() else { return };
    let before = hall.listener().await;
    before.publish(&own("request/resign"), r#"{"transaction":"old","color":"black"}"#, true);
    before.hears(&own("request/resign"), "old").await;
    let daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    // Retained: answered, never carried out.
    let refusal = listener.hears(&own("response/resign"), "\"old\"").await;
    assert!(refusal.text.contains("malformed") && refusal.text.contains("retain"), "{}", refusal.text);
    listener.publish(&own("request/resign"), "", true);
    assert_eq!(document(&listener.all(), "game")["phase"], "playing");

    refused(&listener, "rezign", json!({}), "unknown-verb").await;
    refused(&listener, "overrule", json!({ "ruling": "r-1" }), "malformed").await;
    refused(&listener, "pass", json!({ "color": "white", "colour": 1 }), "unknown-field").await;
    let message = refused(&listener, "pass", json!({ "color": "red" }), "malformed").await;
    assert!(message.contains("color"), "{message}");
    refused(&listener, "pass", json!({ "color": null }), "malformed").await;
    refused(&listener, "acknowledge", json!({ "alert": "a-none" }), "no-such-alert").await;
    refused(&listener, "start-game", json!({}), "not-now").await;
    // Too large, empty, no JSON, no transaction: nothing breaks.
    let large = format!("{{\"transaction\":\"large\",\"reason\":\"{}\"}}", "x".repeat(16 * 1024));
    for payload in [large.as_str(), "", "}{", "[]", "{\"color\":\"white\"}"] {
        listener.publish(&own("request/pass"), payload.to_owned(), false);
    }
    let status = |said: &[Said]| said.iter().filter(|said| said.topic == own("status")).count();
    let before = status(&listener.all());
    done(&listener, "ping", json!({})).await;
    assert!(answers(&listener.all(), "pass", "large").is_empty(), "nothing over 16 kB is looked at");
    assert_eq!(status(&listener.all()), before, "still the same connection");
    daemon.says("a request goes no further").await;

    // Response topics (MQTT 5): used where they do no harm, with the correlation data.
    listener.ask(&own("request/ping"), r#"{"transaction":"q1"}"#, "kifud/v1/t1/response/mine", b"c1");
    let answer = listener.hears(&own("response/mine"), "\"q1\"").await;
    assert_eq!(answer.correlation.as_deref(), Some(b"c1".as_slice()));
    listener.ask(&own("request/ping"), r#"{"transaction":"q2"}"#, &own("event"), b"c2");
    listener.hears(&own("response/ping"), "\"q2\"").await;
    assert!(!listener.all().iter().any(|said| said.topic == own("event") && said.text.contains("\"q2\"")));

    // To all tables, to some, by a user.
    listener.publish("kifud/v1/all/request/ping", r#"{"transaction":"all-1"}"#, false);
    listener.hears(&own("response/ping"), "\"all-1\"").await;
    listener.publish("kifud/v1/all/request/ping", r#"{"transaction":"all-2","tables":["t9"]}"#, false);
    listener.publish("kifud/v1/all/request/ping/ann", r#"{"transaction":"all-3","tables":["t1"]}"#, false);
    listener.hears(&own("response/ping"), "\"all-3\"").await;
    assert!(answers(&listener.all(), "ping", "all-2").is_empty(), "meant for another table");
    Schemas::read().hold_for(&listener.all());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_who_was_away_gets_what_was_missed_by_republish() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    for (n, vertex, color) in [(1, "E5", Color::Black), (2, "C3", Color::White), (3, "G7", Color::Black)] {
        turn(&table, &listener, n, color, vertex).await;
    }
    let newcomer = hall.listener().await;
    let game = newcomer.until("game", |said| Some(document(said, "game")).filter(|game| game["move_number"] == 3)).await;
    let answer = ask(&newcomer, "republish", "again", json!({ "from_seq": 3 })).await;
    assert_eq!((&answer["status"], &answer["data"]["from_seq"]), (&json!("ok"), &json!(3)));
    let last = game["seq"].as_u64().unwrap();
    let numbers = |said: &[Said]| {
        let events =
            said.iter().filter(|said| said.topic == own("event")).filter_map(|said| serde_json::from_str::<Value>(&said.text).ok());
        events.filter(|event| event["game_id"] == game["game_id"]).map(|event| event["seq"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let heard = newcomer.until("all from 3 on", |said| Some(numbers(said)).filter(|all| all.last() >= Some(&last))).await;
    assert_eq!(heard, (3..=*heard.last().unwrap()).collect::<Vec<_>>());
    // Word for word what was said at first.
    for said in newcomer.all().iter().filter(|said| said.topic == own("event")) {
        assert!(listener.all().iter().any(|first| first.topic == said.topic && first.text == said.text), "{}", said.text);
    }
}
