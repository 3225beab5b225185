//! What breaks the course of a game on the board (floor 4): found, told apart, named as the field names it. Knows nothing of how an
//! incident is shown; articles, proposals and rulings have not moved in yet.
//!
//! | file | does |
//! |---|---|
//! | `kind` | the names of what can be found on the board, and what each asks of a person |
//! | `detect` | from what differs between wood and record to findings |
//! | `words` | a finding in a sentence |

mod detect;
mod kind;
mod words;

pub use detect::{Finding, LastTurn, Scene, detect, may_be_shifted};
pub use kind::{Basis, Kind, Severity};
pub use words::tell;
