//! The newest documents of the table, and how far they can be trusted. Pure: arrivals are stamped by the caller.
//!
//! The same rules as the pages': `game` is the truth and is taken whole, an event only announces it; what a table has not sent again some
//! seconds after a reconnection is gone.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::time::{Mono, Stamp};

/// Documents follow what changed them within 250 ms; later than this the board is behind.
const BEHIND_MS: u64 = 1_500;
/// While a clock runs, word comes every 2 s.
const QUIET_MS: u64 = 6_000;
/// How long after its status a table has for the rest of its documents on a new connection.
const SETTLE_MS: u64 = 3_000;
/// Documents of one table: its topics and the open alerts. Whoever fills a broker with more is not followed.
const DOCUMENTS_MAX: usize = 256;

/// How far what is shown can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    Live,
    /// The table says that something is wrong.
    Degraded,
    /// Nothing is known yet.
    Waiting,
    /// More should have been heard by now.
    Stale,
    /// No way to the table.
    Lost,
}

impl Level {
    /// Clocks may run on the screen.
    pub(super) fn is_trusted(self) -> bool {
        matches!(self, Level::Live | Level::Degraded)
    }
}

/// The level, and the page's key for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Trust {
    pub(super) level: Level,
    pub(super) key: &'static str,
}

#[derive(Debug)]
struct Document {
    value: Value,
    connection: u64,
    arrived: Stamp,
    retained: bool,
}

#[derive(Debug, PartialEq)]
struct Announced {
    game_id: String,
    seq: u64,
    rev: Option<u64>,
    /// `None`: some event before it was never seen.
    since: Option<Mono>,
}

/// The document shows everything that an event has changed. Clock and board events change no revision, and no `game` follows them.
fn is_as_new(game: &Value, seq: u64, rev: Option<u64>) -> bool {
    game["seq"].as_u64() >= Some(seq) || rev.is_some_and(|rev| game["rev"].as_u64() >= Some(rev))
}

/// Everything that is known of the table.
#[derive(Debug, Default)]
pub(super) struct Table {
    documents: BTreeMap<String, Document>,
    connection: u64,
    connected: bool,
    /// Why the broker is not there.
    why: Option<String>,
    /// When `status` came on this connection.
    confirmed: Option<Mono>,
    /// The last live word of the table itself.
    heard: Option<Mono>,
    announced: Option<Announced>,
    last_event: Option<(String, u64)>,
}

impl Table {
    pub(super) fn connect(&mut self) {
        self.connection += 1;
        self.connected = true;
        self.why = None;
        self.confirmed = None;
    }

    pub(super) fn disconnect(&mut self, why: String) {
        self.connected = false;
        self.why = Some(why);
    }

    /// Takes a document; an empty one empties its topic. What is no JSON is passed over: the next one counts.
    pub(super) fn take(&mut self, topic: &str, payload: &[u8], retained: bool, at: Stamp) {
        if payload.is_empty() {
            self.documents.remove(topic);
            return;
        }
        let Ok(value) = serde_json::from_slice::<Value>(payload) else { return };
        // A will is the broker's word, not the table's.
        if !retained && value["state"] != "lost" {
            self.heard = Some(at.mono);
        }
        match topic {
            "event" if !retained => return self.announce(&value, at.mono),
            "event" => return,
            "status" if self.confirmed.is_none() => self.confirmed = Some(at.mono),
            "game"
                if self.announced.as_ref().is_some_and(|announced| {
                    value["game_id"] != announced.game_id.as_str() || is_as_new(&value, announced.seq, announced.rev)
                }) =>
            {
                self.announced = None;
            }
            _ => {}
        }
        if self.documents.len() < DOCUMENTS_MAX || self.documents.contains_key(topic) {
            self.documents.insert(topic.to_owned(), Document { value, connection: self.connection, arrived: at, retained });
        }
    }

    fn announce(&mut self, event: &Value, now: Mono) {
        let (Some(game_id), Some(seq)) = (event["game_id"].as_str(), event["seq"].as_u64()) else { return };
        let last = self.last_event.as_ref().filter(|(id, _)| id == game_id).map_or(0, |(_, seq)| *seq);
        let game = self.game().filter(|game| game["game_id"] == game_id).and_then(|game| game["seq"].as_u64()).unwrap_or(0);
        let known = last.max(game);
        if seq <= known {
            return;
        }
        self.last_event = Some((game_id.to_owned(), seq));
        let rev = event["rev"].as_u64();
        // The countdown and its periods are told by events alone: nothing of the document is missing, nor was in a gap before them.
        if self.game().is_some_and(|game| game["game_id"] == game_id && is_as_new(game, seq, rev)) {
            return;
        }
        let gap = known > 0 && seq > known + 1;
        let since = match (&self.announced, gap) {
            (_, true) => None,
            (Some(announced), false) => announced.since,
            (None, false) => Some(now),
        };
        self.announced = Some(Announced { game_id: game_id.to_owned(), seq, rev, since });
    }

