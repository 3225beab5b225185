//! The referee's desk: alerts taken, seen, reminded of, joined and muted; what people report and demand. Tests are named after the article.

pub mod anything;

use kifud::game::{
    AlertState, AlertVerb, Announce, AnswerData, Basis, ClaimState, Decision, ErrorCode, EventBody, JOIN_MS, Mute, REMIND_ATTENTION_MS,
    REMIND_RULING_MS, REMINDERS_MAX, REPORTS_MAX, Report, RulingOutcome, Settings, Severity, Verb,
};
use kifud::go::Color;
use kifud::referee::Kind;
use kifud::time::{Mono, Stamp};

use crate::recovery::stored_and_read;
use crate::rulings::about;
use crate::table::{Table, settings, stamp};

/// Two moves in, Black to move.
fn table(book: &str) -> Table {
    let mut made: Settings = settings(9);
    made.terms.rulebook = kifud::game::Rulebook::named(book).expect("a book");
    made.terms.time = Some(kifud::clock::TimeControl::Absolute { main_ms: 7_200_000 });
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).press(Color::White);
    table.since();
    table
}

fn report(kind: Kind, color: Option<Color>, note: &str) -> Verb {
    Verb::Alert(AlertVerb::Report(Report { kind, color, note: Some(note.to_owned()) }))
}

fn take(alert: &str) -> Verb {
    Verb::Alert(AlertVerb::Take { alert: alert.to_owned() })
}

fn mute(table: &Table, kind: Kind, for_ms: Option<u64>) -> Verb {
    let until = for_ms.map(|ms| stamp(table.now + ms).wall);
    Verb::Alert(AlertVerb::Mute(Mute { kind, until, by: None }))
}

/// White has played an illegal stone at A1 with the fifth move of White's; it has stood for 20 s.
fn forbidden_point(book: &str) -> Table {
    let mut made = settings(9);
    made.terms.rulebook = kifud::game::Rulebook::named(book).expect("a book");
    let mut table = Table::new(made);
    for (n, vertex) in ["B1", "E5", "A2", "E6"].iter().enumerate() {
        let (color, word) = if n % 2 == 0 { (Color::Black, "black") } else { (Color::White, "white") };
        table.hold(&[&format!("{word} {vertex}")]).press(color);
    }
    table.hold(&["black G7"]).press(Color::Black).hold(&["white A1"]).press(Color::White).wait(5_000);
    table
}

/// A ruling that nobody makes.
fn with_a_ruling_due() -> Table {
    let mut table = forbidden_point("china-1988");
    assert_eq!(table.open(Kind::ForbiddenPoint).severity, Severity::Ruling);
    table.since();
    table
}

const BLACK: Option<Color> = Some(Color::Black);

#[test]
fn an_alert_is_taken_by_one_referee_and_whoever_had_it_is_named() {
    let mut table = table("china-1988");
    table.done(report(Kind::Disturbance, BLACK, "humming"));
    let id = table.open(Kind::Disturbance).id;
    table.ask_by(Some("ann"), take(&id));
    assert_eq!(table.open(Kind::Disturbance).handling.taken_by.as_deref(), Some("ann"));
    assert_eq!(table.since(), ["raised disturbance", "changed disturbance"]);
    table.ask_by(Some("ann"), take(&id));
    assert_eq!(table.since(), [""; 0], "the same again is no news");
    table.ask_by(Some("bo"), take(&id));
    let taken_from = |table: &Table| match table.answers.last().unwrap().outcome.clone() {
        Ok(AnswerData::Taken { taken_from, .. }) => taken_from,
        other => panic!("{other:?}"),
    };
    assert_eq!((taken_from(&table).as_deref(), table.open(Kind::Disturbance).handling.taken_by.as_deref()), (Some("ann"), Some("bo")));
    assert_eq!(table.refused(take("a-none")).0, ErrorCode::NoSuchAlert);
}

