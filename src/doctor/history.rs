//! What each point of a board has shown, and which of them cannot be trusted.

use std::collections::VecDeque;

use crate::go::{Point, Size};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// Changes are counted within so much time, in ms.
pub const WITHIN_MS: u64 = 4_000;

/// So many changes within [`WITHIN_MS`] are no hand's doing: a stone that is put down bounces three times at most.
pub const FLICKER_CHANGES: usize = 8;

/// A stone that was put down and lifted again makes two; from here on it is worth a look.
const NOISY_CHANGES: usize = 4;

/// How far a point can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PointIs {
    /// Nothing bad was seen.
    Good,
    /// It is left out by the configuration.
    Ignored,
    /// It changed more often than a stone does that is put down.
    Noisy,
    /// It changed more often than any hand can do.
    Flickering,
    /// It cannot be read, or shows a stone on a board that is said to be empty.
    Dead,
}

#[derive(Debug, Clone, Default)]
struct Changes {
    recent: VecDeque<Mono>,
    /// The most within [`WITHIN_MS`] so far.
    most: usize,
    all: u64,
}

/// The changes of every point, in the coordinates of the grids it is shown.
#[derive(Debug, Clone)]
pub(super) struct History {
    size: Size,
    points: Vec<Changes>,
    last: Option<Grid>,
}

impl History {
    pub(super) fn new(size: Size) -> History {
        History { size, points: vec![Changes::default(); size.area()], last: None }
    }

    /// The board shows this.
    pub(super) fn show(&mut self, at: Mono, grid: &Grid) {
        if grid.size() != self.size {
            return;
        }
        if let Some(last) = &self.last {
            let changed = last.cells().iter().zip(grid.cells()).zip(&mut self.points).filter(|((before, now), _)| before != now);
            for (_, changes) in changed {
                changes.all += 1;
                changes.recent.push_back(at);
                while changes.recent.front().is_some_and(|&first| at.since_ms(first) > WITHIN_MS) {
                    changes.recent.pop_front();
                }
                changes.most = changes.most.max(changes.recent.len());
            }
        }
        self.last = Some(grid.clone());
    }

    /// What the board shows now.
    pub(super) fn grid(&self) -> Option<&Grid> {
        self.last.as_ref()
    }

    /// How far a point can be trusted; `empty` says that no stone lies on the board.
    pub(super) fn point(&self, point: Point, empty: bool) -> PointIs {
        let cell = self.last.as_ref().map_or(Cell::Empty, |grid| grid.get(point));
        let most = if self.size.contains(point) { self.points[self.size.index(point)].most } else { 0 };
        match cell {
            _ if most >= FLICKER_CHANGES => PointIs::Flickering,
            Cell::Unreadable => PointIs::Dead,
            Cell::Stone(_) | Cell::StoneOfUnknownColor if empty => PointIs::Dead,
            _ if most >= NOISY_CHANGES => PointIs::Noisy,
            _ => PointIs::Good,
        }
    }

    /// How often any point has changed.
    pub(super) fn changes(&self) -> u64 {
        self.points.iter().map(|changes| changes.all).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn those_that_are(history: &History, kind: PointIs, empty: bool) -> Vec<Point> {
        history.size.points().filter(|&point| history.point(point, empty) == kind).collect()
    }

    #[test]
    fn a_bounce_is_no_flicker_and_a_flicker_is_remembered() {
        let size = Size::square(9).unwrap();
        let (empty, mut one) = (Grid::filled(size, Cell::Empty), Grid::filled(size, Cell::Empty));
        let point = Point::new(2, 2);
        one.set(point, Cell::StoneOfUnknownColor);
        let mut history = History::new(size);
        let show = |history: &mut History, n: u64, every: u64| {
            history.show(Mono::from_millis(1_000 + n * every), if n.is_multiple_of(2) { &empty } else { &one });
        };
        for n in 0..100 {
            show(&mut history, n, 1_500);
        }
        assert_eq!((history.point(point, false), history.changes()), (PointIs::Good, 99), "stones come and go");
        let mut history = History::new(size);
        for n in 0..=NOISY_CHANGES as u64 {
            show(&mut history, n, 100);
        }
        assert_eq!(history.point(point, false), PointIs::Noisy);
        for n in 5..=FLICKER_CHANGES as u64 {
            show(&mut history, n, 100);
        }
        assert_eq!(those_that_are(&history, PointIs::Flickering, false), [point]);
        show(&mut history, 1_000, 100);
        assert_eq!(history.point(point, false), PointIs::Flickering, "it did, and will again");
    }

    #[test]
    fn what_cannot_be_read_is_dead_and_so_is_a_stone_where_none_lies() {
        let size = Size::square(9).unwrap();
        let mut grid = Grid::filled(size, Cell::Empty);
        grid.set(Point::new(0, 0), Cell::Unreadable);
        grid.set(Point::new(1, 0), Cell::StoneOfUnknownColor);
        let mut history = History::new(size);
        history.show(Mono::ZERO, &grid);
        assert_eq!(those_that_are(&history, PointIs::Dead, false), [Point::new(0, 0)]);
        assert_eq!(those_that_are(&history, PointIs::Dead, true), [Point::new(0, 0), Point::new(1, 0)]);
    }
}
