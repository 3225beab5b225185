//! From the record of a game to what hands do at the table: pure, and the same for the same seed.
//!
//! Set-up stones come first, Black's before White's, one by one. With a clock the side not to move then starts it. Each turn is a thought,
//! a stone, the captured stones lifted, and a press; a pass is a press without a stone. Between two turns the truth is the record's
//! position; what sensors make of it meanwhile is up to the level.

mod careful;
mod habits;
mod lifelike;
mod mishap;
mod pace;
mod writing;

pub use pace::{Gaps, Pace};

use crate::clock::Side;
use crate::go::Record;
pub(super) use writing::Writing;

use super::act::Cue;

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
    /// As people play: 20 % of the stones bounce on their sensor, 10 % slide in over a touching point, 3 % are straightened in place;
    /// captures are lifted singly or by the handful within 5 seconds, 10 % in part before the stone; the press follows 0.2 to 3 seconds
    /// after the last touch.
    Ordinary,
    /// Besides: 3 % of the stones are put down beside their point and moved after they had settled, 5 % disturb a sensor beside them,
    /// 10 % of the captures are answered before all is lifted, 2 % of the moves are answered in the same moment ([`Gaps::plies_ms`]),
    /// 5 % are pressed before the stone has settled, and in 3 % of the turns some stone is lifted and put back.
    Rough,
    /// Besides: 2 % of all packets are lost and garbage comes between them, one sensor flickers all the time, every 60 moves the board is
    /// bumped, and every 80 it is unplugged for up to three moves.
    Brutal,
}

impl std::fmt::Display for HandsLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            HandsLevel::Perfect => "perfect",
            HandsLevel::Careful => "careful",
            HandsLevel::Ordinary => "ordinary",
            HandsLevel::Rough => "rough",
            HandsLevel::Brutal => "brutal",
        })
    }
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
    let mut writing = begun(record, hands, seed)?;
    for (index, played) in record.moves.iter().enumerate() {
        writing.take_turn(played, record.moves.get(index + 1))?;
    }
    Ok(writing.finished())
}

/// A schedule with its set-up stones and the press that starts the clock; the first turn is to come.
pub(super) fn begun(record: &Record, hands: &Hands, seed: u64) -> Result<Writing, HandsError> {
    if let Some(edit) = record.edits.first() {
        return Err(HandsError::SetUpLater { after: edit.after });
    }
    let mut writing = Writing::new(record, hands, seed);
    writing.set_up(record)?;
    Ok(writing)
}
