//! What is wrong with the clock or its use: forgotten presses, exchanged sides, clocks that stand or were set wrongly; clocks that are set
//! from here; Ing overtime in the ledger.

use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::game::{Input, LedgerEntry, PlayerClockState, PlayerPhase, Seats, Settings, TimeAuthority, Verb};
use kifud::go::{ByColor, Color};
use kifud::time::Mono;
use kifud::wire::{ClockCommand, ClockGreeting, ClockReport};

use crate::table::{Table, settings, stamp};

const HOUR: TimeControl = TimeControl::Absolute { main_ms: 3_600_000 };

fn daemon() -> Table {
    Table::timed(settings(9), HOUR)
}

fn device(control: TimeControl) -> Table {
    Table::timed(Settings { time_authority: TimeAuthority::Device, ..settings(9) }, control)
}

fn shows(table: &mut Table, left: u32, right: u32, running: Option<Side>) {
    let reading = ClockReading {
        remaining_ms: [left, right],
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

fn greets(table: &mut Table, settable: bool) {
    let manner = kifud::clock::ClockManner::EXACT;
    let greeting = ClockGreeting { keeps_time: true, settable, shows_periods: true, boot_id: None, serial: None, manner };
    table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Greeting(greeting) });
}

fn left(table: &Table) -> ByColor<u64> {
    table.game.clock_document(stamp(table.now)).unwrap().players.map(|player| player.remaining_ms)
}

#[test]
fn a_forgotten_press_is_told_when_it_can_be_waited_for_no_longer_and_goes_with_the_press() {
    let mut table = daemon();
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White);
    table.hold(&["black G7"]).hold(&["white G3"]).wait(1_000);
    assert_eq!(table.alerts(), Vec::<&str>::new(), "it may still come");
    table.wait(3_000);
    assert_eq!(table.alerts(), ["press-missing"]);
    table.since();
    table.press(Color::Black);
    assert!(table.since().contains(&"closed press-missing".to_owned()));
}

#[test]
fn a_press_that_comes_soon_after_the_reply_is_nothing() {
    let mut table = daemon();
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White);
    table.hold(&["black G7"]).hold(&["white G3"]).press(Color::Black).press(Color::White).wait(10_000);
    assert_eq!(table.alerts(), Vec::<&str>::new());
}

#[test]
fn c4_row_44_presses_that_always_come_from_the_other_side_are_exchanged_sides() {
    let mut table = daemon();
    // White starts the clock: from the left, which the configuration gives to Black.
    table.hold(&["black E5"]).press(Color::White).hold(&["white C3"]).press(Color::Black);
    assert!(!table.alerts().contains(&"clock-wrong-side"));
    table.hold(&["black G7"]).press(Color::White);
    assert!(table.alerts().contains(&"clock-wrong-side"), "{:?}", table.alerts());
    table.since();
    table.ask(Verb::SetColors(Seats { black_side: Some(Side::Right), ..Seats::default() }));
    assert!(table.since().contains(&"closed clock-wrong-side".to_owned()));
}

#[test]
fn a_clock_that_does_not_run_is_told_after_three_moves_and_one_that_was_set_wrongly_at_the_start() {
    let mut table = device(HOUR);
    shows(&mut table, 3_600_000, 1_800_000, None);
    table.hold(&["black E5"]);
    assert_eq!(table.alerts(), ["clock-set-wrong"]);
    table.hold(&["white C3"]).hold(&["black G7"]);
    assert_eq!(table.alerts(), ["clock-set-wrong", "clock-not-started"]);
    let mut right = device(HOUR);
    shows(&mut right, 3_600_000, 3_600_000, None);
    right.hold(&["black E5"]);
    assert_eq!(right.alerts(), Vec::<&str>::new());
}

