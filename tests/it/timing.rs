//! Time that kifud keeps: think times in, what the clocks show out. Nothing sleeps; every moment is a number.
//!
//! "Vector n" is the row of that number in the list of worked examples that the time systems are specified by; "row n" is the report of a
//! fault in somebody else's clock.

use kifud::clock::{ClockHappening, ClockSetError, GameClock, PlayerClock, PlayerClockState, PlayerPhase, TimeControl, TurnTime};
use kifud::go::{ByColor, Color};
use kifud::time::Mono;
use proptest::prelude::*;

use crate::cases::{say, shared};

const S: u64 = 1_000;
const MIN: u64 = 60 * S;

fn at(ms: u64) -> Mono {
    Mono::from_millis(1_000_000 + ms)
}

fn byo_yomi(main_ms: u64, periods: u32, period_ms: u64) -> TimeControl {
    TimeControl::ByoYomi { main_ms, periods, period_ms }
}

/// What is left after each of Black's moves: (phase, ms left). White replies at once.
fn black_after(control: TimeControl, moves: &[u64]) -> Vec<(PlayerPhase, u64)> {
    let mut clock = GameClock::new(control);
    let mut now = at(0);
    clock.start(Color::Black, now);
    let mut shown = Vec::new();
    for &used in moves {
        now = now.plus_ms(used);
        clock.advance(now);
        clock.press(Color::Black, now).expect("Black's turn");
        clock.press(Color::White, now).expect("White's turn");
        let black = clock.view(now).black;
        shown.push((black.phase, black.remaining_ms));
    }
    shown
}

/// A name, a time control, Black's think times, and what is left after each.
type Row<'a> = (&'a str, TimeControl, &'a [u64], &'a [(PlayerPhase, u64)]);

fn periods(left: u32) -> PlayerPhase {
    PlayerPhase::ByoYomi { periods_left: left }
}

fn lost() -> PlayerPhase {
    PlayerPhase::Flagged { provisional: false }
}

fn running(control: TimeControl) -> GameClock {
    let mut clock = GameClock::new(control);
    clock.start(Color::Black, at(0));
    clock
}

/// What happened, the calls of seconds left out.
fn boundaries(mut happened: Vec<(Mono, ClockHappening)>) -> Vec<(Mono, ClockHappening)> {
    happened.retain(|(_, happening)| !matches!(happening, ClockHappening::Called { .. }));
    happened
}

fn turn(time: Option<TurnTime>) -> TurnTime {
    time.expect("it was this player's turn")
}

#[test]
fn vectors_of_byo_yomi_by_think_times() {
    let table: &[Row<'_>] = &[
        (
            "vector 1: thirty periods of a minute",
            byo_yomi(0, 30, MIN),
            &[40 * S, 210 * S, 550 * S, 920 * S, 55 * S, 65 * S, 120 * S],
            &[
                (periods(30), MIN),
                (periods(27), MIN),
                (periods(18), MIN),
                (periods(3), MIN),
                (periods(3), MIN),
                (periods(2), MIN),
                (lost(), 0),
            ],
        ),
        ("vector 2: five minutes in five periods", byo_yomi(0, 5, MIN), &[MIN - 1, MIN + 1], &[(periods(5), MIN), (periods(4), MIN)]),
        ("vector 3: one second too many costs the whole period", byo_yomi(0, 2, 30 * S), &[31 * S], &[(periods(1), 30 * S)]),
        (
            "vector 9: each move fills one period",
            byo_yomi(0, 5, 30 * S),
            &[31 * S, 45 * S, 30 * S, 59_999, 30 * S],
            &[(periods(4), 30 * S), (periods(3), 30 * S), (periods(2), 30 * S), (periods(1), 30 * S), (lost(), 0)],
        ),
        ("vector 12: the same move goes on into the periods", byo_yomi(40 * S, 5, 30 * S), &[100 * S], &[(periods(3), 30 * S)]),
        ("vector 13: main time of exactly 0 loses no period", byo_yomi(40 * S, 5, 30 * S), &[40 * S], &[(periods(5), 30 * S)]),
        ("vector 14, in time", byo_yomi(40 * S, 5, 30 * S), &[189_999], &[(periods(1), 30 * S)]),
        ("vector 14, lost", byo_yomi(40 * S, 5, 30 * S), &[190_000], &[(lost(), 0)]),
        ("vector 15, in time, again and again", byo_yomi(0, 1, 30 * S), &[29_999; 3], &[(periods(1), 30 * S); 3]),
        ("vector 15, lost", byo_yomi(0, 1, 30 * S), &[30_000], &[(lost(), 0)]),
        (
            "row 61: main time is not lost by a move that leaves some",
            byo_yomi(MIN, 3, 10 * S),
            &[MIN - 1, 5, 9 * S],
            &[(PlayerPhase::Main, 1), (periods(3), 10 * S), (periods(3), 10 * S)],
        ),
    ];
    for (name, control, moves, expected) in table {
        assert_eq!(black_after(*control, moves), *expected, "{name}");
    }
}

