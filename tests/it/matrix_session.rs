//! What the host's side of a matrix board makes of its lines: whole boards, and nothing of anything else.

use kifud::go::{Color, Point, Size};
use kifud::time::Mono;
use kifud::wire::matrix::{Decoder, HALF_BOARD_MS, LINE_MAX, MatrixBoard, VirtualMatrix};
use kifud::wire::{BoardReport, BoardSession, Cell, Grid};
use proptest::prelude::*;

use crate::wires::{ms, opened, says, split_everywhere};

fn size(side: u8) -> Size {
    Size::square(side).unwrap()
}

fn matrix(side: u8) -> MatrixBoard {
    opened(MatrixBoard::new(size(side)))
}

/// A position in which every row differs, so that a shifted one is seen.
fn position(side: u8) -> Grid {
    let mut grid = Grid::filled(size(side), Cell::Empty);
    for point in size(side).points() {
        match (usize::from(point.col) * 5 + usize::from(point.row) * 3) % 7 {
            0 | 4 => grid.set(point, Cell::Stone(Color::Black)),
            1 | 5 => grid.set(point, Cell::Stone(Color::White)),
            _ => {}
        }
    }
    grid
}

/// The bytes of a board, written by hand and not by the virtual board.
fn bytes(grid: &Grid) -> Vec<u8> {
    let mut text = String::new();
    for row in grid.cells().chunks(usize::from(grid.size().width())) {
        for cell in row {
            let sign = match cell {
                Cell::Stone(Color::Black) => 'B',
                Cell::Stone(Color::White) => 'W',
                _ => ' ',
            };
            text.push('\t');
            text.push(sign);
            text.push(' ');
        }
        text.push_str("\r\n");
    }
    text.push_str("\r\n");
    text.into_bytes()
}

fn scans(reports: &[BoardReport]) -> Vec<&Grid> {
    reports.iter().filter_map(|report| if let BoardReport::Scan(grid) = report { Some(grid) } else { None }).collect()
}

#[test]
fn a_whole_board_is_a_scan_with_colours_and_the_same_again_is_unchanged() {
    for side in [9, 13, 19] {
        let mut session = matrix(side);
        let reports = says(&mut session, 10, &bytes(&position(side)));
        let [BoardReport::Greeting(greeting), BoardReport::Scan(grid)] = reports.as_slice() else { panic!("{reports:?}") };
        assert_eq!((greeting.size, greeting.sees_color), (Some(size(side)), true));
        assert_eq!(*grid, position(side));
        assert_eq!(says(&mut session, 150, &bytes(&position(side))), [BoardReport::Unchanged]);
        assert_eq!(session.counts().frames, 2);
    }
}

#[test]
fn the_virtual_board_says_what_lies_on_it() {
    let (mut board, mut out) = (VirtualMatrix::new(size(9)), Vec::new());
    board.switched_on(ms(0));
    board.set(&[(Point::new(2, 1), Cell::Stone(Color::White)), (Point::new(8, 8), Cell::Stone(Color::Black))]);
    board.tick(ms(0), &mut out);
    assert_eq!(out, bytes(board.grid()));
    assert_eq!((board.wake(), board.last_scan()), (Some(ms(140)), ms(0)));
    assert_eq!(board.grid().get(Point::new(2, 1)), Cell::Stone(Color::White));
}

#[test]
fn a_board_may_be_split_at_every_byte_and_stand_in_noise() {
    let mut stream = b"\x00\xFFReady\r\n".to_vec();
    stream.extend(bytes(&position(9)));
    stream.extend(b"?\r\n\r\n");
    stream.extend(bytes(&position(9)));
    split_everywhere(|| matrix(9), &stream, |reports| assert_eq!((scans(reports).len(), scans(reports)[0]), (1, &position(9))));
}

/// A lost byte shifts every column behind it; a damaged one may make a stone of nothing. No board comes of either.
#[test]
fn l1_one_byte_lost_added_or_damaged_drops_the_whole_board_and_only_that() {
    let good = bytes(&position(9));
    for at in 0..good.len() - 2 {
        let (mut lost, mut added, mut damaged) = (good.clone(), good.clone(), good.clone());
        lost.remove(at);
        added.insert(at, b'B');
        damaged[at] ^= 0x80;
        for wrong in [lost, added, damaged] {
            let mut session = matrix(9);
            says(&mut session, 10, &good);
            assert_eq!(says(&mut session, 150, &wrong), [], "byte {at}");
            let after = says(&mut session, 290, &good);
            let again = says(&mut session, 430, &good);
            // Where the blank line itself was hit, the board behind it is swallowed too.
            assert!(after == [BoardReport::Unchanged] || again == [BoardReport::Unchanged], "byte {at}");
            assert!(session.counts().bad_frames >= 1);
        }
    }
}

#[test]
fn a_board_with_a_line_too_few_or_too_many_is_dropped() {
    let good = bytes(&position(9));
    let row = 9 * 3 + 2;
    let few = [&good[..3 * row], &good[4 * row..]].concat();
    let many = [&good[..row], &good[..]].concat();
    let longer_row = [&good[..9 * 3], b"\tB \r\n", &good[row..]].concat();
    let no_return = good.iter().copied().filter(|&byte| byte != b'\r').collect();
    for wrong in [few, many, longer_row, no_return] {
        let mut session = matrix(9);
        says(&mut session, 10, &good);
        assert_eq!(says(&mut session, 150, &wrong), []);
    }
}

