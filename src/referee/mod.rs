//! What breaks the course of a game on the board (floor 4): found, told apart, named as the field names it. Knows nothing of how an
//! incident is shown; the articles of offences have not moved in yet.
//!
//! | file | does |
//! |---|---|
//! | `kind` | the names of what can be found on the board, and what each asks of a person |
//! | `cycle` | play that goes round |
//! | `detect` | from what differs between wood and record to findings |
//! | `words` | a finding in a sentence |
//! | `profile` | who is told what |
//! | `proposal` | what is proposed for an incident, and what a person may decide instead |
//! | `timetable` | what the rulebooks say of coming late, not coming, sealing |

mod cycle;
mod detect;
mod kind;
mod profile;
mod proposal;
mod timetable;
mod words;

pub use cycle::{tell_cycle, weigh_cycle};
pub use detect::{Finding, LastTurn, Scene, detect, may_be_shifted};
pub use kind::{Basis, Kind, Severity};
pub use profile::Profile;
pub use proposal::{BoardRemedy, Cite, ClockRemedy, Proposal, Requires, Sanction};
pub use timetable::flag_article;
pub use timetable::{LateCost, Timely, knows_sealing, late_cost};
pub use words::tell;
