//! `kifud forget`: empties the retained topics of a table that is gone.

use std::path::Path;

use super::{Failure, check, runtime};
use crate::daemon;
use crate::home_assistant;
use crate::mqtt;

/// Empties every retained topic of a table on the configuration's broker.
pub(super) fn forget(table: &str, path: &Path) -> Result<(), Failure> {
    let config = check::load(path)?;
    if config.tables.iter().any(|known| known.id == table) {
        eprintln!("{}: the table \"{table}\" is still in it: take it out first, then forget it", path.display());
        return Err(Failure::Refused);
    }
    let settings = daemon::settings_for(&config, table)?;
    let emptied =
        runtime()?.block_on(mqtt::forget(&settings, &home_assistant::topics(&config.mqtt.base, table))).map_err(anyhow::Error::from)?;
    println!("{emptied} retained topics of {table} emptied");
    Ok(())
}
