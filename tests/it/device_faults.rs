//! Failures of devices and lines, each injected where it happens and named after its number in the list of known failures: F9 dead and stuck
//! lines, F14 torn scans, L1 noise, L2 wrong speed, L3 resets, L4 dead links, L5 unasked answers. What only one protocol can have (F11,
//! F12, F13, F15) stands with its session.

use kifud::game::Input;
use kifud::go::{Color, Point, Size};
use kifud::sense::{Filter, Orientation, Rotation};
use kifud::table::{Desk, Device, Effect, GARBLED_MS, PortNews, REOPEN_MS};
use kifud::wire::igo::{IgoBoard, VirtualIgo};
use kifud::wire::kifud::board_packet::caps;
use kifud::wire::kifud::{KifudBoard, VirtualBoard};
use kifud::wire::yihu::VirtualYihu;
use kifud::wire::{BoardDriver, BoardReport, BoardSession, Cell, Grid, SILENT_MS, board_session, serial_transfer};

use crate::table::{settings, stamp};
use crate::wires::{ms, opened, says};

fn nine() -> Size {
    Size::square(9).unwrap()
}

/// An IGO board with these stones, and its answer to a question for a scan.
struct Igo(VirtualIgo);

impl Igo {
    fn new(stones: impl Fn(Point) -> bool) -> Igo {
        let mut igo = Igo(VirtualIgo::new(nine()));
        igo.set(stones);
        igo
    }

    fn set(&mut self, stones: impl Fn(Point) -> bool) {
        let cell = |point| if stones(point) { Cell::StoneOfUnknownColor } else { Cell::Empty };
        self.0.set(&nine().points().map(|point| (point, cell(point))).collect::<Vec<_>>());
    }

    fn answer(&mut self) -> Vec<u8> {
        let (mut question, mut answer) = (Vec::new(), Vec::new());
        serial_transfer::encode(5, b"A\n", &mut question).unwrap();
        self.0.received(ms(0), &question, &mut answer);
        answer
    }
}

/// Two stones of three points.
fn middle_game(point: Point) -> bool {
    !(point.col + 2 * point.row).is_multiple_of(3)
}

/// A session that has seen the middle of a game.
fn playing() -> (IgoBoard, Igo) {
    let (mut session, mut igo) = (opened(IgoBoard::new(nine(), 50)), Igo::new(middle_game));
    let reports = says(&mut session, 10, &igo.answer());
    assert!(matches!(reports.as_slice(), [BoardReport::Greeting(_), BoardReport::Scan(grid)] if *grid == igo.0.grid()));
    (session, igo)
}

#[test]
fn an_unchanged_answer_is_known_by_its_bytes_and_keys_are_no_stones() {
    let (mut session, mut igo) = playing();
    assert_eq!(says(&mut session, 60, &igo.answer()), [BoardReport::Unchanged]);
    igo.0.hold_keys(0b0001);
    assert_eq!(says(&mut session, 110, &igo.answer()), [BoardReport::Scan(igo.0.grid())], "other bytes, the same stones");
    assert_eq!(says(&mut session, 160, &igo.answer()), [BoardReport::Unchanged]);
    assert_eq!(session.counts().frames, 4);
    session.opened(ms(1_000), &mut Vec::new());
    let reports = says(&mut session, 1_010, &igo.answer());
    assert!(matches!(reports.as_slice(), [BoardReport::Greeting(_), BoardReport::Scan(_)]), "a new opening is a new scan: {reports:?}");
}

#[test]
fn f14_a_torn_scan_is_dropped_whole_and_the_next_one_is_compared_with_the_last_good_one() {
    let (mut session, mut igo) = playing();
    igo.set(|point| middle_game(point) || point == Point::new(0, 0));
    let mut lines = igo.answer()[4..40].to_vec();
    // KEY4 in the last line only: the lines are of two moments.
    lines[35] = b'Q';
    let mut torn = Vec::new();
    serial_transfer::encode(5, &lines, &mut torn).unwrap();
    assert_eq!(says(&mut session, 60, &torn), []);
    assert_eq!(session.counts().bad_frames, 1);
    igo.set(middle_game);
    assert_eq!(says(&mut session, 110, &igo.answer()), [BoardReport::Unchanged]);
}

