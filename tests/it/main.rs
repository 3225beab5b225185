//! All tests in one binary.

mod hands;
mod journal;
mod mqtt;
mod play;
mod sense;
mod serial;
mod table;
mod timing;
mod timing_device;
