//! Offences hidden in ordinary play, and their innocent twins: what a referee, or a program that helps one, is tried with.
//!
//! [`scene`] takes a legal record, plays it up to a random move and has one of the players do something wrong there, once. What ought to be
//! found is known ([`Expected`]). The twin ([`Course::Twin`]) of the same seed begins alike, at the same move, but is put right in time, and
//! nobody may say anything about it.

mod commit;
mod plan;
mod spot;
mod twin;

use super::act::Cue;
use super::hands::{self, Hands, Writing};
use crate::go::{Color, Point, Record};
use plan::Plan;
use spot::Spot;

/// Moves before which nothing is hidden: until then the table may still be learning what game it is (a second black stone before any
/// white one makes both set-up).
const OPENING_MOVES: usize = 4;

/// Moves that a twin plays on, so that a late alarm is heard too.
const TWIN_PLAYS_ON: usize = 3;

/// Stillness at the end, beyond the patience.
const STILL_BEYOND_MS: u64 = 2_000;

/// What a player does wrong: incident kinds of CONTRACT 5 that hands can bring about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
#[non_exhaustive]
pub enum Offence {
    /// The played stone goes elsewhere: before the press to a point that does not touch the first, or after it to any.
    StoneRelocated,
    /// The played stone is taken back, before or after the press.
    StoneRetracted,
    /// An older stone moves to a touching point.
    StoneShifted,
    /// A second stone after the press, without a reply.
    DoubleMove,
    /// Two stones put down in one turn, the own ones or prisoners, without a press.
    ResignSignal,
    /// A stone of the opponent's colour is played and pressed.
    WrongColor,
    /// Three stones or more of both colours fall on the board that nobody can have played.
    ExtraStone,
    /// An older stone vanishes between two turns.
    StoneMissing,
    /// A chain that has liberties is lifted, instead of what was captured or besides.
    WrongCapture,
    /// Captured stones are not lifted, or not all, and the clock is pressed.
    CapturesLeft,
    /// A stone without a liberty that captures nothing, pressed.
    ForbiddenPoint,
    /// A ko is retaken at once, and pressed.
    KoViolation,
    /// A press without a stone, at a table that asks whether it was a pass.
    PassSignal,
    /// The same at a table where it is an incident (`press_pass = "incident"`).
    PressWithoutMove,
    /// A press, and its stone only when the tolerance is over.
    PressBeforeStone,
    /// 15 to 60 stones are displaced and left so.
    BoardScattered,
    /// The players end without a word: they stop the clock and lift stones, sweep the board, or fill in.
    EndSuspected,
}

impl Offence {
    /// Every one.
    pub const ALL: [Offence; 17] = [
        Offence::StoneRelocated,
        Offence::StoneRetracted,
        Offence::StoneShifted,
        Offence::DoubleMove,
        Offence::ResignSignal,
        Offence::WrongColor,
        Offence::ExtraStone,
        Offence::StoneMissing,
        Offence::WrongCapture,
        Offence::CapturesLeft,
        Offence::ForbiddenPoint,
        Offence::KoViolation,
        Offence::PassSignal,
        Offence::PressWithoutMove,
        Offence::PressBeforeStone,
        Offence::BoardScattered,
        Offence::EndSuspected,
    ];

    /// The incident kind, as CONTRACT 5 names it.
    pub const fn kind(self) -> &'static str {
        match self {
            Offence::StoneRelocated => "stone-relocated",
            Offence::StoneRetracted => "stone-retracted",
            Offence::StoneShifted => "stone-shifted",
            Offence::DoubleMove => "double-move",
            Offence::ResignSignal => "resign-signal",
            Offence::WrongColor => "wrong-color",
            Offence::ExtraStone => "extra-stone",
            Offence::StoneMissing => "stone-missing",
            Offence::WrongCapture => "wrong-capture",
            Offence::CapturesLeft => "captures-left",
            Offence::ForbiddenPoint => "forbidden-point",
            Offence::KoViolation => "ko-violation",
            Offence::PassSignal => "pass-signal",
            Offence::PressWithoutMove => "press-without-move",
            Offence::PressBeforeStone => "press-before-stone",
            Offence::BoardScattered => "board-scattered",
            Offence::EndSuspected => "end-suspected",
        }
    }

    /// True when only a board that sees colours can tell.
    pub const fn needs_color(self) -> bool {
        match self {
            Offence::StoneRelocated
            | Offence::StoneShifted
            | Offence::DoubleMove
            | Offence::ResignSignal
            | Offence::WrongColor
            | Offence::ExtraStone
            | Offence::ForbiddenPoint
            | Offence::KoViolation => true,
            Offence::StoneRetracted
            | Offence::StoneMissing
            | Offence::WrongCapture
            | Offence::CapturesLeft
            | Offence::PassSignal
            | Offence::PressWithoutMove
            | Offence::PressBeforeStone
            | Offence::BoardScattered
            | Offence::EndSuspected => false,
        }
    }

    /// What happens, in a line.
    pub const fn tells(self) -> &'static str {
        match self {
            Offence::StoneRelocated => "the stone just played goes to another point",
            Offence::StoneRetracted => "the stone just played is taken back",
            Offence::StoneShifted => "an older stone moves to a neighbouring point",
            Offence::DoubleMove => "a second stone after the press",
            Offence::ResignSignal => "two stones put down in one turn",
            Offence::WrongColor => "a stone of the opponent's colour is played",
            Offence::ExtraStone => "stones fall on the board that nobody has played",
            Offence::StoneMissing => "an older stone vanishes",
            Offence::WrongCapture => "stones are lifted that were not captured",
            Offence::CapturesLeft => "captured stones stay on the board",
            Offence::ForbiddenPoint => "a stone without a liberty",
            Offence::KoViolation => "a ko retaken at once",
            Offence::PassSignal => "a press without a stone",
            Offence::PressWithoutMove => "a press without a stone, where that is an incident",
            Offence::PressBeforeStone => "a press, and its stone much later",
            Offence::BoardScattered => "many stones displaced",
            Offence::EndSuspected => "the players stop, sweep or fill in without a word",
        }
    }
}

