//! The game goes on: the envelope is opened, the position stands as it was, and the stone is put on the marked point.

use kifud::game::{Alert, BoardRemedy, Game, Opened, PlayerClockState, Preparation, Severity, Start};
use kifud::go::{ByColor, PlayedMove};
use kifud::time::{Mono, Stamp};

use super::*;
use crate::recovery::stored_and_read;

fn opened(table: &Table) -> Opened {
    table.game.book().sealing.clone().and_then(|sealing| sealing.opened).expect("it is open")
}

fn mismatch(table: &Table) -> Option<Alert> {
    table.find(Kind::SealedMoveMismatch)
}

#[test]
fn cn_14_the_stone_is_put_on_the_marked_point_and_with_it_the_opponent_s_time_begins() {
    let mut table = sealed("china-1988", "D4");
    let before = clock(&table);
    table.wait(60 * MIN).done(open("D4"));
    assert_eq!((opened(&table).verified, opened(&table).by.as_str()), (Some(true), "Ann"));
    table.done(resume()).wait(30 * S);
    assert_eq!((table.game.book().phase, clock(&table)), (Phase::Playing, before), "nobody's time runs before the stone lies");
    table.since();
    let lies = table.now;
    table.hold(&["white D4"]);
    assert_eq!(table.record(), "B E5, W C3, B G7, W D4");
    assert_eq!((stage(&table), table.alerts()), (Some(SealStage::Over), vec![]));
    let (running, black, white) = clock(&table);
    assert_eq!((running, white), (Some(Color::Black), before.2));
    assert_eq!(black, before.1 - (table.now - lies), "from the stone on");
    let sealed_move = table.game.record().moves.last().unwrap();
    assert_eq!((sealed_move.used_ms, sealed_move.provisional), (Some(10 * MIN), false), "what White thought before sealing");
    table.hold(&["black F5"]).press(Color::Black);
    assert_eq!(table.record(), "B E5, W C3, B G7, W D4, B F5");
}

#[test]
fn cn_14_the_envelope_may_be_opened_when_play_has_been_resumed_or_the_stone_lies_already() {
    let mut table = sealed("china-1988", "D4");
    table.done(resume()).wait(10 * S).done(open("D4")).hold(&["white D4"]);
    assert_eq!((stage(&table), clock(&table).0, table.alerts()), (Some(SealStage::Over), Some(Color::Black), vec![]));
    // The referee puts the stone down first.
    let mut table = sealed("china-1988", "D4");
    table.done(resume()).hold(&["white D4"]).wait(10 * S);
    assert_eq!((stage(&table), clock(&table).0), (Some(SealStage::Sealed), None));
    table.done(open("D4"));
    assert_eq!((stage(&table), clock(&table).0, table.alerts()), (Some(SealStage::Over), Some(Color::Black), vec![]));
    // Opened and put down while the game is still adjourned.
    let mut table = sealed("china-1988", "D4");
    table.done(open("D4")).hold(&["white D4"]).done(resume());
    assert_eq!((table.record().as_str(), clock(&table).0), ("B E5, W C3, B G7, W D4", Some(Color::Black)));
}

#[test]
fn cn_22_another_point_than_the_sealed_one_is_told_and_stands_marked() {
    let mut table = sealed("china-1988", "D4");
    table.done(open("D4")).done(resume()).hold(&["white F3"]).wait(5 * S);
    let alert = mismatch(&table).expect("told");
    assert_eq!((alert.severity, alert.color, alert.n), (Severity::Ruling, Some(Color::White), Some(4)));
    assert_eq!(alert.points, [table.point("D4"), table.point("F3")]);
    assert_eq!(alert.cite.as_ref().map(|cite| cite.article.as_str()), Some("22"));
    let last = table.game.record().moves.last().unwrap();
    assert_eq!((last.disputed.as_ref(), table.record().as_str()), (Some(&alert.id), "B E5, W C3, B G7, W F3"));
    assert_eq!(clock(&table).0, None, "nobody's time runs before somebody has ruled");
}

#[test]
fn cn_22_a_stone_put_straight_to_the_sealed_point_is_the_sealed_move() {
    let mut table = sealed("china-1988", "D4");
    table.done(open("D4")).done(resume()).hold(&["white D5"]).wait(2 * S).change(&["lift D5", "white D4"]).wait(5 * S);
    assert_eq!((table.record().as_str(), table.alerts()), ("B E5, W C3, B G7, W D4", vec![]));
    assert_eq!((stage(&table), clock(&table).0), (Some(SealStage::Over), Some(Color::Black)));
}

#[test]
fn cn_22_a_wrong_stone_that_is_put_right_later_is_cured_and_the_sealed_move_counts() {
    let mut table = sealed("china-1988", "D4");
    table.done(open("D4")).done(resume()).hold(&["white F3"]).wait(5 * S);
    table.change(&["lift F3"]).wait(5 * S).hold(&["white D4"]).wait(5 * S);
    assert_eq!(table.record(), "B E5, W C3, B G7, W D4");
    assert_eq!(mismatch(&table).map(|alert| alert.state), Some(kifud::game::AlertState::Cured));
    assert_eq!(clock(&table).0, Some(Color::Black));
}

