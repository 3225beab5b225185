//! The wrong itself, and play that goes on over it.

use super::plan::{Ending, Plan};
use super::spot::Spot;
use super::{Expected, Offence};
use crate::go::{Color, Point};
use crate::sim::act::Act;
use crate::sim::hands::Writing;

impl Plan {
    /// Does it. The thought before the turn is over, nothing of the turn has been done.
    pub(super) fn commit(&self, writing: &mut Writing, spot: &Spot<'_>, offence: Offence) -> Expected {
        let mover = Some(spot.mover);
        let (color, points) = match self {
            Plan::Relocate { to, pressed } => {
                writing.played_and(spot, *pressed);
                writing.act(Act::Lift(spot.point));
                writing.wait_hand(200..=900);
                writing.act(Act::Put(*to, spot.mover));
                (mover, vec![spot.point, *to])
            }
            Plan::Retract { pressed } => {
                writing.played_and(spot, *pressed);
                writing.act(Act::Lift(spot.point));
                (mover, vec![spot.point])
            }
            Plan::Shift { from, to, color } => {
                writing.act(Act::Lift(*from));
                writing.wait_hand(200..=900);
                writing.act(Act::Put(*to, *color));
                (Some(*color), vec![*from, *to])
            }
            Plan::Second { point } => {
                writing.played_and(spot, true);
                writing.act(Act::Put(*point, spot.mover));
                (mover, vec![*point])
            }
            Plan::Two { points, color } => {
                writing.two_stones(*points, *color);
                (mover, points.to_vec())
            }
            Plan::Extra { stones } => {
                writing.drop_stones(stones);
                (None, stones.iter().map(|(point, _)| *point).collect())
            }
            Plan::Missing { point, color } => {
                writing.act(Act::Lift(*point));
                (Some(*color), vec![*point])
            }
            Plan::Scatter { .. } => (None, self.scatter(writing)),
            Plan::End(ending) => {
                ending.commit(writing);
                (None, Vec::new())
            }
            Plan::WrongColor
            | Plan::WrongCapture { .. }
            | Plan::CapturesLeft { .. }
            | Plan::Forbidden { .. }
            | Plan::Ko { .. }
            | Plan::PressAlone
            | Plan::PressFirst => (mover, self.commit_by_press(writing, spot)),
        };
        let by_ms = writing.now_ms;
        if matches!(self, Plan::Relocate { pressed: false, .. }) {
            writing.press_after(spot.mover);
        }
        Expected { kind: offence.kind(), color, points, by_ms }
    }

    /// The kinds that are complete when the clock is pressed. Returns the points.
    fn commit_by_press(&self, writing: &mut Writing, spot: &Spot<'_>) -> Vec<Point> {
        let points = match self {
            Plan::WrongColor => {
                writing.act(Act::Put(spot.point, spot.mover.opponent()));
                vec![spot.point]
            }
            Plan::WrongCapture { lifted } => {
                writing.act(Act::Put(spot.point, spot.mover));
                writing.lift_over(&spot.captured, 500..=2_000);
                writing.lift_over(lifted, 500..=2_000);
                lifted.clone()
            }
            Plan::CapturesLeft { lifted, left } => {
                writing.act(Act::Put(spot.point, spot.mover));
                writing.lift_over(lifted, 500..=3_000);
                left.clone()
            }
            Plan::Forbidden { point } => {
                writing.act(Act::Put(*point, spot.mover));
                vec![*point]
            }
            Plan::Ko { point, taken } => {
                writing.act(Act::Put(*point, spot.mover));
                writing.lift_over(taken, 300..=1_500);
                vec![*point]
            }
            Plan::PressFirst => {
                writing.press_only(spot.mover);
                let beyond_ms = writing.rng.u64(1_000..=2_000);
                writing.now_ms += writing.hands.gaps.press_tolerance_ms + beyond_ms;
                writing.act(Act::Put(spot.point, spot.mover));
                return vec![spot.point];
            }
            _ => {
                writing.press_only(spot.mover);
                return Vec::new();
            }
        };
        writing.press_after(spot.mover);
        points
    }

