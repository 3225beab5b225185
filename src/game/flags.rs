//! Flags: provisional until everything that was pressed before them has been heard, then a person's to decide (CONTRACT 2 `latency_ms`, 4.2).

use crate::clock::Timekeeper;
use crate::go::Color;
use crate::referee::{AtClock, ClockRemedy, Kind};
use crate::time::Mono;

use super::Game;
use super::alerts::{Gives, Judged, Raise};
use super::event::{Basis, ClockChange};
use super::input::Output;

/// A flag that has fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// Whose.
    pub color: Color,
    /// When.
    pub at: Mono,
    /// A press stamped before it may still come.
    pub provisional: bool,
}

impl Game {
    /// When a flag stops being provisional: `latency_ms` after it fell, and not while a stone is settling. A stone has settled within the
    /// patience; what moves for longer is a bad sensor or a hand, and keeps nobody waiting.
    pub(super) fn flag_deadline(&self) -> Option<Mono> {
        let flag = self.flag.filter(|flag| flag.provisional)?;
        self.keeper.flag_is_certain(flag.color, self.now.mono)?;
        Some(self.quiet_after(flag.at))
    }

    /// No press stamped before the flag has come: it has fallen, and a person decides.
    pub(super) fn flag_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(flag) = &mut self.flag else { return };
        flag.provisional = false;
        let flag = *flag;
        if let Timekeeper::Daemon(clock) = &mut self.keeper {
            clock.confirm_flag();
        }
        let certain = self.keeper.flag_is_certain(flag.color, at) != Some(false);
        self.clock_event(at, ClockChange::Flagged { provisional: false }, Some(flag.color), out);
        let of = flag.color;
        let saying = if !certain {
            AtClock::FlagUnsaid { of }
        } else if self.lifted_at(flag).is_some() {
            AtClock::FlagInLifting { of }
        } else if self.terms.in_force(Kind::FlagFallen).cite.is_none() {
            AtClock::FlagWithoutArticle { of }
        } else {
            AtClock::Flag { of }
        };
        let judged = self.judge_flag(flag);
        let raise = Raise {
            basis: if certain { Basis::Sensor } else { Basis::Suspected },
            ..Raise::new(Kind::FlagFallen, Some(flag.color), flag.at, saying)
        };
        self.raise_judged(at, raise, Some(&judged), out);
    }

    /// How much of this player's time the lifting of captured stones had taken when the flag fell in it, in ms. A stone that came after the
    /// flag excuses nothing; stones that are off by the time the flag is certain do.
    fn lifted_at(&self, flag: Flag) -> Option<u64> {
        if let Some(since) = self.turn.neutral.filter(|&since| since < flag.at) {
            return Some(self.now.mono.since_ms(since));
        }
        let (since, gone) = self.turn.lifted?;
        (since < flag.at && flag.at <= gone).then(|| gone.since_ms(since))
    }

    /// A flag that fell inside the time in which captured stones were lifted gives that time back and costs nothing.
    fn judge_flag(&self, flag: Flag) -> Judged {
        let Some(lifted_ms) = self.lifted_at(flag) else { return Judged::default() };
        let delta_ms = i64::try_from(lifted_ms).unwrap_or(i64::MAX);
        let credit = ClockRemedy { color: flag.color, delta_ms, periods_delta: 0 };
        Judged { clock: vec![credit], gives: Gives::Nothing, ..Judged::default() }
    }
}
