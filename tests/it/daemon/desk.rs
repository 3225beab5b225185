//! The referee's desk and the sealed move through broker and journal (CONTRACT 4.5): `report`, `call`, `take`, `mute`, `claim`, `leave`,
//! and `adjourn`, `seal`, `hand-over`, `open-sealed`.

use kifud::go::{Color, Place, Size};
use serde_json::{Value, json};

use super::hall::{Hall, Keys, Listener, Said, ask, at, document, game_with, json_of, own, record_of, told, turn};
use super::schemas::Schemas;

async fn done(listener: &Listener, verb: &str, transaction: &str, fields: Value) -> Value {
    let answer = ask(listener, verb, transaction, fields).await;
    assert_eq!(answer["status"], "ok", "{verb}: {answer}");
    answer["data"].clone()
}

/// The open alert of this kind, when it is as wanted.
async fn alert_with(listener: &Listener, kind: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let find = |said: &[Said]| {
        let ids = document(said, "game")["open_alerts"].as_array().cloned().unwrap_or_default();
        let open = ids.iter().map(|id| document(said, &format!("alert/{}", id.as_str().unwrap_or_default())));
        open.filter(|alert| alert["kind"] == kind).find(|alert| wanted(alert))
    };
    listener.until(kind, find).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_calls_a_referee_takes_it_and_a_kind_is_muted() {
    let Some(hall) = Hall::open() else { return };
    let _daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    // CN-16.2: it is noted whose time ran.
    done(&listener, "call", "t1", json!({ "color": "black" })).await;
    let call = alert_with(&listener, "referee-call", |_| true).await;
    assert!(call["text"]["en"].as_str().is_some_and(|text| text.contains("opponent's time")), "{call}");
    listener.publish(&own("request/take/ann"), json!({ "transaction": "t2", "alert": call["id"] }).to_string(), false);
    let taken = alert_with(&listener, "referee-call", |alert| alert["taken_by"] == "ann").await;
    assert!(taken["rev"].as_u64() > call["rev"].as_u64(), "{taken}");
    done(&listener, "acknowledge", "t3", json!({ "alert": call["id"] })).await;
    done(&listener, "mute", "t4", json!({ "kind": "etiquette" })).await;
    done(&listener, "report", "t5", json!({ "kind": "etiquette", "color": "white", "note": "a handful of stones" })).await;
    let muted = alert_with(&listener, "etiquette", |_| true).await;
    assert_eq!(muted["announce"], "muted", "it is there, and nobody is called: {muted}");
    done(&listener, "leave", "t6", json!({ "color": "white", "reason": "air" })).await;
    done(&listener, "returned", "t7", json!({ "color": "white" })).await;
    assert_eq!(ask(&listener, "claim", "t8", json!({ "alert": call["id"], "color": "black" })).await["code"], "not-allowed");
    let said = listener.all();
    told(&said, "event");
    Schemas::read().hold_for(&said);
}

/// AGA, rule 8: an illegal play is acted upon when the opponent claims it before the own next move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_book_gives_on_a_claim_is_claimed_and_becomes_the_referees() {
    let Some(hall) = Hall::open() else { return };
    let keys = Keys { table: "rulebook = \"aga\"", board: "patience_ms = 500", ..Keys::default() };
    let _daemon = hall.daemon_with(keys).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    table.put(at("G7"), Color::White).await.expect("put");
    let open = alert_with(&listener, "double-move", |alert| alert["claim"]["state"] == "open").await;
    assert_eq!((&open["claim"]["by"], &open["claim"]["until"]), (&json!("black"), &json!("next-move")));
    assert_eq!(ask(&listener, "claim", "t1", json!({ "alert": open["id"], "color": "white" })).await["code"], "not-allowed");
    done(&listener, "claim", "t2", json!({ "alert": open["id"], "color": "black" })).await;
    let claimed = alert_with(&listener, "double-move", |alert| alert["claim"]["state"] == "claimed").await;
    let asked = json!({ "alert": claimed["id"], "rev": claimed["rev"], "outcome": "confirm" });
    done(&listener, "rule", "t3", asked).await;
    let game = game_with(&listener, "both stones come off", |game| record_of(game) == "B E5, W pass").await;
    assert_eq!((&game["moves"][1]["forced"], &game["to_move"]), (&json!(true), &json!("black")), "{game}");
    Schemas::read().hold_for(&listener.all());
}

/// CN-14, CN-22: sealed, handed over, opened, played; the point is nowhere before it is opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_sealed_and_opened_and_its_point_is_nowhere_in_between() {
    let Some(hall) = Hall::open() else { return };
    let mut daemon = hall.daemon_with(Keys { table: "time_authority = \"daemon\"", ..Keys::default() }).await;
    let (table, listener) = hall.open_table().await;
    turn(&table, &listener, 1, Color::Black, "E5").await;
    turn(&table, &listener, 2, Color::White, "C3").await;
    done(&listener, "adjourn", "t1", json!({ "sealed": true })).await;
    let (nine, nonce) = (Size::square(9).expect("a size"), "00112233445566778899aabbccddeeff");
    let digest = kifud::game::seal_digest(Place::At(at("G7")), nine, nonce);
    let sealed = json!({ "color": "black", "custodian": "Ann", "envelope": "7", "digest": digest });
    done(&listener, "seal", "t2", sealed).await;
    game_with(&listener, "adjourned", |game| game["phase"] == "adjourned").await;
    done(&listener, "hand-over", "t3", json!({ "custodian": "Bo" })).await;
    // The next day.
    daemon.kill();
    let again = hall.again().await;
    again.says("connected to the broker").await;
    let before = listener.all();
    assert!(before.iter().all(|said| !said.text.contains("G7")), "the point is on the paper alone");
    let right = json!({ "vertex": "G7", "opened_by": "Bo", "nonce": nonce });
    done(&listener, "open-sealed", "t4", right).await;
    done(&listener, "resume", "t5", json!({})).await;
    table.put(at("G7"), Color::Black).await.expect("put");
    let game = game_with(&listener, "the sealed move is played", |game| record_of(game) == "B E5, W C3, B G7").await;
    assert_eq!((&game["phase"], &game["to_move"]), (&json!("playing"), &json!("white")), "{game}");
    let said = listener.all();
    let sealing: Vec<String> =
        said.iter().filter_map(json_of).filter(|event| event["type"] == "sealing").map(|event| event["change"].to_string()).collect();
    assert!(sealing.len() >= 4, "{sealing:?}");
    told(&said, "event");
    Schemas::read().hold_for(&said);
}
