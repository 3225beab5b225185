//! All tests in one binary.

mod play;
mod table;
