//! Games in which everything around the table goes wrong, in virtual time: the daemon's own table, connection and journal, driven by hand,
//! between virtual devices, a broker that is not there and a disk that is told what to do. One seed gives one game, bit for bit.
//!
//! | file | does |
//! |---|---|
//! | `kind` | what goes wrong, and when |
//! | `net` | sockets, a broker, and the line to whoever follows |
//! | `follower` | somebody who follows the table by the rules of the contract |
//! | `house` | all of it in one time; `host` the process, `state` its directory, killed and started again |
//! | `play` | one game in it |
//! | `check` | what was seen beside what is in the journal and what was played |
//! | `tally` | the table |
//!
//! What is real: sessions, filter, game, book, documents, health, requests, outbox, presence, flight, the journal's queue, transactions and
//! SQLite file, recovery. What is not: the loops that wait (`table::run`, the connection's and the writer's), the sockets and ports.

mod check;
mod follower;
mod host;
mod house;
mod kind;
mod net;
mod play;
mod state;
mod tally;

pub use kind::{At, Blow, Kind};
pub use play::{Case, Course, Tried, play};
pub use tally::{Row, table};

/// The table of a trial, and its topics.
const TABLE: &str = "t1";
const TOPICS: &str = "kifud/v1/t1/";

/// Which promise is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Something that was on the disk, seen or answered is gone.
    Lost,
    /// Something is there twice, or with two contents.
    Doubled,
    /// Something is not as it should be.
    Wrong,
}

/// A promise that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub class: Class,
    /// What was found.
    pub text: String,
}

impl Broken {
    fn new(class: Class, text: impl Into<String>) -> Broken {
        Broken { class, text: text.into() }
    }
}
