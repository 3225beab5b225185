//! Appeals (CN-16.4): a player does not accept a ruling, and the chief referee decides. Until then it stands.

use crate::go::Color;
use crate::referee::{Kind, OfRulings};
use crate::time::Mono;

use super::super::Game;
use super::super::alerts::Raise;
use super::super::event::{Basis, CloseReason, EventBody, Phase};
use super::super::input::Output;
use super::super::request::{ErrorCode, RequestError};
use super::case::Case;
use super::{Decision, Effects, Ruling, RulingOutcome, RulingStatus, refuse};

impl Game {
    /// This player appeals. Returns the id of the alert by which the chief referee is asked.
    pub(in super::super) fn appeal(
        &mut self,
        at: Mono,
        game_id: Option<&str>,
        id: &str,
        color: Color,
        out: &mut Vec<Output>,
    ) -> Result<Option<String>, RequestError> {
        self.same_game(game_id)?;
        let ruling = self.ruling_in_force(id)?;
        if let (RulingStatus::Appealed, Some(appeal)) = (ruling.status, &ruling.appeal) {
            return refuse(ErrorCode::Conflict, format!("there is an appeal against {id} already: {appeal}"));
        }
        let mut ruling = ruling.clone();
        // Whose thinking time it costs is asked later (CN-16.2).
        let in_play = !matches!(self.book.phase, Phase::Idle | Phase::Armed | Phase::Ended);
        let to_move = in_play.then(|| self.in_turn());
        let raise = Raise {
            basis: Basis::Reported,
            ..Raise::new(
                Kind::Appeal,
                Some(color),
                at,
                OfRulings::Appeal { by: color, ruling: ruling.id.clone(), alert: ruling.alert.clone(), to_move },
            )
        };
        let alert = self.raise(at, raise, out);
        ruling.status = RulingStatus::Appealed;
        ruling.appeal.clone_from(&alert);
        self.emit(at, EventBody::Ruling(ruling), out);
        Ok(alert)
    }

    /// The chief referee leaves the ruling as it is.
    pub(super) fn turn_down(
        &mut self,
        at: Mono,
        by: Option<String>,
        case: Case,
        decision: &Decision,
        out: &mut Vec<Output>,
    ) -> Result<String, RequestError> {
        let appealed = self.book.rulings.iter().find(|ruling| ruling.appeal.as_deref() == Some(case.alert.id.as_str())).cloned();
        let bare = Decision { note: decision.note.clone(), cite: decision.cite.clone(), ..Decision::plain(RulingOutcome::Dismiss) };
        if *decision != bare || case.replaced.is_some() {
            let ruling = appealed.map_or_else(|| "the ruling".to_owned(), |ruling| format!("ruling {}", ruling.id));
            let message = format!("with the appeal alone only dismiss is decided: overrule with {ruling} says what follows instead");
            return refuse(ErrorCode::NotAllowed, message);
        }
        let id = self.ids.next("r");
        let ruling = Ruling {
            id: id.clone(),
            alert: case.alert.id.clone(),
            outcome: RulingOutcome::Dismiss,
            kind: Some(Kind::Appeal),
            color: case.alert.color,
            sanctions: Vec::new(),
            board: crate::referee::BoardRemedy::None,
            clock: Vec::new(),
            to_move: None,
            cause: None,
            players_agree: None,
            cite: case.alert.cite.clone(),
            replaces: None,
            appeal: None,
            chief: true,
            by,
            at: self.stamp(at).wall,
            status: RulingStatus::Standing,
            note: decision.note.clone(),
            effects: Effects::default(),
        };
        self.emit(at, EventBody::Ruling(ruling), out);
        if let Some(mut upheld) = appealed.filter(|ruling| ruling.status == RulingStatus::Appealed) {
            upheld.status = RulingStatus::Standing;
            self.emit(at, EventBody::Ruling(upheld), out);
        }
        self.close(at, &case.alert.id, CloseReason::Decided(id.clone()), out);
        Ok(id)
    }
}
