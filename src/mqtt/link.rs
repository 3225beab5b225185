//! rumqttc behind our own door: one connection, MQTT 5 or 3.1.1, and the few things that we want of it.
//!
//! The client forgets everything when a connection ends, so a [`Pen`] and an [`Ear`] live for one connection only. Nothing here waits for
//! room: the caller keeps to its window, and the channel is larger than that.

use std::time::Duration;

use bytes::Bytes;
use rumqttc::v5::mqttbytes::v5 as packet5;
use rumqttc::v5::{self as five};
use rumqttc::{self as three, NetworkOptions};

use super::by_hand::Sent;
use super::{BrokerAddress, ConnectRefused, Credentials, Tls, TlsError, Version};

/// Unacknowledged messages at once: enough to hide a long round trip, few to send again.
pub(super) const WINDOW: usize = 50;

/// The client's own limit lies above ours: its numbers go round here and must not meet an open one.
pub(super) const CLIENT_WINDOW: u16 = 60;

/// Room between us and the client: the window, a subscription, a good-bye.
pub(super) const CHANNEL: usize = 128;

/// How a connection is held.
#[derive(Debug)]
pub(super) struct Manner {
    /// A half-open connection shows after one to two of these.
    pub(super) keep_alive: Duration,
    /// Unacknowledged messages that the client holds at most.
    pub(super) window: u16,
    /// Room between us and the client.
    pub(super) channel: usize,
    /// Largest packet that the broker may send, in bytes.
    pub(super) incoming: u32,
}

impl Manner {
    /// As a table's is.
    pub(super) const TABLE: Manner =
        Manner { keep_alive: Duration::from_secs(10), window: CLIENT_WINDOW, channel: CHANNEL, incoming: INCOMING };
}

/// Largest packet that a broker may send us. Requests are refused above 16 kB, but must be heard for that. Far above what anybody sends,
/// for two reasons: 3.1.1 cannot announce a limit, and a larger packet ends the connection (for ever, when it is retained); and
/// mosquitto 2.0.11 drops what is larger than the limit that MQTT 5 announces, but keeps its place among the twenty messages that may
/// be on their way: after twenty of them the table would hear nothing any more.
const INCOMING: u32 = 32 << 20;

/// What MQTT allows at most.
const LARGEST_PACKET: usize = 268_435_455;

/// What a publish packet needs beside topic, payload and correlation data: header, lengths, number, properties.
const OVERHEAD: usize = 20;

/// Size of a publish packet, rounded up.
pub(super) fn packet_size(topic: &str, payload: &[u8], correlation: Option<&Bytes>) -> usize {
    OVERHEAD + topic.len() + payload.len() + correlation.map_or(0, Bytes::len)
}

/// The writing end of one connection.
pub(super) enum Pen {
    Five(five::AsyncClient),
    Three(three::AsyncClient),
    /// To whoever plays the broker.
    Hand(tokio::sync::mpsc::Sender<Sent>),
}

/// The listening end of one connection; it must be listened to for anything to happen.
pub(super) enum Ear {
    Five(Box<five::EventLoop>),
    Three(Box<three::EventLoop>),
}

/// What the connection says.
#[derive(Debug)]
pub(super) enum Heard {
    /// CONNACK: how many unacknowledged messages and how large a packet the broker takes.
    Connected { window: usize, largest: usize },
    /// SUBACK: for each filter in turn, whether it was granted.
    Subscribed(Vec<bool>),
    /// The oldest message without a number has this number.
    Numbered(u16),
    /// PUBACK, and what the broker says when it does not want it.
    Acknowledged { id: u16, refused: Option<String> },
    /// Somebody has published something.
    Message(Message),
    /// Our DISCONNECT is on its way.
    Left,
    /// Nothing of interest, but a sign of life.
    Alive,
    /// Nothing of interest that we did ourselves.
    Ours,
}

/// A message from the broker.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) topic: String,
    pub(super) payload: Bytes,
    pub(super) retained: bool,
    pub(super) response_topic: Option<String>,
    pub(super) correlation: Option<Bytes>,
}

