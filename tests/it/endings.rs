//! Passes and endings: who proposes the end, who may still play, what is said before both have confirmed it (CN-21, ING-8.2, ING-9.2).

use Color::{Black, White};
use kifud::clock::{ClockReading, Side, TimeControl};
use kifud::game::{Alert, Input, Phase, PressPass, Settings, Severity, Start, StartMode, TimeAuthority, Verb};
use kifud::go::{Color, Place, Rules, Setup};
use kifud::referee::Rulebook;
use kifud::wire::Trays;

use crate::findings::{alerts, played, played_at};
use crate::table::{Table, settings, stamp};

/// A table refereed by this book and played by these rules.
pub fn by(book: &str, rules: &str) -> Settings {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::named(book).unwrap();
    made.terms.rules = Rules::preset(rules).unwrap();
    made.terms.komi = made.terms.rules.komi;
    made
}

/// A game that has come to this position, `X` black, `O` white; its board shows it.
pub fn at_position(made: Settings, lines: &[&str]) -> Table {
    let mut table = Table::new(Settings { start: StartMode::Request, ..made });
    let size = table.grid.size();
    let (mut setup, mut changes) = (Setup::default(), Vec::new());
    for point in size.points() {
        let letter = lines[usize::from(point.row)].as_bytes()[usize::from(point.col)];
        let (side, name) = match letter {
            b'X' => (&mut setup.black, "black"),
            b'O' => (&mut setup.white, "white"),
            _ => continue,
        };
        side.push(point);
        changes.push(format!("{name} {}", point.vertex(size)));
    }
    table.hold(&changes.iter().map(String::as_str).collect::<Vec<_>>());
    table.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(Black), ..Start::default() })));
    assert_eq!(phase(&table), Phase::Playing);
    table
}

/// The boundary is closed: 36 points are Black's, 45 White's.
pub const CLOSED: [&str; 9] = ["...XO...."; 9];

/// One dame is left at E5.
pub const DAME: [&str; 9] =
    ["...XO....", "...XO....", "...XO....", "...XO....", "...X.O...", "...XO....", "...XO....", "...XO....", "...XO...."];

pub fn phase(table: &Table) -> Phase {
    table.game.book().phase
}

pub fn both_accept(table: &mut Table) {
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::AcceptEnd(White));
    assert_eq!(phase(table), Phase::Counting);
}

pub fn open(table: &Table, kind: &str) -> Option<Alert> {
    table.game.book().alerts.iter().find(|alert| alert.kind.name() == kind).cloned()
}

pub fn refused(table: &Table) -> bool {
    table.answers.last().is_some_and(|answer| answer.outcome.is_err())
}

#[test]
fn cn_21_1_who_accepts_on_his_turn_has_passed_and_his_right_to_move_revives_when_the_opponent_plays_on() {
    let mut table = played(&["E5", "C3"]);
    table.ask(Verb::AcceptEnd(Black));
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Ending, "B E5, W C3"));
    table.hold(&["white G7"]).press(White);
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Playing, "B E5, W C3, B pass, W G7"));
    table.hold(&["black D7"]).press(Black);
    assert!(table.record().ends_with("W G7, B D7"), "{}", table.record());
    // The end that was accepted is not accepted any more.
    table.ask(Verb::AcceptEnd(White));
    assert_eq!(phase(&table), Phase::Ending);
    table.wait(10_000);
    assert!(table.alerts().iter().all(|kind| *kind == "dame-left"), "{:?}", table.alerts());
}

#[test]
fn cn_21_1_an_end_that_both_accept_leaves_the_record_as_it_was_played() {
    let mut table = played(&["E5", "C3"]);
    both_accept(&mut table);
    assert_eq!(table.record(), "B E5, W C3");
    // The same by a pass behind the one who has accepted.
    let mut table = played(&["E5", "C3"]);
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::Pass(White));
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Counting, "B E5, W C3"));
}

