//! From the record of a game to what hands do at the table: pure, and the same for the same seed.
//!
//! Set-up stones come first, Black's before White's, one by one. With a clock the side not to move then starts it. Each turn is a thought,
//! a stone, the captured stones lifted, and a press; a pass is a press without a stone.

mod careful;
mod pace;

pub use pace::{Gaps, Pace};

use crate::clock::Side;
use crate::go::{Board, Color, Ko, Place, Point, Position, Record, Rules, Suicide};

use super::act::{Act, Cue};

/// How the hands move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
#[non_exhaustive]
pub enum HandsLevel {
    /// A stone, straight to its point; what it captures lifted right after; the press.
    Perfect,
    /// As attentive people play: stones that slide or are straightened while they settle, captures lifted one by one or by the handful,
    /// before the stone or after it.
    #[default]
    Careful,
}

/// Hands, their clock and their time.
#[derive(Debug, Clone, Copy)]
pub struct Hands {
    /// How they move.
    pub level: HandsLevel,
    /// How long they think.
    pub pace: Pace,
    /// The shortest times that the daemon needs.
    pub gaps: Gaps,
    /// The side of the clock that Black presses; `None` when there is no clock.
    pub black_side: Option<Side>,
}

impl Hands {
    /// Hands that show a game to somebody: 2 to 4 seconds a move at speed 1, captures lifted one by one.
    pub fn demo(speed: f64, gaps: Gaps, black_side: Option<Side>) -> Hands {
        Hands { level: HandsLevel::Careful, pace: Pace::Demo { speed }, gaps, black_side }
    }
}

/// Why a record cannot be played by hands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HandsError {
    /// There is a stone already.
    #[error("move {n} plays on {vertex}, where a stone stands: hands cannot do that")]
    Occupied {
        /// Number of the move; 0 for a set-up stone.
        n: u32,
        /// Where.
        vertex: String,
    },
    /// Stones are set or taken off in the middle of the game.
    #[error("stones are set or taken off after move {after}: hands play moves only")]
    SetUpLater {
        /// Number of the move before.
        after: u32,
    },
    /// A pass can only be shown by a press.
    #[error("move {n} is a pass, which cannot be shown without a clock: give --clock-link")]
    PassWithoutClock {
        /// Number of the move.
        n: u32,
    },
}

/// What to do and when, from the first set-up stone to the last press.
///
/// # Errors
/// [`HandsError`] when the record holds something that hands cannot show.
pub fn schedule(record: &Record, hands: &Hands, seed: u64) -> Result<Vec<Cue>, HandsError> {
    if let Some(edit) = record.edits.first() {
        return Err(HandsError::SetUpLater { after: edit.after });
    }
    let rules = Rules { ko: Ko::None, suicide: Suicide::Any, ..Rules::CHINESE };
    let mut writing = Writing {
        hands: *hands,
        rng: fastrand::Rng::with_seed(seed),
        position: Position::with_board(Board::new(record.size), record.first, &rules),
        now_ms: 0,
        turn: 0,
        cues: Vec::new(),
    };
    writing.set_up(record)?;
    for played in &record.moves {
        writing.turn += 1;
        writing.think();
        match played.place {
            Place::Pass => writing.pass(played.color)?,
            Place::At(point) => writing.play(played.color, point)?,
        }
    }
    Ok(writing.cues)
}

/// A schedule being written.
struct Writing {
    hands: Hands,
    rng: fastrand::Rng,
    /// The game so far, which is also the wood between two turns.
    position: Position,
    now_ms: u64,
    turn: u32,
    cues: Vec<Cue>,
}

impl Writing {
    fn act(&mut self, act: Act) {
        self.cues.push(Cue { at_ms: self.now_ms, turn: self.turn, act });
    }

    fn set_up(&mut self, record: &Record) -> Result<(), HandsError> {
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

    fn free(&self, point: Point) -> Result<(), HandsError> {
        if self.position.size().contains(point) && self.position.get(point).is_none() {
            return Ok(());
        }
        Err(HandsError::Occupied { n: self.turn, vertex: point.vertex(self.position.size()).to_string() })
    }

    fn think(&mut self) {
        let recapture = self.cues.iter().rev().take_while(|cue| cue.turn + 1 == self.turn).any(|cue| matches!(cue.act, Act::Lift(_)));
        self.now_ms += self.hands.pace.think_ms(&mut self.rng, self.turn, recapture, self.hands.gaps);
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

    fn play(&mut self, color: Color, point: Point) -> Result<(), HandsError> {
        self.free(point)?;
        let before = self.position.board().clone();
        let played = self.position.take_in(color, Place::At(point)).unwrap_or_default();
        match self.hands.level {
            HandsLevel::Perfect => {
                self.act(Act::Put(point, color));
                self.lift_one_by_one(&played.captured);
            }
            HandsLevel::Careful => self.play_carefully(&before, color, point, &played.captured),
        }
        // Stones that gave themselves up, the one just put among them, are always lifted last.
        self.lift_one_by_one(&played.given_up);
        self.now_ms += self.hands.pace.before_press_ms(&mut self.rng, self.hands.gaps);
        self.press(color);
        Ok(())
    }

    fn lift_one_by_one(&mut self, points: &[Point]) {
        for &point in points {
            self.now_ms += self.hands.pace.lift_ms(&mut self.rng, points.len());
            self.act(Act::Lift(point));
        }
    }

    fn press(&mut self, color: Color) {
        if let Some(black_side) = self.hands.black_side {
            self.act(Act::Press(if color == Color::Black { black_side } else { black_side.other() }));
            self.now_ms += self.hands.gaps.hand_over_ms;
        }
    }
}
