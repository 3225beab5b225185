//! The connection to the broker: it listens, and publishes nothing but the requests of those who have a token.

use std::sync::Arc;
use std::time::Duration;

use rumqttc::NetworkOptions;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet as Packet5};
use tracing::{info, warn};

use super::desk::Order;
use super::hub::Hub;
use super::tables::{MAX_DOCUMENT_BYTES, Refused};
use super::{BrokerAddress, Options, Version};

/// What is read of each table. `alert/+` comes first and `status` last, so that most brokers send the retained ones in this order, but nothing
/// depends on it.
const TOPICS: [&str; 11] =
    ["alert/+", "health", "info", "result/+", "game", "clock", "event", "public/game", "public/clock", "public/event", "status"];

/// The answers to requests; read only where requests can be sent.
const ANSWERS: &str = "response/+";

/// A silent broker is noticed after one or two of these; rumqttc refuses less than 5 s.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// Waiting before the next try: the first soon, because a broker restarts in under a second; none later, because people are looking.
const RETRY: [Duration; 4] = [Duration::from_millis(100), Duration::from_millis(400), Duration::from_secs(1), Duration::from_secs(2)];
/// Packets hold a document, its topic and properties.
const MAX_PACKET_BYTES: u32 = MAX_DOCUMENT_BYTES as u32 + 4_096;
/// Messages to the event loop at one time: one subscription, one disconnect, and what referees press between two of its turns.
const REQUESTS: usize = 34;
/// How often old documents are looked for.
const SWEEP: Duration = Duration::from_millis(500);

