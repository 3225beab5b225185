//! Rulings, schedules and arrivals in requests, and generated proposals and rulings.

use kifud::game::{
    Announce, BoardRemedy, Cause, Choice, Cite, Citing, ClockBefore, ClockRemedy, Decision, Effects, ErrorCode, EventBody, Ledger,
    LedgerEntry, Override, OverruleRequest, Proposal, RecordBefore, RecordLeft, ResultBefore, RuleRequest, Ruling, RulingOutcome,
    RulingStatus, Sanction, Severity, Verb,
};
use kifud::go::{Color, Place, PlayedMove};
use kifud::referee::{Claiming, Kind, Requires};
use kifud::time::Wall;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::generate::{color, id, player_clock, result, wall, words};

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
        ("adjourn", String::new(), Verb::Adjourn),
        ("arrived", black(), Verb::Arrived { color: Color::Black, at: None }),
        (
            "arrived",
            r#""color":"black","at":"2026-12-05T13:00:00+09:00""#.to_owned(),
            Verb::Arrived { color: Color::Black, at: Some(Wall::from_unix_ms(1_796_443_200_000)) },
        ),
    ]
    .into_iter()
    .chain(decided())
    .collect()
}

fn decided() -> Vec<(&'static str, String, Verb)> {
    vec![
        ("rule", r#""alert":"a-1","rev":2,"outcome":"dismiss","note":"told both""#.to_owned(), ruled(noted(RulingOutcome::Dismiss))),
        (
            "rule",
            r#""alert":"a-1","rev":2,"outcome":"change","clock":[{"color":"white","delta_ms":-450000}],"sanctions":["both-lose"],"note":"told both""#.to_owned(),
            ruled(Decision {
                clock: vec![ClockRemedy { color: Color::White, delta_ms: -450_000, periods_delta: 0 }],
                sanctions: vec![Sanction::BothLose],
                ..noted(RulingOutcome::Change)
            }),
        ),
        (
            "rule",
            r#""game_id":"g-1","alert":"a-1","rev":2,"outcome":"change","kind":"double-move","color":"white","sanctions":["warning","points:2"],"board":"retract","to_move":"black","cause":"accident","players_agree":false,"cite":{"book":"event rules","article":"4"},"replaces":"r-1","note":"told both""#.to_owned(),
            Verb::Rule(Box::new(RuleRequest {
                game_id: Some("g-1".to_owned()),
                alert: "a-1".to_owned(),
                rev: 2,
                replaces: Some("r-1".to_owned()),
                decision: Decision {
                    kind: Some(Kind::DoubleMove),
                    color: Some(Color::White),
                    sanctions: vec![Sanction::Warning, Sanction::Points(2)],
                    board: Some(BoardRemedy::Retract),
                    to_move: Some(Color::Black),
                    cause: Some(Cause::Accident),
                    players_agree: Some(false),
                    cite: Some(Citing { book: Some("event rules".to_owned()), article: "4".to_owned() }),
                    ..noted(RulingOutcome::Change)
                },
            })),
        ),
        (
            "rule",
            r#""alert":"a-1","rev":2,"outcome":"confirm","players_agree":true,"board":"stands","cite":"17.3","note":"told both""#.to_owned(),
            ruled(Decision {
                players_agree: Some(true),
                board: Some(BoardRemedy::Stands),
                cite: Some(Citing { book: None, article: "17.3".to_owned() }),
                ..noted(RulingOutcome::Confirm)
            }),
        ),
        (
            "overrule",
            r#""ruling":"r-1","game_id":"g-1","outcome":"change","sanctions":["draw"]"#.to_owned(),
            overruled(Some("r-1"), None, None, Decision { sanctions: vec![Sanction::Draw], ..Decision::plain(RulingOutcome::Change) }),
        ),
        (
            "overrule",
            r#""alert":"a-4","rev":3,"game_id":"g-1","outcome":"change","board":"none""#.to_owned(),
            overruled(None, Some("a-4"), Some(3), Decision { board: Some(BoardRemedy::None), ..Decision::plain(RulingOutcome::Change) }),
        ),
        (
            "appeal",
            r#""ruling":"r-1","color":"black""#.to_owned(),
            Verb::Appeal { game_id: None, ruling: "r-1".to_owned(), color: Color::Black },
        ),
    ]
}

fn noted(outcome: RulingOutcome) -> Decision {
    Decision { note: Some("told both".to_owned()), ..Decision::plain(outcome) }
}

fn ruled(decision: Decision) -> Verb {
    Verb::Rule(Box::new(RuleRequest { game_id: None, alert: "a-1".to_owned(), rev: 2, replaces: None, decision }))
}

fn overruled(ruling: Option<&str>, alert: Option<&str>, rev: Option<u32>, decision: Decision) -> Verb {
    let own = |id: Option<&str>| id.map(str::to_owned);
    Verb::Overrule(Box::new(OverruleRequest { game_id: own(Some("g-1")), ruling: own(ruling), alert: own(alert), rev, decision }))
}

/// verb, fields, code, and words that the message must have: the field and the remedy.
pub const BAD: &[(&str, &str, ErrorCode, &[&str])] = &[
    ("overrule", r#""ruling":"r-1""#, ErrorCode::Malformed, &["outcome", "missing"]),
    ("overrule", r#""outcome":"dismiss""#, ErrorCode::Malformed, &["ruling is missing", "alert"]),
    ("overrule", r#""outcome":"dismiss","alert":"a-1""#, ErrorCode::Malformed, &["rev is missing"]),
    ("appeal", r#""ruling":"r-1""#, ErrorCode::Malformed, &["color", "missing"]),
    ("appeal", r#""ruling":"","color":"black""#, ErrorCode::Malformed, &["ruling is no id"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","kind":"sneeze""#, ErrorCode::Malformed, &["kind", "sneeze"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","cause":"fate""#, ErrorCode::Malformed, &["cause", "fate"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"dismiss","board":"restore""#, ErrorCode::Malformed, &["board", "confirm and change"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","cite":"""#, ErrorCode::Malformed, &["cite is empty"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","cite":{"article":"4"}"#, ErrorCode::Malformed, &["cite", "book", "missing"]),
    (
        "rule",
        r#""alert":"a-1","rev":1,"outcome":"change","sanctions":["points:1001"]"#,
        ErrorCode::Malformed,
        &["sanctions", "points:1001", "1000 at most"],
    ),
    (
        "rule",
        r#""alert":"a-1","rev":1,"outcome":"change","sanctions":["warning","warning","warning","warning","warning","warning","warning","warning"]"#,
        ErrorCode::Malformed,
        &["sanctions has 8 entries", "7 at most"],
    ),
    ("rule", r#""alert":"a-1","outcome":"confirm""#, ErrorCode::Malformed, &["rev", "missing"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"pardon""#, ErrorCode::Malformed, &["outcome", "pardon"]),
    ("rule", r#""alert":"a-1","rev":1,"outcome":"confirm","board":"burn""#, ErrorCode::Malformed, &["board", "burn"]),
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

fn board() -> impl Strategy<Value = BoardRemedy> {
    use BoardRemedy::{ForcedPass, None, Restore, Retract, Stands};
    select(vec![None, Restore, Stands, Retract, ForcedPass])
}

pub fn proposal() -> impl Strategy<Value = Proposal> {
    (any::<bool>(), board(), vec(remedy(), 0..3), vec(sanction(), 0..3)).prop_map(|(conditional, board, clock, sanctions)| Proposal {
        conditional,
        board,
        clock,
        sanctions,
    })
}

fn effects() -> impl Strategy<Value = Effects> {
    let left = (any::<u32>(), any::<u32>(), words()).prop_map(|(moves, edits, position_hash)| RecordLeft { moves, edits, position_hash });
    let record = (1..400_u32, any::<bool>(), color(), left).prop_map(|(from_n, passed, to_move, left)| {
        let pass = PlayedMove { forced: true, provisional: false, ..PlayedMove::new(to_move, Place::Pass) };
        RecordBefore { from_n, moves: if passed { vec![pass] } else { vec![] }, edits: vec![], to_move, left }
    });
    let clock = (color(), player_clock()).prop_map(|(color, shown)| ClockBefore { color, shown });
    let result = option::of(prop_oneof![Just(ResultBefore::GameOn), result().prop_map(ResultBefore::Was)]);
    (option::of(record), vec(clock, 0..2), result).prop_map(|(record, clocks, result)| Effects { record, clocks, result })
}

pub fn ruling() -> impl Strategy<Value = Ruling> {
    let outcome = select(vec![RulingOutcome::Confirm, RulingOutcome::Dismiss, RulingOutcome::Change]);
    let status = select(vec![RulingStatus::Standing, RulingStatus::Appealed, RulingStatus::Overruled, RulingStatus::Replaced]);
    let cause = option::of(select(vec![Cause::Accident, Cause::Deliberate, Cause::Outside, Cause::Dropped]));
    let what = (outcome, option::of(select(Kind::ALL)), option::of(color()), vec(sanction(), 0..3), board(), vec(remedy(), 0..3));
    let how = (option::of(color()), cause, option::of(any::<bool>()), option::of(cite()));
    let links = (option::of(id()), option::of(id()), any::<bool>(), status, effects());
    let ids = (id(), id(), option::of(words()), wall(), option::of(words()));
    (ids, what, how, links).prop_map(|(ids, what, how, links)| {
        let (id, alert, by, at, note) = ids;
        let (outcome, kind, color, sanctions, board, clock) = what;
        let (to_move, cause, players_agree, cite) = how;
        let (replaces, appeal, chief, status, effects) = links;
        Ruling {
            id,
            alert,
            outcome,
            kind,
            color,
            sanctions,
            board,
            clock,
            to_move,
            cause,
            players_agree,
            cite,
            replaces,
            appeal,
            chief,
            by,
            at,
            status,
            note,
            effects,
        }
    })
}

pub fn ledger() -> impl Strategy<Value = EventBody> {
    let entry = (0..5_u8, -9..9_i64).prop_map(|(what, many)| match what {
        0 => LedgerEntry::Overtime(many),
        1 => LedgerEntry::Conduct(many),
        2 => LedgerEntry::Caution(many),
        3 => LedgerEntry::Warning(many),
        _ => LedgerEntry::Loss(many),
    });
    (color(), entry, option::of(cite()), totals()).prop_map(|(color, entry, cite, totals)| EventBody::Ledger { color, entry, cite, totals })
}

pub fn totals() -> impl Strategy<Value = Ledger> {
    any::<[u32; 4]>().prop_map(|[cautions, warnings, overtime, conduct]| Ledger { cautions, warnings, overtime, conduct })
}

pub fn overridden() -> impl Strategy<Value = Override> {
    let severity = option::of(select(vec![Severity::Notice, Severity::Attention, Severity::Ruling]));
    let board = option::of(select(BoardRemedy::ALL.to_vec()));
    let announce = option::of(select(vec![Announce::Now, Announce::OffenderTurn]));
    let sanctions = option::of(vec(select(vec![Sanction::Caution, Sanction::Points(2)]), 0..3));
    let claim = option::of(select(Claiming::ALL.to_vec()));
    let requires = option::of(select(vec![Requires::Referee, Requires::Chief]));
    (select(Kind::ALL.to_vec()), sanctions, option::of(words()), severity, board, (announce, claim, requires)).prop_map(
        |(kind, sanctions, cite, severity, board, (announce, claim, requires))| Override {
            kind,
            sanctions,
            cite,
            severity,
            board,
            announce,
            claim,
            requires,
        },
    )
}

pub fn choices() -> impl Strategy<Value = Vec<Choice>> {
    vec(select(vec![Choice::Sanction(Sanction::Points(2)), Choice::Board(BoardRemedy::ForcedPass)]), 0..3)
}
