//! Whole games by virtual hands, seen through the daemon's own ports and sessions.

use std::path::Path;

use clap::Parser;
use kifud::clock::Side;
use kifud::go::sgf::{self, GameFile};
use kifud::go::{Color, Ko, Place, PlayedMove, Position, Record, Rules, Size};
use kifud::sim::{Act, ClockOptions, Device, Gaps, Hands, HandsError, HandsLevel, Pace, SimArgs, Table, TableOptions, schedule};
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{BoardDriver, BoardReport, Cell, ClockDriver, Grid, board_session, clock_session};

use crate::cases::shared;
use crate::host::{Board, Clock, Host, while_hosting};

/// A game of `moves` random moves on 9x9, with captures once the board is full; a player who has no legal move passes.
fn game(moves: usize) -> Record {
    let size = Size::square(9).unwrap();
    let mut record = Record::new(size);
    record.setup.black = vec![size.point(20).unwrap(), size.point(60).unwrap()];
    record.first = Color::White;
    let rules = Rules { ko: Ko::Simple, ..Rules::CHINESE };
    let mut position = Position::at_start_of(&record, &rules).unwrap();
    let mut rng = fastrand::Rng::with_seed(9);
    while record.moves.len() < moves {
        let color = position.to_move();
        let legal: Vec<Place> = size.points().map(Place::At).filter(|&place| position.judge(color, place).is_legal()).collect();
        let place = rng.choice(legal).unwrap_or(Place::Pass);
        position.play(color, place).unwrap();
        record.moves.push(PlayedMove::new(color, place));
    }
    record
}

/// The position after each move, as a board that sees colours shows it; first the set-up.
fn positions(record: &Record) -> Vec<Grid> {
    let mut position = Position::at_start_of(record, &Rules::CHINESE).unwrap();
    let grid = |position: &Position| {
        let cells = position.stones().into_iter().map(|stone| stone.map_or(Cell::Empty, Cell::Stone)).collect();
        Grid::from_cells(record.size, cells).unwrap()
    };
    let mut grids = vec![grid(&position)];
    for played in &record.moves {
        position.play(played.color, played.place).unwrap();
        grids.push(grid(&position));
    }
    grids
}

#[tokio::test]
async fn every_position_of_a_game_reaches_the_host_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let (board_link, clock_link) = (dir.path().join("board"), dir.path().join("clock"));
    let record = game(100);
    let setting = ClockSetting { main_ms: 600_000, periods: 0, period_ms: 0 };
    let table = Table::new(&TableOptions {
        size: record.size,
        board_link: board_link.clone(),
        board_driver: BoardDriver::Kifud,
        clock: Some(ClockOptions { link: clock_link.clone(), driver: ClockDriver::Kifud, setting }),
        seed: 4,
    })
    .unwrap();
    let mut clock = Host::open(Clock(clock_session(ClockDriver::Kifud)), &clock_link);
    let mut board = Host::open(Board(board_session(BoardDriver::Kifud, record.size, 50)), &board_link);
    while_hosting(&mut board, while_hosting(&mut clock, table.followed())).await.unwrap();
    let gaps = Gaps { settle_ms: 8, margin_ms: 20, press_tolerance_ms: 0, hand_over_ms: 2, ..Gaps::for_settle(8) };
    let hands = Hands { level: HandsLevel::Careful, pace: Pace::Fast, gaps, black_side: Some(Side::Right) };
    let cues = schedule(&record, &hands, 4).unwrap();
    while_hosting(&mut board, while_hosting(&mut clock, table.play(&cues))).await.unwrap();
    let mut positions = positions(&record);
    // A pass changes nothing, so the board has nothing to say.
    positions.dedup();
    for wanted in positions {
        board.scan_with(|grid| *grid == wanted).await;
    }
    assert_eq!(table.state(Device::Board).map(|state| state.lost_bytes), Some(0));
    let mut presses = Vec::new();
    while presses.len() < record.moves.len() + 1 {
        if let kifud::wire::ClockReport::Press(side) = clock.report().await {
            presses.push(side);
        }
    }
    // Two stones of handicap: Black starts White's clock, and then they take turns.
    let expected: Vec<Side> = (0..presses.len()).map(|n| if n % 2 == 0 { Side::Right } else { Side::Left }).collect();
    assert_eq!(presses, expected);
}

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    sim: SimArgs,
}

fn sim_args(dir: &Path, line: &str) -> SimArgs {
    let line = line.replace("DIR", dir.to_str().unwrap());
    Line::try_parse_from(std::iter::once("sim").chain(line.split_whitespace())).unwrap().sim
}

