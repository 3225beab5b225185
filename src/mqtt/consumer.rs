//! What reads tables, as displays do: a client with a random name, no will and no session, which never touches a table's status.

use std::path::Path;
use std::time::Duration;

use rumqttc::NetworkOptions;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet as Packet5};

use super::{Tls, TlsError, Version};

/// A silent broker is noticed after one or two of these; rumqttc refuses less than 5 s.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// Messages to the event loop at one time: one subscription, one disconnect, and what people press between two of its turns.
const REQUESTS: usize = 34;
/// Waiting before the next try: the first soon, because a broker restarts in under a second; none later, because people are looking.
const RETRY: [Duration; 4] = [Duration::from_millis(100), Duration::from_millis(400), Duration::from_secs(1), Duration::from_secs(2)];

/// How long a consumer waits before it tries again, after this many tries in a row that came to nothing.
pub fn retry_after(failures: usize) -> Duration {
    RETRY[failures.min(RETRY.len() - 1)]
}

/// Where the broker of a consumer is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerAddress {
    /// Name or address of its machine.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The other nodes of a cluster, tried in turn when a connection breaks or cannot be made.
    pub others: Vec<(String, u16)>,
    /// What it speaks.
    pub version: Version,
    /// How the connection is secured; none in the clear.
    pub tls: Option<Tls>,
}

impl BrokerAddress {
    /// The node that is tried for the `attempt`-th time: the first one, the others in turn, and again.
    pub fn node(&self, attempt: usize) -> BrokerAddress {
        let (host, port) = match attempt % (self.others.len() + 1) {
            0 => (self.host.clone(), self.port),
            other => self.others[other - 1].clone(),
        };
        BrokerAddress { host, port, ..self.clone() }
    }
}

/// A user of the broker.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Name.
    pub user: String,
    /// Password; never shown.
    pub password: String,
}

impl Credentials {
    /// A user whose password, if there is one, is what this file holds but for the end of its line.
    ///
    /// # Errors
    /// The file cannot be read, by its name.
    pub fn read(user: &str, password_file: Option<&Path>) -> std::io::Result<Credentials> {
        let password = match password_file {
            Some(file) => std::fs::read_to_string(file)
                .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))?
                .trim_end_matches(['\r', '\n'])
                .to_owned(),
            None => String::new(),
        };
        Ok(Credentials { user: user.to_owned(), password })
    }
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// What a consumer hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// The broker has taken the connection: subscribe now.
    Connected,
    /// A message.
    Message {
        /// Its topic, in bytes: a stranger's need not be UTF-8.
        topic: Vec<u8>,
        /// What it says; empty where a topic was emptied.
        payload: Vec<u8>,
        /// It was kept by the broker, and not sent just now.
        retained: bool,
    },
    /// The protocol's own.
    Nothing,
}

/// One connection of a consumer, in either version. After an error make a new one: the client library keeps nothing worth having.
pub struct Consumer(Session);

enum Session {
    V5(rumqttc::v5::AsyncClient, Box<rumqttc::v5::EventLoop>),
    V311(rumqttc::AsyncClient, Box<rumqttc::EventLoop>),
}

impl Consumer {
    /// A connection that is made with the first [`Consumer::next`]. `kind` is the letter of its client id; packets over `largest_packet`
    /// bytes end it.
    ///
    /// # Errors
    /// A certificate that cannot be used.
    pub fn new(broker: &BrokerAddress, credentials: Option<&Credentials>, kind: char, largest_packet: u32) -> Result<Consumer, TlsError> {
        let mut network = NetworkOptions::new();
        network.set_tcp_nodelay(true);
        network.set_connection_timeout(KEEP_ALIVE.as_secs());
        let transport = broker.tls.as_ref().map(Tls::transport).transpose()?;
        let (host, port) = (broker.host.clone(), broker.port);
        Ok(Consumer(match broker.version {
            Version::V5 => {
                let mut mqtt = rumqttc::v5::MqttOptions::new(client_id(kind), host, port);
                mqtt.set_keep_alive(KEEP_ALIVE).set_clean_start(true).set_max_packet_size(Some(largest_packet));
                mqtt.set_network_options(network).set_outgoing_inflight_upper_limit(8);
                if let Some(credentials) = credentials {
                    mqtt.set_credentials(&credentials.user, &credentials.password);
                }
                if let Some(transport) = transport {
                    mqtt.set_transport(transport);
                }
                let (client, events) = rumqttc::v5::AsyncClient::new(mqtt, REQUESTS);
                Session::V5(client, Box::new(events))
            }
            Version::V311 => {
                let mut mqtt = rumqttc::MqttOptions::new(client_id(kind), host, port);
                mqtt.set_keep_alive(KEEP_ALIVE).set_clean_session(true);
                mqtt.set_max_packet_size(largest_packet as usize, largest_packet as usize).set_inflight(8);
                if let Some(credentials) = credentials {
                    mqtt.set_credentials(&credentials.user, &credentials.password);
                }
                if let Some(transport) = transport {
                    mqtt.set_transport(transport);
                }
                let (client, mut events) = rumqttc::AsyncClient::new(mqtt, REQUESTS);
                events.set_network_options(network);
                Session::V311(client, Box::new(events))
            }
        }))
    }

