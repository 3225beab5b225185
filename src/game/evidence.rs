//! What the sensors showed around an incident: which point changed when (CONTRACT 4.4 `evidence`).
//!
//! The same changes are in the journal's inputs; here the last of them are kept so that an alert carries its own.

use std::collections::VecDeque;

use super::Game;
use super::event::EventBody;
use super::input::Output;
use crate::go::Point;
use crate::time::{Mono, Stamp, Wall};
use crate::wire::{Cell, Grid};

/// How long before the first change of an incident its evidence begins, in ms.
pub(super) const BEFORE_MS: u64 = 5_000;

/// How long after an alert was raised its evidence goes on, in ms.
pub(super) const AFTER_MS: u64 = 5_000;

/// How long changes are kept: the patience and what lies before it, generously.
const KEPT_MS: u64 = 90_000;

/// Changes kept at most: a board that flickers everywhere must not fill the memory.
const KEPT_MAX: usize = 4_000;

/// One change of one point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// When it was seen.
    pub at: Wall,
    /// Where.
    pub point: Point,
    /// What was shown before.
    pub from: Cell,
    /// What is shown now.
    pub to: Cell,
}

/// What the sensors showed between two moments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// From here.
    pub from: Wall,
    /// To here.
    pub to: Wall,
    /// Every change between them, in order; at most [`Evidence::STEPS_MAX`], the latest.
    pub steps: Vec<Step>,
    /// Earlier steps were left out.
    pub cut: bool,
}

impl Evidence {
    /// The most steps that an alert carries (CONTRACT 4.4).
    pub const STEPS_MAX: usize = 400;
}

/// An alert whose evidence is to be made complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FollowUp {
    /// Then.
    pub(super) at: Mono,
    alert: String,
    from: Mono,
}

impl Game {
    /// What the sensors show after an alert belongs to its evidence too.
    pub(super) fn follow_up(&mut self, at: Mono, alert: &str, from: Mono) {
        self.wood.evidence_due.retain(|due| due.alert != alert);
        self.wood.evidence_due.push(FollowUp { at: at.plus_ms(AFTER_MS), alert: alert.to_owned(), from });
    }

    /// The time after an alert is over: it is published again when the sensors have shown anything in it.
    pub(super) fn complete_evidence(&mut self, at: Mono, out: &mut Vec<Output>) {
        while let Some(index) = self.wood.evidence_due.iter().position(|due| due.at <= at) {
            let due = self.wood.evidence_due.remove(index);
            let evidence = self.wood.trail.evidence(self.stamp(at), due.from, at);
            let Some(alert) = self.book.alerts.iter().find(|alert| alert.id == due.alert) else { continue };
            if alert.evidence.as_ref().is_some_and(|before| before.steps != evidence.steps) {
                let mut alert = alert.clone();
                (alert.rev, alert.evidence) = (alert.rev + 1, Some(evidence));
                self.emit(at, EventBody::AlertChanged(alert), out);
            }
        }
    }
}

/// The latest changes of the sensors.
#[derive(Debug, Clone, Default)]
pub(super) struct Trail {
    steps: VecDeque<(Mono, Point, Cell, Cell)>,
    /// Changes before this moment have been dropped.
    dropped_until: Mono,
}

impl Trail {
    /// Takes a scan in; `before` is the one before it.
    pub(super) fn follow(&mut self, at: Mono, before: &Grid, scan: &Grid) {
        let size = scan.size();
        if before.size() != size {
            return;
        }
        for (index, point) in size.points().enumerate() {
            let (from, to) = (before.cells()[index], scan.cells()[index]);
            if from != to {
                self.steps.push_back((at, point, from, to));
            }
        }
        self.forget(at);
    }

    fn forget(&mut self, at: Mono) {
        let kept_from = at.minus_ms(KEPT_MS);
        while self.steps.len() > KEPT_MAX || self.steps.front().is_some_and(|&(seen, ..)| seen < kept_from) {
            if let Some((seen, ..)) = self.steps.pop_front() {
                self.dropped_until = seen;
            }
        }
    }

