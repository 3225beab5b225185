//! Lifelike hands: a turn as people play it, with what sensors make of it.

use crate::go::{Board, Color, Point};

use super::Writing;
use super::habits::Habits;
use crate::sim::act::Act;
use crate::sim::steps::Deed;

/// From the last touch of the board to the press.
const PRESS_MS: std::ops::RangeInclusive<u64> = 200..=3_000;

/// A hurried press precedes its stone by this at most: well within the tolerance of CONTRACT 2.
const PRESS_BEFORE_STONE_MS: u64 = 300;

/// One turn that is about to be played.
pub(super) struct Turn<'a> {
    /// The board before it.
    pub(super) before: &'a Board,
    pub(super) color: Color,
    pub(super) point: Point,
    pub(super) captured: &'a [Point],
    pub(super) given_up: &'a [Point],
    /// Where the reply is played, when there is one.
    pub(super) next: Option<Point>,
}

/// In which way a turn is in a hurry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hurry {
    /// In none.
    None,
    /// The reply is put down with the stone.
    Together,
    /// The press does not wait for the stone.
    PressEarly,
    /// The press does not wait for the dead stones to be lifted, and neither does the reply.
    AnsweredEarly,
}

impl Writing {
    /// Plays a turn up to and with its press.
    pub(super) fn play_lifelike(&mut self, habits: &Habits, turn: &Turn<'_>) {
        let hurry = self.hurry(habits, turn);
        let with_last = std::mem::take(&mut self.with_last);
        let left = std::mem::take(&mut self.left_standing);
        // Who answers at once has no time for more, and must not slide into dead stones that still stand.
        let straight = Habits { astray: 0, slide: 0, partly_before: 0, ..*habits };
        let habits = if with_last || !left.is_empty() { &straight } else { habits };
        match hurry {
            Hurry::Together => self.put_with_reply(turn),
            Hurry::PressEarly => self.press_early(habits, turn),
            Hurry::AnsweredEarly | Hurry::None => {
                let (before, after) = self.shared_out(habits, turn.captured, hurry);
                self.lift_over(&before, 300..=1_500);
                if !before.is_empty() {
                    self.wait_hand(200..=800);
                }
                let began = self.now_ms;
                self.put_on_point(habits, turn);
                if hurry == Hurry::AnsweredEarly {
                    let most = self.rng.usize(0..after.len());
                    let (lifted, standing) = after.split_at(most);
                    self.lift_over(lifted, 300..=1_500);
                    self.left_standing = standing.iter().map(|&point| (self.turn, point)).collect();
                } else {
                    self.lift_over(&after, 500..=5_000);
                }
                self.lift_one_by_one(turn.given_up);
                self.lift_left(&left, began);
                self.wait_hand(PRESS_MS);
                self.press(turn.color);
            }
        }
    }

    fn hurry(&mut self, habits: &Habits, turn: &Turn<'_>) -> Hurry {
        if self.with_last || !self.left_standing.is_empty() {
            return Hurry::None;
        }
        let quiet = turn.captured.is_empty() && turn.given_up.is_empty();
        if quiet {
            return if turn.next.is_some() && !self.mishaps.is_away() && self.chance(habits.two_plies) {
                Hurry::Together
            } else if self.hands.black_side.is_some() && self.chance(habits.press_early) {
                Hurry::PressEarly
            } else {
                Hurry::None
            };
        }
        // Where a dead stone stands nobody can reply; and who answers at once cannot put the cable back before.
        let answerable =
            turn.given_up.is_empty() && !self.mishaps.is_away() && turn.next.is_some_and(|next| !turn.captured.contains(&next));
        if answerable && self.chance(habits.answered_early) { Hurry::AnsweredEarly } else { Hurry::None }
    }

    /// The stone and its press; the reply follows at once, as its own turn.
    fn put_with_reply(&mut self, turn: &Turn<'_>) {
        self.act(Act::Put(turn.point, turn.color));
        let between_ms = match self.hands.gaps.plies_ms {
            0 => 0,
            least => least + self.rng.u64(0..=super::Gaps::PLIES_SPREAD_MS),
        };
        self.now_ms += between_ms / 2;
        self.press_only(turn.color);
        self.now_ms += between_ms - between_ms / 2;
        self.with_last = true;
    }

    fn press_early(&mut self, habits: &Habits, turn: &Turn<'_>) {
        let settling_ms = self.hands.gaps.settle_ms * 8 / 10;
        let lead_ms = self.rng.u64(0..=PRESS_BEFORE_STONE_MS + settling_ms);
        let start_ms = self.now_ms;
        let press_ms = start_ms + lead_ms.saturating_sub(PRESS_BEFORE_STONE_MS);
        self.now_ms = press_ms;
        self.press_only(turn.color);
        self.now_ms = start_ms + PRESS_BEFORE_STONE_MS.saturating_sub(lead_ms);
        self.arrive(habits, turn);
        self.now_ms = self.now_ms.max(press_ms) + self.hands.gaps.hand_over_ms;
    }

    /// Which dead stones are lifted before the stone and which after it, in the order in which they are.
    fn shared_out(&mut self, habits: &Habits, captured: &[Point], hurry: Hurry) -> (Vec<Point>, Vec<Point>) {
        let mut order = captured.to_vec();
        self.rng.shuffle(&mut order);
        let some_before = hurry == Hurry::None && !order.is_empty() && self.chance(habits.partly_before);
        let before = if some_before { self.rng.usize(1..order.len().max(2)) } else { 0 };
        let after = order.split_off(before);
        (order, after)
    }