#[test]
fn cn_21_1_who_has_accepted_may_still_play_himself() {
    let mut table = played(&["E5", "C3"]);
    table.ask(Verb::AcceptEnd(Black)).hold(&["black G7"]).press(Black);
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Playing, "B E5, W C3, B G7"));
    // And by the operator's hand the opponent's play is behind a pass too.
    let mut table = played(&["E5", "C3"]);
    let place = Place::At(table.point("G7"));
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::Play { color: White, place });
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Playing, "B E5, W C3, B pass, W G7"));
}

#[test]
fn an_end_that_is_disputed_goes_on_by_the_book() {
    let disputed = |book: &str, rules: &str, who: Color| {
        let mut table = played_at(Table::new(by(book, rules)), &["E5", "C3"]);
        table.ask(Verb::Pass(Black)).ask(Verb::Pass(White));
        assert_eq!(phase(&table), Phase::Ending);
        table.ask(Verb::DisputeEnd { color: who, to_move: None });
        assert_eq!(phase(&table), Phase::Playing);
        (table.record().replace("B E5, W C3, B pass, W pass", ""), table.game.book().to_move())
    };
    // In its order; the Japanese rules of 1989, article 9.3: the opponent of the one who asks plays first.
    assert_eq!(disputed("china-1988", "chinese", Black), (String::new(), Black));
    assert_eq!(disputed("china-1988", "chinese", White), (String::new(), Black));
    assert_eq!(disputed("japan-1989", "japanese", Black), (", B pass".to_owned(), White));
    assert_eq!(disputed("japan-1989", "japanese", White), (String::new(), Black));
    // CN-21.1: the passer's pass stands behind the play of who disputes it.
    let mut table = played(&["E5", "C3"]);
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::DisputeEnd { color: White, to_move: None });
    assert_eq!((table.record().as_str(), table.game.book().to_move()), ("B E5, W C3, B pass", White));
}

#[test]
fn aga_white_passes_last() {
    let mut table = played_at(Table::new(by("aga", "aga")), &["E5", "C3", "G7"]);
    table.ask(Verb::Pass(White)).ask(Verb::Pass(Black));
    assert_eq!(phase(&table), Phase::Playing, "White owes a stone");
    table.ask(Verb::Pass(White));
    assert_eq!(phase(&table), Phase::Ending);
    let mut table = played_at(Table::new(by("aga", "aga")), &["E5", "C3"]);
    table.ask(Verb::Pass(Black)).ask(Verb::Pass(White));
    assert_eq!(phase(&table), Phase::Ending);
}

#[test]
fn ing_8_2_the_second_stop_is_counted() {
    let passes = |table: &mut Table| {
        let first = table.game.book().to_move();
        table.ask(Verb::Pass(first)).ask(Verb::Pass(first.opponent()));
    };
    for (book, after) in [("ing", Phase::Counting), ("china-1988", Phase::Ending)] {
        let mut table = played_at(Table::new(by(book, "ing")), &["E5", "C3"]);
        passes(&mut table);
        assert_eq!(phase(&table), Phase::Ending);
        table.ask(Verb::DisputeEnd { color: Black, to_move: None }).hold(&["black G7"]).press(Black);
        table.ask(Verb::Pass(White)).ask(Verb::Pass(Black));
        assert_eq!(phase(&table), after, "{book}");
    }
}

/// Field report 53: after passes and a dispute the wrong player's clock ran, or one ran out while the end was talked about.
#[test]
fn the_clocks_stand_while_an_end_is_proposed_and_run_for_who_is_to_move_when_play_goes_on() {
    let control = TimeControl::ByoYomi { main_ms: 60_000, periods: 3, period_ms: 10_000 };
    let begun = || played_at(Table::timed(settings(9), control), &["E5", "C3"]);
    let running = |table: &Table| table.game.clock_document(stamp(table.now)).unwrap().running;
    let mut table = begun();
    table.ask(Verb::Pass(Black)).ask(Verb::Pass(White));
    table.wait(600_000);
    assert_eq!(running(&table), None);
    assert!(open(&table, "flag-fallen").is_none(), "nobody's time is over while it stands");
    table.ask(Verb::DisputeEnd { color: White, to_move: Some(White) });
    assert_eq!((running(&table), table.game.book().to_move()), (Some(White), White));
    // The stone itself says that play goes on.
    let mut table = begun();
    table.ask(Verb::AcceptEnd(Black)).wait(600_000).hold(&["white G7"]);
    assert_eq!(running(&table), Some(White));
    table.press(White);
    assert_eq!(running(&table), Some(Black));
}

