//! What is left to be told of the difference between wood and record.

use super::{Finding, Scene};
use crate::go::{Color, Point};
use crate::referee::Kind;
use crate::time::Mono;
use crate::wire::Cell;

/// A stone that stands where the record has none, or another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Added {
    pub(super) point: Point,
    /// `None` when the board does not see colours.
    pub(super) color: Option<Color>,
    pub(super) seen: Mono,
}

impl Added {
    pub(super) fn can_be(&self, color: Color) -> bool {
        self.color.is_none_or(|seen| seen == color)
    }
}

/// A stone of the record that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Missing {
    pub(super) point: Point,
    pub(super) color: Color,
    pub(super) seen: Mono,
}

/// The differing points that no finding has used yet.
#[derive(Debug, Default)]
pub(super) struct Left {
    /// On empty points, oldest first.
    pub(super) added: Vec<Added>,
    /// Oldest first.
    pub(super) missing: Vec<Missing>,
    /// Points where a stone of the other colour stands.
    pub(super) swapped: Vec<(Point, Color, Mono)>,
}

impl Left {
    pub(super) fn of(scene: &Scene<'_>) -> Left {
        let mut left = Left::default();
        for point in scene.position.size().points() {
            let seen = (scene.first_seen)(point);
            let expected = scene.position.get(point);
            match (expected, scene.wood.get(point)) {
                (_, Cell::Unreadable) | (None, Cell::Empty) | (Some(_), Cell::StoneOfUnknownColor) => {}
                (Some(color), Cell::Empty) => left.missing.push(Missing { point, color, seen }),
                (Some(color), Cell::Stone(shown)) if shown == color => {}
                (Some(color), Cell::Stone(_)) => left.swapped.push((point, color, seen)),
                (None, cell) => {
                    let color = if let Cell::Stone(color) = cell { Some(color) } else { None };
                    let added = Added { point, color, seen };
                    if !scene.lifting.iter().any(|&(lifted, was)| lifted == point && added.can_be(was)) {
                        left.added.push(added);
                    }
                }
            }
        }
        left.added.sort_by_key(|added| added.seen);
        left.missing.sort_by_key(|missing| missing.seen);
        left
    }

    pub(super) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.missing.is_empty() && self.swapped.is_empty()
    }

    /// Takes a stone out of what is left.
    pub(super) fn use_added(&mut self, point: Point) {
        self.added.retain(|added| added.point != point);
    }

    /// Takes a gap out of what is left.
    pub(super) fn use_missing(&mut self, point: Point) {
        self.missing.retain(|missing| missing.point != point);
    }
}

/// A finding over these points, with the moments of all.
pub(super) fn finding(kind: Kind, color: Option<Color>, points: Vec<Point>, moments: impl IntoIterator<Item = Mono>) -> Finding {
    let (mut begun, mut since) = (None, Mono::ZERO);
    for moment in moments {
        begun = Some(begun.map_or(moment, |first: Mono| first.min(moment)));
        since = since.max(moment);
    }
    Finding { kind, color, points, begun: begun.unwrap_or(since), since }
}
