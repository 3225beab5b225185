//! The `alert/<id>` document (CONTRACT 4.4).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Alert, Cite, Claim, Language, Text};
use crate::go::Size;
use crate::referee::{Choice, Kind};

use super::cycle::CycleForm;
use super::evidence::EvidenceForm;
use super::handling::HandlingForm;
use super::names::{AlertStateName, AnnounceName, BasisName, ClaimStateName, ClaimUntilName, ColorName, SeverityName};
use super::record::{points, vertices};
use super::ruling::{CiteForm, ProposalForm, RequiresName};
use super::{FormError, Instant, SCHEMA};

/// An alert for the referee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AlertForm {
    /// Version of this shape.
    pub schema: String,
    /// Unique for ever.
    pub id: String,
    /// Rises with every change.
    pub rev: u32,
    /// The game.
    pub game_id: String,
    /// The incident kind.
    pub kind: String,
    /// How much it asks of a person.
    pub severity: SeverityName,
    /// What it stands on.
    pub basis: BasisName,
    /// Where it stands.
    pub state: AlertStateName,
    /// Whose act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<ColorName>,
    /// The move that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// The points.
    pub vertices: Vec<String>,
    /// When it happened.
    pub happened: Instant,
    /// When it was noticed.
    pub detected: Instant,
    /// The opponent has played since.
    pub next_play_made: bool,
    /// Where the book says so; absent where it has no article.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cite: Option<CiteForm>,
    /// The claim, where the book asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimForm>,
    /// What it says, by language tag (en, zh-Hans, zh-Hant, ja, ko), the citation at its end. Journals from before those have English alone.
    pub text: BTreeMap<String, String>,
    /// What is proposed; nothing of it happens before a person has ruled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalForm>,
    /// When the players are told: at once, or when the offender is to move.
    #[serde(default)]
    pub announce: AnnounceName,
    /// The outcomes that `rule` takes for it now, and what else the book lets the referee pick.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Who must decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requires: Option<RequiresName>,
    /// The cycle that it is about, where play goes round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<CycleForm>,
    /// Which points changed when, around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceForm>,
    /// What has been done about it.
    #[serde(flatten)]
    pub handling: HandlingForm,
}

/// The kind with this name.
pub(super) fn kind_named(name: &str) -> Result<Kind, FormError> {
    Kind::named(name).ok_or_else(|| FormError::value("kind", format!("\"{name}\" is not known")))
}

/// A claim that the book asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimForm {
    /// Who may claim.
    pub by: ColorName,
    /// How long: until this player's next move.
    #[serde(default)]
    pub until: ClaimUntilName,
    /// Where it stands.
    pub state: ClaimStateName,
}

impl AlertForm {
    /// The document.
    pub fn new(alert: &Alert, game_id: &str, size: Size) -> AlertForm {
        AlertForm {
            schema: SCHEMA.to_owned(),
            id: alert.id.clone(),
            rev: alert.rev,
            game_id: game_id.to_owned(),
            kind: alert.kind.name().to_owned(),
            severity: alert.severity.into(),
            basis: alert.basis.into(),
            state: alert.state.into(),
            color: alert.color.map(ColorName::from),
            n: alert.n,
            vertices: vertices(&alert.points, size),
            happened: Instant(alert.happened),
            detected: Instant(alert.detected),
            next_play_made: alert.next_play_made,
            cite: alert.cite.as_ref().map(CiteForm::from),
            claim: alert.claim.map(|claim| ClaimForm { by: claim.by.into(), until: claim.until.into(), state: claim.state.into() }),
            text: texts(alert),
            proposal: alert.proposal.as_ref().map(ProposalForm::from),
            options: alert.options(),
            announce: alert.announce.into(),
            requires: alert.requires.map(RequiresName::from),
            cycle: alert.cycle.as_ref().map(CycleForm::from),
            evidence: alert.evidence.as_ref().map(|evidence| EvidenceForm::new(evidence, size)),
            handling: (&alert.handling).into(),
        }
    }

    /// The alert.
    ///
    /// # Errors
    /// [`FormError`] for a kind that is not known or a point that is not of this board.
    pub fn read(&self, size: Option<Size>) -> Result<Alert, FormError> {
        let points = match size {
            Some(size) => points(&self.vertices, size)?,
            None if self.vertices.is_empty() => Vec::new(),
            None => return Err(FormError::NoSize),
        };
        let cite: Option<Cite> = self.cite.as_ref().map(Into::into);
        Ok(Alert {
            id: self.id.clone(),
            rev: self.rev,
            kind: kind_named(&self.kind)?,
            severity: self.severity.into(),
            basis: self.basis.into(),
            state: self.state.into(),
            color: self.color.map(Into::into),
            n: self.n,
            points,
            happened: self.happened.0,
            detected: self.detected.0,
            next_play_made: self.next_play_made,
            text: Text::of_cited(|language| self.text.get(language.tag()).map(String::as_str), cite.as_ref()),
            cite,
            claim: self.claim.as_ref().map(|claim| Claim { by: claim.by.into(), until: claim.until.into(), state: claim.state.into() }),
            proposal: self.proposal.as_ref().map(Into::into),
            // The outcomes of rule follow from the rest; what is left over is what the book lets the referee pick.
            choices: self.options.iter().filter_map(|option| Choice::named(option)).collect(),
            announce: self.announce.into(),
            requires: self.requires.map(Into::into),
            cycle: self.cycle.as_ref().map(CycleForm::read).transpose()?,
            evidence: match (&self.evidence, size) {
                (Some(evidence), Some(size)) => Some(evidence.read(size)?),
                (Some(_), None) => return Err(FormError::NoSize),
                (None, _) => None,
            },
            handling: (&self.handling).into(),
        })
    }
}

/// What the alert says in every language, with the citation.
fn texts(alert: &Alert) -> BTreeMap<String, String> {
    let cited = alert.text.cited(alert.cite.as_ref());
    Language::ALL.into_iter().map(|language| (language.tag().to_owned(), cited.get(language).to_owned())).collect()
}
