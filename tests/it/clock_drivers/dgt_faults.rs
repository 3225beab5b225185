//! C1 to C11 on a DGT clock, each injected where it happens.

use kifud::clock::Side;
use kifud::sim::AnyClock;
use kifud::wire::dgt::DgtFault;
use kifud::wire::kifud::ClockSetting;
use kifud::wire::{ClockCommand, ClockDriver, ClockReport};

use super::{BEGINNING, Rig, half_hour};

impl Rig {
    fn suffer(&mut self, fault: DgtFault) -> &mut Rig {
        let AnyClock::Dgt(clock) = &mut self.clock else { panic!("no DGT clock") };
        clock.suffer(fault);
        self
    }
}

fn playing() -> Rig {
    let mut rig = Rig::new(ClockDriver::Dgt, half_hour());
    rig.press(Side::Right).wait(6_000);
    assert_eq!((rig.sides(), rig.reading().running), (vec![Side::Right], Some(Side::Left)));
    rig
}

#[test]
fn c1_an_answer_that_comes_again_and_a_message_of_zeros_are_no_times() {
    let mut rig = playing();
    rig.suffer(DgtFault::RepeatedAnswers(true)).suffer(DgtFault::Zeros);
    rig.reports.clear();
    rig.command(&ClockCommand::Beep(100)).wait(4_000);
    assert!(rig.readings().iter().all(|reading| reading.remaining_ms[0] > 1_700_000 && reading.remaining_ms[1] == 1_800_000));
    assert!(rig.readings().len() >= 2 && !rig.has(&ClockReport::NoAnswer));
    assert_eq!(rig.session.counts().bad_frames, 0);
}

#[test]
fn c2_a_press_is_stamped_within_the_second_that_is_stated() {
    for offset in (0..1_000).step_by(130) {
        let mut rig = playing();
        rig.wait(offset / 10 * 10);
        let pressed = rig.now - BEGINNING;
        rig.press(Side::Left).wait(2_000);
        let presses = rig.presses();
        let [(Side::Left, at)] = presses.as_slice() else { panic!("{presses:?}") };
        assert!((pressed..=pressed + 1_000).contains(at), "pressed {pressed}, stamped {at}");
    }
}

#[test]
fn c3_two_presses_between_two_looks_at_the_lever_are_inferred_from_the_time_that_fell() {
    let mut rig = playing();
    // White answers at once: the board has looked before and looks again after both, and White has a second less.
    rig.press(Side::Left).wait(200).press(Side::Right).wait(6_000);
    let quick = rig.sides();
    assert!(quick.is_empty() || quick == [Side::Left, Side::Right], "{quick:?}");
    // A slow line: nothing of 1.3 s comes through.
    let mut rig = playing();
    let heard = std::mem::take(&mut rig.reports);
    let mut lost = Vec::new();
    let mut at = rig.now;
    for (side, wait) in [(Side::Left, 1_300), (Side::Right, 100)] {
        rig.clock.press(crate::wires::ms(at), side, &mut lost);
        for _ in 0..wait / 10 {
            at += 10;
            rig.clock.tick(crate::wires::ms(at), &mut lost);
        }
    }
    rig.now = at;
    rig.reports = heard;
    rig.wait(5_000);
    assert_eq!(rig.sides(), [Side::Left, Side::Right]);
    assert_eq!(rig.reading().running, Some(Side::Left));
}

#[test]
fn c4_a_lever_the_other_way_round_is_found_by_the_time_that_falls_and_the_presses_are_right_from_the_first() {
    let mut rig = Rig::unopened(ClockDriver::Dgt, half_hour());
    rig.suffer(DgtFault::Inverted(true));
    rig.open();
    rig.wait(3_000);
    rig.press(Side::Right).wait(5_000).press(Side::Left).wait(5_000).press(Side::Right).wait(5_000);
    assert_eq!(rig.sides(), [Side::Right, Side::Left, Side::Right]);
    assert_eq!(rig.reading().running, Some(Side::Left));
    assert!(rig.session.lever_inverted(), "and it is said");
    assert!(rig.readings().iter().all(|reading| reading.running != Some(Side::Right) || reading.remaining_ms[0] < 1_800_000));
}

#[test]
fn c4_a_daemon_that_starts_in_the_middle_of_a_turn_finds_it_too() {
    let mut rig = Rig::new(ClockDriver::Dgt, half_hour());
    rig.suffer(DgtFault::Inverted(true));
    rig.press(Side::Right).wait(100);
    rig.reports.clear();
    let mut write = Vec::new();
    rig.session.opened(crate::wires::ms(rig.now), &mut write);
    rig.wait(5_000);
    assert!(rig.readings().iter().all(|reading| reading.running != Some(Side::Right)));
    assert_eq!((rig.reading().running, rig.sides()), (Some(Side::Left), vec![]));
}

