//! A schedule being written: the game so far, the moment reached, and the steps.

use std::ops::RangeInclusive;

use super::habits::Habits;
use super::lifelike::Turn;
use super::mishap::Mishaps;
use super::{Hands, HandsError, HandsLevel, Pace};
use crate::go::{Board, Color, Ko, Place, PlayedMove, Point, Position, Record, Rules, Suicide};
use crate::sim::act::{Act, Cue};
use crate::sim::steps::{self, Deed, Step};

/// A schedule being written.
pub(in crate::sim) struct Writing {
    pub(in crate::sim) hands: Hands,
    pub(in crate::sim) rng: fastrand::Rng,
    /// The game so far, which is also the wood between two turns (but for [`Writing::left_standing`]).
    pub(in crate::sim) position: Position,
    pub(in crate::sim) now_ms: u64,
    pub(in crate::sim) turn: u32,
    steps: Vec<Step>,
    /// A hand is busy until then with an earlier turn.
    pub(super) busy_ms: u64,
    /// The next stone is put down with the last one.
    pub(super) with_last: bool,
    /// Dead stones that nobody has lifted yet, with the turn that killed them.
    pub(super) left_standing: Vec<(u32, Point)>,
    pub(super) mishaps: Mishaps,
}

impl Writing {
    /// Nothing is written yet, and the board is empty.
    pub(in crate::sim) fn new(record: &Record, hands: &Hands, seed: u64) -> Writing {
        let rules = Rules { ko: Ko::None, suicide: Suicide::Any, ..Rules::CHINESE };
        let mut writing = Writing {
            hands: *hands,
            rng: fastrand::Rng::with_seed(seed),
            position: Position::with_board(Board::new(record.size), record.first, &rules),
            now_ms: 0,
            turn: 0,
            steps: Vec::new(),
            busy_ms: 0,
            with_last: false,
            left_standing: Vec::new(),
            mishaps: Mishaps::default(),
        };
        if hands.level == HandsLevel::Brutal {
            writing.expect_mishaps();
        }
        writing
    }

    /// The cues, when everything is over.
    pub(in crate::sim) fn finished(mut self) -> Vec<Cue> {
        self.rest();
        if self.hands.level == HandsLevel::Brutal {
            self.flicker();
        }
        steps::cues(self.position.size(), self.steps)
    }

    /// Waits until every hand is at rest and the board is plugged in.
    pub(in crate::sim) fn rest(&mut self) {
        self.plug_in();
        self.now_ms = self.now_ms.max(self.busy_ms);
    }

    /// The same, and nothing befalls the table any more.
    pub(in crate::sim) fn calm(&mut self) {
        self.rest();
        self.mishaps = Mishaps::default();
    }

    /// Something is done now.
    pub(in crate::sim) fn act(&mut self, act: Act) {
        self.step(self.now_ms, Deed::Do(act));
    }

    /// Something is done, or befalls a sensor, at its own moment.
    pub(in crate::sim) fn step(&mut self, at_ms: u64, deed: Deed) {
        self.step_of(self.turn, at_ms, deed);
    }

    /// Something befalls a sensor whatever is being played.
    pub(super) fn befalls(&mut self, at_ms: u64, deed: Deed) {
        self.steps.push(Step { at_ms, turn: None, deed });
    }

    pub(super) fn step_of(&mut self, turn: u32, at_ms: u64, deed: Deed) {
        self.steps.push(Step { at_ms, turn: Some(turn), deed });
    }

    /// True in so many of a hundred cases. Draws nothing for a share of 0, so that levels without it are as they were.
    pub(in crate::sim) fn chance(&mut self, percent: u8) -> bool {
        percent > 0 && self.rng.u8(0..100) < percent
    }

    /// Time goes by that a hand needs.
    pub(in crate::sim) fn wait_hand(&mut self, ms: RangeInclusive<u64>) {
        let ms = self.rng.u64(ms);
        self.now_ms += self.hands.pace.hand_ms(ms);
    }

    /// The set-up stones, and the press that starts the clock.
    pub(in crate::sim) fn set_up(&mut self, record: &Record) -> Result<(), HandsError> {
        let black = record.setup.black.iter().map(|&point| (point, Color::Black));
        let white = record.setup.white.iter().map(|&point| (point, Color::White));
        for (point, color) in black.chain(white) {
            self.free(point)?;
            self.position.edit([(point, Some(color))]);
            self.act(Act::Put(point, color));
            self.now_ms += self.hands.pace.set_up_ms(&mut self.rng, self.hands.gaps);
        }
        self.press(record.first.opponent());
        Ok(())
    }

    /// One turn, with the thought before it and the press after it. `next` is the move that follows.
    pub(in crate::sim) fn take_turn(&mut self, played: &PlayedMove, next: Option<&PlayedMove>) -> Result<(), HandsError> {
        self.turn += 1;
        self.think();
        self.play_out(played, next)
    }

