//! The sealed move: sealing, custody, opening, and the stone that is played for it. Tests are named after the article.

mod resumed;

use kifud::clock::TimeControl;
use kifud::form::{GameForm, event_to_json};
use kifud::game::{
    ErrorCode, Event, EventBody, OpenRequest, Phase, PlayerPhase, Schedule, SealChange, SealRequest, SealStage, SealVerb, Verb, seal_digest,
};
use kifud::go::{Color, Place, Size};
use kifud::referee::Kind;

use crate::table::{Table, settings, stamp};

const S: u64 = 1_000;
const MIN: u64 = 60 * S;

const NONCE: &str = "00112233445566778899aabbccddeeff";

const TWO_HOURS: TimeControl = TimeControl::ByoYomi { main_ms: 120 * MIN, periods: 3, period_ms: MIN };

/// Three moves in (E5, C3, G7), White to move, White's clock running.
fn table_of(book: &str, control: TimeControl) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = kifud::game::Rulebook::named(book).expect("a book");
    made.terms.time = Some(control);
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White).hold(&["black G7"]).press(Color::Black);
    assert_eq!(table.record(), "B E5, W C3, B G7");
    table
}

fn begin() -> Verb {
    Verb::Sealed(SealVerb::Begin)
}

fn nine() -> Size {
    Size::square(9).unwrap()
}

fn place(vertex: &str) -> Place {
    Place::parse(vertex, nine()).unwrap()
}

/// White seals this point.
fn seal(vertex: &str) -> Verb {
    let digest = Some(seal_digest(place(vertex), nine(), NONCE));
    Verb::Sealed(SealVerb::Seal(SealRequest { color: Color::White, custodian: "Ann".to_owned(), envelope: Some("7".to_owned()), digest }))
}

fn open(vertex: &str) -> Verb {
    let place = Some(place(vertex));
    Verb::Sealed(SealVerb::Open(OpenRequest { place, opened_by: "Ann".to_owned(), nonce: Some(NONCE.to_owned()) }))
}

fn unreadable() -> Verb {
    Verb::Sealed(SealVerb::Open(OpenRequest { place: None, opened_by: "Ann".to_owned(), nonce: None }))
}

fn resume() -> Verb {
    Verb::Resume { force: false }
}

fn stage(table: &Table) -> Option<SealStage> {
    table.game.book().sealing.as_ref().map(kifud::game::Sealing::stage)
}

fn clock(table: &Table) -> (Option<Color>, u64, u64) {
    let clock = table.game.clock_document(stamp(table.now)).expect("a clock");
    (clock.running, clock.players.black.remaining_ms, clock.players.white.remaining_ms)
}

/// White has sealed this point after ten minutes, and the game is adjourned.
fn sealed(book: &str, vertex: &str) -> Table {
    let mut table = table_of(book, TWO_HOURS);
    table.wait(9 * MIN).done(begin()).wait(MIN);
    table.done(seal(vertex));
    table
}

#[test]
fn cn_14_the_side_to_move_thinks_on_with_its_clock_running_until_the_move_is_sealed() {
    let mut table = table_of("china-1988", TWO_HOURS);
    table.wait(9 * MIN).since();
    table.done(begin());
    assert_eq!(table.since(), ["sealing Begun"]);
    assert_eq!((table.game.book().phase, stage(&table), clock(&table).0), (Phase::Playing, Some(SealStage::Thinking), Some(Color::White)));
    table.wait(MIN);
    table.done(seal("D4"));
    assert_eq!(table.since(), ["sealing Sealed", "clock Paused", "phase adjourned"]);
    assert_eq!((table.game.book().phase, stage(&table)), (Phase::Adjourned, Some(SealStage::Sealed)));
    let (running, black, white) = clock(&table);
    assert_eq!((running, black), (None, 120 * MIN - 500), "the clocks stand");
    assert_eq!(white, 110 * MIN - 500, "White paid for the thinking under the sealing");
    table.wait(60 * MIN);
    assert_eq!(clock(&table), (running, black, white));
}

#[test]
fn cn_14_who_has_just_played_leaves_at_once_pressed_or_not() {
    let mut made = settings(9);
    made.terms.time = Some(TWO_HOURS);
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White).hold(&["black G7"]);
    assert_eq!(clock(&table).0, Some(Color::Black), "Black has not pressed");
    table.done(begin());
    assert_eq!(clock(&table).0, Some(Color::White), "and has left: the time is White's");
    assert!(table.game.record().moves.iter().all(|played| !played.provisional));
}

