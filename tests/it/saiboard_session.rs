//! What the host's side of a Saiboard makes of counts: stones by the sign of the field, nothing while a hand is on the board, and no empty
//! board that is not there.

use std::fmt::Write as _;

use kifud::go::{Color, Point, Size};
use kifud::wire::saiboard::{ANSWER_MAX, Saiboard, VirtualSaiboard};
use kifud::wire::{BoardReport, BoardSession, Cell, Grid};
use proptest::prelude::*;

use crate::wires::{ms, opened, says};

const ASK: &str = r#"{"name":"hall"}"#;
const BLACK: Cell = Cell::Stone(Color::Black);
const WHITE: Cell = Cell::Stone(Color::White);

fn size(side: u8) -> Size {
    Size::square(side).unwrap()
}

/// A session and a board, and the time between them: a scan every 50 ms.
struct Rig {
    session: Saiboard,
    board: VirtualSaiboard,
    now: u64,
}

impl Rig {
    fn new(side: u8) -> Rig {
        Rig { session: opened(Saiboard::new(size(side), 50)), board: VirtualSaiboard::new(size(side)), now: 0 }
    }

    /// One answer of the board, as bytes.
    fn answer(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        assert!(self.board.received(ASK.as_bytes(), &mut out));
        out
    }

    /// So many scans pass; all that is reported of them.
    fn scans(&mut self, count: usize) -> Vec<BoardReport> {
        let mut all = Vec::new();
        for _ in 0..count {
            let answer = self.answer();
            self.now += 50;
            all.extend(says(&mut self.session, self.now, &answer));
            let mut write = Vec::new();
            self.session.tick(ms(self.now), &mut Vec::new(), &mut write);
            assert_eq!(write, ASK.as_bytes(), "each answer is followed by the next question");
        }
        all
    }

    fn reopen(&mut self, away_ms: u64) {
        self.now += away_ms;
        self.session.opened(ms(self.now), &mut Vec::new());
    }

    /// An empty board whose zeros are learnt.
    fn ready(side: u8) -> Rig {
        let mut rig = Rig::new(side);
        rig.scans(30);
        rig
    }
}

fn last_scan(reports: &[BoardReport]) -> Option<&Grid> {
    reports.iter().rev().find_map(|report| if let BoardReport::Scan(grid) = report { Some(grid) } else { None })
}

fn stones(side: u8, list: &[(u8, u8, Cell)]) -> Vec<(Point, Cell)> {
    assert!(list.iter().all(|(col, row, _)| *col < side && *row < side));
    list.iter().map(|&(col, row, cell)| (Point::new(col, row), cell)).collect()
}

/// The middle of a game: two stones of three points.
fn middle_game(side: u8) -> Vec<(Point, Cell)> {
    let cell = |point: Point| [BLACK, WHITE, Cell::Empty][(usize::from(point.col) + 2 * usize::from(point.row)) % 3];
    size(side).points().map(|point| (point, cell(point))).collect()
}

#[test]
fn an_empty_board_is_learnt_and_stones_have_the_colour_of_their_pole() {
    for side in [9, 19] {
        let mut rig = Rig::new(side);
        assert_eq!(rig.scans(19), [], "nothing is said before the zeros are known");
        let reports = rig.scans(1);
        let [BoardReport::Greeting(greeting), BoardReport::Scan(grid)] = reports.as_slice() else { panic!("{reports:?}") };
        assert_eq!((greeting.sees_color, grid), (true, &Grid::filled(size(side), Cell::Empty)));
        rig.board.set(&middle_game(side));
        assert_eq!(last_scan(&rig.scans(1)), Some(rig.board.grid()));
        assert!(rig.scans(100).iter().all(|report| *report == BoardReport::Unchanged), "noise is no news");
        assert_eq!(rig.session.counts().bad_frames, 0);
    }
}

/// The answer in the words of the description: rows from the top, columns from A, and a NUL.
fn by_hand(rows: &[&[i32]], touch: u32) -> Vec<u8> {
    let mut text = String::from("{\"hall\":[");
    for (n, row) in rows.iter().enumerate() {
        let row: Vec<String> = row.iter().map(i32::to_string).collect();
        write!(text, "{}[{}]", if n > 0 { "," } else { "" }, row.join(",")).unwrap();
    }
    write!(text, "],\"touch\":{touch}}}\0").unwrap();
    text.into_bytes()
}

