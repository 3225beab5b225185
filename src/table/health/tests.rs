//! A table whose equipment fails, and what is said of it.

use super::*;
use crate::game::{Game, MatchInfo};
use crate::go::{Color, Point};
use crate::table::desk::{GARBLED_MS, PortNews};
use crate::time::{Mono, Wall};
use crate::wire::Cell;
use crate::wire::matrix::VirtualMatrix;

const CONFIG: &str = "[[table]]\nid = \"t1\"\ntime_authority = \"daemon\"\n[table.board]\ndriver = \"matrix\"\nport = \"/dev/b\"\n\
                      size = 9\nrotation = 180\nignore = [\"E5\"]\n";

fn table() -> config::Table {
    let config = config::parse(std::path::Path::new("kifud.toml"), CONFIG, "host").expect("a good configuration");
    config.tables.into_iter().next().expect("one table")
}

fn stamp(ms: u64) -> Stamp {
    Stamp::new(Mono::from_millis(ms), Wall::from_unix_ms(1_796_000_000_000))
}

/// A machine, a broker and a disk, of which something may be wrong.
#[derive(Default)]
struct Around {
    port: PortState,
    broker: BrokerState,
    journal: JournalHealth,
    machine: Machine,
    outbox: u64,
    raised: Vec<Trouble>,
    slow_ms: u64,
}

impl Around {
    fn health(&self, table: &config::Table, desk: &Desk, now: u64) -> (serde_json::Value, &'static str) {
        let condition = Condition {
            table,
            desk,
            board: &self.port,
            clock: &self.port,
            broker: &self.broker,
            journal: &self.journal,
            engine: None,
            set_aside: &SetAside::default(),
            machine: &self.machine,
            outbox: self.outbox,
            raised: &self.raised,
            slow_ms: self.slow_ms,
        };
        let (found, _) = crate::table::finding::Findings::default().are(stamp(now), condition.findings());
        let (_, payload) = condition.document(stamp(now), found).expect("it fits");
        (serde_json::from_slice(&payload.expect("a document")).expect("JSON"), condition.status())
    }
}

fn health(table: &config::Table, desk: &Desk, now: u64) -> (serde_json::Value, &'static str) {
    Around::default().health(table, desk, now)
}

fn desk(table: &config::Table) -> Desk {
    let game = Game::new(setup::settings(table, &MatchInfo::default()), "test", stamp(0));
    let mut desk = Desk::new(setup::board(table), None, setup::filter(table), game);
    desk.port(stamp(0), Device::Board, &PortNews::Opened, &mut Vec::new());
    desk
}

#[test]
fn l2_a_wrong_baud_is_said_with_what_to_do() {
    let table = table();
    let mut desk = desk(&table);
    assert_eq!(health(&table, &desk, 1).0["board"]["garbled"], serde_json::Value::Null);
    for now in [100, 100 + GARBLED_MS] {
        desk.port(stamp(now), Device::Board, &PortNews::Bytes(vec![0xE0; 30]), &mut Vec::new());
    }
    let (health, status) = health(&table, &desk, 5_000);
    assert_eq!((&health["board"]["garbled"], status), (&serde_json::json!(true), "degraded"));
    assert!(health["board"]["what_to_do"].as_str().is_some_and(|text| text.contains("baud") && text.contains("driver")), "{health}");
}

/// C9, and a clock that does not do what it is told: it is said to the operator with what to do, and to nobody at the board.
#[test]
fn c9_a_clock_that_restarts_or_does_not_answer_is_said_with_what_to_do() {
    use crate::wire::kifud::{ClockSetting, VirtualClock};
    let timed = CONFIG.replace("[table.board]", "time = { system = \"absolute\", main = \"60s\" }\n[table.board]");
    let text = format!("{timed}[table.clock]\nport = \"/dev/c\"\n");
    let config = config::parse(std::path::Path::new("kifud.toml"), &text, "host").expect("a good configuration");
    let table = config.tables.into_iter().next().expect("one table");
    let game = Game::new(setup::settings(&table, &MatchInfo::default()), "test", stamp(0));
    let mut desk = Desk::new(setup::board(&table), setup::clock(&table), setup::filter(&table), game);
    let mut clock = VirtualClock::new(ClockSetting { main_ms: 30_000, periods: 0, period_ms: 0 }, 1);
    desk.port(stamp(0), Device::Clock, &PortNews::Opened, &mut Vec::new());
    let mut on = |desk: &mut Desk, now: u64, boot_id: u32| {
        let mut out = Vec::new();
        clock.switched_on(Mono::from_millis(now), boot_id, &mut out);
        desk.port(stamp(now), Device::Clock, &PortNews::Bytes(out), &mut Vec::new());
    };
    on(&mut desk, 100, 1);
    let well = health(&table, &desk, 200).0["clock"].clone();
    assert_eq!(
        (&well["present"], &well["restarts"], &well["hint"]),
        (&serde_json::json!(true), &serde_json::Value::Null, &serde_json::Value::Null)
    );
    on(&mut desk, 5_000, 2);
    let again = health(&table, &desk, 5_100).0["clock"].clone();
    assert_eq!(again["restarts"], 1, "{again}");
    assert!(again["hint"].as_str().is_some_and(|hint| hint.contains("adopt-clock")), "{again}");
    assert_eq!(again["what_to_do"], serde_json::Value::Null);
    // kifud keeps the time: the clock is told what to show, and says nothing to it.
    let start = crate::game::Verb::StartGame(Box::default());
    let request = crate::game::Request { transaction: "t".to_owned(), by: None, expect_game: None, expect_rev: None, verb: start };
    desk.request(stamp(5_200), request, &mut Vec::new());
    for now in (5_200..=7_400).step_by(100) {
        desk.advance(stamp(now), &mut Vec::new());
    }
    let silent = health(&table, &desk, 7_400).0["clock"].clone();
    assert!(silent["what_to_do"].as_str().is_some_and(|text| text.contains("has not answered")), "{silent}");
    assert!(desk.game().book().alerts.is_empty());
}

