//! A subscriber to every table whose session outlives its connections: what is published while it is away is sent to it afterwards. And the
//! voice that asks for things, on the same connection.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use rumqttc::{AsyncClient, Event, EventLoop, MqttOptions, Packet, QoS, SubscribeFilter};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::mqtt::LARGEST_DOCUMENT;
use crate::now;
use crate::rehearse::ear::{Heard, Listeners};

/// Requests that may wait for the connection.
const WAITING: usize = 4_096;

/// A packet is a document and little more.
const LARGEST_PACKET: usize = 2 * LARGEST_DOCUMENT;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(200);

/// How long the first subscription may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A node that dies without a word shows after one to two of these.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// What is heard: what happens, and the answers to requests.
const FILTERS: [&str; 3] = ["kifud/v1/+/event", "kifud/v1/+/public/event", "kifud/v1/+/response/+"];

/// Asks for things; what is asked while there is no connection is not said.
#[derive(Clone, Default)]
pub(super) struct Voice(Arc<Mutex<Option<AsyncClient>>>);

impl Voice {
    /// Publishes a request.
    pub(super) fn ask(&self, topic: String, payload: String) {
        let client = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(client) = client {
            // Whoever gets no answer asks again.
            let _ = client.try_publish(topic, QoS::AtLeastOnce, false, payload);
        }
    }

    fn set(&self, client: Option<AsyncClient>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = client;
    }
}

/// Ends with the rehearsal.
pub(super) struct Ear(JoinHandle<()>);

impl Drop for Ear {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Connects to one of the nodes, and to the next whenever it breaks; returns when the subscription stands.
pub(super) async fn listen(nodes: Vec<SocketAddr>, listeners: Arc<Listeners>) -> anyhow::Result<(Voice, Ear)> {
    let voice = Voice::default();
    let (ready, mut is_ready) = watch::channel(false);
    let id = format!("kifud-rehearse-{}", std::process::id());
    let speaker = voice.clone();
    let task = tokio::spawn(async move {
        for node in nodes.iter().cycle() {
            let (client, events) = connection(&id, *node);
            hear(client, events, &speaker, &listeners, &ready).await;
            speaker.set(None);
            tokio::time::sleep(PAUSE).await;
        }
    });
    let stands = tokio::time::timeout(PATIENCE, is_ready.wait_for(|ready| *ready)).await;
    stands.context("the subscription does not stand")??;
    Ok((voice, Ear(task)))
}

fn connection(id: &str, node: SocketAddr) -> (AsyncClient, EventLoop) {
    let mut options = MqttOptions::new(id, node.ip().to_string(), node.port());
    options.set_clean_session(false).set_keep_alive(KEEP_ALIVE).set_inflight(200);
    options.set_max_packet_size(LARGEST_PACKET, LARGEST_PACKET);
    AsyncClient::new(options, WAITING)
}

/// One connection, to its end.
async fn hear(client: AsyncClient, mut events: EventLoop, voice: &Voice, listeners: &Listeners, ready: &watch::Sender<bool>) {
    loop {
        match events.poll().await {
            Ok(Event::Incoming(Packet::ConnAck(_))) => {
                // Again also where the session is known: it changes nothing.
                let filters = FILTERS.iter().map(|filter| SubscribeFilter::new((*filter).to_owned(), QoS::AtLeastOnce));
                let _ = client.try_subscribe_many(filters);
            }
            Ok(Event::Incoming(Packet::SubAck(_))) => {
                voice.set(Some(client.clone()));
                ready.send_replace(true);
            }
            Ok(Event::Incoming(Packet::Publish(publish))) => {
                let arrived_us = now::micros();
                let Some((table, rest)) = publish.topic.strip_prefix("kifud/v1/").and_then(|topic| topic.split_once('/')) else { continue };
                if let Some(listener) = listeners.get(table) {
                    // A table that has ended hears nothing more.
                    let _ = listener.send(Heard { arrived_us, topic: rest.to_owned(), payload: publish.payload });
                }
            }
            Ok(_) => {}
            Err(error) => {
                tracing::debug!(%error, "the rehearsal's connection has ended");
                return;
            }
        }
    }
}
