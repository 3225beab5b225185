//! Boards that measure their zero when they are switched on, and were switched on with stones on them.
//!
//! Such a board shows the stones that lay there as empty, and each that is lifted as one of the other colour (hardware failure F11). What
//! was seen before the port was away tells: nobody clears a board in the time that a plug needs. So when most stones are gone, or have
//! changed colour, right behind a short absence, those points are no evidence: they are unreadable, and named, and the rest of the board
//! counts.
//!
//! They count again when one of them shows the very stone that lay there before: a zero that was measured with that stone on cannot show it.
//! So a board that was indeed cleared meanwhile is believed as soon as the next game puts a stone of the same colour where the last one had
//! one. After a longer absence nothing is suspected: hands had the time, and what differs from the record is a matter of the game.

use crate::go::Point;
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// Fewer stones can be lifted while a plug is out.
const STONES: usize = 5;
/// An absence of more than this gave hands the time to clear a board.
const ABSENCE_MS: u64 = 120_000;

/// What was seen before the port was away, and which points are no evidence since.
#[derive(Debug, Clone, Default)]
pub(super) struct Tared {
    before: Option<(Mono, Grid)>,
    reopened: bool,
    /// Points with the stones that lay there.
    suspects: Vec<(Point, Cell)>,
    /// The last scan showed one of those stones.
    seen_again: bool,
}

impl Tared {
    /// The port has been opened anew.
    pub(super) fn opened(&mut self) {
        self.reopened = true;
    }

    /// Hides the points that are no evidence; what is to be remembered ([`Tared::remember`]) when the scan is used.
    pub(super) fn judge(&mut self, now: Mono, grid: &mut Grid) -> Grid {
        if std::mem::take(&mut self.reopened)
            && let Some((seen, before)) = self.before.take()
        {
            if now.since_ms(seen) <= ABSENCE_MS {
                self.compare(&before, grid);
            } else {
                self.suspects.clear();
            }
        }
        let again = self.suspects.iter().any(|&(point, lay)| grid.get(point) == lay);
        if std::mem::replace(&mut self.seen_again, again) && again {
            self.suspects.clear();
        }
        let mut seen = grid.clone();
        for &(point, lay) in &self.suspects {
            grid.set(point, Cell::Unreadable);
            seen.set(point, lay);
        }
        seen
    }

    /// A scan that was judged has been reported.
    pub(super) fn remember(&mut self, now: Mono, seen: Grid) {
        self.before = Some((now, seen));
    }

    /// Nothing new was seen.
    pub(super) fn unchanged(&mut self, now: Mono) {
        if let Some((seen, _)) = &mut self.before {
            *seen = now;
        }
    }

    fn compare(&mut self, before: &Grid, now: &Grid) {
        let lay = before.size().points().map(|point| (point, before.get(point)));
        let lay: Vec<_> = lay.filter(|(_, cell)| matches!(cell, Cell::Stone(_) | Cell::StoneOfUnknownColor)).collect();
        // A point that cannot be read now says nothing; a colour that can no longer be told is no other colour.
        let other = |&(point, cell): &(Point, Cell)| match now.get(point) {
            Cell::Empty => true,
            Cell::Stone(color) => matches!(cell, Cell::Stone(lay) if lay != color),
            Cell::StoneOfUnknownColor | Cell::Unreadable => false,
        };
        let gone: Vec<_> = lay.iter().copied().filter(other).collect();
        self.suspects = if lay.len() >= STONES && gone.len() * 3 >= lay.len() * 2 { gone } else { Vec::new() };
        self.seen_again = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Size};

    const BLACK: Cell = Cell::Stone(Color::Black);
    const WHITE: Cell = Cell::Stone(Color::White);

    fn ms(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    fn grid(stones: &[(u8, Cell)]) -> Grid {
        let mut grid = Grid::filled(Size::square(9).unwrap(), Cell::Empty);
        stones.iter().for_each(|&(col, cell)| grid.set(Point::new(col, 4), cell));
        grid
    }

    /// Seven stones, alternating, beside the points that a test uses.
    fn game() -> Vec<(u8, Cell)> {
        (0..7).map(|col| (col, if col % 2 == 0 { BLACK } else { WHITE })).collect()
    }

    fn seen(tared: &mut Tared, now: u64, stones: &[(u8, Cell)]) -> Vec<Cell> {
        let mut grid = grid(stones);
        let seen = tared.judge(ms(now), &mut grid);
        tared.remember(ms(now), seen);
        (0..9).map(|col| grid.get(Point::new(col, 4))).collect()
    }

    #[test]
    fn f11_a_board_that_lost_its_zero_shows_no_removal_and_no_stone_of_the_other_colour() {
        let mut tared = Tared::default();
        seen(&mut tared, 0, &game());
        tared.opened();
        let (hidden, empty) = (Cell::Unreadable, Cell::Empty);
        let expected = [[hidden; 7].as_slice(), &[empty; 2]].concat();
        assert_eq!(seen(&mut tared, 3_000, &[]), expected);
        // A stone that is lifted reads as the other colour: hidden as well. A new one elsewhere is seen.
        let lifted = seen(&mut tared, 3_100, &[(0, WHITE), (8, BLACK)]);
        assert_eq!(lifted, [[hidden; 7].as_slice(), &[empty, BLACK]].concat());
        // Once more away, and still no zero: the new stone is as much in doubt.
        tared.opened();
        assert_eq!(seen(&mut tared, 5_000, &[]), [[hidden; 7].as_slice(), &[empty, hidden]].concat());
    }

    #[test]
    fn a_board_that_was_cleared_counts_again_with_the_first_stone_that_lay_there_seen_twice() {
        let mut tared = Tared::default();
        seen(&mut tared, 0, &game());
        tared.opened();
        seen(&mut tared, 3_000, &[]);
        assert_eq!(seen(&mut tared, 4_000, &[(1, BLACK)])[1], Cell::Unreadable, "another colour proves nothing");
        assert_eq!(seen(&mut tared, 5_000, &[(1, BLACK), (0, BLACK)])[0], Cell::Unreadable, "once may be a flicker");
        assert_eq!(seen(&mut tared, 5_100, &[(1, BLACK), (0, BLACK)])[..3], [BLACK, BLACK, Cell::Empty]);
    }

    #[test]
    fn few_stones_many_that_stay_and_a_long_absence_are_believed() {
        let taken_up = |before: &[(u8, Cell)], after: &[(u8, Cell)], away: u64| {
            let mut tared = Tared::default();
            seen(&mut tared, 0, before);
            tared.opened();
            !seen(&mut tared, away, after).contains(&Cell::Unreadable)
        };
        assert!(taken_up(&game()[..4], &[], 3_000));
        assert!(taken_up(&game(), &game()[..3], 3_000), "a capture of four");
        assert!(!taken_up(&game(), &[], ABSENCE_MS));
        assert!(taken_up(&game(), &[], ABSENCE_MS + 1));
    }
}
