//! Boards that only tell where a stone was put down (`yihu`): the record's position is taken for what stands, and a placement is the next
//! play once nothing contradicts it. Captured stones count as lifted at once, since nothing tells of it.
//!
//! Such a board never shows a removal, so some things cannot be seen and are not said: a stone taken off, captures left, a stone moved after
//! its turn. A number that is missing (F13) makes the position unverified until a person confirms it.

mod step;

use crate::go::{ByColor, Color, Place, PlayedMove, Point, Setup};
use crate::referee::{Finding, InRecord, Kind, OnBoard, Severity, Text};
use crate::time::Mono;

use super::alerts::Raise;
use super::event::{CloseReason, Phase, RetractedBecause};
use super::findings::Watched;
use super::input::Output;
use super::opening::Beginning;
use super::settings::StartMode;
use super::{Game, Opening, Prepared};
use step::Step;

/// Placements kept at most while nobody can say what they are; more are a board swept over its sensors. Nine handicap stones fit.
const PENDING_MAX: usize = 16;

/// After a game the stones of its analysis open no other: the board counts as cleared when none was put down for so long, in ms.
const QUIET_MS: u64 = 60_000;

/// A stone that was put down and is in no record yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Placement {
    at: Mono,
    point: Point,
    /// A person was told; what it is still is not known.
    said: bool,
}

/// What a board that only tells placements has told.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Placed {
    /// The board is there, and tells placements only.
    pub(super) tells: bool,
    /// Placements were lost: what stands is not sure.
    pub(super) unverified: bool,
    /// Oldest first.
    pending: Vec<Placement>,
    /// The latest placement.
    last: Option<Mono>,
    /// After so many moves something was put down that nobody can explain: a press then is no pass.
    unexplained_after: Option<usize>,
}

impl Game {
    /// A stone was put down.
    pub(super) fn placed(&mut self, at: Mono, point: Point, out: &mut Vec<Output>) {
        // A board that shows what stands needs nobody to tell what was put there.
        if self.wood.known || !self.settings.size.contains(point) {
            return;
        }
        self.tells_placements(at, out);
        self.wood.trail.placed(at, point);
        let quiet = self.placed.last.replace(at).is_none_or(|last| at.since_ms(last) >= QUIET_MS);
        let wanted = match self.book.phase {
            Phase::Idle => self.settings.start == StartMode::Auto,
            Phase::Armed => self.settings.start != StartMode::Request,
            // Once one has opened, those that follow it belong to the same game.
            Phase::Ended => self.settings.start == StartMode::Auto && (quiet || !self.placed.pending.is_empty()),
            Phase::Playing | Phase::Ending => true,
            Phase::Setup | Phase::Paused | Phase::Adjourned | Phase::Counting => false,
        };
        let pending = &mut self.placed.pending;
        if !wanted || pending.len() >= PENDING_MAX || pending.iter().any(|before| before.point == point) {
            return;
        }
        let slid = pending.last().is_some_and(|before| {
            let pressed = self.turn.presses.iter().any(|press| press.at >= before.at);
            before.point.touches(point) && at.since_ms(before.at) <= self.settings.settle_ms && !pressed && !before.said
        });
        if slid {
            // The same hand: where it let go is where the stone stands (CONTRACT 4.3).
            pending.pop();
        }
        pending.push(Placement { at, point, said: false });
        self.consider_placed(self.now.mono, out);
    }

    /// Placements may have been lost (F13). Between games there is no position that could be wrong.
    pub(super) fn placements_lost(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.wood.known {
            return;
        }
        self.tells_placements(at, out);
        if matches!(self.book.phase, Phase::Idle | Phase::Armed | Phase::Ended) || self.placed.unverified {
            return;
        }
        self.placed.unverified = true;
        let saying = InRecord::PerhapsUnheard { after: self.record().moves.len() as u32 };
        let raise = Raise { at_most: Severity::Notice, ..self.raised_by_placement(Kind::Unexplained, Vec::new(), at, saying.into()) };
        self.raise(at, raise, out);
    }

    /// The board is there. What was set up by request counts as standing: it cannot be seen.
    fn tells_placements(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.placed.tells = true;
        if self.book.phase == Phase::Setup {
            self.enter(at, Phase::Playing, "set up", out);
        }
    }

