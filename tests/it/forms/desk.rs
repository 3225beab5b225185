//! What people say and do at the table, in JSON: alerts taken, reported and muted, seats, sealed moves.

use kifud::form::{GameForm, input_to_json, parse_request};
use kifud::game::{
    Acknowledged, AlertVerb, Announce, Answer, AnswerData, Custody, Envelope, ErrorCode, EventBody, Handling, Leave, Mute, OpenRequest,
    Opened, Reminded, Report, Reported, SealChange, SealRequest, SealVerb, Sealing, Seat, SeatChange, SeatEvent, SeatVerb, Start, Verb,
    seal_digest,
};
use kifud::go::{ByColor, Color, Place, PlayedMove};
use kifud::referee::Kind;
use kifud::time::Wall;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::documents::game;
use super::generate::{color, id, wall as any_wall, words};
use super::samples::{alert, at, clocks, nineteen, wall};

const NONCE: &str = "00112233445566778899aabbccddeeff";

/// SHA-256 of `Q16:` and that nonce.
const DIGEST: &str = "644162ca8a4b7d5f1330707de9b360b6ca70d0f6eaa93e74c3c7d01ef321aadf";

pub fn sealing() -> Sealing {
    let custody = vec![
        Custody { custodian: "Ann".to_owned(), since: wall(30), by: Some("ann".to_owned()) },
        Custody { custodian: "the safe".to_owned(), since: wall(40), by: None },
    ];
    let envelope =
        Envelope { sealed: wall(30), label: Some("12".to_owned()), digest: Some(DIGEST.to_owned()), used_ms: Some(99_000), custody };
    Sealing { color: Color::White, n: 58, begun: wall(10), extra_ms: 30_000, envelope: Some(envelope), opened: None, over: false }
}

fn opened() -> Sealing {
    let found = Opened { place: Some(Place::At(at("Q16"))), by: "Ann".to_owned(), at: wall(50), verified: Some(true) };
    Sealing { opened: Some(found), ..sealing() }
}

const SEALING: &str = r#""color":"white","n":58,"stage":"STAGE","begun":"2026-12-05T00:30:00.010Z","extra_ms":30000,"envelope":{"sealed":"2026-12-05T00:30:00.030Z","label":"12","digest":"DIGEST","used_ms":99000,"custody":[{"custodian":"Ann","since":"2026-12-05T00:30:00.030Z","by":"ann"},{"custodian":"the safe","since":"2026-12-05T00:30:00.040Z"}]}"#;

