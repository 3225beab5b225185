//! Which alert or ruling is meant, and whether whoever asks may decide it. Of two referees at once the first one decides: the second has
//! looked at an older revision, or finds the alert ruled on.

use crate::referee::{BoardRemedy, Kind, Requires, Text};

use super::super::Game;
use super::super::event::{Alert, Phase};
use super::super::request::{ErrorCode, RequestError};
use super::verdict::Verdict;
use super::{Cause, OverruleRequest, RuleRequest, Ruling, RulingOutcome, RulingStatus, refuse, words};

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Case {
    /// The incident. Closed, where it was decided before or the game is over.
    pub(super) alert: Alert,
    /// The ruling that does not hold any more.
    pub(super) replaced: Option<Ruling>,
    /// The alert about the appeal that is decided with it.
    pub(super) appeal: Option<String>,
    /// The chief referee decides.
    pub(super) chief: bool,
}

impl Game {
    /// What `rule` is about.
    pub(super) fn case_of_rule(&self, asked: &RuleRequest) -> Result<Case, RequestError> {
        self.same_game(asked.game_id.as_deref())?;
        if let Some(id) = &asked.replaces {
            let ruling = self.ruling_in_force(id)?;
            if ruling.alert != asked.alert {
                return refuse(ErrorCode::Conflict, format!("{id} decided {}, not {}", ruling.alert, asked.alert));
            }
            if ruling.status == RulingStatus::Appealed || ruling.chief {
                return refuse(ErrorCode::NotAllowed, words::only_chief_replaces(ruling));
            }
            let alert = self.alert_of(ruling);
            return Ok(Case { alert, replaced: Some(ruling.clone()), appeal: None, chief: false });
        }
        let alert = self.undecided(&asked.alert, Some(asked.rev))?;
        Ok(Case { alert, replaced: None, appeal: None, chief: false })
    }

    /// What `overrule` is about: a ruling, or an alert that only the chief referee decides.
    pub(super) fn case_of_overrule(&self, asked: &OverruleRequest) -> Result<Case, RequestError> {
        self.same_game(asked.game_id.as_deref())?;
        let Some(id) = &asked.ruling else {
            let Some(alert) = &asked.alert else {
                return refuse(ErrorCode::Malformed, "give ruling, or the alert that the chief referee decides");
            };
            return Ok(Case { alert: self.undecided(alert, asked.rev)?, replaced: None, appeal: None, chief: true });
        };
        let ruling = self.ruling_in_force(id)?;
        let appeal = ruling.appeal.clone().filter(|appeal| self.book.alerts.iter().any(|open| open.id == *appeal));
        if let Some(alert) = &asked.alert
            && *alert != ruling.alert
            && Some(alert) != appeal.as_ref()
        {
            return refuse(ErrorCode::Conflict, format!("{id} decided {}, not {alert}", ruling.alert));
        }
        let looked_at = appeal.as_ref().filter(|&appeal| asked.alert.as_ref().is_none_or(|alert| alert == appeal));
        if let (Some(appeal), Some(_)) = (looked_at, asked.rev) {
            self.undecided(appeal, asked.rev)?;
        }
        Ok(Case { alert: self.alert_of(ruling), replaced: Some(ruling.clone()), appeal, chief: true })
    }

    /// Refuses what was meant for another game.
    pub(super) fn same_game(&self, game_id: Option<&str>) -> Result<(), RequestError> {
        match game_id {
            Some(id) if id != self.book.game_id => refuse(
                ErrorCode::Stale,
                format!("{id} is not in hand any more, {} is: what was decided there stays as it is in its result", self.book.game_id),
            ),
            _ => Ok(()),
        }
    }

