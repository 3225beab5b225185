//! How long a story has to stand before it is believed: what one sensor feels of its neighbour, what a hand holds, and what nothing but a
//! gap tells of needs more time than a stone on its point (hardware.md F3, F4, F7).

use crate::referee::Finding;
use crate::sense::{Play, Reconstruction, Shown};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::wood::cell_of;

/// Stones that come within this of each other, side by side, can be one stone felt by two sensors, in ms.
const TWIN_MS: u64 = 700;

/// How long such a second stone has to stand, in ms: a neighbour is disturbed for a moment only.
const DOUBT_MS: u64 = 1_500;

/// How long a story has to stand that tells of a play which no stone shows, in ms.
const UNSEEN_MS: u64 = 2_800;

/// How much longer than others a play has to stand while something is wrong elsewhere, in ms: a hand may be putting it right.
const OVER_MS: u64 = 1_000;

impl Game {
    /// How many of these plays are believed now. A stone without colour that comes beside another, at about the same time and without a
    /// press between, may be a sensor that feels its neighbour (F3, F4): it has to stand for longer.
    pub(super) fn sure(&mut self, at: Mono, plays: &[Play]) -> usize {
        let last = self.record().moves.last().and_then(|last| last.place.point());
        let mut before = last.map(|point| (point, self.turn.arrived, self.turn.ended));
        let presses = self.turn.presses.len();
        let (raw, settled) = (self.wood.settle.raw(), self.wood.settle.settled());
        for (index, play) in plays.iter().enumerate() {
            let (shown_now, stood) = (raw.get(play.point), settled.get(play.point));
            if play.shown == Shown::Seen && shown_now != stood && shown_now != Cell::Unreadable {
                // It has just gone again: whether that means anything is seen when the point has held still.
                return index;
            }
            if play.shown == Shown::Unreadable && self.turn.pressed && presses <= index {
                // Where turns are pressed, only a press tells of a play that nothing shows.
                return index;
            }
            if play.shown != Shown::Seen && plays.len() > presses {
                // Nothing but a gap, or an answer, tells of it: a hand may only be holding a stone.
                let stood = plays.iter().map(|play| play.first_seen).max().unwrap_or(at).plus_ms(UNSEEN_MS);
                if at < stood {
                    self.wood.doubtful_until = Some(stood);
                    return index;
                }
            }
            let colorless = settled.get(play.point) == Cell::StoneOfUnknownColor;
            let doubtful = before.is_some_and(|(point, seen, ended)| {
                let twin = play.point.touches(point) && play.first_seen.since_ms(seen) <= TWIN_MS;
                let in_its_turn = ended.is_none_or(|ended| play.first_seen <= ended);
                in_its_turn && (twin || ended.is_some())
            });
            let believed = play.first_seen.plus_ms(DOUBT_MS);
            if colorless && doubtful && at < believed {
                self.wood.doubtful_until = Some(believed);
                return index;
            }
            before = Some((play.point, play.first_seen, self.turn.presses.get(index).map(|press| press.at)));
        }
        plays.len()
    }

    /// Plays that have been made although something is wrong elsewhere on the board: at their press, or when they have stood for a while.
    pub(super) fn plays_over(&mut self, at: Mono, grid: &Grid) -> Option<Vec<Play>> {
        let found = self.detect(grid, false);
        let said = |finding: &Finding| self.wood.watched.iter().any(|watched| watched.said && watched.is(finding));
        if found.is_empty() || found.iter().any(|finding| finding.kind.holds_up_play() && !said(finding)) {
            return None;
        }
        let mut grid = grid.clone();
        for &point in found.iter().flat_map(|finding| &finding.points) {
            grid.set(point, cell_of(self.position.get(point)));
        }
        let settling = self.wood.settling();
        let Reconstruction::Played(plays) = self.explain(&grid, &settling) else { return None };
        let pressed = plays.len() <= self.turn.presses.len();
        let stood = plays.iter().map(|play| play.first_seen).max()?.plus_ms(self.settings.settle_ms + OVER_MS);
        if pressed || at >= stood {
            return Some(plays);
        }
        self.wood.doubtful_until = Some(stood);
        None
    }
}
