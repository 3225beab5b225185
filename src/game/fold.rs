//! A game from its events: the one place where events change a record.
//!
//! The journal's events are folded by this at recovery, `export` reads a finished game with it, and the public stream keeps its own
//! record with it. Nothing is judged again: an event says what has happened, and is taken in only if it follows the one before.

mod error;

pub use error::FoldError;

use std::collections::BTreeMap;

use crate::clock::PlayerClockState;
use crate::go::{ByColor, Color, PlayedMove, Point, Record};

use super::diagram::{Diagram, position_hash};
use super::event::{Alert, CloseReason, Event, EventBody, GameResult, GameStarted, Phase};
use super::leaving::Seat;
use super::ledger::Ledger;
use super::muting::Mute;
use super::ruling::Ruling;
use super::sealed::Sealing;

/// What the events of one game, or of one idle stretch, amount to so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Folded {
    /// The game, or the idle stretch; empty before the first event.
    pub game_id: String,
    /// Number of the last event; 0 before the first.
    pub seq: u64,
    /// Revision after it.
    pub rev: u64,
    /// Where the game is. Kept from one game to the next, since an ended game stays until then.
    pub phase: Phase,
    /// With what the game began; `None` in an idle stretch.
    pub started: Option<GameStarted>,
    /// The record; `None` in an idle stretch.
    pub record: Option<Record>,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// The mover's clock after each turn, by move number, where a clock was kept.
    pub clocks: BTreeMap<u32, PlayerClockState>,
    /// The open alerts, in the order in which they were raised.
    pub alerts: Vec<Alert>,
    /// The alerts that were decided, or were open when the game ended, without their evidence: what a ruling was about.
    pub closed: Vec<Closed>,
    /// What each player has been given.
    pub ledger: ByColor<Ledger>,
    /// The rulings, in their order.
    pub rulings: Vec<Ruling>,
    /// Who has left the seat, and how often.
    pub seats: ByColor<Seat>,
    /// The sealed move, from the time to seal on.
    pub sealing: Option<Sealing>,
    /// Kinds that are muted, also those that no longer are.
    pub muted: Vec<Mute>,
    /// Who is to move where it is not the opponent of the last mover (a position set by hand).
    to_move: Option<Color>,
}

/// An alert that is not open any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// As it was at the end.
    pub alert: Alert,
    /// Nobody decided it: the game was over.
    pub over: bool,
}

impl Default for Folded {
    fn default() -> Folded {
        Folded::begin(String::new(), Phase::Idle)
    }
}

impl Folded {
    /// A game, or an idle stretch, of which no event has come yet.
    pub fn begin(game_id: String, phase: Phase) -> Folded {
        Folded {
            game_id,
            seq: 0,
            rev: 0,
            phase,
            started: None,
            record: None,
            result: None,
            clocks: BTreeMap::new(),
            alerts: Vec::new(),
            closed: Vec::new(),
            ledger: ByColor::default(),
            rulings: Vec::new(),
            seats: ByColor::default(),
            sealing: None,
            muted: Vec::new(),
            to_move: None,
        }
    }

    /// Takes in the next event. The first event of another game (`seq` 1) begins anew.
    ///
    /// # Errors
    /// [`FoldError`] when it does not follow; nothing has changed then.
    pub fn apply(&mut self, event: &Event) -> Result<(), FoldError> {
        if event.game_id != self.game_id && event.seq == 1 {
            let mut fresh = Folded::begin(event.game_id.clone(), self.phase);
            fresh.next(event)?;
            *self = fresh;
            return Ok(());
        }
        self.next(event)
    }

    /// Who is to move: the opponent of the last mover, unless a position was set for the other. Black before a game.
    pub fn to_move(&self) -> Color {
        self.to_move.or(self.record.as_ref().map(Record::to_move)).unwrap_or(Color::Black)
    }

    fn next(&mut self, event: &Event) -> Result<(), FoldError> {
        let game_id = || event.game_id.clone();
        let expected = if event.game_id == self.game_id { self.seq + 1 } else { 1 };
        if event.seq != expected {
            return Err(FoldError::Sequence { game_id: game_id(), expected, found: event.seq });
        }
        if event.rev < self.rev {
            return Err(FoldError::Revision { game_id: game_id(), seq: event.seq, before: self.rev, found: event.rev });
        }
        self.body(event)?;
        self.seq = event.seq;
        self.rev = event.rev;
        Ok(())
    }

