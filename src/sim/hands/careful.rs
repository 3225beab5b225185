//! Careful hands: nothing wrong, nothing straight either.

use crate::go::{Board, Color, Point};

use super::Writing;
use crate::sim::act::Act;

/// One stone in this many slides onto its point from a neighbouring one.
const SLIDES: u8 = 6;

/// One stone in this many is taken up again and straightened.
const STRAIGHTENED: u8 = 9;

impl Writing {
    /// `before` is the board before the turn.
    pub(super) fn play_carefully(&mut self, before: &Board, color: Color, point: Point, captured: &[Point]) {
        let mut captured = captured.to_vec();
        self.rng.shuffle(&mut captured);
        // Most people put the stone first; some clear its place first, some begin to.
        let first = match self.rng.u8(0..8) {
            0 => captured.len(),
            1 => self.rng.usize(0..=captured.len()),
            _ => 0,
        };
        let (lifted_before, lifted_after) = captured.split_at(first);
        self.lift_by_handfuls(lifted_before);
        if !lifted_before.is_empty() {
            self.now_ms += self.hands.pace.lift_ms(&mut self.rng, 1);
        }
        self.put_down(before, color, point);
        self.lift_by_handfuls(lifted_after);
    }

    fn put_down(&mut self, before: &Board, color: Color, point: Point) {
        if self.rng.u8(0..SLIDES) == 0
            && let Some(aside) = self.free_beside(before, point)
        {
            self.act(Act::Put(aside, color));
            self.now_ms += self.hands.pace.flutter_ms(&mut self.rng, self.hands.gaps);
            self.act(Act::Lift(aside));
        }
        self.act(Act::Put(point, color));
        if self.rng.u8(0..STRAIGHTENED) == 0 {
            self.now_ms += self.hands.pace.flutter_ms(&mut self.rng, self.hands.gaps);
            self.act(Act::Lift(point));
            self.now_ms += self.hands.pace.flutter_ms(&mut self.rng, self.hands.gaps);
            self.act(Act::Put(point, color));
        }
    }

    /// A point that touches this one and was and is empty.
    pub(super) fn free_beside(&mut self, before: &Board, point: Point) -> Option<Point> {
        let size = before.size();
        let free: Vec<Point> = size.points().filter(|&other| point.touches(other) && before.get(other).is_none()).collect();
        self.rng.choice(free)
    }

    fn lift_by_handfuls(&mut self, points: &[Point]) {
        let mut rest = points;
        while !rest.is_empty() {
            // Whoever shows a game lets it be seen.
            let one_by_one = self.is_shown() || self.rng.bool();
            let size = if one_by_one { 1 } else { self.rng.usize(1..=4) };
            let (handful, others) = rest.split_at(size.min(rest.len()));
            self.now_ms += self.hands.pace.lift_ms(&mut self.rng, points.len());
            for &point in handful {
                self.act(Act::Lift(point));
            }
            rest = others;
        }
    }
}
