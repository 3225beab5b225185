//! A stone that is put straight: it moves to a neighbouring point before its turn has ended, within the patience, and is no incident
//! (CONTRACT 4.3).

use crate::go::{Color, Place, PlayedMove, Point, Position};
use crate::sense::{self, Play, Question, Shown};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::believing::DOUBT_MS;
use super::event::{EventBody, RetractedBecause, TurnEndedBy};
use super::input::Output;
use super::noise::Taken;

/// How long after a press a sensor may still feel the stone beside it, in ms: a hand that takes a stone back needs longer.
const FELT_TWICE_MS: u64 = 450;

impl Game {
    /// A provisional stone that moved to a touching point within the patience has been straightened. True when it was.
    pub(super) fn straighten(&mut self, at: Mono, grid: &Grid, out: &mut Vec<Output>) -> bool {
        let (Some(before), Some(last)) = (&self.before_last, self.record().moves.last()) else { return false };
        let Place::At(from) = last.place else { return false };
        let pressed = self.turn.ended.filter(|_| !last.provisional);
        if !last.provisional && pressed.is_none_or(|pressed| !self.moved_before(pressed, from)) {
            return false;
        }
        // What has not left its point is another stone.
        let left = match grid.get(from) {
            Cell::Stone(color) => color != last.color,
            cell => cell == Cell::Empty,
        };
        // One that shows again and has not held still has not left it.
        let back = matches!(self.wood.settle.raw().get(from), Cell::Stone(color) if color == last.color);
        let patient = |moment: Mono| moment.since_ms(self.turn.arrived) <= self.settings.patience_ms;
        if !left || back || !patient(self.wood.first_seen(from)) {
            return false;
        }
        if let Some(until) = self.two_beside(grid, from).filter(|&until| at < until) {
            self.wood.doubtful_until = Some(until);
            return false;
        }
        let settling = self.wood.settling();
        let question = Question {
            position: before,
            to_move: last.color,
            wood: grid,
            first_seen: &|point| self.wood.first_seen(point),
            lifting: &self.lifting_before,
            settling: &settling,
            last_move: None,
            not_before: Mono::ZERO,
            known_since: self.wood.since,
            presses: &[],
            latest: &[],
            limits: sense::Limits::default(),
        };
        let told = patient(at).then(|| sense::straightened(&question, from)).flatten();
        let onto_noise = || pressed.and_then(|pressed| self.onto_noise(before, last.color, from, grid, pressed));
        let Some(mut plays) = told.or_else(|| onto_noise().map(|play| vec![play])) else { return false };
        // What comes after it is told, and doubted, like any other play.
        plays.truncate(1);
        let (arrived, began, used_ms) = (self.turn.arrived, self.turn.began, last.used_ms);
        self.wood.doubtful_until = Some(at.plus_ms(1));
        let lifting = self.lifting_before.clone();
        self.retract_last(at, RetractedBecause::Reconstruction, out);
        self.wood.lifting = lifting;
        for (index, play) in plays.iter().enumerate() {
            self.append(play.first_seen.min(at), PlayedMove::new(play.color, Place::At(play.point)), out);
            if play.shown == Shown::Unreadable {
                self.say_unreadable(at, play, out);
            }
            if index == 0 {
                // The patience runs from the first arrival: a stone cannot walk across the board step by step.
                (self.turn.arrived, self.turn.began) = (arrived, began);
                if let Some(pressed) = pressed {
                    self.end_again(pressed, used_ms, out);
                }
            }
        }
        self.compare(at, None, out);
        true
    }

    /// The stone has left its point, nothing else has come, and its player has pressed: it was put straight onto the one touching point
    /// that flickers, where there is one on which it can have been played.
    fn onto_noise(&self, before: &Position, color: Color, from: Point, grid: &Grid, pressed: Mono) -> Option<Play> {
        let can_be = |point: Point| {
            let judgement = before.judge(color, Place::At(point));
            let is = point.touches(from) && judgement.is_legal() && self.wood.noise.taken(point, color) != Taken::No;
            is.then_some((point, judgement.captures))
        };
        let mut points = self.wood.noise.points().filter_map(can_be);
        let (point, captured) = points.next().filter(|_| points.next().is_none())?;
        let lifting = |point| self.lifting_before.iter().any(|&(lifted, _)| lifted == point) || captured.contains(&point);
        let explained = super::wood::differences(before, grid).iter().all(|differs| lifting(differs.point));
        explained.then_some(Play { color, point, captured, first_seen: pressed, shown: Shown::Unreadable, after_pass: None })
    }

    /// Until when two new stones without colours beside the gap may be one that is felt twice.
    fn two_beside(&self, grid: &Grid, from: Point) -> Option<Mono> {
        let come =
            |&point: &Point| point.touches(from) && grid.get(point) == Cell::StoneOfUnknownColor && self.position.get(point).is_none();
        let seen: Vec<Mono> = grid.size().points().filter(come).map(|point| self.wood.first_seen(point)).collect();
        seen.iter().max().filter(|_| seen.len() > 1).map(|latest| latest.plus_ms(DOUBT_MS))
    }

    /// Without colours a stone that is put straight into an atari looks like one that was taken. While nobody has pressed, where turns are
    /// pressed, it is the mover's hand that moves.
    pub(super) fn is_straightened_without_colors(&self, grid: &Grid) -> bool {
        let Some(from) = self.record().moves.last().filter(|last| last.provisional).and_then(|last| last.place.point()) else {
            return false;
        };
        let beside = grid.size().points().filter(|point| point.touches(from));
        let come = |point: &_| grid.get(*point) == Cell::StoneOfUnknownColor && self.position.get(*point).is_none();
        self.turn.pressed && self.turn.presses.is_empty() && grid.get(from) == Cell::Empty && beside.into_iter().any(|point| come(&point))
    }

    /// The stone was put straight before this press, and only held still after it; or it was felt twice, and what went soon after the press was
    /// never there (F4): the other stood before it.
    fn moved_before(&self, pressed: Mono, from: Point) -> bool {
        let grid = self.wood.standing(&self.position);
        let differs = super::wood::differences(&self.position, &grid);
        let seen = |point| self.wood.first_seen(point);
        let went_soon = |point| point == from && seen(point) <= pressed.plus_ms(FELT_TWICE_MS);
        differs.iter().all(|differs| seen(differs.point) < pressed || went_soon(differs.point))
    }

    /// The turn had ended already, and the clocks with it; only its stone is another.
    fn end_again(&mut self, pressed: Mono, used_ms: Option<u64>, out: &mut Vec<Output>) {
        let Some(color) = self.record().moves.last().filter(|last| last.provisional).map(|last| last.color) else { return };
        let n = self.record().moves.len() as u32;
        self.turn.ended = Some(pressed);
        let clock = self.player_clock(color, self.now.mono);
        self.emit(pressed, EventBody::TurnEnded { n, color, by: TurnEndedBy::Press, used_ms, overrun_ms: None, clock }, out);
    }
}
