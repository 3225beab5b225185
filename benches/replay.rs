//! How fast games are replayed: captures, legality and the positional superko check for every move of every shared game, on one core,
//! beside the crate `goban` doing the same. `cargo bench` prints the figures.
//!
//! Before anything is timed, captures, final hash and repetitions of every game are compared with a reference that is slow and plain:
//! whole boards, flood fill, and a list of all earlier boards.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use goban::pieces::stones::{Color as TheirColor, Stone};
use goban::rules::game::Game;
use goban::rules::game_builder::GameBuilder;
use goban::rules::{CHINESE, Move, Rule};
use kifud::go::{Board, ByColor, Color, Edit, Ko, Place, Point, Position, Record, Rules, Size, Suicide, sgf};

/// Rounds over all games; the median counts.
const ROUNDS: usize = 31;
/// Rounds of the other crate, which takes longer.
const THEIR_ROUNDS: usize = 7;

const RULES: Rules = Rules { ko: Ko::Positional, suicide: Suicide::None, ..Rules::CHINESE };

/// What must come out the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Outcome {
    captured: ByColor<u32>,
    hash: u64,
    repeats: u32,
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/sgf/games");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("SKIPPED, nothing was measured: {} is not there", folder.display());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let mut games = Vec::new();
    for path in &paths {
        match sgf::read(&std::fs::read(path).expect("a readable file")) {
            Ok(game) => games.push(game.record),
            Err(error) => println!("not read: {}: {error}", path.display()),
        }
    }
    let expected: Vec<Outcome> = games.iter().map(reference).collect();
    for (record, expected) in games.iter().zip(&expected) {
        assert_eq!(replay(&start(record), record), *expected, "differs from the reference");
    }
    let moves: usize = games.iter().map(|record| record.moves.len()).sum();
    let repeats: u32 = expected.iter().map(|outcome| outcome.repeats).sum();
    let captured: u32 = expected.iter().map(|outcome| outcome.captured.black + outcome.captured.white).sum();
    println!("{} games, {moves} moves, {captured} captures, {repeats} repetitions: all as the reference has them", games.len());

    let starts: Vec<Position> = games.iter().map(start).collect();
    let ours = median(ROUNDS, || {
        for (start, record) in starts.iter().zip(&games) {
            black_box(replay(start, record));
        }
    });
    println!("kifud: {:.2} million moves/s", rate(moves, ours));
    compare(&games, &starts, &expected);
}

/// The same games with both crates, where the other one can: it knows no colours out of turn and no set-up after the start.
fn compare(games: &[Record], starts: &[Position], expected: &[Outcome]) {
    let chosen: Vec<usize> = (0..games.len()).filter(|&game| they_can(&games[game])).collect();
    let moves: usize = chosen.iter().map(|&game| games[game].moves.len()).sum();
    let their_starts: Vec<(usize, Game)> = chosen.iter().map(|&game| (game, their_start(&games[game]))).collect();
    let mut differing = 0;
    for (game, start) in &their_starts {
        let (prisoners, repeats) = their_replay(start, &games[*game]);
        assert_eq!(prisoners, expected[*game].captured, "the other crate captures otherwise");
        differing += u32::from(repeats != expected[*game].repeats);
    }
    let theirs = median(THEIR_ROUNDS, || {
        for (game, start) in &their_starts {
            black_box(their_replay(start, &games[*game]));
        }
    });
    let ours = median(ROUNDS, || {
        for &game in &chosen {
            black_box(replay(&starts[game], &games[game]));
        }
    });
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!("on the {} games that goban can replay ({moves} moves; it counts other repetitions in {differing}):", chosen.len());
    println!("kifud {:.2}, goban {:.2} million moves/s: {ratio:.1} times as fast", rate(moves, ours), rate(moves, theirs));
}

fn start(record: &Record) -> Position {
    Position::at_start_of(record, &RULES).expect("read files lie on their boards")
}

/// Every move is judged; one that is illegal is counted if it repeats, and taken in, since it was played.
fn replay(start: &Position, record: &Record) -> Outcome {
    let mut position = start.clone();
    let mut repeats = 0;
    let mut edits = record.edits.iter().peekable();
    for (after, played) in (1..).zip(&record.moves) {
        position.set_to_move(played.color);
        if let Err(judgement) = position.play(played.color, played.place) {
            repeats += u32::from(judgement.repeats.is_some());
            position.take_in(played.color, played.place).expect("on the board");
        }
        while let Some(edit) = edits.next_if(|edit| edit.after == after) {
            position.edit(edit.changes());
        }
    }
    Outcome { captured: position.captured(), hash: position.board().hash(), repeats }
}

