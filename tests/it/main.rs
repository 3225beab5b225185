//! All tests in one binary.

mod board_sessions;
mod clock_sessions;
mod frames;
mod igo_session;
mod lossy_link;
