//! One of everything.

use kifud::clock::TimeControl;
use kifud::game::{
    Alert, AlertState, Announce, Basis, BoardChange, Choice, Claim, ClaimState, ClaimUntil, ClockChange, ClockDocument, CloseReason,
    CompetitionForm, EndedBy, Entrants, Event, EventBody, GameResult, GameStarted, MatchInfo, Phase, Placing, Player, PlayerClockState,
    PlayerPhase, Players, ResultState, RetractedBecause, Severity, SideScore, TurnEndedBy,
};
use kifud::game::{Language, Text};
use kifud::go::{ByColor, Color, Edit, HalfPoints, Place, PlayedMove, Point, Setup, Size};
use kifud::sense::{Discrepancy, Expected};
use kifud::time::{Mono, Wall};
use kifud::wire::Cell;

pub fn nineteen() -> Size {
    Size::square(19).expect("19 is a size")
}

pub fn at(vertex: &str) -> Point {
    Point::from_vertex(vertex, nineteen()).expect("a vertex")
}

/// A match with everything that its competition fixes.
pub fn cup() -> MatchInfo {
    let pair = Placing {
        board: 1,
        team: Some("East".to_owned()),
        player: "An".to_owned(),
        partner: Some("Bo".to_owned()),
        substitutes: vec!["Cho".to_owned()],
    };
    let (form, lineup) = (Some(CompetitionForm::KnockOut), vec![pair]);
    let score = vec![
        SideScore { side: "An".to_owned(), won: 1, drawn: 1, lost: 0 },
        SideScore { side: "Cho".to_owned(), won: 0, drawn: 1, lost: 1 },
    ];
    MatchInfo {
        event: Some("Cup".to_owned()),
        round: Some(3),
        board: Some(12),
        form,
        entrants: Some(Entrants::Substitution),
        games: Some(2),
        losses: Some(1),
        game: Some(2),
        score,
        lineup,
    }
}

/// 2026-12-05T00:30:00.000Z and so many ms.
pub fn wall(ms: i64) -> Wall {
    Wall::from_unix_ms(1_796_430_600_000 + ms)
}

pub fn event(seq: u64, body: EventBody) -> Event {
    Event { game_id: "g-1".to_owned(), seq, rev: seq, at: wall(seq as i64), body }
}

pub fn started() -> GameStarted {
    GameStarted {
        rulebook: "china-1988".to_owned(),
        overrides: Vec::new(),
        size: nineteen(),
        komi: HalfPoints(11),
        handicap: 0,
        players: Players {
            black: Some(Player { name: "Iyama".to_owned(), names: vec![("ja".to_owned(), "井山".to_owned())], ..Player::default() }),
            white: None,
        },
        setup: Setup::default(),
        first: Color::Black,
        captured_before: Some(ByColor::default()),
        time: Some(TimeControl::ByoYomi { main_ms: 7_200_000, periods: 5, period_ms: 60_000 }),
        continues: None,
        sealing: None,
        given: ByColor::default(),
    }
}

pub fn clocks() -> ClockDocument {
    ClockDocument {
        as_of: wall(20),
        as_of_mono: Mono::ZERO,
        running: Some(Color::White),
        from_device: true,
        stale: false,
        uncertainty_ms: 30,
        capture_neutral: None,
        derived: ByColor::default(),
        turn_started: Some(wall(10)),
        turn_used_ms: Some(12_800),
        players: ByColor {
            black: PlayerClockState { phase: PlayerPhase::Main, remaining_ms: 5_400_000, total_used_ms: 1_800_000, delay_left_ms: None },
            white: PlayerClockState {
                phase: PlayerPhase::ByoYomi { periods_left: 4 },
                remaining_ms: 41_200,
                total_used_ms: 7_200_000,
                delay_left_ms: None,
            },
        },
    }
}

/// What the alert says.
pub fn text() -> Text {
    Text::each(|language| match language {
        Language::En => "Stones lifted that were not captured".to_owned(),
        Language::ZhHans => "误提有气之子".to_owned(),
        Language::ZhHant => "誤提有氣之子".to_owned(),
        Language::Ja => "取れていない石を取り上げた".to_owned(),
        Language::Ko => "활로가 있는 돌을 들어냄".to_owned(),
    })
}

