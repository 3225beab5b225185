//! The newest documents of every table, and a number on every change.
//!
//! Pure: arrivals are stamped by the caller. A browser is a [`Cursor`]; [`Tables::next`] gives it the oldest thing that it has not seen, which
//! is always the *newest* document of its kind.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::time::{Mono, Stamp, Wall};

/// Tables on one broker: the largest halls have a few hundred boards. Further ones are not shown, and the log says so.
pub(super) const MAX_TABLES: usize = 512;
/// Documents of one table, emptied ones included: about ten topics, eight results, the open alerts. Beyond it, emptied ones are forgotten, and
/// failing that the new document is not taken.
pub(super) const MAX_DOCUMENTS: usize = 256;
/// Events kept for a table: what a browser may be behind before it sees a gap and takes the next `game` instead.
pub(super) const MAX_EVENTS: usize = 256;
/// Bytes of one document: CONTRACT 4 allows 64 kB, a result holds the game and its SGF.
pub(super) const MAX_DOCUMENT_BYTES: usize = 160 * 1024;
/// How long after its first sign of life on a new connection a table has for the rest of its documents; what it has not sent by then is gone
/// (an alert decided while nobody listened).
pub(super) const SETTLE_MS: u64 = 3_000;

/// One document as it came.
#[derive(Debug, Clone)]
pub(super) struct Document {
    version: u64,
    connection: u64,
    arrived: Stamp,
    retained: bool,
    /// When it was true, by its own word.
    as_of: Option<Wall>,
    /// `None`: emptied.
    text: Option<Arc<str>>,
}

/// One table.
#[derive(Debug, Default)]
struct Table {
    documents: BTreeMap<String, Document>,
    events: VecDeque<(u64, String, Document)>,
    /// Emptied documents up to this number have been forgotten: who has not seen them must begin anew.
    forgotten: u64,
    /// The connection on which `status` came last, and when it came first on it.
    confirmed: Option<(u64, Mono)>,
    /// The last live message.
    heard: Option<Mono>,
}

/// Which documents a browser gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// Everything a referee may see.
    Full,
    /// `public/…`, with its delay, and `status`.
    Public,
}

impl View {
    /// The name under which this view shows a topic, if it does.
    pub(super) fn name(self, topic: &str) -> Option<&str> {
        match (self, topic.strip_prefix("public/")) {
            (Self::Full, None) => Some(topic),
            (Self::Public, Some(rest)) => Some(rest),
            (Self::Public, None) if topic == "status" => Some(topic),
            _ => None,
        }
    }
}

/// How far a browser has come.
#[derive(Debug, Clone)]
pub(super) struct Cursor {
    pub(super) table: String,
    pub(super) view: View,
    seen: u64,
    /// The number of changes when it began from nothing.
    began: u64,
}

/// The next thing for a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    /// Forget everything: what follows is complete.
    Reset,
    /// A document, or a message of `event`.
    Document {
        /// Its topic below the table's, as the view names it.
        topic: String,
        /// One line of JSON; `None`: emptied.
        text: Option<Arc<str>>,
        /// It was not sent just now.
        retained: bool,
        /// How old it is, in ms.
        age_ms: u64,
    },
}

/// How a table is, besides its documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pulse {
    /// Its status has come on the present connection.
    pub(super) confirmed: bool,
    /// Since its last live message; absent before the first.
    pub(super) heard_ms: Option<u64>,
}

/// Why a message was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    TooManyTables,
    TooManyDocuments,
    TooLarge,
    NotJson,
}

/// All tables of one broker.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: BTreeMap<String, Table>,
    version: u64,
    connection: u64,
    connected: bool,
}

impl Tables {
    /// The number of the last change.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// The broker is there.
    pub(super) fn connected(&self) -> bool {
        self.connected
    }

    /// A new connection: what comes on it tells what still holds.
    pub(super) fn connect(&mut self) {
        self.connection += 1;
        self.version += 1;
        self.connected = true;
    }

    /// The broker has gone.
    pub(super) fn disconnect(&mut self) {
        if self.connected {
            self.connected = false;
            self.version += 1;
        }
    }

    /// Takes a message of a table; an empty one empties its topic.
    pub(super) fn take(&mut self, table: &str, topic: &str, payload: &[u8], retained: bool, at: Stamp) -> Result<(), Refused> {
        let Read { text, as_of, will } = Read::new(payload)?;
        if !self.tables.contains_key(table) {
            if text.is_none() {
                return Ok(());
            }
            if self.tables.len() >= MAX_TABLES {
                return Err(Refused::TooManyTables);
            }
        }
        let (version, connection) = (self.version + 1, self.connection);
        // Who has shown a table of this name before it was forgotten must begin anew.
        let place = self.tables.entry(table.to_owned()).or_insert_with(|| Table { forgotten: version - 1, ..Table::default() });
        let document = Document { version, connection, arrived: at, retained, as_of, text };
        if topic == "event" || topic == "public/event" {
            // A retained event would be an old one; they are never retained (CONTRACT 4).
            if document.text.is_none() || retained {
                return Ok(());
            }
            if place.events.len() >= MAX_EVENTS {
                place.events.pop_front();
            }
            place.events.push_back((version, topic.to_owned(), document));
        } else {
            place.make_room(topic)?;
            place.documents.insert(topic.to_owned(), document);
        }
        if !retained && !will {
            place.heard = Some(at.mono);
        }
        if topic == "status" && place.confirmed.is_none_or(|(confirmed, _)| confirmed != connection) {
            place.confirmed = Some((connection, at.mono));
        }
        self.version = version;
        if place.documents.values().all(|document| document.text.is_none()) {
            self.tables.remove(table);
        }
        Ok(())
    }

