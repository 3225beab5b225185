//! `kifud check`: what a configuration means, or everything that is wrong with it.

use std::path::Path;

use super::Failure;
use crate::config::{self, Config};
use crate::display::Tokens;

/// Explains a configuration on standard output; names every fault on standard error.
pub(super) fn check(path: &Path) -> Result<(), Failure> {
    let config = load(path)?;
    super::print(&(config::explain(&config) + &unreadable(&config)))?;
    Ok(())
}

/// Files that `run` needs and that cannot be used here: a note each, for the configuration may be checked on another machine than its own.
fn unreadable(config: &Config) -> String {
    let tokens = config.display.as_ref().and_then(|display| display.referee_tokens_file.as_deref());
    let tokens = tokens.and_then(|path| Tokens::read(path).err()).map(|error| ("display.referee_tokens_file", error.to_string()));
    let password = config.mqtt.password_file.as_deref();
    let password = password.and_then(|path| Some(("mqtt.password_file", format!("{}: {}", path.display(), std::fs::read(path).err()?))));
    let note = |(key, error)| format!("note: {key}: {error}; kifud run does not start without it\n");
    tokens.into_iter().chain(password).map(note).collect()
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