#[test]
fn cn_14_the_time_to_seal_begins_it_and_the_move_is_sealed_without_another_word() {
    let mut made = settings(9);
    made.terms.time = Some(TWO_HOURS);
    made.terms.schedule = Some(Schedule { seal_at: Some(stamp(30 * MIN).wall), ..Schedule::default() });
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Color::Black);
    table.wait(30 * MIN - table.now + S);
    assert_eq!((table.alerts(), stage(&table)), (vec!["seal-due"], Some(SealStage::Thinking)));
    table.wait(MIN);
    table.done(seal("D4"));
    assert_eq!((table.find(Kind::SealDue), table.game.book().phase), (None, Phase::Adjourned));
}

#[test]
fn cn_14_play_that_goes_on_over_the_board_makes_the_other_player_seal() {
    let mut made = settings(9);
    made.terms.time = Some(TWO_HOURS);
    made.terms.schedule = Some(Schedule { seal_at: Some(stamp(30 * MIN).wall), ..Schedule::default() });
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Color::Black);
    table.wait(30 * MIN - table.now + S).hold(&["white C3"]).press(Color::White);
    let due = table.open(Kind::SealDue);
    assert_eq!((due.color, due.next_play_made, table.record().as_str()), (Some(Color::Black), true, "B E5, W C3"));
    assert_eq!(table.game.book().sealing.as_ref().map(|sealing| (sealing.color, sealing.n)), Some((Color::Black, 3)));
    assert_eq!(table.refused(seal("D4")).0, ErrorCode::Conflict, "White is not to move any more");
}

#[test]
fn cn_14_a_press_while_the_player_seals_is_no_pass() {
    let mut table = table_of("china-1988", TWO_HOURS);
    table.done(begin()).wait(5_000).press(Color::White).wait(10_000);
    assert!(!table.alerts().contains(&"pass-signal"));
    table.done(seal("D4")).wait(10_000);
    assert_eq!((table.alerts(), table.record().as_str()), (vec![], "B E5, W C3, B G7"));
}

#[test]
fn ing_10_1_whoever_keeps_the_envelope_is_written_down() {
    let mut table = sealed("ing", "D4");
    table.ask_by(Some("chief"), Verb::Sealed(SealVerb::HandOver { custodian: "the safe".to_owned() }));
    let sealing = table.game.book().sealing.clone().unwrap();
    let custody = sealing.envelope.unwrap().custody;
    assert_eq!(custody.iter().map(|kept| kept.custodian.as_str()).collect::<Vec<_>>(), ["Ann", "the safe"]);
    assert_eq!((custody[1].by.as_deref(), custody[1].since), (Some("chief"), stamp(table.now).wall));
    for _ in 2..kifud::game::CUSTODY_MAX {
        table.done(Verb::Sealed(SealVerb::HandOver { custodian: "somebody".to_owned() }));
    }
    assert_eq!(table.refused(Verb::Sealed(SealVerb::HandOver { custodian: "one more".to_owned() })).0, ErrorCode::Busy);
    let mut innocent = table_of("ing", TWO_HOURS);
    assert_eq!(innocent.refused(Verb::Sealed(SealVerb::HandOver { custodian: "Ann".to_owned() })).0, ErrorCode::NotNow);
}

/// Everything that has left the game so far, as it is written down and published.
fn everything_said(table: &Table) -> String {
    let size = table.grid.size();
    let mut said: String = table.events.iter().map(|event: &Event| event_to_json(event, size)).collect();
    said.push_str(&serde_json::to_string(&GameForm::new(&table.game.snapshot(stamp(table.now).wall))).unwrap());
    let row = kifud::form::StateForm::new(&table.game.state(), "boot", size, None);
    said.push_str(&serde_json::to_string(&row).unwrap());
    said
}

#[test]
fn cn_14_the_point_appears_nowhere_before_the_envelope_is_open() {
    let mut table = sealed("china-1988", "D4");
    assert!(!everything_said(&table).contains("D4"));
    // The player tries the stone out beside the board that stands, and takes it off again.
    table.change(&["white D4"]).wait(20 * S);
    assert!(!everything_said(&table).contains("D4"), "a stone laid on the sealed point is not told");
    table.change(&["lift D4"]).wait(20 * S);
    // Opened too early by mistake: refused, and not written down.
    let mut early = table_of("china-1988", TWO_HOURS);
    early.done(begin());
    assert_eq!(early.refused(open("D4")).0, ErrorCode::NotNow);
    assert!(!everything_said(&early).contains("D4") && !early.answers.iter().any(|answer| format!("{answer:?}").contains("D4")));
    table.done(open("D4"));
    assert!(everything_said(&table).contains("D4"), "from here on it is known");
}

