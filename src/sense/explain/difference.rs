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
                (_, Cell::Unreadable) | (None, Cell::Empty) => {}
                (Some(color), Cell::Empty) => difference.missing.push((point, color)),
                (Some(color), _) if shows(cell, color) => {}
                (None, _) if question.lifting.iter().any(|&(lifted, color)| lifted == point && shows(cell, color)) => {}
                _ => difference.added.extend(Added::from_cell(point, cell, (question.first_seen)(point))),
            }
        }
        difference.added.sort_by_key(|added| added.seen);
        difference
    }

    pub fn is_none(&self) -> bool {
        self.added.is_empty() && self.missing.is_empty()
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
