//! What is done about an alert beside deciding it (CONTRACT 4.4, 4.5): a referee takes it or has seen it, equal happenings join it, and
//! while nobody has looked somebody is reminded.

use crate::go::Color;
use crate::referee::{Announce, Kind, Proposal, Severity};
use crate::time::{Mono, Wall};

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, AlertState, CloseReason, EventBody};
use super::input::{AnswerData, Output};
use super::request::{ErrorCode, RequestError};

/// Somebody is reminded of an alert that needs a ruling after so long, in ms: a referee in a hall is a minute away.
pub const REMIND_RULING_MS: u64 = 60_000;

/// And of one that only asks for a look, in ms: it can wait until the referee comes by.
pub const REMIND_ATTENTION_MS: u64 = 600_000;

/// Nobody is reminded of one alert more often: whoever has not come by then does not hear it.
pub const REMINDERS_MAX: u32 = 3;

/// Equal happenings within this of each other are one alert, in ms: a hand that presses again and again, two people who report one thing.
pub const JOIN_MS: u64 = 10_000;

/// What has been done about an alert, and how it came in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Handling {
    /// Equal happenings that have joined the first.
    pub joined: u32,
    /// The referee who has taken it.
    pub taken_by: Option<String>,
    /// Somebody has seen it.
    pub acknowledged: Option<Acknowledged>,
    /// Somebody was reminded of it.
    pub reminded: Option<Reminded>,
    /// When it was put right, while the decision was still to be made: it speaks for the player.
    pub cured_at: Option<Wall>,
    /// The person who said it.
    pub reported: Option<Reported>,
}

/// Somebody has seen an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledged {
    /// Who, where that is known.
    pub by: Option<String>,
    /// When.
    pub at: Wall,
}

/// Somebody was reminded of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reminded {
    /// How often.
    pub times: u32,
    /// When last.
    pub at: Wall,
}

/// A person has said it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// Who, where that is known.
    pub by: Option<String>,
    /// Whose time ran: a player speaks up in the own one, unless it is urgent (CN-16.2).
    pub to_move: Color,
    /// What was said to it.
    pub note: Option<String>,
}

/// An open alert, as far as somebody may have to be reminded of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unattended {
    /// The alert.
    pub alert: String,
    /// When it happened last; another like it joins it for a while.
    pub last: Mono,
    /// When somebody is reminded; `None` where nobody is.
    pub due: Option<Mono>,
}

impl Handling {
    /// How a person's word comes in.
    pub(super) fn of(reported: Reported) -> Handling {
        Handling { reported: Some(reported), ..Handling::default() }
    }
}

impl Alert {
    /// How long this alert waits before somebody is reminded of it; `None` where nobody is: it asks nothing, somebody has it in hand, it
    /// is not to be said yet, or it has been said often enough. A player who comes late is waited for, and the limit of the schedule says
    /// itself when that is over.
    fn remind_after_ms(&self) -> Option<u64> {
        let handling = &self.handling;
        let in_hand = handling.taken_by.is_some() || handling.acknowledged.is_some();
        let often = handling.reminded.is_some_and(|reminded| reminded.times >= REMINDERS_MAX);
        let waits = matches!(self.state, AlertState::Open | AlertState::Cured);
        if in_hand || often || !waits || self.announce != Announce::Now || self.kind == Kind::Late {
            return None;
        }
        match self.severity {
            Severity::Notice => None,
            Severity::Attention => Some(REMIND_ATTENTION_MS),
            Severity::Ruling => Some(REMIND_RULING_MS),
        }
    }
}

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

impl Game {
    /// The open alert that a request means.
    pub(super) fn named(&self, id: &str) -> Result<Alert, RequestError> {
        if let Some(alert) = self.book.alerts.iter().find(|alert| alert.id == id) {
            return Ok(alert.clone());
        }
        match self.book.rulings.iter().find(|ruling| ruling.alert == id) {
            Some(ruling) => refuse(ErrorCode::AlreadyRuled, format!("{id} was decided by {}", ruling.id)),
            None => refuse(ErrorCode::NoSuchAlert, format!("there is no open alert {id}")),
        }
    }

    /// A referee takes an alert; whoever had it is named in the answer.
    pub(super) fn take(&mut self, at: Mono, id: &str, by: Option<String>, out: &mut Vec<Output>) -> Result<AnswerData, RequestError> {
        let mut alert = self.named(id)?;
        let by = by.unwrap_or_else(|| "referee".to_owned());
        let before = alert.handling.taken_by.replace(by.clone());
        if before.as_ref() != Some(&by) {
            self.change(at, alert, out);
        }
        let taken_from = before.filter(|before| *before != by);
        Ok(AnswerData::Taken { game_id: self.book.game_id.clone(), rev: self.book.rev, taken_from })
    }

    /// Somebody has seen an alert: nobody needs to be reminded.
    pub(super) fn acknowledge(&mut self, at: Mono, id: &str, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let mut alert = self.named(id)?;
        if alert.handling.acknowledged.is_none() {
            alert.handling.acknowledged = Some(Acknowledged { by, at: self.stamp(at).wall });
            self.change(at, alert, out);
        }
        Ok(())
    }

