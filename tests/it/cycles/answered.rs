//! A play against the rules that is answered at once, and play that goes on before anybody's patience is over: it is told as what it is, and
//! what came after it is play (CONTRACT 4.6).
//!
//! Symptom: in a quick game a forbidden repetition, or a ko retaken at once, with an answer and the next stone within the patience, was told as
//! a wrong capture, an extra stone or a pass. Cause: only a stone that was alone of its side was tried as an illegal play.

use kifud::game::{EventBody, Phase, Settings, TurnEndedBy};
use kifud::go::Color::{self, Black, White};
use kifud::go::{CycleKind, Rules};
use kifud::referee::Rulebook;

use super::positions::rounds;
use super::said::{play, set_up};
use crate::findings::{alerts, played, played_at};
use crate::table::{Table, settings};

/// The patience and a little.
const PATIENCE: u64 = 4_500;

/// How the clock is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// Nobody presses.
    None,
    /// Everybody presses this long after the stone.
    After(u64),
    /// Everybody presses, and the presses are told late, by their own stamps.
    Late(u64),
}

const CLOCKS: [Clock; 4] = [Clock::None, Clock::After(150), Clock::After(600), Clock::Late(100)];

fn under(rulebook: Rulebook, rules: &str) -> Settings {
    let mut made = settings(9);
    made.terms.rulebook = rulebook;
    made.terms.rules = Rules::preset(rules).unwrap();
    made
}

/// One stone, with what it takes, as a board of 250 ms a scan shows it, and its press; then the rest of `every` ms.
fn quick(table: &mut Table, color: Color, changes: &[&str], clock: Clock, every: u64) {
    let begun = table.now;
    table.change(&changes[..1]);
    if changes.len() > 1 {
        table.wait(250).change(&changes[1..]);
    }
    match clock {
        Clock::None => {}
        Clock::After(ms) => {
            let due = (begun + ms).max(table.now);
            let rest = due - table.now;
            table.wait(rest).press(color);
        }
        Clock::Late(ms) => {
            let at = (begun + ms).max(table.now);
            table.wait(at + 350 - table.now).press_at(color, at);
        }
    }
    let rest = (begun + every).saturating_sub(table.now);
    table.wait(rest);
}

/// The moves as "n illegal", for those that are.
fn illegal(table: &Table) -> Vec<String> {
    let moves = table.game.record().moves.iter().enumerate();
    moves
        .filter(|(_, played)| !played.illegal.is_empty())
        .map(|(index, played)| format!("{} {}", index + 1, played.illegal.join(" ")))
        .collect()
}

/// The five plays of a triple ko before the one that closes it.
fn before_the_repetition(made: Settings, clock: Clock) -> Table {
    let round = rounds(9).into_iter().find(|round| round.kind == CycleKind::Kos(3)).unwrap();
    let mut table = set_up(&round.lines, made);
    for vertex in &round.moves[..5] {
        if clock == Clock::None {
            let color = table.game.book().to_move();
            let taken = table.game.position().captures_of(color, table.point(vertex));
            let size = table.grid.size();
            let mut changes = vec![format!("{} {vertex}", color.name().to_lowercase())];
            changes.extend(taken.iter().map(|point| format!("lift {}", point.vertex(size))));
            table.hold(&changes.iter().map(String::as_str).collect::<Vec<_>>()).wait(2_000);
        } else {
            play(&mut table, vertex);
        }
    }
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
    table
}

/// What White's last play of the triple ko takes.
fn closing(table: &Table) -> [String; 2] {
    let taken = table.game.position().captures_of(White, table.point("B4"));
    ["white B4".to_owned(), format!("lift {}", taken[0].vertex(table.grid.size()))]
}

