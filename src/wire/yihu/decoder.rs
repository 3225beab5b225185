//! Bytes to notifications.

use super::{COLUMN_SHIFT, ROW_FROM, SIDE, START};
use crate::go::Point;
use crate::time::Mono;

/// What every notification begins with: start, kind, length, number, 0, echo, 0.
const HEADER: usize = 7;
/// The longest notification: Bluetooth carries 20 bytes in one.
pub const LENGTH_MAX: usize = 20;
/// A notification comes in one piece: what is not finished so long after its first byte never will be.
pub const STALE_MS: u64 = 100;

/// What a notification says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// It is there: version, idle, or the kind C of which nothing is known.
    Here,
    /// A stone was put down.
    Placed(Point),
    /// A kind that is not known; its number counts like any other.
    Unknown,
}

/// One notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notification {
    /// Its number.
    pub seq: u8,
    /// What it says.
    pub said: Said,
    /// When its last byte arrived.
    pub arrived: Mono,
}

/// Finds notifications in bytes that come split anywhere, with anything between them. Holds less than one notification.
#[derive(Debug, Clone, Default)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// When the first of them came, and the last.
    began: Mono,
    last: Mono,
    bad_frames: u64,
    stray_bytes: u64,
}

/// What the bytes from a start byte on are.
enum Verdict {
    Unfinished,
    Whole(usize, Notification),
    /// A placement whose check bytes are wrong.
    Broken,
    /// No header.
    No,
}

fn examine(bytes: &[u8], arrived: Mono) -> Verdict {
    let [_, kind, length, seq, zero, _, other_zero, rest @ ..] = bytes else {
        // What has come of the header may say already that it is none.
        let wrong = bytes.get(1).is_some_and(|kind| !kind.is_ascii_uppercase())
            || bytes.get(2).is_some_and(|length| !(HEADER..=LENGTH_MAX).contains(&usize::from(*length)))
            || bytes.get(4).is_some_and(|&byte| byte != 0);
        return if wrong { Verdict::No } else { Verdict::Unfinished };
    };
    let length = usize::from(*length);
    let fits = match kind {
        b'V' | b'I' => length == 10,
        b'C' => length == 16,
        b'P' => length == 12,
        _ => kind.is_ascii_uppercase() && (HEADER..=LENGTH_MAX).contains(&length),
    };
    if !fits || *zero != 0 || *other_zero != 0 {
        return Verdict::No;
    }
    if bytes.len() < length {
        return Verdict::Unfinished;
    }
    let said = match kind {
        b'V' | b'I' | b'C' => Some(Said::Here),
        b'P' => placed(*seq, rest).map(Said::Placed),
        _ => Some(Said::Unknown),
    };
    said.map_or(Verdict::Broken, |said| Verdict::Whole(length, Notification { seq: *seq, said, arrived }))
}

/// The point of a placement, when both of its check bytes are right and it lies on the board.
fn placed(seq: u8, tail: &[u8]) -> Option<Point> {
    let &[a, b, either, shifted, ..] = tail else { return None };
    if either != (a | b) ^ seq || shifted != seq & (a << 1) {
        return None;
    }
    let col = (a ^ seq).checked_sub(COLUMN_SHIFT)?;
    let row = ROW_FROM.checked_sub(b ^ seq)?;
    (col < SIDE && row < SIDE).then_some(Point::new(col, row))
}

impl Decoder {
    /// A decoder that has seen nothing.
    pub fn new() -> Decoder {
        Decoder::default()
    }

    /// Forgets half a notification: the port has been opened anew.
    pub fn forget(&mut self) {
        self.bytes.clear();
    }

    /// Takes bytes and appends the notifications that are now whole. `now` never goes back.
    pub fn received(&mut self, now: Mono, bytes: &[u8], notifications: &mut Vec<Notification>) {
        self.expire(now, notifications);
        for &byte in bytes {
            if self.bytes.is_empty() {
                self.began = now;
            }
            self.last = now;
            self.bytes.push(byte);
            self.scan(notifications);
        }
    }

    /// Gives up a notification that has become stale; a whole one behind its start byte comes out.
    pub fn expire(&mut self, now: Mono, notifications: &mut Vec<Notification>) {
        while self.wake().is_some_and(|wake| wake <= now) {
            self.bad_frames += 1;
            self.drop_start();
            self.began = self.last;
            self.scan(notifications);
        }
    }

    /// When [`Decoder::expire`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        (!self.bytes.is_empty()).then(|| self.began.plus_ms(STALE_MS + 1))
    }

    /// Notifications dropped: wrong check bytes, or never finished.
    pub fn bad_frames(&self) -> u64 {
        self.bad_frames
    }

    /// Bytes that belonged to no notification.
    pub fn stray_bytes(&self) -> u64 {
        self.stray_bytes
    }

    /// Bytes that are held back because a notification may be unfinished: always fewer than [`LENGTH_MAX`].
    pub fn held(&self) -> usize {
        self.bytes.len()
    }

    fn scan(&mut self, notifications: &mut Vec<Notification>) {
        while let Some(&first) = self.bytes.first() {
            let verdict = if first == START { examine(&self.bytes, self.last) } else { Verdict::No };
            match verdict {
                Verdict::Unfinished => return,
                Verdict::Whole(length, notification) => {
                    notifications.push(notification);
                    self.bytes.drain(..length);
                    self.began = self.last;
                }
                Verdict::Broken => {
                    self.bad_frames += 1;
                    self.drop_start();
                }
                Verdict::No => self.stray_bytes += self.drop_start(),
            }
        }
    }

    /// Drops the first byte and what follows up to the next start byte: a length that is not to be believed must hide nothing.
    fn drop_start(&mut self) -> u64 {
        let next = self.bytes.iter().skip(1).position(|&byte| byte == START).map_or(self.bytes.len(), |behind| behind + 1);
        self.bytes.drain(..next);
        next as u64
    }
}
