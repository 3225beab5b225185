//! Bowls and lids that count their stones. Tests are named after the article; scenes go in as bytes in `by_bytes`.

mod by_bytes;

use kifud::clock::TimeControl;
use kifud::game::{AlertState, Announce, Decision, EventBody, Input, RulingOutcome, Settings, Severity, Verb};
use kifud::go::Color;
use kifud::referee::Kind;
use kifud::wire::Trays;

use crate::recovery::stored_and_read;
use crate::rulings::about;
use crate::table::{Table, settings, stamp};

const S: u64 = 1_000;

/// How long something beside the board may stand before it is said, and a little.
const LONG: u64 = kifud::game::TIDY_MS + S;

fn trays(black_bowl: u8, white_bowl: u8, black_lid: u8, white_lid: u8) -> Trays {
    Trays { black_bowl: Some(black_bowl), white_bowl: Some(white_bowl), black_lid: Some(black_lid), white_lid: Some(white_lid) }
}

fn of_book(book: &str) -> Settings {
    let mut made = settings(19);
    made.terms.rulebook = kifud::game::Rulebook::named(book).expect("a book");
    made.terms.time = Some(TimeControl::Absolute { main_ms: 7_200_000 });
    made
}

/// An empty table whose bowls have been counted.
fn counted(book: &str, black: u8, white: u8) -> Table {
    let mut table = Table::new(of_book(book));
    table.give(Input::Trays(trays(black, white, 0, 0)));
    table.wait(12 * S);
    table
}

fn lay(table: &mut Table, counts: Trays) -> &mut Table {
    table.give(Input::Trays(counts));
    table
}

