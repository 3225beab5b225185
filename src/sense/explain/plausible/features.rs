//! What is true of a play, as numbers below [`COUNT`]: one weight belongs to each (`points.bin`).

use crate::go::{Color, Point, Position};

/// So many weights there are. What is true of a play is hashed to them; where two things share a weight, the more frequent one has it.
pub const COUNT: usize = 1 << 16;

/// So many things are true of one play at most.
pub const MOST: usize = 24;

/// So many of the plays before it are looked at.
pub const EARLIER: usize = 4;

/// One play, with what stood before and after it.
pub struct Moment<'a> {
    /// The position before it, with its side to move.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
    /// Who plays.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// What it takes.
    pub captured: &'a [Point],
    /// The plays before it, the last one first; `None` for a pass or where nobody knows.
    pub earlier: [Option<Point>; EARLIER],
}

/// A point of a pattern that is not on the board.
const OUTSIDE: u32 = 3;
/// The point of the last play.
const LAST: u32 = 4;

/// The points around a play, by the distance dx + dy + max(dx, dy): the eight nearest, then four, eight, and so on.
const RINGS: [&[(i8, i8)]; 5] = [&[(1, 0), (1, 1)], &[(2, 0)], &[(2, 1)], &[(2, 2), (3, 0)], &[(3, 1), (3, 2), (4, 0)]];

/// The kinds of things that are looked at, so that equal numbers of different kinds are different things.
#[derive(Clone, Copy)]
enum Kind {
    FromLast,
    FromOwn,
    FromThird,
    FromFourth,
    Takes,
    Atari,
    Saves,
    Chain,
    Weak,
    Touches,
    Ring(u8),
    Reply,
    Line,
    Contact,
    Ko,
}

/// FNV-1a over numbers, finished so that its low bits depend on all of them.
struct Hash(u64);

impl Hash {
    fn new(kind: Kind) -> Hash {
        let (kind, more) = match kind {
            Kind::FromLast => (1, 0),
            Kind::FromOwn => (2, 0),
            Kind::FromThird => (3, 0),
            Kind::FromFourth => (4, 0),
            Kind::Takes => (5, 0),
            Kind::Atari => (6, 0),
            Kind::Saves => (7, 0),
            Kind::Chain => (8, 0),
            Kind::Weak => (9, 0),
            Kind::Touches => (10, 0),
            Kind::Ring(ring) => (11, ring),
            Kind::Reply => (12, 0),
            Kind::Line => (13, 0),
            Kind::Contact => (14, 0),
            Kind::Ko => (15, 0),
        };
        let mut hash = Hash(0xcbf2_9ce4_8422_2325);
        hash.take(kind);
        hash.take(u32::from(more));
        hash
    }

    fn take(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x100_0000_01b3);
    }

    fn index(self) -> u32 {
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 40) as u32 % COUNT as u32
    }
}

fn feature(kind: Kind, numbers: &[u32]) -> u32 {
    let mut hash = Hash::new(kind);
    numbers.iter().for_each(|&number| hash.take(number));
    hash.index()
}

/// Between two points as R. Coulom measures it: dx + dy + max(dx, dy); 2 for points that touch by a side, 3 by a corner.
pub fn distance(one: Point, other: Point) -> u32 {
    let (dx, dy) = (u32::from(one.col.abs_diff(other.col)), u32::from(one.row.abs_diff(other.row)));
    dx + dy + dx.max(dy)
}

/// How far apart two points are: by both coordinates where they are near.
fn apart(one: Point, other: Option<Point>) -> [u32; 2] {
    let Some(other) = other else { return [99, 99] };
    let (dx, dy) = (u32::from(one.col.abs_diff(other.col)), u32::from(one.row.abs_diff(other.row)));
    let (far, near) = (dx.max(dy), dx.min(dy));
    if far <= 6 { [far, near] } else { [7 + (far.min(18) - 7) / 3, 9] }
}

