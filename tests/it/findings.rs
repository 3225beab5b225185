//! Offences and accidents on the board, each with its innocent twin: found with the right kind, colour and points within the patience, said
//! once, cured when put right (CONTRACT 4.4, 4.6, 5; the articles are named in the tests).

use kifud::game::{AlertState, EventBody, Severity, Verb};
use kifud::go::Color::{Black, White};

use crate::table::{Table, settings};

/// The patience and a little.
const PATIENCE: u64 = 4_500;

/// A 9x9 table on which these moves were played and pressed, Black first.
pub fn played(moves: &[&str]) -> Table {
    played_at(Table::new(settings(9)), moves)
}

pub fn played_at(mut table: Table, moves: &[&str]) -> Table {
    for (index, vertex) in moves.iter().enumerate() {
        let (color, word) = if index % 2 == 0 { (Black, "black") } else { (White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    table.wait(1_000);
    table.since();
    table
}

/// The open or cured alerts as "kind color points state".
pub fn alerts(table: &Table) -> Vec<String> {
    let size = table.grid.size();
    let one = |alert: &kifud::game::Alert| {
        let points: Vec<String> = alert.points.iter().map(|point| point.vertex(size).to_string()).collect();
        let color = alert.color.map_or("-".to_owned(), |color| color.name().to_lowercase());
        let state = if alert.state == AlertState::Cured { " cured" } else { "" };
        format!("{} {color} {}{state}", alert.kind, points.join(" "))
    };
    table.game.book().alerts.iter().map(one).collect()
}

#[test]
fn cn_17_1_a_second_stone_after_the_press_is_a_double_move() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(3_900);
    assert!(alerts(&table).is_empty(), "the patience is not over");
    table.wait(600);
    assert_eq!(alerts(&table), ["double-move white G7"]);
    assert_eq!(table.record(), "B E5, W C3, W G7");
    assert_eq!(table.game.record().moves[2].disputed.as_deref(), Some(table.game.book().alerts[0].id.as_str()));
    // The opponent is to move, and play is recorded on top of it.
    table.hold(&["black D4"]).press(Black);
    assert_eq!(table.record(), "B E5, W C3, W G7, B D4");
    assert_eq!(alerts(&table), ["double-move white G7"], "once");
}

#[test]
fn a_second_stone_taken_off_in_time_was_nothing_and_later_it_is_cured() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(3_000).change(&["lift G7"]).wait(10_000);
    assert!(table.alerts().is_empty());
    table.change(&["white G7"]).wait(PATIENCE).change(&["lift G7"]).wait(1_000);
    assert_eq!(alerts(&table), ["double-move white G7 cured"]);
    assert_eq!(table.record(), "B E5, W C3");
    table.hold(&["black D4"]).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B D4");
}

#[test]
fn a_double_move_is_found_although_the_opponent_answers_at_once() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(1_500).hold(&["black D4"]).press(Black).wait(PATIENCE);
    assert_eq!(alerts(&table), ["double-move white G7"]);
    assert_eq!(table.record(), "B E5, W C3, W G7, B D4");
}

#[test]
fn ing_9_2_1_two_stones_in_one_turn_may_be_a_resignation() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]);
    table.change(&["black F6"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["resign-signal black D4 F6"]);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    table.change(&["lift F6"]).wait(1_000);
    assert!(alerts(&table).is_empty(), "its cause has gone");
    // Two prisoners: stones of the other colour.
    let mut table = played(&["E5", "C3"]);
    table.change(&["white D4", "white F6"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["resign-signal black F6 D4"]);
}

#[test]
fn whoever_presses_has_played_a_stone_from_the_wrong_bowl() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["white D4"]).press(Black).wait(PATIENCE);
    assert_eq!(alerts(&table), ["wrong-color black D4"]);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    table.hold(&["white F6"]).press(White);
    assert_eq!(table.record(), "B E5, W C3, B D4, W F6");
    let mut table = played(&["E5", "C3"]);
    table.hold(&["white D4"]).press(Black);
    table.change(&["lift D4"]).wait(500).change(&["black D4"]).wait(10_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    assert!(alerts(&table).is_empty(), "exchanged in time");
}

#[test]
fn cn_17_2_a_stone_set_elsewhere_is_relocated_before_the_press_and_after_it() {
    for pressed in [false, true] {
        let mut table = played(&["E5", "C3"]);
        table.hold(&["black D4"]);
        if pressed {
            table.press(Black);
        }
        table.change(&["lift D4"]).wait(700).change(&["black G7"]).wait(PATIENCE);
        assert_eq!(alerts(&table), ["stone-relocated black D4 G7"], "pressed: {pressed}");
        assert_eq!(table.record(), "B E5, W C3, B D4", "its first point until the ruling");
        table.change(&["lift G7", "black D4"]).wait(1_000);
        assert_eq!(alerts(&table), ["stone-relocated black D4 G7 cured"]);
    }
}

