//! Time that the clock on the table keeps: readings and presses in, what kifud shows and tells out.

use kifud::clock::{ClockHappening, ClockReading, DeviceClock, PlayerClockState, PlayerPhase, STALE_MS, Side, TimeControl, Timekeeper};
use kifud::go::{ByColor, Color};
use kifud::time::Mono;
use proptest::prelude::*;

const S: u64 = 1_000;

fn at(ms: u64) -> Mono {
    Mono::from_millis(1_000_000 + ms)
}

/// A reading of a clock that sends milliseconds and says nothing of periods.
fn reading(left_ms: u64, right_ms: u64, running: Option<Side>) -> ClockReading {
    ClockReading {
        remaining_ms: [left_ms as u32, right_ms as u32],
        running,
        periods_left: [None; 2],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1,
    }
}

const BYO_YOMI: TimeControl = TimeControl::ByoYomi { main_ms: 60_000, periods: 5, period_ms: 30_000 };

/// Black on the left, both with a minute and five periods of 30 s, Black's time running since moment 0.
fn started() -> DeviceClock {
    let mut clock = DeviceClock::new(Some(BYO_YOMI), Some(Side::Left));
    assert_eq!(clock.reading(&reading(60_000, 60_000, None), at(0)), []);
    assert_eq!(clock.press(Side::Right, at(0)), None, "the press before the first move ends no turn");
    clock
}

fn shown(clock: &DeviceClock, now: u64) -> ByColor<PlayerClockState> {
    clock.view(at(now)).expect("heard, and Black's side is known")
}

fn phase(clock: &DeviceClock, color: Color, now: u64) -> PlayerPhase {
    shown(clock, now)[color].phase
}

fn periods(left: u32) -> PlayerPhase {
    PlayerPhase::ByoYomi { periods_left: left }
}

#[test]
fn row_41_the_device_is_right_and_kifud_only_counts_on_from_it() {
    let mut clock = started();
    assert_eq!(clock.running(at(500)), Some(Color::Black));
    assert_eq!(shown(&clock, 500).black.remaining_ms, 59_500);
    // The device is 40 ms slower than we are.
    assert_eq!(clock.reading(&reading(59_040, 60_000, Some(Side::Left)), at(S)), []);
    assert_eq!(shown(&clock, S).black.remaining_ms, 59_040);
    assert_eq!(shown(&clock, S + 300).black.remaining_ms, 58_740);
    assert_eq!(shown(&clock, S + 300).white.remaining_ms, 60_000);
    let time = clock.press(Side::Left, at(S + 400)).expect("Black's turn");
    assert_eq!((time.used_ms, time.overrun_ms), (1_400, None));
    assert_eq!(clock.running(at(S + 400)), Some(Color::White));
    assert_eq!(shown(&clock, S + 500).black.total_used_ms, 1_400);
    assert_eq!(clock.turn_used_ms(at(S + 500)), Some(100));
}

#[test]
fn row_44_the_side_of_black_is_data_and_may_be_learnt_late() {
    let mut clock = Timekeeper::Device(DeviceClock::new(Some(BYO_YOMI), None));
    clock.reading(&reading(59_000, 41_000, Some(Side::Right)), at(0));
    assert_eq!((clock.view(at(0)), clock.running(at(0))), (None, None), "not guessed");
    clock.set_black_side(Some(Side::Right));
    assert_eq!(clock.running(at(0)), Some(Color::Black));
    assert_eq!(clock.view(at(0)).expect("known now").map(|state| state.remaining_ms), ByColor { black: 41_000, white: 59_000 });
    assert_eq!(clock.press(Color::White, at(S)), None, "it is not White's turn");
    assert_eq!(clock.press(Color::Black, at(S)).expect("Black's turn").used_ms, S);
}

