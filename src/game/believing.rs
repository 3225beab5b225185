//! How long a story has to stand before it is believed: what one sensor feels of its neighbour, what a hand holds, and what nothing but a
//! gap tells of needs more time than a stone on its point (hardware.md F3, F4, F7).

use crate::go::Point;
use crate::referee::Finding;
use crate::sense::{Play, Reconstruction, Settling, Shown};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::wood::cell_of;

/// What the wood tells, and what is to be made of it.
pub(super) enum Told {
    /// These plays were made.
    Sure(Vec<Play>),
    /// These were, in one of several orders, the most plausible first.
    InSomeOrder(Vec<Vec<Play>>),
    /// Nothing yet.
    Wait(Reconstruction),
    /// No plays, as it stands.
    Wrong(Reconstruction),
}

/// Stones that come within this of each other, side by side, can be one stone felt by two sensors, in ms.
pub(super) const TWIN_MS: u64 = 700;

/// How long such a second stone has to stand, in ms: a neighbour is disturbed for a moment only.
pub(super) const DOUBT_MS: u64 = 1_500;

/// How long a story has to stand that tells of a play which no stone shows, in ms.
const UNSEEN_MS: u64 = 2_800;

/// How much longer than others a play has to stand while something is wrong elsewhere, in ms: a hand may be putting it right.
const OVER_MS: u64 = 1_000;

/// So many stones within so short a time are not plays of two people, in ms.
const HANDFUL: usize = 3;
const HANDFUL_MS: u64 = 400;

/// A stone that came with so many others, on points that are empty in the record, within so long a time (in ms), came in a bump (F7).
const CROWD: usize = 5;
const CROWD_MS: u64 = 1_000;

/// How long it has to stand to be believed where nobody presses for it, in ms: a bump is over sooner.
const AFTER_BUMP_MS: u64 = 2_500;

/// How many of the first `sure` plays can be taken in: a stone that nothing shows, because another took it, is believed with the play that
/// took it or not at all.
fn with_its_end(plays: &[Play], mut sure: usize) -> usize {
    while let Some(unseen) = plays[..sure].iter().enumerate().position(|(index, play)| {
        play.shown == Shown::Unseen && !plays[index + 1..sure].iter().any(|later| later.captured.contains(&play.point))
    }) {
        sure = unseen;
    }
    sure
}

