//! Requests, good and bad.

use kifud::clock::{Side, TimeControl};
use kifud::form::{DEPTH_MAX, NAME_MAX, ParsedRequest, REQUEST_MAX, Refused, VERBS, answer_to_json, parse_request, refusal_to_json};
use kifud::game::{
    Answer, AnswerData, Correction, EndedBy, ErrorCode, Ledger, PlayerClockState, PlayerPhase, Players, Preparation, RequestError,
    Schedule, Seats, Start, Verb,
};
use kifud::go::{ByColor, Color, HalfPoints, Place, PlayedMove, Setup, sgf};
use kifud::time::Wall;
use proptest::prelude::*;

use super::samples::{at, clocks, cup, nineteen, result, started};
use super::{counting, desk, rulings, times};

fn parse(verb: &str, fields: &str) -> Result<ParsedRequest, Refused> {
    let separator = if fields.is_empty() { "" } else { "," };
    parse_request(verb, None, format!(r#"{{"transaction":"t-1"{separator}{fields}}}"#).as_bytes(), nineteen())
}

const EXPECT: &str = r#""expect":{"game_id":"g-1","rev":61}"#;

/// Every verb with its fields as sent and as understood.
pub fn good() -> Vec<(&'static str, String, Verb)> {
    let mut all = [whose(), preparing(), playing()].concat();
    all.extend(counting::good());
    all.extend(rulings::good());
    all.extend(desk::good());
    all
}

fn whose() -> Vec<(&'static str, String, Verb)> {
    let black = || r#""color":"black""#.to_owned();
    vec![
        ("start-clock", String::new(), Verb::StartClock),
        ("stop-clock", String::new(), Verb::StopClock),
        ("ping", String::new(), Verb::Ping),
        ("press", black(), Verb::Press { color: Color::Black, at: None }),
        ("adopt-clock", String::new(), Verb::AdoptClock),
        (
            "set-colors",
            r#""black":"Ann","black_side":"right","black_seat":"north""#.to_owned(),
            Verb::SetColors(Seats { black: Some("Ann".to_owned()), black_side: Some(Side::Right), black_seat: Some("north".to_owned()) }),
        ),
        ("pass", black(), Verb::Pass(Color::Black)),
        ("resign", r#""color":"white""#.to_owned(), Verb::Resign(Color::White)),
        ("accept-end", black(), Verb::AcceptEnd(Color::Black)),
        ("confirm-score", black(), Verb::ConfirmScore(Color::Black)),
        ("time-left", black(), Verb::TimeLeft(Color::Black)),
        (
            "dispute-end",
            r#""color":"black","to_move":"white""#.to_owned(),
            Verb::DisputeEnd { color: Color::Black, to_move: Some(Color::White) },
        ),
        ("republish", String::new(), Verb::Republish { from_seq: None }),
        ("republish", r#""from_seq":9"#.to_owned(), Verb::Republish { from_seq: Some(9) }),
        ("acknowledge", r#""alert":"a-12""#.to_owned(), Verb::Acknowledge { alert: "a-12".to_owned() }),
    ]
}

fn preparing() -> Vec<(&'static str, String, Verb)> {
    let prepare = r#""players":{"black":{"name":"Iyama","names":{"ja":"井山"}}},"match":{"event":"Cup","round":3,"board":12,"form":"Knockout","entrants":"substitution","games":2,"losses":1,"game":2,"score":[{"side":"An","won":1,"drawn":1,"lost":0},{"side":"Cho","won":0,"drawn":1,"lost":1}],"lineup":[{"board":1,"team":"East","player":"An","partner":"Bo","substitutes":["Cho"]}]},"handicap":2,"komi":0.5,"rulebook":"china-1988","time":{"system":"byo-yomi","main":"2h","periods":5,"period":"60s"},"black_side":"left","schedule":{"start_at":"2026-12-05T13:00:00+09:00","absent_after":"15m"},"profile":"simul","simul_color":"black""#;
    let preparation = Preparation {
        players: Some(Players { ..started().players }),
        match_info: Some(cup()),
        handicap: Some(2),
        komi: Some(HalfPoints(1)),
        rulebook: Some(kifud::game::Rulebook::China1988),
        time: Some(TimeControl::ByoYomi { main_ms: 7_200_000, periods: 5, period_ms: 60_000 }),
        black_side: Some(Side::Left),
        schedule: Some(Schedule {
            start_at: Some(Wall::from_unix_ms(1_796_443_200_000)),
            absent_after_ms: Some(900_000),
            ..Schedule::default()
        }),
        profile: Some(kifud::game::Profile::Simul),
        simul_color: Some(Color::Black),
    };
    let start = format!(
        r#"{prepare},"setup":{{"black":["D4","Q16"],"white":[]}},"to_move":"white","record":[{{"n":1,"color":"white","vertex":"C3","used_ms":5120}},{{"color":"black","vertex":"pass"}}],"captured":{{"black":2,"white":1}},"continues":"g-0","ledger":{{"black":{{"warnings":1,"points":{{"conduct":2}}}}}}"#
    );
    let played = |color, place, used_ms| PlayedMove { used_ms, provisional: false, ..PlayedMove::new(color, place) };
    let begun = Start {
        preparation: preparation.clone(),
        setup: Some(Setup { black: vec![at("D4"), at("Q16")], white: vec![] }),
        to_move: Some(Color::White),
        adopt: false,
        record: Some(vec![played(Color::White, Place::At(at("C3")), Some(5_120)), played(Color::Black, Place::Pass, None)]),
        captured: Some(ByColor { black: 2, white: 1 }),
        continues: Some("g-0".to_owned()),
        ledger: Some(ByColor { black: Ledger { warnings: 1, conduct: 2, ..Ledger::default() }, white: Ledger::default() }),
        ..Start::default()
    };
    vec![
        ("prepare-game", String::new(), Verb::PrepareGame(Box::default())),
        ("prepare-game", prepare.to_owned(), Verb::PrepareGame(Box::new(preparation))),
        ("start-game", r#""adopt":true"#.to_owned(), Verb::StartGame(Box::new(Start { adopt: true, ..Start::default() }))),
        ("start-game", start, Verb::StartGame(Box::new(begun))),
        (
            "start-game",
            r#""record":"(;FF[4]SZ[19]AB[dp]PL[W];W[cq];B[])""#.to_owned(),
            Verb::StartGame(Box::new(Start {
                setup: Some(Setup { black: vec![at("D4")], white: vec![] }),
                to_move: Some(Color::White),
                record: Some(vec![played(Color::White, Place::At(at("C3")), None), played(Color::Black, Place::Pass, None)]),
                file: vec![sgf::MoveTags::default(); 2],
                ..Start::default()
            })),
        ),
    ]
}

fn playing() -> Vec<(&'static str, String, Verb)> {
    let with_expect = |fields: &str| format!("{EXPECT},{fields}");
    let own = str::to_owned;
    let main = |remaining_ms| PlayerClockState { phase: PlayerPhase::Main, remaining_ms, total_used_ms: 0, delay_left_ms: None };
    let periods =
        PlayerClockState { phase: PlayerPhase::ByoYomi { periods_left: 4 }, remaining_ms: 41_200, total_used_ms: 9, delay_left_ms: None };
    vec![
        (
            "set-clock",
            own(
                r#""black":{"phase":"main","remaining_ms":5000},"white":{"phase":"byo-yomi","remaining_ms":41200,"periods_left":4,"total_used_ms":9},"running":"white""#,
            ),
            Verb::SetClock { players: ByColor { black: main(5_000), white: periods }, running: Some(Color::White) },
        ),
        (
            "adjust-clock",
            own(r#""color":"white","delta_ms":-5000,"periods_delta":1,"reason":"the pause""#),
            Verb::AdjustClock { color: Color::White, delta_ms: -5_000, periods_delta: 1, reason: own("the pause") },
        ),
        ("resume", String::new(), Verb::Resume { force: false }),
        ("resume", own(r#""force":true"#), Verb::Resume { force: true }),
        ("play", own(r#""color":"black","vertex":"q16""#), Verb::Play { color: Color::Black, place: Place::At(at("Q16")) }),
        ("play", own(r#""color":"black","vertex":"pass""#), Verb::Play { color: Color::Black, place: Place::Pass }),
        ("undo", with_expect(r#""moves":2"#), Verb::Undo { moves: 2 }),
        ("undo", own(EXPECT), Verb::Undo { moves: 1 }),
        (
            "correct-record",
            with_expect(r#""at":4,"op":"insert","color":"white","vertex":"pass""#),
            Verb::CorrectRecord { at: 4, op: Correction::Insert(Color::White, Place::Pass) },
        ),
        (
            "correct-record",
            with_expect(r#""at":4,"op":"replace","color":"black","vertex":"Q16""#),
            Verb::CorrectRecord { at: 4, op: Correction::Replace(Color::Black, Place::At(at("Q16"))) },
        ),
        ("correct-record", with_expect(r#""at":4,"op":"delete""#), Verb::CorrectRecord { at: 4, op: Correction::Delete }),
        (
            "set-position",
            with_expect(r#""setup":{"black":["D4"],"white":["Q16"]},"to_move":"black""#),
            Verb::SetPosition { setup: Setup { black: vec![at("D4")], white: vec![at("Q16")] }, to_move: Color::Black },
        ),
        (
            "end-game",
            with_expect(r#""result":{"by":"score","winner":"white","margin":0.5},"last_move":231"#),
            Verb::EndGame { result: result(EndedBy::Score, Some(Color::White), Some(1)), last_move: Some(231) },
        ),
        (
            "end-game",
            with_expect(r#""result":"B+R""#),
            Verb::EndGame { result: result(EndedBy::Resignation, Some(Color::Black), None), last_move: None },
        ),
        (
            "end-game",
            with_expect(r#""result":"W+3.5""#),
            Verb::EndGame { result: result(EndedBy::Score, Some(Color::White), Some(7)), last_move: None },
        ),
        (
            "end-game",
            with_expect(r#""result":{"by":"both-lose"}"#),
            Verb::EndGame { result: result(EndedBy::BothLose, None, None), last_move: None },
        ),
    ]
}

#[test]
fn every_verb_is_understood() {
    for (verb, fields, wanted) in good() {
        let parsed = parse(verb, &fields).unwrap_or_else(|refused| panic!("{verb} {fields}: {refused:?}"));
        assert_eq!(parsed.request.verb, wanted, "{verb} {fields}");
        assert_eq!((parsed.request.transaction.as_str(), parsed.tables), ("t-1", None));
    }
    for verb in VERBS {
        assert!(good().iter().any(|(name, _, _)| *name == verb), "{verb} has no example");
    }
}

/// verb, fields, code, and words that the message must have: the field and the remedy.
const BAD: &[(&str, &str, ErrorCode, &[&str])] = &[
    ("rezign", r#""color":"black""#, ErrorCode::UnknownVerb, &["rezign", "resign"]),
    ("pass", r#""colour":"black""#, ErrorCode::UnknownField, &["colour", "color"]),
    ("ping", r#""hello":1"#, ErrorCode::UnknownField, &["hello"]),
    ("prepare-game", r#""rulebook":"china-1998""#, ErrorCode::Malformed, &["rulebook", "china-1988", "egf"]),
    ("prepare-game", r#""players":{"black":{"name":"A","elo":2000}}"#, ErrorCode::UnknownField, &["players.black", "elo"]),
    ("press", r#""color":"black","at":"half past nine""#, ErrorCode::Malformed, &["at"]),
    ("enter-count", r#""color":"black","stones":-1"#, ErrorCode::Malformed, &["stones", "below zero"]),
    ("mark-dead", r#""vertices":["I5"]"#, ErrorCode::Malformed, &["vertices", "I5"]),
    ("set-colors", "", ErrorCode::Malformed, &["black_side", "black_seat"]),
    ("pass", r#""expect":{"game":"g-1"},"color":"black""#, ErrorCode::UnknownField, &["expect", "game_id"]),
    ("pass", "", ErrorCode::Malformed, &["color", "missing"]),
    ("pass", r#""color":"red""#, ErrorCode::Malformed, &["color", "red", "black"]),
    ("play", r#""color":"black","vertex":"I5""#, ErrorCode::Malformed, &["vertex", "I5", "no I", "pass"]),
    ("play", r#""color":"black","vertex":"T20""#, ErrorCode::Malformed, &["vertex", "outside the 19x19 board"]),
    ("undo", r#""moves":1"#, ErrorCode::Malformed, &["expect", "game_id"]),
    ("undo", r#""expect":{"game_id":"g-1"}"#, ErrorCode::Malformed, &["expect", "rev"]),
    ("undo", r#""expect":{"game_id":"g-1","rev":1},"moves":0"#, ErrorCode::Malformed, &["moves"]),
    ("undo", r#""expect":{"game_id":"g-1","rev":1},"moves":-1"#, ErrorCode::Malformed, &["moves", "-1"]),
    ("correct-record", r#""expect":{"game_id":"g-1","rev":1},"at":0,"op":"delete""#, ErrorCode::Malformed, &["at", "from 1"]),
    ("correct-record", r#""expect":{"game_id":"g-1","rev":1},"at":1,"op":"insert","color":"black""#, ErrorCode::Malformed, &["vertex"]),
    ("correct-record", r#""expect":{"game_id":"g-1","rev":1},"at":1,"op":"delete","color":"black""#, ErrorCode::Malformed, &["color"]),
    (
        "set-position",
        r#""expect":{"game_id":"g-1","rev":1},"setup":{"black":["D4"],"white":["D4"]},"to_move":"black""#,
        ErrorCode::Malformed,
        &["setup", "D4", "twice"],
    ),
    ("start-game", r#""setup":{"black":["Z99"]}"#, ErrorCode::Malformed, &["setup.black", "Z99"]),
    ("start-game", r#""record":"(;FF[4]""#, ErrorCode::Malformed, &["record"]),
    ("start-game", r#""record":"(;FF[4]SZ[9];B[aa])""#, ErrorCode::Malformed, &["record", "9x9", "19x19"]),
    ("start-game", r#""record":"(;FF[4]SZ[19];B[aa];AE[aa])""#, ErrorCode::Malformed, &["record", "after move 1"]),
    (
        "start-game",
        r#""setup":{"black":["D4"]},"record":"(;FF[4]SZ[19]AB[pp];W[aa])""#,
        ErrorCode::Malformed,
        &["setup", "leave one of them out"],
    ),
    (
        "start-game",
        r#""record":[{"color":"black","vertex":"Q16"},{"color":"white","vertex":"Q"}]"#,
        ErrorCode::Malformed,
        &["record[1].vertex"],
    ),
    ("start-game", r#""record":[{"n":2,"color":"black","vertex":"Q16"}]"#, ErrorCode::Malformed, &["record[0].n", "from 1"]),
    ("start-game", r#""record":[{"color":"black"}]"#, ErrorCode::Malformed, &["record[0]", "vertex"]),
    ("prepare-game", r#""komi":0.3"#, ErrorCode::Malformed, &["komi", "half"]),
    ("prepare-game", r#""handicap":-2"#, ErrorCode::Malformed, &["handicap"]),
    ("prepare-game", r#""handicap":400"#, ErrorCode::Malformed, &["handicap", "points"]),
    ("prepare-game", r#""time":{"system":"byo-yomi","main":"2h","periods":5,"period":"60"}"#, ErrorCode::Malformed, &["time", "60", "60s"]),
    ("prepare-game", r#""time":{"system":"byo-yomi","main":"2h","periods":0,"period":"60s"}"#, ErrorCode::Malformed, &["time.periods"]),
    ("prepare-game", r#""time":{"system":"absolute","main":"0s"}"#, ErrorCode::Malformed, &["time.main"]),
    ("prepare-game", r#""time":{"system":"sundial","main":"1h"}"#, ErrorCode::Malformed, &["time", "sundial", "byo-yomi"]),
    ("prepare-game", r#""players":["Ann","Bob"]"#, ErrorCode::Malformed, &["players", "black and white"]),
    ("adjust-clock", r#""color":"black""#, ErrorCode::Malformed, &["delta_ms"]),
    ("set-clock", r#""black":{"phase":"main","remaining_ms":1}"#, ErrorCode::Malformed, &["white"]),
    (
        "set-clock",
        r#""black":{"phase":"byo-yomi","remaining_ms":1},"white":{"phase":"main","remaining_ms":1}"#,
        ErrorCode::Malformed,
        &["black.periods_left"],
    ),
    ("end-game", r#""expect":{"game_id":"g-1","rev":1},"result":"B-R""#, ErrorCode::Malformed, &["result", "B+R"]),
    ("end-game", r#""expect":{"game_id":"g-1","rev":1},"result":{"by":"time"}"#, ErrorCode::Malformed, &["result.winner"]),
    ("end-game", r#""expect":{"game_id":"g-1","rev":1},"result":{"by":"draw","winner":"black"}"#, ErrorCode::Malformed, &["result.winner"]),
    ("end-game", r#""expect":{"game_id":"g-1","rev":1},"result":{"by":"magic"}"#, ErrorCode::Malformed, &["result.by", "magic"]),
    ("end-game", r#""expect":{"game_id":"g-1","rev":1},"result":{"by":"void","colour":1}"#, ErrorCode::UnknownField, &["result", "colour"]),
    ("acknowledge", r#""alert":"""#, ErrorCode::Malformed, &["alert"]),
    ("pause", r#""reason":"a\u0007b""#, ErrorCode::Malformed, &["reason", "control"]),
    ("pause", r#""until":"noon""#, ErrorCode::Malformed, &["until", "2026-12-05T09:30:00.000Z"]),
    ("ping", r#""by":7"#, ErrorCode::Malformed, &["by"]),
    ("ping", r#""tables":"t1""#, ErrorCode::Malformed, &["tables"]),
];

#[test]
fn a_wrong_request_is_told_its_field_and_the_remedy() {
    for &(verb, fields, code, words) in BAD.iter().chain(rulings::BAD).chain(desk::BAD).chain(times::BAD) {
        let Err(Refused { transaction, error }) = parse(verb, fields) else { panic!("{verb} {fields} was taken") };
        assert_eq!((transaction.as_deref(), error.code), (Some("t-1"), code), "{verb} {fields}: {}", error.message);
        for word in words {
            assert!(error.message.contains(word), "{verb} {fields}: \"{}\" does not say \"{word}\"", error.message);
        }
    }
}

#[test]
fn a_payload_that_is_no_request_is_refused_without_a_transaction() {
    let abyss = "[".repeat(REQUEST_MAX);
    for (payload, word) in [
        ("", "empty"),
        ("null", "object"),
        ("[]", "object"),
        ("{", "JSON"),
        ("{}", "transaction"),
        (r#"{"transaction":7}"#, "transaction"),
        (r#"{"transaction":""}"#, "transaction"),
        (r#"{"transaction":"a b"}"#, "transaction"),
        (r#"{"transaction":"ä"}"#, "transaction"),
        (abyss.as_str(), "JSON"),
    ] {
        let refused = parse_request("ping", None, payload.as_bytes(), nineteen()).unwrap_err();
        assert_eq!((refused.transaction, refused.error.code), (None, ErrorCode::Malformed), "{payload:.40}");
        assert!(refused.error.message.contains(word), "{payload:.40}: {}", refused.error.message);
    }
    assert!(parse_request("ping", None, &[0xff, 0xfe], nineteen()).is_err());
}

#[test]
fn what_no_verb_has_is_refused_with_its_transaction() {
    // A null was found before the transaction was read, so the sender could not tell which of its requests was refused.
    let nested = format!(r#"{{"transaction":"t","players":{}{}}}"#, "[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX));
    for (payload, word) in [
        (r#"{"transaction":"t","color":null}"#, "color is null"),
        (r#"{"transaction":"t","players":{"black":{"name":null}}}"#, "players.black.name is null"),
        (r#"{"transaction":"t","vertices":["A1",null]}"#, "vertices is null"),
        (nested.as_str(), "nested"),
    ] {
        let refused = parse_request("ping", None, payload.as_bytes(), nineteen()).unwrap_err();
        assert_eq!((refused.transaction.as_deref(), refused.error.code), (Some("t"), ErrorCode::Malformed), "{payload:.40}");
        assert!(refused.error.message.contains(word), "{payload:.40}: {}", refused.error.message);
    }
}

#[test]
fn a_transaction_has_64_characters_at_most() {
    let ping = |length: usize| parse_request("ping", None, format!(r#"{{"transaction":"{}"}}"#, "A".repeat(length)).as_bytes(), nineteen());
    assert!(ping(64).is_ok());
    assert!(ping(65).is_err());
    assert!(parse_request("ping", None, br#"{"transaction":"aZ09._:-"}"#, nineteen()).is_ok());
}

#[test]
fn a_request_has_16_kb_at_most_and_a_name_its_limit() {
    let padded = |bytes: usize| {
        let head = r#"{"transaction":"t-1""#;
        parse_request("ping", None, format!("{head}{}}}", " ".repeat(bytes - head.len() - 1)).as_bytes(), nineteen())
    };
    assert!(padded(REQUEST_MAX).is_ok());
    let refused = padded(REQUEST_MAX + 1).unwrap_err();
    assert!(refused.error.message.contains("16384"), "{}", refused.error.message);
    let named = |length| parse("prepare-game", &format!(r#""players":{{"white":{{"name":"{}"}}}}"#, "x".repeat(length)));
    assert!(named(NAME_MAX).is_ok());
    let refused = named(NAME_MAX + 1).unwrap_err();
    assert!(refused.error.message.starts_with("players.white.name"), "{}", refused.error.message);
}

#[test]
fn the_user_of_the_topic_replaces_by_and_must_be_a_plain_name() {
    let by = |user, payload: &str| parse_request("ping", user, payload.as_bytes(), nineteen());
    let payload = r#"{"transaction":"t","by":"mallory"}"#;
    assert_eq!(by(None, payload).unwrap().request.by.as_deref(), Some("mallory"));
    assert_eq!(by(Some("ann_2-x"), payload).unwrap().request.by.as_deref(), Some("ann_2-x"));
    for user in ["", "a b", "a/b", "ä", "+"] {
        let refused = by(Some(user), payload).unwrap_err();
        assert_eq!((refused.transaction.as_deref(), refused.error.code), (Some("t"), ErrorCode::Malformed), "{user}");
    }
}

#[test]
fn what_is_meant_for_a_game_and_for_some_tables_is_handed_on() {
    let parsed = parse("pass", &format!(r#"{EXPECT},"tables":["t1","t2"],"color":"black""#)).unwrap();
    assert_eq!((parsed.request.expect_game.as_deref(), parsed.request.expect_rev), (Some("g-1"), Some(61)));
    assert_eq!(parsed.tables, Some(vec!["t1".to_owned(), "t2".to_owned()]));
}

#[test]
fn the_hash_is_of_the_content_and_not_of_its_spelling() {
    let hash = |verb, user, payload: &str| parse_request(verb, user, payload.as_bytes(), nineteen()).unwrap().hash;
    let first = hash("pass", None, r#"{"transaction":"t","color":"black","expect":{"game_id":"g","rev":1}}"#);
    let same = hash("pass", None, "{ \"expect\": {\"rev\":1, \"game_id\":\"g\"},\n \"color\":\"black\", \"transaction\":\"t\"}");
    assert_eq!(first, same);
    assert_eq!(first.len(), 64);
    let others = [
        hash("resign", None, r#"{"transaction":"t","color":"black","expect":{"game_id":"g","rev":1}}"#),
        hash("pass", Some("ann"), r#"{"transaction":"t","color":"black","expect":{"game_id":"g","rev":1}}"#),
        hash("pass", None, r#"{"transaction":"t","color":"white","expect":{"game_id":"g","rev":1}}"#),
        hash("pass", None, r#"{"transaction":"t","color":"black","expect":{"game_id":"g","rev":2}}"#),
        hash("pass", None, r#"{"transaction":"t","color":"black"}"#),
    ];
    assert!(!others.contains(&first));
}

#[test]
fn answers_are_exactly_the_contract_s_json() {
    let answer = |outcome| answer_to_json(&Answer { transaction: "t-1".to_owned(), outcome }, "g-1");
    let done = AnswerData::Done { game_id: "g-1".to_owned(), rev: 62 };
    assert_eq!(answer(Ok(done)), r#"{"transaction":"t-1","status":"ok","data":{"game_id":"g-1","rev":62}}"#);
    assert_eq!(answer(Ok(AnswerData::Pong)), r#"{"transaction":"t-1","status":"ok","data":{}}"#);
    assert_eq!(answer(Ok(AnswerData::BlackSide(Side::Right))), r#"{"transaction":"t-1","status":"ok","data":{"black_side":"right"}}"#);
    assert_eq!(answer(Ok(AnswerData::Republish { from_seq: Some(9) })), r#"{"transaction":"t-1","status":"ok","data":{"from_seq":9}}"#);
    let clock = format!(r#"{{"transaction":"t-1","status":"ok","data":{{"clock":{}}}}}"#, super::samples::CLOCK);
    assert_eq!(answer(Ok(AnswerData::Clock(clocks()))), clock);
    for (code, name) in [
        (ErrorCode::Malformed, "malformed"),
        (ErrorCode::UnknownVerb, "unknown-verb"),
        (ErrorCode::UnknownField, "unknown-field"),
        (ErrorCode::Stale, "stale"),
        (ErrorCode::TransactionReused, "transaction-reused"),
        (ErrorCode::NotNow, "not-now"),
        (ErrorCode::NotAllowed, "not-allowed"),
        (ErrorCode::NoSuchAlert, "no-such-alert"),
        (ErrorCode::AlreadyRuled, "already-ruled"),
        (ErrorCode::Conflict, "conflict"),
        (ErrorCode::Busy, "busy"),
    ] {
        let error = RequestError { code, message: "why".to_owned() };
        let rest = format!(r#""status":"error","code":"{name}","message":"why"}}"#);
        assert_eq!(answer(Err(error.clone())), format!(r#"{{"transaction":"t-1",{rest}"#));
        assert_eq!(refusal_to_json(None, &error), format!("{{{rest}"));
    }
}

proptest! {
    /// Whatever anybody sends, the answer is a request or a refusal.
    #[test]
    fn any_bytes_are_a_request_or_a_refusal(verb in proptest::sample::select(VERBS.to_vec()), payload in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = parse_request(verb, None, &payload, nineteen());
    }

    /// The same for something that looks like a request.
    #[test]
    fn any_fields_are_a_request_or_a_refusal(index in 0usize..1_000, place in 0usize..1_000, byte in 32u8..127) {
        let all = good();
        let (verb, fields, _) = &all[index % all.len()];
        let mut payload = format!(r#"{{"transaction":"t-1","tables":[],{fields}}}"#).into_bytes();
        let place = place % payload.len();
        payload[place] = byte;
        let _ = parse_request(verb, None, &payload, nineteen());
    }
}
