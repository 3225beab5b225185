//! Event, round, board and form of the competition, and its line-up (CONTRACT 4.1 `match`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{CompetitionForm, MatchInfo, Placing};

/// Event, round and board, and what the competition fixes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchForm {
    /// Event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Board number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// Form of the competition: "knock-out", "round-robin", "swiss", "best-of", "team-round-robin", "relay", or the event's own name for it.
    /// Where a loser is out (knock-out, relay) a game without a winner is put to the referee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// Who plays at which board of a team match: fixed once it is set. Whoever is named otherwise is told to the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lineup: Vec<PlacingForm>,
}

/// Who plays for a team at one board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacingForm {
    /// Board number.
    pub board: u32,
    /// Team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The player's name.
    pub player: String,
    /// The partner's name (pair go).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// Names of those who may play instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub substitutes: Vec<String>,
}

impl From<&Placing> for PlacingForm {
    fn from(placing: &Placing) -> PlacingForm {
        let Placing { board, team, player, partner, substitutes } = placing.clone();
        PlacingForm { board, team, player, partner, substitutes }
    }
}

impl From<PlacingForm> for Placing {
    fn from(form: PlacingForm) -> Placing {
        let PlacingForm { board, team, player, partner, substitutes } = form;
        Placing { board, team, player, partner, substitutes }
    }
}

impl MatchForm {
    /// The form, or nothing when nothing is known.
    pub fn known(info: &MatchInfo) -> Option<MatchForm> {
        let form = MatchForm {
            event: info.event.clone(),
            round: info.round,
            board: info.board,
            form: info.form.as_ref().map(|form| form.name().to_owned()),
            lineup: info.lineup.iter().map(PlacingForm::from).collect(),
        };
        (form != MatchForm::default()).then_some(form)
    }
}

impl From<MatchForm> for MatchInfo {
    fn from(form: MatchForm) -> MatchInfo {
        MatchInfo {
            event: form.event,
            round: form.round,
            board: form.board,
            form: form.form.as_deref().map(CompetitionForm::called),
            lineup: form.lineup.into_iter().map(Placing::from).collect(),
        }
    }
}