#[test]
fn a_silent_clock_is_stale_and_not_running() {
    let mut clock = started();
    assert_eq!(clock.deadline(), Some(at(STALE_MS)));
    assert!(!clock.stale(at(STALE_MS - 1)));
    assert!(clock.stale(at(STALE_MS)));
    assert_eq!(clock.running(at(STALE_MS)), None);
    assert_eq!(clock.advance(at(STALE_MS - 1)), []);
    assert_eq!(clock.advance(at(STALE_MS + 40)), [(at(STALE_MS), ClockHappening::Stale)], "at its own moment");
    assert_eq!((clock.advance(at(9 * S)), clock.deadline()), (vec![], None), "told once");
    assert_eq!(shown(&clock, 9 * S).black.remaining_ms, 57_000, "row 50: the figures stay, they do not run away");
    assert_eq!(clock.uncertainty_ms(at(9 * S)), 9 * S + 1, "anything may have happened since");
    // It comes back: the device's account decides, also of who used the time.
    let heard = clock.reading(&reading(55_000, 55_000, Some(Side::Right)), at(10 * S));
    let passed = (at(5 * S), ClockHappening::TurnPassed(Color::Black));
    assert_eq!(heard, [passed, (at(10 * S), ClockHappening::Heard)], "when White's time began to run");
    assert_eq!(clock.running(at(10 * S)), Some(Color::White));
    assert_eq!(shown(&clock, 10 * S).map(|state| state.total_used_ms), ByColor { black: 5 * S, white: 5 * S });
    assert_eq!(clock.turn_used_ms(at(10 * S)), Some(5 * S));
    assert_eq!(clock.press(Side::Left, at(10 * S)).expect("the press that was missed").used_ms, 5 * S);
}

#[test]
fn a_silence_never_costs_more_than_it_lasted() {
    // Found by the property below: a clock that was set lower while it was not heard seemed to have run twice as long.
    let mut clock = started();
    clock.reading(&reading(20_000, 20_000, Some(Side::Left)), at(10 * S));
    assert_eq!(clock.used_ms, [10 * S, 0]);
}

#[test]
fn a_clock_that_stands_may_be_silent_and_one_that_is_away_is_stale() {
    let mut clock = DeviceClock::new(Some(BYO_YOMI), Some(Side::Left));
    clock.reading(&reading(60_000, 60_000, None), at(0));
    assert!(!clock.stale(at(3_600 * S)));
    clock.lost();
    assert!(clock.stale(at(1)));
    clock.reading(&reading(12_000, 60_000, None), at(5 * S));
    assert!(!clock.stale(at(5 * S)));
    assert_eq!(shown(&clock, 5 * S).black.remaining_ms, 12_000, "a clock that was away is taken as it is");
}

#[test]
fn periods_are_derived_from_the_jumps_of_a_display_that_does_not_count_them() {
    let mut clock = started();
    let mut told = Vec::new();
    // Black thinks for 60 + 30 + 30 + 10 s; the device shows 60..0, 30..0, 30..0, 30..20 and is 150 ms behind.
    for second in 1..=130u64 {
        let device_ms = second * S - 150;
        let left_ms = if device_ms < 60_000 { 60_000 - device_ms } else { 30_000 - (device_ms - 60_000) % 30_000 };
        told.extend(clock.reading(&reading(left_ms, 60_000, Some(Side::Left)), at(second * S)));
        assert_eq!(shown(&clock, second * S).black.remaining_ms, left_ms);
    }
    assert_eq!(
        told,
        [
            (at(61 * S), ClockHappening::PeriodEntered(Color::Black)),
            (at(91 * S), ClockHappening::PeriodUsed { color: Color::Black, periods_left: 4 }),
            (at(121 * S), ClockHappening::PeriodUsed { color: Color::Black, periods_left: 3 }),
        ]
    );
    assert!(clock.periods_derived(Color::Black));
    assert!(!clock.periods_derived(Color::White));
    // The press begins the period anew; that is no period lost.
    assert_eq!(clock.press(Side::Left, at(131 * S)).expect("Black's turn").reported.happened, []);
    assert_eq!(clock.reading(&reading(30_000, 60_000, Some(Side::Right)), at(131 * S)), []);
    assert_eq!(phase(&clock, Color::Black, 131 * S), periods(3));
    // Some clocks show the old figure until the next turn.
    assert_eq!(clock.reading(&reading(19_000, 59_000, Some(Side::Right)), at(132 * S)), []);
    assert_eq!(phase(&clock, Color::Black, 132 * S), periods(3));
}

