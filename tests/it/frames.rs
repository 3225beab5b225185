//! Bytes and what they mean: every vector of CONTRACT 3.2 and of the field's descriptions, in both directions, and what the decoder does
//! with everything that can happen to bytes on a line.
//!
//! The vectors beyond the contract's were computed by another program from the description alone, so that encoder and decoder cannot
//! share a mistake.

use kifud::clock::{ClockReading, Side};
use kifud::time::Mono;
use kifud::wire::Trays;
use kifud::wire::kifud::board_packet::{BoardHello, Change, FromBoard, StreamMode, ToBoard};
use kifud::wire::kifud::clock_packet::{Button, ClockHello, FromClock, ToClock};
use kifud::wire::kifud::packet::{FaultBits, Header, Map, PointState, is_sealed, unseal};
use kifud::wire::serial_transfer::{self, Decoder, Frame, MAX_FRAME};
use proptest::prelude::*;

/// Bytes from text such as "7E 20".
pub fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("two hex digits")).collect()
}

/// What a whole packet is.
#[derive(Debug, Clone, PartialEq)]
enum Packet {
    Board(u16, u32, FromBoard),
    ToBoard(ToBoard),
    Clock(u16, u32, FromClock),
    ToClock(ToClock),
    Raw(u8, Vec<u8>),
}

impl Packet {
    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Packet::Board(seq, t_ms, message) => message.encode(Header { seq: *seq, t_ms: *t_ms }, &mut out),
            Packet::ToBoard(message) => message.encode(&mut out),
            Packet::Clock(seq, t_ms, message) => message.encode(Header { seq: *seq, t_ms: *t_ms }, &mut out),
            Packet::ToClock(message) => message.encode(&mut out),
            Packet::Raw(id, payload) => serial_transfer::encode(*id, payload, &mut out).expect("1 to 254 bytes"),
        }
        out
    }

    /// Read as what `like` is.
    fn decode(frame: &Frame, like: &Packet) -> Packet {
        if let Packet::Raw(..) = like {
            return Packet::Raw(frame.id, frame.payload.clone());
        }
        let body = unseal(frame.id, &frame.payload).expect("a good CRC-16");
        let device = || Header::split(body).expect("a header");
        match like {
            Packet::Board(..) => Packet::Board(device().0.seq, device().0.t_ms, FromBoard::decode(frame.id, device().1).unwrap()),
            Packet::Clock(..) => Packet::Clock(device().0.seq, device().0.t_ms, FromClock::decode(frame.id, device().1).unwrap()),
            Packet::ToBoard(_) => Packet::ToBoard(ToBoard::decode(frame.id, body).unwrap()),
            Packet::ToClock(_) | Packet::Raw(..) => Packet::ToClock(ToClock::decode(frame.id, body).unwrap()),
        }
    }
}

/// A 9x9 map with these values at the first three points and the last.
fn nine(first: [u8; 3], last: u8) -> Map {
    let mut values = [0; 81];
    values[..3].copy_from_slice(&first);
    values[80] = last;
    Map::pack(&values)
}

fn change(index: u16, state: PointState) -> Change {
    Change { index, state }
}

const TIMES: ClockReading = ClockReading {
    remaining_ms: [5_400_000, 41_200],
    running: Some(Side::Right),
    periods_left: [Some(5), Some(4)],
    stones_left: [None, None],
    flag: [false, false],
    overtime: [false, true],
    paused: false,
    resolution_ms: 1,
};

const MORE_TIMES: ClockReading = ClockReading {
    remaining_ms: [0, 1],
    running: None,
    periods_left: [None, None],
    stones_left: [Some(25), Some(1)],
    flag: [true, false],
    overtime: [true, false],
    paused: true,
    resolution_ms: 1,
};

fn board_hello(size: u8, caps: u8, scan_hz: u8, boot_id: u32, serial: &[u8]) -> FromBoard {
    FromBoard::Hello(BoardHello { version: 1, size, caps, scan_hz, boot_id, serial: serial.to_vec() })
}

