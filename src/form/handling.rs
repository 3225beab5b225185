//! What is done about an alert beside deciding it (CONTRACT 4.4), and kinds that are muted.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Acknowledged, Handling, Mute, Reminded, Reported};
use crate::referee::Kind;

use super::names::ColorName;
use super::{FormError, Instant};

/// What has been done about an alert, among its own fields.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HandlingForm {
    /// Equal happenings that have joined the first; absent where there was only one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub joined: u32,
    /// The referee who has taken it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
    /// Somebody has seen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acknowledged: Option<AcknowledgedForm>,
    /// Nobody had looked after it, and somebody was reminded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reminded: Option<RemindedForm>,
    /// When it was put right, while the decision was still to be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cured_at: Option<Instant>,
    /// The person who said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<ReportedForm>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Somebody has seen an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AcknowledgedForm {
    /// Who.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// When.
    pub at: Instant,
}

/// Somebody was reminded of an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RemindedForm {
    /// How often.
    pub times: u32,
    /// When last.
    pub at: Instant,
}

/// A person has said it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedForm {
    /// Who.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whose time ran then.
    pub to_move: ColorName,
    /// What was said to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl From<&Handling> for HandlingForm {
    fn from(handling: &Handling) -> HandlingForm {
        HandlingForm {
            joined: handling.joined,
            taken_by: handling.taken_by.clone(),
            acknowledged: handling.acknowledged.as_ref().map(|seen| AcknowledgedForm { by: seen.by.clone(), at: Instant(seen.at) }),
            reminded: handling.reminded.map(|reminded| RemindedForm { times: reminded.times, at: Instant(reminded.at) }),
            cured_at: handling.cured_at.map(Instant),
            reported: handling.reported.as_ref().map(|reported| ReportedForm {
                by: reported.by.clone(),
                to_move: reported.to_move.into(),
                note: reported.note.clone(),
            }),
        }
    }
}

impl From<&HandlingForm> for Handling {
    fn from(form: &HandlingForm) -> Handling {
        Handling {
            joined: form.joined,
            taken_by: form.taken_by.clone(),
            acknowledged: form.acknowledged.as_ref().map(|seen| Acknowledged { by: seen.by.clone(), at: seen.at.0 }),
            reminded: form.reminded.as_ref().map(|reminded| Reminded { times: reminded.times, at: reminded.at.0 }),
            cured_at: form.cured_at.map(|at| at.0),
            reported: form.reported.as_ref().map(|reported| Reported {
                by: reported.by.clone(),
                to_move: reported.to_move.into(),
                note: reported.note.clone(),
            }),
        }
    }
}

/// Nobody is called for alerts of this kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MuteForm {
    /// The incident kind.
    pub kind: String,
    /// Until then; absent: to the end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Instant>,
    /// Who asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl From<&Mute> for MuteForm {
    fn from(mute: &Mute) -> MuteForm {
        MuteForm { kind: mute.kind.name().to_owned(), until: mute.until.map(Instant), by: mute.by.clone() }
    }
}

impl MuteForm {
    /// What is muted.
    ///
    /// # Errors
    /// [`FormError`] for a kind that is not known.
    pub fn read(self) -> Result<Mute, FormError> {
        let unknown = || FormError::value("kind", format!("\"{}\" is not known", self.kind));
        Ok(Mute { kind: Kind::named(&self.kind).ok_or_else(unknown)?, until: self.until.map(|until| until.0), by: self.by })
    }
}
