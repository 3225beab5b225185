//! Raising, changing and closing alerts (CONTRACT 4.4). The proposals and articles come from the rulebook.

use crate::go::{Color, Point};
use crate::sense::{Discrepancy, Reconstruction};
use crate::time::Mono;

use super::Game;
use super::event::{Alert, AlertState, Basis, CloseReason, EventBody, Severity};
use super::input::Output;

/// What a new alert says beside its kind.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) kind: &'static str,
    pub(super) severity: Severity,
    pub(super) basis: Basis,
    pub(super) color: Option<Color>,
    pub(super) points: Vec<Point>,
    pub(super) happened: Mono,
    pub(super) text: String,
}

impl Game {
    /// Raises an alert, unless its kind is off at this table. Returns its id.
    pub(super) fn raise(&mut self, at: Mono, finding: Finding, out: &mut Vec<Output>) -> Option<String> {
        if self.settings.alerts_off.iter().any(|kind| kind == finding.kind) {
            return None;
        }
        let id = self.ids.next("a");
        let alert = Alert {
            id: id.clone(),
            rev: 1,
            kind: finding.kind,
            severity: finding.severity,
            basis: finding.basis,
            state: AlertState::Open,
            color: finding.color,
            n: Some(self.record().moves.len() as u32),
            points: finding.points,
            happened: self.stamp(finding.happened).wall,
            detected: self.stamp(at).wall,
            next_play_made: false,
            claim: None,
            text: finding.text,
        };
        self.emit(at, EventBody::AlertRaised(alert), out);
        Some(id)
    }

    /// The open alert of one of these kinds, the newest first.
    pub(super) fn open_alert(&self, kinds: &[&str]) -> Option<&Alert> {
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
    pub(super) fn gone(&mut self, at: Mono, kinds: &[&str], out: &mut Vec<Output>) {
        while let Some(id) = self.open_alert(kinds).map(|alert| alert.id.clone()) {
            self.close(at, &id, CloseReason::Gone, out);
        }
    }

    /// Wood and record agree: what was said about their difference has gone.
    pub(super) fn withdraw_board_alerts(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.gone(at, &["unexplained", "ambiguous"], out);
    }

    /// Says that the wood cannot be explained, and where it differs.
    pub(super) fn raise_board_alert(&mut self, at: Mono, discrepancies: &[Discrepancy], out: &mut Vec<Output>) {
        let grid = self.wood.standing(&self.position);
        let (kind, text) = match self.explain(&grid, &[]) {
            Reconstruction::Ambiguous(ways) => ("ambiguous", self.tell_ways(&ways)),
            _ => ("unexplained", self.tell_differences(discrepancies)),
        };
        let points: Vec<Point> = discrepancies.iter().map(|differs| differs.point).collect();
        if let Some(open) = self.open_alert(&["unexplained", "ambiguous"]) {
            if open.points == points && open.kind == kind {
                return;
            }
            let mut alert = open.clone();
            (alert.rev, alert.points, alert.text, alert.kind) = (alert.rev + 1, points, text, kind);
            self.emit(at, EventBody::AlertChanged(alert), out);
            return;
        }
        let happened = points.iter().map(|&point| self.wood.settle.changed_at(point)).min().unwrap_or(at).min(at);
        let finding = Finding { kind, severity: Severity::Attention, basis: Basis::Sensor, color: None, points, happened, text };
        self.raise(at, finding, out);
    }

    fn tell_differences(&self, discrepancies: &[Discrepancy]) -> String {
        let list: Vec<String> = discrepancies.iter().take(6).map(|differs| differs.describe(self.settings.size)).collect();
        let more = discrepancies.len().saturating_sub(list.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("The board is not the record: {}{more}. Put the board right, or correct the record.", list.join(", "))
    }

    fn tell_ways(&self, ways: &[Vec<crate::sense::Play>]) -> String {
        let size = self.settings.size;
        let list: Vec<String> = ways
            .iter()
            .take(3)
            .map(|way| way.iter().map(|play| play.point.vertex(size).to_string()).collect::<Vec<_>>().join(" then "))
            .collect();
        format!("The board can be explained in several ways: {}. Say which.", list.join(", or "))
    }
}