pub fn alert() -> Alert {
    Alert {
        id: "a-12".to_owned(),
        rev: 2,
        kind: kifud::referee::Kind::WrongCapture,
        severity: Severity::Attention,
        basis: Basis::Suspected,
        state: AlertState::Open,
        color: Some(Color::White),
        n: Some(58),
        points: vec![at("C3"), at("C4")],
        happened: wall(0),
        detected: wall(5),
        next_play_made: false,
        cite: Some(kifud::game::Cite { book: "china-1988".to_owned(), article: "18".to_owned() }),
        claim: Some(Claim { by: Color::Black, until: ClaimUntil::NextMove, state: ClaimState::Open }),
        text: text(),
        proposal: Some(kifud::game::Proposal {
            conditional: true,
            board: kifud::game::BoardRemedy::Restore,
            clock: vec![kifud::game::ClockRemedy { color: Color::White, delta_ms: -450_000, periods_delta: 0 }],
            sanctions: vec![kifud::game::Sanction::Warning],
        }),
        choices: vec![Choice::Sanction(kifud::game::Sanction::Draw), Choice::Board(kifud::game::BoardRemedy::Stands)],
        announce: Announce::OffenderTurn,
        requires: Some(kifud::game::Requires::Referee),
        cycle: None,
        evidence: Some(kifud::game::Evidence {
            from: wall(0),
            to: wall(4_500),
            steps: vec![kifud::game::Step { at: wall(2_250), point: at("C3"), from: Cell::Stone(Color::White), to: Cell::Empty }],
            cut: false,
        }),
        handling: kifud::game::Handling::default(),
    }
}

/// A ruling as the first versions wrote it.
pub fn ruling() -> kifud::game::Ruling {
    kifud::game::Ruling {
        id: "r-3".to_owned(),
        alert: "a-9".to_owned(),
        outcome: kifud::game::RulingOutcome::Confirm,
        kind: None,
        color: None,
        sanctions: vec![kifud::game::Sanction::Loss],
        board: kifud::game::BoardRemedy::None,
        clock: vec![kifud::game::ClockRemedy { color: Color::Black, delta_ms: -450_000, periods_delta: 0 }],
        to_move: None,
        cause: None,
        players_agree: None,
        cite: None,
        replaces: None,
        appeal: None,
        chief: false,
        by: Some("ann".to_owned()),
        at: wall(20),
        status: kifud::game::RulingStatus::Standing,
        note: Some("both were told".to_owned()),
        effects: kifud::game::Effects::default(),
    }
}

/// A ruling with everything that can be said of one.
pub fn full_ruling() -> kifud::game::Ruling {
    use kifud::game::{ClockBefore, Effects, RecordBefore, RecordLeft, ResultBefore};
    let forced = PlayedMove { provisional: false, ..PlayedMove::new(Color::White, Place::At(at("D4"))) };
    let left = RecordLeft { moves: 57, edits: 0, position_hash: "00f1".to_owned() };
    let record = RecordBefore { from_n: 58, moves: vec![forced], edits: vec![], to_move: Color::Black, left };
    kifud::game::Ruling {
        kind: Some(kifud::referee::Kind::DoubleMove),
        color: Some(Color::White),
        board: kifud::game::BoardRemedy::Retract,
        to_move: Some(Color::Black),
        cause: Some(kifud::game::Cause::Accident),
        players_agree: Some(true),
        cite: Some(kifud::game::Cite { book: "china-1988".to_owned(), article: "17.1".to_owned() }),
        replaces: Some("r-2".to_owned()),
        appeal: Some("a-10".to_owned()),
        chief: true,
        status: kifud::game::RulingStatus::Appealed,
        effects: Effects {
            record: Some(record),
            clocks: vec![ClockBefore { color: Color::White, shown: clocks().players.white }],
            result: Some(ResultBefore::Was(result(EndedBy::Resignation, Some(Color::Black), None))),
        },
        ..ruling()
    }
}

pub fn result(by: EndedBy, winner: Option<Color>, margin: Option<i32>) -> GameResult {
    GameResult { by, winner, margin: margin.map(HalfPoints), state: ResultState::Final }
}

