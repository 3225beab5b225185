//! The sealed move (CONTRACT 4.5 `seal`, `hand-over`, `open-sealed`): in events, in the `game` document, and handed on to another table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Custody, Envelope, Opened, SealChange, SealStage, Sealing};
use crate::go::{Place, Size};

use super::names::ColorName;
use super::{FormError, Instant, is_false};

/// The sealed move. Its point is not in it before the envelope is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SealingForm {
    /// Who seals.
    pub color: ColorName,
    /// The number that the move will have.
    pub n: u32,
    /// Where it stands.
    pub stage: SealStageName,
    /// Since when the player thinks under it.
    pub begun: Instant,
    /// Time given for the sealing itself, in ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_ms: Option<u64>,
    /// The envelope, once it has been handed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub envelope: Option<EnvelopeForm>,
    /// What was found in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<OpenedForm>,
}

/// An envelope with a move in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EnvelopeForm {
    /// When it was handed over.
    pub sealed: Instant,
    /// What is written on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// SHA-256 of `vertex:nonce`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What the turn took, in ms, where a clock ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
    /// Who has kept it; the last has it.
    pub custody: Vec<CustodyForm>,
}

/// Somebody keeps the envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CustodyForm {
    /// Who.
    pub custodian: String,
    /// Since when.
    pub since: Instant,
    /// Who said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// What was found in the envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenedForm {
    /// The move: "Q16", or "pass"; absent where nobody can read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// Nobody can read it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unreadable: bool,
    /// Who opened it.
    pub opened_by: String,
    /// When.
    pub at: Instant,
    /// It is what the digest says; absent where there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
}

macro_rules! words {
    ($($(#[$doc:meta])* $form:ident = $core:ident { $($(#[$word:meta])* $variant:ident),+ $(,)? })+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
            #[serde(rename_all = "kebab-case")]
            pub enum $form { $($(#[$word])* $variant),+ }

            impl From<$core> for $form {
                fn from(value: $core) -> $form {
                    match value { $($core::$variant => $form::$variant),+ }
                }
            }

            impl From<$form> for $core {
                fn from(value: $form) -> $core {
                    match value { $($form::$variant => $core::$variant),+ }
                }
            }
        )+
    };
}

words! {
    /// Where a sealed move stands.
    SealStageName = SealStage {
        /// The player thinks, with the clock running.
        Thinking,
        /// The envelope is in somebody's hands.
        Sealed,
        /// The move is known and to be played.
        Opened,
        /// It is behind.
        Over,
    }
    /// What has happened to a sealed move.
    SealChangeName = SealChange {
        /// It is time to seal; also when another player is to move meanwhile.
        Begun,
        /// Time was given for it.
        Extended,
        /// The envelope was handed over: the clocks stand.
        Sealed,
        /// Somebody else keeps it.
        HandedOver,
        /// It was opened.
        Opened,
        /// The move was played.
        Played,
        /// It came to nothing.
        Off,
    }
}

impl SealingForm {
    pub(super) fn new(sealing: &Sealing, size: Size) -> SealingForm {
        SealingForm {
            color: sealing.color.into(),
            n: sealing.n,
            stage: sealing.stage().into(),
            begun: Instant(sealing.begun),
            extra_ms: Some(sealing.extra_ms).filter(|&ms| ms > 0),
            envelope: sealing.envelope.as_ref().map(EnvelopeForm::from),
            opened: sealing.opened.as_ref().map(|opened| OpenedForm {
                vertex: opened.place.map(|place| place.text(size)),
                unreadable: opened.place.is_none(),
                opened_by: opened.by.clone(),
                at: Instant(opened.at),
                verified: opened.verified,
            }),
        }
    }

    pub(super) fn read(&self, size: Option<Size>) -> Result<Sealing, FormError> {
        let place = |vertex: &String| Ok::<Place, FormError>(Place::parse(vertex, size.ok_or(FormError::NoSize)?)?);
        let opened = |opened: &OpenedForm| {
            let place = opened.vertex.as_ref().map(place).transpose()?;
            Ok::<Opened, FormError>(Opened { place, by: opened.opened_by.clone(), at: opened.at.0, verified: opened.verified })
        };
        Ok(Sealing {
            color: self.color.into(),
            n: self.n,
            begun: self.begun.0,
            extra_ms: self.extra_ms.unwrap_or(0),
            envelope: self.envelope.as_ref().map(Envelope::from),
            opened: self.opened.as_ref().map(opened).transpose()?,
            over: self.stage == SealStageName::Over,
        })
    }
}

impl From<&Envelope> for EnvelopeForm {
    fn from(envelope: &Envelope) -> EnvelopeForm {
        let custody = |kept: &Custody| CustodyForm { custodian: kept.custodian.clone(), since: Instant(kept.since), by: kept.by.clone() };
        EnvelopeForm {
            sealed: Instant(envelope.sealed),
            label: envelope.label.clone(),
            digest: envelope.digest.clone(),
            used_ms: envelope.used_ms,
            custody: envelope.custody.iter().map(custody).collect(),
        }
    }
}

impl From<&EnvelopeForm> for Envelope {
    fn from(form: &EnvelopeForm) -> Envelope {
        let custody = |kept: &CustodyForm| Custody { custodian: kept.custodian.clone(), since: kept.since.0, by: kept.by.clone() };
        Envelope {
            sealed: form.sealed.0,
            label: form.label.clone(),
            digest: form.digest.clone(),
            used_ms: form.used_ms,
            custody: form.custody.iter().map(custody).collect(),
        }
    }
}