/// Events with their exact JSON after `"at":"…",`.
pub fn events() -> Vec<(EventBody, &'static str)> {
    let seat = |change, reason: Option<&str>, by: Option<&str>, from_n, moves| {
        let (reason, by) = (reason.map(str::to_owned), by.map(str::to_owned));
        EventBody::Seat(SeatEvent { change, color: Color::Black, reason, by, pauses: change == SeatChange::Left, from_n, moves })
    };
    let played = PlayedMove { provisional: false, ..PlayedMove::new(Color::White, Place::At(at("D4"))) };
    let sealed = |change, sealing, by: Option<&str>| EventBody::Sealing { change, sealing, by: by.map(str::to_owned) };
    let sealing_of = |stage: &str| SEALING.replace("STAGE", stage).replace("DIGEST", DIGEST);
    let all = vec![
        (
            seat(SeatChange::Left, Some("unwell"), Some("ann"), 0, vec![]),
            r#""type":"seat","change":"left","color":"black","reason":"unwell","by":"ann","pauses":true"#.to_owned(),
        ),
        (
            seat(SeatChange::Returned, None, None, 58, vec![played]),
            r#""type":"seat","change":"returned","color":"black","from_n":58,"moves":[{"n":58,"color":"white","vertex":"D4"}]"#.to_owned(),
        ),
        (
            sealed(SealChange::HandedOver, sealing(), Some("ann")),
            format!(r#""type":"sealing","change":"handed-over","sealing":{{{}}},"by":"ann""#, sealing_of("sealed")),
        ),
        (
            sealed(SealChange::Opened, opened(), None),
            format!(
                r#""type":"sealing","change":"opened","sealing":{{{},"opened":{{"vertex":"Q16","opened_by":"Ann","at":"2026-12-05T00:30:00.050Z","verified":true}}}}"#,
                sealing_of("opened")
            ),
        ),
        (
            EventBody::Muted(Mute { kind: Kind::Etiquette, until: Some(wall(60)), by: Some("ann".to_owned()) }),
            r#""type":"muted","kind":"etiquette","until":"2026-12-05T00:30:00.060Z","by":"ann""#.to_owned(),
        ),
    ];
    all.into_iter().map(|(body, rest)| (body, &*rest.leak())).collect()
}

/// A sealed point is in no event before the envelope is open.
pub fn names_points(body: &EventBody) -> bool {
    match body {
        EventBody::Seat(seat) => !seat.moves.is_empty(),
        EventBody::Sealing { sealing, .. } => sealing.opened.as_ref().is_some_and(|opened| opened.place.is_some()),
        _ => false,
    }
}

#[test]
fn an_alert_says_what_was_done_about_it() {
    let mut told = alert();
    told.announce = Announce::OffenderTurn;
    told.handling = Handling {
        joined: 2,
        taken_by: Some("ann".to_owned()),
        acknowledged: Some(Acknowledged { by: Some("bo".to_owned()), at: wall(20) }),
        reminded: Some(Reminded { times: 1, at: wall(15) }),
        cured_at: Some(wall(30)),
        reported: Some(Reported { by: Some("bo".to_owned()), to_move: Color::Black, note: Some("loud".to_owned()) }),
    };
    let json = serde_json::to_value(kifud::form::AlertForm::new(&told, "g-1", nineteen())).unwrap();
    assert_eq!((&json["announce"], &json["joined"], &json["taken_by"]), (&"offender-turn".into(), &2.into(), &"ann".into()));
    assert_eq!(json["acknowledged"], serde_json::json!({"by":"bo","at":"2026-12-05T00:30:00.020Z"}));
    assert_eq!(json["reminded"], serde_json::json!({"times":1,"at":"2026-12-05T00:30:00.015Z"}));
    assert_eq!(json["cured_at"], "2026-12-05T00:30:00.030Z");
    assert_eq!(json["reported"], serde_json::json!({"by":"bo","to_move":"black","note":"loud"}));
    let form: kifud::form::AlertForm = serde_json::from_value(json).unwrap();
    assert_eq!(form.read(Some(nineteen())).unwrap(), told);
}

#[test]
fn an_alert_of_an_old_journal_was_announced_at_once_and_nobody_had_it() {
    let text = super::samples::ALERT.replace(r#""announce":"offender-turn","#, "");
    let form: kifud::form::AlertForm = serde_json::from_str(&text).unwrap();
    let read = form.read(Some(nineteen())).unwrap();
    assert_eq!((read.announce, read.handling), (Announce::Now, Handling::default()));
}

#[test]
fn the_game_document_has_seats_the_sealed_move_and_what_is_muted() {
    let seats = ByColor { black: Seat { leaves: 1, away: None }, white: Seat::default() };
    let (sealed, mute) = (sealing(), Mute { kind: Kind::Etiquette, until: None, by: None });
    let form = |seats: &ByColor<Seat>| -> GameForm {
        let seats: &'static ByColor<Seat> = Box::leak(Box::new(seats.clone()));
        let sealed: &'static Sealing = Box::leak(Box::new(sealed.clone()));
        let mute: &'static Mute = Box::leak(Box::new(mute.clone()));
        game(|snapshot| (snapshot.seats, snapshot.sealing, snapshot.muted) = (seats, Some(sealed), vec![mute]))
    };
    let json = serde_json::to_value(form(&seats)).unwrap();
    assert_eq!(json["seats"], serde_json::json!({"black":{"leaves":1},"white":{"leaves":0}}));
    assert_eq!(json["sealing"]["envelope"]["custody"][1]["custodian"], "the safe");
    assert!(json["sealing"].get("opened").is_none());
    assert_eq!(json["muted"], serde_json::json!([{"kind":"etiquette"}]));
    assert!(serde_json::to_value(form(&ByColor::default())).unwrap().get("seats").is_none());
}

/// Every verb with its fields as sent and as understood.
pub fn good() -> Vec<(&'static str, String, Verb)> {
    let own = str::to_owned;
    let seal = || SealRequest { color: Color::White, custodian: own("Ann"), envelope: Some(own("12")), digest: Some(own(DIGEST)) };
    let fields = format!(r#""color":"white","custodian":"Ann","envelope":"12","digest":"{}""#, DIGEST.to_uppercase());
    let open =
        |place, nonce: Option<&str>| Verb::Sealed(SealVerb::Open(OpenRequest { place, opened_by: own("Ann"), nonce: nonce.map(own) }));
    let players = clocks().players;
    vec![
        ("take", own(r#""alert":"a-12""#), Verb::Alert(AlertVerb::Take { alert: own("a-12") })),
        ("mute", own(r#""kind":"etiquette""#), Verb::Alert(AlertVerb::Mute(Mute { kind: Kind::Etiquette, until: None, by: None }))),
        (
            "mute",
            own(r#""kind":"lid-count","until":"2026-12-05T04:00:00.000Z""#),
            Verb::Alert(AlertVerb::Mute(Mute { kind: Kind::LidCount, until: Some(Wall::from_unix_ms(1_796_443_200_000)), by: None })),
        ),
        (
            "report",
            own(r#""kind":"consultation","color":"black","note":"a telephone""#),
            Verb::Alert(AlertVerb::Report(Report { kind: Kind::Consultation, color: Some(Color::Black), note: Some(own("a telephone")) })),
        ),
        ("report", own(r#""kind":"uncovered""#), Verb::Alert(AlertVerb::Report(Report { kind: Kind::Uncovered, color: None, note: None }))),
        ("call", own(r#""color":"black""#), Verb::Alert(AlertVerb::Call(Color::Black))),
        ("claim", own(r#""alert":"a-12","color":"white""#), Verb::Alert(AlertVerb::Claim { alert: own("a-12"), color: Color::White })),
        (
            "leave",
            own(r#""color":"black","reason":"unwell""#),
            Verb::Seat(SeatVerb::Leave(Leave { color: Color::Black, reason: Some(own("unwell")), pauses: false })),
        ),
        (
            "pause",
            own(r#""kind":"leave","color":"black","reason":"unwell""#),
            Verb::Seat(SeatVerb::Leave(Leave { color: Color::Black, reason: Some(own("unwell")), pauses: true })),
        ),
        ("returned", own(r#""color":"black""#), Verb::Seat(SeatVerb::Returned(Color::Black))),
        ("adjourn", own(r#""sealed":true"#), Verb::Sealed(SealVerb::Begin)),
        ("seal", fields.clone(), Verb::Sealed(SealVerb::Seal(seal()))),
        ("hand-over", own(r#""custodian":"the safe""#), Verb::Sealed(SealVerb::HandOver { custodian: own("the safe") })),
        ("open-sealed", format!(r#""vertex":"q16","opened_by":"Ann","nonce":"{NONCE}""#), open(Some(Place::At(at("Q16"))), Some(NONCE))),
        ("open-sealed", own(r#""vertex":"pass","opened_by":"Ann""#), open(Some(Place::Pass), None)),
        ("open-sealed", own(r#""unreadable":true,"opened_by":"Ann""#), open(None, None)),
        (
            "start-game",
            format!(
                r#""continues":"g-0","sealed":{{{fields}}},"clock":{{"black":{{"phase":"main","remaining_ms":5400000,"total_used_ms":1800000}},"white":{{"phase":"byo-yomi","remaining_ms":41200,"periods_left":4,"total_used_ms":7200000}}}}"#
            ),
            Verb::StartGame(Box::new(Start {
                continues: Some(own("g-0")),
                sealed: Some(seal()),
                clock: Some((players, None)),
                ..Start::default()
            })),
        ),
    ]
}

/// verb, fields, code, and words that the message must have: the field and the remedy.
pub const BAD: &[(&str, &str, ErrorCode, &[&str])] = &[
    ("report", r#""kind":"bad-luck""#, ErrorCode::Malformed, &["kind", "uncovered"]),
    ("mute", r#""kind":"etiquette","until":"soon""#, ErrorCode::Malformed, &["until"]),
    ("leave", r#""reason":"tea""#, ErrorCode::Malformed, &["color", "missing"]),
    ("claim", r#""alert":"a-1""#, ErrorCode::Malformed, &["color", "missing"]),
    ("seal", r#""color":"white""#, ErrorCode::Malformed, &["custodian", "missing"]),
    ("seal", r#""color":"white","custodian":"""#, ErrorCode::Malformed, &["custodian", "empty"]),
    ("seal", r#""color":"white","custodian":"Ann","digest":"f00""#, ErrorCode::Malformed, &["digest", "64 hex digits"]),
    ("open-sealed", r#""opened_by":"Ann","vertex":"Q16","nonce":"0011""#, ErrorCode::Malformed, &["nonce", "16 bytes"]),
    ("open-sealed", r#""opened_by":"Ann","vertex":"Q16","unreadable":true"#, ErrorCode::Malformed, &["vertex", "unreadable"]),
    ("open-sealed", r#""vertex":"Q16""#, ErrorCode::Malformed, &["opened_by"]),
    ("start-game", r#""sealed":{"color":"white"}"#, ErrorCode::Malformed, &["sealed", "custodian"]),
];

#[test]
fn cn_14_the_sealed_point_is_refused_where_it_does_not_belong_and_never_repeated() {
    for (verb, fields) in [
        ("seal", r#""color":"white","custodian":"Ann","vertex":"Q16""#),
        ("adjourn", r#""sealed":true,"vertex":"Q16""#),
        ("hand-over", r#""custodian":"Ann","move":"Q16""#),
        ("start-game", r#""sealed":{"color":"white","custodian":"Ann","vertex":"Q16"}"#),
    ] {
        let payload = format!(r#"{{"transaction":"t-1",{fields}}}"#);
        let error = parse_request(verb, None, payload.as_bytes(), nineteen()).unwrap_err().error;
        assert_eq!(error.code, ErrorCode::Malformed, "{verb}");
        assert!(error.message.contains("stays on the paper") && !error.message.contains("Q16"), "{verb}: {}", error.message);
    }
    let wrong = r#"{"transaction":"t-1","opened_by":"Ann","vertex":"Z99"}"#;
    let error = parse_request("open-sealed", None, wrong.as_bytes(), nineteen()).unwrap_err().error;
    assert!(!error.message.contains("Z99"), "{}", error.message);
}

#[test]
fn cn_14_a_digest_that_anybody_can_undo_is_refused() {
    let open = seal_digest(Place::At(at("Q16")), nineteen(), "");
    let payload = format!(r#"{{"transaction":"t-1","color":"white","custodian":"Ann","digest":"{open}"}}"#);
    let error = parse_request("seal", None, payload.as_bytes(), nineteen()).unwrap_err().error;
    assert!(error.message.contains("without a nonce"), "{}", error.message);
}

#[test]
fn cn_14_the_journal_does_not_write_the_point_down_with_the_request() {
    let payload = format!(r#"{{"transaction":"t-1","vertex":"Q16","opened_by":"Ann","nonce":"{NONCE}"}}"#);
    let request = parse_request("open-sealed", None, payload.as_bytes(), nineteen()).unwrap().request;
    let point = format!("{:?}", at("Q16"));
    let kept = input_to_json(&kifud::game::Input::Request(request), None, nineteen());
    assert!(kept.contains("Ann") && !kept.contains("Q16") && !kept.contains(&point) && !kept.contains(NONCE), "{kept}");
}

#[test]
fn an_answer_names_who_had_the_alert_and_what_was_played_meanwhile() {
    let json = |outcome| kifud::form::answer_to_json(&Answer { transaction: "t".to_owned(), outcome: Ok(outcome) }, "g-1");
    let taken = AnswerData::Taken { game_id: "g-1".to_owned(), rev: 9, taken_from: Some("bo".to_owned()) };
    assert_eq!(json(taken), r#"{"transaction":"t","status":"ok","data":{"game_id":"g-1","rev":9,"taken_from":"bo"}}"#);
    let moves = vec![PlayedMove { provisional: false, ..PlayedMove::new(Color::White, Place::At(at("D4"))) }];
    let back = AnswerData::Returned { game_id: "g-1".to_owned(), rev: 9, away_ms: 65_000, from_n: 58, moves, size: nineteen() };
    assert_eq!(
        json(back),
        r#"{"transaction":"t","status":"ok","data":{"game_id":"g-1","rev":9,"away_ms":65000,"moves":[{"n":58,"color":"white","vertex":"D4"}]}}"#
    );
}

/// Anything that can have been done about an alert.
pub fn handling() -> impl Strategy<Value = Handling> {
    let seen = option::of((option::of(words()), any_wall())).prop_map(|seen| seen.map(|(by, at)| Acknowledged { by, at }));
    let reminded = option::of((any::<u32>(), any_wall())).prop_map(|reminded| reminded.map(|(times, at)| Reminded { times, at }));
    let reported = option::of((option::of(words()), color(), option::of(words())))
        .prop_map(|reported| reported.map(|(by, to_move, note)| Reported { by, to_move, note }));
    (0..9_u32, option::of(words()), seen, reminded, option::of(any_wall()), reported).prop_map(
        |(joined, taken_by, acknowledged, reminded, cured_at, reported)| Handling {
            joined,
            taken_by,
            acknowledged,
            reminded,
            cured_at,
            reported,
        },
    )
}

pub fn announce() -> impl Strategy<Value = Announce> {
    select(Announce::ALL.to_vec())
}

/// What happens to seats, sealed moves without their point, and muted kinds.
pub fn body() -> impl Strategy<Value = EventBody> {
    let seat = (color(), option::of(words()), option::of(words()), any::<bool>()).prop_map(|(color, reason, by, pauses)| {
        EventBody::Seat(SeatEvent { change: SeatChange::Left, color, reason, by, pauses, from_n: 0, moves: Vec::new() })
    });
    let mute = (select(Kind::ALL.to_vec()), option::of(any_wall()), option::of(words()));
    let mute = mute.prop_map(|(kind, until, by)| EventBody::Muted(Mute { kind, until, by }));
    let sealed = (color(), 1..500_u32, any_wall(), option::of(id())).prop_map(|(color, n, begun, by)| {
        let sealing = Sealing { color, n, begun, extra_ms: 0, envelope: None, opened: None, over: false };
        EventBody::Sealing { change: SealChange::Begun, sealing, by }
    });
    prop_oneof![seat, mute, sealed]
}
