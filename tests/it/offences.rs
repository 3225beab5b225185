//! Hidden offences: exactly one, where it is said to be, and nothing of it in the twin.

use std::sync::LazyLock;

use kifud::clock::Side;
use kifud::go::{Color, Place, PlayedMove, Point, Position, Record, Rules, Size};
use kifud::sim::{Act, Course, Cue, Gaps, Hands, HandsLevel, Offence, Pace, Scene, scene};
use kifud::wire::Cell;

use super::hands::free_rules;

const PATIENCE_MS: u64 = 4_000;
const SEEDS: u64 = 24;

fn hands(level: HandsLevel) -> Hands {
    Hands { level, pace: Pace::Brisk, gaps: Gaps::for_settle(400), black_side: Some(Side::Left) }
}

/// Legal games of points taken at random: full of captures, kos and eyes.
fn legal_game(seed: u64) -> Record {
    static GAMES: LazyLock<Vec<Record>> = LazyLock::new(|| (0..SEEDS).map(random_legal_game).collect());
    GAMES[seed as usize].clone()
}

fn random_legal_game(seed: u64) -> Record {
    let mut rng = fastrand::Rng::with_seed(seed);
    let size = Size::square(13).unwrap();
    let mut record = Record::new(size);
    let mut position = Position::new(size, &Rules::CHINESE);
    for _ in 0..2_000 {
        let color = position.to_move();
        let Some(point) = size.point(rng.usize(0..size.area())) else { continue };
        let own_eye = size.neighbours(point).all(|beside| position.get(beside) == Some(color));
        if record.moves.len() < 220 && !own_eye && position.play(color, Place::At(point)).is_ok() {
            record.moves.push(PlayedMove::new(color, Place::At(point)));
        }
    }
    record
}

fn position_after(record: &Record, moves: usize) -> Position {
    Position::from_record(&Record { moves: record.moves[..moves].to_vec(), ..record.clone() }, &free_rules()).unwrap()
}

/// What stands after these cues.
fn stands_after<'a>(size: Size, cues: impl IntoIterator<Item = &'a Cue>) -> Vec<Option<Color>> {
    let mut wood = vec![None; size.area()];
    for cue in cues {
        match cue.act {
            Act::Put(point, color) => assert_eq!(wood[size.index(point)].replace(color), None, "a stone on a stone"),
            Act::Lift(point) => assert!(wood[size.index(point)].take().is_some(), "nothing to lift"),
            _ => {}
        }
    }
    wood
}

fn differing(size: Size, one: &[Option<Color>], other: &[Option<Color>]) -> Vec<Point> {
    size.points().filter(|&point| one[size.index(point)] != other[size.index(point)]).collect()
}

/// The scenes of this kind in many games, with their records. No kind may be found only here and there.
fn scenes(offence: Offence, course: Course, hands: &Hands) -> Vec<(Record, Scene)> {
    let found: Vec<_> = (0..SEEDS)
        .filter_map(|seed| {
            let record = legal_game(seed);
            let scene = scene(&record, hands, seed, offence, course, PATIENCE_MS)?;
            Some((record, scene))
        })
        .collect();
    // Late in these crowded games there may be no room left to play on over something.
    let least = if course == Course::AnsweredOver { SEEDS / 2 } else { SEEDS * 8 / 10 };
    assert!(found.len() as u64 >= least, "{} in {} of {SEEDS} games", offence.kind(), found.len());
    found
}

/// True when the kind leaves the move's own stone on the board (or where it was): what stands is compared with the position after it.
fn includes_the_move(offence: Offence) -> bool {
    use Offence as O;
    matches!(
        offence,
        O::StoneRelocated | O::StoneRetracted | O::DoubleMove | O::WrongColor | O::WrongCapture | O::CapturesLeft | O::PressBeforeStone
    )
}

