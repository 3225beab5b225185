//! Both clocks as they stood when the turns of the latest moves began: what a take-back goes back to.

use crate::go::{ByColor, Color};
use crate::time::Mono;

use super::{GameClock, PlayerClock, TimeControl, Turn};

/// Both clocks at the beginning of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnStart {
    /// So many moves had been played.
    pub after: u32,
    /// What each player had.
    pub clocks: ByColor<PlayerClock>,
    /// What each had used in the whole game, in ms.
    pub used_ms: ByColor<u64>,
}

/// The beginnings of the latest turns, oldest first. Plain data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TurnStarts(Vec<TurnStart>);

impl TurnStarts {
    /// The most that are kept, ten turns of each: the list is stored with every change, and whoever takes more back sets the clocks as well.
    /// A longer take-back goes back to the oldest.
    pub const MAX: usize = 20;

    /// These, the newest if they are too many.
    pub fn new(mut starts: Vec<TurnStart>) -> TurnStarts {
        starts.drain(..starts.len().saturating_sub(TurnStarts::MAX));
        TurnStarts(starts)
    }

    /// All of them, oldest first.
    pub fn as_slice(&self) -> &[TurnStart] {
        &self.0
    }

    /// A turn has begun. What is known of one after as many moves, or more, was taken back.
    pub fn begins(&mut self, start: TurnStart) {
        self.0.retain(|before| before.after < start.after);
        if self.0.len() == TurnStarts::MAX {
            self.0.remove(0);
        }
        self.0.push(start);
    }

    /// A person has given or taken time: a take-back does not undo that. Where a clock could not have been changed so, that beginning is
    /// forgotten.
    pub fn adjusted(&mut self, control: &TimeControl, color: Color, delta_ms: i64, periods_delta: i32) {
        self.0.retain_mut(|start| match start.clocks[color].adjusted(control, delta_ms, periods_delta) {
            Ok(clock) => {
                start.clocks[color] = clock;
                true
            }
            Err(_) => false,
        });
    }

    /// The clocks were set: nothing of before is gone back to.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// What is gone back to where so many moves are left; later beginnings are forgotten. Where the clock was not pressed for that turn, and
    /// where it is too long ago, the first turn after it whose beginning is known. `None` where there is none.
    pub fn back_to(&mut self, moves: u32) -> Option<TurnStart> {
        let index = self.0.iter().position(|start| start.after >= moves)?;
        let start = TurnStart { after: moves, ..self.0[index] };
        self.0.truncate(index);
        self.0.push(start);
        Some(start)
    }
}

impl GameClock {
    /// What a take-back to this moment goes back to: both clocks when the current stretch began.
    pub const fn turn_start(&self, after: u32) -> TurnStart {
        TurnStart { after, clocks: self.clocks, used_ms: self.used_ms }
    }

    /// Both clocks as they stood when that turn began, and the turn `color`'s, from `at` on; a clock that stood stands. Nothing that has
    /// passed since is charged, nothing earned since is kept, and no flag has fallen.
    pub fn take_back(&mut self, start: &TurnStart, color: Color, at: Mono) {
        (self.clocks, self.used_ms) = (start.clocks, start.used_ms);
        self.turn = self.turn.map(|turn| Turn { until: turn.until.map(|_| at), ..Turn::new(color, at) });
        self.reported = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: TimeControl = TimeControl::Absolute { main_ms: 60_000 };

    fn start(after: u32, left_ms: u64) -> TurnStart {
        let clock = PlayerClock::Main { left_ms, periods: 0 };
        TurnStart { after, clocks: ByColor { black: clock, white: clock }, used_ms: ByColor::default() }
    }

    fn known(starts: &TurnStarts) -> Vec<u32> {
        starts.as_slice().iter().map(|start| start.after).collect()
    }

    #[test]
    fn the_latest_are_kept_and_those_that_were_taken_back_are_not() {
        let mut starts = TurnStarts::default();
        (0..30).for_each(|after| starts.begins(start(after, 60_000 - u64::from(after))));
        assert_eq!((known(&starts).len(), known(&starts)[0]), (TurnStarts::MAX, 10));
        assert_eq!(starts.back_to(27), Some(start(27, 60_000 - 27)));
        assert_eq!(known(&starts).last(), Some(&27));
        starts.begins(start(26, 1));
        assert_eq!(known(&starts).last(), Some(&26));
        assert_eq!(starts.back_to(27), None, "nothing is known of a turn that has not begun");
        assert_eq!(starts.back_to(3), Some(start(3, 60_000 - 10)), "longer ago than is kept");
        assert_eq!(known(&starts), [3]);
    }

    #[test]
    fn what_a_person_has_given_or_taken_stays_so() {
        let mut starts = TurnStarts::new(vec![start(0, 50_000), start(1, 20_000)]);
        starts.adjusted(&CONTROL, Color::White, -30_000, 0);
        assert_eq!(known(&starts), [0], "after move 1 White had no half minute to lose");
        let back = starts.back_to(0).expect("the beginning");
        assert_eq!(back.clocks.white, PlayerClock::Main { left_ms: 20_000, periods: 0 });
        assert_eq!(back.clocks.black, PlayerClock::Main { left_ms: 50_000, periods: 0 });
    }
}