#[test]
fn thresholds_have_hysteresis_and_rows_and_columns_their_places() {
    let mut session = opened(Saiboard::new(size(2), 50));
    let mut now = 0;
    let mut show = |top_right: i32| {
        now += 50;
        let reports = says(&mut session, now, &by_hand(&[&[1_900, top_right], &[1_900, 1_900]], 30_000));
        last_scan(&reports).map(|grid| grid.get(Point::new(1, 0)))
    };
    for _ in 0..20 {
        show(1_900);
    }
    assert_eq!(show(1_940), None, "40 is not more than 40");
    assert_eq!(show(1_941), Some(WHITE));
    assert_eq!(show(1_926), None, "it stays");
    assert_eq!(show(1_924), Some(Cell::Empty));
    assert_eq!(show(1_859), Some(BLACK));
    assert_eq!(show(1_875), None);
    assert_eq!(show(1_941), Some(WHITE), "taken off and another put down between two scans");
}

#[test]
fn f15_while_a_hand_is_on_the_board_nothing_is_read_from_it() {
    let mut rig = Rig::ready(9);
    rig.board.touch(true);
    rig.board.set(&stones(9, &[(2, 2, BLACK)]));
    assert_eq!(rig.scans(1), [BoardReport::Touch(true)]);
    assert_eq!(rig.scans(10), []);
    rig.board.set(&stones(9, &[(2, 2, Cell::Empty), (3, 2, BLACK)]));
    assert_eq!(rig.scans(5), [], "it slides, and nobody sees it");
    rig.board.touch(false);
    let reports = rig.scans(1);
    assert!(matches!(reports.as_slice(), [BoardReport::Touch(false), BoardReport::Scan(grid)] if grid == rig.board.grid()), "{reports:?}");
}

#[test]
fn f12_warmth_moves_every_count_and_no_stone() {
    let mut rig = Rig::ready(9);
    rig.board.set(&middle_game(9));
    rig.scans(1);
    // Slowly, and by a jump.
    for shift in (0..=200).chain([-150]) {
        rig.board.warm(shift);
        assert!(rig.scans(2).iter().all(|report| *report == BoardReport::Unchanged), "at {shift}");
    }
    rig.board.set(&stones(9, &[(0, 0, Cell::Empty)]));
    assert_eq!(last_scan(&rig.scans(1)), Some(rig.board.grid()), "a stone that lay through it is lifted");
}

#[test]
fn f12_one_point_that_drifts_is_followed_while_it_is_empty() {
    let mut session = opened(Saiboard::new(size(9), 50));
    let answer = |corner: i32| {
        let (top, row) = ([&[corner][..], &[1_900; 8]].concat(), [1_900; 9]);
        by_hand(&[&top, &row, &row, &row, &row, &row, &row, &row, &row], 30_000)
    };
    let mut now = 0;
    // 60 counts within a quarter of an hour.
    for scan in 0..18_000 {
        now += 50;
        let reports = says(&mut session, now, &answer(1_900 + scan * 60 / 18_000));
        assert!(scan < 20 || reports == [BoardReport::Unchanged], "scan {scan}: {reports:?}");
    }
}