    /// The stone comes onto its point, straight or not, and lies there at last.
    fn put_on_point(&mut self, habits: &Habits, turn: &Turn<'_>) {
        let settle_ms = self.hands.gaps.settle_ms;
        let aside = self.free_beside(turn.before, turn.point);
        if let Some(aside) = aside
            && self.chance(habits.astray)
        {
            self.act(Act::Put(aside, turn.color));
            self.now_ms += self.hands.gaps.still_ms();
            self.wait_hand(100..=1_200);
            self.act(Act::Lift(aside));
            self.wait_hand(80..=500);
        } else if let Some(aside) = aside
            && self.chance(habits.slide)
        {
            self.act(Act::Put(aside, turn.color));
            self.now_ms += self.rng.u64(settle_ms / 10..=settle_ms * 6 / 10);
            self.act(Act::Lift(aside));
            self.now_ms += self.rng.u64(0..=settle_ms * 2 / 10);
        }
        self.arrive(habits, turn);
        if self.chance(habits.straighten) {
            self.straighten(turn);
        }
    }

    fn straighten(&mut self, turn: &Turn<'_>) {
        if self.rng.bool() {
            self.now_ms += self.hands.pace.flutter_ms(&mut self.rng, self.hands.gaps);
            self.act(Act::Lift(turn.point));
            self.now_ms += self.hands.pace.flutter_ms(&mut self.rng, self.hands.gaps);
        } else {
            self.now_ms += self.hands.gaps.still_ms();
            self.wait_hand(0..=1_000);
            self.act(Act::Lift(turn.point));
            self.wait_hand(100..=900);
        }
        self.act(Act::Put(turn.point, turn.color));
    }

    /// The stone reaches its point; what that does to its own sensor and to one beside it.
    fn arrive(&mut self, habits: &Habits, turn: &Turn<'_>) {
        self.act(Act::Put(turn.point, turn.color));
        let arrived_ms = self.now_ms;
        if self.chance(habits.disturb) {
            let beside: Vec<Point> = turn.before.size().points().filter(|&other| turn.point.touches(other)).collect();
            if let Some(point) = self.rng.choice(beside) {
                let from_ms = arrived_ms + self.rng.u64(0..=150);
                let to_ms = from_ms + self.rng.u64(50..=700);
                self.step(from_ms, Deed::Wrong(point, turn.color));
                self.step(to_ms, Deed::Truth(point));
            }
        }
        if self.chance(habits.bounce) {
            let toggles = self.rng.u64(1..=3);
            // Both halves of every toggle fit into eight tenths of the settle time.
            let longest_ms = (self.hands.gaps.settle_ms * 8 / 10 / (2 * toggles)).max(2);
            for _ in 0..toggles {
                self.now_ms += self.rng.u64(longest_ms.div_ceil(4)..=longest_ms);
                self.step(self.now_ms, Deed::Wrong(turn.point, turn.color));
                self.now_ms += self.rng.u64(longest_ms.div_ceil(4)..=longest_ms);
                self.step(self.now_ms, Deed::Truth(turn.point));
            }
        }
    }

    /// Singly or by the handful; the last within `over` from now.
    pub(in crate::sim) fn lift_over(&mut self, points: &[Point], over: std::ops::RangeInclusive<u64>) {
        if points.is_empty() {
            return;
        }
        let most = if self.rng.bool() { 1 } else { self.rng.usize(2..=8) };
        let handfuls: Vec<&[Point]> = points.chunks(most).collect();
        let total_ms = self.hands.pace.hand_ms(self.rng.u64(over)).max(handfuls.len() as u64);
        let mut moments: Vec<u64> = (1..handfuls.len()).map(|_| self.rng.u64(total_ms / 8..=total_ms)).collect();
        moments.push(total_ms);
        moments.sort_unstable();
        let start_ms = self.now_ms;
        for (handful, moment_ms) in handfuls.into_iter().zip(moments) {
            self.now_ms = start_ms + moment_ms;
            for &point in handful {
                self.act(Act::Lift(point));
            }
        }
    }

    /// The dead stones of the turn before are lifted while the reply, which was put down at `since_ms`, already stands.
    fn lift_left(&mut self, left: &[(u32, Point)], since_ms: u64) {
        for &(turn, point) in left {
            let at_ms = since_ms + self.hands.pace.hand_ms(self.rng.u64(300..=2_000));
            self.step_of(turn, at_ms, Deed::Do(Act::Lift(point)));
            self.busy_ms = self.busy_ms.max(at_ms);
        }
    }

    /// Some stone of the board is lifted and put back while somebody thinks. Returns when that is over.
    pub(super) fn put_back(&mut self) -> u64 {
        let size = self.position.size();
        let stones: Vec<(Point, Color)> = size.points().filter_map(|point| Some((point, self.position.get(point)?))).collect();
        let Some((point, color)) = self.rng.choice(stones) else { return self.now_ms };
        let lifted_ms = self.now_ms + self.hands.pace.hand_ms(self.rng.u64(200..=800));
        let back_ms = lifted_ms + self.hands.pace.hand_ms(self.rng.u64(300..=2_500));
        self.step(lifted_ms, Deed::Do(Act::Lift(point)));
        self.step(back_ms, Deed::Do(Act::Put(point, color)));
        back_ms
    }
}
