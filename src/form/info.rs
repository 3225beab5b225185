//! The `info` document: what the table is set up for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Override, Rulebook};

use super::alert::kind_named;
use super::competition::MatchForm;
use super::names::{AnnounceName, ClaimingName, ColorName, ProfileName, SeverityName};
use super::record::PlayersForm;
use super::ruling::{BoardRemedyName, RequiresName, SanctionText};
use super::{FormError, PointsForm, SCHEMA, ScheduleForm, SizeForm, TimeForm};

/// What the table is set up for. Nothing secret is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InfoForm {
    /// Version of the program.
    pub version: String,
    /// Version of the shapes.
    pub schema: String,
    /// The rulebook.
    pub rulebook: RulebookForm,
    /// The time control; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeForm>,
    /// When it is played; absent where nothing is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ScheduleForm>,
    /// Size of the board.
    pub size: SizeForm,
    /// Komi.
    pub komi: PointsForm,
    /// Names, where known.
    #[serde(default)]
    pub players: PlayersForm,
    /// Event, round and board.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub match_info: Option<MatchForm>,
    /// Who is told what, in the game in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileName>,
    /// In a simul: the colour of the one who plays all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simul_color: Option<ColorName>,
    /// The protocols spoken.
    pub drivers: DriversForm,
    /// The table's part of the configuration, without secrets.
    pub configuration: serde_json::Value,
    /// Alert kinds that are not raised at this table.
    pub alerts_off: Vec<String>,
}

/// A rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulebookForm {
    /// Its name.
    pub name: String,
    /// The edition of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The event's own rules.
    pub overrides: Vec<OverrideForm>,
}

/// The event's own rule for one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OverrideForm {
    /// The incident kind.
    pub kind: String,
    /// The sanctions proposed instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sanctions: Option<Vec<SanctionText>>,
    /// Where the event's rules say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cite: Option<String>,
    /// What it asks of a person instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<SeverityName>,
    /// What is proposed for the position instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardRemedyName>,
    /// When the players are told instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announce: Option<AnnounceName>,
    /// Whether somebody has to claim it instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimingName>,
    /// Who must decide instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<RequiresName>,
}

impl From<&Override> for OverrideForm {
    fn from(own: &Override) -> OverrideForm {
        OverrideForm {
            kind: own.kind.name().to_owned(),
            sanctions: own.sanctions.as_ref().map(|sanctions| sanctions.iter().copied().map(SanctionText).collect()),
            cite: own.cite.clone(),
            severity: own.severity.map(SeverityName::from),
            board: own.board.map(BoardRemedyName::from),
            announce: own.announce.map(AnnounceName::from),
            claim: own.claim.map(ClaimingName::from),
            requires: own.requires.map(RequiresName::from),
        }
    }
}

impl OverrideForm {
    /// The event's own rule.
    ///
    /// # Errors
    /// [`FormError::Value`] for a kind that is not known.
    pub fn read(&self) -> Result<Override, FormError> {
        Ok(Override {
            kind: kind_named(&self.kind)?,
            sanctions: self.sanctions.as_ref().map(|sanctions| sanctions.iter().map(|sanction| sanction.0).collect()),
            cite: self.cite.clone(),
            severity: self.severity.map(Into::into),
            board: self.board.map(Into::into),
            announce: self.announce.map(Into::into),
            claim: self.claim.map(Into::into),
            requires: self.requires.map(Into::into),
        })
    }
}

impl RulebookForm {
    /// A book with its edition, and the event's own rules over it.
    pub fn new(book: Rulebook, overrides: &[Override]) -> RulebookForm {
        RulebookForm {
            name: book.name().to_owned(),
            edition: Some(book.book().edition.to_owned()),
            overrides: overrides.iter().map(OverrideForm::from).collect(),
        }
    }
}

/// The protocols spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DriversForm {
    /// The board's.
    pub board: String,
    /// The clock's; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
}

impl InfoForm {
    /// The version of this program and of its shapes, with empty lists; the rest as given.
    pub fn new(
        rulebook: RulebookForm,
        size: SizeForm,
        komi: PointsForm,
        drivers: DriversForm,
        configuration: serde_json::Value,
    ) -> InfoForm {
        InfoForm {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            schema: SCHEMA.to_owned(),
            rulebook,
            time: None,
            schedule: None,
            size,
            komi,
            players: PlayersForm::default(),
            match_info: None,
            profile: None,
            simul_color: None,
            drivers,
            configuration,
            alerts_off: Vec::new(),
        }
    }
}
