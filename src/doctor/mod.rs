//! The doctor of devices (floor 7): what a board or a clock really sends, what is wrong with it, and what to do (`kifud doctor`).
//!
//! [`recognise`] tells a protocol from bytes, [`find_out`] opens a port at the usual speeds, listens first and then asks only what changes
//! nothing. An [`Exam`] is one device under examination, without any I/O of its own; [`findings`] says what it shows to be wrong,
//! [`live`] and [`report`] show it, [`ThreeStones`] finds out how a board lies, [`block`] writes what was found as configuration, and
//! [`bundle`] packs all of it for whoever is asked for help, without a secret. [`look`] keeps the exams going behind their ports.
//!
//! Nothing here knows a broker, a journal or a game. A port that somebody else holds is left alone: it is said who has it.

mod block;
mod bundle;
mod exam;
mod finding;
mod history;
mod look;
mod probe;
mod show;
mod signature;
mod stones;

pub use block::{Found, block, clock_block};
pub use bundle::{Bundle, bundle};
pub use exam::{Exam, Lying, PortIs, Subject};
pub use finding::{Finding, findings, port_words};
pub use history::{FLICKER_CHANGES, PointIs, WITHIN_MS};
pub use look::{Until, look, orient};
pub use probe::{ASKING_MS, Diagnosis, LISTENING_MS, find_out};
pub use show::{live, report};
pub use signature::{Guess, Speaks, Sureness, recognise};
pub use stones::{Step, ThreeStones, asked_points};
