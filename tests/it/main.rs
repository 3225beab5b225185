//! All tests in one binary.

mod cases;
mod sense;
