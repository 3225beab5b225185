//! All tests in one binary.

mod hands;
mod serial;
