//! Every known failure of boards and lines, and the tests that inject it. What a device does is injected at the bytes; what it makes a
//! table believe, at the game. `tidy` holds this list: each number has a test of its name, and each test named here is there.
//!
//! | number | failure | tests |
//! |---|---|---|
//! | F1 | bounce, eternal flicker | `f1_a_stone_that_bounces_is_one_move_at_its_first_moment`, `f1_a_point_that_flickers_for_ever_stops_nobody`, `f1_a_point_that_flickers_is_not_believed_until_it_is_calm_and_a_bounce_is_not_noise` |
//! | F2 | sliding over points | `f2_a_stone_that_slides_over_points_is_one_move_where_it_stopped`, `f2_a_stone_that_slides_in_stands_where_it_stopped` |
//! | F3 | off-centre: on two points, on none, alternating | `f3_a_stone_on_two_points_waits_until_it_is_put_straight`, `f3_a_stone_on_no_point_is_asked_for_at_its_press`, `f3_a_stone_that_alternates_is_recorded_where_it_rests` |
//! | F4 | a neighbour is disturbed | `f4_an_old_stone_that_weakens_beside_a_new_one_is_no_capture`, `f3_f4_a_neighbour_that_shows_a_stone_for_a_moment_is_no_reply` |
//! | F5 | order inversion within a scan | `f5_an_answer_that_shows_before_its_move_comes_after_it` |
//! | F6 | captures in handfuls: before, after, slowly | `f6_captures_are_lifted_before_the_stone_after_it_at_once_or_slowly` |
//! | F7 | lifted and put back, bump | `f7_a_stone_lifted_and_put_back_is_nothing`, `f7_a_bump_is_waited_out` |
//! | F8 | dropped stones | `f8_a_handful_dropped_on_the_board_is_no_move`, `f8_stones_dropped_one_after_the_other_are_no_moves`, `f8_stones_dropped_on_the_board_are_no_moves` |
//! | F9 | dead and stuck points, rows, columns | `f9_a_dead_row_a_stuck_column_and_both_together_are_hidden_and_named`, `f9_setting_up_and_catching_up_know_no_bound`, `f9_a_dead_row_does_not_stop_play_and_is_no_removal` |
//! | F10 | wrong polarity | `f10_a_stone_that_lies_upside_down_is_suspected_and_cured_when_it_is_turned` |
//! | F11 | lost baseline | `f11_a_board_that_lost_its_zero_shows_no_removal_and_no_stone_of_the_other_colour`, `f11_a_mass_removal_right_behind_a_reconnect_is_not_reported` |
//! | F12 | drift | `f12_warmth_moves_every_count_and_no_stone`, `f12_one_point_that_drifts_is_followed_while_it_is_empty` |
//! | F13 | lost notifications | `f13_a_lost_notification_makes_what_stands_unverified`, `f13_a_lost_notification_is_said_once_and_presses_wait_until_a_person_has_looked` |
//! | F14 | torn scan | `f14_a_torn_scan_is_dropped_whole_and_the_next_one_is_compared_with_the_last_good_one` |
//! | F15 | arm, hand, touch | `f15_an_arm_over_the_board_is_no_move`, `f15_a_hand_on_the_board_holds_play_up_and_not_for_ever`, `f15_a_hand_on_a_board_that_feels_hands_comes_to_the_game` |
//! | L1 | noise, partial frames | `l1_noise_between_answers_costs_nothing_and_a_damaged_answer_itself` |
//! | L2 | wrong speed | `l2_bytes_that_nobody_understands_are_a_state_and_not_silence` |
//! | L3 | resets | `l3_a_port_that_comes_back_shows_what_stands_then_and_no_removal`, `l3_a_board_that_was_away_is_unverified_and_so_is_one_after_a_restart` |
//! | L4 | dead but open link | `l4_an_open_port_without_a_word_is_a_lost_board_and_then_opened_again` |
//! | L5 | frames that nobody asked for | `l5_answers_that_nobody_asked_for_and_others_between_question_and_answer_are_what_they_are` |

use kifud::game::{AlertState, Input, Severity};
use kifud::go::Color::{Black, White};
use kifud::wire::Cell;

