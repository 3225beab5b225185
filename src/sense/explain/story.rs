//! The search for stories.

use std::borrow::Cow;

use super::Question;
use super::difference::{Added, Difference, comparable, shows};
use super::hand::may_be_lifting;
use crate::go::{Color, Place, Point, Position};
use crate::sense::{Play, Reconstruction, Shown};
use crate::time::Mono;
use crate::wire::Cell;

/// What a story has to achieve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Every stone of the story is on the board, or has been captured and lifted again, and nothing else differs.
    Complete,
    /// The same, but stones are missing that the side to move after the story may be lifting.
    LiftingGoesOn,
    /// A stone of the story stands where a captured one of its colour stood, and looks the same: it is known by what it takes.
    WithInPlace,
    /// Besides, one stone of the story was put down and taken between two looks (snapback, capture and recapture).
    WithUnseen,
}

/// A stone that has been captured and may still stand.
struct Captured {
    point: Point,
    color: Color,
    /// When the capturing stone was first seen; `None` when the record captured it.
    since: Option<Mono>,
}

pub(super) struct Search<'q> {
    question: &'q Question<'q>,
    difference: &'q Difference,
    /// The record's position, with the question's side to move.
    pub root: Cow<'q, Position>,
    /// What time to give a play that no stone shows: the latest moment at which anything was seen to differ.
    pub latest: Mono,
    aim: Aim,
    /// Only stories in which the stones come in the order in which they were first seen.
    in_order: bool,
    steps: Vec<Play>,
    /// By the record or by the story so far.
    captured: Vec<Captured>,
    found: Vec<Vec<Play>>,
    tries: usize,
}

impl<'q> Search<'q> {
    pub fn new(question: &'q Question<'q>, difference: &'q Difference) -> Search<'q> {
        let mut root = Cow::Borrowed(question.position);
        if question.position.to_move() != question.to_move {
            root.to_mut().set_to_move(question.to_move);
        }
        let gone = difference.missing.iter().map(|&(point, _)| (question.first_seen)(point));
        let latest = difference.added.iter().map(|added| added.seen).chain(gone).max().unwrap_or_default();
        Search {
            question,
            difference,
            root,
            latest,
            aim: Aim::Complete,
            in_order: true,
            steps: Vec::new(),
            captured: question.lifting.iter().map(|&(point, color)| Captured { point, color, since: None }).collect(),
            found: Vec::new(),
            tries: 0,
        }
    }

    /// The shortest story with this aim, or the several shortest ones, or nothing.
    pub fn tell(&mut self, aim: Aim) -> Option<Reconstruction> {
        self.aim = aim;
        self.found.clear();
        if aim != Aim::Complete && self.difference.missing.is_empty() {
            return None;
        }
        let stones = self.difference.added.len();
        let shortest = if aim == Aim::WithUnseen { stones + 1 } else { stones.max(1) };
        for plies in shortest..=self.question.limits.plies {
            // First as the stones were seen to come; if there is no such story the moments deceive, and only a single story will do.
            for in_order in [true, false] {
                self.in_order = in_order;
                let root = self.root.clone();
                self.search(&root, plies);
                match self.found.len() {
                    0 | 1 if self.is_exhausted() => return None,
                    0 => {}
                    1 => return self.found.pop().map(Reconstruction::Played),
                    _ => return Some(Reconstruction::Ambiguous(std::mem::take(&mut self.found))),
                }
            }
        }
        None
    }

    fn is_exhausted(&self) -> bool {
        self.tries > self.question.limits.tries
    }

    fn search(&mut self, position: &Position, left: usize) {
        if left == 0 {
            if self.is_told(position) {
                self.found.push(self.steps.clone());
            }
            return;
        }
        let waiting = self.waiting(position);
        let side = position.to_move();
        let of = |color: Color| waiting.iter().filter(|added| added.color == Some(color)).count();
        if waiting.len() > left || of(side) > left.div_ceil(2) || of(side.opponent()) > left / 2 {
            return;
        }
        for added in &waiting {
            if shows(self.question.wood.get(added.point), side)
                && !(self.in_order && waiting.iter().any(|other| comparable(other, added) && other.seen < added.seen))
            {
                self.attempt(position, added.point, Shown::Seen, left);
            }
        }
        if waiting.len() < left {
            if matches!(self.aim, Aim::WithInPlace | Aim::WithUnseen) {
                for point in self.in_place(side) {
                    self.attempt(position, point, Shown::InPlace, left);
                }
            }
            if self.aim == Aim::WithUnseen && self.steps.iter().all(|step| step.shown != Shown::Unseen) {
                for point in self.unseen(position) {
                    self.attempt(position, point, Shown::Unseen, left);
                }
            }
        }
    }

    fn attempt(&mut self, position: &Position, point: Point, shown: Shown, left: usize) {
        if self.found.len() >= self.question.limits.ways || self.is_exhausted() || position.get(point).is_some() {
            return;
        }
        self.tries += 1;
        let (side, mut after) = (position.to_move(), position.clone());
        let Ok(played) = after.play(side, Place::At(point)) else { return };
        if shown == Shown::InPlace && !self.is_known_by(&played.captured) {
            return;
        }
        let before = self.captured.len();
        let first_seen = if shown == Shown::Seen { (self.question.first_seen)(point) } else { self.latest };
        let taken = played.captured.iter().map(|&stone| (stone, side.opponent()));
        let dead = taken.chain(played.given_up.iter().map(|&stone| (stone, side)));
        self.captured.extend(dead.map(|(point, color)| Captured { point, color, since: Some(first_seen) }));
        self.steps.push(Play { color: side, point, captured: played.captured, first_seen, shown, after_pass: None });
        self.search(&after, left - 1);
        self.steps.pop();
        self.captured.truncate(before);
    }

    /// The stones that the story still has to play: those that the record does not have, and those that have come to the place of a
    /// captured one since it was captured.
    fn waiting(&self, position: &Position) -> Vec<Added> {
        let mut waiting: Vec<Added> = self.difference.added.iter().filter(|added| !self.fits(position, added.point)).copied().collect();
        for captured in &self.captured {
            let point = captured.point;
            if waiting.iter().all(|added| added.point != point) && !self.fits(position, point) {
                waiting.extend(Added::from_cell(point, self.question.wood.get(point), (self.question.first_seen)(point)));
            }
        }
        waiting
    }

    /// Points where a captured stone of this colour seems to stand still.
    fn in_place(&self, side: Color) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for captured in self.captured.iter().filter(|captured| captured.color == side && self.may_stand(captured)) {
            if !points.contains(&captured.point) {
                points.push(captured.point);
            }
        }
        points
    }

