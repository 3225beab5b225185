//! Messages of a DGT board out of bytes: the first of each has its highest bit set, and no other.

use crate::time::Mono;

/// The longest message of any board: its whole log of 8 kB and the header.
pub const LENGTH_MAX: usize = 0x1F03;
/// A message whose next byte has not come for so long is given up.
pub const HALF_MESSAGE_MS: u64 = 500;
/// So much of a message is kept behind its header: what a clock says is shorter, what is longer is no clock's.
const KEPT: usize = 16;
const HEADER: usize = 3;
const HIGHEST_BIT: u8 = 0x80;

/// A whole message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Its kind, without the highest bit.
    pub id: u8,
    /// What follows the header; the beginning of it in a long one.
    pub data: Vec<u8>,
    /// Bytes behind the header.
    pub length: usize,
}

/// Bytes to messages; starts anew at every byte with the highest bit.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The header and the kept data of the message that is under way.
    head: Vec<u8>,
    /// Bytes of it that have come.
    taken: usize,
    last: Mono,
    bad_frames: u64,
    stray_bytes: u64,
}

impl Decoder {
    /// Nothing has come yet.
    pub fn new() -> Decoder {
        Decoder::default()
    }

    /// Takes bytes and appends the messages that have become whole.
    pub fn received(&mut self, now: Mono, bytes: &[u8], frames: &mut Vec<Frame>) {
        self.expire(now);
        self.last = now;
        for &byte in bytes {
            if byte & HIGHEST_BIT != 0 {
                self.bad_frames += u64::from(self.taken > 0);
                self.head.clear();
                self.taken = 0;
            } else if self.taken == 0 {
                self.stray_bytes += 1;
                continue;
            }
            self.taken += 1;
            if self.head.len() < HEADER + KEPT {
                self.head.push(byte);
            }
            self.ended(frames);
        }
    }

    fn ended(&mut self, frames: &mut Vec<Frame>) {
        let [id, high, low, data @ ..] = self.head.as_slice() else { return };
        let length = usize::from(*high) << 7 | usize::from(*low);
        if (HEADER..=LENGTH_MAX).contains(&length) {
            if self.taken < length {
                return;
            }
            frames.push(Frame { id: id & !HIGHEST_BIT, data: data.to_vec(), length: length - HEADER });
        } else {
            self.bad_frames += 1;
        }
        self.forget();
    }

    /// Half a message is forgotten.
    pub fn forget(&mut self) {
        self.head.clear();
        self.taken = 0;
    }

    /// Gives up a message that is not continued.
    pub fn expire(&mut self, now: Mono) {
        if self.wake().is_some_and(|at| at <= now) {
            self.bad_frames += 1;
            self.forget();
        }
    }

    /// When [`Decoder::expire`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        (self.taken > 0).then_some(self.last.plus_ms(HALF_MESSAGE_MS))
    }

    /// Messages cut off, given up, or of an impossible length.
    pub fn bad_frames(&self) -> u64 {
        self.bad_frames
    }

    /// Bytes outside any message.
    pub fn stray_bytes(&self) -> u64 {
        self.stray_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(decoder: &mut Decoder, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        decoder.received(Mono::from_millis(1_000), bytes, &mut frames);
        frames
    }

    #[test]
    fn a_message_begins_at_the_highest_bit_wherever_it_stands() {
        let mut decoder = Decoder::new();
        let frames = read(&mut decoder, &[0x11, 0x8E, 0x00, 0x05, 0x07, 0x8E, 0x00, 0x05, 0x07, 0x01]);
        assert_eq!(frames, [Frame { id: 0x0E, data: vec![7, 1], length: 2 }]);
        assert_eq!((decoder.stray_bytes(), decoder.bad_frames()), (1, 1));
        assert_eq!(read(&mut decoder, &[0x93, 0x00, 0x03])[0].length, 0);
    }

    #[test]
    fn an_impossible_length_is_dropped_and_the_longest_message_is_not_held() {
        let mut decoder = Decoder::new();
        assert_eq!(read(&mut decoder, &[0x8D, 0x00, 0x02]), []);
        assert_eq!(read(&mut decoder, &[0x8D, 0x3E, 0x04, 1, 2]), [], "one more than the longest");
        assert_eq!(decoder.bad_frames(), 2);
        let long = [&[0x8F, 0x3E, 0x03][..], &vec![0x22; LENGTH_MAX - HEADER]].concat();
        assert_eq!(read(&mut decoder, &long[..long.len() - 1]), []);
        assert!(decoder.head.len() <= HEADER + KEPT);
        assert_eq!(read(&mut decoder, &[0x22]), [Frame { id: 0x0F, data: vec![0x22; KEPT], length: LENGTH_MAX - HEADER }]);
    }

    #[test]
    fn half_a_message_is_given_up_in_time() {
        let mut decoder = Decoder::new();
        read(&mut decoder, &[0x8D, 0x00]);
        assert_eq!(decoder.wake(), Some(Mono::from_millis(1_000 + HALF_MESSAGE_MS)));
        decoder.expire(Mono::from_millis(1_000 + HALF_MESSAGE_MS - 1));
        assert_eq!(decoder.bad_frames(), 0);
        decoder.expire(Mono::from_millis(1_000 + HALF_MESSAGE_MS));
        assert_eq!((decoder.bad_frames(), decoder.wake()), (1, None));
    }
}
