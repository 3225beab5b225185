//! Moves that are taken back, and presses that are heard over a pause: turn, record and both clocks change in one step (field reports, rows 5
//! and 53), and nobody pays for it.

use kifud::clock::{ClockManner, ClockReading, PlayerPhase, Side, TimeControl};
use kifud::game::{ClockChange, Correction, ErrorCode, EventBody, Game, Input, Phase, Settings, TimeAuthority, Verb};
use kifud::go::{ByColor, Color, Place};
use kifud::time::Mono;
use kifud::wire::{ClockCommand, ClockGreeting, ClockReport};

use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

const HOUR: TimeControl = TimeControl::Absolute { main_ms: 3_600_000 };
const FISCHER: TimeControl = TimeControl::Fischer { main_ms: 60_000, increment_ms: 10_000, cap_ms: None, initial_bonus: false };

/// Four moves, each thought about for ten seconds after the stone before it was pressed for, and Black to move.
fn four_moves(control: TimeControl) -> Table {
    let mut table = Table::timed(settings(9), control);
    table.done(Verb::PrepareGame(Box::default())).done(Verb::StartClock);
    for (vertex, color) in [("black E5", Color::Black), ("white C3", Color::White), ("black G7", Color::Black), ("white G3", Color::White)]
    {
        table.wait(9_500).hold(&[vertex]).press(color);
    }
    table
}

fn left(table: &Table) -> ByColor<u64> {
    table.game.clock_document(stamp(table.now)).expect("a clock").players.map(|player| player.remaining_ms)
}

fn running(table: &Table) -> Option<Color> {
    table.game.clock_document(stamp(table.now)).expect("a clock").running
}

fn both(black: u64, white: u64) -> ByColor<u64> {
    ByColor { black, white }
}

fn undo(table: &mut Table, moves: u32) {
    table.done(Verb::Undo { moves });
}

#[test]
fn row_5_a_take_back_puts_both_clocks_and_the_turn_back_in_one_event() {
    let mut table = four_moves(HOUR);
    table.wait(7_000);
    assert_eq!(left(&table), both(3_600_000 - 27_000, 3_600_000 - 20_000));
    table.events.clear();
    table.ask_by(Some("anna"), Verb::Undo { moves: 2 });
    assert_eq!((left(&table), running(&table)), (both(3_600_000 - 10_000, 3_600_000 - 10_000), Some(Color::Black)));
    let clocks: Vec<_> = table
        .events
        .iter()
        .filter_map(|event| match &event.body {
            EventBody::Clock { change, color, clock, why } => Some((change.clone(), *color, clock.players, why.clone())),
            _ => None,
        })
        .collect();
    let [(ClockChange::Adjusted, None, players, Some(why))] = clocks.as_slice() else { panic!("{clocks:?}") };
    assert_eq!((why.by.as_deref(), why.because.as_str()), (Some("anna"), table.answers.last().expect("an answer").transaction.as_str()));
    assert_eq!(players.map(|player| player.total_used_ms), both(10_000, 10_000));
    // The turn begins anew, and so does what it takes.
    table.wait(4_500).hold(&["lift G7", "lift G3", "black C7"]).press(Color::Black);
    assert_eq!(left(&table).black, 3_600_000 - 15_000);
}

/// Field report row 39: as many increments as completed moves, whatever was taken back.
#[test]
fn row_39_a_move_that_is_taken_back_has_earned_nothing() {
    let mut table = four_moves(FISCHER);
    assert_eq!(left(&table), both(60_000, 60_000));
    for _ in 0..3 {
        undo(&mut table, 2);
        assert_eq!(left(&table), both(60_000, 60_000), "as after two moves of ten seconds");
        table.change(&["lift G7", "lift G3"]).wait(1_000);
        for (vertex, color) in [("black G7", Color::Black), ("white G3", Color::White)] {
            table.hold(&[vertex]).press(color);
        }
        assert!(left(&table).black <= 70_000 && left(&table).white <= 70_000, "{:?}", left(&table));
    }
}