    /// The same without the thought: the turn has begun.
    pub(in crate::sim) fn play_out(&mut self, played: &PlayedMove, next: Option<&PlayedMove>) -> Result<(), HandsError> {
        match played.place {
            Place::Pass => self.pass(played.color),
            Place::At(point) => self.play(played.color, point, next.and_then(|next| next.place.point())),
        }
    }

    fn free(&self, point: Point) -> Result<(), HandsError> {
        if self.position.size().contains(point) && self.position.get(point).is_none() {
            return Ok(());
        }
        Err(HandsError::Occupied { n: self.turn, vertex: point.vertex(self.position.size()).to_string() })
    }

    /// The thought before a turn, with what befalls the table meanwhile.
    pub(in crate::sim) fn think(&mut self) {
        let habits = self.habits();
        if self.with_last {
            return;
        }
        if !self.left_standing.is_empty() {
            // Who answers before all is lifted answers at once.
            self.wait_hand(300..=1_500);
            return;
        }
        self.now_ms = self.now_ms.max(self.busy_ms);
        self.befall();
        let recapture = self.lifted_in(self.turn - 1);
        let mut until_ms = self.now_ms + self.hands.pace.think_ms(&mut self.rng, self.turn, recapture, self.hands.gaps);
        if habits.is_some() {
            until_ms = until_ms.max(self.now_ms + self.hands.gaps.still_ms());
        }
        if let Some(habits) = habits
            && self.chance(habits.put_back)
        {
            let back_ms = self.put_back();
            until_ms = until_ms.max(back_ms + self.hands.pace.hand_ms(self.rng.u64(300..=1_000)));
        }
        self.now_ms = until_ms;
    }

    fn lifted_in(&self, turn: u32) -> bool {
        let of_turn = self.steps.iter().rev().take_while(|step| step.turn.is_none_or(|of| of >= turn));
        of_turn.filter(|step| step.turn == Some(turn)).any(|step| matches!(step.deed, Deed::Do(Act::Lift(_))))
    }

    fn habits(&self) -> Option<Habits> {
        match self.hands.level {
            HandsLevel::Perfect | HandsLevel::Careful => None,
            HandsLevel::Ordinary => Some(Habits::ORDINARY),
            HandsLevel::Rough | HandsLevel::Brutal => Some(Habits::ROUGH),
        }
    }

    fn pass(&mut self, color: Color) -> Result<(), HandsError> {
        if self.hands.black_side.is_none() {
            return Err(HandsError::PassWithoutClock { n: self.turn });
        }
        // `take_in` refuses only points outside the board.
        let _ = self.position.take_in(color, Place::Pass);
        self.press(color);
        self.now_ms += self.hands.gaps.pass_ms();
        Ok(())
    }

    fn play(&mut self, color: Color, point: Point, next: Option<Point>) -> Result<(), HandsError> {
        self.free(point)?;
        let before = self.position.board().clone();
        let played = self.position.take_in(color, Place::At(point)).unwrap_or_default();
        if let Some(habits) = self.habits() {
            let turn = Turn { before: &before, color, point, captured: &played.captured, given_up: &played.given_up, next };
            self.play_lifelike(&habits, &turn);
            return Ok(());
        }
        if self.hands.level == HandsLevel::Careful {
            self.play_carefully(&before, color, point, &played.captured);
        } else {
            self.act(Act::Put(point, color));
            self.lift_one_by_one(&played.captured);
        }
        // Stones that gave themselves up, the one just put among them, are always lifted last.
        self.lift_one_by_one(&played.given_up);
        self.now_ms += self.hands.pace.before_press_ms(&mut self.rng, self.hands.gaps);
        self.press(color);
        Ok(())
    }

    pub(super) fn lift_one_by_one(&mut self, points: &[Point]) {
        for &point in points {
            self.now_ms += self.hands.pace.lift_ms(&mut self.rng, points.len());
            self.act(Act::Lift(point));
        }
    }

    /// This player's side of the clock is pressed, and the hand goes back.
    pub(in crate::sim) fn press(&mut self, color: Color) {
        if self.hands.black_side.is_some() {
            self.press_only(color);
            self.now_ms += self.hands.gaps.hand_over_ms;
        }
    }

    /// This player's side of the clock is pressed; nothing without a clock.
    pub(in crate::sim) fn press_only(&mut self, color: Color) {
        if let Some(black_side) = self.hands.black_side {
            self.act(Act::Press(if color == Color::Black { black_side } else { black_side.other() }));
        }
    }

    /// True for a pace that lets everything be seen.
    pub(super) fn is_shown(&self) -> bool {
        matches!(self.hands.pace, Pace::Demo { .. })
    }
}
