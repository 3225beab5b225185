//! A stone on the point from which one of the same colour has just been captured: a throw-in, or the captured stone, which still lies there
//! and was felt badly for a moment (F4). On the wood they look alike when they come as quickly as people play with little time. The turn that
//! captured has ended, and its opponent has pressed since: it was played. Where nobody presses, the answer tells.

use crate::go::{Color, Place, Point};
use crate::sense::{Play, Reconstruction, Settling, Shown};
use crate::time::Mono;
use crate::wire::Grid;

use super::Game;
use super::input::Output;
use super::wood::shows;

impl Game {
    /// Forgets which captured stones have been lifted by now, but for those that only were felt badly.
    pub(super) fn drop_lifted(&mut self) {
        let (ended, tolerance) = (self.turn.ended, self.settings.press_tolerance_ms);
        let press = self.turn.presses.first().map(|press| (press.color, press.at.plus_ms(tolerance)));
        self.wood.drop_lifted(|color, seen| {
            ended.is_some_and(|ended| seen > ended) && press.is_some_and(|(presser, at)| presser == color && seen <= at)
        });
    }

    /// The opponent has played, and that is the next move once a stone was played where one has just been captured. True when both, or the
    /// first of them, are in the moves.
    pub(super) fn throw_in_was_answered(&mut self, at: Mono, grid: &Grid, settling: &[Settling], out: &mut Vec<Output>) -> bool {
        let color = self.to_move();
        let Some(play) = self.throw_ins(color).into_iter().find(|play| self.is_answered(play, grid, settling)) else { return false };
        self.take_in(at, &[play], out);
        true
    }

    /// Stones of this side that have come since the last move on points where it captured one.
    fn throw_ins(&self, color: Color) -> Vec<Play> {
        let ended = self.turn.ended.unwrap_or(self.turn.arrived);
        let lifting = self.wood.lifting.iter().map(|&(point, of)| (point, of));
        let captured = lifting.chain(self.wood.lifted.iter().map(|&(point, of, _)| (point, of))).filter(|&(_, of)| of == color);
        let legal = captured.filter(|&(point, _)| self.position.judge(color, Place::At(point)).is_legal());
        let came = |point: Point| self.wood.trail.last_glimpse(ended, self.now.mono, |at, cell| at == point && shows(cell, color));
        legal
            .filter_map(|(point, _)| {
                let (captured, first_seen) = (self.position.captures_of(color, point), came(point)?);
                Some(Play { color, point, captured, first_seen, shown: Shown::Seen, after_pass: None })
            })
            .collect()
    }

    fn is_answered(&self, play: &Play, grid: &Grid, settling: &[Settling]) -> bool {
        let mut played = self.position.clone();
        if played.take_in(play.color, Place::At(play.point)).is_err() {
            return false;
        }
        matches!(self.explain_from(&played, play.color.opponent(), grid, settling), Reconstruction::Played(_))
    }
}
