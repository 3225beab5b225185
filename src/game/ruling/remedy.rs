//! What becomes of the record (CONTRACT 4.5, last paragraph): it goes back to before the offence, takes what is on the board, loses the move,
//! or has a pass in its place.

use crate::go::{Color, Edit, Place, PlayedMove, Point, Record};
use crate::referee::{BoardRemedy, Kind};
use crate::wire::Cell;

use super::super::Game;
use super::super::event::Alert;
use super::super::request::{ErrorCode, RequestError};
use super::effects::Written;
use super::{refuse, words};

/// Where an offence is in the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// It is this move.
    Move(u32),
    /// It would have been this move, and was taken back from the board.
    TakenBack(u32),
    /// It is no move of its own: it came about on the board after this many moves.
    After(u32),
}

impl Game {
    /// The record with this remedy, made from `base`; `reason` is what an edit is for.
    pub(super) fn remedied(&self, base: &Written, alert: &Alert, remedy: BoardRemedy, reason: &str) -> Result<Written, RequestError> {
        match remedy {
            BoardRemedy::None => Ok(base.clone()),
            BoardRemedy::Restore => Ok(self.restored(base, alert)),
            BoardRemedy::Stands => self.standing_as_it_is(base, alert, reason),
            BoardRemedy::Retract => self.without_the_move(base, alert),
            BoardRemedy::ForcedPass => self.with_a_pass(base, alert),
        }
    }

    /// The position before the offence. What was played over stones that were only displaced stays, where it still fits.
    fn restored(&self, base: &Written, alert: &Alert) -> Written {
        match found(&base.record, alert) {
            Found::Move(n) => before_move(base, n, alert, alert.kind == Kind::DoubleMove),
            Found::TakenBack(_) => base.clone(),
            Found::After(n) => {
                let mut record = base.record.clone();
                record.edits.retain(|edit| edit.reason != alert.id);
                if record.edits == base.record.edits {
                    return base.clone();
                }
                if self.replays(&mut record, n as usize).is_ok() {
                    return Written { record, to_move: base.to_move };
                }
                record.moves.truncate(n as usize);
                record.edits.retain(|edit| edit.after <= n);
                let to_move = record.to_move();
                Written { record, to_move }
            }
        }
    }

    /// What is on the board, with an edit where it is not in the record yet.
    fn standing_as_it_is(&self, base: &Written, alert: &Alert, reason: &str) -> Result<Written, RequestError> {
        let in_record = matches!(found(&base.record, alert), Found::Move(_));
        // The play from the wrong bowl counts as its player's: the stone is exchanged, or left.
        if alert.kind == Kind::WrongColor || self.placed.tells {
            return Ok(base.clone());
        }
        if !self.wood.known {
            let away = "the board is not there: nobody sees what stands. Connect it, or set-position says it";
            return if in_record { Ok(base.clone()) } else { refuse(ErrorCode::NotNow, away) };
        }
        let position = self.position_of(&base.record);
        let settled = self.wood.settle.settled();
        let mut edit =
            Edit { after: base.record.moves.len() as u32, black: vec![], white: vec![], empty: vec![], reason: reason.to_owned() };
        for &point in &alert.points {
            let (expected, seen) = (position.get(point), settled.get(point));
            let stone = match seen {
                Cell::Unreadable => continue,
                Cell::Empty => None,
                Cell::Stone(color) => Some(color),
                Cell::StoneOfUnknownColor if expected.is_some() => expected,
                Cell::StoneOfUnknownColor => match alert.color {
                    Some(color) => Some(color),
                    None => return refuse(ErrorCode::NotAllowed, "this board sees no colours: set-position says what stands"),
                },
            };
            match stone {
                stone if stone == expected => {}
                Some(Color::Black) => edit.black.push(point),
                Some(Color::White) => edit.white.push(point),
                None => edit.empty.push(point),
            }
        }
        let mut stands = base.clone();
        if !edit.changes().is_empty() {
            stands.record.edits.push(edit);
        }
        Ok(stands)
    }