#[test]
fn absolute_time_is_lost_when_it_reaches_0() {
    let control = TimeControl::Absolute { main_ms: MIN };
    assert_eq!(black_after(control, &[20 * S, 39_999]), [(PlayerPhase::Main, 40 * S), (PlayerPhase::Main, 1)]);
    assert_eq!(black_after(control, &[20 * S, 40_000]), [(PlayerPhase::Main, 40 * S), (lost(), 0)]);
}

#[test]
fn vector_30_a_pause_keeps_what_was_used_of_the_period() {
    for (last, left) in [(12_999, 5), (13_000, 4)] {
        let mut clock = running(byo_yomi(0, 5, 30 * S));
        clock.pause(at(17 * S));
        assert_eq!(clock.running(), None);
        assert_eq!(clock.deadline(), None, "nothing happens by itself while it stands");
        let resumed = at(17 * S + 40 * MIN);
        assert_eq!(clock.view(resumed).black.remaining_ms, 13 * S);
        clock.resume(resumed);
        let time = turn(clock.press(Color::Black, resumed.plus_ms(last)));
        assert_eq!(time.used_ms, 17 * S + last, "the pause is nobody's time");
        assert_eq!(clock.view(resumed.plus_ms(last)).black.phase, periods(left));
    }
}

#[test]
fn everything_happens_at_its_own_moment_however_late_it_is_looked_at() {
    let mut clock = running(byo_yomi(40 * S, 3, 30 * S));
    let expected = [
        (at(40 * S), ClockHappening::PeriodEntered(Color::Black)),
        (at(70 * S), ClockHappening::PeriodUsed { color: Color::Black, periods_left: 2 }),
        (at(100 * S), ClockHappening::PeriodUsed { color: Color::Black, periods_left: 1 }),
        (at(130 * S), ClockHappening::Flagged(Color::Black)),
    ];
    // Row 64: nobody looked for a long time.
    assert_eq!(boundaries(clock.clone().advance(at(10 * MIN))), expected);
    // Row 51: looked at by the deadline, one after the other.
    let mut seen = Vec::new();
    while let Some(deadline) = clock.deadline() {
        seen.extend(boundaries(clock.advance(deadline)));
    }
    assert_eq!(seen, expected);
    assert_eq!(clock.advance(at(10 * MIN)), [], "nothing is told twice");
}

#[test]
fn row_63_the_flag_is_that_of_the_player_whose_turn_it_was_and_earns_nothing() {
    let mut clock = running(byo_yomi(0, 1, 30 * S));
    let time = turn(clock.press(Color::Black, at(30 * S)));
    assert_eq!((time.used_ms, time.overrun_ms), (30 * S, Some(0)));
    assert_eq!(time.reported.happened, [(at(30 * S), ClockHappening::Flagged(Color::Black))]);
    let shown = clock.view(at(30 * S));
    assert_eq!(shown.black.phase, lost());
    assert_eq!((shown.white.phase, shown.white.remaining_ms), (periods(1), 30 * S));
}

