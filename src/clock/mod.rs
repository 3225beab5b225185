//! Time controls and the players' clocks (floor 1). Knows nothing of the device on the table.

mod control;
mod reading;

pub use control::TimeControl;
pub use reading::{ClockReading, Side};
