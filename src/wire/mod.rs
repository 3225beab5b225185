//! Bytes to observations and back, one file per device protocol (floor 2). Knows nothing of ports or games.

pub mod kifud;
mod observation;
pub mod serial_transfer;

pub use observation::{
    BoardCommand, BoardGreeting, BoardReport, BoardSession, Cell, ClockCommand, ClockGreeting, ClockReport, ClockSession, Counts, Grid,
    Timed, Trays,
};
