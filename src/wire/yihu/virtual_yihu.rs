//! A YiHu board made of nothing, with the bridge behind it, for the simulator and the tests.

use super::{COLUMN_SHIFT, ROW_FROM, SIDE, START};
use crate::go::Point;
use crate::time::Mono;

/// From one word of being idle to the next.
const IDLE_EVERY_MS: u64 = 1_000;

/// A board that tells where a stone is put down.
#[derive(Debug, Default)]
pub struct VirtualYihu {
    seq: u8,
    idle_due: Option<Mono>,
}

impl VirtualYihu {
    /// A board that is switched off.
    pub fn new() -> VirtualYihu {
        VirtualYihu::default()
    }

    /// It is switched on and says its version.
    pub fn switched_on(&mut self, now: Mono, out: &mut Vec<u8>) {
        self.idle_due = Some(now.plus_ms(IDLE_EVERY_MS));
        self.say(b'V', &[0x76, 0x02, 0x00], out);
    }

    /// A stone of either colour is put down; nothing is said of a point that the board does not have.
    pub fn put(&mut self, point: Point, out: &mut Vec<u8>) {
        if point.col >= SIDE || point.row >= SIDE {
            return;
        }
        let seq = self.seq;
        let (a, b) = ((point.col + COLUMN_SHIFT) ^ seq, (ROW_FROM - point.row) ^ seq);
        self.say(b'P', &[a, b, (a | b) ^ seq, seq & (a << 1), 1], out);
    }

    /// Its radio loses so many notifications.
    pub fn lose(&mut self, notifications: u8) {
        self.seq = self.seq.wrapping_add(notifications);
    }

    /// When [`VirtualYihu::tick`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        self.idle_due
    }

    /// Says that it is idle when that is due.
    pub fn tick(&mut self, now: Mono, out: &mut Vec<u8>) {
        if self.idle_due.is_some_and(|due| due <= now) {
            self.idle_due = Some(now.plus_ms(IDLE_EVERY_MS));
            self.say(b'I', &[0x55, 0xFF, 0x00], out);
        }
    }

    fn say(&mut self, kind: u8, tail: &[u8], out: &mut Vec<u8>) {
        let length = 7 + tail.len() as u8;
        out.extend_from_slice(&[START, kind, length, self.seq, 0, 0, 0]);
        out.extend_from_slice(tail);
        self.seq = self.seq.wrapping_add(1);
    }
}
