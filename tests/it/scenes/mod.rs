//! A scene for every clause of the rule texts that a board, a clock or a referee's entry can show (knowledge of the field: the two texts
//! that kifud starts from, and the other rulebooks where they differ), and the table of them in `docs/articles.md`.
//!
//! What the sensors decide (D) or suspect (D?) is played by the bytes of the devices alone, on a table in virtual time; what only a person
//! can know (R) is asked for. Each scene of D and D? has an innocent twin beside it, and that stays silent.
//!
//! The table in the documents is what these scenes really gave. After a change: `KIFUD_WRITE_DOCS=1 cargo test --test it scenes`.

mod chinese;
mod stage;
mod table;

pub use stage::Scenery;

/// How a clause can be noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The sensors decide.
    Sensors,
    /// The sensors suspect, a person confirms.
    Suspected,
    /// A person enters it.
    Person,
}

impl Mark {
    pub const fn text(self) -> &'static str {
        match self {
            Mark::Sensors => "D",
            Mark::Suspected => "D?",
            Mark::Person => "R",
        }
    }
}

/// One scene.
pub struct Row {
    /// The clause, as "CN-18".
    pub clause: &'static str,
    pub mark: Mark,
    /// The rulebook in force.
    pub book: &'static str,
    /// What happens, for a reader.
    pub happens: &'static str,
    /// How it is played.
    pub play: fn(&mut Scenery),
    /// What is said and what comes of it, a line each: see [`Scenery::told`].
    pub told: &'static [&'static str],
    /// The same without the offence: nothing is said.
    pub twin: Option<fn(&mut Scenery)>,
}

/// Every scene, clause by clause.
pub fn rows() -> Vec<Row> {
    chinese::rows()
}
