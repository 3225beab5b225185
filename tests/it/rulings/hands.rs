//! The hands at the table of the rulings: plays, offences, and what is put right.

use kifud::game::{AlertState, Phase, Verb};
use kifud::go::{Color, Place, Point};

use super::court::Court;
use super::laws::Act;
use super::sheet::Through;
use super::stones::Did;
use crate::table::{SETTLE, stamp};

impl Court {
    /// Play is on, and the wood is the record: a hand may do something.
    pub(super) fn quiet(&self) -> bool {
        let snapshot = self.table.game.snapshot(stamp(self.table.now).wall);
        let last = self.table.game.record().moves.last();
        self.phase() == Phase::Playing && snapshot.agrees && last.is_none_or(|last| last.disputed.is_some() || !last.provisional)
    }

    /// The same, once the wood has been made the record.
    pub(super) fn ready(&mut self) -> bool {
        if !self.quiet() {
            self.repair();
        }
        self.quiet()
    }

    /// A point with nothing beside it.
    pub(super) fn apart(&self, nth: usize) -> Option<Point> {
        let (size, stones) = (self.model.sheet.size, self.model.sheet.stones());
        let apart = |point: &Point| {
            let near = |other: Point| point.col.abs_diff(other.col) <= 1 && point.row.abs_diff(other.row) <= 1;
            !size.points().any(|other| stones.get(other).is_some() && near(other))
        };
        let free: Vec<Point> = size.points().filter(apart).collect();
        free.get(nth % free.len().max(1)).copied()
    }

    /// The same, or where there is none any point on which this player's stone has a liberty and takes nothing.
    fn free(&self, color: Color, nth: usize) -> Option<Point> {
        let now = self.model.sheet.through();
        let lawful = |&point: &Point| now.wrong(color, point).is_none();
        let quiet = |point: Point| lawful(&point) && now.would(color, point) == Did::default();
        self.apart(nth).filter(lawful).or_else(|| self.pick(&now, nth, quiet))
    }

    /// One of the empty points that are such.
    pub(super) fn pick(&self, now: &Through, nth: usize, is: impl Fn(Point) -> bool) -> Option<Point> {
        let points: Vec<Point> = self.model.sheet.size.points().filter(|&point| now.stones.get(point).is_none() && is(point)).collect();
        points.get(nth % points.len().max(1)).copied()
    }

    pub(super) fn show(&mut self, stones: &[(Point, Option<Color>)]) {
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
        self.show(stones);
        self.table.wait(6_000);
    }

    pub(super) fn repair(&mut self) {
        let position = self.table.game.position().clone();
        let stones: Vec<(Point, Option<Color>)> = self.table.grid.size().points().map(|point| (point, position.get(point))).collect();
        self.show(&stones);
        self.table.wait(2_000);
    }

    pub(super) fn play(&mut self, nth: usize) {
        let color = self.table.game.position().to_move();
        let Some(point) = self.free(color, nth) else { return };
        self.show(&[(point, Some(color))]);
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
        let (Some(point), stones) = (self.apart(play), self.stones_of(color.opponent())) else { return };
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
            Act::Relocate(nth) => {
                if let Some(point) = self.apart(nth) {
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
                // In a fight a gap can be read as plays that nobody saw: it is taken off where no stone is near.
                let near = |point: Point| {
                    let stones = self.model.sheet.stones();
                    let beside =
                        |other: &Point| *other != point && point.col.abs_diff(other.col) <= 1 && point.row.abs_diff(other.row) <= 1;
                    self.model.sheet.size.points().filter(beside).any(|other| stones.get(other).is_some())
                };
                if let Some(point) = one(nth).filter(|&point| !disputed(point) && !near(point)) {
                    self.offend(&[(point, None)]);
                }
            }
            _ => {}
        }
    }

    /// The last move is disputed: its player takes it off, and puts back what it took.
    pub(super) fn take_back(&mut self) {
        let Some(last) = self.table.game.record().moves.last().cloned() else { return };
        let (Some(_), Some(id)) = (last.place.point(), last.disputed) else { return };
        // An open question: whoever takes an illegal stone off again has pressed for it, and the opponent's time runs on although the offender
        // is to move; a ruling corrects it (CONTRACT 4.6).
        if !last.illegal.is_empty() {
            return;
        }
        let open = self.table.game.book().alerts.iter().any(|alert| alert.id == id && alert.state == AlertState::Open);
        if self.phase() == Phase::Playing && open && self.table.game.snapshot(stamp(self.table.now).wall).agrees {
            let before = self.model.sheet.cut(self.model.sheet.turns.len() - 1);
            let (now, then) = (self.model.sheet.stones(), before.stones());
            let changes: Vec<_> =
                before.size.points().filter(|&point| now.get(point) != then.get(point)).map(|point| (point, then.get(point))).collect();
            self.show(&changes);
            self.table.wait(1_000);
            self.model.sheet = before;
        }
    }
}
