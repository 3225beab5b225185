//! `kifud check`: what a configuration means, or everything that is wrong with it.

use std::path::Path;

use super::Failure;
use crate::config::{self, Config};

/// Explains a configuration on standard output; names every fault on standard error.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    let config = load(path)?;
    super::print(&config::explain(&config))?;
    Ok(())
}

/// A configuration without faults; those that it has are printed.
pub(super) fn load(path: &Path) -> Result<Config, Failure> {
    config::load(path).map_err(|faults| {
        for fault in &faults {
            eprintln!("{fault}");
        }
        Failure::Refused
    })
}
