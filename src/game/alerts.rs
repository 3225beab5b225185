//! Raising, changing and closing alerts (CONTRACT 4.4). What an alert cites, proposes and asks comes from the rulebook and the event's own
//! rules over it, and from nowhere else ([`Game::by_book`]).

use crate::go::{Color, Point};
use crate::referee::{Announce, Cite, ClockRemedy, Difference, InForce, Kind, Override, Proposal, Requires, Sanction, Text};
use crate::time::Mono;

use super::Game;
use super::event::{Alert, AlertState, Basis, Claim, ClaimState, CloseReason, EventBody, Phase, Severity};
use super::evidence::Evidence;
use super::handling::Handling;
use super::input::Output;

/// What a new alert says beside its kind.
#[derive(Debug, Clone)]
pub(super) struct Raise {
    pub(super) kind: Kind,
    /// It asks no more than this, whatever the book says.
    pub(super) at_most: Severity,
    pub(super) basis: Basis,
    pub(super) color: Option<Color>,
    /// The move that it belongs to; the last one when it is not said.
    pub(super) n: Option<u32>,
    pub(super) points: Vec<Point>,
    pub(super) happened: Mono,
    pub(super) next_play_made: bool,
    pub(super) text: Text,
    pub(super) evidence: Option<Evidence>,
}

impl Raise {
    /// An alert of this kind about this player, for this. The sensors show it, it belongs to the last move and names no points, and it asks
    /// what the book says; whatever is otherwise is written beside it (`Raise { points, ..Raise::new(…) }`).
    pub(super) fn new(kind: Kind, color: Option<Color>, happened: Mono, text: impl Into<Text>) -> Raise {
        Raise {
            kind,
            at_most: Severity::Ruling,
            basis: Basis::Sensor,
            color,
            n: None,
            points: Vec::new(),
            happened,
            next_play_made: false,
            text: text.into(),
            evidence: None,
        }
    }
}

/// What kifud knows of an incident that no book can: what a rule comes to here, and whether it applies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Judged {
    /// It is not sure, although it is more than a suspicion.
    pub(super) unsure: bool,
    /// What the book's rule for the clocks comes to.
    pub(super) clock: Vec<ClockRemedy>,
    /// What the player gets, as it is here.
    pub(super) gives: Gives,
}

/// What a player gets for an incident as it is here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Gives {
    /// What the book says.
    #[default]
    ByBook,
    /// Nothing: it has not come to that, or the book's sanction is not meant for it.
    Nothing,
    /// What the book says; where it has no article this, for the event has set a limit (its schedule).
    BySchedule(Sanction),
}

/// Where an event's limit for coming late stands.
const SCHEDULE: &str = "schedule";

impl Game {
    /// Raises an alert with what the book says of it, unless its kind is off at this table. Returns its id.
    pub(super) fn raise(&mut self, at: Mono, raise: Raise, out: &mut Vec<Output>) -> Option<String> {
        self.raise_judged(at, raise, None, out)
    }

    /// Raises an alert of which kifud knows more than the book. Returns its id.
    pub(super) fn raise_judged(&mut self, at: Mono, raise: Raise, judged: Option<&Judged>, out: &mut Vec<Output>) -> Option<String> {
        self.raise_handled(at, raise, judged, Handling::default(), out)
    }

    /// The same, with what is known of how it is to be handled. One that equals a happening of a moment ago joins its alert.
    pub(super) fn raise_handled(
        &mut self,
        at: Mono,
        raise: Raise,
        judged: Option<&Judged>,
        handling: Handling,
        out: &mut Vec<Output>,
    ) -> Option<String> {
        if !self.is_told(raise.kind, raise.basis, raise.color) {
            return None;
        }
        if let Some(id) = self.join(at, &raise, &handling, out) {
            return Some(id);
        }
        let muted = self.is_muted(raise.kind, at);
        let id = self.ids.next("a");
        let alert = Alert {
            id: id.clone(),
            rev: 1,
            kind: raise.kind,
            severity: raise.at_most,
            basis: raise.basis,
            state: AlertState::Open,
            color: raise.color,
            n: raise.n.or(Some(self.record().moves.len() as u32)),
            cycle: self.cycle_told(raise.kind, &raise.points),
            points: raise.points,
            happened: self.stamp(raise.happened).wall,
            detected: self.stamp(at).wall,
            next_play_made: raise.next_play_made,
            cite: None,
            claim: None,
            text: raise.text,
            proposal: None,
            choices: Vec::new(),
            announce: if muted { Announce::Muted } else { Announce::OffenderTurn },
            requires: None,
            evidence: raise.evidence,
            handling,
        };
        let alert = self.by_book(alert, raise.at_most, judged);
        self.emit(at, EventBody::AlertRaised(alert), out);
        Some(id)
    }

