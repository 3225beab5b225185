//! A play against the rules that is answered before the patience with it is over, as it happens in quick games: nobody can have been told yet,
//! and what came after it is play. It stays what it is (CN-19, CN-20.1, a repetition where it is forbidden), with the patience that it began
//! with; when it is in the moves, marked, the rest is told from there (CONTRACT 4.6).

use crate::go::{Color, Place, Point, Position};
use crate::referee::{Finding, Kind};
use crate::sense::{ORDER_SLACK_MS, Play, Reconstruction, Shown};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::playing::StoryFrom;
use super::wood::{differences, shows};

/// So many plays are followed: more than a quick pair makes within the patience.
const PLIES: usize = 6;

/// The game as it goes on from the record, one stone after the other.
struct Line {
    position: Position,
    to_move: Color,
    lifting: Vec<(Point, Color)>,
    presses: Vec<(Color, Mono)>,
    arrived: Mono,
}

/// A play against the rules, and what was played before it and is not in the record yet.
struct Illegal {
    before: Vec<Play>,
    finding: Finding,
}

impl Game {
    /// The next play is against the rules, and the wood is told from there.
    pub(super) fn illegal_and_answered(&self, grid: &Grid) -> Option<Finding> {
        self.illegal_play(grid).filter(|illegal| illegal.before.is_empty()).map(|illegal| illegal.finding)
    }

    /// Plays within the rules that lead to one which is not.
    pub(super) fn before_an_illegal_play(&mut self, at: Mono, grid: &Grid) -> Option<Vec<Play>> {
        let before = self.illegal_play(grid)?.before;
        (!before.is_empty() && self.sure(at, &before) == Some(before.len())).then_some(before)
    }

    fn illegal_play(&self, grid: &Grid) -> Option<Illegal> {
        let (mut position, to_move) = (self.position.clone(), self.to_move());
        position.set_to_move(to_move);
        let line =
            Line { position, to_move, lifting: self.wood.lifting.clone(), presses: self.waiting_turns(), arrived: self.turn.arrived };
        self.first_illegal(grid, &line, PLIES)
    }

    /// The one play against the rules that comes first on the way to what stands; `None` also where it may be another.
    fn first_illegal(&self, grid: &Grid, line: &Line, plies: usize) -> Option<Illegal> {
        let mut found = self.next_stones(grid, line).into_iter().filter_map(|point| {
            let judgement = line.position.judge(line.to_move, Place::At(point));
            match judgement.faults.iter().copied().find_map(Kind::of_fault) {
                Some(kind) if self.goes_on(grid, &self.after(line, point), plies) => {
                    Some(Illegal { before: Vec::new(), finding: self.found_illegal(kind, line, point, &judgement.captures) })
                }
                None if judgement.is_legal() && plies > 0 => {
                    let mut illegal = self.first_illegal(grid, &self.after(line, point), plies - 1)?;
                    let (color, first_seen, captured) = (line.to_move, self.wood.first_seen(point), judgement.captures);
                    illegal.before.insert(0, Play { color, point, captured, first_seen, shown: Shown::Seen, after_pass: None });
                    Some(illegal)
                }
                _ => None,
            }
        });
        found.next().filter(|_| found.next().is_none())
    }

    /// As if it stood alone: the moments of the stone, and of what it took.
    fn found_illegal(&self, kind: Kind, line: &Line, point: Point, captures: &[Point]) -> Finding {
        let settled = self.wood.settle.settled();
        let lifted = captures.iter().copied().filter(|&taken| settled.get(taken) == Cell::Empty);
        let moments = || lifted.clone().chain([point]).map(|point| self.wood.first_seen(point));
        let begun = moments().min().unwrap_or_default();
        Finding { kind, color: Some(line.to_move), points: vec![point], begun, since: moments().max().unwrap_or(begun) }
    }

    /// From here the wood is told by play, lawful or not.
    fn goes_on(&self, grid: &Grid, line: &Line, plies: usize) -> bool {
        let from = StoryFrom {
            position: &line.position,
            to_move: line.to_move,
            lifting: &line.lifting,
            presses: &line.presses,
            last_move: None,
            arrived: line.arrived,
        };
        match self.explain_on(&from, grid, &self.wood.settling()) {
            Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_) => {
                plies > 0 && self.next_stones(grid, line).into_iter().any(|point| self.goes_on(grid, &self.after(line, point), plies - 1))
            }
            Reconstruction::Unchanged
            | Reconstruction::Unfinished(_)
            | Reconstruction::Played(_)
            | Reconstruction::PlayedInSomeOrder { .. } => true,
        }
    }

    /// The stones that can be the next play: clearly before all others that have come. Of what came while the board was away nobody knows.
    fn next_stones(&self, grid: &Grid, line: &Line) -> Vec<Point> {
        let lies = |point, cell| line.lifting.iter().any(|&(lifted, color)| lifted == point && shows(cell, color));
        let come: Vec<(Point, Cell, Mono)> = differences(&line.position, grid)
            .into_iter()
            .filter(|differs| line.position.get(differs.point).is_none() && !lies(differs.point, differs.seen))
            .map(|differs| (differs.point, differs.seen, self.wood.first_seen(differs.point)))
            .collect();
        if come.len() > PLIES {
            return Vec::new();
        }
        let since = self.wood.since;
        let is_first = |&&(point, _, seen): &&(Point, Cell, Mono)| {
            come.iter().all(|&(other, _, later)| other == point || later > seen.plus_ms(ORDER_SLACK_MS) || seen.max(later) <= since)
        };
        come.iter().filter(|(_, cell, _)| shows(*cell, line.to_move)).filter(is_first).map(|&(point, ..)| point).collect()
    }

    /// The line with one stone more, whatever the rules say of it.
    fn after(&self, line: &Line, point: Point) -> Line {
        let (color, mut position) = (line.to_move, line.position.clone());
        let taken = position.take_in(color, Place::At(point)).unwrap_or_default();
        let captured = taken.captured.into_iter().map(|point| (point, color.opponent()));
        let given_up = taken.given_up.into_iter().map(|point| (point, color));
        let mut lifting: Vec<(Point, Color)> = line.lifting.iter().copied().filter(|&(lifted, _)| lifted != point).collect();
        // What the wood shows on the place of a dead stone after this one has come is another stone.
        let seen = self.wood.first_seen(point);
        lifting.extend(captured.chain(given_up).filter(|&(dead, _)| self.wood.first_seen(dead) <= seen));
        let pressed = usize::from(line.presses.first().is_some_and(|press| press.0 == color));
        Line { position, to_move: color.opponent(), lifting, presses: line.presses[pressed..].to_vec(), arrived: seen }
    }
}
