//! Play: from what stands on the board to moves in the record (CONTRACT 4.3, 4.6).

use crate::go::{ByColor, Color, Place, PlayedMove, Point, Position, Record};
use crate::sense::{self, Play, Question, Reconstruction, Settling, Shown};
use crate::time::Mono;
use crate::wire::Grid;

use super::Game;
use super::believing::Told;
use super::doubts::Rather;
use super::event::{BoardChange, Event, EventBody, Phase, RetractedBecause, TurnEndedBy};
use super::input::Output;
use super::pressing::WaitingPress;
use super::settings::TurnEnds;
use super::timekeeping::Took;
use super::wood::Differing;

/// So many of the latest plays say which order of others is plausible.
const LATEST: usize = 4;

/// Where a story begins.
pub(super) struct StoryFrom<'a> {
    pub(super) position: &'a Position,
    pub(super) to_move: Color,
    /// Captured stones that may still stand.
    pub(super) lifting: &'a [(Point, Color)],
    /// Presses that wait for their stones, oldest first.
    pub(super) presses: &'a [(Color, Mono)],
    /// The last move's point, when it may still be adjusted.
    pub(super) last_move: Option<Point>,
    /// When the last move's stone came; zero when nobody knows.
    pub(super) arrived: Mono,
}

impl Game {
    /// Relates what stands to the record, whatever the phase asks for.
    pub(super) fn consider(&mut self, at: Mono, out: &mut Vec<Output>) {
        if !self.wood.known {
            self.consider_placed(at, out);
            return;
        }
        match self.book.phase {
            Phase::Idle | Phase::Armed | Phase::Ended => self.consider_opening(at, out),
            Phase::Setup => self.consider_setup(at, out),
            Phase::Playing | Phase::Ending => self.consider_play(at, out),
            Phase::Paused | Phase::Adjourned => self.compare(at, None, out),
            Phase::Counting => {
                self.compare(at, None, out);
                self.follow_ceremony(at, out);
            }
        }
    }

    fn consider_play(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.wood.doubtful_until = None;
        if self.hand_until().is_some_and(|until| at < until) {
            return;
        }
        if self.end_is_suspected() {
            self.consider_end(at, out);
            return;
        }
        if self.is_disturbed(at, out) {
            self.compare(at, None, out);
            return;
        }
        // Stones of a set-up are no plays, however they could be told.
        if self.becomes_handicap(at, out) {
            return;
        }
        self.is_put_right(at, out);
        self.say_flickering(at, out);
        // Each play shortens what is left to explain: stones may be missing that the other side is already lifting.
        let told = loop {
            self.drop_lifted();
            let (mut grid, stopped) = self.wood_in_play();
            for point in self.asked_about() {
                grid.set(point, super::wood::cell_of(None));
            }
            let settling = self.wood.settling();
            if self.is_straightened_without_colors(&grid) && self.straighten(at, &grid, out) {
                return;
            }
            let told = if stopped { Told::Wait(Reconstruction::Unfinished(Vec::new())) } else { self.believed(at, &grid, &settling) };
            match told {
                Told::Sure(plays) => match self.rather(at, &plays, (&grid, &settling), out) {
                    Rather::Other => {}
                    Rather::Wait => break Reconstruction::Played(plays),
                    Rather::Told => {
                        self.take_in(at, &plays, out);
                        // The first stone was a set-up's, when the second is black too and stands already.
                        if self.becomes_handicap(at, out) {
                            return;
                        }
                    }
                },
                Told::InSomeOrder(ways) => self.take_in_some_order(at, ways, out),
                Told::Wait(told) => break told,
                Told::Wrong(told) => {
                    if self.turned_board().is_some() {
                        break told;
                    }
                    if self.returned_was_answered(at, &grid, &settling, out) || self.throw_in_was_answered(at, &grid, &settling, out) {
                        continue;
                    }
                    if self.straighten(at, &grid, out) {
                        return;
                    }
                    if let Some(plays) = self.before_an_illegal_play(at, &grid) {
                        self.take_in(at, &plays, out);
                        continue;
                    }
                    let Some(plays) = self.plays_over(at, &grid) else { break told };
                    self.follow_all(at, out);
                    self.take_in(at, &plays, out);
                }
            }
        };
        self.look_back(at, out);
        self.look_back_at_passes(at, out);
        self.compare(at, Some(&told), out);
    }

    /// The story of a grid, told from the record as it is; `settling` are the points that have not held still.
    pub(super) fn explain(&self, grid: &Grid, settling: &[Settling]) -> Reconstruction {
        // Who has accepted the end on their turn has passed, should the opponent play on (CN-21.1).
        if let Some((passer, accepted)) = self.turn.gave_way {
            let mut passed = self.position.clone();
            passed.take_in(passer, Place::Pass).expect("a pass lies on every board");
            if let Reconstruction::Played(mut plays) = self.explain_from(&passed, passer.opponent(), grid, settling) {
                plays.iter_mut().take(1).for_each(|first| first.after_pass = Some(accepted));
                return Reconstruction::Played(plays);
            }
        }
        self.explain_from(&self.position, self.to_move(), grid, settling)
    }

