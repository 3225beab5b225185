//! All tests in one binary.

mod cases;
mod go_laws;
mod sgf_files;
