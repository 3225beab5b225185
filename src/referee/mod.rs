//! What breaks the course of a game on the board (floor 4): found, told apart, named as the field names it. Knows nothing of how an
//! incident is shown; the articles of offences have not moved in yet.
//!
//! | file | does |
//! |---|---|
//! | `kind` | the names of what can be found on the board, and what each asks of a person |
//! | `detect` | from what differs between wood and record to findings |
//! | `words` | what alerts say, in five languages |
//! | `proposal` | what is proposed for an incident, and what a person may decide instead |
//! | `stones` | what the rulebooks say of bowls and lids |
//! | `timetable` | what the rulebooks say of coming late, not coming, sealing |

mod detect;
mod kind;
mod proposal;
mod stones;
mod timetable;
mod words;

pub use detect::{Finding, LastTurn, Scene, detect, may_be_shifted};
pub use kind::{Basis, Kind, Severity};
pub use proposal::{Announce, BoardRemedy, Cite, ClockRemedy, Proposal, Requires, Sanction};
pub use stones::{keeps_lids, pays_with_stones, stone_article, stones_of_each};
pub use timetable::{LateCost, Timely, knows_sealing, late_cost};
pub use timetable::{flag_article, sealing_extra_ms, seat_article};
pub use words::{
    AtClock, AtDesk, BesideBoard, Difference, InRecord, Language, LatenessCost, OfSeal, OnBoard, OnTime, Saying, Text, book_name, citation,
    kind_name, say,
};
