//! Play at a table: what hands and presses do, and what the record says of it.

use kifud::clock::TimeControl;
use kifud::game::{
    EndedBy, EventBody, GameResult, MatchInfo, Phase, Player, Players, Preparation, PressPass, ResultState, Start, StartMode, Verb,
};
use kifud::go::{Color, Place, Setup};

use crate::table::{SETTLE, Table, settings};

#[test]
fn the_first_black_stone_opens_a_game_and_is_move_1() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]);
    assert_eq!(table.since(), ["game-started", "phase playing", "move 1"]);
    table.hold(&["white C3"]);
    assert_eq!(table.since(), ["turn-ended 1 Reply", "move 2"]);
    assert_eq!(table.record(), "B E5, W C3");
}

/// The younger player wipes the board, and what it shows of hands and cloth is no game.
#[test]
fn ing_9_1_1_more_stones_at_once_than_a_handicap_or_a_first_look_has_open_no_game() {
    let stones = |word: &str, rows: std::ops::RangeInclusive<u8>| rows.map(|row| format!("{word} E{row}")).collect::<Vec<_>>();
    let shown = |table: &mut Table, changes: &[String]| {
        table.hold(&changes.iter().map(String::as_str).collect::<Vec<_>>()).wait(5_000);
        table.since()
    };
    let wiped = [stones("black", 1..=4), stones("white", 5..=8)].concat();
    let all_dark: Vec<String> = (1..=9).map(|row| format!("black E{row}")).chain(["black D1".to_owned()]).collect();
    for hands in [&wiped, &all_dark] {
        let mut table = Table::new(settings(9));
        assert_eq!(shown(&mut table, hands), [""; 0]);
        let lifted: Vec<String> = hands.iter().map(|change| change.replace("black", "lift").replace("white", "lift")).collect();
        assert_eq!(shown(&mut table, &lifted), [""; 0]);
        table.hold(&["black E5"]);
        assert_eq!(table.since(), ["game-started", "phase playing", "move 1"]);
    }
    let mut blind = Table::new(settings(9)).colorblind();
    assert_eq!(shown(&mut blind, &wiped), [""; 0]);
    // The first moves seen in one look, and nine handicap stones, are what they were.
    let mut table = Table::new(settings(9));
    assert!(shown(&mut table, &[stones("black", 1..=3), stones("white", 7..=9)].concat()).contains(&"game-started".to_owned()));
    let mut table = Table::new(settings(9));
    assert!(shown(&mut table, &stones("black", 1..=9)).contains(&"game-started".to_owned()));
}

#[test]
fn a_move_is_published_when_it_has_held_still_for_settle_ms_and_not_before() {
    let mut table = Table::new(settings(9));
    table.change(&["black E5"]).wait(SETTLE - 1);
    assert_eq!(table.record(), "");
    table.wait(1);
    assert_eq!(table.record(), "B E5");
}

#[test]
fn a_press_publishes_the_stone_at_once_and_ends_the_turn() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.since();
    table.change(&["white C3"]).wait(50);
    table.press(Color::White);
    assert_eq!(table.since(), ["move 2", "turn-ended 2 Press"]);
}

#[test]
fn a_press_before_its_stone_within_the_tolerance_is_nothing() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.since();
    table.press(Color::White).wait(500);
    table.hold(&["white C3"]);
    assert_eq!(table.since(), ["move 2", "turn-ended 2 Press"]);
    assert!(table.alerts().is_empty());
}

#[test]
fn a_press_without_a_stone_is_what_press_pass_says() {
    for (press_pass, expected) in [
        (PressPass::Ask, vec!["raised pass-signal"]),
        (PressPass::Incident, vec!["raised press-without-move"]),
        (PressPass::Pass, vec!["move 2", "turn-ended 2 Press"]),
    ] {
        let mut table = Table::new(kifud::game::Settings { press_pass, ..settings(9) });
        table.hold(&["black E5"]).press(Color::Black);
        table.since();
        table.press(Color::White).wait(999);
        assert_eq!(table.since(), [""; 0]);
        table.wait(1);
        assert_eq!(table.since(), expected);
    }
}

