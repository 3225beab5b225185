//! A scene for every clause of the rule texts that a board, a clock or a referee's entry can show (knowledge of the field: the two texts
//! that kifud starts from, and the other rulebooks where they differ), and the table of them in `docs/articles.md`.
//!
//! What the sensors decide (D) or suspect (D?) is played by the bytes of the devices alone, on a table in virtual time; what only a person
//! can know (R) is asked for. Each scene of D and D? has an innocent twin beside it, and that stays silent.
//!
//! The table in the documents is what these scenes really gave. After a change: `KIFUD_WRITE_DOCS=1 cargo test --test it scenes`.

mod chinese;
mod ending;
mod ing_beside;
mod ing_end;
mod ing_play;
mod ing_referee;
mod ing_time;
mod shown;
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
#[derive(Clone)]
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

impl Row {
    /// A scene of which nothing is written yet: what most of them leave as it is here.
    pub const EMPTY: Row = Row { clause: "", mark: Mark::Person, book: "china-1988", happens: "", play: |_| {}, told: &[], twin: None };
}

/// Every scene, clause by clause.
pub fn rows() -> Vec<Row> {
    let ing = [ing_time::rows(), ing_play::rows(), ing_beside::rows(), ing_end::rows(), ing_referee::rows()].concat();
    [chinese::rows(), ending::rows(), ing].concat()
}
