//! The `status` document (CONTRACT 4): also the will.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Instant;

/// Whether a table is served, and by whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatusForm {
    /// How it is.
    pub state: TableState,
    /// Id of the bridge.
    pub bridge: String,
    /// Random, kept in the state directory: two machines with the same configuration differ in it.
    pub instance: String,
    /// New for every connection.
    pub session: String,
    /// Since when; absent in the will, which is written before it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Instant>,
}

/// How a table is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableState {
    /// Connected; the documents are on their way.
    Init,
    /// All is well.
    Ready,
    /// Something is missing: `health` says what.
    Degraded,
    /// Stopped on purpose.
    Disconnected,
    /// Gone without a word.
    Lost,
}
