//! Players who leave the seat and come back (CONTRACT 4.5 `leave`, `returned`; CN-16.6, CN-23.6). No sensor sees them: a person says so. The
//! clock never stops for it by itself.

use crate::go::{Color, PlayedMove};
use crate::referee::{AtDesk, Kind, Severity, Text};
use crate::time::{Mono, Wall};

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, Basis, EventBody, Phase, PlayerPhase};
use super::fold::Folded;
use super::handling::{Handling, Reported};
use super::input::{AnswerData, Output};
use super::request::{ErrorCode, RequestError};

/// So often a player may leave in one game for an urgent reason (CN-23.6).
const LEAVES_ALLOWED: u32 = 1;

/// One player's seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seat {
    /// How often the player has left it in this game.
    pub leaves: u32,
    /// The player is away.
    pub away: Option<Away>,
}

/// A player is away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Away {
    /// Since when.
    pub since: Wall,
    /// How many moves the record had then.
    pub moves: u32,
    /// Play was interrupted for it, and goes on when the player is back.
    pub pauses: bool,
}

/// A player has left the seat, or is back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatEvent {
    /// What.
    pub change: SeatChange,
    /// Whose seat.
    pub color: Color,
    /// Why, as it was said.
    pub reason: Option<String>,
    /// Who said so; `None` where it is not known, or where a move showed it.
    pub by: Option<String>,
    /// With [`SeatChange::Left`]: play is interrupted for it.
    pub pauses: bool,
    /// With [`SeatChange::Returned`]: the number of the first move that was played meanwhile.
    pub from_n: u32,
    /// With [`SeatChange::Returned`]: the moves that were played meanwhile.
    pub moves: Vec<PlayedMove>,
}

/// What has happened to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatChange {
    /// The player has left it.
    Left,
    /// The player is back.
    Returned,
}

/// A player leaves, as it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leave {
    /// Who.
    pub color: Color,
    /// Why.
    pub reason: Option<String>,
    /// Play is interrupted for it: the referee's decision (`pause` with kind leave).
    pub pauses: bool,
}

impl Folded {
    pub(super) fn seat(&mut self, event: &super::event::Event, change: &SeatEvent) {
        let moves = self.record.as_ref().map_or(0, |record| record.moves.len() as u32);
        let seat = &mut self.seats[change.color];
        match change.change {
            SeatChange::Left => {
                seat.leaves += 1;
                seat.away = Some(Away { since: event.at, moves, pauses: change.pauses });
            }
            SeatChange::Returned => seat.away = None,
        }
    }
}