    /// The move is out, with what was played on it; who was to move before it is to move.
    fn without_the_move(&self, base: &Written, alert: &Alert) -> Result<Written, RequestError> {
        if let Some(first) = self.first_of_two(&base.record, alert) {
            return Ok(before_move(base, first, alert, false));
        }
        match found(&base.record, alert) {
            Found::Move(n) => Ok(before_move(base, n, alert, alert.kind == Kind::DoubleMove)),
            Found::TakenBack(_) => Ok(base.clone()),
            // A second stone that is in no record is taken off the board alone.
            Found::After(_) if alert.kind == Kind::ResignSignal => Ok(base.clone()),
            Found::After(n) => match turn_of(&base.record, alert, n) {
                Some(n) => Ok(before_move(base, n, alert, false)),
                None => refuse(ErrorCode::Conflict, words::no_move_belongs(alert)),
            },
        }
    }

    /// The move is out and its player has passed in its place; where there is none, this turn is a pass.
    fn with_a_pass(&self, given: &Written, alert: &Alert) -> Result<Written, RequestError> {
        if let Some(passed) = passed_before_the_answer(given, alert) {
            return Ok(passed);
        }
        let mut base = given.clone();
        let first = self.first_of_two(&base.record, alert);
        if let (Some(_), Found::Move(second)) = (first, found(&base.record, alert)) {
            base.record.moves.remove(second as usize - 1);
            base.record.edits.iter_mut().filter(|edit| edit.after >= second).for_each(|edit| edit.after -= 1);
        }
        let moves = &base.record.moves;
        let n = match found(&base.record, alert) {
            _ if first.is_some() => first,
            Found::Move(n) => Some(n),
            // What was played instead of the stone that was taken back was played in a turn that is lost.
            Found::TakenBack(n) if moves.len() as u32 == n => turn_of(&base.record, alert, n),
            Found::TakenBack(_) => None,
            Found::After(n) => turn_of(&base.record, alert, n),
        };
        let mut record = base.record.clone();
        if let Some(n) = n {
            let index = n as usize - 1;
            let PlayedMove { color, used_ms, provisional, .. } = moves[index];
            record.moves[index] = PlayedMove { used_ms, provisional, forced: true, ..PlayedMove::new(color, Place::Pass) };
            record.edits.retain(|edit| edit.reason != alert.id);
            self.replays(&mut record, index)?;
            let last = n as usize == moves.len();
            return Ok(Written { record, to_move: if last { color.opponent() } else { base.to_move } });
        }
        // The turn that is lost is the one in hand: a later one of the same player is another.
        let turn = match found(&record, alert) {
            Found::Move(n) | Found::TakenBack(n) => n,
            Found::After(n) => n + 1,
        };
        let in_hand = record.moves.len() as u32 + 1 == turn;
        let Some(color) = alert.color.filter(|&color| in_hand && color == base.to_move) else {
            return refuse(ErrorCode::Conflict, words::no_pass_fits(alert));
        };
        record.moves.push(PlayedMove { forced: true, ..PlayedMove::new(color, Place::Pass) });
        Ok(Written { record, to_move: color.opponent() })
    }

    /// The first of two plays in a row, where the book takes both back (AGA, rule 8).
    fn first_of_two(&self, record: &Record, alert: &Alert) -> Option<u32> {
        if alert.kind != Kind::DoubleMove || !self.terms.rulebook.book().takes_both_back {
            return None;
        }
        let first = match found(record, alert) {
            Found::Move(second) => second.checked_sub(1)?,
            Found::TakenBack(second) => second.checked_sub(1).filter(|&first| record.moves.len() as u32 == first)?,
            Found::After(_) => return None,
        };
        let played = record.moves.get(first.checked_sub(1)? as usize)?;
        (Some(played.color) == alert.color).then_some(first)
    }

