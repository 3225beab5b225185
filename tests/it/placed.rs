//! Boards that only tell where a stone was put down: what counts as a play, as the same stone put straight, and as wrong; and what is said
//! when something that was told was not heard (F13).

use kifud::game::{AlertState, Correction, Input, Phase, PressPass, Settings, Severity, Start, StartMode, TimeAuthority, Verb};
use kifud::go::Color::{Black, White};
use kifud::go::{Place, Setup};
use kifud::sim::HandsLevel;
use kifud::time::{Mono, Wall};
use kifud::trial::{self, Options, Setting};
use kifud::wire::BoardDriver;

use crate::table::{SETTLE, Table, settings};

/// The patience and a little.
const PATIENCE: u64 = 4_500;

/// A board that has told that it is there.
fn at(settings: Settings) -> Table {
    let mut table = Table::absent(settings);
    table.give(Input::BoardBack);
    lose(&mut table);
    table.wait(1_000);
    table
}

fn put<'a>(table: &'a mut Table, vertex: &str) -> &'a mut Table {
    let input = Input::Placed { at: Mono::from_millis(table.now), point: table.point(vertex) };
    table.give(input);
    table
}

fn lose(table: &mut Table) {
    table.give(Input::Unverified { at: Mono::from_millis(table.now) });
}

/// A table at which these were put down and pressed, Black first.
fn played_at(settings: Settings, moves: &[&str]) -> Table {
    let mut table = at(settings);
    for (index, vertex) in moves.iter().enumerate() {
        let color = if index % 2 == 0 { Black } else { White };
        put(&mut table, vertex).wait(600).press(color).wait(1_000);
    }
    table
}

fn played(moves: &[&str]) -> Table {
    played_at(settings(9), moves)
}

/// The open alerts as "kind points".
fn alerts(table: &Table) -> Vec<String> {
    let size = table.grid.size();
    let open = table.game.book().alerts.iter().filter(|alert| alert.state == AlertState::Open);
    let points = |alert: &kifud::game::Alert| alert.points.iter().map(|point| format!(" {}", point.vertex(size))).collect::<String>();
    open.map(|alert| format!("{}{}", alert.kind, points(alert))).collect()
}

fn is_verified(table: &Table) -> bool {
    table.game.snapshot(Wall::default()).verified
}

#[test]
fn the_first_stone_opens_a_game_when_it_has_stood_or_at_its_press() {
    let mut table = at(settings(9));
    put(&mut table, "E5").wait(SETTLE - 1);
    assert_eq!(table.game.book().phase, Phase::Idle);
    table.wait(1);
    assert_eq!((table.game.book().phase, table.record().as_str()), (Phase::Playing, "B E5"));
    let mut table = at(settings(9));
    put(&mut table, "E5").wait(100).press(Black);
    assert_eq!(table.record(), "B E5");
    assert!(!table.game.record().moves[0].provisional && is_verified(&table));
    for start in [StartMode::Request, StartMode::Armed] {
        let mut table = at(Settings { start, ..settings(9) });
        put(&mut table, "E5").wait(5_000);
        assert_eq!(table.game.book().phase, Phase::Idle, "{start:?}");
    }
}

#[test]
fn a_prepared_handicap_is_put_down_first() {
    let mut table = at(settings(9));
    let preparation = kifud::game::Preparation { handicap: Some(2), ..Default::default() };
    table.ask(Verb::PrepareGame(Box::new(preparation)));
    put(&mut table, "C3").wait(2_000);
    assert_eq!(table.game.book().phase, Phase::Armed);
    put(&mut table, "G7").wait(2_000);
    assert_eq!(table.game.record().setup.black.len(), 2);
    put(&mut table, "E5").wait(600).press(White);
    assert_eq!(table.record(), "W E5");
}

