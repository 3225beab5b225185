//! Virtual devices seen by the daemon's own ports and protocol sessions.

use std::path::PathBuf;
use std::time::Duration;

use kifud::clock::Side;
use kifud::go::{Color, Point, Size};
use kifud::now::stamp;
use kifud::serial::{self, PortEvent, PortHandle, PortSpec};
use kifud::sim::{Act, ClockOptions, Cue, Device, DeviceState, Table, TableOptions};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{
    BoardDriver, BoardReport, BoardSession, Cell, ClockDriver, ClockReport, ClockSession, Grid, Timed, board_session, clock_session,
};
use tokio::sync::mpsc;

/// Far more than anything here takes; a test that waits this long has failed.
const LIMIT: Duration = Duration::from_secs(20);

/// A session behind a port, as a table's loop drives it.
struct Host<S, R> {
    session: S,
    port: PortHandle,
    events: mpsc::Receiver<((), PortEvent)>,
    reports: std::collections::VecDeque<R>,
}

/// What both kinds of session have in common.
trait Session {
    type Report;
    fn opened(&mut self, write: &mut Vec<u8>);
    fn received(&mut self, bytes: &[u8], reports: &mut Vec<Timed<Self::Report>>, write: &mut Vec<u8>);
    fn wake_in(&self) -> Duration;
    fn tick(&mut self, reports: &mut Vec<Timed<Self::Report>>, write: &mut Vec<u8>);
}

macro_rules! session {
    ($name:ident, $trait:ident, $report:ident) => {
        struct $name(Box<dyn $trait>);

        impl Session for $name {
            type Report = $report;
            fn opened(&mut self, write: &mut Vec<u8>) {
                self.0.opened(stamp().mono, write);
            }
            fn received(&mut self, bytes: &[u8], reports: &mut Vec<Timed<$report>>, write: &mut Vec<u8>) {
                self.0.received(stamp().mono, bytes, reports, write);
            }
            fn wake_in(&self) -> Duration {
                self.0.wake().map_or(LIMIT, |wake| Duration::from_millis(wake.since_ms(stamp().mono)))
            }
            fn tick(&mut self, reports: &mut Vec<Timed<$report>>, write: &mut Vec<u8>) {
                self.0.tick(stamp().mono, reports, write);
            }
        }
    };
}

session!(Board, BoardSession, BoardReport);
session!(Clock, ClockSession, ClockReport);

impl<S: Session> Host<S, S::Report> {
    fn open(session: S, path: &std::path::Path) -> Host<S, S::Report> {
        let (sender, events) = mpsc::channel(64);
        let spec = PortSpec { address: path.to_str().unwrap().to_owned(), baud: 115_200 };
        Host { session, port: serial::spawn(spec, (), sender), events, reports: Default::default() }
    }

    /// The next report, whatever has to happen before it.
    async fn report(&mut self) -> S::Report {
        tokio::time::timeout(LIMIT, async {
            loop {
                if let Some(report) = self.reports.pop_front() {
                    return report;
                }
                self.step().await;
            }
        })
        .await
        .expect("no report")
    }

    async fn step(&mut self) {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        tokio::select! {
            event = self.events.recv() => match event.expect("the port has ended").1 {
                PortEvent::Opened { .. } => self.session.opened(&mut write),
                PortEvent::Bytes { bytes, .. } => self.session.received(&bytes, &mut reports, &mut write),
                PortEvent::Lost { .. } | PortEvent::Waiting { .. } => {}
                PortEvent::WritesDropped { .. } => panic!("a few bytes do not fill a queue"),
            },
            () = tokio::time::sleep(self.session.wake_in()) => self.session.tick(&mut reports, &mut write),
        }
        self.reports.extend(reports.into_iter().map(|report| report.what));
        if !write.is_empty() {
            self.port.write(write);
        }
    }
}

impl Host<Board, BoardReport> {
    async fn scan(&mut self) -> Grid {
        loop {
            if let BoardReport::Scan(grid) = self.report().await {
                return grid;
            }
        }
    }

    /// Scans until one is as wanted.
    async fn scan_with(&mut self, wanted: impl Fn(&Grid) -> bool) {
        loop {
            if wanted(&self.scan().await) {
                return;
            }
        }
    }
}

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

/// Runs a host in the background until the future is done.
async fn while_hosting<S: Session, T>(host: &mut Host<S, S::Report>, doing: impl Future<Output = T>) -> T {
    let mut doing = std::pin::pin!(doing);
    tokio::time::timeout(LIMIT, async {
        loop {
            tokio::select! {
                done = &mut doing => return done,
                () = host.step() => {}
            }
        }
    })
    .await
    .expect("not done")
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
