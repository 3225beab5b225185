//! A plain MQTT client for tests: what any stranger's program would be.

use std::net::SocketAddr;
use std::time::Duration;

use rumqttc::v5::mqttbytes::QoS as Qos5;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet as Packet5};
use rumqttc::{Packet, QoS};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// How long a test waits for something that must come: long enough for a busy machine, only reached when the test fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A version of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    V5,
    V311,
}

/// A message as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub topic: String,
    pub payload: String,
    pub retain: bool,
}

/// What happened on the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happened {
    Connected,
    Subscribed,
    /// The broker has the message. Refused ones (MQTT 5 only) say so.
    Acknowledged {
        refused: bool,
    },
    Came(Message),
    Ended,
}

enum Client {
    V5(rumqttc::v5::AsyncClient),
    V311(rumqttc::AsyncClient),
}

/// A client with its event loop on a task of its own.
pub struct Peer {
    client: Client,
    happened: mpsc::UnboundedReceiver<Happened>,
    task: JoinHandle<()>,
}

impl Peer {
    /// Starts connecting.
    pub fn open(version: Version, id: &str, broker: SocketAddr) -> Self {
        Self::open_as(version, id, broker, None)
    }

    /// Starts connecting with a name and a password.
    pub fn open_as(version: Version, id: &str, broker: SocketAddr, user: Option<(&str, &str)>) -> Self {
        let (tell, happened) = mpsc::unbounded_channel();
        match version {
            Version::V5 => {
                let mut options = rumqttc::v5::MqttOptions::new(id, broker.ip().to_string(), broker.port());
                options.set_max_packet_size(Some(1 << 20));
                if let Some((user, password)) = user {
                    options.set_credentials(user, password);
                }
                let (client, mut events) = rumqttc::v5::AsyncClient::new(options, 100);
                let task = tokio::spawn(async move {
                    while let Ok(event) = events.poll().await {
                        let rumqttc::v5::Event::Incoming(packet) = event else { continue };
                        let _ = match packet {
                            Packet5::ConnAck(_) => tell.send(Happened::Connected),
                            Packet5::SubAck(_) => tell.send(Happened::Subscribed),
                            Packet5::PubAck(ack) => tell.send(Happened::Acknowledged { refused: refused(&ack) }),
                            Packet5::Publish(p) => tell.send(Happened::Came(message(&p.topic, &p.payload, p.retain))),
                            _ => Ok(()),
                        };
                    }
                    let _ = tell.send(Happened::Ended);
                });
                Self { client: Client::V5(client), happened, task }
            }
            Version::V311 => {
                let mut options = rumqttc::MqttOptions::new(id, broker.ip().to_string(), broker.port());
                options.set_max_packet_size(1 << 20, 1 << 20);
                if let Some((user, password)) = user {
                    options.set_credentials(user, password);
                }
                let (client, mut events) = rumqttc::AsyncClient::new(options, 100);
                let task = tokio::spawn(async move {
                    while let Ok(event) = events.poll().await {
                        let rumqttc::Event::Incoming(packet) = event else { continue };
                        let _ = match packet {
                            Packet::ConnAck(_) => tell.send(Happened::Connected),
                            Packet::SubAck(_) => tell.send(Happened::Subscribed),
                            Packet::PubAck(_) => tell.send(Happened::Acknowledged { refused: false }),
                            Packet::Publish(p) => tell.send(Happened::Came(message(p.topic.as_bytes(), &p.payload, p.retain))),
                            _ => Ok(()),
                        };
                    }
                    let _ = tell.send(Happened::Ended);
                });
                Self { client: Client::V311(client), happened, task }
            }
        }
    }

    /// Connects, trying until the broker answers (it may be starting just now).
    pub async fn connect(version: Version, id: &str, broker: SocketAddr) -> Self {
        let end = tokio::time::sleep(PATIENCE);
        tokio::pin!(end);
        loop {
            let mut peer = Self::open(version, id, broker);
            tokio::select! {
                first = peer.next() => if first == Happened::Connected { return peer },
                () = &mut end => panic!("{id}: no connection to {broker}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The next thing that happens.
    pub async fn next(&mut self) -> Happened {
        tokio::time::timeout(PATIENCE, self.happened.recv()).await.expect("nothing came in time").unwrap_or(Happened::Ended)
    }

    /// Asks to subscribe; the broker's word is [`Happened::Subscribed`].
    pub async fn subscribe(&self, filter: &str) {
        match &self.client {
            Client::V5(client) => client.subscribe_many([Filter::new(filter, Qos5::AtLeastOnce)]).await.unwrap(),
            Client::V311(client) => client.subscribe(filter, QoS::AtLeastOnce).await.unwrap(),
        }
    }

    /// Publishes at QoS 1 and waits for the broker's word; `false` when it was refused.
    pub async fn publish(&mut self, topic: &str, retain: bool, payload: impl Into<String>) -> bool {
        let payload = payload.into();
        match &self.client {
            Client::V5(client) => client.publish(topic, Qos5::AtLeastOnce, retain, payload).await.unwrap(),
            Client::V311(client) => client.publish(topic, QoS::AtLeastOnce, retain, payload).await.unwrap(),
        }
        loop {
            match self.next().await {
                Happened::Acknowledged { refused } => return !refused,
                Happened::Ended => panic!("the connection ended before {topic} was acknowledged"),
                _ => {}
            }
        }
    }

    /// The next message.
    pub async fn message(&mut self) -> Message {
        loop {
            match self.next().await {
                Happened::Came(message) => return message,
                Happened::Ended => panic!("the connection ended before a message came"),
                _ => {}
            }
        }
    }

    /// Ends without a word, as a program that crashes.
    pub fn kill(self) {
        self.task.abort();
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn message(topic: &[u8], payload: &[u8], retain: bool) -> Message {
    Message { topic: String::from_utf8_lossy(topic).into_owned(), payload: String::from_utf8_lossy(payload).into_owned(), retain }
}

/// rumqttc numbers the reasons of its own accord, so the code is told by name.
fn refused(ack: &rumqttc::v5::mqttbytes::v5::PubAck) -> bool {
    use rumqttc::v5::mqttbytes::v5::PubAckReason;
    !matches!(ack.reason, PubAckReason::Success | PubAckReason::NoMatchingSubscribers)
}