    /// Empties what a table has not sent again after a reconnection, [`SETTLE_MS`] after its status came. Returns whether anything changed.
    pub(super) fn sweep(&mut self, now: Mono) -> bool {
        let (connection, before) = (self.connection, self.version);
        for table in self.tables.values_mut() {
            let settled = table.confirmed.is_some_and(|(confirmed, at)| confirmed == connection && now.since_ms(at) >= SETTLE_MS);
            if !settled {
                continue;
            }
            for document in table.documents.values_mut().filter(|document| document.connection < connection) {
                document.connection = connection;
                if document.text.take().is_some() {
                    self.version += 1;
                    document.version = self.version;
                }
            }
        }
        self.version != before
    }

    /// A browser that begins.
    pub(super) fn begin(&self, table: &str, view: View) -> Cursor {
        Cursor { table: table.to_owned(), view, seen: 0, began: self.version }
    }

    /// The next thing that the cursor has not seen, and moves it there.
    pub(super) fn next(&self, cursor: &mut Cursor, now: Mono) -> Option<Next> {
        let Some(table) = self.tables.get(&cursor.table) else {
            // Forgotten altogether: a browser that has shown it must not go on showing it.
            let shown = cursor.seen > 0;
            (cursor.seen, cursor.began) = (0, self.version);
            return shown.then_some(Next::Reset);
        };
        if cursor.seen < table.forgotten && cursor.began < table.forgotten {
            (cursor.seen, cursor.began) = (0, self.version);
            return Some(Next::Reset);
        }
        let view = cursor.view;
        // Results are long and no page of a running game shows them: they are there for those who ask.
        let documents =
            table.documents.iter().filter(|(topic, _)| !topic.starts_with("result/")).map(|(topic, document)| (topic.as_str(), document));
        let events =
            table.events.iter().filter(|(version, ..)| *version > cursor.began).map(|(_, topic, document)| (topic.as_str(), document));
        let (name, document) = documents
            .chain(events)
            .filter(|(_, document)| document.version > cursor.seen && (document.text.is_some() || document.version > cursor.began))
            .filter_map(|(topic, document)| Some((view.name(topic)?, document)))
            .min_by_key(|(_, document)| document.version)?;
        cursor.seen = document.version;
        Some(Next::Document {
            topic: name.to_owned(),
            text: document.text.clone(),
            retained: document.retained,
            age_ms: document.age_ms(now),
        })
    }

    /// How a table is now.
    pub(super) fn pulse(&self, table: &str, now: Mono) -> Pulse {
        self.tables.get(table).map_or_else(Pulse::default, |table| Pulse {
            confirmed: self.connected && table.confirmed.is_some_and(|(connection, _)| connection == self.connection),
            heard_ms: table.heard.map(|heard| now.since_ms(heard)),
        })
    }

    /// The names of all tables, in order.
    pub(super) fn names(&self) -> Vec<String> {
        self.tables.keys().cloned().collect()
    }

    /// The documents of a table, by the names of the view.
    pub(super) fn documents(&self, table: &str, view: View) -> Vec<(String, Arc<str>)> {
        let table = self.tables.get(table).into_iter();
        table
            .flat_map(|table| &table.documents)
            .filter_map(|(topic, document)| Some((view.name(topic)?.to_owned(), document.text.clone()?)))
            .collect()
    }
}

impl Table {
    /// Forgets emptied documents when there are too many, oldest first.
    fn make_room(&mut self, topic: &str) -> Result<(), Refused> {
        if self.documents.len() < MAX_DOCUMENTS || self.documents.contains_key(topic) {
            return Ok(());
        }
        let emptied = self.documents.iter().filter(|(_, document)| document.text.is_none()).min_by_key(|(_, document)| document.version);
        let Some((oldest, version)) = emptied.map(|(topic, document)| (topic.clone(), document.version)) else {
            return Err(Refused::TooManyDocuments);
        };
        self.documents.remove(&oldest);
        self.forgotten = self.forgotten.max(version);
        Ok(())
    }
}

impl Document {
    /// A live document counts from its arrival. A retained one counts from the instant that it names, if that lies before its arrival (the
    /// clocks of two machines may differ).
    fn age_ms(&self, now: Mono) -> u64 {
        let before = match self.as_of {
            Some(as_of) if self.retained => self.arrived.wall.as_unix_ms().saturating_sub(as_of.as_unix_ms()).max(0).unsigned_abs(),
            _ => 0,
        };
        now.since_ms(self.arrived.mono).saturating_add(before)
    }
}

/// What a payload says.
struct Read {
    /// One line of JSON, or nothing for an empty payload.
    text: Option<Arc<str>>,
    /// The instant that it names.
    as_of: Option<Wall>,
    /// The broker's word about a table that has gone, not the table's own.
    will: bool,
}

impl Read {
    fn new(payload: &[u8]) -> Result<Self, Refused> {
        if payload.is_empty() {
            return Ok(Self { text: None, as_of: None, will: false });
        }
        if payload.len() > MAX_DOCUMENT_BYTES {
            return Err(Refused::TooLarge);
        }
        let value: serde_json::Value = serde_json::from_slice(payload).map_err(|_| Refused::NotJson)?;
        let as_of = value.get("as_of").and_then(|as_of| as_of.as_str()?.parse::<jiff::Timestamp>().ok());
        Ok(Self {
            will: value.get("state").is_some_and(|state| state == "lost"),
            as_of: as_of.map(|as_of| Wall::from_unix_ms(as_of.as_millisecond())),
            text: Some(value.to_string().into()),
        })
    }
}

#[cfg(test)]
mod tests;