/// Symptom it guards against: a daemon that starts in the middle of a game takes every stone for the zero of its sensor, sees an empty
/// board, and later a black stone wherever a white one is lifted.
#[test]
fn f11_without_zeros_a_board_with_stones_is_unreadable_there_and_not_empty() {
    let mut rig = Rig::new(19);
    rig.board.set(&middle_game(19));
    let reports = rig.scans(20);
    let grid = last_scan(&reports).expect("the empty points can be read");
    let expected = |cell| if cell == Cell::Empty { Cell::Empty } else { Cell::Unreadable };
    assert!(grid.cells().iter().zip(rig.board.grid().cells()).all(|(seen, &lies)| *seen == expected(lies)));
    let Some(BoardReport::Faults(points)) = reports.iter().find(|report| matches!(report, BoardReport::Faults(_))) else { panic!() };
    assert_eq!(points.len(), middle_game(19).iter().filter(|(_, cell)| *cell != Cell::Empty).count());
    // New stones are seen at once; a lifted one makes its point count, with the right zero.
    let (lifted, new) = (Point::new(1, 0), Point::new(2, 0));
    rig.board.set(&[(lifted, Cell::Empty), (new, BLACK)]);
    rig.scans(40);
    rig.board.set(&[(lifted, WHITE)]);
    let reports = rig.scans(1);
    let grid = last_scan(&reports).unwrap();
    assert_eq!((grid.get(lifted), grid.get(new)), (WHITE, BLACK));
}

#[test]
fn l3_zeros_outlast_a_port_that_was_away() {
    let mut rig = Rig::ready(9);
    rig.board.set(&middle_game(9));
    rig.scans(2);
    rig.reopen(2_000);
    // Half an answer from before is nobody's fault.
    assert_eq!(says(&mut rig.session, rig.now, b"1900,1901]],\"touch\":1}\0"), []);
    assert_eq!(rig.session.counts().bad_frames, 0);
    rig.board.set(&stones(9, &[(2, 0, BLACK)]));
    let reports = rig.scans(1);
    assert!(matches!(reports.as_slice(), [BoardReport::Greeting(_), BoardReport::Scan(grid)] if grid == rig.board.grid()), "{reports:?}");
}

/// A firmware that takes its own zero when it starts shows every stone as empty then.
#[test]
fn f11_a_mass_removal_right_behind_a_reconnect_is_not_reported() {
    let mut rig = Rig::ready(9);
    rig.board.set(&middle_game(9));
    rig.scans(2);
    let lay = rig.board.grid().clone();
    rig.reopen(2_000);
    rig.board.set(&size(9).points().map(|point| (point, Cell::Empty)).collect::<Vec<_>>());
    let reports = rig.scans(1);
    let grid = last_scan(&reports).unwrap();
    let expected = lay.cells().iter().map(|&cell| if cell == Cell::Empty { Cell::Empty } else { Cell::Unreadable });
    assert_eq!(grid.cells(), expected.collect::<Vec<_>>());
    assert!(reports.iter().any(|report| matches!(report, BoardReport::Faults(points) if points.len() == 54)));
}

#[test]
fn f9_dead_sensors_and_a_dead_row_are_unreadable_and_named() {
    let mut rig = Rig::ready(9);
    rig.board.set(&stones(9, &[(4, 4, Cell::Unreadable)]));
    let e5 = vec![Point::new(4, 4)];
    let reports = rig.scans(1);
    assert!(matches!(reports.as_slice(), [BoardReport::Faults(points), BoardReport::Scan(_)] if *points == e5), "{reports:?}");
    rig.board.set(&(0..9).map(|col| (Point::new(col, 4), Cell::Unreadable)).collect::<Vec<_>>());
    assert!(matches!(rig.scans(1).as_slice(), [BoardReport::Faults(points), BoardReport::Scan(_)] if points.len() == 9));
    // A row whose supply fails shows one colour.
    let mut rig = Rig::ready(9);
    rig.board.set(&(0..9).map(|col| (Point::new(col, 7), BLACK)).collect::<Vec<_>>());
    let reports = rig.scans(1);
    assert!((0..9).all(|col| last_scan(&reports).unwrap().get(Point::new(col, 7)) == Cell::Unreadable));
    // All of one colour at once: no board, but a supply that has moved every count.
    let mut rig = Rig::ready(9);
    rig.board.set(&size(9).points().map(|point| (point, BLACK)).collect::<Vec<_>>());
    assert_eq!(rig.scans(3), [const { BoardReport::Unchanged }; 3]);
}