#[test]
fn nobody_looks_after_a_ruling_and_somebody_is_reminded_a_few_times_by_the_same_alert() {
    let mut table = with_a_ruling_due();
    let first = table.open(Kind::ForbiddenPoint);
    table.wait(REMIND_RULING_MS - 5_000);
    assert_eq!(table.since(), [""; 0]);
    table.wait(REMIND_RULING_MS * 20);
    assert_eq!(table.since(), vec!["changed forbidden-point"; REMINDERS_MAX as usize]);
    let last = table.open(Kind::ForbiddenPoint);
    assert_eq!((last.id, last.handling.reminded.map(|reminded| reminded.times)), (first.id, Some(REMINDERS_MAX)));
}

#[test]
fn whoever_takes_or_acknowledges_an_alert_is_not_reminded() {
    for acknowledges in [false, true] {
        let mut table = with_a_ruling_due();
        let id = table.open(Kind::ForbiddenPoint).id;
        table.done(if acknowledges { Verb::Acknowledge { alert: id } } else { take(&id) });
        table.since();
        table.wait(REMIND_RULING_MS * 10);
        assert_eq!(table.since(), [""; 0], "acknowledged: {acknowledges}");
    }
}

#[test]
fn what_only_asks_for_a_look_waits_longer_and_a_notice_for_ever() {
    let mut table = table("china-1988");
    table.done(report(Kind::Etiquette, BLACK, "rattles"));
    table.since();
    table.wait(REMIND_ATTENTION_MS - 1);
    assert_eq!(table.since(), [""; 0]);
    table.wait(1);
    assert_eq!(table.since(), ["changed etiquette"]);
    // A forgotten press is only a notice.
    let mut quiet = table_with_a_notice();
    quiet.wait(REMIND_ATTENTION_MS * 10);
    assert_eq!(quiet.since().into_iter().filter(|name| name.contains("press-missing")).count(), 0);
}

fn table_with_a_notice() -> Table {
    let mut made = settings(9);
    made.terms.time = Some(kifud::clock::TimeControl::Absolute { main_ms: 100 * 7_200_000 });
    let mut table = Table::new(made);
    table.hold(&["black E5"]).press(Color::Black).hold(&["white C3"]).hold(&["black G7"]).wait(5_000);
    assert_eq!(table.open(Kind::PressMissing).severity, Severity::Notice);
    table.since();
    table
}

#[test]
fn a_restart_forgets_no_reminder_and_makes_no_second_one() {
    for (boot, moved) in [("boot", 0), ("another boot", 7_000_000_u64)] {
        let mut through = forbidden_point("china-1988");
        let shifted = Stamp::new(Mono::from_millis(through.now + moved), stamp(through.now).wall);
        let game = stored_and_read(&through.game, &through.events, "boot", boot, shifted);
        let mut again = Table::new(settings(9));
        (again.game, again.now, again.calendar) = (game, through.now + moved, -(moved as i64));
        for table in [&mut through, &mut again] {
            table.since();
            table.wait(REMIND_RULING_MS + 10);
        }
        assert_eq!(again.since(), through.since(), "{boot}");
        assert_eq!(again.open(Kind::ForbiddenPoint).handling, through.open(Kind::ForbiddenPoint).handling, "{boot}");
    }
}

#[test]
fn a_muted_kind_is_raised_and_recorded_and_calls_nobody() {
    let mut table = table("ing");
    table.done(mute(&table, Kind::Etiquette, Some(60_000)));
    let snapshot = table.game.snapshot(stamp(table.now).wall);
    assert_eq!(snapshot.muted.iter().map(|mute| mute.kind).collect::<Vec<_>>(), [Kind::Etiquette]);
    table.done(report(Kind::Etiquette, BLACK, "rattles"));
    let muted = table.open(Kind::Etiquette);
    assert_eq!((muted.announce, muted.severity), (Announce::Muted, Severity::Attention), "recorded as it is");
    table.done(report(Kind::Disturbance, BLACK, "hums"));
    assert_eq!(table.open(Kind::Disturbance).announce, Announce::Now, "another kind");
    table.since();
    table.wait(REMIND_ATTENTION_MS);
    assert!(!table.since().iter().any(|name| name.contains("etiquette")), "nobody is reminded of it");
    assert!(table.game.snapshot(stamp(table.now).wall).muted.is_empty(), "the minute is over");
    table.done(report(Kind::Etiquette, Some(Color::White), "rattles"));
    assert_eq!(table.open(Kind::Etiquette).announce, Announce::OffenderTurn, "as the book has it: Black is to move");
}

