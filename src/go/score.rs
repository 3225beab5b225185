//! Counting, once both sides agree which stones are dead. Judging life is people's work; [`pass_alive`] proposes what is beyond doubt.

mod contested;
mod owners;
mod pass_alive;

use super::{Board, ByColor, Color, Counting, HandicapCompensation, Point, Rules, Tie};

pub use contested::{Known, contested};
pub use owners::{Owner, owners};
pub use pass_alive::{PassAlive, pass_alive};

/// Points counted in halves, so that komi and seki stay whole numbers. 2 points are 1 zi.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// This many whole points.
    pub const fn points(points: i32) -> HalfPoints {
        HalfPoints(points * 2)
    }

    /// As points, for display and documents; exact.
    pub fn as_points(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// As Chinese zi, two points each; exact.
    pub fn as_zi(self) -> f64 {
        f64::from(self.0) / 4.0
    }
}

/// What is counted.
#[derive(Debug, Clone)]
pub struct ToCount<'a> {
    /// The board at the end.
    pub board: &'a Board,
    /// Dead stones: one of a chain stands for the whole chain.
    pub dead: &'a [Point],
    /// Stones each player captured during play.
    pub captured: ByColor<u32>,
    /// How it is counted.
    pub rules: &'a Rules,
    /// Points to White.
    pub komi: HalfPoints,
    /// Handicap stones, for the compensation.
    pub handicap: u32,
}

/// One side's points, each counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Side {
    /// Living stones on the board.
    pub stones: u32,
    /// Empty points that only this side surrounds, after the dead stones have been taken off.
    pub territory: u32,
    /// The opponent's stones it has: captured in play, and dead at the end.
    pub prisoners: u32,
}

impl Side {
    /// Stones and territory.
    pub const fn area(self) -> u32 {
        self.stones + self.territory
    }
}

/// A finished count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// How it was counted.
    pub counting: Counting,
    /// What each side has.
    pub sides: ByColor<Side>,
    /// Points of neither side, in reading order: dame, and all of a seki that both sides touch.
    pub neutral: Vec<Point>,
    /// Komi and compensation: what White gets besides.
    pub to_white: HalfPoints,
    /// Black's points less White's, everything included.
    pub margin: HalfPoints,
    /// Who wins; nobody at a draw.
    pub winner: Option<Color>,
}

impl Count {
    /// A side's area in halves: each neutral point gives half a point to both (CN-2002 art. 11).
    pub fn area(&self, color: Color) -> HalfPoints {
        HalfPoints(2 * self.sides[color].area() as i32 + self.neutral.len() as i32)
    }

    /// A side's own total, White's with komi and compensation.
    pub fn total(&self, color: Color) -> HalfPoints {
        let side = &self.sides[color];
        let own = match self.counting {
            Counting::Area | Counting::FillIn => side.area(),
            Counting::Territory => side.territory + side.prisoners,
        };
        let besides = if color == Color::White { self.to_white.0 } else { 0 };
        HalfPoints(2 * own as i32 + besides)
    }

    /// Black's area less half the board and komi, in zi: how Chinese results are given (185 of 361 with 3¾ is +¾).
    pub fn zi_margin(&self) -> f64 {
        self.margin.as_zi()
    }
}

/// Counts a finished game.
///
/// Area: stones and territory. Territory: territory and prisoners. Filling in: each side fills its own area with its 180 stones, so what
/// stays empty shows the area from the other side; Black's margin is 2·area − 361 − 8 on 19x19, which is area counting with komi 8
/// (senseis.xmp.net/?IngCounting). Handicap stones are compensated where stones count.
pub fn count(what: &ToCount<'_>) -> Count {
    let (board, dead) = without_dead(what.board, what.dead);
    let owners = owners(&board);
    let mut sides = ByColor::new(|color| Side { prisoners: what.captured[color] + dead[color.opponent()], ..Side::default() });
    let mut neutral = Vec::new();
    for (point, owner) in board.size().points().zip(owners) {
        match owner {
            Owner::Stone(color) => sides[color].stones += 1,
            Owner::Territory(color) => sides[color].territory += 1,
            Owner::Neutral => neutral.push(point),
        }
    }
    let counting = what.rules.counting;
    let compensation = match (counting, what.rules.handicap) {
        (Counting::Territory, _) | (_, HandicapCompensation::None) => 0,
        (_, HandicapCompensation::EachStone) => what.handicap,
        (_, HandicapCompensation::EachStoneButFirst) => what.handicap.saturating_sub(1),
    };
    let to_white = HalfPoints(what.komi.0 + 2 * compensation as i32);
    let mut counted = Count { counting, sides, neutral, to_white, margin: HalfPoints(0), winner: None };
    counted.margin = HalfPoints(counted.total(Color::Black).0 - counted.total(Color::White).0);
    counted.winner = winner(counted.margin, what.rules);
    counted
}

/// Who wins by Black's points minus White's; nobody at a draw.
pub fn winner(margin: HalfPoints, rules: &Rules) -> Option<Color> {
    match margin.0 {
        1.. => Some(Color::Black),
        ..0 => Some(Color::White),
        0 => (rules.tie == Tie::BlackWins).then_some(Color::Black),
    }
}

