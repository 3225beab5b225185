//! All tests in one binary.

mod board_sessions;
mod cases;
mod clock_sessions;
mod frames;
mod hands;
mod host;
mod igo_session;
mod lossy_link;
mod serial;
mod virtual_game;
mod virtual_table;
