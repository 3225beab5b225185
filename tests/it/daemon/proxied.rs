//! A game while the line to the broker is cut again and again: nothing is lost, nothing changes its order, and the record on the other side is
//! that of the journal.

use kifud::go::Color;
use serde_json::Value;

use super::hall::{Hall, Keys, Listener, Said, at, eventually, game_with, is_long, kifud, own, record_of, side, stdout, told};
use crate::proxy::Proxy;

/// How often the line is cut: the long run in `.ci/long`.
fn kills() -> u64 {
    if is_long() { 1_000 } else { 60 }
}

/// Stones that capture nothing: no two are neighbours.
fn vertices() -> Vec<String> {
    let columns = ["A", "C", "E", "G", "J"];
    let rows = [1, 3, 5, 7, 9];
    rows.iter().flat_map(|row| columns.iter().map(move |column| format!("{column}{row}"))).collect()
}

/// How often the table has said that it is ready.
fn times_ready(said: &[Said]) -> usize {
    said.iter().filter(|said| said.topic == own("status") && said.text.contains("\"ready\"")).count()
}

/// Cuts the line so many times: most often while the table lives, every fourth time in the middle of a start.
async fn cut(proxy: &Proxy, listener: &Listener, cuts: std::ops::Range<u64>) {
    for n in cuts {
        let (made, passed) = (proxy.made(), proxy.passed());
        let piece = 1 + (n * 977) % 2_000;
        let reached = eventually(|| (proxy.passed() >= passed + piece).then_some(())).await;
        assert!(reached.is_some(), "nothing passes any more after {n} cuts");
        let ready = listener.until("a count", |said| Some(times_ready(said))).await;
        proxy.cut();
        assert!(eventually(|| (proxy.made() > made).then_some(())).await.is_some(), "it does not come back after {n} cuts");
        if n % 4 != 3 {
            listener.until("ready again", |said| (times_ready(said) > ready).then_some(())).await;
        }
    }
}

/// A move at the ports. What is heard of it must not be waited for: the line is cut.
async fn play(table: &kifud::sim::Table, color: Color, vertex: &str, line: (&Proxy, &Listener, std::ops::Range<u64>)) {
    table.put(at(vertex), color).await.expect("put");
    let (proxy, listener, cuts) = line;
    cut(proxy, listener, cuts).await;
    table.press(side(color)).await.expect("pressed");
}

fn events_of(listener: &Listener, game: &str) -> Vec<Value> {
    told(&listener.all(), "event").into_iter().filter(|event| event["game_id"] == game).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_line_that_is_cut_again_and_again_in_one_game_loses_no_event_and_changes_no_order() {
    let Some(hall) = Hall::open() else { return };
    let listener = hall.listener().await;
    let proxy = Proxy::to(hall.broker.port).await;
    hall.configure(Keys::default());
    let direct = format!("mqtt://127.0.0.1:{}", hall.broker.port);
    let file = hall.path("kifud.toml");
    let text = std::fs::read_to_string(&file).expect("readable").replace(&direct, &format!("mqtt://{}", proxy.address));
    std::fs::write(&file, text).expect("written");
    let mut daemon = hall.again().await;
    let table = hall.table();
    table.followed().await.expect("followed");
    listener.hears("kifud/v1/t1/status", "\"ready\"").await;

    let vertices = vertices();
    let each = kills().div_ceil(vertices.len() as u64);
    for ((n, vertex), color) in (0..).zip(&vertices).zip([Color::Black, Color::White].into_iter().cycle()) {
        play(&table, color, vertex, (&proxy, &listener, n * each..(n + 1) * each)).await;
    }
    let moves = vertices.len() as u64;
    let game = game_with(&listener, "all moves", |game| game["move_number"] == moves && game["moves"][24]["provisional"].is_null()).await;
    assert!(proxy.made() > kills(), "{} connections", proxy.made());
    let id = game["game_id"].as_str().expect("an id").to_owned();
    let last = game["seq"].as_u64().expect("seq");
    listener.until("the last event", |said| told(said, "event").iter().any(|event| event["seq"] == last).then_some(())).await;
    // In order, without a gap, the same number never with other content: `told` has looked.
    let events = events_of(&listener, &id);
    let turns: Vec<u64> = events.iter().filter(|event| event["type"] == "turn-ended").filter_map(|event| event["n"].as_u64()).collect();
    assert_eq!(turns, (1..=moves).collect::<Vec<_>>());
    told(&listener.all(), "public/event");

    assert_eq!(daemon.terminate().await, 0);
    let state = hall.path("state").display().to_string();
    let exported = stdout(&kifud(&["export", "--state-dir", &state, "--game", &id, "--format", "json"]));
    let journal: Vec<Value> = serde_json::from_str(&exported).expect("a list of events");
    assert_eq!(events[..], journal[..events.len()], "what was heard is what the journal has");
    assert_eq!(record_of(&game).split(", ").count() as u64, moves);
    crate::skip::say(&format!("{} connections, {} events heard in order", proxy.made(), last));
}
