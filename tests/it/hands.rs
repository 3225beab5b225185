//! Hands: the same seed gives the same acts, and the acts leave the wood as the record says.

use kifud::clock::Side;
use kifud::go::{Board, Color, Ko, Place, PlayedMove, Point, Position, Record, Rules, Size, Suicide};
use kifud::sim::{Act, Cue, Gaps, Hands, HandsError, HandsLevel, Pace, schedule};
use proptest::prelude::*;

const LEVELS: [HandsLevel; 2] = [HandsLevel::Perfect, HandsLevel::Careful];
const PACES: [Pace; 3] = [Pace::Fast, Pace::Serious { speed: 3.0 }, Pace::Demo { speed: 1.0 }];

fn hands(level: HandsLevel, pace: Pace) -> Hands {
    Hands { level, pace, gaps: Gaps::for_settle(400), black_side: Some(Side::Left) }
}

pub(crate) fn free_rules() -> Rules {
    Rules { ko: Ko::None, suicide: Suicide::Any, ..Rules::CHINESE }
}

/// A game of points taken at random (occupied ones left out, now and then a pass) on a small board, where captures are frequent.
pub(crate) fn random_game(side: u8, setup: u8, choices: &[u16]) -> (Record, Board) {
    let size = Size::square(side).unwrap();
    let mut record = Record::new(size);
    let mut board = Board::new(size);
    for n in 0..setup {
        let point = size.point(usize::from(n) * 3 % size.area()).unwrap();
        record.setup.black.push(point);
        board.set([(point, Some(Color::Black))]);
        record.first = Color::White;
    }
    let mut position = Position::with_board(board, record.first, &free_rules());
    for &choice in choices {
        let color = position.to_move();
        let place = match size.point(usize::from(choice) % (size.area() + 2)) {
            Some(point) if position.get(point).is_some() => continue,
            Some(point) => Place::At(point),
            None => Place::Pass,
        };
        position.take_in(color, place).unwrap();
        record.moves.push(PlayedMove::new(color, place));
    }
    (record, position.board().clone())
}

/// What lies on the wood after these cues. Panics where hands would do what hands cannot.
fn wood_after(size: Size, cues: &[Cue]) -> Vec<Option<Color>> {
    let mut wood = vec![None; size.area()];
    for cue in cues {
        match cue.act {
            Act::Put(point, color) => {
                let there = wood[size.index(point)].replace(color);
                assert_eq!(there, None, "a stone is put on a stone at {}", point.vertex(size));
            }
            Act::Lift(point) => {
                let there = wood[size.index(point)].take();
                assert!(there.is_some(), "nothing to lift at {}", point.vertex(size));
            }
            Act::Press(_) => {}
            Act::Unplug(_) | Act::Plug(_) | Act::Line(..) => panic!("hands leave the cables alone"),
            Act::Show(..) | Act::Pause | Act::Trays(_) => panic!("careful hands do not do that"),
        }
    }
    wood
}

fn presses(cues: &[Cue]) -> Vec<(u32, Side)> {
    cues.iter()
        .filter_map(|cue| match cue.act {
            Act::Press(side) => Some((cue.turn, side)),
            _ => None,
        })
        .collect()
}