    pub(super) fn explain_from(&self, position: &Position, to_move: Color, grid: &Grid, settling: &[Settling]) -> Reconstruction {
        let arrived = if self.record().moves.is_empty() { Mono::ZERO } else { self.turn.arrived };
        let last_move = self.record().moves.last().filter(|last| last.provisional).and_then(|last| last.place.point());
        let presses = self.waiting_turns();
        let from = StoryFrom { position, to_move, lifting: &self.wood.lifting, presses: &presses, last_move, arrived };
        self.explain_on(&from, grid, settling)
    }

    /// The presses that wait for their stones, oldest first. One that was asked about before the board went away tells of no turn that was
    /// played meanwhile.
    pub(super) fn waiting_turns(&self) -> Vec<(Color, Mono)> {
        let counts = |press: &&WaitingPress| !press.asked || press.at > self.wood.since;
        self.turn.presses.iter().filter(counts).map(|press| (press.color, press.at)).collect()
    }

    /// The story of a grid from anywhere.
    pub(super) fn explain_on(&self, from: &StoryFrom<'_>, grid: &Grid, settling: &[Settling]) -> Reconstruction {
        let latest: Vec<Point> = self.latest_points();
        sense::explain(&Question {
            position: from.position,
            to_move: from.to_move,
            wood: grid,
            first_seen: &|point| self.wood.first_seen(point),
            lifting: from.lifting,
            settling,
            last_move: from.last_move,
            not_before: from.arrived,
            known_since: self.wood.since,
            presses: from.presses,
            latest: &latest,
            limits: sense::Limits::default(),
        })
    }

    /// The points of the latest plays, oldest first.
    pub(super) fn latest_points(&self) -> Vec<Point> {
        let moves = &self.record().moves;
        moves[moves.len().saturating_sub(LATEST)..].iter().filter_map(|played| played.place.point()).collect()
    }

    /// Takes plays into the record, in their order, each ending the turn before it.
    pub(super) fn take_in(&mut self, at: Mono, plays: &[Play], out: &mut Vec<Output>) {
        if self.book.phase == Phase::Ending {
            self.play_goes_on(at, out);
            self.enter(at, Phase::Playing, "play goes on", out);
            self.own_clock_goes_on(plays.first().map_or(at, |first| first.first_seen.min(at)), out);
        }
        for play in plays {
            if let Some(pressed) = play.after_pass {
                self.pass(pressed.min(at), play.color.opponent(), None, out);
            }
            self.append(play.first_seen.min(at), PlayedMove::new(play.color, Place::At(play.point)), out);
            if play.shown == Shown::Unreadable {
                self.say_unreadable(at, play, out);
            }
        }
    }

    /// Appends one move: the turn before it ends, and its own may end with it.
    pub(super) fn append(&mut self, at: Mono, mut played: PlayedMove, out: &mut Vec<Output>) {
        self.end_open_turn(at, TurnEndedBy::Reply, out);
        let color = played.color;
        self.turn.gave_way = None;
        if played.place != Place::Pass {
            self.turn.accepted = ByColor::default();
        }
        if self.pass_signal_by_stone() {
            self.gone(at, &[crate::referee::Kind::PassSignal], out);
        }
        self.before_last = Some(self.position.clone());
        if let Place::At(point) = played.place {
            played.captured = self.position.captures_of(color, point);
        }
        let taken = self.position.take_in(color, played.place).expect("a play that was explained or judged lies on the board");
        self.lifting_before.clone_from(&self.wood.lifting);
        self.wood.lifted.clear();
        // Where a stone is put down no dead one lies any more, also where that could not be seen.
        self.wood.lifting.retain(|&(point, _)| played.place != Place::At(point));
        self.wood.lifting.extend(played.captured.iter().map(|&point| (point, color.opponent())));
        self.wood.lifting.extend(taken.given_up.iter().map(|&point| (point, color)));
        self.drop_lifted();
        self.turn.began = self.turn.ended.unwrap_or(self.turn.arrived);
        self.turn.arrived = at;
        self.turn.ended = None;
        let n = self.record().moves.len() as u32 + 1;
        let position_hash = self.position.position_hash();
        self.emit(at, EventBody::Move { n, played, position_hash }, out);
        self.press_for(color, out);
        match self.settings.turn_ends {
            TurnEnds::Stone => self.end_open_turn(at, TurnEndedBy::Stone, out),
            TurnEnds::Press | TurnEnds::Cleared => self.captures_begin(color, at, out),
        }
        self.captures_end(out);
        self.check_started(self.now.mono, out);
        self.next_turn_beside_board();
        self.seen(color, at, out);
        self.seen_in_the_seat(color, at, out);
    }

    /// True while the last move's turn has not ended.
    pub(super) fn turn_is_open(&self) -> bool {
        self.record().moves.last().is_some_and(|last| last.provisional)
    }