    /// True when presses can be judged: the board is there, and nothing that it told was lost.
    pub(super) fn sees_stones(&self) -> bool {
        self.wood.known || (self.placed.tells && !self.placed.unverified)
    }

    /// True while a placement is neither a play nor said to be wrong.
    pub(super) fn placement_is_open(&self) -> bool {
        self.placed.pending.iter().any(|placement| !placement.said)
    }

    /// True when something was put down since the last move that nobody can explain.
    pub(super) fn placement_is_unexplained(&self) -> bool {
        self.placed.unexplained_after == Some(self.record().moves.len())
    }

    /// A person has set the position: what was put down before and is not in it does not stand.
    pub(super) fn position_set(&mut self, at: Mono, transaction: &str, out: &mut Vec<Output>) {
        self.placed.pending.clear();
        self.position_confirmed(at, transaction, out);
    }

    /// A person has corrected the record, and so confirmed the position.
    pub(super) fn position_confirmed(&mut self, at: Mono, transaction: &str, out: &mut Vec<Output>) {
        self.placed.unexplained_after = None;
        if !self.placed.tells && !std::mem::take(&mut self.placed.unverified) {
            return;
        }
        self.placed.unverified = false;
        while let Some(id) = self.open_alert(&[Kind::Unexplained, Kind::ExtraStone]).map(|alert| alert.id.clone()) {
            self.close(at, &id, CloseReason::Decided(transaction.to_owned()), out);
        }
        self.consider_placed(at, out);
    }

    /// The record is another: what was put down on points that it now has is told.
    pub(super) fn placements_in_record(&mut self) {
        let position = &self.position;
        self.placed.pending.retain(|placement| position.get(placement.point).is_none());
    }

    /// A game begins or is over: nothing of the one before counts.
    pub(super) fn forget_placements(&mut self) {
        self.placed = Placed { tells: self.placed.tells, last: self.placed.last, ..Placed::default() };
    }

    /// When the oldest placement becomes something.
    pub(super) fn placed_deadline(&self) -> Option<Mono> {
        self.next_step().map(|(at, _)| at)
    }

    /// Everything that is due becomes what it is.
    pub(super) fn consider_placed(&mut self, at: Mono, out: &mut Vec<Output>) {
        while let Some((_, step)) = self.next_step().filter(|&(due, _)| due <= at) {
            self.carry_out_step(at, step, out);
        }
    }

    /// A press tells whose a placement was that has not held still: by its player at once.
    pub(super) fn placed_by_press(&mut self, now: Mono, color: Color, at: Mono, out: &mut Vec<Output>) {
        let Some(&first) = self.placed.pending.first().filter(|first| first.at <= at) else { return };
        if !self.turn_is_open() {
            return;
        }
        if color == self.to_move() && matches!(self.step_of(first), Some((_, Step::Play | Step::Straighten))) {
            self.carry_out_step(now, Step::Play, out);
        } else if color != self.to_move() && self.straightens(first) {
            self.carry_out_step(now, Step::Straighten, out);
        }
    }

    /// The first stone has just been put down and its player presses. True when it opened a game.
    pub(super) fn opened_by_placement(&mut self, now: Mono, color: Color, out: &mut Vec<Output>) -> bool {
        if color != Color::Black || self.next_terms().terms.handicap >= 2 || !matches!(self.next_step(), Some((_, Step::Open))) {
            return false;
        }
        self.carry_out_step(now, Step::Open, out);
        self.carry_out_step(now, Step::Play, out);
        true
    }

    fn carry_out_step(&mut self, at: Mono, step: Step, out: &mut Vec<Output>) {
        if step == Step::Open {
            self.open_with_placements(at, out);
            return;
        }
        if step == Step::Block {
            self.block(at, out);
            return;
        }
        if self.placed.pending.is_empty() {
            return;
        }
        let count = if let Step::Say(_, count) = step { count.min(self.placed.pending.len()) } else { 1 };
        let taken: Vec<Placement> = self.placed.pending.drain(..count).collect();
        let first = taken[0];
        match step {
            Step::Play => {
                if self.book.phase == Phase::Ending {
                    self.play_goes_on(at, out);
                    self.enter(at, Phase::Playing, "play goes on", out);
                    self.own_clock_goes_on(first.at.min(at), out);
                }
                self.append(first.at.min(at), PlayedMove::new(self.to_move(), Place::At(first.point)), out);
                self.explained(at, first, out);
            }
            Step::Straighten => self.straighten_placed(at, first, out),
            Step::Say(kind, _) => self.say_placed(at, kind, &taken, out),
            Step::Open | Step::Drop | Step::Block => {}
        }
    }

