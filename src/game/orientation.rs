//! A board that lies otherwise than the configuration says (CONTRACT 5 `board-turned`): what the operator is told, never the players.

use crate::go::{Color, Point};
use crate::referee::{self, Finding, Kind, Language, OnBoard};
use crate::sense::{self, Orientation, Rotation};

use super::Game;

/// Among so many first moves Black's first stone is looked for.
const FIRST_MOVES: usize = 3;

/// After so many moves nobody is told of the first stone any more: whoever wanted to look has looked.
const HINTED_MOVES: usize = 20;

impl Game {
    /// The finding over a board that shows the record turned or mirrored.
    pub(super) fn turned_board(&self) -> Option<Finding> {
        self.turned()?;
        let differs = super::wood::differences(&self.position, &self.wood.standing(&self.position));
        Some(self.over(Kind::BoardTurned, differs.iter().map(|differs| differs.point).collect()))
    }

    /// What has to be done to the wood to make it the record, when the board seems to lie otherwise than configured.
    fn turned(&self) -> Option<Orientation> {
        if !self.wood.known {
            return None;
        }
        sense::seems_turned(&self.position, &self.wood.standing(&self.position), &self.wood.lifting)
    }

    /// How the board seems to lie and what to do, once that has stood as long as the patience allows.
    pub fn board_turned(&self) -> Option<String> {
        let said = self.wood.watched.iter().any(|watched| watched.said && watched.finding.kind == Kind::BoardTurned);
        let turned = self.tell_turned().filter(|_| said)?;
        Some(referee::say(&turned.into(), Language::En))
    }

    pub(super) fn tell_turned(&self) -> Option<OnBoard> {
        let turn = self.turned()?;
        Some(OnBoard::TurnedSo { befell: turn.undone(), configure: self.settings.orientation.then(turn) })
    }

    /// What an operator may want to look at: Black's first stone lies where it would if the board were turned by a half. A hint for as long as a game is young,
    /// and not where handicap stones were set up or a position was taken over.
    pub fn orientation_hint(&self) -> Option<String> {
        let record = self.record();
        if record.moves.len() > HINTED_MOVES || !record.setup.black.is_empty() || !record.setup.white.is_empty() {
            return None;
        }
        let black = record.moves.iter().take(FIRST_MOVES).filter(|played| played.color == Color::Black);
        let points: Vec<Point> = black.filter_map(|played| played.place.point()).collect();
        if !sense::begins_upside_down(&points, self.settings.size) {
            return None;
        }
        let lies = self.settings.orientation.then(Orientation { mirrored: false, rotation: Rotation::Half });
        Some(format!(
            "Black's first stone lies in the lower left, and custom puts it into the upper right: if it was not played there as Black sees the \
             board, the board lies turned, and rotation = {} in [table.board] would be right (\"kifud doctor\" finds out)",
            lies.rotation.degrees()
        ))
    }
}
