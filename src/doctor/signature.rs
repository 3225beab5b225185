//! Bytes to the protocol that they are, as far as bytes alone can tell. Pure.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::config::ClockDriver;
use crate::go::Size;
use crate::time::Mono;
use crate::wire::kifud::board_packet::FromBoard;
use crate::wire::kifud::packet::{Header, unseal};
use crate::wire::{BoardDriver, matrix, serial_transfer, yihu};

/// What a device speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaks {
    /// A board's protocol.
    Board(BoardDriver),
    /// A clock's protocol; never [`ClockDriver::None`].
    Clock(ClockDriver),
    /// Frames of the library SerialTransfer, with contents that nobody here knows.
    SerialTransfer,
}

impl fmt::Display for Speaks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speaks::Board(driver) => write!(f, "a board with driver \"{driver}\""),
            Speaks::Clock(driver) => write!(f, "a clock with driver \"{}\"", driver.name()),
            Speaks::SerialTransfer => write!(f, "a SerialTransfer device of another kind"),
        }
    }
}

/// How sure a guess is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sureness {
    /// It looks like it, and other things might too.
    Likely,
    /// Checksums or a shape that nothing else has.
    Sure,
}

/// What bytes seem to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guess {
    /// The protocol.
    pub speaks: Speaks,
    /// How sure that is.
    pub sure: Sureness,
    /// The size of the board, where its bytes say it.
    pub size: Option<Size>,
    /// Whole frames that were found.
    pub frames: usize,
}

/// Whole messages of the weaker protocols from which on they are no accident.
const SEVERAL: usize = 2;

/// A clock that shows more than this, in ms, is none (a day).
const CLOCK_MS_MAX: u32 = 24 * 3_600_000;

/// The protocol of these bytes; `None` when they are nothing that is known. They may begin and end in the middle of a frame.
pub fn recognise(bytes: &[u8]) -> Option<Guess> {
    let guesses = [serial_transfer_frames(bytes), saiboard(bytes), dgt_json(bytes), boards(bytes), notifications(bytes), dgt(bytes)];
    // What can be anything at all comes last.
    let strong = guesses.into_iter().flatten().max_by_key(|guess| (guess.sure, guess.frames));
    strong.or_else(|| open_chess_clock(bytes))
}

fn guess(speaks: Speaks, frames: usize, several: usize, size: Option<Size>) -> Option<Guess> {
    let sure = if frames >= several { Sureness::Sure } else { Sureness::Likely };
    (frames > 0).then_some(Guess { speaks, sure, size, frames })
}

/// `kifud` boards and clocks, whose packets have a CRC-16 besides, and IGO boards (hardware.md 1.1).
fn serial_transfer_frames(bytes: &[u8]) -> Option<Guess> {
    let (mut frames, mut decoder) = (Vec::new(), serial_transfer::Decoder::new(|_, _| true));
    decoder.received(Mono::ZERO, bytes, &mut frames);
    let (mut board, mut clock, mut igo) = (0, 0, 0);
    let (mut board_size, mut igo_size) = (None, None);
    for frame in &frames {
        match (frame.id, unseal(frame.id, &frame.payload)) {
            (0x30..=0x3F, Some(body)) => {
                board += 1;
                let hello = Header::split(body).and_then(|(_, content)| FromBoard::decode(frame.id, content));
                if let Ok(FromBoard::Hello(hello)) = hello {
                    board_size = Size::square(hello.size);
                }
            }
            (0x40..=0x4F, Some(_)) => clock += 1,
            (5, None) => {
                let side = u8::try_from(frame.payload.len() / 4).ok().and_then(Size::square);
                let lines = frame.payload.len().is_multiple_of(4) && STANDARD_NO_PAD.decode(&frame.payload).is_ok();
                if let Some(size) = side.filter(|_| lines) {
                    (igo, igo_size) = (igo + 1, Some(size));
                }
            }
            _ => {}
        }
    }
    let known = [
        guess(Speaks::Board(BoardDriver::Kifud), board, 1, board_size),
        guess(Speaks::Clock(ClockDriver::Kifud), clock, 1, None),
        guess(Speaks::Board(BoardDriver::Igo), igo, SEVERAL, igo_size),
    ];
    let known = known.into_iter().flatten().max_by_key(|guess| guess.frames);
    // One checksum of eight bits comes out right by chance too often to be named.
    known.or_else(|| if frames.len() >= SEVERAL { guess(Speaks::SerialTransfer, frames.len(), usize::MAX, None) } else { None })
}

