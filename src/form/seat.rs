//! Players who leave the seat and come back (CONTRACT 4.5 `leave`, `returned`): their event, and the seats of the `game` document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::{Seat, SeatChange, SeatEvent};
use crate::go::{ByColor, Size};

use super::names::ColorName;
use super::record::MoveForm;
use super::{ByColorForm, FormError, Instant, is_false};

/// A player has left the seat, or is back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatEventForm {
    /// What.
    pub change: SeatChangeName,
    /// Whose seat.
    pub color: ColorName,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who said so; absent where a move showed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// With `left`: play is interrupted for it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pauses: bool,
    /// With `returned`: the number of the first move that was played meanwhile, if any was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_n: Option<u32>,
    /// With `returned`: the moves that were played meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveForm>,
}

/// What has happened to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatChangeName {
    /// The player has left it.
    Left,
    /// The player is back.
    Returned,
}

/// One player's seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatForm {
    /// How often the player has left it in this game.
    pub leaves: u32,
    /// The player is away since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_since: Option<Instant>,
}

impl SeatEventForm {
    pub(super) fn new(seat: &SeatEvent, size: Size) -> SeatEventForm {
        SeatEventForm {
            change: match seat.change {
                SeatChange::Left => SeatChangeName::Left,
                SeatChange::Returned => SeatChangeName::Returned,
            },
            color: seat.color.into(),
            reason: seat.reason.clone(),
            by: seat.by.clone(),
            pauses: seat.pauses,
            from_n: Some(seat.from_n).filter(|&n| n > 0),
            moves: MoveForm::list(seat.from_n, &seat.moves, size),
        }
    }

    pub(super) fn read(&self, size: Option<Size>) -> Result<SeatEvent, FormError> {
        let moves = match size {
            Some(size) => self.moves.iter().map(|played| played.read(size)).collect::<Result<_, _>>()?,
            None if self.moves.is_empty() => Vec::new(),
            None => return Err(FormError::NoSize),
        };
        Ok(SeatEvent {
            change: match self.change {
                SeatChangeName::Left => SeatChange::Left,
                SeatChangeName::Returned => SeatChange::Returned,
            },
            color: self.color.into(),
            reason: self.reason.clone(),
            by: self.by.clone(),
            pauses: self.pauses,
            from_n: self.from_n.unwrap_or(0),
            moves,
        })
    }
}

/// Both seats, where there is anything to say of one.
pub(super) fn seats(seats: &ByColor<Seat>) -> Option<ByColorForm<SeatForm>> {
    let form = |seat: &Seat| SeatForm { leaves: seat.leaves, away_since: seat.away.as_ref().map(|away| Instant(away.since)) };
    let said = *seats != ByColor::default();
    said.then(|| ByColorForm { black: form(&seats.black), white: form(&seats.white) })
}
