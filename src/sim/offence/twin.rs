//! The innocent twins: the same beginning, put right in time. In the end the move has been played and pressed as the record has it.

use super::plan::{Ending, Plan};
use super::spot::Spot;
use crate::go::{Color, Point};
use crate::sim::act::Act;
use crate::sim::hands::Writing;
use crate::sim::steps::Deed;

impl Plan {
    /// Does it. `None` when the record cannot be played here.
    pub(super) fn twin(&self, writing: &mut Writing, spot: &Spot<'_>) -> Option<()> {
        match self {
            Plan::Relocate { pressed, .. } | Plan::Retract { pressed } => {
                writing.played_and(spot, *pressed);
                writing.there_and_back(spot.point, spot.mover, 300..=2_000);
                if !pressed {
                    writing.press_after(spot.mover);
                }
            }
            Plan::Second { point } => {
                writing.played_and(spot, true);
                writing.put_for(*point, spot.mover, 300..=2_000);
            }
            Plan::Two { points: [first, second], color } if *color == spot.mover => {
                writing.act(Act::Put(*first, *color));
                writing.wait_hand(0..=1_500);
                writing.put_for(*second, *color, 300..=2_000);
                writing.press_after(*color);
            }
            Plan::WrongColor => {
                writing.put_for(spot.point, spot.mover.opponent(), 400..=2_000);
                writing.wait_hand(200..=800);
                writing.act(Act::Put(spot.point, spot.mover));
                writing.press_after(spot.mover);
            }
            Plan::WrongCapture { lifted } => wrong_capture(writing, spot, lifted),
            Plan::CapturesLeft { lifted, left } => {
                writing.act(Act::Put(spot.point, spot.mover));
                writing.lift_over(lifted, 300..=1_500);
                writing.press_after(spot.mover);
                writing.wait_hand(500..=1_500);
                writing.lift_over(left, 300..=1_000);
            }
            Plan::PressAlone | Plan::PressFirst => {
                writing.press_only(spot.mover);
                // Well within the tolerance, with time for a scan and the line.
                let tolerance_ms = writing.hands.gaps.press_tolerance_ms;
                writing.now_ms += writing.rng.u64(tolerance_ms / 10..=tolerance_ms * 6 / 10);
                writing.act(Act::Put(spot.point, spot.mover));
                writing.lift_over(&spot.captured, 300..=1_500);
            }
            Plan::Two { .. }
            | Plan::Shift { .. }
            | Plan::Extra { .. }
            | Plan::Missing { .. }
            | Plan::Forbidden { .. }
            | Plan::Ko { .. }
            | Plan::Scatter { .. }
            | Plan::End(_) => {
                self.twin_before_move(writing, spot);
                return writing.play_out(spot.played, None).ok();
            }
        }
        // `take_in` refuses only points outside the board.
        let _ = writing.position.take_in(spot.mover, spot.played.place);
        Some(())
    }

    /// What is over before the move is played.
    fn twin_before_move(&self, writing: &mut Writing, spot: &Spot<'_>) {
        match self {
            Plan::Two { points: [first, second], color } => {
                writing.two_stones([*first, *second], *color);
                writing.wait_hand(300..=2_000);
                writing.act(Act::Lift(*first));
                writing.act(Act::Lift(*second));
            }
            Plan::Shift { from, to, color } => {
                writing.act(Act::Lift(*from));
                writing.wait_hand(200..=900);
                writing.put_for(*to, *color, 300..=1_500);
                writing.wait_hand(200..=600);
                writing.act(Act::Put(*from, *color));
            }
            Plan::Extra { stones } => {
                writing.drop_stones(stones);
                writing.wait_hand(500..=2_500);
                stones.iter().for_each(|(point, _)| writing.act(Act::Lift(*point)));
            }
            Plan::Missing { point, color } => writing.there_and_back(*point, *color, 300..=2_500),
            Plan::Forbidden { point } | Plan::Ko { point, .. } => {
                // The stone slides over the point. Had it lain there, it would have been played.
                writing.act(Act::Put(*point, spot.mover));
                let settle_ms = writing.hands.gaps.settle_ms;
                writing.now_ms += writing.rng.u64(settle_ms / 10..=settle_ms * 6 / 10);
                writing.act(Act::Lift(*point));
                writing.now_ms += writing.rng.u64(0..=settle_ms / 5);
                return;
            }
            Plan::Scatter { .. } => {
                // The table is knocked against: every sensor is wrong for a moment.
                for point in self.touched() {
                    writing.step(writing.now_ms, Deed::Wrong(point, spot.mover));
                }
                writing.now_ms += writing.rng.u64(500..=2_000);
                for point in self.touched() {
                    writing.step(writing.now_ms, Deed::Truth(point));
                }
            }
            Plan::End(ending) => ending.twin(writing),
            _ => {}
        }
        writing.now_ms += writing.hands.gaps.still_ms();
        writing.wait_hand(500..=2_000);
    }
}

impl Ending {
    /// The clock is stopped for a while and goes on; a few stones are looked at and put back; or nobody fills in at all.
    fn twin(&self, writing: &mut Writing) {
        match self {
            Ending::Stopped { .. } => {
                writing.act(Act::Pause);
                writing.wait_hand(3_000..=8_000);
                writing.act(Act::Pause);
            }
            Ending::Swept { stones } => {
                let handful = &stones[..stones.len().min(4)];
                handful.iter().for_each(|(point, _)| writing.act(Act::Lift(*point)));
                writing.wait_hand(500..=2_000);
                handful.iter().for_each(|(point, color)| writing.act(Act::Put(*point, *color)));
            }
            Ending::Filled { .. } => writing.wait_hand(2_000..=6_000),
        }
    }
}

/// The chain is put back before the press.
fn wrong_capture(writing: &mut Writing, spot: &Spot<'_>, lifted: &[Point]) {
    let (mover, other) = (spot.mover, spot.mover.opponent());
    writing.act(Act::Put(spot.point, mover));
    writing.lift_over(&spot.captured, 500..=2_000);
    writing.wait_hand(200..=800);
    lifted.iter().for_each(|&point| writing.act(Act::Lift(point)));
    writing.wait_hand(300..=2_000);
    for &point in lifted {
        writing.act(Act::Put(point, other));
        writing.wait_hand(0..=100);
    }
    writing.press_after(mover);
}

impl Writing {
    /// A stone that stands is lifted and put back on its point.
    fn there_and_back(&mut self, point: Point, color: Color, away_ms: std::ops::RangeInclusive<u64>) {
        self.act(Act::Lift(point));
        self.wait_hand(away_ms);
        self.act(Act::Put(point, color));
    }

    /// A stone is put down and taken up again.
    fn put_for(&mut self, point: Point, color: Color, lies_ms: std::ops::RangeInclusive<u64>) {
        self.act(Act::Put(point, color));
        self.wait_hand(lies_ms);
        self.act(Act::Lift(point));
    }
}
