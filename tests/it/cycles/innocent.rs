//! Kos that are no offence, and what only looks like one.

use kifud::go::{Color, Position, Rules, sgf};

use super::positions::triple;
use super::reference::Whole;
use super::said::{play, set_up};
use crate::cases::{say, shared};
use crate::findings::{alerts, played};
use crate::table::settings;

const PATIENCE: u64 = 4_500;

/// A ko taken, a threat and its answer, the ko taken back, again and again: the board is another every time.
#[test]
fn cn_20_1_a_ko_fought_with_threats_is_no_offence_and_no_repetition() {
    let mut table = played(&["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    for (taker, threat, answer) in [("E4", "H1", "H2"), ("D4", "J2", "J1"), ("E4", "G1", "G2"), ("D4", "A1", "A2")] {
        play(&mut table, taker);
        play(&mut table, threat);
        play(&mut table, answer);
    }
    table.wait(10_000);
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
}

/// One stone taken, and five by the stone that is put back at once: a snapback is no ko.
#[test]
fn cn_20_1_a_snapback_is_no_ko() {
    let mut lines = vec!["..OX.....".to_owned(), "OOOX.....".to_owned(), "XXX......".to_owned()];
    lines.resize(9, ".........".to_owned());
    let mut table = set_up(&lines, settings(9));
    for vertex in ["B9", "A9", "B9"] {
        play(&mut table, vertex);
    }
    table.wait(PATIENCE);
    assert_eq!(table.record(), "B B9, W A9, B B9");
    assert_eq!(table.game.position().captured().black, 5);
    assert!(table.alerts().is_empty(), "{:?}", table.alerts());
}

/// The same play is an offence under one book and none under the other: what the rules of play forbid, not the referee's book, decides.
#[test]
fn cn_20_2_the_same_retake_is_forbidden_by_a_whole_board_rule_and_allowed_by_simple_ko() {
    let moves = ["C6", "B8", "C4", "B6", "C8"];
    for (rules, expected) in [("chinese", "repetition - B4"), ("aga", "repetition white B4"), ("japanese", "repetition - B4")] {
        let mut made = settings(9);
        made.terms.rules = Rules::preset(rules).unwrap();
        let mut table = set_up(&triple(9), made);
        for vertex in moves {
            play(&mut table, vertex);
        }
        assert!(table.alerts().is_empty());
        play(&mut table, "B4");
        table.wait(PATIENCE);
        assert_eq!(alerts(&table), [expected], "{rules}");
        let illegal = !table.game.record().moves[5].illegal.is_empty();
        assert_eq!(illegal, rules == "aga", "{rules}");
    }
}

/// A ko retaken at once is that, and not a repetition beside it, although the position has come back.
#[test]
fn cn_20_1_a_ko_retaken_at_once_is_said_once() {
    let mut table = played(&["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"]);
    play(&mut table, "E4");
    table.change(&["white D4"]).wait(600).change(&["lift E4"]).wait(200).press(Color::White).wait(PATIENCE);
    table.wait(10_000);
    assert_eq!(table.alerts(), ["ko-violation"]);
    play(&mut table, "A9");
    table.wait(PATIENCE);
    assert_eq!(table.alerts(), ["ko-violation"]);
}

/// A stone that is knocked off and put back, a position set by hand: what hands do is no play that goes round.
#[test]
fn a_position_that_a_person_has_put_back_is_no_repetition() {
    let mut table = played(&["E5", "C3", "G7"]);
    table.change(&["lift C3"]).wait(PATIENCE);
    table.hold(&["white D7"]).press(Color::White);
    table.change(&["white C3"]).wait(1_000);
    table.hold(&["black E6"]).press(Color::Black).wait(10_000);
    assert_eq!(table.alerts(), ["stone-missing"]);
}

/// Real games: as many cycles as whole boards have, which is hardly any. Of 300 games one goes round in a triple ko; in another the stones
/// alone come back.
#[test]
fn cn_20_3_real_games_hardly_ever_go_round() {
    let Some(folder) = shared("sgf/games") else { return };
    let (mut games, mut moves, mut found) = (0, 0, Vec::new());
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let Ok(game) = sgf::read(&std::fs::read(&path).unwrap()) else { continue };
        let Ok(mut position) = Position::at_start_of(&game.record, &Rules::CHINESE) else { continue };
        let mut whole = Whole::of(&position);
        games += 1;
        for played in &game.record.moves {
            moves += 1;
            position.take_in(played.color, played.place).unwrap();
            whole.played(&position, played.color, played.place);
            assert_eq!(position.cycle(), whole.cycle(), "{} move {}", path.display(), position.move_number());
            found.extend(position.cycle());
        }
    }
    say(&format!("{games} games, {moves} moves, {} of them bring a position back", found.len()));
    assert!(found.len() * 50 < games, "{found:?}");
}
