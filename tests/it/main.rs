//! All tests in one binary.

#[cfg(feature = "embedded-broker")]
mod broker;
#[cfg(feature = "embedded-broker")]
mod browser;
#[cfg(feature = "embedded-broker")]
mod display;
mod peer;
mod stage;