#[test]
fn play_over_a_relocated_stone_follows_the_wood_by_an_edit() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).press(Black);
    table.change(&["lift D4", "black G7"]).wait(PATIENCE);
    table.hold(&["white C7"]).press(White).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B D4, W C7");
    let edits = &table.game.record().edits;
    assert_eq!(edits.len(), 1);
    assert_eq!(edits[0].reason, table.game.book().alerts[0].id);
    assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
}

#[test]
fn a_stone_taken_back_is_said_and_a_stone_put_straight_is_not() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]);
    table.change(&["lift D4"]).wait(3_500).change(&["black D4"]).wait(10_000);
    assert!(table.alerts().is_empty());
    table.press(Black);
    table.change(&["lift D4"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-retracted black D4"]);
    table.change(&["black G7"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-relocated black D4 G7"], "the same alert says more");
    assert_eq!(table.alerts(), ["stone-retracted"]);
}

#[test]
fn cn_17_3_an_older_stone_that_stands_elsewhere_was_shifted() {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift E5", "black E6"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-shifted black E5 E6"]);
    table.change(&["lift E6", "black E5"]).wait(1_000);
    assert_eq!(alerts(&table), ["stone-shifted black E5 E6 cured"]);
}

#[test]
fn a_missing_stone_is_named_and_play_over_it_is_recorded() {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift C3"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-missing white C3"]);
    table.hold(&["white D7"]).press(White);
    assert_eq!(table.record(), "B E5, W C3, B G7, W D7");
    table.change(&["white C3"]).wait(1_000);
    assert!(alerts(&table).is_empty(), "{:?}", alerts(&table));
    assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
}

#[test]
fn a_stone_lifted_and_put_back_while_play_goes_on_is_nothing() {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift C3"]).wait(300);
    table.hold(&["white D7"]).press(White).wait(1_500);
    table.change(&["white C3"]).wait(10_000);
    assert_eq!(table.record(), "B E5, W C3, B G7, W D7");
    assert!(table.alerts().is_empty());
    assert!(table.game.record().edits.is_empty());
}

#[test]
fn cn_18_stones_taken_off_with_liberties_are_a_wrong_capture() {
    let mut table = played(&["E5", "E4", "G7"]);
    table.hold(&["white F5"]);
    table.change(&["lift E5"]).wait(700).press(White).wait(PATIENCE);
    assert_eq!(alerts(&table), ["wrong-capture white E5"]);
    table.change(&["black E5"]).wait(1_000);
    assert_eq!(alerts(&table), ["wrong-capture white E5 cured"]);
}

#[test]
fn cn_23_4_captures_are_off_the_board_before_the_press_or_soon_after() {
    let capture = || {
        let mut table = played(&["A1", "E5", "A2", "H8", "B1", "J9"]);
        // White's stone at A3 and B2 against Black's three in the corner.
        table.hold(&["black G7"]).press(Black).hold(&["white A3"]).press(White).hold(&["black G6"]).press(Black);
        table.hold(&["white B2"]).press(White).hold(&["black G5"]).press(Black);
        table.hold(&["white C1"]);
        assert!(table.record().ends_with("W C1"));
        table
    };
    let mut table = capture();
    table.press(White).wait(2_000).change(&["lift A1", "lift A2"]).wait(1_000).change(&["lift B1"]).wait(10_000);
    assert!(table.alerts().is_empty());
    let mut table = capture();
    table.change(&["lift A1"]).wait(200).press(White).wait(PATIENCE);
    assert_eq!(alerts(&table), ["captures-left white A2 B1"]);
    table.change(&["lift A2", "lift B1"]).wait(1_000);
    assert_eq!(alerts(&table), ["captures-left white A2 B1 cured"]);
}

#[test]
fn cn_19_a_stone_without_liberties_is_on_a_forbidden_point() {
    let mut table = played(&["A2", "E5", "B1", "E6", "G7"]);
    table.change(&["white A1"]).wait(3_000).change(&["lift A1"]).wait(6_000);
    assert!(table.alerts().is_empty());
    table.hold(&["white A1"]).press(White).wait(PATIENCE);
    assert_eq!(alerts(&table), ["forbidden-point white A1"]);
    assert_eq!(table.game.book().alerts[0].severity, Severity::Ruling);
    assert!(table.record().ends_with("W A1"));
    assert_eq!(table.game.record().moves.last().map(|last| last.illegal.clone()), Some(vec!["forbidden-point".to_owned()]));
    table.change(&["lift A1"]).wait(1_000);
    assert!(table.record().ends_with("B G7"));
    assert_eq!(alerts(&table), ["forbidden-point white A1 cured"]);
}