    /// Says an alert as it is now.
    pub(super) fn change(&mut self, at: Mono, mut alert: Alert, out: &mut Vec<Output>) {
        alert.rev += 1;
        self.emit(at, EventBody::AlertChanged(alert), out);
    }

    /// What an alert was about has been put right: an act of which something follows is cured and waits for a person, anything else has
    /// gone (CONTRACT 4.4).
    pub(super) fn put_right(&mut self, at: Mono, id: &str, out: &mut Vec<Output>) {
        let Some(alert) = self.book.alerts.iter().find(|alert| alert.id == id).filter(|_| !self.is_still_told(id)) else { return };
        let beside = matches!(alert.kind, Kind::LidCount | Kind::StoneOutOfPlace | Kind::SealedMoveMismatch);
        let follows = alert.proposal.as_ref().is_some_and(Proposal::is_something);
        if !((alert.kind.is_act() || beside) && follows) {
            self.close(at, id, CloseReason::Gone, out);
        } else if alert.state == AlertState::Open {
            let mut alert = alert.clone();
            alert.state = AlertState::Cured;
            alert.handling.cured_at = Some(self.stamp(at).wall);
            self.change(at, alert, out);
        }
    }

    /// The alert which this happening is one more of; its id, when there is one. What the board shows is followed by its points instead.
    pub(super) fn join(&mut self, at: Mono, raise: &Raise, handling: &Handling, out: &mut Vec<Output>) -> Option<String> {
        if raise.kind.is_of_board() {
            return None;
        }
        let recent = |alert: &&Alert| {
            let last = self.unattended.iter().find(|open| open.alert == alert.id).map(|open| open.last);
            last.is_some_and(|last| at.since_ms(last) <= JOIN_MS)
        };
        let equal = |alert: &&Alert| {
            alert.state == AlertState::Open && (alert.kind, alert.color, alert.basis) == (raise.kind, raise.color, raise.basis)
        };
        let mut alert = self.book.alerts.iter().rev().filter(equal).find(recent)?.clone();
        alert.handling.joined += 1;
        alert.next_play_made |= raise.next_play_made;
        alert.points.extend(raise.points.iter().filter(|point| !alert.points.contains(point)).copied().collect::<Vec<_>>());
        let tell = |reported: &Reported| super::reporting::tell(raise.kind, raise.color, reported);
        match (&mut alert.handling.reported, &handling.reported) {
            (Some(first), Some(again)) if tell(again) == raise.text => {
                first.add(again);
                alert.text = tell(first);
            }
            _ => alert.text.clone_from(&raise.text),
        }
        let id = alert.id.clone();
        if let Some(open) = self.unattended.iter_mut().find(|open| open.alert == id) {
            open.last = at;
        }
        self.change(at, alert, out);
        Some(id)
    }

    /// Follows what happens to alerts: when somebody is to be reminded of them.
    pub(super) fn follow_alerts(&mut self, at: Mono, body: &EventBody) {
        match body {
            EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => {
                let due = alert.remind_after_ms().map(|ms| at.plus_ms(ms));
                match self.unattended.iter_mut().find(|open| open.alert == alert.id) {
                    // What became more urgent is said sooner; a mere change does not put it off.
                    Some(open) => open.due = due.map(|due| open.due.map_or(due, |before| before.min(due))),
                    None => self.unattended.push(Unattended { alert: alert.id.clone(), last: at, due }),
                }
            }
            EventBody::AlertClosed { alert, .. } => self.unattended.retain(|open| open.alert != alert.id),
            _ => {}
        }
    }

    /// After a restart: alerts that an earlier version raised are waited for from now on, and those of another game for no longer.
    pub(super) fn recall_alerts(&mut self, now: Mono) {
        let alerts = &self.book.alerts;
        self.unattended.retain(|open| alerts.iter().any(|alert| alert.id == open.alert));
        for alert in alerts {
            if !self.unattended.iter().any(|open| open.alert == alert.id) {
                let due = alert.remind_after_ms().map(|ms| now.plus_ms(ms));
                self.unattended.push(Unattended { alert: alert.id.clone(), last: now, due });
            }
        }
    }

    /// When somebody is reminded next.
    pub(super) fn reminder_due_at(&self) -> Option<Mono> {
        self.unattended.iter().filter_map(|open| open.due).min()
    }

    /// Nobody has looked after these alerts: they are said again, as the same ones.
    pub(super) fn remind(&mut self, at: Mono, out: &mut Vec<Output>) {
        while let Some(open) = self.unattended.iter_mut().find(|open| open.due.is_some_and(|due| due <= at)) {
            open.due = None;
            let Some(mut alert) = self.book.alerts.iter().find(|alert| alert.id == open.alert).cloned() else { continue };
            let times = alert.handling.reminded.map_or(0, |reminded| reminded.times) + 1;
            alert.handling.reminded = Some(Reminded { times, at: self.stamp(at).wall });
            self.change(at, alert, out);
        }
    }

    /// The turn is another player's: what was held back for it is said now.
    pub(super) fn announce_held(&mut self, at: Mono, out: &mut Vec<Output>) {
        let held = |alert: &&Alert| alert.announce == Announce::OffenderTurn && !self.waits_for_its_turn(alert);
        for mut alert in self.book.alerts.iter().filter(held).cloned().collect::<Vec<_>>() {
            alert.announce = Announce::Now;
            self.change(at, alert, out);
        }
    }
}
