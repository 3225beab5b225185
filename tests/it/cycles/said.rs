//! What a table says of play that goes round: once, with its numbers; counted; gone when play turns aside.

use kifud::game::{Alert, Decision, EventBody, Phase, RuleRequest, RulingOutcome, Settings, Severity, Start, Verb};
use kifud::go::{Color, CycleKind, Rules, Setup};
use kifud::referee::Kind;

use super::positions::{Round, rounds};
use crate::table::{Table, settings};

/// A table of this rulebook at which the position stands.
pub fn set_up(lines: &[String], made: Settings) -> Table {
    let mut table = Table::new(made);
    let (mut setup, mut stones) = (Setup::default(), Vec::new());
    for (row, line) in lines.iter().enumerate() {
        for (col, letter) in line.chars().enumerate() {
            let vertex = format!("{}{}", "ABCDEFGHJKLMNOPQRST".chars().nth(col).unwrap(), lines.len() - row);
            match letter {
                'X' => setup.black.push(table.point(&vertex)),
                'O' => setup.white.push(table.point(&vertex)),
                _ => continue,
            }
            stones.push(format!("{} {vertex}", if letter == 'X' { "black" } else { "white" }));
        }
    }
    table.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(Color::Black), ..Start::default() })));
    table.hold(&stones.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(table.game.book().phase, Phase::Playing);
    table.since();
    table
}

/// The side to move plays there, lifts what it takes and presses; or passes.
pub fn play(table: &mut Table, vertex: &str) {
    let color = table.game.book().to_move();
    if vertex == "pass" {
        table.ask(Verb::Pass(color));
        if table.game.book().phase == Phase::Ending {
            table.ask(Verb::DisputeEnd { color, to_move: None });
        }
        return;
    }
    let size = table.grid.size();
    let taken = table.game.position().captures_of(color, table.point(vertex));
    let name = if color == Color::Black { "black" } else { "white" };
    let mut changes = vec![format!("{name} {vertex}")];
    changes.extend(taken.iter().map(|point| format!("lift {}", point.vertex(size))));
    table.hold(&changes.iter().map(String::as_str).collect::<Vec<_>>()).press(color).wait(2_000);
}

fn under(rulebook: &str, rules: &str) -> Settings {
    let mut made = settings(9);
    made.terms.rulebook = kifud::game::Rulebook::named(rulebook).unwrap();
    made.terms.rules = Rules::preset(rules).unwrap();
    made
}

fn of(kind: CycleKind) -> Round {
    rounds(9).into_iter().find(|round| round.kind == kind).unwrap()
}

fn about_cycles(table: &Table) -> Vec<&Alert> {
    table.game.book().alerts.iter().filter(|alert| alert.cycle.is_some()).collect()
}

/// A triple ko and a quadruple one: attention, once, with first, length and captures; nothing is illegal.
#[test]
fn cn_20_3_triple_and_quadruple_ko_are_told_once_with_their_numbers() {
    for (kind, length) in [(CycleKind::Kos(3), 6), (CycleKind::Kos(4), 8)] {
        let round = of(kind);
        let mut table = set_up(&round.lines, settings(9));
        for vertex in &round.moves[..round.moves.len() - 1] {
            play(&mut table, vertex);
            assert!(table.alerts().is_empty(), "{kind:?} {vertex}");
        }
        play(&mut table, round.moves.last().unwrap());
        let [alert] = about_cycles(&table)[..] else { panic!("{:?}", table.alerts()) };
        let cycle = alert.cycle.unwrap();
        assert_eq!((alert.kind, alert.severity, alert.color, alert.n), (Kind::Repetition, Severity::Attention, None, Some(length)));
        assert_eq!((cycle.kind, cycle.first, cycle.length, cycle.rounds), (kind, 0, length, 1));
        assert_eq!(cycle.captured.black, cycle.captured.white);
        assert!(table.game.record().moves.iter().all(|played| played.illegal.is_empty()));
        table.wait(60_000);
        assert_eq!(table.alerts(), ["repetition"], "it is no difference of the board: nobody can put it right");
        assert_eq!(about_cycles(&table).len(), 1);
    }
}

