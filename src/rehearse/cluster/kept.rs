//! The retained documents, as somebody finds them who comes to one of the nodes when all games are over.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::bail;
use bytes::Bytes;
use rumqttc::{AsyncClient, Event, MqttOptions, Packet, QoS};
use serde_json::Value;

use super::told::Told;
use crate::mqtt::LARGEST_DOCUMENT;

/// When nothing has come for so long, everything has.
const QUIET: Duration = Duration::from_secs(4);

/// Every table has these.
const DOCUMENTS: [&str; 9] = ["status", "info", "health", "game", "clock", "sgf", "public/game", "public/clock", "public/sgf"];

/// What is found at a node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// Retained documents.
    pub documents: usize,
    /// What is wrong with them.
    pub wrong: Vec<String>,
}

/// A node with everything that it keeps.
pub(super) struct Node {
    documents: BTreeMap<String, Bytes>,
    pub(super) found: Kept,
}

/// Reads everything at a node, and compares it with what was told.
pub(super) async fn read(address: SocketAddr, tables: &[Told]) -> anyhow::Result<Node> {
    let mut options = MqttOptions::new(format!("kifud-kept-{}", fastrand::u64(..)), address.ip().to_string(), address.port());
    options.set_clean_session(true).set_max_packet_size(2 * LARGEST_DOCUMENT, 2 * LARGEST_DOCUMENT);
    let (client, mut events) = AsyncClient::new(options, 16);
    let mut documents = BTreeMap::new();
    while let Ok(event) = tokio::time::timeout(QUIET, events.poll()).await {
        match event {
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                let _ = client.try_subscribe("kifud/v1/#", QoS::AtMostOnce);
            }
            Ok(Event::Incoming(Packet::Publish(publish))) if publish.retain => {
                if let Some(topic) = publish.topic.strip_prefix("kifud/v1/") {
                    documents.insert(topic.to_owned(), publish.payload);
                }
            }
            Ok(_) => {}
            Err(error) => bail!("the retained documents cannot be read at {address}: {error}"),
        }
    }
    let wrong = tables.iter().flat_map(|table| faults(table, &documents)).collect();
    let found = Kept { documents: documents.len(), wrong };
    Ok(Node { documents, found })
}

/// What is wrong with the documents of a table.
fn faults(table: &Told, documents: &BTreeMap<String, Bytes>) -> Vec<String> {
    let id = &table.id;
    let read =
        |name: &str| documents.get(&format!("{id}/{name}")).map(|payload| serde_json::from_slice::<Value>(payload).unwrap_or_default());
    let missing = DOCUMENTS.iter().filter(|name| !documents.contains_key(&format!("{id}/{name}")));
    let mut wrong: Vec<String> = missing.map(|name| format!("{id}/{name} is missing")).collect();
    let mut expect = |name: &str, right: bool| {
        if !right {
            wrong.push(format!("{id}/{name} is not the last one"));
        }
    };
    let status = read("status").unwrap_or_default();
    expect("status", status["state"] == "ready" || status["state"] == "degraded");
    let result = format!("result/{}", table.game_id.as_deref().unwrap_or_default());
    for name in ["game", "public/game", result.as_str()] {
        let game = read(name).unwrap_or_default();
        let moves = game["moves"].as_array().into_iter().flatten();
        let moves: Vec<String> = moves
            .map(|played| format!("{} {}", played["color"].as_str().unwrap_or("?"), played["vertex"].as_str().unwrap_or("?")))
            .collect();
        expect(name, game["game_id"].as_str() == table.game_id.as_deref() && game["phase"] == "ended" && moves == table.moves());
    }
    let seq = read("game").and_then(|game| game["seq"].as_u64());
    expect("game", seq == table.last_seq());
    wrong
}

/// The nodes are to keep the same.
pub(super) fn compare(nodes: &mut [Node]) {
    let Some((first, others)) = nodes.split_first_mut() else { return };
    for other in others {
        let topics = first.documents.keys().chain(other.documents.keys());
        // It tells how the daemon is just now, and may have changed meanwhile.
        let topics: std::collections::BTreeSet<&String> = topics.filter(|topic| !topic.ends_with("/health")).collect();
        let differ = topics.into_iter().filter(|topic| first.documents.get(*topic) != other.documents.get(*topic));
        other.found.wrong.extend(differ.map(|topic| format!("{topic} is another than at the first node")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &'static str) -> Node {
        Node { documents: BTreeMap::from([("t1/game".to_owned(), Bytes::from_static(text.as_bytes()))]), found: Kept::default() }
    }

    #[test]
    fn what_a_table_lacks_and_what_two_nodes_do_not_agree_on_is_named() {
        let table = Told::of("t1");
        let wrong = faults(&table, &node("{}").documents);
        assert!(wrong.contains(&"t1/sgf is missing".to_owned()) && wrong.contains(&"t1/game is not the last one".to_owned()), "{wrong:?}");
        let mut nodes = [node("{}"), node("{}"), node("[]")];
        compare(&mut nodes);
        assert_eq!(nodes.map(|node| node.found.wrong.len()), [0, 0, 1]);
    }
}
