//! All tests in one binary.

mod journal;
mod mqtt;