/// A second round is counted in the same alert; it goes when play turns aside, and a new round anew is a new one.
#[test]
fn cn_20_3_a_second_round_is_counted_and_turning_aside_ends_it() {
    let round = of(CycleKind::Kos(3));
    let mut table = set_up(&round.lines, settings(9));
    for vertex in round.moves.iter().chain(&round.moves) {
        play(&mut table, vertex);
    }
    let [alert] = about_cycles(&table)[..] else { panic!("{:?}", table.alerts()) };
    assert_eq!((alert.cycle.unwrap().rounds, alert.rev, alert.n), (2, 2, Some(12)), "not once a move");
    assert_eq!(table.alerts(), ["repetition"]);
    play(&mut table, "J5");
    assert!(about_cycles(&table).is_empty());
    assert!(table.since().contains(&"closed repetition".to_owned()));
    // White answers the threat; from there it is another cycle.
    play(&mut table, "J6");
    for vertex in &round.moves {
        play(&mut table, vertex);
    }
    let [alert] = about_cycles(&table)[..] else { panic!() };
    assert_eq!(alert.cycle.map(|cycle| (cycle.first, cycle.rounds)), Some((14, 1)));
}

/// A provisional stone that closes the cycle and is put elsewhere has closed nothing.
#[test]
fn a_move_that_is_taken_back_takes_the_repetition_back() {
    let round = of(CycleKind::Kos(3));
    let mut table = set_up(&round.lines, settings(9));
    for vertex in &round.moves {
        play(&mut table, vertex);
    }
    assert_eq!(about_cycles(&table).len(), 1);
    table.ask(Verb::Undo { moves: 1 });
    assert!(about_cycles(&table).is_empty());
}

/// The referee lets play go on: the same cycle is not said again.
#[test]
fn a_repetition_that_was_decided_is_not_said_again_until_play_has_turned_aside() {
    let round = of(CycleKind::Kos(3));
    let mut table = set_up(&round.lines, settings(9));
    for vertex in &round.moves {
        play(&mut table, vertex);
    }
    let alert = about_cycles(&table)[0].clone();
    let asked = RuleRequest {
        game_id: None,
        alert: alert.id.clone(),
        rev: alert.rev,
        replaces: None,
        decision: Decision::plain(RulingOutcome::Dismiss),
    };
    table.ask(Verb::Rule(Box::new(asked)));
    assert!(table.answers.last().unwrap().outcome.is_ok(), "{:?}", table.answers.last());
    for vertex in &round.moves {
        play(&mut table, vertex);
    }
    assert_eq!(table.alerts(), ["repetition"]);
}

/// Two sent and one returned, molasses ko, double-ko life, two for two: each is told, with what each side loses.
#[test]
fn cn_20_3_other_cycles_are_told_as_far_as_they_are_certain() {
    for round in rounds(9) {
        let mut table = set_up(&round.lines, settings(9));
        let more = usize::from(round.moves.last().is_some_and(|last| last == "pass"));
        for vertex in round.moves.iter().chain(&round.moves[..more]) {
            play(&mut table, vertex);
        }
        let [alert] = about_cycles(&table)[..] else { panic!("{:?} {:?}", round.kind, table.alerts()) };
        let cycle = alert.cycle.unwrap();
        assert_eq!((cycle.kind, cycle.captured.black, cycle.captured.white), (round.kind, round.captured.0, round.captured.1));
        assert_eq!(alert.severity, Severity::Attention, "{:?}", round.kind);
        assert_eq!(table.alerts(), ["repetition"], "{:?}", round.kind);
    }
}

/// Only the stones are back, with the other side to move: a notice, which becomes more when the cycle closes.
#[test]
fn stones_that_are_back_with_the_other_side_to_move_are_a_notice() {
    let round = of(CycleKind::SendingTwoReturningOne);
    let mut table = set_up(&round.lines, settings(9));
    for vertex in &round.moves[..3] {
        play(&mut table, vertex);
    }
    assert_eq!(about_cycles(&table).iter().map(|alert| alert.severity).collect::<Vec<_>>(), [Severity::Notice]);
    // White plays elsewhere instead of passing.
    play(&mut table, "J2");
    assert!(about_cycles(&table).is_empty());
}

