//! What a browser gets, and how far it has come.

use std::sync::Arc;

/// Which documents a browser gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::display) enum View {
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

/// True for what goes out by itself. Results are long and no page of a running game shows them, an SGF file is the whole game again at each
/// move: they are there for those who ask.
pub(super) fn is_streamed(topic: &str) -> bool {
    !topic.starts_with("result/") && topic != "public/sgf"
}

/// How far a browser has come.
#[derive(Debug, Clone)]
pub(in crate::display) struct Cursor {
    /// The table; `None`: all of them, in brief.
    pub(in crate::display) table: Option<String>,
    pub(in crate::display) view: View,
    pub(super) seen: u64,
    /// The number of changes when it began from nothing.
    pub(super) began: u64,
    /// It must miss no event: where it would, it begins anew.
    pub(super) whole: bool,
}

/// The next thing for a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::display) enum Next {
    /// Forget everything: what follows is complete.
    Reset,
    /// A document, or a message of `event`.
    Document {
        /// Its table.
        table: String,
        /// Its topic below the table's, as the view names it.
        topic: String,
        /// One line of JSON; `None`: emptied.
        text: Option<Arc<str>>,
        /// It was not sent just now.
        retained: bool,
        /// How old it is, in ms.
        age_ms: u64,
        /// Of an event: its game and number.
        id: Option<String>,
    },
}

/// How a table is, besides its documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::display) struct Pulse {
    /// Its status has come on the present connection.
    pub(in crate::display) confirmed: bool,
    /// Since its last live message that the view shows; absent before the first.
    pub(in crate::display) heard_ms: Option<u64>,
}
