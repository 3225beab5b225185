//! The network: a client's socket, a broker that keeps what is retained, and the line to somebody who follows the table. Messages take a
//! moment, never overtake each other, and are lost with the connection that they were on.

mod befalls;
mod line;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bytes::Bytes;

use super::TOPICS;
use crate::mqtt::by_hand::{NUMBERS, Said, Sent};
use crate::time::Mono;

pub(super) use befalls::BrokerDeed;
use line::Line;

/// How long a message is on the way, in ms.
const DELAY_MS: std::ops::RangeInclusive<u64> = 1..=15;

/// A broker ends a connection that says nothing for so long, in ms: one and a half keep-alives.
const BROKER_DEAD_MS: u64 = 15_000;

/// Between two signs of life.
const PING_MS: u64 = 10_000;

/// What a broker takes by itself: messages at once, and bytes.
const WINDOW: usize = 20;
const LARGEST: usize = 268_435_455;

/// What a client sends, on its way.
enum Packet {
    Sent(Sent, u16),
    /// The socket is closed.
    Closed,
}

/// A connection as the broker sees it.
struct Connection {
    no: u64,
    will: (String, Bytes),
    filters: Vec<(String, bool)>,
}

/// A connection as the client sees it.
struct Client {
    no: u64,
    next: u16,
    open: BTreeSet<u16>,
    ping: Mono,
}

/// A message to whoever follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delivery {
    pub(super) topic: String,
    pub(super) payload: Bytes,
    pub(super) retained: bool,
}

/// The network of one table.
pub(super) struct Net {
    rng: fastrand::Rng,
    up: bool,
    half_open: bool,
    slow_ms: u64,
    withhold: bool,
    refuse: bool,
    limits: (usize, usize),
    cut_after: Option<u32>,
    double_percent: u8,
    connection: Option<Connection>,
    client: Option<Client>,
    connections: u64,
    /// What the client says of itself: numbers, a good-bye.
    local: VecDeque<Said>,
    to_broker: Line<(u64, Packet)>,
    /// Connections that have fallen silent, and when the broker gives them up.
    silent: Vec<(Mono, u64)>,
    to_client: Line<Said>,
    withheld: Vec<u16>,
    /// What the broker keeps.
    pub(super) retained: BTreeMap<String, Bytes>,
    follows: bool,
    follows_at: Option<Mono>,
    to_follower: Line<Delivery>,
    /// Every event that the broker has taken for others: topic and document.
    pub(super) taken: Vec<(String, Bytes)>,
    /// What no client may do.
    pub(super) faults: Vec<String>,
}