    fn scatter(&self, writing: &mut Writing) -> Vec<Point> {
        let Plan::Scatter { gone, moved } = self else { return Vec::new() };
        for point in gone.iter().map(|stone| stone.0).chain(moved.iter().map(|stone| stone.0)) {
            writing.act(Act::Lift(point));
        }
        writing.wait_hand(0..=300);
        for &(_, to, color) in moved {
            writing.act(Act::Put(to, color));
        }
        self.touched()
    }

    /// Every point that a scattering changes.
    pub(super) fn touched(&self) -> Vec<Point> {
        match self {
            Plan::Scatter { gone, moved } => {
                gone.iter().map(|stone| stone.0).chain(moved.iter().flat_map(|&(from, to, _)| [from, to])).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where whoever is to move can play on over it, so that nothing follows from it.
    pub(super) fn answers(&self, spot: &Spot<'_>) -> Vec<(Point, Color)> {
        let Some(color) = self.is_answered_by(spot) else { return Vec::new() };
        let used = |point: Point| match self {
            Plan::Relocate { to, .. } | Plan::Shift { to, .. } => *to == point,
            Plan::Second { point: used } | Plan::Forbidden { point: used } | Plan::Ko { point: used, .. } => *used == point,
            Plan::Extra { stones } => stones.iter().any(|(stone, _)| *stone == point),
            _ => false,
        };
        spot.quiet_points().into_iter().filter(|&point| !used(point)).map(|point| (point, color)).collect()
    }

    /// Whoever is to move plays on over it: a stone and a press.
    pub(super) fn answer(&self, writing: &mut Writing, spot: &Spot<'_>) {
        let Some((point, color)) = writing.rng.choice(self.answers(spot)) else { return };
        writing.turn += u32::from(color != spot.mover);
        writing.wait_hand(1_000..=3_000);
        writing.act(Act::Put(point, color));
        writing.press_after(color);
    }
}

impl Ending {
    fn commit(&self, writing: &mut Writing) {
        match self {
            Ending::Stopped { lifted, put } => {
                writing.act(Act::Pause);
                writing.wait_hand(1_000..=3_000);
                let points: Vec<Point> = lifted.iter().map(|stone| stone.0).collect();
                writing.lift_over(&points, 1_500..=5_000);
                for &(point, color) in put {
                    writing.wait_hand(500..=1_500);
                    writing.act(Act::Put(point, color));
                }
            }
            Ending::Swept { stones } => {
                let points: Vec<Point> = stones.iter().map(|stone| stone.0).collect();
                for handful in points.chunks(points.len().div_ceil(8)) {
                    writing.wait_hand(150..=500);
                    handful.iter().for_each(|&point| writing.act(Act::Lift(point)));
                }
            }
            Ending::Filled { color, points } => {
                writing.wait_hand(2_000..=6_000);
                for &point in points {
                    writing.wait_hand(300..=1_200);
                    writing.act(Act::Put(point, *color));
                }
            }
        }
    }
}

impl Writing {
    /// The move is played and has settled; where it is pressed too, a moment goes by after that.
    pub(super) fn played_and(&mut self, spot: &Spot<'_>, pressed: bool) {
        self.act(Act::Put(spot.point, spot.mover));
        self.now_ms += self.hands.gaps.still_ms();
        if pressed {
            self.press_after(spot.mover);
            self.wait_hand(800..=2_500);
        } else {
            self.wait_hand(300..=1_500);
        }
    }

    /// A press in good time after the last touch: this moment, so that what is complete with it is complete now.
    pub(super) fn press_after(&mut self, color: Color) {
        self.wait_hand(200..=2_000);
        self.press_only(color);
    }

    pub(super) fn two_stones(&mut self, [one, another]: [Point; 2], color: Color) {
        self.act(Act::Put(one, color));
        self.wait_hand(0..=1_500);
        self.act(Act::Put(another, color));
    }

    /// Stones fall within a moment.
    pub(super) fn drop_stones(&mut self, stones: &[(Point, Color)]) {
        for &(point, color) in stones {
            self.act(Act::Put(point, color));
            self.now_ms += self.rng.u64(0..=40);
        }
    }
}