#[test]
fn a_pause_that_begins_the_period_anew_costs_no_period() {
    let mut clock = DeviceClock::new(Some(TimeControl::ByoYomi { main_ms: 0, periods: 3, period_ms: 30_000 }), Some(Side::Left));
    clock.reading(&reading(30_000, 30_000, Some(Side::Left)), at(0));
    clock.reading(&reading(22_000, 30_000, Some(Side::Left)), at(8 * S));
    assert_eq!(clock.reading(&reading(30_000, 30_000, None), at(9 * S)), [(at(9 * S), ClockHappening::Stopped)]);
    assert_eq!(phase(&clock, Color::Black, 9 * S), periods(3));
    assert_eq!(
        clock.reading(&reading(30_000, 30_000, Some(Side::Left)), at(60 * S)),
        [(at(60 * S), ClockHappening::Heard), (at(60 * S), ClockHappening::Started(Color::Black))]
    );
    assert_eq!(clock.turn_used_ms(at(61 * S)), Some(10 * S), "the pause is nobody's time");
}

#[test]
fn a_paused_clock_does_not_run_although_it_marks_whose_turn_it_is() {
    let mut clock = started();
    let paused = ClockReading { paused: true, ..reading(58_000, 60_000, Some(Side::Left)) };
    assert_eq!(clock.reading(&paused, at(2 * S)), [(at(2 * S), ClockHappening::Stopped)]);
    assert_eq!((clock.running(at(9 * S)), clock.stale(at(9 * S))), (None, false));
    assert_eq!(shown(&clock, 9 * S).black.remaining_ms, 58_000);
    assert_eq!(clock.turn_used_ms(at(9 * S)), Some(2 * S));
}

#[test]
fn periods_that_the_device_tells_are_not_derived() {
    let mut clock = started();
    let overtime = |left_ms, periods| ClockReading {
        overtime: [true, false],
        periods_left: [Some(periods), Some(5)],
        ..reading(left_ms, 60_000, Some(Side::Left))
    };
    for second in 1..=59 {
        clock.reading(&reading(60_000 - second * S, 60_000, Some(Side::Left)), at(second * S));
    }
    assert_eq!(clock.reading(&overtime(29_000, 5), at(61 * S)), [(at(61 * S), ClockHappening::PeriodEntered(Color::Black))]);
    assert_eq!(clock.reading(&overtime(27_000, 5), at(63 * S)), []);
    assert_eq!(phase(&clock, Color::Black, 63 * S), periods(5));
    assert!(!clock.periods_derived(Color::Black));
}

#[test]
fn a_flag_is_told_at_its_moment_and_the_device_says_whether_it_has_fallen() {
    let mut clock = DeviceClock::new(Some(TimeControl::Absolute { main_ms: 2_000 }), Some(Side::Left));
    clock.reading(&reading(2_000, 2_000, Some(Side::Left)), at(0));
    assert_eq!(clock.deadline(), Some(at(2_000)));
    assert_eq!(clock.advance(at(2_500)), [(at(2_000), ClockHappening::Flagged(Color::Black))]);
    let counted = shown(&clock, 2_500).black;
    assert_eq!(
        (counted.phase, counted.remaining_ms),
        (PlayerPhase::Flagged { provisional: true }, 0),
        "counted to 0 and no further (row 46)"
    );
    assert_eq!(clock.flag_is_certain(Color::Black, at(2_500)), None, "the device's word is waited for");
    let flag = ClockReading { flag: [true, false], ..reading(0, 2_000, Some(Side::Left)) };
    assert_eq!(clock.reading(&flag, at(2_600)), [], "told already");
    assert_eq!(clock.flag_is_certain(Color::Black, at(2_600)), Some(true));
    assert_eq!(phase(&clock, Color::Black, 2_600), PlayerPhase::Flagged { provisional: false });
    let back = clock.reading(&reading(500, 2_000, Some(Side::Left)), at(2_800));
    assert_eq!(back, [(at(2_800), ClockHappening::FlagWithdrawn(Color::Black))]);
}