#[test]
fn a_board_that_is_put_up_again_is_told_point_by_point() {
    let mut table = sealed("china-1988", "D4");
    table.change(&["lift E5", "lift C3", "lift G7"]).wait(20 * S);
    let differs = table.game.snapshot(stamp(table.now).wall).discrepancies.len();
    assert_eq!(differs, 3);
    let (code, message) = table.refused(resume());
    assert_eq!(code, ErrorCode::Conflict);
    assert!(message.contains("3 points") && message.contains("E5"), "{message}");
}

#[test]
fn cn_14_a_move_is_sealed_by_who_is_to_move_and_once() {
    let mut table = table_of("china-1988", TWO_HOURS);
    table.hold(&["white D4"]).press(Color::White);
    assert_eq!(table.refused(seal("F5")).0, ErrorCode::Conflict, "Black is to move");
    let mut table = sealed("china-1988", "D4");
    assert_eq!(table.refused(seal("D4")).0, ErrorCode::NotNow, "adjourned");
    assert_eq!(table.refused(begin()).0, ErrorCode::NotNow);
}

#[test]
fn an_adjournment_without_a_sealed_move_calls_the_sealing_off() {
    let mut table = table_of("china-1988", TWO_HOURS);
    table.done(begin()).done(Verb::Adjourn);
    assert_eq!((table.game.book().phase, stage(&table)), (Phase::Adjourned, Some(SealStage::Over)));
    assert_eq!(table.refused(open("D4")).0, ErrorCode::NotNow);
    table.done(resume());
    assert_eq!(clock(&table).0, Some(Color::White), "the clock of the side to move runs as ever");
}

/// One period of 30 s, White to move from now on.
fn reads_thirty_seconds(book: &str) -> Table {
    let mut table = table_of(book, TimeControl::ByoYomi { main_ms: 0, periods: 1, period_ms: 30 * S });
    assert_eq!(clock(&table).2, 30 * S, "White's turn has just begun");
    table.events.retain(|event| !matches!(event.body, EventBody::Clock { .. }));
    table
}

#[test]
fn vector_32_egf_1991_gives_who_seals_in_byo_yomi_thirty_seconds_more() {
    for (ready_ms, accepted) in [(59_900, true), (60_000, false)] {
        let mut table = reads_thirty_seconds("egf");
        table.done(begin());
        assert_eq!(clock(&table).2, 60 * S, "30 + 30");
        table.wait(ready_ms);
        let verb = seal("D4");
        if accepted {
            table.done(verb);
            assert_eq!((table.game.book().phase, clock(&table).2), (Phase::Adjourned, 30 * S), "the period begins anew");
            table.wait(MIN);
            assert!(!table.alerts().contains(&"flag-fallen"));
        } else {
            let (code, message) = table.refused(verb);
            assert_eq!(code, ErrorCode::NotNow, "too late");
            assert!(message.contains("flag-fallen"), "{message}");
            table.wait(S);
            assert!(table.alerts().contains(&"flag-fallen"));
        }
    }
}

#[test]
fn vector_32_by_other_books_the_period_is_not_longer_for_it() {
    for book in ["china-1988", "japan-1989", "ing"] {
        let mut table = reads_thirty_seconds(book);
        table.done(begin()).wait(30 * S);
        assert_eq!(table.refused(seal("D4")).0, ErrorCode::NotNow, "{book}");
    }
}

#[test]
fn egf_1991_gives_the_time_once_and_when_byo_yomi_begins_under_the_sealing() {
    let mut table = table_of("egf", TimeControl::ByoYomi { main_ms: 10 * S, periods: 1, period_ms: 30 * S });
    table.done(begin()).done(begin());
    assert!(matches!(table.game.clock_document(stamp(table.now)).unwrap().players.white.phase, PlayerPhase::Main));
    table.wait(20 * S);
    let extended = table.events.iter().filter(|event| matches!(event.body, EventBody::Sealing { change: SealChange::Extended, .. }));
    assert_eq!(extended.count(), 1);
    let white = table.game.clock_document(stamp(table.now)).unwrap().players.white;
    assert_eq!((white.phase, white.remaining_ms), (PlayerPhase::ByoYomi { periods_left: 1 }, 60 * S - 10_500));
}