impl Game {
    /// What the wood tells, as far as it is believed now.
    pub(super) fn believed(&mut self, at: Mono, grid: &Grid, settling: &[Settling]) -> Told {
        let told = self.explain(grid, settling);
        match told {
            Reconstruction::Played(ref plays) => match self.sure(at, plays) {
                None => Told::Wrong(Reconstruction::Unexplained(Vec::new())),
                Some(sure) => match with_its_end(plays, sure) {
                    0 => Told::Wait(told),
                    sure => Told::Sure(plays[..sure].to_vec()),
                },
            },
            Reconstruction::PlayedInSomeOrder { ref plays, ref others } => match self.sure(at, plays) {
                None => Told::Wrong(Reconstruction::Unexplained(Vec::new())),
                Some(sure) if sure == plays.len() => Told::InSomeOrder(std::iter::once(plays).chain(others).cloned().collect()),
                Some(_) => Told::Wait(told),
            },
            Reconstruction::Unchanged | Reconstruction::Unfinished(_) => Told::Wait(told),
            Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_) => Told::Wrong(told),
        }
    }

    /// How many of these plays are believed now. A stone without colour that comes beside another, at about the same time and without a
    /// press between, may be a sensor that feels its neighbour (F3, F4): it has to stand for longer.
    ///
    /// `None`: nobody plays like this, whatever the stones could be told as.
    pub(super) fn sure(&mut self, at: Mono, plays: &[Play]) -> Option<usize> {
        let presses = self.turn.presses.len();
        let (raw, settled) = (self.wood.settle.raw(), self.wood.settle.settled());
        if self.is_a_handful(plays) {
            return None;
        }
        if self.more_are_coming(plays) {
            return Some(0);
        }
        for (index, play) in plays.iter().enumerate() {
            let (shown_now, stood) = (raw.get(play.point), settled.get(play.point));
            if play.shown == Shown::Seen && shown_now != stood && shown_now != Cell::Unreadable {
                // It has just gone again: whether that means anything is seen when the point has held still.
                return Some(index);
            }
            if play.shown == Shown::Unreadable && self.turn.pressed && presses <= index {
                // Where turns are pressed, only a press tells of a play that nothing shows.
                return Some(index);
            }
            let unseen = play.shown != Shown::Seen && plays.len() > presses;
            // Nothing but a gap, or an answer, tells of it: a hand may only be holding a stone.
            let latest = plays.iter().map(|play| play.first_seen).max().filter(|_| unseen).map(|latest| latest.plus_ms(UNSEEN_MS));
            let colorless = stood == Cell::StoneOfUnknownColor;
            let doubtful = if colorless { self.doubtful_twin(plays, index) } else { None };
            let bumped = self.came_in_a_crowd(play).filter(|_| presses <= index);
            // An answer does not come before what it answers: a sensor feels a stone beside it, or a hand (F4).
            let answered = index.checked_sub(1).map_or(self.turn.arrived, |earlier| plays[earlier].first_seen);
            let (since, seen) = (self.wood.since, play.first_seen);
            let too_soon = !colorless && presses <= index && play.shown == Shown::Seen && seen > since && seen < answered;
            let too_soon = too_soon.then(|| seen.plus_ms(DOUBT_MS));
            if let Some(believed) = latest.max(doubtful).max(bumped).max(too_soon).filter(|&believed| at < believed) {
                self.wood.doubtful_until = Some(believed);
                return Some(index);
            }
        }
        Some(plays.len())
    }

    /// Until when a stone may be what a bump shows: it came together with many others that are no plays.
    fn came_in_a_crowd(&self, play: &Play) -> Option<Mono> {
        let seen = play.first_seen;
        if play.shown != Shown::Seen || seen <= self.wood.since {
            return None;
        }
        let free = |point| self.position.get(point).is_none() && !self.wood.noise.is_noisy(point);
        let came = self.wood.trail.arrivals(seen.minus_ms(CROWD_MS), seen.plus_ms(CROWD_MS), free);
        (came.len() >= CROWD).then(|| seen.plus_ms(AFTER_BUMP_MS))
    }

    /// Until when a stone without colour may be what a sensor feels of its neighbour.
    fn doubtful_twin(&self, plays: &[Play], index: usize) -> Option<Mono> {
        let (play, presses) = (&plays[index], self.turn.presses.len());
        // Of two new stones side by side nobody knows which one is felt; presses for both make both plays.
        let coming = self.coming();
        let stones = plays.len() + coming.len();
        let fresh =
            plays.iter().map(|other| (other.point, other.first_seen)).chain(coming.iter().map(|stone| (stone.point, stone.first_seen)));
        let beside = |&(point, seen): &(Point, Mono)| play.point.touches(point) && seen.apart_ms(play.first_seen) <= TWIN_MS;
        let twin = fresh.filter(beside).map(|(_, seen)| seen.max(play.first_seen)).max().filter(|_| presses < stones);
        // A reply beside a stone whose turn is open, or that has just been put straight, may be that stone.
        let last = self.record().moves.last().filter(|_| index == 0);
        let beside_last = last.and_then(|last| Some((last, last.place.point()?))).is_some_and(|(last, point)| {
            let seen = self.turn.arrived.max(self.wood.first_seen(point));
            let in_hand = last.provisional && self.turn.pressed || seen.apart_ms(play.first_seen) <= TWIN_MS;
            play.point.touches(point) && in_hand && presses == 0
        });
        // What was there before the last turn was pressed is hardly its answer.
        let too_early = index == 0 && self.turn.ended.is_some_and(|ended| play.first_seen <= ended);
        let own = (beside_last || too_early).then_some(play.first_seen);
        twin.max(own).map(|seen| seen.plus_ms(DOUBT_MS))
    }

    /// More stones have come at about the moment of the first, and have not held still.
    fn more_are_coming(&self, plays: &[Play]) -> bool {
        let Some(first) = plays.first().filter(|play| play.shown == Shown::Seen && play.first_seen > self.wood.since) else { return false };
        let near = |seen: Mono| seen.apart_ms(first.first_seen) <= HANDFUL_MS;
        let coming = self.coming();
        let coming = coming.iter().filter(|stone| stone.point != first.point && near(stone.first_seen)).count();
        coming > 0 && plays.iter().filter(|play| near(play.first_seen)).count() + coming >= HANDFUL
    }

    /// Several stones at one moment, on a board that was there all the time: they were dropped, not played (F8).
    fn is_a_handful(&self, plays: &[Play]) -> bool {
        plays.windows(HANDFUL).enumerate().any(|(index, stones)| {
            let moments = || stones.iter().map(|play| play.first_seen);
            let together = moments().max().zip(moments().min()).is_some_and(|(last, first)| last.since_ms(first) <= HANDFUL_MS);
            let seen = stones.iter().all(|play| play.shown == Shown::Seen && play.first_seen > self.wood.since);
            together && seen && self.turn.presses.len() < index + HANDFUL - 1
        })
    }

    /// Plays that have been made although something is wrong elsewhere on the board: at their press, or when they have stood for a while.
    pub(super) fn plays_over(&mut self, at: Mono, grid: &Grid) -> Option<Vec<Play>> {
        let mut grid = grid.clone();
        let mut found = self.keep(&mut grid);
        found.extend(self.detect(&grid, false));
        let said = |finding: &Finding| self.wood.watched.iter().any(|watched| watched.said && watched.is(finding));
        // While a stone is on its way nobody knows which one was pressed for.
        if found.is_empty() || self.is_on_its_way() || found.iter().any(|finding| finding.kind.holds_up_play() && !said(finding)) {
            return None;
        }
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
