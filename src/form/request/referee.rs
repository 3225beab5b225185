//! Requests about alerts and seats (CONTRACT 4.5): `take`, `mute`, `report`, `call`, `claim`, `leave`, `returned`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::form::{ColorName, Instant};
use crate::game::{AlertVerb, Leave, Mute, Report, RequestError, SeatVerb, Verb};
use crate::go::Color;
use crate::referee::Kind;

use super::text::{TEXT_MAX, check_id, check_text};
use super::{malformed, value};

/// Nobody is called for a kind for a while.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MuteRequestForm {
    /// The incident kind.
    kind: String,
    /// Until then, RFC 3339; one that is over lifts it; to the end of the game when absent.
    #[schemars(with = "Option<String>")]
    until: Option<Instant>,
}

/// What no sensor has shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportForm {
    /// The incident kind: any of them.
    kind: String,
    /// Whose act, where it is one player's.
    color: Option<ColorName>,
    /// What is said to it.
    note: Option<String>,
}

/// A player demands what the book gives only on demand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimRequestForm {
    /// The alert.
    alert: String,
    /// Who claims.
    color: ColorName,
}

/// A player leaves the seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaveForm {
    /// Who.
    color: ColorName,
    /// Why.
    reason: Option<String>,
}

/// The kind with this name.
fn kind(name: &str) -> Result<Kind, RequestError> {
    let unknown = || {
        let all: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        malformed(format!("kind: there is no such kind, write one of {}", all.join(", ")))
    };
    Kind::named(name).ok_or_else(unknown)
}

fn note(field: &str, text: Option<&String>) -> Result<(), RequestError> {
    check_text(field, text.map(String::as_str).unwrap_or_default(), TEXT_MAX)
}

pub(super) fn mute(shape: Value) -> Result<Verb, RequestError> {
    let form: MuteRequestForm = value("", shape)?;
    Ok(Verb::Alert(AlertVerb::Mute(Mute { kind: kind(&form.kind)?, until: form.until.map(|until| until.0), by: None })))
}

pub(super) fn report(shape: Value) -> Result<Verb, RequestError> {
    let form: ReportForm = value("", shape)?;
    note("note", form.note.as_ref())?;
    Ok(Verb::Alert(AlertVerb::Report(Report { kind: kind(&form.kind)?, color: form.color.map(Color::from), note: form.note })))
}

pub(super) fn claim(shape: Value) -> Result<Verb, RequestError> {
    let form: ClaimRequestForm = value("", shape)?;
    check_id("alert", &form.alert)?;
    Ok(Verb::Alert(AlertVerb::Claim { alert: form.alert, color: form.color.into() }))
}

pub(super) fn leave(shape: Value) -> Result<Verb, RequestError> {
    let form: LeaveForm = value("", shape)?;
    note("reason", form.reason.as_ref())?;
    Ok(Verb::Seat(SeatVerb::Leave(Leave { color: form.color.into(), reason: form.reason, pauses: false })))
}
