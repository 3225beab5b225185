//! What the host's side of a YiHu board makes of notifications: placements, and an honest word when one may be missing.

use kifud::go::{Point, Size};
use kifud::wire::yihu::{Decoder, LENGTH_MAX, STALE_MS, VirtualYihu, YihuBoard};
use kifud::wire::{BoardReport, BoardSession};
use proptest::prelude::*;

use crate::frames::hex;
use crate::wires::{ms, opened, says, split_everywhere};

fn nineteen() -> Size {
    Size::square(19).unwrap()
}

fn yihu() -> YihuBoard {
    opened(YihuBoard::new(nineteen()))
}

fn at(vertex: &str) -> BoardReport {
    BoardReport::Placed(Point::from_vertex(vertex, nineteen()).unwrap())
}

/// Two placements as they were recorded from a real board.
const C7: &str = "23 50 0C 11 00 24 00 1C 01 0C 10 01";
const Q16: &str = "23 50 0C 23 00 24 00 39 3A 18 22 01";

fn placements(reports: &[BoardReport]) -> Vec<&BoardReport> {
    reports.iter().filter(|report| matches!(report, BoardReport::Placed(_))).collect()
}

#[test]
fn recorded_placements_are_read() {
    let mut session = yihu();
    let reports = says(&mut session, 10, &hex(C7));
    let [BoardReport::Greeting(greeting), BoardReport::Unverified, placed] = reports.as_slice() else { panic!("{reports:?}") };
    assert_eq!((greeting.size, greeting.sees_color, placed), (Some(nineteen()), false, &at("C7")));
    assert_eq!(says(&mut session, 20, &hex(Q16)), [BoardReport::Unverified, at("Q16")], "17 notifications are missing between them");
    assert_eq!(session.counts().lost_frames, 17);
}

#[test]
fn the_virtual_board_speaks_as_the_recorded_one_at_every_point_and_number() {
    let (mut board, mut session, mut bytes) = (VirtualYihu::new(), yihu(), Vec::new());
    board.switched_on(ms(0), &mut bytes);
    says(&mut session, 1, &bytes);
    // 361 points: every number comes, and wraps.
    for point in nineteen().points() {
        bytes.clear();
        board.put(point, &mut bytes);
        assert_eq!(says(&mut session, 2, &bytes), [BoardReport::Placed(point)]);
    }
    bytes.clear();
    board.tick(ms(1_000), &mut bytes);
    assert_eq!(says(&mut session, 1_000, &bytes), [BoardReport::Unchanged]);
    assert_eq!((session.counts().lost_frames, session.counts().bad_frames), (0, 0));
}

#[test]
fn f13_a_lost_notification_makes_what_stands_unverified() {
    let (mut board, mut session, mut bytes) = (VirtualYihu::new(), yihu(), Vec::new());
    board.switched_on(ms(0), &mut bytes);
    says(&mut session, 1, &bytes);
    board.lose(1);
    bytes.clear();
    board.tick(ms(1_000), &mut bytes);
    assert_eq!(says(&mut session, 1_000, &bytes), [BoardReport::Unverified, BoardReport::Unchanged], "any kind tells of it");
    assert_eq!(says(&mut session, 1_001, &bytes), [], "the same again is a bridge that says it twice");
    // A damaged one is a lost one: the next number shows it.
    bytes.clear();
    board.put(Point::new(3, 3), &mut bytes);
    bytes[7] ^= 1;
    assert_eq!(says(&mut session, 1_100, &bytes), []);
    bytes.clear();
    board.put(Point::new(4, 3), &mut bytes);
    assert_eq!(says(&mut session, 1_200, &bytes), [BoardReport::Unverified, BoardReport::Placed(Point::new(4, 3))]);
    assert_eq!((session.counts().lost_frames, session.counts().bad_frames), (2, 1));
}

#[test]
fn l3_what_was_put_down_while_the_port_was_closed_is_unverified() {
    let mut session = yihu();
    says(&mut session, 10, &hex(C7));
    session.opened(ms(500), &mut Vec::new());
    let reports = says(&mut session, 510, &hex("23 49 0A 12 00 00 00 55 FF 00"));
    assert!(matches!(reports.as_slice(), [BoardReport::Greeting(_), BoardReport::Unverified, BoardReport::Unchanged]), "{reports:?}");
}