impl Game {
    /// A player leaves the seat, with the referee's leave. It may be asked for once a game, in the opponent's time (CN-23.6).
    pub(super) fn leave(&mut self, at: Mono, leave: Leave, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused, Phase::Counting])?;
        let Leave { color, reason, pauses } = leave;
        if pauses {
            self.need(&[Phase::Playing, Phase::Ending])?;
        }
        if self.book.seats[color].away.is_some() {
            let message = format!("{} is away already: say returned first", color.name());
            return Err(RequestError { code: ErrorCode::Conflict, message });
        }
        let read_out = self.is_read_out(color, at);
        let said = reason.clone();
        let event = SeatEvent { change: SeatChange::Left, color, reason, by: by.clone(), pauses, from_n: 0, moves: Vec::new() };
        self.emit(at, EventBody::Seat(event), out);
        if pauses {
            let reason = [Some("leave"), Some(color.name()), said.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(", ");
            self.pause(at, &reason, out);
        }
        let leaves = self.book.seats[color].leaves;
        let a_side = self.terms.profile.players_a_side();
        // A partner sits at the board and plays on.
        let fine = !(read_out && a_side == 1) && leaves <= LEAVES_ALLOWED * a_side;
        if fine || !self.terms.profile.minds_seats() {
            return Ok(());
        }
        let raise = Raise {
            at_most: Severity::Attention,
            basis: Basis::Reported,
            ..Raise::new(
                Kind::LeftSeat,
                Some(color),
                at,
                AtDesk::LeftSeat { who: color, times: leaves, overtime: read_out, clock_runs: !pauses },
            )
        };
        let handling = Handling::of(Reported { by, to_move: self.in_turn(), note: said });
        self.raise_handled(at, raise, None, handling, out);
        Ok(())
    }

    /// The player's own time runs, and main time is over.
    fn is_read_out(&self, color: Color, at: Mono) -> bool {
        let overtime = |players: crate::go::ByColor<super::event::PlayerClockState>| !matches!(players[color].phase, PlayerPhase::Main);
        self.book.phase == Phase::Playing && self.in_turn() == color && self.keeper.view(at).is_some_and(overtime)
    }

    /// A player is back: the moves that were played meanwhile are named, so that the player can be told (CN-16.6).
    pub(super) fn returned(
        &mut self,
        at: Mono,
        color: Color,
        by: Option<String>,
        out: &mut Vec<Output>,
    ) -> Result<AnswerData, RequestError> {
        let Some(away) = self.book.seats[color].away.clone() else {
            let message = format!("{} is not away: leave says that a player leaves", color.name());
            return Err(RequestError { code: ErrorCode::NotNow, message });
        };
        let (from_n, moves) = self.is_back(at, color, &away, by, out);
        let away_ms = self.stamp(at).wall.as_unix_ms().saturating_sub(away.since.as_unix_ms()).max(0).unsigned_abs();
        let size = self.settings.size;
        Ok(AnswerData::Returned { game_id: self.book.game_id.clone(), rev: self.book.rev, away_ms, from_n, moves, size })
    }

    /// Writes that a player is back, and has the referee see to it that the player is told.
    fn is_back(&mut self, at: Mono, color: Color, away: &Away, by: Option<String>, out: &mut Vec<Output>) -> (u32, Vec<PlayedMove>) {
        let moves = self.record().moves.get(away.moves as usize..).unwrap_or_default().to_vec();
        let from_n = away.moves + 1;
        let event = SeatEvent { change: SeatChange::Returned, color, reason: None, by, pauses: false, from_n, moves: moves.clone() };
        self.emit(at, EventBody::Seat(event), out);
        if moves.iter().any(|played| played.color != color) {
            self.have_told(at, color, from_n, &moves, out);
        }
        (from_n, moves)
    }

    /// It is a duty to tell a player where a stone was played while the player was away (CN-16.6).
    fn have_told(&mut self, at: Mono, color: Color, from_n: u32, moves: &[PlayedMove], out: &mut Vec<Output>) {
        let size = self.settings.size;
        let meanwhile = (from_n..).zip(moves).map(|(n, played)| (n, played.place.point().map(|point| point.vertex(size)))).collect();
        let told: Text = AtDesk::Back { who: color, meanwhile }.into();
        let points = moves.iter().filter_map(|played| played.place.point()).collect();
        if let Some(alert) = self.open_alert(&[Kind::LeftSeat]).filter(|alert| alert.color == Some(color)).cloned() {
            let text = told.followed_by_earlier(&alert.text, super::reporting::TEXT_MAX);
            self.change(at, Alert { text, points, ..alert }, out);
            return;
        }
        let raise =
            Raise { at_most: Severity::Notice, basis: Basis::Reported, points, ..Raise::new(Kind::LeftSeat, Some(color), at, told) };
        self.raise(at, raise, out);
    }

    /// A player has played: whoever plays is back, and knows what was played before.
    pub(super) fn seen_in_the_seat(&mut self, color: Color, at: Mono, out: &mut Vec<Output>) {
        if let Some(away) = self.book.seats[color].away.clone() {
            let (change, from_n) = (SeatChange::Returned, away.moves + 1);
            let event = SeatEvent { change, color, reason: None, by: None, pauses: false, from_n, moves: Vec::new() };
            self.emit(at, EventBody::Seat(event), out);
        }
        let notice = |alert: &Alert| alert.color == Some(color) && alert.severity == Severity::Notice;
        if let Some(id) = self.open_alert(&[Kind::LeftSeat]).filter(|alert| notice(alert)).map(|alert| alert.id.clone()) {
            self.close(at, &id, super::event::CloseReason::Gone, out);
        }
    }

    /// Play goes on after an interruption that was for a player who had left: the player is back.
    pub(super) fn back_from_the_interruption(&mut self, at: Mono, out: &mut Vec<Output>) {
        for color in Color::BOTH {
            if let Some(away) = self.book.seats[color].away.clone().filter(|away| away.pauses) {
                self.is_back(at, color, &away, None, out);
            }
        }
    }
}
