//! What is shown: the table, the language, and the position that somebody has gone back to.

use ratatui::Frame;
use serde_json::Value;

use super::replay;
use super::table::Table;
use super::words::{TAGS, Words, tag_of_locale};
use crate::time::{Mono, Stamp};

/// How much a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Colours. Without them nothing is lost.
    pub color: bool,
    /// Stones are the letters X and O, and signs are ASCII: for the Linux console, and where a terminal may draw ● two columns wide.
    pub letters: bool,
}

impl Look {
    /// What a terminal can show, from `TERM`, `NO_COLOR` and the locale; with the tag of the language to begin with.
    pub fn of(term: &str, no_color: bool, locale: &str) -> (Look, &'static str) {
        let console = term == "linux";
        let color = !no_color && !term.starts_with("vt") && !term.is_empty();
        let tag = tag_of_locale(locale);
        // The Linux console has no characters for the others.
        (Look { color, letters: console || !color || tag != TAGS[0] }, if console { TAGS[0] } else { tag })
    }
}

/// What a key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// So many moves back.
    Earlier(u32),
    /// So many moves on.
    Later(u32),
    /// Before the first move.
    First,
    /// Back to the game.
    Now,
    /// The next language.
    Language,
}

/// The screen of one table. Pure: moments are given.
#[derive(Debug)]
pub struct Screen {
    pub(super) id: String,
    pub(super) table: Table,
    pub(super) words: Words,
    pub(super) look: Look,
    /// The game and the number of the move that somebody has gone back to.
    back: Option<(String, u64)>,
}

impl Screen {
    /// A screen that knows nothing yet, in the language with this tag.
    pub fn new(table: &str, language: &str, look: Look) -> Screen {
        Screen { id: table.to_owned(), table: Table::default(), words: Words::new(language), look, back: None }
    }

    /// The broker is there.
    pub fn connect(&mut self) {
        self.table.connect();
    }

    /// The broker is not there.
    pub fn disconnect(&mut self, why: &str) {
        self.table.disconnect(why.to_owned());
    }

    /// Takes a document of the table, by its topic below the table's.
    pub fn take(&mut self, topic: &str, payload: &[u8], retained: bool, at: Stamp) {
        self.table.take(topic, payload, retained, at);
    }

    /// What time does to what is known.
    pub fn advance(&mut self, now: Mono) {
        self.table.sweep(now);
    }

    /// A key was pressed.
    pub fn press(&mut self, key: Key) {
        if key == Key::Language {
            self.words = self.words.next();
            return;
        }
        let Some((game, game_id)) = self.table.game().and_then(|game| Some((game, game["game_id"].as_str()?.to_owned()))) else { return };
        let last = game["move_number"].as_u64().unwrap_or(0);
        let at = self.shown_move().unwrap_or(last);
        let wanted = match key {
            Key::Earlier(moves) => at.saturating_sub(moves.into()),
            Key::Later(moves) => at.saturating_add(moves.into()),
            Key::First => 0,
            Key::Now | Key::Language => last,
        };
        self.back = (wanted < last && replay::is_whole(game)).then_some((game_id, wanted));
    }

    /// The earlier move whose position is shown; a new game, and a record that became shorter, end it.
    pub(super) fn shown_move(&self) -> Option<u64> {
        let (game_id, n) = self.back.as_ref()?;
        let game = self.table.game()?;
        let still = game["game_id"] == game_id.as_str() && Some(*n) < game["move_number"].as_u64() && replay::is_whole(game);
        still.then_some(*n)
    }

    /// The move that is marked on the board.
    pub(super) fn last_move(&self) -> Option<&Value> {
        let game = self.table.game()?;
        match self.shown_move() {
            Some(n) => game["moves"].as_array()?.iter().find(|played| played["n"].as_u64() == Some(n)),
            None => Some(&game["last_move"]).filter(|last| last.is_object()),
        }
    }

    /// True while a clock is so low that tenths are shown: it is drawn more often then.
    pub(super) fn is_urgent(&self, now: Mono) -> bool {
        ["black", "white"]
            .iter()
            .any(|color| super::clock::reading(&self.table, color, now).is_some_and(|side| side.runs && side.ms < 10_000))
    }

    /// Draws everything as it is at this moment.
    pub fn draw(&self, frame: &mut Frame<'_>, now: Mono) {
        super::draw::draw(self, frame, now);
    }
}