/// Answers of a Saiboard: JSON objects ended by NUL, with as many lists in "hall" as each is long (hardware.md 1.2).
fn saiboard(bytes: &[u8]) -> Option<Guess> {
    let side = |answer: &[u8]| {
        let value: serde_json::Value = serde_json::from_slice(answer.trim_ascii()).ok()?;
        let rows = value.get("hall")?.as_array()?;
        let square = rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == rows.len()));
        Size::square(u8::try_from(rows.len()).ok().filter(|_| square)?)
    };
    // The first part may have begun before anybody listened; the last has no end.
    let ended = bytes.iter().rposition(|&byte| byte == 0).map_or(&[][..], |end| &bytes[..end]);
    let sizes: Vec<Size> = ended.split(|&byte| byte == 0).filter_map(side).collect();
    guess(Speaks::Board(BoardDriver::Saiboard), sizes.len(), 1, sizes.last().copied())
}

/// JSON lines of a DGT3000 gateway (hardware.md 3.3).
fn dgt_json(bytes: &[u8]) -> Option<Guess> {
    let is_event = |line: &[u8]| {
        let value: Option<serde_json::Value> = serde_json::from_slice(line.trim_ascii()).ok();
        let kind = value.as_ref().and_then(|value| value.get("type")?.as_str());
        kind.is_some_and(|kind| ["timeUpdate", "buttonEvent", "connectionStatus", "command_response"].contains(&kind))
    };
    let events = bytes.split(|&byte| byte == b'\n').filter(|line| is_event(line)).count();
    guess(Speaks::Clock(ClockDriver::DgtJson), events, 1, None)
}

/// Whole boards in ASCII lines (hardware.md 1.5): nothing else has their shape.
fn boards(bytes: &[u8]) -> Option<Guess> {
    let (mut boards, mut decoder) = (Vec::new(), matrix::Decoder::new());
    decoder.received(Mono::ZERO, bytes, &mut boards);
    guess(Speaks::Board(BoardDriver::Matrix), boards.len(), 1, boards.last().map(crate::wire::Grid::size))
}

/// Notifications of a YiHu board (hardware.md 1.3): only those of stones have check bytes.
fn notifications(bytes: &[u8]) -> Option<Guess> {
    let (mut said, mut decoder) = (Vec::new(), yihu::Decoder::new());
    decoder.received(Mono::ZERO, bytes, &mut said);
    let known = said.iter().filter(|notification| notification.said != yihu::Said::Unknown).count();
    let in_order = said.windows(2).filter(|pair| pair[1].seq == pair[0].seq.wrapping_add(1)).count();
    let placed = said.iter().any(|notification| matches!(notification.said, yihu::Said::Placed(_)));
    guess(Speaks::Board(BoardDriver::Yihu), known, if placed || in_order > 0 { 1 } else { usize::MAX }, Size::square(19))
}

/// Times of a DGT clock, `8D 00 0A` and seven bytes below 80 with digits where digits are due (hardware.md 3.1).
fn dgt(bytes: &[u8]) -> Option<Guess> {
    let digits = |byte: u8| byte >> 4 < 6 && byte & 0x0F < 10;
    let is_time = |message: &[u8]| {
        let [0x8D, 0x00, 0x0A, rest @ ..] = message else { return false };
        let acknowledges = rest[0] & 0x0F == 0x0A || rest[3] & 0x0F == 0x0A;
        rest.iter().all(|&byte| byte < 0x80) && (acknowledges || [1, 2, 4, 5].iter().all(|&at| digits(rest[at])))
    };
    let times = bytes.windows(10).filter(|window| is_time(window)).count();
    guess(Speaks::Clock(ClockDriver::Dgt), times, SEVERAL, None)
}

