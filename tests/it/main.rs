//! All tests in one binary.

mod hands;
mod serial;
mod virtual_table;
