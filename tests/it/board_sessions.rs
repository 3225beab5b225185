//! What the host's side of a `kifud` board makes of what the board sends: the greeting, scans, gaps, restarts, faults; never a board that was not.

use kifud::go::{Color, Point, Size};
use kifud::time::Mono;
use kifud::wire::kifud::KifudBoard;
use kifud::wire::kifud::board_packet::{BoardHello, Change, FromBoard, StreamMode, ToBoard, caps};
use kifud::wire::kifud::packet::{FaultBits, Header, Map, PointState, is_sealed, unseal};
use kifud::wire::serial_transfer::Decoder;
use kifud::wire::{BoardCommand, BoardReport, BoardSession, Cell, Grid, Timed, Trays};

use crate::frames::sealed;

fn ms(ms: u64) -> Mono {
    Mono::from_millis(ms)
}

fn nine() -> Size {
    Size::square(9).expect("9 is a size")
}

/// A session, and a board written by hand: what it sends next has the next number.
struct Table {
    session: KifudBoard,
    seq: u16,
}

/// The board's own time is this much behind ours.
const OFFSET_MS: u64 = 100_000;
const GET: ToBoard = ToBoard::GetSnapshot;
const STREAM: ToBoard = ToBoard::Stream { mode: StreamMode::Changes, hz: 50 };

fn asked(bytes: &[u8]) -> Vec<ToBoard> {
    let mut frames = Vec::new();
    Decoder::new(is_sealed).received(ms(0), bytes, &mut frames);
    frames.iter().map(|frame| ToBoard::decode(frame.id, unseal(frame.id, &frame.payload).unwrap()).unwrap()).collect()
}

fn hello(boot_id: u32, size: u8) -> FromBoard {
    FromBoard::Hello(BoardHello { version: 1, size, caps: caps::COLOR, scan_hz: 100, boot_id, serial: b"A\x07".to_vec() })
}

fn map(stones: &[(usize, PointState)]) -> Map {
    let mut states = [PointState::Empty; 81];
    stones.iter().for_each(|&(index, state)| states[index] = state);
    Map::of_states(&states)
}

fn snapshot(stones: &[(usize, PointState)]) -> FromBoard {
    FromBoard::Snapshot(map(stones))
}

fn changes(list: &[(u16, PointState)]) -> FromBoard {
    FromBoard::Changes(list.iter().map(|&(index, state)| Change { index, state }).collect())
}

fn scan(stones: &[(usize, Cell)]) -> BoardReport {
    let mut grid = Grid::filled(nine(), Cell::Empty);
    stones.iter().for_each(|&(index, cell)| grid.set(nine().point(index).unwrap(), cell));
    BoardReport::Scan(grid)
}

const BLACK: Cell = Cell::Stone(Color::Black);
const WHITE: Cell = Cell::Stone(Color::White);

impl Table {
    /// Just opened at 100 000 ms.
    fn opened() -> Table {
        let mut table = Table { session: KifudBoard::new(nine()), seq: 0 };
        let mut write = Vec::new();
        table.session.opened(ms(OFFSET_MS), &mut write);
        assert_eq!(asked(&write), [ToBoard::GetHello]);
        table
    }

    /// Greeted, with these stones on the board, 100 ms later.
    fn greeted(stones: &[(usize, PointState)]) -> Table {
        let mut table = Table::opened();
        let (reports, write) = table.says(5_000, &hello(7, 9));
        assert!(matches!(reports.as_slice(), [BoardReport::Greeting(_)]), "{reports:?}");
        assert_eq!(write, [STREAM, GET]);
        assert_eq!(table.says(5_001, &snapshot(stones)).0.len(), 1);
        table
    }

    /// The board says this at its own `t_ms`; it arrives at once.
    fn says(&mut self, t_ms: u32, message: &FromBoard) -> (Vec<BoardReport>, Vec<ToBoard>) {
        let (reports, write) = self.arrives(t_ms, OFFSET_MS + u64::from(t_ms), message);
        (reports.into_iter().map(|report| report.what).collect(), write)
    }