#[test]
fn captures_may_be_lifted_before_or_after_the_stone_in_any_order() {
    for order in [vec![vec!["white A2"], vec!["lift A1"]], vec![vec!["lift A1"], vec!["white A2"]], vec![vec!["white A2", "lift A1"]]] {
        let mut table = Table::new(settings(9));
        table.hold(&["black A1"]).hold(&["white B1"]).hold(&["black J9"]);
        for changes in order {
            table.hold(&changes);
        }
        assert_eq!(table.record(), "B A1, W B1, B J9, W A2");
        assert_eq!(table.game.snapshot(table.events[0].at).captured.unwrap().white, 1);
        assert!(table.game.snapshot(table.events[0].at).agrees);
        table.wait(10_000);
        assert!(table.alerts().is_empty());
    }
}

#[test]
fn a_stone_that_slides_while_it_settles_leaves_one_move() {
    let mut table = Table::new(settings(9));
    table.change(&["black E5"]).wait(200);
    table.change(&["lift E5", "black E6"]).wait(100);
    table.hold(&["lift E6", "black F6"]);
    assert_eq!(table.record(), "B F6");
}

#[test]
fn a_provisional_stone_straightened_onto_a_touching_point_is_corrected_without_an_alert() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).hold(&["white C3"]);
    table.since();
    table.change(&["lift C3"]).wait(100);
    table.hold(&["white D4"]);
    assert_eq!(table.since(), ["move-retracted 2", "move 2"]);
    assert_eq!(table.record(), "B E5, W D4");
    table.wait(10_000);
    assert!(table.alerts().is_empty());
}

/// Symptom: one stone straightened in the last moment, and no later move was recorded any more. The stone had held still on the first point
/// for long enough, was pushed to the next one, and the press came before it had held still there: the turn ended on the first point.
#[test]
fn a_stone_straightened_just_before_the_press_is_recorded_where_it_stands() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.hold(&["white C3"]);
    table.since();
    table.change(&["lift C3", "white D4"]).wait(60);
    table.press(Color::White);
    assert_eq!(table.since(), ["move-retracted 2", "move 2", "turn-ended 2 Press"]);
    table.hold(&["black G7"]);
    assert_eq!(table.record(), "B E5, W D4, B G7");
    table.wait(10_000);
    assert!(table.alerts().is_empty());
}

#[test]
fn a_stone_pushed_after_the_press_was_not_straightened_before_it() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.hold(&["white C3"]);
    let pressed = table.now;
    table.wait(30).change(&["lift C3", "white D4"]).wait(60);
    table.press_at(Color::White, pressed).wait(10_000);
    assert_eq!(table.record(), "B E5, W C3");
    assert_eq!(table.alerts(), ["stone-relocated"]);
}

#[test]
fn after_the_press_a_stone_that_moves_is_said_and_not_followed() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.hold(&["white C3"]).press(Color::White);
    table.change(&["lift C3", "white D4"]).wait(20_000);
    assert_eq!(table.record(), "B E5, W C3");
    assert_eq!(table.alerts(), ["stone-relocated"]);
    table.since();
    table.hold(&["lift D4", "white C3"]);
    assert_eq!(table.since(), ["board Agrees", "changed stone-relocated"], "cured, not forgotten");
}

#[test]
fn two_plies_between_two_scans_are_told_in_their_order() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5", "white C3"]);
    assert_eq!(table.record(), "B E5, W C3");
    let mut blind = Table::new(settings(9)).colorblind();
    blind.change(&["black E5"]).wait(20);
    blind.hold(&["white C3"]);
    assert_eq!(blind.record(), "B E5, W C3");
}

#[test]
fn black_stones_before_any_white_stone_or_press_are_handicap() {
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).hold(&["black Q16"]).hold(&["black Q4"]).hold(&["white C6"]);
    assert_eq!(table.record(), "W C6");
    let record = table.game.record();
    assert_eq!(record.setup.black.len(), 3);
    assert_eq!(record.first, Color::White);
    table.wait(10_000);
    assert!(table.alerts().is_empty());
}

