//! The record as a remedy makes it, in events.

use crate::go::Record;
use crate::time::Mono;

use super::super::Game;
use super::super::event::{Alert, EventBody, RetractedBecause, TurnEndedBy};
use super::super::input::Output;
use super::effects::{RecordBefore, RecordLeft, Written, first_other};

impl Game {
    /// The record now, and who is to move.
    pub(super) fn written(&self) -> Written {
        Written { record: self.record().clone(), to_move: self.to_move() }
    }

    /// How far a record has come.
    pub(super) fn left(&self, written: &Written) -> RecordLeft {
        RecordLeft {
            moves: written.record.moves.len() as u32,
            edits: written.record.edits.len() as u32,
            position_hash: self.hash_of(&written.record, written.to_move),
        }
    }

    /// What must be kept to come back from `after` to `before`.
    pub(super) fn record_before(&self, before: &Written, after: &Written) -> Option<RecordBefore> {
        RecordBefore::of(before, after, self.left(after))
    }

    /// Writes the record down as it is now, because of this ruling on this alert. True when anything that is played has changed.
    pub(super) fn write_record(&mut self, at: Mono, target: &Written, alert: &Alert, ruling: &str, out: &mut Vec<Output>) -> bool {
        let before = self.written();
        if before == *target {
            return false;
        }
        let kept = first_other(&before.record, &target.record);
        let (old, new) = (before.record.moves.len(), target.record.moves.len());
        let played = kept < old || kept < new || before.record.edits != target.record.edits || before.to_move != target.to_move;
        if kept < old {
            self.captures_undone();
        }
        let only_shorter = kept == new && kept < old && target.record.moves[..] == before.record.moves[..kept];
        if only_shorter && before.record.edits == target.record.edits {
            self.retract_moves(at, target, alert, out);
        } else {
            let changed = before.record.moves.iter().zip(&target.record.moves).take_while(|(one, other)| one == other).count();
            let body = EventBody::RecordChanged {
                from_n: changed as u32 + 1,
                moves: target.record.moves[changed..].to_vec(),
                edits: target.record.edits.clone(),
                because: ruling.to_owned(),
                position_hash: self.hash_of(&target.record, target.to_move),
            };
            self.emit(at, body, out);
        }
        if before.to_move != target.to_move {
            self.turn.ruled = Some(at);
        }
        if played {
            self.follow_written(at, new > old && kept == old, out);
        }
        played
    }

    /// From the last move backwards, each by an event of its own.
    fn retract_moves(&mut self, at: Mono, target: &Written, alert: &Alert, out: &mut Vec<Output>) {
        while let Some(last) = self.record().moves.last().filter(|_| self.record().moves.len() > target.record.moves.len()) {
            let (n, point) = (self.record().moves.len() as u32, last.place.point());
            let shorter = Record { moves: self.record().moves[..n as usize - 1].to_vec(), ..target.record.clone() };
            let is_last = shorter.moves.len() == target.record.moves.len();
            let to_move = if is_last { target.to_move } else { shorter.to_move() };
            let position_hash = self.hash_of(&shorter, to_move);
            let because = RetractedBecause::Alert(alert.id.clone());
            self.emit(at, EventBody::MoveRetracted { n, point, because, position_hash }, out);
        }
    }

    /// Position, turn and clock are those of the record that was written. `longer`: a turn was added, and it is over.
    fn follow_written(&mut self, at: Mono, longer: bool, out: &mut Vec<Output>) {
        let lifting = std::mem::take(&mut self.wood.lifting);
        self.rebuild_position();
        self.wood.lifting = lifting.into_iter().filter(|&(point, _)| self.position.get(point).is_none()).collect();
        self.before_last = self.before_provisional();
        self.placements_in_record();
        self.turn.presses.clear();
        if longer {
            self.turn.began = self.turn.ended.unwrap_or(self.turn.arrived);
            (self.turn.arrived, self.turn.ended) = (at, None);
        }
        if self.record().moves.last().is_some_and(|last| last.provisional && last.forced) {
            self.end_open_turn(at, TurnEndedBy::Ruling, out);
        }
        self.clock_follows_record(at, out);
    }

    fn hash_of(&self, record: &Record, to_move: crate::go::Color) -> String {
        let mut position = self.position_of(record);
        position.set_to_move(to_move);
        position.position_hash()
    }
}
