//! Which order of the same plays is the most plausible.
//!
//! What a player would say: one answers near the last play, takes or saves what it put in atari, strengthens what it made weak, and makes
//! shapes, not dumplings. Each play of a story gets the sum of the weights of what is true of it (a log-linear model, as in R. Coulom,
//! "Computing Elo ratings of move patterns in the game of Go", 2007, fitted to orders instead of moves); the story with the largest sum
//! comes first. No story is excluded by it: it chooses among those that the wood leaves open.

mod weights;

use super::Question;
use super::telling::Story;
use crate::go::{Color, Place, Point, Position};

/// Puts the most plausible story first. `root` is the position before them, with its side to move.
pub(super) fn rank(question: &Question<'_>, root: &Position, found: &mut [Story]) {
    found.sort_by_cached_key(|story| (!story.has_evidence, std::cmp::Reverse(score(question.latest, root, story))));
}

/// How plausible a story is, in hundredths of a natural logarithm, up to what all orders have in common.
fn score(latest: &[Point], root: &Position, story: &Story) -> i32 {
    let mut position = root.clone();
    let mut before: Vec<Option<Point>> = latest.iter().rev().take(2).rev().map(|&point| Some(point)).collect();
    let mut sum = 0;
    for play in &story.plays {
        if play.after_pass.is_some() && position.play(position.to_move(), Place::Pass).is_ok() {
            before.push(None);
        }
        let back = |n: usize| before.len().checked_sub(n).and_then(|index| before[index]);
        let mut after = position.clone();
        if after.play(play.color, Place::At(play.point)).is_err() {
            break;
        }
        let moment = Moment { before: &position, after: &after, color: play.color, point: play.point, last: back(1), own: back(2) };
        sum += moment.weight(play.captured.as_slice());
        before.push(Some(play.point));
        position = after;
    }
    sum
}

/// One play, with what stood before and after it.
struct Moment<'a> {
    before: &'a Position,
    after: &'a Position,
    color: Color,
    point: Point,
    /// The last play, and the one before it: the opponent's and one's own, where nobody passed.
    last: Option<Point>,
    own: Option<Point>,
}

impl Moment<'_> {
    fn weight(&self, captured: &[Point]) -> i32 {
        let distances = self.last.map_or(0, |last| weights::LAST[distance_class(self.point, last)])
            + self.own.map_or(0, |own| weights::OWN[distance_class(self.point, own)]);
        distances
            + self.takes(captured)
            + self.chain(captured)
            + self.saves()
            + self.ataris()
            + self.weak()
            + self.touches()
            + self.pattern()
    }

    fn is_last(&self, stones: &[Point]) -> bool {
        self.last.is_some_and(|last| stones.contains(&last))
    }

    fn beside(&self, position: &Position, color: Color) -> impl Iterator<Item = Point> {
        let near = self.before.size().neighbours(self.point);
        near.filter(|&point| position.get(point) == Some(color)).collect::<Vec<_>>().into_iter()
    }

    fn takes(&self, captured: &[Point]) -> i32 {
        let size = match captured.len() {
            0 => return 0,
            1 => 0,
            2..=3 => 1,
            _ => 2,
        };
        weights::TAKES[usize::from(!self.is_last(captured))] + weights::SIZE[size]
    }

    fn chain(&self, captured: &[Point]) -> i32 {
        let (stones, liberties) = (self.after.chain(self.point).len(), self.after.liberties(self.point).len());
        let in_atari = match liberties {
            1 if captured.len() == 1 && stones == 1 => weights::KO,
            1 => weights::SELF_ATARI,
            _ => 0,
        };
        let class = if stones > 1 { 4 } else { 0 };
        in_atari + liberties.checked_sub(1).map_or(0, |more| weights::CHAIN[class + more.min(3)])
    }

    fn saves(&self) -> i32 {
        let is_out = self.after.liberties(self.point).len() > 1;
        let (mut by_last, mut by_another) = (false, false);
        for stone in self.beside(self.before, self.color).filter(|&stone| self.before.liberties(stone).len() == 1) {
            let put_there = self.last.is_some_and(|last| self.before.chain(stone).iter().any(|&stone| distance(stone, last) == 2));
            by_last |= put_there;
            by_another |= !put_there;
        }
        let class = usize::from(!is_out);
        i32::from(by_last) * weights::SAVES[class] + i32::from(by_another) * weights::SAVES[2 + class]
    }

    fn ataris(&self) -> i32 {
        let (mut any, mut last) = (false, false);
        for stone in self.beside(self.after, self.color.opponent()).filter(|&stone| self.after.liberties(stone).len() == 1) {
            any = true;
            last |= self.is_last(&self.after.chain(stone));
        }
        if any { weights::ATARI[usize::from(!last)] } else { 0 }
    }

    /// What becomes of the weakest own chain that the last play touched.
    fn weak(&self) -> i32 {
        let Some(last) = self.last.filter(|&last| self.before.get(last) == Some(self.color.opponent())) else { return 0 };
        let touched = self.before.size().neighbours(last).filter(|&point| self.before.get(point) == Some(self.color));
        let Some((had, stone)) = touched.map(|stone| (self.before.liberties(stone).len(), stone)).min_by_key(|&(had, _)| had) else {
            return 0;
        };
        let Some(class) = had.checked_sub(1) else { return 0 };
        let change = match self.after.liberties(stone).len().cmp(&had) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        };
        weights::WEAK[class.min(3) * 6 + change * 2 + usize::from(distance(self.point, last) > 5)]
    }

    fn touches(&self) -> i32 {
        let of = |color: Color| self.beside(self.before, color).count();
        weights::TOUCHES[of(self.color) * 5 + of(self.color.opponent())]
    }

    fn pattern(&self) -> i32 {
        let mut cells = [[OUTSIDE; 3]; 3];
        for (row, cells) in (-1..=1).zip(&mut cells) {
            for (col, cell) in (-1..=1).zip(cells) {
                let beside = self.point.col.checked_add_signed(col).zip(self.point.row.checked_add_signed(row));
                let beside = beside.map(|(col, row)| Point::new(col, row)).filter(|&beside| self.before.size().contains(beside));
                *cell = beside.map_or(OUTSIDE, |beside| match self.before.get(beside) {
                    None => 0,
                    Some(color) => {
                        if color == self.color {
                            1
                        } else {
                            2
                        }
                    }
                });
            }
        }
        let is_near = self.last.is_some_and(|last| distance(self.point, last) <= 4);
        let key = smallest_code(&cells) * 2 + u32::from(is_near);
        weights::PATTERNS.binary_search_by_key(&key, |&(code, _)| code).map_or(0, |index| weights::PATTERNS[index].1)
    }
}

