//! What a clock message means, and the other way round for the virtual clock.

use super::TIMES_LENGTH;
use crate::clock::Side;

/// The low four bits of an hour that is none: the message is an answer.
const ANSWER: u8 = 0x0A;
const BLOCKED: u8 = 0x10;
const FLAG_SHOWN: u8 = 0x40;

const RUNNING: u8 = 0x01;
const RIGHT_HIGH: u8 = 0x02;
const RIGHT_TO_MOVE: u8 = 0x08;
const LEFT_TO_MOVE: u8 = 0x10;
const NO_CLOCK: u8 = 0x20;
const UNUSED: u8 = 0x40;

/// A clock message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// Both times.
    Times(Times),
    /// An answer or a button.
    Answer(Answer),
    /// No clock is connected.
    NoClock,
    /// Seven zeros, as some boards send after a command.
    Nothing,
}

/// Both times; left side first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) remaining_ms: [u32; 2],
    /// Blocked at zero.
    pub(super) blocked: [bool; 2],
    /// A flag is shown; the time may run on.
    pub(super) flag_shown: [bool; 2],
    pub(super) runs: bool,
    /// The side of the lever that is down.
    pub(super) down: Side,
}

/// The four bytes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer(pub(super) [u8; 4]);

/// Reads what follows the header; `None` for what no clock can show.
pub(super) fn read(data: &[u8]) -> Option<Said> {
    let &[rh, rm, rs, lh, lm, ls, status] = data else { return None };
    if data.iter().all(|&byte| byte == 0) {
        return Some(Said::Nothing);
    }
    if status & NO_CLOCK != 0 {
        return Some(Said::NoClock);
    }
    if rh & 0x0F == ANSWER || lh & 0x0F == ANSWER {
        let high = |byte: u8, place: u8| byte << (7 - place) & 0x80;
        // Bits 4 and 5 of both hours are the highest bits of the four.
        return Some(Said::Answer(Answer([rm | high(lh, 4), rs | high(lh, 5), lm | high(rh, 4), ls | high(rh, 5)])));
    }
    let remaining_ms = [time(lh, lm, ls)?, time(rh, rm, rs)?];
    (status & UNUSED == 0).then_some(Said::Times(Times {
        remaining_ms,
        blocked: [lh & BLOCKED != 0, rh & BLOCKED != 0],
        flag_shown: [lh & FLAG_SHOWN != 0, rh & FLAG_SHOWN != 0],
        runs: status & RUNNING != 0,
        down: if status & RIGHT_HIGH != 0 { Side::Left } else { Side::Right },
    }))
}

fn time(hours: u8, minutes: u8, seconds: u8) -> Option<u32> {
    let digits = |byte: u8| (byte >> 4 < 6 && byte & 0x0F < 10).then_some(u32::from(byte >> 4) * 10 + u32::from(byte & 0x0F));
    let hours = Some(u32::from(hours & 0x0F)).filter(|&hours| hours < 10)?;
    Some(((hours * 60 + digits(minutes)?) * 60 + digits(seconds)?) * 1_000)
}

impl Times {
    /// The message, header included. The turn bits are those of clocks since 2015.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let mut data = [0; TIMES_LENGTH];
        for (side, at) in [(Side::Right, 0), (Side::Left, 3)] {
            let i = side.index();
            let seconds = (self.remaining_ms[i] / 1_000).min(9 * 3_600 + 59 * 60 + 59);
            let flags = if self.blocked[i] { BLOCKED } else { 0 } | if self.flag_shown[i] { FLAG_SHOWN } else { 0 };
            let digits = |number: u32| (((number / 10) << 4) | (number % 10)) as u8;
            data[at] = (seconds / 3_600) as u8 | flags;
            data[at + 1] = digits(seconds / 60 % 60);
            data[at + 2] = digits(seconds % 60);
        }
        let lever = if self.down == Side::Left { RIGHT_HIGH | RIGHT_TO_MOVE } else { LEFT_TO_MOVE };
        data[6] = lever | u8::from(self.runs);
        encode(&data, out);
    }
}

impl Answer {
    /// The message, header included.
    pub(super) fn encode(self, out: &mut Vec<u8>) {
        let Answer([a, b, c, d]) = self;
        let high = |low: u8, next: u8| ANSWER | (low & 0x80) >> 3 | (next & 0x80) >> 2;
        encode(&[high(c, d), a & 0x7F, b & 0x7F, high(a, b), c & 0x7F, d & 0x7F, 0], out);
    }
}

/// A clock message with this content.
pub(super) fn encode(data: &[u8; TIMES_LENGTH], out: &mut Vec<u8>) {
    out.extend_from_slice(&[0x80 | super::TIMES, 0, 3 + TIMES_LENGTH as u8]);
    out.extend_from_slice(data);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// hardware.md 3.1, byte by byte.
    #[test]
    fn the_vectors_are_read_and_written() {
        let vector = [0x00, 0x59, 0x07, 0x01, 0x00, 0x00, 0x0B];
        let times =
            Times { remaining_ms: [3_600_000, 3_547_000], blocked: [false; 2], flag_shown: [false; 2], runs: true, down: Side::Left };
        assert_eq!(read(&vector), Some(Said::Times(times)));
        let button = [0x0A, 0x10, 0x08, 0x2A, 0x41, 0x35, 0x00];
        let ok = Answer([0x10, 0x88, 0x41, 0x35]);
        assert_eq!(read(&button), Some(Said::Answer(ok)));
        let mut out = Vec::new();
        times.encode(&mut out);
        ok.encode(&mut out);
        assert_eq!(out, [&[0x8D, 0x00, 0x0A][..], &vector, &[0x8D, 0x00, 0x0A], &button].concat());
    }

    #[test]
    fn c10_blocked_at_zero_and_a_flag_that_is_only_shown_are_two_things() {
        let Some(Said::Times(times)) = read(&[0x40, 0x00, 0x30, 0x10, 0x00, 0x00, 0x01]) else { panic!() };
        assert_eq!((times.blocked, times.flag_shown), ([true, false], [false, true]));
    }

    #[test]
    fn c1_an_answer_on_either_side_and_zeros_are_no_times() {
        for data in [[0x1A, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0x3A, 0, 0, 1]] {
            assert!(matches!(read(&data), Some(Said::Answer(_))));
        }
        assert_eq!(read(&[0; 7]), Some(Said::Nothing));
        assert_eq!(read(&[0, 0x10, 0, 0, 0x10, 0, 0x20]), Some(Said::NoClock));
    }

    #[test]
    fn digits_that_no_clock_shows_are_wrong() {
        let good = [0x00, 0x59, 0x07, 0x01, 0x00, 0x00, 0x0B];
        for (at, wrong) in [(0, 0x0B), (0, 0x0F), (1, 0x60), (1, 0x1A), (2, 0x7F), (3, 0x0C), (4, 0x0A), (5, 0x61), (6, 0x4B)] {
            let mut data = good;
            data[at] = wrong;
            assert_eq!(read(&data), None, "{wrong:02X} at {at}");
        }
        assert_eq!(read(&good[..6]), None);
    }
}
