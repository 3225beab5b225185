//! Lifelike hands: each level does what it is said to do as often as it is said, and leaves the wood as the record says.

use std::collections::BTreeMap;

use kifud::clock::Side;
use kifud::go::{Board, Color, Place, Point, Position, Record};
use kifud::sim::{Act, Cue, Device, Gaps, Hands, HandsLevel, LineFault, Pace, schedule};
use kifud::wire::Cell;
use proptest::prelude::*;

use super::hands::{free_rules, random_game};

const LEVELS: [HandsLevel; 3] = [HandsLevel::Ordinary, HandsLevel::Rough, HandsLevel::Brutal];
const GAPS: Gaps = Gaps::for_settle(400);

fn hands(level: HandsLevel) -> Hands {
    Hands { level, pace: Pace::Brisk, gaps: GAPS, black_side: Some(Side::Left) }
}

/// The stones that the cues of these turns leave, moved in the order of their moments.
fn stands_after(record: &Record, cues: &[Cue], turn: u32) -> Vec<Option<Color>> {
    let mut wood = vec![None; record.size.area()];
    for cue in cues.iter().filter(|cue| cue.turn <= turn) {
        match cue.act {
            Act::Put(point, color) => {
                let there = wood[record.size.index(point)].replace(color);
                assert_eq!(there, None, "turn {}: a stone on a stone at {}", cue.turn, point.vertex(record.size));
            }
            Act::Lift(point) => {
                let there = wood[record.size.index(point)].take();
                assert!(there.is_some(), "turn {}: nothing to lift at {}", cue.turn, point.vertex(record.size));
            }
            _ => {}
        }
    }
    wood
}

/// What the sensors show at last.
fn shown_at_last(record: &Record, cues: &[Cue]) -> Vec<Cell> {
    let mut shown = vec![Cell::Empty; record.size.area()];
    for (point, cell) in cues.iter().filter_map(|cue| cue.act.shown()) {
        shown[record.size.index(point)] = cell;
    }
    shown
}

