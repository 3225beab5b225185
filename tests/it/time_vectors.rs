//! The worked examples that the time systems are specified by, each under its number. Think times in, what the clocks show out.
//!
//! Those of byo-yomi (1 to 3, 9, 12 to 15, 30) stand in `timing`, the offset of Ing's points (17) in `clock_alerts`, coming late (19 to 21) in
//! `schedule`, captures (28, 29) in `moments`, sealing in byo-yomi (32) in `sealed`.

use kifud::clock::{Block, Blocks, Call, ClockHappening, GameClock, PlayerPhase, TimeControl};
use kifud::go::Color;
use kifud::time::Mono;

const S: u64 = 1_000;
const MIN: u64 = 60 * S;
const H: u64 = 60 * MIN;

fn at(ms: u64) -> Mono {
    Mono::from_millis(1_000_000 + ms)
}

/// What Black has left after each of their moves: (phase, ms left). White replies at once.
fn left_after(control: TimeControl, moves: &[u64]) -> Vec<(PlayerPhase, u64)> {
    assert_eq!(control.check(), Ok(()), "{control:?}");
    let mut clock = GameClock::new(control);
    let mut now = at(0);
    clock.start(Color::Black, now);
    let after = |used: &u64| {
        now = now.plus_ms(*used);
        clock.press(Color::Black, now).expect("Black's turn");
        clock.press(Color::White, now).expect("White's turn");
        let black = clock.view(now).black;
        (black.phase, black.remaining_ms)
    };
    moves.iter().map(after).collect()
}

fn lost() -> (PlayerPhase, u64) {
    (PlayerPhase::Flagged { provisional: false }, 0)
}

fn main(left_ms: u64) -> (PlayerPhase, u64) {
    (PlayerPhase::Main, left_ms)
}

/// Ing overtime of two points a part.
fn penalty(period: u32, left_ms: u64) -> (PlayerPhase, u64) {
    (PlayerPhase::IngPenalty { period, penalty_points: 2 * period }, left_ms)
}

fn ing(main_ms: u64) -> TimeControl {
    TimeControl::IngPenalty { main_ms, periods: 3, fraction: 6, points: 2 }
}

fn fischer(cap_ms: Option<u64>, initial_bonus: bool) -> TimeControl {
    TimeControl::Fischer { main_ms: 60 * S, increment_ms: 10 * S, cap_ms, initial_bonus }
}

/// When each thing happens to Black who thinks on, calls left out.
fn happenings(control: TimeControl) -> Vec<(u64, ClockHappening)> {
    let mut clock = GameClock::new(control);
    clock.start(Color::Black, at(0));
    let all = clock.advance(at(100 * H)).into_iter().filter(|(_, what)| !matches!(what, ClockHappening::Called { .. }));
    all.map(|(moment, what)| (moment.since_ms(at(0)), what)).collect()
}

#[test]
fn vector_4_ing_time_by_think_times() {
    let thought = [3 * MIN, 9 * MIN, MIN, 100 * S, 50 * S, 110 * S, 40 * S];
    let expected =
        [main(9 * MIN), penalty(1, 2 * MIN), penalty(1, MIN), penalty(2, 80 * S), penalty(2, 30 * S), penalty(3, 40 * S), lost()];
    assert_eq!(left_after(ing(12 * MIN), &thought), expected);
}

#[test]
fn vector_5_ing_limits_are_reached_to_the_millisecond() {
    for (total, expected) in [
        (30 * MIN - 1, main(1)),
        (30 * MIN, penalty(1, 5 * MIN)),
        (35 * MIN - 1, penalty(1, 1)),
        (35 * MIN, penalty(2, 5 * MIN)),
        (40 * MIN, penalty(3, 5 * MIN)),
        (45 * MIN - 1, penalty(3, 1)),
        (45 * MIN, lost()),
    ] {
        assert_eq!(left_after(ing(30 * MIN), &[total]), [expected], "{total} ms");
    }
}

#[test]
fn vector_6_ing_overtime_of_three_and_a_half_hours_comes_in_parts_of_35_minutes() {
    let basic = 3 * H + 30 * MIN;
    let begins = |period| ClockHappening::Penalty { color: Color::Black, period };
    let expected = [
        (basic, begins(1)),
        (basic + 35 * MIN, begins(2)),
        (basic + 70 * MIN, begins(3)),
        (basic + 105 * MIN, ClockHappening::Flagged(Color::Black)),
    ];
    assert_eq!(happenings(ing(basic)), expected);
}

