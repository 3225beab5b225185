//! A game is counted through broker and journal, with an engine beside it that proposes dead stones, dies or talks nonsense.

use kifud::go::Color;
use kifud::wire::Cell;
use serde_json::{Value, json};

use super::hall::{Hall, Keys, Listener, ask, at, document, game_with, own, told};
use super::schemas::Schemas;
use crate::engine::Fake;

/// Black's corner has two eyes, so that C9 is dead by proof; the white stone at C3 is for people, or an engine, to judge.
const LINES: [&str; 9] =
    [".XO.XO...", "XXXXXO...", "....XO...", "....XO...", "....XO...", "....XO...", "..O.XO...", "....XO...", "....XO..."];

fn stones() -> Vec<(String, Color)> {
    let mut stones = Vec::new();
    for (line, row) in LINES.iter().zip((1..=9).rev()) {
        for (letter, column) in line.chars().zip("ABCDEFGHJ".chars()) {
            match letter {
                'X' => stones.push((format!("{column}{row}"), Color::Black)),
                'O' => stones.push((format!("{column}{row}"), Color::White)),
                _ => {}
            }
        }
    }
    stones
}

async fn done(listener: &Listener, verb: &str, transaction: &str, fields: Value) {
    let answer = ask(listener, verb, transaction, fields).await;
    assert_eq!(answer["status"], "ok", "{verb}: {answer}");
}

/// The position stands on the board and in the record; `more` is beside it in `start-game`.
pub async fn position(hall: &Hall, more: Value) -> (kifud::sim::Table, Listener) {
    let (table, listener) = hall.open_table().await;
    let of = |color| stones().into_iter().filter(|(_, of)| *of == color).map(|(vertex, _)| vertex).collect::<Vec<_>>();
    let mut fields = json!({ "setup": { "black": of(Color::Black), "white": of(Color::White) }, "to_move": "black" });
    fields.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    done(&listener, "start-game", "s", fields).await;
    let changes: Vec<_> = stones().into_iter().map(|(vertex, color)| (at(&vertex), Cell::Stone(color))).collect();
    table.change(&changes).await.unwrap();
    game_with(&listener, "playing", |game| game["phase"] == "playing").await;
    (table, listener)
}

/// The position stands, and both have accepted the end.
async fn counted(hall: &Hall) -> (kifud::sim::Table, Listener) {
    let (table, listener) = position(hall, Value::Null).await;
    done(&listener, "accept-end", "a1", json!({ "color": "black" })).await;
    done(&listener, "accept-end", "a2", json!({ "color": "white" })).await;
    (table, listener)
}

fn with_engine(gtp: &str) -> String {
    format!("[engine]\ngtp = \"{gtp}\"")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_proposes_both_confirm_and_the_result_is_published() {
    let Some(hall) = Hall::open() else { return };
    let fake = Fake::new("name) printf '= Fake Go\\n\\n';;\nversion) printf '= 1.2\\n\\n';;\nfinal_status_list) printf '= C3 C9\\n\\n';;");
    let tail = with_engine(&fake.command_line);
    let keys = Keys { table: "start = \"request\"\nkomi = 5.5", tail: &tail, ..Keys::default() };
    let mut daemon = hall.daemon_with(keys).await;
    let (_table, listener) = counted(&hall).await;
    let game = game_with(&listener, "the proposal", |game| game["count"]["dead_by"] == "Fake Go 1.2").await;
    let count = &game["count"];
    assert_eq!((&count["dead"], &count["state"], &count["method"]), (&json!(["C9", "C3"]), &json!("proposed"), &json!("area")));
    assert_eq!((&count["area"], &count["margin"], &count["zi_margin"]), (&json!({ "black": 45, "white": 36 }), &json!(3.5), &json!(1.75)));
    assert_eq!(document(&listener.all(), "health")["engine"]["program"], "Fake Go 1.2");
    // What was proposed and said outlives a crash; the engine is not asked again.
    done(&listener, "mark-dead", "m", json!({ "vertices": ["C3"], "color": "black" })).await;
    done(&listener, "enter-count", "e", json!({ "color": "white", "stones": 36 })).await;
    daemon.kill();
    daemon = hall.again().await;
    daemon.says("connected to the broker").await;
    done(&listener, "confirm-score", "c1", json!({ "color": "white" })).await;
    let game = game_with(&listener, "agreed", |game| game["count"]["state"] == "agreed").await;
    assert_eq!((&game["count"]["dead_by"], &game["count"]["entered"]), (&json!("person"), &json!({ "white": 36 })));
    let public =
        listener.until("the public's count", |said| Some(document(said, "public/game")).filter(|game| game["count"]["state"] == "agreed"));
    assert!(public.await["count"]["entered"].is_null(), "what people have counted is theirs");
    done(&listener, "confirm-score", "c2", json!({ "color": "black" })).await;
    let game = game_with(&listener, "the end", |game| game["phase"] == "ended").await;
    assert_eq!(
        (&game["result"]["sgf"], &game["result"]["state"], &game["count"]["state"]),
        (&json!("B+3.5"), &json!("final"), &json!("confirmed"))
    );
    listener.hears(&own("sgf"), "RE[B+3.5]").await;
    listener.hears(&own("public/sgf"), "RE[B+3.5]").await;
    let said = listener.all();
    told(&said, "event");
    told(&said, "public/event");
    Schemas::read().hold_for(&said);
    assert_eq!(daemon.terminate().await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_fails_is_said_and_people_mark_the_stones_as_without_it() {
    for (answers, why) in [
        ("final_status_list) exit 1;;", "has ended"),
        ("final_status_list) printf '= J9\\n\\n';;", "nonsense"),
        // Two eyes: no stone to call dead.
        ("final_status_list) printf '= B8\\n\\n';;", "cannot be taken"),
    ] {
        let Some(hall) = Hall::open() else { return };
        let fake = Fake::new(answers);
        let tail = with_engine(&fake.command_line);
        let mut daemon = hall.daemon_with(Keys { table: "start = \"request\"", tail: &tail, ..Keys::default() }).await;
        let (_table, listener) = counted(&hall).await;
        let health =
            |said: &[super::hall::Said]| Some(document(said, "health")).filter(|health| health["engine"]["what_to_do"].is_string());
        let health = listener.until("what is to be done", health).await;
        let text = health["engine"]["what_to_do"].as_str().unwrap();
        assert!(text.contains(why) && text.contains("by hand") && !text.contains("engine.sh"), "{text}");
        // What is proved stays.
        game_with(&listener, "the proof alone", |game| game["count"]["dead"] == json!(["C9"])).await;
        done(&listener, "mark-dead", "m", json!({ "vertices": ["C3"] })).await;
        let game = game_with(&listener, "marked", |game| game["count"]["dead_by"] == "person").await;
        assert_eq!(game["count"]["dead"], json!(["C9", "C3"]));
        done(&listener, "end-game", "end", json!({ "result": "Void", "expect": super::hall::expect(&listener) })).await;
        game_with(&listener, "the end", |game| game["phase"] == "ended").await;
        Schemas::read().hold_for(&listener.all());
        assert_eq!(daemon.terminate().await, 0);
    }
}