#[test]
fn an_offence_leaves_the_wood_wrong_at_its_points_and_nowhere_else() {
    for offence in Offence::ALL {
        for (record, scene) in scenes(offence, Course::Offence, &hands(HandsLevel::Ordinary)) {
            let size = record.size;
            let expected = scene.expected.as_ref().unwrap();
            assert_eq!((expected.kind, scene.moves + 1), (offence.kind(), scene.turn as usize));
            let before = position_after(&record, scene.moves);
            let earlier = scene.cues.iter().filter(|cue| cue.turn < scene.turn);
            assert!(stands_after(size, earlier) == before.stones(), "all before it is ordinary play");
            let reference = if includes_the_move(offence) { position_after(&record, scene.moves + 1) } else { before.clone() };
            let last = stands_after(size, &scene.cues);
            let wrong = differing(size, &last, &reference.stones());
            let mut points = expected.points.clone();
            points.sort_unstable_by_key(|point| size.index(*point));
            match offence {
                Offence::KoViolation => {
                    let mut taken = before.captures_of(before.to_move(), points[0]);
                    assert_eq!((points.len(), taken.len()), (1, 1));
                    taken.extend(points);
                    assert!(wrong.len() == 2 && wrong.iter().all(|point| taken.contains(point)));
                }
                Offence::PressBeforeStone => assert!(wrong.is_empty() && points == [record.moves[scene.moves].place.point().unwrap()]),
                Offence::EndSuspected => assert!(points.is_empty() && wrong.len() >= 6),
                _ => assert_eq!(wrong, points, "{}", offence.kind()),
            }
        }
    }
}

#[test]
fn whose_offence_it_is_can_be_told_from_the_stones() {
    for offence in Offence::ALL {
        for (record, scene) in scenes(offence, Course::Offence, &hands(HandsLevel::Ordinary)) {
            let expected = scene.expected.unwrap();
            let mover = record.moves[scene.moves].color;
            let before = position_after(&record, scene.moves);
            match offence {
                Offence::StoneShifted | Offence::StoneMissing => assert_eq!(expected.color, before.get(expected.points[0])),
                Offence::ExtraStone | Offence::BoardScattered | Offence::EndSuspected => assert_eq!(expected.color, None),
                _ => assert_eq!(expected.color, Some(mover), "{}", offence.kind()),
            }
            if offence == Offence::ForbiddenPoint {
                let position = Position::with_board(before.board().clone(), mover, &Rules::CHINESE);
                assert!(position.play_is_forbidden(mover, expected.points[0]));
            }
            if offence == Offence::WrongCapture {
                let after = position_after(&record, scene.moves + 1);
                assert!(!after.liberties(expected.points[0]).is_empty());
            }
        }
    }
}

trait Forbidden {
    fn play_is_forbidden(&self, color: Color, point: Point) -> bool;
}

impl Forbidden for Position {
    fn play_is_forbidden(&self, color: Color, point: Point) -> bool {
        !self.judge(color, Place::At(point)).is_legal()
    }
}

#[test]
fn after_an_offence_nothing_moves_until_the_patience_is_over() {
    for offence in Offence::ALL {
        for (_, scene) in scenes(offence, Course::Offence, &hands(HandsLevel::Ordinary)) {
            let by_ms = scene.expected.unwrap().by_ms;
            assert!(scene.cues.iter().all(|cue| cue.at_ms <= by_ms || matches!(cue.act, Act::Press(_))), "{}", offence.kind());
            let last_ms = scene.cues.last().unwrap().at_ms;
            assert!(last_ms <= by_ms + 3_000 && scene.ends_ms == by_ms.max(last_ms) + PATIENCE_MS + 2_000, "{}", offence.kind());
        }
    }
}

#[test]
fn a_twin_ends_as_the_record_says_and_is_never_wrong_for_as_long_as_the_patience() {
    for offence in Offence::ALL {
        for level in [HandsLevel::Ordinary, HandsLevel::Rough] {
            for (record, scene) in scenes(offence, Course::Twin, &hands(level)) {
                let size = record.size;
                assert_eq!(scene.expected, None);
                assert!(scene.moves >= scene.turn as usize);
                let last = position_after(&record, scene.moves).stones();
                assert!(stands_after(size, &scene.cues) == last, "{}", offence.kind());
                let mut shown = vec![Cell::Empty; size.area()];
                scene.cues.iter().filter_map(|cue| cue.act.shown()).for_each(|(point, cell)| shown[size.index(point)] = cell);
                assert!(shown == last.iter().map(|stone| stone.map_or(Cell::Empty, Cell::Stone)).collect::<Vec<_>>());
                let presses = scene.cues.iter().filter(|cue| matches!(cue.act, Act::Press(_))).count();
                assert_eq!(presses, scene.moves + 1, "{}", offence.kind());
                let (before, after) = (position_after(&record, scene.turn as usize - 1), position_after(&record, scene.turn as usize));
                let longest = longest_wrong_ms(&scene, &before, &after);
                assert!(longest < PATIENCE_MS, "{}: {longest} ms", offence.kind());
            }
        }
    }
}