impl Moment<'_> {
    /// Everything that is true of the play.
    pub fn features(&self, out: &mut Vec<u32>) {
        let last = self.earlier[0];
        let near = last.map_or(9, |last| match distance(self.point, last) {
            0..=3 => 0,
            4..=7 => 1,
            8..=12 => 2,
            _ => 3,
        });
        let kinds = [Kind::FromLast, Kind::FromOwn, Kind::FromThird, Kind::FromFourth];
        for (kind, earlier) in kinds.into_iter().zip(self.earlier) {
            out.push(feature(kind, &apart(self.point, earlier)));
        }
        self.captures(near, out);
        self.ataris(near, out);
        self.weak(near, out);
        self.shape(near, out);
        self.patterns(near, out);
        self.reply(out);
        self.contact(out);
        self.line(near, out);
    }

    fn is_last(&self, stones: &[Point]) -> bool {
        self.earlier[0].is_some_and(|last| stones.contains(&last))
    }

    fn beside(&self, position: &Position, color: Color) -> Vec<Point> {
        self.before.size().neighbours(self.point).filter(|&point| position.get(point) == Some(color)).collect()
    }

    fn captures(&self, near: u32, out: &mut Vec<u32>) {
        let liberties = self.after.liberties(self.point).len() as u32;
        let stones = self.after.chain(self.point).len() as u32;
        let taken = self.captured.len() as u32;
        if taken > 0 {
            out.push(feature(Kind::Takes, &[taken.min(4), u32::from(self.is_last(self.captured))]));
            if taken == 1 && stones == 1 && liberties == 1 {
                out.push(feature(Kind::Ko, &[u32::from(self.is_last(self.captured))]));
            }
        }
        out.push(feature(Kind::Chain, &[liberties.min(6), stones.min(3), near, taken.min(1)]));
    }

    fn ataris(&self, near: u32, out: &mut Vec<u32>) {
        let own = self.after.liberties(self.point).len().min(3) as u32;
        let (mut any, mut last, mut size) = (0, 0, 0);
        for stone in self.beside(self.after, self.color.opponent()) {
            if self.after.liberties(stone).len() == 1 {
                let chain = self.after.chain(stone);
                any = 1;
                last |= u32::from(self.is_last(&chain));
                size = size.max(chain.len() as u32);
            }
        }
        if any > 0 {
            out.push(feature(Kind::Atari, &[last, size.min(3), own]));
        }
        let (mut by_last, mut by_another) = (0, 0);
        for stone in self.beside(self.before, self.color).into_iter().filter(|&stone| self.before.liberties(stone).len() == 1) {
            let chain = self.before.chain(stone);
            let put_there = self.earlier[0].is_some_and(|last| chain.iter().any(|&stone| distance(stone, last) == 2));
            if put_there { by_last = by_last.max(chain.len() as u32) } else { by_another = by_another.max(chain.len() as u32) }
        }
        if by_last + by_another > 0 {
            out.push(feature(Kind::Saves, &[by_last.min(3), by_another.min(3), own, near]));
        }
    }

    /// What becomes of the weakest own chain that the last play touched.
    fn weak(&self, near: u32, out: &mut Vec<u32>) {
        let Some(last) = self.earlier[0].filter(|&last| self.before.get(last) == Some(self.color.opponent())) else { return };
        let touched = self.before.size().neighbours(last).filter(|&point| self.before.get(point) == Some(self.color));
        let Some((had, stone)) = touched.map(|stone| (self.before.liberties(stone).len(), stone)).min_by_key(|&(had, _)| had) else {
            return;
        };
        let has = if self.after.get(stone) == Some(self.color) { self.after.liberties(stone).len() } else { 0 };
        let size = self.before.chain(stone).len().min(3) as u32;
        out.push(feature(Kind::Weak, &[had.min(4) as u32, has.min(had + 2) as u32, near]));
        out.push(feature(Kind::Weak, &[had.min(4) as u32, has.min(had + 2) as u32, near, size]));
    }

    fn shape(&self, near: u32, out: &mut Vec<u32>) {
        let of = |color: Color| self.beside(self.before, color).len() as u32;
        out.push(feature(Kind::Touches, &[of(self.color), of(self.color.opponent()), near]));
    }

    /// The stones around it, in rings of growing distance, whichever way the board is turned; with the last play marked.
    fn patterns(&self, near: u32, out: &mut Vec<u32>) {
        let mut codes = [[0u64; 8]; RINGS.len()];
        for (way, turn) in (0..8).map(|way| (way, move |(dx, dy): (i8, i8)| turned(way, dx, dy))) {
            let mut code: u64 = 0;
            for (ring, offsets) in RINGS.iter().enumerate() {
                for &(dx, dy) in offsets.iter() {
                    for (dx, dy) in around(dx, dy) {
                        let (dx, dy) = turn((dx, dy));
                        code = (code ^ u64::from(self.cell(self.point, dx, dy))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
                    }
                }
                codes[ring][way] = code;
            }
        }
        for (ring, codes) in codes.iter().enumerate() {
            let smallest = codes.iter().min().copied().unwrap_or_default();
            let numbers = [smallest as u32, (smallest >> 32) as u32, near];
            out.push(feature(Kind::Ring(ring as u8), &numbers[..if ring < 2 { 3 } else { 2 }]));
        }
    }

    /// The stones around the last play and where this one answers it.
    fn reply(&self, out: &mut Vec<u32>) {
        let Some(last) = self.earlier[0].filter(|&last| distance(self.point, last) <= 9) else { return };
        let (dx, dy) = (self.point.col as i8 - last.col as i8, self.point.row as i8 - last.row as i8);
        let code = |way: usize| {
            let mut code: u64 = 0;
            for ring in &RINGS[..2] {
                for &(dx, dy) in ring.iter() {
                    for (dx, dy) in around(dx, dy) {
                        let (dx, dy) = turned(way, dx, dy);
                        code = (code ^ u64::from(self.cell(last, dx, dy))).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
                    }
                }
            }
            // Where it answers, turned back.
            let (dx, dy) = back(way, dx, dy);
            (code ^ ((dx + 10) as u64 * 32 + (dy + 10) as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let smallest = (0..8).map(code).min().unwrap_or_default();
        out.push(feature(Kind::Reply, &[smallest as u32, (smallest >> 32) as u32]));
    }

    /// The chain of the last play: how many liberties it has and had, where this play touches it or is near.
    fn contact(&self, out: &mut Vec<u32>) {
        let Some(last) = self.earlier[0].filter(|&last| self.before.get(last) == Some(self.color.opponent())) else { return };
        let had = self.before.liberties(last).len().min(5) as u32;
        let has = if self.after.get(last).is_some() { self.after.liberties(last).len().min(5) as u32 } else { 9 };
        let size = self.before.chain(last).len().min(3) as u32;
        out.push(feature(Kind::Contact, &[had, has, size, distance(self.point, last).min(8)]));
    }

    fn line(&self, near: u32, out: &mut Vec<u32>) {
        let size = self.before.size();
        let from_edge = |at: u8, side: u8| u32::from(at.min(side - 1 - at).min(9));
        let (x, y) = (from_edge(self.point.col, size.width()), from_edge(self.point.row, size.height()));
        let phase = match self.before.move_number() {
            0..=19 => 0,
            20..=59 => 1,
            60..=139 => 2,
            _ => 3,
        };
        out.push(feature(Kind::Line, &[x.min(y).min(5), phase, near]));
        out.push(feature(Kind::Line, &[x.min(y), x.max(y), phase.min(2)]));
    }

    fn cell(&self, from: Point, dx: i8, dy: i8) -> u32 {
        let at = from.col.checked_add_signed(dx).zip(from.row.checked_add_signed(dy)).map(|(col, row)| Point::new(col, row));
        let Some(at) = at.filter(|&at| self.before.size().contains(at)) else { return OUTSIDE };
        match self.before.get(at) {
            None => 0,
            Some(color) if color == self.color => 1,
            Some(_) if self.earlier[0] == Some(at) => LAST,
            Some(_) => 2,
        }
    }
}

/// All points at this distance in both directions, in a fixed order.
fn around(dx: i8, dy: i8) -> impl Iterator<Item = (i8, i8)> {
    let all = [(dx, dy), (-dx, -dy), (-dy, dx), (dy, -dx), (dy, dx), (-dy, -dx), (-dx, dy), (dx, -dy)];
    all.into_iter().take(if dy == 0 || dx == dy { 4 } else { 8 })
}

/// A step in one of the eight ways in which a board can be turned and mirrored.
fn turned(way: usize, dx: i8, dy: i8) -> (i8, i8) {
    let (dx, dy) = if way & 1 == 0 { (dx, dy) } else { (-dx, dy) };
    let (dx, dy) = if way & 2 == 0 { (dx, dy) } else { (dx, -dy) };
    if way & 4 == 0 { (dx, dy) } else { (dy, dx) }
}

/// The step that [`turned`] makes this one.
fn back(way: usize, dx: i8, dy: i8) -> (i8, i8) {
    let (dx, dy) = if way & 4 == 0 { (dx, dy) } else { (dy, dx) };
    let (dx, dy) = if way & 2 == 0 { (dx, dy) } else { (dx, -dy) };
    if way & 1 == 0 { (dx, dy) } else { (-dx, dy) }
}