#[test]
fn cn_22_a_sealed_point_that_holds_a_stone_proposes_a_pass() {
    let mut table = sealed("china-1988", "E5");
    table.done(open("E5"));
    let alert = table.open(Kind::SealedPointOccupied);
    assert_eq!((alert.severity, alert.color, alert.n), (Severity::Ruling, Some(Color::White), Some(4)));
    assert_eq!(alert.proposal.as_ref().map(|proposal| proposal.board), Some(BoardRemedy::ForcedPass));
    assert_eq!((alert.points.clone(), alert.cite.map(|cite| cite.article)), (vec![table.point("E5")], Some("22".to_owned())));
    assert_eq!(mismatch(&table), None);
    let mut innocent = sealed("china-1988", "D4");
    innocent.done(open("D4"));
    assert_eq!(innocent.find(Kind::SealedPointOccupied), None);
}

#[test]
fn cn_22_the_pass_that_is_ruled_for_an_occupied_point_is_no_other_move_than_the_sealed_one() {
    let mut table = sealed("china-1988", "E5");
    table.done(open("E5")).done(resume());
    let occupied = table.open(Kind::SealedPointOccupied);
    let decision = kifud::game::Decision::plain(kifud::game::RulingOutcome::Confirm);
    let asked = kifud::game::RuleRequest { game_id: None, alert: occupied.id, rev: occupied.rev, replaces: None, decision };
    table.done(Verb::Rule(Box::new(asked))).wait(10 * S);
    assert_eq!((table.record().as_str(), mismatch(&table)), ("B E5, W C3, B G7, W pass", None));
    table.hold(&["black F5"]).press(Color::Black).wait(10 * S);
    assert_eq!((table.record().as_str(), mismatch(&table), stage(&table)), ("B E5, W C3, B G7, W pass, B F5", None, Some(SealStage::Over)));
}

#[test]
fn a_paper_that_nobody_can_read_is_for_the_referee_and_whatever_is_played_counts() {
    let mut table = sealed("china-1988", "D4");
    table.done(unreadable());
    assert_eq!(table.open(Kind::SealedMoveUnreadable).severity, Severity::Attention, "the book has no article");
    table.done(resume()).hold(&["white F3"]).wait(5 * S);
    assert_eq!((mismatch(&table), clock(&table).0), (None, Some(Color::Black)));
}

#[test]
fn a_paper_that_is_not_what_its_digest_says_is_told() {
    let mut table = sealed("china-1988", "D4");
    table.done(open("F3"));
    assert_eq!(opened(&table).verified, Some(false));
    let alert = mismatch(&table).expect("told");
    assert_eq!(alert.points, [table.point("F3")]);
    assert!(alert.text.en().contains("digest"), "{}", alert.text);
    // The nonce is lost: nobody can say.
    let mut table = sealed("china-1988", "D4");
    let place = Some(place("D4"));
    table.done(Verb::Sealed(SealVerb::Open(OpenRequest { place, opened_by: "Ann".to_owned(), nonce: None })));
    assert!(mismatch(&table).is_some());
    assert_eq!(table.refused(open("D4")).0, ErrorCode::Conflict, "it is open");
}

#[test]
fn a_sealed_pass_is_a_move_like_any_other() {
    let mut table = sealed("china-1988", "pass");
    table.done(open("pass")).done(resume()).done(Verb::Pass(Color::White));
    assert_eq!((table.record().as_str(), stage(&table), table.alerts()), ("B E5, W C3, B G7, W pass", Some(SealStage::Over), vec![]));
}

