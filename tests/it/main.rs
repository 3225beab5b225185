//! All tests in one binary.

mod serial;