#[test]
fn f9_points_that_cannot_be_read_are_named_in_record_coordinates_with_what_to_do() {
    let table = table();
    let mut desk = desk(&table);
    let mut board = VirtualMatrix::new(table.board.size);
    board.set(&[(Point::new(4, 6), Cell::Stone(Color::White))]);
    let mut show = |now: u64, lie: bool| {
        let row = (0..8).map(|col| (Point::new(col, 0), Cell::Stone(Color::Black)));
        board.set(&row.map(|(point, cell)| (point, if lie { cell } else { Cell::Empty })).collect::<Vec<_>>());
        let mut out = Vec::new();
        board.switched_on(Mono::from_millis(now));
        board.tick(Mono::from_millis(now), &mut out);
        desk.port(stamp(now), Device::Board, &PortNews::Bytes(out), &mut Vec::new());
        health(&table, &desk, now).0["board"].clone()
    };
    let well = show(100, true);
    assert_eq!((&well["dead"], &well["what_to_do"]), (&serde_json::json!(["E5"]), &serde_json::Value::Null));
    let failed = show(240, false);
    assert_eq!(failed["dead"].as_array().map(Vec::len), Some(10), "the row at the bottom of the record, and E5: {failed}");
    assert!(failed["dead"].as_array().is_some_and(|dead| dead.contains(&serde_json::json!("A1"))));
    assert!(failed["what_to_do"].as_str().is_some_and(|text| text.contains("cannot be read")), "{failed}");
}

/// The board is configured to lie turned by a half, and its first stone says that it may lie straight.
#[test]
fn a_first_stone_in_the_lower_left_is_a_hint_for_the_operator_alone() {
    let table = table();
    let mut desk = desk(&table);
    let mut board = VirtualMatrix::new(table.board.size);
    let mut show = |now: u64, cell: Cell| {
        board.set(&[(Point::new(6, 2), cell)]);
        let mut out = Vec::new();
        board.switched_on(Mono::from_millis(now));
        board.tick(Mono::from_millis(now), &mut out);
        desk.port(stamp(now), Device::Board, &PortNews::Bytes(out), &mut Vec::new());
        desk.advance(stamp(now + 1_000), &mut Vec::new());
        health(&table, &desk, now + 1_000).0["board"].clone()
    };
    assert_eq!(show(100, Cell::Empty)["hint"], serde_json::Value::Null);
    let board = show(2_000, Cell::Stone(Color::Black));
    assert!(board["hint"].as_str().is_some_and(|hint| hint.contains("rotation = 0 in [table.board]")), "{board}");
    assert_eq!(board["what_to_do"], serde_json::Value::Null, "nothing has to be done");
    assert!(desk.game().book().alerts.is_empty());
}