    /// Everything that the play takes is gone, and the record does not know why.
    fn is_known_by(&self, captured: &[Point]) -> bool {
        let is_missing = |stone: &Point| self.difference.missing.iter().any(|(missing, _)| missing == stone);
        captured.iter().any(is_missing)
            && captured.iter().all(|&stone| matches!(self.question.wood.get(stone), Cell::Empty | Cell::Unreadable))
    }

    /// The wood shows a stone that can be the captured one: it did not come after the stone that captured it.
    fn may_stand(&self, captured: &Captured) -> bool {
        let came_later = captured.since.is_some_and(|since| (self.question.first_seen)(captured.point) > since);
        shows(self.question.wood.get(captured.point), captured.color) && !came_later
    }

    /// Points where a stone may have come and gone: empty, and beside one that is missing.
    fn unseen(&self, position: &Position) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for &(missing, _) in &self.difference.missing {
            for point in position.size().neighbours(missing) {
                let empty = position.get(point).is_none() && self.question.wood.get(point) == Cell::Empty;
                if empty && self.root.get(point).is_none() && !points.contains(&point) {
                    points.push(point);
                }
            }
        }
        points
    }

    /// The wood at this point is what the position has there, a captured stone that still stands, or no evidence.
    fn fits(&self, position: &Position, point: Point) -> bool {
        let cell = self.question.wood.get(point);
        match (position.get(point), cell) {
            (_, Cell::Unreadable) | (None, Cell::Empty) => true,
            (Some(color), _) => shows(cell, color),
            (None, _) => self.captured.iter().any(|captured| captured.point == point && self.may_stand(captured)),
        }
    }

    fn is_told(&self, position: &Position) -> bool {
        let added = self.difference.added.iter().map(|added| added.point);
        let played = self.steps.iter().map(|step| step.point);
        let missing = self.difference.missing.iter().filter(|&&(point, _)| !self.fits(position, point)).copied();
        let missing: Vec<(Point, Color)> = missing.collect();
        let stones_fit =
            added.chain(played).chain(self.captured.iter().map(|captured| captured.point)).all(|point| self.fits(position, point));
        stones_fit
            && match self.aim {
                Aim::Complete | Aim::WithInPlace => missing.is_empty(),
                Aim::LiftingGoesOn => may_be_lifting(position, &missing),
                Aim::WithUnseen => missing.is_empty() && self.unseen_is_shown(),
            }
    }

    /// A stone that nobody saw was taken together with one that is missing.
    fn unseen_is_shown(&self) -> bool {
        let Some(unseen) = self.steps.iter().find(|step| step.shown == Shown::Unseen) else { return false };
        self.steps.iter().any(|step| {
            let captured = &step.captured;
            captured.contains(&unseen.point) && self.difference.missing.iter().any(|(missing, _)| captured.contains(missing))
        })
    }
}
