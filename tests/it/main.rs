//! All tests in one binary.

mod board_sessions;
mod cases;
mod clock_sessions;
mod frames;
mod go_laws;
mod hands;
mod host;
mod igo_session;
mod lossy_link;
mod serial;
mod sgf_files;
mod virtual_game;
mod virtual_table;