/// Keeps the connection until the hub is closed.
pub(super) async fn run(options: Options, hub: Arc<Hub>) {
    let (mut failures, mut attempt) = (0, 0);
    let mut said = String::new();
    loop {
        let ended = tokio::select! {
            () = hub.closed() => return,
            ended = listen(&options, &hub, attempt) => ended,
        };
        // Where the broker is a cluster another node may be there.
        attempt += 1;
        failures = if ended.connected { 0 } else { failures + 1 };
        // Told once, since a broker may be away for hours; and not of a first try that goes well a moment later.
        if failures != 1 && said != ended.error {
            warn!(error = ended.error, host = options.broker.host, port = options.broker.port, "display has no broker");
            said = ended.error;
        }
        hub.change(super::tables::Tables::disconnect);
        while let Some(order) = hub.desk().next_now() {
            hub.desk().refuse(&order, NO_BROKER);
        }
        let wait = RETRY[failures.min(RETRY.len() - 1)];
        tokio::select! {
            () = hub.closed() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// What is said of a request while there is no broker.
pub(super) const NO_BROKER: &str = "there is no broker: nothing was sent";

/// How a connection ended.
struct Ended {
    /// It was there.
    connected: bool,
    error: String,
}

/// The node that is tried for the `attempt`-th time: the first one, the others in turn, and again.
fn node(broker: &BrokerAddress, attempt: usize) -> (String, u16) {
    match attempt % (broker.others.len() + 1) {
        0 => (broker.host.clone(), broker.port),
        other => broker.others[other - 1].clone(),
    }
}

/// One connection from beginning to end.
async fn listen(options: &Options, hub: &Hub, attempt: usize) -> Ended {
    let mut session = Session::new(options, node(&options.broker, attempt));
    let mut connected = false;
    let mut sweep = tokio::time::interval(SWEEP);
    loop {
        let event = tokio::select! {
            event = session.next() => event,
            order = hub.desk().next() => {
                if let Err(why) = send(&session, &options.base, &order, connected) {
                    hub.desk().refuse(&order, why);
                }
                continue;
            }
            _ = sweep.tick() => {
                hub.change(|tables| tables.sweep(crate::now::stamp().mono));
                continue;
            }
        };
        match event {
            Ok(Incoming::Connected) => {
                info!(host = options.broker.host, port = options.broker.port, "display is connected to the broker");
                connected = true;
                hub.change(super::tables::Tables::connect);
                session.subscribe(&options.base, options.tokens.is_some());
            }
            Ok(Incoming::Message { topic, payload, retained }) => take(options, hub, &topic, &payload, retained),
            Ok(Incoming::Nothing) => {}
            Err(error) => return Ended { connected, error },
        }
    }
}

/// Puts a request on its way.
fn send(session: &Session, base: &str, order: &Order, connected: bool) -> Result<(), &'static str> {
    if !connected {
        return Err(NO_BROKER);
    }
    let Order { table, verb, user, payload, .. } = order;
    session.publish(format!("{base}/v1/{table}/request/{verb}/{user}"), payload)
}

/// Stamps a message and puts it in its place.
fn take(options: &Options, hub: &Hub, topic: &[u8], payload: &[u8], retained: bool) {
    let now = crate::now::stamp();
    let Some((table, rest)) = std::str::from_utf8(topic).ok().and_then(|topic| split(&options.base, topic)) else { return };
    if let Some(verb) = rest.strip_prefix("response/") {
        return hub.desk().answer(table, verb, payload);
    }
    match hub.change(|tables| tables.take(table, rest, payload, retained, now)) {
        Ok(()) => {}
        Err(Refused::TooManyTables) => warn!(table, "not shown: too many tables"),
        Err(Refused::TooManyDocuments) => warn!(table, topic = rest, "not shown: too many documents"),
        Err(Refused::TooLarge) => warn!(table, topic = rest, bytes = payload.len(), "not shown: too large"),
        Err(Refused::NotJson) => warn!(table, topic = rest, "not shown: not JSON"),
    }
}

/// Table and topic of `<base>/v1/<table>/<topic>`.
fn split<'a>(base: &str, topic: &'a str) -> Option<(&'a str, &'a str)> {
    let (table, rest) = topic.strip_prefix(base)?.strip_prefix("/v1/")?.split_once('/')?;
    let named = !table.is_empty() && table.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    (named && table != "all").then_some((table, rest))
}

/// A name that no other client has: `display` must never push a table off the broker. Short enough for every broker (23 in MQTT 3.1.1).
fn client_id() -> String {
    let mut random = [0_u8; 7];
    // Without the kernel's randomness the moment still tells two displays apart.
    if rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty()).is_err() {
        random.copy_from_slice(&crate::now::stamp().mono.as_millis().to_le_bytes()[..7]);
    }
    random.iter().fold("kifud-d-".to_owned(), |id, byte| format!("{id}{byte:02x}"))
}

/// What comes from a connection.
enum Incoming {
    Connected,
    Message { topic: Vec<u8>, payload: Vec<u8>, retained: bool },
    Nothing,
}

/// One connection in either version.
enum Session {
    V5(rumqttc::v5::AsyncClient, Box<rumqttc::v5::EventLoop>),
    V311(rumqttc::AsyncClient, Box<rumqttc::EventLoop>),
}

impl Session {
    fn new(options: &Options, (host, port): (String, u16)) -> Self {
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        network.set_connection_timeout(KEEP_ALIVE.as_secs());
        match options.broker.version {
            Version::V5 => {
                let mut mqtt = rumqttc::v5::MqttOptions::new(client_id(), host, port);
                mqtt.set_keep_alive(KEEP_ALIVE).set_clean_start(true).set_max_packet_size(Some(MAX_PACKET_BYTES));
                mqtt.set_network_options(network).set_outgoing_inflight_upper_limit(8);
                if let Some(credentials) = &options.credentials {
                    mqtt.set_credentials(&credentials.user, &credentials.password);
                }
                let (client, events) = rumqttc::v5::AsyncClient::new(mqtt, REQUESTS);
                Self::V5(client, Box::new(events))
            }
            Version::V311 => {
                let mut mqtt = rumqttc::MqttOptions::new(client_id(), host, port);
                mqtt.set_keep_alive(KEEP_ALIVE).set_clean_session(true);
                mqtt.set_max_packet_size(MAX_PACKET_BYTES as usize, MAX_PACKET_BYTES as usize).set_inflight(8);
                if let Some(credentials) = &options.credentials {
                    mqtt.set_credentials(&credentials.user, &credentials.password);
                }
                let (client, mut events) = rumqttc::AsyncClient::new(mqtt, REQUESTS);
                events.set_network_options(network);
                Self::V311(client, Box::new(events))
            }
        }
    }

