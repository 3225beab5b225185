//! A scene for every clause of the rule texts that a board, a clock or a referee's entry can show (knowledge of the field: the two texts
//! that kifud starts from, and the other rulebooks where they differ), and the table of them in `docs/articles.md`.
//!
//! What the sensors decide (D) or suspect (D?) is played by the bytes of the devices alone, on a table in virtual time; what only a person
//! can know (R) is asked for. Each scene of D and D? has an innocent twin beside it, and that stays silent.
//!
//! Every scene is played under each of the nine rulebooks. The two tables in the documents are what these scenes really gave: by the book of
//! the clause, and where another book says something else. After a change: `KIFUD_WRITE_DOCS=1 cargo test --test it scenes`.

mod by_book;
mod chinese_desk;
mod chinese_ko;
mod chinese_moved;
mod chinese_play;
mod chinese_sealing;
mod chinese_time;
mod clauses;
mod competition;
mod desk;
mod ending;
mod ing_beside;
mod ing_end;
mod ing_play;
mod ing_referee;
mod ing_time;
mod shown;
mod stage;
mod table;
mod telling;

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

/// Whether a scene is played by the other books too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// By every one of them.
    Played,
    /// By none, for this reason.
    Not(&'static str),
}

/// How a scene is played.
pub type Deed = fn(&mut Scenery);

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
    pub play: Deed,
    /// What is said and what comes of it, a line each: see [`Scenery::told`]. Where it is empty the table in the documents alone holds it.
    pub told: &'static [&'static str],
    /// The same without the offence: nothing is said.
    pub twin: Option<Deed>,
    /// Whether the other books have their say.
    pub elsewhere: Elsewhere,
}

impl Row {
    /// A scene of which nothing is written yet: what most of them leave as it is here.
    pub const EMPTY: Row = Row {
        clause: "",
        mark: Mark::Person,
        book: "china-1988",
        happens: "",
        play: |_| {},
        told: &[],
        twin: None,
        elsewhere: Elsewhere::Played,
    };
}

/// Why a scene about bowls, hot stones, filling in or Ing's overtime is played by no other book: they have no such clause.
pub const INGS_OWN: Elsewhere = Elsewhere::Not("the clause is Ing's own");

/// Every scene, clause by clause.
pub fn rows() -> Vec<Row> {
    let chinese = [
        chinese_sealing::rows(),
        chinese_play::rows(),
        chinese_ko::rows(),
        chinese_moved::rows(),
        chinese_time::rows(),
        chinese_desk::rows(),
        competition::rows(),
    ]
    .concat();
    let ing = [ing_time::rows(), ing_play::rows(), ing_beside::rows(), ing_end::rows(), ing_referee::rows()].concat();
    [chinese, ending::rows(), ing].concat()
}
