//! All tests in one binary.

mod cases;
mod play;
mod table;
