//! What becomes of a sealed move (CN-14, CN-22): the envelope is opened, the position stands as it was, the stone is put on the marked point,
//! and with it the opponent's clock begins.

use crate::go::{Color, Place, Position};
use crate::referee::{Kind, OfSeal};
use crate::sense::{Discrepancy, Expected};
use crate::time::Mono;

use super::Game;
use super::alerts::Raise;
use super::event::{Basis, ClockChange, EventBody, Phase, TurnEndedBy};
use super::input::Output;
use super::request::{ErrorCode, RequestError};
use super::sealed::{Custody, Envelope, OpenRequest, Opened, SealChange, SealRequest, SealStage, Sealing};
use super::timekeeping::Timekeeper;
use super::wood::shows;

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

impl Game {
    /// The envelope is opened: the move is compared with its digest, and with the board.
    pub(super) fn open_sealed(
        &mut self,
        at: Mono,
        asked: OpenRequest,
        by: Option<String>,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        self.need(&[Phase::Adjourned, Phase::Paused, Phase::Playing, Phase::Setup])?;
        let mut sealing = self.to_be_opened(at, &asked)?;
        let OpenRequest { place, opened_by, nonce } = asked;
        let verified = sealing.envelope.as_ref().and_then(|envelope| envelope.verifies(place, nonce.as_deref(), self.settings.size));
        let verified = verified.filter(|_| place.is_some());
        sealing.opened = Some(Opened { place, by: opened_by, at: self.stamp(at).wall, verified });
        let (color, n) = (sealing.color, sealing.n);
        self.say_sealing(at, SealChange::Opened, sealing, by, out);
        let Some(place) = place else {
            self.raise_about_seal(at, Kind::SealedMoveUnreadable, OfSeal::Unreadable { by: color }, Vec::new(), out);
            return Ok(());
        };
        let (point, size) = (place.point(), self.settings.size);
        if verified == Some(false) {
            let saying = OfSeal::Otherwise { by: color, reads: point.map(|point| point.vertex(size)) };
            self.raise_about_seal(at, Kind::SealedMoveMismatch, saying, point.into_iter().collect(), out);
        }
        let to_come = self.record().moves.len() as u32 + 1 == n;
        if let Some(point) = point.filter(|&point| to_come && self.position.get(point).is_some()) {
            let saying = OfSeal::Occupied { by: color, at: point.vertex(size) };
            self.raise_about_seal(at, Kind::SealedPointOccupied, saying, vec![point], out);
        }
        Ok(())
    }

    /// The sealing whose envelope is opened. A game that continues one at another table may not have been told of it.
    fn to_be_opened(&self, at: Mono, asked: &OpenRequest) -> Result<Sealing, RequestError> {
        match (&self.book.sealing, self.seal_stage()) {
            (Some(sealing), Some(SealStage::Sealed)) => return Ok(sealing.clone()),
            (Some(_), Some(SealStage::Thinking)) => {
                return refuse(ErrorCode::NotNow, "the move has not been handed over: seal comes first");
            }
            (Some(Sealing { opened: Some(opened), .. }), _) => {
                return refuse(ErrorCode::Conflict, format!("{} has opened it already", opened.by));
            }
            _ => {}
        }
        if self.book.started.as_ref().is_none_or(|started| started.continues.is_none()) {
            return refuse(ErrorCode::NotNow, "no move is sealed");
        }
        let now = self.stamp(at).wall;
        let custody = vec![Custody { custodian: asked.opened_by.clone(), since: now, by: None }];
        let envelope = Envelope { sealed: now, label: None, digest: None, used_ms: None, custody };
        let n = self.record().moves.len() as u32 + 1;
        Ok(Sealing { color: self.to_move(), n, begun: now, extra_ms: 0, envelope: Some(envelope), opened: None, over: false })
    }

    /// A move that was sealed at another table, in a game that goes on here.
    pub(super) fn sealed_elsewhere(&self, at: Mono, sealed: SealRequest, to_move: Color, n: u32) -> Result<Sealing, RequestError> {
        if sealed.color != to_move {
            return refuse(ErrorCode::Conflict, format!("sealed.color: {} is to move after the record", to_move.name()));
        }
        let now = self.stamp(at).wall;
        let custody = vec![Custody { custodian: sealed.custodian, since: now, by: None }];
        let envelope = Envelope { sealed: now, label: sealed.envelope, digest: sealed.digest, used_ms: None, custody };
        Ok(Sealing { color: sealed.color, n, begun: now, extra_ms: 0, envelope: Some(envelope), opened: None, over: false })
    }

    fn raise_about_seal(
        &mut self,
        at: Mono,
        kind: Kind,
        saying: OfSeal,
        points: Vec<crate::go::Point>,
        out: &mut Vec<Output>,
    ) -> Option<String> {
        let sealing = self.book.sealing.as_ref()?;
        let (color, n) = (sealing.color, sealing.n);
        let raise = Raise {
            basis: Basis::Reported,
            n: Some(n),
            points,
            next_play_made: self.record().moves.len() as u32 > n,
            ..Raise::new(kind, Some(color), at, saying)
        };
        self.raise(at, raise, out)
    }

    /// A move is sealed, and its stone has not been played: nobody's time runs until it lies.
    pub(super) fn sealed_move_is_to_come(&self) -> bool {
        self.book.sealing.as_ref().is_some_and(|sealing| {
            matches!(sealing.stage(), SealStage::Sealed | SealStage::Opened) && (self.record().moves.len() as u32) < sealing.n
        })
    }

    /// What the turn of the sealed move took, if this is its number: it was over when the envelope was handed over.
    pub(super) fn sealed_turn(&self, n: u32) -> Option<Option<u64>> {
        let sealing = self.book.sealing.as_ref().filter(|sealing| sealing.n == n)?;
        sealing.envelope.as_ref().map(|envelope| envelope.used_ms)
    }

