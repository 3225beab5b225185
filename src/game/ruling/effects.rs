//! What a ruling changed, as it was before: kept with the ruling in its event, so that taking it back is exact and needs no guess.

use crate::clock::PlayerClockState;
use crate::go::{Color, Edit, PlayedMove, Record};

use super::super::event::GameResult;

/// What a ruling changed, beside what stands in the ruling itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// The record before it, where it changed that.
    pub record: Option<RecordBefore>,
    /// The clocks that it brought into another part of their time: what was before cannot be told from the difference.
    pub clocks: Vec<ClockBefore>,
    /// The result before it, where it gave one.
    pub result: Option<ResultBefore>,
}

impl Effects {
    /// It changed nothing of which more must be known than the ruling says.
    pub fn is_empty(&self) -> bool {
        *self == Effects::default()
    }
}

/// The end of a record before a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordBefore {
    /// The first move that it changed, or took out.
    pub from_n: u32,
    /// The moves from there on.
    pub moves: Vec<PlayedMove>,
    /// All edits.
    pub edits: Vec<Edit>,
    /// Who was to move.
    pub to_move: Color,
    /// What the ruling left: taken back is only what still is so.
    pub left: RecordLeft,
}

/// How far a record has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordLeft {
    /// So many moves.
    pub moves: u32,
    /// So many edits.
    pub edits: u32,
    /// The position, with the side to move.
    pub position_hash: String,
}

/// One clock before a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockBefore {
    /// Whose.
    pub color: Color,
    /// What it showed.
    pub shown: PlayerClockState,
}

/// What was where a ruling gave a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultBefore {
    /// None: the game was on.
    GameOn,
    /// This one.
    Was(GameResult),
}

/// A record, and who is to move after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) record: Record,
    pub(super) to_move: Color,
}

impl RecordBefore {
    /// What must be kept of `before` to come back to it from `after`, of which this is left; `None` when nothing that is played differs.
    pub(super) fn of(before: &Written, after: &Written, left: RecordLeft) -> Option<RecordBefore> {
        let from = first_other(&before.record, &after.record);
        let (old, new) = (&before.record, &after.record);
        if from == old.moves.len() && from == new.moves.len() && old.edits == new.edits && before.to_move == after.to_move {
            return None;
        }
        // The turn in hand is ended by the ruling: a move that comes back is one whose turn is over.
        let settled = |played: &PlayedMove| PlayedMove { provisional: false, ..played.clone() };
        Some(RecordBefore {
            from_n: from as u32 + 1,
            moves: old.moves[from..].iter().map(settled).collect(),
            edits: old.edits.clone(),
            to_move: before.to_move,
            left,
        })
    }

    /// The record as it was before, made from what is left of it now.
    pub(super) fn put_back(&self, now: &Record) -> Written {
        let mut record = now.clone();
        record.moves.truncate(self.from_n as usize - 1);
        record.moves.extend_from_slice(&self.moves);
        record.edits.clone_from(&self.edits);
        Written { record, to_move: self.to_move }
    }
}

/// The index of the first move that is not the same play with the same captures.
pub(super) fn first_other(one: &Record, other: &Record) -> usize {
    let what = |played: &PlayedMove| (played.color, played.place, played.forced, played.captured.clone());
    let same = |(a, b): &(&PlayedMove, &PlayedMove)| what(a) == what(b);
    one.moves.iter().zip(&other.moves).take_while(same).count()
}