    /// Subscribes with QoS 1. On every connection anew: the client library never does it. The channel of a new connection has room.
    ///
    /// # Errors
    /// What the client library says.
    pub fn subscribe(&self, filters: impl Iterator<Item = String>) -> Result<(), String> {
        match &self.0 {
            Session::V5(client, _) => client
                .try_subscribe_many(filters.map(|filter| Filter::new(filter, rumqttc::v5::mqttbytes::QoS::AtLeastOnce)))
                .map_err(|error| error.to_string()),
            Session::V311(client, _) => client
                .try_subscribe_many(filters.map(|filter| rumqttc::SubscribeFilter::new(filter, rumqttc::QoS::AtLeastOnce)))
                .map_err(|error| error.to_string()),
        }
    }

    /// Publishes a request; it is never retained.
    ///
    /// # Errors
    /// Too many are on their way.
    pub fn publish(&self, topic: String, payload: &str) -> Result<(), &'static str> {
        let full = "too many requests at one time: nothing was sent";
        match &self.0 {
            Session::V5(client, _) => {
                client.try_publish(topic, rumqttc::v5::mqttbytes::QoS::AtLeastOnce, false, payload.to_owned()).map_err(|_| full)
            }
            Session::V311(client, _) => client.try_publish(topic, rumqttc::QoS::AtLeastOnce, false, payload).map_err(|_| full),
        }
    }

    /// What comes next. Cancel safe: rumqttc keeps what it has read.
    ///
    /// # Errors
    /// Why the connection is gone, or could not be made.
    pub async fn next(&mut self) -> Result<Heard, String> {
        match &mut self.0 {
            Session::V5(_, events) => match events.poll().await.map_err(|error| error.to_string())? {
                rumqttc::v5::Event::Incoming(Packet5::ConnAck(_)) => Ok(Heard::Connected),
                rumqttc::v5::Event::Incoming(Packet5::Publish(publish)) => {
                    Ok(Heard::Message { topic: publish.topic.to_vec(), payload: publish.payload.to_vec(), retained: publish.retain })
                }
                _ => Ok(Heard::Nothing),
            },
            Session::V311(_, events) => match events.poll().await.map_err(|error| error.to_string())? {
                rumqttc::Event::Incoming(rumqttc::Packet::ConnAck(_)) => Ok(Heard::Connected),
                rumqttc::Event::Incoming(rumqttc::Packet::Publish(publish)) => {
                    Ok(Heard::Message { topic: publish.topic.into_bytes(), payload: publish.payload.to_vec(), retained: publish.retain })
                }
                _ => Ok(Heard::Nothing),
            },
        }
    }
}

/// A name that no other client has: a consumer must never push a table off the broker. Short enough for every broker (23 in MQTT 3.1.1).
fn client_id(kind: char) -> String {
    let mut random = [0_u8; 7];
    // Without the kernel's randomness the moment still tells two consumers apart.
    if rustix::rand::getrandom(&mut random[..], rustix::rand::GetRandomFlags::empty()).is_err() {
        random.copy_from_slice(&crate::now::stamp().mono.as_millis().to_le_bytes()[..7]);
    }
    random.iter().fold(format!("kifud-{kind}-"), |id, byte| format!("{id}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_ids_are_random_and_short() {
        let (one, other) = (client_id('d'), client_id('d'));
        assert_ne!(one, other);
        assert!(one.len() <= 23, "{one}");
    }

    #[test]
    fn a_password_is_the_line_of_its_file_with_the_blanks_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("password");
        std::fs::write(&file, " se cret \r\n").unwrap();
        assert_eq!(Credentials::read("anna", Some(&file)).unwrap().password, " se cret ");
        assert_eq!(Credentials::read("anna", None).unwrap().password, "");
        let missing = Credentials::read("anna", Some(&dir.path().join("none"))).unwrap_err().to_string();
        assert!(missing.contains("none: "), "{missing}");
    }

    #[test]
    fn the_first_try_comes_soon_and_none_late() {
        assert!(retry_after(0) < retry_after(1) && retry_after(1) < retry_after(2));
        assert_eq!(retry_after(3), retry_after(1_000));
        assert!(retry_after(1_000) <= Duration::from_secs(2));
    }
}
