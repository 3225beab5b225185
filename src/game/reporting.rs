//! What people say to the referee (CONTRACT 4.5 `report`, `call`, `claim`): everything that no sensor sees, and what a player demands.

use crate::go::Color;
use crate::referee::{AtDesk, Kind, Severity, Text};
use crate::time::Mono;

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, AlertState, Basis, Claim, ClaimState, Phase};
use super::handling::{Handling, Reported};
use super::input::{AnswerData, Output};
use super::muting::Mute;
use super::request::{AlertVerb, ErrorCode, RequestError};

/// Reports that may be open at once: nobody reads more, and a program that reports in a loop must not fill the game's document.
pub const REPORTS_MAX: usize = 50;

/// The longest that an alert becomes to which more was said, in characters.
pub(super) const TEXT_MAX: usize = 1_000;

/// The longest that notes of one alert become together, in bytes.
const NOTES_MAX: usize = 2_000;

/// What a person reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What it is.
    pub kind: Kind,
    /// Whose act, where it is one player's.
    pub color: Option<Color>,
    /// What is said to it.
    pub note: Option<String>,
}

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

impl Reported {
    /// Somebody says the same: what was said to it stands beside the first.
    pub(super) fn add(&mut self, again: &Reported) {
        let (Some(note), first) = (&again.note, self.note.clone().unwrap_or_default()) else { return };
        if !first.contains(note.as_str()) && first.len() + note.len() + 2 <= NOTES_MAX {
            self.note = Some(if first.is_empty() { note.clone() } else { format!("{first}; {note}") });
        }
    }
}

impl Game {
    /// What is said to the referee, and done about an alert beside ruling on it.
    pub(super) fn alert_asked(
        &mut self,
        at: Mono,
        verb: AlertVerb,
        by: Option<String>,
        out: &mut Vec<Output>,
    ) -> Result<AnswerData, RequestError> {
        match verb {
            AlertVerb::Take { alert } => return self.take(at, &alert, by, out),
            AlertVerb::Mute(mute) => self.mute(at, Mute { by, ..mute }, out),
            AlertVerb::Report(report) => self.report(at, report, by, out)?,
            AlertVerb::Call(color) => self.call(at, color, by, out)?,
            AlertVerb::Claim { alert, color } => self.claim(at, &alert, color, out)?,
        }
        Ok(AnswerData::Done { game_id: self.book.game_id.clone(), rev: self.book.rev })
    }

    /// A player demands what the book gives only on demand, within its window.
    fn claim(&mut self, at: Mono, id: &str, color: Color, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let mut alert = self.named(id)?;
        let Some(claim) = alert.claim else {
            return refuse(ErrorCode::NotAllowed, format!("{id} needs no claim: the referee looks after it anyway"));
        };
        if claim.by != color {
            return refuse(ErrorCode::NotAllowed, format!("{} may claim this, not {}", claim.by.name(), color.name()));
        }
        match claim.state {
            ClaimState::Open => {}
            ClaimState::Claimed => return refuse(ErrorCode::Conflict, format!("{id} was claimed already")),
            ClaimState::Lapsed => {
                return refuse(ErrorCode::NotNow, format!("the claim about {id} has lapsed: the next move was made before it"));
            }
        }
        let to_move = self.in_turn();
        alert.claim = Some(Claim { state: ClaimState::Claimed, ..claim });
        if to_move != color {
            alert.text = Text::from(AtDesk::ClaimedInOpponentsTime { by: color }).followed_by_earlier(&alert.text, TEXT_MAX);
        }
        // What waited for it is somebody's to decide now.
        let alert = self.by_book(alert, Severity::Ruling, None);
        self.change(at, alert, out);
        Ok(())
    }

    /// Somebody reports what no sensor has shown.
    pub(super) fn report(&mut self, at: Mono, report: Report, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        let open = self.book.alerts.iter().filter(|alert| alert.basis == Basis::Reported).count();
        if open >= REPORTS_MAX {
            return refuse(ErrorCode::Busy, format!("{open} reports are open: decide some of them first"));
        }
        if self.settings.alerts_off.contains(&report.kind) {
            let message = format!("{} is off at this table: take it out of [table.alerts] off", report.kind);
            return refuse(ErrorCode::NotAllowed, message);
        }
        let Report { kind, color, note } = report;
        self.said_by_a_person(at, kind, color, Reported { by, to_move: self.in_turn(), note }, out);
        Ok(())
    }

    /// A player calls the referee (CN-16.2): in the own time, unless it is urgent. It is said whose time ran.
    pub(super) fn call(&mut self, at: Mono, color: Color, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.report(at, Report { kind: Kind::RefereeCall, color: Some(color), note: None }, by, out)
    }

    /// The arbiter's button of the clock: somebody at the table calls the referee, and it is noted whose time ran (CN-16.2). As long as a
    /// call is open and nobody has taken it, pressing again says nothing new.
    pub(super) fn called_at_clock(&mut self, at: Mono, out: &mut Vec<Output>) {
        // Between games people try a clock out.
        if self.book.phase == Phase::Idle {
            return;
        }
        let reported = Reported { by: None, to_move: self.in_turn(), note: None };
        let same = |alert: &&Alert| {
            alert.kind == Kind::RefereeCall && alert.state == AlertState::Open && alert.handling.taken_by.is_none() && alert.color.is_none()
        };
        if let Some(mut open) = self.book.alerts.iter().find(same).cloned() {
            open.handling.joined = open.handling.joined.saturating_add(1);
            self.change(at, open, out);
            return;
        }
        self.said_by_a_person(at, Kind::RefereeCall, None, reported, out);
    }

    fn said_by_a_person(&mut self, at: Mono, kind: Kind, color: Option<Color>, reported: Reported, out: &mut Vec<Output>) {
        let raise = Raise { basis: Basis::Reported, ..Raise::new(kind, color, at, tell(kind, color, &reported)) };
        self.raise_handled(at, raise, None, Handling::of(reported), out);
    }
}

/// What a person has said.
pub(super) fn tell(kind: Kind, color: Option<Color>, reported: &Reported) -> Text {
    match (kind, &reported.note, &reported.by) {
        (Kind::RefereeCall, None, _) => AtDesk::Called { by: color, own_time: color.is_none_or(|color| color == reported.to_move) }.into(),
        (kind, note, by) => AtDesk::Reported { kind, of: color, by: by.clone(), note: note.clone() }.into(),
    }
}
