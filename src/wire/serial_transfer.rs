//! Frames of the Arduino library SerialTransfer, as the IGO board and the `kifud` protocol use them.
//!
//! ```text
//! 0      start, 7E
//! 1      packet ID
//! 2      overhead: index in the payload of its first 7E, FF when there is none
//! 3      N, length of the payload, 1 to 254
//! 4..    payload, stuffed: each 7E is replaced by the distance to the next one, the last by 0
//! 4+N    CRC-8/LTE (polynomial 9B, nothing else) of the stuffed payload only
//! 5+N    stop, 81
//! ```
//!
//! Neither ID nor overhead nor length is covered by the checksum, so the decoder distrusts them: it never skips what a header
//! promised, it goes on right behind the start byte. And since stuffing leaves no 7E in a payload except as a distance, a 7E that is
//! no link of the chain tells at once that a frame was cut off and another has begun.

use crc::{CRC_8_LTE, Crc, Table};

use crate::time::Mono;

/// First byte of every frame.
pub const START: u8 = 0x7E;
/// Last byte of every frame.
pub const STOP: u8 = 0x81;
/// The longest payload: FF as a length would be the overhead's "none".
pub const MAX_PAYLOAD: usize = 254;
/// Start, ID, overhead, length; CRC and stop.
const HEADER: usize = 4;
const TRAILER: usize = 2;
/// The longest frame.
pub const MAX_FRAME: usize = HEADER + MAX_PAYLOAD + TRAILER;
/// A frame that is not finished so long after its start byte never will be: the library's own receiver gives up then.
/// The slowest line in use (9600 baud) carries 48 bytes in this time; faster ones carry a whole frame.
pub const STALE_MS: u64 = 50;

const NO_OVERHEAD: u8 = 0xFF;
/// Sixteen bytes a step: with one a step half of the cost of a frame would be here.
static CRC8: Crc<u8, Table<16>> = Crc::<u8, Table<16>>::new(&CRC_8_LTE);

/// A frame that was received whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Packet ID.
    pub id: u8,
    /// Payload, unstuffed.
    pub payload: Vec<u8>,
    /// When its last byte arrived.
    pub arrived: Mono,
}

/// Why a payload cannot be framed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a payload has 1 to 254 bytes, this one {0}")]
pub struct PayloadLength(pub usize);

/// Appends one frame to `out`.
///
/// # Errors
/// [`PayloadLength`] when the payload is empty or longer than [`MAX_PAYLOAD`]; `out` is unchanged then.
pub fn encode(id: u8, payload: &[u8], out: &mut Vec<u8>) -> Result<(), PayloadLength> {
    let length = match u8::try_from(payload.len()) {
        Ok(length @ 1..=254) => length,
        _ => return Err(PayloadLength(payload.len())),
    };
    out.extend_from_slice(&[START, id, NO_OVERHEAD, length]);
    let body = out.len();
    out.extend_from_slice(payload);
    let mut next = None;
    for index in (0..payload.len()).rev().filter(|&index| payload[index] == START) {
        out[body + index] = next.map_or(0, |next: usize| (next - index) as u8);
        next = Some(index);
    }
    if let Some(first) = next {
        out[body - 2] = first as u8;
    }
    let crc = CRC8.checksum(&out[body..]);
    out.extend_from_slice(&[crc, STOP]);
    Ok(())
}

/// What the bytes from a start byte on can be.
enum Verdict {
    /// The beginning of a frame.
    Unfinished,
    /// A whole frame of this length.
    Whole(usize),
    /// A frame of this length, or the part of it before it was cut off, that is wrong.
    Broken(usize),
    /// No frame: the header says what no header can say.
    NoHeader,
}

