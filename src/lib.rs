//! kifud: the smart-board bridge for Go.

pub mod broker;
pub mod capture;
pub mod cli;
pub mod clock;
pub mod config;
pub mod daemon;
pub mod display;
pub mod form;
pub mod game;
pub mod go;
pub mod journal;
pub mod mqtt;
pub mod now;
pub mod rehearse;
pub mod sense;
pub mod serial;
pub mod sim;
pub mod table;
pub mod time;
pub mod wire;
