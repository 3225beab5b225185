//! All tests in one binary.

mod play;
mod table;
mod timing;
mod timing_device;