/// The connection is gone or was never made.
#[derive(Debug)]
pub(super) struct Gone {
    pub(super) reason: String,
    /// Because another client with our name has come (MQTT 5 says so).
    pub(super) taken_over: bool,
    /// It was never made because the broker does not want us.
    pub(super) refused: Option<ConnectRefused>,
}

/// A filter of the subscription.
#[derive(Debug, Clone)]
pub(super) struct Filter {
    pub(super) path: String,
    /// MQTT 5: not what we publish ourselves.
    pub(super) not_own: bool,
}

/// What the broker says for us, retained, when we are gone without a word.
pub(super) struct Will {
    pub(super) topic: String,
    pub(super) payload: Bytes,
}

/// Prepares a connection to the node of the broker whose turn it is; it is made when the ear listens for the first time.
///
/// # Errors
/// Where it is to be secured and cannot be.
pub(super) fn open(
    broker: &BrokerAddress,
    credentials: Option<&Credentials>,
    attempt: usize,
    id: &str,
    manner: &Manner,
    will: Option<Will>,
) -> Result<(Pen, Ear), TlsError> {
    let transport = broker.tls.as_ref().map(Tls::transport).transpose()?;
    let node = broker.nodes.at(attempt);
    // The client puts host and port together.
    let (host, port) = (node.bracketed(), node.port);
    let mut network = NetworkOptions::new();
    network.set_tcp_nodelay(true);
    match broker.version {
        Version::V5 => {
            let mut options = five::MqttOptions::new(id, host, port);
            options.set_keep_alive(manner.keep_alive).set_clean_start(true).set_max_packet_size(Some(manner.incoming));
            options.set_outgoing_inflight_upper_limit(manner.window).set_network_options(network);
            if let Some(Will { topic, payload }) = will {
                options.set_last_will(packet5::LastWill::new(topic, payload, five::mqttbytes::QoS::AtLeastOnce, true, None));
            }
            if let Some(Credentials { user, password }) = credentials {
                options.set_credentials(user, password);
            }
            if let Some(transport) = transport {
                options.set_transport(transport);
            }
            let (client, events) = five::AsyncClient::new(options, manner.channel);
            Ok((Pen::Five(client), Ear::Five(Box::new(events))))
        }
        Version::V311 => {
            let mut options = three::MqttOptions::new(id, host, port);
            options.set_keep_alive(manner.keep_alive).set_clean_session(true).set_inflight(manner.window);
            options.set_max_packet_size(manner.incoming as usize, LARGEST_PACKET);
            if let Some(Will { topic, payload }) = will {
                options.set_last_will(three::LastWill::new(topic, payload, three::QoS::AtLeastOnce, true));
            }
            if let Some(Credentials { user, password }) = credentials {
                options.set_credentials(user, password);
            }
            if let Some(transport) = transport {
                options.set_transport(transport);
            }
            let (client, mut events) = three::AsyncClient::new(options, manner.channel);
            events.set_network_options(network);
            Ok((Pen::Three(client), Ear::Three(Box::new(events))))
        }
    }
}

impl Pen {
    /// Hands a message over, QoS 1; false when the client does not take it (a topic that cannot be published to).
    pub(super) fn publish(&self, topic: &str, payload: Bytes, retain: bool, correlation: Option<Bytes>) -> bool {
        match self {
            Pen::Five(client) => {
                let quality = five::mqttbytes::QoS::AtLeastOnce;
                let sent = match correlation {
                    None => client.try_publish(topic, quality, retain, payload),
                    Some(data) => {
                        let properties = packet5::PublishProperties { correlation_data: Some(data), ..Default::default() };
                        client.try_publish_with_properties(topic, quality, retain, payload, properties)
                    }
                };
                sent.is_ok()
            }
            Pen::Three(client) => client.try_publish(topic, three::QoS::AtLeastOnce, retain, payload).is_ok(),
            Pen::Hand(hand) => hand.try_send(Sent::Publish { topic: topic.to_owned(), payload, retain, correlation }).is_ok(),
        }
    }

