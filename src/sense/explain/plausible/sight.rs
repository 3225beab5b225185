//! What is to be seen around a play, as numbers below [`SEEN`]: what the net of `net.rs` looks at.
//!
//! The board is turned so that the last play lies in one certain direction (or, where it is far away, the nearest corner): what is alike
//! looks alike. Stones are told by whose they are and how many liberties their chains have.

use crate::go::{Color, Point, Position, Size};

use super::features::{EARLIER, distance};

/// So many liberties and more are many.
const MANY: u8 = 4;
/// What a point shows: empty, own with one to four liberties, the opponent's, or outside.
const OUTSIDE: u8 = 2 * MANY + 1;
/// What is told of a point but emptiness.
const SHOWN: usize = OUTSIDE as usize;

/// Squares of the radius within which the points around a play, around the last play and around the one before it are looked at.
const AROUND_PLAY: i32 = 34;
const AROUND_LAST: i32 = 13;
const AROUND_OWN: i32 = 8;
/// No window is wider, in points from its middle.
const WIDEST: i32 = 5;
/// Beyond this distance of the last play the corner says how to turn the board.
const FAR: u32 = 18;
/// Pairs of a longer and a shorter side of what lies between two plays, and that there is no other play.
const APART: usize = 25 * 26 / 2 + 1;

/// Points of a window of this radius.
const fn points_within(radius: i32) -> usize {
    let (mut count, mut dy) = (0, -WIDEST);
    while dy <= WIDEST {
        let mut dx = -WIDEST;
        while dx <= WIDEST {
            count += (dx * dx + dy * dy <= radius) as usize;
            dx += 1;
        }
        dy += 1;
    }
    count
}

const PLAY_WINDOW: usize = points_within(AROUND_PLAY);
const LAST_WINDOW: usize = points_within(AROUND_LAST);
const OWN_WINDOW: usize = points_within(AROUND_OWN);

/// Where the numbers of each thing begin.
const PLAYS_MARKED: usize = PLAY_WINDOW * SHOWN;
const LAST: usize = PLAYS_MARKED + PLAY_WINDOW * EARLIER;
const LAST_MARKED: usize = LAST + LAST_WINDOW * SHOWN;
const OWN: usize = LAST_MARKED + LAST_WINDOW;
const OWN_MARKED: usize = OWN + OWN_WINDOW * SHOWN;
const FROM_EARLIER: usize = OWN_MARKED + OWN_WINDOW;
const TAKES: usize = FROM_EARLIER + EARLIER * APART;
const LIBERTIES: usize = TAKES + 10;
const GIVES_ATARI: usize = LIBERTIES + 5;
const SAVES: usize = GIVES_ATARI + 3;
const CHAIN_OF_LAST: usize = SAVES + 15;
const BESIDE_LAST: usize = CHAIN_OF_LAST + 50;
const LINES: usize = BESIDE_LAST + 25;
const PHASE: usize = LINES + 100;
/// So many things there are to be seen.
pub const SEEN: usize = PHASE + 12;
/// So many are seen of one play at most.
pub const MOST: usize = PLAY_WINDOW + LAST_WINDOW + OWN_WINDOW + 2 * EARLIER + 12;

/// A board as it is looked at: each point by reading order, 0 for empty, 1 to 4 for the liberties of black chains, 5 to 8 for white ones.
#[derive(Debug, Clone)]
pub struct Sight {
    size: Size,
    shows: Vec<u8>,
    number: u32,
}

/// A play to be looked at.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Who plays.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// Stones it takes.
    pub takes: usize,
    /// The plays before it, the last one first; `None` for a pass or where nobody knows.
    pub earlier: [Option<Point>; EARLIER],
}

impl Sight {
    /// The board of this position.
    pub fn of(position: &Position) -> Sight {
        let size = position.size();
        let stones = position.board().stones();
        let mut shows = vec![0; size.area()];
        let mut counted = vec![usize::MAX; size.area()];
        let mut chain = Vec::new();
        for first in 0..size.area() {
            let Some(color) = stones[first].filter(|_| shows[first] == 0) else { continue };
            chain.clear();
            chain.push(first);
            shows[first] = 1;
            let (mut liberties, mut next) = (0, 0);
            while let Some(&at) = chain.get(next) {
                next += 1;
                let Some(point) = size.point(at) else { continue };
                for beside in size.neighbours(point).map(|beside| size.index(beside)) {
                    match stones[beside] {
                        None if counted[beside] != first => {
                            counted[beside] = first;
                            liberties += 1;
                        }
                        Some(other) if other == color && shows[beside] == 0 => {
                            shows[beside] = 1;
                            chain.push(beside);
                        }
                        _ => {}
                    }
                }
            }
            let side = if color == Color::Black { 0 } else { MANY };
            for &at in &chain {
                shows[at] = side + liberties.clamp(1, MANY);
            }
        }
        Sight { size, shows, number: position.move_number() }
    }

