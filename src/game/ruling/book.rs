//! What the rulebook in force says of what is decided: asked here, and taken from the book and the event's own rules over it.

use crate::go::Color;
use crate::referee::{BoardRemedy, Choice, InForce, Kind, Proposal, Requires, Sanction};

use super::super::Game;
use super::super::event::Alert;
use super::{Cause, RulingOutcome};

impl Game {
    /// What is proposed for the incident when it is decided to be this, by this player. What the alert proposes is what the referee has
    /// looked at; of another kind, or another player, the book is asked anew.
    pub(super) fn proposal_for(&self, alert: &Alert, kind: Kind, color: Option<Color>) -> Proposal {
        if kind == alert.kind && color == alert.color {
            return alert.proposal.clone().unwrap_or_default();
        }
        let in_force = self.terms.in_force(kind);
        // Nothing is cited: nothing is invented (CONTRACT 4.4).
        let says = in_force.cite.is_some();
        Proposal {
            conditional: false,
            board: if says { in_force.board } else { BoardRemedy::None },
            clock: Vec::new(),
            sanctions: if says { in_force.sanctions } else { Vec::new() },
        }
    }

    /// The flag that is confirmed has fallen, and no book in force says what that costs: it is not a sanction of a book that ends the game
    /// then, but the time control, whose time is over. Where the event or the book says something, or gives back time that was not to be
    /// counted, that is what follows.
    pub(super) fn is_out_of_time(&self, outcome: RulingOutcome, kind: Kind, proposal: &Proposal) -> bool {
        let flag = outcome == RulingOutcome::Confirm && kind == Kind::FlagFallen;
        flag && !proposal.is_something() && self.terms.in_force(kind).cite.is_none()
    }

    /// Who must decide an incident that is this.
    pub(super) fn requires(&self, alert: &Alert, kind: Kind) -> Option<Requires> {
        if kind == alert.kind { alert.requires } else { Some(self.terms.in_force(kind).requires) }
    }
}

/// What how it came about does to a proposal: on purpose costs the game where the book leaves that to be picked, a stone that dropped was not
/// played, and what neither player did costs neither anything.
pub(super) fn by_cause(in_force: &InForce, kind: Kind, cause: Option<Cause>, proposal: Proposal) -> Proposal {
    let on_purpose = matches!(kind, Kind::StoneShifted | Kind::BoardScattered);
    match cause {
        Some(Cause::Deliberate) if on_purpose && in_force.choices.contains(&Choice::Sanction(Sanction::Loss)) => {
            Proposal { board: BoardRemedy::None, sanctions: vec![Sanction::Loss], ..proposal }
        }
        Some(Cause::Dropped) => {
            let picked_up = matches!(kind, Kind::StoneRelocated | Kind::StoneRetracted | Kind::DoubleMove);
            let board = if picked_up { BoardRemedy::Retract } else { proposal.board };
            Proposal { board, sanctions: Vec::new(), ..proposal }
        }
        Some(Cause::Outside) => Proposal { sanctions: Vec::new(), ..proposal },
        Some(Cause::Accident | Cause::Deliberate) | None => proposal,
    }
}