/// Where the clock shows its periods, their number and length are looked at too: both can be wrong and the sum right.
#[test]
fn row_56_a_clock_with_other_periods_than_the_control_is_told() {
    let control = |main_ms| TimeControl::ByoYomi { main_ms, periods: 5, period_ms: 30_000 };
    let text = |main_ms, left_ms, periods: u8, shows_periods| {
        let mut table = device(control(main_ms));
        let manner = kifud::clock::ClockManner::EXACT;
        let greeting = ClockGreeting { keeps_time: true, settable: false, shows_periods, boot_id: None, serial: None, manner };
        table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Greeting(greeting) });
        let reading = ClockReading {
            remaining_ms: [left_ms; 2],
            running: None,
            periods_left: [Some(5), Some(periods)],
            stones_left: [None; 2],
            flag: [false; 2],
            overtime: [main_ms == 0; 2],
            paused: false,
            resolution_ms: 1,
        };
        table.give(Input::Clock { at: Mono::from_millis(table.now), report: ClockReport::Times(reading) });
        table.hold(&["black E5"]);
        table.find(kifud::referee::Kind::ClockSetWrong).map(|alert| alert.text.en().to_owned())
    };
    assert_eq!(text(3_600_000, 3_600_000, 5, true), None);
    let three = text(3_600_000, 3_600_000, 3, true).expect("White has three");
    assert!(three.contains("3 periods for White") && three.contains('5'), "{three}");
    assert_eq!(text(3_600_000, 3_600_000, 3, false), None, "it does not show periods: what it says there means nothing");
    assert_eq!(text(0, 30_000, 5, true), None);
    // Ten seconds too few a period are within a tenth of all the time, and too many for every move.
    let short = text(0, 20_000, 5, true).expect("20 s a period");
    assert!(short.contains("period on the clock"), "{short}");
    assert!(text(0, 40_000, 5, true).is_some());
}

/// A schedule is no reason to look away: what coming late may have cost is less time, never more, and never without being late.
#[test]
fn a_clock_that_was_set_wrongly_is_told_in_a_scheduled_game_too() {
    for (late_ms, shown, wrong) in [(0, 1_800_000, true), (600_000, 2_400_000, false), (600_000, 7_200_000, true)] {
        let mut made = Settings { time_authority: TimeAuthority::Device, ..settings(9) };
        made.terms.time = Some(HOUR);
        let start_at = stamp(12_000).wall;
        made.terms.schedule = Some(kifud::game::Schedule { start_at: Some(start_at), ..kifud::game::Schedule::default() });
        let mut table = Table::new(made);
        table.wait(1_000 + late_ms);
        shows(&mut table, shown, 3_600_000, None);
        table.hold(&["black E5"]);
        assert_eq!(table.alerts().contains(&"clock-set-wrong"), wrong, "{late_ms} ms late, {shown} ms shown: {:?}", table.alerts());
    }
}

#[test]
fn a_clock_that_keeps_time_is_set_from_here_where_it_can_be_and_adopted_where_not() {
    let set = |remaining_ms| PlayerClockState { phase: PlayerPhase::Main, remaining_ms, total_used_ms: 0, delay_left_ms: None };
    let verb = || Verb::SetClock { players: ByColor { black: set(1_000_000), white: set(2_000_000) }, running: None };
    let mut fixed = device(HOUR);
    shows(&mut fixed, 3_600_000, 3_600_000, None);
    greets(&mut fixed, false);
    fixed.hold(&["black E5"]).ask(verb());
    assert!(fixed.answers.last().unwrap().outcome.is_err(), "it must be set by hand");
    let mut table = device(HOUR);
    shows(&mut table, 3_600_000, 3_600_000, None);
    greets(&mut table, true);
    table.hold(&["black E5"]);
    table.commands.clear();
    table.ask(verb());
    assert!(table.answers.last().unwrap().outcome.is_ok(), "{:?}", table.answers.last());
    let told = ClockCommand::Set { remaining_ms: [1_000_000, 2_000_000], periods: [0xFF, 0xFF] };
    assert_eq!(table.commands, [told, ClockCommand::Run(None)]);
    table.since();
    // It obeys: nobody is surprised.
    shows(&mut table, 1_000_000, 2_000_000, None);
    assert_eq!(table.since(), Vec::<String>::new());
    assert_eq!(left(&table), ByColor { black: 1_000_000, white: 2_000_000 });
    // Changed by hand in mid-turn, and taken as it is.
    shows(&mut table, 1_000_000, 2_000_000, Some(Side::Left));
    for second in 1..=4u32 {
        table.wait(1_000);
        shows(&mut table, 500_000 - second * 1_000, 2_000_000, Some(Side::Left));
    }
    assert!(table.alerts().contains(&"clock-disagrees"), "{:?}", table.alerts());
    table.ask(Verb::AdoptClock);
    assert!(table.since().contains(&"closed clock-disagrees".to_owned()));
}