    /// What a point shows to one side.
    fn at(&self, color: Color, point: Point) -> u8 {
        let shows = self.shows[self.size.index(point)];
        match color {
            _ if shows == 0 => 0,
            Color::Black => shows,
            Color::White if shows > MANY => shows - MANY,
            Color::White => shows + MANY,
        }
    }

    /// Liberties of the chain here when it is this side's, at most [`MANY`]; 0 when it is not.
    fn liberties(&self, color: Color, point: Point) -> u8 {
        match self.at(color, point) {
            own @ 1..=MANY => own,
            _ => 0,
        }
    }

    /// Adds everything that is to be seen of a play; `after` is the board with it.
    pub fn look(&self, after: &Sight, look: &Look, out: &mut Vec<u16>) {
        let turn = self.turn(look);
        let mut add = |number: usize| out.push(number as u16);
        self.window(look.color, look.point, turn, AROUND_PLAY, |place, at, shows| {
            if shows > 0 {
                add(place * SHOWN + usize::from(shows) - 1);
            }
            for (back, _) in look.earlier.iter().enumerate().filter(|(_, earlier)| earlier.is_some() && **earlier == at) {
                add(PLAYS_MARKED + place * EARLIER + back);
            }
        });
        let windows = [(look.earlier[0], AROUND_LAST, LAST, LAST_MARKED), (look.earlier[1], AROUND_OWN, OWN, OWN_MARKED)];
        for (middle, radius, first, marked) in windows {
            let Some(middle) = middle else { continue };
            self.window(look.color, middle, turn, radius, |place, at, shows| {
                if shows > 0 {
                    add(first + place * SHOWN + usize::from(shows) - 1);
                }
                if at == Some(look.point) {
                    add(marked + place);
                }
            });
        }
        for (back, &earlier) in look.earlier.iter().enumerate() {
            add(FROM_EARLIER + back * APART + apart(look.point, earlier));
        }
        self.tactics(after, look, add);
    }

    /// What becomes of the chains that it touches and that the last play touched, and where on the board it is.
    fn tactics(&self, after: &Sight, look: &Look, mut add: impl FnMut(usize)) {
        let (own, other) = (look.color, look.color.opponent());
        let liberties = usize::from(after.liberties(own, look.point));
        add(LIBERTIES + liberties);
        if look.takes > 0 {
            let takes_last = look.earlier[0].is_some_and(|last| self.liberties(other, last) > 0 && after.liberties(other, last) == 0);
            add(TAKES + look.takes.min(5) - 1 + if takes_last { 5 } else { 0 });
        }
        let ataris = self.size.neighbours(look.point).filter(|&beside| after.liberties(other, beside) == 1).count();
        if ataris > 0 {
            add(GIVES_ATARI + ataris.min(3) - 1);
        }
        let saved = self.size.neighbours(look.point).filter(|&beside| self.liberties(own, beside) == 1).count();
        if saved > 0 {
            add(SAVES + (saved.min(3) - 1) * 5 + liberties);
        }
        if let Some(last) = look.earlier[0] {
            let touches = usize::from(distance(look.point, last) == 2);
            add(CHAIN_OF_LAST + (usize::from(self.liberties(other, last)) * 5 + usize::from(after.liberties(other, last))) * 2 + touches);
            let touched = self.size.neighbours(last).map(|stone| (self.liberties(own, stone), stone)).filter(|&(had, _)| had > 0);
            if let Some((had, stone)) = touched.min_by_key(|&(had, _)| had) {
                add(BESIDE_LAST + usize::from(had) * 5 + usize::from(after.liberties(own, stone)));
            }
        }
        let from_edge = |at: u8, side: u8| usize::from(at.min(side - 1 - at).min(9));
        let (x, y) = (from_edge(look.point.col, self.size.width()), from_edge(look.point.row, self.size.height()));
        add(LINES + x.min(y) * 10 + x.max(y));
        let board = match self.size.area() {
            0..=100 => 0,
            101..=200 => 1,
            _ => 2,
        };
        let full = (self.number as usize * 10 / self.size.area()).min(7) / 2;
        add(PHASE + board * 4 + full);
    }

    /// Which of the eight ways to turn the board.
    fn turn(&self, look: &Look) -> usize {
        let to = |other: Option<Point>| {
            other.map_or((0, 0), |other| {
                (i32::from(other.col) - i32::from(look.point.col), i32::from(other.row) - i32::from(look.point.row))
            })
        };
        let corner = (
            2 * i32::from(look.point.col) - i32::from(self.size.width()) + 1,
            2 * i32::from(look.point.row) - i32::from(self.size.height()) + 1,
        );
        let far = look.earlier[0].is_none_or(|last| distance(look.point, last) > FAR);
        let (last, own) = (to(look.earlier[0]), to(look.earlier[1]));
        let by = if far { [corner, last, own] } else { [last, own, corner] };
        let key = |way: usize| by.map(|(dx, dy)| back(way, dx, dy));
        (0..8).max_by_key(|&way| key(way)).unwrap_or_default()
    }