fn as_cells(stones: &[Option<Color>]) -> Vec<Cell> {
    stones.iter().map(|stone| stone.map_or(Cell::Empty, Cell::Stone)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_turn_of_every_level_leaves_the_wood_as_the_record_says(
        side in 3u8..=9,
        setup in 0u8..=2,
        choices in prop::collection::vec(any::<u16>(), 0..200),
        seed in any::<u64>(),
        presence_only in any::<bool>(),
        pace in prop::sample::select(vec![Pace::Fast, Pace::Brisk, Pace::Serious { speed: 3.0 }, Pace::Demo { speed: 20.0 }]),
    ) {
        let (record, _) = random_game(side, setup, &choices);
        let gaps = if presence_only { GAPS.presence_only() } else { GAPS };
        for level in LEVELS {
            let cues = schedule(&record, &Hands { gaps, pace, ..hands(level) }, seed).unwrap();
            prop_assert!(cues.is_sorted_by_key(|cue| cue.at_ms));
            let setup_stones = record.setup.black.iter().map(|&point| (point, Some(Color::Black)));
            let mut board = Board::new(record.size);
            board.set(setup_stones);
            let mut position = Position::with_board(board, record.first, &free_rules());
            for (index, played) in record.moves.iter().enumerate() {
                position.take_in(played.color, played.place).unwrap();
                let wood = stands_after(&record, &cues, index as u32 + 1);
                prop_assert_eq!(wood, position.stones(), "{:?}, turn {}", level, index + 1);
            }
            prop_assert_eq!(shown_at_last(&record, &cues), as_cells(&position.stones()));
            prop_assert_eq!(&cues, &schedule(&record, &Hands { gaps, pace, ..hands(level) }, seed).unwrap());
        }
    }

    /// The presses come in turn, whatever the hands do, one for each move.
    #[test]
    fn every_move_is_pressed_in_turn(choices in prop::collection::vec(any::<u16>(), 0..150), seed in any::<u64>()) {
        let (record, _) = random_game(7, 0, &choices);
        for level in LEVELS {
            let cues = schedule(&record, &hands(level), seed).unwrap();
            let presses = cues.iter().filter_map(|cue| if let Act::Press(side) = cue.act { Some((cue.turn, side)) } else { None });
            let sides = [Side::Right, Side::Left];
            let expected = (0..=record.moves.len()).map(|turn| (turn as u32, sides[turn % 2]));
            prop_assert!(presses.eq(expected), "{:?}", level);
        }
    }
}

/// What was counted in how many cases.
#[derive(Debug, Default)]
struct Shares(BTreeMap<&'static str, (u32, u32)>);

impl Shares {
    fn count(&mut self, what: &'static str, happened: bool) {
        let (times, cases) = self.0.entry(what).or_default();
        *times += u32::from(happened);
        *cases += 1;
    }

    /// Within four standard deviations, and `loss` of the cases in which it could not be done.
    fn assert_share(&self, what: &str, percent: f64, loss: f64) {
        let (times, cases) = self.0[what];
        let (p, n) = (percent / 100.0, f64::from(cases));
        let spread = 4.0 * (p * (1.0 - p) * n).sqrt();
        let least = n * p * (1.0 - loss) - spread;
        assert!((least..n * p + spread).contains(&f64::from(times)), "{what}: {times} of {cases}, wanted {percent} %");
    }
}

/// One turn of a schedule with its own cues.
struct Seen<'a> {
    point: Point,
    captured: &'a [Point],
    cues: Vec<Cue>,
    /// The next turn's first stone.
    reply_ms: Option<u64>,
}

impl Seen<'_> {
    fn moments(&self, act: impl Fn(Act) -> bool) -> Vec<u64> {
        self.cues.iter().filter(|cue| act(cue.act)).map(|cue| cue.at_ms).collect()
    }

    fn put_ms(&self) -> u64 {
        self.moments(|act| matches!(act, Act::Put(point, _) if point == self.point))[0]
    }

    fn press_ms(&self) -> u64 {
        self.moments(|act| matches!(act, Act::Press(_)))[0]
    }
}

