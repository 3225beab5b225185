//! What the record says without being sure: presses over a point that flickers, orders that nobody saw, and what becomes of both when more
//! is known. One notice a kind, updated.

use kifud::game::{AlertState, EventBody, Input, PressPass, Settings};
use kifud::go::Color::{Black, White};

use crate::findings::played_at;
use crate::table::{Table, settings};

/// The point flickers for so long: it shows what it should not for a tenth of a second, then the truth.
fn flicker(table: &mut Table, wrong: &str, truth: &str, ms: u64) {
    for _ in 0..ms / 200 {
        table.change(&[wrong]).wait(100).change(&[truth]).wait(100);
    }
}

fn table_that_passes() -> Table {
    Table::new(Settings { press_pass: PressPass::Pass, ..settings(9) })
}

/// The notices that are open or were, without repetition, with how often each was changed.
fn notices(table: &Table) -> Vec<(String, u32)> {
    let mut known: Vec<(String, u32)> = Vec::new();
    for event in &table.events {
        let (EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert)) = &event.body else { continue };
        // Two passes in the middle of a game leave points open, which is said as well.
        if alert.kind == kifud::referee::Kind::DameLeft {
            continue;
        }
        match known.iter_mut().find(|(id, _)| *id == alert.id) {
            Some((_, revision)) => *revision = alert.rev,
            None => known.push((alert.id.clone(), alert.rev)),
        }
    }
    known
}

#[test]
fn a_press_over_a_point_that_flickers_is_a_stone_where_somebody_would_play_and_a_pass_where_nobody_would() {
    // In the opening of a 9x9 game a stone beside the last one is far likelier than a pass.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 8_000);
    assert_eq!(table.record(), "B E5, W E3, B D3");
    // After a pass a stone in the corner is less likely than another pass.
    let table = white_passes_perhaps();
    assert_eq!(table.record(), "B E5, W E3, B E4, W D3, B D4, W C3, B pass, W pass");
}

/// Black has passed, and White has pressed while A9 flickers.
fn white_passes_perhaps() -> Table {
    let mut table = played_at(table_that_passes(), &["E5", "E3", "E4", "D3", "D4", "C3"]);
    table.press(Black).wait(3_000);
    flicker(&mut table, "white A9", "lift A9", 4_000);
    table.press(White);
    flicker(&mut table, "white A9", "lift A9", 8_000);
    table
}

#[test]
fn who_passes_again_in_the_opening_and_is_answered_has_passed_before_and_put_no_stone_where_it_flickers() {
    // Symptom: of three passes with which a handicap was given the first was taken for a stone.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    table.change(&["white F4"]);
    flicker(&mut table, "black D3", "lift D3", 1_000);
    table.press(White);
    assert_eq!(table.record(), "B E5, W E3, B D3, W F4");
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    assert_eq!(table.record(), "B E5, W E3, B D3, W F4, B pass", "it may be the end");
    table.change(&["white F5"]);
    flicker(&mut table, "black D3", "lift D3", 1_000);
    table.press(White);
    assert_eq!(table.record(), "B E5, W E3, B pass, W F4, B pass, W F5");
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 8_000);
    assert_eq!(table.record(), "B E5, W E3, B pass, W F4, B pass, W F5, B pass");
    assert_eq!(notices(&table).len(), 1);
}

#[test]
fn where_play_goes_on_after_two_passes_the_second_was_a_stone_where_it_flickers() {
    let mut table = white_passes_perhaps();
    table.change(&["black F3"]);
    flicker(&mut table, "white A9", "lift A9", 1_000);
    table.press(Black);
    flicker(&mut table, "white A9", "lift A9", 2_000);
    assert_eq!(table.record(), "B E5, W E3, B E4, W D3, B D4, W C3, B pass, W A9, B F3");
    assert!(!table.alerts().contains(&"stone-missing"), "{:?}", table.alerts());
}

#[test]
fn a_press_over_a_point_that_flickers_waits_no_longer_than_for_that() {
    // Symptom: every flicker was taken for a stone that had been glimpsed and would come back, and the reply came first.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 3_800);
    assert_eq!(table.record(), "B E5, W E3, B D3", "a second for the stone, and two and a half for the sensor");
}

