//! The schedule of a game: who comes late, who does not come, the running clock, the time to seal. Tests are named after the article.

mod breaks;
mod rulings;

use kifud::clock::TimeControl;
use kifud::game::{Alert, Basis, ClockRemedy, Lateness, Preparation, Sanction, Schedule, Settings, Severity, Verb};
use kifud::go::Color;
use kifud::time::{Mono, Stamp, Wall};

use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

const S: u64 = 1_000;
const MIN: u64 = 60 * S;

/// Play was to begin here; tables open ten minutes before.
const START: u64 = 10_000 + 10 * MIN;

const TWO_HOURS: TimeControl = TimeControl::ByoYomi { main_ms: 120 * MIN, periods: 5, period_ms: MIN };

fn wall(ms: u64) -> Wall {
    stamp(ms).wall
}

fn schedule() -> Schedule {
    Schedule { start_at: Some(wall(START)), absent_after_ms: Some(15 * MIN), ..Schedule::default() }
}

fn scheduled(book: &str, schedule: Schedule) -> Settings {
    let mut made = settings(9);
    made.terms.rulebook = kifud::game::Rulebook::named(book).expect("a book");
    made.terms.time = Some(TWO_HOURS);
    made.terms.schedule = Some(schedule);
    made
}

/// A table with a schedule, its time at the start plus so many ms.
fn at_start_plus(book: &str, schedule: Schedule, ms: u64) -> Table {
    let mut table = Table::new(scheduled(book, schedule));
    to_start_plus(&mut table, ms);
    table
}

fn to_start_plus(table: &mut Table, ms: u64) {
    table.wait(START + ms - table.now);
}

fn arrived(table: &mut Table, color: Color, after: Option<u64>) {
    table.ask(Verb::Arrived { color, at: after.map(|ms| wall(START + ms)) });
    assert!(table.answers.last().unwrap().outcome.is_ok(), "{:?}", table.answers.last());
}

fn open(table: &Table) -> Vec<(&'static str, Option<Color>)> {
    table.game.book().alerts.iter().map(|alert| (alert.kind.name(), alert.color)).collect()
}

fn alert(table: &Table, color: Option<Color>) -> Alert {
    table.game.book().alerts.iter().find(|alert| alert.color == color).cloned().unwrap_or_else(|| panic!("an alert: {:?}", open(table)))
}

fn off(color: Color, ms: u64) -> Vec<ClockRemedy> {
    vec![ClockRemedy { color, delta_ms: -(ms as i64), periods_delta: 0 }]
}

fn proposed(table: &Table, color: Color) -> Vec<ClockRemedy> {
    alert(table, Some(color)).proposal.expect("a proposal").clock
}

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

#[test]
fn at_the_start_whoever_has_not_come_is_late_and_nothing_is_said_before_it() {
    let mut table = at_start_plus("china-1988", schedule(), 0);
    assert_eq!(open(&table), [("late", BLACK), ("late", WHITE)]);
    let late = alert(&table, BLACK);
    assert_eq!((late.severity, late.basis, late.happened), (Severity::Attention, Basis::Suspected, wall(START)));
    assert_eq!(late.proposal.as_ref().map(|proposal| (proposal.conditional, proposal.clock.len())), Some((true, 0)), "it still counts");
    table.since();
    to_start_plus(&mut table, 15 * MIN);
    assert_eq!(table.since(), [""; 0], "how late is not told every second");
    let mut early = Table::new(scheduled("china-1988", schedule()));
    early.wait(START - 1 - early.now);
    assert_eq!(early.since(), [""; 0]);
}

#[test]
fn without_a_schedule_nobody_is_late() {
    let mut made = scheduled("china-1988", schedule());
    made.terms.schedule = None;
    let mut table = Table::new(made);
    table.wait(START + 60 * MIN);
    assert_eq!(table.since(), [""; 0]);
    table.ask(Verb::Arrived { color: Color::Black, at: None });
    assert!(table.answers[0].outcome.is_err());
}

#[test]
fn whoever_has_come_before_the_start_is_not_late() {
    let mut table = Table::new(scheduled("ing", schedule()));
    arrived(&mut table, Color::Black, None);
    to_start_plus(&mut table, 0);
    assert_eq!(open(&table), [("late", WHITE)]);
    // Reported afterwards: White was there all the time.
    to_start_plus(&mut table, 2 * MIN);
    table.ask(Verb::Arrived { color: Color::White, at: Some(wall(START - MIN)) });
    assert_eq!(open(&table), []);
}