#[test]
fn vector_7_ing_time_of_72_minutes_is_lost_at_108() {
    assert_eq!(left_after(ing(72 * MIN), &[84 * MIN - 1, 0]), [penalty(1, 1); 2]);
    assert_eq!(left_after(ing(72 * MIN), &[108 * MIN - 1]), [penalty(3, 1)]);
    assert_eq!(left_after(ing(72 * MIN), &[108 * MIN]), [lost()]);
}

#[test]
fn vector_8_the_chinese_reserve_costs_the_minutes_that_are_filled() {
    let control = TimeControl::ChinaReserve { main_ms: 2 * H, reserve_ms: 5 * MIN };
    let reserve = |minutes_left| (PlayerPhase::Reserve { minutes_left }, MIN);
    // The rules' own minutes of move time are used first.
    let mut thought = vec![2 * H - 5 * MIN, 59 * S, 60 * S, 119 * S, 61 * S];
    thought.extend([59 * S; 100]);
    thought.extend([60 * S, 60 * S]);
    let mut expected = vec![reserve(5), reserve(5), reserve(4), reserve(3), reserve(2)];
    expected.extend([reserve(2); 100]);
    expected.extend([reserve(1), lost()]);
    assert_eq!(left_after(control, &thought), expected);
    assert_eq!(left_after(control, &[2 * H - 1]), [reserve(1)], "of the whole limit a millisecond was left");
    assert_eq!(left_after(control, &[2 * H]), [lost()], "the limit may not be used up");
}

#[test]
fn a_basic_level_event_reads_one_minute() {
    let control = TimeControl::ChinaReserve { main_ms: H, reserve_ms: MIN };
    let last = (PlayerPhase::Reserve { minutes_left: 1 }, MIN);
    assert_eq!(left_after(control, &[59 * MIN, 59_999, 59_999, 60_000]), [last, last, last, lost()]);
}

/// Both Chinese books read alike: 30, 40, 50, 55, 58, and of the last minute the ten; the call of 1988 and that of 2002 differ in what
/// happens after "ten", which is no clock's business.
#[test]
fn the_reserve_is_called_at_the_seconds_of_the_rules() {
    let control = TimeControl::ChinaReserve { main_ms: 2 * MIN, reserve_ms: 2 * MIN };
    let mut clock = GameClock::new(control);
    clock.start(Color::White, at(0));
    let said = |(moment, what): (Mono, ClockHappening)| match what {
        ClockHappening::Called { color: Color::White, call } => Some((moment.since_ms(at(0)) / S, call.said())),
        _ => None,
    };
    let calls: Vec<_> = clock.advance(at(5 * MIN)).into_iter().filter_map(said).collect();
    let first = [(30, 30), (40, 40), (50, 50), (55, 55), (58, 58)];
    let last = [(90, 30), (100, 40), (110, 50), (111, 1), (112, 2), (113, 3), (114, 4), (115, 5), (116, 6), (117, 7), (118, 8), (119, 9)];
    assert_eq!(calls, [&first[..], &last[..]].concat());
    assert_eq!(Call { length_ms: MIN, left_s: 1, last: true }.said(), 9, "there is no call of ten: it is the flag");
}

#[test]
fn vector_11_nhk_units_are_spent_when_they_are_opened() {
    let control = TimeControl::Nhk { period_ms: 30 * S, units: 10, unit_ms: MIN };
    let units = |units_left| (PlayerPhase::Nhk { units_left, in_unit: false }, 30 * S);
    for (thought, left) in [(29 * S, 10), (30 * S, 9), (89_999, 9), (90 * S, 8)] {
        assert_eq!(left_after(control, &[thought]), [units(left)], "{thought} ms");
    }
    assert_eq!(left_after(control, &[629_999, 29_999]), [units(0), units(0)]);
    assert_eq!(left_after(control, &[629_999, 30_000]), [units(0), lost()], "without units 30 s are the end");
    assert_eq!(left_after(control, &[630_000]), [lost()]);
}

#[test]
fn vector_18_who_reaches_the_third_limit_first_has_lost_however_deep_the_other_is() {
    let mut clock = GameClock::new(ing(12 * MIN));
    clock.start(Color::Black, at(0));
    clock.press(Color::Black, at(16 * MIN));
    clock.press(Color::White, at(32 * MIN));
    let shown = clock.view(at(34 * MIN)).map(|state| state.phase);
    assert_eq!(shown.black, lost().0.provisional(), "Black reaches 18:00 of both times first");
    assert_eq!(shown.white, penalty(3, 0).0, "White's points stay as they were");
    assert_eq!(clock.view(at(34 * MIN - 1)).black.phase, penalty(3, 0).0);
}