    fn body(&mut self, event: &Event) -> Result<(), FoldError> {
        match &event.body {
            EventBody::GameStarted(started) => self.start(event, started)?,
            EventBody::Move { n, played, .. } => {
                let record = self.record_up_to(event, *n)?;
                if record.moves.len() + 1 != *n as usize {
                    return Err(move_number(event, *n, record));
                }
                record.moves.push(played.clone());
                self.to_move = None;
            }
            EventBody::TurnEnded { n, color, used_ms, clock, .. } => {
                let played = self.move_at(event, *n)?;
                if played.color != *color {
                    return Err(other_move(event, *n));
                }
                played.provisional = false;
                if used_ms.is_some() {
                    played.used_ms = *used_ms;
                }
                if let Some(clock) = clock {
                    self.clocks.insert(*n, *clock);
                }
            }
            EventBody::MoveRetracted { n, point, position_hash, .. } => self.retract(event, *n, *point, position_hash)?,
            EventBody::RecordChanged { from_n, moves, edits, position_hash, .. } => {
                let record = self.record_up_to(event, *from_n)?;
                let before = record.moves.split_off(*from_n as usize - 1);
                record.moves.extend_from_slice(moves);
                record.edits.clone_from(edits);
                self.to_move = set_to_move(record, position_hash);
                // Where the same play stands, the clock after it is still what it was.
                let stays = |at: usize| {
                    before.get(at).zip(moves.get(at)).is_some_and(|(old, new)| (old.color, old.place) == (new.color, new.place))
                };
                self.clocks.retain(|n, _| n < from_n || stays((n - from_n) as usize));
            }
            EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => self.alert(alert),
            EventBody::AlertClosed { alert, because } => self.close(alert, because),
            EventBody::Ledger { color, totals, .. } => self.ledger[*color] = *totals,
            EventBody::Ruling(ruling) => self.ruling(ruling),
            EventBody::Seat(seat) => self.seat(event, seat),
            EventBody::Sealing { sealing, .. } => self.sealing = Some(sealing.clone()),
            EventBody::Muted(mute) => {
                self.muted.retain(|before| before.kind != mute.kind);
                self.muted.push(mute.clone());
            }
            EventBody::Phase { from, to, .. } => {
                // A game that is taken up again has no result. The event says what it was before: the phase here may be that of the game before.
                if *from == Phase::Ended && *to != Phase::Ended {
                    self.result = None;
                }
                self.phase = *to;
            }
            EventBody::PlayersChanged { players, .. } => {
                if let Some(started) = &mut self.started {
                    started.players.clone_from(players);
                }
            }
            EventBody::GameEnded(result) | EventBody::ResultChanged(result) => self.result = Some(result.clone()),
            EventBody::Clock { .. } | EventBody::Board { .. } => {}
        }
        Ok(())
    }

    fn start(&mut self, event: &Event, started: &GameStarted) -> Result<(), FoldError> {
        // Stones that turn out to be handicap stones make the game begin anew, before any move stands.
        if self.record.as_ref().is_some_and(|record| !record.moves.is_empty()) {
            return Err(FoldError::StartedTwice { game_id: event.game_id.clone(), seq: event.seq });
        }
        self.record = Some(started.empty_record());
        self.started = Some(started.clone());
        self.sealing.clone_from(&started.sealing);
        Ok(())
    }

    fn retract(&mut self, event: &Event, n: u32, point: Option<Point>, hash: &str) -> Result<(), FoldError> {
        let record = self.record_up_to(event, n)?;
        if record.moves.len() != n as usize {
            return Err(move_number(event, n, record));
        }
        if record.moves.last().and_then(|played| played.place.point()) != point {
            return Err(other_move(event, n));
        }
        record.moves.pop();
        self.to_move = set_to_move(record, hash);
        self.clocks.remove(&n);
        Ok(())
    }

    fn close(&mut self, alert: &Alert, because: &CloseReason) {
        self.alerts.retain(|open| open.id != alert.id);
        if *because != CloseReason::Gone {
            let alert = Alert { evidence: None, ..alert.clone() };
            self.closed.push(Closed { alert, over: *because == CloseReason::GameOver });
        }
    }

    /// A ruling is new, or another status of it is.
    fn ruling(&mut self, ruling: &Ruling) {
        match self.rulings.iter_mut().find(|known| known.id == ruling.id) {
            Some(known) => known.clone_from(ruling),
            None => self.rulings.push(ruling.clone()),
        }
    }

    fn alert(&mut self, alert: &Alert) {
        self.closed.retain(|closed| closed.alert.id != alert.id);
        match self.alerts.iter_mut().find(|open| open.id == alert.id) {
            Some(open) => *open = alert.clone(),
            None => self.alerts.push(alert.clone()),
        }
    }

    /// The record, when `n` is one of its moves or the one after its last.
    fn record_up_to(&mut self, event: &Event, n: u32) -> Result<&mut Record, FoldError> {
        let Some(record) = self.record.as_mut() else {
            return Err(FoldError::NotStarted { game_id: event.game_id.clone(), seq: event.seq });
        };
        if n == 0 || n as usize > record.moves.len() + 1 {
            return Err(move_number(event, n, record));
        }
        Ok(record)
    }

    fn move_at(&mut self, event: &Event, n: u32) -> Result<&mut PlayedMove, FoldError> {
        let record = self.record_up_to(event, n)?;
        let moves = record.moves.len();
        record.moves.get_mut(n as usize - 1).ok_or_else(|| FoldError::MoveNumber {
            game_id: event.game_id.clone(),
            seq: event.seq,
            n,
            moves,
        })
    }
}

impl GameStarted {
    /// The record before the first move.
    pub fn empty_record(&self) -> Record {
        Record {
            size: self.size,
            setup: self.setup.clone(),
            first: self.first,
            moves: Vec::new(),
            edits: Vec::new(),
            captured_before: self.captured_before,
        }
    }
}

fn move_number(event: &Event, n: u32, record: &Record) -> FoldError {
    FoldError::MoveNumber { game_id: event.game_id.clone(), seq: event.seq, n, moves: record.moves.len() }
}

fn other_move(event: &Event, n: u32) -> FoldError {
    FoldError::OtherMove { game_id: event.game_id.clone(), seq: event.seq, n }
}

/// The side to move where it is not the one that follows from the last move. No event names it, but the hash of the position
/// covers it: the side with which the hash comes out right is to move.
fn set_to_move(record: &Record, hash: &str) -> Option<Color> {
    let diagram = Diagram::of(record);
    let other = record.to_move().opponent();
    (position_hash(record.size, diagram.cells(), other) == hash).then_some(other)
}

#[cfg(test)]
mod tests;
