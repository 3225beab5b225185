//! No payload is larger than 64 kB (CONTRACT 4): what is cut when one would be, and what never is.

use serde::Serialize;

use super::{EventBodyForm, EventForm, GameForm, MoveForm};

/// The largest payload, in bytes. Decimal kilobytes: right by both readings of "64 kB".
pub const PAYLOAD_MAX: usize = 64_000;

/// What may be left out of a payload that would be too large, in this order. Never a move, a setup stone, an edit, a mark of a move
/// (forced, illegal, disputed, provisional, entered by hand), the board, an alert id or the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// The list of points at which the wood differs: `agrees` still says that it does.
    Discrepancies,
    /// The vertices that each move captured: playing the moves gives them.
    Captured,
    /// The time of each move: the `turn-ended` events and the journal have it.
    UsedMs,
    /// The SGF in `result/<game_id>`: the moves are in the same document.
    Sgf,
}

impl Cut {
    /// The name in the document's `cut`.
    pub const fn name(self) -> &'static str {
        match self {
            Cut::Discrepancies => "discrepancies",
            Cut::Captured => "captured",
            Cut::UsedMs => "used_ms",
            Cut::Sgf => "sgf",
        }
    }
}

/// A payload that can be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitted {
    /// The JSON, at most [`PAYLOAD_MAX`] bytes.
    pub json: String,
    /// What was left out, in this order; also in the payload's `cut`.
    pub cut: Vec<Cut>,
}

/// A payload that stays too large when everything that may be cut is cut: it is not sent, and `health` says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes are more than the {PAYLOAD_MAX} of the largest message; nothing of the record is cut")]
pub struct TooLarge {
    /// Its size in bytes after all cuts.
    pub bytes: usize,
}

/// The JSON of a shape of ours.
pub(crate) fn json<T: Serialize>(form: &T) -> String {
    serde_json::to_string(form).expect("no map with other keys than strings, no failing Serialize")
}

/// Any document of which nothing may be cut.
///
/// # Errors
/// [`TooLarge`] when it is larger than [`PAYLOAD_MAX`].
pub fn fit<T: Serialize>(form: &T) -> Result<String, TooLarge> {
    let json = json(form);
    if json.len() > PAYLOAD_MAX { Err(TooLarge { bytes: json.len() }) } else { Ok(json) }
}

/// A `game` or `result/<game_id>` document, cut where it must be.
///
/// # Errors
/// [`TooLarge`] when the record itself is larger than [`PAYLOAD_MAX`] (from about 1,400 moves on).
pub fn fit_game(mut form: GameForm) -> Result<Fitted, TooLarge> {
    let mut cut = Vec::new();
    let mut json = json(&form);
    for step in [Cut::Discrepancies, Cut::Captured, Cut::UsedMs, Cut::Sgf] {
        if json.len() <= PAYLOAD_MAX {
            break;
        }
        let left_out = match step {
            Cut::Discrepancies => form.discrepancies.take().is_some_and(|list| !list.is_empty()),
            Cut::Captured | Cut::UsedMs => thin(&mut form.moves, step),
            Cut::Sgf => form.sgf.take().is_some(),
        };
        if left_out {
            cut.push(step);
            form.cut.push(step.name().to_owned());
            json = self::json(&form);
        }
    }
    if json.len() > PAYLOAD_MAX { Err(TooLarge { bytes: json.len() }) } else { Ok(Fitted { json, cut }) }
}

/// A stored event as it is sent: the same string, except a `record-changed` of a very long game, of which `captured` and then `used_ms`
/// of the moves are left out. The journal keeps the whole.
///
/// # Errors
/// [`TooLarge`] when it is still larger than [`PAYLOAD_MAX`], or is no event of ours.
pub fn fit_event(stored: &str) -> Result<Fitted, TooLarge> {
    if stored.len() <= PAYLOAD_MAX {
        return Ok(Fitted { json: stored.to_owned(), cut: Vec::new() });
    }
    let too_large = |bytes| TooLarge { bytes };
    let mut form: EventForm = serde_json::from_str(stored).map_err(|_| too_large(stored.len()))?;
    let mut done = Vec::new();
    let mut json = String::new();
    for step in [Cut::Captured, Cut::UsedMs] {
        let EventBodyForm::RecordChanged { moves, cut, .. } = &mut form.body else {
            return Err(too_large(stored.len()));
        };
        if thin(moves, step) {
            cut.push(step.name().to_owned());
            done.push(step);
        }
        json = self::json(&form);
        if json.len() <= PAYLOAD_MAX {
            return Ok(Fitted { json, cut: done });
        }
    }
    Err(too_large(json.len()))
}

/// Leaves one detail out of all moves; true when there was any.
fn thin(moves: &mut [MoveForm], step: Cut) -> bool {
    let mut any = false;
    for played in moves {
        match step {
            Cut::Captured => any |= !std::mem::take(&mut played.captured).is_empty(),
            Cut::UsedMs => any |= played.used_ms.take().is_some(),
            Cut::Discrepancies | Cut::Sgf => {}
        }
    }
    any
}