/// Symptom: a game of two stones, every one of whose moves was wrong. The second stone had come before the press, and not held still yet.
#[test]
fn a_handicap_stone_that_has_come_before_the_press_counts_with_the_first() {
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).change(&["black Q16"]).wait(300).press(Color::Black);
    table.wait(2_000).hold(&["white C6"]).press(Color::White).wait(10_000);
    assert_eq!(table.record(), "W C6");
    assert_eq!(table.game.record().setup.black.len(), 2);
    assert!(table.alerts().is_empty());
    // A reply before the press is Black's own stone and White's.
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).change(&["white Q16"]).wait(300).press(Color::Black).wait(1_000);
    assert_eq!(table.record(), "B D4, W Q16");
}

#[test]
fn f1_a_handicap_stone_on_a_star_point_that_flickers_belongs_to_the_set_up() {
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).hold(&["black Q16"]);
    for _ in 0..10 {
        table.change(&["black Q4"]).wait(150).change(&["lift Q4"]).wait(150);
    }
    table.hold(&["black D16"]);
    let mut black: Vec<String> =
        table.game.record().setup.black.iter().map(|point| point.vertex(kifud::go::Size::square(19).unwrap()).to_string()).collect();
    black.sort();
    assert_eq!(black, ["D16", "D4", "Q16", "Q4"]);
    // Elsewhere a sensor that flickers is only that.
    let mut table = Table::new(settings(19));
    table.hold(&["black D4"]).hold(&["black Q16"]);
    for _ in 0..10 {
        table.change(&["black M9"]).wait(150).change(&["lift M9"]).wait(150);
    }
    table.hold(&["black Q4"]);
    assert_eq!(table.game.record().setup.black.len(), 3);
}

#[test]
fn with_a_handicap_configured_a_board_without_colours_waits_for_all_stones() {
    let mut configured = settings(19);
    configured.terms.handicap = 3;
    let mut table = Table::new(configured).colorblind();
    table.hold(&["black D4"]).hold(&["black Q16"]);
    assert!(table.events.is_empty());
    table.hold(&["black Q4"]).hold(&["white C6"]);
    assert_eq!(table.record(), "W C6");
}

#[test]
fn handling_the_board_before_a_game_and_clearing_it_after_raises_nothing() {
    let mut table = Table::absent(settings(9));
    table.give(kifud::game::Input::BoardBack);
    table.change(&["white A1", "black B5", "white C7"]).wait(10_000);
    table.change(&["lift A1", "lift B5", "lift C7"]).wait(10_000);
    assert!(table.events.is_empty());
    table.hold(&["black E5"]).hold(&["white C3"]);
    table.ask(Verb::Resign(Color::White));
    assert_eq!(table.game.book().phase, Phase::Ended);
    table.since();
    table.hold(&["lift E5"]).hold(&["white E6", "black A1"]).hold(&["lift C3", "lift E6", "lift A1"]).wait(10_000);
    assert_eq!(table.since(), [""; 0]);
    table.hold(&["black D5"]);
    assert_eq!(table.since(), ["game-started", "phase playing", "move 1"]);
}

#[test]
fn an_ended_game_says_its_last_move_first_and_every_game_counts_its_events_from_1() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]);
    table.ask(Verb::Resign(Color::White));
    assert_eq!(table.since(), ["game-started", "phase playing", "move 1", "turn-ended 1 Ruling", "phase ended", "game-ended"]);
    let first = table.game.book().game_id.clone();
    table.hold(&["lift E5"]).hold(&["black C3"]);
    assert_ne!(table.game.book().game_id, first);
    assert_eq!(table.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3]);
}