#[test]
fn f9_a_dead_row_a_stuck_column_and_both_together_are_hidden_and_named() {
    type Stones = fn(Point) -> bool;
    let cases: [(&str, Stones, usize); 3] = [
        ("row", |point| middle_game(point) && point.row != 4, 9),
        ("column", |point| middle_game(point) || point.col == 6, 9),
        ("both", |point| (middle_game(point) || point.col == 6) && point.row != 4, 17),
    ];
    for (name, broken, count) in cases {
        let (mut session, mut igo) = playing();
        igo.set(broken);
        let reports = says(&mut session, 60, &igo.answer());
        let [BoardReport::Faults(points), BoardReport::Scan(grid)] = reports.as_slice() else { panic!("{name}: {reports:?}") };
        assert_eq!(points.len(), count, "{name}");
        for point in nine().points() {
            let expected = if points.contains(&point) { Cell::Unreadable } else { igo.0.grid().get(point) };
            assert_eq!(grid.get(point), expected, "{name}");
        }
        assert_eq!(says(&mut session, 110, &igo.answer()), [BoardReport::Unchanged]);
        // It works again.
        igo.set(middle_game);
        assert_eq!(says(&mut session, 160, &igo.answer()), [BoardReport::Faults(Vec::new()), BoardReport::Scan(igo.0.grid())], "{name}");
    }
}

/// A `kifud` board that does not know that one of its rows is dead: it tells the stones there as lifted.
#[test]
fn f9_a_row_that_a_kifud_board_takes_for_lifted_is_hidden_and_named() {
    let (mut board, mut session) = (VirtualBoard::new(nine(), caps::COLOR, 7), KifudBoard::new(nine()));
    let (mut to_board, mut to_host) = (Vec::new(), Vec::new());
    let mut now = 10_000;
    session.opened(ms(now), &mut to_board);
    board.switched_on(ms(now), 7, &mut to_host);
    let mut step = |board: &mut VirtualBoard, changes: &[(Point, Cell)]| {
        let mut reports = Vec::new();
        board.set(ms(now), changes, &mut to_host);
        for _ in 0..10 {
            now += 20;
            session.received(ms(now), &std::mem::take(&mut to_host), &mut reports, &mut to_board);
            board.received(ms(now), &std::mem::take(&mut to_board), &mut to_host);
            board.tick(ms(now), &mut to_host);
        }
        session.received(ms(now), &std::mem::take(&mut to_host), &mut reports, &mut to_board);
        reports.into_iter().map(|report| report.what).filter(|what| *what != BoardReport::Unchanged).collect::<Vec<_>>()
    };
    let cell = |point: Point| if middle_game(point) { Cell::Stone(Color::Black) } else { Cell::Empty };
    let playing: Vec<(Point, Cell)> = nine().points().map(|point| (point, cell(point))).collect();
    step(&mut board, &playing);
    let lay = board.grid();
    let row: Vec<Point> = (0..9).map(|col| Point::new(col, 4)).collect();
    let reports = step(&mut board, &row.iter().map(|&point| (point, Cell::Empty)).collect::<Vec<_>>());
    let [BoardReport::Faults(points), BoardReport::Scan(grid)] = reports.as_slice() else { panic!("{reports:?}") };
    assert_eq!(*points, row);
    assert!(nine().points().all(|point| grid.get(point) == if row.contains(&point) { Cell::Unreadable } else { lay.get(point) }));
    // A point that the board itself knows to be faulty is named with them; then both are well again.
    let reports = step(&mut board, &[(Point::new(0, 0), Cell::Unreadable)]);
    assert!(matches!(&reports[0], BoardReport::Faults(points) if points.len() == 10), "{reports:?}");
    let reports = step(&mut board, &playing);
    assert!(reports.contains(&BoardReport::Faults(Vec::new())) && reports.last() == Some(&BoardReport::Scan(lay)), "{reports:?}");
}

#[test]
fn f9_all_ones_are_dropped_and_all_zeros_must_be_seen_twice() {
    let (mut session, mut igo) = playing();
    for _ in 0..3 {
        igo.set(|_| true);
        assert_eq!(says(&mut session, 60, &igo.answer()), []);
    }
    igo.set(|_| false);
    assert_eq!(says(&mut session, 110, &igo.answer()), []);
    igo.set(middle_game);
    assert_eq!(says(&mut session, 160, &igo.answer()), [BoardReport::Unchanged], "for a moment it had no supply");
    igo.set(|_| false);
    assert_eq!(says(&mut session, 210, &igo.answer()), []);
    assert_eq!(says(&mut session, 260, &igo.answer()), [BoardReport::Scan(igo.0.grid())], "it was swept");
    assert_eq!(session.counts().bad_frames, 5);
}

#[test]
fn f9_setting_up_and_catching_up_know_no_bound() {
    let (mut session, mut igo) = (opened(IgoBoard::new(nine(), 50)), Igo::new(|_| false));
    says(&mut session, 10, &igo.answer());
    igo.set(middle_game);
    assert_eq!(says(&mut session, 60, &igo.answer()), [BoardReport::Scan(igo.0.grid())], "54 new stones in one scan");
}

