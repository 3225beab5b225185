//! Virtual devices seen by the daemon's own ports and protocol sessions.

use std::path::PathBuf;
use std::time::Duration;

use kifud::clock::Side;
use kifud::go::{Color, Point, Size};
use kifud::now::stamp;
use kifud::sim::{Act, ClockOptions, Cue, Device, DeviceState, LineFault, Table, TableOptions};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{BoardDriver, BoardReport, Cell, ClockDriver, ClockReport, Grid, board_session, clock_session};

use crate::host::{Board, Clock, Host, LIMIT, while_hosting};
use crate::skip::skipped;

fn nineteen() -> Size {
    Size::square(19).unwrap()
}

fn table(dir: &tempfile::TempDir, board_driver: BoardDriver) -> (Table, PathBuf, PathBuf) {
    let (board_link, clock_link) = (dir.path().join("board"), dir.path().join("clock"));
    let clock = ClockOptions {
        link: clock_link.clone(),
        driver: ClockDriver::Kifud,
        setting: ClockSetting { main_ms: 60_000, periods: 3, period_ms: 10_000 },
    };
    let options = TableOptions { size: nineteen(), board_link: board_link.clone(), board_driver, clock: Some(clock), seed: 1 };
    (Table::new(&options).unwrap(), board_link, clock_link)
}

fn board_alone(dir: &tempfile::TempDir, board_driver: BoardDriver) -> (Table, PathBuf) {
    let board_link = dir.path().join("board");
    let options = TableOptions { size: nineteen(), board_link: board_link.clone(), board_driver, clock: None, seed: 1 };
    (Table::new(&options).unwrap(), board_link)
}

fn kifud_board() -> Board {
    Board(board_session(BoardDriver::Kifud, nineteen(), 50))
}

fn at(vertex: &str) -> Point {
    Point::from_vertex(vertex, nineteen()).unwrap()
}

async fn state_with(table: &Table, wanted: impl Fn(DeviceState) -> bool) {
    while !wanted(table.state(Device::Board).unwrap()) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn a_virtual_board_greets_and_tells_what_hands_do() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, _) = table(&dir, BoardDriver::Kifud);
    let mut host = Host::open(kifud_board(), &board_link);
    let BoardReport::Greeting(greeting) = host.report().await else { panic!("no greeting") };
    assert_eq!((greeting.size, greeting.sees_color), (Some(nineteen()), true));
    assert_eq!(host.scan().await, Grid::filled(nineteen(), Cell::Empty));
    table.put(at("Q16"), Color::Black).await.unwrap();
    let mut expected = Grid::filled(nineteen(), Cell::Empty);
    expected.set(at("Q16"), Cell::Stone(Color::Black));
    assert_eq!(host.scan().await, expected);
    table.put(at("D4"), Color::White).await.unwrap();
    table.lift(&[at("Q16"), at("D4")]).await.unwrap();
    host.scan_with(|grid| *grid == Grid::filled(nineteen(), Cell::Empty)).await;
}

/// A sensor shows what does not stand, and a board whose packets are all lost says nothing until its line is mended.
#[tokio::test]
async fn a_sensor_may_be_wrong_and_a_line_may_lose_everything() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, _) = table(&dir, BoardDriver::Kifud);
    let mut host = Host::open(kifud_board(), &board_link);
    host.scan_with(|grid| *grid == Grid::filled(nineteen(), Cell::Empty)).await;
    table.act(Act::Show(at("Q16"), Cell::Stone(Color::White))).await.unwrap();
    host.scan_with(|grid| grid.get(at("Q16")) == Cell::Stone(Color::White)).await;
    table.act(Act::Line(Device::Board, LineFault::Loss(100))).await.unwrap();
    table.act(Act::Show(at("Q16"), Cell::Empty)).await.unwrap();
    table.put(at("D4"), Color::Black).await.unwrap();
    assert!(tokio::time::timeout(Duration::from_millis(300), host.scan_with(|grid| grid.get(at("D4")) != Cell::Empty)).await.is_err());
    table.act(Act::Line(Device::Board, LineFault::Loss(0))).await.unwrap();
    let mut expected = Grid::filled(nineteen(), Cell::Empty);
    expected.set(at("D4"), Cell::Stone(Color::Black));
    host.scan_with(|grid| *grid == expected).await;
}

