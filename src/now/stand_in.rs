//! A clock, a calendar, a boot and chance that stand in for those of the machine, on one thread: for whoever lets the whole daemon run in
//! virtual time.

use std::cell::RefCell;
use std::marker::PhantomData;

use crate::time::Stamp;

/// What is read on this thread instead of the machine.
struct Reading {
    stamp: Stamp,
    boot: String,
    rng: fastrand::Rng,
}

thread_local! {
    static READING: RefCell<Option<Reading>> = const { RefCell::new(None) };
}

/// While it lives, this thread reads it instead of the machine.
#[derive(Debug)]
pub struct StandIn {
    /// It belongs to the thread that made it.
    _here: PhantomData<*const ()>,
}

impl StandIn {
    /// Time stands still at `stamp` until it is set; chance comes of the seed.
    pub fn begin(stamp: Stamp, boot: &str, seed: u64) -> StandIn {
        let reading = Reading { stamp, boot: boot.to_owned(), rng: fastrand::Rng::with_seed(seed) };
        READING.with_borrow_mut(|place| *place = Some(reading));
        StandIn { _here: PhantomData }
    }

    /// It is this moment now.
    pub fn set(&self, stamp: Stamp) {
        READING.with_borrow_mut(|place| place.iter_mut().for_each(|reading| reading.stamp = stamp));
    }

    /// The machine has been started again.
    pub fn boot(&self, boot: &str) {
        READING.with_borrow_mut(|place| place.iter_mut().for_each(|reading| boot.clone_into(&mut reading.boot)));
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        READING.with_borrow_mut(|place| *place = None);
    }
}

pub(super) fn stamp() -> Option<Stamp> {
    READING.with_borrow(|place| place.as_ref().map(|reading| reading.stamp))
}

pub(super) fn boot_id() -> Option<String> {
    READING.with_borrow(|place| place.as_ref().map(|reading| reading.boot.clone()))
}

/// False where the machine's own chance is wanted.
pub(super) fn fill(bytes: &mut [u8]) -> bool {
    READING.with_borrow_mut(|place| place.as_mut().map(|reading| reading.rng.fill(bytes)).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::now;
    use crate::time::{Mono, Wall};

    #[test]
    fn a_thread_reads_what_stands_in_and_no_other_does() {
        let at = |ms: u64| Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(7));
        let seen = |stand_in: &StandIn| {
            stand_in.set(at(12));
            (now::stamp(), now::micros(), now::boot_id(), now::random::<8>())
        };
        let first = seen(&StandIn::begin(at(5), "a boot", 3));
        assert_eq!((first.0, first.1, first.2.as_str()), (at(12), 12_000, "a boot"));
        let stand_in = StandIn::begin(at(5), "a boot", 3);
        assert_eq!(seen(&stand_in), first, "the same seed, the same chance");
        stand_in.boot("another");
        assert_eq!(now::boot_id(), "another");
        let elsewhere = std::thread::spawn(|| (now::stamp().mono, now::random::<8>())).join().unwrap();
        assert!(elsewhere.0 > at(12).mono && elsewhere.1 != first.3);
        drop(stand_in);
        assert!(now::stamp().mono > at(12).mono);
    }
}