#[test]
fn an_answer_may_be_split_at_every_byte_and_other_objects_may_come_between() {
    let stream = {
        let mut rig = Rig::new(2);
        let mut stream: Vec<u8> = (0..20).flat_map(|_| rig.answer()).collect();
        stream.extend(b"{\"led\":\"ok\"}\0");
        stream.extend(rig.answer());
        stream
    };
    let play = |parts: &[&[u8]]| {
        let mut session = opened(Saiboard::new(size(2), 50));
        let reports: Vec<BoardReport> = parts.iter().flat_map(|part| says(&mut session, 10, part)).collect();
        (reports, session.counts())
    };
    let whole = play(&[&stream]);
    assert!(matches!(whole.0.as_slice(), [BoardReport::Greeting(_), BoardReport::Scan(_), BoardReport::Unchanged]));
    assert_eq!((whole.1.frames, whole.1.unknown_frames, whole.1.bad_frames), (21, 1, 0));
    for at in 0..stream.len() {
        assert_eq!(play(&[&stream[..at], &stream[at..]]), whole, "split at {at}");
    }
    assert_eq!(play(&stream.chunks(1).collect::<Vec<_>>()), whole);
}

#[test]
fn l1_garbage_between_answers_costs_one_of_them() {
    let mut rig = Rig::ready(9);
    let answer = rig.answer();
    assert_eq!(says(&mut rig.session, rig.now, &[b"\xFF\x12{".as_slice(), &answer].concat()), []);
    assert_eq!(rig.session.counts().bad_frames, 1);
    assert_eq!(says(&mut rig.session, rig.now, &answer), [BoardReport::Unchanged]);
}

#[test]
fn a_nul_that_never_comes_is_bounded_and_asked_for_again() {
    let mut rig = Rig::ready(9);
    for _ in 0..100 {
        says(&mut rig.session, rig.now, &[b'['; 1_000]);
    }
    assert_eq!(rig.session.counts().stray_bytes, 100_000 - ANSWER_MAX as u64);
    let asks = |rig: &mut Rig, at: u64| {
        let mut write = Vec::new();
        rig.session.tick(ms(at), &mut Vec::new(), &mut write);
        write == ASK.as_bytes()
    };
    let now = rig.now;
    assert_eq!(rig.session.wake(), Some(ms(now + 1_000)));
    assert!(!asks(&mut rig, now + 999) && asks(&mut rig, now + 1_000));
    assert_eq!(rig.session.counts().bad_frames, 1);
    // What is left of it up to its NUL is nothing, what comes behind is an answer.
    let answer = rig.answer();
    assert_eq!(says(&mut rig.session, now + 1_100, &[b"1,2]]}\0".as_slice(), &answer].concat()), [BoardReport::Unchanged]);
    assert_eq!(rig.session.counts().bad_frames, 1);
}

#[test]
fn another_size_is_told_when_it_is_sure_and_counts_that_cannot_be_are_dropped() {
    let mut session = opened(Saiboard::new(size(9), 50));
    let other = by_hand(&[&[1, 2], &[3, 4]], 0);
    assert_eq!(says(&mut session, 50, &other), []);
    assert_eq!(says(&mut session, 100, &other), [BoardReport::WrongSize(size(2))]);
    assert_eq!(says(&mut session, 150, &other), []);
    for wrong in [by_hand(&[&[1, 2], &[3]], 0), by_hand(&[&[1, 2], &[3, 4_096]], 0), by_hand(&[&[1, -2], &[3, 4]], 0)] {
        let bad = session.counts().bad_frames;
        assert_eq!(says(&mut session, 200, &wrong), []);
        assert_eq!(session.counts().bad_frames, bad + 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Any counts: no panic, and a stone is never reported where the count is within the noise of a learnt zero.
    #[test]
    fn any_counts_leave_the_session_alive(scans in prop::collection::vec((prop::collection::vec(0..4_096_i32, 4), any::<u32>()), 0..80)) {
        let mut session = opened(Saiboard::new(size(2), 50));
        for (n, (counts, touch)) in scans.iter().enumerate() {
            let now = 50 * (n as u64 + 1);
            says(&mut session, now, &by_hand(&[&counts[..2], &counts[2..]], *touch));
            session.tick(ms(now), &mut Vec::new(), &mut Vec::new());
            prop_assert!(session.wake().is_some_and(|wake| wake > ms(now)));
        }
    }
}
