//! kifud: the smart-board bridge for Go.

pub mod clock;
pub mod form;
pub mod game;
pub mod go;
pub mod now;
pub mod sense;
pub mod time;
pub mod wire;