fn from_boards() -> Vec<(&'static str, Packet)> {
    let trays = Trays { black_bowl: Some(181), white_bowl: None, black_lid: Some(0), white_lid: Some(7) };
    let mut faulty = [false; 81];
    (faulty[0], faulty[80]) = (true, true);
    let three = vec![change(0, PointState::Empty), change(360, PointState::White), change(126, PointState::Unknown)];
    vec![
        ("7E 32 03 0C 08 00 00 00 00 00 01 48 00 01 C0 A5 57 81", {
            Packet::Board(8, 0x7E00, FromBoard::Changes(vec![change(72, PointState::Black)]))
        }),
        ("7E 34 FF 0A 09 00 D0 07 00 00 94 B9 2B 08 37 81", Packet::Board(9, 2_000, FromBoard::Alive { map_crc: 0xB994 })),
        ("7E 30 FF 14 00 00 05 00 00 00 01 13 0F 32 EF BE AD DE 03 4B 2D 31 78 9F C6 81", {
            Packet::Board(0, 5, board_hello(19, 15, 50, 0xDEAD_BEEF, b"K-1"))
        }),
        ("7E 30 FF 11 FF FF FF FF FF FF 01 09 00 00 01 00 00 00 00 AF A5 09 81", {
            Packet::Board(u16::MAX, u32::MAX, board_hello(9, 0, 0, 1, b""))
        }),
        ("7E 31 FF 1D 02 00 2C 01 00 00 39 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 02 ED AB 10 81", {
            Packet::Board(2, 300, FromBoard::Snapshot(nine([1, 2, 3], 2)))
        }),
        ("7E 32 0D 12 03 00 2D 01 00 00 03 00 00 00 68 01 02 00 00 03 A3 CE A7 81", Packet::Board(3, 301, FromBoard::Changes(three))),
        ("7E 33 FF 13 04 00 2E 01 00 00 01 00 00 00 00 00 00 00 00 00 01 42 DE 5F 81", {
            Packet::Board(4, 302, FromBoard::Faults(FaultBits::pack(&faulty)))
        }),
        ("7E 35 FF 0C 05 00 2F 01 00 00 B5 FF 00 07 ED 88 9C 81", Packet::Board(5, 303, FromBoard::Trays(trays))),
        ("7E 36 FF 09 06 00 30 01 00 00 01 77 3C E1 81", Packet::Board(6, 304, FromBoard::Touch(true))),
    ]
}

fn from_clocks() -> Vec<(&'static str, Packet)> {
    let hello = FromClock::Hello(ClockHello { version: 1, caps: 7, boot_id: 0x0102_0304, serial: b"C9".to_vec() });
    vec![
        ("7E 41 FF 09 07 00 E8 03 00 00 00 84 3B FA 81", Packet::Clock(7, 1_000, FromClock::Press(Side::Left))),
        ("7E 40 FF 11 00 00 01 00 00 00 01 07 04 03 02 01 02 43 39 EE 23 D6 81", Packet::Clock(0, 1, hello)),
        ("7E 41 FF 09 01 00 02 00 00 00 01 FE 6C C0 81", Packet::Clock(1, 2, FromClock::Press(Side::Right))),
        ("7E 42 FF 16 02 00 03 00 00 00 C0 65 52 00 F0 A0 00 00 02 05 04 FF FF 10 8B C4 BE 81", {
            Packet::Clock(2, 3, FromClock::Times(TIMES))
        }),
        ("7E 42 FF 16 03 00 04 00 00 00 00 00 00 00 01 00 00 00 00 FF FF 19 01 0D 37 78 41 81", {
            Packet::Clock(3, 4, FromClock::Times(MORE_TIMES))
        }),
        ("7E 43 FF 09 04 00 05 00 00 00 00 0A ED B3 81", Packet::Clock(4, 5, FromClock::Button(Button::Pause))),
        ("7E 43 FF 09 05 00 06 00 00 00 01 98 AB 2A 81", Packet::Clock(5, 6, FromClock::Button(Button::Arbiter))),
        ("7E 44 FF 08 06 00 07 00 00 00 28 31 36 81", Packet::Clock(6, 7, FromClock::Alive)),
    ]
}

fn from_hosts() -> Vec<(&'static str, Packet)> {
    let set = ToClock::Set { remaining_ms: [7_200_000, 126], periods: [5, 3] };
    vec![
        ("7E 20 FF 02 92 C5 61 81", Packet::ToBoard(ToBoard::GetHello)),
        ("7E 21 FF 02 B3 D5 28 81", Packet::ToBoard(ToBoard::GetSnapshot)),
        ("7E 22 FF 04 02 32 49 54 2B 81", Packet::ToBoard(ToBoard::Stream { mode: StreamMode::Changes, hz: 50 })),
        ("7E 23 FF 17 39 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 A6 CA C1 81", {
            Packet::ToBoard(ToBoard::Lights(nine([1, 2, 3], 1)))
        }),
        ("7E 50 FF 02 05 BB 3C 81", Packet::ToClock(ToClock::GetHello)),
        ("7E 51 FF 02 24 AB 75 81", Packet::ToClock(ToClock::GetTimes)),
        ("7E 52 04 0C 00 DD 6D 00 00 00 00 00 05 03 87 59 85 81", Packet::ToClock(set)),
        ("7E 53 FF 03 00 E3 46 06 81", Packet::ToClock(ToClock::Run(None))),
        ("7E 53 FF 03 01 C2 56 11 81", Packet::ToClock(ToClock::Run(Some(Side::Left)))),
        ("7E 53 FF 03 02 A1 66 28 81", Packet::ToClock(ToClock::Run(Some(Side::Right)))),
        ("7E 54 FF 04 E8 03 EA E7 6B 81", Packet::ToClock(ToClock::Beep(1_000))),
    ]
}

