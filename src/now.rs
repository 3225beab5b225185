//! The one place that reads the clocks of this machine, and its chance. [`StandIn`] takes their place on one thread.

mod stand_in;

pub use stand_in::StandIn;

use std::sync::atomic::{AtomicI64, Ordering};

use crate::time::{Mono, Stamp, Wall};

/// Where this machine's moments begin: 34 years before its start. A game that goes on after the machine was started again has moments from
/// before that, and they must have room.
const START_MS: u64 = 1 << 40;

/// How far the calendar may drift from its label before the label follows, in ns: what the network's time servers do to it in minutes.
const DRIFT_NS: i128 = 1_000_000;

/// How far the calendar is ahead of the stopwatch, in ms; `i64::MIN` until it was first asked.
static AHEAD_MS: AtomicI64 = AtomicI64::new(i64::MIN);

/// This moment: `CLOCK_BOOTTIME` for measuring, floored to whole milliseconds, and the calendar for people.
///
/// The two labels of all stamps are the same distance apart until the calendar has drifted by a millisecond or was set, so that an instant of
/// the calendar is one moment of the stopwatch whichever stamp it is seen from.
#[expect(clippy::disallowed_methods, reason = "the one place where the calendar is read")]
pub fn stamp() -> Stamp {
    if let Some(stamp) = stand_in::stamp() {
        return stamp;
    }
    let boot = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let boot_ns = i128::from(START_MS) * 1_000_000 + i128::from(boot.tv_sec) * 1_000_000_000 + i128::from(boot.tv_nsec);
    let wall_ns = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos() as i128);
    let ahead_ms = ahead_ms(AHEAD_MS.load(Ordering::Relaxed), wall_ns - boot_ns);
    AHEAD_MS.store(ahead_ms, Ordering::Relaxed);
    let mono_ms = (boot_ns / 1_000_000) as i64;
    Stamp::new(Mono::from_millis(mono_ms as u64), Wall::from_unix_ms(mono_ms.saturating_add(ahead_ms)))
}

/// The distance between the labels: as it was while it is near enough, otherwise the nearest whole millisecond.
fn ahead_ms(before_ms: i64, ahead_ns: i128) -> i64 {
    let off = ahead_ns - i128::from(before_ms) * 1_000_000;
    if before_ms != i64::MIN && off.abs() <= DRIFT_NS { before_ms } else { (ahead_ns + 500_000).div_euclid(1_000_000) as i64 }
}

/// The same moment as [`stamp`]'s `mono`, in whole microseconds: for waiting and for measuring how fast we are, never for judging play.
pub fn micros() -> u64 {
    if let Some(stamp) = stand_in::stamp() {
        return stamp.mono.as_millis() * 1_000;
    }
    let boot = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    (START_MS + boot.tv_sec as u64 * 1_000) * 1_000 + boot.tv_nsec as u64 / 1_000
}

/// Processor time that this thread has used, in whole microseconds: how dear a piece of work was, however busy the machine is otherwise.
pub fn thread_micros() -> u64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    used.tv_sec as u64 * 1_000_000 + used.tv_nsec as u64 / 1_000
}

/// The kernel's name for this run of the machine: [`Mono`] values of another one are not comparable.
pub fn boot_id() -> String {
    if let Some(boot) = stand_in::boot_id() {
        return boot;
    }
    std::fs::read_to_string("/proc/sys/kernel/random/boot_id").map_or_else(|_| "unknown".to_owned(), |id| id.trim().to_owned())
}

/// So many random bytes, for ids that nobody can guess or meet again.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0_u8; N];
    if !stand_in::fill(&mut bytes) {
        // Blocks only before the kernel has collected its first randomness, which a booted system has.
        let filled = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
        debug_assert_eq!(filled.ok(), Some(N));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_of_years_before_this_start_of_the_machine_has_room() {
        // A turn that began before the machine was started again was cut off at the start: an hour became a minute.
        let ten_years_ms = 10 * 365 * 24 * 3_600_000;
        assert!(stamp().mono.since_ms(Mono::ZERO) > ten_years_ms);
    }

    /// Symptom: every latency was 0, because one of the two clocks began 34 years before the other.
    #[test]
    fn both_ways_of_reading_the_clock_count_from_the_same_moment() {
        let (before, between, after) = (stamp().mono.as_millis(), micros() / 1_000, stamp().mono.as_millis());
        assert!(before <= between && between <= after, "{before} {between} {after}");
    }

    /// Symptom: who came at the start came 1 ms late, once in a while; the two labels were floored each by itself.
    #[test]
    fn the_labels_of_all_stamps_are_equally_far_apart_until_the_calendar_is_set() {
        let first = ahead_ms(i64::MIN, 5_000_499_999);
        assert_eq!(first, 5_000);
        assert_eq!((ahead_ms(first, 4_999_000_000), ahead_ms(first, 5_001_000_000)), (5_000, 5_000));
        assert_eq!((ahead_ms(first, 5_001_000_001), ahead_ms(first, -7_000_600_000)), (5_001, -7_001));
        let stamps: Vec<Stamp> = (0..2_000).map(|_| stamp()).collect();
        let apart_of = |stamp: &Stamp| stamp.wall.as_unix_ms() - stamp.mono.as_millis() as i64;
        let changes = stamps.windows(2).filter(|pair| apart_of(&pair[0]) != apart_of(&pair[1])).count();
        assert!(changes <= 1, "{changes} changes");
    }
}
