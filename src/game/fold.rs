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
use super::event::{Alert, Event, EventBody, GameResult, GameStarted, Phase};
use super::ledger::Ledger;
use super::ruling::Ruling;

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
    /// What each player has been given.
    pub ledger: ByColor<Ledger>,
    /// The rulings, in their order.
    pub rulings: Vec<Ruling>,
    /// Who is to move where it is not the opponent of the last mover (a position set by hand).
    to_move: Option<Color>,
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
            ledger: ByColor::default(),
            rulings: Vec::new(),
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
                record.moves.truncate(*from_n as usize - 1);
                record.moves.extend_from_slice(moves);
                record.edits.clone_from(edits);
                self.to_move = set_to_move(record, position_hash);
                self.clocks.retain(|n, _| n < from_n);
            }
            EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => self.alert(alert),
            EventBody::AlertClosed { alert, .. } => self.alerts.retain(|open| open.id != alert.id),
            EventBody::Ledger { color, totals, .. } => self.ledger[*color] = *totals,
            EventBody::Ruling(ruling) => self.rulings.push(ruling.clone()),
            EventBody::Phase { to, .. } => self.phase = *to,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{EndedBy, Players, ResultState, RetractedBecause, TurnEndedBy};
    use crate::go::{ByColor, Edit, HalfPoints, Place, Setup, Size};
    use crate::time::Wall;

    fn begun() -> Folded {
        let mut folded = Folded::default();
        let started = GameStarted {
            rulebook: "ing".to_owned(),
            overrides: Vec::new(),
            size: Size::square(9).unwrap(),
            komi: HalfPoints(15),
            handicap: 0,
            players: Players::default(),
            setup: Setup::default(),
            first: Color::Black,
            captured_before: Some(ByColor::default()),
            time: None,
            continues: None,
        };
        folded.apply(&next(&folded, EventBody::GameStarted(started))).unwrap();
        folded
    }

    fn next(folded: &Folded, body: EventBody) -> Event {
        Event { game_id: "g-1".to_owned(), seq: folded.seq + 1, rev: folded.rev + 1, at: Wall::default(), body }
    }

    fn apply(folded: &mut Folded, body: EventBody) -> Result<(), FoldError> {
        folded.apply(&next(folded, body))
    }

    fn moved(n: u32, color: Color) -> EventBody {
        EventBody::Move { n, played: PlayedMove::new(color, Place::At(Point::new(n as u8, 0))), position_hash: String::new() }
    }

    fn turn_ended(n: u32, color: Color) -> EventBody {
        EventBody::TurnEnded { n, color, by: TurnEndedBy::Press, used_ms: Some(5), clock: None }
    }

    fn retracted(n: u32, col: u8) -> EventBody {
        let because = RetractedBecause::Reconstruction;
        EventBody::MoveRetracted { n, point: Some(Point::new(col, 0)), because, position_hash: String::new() }
    }

    fn changed(from_n: u32, position_hash: String) -> EventBody {
        let edits = vec![Edit { after: 0, black: vec![], white: vec![], empty: vec![], reason: "tx".to_owned() }];
        EventBody::RecordChanged { from_n, moves: vec![], edits, because: "tx".to_owned(), position_hash }
    }

    #[test]
    fn moves_come_go_and_end_their_turns() {
        let mut folded = begun();
        apply(&mut folded, moved(1, Color::Black)).unwrap();
        apply(&mut folded, turn_ended(1, Color::Black)).unwrap();
        apply(&mut folded, moved(2, Color::White)).unwrap();
        assert_eq!(folded.to_move(), Color::Black);
        let record = folded.record.as_ref().unwrap();
        assert_eq!((record.moves[0].provisional, record.moves[0].used_ms), (false, Some(5)));
        assert_eq!((record.moves[1].provisional, record.moves[1].used_ms), (true, None));
        apply(&mut folded, retracted(2, 2)).unwrap();
        apply(&mut folded, changed(1, String::new())).unwrap();
        let record = folded.record.as_ref().unwrap();
        assert_eq!((record.moves.len(), record.edits.len(), folded.seq), (0, 1, 6));
    }

    #[test]
    fn what_does_not_follow_is_refused_and_changes_nothing() {
        let mut folded = begun();
        apply(&mut folded, moved(1, Color::Black)).unwrap();
        let before = folded.clone();
        for body in [
            moved(1, Color::White),
            moved(3, Color::White),
            turn_ended(2, Color::Black),
            retracted(2, 1),
            changed(0, String::new()),
            changed(3, String::new()),
        ] {
            let fault = apply(&mut folded, body).unwrap_err();
            assert!(matches!(fault, FoldError::MoveNumber { moves: 1, .. }), "{fault}");
        }
        for body in [turn_ended(1, Color::White), retracted(1, 2)] {
            let fault = apply(&mut folded, body).unwrap_err();
            assert!(matches!(fault, FoldError::OtherMove { n: 1, .. }), "{fault}");
        }
        let again = EventBody::GameStarted(before.started.clone().unwrap());
        assert!(matches!(apply(&mut folded, again), Err(FoldError::StartedTwice { .. })));
        let event = next(&folded, moved(2, Color::White));
        for (game_id, seq, rev) in [("g-1", 2, 3), ("g-1", 4, 3), ("g-2", 3, 3)] {
            let event = Event { game_id: game_id.to_owned(), seq, rev, ..event.clone() };
            assert!(matches!(folded.apply(&event), Err(FoldError::Sequence { .. })), "{game_id} {seq}");
        }
        assert!(matches!(folded.apply(&Event { rev: 1, ..event }), Err(FoldError::Revision { before: 2, found: 1, .. })));
        assert_eq!(folded, before);
    }

    #[test]
    fn between_games_there_is_no_record_and_the_phase_stays() {
        let mut folded = begun();
        apply(&mut folded, EventBody::Phase { from: Phase::Idle, to: Phase::Ended, because: String::new() }).unwrap();
        let result = GameResult { by: EndedBy::Draw, winner: None, margin: None, state: ResultState::Final };
        apply(&mut folded, EventBody::GameEnded(result.clone())).unwrap();
        assert_eq!(folded.result, Some(result));
        let idle = |seq, body| Event { game_id: "idle-1".to_owned(), seq, rev: 1, at: Wall::default(), body };
        let refused = folded.clone().apply(&idle(1, moved(1, Color::Black)));
        assert!(matches!(refused, Err(FoldError::NotStarted { seq: 1, .. })));
        let board = EventBody::Board { change: crate::game::BoardChange::Lost, discrepancies: vec![] };
        folded.apply(&idle(1, board)).unwrap();
        assert_eq!((folded.seq, folded.phase, &folded.record, &folded.result), (1, Phase::Ended, &None, &None));
    }

    #[test]
    fn the_side_to_move_of_a_set_position_is_read_from_its_hash() {
        let mut folded = begun();
        let size = Size::square(9).unwrap();
        let white = position_hash(size, Diagram::empty(size).cells(), Color::White);
        apply(&mut folded, changed(1, white.clone())).unwrap();
        assert_eq!(folded.to_move(), Color::White);
        apply(&mut folded, moved(1, Color::White)).unwrap();
        assert_eq!(folded.to_move(), Color::Black);
        let because = RetractedBecause::Reconstruction;
        let back = EventBody::MoveRetracted { n: 1, point: Some(Point::new(1, 0)), because, position_hash: white };
        apply(&mut folded, back).unwrap();
        assert_eq!(folded.to_move(), Color::White, "still the side that was set");
    }

    #[test]
    fn open_alerts_are_kept_until_they_close() {
        let alert = |rev| Alert {
            id: "a-1".to_owned(),
            rev,
            kind: crate::referee::Kind::Unexplained,
            severity: crate::game::Severity::Attention,
            basis: crate::game::Basis::Sensor,
            state: crate::game::AlertState::Open,
            color: None,
            n: None,
            points: vec![],
            happened: Wall::default(),
            detected: Wall::default(),
            next_play_made: false,
            cite: None,
            claim: None,
            text: crate::referee::Text::default(),
            proposal: None,
            choices: Vec::new(),
            announce: crate::referee::Announce::Now,
            requires: None,
            cycle: None,
            evidence: None,
        };
        let mut folded = begun();
        apply(&mut folded, EventBody::AlertRaised(alert(1))).unwrap();
        apply(&mut folded, EventBody::AlertChanged(alert(2))).unwrap();
        assert_eq!(folded.alerts, [alert(2)]);
        let because = crate::game::CloseReason::Gone;
        apply(&mut folded, EventBody::AlertClosed { alert: alert(3), because }).unwrap();
        assert_eq!(folded.alerts, []);
    }
}
