//! Laws: generated games through hands come out exactly; whatever is told has been shown; nothing panics.

use kifud::go::{Color, Place, Point, Position, Size};
use kifud::sense::{Limits, Play, Question, Reconstruction, explain};
use kifud::time::Mono;
use kifud::wire::{Cell, Grid};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use super::hands::{Move, Observer, game, play_by_hand};
use super::table::grid;

fn shown(color: Color, sees_color: bool) -> Cell {
    if sees_color { Cell::Stone(color) } else { Cell::StoneOfUnknownColor }
}

fn told(plays: &[Play]) -> Vec<Move> {
    plays.iter().map(|play| Move { color: play.color, point: play.point, captured: play.captured.clone() }).collect()
}

fn through_hands(side: u8, moves: usize, seed: u64, sees_color: bool) -> (Vec<Move>, Observer) {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = Size::square(side).unwrap();
    let (start, moves) = game(size, moves, &mut random);
    let mut wood = grid(&start, sees_color);
    let mut observer = Observer::new(start, sees_color);
    let changes = play_by_hand(size, &moves, &mut random);
    for (index, &(at, point, stone)) in changes.iter().enumerate() {
        wood.set(point, stone.map_or(Cell::Empty, |color| shown(color, sees_color)));
        // Changes of the same moment are one scan.
        if changes.get(index + 1).is_none_or(|next| next.0 != at) {
            observer.scan(at, &wood);
        }
    }
    observer.until(Mono::from_millis(u64::MAX));
    (moves, observer)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn small_games_through_hands_come_out_exactly(seed in any::<u64>(), moves in 1usize..160, side in 5u8..=9, sees_color in any::<bool>()) {
        let (moves, observer) = through_hands(side, moves, seed, sees_color);
        prop_assert_eq!(told(&observer.plays), moves);
        prop_assert_eq!(observer.unsure, 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn large_games_through_hands_come_out_exactly(seed in any::<u64>(), moves in 100usize..400, sees_color in any::<bool>()) {
        let (moves, observer) = through_hands(19, moves, seed, sees_color);
        prop_assert_eq!(told(&observer.plays), moves);
        prop_assert_eq!(observer.unsure, 0);
    }
}

/// A position of a generated game, the next plays, and the wood after them with some of the captured stones still standing.
struct Look {
    position: Position,
    plays: Vec<Move>,
    wood: Grid,
}

/// Up to four plays on points that are empty at the look before: each has a stone of its own to show.
fn look(seed: u64, sees_color: bool) -> Look {
    let mut random = fastrand::Rng::with_seed(seed);
    let (start, moves) = game(Size::square(random.u8(5..=9)).unwrap(), 90, &mut random);
    let known = random.usize(0..moves.len());
    let mut position = start;
    for play in &moves[..known] {
        position.play(play.color, Place::At(play.point)).unwrap();
    }
    let (mut after, mut plays) = (position.clone(), Vec::<Move>::new());
    for play in moves[known..].iter().take(random.usize(1..=4)) {
        let came_and_went = plays.iter().any(|earlier| play.captured.contains(&earlier.point));
        if position.get(play.point).is_some() || came_and_went {
            break;
        }
        after.play(play.color, Place::At(play.point)).unwrap();
        plays.push(play.clone());
    }
    let mut wood = grid(&after, sees_color);
    for play in &plays {
        for &stone in &play.captured {
            if random.bool() {
                wood.set(stone, shown(play.color.opponent(), sees_color));
            }
        }
    }
    Look { position, plays, wood }
}

fn explained(look: &Look, first_seen: &dyn Fn(Point) -> Mono) -> Reconstruction {
    explain(&Question {
        position: &look.position,
        to_move: look.position.to_move(),
        wood: &look.wood,
        first_seen,
        lifting: &[],
        last_move: None,
        settling: &[],
        not_before: Mono::ZERO,
        known_since: Mono::ZERO,
        presses: &[],
        latest: &[],
        limits: Limits { ways: 100, ..Limits::DEFAULT },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn plays_between_two_looks_are_told_in_the_order_in_which_they_were_seen(seed in any::<u64>(), sees_color in any::<bool>()) {
        let look = look(seed, sees_color);
        let first_seen = |point: Point| {
            Mono::from_millis(look.plays.iter().position(|play| play.point == point).map_or(0, |n| 10 + n as u64))
        };
        match explained(&look, &first_seen) {
            Reconstruction::Unchanged => prop_assert!(look.plays.is_empty()),
            Reconstruction::Played(plays) => prop_assert_eq!(told(&plays), look.plays),
            other => prop_assert!(false, "{:?} instead of {:?}", other, look.plays),
        }
    }

    #[test]
    fn without_moments_the_truth_is_among_the_stories(seed in any::<u64>(), sees_color in any::<bool>()) {
        let look = look(seed, sees_color);
        match explained(&look, &|_| Mono::ZERO) {
            Reconstruction::Unchanged => prop_assert!(look.plays.is_empty()),
            Reconstruction::Played(plays) => prop_assert_eq!(told(&plays), look.plays),
            Reconstruction::PlayedInSomeOrder { plays, mut others } => {
                others.push(plays);
                prop_assert!(others.iter().any(|plays| told(plays) == look.plays));
            }
            Reconstruction::Ambiguous(ways) => prop_assert!(ways.iter().any(|plays| told(plays) == look.plays)),
            other => prop_assert!(false, "{:?} instead of {:?}", other, look.plays),
        }
    }

    /// Any wood at all: points lifted, put, changed and unreadable at random.
    #[test]
    fn whatever_is_told_is_legal_and_has_been_shown(seed in any::<u64>(), sees_color in any::<bool>(), points in 1usize..12) {
        let mut look = look(seed, sees_color);
        let mut random = fastrand::Rng::with_seed(seed);
        let size = look.position.size();
        for _ in 0..points {
            let cells = [Cell::Empty, Cell::StoneOfUnknownColor, Cell::Unreadable, Cell::Stone(Color::Black), Cell::Stone(Color::White)];
            look.wood.set(size.point(random.usize(0..size.area())).unwrap(), cells[random.usize(0..cells.len())]);
        }
        let ways = match explained(&look, &|point| Mono::from_millis(size.index(point) as u64 % 7)) {
            Reconstruction::Played(plays) => vec![plays],
            Reconstruction::PlayedInSomeOrder { plays, mut others } => {
                others.push(plays);
                others
            }
            Reconstruction::Ambiguous(ways) => ways,
            _ => Vec::new(),
        };
        for plays in ways {
            let mut after = look.position.clone();
            let mut captured = Vec::new();
            for play in &plays {
                let played = after.play(play.color, Place::At(play.point)).unwrap();
                captured.extend(played.captured.iter().map(|&stone| (stone, play.color.opponent())));
            }
            for point in size.points() {
                let stands = |color: Color| matches!(look.wood.get(point), Cell::Stone(seen) if seen == color)
                    || look.wood.get(point) == Cell::StoneOfUnknownColor;
                let fits = match (after.get(point), look.wood.get(point)) {
                    (_, Cell::Unreadable) | (None, Cell::Empty) => true,
                    // Being lifted by the side to move.
                    (Some(color), Cell::Empty) => color != after.to_move() && after.liberties(point).len() == 1,
                    (Some(color), _) => stands(color),
                    (None, _) => captured.iter().any(|&(taken, color)| taken == point && stands(color)),
                };
                prop_assert!(fits, "{:?}: {:?} in {:?}", plays, point, look.wood.get(point));
            }
        }
    }
}