#[tokio::test]
async fn the_command_plays_a_file_on_a_board_without_colours_and_cleans_up() {
    let dir = tempfile::tempdir().unwrap();
    let record = game(40);
    std::fs::write(dir.path().join("game.sgf"), sgf::write(&GameFile::new(record.clone()))).unwrap();
    let args = sim_args(
        dir.path(),
        "--sgf DIR/game.sgf --pace fast --settle-ms 5 --press-tolerance-ms 0 --board-link DIR/new/board --board-driver igo",
    );
    let board_link = dir.path().join("new/board");
    let mut board = Host::open(Board(board_session(BoardDriver::Igo, record.size, 5)), &board_link);
    while_hosting(&mut board, kifud::sim::run(&args)).await.unwrap();
    let last = positions(&record).pop().unwrap();
    let presence = last.cells().iter().map(|cell| if *cell == Cell::Empty { Cell::Empty } else { Cell::StoneOfUnknownColor }).collect();
    let presence = Grid::from_cells(record.size, presence).unwrap();
    board.scan_with(|grid| *grid == presence).await;
    assert!(board_link.symlink_metadata().is_err(), "the link is still there");
}

#[tokio::test]
async fn the_command_plays_a_scene_with_a_pulled_cable() {
    let dir = tempfile::tempdir().unwrap();
    let scene = "black C3\nwait 20ms\nunplug board\nwhite D4\nwait 50ms\nplug board\nwait 20ms\nlift C3\n";
    std::fs::write(dir.path().join("scene"), scene).unwrap();
    let args = sim_args(dir.path(), "--script DIR/scene --size 9 --board-link DIR/board");
    let size = Size::square(9).unwrap();
    let mut board = Host::open(Board(board_session(BoardDriver::Kifud, size, 50)), &dir.path().join("board"));
    while_hosting(&mut board, kifud::sim::run(&args)).await.unwrap();
    let mut after_the_cable = Grid::filled(size, Cell::Empty);
    after_the_cable.set(kifud::go::Point::from_vertex("D4", size).unwrap(), Cell::Stone(Color::White));
    let mut greetings = 0;
    loop {
        match board.report().await {
            BoardReport::Greeting(_) => greetings += 1,
            BoardReport::Scan(grid) if grid == after_the_cable => break,
            _ => {}
        }
    }
    assert_eq!(greetings, 2, "one for each time the cable was put in");
}

#[tokio::test]
async fn the_command_names_the_file_that_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bad"), "fly D4").unwrap();
    std::fs::write(dir.path().join("short"), "(;SZ[9];B[cc];W[gg])").unwrap();
    for (line, says) in [
        ("--sgf DIR/none --board-link DIR/board", "none: "),
        ("--sgf DIR/bad --board-link DIR/board", "bad: there is no SGF game in it"),
        ("--script DIR/bad --board-link DIR/board", "bad: line 1: \"fly\" is no act"),
        ("--sgf DIR/short --scene double-move --board-link DIR/board", "short: there is no place in this game for double-move"),
        ("--script DIR/bad --size 40 --board-link DIR/board", "--size 40"),
    ] {
        let error = kifud::sim::run(&sim_args(dir.path(), line)).await.unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// The acts of every shared game leave the wood as its record says, each with another kind of hands.
#[test]
fn all_shared_games_can_be_shown_by_hands() {
    let Some(folder) = shared("sgf/games") else { return };
    let files = std::fs::read_dir(&folder).expect("a readable folder");
    let mut shown = 0;
    for file in files {
        let path = file.unwrap().path();
        let Ok(game) = sgf::read(&std::fs::read(&path).unwrap()) else { continue };
        if sgf::playable_on_a_board(&game).is_err() {
            continue;
        }
        let last = positions(&game.record).pop().unwrap();
        let levels = [HandsLevel::Perfect, HandsLevel::Careful, HandsLevel::Ordinary, HandsLevel::Rough, HandsLevel::Brutal];
        for level in levels.into_iter().cycle().skip(shown as usize).take(if std::env::var_os("KIFUD_LONG").is_some() { 5 } else { 1 }) {
            let hands = Hands { level, pace: Pace::Fast, gaps: Gaps::for_settle(30), black_side: Some(Side::Left) };
            let cues = schedule(&game.record, &hands, shown).unwrap();
            let mut wood = Grid::filled(game.record.size, Cell::Empty);
            let mut sensors = wood.clone();
            for cue in &cues {
                cue.act.shown().into_iter().for_each(|(point, cell)| sensors.set(point, cell));
                match cue.act {
                    Act::Put(point, color) => {
                        assert_eq!(wood.get(point), Cell::Empty, "{}", path.display());
                        wood.set(point, Cell::Stone(color));
                    }
                    Act::Lift(point) => {
                        assert_ne!(wood.get(point), Cell::Empty, "{}", path.display());
                        wood.set(point, Cell::Empty);
                    }
                    _ => {}
                }
            }
            assert!(wood == last && sensors == last, "{}", path.display());
        }
        shown += 1;
    }
    assert!(shown > 200, "{shown} games");
}

#[test]
fn stones_set_in_the_middle_are_refused() {
    let mut record = game(10);
    record.edits.push(kifud::go::Edit { after: 5, black: vec![], white: vec![], empty: vec![], reason: String::new() });
    let hands = Hands { level: HandsLevel::Perfect, pace: Pace::Fast, gaps: Gaps::for_settle(30), black_side: None };
    assert_eq!(schedule(&record, &hands, 0), Err(HandsError::SetUpLater { after: 5 }));
}