/// A move with everything that can be said of one.
pub fn marked_move() -> PlayedMove {
    PlayedMove {
        color: Color::White,
        place: Place::At(at("D4")),
        used_ms: Some(5_120),
        provisional: true,
        forced: false,
        illegal: vec!["ko-violation".to_owned()],
        disputed: Some("a-12".to_owned()),
        entered_by: Some("ann".to_owned()),
        captured: vec![at("D5"), at("E4")],
    }
}

/// Every kind of event with its exact JSON after `"at":"…",`.
pub fn all_events() -> Vec<(EventBody, &'static str)> {
    let mut all = record_events();
    all.extend(alert_events());
    all.extend(clock_events());
    all.extend(other_events());
    all.extend(super::desk::events());
    all
}

fn record_events() -> Vec<(EventBody, &'static str)> {
    let plain = PlayedMove::new(Color::Black, Place::At(at("Q16")));
    let forced = PlayedMove { forced: true, provisional: false, ..PlayedMove::new(Color::White, Place::Pass) };
    let edit = Edit { after: 57, black: vec![], white: vec![at("A1")], empty: vec![at("C3")], reason: "a-12".to_owned() };
    vec![
        (
            EventBody::GameStarted(Box::new(started())),
            r#""type":"game-started","rulebook":"china-1988","size":19,"komi":5.5,"handicap":0,"players":{"black":{"name":"Iyama","names":{"ja":"井山"}}},"setup":{"black":[],"white":[]},"to_move":"black","captured":{"black":0,"white":0},"time":{"system":"byo-yomi","main":"2h","periods":5,"period":"1m"}"#,
        ),
        (
            EventBody::Move { n: 1, played: plain, position_hash: "00f1".to_owned() },
            r#""type":"move","n":1,"color":"black","vertex":"Q16","provisional":true,"position_hash":"00f1""#,
        ),
        (
            EventBody::Move { n: 58, played: marked_move(), position_hash: "00f1".to_owned() },
            r#""type":"move","n":58,"color":"white","vertex":"D4","used_ms":5120,"provisional":true,"illegal":["ko-violation"],"disputed":"a-12","entered_by":"ann","captured":["D5","E4"],"position_hash":"00f1""#,
        ),
        (
            EventBody::TurnEnded {
                n: 57,
                color: Color::White,
                by: TurnEndedBy::Press,
                used_ms: Some(5_120),
                overrun_ms: Some(80),
                clock: Some(clocks().players.white),
            },
            r#""type":"turn-ended","n":57,"color":"white","by":"press","used_ms":5120,"overrun_ms":80,"clock":{"phase":"byo-yomi","remaining_ms":41200,"periods_left":4,"total_used_ms":7200000}"#,
        ),
        (
            EventBody::TurnEnded { n: 57, color: Color::Black, by: TurnEndedBy::Cleared, used_ms: None, overrun_ms: None, clock: None },
            r#""type":"turn-ended","n":57,"color":"black","by":"cleared""#,
        ),
        (
            EventBody::MoveRetracted {
                n: 57,
                point: Some(at("Q16")),
                because: RetractedBecause::Alert("a-12".to_owned()),
                position_hash: "00f1".to_owned(),
            },
            r#""type":"move-retracted","n":57,"vertex":"Q16","because":{"by":"alert","id":"a-12"},"position_hash":"00f1""#,
        ),
        (
            EventBody::MoveRetracted { n: 2, point: None, because: RetractedBecause::Reconstruction, position_hash: "00f1".to_owned() },
            r#""type":"move-retracted","n":2,"vertex":"pass","because":{"by":"reconstruction"},"position_hash":"00f1""#,
        ),
        (
            EventBody::RecordChanged {
                from_n: 57,
                moves: vec![forced],
                edits: vec![edit],
                because: "tx-9".to_owned(),
                position_hash: "00f1".to_owned(),
            },
            r#""type":"record-changed","from_n":57,"moves":[{"n":57,"color":"white","vertex":"pass","forced":true}],"edits":[{"after":57,"black":[],"white":["A1"],"empty":["C3"],"reason":"a-12"}],"because":"tx-9","position_hash":"00f1""#,
        ),
    ]
}