    fn arrives(&mut self, t_ms: u32, arrival: u64, message: &FromBoard) -> (Vec<Timed<BoardReport>>, Vec<ToBoard>) {
        let mut bytes = Vec::new();
        message.encode(Header { seq: self.seq, t_ms }, &mut bytes);
        self.seq = self.seq.wrapping_add(1);
        self.bytes(arrival, &bytes)
    }

    fn bytes(&mut self, arrival: u64, bytes: &[u8]) -> (Vec<Timed<BoardReport>>, Vec<ToBoard>) {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        self.session.received(ms(arrival), bytes, &mut reports, &mut write);
        (reports, asked(&write))
    }

    /// What it does at this moment by itself.
    fn ticks(&mut self, now: u64) -> Vec<ToBoard> {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        self.session.tick(ms(now), &mut reports, &mut write);
        assert_eq!(reports, []);
        asked(&write)
    }
}

#[test]
fn the_greeting_is_repeated_every_second_until_it_is_answered() {
    let mut table = Table::opened();
    assert_eq!(table.session.wake(), Some(ms(101_000)));
    assert_eq!(table.ticks(100_999), []);
    assert_eq!(table.ticks(101_000), [ToBoard::GetHello]);
    assert_eq!(table.ticks(102_000), [ToBoard::GetHello]);
    let (reports, _) = table.says(2_500, &hello(7, 9));
    let [BoardReport::Greeting(greeting)] = reports.as_slice() else { panic!("{reports:?}") };
    assert_eq!((greeting.size, greeting.sees_color, greeting.lights, greeting.boot_id), (Some(nine()), true, false, Some(7)));
    assert_eq!(greeting.serial.as_deref(), Some("A?"), "made printable");
    // Both questions are answered: the second answer says nothing new, and is no restart.
    assert_eq!(table.says(2_501, &hello(7, 9)), (vec![], vec![]));
    assert_eq!(table.says(2_502, &hello(7, 9)), (vec![], vec![]));
}

#[test]
fn a_board_that_scans_slower_is_asked_for_what_it_can() {
    let mut table = Table::opened();
    let slow = BoardHello { version: 1, size: 9, caps: 0, scan_hz: 7, boot_id: 7, serial: vec![] };
    let (_, write) = table.says(5_000, &FromBoard::Hello(slow));
    assert_eq!(write, [ToBoard::Stream { mode: StreamMode::Changes, hz: 7 }, GET]);
}

#[test]
fn changes_before_the_first_snapshot_are_not_used() {
    let mut table = Table::opened();
    assert_eq!(table.says(4_000, &changes(&[(0, PointState::Black)])), (vec![], vec![]));
    table.says(5_000, &hello(7, 9));
    assert_eq!(table.says(5_001, &changes(&[(0, PointState::Black)])), (vec![], vec![]));
    assert_eq!(table.says(5_002, &snapshot(&[(1, PointState::White)])).0, [scan(&[(1, WHITE)])]);
}

#[test]
fn changes_become_whole_scans_with_the_boards_own_moment() {
    let mut table = Table::greeted(&[(0, PointState::Black)]);
    let change = changes(&[(0, PointState::Empty), (80, PointState::White), (1, PointState::Unknown)]);
    // 40 ms late on the line.
    let (reports, write) = table.arrives(6_000, OFFSET_MS + 6_040, &change);
    let what = scan(&[(80, WHITE), (1, Cell::StoneOfUnknownColor)]);
    assert_eq!(reports, [Timed { at: ms(OFFSET_MS + 6_000), what }]);
    assert_eq!(write, []);
}

#[test]
fn a_packet_that_comes_twice_counts_once() {
    let mut table = Table::greeted(&[]);
    table.says(6_000, &changes(&[(0, PointState::Black)]));
    table.seq -= 1;
    assert_eq!(table.says(6_000, &changes(&[(0, PointState::Black)])), (vec![], vec![]));
    assert_eq!(table.says(6_001, &changes(&[(0, PointState::Empty)])).0, [scan(&[])]);
}