    /// Subscribes to all of them at once. With MQTT 5 QoS 1, and retained flags are kept, so that a retained request is known as one whenever
    /// it comes. With 3.1.1 QoS 0: there the broker is a cluster (NATS), which keeps a replicated consumer for every subscription of QoS 1
    /// (measured with 100 tables on three nodes: 0.12 of a processor on each node and 110 MB without a message, against 0.006 and 20 MB).
    /// Nothing is lost by it that a session without memory would not lose too: whoever gets no answer asks again.
    pub(super) fn subscribe(&self, filters: &[Filter]) -> bool {
        match self {
            Pen::Five(client) => {
                let filters = filters.iter().map(|filter| {
                    let mut made = packet5::Filter::new(&filter.path, five::mqttbytes::QoS::AtLeastOnce);
                    made.nolocal = filter.not_own;
                    made.preserve_retain = true;
                    made
                });
                client.try_subscribe_many(filters).is_ok()
            }
            Pen::Three(client) => {
                let filters = filters.iter().map(|filter| three::SubscribeFilter::new(filter.path.clone(), three::QoS::AtMostOnce));
                client.try_subscribe_many(filters).is_ok()
            }
            Pen::Hand(hand) => {
                let filters = filters.iter().map(|filter| (filter.path.clone(), filter.not_own)).collect();
                hand.try_send(Sent::Subscribe { filters }).is_ok()
            }
        }
    }

    /// Subscribes to all of them at once as those do who only read: QoS 1 in either version, and a message is marked as retained only where
    /// the broker had kept it.
    pub(super) fn follow(&self, filters: impl Iterator<Item = String>) -> bool {
        match self {
            Pen::Five(client) => {
                client.try_subscribe_many(filters.map(|filter| packet5::Filter::new(filter, five::mqttbytes::QoS::AtLeastOnce))).is_ok()
            }
            Pen::Three(client) => {
                client.try_subscribe_many(filters.map(|filter| three::SubscribeFilter::new(filter, three::QoS::AtLeastOnce))).is_ok()
            }
            Pen::Hand(hand) => hand.try_send(Sent::Subscribe { filters: filters.map(|filter| (filter, false)).collect() }).is_ok(),
        }
    }

    /// Says good-bye: the broker forgets the will.
    pub(super) fn disconnect(&self) -> bool {
        match self {
            Pen::Five(client) => client.try_disconnect().is_ok(),
            Pen::Three(client) => client.try_disconnect().is_ok(),
            Pen::Hand(hand) => hand.try_send(Sent::Disconnect).is_ok(),
        }
    }
}

impl Ear {
    /// The next thing that happens. Not to be dropped half-way while the connection is wanted.
    pub(super) async fn next(&mut self) -> Result<Heard, Gone> {
        match self {
            Ear::Five(events) => events.poll().await.map(from_five).map_err(gone_five),
            Ear::Three(events) => events.poll().await.map(from_three).map_err(|error| gone_three(&error)),
        }
    }
}