#[test]
fn f14_a_placement_whose_check_bytes_or_point_cannot_be_is_dropped() {
    let good = hex(C7);
    for at in [7, 8, 9, 10] {
        for bit in 0..8 {
            let mut wrong = good.clone();
            wrong[at] ^= 1 << bit;
            let mut session = yihu();
            // Four check bits are no certainty, but A and B are both in the first check byte.
            let reports = says(&mut session, 10, &wrong);
            let unseen = at == 7 && reports.iter().any(|report| matches!(report, BoardReport::Placed(point) if point.row == 12));
            assert!(placements(&reports).is_empty() || unseen || at == 8, "byte {at} bit {bit}: {reports:?}");
        }
    }
    // Column 19: the check bytes are right, the point is not.
    let (seq, a, b) = (0u8, 19 + 11, 28u8);
    let outside = [0x23, 0x50, 12, seq, 0, 0, 0, a, b, a | b, 0, 1];
    let mut session = yihu();
    assert_eq!(says(&mut session, 10, &outside), []);
    assert_eq!(session.counts().bad_frames, 1);
}

#[test]
fn notifications_may_be_split_at_every_byte_and_stand_in_noise() {
    let mut stream = b"noise\x23\x00\x23\x50\x0C".to_vec();
    stream.extend(hex("23 56 0A 10 00 00 00 76 02 00"));
    stream.extend(hex(C7));
    stream.extend(b"\xA5\x0E");
    // An unknown kind has its number all the same.
    stream.extend(hex("23 5A 08 12 00 00 00 01"));
    stream.extend(hex("23 43 10 13 00 00 00 01 02 03 04 05 06 07 08 09"));
    split_everywhere(yihu, &stream, |reports| {
        let [BoardReport::Greeting(_), BoardReport::Unverified, rest @ ..] = reports else { panic!("{reports:?}") };
        assert_eq!(rest, [BoardReport::Unchanged, at("C7"), BoardReport::Unchanged, BoardReport::Unchanged]);
    });
}

#[test]
fn half_a_notification_is_given_up_and_hides_none_behind_it() {
    let (mut decoder, mut notifications) = (Decoder::new(), Vec::new());
    // A false start that could be a kind of 20 bytes, and a whole placement inside it.
    decoder.received(ms(100), &hex("23 58 14 00 00 00 00"), &mut notifications);
    decoder.received(ms(110), &hex(C7), &mut notifications);
    assert_eq!((notifications.len(), decoder.wake()), (0, Some(ms(101 + STALE_MS))));
    decoder.expire(ms(101 + STALE_MS), &mut notifications);
    assert_eq!((notifications.len(), notifications[0].arrived), (1, ms(110)));
    assert_eq!((decoder.held(), decoder.bad_frames()), (0, 1));
}

#[test]
fn a_board_of_another_size_than_the_only_one_there_is_is_told_once_and_says_nothing() {
    let mut session = opened(YihuBoard::new(Size::square(9).unwrap()));
    assert_eq!(says(&mut session, 10, &hex(C7)), [BoardReport::WrongSize(nineteen())]);
    assert_eq!(says(&mut session, 20, &hex(Q16)), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_bytes_at_any_moments_are_bounded_and_come_to_an_end(
        parts in prop::collection::vec((0..150_u64, prop::collection::vec(prop_oneof![Just(0x23_u8), Just(0x50), Just(12), Just(0), any::<u8>()], 0..60)), 0..40),
    ) {
        let (mut decoder, mut notifications, mut now) = (Decoder::new(), Vec::new(), ms(0));
        let mut total = 0;
        for (pause, bytes) in parts {
            now = now.plus_ms(pause);
            total += bytes.len();
            decoder.received(now, &bytes, &mut notifications);
            prop_assert!(decoder.held() < LENGTH_MAX && decoder.wake().is_none_or(|wake| wake > now));
        }
        decoder.expire(now.plus_ms(STALE_MS + 1), &mut notifications);
        prop_assert!(decoder.held() == 0 && decoder.stray_bytes() <= total as u64);
        prop_assert!(notifications.windows(2).all(|pair| pair[0].arrived <= pair[1].arrived));
    }
}
