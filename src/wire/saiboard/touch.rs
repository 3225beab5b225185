//! The plate that feels hands.

use crate::time::Mono;

/// A hand raises the count by so much above what the plate and the stones show.
const ON: i64 = 3_200;
/// It has left when less than so much remains.
const OFF: i64 = 2_400;
/// What each stone on the board adds.
const PER_STONE: i64 = 20;
/// The plate's own count follows slow change (damp, warmth) by one part in so many a scan, and only while no hand is there.
const FOLLOW: i64 = 512;
/// Nobody leaves a hand on a board for so long: the plate's own count has changed.
const STUCK_MS: u64 = 60_000;

/// Whether a hand is on the board.
#[derive(Debug, Clone, Default)]
pub(super) struct Touch {
    /// What the plate shows alone, in parts of [`FOLLOW`]; `None` before the first scan.
    own: Option<i64>,
    /// Since when a hand is there.
    since: Option<Mono>,
}

impl Touch {
    /// Takes the plate's count with so many stones on the board; true while a hand is there.
    ///
    /// The first count is taken for the plate's own. If a hand lies on it just then, less is shown when it leaves, and that is the plate's
    /// own from there on: a hand only ever adds.
    pub(super) fn feels(&mut self, now: Mono, count: u32, stones: usize) -> bool {
        let count = i64::from(count) - PER_STONE * i64::try_from(stones).unwrap_or(i64::MAX / PER_STONE);
        let own = self.own.get_or_insert(count * FOLLOW);
        let above = count - *own / FOLLOW;
        let there = above >= if self.since.is_some() { OFF } else { ON };
        if !there {
            self.since = None;
            *own += if above <= -ON { above * FOLLOW } else { above };
            return false;
        }
        let since = *self.since.get_or_insert(now);
        if now.since_ms(since) >= STUCK_MS {
            *own = count * FOLLOW;
            self.since = None;
        }
        self.since.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    #[test]
    fn a_hand_is_felt_above_the_plate_and_the_stones_and_leaves_with_hysteresis() {
        let mut touch = Touch::default();
        assert!(!touch.feels(ms(0), 30_000, 0));
        assert!(!touch.feels(ms(50), 30_000 + 3_199, 0));
        assert!(touch.feels(ms(100), 30_000 + 3_250, 0));
        assert!(touch.feels(ms(150), 30_000 + 2_500, 0));
        assert!(!touch.feels(ms(200), 30_000 + 2_000, 0));
        // 200 stones add 4000 without any hand.
        assert!(!touch.feels(ms(250), 34_000, 200));
        assert!(touch.feels(ms(300), 37_500, 200));
    }

    #[test]
    fn a_hand_that_was_there_first_and_one_that_never_leaves_are_both_learnt() {
        let mut touch = Touch::default();
        assert!(!touch.feels(ms(0), 40_000, 0), "it is not known what the plate shows alone");
        assert!(!touch.feels(ms(50), 30_000, 0));
        assert!(touch.feels(ms(100), 34_000, 0));
        assert!(touch.feels(ms(100 + STUCK_MS - 1), 34_000, 0));
        assert!(!touch.feels(ms(100 + STUCK_MS), 34_000, 0), "the plate shows something else now");
        assert!(!touch.feels(ms(200 + STUCK_MS), 34_100, 0));
    }

    #[test]
    fn slow_change_is_followed() {
        let mut touch = Touch::default();
        // 8000 counts in ten thousand scans.
        assert!((0..10_000u32).all(|scan| !touch.feels(ms(u64::from(scan) * 50), 30_000 + scan * 8 / 10, 0)));
    }
}