#[test]
fn row_65_the_overrun_is_measured() {
    let mut clock = running(TimeControl::Absolute { main_ms: 10 * S });
    assert_eq!(turn(clock.press(Color::Black, at(12_345))).overrun_ms, Some(2_345));
}

#[test]
fn a_press_stamped_before_the_flag_withdraws_it_however_late_it_comes() {
    let mut clock = running(byo_yomi(0, 1, 30 * S));
    assert_eq!(boundaries(clock.advance(at(30_200))), [(at(30_000), ClockHappening::Flagged(Color::Black))]);
    assert_eq!(clock.view(at(30_200)).black.phase, PlayerPhase::Flagged { provisional: true });
    clock.confirm_flag();
    assert_eq!(clock.view(at(30_500)).black.phase, lost());
    let time = turn(clock.press(Color::Black, at(29_999)));
    assert!(time.flag_withdrawn());
    assert_eq!((time.used_ms, time.overrun_ms), (29_999, None));
    let shown = clock.view(at(30_500));
    assert_eq!((shown.black.phase, shown.black.remaining_ms), (periods(1), 30 * S));
    assert_eq!(shown.white.remaining_ms, 30_000 - 501, "White's time has run since the stamp, not since the processing");
}

#[test]
fn a_late_press_takes_back_the_periods_told_after_its_stamp_and_no_others() {
    let mut clock = running(byo_yomi(0, 4, 10 * S));
    assert_eq!(boundaries(clock.advance(at(25 * S))).len(), 2);
    let time = turn(clock.press(Color::Black, at(15 * S)));
    assert_eq!(time.reported.withdrawn, [ClockHappening::PeriodUsed { color: Color::Black, periods_left: 2 }]);
    assert_eq!(time.reported.happened, []);
    assert_eq!(clock.view(at(25 * S)).black.phase, periods(3));
    assert_eq!(boundaries(clock.advance(at(25 * S))), [(at(25 * S), ClockHappening::PeriodUsed { color: Color::White, periods_left: 3 })]);
}

#[test]
fn a_press_made_before_the_pause_counts_from_its_stamp_on_both_sides() {
    let mut clock = running(TimeControl::Absolute { main_ms: MIN });
    clock.pause(at(20 * S));
    assert_eq!(turn(clock.press(Color::Black, at(18 * S))).used_ms, 18 * S);
    assert_eq!(clock.running(), None, "it stands all the same");
    clock.resume(at(5 * MIN));
    assert_eq!(turn(clock.press(Color::White, at(5 * MIN + S))).used_ms, 3 * S);
}

#[test]
fn a_press_by_the_other_player_changes_nothing() {
    let mut clock = running(TimeControl::Absolute { main_ms: MIN });
    let before = clock.clone();
    assert_eq!(clock.press(Color::White, at(S)), None);
    assert_eq!(clock, before);
    assert_eq!(GameClock::new(TimeControl::Absolute { main_ms: MIN }).press(Color::Black, at(S)), None, "nobody's turn yet");
}

#[test]
fn row_46_nothing_runs_before_the_start() {
    let mut clock = GameClock::new(byo_yomi(MIN, 5, 30 * S));
    assert_eq!((clock.running(), clock.deadline(), clock.turn_used_ms(at(MIN))), (None, None, None));
    assert_eq!(clock.advance(at(10 * MIN)), []);
    assert_eq!(
        clock.view(at(10 * MIN)).black,
        PlayerClockState { phase: PlayerPhase::Main, remaining_ms: MIN, total_used_ms: 0, delay_left_ms: None }
    );
}

#[test]
fn rows_5_and_53_a_take_back_restores_both_clocks_and_the_turn_in_one() {
    let mut clock = running(byo_yomi(MIN, 5, 30 * S));
    clock.press(Color::Black, at(10 * S));
    let kept = clock.turn_start(1);
    clock.press(Color::White, at(30 * S));
    clock.press(Color::Black, at(45 * S));
    clock.take_back(&kept, Color::White, at(60 * S));
    assert_eq!(clock.running(), Some(Color::White));
    assert_eq!(clock.turn_started(), Some(at(60 * S)));
    let shown = clock.view(at(60 * S));
    assert_eq!((shown.black.remaining_ms, shown.white.remaining_ms), (50 * S, MIN));
    assert_eq!(clock.turn_used_ms(at(63 * S)), Some(3 * S));
}

