//! What hands do to the board while a game is counted. The final position is kept; nothing here changes it.
//!
//! Where the board is rearranged (Chinese tens, Japanese squares) everything may move, and nothing is said. Where it is filled in (Ing), the
//! shape stays and stones come singly or by twos (ING-9.4(4)): more at once, or a stone of the shape that is gone, is told to the referee and
//! goes when it is put right. When the filling is over both collect their stones, which is no disturbance.

use crate::go::{Color, Point};
use crate::referee::{AtEnd, Difference, Kind, Severity, Text};
use crate::sense::Discrepancy;
use crate::time::Mono;
use crate::wire::Cell;

use super::Game;
use super::alerts::Raise;
use super::event::Phase;
use super::input::Output;
use super::wood::shows;

/// Stones of one colour that may be filled in at once (ING-9.4(4)). Of both, where the board sees no colours.
const AT_ONCE: usize = 2;

/// Stones of the shape gone, and fewer standing in all by so many, from which on they may be being collected.
const COLLECTED_MIN: usize = 5;

/// How long a board from which stones are being collected has to stand still to be a disturbed one, in ms: people talk meanwhile.
const COLLECTING_MS: u64 = 30_000;

/// A game that is being counted on the board.
#[derive(Debug, Clone, Default)]
pub(super) struct Ceremony {
    /// Since then. What stood before is the final position.
    since: Mono,
    /// The most stones that have stood.
    most: usize,
    /// Filled-in stones of which it was said that they came together, with the moment at which they came.
    said: Vec<(Point, Mono)>,
    /// Points of the shape of which it was said that they are disturbed.
    shape_said: Vec<Point>,
    /// Looked at again then.
    due: Option<Mono>,
}

/// Stones that were filled in together.
struct Burst {
    color: Option<Color>,
    stones: Vec<(Point, Mono)>,
}

impl Game {
    /// Counting begins: what stands from here on is looked at beside the kept position.
    pub(super) fn ceremony_begins(&mut self, at: Mono) {
        self.ceremony = Ceremony { since: at, ..Ceremony::default() };
    }

    /// Nobody counts any more.
    pub(super) fn ceremony_over(&mut self) {
        self.ceremony = Ceremony::default();
    }

    /// When the ceremony is looked at again.
    pub(super) fn ceremony_due_at(&self) -> Option<Mono> {
        self.ceremony.due
    }

    /// Something has settled on a board that is being counted, or has stood long enough.
    pub(super) fn follow_ceremony(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.ceremony.due = None;
        if self.book.phase != Phase::Counting || !self.wood.known {
            return;
        }
        if self.count.as_ref().is_none_or(|count| count.method != "fill-in") {
            self.gone(at, &[Kind::FillBurst, Kind::CountingDisturbed], out);
            return;
        }
        let standing = self.wood.settle.settled().cells().iter().filter(|cell| is_stone(**cell)).count();
        self.ceremony.most = self.ceremony.most.max(standing);
        self.look_for_bursts(at, out);
        self.look_at_shape(at, standing, out);
    }

    fn due_by(&mut self, at: Mono) {
        self.ceremony.due = Some(self.ceremony.due.map_or(at, |due| due.min(at)));
    }

    /// A stone of the final position that is alive stands on this point.
    fn is_of_the_shape(&self, point: Point) -> bool {
        self.position.get(point).is_some() && !self.count.as_ref().is_some_and(|count| count.dead.contains(&point))
    }

    /// Stones that were filled in since counting began and stand, with the moment at which they came.
    fn filled(&self) -> Vec<(Point, Cell, Mono)> {
        let grid = self.wood.standing(&self.position);
        let from = self.ceremony.since.max(self.wood.since);
        let stands = |point: Point| (point, grid.get(point), self.wood.first_seen(point));
        let filled = grid.size().points().map(stands);
        filled.filter(|&(point, cell, seen)| is_stone(cell) && seen > from && !self.is_of_the_shape(point)).collect()
    }

    fn bursts(&self) -> Vec<Burst> {
        let filled = self.filled();
        let mut bursts = Vec::new();
        for (color, cell, at_once) in [
            (Some(Color::Black), Cell::Stone(Color::Black), AT_ONCE),
            (Some(Color::White), Cell::Stone(Color::White), AT_ONCE),
            (None, Cell::StoneOfUnknownColor, 2 * AT_ONCE),
        ] {
            let mut stones: Vec<(Point, Mono)> =
                filled.iter().filter(|(_, of, _)| *of == cell).map(|&(point, _, seen)| (point, seen)).collect();
            stones.sort_by_key(|&(_, seen)| seen);
            let mut rest = stones.as_slice();
            while let Some(&(_, first)) = rest.first() {
                let together = rest.iter().take_while(|(_, seen)| seen.since_ms(first) <= self.settings.settle_ms).count();
                if together > at_once {
                    bursts.push(Burst { color, stones: rest[..together].to_vec() });
                }
                rest = &rest[if together > at_once { together } else { 1 }..];
            }
        }
        bursts.extend(self.burst_before_restart());
        bursts
    }