fn examine(candidate: &[u8]) -> Verdict {
    let [_, _, overhead, length, rest @ ..] = candidate else { return Verdict::Unfinished };
    let length = usize::from(*length);
    if length == 0 || length > MAX_PAYLOAD || (*overhead != NO_OVERHEAD && usize::from(*overhead) >= length) {
        return Verdict::NoHeader;
    }
    if let Some(wrong) = off_the_chain(*overhead, &rest[..length.min(rest.len())], length) {
        return Verdict::Broken(wrong);
    }
    let (Some(&crc), Some(&stop)) = (rest.get(length), rest.get(length + 1)) else { return Verdict::Unfinished };
    let whole = HEADER + length + TRAILER;
    if stop == STOP && crc == CRC8.checksum(&rest[..length]) { Verdict::Whole(whole) } else { Verdict::Broken(whole) }
}

/// How far a frame reaches whose stuffed payload (so much of it as has come) has a 7E that is no link of the chain, or a link that leads
/// out of it; `None` when all is well so far.
fn off_the_chain(overhead: u8, stuffed: &[u8], length: usize) -> Option<usize> {
    let mut from = 0;
    let mut link = (overhead != NO_OVERHEAD).then_some(usize::from(overhead));
    loop {
        let to = link.unwrap_or(stuffed.len()).min(stuffed.len());
        if let Some(cut) = stuffed[from..to].iter().position(|&byte| byte == START) {
            return Some(HEADER + from + cut);
        }
        let (at, distance) = link.and_then(|at| Some((at, usize::from(*stuffed.get(at)?))))?;
        if distance != 0 && at + distance >= length {
            return Some(HEADER + at + 1);
        }
        from = at + 1;
        link = (distance != 0).then_some(at + distance);
    }
}

/// Puts the 7E back; the chain has been examined.
fn unstuff(overhead: u8, stuffed: &[u8]) -> Vec<u8> {
    let mut payload = stuffed.to_vec();
    let mut link = (overhead != NO_OVERHEAD).then_some(usize::from(overhead));
    while let Some(byte) = link.and_then(|index| payload.get_mut(index)) {
        let distance = usize::from(*byte);
        *byte = START;
        link = link.filter(|_| distance != 0).map(|index| index + distance);
    }
    payload
}

/// Finds frames in bytes that come split anywhere, with anything between them.
///
/// Holds at most two frames' worth of bytes, never panics, and loses no whole frame because of what came before it.
#[derive(Debug, Clone)]
pub struct Decoder {
    accepts: fn(u8, &[u8]) -> bool,
    bytes: Vec<u8>,
    arrived: Vec<Mono>,
    /// How many of the coming bytes belong to frames already counted as bad.
    condemned: usize,
    bad_frames: u64,
    stray_bytes: u64,
}

impl Decoder {
    /// A decoder that also asks `accepts(id, payload)`: what it refuses is treated like a bad checksum, so that a good frame inside it
    /// is still found.
    pub fn new(accepts: fn(u8, &[u8]) -> bool) -> Decoder {
        let (bytes, arrived) = (Vec::with_capacity(2 * MAX_FRAME), Vec::with_capacity(2 * MAX_FRAME));
        Decoder { accepts, bytes, arrived, condemned: 0, bad_frames: 0, stray_bytes: 0 }
    }

    /// Forgets half a frame: the port has been opened anew.
    pub fn forget(&mut self) {
        self.bytes.clear();
        self.arrived.clear();
        self.condemned = 0;
    }

    /// Takes bytes and appends the frames that are now whole. `now` never goes back.
    pub fn received(&mut self, now: Mono, bytes: &[u8], frames: &mut Vec<Frame>) {
        self.expire(now, frames);
        for part in self.whole_frames(now, bytes, frames).chunks(MAX_FRAME) {
            self.bytes.extend_from_slice(part);
            self.arrived.resize(self.bytes.len(), now);
            self.scan(now, frames);
        }
    }