#[test]
fn cn_23_4_a_dead_stone_on_a_point_that_flickers_is_not_said_to_be_left_and_one_that_stands_there_is() {
    // Symptom: "captured stones on the board: M9, M9, M9", once for each time that a ko was taken on a broken sensor.
    let before = ["D3", "D4", "J9", "C3", "J8", "E3", "J7"];
    let mut table = played_at(Table::new(settings(9)), &before);
    flicker(&mut table, "lift D3", "black D3", 4_000);
    table.change(&["white D2"]);
    flicker(&mut table, "lift D3", "black D3", 1_000);
    table.press(White);
    flicker(&mut table, "lift D3", "black D3", 8_000);
    assert!(!table.alerts().contains(&"captures-left"), "{:?}", table.alerts());
    let mut table = played_at(Table::new(settings(9)), &before);
    table.hold(&["white D2"]).press(White).wait(8_000);
    assert_eq!(table.alerts(), ["captures-left"]);
}

#[test]
fn a_press_long_before_the_next_two_stones_was_for_the_stone_on_a_point_that_flickers() {
    // Symptom: the reply and the move after it came together, and Black's earlier press was taken for that move.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 2_600);
    table.change(&["white C3", "black C4"]).press(White);
    flicker(&mut table, "black D3", "lift D3", 1_000);
    assert_eq!(table.record(), "B E5, W E3, B D3, W C3, B C4");
}

#[test]
fn a_stone_put_straight_onto_a_point_that_flickers_and_pressed_late_is_played_there_with_what_it_captures() {
    // Symptom: "taken back", because the press came after the patience, or because its captures were off by then.
    let before = ["C3", "D3", "J9", "J8", "E3", "A1", "D4", "A2"];
    for captures in [false, true] {
        let mut table = played_at(Table::new(settings(9)), if captures { &before } else { &before[..2] });
        let (wrong, truth, beside) = if captures { ("black D2", "lift D2", "black E2") } else { ("black E5", "lift E5", "black F5") };
        flicker(&mut table, wrong, truth, 4_000);
        table.change(&[beside]);
        flicker(&mut table, wrong, truth, 800);
        table.change(&[&beside.replace("black", "lift")]);
        flicker(&mut table, wrong, truth, 2_400);
        if captures {
            table.change(&["lift D3"]);
            flicker(&mut table, wrong, truth, 600);
        }
        flicker(&mut table, wrong, truth, 1_000);
        table.press(Black);
        flicker(&mut table, wrong, truth, 4_000);
        let last = table.record().rsplit(", ").next().unwrap_or_default().to_owned();
        assert_eq!(last, if captures { "B D2" } else { "B E5" });
    }
}

#[test]
fn a_point_that_comes_to_rest_corrects_what_was_thought_to_lie_there() {
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "black D3", "lift D3", 4_000);
    table.press(Black);
    flicker(&mut table, "black D3", "lift D3", 8_000);
    assert_eq!(table.record(), "B E5, W E3, B D3");
    table.hold(&["white D4"]).press(White).wait(3_000);
    assert_eq!(table.record(), "B E5, W E3, B pass, W D4", "it shows no stone: Black has passed");
    assert!(table.game.book().alerts.iter().all(|alert| alert.state != AlertState::Open), "the doubt is over");

    let mut table = white_passes_perhaps();
    table.change(&["white A9"]).wait(200).hold(&["black C4"]).press(Black).wait(3_000);
    assert_eq!(table.record(), "B E5, W E3, B E4, W D3, B D4, W C3, B pass, W A9, B C4", "it shows a stone: White has not passed");
}

#[test]
fn a_pass_that_is_answered_at_once_is_no_stone_on_a_point_that_flickers_in_the_other_colour() {
    // Symptom: "D3 cannot be read. Black's move 3 is taken to be there", though D3 showed white or nothing.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "white D3", "lift D3", 4_000);
    table.press(Black);
    flicker(&mut table, "white D3", "lift D3", 1_000);
    table.change(&["white F4"]);
    flicker(&mut table, "white D3", "lift D3", 600);
    table.press(White);
    flicker(&mut table, "white D3", "lift D3", 6_000);
    assert_eq!(table.record(), "B E5, W E3, B pass, W F4");
    // Where it shows the colour, the stone is there.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "white D3", "lift D3", 4_000);
    flicker(&mut table, "white D3", "black D3", 400);
    table.press(Black);
    flicker(&mut table, "white D3", "black D3", 1_000);
    table.change(&["white F4"]);
    flicker(&mut table, "white D3", "black D3", 600);
    table.press(White);
    flicker(&mut table, "white D3", "black D3", 6_000);
    assert_eq!(table.record(), "B E5, W E3, B D3, W F4");
}

