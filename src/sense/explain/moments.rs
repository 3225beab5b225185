//! What the moments say about the order of plays: what was clearly seen later came later.
//!
//! A moment is never more exact than [`ORDER_SLACK_MS`]. What stood when the board came back is equally old, whenever the scan saw it.

use super::difference::{Added, comparable};
use super::{ORDER_SLACK_MS, Question};
use crate::go::{Color, Point};
use crate::time::Mono;

/// How much the moments are believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// To the millisecond, where stones look alike: also within the slack the earlier one is more likely the first.
    AsSeen,
    /// As far as they say something for sure.
    WithinSlack,
    /// The same, but a stone whose press waits was down by then, whenever it was seen.
    Pressed,
}

impl Question<'_> {
    /// When the state at a point was first seen; for everything that stood when the board came back, that moment.
    pub(super) fn seen(&self, point: Point) -> Mono {
        (self.first_seen)(point).max(self.known_since)
    }

    /// The press that waits for the play with this number in the story (0 is the first), if it is this player's.
    pub(super) fn press(&self, ply: usize, side: Color) -> Option<Mono> {
        self.presses.get(ply).filter(|(color, _)| *color == side).map(|&(_, at)| at)
    }

    /// The turns that were completed by a press while the board was away.
    pub(super) fn turns_while_away(&self) -> usize {
        let mut side = self.to_move;
        let mut counts = |press: &&(Color, Mono)| {
            let is_next = press.0 == side && press.1 <= self.known_since;
            side = side.opponent();
            is_next
        };
        self.presses.iter().take_while(|press| counts(press)).count()
    }

    /// The stone came clearly before the record's last move: it is no reply to it.
    pub(super) fn came_before_the_last_move(&self, stone: &Added) -> bool {
        stone.seen > self.known_since && is_clearly_after(self.not_before, stone.seen)
    }
}

/// The one moment lies after the other by more than the moments can be wrong.
pub(super) fn is_clearly_after(later: Mono, earlier: Mono) -> bool {
    later > earlier.plus_ms(ORDER_SLACK_MS)
}

/// True when the moments let `stone`, put down at `put`, be played before `other`.
pub(super) fn may_precede(stone: &Added, put: Mono, other: &Added, order: Order) -> bool {
    let seems_later = order == Order::AsSeen && comparable(other, stone) && other.seen < put;
    !seems_later && !is_clearly_after(put, other.seen)
}
