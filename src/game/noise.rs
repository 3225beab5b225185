//! Points that do not hold still for long: what they show is no evidence until they are calm (hardware.md F1), but for one thing: a point
//! that changes between colours and is never empty holds a stone.

use std::collections::VecDeque;

use crate::go::{Color, Point, Size};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

/// So many changes within [`WITHIN_MS`] are no hand's work: a stone that bounces three times and is put straight changes nine times at most.
const CHANGES: usize = 12;
const WITHIN_MS: u64 = 4_000;

/// So many changes within [`WITHIN_MS`] are more than those of a stone that is put down and felt badly once.
const RESTLESS: usize = 4;

/// A point counts again when it has held still for so long.
const CALM_MS: u64 = 2_000;

/// The latest changes that say whether a stone lies on a point that flickers.
const TELLING: usize = 6;

/// Whether a stone has been put on a point that flickers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It shows no stone of that colour.
    No,
    /// It shows one, as it did before the turn.
    Perhaps,
    /// It shows one, as it did not before.
    Yes,
}

/// The latest changes of every point.
#[derive(Debug, Clone)]
pub(super) struct Noise {
    size: Size,
    changes: Vec<VecDeque<(Mono, Cell)>>,
    /// What each point showed before the turn in hand, and what it has shown in it and how often it changed: one bit for each kind of cell.
    marked: Vec<u8>,
    shown_in_turn: Vec<(u8, usize)>,
    /// When a point became calm again; the start of time for one that never flickered.
    calmed: Vec<Mono>,
    /// Since when a point is noisy.
    noisy: Vec<Option<Mono>>,
    any: bool,
    /// A turn has ended: it is known what points showed before.
    has_marked: bool,
}

impl Noise {
    pub(super) fn new(size: Size) -> Noise {
        Noise {
            size,
            changes: vec![VecDeque::new(); size.area()],
            marked: vec![0; size.area()],
            shown_in_turn: vec![(0, 0); size.area()],
            calmed: vec![Mono::ZERO; size.area()],
            noisy: vec![None; size.area()],
            any: false,
            has_marked: false,
        }
    }

    /// Takes a scan in; `before` is the one before it.
    pub(super) fn follow(&mut self, at: Mono, before: &Grid, scan: &Grid) {
        if before.size() != self.size || scan.size() != self.size {
            return;
        }
        for index in 0..self.size.area() {
            if before.cells()[index] == scan.cells()[index] {
                continue;
            }
            let changes = &mut self.changes[index];
            changes.push_back((at, scan.cells()[index]));
            let (shown, count) = &mut self.shown_in_turn[index];
            (*shown, *count) = (*shown | bit(scan.cells()[index]), *count + 1);
            while changes.len() > CHANGES {
                changes.pop_front();
            }
            let restless = changes.len() == CHANGES && changes.front().is_some_and(|&(first, _)| at.since_ms(first) <= WITHIN_MS);
            if restless && self.noisy[index].is_none() {
                self.noisy[index] = Some(at);
                self.any = true;
            }
        }
    }

    /// Lets time pass: a point that has held still is believed again. True when one became so.
    pub(super) fn advance(&mut self, now: Mono) -> bool {
        let mut calmed = false;
        for ((noisy, changes), calmed_at) in self.noisy.iter_mut().zip(&mut self.changes).zip(&mut self.calmed) {
            if noisy.is_none() {
                continue;
            }
            if changes.back().is_none_or(|&(last, _)| now.since_ms(last) >= CALM_MS) {
                *noisy = None;
                *calmed_at = now;
                changes.clear();
                calmed = true;
            }
        }
        self.any = self.noisy.iter().any(Option::is_some);
        calmed
    }

    /// When a point may be believed again, unless it changes before.
    pub(super) fn deadline(&self) -> Option<Mono> {
        if !self.any {
            return None;
        }
        let noisy = self.noisy.iter().zip(&self.changes).filter(|(noisy, _)| noisy.is_some());
        noisy.filter_map(|(_, changes)| changes.back()).map(|(last, _)| last.plus_ms(CALM_MS)).min()
    }

    /// The board was away until now: a point that flickered before has to show that it is calm.
    pub(super) fn back(&mut self, at: Mono) {
        for (changes, noisy) in self.changes.iter_mut().zip(&self.noisy) {
            changes.clear();
            if noisy.is_some() {
                changes.push_back((at, Cell::Unreadable));
            }
        }
    }