#[test]
fn aga_a_forbidden_repetition_that_is_answered_at_once_is_told_as_one() {
    for (book, rules) in [(Rulebook::Aga, "aga"), (Rulebook::China1988, "new-zealand"), (Rulebook::Egf, "aga")] {
        for clock in CLOCKS {
            for every in [900, 1_400, 1_900] {
                let mut table = before_the_repetition(under(book, rules), clock);
                let rep = closing(&table);
                quick(&mut table, White, &[&rep[0], &rep[1]], clock, every);
                quick(&mut table, Black, &["black H8"], clock, every);
                quick(&mut table, White, &["white H2"], clock, every);
                table.wait(PATIENCE);
                let tried = format!("{book:?} {clock:?} {every}: {:?} {}", table.alerts(), table.record());
                assert_eq!(alerts(&table), ["repetition white B4"], "{tried}");
                assert_eq!(table.alerts(), ["repetition"], "{tried}");
                assert!(table.record().ends_with("W B4, B H8, W H2"), "{tried}");
                assert_eq!(illegal(&table), ["6 repetition"], "{tried}");
                assert!(table.game.snapshot(kifud::time::Wall::default()).agrees, "{tried}");
                let told = table.game.book().alerts[0].cycle.map(|cycle| (cycle.kind, cycle.length));
                assert_eq!(told, Some((CycleKind::Kos(3), 6)), "{tried}");
            }
        }
    }
}

/// They go round once more before anybody can say a word: every one of these plays is forbidden.
#[test]
fn aga_a_cycle_that_goes_on_is_told_play_by_play() {
    for clock in CLOCKS {
        let mut table = before_the_repetition(under(Rulebook::Aga, "aga"), clock);
        let rep = closing(&table);
        quick(&mut table, White, &[&rep[0], &rep[1]], clock, 1_200);
        quick(&mut table, Black, &["black C6", "lift B6"], clock, 1_200);
        quick(&mut table, White, &["white B8", "lift C8"], clock, 1_200);
        table.wait(3 * PATIENCE);
        let tried = format!("{clock:?}: {:?} {}", table.alerts(), table.record());
        assert_eq!(alerts(&table), ["repetition white B4", "repetition black C6", "repetition white B8"], "{tried}");
        assert_eq!(illegal(&table), ["6 repetition", "7 repetition", "8 repetition"], "{tried}");
        assert!(table.game.snapshot(kifud::time::Wall::default()).agrees, "{tried}");
    }
}

/// The turns that were pressed are over by their presses, by the presses' own stamps.
#[test]
fn the_presses_of_a_quick_repetition_end_the_turns_they_were_made_for() {
    let mut table = before_the_repetition(under(Rulebook::Aga, "aga"), Clock::After(600));
    let rep = closing(&table);
    table.since();
    for (color, changes) in [(White, vec![rep[0].as_str(), rep[1].as_str()]), (Black, vec!["black H8"]), (White, vec!["white H2"])] {
        quick(&mut table, color, &changes, Clock::After(600), 1_200);
    }
    table.wait(PATIENCE);
    let ended: Vec<(u32, TurnEndedBy)> = table
        .events
        .iter()
        .filter_map(|event| if let EventBody::TurnEnded { n, by, .. } = event.body { Some((n, by)) } else { None })
        .collect();
    assert_eq!(ended, [(6, TurnEndedBy::Press), (7, TurnEndedBy::Press), (8, TurnEndedBy::Press)]);
    assert!(table.game.record().moves.iter().all(|played| !played.provisional));
}

/// The same stones are play where the rules allow them, and where a threat and its answer came first.
#[test]
fn the_same_quick_stones_are_play_where_nothing_forbids_them() {
    for clock in CLOCKS {
        // A simple ko rule: the cycle is noticed, and is nobody's offence.
        let mut table = before_the_repetition(settings(9), clock);
        let rep = closing(&table);
        quick(&mut table, White, &[&rep[0], &rep[1]], clock, 900);
        quick(&mut table, Black, &["black H8"], clock, 900);
        quick(&mut table, White, &["white H2"], clock, 900);
        table.wait(PATIENCE);
        assert!(illegal(&table).is_empty() && table.record().ends_with("W B4, B H8, W H2"), "{clock:?} {}", table.record());
        assert!(alerts(&table).iter().all(|alert| alert.starts_with("repetition - ")), "{clock:?} {:?}", alerts(&table));
        // A threat and its answer first.
        let mut table = before_the_repetition(under(Rulebook::Aga, "aga"), clock);
        quick(&mut table, White, &["white H8"], clock, 900);
        quick(&mut table, Black, &["black H2"], clock, 900);
        quick(&mut table, White, &[&rep[0], &rep[1]], clock, 900);
        quick(&mut table, Black, &["black G5"], clock, 900);
        table.wait(PATIENCE);
        assert!(table.alerts().is_empty(), "{clock:?} {:?} {}", table.alerts(), table.record());
        assert!(table.record().ends_with("W H8, B H2, W B4, B G5"), "{clock:?} {}", table.record());
    }
}