#[test]
fn adjusting_gives_and_takes_time_and_never_makes_a_loss() {
    let mut clock = running(byo_yomi(MIN, 3, 30 * S));
    clock.adjust(Color::Black, -20_000, 0, at(10 * S)).unwrap();
    assert_eq!(
        clock.view(at(10 * S)).black,
        PlayerClockState { phase: PlayerPhase::Main, remaining_ms: 30 * S, total_used_ms: 10 * S, delay_left_ms: None }
    );
    assert_eq!(clock.deadline(), Some(at(40 * S)), "the deadline moves with it");
    clock.adjust(Color::Black, -3_600_000, 0, at(10 * S)).unwrap();
    assert_eq!(clock.view(at(10 * S)).black.phase, periods(3), "main time that is taken does not run out into the periods");
    assert_eq!(clock.adjust(Color::Black, 0, -3, at(10 * S)), Err(ClockSetError::NothingLeft));
    assert_eq!(clock.adjust(Color::Black, -30_000, 0, at(10 * S)), Err(ClockSetError::NothingLeft));
    assert_eq!(clock.adjust(Color::Black, i64::MAX, 0, at(10 * S)), Err(ClockSetError::TooLong));
    clock.adjust(Color::White, 0, 2, at(11 * S)).unwrap();
    assert_eq!(turn(clock.press(Color::Black, at(12 * S))).used_ms, 12 * S, "what was used stays used");

    let mut clock = running(TimeControl::Absolute { main_ms: MIN });
    assert_eq!(clock.adjust(Color::Black, 0, 1, at(S)), Err(ClockSetError::NoSuchPeriods));
    clock.advance(at(2 * MIN));
    clock.confirm_flag();
    clock.adjust(Color::Black, 5_000, 0, at(2 * MIN)).unwrap();
    assert_eq!(clock.deadline(), Some(at(2 * MIN + 5 * S)), "the flag can fall again");
}

#[test]
fn setting_both_clocks_keeps_the_turn_of_the_player_who_runs() {
    let state = |phase, remaining_ms, total_used_ms| PlayerClockState { phase, remaining_ms, total_used_ms, delay_left_ms: None };
    let states = ByColor { black: state(periods(2), 7 * S, 4 * MIN), white: state(PlayerPhase::Main, 9 * S, 3 * MIN) };
    let mut clock = running(byo_yomi(MIN, 3, 30 * S));
    clock.set(states, Some(Color::Black), at(5 * S)).unwrap();
    assert_eq!(clock.view(at(5 * S)), states);
    assert_eq!(clock.turn_used_ms(at(6 * S)), Some(6 * S));
    clock.set(states, Some(Color::White), at(8 * S)).unwrap();
    assert_eq!(clock.turn_used_ms(at(9 * S)), Some(S));
    clock.set(states, None, at(10 * S)).unwrap();
    assert_eq!(clock.running(), None);
    assert_eq!(clock.view(at(MIN)), states);

    let mut absolute = running(TimeControl::Absolute { main_ms: MIN });
    let before = absolute.clone();
    assert_eq!(absolute.set(states, None, at(S)), Err(ClockSetError::NoSuchPeriods));
    assert_eq!(absolute, before);
}