/// The board with the chains of these points taken off, and how many stones of each colour those were.
fn without_dead(board: &Board, dead: &[Point]) -> (Board, ByColor<u32>) {
    let mut left = board.clone();
    let mut counted = ByColor::default();
    for &point in dead {
        if let Some(color) = left.get(point) {
            let chain = left.chain(point);
            counted[color] += chain.len() as u32;
            left.set(chain.into_iter().map(|stone| (stone, None)));
        }
    }
    (left, counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(diagram: &str, dead: &[&str], rules: &Rules, komi: HalfPoints) -> Count {
        let board = Board::from_lines(diagram.lines()).unwrap();
        let dead: Vec<Point> = dead.iter().map(|vertex| Point::from_vertex(vertex, board.size()).unwrap()).collect();
        count(&ToCount { board: &board, dead: &dead, captured: ByColor { black: 3, white: 1 }, rules, komi, handicap: 4 })
    }

    const SPLIT: &str = ".XO.\n.XO.\n.X.O\n.XO.";

    #[test]
    fn area_counts_stones_and_territory_and_halves_what_is_neutral() {
        let count = counted(SPLIT, &[], &Rules { handicap: HandicapCompensation::None, ..Rules::CHINESE }, HalfPoints(0));
        assert_eq!(count.neutral, [Point::new(2, 2)]);
        assert_eq!((count.area(Color::Black), count.area(Color::White)), (HalfPoints(17), HalfPoints(15)));
        assert_eq!((count.margin, count.zi_margin()), (HalfPoints::points(1), 0.5));
    }

    #[test]
    fn territory_counts_prisoners_and_dead_stones_as_well() {
        let count = counted(".XO.\n.XO.\nOXO.\n.XO.", &["A2"], &Rules::JAPANESE, HalfPoints(1));
        assert_eq!(count.sides.black, Side { stones: 4, territory: 4, prisoners: 4 });
        assert_eq!(count.sides.white, Side { stones: 4, territory: 4, prisoners: 1 });
        assert_eq!((count.margin, count.winner), (HalfPoints(5), Some(Color::Black)));
        assert_eq!(count.to_white, HalfPoints(1), "handicap stones are not compensated where stones do not count");
    }

    #[test]
    fn a_dead_stone_takes_its_chain_along() {
        let count = counted("OXO.\nOXO.\nOXO.\n.XO.", &["A4"], &Rules::JAPANESE, HalfPoints(0));
        assert_eq!(count.sides.black.prisoners, 3 + 3);
        assert_eq!(count.sides.black.territory, 4);
    }

    #[test]
    fn compensation_is_as_the_rules_say() {
        let to_white = |rules| counted(SPLIT, &[], &rules, HalfPoints(1)).to_white;
        assert_eq!(to_white(Rules::CHINESE), HalfPoints(9));
        assert_eq!(to_white(Rules::AGA), HalfPoints(7));
        assert_eq!(to_white(Rules::NEW_ZEALAND), HalfPoints(1));
    }

    /// A 19x19 board of which Black has this much: full lines of stones, the rest of a line, then dame, then White.
    fn board_with(black: usize, dame: usize) -> Board {
        let mut board = Board::new(crate::go::Size::square(19).unwrap());
        let points: Vec<Point> = board.size().points().collect();
        let stone = |index| match index {
            _ if index < black => Some(Color::Black),
            _ if index < black + dame => None,
            _ => Some(Color::White),
        };
        board.set(points.iter().enumerate().map(|(index, &point)| (point, stone(index))));
        board
    }

    /// CN-2002 art. 11's own examples, and 2¾ zi; the dame lies between both sides.
    #[test]
    fn chinese_results_are_in_zi() {
        let examples = [(185, 0, 15, 0.75), (184, 0, 15, -0.25), (184, 1, 15, 0.25), (183, 0, 11, -0.25), (184, 0, 11, 0.75)];
        for (black, dame, komi, zi) in examples {
            let board = board_with(black, dame);
            let count = count(&ToCount {
                board: &board,
                dead: &[],
                captured: ByColor::default(),
                rules: &Rules::CHINESE,
                komi: HalfPoints(komi),
                handicap: 0,
            });
            assert_eq!(count.zi_margin(), zi, "{black} and {dame}");
        }
    }

    /// Black's margin is 2·area − 361 − 8, and Black wins ties.
    #[test]
    fn ing_filling_in_follows_its_identity() {
        for (black, dame, margin, winner) in [(185, 0, 1, Color::Black), (184, 1, 0, Color::Black), (184, 0, -1, Color::White)] {
            let board = board_with(black, dame);
            let count = count(&ToCount {
                board: &board,
                dead: &[],
                captured: ByColor { black: 10, white: 0 },
                rules: &Rules::ING,
                komi: Rules::ING.komi,
                handicap: 0,
            });
            assert_eq!((count.margin, count.winner), (HalfPoints::points(margin), Some(winner)));
            assert_eq!(count.margin.0, 2 * count.area(Color::Black).0 - 2 * 361 - 2 * 8);
        }
    }
}
