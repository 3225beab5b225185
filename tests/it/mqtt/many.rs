//! Many tables at one broker, and one table at a broker of several nodes.

use std::net::SocketAddr;

use bytes::Bytes;
use kifud::mqtt::{BrokerAddress, Feedback, Nodes, Pace, Settings};

use super::stage::{Broker, Events, Listener, Table, own, settings};
use crate::peer::{Peer, Version};

/// Tables of a large hall.
const TABLES: usize = 64;

/// Documents of a table that has played eight games: nine, and as many results.
const DOCUMENTS: usize = 17;

/// Symptom: after a restart of the broker a display that shows the whole hall lacks tables, and nothing says so. Cause: every table said
/// everything at once, and mosquitto drops what is more than 1,000 messages behind for a subscriber.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_that_comes_back_at_once_overflows_no_subscribers_queue_of_a_stock_mosquitto() {
    let Some(broker) = Broker::start("sys_interval 1") else { return };
    let everything = Peer::connect(Version::V311, "everything", SocketAddr::from(([127, 0, 0, 1], broker.port))).await;
    everything.subscribe("kifud/#").await;
    everything.subscribe("$SYS/broker/publish/messages/dropped").await;
    let pace = Pace::default();
    let payload = Bytes::from(vec![b'x'; 2_000]);
    let tables: Vec<Table> = (0..TABLES)
        .map(|n| {
            let settings = Settings { table: format!("t{n}"), pace: pace.clone(), ..settings(broker.port) };
            let table = Table::at(settings, Events::default());
            for document in 0..DOCUMENTS {
                table.handle.document(&format!("d{document}"), Some(payload.clone()));
            }
            table.handle.status("ready");
            table
        })
        .collect();
    let (mut everything, mut heard, mut ready) = (everything, 0, 0);
    while ready < TABLES {
        let message = everything.message().await;
        if message.topic.starts_with("$SYS") {
            assert_eq!(message.payload, "0", "messages were dropped");
        } else if message.topic.ends_with("/status") {
            ready += usize::from(message.payload.contains("ready"));
        } else {
            heard += 1;
        }
    }
    assert_eq!(heard, TABLES * DOCUMENTS, "every document of every table came");
    drop(tables);
}

/// A broker of two nodes: the table goes on at the other one, and comes back when that one dies too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_at_another_node_of_its_broker() {
    let (Some(mut first), Some(second)) = (Broker::start(""), Broker::start("")) else { return };
    let mut second = second;
    let events = Events::default();
    events.push("{\"seq\":1}");
    let local = |port| ("127.0.0.1".to_owned(), port);
    let nodes = Nodes::new(local(first.port), [local(second.port)]);
    let both = Settings { broker: BrokerAddress { nodes, ..settings(0).broker }, ..settings(first.port) };
    let mut table = Table::at(both, events.clone());
    table.handle.status("ready");
    let listener = Listener::to(first.port, "kifud/#").await;
    events.until_delivered(1).await;
    drop(listener);
    let listener = Listener::to(second.port, "kifud/#").await;
    first.kill();
    events.push("{\"seq\":2}");
    table.handle.events_ready();
    listener.hears(&own("event"), "\"seq\":2").await;
    listener.hears(&own("status"), "ready").await;
    first.restart();
    second.kill();
    events.push("{\"seq\":3}");
    table.handle.events_ready();
    events.until_delivered(3).await;
    // It was told of the first of its losses.
    table.told("gone", |news| matches!(news, Feedback::Disconnected { .. }).then_some(())).await;
    let last = Listener::to(first.port, "kifud/#").await;
    last.hears(&own("status"), "ready").await;
}

/// Figures for docs/scaling.md: `cargo test --release mqtt::many::figures -- --ignored --nocapture`. What one mosquitto fans out, by its
/// processor time, to subscribers that are plain sockets and cost nothing themselves.
#[test]
#[ignore = "measures; proves nothing"]
fn figures() {
    use std::io::{Read as _, Write as _};

    const SUBSCRIBERS: usize = 500;
    const MESSAGES: usize = 400;
    const BYTES: usize = 400;
    let Some(broker) = Broker::start("") else { return };
    let connect = |id: &str| {
        let mut socket = loop {
            match std::net::TcpStream::connect(("127.0.0.1", broker.port)) {
                Ok(socket) => break socket,
                Err(_) => std::thread::sleep(std::time::Duration::from_millis(20)),
            }
        };
        let mut packet = vec![0x10, 12 + id.len() as u8, 0, 4, b'M', b'Q', b'T', b'T', 4, 2, 0, 60, 0, id.len() as u8];
        packet.extend(id.as_bytes());
        socket.write_all(&packet).expect("sent");
        socket.read_exact(&mut [0; 4]).expect("CONNACK");
        socket
    };
    let topic = b"kifud/v1/t1/public/event";
    let subscriber = |n: usize| {
        let mut socket = connect(&format!("s{n:03}"));
        let mut packet = vec![0x82, 5 + topic.len() as u8, 0, 1, 0, topic.len() as u8];
        packet.extend(topic);
        packet.push(0);
        socket.write_all(&packet).expect("sent");
        socket.read_exact(&mut [0; 5]).expect("SUBACK");
        socket
    };
    let subscribers: Vec<_> = (0..SUBSCRIBERS).map(subscriber).collect();
    let length = 2 + topic.len() + BYTES;
    let mut packet = vec![0x30, (length % 128) as u8 | 128, (length / 128) as u8, 0, topic.len() as u8];
    packet.extend(topic);
    packet.extend([b'x'; BYTES]);
    let before = kifud::rehearse::Usage::of(broker.pid()).cpu_s;
    let readers: Vec<_> = subscribers
        .into_iter()
        .map(|mut socket| {
            let mut all = vec![0; packet.len() * MESSAGES];
            std::thread::spawn(move || socket.read_exact(&mut all))
        })
        .collect();
    let mut publisher = connect("publisher");
    for _ in 0..MESSAGES {
        publisher.write_all(&packet).expect("sent");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    for reader in readers {
        reader.join().expect("alive").expect("everything came");
    }
    let cpu_s = kifud::rehearse::Usage::of(broker.pid()).cpu_s - before;
    let deliveries = SUBSCRIBERS * MESSAGES;
    println!(
        "mosquitto fans out {:.0} messages of {BYTES} bytes per second of one processor ({deliveries} in {cpu_s:.2} s)",
        deliveries as f64 / cpu_s
    );
}