/// A repetition that is taken back in time, and another play instead of it.
#[test]
fn a_quick_repetition_that_is_taken_back_in_time_was_nothing() {
    for clock in [Clock::None, Clock::After(600)] {
        let mut table = before_the_repetition(under(Rulebook::Aga, "aga"), clock);
        let [rep, taken] = closing(&table);
        table.change(&[&rep, &taken]).wait(1_500);
        let back = taken.replace("lift", "black");
        table.change(&["lift B4", &back]).wait(1_000);
        quick(&mut table, White, &["white H8"], clock, 900);
        quick(&mut table, Black, &["black H2"], clock, 900);
        table.wait(PATIENCE);
        assert!(table.alerts().is_empty(), "{clock:?} {:?} {}", table.alerts(), table.record());
        assert!(table.record().ends_with("W H8, B H2"), "{clock:?} {}", table.record());
    }
}

/// Black has just taken the ko at E4.
fn ko(book: Rulebook, colors: bool) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = book;
    let table = if colors { Table::new(made) } else { Table::new(made).colorblind() };
    let mut table = played_at(table, &["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    assert!(table.record().ends_with("B E4") && table.alerts().is_empty());
    table
}

#[test]
fn cn_20_1_a_ko_retaken_at_once_and_answered_at_once_is_a_violation() {
    for book in [Rulebook::China1988, Rulebook::Ing, Rulebook::Japan1989, Rulebook::Aga] {
        for clock in [Clock::After(150), Clock::After(600), Clock::Late(100)] {
            for colors in [true, false] {
                let mut table = ko(book, colors);
                quick(&mut table, White, &["white D4", "lift E4"], clock, 1_200);
                quick(&mut table, Black, &["black H8"], clock, 1_200);
                quick(&mut table, White, &["white H2"], clock, 1_200);
                table.wait(PATIENCE);
                let tried = format!("{book:?} {clock:?} {colors}: {:?} {}", table.alerts(), table.record());
                assert_eq!(alerts(&table), ["ko-violation white D4"], "{tried}");
                assert_eq!(table.alerts(), ["ko-violation"], "{tried}");
                assert!(table.record().ends_with("B E4, W D4, B H8, W H2"), "{tried}");
                assert_eq!(illegal(&table), ["10 ko-violation"], "{tried}");
            }
        }
    }
}

/// White fills the ko: the stone stands where the one that was taken stood.
#[test]
fn cn_20_1_a_ko_retaken_at_once_and_filled_at_once_is_a_violation() {
    for clock in [Clock::After(150), Clock::After(600)] {
        let mut table = ko(Rulebook::China1988, true);
        quick(&mut table, White, &["white D4", "lift E4"], clock, 1_200);
        quick(&mut table, Black, &["black H8"], clock, 1_200);
        quick(&mut table, White, &["white E4"], clock, 1_200);
        table.wait(PATIENCE);
        let tried = format!("{clock:?}: {:?} {}", table.alerts(), table.record());
        assert_eq!(alerts(&table), ["ko-violation white D4"], "{tried}");
        assert!(table.record().ends_with("B E4, W D4, B H8, W E4"), "{tried}");
    }
}

/// The stone that was retaken lies there still when play goes on.
#[test]
fn cn_20_1_what_a_forbidden_retake_took_may_be_lifted_late() {
    let mut table = ko(Rulebook::China1988, true);
    table.change(&["white D4"]).wait(600).press(White).wait(300);
    quick(&mut table, Black, &["black H8"], Clock::After(500), 1_000);
    table.change(&["lift E4"]);
    quick(&mut table, White, &["white H2"], Clock::After(500), 1_000);
    table.wait(PATIENCE);
    assert_eq!(alerts(&table), ["ko-violation white D4"], "{}", table.record());
    assert!(table.record().ends_with("B E4, W D4, B H8, W H2"), "{}", table.record());
}

#[test]
fn cn_19_a_forbidden_point_that_is_answered_at_once_is_told_as_one() {
    for (book, rules) in [(Rulebook::China1988, "chinese"), (Rulebook::Ing, "ing"), (Rulebook::Aga, "aga")] {
        for clock in [Clock::After(150), Clock::After(600), Clock::Late(100)] {
            // Without colours a stone whose press came soon after it may have been the other side's answer, seen late.
            for colors in if clock == Clock::After(600) { &[true, false][..] } else { &[true][..] } {
                let made = under(book, rules);
                let table = if *colors { Table::new(made) } else { Table::new(made).colorblind() };
                let mut table = played_at(table, &["A2", "E5", "B1", "E6", "G7"]);
                quick(&mut table, White, &["white A1"], clock, 1_200);
                quick(&mut table, Black, &["black H8"], clock, 1_200);
                quick(&mut table, White, &["white H2"], clock, 1_200);
                table.wait(PATIENCE);
                let tried = format!("{book:?} {clock:?} {colors}: {:?} {}", table.alerts(), table.record());
                assert_eq!(alerts(&table), ["forbidden-point white A1"], "{tried}");
                assert!(table.record().ends_with("B G7, W A1, B H8, W H2"), "{tried}");
                assert_eq!(illegal(&table), ["6 forbidden-point"], "{tried}");
            }
        }
    }
}

/// A ko retaken at once, and the answer gives a stone away on a point without liberties: both are said.
#[test]
fn two_offences_in_quick_turns_are_two_alerts() {
    let mut table = played_at(Table::new(settings(9)), &["C4", "A8", "D5", "B9", "D3", "E3", "J9", "D4", "J1", "E5", "J2", "F4"]);
    table.hold(&["black E4", "lift D4"]).press(Black).wait(2_000);
    quick(&mut table, White, &["white D4", "lift E4"], Clock::After(500), 1_200);
    quick(&mut table, Black, &["black A9"], Clock::After(500), 1_200);
    quick(&mut table, White, &["white H5"], Clock::After(500), 1_200);
    table.wait(2 * PATIENCE);
    assert_eq!(alerts(&table), ["ko-violation white D4", "forbidden-point black A9"], "{}", table.record());
    assert!(table.record().ends_with("W D4, B A9, W H5"), "{}", table.record());
}

/// The board was away for a play and the one against the rules that answered it: the first is play.
#[test]
fn cn_19_a_forbidden_point_that_was_played_while_the_board_was_away_is_told_after_what_came_before_it() {
    let mut table = played(&["A2", "E5", "B1", "E6"]);
    table.give(kifud::game::Input::BoardLost);
    table.wait(3_000).press(Black).wait(3_000).press(White).wait(1_000);
    table.give(kifud::game::Input::BoardBack);
    table.change(&["black G7", "white A1"]).wait(2 * PATIENCE);
    assert_eq!(
        (table.record().as_str(), alerts(&table)),
        ("B A2, W E5, B B1, W E6, B G7, W A1", vec!["forbidden-point white A1".to_owned()])
    );
}

/// Two stones of one side are no illegal play and its answer: perhaps a resignation, wherever they lie (ING-9.2(1)).
#[test]
fn ing_9_2_1_two_stones_are_a_resignation_also_on_a_forbidden_point() {
    for (color, word) in [(White, "white"), (Black, "black")] {
        let mut table = played(&["A2", "E5", "B1", "E6", "G7"]);
        table.change(&[&format!("{word} A1")]).wait(700).change(&[&format!("{word} H2")]).wait(PATIENCE);
        assert_eq!(table.alerts(), ["resign-signal"], "{color:?} {}", table.record());
        assert_eq!(table.game.book().phase, Phase::Playing);
    }
}
