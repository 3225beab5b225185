//! The stones as a rule text tells of them: chains and their liberties, walked over point by point. It shares no code with the program.

use kifud::go::{Color, Point, Size};

/// What the rules of play forbid, as far as they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Law {
    /// The name of the rules.
    pub name: &'static str,
    /// So many own stones may be given up at the least; `None` where nobody may.
    pub given_up_from: Option<usize>,
    /// No board may come back with the same player to move.
    pub comes_back: bool,
}

impl Law {
    pub const CHINESE: Law = Law { name: "chinese", given_up_from: None, comes_back: false };
    pub const ING: Law = Law { name: "ing", given_up_from: Some(2), comes_back: false };
    pub const AGA: Law = Law { name: "aga", given_up_from: None, comes_back: true };
    pub const NEW_ZEALAND: Law = Law { name: "new-zealand", given_up_from: Some(1), comes_back: true };
}

/// What a stone did that was put down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Did {
    pub captured: Vec<Point>,
    pub given_up: Vec<Point>,
    /// It has no liberty, and stands all the same.
    pub without_liberty: bool,
}

/// What stands on the points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stones {
    side: u8,
    at: Vec<Option<Color>>,
}

impl Stones {
    pub fn none(size: Size) -> Stones {
        Stones { side: size.width(), at: vec![None; size.area()] }
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row) * usize::from(self.side) + usize::from(point.col)
    }

    pub fn get(&self, point: Point) -> Option<Color> {
        self.at[self.index(point)]
    }

    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let index = self.index(point);
        self.at[index] = stone;
    }

    /// Row by row.
    pub fn all(&self) -> &[Option<Color>] {
        &self.at
    }

    fn beside(&self, point: Point) -> Vec<Point> {
        let Point { col, row } = point;
        let mut beside = Vec::new();
        if col > 0 {
            beside.push(Point { col: col - 1, row });
        }
        if row > 0 {
            beside.push(Point { col, row: row - 1 });
        }
        if col + 1 < self.side {
            beside.push(Point { col: col + 1, row });
        }
        if row + 1 < self.side {
            beside.push(Point { col, row: row + 1 });
        }
        beside
    }

    /// The stones that hang together with the one at a point.
    pub fn chain(&self, point: Point) -> Vec<Point> {
        let color = self.get(point);
        let mut chain = vec![point];
        let mut looked = 0;
        while looked < chain.len() {
            for next in self.beside(chain[looked]) {
                if self.get(next) == color && !chain.contains(&next) {
                    chain.push(next);
                }
            }
            looked += 1;
        }
        chain
    }

    /// The empty points beside the chain at a point.
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        let mut liberties: Vec<Point> = Vec::new();
        for stone in self.chain(point) {
            for beside in self.beside(stone) {
                if self.get(beside).is_none() && !liberties.contains(&beside) {
                    liberties.push(beside);
                }
            }
        }
        liberties
    }

    /// Puts a stone on a point, and takes off what dies of it.
    pub fn put(&mut self, color: Color, point: Point, law: Law) -> Did {
        self.set(point, Some(color));
        let mut did = Did::default();
        for beside in self.beside(point) {
            if self.get(beside) == Some(color.opponent()) && self.liberties(beside).is_empty() {
                for stone in self.chain(beside) {
                    self.set(stone, None);
                    did.captured.push(stone);
                }
            }
        }
        if self.liberties(point).is_empty() {
            let chain = self.chain(point);
            if law.given_up_from.is_some_and(|from| chain.len() >= from) {
                chain.iter().for_each(|&stone| self.set(stone, None));
                did.given_up = chain;
            } else {
                did.without_liberty = true;
            }
        }
        did
    }

    /// A crowded corner of a board of seven lines, always the same for the same number: every chain has a liberty.
    pub fn crowded(size: Size, number: u64) -> Stones {
        let mut stones = Stones::none(size);
        let mut chance = number.wrapping_mul(2).wrapping_add(0x9E37_79B9_7F4A_7C15);
        for point in size.points().filter(|point| point.col < 5 && point.row + 5 >= size.height()) {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            stones.set(
                point,
                [Some(Color::Black), Some(Color::White), None, Some(Color::Black), Some(Color::White)][(chance >> 40) as usize % 5],
            );
        }
        while let Some(dead) = size.points().find(|&point| stones.get(point).is_some() && stones.liberties(point).is_empty()) {
            stones.set(dead, None);
        }
        stones
    }
}

#[test]
fn the_stones_of_the_model_are_taken_and_given_up_as_the_texts_say() {
    let size = Size::square(3).unwrap();
    let at = |col, row| Point { col, row };
    let mut stones = Stones::none(size);
    stones.put(Color::White, at(0, 0), Law::CHINESE);
    stones.put(Color::Black, at(1, 0), Law::CHINESE);
    assert_eq!(stones.liberties(at(0, 0)), [at(0, 1)]);
    let took = stones.put(Color::Black, at(0, 1), Law::CHINESE);
    assert_eq!((took.captured, stones.get(at(0, 0))), (vec![at(0, 0)], None));
    assert!(stones.put(Color::White, at(0, 0), Law::CHINESE).without_liberty);
    assert_eq!(stones.get(at(0, 0)), Some(Color::White), "it stays as it was put");
    stones.set(at(0, 0), None);
    assert_eq!(stones.put(Color::White, at(0, 0), Law::NEW_ZEALAND).given_up, [at(0, 0)]);
    assert!(stones.put(Color::White, at(0, 0), Law::ING).without_liberty, "two stones, not one");
}
