//! All tests in one binary.

mod cases;
mod hands;
mod host;
mod serial;
mod virtual_game;
mod virtual_table;
