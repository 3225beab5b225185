//! The clocks when moves are taken back: as they stood when the first of them was thought of, both in one step with the turn (field reports,
//! rows 5 and 53). What a person has given or taken meanwhile stays so.

use crate::clock::Timekeeper;
use crate::go::Color;
use crate::referee::Kind;
use crate::time::Mono;

use super::Game;
use super::event::ClockChange;
use super::input::Output;

impl Game {
    /// The turn after so many moves has begun: what both clocks show is kept for a take-back.
    pub(super) fn note_turn_start(&mut self, after: u32, at: Mono) {
        let start = match &self.keeper {
            Timekeeper::Daemon(clock) => Some(clock.turn_start(after)),
            Timekeeper::Device(clock) => clock.turn_start(after, at),
            Timekeeper::None => None,
        };
        if let Some(start) = start {
            self.turn_starts.begins(start);
        }
    }

    /// A press that was late has begun the turn after its player's last move.
    pub(super) fn note_late_turn_start(&mut self, color: Color, at: Mono) {
        let after = self.record().moves.iter().rposition(|played| played.color == color).map_or(0, |index| index + 1);
        self.note_turn_start(after as u32, at);
    }

    /// A person has given or taken time: that outlives a take-back.
    pub(super) fn note_adjusted(&mut self, color: Color, delta_ms: i64, periods_delta: i32) {
        if let Some(control) = self.terms.time {
            self.turn_starts.adjusted(&control, color, delta_ms, periods_delta);
        }
    }

    /// Both clocks were set by a person: a take-back goes back to what was set, and no further.
    pub(super) fn note_set(&mut self, at: Mono) {
        self.turn_starts.forget();
        self.note_turn_start(self.turns_over(), at);
    }

    /// So many moves are over, the one whose turn is still open not counted.
    pub(super) fn turns_over(&self) -> u32 {
        let moves = &self.record().moves;
        let open = moves.last().is_some_and(|last| last.provisional);
        moves.len() as u32 - u32::from(open)
    }

    /// Moves were taken back, some of whose turns had ended: so many are left. A clock on the table that keeps time and cannot be set shows
    /// what it shows.
    pub(super) fn clocks_taken_back(&mut self, at: Mono, left: u32, out: &mut Vec<Output>) {
        let to_move = self.to_move();
        let Some(start) = self.turn_starts.back_to(left) else { return };
        match &mut self.keeper {
            Timekeeper::None => return,
            Timekeeper::Daemon(clock) => clock.take_back(&start, to_move, at),
            Timekeeper::Device(clock) => {
                let running = clock.running(at).map(|_| to_move);
                if self.set_device(at, start.clocks, start.used_ms, running).is_err() {
                    return;
                }
            }
        }
        if self.flag.is_some_and(|flag| start.clocks[flag.color].overrun_ms().is_none()) {
            // It fell in a turn that was never begun.
            self.flag = None;
            self.gone(at, &[Kind::FlagFallen], out);
        }
        self.show_on_device(at, out);
        self.clock_event(at, ClockChange::Adjusted, None, out);
    }
}
