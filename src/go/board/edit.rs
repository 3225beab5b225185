//! Changing points without playing: set-up and rulings.

use super::{Board, Cell, Link};
use crate::go::{Color, Point, zobrist};

impl Board {
    /// Makes each of these points what is given with it. Nothing is captured: chains without liberties stand. Points outside the board
    /// are passed over.
    pub fn set(&mut self, changes: impl IntoIterator<Item = (Point, Option<Color>)>) {
        for (point, stone) in changes {
            if self.size.contains(point) {
                let spot = self.spot(point);
                self.cells[spot] = stone.map_or(Cell::Empty, Cell::Stone);
            }
        }
        self.link_again();
    }

    /// Finds all chains anew, after points were changed by hand: rare, so simple before fast.
    fn link_again(&mut self) {
        self.hash = 0;
        self.links.fill(Link::default());
        let mut found = vec![false; self.cells.len()];
        for first in 0..self.cells.len() {
            let Cell::Stone(color) = self.cells[first] else { continue };
            if found[first] {
                continue;
            }
            found[first] = true;
            let mut chain = vec![first];
            let (mut hash, mut sides, mut reached) = (0, 0, 0);
            while let Some(&spot) = chain.get(reached) {
                reached += 1;
                hash ^= zobrist::key(spot, color);
                for side in self.beside(spot) {
                    match self.cells[side] {
                        Cell::Empty => sides += 1,
                        Cell::Stone(there) if there == color && !found[side] => {
                            found[side] = true;
                            chain.push(side);
                        }
                        Cell::Stone(_) | Cell::Border => {}
                    }
                }
            }
            self.hash ^= hash;
            for (index, &spot) in chain.iter().enumerate() {
                let next = chain[(index + 1) % chain.len()] as u16;
                self.links[spot] = Link { hash, head: first as u16, next, sides, stones: chain.len() as u16 };
            }
        }
    }
}
