//! Bytes to observations and back, one file per device protocol (floor 2). Knows nothing of ports or games.

mod driver;
pub mod igo;
pub mod kifud;
pub mod matrix;
mod observation;
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
