//! What becomes of a stone that was put down on a board that only tells that, and when.

use crate::go::Place;
use crate::referee::Kind;
use crate::time::Mono;

use super::super::Game;
use super::super::event::Phase;
use super::super::settings::TimeAuthority;
use super::Placement;

/// A touching placement within this of the first is the same stone, also where nobody presses, in ms: no hand answers as fast.
const TWIN_MS: u64 = 700;

/// Where turns are pressed a touching placement in an open turn waits this long for the press that tells whose it is, in ms.
const DOUBT_MS: u64 = 1_500;

/// So many stones within so short a time (in ms) are dropped, not played (F8).
const HANDFUL: usize = 3;
const HANDFUL_MS: u64 = 400;

/// What becomes of the oldest placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A game begins with it.
    Open,
    /// It tells nothing new.
    Drop,
    /// It is the play of the side to move.
    Play,
    /// It is where the last stone stands.
    Straighten,
    /// It, or so many with it, is wrong.
    Say(Kind, usize),
    /// A play before it is missing: it waits until a person has entered that.
    Block,
}

impl Game {
    /// What becomes of the oldest placement next, and when.
    pub(super) fn next_step(&self) -> Option<(Mono, Step)> {
        let &first = self.placed.pending.first()?;
        match self.book.phase {
            Phase::Idle | Phase::Armed | Phase::Ended => {
                let stones = (self.next_terms().terms.handicap as usize).max(1);
                let last = self.placed.pending.get(stones - 1)?;
                Some((last.at.plus_ms(self.settings.settle_ms), Step::Open))
            }
            Phase::Playing | Phase::Ending => self.step_of(first),
            Phase::Setup | Phase::Paused | Phase::Adjourned | Phase::Counting => None,
        }
    }

    /// What becomes of this placement in play, and when; `None` where it waits for a person.
    pub(super) fn step_of(&self, first: Placement) -> Option<(Mono, Step)> {
        let patience = self.settings.patience_ms;
        let moves = &self.record().moves;
        if self.position.get(first.point).is_some() {
            // A stone of the set-up, or the last one, that is put straight where it stands.
            let nothing = moves.last().is_none_or(|last| last.place.point() == Some(first.point));
            return Some(if nothing { (first.at, Step::Drop) } else { (first.at.plus_ms(patience), Step::Say(Kind::Unexplained, 1)) });
        }
        let handful = self.placed.pending.iter().take_while(|other| other.at.since_ms(first.at) <= HANDFUL_MS).count();
        if handful >= HANDFUL && self.turn.presses.len() < HANDFUL - 1 {
            let last = self.placed.pending[handful - 1].at;
            return Some((last.plus_ms(patience), Step::Say(Kind::ExtraStone, handful)));
        }
        let missed = |pressed: Mono| first.at > pressed.plus_ms(self.settings.press_tolerance_ms);
        if self.placed.unverified && self.turn.presses.first().is_some_and(|press| missed(press.at)) {
            return (!first.said).then_some((first.at.plus_ms(patience), Step::Block));
        }
        let color = self.to_move();
        let judgement = self.position.judge(color, Place::At(first.point));
        let own_press = self.turn.presses.first().filter(|press| press.color == color && press.at >= first.at);
        if let Some(kind) = judgement.faults.iter().copied().find_map(Kind::of_fault) {
            // The hand takes it off again and plays elsewhere: that it does so cannot be seen, only where it plays then.
            let next = self.placed.pending.get(1).filter(|next| self.position.get(next.point).is_none());
            return Some(match next {
                Some(next) if own_press.is_none_or(|press| press.at > next.at) => (next.at, Step::Drop),
                Some(next) => (next.at, Step::Say(kind, 1)),
                None => (first.at.plus_ms(patience), Step::Say(kind, 1)),
            });
        }
        if !judgement.is_legal() {
            return Some((first.at.plus_ms(patience), Step::Say(Kind::Unexplained, 1)));
        }
        if self.straightens(first) {
            let wait = if self.turn.pressed { DOUBT_MS } else { self.settings.settle_ms };
            return Some((first.at.plus_ms(wait), Step::Straighten));
        }
        Some((if own_press.is_some() { first.at } else { first.at.plus_ms(self.settings.settle_ms) }, Step::Play))
    }

    /// The placement can be the last stone, put straight before its turn has ended (CONTRACT 4.3). Where turns are pressed nobody answers
    /// before the press; where they are not, only what follows at once is the same hand's.
    pub(super) fn straightens(&self, placement: Placement) -> bool {
        let moves = &self.record().moves;
        let (Some(before), Some(last)) = (&self.before_last, moves.last().filter(|last| last.provisional)) else { return false };
        let Place::At(from) = last.place else { return false };
        let first_turn = moves.len() == 1 && self.settings.time_authority != TimeAuthority::Nobody;
        let within = if self.turn.pressed || first_turn { self.settings.patience_ms } else { TWIN_MS };
        from.touches(placement.point)
            && placement.at.since_ms(self.turn.arrived) <= within
            && last.disputed.is_none()
            && last.entered_by.is_none()
            && before.judge(last.color, Place::At(placement.point)).is_legal()
    }
}
