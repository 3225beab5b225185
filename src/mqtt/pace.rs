//! How fast a daemon's tables say again what was said before: together no faster than a broker passes on.
//!
//! A broker keeps a queue for each subscriber, and drops what does not fit (mosquitto: 1,000 messages, 20 on their way). It reads one packet
//! of every connection in turn: where sixty-four tables speak at once and one subscriber hears all of them, its acknowledgements come one to
//! sixty-four messages. Measured with mosquitto 2.0.11: 17 documents of each of 64 tables, and 44 of the 1,088 were dropped.
//! What happens while a table is live is never held back: a move is a few messages, and people do not play in step.

use std::sync::{Arc, Mutex, PoisonError};

use crate::time::Mono;

/// What one message costs, in ms: a thousand a second. A subscriber whose answers take 20 ms gets just that, with 20 messages on their way.
const MESSAGE_MS: u64 = 1;

/// What may be said at once after a quiet time, in messages: well below the 1,000 that a stock broker keeps for a subscriber, so that what
/// else happens has room.
const BURST: u64 = 400;

/// Messages booked at once, so that a table does not wait for each.
pub(super) const BATCH: usize = 8;

/// The pace that all tables of a daemon share. Clones are the same pace.
#[derive(Debug, Clone, Default)]
pub struct Pace(Arc<Mutex<Mono>>);

impl Pace {
    /// When [`BATCH`] messages may be said: bookings are served in their order.
    pub(super) fn book(&self, now: Mono) -> Mono {
        // The moment when everything booked has been said, one message after the other.
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = (*done).max(now);
        *done = earlier.plus_ms(BATCH as u64 * MESSAGE_MS);
        Mono::from_millis(earlier.as_millis().saturating_sub(BURST * MESSAGE_MS)).max(now)
    }
}

/// What one connection has booked while it catches up.
#[derive(Debug, Default)]
pub(super) struct Booking {
    left: usize,
    from: Mono,
}

impl Booking {
    /// True when a message may be said now.
    pub(super) fn is_open(&mut self, now: Mono, pace: &Pace) -> bool {
        if self.left == 0 {
            *self = Booking { left: BATCH, from: pace.book(now) };
        }
        now >= self.from
    }

    /// A message was said.
    pub(super) fn used(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// When there is something to wait for.
    pub(super) fn opens(&self, now: Mono) -> Option<Mono> {
        (self.from > now).then_some(self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Mono = Mono::from_millis(1_000_000);

    /// The moments at which 2,000 messages of one table after the other are said, in ms from now.
    fn said(pace: &Pace, messages: usize) -> Vec<u64> {
        (0..messages / BATCH).map(|_| pace.book(NOW).since_ms(NOW)).flat_map(|at| [at; BATCH]).collect()
    }

    #[test]
    fn a_burst_goes_at_once_and_the_rest_a_thousand_a_second() {
        let said = said(&Pace::default(), 2_000);
        let at_once = said.iter().filter(|&&at| at == 0).count() as u64;
        assert!((BURST..=BURST + BATCH as u64).contains(&at_once), "{at_once}");
        assert_eq!(said.last(), Some(&(2_000 - BURST - BATCH as u64)));
        // A subscriber that takes a message a ms never has more than the burst waiting.
        for ms in 0..1_600 {
            let waiting = said.iter().filter(|&&at| at <= ms).count() as u64 - ms;
            assert!(waiting <= BURST + 2 * BATCH as u64, "{waiting} wait after {ms} ms");
        }
    }

    #[test]
    fn the_tables_of_a_daemon_share_it_and_a_quiet_time_fills_it() {
        let pace = Pace::default();
        let other = pace.clone();
        said(&pace, 2_000);
        assert!(other.book(NOW) > NOW, "the others have used it up");
        let later = NOW.plus_ms(5_000);
        assert_eq!(other.book(later), later);
    }

    #[test]
    fn a_booking_is_used_up_and_made_again() {
        let pace = Pace::default();
        said(&pace, BURST as usize + BATCH);
        let mut booking = Booking::default();
        assert!(!booking.is_open(NOW, &pace));
        let opens = booking.opens(NOW).expect("later");
        for _ in 0..BATCH {
            assert!(booking.is_open(opens, &pace));
            booking.used();
        }
        assert_eq!(booking.opens(opens), None);
        assert!(!booking.is_open(opens, &pace), "the next ones wait again");
        assert_eq!(booking.opens(opens), Some(opens.plus_ms(BATCH as u64 * MESSAGE_MS)));
    }
}
