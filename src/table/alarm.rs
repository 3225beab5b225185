//! What happens again and again, counted for the operator: raised after so many misses in a window, and over by itself when the window has
//! passed without one. A single glitch is nothing; a cable that falls out every minute is.

use std::collections::{BTreeMap, VecDeque};

use crate::time::Mono;

use super::desk::Device;

/// A minute, in ms.
const MINUTE: u64 = 60_000;

/// A sync that takes longer than this, in ms, is slow: an SD card takes 5 to 50 and has spikes over 100; moves are published behind it.
pub(super) const SLOW_SYNC_MS: u64 = 500;

/// Of a hundred frames so many may be bad, in ten seconds, before it is a miss: a glitch now and then is normal on a long cable.
pub(super) const BAD_PERCENT: u64 = 2;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trouble {
    /// The supply gave too little.
    UnderVoltage,
    /// The processor was slowed.
    Slowed,
    /// The loop did not run when it was due.
    Overloaded,
    /// A sync took longer than [`SLOW_SYNC_MS`].
    SlowDisk,
    /// The port was lost.
    ComesAndGoes(Device),
    /// The device restarted.
    Restarts(Device),
    /// More than [`BAD_PERCENT`] of its frames were bad.
    BadFrames(Device),
    /// It did not take what was written to it.
    Deaf(Device),
    /// The connection was lost.
    BrokerComesAndGoes,
    /// Somebody sent more requests than are looked at.
    Flooded,
}

/// How many misses within how long raise it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) misses: usize,
    pub(super) window_ms: u64,
}

impl Trouble {
    /// When it is raised.
    pub(super) const fn rule(self) -> Rule {
        let (misses, minutes) = match self {
            // One is one too many; an hour, so that who comes by in the break still sees it.
            Trouble::UnderVoltage | Trouble::Slowed => (1, 60),
            // A machine that is updated or backed up stutters; in a game it must not.
            Trouble::Overloaded => (3, 10),
            // Three in three minutes is no spike.
            Trouble::SlowDisk => (3, 3),
            // Somebody who plugs a cable in anew is no trouble, and does it twice.
            Trouble::ComesAndGoes(_) => (3, 10),
            // No device restarts by itself.
            Trouble::Restarts(_) => (1, 10),
            Trouble::BadFrames(_) => (3, 3),
            Trouble::Deaf(_) | Trouble::Flooded => (1, 3),
            // Five in three minutes, as a broadcast counts the boards that it misses.
            Trouble::BrokerComesAndGoes => (5, 3),
        };
        Rule { misses, window_ms: minutes * MINUTE }
    }
}

/// All counts of one table.
#[derive(Debug, Default)]
pub(super) struct Alarms {
    counts: BTreeMap<Trouble, Count>,
}

#[derive(Debug, Default)]
struct Count {
    /// The last misses, as many as raise it.
    misses: VecDeque<Mono>,
    is_raised: bool,
}

impl Alarms {
    /// It has happened (again).
    pub(super) fn miss(&mut self, trouble: Trouble, now: Mono) {
        let Rule { misses, window_ms } = trouble.rule();
        let count = self.counts.entry(trouble).or_default();
        count.misses.push_back(now);
        if count.misses.len() > misses {
            count.misses.pop_front();
        }
        let first = count.misses.front().copied().unwrap_or(now);
        count.is_raised |= count.misses.len() == misses && now.since_ms(first) <= window_ms;
    }

    /// True while it is raised: each time that it happens is known then.
    pub(super) fn is_raised(&self, trouble: Trouble) -> bool {
        self.counts.get(&trouble).is_some_and(|count| count.is_raised)
    }

    /// Those that are raised now, in their order; what has been quiet for its window is forgotten.
    pub(super) fn raised(&mut self, now: Mono) -> Vec<Trouble> {
        self.counts.retain(|trouble, count| count.misses.back().is_some_and(|last| now.since_ms(*last) < trouble.rule().window_ms));
        self.counts.iter().filter(|(_, count)| count.is_raised).map(|(trouble, _)| *trouble).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: u64) -> Mono {
        Mono::from_millis(1_000_000 + minutes * MINUTE)
    }

    #[test]
    fn so_many_misses_in_the_window_raise_it_and_fewer_do_not() {
        let lost = Trouble::ComesAndGoes(Device::Board);
        let mut alarms = Alarms::default();
        for minutes in [0, 1] {
            alarms.miss(lost, at(minutes));
        }
        assert_eq!(alarms.raised(at(1)), []);
        // The third comes when the first is too long ago.
        alarms.miss(lost, at(11));
        assert_eq!(alarms.raised(at(11)), []);
        alarms.miss(lost, at(11));
        assert!(alarms.is_raised(lost) && !alarms.is_raised(Trouble::Deaf(Device::Board)));
        assert_eq!(alarms.raised(at(11)), [lost], "three in ten minutes");
        assert_eq!(alarms.raised(at(20)), [lost], "it stays while the window has not passed");
        assert_eq!(alarms.raised(at(21)), [], "and is over by itself");
        alarms.miss(lost, at(22));
        assert_eq!(alarms.raised(at(22)), [], "what is over counts from the beginning");
    }

    #[test]
    fn each_is_counted_by_itself() {
        let mut alarms = Alarms::default();
        for _ in 0..2 {
            alarms.miss(Trouble::ComesAndGoes(Device::Board), at(0));
            alarms.miss(Trouble::ComesAndGoes(Device::Clock), at(0));
        }
        assert_eq!(alarms.raised(at(0)), []);
        alarms.miss(Trouble::Restarts(Device::Clock), at(0));
        alarms.miss(Trouble::UnderVoltage, at(0));
        assert_eq!(alarms.raised(at(0)), [Trouble::UnderVoltage, Trouble::Restarts(Device::Clock)], "causes first");
    }

    /// A cable that falls out every second for a day: the memory of it stays as small as its rule.
    #[test]
    fn what_happens_without_end_fills_no_memory() {
        let mut alarms = Alarms::default();
        for n in 0..86_400 {
            alarms.miss(Trouble::BrokerComesAndGoes, Mono::from_millis(n * 1_000));
        }
        assert_eq!(alarms.counts[&Trouble::BrokerComesAndGoes].misses.len(), Trouble::BrokerComesAndGoes.rule().misses);
        assert_eq!(alarms.raised(Mono::from_millis(86_400_000)), [Trouble::BrokerComesAndGoes]);
    }
}