/// C4: a clock that was switched on with its lever the other way round is read rightly; it is said what to do, and nobody is called.
#[test]
fn c4_a_lever_that_was_the_other_way_round_at_power_on_is_found_and_said_with_what_to_do() {
    use crate::wire::dgt_json::{GatewayFault, VirtualGateway};
    use crate::wire::kifud::ClockSetting;
    let timed = CONFIG.replace("[table.board]", "time = { system = \"absolute\", main = \"30m\" }\n[table.board]");
    let text = format!("{timed}[table.clock]\ndriver = \"dgt-json\"\nport = \"/dev/c\"\nblack_side = \"left\"\n");
    let config = config::parse(std::path::Path::new("kifud.toml"), &text, "host").expect("a good configuration");
    let table = config.tables.into_iter().next().expect("one table");
    for inverted in [false, true] {
        let game = Game::new(setup::settings(&table, &MatchInfo::default()), "test", stamp(0));
        let mut desk = Desk::new(setup::board(&table), setup::clock(&table), setup::filter(&table), game);
        let mut gateway = VirtualGateway::new(ClockSetting { main_ms: 1_800_000, periods: 0, period_ms: 0 });
        let (mut effects, mut out) = (Vec::new(), Vec::new());
        desk.port(stamp(0), Device::Clock, &PortNews::Opened, &mut effects);
        gateway.suffer(Mono::from_millis(0), GatewayFault::Inverted(inverted), &mut out);
        gateway.switched_on(Mono::from_millis(0), &mut out);
        for now in (100..=12_000).step_by(100) {
            let mono = Mono::from_millis(now);
            if now == 4_000 {
                gateway.press(mono, crate::clock::Side::Right, &mut out);
            }
            gateway.tick(mono, &mut out);
            desk.port(stamp(now), Device::Clock, &PortNews::Bytes(std::mem::take(&mut out)), &mut effects);
            desk.advance(stamp(now), &mut effects);
            for effect in effects.drain(..) {
                if let crate::table::desk::Effect::Write(Device::Clock, bytes) = effect {
                    gateway.received(mono, &bytes, &mut out);
                }
            }
        }
        let clock = health(&table, &desk, 12_100).0["clock"].clone();
        let hint = clock["hint"].as_str().unwrap_or_default();
        assert_eq!((clock["lever_inverted"] == true, hint.contains("switch it off and on again")), (inverted, inverted), "{clock}");
        assert_eq!(clock["what_to_do"], serde_json::Value::Null, "nothing has to be done");
        assert!(desk.game().book().alerts.is_empty());
    }
}

/// Parts and codes of the findings.
fn found(health: &serde_json::Value) -> Vec<String> {
    let findings = health["findings"].as_array().cloned().unwrap_or_default();
    let name =
        |finding: &serde_json::Value| format!("{} {}", finding["part"].as_str().unwrap_or("?"), finding["code"].as_str().unwrap_or("?"));
    for finding in &findings {
        assert!(finding["what_to_do"].as_str().is_some_and(|text| text.len() > 20), "nothing to do: {finding}");
        assert!(finding["what"].as_str().is_some_and(|text| !text.is_empty() && !text.contains("  ")), "{finding}");
        assert!(finding["since"].is_string(), "{finding}");
    }
    findings.iter().map(name).collect()
}

/// A table with a board that speaks.
fn well() -> (config::Table, Desk) {
    let table = table();
    let mut desk = desk(&table);
    let mut board = VirtualMatrix::new(table.board.size);
    let mut out = Vec::new();
    board.switched_on(Mono::from_millis(100));
    board.tick(Mono::from_millis(100), &mut out);
    desk.port(stamp(100), Device::Board, &PortNews::Bytes(out), &mut Vec::new());
    (table, desk)
}

#[test]
fn a_table_that_is_well_has_no_findings() {
    let (table, desk) = well();
    let (health, status) = health(&table, &desk, 200);
    assert_eq!((found(&health), status), (Vec::new(), "ready"));
}

#[test]
fn causes_stand_before_symptoms_and_each_says_what_to_do() {
    let (table, desk) = well();
    let around = Around {
        broker: BrokerState {
            trouble: Some(("broker-away", "the broker cannot be reached (x): look after it and the network".to_owned())),
            ..BrokerState::default()
        },
        journal: JournalHealth { last_sync_ms: 800, ..JournalHealth::default() },
        machine: Machine { free_bytes: Some(found::NEARLY_FULL_BYTES - 1), time_synced: Some(false), ..Machine::default() },
        outbox: found::OUTBOX_FILLING,
        raised: vec![Trouble::UnderVoltage, Trouble::SlowDisk, Trouble::Restarts(Device::Board), Trouble::BrokerComesAndGoes],
        slow_ms: 800,
        ..Around::default()
    };
    let (health, _) = around.health(&table, &desk, 200);
    let expected = [
        "power under-voltage",
        "disk disk-nearly-full",
        "disk disk-slow",
        "time calendar-not-set",
        "board restarts",
        "broker broker-away",
        "broker comes-and-goes",
        "outbox outbox-filling",
    ];
    assert_eq!(found(&health), expected, "{health:#}");
    assert!(health["findings"][2]["what"].as_str().is_some_and(|what| what.contains("800 ms")), "{health:#}");
    assert_eq!((&health["outbox"], &health["disk"]["free_mb"]), (&serde_json::json!(found::OUTBOX_FILLING), &serde_json::json!(255)));
}