impl Net {
    pub(super) fn new(seed: u64) -> Net {
        Net {
            rng: fastrand::Rng::with_seed(seed ^ 0x6e65_7477),
            up: true,
            half_open: false,
            slow_ms: 0,
            withhold: false,
            refuse: false,
            limits: (WINDOW, LARGEST),
            cut_after: None,
            double_percent: 0,
            connection: None,
            client: None,
            connections: 0,
            local: VecDeque::new(),
            to_broker: Line::new(),
            silent: Vec::new(),
            to_client: Line::new(),
            withheld: Vec::new(),
            retained: BTreeMap::new(),
            follows: true,
            follows_at: None,
            to_follower: Line::new(),
            taken: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// When something arrives next; what is there for a client that does not listen waits.
    pub(super) fn due(&self, listens: bool) -> Option<Mono> {
        let ping = self.client.as_ref().map(|client| client.ping);
        let silent = self.silent.iter().map(|(at, _)| *at).min();
        [ping, silent, self.to_broker.due(), self.to_client.due().filter(|_| listens), self.to_follower.due(), self.follows_at]
            .into_iter()
            .flatten()
            .min()
    }

    fn later(&mut self, now: Mono) -> Mono {
        now.plus_ms(self.rng.u64(DELAY_MS) + self.slow_ms)
    }

    /// Everything that is due at the broker and on the way to who follows: what arrives there.
    pub(super) fn moment(&mut self, now: Mono) -> Vec<Delivery> {
        while let Some((no, packet)) = self.to_broker.take(now) {
            self.arrives(now, no, packet);
        }
        for (_, no) in self.silent.extract_if(.., |(at, _)| *at <= now).collect::<Vec<_>>() {
            self.arrives(now, no, Packet::Closed);
        }
        if self.follows_at.is_some_and(|at| at <= now) {
            self.follows_at = None;
            if self.up {
                self.follows = true;
                for (topic, payload) in self.retained.clone() {
                    self.deliver(now, &topic, &payload, true);
                }
            }
        }
        if let Some(client) = self.client.as_mut().filter(|client| client.ping <= now) {
            client.ping = now.plus_ms(PING_MS);
            let lives = self.connection.as_ref().is_some_and(|connection| connection.no == client.no);
            if lives && self.up && !self.half_open {
                let at = self.later(now);
                self.to_client.send(at, Said::Alive);
            }
        }
        std::iter::from_fn(|| self.to_follower.take(now)).collect()
    }

    /// What reaches the client next.
    pub(super) fn next_for_client(&mut self, now: Mono) -> Option<Said> {
        if let Some(said) = self.local.pop_front() {
            return Some(said);
        }
        let said = self.to_client.take(now)?;
        if let (Said::Acknowledged { id, .. }, Some(client)) = (&said, &mut self.client) {
            client.open.remove(id);
        }
        Some(said)
    }

    /// The client sends.
    pub(super) fn send(&mut self, now: Mono, sent: Sent) {
        if let Sent::Connect { .. } = &sent {
            self.connections += 1;
            let no = self.connections;
            self.client = Some(Client { no, next: 0, open: BTreeSet::new(), ping: now.plus_ms(PING_MS) });
            self.local.clear();
            self.to_client.cut();
            if !self.up {
                self.to_client.send(now.plus_ms(5), Said::Gone { reason: "connection refused".to_owned() });
            } else if self.half_open {
                self.to_client.send(now.plus_ms(5_000), Said::Gone { reason: "connection timed out".to_owned() });
            }
        }
        let Some(client) = &mut self.client else { return };
        let no = client.no;
        let mut id = 0;
        match &sent {
            Sent::Publish { .. } => {
                client.next = client.next % NUMBERS + 1;
                id = client.next;
                if !client.open.insert(id) {
                    self.faults.push(format!("the client's number {id} comes round while it is open: it would stop for ever"));
                }
                self.local.push_back(Said::Numbered(id));
            }
            Sent::Disconnect => self.local.push_back(Said::Left),
            Sent::Connect { .. } | Sent::Subscribe { .. } => {}
        }
        let at = self.later(now);
        self.to_broker.send(at, (no, Packet::Sent(sent, id)));
    }

    /// The client has closed its socket, or its process is gone. With the machine gone too nobody tells the broker.
    pub(super) fn closed(&mut self, now: Mono, power: bool) {
        let Some(client) = self.client.take() else { return };
        self.local.clear();
        self.to_client.cut();
        if power {
            self.silent.push((now.plus_ms(BROKER_DEAD_MS), client.no));
        } else {
            let at = self.later(now);
            self.to_broker.send(at, (client.no, Packet::Closed));
        }
    }

    /// True while the client believes in its connection.
    pub(super) fn has_client(&self) -> bool {
        self.client.is_some()
    }

    /// Somebody asks the table for something.
    pub(super) fn ask(&mut self, now: Mono, topic: &str, payload: &Bytes) {
        if self.up {
            self.pass_on(now, topic, payload, false);
        }
    }

    fn arrives(&mut self, now: Mono, no: u64, packet: Packet) {
        let is_known = self.connection.as_ref().is_some_and(|connection| connection.no == no);
        let (sent, id) = match packet {
            Packet::Closed => {
                if is_known {
                    self.lose_connection(now);
                }
                return;
            }
            Packet::Sent(sent, id) => (sent, id),
        };
        let connects = matches!(sent, Sent::Connect { .. });
        if !self.up || self.half_open || !(is_known || connects) {
            return;
        }
        match sent {
            Sent::Connect { will_topic, will } => {
                if self.connection.is_some() {
                    self.lose_connection(now);
                }
                self.connection = Some(Connection { no, will: (will_topic, will), filters: Vec::new() });
                let (window, largest) = self.limits;
                self.answer(now, Said::Connected { window: window.saturating_sub(1).max(1), largest });
            }
            Sent::Subscribe { filters } => self.subscribed(now, filters),
            Sent::Publish { topic, payload, retain, .. } => self.published(now, id, &topic, payload, retain),
            Sent::Disconnect => self.connection = None,
        }
    }

    fn answer(&mut self, now: Mono, said: Said) {
        let at = self.later(now);
        self.to_client.send(at, said);
    }

    fn subscribed(&mut self, now: Mono, filters: Vec<(String, bool)>) {
        self.answer(now, Said::Subscribed(vec![true; filters.len()]));
        for (topic, payload) in self.retained.clone() {
            if filters.iter().any(|(filter, _)| matches(filter, &topic)) {
                self.answer(now, Said::Message { topic, payload, retained: true });
            }
        }
        if let Some(connection) = &mut self.connection {
            connection.filters = filters;
        }
    }

    fn published(&mut self, now: Mono, id: u16, topic: &str, payload: Bytes, retain: bool) {
        let (_, largest) = self.limits;
        if topic.len() + payload.len() > largest {
            self.faults.push(format!("{topic}: {} bytes were sent to a broker that takes {largest}", payload.len()));
        }
        if self.refuse {
            self.answer(now, Said::Acknowledged { id, refused: Some("QuotaExceeded".to_owned()) });
            return;
        }
        if suffix(topic).ends_with("event") {
            self.taken.push((topic.to_owned(), payload.clone()));
        }
        self.keep(topic, &payload, retain);
        self.pass_on(now, topic, &payload, true);
        if self.withhold {
            self.withheld.push(id);
        } else {
            self.answer(now, Said::Acknowledged { id, refused: None });
        }
        if let Some(left) = self.cut_after {
            self.cut_after = left.checked_sub(1);
            if left == 0 {
                self.cut(now);
            }
        }
    }

    fn keep(&mut self, topic: &str, payload: &Bytes, retain: bool) {
        match (retain, payload.is_empty()) {
            (false, _) => {}
            (true, true) => drop(self.retained.remove(topic)),
            (true, false) => drop(self.retained.insert(topic.to_owned(), payload.clone())),
        }
    }

    fn pass_on(&mut self, now: Mono, topic: &str, payload: &Bytes, own: bool) {
        self.deliver(now, topic, payload, false);
        let filters = self.connection.iter().flat_map(|connection| &connection.filters);
        if filters.clone().any(|(filter, not_own)| matches(filter, topic) && !(own && *not_own)) && !self.half_open {
            self.answer(now, Said::Message { topic: topic.to_owned(), payload: payload.clone(), retained: false });
        }
    }

    fn deliver(&mut self, now: Mono, topic: &str, payload: &Bytes, retained: bool) {
        if !self.follows || !self.up {
            return;
        }
        let twice = self.double_percent > 0 && self.rng.u8(0..100) < self.double_percent;
        for _ in 0..=usize::from(twice) {
            let at = now.plus_ms(self.rng.u64(DELAY_MS));
            self.to_follower.send(at, Delivery { topic: topic.to_owned(), payload: payload.clone(), retained });
        }
    }

    /// The connection ends without a good-bye: its will is published.
    fn lose_connection(&mut self, now: Mono) {
        let Some(connection) = self.connection.take() else { return };
        self.withheld.clear();
        let (topic, will) = connection.will;
        self.keep(&topic, &will, true);
        self.pass_on(now, &topic, &will, true);
    }
}

/// A topic under a filter: `#` at the end, `+` for one level.
fn matches(filter: &str, topic: &str) -> bool {
    let (mut wanted, mut levels) = (filter.split('/'), topic.split('/'));
    loop {
        match (wanted.next(), levels.next()) {
            (Some("#"), _) | (None, None) => return true,
            (Some("+"), Some(_)) => {}
            (Some(one), Some(other)) if one == other => {}
            _ => return false,
        }
    }
}

/// The part of a topic behind the table.
pub(super) fn suffix(topic: &str) -> &str {
    topic.strip_prefix(TOPICS).unwrap_or(topic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_those_of_mqtt() {
        for (filter, topic, is) in [
            ("a/b", "a/b", true),
            ("a/+", "a/b", true),
            ("a/+", "a/b/c", false),
            ("a/#", "a/b/c", true),
            ("a/#", "a", true),
            ("a/b", "a/c", false),
            ("a/b", "a", false),
        ] {
            assert_eq!(matches(filter, topic), is, "{filter} {topic}");
        }
    }

    #[test]
    fn a_cut_loses_what_is_on_the_way_and_publishes_the_will() {
        let mut net = Net::new(1);
        let now = Mono::from_millis(1_000);
        let (will_topic, will) = ("s".to_owned(), Bytes::from_static(b"lost"));
        net.send(now, Sent::Connect { will_topic, will });
        net.moment(now.plus_ms(100));
        assert!(matches!(net.next_for_client(now.plus_ms(200)), Some(Said::Connected { .. })));
        net.suffer(now, BrokerDeed::CutAfter(0));
        let publish = |text: &'static str| Sent::Publish {
            topic: "kifud/v1/t1/event".to_owned(),
            payload: Bytes::from_static(text.as_bytes()),
            retain: false,
            correlation: None,
        };
        net.send(now.plus_ms(200), publish("one"));
        net.send(now.plus_ms(200), publish("two"));
        let delivered = net.moment(now.plus_ms(300));
        assert!(delivered.is_empty() || delivered[0].topic.ends_with("event"));
        assert_eq!(net.taken.len(), 1, "the second was behind the cut");
        assert_eq!(net.retained["s"], Bytes::from_static(b"lost"));
        let said: Vec<Said> = std::iter::from_fn(|| net.next_for_client(now.plus_ms(400))).collect();
        assert!(matches!(said.as_slice(), [Said::Numbered(1), Said::Numbered(2), Said::Gone { .. }]), "{said:?}");
    }
}
