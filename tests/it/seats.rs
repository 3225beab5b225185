//! Players who leave the seat and come back. Tests are named after the article.

use kifud::clock::TimeControl;
use kifud::game::{AnswerData, ErrorCode, EventBody, Leave, Phase, SeatChange, SeatVerb, Severity, Verb};
use kifud::go::Color;
use kifud::referee::Kind;

use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

fn leave(color: Color) -> Verb {
    Verb::Seat(SeatVerb::Leave(Leave { color, reason: Some("unwell".to_owned()), pauses: false }))
}

fn returned(color: Color) -> Verb {
    Verb::Seat(SeatVerb::Returned(color))
}

/// Two moves in, Black to move, the clock running.
fn table(main_ms: u64) -> Table {
    let mut table = Table::timed(settings(9), TimeControl::ByoYomi { main_ms, periods: 3, period_ms: 60_000 });
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White);
    table.since();
    table
}

fn runs(table: &Table) -> Option<Color> {
    table.game.clock_document(stamp(table.now)).expect("a clock").running
}

#[test]
fn cn_23_6_a_first_leave_in_the_opponent_s_time_is_granted_and_the_clock_runs_on() {
    let mut table = table(600_000);
    table.done(leave(Color::White));
    assert_eq!(table.since(), ["seat Left"]);
    assert_eq!((table.alerts(), runs(&table)), (vec![], Some(Color::Black)));
    let seat = &table.game.book().seats.white;
    assert_eq!((seat.leaves, seat.away.is_some()), (1, true));
    table.wait(60_000).done(returned(Color::White));
    assert_eq!(table.since(), ["seat Returned"], "nothing was played meanwhile: nobody must be told");
    assert!(table.game.book().seats.white.away.is_none());
}

#[test]
fn cn_23_6_a_leave_in_the_own_byo_yomi_is_told_and_the_clock_never_stops_by_itself() {
    let mut table = table(0);
    table.done(leave(Color::Black));
    let alert = table.open(Kind::LeftSeat);
    assert_eq!((alert.severity, alert.color), (Severity::Attention, Some(Color::Black)));
    assert_eq!(alert.cite.as_ref().map(|cite| cite.article.as_str()), Some("23.6"));
    assert!(alert.text.en().contains("overtime") && alert.text.en().contains("clock runs on"), "{}", alert.text);
    assert_eq!(runs(&table), Some(Color::Black));
    table.wait(181_000);
    assert!(table.alerts().contains(&"flag-fallen"), "counting went on as prescribed");
    // In main time nobody minds.
    let mut innocent = self::table(600_000);
    innocent.done(leave(Color::Black));
    assert_eq!(innocent.alerts(), [""; 0]);
}

#[test]
fn cn_23_6_a_second_leave_in_one_game_is_told() {
    let mut table = table(600_000);
    table.done(leave(Color::White)).wait(30_000).done(returned(Color::White)).wait(30_000).done(leave(Color::White));
    let alert = table.open(Kind::LeftSeat);
    assert_eq!(alert.cite.as_ref().map(|cite| cite.article.as_str()), Some("23.6"));
    assert!(alert.text.en().contains("second time"), "{}", alert.text);
    assert_eq!(table.game.book().seats.white.leaves, 2);
    assert_eq!(table.game.book().seats.black.leaves, 0, "each player's own");
}

#[test]
fn cn_16_6_what_was_played_while_a_player_was_away_is_told_when_the_player_is_back() {
    let mut table = table(600_000);
    table.done(leave(Color::White)).wait(20_000);
    table.hold(&["black G7"]).press(Color::Black).wait(40_000);
    table.since();
    table.done(returned(Color::White));
    let moves = match table.answers.last().unwrap().outcome.clone() {
        Ok(AnswerData::Returned { away_ms, from_n, moves, .. }) => {
            assert_eq!((away_ms, from_n), (60_500, 3));
            moves
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(moves.iter().filter_map(|played| played.place.point()).collect::<Vec<_>>(), [table.point("G7")]);
    let told = table.open(Kind::LeftSeat);
    assert_eq!((told.severity, told.points.clone()), (Severity::Notice, vec![table.point("G7")]));
    assert!(told.text.en().contains("3 G7"), "{}", told.text);
    let event = table.events.iter().find_map(|event| match &event.body {
        EventBody::Seat(seat) if seat.change == SeatChange::Returned => Some(seat.moves.len()),
        _ => None,
    });
    assert_eq!(event, Some(1));
    // Whoever plays knows.
    table.hold(&["white D4"]);
    assert_eq!(table.find(Kind::LeftSeat), None);
}

#[test]
fn cn_16_6_a_player_who_has_left_and_plays_is_back() {
    let mut table = table(600_000);
    table.done(leave(Color::Black)).wait(5_000);
    table.hold(&["black G7"]);
    assert!(table.game.book().seats.black.away.is_none());
    assert_eq!((table.alerts(), table.refused(returned(Color::Black)).0), (vec![], ErrorCode::NotNow));
}

#[test]
fn an_interruption_for_a_player_who_leaves_counts_as_one_leave_and_ends_with_the_return() {
    let mut table = table(600_000);
    let pauses = Verb::Seat(SeatVerb::Leave(Leave { color: Color::White, reason: None, pauses: true }));
    table.done(pauses);
    assert_eq!((table.game.book().phase, runs(&table)), (Phase::Paused, None));
    assert_eq!(table.game.book().seats.white.leaves, 1);
    table.wait(300_000).done(Verb::Resume { force: false });
    assert_eq!((table.game.book().phase, runs(&table)), (Phase::Playing, Some(Color::Black)));
    assert!(table.game.book().seats.white.away.is_none());
    // A player who had left before an interruption for something else stays away.
    table.done(leave(Color::Black)).done(Verb::Pause { reason: "a question".to_owned(), until: None }).done(Verb::Resume { force: false });
    assert!(table.game.book().seats.black.away.is_some());
}

#[test]
fn nobody_leaves_twice_or_comes_back_unasked() {
    let mut table = table(600_000);
    assert_eq!(table.refused(returned(Color::Black)).0, ErrorCode::NotNow);
    table.done(leave(Color::Black));
    assert_eq!(table.refused(leave(Color::Black)).0, ErrorCode::Conflict);
    let mut before = Table::new(settings(9));
    assert_eq!(before.refused(leave(Color::Black)).0, ErrorCode::NotNow);
}

#[test]
fn a_restart_remembers_who_is_away_and_how_often() {
    let mut table = Table::timed(settings(9), TimeControl::Absolute { main_ms: 600_000 });
    table.hold(&["black E5"]).press(Color::Black).done(leave(Color::Black)).hold(&["white C3"]).press(Color::White);
    let again = stored_and_read(&table.game, &table.events, "boot", "boot", stamp(table.now));
    assert_eq!(again.book().seats, table.game.book().seats);
    assert_eq!(again.book().seats.black.away.as_ref().map(|away| away.moves), Some(1));
}