/// How a scene goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Course {
    /// The offence, and stillness.
    Offence,
    /// The offence, and play goes on over it at once. Not every offence leaves anybody to move.
    AnsweredOver,
    /// The innocent twin.
    Twin,
}

/// What ought to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The incident kind (CONTRACT 5).
    pub kind: &'static str,
    /// Whose act it is, or whose stone; `None` where nobody can say.
    pub color: Option<Color>,
    /// The points it is about, from before to; empty where the kind names none.
    pub points: Vec<Point>,
    /// When it was complete, in milliseconds of the schedule. What is found, is found within the patience and a second from here.
    pub by_ms: u64,
}

/// A game with something hidden in it.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What is done.
    pub cues: Vec<Cue>,
    /// The turn in which it happens.
    pub turn: u32,
    /// What ought to be found; `None` for a twin.
    pub expected: Option<Expected>,
    /// So many moves of the record have been played in the end, honestly and whole: for a twin the record must hold exactly these.
    pub moves: usize,
    /// The stillness ends here, in milliseconds of the schedule.
    pub ends_ms: u64,
}

/// Hides an offence in a game, or its twin. `None` when the record offers no place for it (or cannot be played by hands at all).
///
/// The same arguments give the same scene; the same seed hides offence and twin in the same turn.
pub fn scene(record: &Record, hands: &Hands, seed: u64, offence: Offence, course: Course, patience_ms: u64) -> Option<Scene> {
    if offence.needs_color() && !hands.gaps.sees_color() {
        return None;
    }
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut turns: Vec<usize> = (OPENING_MOVES..record.moves.len()).collect();
    rng.shuffle(&mut turns);
    let (spot, plan) = turns.into_iter().find_map(|index| {
        let spot = Spot::new(record, index, hands)?;
        let plan = Plan::find(offence, &spot, &mut rng)?;
        (course != Course::AnsweredOver || !plan.answers(&spot).is_empty()).then_some((spot, plan))
    })?;
    let mut writing = played_up_to(record, hands, seed, spot.index)?;
    writing.turn += 1;
    writing.think();
    writing.calm();
    let (expected, moves) = if course == Course::Twin {
        plan.twin(&mut writing, &spot)?;
        (None, play_on(record, &mut writing, spot.index + 1)?)
    } else {
        let expected = plan.commit(&mut writing, &spot, offence);
        if course == Course::AnsweredOver {
            plan.answer(&mut writing, &spot);
        }
        (Some(expected), spot.index)
    };
    writing.rest();
    writing.now_ms += patience_ms + STILL_BEYOND_MS;
    let ends_ms = writing.now_ms;
    Some(Scene { cues: writing.finished(), turn: spot.index as u32 + 1, expected, moves, ends_ms })
}

/// The schedule of the moves before this one.
fn played_up_to(record: &Record, hands: &Hands, seed: u64, index: usize) -> Option<Writing> {
    let mut writing = hands::begun(record, hands, seed).ok()?;
    for (at, played) in record.moves[..index].iter().enumerate() {
        // Nobody replies early to the last one: what comes now is another thing.
        let next = record.moves.get(at + 1).filter(|_| at + 1 < index);
        writing.take_turn(played, next).ok()?;
    }
    writing.calm();
    Some(writing)
}

/// Some moves more. Returns how many have been played then.
fn play_on(record: &Record, writing: &mut Writing, from: usize) -> Option<usize> {
    let to = record.moves.len().min(from + TWIN_PLAYS_ON);
    for at in from..to {
        writing.take_turn(&record.moves[at], record.moves.get(at + 1).filter(|_| at + 1 < to)).ok()?;
    }
    Some(to)
}
