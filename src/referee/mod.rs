//! What breaks the course of a game on the board (floor 4): found, told apart, named as the field names it. Knows nothing of how an
//! incident is shown.
//!
//! | file | does |
//! |---|---|
//! | `kind` | the names of what can be found on the board, and what each asks of a person |
//! | `cycle` | play that goes round |
//! | `detect` | from what differs between wood and record to findings |
//! | `profile` | who is told what |
//! | `words` | what alerts say, in five languages |
//! | `proposal` | what is proposed for an incident, and what a person may decide instead |
//! | `rulebook` | what each rulebook says of every kind, as data; an event's own rules over it |

mod cycle;
mod detect;
mod kind;
mod profile;
mod proposal;
mod rulebook;
mod words;

pub use cycle::{tell_cycle, weigh_cycle};
pub use detect::{Finding, LastTurn, Scene, detect, may_be_shifted};
pub use kind::{Basis, Kind, Severity};
pub use profile::Profile;
pub use proposal::{BoardRemedy, Cite, ClockRemedy, Proposal, Requires, Sanction};
pub use rulebook::{
    Announce, Article, Book, CaptureTime, Choice, ClaimUntil, Claiming, ClockRule, Dispute, InForce, LateCost, Override, Rulebook, Source,
    WarningLimit,
};
pub use words::{
    AtClock, AtDesk, AtEnd, BesideBoard, Difference, GoesRound, InRecord, Language, LatenessCost, NamedPlayer, OfMatch, OfRulings, OfSeal,
    OnBoard, OnTime, RoundRemedy, Saying, Term, Text, basis_name, book_name, citation, kind_name, phase_name, remedy_name, sanction_name,
    say, severity_name,
};
