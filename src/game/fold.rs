//! A game from its events: the one place where events change a record.
//!
//! The journal's events are folded by this at recovery, `export` reads a finished game with it, and the public stream keeps its own
//! record with it. Nothing is judged again: an event says what has happened, and is taken in only if it follows the one before.

use crate::go::{Color, PlayedMove, Point, Record};

use super::diagram::{Diagram, position_hash};
use super::event::{Alert, Event, EventBody, GameResult, GameStarted, Phase};

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
    /// The open alerts, in the order in which they were raised.
    pub alerts: Vec<Alert>,
    /// Who is to move where it is not the opponent of the last mover (a position set by hand).
    to_move: Option<Color>,
}

/// Why an event does not follow those before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// Its number is not the next one.
    #[error("event {found} of game {game_id} does not follow event {expected}")]
    Sequence {
        /// The event's game.
        game_id: String,
        /// The number that was due.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// Its revision is older than the one before.
    #[error("event {seq} of game {game_id} has revision {found}, older than {before}")]
    Revision {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
        /// The revision before it.
        before: u64,
        /// The revision that came.
        found: u64,
    },
    /// It is about the record of a game that has not begun.
    #[error("event {seq} of {game_id} changes a record before game-started")]
    NotStarted {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
    },
    /// The game has begun already, and moves stand.
    #[error("event {seq} of game {game_id} begins a game that has begun")]
    StartedTwice {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
    },
    /// Its move number does not fit the record.
    #[error("event {seq} of game {game_id} speaks of move {n}, but the record has {moves}")]
    MoveNumber {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
        /// The move number that it names.
        n: u32,
        /// The number of moves in the record.
        moves: usize,
    },
    /// Move `n` is not the one that the event speaks of.
    #[error("event {seq} of game {game_id} speaks of another move {n} than the record has")]
    OtherMove {
        /// The event's game.
        game_id: String,
        /// The event.
        seq: u64,
        /// The move number.
        n: u32,
    },
}

impl Default for Folded {
    fn default() -> Folded {
        Folded::begin(String::new(), Phase::Idle)
    }
}

impl Folded {
    /// A game, or an idle stretch, of which no event has come yet.
    pub fn begin(game_id: String, phase: Phase) -> Folded {
        Folded { game_id, seq: 0, rev: 0, phase, started: None, record: None, result: None, alerts: Vec::new(), to_move: None }
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
            EventBody::TurnEnded { n, color, used_ms, .. } => {
                let played = self.move_at(event, *n)?;
                if played.color != *color {
                    return Err(other_move(event, *n));
                }
                played.provisional = false;
                if used_ms.is_some() {
                    played.used_ms = *used_ms;
                }
            }
            EventBody::MoveRetracted { n, point, .. } => self.retract(event, *n, *point)?,
            EventBody::RecordChanged { from_n, moves, edits, position_hash, .. } => {
                let record = self.record_up_to(event, *from_n)?;
                record.moves.truncate(*from_n as usize - 1);
                record.moves.extend_from_slice(moves);
                record.edits.clone_from(edits);
                self.to_move = set_to_move(record, position_hash);
            }
            EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => self.alert(alert),
            EventBody::AlertClosed { alert, .. } => self.alerts.retain(|open| open.id != alert.id),
            EventBody::Phase { to, .. } => self.phase = *to,
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
        Ok(())
    }

    fn retract(&mut self, event: &Event, n: u32, point: Option<Point>) -> Result<(), FoldError> {
        let record = self.record_up_to(event, n)?;
        if record.moves.len() != n as usize {
            return Err(move_number(event, n, record));
        }
        if record.moves.last().and_then(|played| played.place.point()) != point {
            return Err(other_move(event, n));
        }
        record.moves.pop();
        self.to_move = None;
        Ok(())
    }

    fn alert(&mut self, alert: &Alert) {
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
