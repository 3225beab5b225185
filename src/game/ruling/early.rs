//! What was raised and ruled before a game begins, about its players' coming and the bowls, belongs to the game.

use crate::go::ByColor;
use crate::time::Mono;

use super::super::Game;
use super::super::event::{Alert, CloseReason, EventBody, Phase};
use super::super::input::Output;
use super::super::ledger::Cites;
use super::Ruling;

/// What is carried over into the game that begins: alerts of the time before it, about who has come, about bowls, and rulings on them.
#[derive(Debug, Default)]
pub(in super::super) struct Carried {
    alerts: Vec<Alert>,
    rulings: Vec<Ruling>,
}

impl Game {
    /// What was raised and ruled before the game belongs to the game.
    pub(in super::super) fn to_carry(&self) -> Carried {
        if self.book.record.is_some() || !matches!(self.book.phase, Phase::Idle | Phase::Armed) {
            return Carried::default();
        }
        Carried { alerts: self.book.alerts.clone(), rulings: self.book.rulings.clone() }
    }

    /// Says it again in the game that has begun, under the same ids, with what the players have been given by it and before it.
    pub(in super::super) fn carry_over(&mut self, at: Mono, carried: Carried, out: &mut Vec<Output>) {
        for ruling in carried.rulings {
            self.emit(at, EventBody::Ruling(ruling), out);
        }
        self.enter_in_ledger(at, &ByColor::default(), &Cites::default(), false, out);
        self.take_overtime_over(at, out);
        for mut alert in carried.alerts {
            alert.rev += 1;
            self.emit(at, EventBody::AlertChanged(alert), out);
        }
        self.recall_alerts(at);
    }

    /// Another game is to begin: what is still open about the one before it (an appeal) is decided elsewhere.
    pub(in super::super) fn close_what_is_left(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.book.record.is_none() {
            return;
        }
        for id in self.book.alerts.iter().map(|alert| alert.id.clone()).collect::<Vec<_>>() {
            self.close(at, &id, CloseReason::GameOver, out);
        }
    }
}
