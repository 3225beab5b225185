//! The search for stories.

use std::borrow::Cow;

use super::Question;
use super::aim::Aim;
use super::difference::{Added, Difference, shows};
use super::hand::may_be_lifting;
use super::moments::{Order, may_precede};
use super::plausible;
use super::telling::Story;
use crate::go::{Color, Place, Point, Position};
use crate::sense::{Play, Reconstruction, Shown};
use crate::time::Mono;
use crate::wire::Cell;

/// Captured and missing stones that cost as much as a try: where there are more, fewer plays are tried.
const STONES_A_TRY: usize = 32;

/// A stone that has been captured and may still stand.
struct Captured {
    point: Point,
    color: Color,
    /// When the capturing stone was first seen; `None` when the record captured it.
    since: Option<Mono>,
}

pub(super) struct Search<'q> {
    pub question: &'q Question<'q>,
    pub difference: &'q Difference,
    /// The record's position, with the question's side to move.
    pub root: Cow<'q, Position>,
    /// What time to give a play that no stone shows: the latest moment at which anything was seen to differ.
    pub latest: Mono,
    /// The first stone has been put straight: it came earlier than it was seen where it lies.
    pub first_came_earlier: bool,
    aim: Aim,
    order: Order,
    /// A stone could not be played as it was seen only: to believe the moments less may tell more.
    held_back: bool,
    steps: Vec<Play>,
    /// Plays and passes so far.
    ply: usize,
    /// The press by which the side before has passed.
    passed: Option<Mono>,
    /// By the record or by the story so far.
    captured: Vec<Captured>,
    /// Where a stone may have come and gone.
    near: Vec<Point>,
    found: Vec<Story>,
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
            first_came_earlier: false,
            aim: Aim::Complete,
            order: Order::AsSeen,
            held_back: false,
            steps: Vec::new(),
            ply: 0,
            passed: None,
            captured: question.lifting.iter().map(|&(point, color)| Captured { point, color, since: None }).collect(),
            near: Vec::new(),
            found: Vec::new(),
            tries: 0,
        }
    }

    /// The shortest story with this aim, or the several shortest ones, or nothing.
    pub fn tell(&mut self, aim: Aim) -> Option<Reconstruction> {
        self.aim = aim;
        self.near = self.near_changes();
        if aim.needs_a_gap() && self.difference.missing.is_empty() {
            return None;
        }
        let (stones, most) = (self.difference.added.len(), self.question.limits.plies);
        let since = self.difference.added.iter().filter(|added| added.seen > self.question.known_since).count();
        let turns = self.question.turns_while_away() + since;
        let lengths = match aim {
            Aim::Complete | Aim::LiftingGoesOn | Aim::WithUnseen => stones.max(1)..=most,
            Aim::WithUnreadable => stones + 1..=most.min(stones + 1),
            Aim::ByPresses | Aim::ByPressesWithPasses => turns.max(1)..=most.min(turns + 1),
        };
        for plies in lengths {
            // First as the stones were seen to come; without such a story as far as the moments say something for sure; at last by the presses.
            for order in [Order::AsSeen, Order::WithinSlack, Order::Pressed] {
                (self.order, self.held_back) = (order, false);
                let root = self.root.clone();
                self.search(&root, plies);
                if self.found.len() <= 1 && self.is_exhausted() {
                    self.found.clear();
                    return None;
                }
                if self.found.iter().any(|story| story.has_evidence) {
                    let complete = !self.is_exhausted();
                    return Story::conclude(std::mem::take(&mut self.found), self.question, &self.root, complete, aim);
                }
                self.found.clear();
                if !self.held_back {
                    break;
                }
            }
        }
        None
    }

    /// Where one play of a story lies on a point that cannot be read, and all were made while the board was away, one may as well have been
    /// taken again before it came back: the likelier is told, and that it is a choice.
    pub fn likelier_unseen(&mut self, told: Reconstruction) -> Reconstruction {
        let of = |plays: &[Play], shown: Shown| plays.iter().any(|play| play.shown == shown);
        let (first, mut ways) = match &told {
            Reconstruction::Played(plays) => (plays, Vec::new()),
            Reconstruction::PlayedInSomeOrder { plays, others } => (plays, others.clone()),
            _ => return told,
        };
        let while_away = first.len() == self.question.turns_while_away();
        if !while_away || !of(first, Shown::Unreadable) {
            return told;
        }
        ways.insert(0, first.clone());
        let length = first.len();
        let taken = match self.tell(Aim::ByPresses) {
            Some(Reconstruction::Ambiguous(ways)) => ways,
            Some(Reconstruction::PlayedInSomeOrder { plays, mut others }) => {
                others.insert(0, plays);
                others
            }
            Some(Reconstruction::Played(plays)) => vec![plays],
            _ => return told,
        };
        ways.extend(taken.into_iter().filter(|plays| of(plays, Shown::Unseen) && plays.len() == length));
        let best = plausible::likeliest_points(&self.root, self.question.latest, &ways).unwrap_or_default();
        let plays = ways.remove(best);
        if ways.is_empty() { told } else { Reconstruction::PlayedInSomeOrder { plays, others: ways } }
    }

    /// Of several stories that presses tell of what nobody has seen, the one that is clearly likelier than those with other plays: it is told,
    /// and that it is a choice.
    pub fn clearly_likeliest(&self, told: Reconstruction) -> Reconstruction {
        let Reconstruction::Ambiguous(ways) = &told else { return told };
        if ways.len() >= self.question.limits.ways || self.is_exhausted() {
            return told;
        }
        let Some(best) = plausible::clearly_likeliest(&self.root, self.question.latest, ways) else { return told };
        let mut others = ways.clone();
        let plays = others.remove(best);
        Reconstruction::PlayedInSomeOrder { plays, others }
    }

    fn is_exhausted(&self) -> bool {
        self.tries > self.question.limits.tries
    }

    /// One story more than are told, to know that there are too many.
    fn has_enough(&self) -> bool {
        self.found.len() > self.question.limits.ways.max(1)
    }

    fn search(&mut self, position: &Position, left: usize) {
        if left == 0 {
            if self.is_told(position) {
                self.found.push(Story {
                    plays: self.steps.clone(),
                    position: position.board().hash(),
                    ends_with_pass: self.passed.is_some(),
                    has_evidence: self.has_evidence(),
                });
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
            if shows(self.question.wood.get(added.point), side) && self.is_next(added, &waiting, side) {
                self.attempt(position, added.point, Shown::Seen, left);
            }
        }
        if waiting.len() < left {
            self.search_what_cannot_be_seen(position, left);
        }
    }

    fn search_what_cannot_be_seen(&mut self, position: &Position, left: usize) {
        let side = position.to_move();
        if self.aim.has_in_place() {
            for point in self.in_place(side) {
                self.attempt(position, point, Shown::InPlace, left);
            }
        }
        if self.aim.has_unseen() && self.steps.iter().all(|step| step.shown != Shown::Unseen) {
            for point in self.unseen(position) {
                self.attempt(position, point, Shown::Unseen, left);
            }
        }
        if self.aim.has_unreadable() && self.steps.iter().all(|step| step.shown != Shown::Unreadable) {
            for &point in &self.difference.unreadable {
                self.attempt(position, point, Shown::Unreadable, left);
            }
        }
        if self.aim == Aim::ByPressesWithPasses
            && self.passed.is_none()
            && let Some(press) = self.question.press(self.ply, side)
        {
            self.pass(position, press, left);
        }
    }

    /// As far as the moments say, nothing that waits was played before this stone.
    fn is_next(&mut self, stone: &Added, waiting: &[Added], side: Color) -> bool {
        if self.question.came_before_the_last_move(stone) {
            return false;
        }
        let press = self.question.press(self.ply, side).filter(|&press| press < stone.seen);
        let may_be = |order: Order| {
            let put = match press {
                _ if self.ply == 0 && self.first_came_earlier => Mono::ZERO,
                Some(press) if order == Order::Pressed => press,
                _ => stone.seen,
            };
            waiting.iter().all(|other| other.point == stone.point || may_precede(stone, put, other, order))
        };
        let is_next = may_be(self.order);
        self.held_back |= !is_next && (may_be(Order::WithinSlack) || may_be(Order::Pressed));
        is_next
    }

    fn attempt(&mut self, position: &Position, point: Point, shown: Shown, left: usize) {
        if self.has_enough() || self.is_exhausted() || position.get(point).is_some() {
            return;
        }
        self.tries += 1 + (self.captured.len() + self.difference.missing.len()) / STONES_A_TRY;
        let (side, mut after) = (position.to_move(), position.clone());
        let Ok(played) = after.play(side, Place::At(point)) else { return };
        if shown == Shown::InPlace && !self.aim.is_by_presses() && !self.is_known_by(&played.captured) {
            return;
        }
        let before = self.captured.len();
        let first_seen = if shown == Shown::Seen { (self.question.first_seen)(point) } else { self.latest };
        let since = Some(if shown == Shown::Seen { self.question.seen(point) } else { self.latest });
        let taken = played.captured.iter().map(|&stone| (stone, side.opponent()));
        let dead = taken.chain(played.given_up.iter().map(|&stone| (stone, side)));
        self.captured.extend(dead.map(|(point, color)| Captured { point, color, since }));
        let after_pass = self.passed.take();
        self.steps.push(Play { color: side, point, captured: played.captured, first_seen, shown, after_pass });
        self.ply += 1;
        self.search(&after, left - 1);
        self.ply -= 1;
        self.passed = after_pass;
        self.steps.pop();
        self.captured.truncate(before);
    }

    fn pass(&mut self, position: &Position, press: Mono, left: usize) {
        if self.has_enough() || self.is_exhausted() {
            return;
        }
        self.tries += 1;
        let mut after = position.clone();
        if after.play(position.to_move(), Place::Pass).is_ok() {
            self.passed = Some(press);
            self.ply += 1;
            self.search(&after, left - 1);
            self.ply -= 1;
            self.passed = None;
        }
    }

    /// The stones that the story still has to play: those that the record does not have, and those that have come to the place of a
    /// captured one since it was captured.
    fn waiting(&self, position: &Position) -> Vec<Added> {
        let mut waiting: Vec<Added> = self.difference.added.iter().filter(|added| !self.fits(position, added.point)).copied().collect();
        for captured in &self.captured {
            let point = captured.point;
            if !self.stands_or_is_gone(position, captured)
                && waiting.iter().all(|added| added.point != point)
                && !self.fits(position, point)
            {
                waiting.extend(Added::from_cell(point, self.question.wood.get(point), self.question.seen(point)));
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
        captured.iter().any(|&stone| self.is_missing(stone))
            && captured.iter().all(|&stone| matches!(self.question.wood.get(stone), Cell::Empty | Cell::Unreadable))
    }

    /// The record's stone at this point is not there.
    fn is_missing(&self, point: Point) -> bool {
        self.root.get(point).is_some() && self.question.wood.get(point) == Cell::Empty
    }

    /// The wood shows a stone that can be the captured one: it did not come after the stone that captured it.
    fn may_stand(&self, captured: &Captured) -> bool {
        let came_later = captured.since.is_some_and(|since| self.question.seen(captured.point) > since);
        shows(self.question.wood.get(captured.point), captured.color) && !came_later
    }

    /// Points where a stone may have come and gone: empty, and beside one that is missing; by the presses also beside one that has come, or
    /// where that stands. Each once.
    fn near_changes(&self) -> Vec<Point> {
        if !self.aim.has_unseen() {
            return Vec::new();
        }
        let size = self.root.size();
        let missing = self.difference.missing.iter().map(|&(point, _)| point);
        let come = self.difference.added.iter().map(|added| added.point).filter(|_| self.aim.is_by_presses());
        let taken_there = come.clone();
        let near = missing.chain(come).flat_map(|near| size.neighbours(near)).chain(taken_there);
        let mut points: Vec<Point> = near.filter(|&point| self.may_be_gone(point)).collect();
        points.sort_unstable_by_key(|&point| size.index(point));
        points.dedup();
        points
    }

    fn may_be_gone(&self, point: Point) -> bool {
        match self.question.wood.get(point) {
            Cell::Empty => true,
            Cell::Stone(_) => self.aim.is_by_presses(),
            Cell::StoneOfUnknownColor | Cell::Unreadable => false,
        }
    }

    /// Those of them where the side to move may have played.
    fn unseen(&self, position: &Position) -> Vec<Point> {
        let is_free = |point: &Point| position.get(*point).is_none() && !shows(self.question.wood.get(*point), position.to_move());
        self.near.iter().copied().filter(is_free).collect()
    }

    /// [`Search::fits`] at the point of a captured stone, as far as it can be said without looking at the others.
    fn stands_or_is_gone(&self, position: &Position, captured: &Captured) -> bool {
        let is_gone = matches!(self.question.wood.get(captured.point), Cell::Empty | Cell::Unreadable);
        position.get(captured.point).is_none() && (is_gone || self.may_stand(captured))
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
        let captured = self.captured.iter().filter(|captured| !self.stands_or_is_gone(position, captured)).map(|captured| captured.point);
        let stones_fit = added.chain(played).chain(captured).all(|point| self.fits(position, point));
        stones_fit
            && match self.aim {
                Aim::Complete => missing.is_empty(),
                Aim::LiftingGoesOn => may_be_lifting(position, &missing),
                Aim::WithUnreadable => missing.is_empty() && self.unreadable_is_known(),
                Aim::WithUnseen | Aim::ByPresses | Aim::ByPressesWithPasses => missing.is_empty() && self.unseen_is_taken(),
            }
    }

    /// Every stone that nobody saw was taken again, or took its own chain with it.
    fn unseen_is_taken(&self) -> bool {
        let mut unseen = self.steps.iter().filter(|step| step.shown == Shown::Unseen);
        unseen.all(|unseen| self.captured.iter().any(|captured| captured.since.is_some() && captured.point == unseen.point))
    }

    /// What nobody saw is known by more than the turn: a stone was taken together with one that is missing, or presses tell of it and of
    /// nothing else that nobody saw.
    fn has_evidence(&self) -> bool {
        let mut unseen = self.steps.iter().filter(|step| step.shown == Shown::Unseen);
        let is_missing = |stone: &Point| self.is_missing(*stone);
        let beside_a_gap =
            |play: &Play| self.steps.iter().any(|step| step.captured.contains(&play.point) && step.captured.iter().any(is_missing));
        match self.aim {
            Aim::ByPresses => true,
            Aim::ByPressesWithPasses => self.steps.iter().all(|step| step.shown == Shown::Seen),
            _ => unseen.all(beside_a_gap),
        }
    }

    /// A stone on a point that cannot be read was answered, or is known by what it takes.
    fn unreadable_is_known(&self) -> bool {
        let Some(last) = self.steps.last() else { return false };
        self.steps.iter().any(|step| step.shown == Shown::Unreadable)
            && (last.shown != Shown::Unreadable || self.is_known_by(&last.captured))
    }
}