#[test]
fn a_flag_that_only_our_count_came_to_is_withdrawn_by_the_device() {
    let mut clock = DeviceClock::new(Some(TimeControl::Absolute { main_ms: 2_000 }), Some(Side::Left));
    clock.reading(&reading(2_000, 2_000, Some(Side::Left)), at(0));
    clock.advance(at(2_000));
    // The device is slower: it has 80 ms left.
    let back = clock.reading(&reading(80, 2_000, Some(Side::Left)), at(2_010));
    assert_eq!(back, [(at(2_010), ClockHappening::FlagWithdrawn(Color::Black))]);
    assert_eq!(clock.advance(at(2_090)), [(at(2_090), ClockHappening::Flagged(Color::Black))]);
    // A press stamped before it, in a late packet.
    let time = clock.press(Side::Left, at(2_050)).expect("Black's turn");
    assert!(time.flag_withdrawn());
    // And a clock that falls silent leaves the question to a person.
    let mut silent = DeviceClock::new(Some(TimeControl::Absolute { main_ms: 2_000 }), Some(Side::Left));
    silent.reading(&reading(2_000, 2_000, Some(Side::Left)), at(0));
    silent.advance(at(2_900));
    assert_eq!(silent.flag_is_certain(Color::Black, at(2_900)), None);
    assert_eq!(silent.flag_is_certain(Color::Black, at(3_000)), Some(false));
}

#[test]
fn periods_are_told_when_they_are_reached_and_not_again_by_the_reading_after_it() {
    let mut clock = started();
    clock.reading(&reading(500, 60_000, Some(Side::Left)), at(59_500));
    let deadline = clock.deadline().expect("main time ends");
    assert_eq!((deadline, clock.advance(deadline)), (at(60_000), vec![(at(60_000), ClockHappening::PeriodEntered(Color::Black))]));
    let in_period = ClockReading { periods_left: [Some(5), Some(5)], ..reading(29_480, 60_000, Some(Side::Left)) };
    assert_eq!(clock.reading(&in_period, at(60_500)), []);
    assert_eq!(phase(&clock, Color::Black, 60_500), periods(5));
}

#[test]
fn a_clock_that_shows_whole_seconds_is_not_counted_over_a_boundary() {
    let mut clock = DeviceClock::new(Some(BYO_YOMI), Some(Side::Left));
    let coarse = |left, right, ticking| ClockReading { resolution_ms: 1_000, ..reading(left, right, ticking) };
    clock.reading(&coarse(2_000, 60_000, Some(Side::Left)), at(0));
    assert_eq!(clock.advance(at(2_500)), []);
    assert_eq!(phase(&clock, Color::Black, 2_500), PlayerPhase::Main);
}