#[test]
fn what_was_set_up_by_request_stands_and_putting_it_down_tells_nothing() {
    let mut table = at(settings(9));
    let setup = Setup { black: vec![table.point("C3")], white: vec![table.point("G7")] };
    table.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(White), ..Start::default() })));
    assert_eq!(table.game.book().phase, Phase::Playing);
    put(&mut table, "C3").wait(300);
    put(&mut table, "G7").wait(2_000);
    put(&mut table, "E5").wait(600).press(White);
    assert_eq!(table.record(), "W E5");
    assert!(table.alerts().is_empty());
}

#[test]
fn the_stones_of_an_analysis_open_no_game() {
    let mut table = played(&["E5", "C3"]);
    table.ask(Verb::Resign(Black)).wait(10_000);
    for vertex in ["G7", "G3", "C7"] {
        put(&mut table, vertex).wait(30_000);
    }
    assert_eq!(table.game.book().phase, Phase::Ended);
    table.wait(60_000);
    put(&mut table, "E5").wait(1_000);
    assert_eq!((table.game.book().phase, table.record().as_str()), (Phase::Playing, "B E5"));
}

#[test]
fn a_stone_is_a_play_at_its_press_or_once_it_has_stood() {
    let mut table = played(&["E5", "C3"]);
    put(&mut table, "G7").wait(100).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    put(&mut table, "D4").wait(SETTLE - 1);
    assert_eq!(table.game.record().moves.len(), 3);
    table.wait(1);
    assert_eq!(table.record(), "B E5, W C3, B G7, W D4");
    // A press that came a moment before its stone.
    table.press(White).wait(500).press(Black).wait(300);
    put(&mut table, "F3").wait(SETTLE);
    assert!(table.record().ends_with("B F3") && !table.game.record().moves[4].provisional);
    assert!(table.alerts().is_empty());
}

#[test]
fn where_nobody_presses_the_answer_ends_the_turn() {
    let mut table = at(Settings { time_authority: TimeAuthority::Nobody, ..settings(9) });
    for vertex in ["E5", "E4", "D4", "F4"] {
        put(&mut table, vertex).wait(1_200);
    }
    assert_eq!(table.record(), "B E5, W E4, B D4, W F4", "answers in contact");
    // Two stones at once, far from each other, are two plies.
    put(&mut table, "C7").wait(250);
    put(&mut table, "G2").wait(600);
    assert!(table.record().ends_with("B C7, W G2"));
    assert!(table.alerts().is_empty());
}

#[test]
fn f2_a_stone_that_slides_in_stands_where_it_stopped() {
    let mut table = played(&["E5", "C3"]);
    put(&mut table, "G6").wait(150);
    put(&mut table, "G7").wait(600).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    assert!(!table.since().contains(&"move-retracted 3".to_owned()), "it was never said to stand elsewhere");
}

#[test]
fn a_stone_put_straight_after_it_had_stood_moves_in_the_record_and_an_answer_does_not() {
    let mut table = played(&["E5", "C3"]);
    put(&mut table, "G6").wait(900);
    put(&mut table, "G7").wait(500).press(Black).wait(500);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    // Nobody presses: it is believed after a while.
    put(&mut table, "C7").wait(900);
    put(&mut table, "C6").wait(1_600);
    assert_eq!(table.record(), "B E5, W C3, B G7, W C6");
    // The press of the other side tells that it was the answer, and a press was forgotten.
    table.press(White).wait(1_000);
    put(&mut table, "D2").wait(900);
    put(&mut table, "D3").wait(500).press(White);
    assert!(table.record().ends_with("W C6, B D2, W D3"), "{}", table.record());
    assert!(table.alerts().is_empty());
    // In place, or bounced: nothing.
    put(&mut table, "D3").wait(PATIENCE);
    assert!(table.alerts().is_empty() && table.record().ends_with("W D3"));
}

#[test]
fn captured_stones_count_as_lifted_and_their_points_can_be_played_on() {
    let mut table = played(&["E5", "E6", "A1", "D5", "A2", "F5", "A4", "E4"]);
    assert!(table.record().ends_with("W E4"));
    assert_eq!(table.game.position().get(table.point("E5")), None);
    put(&mut table, "A5").wait(600).press(Black).wait(1_000);
    put(&mut table, "E5").wait(600).press(White).wait(PATIENCE);
    assert!(table.record().ends_with("B A5, W E5"));
    assert!(table.alerts().is_empty());
}

