//! A subscriber like any other: hears what is published, and sends requests.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use bytes::Bytes;
use rumqttc::v5::mqttbytes::QoS;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet, Publish};
use rumqttc::v5::{AsyncClient, Event, EventLoop, MqttOptions};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::mqtt::LARGEST_DOCUMENT;
use crate::now;

/// Filters and requests that may wait for the connection.
const WAITING: usize = 64;

/// A packet is a document and little more.
const LARGEST_PACKET: u32 = 2 * LARGEST_DOCUMENT as u32;

/// How long what must come may take: only reached when something is wrong.
const PATIENCE: Duration = Duration::from_secs(15);

/// Something that was published for a table.
#[derive(Debug)]
pub(super) struct Heard {
    /// When it came, in µs of the boot clock.
    pub(super) arrived_us: u64,
    /// The topic below the table.
    pub(super) topic: String,
    /// What it says.
    pub(super) payload: Bytes,
}

/// Where what is heard goes: one channel for every table.
pub(super) type Listeners = BTreeMap<String, mpsc::UnboundedSender<Heard>>;

/// Connects, subscribes below `kifud/v1/`, and passes on what comes until the connection or the last listener ends.
pub(super) async fn listen(broker: SocketAddr, id: &str, filters: &[&str], listeners: Listeners) -> anyhow::Result<AsyncClient> {
    let mut options = MqttOptions::new(format!("kifud-rehearse-{id}-{}", std::process::id()), broker.ip().to_string(), broker.port());
    options.set_max_packet_size(Some(LARGEST_PACKET));
    let (client, mut events) = AsyncClient::new(options, WAITING);
    let filters: Vec<Filter> = filters.iter().map(|filter| Filter::new(format!("kifud/v1/{filter}"), QoS::AtLeastOnce)).collect();
    let wanted = filters.len();
    client.subscribe_many(filters).await?;
    loop {
        match events.poll().await.with_context(|| format!("broker {broker}"))? {
            Event::Incoming(Packet::SubAck(ack)) if ack.return_codes.len() == wanted => break,
            Event::Incoming(Packet::SubAck(_)) => bail!("the broker refuses the subscription"),
            _ => {}
        }
    }
    tokio::spawn(pass_on(events, listeners));
    Ok(client)
}

async fn pass_on(mut events: EventLoop, listeners: Listeners) {
    loop {
        match events.poll().await {
            Ok(Event::Incoming(Packet::Publish(publish))) => hand_over(publish, &listeners),
            Ok(_) => {}
            Err(error) => {
                // Whoever waits for something says what did not come.
                tracing::debug!(%error, "the rehearsal's connection has ended");
                return;
            }
        }
    }
}

fn hand_over(publish: Publish, listeners: &Listeners) {
    let arrived_us = now::micros();
    let Ok(topic) = std::str::from_utf8(&publish.topic) else { return };
    let Some((table, rest)) = topic.strip_prefix("kifud/v1/").and_then(|topic| topic.split_once('/')) else { return };
    if let Some(listener) = listeners.get(table) {
        // A table that has ended hears nothing more.
        let _ = listener.send(Heard { arrived_us, topic: rest.to_owned(), payload: publish.payload });
    }
}

/// Takes in what is heard until it shows something.
///
/// # Errors
/// When the connection ends, or what is waited for has not come within [`PATIENCE`].
pub(super) async fn wait<D>(
    heard: &mut mpsc::UnboundedReceiver<Heard>,
    desk: &mut D,
    hear: impl Fn(&mut D, &Heard),
    what: &str,
    there: impl Fn(&D) -> bool,
) -> anyhow::Result<()> {
    let coming = async {
        while !there(desk) {
            let Some(news) = heard.recv().await else { return Err(anyhow!("the connection to the broker has ended")) };
            hear(desk, &news);
        }
        Ok(())
    };
    timeout(PATIENCE, coming).await.unwrap_or_else(|_| Err(anyhow!("{what} has not come within {} s", PATIENCE.as_secs())))
}
