//! Pieces of the record: moves, edits, set-up, names (CONTRACT 4.1).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Player, Players};
use crate::go::{ByColor, Color, Edit, Place, PlayedMove, Point, Setup, Size};
use crate::sense::{Discrepancy, Expected};

use super::names::{ColorName, SeenName};
use super::{FormError, is_false};

/// One value for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByColorForm<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T, U: From<T>> From<ByColor<T>> for ByColorForm<U> {
    fn from(values: ByColor<T>) -> ByColorForm<U> {
        ByColorForm { black: values.black.into(), white: values.white.into() }
    }
}

impl<T> From<ByColorForm<T>> for ByColor<T> {
    fn from(values: ByColorForm<T>) -> ByColor<T> {
        ByColor { black: values.black, white: values.white }
    }
}

/// The names of points.
pub(crate) fn vertices(points: &[Point], size: Size) -> Vec<String> {
    points.iter().map(|point| point.vertex(size).to_string()).collect()
}

/// The points with these names.
pub(crate) fn points(vertices: &[String], size: Size) -> Result<Vec<Point>, FormError> {
    vertices.iter().map(|vertex| Point::from_vertex(vertex, size).map_err(FormError::from)).collect()
}

/// A move. What is absent is not so, or not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveForm {
    /// Its number, from 1; passes are numbered too.
    #[schemars(range(min = 1))]
    pub n: u32,
    /// Who played.
    pub color: ColorName,
    /// "Q16", or "pass".
    pub vertex: String,
    /// Time used for the turn, in ms, once it has ended and a clock was running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
    /// The turn has not ended: the move may still change.
    #[serde(default, skip_serializing_if = "is_false")]
    pub provisional: bool,
    /// A ruling put a pass here.
    #[serde(default, skip_serializing_if = "is_false")]
    pub forced: bool,
    /// Kinds of fault it was played with, while it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub illegal: Vec<String>,
    /// The alert that disputes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed: Option<String>,
    /// Who entered it by hand, when no sensor saw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered_by: Option<String>,
    /// The stones it captured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<String>,
}

impl MoveForm {
    /// Move `n` as the contract shows it.
    pub fn new(n: u32, played: &PlayedMove, size: Size) -> MoveForm {
        MoveForm {
            n,
            color: played.color.into(),
            vertex: played.place.text(size),
            used_ms: played.used_ms,
            provisional: played.provisional,
            forced: played.forced,
            illegal: played.illegal.clone(),
            disputed: played.disputed.clone(),
            entered_by: played.entered_by.clone(),
            captured: vertices(&played.captured, size),
        }
    }

    /// Moves numbered from `first`.
    pub fn list(first: u32, moves: &[PlayedMove], size: Size) -> Vec<MoveForm> {
        (first..).zip(moves).map(|(n, played)| MoveForm::new(n, played, size)).collect()
    }

    /// The move, without its number.
    ///
    /// # Errors
    /// [`FormError::Vertex`] for a point that is not of this board.
    pub fn read(&self, size: Size) -> Result<PlayedMove, FormError> {
        Ok(PlayedMove {
            color: self.color.into(),
            place: Place::parse(&self.vertex, size)?,
            used_ms: self.used_ms,
            provisional: self.provisional,
            forced: self.forced,
            illegal: self.illegal.clone(),
            disputed: self.disputed.clone(),
            entered_by: self.entered_by.clone(),
            captured: points(&self.captured, size)?,
        })
    }
}

/// Stones put on the board before the first move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupForm {
    /// Black stones.
    #[serde(default)]
    pub black: Vec<String>,
    /// White stones.
    #[serde(default)]
    pub white: Vec<String>,
}

impl SetupForm {
    /// The set-up as the contract shows it.
    pub fn new(setup: &Setup, size: Size) -> SetupForm {
        SetupForm { black: vertices(&setup.black, size), white: vertices(&setup.white, size) }
    }

    /// The set-up.
    ///
    /// # Errors
    /// [`FormError::Vertex`] for a point that is not of this board.
    pub fn read(&self, size: Size) -> Result<Setup, FormError> {
        Ok(Setup { black: points(&self.black, size)?, white: points(&self.white, size)? })
    }
}