/// How long any point was, in the scene's turn, neither as before the move nor as after it.
fn longest_wrong_ms(scene: &Scene, before: &Position, after: &Position) -> u64 {
    let mut longest = 0;
    for point in before.size().points() {
        let mut since = None;
        for cue in scene.cues.iter().filter(|cue| cue.turn == scene.turn) {
            let stands = match cue.act {
                Act::Put(at, color) if at == point => Some(color),
                Act::Lift(at) if at == point => None,
                _ => continue,
            };
            if stands != before.get(point) && stands != after.get(point) {
                since.get_or_insert(cue.at_ms);
            } else if let Some(since) = since.take() {
                longest = longest.max(cue.at_ms - since);
            }
        }
        assert_eq!(since, None, "{point:?} stays wrong");
    }
    longest
}

#[test]
fn offence_and_twin_of_a_seed_are_in_one_turn_and_the_same_each_time() {
    for offence in Offence::ALL {
        for seed in 0..10 {
            let record = legal_game(seed);
            let make = |course| scene(&record, &hands(HandsLevel::Ordinary), seed, offence, course, PATIENCE_MS);
            let (Some(guilty), Some(twin)) = (make(Course::Offence), make(Course::Twin)) else { continue };
            assert_eq!(guilty.turn, twin.turn);
            let again = make(Course::Offence).unwrap();
            assert!(guilty.cues == again.cues && guilty.expected == again.expected);
            let until = |scene: &Scene| scene.cues.iter().copied().filter(|cue| cue.turn < scene.turn).collect::<Vec<_>>();
            assert!(until(&again) == until(&twin), "both begin alike");
        }
    }
}

#[test]
fn play_that_goes_on_over_an_offence_is_of_whoever_is_to_move() {
    for offence in Offence::ALL {
        let answerable = !matches!(
            offence,
            Offence::ResignSignal
                | Offence::PassSignal
                | Offence::PressWithoutMove
                | Offence::PressBeforeStone
                | Offence::BoardScattered
                | Offence::EndSuspected
        );
        if !answerable {
            assert!(scene(&legal_game(1), &hands(HandsLevel::Ordinary), 1, offence, Course::AnsweredOver, PATIENCE_MS).is_none());
            continue;
        }
        for (record, scene) in scenes(offence, Course::AnsweredOver, &hands(HandsLevel::Ordinary)) {
            let expected = scene.expected.unwrap();
            let later: Vec<&Cue> = scene.cues.iter().filter(|cue| cue.at_ms > expected.by_ms).collect();
            let puts: Vec<Color> =
                later.iter().filter_map(|cue| if let Act::Put(_, color) = cue.act { Some(color) } else { None }).collect();
            let mover = record.moves[scene.moves].color;
            let same = matches!(offence, Offence::StoneShifted | Offence::ExtraStone | Offence::StoneMissing);
            assert_eq!(puts, [if same { mover } else { mover.opponent() }], "{}", offence.kind());
            assert!(matches!(scene.cues.last().unwrap().act, Act::Press(_)));
        }
    }
}

#[test]
fn a_board_without_colours_gets_only_what_it_can_tell() {
    let presence_only = Hands { gaps: Gaps::for_settle(400).presence_only(), ..hands(HandsLevel::Ordinary) };
    for offence in Offence::ALL {
        if offence.needs_color() {
            assert!(scene(&legal_game(1), &presence_only, 1, offence, Course::Offence, PATIENCE_MS).is_none());
        } else {
            scenes(offence, Course::Offence, &presence_only);
        }
    }
}