/// Slow and plain.
fn reference(record: &Record) -> Outcome {
    let size = record.size;
    let mut board: Vec<Option<Color>> = vec![None; size.area()];
    let change = |board: &mut Vec<Option<Color>>, edit: &Edit| {
        for (point, stone) in edit.changes() {
            board[size.index(point)] = stone;
        }
    };
    let setup =
        Edit { after: 0, black: record.setup.black.clone(), white: record.setup.white.clone(), empty: vec![], reason: String::new() };
    change(&mut board, &setup);
    let mut earlier = vec![board.clone()];
    let mut outcome = Outcome::default();
    for (after, played) in (1..).zip(&record.moves) {
        if let Place::At(point) = played.place {
            board[size.index(point)] = Some(played.color);
            for beside in size.neighbours(point) {
                if board[size.index(beside)] == Some(played.color.opponent()) {
                    outcome.captured[played.color] += lift_if_breathless(&mut board, size, beside);
                }
            }
            outcome.repeats += u32::from(earlier.contains(&board));
            earlier.push(board.clone());
        }
        for edit in record.edits.iter().filter(|edit| edit.after == after) {
            change(&mut board, edit);
            earlier.push(board.clone());
        }
    }
    let mut last = Board::new(size);
    last.set(size.points().map(|point| (point, board[size.index(point)])));
    outcome.hash = last.hash();
    outcome
}

fn lift_if_breathless(board: &mut [Option<Color>], size: Size, first: Point) -> u32 {
    let color = board[size.index(first)];
    let mut chain = vec![first];
    let mut reached = 0;
    while let Some(&stone) = chain.get(reached) {
        reached += 1;
        for beside in size.neighbours(stone) {
            match board[size.index(beside)] {
                None => return 0,
                there if there == color && !chain.contains(&beside) => chain.push(beside),
                Some(_) => {}
            }
        }
    }
    for stone in &chain {
        board[size.index(*stone)] = None;
    }
    chain.len() as u32
}

fn they_can(record: &Record) -> bool {
    let alternate = record.moves.windows(2).all(|pair| pair[0].color != pair[1].color);
    let square_to_19 = record.size.width() == record.size.height() && record.size.width() <= 19;
    alternate && square_to_19 && record.edits.is_empty()
}

fn their_color(color: Color) -> TheirColor {
    match color {
        Color::Black => TheirColor::Black,
        Color::White => TheirColor::White,
    }
}

fn their_start(record: &Record) -> Game {
    let rule: Rule = CHINESE;
    let stones: Vec<Stone> = [(&record.setup.black, Color::Black), (&record.setup.white, Color::White)]
        .into_iter()
        .flat_map(|(points, color)| points.iter().map(move |point| Stone { coord: (point.row, point.col), color: their_color(color) }))
        .collect();
    let mut builder = GameBuilder::default();
    builder.size((record.size.height(), record.size.width())).rule(rule).turn(their_color(record.first));
    for stone in stones {
        builder.add(stone);
    }
    builder.build().expect("a game to start from")
}

/// As [`replay`]: each move is checked by its rules (ko, suicide, superko), and played even so.
fn their_replay(start: &Game, record: &Record) -> (ByColor<u32>, u32) {
    let mut game = start.clone();
    let mut repeats = 0;
    for played in &record.moves {
        match played.place {
            Place::Pass => {
                if game.is_over() {
                    game.resume();
                }
                game.play(Move::Pass);
            }
            Place::At(Point { col, row }) => {
                repeats += u32::from(game.check_point((row, col)).is_some());
                game.play(Move::Play(row, col));
            }
        }
    }
    let (black, white) = game.prisoners();
    (ByColor { black, white }, repeats)
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures")]
fn median(rounds: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let before = Instant::now();
            work();
            before.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[rounds / 2]
}

fn rate(moves: usize, time: Duration) -> f64 {
    moves as f64 / time.as_secs_f64() / 1e6
}