    /// Ends the turn of the last move, where it is still open.
    pub(super) fn end_open_turn(&mut self, at: Mono, by: TurnEndedBy, out: &mut Vec<Output>) {
        let Some(last) = self.record().moves.last().filter(|last| last.provisional) else { return };
        let color = last.color;
        let n = self.record().moves.len() as u32;
        // A reply says that the turn is over, not when it ended.
        self.turn.ended = (by != TurnEndedBy::Reply).then_some(at.max(self.turn.arrived));
        self.turn.lifted = None;
        if self.turn.neutral.take().is_some() && by == TurnEndedBy::Reply {
            // Nobody has pressed: the time of the mover runs on.
            self.keeper.release(at);
        }
        self.wood.noise.mark();
        let took = match self.sealed_turn(n) {
            Some(used_ms) => used_ms.map(Took::of),
            None => self.turn_over(color, at, by, out),
        };
        let (used_ms, overrun_ms) = (took.map(|took| took.used_ms), took.and_then(|took| took.overrun_ms));
        let clock = self.player_clock(color, at);
        self.emit(at, EventBody::TurnEnded { n, color, by, used_ms, overrun_ms, clock }, out);
    }

    /// Takes the last move out of the record.
    pub(super) fn retract_last(&mut self, at: Mono, because: RetractedBecause, out: &mut Vec<Output>) {
        let Some(last) = self.record().moves.last() else { return };
        let point = last.place.point();
        self.captures_undone();
        let n = self.record().moves.len() as u32;
        let record = self.before_last_move();
        let edited = record.edits.len() < self.record().edits.len();
        self.position = self.position_of(&record);
        self.before_last = None;
        self.wood.lifting.clear();
        let position_hash = self.position.position_hash();
        if edited {
            // What was edited after it goes with it.
            let because = match because {
                RetractedBecause::Alert(id) | RetractedBecause::Request(id) => id,
                RetractedBecause::Reconstruction => "reconstruction".to_owned(),
            };
            let body = EventBody::RecordChanged { from_n: n, moves: Vec::new(), edits: record.edits, because, position_hash };
            self.emit(at, body, out);
        } else {
            self.emit(at, EventBody::MoveRetracted { n, point, because, position_hash }, out);
        }
    }

    /// The record without its last move, and without what was edited after it.
    pub(super) fn before_last_move(&self) -> Record {
        let mut record = self.record().clone();
        record.moves.pop();
        let left = record.moves.len() as u32;
        record.edits.retain(|edit| edit.after <= left);
        record
    }

    /// Takes out every move after the first `left`, because a transaction asked for it; what was edited after one that goes, goes with it.
    pub(super) fn retract_to(&mut self, at: Mono, left: u32, transaction: &str, out: &mut Vec<Output>) {
        if self.record().edits.iter().any(|edit| edit.after > left) {
            let mut record = self.record().clone();
            record.moves.truncate(left as usize);
            record.edits.retain(|edit| edit.after <= left);
            let position_hash = self.position_of(&record).position_hash();
            let because = transaction.to_owned();
            let body = EventBody::RecordChanged { from_n: left + 1, moves: Vec::new(), edits: record.edits, because, position_hash };
            self.emit(at, body, out);
            self.rebuild_position();
        }
        while self.record().moves.len() as u32 > left {
            self.retract_last(at, RetractedBecause::Request(transaction.to_owned()), out);
        }
    }

    /// Who is to move after the record.
    pub(super) fn to_move(&self) -> Color {
        self.book.to_move()
    }

    /// The position from the record as folded.
    pub(super) fn rebuild_position(&mut self) {
        let mut position = self.position_of(self.record());
        position.set_to_move(self.to_move());
        self.position = position;
        self.before_last = None;
        self.wood.lifting.clear();
    }

    /// Compares wood and record, says when they have come to agree, and watches what is wrong; `told` is the story that was tried.
    pub(super) fn compare(&mut self, at: Mono, told: Option<&Reconstruction>, out: &mut Vec<Output>) {
        self.drop_lifted();
        self.captures_end(out);
        let grid = self.wood.standing(&self.position);
        if super::wood::differences(&self.position, &grid).is_empty() {
            let was_said = self.wood.differing.said;
            self.wood.differing = Differing::default();
            if was_said {
                self.emit(at, EventBody::Board { change: BoardChange::Agrees, discrepancies: Vec::new() }, out);
            }
        } else if self.wood.changed || !(self.wood.differing.said || self.wood.differing.since.is_some()) {
            self.wood.differing.since = Some(at);
        }
        self.wood.changed = false;
        self.watch(at, told, out);
    }

    /// The board has not been the record for as long as the patience allows. In play the watch says what is wrong instead; elsewhere what
    /// stands is nobody's offence (people clear, count, put a position up).
    pub(super) fn patience_over(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.wood.differing = Differing { since: None, said: true };
        if !matches!(self.book.phase, Phase::Ending | Phase::Paused | Phase::Adjourned | Phase::Setup) {
            return;
        }
        let mut discrepancies = self.tellable(self.wood.differences(&self.position));
        discrepancies.truncate(Event::DISCREPANCIES_MAX);
        self.emit(at, EventBody::Board { change: BoardChange::Differs, discrepancies }, out);
    }
}
