//! Bytes to observations and back, one folder per device protocol (floor 2). Knows nothing of ports or games.
//!
//! | board | what it tells | who speaks first | what guards its bytes |
//! |---|---|---|---|
//! | [`kifud`] | scans with colours, as changes | it pushes | CRC-16, numbers, the map's own CRC |
//! | [`igo`] | scans of presence | it is polled | CRC-8, keys that show a torn scan |
//! | [`matrix`] | scans with colours | it pushes | the shape of its lines |
//! | [`saiboard`] | a count for each point, and a hand | it is polled | the shape of its JSON |
//! | [`yihu`] | placements, and nothing else | it pushes | check bytes, numbers |
//!
//! | clock | what it tells | who speaks first | what its stamps are worth |
//! |---|---|---|---|
//! | [`kifud`] | presses, times in ms, periods | it pushes | its own, exact |
//! | [`dgt`] | where the lever lies, times in seconds, flags | it pushes when asked to | arrival, up to a second late |
//! | [`dgt_json`] | how the lever moves, times in seconds | it pushes what changes | the gateway's own |
//! | [`open_chess_clock`] | presses with the time of the side that stops, in ms | it pushes, only when it is touched | arrival |
//!
//! `lever` finds out which side was pressed where a clock does not say it.
//!
//! Whatever a board says, a session reports one of few things ([`BoardReport`]). Two guards stand behind the boards that show scans: `stuck`
//! hides lines that fail as a whole, and drops boards that cannot be; `tared` hides the points of a board that measured its zero with stones
//! on them.

pub mod dgt;
pub mod dgt_json;
mod driver;
mod faces;
pub mod igo;
mod json;
pub mod kifud;
mod lever;
pub mod matrix;
mod observation;
pub mod open_chess_clock;
pub mod saiboard;
pub mod serial_transfer;
mod stuck;
mod tared;
pub mod yihu;

pub use driver::{BoardDriver, ClockDriver, UnknownDriver, board_session, clock_session};
pub use observation::{
    BoardCommand, BoardGreeting, BoardReport, BoardSession, Cell, ClockCommand, ClockGreeting, ClockReport, ClockSession, Counts, Grid,
    SILENT_MS, Timed, Trays,
};