    /// Every point of a window: its place in it, which point it is (`None` outside the board), what it shows.
    fn window(&self, color: Color, middle: Point, way: usize, radius: i32, mut each: impl FnMut(usize, Option<Point>, u8)) {
        let mut place = 0;
        for dy in -WIDEST..=WIDEST {
            for dx in -WIDEST..=WIDEST {
                if dx * dx + dy * dy > radius {
                    continue;
                }
                let (x, y) = turned(way, dx, dy);
                let (col, row) = (i32::from(middle.col) + x, i32::from(middle.row) + y);
                let on_board = (0..i32::from(self.size.width())).contains(&col) && (0..i32::from(self.size.height())).contains(&row);
                let at = on_board.then(|| Point::new(col as u8, row as u8));
                each(place, at, at.map_or(OUTSIDE, |at| self.at(color, at)));
                place += 1;
            }
        }
    }
}

/// The number of what lies between two plays.
fn apart(one: Point, other: Option<Point>) -> usize {
    let Some(other) = other else { return APART - 1 };
    let (dx, dy) = (usize::from(one.col.abs_diff(other.col)), usize::from(one.row.abs_diff(other.row)));
    let (long, short) = (dx.max(dy), dx.min(dy));
    long * (long + 1) / 2 + short
}

/// A step in one of the eight ways in which a board can be turned and mirrored.
fn turned(way: usize, dx: i32, dy: i32) -> (i32, i32) {
    let (dx, dy) = if way & 1 == 0 { (dx, dy) } else { (-dx, dy) };
    let (dx, dy) = if way & 2 == 0 { (dx, dy) } else { (dx, -dy) };
    if way & 4 == 0 { (dx, dy) } else { (dy, dx) }
}

/// The step that [`turned`] makes this one.
fn back(way: usize, dx: i32, dy: i32) -> (i32, i32) {
    let (dx, dy) = if way & 4 == 0 { (dx, dy) } else { (dy, dx) };
    let (dx, dy) = if way & 2 == 0 { (dx, dy) } else { (dx, -dy) };
    if way & 1 == 0 { (dx, dy) } else { (-dx, dy) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Place, Rules};

    /// What is seen of the last of these plays on a 13x13 board that is turned this way.
    fn last_seen(plays: &[(u8, u8)], way: usize) -> Vec<u16> {
        let size = Size::square(13).unwrap();
        let turn = |&(col, row): &(u8, u8)| {
            let (x, y) = turned(way, i32::from(col) - 6, i32::from(row) - 6);
            Point::new((x + 6) as u8, (y + 6) as u8)
        };
        let plays: Vec<Point> = plays.iter().map(turn).collect();
        let mut position = Position::new(size, &Rules::CHINESE);
        let mut seen = Vec::new();
        for (index, &point) in plays.iter().enumerate() {
            let (before, color) = (Sight::of(&position), position.to_move());
            let takes = position.play(color, Place::At(point)).unwrap().captured.len();
            let earlier = std::array::from_fn(|back| index.checked_sub(back + 1).map(|at| plays[at]));
            seen.clear();
            before.look(&Sight::of(&position), &Look { color, point, takes, earlier }, &mut seen);
            assert!(seen.len() <= MOST && seen.iter().all(|&number| usize::from(number) < SEEN), "{seen:?}");
        }
        seen.sort_unstable();
        seen
    }

    #[test]
    fn a_board_that_lies_otherwise_looks_the_same() {
        // Black takes the white stone at (1, 0); then White plays far away.
        let plays = [(3, 3), (1, 0), (0, 0), (9, 9), (2, 0), (9, 3), (1, 1), (3, 10)];
        for length in 5..=plays.len() {
            let straight = last_seen(&plays[..length], 0);
            for way in 1..8 {
                assert_eq!(last_seen(&plays[..length], way), straight, "{length} plays, way {way}");
            }
        }
    }

    #[test]
    fn what_is_near_and_what_is_taken_is_seen() {
        let plays = [(3, 3), (1, 0), (0, 0), (9, 9), (2, 0), (9, 3), (1, 1)];
        let takes = last_seen(&plays, 0);
        let number = |first: usize| takes.iter().any(|&seen| usize::from(seen) == first);
        assert!(number(TAKES), "one stone, not the last one");
        let saves = last_seen(&[(3, 3), (1, 0), (0, 0), (9, 9), (2, 0), (1, 1)], 0);
        assert!(saves.iter().any(|&seen| (SAVES..CHAIN_OF_LAST).contains(&usize::from(seen))), "a stone in atari is saved");
    }
}
