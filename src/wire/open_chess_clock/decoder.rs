//! Bytes to messages, by their place and their plausibility.

use crate::time::Mono;

/// A line that has been quiet for so long is at the beginning of a message.
pub const QUIET_MS: u64 = 100;
/// A clock that shows more than this, in ms, is none (a day).
pub const TIME_MAX_MS: u32 = 24 * 3_600_000;
/// The highest mode of a handshake.
const MODE_MAX: u32 = 3;
/// A type and two numbers.
const LENGTH_MAX: usize = 9;

/// What the clock says; times in ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// C0: it has started.
    Handshake,
    /// C1: an answer to a handshake that nobody here asks.
    HandshakeAnswer,
    /// C2 (the second player was pressed, the first runs) and C3 (the other way round): the index of the player who was pressed, and what
    /// that player has left.
    Pressed {
        /// 0 for the first player.
        player: usize,
        /// Time left.
        left_ms: u32,
    },
    /// C4.
    Times([u32; 2]),
    /// C5.
    Paused(u32),
    /// C6, C7.
    Finish,
}

/// A message, not one yet, or none.
enum Read {
    Message(Message),
    Unfinished,
    Wrong,
}

/// Bytes to messages.
#[derive(Debug, Default)]
pub struct Decoder {
    held: Vec<u8>,
    /// Something stood where no message can begin: nothing is believed until the line is quiet.
    lost: bool,
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
    pub fn received(&mut self, now: Mono, bytes: &[u8], messages: &mut Vec<Message>) {
        self.expire(now);
        self.last = now;
        for &byte in bytes {
            if self.lost {
                self.stray_bytes += 1;
                continue;
            }
            self.held.push(byte);
            match read(&self.held) {
                Read::Message(message) => {
                    messages.push(message);
                    self.held.clear();
                }
                Read::Unfinished => {}
                Read::Wrong => {
                    self.stray_bytes += self.held.len() as u64;
                    self.held.clear();
                    self.lost = true;
                }
            }
        }
    }

    /// Half a message is forgotten.
    pub fn forget(&mut self) {
        self.held.clear();
        self.lost = false;
    }

    /// The line may have been quiet for long enough.
    pub fn expire(&mut self, now: Mono) {
        if self.wake().is_some_and(|at| at <= now) {
            self.bad_frames += 1;
            self.forget();
        }
    }

    /// When [`Decoder::expire`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        (self.lost || !self.held.is_empty()).then_some(self.last.plus_ms(QUIET_MS))
    }

    /// Bytes held; never more than a message.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Times that it lost its place.
    pub fn bad_frames(&self) -> u64 {
        self.bad_frames
    }

    /// Bytes that were no message.
    pub fn stray_bytes(&self) -> u64 {
        self.stray_bytes
    }
}

/// Reads a message at the beginning of these bytes. What cannot become one is seen as soon as its number is too high.
fn read(bytes: &[u8]) -> Read {
    debug_assert!(bytes.len() <= LENGTH_MAX, "a message is read as soon as it is whole");
    let [kind, body @ ..] = bytes else { return Read::Unfinished };
    let (numbers, most) = match kind {
        0xC0 | 0xC1 => (1, MODE_MAX),
        0xC2 | 0xC3 | 0xC5 => (1, TIME_MAX_MS),
        0xC4 => (2, TIME_MAX_MS),
        0xC6 | 0xC7 => (0, 0),
        _ => return Read::Wrong,
    };
    let least = |part: &[u8]| (0..4).fold(0, |sum: u32, at| sum << 8 | u32::from(part.get(at).copied().unwrap_or(0)));
    if body.chunks(4).any(|part| least(part) > most) {
        return Read::Wrong;
    }
    if body.len() < 4 * numbers {
        return Read::Unfinished;
    }
    let number = |at: usize| least(&body[4 * at..]);
    let message = match kind {
        0xC0 => Message::Handshake,
        0xC1 => Message::HandshakeAnswer,
        0xC2 => Message::Pressed { player: 1, left_ms: number(0) },
        0xC3 => Message::Pressed { player: 0, left_ms: number(0) },
        0xC4 => Message::Times([number(0), number(1)]),
        0xC5 => Message::Paused(number(0)),
        _ => Message::Finish,
    };
    Read::Message(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(decoder: &mut Decoder, now: u64, bytes: &[u8]) -> Vec<Message> {
        let mut messages = Vec::new();
        decoder.received(Mono::from_millis(now), bytes, &mut messages);
        messages
    }

    #[test]
    fn every_message_is_read_also_with_types_among_its_numbers() {
        let mut decoder = Decoder::new();
        let bytes = [
            0xC0, 0, 0, 0, 2, 0xC2, 0, 0xC3, 0xC4, 0xC5, 0xC3, 0, 0, 0, 1, 0xC4, 0, 0, 0, 5, 0, 0, 0xC2, 0xC6, 0xC5, 0, 0, 0, 9, 0xC6, 0xC7,
        ];
        let expected = [
            Message::Handshake,
            Message::Pressed { player: 1, left_ms: 0x00C3_C4C5 },
            Message::Pressed { player: 0, left_ms: 1 },
            Message::Times([5, 0xC2C6]),
            Message::Paused(9),
            Message::Finish,
            Message::Finish,
        ];
        assert_eq!(says(&mut decoder, 10, &bytes), expected);
        for byte in bytes {
            says(&mut decoder, 20, &[byte]);
        }
        assert_eq!((decoder.bad_frames(), decoder.stray_bytes(), decoder.held()), (0, 0, 0));
    }

    /// The first byte is lost: what follows holds bytes that look like a press.
    #[test]
    fn l1_after_a_lost_byte_nothing_is_believed_until_the_line_is_quiet() {
        let mut decoder = Decoder::new();
        assert_eq!(says(&mut decoder, 1_000, &[0, 0xC3, 0, 0x10]), []);
        assert_eq!(says(&mut decoder, 1_000 + QUIET_MS - 1, &[0xC2, 0, 0, 0, 1]), []);
        assert_eq!(decoder.wake(), Some(Mono::from_millis(1_000 + 2 * QUIET_MS - 1)));
        assert_eq!(says(&mut decoder, 2_000, &[0xC2, 0, 0, 0, 1]), [Message::Pressed { player: 1, left_ms: 1 }]);
        assert_eq!((decoder.bad_frames(), decoder.stray_bytes()), (1, 9));
    }

    #[test]
    fn half_a_message_is_given_up_when_the_line_is_quiet_and_a_time_beyond_a_day_is_none() {
        let mut decoder = Decoder::new();
        says(&mut decoder, 1_000, &[0xC4, 0, 0, 0, 5, 0]);
        decoder.expire(Mono::from_millis(1_000 + QUIET_MS));
        assert_eq!((decoder.held(), decoder.bad_frames(), decoder.wake()), (0, 1, None));
        let day = TIME_MAX_MS.to_be_bytes();
        assert_eq!(says(&mut decoder, 2_000, &[&[0xC5][..], &day].concat()), [Message::Paused(TIME_MAX_MS)]);
        let more = (TIME_MAX_MS + 1).to_be_bytes();
        assert_eq!(says(&mut decoder, 3_000, &[&[0xC5][..], &more].concat()), []);
        assert_eq!(says(&mut decoder, 4_000, &[0xC0, 0, 0, 0, 4]), [], "there is no such mode");
    }
}