#[test]
fn an_instant_that_is_over_lifts_a_mute() {
    let mut table = table("ing");
    table.done(mute(&table, Kind::Etiquette, None)).wait(1_000);
    let over = Verb::Alert(AlertVerb::Mute(Mute { kind: Kind::Etiquette, until: Some(stamp(table.now).wall), by: None }));
    table.done(over).done(report(Kind::Etiquette, BLACK, "rattles"));
    assert_eq!(table.open(Kind::Etiquette).announce, Announce::Now);
}

#[test]
fn equal_happenings_in_a_burst_are_one_alert() {
    let mut table = table("china-1988");
    let call = || Verb::Alert(AlertVerb::Call(Color::Black));
    for _ in 0..5 {
        table.done(call()).wait(1_000);
    }
    assert_eq!(table.alerts(), ["referee-call"]);
    let alert = table.open(Kind::RefereeCall);
    assert_eq!((alert.rev, alert.handling.joined), (5, 4));
    table.done(Verb::Alert(AlertVerb::Call(Color::White)));
    assert_eq!(table.alerts().len(), 2, "another player's call is another");
    table.wait(JOIN_MS + 1).done(call());
    assert_eq!(table.alerts().len(), 3, "a later one too");
}

#[test]
fn two_people_who_report_one_thing_make_one_alert_with_both_notes() {
    let mut table = table("china-1988");
    table.ask_by(Some("ann"), report(Kind::Consultation, BLACK, "a telephone")).wait(3_000);
    table.ask_by(Some("bo"), report(Kind::Consultation, BLACK, "looked at it twice"));
    let alert = table.open(Kind::Consultation);
    let english = alert.text.en();
    assert!(english.contains("a telephone") && english.contains("looked at it twice") && english.contains("ann"), "{english}");
}

#[test]
fn stones_that_go_missing_in_a_burst_are_one_alert() {
    let mut table = table("china-1988");
    table.change(&["lift E5"]).wait(700).change(&["lift C3"]).wait(6_000);
    let kinds: Vec<&str> = table.game.book().alerts.iter().map(|alert| alert.kind.name()).collect();
    let raised = table.alerts().len();
    assert!(raised <= 2 && kinds.len() <= 2, "one for each player at most: {kinds:?}");
}

#[test]
fn reports_end_where_nobody_could_read_them() {
    let mut table = table("china-1988");
    for n in 0..REPORTS_MAX {
        table.done(report(Kind::Conduct, None, &format!("{n}"))).wait(JOIN_MS + 1);
    }
    assert_eq!(table.refused(report(Kind::Conduct, None, "one more")).0, ErrorCode::Busy);
}

#[test]
fn a_kind_that_is_off_at_the_table_cannot_be_reported() {
    let mut made = settings(9);
    made.alerts_off = vec![Kind::Etiquette];
    let mut table = Table::new(made);
    let (code, message) = table.refused(report(Kind::Etiquette, None, "rattles"));
    assert_eq!(code, ErrorCode::NotAllowed);
    assert!(message.contains("[table.alerts]"), "{message}");
}

