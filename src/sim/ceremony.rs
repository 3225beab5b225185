//! What hands do on the board when a game is counted: filling in by Ing's rules, and the rearranging of Chinese counting. Pure, and the same
//! for the same seed; the cues begin at 0 and belong to turn 0.

use super::act::{Act, Cue};
use crate::go::{Board, ByColor, Color, Owner, Point, owners};

/// Stones of a handful that is lifted.
const HANDFUL_MAX: usize = 10;

/// A player's hand goes to the bowl and comes back to the board in so many ms.
const STROKE_MS: std::ops::RangeInclusive<u64> = 700..=1_800;

/// One stroke in so many puts down two stones, and one in so many a stone that is put straight afterwards.
const TWO_AT_ONCE: u32 = 6;
const PUT_STRAIGHT: u32 = 25;

/// A board that is being filled in, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filling {
    /// What is done.
    pub cues: Vec<Cue>,
    /// Points that stay empty, by whose area they are in.
    pub empty: ByColor<u32>,
    /// Stones of the opponent that were left over and stand in this player's area; White's for komi are not among them.
    pub guests: ByColor<u32>,
}

impl Filling {
    /// By how many points Black is ahead: a point that stays empty is one, a stone of the opponent's two.
    pub fn margin(&self) -> i64 {
        let has = |color: Color| i64::from(self.empty[color]) + 2 * i64::from(self.guests[color]);
        has(Color::Black) - has(Color::White)
    }
}

/// The hands of two players, and where they have come to.
struct Table {
    rng: fastrand::Rng,
    cues: Vec<Cue>,
    now_ms: ByColor<u64>,
}

impl Table {
    fn new(seed: u64) -> Table {
        Table { rng: fastrand::Rng::with_seed(seed), cues: Vec::new(), now_ms: ByColor::default() }
    }

    fn act(&mut self, of: Color, act: Act) {
        self.cues.push(Cue { at_ms: self.now_ms[of], turn: 0, act });
    }

    fn rest(&mut self, of: Color) {
        self.now_ms[of] += self.rng.u64(STROKE_MS);
    }

    fn meet(&mut self) {
        let both = self.now_ms.black.max(self.now_ms.white) + 1_000;
        self.now_ms = ByColor { black: both, white: both };
    }

    /// These stones come off by handfuls.
    fn lift(&mut self, of: Color, mut stones: Vec<Point>) {
        self.rng.shuffle(&mut stones);
        while !stones.is_empty() {
            let handful = self.rng.usize(1..=HANDFUL_MAX).min(stones.len());
            for stone in stones.split_off(stones.len() - handful) {
                self.act(of, Act::Lift(stone));
            }
            self.rest(of);
        }
    }

    /// These points are filled with stones of one player: one at a time, at most two.
    fn fill(&mut self, of: Color, mut points: Vec<Point>) {
        self.rng.shuffle(&mut points);
        while let Some(point) = points.pop() {
            self.act(of, Act::Put(point, of));
            if self.rng.u32(0..TWO_AT_ONCE) == 0
                && let Some(second) = points.pop()
            {
                self.act(of, Act::Put(second, of));
            }
            if self.rng.u32(0..PUT_STRAIGHT) == 0 {
                self.now_ms[of] += 700;
                self.act(of, Act::Lift(point));
                self.now_ms[of] += 900;
                self.act(of, Act::Put(point, of));
            }
            self.rest(of);
        }
    }

    fn finished(mut self) -> Vec<Cue> {
        self.cues.sort_by_key(|cue| cue.at_ms);
        self.cues
    }
}

/// Fills a final position in: dead stones come off, White puts `komi_stones` (half the komi) into Black's area, both fill their own with what
/// is left of their stones, half of the points but one, and those that are left over go into the other's area. At last both collect theirs.
pub fn fill_in(board: &Board, dead: &[Point], komi_stones: u32, seed: u64) -> Filling {
    let mut table = Table::new(seed);
    let mut living = board.clone();
    for color in Color::BOTH {
        let off: Vec<Point> = dead.iter().copied().filter(|&point| board.get(point) == Some(color)).collect();
        table.lift(color, off);
    }
    living.set(dead.iter().map(|&point| (point, None)));
    table.meet();
    let size = board.size();
    let all = (size.area() as u32 - 1) / 2;
    let standing = ByColor::new(|color| living.stones().into_iter().flatten().filter(|&stone| stone == color).count() as u32);
    let mut free: ByColor<Vec<Point>> = ByColor { black: Vec::new(), white: Vec::new() };
    for (point, owner) in size.points().zip(owners(&living)) {
        if let Owner::Territory(color) = owner {
            free[color].push(point);
        }
    }
    let mut left = ByColor::new(|color| all.saturating_sub(standing[color]));
    let take = |from: &mut Vec<Point>, wanted: u32| from.split_off(from.len() - (wanted as usize).min(from.len()));
    let komi = take(&mut free.black, komi_stones.min(left.white));
    left.white -= komi.len() as u32;
    table.fill(Color::White, komi);
    for color in Color::BOTH {
        let own = take(&mut free[color], left[color]);
        left[color] -= own.len() as u32;
        table.fill(color, own);
    }
    table.meet();
    let mut guests = ByColor::default();
    for color in Color::BOTH {
        let theirs = take(&mut free[color.opponent()], left[color]);
        guests[color.opponent()] = theirs.len() as u32;
        table.fill(color, theirs);
    }
    Filling { cues: table.finished(), empty: ByColor { black: free.black.len() as u32, white: free.white.len() as u32 }, guests }
}

/// Every stone comes off the board, each player's by their own hands.
pub fn collect(stones: &[(Point, Color)], seed: u64) -> Vec<Cue> {
    let mut table = Table::new(seed);
    for color in Color::BOTH {
        table.lift(color, stones.iter().filter(|(_, of)| *of == color).map(|&(point, _)| point).collect());
    }
    table.finished()
}

/// Counts a final position the Chinese way: dead stones come off, the stones of `counted` are moved about until its area is made of tens, and
/// are taken away by tens.
pub fn make_tens(board: &Board, dead: &[Point], counted: Color, seed: u64) -> Vec<Cue> {
    let mut table = Table::new(seed);
    for color in Color::BOTH {
        table.lift(color, dead.iter().copied().filter(|&point| board.get(point) == Some(color)).collect());
    }
    table.meet();
    let mut living = board.clone();
    living.set(dead.iter().map(|&point| (point, None)));
    for _ in 0..board.size().area() / 4 {
        let stones: Vec<Point> = board.size().points().filter(|&point| living.get(point) == Some(counted)).collect();
        let free: Vec<Point> = board.size().points().filter(|&point| living.get(point).is_none()).collect();
        if stones.is_empty() || free.is_empty() {
            break;
        }
        let (from, to) = (stones[table.rng.usize(0..stones.len())], free[table.rng.usize(0..free.len())]);
        living.set([(from, None), (to, Some(counted))]);
        table.act(counted, Act::Lift(from));
        table.now_ms[counted] += table.rng.u64(200..=900);
        table.act(counted, Act::Put(to, counted));
        table.rest(counted);
    }
    let stones = board.size().points().filter(|&point| living.get(point) == Some(counted)).collect();
    table.lift(counted, stones);
    table.finished()
}