/// Messages of open-chess-clock (hardware.md 3.4). They have no check of any kind: it is never sure, and every byte must fit.
fn open_chess_clock(bytes: &[u8]) -> Option<Guess> {
    let (mut rest, mut messages) = (bytes, 0);
    while let Some((&kind, behind)) = rest.split_first() {
        let numbers = match kind {
            0xC0..=0xC3 | 0xC5 => 1,
            0xC4 => 2,
            0xC6 | 0xC7 => 0,
            _ => return None,
        };
        let Some((body, behind)) = behind.split_at_checked(4 * numbers) else { break };
        let most = if kind <= 0xC1 { 3 } else { CLOCK_MS_MAX };
        if body.chunks_exact(4).any(|number| number.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)) > most) {
            return None;
        }
        (rest, messages) = (behind, messages + 1);
    }
    guess(Speaks::Clock(ClockDriver::OpenChessClock), messages, usize::MAX, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use crate::wire::saiboard::VirtualSaiboard;
    use crate::wire::yihu::VirtualYihu;

    fn told(bytes: &[u8]) -> Option<(Speaks, Sureness)> {
        recognise(bytes).map(|guess| (guess.speaks, guess.sure))
    }

    #[test]
    fn clocks_are_told_by_their_recorded_bytes() {
        // hardware.md 3.1: right 0:59:07, left 1:00:00; button OK.
        let time = [0x8D, 0x00, 0x0A, 0x00, 0x59, 0x07, 0x01, 0x00, 0x00, 0x0B];
        let button = [0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x08, 0x2A, 0x41, 0x35, 0x00];
        let dgt = Speaks::Clock(ClockDriver::Dgt);
        assert_eq!(told(&time), Some((dgt, Sureness::Likely)));
        assert_eq!(told(&[&[0x11][..], &time, &button].concat()), Some((dgt, Sureness::Sure)));
        let nonsense = [0x8D, 0x00, 0x0A, 0x00, 0x7F, 0x07, 0x01, 0x00, 0x00, 0x0B];
        assert_eq!(told(&nonsense), None, "no minute has the digits 7F");
        let chess = Speaks::Clock(ClockDriver::OpenChessClock);
        assert_eq!(told(&[0xC0, 0, 0, 0, 2]), Some((chess, Sureness::Likely)));
        assert_eq!(told(&[0xC0, 0, 0, 0, 2, 0xC2, 0, 0, 0x50]), Some((chess, Sureness::Likely)), "the last is not whole yet");
        assert_eq!(told(&[0xC0, 0, 0, 0, 2, 0x55]), None);
        let line = b"{\"type\":\"timeUpdate\",\"timestamp\":5,\"data\":{}}\r\n";
        assert_eq!(told(line), Some((Speaks::Clock(ClockDriver::DgtJson), Sureness::Sure)));
    }

    #[test]
    fn boards_are_told_with_their_size() {
        let nine = Size::square(9).unwrap();
        let mut out = Vec::new();
        VirtualSaiboard::new(nine).received(br#"{"name":"hall"}"#, &mut out);
        let guess = recognise(&[&b"893]],\"touch\":1}\0"[..], &out].concat()).unwrap();
        assert_eq!((guess.speaks, guess.sure, guess.size), (Speaks::Board(BoardDriver::Saiboard), Sureness::Sure, Some(nine)));
        let mut igo = Vec::new();
        serial_transfer::encode(5, &b"AAAA".repeat(9), &mut igo).unwrap();
        let guess = recognise(&igo.repeat(2)).unwrap();
        assert_eq!((guess.speaks, guess.sure, guess.size), (Speaks::Board(BoardDriver::Igo), Sureness::Sure, Some(nine)));
        let (mut out, mut yihu) = (Vec::new(), VirtualYihu::new());
        yihu.switched_on(Mono::ZERO, &mut out);
        assert_eq!(told(&out), Some((Speaks::Board(BoardDriver::Yihu), Sureness::Likely)), "one word without a check byte");
        yihu.put(Point::new(3, 3), &mut out);
        assert_eq!(told(&out), Some((Speaks::Board(BoardDriver::Yihu), Sureness::Sure)));
    }

    /// L2: bytes read at another speed than they were sent at are nothing.
    #[test]
    fn garbage_is_nothing() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let garbage: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(2_000).collect();
            assert!(recognise(&garbage).is_none_or(|guess| guess.sure < Sureness::Sure), "{:?}", recognise(&garbage));
        }
        assert_eq!(recognise(&[]), None);
        assert_eq!(recognise(b"login: "), None);
    }
}