/// The IGO board's requests and an answer, and a payload that is all start bytes.
fn of_igo() -> Vec<(&'static str, Packet)> {
    vec![
        ("7E 05 FF 02 41 0A 78 81", Packet::Raw(5, b"A\n".to_vec())),
        ("7E 06 FF 02 58 0A 25 81", Packet::Raw(6, b"X\n".to_vec())),
        ("7E 00 FF 02 58 0A 25 81", Packet::Raw(0, b"X\n".to_vec())),
        ("7E 0A FF 02 44 0A 36 81", Packet::Raw(10, b"D\n".to_vec())),
        ("7E 07 00 03 02 01 00 AA 81", Packet::Raw(7, vec![0x7E, 0x01, 0x7E])),
    ]
}

fn vectors() -> Vec<(Vec<u8>, Packet)> {
    let all = [from_boards(), from_clocks(), from_hosts(), of_igo()];
    all.into_iter().flatten().map(|(text, packet)| (hex(text), packet)).collect()
}

fn ms(ms: u64) -> Mono {
    Mono::from_millis(ms)
}

/// All frames in bytes that come in these parts at one moment, and those that come out when everything unfinished is given up.
fn decode<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> (Vec<Frame>, Decoder) {
    let mut decoder = Decoder::new(|_, _| true);
    let mut frames = Vec::new();
    for part in parts {
        decoder.received(ms(0), part, &mut frames);
    }
    decoder.expire(ms(1_000), &mut frames);
    (frames, decoder)
}

#[test]
fn every_vector_means_what_it_means_in_both_directions() {
    for (bytes, packet) in vectors() {
        assert_eq!(packet.encode(), bytes, "{packet:?}");
        let (frames, decoder) = decode([bytes.as_slice()]);
        let [frame] = frames.as_slice() else { panic!("{packet:?}: {frames:?}") };
        assert_eq!(Packet::decode(frame, &packet), packet);
        assert_eq!((decoder.bad_frames(), decoder.stray_bytes(), decoder.held()), (0, 0, 0));
    }
}

#[test]
fn the_recorded_answers_of_the_igo_board_have_their_checksums() {
    let empty = Packet::Raw(5, vec![b'A'; 76]).encode();
    assert_eq!((empty.len(), &empty[80..]), (82, &[0xB8, 0x81][..]));
    let mut q16 = vec![b'A'; 76];
    q16[13] = b'I';
    let q16 = Packet::Raw(5, q16).encode();
    assert_eq!(&q16[80..], &[0x75, 0x81]);
}

#[test]
fn a_frame_may_be_split_anywhere_and_stand_in_any_noise() {
    for (bytes, packet) in vectors() {
        for at in 0..=bytes.len() {
            let (frames, _) = decode([&bytes[..at], &bytes[at..]]);
            assert_eq!(frames.len(), 1, "{packet:?} split at {at}");
        }
        let (frames, decoder) = decode(bytes.chunks(1));
        assert_eq!((frames.len(), decoder.bad_frames()), (1, 0), "{packet:?} byte by byte");
        let noise = hex("00 81 FF 13 37");
        let stream = [&noise[..], &bytes, &noise, &bytes, &noise].concat();
        for size in [1, 2, 3, 7, stream.len()] {
            let (frames, decoder) = decode(stream.chunks(size));
            assert_eq!((frames.len(), decoder.bad_frames(), decoder.stray_bytes()), (2, 0, 15), "{packet:?} in parts of {size}");
        }
        // Noise that looks like the beginning of a frame.
        let false_start = hex("7E 7E 30 FF 60 01 7E");
        let (frames, decoder) = decode([&false_start[..], &bytes, &false_start, &bytes, &false_start]);
        assert_eq!(frames.len(), 2, "{packet:?}");
        assert!(decoder.bad_frames() + decoder.stray_bytes() > 0);
    }
}

