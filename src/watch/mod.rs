//! One table in a terminal (floor 7): an MQTT consumer like any other, with a random client id, no will, and nothing published.
//!
//! * `link`: the connection, tried again for ever; `terminal`: keys, size and the loop that draws.
//! * `table`: the newest documents and how far they can be trusted; `clock`: what a clock shows at a moment; `replay`: earlier positions.
//!   All pure: moments are given.
//! * [`Screen`]: what is shown, and what a key changes; `draw`: the same in cells of a terminal.
//!
//! Documents are read leniently, as the contract asks of consumers: what is not known is shown by its name, what is missing is left out.

use std::io;

use crate::mqtt::{BrokerAddress, Credentials};

mod clock;
mod draw;
mod link;
mod replay;
mod screen;
mod table;
mod terminal;
mod words;

pub use screen::{Key, Look, Screen};
pub use terminal::run;

/// What [`run`] needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The broker.
    pub broker: BrokerAddress,
    /// First topic level or levels.
    pub base: String,
    /// The table.
    pub table: String,
    /// For brokers that want a user.
    pub credentials: Option<Credentials>,
    /// What spectators may see instead of everything: `public/…`.
    pub public: bool,
    /// Tag of the language to begin with.
    pub language: String,
    /// How much the terminal can show.
    pub look: Look,
}

/// Why nothing is shown.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// The output is a file or a pipe, or the terminal cannot place a character.
    #[error("watch needs a terminal that can place characters: run it in one, or use `kifud display` for pages")]
    NoTerminal,
    /// The terminal has gone, or refuses.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
}