#[test]
fn cn_19_a_stone_without_liberties_is_said_after_the_patience_and_not_when_it_is_played_elsewhere_in_time() {
    let forbidden = ["A2", "E5", "B1", "E6", "G7"];
    let mut table = played(&forbidden);
    put(&mut table, "A1").wait(2_000);
    put(&mut table, "D4").wait(600).press(White).wait(PATIENCE);
    assert!(table.record().ends_with("B G7, W D4"));
    assert!(table.alerts().is_empty());
    let mut table = played(&forbidden);
    put(&mut table, "A1").wait(500).press(White).wait(3_000);
    assert!(table.alerts().is_empty() && table.record().ends_with("B G7"));
    table.wait(1_000);
    assert_eq!(alerts(&table), ["forbidden-point A1"]);
    assert!(table.record().ends_with("B G7, W A1"), "it stands, marked");
    let last = table.game.record().moves.last().unwrap();
    assert_eq!((last.illegal.as_slice(), last.provisional), (&["forbidden-point".to_owned()][..], false));
    let evidence = table.game.book().alerts[0].evidence.as_ref().unwrap();
    assert_eq!(evidence.steps.last().map(|step| step.point), Some(table.point("A1")));
    // Play that goes on over it says it at once.
    let mut table = played(&forbidden);
    put(&mut table, "A1").wait(500).press(White).wait(500);
    put(&mut table, "D4").wait(600).press(Black);
    assert_eq!(alerts(&table), ["forbidden-point A1"]);
    assert!(table.record().ends_with("W A1, B D4"), "{}", table.record());
}

#[test]
fn cn_20_1_a_ko_retaken_at_once_is_a_violation() {
    let mut table = played(&["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4", "E4"]);
    assert!(table.record().ends_with("B E4"));
    put(&mut table, "D4").wait(600).press(White).wait(PATIENCE);
    assert_eq!(alerts(&table), ["ko-violation D4"]);
    assert_eq!(table.game.book().alerts[0].severity, Severity::Ruling);
}

#[test]
fn a_stone_where_the_record_has_one_is_asked_about_and_the_press_behind_it_is_no_pass() {
    let mut table = played_at(Settings { press_pass: PressPass::Pass, ..settings(9) }, &["E5", "C3", "G7", "C7"]);
    put(&mut table, "E5").wait(300).press(Black).wait(3_000);
    assert!(table.alerts().is_empty());
    table.wait(5_000);
    assert_eq!(alerts(&table), ["unexplained E5"]);
    assert!(table.record().ends_with("W C7"), "no pass");
    put(&mut table, "F3").wait(1_000);
    assert!(table.record().ends_with("B F3"), "and play can go on");
    // Without it, it is one.
    table.press(White).wait(1_500);
    assert!(table.record().ends_with("B F3, W pass") || !table.game.record().moves[4].provisional);
}

#[test]
fn f8_stones_dropped_on_the_board_are_no_moves() {
    let mut table = played(&["E5", "C3"]);
    for vertex in ["D8", "F2", "J3", "H6"] {
        put(&mut table, vertex).wait(60);
    }
    table.wait(PATIENCE);
    assert_eq!(alerts(&table), ["extra-stone D8 F2 J3 H6"]);
    assert_eq!(table.record(), "B E5, W C3");
    put(&mut table, "G7").wait(600).press(Black);
    assert_eq!(table.record(), "B E5, W C3, B G7");
}

