//! The count in the state row.

use serde::{Deserialize, Serialize};

use crate::form::record::vertices;
use crate::form::{ByColorForm, ColorName, FormError};
use crate::game::{Count, DeadBy};
use crate::go::{ByColor, Color, HalfPoints, Point, Size};

use super::both;

/// Fields that are missing were not known to the kifud that wrote the row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CountState {
    method: String,
    points: ByColorForm<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    territory: Option<ByColorForm<u32>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prisoners: Option<ByColorForm<u32>>,
    #[serde(default = "nobody")]
    penalties: ByColorForm<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    winner: Option<ColorName>,
    dead: Vec<String>,
    neutral: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dead_by: Option<DeadByState>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_said: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_said: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_entered: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_entered: Option<i32>,
    #[serde(default, skip_serializing_if = "crate::form::is_false")]
    proved: bool,
    confirmed: ByColorForm<bool>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DeadByState {
    Person,
    Program(String),
}

fn nobody() -> ByColorForm<u32> {
    both(ByColor::default())
}

impl CountState {
    pub(super) fn new(count: &Count, size: Size) -> CountState {
        let said = |color| count.said[color].as_ref().map(|points| vertices(points, size));
        CountState {
            method: count.method.to_owned(),
            points: both(count.points.map(|points| points.0)),
            territory: count.territory.map(both),
            prisoners: count.prisoners.map(both),
            penalties: both(count.penalties),
            margin: count.margin.map(|margin| margin.0),
            winner: count.winner.map(ColorName::from),
            dead: vertices(&count.dead, size),
            neutral: vertices(&count.neutral, size),
            dead_by: match &count.dead_by {
                DeadBy::Proof => None,
                DeadBy::Person => Some(DeadByState::Person),
                DeadBy::Program(name) => Some(DeadByState::Program(name.clone())),
            },
            black_said: said(Color::Black),
            white_said: said(Color::White),
            black_entered: count.entered.black.map(|points| points.0),
            white_entered: count.entered.white.map(|points| points.0),
            proved: count.proved,
            confirmed: both(count.confirmed),
        }
    }

    pub(super) fn read(&self, size: Size) -> Result<Count, FormError> {
        let points = |list: &[String]| list.iter().map(|text| Ok(Point::from_vertex(text, size)?)).collect::<Result<Vec<_>, FormError>>();
        let said = |list: &Option<Vec<String>>| list.as_deref().map(points).transpose();
        Ok(Count {
            method: ["area", "territory", "fill-in"].into_iter().find(|name| *name == self.method).unwrap_or("area"),
            points: ByColor { black: HalfPoints(self.points.black), white: HalfPoints(self.points.white) },
            territory: self.territory.map(ByColor::from),
            prisoners: self.prisoners.map(ByColor::from),
            penalties: self.penalties.into(),
            margin: self.margin.map(HalfPoints),
            winner: self.winner.map(Color::from),
            dead: points(&self.dead)?,
            neutral: points(&self.neutral)?,
            dead_by: match &self.dead_by {
                None => DeadBy::Proof,
                Some(DeadByState::Person) => DeadBy::Person,
                Some(DeadByState::Program(name)) => DeadBy::Program(name.clone()),
            },
            said: ByColor { black: said(&self.black_said)?, white: said(&self.white_said)? },
            entered: ByColor { black: self.black_entered.map(HalfPoints), white: self.white_entered.map(HalfPoints) },
            proved: self.proved,
            confirmed: self.confirmed.into(),
        })
    }
}