    /// The wood is the record, or the record with the sealed stone on it, what that captures lifted or not.
    pub(super) fn sealed_stone_lies(&self) -> bool {
        let place = self
            .book
            .sealing
            .as_ref()
            .filter(|sealing| sealing.stage() == SealStage::Opened)
            .and_then(|sealing| sealing.opened.as_ref().and_then(|opened| opened.place).map(|place| (sealing.color, place)));
        let Some((color, Place::At(point))) = place.filter(|_| self.sealed_move_is_to_come()) else { return false };
        let mut after: Position = self.position.clone();
        let captured = after.captures_of(color, point);
        if after.take_in(color, Place::At(point)).is_err() {
            return false;
        }
        let taken = color.opponent();
        self.wood.differences(&after).iter().all(|differs| captured.contains(&differs.point) && shows(differs.seen, taken))
    }

    /// Where wood and record differ, as far as that may be said: a single stone of the player who has sealed, beside a position that else
    /// stands as it was, may be the sealed move tried out.
    pub(super) fn tellable(&self, mut differs: Vec<Discrepancy>) -> Vec<Discrepancy> {
        let Some(sealing) = self.book.sealing.as_ref().filter(|sealing| sealing.stage() == SealStage::Sealed) else { return differs };
        if let [only] = differs.as_slice()
            && only.expected == Expected::Empty
            && shows(only.seen, sealing.color)
        {
            differs.clear();
        }
        differs
    }

    /// When a stone that stands elsewhere than was sealed has stood long enough not to be put straight any more.
    pub(super) fn sealed_due_at(&self) -> Option<Mono> {
        let n = self.record().moves.len() as u32;
        let sealing = self.book.sealing.as_ref().filter(|sealing| sealing.stage() == SealStage::Opened && sealing.n == n)?;
        sealing.opened.as_ref()?.place?;
        let in_play = matches!(self.book.phase, Phase::Playing | Phase::Ending);
        let unsaid = in_play && self.turn_is_open() && !self.mismatch_is_said(n);
        unsaid.then(|| self.turn.arrived.plus_ms(self.settings.patience_ms))
    }

    fn mismatch_is_said(&self, n: u32) -> bool {
        let said = |alert: &super::event::Alert| alert.kind == Kind::SealedMoveMismatch && alert.n == Some(n) && alert.points.len() > 1;
        self.book.alerts.iter().any(said)
    }

    /// Looks what has been played for the sealed move (CN-22).
    pub(super) fn look_after_sealed(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.sealing_follows_play(at, out);
        let Some(sealing) = self.book.sealing.clone().filter(|sealing| sealing.stage() == SealStage::Opened) else { return };
        let (moves, n) = (self.record().moves.len() as u32, sealing.n);
        let in_play = matches!(self.book.phase, Phase::Playing | Phase::Ending);
        let (Some(opened), true) = (&sealing.opened, moves >= n && in_play) else { return };
        let played = self.record().moves[n as usize - 1].clone();
        match opened.place {
            // A pass that was ruled, for the point was taken, is what the sealed move came to (CN-22).
            Some(place) if place != played.place && !played.forced => {
                let waits = self.sealed_due_at().is_some_and(|due| at < due);
                if !waits && !self.mismatch_is_said(n) {
                    self.say_another_was_played(at, n, place, played.place, out);
                }
                if moves > n {
                    self.say_sealing(at, SealChange::Off, Sealing { over: true, ..sealing }, None, out);
                }
            }
            // What nobody could read is whatever was played.
            _ => {
                self.say_sealing(at, SealChange::Played, Sealing { over: true, ..sealing }, None, out);
                if moves == n {
                    self.end_open_turn(at, TurnEndedBy::Ruling, out);
                    self.start_for_the_reply(out);
                }
            }
        }
    }

    /// Another point was played than was sealed: the stone stands in the moves, marked, until somebody rules.
    fn say_another_was_played(&mut self, at: Mono, n: u32, sealed: Place, played: Place, out: &mut Vec<Output>) {
        let size = self.settings.size;
        let [at_sealed, at_played] = [sealed, played].map(|place| place.point().map(|point| point.vertex(size)));
        let saying = OfSeal::Elsewhere { by: self.record().moves[n as usize - 1].color, sealed: at_sealed, played: at_played };
        let points = [sealed, played].into_iter().filter_map(Place::point).collect();
        let id = self.raise_about_seal(at, Kind::SealedMoveMismatch, saying, points, out);
        if let Some(id) = id {
            let mut moves = self.record().moves[n as usize - 1..].to_vec();
            moves[0].disputed = Some(id.clone());
            let (edits, position_hash) = (self.record().edits.clone(), self.position.position_hash());
            self.emit(at, EventBody::RecordChanged { from_n: n, moves, edits, because: id, position_hash }, out);
        }
        self.end_open_turn(at, TurnEndedBy::Ruling, out);
    }

    /// The sealed stone lies: the opponent's time begins with it.
    fn start_for_the_reply(&mut self, out: &mut Vec<Output>) {
        let (to_move, at) = (self.to_move(), self.turn.arrived);
        if self.book.phase != Phase::Playing {
            return;
        }
        if let Timekeeper::Daemon(clock) = &mut self.keeper
            && clock.in_turn().is_none()
        {
            let change = if clock.turn_started().is_some() { ClockChange::Resumed } else { ClockChange::Started };
            clock.start(to_move, at);
            self.note_turn_start(self.record().moves.len() as u32, at);
            self.clock_event(self.now.mono, change, Some(to_move), out);
        }
        self.run_device(Some(to_move), out);
    }
}