/// A clock on the table that was left to run while the game was counted flagged, and Ing's points were booked.
#[test]
fn a_clock_that_is_left_to_run_after_the_end_costs_nothing() {
    for both in [true, false] {
        let mut made = Settings { time_authority: TimeAuthority::Device, ..by("ing", "ing") };
        made.terms.time = Some(TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 6, points: 2 });
        let mut table = Table::new(made);
        table.hold(&["black E5"]).press(Black).hold(&["white C3"]).press(White);
        let reads = |table: &mut Table, left: u32, overtime: bool, flag: bool| {
            let reading = ClockReading {
                remaining_ms: [left, 50_000],
                running: Some(Side::Left),
                periods_left: [None; 2],
                stones_left: [None; 2],
                flag: [flag, false],
                overtime: [overtime, false],
                paused: false,
                resolution_ms: 1,
            };
            let at = kifud::time::Mono::from_millis(table.now);
            table.give(Input::Clock { at, report: kifud::wire::ClockReport::Times(reading) });
        };
        reads(&mut table, 5_000, false, false);
        table.ask(Verb::AcceptEnd(White));
        if both {
            table.ask(Verb::AcceptEnd(Black));
        }
        table.wait(6_000);
        reads(&mut table, 9_000, true, false);
        table.wait(60_000);
        reads(&mut table, 0, true, true);
        table.wait(5_000);
        let (points, flags) = (table.game.book().ledger.black.overtime, open(&table, "flag-fallen").is_some());
        // While one of the two may still play, time is time.
        assert_eq!((points > 0, flags), (!both, !both), "both: {both}");
    }
}

#[test]
fn cn_21_2_points_left_open_are_told_before_the_second_confirmation_and_shared_after_it() {
    let mut table = at_position(settings(9), &DAME);
    table.ask(Verb::AcceptEnd(Black));
    let told = open(&table, "dame-left").expect("told before White confirms");
    assert_eq!((told.severity, told.points.as_slice()), (Severity::Notice, [table.point("E5")].as_slice()));
    assert_eq!(told.cite.as_ref().map(|cite| cite.article.as_str()), Some("21.2"));
    table.ask(Verb::AcceptEnd(White));
    let count = table.game.count().unwrap();
    assert_eq!(count.neutral, [table.point("E5")]);
    assert_eq!((count.points.black.0, count.points.white.0), (73, 89), "half a point each");
    // A stone put there now reopens nothing.
    table.hold(&["black E5"]).wait(10_000);
    assert_eq!((phase(&table), table.game.record().moves.len()), (Phase::Counting, 0));
}

#[test]
fn cn_21_2_a_closed_boundary_is_confirmed_in_silence() {
    let mut table = at_position(settings(9), &CLOSED);
    both_accept(&mut table);
    table.wait(10_000);
    assert_eq!(table.alerts(), [""; 0]);
    assert_eq!(table.game.count().unwrap().neutral, []);
}

#[test]
fn cn_21_2_what_is_closed_before_the_second_confirmation_is_open_no_more() {
    let mut table = at_position(settings(9), &DAME);
    table.ask(Verb::AcceptEnd(Black)).hold(&["white E5"]).press(White);
    assert_eq!((phase(&table), table.record().as_str()), (Phase::Playing, "B pass, W E5"));
    assert!(open(&table, "dame-left").is_none());
}