#[test]
fn a_flipped_bit_never_passes_for_a_packet_and_never_swallows_the_next() {
    for (bytes, packet) in vectors().into_iter().filter(|(_, packet)| !matches!(packet, Packet::Raw(..))) {
        for bit in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let mut decoder = Decoder::new(is_sealed);
            let mut frames = Vec::new();
            decoder.received(ms(0), &[damaged, bytes.clone()].concat(), &mut frames);
            decoder.expire(ms(1_000), &mut frames);
            let read: Vec<Packet> = frames.iter().map(|frame| Packet::decode(frame, &packet)).collect();
            assert_eq!(read, std::slice::from_ref(&packet), "bit {bit}");
            assert!(decoder.bad_frames() + decoder.stray_bytes() > 0, "{packet:?} bit {bit}: dropped and not counted");
        }
    }
}

#[test]
fn a_bad_crc_16_under_a_good_crc_8_is_dropped_and_counted() {
    // PRESS left, as in the contract, with the last bit of its CRC-16 wrong.
    let bytes = Packet::Raw(0x41, vec![7, 0, 0xE8, 3, 0, 0, 0, 0x84, 0x3A]).encode();
    let mut decoder = Decoder::new(is_sealed);
    let mut frames = Vec::new();
    decoder.received(ms(0), &bytes, &mut frames);
    assert_eq!((frames.len(), decoder.bad_frames(), decoder.stray_bytes()), (0, 1, 0));
}

#[test]
fn a_length_that_is_wrong_or_a_frame_that_is_cut_short_costs_only_itself() {
    let good = hex("7E 41 FF 09 07 00 E8 03 00 00 00 84 3B FA 81");
    for length in (0..=255).filter(|&length| length != 9) {
        let mut wrong = good.clone();
        wrong[3] = length;
        let (frames, _) = decode([&wrong[..], &good]);
        assert_eq!(frames.len(), 1, "length {length}");
    }
    for cut in 1..good.len() {
        let (frames, decoder) = decode([&good[..cut], &good]);
        assert_eq!(frames.len(), 1, "cut after {cut} bytes");
        assert!(decoder.bad_frames() + decoder.stray_bytes() > 0, "cut after {cut} bytes");
    }
}

fn any_frame() -> impl Strategy<Value = (u8, Vec<u8>)> {
    let byte = prop_oneof![3 => any::<u8>(), 1 => Just(0x7E_u8), 1 => Just(0x81_u8)];
    (0..0x60_u8, prop::collection::vec(byte, 1..=252))
}

/// The frame of a payload that ends with its CRC-16, as the `kifud` protocol has it.
pub fn sealed(id: u8, body: &[u8]) -> Vec<u8> {
    let crc = crc::Crc::<u16>::new(&crc::CRC_16_IBM_3740);
    let mut digest = crc.digest();
    digest.update(&[id]);
    digest.update(body);
    Packet::Raw(id, [body, &digest.finalize().to_le_bytes()].concat()).encode()
}

fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![2 => any::<u8>(), 1 => Just(0x7E_u8), 1 => 0..0x10_u8];
    prop::collection::vec(byte, 0..40)
}

proptest! {
    #[test]
    fn whole_frames_survive_any_noise_around_them(
        frames in prop::collection::vec((any_frame(), noise()), 1..6),
        first in noise(),
        part in 1..300_usize,
    ) {
        let mut stream = first;
        for ((id, body), noise) in &frames {
            stream.extend(sealed(*id, body));
            stream.extend(noise);
        }
        let mut decoder = Decoder::new(is_sealed);
        let mut found = Vec::new();
        for part in stream.chunks(part) {
            decoder.received(ms(0), part, &mut found);
            prop_assert!(decoder.held() <= MAX_FRAME);
        }
        decoder.expire(ms(1_000), &mut found);
        let found: Vec<(u8, Vec<u8>)> =
            found.iter().map(|frame| (frame.id, unseal(frame.id, &frame.payload).unwrap().to_vec())).collect();
        let sent: Vec<(u8, Vec<u8>)> = frames.into_iter().map(|(frame, _)| frame).collect();
        prop_assert_eq!(found, sent);
        prop_assert_eq!(decoder.held(), 0);
    }

    #[test]
    fn any_bytes_at_any_moments_are_bounded_and_come_to_an_end(
        parts in prop::collection::vec((0..120_u64, noise()), 0..60),
    ) {
        let mut decoder = Decoder::new(|_, _| true);
        let (mut now, mut frames) = (0, Vec::new());
        for (pause, part) in parts {
            now += pause;
            decoder.received(ms(now), &part, &mut frames);
            prop_assert!(decoder.held() <= MAX_FRAME);
            prop_assert!(decoder.wake().is_none_or(|wake| wake > ms(now)));
        }
        decoder.expire(ms(now + 1_000), &mut frames);
        prop_assert_eq!(decoder.held(), 0);
    }
}