#[test]
fn c4_a_lever_that_turns_round_later_is_believed_after_three_seconds_of_contradiction() {
    let mut rig = playing();
    // Unplugged and in again with the lever the other way round, between two looks: the only sign is that the wrong time falls.
    rig.suffer(DgtFault::Inverted(true)).wait(9_000);
    assert_eq!(rig.reading().running, Some(Side::Left));
    rig.sides();
    rig.press(Side::Left).wait(5_000);
    assert_eq!((rig.sides(), rig.reading().running), (vec![Side::Left], Some(Side::Right)));
}

#[test]
fn c5_a_period_and_a_renewal_are_jumps_up_and_pass_as_they_are() {
    let setting = ClockSetting { main_ms: 5_000, periods: 3, period_ms: 10_000 };
    let mut rig = Rig::new(ClockDriver::Dgt, setting);
    rig.press(Side::Right).wait(8_000);
    let reading = rig.reading();
    assert_eq!((reading.overtime, reading.flag, reading.running), ([true, false], [false; 2], Some(Side::Left)));
    assert!((6_000..=8_000).contains(&reading.remaining_ms[0]), "{reading:?}");
    rig.press(Side::Left).wait(3_000);
    assert_eq!(rig.reading().remaining_ms[0], 10_000);
    assert_eq!(rig.sides(), [Side::Right, Side::Left]);
}

#[test]
fn c5_a_clock_set_anew_leaves_overtime_and_one_whose_flag_is_only_taken_off_does_not() {
    let setting = ClockSetting { main_ms: 5_000, periods: 3, period_ms: 60_000 };
    let mut rig = Rig::new(ClockDriver::Dgt, setting);
    rig.press(Side::Right).wait(8_000).press(Side::Left).wait(8_000);
    assert_eq!(rig.reading().overtime, [true; 2]);
    rig.suffer(DgtFault::FlagsTakenOff(true)).wait(3_000);
    assert_eq!(rig.reading().overtime, [true; 2], "after some minutes the display shows no flag");
    rig.command(&ClockCommand::Set { remaining_ms: [3_600_000, 3_600_000], periods: [0; 2] }).wait(3_000);
    assert_eq!(rig.reading().overtime, [false; 2]);
}

#[test]
fn c6_a_clock_that_is_not_connected_is_away_and_its_last_times_are_not_told() {
    let mut rig = playing();
    rig.reports.clear();
    rig.suffer(DgtFault::Unconnected(true)).wait(5_000);
    let away = rig.reports.iter().position(|report| report.what == ClockReport::Away).expect("told");
    assert_eq!(rig.reports[away..].len(), 1, "once, and nothing after it: {:?}", rig.reports);
    rig.suffer(DgtFault::Unconnected(false)).wait(5_000);
    assert!(matches!(rig.reports[away + 1].what, ClockReport::Greeting(_)));
    assert_eq!((rig.reading().running, rig.sides()), (Some(Side::Left), vec![]));
}

#[test]
fn c7_the_old_figure_of_a_side_that_has_stopped_is_no_press() {
    let mut rig = playing();
    rig.press(Side::Left).wait(1_900);
    rig.presses();
    // For up to two seconds the side that stopped may be put right downwards.
    rig.wait(30_000);
    assert_eq!(rig.sides(), []);
}

#[test]
fn c8_a_single_odd_reading_makes_no_press_and_turns_nothing_round() {
    let mut rig = playing();
    for _ in 0..5 {
        rig.suffer(DgtFault::OddReading).wait(3_000);
    }
    assert_eq!((rig.sides(), rig.reading().running), (vec![], Some(Side::Left)));
    rig.press(Side::Left).wait(3_000);
    assert_eq!(rig.sides(), [Side::Left]);
}

#[test]
fn c9_a_clock_that_is_switched_off_and_on_says_so_and_its_lever_is_learnt_anew() {
    let mut rig = playing();
    rig.reports.clear();
    let mut out = Vec::new();
    rig.suffer(DgtFault::Inverted(true));
    rig.clock.switched_on(crate::wires::ms(rig.now), 2, &mut out);
    let mut write = Vec::new();
    rig.session.received(crate::wires::ms(rig.now), &out, &mut rig.reports, &mut write);
    assert_eq!(rig.reports[0].what, ClockReport::Restarted);
    rig.wait(3_000).press(Side::Right).wait(4_000).press(Side::Left).wait(3_000);
    assert_eq!(rig.sides(), [Side::Right, Side::Left]);
    assert_eq!(rig.reports.iter().filter(|report| report.what == ClockReport::Restarted).count(), 1);
}

#[test]
fn c10_only_a_clock_blocked_at_zero_is_a_flag() {
    let setting = ClockSetting { main_ms: 3_000, periods: 2, period_ms: 4_000 };
    let mut rig = Rig::new(ClockDriver::Dgt, setting);
    rig.press(Side::Right).wait(5_000);
    assert_eq!((rig.reading().flag, rig.reading().overtime), ([false; 2], [true, false]));
    rig.wait(10_000);
    assert_eq!((rig.reading().flag, rig.reading().remaining_ms[0]), ([true, false], 0));
}
