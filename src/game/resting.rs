//! Breaks of the schedule and pauses with an end: both clocks stand at the moment, and play goes on by itself when the board is the record.

use crate::referee::{InRecord, Kind};
use crate::time::{Mono, Wall};
use crate::wire::ClockCommand;

use super::Game;
use super::alerts::Raise;
use super::event::{CloseReason, Phase, Severity};
use super::input::Output;
use super::request::{ErrorCode, RequestError};

/// A break that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rest {
    /// Both clocks stand since then.
    pub from: Mono,
    /// Play goes on then.
    pub until: Mono,
    /// Where it stands.
    pub stage: RestStage,
}

/// Where a break stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestStage {
    /// The clocks stand; a stone that was on its way, or a press in a late packet, may still come in.
    ComingToRest,
    /// Play is paused.
    Resting,
    /// It is over, and play stays paused until the board is the record. The alert that says so, unless its kind is off.
    Waiting(Option<String>),
}

impl Game {
    /// When something about breaks is due.
    pub(super) fn rest_due_at(&self) -> Option<Mono> {
        match &self.rest {
            None => self.agenda.as_ref().and_then(|agenda| agenda.breaks.first()).map(|&(from, _)| from),
            Some(Rest { from, stage: RestStage::ComingToRest, .. }) => Some(self.quiet_after(*from)),
            Some(Rest { until, stage: RestStage::Resting, .. }) => Some(*until),
            Some(Rest { stage: RestStage::Waiting(_), .. }) => None,
        }
    }

    /// When everything that happened until this moment has come in: late packets, stones that settle. Not later than the patience allows.
    pub(super) fn quiet_after(&self, moment: Mono) -> Mono {
        let waited = self.once_heard(moment.plus_ms(self.settings.latency_ms));
        let settles = self.wood.settle.deadline().map_or(waited, |settles| waited.max(settles.plus_ms(1)));
        settles.min(waited.max(moment.plus_ms(self.settings.patience_ms)))
    }

    /// A break begins, comes to rest, or is over.
    pub(super) fn rest_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        match &mut self.rest {
            None => self.break_begins(at, out),
            Some(rest) if rest.stage == RestStage::ComingToRest => {
                rest.stage = RestStage::Resting;
                if self.book.phase == Phase::Playing {
                    self.pause(at, "break", out);
                }
            }
            Some(_) => self.rest_over(at, out),
        }
    }

    fn break_begins(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(agenda) = &mut self.agenda else { return };
        let (_, until) = agenda.breaks.remove(0);
        // Where nobody plays, nobody has to be interrupted; who plays on after a person has resumed does so on purpose.
        if self.book.phase != Phase::Playing || until <= at {
            return;
        }
        self.stop_clock(at, out);
        if self.keeper.from_device() {
            out.push(Output::Clock(ClockCommand::Run(None)));
        }
        self.rest = Some(Rest { from: at, until, stage: RestStage::ComingToRest });
    }

    /// A pause that a person asks for, perhaps with its end.
    pub(super) fn pause_until(&mut self, at: Mono, reason: &str, until: Option<Wall>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending])?;
        let until = until.map(|instant| super::schedule::moment(instant, self.now));
        if until.is_some_and(|until| until <= at) {
            let message = "until is over already: write an instant that is still to come, or leave it out".to_owned();
            return Err(RequestError { code: ErrorCode::Conflict, message });
        }
        self.pause(at, reason, out);
        self.rest = until.map(|until| Rest { from: at, until, stage: RestStage::Resting });
        Ok(())
    }

    fn rest_over(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.book.phase != Phase::Paused || self.wakes(at, out) {
            self.rest = None;
            return;
        }
        let board = (self.wood.known || self.placed.tells).then(|| self.tell_differences());
        let raise = Raise {
            at_most: Severity::Attention,
            points: self.wood.differences(&self.position).iter().map(|differs| differs.point).collect(),
            ..Raise::new(Kind::Unexplained, None, at, InRecord::BreakOver { board })
        };
        let alert = self.raise(at, raise, out);
        if let Some(rest) = &mut self.rest {
            rest.stage = RestStage::Waiting(alert);
        }
    }

    /// Play goes on, if the board is there and nothing on it differs. True when it does.
    fn wakes(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        let there = self.wood.known || self.placed.tells;
        there && self.wood.settling().is_empty() && self.resume(at, false, out).is_ok()
    }

    /// A break that is over waits for the board, or a person has gone on without it.
    pub(super) fn look_after_rest(&mut self, out: &mut Vec<Output>) {
        let Some(rest) = &self.rest else { return };
        let at = self.now.mono;
        let waiting = matches!(rest.stage, RestStage::Waiting(_));
        let over = match self.book.phase {
            Phase::Paused => waiting && self.wakes(at, out),
            Phase::Playing => rest.stage != RestStage::ComingToRest,
            _ => true,
        };
        if over {
            self.end_rest(at, out);
        }
    }

    /// The break is behind, and so is what was said about its end.
    pub(super) fn end_rest(&mut self, at: Mono, out: &mut Vec<Output>) {
        if let Some(Rest { stage: RestStage::Waiting(Some(alert)), .. }) = self.rest.take() {
            self.close(at, &alert, CloseReason::Gone, out);
        }
    }
}