#[test]
fn a_port_that_modem_manager_holds_is_said_with_what_keeps_it_away() {
    let table = table();
    let game = Game::new(setup::settings(&table, &MatchInfo::default()), "test", stamp(0));
    let desk = Desk::new(setup::board(&table), None, setup::filter(&table), game);
    let port = PortState { fault: Some(PortFault::Busy { holder: Some("ModemManager (process 411)".to_owned()) }), opened: 0 };
    let (health, status) = Around { port, ..Around::default() }.health(&table, &desk, 200);
    assert_eq!((found(&health), status), (vec!["board port-held".to_owned()], "degraded"));
    let finding = &health["findings"][0];
    assert_eq!(finding["what"], "the port is held by ModemManager (process 411)");
    assert!(finding["what_to_do"].as_str().is_some_and(|text| text.contains("ID_MM_DEVICE_IGNORE")), "{finding}");
}

/// Symptom: a board that had been opened once was said to have been opened again.
#[test]
fn the_first_time_is_not_again() {
    let (table, desk) = well();
    let of = |opened| {
        let port = PortState { fault: None, opened };
        Around { port, ..Around::default() }.health(&table, &desk, 200).0["board"]["reopened"].clone()
    };
    assert_eq!([of(0), of(1), of(3)], [0, 0, 2].map(serde_json::Value::from));
}

#[test]
fn every_trouble_that_is_counted_has_words_and_a_name_of_its_own() {
    let (table, desk) = well();
    let devices = [Device::Board, Device::Clock];
    let of = |kind: fn(Device) -> Trouble| devices.map(kind);
    let raised = [
        vec![Trouble::UnderVoltage, Trouble::Slowed, Trouble::Overloaded, Trouble::SlowDisk, Trouble::BrokerComesAndGoes, Trouble::Flooded],
        of(Trouble::ComesAndGoes).to_vec(),
        of(Trouble::Restarts).to_vec(),
        of(Trouble::BadFrames).to_vec(),
        of(Trouble::Deaf).to_vec(),
    ];
    let raised: Vec<Trouble> = raised.concat();
    let many = raised.len();
    let (health, _) = Around { raised, ..Around::default() }.health(&table, &desk, 200);
    let names: std::collections::BTreeSet<String> = found(&health).into_iter().collect();
    assert_eq!(names.len(), many, "{names:?}");
}

/// Symptom: a broker whose access list forbids events was said to be away, and the log had three lines more every five seconds.
#[test]
fn what_a_broker_does_not_allow_stays_said_until_a_connection_gets_past_it() {
    let mut broker = BrokerState::default();
    let away = || ("broker-away", "the broker cannot be reached: look after it".to_owned());
    let code = |broker: &BrokerState| broker.trouble.as_ref().map(|(code, _)| *code);
    assert!(broker.goes(away()), "news");
    assert!(!broker.goes(away()), "none any more");
    broker.connects();
    assert_eq!(code(&broker), None);
    assert!(broker.denies("the broker refuses event: look at its access list".to_owned()));
    for _ in 0..3 {
        assert!(!broker.goes(away()), "the cause stays");
        broker.connected = false;
        broker.connects();
        assert_eq!(code(&broker), Some("access-denied"));
        assert!(!broker.denies("the broker refuses event: look at its access list".to_owned()));
    }
    broker.connected = false;
    assert!(broker.goes(away()), "it is not even there");
    broker.connects();
    broker.denies("x: y".to_owned());
    broker.goes(away());
    broker.connected = false;
    broker.connects();
    broker.lives();
    assert_eq!(code(&broker), None, "everything was said");
}

#[test]
fn topics_that_are_too_large_are_named_up_to_a_limit_and_forgotten_with_their_broker() {
    let mut broker = BrokerState::default();
    for n in 0..1_000 {
        let topic = format!("kifud/v1/t1/result/{n}");
        if !broker.is_too_large(&topic) {
            broker.too_large.push(topic);
        }
    }
    assert_eq!(broker.too_large.len(), TOO_LARGE_MAX);
    broker.connects();
    assert!(broker.too_large.is_empty());
}

#[test]
fn who_asks_too_much_is_named() {
    let (table, desk) = well();
    for (flooding, named) in [(Some("tablet-3".to_owned()), "the user tablet-3"), (None, "without a user")] {
        let around =
            Around { broker: BrokerState { flooding, ..BrokerState::default() }, raised: vec![Trouble::Flooded], ..Around::default() };
        let (health, status) = around.health(&table, &desk, 200);
        assert_eq!((found(&health), status), (vec!["broker request-flood".to_owned()], "ready"));
        assert!(health["findings"][0]["what"].as_str().is_some_and(|what| what.contains(named)), "{health:#}");
    }
}
