//! Feeds over a real broker, fed by documents as a table publishes them.

use std::path::Path;
use std::time::Duration;

use kifud::display::{BrokerAddress, FolderOptions, Nodes, Options, Version, keep_folder, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::display::{LOOPBACK, broker};
use crate::peer::{self, PATIENCE, Peer};
use crate::stage::{clock, game, status};

/// Publishes a document of t1, under topics of two levels.
async fn publish(peer: &mut Peer, topic: &str, text: &str) {
    let retained = !topic.ends_with("event");
    assert!(peer.publish(&format!("club/kifud/v1/t1/{topic}"), retained, text.to_owned()).await, "{topic}");
}

/// A game that is over after so many moves.
fn ended(moves: usize) -> Value {
    let mut ended = game(moves);
    ended["phase"] = json!("ended");
    ended["result"] = json!({ "winner": "white", "by": "time", "sgf": "W+T", "state": "final" });
    ended
}

/// Looks until it is so.
async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let waiting = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("never: {what}"))
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_any_base_is_at_its_addresses_and_in_the_folder() {
    let broker = broker(LOOPBACK).await;
    let folder = tempfile::tempdir().unwrap();
    let address = BrokerAddress { nodes: Nodes::one("127.0.0.1", broker.address().port()), version: Version::V5, tls: None };
    let folder_of = Some(folder.path().to_owned());
    let options = Options {
        broker: address,
        base: "club/kifud".to_owned(),
        listen: LOOPBACK,
        credentials: None,
        tokens: None,
        insecure: false,
        folder: folder_of,
        tournament: None,
    };
    let display = serve(options).await.unwrap();
    let get = async |path: &str, wanted: &str| {
        let mut stream = tokio::net::TcpStream::connect(display.address()).await.unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: display\r\nConnection: close\r\n\r\n").as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !String::from_utf8_lossy(&answer).contains(wanted) {
            if stream.read_buf(&mut answer).await.unwrap() == 0 {
                return None;
            }
        }
        Some(String::from_utf8_lossy(&answer).into_owned())
    };
    let mut table = Peer::connect(peer::Version::V5, "kifud.stage.t1", broker.address()).await;
    publish(&mut table, "public/game", &game(3).to_string()).await;
    publish(&mut table, "public/sgf", "(;FF[4]GM[1];B[pd];W[dp];B[pp])").await;
    publish(&mut table, "public/clock", &clock("black", 60_000, 50_000).to_string()).await;
    publish(&mut table, "status", &status("ready").to_string()).await;
    for (path, wanted) in [
        ("/feeds/t1.sgf", "B[pp])"),
        ("/feeds/t1.json", "\"remaining_ms\":50000"),
        ("/feeds/tables.json", "\"board\":12"),
        ("/feeds/t1/events", "event: clock"),
    ] {
        until(path, async || get(path, wanted).await).await;
    }
    until("the live file", async || read(folder.path(), "t1.sgf").contains("B[pp]").then_some(())).await;

    publish(&mut table, "public/game", &ended(3).to_string()).await;
    publish(&mut table, "public/sgf", "(;FF[4]GM[1]RE[W+T];B[pd];W[dp];B[pp])").await;
    for (path, wanted) in [
        ("/feeds/results.csv", ",12,g-1,Honinbo Shusaku,7d,"),
        ("/feeds/results.xml", "blackPlayer=\"HONINBOSHUSAKU\" whitePlayer=\"INOUEGENNANINSEKI\""),
        ("/feeds/tables.json", "\"result\":\"W+T\""),
    ] {
        until(path, async || get(path, wanted).await).await;
    }
    until("the ended game", async || read(folder.path(), "results/g-1.sgf").contains("RE[W+T]").then_some(())).await;
    until("the list", async || read(folder.path(), "results.csv").contains(",g-1,").then_some(())).await;
    display.stop().await;
    broker.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_folder_alone_is_kept_through_a_restart_of_the_broker() {
    let first = broker(LOOPBACK).await;
    let folder = tempfile::tempdir().unwrap();
    let address = BrokerAddress { nodes: Nodes::one("127.0.0.1", first.address().port()), version: Version::V311, tls: None };
    let options = FolderOptions {
        broker: address,
        base: "club/kifud".to_owned(),
        credentials: None,
        folder: folder.path().to_owned(),
        tournament: None,
    };
    let kept = keep_folder(options);
    let mut table = Peer::connect(peer::Version::V5, "kifud.stage.t1", first.address()).await;
    publish(&mut table, "public/sgf", "(;GM[1];B[pd])").await;
    until("the first move", async || (read(folder.path(), "t1.sgf") == "(;GM[1];B[pd])").then_some(())).await;
    drop(table);
    let address = first.address();
    first.stop().await;
    let second = broker(address).await;
    let mut table = Peer::connect(peer::Version::V5, "kifud.stage.t1", second.address()).await;
    publish(&mut table, "public/game", &ended(2).to_string()).await;
    publish(&mut table, "public/sgf", "(;GM[1]RE[W+T];B[pd];W[dd])").await;
    until("the end", async || read(folder.path(), "results/g-1.sgf").contains("W[dd]").then_some(())).await;
    kept.stop().await;
    assert!(read(folder.path(), "results.csv").contains(",g-1,"));
    second.stop().await;
}

/// Symptom: over a slow line (a broker behind TLS and a mobile network) a display never had a broker. Cause: the connection that was being made was
/// begun anew whenever old documents were looked for, twice a second.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_on_which_the_broker_answers_late_is_good_enough_for_a_display() {
    let broker = broker(LOOPBACK).await;
    let mut table = Peer::connect(peer::Version::V5, "kifud.stage.t1", broker.address()).await;
    publish(&mut table, "public/sgf", "(;GM[1];B[pd])").await;
    let folder = tempfile::tempdir().unwrap();
    let line = crate::proxy::Proxy::late(broker.address().port(), Duration::from_millis(1_300)).await;
    for version in [Version::V5, Version::V311] {
        let into = folder.path().join(format!("{version:?}"));
        std::fs::create_dir(&into).unwrap();
        let address = BrokerAddress { nodes: Nodes::one("127.0.0.1", line.address.port()), version, tls: None };
        let kept = keep_folder(FolderOptions {
            broker: address,
            base: "club/kifud".to_owned(),
            credentials: None,
            folder: into.clone(),
            tournament: None,
        });
        until("the game", async || (read(&into, "t1.sgf") == "(;GM[1];B[pd])").then_some(())).await;
        kept.stop().await;
    }
    broker.stop().await;
}