/// A period that was used in a turn that was taken back was not used.
#[test]
fn periods_used_in_turns_that_are_taken_back_are_whole_again() {
    let mut table = four_moves(TimeControl::ByoYomi { main_ms: 0, periods: 3, period_ms: 30_000 });
    table.wait(40_000);
    let phase = |table: &Table| table.game.clock_document(stamp(table.now)).unwrap().players.map(|player| player.phase);
    assert_eq!(phase(&table).black, PlayerPhase::ByoYomi { periods_left: 2 });
    undo(&mut table, 1);
    let whole = PlayerPhase::ByoYomi { periods_left: 3 };
    assert_eq!((phase(&table), left(&table)), (ByColor { black: whole, white: whole }, both(30_000, 30_000)));
    assert_eq!(running(&table), Some(Color::White));
}

/// The player of a stone that was not pressed for has thought all the time: it goes, and the thinking goes on.
#[test]
fn a_stone_whose_turn_goes_on_takes_no_time_back_with_it() {
    let mut table = four_moves(HOUR);
    table.wait(9_500).hold(&["black C7"]).wait(3_000);
    table.events.clear();
    undo(&mut table, 1);
    assert_eq!((left(&table).black, running(&table)), (3_600_000 - 33_000, Some(Color::Black)));
    assert!(!table.since().iter().any(|event| event.starts_with("clock")));
}

#[test]
fn what_a_person_has_given_or_set_outlives_a_take_back() {
    let mut table = four_moves(HOUR);
    table.done(Verb::AdjustClock { color: Color::White, delta_ms: 120_000, periods_delta: 0, reason: "disturbed".to_owned() });
    undo(&mut table, 2);
    assert_eq!(left(&table), both(3_600_000 - 10_000, 3_600_000 - 10_000 + 120_000));
    // Clocks that were set are gone back to, and no further.
    let mut table = four_moves(HOUR);
    let set =
        |remaining_ms| kifud::clock::PlayerClockState { phase: PlayerPhase::Main, remaining_ms, total_used_ms: 0, delay_left_ms: None };
    let players = ByColor { black: set(500_000), white: set(400_000) };
    table.done(Verb::SetClock { players, running: Some(Color::Black) }).wait(5_000);
    undo(&mut table, 3);
    assert_eq!((left(&table), running(&table)), (both(500_000, 400_000), Some(Color::White)));
}

#[test]
fn a_flag_that_fell_in_a_turn_that_is_taken_back_has_not_fallen() {
    let mut table = four_moves(TimeControl::Absolute { main_ms: 25_000 });
    table.wait(6_000);
    table.open(kifud::referee::Kind::FlagFallen);
    undo(&mut table, 2);
    assert_eq!((left(&table), running(&table)), (both(15_000, 15_000), Some(Color::Black)));
    assert!(table.find(kifud::referee::Kind::FlagFallen).is_none());
    // One that fell before is as it was.
    let mut table = four_moves(TimeControl::Absolute { main_ms: 25_000 });
    table.wait(6_000).hold(&["black C7"]).press(Color::Black).wait(1_000);
    undo(&mut table, 1);
    assert!(table.find(kifud::referee::Kind::FlagFallen).is_none(), "it fell in the turn of that move");
    let mut table = four_moves(TimeControl::Absolute { main_ms: 25_000 });
    table.wait(6_000).hold(&["black C7"]).press(Color::Black).wait(1_000).hold(&["white C5"]).press(Color::White);
    undo(&mut table, 1);
    table.open(kifud::referee::Kind::FlagFallen);
}

#[test]
fn a_take_back_after_a_restart_goes_back_to_the_same() {
    let mut table = four_moves(FISCHER);
    table.wait(3_000);
    let events = std::mem::take(&mut table.events);
    for boots in [["one", "one"], ["one", "two"]] {
        let mut again = four_moves(FISCHER);
        again.wait(3_000);
        let game: Game = stored_and_read(&table.game, &events, boots[0], boots[1], stamp(table.now));
        again.game = game;
        undo(&mut again, 3);
        let document = again.game.clock_document(stamp(again.now)).expect("a clock");
        assert_eq!(document.players.map(|player| player.remaining_ms), both(60_000, 60_000));
        assert_eq!((document.running, document.turn_used_ms), (Some(Color::White), Some(0)));
    }
}

