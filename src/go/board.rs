//! Stones on a board: chains, liberties, captures and the position's hash. No history and no rules: see `position`.
//!
//! Terms: a *spot* is a point's number in the bordered one-dimensional array; a *chain* is a maximal set of connected stones of one
//! colour, named by its *head*; a chain's *sides* are the pairs (stone, empty point beside it), so a liberty touched by two of its
//! stones counts twice. Counting sides instead of liberties makes placing a stone a few additions, and both are zero together, which
//! is all that capturing needs (M. Boon's "pseudo-liberties", as used by libego).

mod diagram;
mod edit;
mod place;

use super::{Color, Point, Size};

pub use diagram::DiagramError;
pub(super) use place::{Look, OwnDead};

/// What a spot holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Border,
}

/// One spot's place in its chain. `sides`, `stones` and `hash` are right in the chain's head only.
#[derive(Debug, Clone, Copy, Default)]
struct Link {
    /// XOR of the keys of the chain's stones: what a capture changes in the board's hash.
    hash: u64,
    /// The chain's head.
    head: u16,
    /// The next stone of the chain; the last leads back to the first.
    next: u16,
    /// Pairs of a stone and an empty point beside it.
    sides: u16,
    /// Number of stones.
    stones: u16,
}

/// A board with its stones.
#[derive(Debug, Clone)]
pub struct Board {
    size: Size,
    /// Distance from a spot to the one below: the width and one border column, which serves both edges.
    stride: usize,
    cells: Vec<Cell>,
    links: Vec<Link>,
    hash: u64,
}

impl PartialEq for Board {
    /// The same stones on the same points; how the chains are linked does not matter.
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.cells == other.cells
    }
}

impl Eq for Board {}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let stride = usize::from(size.width()) + 1;
        let spots = stride * (usize::from(size.height()) + 2);
        let mut cells = vec![Cell::Border; spots];
        for row in 1..=usize::from(size.height()) {
            cells[row * stride..row * stride + stride - 1].fill(Cell::Empty);
        }
        Board { size, stride, cells, links: vec![Link::default(); spots], hash: 0 }
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The Zobrist hash of the stones (not of the side to move): 0 for an empty board.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The stone on a point; `None` where there is none, also outside the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        match self.cells[self.spot(point)] {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Border => None,
        }
    }

    /// The stones of the chain on a point, in reading order; none for an empty point.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        if self.get(point).is_none() {
            return Vec::new();
        }
        let mut stones: Vec<Point> = self.chain_spots(self.links[self.spot(point)].head).map(|spot| self.point(spot)).collect();
        stones.sort_unstable_by_key(|stone| self.size.index(*stone));
        stones
    }

    /// The liberties of the chain on a point, in reading order, each once; none for an empty point.
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        let mut liberties: Vec<Point> = self
            .chain(point)
            .into_iter()
            .flat_map(|stone| self.size.neighbours(stone))
            .filter(|&beside| self.get(beside).is_none())
            .collect();
        liberties.sort_unstable_by_key(|liberty| self.size.index(*liberty));
        liberties.dedup();
        liberties
    }

    /// The opponent's stones that a play here would take, in reading order, whatever else is wrong with it; none on an occupied point
    /// or outside the board.
    pub fn captures_of(&self, color: Color, point: Point) -> Vec<Point> {
        if !self.size.contains(point) || self.get(point).is_some() {
            return Vec::new();
        }
        self.points_of(self.look(color, self.spot(point)).taken_heads())
    }

    /// Every point with what is on it, row by row from the top left.
    pub fn stones(&self) -> Vec<Option<Color>> {
        self.size.points().map(|point| self.get(point)).collect()
    }

    /// True when every chain has a liberty, as after every lawful play.
    pub fn every_chain_has_a_liberty(&self) -> bool {
        (0..self.cells.len())
            .all(|spot| !matches!(self.cells[spot], Cell::Stone(_)) || self.links[usize::from(self.links[spot].head)].sides > 0)
    }

    /// The stones of these chains in reading order.
    pub(super) fn points_of(&self, heads: &[u16]) -> Vec<Point> {
        let mut spots: Vec<usize> = heads.iter().flat_map(|&head| self.chain_spots(head)).collect();
        // Spots are numbered in reading order.
        spots.sort_unstable();
        spots.into_iter().map(|spot| self.point(spot)).collect()
    }

    /// The spot of a point of this board.
    pub(super) fn spot(&self, point: Point) -> usize {
        (usize::from(point.row) + 1) * self.stride + usize::from(point.col)
    }

    /// The point of a spot that is no border.
    pub(super) fn point(&self, spot: usize) -> Point {
        Point::new((spot % self.stride) as u8, (spot / self.stride - 1) as u8)
    }

    pub(super) fn cell(&self, spot: usize) -> Cell {
        self.cells[spot]
    }

    /// The four spots beside one.
    fn beside(&self, spot: usize) -> [usize; 4] {
        [spot - self.stride, spot - 1, spot + 1, spot + self.stride]
    }

    fn chain_spots(&self, head: u16) -> impl Iterator<Item = usize> {
        let mut next = Some(head);
        std::iter::from_fn(move || {
            let spot = next?;
            let after = self.links[usize::from(spot)].next;
            next = (after != head).then_some(after);
            Some(usize::from(spot))
        })
    }
}

#[cfg(test)]
mod tests;
