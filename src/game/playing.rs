//! Play: from what stands on the board to moves in the record (CONTRACT 4.3, 4.6).

use crate::go::{Color, Place, PlayedMove};
use crate::sense::{self, Play, Question, Reconstruction, Settling};
use crate::time::Mono;
use crate::wire::Grid;

use super::Game;
use super::event::{BoardChange, Event, EventBody, Phase, RetractedBecause, TurnEndedBy};
use super::input::Output;
use super::settings::TurnEnds;
use super::wood::Differing;

impl Game {
    /// Relates what stands to the record, whatever the phase asks for.
    pub(super) fn consider(&mut self, at: Mono, out: &mut Vec<Output>) {
        if !self.wood.known {
            return;
        }
        match self.book.phase {
            Phase::Idle | Phase::Armed | Phase::Ended => self.consider_opening(at, out),
            Phase::Setup => self.consider_setup(at, out),
            Phase::Playing | Phase::Ending => self.consider_play(at, out),
            Phase::Paused | Phase::Adjourned | Phase::Counting => self.compare(at, out),
        }
    }

    fn consider_play(&mut self, at: Mono, out: &mut Vec<Output>) {
        // Each play shortens what is left to explain: stones may be missing that the other side is already lifting.
        loop {
            self.wood.drop_lifted();
            let grid = self.wood.standing(&self.position);
            let settling: Vec<_> = self.wood.settle.settling().collect();
            match self.explain(&grid, &settling) {
                Reconstruction::Played(plays) => self.take_in(at, &plays, out),
                Reconstruction::Unchanged | Reconstruction::Unfinished(_) => break,
                Reconstruction::PlayedInSomeOrder { .. } | Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_) => {
                    if self.becomes_handicap(at, out) || self.straighten(at, &grid, out) {
                        return;
                    }
                    break;
                }
            }
        }
        self.compare(at, out);
    }

    /// The story of a grid, told from the record as it is; `settling` are the points that have not held still.
    pub(super) fn explain(&self, grid: &Grid, settling: &[Settling]) -> Reconstruction {
        sense::explain(&Question {
            position: &self.position,
            to_move: self.to_move(),
            wood: grid,
            first_seen: &|point| self.wood.settle.first_seen(point),
            lifting: &self.wood.lifting,
            settling,
            last_move: self.record().moves.last().filter(|last| last.provisional).and_then(|last| last.place.point()),
            not_before: Mono::ZERO,
            known_since: Mono::ZERO,
            presses: &[],
            latest: &[],
            limits: sense::Limits::default(),
        })
    }

    /// Takes plays into the record, in their order, each ending the turn before it.
    pub(super) fn take_in(&mut self, at: Mono, plays: &[Play], out: &mut Vec<Output>) {
        if self.book.phase == Phase::Ending {
            self.enter(at, Phase::Playing, "play goes on", out);
        }
        for play in plays {
            self.append(play.first_seen.min(at), PlayedMove::new(play.color, Place::At(play.point)), out);
        }
    }

    /// Appends one move: the turn before it ends, and its own may end with it.
    pub(super) fn append(&mut self, at: Mono, mut played: PlayedMove, out: &mut Vec<Output>) {
        self.end_open_turn(at, TurnEndedBy::Reply, out);
        let color = played.color;
        self.before_last = Some(self.position.clone());
        if let Place::At(point) = played.place {
            played.captured = self.position.captures_of(color, point);
        }
        self.position.take_in(color, played.place).expect("a play that was explained or judged lies on the board");
        self.lifting_before.clone_from(&self.wood.lifting);
        self.wood.lifting.extend(played.captured.iter().map(|&point| (point, color.opponent())));
        self.wood.drop_lifted();
        self.turn.arrived = at;
        let n = self.record().moves.len() as u32 + 1;
        let position_hash = self.position.position_hash();
        self.emit(at, EventBody::Move { n, played, position_hash }, out);
        self.press_for(color, out);
        if self.settings.turn_ends == TurnEnds::Stone {
            self.end_open_turn(at, TurnEndedBy::Stone, out);
        }
    }

    /// True while the last move's turn has not ended.
    pub(super) fn turn_is_open(&self) -> bool {
        self.record().moves.last().is_some_and(|last| last.provisional)
    }

    /// Ends the turn of the last move, where it is still open.
    pub(super) fn end_open_turn(&mut self, at: Mono, by: TurnEndedBy, out: &mut Vec<Output>) {
        let Some(last) = self.record().moves.last().filter(|last| last.provisional) else { return };
        let color = last.color;
        let n = self.record().moves.len() as u32;
        let used_ms = self.turn_over(color, at, by, out);
        let clock = self.player_clock(color, at);
        self.emit(at, EventBody::TurnEnded { n, color, by, used_ms, clock }, out);
    }

    /// A provisional stone that moved to a touching point within the patience has been straightened. True when it was.
    pub(super) fn straighten(&mut self, at: Mono, grid: &Grid, out: &mut Vec<Output>) -> bool {
        let (Some(before), Some(last)) = (&self.before_last, self.record().moves.last()) else { return false };
        let Place::At(from) = last.place else { return false };
        if !last.provisional || at.since_ms(self.turn.arrived) > self.settings.patience_ms {
            return false;
        }
        let settling: Vec<_> = self.wood.settle.settling().collect();
        let question = Question {
            position: before,
            to_move: last.color,
            wood: grid,
            first_seen: &|point| self.wood.settle.first_seen(point),
            lifting: &self.lifting_before,
            settling: &settling,
            last_move: None,
            not_before: Mono::ZERO,
            known_since: Mono::ZERO,
            presses: &[],
            latest: &[],
            limits: sense::Limits::default(),
        };
        let Some(plays) = sense::straightened(&question, from) else { return false };
        let arrived = self.turn.arrived;
        let lifting = self.lifting_before.clone();
        self.retract_last(at, RetractedBecause::Reconstruction, out);
        self.wood.lifting = lifting;
        for (index, play) in plays.iter().enumerate() {
            self.append(play.first_seen.min(at), PlayedMove::new(play.color, Place::At(play.point)), out);
            if index == 0 {
                // The patience runs from the first arrival: a stone cannot walk across the board step by step.
                self.turn.arrived = arrived;
            }
        }
        self.compare(at, out);
        true
    }

    /// Takes the last move out of the record.
    pub(super) fn retract_last(&mut self, at: Mono, because: RetractedBecause, out: &mut Vec<Output>) {
        let Some(last) = self.record().moves.last() else { return };
        let point = last.place.point();
        let n = self.record().moves.len() as u32;
        let mut record = self.record().clone();
        record.moves.pop();
        self.position = self.position_of(&record);
        self.before_last = None;
        self.wood.lifting.clear();
        let position_hash = self.position.position_hash();
        self.emit(at, EventBody::MoveRetracted { n, point, because, position_hash }, out);
    }

    /// Takes out every move after the first `left`, because a transaction asked for it; what was edited after one that goes, goes with it.
    pub(super) fn retract_to(&mut self, at: Mono, left: u32, transaction: &str, out: &mut Vec<Output>) {
        if self.record().edits.iter().any(|edit| edit.after > left) {
            let mut record = self.record().clone();
            record.moves.truncate(left as usize);
            record.edits.retain(|edit| edit.after <= left);
            let position_hash = self.position_of(&record).position_hash();
            let because = transaction.to_owned();
            let body = EventBody::RecordChanged { from_n: left + 1, moves: Vec::new(), edits: record.edits, because, position_hash };
            self.emit(at, body, out);
            self.rebuild_position();
        }
        while self.record().moves.len() as u32 > left {
            self.retract_last(at, RetractedBecause::Request(transaction.to_owned()), out);
        }
    }

    /// Who is to move after the record.
    pub(super) fn to_move(&self) -> Color {
        self.book.to_move()
    }

    /// The position from the record as folded.
    pub(super) fn rebuild_position(&mut self) {
        let mut position = self.position_of(self.record());
        position.set_to_move(self.to_move());
        self.position = position;
        self.before_last = None;
        self.wood.lifting.clear();
    }

    /// Compares wood and record, and says when they have come to agree; the patience with a difference starts anew at each change.
    pub(super) fn compare(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.wood.drop_lifted();
        let grid = self.wood.standing(&self.position);
        if super::wood::differences(&self.position, &grid).is_empty() {
            let was_said = self.wood.differing.said;
            self.wood.differing = Differing::default();
            self.withdraw_board_alerts(at, out);
            if was_said {
                self.emit(at, EventBody::Board { change: BoardChange::Agrees, discrepancies: Vec::new() }, out);
            }
        } else if self.wood.changed || !(self.wood.differing.said || self.wood.differing.since.is_some()) {
            self.wood.differing.since = Some(at);
        }
        self.wood.changed = false;
    }

    /// The patience with a position that nobody can explain is over.
    pub(super) fn patience_over(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.wood.differing = Differing { since: None, said: true };
        if !matches!(self.book.phase, Phase::Playing | Phase::Ending | Phase::Paused | Phase::Adjourned | Phase::Counting | Phase::Setup) {
            return;
        }
        let mut discrepancies = self.wood.differences(&self.position);
        discrepancies.truncate(Event::DISCREPANCIES_MAX);
        self.emit(at, EventBody::Board { change: BoardChange::Differs, discrepancies: discrepancies.clone() }, out);
        // Where the end is proposed people clear and count: what stands there is nobody's offence.
        if self.book.phase == Phase::Playing {
            self.raise_board_alert(at, &discrepancies, out);
        }
    }
}
