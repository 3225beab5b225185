//! Raising, changing and closing alerts (CONTRACT 4.4). The proposals and articles come from the rulebook.

use crate::go::{Color, Point};
use crate::referee::{Cite, Kind, Proposal, Requires};
use crate::time::Mono;

use super::Game;
use super::event::{Alert, AlertState, Basis, CloseReason, EventBody, Severity};
use super::evidence::Evidence;
use super::input::Output;

/// What a new alert says beside its kind.
#[derive(Debug, Clone)]
pub(super) struct Raise {
    pub(super) kind: Kind,
    pub(super) severity: Severity,
    pub(super) basis: Basis,
    pub(super) color: Option<Color>,
    /// The move that it belongs to; the last one when it is not said.
    pub(super) n: Option<u32>,
    pub(super) points: Vec<Point>,
    pub(super) happened: Mono,
    pub(super) next_play_made: bool,
    pub(super) text: String,
    pub(super) evidence: Option<Evidence>,
}

/// What an alert proposes, and where the book says so.
#[derive(Debug, Clone, Default)]
pub(super) struct Proposing {
    pub(super) cite: Option<Cite>,
    pub(super) proposal: Option<Proposal>,
    pub(super) requires: Option<Requires>,
}

impl Game {
    /// Raises an alert that proposes nothing, unless its kind is off at this table. Returns its id.
    pub(super) fn raise(&mut self, at: Mono, raise: Raise, out: &mut Vec<Output>) -> Option<String> {
        self.raise_proposing(at, raise, Proposing::default(), out)
    }

    /// Raises an alert with what it proposes, unless its kind is off at this table. Returns its id.
    pub(super) fn raise_proposing(&mut self, at: Mono, raise: Raise, proposing: Proposing, out: &mut Vec<Output>) -> Option<String> {
        let severity = self.weighed(raise.kind, raise.basis, raise.severity, raise.color)?;
        let id = self.ids.next("a");
        let alert = Alert {
            id: id.clone(),
            rev: 1,
            kind: raise.kind,
            severity,
            basis: raise.basis,
            state: AlertState::Open,
            color: raise.color,
            n: raise.n.or(Some(self.record().moves.len() as u32)),
            cycle: self.cycle_told(raise.kind, &raise.points),
            points: raise.points,
            happened: self.stamp(raise.happened).wall,
            detected: self.stamp(at).wall,
            next_play_made: raise.next_play_made,
            cite: proposing.cite,
            claim: None,
            text: raise.text,
            proposal: proposing.proposal,
            requires: proposing.requires,
            evidence: raise.evidence,
        };
        self.emit(at, EventBody::AlertRaised(alert), out);
        Some(id)
    }

    /// How such an alert is told at this table; `None` when it is not. The one place where the profile and `alerts.off` decide.
    pub(super) fn weighed(&self, kind: Kind, basis: Basis, severity: Severity, color: Option<Color>) -> Option<Severity> {
        if self.settings.alerts_off.contains(&kind) {
            return None;
        }
        self.terms.profile.weigh(kind, basis, severity, color == Some(self.terms.simul_color))
    }

    /// The open alert of one of these kinds, the newest first.
    pub(super) fn open_alert(&self, kinds: &[Kind]) -> Option<&Alert> {
        self.book.alerts.iter().rev().find(|alert| kinds.contains(&alert.kind))
    }

    /// Closes one alert.
    pub(super) fn close(&mut self, at: Mono, id: &str, because: CloseReason, out: &mut Vec<Output>) {
        let Some(alert) = self.book.alerts.iter().find(|alert| alert.id == id) else { return };
        let mut alert = alert.clone();
        alert.rev += 1;
        alert.state = if because == CloseReason::Gone { AlertState::Gone } else { AlertState::Decided };
        self.emit(at, EventBody::AlertClosed { alert, because }, out);
    }

    /// Closes every alert of these kinds: their cause has gone.
    pub(super) fn gone(&mut self, at: Mono, kinds: &[Kind], out: &mut Vec<Output>) {
        while let Some(id) = self.open_alert(kinds).map(|alert| alert.id.clone()) {
            self.close(at, &id, CloseReason::Gone, out);
        }
    }

    /// Where the board differs, in words.
    pub(super) fn tell_differences(&self) -> String {
        let discrepancies = self.wood.differences(&self.position);
        let list: Vec<String> = discrepancies.iter().take(6).map(|differs| differs.describe(self.settings.size)).collect();
        let more = discrepancies.len().saturating_sub(list.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("The board is not the record: {}{more}. Put the board right, or correct the record.", list.join(", "))
    }

    /// The ways in which the board can be told, in words.
    pub(super) fn tell_ways(&self, ways: &[Vec<crate::sense::Play>]) -> String {
        let size = self.settings.size;
        let list: Vec<String> = ways
            .iter()
            .take(3)
            .map(|way| way.iter().map(|play| play.point.vertex(size).to_string()).collect::<Vec<_>>().join(" then "))
            .collect();
        format!("The board can be explained in several ways: {}. Say which.", list.join(", or "))
    }
}
