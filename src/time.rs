//! Time as the core sees it: stamps that travel with the input, never a clock that is read.
//!
//! Three kinds of time, three types (floor 0):
//!
//! * [`Mono`]: milliseconds that pass with `CLOCK_BOOTTIME`. Everything that is measured is a difference of two of these.
//! * [`Wall`]: the calendar, a label for people. It may jump and is never subtracted to judge a player.
//! * what a device claims: a `u32` of its own milliseconds, turned into [`Mono`] by [`DeviceTime`].
//!
//! A moment is floored to whole milliseconds once, where the bytes arrive; after that sums of differences are exact.

mod device;

pub use device::DeviceTime;

/// Milliseconds that pass with `CLOCK_BOOTTIME` (sleep included), from a beginning long before the machine started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mono(u64);

impl Mono {
    /// The beginning, long before the machine started.
    pub const ZERO: Mono = Mono(0);

    /// A moment from milliseconds since the beginning.
    pub const fn from_millis(ms: u64) -> Mono {
        Mono(ms)
    }

    /// Milliseconds since the beginning.
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// The moment `ms` later; stays at the end of time instead of wrapping.
    #[must_use]
    pub const fn plus_ms(self, ms: u64) -> Mono {
        Mono(self.0.saturating_add(ms))
    }

    /// The moment `ms` earlier; stays at the beginning.
    #[must_use]
    pub const fn minus_ms(self, ms: u64) -> Mono {
        Mono(self.0.saturating_sub(ms))
    }

    /// Milliseconds from `earlier` to this moment; 0 when `earlier` is later.
    pub const fn since_ms(self, earlier: Mono) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Milliseconds between the two, whichever is earlier.
    pub const fn apart_ms(self, other: Mono) -> u64 {
        self.0.abs_diff(other.0)
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z: a label, never a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Wall(i64);

impl Wall {
    /// A label from milliseconds since 1970-01-01T00:00:00Z.
    pub const fn from_unix_ms(ms: i64) -> Wall {
        Wall(ms)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub const fn as_unix_ms(self) -> i64 {
        self.0
    }
}

/// One moment in both kinds of time, taken where the bytes arrived and carried unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stamp {
    /// For measuring.
    pub mono: Mono,
    /// For people.
    pub wall: Wall,
}

impl Stamp {
    /// Both labels of one moment.
    pub const fn new(mono: Mono, wall: Wall) -> Stamp {
        Stamp { mono, wall }
    }

    /// The stamp of another moment near this one: the calendar label moves by the measured difference.
    #[must_use]
    pub fn at(self, mono: Mono) -> Stamp {
        let shift = mono.0 as i64 - self.mono.0 as i64;
        Stamp { mono, wall: Wall(self.wall.0.saturating_add(shift)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_of_another_moment_moves_both_labels_alike() {
        let now = Stamp::new(Mono::from_millis(5_000), Wall::from_unix_ms(1_000_000));
        let earlier = now.at(Mono::from_millis(4_200));
        assert_eq!(earlier, Stamp::new(Mono::from_millis(4_200), Wall::from_unix_ms(999_200)));
    }

    #[test]
    fn differences_never_wrap() {
        assert_eq!(Mono::ZERO.since_ms(Mono::from_millis(7)), 0);
        assert_eq!(Mono::from_millis(u64::MAX).plus_ms(1), Mono::from_millis(u64::MAX));
    }
}
