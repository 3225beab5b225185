//! All tests in one binary.

mod play;
mod sense;
mod table;
mod timing;
mod timing_device;
