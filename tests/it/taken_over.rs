//! What `start-game` takes over of a game that was begun before: what the players have been given, and the time of a file (CONTRACT 4.5).

use kifud::clock::TimeControl;
use kifud::form::parse_request;
use kifud::game::{ErrorCode, Ledger, PlayerPhase, RulingOutcome, Start, Verb};
use kifud::go::{ByColor, Color};
use kifud::referee::{Kind, Rulebook};

use crate::rulings::{PATIENCE, confirm, entries, has, overrule, plain};
use crate::table::{Table, settings, stamp};

const HOUR: TimeControl = TimeControl::ByoYomi { main_ms: 3_600_000, periods: 5, period_ms: 60_000 };

fn given(warnings: u32, cautions: u32, conduct: u32) -> Ledger {
    Ledger { cautions, warnings, overtime: 0, conduct }
}

fn table(book: Rulebook) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = book;
    made.terms.time = Some(HOUR);
    Table::new(made)
}

fn with(ledger: ByColor<Ledger>) -> Verb {
    Verb::StartGame(Box::new(Start { ledger: Some(ledger), ..Start::default() }))
}

/// What a request of these fields asks for.
fn asked(fields: &str) -> Verb {
    let payload = format!(r#"{{"transaction":"t-1",{fields}}}"#);
    let nine = settings(9).size;
    parse_request("start-game", None, payload.as_bytes(), nine).expect("a request").request.verb
}

/// White moves a stone that was played: a warning by the Chinese book (CN-17.2).
fn relocates(table: &mut Table) {
    for (at, change) in ["black E5", "white C3", "black G7", "white G3"].into_iter().enumerate() {
        table.hold(&[change]).press(if at % 2 == 0 { Color::Black } else { Color::White });
    }
    table.change(&["lift G3", "white F2"]).wait(PATIENCE);
}

#[test]
fn what_the_players_had_been_given_is_in_the_ledger_and_what_is_ruled_comes_on_top() {
    let mut table = table(Rulebook::China1988);
    table.done(with(ByColor { black: given(0, 2, 0), white: given(1, 0, 4) }));
    assert_eq!((has(&table, Color::Black), has(&table, Color::White)), ([2, 0, 0, 0], [0, 1, 0, 4]));
    assert_eq!(entries(&mut table), ["black Caution(2)", "white Warning(1)", "white Conduct(4)"]);
    assert_eq!(table.find(Kind::WarningLimit), None, "one warning is not two");
    relocates(&mut table);
    let ruling = confirm(&mut table, Kind::StoneRelocated);
    assert_eq!(has(&table, Color::White), [0, 2, 0, 4]);
    // CN-25.2: the second warning of the game, wherever the first was given.
    table.open(Kind::WarningLimit);
    overrule(&mut table, &ruling, plain(RulingOutcome::Dismiss)).unwrap();
    assert_eq!((has(&table, Color::White), table.find(Kind::WarningLimit)), ([0, 1, 0, 4], None));
}

#[test]
fn cautions_taken_over_count_on_towards_the_next_warning_and_not_once_more() {
    let mut table = table(Rulebook::Korea20241108);
    table.done(with(ByColor { black: given(1, 3, 2), white: Ledger::default() }));
    assert_eq!(has(&table, Color::Black), [3, 1, 0, 2]);
    assert_eq!(entries(&mut table), ["black Caution(3)", "black Warning(1)", "black Conduct(2)"]);
}

#[test]
fn a_game_that_has_come_to_the_limit_of_warnings_elsewhere_is_the_referees_at_once() {
    let mut table = table(Rulebook::China1988);
    table.done(with(ByColor { black: given(2, 0, 0), white: Ledger::default() }));
    assert_eq!(table.open(Kind::WarningLimit).color, Some(Color::Black));
}

#[test]
fn points_by_overtime_are_those_of_the_clock() {
    let mut made = settings(9);
    made.terms.rulebook = Rulebook::Ing;
    made.terms.time = Some(TimeControl::IngPenalty { main_ms: 60_000, periods: 3, fraction: 6, points: 2 });
    let mut table = Table::new(made);
    let fields = |overtime: u32| {
        format!(
            r#""ledger":{{"black":{{"points":{{"overtime":{overtime}}}}}}},"clock":{{"black":{{"phase":"ing-penalty","remaining_ms":4000,"period":2}},"white":{{"phase":"main","remaining_ms":9000}}}}"#
        )
    };
    let (code, message) = table.refused(asked(&fields(2)));
    assert_eq!(code, ErrorCode::Conflict);
    assert!(message.contains("ledger.black.points.overtime is 2, the clock stands at 4"), "{message}");
    table.done(asked(&fields(4)));
    assert_eq!(has(&table, Color::Black), [0, 0, 4, 0]);
    table.wait(1_000);
    assert_eq!(has(&table, Color::Black), [0, 0, 4, 0]);
    // Where nobody here keeps the time, what was said stays.
    let mut untimed = settings(9);
    untimed.terms.rulebook = Rulebook::Ing;
    let mut table = Table::new(untimed);
    table.done(asked(r#""ledger":{"white":{"points":{"overtime":2}}}"#)).wait(1_000);
    assert_eq!(has(&table, Color::White), [0, 0, 2, 0]);
}

fn clock(table: &Table) -> (Option<Color>, [(PlayerPhase, u64, u64); 2]) {
    let clock = table.game.clock_document(stamp(table.now)).expect("a clock");
    let shown = |color| {
        let player = clock.players[color];
        (player.phase, player.remaining_ms, player.total_used_ms)
    };
    (clock.running, [shown(Color::Black), shown(Color::White)])
}

#[test]
fn the_times_of_a_file_are_the_clocks_where_none_are_given() {
    let mut table = table(Rulebook::China1988);
    let record = r#""record":"(;SZ[9]TM[3600]OT[5x60 byo-yomi];B[ee]BL[3000];W[cg]WL[41.5]OW[3];B[gc]BL[2999])""#;
    table.done(asked(record));
    let byo_yomi = PlayerPhase::ByoYomi { periods_left: 3 };
    let used = 3_600_000 + 2 * 60_000 + 18_500;
    assert_eq!(clock(&table), (None, [(PlayerPhase::Main, 2_999_000, 601_000), (byo_yomi, 41_500, used)]));
    assert_eq!(table.record(), "B E5, W C3, B G7");
}

#[test]
fn a_player_of_whom_a_file_says_nothing_has_all_the_time_and_a_clock_that_is_given_goes_before_the_file() {
    let mut table = table(Rulebook::China1988);
    table.done(asked(r#""record":"(;SZ[9];B[ee]BL[3000])""#));
    assert_eq!(clock(&table).1, [(PlayerPhase::Main, 3_000_000, 600_000), (PlayerPhase::Main, 3_600_000, 0)]);
    let mut other = self::table(Rulebook::China1988);
    let given = r#""clock":{"black":{"phase":"main","remaining_ms":7000},"white":{"phase":"main","remaining_ms":9000}}"#;
    other.done(asked(&format!(r#""record":"(;SZ[9];B[ee]BL[3000])",{given}"#)));
    assert_eq!(clock(&other).1.map(|(_, left, _)| left), [7_000, 9_000]);
}

#[test]
fn times_that_the_games_own_time_does_not_have_are_refused_and_where_there_is_no_time_they_are_talk() {
    let mut made = settings(9);
    made.terms.time = Some(TimeControl::Absolute { main_ms: 3_600_000 });
    let mut table = Table::new(made);
    let (code, message) = table.refused(asked(r#""record":"(;SZ[9];B[ee]BL[0])""#));
    assert_eq!(code, ErrorCode::Conflict);
    assert!(message.contains("record: what is left to Black") && message.contains("give clock"), "{message}");
    assert_eq!(table.game.record().moves.len(), 0, "nothing has begun");
    let mut untimed = Table::new(settings(9));
    untimed.done(asked(r#""record":"(;SZ[9];B[ee]BL[0])""#));
    assert_eq!(untimed.record(), "B E5");
}

#[test]
fn a_ledger_with_more_than_any_game_knows_or_with_other_fields_is_refused_by_its_name() {
    let refused = |fields: &str| {
        let payload = format!(r#"{{"transaction":"t-1",{fields}}}"#);
        parse_request("start-game", None, payload.as_bytes(), settings(9).size).expect_err("a refusal").error
    };
    let many = refused(r#""ledger":{"black":{"warnings":1000}}"#);
    assert_eq!(many.code, ErrorCode::Malformed);
    assert!(many.message.contains("ledger.black.warnings") && many.message.contains("999"), "{}", many.message);
    let other = refused(r#""ledger":{"white":{"points":{"time":1}}}"#);
    assert_eq!(other.code, ErrorCode::UnknownField);
    assert!(other.message.contains("ledger.white.points") && other.message.contains("time"), "{}", other.message);
}