#[test]
fn cn_23_3_lateness_comes_off_one_s_own_time_once_vector_20() {
    let mut table = at_start_plus("china-1988", schedule(), 7 * MIN + 30 * S);
    arrived(&mut table, Color::Black, Some(0));
    arrived(&mut table, Color::White, None);
    assert_eq!(open(&table), [("late", WHITE)]);
    let late = alert(&table, WHITE);
    assert_eq!(late.cite.as_ref().map(|cite| cite.article.as_str()), Some("23.3"));
    assert_eq!((late.basis, late.proposal.clone().unwrap().conditional), (Basis::Reported, false));
    assert_eq!(late.proposal.unwrap().clock, off(Color::White, 7 * MIN + 30 * S));
    assert!(late.text.en().contains("7:30"), "{}", late.text);
}

#[test]
fn cn_23_3_both_late_each_for_itself_vector_20() {
    let mut table = at_start_plus("china-1988", schedule(), 5 * MIN);
    arrived(&mut table, Color::Black, None);
    to_start_plus(&mut table, 9 * MIN);
    arrived(&mut table, Color::White, None);
    assert_eq!((proposed(&table, Color::Black), proposed(&table, Color::White)), (off(Color::Black, 5 * MIN), off(Color::White, 9 * MIN)));
}

#[test]
fn cn_23_1_later_than_the_limit_loses() {
    let mut table = at_start_plus("china-1988", schedule(), 0);
    arrived(&mut table, Color::White, Some(0));
    to_start_plus(&mut table, 15 * MIN);
    assert_eq!(open(&table), [("late", BLACK)], "15:00 is within 15 minutes");
    table.wait(1);
    assert_eq!(open(&table), [("absent", BLACK)]);
    let absent = alert(&table, BLACK);
    assert_eq!((absent.severity, absent.basis, absent.rev), (Severity::Ruling, Basis::Sensor, 2));
    assert_eq!(absent.cite.map(|cite| cite.article), Some("23.1".to_owned()));
    assert_eq!(absent.proposal.unwrap().sanctions, [Sanction::Loss]);
    // Black came in time after all, says somebody who saw it.
    arrived(&mut table, Color::Black, Some(4 * MIN));
    assert_eq!(open(&table), [("late", BLACK)]);
    assert_eq!(proposed(&table, Color::Black), off(Color::Black, 4 * MIN));
}

#[test]
fn cn_23_2_both_later_than_the_limit_both_lose() {
    let mut table = at_start_plus("china-1988", schedule(), 15 * MIN + 1);
    assert_eq!(open(&table), [("both-absent", None)]);
    let absent = alert(&table, None);
    assert_eq!(absent.cite.map(|cite| cite.article), Some("23.2".to_owned()));
    assert_eq!((absent.severity, absent.proposal.unwrap().sanctions), (Severity::Ruling, vec![Sanction::BothLose]));
    arrived(&mut table, Color::White, Some(14 * MIN));
    let mut kinds = open(&table);
    kinds.sort_unstable();
    assert_eq!(kinds, [("absent", BLACK), ("late", WHITE)]);
}

#[test]
fn ing_8_1_lateness_comes_off_the_basic_time_twice_vector_19() {
    let mut table = at_start_plus("ing", schedule(), 7 * MIN + 30 * S);
    arrived(&mut table, Color::Black, None);
    assert_eq!(proposed(&table, Color::Black), off(Color::Black, 15 * MIN));
    assert_eq!(alert(&table, BLACK).cite.map(|cite| cite.article), Some("8.1".to_owned()));
}

#[test]
fn ing_8_1_twice_the_lateness_may_take_all_of_the_basic_time_and_beyond_that_the_referee_decides() {
    let without_limit = || Schedule { absent_after_ms: None, ..schedule() };
    let mut table = at_start_plus("ing", without_limit(), 60 * MIN);
    arrived(&mut table, Color::White, Some(0));
    assert_eq!(alert(&table, BLACK).rev, 1);
    arrived(&mut table, Color::Black, None);
    assert_eq!(proposed(&table, Color::Black), off(Color::Black, 120 * MIN), "saturating at 0");
    let mut table = at_start_plus("ing", without_limit(), 60 * MIN);
    arrived(&mut table, Color::White, Some(0));
    table.wait(1);
    assert!(alert(&table, BLACK).text.en().contains("the referee decides"), "{}", alert(&table, BLACK).text);
    table.wait(MIN);
    arrived(&mut table, Color::Black, None);
    assert_eq!(proposed(&table, Color::Black), []);
    assert!(alert(&table, BLACK).text.en().contains("the referee decides"));
}