    /// What was said of stones that came before the board was looked at anew: when they came is not known any more.
    fn burst_before_restart(&self) -> Option<Burst> {
        let alert = self.open_alert(&[Kind::FillBurst])?;
        let grid = self.wood.standing(&self.position);
        let seen = |point: &&Point| is_stone(grid.get(**point)) && self.wood.first_seen(**point) <= self.wood.since;
        let stones: Vec<(Point, Mono)> = alert.points.iter().filter(seen).map(|&point| (point, self.wood.since)).collect();
        (stones.len() > AT_ONCE).then_some(Burst { color: alert.color, stones })
    }

    fn look_for_bursts(&mut self, at: Mono, out: &mut Vec<Output>) {
        let patience = self.settings.patience_ms;
        let (mut told, mut news, mut color) = (Vec::new(), false, None);
        for burst in self.bursts() {
            let since = burst.stones.iter().map(|&(_, seen)| seen).max().unwrap_or(at);
            let known = burst.stones.iter().all(|stone| self.ceremony.said.contains(stone)) || since <= self.wood.since;
            if !known && at < since.plus_ms(patience) {
                self.due_by(since.plus_ms(patience));
                continue;
            }
            if !known {
                news = true;
                self.ceremony.said.extend(&burst.stones);
            }
            color = burst.color.or(color);
            told.extend(burst.stones);
        }
        let open = self.open_alert(&[Kind::FillBurst]).is_some();
        if told.is_empty() {
            self.gone(at, &[Kind::FillBurst], out);
        } else if open || news {
            let begun = told.iter().map(|&(_, seen)| seen).min().unwrap_or(at);
            let points: Vec<Point> = told.into_iter().map(|(point, _)| point).collect();
            let saying = AtEnd::FilledAtOnce { at: self.vertices(&points) };
            self.tell_of_ceremony(at, (Kind::FillBurst, color, points), begun, saying, out);
        }
    }

    fn look_at_shape(&mut self, at: Mono, standing: usize, out: &mut Vec<Output>) {
        let differs: Vec<Discrepancy> =
            self.wood.differences(&self.position).into_iter().filter(|differs| self.is_of_the_shape(differs.point)).collect();
        let points: Vec<Point> = differs.iter().map(|differs| differs.point).collect();
        let moments = || points.iter().map(|&point| self.wood.first_seen(point));
        let (Some(begun), Some(since)) = (moments().min(), moments().max()) else {
            self.ceremony.shape_said.clear();
            self.gone(at, &[Kind::CountingDisturbed], out);
            return;
        };
        let open = self.open_alert(&[Kind::CountingDisturbed]).is_some();
        let gone = differs.iter().filter(|differs| differs.seen == Cell::Empty).count();
        let shape = self.settings.size.points().filter(|&point| self.is_of_the_shape(point)).count();
        if !open && gone * 2 > shape {
            // Both put their stones back into the bowls (ING-9.4(3)).
            return;
        }
        let collecting = gone >= COLLECTED_MIN && standing + COLLECTED_MIN <= self.ceremony.most;
        let due = since.plus_ms(if collecting { COLLECTING_MS } else { self.settings.patience_ms });
        if at < due {
            self.due_by(due);
            return;
        }
        if !open && points.iter().all(|point| self.ceremony.shape_said.contains(point)) {
            return;
        }
        self.ceremony.shape_said.clone_from(&points);
        let saying = AtEnd::ShapeDisturbed(Difference::all(&differs, self.settings.size));
        self.tell_of_ceremony(at, (Kind::CountingDisturbed, None, points), begun, saying, out);
    }

    fn tell_of_ceremony(
        &mut self,
        at: Mono,
        (kind, color, points): (Kind, Option<Color>, Vec<Point>),
        begun: Mono,
        saying: AtEnd,
        out: &mut Vec<Output>,
    ) {
        let from = begun.minus_ms(super::evidence::BEFORE_MS);
        let raise = Raise {
            at_most: Severity::Attention,
            points,
            evidence: Some(self.wood.trail.evidence(self.stamp(at), from, at)),
            ..Raise::new(kind, color, begun, Text::from(saying))
        };
        let open = self.open_alert(&[kind]).is_some();
        if let Some(id) = self.say_or_change(at, raise, out).filter(|_| !open) {
            self.follow_up(at, &id, from);
        }
    }
}

fn is_stone(cell: Cell) -> bool {
    Color::BOTH.into_iter().any(|color| shows(cell, color))
}