#[test]
fn after_a_gap_nothing_is_shown_until_the_whole_board_has_come() {
    let mut table = Table::greeted(&[]);
    table.seq += 2;
    assert_eq!(table.says(6_000, &changes(&[(0, PointState::Black)])), (vec![BoardReport::Gap], vec![GET]));
    assert_eq!(table.session.counts().lost_frames, 2);
    // Between GET_SNAPSHOT and SNAPSHOT: on top of what was missed this would be a board that never was.
    assert_eq!(table.says(6_010, &changes(&[(1, PointState::White)])), (vec![], vec![]));
    assert_eq!(table.says(6_011, &FromBoard::Alive { map_crc: 1 }), (vec![], vec![]));
    assert_eq!(table.ticks(OFFSET_MS + 6_499), []);
    assert_eq!(table.ticks(OFFSET_MS + 6_500), [GET], "the snapshot was lost too");
    let stones = [(0, PointState::Black), (1, PointState::White), (2, PointState::Black)];
    assert_eq!(table.says(6_501, &snapshot(&stones)).0, [scan(&[(0, BLACK), (1, WHITE), (2, BLACK)])]);
    assert_eq!(table.says(6_502, &changes(&[(2, PointState::Empty)])).0, [scan(&[(0, BLACK), (1, WHITE)])]);
}

#[test]
fn a_whole_board_after_a_gap_is_used_and_asked_for_again() {
    // What was lost before it may have been FAULTS.
    let mut table = Table::greeted(&[]);
    table.seq += 1;
    assert_eq!(table.says(6_000, &snapshot(&[])), (vec![BoardReport::Gap, scan(&[])], vec![GET]));
    assert_eq!(table.ticks(OFFSET_MS + 6_500), [GET]);
}

#[test]
fn alive_with_another_map_asks_for_the_board_and_invents_nothing() {
    let mut table = Table::greeted(&[(0, PointState::Black)]);
    let same = map(&[(0, PointState::Black)]).crc();
    assert_eq!(table.says(6_000, &FromBoard::Alive { map_crc: same }), (vec![BoardReport::Unchanged], vec![]));
    assert_eq!(table.says(7_000, &FromBoard::Alive { map_crc: same ^ 1 }), (vec![], vec![GET]));
    assert_eq!(table.says(7_001, &changes(&[(5, PointState::White)])), (vec![], vec![]));
    assert_eq!(table.says(7_002, &snapshot(&[(5, PointState::White)])).0, [scan(&[(5, WHITE)])]);
}

/// What is unchanged is so against what was reported last: after changes, a gap or a new opening a whole scan is reported, though it be the same.
#[test]
fn a_snapshot_like_the_one_before_says_only_that_and_never_after_something_was_missed() {
    let black = [(0, PointState::Black)];
    let mut table = Table::greeted(&black);
    assert_eq!(table.says(6_000, &snapshot(&black)).0, [BoardReport::Unchanged]);
    assert_eq!(table.says(6_020, &changes(&[(0, PointState::White)])).0, [scan(&[(0, WHITE)])]);
    assert_eq!(table.says(6_040, &snapshot(&[(0, PointState::White)])).0, [BoardReport::Unchanged]);
    assert_eq!(table.says(6_060, &snapshot(&black)).0, [scan(&[(0, BLACK)])]);
    table.seq += 1;
    assert_eq!(table.says(6_080, &FromBoard::Alive { map_crc: map(&black).crc() }).0, [BoardReport::Gap]);
    assert_eq!(table.says(6_100, &snapshot(&black)).0, [scan(&[(0, BLACK)])]);
    // A point whose state is not known hides what the map says of it; the next snapshot shows it.
    let faults = |faulty: bool| FromBoard::Faults(FaultBits::pack(&[[faulty; 1].as_slice(), &[false; 80]].concat()));
    assert_eq!(table.says(6_120, &faults(true)).0, [BoardReport::Faults(vec![Point::new(0, 0)]), scan(&[(0, Cell::Unreadable)])]);
    assert_eq!(table.says(6_130, &snapshot(&black)).0, [BoardReport::Unchanged]);
    assert_eq!(table.says(6_140, &faults(false)).0, [BoardReport::Faults(vec![])]);
    assert_eq!(table.says(6_160, &snapshot(&black)).0, [scan(&[(0, BLACK)])]);
    let mut write = Vec::new();
    table.session.opened(ms(OFFSET_MS + 7_000), &mut write);
    assert_eq!(table.says(7_010, &FromBoard::Alive { map_crc: map(&black).crc() }).0, []);
    assert!(matches!(table.says(7_020, &hello(7, 9)).0.as_slice(), [BoardReport::Greeting(_)]));
    assert_eq!(table.says(7_040, &snapshot(&black)).0, [scan(&[(0, BLACK)])]);
}