#[test]
fn china_2002_22_lateness_comes_off_twice_and_beyond_the_limit_the_game_is_lost_vector_21() {
    let mut table = at_start_plus("china-2002", schedule(), 7 * MIN + 30 * S);
    arrived(&mut table, Color::Black, Some(0));
    arrived(&mut table, Color::White, None);
    assert_eq!(proposed(&table, Color::White), off(Color::White, 15 * MIN));
    let mut table = at_start_plus("china-2002", schedule(), 15 * MIN + S);
    arrived(&mut table, Color::Black, Some(0));
    arrived(&mut table, Color::White, None);
    assert_eq!(open(&table), [("absent", WHITE)]);
    assert_eq!(alert(&table, WHITE).proposal.unwrap().sanctions, [Sanction::Loss]);
}

#[test]
fn japan_takes_three_times_by_practice_and_cites_nothing_korea_says_nothing() {
    for (book, lateness, expected) in [
        ("japan-1989", Lateness::Book, off(Color::White, 12 * MIN)),
        ("korea-2025-02-05", Lateness::Book, vec![]),
        ("korea-2025-02-05", Lateness::Twice, off(Color::White, 8 * MIN)),
        ("egf", Lateness::Book, vec![]),
    ] {
        let mut table = at_start_plus(book, Schedule { lateness, ..schedule() }, 4 * MIN);
        arrived(&mut table, Color::White, None);
        let late = alert(&table, WHITE);
        assert_eq!((late.cite, late.proposal.unwrap().clock), (None, expected), "{book} {lateness:?}");
    }
}

#[test]
fn clock_runs_starts_the_clock_of_the_side_to_move_and_takes_nothing_off() {
    let clock_runs = Schedule { lateness: Lateness::ClockRuns, ..schedule() };
    let mut table = at_start_plus("china-1988", clock_runs, 5 * MIN);
    let clock = table.game.clock_document(stamp(table.now)).expect("a clock");
    assert_eq!((clock.running, clock.players.black.remaining_ms), (BLACK, 115 * MIN));
    table.hold(&["black E5"]).press(Color::Black);
    assert_eq!(table.record(), "B E5");
    assert_eq!(proposed(&table, Color::Black), [], "never both");
    // The stones may stand in the way of an empty beginning: then the clock has run from the start all the same.
    let mut made = scheduled("egf", Schedule { lateness: Lateness::Book, ..schedule() });
    made.start = kifud::game::StartMode::Request;
    let mut table = Table::new(made);
    to_start_plus(&mut table, 5 * MIN);
    table.ask(Verb::StartGame(Box::default()));
    assert_eq!(table.game.clock_document(stamp(table.now)).unwrap().players.black.remaining_ms, 115 * MIN);
}

#[test]
fn a_player_is_seen_by_the_first_play_and_by_the_press_and_what_the_clock_has_paid_is_not_taken_off() {
    let mut table = at_start_plus("china-1988", schedule(), MIN);
    // White starts Black's clock: White is here, and Black's lateness is paid from now on.
    table.press(Color::White);
    assert_eq!(proposed(&table, Color::White), off(Color::White, MIN));
    to_start_plus(&mut table, 6 * MIN);
    let seen = table.now;
    table.hold(&["black E5"]);
    let late = alert(&table, BLACK);
    assert_eq!(late.proposal.clone().map(|proposal| (proposal.conditional, proposal.clock)), Some((true, off(Color::Black, MIN))));
    assert_eq!((late.basis, seen), (Basis::Suspected, START + 6 * MIN));
    assert_eq!(table.game.book().alerts.len(), 2, "raised before the game, and the game's now");
    assert!(table.game.book().game_id.starts_with('g'));
}

