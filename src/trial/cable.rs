//! The line between a device and its host: bytes take a moment, arrive in pieces, and only while the cable is in and the port open.

use std::collections::VecDeque;

use crate::sim::{LineFault, LineFaults};
use crate::time::Mono;

/// How long a piece is on the way, in ms.
const DELAY_MS: std::ops::RangeInclusive<u64> = 1..=5;

/// From the cable to the open port, in ms: the system finds the device, the daemon tries again now and then.
const OPENING_MS: std::ops::RangeInclusive<u64> = 20..=300;

/// One direction of a line. Nothing overtakes.
#[derive(Debug, Default)]
pub(super) struct Wire {
    on_the_way: VecDeque<(Mono, Vec<u8>)>,
    last: Mono,
}

impl Wire {
    /// Sends bytes in one to three pieces.
    pub(super) fn send(&mut self, now: Mono, bytes: &[u8], rng: &mut fastrand::Rng) {
        let mut rest = bytes;
        for pieces_left in (0..rng.usize(1..=3)).rev() {
            if rest.is_empty() {
                return;
            }
            let length = if pieces_left == 0 { rest.len() } else { rng.usize(1..=rest.len()) };
            let (piece, others) = rest.split_at(length);
            self.last = self.last.max(now).max(now.plus_ms(rng.u64(DELAY_MS)));
            self.on_the_way.push_back((self.last, piece.to_vec()));
            rest = others;
        }
    }

    /// When the next piece arrives.
    pub(super) fn due(&self) -> Option<Mono> {
        self.on_the_way.front().map(|(at, _)| *at)
    }

    /// The next piece, when it has arrived.
    pub(super) fn take(&mut self, now: Mono) -> Option<Vec<u8>> {
        if self.due()? > now {
            return None;
        }
        self.on_the_way.pop_front().map(|(_, bytes)| bytes)
    }

    fn cut(&mut self) {
        self.on_the_way.clear();
    }
}

/// A cable with both its directions.
#[derive(Debug)]
pub(super) struct Cable {
    /// It is in.
    pub(super) plugged: bool,
    /// The host has the port open.
    pub(super) open: bool,
    /// When the host opens the port.
    pub(super) opens_at: Option<Mono>,
    /// What befalls what the device says.
    faults: LineFaults,
    /// What was said while nothing gets through.
    held: Vec<u8>,
    /// To the host.
    pub(super) up: Wire,
    /// To the device.
    pub(super) down: Wire,
}

impl Cable {
    /// A cable that lies beside its device; the seed decides what suffers on it once it is bad.
    pub(super) fn new(seed: u64) -> Cable {
        let (up, down) = (Wire::default(), Wire::default());
        Cable { plugged: false, open: false, opens_at: None, faults: LineFaults::new(seed), held: Vec::new(), up, down }
    }

    /// It gets worse, or is mended; what was held comes at once when it is let go.
    pub(super) fn suffer(&mut self, fault: LineFault, now: Mono, rng: &mut fastrand::Rng) {
        self.faults.set(fault);
        if !self.faults.is_held() {
            let held = std::mem::take(&mut self.held);
            self.up.send(now, &held, rng);
        }
    }

    /// What the device says goes on its way; with the port closed nobody hears it.
    pub(super) fn say(&mut self, now: Mono, bytes: &[u8], rng: &mut fastrand::Rng) {
        if bytes.is_empty() || !self.plugged || !self.open {
            return;
        }
        if self.faults.is_good() && !self.faults.is_held() {
            self.up.send(now, bytes, rng);
            return;
        }
        let mut suffered = Vec::new();
        self.faults.pass_frames(bytes, &mut suffered);
        if self.faults.is_held() {
            self.held.append(&mut suffered);
        } else {
            self.up.send(now, &suffered, rng);
        }
    }

    /// The host has gone.
    pub(super) fn abandon(&mut self) {
        (self.open, self.opens_at) = (false, None);
        self.cut();
    }

    fn cut(&mut self) {
        self.held.clear();
        self.up.cut();
        self.down.cut();
    }

    /// It is put in: the host finds it after a moment.
    pub(super) fn plug(&mut self, now: Mono, rng: &mut fastrand::Rng) {
        self.plugged = true;
        self.open_soon(now, rng);
    }

    /// The port is opened, or opened again, after a moment.
    pub(super) fn open_soon(&mut self, now: Mono, rng: &mut fastrand::Rng) {
        self.open = false;
        self.opens_at = self.plugged.then(|| now.plus_ms(rng.u64(OPENING_MS)));
        self.cut();
    }

    /// It is pulled; what was on the way is lost. True when the host had the port open, and so sees it go.
    pub(super) fn unplug(&mut self) -> bool {
        self.plugged = false;
        self.opens_at = None;
        self.cut();
        std::mem::take(&mut self.open)
    }

    /// The next moment at which something happens on it.
    pub(super) fn due(&self) -> Option<Mono> {
        [self.opens_at, self.up.due(), self.down.due()].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_arrive_whole_in_order_and_in_time() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut wire = Wire::default();
        for n in 0..200u64 {
            let now = Mono::from_millis(n);
            wire.send(now, &[n as u8, 1, 2, 3], &mut rng);
        }
        let mut bytes = Vec::new();
        for ms in 0..300 {
            while let Some(piece) = wire.take(Mono::from_millis(ms)) {
                bytes.extend(piece);
            }
            if ms >= 205 {
                assert_eq!(wire.due(), None, "all is there 5 ms after the last was sent");
            }
        }
        assert_eq!(bytes, (0..200u8).flat_map(|n| [n, 1, 2, 3]).collect::<Vec<_>>());
    }

    #[test]
    fn a_pulled_cable_loses_what_is_on_it() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut cable = Cable { plugged: true, open: true, ..Cable::new(1) };
        cable.up.send(Mono::ZERO, b"abc", &mut rng);
        assert!(cable.unplug());
        assert_eq!(cable.due(), None);
        assert!(!cable.unplug(), "the host has seen it go");
        cable.plug(Mono::ZERO, &mut rng);
        assert!(cable.opens_at.is_some() && !cable.open);
    }
}
