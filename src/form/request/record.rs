//! The `record` of `start-game`: moves as in a `game` document, or an SGF file.

use serde_json::Value;

use crate::game::{RequestError, Start};
use crate::go::{PlayedMove, Size, sgf};

use super::shape::PlayedForm;
use super::text::{check_text, place};
use super::{NAME_MAX, malformed, value};

/// Puts the moves into a start; of an SGF file its set-up and first player too.
pub(super) fn put(record: Value, start: &mut Start, size: Size) -> Result<(), RequestError> {
    match record {
        Value::String(text) => file(&text, start, size),
        list => {
            start.record = Some(moves(list, size)?);
            Ok(())
        }
    }
}

fn moves(record: Value, size: Size) -> Result<Vec<PlayedMove>, RequestError> {
    let list: Vec<PlayedForm> = value("record", record)?;
    let mut moves = Vec::with_capacity(list.len());
    for (index, form) in list.into_iter().enumerate() {
        if form.n.is_some_and(|n| n as usize != index + 1) {
            return Err(malformed(format!("record[{index}].n is out of order: number the moves from 1, or leave n out")));
        }
        if let Some(by) = &form.entered_by {
            check_text(&format!("record[{index}].entered_by"), by, NAME_MAX)?;
        }
        moves.push(PlayedMove {
            used_ms: form.used_ms,
            provisional: false,
            forced: form.forced,
            entered_by: form.entered_by,
            ..PlayedMove::new(form.color.into(), place(&format!("record[{index}].vertex"), &form.vertex, size)?)
        });
    }
    Ok(moves)
}

/// Names, komi, time control and result of the file are not taken: they are fields of the request.
fn file(text: &str, start: &mut Start, size: Size) -> Result<(), RequestError> {
    let sgf::GameFile { record, moves, .. } = sgf::read_text(text).map_err(|fault| malformed(format!("record: {fault}")))?;
    if record.size != size {
        let (width, height) = (record.size.width(), record.size.height());
        return Err(malformed(format!("record: the file's board is {width}x{height}, this one is {}x{}", size.width(), size.height())));
    }
    if let Some(edit) = record.edits.first() {
        return Err(malformed(format!("record: the file changes the position after move {}: give a file with moves only", edit.after)));
    }
    let stones = !record.setup.black.is_empty() || !record.setup.white.is_empty();
    match &start.setup {
        Some(_) if stones => return Err(malformed("setup: the file of record has its own stones, leave one of them out")),
        Some(_) => {}
        None => start.setup = stones.then_some(record.setup),
    }
    start.to_move = start.to_move.or(Some(record.first));
    // What the moves are worth in time; the rest that a file says of them is talk.
    start.file = moves.into_iter().map(|tags| sgf::MoveTags { comment: None, ..tags }).collect();
    let plain = |played: PlayedMove| PlayedMove { provisional: false, ..PlayedMove::new(played.color, played.place) };
    start.record = Some(record.moves.into_iter().map(plain).collect());
    Ok(())
}
