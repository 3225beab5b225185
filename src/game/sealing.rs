//! The set time for sealing (CN-14), and adjournment. The sealed move itself comes with the referee's requests.

use crate::referee::{Kind, OnTime};
use crate::time::Mono;
use crate::wire::ClockCommand;

use super::Game;
use super::alerts::Raise;
use super::event::{Basis, ClockChange, CloseReason, Phase, Severity};
use super::input::Output;
use super::request::RequestError;

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
        let raise = Raise {
            kind: Kind::SealDue,
            at_most: Severity::Attention,
            basis: Basis::Sensor,
            color: Some(color),
            n: None,
            points: Vec::new(),
            happened: seal,
            next_play_made: false,
            text: OnTime::SealDue { seals: color }.into(),
            evidence: None,
        };
        self.raise(at, raise, out);
    }

    /// Play stops here until another session, without a sealed move; both players' used times are in the clock that is said with it.
    pub(super) fn adjourn(&mut self, at: Mono, transaction: &str, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused])?;
        let stops = self.keeper.running(at).is_some() && !self.keeper.from_device();
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
        Ok(())
    }
}
