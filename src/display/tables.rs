//! The newest documents of every table, and a number on every change.
//!
//! Pure: arrivals are stamped by the caller. A browser is a [`Cursor`]; [`Tables::next`] gives it the oldest thing that it has not seen, which
//! is always the *newest* document of its kind.

mod document;
mod public;
mod view;

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;
use std::sync::Arc;

use crate::time::{Mono, Stamp};

use super::results::{Results, Row};
use document::{Document, Read};
pub(super) use view::{Cursor, Next, Pulse, View};

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

/// One table.
#[derive(Debug, Default)]
struct Table {
    documents: BTreeMap<String, Document>,
    events: VecDeque<(u64, String, Document)>,
    /// Emptied documents up to this number have been forgotten: who has not seen them must begin anew.
    forgotten: u64,
    /// The connection on which `status` came last, and when it came first on it.
    confirmed: Option<(u64, Mono)>,
    /// The last live message that a referee is shown, and that the public is: when something happens behind a delay is not told either.
    heard: Option<Mono>,
    heard_in_public: Option<Mono>,
    /// The newest public event that is not kept any more.
    lost_in_public: u64,
    /// The game that the public sees, and its result in SGF's words once it has one.
    shown: Option<(String, Option<String>)>,
}

/// Why a message was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    TooManyTables,
    TooManyDocuments,
    TooLarge,
    NotJson,
    NotText,
}

