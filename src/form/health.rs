//! The `health` document: what the equipment does, and what to do about it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Instant, SCHEMA};

/// What the equipment does. Every part that is not well says in `what_to_do` what a person should do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HealthForm {
    /// Version of this shape.
    pub schema: String,
    /// When it was true.
    pub as_of: Instant,
    /// The board.
    pub board: BoardHealth,
    /// The clock; absent when none is configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockHealth>,
    /// The broker.
    pub broker: BrokerHealth,
    /// The disk.
    pub disk: DiskHealth,
    /// The engine that proposes dead stones; absent when none is configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineHealth>,
    /// Events on the disk that the broker has not acknowledged yet.
    pub outbox: u64,
    /// The calendar of this machine is synchronised; absent when that cannot be found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_synced: Option<bool>,
    /// Everything that is not well, causes before what follows from them: who works through them from the top does nothing in vain. Empty when
    /// all is well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FindingForm>,
}

/// Something that is not well, for the operator; it goes by itself when its cause has gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingForm {
    /// What it is about: `power`, `machine`, `disk`, `time`, `board`, `clock`, `broker`, `outbox` or `engine`.
    pub part: String,
    /// A short name for programs, such as `port-held`; more may come.
    pub code: String,
    /// What is seen.
    pub what: String,
    /// What a person should do.
    pub what_to_do: String,
    /// Since when.
    pub since: Instant,
}

impl HealthForm {
    /// A machine of which nothing bad is known yet and on which no device has been seen.
    pub fn new(as_of: Instant) -> HealthForm {
        HealthForm {
            schema: SCHEMA.to_owned(),
            as_of,
            board: BoardHealth::default(),
            clock: None,
            broker: BrokerHealth::default(),
            disk: DiskHealth::default(),
            engine: None,
            outbox: 0,
            time_synced: None,
            findings: Vec::new(),
        }
    }
}

/// How a board does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct BoardHealth {
    /// It is there and speaks.
    pub present: bool,
    /// Where it is looked for.
    pub port: String,
    /// How old the last good frame is, in ms; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_frame_age_ms: Option<u64>,
    /// Frames dropped.
    pub bad_frames: u64,
    /// Bytes come, but for some seconds none have been understood: wrong baud or driver, or another device.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub garbled: bool,
    /// How often the port was opened again.
    pub reopened: u64,
    /// How often it has restarted since its port was opened.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restarts: u32,
    /// Points that flicker.
    pub noisy: Vec<String>,
    /// Points that cannot be read.
    pub dead: Vec<String>,
    /// What a person should do; absent when all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_to_do: Option<String>,
    /// What an operator may want to look at, although all may be well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// How a clock does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ClockHealth {
    /// It is there and speaks.
    pub present: bool,
    /// Where it is looked for.
    pub port: String,
    /// How old the last good frame is, in ms; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_frame_age_ms: Option<u64>,
    /// Frames dropped.
    pub bad_frames: u64,
    /// Bytes come, but for some seconds none have been understood: wrong baud or driver, or another device.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub garbled: bool,
    /// How often the port was opened again.
    pub reopened: u64,
    /// How often it has restarted since its port was opened, or what it shows was taken over.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restarts: u32,
    /// It was switched on with its lever the other way round and calls left right: kifud has found that and puts it right.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lever_inverted: bool,
    /// What a person should do; absent when all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_to_do: Option<String>,
    /// What an operator may want to look at, although all may be well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// How the broker does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct BrokerHealth {
    /// Connected.
    pub present: bool,
    /// How often the connection was opened again.
    pub reopened: u64,
    /// Documents that were larger than the broker takes, by topic.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub too_large: Vec<String>,
    /// What a person should do; absent when all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_to_do: Option<String>,
}

/// How the engine does that proposes dead stones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct EngineHealth {
    /// Its name and version, once it has answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// It looks at a position now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thinking: bool,
    /// What a person should do; absent when all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_to_do: Option<String>,
}

/// How the disk does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiskHealth {
    /// Games and journals that could not be gone on with, and where they are kept; empty when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<String>,
    /// How long the last sync took, in ms; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_sync_ms: Option<u64>,
    /// Commits that wait for the disk.
    pub behind: u64,
    /// Room left where the journal is, in MB; absent when that cannot be found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_mb: Option<u64>,
    /// What the disk said; absent when all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What a person should do; absent when all is well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_to_do: Option<String>,
}
