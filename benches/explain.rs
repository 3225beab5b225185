//! What an explanation costs: p50, p99 and the worst of `sense::explain`, over questions from every shared game, on one core.
//!
//! Each question is asked three times and the shortest time counts, so that what else the machine does is not measured. `cargo bench
//! --bench explain` prints the figures and fails when one question takes more than the limit.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fastrand::Rng;
use kifud::go::{Color, Place, Point, Position, Rules, Size, sgf};
use kifud::sense::{Limits, Question, Reconstruction, explain};
use kifud::time::Mono;
use kifud::wire::{Cell, Grid};

/// What is promised at worst. Machines differ by more than ten times, and one machine from day to day by three: read the figures beside those of
/// `frames` of the same day.
const WORST: Duration = Duration::from_millis(20);

/// Windows, bumps and bad cases for each game.
const A_GAME: usize = 60;

/// A legal play as it was made.
#[derive(Debug, Clone)]
struct Move {
    point: Point,
    color: Color,
    captured: Vec<Point>,
}

/// A game as far as it is legal and by turns.
struct Played {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

/// What stands, and when it came.
struct Scene<'a> {
    position: &'a Position,
    wood: Grid,
    seen: Vec<Mono>,
    presses: Vec<(Color, Mono)>,
    known_since: Mono,
}

impl<'a> Scene<'a> {
    fn new(position: &'a Position, sees_color: bool) -> Scene<'a> {
        let cells = position.stones().into_iter().map(|stone| stone.map_or(Cell::Empty, |color| shown(color, sees_color)));
        let wood = Grid::from_cells(position.size(), cells.collect()).expect("as many cells as points");
        Scene { position, wood, seen: vec![Mono::ZERO; position.size().area()], presses: Vec::new(), known_since: Mono::ZERO }
    }

    fn put(&mut self, point: Point, cell: Cell, ms: u64) {
        self.wood.set(point, cell);
        self.seen[self.position.size().index(point)] = Mono::from_millis(ms);
    }

    /// The hand makes a play, and lifts as many of the captures as chance will have it.
    fn play(&mut self, played: &Move, sees_color: bool, ms: u64, random: &mut Rng) {
        self.put(played.point, shown(played.color, sees_color), ms);
        for &stone in &played.captured {
            if random.u8(0..3) > 0 {
                self.put(stone, Cell::Empty, ms);
            }
        }
    }

    fn time(&self) -> (Duration, Reconstruction) {
        let question = Question {
            position: self.position,
            to_move: self.position.to_move(),
            wood: &self.wood,
            first_seen: &|point| self.seen[self.position.size().index(point)],
            lifting: &[],
            last_move: None,
            settling: &[],
            not_before: Mono::ZERO,
            known_since: self.known_since,
            presses: &self.presses,
            latest: &[],
            limits: Limits::default(),
        };
        let mut best = Duration::MAX;
        for _ in 0..3 {
            best = best.min(measure(|| {
                black_box(explain(black_box(&question)));
            }));
        }
        (best, explain(&question))
    }
}

/// The times of one kind of question, and how they were answered.
#[derive(Default)]
struct Times {
    all: Vec<Duration>,
    played: usize,
    orders: usize,
    ambiguous: usize,
    unexplained: usize,
}

impl Times {
    fn ask(&mut self, scene: &Scene<'_>) {
        let (time, told) = scene.time();
        self.all.push(time);
        match told {
            Reconstruction::Unchanged | Reconstruction::Played(_) => self.played += 1,
            Reconstruction::PlayedInSomeOrder { .. } => self.orders += 1,
            Reconstruction::Ambiguous(_) => self.ambiguous += 1,
            Reconstruction::Unfinished(_) | Reconstruction::Unexplained(_) => self.unexplained += 1,
        }
    }