#[test]
fn a_clock_that_runs_wrongly_or_is_changed_in_mid_turn_disagrees_and_one_that_is_off_by_a_hair_does_not() {
    let told = |happened: Vec<(Mono, ClockHappening)>| {
        happened.into_iter().find_map(|(moment, happening)| match happening {
            ClockHappening::Disagrees { color, difference_ms } => Some((moment, color, difference_ms)),
            _ => None,
        })
    };
    let control = TimeControl::Absolute { main_ms: 3_600_000 };
    // 1 part in 2,000 slow for half an hour: 900 ms, which its rate explains; 1 part in 120 (half a second a minute): which it does not.
    for (per_minute, expected) in [(30, false), (500, true)] {
        let mut clock = DeviceClock::new(Some(control), Some(Side::Left));
        clock.reading(&reading(3_600_000, 3_600_000, Some(Side::Left)), at(0));
        let first = (1..=1_800u64).find_map(|second| {
            told(
                clock.reading(&reading(3_600_000 - second * 1_000 + second * per_minute / 60, 3_600_000, Some(Side::Left)), at(second * S)),
            )
        });
        assert_eq!(first.is_some(), expected, "{per_minute} ms a minute: {first:?}");
        if let Some((moment, color, difference_ms)) = first {
            assert_eq!(color, Color::Black);
            assert!(moment <= at(60 * S) && difference_ms > 300, "{moment:?} {difference_ms}");
        }
    }
    // Set by hand while it stands: that is what a clock is set for.
    let mut clock = DeviceClock::new(Some(control), Some(Side::Left));
    clock.reading(&reading(3_600_000, 3_600_000, Some(Side::Left)), at(0));
    clock.reading(&reading(3_599_000, 3_600_000, None), at(S));
    for second in 2..5 {
        assert_eq!(told(clock.reading(&reading(3_000_000, 3_600_000, None), at(second * S))), None);
    }
    for second in 5..9u64 {
        let left = 3_000_000 - (second - 4) * 1_000;
        assert_eq!(told(clock.reading(&reading(left, 3_600_000, Some(Side::Left)), at(second * S))), None);
    }
    // And in mid-turn.
    let found: Vec<_> = (9..13u64)
        .filter_map(|second| told(clock.reading(&reading(2_000_000 - second * 1_000, 3_600_000, Some(Side::Left)), at(second * S))))
        .collect();
    assert_eq!(found.len(), 1, "told once");
}

#[test]
fn a_press_at_the_edge_of_our_own_count_makes_no_loss() {
    let mut clock = DeviceClock::new(Some(TimeControl::ByoYomi { main_ms: 0, periods: 1, period_ms: 1_000 }), Some(Side::Left));
    clock.reading(&reading(1_000, 1_000, Some(Side::Left)), at(0));
    let time = clock.press(Side::Left, at(1_020)).expect("Black's turn");
    assert_eq!((time.used_ms, time.overrun_ms, time.reported.happened), (1_020, None, vec![]));
    assert_eq!((phase(&clock, Color::Black, 1_020), shown(&clock, 1_020).black.remaining_ms), (periods(1), 1_000));
}

#[test]
fn one_reading_that_nothing_explains_is_not_believed_and_two_are() {
    let mut clock = started();
    // Row 42: 0:00 out of nowhere, once.
    assert_eq!(clock.reading(&reading(0, 0, None), at(S)), []);
    assert_eq!(clock.running(at(S)), Some(Color::Black));
    assert_eq!(clock.reading(&reading(58_000, 60_000, Some(Side::Left)), at(2 * S)), []);
    assert_eq!(shown(&clock, 2 * S).black.remaining_ms, 58_000);
    // The arbiter sets the clock: it says so again and again.
    assert_eq!(clock.reading(&reading(20_000, 59_990, Some(Side::Left)), at(3 * S)), []);
    assert_eq!(clock.reading(&reading(19_000, 59_990, Some(Side::Left)), at(4 * S)), [(at(4 * S), ClockHappening::Jumped(Color::Black))]);
    assert_eq!(shown(&clock, 4 * S).black.remaining_ms, 19_000);
    assert_eq!(shown(&clock, 4 * S).black.total_used_ms, 4 * S, "what was used was used");
}

