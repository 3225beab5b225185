//! From what differs between wood and record to findings that are told apart.
//!
//! The order of suspicion is that of the texts (CONTRACT 5, articles.md): a disturbance and the end of the game before anything that one
//! hand did, two stones in one turn before a double move. Every differing point is used by one finding at most; what nobody explains is
//! [`Kind::Unexplained`]. A stone that can be the play of the side to move is no finding.

mod left;
mod mass;
mod stones;

use super::kind::Kind;
use crate::go::{Color, Point, Position};
pub(super) use crate::sense::ORDER_SLACK_MS;
use crate::time::Mono;
use crate::wire::Grid;
use left::Left;
pub use stones::may_be_shifted;

/// Something on the board that is not the course of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub kind: Kind,
    /// Whose act, or whose stone; `None` when that is not known.
    pub color: Option<Color>,
    /// The points that an alert names, the more telling first (a moved stone: from, to).
    pub points: Vec<Point>,
    /// When the first of it was seen.
    pub begun: Mono,
    /// When it came to be as it is: the patience runs from here, and starts anew when more of it changes.
    pub since: Mono,
}

impl Finding {
    /// The same of the same stones, whenever it came about.
    pub fn is_same(&self, other: &Finding) -> bool {
        (self.kind, self.color) == (other.kind, other.color) && self.points == other.points
    }
}

/// The turn of the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastTurn {
    /// Whose.
    pub color: Color,
    /// Where the stone was put; `None` for a pass.
    pub point: Option<Point>,
    /// When the turn began.
    pub began: Mono,
    /// When the stone was first seen.
    pub arrived: Mono,
    /// When it ended; `None` while it may still be changed.
    pub ended: Option<Mono>,
}

/// All that is needed to tell findings apart.
pub struct Scene<'a> {
    /// The record's position.
    pub position: &'a Position,
    /// Who is to move.
    pub to_move: Color,
    /// What has held still; deviations that a person has accepted are put as the record has them.
    pub wood: &'a Grid,
    /// When the state that the wood shows at a point was first seen.
    pub first_seen: &'a dyn Fn(Point) -> Mono,
    /// Captured stones that may still stand.
    pub lifting: &'a [(Point, Color)],
    /// The last turn; `None` before the first move.
    pub last: Option<LastTurn>,
    /// The side to move has pressed, and its stone has not come.
    pub pressed: Option<Mono>,
    /// How long a press may be before its stone, in ms: a stone that comes later is not the one that was pressed for.
    pub press_tolerance_ms: u64,
    /// Presses end the turns of this game.
    pub clock_in_use: bool,
    /// Both clocks stand although they have run: nobody plays now.
    pub clock_stopped: bool,
}

/// Everything that is to be said of the wood; nothing when it is the record, or can be with the next play.
pub fn detect(scene: &Scene<'_>) -> Vec<Finding> {
    let mut left = Left::of(scene);
    if left.is_empty() {
        return Vec::new();
    }
    if let Some(finding) = mass::finding(scene, &left) {
        return vec![finding];
    }
    let mut found = Vec::new();
    stones::swapped(scene, &mut left, &mut found);
    stones::illegal(scene, &mut left, &mut found);
    stones::last_moved(scene, &mut left, &mut found);
    stones::shifted(scene, &mut left, &mut found);
    stones::taken_by_one_too_many(scene, &mut left);
    stones::gone(scene, &mut left, &mut found);
    stones::put(scene, &mut left, &mut found);
    found
}
