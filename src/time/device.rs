//! A device's own milliseconds mapped to ours (CONTRACT 3.2, "Device time").

use std::collections::VecDeque;

use super::Mono;

/// How far back the smallest delay is looked for. A minute outlasts any burst of late packets and still follows a crystal
/// that drifts by 100 ppm (6 ms a minute).
const WINDOW_MS: u64 = 60_000;

/// One candidate a bucket: the window needs no more than this many.
const BUCKET_MS: u64 = 1_000;

/// Maps the `t_ms` of one device (a `u32` that wraps) to [`Mono`].
///
/// Per boot, the offset between `t_ms` and arrival is the smallest seen over a sliding minute: a packet can come late, never early.
/// An event's moment is its mapped `t_ms`, never before the device's previous event nor after its own arrival.
#[derive(Debug, Clone, Default)]
pub struct DeviceTime {
    /// The last raw value and how many times the counter has wrapped, once something was heard.
    last: Option<(u32, u64)>,
    /// (arrival bucket, smallest offset in it): offsets are `arrival - device` in ms, possibly negative.
    smallest: VecDeque<(u64, i64)>,
    previous_event: Mono,
}

impl DeviceTime {
    /// A mapping that has heard nothing yet.
    pub fn new() -> DeviceTime {
        DeviceTime::default()
    }

    /// Forgets the offsets: the device has restarted and counts from zero again. Order against earlier events is kept.
    pub fn restarted(&mut self) {
        self.last = None;
        self.smallest.clear();
    }

    /// True when `t_ms` has gone back without wrapping: the device has restarted (CONTRACT 3.2).
    ///
    /// A wrap moves the counter forward by less than half its range.
    pub fn went_back(&self, t_ms: u32) -> bool {
        self.last.is_some_and(|(last, _)| t_ms.wrapping_sub(last) > u32::MAX / 2)
    }

    /// The moment of an event that the device stamped `t_ms` and that arrived at `arrival`.
    pub fn moment(&mut self, t_ms: u32, arrival: Mono) -> Mono {
        let wraps = match self.last {
            Some((last, wraps)) if t_ms < last => wraps + 1,
            Some((_, wraps)) => wraps,
            None => 0,
        };
        self.last = Some((t_ms, wraps));
        let device = (wraps << 32) + u64::from(t_ms);
        self.remember(arrival, arrival.as_millis() as i64 - device as i64);
        let offset = self.smallest.iter().map(|&(_, offset)| offset).min().unwrap_or(0);
        let mapped = Mono::from_millis((device as i64).saturating_add(offset).max(0) as u64);
        let moment = mapped.max(self.previous_event).min(arrival);
        self.previous_event = moment;
        moment
    }

    fn remember(&mut self, arrival: Mono, offset: i64) {
        let bucket = arrival.as_millis() / BUCKET_MS;
        match self.smallest.back_mut() {
            Some((last, smallest)) if *last == bucket => *smallest = (*smallest).min(offset),
            _ => self.smallest.push_back((bucket, offset)),
        }
        while self.smallest.front().is_some_and(|&(first, _)| (bucket - first.min(bucket)) * BUCKET_MS > WINDOW_MS) {
            self.smallest.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    #[test]
    fn a_late_packet_keeps_the_moment_of_its_own_stamp() {
        let mut time = DeviceTime::new();
        assert_eq!(time.moment(1_000, ms(50_002)), ms(50_002));
        assert_eq!(time.moment(2_000, ms(51_002)), ms(51_002));
        // 300 ms in a queue somewhere: the player does not pay for it.
        assert_eq!(time.moment(3_000, ms(52_302)), ms(52_002));
    }

    #[test]
    fn a_moment_is_never_after_its_arrival_nor_before_the_previous_event() {
        let mut time = DeviceTime::new();
        assert_eq!(time.moment(1_000, ms(5_000)), ms(5_000));
        assert_eq!(time.moment(1_500, ms(5_300)), ms(5_300));
        assert_eq!(time.moment(1_400 + 101, ms(5_301)), ms(5_301));
    }

    #[test]
    fn the_counter_wraps_after_49_days() {
        let mut time = DeviceTime::new();
        assert_eq!(time.moment(u32::MAX - 99, ms(1_000)), ms(1_000));
        assert!(!time.went_back(100));
        assert_eq!(time.moment(100, ms(1_200)), ms(1_200));
    }

    #[test]
    fn a_restart_is_seen_and_starts_a_new_mapping() {
        let mut time = DeviceTime::new();
        time.moment(500_000, ms(600_000));
        assert!(time.went_back(20));
        time.restarted();
        assert_eq!(time.moment(20, ms(605_000)), ms(605_000));
    }

    #[test]
    fn drift_is_followed_within_a_minute() {
        let mut time = DeviceTime::new();
        // The device is slow by 1 ms a second: the offset grows and old small offsets must leave the window.
        for second in 0..200u64 {
            let arrival = ms(second * 1_001);
            let moment = time.moment((second * 1_000) as u32, arrival);
            assert!(arrival.since_ms(moment) <= 62, "second {second}");
        }
    }
}
