//! What is proposed and what can be decided (CONTRACT 4.4 `proposal`, 4.5 `rule`).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::{BoardRemedy, Cite, ClockRemedy, Proposal, Requires, RulingOutcome, Sanction};

use super::names::ColorName;

/// What is proposed for an incident.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProposalForm {
    /// It is not sure that it happened: `confirm` says so, and applies it.
    #[serde(default)]
    pub conditional: bool,
    /// What becomes of the position; absent when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardRemedyName>,
    /// What becomes of the clocks.
    #[serde(default)]
    pub clock: Vec<ClockRemedyForm>,
    /// What the player gets.
    #[serde(default)]
    pub sanctions: Vec<SanctionText>,
}

/// What becomes of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the contract's")]
pub enum BoardRemedyName {
    Restore,
    Stands,
    Retract,
    ForcedPass,
    None,
}

/// One clock is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRemedyForm {
    /// Whose.
    pub color: ColorName,
    /// By how much, in ms.
    #[serde(default)]
    pub delta_ms: i64,
    /// Periods more or fewer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub periods_delta: i32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(periods: &i32) -> bool {
    *periods == 0
}

/// A sanction: "caution", "warning", "points:N", "loss", "both-lose", "draw" or "replay".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SanctionText(pub Sanction);

impl Serialize for SanctionText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SanctionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SanctionText, D::Error> {
        let text = Cow::<'_, str>::deserialize(deserializer)?;
        let unknown = || D::Error::custom("is no sanction: write caution, warning, points:N, loss, both-lose, draw or replay");
        Sanction::named(&text).map(SanctionText).ok_or_else(unknown)
    }
}

impl JsonSchema for SanctionText {
    fn schema_name() -> Cow<'static, str> {
        "Sanction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": r"^(caution|warning|points:[1-9]\d*|loss|both-lose|draw|replay)$",
            "description": "What a player gets."
        })
    }
}

/// Where a book says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CiteForm {
    /// The rulebook.
    pub book: String,
    /// Its article.
    pub article: String,
}

/// Who must decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names are the contract's")]
pub enum RequiresName {
    Referee,
    Chief,
}

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeName {
    /// It happened, and the proposal is applied.
    Confirm,
    /// It did not happen, or nothing follows from it.
    Dismiss,
    /// It happened, and something else follows.
    Change,
}

impl From<BoardRemedy> for BoardRemedyName {
    fn from(remedy: BoardRemedy) -> BoardRemedyName {
        match remedy {
            BoardRemedy::None => BoardRemedyName::None,
            BoardRemedy::Restore => BoardRemedyName::Restore,
            BoardRemedy::Stands => BoardRemedyName::Stands,
            BoardRemedy::Retract => BoardRemedyName::Retract,
            BoardRemedy::ForcedPass => BoardRemedyName::ForcedPass,
        }
    }
}

impl From<BoardRemedyName> for BoardRemedy {
    fn from(name: BoardRemedyName) -> BoardRemedy {
        match name {
            BoardRemedyName::None => BoardRemedy::None,
            BoardRemedyName::Restore => BoardRemedy::Restore,
            BoardRemedyName::Stands => BoardRemedy::Stands,
            BoardRemedyName::Retract => BoardRemedy::Retract,
            BoardRemedyName::ForcedPass => BoardRemedy::ForcedPass,
        }
    }
}

impl From<ClockRemedy> for ClockRemedyForm {
    fn from(remedy: ClockRemedy) -> ClockRemedyForm {
        ClockRemedyForm { color: remedy.color.into(), delta_ms: remedy.delta_ms, periods_delta: remedy.periods_delta }
    }
}

impl From<ClockRemedyForm> for ClockRemedy {
    fn from(form: ClockRemedyForm) -> ClockRemedy {
        ClockRemedy { color: form.color.into(), delta_ms: form.delta_ms, periods_delta: form.periods_delta }
    }
}

impl From<&Proposal> for ProposalForm {
    fn from(proposal: &Proposal) -> ProposalForm {
        ProposalForm {
            conditional: proposal.conditional,
            board: Some(proposal.board).filter(|&board| board != BoardRemedy::None).map(BoardRemedyName::from),
            clock: proposal.clock.iter().copied().map(ClockRemedyForm::from).collect(),
            sanctions: proposal.sanctions.iter().copied().map(SanctionText).collect(),
        }
    }
}

impl From<&ProposalForm> for Proposal {
    fn from(form: &ProposalForm) -> Proposal {
        Proposal {
            conditional: form.conditional,
            board: form.board.map_or(BoardRemedy::None, BoardRemedy::from),
            clock: form.clock.iter().copied().map(ClockRemedy::from).collect(),
            sanctions: form.sanctions.iter().map(|sanction| sanction.0).collect(),
        }
    }
}

impl From<&Cite> for CiteForm {
    fn from(cite: &Cite) -> CiteForm {
        CiteForm { book: cite.book.clone(), article: cite.article.clone() }
    }
}

impl From<&CiteForm> for Cite {
    fn from(form: &CiteForm) -> Cite {
        Cite { book: form.book.clone(), article: form.article.clone() }
    }
}

impl From<Requires> for RequiresName {
    fn from(requires: Requires) -> RequiresName {
        match requires {
            Requires::Referee => RequiresName::Referee,
            Requires::Chief => RequiresName::Chief,
        }
    }
}

impl From<RequiresName> for Requires {
    fn from(name: RequiresName) -> Requires {
        match name {
            RequiresName::Referee => Requires::Referee,
            RequiresName::Chief => Requires::Chief,
        }
    }
}

impl From<RulingOutcome> for OutcomeName {
    fn from(outcome: RulingOutcome) -> OutcomeName {
        match outcome {
            RulingOutcome::Confirm => OutcomeName::Confirm,
            RulingOutcome::Dismiss => OutcomeName::Dismiss,
            RulingOutcome::Change => OutcomeName::Change,
        }
    }
}

impl From<OutcomeName> for RulingOutcome {
    fn from(name: OutcomeName) -> RulingOutcome {
        match name {
            OutcomeName::Confirm => RulingOutcome::Confirm,
            OutcomeName::Dismiss => RulingOutcome::Dismiss,
            OutcomeName::Change => RulingOutcome::Change,
        }
    }
}

/// Who changed a clock, and why, beside the clock in its event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhyForm {
    /// Who asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// A ruling's or transaction's id, or a reason in words.
    pub because: String,
}

impl From<&crate::game::Why> for WhyForm {
    fn from(why: &crate::game::Why) -> WhyForm {
        WhyForm { by: why.by.clone(), because: why.because.clone() }
    }
}

impl From<WhyForm> for crate::game::Why {
    fn from(form: WhyForm) -> crate::game::Why {
        crate::game::Why { by: form.by, because: form.because }
    }
}