#[test]
fn a_lost_press_is_seen_in_the_running_side_and_closes_its_turn_once() {
    let mut clock = started();
    clock.reading(&reading(59_000, 60_000, Some(Side::Left)), at(S));
    let told = clock.reading(&reading(58_600, 59_400, Some(Side::Right)), at(2 * S));
    assert_eq!(told, [(at(1_400), ClockHappening::TurnPassed(Color::Black))], "White has used 0.6 s");
    assert_eq!(
        clock.press(Side::Left, at(2 * S + 10)).expect("the turn that has passed").used_ms,
        1_400,
        "as the device shares the second out"
    );
    assert_eq!(clock.press(Side::Left, at(2 * S + 20)), None, "closed once");
    assert_eq!(clock.press(Side::Right, at(3 * S)).expect("White's turn").used_ms, 1_600);
}

#[test]
fn uncertainty_is_the_step_of_the_device_and_its_age() {
    let mut clock = started();
    clock.reading(&ClockReading { resolution_ms: 1_000, ..reading(60_000, 60_000, Some(Side::Left)) }, at(0));
    assert_eq!(clock.uncertainty_ms(at(0)), 1_000);
    assert_eq!(clock.uncertainty_ms(at(2_500)), 1_003);
}

proptest! {
    /// Whatever a device says, in whatever order: nothing panics, no count rises by itself, and the totals of the players are the time
    /// during which somebody's clock ran.
    #[test]
    fn whatever_a_device_says_is_survived(
        steps in proptest::collection::vec(
            (0u64..5_000, 0u64..70_000, 0u64..70_000, 0usize..3, any::<bool>(), 0usize..4, any::<[bool; 2]>(), any::<[bool; 2]>()), 1..60
        ),
        control in prop_oneof![Just(None), Just(Some(BYO_YOMI)), Just(Some(TimeControl::Absolute { main_ms: 60_000 }))],
    ) {
        let mut clock = DeviceClock::new(control, Some(Side::Left));
        let mut now = at(0);
        for (after, left, right, running, paused, press, flag, overtime) in steps {
            now = now.plus_ms(after);
            clock.advance(now);
            match press {
                0 => { clock.press(Side::Left, now); }
                1 => { clock.press(Side::Right, now); }
                _ => {
                    let running = [None, Some(Side::Left), Some(Side::Right)][running];
                    clock.reading(&ClockReading { flag, overtime, paused, ..reading(left, right, running) }, now);
                }
            }
            let total: u64 = clock.used_ms.iter().sum();
            prop_assert!(total <= now.since_ms(at(0)), "no more time is used than has passed");
            if let (Some(turn), Some(used)) = (clock.turn, clock.turn_used_ms(now)) {
                prop_assert!(used <= clock.used_ms[turn.side.index()] + now.since_ms(at(0)));
            }
        }
    }

    /// With a device that counts as we do, what the turns took adds up to what each player used, exactly.
    #[test]
    fn turns_of_a_device_add_up(turns in proptest::collection::vec(1u64..20_000, 1..30)) {
        let control = TimeControl::Absolute { main_ms: 3_600_000 };
        let mut clock = DeviceClock::new(Some(control), Some(Side::Left));
        let (mut left, mut now, mut sums) = ([3_600_000u64; 2], at(0), [0u64; 2]);
        clock.reading(&reading(left[0], left[1], Some(Side::Left)), now);
        for (n, &used) in turns.iter().enumerate() {
            let side = if n % 2 == 0 { Side::Left } else { Side::Right };
            // A reading each second, as devices send them.
            for second in 1..=used / S {
                let mut shows = left;
                shows[side.index()] -= second * S;
                prop_assert_eq!(clock.reading(&reading(shows[0], shows[1], Some(side)), now.plus_ms(second * S)), []);
            }
            now = now.plus_ms(used);
            left[side.index()] -= used;
            sums[side.index()] += clock.press(side, now).expect("its turn").used_ms;
            prop_assert_eq!(clock.reading(&reading(left[0], left[1], Some(side.other())), now), []);
            prop_assert_eq!(clock.used_ms, sums);
        }
    }
}
