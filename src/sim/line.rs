//! What a line does to the packets on it: some are lost, and garbage comes between them. Pure, and the same for the same seed.

use crate::wire::serial_transfer::START;

/// The longest piece of garbage, in bytes: shorter than most packets, as a glitch on a cable is.
const LONGEST_GARBAGE: usize = 12;

/// From a frame's start to its length, and what comes behind the payload.
const LENGTH_AT: usize = 3;
const AROUND_PAYLOAD: usize = 6;

/// One way in which a line is bad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFault {
    /// Of a hundred packets so many are lost; 0 mends it.
    Loss(u8),
    /// Before so many of a hundred packets come random bytes; 0 mends it.
    Garbage(u8),
    /// Of a hundred packets so many have a bit flipped; 0 mends it.
    Flipped(u8),
    /// Of a hundred packets so many come twice; 0 mends it.
    Doubled(u8),
    /// Nothing gets through; what was said meanwhile comes at once, in its order, when it is let go.
    Held(bool),
}

/// A line with its faults, in one direction.
#[derive(Debug, Clone)]
pub struct LineFaults {
    rng: fastrand::Rng,
    loss_percent: u8,
    garbage_percent: u8,
    flipped_percent: u8,
    doubled_percent: u8,
    held: bool,
}

impl LineFaults {
    /// A good line; the seed decides what suffers once it is bad.
    pub fn new(seed: u64) -> LineFaults {
        let rng = fastrand::Rng::with_seed(seed);
        LineFaults { rng, loss_percent: 0, garbage_percent: 0, flipped_percent: 0, doubled_percent: 0, held: false }
    }

    /// The line gets worse, or is mended.
    pub fn set(&mut self, fault: LineFault) {
        match fault {
            LineFault::Loss(percent) => self.loss_percent = percent,
            LineFault::Garbage(percent) => self.garbage_percent = percent,
            LineFault::Flipped(percent) => self.flipped_percent = percent,
            LineFault::Doubled(percent) => self.doubled_percent = percent,
            LineFault::Held(held) => self.held = held,
        }
    }

    /// True when nothing gets through for now: what is to be passed waits.
    pub const fn is_held(&self) -> bool {
        self.held
    }

    /// True when everything that comes through does so as it was sent.
    pub const fn is_good(&self) -> bool {
        self.loss_percent == 0 && self.garbage_percent == 0 && self.flipped_percent == 0 && self.doubled_percent == 0
    }

    /// Takes one packet and appends what comes out at the other end: perhaps garbage, perhaps the packet, perhaps damaged, perhaps twice.
    pub fn pass(&mut self, packet: &[u8], out: &mut Vec<u8>) {
        if self.rng.u8(0..100) < self.garbage_percent {
            let length = self.rng.usize(1..=LONGEST_GARBAGE);
            out.extend(std::iter::repeat_with(|| self.rng.u8(..)).take(length));
        }
        if self.rng.u8(0..100) >= self.loss_percent {
            let from = out.len();
            out.extend_from_slice(packet);
            if !packet.is_empty() && self.befalls(self.flipped_percent) {
                out[from + self.rng.usize(0..packet.len())] ^= 1 << self.rng.u8(0..8);
            }
            if self.befalls(self.doubled_percent) {
                out.extend_from_within(from..);
            }
        }
    }

    /// No chance is taken where it cannot be: a fault that is not there changes nothing of the others.
    fn befalls(&mut self, percent: u8) -> bool {
        percent > 0 && self.rng.u8(0..100) < percent
    }

    /// Takes whole SerialTransfer packets (of `kifud` and `igo`) as they were written one behind the other, each for itself. Bytes that
    /// are no such packet pass as one.
    pub fn pass_frames(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let length = match rest {
                [START, ..] if rest.len() > LENGTH_AT => usize::from(rest[LENGTH_AT]) + AROUND_PAYLOAD,
                _ => rest.len(),
            };
            let (packet, behind) = rest.split_at(length.min(rest.len()));
            self.pass(packet, out);
            rest = behind;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::serial_transfer::encode;

    fn packets(count: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        for n in 0..count {
            encode(0x34, &[n, 0x7E, 3], &mut bytes).unwrap();
        }
        bytes
    }

    fn passed(faults: &mut LineFaults, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        faults.pass_frames(bytes, &mut out);
        out
    }

    #[test]
    fn a_good_line_changes_nothing() {
        let mut faults = LineFaults::new(1);
        assert_eq!(passed(&mut faults, &packets(20)), packets(20));
        assert_eq!(passed(&mut faults, b"scan 1\n"), b"scan 1\n");
    }

    #[test]
    fn whole_packets_are_lost_in_their_share() {
        let mut faults = LineFaults::new(7);
        faults.set(LineFault::Loss(20));
        let length = packets(1).len();
        let mut kept = 0;
        for _ in 0..50 {
            let out = passed(&mut faults, &packets(100));
            assert_eq!(out.len() % length, 0);
            kept += out.len() / length;
        }
        assert!((3_900..4_100).contains(&kept), "{kept} of 5000");
        faults.set(LineFault::Loss(0));
        assert!(faults.is_good());
    }

    #[test]
    fn packets_are_damaged_and_doubled_in_their_share() {
        let length = packets(1).len();
        let mut faults = LineFaults::new(5);
        faults.set(LineFault::Doubled(30));
        let twice = passed(&mut faults, &packets(100)).len() / length - 100;
        assert!((20..40).contains(&twice), "{twice} of 100");
        faults.set(LineFault::Doubled(0));
        faults.set(LineFault::Flipped(30));
        let (sent, came) = (packets(100), passed(&mut faults, &packets(100)));
        let damaged = sent.chunks(length).zip(came.chunks(length)).filter(|(sent, came)| sent != came).count();
        assert!(came.len() == sent.len() && (20..40).contains(&damaged), "{damaged} of 100");
        assert!(!faults.is_good());
    }

    #[test]
    fn garbage_comes_between_packets_and_the_same_seed_gives_the_same() {
        let run = |seed| {
            let mut faults = LineFaults::new(seed);
            faults.set(LineFault::Garbage(50));
            passed(&mut faults, &packets(100))
        };
        let out = run(3);
        assert!(out.len() > packets(100).len() + 150, "{}", out.len());
        let first = packets(1);
        assert!(out.windows(first.len()).any(|window| window == first));
        assert_eq!(run(3), out);
        assert_ne!(run(4), out);
    }
}
