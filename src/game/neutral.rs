//! Time while captured stones are being lifted (CONTRACT 2 `capture_neutral`, `turn_ends`): not counted where the rules say so.
//!
//! The Chinese rules of 1988 (article 23.4): in byo-yomi the taking of captured stones is not timed; they must be off before the press all
//! the same. The neutral time runs from the contact of the stone, by the moment at which it was first seen, until the last captured stone
//! is gone, by the moment at which it was: what kifud needs to be sure of either costs the player nothing.

use crate::go::Color;
use crate::referee::{AtClock, Kind};
use crate::time::Mono;

use super::Game;
use super::alerts::{Gives, Judged, Raise};
use super::event::{Basis, ClockChange, PlayerPhase, Severity, TurnEndedBy};
use super::input::Output;
use super::settings::{CaptureNeutral, TurnEnds};

/// How long captured stones may be lifted before a person is told, in ms. A handful takes 5 s; a whole side of the board half a minute.
const LIFTING_LONG_MS: u64 = 60_000;

impl Game {
    /// The last move has captured stones that are not off the board yet: its player's time is not counted until they are.
    pub(super) fn captures_begin(&mut self, color: Color, at: Mono, out: &mut Vec<Output>) {
        (self.turn.neutral, self.turn.neutral_told, self.turn.lifted) = (None, false, None);
        if self.wood.lifting.is_empty() || !self.wood.known || !self.turn_is_open() || !self.is_neutral(color, at) {
            return;
        }
        self.turn.neutral = Some(at);
        let reported = self.keeper.hold(color, at);
        let withdrawn = reported.withdrawn.clone();
        self.tell(reported.happened, out);
        self.take_back(&withdrawn, color, out);
        self.clock_event(self.now.mono, ClockChange::Paused, Some(color), out);
    }

    /// The captured stones may be off the board by now: time is counted again, or the turn is over, from the moment at which the last of
    /// them was gone.
    pub(super) fn captures_end(&mut self, out: &mut Vec<Output>) {
        if !self.turn_is_open() || !self.wood.lifting.is_empty() {
            return;
        }
        let gone = self.wood.lifted.iter().map(|&(.., gone)| gone).max().unwrap_or(self.turn.arrived).max(self.turn.arrived);
        if let Some(since) = self.turn.neutral.take() {
            self.turn.lifted = Some((since, gone));
            self.keeper.release(gone);
            let mover = self.record().moves.last().map(|last| last.color);
            self.clock_event(self.now.mono, ClockChange::Resumed, mover, out);
        }
        if self.settings.turn_ends == TurnEnds::Cleared && self.wood.known {
            self.end_open_turn(gone, TurnEndedBy::Cleared, out);
        }
    }

    /// When captured stones have been left on the board for so long that somebody should look.
    pub(super) fn captures_deadline(&self) -> Option<Mono> {
        self.turn.neutral.filter(|_| !self.turn.neutral_told).map(|since| since.plus_ms(LIFTING_LONG_MS))
    }

    /// No rule says how long the lifting may take, and nobody's time is taken: a person is told.
    pub(super) fn captures_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.turn.neutral_told = true;
        let Some(last) = self.record().moves.last() else { return };
        let (color, points) = (last.color, self.wood.lifting.iter().map(|&(point, _)| point).collect());
        let raise = Raise {
            at_most: Severity::Attention,
            basis: Basis::Suspected,
            points,
            ..Raise::new(Kind::CapturesLeft, Some(color), at, AtClock::LiftingLong { by: color, ms: LIFTING_LONG_MS })
        };
        // The press has not been made: no duty is broken yet.
        let judged = Judged { gives: Gives::Nothing, ..Judged::default() };
        self.raise_judged(at, raise, Some(&judged), out);
    }

    /// The move that captured is taken out: its player's time has been running all along.
    pub(super) fn captures_undone(&mut self) {
        if let Some(since) = self.turn.neutral.take() {
            self.keeper.release(since);
        }
    }

    /// True where the taking of stones costs this player no time.
    fn is_neutral(&self, color: Color, at: Mono) -> bool {
        match self.capture_neutral() {
            CaptureNeutral::Never => false,
            CaptureNeutral::Always => self.keeper.running(at) == Some(color),
            CaptureNeutral::ByoYomi => {
                let in_main = |phase| matches!(phase, PlayerPhase::Main);
                self.keeper.running(at) == Some(color) && self.player_clock(color, at).is_some_and(|clock| !in_main(clock.phase))
            }
        }
    }
}