    fn open_with_placements(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Prepared { terms, match_info, .. } = self.next_terms();
        let mut pending = std::mem::take(&mut self.placed.pending);
        let handicap = if terms.handicap >= 2 { (terms.handicap as usize).min(pending.len()) } else { 0 };
        let black: Vec<Point> = pending.drain(..handicap).map(|placement| placement.point).collect();
        let first = if black.is_empty() { Color::Black } else { Color::White };
        let beginning = Beginning {
            terms,
            match_info,
            setup: Setup { black, white: Vec::new() },
            first,
            captured_before: Some(ByColor::default()),
            moves: Vec::new(),
            continues: None,
            sealing: None,
            given: ByColor::default(),
            opening: Opening::ByStones,
        };
        self.begin(at, beginning, out);
        self.placed.pending = pending;
    }

    fn straighten_placed(&mut self, at: Mono, placement: Placement, out: &mut Vec<Output>) {
        let Some(color) = self.record().moves.last().map(|last| last.color) else { return };
        let (arrived, began) = (self.turn.arrived, self.turn.began);
        self.retract_last(at, RetractedBecause::Reconstruction, out);
        self.append(placement.at.min(at), PlayedMove::new(color, Place::At(placement.point)), out);
        // The patience runs from the first arrival: a stone cannot walk across the board step by step.
        (self.turn.arrived, self.turn.began) = (arrived, began);
    }

    fn say_placed(&mut self, at: Mono, kind: Kind, placements: &[Placement], out: &mut Vec<Output>) {
        let points: Vec<Point> = placements.iter().map(|placement| placement.point).collect();
        let begun = placements.first().map_or(at, |placement| placement.at);
        let color = kind.enters_the_record().then(|| self.to_move());
        let finding = Finding { kind, color, points: points.clone(), begun, since: begun };
        let size = self.settings.size;
        let text = if kind == Kind::Unexplained {
            InRecord::PutWrongly { at: points.iter().map(|point| point.vertex(size)).collect() }.into()
        } else {
            OnBoard::of(&finding, size).into()
        };
        let raise = self.raised_by_placement(kind, points, begun, text);
        let raise = Raise { color, basis: kind.basis(), ..raise };
        let n = raise.n.unwrap_or_default();
        let id = self.raise(at, raise, out);
        if kind.enters_the_record() {
            self.take_consequences(at, &Watched { finding, alert: id.clone(), said: true, earliest: at, n }, id.as_deref(), out);
        } else {
            self.placed.unexplained_after = Some(self.record().moves.len());
        }
    }

    /// The stone of a press was lost, and another has come: what follows is kept until a person has entered what is missing.
    fn block(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(first) = self.placed.pending.first_mut() else { return };
        first.said = true;
        let (point, begun) = (first.point, first.at);
        let saying = InRecord::Unheard { by: self.to_move(), before: point.vertex(self.settings.size) };
        let raise = self.raised_by_placement(Kind::Unexplained, vec![point], begun, saying.into());
        self.raise(at, raise, out);
    }

    /// What was said of a placement that is a play after all has gone.
    fn explained(&mut self, at: Mono, placement: Placement, out: &mut Vec<Output>) {
        let says = |alert: &&super::Alert| alert.kind == Kind::Unexplained && alert.points == [placement.point];
        while let Some(id) = self.book.alerts.iter().find(says).filter(|_| placement.said).map(|alert| alert.id.clone()) {
            self.close(at, &id, CloseReason::Gone, out);
        }
    }

    fn raised_by_placement(&self, kind: Kind, points: Vec<Point>, happened: Mono, text: Text) -> Raise {
        let from = happened.minus_ms(super::evidence::BEFORE_MS);
        Raise {
            n: Some(self.record().moves.len() as u32 + u32::from(kind.enters_the_record())),
            points,
            evidence: Some(self.wood.trail.evidence(self.stamp(self.now.mono), from, self.now.mono)),
            ..Raise::new(kind, None, happened, text)
        }
    }
}
