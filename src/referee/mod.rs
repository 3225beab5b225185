//! What breaks the course of a game on the board (floor 4): found, told apart, named as the field names it. Knows nothing of how an
//! incident is shown; the articles of offences have not moved in yet.
//!
//! | file | does |
//! |---|---|
//! | `kind` | the names of what can be found on the board, and what each asks of a person |
//! | `detect` | from what differs between wood and record to findings |
//! | `words` | a finding in a sentence |
//! | `proposal` | what is proposed for an incident, and what a person may decide instead |
//! | `endings` | what the rulebooks say of passes, the end and counting |
//! | `timetable` | what the rulebooks say of coming late, not coming, sealing |

mod detect;
mod endings;
mod kind;
mod proposal;
mod timetable;
mod words;

pub use detect::{Finding, LastTurn, Scene, detect, may_be_shifted};
pub use endings::{Resumption, ending_article, proves_stones, resumption, second_stop_counts};
pub use kind::{Basis, Kind, Severity};
pub use proposal::{BoardRemedy, Cite, ClockRemedy, Proposal, Requires, Sanction};
pub use timetable::flag_article;
pub use timetable::{LateCost, Timely, knows_sealing, late_cost};
pub use words::tell;