/// A press is made at the moment that was planned, by the clock's own time, and a held line brings it later, with what was said before it.
#[tokio::test]
async fn a_press_is_planned_to_the_millisecond_and_held_on_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let (table, _, clock_link) = table(&dir, BoardDriver::Kifud);
    let mut host = Host::open(Clock(clock_session(ClockDriver::Kifud)), &clock_link);
    host.report().await;
    table.line(Device::Clock, LineFault::Held(true)).await.unwrap();
    let (first, second) = (stamp().mono.plus_ms(150), stamp().mono.plus_ms(200));
    table.press_at(Side::Left, first).await.unwrap();
    table.press_at(Side::Right, second).await.unwrap();
    let pressed = async {
        loop {
            if let ClockReport::Press(side) = host.report().await {
                return side;
            }
        }
    };
    let mut pressed = Box::pin(pressed);
    assert!(tokio::time::timeout(Duration::from_millis(400), &mut pressed).await.is_err(), "the line is held");
    assert_eq!(table.state(Device::Clock).unwrap().told, second);
    table.line(Device::Clock, LineFault::Held(false)).await.unwrap();
    assert_eq!(pressed.await, Side::Left);
    while host.report().await != ClockReport::Press(Side::Right) {}
}

#[tokio::test]
async fn a_virtual_igo_board_answers_its_polls_without_colours() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, clock_link) = table(&dir, BoardDriver::Igo);
    let mut clock = Host::open(Clock(clock_session(ClockDriver::Kifud)), &clock_link);
    clock.report().await;
    let mut host = Host::open(Board(board_session(BoardDriver::Igo, nineteen(), 10)), &board_link);
    while_hosting(&mut host, table.followed()).await.unwrap();
    assert_eq!(host.scan().await, Grid::filled(nineteen(), Cell::Empty));
    table.put(at("T1"), Color::White).await.unwrap();
    let mut expected = Grid::filled(nineteen(), Cell::Empty);
    expected.set(at("T1"), Cell::StoneOfUnknownColor);
    host.scan_with(|grid| *grid == expected).await;
}

#[tokio::test]
async fn a_virtual_matrix_board_pushes_what_hands_do() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link) = board_alone(&dir, BoardDriver::Matrix);
    let mut host = Host::open(Board(board_session(BoardDriver::Matrix, nineteen(), 50)), &board_link);
    while_hosting(&mut host, table.followed()).await.unwrap();
    table.put(at("C4"), Color::White).await.unwrap();
    let mut expected = Grid::filled(nineteen(), Cell::Empty);
    expected.set(at("C4"), Cell::Stone(Color::White));
    host.scan_with(|grid| *grid == expected).await;
}

#[tokio::test]
async fn a_virtual_saiboard_answers_over_a_serial_line() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link) = board_alone(&dir, BoardDriver::Saiboard);
    let mut host = Host::open(Board(board_session(BoardDriver::Saiboard, nineteen(), 5)), &board_link);
    while_hosting(&mut host, table.followed()).await.unwrap();
    assert_eq!(host.scan().await, Grid::filled(nineteen(), Cell::Empty));
    table.put(at("C4"), Color::White).await.unwrap();
    table.put(at("Q4"), Color::Black).await.unwrap();
    let mut expected = Grid::filled(nineteen(), Cell::Empty);
    expected.set(at("C4"), Cell::Stone(Color::White));
    expected.set(at("Q4"), Cell::Stone(Color::Black));
    host.scan_with(|grid| *grid == expected).await;
}

#[tokio::test]
async fn a_virtual_yihu_board_tells_placements_and_no_removal() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link) = board_alone(&dir, BoardDriver::Yihu);
    let mut host = Host::open(Board(board_session(BoardDriver::Yihu, nineteen(), 50)), &board_link);
    while_hosting(&mut host, table.followed()).await.unwrap();
    table.put(at("C4"), Color::White).await.unwrap();
    table.lift(&[at("C4")]).await.unwrap();
    table.put(at("Q4"), Color::Black).await.unwrap();
    let mut placed = Vec::new();
    while placed.len() < 2 {
        if let BoardReport::Placed(point) = host.report().await {
            placed.push(point);
        }
    }
    assert_eq!(placed, [at("C4"), at("Q4")]);
}

#[tokio::test]
async fn a_board_that_is_unplugged_comes_back_with_its_stones() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, _) = table(&dir, BoardDriver::Kifud);
    let mut host = Host::open(kifud_board(), &board_link);
    host.scan().await;
    table.put(at("C3"), Color::White).await.unwrap();
    host.scan_with(|grid| grid.get(at("C3")) == Cell::Stone(Color::White)).await;
    table.unplug(Device::Board).await.unwrap();
    assert!(!board_link.exists() && !table.state(Device::Board).unwrap().plugged);
    // Hands do not wait for the cable.
    table.put(at("D3"), Color::Black).await.unwrap();
    table.plug(Device::Board).await.unwrap();
    host.scan_with(|grid| grid.get(at("C3")) == Cell::Stone(Color::White) && grid.get(at("D3")) == Cell::Stone(Color::Black)).await;
}