#[test]
fn where_kifud_keeps_time_a_clock_that_can_be_set_shows_it_when_it_comes_and_when_it_changes() {
    let mut table = daemon();
    table.hold(&["black E5"]).press(Color::Black).wait(10_000);
    greets(&mut table, true);
    let used = 3_600_000 - 10_000;
    let set = |black, white| ClockCommand::Set { remaining_ms: [black, white], periods: [0xFF, 0xFF] };
    assert_eq!(table.commands, [set(3_600_000, used), ClockCommand::Run(Some(Side::Right))]);
    table.commands.clear();
    table.ask(Verb::AdjustClock { color: Color::White, delta_ms: 60_000, periods_delta: 0, reason: "a fault".to_owned() });
    assert_eq!(table.commands, [set(3_600_000, used + 60_000), ClockCommand::Run(Some(Side::Right))]);
    table.commands.clear();
    table.ask(Verb::Pause { reason: "lunch".to_owned(), until: None });
    assert_eq!(table.commands, [ClockCommand::Run(None)]);
}

#[test]
fn ing_7_pp_overtime_is_booked_at_each_sixth_and_follows_the_clock_back() {
    let control = TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 6, points: 2 };
    let mut ing = settings(9);
    ing.terms.rulebook = kifud::game::Rulebook::Ing;
    let mut table = Table::timed(ing, control);
    table.hold(&["black E5"]).press(Color::Black).wait(59_000);
    assert_eq!(table.game.book().ledger, ByColor::default());
    table.wait(1_000);
    assert_eq!(table.game.book().ledger.white.overtime, 2, "the basic time is used up");
    table.wait(10_000);
    assert_eq!((table.game.book().ledger.white.overtime, table.alerts()), (4, vec!["overtime-penalty"]));
    // A press stamped before the second part, in a late packet: the points go back to what they were.
    table.hold(&["white C3"]);
    let stamped = table.now - 600;
    table.press_at(Color::White, stamped);
    assert_eq!(table.game.book().ledger.white.overtime, 2);
    let entries: Vec<LedgerEntry> = table
        .events
        .iter()
        .filter_map(|event| if let kifud::game::EventBody::Ledger { entry, .. } = &event.body { Some(*entry) } else { None })
        .collect();
    assert_eq!(entries, [LedgerEntry::Overtime(2), LedgerEntry::Overtime(2), LedgerEntry::Overtime(-2)]);
}

#[test]
fn vector_17_points_offset_each_other_only_in_the_score() {
    let control = TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 6, points: 2 };
    let mut ing = settings(9);
    ing.terms.rulebook = kifud::game::Rulebook::Ing;
    ing.terms.komi = kifud::go::HalfPoints(0);
    let mut table = Table::timed(ing, control);
    // Black takes two parts of overtime (4 points), White one (2 points).
    table.hold(&["black E5"]).press(Color::Black).wait(59_900).hold(&["white C3"]).press(Color::White);
    table.wait(70_500).hold(&["black G7"]).press(Color::Black);
    let ledger = table.game.book().ledger;
    assert_eq!((ledger.black.overtime, ledger.white.overtime), (4, 2), "gross");
    table.ask(Verb::AcceptEnd(Color::Black)).ask(Verb::AcceptEnd(Color::White)).ask(Verb::Count { method: None });
    let count = table.game.snapshot(stamp(table.now).wall).count.expect("counted");
    // Two black stones, one white: Black's margin is the board's, less the net two points.
    assert_eq!(count.margin.map(|margin| margin.0), Some(count.points.black.0 - count.points.white.0 - 4), "net");
}

#[test]
fn after_a_restart_of_the_machine_the_clock_on_the_table_is_the_witness_and_without_one_a_person_is_asked() {
    for witness in [true, false] {
        let mut table = daemon();
        table.hold(&["black E5"]).press(Color::Black).wait(10_000);
        let state = kifud::game::State { other_run: true, ..table.game.state() };
        let book = table.game.book().clone();
        let made = Settings { terms: kifud::game::Terms { time: Some(HOUR), ..settings(9).terms }, ..settings(9) };
        table.now += 60_000;
        table.game = kifud::game::Game::restore(made, state, book, stamp(table.now));
        table.since();
        if witness {
            greets(&mut table, false);
            // It has seen that White used half a minute in all.
            shows(&mut table, 3_600_000, 3_570_000, Some(Side::Right));
            assert_eq!(left(&table).white, 3_570_000);
            assert!(table.since().contains(&"clock Adjusted".to_owned()));
        }
        table.wait(11_000);
        let asked = table.alerts().contains(&"clock-disagrees");
        assert_eq!(asked, !witness, "a person is asked where nobody has seen it");
    }
}

