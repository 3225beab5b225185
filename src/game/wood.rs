//! The wood: what the sensors show beside what the record says, and how long they have differed.

use crate::go::{Color, Point, Position, Size};
use crate::sense::{Discrepancy, Expected, Settle};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// The board on the table as the game sees it.
#[derive(Debug, Clone)]
pub(super) struct Wood {
    /// Which points hold still.
    pub(super) settle: Settle,
    /// It was said that the board is away: its coming back is news.
    pub(super) lost_said: bool,
    /// A scan has come since the board is there.
    pub(super) known: bool,
    /// Captured stones that the hand may not have lifted yet.
    pub(super) lifting: Vec<(Point, Color)>,
    /// Points where a person has decided against the sensors: what was shown there then counts for nothing until it changes.
    pub(super) overruled: Vec<(Point, Cell)>,
    /// Something has settled since the last comparison.
    pub(super) changed: bool,
    /// Wood and record differ.
    pub(super) differing: Differing,
}

/// How long the wood has not been the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Differing {
    /// The patience runs from here.
    pub(super) since: Option<Mono>,
    /// The patience was over once, and it was said.
    pub(super) said: bool,
}

impl Wood {
    pub(super) fn new(size: Size, settle_ms: u64) -> Wood {
        Wood {
            settle: Settle::new(size, settle_ms),
            lost_said: false,
            known: false,
            lifting: Vec::new(),
            overruled: Vec::new(),
            changed: false,
            differing: Differing::default(),
        }
    }

    /// Takes a scan in; the first after an absence is taken as it stands but must hold still.
    /// True when something has settled with it.
    pub(super) fn observe(&mut self, at: Mono, grid: &Grid) -> bool {
        let settled = if self.known {
            self.settle.observe(at, grid)
        } else {
            self.settle.reset(at, grid);
            self.known = true;
            false
        };
        self.overruled.retain(|&(point, cell)| grid.get(point) == cell || grid.get(point) == Cell::Unreadable);
        settled
    }

    /// Forgets which captured stones have been lifted by now.
    pub(super) fn drop_lifted(&mut self) {
        let settled = self.settle.settled();
        self.lifting.retain(|&(point, color)| shows(settled.get(point), color));
    }

    /// What stands, with the points where a person has decided put as the record has them.
    pub(super) fn standing(&self, position: &Position) -> Grid {
        let mut grid = self.settle.settled().clone();
        for &(point, _) in &self.overruled {
            grid.set(point, cell_of(position.get(point)));
        }
        grid
    }

    /// A person has decided: where the wood differs from this position, it counts for nothing until it changes.
    pub(super) fn overrule(&mut self, position: &Position) {
        if !self.known {
            return;
        }
        self.overruled = self.differences(position).iter().map(|differs| (differs.point, differs.seen)).collect();
        self.differing = Differing::default();
    }

    /// Every point where what stands is not the position; points that cannot be read say nothing.
    pub(super) fn differences(&self, position: &Position) -> Vec<Discrepancy> {
        if !self.known {
            return Vec::new();
        }
        differences(position, self.settle.settled())
    }

    /// No stone stands and none is being put down.
    pub(super) fn is_empty(&self) -> bool {
        let settled = self.settle.settled();
        self.known && settled.cells().iter().all(|cell| matches!(cell, Cell::Empty | Cell::Unreadable))
    }
}

/// Every point where the grid is not the position.
pub(super) fn differences(position: &Position, grid: &Grid) -> Vec<Discrepancy> {
    let size = grid.size();
    size.points()
        .filter_map(|point| {
            let expected = position.get(point);
            let seen = grid.get(point);
            let agrees = match expected {
                None => matches!(seen, Cell::Empty | Cell::Unreadable),
                Some(color) => seen == Cell::Unreadable || shows(seen, color),
            };
            (!agrees).then(|| Discrepancy { point, expected: expected.map_or(Expected::Empty, Expected::Stone), seen })
        })
        .collect()
}

/// True when a cell can be a stone of this colour.
pub(super) fn shows(cell: Cell, color: Color) -> bool {
    cell == Cell::Stone(color) || cell == Cell::StoneOfUnknownColor
}

fn cell_of(stone: Option<Color>) -> Cell {
    stone.map_or(Cell::Empty, Cell::Stone)
}