#[test]
fn a_restart_is_told_before_anything_the_restarted_board_says() {
    // An unasked HELLO of the same boot, another boot, and time gone back: each is a restart, told once.
    let unasked = (20_000, hello(7, 9));
    let another_boot = (5_500, hello(8, 9));
    let back = (10, hello(7, 9));
    for (t_ms, hello) in [unasked, another_boot, back] {
        let mut table = Table::greeted(&[(0, PointState::Black)]);
        table.seq = 0;
        let (reports, write) = table.arrives(t_ms, OFFSET_MS + 20_000, &hello);
        let what: Vec<&BoardReport> = reports.iter().map(|report| &report.what).collect();
        assert!(matches!(what.as_slice(), [BoardReport::Restarted, BoardReport::Greeting(_)]), "{what:?}");
        assert!(reports.iter().all(|report| report.at == ms(OFFSET_MS + 20_000)), "{reports:?}");
        assert_eq!(write, [STREAM, GET]);
        let (reports, _) = table.arrives(t_ms + 5, OFFSET_MS + 20_005, &snapshot(&[(0, PointState::Black)]));
        assert_eq!(reports, [Timed { at: ms(OFFSET_MS + 20_005), what: scan(&[(0, BLACK)]) }]);
    }
}

#[test]
fn a_restart_whose_hello_was_lost_is_seen_by_the_boards_time() {
    let mut table = Table::greeted(&[(0, PointState::Black)]);
    table.seq = 1;
    let (reports, write) = table.arrives(30, OFFSET_MS + 9_000, &FromBoard::Touch(false));
    assert_eq!(reports, [Timed { at: ms(OFFSET_MS + 9_000), what: BoardReport::Restarted }]);
    assert_eq!(write, [ToBoard::GetHello]);
    assert_eq!(table.arrives(31, OFFSET_MS + 9_001, &changes(&[(0, PointState::Empty)])), (vec![], vec![]));
    let (reports, write) = table.arrives(40, OFFSET_MS + 9_010, &hello(99, 9));
    assert!(matches!(reports.as_slice(), [Timed { what: BoardReport::Greeting(_), .. }]), "told once: {reports:?}");
    assert_eq!(write, [STREAM, GET]);
}

#[test]
fn a_board_reset_by_the_opening_of_its_port_is_not_restarted_by_late_answers() {
    let mut table = Table::opened();
    table.ticks(101_000);
    table.ticks(102_000);
    // Its own HELLO as it starts, then an answer to each of the three questions that waited in its buffer.
    let (reports, _) = table.arrives(150, 102_100, &hello(7, 9));
    assert!(matches!(reports.as_slice(), [Timed { what: BoardReport::Greeting(_), .. }]), "{reports:?}");
    for _ in 0..3 {
        assert_eq!(table.arrives(151, 102_101, &hello(7, 9)), (vec![], vec![]));
    }
    let (reports, _) = table.arrives(10_000, 111_950, &hello(7, 9));
    assert_eq!(reports[0].what, BoardReport::Restarted, "and much later one that nobody asked for");
}

