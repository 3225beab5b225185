//! Rulings, schedules and arrivals in requests, and generated proposals and rulings.

use kifud::game::{
    Announce, BoardRemedy, Choice, Cite, ClockRemedy, ErrorCode, Override, Proposal, RuleRequest, Ruling, RulingOutcome, RulingStatus,
    Sanction, Severity, Verb,
};
use kifud::go::Color;
use kifud::referee::Kind;
use kifud::time::Wall;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::generate::{color, id, wall, words};

/// Verbs with their fields as sent and as understood.
pub fn good() -> Vec<(&'static str, String, Verb)> {
    let black = || r#""color":"black""#.to_owned();
    let own = str::to_owned;
    vec![
        ("pause", own(r#""reason":"a glass fell over""#), Verb::Pause { reason: own("a glass fell over"), until: None }),
        (
            "pause",
            own(r#""kind":"lunch","until":"2026-12-05T13:00:00.000+09:00""#),
            Verb::Pause { reason: own("lunch, until 2026-12-05T04:00:00.000Z"), until: Some(Wall::from_unix_ms(1_796_443_200_000)) },
        ),
        (
            "pause",
            own(r#""kind":"leave","color":"black","reason":"unwell""#),
            Verb::Pause { reason: own("leave, black, unwell"), until: None },
        ),
        ("adjourn", String::new(), Verb::Adjourn),
        ("arrived", black(), Verb::Arrived { color: Color::Black, at: None }),
        (
            "arrived",
            r#""color":"black","at":"2026-12-05T13:00:00+09:00""#.to_owned(),
            Verb::Arrived { color: Color::Black, at: Some(Wall::from_unix_ms(1_796_443_200_000)) },
        ),
        ("rule", r#""alert":"a-1","rev":2,"outcome":"dismiss","note":"told both""#.to_owned(), ruled(RulingOutcome::Dismiss, vec![], vec![])),
        (
            "rule",
            r#""alert":"a-1","rev":2,"outcome":"change","clock":[{"color":"white","delta_ms":-450000}],"sanctions":["both-lose"],"note":"told both""#.to_owned(),
            ruled(
                RulingOutcome::Change,
                vec![ClockRemedy { color: Color::White, delta_ms: -450_000, periods_delta: 0 }],
                vec![Sanction::BothLose],
            ),
        ),
    ]
}

fn ruled(outcome: RulingOutcome, clock: Vec<ClockRemedy>, sanctions: Vec<Sanction>) -> Verb {
    let note = Some("told both".to_owned());
    Verb::Rule(Box::new(RuleRequest { alert: "a-1".to_owned(), rev: 2, outcome, clock, sanctions, note }))
}

/// verb, fields, code, and words that the message must have: the field and the remedy.
pub const BAD: &[(&str, &str, ErrorCode, &[&str])] = &[
    ("overrule", r#""ruling":"r-1""#, ErrorCode::UnknownVerb, &["overrule", "not supported yet"]),
    ("rule", r#""alert":"a-1","outcome":"confirm""#, ErrorCode::Malformed, &["rev", "missing"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"pardon""#, ErrorCode::Malformed, &["outcome", "pardon"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","board":"restore""#, ErrorCode::UnknownField, &["board", "not supported yet"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","verdict":1"#, ErrorCode::UnknownField, &["verdict"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","sanctions":["loss"]"#, ErrorCode::Malformed, &["sanctions", "change"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"change","sanctions":["death"]"#, ErrorCode::Malformed, &["sanctions[0]", "loss"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"change","clock":[{"color":"black"}]"#, ErrorCode::Malformed, &["delta_ms"]),
    ("prepare-game", r#""schedule":{"start":1}"#, ErrorCode::UnknownField, &["schedule", "start"]),
    ("prepare-game", r#""schedule":{"absent_after":"15m"}"#, ErrorCode::Malformed, &["schedule", "absent_after needs start_at"]),
    ("prepare-game", r#""schedule":{"lateness":"x9"}"#, ErrorCode::Malformed, &["schedule.lateness", "x9"]),
    (
        "rule",
        r#""alert":"a-1","rev":1,"outcome":"change","clock":[{"color":"black","delta_ms":1},{"color":"black","delta_ms":1},{"color":"black","delta_ms":1},{"color":"black","delta_ms":1},{"color":"black","delta_ms":1}]"#,
        ErrorCode::Malformed,
        &["clock has 5 entries", "4 at most"],
    ),
    ("arrived", r#""color":"black","at":"soon""#, ErrorCode::Malformed, &["at", "2026-12-05T09:30:00.000Z"]),
];

pub fn cite() -> impl Strategy<Value = Cite> {
    (id(), id()).prop_map(|(book, article)| Cite { book, article })
}

fn remedy() -> impl Strategy<Value = ClockRemedy> {
    (color(), any::<i64>(), any::<i32>()).prop_map(|(color, delta_ms, periods_delta)| ClockRemedy { color, delta_ms, periods_delta })
}

fn sanction() -> impl Strategy<Value = Sanction> {
    use Sanction::{BothLose, Caution, Draw, Loss, Points, Replay, Warning};
    select(vec![Caution, Warning, Points(1), Points(90), Loss, BothLose, Draw, Replay])
}

pub fn proposal() -> impl Strategy<Value = Proposal> {
    use BoardRemedy::{ForcedPass, None, Restore, Retract, Stands};
    let board = select(vec![None, Restore, Stands, Retract, ForcedPass]);
    (any::<bool>(), board, vec(remedy(), 0..3), vec(sanction(), 0..3)).prop_map(|(conditional, board, clock, sanctions)| Proposal {
        conditional,
        board,
        clock,
        sanctions,
    })
}

pub fn ruling() -> impl Strategy<Value = Ruling> {
    let outcome = select(vec![RulingOutcome::Confirm, RulingOutcome::Dismiss, RulingOutcome::Change]);
    let what = (outcome, vec(sanction(), 0..3), vec(remedy(), 0..3));
    (id(), id(), what, option::of(words()), wall(), option::of(words())).prop_map(
        |(id, alert, (outcome, sanctions, clock), by, at, note)| Ruling {
            id,
            alert,
            outcome,
            sanctions,
            clock,
            by,
            at,
            status: RulingStatus::Standing,
            note,
        },
    )
}

pub fn overridden() -> impl Strategy<Value = Override> {
    let severity = option::of(select(vec![Severity::Notice, Severity::Attention, Severity::Ruling]));
    let board = option::of(select(BoardRemedy::ALL.to_vec()));
    let announce = option::of(select(vec![Announce::Now, Announce::OffenderTurn]));
    let sanctions = option::of(vec(select(vec![Sanction::Caution, Sanction::Points(2)]), 0..3));
    (select(Kind::ALL.to_vec()), sanctions, option::of(words()), severity, board, announce)
        .prop_map(|(kind, sanctions, cite, severity, board, announce)| Override { kind, sanctions, cite, severity, board, announce })
}

pub fn choices() -> impl Strategy<Value = Vec<Choice>> {
    vec(select(vec![Choice::Sanction(Sanction::Points(2)), Choice::Board(BoardRemedy::ForcedPass)]), 0..3)
}
