//! `kifud schema`: the shapes of every payload.

use anyhow::Context;

use super::Failure;
use crate::form;

/// Prints every schema, by topic.
pub(super) fn print() -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&form::all_schemas()).context("the schemas")?;
    super::print(&format!("{text}\n"))?;
    Ok(())
}