    /// Drops what the table has not sent again after a reconnection.
    pub(super) fn sweep(&mut self, now: Mono) {
        if self.connected && self.confirmed.is_some_and(|at| now.since_ms(at) >= SETTLE_MS) {
            let connection = self.connection;
            self.documents.retain(|_, document| document.connection == connection);
        }
    }

    fn document(&self, topic: &str) -> Option<&Value> {
        self.documents.get(topic).map(|document| &document.value)
    }

    pub(super) fn game(&self) -> Option<&Value> {
        self.document("game")
    }

    pub(super) fn health(&self) -> Option<&Value> {
        self.document("health")
    }

    pub(super) fn info(&self) -> Option<&Value> {
        self.document("info")
    }

    /// The `clock` document, its age in ms, and whether that age is only what calendars say.
    pub(super) fn clock(&self, now: Mono) -> Option<(&Value, u64, bool)> {
        let document = self.documents.get("clock")?;
        let as_of = document.value["as_of"].as_str().and_then(|as_of| as_of.parse::<jiff::Timestamp>().ok());
        // The clocks of two machines may differ: a document from the future is of now.
        let before = match as_of {
            Some(as_of) if document.retained => document.arrived.wall.as_unix_ms().saturating_sub(as_of.as_millisecond()).max(0),
            _ => 0,
        };
        Some((&document.value, now.since_ms(document.arrived.mono).saturating_add(before.unsigned_abs()), document.retained))
    }

    /// Why the broker is not there.
    pub(super) fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// Open alerts, the most urgent first, then the newest. Decided and gone ones are history.
    pub(super) fn alerts(&self) -> Vec<&Value> {
        let rank = |alert: &Value| match alert["severity"].as_str() {
            Some("ruling") => 0,
            Some("notice") => 2,
            _ => 1,
        };
        let detected = |alert: &Value| alert["detected"].as_str().unwrap_or_default().to_owned();
        let of_alerts = self.documents.iter().filter(|(topic, _)| topic.starts_with("alert/")).map(|(_, document)| &document.value);
        let mut open: Vec<&Value> = of_alerts.filter(|alert| alert["state"] != "decided" && alert["state"] != "gone").collect();
        open.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| detected(other).cmp(&detected(one))));
        open
    }

    /// Since the last word of the table, in ms; `None` when there was none.
    pub(super) fn age_ms(&self, now: Mono) -> Option<u64> {
        let game = || self.documents.get("game").map(|document| document.arrived.mono);
        self.heard.or_else(game).map(|heard| now.since_ms(heard))
    }

    /// How far the screen can be trusted.
    pub(super) fn trust(&self, now: Mono) -> Trust {
        let trust = |level, key| Trust { level, key };
        if !self.connected {
            return match self.why {
                Some(_) => trust(Level::Lost, "fresh.no-broker"),
                None => trust(Level::Waiting, "fresh.connecting"),
            };
        }
        let Some(state) = self.document("status").and_then(|status| status["state"].as_str()) else {
            return trust(Level::Waiting, "fresh.no-table");
        };
        match state {
            "lost" => return trust(Level::Lost, "fresh.table-lost"),
            "disconnected" => return trust(Level::Lost, "fresh.table-off"),
            _ => {}
        }
        if self.confirmed.is_none() {
            return trust(Level::Stale, "fresh.unconfirmed");
        }
        let runs = self.document("clock").is_some_and(|clock| ["black", "white"].contains(&clock["running"].as_str().unwrap_or_default()));
        if runs && self.age_ms(now).is_some_and(|age| age > QUIET_MS) {
            return trust(Level::Stale, "fresh.no-news");
        }
        if self.announced.as_ref().is_some_and(|announced| announced.since.is_none_or(|since| now.since_ms(since) > BEHIND_MS)) {
            return trust(Level::Stale, "fresh.behind");
        }
        match state {
            "init" => trust(Level::Waiting, "fresh.starting"),
            "degraded" => trust(Level::Degraded, "fresh.degraded"),
            _ => trust(Level::Live, "fresh.ready"),
        }
    }
}