/// Where a press was forgotten the turns of the clock are not those of the record: the times stay, and the side to move runs.
#[test]
fn without_the_press_that_began_a_turn_its_times_are_not_known_and_stay() {
    let mut table = Table::timed(settings(9), HOUR);
    table.done(Verb::PrepareGame(Box::default())).done(Verb::StartClock);
    table.wait(9_500).hold(&["black E5"]).wait(5_000).hold(&["white C3"]);
    assert_eq!(running(&table), Some(Color::Black), "nobody has pressed");
    undo(&mut table, 1);
    assert_eq!((left(&table), running(&table)), (both(3_600_000 - 15_500, 3_600_000), Some(Color::White)));
    // With a press that came late it began there.
    let mut table = Table::timed(settings(9), HOUR);
    table.done(Verb::PrepareGame(Box::default())).done(Verb::StartClock);
    table.wait(9_500).hold(&["black E5"]).wait(5_000).hold(&["white C3"]).press(Color::Black).wait(4_000).press(Color::White);
    table.wait(2_000).hold(&["black G7"]).press(Color::Black).wait(1_000);
    undo(&mut table, 2);
    assert_eq!((left(&table), running(&table)), (both(3_600_000 - 15_500, 3_600_000), Some(Color::White)));
}

/// A move that is put in or taken out by a person makes the turns others: nothing of before is gone back to.
#[test]
fn after_a_correction_of_the_record_a_take_back_goes_no_further_than_it() {
    let mut table = four_moves(HOUR);
    table.done(Verb::CorrectRecord { at: 3, op: Correction::Delete }).wait(5_000);
    let before = left(&table);
    undo(&mut table, 1);
    let after = left(&table);
    assert!(after.black <= 3_600_000 - 20_000 && after.white <= before.white + 5_000, "{before:?} {after:?}");
}

fn device(settable: bool) -> Table {
    let mut table = Table::timed(Settings { time_authority: TimeAuthority::Device, ..settings(9) }, HOUR);
    let manner = ClockManner::EXACT;
    let greeting = ClockGreeting { keeps_time: true, settable, shows_periods: false, boot_id: None, serial: None, manner };
    table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Greeting(greeting) });
    table
}

fn shows(table: &mut Table, black: u32, white: u32, running: Option<Side>) {
    let reading = ClockReading {
        remaining_ms: [black, white],
        running,
        periods_left: [None; 2],
        stones_left: [None; 2],
        flag: [false; 2],
        overtime: [false; 2],
        paused: false,
        resolution_ms: 1,
    };
    table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Times(reading) });
}

/// A clock that keeps time itself is told, where it can be; one that cannot be told says itself what it then shows.
#[test]
fn a_clock_that_keeps_time_and_can_be_set_is_set_by_a_take_back() {
    for settable in [true, false] {
        let mut table = device(settable);
        shows(&mut table, 3_600_000, 3_600_000, Some(Side::Left));
        table.wait(500).hold(&["black E5"]);
        shows(&mut table, 3_599_000, 3_600_000, Some(Side::Left));
        table.press(Color::Black).wait(2_000);
        shows(&mut table, 3_599_000, 3_598_000, Some(Side::Right));
        table.hold(&["white C3"]).press(Color::White).wait(1_000);
        shows(&mut table, 3_598_000, 3_597_500, Some(Side::Left));
        table.commands.clear();
        undo(&mut table, 1);
        let set = ClockCommand::Set { remaining_ms: [3_599_000, 3_600_000], periods: [0xFF; 2] };
        let told = if settable { vec![set, ClockCommand::Run(Some(Side::Right))] } else { vec![] };
        assert_eq!(table.commands, told, "settable: {settable}");
        let expected = if settable { both(3_599_000, 3_600_000) } else { both(3_598_000, 3_597_500) };
        assert_eq!(left(&table), expected);
    }
}

