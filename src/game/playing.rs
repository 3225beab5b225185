//! Play: from what stands on the board to moves in the record (CONTRACT 4.3, 4.6).

use crate::go::{Color, Place, PlayedMove, Point};
use crate::referee::{Basis, Finding, Kind, Severity};
use crate::sense::{self, Play, Question, Reconstruction, Settling, Shown};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::alerts::Raise;
use super::event::{BoardChange, Event, EventBody, Phase, RetractedBecause, TurnEndedBy};
use super::input::Output;
use super::settings::TurnEnds;
use super::wood::{Differing, cell_of};

/// Stones that come within this of each other, side by side, can be one stone felt by two sensors, in ms.
const TWIN_MS: u64 = 700;

/// How long such a second stone has to stand, in ms: a neighbour is disturbed for a moment only.
const DOUBT_MS: u64 = 1_500;

/// How long a story has to stand that tells of a play which no stone shows, in ms.
const UNSEEN_MS: u64 = 2_800;

/// So many of the latest plays say which order of others is plausible.
const LATEST: usize = 4;

/// How much longer than others a play has to stand while something is wrong elsewhere, in ms: a hand may be putting it right.
const OVER_MS: u64 = 1_000;

impl Game {
    /// Relates what stands to the record, whatever the phase asks for.
    pub(super) fn consider(&mut self, at: Mono, out: &mut Vec<Output>) {
        if !self.wood.known {
            return;
        }
        match self.book.phase {
            Phase::Idle | Phase::Armed | Phase::Ended => self.consider_opening(at, out),
            Phase::Setup => self.consider_setup(at, out),
            Phase::Playing | Phase::Ending => self.consider_play(at, out),
            Phase::Paused | Phase::Adjourned | Phase::Counting => self.compare(at, None, out),
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
        self.is_put_right(at, out);
        // Each play shortens what is left to explain: stones may be missing that the other side is already lifting.
        let told = loop {
            self.wood.drop_lifted();
            let (grid, stopped) = self.wood_in_play();
            let settling = self.wood.settling();
            let told = if stopped { Reconstruction::Unfinished(Vec::new()) } else { self.explain(&grid, &settling) };
            match &told {
                Reconstruction::Played(plays) => {
                    let sure = self.sure(at, plays);
                    if sure == 0 {
                        break told;
                    }
                    self.take_in(at, &plays[..sure], out);
                }
                Reconstruction::PlayedInSomeOrder { plays, .. } => {
                    if self.sure(at, plays) < plays.len() {
                        break told;
                    }
                    self.take_in_some_order(at, plays, out);
                }
                Reconstruction::Unchanged | Reconstruction::Unfinished(_) => break told,
                Reconstruction::Ambiguous(_) | Reconstruction::Unexplained(_) => {
                    if self.becomes_handicap(at, out) || self.straighten(at, &grid, out) {
                        return;
                    }
                    let Some(plays) = self.plays_over(at, &grid) else { break told };
                    self.follow_all(at, out);
                    self.take_in(at, &plays, out);
                }
            }
        };
        self.compare(at, Some(&told), out);
    }

    /// How many of these plays are believed now. A stone without colour that comes beside another, at about the same time and without a
    /// press between, may be a sensor that feels its neighbour (F3, F4): it has to stand for longer.
    fn sure(&mut self, at: Mono, plays: &[Play]) -> usize {
        let last = self.record().moves.last().filter(|last| last.provisional).and_then(|last| last.place.point());
        let mut before = last.map(|point| (point, self.turn.arrived));
        let presses = self.turn.presses.len();
        for (index, play) in plays.iter().enumerate() {
            if play.shown != Shown::Seen && plays.len() > presses {
                // Nothing but a gap, or an answer, tells of it: a hand may only be holding a stone.
                let stood = plays.iter().map(|play| play.first_seen).max().unwrap_or(at).plus_ms(UNSEEN_MS);
                if at < stood {
                    self.wood.doubtful_until = Some(stood);
                    return index;
                }
            }
            let colorless = self.wood.settle.settled().get(play.point) == Cell::StoneOfUnknownColor;
            let beside = before.is_some_and(|(point, seen)| play.point.touches(point) && play.first_seen.since_ms(seen) <= TWIN_MS);
            let believed = play.first_seen.plus_ms(DOUBT_MS);
            if colorless && beside && index >= presses && at < believed {
                self.wood.doubtful_until = Some(believed);
                return index;
            }
            before = Some((play.point, play.first_seen));
        }
        plays.len()
    }

    /// Plays that have been made although something is wrong elsewhere on the board: at their press, or when they have stood for a while.
    fn plays_over(&mut self, at: Mono, grid: &Grid) -> Option<Vec<Play>> {
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

    /// The story of a grid, told from the record as it is; `settling` are the points that have not held still.
    pub(super) fn explain(&self, grid: &Grid, settling: &[Settling]) -> Reconstruction {
        let presses: Vec<(Color, Mono)> = self.turn.presses.iter().map(|press| (press.color, press.at)).collect();
        let latest: Vec<Point> = self.latest_points();
        sense::explain(&Question {
            position: &self.position,
            to_move: self.to_move(),
            wood: grid,
            first_seen: &|point| self.wood.settle.first_seen(point),
            lifting: &self.wood.lifting,
            settling,
            last_move: self.record().moves.last().filter(|last| last.provisional).and_then(|last| last.place.point()),
            not_before: if self.record().moves.is_empty() { Mono::ZERO } else { self.turn.arrived },
            known_since: self.wood.since,
            presses: &presses,
            latest: &latest,
            limits: sense::Limits::default(),
        })
    }

    /// The points of the latest plays, oldest first.
    fn latest_points(&self) -> Vec<Point> {
        let moves = &self.record().moves;
        moves[moves.len().saturating_sub(LATEST)..].iter().filter_map(|played| played.place.point()).collect()
    }

    /// Takes plays in whose order is only plausible, and says so: the position is certain.
    fn take_in_some_order(&mut self, at: Mono, plays: &[Play], out: &mut Vec<Output>) {
        let n = self.record().moves.len() as u32 + 1;
        self.take_in(at, plays, out);
        let size = self.settings.size;
        let list: Vec<String> = plays.iter().map(|play| play.point.vertex(size).to_string()).collect();
        let text =
            format!("Moves {n} to {} came while nobody saw them; their order is not sure: {}.", self.record().moves.len(), list.join(", "));
        self.notice(at, n, plays.iter().map(|play| play.point).collect(), text, out);
    }

    /// Says in which moves the record is not sure; nobody has to do anything.
    fn notice(&mut self, at: Mono, n: u32, points: Vec<Point>, text: String, out: &mut Vec<Output>) {
        let raise = Raise {
            kind: Kind::Ambiguous.name(),
            severity: Severity::Notice,
            basis: Basis::Sensor,
            color: None,
            n: Some(n),
            points,
            happened: at,
            next_play_made: false,
            text,
            evidence: None,
        };
        self.raise(at, raise, out);
    }

    /// Takes plays into the record, in their order, each ending the turn before it.
    pub(super) fn take_in(&mut self, at: Mono, plays: &[Play], out: &mut Vec<Output>) {
        if self.book.phase == Phase::Ending {
            self.enter(at, Phase::Playing, "play goes on", out);
        }
        for play in plays {
            if let Some(pressed) = play.after_pass {
                self.pass(pressed.min(at), play.color.opponent(), None, out);
            }
            self.append(play.first_seen.min(at), PlayedMove::new(play.color, Place::At(play.point)), out);
            if play.shown == Shown::Unreadable {
                let (n, vertex) = (self.record().moves.len() as u32, play.point.vertex(self.settings.size));
                let text = format!(
                    "{vertex} cannot be read. {}'s move {n} is taken to be there; look, and correct the record if it is not.",
                    play.color.name()
                );
                self.notice(at, n, vec![play.point], text, out);
            }
        }
    }

    /// Appends one move: the turn before it ends, and its own may end with it.
    pub(super) fn append(&mut self, at: Mono, mut played: PlayedMove, out: &mut Vec<Output>) {
        self.end_open_turn(at, TurnEndedBy::Reply, out);
        let color = played.color;
        self.before_last = Some(self.position.clone());
        if let Place::At(point) = played.place {
            played.captured = self.position.captures_of(color, point);
        }
        self.position.take_in(color, played.place).expect("a play that was explained or judged lies on the board");
        self.lifting_before.clone_from(&self.wood.lifting);
        self.wood.lifting.extend(played.captured.iter().map(|&point| (point, color.opponent())));
        self.wood.drop_lifted();
        self.turn.began = self.turn.ended.unwrap_or(self.turn.arrived);
        self.turn.arrived = at;
        self.turn.ended = None;
        let n = self.record().moves.len() as u32 + 1;
        let position_hash = self.position.position_hash();
        self.emit(at, EventBody::Move { n, played, position_hash }, out);
        self.press_for(color, out);
        if self.settings.turn_ends == TurnEnds::Stone {
            self.end_open_turn(at, TurnEndedBy::Stone, out);
        }
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
        let used_ms = self.turn_over(color, at, by, out);
        let clock = self.player_clock(color, at);
        self.emit(at, EventBody::TurnEnded { n, color, by, used_ms, clock }, out);
    }

    /// A provisional stone that moved to a touching point within the patience has been straightened. True when it was.
    pub(super) fn straighten(&mut self, at: Mono, grid: &Grid, out: &mut Vec<Output>) -> bool {
        let (Some(before), Some(last)) = (&self.before_last, self.record().moves.last()) else { return false };
        let Place::At(from) = last.place else { return false };
        if !last.provisional || at.since_ms(self.turn.arrived) > self.settings.patience_ms {
            return false;
        }
        let settling = self.wood.settling();
        let question = Question {
            position: before,
            to_move: last.color,
            wood: grid,
            first_seen: &|point| self.wood.settle.first_seen(point),
            lifting: &self.lifting_before,
            settling: &settling,
            last_move: None,
            not_before: Mono::ZERO,
            known_since: self.wood.since,
            presses: &[],
            latest: &[],
            limits: sense::Limits::default(),
        };
        let Some(plays) = sense::straightened(&question, from) else { return false };
        let arrived = self.turn.arrived;
        let lifting = self.lifting_before.clone();
        self.retract_last(at, RetractedBecause::Reconstruction, out);
        self.wood.lifting = lifting;
        for (index, play) in plays.iter().enumerate() {
            self.append(play.first_seen.min(at), PlayedMove::new(play.color, Place::At(play.point)), out);
            if index == 0 {
                // The patience runs from the first arrival: a stone cannot walk across the board step by step.
                self.turn.arrived = arrived;
            }
        }
        self.compare(at, None, out);
        true
    }

    /// Takes the last move out of the record.
    pub(super) fn retract_last(&mut self, at: Mono, because: RetractedBecause, out: &mut Vec<Output>) {
        let Some(last) = self.record().moves.last() else { return };
        let point = last.place.point();
        let n = self.record().moves.len() as u32;
        let mut record = self.record().clone();
        record.moves.pop();
        self.position = self.position_of(&record);
        self.before_last = None;
        self.wood.lifting.clear();
        let position_hash = self.position.position_hash();
        self.emit(at, EventBody::MoveRetracted { n, point, because, position_hash }, out);
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
        self.wood.drop_lifted();
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
        if !matches!(self.book.phase, Phase::Ending | Phase::Paused | Phase::Adjourned | Phase::Counting | Phase::Setup) {
            return;
        }
        let mut discrepancies = self.wood.differences(&self.position);
        discrepancies.truncate(Event::DISCREPANCIES_MAX);
        self.emit(at, EventBody::Board { change: BoardChange::Differs, discrepancies }, out);
    }
}