proptest! {
    #[test]
    fn every_turn_leaves_the_wood_as_the_record_says(
        side in 3u8..=7,
        setup in 0u8..=2,
        choices in prop::collection::vec(any::<u16>(), 0..120),
        seed in any::<u64>(),
    ) {
        let (record, last) = random_game(side, setup, &choices);
        for level in LEVELS {
            for pace in PACES {
                let cues = schedule(&record, &hands(level, pace), seed).unwrap();
                prop_assert_eq!(wood_after(record.size, &cues), last.stones());
                prop_assert!(cues.is_sorted_by_key(|cue| (cue.at_ms, cue.turn)));
                // One press a turn, the mover's, and the one that starts the clock.
                let mut mover = record.first.opponent();
                for (turn, (at, side)) in presses(&cues).into_iter().enumerate() {
                    prop_assert_eq!(at as usize, turn);
                    prop_assert_eq!(side, if mover == Color::Black { Side::Left } else { Side::Right });
                    mover = mover.opponent();
                }
                prop_assert_eq!(presses(&cues).len(), record.moves.len() + 1);
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_acts(choices in prop::collection::vec(any::<u16>(), 0..60), seed in any::<u64>()) {
        let (record, _) = random_game(5, 0, &choices);
        let hands = hands(HandsLevel::Careful, Pace::Serious { speed: 1.0 });
        prop_assert_eq!(schedule(&record, &hands, seed), schedule(&record, &hands, seed));
    }

    /// Between two turns the wood holds still for as long as the daemon needs, at any speed; after a pass for longer.
    #[test]
    fn no_turn_is_too_quick_to_be_read(
        choices in prop::collection::vec(any::<u16>(), 0..80),
        seed in any::<u64>(),
        speed in 0.5f64..1_000.0,
    ) {
        let (record, _) = random_game(5, 0, &choices);
        let gaps = Gaps::for_settle(30);
        for level in LEVELS {
            for pace in [Pace::Fast, Pace::Serious { speed }, Pace::Demo { speed }] {
                let cues = schedule(&record, &Hands { level, pace, gaps, black_side: Some(Side::Right) }, seed).unwrap();
                for two in cues.windows(2).filter(|two| two[0].turn != two[1].turn) {
                    // The last touch of the wood before this turn; a press may have come since.
                    let touched = cues.iter().rev().find(|cue| cue.turn < two[1].turn && !matches!(cue.act, Act::Press(_)));
                    if let Some(touched) = touched {
                        prop_assert!(two[1].at_ms - touched.at_ms >= gaps.still_ms());
                    }
                    if two[0].turn > 0 && record.moves[two[0].turn as usize - 1].place == Place::Pass {
                        prop_assert!(two[1].at_ms - two[0].at_ms >= gaps.pass_ms());
                    }
                }
            }
        }
    }
}

#[test]
fn another_seed_gives_other_hands() {
    let (record, _) = random_game(9, 0, &(0..80).map(|n| n * 7).collect::<Vec<u16>>());
    let hands = hands(HandsLevel::Careful, Pace::Demo { speed: 1.0 });
    assert_ne!(schedule(&record, &hands, 1), schedule(&record, &hands, 2));
}

#[test]
fn careful_hands_slide_straighten_and_lift_in_every_order() {
    let (mut slides, mut straightened, mut before, mut after) = (0, 0, 0, 0);
    for seed in 0..200 {
        let (record, _) = random_game(5, 0, &(0..60).map(|n: u16| n.wrapping_mul(seed as u16 * 2 + 7)).collect::<Vec<u16>>());
        let cues = schedule(&record, &hands(HandsLevel::Careful, Pace::Demo { speed: 1.0 }), seed).unwrap();
        for turn in cues.chunk_by(|one, next| one.turn == next.turn) {
            let puts: Vec<Point> =
                turn.iter().filter_map(|cue| if let Act::Put(point, _) = cue.act { Some(point) } else { None }).collect();
            slides += u32::from(puts.len() > 1 && puts[0] != puts[1]);
            straightened += u32::from(puts.windows(2).any(|two| two[0] == two[1]));
            before += u32::from(matches!(turn[0].act, Act::Lift(_)));
            after += u32::from(turn.len() > 2 && matches!(turn[turn.len() - 2].act, Act::Lift(_)) && puts.len() == 1);
        }
    }
    assert!(slides > 50 && straightened > 50 && before > 20 && after > 50, "{slides} {straightened} {before} {after}");
}

#[test]
fn a_shown_game_takes_two_to_four_seconds_a_move() {
    let spread: Vec<u16> = (0..81).map(|n| (n * 38) % 83).collect();
    let (record, _) = random_game(9, 0, &spread);
    for level in LEVELS {
        let cues = schedule(&record, &hands(level, Pace::Demo { speed: 1.0 }), 3).unwrap();
        let a_move = cues.last().unwrap().at_ms / record.moves.len() as u64;
        assert!((2_000..4_000).contains(&a_move), "{a_move} ms");
    }
}

#[test]
fn a_shown_game_lifts_captures_one_by_one() {
    let (record, _) = capture_game();
    for seed in 0..50 {
        let cues = schedule(&record, &Hands::demo(1.0, Gaps::for_settle(400), Some(Side::Left)), seed).unwrap();
        let lifts = |point| move |cue: &&Cue| cue.act == Act::Lift(point);
        let last = |vertex| cues.iter().rfind(lifts(Place::parse(vertex, record.size).unwrap().point().unwrap())).unwrap().at_ms;
        assert!(last("A1").abs_diff(last("A2")) > 100, "seed {seed}");
    }
}

/// Two white stones in the corner of a 5x5 board are taken.
fn capture_game() -> (Record, Board) {
    let size = Size::square(5).unwrap();
    let mut record = Record::new(size);
    for (n, vertex) in ["B1", "A1", "B2", "A2", "A3"].into_iter().enumerate() {
        let color = if n % 2 == 0 { Color::Black } else { Color::White };
        record.moves.push(PlayedMove::new(color, Place::parse(vertex, size).unwrap()));
    }
    let position = Position::from_record(&record, &free_rules()).unwrap();
    (record, position.board().clone())
}

#[test]
fn what_hands_cannot_show_is_refused_by_number() {
    let size = Size::square(9).unwrap();
    let mut record = Record::new(size);
    record.moves.push(PlayedMove::new(Color::Black, Place::At(Point::new(2, 2))));
    record.moves.push(PlayedMove::new(Color::White, Place::Pass));
    let without_clock = Hands { black_side: None, ..hands(HandsLevel::Perfect, Pace::Fast) };
    assert_eq!(schedule(&record, &without_clock, 0), Err(HandsError::PassWithoutClock { n: 2 }));
    record.moves[1].place = Place::At(Point::new(2, 2));
    assert_eq!(schedule(&record, &without_clock, 0), Err(HandsError::Occupied { n: 2, vertex: "C7".to_owned() }));
}
