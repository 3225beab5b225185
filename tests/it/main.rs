//! All tests in one binary.

mod cases;
mod hands;
mod serial;
mod virtual_table;
