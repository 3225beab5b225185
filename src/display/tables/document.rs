//! One document as it came.

use std::sync::Arc;

use serde_json::Value;

use super::{MAX_DOCUMENT_BYTES, Refused};
use crate::time::{Mono, Stamp, Wall};

/// What a page with many tables does not show, by the start of the topic: a hall of 64 tables gets some hundred bytes for each change
/// instead of some ten thousand.
const LEFT_OUT: [(&str, &[&str]); 4] = [
    ("game", &["moves", "edits", "setup", "muted", "rulings", "count"]),
    ("public/game", &["moves", "edits", "setup", "muted", "count"]),
    ("alert/", &["evidence", "cycle"]),
    ("info", &["configuration"]),
];

/// One document as it came.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) version: u64,
    pub(super) connection: u64,
    pub(super) arrived: Stamp,
    pub(super) retained: bool,
    /// When it was true, by its own word.
    pub(super) as_of: Option<Wall>,
    /// `None`: emptied.
    pub(super) text: Option<Arc<str>>,
    /// What a page with many tables gets; `None`: the same.
    pub(super) brief: Option<Arc<str>>,
    /// Game and number of an event: what a reader says that it has.
    pub(super) id: Option<String>,
}

impl Document {
    /// A live document counts from its arrival. A retained one counts from the instant that it names, if that lies before its arrival (the
    /// clocks of two machines may differ).
    pub(super) fn age_ms(&self, now: Mono) -> u64 {
        let before = match self.as_of {
            Some(as_of) if self.retained => self.arrived.wall.as_unix_ms().saturating_sub(as_of.as_unix_ms()).max(0).unsigned_abs(),
            _ => 0,
        };
        now.since_ms(self.arrived.mono).saturating_add(before)
    }

    /// The text for a page with many tables.
    pub(super) fn brief(&self) -> Option<Arc<str>> {
        self.brief.as_ref().or(self.text.as_ref()).cloned()
    }

    /// Makes it an emptied one.
    pub(super) fn empty(&mut self) -> bool {
        self.brief = None;
        self.text.take().is_some()
    }
}

/// What a payload says.
#[derive(Default)]
pub(super) struct Read {
    /// One line of JSON, or nothing for an empty payload.
    pub(super) text: Option<Arc<str>>,
    /// The same without what a page with many tables does not show, where that is less.
    pub(super) brief: Option<Arc<str>>,
    /// The instant that it names.
    pub(super) as_of: Option<Wall>,
    /// The broker's word about a table that has gone, not the table's own.
    pub(super) will: bool,
    /// Game and number of an event.
    pub(super) id: Option<String>,
    /// The document itself, but for its moves, where it is what the public sees of a game.
    pub(super) game: Option<Value>,
}

impl Read {
    pub(super) fn new(topic: &str, payload: &[u8]) -> Result<Self, Refused> {
        if payload.is_empty() {
            return Ok(Self::default());
        }
        if payload.len() > MAX_DOCUMENT_BYTES {
            return Err(Refused::TooLarge);
        }
        if topic == "public/sgf" {
            let text = std::str::from_utf8(payload).map_err(|_| Refused::NotText)?;
            return Ok(Self { text: Some(text.into()), ..Self::default() });
        }
        let mut value: Value = serde_json::from_slice(payload).map_err(|_| Refused::NotJson)?;
        let as_of = value.get("as_of").and_then(|as_of| as_of.as_str()?.parse::<jiff::Timestamp>().ok());
        let will = value.get("state").is_some_and(|state| state == "lost");
        let id = topic.ends_with("event").then(|| Some(format!("{}:{}", value["game_id"].as_str()?, value["seq"].as_u64()?))).flatten();
        let text = Some(value.to_string().into());
        let brief = shorten(topic, &mut value).then(|| value.to_string().into());
        let as_of = as_of.map(|as_of| Wall::from_unix_ms(as_of.as_millisecond()));
        Ok(Self { will, as_of, text, brief, id, game: (topic == "public/game").then_some(value) })
    }
}

/// Takes out what a page with many tables does not show; false where there is nothing of it.
fn shorten(topic: &str, value: &mut Value) -> bool {
    let of = |(name, _): &&(&str, &[&str])| topic == *name || (name.ends_with('/') && topic.starts_with(name));
    let Some(((_, fields), object)) = LEFT_OUT.iter().find(of).zip(value.as_object_mut()) else { return false };
    let before = object.len();
    object.retain(|field, _| !fields.contains(&field.as_str()));
    object.len() < before
}