/// Looks at every turn with a stone of many games.
fn each_turn(hands: &Hands, games: u64, mut look: impl FnMut(&Seen<'_>)) {
    for seed in 0..games {
        let choices: Vec<u16> = (0..150u16).map(|n| n.wrapping_mul(seed as u16 * 2 + 31).wrapping_add(n / 7)).collect();
        let (record, _) = random_game(9, 0, &choices);
        let cues = schedule(&record, hands, seed).unwrap();
        let mut position = Position::new(record.size, &free_rules());
        let of = |turn: u32| cues.iter().filter(move |cue| cue.turn == turn).copied();
        for (index, played) in record.moves.iter().enumerate() {
            let done = position.take_in(played.color, played.place).unwrap();
            let (Place::At(point), true) = (played.place, done.given_up.is_empty()) else { continue };
            let captured = done.captured;
            let turn = index as u32 + 1;
            let next = record.moves.get(index + 1).and_then(|next| next.place.point());
            let reply_ms = next.and_then(|next| of(turn + 1).find(|cue| matches!(cue.act, Act::Put(at, _) if at == next)));
            look(&Seen { point, captured: &captured, cues: of(turn).collect(), reply_ms: reply_ms.map(|cue| cue.at_ms) });
        }
    }
}

#[test]
fn ordinary_hands_do_what_they_are_said_to_do_as_often_as_said() {
    let mut shares = Shares::default();
    each_turn(&hands(HandsLevel::Ordinary), 150, |seen| {
        let put_ms = seen.put_ms();
        let gone = seen.moments(|act| act == Act::Show(seen.point, Cell::Empty));
        assert!(gone.len() <= 3);
        shares.count("bounce", !gone.is_empty());
        let shows = seen.moments(|act| matches!(act, Act::Show(..)));
        assert!(shows.iter().all(|&at_ms| at_ms < put_ms + GAPS.settle_ms), "a bounce ends within the settle time");
        let first = seen.cues.iter().find(|cue| matches!(cue.act, Act::Put(..))).unwrap();
        let slid = first.at_ms < put_ms;
        shares.count("slide", slid);
        assert!(!slid || put_ms - first.at_ms <= GAPS.settle_ms, "a slide ends within the settle time");
        let straightened = seen.moments(|act| act == Act::Lift(seen.point));
        shares.count("straighten", !straightened.is_empty());
        if !straightened.is_empty() {
            shares.count("straightened late", straightened[0] > put_ms + GAPS.settle_ms);
        }
        let lifts = seen.moments(|act| matches!(act, Act::Lift(point) if seen.captured.contains(&point)));
        assert_eq!(lifts.len(), seen.captured.len());
        let press_ms = seen.press_ms();
        if let Some(&last) = lifts.last() {
            shares.count("partly before", lifts[0] < put_ms);
            assert!(last <= press_ms, "ordinary hands press when all is lifted");
            assert!(last < put_ms + 7_000);
        }
        let touched = seen.cues.iter().filter(|cue| cue.act.shown().is_some()).map(|cue| cue.at_ms).max().unwrap();
        assert!((200..=3_000).contains(&(press_ms - touched)), "{}", press_ms - touched);
    });
    shares.assert_share("bounce", 20.0, 0.0);
    shares.assert_share("slide", 10.0, 0.2);
    shares.assert_share("straighten", 3.0, 0.0);
    shares.assert_share("straightened late", 50.0, 0.0);
    shares.assert_share("partly before", 10.0, 0.0);
}

#[test]
fn rough_hands_do_besides_what_they_are_said_to_do_as_often_as_said() {
    let mut shares = Shares::default();
    each_turn(&hands(HandsLevel::Rough), 250, |seen| {
        let (put_ms, press_ms) = (seen.put_ms(), seen.press_ms());
        let aside = seen.cues.iter().find(|cue| matches!(cue.act, Act::Put(at, _) if at != seen.point && at.touches(seen.point)));
        let dwelt = aside.map_or(0, |cue| put_ms.saturating_sub(cue.at_ms));
        shares.count("astray", (GAPS.still_ms()..4_000).contains(&dwelt));
        let disturbed = |act| matches!(act, Act::Show(at, _) if at.touches(seen.point));
        let moments = seen.moments(disturbed);
        shares.count("disturb", !moments.is_empty());
        if let [from, to] = moments[..] {
            assert!((50..=700).contains(&(to - from)));
        }
        let lifts = seen.moments(|act| matches!(act, Act::Lift(point) if seen.captured.contains(&point)));
        let Some(reply_ms) = seen.reply_ms else { return };
        if let Some(&last) = lifts.iter().max() {
            shares.count("answered early", last > reply_ms);
            assert!(last < reply_ms + 4_000 && last.saturating_sub(press_ms) < 4_000);
        } else {
            shares.count("two plies", reply_ms == put_ms);
            shares.count(
                "press early",
                press_ms < put_ms + GAPS.settle_ms && reply_ms != put_ms && press_ms <= put_ms + 199 || press_ms < put_ms,
            );
            assert!(put_ms.saturating_sub(press_ms) <= 300);
        }
    });
    shares.assert_share("astray", 3.0, 0.3);
    shares.assert_share("disturb", 5.0, 0.1);
    shares.assert_share("answered early", 10.0, 0.35);
    shares.assert_share("two plies", 2.0, 0.15);
    // Of those within the settle time only the ones that nobody else could have pressed are told apart here: 500 of 620 ms.
    shares.assert_share("press early", 5.0 * 500.0 / 620.0, 0.15);
}

/// What no scan could tell apart on a board without colours comes one after the other there.
#[test]
fn two_plies_come_in_one_moment_only_where_colours_are_seen() {
    let (mut quick, mut turns) = (0, 0);
    let presence_only = Hands { gaps: GAPS.presence_only(), ..hands(HandsLevel::Rough) };
    each_turn(&presence_only, 100, |seen| {
        let Some(reply_ms) = seen.reply_ms else { return };
        let apart = reply_ms - seen.put_ms();
        turns += 1;
        quick += u32::from(apart <= 250);
        assert!(apart >= 60, "{apart} ms");
    });
    assert!(quick * 100 > turns && quick * 100 < turns * 3, "{quick} of {turns}");
}

#[test]
fn a_stone_put_back_is_away_for_no_longer_than_the_patience() {
    let (mut times, mut turns) = (0, 0);
    each_turn(&hands(HandsLevel::Rough), 150, |seen| {
        turns += 1;
        let put_ms = seen.put_ms();
        for cue in seen.cues.iter().filter(|cue| cue.at_ms < put_ms) {
            let Act::Lift(point) = cue.act else { continue };
            let back = seen.cues.iter().find(|back| back.at_ms > cue.at_ms && matches!(back.act, Act::Put(at, _) if at == point));
            let Some(back) = back.filter(|_| point != seen.point && !seen.captured.contains(&point)) else { continue };
            assert!((300..=2_500).contains(&(back.at_ms - cue.at_ms)));
            times += 1;
        }
    });
    // 3 %, but for those that happen where the stone is played next to it.
    assert!((turns * 2..turns * 4).contains(&(times * 100)), "{times} of {turns}");
}

#[test]
fn brutal_hands_bump_unplug_flicker_and_spoil_the_lines() {
    let (mut bumps, mut away) = (0, Vec::new());
    let mut moves = 0;
    for seed in 0..20u64 {
        let choices: Vec<u16> = (0..400u16).map(|n| n.wrapping_mul(seed as u16 * 2 + 31).wrapping_add(n / 7)).collect();
        let (record, _) = random_game(13, 0, &choices);
        moves += record.moves.len();
        let cues = schedule(&record, &hands(HandsLevel::Brutal), seed).unwrap();
        for device in [Device::Board, Device::Clock] {
            assert!(cues.iter().any(|cue| cue.act == Act::Line(device, LineFault::Loss(2)) && cue.at_ms == 0));
            assert!(cues.iter().any(|cue| matches!(cue.act, Act::Line(on, LineFault::Garbage(1..)) if on == device)));
        }
        let mut shows: BTreeMap<Point, u32> = BTreeMap::new();
        for cue in &cues {
            if let Act::Show(point, _) = cue.act {
                *shows.entry(point).or_default() += 1;
            }
        }
        let length_ms = cues.last().unwrap().at_ms;
        assert!(u64::from(*shows.values().max().unwrap()) > length_ms / 100, "one point never rests");
        bumps += cues.chunk_by(|one, next| one.at_ms == next.at_ms).filter(|handful| handful.len() >= 10).count();
        let cables: Vec<&Cue> = cues.iter().filter(|cue| matches!(cue.act, Act::Unplug(_) | Act::Plug(_))).collect();
        for pair in cables.chunks(2) {
            assert!(matches!((pair[0].act, pair[1].act), (Act::Unplug(Device::Board), Act::Plug(Device::Board))));
            let presses = |cue: &&Cue| matches!(cue.act, Act::Press(_)) && (pair[0].at_ms..pair[1].at_ms).contains(&cue.at_ms);
            away.push(cues.iter().filter(presses).count());
        }
    }
    // A bump begins and ends with all its points at once, and there may be more between.
    let expected = moves / 60 * 2;
    assert!(bumps > expected * 7 / 10, "{bumps} of {expected}");
    assert!(away.iter().all(|moves| *moves <= 3) && away.contains(&3) && away.len() * 2 > moves / 80, "{away:?} in {moves} moves");
}

#[test]
fn a_brisk_game_takes_about_five_seconds_a_move() {
    let spread: Vec<u16> = (0..81).map(|n| (n * 38) % 83).collect();
    let (record, _) = random_game(9, 0, &spread);
    for level in LEVELS {
        let cues = schedule(&record, &hands(level), 3).unwrap();
        let a_move = cues.last().unwrap().at_ms / record.moves.len() as u64;
        assert!((3_500..8_000).contains(&a_move), "{level:?}: {a_move} ms");
    }
}