/// A point of a pattern that is not on the board.
const OUTSIDE: u32 = 3;

/// The smallest code of a pattern turned and mirrored in all eight ways.
fn smallest_code(cells: &[[u32; 3]; 3]) -> u32 {
    let code = |way: u32| {
        let at = |row: usize, col: usize| {
            let row = if way & 1 == 0 { row } else { 2 - row };
            let col = if way & 2 == 0 { col } else { 2 - col };
            if way & 4 == 0 { cells[row][col] } else { cells[col][row] }
        };
        (0..9).fold(0, |code, index| code * 4 + at(index / 3, index % 3))
    };
    (0..8).map(code).min().unwrap_or_default()
}

/// Between two points as R. Coulom measures it: dx + dy + max(dx, dy); 2 for points that touch by a side, 3 by a corner.
fn distance(one: Point, other: Point) -> u8 {
    let (dx, dy) = (one.col.abs_diff(other.col), one.row.abs_diff(other.row));
    dx + dy + dx.max(dy)
}

/// The index of a distance among the weights; points of one stone do not occur.
fn distance_class(one: Point, other: Point) -> usize {
    match distance(one, other) {
        near @ 0..=10 => usize::from(near.saturating_sub(2)),
        11..=12 => 9,
        13..=16 => 10,
        17..=24 => 11,
        _ => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_one_code_however_it_is_turned() {
        let cells = [[1, 0, 3], [2, 0, 3], [0, 0, 3]];
        let turned = [[3, 3, 3], [0, 0, 0], [1, 2, 0]];
        let mirrored = [[0, 0, 3], [2, 0, 3], [1, 0, 3]];
        assert_eq!(smallest_code(&cells), smallest_code(&turned));
        assert_eq!(smallest_code(&cells), smallest_code(&mirrored));
        assert_ne!(smallest_code(&cells), smallest_code(&[[2, 0, 3], [1, 0, 3], [0, 0, 3]]));
    }

    #[test]
    fn distances_have_their_classes_on_every_board() {
        let at = |col, row| distance_class(Point::new(0, 0), Point::new(col, row));
        assert_eq!((at(1, 0), at(1, 1), at(2, 0), at(24, 24)), (0, 1, 2, 12));
        assert!((0..25).all(|col| (0..25).all(|row| at(col, row) < 13)));
    }

    #[test]
    fn patterns_can_be_searched() {
        assert!(weights::PATTERNS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
