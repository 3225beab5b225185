//! What the feeds for others read of a table: what is public, and nothing else.

use std::sync::Arc;

use serde_json::Value;

use super::{Cursor, Tables, View};
use crate::display::results::is_plain_id;
use crate::time::{Mono, Wall};

/// A public document as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::display) struct Shown {
    /// JSON in one line; of `sgf` the file.
    pub(in crate::display) text: Arc<str>,
    /// The number of its last change.
    pub(in crate::display) version: u64,
    /// When it came.
    pub(in crate::display) arrived: Wall,
    /// How old it is, in ms.
    pub(in crate::display) age_ms: u64,
}

/// The game of a `game` document, and its result in SGF's words once it has ended with one.
pub(super) fn game_shown(game: &Value) -> Option<(String, Option<String>)> {
    let id = game["game_id"].as_str().filter(|id| is_plain_id(id))?;
    let result = game["result"]["sgf"].as_str().filter(|_| game["phase"] == "ended");
    Some((id.to_owned(), result.map(str::to_owned)))
}

impl Tables {
    /// A public document of a table: `game`, `clock`, `sgf` or `status`.
    pub(in crate::display) fn public(&self, table: &str, name: &str, now: Mono) -> Option<Shown> {
        let table = self.tables.get(table)?;
        let (_, document) = table.documents.iter().find(|(topic, _)| View::Public.name(topic) == Some(name))?;
        let (version, arrived, age_ms) = (document.version, document.arrived.wall, document.age_ms(now));
        Some(Shown { text: document.text.clone()?, version, arrived, age_ms })
    }

    /// The game that has ended at a table, with its file. Nothing as long as the file may be of another game or moment: `game` is always sent
    /// before `sgf`, but what is retained comes in any order.
    pub(in crate::display) fn finished(&self, id: &str, now: Mono) -> Option<(String, Shown)> {
        let table = self.tables.get(id)?;
        let (game, result) = table.shown.as_ref()?;
        let (of_game, of_file) = (table.documents.get("public/game")?, table.documents.get("public/sgf")?);
        let in_order = of_file.version > of_game.version || (of_file.retained && of_game.retained);
        let level = of_game.connection == of_file.connection && in_order;
        let file = self.public(id, "sgf", now)?;
        let says = file.text.contains(&format!("RE[{}]", result.as_ref()?));
        (level && says).then(|| (game.clone(), file))
    }

    /// A reader who must miss no event: from the event on that it says it has, if that is still here, and from the beginning otherwise.
    pub(in crate::display) fn follow(&self, table: &str, last: Option<&str>) -> Cursor {
        let events = self.tables.get(table).into_iter().flat_map(|table| &table.events);
        let has = |(_, topic, document): &&(u64, String, super::Document)| {
            topic == "public/event" && last.is_some() && document.id.as_deref() == last
        };
        let resumed = events.into_iter().find(has).map(|(version, ..)| *version);
        let begin = self.begin(table, View::Public);
        Cursor { whole: true, seen: resumed.unwrap_or(0), began: resumed.unwrap_or(begin.began), ..begin }
    }
}
