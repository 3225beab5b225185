//! Adjournment with and without a sealed move: the time to seal, the player who thinks on with the clock running, the envelope and who
//! keeps it (CN-14, ING-10.1). What becomes of it when it is opened is in `unsealing`.

use crate::go::Color;
use crate::referee::{Kind, OnTime};
use crate::time::Mono;
use crate::wire::ClockCommand;

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, ClockChange, CloseReason, EventBody, Phase, PlayerPhase, Severity, TurnEndedBy};
use super::input::Output;
use super::request::{ErrorCode, RequestError};
use super::ruling::Why;
use super::sealed::{Custody, Envelope, SealChange, SealRequest, SealStage, Sealing};
use super::timekeeping::Timekeeper;

/// The most hands that an envelope goes through: beyond this a program has gone wrong.
pub const CUSTODY_MAX: usize = 20;

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

impl Game {
    /// When the time to seal has come, and everything before it is in.
    pub(super) fn seal_due_at(&self) -> Option<Mono> {
        let seal = self.agenda.as_ref()?.seal?;
        Some(if seal <= self.now.mono { self.quiet_after(seal) } else { seal })
    }

    /// It is time to seal (CN-14): who has just played leaves, who is to move thinks on, with the clock running.
    pub(super) fn seal_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(seal) = self.agenda.as_ref().and_then(|agenda| agenda.seal) else { return };
        if at < self.quiet_after(seal) {
            // Looked at again when everything has come in.
            return;
        }
        if let Some(agenda) = &mut self.agenda {
            agenda.seal = None;
        }
        if !matches!(self.book.phase, Phase::Playing | Phase::Paused | Phase::Ending) {
            return;
        }
        let color = self.to_move();
        let raise =
            Raise { at_most: Severity::Attention, ..Raise::new(Kind::SealDue, Some(color), seal, OnTime::SealDue { seals: color }) };
        self.raise(at, raise, out);
        if self.terms.rulebook.book().sealing && !self.book.sealing.as_ref().is_some_and(|sealing| sealing.stage() != SealStage::Over) {
            self.thinks_on(at, None, out);
        }
    }

    /// The referee has the move sealed: who has just played leaves at once, whether the clock was pressed or not.
    pub(super) fn begin_sealing(&mut self, at: Mono, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending])?;
        match self.seal_stage() {
            Some(SealStage::Sealed | SealStage::Opened) => return refuse(ErrorCode::Conflict, "a move is sealed already: open it first"),
            Some(SealStage::Thinking) | Some(SealStage::Over) | None => {}
        }
        self.end_open_turn(at, TurnEndedBy::Ruling, out);
        if self.seal_stage() != Some(SealStage::Thinking) {
            self.thinks_on(at, by, out);
        }
        // A clock that stood has to run: the time of the sealing is the player's.
        self.start_clock(at, out);
        self.give_time_to_seal(at, out);
        Ok(())
    }

    pub(super) fn seal_stage(&self) -> Option<SealStage> {
        self.book.sealing.as_ref().map(Sealing::stage)
    }

    fn thinks_on(&mut self, at: Mono, by: Option<String>, out: &mut Vec<Output>) {
        let sealing = Sealing {
            color: self.to_move(),
            n: self.record().moves.len() as u32 + 1,
            begun: self.stamp(at).wall,
            extra_ms: 0,
            envelope: None,
            opened: None,
            over: false,
        };
        self.say_sealing(at, SealChange::Begun, sealing, by, out);
        self.give_time_to_seal(at, out);
    }

    pub(super) fn say_sealing(&mut self, at: Mono, change: SealChange, sealing: Sealing, by: Option<String>, out: &mut Vec<Output>) {
        self.emit(at, EventBody::Sealing { change, sealing, by }, out);
    }

    /// Where the book gives time for the sealing itself, whoever seals in byo-yomi gets it once, by a clock that kifud keeps.
    pub(super) fn give_time_to_seal(&mut self, at: Mono, out: &mut Vec<Output>) {
        let extra_ms = self.terms.rulebook.book().sealing_extra_ms;
        let Some(sealing) = self.book.sealing.clone().filter(|sealing| sealing.stage() == SealStage::Thinking) else { return };
        let Timekeeper::Daemon(clock) = &mut self.keeper else { return };
        let reads = matches!(clock.view(at)[sealing.color].phase, PlayerPhase::ByoYomi { .. });
        if extra_ms == 0 || sealing.extra_ms > 0 || !reads || clock.in_turn() != Some(sealing.color) {
            return;
        }
        let color = sealing.color;
        if clock.adjust(color, i64::try_from(extra_ms).unwrap_or(i64::MAX), 0, at).is_err() {
            return;
        }
        let why = Why { by: None, because: "sealing".to_owned() };
        self.clock_changed(at, ClockChange::Adjusted, Some(color), Some(why), out);
        self.say_sealing(at, SealChange::Extended, Sealing { extra_ms, ..sealing }, None, out);
    }

    /// While a player thinks under the sealing, play may go on over the board all the same: then the other one seals.
    pub(super) fn sealing_follows_play(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(sealing) = self.book.sealing.clone().filter(|sealing| sealing.stage() == SealStage::Thinking) else { return };
        if matches!(self.book.phase, Phase::Counting | Phase::Ended) {
            return;
        }
        let (color, n) = (self.to_move(), self.record().moves.len() as u32 + 1);
        if (sealing.color, sealing.n) == (color, n) {
            return;
        }
        self.say_sealing(at, SealChange::Begun, Sealing { color, n, ..sealing }, None, out);
        if let Some(alert) = self.open_alert(&[Kind::SealDue]).cloned() {
            self.change(
                at,
                Alert { color: Some(color), text: OnTime::SealDue { seals: color }.into(), next_play_made: true, ..alert },
                out,
            );
        }
    }

    /// The move is sealed and handed over: the turn is over, and the clocks stand until another session.
    pub(super) fn seal(
        &mut self,
        at: Mono,
        asked: SealRequest,
        by: Option<String>,
        transaction: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused])?;
        if matches!(self.seal_stage(), Some(SealStage::Sealed | SealStage::Opened)) {
            return refuse(ErrorCode::Conflict, "a move is sealed already: open it first");
        }
        let (color, n) = (asked.color, self.record().moves.len() as u32 + 1);
        if color != self.to_move() {
            return refuse(ErrorCode::Conflict, format!("{} is to move: who is to move seals", self.to_move().name()));
        }
        let over =
            |players: crate::go::ByColor<super::event::PlayerClockState>| matches!(players[color].phase, PlayerPhase::Flagged { .. });
        if self.flag.is_some_and(|flag| flag.color == color) || self.keeper.view(at).is_some_and(over) {
            let message = format!("{}'s time was over before the move was sealed: rule on flag-fallen first", color.name());
            return refuse(ErrorCode::NotNow, message);
        }
        self.end_open_turn(at, TurnEndedBy::Ruling, out);
        self.turn.presses.clear();
        let used_ms = self.turn_sealed(color, at, out);
        let now = self.stamp(at).wall;
        let custody = vec![Custody { custodian: asked.custodian, since: now, by: by.clone() }];
        let envelope = Envelope { sealed: now, label: asked.envelope, digest: asked.digest, used_ms, custody };
        let before = self.book.sealing.as_ref().filter(|sealing| sealing.stage() == SealStage::Thinking);
        let (begun, extra_ms) = before.map_or((now, 0), |sealing| (sealing.begun, sealing.extra_ms));
        let sealing = Sealing { color, n, begun, extra_ms, envelope: Some(envelope), opened: None, over: false };
        self.say_sealing(at, SealChange::Sealed, sealing, by, out);
        self.leave_off(at, transaction, out);
        Ok(())
    }

    /// The time of the turn in which a move was sealed ends here, and the opponent's does not begin before the stone lies.
    fn turn_sealed(&mut self, color: Color, at: Mono, out: &mut Vec<Output>) -> Option<u64> {
        let used_ms = self.keeper.turn_used_ms(at);
        let Timekeeper::Daemon(clock) = &mut self.keeper else { return used_ms };
        let time = clock.press(color, at)?;
        let used_ms = time.used_ms;
        self.turn_took(color, time, out);
        Some(used_ms)
    }

    /// Somebody else keeps the envelope from now on.
    pub(super) fn hand_over(&mut self, at: Mono, custodian: String, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let now = self.stamp(at).wall;
        let Some(mut sealing) = self.book.sealing.clone().filter(|sealing| sealing.stage() == SealStage::Sealed) else {
            return refuse(ErrorCode::NotNow, "no envelope is kept: seal says that there is one");
        };
        let Some(envelope) = &mut sealing.envelope else { return Ok(()) };
        if envelope.custody.len() >= CUSTODY_MAX {
            return refuse(ErrorCode::Busy, format!("the envelope has gone through {CUSTODY_MAX} hands: whoever has it keeps it"));
        }
        envelope.custody.push(Custody { custodian, since: now, by: by.clone() });
        self.say_sealing(at, SealChange::HandedOver, sealing, by, out);
        Ok(())
    }

    /// Play stops here until another session, without a sealed move; both players' used times are in the clock that is said with it.
    pub(super) fn adjourn(&mut self, at: Mono, transaction: &str, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused])?;
        self.call_sealing_off(at, out);
        self.leave_off(at, transaction, out);
        Ok(())
    }

    /// Nobody seals any more.
    fn call_sealing_off(&mut self, at: Mono, out: &mut Vec<Output>) {
        if let Some(sealing) = self.book.sealing.clone().filter(|sealing| sealing.stage() == SealStage::Thinking) {
            self.say_sealing(at, SealChange::Off, Sealing { over: true, ..sealing }, None, out);
        }
    }

    /// The clocks stand and the game is adjourned.
    fn leave_off(&mut self, at: Mono, transaction: &str, out: &mut Vec<Output>) {
        let stops = self.keeper.running(at).is_some() && !self.keeper.from_device();
        self.rests_from(at);
        self.stop_clock(at, out);
        if self.keeper.from_device() {
            out.push(Output::Clock(ClockCommand::Run(None)));
        }
        self.end_rest(at, out);
        while let Some(id) = self.open_alert(&[Kind::SealDue]).map(|alert| alert.id.clone()) {
            self.close(at, &id, CloseReason::Decided(transaction.to_owned()), out);
        }
        self.enter(at, Phase::Adjourned, transaction, out);
        if !stops {
            // They stood already, or the clock on the table stops by itself or by hand: what was used is written down all the same.
            self.clock_changed(at, ClockChange::Paused, None, None, out);
        }
    }
}
