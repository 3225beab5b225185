//! Generated games and the hands that play them: stones that bounce and slide, captures lifted around the play, plies that overlap.

use kifud::go::{Color, Place, Point, Position, Rules, Size};
use kifud::sense::{Limits, Play, Question, Reconstruction, Settle, explain};
use kifud::time::Mono;
use kifud::wire::{Cell, Grid};

use super::table::grid;

pub const SETTLE_MS: u64 = 400;

/// One move of a generated game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    pub color: Color,
    pub point: Point,
    pub captured: Vec<Point>,
}

/// A legal game that captures much: of some points tried at random the one that takes most, else one that leaves no own eye filled.
pub fn game(size: Size, moves: usize, random: &mut fastrand::Rng) -> (Position, Vec<Move>) {
    let start = Position::new(size, &Rules::CHINESE);
    let (mut position, mut played) = (start.clone(), Vec::new());
    for _ in 0..moves {
        let color = position.to_move();
        let tried: Vec<Point> = (0..size.area() / 4).filter_map(|_| size.point(random.usize(0..size.area()))).collect();
        let own_eye = |point: Point| size.neighbours(point).all(|beside| position.get(beside) == Some(color));
        let legal = tried.into_iter().filter(|&point| position.judge(color, Place::At(point)).is_legal() && !own_eye(point));
        let Some(point) = legal.max_by_key(|&point| position.captures_of(color, point).len()) else { break };
        let captured = position.play(color, Place::At(point)).expect("judged legal").captured;
        played.push(Move { color, point, captured });
    }
    (start, played)
}

/// When the wood shows what at which point.
pub type Changes = Vec<(u64, Point, Option<Color>)>;

/// Plays a game by hand. What is kept so that the wood says everything that it must say on a board without colours:
/// a stone settles before it is lifted, a point is seen empty before another stone comes there, and only two plies are on the way at once.
pub fn play_by_hand(size: Size, moves: &[Move], random: &mut fastrand::Rng) -> Changes {
    let mut changes = Changes::new();
    let (mut down, mut lifted) = (vec![0u64; size.area()], vec![0u64; size.area()]);
    let mut times: Vec<u64> = Vec::new();
    for (n, play) in moves.iter().enumerate() {
        let index = size.index(play.point);
        let previous = times.last().copied().unwrap_or(1_000);
        let gap = if random.u8(0..10) < 4 { random.u64(1..SETTLE_MS) } else { random.u64(SETTLE_MS..4 * SETTLE_MS) };
        let before_that = if n >= 2 { times[n - 2] + 2 * SETTLE_MS } else { 0 };
        let at = (previous + gap).max(before_that).max(lifted[index] + SETTLE_MS + 1);
        put_down(play, at, size, moves.get(n + 1), &mut changes, random);
        times.push(at);
        down[index] = at;
        for &stone in &play.captured {
            let still = down[size.index(stone)] + 2 * SETTLE_MS;
            let early = previous.max(still) + 1;
            let when = if random.bool() && early < at { random.u64(early..at) } else { at.max(still) + random.u64(1..2_500) };
            lifted[size.index(stone)] = when;
            changes.push((when, stone, None));
        }
    }
    changes.sort_by_key(|&(at, ..)| at);
    changes
}

/// A stone comes at `at`: one of ten slides in over a neighbour, one of five bounces.
fn put_down(play: &Move, at: u64, size: Size, next: Option<&Move>, changes: &mut Changes, random: &mut fastrand::Rng) {
    let color = Some(play.color);
    if random.u8(0..10) == 0 {
        let beside: Vec<Point> = size.neighbours(play.point).filter(|&beside| next.is_none_or(|next| next.point != beside)).collect();
        let over = beside[random.usize(0..beside.len())];
        // Only over a point where nothing stands or happens around this time.
        let busy = |&(when, point, stone): &(u64, Point, Option<Color>)| point == over && (stone.is_some() || when + 2 * SETTLE_MS > at);
        if changes.iter().rfind(|change| change.1 == over).is_none_or(|last| !busy(last)) {
            changes.push((at - 60, over, color));
            changes.push((at - random.u64(0..40), over, None));
        }
    }
    changes.push((at, play.point, color));
    if random.u8(0..5) == 0 {
        let mut toggle = at;
        for _ in 0..random.u8(1..=3) {
            let off = toggle + random.u64(1..60);
            toggle = off + random.u64(1..60);
            changes.push((off, play.point, None));
            changes.push((toggle, play.point, color));
        }
    }
}

/// What a table does with settle and explain: takes plays in, knows what is still to be lifted, asks again while something is told.
pub struct Observer {
    pub position: Position,
    pub plays: Vec<Play>,
    /// Every story of several ways that was told, with the number of plays before it.
    pub unsure: usize,
    settle: Settle,
    lifting: Vec<(Point, Color)>,
    last_move: Option<Point>,
}

impl Observer {
    pub fn new(position: Position, sees_color: bool) -> Observer {
        let mut settle = Settle::new(position.size(), SETTLE_MS);
        settle.observe(Mono::ZERO, &grid(&position, sees_color));
        settle.advance(Mono::from_millis(SETTLE_MS));
        Observer { position, plays: Vec::new(), unsure: 0, settle, lifting: Vec::new(), last_move: None }
    }

    pub fn scan(&mut self, at: u64, wood: &Grid) {
        let at = Mono::from_millis(at);
        self.until(at);
        if self.settle.observe(at, wood) {
            self.look();
        }
    }

    /// Lets every deadline pass at its own time.
    pub fn until(&mut self, now: Mono) {
        while let Some(deadline) = self.settle.deadline().filter(|&deadline| deadline <= now) {
            if self.settle.advance(deadline) {
                self.look();
            }
        }
    }

    fn look(&mut self) {
        let wood = self.settle.settled();
        self.lifting.retain(|&(point, _)| wood.get(point) != Cell::Empty);
        let settling: Vec<_> = self.settle.settling().collect();
        loop {
            let told = explain(&Question {
                position: &self.position,
                to_move: self.position.to_move(),
                wood,
                first_seen: &|point| self.settle.first_seen(point),
                lifting: &self.lifting,
                last_move: self.last_move,
                settling: &settling,
                not_before: Mono::ZERO,
                known_since: Mono::ZERO,
                presses: &[],
                latest: &[],
                limits: Limits::DEFAULT,
            });
            self.unsure += usize::from(matches!(told, Reconstruction::Ambiguous(_)));
            let Reconstruction::Played(plays) = told else { return };
            for play in plays {
                let played = self.position.play(play.color, Place::At(play.point)).expect("a story is of legal plays in turn");
                assert_eq!(played.captured, play.captured);
                self.lifting.extend(played.captured.iter().map(|&stone| (stone, play.color.opponent())));
                self.lifting.retain(|&(point, _)| point != play.point);
                self.last_move = Some(play.point);
                self.plays.push(play);
            }
            self.lifting.retain(|&(point, _)| wood.get(point) != Cell::Empty);
        }
    }
}
