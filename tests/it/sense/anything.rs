//! Any question at all: no panic, no endless search, and nothing told beyond the limits.

use kifud::go::{Color, Place, Point, Position, Rules, Size};
use kifud::sense::{Limits, Play, Question, Reconstruction, Settling, explain, straightened};
use kifud::time::Mono;
use kifud::wire::{Cell, Grid};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use super::table::grid;

const CELLS: [Cell; 5] = [Cell::Empty, Cell::StoneOfUnknownColor, Cell::Unreadable, Cell::Stone(Color::Black), Cell::Stone(Color::White)];

/// Moments of every kind: none, ordinary ones, equal ones, the end of time.
fn moment(random: &mut fastrand::Rng) -> Mono {
    Mono::from_millis(match random.u8(0..5) {
        0 => 0,
        1 => u64::MAX - random.u64(0..3),
        2 => 5_000,
        _ => random.u64(0..20_000),
    })
}

fn point(size: Size, random: &mut fastrand::Rng) -> Point {
    size.point(random.usize(0..size.area())).unwrap()
}

fn color(random: &mut fastrand::Rng) -> Color {
    if random.bool() { Color::Black } else { Color::White }
}

/// A position that may have come about in any way, also an unlawful one.
fn position(size: Size, random: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(size, &Rules::CHINESE);
    for _ in 0..random.usize(0..size.area()) {
        let at = Place::At(point(size, random));
        if random.u8(0..20) == 0 {
            position.take_in(color(random), at).unwrap();
        } else {
            let _ = position.play(position.to_move(), at);
        }
    }
    if random.u8(0..4) == 0 {
        position.edit((0..5).map(|_| (point(size, random), Some(color(random)))).collect::<Vec<_>>());
    }
    position
}

fn told(answer: &Reconstruction) -> Vec<&Vec<Play>> {
    match answer {
        Reconstruction::Played(plays) => vec![plays],
        Reconstruction::PlayedInSomeOrder { plays, others } => std::iter::once(plays).chain(others).collect(),
        Reconstruction::Ambiguous(ways) => ways.iter().collect(),
        Reconstruction::Unchanged | Reconstruction::Unfinished(_) | Reconstruction::Unexplained(_) => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_question_is_too_strange(seed in any::<u64>(), width in 2u8..=19, height in 2u8..=19, changes in 0usize..400) {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = Size::new(width, height).unwrap();
        let position = position(size, &mut random);
        // Often some plays are in it.
        let mut after = position.clone();
        for _ in 0..random.usize(0..6) {
            let _ = after.play(after.to_move(), Place::At(point(size, &mut random)));
        }
        let mut wood: Grid = grid(&after, random.bool());
        for _ in 0..if random.u8(0..4) == 0 { changes } else { changes % 4 } {
            wood.set(point(size, &mut random), CELLS[random.usize(0..CELLS.len())]);
        }
        let seen: Vec<Mono> = (0..size.area()).map(|_| moment(&mut random)).collect();
        let lifting: Vec<(Point, Color)> = (0..random.usize(0..4)).map(|_| (point(size, &mut random), color(&mut random))).collect();
        let settling: Vec<Settling> = (0..random.usize(0..3))
            .map(|_| Settling { point: point(size, &mut random), cell: CELLS[random.usize(0..CELLS.len())], first_seen: moment(&mut random) })
            .collect();
        let presses: Vec<(Color, Mono)> = (0..random.usize(0..8)).map(|_| (color(&mut random), moment(&mut random))).collect();
        let latest: Vec<Point> = (0..random.usize(0..4)).map(|_| point(size, &mut random)).collect();
        let question = Question {
            position: &position,
            to_move: if random.u8(0..4) == 0 { color(&mut random) } else { position.to_move() },
            wood: &wood,
            first_seen: &|point| seen[size.index(point)],
            lifting: &lifting,
            last_move: random.bool().then(|| point(size, &mut random)),
            settling: &settling,
            not_before: moment(&mut random),
            known_since: moment(&mut random),
            presses: &presses,
            latest: &latest,
            limits: Limits { plies: random.usize(0..7), tries: random.usize(0..2_000), ways: random.usize(0..13) },
        };
        let answer = explain(&question);
        let _ = (explain(&question), straightened(&question, point(size, &mut random)));
        let ways = told(&answer);
        prop_assert!(ways.len() <= question.limits.ways.max(1));
        prop_assert_eq!(ways.is_empty(), matches!(answer, Reconstruction::Unchanged | Reconstruction::Unfinished(_) | Reconstruction::Unexplained(_)));
        for plays in ways {
            prop_assert!(!plays.is_empty() && plays.len() <= question.limits.plies);
            let mut after = position.clone();
            after.set_to_move(question.to_move);
            for play in plays {
                if play.after_pass.is_some() {
                    after.play(after.to_move(), Place::Pass).unwrap();
                }
                prop_assert_eq!(after.play(play.color, Place::At(play.point)).unwrap().captured, play.captured.clone());
            }
        }
    }
}
