//! Bumps: many points change at once, and nothing is written down until the board holds still (hardware.md F7). A hand on the board, where
//! a board can tell, holds play up the same way (F15, the touch gate).

use crate::sense::{Expected, Reconstruction};
use crate::time::Mono;
use crate::wire::Cell;

use super::Game;
use super::event::{BoardChange, EventBody, Phase};
use super::input::Output;

/// So many points that differ from the record and have not held still are a bump, unless plays explain them.
const POINTS_MIN: usize = 7;

/// Points that still differ when the board holds still, up to which single findings are told again.
const POINTS_LEFT_MAX: usize = 3;

/// A hand may lie on the board for so long before play is read in spite of it: a sensor that sticks must not stop the record.
pub(super) const TOUCH_MAX_MS: u64 = 10_000;

impl Game {
    /// Looks at a scan that has just come: a bump is seen in what the sensors show now, not in what has held still.
    pub(super) fn feel(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.wood.disturbed || self.book.phase != Phase::Playing || at == self.wood.since {
            return;
        }
        let unsettled = self.wood.settle.settling().filter(|settling| !self.wood.noise.is_noisy(settling.point)).count();
        if unsettled < POINTS_MIN || !self.is_restless() {
            return;
        }
        let raw = self.wood.without_noise(self.wood.settle.raw());
        if matches!(self.explain(&raw, &[]), Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_)) {
            self.wood.disturbed = true;
            self.emit(at, EventBody::Board { change: BoardChange::Disturbed, discrepancies: Vec::new() }, out);
        }
    }

    /// Many points show something that neither the record nor the settled board has, and they are not the stones of one side being lifted.
    fn is_restless(&self) -> bool {
        let settle = &self.wood.settle;
        let (raw, settled) = (settle.raw(), settle.settled());
        let lifting = |point| self.wood.lifting.iter().any(|&(lifted, _)| lifted == point);
        let differs = super::wood::differences(&self.position, raw);
        let restless: Vec<Expected> = differs
            .iter()
            .filter(|differs| {
                raw.get(differs.point) != settled.get(differs.point) && !lifting(differs.point) && !self.wood.noise.is_noisy(differs.point)
            })
            .map(|differs| if raw.get(differs.point) == Cell::Empty { differs.expected } else { Expected::Empty })
            .collect();
        let lifted = restless.iter().all(|&gone| gone != Expected::Empty && Some(&gone) == restless.first());
        restless.len() >= POINTS_MIN && !lifted
    }

    /// True while the board is disturbed. It ends by itself when everything holds still and is the record, or can be told from there.
    pub(super) fn is_disturbed(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        if !self.wood.disturbed {
            return false;
        }
        if !self.wood.settling().is_empty() {
            return true;
        }
        let grid = self.wood.standing(&self.position);
        let told = self.explain(&grid, &[]);
        let few = super::wood::differences(&self.position, &grid).len() <= POINTS_LEFT_MAX;
        if matches!(told, Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_)) && !few {
            return true;
        }
        self.wood.disturbed = false;
        if told == Reconstruction::Unchanged && !self.wood.differing.said {
            self.emit(at, EventBody::Board { change: BoardChange::Agrees, discrepancies: Vec::new() }, out);
        }
        false
    }

    /// A hand has come to the board, or has left it.
    pub(super) fn touched(&mut self, at: Mono, on: bool, out: &mut Vec<Output>) {
        self.wood.touched = on.then_some(at);
        if !on {
            self.wood.changed = true;
            self.consider(at, out);
        }
    }

    /// Until when a hand on the board holds play up.
    pub(super) fn hand_until(&self) -> Option<Mono> {
        self.wood.touched.map(|since| since.plus_ms(TOUCH_MAX_MS))
    }
}