#[test]
fn where_kifud_keeps_time_a_clock_that_can_be_set_is_set_when_a_game_begins() {
    let mut table = daemon();
    greets(&mut table, true);
    table.commands.clear();
    table.hold(&["black E5"]);
    let set = ClockCommand::Set { remaining_ms: [3_600_000; 2], periods: [0xFF, 0xFF] };
    assert_eq!(table.commands.first(), Some(&set), "it shows the game's time, whatever it showed before");
    // A clock that cannot be set is told nothing.
    let mut fixed = daemon();
    greets(&mut fixed, false);
    fixed.commands.clear();
    fixed.hold(&["black E5"]);
    assert_eq!(fixed.commands, []);
}

#[test]
fn the_players_change_colours_in_the_middle_of_a_game_and_the_record_stays() {
    let mut terms = settings(9);
    let named = |name: &str| Some(kifud::game::Player { name: name.to_owned(), ..kifud::game::Player::default() });
    terms.terms.players = kifud::game::Players { black: named("Ann"), white: named("Bo") };
    let mut table = Table::timed(terms, HOUR);
    table.hold(&["black E5"]).press(Color::Black);
    table.since();
    table.ask(Verb::SetColors(Seats { black: Some("Bo".to_owned()), ..Seats::default() }));
    assert_eq!(table.since(), ["players-changed"]);
    let players = &table.game.book().started.as_ref().unwrap().players;
    assert_eq!(players.black.as_ref().unwrap().name, "Bo");
    assert_eq!((table.record().as_str(), &table.game.terms().players), ("B E5", players));
    // Black is Bo already: nothing changes; nobody is called Cy.
    table.ask(Verb::SetColors(Seats { black: Some("Bo".to_owned()), ..Seats::default() }));
    assert_eq!(table.since(), Vec::<String>::new());
    table.ask(Verb::SetColors(Seats { black: Some("Cy".to_owned()), ..Seats::default() }));
    assert!(table.answers.last().unwrap().outcome.is_err());
}

/// A clock that only shows what kifud keeps knows no increment and no length of a period: what it shows is put right.
#[test]
fn where_kifud_keeps_time_a_clock_that_shows_something_else_is_set_again_and_not_for_ever() {
    let control = TimeControl::Fischer { main_ms: 600_000, increment_ms: 30_000, cap_ms: None, initial_bonus: false };
    let mut table = Table::timed(settings(9), control);
    greets(&mut table, true);
    table.hold(&["black E5"]).press(Color::Black).wait(10_000).hold(&["white C3"]).press(Color::White);
    table.commands.clear();
    // It counts as it was told, and gives White nothing for her move.
    let wrong = |table: &mut Table, seconds: u32| {
        for second in 0..seconds {
            shows(table, 600_000 - second * 1_000, 589_500, Some(Side::Left));
            table.wait(1_000);
        }
        table.commands.iter().filter(|command| matches!(command, ClockCommand::Set { .. })).count()
    };
    assert_eq!(wrong(&mut table, 2), 0, "it may follow by itself");
    assert_eq!(wrong(&mut table, 3), 1);
    // Symptom: a player's press was not felt. Cause: RUN crossed the press before it, ran the wrong side, and the lever was down already.
    assert!(
        !table.commands.iter().any(|command| matches!(command, ClockCommand::Run(_))),
        "it runs for the right side: {:?}",
        table.commands
    );
    let told = wrong(&mut table, 300);
    assert!((3..=8).contains(&told), "told again, less and less often: {told}");
    // One that shows what is kept is left alone.
    table.commands.clear();
    let kept = left(&table);
    shows(&mut table, kept.black as u32, kept.white as u32, Some(Side::Left));
    table.wait(5_000);
    let kept = left(&table);
    shows(&mut table, kept.black as u32 + 900, kept.white as u32, Some(Side::Left));
    assert_eq!(table.commands, []);
    // And one that runs for the wrong side is told which.
    for _ in 0..4 {
        let kept = left(&table);
        shows(&mut table, kept.black as u32, kept.white as u32, Some(Side::Right));
        table.wait(1_000);
    }
    assert_eq!(table.commands.last(), Some(&ClockCommand::Run(Some(Side::Left))));
}