    /// The ruling with this id, if it holds.
    pub(super) fn ruling_in_force(&self, id: &str) -> Result<&Ruling, RequestError> {
        let Some(ruling) = self.book.rulings.iter().find(|ruling| ruling.id == id) else {
            return refuse(ErrorCode::NoSuchAlert, format!("there is no ruling {id} in this game"));
        };
        if ruling.holds() {
            return Ok(ruling);
        }
        let by = self.book.rulings.iter().find(|later| later.replaces.as_deref() == Some(id)).map_or("another", |later| &later.id);
        refuse(ErrorCode::AlreadyRuled, format!("{id} does not hold any more: {by} stands in its place"))
    }

    /// The alert, if it can be ruled on: open, or left open by the end of the game.
    fn undecided(&self, id: &str, rev: Option<u32>) -> Result<Alert, RequestError> {
        let left_open = |id| self.book.closed.iter().find(|closed| closed.alert.id == id && closed.over).map(|closed| &closed.alert);
        let over = self.book.phase == Phase::Ended;
        let open = self.book.alerts.iter().find(|alert| alert.id == id);
        if let Some(ruling) = self.book.rulings.iter().find(|ruling| ruling.alert == id && ruling.holds()) {
            return refuse(ErrorCode::AlreadyRuled, format!("{id} was decided by {}: give it as replaces", ruling.id));
        }
        let Some(alert) = open.or_else(|| left_open(id).filter(|_| over)) else {
            return refuse(ErrorCode::NoSuchAlert, format!("there is no open alert {id}"));
        };
        match rev {
            Some(rev) if rev != alert.rev && open.is_some() => {
                refuse(ErrorCode::Stale, format!("{id} is now at rev {}: look at it again", alert.rev))
            }
            _ => Ok(alert.clone()),
        }
    }

    /// The alert that a ruling decided. Of one from before the game only what the ruling says is known.
    fn alert_of(&self, ruling: &Ruling) -> Alert {
        let closed = self.book.closed.iter().find(|closed| closed.alert.id == ruling.alert).map(|closed| &closed.alert);
        let open = || self.book.alerts.iter().find(|alert| alert.id == ruling.alert);
        closed.or_else(open).cloned().unwrap_or_else(|| Alert {
            id: ruling.alert.clone(),
            rev: 1,
            kind: ruling.kind.unwrap_or(Kind::Uncovered),
            severity: super::super::event::Severity::Ruling,
            basis: super::super::event::Basis::Reported,
            state: super::super::event::AlertState::Decided,
            color: ruling.color,
            n: None,
            points: Vec::new(),
            happened: ruling.at,
            detected: ruling.at,
            next_play_made: false,
            cite: ruling.cite.clone(),
            claim: None,
            text: Text::default(),
            proposal: None,
            choices: Vec::new(),
            announce: crate::referee::Announce::Now,
            requires: None,
            cycle: None,
            evidence: None,
            handling: super::super::handling::Handling::default(),
        })
    }

    /// Refuses what only the chief referee decides.
    pub(super) fn may_decide(&self, case: &Case, verdict: &Verdict) -> Result<(), RequestError> {
        let Case { alert, chief, .. } = case;
        if *chief {
            return Ok(());
        }
        if alert.kind == Kind::Appeal {
            return refuse(ErrorCode::NotAllowed, words::appeal_is_the_chiefs(alert));
        }
        let agreed = verdict.players_agree == Some(true)
            && matches!(verdict.board, BoardRemedy::Restore | BoardRemedy::Stands)
            && verdict.result.is_none();
        if self.requires(alert, verdict.kind) != Some(Requires::Chief) {
            return Ok(());
        }
        // An earlier stone that stands elsewhere: what both players agree on, any referee decides, and what was done on purpose.
        let shifted = verdict.kind == Kind::StoneShifted;
        match verdict.outcome {
            RulingOutcome::Dismiss => Ok(()),
            _ if shifted && (agreed || (verdict.cause == Some(Cause::Deliberate) && verdict.result.is_some())) => Ok(()),
            _ if shifted => refuse(ErrorCode::NotAllowed, words::players_must_agree(alert)),
            _ => refuse(ErrorCode::NotAllowed, words::is_the_chiefs(alert)),
        }
    }
}