/// Black has taken A1: B2 and so on; six moves, Black's last, White to move. 177 stones in Black's bowl, 177 in White's; nothing in the lids.
fn captured(book: &str) -> Table {
    let mut table = counted(book, 180, 180);
    for (n, vertex) in ["A2", "A1", "Q16", "Q4"].iter().enumerate() {
        let (color, word) = if n % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    lay(&mut table, trays(178, 178, 0, 0));
    table.hold(&["black B1"]).hold(&["lift A1"]).press(Color::Black);
    lay(&mut table, trays(177, 178, 0, 0));
    assert_eq!(table.game.position().captured().black, 1);
    table
}

#[test]
fn ing_9_4_1_a_bowl_that_is_not_full_is_told_before_play() {
    let mut table = counted("ing", 180, 178);
    let alert = table.open(Kind::BowlCount);
    assert_eq!((alert.color, alert.severity), (Some(Color::White), Severity::Attention));
    assert_eq!(alert.cite.as_ref().map(|cite| cite.article.as_str()), Some("9.4(1)"));
    assert!(alert.text.en().contains("178") && alert.text.en().contains("180"), "{}", alert.text);
    assert!(table.game.book().record.is_none(), "nobody has played");
    // It is made up: nothing is left to say.
    lay(&mut table, trays(180, 180, 0, 0));
    assert_eq!(table.find(Kind::BowlCount), None);
}

#[test]
fn ing_9_4_1_full_bowls_and_unknown_ones_are_nothing() {
    assert_eq!(counted("ing", 180, 180).alerts(), [""; 0]);
    let mut unknown = Table::new(of_book("ing"));
    unknown.give(Input::Trays(Trays::default()));
    unknown.wait(60 * S);
    assert_eq!(unknown.alerts(), [""; 0], "FF is never anything");
    assert_eq!(counted("china-1988", 180, 170).alerts(), [""; 0], "the book has no such rule");
    // A table between two games: the bowls are being filled.
    assert_eq!(counted("ing", 120, 100).alerts(), [""; 0]);
}

#[test]
fn ing_9_4_1_a_hand_that_sorts_stones_is_no_shortage() {
    let mut table = Table::new(of_book("ing"));
    for count in [160, 170, 176, 179, 180] {
        table.give(Input::Trays(trays(count, 180, 0, 0)));
        table.wait(5 * S);
    }
    table.wait(60 * S);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn ing_9_4_1_play_that_begins_all_the_same_is_recorded_and_so_is_the_referee_s_word() {
    let mut table = counted("ing", 180, 178);
    let id = table.open(Kind::BowlCount).id;
    table.hold(&["black Q16"]).press(Color::Black);
    let alert = table.open(Kind::BowlCount);
    assert_eq!((alert.id.clone(), alert.next_play_made), (id, true), "it belongs to the game now");
    let asked = about(&alert, Decision { note: Some("two white stones are broken".to_owned()), ..Decision::plain(RulingOutcome::Dismiss) });
    table.done(Verb::Rule(Box::new(asked)));
    assert_eq!(table.game.book().rulings.len(), 1);
    // With 178 stones the game is complete: nothing is out of place.
    lay(&mut table, trays(179, 178, 0, 0));
    table.wait(LONG);
    assert_eq!(table.find(Kind::StoneOutOfPlace), None);
}

#[test]
fn ing_9_4_2_a_stone_that_is_neither_on_the_board_nor_in_a_bowl_is_told() {
    let mut table = counted("ing", 180, 180);
    table.hold(&["black Q16"]).press(Color::Black);
    // White is to move; two white stones lie on the table.
    lay(&mut table, trays(179, 178, 0, 0));
    table.wait(LONG);
    let alert = table.open(Kind::StoneOutOfPlace);
    assert_eq!((alert.color, alert.severity, alert.announce), (Some(Color::White), Severity::Attention, Announce::Now));
    assert_eq!(alert.cite.as_ref().map(|cite| cite.article.as_str()), Some("9.4(2)"));
    assert!(alert.text.en().contains("2 stones"), "{}", alert.text);
}

#[test]
fn ing_9_4_2_the_stone_in_the_hand_of_who_is_to_move_is_in_its_place() {
    let mut table = counted("ing", 180, 180);
    table.hold(&["black Q16"]).press(Color::Black);
    lay(&mut table, trays(179, 179, 0, 0));
    table.wait(20 * LONG);
    assert_eq!(table.alerts(), [""; 0], "White thinks with a stone in the hand");
    table.hold(&["white D4"]).press(Color::White).wait(LONG);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn ing_9_4_2_a_stone_among_those_of_the_other_colour_is_told_once() {
    let mut table = counted("ing", 180, 180);
    table.hold(&["black Q16"]).press(Color::Black).hold(&["white D4"]).press(Color::White).hold(&["black C3"]).press(Color::Black);
    // A black stone went into the white bowl.
    lay(&mut table, trays(177, 180, 0, 0));
    table.wait(LONG);
    assert_eq!(table.alerts(), ["stone-out-of-place"]);
    assert_eq!(table.open(Kind::StoneOutOfPlace).color, Some(Color::Black));
}

#[test]
fn ing_9_4_2_put_away_in_time_it_was_nothing_and_later_it_goes_since_no_penalty_is_stated() {
    let mut table = counted("ing", 180, 180);
    table.hold(&["black Q16"]).press(Color::Black);
    lay(&mut table, trays(179, 177, 0, 0)).wait(LONG / 2);
    lay(&mut table, trays(179, 180, 0, 0)).wait(LONG);
    assert_eq!(table.alerts(), [""; 0]);
    lay(&mut table, trays(179, 177, 0, 0)).wait(LONG);
    table.wait(5 * S);
    lay(&mut table, trays(179, 180, 0, 0));
    assert_eq!((table.find(Kind::StoneOutOfPlace), table.alerts()), (None, vec!["stone-out-of-place"]));
}

#[test]
fn korea_2024_lid_captures_that_do_not_come_to_the_lid_are_told_in_the_offender_s_turn() {
    let mut table = captured("korea-2024-11-08");
    table.wait(LONG);
    let alert = table.open(Kind::LidCount);
    assert_eq!((alert.color, alert.announce), (Some(Color::Black), Announce::OffenderTurn), "White thinks: said now it would be a gift");
    assert!(alert.text.en().contains("0 stones") && alert.text.en().contains("1 captured"), "{}", alert.text);
    assert_eq!(table.find(Kind::StoneOutOfPlace), None, "the same stone is not told twice");
    table.hold(&["white D4"]).press(Color::White);
    let now = table.open(Kind::LidCount);
    assert_eq!((now.id, now.announce), (alert.id, Announce::Now));
}

#[test]
fn ing_9_3_2_a_captured_stone_thrown_into_the_opponent_s_bowl_is_told_of_the_lid_alone() {
    let mut table = captured("ing");
    lay(&mut table, trays(177, 179, 0, 0)).wait(LONG);
    assert_eq!(table.alerts(), ["lid-count"], "the same stone is not told twice");
    // One too many is one too many all the same.
    let mut table = captured("ing");
    lay(&mut table, trays(178, 179, 0, 0)).wait(LONG);
    assert_eq!(table.alerts(), ["lid-count", "stone-out-of-place"]);
    assert_eq!(table.open(Kind::StoneOutOfPlace).color, Some(Color::Black));
}

#[test]
fn korea_2024_lid_captures_in_the_lid_in_time_are_nothing() {
    let mut table = captured("korea-2024-11-08");
    table.wait(LONG / 2);
    lay(&mut table, trays(177, 178, 1, 0)).wait(10 * LONG);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn korea_2024_lid_tidied_up_before_the_referee_acts_is_cured_with_its_moment() {
    let mut table = captured("korea-2024-11-08");
    table.wait(LONG + 20 * S);
    lay(&mut table, trays(177, 178, 1, 0)).wait(S);
    let alert = table.open(Kind::LidCount);
    assert_eq!(alert.state, AlertState::Cured, "a warning may still be due");
    assert_eq!(alert.handling.cured_at, Some(stamp(table.now - S).wall));
}

#[test]
fn korea_2024_lid_a_lid_that_is_not_counted_is_never_anything() {
    let mut table = captured("korea-2024-11-08");
    lay(&mut table, Trays { black_lid: None, ..trays(177, 178, 0, 0) }).wait(10 * LONG);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn korea_2024_lid_is_told_anew_when_it_has_been_ruled_on_and_happens_again() {
    let mut table = captured("korea-2024-11-08");
    table.wait(LONG);
    let alert = table.open(Kind::LidCount);
    let asked = about(&alert, Decision::plain(RulingOutcome::Dismiss));
    table.done(Verb::Rule(Box::new(asked))).wait(10 * LONG);
    assert_eq!(table.find(Kind::LidCount), None, "what was ruled on is not said again as long as it stays so");
    lay(&mut table, trays(177, 178, 1, 0)).wait(S);
    lay(&mut table, trays(177, 178, 0, 0)).wait(LONG);
    assert!(table.find(Kind::LidCount).is_some());
}

#[test]
fn in_china_captures_lie_where_players_like_and_in_japan_nobody_is_called_for_it() {
    for book in ["china-1988", "china-2002", "japan-1989"] {
        let mut table = captured(book);
        table.wait(LONG);
        // Back into the opponent's bowl, as in China.
        lay(&mut table, trays(177, 179, 0, 0)).wait(10 * LONG);
        assert!(book == "japan-1989" || table.find(Kind::LidCount).is_none(), "{book}: {:?}", table.alerts());
        let loud =
            table.events.iter().any(|event| matches!(&event.body, EventBody::AlertRaised(alert) if alert.severity > Severity::Notice));
        assert!(!loud, "{book}");
    }
}

#[test]
fn while_captured_stones_are_lifted_no_lid_is_late() {
    let mut table = counted("korea-2024-11-08", 180, 180);
    for (n, vertex) in ["A2", "A1", "Q16", "Q4"].iter().enumerate() {
        let (color, word) = if n % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    lay(&mut table, trays(178, 178, 0, 0));
    table.hold(&["black B1"]);
    lay(&mut table, trays(177, 178, 0, 0)).wait(10 * LONG);
    assert_eq!(table.find(Kind::LidCount), None, "the stone still stands");
}

#[test]
fn a_restart_keeps_what_was_counted_and_what_was_said() {
    let mut table = captured("korea-2024-11-08");
    table.wait(LONG);
    let again = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    assert_eq!(again.state().trays, table.game.state().trays);
    assert!(again.state().trays.start.black.is_some());
}
