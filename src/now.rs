//! The one place that reads the clocks of this machine.

use crate::time::{Mono, Stamp, Wall};

/// Where this machine's moments begin: 34 years before its start. A game that goes on after the machine was started again has moments from
/// before that, and they must have room.
const START_MS: u64 = 1 << 40;

/// This moment: `CLOCK_BOOTTIME` for measuring, the calendar for people, both floored to whole milliseconds.
#[expect(clippy::disallowed_methods, reason = "the one place where the calendar is read")]
pub fn stamp() -> Stamp {
    let boot = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    let mono = Mono::from_millis(START_MS + boot.tv_sec as u64 * 1_000 + boot.tv_nsec as u64 / 1_000_000);
    let wall = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(Wall::from_unix_ms(0), |since| Wall::from_unix_ms(since.as_millis() as i64));
    Stamp::new(mono, wall)
}

/// The same moment as [`stamp`]'s `mono`, in whole microseconds: for waiting and for measuring how fast we are, never for judging play.
pub fn micros() -> u64 {
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
    std::fs::read_to_string("/proc/sys/kernel/random/boot_id").map_or_else(|_| "unknown".to_owned(), |id| id.trim().to_owned())
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
}
