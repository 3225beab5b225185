//! The `kifud` protocol for makers of boards and clocks (CONTRACT 3.2): packets, the host's two sessions, and two devices made of nothing.

mod board;
pub mod board_packet;
mod clock;
pub mod clock_packet;
mod known_map;
mod link;
pub mod packet;
mod virtual_board;
mod virtual_clock;

pub use board::KifudBoard;
pub use clock::KifudClock;
pub use virtual_board::VirtualBoard;
pub use virtual_clock::VirtualClock;

pub use super::faces::ClockSetting;
