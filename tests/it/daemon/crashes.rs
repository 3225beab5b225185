//! `kill -9` in a running game, and a broker without memory that restarts: nothing published is ever missing or different.

use std::time::Duration;

use kifud::clock::Side;
use kifud::go::{Color, Place, PlayedMove, Position, Record, Rules, Size};
use kifud::sim::{Cue, Gaps, Hands, HandsLevel, Pace, Table, from_zero, schedule};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::hall::{Daemon, Hall, Listener, SETTLE, Said, ask, document, eventually, is_long, own, record_of, told};
use super::schemas::Schemas;

/// A legal game of this length on 9x9, with captures, without passes: what hands can show while nobody listens.
fn random_game(moves: usize, rng: &mut fastrand::Rng) -> Record {
    let size = Size::square(9).unwrap();
    let mut record = Record::new(size);
    let mut position = Position::new(size, &Rules::preset("chinese").unwrap());
    while record.moves.len() < moves {
        let color = position.to_move();
        let legal: Vec<_> = size.points().filter(|&point| position.judge(color, Place::At(point)).is_legal()).collect();
        let place = Place::At(legal[rng.usize(..legal.len())]);
        position.take_in(color, place).unwrap();
        record.moves.push(PlayedMove::new(color, place));
    }
    record
}

fn written(record: &Record) -> String {
    let moves = record.moves.iter().map(|played| {
        let color = if played.color == Color::Black { "B" } else { "W" };
        format!("{color} {}", played.place.text(record.size))
    });
    moves.collect::<Vec<_>>().join(", ")
}

/// Plays turn by turn; hands wait while nobody follows, as people do who see that the display has stopped: more than the turn in hand and
/// the next is not played unseen, since the order of more could only be guessed.
async fn play(table: &Table, cues: &[Cue], mut alive: watch::Receiver<bool>) {
    for turn in cues.chunk_by(|one, next| one.turn == next.turn) {
        alive.wait_for(|alive| *alive).await.unwrap();
        table.followed().await.unwrap();
        table.play(&from_zero(turn)).await.unwrap();
    }
}

/// Waits for the record; tells the whole story where it does not come.
async fn record_becomes(listener: &Listener, want: &str) {
    if eventually(|| (record_of(&document(&listener.all(), "game")) == want).then_some(())).await.is_some() {
        return;
    }
    let said = listener.all();
    let short = |event: Value| {
        let fields = ["seq", "type", "n", "color", "vertex", "by", "change", "to", "alert", "discrepancies", "from_n", "setup"];
        fields.iter().filter(|field| !event[**field].is_null()).map(|field| format!("{}", event[*field])).collect::<Vec<_>>().join(" ")
    };
    let story: Vec<_> = told(&said, "event").into_iter().map(short).collect();
    panic!("wanted {want}\nthe story:\n{}\nin the end: {}", story.join("\n"), document(&said, "game"));
}

