//! All tests in one binary.

mod journal;
mod mqtt;
mod play;
mod sense;
mod table;
mod timing;
mod timing_device;
