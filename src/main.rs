//! The program: see `kifud --help`, and the crate's own page for how it is built.

use std::process::ExitCode;

fn main() -> ExitCode {
    kifud::cli::main()
}