use crate::table::{SETTLE, Table, settings};

/// The patience and a little.
const PATIENCE: u64 = 4_500;

fn played_at(mut table: Table, moves: &[&str]) -> Table {
    for (index, vertex) in moves.iter().enumerate() {
        let (color, word) = if index % 2 == 0 { (Black, "black") } else { (White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color).wait(800);
    }
    table.since();
    table
}

fn played(moves: &[&str]) -> Table {
    played_at(Table::new(settings(9)), moves)
}

/// The moments, in ms, at which moves were said to stand.
fn told(table: &mut Table) -> Vec<String> {
    table.since().into_iter().filter(|event| event.starts_with("move")).collect()
}

#[test]
fn f1_a_stone_that_bounces_is_one_move_at_its_first_moment() {
    for colors in [true, false] {
        let table = Table::new(settings(9));
        let mut table = played_at(if colors { table } else { table.colorblind() }, &["E5", "C3"]);
        for _ in 0..3 {
            table.change(&["black D4"]).wait(90).change(&["lift D4"]).wait(70);
        }
        table.hold(&["black D4"]).press(Black).wait(PATIENCE);
        assert_eq!(told(&mut table), ["move 3"], "colors: {colors}");
        assert_eq!(table.record(), "B E5, W C3, B D4");
        assert!(table.alerts().is_empty());
    }
}

#[test]
fn f1_a_point_that_flickers_for_ever_stops_nobody() {
    let mut table = Table::new(settings(9));
    let flicker = |table: &mut Table, ms: u64| {
        for _ in 0..ms / 200 {
            table.change(&["white A9"]).wait(100).change(&["lift A9"]).wait(100);
        }
    };
    for (index, vertex) in ["E5", "C3", "G7", "C7", "G3"].iter().enumerate() {
        let (color, word) = if index % 2 == 0 { (Black, "black") } else { (White, "white") };
        flicker(&mut table, 2_000);
        table.change(&[&format!("{word} {vertex}")]);
        flicker(&mut table, 600);
        table.press(color);
    }
    flicker(&mut table, 10_000);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7, B G3");
    assert_eq!(table.alerts(), ["ambiguous"], "that it cannot be read is said once");
    let notice = &table.game.book().alerts[0];
    assert_eq!((notice.severity, &notice.points[..]), (Severity::Notice, &[table.point("A9")][..]));
}

#[test]
fn f2_a_stone_that_slides_over_points_is_one_move_where_it_stopped() {
    for colors in [true, false] {
        let table = Table::new(settings(9));
        let mut table = played_at(if colors { table } else { table.colorblind() }, &["E5", "C3"]);
        table.change(&["black D2"]).wait(120).change(&["lift D2", "black D3"]).wait(120).change(&["black D4"]).wait(60);
        table.change(&["lift D3"]).wait(SETTLE + 100).press(Black).wait(PATIENCE);
        assert_eq!(told(&mut table), ["move 3"], "colors: {colors}");
        assert_eq!(table.record(), "B E5, W C3, B D4");
        assert!(table.alerts().is_empty());
    }
}

#[test]
fn f3_a_stone_on_two_points_waits_until_it_is_put_straight() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D6", "black D7"]).wait(3_000).change(&["lift D6"]).wait(1_000).press(Black).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B D7");
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    // Nobody puts it straight: a person is asked, once, and both points are named.
    let mut table = played(&["E5", "C3"]);
    table.change(&["black D6", "black D7"]).wait(20_000);
    let alerts = &table.game.book().alerts;
    assert_eq!(alerts.len(), 1, "{:?}", table.alerts());
    assert!(["D6", "D7"].iter().all(|vertex| alerts[0].points.contains(&table.point(vertex))));
    assert_eq!(alerts[0].severity, Severity::Attention);
}

#[test]
fn f3_a_stone_on_no_point_is_asked_for_at_its_press() {
    let mut table = played(&["E5", "C3"]);
    // It lies beside every sensor: nothing shows.
    table.wait(2_000).press(Black).wait(1_500);
    assert_eq!(table.alerts(), ["pass-signal"], "never a pass in silence");
    table.hold(&["black D4"]);
    assert_eq!(table.record(), "B E5, W C3, B D4");
    assert_eq!(table.game.book().alerts[0].kind.name(), "press-before-stone");
}