/// A flag that a press may still take back.
trait Provisional {
    fn provisional(self) -> Self;
}

impl Provisional for PlayerPhase {
    fn provisional(self) -> PlayerPhase {
        PlayerPhase::Flagged { provisional: true }
    }
}

#[test]
fn vector_22_fischer_with_a_cap_earns_nothing_at_0() {
    let thought = |last: &[u64]| [&[5 * S; 4][..], last].concat();
    let rising = [main(65 * S), main(70 * S), main(75 * S), main(80 * S)];
    assert_eq!(left_after(fischer(Some(90 * S), false), &thought(&[80 * S])), [&rising[..], &[lost()]].concat());
    let close = [&rising[..], &[main(10_001), lost()]].concat();
    assert_eq!(left_after(fischer(Some(90 * S), false), &thought(&[79_999, 20 * S])), close);
    assert_eq!(left_after(fischer(Some(90 * S), false), &[0; 5]), [70, 80, 90, 90, 90].map(|s| main(s * S)), "the cap");
    assert_eq!(left_after(fischer(None, true), &[70 * S - 1, 10_001]), [main(10_001), lost()], "FIDE's first increment");
}

#[test]
fn vectors_24_and_25_bronstein_and_delay() {
    let thought = [4 * S, 10 * S, 25 * S];
    let expected = [main(60 * S), main(60 * S), main(45 * S)];
    let bronstein = TimeControl::Bronstein { main_ms: 60 * S, delay_ms: 10 * S };
    let delay = TimeControl::Delay { main_ms: 60 * S, delay_ms: 10 * S };
    assert_eq!(left_after(bronstein, &thought), expected);
    assert_eq!(left_after(delay, &thought), expected);
    let flag = |ms| [(ms, ClockHappening::Flagged(Color::Black))];
    assert_eq!(happenings(bronstein), flag(60 * S));
    assert_eq!(happenings(delay), flag(70 * S));
}

#[test]
fn vector_26_an_hourglass_keeps_its_sand() {
    let mut clock = GameClock::new(TimeControl::Hourglass { main_ms: 60 * S });
    clock.start(Color::Black, at(0));
    clock.press(Color::Black, at(20 * S));
    let shown = |clock: &GameClock, ms| {
        let both = clock.view(at(ms));
        (both.black.remaining_ms, both.white.remaining_ms)
    };
    assert_eq!(shown(&clock, 20 * S), (40 * S, 80 * S));
    assert_eq!(shown(&clock, 30 * S), (50 * S, 70 * S), "it runs while White thinks");
    clock.press(Color::White, at(55 * S));
    assert_eq!(shown(&clock, 55 * S), (75 * S, 45 * S));
    assert_eq!(shown(&clock, 55 * S + 75 * S), (0, 120 * S), "the flag takes no more sand across");
    assert_eq!(shown(&clock, 10 * MIN), (0, 120 * S));
}

#[test]
fn a_canadian_block_is_done_before_its_time_and_the_rest_of_it_is_lost() {
    let control = TimeControl::Canadian { main_ms: MIN, period_ms: 5 * MIN, stones: 3 };
    let block = |stones_left, left_ms| (PlayerPhase::Canadian { stones_left, block: 0 }, left_ms);
    let thought = [60 * S, 100 * S, 199_999, 10 * S, 290 * S];
    // The turn in which main time ends goes on in the block, and is its first.
    let expected = [block(2, 5 * MIN), block(1, 200 * S), block(3, 5 * MIN), block(2, 290 * S), lost()];
    assert_eq!(left_after(control, &thought), expected);
    assert_eq!(left_after(control, &[60 * S, 100 * S, 200 * S]).last(), Some(&lost()), "the last stone at the last moment is too late");
}

