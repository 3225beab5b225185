//! What each player has been given in a game (CONTRACT 4.1 `ledger`): cautions, warnings, points. Points of different sources stay apart;
//! they are netted only when the game is scored (Ing rules, article 7).

use crate::go::Color;
use crate::referee::{AtClock, Kind, Text};
use crate::time::Mono;

use super::Game;
use super::alerts::{Gives, Judged, Raise};
use super::event::{Alert, Basis, CloseReason, EventBody, PlayerPhase, Severity};
use super::input::Output;

/// One player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Cautions.
    pub cautions: u32,
    /// Warnings.
    pub warnings: u32,
    /// Points lost by overtime.
    pub overtime: u32,
    /// Points lost by conduct.
    pub conduct: u32,
}

/// What is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerEntry {
    /// Points by overtime; fewer than 0 when they are taken back with the time that they were booked for.
    Overtime(i64),
}

const PENALTY: Kind = Kind::OvertimePenalty;

impl Game {
    /// Books the points that the clocks stand at. It is done at once, at the boundary (Ing rules, article 7), and follows the clocks: a press
    /// stamped before it, a take-back or a ruling that gives the time back takes the points back too.
    pub(super) fn book_overtime(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(players) = self.keeper.view(at).filter(|_| self.book.record.is_some()) else { return };
        for color in Color::BOTH {
            let points = match players[color].phase {
                PlayerPhase::IngPenalty { penalty_points, .. } => penalty_points,
                // A flag changes nothing: the game is lost, not the points.
                PlayerPhase::Flagged { .. } => continue,
                _ => 0,
            };
            let mut totals = self.book.ledger[color];
            if points == totals.overtime {
                continue;
            }
            let entry = LedgerEntry::Overtime(i64::from(points) - i64::from(totals.overtime));
            totals.overtime = points;
            let cite = self.terms.in_force(PENALTY).cite;
            self.emit(at, EventBody::Ledger { color, entry, cite, totals }, out);
            self.tell_overtime(at, color, points, out);
        }
    }

    /// Somebody should know; nothing is left to do. One alert for each player, which says how many points it is by now.
    fn tell_overtime(&mut self, at: Mono, color: Color, points: u32, out: &mut Vec<Output>) {
        let text: Text = AtClock::Overtime { of: color, points }.into();
        let open = self.book.alerts.iter().find(|alert| alert.kind == PENALTY && alert.color == Some(color)).cloned();
        match open {
            Some(alert) if points == 0 => self.close(at, &alert.id, CloseReason::Gone, out),
            Some(alert) => {
                let alert = Alert { rev: alert.rev + 1, text, ..alert };
                self.emit(at, EventBody::AlertChanged(alert), out);
            }
            None if points == 0 => {}
            None => {
                let raise = Raise {
                    kind: PENALTY,
                    at_most: Severity::Attention,
                    basis: Basis::Sensor,
                    color: Some(color),
                    n: None,
                    points: Vec::new(),
                    happened: at,
                    next_play_made: false,
                    evidence: None,
                    text,
                };
                // It is booked already: nothing is proposed.
                let booked = Judged { gives: Gives::Nothing, ..Judged::default() };
                self.raise_judged(at, raise, Some(&booked), out);
            }
        }
    }
}