/// Canadian overtime: a turn that was completed before the clock was stopped counts, however late the press is heard, and so does one
/// that is completed while the clock alone stands.
#[test]
fn canadian_stones_count_when_the_press_is_heard_over_a_pause() {
    let canadian = TimeControl::Canadian { main_ms: 0, period_ms: 300_000, stones: 10 };
    let stones = |table: &Table| match table.game.clock_document(stamp(table.now)).unwrap().players.black.phase {
        PlayerPhase::Canadian { stones_left, .. } => stones_left,
        other => panic!("{other:?}"),
    };
    let mut table = four_moves(canadian);
    assert_eq!(stones(&table), 8);
    table.wait(9_500).hold(&["black C7"]);
    let pressed = table.now;
    table.wait(200).done(Verb::Pause { reason: "ruling".to_owned(), until: None }).wait(100);
    assert_eq!((stones(&table), running(&table)), (8, None));
    table.press_at(Color::Black, pressed);
    assert_eq!((stones(&table), running(&table), table.game.book().phase), (7, None, Phase::Paused));
    assert_eq!(left(&table), both(300_000 - 30_000, 300_000 - 20_200), "White thought until the pause");
    table.wait(60_000).done(Verb::Resume { force: false });
    assert_eq!(running(&table), Some(Color::White));
    // What is pressed in the pause itself is nothing.
    table.wait(9_000).hold(&["white C5"]);
    table.done(Verb::Pause { reason: "ruling".to_owned(), until: None }).wait(1_000).press(Color::White);
    table.done(Verb::Resume { force: false });
    assert_eq!(running(&table), Some(Color::White));
    table.press(Color::White);
    // Stones are counted out: the clock alone stands, and who plays and presses has completed a turn.
    table.done(Verb::StopClock).wait(5_000).hold(&["black E7"]).press(Color::Black);
    assert_eq!((stones(&table), running(&table)), (6, None));
}

/// A human time keeper writes down after the pause what was pressed before it; what was pressed in it is no press.
#[test]
fn a_press_written_down_in_a_pause_counts_if_it_was_made_before_it() {
    let mut table = four_moves(HOUR);
    table.wait(9_500).hold(&["black C7"]);
    let pressed = stamp(table.now - 300).wall;
    table.done(Verb::Pause { reason: "ruling".to_owned(), until: None }).wait(2_000);
    assert_eq!(table.refused(Verb::Press { color: Color::Black, at: None }).0, ErrorCode::NotNow);
    assert_eq!(table.refused(Verb::Press { color: Color::White, at: Some(pressed) }).0, ErrorCode::NotNow);
    table.done(Verb::Press { color: Color::Black, at: Some(pressed) });
    assert_eq!(left(&table).black, 3_600_000 - 29_700);
    assert_eq!(table.refused(Verb::Press { color: Color::Black, at: Some(pressed) }).0, ErrorCode::NotNow, "it has been made");
}

/// The stone of such a press may not have held still: it counts at its press all the same, and the turn ends there.
#[test]
fn a_stone_that_had_not_settled_at_the_pause_counts_with_its_press() {
    let mut table = four_moves(HOUR);
    table.wait(9_800).change(&["black C7"]).wait(100);
    let pressed = table.now;
    table.wait(50).done(Verb::Pause { reason: "ruling".to_owned(), until: None }).wait(50);
    table.press_at(Color::Black, pressed);
    assert_eq!(table.game.record().moves.len(), 5);
    assert_eq!((table.game.record().moves[4].place, left(&table).black), (Place::At(table.point("C7")), 3_600_000 - 29_900));
    table.wait(5_000).done(Verb::Resume { force: false });
    assert_eq!((running(&table), table.alerts()), (Some(Color::White), Vec::new()));
}
