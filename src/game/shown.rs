//! A clock on the table that only shows what kifud keeps: it is set anew when it has come to show something else. It knows no increments, and
//! how long a period is nobody can tell it (CONTRACT 3.2, SET); one that is not told to run the other side runs on.

use crate::clock::{ClockReading, PlayerPhase, Side};
use crate::go::Color;
use crate::time::Mono;

use super::Game;
use super::event::Phase;
use super::input::Output;

/// What is shown may differ from what is kept by so much, in ms, besides the step of the display: setting stops some clocks for a moment.
const KEPT_APART_MS: u64 = 2_000;

/// A clock that shows something else for so long is set anew, in ms: after a press it may be about to follow by itself.
const WRONG_MS: u64 = 1_500;

/// A clock that does not obey is told again after twice the time, so many times over: there are times that no clock can show.
const TOLD_AGAIN_MAX: u32 = 6;

/// What the clock on the table shows is not what is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShownWrong {
    since: Mono,
    told: u32,
}

impl Game {
    /// Sets the clock on the table anew where it has shown something else than what is kept for long enough.
    pub(super) fn keep_shown(&mut self, at: Mono, reading: &ClockReading, out: &mut Vec<Output>) {
        let kept_here = !self.keeper.from_device() && matches!(self.book.phase, Phase::Playing | Phase::Ending);
        if !kept_here || !self.clock_can_be_set() || !self.shows_wrong(at, reading) {
            self.shown_wrong = None;
            return;
        }
        let wrong = *self.shown_wrong.get_or_insert(ShownWrong { since: at, told: 0 });
        if at.since_ms(wrong.since) >= WRONG_MS << wrong.told.min(TOLD_AGAIN_MAX) {
            self.shown_wrong = Some(ShownWrong { since: at, told: wrong.told + 1 });
            if reading.ticking() == self.side_in_turn() {
                self.show_times_on_device(self.now.mono, out);
            } else {
                self.show_on_device(self.now.mono, out);
            }
        }
    }

    /// The side whose time is kept as running.
    fn side_in_turn(&self) -> Option<Side> {
        self.keeper.in_turn().zip(self.terms.black_side).map(|(color, black)| black.of(color))
    }

    fn shows_wrong(&self, at: Mono, reading: &ClockReading) -> bool {
        let (Some(players), Some(black)) = (self.keeper.view(at), self.terms.black_side) else { return false };
        // A flag is a person's to look after, and so are figures from before this turn.
        let over = Color::BOTH.into_iter().any(|color| matches!(players[color].phase, PlayerPhase::Flagged { .. }));
        if over || self.keeper.turn_started().is_none_or(|started| at < started) {
            return false;
        }
        let apart_ms = KEPT_APART_MS + u64::from(reading.resolution_ms);
        let shown_ms = |color| u64::from(reading.remaining_ms[black.of(color).index()]);
        reading.ticking() != self.side_in_turn()
            || Color::BOTH.into_iter().any(|color| shown_ms(color).abs_diff(players[color].remaining_ms) > apart_ms)
    }
}
