//! The `count` of the `game` document (CONTRACT 4.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Count, CountState, DeadBy};
use crate::go::{ByColor, HalfPoints, Size};

use super::PointsForm;
use super::record::{ByColorForm, vertices};

/// A count of the final position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CountForm {
    /// "area", "territory" or "fill-in".
    pub method: String,
    /// How firm it is.
    pub state: CountStateName,
    /// What each has when area is counted, komi and penalties not counted: stones and points, which are zi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<ByColorForm<PointsForm>>,
    /// What each has by another method, komi and penalties not counted; absent while prisoners count and are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<ByColorForm<PointsForm>>,
    /// Empty points that each surrounds, when territory is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub territory: Option<ByColorForm<u32>>,
    /// The opponent's stones that each has, dead ones included, when territory is counted; absent while they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prisoners: Option<ByColorForm<u32>>,
    /// Points that each loses besides; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalties: Option<ByColorForm<u32>>,
    /// The margin in zi, when area is counted: a quarter zi is half a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zi_margin: Option<f64>,
    /// Black's points minus White's, komi and penalties counted; absent while it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<PointsForm>,
    /// Dead stones, whole chains.
    pub dead: Vec<String>,
    /// Who says which stones are dead: "proof" (no play saves them), "person", or the name of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_by: Option<String>,
    /// Points of nobody.
    pub neutral: Vec<String>,
    /// What a person has counted by hand; absent for the public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered: Option<EnteredForm>,
    /// The bowls have shown that all stones of both colours were filled in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
    /// Who has confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<ByColorForm<bool>>,
}

/// Counts by hand.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EnteredForm {
    /// Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<PointsForm>,
    /// White's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PointsForm>,
}

/// How firm a count is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CountStateName {
    /// Somebody must still agree.
    Proposed,
    /// Both have called the same stones dead.
    Agreed,
    /// They have called different ones dead.
    Disputed,
    /// Both have confirmed it.
    Confirmed,
}

impl From<HalfPoints> for PointsForm {
    fn from(points: HalfPoints) -> PointsForm {
        PointsForm(points)
    }
}

impl CountForm {
    /// The count as the contract shows it.
    pub fn new(count: &Count, size: Size) -> CountForm {
        let is_area = count.method == "area";
        let points = ByColorForm::from(count.points);
        let known = count.territory.is_none() || count.prisoners.is_some();
        let lost = count.penalties != ByColor::default();
        let ByColor { black, white } = count.entered;
        let entered = EnteredForm { black: black.map(PointsForm), white: white.map(PointsForm) };
        CountForm {
            method: count.method.to_owned(),
            state: match count.state() {
                CountState::Proposed => CountStateName::Proposed,
                CountState::Agreed => CountStateName::Agreed,
                CountState::Disputed => CountStateName::Disputed,
                CountState::Confirmed => CountStateName::Confirmed,
            },
            area: is_area.then_some(points),
            points: (!is_area && known).then_some(points),
            territory: count.territory.map(ByColorForm::from),
            prisoners: count.prisoners.map(ByColorForm::from),
            penalties: lost.then(|| count.penalties.into()),
            zi_margin: count.margin.filter(|_| is_area).map(HalfPoints::as_zi),
            margin: count.margin.map(PointsForm),
            dead: vertices(&count.dead, size),
            dead_by: (!count.dead.is_empty()).then(|| dead_by(&count.dead_by)),
            neutral: vertices(&count.neutral, size),
            entered: (black.is_some() || white.is_some()).then_some(entered),
            proved: count.proved,
            confirmed: (count.confirmed.black || count.confirmed.white).then(|| count.confirmed.into()),
        }
    }

    /// What the public sees of it (CONTRACT 4.7): the ledger does not show through a margin before the result does, and what people have
    /// counted is theirs.
    #[must_use]
    pub fn for_public(self, is_over: bool) -> CountForm {
        let shows = self.penalties.is_none() || is_over;
        CountForm {
            penalties: None,
            entered: None,
            zi_margin: self.zi_margin.filter(|_| shows),
            margin: self.margin.filter(|_| shows),
            ..self
        }
    }
}

fn dead_by(by: &DeadBy) -> String {
    match by {
        DeadBy::Proof => "proof",
        DeadBy::Person => "person",
        DeadBy::Program(name) => name,
    }
    .to_owned()
}