pub const ALERT: &str = r#"{"schema":"1.0","id":"a-12","rev":2,"game_id":"g-1","kind":"wrong-capture","severity":"attention","basis":"suspected","state":"open","color":"white","n":58,"vertices":["C3","C4"],"happened":"2026-12-05T00:30:00.000Z","detected":"2026-12-05T00:30:00.005Z","next_play_made":false,"cite":{"book":"china-1988","article":"18"},"claim":{"by":"black","until":"next-move","state":"open"},"text":{"en":"Stones lifted that were not captured (Chinese rules 1988, article 18)","ja":"取れていない石を取り上げた（中国囲碁規則1988年版 第18条）","ko":"활로가 있는 돌을 들어냄 (중국 규칙 1988, 제18조)","zh-Hans":"误提有气之子（中国围棋竞赛规则1988 第18条）","zh-Hant":"誤提有氣之子（中國圍棋競賽規則1988 第18條）"},"proposal":{"conditional":true,"board":"restore","clock":[{"color":"white","delta_ms":-450000}],"sanctions":["warning"]},"announce":"offender-turn","options":["confirm","dismiss","change","draw","stands"],"requires":"referee","evidence":{"from":"2026-12-05T00:30:00.000Z","to":"2026-12-05T00:30:04.500Z","steps":[{"at":"2026-12-05T00:30:02.250Z","vertex":"C3","from":"white","to":"empty"}]}}"#;