#[test]
fn ing_8_2_1_a_last_dame_that_nobody_saw_is_shared_without_a_penalty_and_nothing_is_reopened() {
    let mut table = at_position(by("ing", "ing"), &DAME);
    both_accept(&mut table);
    let told = open(&table, "dame-left").expect("information");
    assert_eq!((told.severity, told.proposal, told.requires), (Severity::Notice, None, None));
    assert_eq!(told.cite.map(|cite| cite.article).as_deref(), Some("8.2(1)"));
    let count = table.game.count().unwrap().clone();
    assert_eq!((count.points.black.0, count.points.white.0), (73, 89));
    assert_eq!(table.game.book().ledger, kifud::go::ByColor::default());
    // It is found while the board is filled in.
    table.hold(&["white E5"]).wait(10_000);
    assert_eq!((phase(&table), table.game.count()), (Phase::Counting, Some(&count)));
    let mut twin = at_position(by("ing", "ing"), &CLOSED);
    both_accept(&mut twin);
    assert_eq!(twin.alerts(), [""; 0]);
}

/// Bowls and lids as the board tells them.
fn trays(table: &mut Table, bowls: (u8, u8), lids: (u8, u8)) {
    let (black_bowl, white_bowl) = (Some(bowls.0), Some(bowls.1));
    table.give(Input::Trays(Trays { black_bowl, white_bowl, black_lid: Some(lids.0), white_lid: Some(lids.1) }));
}

fn with_trays(press_pass: PressPass) -> Table {
    let mut table = played_at(Table::new(Settings { press_pass, ..by("ing", "ing") }), &["E5", "C3"]);
    trays(&mut table, (39, 39), (0, 0));
    table.since();
    table
}

#[test]
fn ing_9_2_2_a_stone_beside_the_board_is_a_pass() {
    let mut table = with_trays(PressPass::Ask);
    trays(&mut table, (38, 39), (0, 0));
    table.wait(300);
    trays(&mut table, (38, 39), (0, 1));
    table.wait(2_000);
    let asked = open(&table, "pass-signal").expect("asked");
    assert_eq!((asked.color, asked.cite.map(|cite| cite.article)), (Some(Black), Some("9.2(2)".to_owned())));
    // The press says it once more.
    table.press(Black).wait(3_000);
    assert_eq!(table.alerts(), ["pass-signal"]);
    table.ask(Verb::Pass(Black));
    assert_eq!(table.record(), "B E5, W C3, B pass");
    assert!(open(&table, "pass-signal").is_none());
    // Where a press without a stone is a pass, so is the stone.
    let mut table = with_trays(PressPass::Pass);
    trays(&mut table, (38, 39), (0, 1));
    table.wait(2_000);
    assert_eq!(table.record(), "B E5, W C3, B pass");
}

#[test]
fn ing_9_2_2_stones_that_are_played_thought_with_or_captured_are_no_pass() {
    // In the hand for a minute, then played.
    let mut table = with_trays(PressPass::Ask);
    trays(&mut table, (38, 39), (0, 0));
    table.wait(60_000).hold(&["black G7"]).press(Black);
    assert_eq!((table.record().as_str(), table.alerts()), ("B E5, W C3, B G7", vec![]));
    // Put down beside the board for a moment, and taken up again.
    let mut table = with_trays(PressPass::Ask);
    trays(&mut table, (38, 39), (1, 0));
    table.wait(500);
    trays(&mut table, (39, 39), (0, 0));
    table.wait(5_000);
    assert_eq!(table.alerts(), [""; 0]);
    // A captured stone comes into the lid late, and the next stone is in the hand.
    let mut table = played_at(Table::new(by("ing", "ing")), &["A1", "B1", "J9"]);
    trays(&mut table, (38, 39), (0, 0));
    table.hold(&["white A2", "lift A1"]).press(White);
    trays(&mut table, (37, 38), (0, 0));
    trays(&mut table, (37, 38), (0, 1));
    table.wait(5_000);
    assert_eq!(table.alerts(), [""; 0]);
}