/// CONTRACT 4.3, 4.5: whoever stops, starts or turns the clocks is in the event with the reason, and both clocks change in one step.
#[test]
fn pause_resume_take_back_and_stop_say_who_and_why() {
    let mut table = daemon();
    greets(&mut table, true);
    table.hold(&["black E5"]).press(Color::Black).wait(1_000).hold(&["white C3"]).press(Color::White).wait(1_000);
    table.commands.clear();
    let asked = |table: &mut Table, verb: Verb| {
        table.events.clear();
        table.ask_by(Some("anna"), verb);
        let said = |event: &kifud::game::Event| match &event.body {
            kifud::game::EventBody::Clock { change, clock, why, .. } => {
                Some((format!("{change:?}"), clock.running, why.clone().map(|why| (why.by.unwrap_or_default(), why.because))))
            }
            _ => None,
        };
        table.events.iter().filter_map(said).collect::<Vec<_>>()
    };
    let by_anna = |because: &str| Some(("anna".to_owned(), because.to_owned()));
    let pause = asked(&mut table, Verb::Pause { reason: "lunch".to_owned(), until: None });
    assert_eq!(pause, [("Paused".to_owned(), None, by_anna("lunch"))]);
    assert_eq!(table.commands, [ClockCommand::Run(None)]);
    let resumed = asked(&mut table, Verb::Resume { force: false });
    assert_eq!(resumed, [("Resumed".to_owned(), Some(Color::Black), by_anna("t1"))]);
    table.commands.clear();
    let undone = asked(&mut table, Verb::Undo { moves: 1 });
    assert_eq!(undone, [("Adjusted".to_owned(), Some(Color::White), by_anna("t2"))]);
    assert!(
        matches!(table.commands[..], [ClockCommand::Set { .. }, ClockCommand::Run(Some(Side::Right))]),
        "the clock on the table follows"
    );
    assert_eq!(asked(&mut table, Verb::StopClock), [("Paused".to_owned(), None, by_anna("t3"))]);
    assert_eq!(asked(&mut table, Verb::StartClock), [("Resumed".to_owned(), Some(Color::White), by_anna("t4"))]);
    // What happens by itself is nobody's doing.
    table.events.clear();
    table.wait(3_700_000);
    let whys = table.events.iter().filter(|event| matches!(&event.body, kifud::game::EventBody::Clock { why: Some(_), .. })).count();
    assert_eq!(whys, 0);
}

/// A display draws who sits where from `players`.
#[test]
fn black_s_seat_stands_with_its_player_before_and_in_a_game_and_goes_with_them() {
    let named = |name: &str| Some(kifud::game::Player { name: name.to_owned(), ..kifud::game::Player::default() });
    let players = kifud::game::Players { black: named("Ann"), white: named("Bo") };
    let seat = |black_seat: &str| Seats { black_seat: Some(black_seat.to_owned()), ..Seats::default() };
    let mut table = Table::new(settings(9));
    let (code, message) = table.refused(Verb::SetColors(seat("north")));
    assert_eq!(code, kifud::game::ErrorCode::Conflict);
    assert!(message.contains("prepare-game"), "{message}");
    let preparation = kifud::game::Preparation { players: Some(players), ..kifud::game::Preparation::default() };
    table.done(Verb::PrepareGame(Box::new(preparation))).since();
    table.done(Verb::SetColors(seat("north")));
    assert_eq!(table.since(), ["players-changed"]);
    let of_black = |table: &Table| table.game.terms().players.black.as_ref().map(|black| (black.name.clone(), black.seat.clone()));
    assert_eq!(of_black(&table), Some(("Ann".to_owned(), Some("north".to_owned()))));
    table.hold(&["black E5"]);
    let started = table.game.book().started.as_ref().expect("a game").players.clone();
    assert_eq!(started.black.expect("Ann").seat.as_deref(), Some("north"));
    // The colours are exchanged: Ann stays where she sits.
    table.done(Verb::SetColors(Seats { black: Some("Bo".to_owned()), ..Seats::default() }));
    assert_eq!(of_black(&table), Some(("Bo".to_owned(), None)));
    assert_eq!(table.game.book().started.as_ref().and_then(|game| game.players.white.as_ref()?.seat.clone()), Some("north".to_owned()));
    table.done(Verb::SetColors(Seats { black: Some("Ann".to_owned()), ..seat("south") }));
    assert_eq!(of_black(&table), Some(("Ann".to_owned(), Some("south".to_owned()))));
}