/// EGF: the clock stands while stones are counted out. A stone of before the stop that is heard in it counts, and so does one that is put
/// and pressed for while the clock stands.
#[test]
fn canadian_stones_count_also_while_the_clock_stands() {
    let control = TimeControl::Canadian { main_ms: 0, period_ms: 5 * MIN, stones: 10 };
    let mut clock = GameClock::new(control);
    let stones = |clock: &GameClock, ms| match clock.view(at(ms)).black.phase {
        PlayerPhase::Canadian { stones_left, .. } => stones_left,
        other => panic!("{other:?}"),
    };
    clock.start(Color::Black, at(0));
    clock.pause(at(20 * S));
    assert_eq!(stones(&clock, 30 * S), 10);
    clock.press(Color::Black, at(19 * S)).expect("Black's turn");
    assert_eq!((stones(&clock, 40 * S), clock.running()), (9, None), "it stands all the same");
    clock.press(Color::White, at(50 * S)).expect("White's turn");
    clock.press(Color::Black, at(60 * S)).expect("Black's turn");
    assert_eq!((stones(&clock, 60 * S), clock.view(at(60 * S)).black.remaining_ms), (8, 5 * MIN - 19 * S), "and no time passed");
    clock.resume(at(10 * MIN));
    assert_eq!((clock.running(), clock.view(at(10 * MIN + S)).white.remaining_ms), (Some(Color::White), 5 * MIN - 2 * S));
}

#[test]
fn progressive_blocks_go_on_to_the_last_which_repeats() {
    let list = [(1, 60 * S), (2, 30 * S)].map(|(stones, period_ms)| Block { stones, period_ms });
    let control = TimeControl::Progressive { main_ms: 0, blocks: Blocks::new(&list).expect("two fit") };
    let block = |block, stones_left, left_ms| (PlayerPhase::Canadian { stones_left, block }, left_ms);
    assert_eq!(
        left_after(control, &[59_999, 10 * S, 10 * S, 29_999, 1]),
        [block(1, 2, 30 * S), block(1, 1, 20 * S), block(1, 2, 30 * S), block(1, 1, 1), lost()]
    );
}

#[test]
fn time_by_the_move_and_ing_seconds_are_filled_at_their_length() {
    let period = |periods_left| (PlayerPhase::ByoYomi { periods_left }, 30 * S);
    assert_eq!(left_after(TimeControl::PerMove { period_ms: 30 * S }, &[29_999, 30_000]), [period(1), lost()]);
    let seconds = TimeControl::IngSeconds { main_ms: MIN, periods: 3, period_ms: 30 * S };
    assert_eq!(left_after(seconds, &[MIN, 29_999, 30_000, 60_000]), [period(3), period(3), period(2), lost()]);
}

/// Symptom: a press that was made before a pause and heard in it took back things that had never been told. Cause: a look at the paused
/// clock counted as having told what the clock would have met had it run.
#[test]
fn a_press_heard_in_a_pause_takes_back_nothing_that_was_never_told() {
    let mut clock = GameClock::new(TimeControl::ByoYomi { main_ms: 0, periods: 3, period_ms: 10 * S });
    clock.start(Color::Black, at(0));
    clock.pause(at(8 * S));
    assert_eq!(clock.advance(at(60 * S)), []);
    let time = clock.press(Color::Black, at(7 * S)).expect("Black's turn");
    assert_eq!((time.reported.happened, time.reported.withdrawn), (vec![], vec![]));
}

/// Symptom: a turn that was cut off by a late stamp, before the turn itself, was charged twice for the time between. Cause: the next turn
/// began at the stamp, not where the turn that it ends had begun.
#[test]
fn a_turn_cut_off_by_a_stamp_before_it_charges_nobody_twice() {
    let mut clock = GameClock::new(TimeControl::Absolute { main_ms: MIN });
    clock.start(Color::Black, at(0));
    clock.press(Color::Black, at(10 * S));
    clock.start(Color::Black, at(8 * S));
    let shown = clock.view(at(20 * S));
    assert_eq!((shown.black.total_used_ms, shown.white.total_used_ms), (20 * S, 0));
}

/// No worked example is without a test that bears its number.
#[test]
fn every_worked_example_has_its_test() {
    let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 24, 25, 26, 28, 29, 30, 32];
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok();
    let mut named = std::collections::BTreeSet::new();
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the tests").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if let Ok(text) = std::fs::read_to_string(&entry) {
                for after in text.split("vector").skip(1).map(|after| after.trim_start_matches('s')) {
                    let one = after.strip_prefix(['_', ' ']).and_then(number);
                    let both = after.split_once("_and_").filter(|(before, _)| before.len() <= 3).and_then(|(_, second)| number(second));
                    named.extend(one.into_iter().chain(both));
                }
            }
        }
    }
    let missing: Vec<u32> = numbers.into_iter().filter(|number| !named.contains(number)).collect();
    assert!(missing.is_empty(), "no test bears the numbers {missing:?}");
}
