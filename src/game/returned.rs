//! A stone that was taken off wrongly stands on its point again while its own side is to move (CN-18): it was put back, or it is played there.
//! Nobody can see which. It counts as put back until more is seen: a press for which no other stone has come, or the opponent's answer, says
//! that it was the play of this turn.

use crate::go::{Color, Edit, Place, PlayedMove, Point};
use crate::sense::{Reconstruction, Settling};
use crate::time::Mono;
use crate::wire::Grid;

use super::Game;
use super::event::{Alert, AlertState, EventBody};
use super::input::Output;

/// The one stone of the side to move that has come back since the last move.
struct Returned {
    /// The edit by which the record has it.
    edit: usize,
    point: Point,
    /// The alert about its being taken off, or the kind where nobody is told.
    reason: String,
}

impl Game {
    /// This side's press waits for a stone, and none has come but the one that stands again: it was played. True when it is in the moves.
    pub(super) fn returned_was_played(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        let Some(Returned { edit, point, reason }) = self.stands_again() else { return false };
        let color = self.to_move();
        let mut edits = self.record().edits.clone();
        edits.remove(edit);
        let mut without = self.record().clone();
        without.edits.clone_from(&edits);
        let mut position = self.position_of(&without);
        position.set_to_move(color);
        if !position.judge(color, Place::At(point)).is_legal() {
            return false;
        }
        self.write_edits(at, edits, reason.clone(), out);
        let seen = self.wood.first_seen(point).max(self.turn.arrived).min(at);
        self.append(seen, PlayedMove::new(color, Place::At(point)), out);
        // What was taken off has not been put back, then.
        let cured = self.book.alerts.iter().find(|alert| alert.id == reason && alert.state == AlertState::Cured).cloned();
        if let Some(alert) = cured {
            self.emit(at, EventBody::AlertChanged(Alert { rev: alert.rev + 1, state: AlertState::Open, ..alert }), out);
        }
        true
    }

    /// The opponent has played, and that is the next move once the stone that stands again was one. True when it is in the moves.
    pub(super) fn returned_was_answered(&mut self, at: Mono, grid: &Grid, settling: &[Settling], out: &mut Vec<Output>) -> bool {
        let opponent = self.to_move().opponent();
        if self.stands_again().is_none() {
            return false;
        }
        let mut played = self.position.clone();
        played.set_to_move(opponent);
        let answers = matches!(self.explain_from(&played, opponent, grid, settling), Reconstruction::Played(_));
        answers && self.returned_was_played(at, out)
    }

    /// Two at once are put back: nobody plays two.
    fn stands_again(&self) -> Option<Returned> {
        let (record, color) = (self.record(), self.to_move());
        let of_color = |edit: &Edit| if color == Color::Black { edit.black.clone() } else { edit.white.clone() };
        let back = |index: usize, edit: &Edit| {
            let taken_off = |before: &Edit| before.reason == edit.reason && of_color(edit).iter().all(|point| before.empty.contains(point));
            edit.after as usize == record.moves.len() && edit.empty.is_empty() && record.edits[..index].iter().any(taken_off)
        };
        let mut returned = record.edits.iter().enumerate().filter(|&(index, edit)| back(index, edit)).flat_map(|(index, edit)| {
            let reason = edit.reason.clone();
            of_color(edit).into_iter().map(move |point| Returned { edit: index, point, reason: reason.clone() })
        });
        returned.next().filter(|_| returned.next().is_none())
    }
}
