//! What passes say of those around them, where a press may have been for a stone on a point that flickers. Counted in real games: whoever
//! has passed early passes again on most of their next turns, and after two passes in a row nobody plays on.

use crate::go::{Color, Place, Point};
use crate::referee::InRecord;
use crate::time::Mono;

use super::Game;
use super::doubts::is_doubt;
use super::input::Output;

/// Before the board is so many tenths full a pass is no beginning of the end: whoever passes then, and is answered by a stone, gives a handicap.
pub(super) const OPENING_TENTHS: usize = 2;

impl Game {
    /// A move that was a guess between a pass and a stone that cannot be seen is guessed anew, now that the next moves are known.
    pub(super) fn look_back_at_passes(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.passed_again(at, out);
        self.played_on(at, out);
    }

    /// Who has passed in the opening, and was answered by a stone, passed on the turn before as well.
    fn passed_again(&mut self, at: Mono, out: &mut Vec<Output>) {
        let moves = &self.record().moves;
        let opening = moves.len() * 10 / self.settings.size.area() < OPENING_TENTHS;
        let Some(before) = moves.len().checked_sub(4).filter(|_| opening) else { return };
        let [first, _, again, answer] = &moves[before..] else { return };
        let Place::At(point) = first.place else { return };
        if again.place != Place::Pass || first.color != again.color || answer.place == Place::Pass {
            return;
        }
        let by = first.color;
        self.guess_anew(at, (before, Place::Pass), by, point, out);
    }

    /// The last move is a stone, after two passes: the second of them was a stone too, where it may have been.
    fn played_on(&mut self, at: Mono, out: &mut Vec<Output>) {
        let moves = &self.record().moves;
        let Some(second) = moves.len().checked_sub(2).filter(|&second| second > 0) else { return };
        if moves[second + 1].place == Place::Pass || moves[second].place != Place::Pass || moves[second - 1].place != Place::Pass {
            return;
        }
        let by = moves[second].color;
        let points: Vec<Point> = self.wood.noise.points().filter(|&point| self.position.get(point).is_none()).collect();
        if let [point] = points[..] {
            self.guess_anew(at, (second, Place::At(point)), by, point, out);
        }
    }

    /// Writes this place for this move, when a notice says of it that it was a guess about this point, and nobody has looked at it since.
    fn guess_anew(&mut self, at: Mono, (index, place): (usize, Place), by: Color, point: Point, out: &mut Vec<Output>) {
        let n = index as u32 + 1;
        let is_guess = |alert: &&super::event::Alert| is_doubt(alert) && alert.points == [point] && alert.n == Some(n);
        let Some(id) = self.book.alerts.iter().find(is_guess).map(|alert| alert.id.clone()) else { return };
        let by_hand = self.record().moves[index].entered_by.is_some();
        if by_hand || !self.wood.noise.is_noisy(point) || !self.rewrite(at, &[(index, place)], &id, out) {
            return;
        }
        let vertex = point.vertex(self.settings.size);
        let saying = match place {
            Place::Pass => InRecord::PassUnread { by, at: vertex },
            Place::At(_) => InRecord::MoveUnread { by, n, at: vertex },
        };
        self.notice(at, n, vec![point], saying, out);
    }
}