    /// Plays the record again from `from` on and writes down what each move takes. Refused where a play lies on a stone, or is illegal and
    /// was not before.
    fn replays(&self, record: &mut Record, from: usize) -> Result<(), RequestError> {
        let before = self.record().clone();
        for index in from..record.moves.len() {
            let mut until = record.clone();
            until.moves.truncate(index);
            until.edits.retain(|edit| edit.after <= index as u32);
            let mut position = self.position_of(&until);
            let played = &mut record.moves[index];
            position.set_to_move(played.color);
            let known = before.moves.get(index).is_some_and(|known| known.place == played.place && !known.illegal.is_empty());
            let Place::At(point) = played.place else {
                played.captured.clear();
                continue;
            };
            let judgement = position.judge(played.color, played.place);
            if position.get(point).is_some() || !(judgement.is_legal() || known || played.disputed.is_some()) {
                return refuse(ErrorCode::Conflict, words::does_not_fit(index as u32 + 1));
            }
            played.captured = judgement.captures;
        }
        Ok(())
    }

    /// The points at which what was decided and what stands may differ: for these the sensors count for nothing until they change.
    pub(super) fn decided_points(&self, alert: &Alert, before: &[Option<Color>]) -> Vec<Point> {
        let size = self.settings.size;
        let changed = size.points().zip(before).filter(|&(point, was)| self.position.get(point) != *was).map(|(point, _)| point);
        let mut points: Vec<Point> = alert.points.iter().copied().filter(|&point| size.contains(point)).collect();
        points.extend(changed);
        points.sort_by_key(|&point| size.index(point));
        points.dedup();
        points
    }
}

/// The press without a stone was a pass, and the opponent's stone that came after it stands in the record as a second play in a row: it was
/// the answer (CN-17.1 asks whether the other side has passed).
fn passed_before_the_answer(base: &Written, alert: &Alert) -> Option<Written> {
    let color = alert.color.filter(|_| matches!(alert.kind, Kind::PassSignal | Kind::PressWithoutMove))?;
    let n = alert.n? as usize;
    let before =
        n.checked_sub(1).map_or(base.record.first.opponent(), |index| base.record.moves.get(index).map_or(color, |last| last.color));
    let answer = base.record.moves.get(n).filter(|answer| answer.disputed.is_some())?;
    if before == color || answer.color == color {
        return None;
    }
    let mut passed = base.clone();
    passed.record.moves[n].disputed = None;
    let forced = alert.kind == Kind::PressWithoutMove;
    passed.record.moves.insert(n, PlayedMove { provisional: false, forced, ..PlayedMove::new(color, Place::Pass) });
    passed.record.edits.iter_mut().filter(|edit| edit.after as usize > n).for_each(|edit| edit.after += 1);
    Some(passed)
}

/// Where the offence is: by the mark of its alert, or by its number and point where the mark is gone.
fn found(record: &Record, alert: &Alert) -> Found {
    let marked = record.moves.iter().rposition(|played| played.disputed.as_deref() == Some(alert.id.as_str()));
    if let Some(index) = marked {
        return Found::Move(index as u32 + 1);
    }
    let n = alert.n.unwrap_or(record.moves.len() as u32);
    if !alert.kind.enters_the_record() {
        return Found::After(n.min(record.moves.len() as u32));
    }
    let is_it = |played: &PlayedMove| {
        let same = played.place.point() == alert.points.first().copied() && Some(played.color) == alert.color;
        same && played.disputed.is_none()
    };
    let there = n.checked_sub(1).and_then(|index| record.moves.get(index as usize)).is_some_and(is_it);
    if there { Found::Move(n) } else { Found::TakenBack(n) }
}

/// The move of the offender's turn to which something on the board or at the clock belongs.
fn turn_of(record: &Record, alert: &Alert, n: u32) -> Option<u32> {
    let older = matches!(alert.kind, Kind::StoneShifted | Kind::StoneMissing | Kind::ExtraStone | Kind::BoardScattered);
    let played = record.moves.get(n.checked_sub(1)? as usize)?;
    (Some(played.color) == alert.color && !older).then_some(n)
}

/// The record before a move, and who was to move then: its player, or the other side where it was played out of turn.
fn before_move(base: &Written, n: u32, alert: &Alert, out_of_turn: bool) -> Written {
    let left = n as usize - 1;
    let mut record = base.record.clone();
    let color = record.moves[left].color;
    record.moves.truncate(left);
    record.edits.retain(|edit| edit.after as usize <= left && edit.reason != alert.id);
    Written { record, to_move: if out_of_turn { color.opponent() } else { color } }
}
