//! Where the wood is not the record.

use super::Question;
use crate::go::{Color, Point};
use crate::sense::{Discrepancy, Expected};
use crate::time::Mono;
use crate::wire::Cell;

/// A stone that the record does not have: on an empty point, or in place of a stone of the other colour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Added {
    pub point: Point,
    /// `None` when the board does not say.
    pub color: Option<Color>,
    pub seen: Mono,
}

impl Added {
    /// The stone that a cell shows, if it shows one.
    pub fn from_cell(point: Point, cell: Cell, seen: Mono) -> Option<Added> {
        match cell {
            Cell::Stone(color) => Some(Added { point, color: Some(color), seen }),
            Cell::StoneOfUnknownColor => Some(Added { point, color: None, seen }),
            Cell::Empty | Cell::Unreadable => None,
        }
    }
}

/// The moments say who of the two was played first. Where both colours are known and differ, the turn says it.
pub(super) fn comparable(one: &Added, other: &Added) -> bool {
    one.color.is_none() || other.color.is_none() || one.color == other.color
}

/// Everything that differs, stones that are still to be lifted and points without evidence aside.
#[derive(Debug, Default)]
pub(super) struct Difference {
    /// Oldest first.
    pub added: Vec<Added>,
    /// Stones of the record that are not there.
    pub missing: Vec<(Point, Color)>,
    /// Points that cannot be read, where the record has no stone.
    pub unreadable: Vec<Point>,
}

/// True when the cell shows a stone that can be of this colour.
pub(super) fn shows(cell: Cell, color: Color) -> bool {
    match cell {
        Cell::Stone(seen) => seen == color,
        Cell::StoneOfUnknownColor => true,
        Cell::Empty | Cell::Unreadable => false,
    }
}

impl Difference {
    pub fn of(question: &Question<'_>) -> Difference {
        let mut difference = Difference::default();
        for point in question.position.size().points() {
            let cell = question.wood.get(point);
            match (question.position.get(point), cell) {
                (None, Cell::Unreadable) => difference.unreadable.push(point),
                (Some(_), Cell::Unreadable) | (None, Cell::Empty) => {}
                (Some(color), Cell::Empty) => difference.missing.push((point, color)),
                (Some(color), _) if shows(cell, color) => {}
                (None, _) if question.lifting.iter().any(|&(lifted, color)| lifted == point && shows(cell, color)) => {}
                _ => difference.added.extend(Added::from_cell(point, cell, question.seen(point))),
            }
        }
        difference.added.sort_by_key(|added| added.seen);
        difference
    }

    pub fn is_none(&self) -> bool {
        self.added.is_empty() && self.missing.is_empty()
    }

    /// False when no story of so many plays can make this difference, as after a bump: found without a search.
    ///
    /// Each new stone is a play. Whatever is missing or has become another colour was captured, and each liberty that its chain had was
    /// filled by a play there: one that has come, one on a point that cannot be read or where a captured stone stands, or at most one that
    /// nobody has seen (taken again, or in the hand). So thirty stones of one chain are within reach, and three of the opening are not.
    pub fn is_within_reach(&self, question: &Question<'_>) -> bool {
        let (plies, position, size) = (question.limits.plies, question.position, question.position.size());
        let of = |color: Color| self.added.iter().filter(|added| added.color == Some(color)).count();
        if self.added.len() > plies || of(question.to_move) > plies.div_ceil(2) || of(question.to_move.opponent()) > plies / 2 {
            return false;
        }
        let changed = self.added.iter().map(|added| added.point).filter(|&point| position.get(point).is_some());
        let mut known = vec![false; size.area()];
        let mut unseen = 0;
        for gone in changed.chain(self.missing.iter().map(|&(point, _)| point)) {
            if known[size.index(gone)] {
                continue;
            }
            for stone in position.chain(gone) {
                known[size.index(stone)] = true;
            }
            for liberty in position.liberties(gone) {
                let may_be_filled = question.wood.get(liberty) != Cell::Empty;
                if !may_be_filled && !std::mem::replace(&mut known[size.index(liberty)], true) {
                    unseen += 1;
                }
            }
            if unseen > 1 {
                return false;
            }
        }
        true
    }

    /// Every point that differs, row by row from the top left.
    pub fn discrepancies(&self, question: &Question<'_>) -> Vec<Discrepancy> {
        let points = self.added.iter().map(|added| added.point).chain(self.missing.iter().map(|&(point, _)| point));
        let mut found: Vec<Discrepancy> = points
            .map(|point| Discrepancy {
                point,
                expected: question.position.get(point).map_or(Expected::Empty, Expected::Stone),
                seen: question.wood.get(point),
            })
            .collect();
        found.sort_by_key(|discrepancy| question.position.size().index(discrepancy.point));
        found
    }
}
