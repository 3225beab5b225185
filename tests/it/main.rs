//! All tests in one binary.

mod timing;
mod timing_device;