#[test]
fn the_same_board_behind_a_reopened_port_has_not_restarted_but_another_has() {
    for (boot_id, restarted) in [(7, false), (8, true)] {
        let mut table = Table::greeted(&[]);
        let mut write = Vec::new();
        table.session.opened(ms(OFFSET_MS + 60_000), &mut write);
        assert_eq!(asked(&write), [ToBoard::GetHello]);
        table.seq += 40;
        assert_eq!(table.says(60_001, &changes(&[(0, PointState::Black)])), (vec![], vec![]));
        let (reports, write) = table.says(60_002, &hello(boot_id, 9));
        assert_eq!(reports.contains(&BoardReport::Restarted), restarted);
        assert!(!reports.contains(&BoardReport::Gap), "what was sent to a closed port is no gap");
        assert_eq!(write, [STREAM, GET]);
    }
}

#[test]
fn nothing_of_a_board_of_another_size_is_used() {
    let mut table = Table::opened();
    let thirteen = Size::square(13).unwrap();
    assert_eq!(table.says(5_000, &hello(7, 13)), (vec![BoardReport::WrongSize(thirteen)], vec![]));
    assert_eq!(table.says(5_001, &FromBoard::Touch(true)), (vec![], vec![]));
    assert_eq!(table.says(5_002, &FromBoard::Snapshot(Map(vec![0; 43]))), (vec![], vec![]));
    // It is asked now and then, and says the same: told once.
    assert_eq!(table.ticks(OFFSET_MS + 7_002), [ToBoard::GetHello]);
    assert_eq!(table.says(7_003, &hello(7, 13)), (vec![], vec![]));
    // The right board is plugged in.
    table.seq = 0;
    let (reports, write) = table.arrives(10, OFFSET_MS + 9_000, &hello(1, 9));
    assert!(matches!(reports[1].what, BoardReport::Greeting(_)));
    assert_eq!(write, [STREAM, GET]);
}

#[test]
fn a_board_that_falls_silent_is_greeted_again_and_keeps_its_place() {
    let mut table = Table::greeted(&[]);
    assert_eq!(table.session.wake(), Some(ms(OFFSET_MS + 7_001)));
    assert_eq!(table.ticks(OFFSET_MS + 7_000), []);
    assert_eq!(table.ticks(OFFSET_MS + 7_001), [ToBoard::GetHello]);
    // A change that nothing is missing before is as good as ever, answered or not.
    assert_eq!(table.says(7_010, &changes(&[(0, PointState::Black)])).0, [scan(&[(0, BLACK)])]);
    assert_eq!(table.says(7_011, &hello(7, 9)), (vec![], vec![STREAM, GET]));
}

#[test]
fn faulty_points_are_unreadable_until_the_board_says_what_they_show() {
    let mut table = Table::greeted(&[(0, PointState::Black)]);
    let faults = |points: &[usize]| {
        let mut flags = [false; 81];
        points.iter().for_each(|&index| flags[index] = true);
        FromBoard::Faults(FaultBits::pack(&flags))
    };
    let told = |points: &[(u8, u8)]| BoardReport::Faults(points.iter().map(|&(col, row)| Point::new(col, row)).collect());
    let (reports, write) = table.says(6_000, &faults(&[0, 10]));
    assert_eq!(reports, [told(&[(0, 0), (1, 1)]), scan(&[(0, Cell::Unreadable), (10, Cell::Unreadable)])]);
    assert_eq!(write, []);
    assert_eq!(table.says(6_001, &faults(&[0, 10])).0, [told(&[(0, 0), (1, 1)])]);
    // Mended: the stone that lay there when it could last be read may be gone.
    assert_eq!(table.says(6_002, &faults(&[10])), (vec![told(&[(1, 1)])], vec![GET]));
    assert_eq!(table.says(6_003, &changes(&[(5, PointState::White)])).0, {
        [scan(&[(0, Cell::Unreadable), (5, WHITE), (10, Cell::Unreadable)])]
    });
    assert_eq!(table.says(6_004, &snapshot(&[(5, PointState::White)])).0, [scan(&[(5, WHITE), (10, Cell::Unreadable)])]);
    // A restarted board names its faults anew.
    let (reports, _) = table.says(5, &hello(8, 9));
    assert_eq!(reports[..2], [BoardReport::Restarted, told(&[])]);
}