#[test]
fn a_sealed_capture_needs_no_lifting_before_the_game_is_resumed() {
    let mut table = Table::timed(settings(9), TWO_HOURS);
    for (n, vertex) in ["A2", "A1", "E5"].iter().enumerate() {
        let (color, word) = if n % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    // White passes, and Black seals B1, which takes A1.
    table.done(Verb::Pass(Color::White)).done(begin()).wait(MIN);
    let digest = Some(seal_digest(place("B1"), nine(), NONCE));
    let asked = SealRequest { color: Color::Black, custodian: "Ann".to_owned(), envelope: None, digest };
    table.done(Verb::Sealed(SealVerb::Seal(asked))).done(open("B1")).hold(&["black B1"]).done(resume());
    assert_eq!(table.record(), "B A2, W A1, B E5, W pass, B B1");
    table.hold(&["lift A1"]).wait(5 * S);
    assert_eq!((table.alerts(), clock(&table).0), (vec![], Some(Color::White)));
}

fn restarted(table: &Table, boot: &str, moved: u64) -> Table {
    let now = Stamp::new(Mono::from_millis(table.now + moved), stamp(table.now).wall);
    let game: Game = stored_and_read(&table.game, &table.events, "boot", boot, now);
    let mut again = Table::timed(settings(9), TWO_HOURS);
    (again.game, again.now, again.calendar, again.grid) = (game, table.now + moved, -(moved as i64), table.grid.clone());
    again.events.clone_from(&table.events);
    again.give(kifud::game::Input::BoardBack);
    let (at, grid) = (Mono::from_millis(again.now), again.grid.clone());
    again.give(kifud::game::Input::Scan { at, grid });
    again.wait(2 * S);
    again
}

#[test]
fn the_envelope_survives_a_restart_of_the_program_and_of_the_machine() {
    for (boot, moved) in [("boot", 0), ("another boot", 7_000_000_u64)] {
        let table = sealed("china-1988", "D4");
        let mut again = restarted(&table, boot, moved);
        assert_eq!((stage(&again), again.game.book().phase), (Some(SealStage::Sealed), Phase::Adjourned), "{boot}");
        again.done(open("D4"));
        assert_eq!(opened(&again).verified, Some(true), "{boot}");
        let mut again = restarted(&again, boot, 0);
        again.done(resume()).hold(&["white D4"]);
        assert_eq!((again.record().as_str(), stage(&again)), ("B E5, W C3, B G7, W D4", Some(SealStage::Over)), "{boot}");
        assert_eq!(again.game.clock_document(again_stamp(&again)).unwrap().running, Some(Color::Black), "{boot}");
    }
}

fn again_stamp(table: &Table) -> Stamp {
    Stamp::new(Mono::from_millis(table.now), stamp(table.now).wall)
}

#[test]
fn cn_14_the_game_goes_on_at_another_table_with_its_clocks_and_its_envelope() {
    let first = sealed("china-1988", "D4");
    let clocks = first.game.clock_document(stamp(first.now)).unwrap().players;
    let envelope = first.game.book().sealing.clone().unwrap().envelope.unwrap();
    let sealed = SealRequest {
        color: Color::White,
        custodian: envelope.custody[0].custodian.clone(),
        envelope: envelope.label.clone(),
        digest: envelope.digest.clone(),
    };
    let moves: Vec<PlayedMove> = first.game.record().moves.clone();
    let start = Start {
        preparation: Preparation { time: Some(TWO_HOURS), ..Preparation::default() },
        record: Some(moves),
        continues: Some(first.game.book().game_id.clone()),
        sealed: Some(sealed),
        clock: Some((clocks, None)),
        ..Start::default()
    };
    let mut table = Table::timed(settings(9), TWO_HOURS);
    table.done(Verb::StartGame(Box::new(start.clone())));
    assert_eq!((table.game.book().phase, stage(&table)), (Phase::Setup, Some(SealStage::Sealed)));
    table.hold(&["black E5", "white C3", "black G7"]);
    assert_eq!((table.game.book().phase, clock(&table)), (Phase::Playing, (None, clocks.black.remaining_ms, clocks.white.remaining_ms)));
    table.done(open("D4"));
    assert_eq!(opened(&table).verified, Some(true));
    table.hold(&["white D4"]);
    assert_eq!((stage(&table), clock(&table).0, table.alerts()), (Some(SealStage::Over), Some(Color::Black), vec![]));
    // Without the word about the envelope it can be opened all the same.
    let mut table = Table::timed(settings(9), TWO_HOURS);
    table.done(Verb::StartGame(Box::new(Start { sealed: None, ..start })));
    table.hold(&["black E5", "white C3", "black G7"]).done(open("D4")).hold(&["white D4"]);
    assert_eq!((stage(&table), clock(&table).0), (Some(SealStage::Over), Some(Color::Black)));
}

#[test]
fn a_game_does_not_begin_with_clocks_or_an_envelope_that_make_no_sense() {
    let mut table = Table::new(settings(9));
    let player = PlayerClockState { phase: PlayerPhase::Main, remaining_ms: 5_000, total_used_ms: 0, delay_left_ms: None };
    let clocks = Start { clock: Some((ByColor { black: player, white: player }, None)), ..Start::default() };
    assert_eq!(table.refused(Verb::StartGame(Box::new(clocks))).0, ErrorCode::NotNow, "there is no time control");
    let sealed = SealRequest { color: Color::White, custodian: "Ann".to_owned(), envelope: None, digest: None };
    let wrong = Start { sealed: Some(sealed), continues: Some("g-0".to_owned()), ..Start::default() };
    assert_eq!(table.refused(Verb::StartGame(Box::new(wrong))).0, ErrorCode::Conflict, "Black is to move");
    assert_eq!(table.game.book().phase, Phase::Idle, "nothing has begun");
    assert_eq!(table.refused(open("D4")).0, ErrorCode::NotNow);
}
