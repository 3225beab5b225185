//! All tests in one binary.

#[cfg(feature = "embedded-broker")]
mod broker;
#[cfg(feature = "embedded-broker")]
mod browser;
#[cfg(feature = "embedded-broker")]
mod display;
#[cfg(feature = "embedded-broker")]
mod peer;
#[cfg(feature = "embedded-broker")]
mod stage;