#[test]
fn trays_and_hands_are_passed_on() {
    let mut table = Table::greeted(&[]);
    let trays = Trays { black_bowl: Some(180), white_bowl: None, black_lid: Some(1), white_lid: Some(0) };
    assert_eq!(table.says(6_000, &FromBoard::Trays(trays)).0, [BoardReport::Trays(trays)]);
    assert_eq!(table.says(6_001, &FromBoard::Touch(true)).0, [BoardReport::Touch(true)]);
    assert_eq!(table.says(6_002, &FromBoard::Touch(false)).0, [BoardReport::Touch(false)]);
}

#[test]
fn what_cannot_be_is_dropped_counted_and_mended_by_a_snapshot() {
    // A point outside the board, a state that is none, more changes than there are, a map that is too short, half a HELLO.
    let impossible: [(u8, &[u8]); 6] =
        [(0x32, &[1, 81, 0, 1]), (0x32, &[1, 0, 0, 4]), (0x32, &[2, 0, 0, 1]), (0x32, &[65]), (0x31, &[0; 20]), (0x30, &[1, 9])];
    for (id, content) in impossible {
        let mut table = Table::greeted(&[]);
        let header = [2, 0, 0x70, 0x17, 0, 0];
        assert_eq!(table.bytes(OFFSET_MS + 6_000, &sealed(id, &[&header, content].concat())), (vec![], vec![GET]), "{id:x} {content:?}");
        assert_eq!((table.session.counts().bad_frames, table.session.counts().frames), (1, 2));
        table.seq = 3;
        assert_eq!(table.says(6_001, &snapshot(&[])).0, [scan(&[])], "no gap: its number was seen");
    }
    // Too short for a number of its own.
    let mut table = Table::greeted(&[]);
    assert_eq!(table.bytes(OFFSET_MS + 6_000, &sealed(0x31, &[1, 2])), (vec![], vec![]));
    assert_eq!(table.session.counts().bad_frames, 1);
}

#[test]
fn later_versions_may_say_more() {
    let mut table = Table::greeted(&[]);
    let unknown = sealed(0x3F, &[2, 0, 0x70, 0x17, 0, 0, 1, 2, 3]);
    assert_eq!(table.bytes(OFFSET_MS + 6_000, &unknown), (vec![], vec![]));
    assert_eq!(table.session.counts().unknown_frames, 1);
    let longer = sealed(0x32, &[3, 0, 0x71, 0x17, 0, 0, 1, 0, 0, 1, 99, 99]);
    let (reports, _) = table.bytes(OFFSET_MS + 6_001, &longer);
    assert_eq!(reports[0].what, scan(&[(0, BLACK)]));
}

#[test]
fn commands_reach_a_board_that_can_obey() {
    let command = |table: &mut Table, command: &BoardCommand| {
        let mut write = Vec::new();
        table.session.command(ms(OFFSET_MS + 6_000), command, &mut write);
        asked(&write)
    };
    let lights = BoardCommand::Lights((0..81).map(|index| index % 4).collect());
    let mut table = Table::opened();
    assert_eq!(command(&mut table, &BoardCommand::Rescan), [], "a snapshot follows the greeting anyway");
    let with_lights = BoardHello { version: 1, size: 9, caps: caps::LIGHTS, scan_hz: 0, boot_id: 7, serial: vec![] };
    table.says(5_000, &FromBoard::Hello(with_lights));
    let packed = Map::pack(&(0..81).map(|index| index % 4).collect::<Vec<u8>>());
    assert_eq!(command(&mut table, &lights), [ToBoard::Lights(packed)]);
    assert_eq!(command(&mut table, &BoardCommand::Lights(vec![0; 80])), [], "one value a point");
    assert_eq!(command(&mut table, &BoardCommand::Rescan), [GET]);
    assert_eq!(command(&mut Table::greeted(&[]), &lights), [], "it has none");
}