/// All tables of one broker.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: BTreeMap<String, Table>,
    /// Table and topic of each document by the number of its last change: what a page with all tables walks along.
    order: BTreeMap<u64, (String, String)>,
    /// Something was forgotten altogether at this number: pages with all tables that have not come so far begin anew.
    forgotten: u64,
    version: u64,
    connection: u64,
    connected: bool,
    results: Results,
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
        let Read { text, brief, as_of, will, id, game } = Read::new(topic, payload)?;
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
        let document = Document { version, connection, arrived: at, retained, as_of, text, brief, id };
        if topic == "public/game" {
            place.shown = game.as_ref().and_then(public::game_shown);
            if let Some(game) = &game {
                self.results.take(table, game);
            }
        }
        if topic == "event" || topic == "public/event" {
            // A retained event would be an old one; they are never retained (CONTRACT 4).
            if document.text.is_none() || retained {
                return Ok(());
            }
            if place.events.len() >= MAX_EVENTS {
                let lost = place.events.pop_front().filter(|(_, topic, _)| topic == "public/event");
                place.lost_in_public = lost.map_or(place.lost_in_public, |(version, ..)| version);
            }
            place.events.push_back((version, topic.to_owned(), document));
        } else {
            if let Some(dropped) = place.make_room(topic)? {
                self.order.remove(&dropped);
                self.forgotten = version - 1;
            }
            if let Some(before) = place.documents.insert(topic.to_owned(), document) {
                self.order.remove(&before.version);
            }
            self.order.insert(version, (table.to_owned(), topic.to_owned()));
        }
        if !retained && !will {
            place.heard = Some(at.mono);
            if View::Public.name(topic).is_some() {
                place.heard_in_public = Some(at.mono);
            }
        }
        if topic == "status" && place.confirmed.is_none_or(|(confirmed, _)| confirmed != connection) {
            place.confirmed = Some((connection, at.mono));
        }
        self.version = version;
        if place.documents.values().all(|document| document.text.is_none()) {
            for document in place.documents.values() {
                self.order.remove(&document.version);
            }
            self.tables.remove(table);
            self.forgotten = version;
        }
        Ok(())
    }

    /// Empties what a table has not sent again after a reconnection, [`SETTLE_MS`] after its status came. Returns whether anything changed.
    pub(super) fn sweep(&mut self, now: Mono) -> bool {
        let (connection, before) = (self.connection, self.version);
        for (id, table) in &mut self.tables {
            let settled = table.confirmed.is_some_and(|(confirmed, at)| confirmed == connection && now.since_ms(at) >= SETTLE_MS);
            if !settled {
                continue;
            }
            for (topic, document) in table.documents.iter_mut().filter(|(_, document)| document.connection < connection) {
                document.connection = connection;
                if document.empty() {
                    self.version += 1;
                    self.order.remove(&document.version);
                    self.order.insert(self.version, (id.clone(), topic.clone()));
                    document.version = self.version;
                }
            }
        }
        self.version != before
    }

    /// A browser that begins with one table.
    pub(super) fn begin(&self, table: &str, view: View) -> Cursor {
        Cursor { table: Some(table.to_owned()), view, seen: 0, began: self.version, whole: false }
    }

    /// A browser that begins with all tables, in brief and without events.
    pub(super) fn begin_all(&self, view: View) -> Cursor {
        Cursor { table: None, view, seen: 0, began: self.version, whole: false }
    }

    /// The next thing that the cursor has not seen, and moves it there.
    pub(super) fn next(&self, cursor: &mut Cursor, now: Mono) -> Option<Next> {
        match cursor.table.clone() {
            Some(id) => self.next_of(&id, cursor, now),
            None => self.next_of_all(cursor, now),
        }
    }

    fn next_of_all(&self, cursor: &mut Cursor, now: Mono) -> Option<Next> {
        if cursor.seen < self.forgotten && cursor.began < self.forgotten {
            (cursor.seen, cursor.began) = (0, self.version);
            return Some(Next::Reset);
        }
        let later = self.order.range((Bound::Excluded(cursor.seen), Bound::Unbounded));
        for (version, (table, topic)) in later {
            cursor.seen = *version;
            let Some(name) = cursor.view.name(topic).filter(|_| view::is_streamed(topic)) else { continue };
            let Some(document) = self.tables.get(table).and_then(|table| table.documents.get(topic)) else { continue };
            if document.text.is_none() && *version <= cursor.began {
                continue;
            }
            let (table, topic, text) = (table.clone(), name.to_owned(), document.brief());
            let (retained, age_ms, id) = (document.retained, document.age_ms(now), document.id.clone());
            return Some(Next::Document { table, topic, text, retained, age_ms, id });
        }
        None
    }

    fn next_of(&self, id: &str, cursor: &mut Cursor, now: Mono) -> Option<Next> {
        let Some(table) = self.tables.get(id) else {
            // Forgotten altogether: a browser that has shown it must not go on showing it.
            let shown = cursor.seen > 0;
            (cursor.seen, cursor.began) = (0, self.version);
            return shown.then_some(Next::Reset);
        };
        let forgotten = if cursor.whole { table.forgotten.max(table.lost_in_public) } else { table.forgotten };
        if cursor.seen < forgotten && cursor.began < forgotten {
            (cursor.seen, cursor.began) = (0, self.version);
            return Some(Next::Reset);
        }
        let view = cursor.view;
        let documents =
            table.documents.iter().filter(|(topic, _)| view::is_streamed(topic)).map(|(topic, document)| (topic.as_str(), document));
        let events =
            table.events.iter().filter(|(version, ..)| *version > cursor.began).map(|(_, topic, document)| (topic.as_str(), document));
        let (name, document) = documents
            .chain(events)
            .filter(|(_, document)| document.version > cursor.seen && (document.text.is_some() || document.version > cursor.began))
            .filter_map(|(topic, document)| Some((view.name(topic)?, document)))
            .min_by_key(|(_, document)| document.version)?;
        cursor.seen = document.version;
        let (table, topic, text) = (id.to_owned(), name.to_owned(), document.text.clone());
        let (retained, age_ms, id) = (document.retained, document.age_ms(now), document.id.clone());
        Some(Next::Document { table, topic, text, retained, age_ms, id })
    }

    /// How a table is now, as far as a view shows it.
    pub(super) fn pulse(&self, table: &str, view: View, now: Mono) -> Pulse {
        self.tables.get(table).map_or_else(Pulse::default, |table| {
            let heard = if view == View::Full { table.heard } else { table.heard_in_public };
            Pulse {
                confirmed: self.connected && table.confirmed.is_some_and(|(connection, _)| connection == self.connection),
                heard_ms: heard.map(|heard| now.since_ms(heard)),
            }
        })
    }

    /// There is a table of this name.
    pub(super) fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// The names of all tables, in order.
    pub(super) fn names(&self) -> Vec<String> {
        self.tables.keys().cloned().collect()
    }

    /// The results of the games that the public has seen end.
    pub(super) fn results(&self) -> &Results {
        &self.results
    }

    /// Takes results that were written before.
    pub(super) fn seed(&mut self, rows: Vec<Row>) {
        self.results.seed(rows);
        self.version += 1;
    }

    /// The JSON documents of a table, by the names of the view.
    pub(super) fn documents(&self, table: &str, view: View) -> Vec<(String, Arc<str>)> {
        let table = self.tables.get(table).into_iter();
        table
            .flat_map(|table| &table.documents)
            .filter(|(topic, _)| topic.as_str() != "public/sgf")
            .filter_map(|(topic, document)| Some((view.name(topic)?.to_owned(), document.text.clone()?)))
            .collect()
    }
}

impl Table {
    /// Forgets emptied documents when there are too many, oldest first; returns the number of the one that was forgotten.
    fn make_room(&mut self, topic: &str) -> Result<Option<u64>, Refused> {
        if self.documents.len() < MAX_DOCUMENTS || self.documents.contains_key(topic) {
            return Ok(None);
        }
        let emptied = self.documents.iter().filter(|(_, document)| document.text.is_none()).min_by_key(|(_, document)| document.version);
        let Some((oldest, version)) = emptied.map(|(topic, document)| (topic.clone(), document.version)) else {
            return Err(Refused::TooManyDocuments);
        };
        self.documents.remove(&oldest);
        self.forgotten = self.forgotten.max(version);
        Ok(Some(version))
    }
}

#[cfg(test)]
mod tests;
