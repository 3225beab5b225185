//! All tests in one binary.

mod timing;
