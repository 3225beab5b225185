//! All tests in one binary.

mod cases;
