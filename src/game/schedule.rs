//! When a game is to be played (CONTRACT 2 `[table.schedule]`), and the moments that follow from it.
//!
//! # Calendar and stopwatch
//!
//! A schedule is written in calendar instants, and nobody is judged by the calendar. So each instant becomes a moment of the stopwatch
//! ([`Mono`]) once: when the schedule is taken up, and again after a restart. From then on the calendar is looked at for one thing alone: a
//! stamp whose two labels have come apart by more than [`STEP_MS`] since shows that the calendar was set (a machine without a battery gets its
//! date from the network late; field reports, rows 67 and 68). Then what has not come yet is derived anew, for the instants mean the right
//! calendar; what has come stays as it was: a start that has been reached is not moved, a break that runs ends when its length is over, and
//! no player becomes later or earlier.

mod agenda;

pub(super) use agenda::moment;
pub use agenda::{Agenda, Arrival, STALE_MS, STEP_MS};

use crate::referee::{LateCost, Rulebook};
use crate::time::Wall;

/// When a game is to be played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Schedule {
    /// When play begins.
    pub start_at: Option<Wall>,
    /// Who comes later than this has lost, in ms.
    pub absent_after_ms: Option<u64>,
    /// What coming late costs.
    pub lateness: Lateness,
    /// When the move is sealed.
    pub seal_at: Option<Wall>,
    /// Breaks: from, to; in their order.
    pub breaks: Vec<(Wall, Wall)>,
}

/// What coming late costs, as an event says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lateness {
    /// As the rulebook says.
    #[default]
    Book,
    /// The time itself.
    Once,
    /// Twice the time.
    Twice,
    /// Three times the time.
    Thrice,
    /// The clock of the side to move runs from the start, and nothing is taken off.
    ClockRuns,
}

impl Lateness {
    /// Every value with its name (CONTRACT 2).
    pub const NAMES: &'static [(&'static str, Lateness)] = &[
        ("book", Lateness::Book),
        ("x1", Lateness::Once),
        ("x2", Lateness::Twice),
        ("x3", Lateness::Thrice),
        ("clock-runs", Lateness::ClockRuns),
    ];

    /// Its name (CONTRACT 2).
    pub const fn name(self) -> &'static str {
        match self {
            Lateness::Book => "book",
            Lateness::Once => "x1",
            Lateness::Twice => "x2",
            Lateness::Thrice => "x3",
            Lateness::ClockRuns => "clock-runs",
        }
    }

    /// What it comes to under this rulebook.
    pub fn cost(self, book: Rulebook) -> LateCost {
        match self {
            Lateness::Book => book.book().lateness,
            Lateness::Once => LateCost::Times(1),
            Lateness::Twice => LateCost::Times(2),
            Lateness::Thrice => LateCost::Times(3),
            Lateness::ClockRuns => LateCost::ClockRuns,
        }
    }
}

/// Why a schedule makes no sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A limit without a beginning.
    #[error("absent_after needs start_at: from when would it count?")]
    LimitWithoutStart,
    /// A limit beyond [`Schedule::LIMIT_MAX_MS`].
    #[error("absent_after is more than a day: that is a slip of the pen")]
    LimitTooLong,
    /// Sealing before the start.
    #[error("seal_at must be after start_at")]
    SealBeforeStart,
    /// A break that ends before it begins.
    #[error("a break must end after it begins")]
    BreakBackwards,
    /// Breaks that overlap or are out of order.
    #[error("breaks must follow one another: each begins after the one before has ended")]
    BreaksOverlap,
    /// More breaks than [`Schedule::BREAKS_MAX`].
    #[error("more breaks than {max} are no schedule", max = Schedule::BREAKS_MAX)]
    TooManyBreaks,
}

impl Schedule {
    /// The most breaks: a two-day game has four; beyond this a list is a program gone wrong.
    pub const BREAKS_MAX: usize = 16;

    /// The longest that a player may be waited for, a day.
    pub const LIMIT_MAX_MS: u64 = 24 * 3_600_000;

    /// Nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Schedule { lateness: self.lateness, ..Schedule::default() }
    }

    /// Refuses what makes no sense. Whoever takes a schedule from outside asks this once.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(&self) -> Result<(), ScheduleError> {
        match self.absent_after_ms {
            Some(_) if self.start_at.is_none() => return Err(ScheduleError::LimitWithoutStart),
            Some(limit_ms) if limit_ms > Schedule::LIMIT_MAX_MS => return Err(ScheduleError::LimitTooLong),
            _ => {}
        }
        if self.start_at.zip(self.seal_at).is_some_and(|(start, seal)| seal <= start) {
            return Err(ScheduleError::SealBeforeStart);
        }
        if self.breaks.len() > Schedule::BREAKS_MAX {
            return Err(ScheduleError::TooManyBreaks);
        }
        if self.breaks.iter().any(|(from, to)| from >= to) {
            return Err(ScheduleError::BreakBackwards);
        }
        if self.breaks.windows(2).any(|pair| pair[1].0 < pair[0].1) {
            return Err(ScheduleError::BreaksOverlap);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: i64) -> Wall {
        Wall::from_unix_ms(ms)
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_reason() {
        let good = Schedule { start_at: Some(at(100)), absent_after_ms: Some(9), seal_at: Some(at(900)), ..Schedule::default() };
        let breaks =
            |breaks: &[(i64, i64)]| Schedule { breaks: breaks.iter().map(|&(from, to)| (at(from), at(to))).collect(), ..good.clone() };
        for (schedule, expected) in [
            (breaks(&[(200, 300), (300, 400)]), Ok(())),
            (Schedule { start_at: None, ..good.clone() }, Err(ScheduleError::LimitWithoutStart)),
            (Schedule { absent_after_ms: Some(Schedule::LIMIT_MAX_MS + 1), ..good.clone() }, Err(ScheduleError::LimitTooLong)),
            (Schedule { seal_at: Some(at(100)), ..good.clone() }, Err(ScheduleError::SealBeforeStart)),
            (breaks(&[(200, 200)]), Err(ScheduleError::BreakBackwards)),
            (breaks(&[(200, 300), (299, 400)]), Err(ScheduleError::BreaksOverlap)),
            (breaks(&[(1, 2); Schedule::BREAKS_MAX + 1]), Err(ScheduleError::TooManyBreaks)),
        ] {
            assert_eq!(schedule.check(), expected, "{schedule:?}");
        }
    }

    #[test]
    fn the_event_goes_before_the_book() {
        assert_eq!(Lateness::Book.cost(Rulebook::Ing), LateCost::Times(2));
        assert_eq!(Lateness::Once.cost(Rulebook::Ing), LateCost::Times(1));
        assert_eq!(Lateness::ClockRuns.cost(Rulebook::China1988), LateCost::ClockRuns);
        for &(name, lateness) in Lateness::NAMES {
            assert_eq!(lateness.name(), name);
        }
    }
}