/// Every article that only a person can enter: the kind, reported of Black.
#[track_caller]
fn reported(book: &str, kind: Kind) {
    let mut table = table(book);
    table.wait(60_000);
    assert_eq!(table.alerts(), [""; 0], "no sensor says it by itself");
    table.ask_by(Some("ann"), report(kind, BLACK, "seen by both"));
    let alert = table.open(kind);
    assert_eq!((alert.basis, alert.color, alert.state), (Basis::Reported, BLACK, AlertState::Open), "{kind}");
    let said = alert.handling.reported.clone().expect("who said it");
    assert_eq!((said.by.as_deref(), said.note.as_deref(), said.to_move), (Some("ann"), Some("seen by both"), Color::Black));
    assert!(alert.text.en().contains("seen by both"), "{}", alert.text);
    let asked = about(&alert, Decision::plain(RulingOutcome::Dismiss));
    table.done(Verb::Rule(Box::new(asked)));
    assert_eq!(table.find(kind), None, "{kind} is decided");
}

#[test]
fn cn_15_1_leaving_the_seat_is_reported() {
    reported("china-1988", Kind::LeftSeat);
}

#[test]
fn cn_15_2_and_cn_24_2_a_disturbance_is_reported() {
    reported("china-1988", Kind::Disturbance);
}

#[test]
fn cn_15_3_and_cn_24_3_consulting_something_is_reported() {
    reported("china-1988", Kind::Consultation);
}

#[test]
fn cn_15_4_watching_other_games_is_reported_as_a_seat_that_was_left() {
    reported("china-1988", Kind::LeftSeat);
}

#[test]
fn cn_15_5_uncivil_speech_is_reported() {
    reported("china-1988", Kind::Etiquette);
}

#[test]
fn cn_24_1_leaving_midway_is_reported() {
    reported("china-1988", Kind::LeftVenue);
}

#[test]
fn cn_25_1_what_no_article_covers_is_reported() {
    reported("china-1988", Kind::Uncovered);
}

#[test]
fn ing_8_3_2_who_cannot_go_on_is_reported() {
    reported("ing", Kind::LeftVenue);
}

#[test]
fn ing_8_3_5_disobedience_is_reported() {
    reported("ing", Kind::Disobedience);
}

#[test]
fn ing_8_4_absences_beyond_the_allowed_number_are_reported() {
    reported("ing", Kind::LeftSeat);
}

#[test]
fn ing_8_5_a_deliberate_breach_is_reported() {
    reported("ing", Kind::Conduct);
}

#[test]
fn ing_9_3_1_bad_manners_are_reported() {
    reported("ing", Kind::Disturbance);
}

#[test]
fn ing_9_3_2_a_handful_of_stones_is_reported() {
    reported("ing", Kind::Etiquette);
}

#[test]
fn every_kind_can_be_reported() {
    for &kind in Kind::ALL {
        let mut table = table("china-1988");
        table.done(report(kind, BLACK, "so it was"));
        assert_eq!(table.open(kind).basis, Basis::Reported, "{kind}");
    }
}

#[test]
fn cn_16_2_a_call_in_the_opponent_s_time_is_marked() {
    let mut table = table("china-1988");
    // Black is to move.
    table.done(Verb::Alert(AlertVerb::Call(Color::Black)));
    let own = table.open(Kind::RefereeCall);
    assert_eq!(own.handling.reported.as_ref().map(|said| said.to_move), Some(Color::Black));
    assert!(!own.text.en().contains("opponent's time"), "{}", own.text);
    table.done(Verb::Alert(AlertVerb::Call(Color::White)));
    let other = table.open(Kind::RefereeCall);
    assert_eq!((other.color, other.handling.reported.as_ref().map(|said| said.to_move)), (Some(Color::White), Some(Color::Black)));
    assert!(other.text.en().contains("opponent's time"), "{}", other.text);
}

fn claim(table: &Table, color: Color) -> Verb {
    Verb::Alert(AlertVerb::Claim { alert: table.open(Kind::ForbiddenPoint).id, color })
}