    /// A stone was put down on a board that cannot show what stands.
    pub(super) fn placed(&mut self, at: Mono, point: Point) {
        self.steps.push_back((at, point, Cell::Empty, Cell::StoneOfUnknownColor));
        self.forget(at);
    }

    /// When such a stone was last seen to come, between two moments.
    pub(super) fn last_glimpse(&self, from: Mono, to: Mono, such: impl Fn(Point, Cell) -> bool) -> Option<Mono> {
        let within = self.steps.iter().rev().take_while(|&&(at, ..)| at >= from).filter(|&&(at, ..)| at <= to);
        // What stood when the board was looked at first has not come then.
        within.filter(|&&(_, point, was, cell)| was != Cell::Unreadable && such(point, cell)).map(|&(at, ..)| at).next()
    }

    /// The points on which such stones came between two moments.
    pub(super) fn arrivals(&self, from: Mono, to: Mono, such: impl Fn(Point) -> bool) -> std::collections::BTreeSet<Point> {
        let within = self.steps.iter().rev().take_while(|&&(at, ..)| at >= from).filter(|&&(at, ..)| at <= to);
        let came = within.filter(|&&(_, point, was, is)| {
            matches!(is, Cell::Stone(_) | Cell::StoneOfUnknownColor) && matches!(was, Cell::Empty | Cell::Stone(_)) && such(point)
        });
        came.map(|&(_, point, ..)| point).collect()
    }

    /// What was shown from `from` to `to`; `now` gives the calendar labels.
    pub(super) fn evidence(&self, now: Stamp, from: Mono, to: Mono) -> Evidence {
        let within = self.steps.iter().filter(|&&(at, ..)| at >= from && at <= to);
        let mut steps: Vec<Step> = within.map(|&(at, point, was, is)| Step { at: now.at(at).wall, point, from: was, to: is }).collect();
        let cut = steps.len() > Evidence::STEPS_MAX || (self.dropped_until > Mono::ZERO && self.dropped_until >= from);
        steps.drain(..steps.len().saturating_sub(Evidence::STEPS_MAX));
        Evidence { from: now.at(from).wall, to: now.at(to).wall, steps, cut }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Size};

    fn ms(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    fn now() -> Stamp {
        Stamp::new(ms(200_000), Wall::from_unix_ms(1_000_000))
    }

    #[test]
    fn evidence_is_exact_and_says_when_it_was_cut() {
        let size = Size::square(9).unwrap();
        let (empty, mut one) = (Grid::filled(size, Cell::Empty), Grid::filled(size, Cell::Empty));
        let point = Point::new(2, 2);
        one.set(point, Cell::Stone(Color::Black));
        let mut trail = Trail::default();
        trail.follow(ms(150_000), &empty, &one);
        trail.follow(ms(151_000), &one, &empty);
        let evidence = trail.evidence(now(), ms(150_500), ms(152_000));
        let step = Step { at: Wall::from_unix_ms(951_000), point, from: Cell::Stone(Color::Black), to: Cell::Empty };
        assert_eq!((evidence.steps, evidence.cut), (vec![step], false));
        for at in 0..500 {
            let (before, after) = if at % 2 == 0 { (&empty, &one) } else { (&one, &empty) };
            trail.follow(ms(152_000 + at), before, after);
        }
        let evidence = trail.evidence(now(), ms(150_000), ms(160_000));
        assert_eq!((evidence.steps.len(), evidence.cut), (Evidence::STEPS_MAX, true), "the latest are kept");
        assert_eq!(evidence.steps.last().map(|step| step.at), Some(Wall::from_unix_ms(952_499)));
        // Longer ago than is kept: what is left says that something is missing.
        trail.follow(ms(152_499 + KEPT_MS + 1), &empty, &one);
        let evidence = trail.evidence(now(), ms(150_000), ms(900_000));
        assert_eq!((evidence.steps.len(), evidence.cut), (1, true));
    }
}
