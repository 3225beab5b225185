//! What becomes of the result: given, changed, or taken back so that the game goes on.

use crate::referee::Sanction;
use crate::time::Mono;

use super::super::Game;
use super::super::event::{Alert, AlertState, EndedBy, EventBody, GameResult, Phase, ResultState};
use super::super::input::Output;
use super::{ResultBefore, Ruling};

/// What becomes of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing.
    Stays,
    /// The game ends with it.
    Ends(GameResult),
    /// The ended game has another.
    Changes(GameResult),
    /// It is taken back, and the game goes on.
    GoesOn,
}

/// What becomes of the result, and of what is known about those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) change: Change,
    /// What was before the result that is given.
    pub(super) before: Option<ResultBefore>,
    /// Later rulings, which are taken back from now on to what was before those that are taken back now.
    later: Vec<Ruling>,
}

impl Game {
    /// What becomes of the result when these rulings are taken back, in the order in which they were given, and this result is given.
    pub(super) fn outcome_of(&self, taken_back: &[&Ruling], given: Option<&GameResult>) -> Outcome {
        let over = self.book.phase == Phase::Ended;
        let (mut before, mut later): (_, Vec<Ruling>) = (None, Vec::new());
        // The newest first: what was before it is what was before whatever stays behind it.
        for old in taken_back.iter().rev() {
            let Some(was) = result_before(old) else { continue };
            match self.later_result(old, taken_back) {
                None => before = Some(was),
                Some(next) => match later.iter_mut().find(|known| known.id == next.id) {
                    Some(known) => known.effects.result = Some(was),
                    None => {
                        let mut next = next.clone();
                        next.effects.result = Some(was);
                        later.push(next);
                    }
                },
            }
        }
        let now = || self.book.result.clone().map_or(ResultBefore::GameOn, ResultBefore::Was);
        let (change, before) = match (given, before) {
            (Some(result), _) if !over => (Change::Ends(result.clone()), Some(ResultBefore::GameOn)),
            (Some(result), before) => {
                let result = GameResult { state: ResultState::Changed, ..result.clone() };
                (Change::Changes(result), Some(before.unwrap_or_else(now)))
            }
            (None, Some(ResultBefore::GameOn)) if over => (Change::GoesOn, None),
            (None, Some(ResultBefore::Was(result))) if over => (Change::Changes(result), None),
            (None, _) => (Change::Stays, None),
        };
        Outcome { change, before, later }
    }

    /// The next ruling in force after this one that gave a result.
    fn later_result(&self, old: &Ruling, taken_back: &[&Ruling]) -> Option<&Ruling> {
        let rulings = &self.book.rulings;
        let index = rulings.iter().position(|ruling| ruling.id == old.id)?;
        let stays = |ruling: &&Ruling| ruling.holds() && taken_back.iter().all(|gone| gone.id != ruling.id);
        rulings[index + 1..].iter().filter(stays).find(|ruling| ruling.effects.result.is_some())
    }

    /// The game goes on where it was: paused, until a person says that both players are at the board again. What its end left open is
    /// open again.
    pub(super) fn take_up_again(&mut self, at: Mono, ruling: &str, out: &mut Vec<Output>) {
        let none = GameResult { by: EndedBy::NoResult, winner: None, margin: None, state: ResultState::Unconfirmed };
        self.emit(at, EventBody::ResultChanged(none), out);
        self.cleared = false;
        let left_open: Vec<Alert> = self.book.closed.iter().filter(|closed| closed.over).map(|closed| closed.alert.clone()).collect();
        self.enter(at, Phase::Paused, ruling, out);
        for alert in left_open {
            let decided = self.book.rulings.iter().any(|ruling| ruling.alert == alert.id && ruling.holds());
            if !decided {
                self.emit(at, EventBody::AlertChanged(Alert { rev: alert.rev + 1, state: AlertState::Open, ..alert }), out);
            }
        }
    }

    /// Gives the result, or takes it back to the one before.
    pub(super) fn settle_result(&mut self, at: Mono, outcome: Outcome, ruling: &str, out: &mut Vec<Output>) {
        for later in outcome.later {
            self.emit(at, EventBody::Ruling(later), out);
        }
        match outcome.change {
            Change::Stays | Change::GoesOn => {}
            Change::Ends(result) => self.end(at, result, ruling, out),
            Change::Changes(result) => self.emit(at, EventBody::ResultChanged(result), out),
        }
    }
}

/// What was where this ruling gave a result. One from before that was kept ended its game.
fn result_before(ruling: &Ruling) -> Option<ResultBefore> {
    let gives = |sanction: &Sanction| matches!(sanction, Sanction::Loss | Sanction::BothLose | Sanction::Draw | Sanction::Replay);
    let old = ruling.kind.is_none() && ruling.sanctions.iter().any(gives);
    ruling.effects.result.clone().or(old.then_some(ResultBefore::GameOn))
}
