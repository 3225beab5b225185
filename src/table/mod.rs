//! One table's loop (floor 7): bytes in, events and documents out, and nothing in between that waits for a disk or a broker.
//!
//! | file | does |
//! |---|---|
//! | `desk` | bytes to events without any I/O; what `replay` runs too |
//! | `run` | the loop: ports, requests, deadlines; `hear` what comes, `say` what goes, `look` after all else; `by_hand` without the loop |
//! | `context` | what the daemon gives it, and the beat that feeds the watchdog |
//! | `commit` | what the desk's effects leave in the journal, and what waits for it |
//! | `documents`, `health` | the retained documents |
//! | `finding`, `alarm` | what the operator is told, causes first; what happens again and again |
//! | `presence`, `lights` | whether a device speaks; what the board's lights show |
//! | `outbox` | the journal's events as the connection reads them |
//! | `adviser` | the engine that proposes dead stones, where one is configured |
//! | `requests` | each transaction has one effect and one answer |
//! | `setup` | from the configuration to all of this |
//! | `witness` | who is shown all of it (`capture`) |

mod adviser;
mod alarm;
mod commit;
mod context;
mod desk;
mod documents;
mod finding;
mod health;
mod lights;
mod outbox;
mod presence;
mod recover;
mod requests;
mod run;
pub mod setup;
mod witness;

pub use context::{Aside, Beat, TableContext};
pub use desk::{Desk, Device, Effect, GARBLED_MS, PortNews, REOPEN_MS};
pub use documents::sgf_text;
pub use outbox::Outbox;
pub use presence::Presence;
pub use run::{by_hand, run};
pub use witness::Witness;