#[test]
fn f3_a_stone_that_alternates_is_recorded_where_it_rests() {
    let mut table = played(&["E5", "C3"]);
    for _ in 0..8 {
        table.change(&["black D6", "lift D7"]).wait(150).change(&["lift D6", "black D7"]).wait(150);
    }
    table.wait(5_000).press(Black).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B D7");
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
}

#[test]
fn f4_an_old_stone_that_weakens_beside_a_new_one_is_no_capture() {
    for colors in [true, false] {
        let table = Table::new(settings(9));
        let mut table = played_at(if colors { table } else { table.colorblind() }, &["E5", "C3"]);
        table.change(&["black D5", "lift E5"]).wait(700).change(&["black E5"]).wait(600).press(Black).wait(PATIENCE);
        assert_eq!(table.record(), "B E5, W C3, B D5", "colors: {colors}");
        assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    }
}

#[test]
fn f5_an_answer_that_shows_before_its_move_comes_after_it() {
    let mut table = played(&["E5", "C3"]);
    table.change(&["white G7"]).wait(150).change(&["black D4"]).wait(SETTLE + 300).press(Black).wait(600).press(White).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B D4, W G7");
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    // A captured stone is gone before the one that takes it shows.
    let mut table = played(&["E5", "E6", "A1", "D5", "A2", "F5", "A4"]);
    table.change(&["lift E5"]).wait(200).change(&["white E4"]).wait(SETTLE + 100).press(White).wait(PATIENCE);
    assert!(table.record().ends_with("W E4"), "{}", table.record());
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
}

#[test]
fn f6_captures_are_lifted_before_the_stone_after_it_at_once_or_slowly() {
    let corner = || played(&["A1", "E5", "A2", "H8", "B1", "J9", "G7", "A3", "G6", "B2", "G5"]);
    type Hands = fn(&mut Table);
    let all: [(&str, Hands); 5] = [
        ("all before", |table| {
            table.change(&["lift A1", "lift A2", "lift B1"]).wait(900).change(&["white C1"]).wait(600);
        }),
        ("some before", |table| {
            table.change(&["lift A1"]).wait(700).change(&["white C1"]).wait(500).change(&["lift A2", "lift B1"]).wait(500);
        }),
        ("with the stone", |table| {
            table.change(&["white C1", "lift A1", "lift A2", "lift B1"]).wait(600);
        }),
        ("slowly after it", |table| {
            table.change(&["white C1"]).wait(1_500).change(&["lift A1"]).wait(1_500).change(&["lift A2"]).wait(1_500);
            table.change(&["lift B1"]).wait(600);
        }),
        ("in a handful after it", |table| {
            table.change(&["white C1"]).wait(2_500).change(&["lift B1", "lift A1", "lift A2"]).wait(600);
        }),
    ];
    for (name, hands) in all {
        for colors in [true, false] {
            let mut table = corner();
            if !colors {
                table =
                    played_at(Table::new(settings(9)).colorblind(), &["A1", "E5", "A2", "H8", "B1", "J9", "G7", "A3", "G6", "B2", "G5"]);
            }
            hands(&mut table);
            table.press(White).wait(PATIENCE);
            assert!(table.record().ends_with("B G5, W C1"), "{name}, colors {colors}: {}", table.record());
            assert!(table.alerts().is_empty(), "{name}, colors {colors}: {:?}", table.alerts());
        }
    }
}

#[test]
fn f7_a_stone_lifted_and_put_back_is_nothing() {
    for lifted in [200, 1_000, 3_500] {
        let mut table = played(&["E5", "C3", "G7"]);
        table.change(&["lift E5"]).wait(lifted).change(&["black E5"]).wait(PATIENCE);
        table.hold(&["white C7"]).press(White).wait(PATIENCE);
        assert_eq!(table.record(), "B E5, W C3, B G7, W C7", "{lifted}");
        assert!(table.alerts().is_empty(), "{lifted}: {:?}", table.alerts());
    }
}