#[tokio::test]
async fn hands_wait_until_somebody_follows_and_again_after_he_has_gone() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, _) = table(&dir, BoardDriver::Kifud);
    assert!(!table.state(Device::Board).unwrap().followed);
    let mut host = Host::open(kifud_board(), &board_link);
    host.scan().await;
    assert!(table.state(Device::Board).unwrap().followed);
    while_hosting(&mut host, state_with(&table, |state| state.held)).await;
    host.port.close().await;
    tokio::time::timeout(LIMIT, state_with(&table, |state| !state.followed)).await.expect("the board has not noticed");
    let mut host = Host::open(kifud_board(), &board_link);
    host.scan().await;
    assert!(table.state(Device::Board).unwrap().followed);
}

#[tokio::test]
async fn a_press_is_told_with_the_times() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, clock_link) = table(&dir, BoardDriver::Kifud);
    let mut clock = Host::open(Clock(clock_session(ClockDriver::Kifud)), &clock_link);
    loop {
        if let ClockReport::Greeting(greeting) = clock.report().await {
            assert!(greeting.keeps_time && greeting.shows_periods);
            break;
        }
    }
    let mut board = Host::open(kifud_board(), &board_link);
    while_hosting(&mut board, table.followed()).await.unwrap();
    table.press(Side::Right).await.unwrap();
    loop {
        match clock.report().await {
            ClockReport::Press(side) => assert_eq!(side, Side::Right),
            ClockReport::Times(reading) if reading.running == Some(Side::Left) => {
                assert_eq!(reading.remaining_ms[1], 60_000);
                break;
            }
            ClockReport::Times(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_schedule_keeps_its_distances_and_a_handful_is_one_change() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, _) = table(&dir, BoardDriver::Kifud);
    let mut host = Host::open(kifud_board(), &board_link);
    host.scan().await;
    let cue = |at_ms, act| Cue { at_ms, turn: 1, act };
    let (one, two) = (at("A1"), at("B1"));
    let cues = [
        cue(0, Act::Put(one, Color::Black)),
        cue(0, Act::Put(two, Color::White)),
        cue(80, Act::Lift(one)),
        cue(80, Act::Lift(two)),
        cue(160, Act::Put(one, Color::White)),
    ];
    let before = stamp().mono;
    table.play(&cues).await.unwrap();
    assert!(stamp().mono.since_ms(before) >= 160);
    let stones = |grid: &Grid| [grid.get(one), grid.get(two)];
    assert_eq!(stones(&host.scan().await), [Cell::Stone(Color::Black), Cell::Stone(Color::White)]);
    assert_eq!(stones(&host.scan().await), [Cell::Empty, Cell::Empty]);
    assert_eq!(stones(&host.scan().await), [Cell::Stone(Color::White), Cell::Empty]);
}

/// Symptom: after `kill -9` the daemon found the virtual board busy for ever. Cause: exclusive use (TIOCEXCL) is lifted by its user or
/// with the last handle, and the virtual board keeps one.
#[tokio::test]
async fn a_host_that_was_killed_leaves_the_port_free() {
    if rustix::process::geteuid().is_root() {
        skipped("KIFUD_REQUIRE_USER", "root opens what others use exclusively");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let (_table, board_link, _) = table(&dir, BoardDriver::Kifud);
    let killed = std::fs::File::options().read(true).write(true).open(&board_link).unwrap();
    rustix::termios::ioctl_tiocexcl(&killed).unwrap();
    drop(killed);
    assert!(std::fs::File::open(&board_link).is_err(), "nothing is left to be lifted");
    let mut host = Host::open(kifud_board(), &board_link);
    host.scan().await;
}

#[tokio::test]
async fn a_path_that_is_no_link_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("board");
    std::fs::write(&link, "somebody's file").unwrap();
    let options = TableOptions { size: nineteen(), board_link: link.clone(), board_driver: BoardDriver::Kifud, clock: None, seed: 1 };
    assert!(Table::new(&options).is_err());
    assert_eq!(std::fs::read_to_string(&link).unwrap(), "somebody's file");
}

#[tokio::test]
async fn dropping_the_table_takes_its_links_away() {
    let dir = tempfile::tempdir().unwrap();
    let (table, board_link, clock_link) = table(&dir, BoardDriver::Kifud);
    assert!(board_link.exists() && clock_link.exists());
    drop(table);
    let gone = async {
        while board_link.symlink_metadata().is_ok() || clock_link.symlink_metadata().is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LIMIT, gone).await.expect("the links are still there");
}
