//! What an alert goes on telling while hands are on the board (CONTRACT 4.4). What is put right is put right stone by stone: the stone that
//! was played elsewhere is in the hand, of three that were taken off one is back. The board shows less of it then, and it is still the same
//! happening: an alert is only ever told anew as something more, until everything is right.

use crate::go::{PlayedMove, Point};
use crate::referee::{BoardRemedy, Finding, Kind, Severity};
use crate::time::Mono;
use crate::wire::Cell;

use super::Game;
use super::event::{Alert, AlertState, Phase};
use super::findings::Watched;
use super::fold::Closed;
use super::input::Output;
use super::ruling::{Ruling, RulingOutcome};

impl Alert {
    /// What the board shows now is what this alert has told, or what is left of it.
    pub(super) fn tells(&self, finding: &Finding) -> bool {
        let same = (self.kind, self.color) == (finding.kind, finding.color);
        if same && self.points == finding.points {
            return true;
        }
        let within = finding.points.iter().all(|point| self.points.contains(point));
        let is_gap = matches!(finding.kind, Kind::StoneRetracted | Kind::StoneMissing);
        match self.kind {
            // A board that is built up again: whatever is wrong meanwhile is left of it, or came with building it up.
            Kind::BoardScattered => within || !matches!(finding.kind, Kind::BoardScattered | Kind::EndSuspected | Kind::BoardTurned),
            // In the hand; or another stone was put in its place first, and it is one too many.
            Kind::StoneRelocated | Kind::StoneShifted => within && finding.points.len() < self.points.len(),
            Kind::WrongCapture | Kind::CapturesLeft => within && (same || is_gap),
            // To be exchanged, or taken off.
            kind => kind.is_act() && within && is_gap,
        }
    }
}

impl Game {
    /// The open alert that tells this already: raised before a restart, or about more than this. Nothing is said twice.
    pub(super) fn told_by(&self, finding: &Finding, before: &[Watched]) -> Option<String> {
        let taken = |id: &str| before.iter().any(|watched| watched.alert.as_deref() == Some(id));
        let touches = |alert: &Alert| finding.points.iter().any(|point| alert.points.contains(point));
        let says = |alert: &&Alert| {
            let again = alert.kind == finding.kind && !taken(&alert.id);
            let open = alert.state == AlertState::Open && alert.kind.is_of_board();
            let same = again || (alert.tells(finding) && !self.play_went_over(alert));
            open && touches(alert) && same && !self.is_done_again(alert, finding)
        };
        self.book.alerts.iter().find(says).map(|alert| alert.id.clone())
    }

    /// What this alert tells of is in the moves, and was taken since; a stone that comes to the empty point is the next such happening (a ko
    /// that is retaken twice).
    fn is_done_again(&self, alert: &Alert, finding: &Finding) -> bool {
        let is_it = |played: &PlayedMove| played.disputed.as_deref() == Some(alert.id.as_str());
        let put_right = self.record().edits.iter().any(|edit| edit.reason == alert.id);
        let comes = |point: &Point| self.position.get(*point).is_none();
        finding.kind.enters_the_record() && !put_right && finding.points.first().is_some_and(comes) && self.record().moves.iter().any(is_it)
    }

    /// Play has gone on over what this alert told, and the record with it: what differs now came later.
    fn play_went_over(&self, alert: &Alert) -> bool {
        let record = self.record();
        let is_it = |played: &PlayedMove| played.disputed.as_deref() == Some(alert.id.as_str());
        let earlier = record.moves.iter().rev().skip(1).any(is_it);
        earlier || record.edits.iter().any(|edit| edit.reason == alert.id)
    }

    /// Something of it is still as it was told: its stone is in the moves, or another part of it is not right.
    pub(super) fn is_still_told(&self, id: &str) -> bool {
        let watched = self.wood.watched.iter().any(|watched| watched.alert.as_deref() == Some(id));
        let record = self.record();
        let is_it = |played: &PlayedMove| played.disputed.as_deref() == Some(id);
        let is_off = |played: &PlayedMove| {
            let off = |point| record.edits.iter().any(|edit| edit.reason == id && edit.empty.contains(&point));
            played.place.point().is_some_and(off)
        };
        watched || record.moves.iter().any(|played| is_it(played) && !is_off(played))
    }

    /// Alerts that were raised before a restart, and put right before the board was looked at again.
    pub(super) fn put_orphans_right(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.book.phase != Phase::Playing || !self.wood.settling().is_empty() {
            return;
        }
        let differs = self.wood.differences(&self.position);
        let record = self.record();
        let written = |id: &str| {
            record.moves.iter().any(|played| played.disputed.as_deref() == Some(id)) || record.edits.iter().any(|edit| edit.reason == id)
        };
        let orphaned = |alert: &&Alert| {
            let board = alert.kind.is_of_board() && alert.severity > Severity::Notice && alert.state == AlertState::Open;
            let watched = self.wood.watched.iter().any(|watched| watched.alert.as_deref() == Some(alert.id.as_str()));
            let agrees = alert.points.iter().all(|&point| differs.iter().all(|differs| differs.point != point));
            board && !watched && agrees && !self.is_about_cycle(alert) && !alert.points.is_empty() && !written(&alert.id)
        };
        let ids: Vec<String> = self.book.alerts.iter().filter(orphaned).map(|alert| alert.id.clone()).collect();
        for id in ids {
            self.put_right(at, &id, out);
        }
    }

    /// What the last move was decided to be, and the ruling, where that left it in the record and said nothing of its stone: whoever takes
    /// it off follows the ruling.
    pub(super) fn ruled_last(&self) -> Option<(Kind, &Ruling)> {
        let n = self.record().moves.len() as u32;
        let last = self.record().moves.last().filter(|last| last.disputed.is_none())?;
        let point = last.place.point()?;
        let is_it = |closed: &&Closed| {
            let alert = &closed.alert;
            let about = (alert.n, alert.color, alert.points.first()) == (Some(n), Some(last.color), Some(&point));
            about && alert.kind.enters_the_record()
        };
        let alert = &self.book.closed.iter().rev().find(is_it)?.alert;
        let holds = |ruling: &&Ruling| {
            ruling.alert == alert.id && ruling.holds() && ruling.outcome != RulingOutcome::Dismiss && ruling.board == BoardRemedy::None
        };
        let ruling = self.book.rulings.iter().find(holds)?;
        Some((alert.kind, ruling))
    }

    /// The last move's stone was ruled on, and is off the board since: nobody has taken a play back.
    pub(super) fn is_taken_off_by_ruling(&self, point: Point) -> bool {
        self.wood.settle.settled().get(point) == Cell::Empty && self.ruled_last().is_some()
    }
}