/// Ing: captures of hot stones by mistake cost nothing; it is said that as many were taken on both sides. Other cycles are a disturber's.
#[test]
fn ing_8_2_2_hot_stones_are_a_notice_and_say_whether_the_captures_are_equal() {
    for (kind, said, severity) in [
        (CycleKind::Kos(3), Kind::HotStoneCapture, Severity::Notice),
        (CycleKind::TwoForTwo, Kind::HotStoneCapture, Severity::Notice),
        (CycleKind::Kos(2), Kind::Repetition, Severity::Attention),
    ] {
        let round = of(kind);
        let mut table = set_up(&round.lines, under("ing", "ing"));
        let more = usize::from(round.moves.last().is_some_and(|last| last == "pass"));
        for vertex in round.moves.iter().chain(&round.moves[..more]) {
            play(&mut table, vertex);
        }
        let [alert] = about_cycles(&table)[..] else { panic!("{kind:?} {:?}", table.alerts()) };
        assert_eq!((alert.kind, alert.severity), (said, severity), "{kind:?}");
        assert!(said != Kind::HotStoneCapture || alert.text.en().contains("As many stones were taken on both sides"), "{}", alert.text);
        let sanctions = alert.proposal.as_ref().map_or(0, |proposal| proposal.sanctions.len());
        assert_eq!(sanctions, 0, "never a warning");
    }
}

/// Where the rules forbid it, the stone is an illegal play, said with the cycle that it closes, in the moves marked when it stays, and put right
/// when it is taken off; nothing is said of it twice. The book of the AGA asks for a claim; under a book that leaves it open somebody must decide.
#[test]
fn a_forbidden_repetition_is_an_illegal_play_and_says_its_cycle() {
    for (book, rules, severity) in [("aga", "aga", Severity::Attention), ("china-1988", "new-zealand", Severity::Ruling)] {
        let round = of(CycleKind::Kos(3));
        let mut table = set_up(&round.lines, under(book, rules));
        for vertex in &round.moves[..5] {
            play(&mut table, vertex);
        }
        let closing = format!("white {}", round.moves[5]);
        table.change(&[&closing]).wait(4_500);
        let [alert] = &table.game.book().alerts[..] else { panic!("{:?}", table.alerts()) };
        assert_eq!((alert.kind, alert.severity, alert.color), (Kind::Repetition, severity, Some(Color::White)));
        assert_eq!(alert.cycle.map(|cycle| (cycle.kind, cycle.length, cycle.first)), Some((CycleKind::Kos(3), 6, 0)));
        assert_eq!(table.game.record().moves[5].illegal, ["repetition"]);
        table.change(&[&format!("lift {}", round.moves[5])]).wait(1_000);
        assert_eq!(table.game.record().moves.len(), 5);
        let closed = table.events.iter().any(|event| matches!(&event.body, EventBody::AlertClosed { .. }));
        assert_eq!(closed, book != "aga", "where something follows it is cured, and not forgotten");
        assert_eq!(table.alerts(), ["repetition"]);
    }
}

/// Nothing of it needs the process to go on: after a restart the same alert is counted on.
#[test]
fn a_cycle_is_followed_over_a_restart() {
    let round = of(CycleKind::Kos(3));
    let mut table = set_up(&round.lines, settings(9));
    let all = table.events.len();
    assert_eq!(all, 0);
    for vertex in &round.moves {
        play(&mut table, vertex);
    }
    let state = table.game.state();
    assert!(state.circling.is_some());
    table.game =
        kifud::game::Game::restore(table.game.settings().clone(), state, table.game.book().clone(), crate::table::stamp(table.now));
    table.give(kifud::game::Input::BoardBack);
    let grid = table.grid.clone();
    table.give(kifud::game::Input::Scan { at: kifud::time::Mono::from_millis(table.now), grid });
    table.wait(10_000);
    for vertex in &round.moves {
        play(&mut table, vertex);
    }
    assert_eq!(table.alerts(), ["repetition"]);
    assert_eq!(about_cycles(&table)[0].cycle.unwrap().rounds, 2);
}