#[test]
fn l1_noise_between_answers_costs_nothing_and_a_damaged_answer_itself() {
    let (mut session, mut igo) = playing();
    let answer = igo.answer();
    let noisy = [b"\x00\x7E\xFF\x7E\x81".as_slice(), &answer, b"\x7E\x05"].concat();
    assert_eq!(says(&mut session, 60, &noisy), [BoardReport::Unchanged]);
    for at in 4..answer.len() {
        let mut damaged = answer.clone();
        damaged[at] ^= 0x08;
        // What was begun before is given up in time.
        assert_eq!(says(&mut session, 200 + 100 * at as u64, &damaged), [], "byte {at}");
        assert_eq!(says(&mut session, 260 + 100 * at as u64, &answer), [BoardReport::Unchanged], "byte {at}");
    }
}

#[test]
fn l5_answers_that_nobody_asked_for_and_others_between_question_and_answer_are_what_they_are() {
    let (mut session, mut igo) = playing();
    let mut between = Vec::new();
    serial_transfer::encode(10, b"debug", &mut between).unwrap();
    let stream = [between, igo.answer(), igo.answer()].concat();
    assert_eq!(says(&mut session, 20, &stream), [BoardReport::Unchanged, BoardReport::Unchanged]);
    assert_eq!((session.counts().unknown_frames, session.counts().bad_frames), (1, 0));
    assert_eq!(session.wake(), Some(ms(50)), "the rhythm of polling stays");
}

/// A desk without a clock, its game at a board of this size.
fn desk(driver: BoardDriver, side: u8, filter: Filter) -> Desk {
    let game = kifud::game::Game::new(settings(side), "test", stamp(0));
    Desk::new(board_session(driver, Size::square(side).unwrap(), 50), None, filter, game)
}

fn straight() -> Filter {
    Filter::new(Orientation::STRAIGHT, Vec::new())
}

/// What the game is given when this comes to the board's port.
fn given(desk: &mut Desk, now: u64, news: PortNews) -> Vec<Input> {
    let mut effects = Vec::new();
    desk.port(stamp(now), Device::Board, &news, &mut effects);
    inputs(&effects)
}

fn inputs(effects: &[Effect]) -> Vec<Input> {
    effects.iter().filter_map(|effect| if let Effect::Taken(_, input) = effect { Some(input.clone()) } else { None }).collect()
}

/// Lets time pass in the steps that the desk asks for; what the game is given, and whether the port is to be opened again.
fn pass(desk: &mut Desk, until: u64) -> (Vec<Input>, bool) {
    let mut effects = Vec::new();
    while let Some(at) = desk.deadline().filter(|at| at.as_millis() <= until) {
        desk.advance(stamp(at.as_millis()), &mut effects);
    }
    (inputs(&effects), effects.contains(&Effect::Reopen(Device::Board)))
}

#[test]
fn l2_bytes_that_nobody_understands_are_a_state_and_not_silence() {
    for driver in BoardDriver::ALL {
        let mut desk = desk(driver, 19, straight());
        given(&mut desk, 0, PortNews::Opened);
        // What a line of another speed looks like.
        let noise = |n: u64| PortNews::Bytes((0..40).map(|byte| (n * 41 + byte * 97) as u8 | 0x80).collect());
        let mut since = None;
        for now in (100..GARBLED_MS + 100).step_by(100) {
            assert!(!desk.presence(Device::Board).garbled(), "{driver} at {now}");
            assert_eq!(given(&mut desk, now, noise(now)), [], "{driver}");
            since.get_or_insert(now);
        }
        given(&mut desk, GARBLED_MS + 100, noise(7));
        assert!(desk.presence(Device::Board).garbled(), "{driver}");
        // Opening the port again does not make it well; the right device does.
        given(&mut desk, 20_000, PortNews::Opened);
        assert!(desk.presence(Device::Board).garbled(), "{driver}");
        given(&mut desk, 21_000, PortNews::Lost);
        assert!(!desk.presence(Device::Board).garbled(), "{driver}");
    }
}

#[test]
fn l2_one_good_frame_ends_it() {
    let (mut desk, mut igo) = (desk(BoardDriver::Igo, 9, straight()), Igo::new(middle_game));
    given(&mut desk, 0, PortNews::Opened);
    for now in [100, 2_000, 4_000] {
        given(&mut desk, now, PortNews::Bytes(vec![0xF0; 10]));
    }
    assert!(desk.presence(Device::Board).garbled());
    given(&mut desk, 4_100, PortNews::Bytes(igo.answer()));
    assert!(!desk.presence(Device::Board).garbled() && desk.presence(Device::Board).speaking);
}

