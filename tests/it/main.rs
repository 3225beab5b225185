//! All tests in one binary.

#[cfg(feature = "embedded-broker")]
mod broker;
mod hands;
mod journal;
mod mqtt;
mod peer;
mod play;
mod sense;
mod serial;
mod table;
mod timing;
mod timing_device;
