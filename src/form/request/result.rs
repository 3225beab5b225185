//! The `result` of `end-game`: as in a `game` document, or as SGF writes it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::form::{ColorName, EndedByName, PointsForm, ResultStateName};
use crate::game::{EndedBy, GameResult, RequestError, ResultState};
use crate::go::{Color, HalfPoints};

use super::malformed;

/// A result as in a `game` document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultRequest {
    /// Who won; absent for both-lose, draw, void and no-result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<ColorName>,
    /// What decided.
    by: EndedByName,
    /// Margin in points of a counted game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<PointsForm>,
    /// Not read: it follows from the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sgf: Option<String>,
    /// How firm it is; `final` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<ResultStateName>,
}

/// What `result` may be.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "read by hand, so that an error names its field")]
pub(super) enum EitherResult {
    /// As SGF writes it: "B+R", "W+0.5", "0", "Void".
    Text(String),
    /// As in a `game` document.
    Object(ResultRequest),
}

pub(super) fn read(value: Value) -> Result<GameResult, RequestError> {
    match value {
        Value::String(text) => from_sgf(&text)
            .ok_or_else(|| malformed(format!("result: \"{text}\" is none: write B+R, W+0.5, B+T, W+F, 0 or Void, or an object"))),
        object => from_object(&super::value("result", object)?),
    }
}

fn from_object(form: &ResultRequest) -> Result<GameResult, RequestError> {
    let by = EndedBy::from(form.by);
    let won = !matches!(by, EndedBy::BothLose | EndedBy::Draw | EndedBy::Void | EndedBy::NoResult);
    match (won, form.winner) {
        (true, None) => return Err(malformed("result.winner is missing: write black or white")),
        (false, Some(_)) => return Err(malformed("result.winner: nobody wins such a game, leave it out")),
        _ => {}
    }
    if form.margin.is_some_and(|margin| margin.0.0 < 0) {
        return Err(malformed("result.margin is below zero: write by how much the winner won"));
    }
    Ok(GameResult {
        by,
        winner: form.winner.map(Color::from),
        margin: form.margin.map(|margin| margin.0),
        state: form.state.map_or(ResultState::Final, ResultState::from),
    })
}

fn from_sgf(text: &str) -> Option<GameResult> {
    let result = |by, winner, margin| GameResult { by, winner, margin, state: ResultState::Final };
    match text {
        "0" | "Draw" => return Some(result(EndedBy::Draw, None, None)),
        "Void" => return Some(result(EndedBy::Void, None, None)),
        _ => {}
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let by = match how {
        "R" | "Resign" => EndedBy::Resignation,
        "T" | "Time" => EndedBy::Time,
        "F" | "Forfeit" => EndedBy::Forfeit,
        "" => EndedBy::Score,
        points => {
            let PointsForm(HalfPoints(margin)) = serde_json::from_str(points).ok()?;
            return (margin >= 0).then(|| result(EndedBy::Score, Some(winner), Some(HalfPoints(margin))));
        }
    };
    Some(result(by, Some(winner), None))
}