#[test]
fn cn_20_1_a_ko_retaken_at_once_is_a_violation() {
    let mut table = played(&["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black);
    assert!(table.record().ends_with("B E4"));
    table.change(&["white D4", "lift E4"]).wait(3_000).change(&["lift D4", "black E4"]).wait(6_000);
    assert!(table.alerts().is_empty(), "put right in time");
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    assert_eq!(alerts(&table), ["ko-violation white D4"]);
    assert!(table.record().ends_with("W D4"));
    table.change(&["lift D4", "black E4"]).wait(1_000);
    assert_eq!(alerts(&table), ["ko-violation white D4 cured"]);
    assert!(table.record().ends_with("B E4"));
    table.hold(&["white H1"]).press(White).hold(&["black H2"]).press(Black).hold(&["white D4", "lift E4"]).press(White);
    assert!(table.record().ends_with("W D4"), "after a threat it is taken: {}", table.record());
    assert_eq!(alerts(&table), ["ko-violation white D4 cured"]);
}

#[test]
fn f8_a_handful_dropped_on_the_board_is_no_move() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D8", "white F2", "black G3", "white H6", "white B7"]).wait(PATIENCE);
    assert_eq!(alerts(&table).len(), 1);
    assert!(alerts(&table)[0].starts_with("extra-stone - "), "{:?}", alerts(&table));
    assert_eq!(table.record(), "B E5, W C3");
    table.change(&["lift D8", "lift F2", "lift G3", "lift H6", "lift B7"]).wait(1_000);
    assert!(alerts(&table).is_empty());
    table.hold(&["black D4"]);
    assert_eq!(table.record(), "B E5, W C3, B D4");
}

#[test]
fn f7_a_bump_is_waited_out() {
    let mut table = played(&["E5", "C3", "G7", "C7", "G3"]);
    let wrong = ["lift E5", "white D8", "black F2", "lift G7", "white H6", "black B7", "black A9", "white J1", "white C7", "lift C3"];
    table.change(&wrong).wait(1_500);
    assert!(table.since().contains(&"board Disturbed".to_owned()));
    let right = ["black E5", "lift D8", "lift F2", "black G7", "lift H6", "lift B7", "lift A9", "lift J1", "white C7", "white C3"];
    table.change(&right).wait(10_000);
    assert_eq!(table.since(), ["board Agrees"]);
    table.hold(&["white E7"]).press(White);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7, B G3, W E7");
}

#[test]
fn cn_17_4_a_board_left_scattered_is_said() {
    let mut table = played(&["E5", "C3", "G7", "C7", "G3"]);
    let wrong = ["lift E5", "black E4", "lift C3", "white D2", "lift G7", "black H8", "lift C7", "white B8", "lift G3", "black H2"];
    table.change(&wrong).wait(PATIENCE);
    assert_eq!(table.alerts(), ["board-scattered"]);
    let right = ["black E5", "lift E4", "white C3", "lift D2", "black G7", "lift H8", "white C7", "lift B8", "black G3", "lift H2"];
    table.change(&right).wait(2_000);
    assert!(alerts(&table)[0].ends_with("cured"));
    table.hold(&["white E7"]).press(White);
    assert!(table.record().ends_with("W E7"));
}

#[test]
fn strong_players_end_without_a_word() {
    let moves = ["E5", "C3", "G7", "C7", "G3", "E7", "E3", "C5"];
    // The board is swept.
    let mut table = played(&moves);
    let all: Vec<String> = moves.iter().map(|vertex| format!("lift {vertex}")).collect();
    table.change(&all.iter().map(String::as_str).collect::<Vec<_>>()).wait(PATIENCE);
    assert_eq!(table.alerts(), ["end-suspected"]);
    table.change(&["black E5"]).wait(10_000).change(&["white C3"]).wait(10_000);
    assert_eq!(table.game.record().moves.len(), moves.len(), "nothing after it reaches the record");
    assert_eq!(table.alerts(), ["end-suspected"]);
    table.ask(Verb::Resign(Black));
    assert!(table.since().contains(&"game-ended".to_owned()));
    // One colour fills in.
    let mut table = played(&moves);
    table.hold(&["black D8"]).wait(1_000).hold(&["black D9"]).wait(1_000).hold(&["black E9"]).wait(PATIENCE);
    assert_eq!(alerts(&table).len(), 1);
    assert!(alerts(&table)[0].starts_with("end-suspected"), "{:?}", alerts(&table));
    // They put it back, and play on.
    table.change(&["lift D9", "lift E9"]).wait(1_000);
    assert!(alerts(&table).is_empty());
    table.press(Black).hold(&["white G5"]).press(White);
    assert!(table.record().ends_with("B D8, W G5"), "{}", table.record());
}

#[test]
fn an_alert_carries_what_the_sensors_showed_before_it_and_after() {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift C3"]).wait(PATIENCE);
    let raised = table.game.book().alerts[0].clone();
    let steps = |alert: &kifud::game::Alert| alert.evidence.as_ref().map_or(0, |evidence| evidence.steps.len());
    let before = steps(&raised);
    assert!(before >= 2, "G7 put down, C3 lifted");
    table.change(&["white D2"]).wait(100).change(&["lift D2"]).wait(6_000);
    let later = &table.game.book().alerts[0];
    assert_eq!((steps(later), later.rev), (before + 2, raised.rev + 1));
    let last = table.events.iter().filter(|event| matches!(event.body, EventBody::AlertChanged(_))).count();
    assert_eq!(last, 1);
}

#[test]
fn without_colours_gaps_and_captures_are_told_all_the_same() {
    let mut table = played_at(Table::new(settings(9)).colorblind(), &["E5", "C3", "G7"]);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    table.change(&["lift C3"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-missing white C3"]);
    let mut table = played_at(Table::new(settings(9)).colorblind(), &["E5", "C3", "G7"]);
    table.change(&["lift G7"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-retracted black G7"]);
}

#[test]
fn f3_f4_a_neighbour_that_shows_a_stone_for_a_moment_is_no_reply() {
    let mut table = played_at(Table::new(settings(9)).colorblind(), &["E5", "C3"]);
    table.change(&["black D4"]).wait(40).change(&["white D5"]).wait(650).change(&["lift D5"]).wait(1_000);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    table.press(Black).wait(10_000);
    assert!(table.alerts().is_empty());
}

#[test]
fn a_board_that_was_away_for_three_moves_catches_up_and_says_that_their_order_is_not_sure() {
    let mut table = played(&["E5", "C3"]);
    table.give(kifud::game::Input::BoardLost);
    table.wait(2_000).press(Black).wait(2_000).press(White).wait(2_000).press(Black).wait(2_000);
    assert!(alerts(&table).is_empty(), "presses wait for the board");
    table.give(kifud::game::Input::BoardBack);
    table.change(&["black D4", "white D3", "black G7"]).wait(10_000);
    assert_eq!(table.game.record().moves.len(), 5, "{}", table.record());
    assert_eq!(table.game.book().alerts.len(), 1);
    assert_eq!((table.game.book().alerts[0].kind.name(), table.game.book().alerts[0].severity), ("ambiguous", Severity::Notice));
    assert!(table.game.record().moves.iter().all(|played| !played.provisional));
}

#[test]
fn a_stone_from_the_wrong_bowl_stays_one_when_it_is_answered_at_once() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["white D4"]).wait(800).press(Black).wait(1_300);
    table.hold(&["white G7"]).wait(600).press(White).wait(PATIENCE);
    assert_eq!(alerts(&table), ["wrong-color black D4"]);
    assert_eq!(table.record(), "B E5, W C3, B D4, W G7");
}

#[test]
fn a_shift_stays_one_when_the_same_side_plays_elsewhere() {
    let mut table = played(&["E5", "C3", "G7", "C7"]);
    table.change(&["lift E5", "black E6"]).wait(1_000);
    table.change(&["black F3"]).wait(200).press(Black).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-shifted black E5 E6"]);
    assert!(table.record().ends_with("W C7, B F3"), "{}", table.record());
}

#[test]
fn f8_stones_dropped_one_after_the_other_are_no_moves() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D8"]).wait(60).change(&["white F2"]).wait(60).change(&["black G3"]).wait(60).change(&["white H6"]).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3");
    assert!(alerts(&table)[0].starts_with("extra-stone - "), "{:?}", alerts(&table));
}

#[test]
fn cn_18_a_whole_chain_taken_off_wrongly_is_one_act() {
    let mut table = played(&["E5", "A9", "E4", "J9", "E3", "J1", "E2", "A1", "E6", "A5", "E7", "J5", "E8", "C3"]);
    table.hold(&["black G7"]).press(Black);
    table.hold(&["white D5"]);
    table.change(&["lift E5", "lift E4", "lift E3", "lift E2", "lift E6", "lift E7", "lift E8"]).wait(600).press(White);
    table.wait(1_000).hold(&["black B2"]).press(Black).wait(PATIENCE);
    assert_eq!(alerts(&table).len(), 1, "{:?}", alerts(&table));
    assert!(alerts(&table)[0].starts_with("wrong-capture white "), "{:?}", alerts(&table));
}