#[test]
fn l4_an_open_port_without_a_word_is_a_lost_board_and_then_opened_again() {
    let (mut desk, mut igo) = (desk(BoardDriver::Igo, 9, straight()), Igo::new(middle_game));
    given(&mut desk, 0, PortNews::Opened);
    let scan = Input::Scan { at: ms(100), grid: igo.0.grid() };
    assert_eq!(given(&mut desk, 100, PortNews::Bytes(igo.answer())), [Input::BoardBack, scan]);
    let silent = 100 + SILENT_MS;
    assert_eq!(pass(&mut desk, silent - 1), (vec![], false));
    assert_eq!(pass(&mut desk, silent), (vec![Input::BoardLost], false));
    assert_eq!(pass(&mut desk, 100 + REOPEN_MS), (vec![], true));
    // It speaks again, and shows what it showed: the session knows it for the same, the game gets it all the same.
    let scan = Input::Scan { at: ms(20_000), grid: igo.0.grid() };
    assert_eq!(given(&mut desk, 20_000, PortNews::Bytes(igo.answer())), [Input::BoardBack, scan]);
    assert_eq!(given(&mut desk, 20_050, PortNews::Bytes(igo.answer())), []);
}

#[test]
fn l3_a_port_that_comes_back_shows_what_stands_then_and_no_removal() {
    let (mut desk, mut igo) = (desk(BoardDriver::Igo, 9, straight()), Igo::new(middle_game));
    given(&mut desk, 0, PortNews::Opened);
    given(&mut desk, 100, PortNews::Bytes(igo.answer()));
    let half = igo.answer()[..20].to_vec();
    given(&mut desk, 150, PortNews::Bytes(half.clone()));
    assert_eq!(given(&mut desk, 160, PortNews::Lost), [Input::BoardLost]);
    igo.set(|point| middle_game(point) || point == Point::new(0, 0));
    given(&mut desk, 2_000, PortNews::Opened);
    let scan = Input::Scan { at: ms(2_050), grid: igo.0.grid() };
    assert_eq!(given(&mut desk, 2_050, PortNews::Bytes(igo.answer())), [Input::BoardBack, scan]);
}

#[test]
fn a_placement_comes_to_the_game_in_record_coordinates_and_doubt_beside_it() {
    let size = Size::square(19).unwrap();
    let turned = Orientation { mirrored: true, rotation: Rotation::Quarter };
    let dead = Point::from_vertex("A1", size).unwrap();
    let mut desk = desk(BoardDriver::Yihu, 19, Filter::new(turned, vec![dead]));
    let (mut board, mut out) = (VirtualYihu::new(), Vec::new());
    given(&mut desk, 0, PortNews::Opened);
    board.switched_on(ms(0), &mut out);
    assert_eq!(given(&mut desk, 10, PortNews::Bytes(std::mem::take(&mut out))), [Input::BoardBack, Input::Unverified { at: ms(10) }]);
    let sensor = Point::new(2, 3);
    board.put(sensor, &mut out);
    let point = turned.to_record(sensor, size).unwrap();
    assert_ne!(point, sensor);
    assert_eq!(given(&mut desk, 20, PortNews::Bytes(std::mem::take(&mut out))), [Input::Placed { at: ms(20), point }]);
    // A dead sensor that fires is no stone.
    board.put(turned.to_sensor(dead, size).unwrap(), &mut out);
    assert_eq!(given(&mut desk, 30, PortNews::Bytes(std::mem::take(&mut out))), []);
    board.lose(2);
    board.tick(ms(1_000), &mut out);
    assert_eq!(given(&mut desk, 1_000, PortNews::Bytes(std::mem::take(&mut out))), [Input::Unverified { at: ms(1_000) }]);
    // It says nothing for long while players think: it is there all the same.
    assert_eq!(pass(&mut desk, 1_000 + 4 * SILENT_MS), (vec![], false));
}

#[test]
fn f15_a_hand_on_a_board_that_feels_hands_comes_to_the_game() {
    let mut desk = desk(BoardDriver::Saiboard, 9, straight());
    let mut board = kifud::wire::saiboard::VirtualSaiboard::new(nine());
    let answer = |board: &mut kifud::wire::saiboard::VirtualSaiboard| {
        let mut out = Vec::new();
        board.received(br#"{"name":"hall"}"#, &mut out);
        PortNews::Bytes(out)
    };
    given(&mut desk, 0, PortNews::Opened);
    let learnt: Vec<Input> = (1..=20).flat_map(|n| given(&mut desk, 50 * n, answer(&mut board))).collect();
    let empty = Grid::filled(nine(), Cell::Empty);
    assert_eq!(learnt, [Input::BoardBack, Input::Scan { at: ms(1_000), grid: empty }]);
    board.touch(true);
    board.set(&[(Point::new(4, 4), Cell::Stone(Color::Black))]);
    assert_eq!(given(&mut desk, 1_050, answer(&mut board)), [Input::Touch(true)]);
    board.touch(false);
    let scan = Input::Scan { at: ms(1_100), grid: board.grid().clone() };
    assert_eq!(given(&mut desk, 1_100, answer(&mut board)), [Input::Touch(false), scan]);
}
