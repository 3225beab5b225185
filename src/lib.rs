//! kifud: the smart-board bridge for Go.

pub mod clock;
pub mod config;
pub mod game;
pub mod go;
pub mod now;
pub mod sense;
pub mod time;
pub mod wire;
