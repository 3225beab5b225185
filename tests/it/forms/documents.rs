//! Documents as JSON, field by field as in CONTRACT 4.

use kifud::form::{
    AlertForm, BoardHealth, ClockForm, ClockHealth, DriversForm, FindingForm, GameForm, HealthForm, InfoForm, Instant, PlayersForm,
    PointsForm, RulebookForm, SizeForm, StatusForm, TableState, TimeForm,
};
use kifud::game::{
    Count, DeadBy, Diagram, EndedBy, GameResult, MatchInfo, Override, Phase, Player, Players, Rulebook, Sanction, Snapshot, position_hash,
};
use kifud::go::{ByColor, Color, Edit, HalfPoints, Place, PlayedMove, Point, Record, Setup, Size};
use kifud::sense::{Discrepancy, Expected};
use kifud::wire::Cell;
use serde_json::{Value, json};

use super::samples::{ALERT, CLOCK, alert, clocks, nineteen, result, wall};

/// A small game of which every field of the contract's example is known.
pub fn record() -> Record {
    let size = Size::square(3).expect("3 is a size");
    let at = |vertex| Point::from_vertex(vertex, size).expect("a vertex");
    let mut record = Record::new(size);
    record.setup = Setup { black: vec![at("A1")], white: vec![] };
    record.first = Color::White;
    let ended = |color, place, used_ms| PlayedMove { used_ms, provisional: false, ..PlayedMove::new(color, place) };
    record.moves = vec![
        ended(Color::White, Place::At(at("B2")), Some(5_120)),
        PlayedMove { forced: true, ..ended(Color::Black, Place::Pass, None) },
        PlayedMove { captured: vec![at("A1")], ..PlayedMove::new(Color::White, Place::At(at("A2"))) },
    ];
    record.edits = vec![Edit { after: 2, black: vec![], white: vec![at("B1")], empty: vec![], reason: "a-12".to_owned() }];
    record
}

