//! The `kifud` protocol for makers of boards and clocks (CONTRACT 3.2): packets, the host's two sessions, and two devices made of nothing.

pub mod board_packet;
pub mod clock_packet;
pub mod packet;