/// A change of the position that is no move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditForm {
    /// The move number after which it holds; 0 is before the first move.
    pub after: u32,
    /// Points that become black.
    pub black: Vec<String>,
    /// Points that become white.
    pub white: Vec<String>,
    /// Points that become empty.
    pub empty: Vec<String>,
    /// Why: an alert or transaction id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl EditForm {
    /// The edits as the contract shows them.
    pub fn list(edits: &[Edit], size: Size) -> Vec<EditForm> {
        let form = |edit: &Edit| EditForm {
            after: edit.after,
            black: vertices(&edit.black, size),
            white: vertices(&edit.white, size),
            empty: vertices(&edit.empty, size),
            reason: edit.reason.clone(),
        };
        edits.iter().map(form).collect()
    }

    /// The edit.
    ///
    /// # Errors
    /// [`FormError::Vertex`] for a point that is not of this board.
    pub fn read(&self, size: Size) -> Result<Edit, FormError> {
        Ok(Edit {
            after: self.after,
            black: points(&self.black, size)?,
            white: points(&self.white, size)?,
            empty: points(&self.empty, size)?,
            reason: self.reason.clone(),
        })
    }
}

/// One point at which the wood is not the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiscrepancyForm {
    /// Where.
    pub vertex: String,
    /// What the record says.
    pub expected: SeenName,
    /// What is there.
    pub seen: SeenName,
}

impl DiscrepancyForm {
    /// One difference as the contract shows it.
    pub fn new(discrepancy: &Discrepancy, size: Size) -> DiscrepancyForm {
        let stone = |color| match color {
            Color::Black => SeenName::Black,
            Color::White => SeenName::White,
        };
        DiscrepancyForm {
            vertex: discrepancy.point.vertex(size).to_string(),
            expected: match discrepancy.expected {
                Expected::Empty => SeenName::Empty,
                Expected::Stone(color) => stone(color),
            },
            seen: discrepancy.seen.into(),
        }
    }

    /// The difference.
    ///
    /// # Errors
    /// [`FormError`] for a point that is not of this board, or an `expected` that no record can expect.
    pub fn read(&self, size: Size) -> Result<Discrepancy, FormError> {
        Ok(Discrepancy {
            point: Point::from_vertex(&self.vertex, size)?,
            expected: match self.expected {
                SeenName::Empty => Expected::Empty,
                SeenName::Black => Expected::Stone(Color::Black),
                SeenName::White => Expected::Stone(Color::White),
                SeenName::Stone | SeenName::Unreadable => {
                    return Err(FormError::value("expected", "a record knows its stones: empty, black or white"));
                }
            },
            seen: self.seen.into(),
        })
    }
}

/// One player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerForm {
    /// Name.
    pub name: String,
    /// Name in other languages, by language tag.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// Rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// Numbers in registers of players, by register: "egf", "ffg", "aga".
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ids: BTreeMap<String, String>,
    /// Seat, as people at the table call it: so that a display can draw who sits where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The partner, by name (pair go).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
}

impl From<&Player> for PlayerForm {
    fn from(player: &Player) -> PlayerForm {
        PlayerForm {
            name: player.name.clone(),
            names: player.names.iter().cloned().collect(),
            rank: player.rank.clone(),
            team: player.team.clone(),
            country: player.country.clone(),
            club: player.club.clone(),
            ids: player.ids.iter().cloned().collect(),
            seat: player.seat.clone(),
            partner: player.partner.clone(),
        }
    }
}

impl From<PlayerForm> for Player {
    fn from(form: PlayerForm) -> Player {
        let PlayerForm { name, names, rank, team, country, club, ids, seat, partner } = form;
        Player { name, names: names.into_iter().collect(), rank, team, country, club, ids: ids.into_iter().collect(), seat, partner }
    }
}

/// Both players, where known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayersForm {
    /// Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerForm>,
    /// White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerForm>,
}

impl From<&Players> for PlayersForm {
    fn from(players: &Players) -> PlayersForm {
        PlayersForm { black: players.black.as_ref().map(PlayerForm::from), white: players.white.as_ref().map(PlayerForm::from) }
    }
}

impl From<PlayersForm> for Players {
    fn from(form: PlayersForm) -> Players {
        Players { black: form.black.map(Player::from), white: form.white.map(Player::from) }
    }
}