    /// Takes the whole frames at the front, as long as nothing is held back, and returns the rest. Most reads are one frame and nothing
    /// else: it need not be copied to be looked at.
    fn whole_frames<'a>(&mut self, now: Mono, mut bytes: &'a [u8], frames: &mut Vec<Frame>) -> &'a [u8] {
        while self.bytes.is_empty()
            && bytes.first() == Some(&START)
            && let Verdict::Whole(length) = examine(bytes)
            && let Some(frame) = self.accept(&bytes[..length], now)
        {
            frames.push(frame);
            self.condemned = self.condemned.saturating_sub(length);
            bytes = &bytes[length..];
        }
        bytes
    }

    /// Gives up a frame that has become stale; whole frames behind its start byte come out, with the moments of their arrival.
    pub fn expire(&mut self, now: Mono, frames: &mut Vec<Frame>) {
        if self.wake().is_some_and(|wake| wake <= now) {
            self.scan(now, frames);
        }
    }

    /// When [`Decoder::expire`] has something to do.
    pub fn wake(&self) -> Option<Mono> {
        self.arrived.first().map(|start| start.plus_ms(STALE_MS + 1))
    }

    /// Frames dropped: bad checksum, bad stuffing, cut off, stale, or refused.
    pub fn bad_frames(&self) -> u64 {
        self.bad_frames
    }

    /// Bytes that belonged to no frame, good or bad.
    pub fn stray_bytes(&self) -> u64 {
        self.stray_bytes
    }

    /// Bytes that are held back because a frame may be unfinished; never more than two frames.
    pub fn held(&self) -> usize {
        self.bytes.len()
    }

    fn scan(&mut self, now: Mono, frames: &mut Vec<Frame>) {
        let mut at = 0;
        while at < self.bytes.len() {
            if self.bytes[at] != START {
                self.drop_byte();
                at += 1;
                continue;
            }
            match examine(&self.bytes[at..]) {
                Verdict::Unfinished if now.since_ms(self.arrived[at]) <= STALE_MS => break,
                Verdict::Unfinished => self.condemn(self.bytes.len() - at),
                Verdict::Broken(extent) => self.condemn(extent),
                Verdict::NoHeader => {}
                Verdict::Whole(length) => match self.take(at, length) {
                    Some(frame) => {
                        frames.push(frame);
                        self.condemned = self.condemned.saturating_sub(length);
                        at += length;
                        continue;
                    }
                    None => self.condemn(length),
                },
            }
            self.drop_byte();
            at += 1;
        }
        self.bytes.drain(..at);
        self.arrived.drain(..at);
    }

    fn take(&self, at: usize, length: usize) -> Option<Frame> {
        let arrived = self.arrived[at + length - 1];
        if arrived.since_ms(self.arrived[at]) > STALE_MS {
            return None;
        }
        self.accept(&self.bytes[at..at + length], arrived)
    }

    /// The frame in these bytes, which have been examined; `None` when it is refused.
    fn accept(&self, whole: &[u8], arrived: Mono) -> Option<Frame> {
        let [_, id, overhead, _, rest @ ..] = whole else { return None };
        let payload = unstuff(*overhead, &rest[..rest.len() - TRAILER]);
        (self.accepts)(*id, &payload).then_some(Frame { id: *id, payload, arrived })
    }

    fn condemn(&mut self, extent: usize) {
        self.bad_frames += 1;
        self.condemned = self.condemned.max(extent);
    }

    fn drop_byte(&mut self) {
        if self.condemned > 0 {
            self.condemned -= 1;
        } else {
            self.stray_bytes += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(id: u8, payload: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        encode(id, payload, &mut out).unwrap();
        out
    }

    fn ms(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    fn decode(parts: &[(u64, &[u8])]) -> (Vec<(u8, Vec<u8>)>, Decoder) {
        let mut decoder = Decoder::new(|_, _| true);
        let mut frames = Vec::new();
        for (at, bytes) in parts {
            decoder.received(ms(*at), bytes, &mut frames);
        }
        (frames.into_iter().map(|frame| (frame.id, frame.payload)).collect(), decoder)
    }

    #[test]
    fn a_payload_must_fit() {
        let mut out = vec![1];
        assert_eq!(encode(1, &[], &mut out), Err(PayloadLength(0)));
        assert_eq!(encode(1, &[0; 255], &mut out), Err(PayloadLength(255)));
        assert_eq!(out, [1]);
        assert_eq!(framed(1, &[0; 254]).len(), MAX_FRAME);
    }

    #[test]
    fn distances_of_7e_itself_survive() {
        let mut payload = vec![0; 254];
        payload[3] = START;
        payload[3 + 0x7E] = START;
        assert_eq!(framed(9, &payload)[4 + 3], START, "the distance is 7E: stuffing is not perfect");
        assert_eq!(decode(&[(0, &framed(9, &payload))]).0, [(9, payload)]);
    }

    #[test]
    fn a_frame_that_is_cut_off_by_another_does_not_delay_it() {
        // The header of the first promises more bytes than will come.
        let (frames, decoder) = decode(&[(0, &framed(1, &[5; 200])[..9]), (0, &framed(2, b"world"))]);
        assert_eq!(frames, [(2, b"world".to_vec())]);
        assert_eq!((decoder.bad_frames(), decoder.stray_bytes(), decoder.held()), (1, 0, 0));
    }

    #[test]
    fn a_frame_that_is_refused_gives_the_one_inside_it_a_chance() {
        // The outer frame's only 7E is a link of its chain (distance 0 would end it, so it points at its own last byte).
        let inner = framed(2, b"in");
        let mut body = vec![0x7E];
        body.extend_from_slice(&inner[1..]);
        body.resize(0x7E, 5);
        body.push(0);
        let mut outer = vec![START, 1, 0, body.len() as u8];
        outer.extend_from_slice(&body);
        outer.extend_from_slice(&[CRC8.checksum(&body), STOP]);
        let mut decoder = Decoder::new(|id, _| id == 2);
        let mut frames = Vec::new();
        decoder.received(ms(0), &outer, &mut frames);
        assert_eq!(frames, [Frame { id: 2, payload: b"in".to_vec(), arrived: ms(0) }]);
        assert_eq!(decoder.bad_frames(), 1);
    }

    #[test]
    fn half_a_frame_is_given_up_after_fifty_ms_and_not_before() {
        let frame = framed(1, b"hello");
        let (frames, decoder) = decode(&[(100, &frame[..6]), (150, &frame[6..])]);
        assert_eq!((frames.len(), decoder.bad_frames()), (1, 0));
        let (frames, decoder) = decode(&[(100, &frame[..6]), (151, &frame[6..])]);
        assert_eq!((frames.len(), decoder.bad_frames()), (0, 1));
    }

    #[test]
    fn a_false_start_delays_a_good_frame_by_fifty_ms_at_most_and_leaves_its_moment_alone() {
        // A stray start byte takes the frame for its own header, in which FF is no length; then one whose header could be, and that
        // waits for 250 bytes.
        let mut decoder = Decoder::new(|_, _| true);
        let mut frames = Vec::new();
        decoder.received(ms(70), &[START], &mut frames);
        decoder.received(ms(80), &framed(3, b"good"), &mut frames);
        assert_eq!(std::mem::take(&mut frames), [Frame { id: 3, payload: b"good".to_vec(), arrived: ms(80) }]);
        decoder.received(ms(100), &[START, 1, 0, 250, 99], &mut frames);
        decoder.received(ms(110), &[5; 98], &mut frames);
        // This start byte lies where the chain of the false frame has its next link.
        decoder.received(ms(120), &framed(3, b"late"), &mut frames);
        assert_eq!((frames.len(), decoder.wake()), (0, Some(ms(151))));
        decoder.expire(ms(151), &mut frames);
        assert_eq!(frames, [Frame { id: 3, payload: b"late".to_vec(), arrived: ms(120) }]);
        assert_eq!((decoder.held(), decoder.bad_frames()), (0, 1));
    }
}