pub fn game(change: impl FnOnce(&mut Snapshot<'_>)) -> GameForm {
    let record = record();
    let diagram = Diagram::of(&record);
    let match_info = MatchInfo { event: Some("Cup".to_owned()), round: Some(3), board: Some(12), ..MatchInfo::default() };
    let players = Players { black: Some(Player { name: "Ann".to_owned(), ..Player::default() }), white: None };
    let seats = ByColor::default();
    let mut snapshot = Snapshot {
        game_id: "g-1",
        seq: 118,
        rev: 61,
        as_of: wall(0),
        phase: Phase::Playing,
        match_info: &match_info,
        score: vec![],
        rulebook: "china-1988",
        komi: HalfPoints(11),
        handicap: 0,
        players: &players,
        record: &record,
        to_move: Color::Black,
        board: diagram.cells().to_vec(),
        position_hash: position_hash(record.size, diagram.cells(), Color::Black),
        agrees: true,
        verified: true,
        discrepancies: vec![],
        captured: diagram.captured(),
        open_alerts: vec![],
        ledger: ByColor::default(),
        rulings: &[],
        seats: &seats,
        sealing: None,
        muted: vec![],
        count: None,
        result: None,
    };
    change(&mut snapshot);
    GameForm::new(&snapshot)
}

#[test]
fn a_game_is_exactly_the_contract_s_json() {
    let expected = r#"{"schema":"1.0","game_id":"g-1","seq":118,"rev":61,"as_of":"2026-12-05T00:30:00.000Z","phase":"playing","match":{"event":"Cup","round":3,"board":12},"rulebook":"china-1988","size":3,"komi":5.5,"handicap":0,"players":{"black":{"name":"Ann"}},"setup":{"black":["A1"],"white":[]},"moves":[{"n":1,"color":"white","vertex":"B2","used_ms":5120},{"n":2,"color":"black","vertex":"pass","forced":true},{"n":3,"color":"white","vertex":"A2","provisional":true,"captured":["A1"]}],"edits":[{"after":2,"black":[],"white":["B1"],"empty":[],"reason":"a-12"}],"move_number":3,"to_move":"black","last_move":{"n":3,"color":"white","vertex":"A2"},"board":["...","OO.",".O."],"position_hash":"HASH","agrees":true,"verified":true,"discrepancies":[],"captured":{"black":0,"white":1},"open_alerts":[],"ledger":{"black":{"cautions":0,"warnings":0,"points":{"overtime":0,"conduct":0}},"white":{"cautions":0,"warnings":0,"points":{"overtime":0,"conduct":0}}},"rulings":[]}"#;
    // printf '...\nOO.\n.O.\nblack' | sha256sum | cut -c1-16
    let expected = expected.replace("HASH", "3f5d6e5e5f3bd5a4");
    assert_eq!(serde_json::to_string(&game(|_| {})).unwrap(), expected);
}

#[test]
fn what_differs_is_listed_and_open_alerts_are_named() {
    let form = game(|snapshot| {
        snapshot.agrees = false;
        snapshot.discrepancies = vec![Discrepancy { point: Point::new(2, 0), expected: Expected::Empty, seen: Cell::Stone(Color::Black) }];
        snapshot.open_alerts = vec!["a-12"];
        snapshot.captured = None;
    });
    let json = serde_json::to_value(form).unwrap();
    assert_eq!(json["discrepancies"], json!([{"vertex":"C3","expected":"empty","seen":"black"}]));
    assert_eq!((&json["agrees"], &json["open_alerts"]), (&json!(false), &json!(["a-12"])));
    assert!(json.get("captured").is_none(), "unknown is absent");
}

#[test]
fn a_count_has_zi_where_area_is_counted() {
    let area = Count {
        method: "area",
        points: ByColor { black: HalfPoints(368), white: HalfPoints(354) },
        territory: None,
        prisoners: None,
        penalties: ByColor::default(),
        margin: Some(HalfPoints(3)),
        winner: Some(Color::Black),
        dead: vec![Point::new(0, 2)],
        neutral: vec![Point::new(2, 2)],
        dead_by: DeadBy::Person,
        said: ByColor::default(),
        entered: ByColor::default(),
        proved: false,
        confirmed: ByColor::default(),
    };
    let counted = |count: Count| serde_json::to_value(game(|snapshot| snapshot.count = Some(count))).unwrap()["count"].clone();
    let expected = json!({"method":"area","state":"proposed","area":{"black":184,"white":177},"zi_margin":0.75,"margin":1.5,"dead":["A1"],"dead_by":"person","neutral":["C1"]});
    assert_eq!(counted(area.clone()), expected);
    let both = ByColor { black: true, white: true };
    let sides = |black, white| Some(ByColor { black, white });
    let territory = Count { method: "territory", territory: sides(180, 170), prisoners: sides(4, 7), confirmed: both, ..area.clone() };
    let expected = json!({"method":"territory","state":"confirmed","points":{"black":184,"white":177},"territory":{"black":180,"white":170},"prisoners":{"black":4,"white":7},"margin":1.5,"dead":["A1"],"dead_by":"person","neutral":["C1"],"confirmed":{"black":true,"white":true}});
    assert_eq!(counted(territory.clone()), expected);
    // Nobody knows the prisoners (field report 25): no points, no margin, never a guess.
    let unknown = Count { prisoners: None, margin: None, winner: None, confirmed: ByColor::default(), ..territory };
    let unknown = counted(unknown);
    assert!(["points", "prisoners", "margin"].iter().all(|field| unknown.get(field).is_none()), "{unknown}");
    let one_side = |dead: &str| Some(vec![Point::from_vertex(dead, nineteen()).unwrap()]);
    let said = |white| ByColor { black: one_side("A17"), white };
    for (said, state) in [(said(None), "proposed"), (said(one_side("A17")), "agreed"), (said(one_side("C3")), "disputed")] {
        assert_eq!(counted(Count { said, ..area.clone() })["state"], state);
    }
}

#[test]
fn the_public_sees_no_ledger_through_a_count() {
    let area = Count {
        method: "area",
        points: ByColor { black: HalfPoints(368), white: HalfPoints(354) },
        territory: None,
        prisoners: None,
        penalties: ByColor { black: 2, white: 0 },
        margin: Some(HalfPoints(-1)),
        winner: Some(Color::White),
        dead: Vec::new(),
        neutral: Vec::new(),
        dead_by: DeadBy::Proof,
        said: ByColor::default(),
        entered: ByColor { black: Some(HalfPoints(366)), white: None },
        proved: false,
        confirmed: ByColor::default(),
    };
    let full = kifud::form::CountForm::new(&area, nineteen());
    let value = serde_json::to_value(&full).unwrap();
    assert_eq!((&value["penalties"]["black"], &value["entered"]["black"], &value["margin"]), (&json!(2), &json!(183), &json!(-0.5)));
    let public = serde_json::to_value(full.clone().for_public(false)).unwrap();
    assert!(["penalties", "entered", "margin", "zi_margin"].iter().all(|field| public.get(field).is_none()), "{public}");
    assert_eq!(serde_json::to_value(full.for_public(true)).unwrap()["margin"], -0.5, "the result says it anyway");
}

#[test]
fn results_are_written_as_sgf_writes_them() {
    use Color::{Black, White};
    for (by, winner, margin, sgf) in [
        (EndedBy::Resignation, Some(Black), None, "B+R"),
        (EndedBy::Score, Some(White), Some(1), "W+0.5"),
        (EndedBy::Score, Some(Black), Some(20), "B+10"),
        (EndedBy::Score, Some(Black), None, "B+"),
        (EndedBy::Time, Some(Black), None, "B+T"),
        (EndedBy::Forfeit, Some(White), None, "W+F"),
        (EndedBy::Ruling, Some(White), None, "W+F"),
        (EndedBy::Absence, Some(Black), None, "B+F"),
        (EndedBy::Draw, None, None, "0"),
        (EndedBy::BothLose, None, None, "Void"),
        (EndedBy::Void, None, None, "Void"),
        (EndedBy::NoResult, None, None, "Void"),
    ] {
        assert_eq!(result(by, winner, margin).sgf(), sgf, "{by:?}");
    }
}

#[test]
fn a_result_document_has_the_file_in_it() {
    let ended: GameResult = result(EndedBy::Resignation, Some(Color::Black), None);
    let form = game(|_| {});
    let form = GameForm { result: Some((&ended).into()), ..form }.with_sgf("(;FF[4])".to_owned());
    let json = serde_json::to_value(form).unwrap();
    assert_eq!(json["result"], json!({"winner":"black","by":"resignation","sgf":"B+R","state":"final"}));
    assert_eq!(json["sgf"], "(;FF[4])");
}

#[test]
fn a_clock_is_exactly_the_contract_s_json() {
    let json = serde_json::to_string(&ClockForm::new(&clocks(), "g-1", Some("s-1"))).unwrap();
    assert_eq!(json, CLOCK.replace(r#""as_of""#, r#""session":"s-1","as_of""#));
}

#[test]
fn an_alert_is_exactly_the_contract_s_json() {
    assert_eq!(serde_json::to_string(&AlertForm::new(&alert(), "g-1", nineteen())).unwrap(), ALERT);
}

#[test]
fn status_is_exactly_the_contract_s_json_and_the_will_has_no_since() {
    let status = StatusForm {
        state: TableState::Ready,
        bridge: "hall-a-3".to_owned(),
        instance: "i-1".to_owned(),
        session: "s-1".to_owned(),
        since: Some(Instant(wall(0))),
    };
    let expected = r#"{"state":"ready","bridge":"hall-a-3","instance":"i-1","session":"s-1","since":"2026-12-05T00:30:00.000Z"}"#;
    assert_eq!(serde_json::to_string(&status).unwrap(), expected);
    let will = StatusForm { state: TableState::Lost, since: None, ..status };
    assert_eq!(serde_json::to_string(&will).unwrap(), r#"{"state":"lost","bridge":"hall-a-3","instance":"i-1","session":"s-1"}"#);
}

/// An `info` with everything in it.
pub fn info() -> InfoForm {
    let own = [
        Override {
            sanctions: Some(vec![Sanction::Caution]),
            cite: Some("event rules 4".to_owned()),
            ..Override::of(kifud::referee::Kind::CapturesLeft)
        },
        Override {
            severity: Some(kifud::game::Severity::Notice),
            board: Some(kifud::game::BoardRemedy::None),
            announce: Some(kifud::game::Announce::OffenderTurn),
            claim: Some(kifud::referee::Claiming::NextMove),
            requires: Some(kifud::referee::Requires::Chief),
            ..Override::of(kifud::referee::Kind::LidCount)
        },
    ];
    let rulebook = RulebookForm::new(Rulebook::China1988, &own);
    let drivers = DriversForm { board: "kifud".to_owned(), clock: Some("kifud".to_owned()) };
    let configuration = json!({"profile":"tournament","board":{"settle_ms":400}});
    InfoForm {
        time: Some(TimeForm::from(kifud::clock::TimeControl::Absolute { main_ms: 5_400_000 })),
        players: PlayersForm::default(),
        match_info: None,
        alerts_off: vec!["etiquette".to_owned()],
        ..InfoForm::new(rulebook, SizeForm(nineteen()), PointsForm(HalfPoints(11)), drivers, configuration)
    }
}

#[test]
fn info_says_what_the_table_is_set_up_for() {
    let expected = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "schema": "1.0",
        "rulebook": {
            "name": "china-1988",
            "edition": "1988, articles 14 to 26 read",
            "overrides": [
                {"kind":"captures-left","sanctions":["caution"],"cite":"event rules 4"},
                {"kind":"lid-count","severity":"notice","board":"none","announce":"offender-turn","claim":"next-move","requires":"chief"}
            ]
        },
        "time": {"system":"absolute","main":"1h 30m"},
        "size": 19,
        "komi": 5.5,
        "players": {},
        "drivers": {"board":"kifud","clock":"kifud"},
        "configuration": {"profile":"tournament","board":{"settle_ms":400}},
        "alerts_off": ["etiquette"]
    });
    assert_eq!(serde_json::to_value(info()).unwrap(), expected);
}

/// A `health` with something wrong.
pub fn health() -> HealthForm {
    HealthForm {
        board: BoardHealth {
            present: true,
            port: "/dev/kifud/board-t1".to_owned(),
            last_frame_age_ms: Some(20),
            bad_frames: 3,
            garbled: true,
            reopened: 1,
            restarts: 2,
            noisy: vec!["C3".to_owned()],
            dead: vec!["A1".to_owned()],
            what_to_do: Some("Look at A1".to_owned()),
            hint: Some("Black's first stone lies in the lower left".to_owned()),
        },
        clock: Some(ClockHealth { port: "/dev/kifud/clock-t1".to_owned(), lever_inverted: true, ..ClockHealth::default() }),
        time_synced: Some(true),
        findings: vec![FindingForm {
            part: "board".to_owned(),
            code: "restarts".to_owned(),
            what: "the board has restarted by itself".to_owned(),
            what_to_do: "look at its power".to_owned(),
            since: Instant(wall(0)),
        }],
        ..HealthForm::new(Instant(wall(0)))
    }
}

#[test]
fn health_says_what_is_wrong_and_leaves_out_what_is_not_known() {
    let expected = json!({
        "schema": "1.0",
        "as_of": "2026-12-05T00:30:00.000Z",
        "board": {
            "present": true, "port": "/dev/kifud/board-t1", "last_frame_age_ms": 20, "bad_frames": 3, "garbled": true, "reopened": 1, "restarts": 2,
            "noisy": ["C3"], "dead": ["A1"], "what_to_do": "Look at A1",
            "hint": "Black's first stone lies in the lower left"
        },
        "clock": {"present": false, "port": "/dev/kifud/clock-t1", "bad_frames": 0, "reopened": 0, "lever_inverted": true},
        "broker": {"present": false, "reopened": 0},
        "disk": {"behind": 0},
        "outbox": 0,
        "time_synced": true,
        "findings": [{
            "part": "board", "code": "restarts", "what": "the board has restarted by itself", "what_to_do": "look at its power",
            "since": "2026-12-05T00:30:00.000Z"
        }]
    });
    assert_eq!(serde_json::to_value(health()).unwrap(), expected);
}

#[test]
fn every_document_reads_back_as_it_was() {
    fn same<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(form: &T) {
        assert_eq!(&serde_json::from_str::<T>(&serde_json::to_string(form).unwrap()).unwrap(), form);
    }
    same(&game(|snapshot| snapshot.agrees = false));
    same(&ClockForm::new(&clocks(), "g-1", None));
    same(&AlertForm::new(&alert(), "g-1", nineteen()));
    same(&info());
    same(&health());
    let value: Value = serde_json::to_value(game(|_| {})).unwrap();
    assert!(!value.to_string().contains("null"));
}