fn from_five(event: five::Event) -> Heard {
    use packet5::Packet;
    match event {
        five::Event::Incoming(Packet::ConnAck(ack)) => {
            let properties = ack.properties;
            let receive = properties.as_ref().and_then(|properties| properties.receive_max);
            let largest = properties.as_ref().and_then(|properties| properties.max_packet_size);
            // One less: the client's numbers go round at the broker's maximum.
            let window = receive.map_or(WINDOW, |receive| usize::from(receive).saturating_sub(1).clamp(1, WINDOW));
            Heard::Connected { window, largest: largest.map_or(LARGEST_PACKET, |largest| largest as usize) }
        }
        five::Event::Incoming(Packet::SubAck(ack)) => {
            Heard::Subscribed(ack.return_codes.iter().map(|code| matches!(code, packet5::SubscribeReasonCode::Success(_))).collect())
        }
        five::Event::Incoming(Packet::PubAck(ack)) => {
            use packet5::PubAckReason;
            let taken = matches!(ack.reason, PubAckReason::Success | PubAckReason::NoMatchingSubscribers);
            Heard::Acknowledged { id: ack.pkid, refused: (!taken).then(|| format!("{:?}", ack.reason)) }
        }
        five::Event::Incoming(Packet::Publish(publish)) => {
            let (response_topic, correlation) =
                publish.properties.map_or((None, None), |properties| (properties.response_topic, properties.correlation_data));
            // Not UTF-8 is no topic (MQTT 1.5.4): nobody here has asked for it.
            let Ok(topic) = String::from_utf8(publish.topic.into()) else { return Heard::Alive };
            Heard::Message(Message { topic, payload: publish.payload, retained: publish.retain, response_topic, correlation })
        }
        five::Event::Incoming(_) => Heard::Alive,
        five::Event::Outgoing(three::Outgoing::Publish(id)) => Heard::Numbered(id),
        five::Event::Outgoing(three::Outgoing::Disconnect) => Heard::Left,
        five::Event::Outgoing(_) => Heard::Ours,
    }
}

fn gone_five(error: five::ConnectionError) -> Gone {
    let taken_over = matches!(
        error,
        five::ConnectionError::MqttState(five::StateError::ServerDisconnect {
            reason_code: packet5::DisconnectReasonCode::SessionTakenOver,
            ..
        })
    );
    use packet5::ConnectReturnCode as Code;
    let refused = match &error {
        five::ConnectionError::ConnectionRefused(code) => match code {
            Code::BadUserNamePassword | Code::BadAuthenticationMethod => Some(ConnectRefused::Credentials),
            Code::NotAuthorized | Code::Banned | Code::ClientIdentifierNotValid | Code::BadClientId => Some(ConnectRefused::NotAuthorised),
            Code::RefusedProtocolVersion | Code::UnsupportedProtocolVersion => Some(ConnectRefused::Protocol),
            Code::ServerUnavailable | Code::ServiceUnavailable | Code::ServerBusy | Code::QuotaExceeded | Code::ConnectionRateExceeded => {
                Some(ConnectRefused::Busy)
            }
            _ => None,
        },
        _ => None,
    };
    Gone { reason: error.to_string(), taken_over, refused }
}

fn gone_three(error: &three::ConnectionError) -> Gone {
    use three::ConnectReturnCode as Code;
    let refused = match error {
        three::ConnectionError::ConnectionRefused(code) => match code {
            Code::BadUserNamePassword => Some(ConnectRefused::Credentials),
            Code::NotAuthorized | Code::BadClientId => Some(ConnectRefused::NotAuthorised),
            Code::RefusedProtocolVersion => Some(ConnectRefused::Protocol),
            Code::ServiceUnavailable => Some(ConnectRefused::Busy),
            Code::Success => None,
        },
        _ => None,
    };
    Gone { reason: error.to_string(), taken_over: false, refused }
}

fn from_three(event: three::Event) -> Heard {
    use three::Packet;
    match event {
        three::Event::Incoming(Packet::ConnAck(_)) => Heard::Connected { window: WINDOW, largest: LARGEST_PACKET },
        three::Event::Incoming(Packet::SubAck(ack)) => {
            Heard::Subscribed(ack.return_codes.iter().map(|code| matches!(code, three::SubscribeReasonCode::Success(_))).collect())
        }
        three::Event::Incoming(Packet::PubAck(ack)) => Heard::Acknowledged { id: ack.pkid, refused: None },
        three::Event::Incoming(Packet::Publish(publish)) => Heard::Message(Message {
            topic: publish.topic,
            payload: publish.payload,
            retained: publish.retain,
            response_topic: None,
            correlation: None,
        }),
        three::Event::Incoming(_) => Heard::Alive,
        three::Event::Outgoing(three::Outgoing::Publish(id)) => Heard::Numbered(id),
        three::Event::Outgoing(three::Outgoing::Disconnect) => Heard::Left,
        three::Event::Outgoing(_) => Heard::Ours,
    }
}