/// Symptom: `end-game` with a last move beyond the record ended the game as if nothing were wrong. Cause: only smaller numbers were looked at.
#[test]
fn an_end_after_a_move_that_was_never_played_is_refused() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White);
    let result = GameResult { winner: Some(Color::Black), by: EndedBy::Forfeit, margin: None, state: ResultState::Final };
    table.ask(Verb::EndGame { result: result.clone(), last_move: Some(3) });
    assert_eq!((table.game.book().phase, table.record().as_str()), (Phase::Playing, "B E5, W C3"));
    table.ask(Verb::EndGame { result, last_move: Some(1) });
    assert_eq!((table.game.book().phase, table.record().as_str()), (Phase::Ended, "B E5"));
}

#[test]
fn a_position_set_up_by_request_is_played_when_the_wood_agrees() {
    let mut table = Table::new(settings(9));
    let setup = Setup { black: vec![table.point("C3"), table.point("G7")], white: vec![table.point("E5")] };
    table.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(Color::Black), ..Start::default() })));
    assert_eq!(table.game.book().phase, Phase::Setup);
    table.hold(&["black C3"]).hold(&["white E5"]).hold(&["black G7"]);
    assert_eq!(table.game.book().phase, Phase::Playing);
    table.hold(&["black E6"]);
    assert_eq!(table.record(), "B E6");
}

#[test]
fn a_game_is_adopted_in_its_middle_with_unknown_captures() {
    let mut table = Table::absent(settings(9));
    table.give(kifud::game::Input::BoardBack);
    table.hold(&["black C3", "white E5", "black G7"]);
    table.ask(Verb::StartGame(Box::new(Start { adopt: true, to_move: Some(Color::White), ..Start::default() })));
    assert_eq!(table.game.book().phase, Phase::Playing);
    table.hold(&["white E6"]);
    assert_eq!(table.record(), "W E6");
    assert_eq!(table.game.snapshot(table.events[0].at).captured, None);
}

#[test]
fn an_undo_outranks_the_wood_until_the_wood_changes() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.hold(&["white C3"]).press(Color::White);
    table.ask(Verb::Undo { moves: 1 });
    assert_eq!(table.record(), "B E5");
    table.wait(10_000);
    assert_eq!(table.record(), "B E5");
    table.hold(&["lift C3"]).hold(&["white D3"]);
    assert_eq!(table.record(), "B E5, W D3");
    assert!(table.alerts().is_empty());
}

#[test]
fn a_move_by_hand_stands_without_its_stone() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    let place = Place::At(table.point("C3"));
    table.ask(Verb::Play { color: Color::White, place });
    table.wait(10_000);
    table.hold(&["black F5"]);
    assert_eq!(table.record(), "B E5, W C3, B F5");
    assert!(table.alerts().is_empty());
}

#[test]
fn a_board_that_was_away_is_caught_up_with() {
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).hold(&["white C3"]);
    table.give(kifud::game::Input::BoardLost);
    table.wait(30_000);
    table.give(kifud::game::Input::BoardBack);
    table.since();
    table.hold(&["black F5"]);
    assert_eq!(table.record(), "B E5, W C3, B F5");
}

#[test]
fn daemon_time_runs_from_press_to_press_by_the_stamps() {
    let mut table = Table::timed(settings(9), TimeControl::Absolute { main_ms: 60_000 });
    // White presses: Black's clock starts.
    table.press(Color::White);
    table.wait(5_000).hold(&["black E5"]);
    let pressed = table.now;
    table.wait(200).press_at(Color::Black, pressed);
    let ended = table.since();
    assert_eq!(ended.last().unwrap(), "turn-ended 1 Press 5500");
    table.wait(3_000).change(&["white C3"]).press(Color::White);
    assert_eq!(table.since().last().unwrap(), "turn-ended 2 Press 3200");
}

