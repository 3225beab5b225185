//! Presses and their stones: before it, long after it, felt badly at it (CONTRACT 5; hardware.md F3, C11).

use kifud::game::{PressPass, Settings};
use kifud::go::Color::{Black, White};

use crate::findings::{alerts, played, played_at};
use crate::table::{Table, settings};

#[test]
fn a_stone_long_after_its_press_was_pressed_for_before_it_lay() {
    let mut table = played(&["E5", "C3"]);
    table.press(Black).wait(1_500);
    assert_eq!(alerts(&table), ["pass-signal black "]);
    table.hold(&["black D4"]);
    assert_eq!(alerts(&table), ["press-before-stone black D4"]);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    // One that came within the tolerance and only bounced is nothing.
    let mut table = played(&["E5", "C3"]);
    table.press(Black).wait(900).change(&["black D4"]).wait(200).change(&["lift D4"]).wait(100).change(&["black D4"]).wait(5_000);
    assert!(table.alerts().is_empty());
    let mut table = Table::new(Settings { press_pass: PressPass::Incident, ..settings(9) });
    table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White).wait(500).press(Black).wait(2_000);
    assert_eq!(alerts(&table), ["press-without-move black "]);
}

#[test]
fn f3_of_two_points_at_a_press_the_one_that_holds_still_is_played() {
    // Symptom: the neighbour was recorded at the press, because the stone itself bounced just then.
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D4"]).wait(40).change(&["black D5"]).wait(40).change(&["lift D4"]).wait(60).press(Black);
    table.wait(20).change(&["black D4"]).wait(200).change(&["lift D5"]).wait(6_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    assert!(table.alerts().is_empty());
}

#[test]
fn a_stone_that_was_glimpsed_at_its_press_and_taken_up_again_is_waited_for() {
    // Symptom: a pass was recorded, and the stone was a double move when it came back.
    let mut table = played_at(Table::new(Settings { press_pass: PressPass::Pass, ..settings(9) }), &["E5", "C3"]);
    table.press(Black).wait(180).change(&["black D4"]).wait(240).change(&["lift D4"]).wait(1_000);
    table.change(&["black D4"]).wait(6_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    assert!(table.alerts().is_empty());
}

#[test]
fn f4_a_stone_felt_twice_lies_where_it_still_lies_after_the_press() {
    // Symptom: a stone slid in, its neighbour's sensor felt it for longer than the settle time, and what was recorded was the neighbour;
    // when that fell silent after the press, the player had "put down two stones".
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D5"]).wait(160).change(&["lift D5"]).wait(60).change(&["black D4"]).wait(130);
    table.change(&["black D5"]).wait(440).press(Black);
    table.wait(75).change(&["lift D5"]).wait(8_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    assert!(table.alerts().is_empty());
    // Two stones of which one is taken back when there was time to reach for it are no such thing.
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D4"]).wait(130).change(&["black D5"]).wait(600).press(Black);
    table.wait(900).change(&["lift D4"]).wait(8_000);
    assert!(!table.alerts().is_empty());
}

#[test]
fn f4_a_stone_put_straight_before_its_press_and_felt_where_it_lay_is_where_it_still_lies() {
    // Symptom: the stone was taken back, said the alert, and another put down.
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D5"]).change(&["lift D5"]).wait(460).change(&["black D4"]).wait(120).change(&["black D5"]).wait(130);
    table.press(Black).wait(310).change(&["lift D5"]).wait(8_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
}

#[test]
fn f7_a_press_while_somebody_has_a_stone_in_hand_waits_until_it_is_back_and_is_a_pass_then() {
    // Symptom: the last pass of a game was in no record, and nothing said so.
    let mut table = played_at(Table::new(Settings { press_pass: PressPass::Pass, ..settings(9) }), &["E5", "C3"]);
    table.press(Black).wait(300).change(&["lift E5"]).wait(2_500).change(&["black E5"]).wait(6_000);
    assert_eq!(table.record(), "B E5, W C3, B pass");
    // One that does not come back is what a person must look at.
    let mut table = played_at(Table::new(Settings { press_pass: PressPass::Pass, ..settings(9) }), &["E5", "C3"]);
    table.press(Black).wait(300).change(&["lift E5"]).wait(20_000);
    assert_eq!((table.record().as_str(), table.alerts()), ("B E5, W C3", vec!["stone-missing"]));
}
