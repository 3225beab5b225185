//! What is put right by hand is put right stone by stone, and keeps its name until a person rules: it is cured under the kind, and with the
//! article, that it was told as (CONTRACT 4.4). What is taken off after a ruling is no happening at all.

use kifud::game::{AlertState, BoardRemedy, RulingOutcome};
use kifud::go::Color::{Black, White};
use kifud::go::Rules;
use kifud::referee::{Kind, Rulebook};

use crate::findings::{alerts, played};
use crate::rulings;
use crate::table::Table;

/// The patience and a little.
const PATIENCE: u64 = 4_500;

/// A stone is in the hand for a moment, for long enough to be seen as gone, and for longer than the patience.
const IN_HAND: [u64; 3] = [300, 900, 3 * PATIENCE];

/// Whatever is told, each change a while after the one before: it ends cured as it was told, and nothing else is ever said.
#[track_caller]
fn cured_as_told(table: impl Fn() -> Table, told: &str, changes: &[&str]) {
    for in_hand in IN_HAND {
        let mut table = table();
        assert_eq!(alerts(&table), [told]);
        let raised = table.game.book().alerts[0].clone();
        for change in &changes[..changes.len() - 1] {
            table.change(&[change]).wait(in_hand);
            assert_eq!(alerts(&table), [told], "{change}, in the hand for {in_hand} ms");
        }
        table.change(&changes[changes.len() - 1..]).wait(2 * PATIENCE);
        // What nothing follows from has gone.
        if raised.proposal.as_ref().is_some_and(kifud::referee::Proposal::is_something) {
            assert_eq!(alerts(&table), [format!("{told} cured")], "in the hand for {in_hand} ms");
            let cured = &table.game.book().alerts[0];
            assert_eq!((&cured.id, &cured.cite, &cured.proposal), (&raised.id, &raised.cite, &raised.proposal));
        } else {
            assert!(alerts(&table).is_empty(), "{:?}", alerts(&table));
        }
        assert_eq!(table.alerts(), [raised.kind.name()], "one alert");
        let snapshot = table.game.snapshot(kifud::time::Wall::default());
        assert!(snapshot.agrees, "{:?}", snapshot.discrepancies);
    }
}

fn relocated() -> Table {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift G7"]).wait(300).change(&["black D4"]).wait(PATIENCE);
    table
}

#[test]
fn cn_17_2_ing_8_3_3_a_stone_carried_back_was_played_elsewhere_all_the_same() {
    cured_as_told(relocated, "stone-relocated black G7 D4", &["lift D4", "black G7"]);
    // Another stone from the bowl is put down first.
    cured_as_told(relocated, "stone-relocated black G7 D4", &["black G7", "lift D4"]);
    for book in [Rulebook::China1988, Rulebook::Ing] {
        let mut table = rulings::played(book, &["E5", "C3", "G7"]);
        table.change(&["lift G7"]).wait(300).change(&["black D4"]).wait(PATIENCE).change(&["lift D4"]).wait(300);
        table.change(&["black G7"]).wait(PATIENCE);
        let alert = rulings::alert(&table, Kind::StoneRelocated);
        assert!(alert.state == AlertState::Cured && alert.cite.is_some() && alert.proposal.is_some(), "{alert:?}");
    }
}

