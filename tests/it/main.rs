//! All tests in one binary.

mod config;
mod timing;
mod timing_device;