#[test]
fn a_port_that_opens_in_the_middle_of_a_board_waits_for_the_next() {
    let good = bytes(&position(9));
    for at in 1..good.len() {
        let mut session = matrix(9);
        let stream = [&good[at..], &good[..]].concat();
        let reports = says(&mut session, 10, &stream);
        assert_eq!(scans(&reports), [&position(9)], "byte {at}");
    }
}

#[test]
fn half_a_board_is_given_up_after_its_time_and_not_before() {
    let good = bytes(&position(9));
    let mut session = matrix(9);
    says(&mut session, 100, &good);
    says(&mut session, 200, &good[..40]);
    assert_eq!(session.wake(), Some(ms(200 + HALF_BOARD_MS)));
    assert_eq!(says(&mut session, 200 + HALF_BOARD_MS - 1, &good[40..]), [BoardReport::Unchanged]);
    says(&mut session, 1_000, &good[..40]);
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.tick(ms(1_000 + HALF_BOARD_MS), &mut reports, &mut write);
    assert_eq!((session.wake(), session.counts().bad_frames), (None, 1));
    assert_eq!(says(&mut session, 1_000 + HALF_BOARD_MS, &good[40..]), [], "the rest alone is no board");
    assert_eq!(says(&mut session, 2_000, &good), [BoardReport::Unchanged]);
}

#[test]
fn a_line_that_never_ends_is_bounded() {
    let (mut decoder, mut boards) = (Decoder::new(), Vec::new());
    for now in 0..1_000 {
        decoder.received(ms(now), &[b'B'; 100], &mut boards);
        assert!(decoder.held() <= LINE_MAX);
    }
    assert_eq!(decoder.stray_bytes(), 100_000 - LINE_MAX as u64);
    let rows = b"\tB ".repeat(25);
    for now in 1_000..3_000 {
        decoder.received(ms(now), &[&rows[..], b"\r\n"].concat(), &mut boards);
        assert!(decoder.held() <= LINE_MAX + 25 * 25);
    }
    assert!(boards.is_empty());
}

#[test]
fn a_board_of_another_size_is_told_when_it_is_sure() {
    let mut session = matrix(19);
    assert_eq!(says(&mut session, 10, &bytes(&position(15))), []);
    assert_eq!(says(&mut session, 150, &bytes(&position(15))), [BoardReport::WrongSize(size(15))]);
    assert_eq!(says(&mut session, 290, &bytes(&position(15))), []);
}

#[test]
fn f9_a_full_board_is_dropped_and_a_dead_column_is_hidden_and_named() {
    let mut session = matrix(9);
    says(&mut session, 10, &bytes(&position(9)));
    assert_eq!(says(&mut session, 150, &bytes(&Grid::filled(size(9), Cell::Stone(Color::Black)))), []);
    assert_eq!(session.counts().bad_frames, 1);
    let mut dead = position(9);
    (0..9).for_each(|row| dead.set(Point::new(0, row), Cell::Empty));
    let reports = says(&mut session, 290, &bytes(&dead));
    let [BoardReport::Faults(points), BoardReport::Scan(grid)] = reports.as_slice() else { panic!("{reports:?}") };
    assert_eq!(
        (points.len(), grid.get(Point::new(0, 0)), grid.get(Point::new(1, 0))),
        (9, Cell::Unreadable, position(9).get(Point::new(1, 0)))
    );
    assert_eq!(says(&mut session, 430, &bytes(&dead)), [BoardReport::Unchanged]);
    assert_eq!(says(&mut session, 570, &bytes(&position(9))), [BoardReport::Faults(Vec::new()), BoardReport::Scan(position(9))]);
}

/// The Arduino restarts when its port is opened, and takes what lies on it for its zero.
#[test]
fn f11_a_board_that_restarted_with_stones_on_it_shows_no_removal() {
    let mut session = matrix(9);
    says(&mut session, 10, &bytes(&position(9)));
    session.opened(ms(1_000), &mut Vec::new());
    let reports = says(&mut session, 3_000, &bytes(&Grid::filled(size(9), Cell::Empty)));
    let [BoardReport::Greeting(_), BoardReport::Faults(points), BoardReport::Scan(grid)] = reports.as_slice() else {
        panic!("{reports:?}")
    };
    let lay = position(9);
    assert!(grid.cells().iter().zip(lay.cells()).all(|(seen, lay)| (*lay == Cell::Empty) == (*seen == Cell::Empty)));
    assert!(points.iter().all(|&point| grid.get(point) == Cell::Unreadable && lay.get(point) != Cell::Empty));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever comes, only whole boards come out, and nothing is held for ever.
    #[test]
    fn any_text_is_bounded_and_no_board(parts in prop::collection::vec((0..700_u64, "[\tBW \r\n]{0,80}"), 0..40)) {
        let (mut decoder, mut boards, mut now) = (Decoder::new(), Vec::new(), Mono::ZERO);
        for (pause, text) in parts {
            now = now.plus_ms(pause);
            decoder.received(now, text.as_bytes(), &mut boards);
            prop_assert!(decoder.held() <= LINE_MAX + 25 * 25);
            prop_assert!(decoder.wake().is_none_or(|wake| wake > now));
        }
        decoder.expire(now.plus_ms(HALF_BOARD_MS));
        prop_assert_eq!(decoder.held(), 0);
    }
}