fn alert_events() -> Vec<(EventBody, &'static str)> {
    vec![
        (EventBody::AlertRaised(alert()), r#""type":"alert-raised","alert":ALERT"#),
        (EventBody::AlertChanged(alert()), r#""type":"alert-changed","alert":ALERT"#),
        (
            EventBody::AlertClosed { alert: alert(), because: CloseReason::Gone },
            r#""type":"alert-closed","alert":ALERT,"because":{"by":"gone"}"#,
        ),
        (
            EventBody::AlertClosed { alert: alert(), because: CloseReason::GameOver },
            r#""type":"alert-closed","alert":ALERT,"because":{"by":"game-over"}"#,
        ),
        (
            EventBody::AlertClosed { alert: alert(), because: CloseReason::Decided("r-3".to_owned()) },
            r#""type":"alert-closed","alert":ALERT,"because":{"by":"decided","id":"r-3"}"#,
        ),
    ]
}

pub const CLOCK: &str = r#"{"schema":"1.0","game_id":"g-1","as_of":"2026-12-05T00:30:00.020Z","running":"white","source":"device","stale":false,"uncertainty_ms":30,"turn_started":"2026-12-05T00:30:00.010Z","turn_used_ms":12800,"black":{"phase":"main","remaining_ms":5400000,"total_used_ms":1800000},"white":{"phase":"byo-yomi","remaining_ms":41200,"periods_left":4,"total_used_ms":7200000}}"#;

fn clock_events() -> Vec<(EventBody, &'static str)> {
    let clock = |change, color| EventBody::Clock { change, color, clock: clocks(), why: None };
    vec![
        (clock(ClockChange::Started, None), r#""type":"clock","change":"started","clock":CLOCK"#),
        (clock(ClockChange::PeriodUsed, Some(Color::White)), r#""type":"clock","change":"period-used","color":"white","clock":CLOCK"#),
        (
            clock(ClockChange::Flagged { provisional: true }, Some(Color::White)),
            r#""type":"clock","change":"flagged","provisional":true,"color":"white","clock":CLOCK"#,
        ),
        (
            clock(ClockChange::Flagged { provisional: false }, Some(Color::White)),
            r#""type":"clock","change":"flagged","color":"white","clock":CLOCK"#,
        ),
        (
            EventBody::Clock {
                change: ClockChange::Adjusted,
                color: Some(Color::White),
                clock: clocks(),
                why: Some(kifud::game::Why { by: Some("ann".to_owned()), because: "r-3".to_owned() }),
            },
            r#""type":"clock","change":"adjusted","color":"white","clock":CLOCK,"by":"ann","because":"r-3""#,
        ),
    ]
}

fn other_events() -> Vec<(EventBody, &'static str)> {
    let differing = |expected, seen| Discrepancy { point: at("C3"), expected, seen };
    vec![
        (
            EventBody::Ledger {
                color: Color::White,
                entry: kifud::game::LedgerEntry::Overtime(2),
                cite: Some(kifud::game::Cite { book: "ing".to_owned(), article: "7".to_owned() }),
                totals: kifud::game::Ledger { overtime: 4, ..kifud::game::Ledger::default() },
            },
            r#""type":"ledger","color":"white","entry":"points","points":2,"source":"overtime","cite":{"book":"ing","article":"7"},"totals":{"cautions":0,"warnings":0,"points":{"overtime":4,"conduct":0}}"#,
        ),
        (
            EventBody::Ruling(ruling()),
            r#""type":"ruling","ruling":{"id":"r-3","alert":"a-9","outcome":"confirm","sanctions":["loss"],"clock":[{"color":"black","delta_ms":-450000}],"by":"ann","at":"2026-12-05T00:30:00.020Z","status":"standing"},"note":"both were told""#,
        ),
        (
            EventBody::Ruling(full_ruling()),
            r#""type":"ruling","ruling":{"id":"r-3","alert":"a-9","outcome":"confirm","kind":"double-move","color":"white","sanctions":["loss"],"board":"retract","clock":[{"color":"black","delta_ms":-450000}],"to_move":"black","cause":"accident","players_agree":true,"cite":{"book":"china-1988","article":"17.1"},"replaces":"r-2","appeal":"a-10","chief":true,"by":"ann","at":"2026-12-05T00:30:00.020Z","status":"appealed"},"note":"both were told","effects":{"record":{"from_n":58,"moves":[{"n":58,"color":"white","vertex":"D4"}],"edits":[],"to_move":"black","left":{"moves":57,"edits":0,"position_hash":"00f1"}},"clocks":[{"color":"white","shown":{"phase":"byo-yomi","remaining_ms":41200,"periods_left":4,"total_used_ms":7200000}}],"result":{"was":{"winner":"black","by":"resignation","sgf":"B+R","state":"final"}}}"#,
        ),
        (
            EventBody::Ledger {
                color: Color::White,
                entry: kifud::game::LedgerEntry::Warning(-1),
                cite: None,
                totals: kifud::game::Ledger { cautions: 1, conduct: 2, ..kifud::game::Ledger::default() },
            },
            r#""type":"ledger","color":"white","entry":"warning","number":-1,"totals":{"cautions":1,"warnings":0,"points":{"overtime":0,"conduct":2}}"#,
        ),
        (
            EventBody::Phase { from: Phase::Playing, to: Phase::Paused, because: "lunch".to_owned() },
            r#""type":"phase","from":"playing","to":"paused","because":"lunch""#,
        ),
        (EventBody::Board { change: BoardChange::Lost, discrepancies: vec![] }, r#""type":"board","change":"lost""#),
        (
            EventBody::Board {
                change: BoardChange::Differs,
                discrepancies: vec![
                    differing(Expected::Empty, Cell::Stone(Color::Black)),
                    differing(Expected::Stone(Color::White), Cell::StoneOfUnknownColor),
                    differing(Expected::Stone(Color::Black), Cell::Unreadable),
                    differing(Expected::Stone(Color::Black), Cell::Empty),
                ],
            },
            r#""type":"board","change":"differs","discrepancies":[{"vertex":"C3","expected":"empty","seen":"black"},{"vertex":"C3","expected":"white","seen":"stone"},{"vertex":"C3","expected":"black","seen":"unreadable"},{"vertex":"C3","expected":"black","seen":"empty"}]"#,
        ),
        (
            EventBody::PlayersChanged { players: started().players, because: "tx-9".to_owned() },
            r#""type":"players-changed","players":{"black":{"name":"Iyama","names":{"ja":"井山"}}},"because":"tx-9""#,
        ),
        (
            EventBody::GameEnded(result(EndedBy::Resignation, Some(Color::Black), None)),
            r#""type":"game-ended","result":{"winner":"black","by":"resignation","sgf":"B+R","state":"final"}"#,
        ),
        (
            EventBody::ResultChanged(GameResult { state: ResultState::Changed, ..result(EndedBy::Score, Some(Color::White), Some(3)) }),
            r#""type":"result-changed","result":{"winner":"white","by":"score","margin":1.5,"sgf":"W+1.5","state":"changed"}"#,
        ),
    ]
}
