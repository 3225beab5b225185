//! All tests in one binary.

#[cfg(feature = "embedded-broker")]
mod broker;
mod peer;