    /// On every connection anew: the client library never does it. The channel of a new session has room.
    fn subscribe(&self, base: &str, answers: bool) {
        let filters = TOPICS.iter().chain(answers.then_some(&ANSWERS)).map(|topic| format!("{base}/v1/+/{topic}"));
        let asked = match self {
            Self::V5(client, _) => client
                .try_subscribe_many(filters.map(|filter| Filter::new(filter, rumqttc::v5::mqttbytes::QoS::AtLeastOnce)))
                .map_err(|error| error.to_string()),
            Self::V311(client, _) => client
                .try_subscribe_many(filters.map(|filter| rumqttc::SubscribeFilter::new(filter, rumqttc::QoS::AtLeastOnce)))
                .map_err(|error| error.to_string()),
        };
        if let Err(error) = asked {
            warn!(error, "display cannot subscribe");
        }
    }

    /// Publishes a request; it is never retained.
    fn publish(&self, topic: String, payload: &str) -> Result<(), &'static str> {
        let full = "too many requests at one time: nothing was sent";
        match self {
            Self::V5(client, _) => {
                client.try_publish(topic, rumqttc::v5::mqttbytes::QoS::AtLeastOnce, false, payload.to_owned()).map_err(|_| full)
            }
            Self::V311(client, _) => client.try_publish(topic, rumqttc::QoS::AtLeastOnce, false, payload).map_err(|_| full),
        }
    }

    /// The next packet. Cancel safe: rumqttc keeps what it has read.
    async fn next(&mut self) -> Result<Incoming, String> {
        match self {
            Self::V5(_, events) => match events.poll().await.map_err(|error| error.to_string())? {
                rumqttc::v5::Event::Incoming(Packet5::ConnAck(_)) => Ok(Incoming::Connected),
                rumqttc::v5::Event::Incoming(Packet5::Publish(publish)) => {
                    Ok(Incoming::Message { topic: publish.topic.to_vec(), payload: publish.payload.to_vec(), retained: publish.retain })
                }
                _ => Ok(Incoming::Nothing),
            },
            Self::V311(_, events) => match events.poll().await.map_err(|error| error.to_string())? {
                rumqttc::Event::Incoming(rumqttc::Packet::ConnAck(_)) => Ok(Incoming::Connected),
                rumqttc::Event::Incoming(rumqttc::Packet::Publish(publish)) => {
                    Ok(Incoming::Message { topic: publish.topic.into_bytes(), payload: publish.payload.to_vec(), retained: publish.retain })
                }
                _ => Ok(Incoming::Nothing),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_topics_of_tables_are_taken() {
        assert_eq!(split("kifud", "kifud/v1/t1/game"), Some(("t1", "game")));
        assert_eq!(split("club/kifud", "club/kifud/v1/hall-a-3/alert/a-1"), Some(("hall-a-3", "alert/a-1")));
        for other in
            ["kifud/v1/all/request/ping", "kifud/v2/t1/game", "kifud/v1/t1", "kifud/v1//game", "kifud/v1/T 1/game", "other/v1/t1/game"]
        {
            assert_eq!(split("kifud", other), None, "{other}");
        }
    }

    #[test]
    fn client_ids_are_random_and_short() {
        let (one, other) = (client_id(), client_id());
        assert_ne!(one, other);
        assert!(one.len() <= 23, "{one}");
    }
}
