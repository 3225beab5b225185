//! The hands at the table of the rulings: plays, offences, and what is put right.

use kifud::game::{AlertState, Phase, Verb};
use kifud::go::{Color, Place, Point};
use kifud::referee::Kind;

use super::court::Court;
use super::laws::Act;
use crate::table::{SETTLE, stamp};

/// So many lines and columns of a corner are fought for.
const CORNER: u8 = 3;

impl Court {
    /// Play is on, and the wood is the record: a hand may do something.
    pub(super) fn quiet(&self) -> bool {
        let snapshot = self.table.game.snapshot(stamp(self.table.now).wall);
        let last = self.table.game.record().moves.last();
        self.phase() == Phase::Playing && snapshot.agrees && last.is_none_or(|last| last.disputed.is_some() || !last.provisional)
    }

    fn free(&self, nth: usize) -> Option<Point> {
        let position = self.table.game.position();
        let apart = |point: &Point| {
            let near = |other: Point| point.col.abs_diff(other.col) <= 1 && point.row.abs_diff(other.row) <= 1;
            !self.table.grid.size().points().any(|other| position.get(other).is_some() && near(other))
        };
        let free: Vec<Point> = self.table.grid.size().points().filter(apart).collect();
        free.get(nth % free.len().max(1)).copied()
    }

    fn show(&mut self, stones: &[(Point, Option<Color>)]) {
        let size = self.table.grid.size();
        let word = |stone: Option<Color>| stone.map_or("lift".to_owned(), |color| color.name().to_lowercase());
        let changes: Vec<String> = stones.iter().map(|&(point, stone)| format!("{} {}", word(stone), point.vertex(size))).collect();
        self.table.change(&changes.iter().map(String::as_str).collect::<Vec<_>>()).wait(SETTLE + 100);
    }

    fn stones_of(&self, color: Color) -> Vec<Point> {
        let position = self.table.game.position();
        self.table.grid.size().points().filter(|&point| position.get(point) == Some(color)).collect()
    }

    /// An offence by the side that has moved last, and the patience with it.
    fn offend(&mut self, stones: &[(Point, Option<Color>)]) {
        let before: Vec<String> = self.table.game.book().alerts.iter().map(|alert| alert.id.clone()).collect();
        self.show(stones);
        self.table.wait(6_000);
        for alert in &self.table.game.book().alerts {
            if alert.kind == Kind::DoubleMove && !before.contains(&alert.id) {
                let place = Place::At(alert.points[0]);
                self.model.sheet.play(alert.color.expect("whose"), place, Some(alert.id.clone()));
            }
        }
    }

    pub(super) fn repair(&mut self) {
        let position = self.table.game.position().clone();
        let stones: Vec<(Point, Option<Color>)> = self.table.grid.size().points().map(|point| (point, position.get(point))).collect();
        self.show(&stones);
        self.table.wait(2_000);
    }

    pub(super) fn play(&mut self, nth: usize) {
        let color = self.table.game.position().to_move();
        let Some(point) = self.free(nth) else { return };
        self.show(&[(point, Some(color))]);
        self.table.press(color).wait(1_500);
        self.model.sheet.play(color, Place::At(point), None);
    }

    /// A play in the corner, where stones touch and may be taken.
    pub(super) fn fight(&mut self, nth: usize) {
        let (position, size) = (self.table.game.position().clone(), self.table.grid.size());
        let color = position.to_move();
        let in_corner = |point: &Point| point.col < CORNER && point.row + CORNER >= size.height();
        let legal = |point: &Point| position.get(*point).is_none() && position.judge(color, Place::At(*point)).is_legal();
        let points: Vec<Point> = size.points().filter(in_corner).filter(legal).collect();
        let Some(&point) = points.get(nth % points.len().max(1)) else { return };
        let taken = position.judge(color, Place::At(point)).captures;
        self.fought += 1;
        let stones: Vec<_> = std::iter::once((point, Some(color))).chain(taken.into_iter().map(|point| (point, None))).collect();
        self.show(&stones);
        self.table.press(color).wait(1_500);
        self.model.sheet.play(color, Place::At(point), None);
    }

    /// A pass by request; two of them would be the end.
    pub(super) fn pass(&mut self) {
        let color = self.table.game.position().to_move();
        if self.model.sheet.turns.last().is_some_and(|last| last.place == Place::Pass) {
            return;
        }
        self.table.done(Verb::Pass(color)).wait(500);
        self.model.sheet.play(color, Place::Pass, None);
    }

    /// The side to move plays, and takes off a stone of the other side that has liberties.
    pub(super) fn seize(&mut self, play: usize, stone: usize) {
        let color = self.table.game.position().to_move();
        let (Some(point), stones) = (self.free(play), self.stones_of(color.opponent())) else { return };
        let disputed = |point: &Point| {
            let moves = &self.table.game.record().moves;
            moves.iter().any(|played| played.disputed.is_some() && played.place == Place::At(*point))
        };
        let Some(&stone) = stones.get(stone % stones.len().max(1)).filter(|stone| !disputed(stone)) else { return };
        self.show(&[(point, Some(color))]);
        self.show(&[(stone, None)]);
        self.table.press(color).wait(6_000);
        self.model.sheet.play(color, Place::At(point), None);
    }

    pub(super) fn offence(&mut self, act: &Act) {
        let Some(last) = self.table.game.record().moves.last().cloned() else { return };
        let (color, Some(place)) = (last.color, last.place.point()) else { return };
        if self.table.game.position().to_move() == color || self.table.game.position().get(place) != Some(color) {
            return;
        }
        let older: Vec<Point> = self.stones_of(color).into_iter().filter(|&point| point != place).collect();
        let one = |nth: usize| older.get(nth % older.len().max(1)).copied();
        match *act {
            Act::Twice(nth) => {
                if let Some(point) = self.free(nth) {
                    self.offend(&[(point, Some(color))]);
                }
            }
            Act::Relocate(nth) => {
                if let Some(point) = self.free(nth) {
                    self.offend(&[(place, None), (point, Some(color))]);
                }
            }
            Act::Shift(nth) => {
                let aside = |point: Point| Point { col: point.col + 1, ..point };
                let inside = |point: Point| self.table.grid.size().contains(point) && self.table.game.position().get(point).is_none();
                if let Some(point) = one(nth).filter(|&point| inside(aside(point))) {
                    self.offend(&[(point, None), (aside(point), Some(color))]);
                }
            }
            Act::Lift(nth) => {
                // A disputed stone that is taken off after its answer is another story (`confirmed`).
                let disputed = |point: Point| {
                    let moves = &self.table.game.record().moves;
                    moves.iter().any(|played| played.disputed.is_some() && played.place == Place::At(point))
                };
                if let Some(point) = one(nth).filter(|&point| !disputed(point)) {
                    self.offend(&[(point, None)]);
                }
            }
            _ => {}
        }
    }

    /// The last move is a second stone that is disputed: its player takes it off.
    pub(super) fn take_back(&mut self) {
        let Some(last) = self.table.game.record().moves.last().cloned() else { return };
        let (Some(point), Some(id)) = (last.place.point(), last.disputed) else { return };
        let open = self.table.game.book().alerts.iter().any(|alert| alert.id == id && alert.state == AlertState::Open);
        if self.phase() == Phase::Playing && open && self.table.game.snapshot(stamp(self.table.now).wall).agrees {
            self.show(&[(point, None)]);
            self.table.wait(1_000);
            self.model.sheet = self.model.sheet.cut(self.model.sheet.turns.len() - 1);
        }
    }
}