#[test]
fn a_stone_played_elsewhere_twice_is_told_where_it_is() {
    let mut table = relocated();
    table.change(&["lift D4"]).wait(300).change(&["black F2"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-relocated black G7 F2"]);
    table.change(&["lift F2"]).wait(PATIENCE).change(&["black G7"]).wait(1_000);
    assert_eq!(alerts(&table), ["stone-relocated black G7 F2 cured"]);
    assert_eq!(table.record(), "B E5, W C3, B G7");
}

#[test]
fn play_over_a_stone_that_is_in_the_hand_again_follows_the_wood() {
    let mut table = relocated();
    table.change(&["lift D4"]).wait(PATIENCE).hold(&["white C7"]).press(White).wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C7");
    assert_eq!(alerts(&table), ["stone-relocated black G7 D4"]);
    assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
    table.change(&["black G7"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-relocated black G7 D4 cured"]);
    assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
}

#[test]
fn cn_17_3_a_shifted_stone_in_the_hand_stays_a_shifted_stone() {
    let shifted = || {
        let mut table = played(&["E5", "C3", "G7"]);
        table.change(&["lift E5", "black E6"]).wait(PATIENCE);
        table
    };
    cured_as_told(shifted, "stone-shifted black E5 E6", &["lift E6", "black E5"]);
    cured_as_told(shifted, "stone-shifted black E5 E6", &["black E5", "lift E6"]);
}

#[test]
fn cn_17_4_a_scattered_board_is_one_happening_until_its_last_stone_stands() {
    let scattered = || {
        let mut table = played(&["E5", "C3", "G7", "C7", "G3"]);
        let wrong = ["lift E5", "black E4", "lift C3", "white D2", "lift G7", "black H8", "lift C7", "white B8", "lift G3", "black H2"];
        table.change(&wrong).wait(PATIENCE);
        table
    };
    let told = alerts(&scattered())[0].clone();
    let right = ["lift E4", "black E5", "lift D2", "white C3", "lift H8", "black G7", "lift B8", "white C7", "lift H2", "black G3"];
    cured_as_told(scattered, &told, &right);
}

#[test]
fn cn_18_stones_taken_off_wrongly_come_back_one_by_one() {
    let taken = || {
        let mut table = played(&["E5", "A9", "E4", "J9", "E3", "J1", "G7"]);
        table.hold(&["white D5"]);
        table.change(&["lift E5", "lift E4", "lift E3"]).wait(700).press(White).wait(PATIENCE);
        table
    };
    let told = alerts(&taken())[0].clone();
    assert!(told.starts_with("wrong-capture white "), "{told}");
    cured_as_told(taken, &told, &["black E4", "black E3", "black E5"]);
}

#[test]
fn cn_23_4_captures_that_are_left_are_lifted_one_by_one() {
    let left = || {
        let mut table = played(&["A1", "A3", "A2", "B2", "B1", "H8", "J9"]);
        table.hold(&["white C1"]).press(White).wait(PATIENCE);
        table
    };
    cured_as_told(left, "captures-left white A2 A1 B1", &["lift A1", "lift B1", "lift A2"]);
}

#[test]
fn a_stone_that_shows_the_other_side_is_taken_up_and_turned() {
    for (vertex, color) in [("E5", "black"), ("G7", "black")] {
        let wrong = || {
            let mut table = played(&["E5", "C3", "G7"]);
            table.change(&[&format!("white {vertex}")]).wait(PATIENCE);
            table
        };
        cured_as_told(wrong, &format!("wrong-color {color} {vertex}"), &[&format!("lift {vertex}"), &format!("{color} {vertex}")]);
    }
}

#[test]
fn cn_20_1_a_ko_that_is_put_right_with_a_long_pause_is_no_stone_taken_back() {
    let taken = || {
        let mut table = played(&["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
        table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
        table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
        table
    };
    cured_as_told(taken, "ko-violation white D4", &["lift D4", "black E4"]);
    // The stone that is against the rules is put down again: it stands as it stood.
    let mut table = taken();
    table.change(&["lift D4"]).wait(PATIENCE).change(&["white D4"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["ko-violation white D4"]);
    assert!(table.record().ends_with("W D4"), "{}", table.record());
}

#[test]
fn a_second_play_is_cured_although_another_stone_is_missing_meanwhile() {
    let twice = || {
        let mut table = played(&["E5", "C3"]);
        table.change(&["white G7"]).wait(PATIENCE);
        table
    };
    cured_as_told(twice, "double-move white G7", &["lift G7"]);
    let mut table = twice();
    table.change(&["lift G7", "lift C3"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["double-move white G7", "stone-missing white C3"]);
    table.change(&["white C3"]).wait(1_000);
    assert_eq!(alerts(&table), ["double-move white G7 cured"]);
    assert_eq!(table.record(), "B E5, W C3");
}

#[test]
fn a_stone_straightened_or_lifted_for_a_moment_is_nothing() {
    let mut table = played(&["E5", "C3"]);
    table.hold(&["black D4"]).change(&["lift D4"]).wait(300).change(&["black D5"]).wait(1_000).press(Black).wait(PATIENCE);
    table.change(&["lift D5"]).wait(3_000).change(&["black D5"]).wait(2 * PATIENCE);
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    assert_eq!(table.record(), "B E5, W C3, B D5");
}

/// White's stone at A1 has no liberty.
fn forbidden(book: Rulebook) -> Table {
    let mut table = rulings::played(book, &["A2", "E5", "B1", "E6", "C5"]);
    table.hold(&["white A1"]).press(White).wait(PATIENCE);
    table
}

/// White has retaken a ko at once.
fn retaken(book: Rulebook) -> Table {
    let mut table = rulings::played(book, &["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(White).wait(PATIENCE);
    table
}

#[test]
fn kr_18_1_a_stone_that_is_taken_off_after_the_ruling_was_not_taken_back_by_its_player() {
    for book in Rulebook::all() {
        for in_hand in IN_HAND {
            let mut table = forbidden(book);
            rulings::confirm(&mut table, Kind::ForbiddenPoint);
            if table.game.book().result.is_some() {
                continue;
            }
            table.wait(1_000).change(&["lift A1"]).wait(in_hand + PATIENCE).hold(&["black C7"]).press(Black).wait(PATIENCE);
            assert_eq!(table.alerts(), ["forbidden-point"], "{book:?}");
            assert!(table.record().ends_with("B C7"), "{book:?}: {}", table.record());
            assert!(table.game.snapshot(kifud::time::Wall::default()).agrees, "{book:?}");
        }
    }
}

#[test]
fn kr_18_1_a_ko_that_is_put_back_after_the_ruling_is_no_offence() {
    for book in Rulebook::all() {
        for in_hand in IN_HAND {
            let mut table = retaken(book);
            rulings::confirm(&mut table, Kind::KoViolation);
            if table.game.book().result.is_some() {
                continue;
            }
            table.wait(1_000).change(&["lift D4"]).wait(in_hand).change(&["black E4"]).wait(2_000);
            table.hold(&["black C7"]).press(Black).wait(PATIENCE);
            let told = table.alerts();
            assert!(
                told.iter().all(|kind| ["ko-violation", "stone-missing"].contains(kind)),
                "{book:?}, {in_hand}: {told:?} {}",
                table.record()
            );
            assert_eq!(alerts(&table), [""; 0], "{book:?}");
            assert!(table.record().ends_with("B C7"), "{book:?}: {}", table.record());
            assert!(table.game.snapshot(kifud::time::Wall::default()).agrees, "{book:?}");
        }
    }
}

#[test]
fn whatever_the_referee_makes_of_the_board_its_stone_comes_off_in_peace() {
    for board in [BoardRemedy::ForcedPass, BoardRemedy::Retract] {
        for book in [Rulebook::Korea20241108, Rulebook::Korea20250205, Rulebook::Ing] {
            let mut table = forbidden(book);
            let asked = rulings::about(&rulings::alert(&table, Kind::ForbiddenPoint), rulings::change(Some(board), &[]));
            rulings::rule(&mut table, asked).expect("ruled");
            table.wait(1_000).change(&["lift A1"]).wait(2 * PATIENCE);
            assert_eq!(table.alerts(), ["forbidden-point"], "{book:?}, {board:?}");
            assert!(table.game.snapshot(kifud::time::Wall::default()).agrees);
        }
    }
}

#[test]
fn kr_18_1_a_play_that_was_found_right_is_taken_back_like_any_other() {
    let mut table = forbidden(Rulebook::Korea20241108);
    let asked = rulings::about(&rulings::alert(&table, Kind::ForbiddenPoint), rulings::plain(RulingOutcome::Dismiss));
    rulings::rule(&mut table, asked).expect("ruled");
    table.wait(1_000).change(&["lift A1"]).wait(PATIENCE);
    assert_eq!(alerts(&table), ["stone-retracted white A1"]);
}

#[test]
fn ing_9_2_1_two_stones_that_a_play_gives_up_are_no_signal() {
    let given_up = || {
        let mut made = crate::table::settings(9);
        (made.terms.rulebook, made.terms.rules) = (Rulebook::Ing, Rules::preset("ing").expect("rules"));
        let mut table = crate::findings::played_at(Table::new(made), &["A3", "A2", "B2", "E6", "B1"]);
        table.hold(&["white A1"]);
        table
    };
    let mut table = given_up();
    table.wait(2 * PATIENCE);
    assert!(table.alerts().is_empty(), "in hand: {:?}", table.alerts());
    table.press(White).wait(1_000).change(&["lift A1"]).wait(400).change(&["lift A2"]).wait(2 * PATIENCE);
    assert!(table.alerts().is_empty(), "off in time: {:?}", table.alerts());
    assert!(table.record().ends_with("W A1"), "{}", table.record());
    let mut table = given_up();
    table.press(White).wait(PATIENCE).hold(&["black G7"]).press(Black).wait(PATIENCE);
    assert_eq!(alerts(&table), ["captures-left white A2 A1"], "they are to be taken off by who gave them up");
    assert!(table.record().ends_with("W A1, B G7"), "{}", table.record());
}