#[test]
fn an_end_that_is_only_suspected_is_resolved_by_whoever_says_what_it_is() {
    let moves = ["E5", "C3", "G7", "C7", "G3", "E7", "E3", "C5"];
    let all: Vec<String> = moves.iter().map(|vertex| format!("lift {vertex}")).collect();
    let swept = || {
        let mut table = played(&moves);
        table.change(&all.iter().map(String::as_str).collect::<Vec<_>>()).wait(10_000);
        assert_eq!((phase(&table), table.alerts()), (Phase::Ending, vec!["end-suspected"]));
        table
    };
    let mut table = swept();
    table.ask(Verb::Count { method: None });
    assert_eq!((phase(&table), table.game.record().moves.len()), (Phase::Counting, moves.len()));
    assert!(alerts(&table).iter().all(|alert| !alert.starts_with("end-suspected")), "{:?}", alerts(&table));
    let mut table = swept();
    both_accept(&mut table);
    assert_eq!(table.game.record().moves.len(), moves.len(), "nobody's turn was a pass");
    // Disputed: the position is put back first, and play goes on by itself then.
    let mut table = swept();
    table.ask(Verb::DisputeEnd { color: Black, to_move: None });
    assert_eq!(phase(&table), Phase::Paused);
    let back: Vec<String> =
        moves.iter().enumerate().map(|(n, vertex)| format!("{} {vertex}", if n % 2 == 0 { "black" } else { "white" })).collect();
    table.hold(&back.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(phase(&table), Phase::Playing);
    table.hold(&["black G5"]).press(Black);
    assert!(table.record().ends_with("W C5, B G5"), "{}", table.record());
}

#[test]
fn cn_16_7_the_board_is_cleared_after_the_end_in_silence() {
    let moves = ["E5", "C3", "G7", "C7", "G3", "E7"];
    let mut table = played(&moves);
    both_accept(&mut table);
    table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
    assert_eq!(phase(&table), Phase::Ended);
    table.since();
    for vertex in moves {
        table.change(&[&format!("lift {vertex}")]).wait(700);
    }
    table.wait(20_000);
    assert_eq!(table.since(), [""; 0]);
    assert!(table.game.snapshot(stamp(table.now).wall).discrepancies.is_empty());
    // The final position can be counted again.
    table.ask(Verb::Count { method: None });
    assert!(table.game.count().is_some_and(|count| count.points.black.0 > 0));
}

/// Where a press without a stone is a pass, a third one is a pass too (as in the record of the computer game 0939): the record is what was
/// done, and the end stays proposed.
#[test]
fn a_third_pass_while_the_end_is_proposed_is_in_the_record() {
    for timed in [false, true] {
        let mut made = settings(9);
        made.press_pass = PressPass::Pass;
        made.terms.time = timed.then_some(TimeControl::Absolute { main_ms: 3_600_000 });
        let mut table = played_at(Table::new(made), &["E5", "C3"]);
        table.press(Black).wait(2_000).press(White).wait(2_000);
        assert_eq!((phase(&table), table.record().as_str()), (Phase::Ending, "B E5, W C3, B pass, W pass"), "timed: {timed}");
        table.press(Black).wait(2_000);
        assert_eq!((phase(&table), table.record().as_str()), (Phase::Ending, "B E5, W C3, B pass, W pass, B pass"), "timed: {timed}");
        both_accept(&mut table);
        assert_eq!(phase(&table), Phase::Counting);
        // Asked, it is no question after two passes.
        let mut asked = played_at(Table::new(settings(9)), &["E5", "C3"]);
        asked.ask(Verb::Pass(Black)).ask(Verb::Pass(White)).press(Black).wait(10_000);
        assert_eq!((asked.record().as_str(), open(&asked, "pass-signal").is_some()), ("B E5, W C3, B pass, W pass", false));
    }
}