fn hands() -> Hands {
    Hands { level: HandsLevel::Careful, pace: Pace::Fast, gaps: Gaps::for_settle(SETTLE), black_side: Some(Side::Left) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_kill_9_at_any_moment_the_record_is_exact_and_every_event_comes_in_order() {
    let (wanted, mut killed) = (if is_long() { 50 } else { 5 }, 0);
    for seed in 20_261.. {
        let Some(kills) = killed_game(seed, if is_long() { 60 } else { 26 }).await else { return };
        killed += kills;
        if killed >= wanted {
            break;
        }
    }
    println!("{killed} kills");
}

/// Plays a game while the daemon is killed again and again; how often it was.
async fn killed_game(seed: u64, moves: usize) -> Option<u32> {
    let hall = Hall::open()?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let record = random_game(moves, &mut rng);
    let cues = schedule(&record, &hands(), seed).unwrap();
    let mut daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    let (done, mut is_done) = watch::channel(false);
    let (alive, is_alive) = watch::channel(true);
    let playing = async {
        play(&table, &cues, is_alive).await;
        done.send_replace(true);
    };
    let killing = async {
        let mut killed = 0;
        while !*is_done.borrow() {
            // The moments are the test's input, nothing is waited for: from the middle of the start to some turns later.
            let lives = Duration::from_millis(rng.u64(30..1_500));
            let _ = tokio::time::timeout(lives, is_done.wait_for(|done| *done)).await;
            alive.send_replace(false);
            daemon.kill();
            killed += 1;
            daemon = hall.again().await;
            alive.send_replace(true);
        }
        killed
    };
    let ((), killed) = tokio::join!(playing, killing);
    let want = written(&record);
    record_becomes(&listener, &want).await;
    // The last word after the last restart, so that everything has been said.
    listener.until("ready", |said| (document(said, "status")["state"] == "ready").then_some(())).await;
    assert_eq!(ask(&listener, "ping", "last", json!({})).await["status"], "ok");
    let said = listener.all();
    let events = told(&said, "event");
    told(&said, "public/event");
    let started: Vec<_> = events.iter().filter(|event| event["type"] == "game-started").map(|event| &event["game_id"]).collect();
    assert!(started.iter().all(|id| *id == started[0]), "one game: {started:?}");
    let ended: Vec<u64> = events.iter().filter(|event| event["type"] == "turn-ended").map(|event| event["n"].as_u64().unwrap()).collect();
    assert!(ended.is_sorted(), "turns end in order: {ended:?}");
    Schemas::read().hold_for(&said);
    for _ in 0..2 {
        // The same state once more gives the same game.
        daemon.kill();
        daemon = hall.again().await;
        listener.clear();
        record_becomes(&listener, &want).await;
    }
    assert_eq!(daemon.terminate().await, 0);
    Some(killed)
}

/// What a listener that keeps its own record has: every event once, in order, holes filled by asking.
async fn caught_up(listener: &Listener, round: u64) -> Vec<Value> {
    let answer = ask(listener, "republish", &format!("again-{round}"), json!({ "from_seq": 1 })).await;
    assert_eq!(answer["status"], "ok", "{answer}");
    let game = document(&listener.all(), "game");
    let (game_id, seq) = (game["game_id"].clone(), game["seq"].as_u64().unwrap());
    listener
        .until("all events again", |said| {
            let mut numbers: Vec<u64> = events_of(said, &game_id).map(|event| event["seq"].as_u64().unwrap()).collect();
            numbers.sort_unstable();
            numbers.dedup();
            (numbers.len() as u64 >= seq && numbers.last() == Some(&(numbers.len() as u64))).then_some(())
        })
        .await;
    let mut events: Vec<_> = events_of(&listener.all(), &game_id).collect();
    events.sort_by_key(|event| event["seq"].as_u64());
    events.dedup();
    let last = events.len() as u64;
    assert_eq!(events.last().unwrap()["seq"], last, "the same number never has two contents");
    events
}

fn events_of(said: &[Said], game_id: &Value) -> impl Iterator<Item = Value> {
    said.iter()
        .filter(|said| said.topic == own("event"))
        .filter_map(|said| serde_json::from_str::<Value>(&said.text).ok())
        .filter(|event| event["game_id"] == *game_id)
        .collect::<Vec<_>>()
        .into_iter()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broker_without_memory_that_restarts_loses_nothing() {
    let Some(mut hall) = Hall::open() else { return };
    let (restarts, moves) = if is_long() { (20, 60) } else { (3, 20) };
    let mut rng = fastrand::Rng::with_seed(5);
    let record = random_game(moves, &mut rng);
    let cues = schedule(&record, &hands(), 5).unwrap();
    let mut daemon: Daemon = hall.daemon().await;
    let (table, listener) = hall.open_table().await;
    let port = hall.broker.port;
    let broker = &mut hall.broker;
    let breaking = async {
        for _ in 0..restarts {
            let lives = Duration::from_millis(rng.u64(200..1_500));
            tokio::time::sleep(lives).await;
            broker.kill();
            tokio::time::sleep(Duration::from_millis(rng.u64(0..700))).await;
            broker.restart();
            // Everything that is retained comes back by itself.
            let newcomer = Listener::to(port, "kifud/#").await;
            for topic in ["info", "health", "game", "clock", "sgf", "public/game", "public/clock", "public/sgf"] {
                newcomer.until(topic, |said| said.iter().any(|said| said.topic == own(topic)).then_some(())).await;
            }
            newcomer.until("ready", |said| (document(said, "status")["state"] == "ready").then_some(())).await;
        }
    };
    tokio::join!(play(&table, &cues, watch::channel(true).1), breaking);
    let want = written(&record);
    record_becomes(&listener, &want).await;
    let events = caught_up(&listener, 1).await;
    let moved: Vec<_> = events.iter().filter(|event| event["type"] == "move").collect();
    assert!(moved.len() >= moves);
    assert!(!events.iter().any(|event| event["type"] == "board" && event["change"] != "back"), "the board was never in doubt");
    let alive = eventually(|| daemon.log().iter().any(|line| line.contains("connected to the broker")).then_some(())).await;
    assert!(alive.is_some());
    assert_eq!(daemon.terminate().await, 0);
    println!("{restarts} restarts of the broker, {} events", events.len());
}
