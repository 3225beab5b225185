//! Play that goes round (the Chinese rules of 1988, article 20.3; Ing 8.2(2)): said once when a position has come back, counted from round
//! to round, gone when play turns aside. Where the rules of play forbid it, it is an illegal play and found on the board; then nothing is
//! said here.

use crate::go::{Cycle, Ko, Place, Point};
use crate::referee::{self, Kind};
use crate::time::Mono;

use super::Game;
use super::alerts::{Gives, Judged, Raise};
use super::event::{Alert, CloseReason, EventBody, Phase};
use super::input::Output;

/// What has been said of the cycle that play is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Circling {
    /// The alert; `None` where the kind is not raised at this table. It may have been decided: then play goes on by a person's word, and
    /// nothing more is said until it has turned aside.
    pub alert: Option<String>,
}

impl Game {
    /// Looks whether play goes round, and says what has changed about it. What is said follows from the record alone, so a move that is
    /// taken back takes it back too.
    pub(super) fn look_after_cycle(&mut self, out: &mut Vec<Output>) {
        if !matches!(self.book.phase, Phase::Playing | Phase::Ending | Phase::Paused) {
            return;
        }
        let at = self.now.mono;
        match (self.circling.clone(), self.cycle()) {
            (None, Some(cycle)) => self.circling = Some(Circling { alert: self.say_cycle(at, &cycle, out) }),
            (Some(Circling { alert: Some(id) }), Some(cycle)) => self.cycle_goes_on(at, &id, &cycle, out),
            (Some(Circling { alert }), None) if !self.passed_last() => {
                self.circling = None;
                if let Some(id) = alert {
                    self.close(at, &id, CloseReason::Gone, out);
                }
            }
            (None, None) | (Some(_), _) => {}
        }
    }

    /// The cycle that the last play has closed, where the rules allow it. A ko retaken at once and whatever else is disputed in it has been
    /// said already.
    fn cycle(&self) -> Option<Cycle> {
        if !matches!(self.terms.rules.ko, Ko::None | Ko::Simple) {
            return None;
        }
        let cycle = self.position.cycle()?;
        let moves = self.record().moves.get(cycle.latest as usize..)?;
        let disputed = moves.iter().any(|played| !played.illegal.is_empty() || played.disputed.is_some());
        (!disputed).then_some(cycle)
    }

    /// A pass leaves the stones where they are: nobody has turned aside.
    fn passed_last(&self) -> bool {
        self.record().moves.last().is_some_and(|last| last.place == Place::Pass)
    }

    fn last_point(&self) -> Vec<Point> {
        self.record().moves.last().and_then(|last| last.place.point()).into_iter().collect()
    }

    fn say_cycle(&mut self, at: Mono, cycle: &Cycle, out: &mut Vec<Output>) -> Option<String> {
        let (kind, severity) = referee::weigh_cycle(self.terms.rulebook, cycle);
        let raise = Raise {
            at_most: severity,
            points: self.last_point(),
            ..Raise::new(kind, None, self.turn.arrived.min(at), referee::tell_cycle(self.terms.rulebook, cycle))
        };
        self.raise_judged(at, raise, self.lawful(kind).as_ref(), out)
    }

    /// The same alert says how often play has gone round by now, and in a cycle with a pass, that it is closed.
    fn cycle_goes_on(&mut self, at: Mono, id: &str, cycle: &Cycle, out: &mut Vec<Output>) {
        let Some(alert) = self.book.alerts.iter().find(|alert| alert.id == id) else { return };
        let turn = |cycle: &Cycle| (cycle.kind, cycle.length, cycle.rounds, cycle.same_to_move);
        if alert.cycle.as_ref().map(turn) == Some(turn(cycle)) {
            return;
        }
        let (kind, severity) = referee::weigh_cycle(self.terms.rulebook, cycle);
        let alert = Alert {
            rev: alert.rev + 1,
            kind,
            n: Some(self.record().moves.len() as u32),
            points: self.last_point(),
            text: referee::tell_cycle(self.terms.rulebook, cycle).into(),
            cycle: Some(*cycle),
            ..alert.clone()
        };
        let alert = self.by_book(alert, severity, self.lawful(kind).as_ref());
        self.emit(at, EventBody::AlertChanged(alert), out);
    }

    /// A book that forbids repetitions proposes for one what it has for an illegal play; this one the rules of play allow. Hot stones that are
    /// taken round are play as well: only a capture by mistake, which a person finds, is put right (ING-8.2(2)).
    fn lawful(&self, kind: Kind) -> Option<Judged> {
        let proposes = matches!(kind, Kind::Repetition | Kind::HotStoneCapture) && self.terms.in_force(kind).proposes();
        proposes.then(|| Judged { gives: Gives::Nothing, ..Judged::default() })
    }

    /// True for the alert that says that play goes round: the board cannot put it right.
    pub(super) fn is_about_cycle(&self, alert: &Alert) -> bool {
        self.circling.as_ref().is_some_and(|said| said.alert.as_ref() == Some(&alert.id))
    }

    /// What an alert of this kind, about these points, says of a cycle: the one that stands, or the one that a forbidden stone would close.
    pub(super) fn cycle_told(&self, kind: Kind, points: &[Point]) -> Option<Cycle> {
        if !matches!(kind, Kind::Repetition | Kind::HotStoneCapture) {
            return None;
        }
        match points.first().filter(|&&point| self.position.get(point).is_none()) {
            Some(&point) => {
                let mut next = self.position.clone();
                next.take_in(self.to_move(), Place::At(point)).ok()?;
                next.cycle()
            }
            None => self.position.cycle(),
        }
    }
}
