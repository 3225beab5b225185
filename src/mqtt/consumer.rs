//! What reads tables, as displays do: a client with a random name, no will and no session, which never touches a table's status.

use std::time::Duration;

use bytes::Bytes;

use super::link::{self, Ear, Manner, Pen};
use super::{BrokerAddress, Credentials, TlsError};

/// A silent broker is noticed after one or two of these; rumqttc refuses less than 5 s.
const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// Messages to the event loop at one time: one subscription, one disconnect, and what people press between two of its turns.
const REQUESTS: usize = 34;
/// Requests on their way at once: people press one after the other.
const WINDOW: u16 = 8;
/// Waiting before the next try: the first soon, because a broker restarts in under a second; none later, because people are looking.
const RETRY: [Duration; 4] = [Duration::from_millis(100), Duration::from_millis(400), Duration::from_secs(1), Duration::from_secs(2)];

/// How long a consumer waits before it tries again, after this many tries in a row that came to nothing.
pub fn retry_after(failures: usize) -> Duration {
    RETRY[failures.min(RETRY.len() - 1)]
}

/// What a consumer hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// The broker has taken the connection: subscribe now.
    Connected,
    /// A message.
    Message {
        /// Its topic.
        topic: String,
        /// What it says; empty where a topic was emptied.
        payload: Bytes,
        /// It was kept by the broker, and not sent just now.
        retained: bool,
    },
    /// The protocol's own.
    Nothing,
}

/// The listening end of a consumer's connection. After an error make a new one: the client library keeps nothing worth having.
pub struct Consumer(Ear);

/// Its speaking end.
pub struct Asking(Pen);

impl Consumer {
    /// A connection that is made with the first [`Consumer::next`], to the node of the broker whose turn it is at the `attempt`-th try. `kind`
    /// is the letter of its client id; packets over `largest_packet` bytes end it.
    ///
    /// # Errors
    /// A certificate that cannot be used.
    pub fn new(
        broker: &BrokerAddress,
        credentials: Option<&Credentials>,
        attempt: usize,
        kind: char,
        largest_packet: u32,
    ) -> Result<(Asking, Consumer), TlsError> {
        let manner = Manner { keep_alive: KEEP_ALIVE, window: WINDOW, channel: REQUESTS, incoming: largest_packet };
        let (pen, ear) = link::open(broker, credentials, attempt, &client_id(kind), &manner, None)?;
        Ok((Asking(pen), Consumer(ear)))
    }

    /// What comes next. Not to be dropped half-way while the connection is wanted: one that is just being made would be begun anew, and over a
    /// slow line never come about.
    ///
    /// # Errors
    /// Why the connection is gone, or could not be made.
    pub async fn next(&mut self) -> Result<Heard, String> {
        match self.0.next().await.map_err(|gone| gone.reason)? {
            link::Heard::Connected { .. } => Ok(Heard::Connected),
            link::Heard::Message(link::Message { topic, payload, retained, .. }) => Ok(Heard::Message { topic, payload, retained }),
            _ => Ok(Heard::Nothing),
        }
    }
}

impl Asking {
    /// Subscribes with QoS 1. On every connection anew: the client library never does it. The channel of a new connection has room.
    ///
    /// # Errors
    /// The client takes none of it.
    pub fn subscribe(&self, filters: impl Iterator<Item = String>) -> Result<(), String> {
        if self.0.follow(filters) { Ok(()) } else { Err("the subscription cannot be sent".to_owned()) }
    }

    /// Publishes a request; it is never retained.
    ///
    /// # Errors
    /// Too many are on their way.
    pub fn publish(&self, topic: &str, payload: &str) -> Result<(), &'static str> {
        let taken = self.0.publish(topic, Bytes::copy_from_slice(payload.as_bytes()), false, None);
        if taken { Ok(()) } else { Err("too many requests at one time: nothing was sent") }
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
    fn the_first_try_comes_soon_and_none_late() {
        assert!(retry_after(0) < retry_after(1) && retry_after(1) < retry_after(2));
        assert_eq!(retry_after(3), retry_after(1_000));
        assert!(retry_after(1_000) <= Duration::from_secs(2));
    }
}
