//! A table's connection to a broker that says anything at any time, with strangers that publish anything anywhere: nothing panics, it comes to
//! rest at every moment, and sends nothing that is larger than the broker takes or than the contract allows.

use bytes::Bytes;
use kifud::mqtt::by_hand::{ByHand, NUMBERS, Said, Sent};
use kifud::mqtt::{BrokerAddress, EventSource, Feedback, LARGEST_DOCUMENT, Nodes, Outgoing, Pace, Settings, Version};
use kifud::now::StandIn;
use kifud::time::{Mono, Stamp, Wall};
use tokio::sync::mpsc;

use crate::{byte, take};

/// Rounds of one moment within which it must have nothing more to say.
const ROUNDS_MAX: usize = 1_000;

/// Topics that mean something; others come from the script.
const TOPICS: [&str; 10] = [
    "kifud/v1/t1/status",
    "kifud/v1/t1/alert/a-1",
    "kifud/v1/t1/response/ping",
    "kifud/v1/t1/request/pass",
    "kifud/v1/t1/request/pass/anna",
    "kifud/v1/all/request/ping",
    "kifud/v1/t1/request/",
    "kifud/v1/t1/request/a/b/c",
    "kifud/v1/t2/status",
    "kifud/v1/t1/request/+",
];

/// Documents that mean something.
const PAYLOADS: [&str; 6] = [
    "",
    "{\"state\":\"lost\",\"bridge\":\"hall\",\"instance\":\"i-1\",\"session\":\"s\"}",
    "{\"state\":\"ready\",\"bridge\":\"other\",\"instance\":\"i-2\",\"session\":\"s-2\",\"since\":\"2026-12-05T01:30:00.007Z\"}",
    "{\"state\":\"disconnected\",\"bridge\":\"hall\",\"instance\":\"i-1\",\"session\":\"s\"}",
    "{\"transaction\":\"t-1\",\"color\":\"black\"}",
    "{\"status\":\"ok\",\"transaction\":\"ping-0\",\"data\":{}}",
];

/// Events without end, a hundred at first.
struct Events {
    there: u64,
    delivered: u64,
}

impl EventSource for Events {
    fn after(&mut self, cursor: u64, limit: usize) -> Vec<Outgoing> {
        let event = |row_id: u64| Outgoing { row_id, topic_suffix: "event", payload: Bytes::from(format!("{{\"seq\":{row_id}}}")) };
        (cursor + 1..=self.there).take(limit).map(event).collect()
    }

    fn recent_cursor(&mut self) -> u64 {
        self.there.saturating_sub(10)
    }

    fn delivered_cursor(&mut self) -> u64 {
        self.delivered
    }

    fn delivered(&mut self, row_id: u64) {
        assert!(row_id > self.delivered && row_id <= self.there, "{row_id} after {}", self.delivered);
        self.delivered = row_id;
    }
}

fn settings() -> Settings {
    Settings {
        broker: BrokerAddress { nodes: Nodes::one("nowhere", 1), version: Version::V5, tls: None },
        credentials: None,
        base: "kifud".to_owned(),
        bridge: "hall".to_owned(),
        table: "t1".to_owned(),
        instance: "i-1".to_owned(),
        require_user: false,
        pace: Pace::default(),
    }
}

struct Scene {
    connection: ByHand,
    feedback: mpsc::Receiver<Feedback>,
    largest: usize,
    number: u16,
}

impl Scene {
    /// Until it has nothing more to say at this moment.
    fn rest(&mut self) {
        for _ in 0..ROUNDS_MAX {
            self.connection.turn();
            while self.feedback.try_recv().is_ok() {}
            let sent = self.connection.take_sent();
            if sent.is_empty() {
                return;
            }
            for sent in sent {
                self.sent(sent);
            }
        }
        panic!("it does not come to rest");
    }

    fn sent(&mut self, sent: Sent) {
        let Sent::Publish { topic, payload, .. } = sent else { return };
        assert!(payload.len() <= LARGEST_DOCUMENT, "{topic}: {} bytes", payload.len());
        assert!(topic.len() + payload.len() <= self.largest, "{topic}: {} bytes, the broker takes {}", payload.len(), self.largest);
        assert!(!topic.contains(['+', '#', '\0']), "{topic}");
        self.number = self.number % NUMBERS + 1;
        self.connection.hear(Said::Numbered(self.number));
    }
}

/// Plays the script.
pub fn play(mut script: &[u8]) {
    let moment = |ms: u64| Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(1_790_000_000_000 + ms as i64));
    let mut ms = 1_000_000;
    let time = StandIn::begin(moment(ms), "boot", 7);
    let (sender, feedback) = mpsc::channel(8);
    let (handle, connection) = ByHand::new(settings(), vec![Box::new(Events { there: 100, delivered: 0 })], sender);
    let mut scene = Scene { connection, feedback, largest: usize::MAX, number: 0 };
    scene.rest();
    while !script.is_empty() {
        match byte(&mut script) % 10 {
            0 => ms += u64::from(byte(&mut script)) * 100,
            1 => {
                let (window, largest) = (usize::from(byte(&mut script) % 50) + 1, (usize::from(byte(&mut script)) + 1) * 300);
                (scene.largest, scene.number) = (largest, 0);
                scene.connection.hear(Said::Connected { window, largest });
            }
            2 => {
                let granted = take(&mut script, 5).iter().map(|byte| byte & 1 == 0).collect();
                scene.connection.hear(Said::Subscribed(granted));
            }
            3 | 4 => {
                let (id, refused) = (u16::from(byte(&mut script)), byte(&mut script) > 240);
                scene.connection.hear(Said::Acknowledged { id, refused: refused.then(|| "no".to_owned()) });
            }
            5 | 6 => {
                let (topic, payload, retained) = (byte(&mut script), byte(&mut script), byte(&mut script) & 1 == 1);
                let text = |script: &mut &[u8], length: u8| String::from_utf8_lossy(take(script, usize::from(length))).into_owned();
                let topic = TOPICS.get(usize::from(topic)).map_or_else(|| text(&mut script, topic), |topic| (*topic).to_owned());
                let payload =
                    PAYLOADS.get(usize::from(payload)).map_or_else(|| text(&mut script, payload), |payload| (*payload).to_owned());
                scene.connection.hear(Said::Message { topic, payload: Bytes::from(payload), retained });
            }
            7 => {
                scene.connection.hear(Said::Gone { reason: "gone".to_owned() });
                scene.largest = usize::MAX;
            }
            8 => {
                let document = vec![b'x'; usize::from(byte(&mut script)) * 300];
                handle.document(["game", "clock", "alert/a-1"][usize::from(byte(&mut script)) % 3], Some(Bytes::from(document)));
            }
            _ => handle.status(["init", "ready", "degraded"][usize::from(byte(&mut script)) % 3]),
        }
        time.set(moment(ms));
        scene.rest();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_takes_anything() {
        for seed in 0..3_000_u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let script: Vec<u8> = (0..(seed % 400) as usize + 20)
                .map(|_| {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    (state >> 32) as u8
                })
                .collect();
            super::play(&script);
        }
    }

    #[test]
    fn the_seed_comes_to_life() {
        super::play(include_bytes!("../seeds/connection/alive"));
    }
}