#[test]
fn f7_a_stone_that_a_bump_shows_for_long_is_no_move() {
    // Symptom: of a bump whose scans were lost in part, one wrong stone held still for longer than the settle time and became the move.
    let mut table = played(&["E5", "C3", "G7", "C7"]);
    table.change(&["black A1", "white B9", "black J4", "white H2", "black F3"]).wait(250);
    table.change(&["lift A1", "lift J4", "white B5"]).wait(300);
    table.change(&["lift B9", "lift B5", "lift F3"]).wait(1_000).change(&["lift H2"]).wait(1_000);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7");
    table.hold(&["black G3"]).press(Black).wait(8_000);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7, B G3");
    assert!(table.alerts().is_empty());
}

#[test]
fn f9_a_dead_row_does_not_stop_play_and_is_no_removal() {
    let mut table = played(&["E5", "C3", "G7"]);
    let dead = |table: &mut Table| {
        let mut grid = table.grid.clone();
        (0..9).for_each(|col| grid.set(kifud::go::Point::new(col, 4), Cell::Unreadable));
        table.give(Input::Scan { at: kifud::time::Mono::from_millis(table.now), grid });
    };
    dead(&mut table);
    table.wait(10_000);
    assert!(table.alerts().is_empty(), "E5 is in it, and is not gone");
    let point = table.point("C7");
    table.grid.set(point, Cell::Stone(White));
    dead(&mut table);
    table.wait(1_000).press(White).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7");
    assert!(table.alerts().is_empty());
}

#[test]
fn f10_a_stone_that_lies_upside_down_is_suspected_and_cured_when_it_is_turned() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["white D4"]).press(Black).wait(PATIENCE);
    let alert = table.game.book().alerts[0].clone();
    assert_eq!((alert.kind.name(), alert.severity, alert.color), ("wrong-color", Severity::Attention, Some(Black)));
    assert_eq!(alert.basis, kifud::game::Basis::Suspected, "the sensor may be wrong");
    assert_eq!(table.record(), "B E5, W C3, B D4", "and the move is Black's");
    // An older stone is turned over while it is put straight, and turned back.
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["white E5"]).wait(2_000).change(&["black E5"]).wait(PATIENCE);
    assert!(table.alerts().is_empty());
    table.change(&["white E5"]).wait(PATIENCE);
    assert_eq!(table.game.book().alerts.len(), 1, "{:?}", table.alerts());
    assert!(table.game.book().alerts[0].points.contains(&table.point("E5")));
    table.change(&["black E5"]).wait(2_000);
    assert!(table.game.book().alerts.iter().all(|alert| alert.state != AlertState::Open));
    assert_eq!(table.record(), "B E5, W C3, B G7");
}

#[test]
fn f15_an_arm_over_the_board_is_no_move() {
    let moves = ["E5", "C3", "G7"];
    let mut table = played_at(Table::new(settings(9)).colorblind(), &moves);
    // A shadow comes in from the edge, point by point, lies there for the time of a reach, and leaves the same way.
    let shadow = ["J9", "J8", "H9", "H8", "J7", "H7", "G9", "G8", "F8", "F7", "E8"];
    for vertex in shadow {
        table.change(&[&format!("white {vertex}")]).wait(30);
    }
    table.wait(1_200);
    for vertex in shadow.iter().rev() {
        table.change(&[&format!("lift {vertex}")]).wait(30);
    }
    table.wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    table.hold(&["white D6"]).press(White);
    assert!(table.record().ends_with("W D6"));
}

#[test]
fn f15_a_hand_on_the_board_holds_play_up_and_not_for_ever() {
    let mut table = played(&["E5", "C3"]);
    table.give(Input::Touch(true));
    table.change(&["black D4"]).wait(2_000).change(&["lift D4", "black D5"]).wait(2_000);
    assert_eq!(table.record(), "B E5, W C3", "it is still in the hand");
    table.give(Input::Touch(false));
    table.wait(1_000);
    assert_eq!(table.record(), "B E5, W C3, B D5");
    table.press(Black);
    // A sensor that sticks.
    table.give(Input::Touch(true));
    table.hold(&["white G7"]).wait(10_000);
    assert_eq!(table.record(), "B E5, W C3, B D5, W G7");
    assert!(table.alerts().is_empty());
}