#[test]
fn whatever_is_told_of_one_point_that_flickers_is_one_notice() {
    let mut table = played_at(table_that_passes(), &["E5", "E3", "E4", "D3", "D4", "C3"]);
    flicker(&mut table, "black A9", "lift A9", 12_000);
    table.hold(&["black C4"]).press(Black);
    for color in [White, Black] {
        table.press(color);
        flicker(&mut table, "black A9", "lift A9", 8_000);
    }
    let notices = notices(&table);
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].1 > 1, "and it says the latest");
}

#[test]
fn a_stone_put_straight_onto_a_point_that_flickers_is_played_there_at_its_press() {
    // Symptom: "stone-retracted", because where the stone went could not be seen.
    let mut table = played_at(table_that_passes(), &["E5", "E3"]);
    flicker(&mut table, "white D4", "lift D4", 4_000);
    table.change(&["black C4"]);
    flicker(&mut table, "white D4", "lift D4", 1_000);
    assert_eq!(table.record(), "B E5, W E3, B C4");
    table.change(&["lift C4", "black D4"]);
    flicker(&mut table, "lift D4", "black D4", 1_400);
    table.press(Black);
    flicker(&mut table, "lift D4", "black D4", 6_000);
    assert_eq!(table.record(), "B E5, W E3, B D4");
    table.change(&["black D4"]).wait(100).hold(&["white F4"]).press(White).wait(6_000);
    assert_eq!(table.record(), "B E5, W E3, B D4, W F4");
}

/// Three plays while the board was away; then these stones come.
fn away(played: &[&str], missed: [&str; 3], then: &str) -> Table {
    let mut table = played_at(table_that_passes(), played);
    table.give(Input::BoardLost);
    for color in [Black, White, Black] {
        table.wait(2_000).press(color);
    }
    table.wait(1_000).give(Input::BoardBack);
    let [first, second, third] = missed;
    table.hold(&[&format!("black {first}"), &format!("white {second}"), &format!("black {third}")]);
    if !then.is_empty() {
        table.hold(&[&format!("white {then}")]).press(White).wait(1_000);
    }
    table
}

#[test]
fn orders_that_nobody_saw_are_one_notice_however_often_and_the_moves_are_numbered() {
    let mut table = away(&["E5", "E3"], ["C7", "C3", "G7"], "G3");
    assert_eq!(table.game.record().moves.len(), 6);
    table.give(Input::BoardLost);
    for color in [Black, White, Black] {
        table.wait(2_000).press(color);
    }
    table.wait(1_000).give(Input::BoardBack);
    table.hold(&["black B3", "white B4", "black H3"]);
    let notices = notices(&table);
    assert_eq!(notices.len(), 1, "{notices:?}");
    let alert = &table.game.book().alerts[0];
    assert_eq!((alert.n, alert.points.len()), (Some(7), 6), "the latest first, and the earlier ones too: {}", alert.text);
    assert!(alert.text.en().contains("Moves 7 to 9") && alert.text.en().contains("Moves 3 to 5"), "{}", alert.text);
}

#[test]
fn what_is_played_next_can_make_another_order_likelier_and_the_record_follows() {
    // The same three stones, on a board whose left side is its right side: only what White plays next tells the one from the other.
    let orders: Vec<String> = ["C8", "G8", "B7", "H7"].map(|then| away(&["E5", "E3"], ["C7", "E7", "G7"], then).record()).into();
    let last = |record: &String| record.split(", ").nth(4).map(str::to_owned);
    let lasts: Vec<_> = orders.iter().filter_map(last).collect();
    assert!(lasts[0] != lasts[1] && lasts[2] != lasts[3], "{orders:#?}");
    // One of the two had to be changed, by the notice.
    let changed = ["C8", "G8"].map(|then| {
        let table = away(&["E5", "E3"], ["C7", "E7", "G7"], then);
        let mut ids =
            table.events.iter().filter_map(|event| if let EventBody::AlertRaised(alert) = &event.body { Some(&alert.id) } else { None });
        let id = ids.next().expect("a notice").clone();
        table.events.iter().any(|event| matches!(&event.body, EventBody::RecordChanged { because, .. } if *because == id))
    });
    assert!(changed[0] != changed[1], "{changed:?}");
}
