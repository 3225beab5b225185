//! Rulings through broker and journal (CONTRACT 4.4, 4.5): what is decided is told, takes its alert away, changes the game and its result,
//! and outlives the process.

use kifud::go::Color;
use serde_json::{Value, json};

use super::hall::{Daemon, Hall, Keys, Listener, Said, ask, at, document, eventually, game_with, json_of, own, record_of, told, turn};
use super::schemas::Schemas;

async fn done(listener: &Listener, verb: &str, transaction: &str, fields: Value) -> Value {
    let answer = ask(listener, verb, transaction, fields).await;
    assert_eq!(answer["status"], "ok", "{verb}: {answer}");
    answer["data"].clone()
}

/// The open alert of this kind.
async fn alert(listener: &Listener, kind: &str) -> Value {
    let find = |said: &[Said]| {
        let ids = document(said, "game")["open_alerts"].as_array().cloned().unwrap_or_default();
        ids.iter().map(|id| document(said, &format!("alert/{}", id.as_str().unwrap_or_default()))).find(|alert| alert["kind"] == kind)
    };
    listener.until(kind, find).await
}

/// The result document of this game, when it is as wanted.
async fn result_with(listener: &Listener, game: &Value, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let topic = format!("result/{}", game["game_id"].as_str().expect("an id"));
    listener.until(what, |said| Some(document(said, &topic)).filter(|result| wanted(result))).await
}

/// Two moves, then White plays again: the second stone is in the record, and the referee is told.
async fn twice(hall: &Hall) -> (Daemon, kifud::sim::Table, Listener) {
    let daemon = hall.daemon_with(Keys { board: "patience_ms = 500", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    table.put(at("G7"), Color::White).await.expect("put");
    alert(&listener, "double-move").await;
    (daemon, table, listener)
}

fn lengths(document: &Value) -> (usize, usize) {
    let many = |field: &str| document[field].as_array().map_or(0, Vec::len);
    (many("rulings"), many("open_alerts"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ruling_is_told_ends_the_game_and_is_overruled_on_the_ended_game() {
    let Some(hall) = Hall::open() else { return };
    let (mut daemon, _table, listener) = twice(&hall).await;
    done(&listener, "report", "t1", json!({ "kind": "disturbance", "color": "white", "note": "humming" })).await;
    let (twice, humming) = (alert(&listener, "double-move").await, alert(&listener, "disturbance").await);
    // CN-17.1: whoever played twice loses.
    let asked = json!({ "alert": twice["id"], "rev": twice["rev"], "outcome": "confirm", "note": "both saw it" });
    let ruled = done(&listener, "rule", "t2", asked).await;
    let game = game_with(&listener, "the end", |game| game["phase"] == "ended").await;
    assert_eq!((&game["result"]["sgf"], record_of(&game).as_str()), (&json!("B+F"), "B E5, W C3, W G7"));
    assert_eq!((&game["rulings"][0]["id"], &game["rulings"][0]["status"]), (&ruled["ruling"], &json!("standing")));
    let emptied = |alert: &Value| {
        let topic = own(&format!("alert/{}", alert["id"].as_str().expect("an id")));
        listener.all().iter().rev().find(|said| said.topic == topic).is_some_and(|said| said.text.is_empty())
    };
    eventually(|| (emptied(&twice) && emptied(&humming)).then_some(())).await.expect("both alerts are emptied");
    let events: Vec<Value> = listener.all().iter().filter_map(json_of).collect();
    let ruling = events.iter().find(|event| event["type"] == "ruling").expect("it is told");
    assert_eq!((&ruling["ruling"]["alert"], &ruling["note"]), (&twice["id"], &json!("both saw it")), "{ruling}");
    let result = result_with(&listener, &game, "a result", |result| result["result"]["sgf"] == "B+F").await;
    assert_eq!(lengths(&result), (1, 0), "{result}");

    // What the end left open is decided on the ended game: the result stays, and its document has what was decided and given.
    let asked = json!({ "alert": humming["id"], "rev": humming["rev"], "outcome": "change", "sanctions": ["warning"] });
    done(&listener, "rule", "t3", asked).await;
    let result = result_with(&listener, &game, "the second ruling", |result| lengths(result).0 == 2).await;
    assert_eq!((&result["ledger"]["white"]["warnings"], &result["result"]["sgf"]), (&json!(1), &json!("B+F")), "{result}");

    // The chief referee decides otherwise, after a crash: the game goes on where it was.
    daemon.kill();
    let again = hall.again().await;
    again.says("connected to the broker").await;
    let asked = json!({ "ruling": ruled["ruling"], "outcome": "dismiss", "game_id": game["game_id"] });
    done(&listener, "overrule", "t4", asked).await;
    let game = game_with(&listener, "the game goes on", |game| game["phase"] == "paused").await;
    assert_eq!((&game["result"], record_of(&game).as_str()), (&Value::Null, "B E5, W C3, W G7"));
    assert_eq!(game["rulings"][0]["status"], "overruled", "{game}");
    assert_eq!(game["ledger"]["white"]["warnings"], 1, "the other ruling stands");
    let said = listener.all();
    told(&said, "event");
    told(&said, "public/event");
    Schemas::read().hold_for(&said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ruling_that_restores_the_position_waits_for_the_wood() {
    let Some(hall) = Hall::open() else { return };
    let (_daemon, table, listener) = twice(&hall).await;
    let twice = alert(&listener, "double-move").await;
    let asked = json!({ "alert": twice["id"], "rev": twice["rev"], "outcome": "change", "board": "restore", "sanctions": ["warning"] });
    // Of two referees at once the first decides: the second has looked at an older revision.
    let stale = json!({ "alert": twice["id"], "rev": twice["rev"].as_u64().expect("rev") + 1, "outcome": "dismiss" });
    assert_eq!(ask(&listener, "rule", "t1", stale).await["code"], "stale");
    done(&listener, "rule", "t2", asked.clone()).await;
    assert_eq!(ask(&listener, "rule", "t3", asked).await["code"], "already-ruled");
    let game = game_with(&listener, "paused", |game| game["phase"] == "paused").await;
    assert_eq!((record_of(&game).as_str(), &game["to_move"]), ("B E5, W C3", &json!("black")));
    table.lift(&[at("G7")]).await.expect("lifted");
    let game = game_with(&listener, "playing", |game| game["phase"] == "playing").await;
    assert_eq!((&game["ledger"]["white"]["warnings"], &game["agrees"]), (&json!(1), &json!(true)), "{game}");
    turn(&table, &listener, 3, Color::Black, "G3").await;
    let said = listener.all();
    let kinds: Vec<String> = told(&said, "event").iter().map(|event| event["type"].as_str().unwrap_or_default().to_owned()).collect();
    for wanted in ["ruling", "move-retracted", "alert-closed", "ledger", "phase"] {
        assert!(kinds.iter().any(|kind| kind == wanted), "no {wanted}: {kinds:?}");
    }
    Schemas::read().hold_for(&said);
}