    fn print(mut self, what: &str) {
        self.all.sort_unstable();
        let us = |part: usize| self.all[(self.all.len() - 1) * part / 1000].as_nanos() as f64 / 1000.0;
        println!(
            "{what:34} {:6} questions  p50 {:8.1}  p99 {:8.1}  max {:8.1} us   played {}, in some order {}, ambiguous {}, not explained {}",
            self.all.len(),
            us(500),
            us(990),
            us(1000),
            self.played,
            self.orders,
            self.ambiguous,
            self.unexplained
        );
        assert!(*self.all.last().expect("a question") < WORST, "{what}: a question took too long");
    }
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/sgf/games");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("SKIPPED, nothing was measured: {} is not there", folder.display());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let games: Vec<Played> = paths.iter().filter_map(|path| played(&std::fs::read(path).expect("a readable file"))).collect();
    println!("{} games, {} moves", games.len(), games.iter().map(|game| game.moves.len()).sum::<usize>());
    for sees_color in [true, false] {
        println!("{}", if sees_color { "boards that see colours" } else { "presence only" });
        real_moves(&games, sees_color);
        for plies in 2..=6 {
            windows(&games, plies, sees_color, true);
            windows(&games, plies, sees_color, false);
        }
        bumps(&games, sees_color);
        bad_cases(&games, sees_color);
    }
}

fn played(bytes: &[u8]) -> Option<Played> {
    let record = sgf::read(bytes).ok()?.record;
    let mut position = Position::at_start_of(&record, &Rules::CHINESE).ok()?;
    let mut game = Played { positions: Vec::new(), moves: Vec::new() };
    for played in &record.moves {
        let Place::At(point) = played.place else { break };
        let before = position.clone();
        let Ok(done) = position.play(played.color, played.place) else { break };
        game.positions.push(before);
        game.moves.push(Move { point, color: played.color, captured: done.captured });
    }
    (game.moves.len() > 20).then_some(game)
}

fn shown(color: Color, sees_color: bool) -> Cell {
    if sees_color { Cell::Stone(color) } else { Cell::StoneOfUnknownColor }
}

/// Each move of each game by itself.
fn real_moves(games: &[Played], sees_color: bool) {
    let (mut times, mut random) = (Times::default(), Rng::with_seed(1));
    for game in games {
        for (position, played) in game.positions.iter().zip(&game.moves) {
            let mut scene = Scene::new(position, sees_color);
            scene.play(played, sees_color, 1_000, &mut random);
            times.ask(&scene);
        }
    }
    times.print("real moves");
}

fn window<'a>(game: &'a Played, plies: usize, sees_color: bool, in_order: bool, random: &mut Rng) -> Scene<'a> {
    let from = random.usize(0..game.moves.len() - plies);
    let mut scene = Scene::new(&game.positions[from], sees_color);
    for (ply, played) in game.moves[from..from + plies].iter().enumerate() {
        scene.play(played, sees_color, 1_000 + if in_order { 1_000 * ply as u64 } else { 0 }, random);
    }
    scene
}

/// Some moves between two looks.
fn windows(games: &[Played], plies: usize, sees_color: bool, in_order: bool) {
    let (mut times, mut random) = (Times::default(), Rng::with_seed(plies as u64));
    for game in games {
        for _ in 0..A_GAME {
            times.ask(&window(game, plies, sees_color, in_order, &mut random));
        }
    }
    times.print(&format!("{plies} plies, {}", if in_order { "seen in order" } else { "all at one moment" }));
}

/// Ten to forty points that show something else.
fn bumps(games: &[Played], sees_color: bool) {
    let (mut times, mut random) = (Times::default(), Rng::with_seed(3));
    for game in games {
        for _ in 0..A_GAME {
            let mut scene = Scene::new(&game.positions[random.usize(0..game.positions.len())], sees_color);
            disturb(&mut scene, random_points(10, 40, &mut random), sees_color, &mut random);
            times.ask(&scene);
        }
    }
    times.print("bumps of 10 to 40 points");
}

fn random_points(least: usize, most: usize, random: &mut Rng) -> usize {
    random.usize(least..=most)
}

/// Takes stones away where some stand, and puts some where none stand.
fn disturb(scene: &mut Scene<'_>, points: usize, sees_color: bool, random: &mut Rng) {
    let size: Size = scene.position.size();
    for _ in 0..points {
        let Some(point) = size.point(random.usize(0..size.area())) else { continue };
        let color = if random.bool() { Color::Black } else { Color::White };
        let cell = if scene.wood.get(point) == Cell::Empty { shown(color, sees_color) } else { Cell::Empty };
        scene.put(point, cell, 1_000);
    }
}

/// Much that nearly is a story: plies at one moment, and besides a stone, a gap beside them, points that cannot be read, presses.
fn bad_cases(games: &[Played], sees_color: bool) {
    let (mut times, mut random) = (Times::default(), Rng::with_seed(4));
    for game in games {
        for _ in 0..A_GAME * 4 {
            let plies = random.usize(2..=6);
            let mut scene = window(game, plies, sees_color, false, &mut random);
            let size = scene.position.size();
            let came: Vec<Point> =
                size.points().filter(|&point| scene.position.get(point).is_none() && scene.wood.get(point) != Cell::Empty).collect();
            match random.u8(0..4) {
                0 => disturb(&mut scene, 1, sees_color, &mut random),
                // Whatever a new stone leaves only one other liberty, or none, is gone.
                1 => {
                    for &point in &came {
                        for beside in size.neighbours(point) {
                            let open = |liberty: &Point| scene.wood.get(*liberty) == Cell::Empty;
                            if scene.position.liberties(beside).iter().filter(|liberty| open(liberty)).count() <= 1 && random.bool() {
                                scene.put(beside, Cell::Empty, 1_000);
                            }
                        }
                    }
                }
                2 => {
                    for _ in 0..random.usize(1..=12) {
                        let point = size.point(random.usize(0..size.area())).expect("on the board");
                        scene.put(point, Cell::Unreadable, 0);
                    }
                }
                _ => {
                    scene.known_since = Mono::from_millis(2_000);
                    let mut side = scene.position.to_move();
                    for _ in 0..random.usize(plies..=6) {
                        scene.presses.push((side, Mono::from_millis(1_000)));
                        side = side.opponent();
                    }
                    if let Some(&point) = came.first() {
                        scene.put(point, Cell::Empty, 1_000);
                    }
                }
            }
            times.ask(&scene);
        }
    }
    times.print("nearly a story");
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures")]
fn measure(mut work: impl FnMut()) -> Duration {
    let before = Instant::now();
    work();
    before.elapsed()
}