#[test]
fn a_schedule_of_prepare_game_goes_before_the_configured_one_and_is_for_one_game() {
    let mut table = Table::new(scheduled("china-1988", schedule()));
    let later = Schedule { start_at: Some(wall(START + 30 * MIN)), ..schedule() };
    table.ask(Verb::PrepareGame(Box::new(Preparation { schedule: Some(later), ..Preparation::default() })));
    to_start_plus(&mut table, 29 * MIN);
    assert_eq!(open(&table), []);
    to_start_plus(&mut table, 30 * MIN);
    assert_eq!(open(&table).len(), 2);
    // Prepared anew with the same schedule (a name was wrong): the same alerts, in the new stretch.
    let ids = |table: &Table| table.game.book().alerts.iter().map(|alert| alert.id.clone()).collect::<Vec<_>>();
    let before = ids(&table);
    let same = table.game.terms().schedule.clone();
    table.ask(Verb::PrepareGame(Box::new(Preparation { schedule: same, ..Preparation::default() })));
    assert_eq!(ids(&table), before);
    table.ask(Verb::PrepareGame(Box::new(Preparation { schedule: Some(Schedule::default()), ..Preparation::default() })));
    assert_eq!(open(&table), [], "no schedule any more");
    table.hold(&["black E5"]).hold(&["white C3"]);
    assert!(table.game.book().alerts.is_empty());
}

#[test]
fn the_configured_schedule_is_over_with_its_game() {
    let mut table = at_start_plus("china-1988", schedule(), S);
    table.hold(&["black E5"]).hold(&["white C3"]);
    table.ask(Verb::Resign(Color::Black));
    table.hold(&["lift E5", "lift C3"]).wait(20 * MIN);
    table.since();
    table.hold(&["black G7"]).hold(&["white C3"]);
    assert!(table.game.book().alerts.is_empty(), "a second game on the same day is late for nothing");
    assert!(table.game.terms().schedule.is_none());
}

#[test]
fn a_game_before_the_set_time_is_not_the_scheduled_one() {
    let mut table = Table::new(scheduled("china-1988", schedule()));
    table.hold(&["black E5"]).hold(&["white C3"]);
    table.ask(Verb::Resign(Color::Black));
    table.hold(&["lift E5", "lift C3"]);
    to_start_plus(&mut table, 0);
    assert_eq!(open(&table), [("late", BLACK), ("late", WHITE)]);
    assert_eq!((table.game.book().phase, table.game.book().record.is_some()), (kifud::game::Phase::Idle, false));
    table.hold(&["black G7"]);
    assert_eq!(table.record(), "B G7");
    assert_eq!(open(&table), [("late", WHITE)], "Black plays at the very start");
}

#[test]
fn a_calendar_that_is_set_makes_nobody_earlier_or_later() {
    let mut table = at_start_plus("china-1988", schedule(), 0);
    table.calendar = 60 * MIN as i64;
    table.wait(5 * MIN);
    assert_eq!(open(&table), [("late", BLACK), ("late", WHITE)], "an hour forward: nobody is absent");
    table.calendar = -60 * (MIN as i64);
    table.wait(S);
    arrived(&mut table, Color::White, None);
    assert_eq!(proposed(&table, Color::White), off(Color::White, 5 * MIN + S));
    // Before the start the instants mean the right calendar: set an hour back, play begins an hour later.
    let mut table = Table::new(scheduled("china-1988", schedule()));
    table.calendar = -60 * (MIN as i64);
    table.wait(MIN);
    to_start_plus(&mut table, 59 * MIN);
    assert_eq!(open(&table), []);
    to_start_plus(&mut table, 60 * MIN);
    assert_eq!(open(&table).len(), 2);
}

#[test]
fn a_restart_in_the_middle_changes_nothing() {
    for (boot, moved) in [("boot", 0), ("another boot", 7_000_000_u64)] {
        let mut through = at_start_plus("ing", schedule(), 2 * MIN);
        arrived(&mut through, Color::Black, None);
        let shifted = Stamp::new(Mono::from_millis(through.now + moved), wall(through.now));
        let game = stored_and_read(&through.game, &through.events, "boot", boot, shifted);
        let mut again = Table::new(scheduled("ing", schedule()));
        (again.game, again.now, again.calendar) = (game, through.now + moved, -(moved as i64));
        for table in [&mut through, &mut again] {
            table.since();
            table.wait(13 * MIN + 1);
        }
        assert_eq!(again.since(), through.since(), "{boot}");
        assert_eq!(open(&again), open(&through), "{boot}");
        assert_eq!(open(&again), [("late", BLACK), ("absent", WHITE)]);
        assert_eq!(proposed(&again, Color::Black), off(Color::Black, 4 * MIN));
    }
}

#[test]
fn an_alert_that_is_off_at_the_table_is_not_raised() {
    let mut made = scheduled("china-1988", schedule());
    made.alerts_off = vec![kifud::referee::Kind::Late, kifud::referee::Kind::Absent];
    let mut table = Table::new(made);
    to_start_plus(&mut table, 20 * MIN);
    assert_eq!(open(&table), [("both-absent", None)]);
}
