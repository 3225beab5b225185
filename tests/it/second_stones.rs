//! A second stone in a row that takes stones (CN-17.1), and its innocent twins.

use kifud::game::Verb;
use kifud::go::Color::{Black, White};

use crate::findings::{alerts, played};
use crate::table::Table;

/// The patience and a little.
const PATIENCE: u64 = 4_500;

/// White's stone at A5 takes the two black ones below it. White has just played and pressed at J9.
fn in_atari() -> Table {
    played(&["A3", "A2", "A4", "B3", "E5", "B4", "E6", "J9"])
}

/// Symptom: stones that a second play in a row took were said to be missing as well. Cause: what it takes was asked of the side to move alone.
#[test]
fn cn_17_1_a_second_stone_that_takes_stones_is_one_happening() {
    for late in [0, 600, 2_000] {
        let mut table = in_atari();
        table.change(&["white A5"]).wait(late).change(&["lift A3", "lift A4"]).wait(PATIENCE);
        assert_eq!(alerts(&table), ["double-move white A5"], "{late}");
        assert_eq!(table.alerts(), ["double-move"], "{late}");
        assert!(table.record().ends_with("W J9, W A5"), "{}", table.record());
        assert_eq!(table.game.position().captured().white, 2);
        assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
    }
}

/// Symptom: a second stone that took five was taken for the end of the game.
#[test]
fn cn_17_1_a_second_stone_that_takes_many_is_no_end_of_the_game() {
    let mut table = played(&["A1", "B1", "A2", "B2", "A3", "B3", "A4", "B4", "A5", "B5", "E5", "J9"]);
    let lifts = ["lift A1", "lift A2", "lift A3", "lift A4", "lift A5"];
    table.change(&["white A6"]).wait(700).change(&lifts).wait(PATIENCE);
    assert_eq!((table.alerts(), alerts(&table)), (vec!["double-move"], vec!["double-move white A6".to_owned()]), "{}", table.record());
    assert_eq!(table.game.position().captured().white, 5);
}

/// Of the stones that are gone, one is none that it takes.
#[test]
fn cn_17_1_what_a_second_stone_does_not_take_is_said_beside_it() {
    let mut table = in_atari();
    table.change(&["white A5"]).change(&["lift A3", "lift A4", "lift E5"]).wait(PATIENCE);
    let mut said = alerts(&table);
    said.sort();
    assert_eq!(said, ["double-move white A5", "stone-missing black E5"], "{}", table.record());
}

/// After a pass of Black's the same stones are a play; and taken back in time they are nothing.
#[test]
fn the_same_capture_after_a_pass_is_play() {
    let mut table = in_atari();
    table.done(Verb::Pass(Black)).wait(500);
    table.change(&["white A5"]).wait(300).change(&["lift A3", "lift A4"]).wait(500).press(White).wait(PATIENCE);
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    assert!(table.record().ends_with("W J9, B pass, W A5"), "{}", table.record());
    let mut table = in_atari();
    table.change(&["white A5", "lift A3", "lift A4"]).wait(2_000).change(&["lift A5", "black A3", "black A4"]).wait(10_000);
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
}
