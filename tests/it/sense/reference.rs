//! The search against a reference that is slow and plain: every sequence of up to three legal plays on a small board.
//!
//! Snapbacks, captures and recaptures between two looks and kos are common there; nothing has moments.

use std::collections::BTreeSet;

use kifud::go::{Color, Ko, Place, Point, Position, Rules, Size, Suicide};
use kifud::sense::{Limits, Play, Question, Reconstruction, Shown, explain};
use kifud::time::Mono;
use kifud::wire::{Cell, Grid};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use super::table::grid;

type Plays = Vec<(Color, Point)>;

const PLIES: usize = 3;

struct Scene {
    position: Position,
    wood: Grid,
}

fn shows(cell: Cell, color: Color) -> bool {
    cell == Cell::Stone(color) || cell == Cell::StoneOfUnknownColor
}

/// A position that random plays have led to, one to three plays more, and the wood with some of the captured stones still on it.
fn scene(seed: u64, sees_color: bool, disturbed: bool) -> Scene {
    let mut random = fastrand::Rng::with_seed(seed);
    let kos = [Ko::None, Ko::Simple, Ko::Positional, Ko::Situational, Ko::NaturalSituational, Ko::Spight];
    let suicides = [Suicide::None, Suicide::None, Suicide::Several, Suicide::Any];
    let rules = Rules { ko: kos[random.usize(0..kos.len())], suicide: suicides[random.usize(0..4)], ..Rules::CHINESE };
    let size = Size::new(random.u8(2..=4), random.u8(2..=3)).unwrap();
    let mut position = Position::new(size, &rules);
    let mut play = |position: &mut Position| {
        let point = size.point(random.usize(0..size.area())).unwrap();
        let side = position.to_move();
        position.play(side, Place::At(point)).ok().map(|played| (side, played))
    };
    for _ in 0..(seed % 30) {
        let _ = play(&mut position);
    }
    let root = position.clone();
    let plies = 1 + (seed / 30) as usize % PLIES;
    let (mut dead, mut made) = (Vec::new(), 0);
    for _ in 0..20 {
        if made == plies {
            break;
        }
        if let Some((side, played)) = play(&mut position) {
            made += 1;
            dead.extend(played.captured.into_iter().map(|stone| (stone, side.opponent())));
            dead.extend(played.given_up.into_iter().map(|stone| (stone, side)));
        }
    }
    let mut wood = grid(&position, sees_color);
    for (stone, color) in dead {
        if wood.get(stone) == Cell::Empty && random.bool() {
            wood.set(stone, if sees_color { Cell::Stone(color) } else { Cell::StoneOfUnknownColor });
        }
    }
    if disturbed {
        let cells = [Cell::Empty, Cell::StoneOfUnknownColor, Cell::Unreadable, Cell::Stone(Color::Black), Cell::Stone(Color::White)];
        wood.set(size.point(random.usize(0..size.area())).unwrap(), cells[random.usize(0..cells.len())]);
    }
    Scene { position: root, wood }
}

/// Every sequence of legal plays of this length after which the wood is the position, captured stones that still stand aside.
fn stories(scene: &Scene, plies: usize) -> BTreeSet<Plays> {
    let mut found = BTreeSet::new();
    extend(scene, &scene.position, plies, &mut Vec::new(), &mut Vec::new(), &mut found);
    found
}

fn extend(scene: &Scene, at: &Position, left: usize, plays: &mut Plays, dead: &mut Plays, found: &mut BTreeSet<Plays>) {
    if left == 0 {
        let fits = |point: Point| match (at.get(point), scene.wood.get(point)) {
            (_, Cell::Unreadable) | (None, Cell::Empty) => true,
            (Some(color), cell) => shows(cell, color),
            (None, cell) => dead.iter().any(|&(color, stone)| stone == point && shows(cell, color)),
        };
        if at.size().points().all(fits) {
            found.insert(plays.clone());
        }
        return;
    }
    for point in at.size().points() {
        let (side, mut after) = (at.to_move(), at.clone());
        let Ok(played) = after.play(side, Place::At(point)) else { continue };
        let before = dead.len();
        dead.extend(played.captured.into_iter().map(|stone| (side.opponent(), stone)));
        dead.extend(played.given_up.into_iter().map(|stone| (side, stone)));
        plays.push((side, point));
        extend(scene, &after, left - 1, plays, dead, found);
        plays.pop();
        dead.truncate(before);
    }
}

/// Each play has a stone of its own to show, which the record does not have.
fn is_seen(scene: &Scene, plays: &Plays) -> bool {
    plays.iter().enumerate().all(|(index, &(color, point))| {
        let cell = scene.wood.get(point);
        let as_before = scene.position.get(point).is_some_and(|stone| shows(cell, stone));
        shows(cell, color) && !as_before && plays[..index].iter().all(|&(_, earlier)| earlier != point)
    })
}

fn plain(plays: &[Play]) -> Plays {
    plays.iter().map(|play| (play.color, play.point)).collect()
}

fn told(scene: &Scene) -> (Reconstruction, Vec<Vec<Play>>) {
    let told = explain(&Question {
        position: &scene.position,
        to_move: scene.position.to_move(),
        wood: &scene.wood,
        first_seen: &|_| Mono::ZERO,
        lifting: &[],
        last_move: None,
        settling: &[],
        not_before: Mono::ZERO,
        known_since: Mono::ZERO,
        presses: &[],
        latest: &[],
        limits: Limits { plies: PLIES, tries: 1_000_000, ways: 1_000_000 },
    });
    let ways = match &told {
        Reconstruction::Played(plays) => vec![plays.clone()],
        Reconstruction::PlayedInSomeOrder { plays, others } => [std::slice::from_ref(plays), &others[..]].concat(),
        Reconstruction::Ambiguous(ways) => ways.clone(),
        _ => Vec::new(),
    };
    (told, ways)
}