    /// The alert with all that the book in force says of it: where it says so, what it asks, what is proposed, who decides, when it is told.
    /// Whatever makes an alert, or makes it another kind, goes through here.
    pub(super) fn by_book(&self, alert: Alert, at_most: Severity, judged: Option<&Judged>) -> Alert {
        let mut in_force = self.terms.in_force(alert.kind);
        let claim = self.claim_for(&alert, &in_force);
        let lapsed = claim.is_some_and(|claim| claim.state == ClaimState::Lapsed);
        let suspected = alert.basis == Basis::Suspected;
        // What is only suspected, or acted upon only if somebody claims it, is nobody's to decide yet (CONTRACT 4.4).
        let waits = suspected || claim.is_some_and(|claim| claim.state != ClaimState::Claimed);
        let said = self.said_by_book(&alert, &in_force);
        let severity = said.min(at_most).min(if waits { Severity::Attention } else { Severity::Ruling });
        let severity = self.weigh(alert.kind, alert.basis, severity, alert.color).unwrap_or(severity);
        // A club is told, and not asked: nothing is proposed where the book would have asked for more.
        let asks_less = severity < said.min(at_most) && severity == Severity::Notice;
        let proposal = match judged {
            _ if lapsed || asks_less => None,
            Some(judged) => Some(weighed(judged, suspected, &mut in_force)),
            None => Some(weighed(&Judged::default(), suspected, &mut in_force)).filter(Proposal::is_something),
        };
        let announce = self.announced(&alert, in_force.announce);
        // An appeal is against a referee, whatever the book has about it.
        let requires = if alert.kind == Kind::Appeal { Requires::Chief } else { in_force.requires };
        let chooses = !lapsed && severity > Severity::Notice && judged.is_none_or(|judged| judged.gives != Gives::Nothing);
        Alert {
            severity,
            claim,
            proposal,
            choices: if chooses { in_force.choices } else { Vec::new() },
            cite: in_force.cite,
            announce,
            requires: (severity > Severity::Notice).then_some(requires),
            ..alert
        }
    }

    /// When the players are told (CONTRACT 4.4). What waits for the turn of the player whom it is about is told when that turn has come, and
    /// stays told; before play, and where nobody knows whom it is about, there is nothing to wait for.
    fn announced(&self, alert: &Alert, by_book: Announce) -> Announce {
        match (alert.announce, by_book) {
            (Announce::Muted, _) => Announce::Muted,
            (Announce::OffenderTurn, Announce::OffenderTurn) if self.waits_for_its_turn(alert) => Announce::OffenderTurn,
            _ => Announce::Now,
        }
    }

    /// It is about a player whose turn it is not.
    pub(super) fn waits_for_its_turn(&self, alert: &Alert) -> bool {
        self.book.phase == Phase::Playing && alert.color.is_some_and(|offender| offender != self.in_turn())
    }

    /// What the book asks. It may leave a repetition to the players; where the rules of play forbid one, somebody must decide (CONTRACT 5).
    fn said_by_book(&self, alert: &Alert, in_force: &InForce) -> Severity {
        let forbidden = alert.kind == Kind::Repetition && alert.color.is_some() && in_force.cite.is_some();
        if forbidden { Severity::Ruling } else { in_force.severity }
    }

    /// How much such an alert asks at this table; `None` when nobody is told. The one place where `alerts.off` and the profile decide.
    fn weigh(&self, kind: Kind, basis: Basis, severity: Severity, color: Option<Color>) -> Option<Severity> {
        if self.settings.alerts_off.contains(&kind) {
            return None;
        }
        self.terms.profile.weigh(kind, basis, severity, color == Some(self.terms.simul_color))
    }

    /// Somebody is told of it at this table.
    pub(super) fn is_told(&self, kind: Kind, basis: Basis, color: Option<Color>) -> bool {
        self.weigh(kind, basis, Severity::Ruling, color).is_some()
    }

    /// The claim that the book asks for: the opponent's, until their next move.
    fn claim_for(&self, alert: &Alert, in_force: &InForce) -> Option<Claim> {
        let (until, by) = (in_force.claim?, alert.color?.opponent());
        let made = alert.claim.is_some_and(|claim| claim.state == ClaimState::Claimed);
        let since = alert.n.unwrap_or_default() as usize;
        let moved = self.record().moves.iter().skip(since).any(|played| played.color == by);
        let state = match () {
            () if made => ClaimState::Claimed,
            () if moved => ClaimState::Lapsed,
            () => ClaimState::Open,
        };
        Some(Claim { by, until, state })
    }

    /// The record is another: claims that were not made in time have lapsed, and those whose time is not over after all are open again.
    pub(super) fn follow_claims(&mut self, at: Mono, out: &mut Vec<Output>) {
        let claims = self.book.alerts.iter().filter(|alert| alert.claim.is_some());
        let followed: Vec<Alert> = claims
            .map(|alert| (alert, self.by_book(alert.clone(), Severity::Ruling, None)))
            .filter(|(before, now)| before.claim != now.claim)
            .map(|(_, now)| now)
            .collect();
        for alert in followed {
            let next_play_made = alert.claim.is_some_and(|claim| claim.state == ClaimState::Lapsed);
            self.emit(at, EventBody::AlertChanged(Alert { rev: alert.rev + 1, next_play_made, ..alert }), out);
        }
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

    /// Where the board differs.
    pub(super) fn tell_differences(&self) -> Vec<Difference> {
        Difference::all(&self.wood.differences(&self.position), self.settings.size)
    }
}

/// What is proposed where kifud knows more than the book.
fn weighed(judged: &Judged, suspected: bool, in_force: &mut InForce) -> Proposal {
    if let (Gives::BySchedule(sanction), None) = (judged.gives, &in_force.cite) {
        in_force.cite = Some(Cite { book: Override::BOOK.to_owned(), article: SCHEDULE.to_owned() });
        in_force.sanctions = vec![sanction];
    }
    let nothing = judged.gives == Gives::Nothing || in_force.cite.is_none();
    Proposal {
        conditional: suspected || judged.unsure,
        board: if nothing { crate::referee::BoardRemedy::None } else { in_force.board },
        clock: judged.clock.clone(),
        sanctions: if nothing { Vec::new() } else { in_force.sanctions.clone() },
    }
}