/// The shared list of clock runs: rows of other time systems wait for those systems.
#[test]
fn clock_runs_of_the_case_list() {
    let Some(path) = shared("cases/time.jsonl") else { return };
    let text = std::fs::read_to_string(path).expect("the list of cases");
    let mut ran = 0;
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        if row["kind"] != "clock_run" {
            continue;
        }
        let system = &row["system"];
        let ms = |key: &str| system[key].as_u64().unwrap_or_else(|| panic!("{}: {key}", row["id"]));
        let control = match system["system"].as_str() {
            Some("absolute") => TimeControl::Absolute { main_ms: ms("main_ms") },
            other => {
                say(&format!("left for its time system: {} ({other:?})", row["id"]));
                continue;
            }
        };
        let clock = GameClock::new(control);
        for event in row["events"].as_array().expect("events") {
            assert_eq!(event[0], "reset", "{}: only a reset concerns kifud", row["id"]);
        }
        let shown = clock.view(at(0)).map(|state| state.remaining_ms);
        assert_eq!(row["expect"]["black"]["left_ms"], shown.black, "{}", row["id"]);
        assert_eq!(row["expect"]["white"]["left_ms"], shown.white, "{}", row["id"]);
        ran += 1;
    }
    assert!(ran > 0, "the list holds at least one run of a system that kifud keeps");
}

/// One thing that is done to a clock, after so many ms.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Press,
    Pause,
    Resume,
    Look,
}

fn deeds() -> impl Strategy<Value = Vec<(u64, Deed)>> {
    let deed = prop_oneof![4 => Just(Deed::Press), 1 => Just(Deed::Pause), 2 => Just(Deed::Resume), 2 => Just(Deed::Look)];
    proptest::collection::vec((0u64..40_000, deed), 1..60)
}

fn controls() -> impl Strategy<Value = TimeControl> {
    crate::controls::any_control(100_000)
}

proptest! {
    /// What a player used in the game is the sum of what the turns took, to the millisecond, pauses or not; and it is the time that
    /// really passed while the clock ran.
    #[test]
    fn totals_are_the_sums_of_turns(control in controls(), deeds in deeds()) {
        let mut clock = running(control);
        let mut now = at(0);
        let mut sums = ByColor { black: 0u64, white: 0u64 };
        let mut ran = 0;
        for (after, deed) in deeds {
            if clock.running().is_some() {
                ran += after;
            }
            now = now.plus_ms(after);
            match deed {
                Deed::Press => {
                    let color = clock.turn.expect("always a turn").color;
                    sums[color] += clock.press(color, now).expect("their turn").used_ms;
                }
                Deed::Pause => {
                    clock.pause(now);
                }
                Deed::Resume => clock.resume(now),
                Deed::Look => {
                    clock.advance(now);
                }
            }
            let mut used = sums;
            used[clock.turn.expect("always a turn").color] += clock.turn_used_ms(now).expect("always a turn");
            let shown = clock.view(now).map(|state| state.total_used_ms);
            prop_assert_eq!(shown, used);
            prop_assert_eq!(used.black + used.white, ran);
        }
    }

    /// Time spent in two parts is time spent at once: no pause, look or restart in between can change a period.
    #[test]
    fn spending_in_parts_is_spending_at_once(control in controls(), a in 0u64..400_000, b in 0u64..400_000) {
        let (mut parts, mut whole) = (PlayerClock::new(&control), PlayerClock::new(&control));
        let (mut crossed_in_parts, mut crossed) = (Vec::new(), Vec::new());
        parts.spend(&control, a, |after, what| crossed_in_parts.push((after, what)));
        parts.spend(&control, b, |after, what| crossed_in_parts.push((a + after, what)));
        whole.spend(&control, a + b, |after, what| crossed.push((after, what)));
        prop_assert_eq!(parts, whole);
        prop_assert_eq!(crossed_in_parts, crossed);
    }

    /// A press that is processed late, by whatever delay, leaves the same clock as one processed at once.
    #[test]
    fn only_the_stamp_of_a_press_counts(control in controls(), used in 0u64..400_000, delay in 0u64..100_000) {
        let (mut prompt, mut late) = (running(control), running(control));
        late.advance(at(used + delay));
        let first = prompt.press(Color::Black, at(used)).expect("Black's turn");
        let second = late.press(Color::Black, at(used)).expect("Black's turn");
        prop_assert_eq!((first.used_ms, first.overrun_ms), (second.used_ms, second.overrun_ms));
        prop_assert_eq!(prompt, late);
    }
}