#[test]
fn f13_a_lost_notification_is_said_once_and_presses_wait_until_a_person_has_looked() {
    let mut table = played_at(Settings { press_pass: PressPass::Pass, ..settings(9) }, &["E5", "C3"]);
    assert!(is_verified(&table));
    lose(&mut table);
    lose(&mut table);
    assert!(!is_verified(&table));
    assert_eq!(table.alerts(), ["unexplained"]);
    assert_eq!(table.game.book().alerts[0].severity, Severity::Notice);
    // What was lost may have been nothing: play that fits is recorded.
    put(&mut table, "G7").wait(600).press(Black).wait(1_000);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    // A press without its stone is no pass now: its stone may be what was lost. The next one belongs to the other side.
    table.press(White).wait(20_000);
    put(&mut table, "D4").wait(PATIENCE);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    assert_eq!(alerts(&table), ["unexplained", "unexplained D4"]);
    table.ask(Verb::Play { color: White, place: Place::At(table.point("F3")) });
    table.wait(1_000);
    assert_eq!(table.record(), "B E5, W C3, B G7, W F3, B D4", "what came behind it follows");
    assert_eq!(alerts(&table), ["unexplained"]);
    table.ask(Verb::CorrectRecord { at: 5, op: Correction::Replace(Black, Place::At(table.point("D4"))) });
    assert!(is_verified(&table) && alerts(&table).is_empty());
    table.press(White).wait(2_000);
    assert!(table.record().ends_with("B D4, W pass"), "{}", table.record());
}

#[test]
fn f13_a_set_position_is_verified_and_so_is_the_next_game() {
    let mut table = played(&["E5", "C3"]);
    lose(&mut table);
    put(&mut table, "E5").wait(1_000);
    let setup = Setup { black: vec![table.point("E5"), table.point("G7")], white: vec![table.point("C3")] };
    table.ask(Verb::SetPosition { setup, to_move: White });
    assert!(is_verified(&table) && table.game.book().alerts.is_empty());
    put(&mut table, "D4").wait(600).press(White);
    assert!(table.record().ends_with("W D4"));
    lose(&mut table);
    table.ask(Verb::Resign(Black));
    assert!(is_verified(&table));
}

#[test]
fn l3_a_board_that_was_away_is_unverified_and_so_is_one_after_a_restart() {
    let mut table = played_at(Settings { press_pass: PressPass::Pass, ..settings(9) }, &["E5", "C3"]);
    table.since();
    table.give(Input::BoardLost);
    table.wait(5_000).press(Black).wait(5_000);
    table.give(Input::BoardBack);
    lose(&mut table);
    assert_eq!(table.since(), ["board Lost", "board Back", "raised unexplained"]);
    assert_eq!(table.record(), "B E5, W C3", "no pass");
    // The state row remembers it.
    let (state, book) = (table.game.state(), table.game.book().clone());
    assert!(state.unverified);
    let now = crate::table::stamp(table.now);
    table.game = kifud::game::Game::restore(table.game.settings().clone(), state, book, now);
    assert!(!is_verified(&table));
    lose(&mut table);
    assert_eq!(alerts(&table), ["unexplained"], "nothing is said twice");
}

#[test]
fn a_board_that_only_tells_placements_never_differs() {
    let mut table = played(&["E5", "C3", "G7", "C7"]);
    put(&mut table, "E5").wait(20_000);
    table.ask(Verb::Pause { reason: String::new(), until: None }).wait(20_000);
    put(&mut table, "A1").wait(20_000);
    table.ask(Verb::Resume { force: false }).wait(20_000);
    assert_eq!(table.game.book().phase, Phase::Playing);
    assert!(table.game.snapshot(Wall::default()).agrees);
    assert!(!table.since().iter().any(|event| event.starts_with("board")));
    assert!(table.record().ends_with("W C7"), "what is put down while play is interrupted is no play");
}

/// Whole games through bytes, session and desk: a game that nobody disturbs comes out as it was played, and nobody is told anything.
#[test]
fn whole_games_come_out_exact() {
    let game = kifud::cli::demo_game().record;
    assert_eq!(game.size.width(), 19);
    for hands in [HandsLevel::Perfect, HandsLevel::Careful, HandsLevel::Ordinary] {
        let played = trial::play(&game, &Options::default(), Setting { driver: BoardDriver::Yihu, hands }, 3, false);
        assert!(played.is_exact(), "{hands}: {:?} {:?}", played.difference, played.faults);
        assert!(played.alerts.is_empty(), "{hands}");
    }
}
