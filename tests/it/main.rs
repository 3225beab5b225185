//! All tests in one binary.

mod sense;
