//! What both `kifud` sessions share: the greeting, the device's numbers and its time, gaps and restarts.

use std::collections::VecDeque;

use super::packet::{Header, Refused, is_sealed, without_seal};
use crate::time::{DeviceTime, Mono};
use crate::wire::Counts;
use crate::wire::serial_transfer::{Decoder, Frame};

/// An unanswered greeting is repeated so often: a board that is reset by the opening of its port takes about two seconds.
pub(super) const HELLO_REPEAT_MS: u64 = 1_000;
/// A streaming device speaks at least once a second; twice that without a word and it is greeted anew, which also sets the stream going
/// that a lost STREAM left off.
pub(super) const SILENT_MS: u64 = 2_000;
/// A HELLO so long after the last GET_HELLO is no answer to it.
const ANSWER_WITHIN_MS: u64 = 2_000;
/// A HELLO stamped earlier than this may be the one that a device sends when it starts: the answers to GET_HELLO are still to come.
const JUST_STARTED_MS: u32 = 3_000;
/// So many packets back a repetition is known as one: a bridge that sends twice repeats a whole burst, such as PRESS and TIMES.
const REMEMBERED: usize = 8;

/// A message of a device: board or clock.
pub(super) trait FromDevice: Sized {
    /// Reads what follows the header.
    fn decode(id: u8, content: &[u8]) -> Result<Self, Refused>;
    /// The boot number, when this is a HELLO.
    fn boot_id(&self) -> Option<u32>;
}

/// How a packet follows the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Nothing is missing between them.
    Next,
    /// Packets were lost between them.
    Gap,
    /// The device has restarted between them.
    Restarted,
}

/// A packet in its place.
#[derive(Debug)]
pub(super) struct Heard<M> {
    /// The device's moment.
    pub(super) at: Mono,
    pub(super) order: Order,
    /// A HELLO that the host was waiting for.
    pub(super) greets: bool,
    pub(super) message: Result<M, Refused>,
}

/// One device behind one port.
#[derive(Debug)]
pub(super) struct Link {
    get_hello: fn(&mut Vec<u8>),
    decoder: Decoder,
    time: DeviceTime,
    /// The last packets, newest first: what comes again is ignored.
    recent: VecDeque<Header>,
    boot_id: Option<u32>,
    /// When GET_HELLO is to be sent (again); `None` while the device is known to be there.
    hello_due: Option<Mono>,
    /// Answers to GET_HELLO that may still come, and when the last was asked for.
    owed: u32,
    asked: Mono,
    last_heard: Mono,
    opened: bool,
    counts: Counts,
}

impl Link {
    pub(super) fn new(get_hello: fn(&mut Vec<u8>)) -> Link {
        Link {
            get_hello,
            decoder: Decoder::new(is_sealed),
            time: DeviceTime::new(),
            recent: VecDeque::with_capacity(REMEMBERED),
            boot_id: None,
            hello_due: None,
            owed: 0,
            asked: Mono::ZERO,
            last_heard: Mono::ZERO,
            opened: false,
            counts: Counts::default(),
        }
    }

    /// Greets on a port that has been opened. What was sent while it was closed is no gap: everything is asked for anyway.
    pub(super) fn opened(&mut self, now: Mono, write: &mut Vec<u8>) {
        self.decoder.forget();
        self.recent.clear();
        self.owed = 0;
        self.opened = true;
        self.last_heard = now;
        self.greet(now, write);
    }

    fn greet(&mut self, now: Mono, write: &mut Vec<u8>) {
        (self.get_hello)(write);
        self.owed = self.owed.saturating_add(1);
        self.asked = now;
        self.hello_due = Some(now.plus_ms(HELLO_REPEAT_MS));
    }

    pub(super) fn received(&mut self, now: Mono, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        self.decoder.received(now, bytes, &mut frames);
        frames
    }

    /// Gives up half a frame, repeats the greeting, greets a device that has fallen silent.
    pub(super) fn tick(&mut self, now: Mono, write: &mut Vec<u8>) -> Vec<Frame> {
        let mut frames = Vec::new();
        self.decoder.expire(now, &mut frames);
        if self.opened && self.greeting_due() <= now {
            self.greet(now, write);
        }
        frames
    }

    fn greeting_due(&self) -> Mono {
        self.hello_due.unwrap_or(self.last_heard.plus_ms(SILENT_MS))
    }

    pub(super) fn wake(&self) -> Option<Mono> {
        let greeting = self.opened.then(|| self.greeting_due());
        self.decoder.wake().into_iter().chain(greeting).min()
    }

    /// Puts a frame in its place; `None` when it repeats the one before it or is too short to have one.
    pub(super) fn take<M: FromDevice>(&mut self, now: Mono, frame: &Frame, write: &mut Vec<u8>) -> Option<Heard<M>> {
        let Some((header, content)) = without_seal(&frame.payload).and_then(|body| Header::split(body).ok()) else {
            self.counts.bad_frames += 1;
            return None;
        };
        self.last_heard = now;
        let message = M::decode(frame.id, content);
        let hello = message.as_ref().ok().and_then(M::boot_id);
        if self.recent.contains(&header) && hello.is_none_or(|boot_id| self.boot_id == Some(boot_id)) {
            return None;
        }
        match message {
            Ok(_) => self.counts.frames += 1,
            Err(Refused::Unknown) => self.counts.unknown_frames += 1,
            Err(Refused::Malformed) => self.counts.bad_frames += 1,
        }
        let order = self.order(header, hello, frame.arrived);
        if order == Order::Restarted {
            self.time.restarted();
            self.boot_id = None;
        }
        let greets = hello.is_some() && (self.hello_due.is_some() || order == Order::Restarted);
        match hello {
            Some(boot_id) => self.greeted(header, boot_id),
            // Two answers may come: the HELLO of its start, and the one asked for now.
            None if order == Order::Restarted => {
                self.greet(now, write);
                self.owed = 2;
            }
            None => {}
        }
        if order == Order::Restarted {
            self.recent.clear();
        }
        self.recent.truncate(REMEMBERED - 1);
        self.recent.push_front(header);
        Some(Heard { at: self.time.moment(header.t_ms, frame.arrived), order, greets, message })
    }

    fn order(&mut self, header: Header, hello: Option<u32>, arrived: Mono) -> Order {
        let another_boot = hello.is_some_and(|boot_id| self.boot_id.is_some_and(|known| known != boot_id));
        let asked = self.owed > 0 && arrived.since_ms(self.asked) <= ANSWER_WITHIN_MS;
        let unasked = hello.is_some() && self.boot_id.is_some() && self.hello_due.is_none() && !asked;
        if self.time.went_back(header.t_ms) || another_boot || unasked {
            return Order::Restarted;
        }
        match self.recent.front().map(|last| header.seq.wrapping_sub(last.seq)) {
            None | Some(1) => Order::Next,
            Some(step) => {
                self.counts.lost_frames += u64::from(step.wrapping_sub(1));
                Order::Gap
            }
        }
    }

    fn greeted(&mut self, header: Header, boot_id: u32) {
        self.boot_id = Some(boot_id);
        self.hello_due = None;
        if header.t_ms >= JUST_STARTED_MS {
            self.owed = self.owed.saturating_sub(1);
        }
    }

    /// Counts a packet that was understood but says what this device cannot say.
    pub(super) fn impossible(&mut self) {
        self.counts.frames -= 1;
        self.counts.bad_frames += 1;
    }

    pub(super) fn counts(&self) -> Counts {
        Counts { bad_frames: self.counts.bad_frames + self.decoder.bad_frames(), stray_bytes: self.decoder.stray_bytes(), ..self.counts }
    }
}