/// Stones are missing that the side to move can be taking with one play.
fn is_lifting(scene: &Scene, plays: &[Play]) -> bool {
    let mut after = scene.position.clone();
    for play in plays {
        after.play(play.color, Place::At(play.point)).unwrap();
    }
    let missing: Vec<Point> =
        after.size().points().filter(|&point| after.get(point).is_some() && scene.wood.get(point) == Cell::Empty).collect();
    let takes = |point: Point| {
        let judgement = after.judge(after.to_move(), Place::At(point));
        judgement.is_legal() && missing.iter().all(|stone| judgement.captures.contains(stone))
    };
    !missing.is_empty() && after.size().points().any(takes)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Whenever each play can be seen, exactly the shortest stories are told: all of them, and no other.
    #[test]
    fn what_can_be_seen_is_told_exactly(seed in any::<u64>(), sees_color in any::<bool>(), disturbed in any::<bool>()) {
        let scene = scene(seed, sees_color, disturbed);
        if stories(&scene, 0).len() == 1 {
            prop_assert_eq!(told(&scene).0, Reconstruction::Unchanged);
            return Ok(());
        }
        let all: Vec<BTreeSet<Plays>> = (1..=PLIES).map(|plies| stories(&scene, plies)).collect();
        let seen: Vec<BTreeSet<Plays>> =
            all.iter().map(|stories| stories.iter().filter(|plays| is_seen(&scene, plays)).cloned().collect()).collect();
        let (answer, ways) = told(&scene);
        match seen.iter().find(|stories| !stories.is_empty()) {
            Some(shortest) => {
                prop_assert_eq!(&ways.iter().map(|plays| plain(plays)).collect::<BTreeSet<_>>(), shortest);
                prop_assert_eq!(ways.len(), shortest.len(), "none is told twice");
                prop_assert_eq!(ways.len() == 1, matches!(answer, Reconstruction::Played(_)));
            }
            // Nothing can be seen of some play: what is told then is legal and explains everything.
            None => for plays in &ways {
                let is_story = all[plays.len() - 1].contains(&plain(plays));
                let all_shown = plays.iter().all(|play| play.shown == Shown::Seen);
                prop_assert!(is_story && !all_shown || is_lifting(&scene, plays), "{:?}", answer);
            },
        }
    }

    /// The order alone is unknown: every order leads to the same stones.
    #[test]
    fn where_the_order_alone_is_unknown_the_position_is_certain(seed in any::<u64>(), sees_color in any::<bool>()) {
        let scene = scene(seed, sees_color, false);
        let (answer, ways) = told(&scene);
        let mut boards = Vec::new();
        for plays in &ways {
            let mut after = scene.position.clone();
            for play in plays {
                prop_assert_eq!(after.play(play.color, Place::At(play.point)).unwrap().captured, play.captured.clone());
            }
            boards.push(after.board().lines());
        }
        if let Reconstruction::PlayedInSomeOrder { .. } = answer {
            prop_assert!(ways.len() > 1 && boards.iter().all(|board| *board == boards[0]));
        }
        if let Reconstruction::Ambiguous(_) = answer {
            let sorted = |plays: &Vec<Play>| { let mut plays = plain(plays); plays.sort_unstable(); plays };
            prop_assert!(boards.iter().any(|board| *board != boards[0]) || ways.iter().any(|plays| sorted(plays) != sorted(&ways[0])));
        }
    }
}

/// The scenes above are not all of the easy kind; and a story with a stone that cannot be seen is the only one of its length in which not
/// more than one stone has come and gone.
#[test]
fn scenes_hold_snapbacks_recaptures_and_several_orders() {
    let (mut in_place, mut unseen, mut orders, mut ambiguous, mut alone, mut several) = (0, 0, 0, 0, 0, 0);
    for seed in 0..30_000 {
        let scene = scene(seed, seed % 2 == 0, false);
        let (answer, ways) = told(&scene);
        let shown = |shown: Shown| ways.iter().flatten().any(|play| play.shown == shown);
        in_place += u32::from(shown(Shown::InPlace));
        unseen += u32::from(shown(Shown::Unseen));
        orders += u32::from(matches!(answer, Reconstruction::PlayedInSomeOrder { .. }));
        ambiguous += u32::from(matches!(answer, Reconstruction::Ambiguous(_)));
        if matches!(answer, Reconstruction::Played(_)) && (shown(Shown::InPlace) || shown(Shown::Unseen)) {
            let gone = |plays: &Plays| plays.iter().filter(|(_, point)| scene.wood.get(*point) == Cell::Empty).count();
            let stories = stories(&scene, ways[0].len()).iter().filter(|plays| gone(plays) <= 1).count();
            alone += u32::from(stories == 1);
            several += u32::from(stories > 1);
        }
    }
    println!(
        "in place {in_place}, unseen {unseen}, orders {orders}, ambiguous {ambiguous}; unseen told alone {alone}, not alone {several}"
    );
    assert!(in_place >= 10 && unseen > 50 && orders > 100 && ambiguous > 100, "{in_place} {unseen} {orders} {ambiguous}");
    assert!(alone > 50 && several == 0, "{alone} {several}");
}