    /// The points that are not believed now, row by row from the top left.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let any = self.any;
        self.size.points().zip(&self.noisy).filter(move |(_, noisy)| any && noisy.is_some()).map(|(point, _)| point)
    }

    /// What a noisy point says all the same.
    pub(super) fn cell(&self, point: Point) -> Cell {
        let changes = &self.changes[self.size.index(point)];
        let latest = || changes.iter().rev().take(TELLING).map(|&(_, cell)| cell);
        let is_stone = latest().count() == TELLING && latest().all(|cell| matches!(cell, Cell::Stone(_)));
        if is_stone { Cell::StoneOfUnknownColor } else { Cell::Unreadable }
    }

    /// When a point became calm again; the start of time for one that never flickered.
    pub(super) fn calmed_at(&self, point: Point) -> Mono {
        if self.size.contains(point) { self.calmed[self.size.index(point)] } else { Mono::ZERO }
    }

    /// A turn has ended: what points show from now on is the next one's. After too few changes to tell, what they showed before counts too.
    pub(super) fn mark(&mut self) {
        for (marked, in_turn) in self.marked.iter_mut().zip(&mut self.shown_in_turn) {
            let (shown, count) = std::mem::take(in_turn);
            *marked = if count >= TELLING { shown } else { *marked | shown };
        }
        self.has_marked = true;
    }

    /// What a point has shown lately.
    fn shown(&self, index: usize) -> u8 {
        self.changes[index].iter().rev().take(TELLING).fold(0, |shown, &(_, cell)| shown | bit(cell))
    }

    /// What a noisy point says of a stone of this colour that may have been put there in this turn.
    pub(super) fn taken(&self, point: Point, color: Color) -> Taken {
        let index = self.size.index(point);
        let stone = if color == Color::Black { 2 | 8 } else { 4 | 8 };
        match self.shown(index) {
            shown if shown & stone == 0 => Taken::No,
            shown if self.has_marked && shown & stone & !self.marked[index] != 0 => Taken::Yes,
            _ => Taken::Perhaps,
        }
    }

    /// The points that have not been believed for so long, row by row from the top left.
    pub(super) fn points_since(&self, now: Mono, ms: u64) -> impl Iterator<Item = Point> {
        self.points().filter(move |&point| self.noisy[self.size.index(point)].is_some_and(|since| now.since_ms(since) >= ms))
    }

    /// True when this point has changed so often lately that it may be one that flickers.
    pub(super) fn is_restless(&self, now: Mono, point: Point) -> bool {
        let changes = &self.changes[self.size.index(point)];
        changes.iter().filter(|&&(at, _)| now.since_ms(at) <= WITHIN_MS).count() >= RESTLESS
    }

    /// True when this point is not believed now.
    pub(super) fn is_noisy(&self, point: Point) -> bool {
        self.any && self.size.contains(point) && self.noisy[self.size.index(point)].is_some()
    }
}

/// One bit for each kind of cell.
fn bit(cell: Cell) -> u8 {
    match cell {
        Cell::Empty => 1,
        Cell::Stone(Color::Black) => 2,
        Cell::Stone(Color::White) => 4,
        Cell::StoneOfUnknownColor => 8,
        Cell::Unreadable => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_a_point_that_flickers_is_not_believed_until_it_is_calm_and_a_bounce_is_not_noise() {
        let size = Size::square(9).unwrap();
        let (empty, mut one) = (Grid::filled(size, Cell::Empty), Grid::filled(size, Cell::Empty));
        let point = Point::new(2, 2);
        one.set(point, Cell::Stone(Color::Black));
        let mut noise = Noise::new(size);
        let toggle = |noise: &mut Noise, n: u64| {
            let (before, after) = if n.is_multiple_of(2) { (&empty, &one) } else { (&one, &empty) };
            noise.follow(Mono::from_millis(10_000 + n * 100), before, after);
        };
        for n in 0..11 {
            toggle(&mut noise, n);
        }
        assert!(!noise.is_noisy(point), "a stone that bounces");
        toggle(&mut noise, 11);
        assert_eq!(noise.points().collect::<Vec<_>>(), [point]);
        assert_eq!(noise.deadline(), Some(Mono::from_millis(13_100)));
        assert!(!noise.advance(Mono::from_millis(13_099)));
        assert!(noise.advance(Mono::from_millis(13_100)));
        assert_eq!((noise.is_noisy(point), noise.deadline()), (false, None));
    }

    #[test]
    fn before_the_first_turn_has_ended_nobody_knows_what_a_point_showed_before() {
        let size = Size::square(9).unwrap();
        let (empty, mut one) = (Grid::filled(size, Cell::Empty), Grid::filled(size, Cell::Empty));
        let point = Point::new(2, 2);
        one.set(point, Cell::Stone(Color::Black));
        let mut noise = Noise::new(size);
        let flicker = |noise: &mut Noise, from: u64, one: &Grid| {
            for n in 0..12 {
                let (before, after) = if n % 2 == 0 { (&empty, one) } else { (one, &empty) };
                noise.follow(Mono::from_millis(from + n * 100), before, after);
            }
        };
        flicker(&mut noise, 1_000, &one);
        assert_eq!(noise.taken(point, Color::Black), Taken::Perhaps);
        assert_eq!(noise.taken(point, Color::White), Taken::No);
        noise.mark();
        one.set(point, Cell::Stone(Color::White));
        flicker(&mut noise, 10_000, &one);
        assert_eq!(noise.taken(point, Color::White), Taken::Yes, "it has not shown that in the turn before");
    }
}