#[test]
fn a_claim_within_its_window_makes_it_somebody_s_to_decide() {
    let mut table = forbidden_point("aga");
    let open = table.open(Kind::ForbiddenPoint);
    assert_eq!(
        (open.claim.map(|claim| (claim.by, claim.state)), open.severity),
        (Some((Color::Black, ClaimState::Open)), Severity::Attention)
    );
    let (code, message) = table.refused(claim(&table, Color::White));
    assert_eq!(code, ErrorCode::NotAllowed);
    assert!(message.contains("Black may claim"), "{message}");
    table.done(claim(&table, Color::Black));
    let claimed = table.open(Kind::ForbiddenPoint);
    assert_eq!((claimed.claim.map(|claim| claim.state), claimed.severity), (Some(ClaimState::Claimed), Severity::Ruling));
    assert_eq!(claimed.rev, open.rev + 1);
    assert_eq!(table.refused(claim(&table, Color::Black)).0, ErrorCode::Conflict, "once is enough");
    // Play that goes on later takes nothing from it.
    table.hold(&["black C7"]).press(Color::Black);
    assert_eq!(table.open(Kind::ForbiddenPoint).claim.map(|claim| claim.state), Some(ClaimState::Claimed));
}

#[test]
fn a_claim_after_the_own_next_move_is_too_late_and_says_why() {
    let mut table = forbidden_point("aga");
    table.hold(&["black C7"]).press(Color::Black);
    let lapsed = table.open(Kind::ForbiddenPoint);
    assert_eq!((lapsed.claim.map(|claim| claim.state), lapsed.proposal), (Some(ClaimState::Lapsed), None));
    let (code, message) = table.refused(claim(&table, Color::Black));
    assert_eq!(code, ErrorCode::NotNow);
    assert!(message.contains("lapsed") && message.contains("next move"), "{message}");
}

#[test]
fn cn_16_2_a_claim_in_the_opponent_s_time_is_marked() {
    let own = {
        let mut table = forbidden_point("aga");
        table.done(claim(&table, Color::Black));
        table.open(Kind::ForbiddenPoint).text.en().to_owned()
    };
    assert!(!own.contains("opponent's time"), "{own}");
    let mut table = forbidden_point("aga");
    table.done(Verb::Pause { reason: "a question".to_owned(), until: None });
    table.done(Verb::SetPosition { setup: kifud::go::Setup { black: vec![table.point("B1")], white: vec![] }, to_move: Color::White });
    let Some(alert) = table.find(Kind::ForbiddenPoint).filter(|alert| alert.claim.is_some_and(|claim| claim.state == ClaimState::Open))
    else {
        panic!("the claim is still open");
    };
    table.done(Verb::Alert(AlertVerb::Claim { alert: alert.id, color: Color::Black }));
    let other = table.open(Kind::ForbiddenPoint).text.en().to_owned();
    assert!(other.contains("opponent's time"), "{other}");
}

#[test]
fn an_alert_without_a_claim_is_not_claimed() {
    let mut table = table("china-1988");
    table.done(report(Kind::Disturbance, BLACK, "hums"));
    let alert = table.open(Kind::Disturbance).id;
    let claim = Verb::Alert(AlertVerb::Claim { alert, color: Color::White });
    let (code, message) = table.refused(claim);
    assert_eq!(code, ErrorCode::NotAllowed);
    assert!(message.contains("needs no claim"), "{message}");
}

#[test]
fn what_was_reported_before_the_game_belongs_to_it_and_what_is_open_after_it_ends_with_the_next() {
    let mut table = Table::new(settings(9));
    table.done(report(Kind::LineupChange, None, "a substitute"));
    let id = table.open(Kind::LineupChange).id;
    table.hold(&["black E5"]).hold(&["white C3"]);
    assert_eq!(table.open(Kind::LineupChange).id, id, "carried into the game");
    table.done(Verb::Resign(Color::Black)).done(report(Kind::Conduct, BLACK, "swept the board"));
    table.since();
    table.hold(&["lift E5", "lift C3"]).hold(&["black G7"]);
    assert_eq!(table.find(Kind::Conduct), None);
    let closed = |event: &&kifud::game::Event| matches!(&event.body, EventBody::AlertClosed { alert, .. } if alert.kind == Kind::Conduct);
    assert_eq!(table.events.iter().filter(closed).count(), 1, "its document is emptied");
}