#[test]
fn a_flag_is_provisional_until_the_latency_has_passed_and_a_press_stamped_before_it_withdraws_it() {
    let mut table = Table::timed(settings(9), TimeControl::Absolute { main_ms: 10_000 });
    table.press(Color::White);
    table.wait(9_000).change(&["black E5"]).wait(900);
    let pressed = table.now;
    table.wait(250);
    assert!(table.since().iter().any(|event| event == "clock Flagged { provisional: true }"));
    table.press_at(Color::Black, pressed);
    assert!(table.since().iter().any(|event| event == "clock FlagWithdrawn"));
    table.wait(10_300);
    assert!(table.alerts().contains(&"flag-fallen"));
    let flagged = table.events.iter().find_map(|event| match &event.body {
        EventBody::AlertRaised(alert) => alert.color,
        _ => None,
    });
    assert_eq!(flagged, Some(Color::White));
}

#[test]
fn a_prepared_game_shows_its_players_and_match_at_once_and_when_stones_open_it() {
    // prepare-game with a match, then the first stone: the match was forgotten, and while armed the old names were shown.
    let mut table = Table::new(kifud::game::Settings { start: StartMode::Armed, ..settings(9) });
    let match_info = MatchInfo { event: Some("Club night".to_owned()), round: Some(2), board: Some(4) };
    let player = |name: &str| Some(Player { name: name.to_owned(), ..Player::default() });
    let players = Players { black: player("Ann"), white: player("Bo") };
    let preparation = Preparation { players: Some(players.clone()), match_info: Some(match_info.clone()), ..Preparation::default() };
    table.ask(Verb::PrepareGame(Box::new(preparation)));
    let wall = table.events[0].at;
    assert_eq!((table.game.snapshot(wall).players, table.game.match_info()), (&players, &match_info));
    table.hold(&["black E5"]);
    assert_eq!((table.game.snapshot(wall).players, table.game.match_info()), (&players, &match_info));
    // The next game, unprepared, is another one's.
    table.ask(Verb::Resign(Color::Black)).ask(Verb::StartGame(Box::default()));
    assert_eq!((table.game.snapshot(wall).players, table.game.match_info()), (&Players::default(), &MatchInfo::default()));
}

#[test]
fn after_a_game_that_ended_on_an_empty_board_the_next_stone_opens_the_next() {
    // start-game and end-game without a stone on the board: nothing changed there, so it never counted as cleared, until a restart.
    let mut table = Table::new(settings(9));
    table.ask(Verb::StartGame(Box::<Start>::default())).ask(Verb::Resign(Color::White));
    table.since();
    table.hold(&["black E5"]);
    assert_eq!(table.since(), ["game-started", "phase playing", "move 1"]);
}

#[test]
fn a_press_over_a_board_that_nobody_can_explain_is_no_pass() {
    let mut table = Table::new(kifud::game::Settings { press_pass: PressPass::Pass, ..settings(9) });
    table.hold(&["black E5"]).press(Color::Black);
    table.hold(&["white C3"]).press(Color::White);
    // White moves the stone after the press: the record stays, the board differs, and play goes on over it.
    table.hold(&["lift C3", "white G7"]);
    table.press(Color::Black).wait(2_000);
    assert_eq!(table.record(), "B E5, W C3");
    table.wait(4_000);
    assert_eq!(table.alerts(), ["stone-relocated"]);
}

#[test]
fn a_move_that_a_press_made_count_happened_when_its_stone_was_seen() {
    // Symptom: moves with the moment at which the board was opened. Cause: they were asked of the wood before it counted.
    let mut table = Table::new(settings(9));
    table.hold(&["black E5"]).press(Color::Black);
    table.since();
    table.wait(5_000).change(&["white C3"]);
    let put = table.now;
    table.wait(50).press(Color::White);
    assert_eq!(table.events[0].at, crate::table::stamp(put).wall);
    assert_eq!(table.since(), ["move 2", "turn-ended 2 Press"]);
    // A stone that comes after the press, in a scan that is taken before it, is not that press's stone but the next one's.
    table.change(&["black G7"]);
    table.press_at(Color::Black, table.now - 20);
    assert_eq!(table.since(), [""; 0]);
    table.wait(SETTLE);
    assert_eq!(table.since(), ["move 3", "turn-ended 3 Press"]);
}
