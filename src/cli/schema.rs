//! `kifud schema`: the shapes of every payload, or the whole contract as AsyncAPI.

use anyhow::Context;

use super::Failure;
use crate::form;

/// Prints every schema by topic, or the contract.
pub(super) fn print(asyncapi: bool) -> Result<(), Failure> {
    let text = if asyncapi { serde_json::to_string_pretty(&form::asyncapi()) } else { serde_json::to_string_pretty(&form::all_schemas()) };
    let text = text.context("the schemas")?;
    super::print(&format!("{text}\n"))?;
    Ok(())
}
