//! Somebody who hears everything, as a display of the whole hall does, with the queue that a stock broker keeps for a subscriber.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, bail};
use rumqttc::v5::mqttbytes::QoS;
use rumqttc::v5::mqttbytes::v5::{Filter, Packet, Publish};
use rumqttc::v5::{AsyncClient, Event, EventLoop, MqttOptions};
use serde_json::Value;

use crate::mqtt::LARGEST_DOCUMENT;

/// Where mosquitto says how many messages it has dropped for want of room.
const DROPPED: &str = "$SYS/broker/publish/messages/dropped";

/// How long it may take until it says so once more: twice as often as it is told to.
const TOLD_AGAIN: Duration = Duration::from_millis(2_500);

/// What one subscriber to everything has heard.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Messages in all.
    pub messages: u64,
    /// Events whose number never came, though a later one did.
    pub missing: u64,
    /// Messages that the broker has dropped, for anybody; none where it does not tell.
    pub dropped: Option<u64>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a subscriber to everything heard {} messages, {} events missing, ", self.messages, self.missing)?;
        match self.dropped {
            Some(dropped) => write!(f, "{dropped} dropped by the broker"),
            None => write!(f, "the broker does not say what it drops"),
        }
    }
}

#[derive(Debug, Default)]
struct Heard {
    counts: Counts,
    /// The last number of each stream of each game.
    seqs: BTreeMap<(String, String), u64>,
}

/// The subscriber.
pub(super) struct Everything(Arc<Mutex<Heard>>);

impl Everything {
    /// Connects and subscribes.
    pub(super) async fn listen(broker: SocketAddr) -> anyhow::Result<Everything> {
        let mut options = MqttOptions::new(format!("kifud-everything-{}", std::process::id()), broker.ip().to_string(), broker.port());
        options.set_max_packet_size(Some(2 * LARGEST_DOCUMENT as u32));
        let (client, mut events) = AsyncClient::new(options, 4);
        client.subscribe_many([Filter::new("#", QoS::AtLeastOnce), Filter::new(DROPPED, QoS::AtMostOnce)]).await?;
        loop {
            match events.poll().await.with_context(|| format!("broker {broker}"))? {
                Event::Incoming(Packet::SubAck(ack)) if ack.return_codes.len() == 2 => break,
                Event::Incoming(Packet::SubAck(_)) => bail!("the broker refuses the subscription"),
                _ => {}
            }
        }
        let heard = Arc::new(Mutex::new(Heard::default()));
        tokio::spawn(listen(client, events, Arc::clone(&heard)));
        Ok(Everything(heard))
    }

    /// What was heard, when all has been said.
    pub(super) async fn counts(&self) -> Counts {
        tokio::time::sleep(TOLD_AGAIN).await;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).counts
    }
}

/// Listens to the end of the connection; the client goes with it.
async fn listen(_client: AsyncClient, mut events: EventLoop, heard: Arc<Mutex<Heard>>) {
    while let Ok(event) = events.poll().await {
        if let Event::Incoming(Packet::Publish(publish)) = event {
            heard.lock().unwrap_or_else(PoisonError::into_inner).take(&publish);
        }
    }
}

impl Heard {
    fn take(&mut self, publish: &Publish) {
        let topic = String::from_utf8_lossy(&publish.topic);
        if topic == DROPPED {
            self.counts.dropped = std::str::from_utf8(&publish.payload).ok().and_then(|text| text.trim().parse().ok());
            return;
        }
        self.counts.messages += 1;
        if topic.ends_with("/event") {
            let event: Value = serde_json::from_slice(&publish.payload).unwrap_or_default();
            self.event(topic.into_owned(), event["game_id"].as_str().unwrap_or_default().to_owned(), event["seq"].as_u64().unwrap_or(0));
        }
    }

    fn event(&mut self, topic: String, game_id: String, seq: u64) {
        let last = self.seqs.entry((topic, game_id)).or_default();
        self.counts.missing += seq.saturating_sub(*last + 1);
        *last = seq.max(*last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_never_came_are_counted_by_stream_and_game() {
        let mut heard = Heard::default();
        for (topic, game, seq) in
            [("t1/event", "g", 1), ("t1/event", "g", 4), ("t1/event", "g", 4), ("t2/event", "g", 1), ("t1/event", "h", 2)]
        {
            heard.event(topic.to_owned(), game.to_owned(), seq);
        }
        assert_eq!(heard.counts.missing, 2 + 1);
    }
}
