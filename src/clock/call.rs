//! Seconds that are called while a period runs.
//!
//! Of a minute 30, 40, 50, 55 and 58 are called, of half a minute 10, 20, 25 and 28: what is left is 30, 20, 10, 5, 2 seconds. Of the last
//! period 30, 40, 50 are called and then "1" to "9" one by one; at "ten" the game is lost (Chinese rules of 2002, article 12, for the
//! reserve; the NHK cup; Japanese practice for byo-yomi).

use super::{PlayerClock, TimeControl};

/// What is left, in seconds, when the seconds of a period that is not the last are called.
const OF_A_PERIOD: [u64; 5] = [30, 20, 10, 5, 2];

/// The same in the last period, after which there is nothing: the last ten one by one.
const OF_THE_LAST: [u64; 12] = [30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

const fn of(last: bool) -> &'static [u64] {
    if last { &OF_THE_LAST } else { &OF_A_PERIOD }
}

/// A call of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Length of what runs, in ms.
    pub length_ms: u64,
    /// What is left of it, in seconds.
    pub left_s: u64,
    /// It is the last, after which there is nothing.
    pub last: bool,
}

impl Call {
    /// What is left when it is called, in ms.
    pub const fn left_ms(self) -> u64 {
        self.left_s * 1_000
    }

    /// Seconds used of what runs, whole ones.
    pub const fn seconds(self) -> u64 {
        self.length_ms.saturating_sub(self.left_ms()) / 1_000
    }

    /// What is said: the seconds used, or in the count of the last ten its number, 1 to 9.
    pub const fn said(self) -> u64 {
        if self.last && self.left_s < 10 { 10 - self.left_s } else { self.seconds() }
    }
}

impl PlayerClock {
    /// The next call before the next boundary, if there is one.
    pub(super) fn next_call(&self, control: &TimeControl) -> Option<Call> {
        let (left_ms, length_ms, last) = self.called_part(control)?;
        // A call at the very start of a period says nothing.
        let left_s = *of(last).iter().find(|&&left_s| left_s * 1_000 < left_ms.min(length_ms))?;
        Some(Call { length_ms, left_s, last })
    }

    /// The call that lies here, or less than `within_ms` behind.
    pub(super) fn call_reached(&self, control: &TimeControl, within_ms: u64) -> Option<Call> {
        let (left_ms, length_ms, last) = self.called_part(control)?;
        let here = |left_s: u64| left_s * 1_000 < length_ms && (left_ms..left_ms + within_ms).contains(&(left_s * 1_000));
        let left_s = *of(last).iter().rfind(|&&left_s| here(left_s))?;
        Some(Call { length_ms, left_s, last })
    }

    /// What is left of a part in which seconds are called, its length, and whether it is the last.
    fn called_part(&self, control: &TimeControl) -> Option<(u64, u64, bool)> {
        match (*self, *control) {
            (PlayerClock::Period { left_ms, periods_left }, _) => Some((left_ms, control.periods()?.length_ms, periods_left <= 1)),
            (PlayerClock::Nhk { left_ms, units_left, in_unit }, TimeControl::Nhk { period_ms, unit_ms, .. }) => {
                Some((left_ms, if in_unit { unit_ms } else { period_ms }, units_left == 0))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Crossing;

    fn calls(control: &TimeControl, ms: u64) -> Vec<(u64, u64)> {
        let mut clock = PlayerClock::new(control);
        let mut calls = Vec::new();
        clock.spend(control, ms, |at, crossing| {
            if let Crossing::Called(call) = crossing {
                calls.push((at, call.said()));
            }
        });
        calls
    }

    #[test]
    fn cn_reserve_minutes_are_called_at_30_40_50_55_58_and_the_last_ten_one_by_one() {
        let control = TimeControl::ChinaReserve { main_ms: 120_000, reserve_ms: 120_000 };
        let first = [(30_000, 30), (40_000, 40), (50_000, 50), (55_000, 55), (58_000, 58)];
        assert_eq!(calls(&control, 59_999), first);
        let last: Vec<_> = [(30, 30), (40, 40), (50, 50)].into_iter().chain((1..=9).map(|n| (50 + n, n))).collect();
        let all: Vec<_> = first.into_iter().chain(last.iter().map(|&(s, said)| (60_000 + s * 1_000, said))).collect();
        assert_eq!(calls(&control, 200_000), all);
    }

    #[test]
    fn half_minutes_are_called_as_at_the_nhk_cup() {
        let control = TimeControl::Nhk { period_ms: 30_000, units: 1, unit_ms: 60_000 };
        let free = [(10_000, 10), (20_000, 20), (25_000, 25), (28_000, 28)];
        assert_eq!(calls(&control, 29_999), free);
        // The one unit is the last time there is: its last ten are counted.
        assert_eq!(calls(&control, 90_000).len(), free.len() + OF_THE_LAST.len());
        assert_eq!(calls(&control, 90_000).last(), Some(&(89_000, 9)));
    }

    #[test]
    fn a_pause_on_a_call_does_not_repeat_it() {
        let control = TimeControl::ByoYomi { main_ms: 0, periods: 2, period_ms: 60_000 };
        let mut clock = PlayerClock::new(&control);
        let mut said = Vec::new();
        for ms in [30_000, 0, 10_000, 1] {
            clock.spend(&control, ms, |_, crossing| said.push(crossing));
        }
        assert_eq!(said.len(), 2, "{said:?}");
    }
}
