//! All tests in one binary.

mod forms;
