//! Event, round, board and form of the competition, and its line-up (CONTRACT 4.1 `match`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{CompetitionForm, MatchInfo, Placing, SideScore};

use super::names::EntrantsName;

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
    /// Who meets whom: "individual", or teams and how their players are put at the boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrants: Option<EntrantsName>,
    /// So many games each two play against one another: 1 or 2 of a round robin, 3, 5, 7 or 10 of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// After so many losses a player is out of a knock-out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<u32>,
    /// Which of those games this is; counted where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// The score of the match or relay: in `game` with this game once it has ended, in a request as it is before it. Kept over the games of a
    /// match (several games, relay) by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score: Vec<SideScoreForm>,
    /// Who plays at which board of a team match: fixed once it is set. Whoever is named otherwise is told to the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lineup: Vec<PlacingForm>,
}

/// What one side of a match has come to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideScoreForm {
    /// The player, or the team where teams play one another.
    pub side: String,
    /// Games won.
    #[serde(default)]
    pub won: u32,
    /// Games drawn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub drawn: u32,
    /// Games lost.
    #[serde(default)]
    pub lost: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl From<&SideScore> for SideScoreForm {
    fn from(score: &SideScore) -> SideScoreForm {
        let SideScore { side, won, drawn, lost } = score.clone();
        SideScoreForm { side, won, drawn, lost }
    }
}

impl From<SideScoreForm> for SideScore {
    fn from(form: SideScoreForm) -> SideScore {
        let SideScoreForm { side, won, drawn, lost } = form;
        SideScore { side, won, drawn, lost }
    }
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
            entrants: info.entrants.map(EntrantsName::from),
            games: info.games,
            losses: info.losses,
            game: info.game,
            score: info.score.iter().map(SideScoreForm::from).collect(),
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
            entrants: form.entrants.map(Into::into),
            games: form.games,
            losses: form.losses,
            game: form.game,
            score: form.score.into_iter().map(SideScore::from).collect(),
            lineup: form.lineup.into_iter().map(Placing::from).collect(),
        }
    }
}
