//! Configurations: text in, what it means or every fault with line and key out.

mod faults;
pub mod macmahon;
pub mod pairings;
mod times;

use std::path::Path;

use kifud::clock::TimeControl;
use kifud::config::{
    self, BlackSide, BoardDriver, Broker, BrokerUrl, ClockDriver, Config, Fault, MqttVersion, PortAddress, PressPass, Profile, Rulebook,
    Rules, Sanction, StartMode, TimeAuthority, TurnEnds,
};
use kifud::game::{Announce, BoardRemedy, CompetitionForm, Entrants, MatchInfo, Severity};
use kifud::go::{HalfPoints, Point};
use kifud::referee::Kind;
use kifud::time::Wall;
use proptest::prelude::*;

fn parse(text: &str) -> Result<Config, Vec<Fault>> {
    config::parse(Path::new("kifud.toml"), text, "Hall_A.local\n")
}

/// (line, key, beginning of the message) of every fault.
fn faults(text: &str) -> Vec<(usize, String, String)> {
    let faults = parse(text).expect_err("this configuration is faulty");
    faults.into_iter().map(|fault| (fault.line.expect("a fault of a line"), fault.key, fault.message)).collect()
}

/// A table that is good, in three lines.
const TABLE: &str = "[[table]]\nid = \"t1\"\nboard.port = \"/dev/kifud/b\"\n";

#[test]
fn a_short_configuration_has_the_documented_defaults() {
    let config = parse(TABLE).expect("good");
    assert_eq!(config.bridge.id, "hall-a-local", "the host name, made plain");
    assert_eq!(config.bridge.state_dir, Path::new("/var/lib/kifud"));
    assert_eq!(config.mqtt.broker, Broker::Remote(BrokerUrl { first: ("127.0.0.1".to_owned(), 1883), others: vec![], tls: false }));
    assert_eq!((config.mqtt.version, config.mqtt.base.as_str(), config.mqtt.require_user), (MqttVersion::V5, "kifud", false));
    assert_eq!(config.embedded_broker.listen.to_string(), "127.0.0.1:1883");
    assert_eq!(config.display, None);
    assert_eq!(config.notes, []);
    let table = &config.tables[0];
    assert_eq!((table.profile, table.rulebook, table.rules), (Profile::Tournament, Rulebook::China1988, Rules::Book));
    assert_eq!((table.start, table.komi, table.handicap), (StartMode::Auto, HalfPoints(11), 0));
    assert_eq!((table.time, table.time_authority), (None, TimeAuthority::Device));
    assert_eq!((table.turn_ends, table.press_pass, table.press_tolerance_ms), (TurnEnds::Book, PressPass::Ask, 1_000));
    let board = &table.board;
    assert_eq!((board.driver, board.baud, board.size.width()), (BoardDriver::Kifud, 115_200, 19));
    assert_eq!((board.mirrored, board.quarter_turns), (false, 0));
    assert_eq!((board.poll_ms, board.settle_ms, board.patience_ms), (50, 400, 4_000));
    assert_eq!(table.clock, None);
    assert_eq!((table.public.delay_ms, table.public.show_alerts), (0, false));

    let config = parse(&format!("[display]\n{TABLE}clock.port = \"tcp://[::1]:4001\"\n")).expect("good");
    let clock = config.tables[0].clock.as_ref().expect("a clock");
    assert_eq!(clock.port, PortAddress::Tcp { host: "::1".to_owned(), port: 4_001 });
    assert_eq!((clock.driver, clock.black_side, clock.latency_ms), (ClockDriver::Kifud, BlackSide::Left, 300));
    let display = config.display.expect("a display");
    assert_eq!((display.listen.to_string().as_str(), display.insecure), ("127.0.0.1:8080", false));
}

const EVERYTHING: &str = r#"
[bridge]
id = "hall-a-3"
state_dir = "/srv/kifud"
[mqtt]
broker = "embedded"
version = "3.1.1"
base = "go/hall"
username = "table-1"
password_file = "/etc/kifud/password"
ca_file = "/etc/kifud/ca.pem"
cert_file = "/etc/kifud/cert.pem"
key_file = "/etc/kifud/key.pem"
require_user = true
[embedded_broker]
listen = "0.0.0.0:1884"
users_file = "/etc/kifud/users"
acl_file = "/etc/kifud/acl"
[display]
listen = "0.0.0.0:8080"
referee_tokens_file = "/etc/kifud/referee-tokens"
insecure = true
[[table]]
id = "t1"
profile = "casual"
rulebook = "egf"
rules = "japanese"
start = "armed"
komi = -0.5
handicap = 2
time = { system = "byo-yomi", main = "1h 30m", periods = 5, period = "60s" }
time_authority = "daemon"
turn_ends = "press"
capture_neutral = "byo-yomi"
press_pass = "pass"
press_tolerance_ms = 500
players = { black = { name = "Cho", names = { ja = "趙", ko = "조" }, rank = "9p", team = "A", country = "JP" }, white = { name = "Li" } }
[table.schedule]
start_at = "2026-12-05T09:30:00+09:00"
absent_after = "15m"
lateness = "x2"
seal_at = "2026-12-05T17:00:00+09:00"
breaks = [{ from = "2026-12-05T12:00:00+09:00", to = "2026-12-05T13:00:00+09:00" }]
[table.board]
driver = "igo"
port = "/dev/kifud/board-t1"
baud = 57600
size = 13
mirrored = true
rotation = 270
poll_ms = 100
settle_ms = 30
patience_ms = 5000
ignore = ["A1", "n13"]
[table.clock]
driver = "kifud"
port = "tcp://clocks:4001"
black_side = "learn"
baud = 57600
latency_ms = 200
[table.public]
delay = "10m"
show_alerts = true
[table.alerts]
off = ["etiquette", "bowl-count"]
[[table.override]]
kind = "captures-left"
sanctions = ["caution", "points:2"]
cite = "event rules 4"
[[table]]
id = "t2"
board = { port = "/dev/kifud/board-t2" }
clock = { driver = "none" }
time = { system = "absolute", main = "45m" }
time_authority = "daemon"
[match]
event = "Open"
round = 3
board = 12
form = "swiss"
pairings = "file.xml"
[feeds]
sgf_dir = "/srv/sgf"
[metrics]
listen = "127.0.0.1:9100"
[home_assistant]
discovery = true
[engine]
gtp = "gnugo --mode gtp"
"#;

#[test]
fn every_key_is_read() {
    let config = parse(EVERYTHING).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!((config.bridge.id.as_str(), config.mqtt.broker, config.mqtt.version), ("hall-a-3", Broker::Embedded, MqttVersion::V311));
    assert_eq!((config.mqtt.base.as_str(), config.mqtt.require_user), ("go/hall", true));
    assert!(config.display.is_some_and(|display| display.insecure));
    let [first, second] = &config.tables[..] else { panic!("two tables") };
    assert_eq!((first.komi, first.handicap, first.rules), (HalfPoints(-1), 2, Rules::Japanese));
    assert_eq!(first.time, Some(TimeControl::ByoYomi { main_ms: 5_400_000, periods: 5, period_ms: 60_000 }));
    let black = first.players.black.as_ref().expect("Black");
    assert_eq!(black.names, [("ja".to_owned(), "趙".to_owned()), ("ko".to_owned(), "조".to_owned())]);
    let schedule = first.schedule.as_ref().expect("a schedule");
    assert_eq!(schedule.start_at, Some(Wall::from_unix_ms(1_796_430_600_000)));
    assert_eq!((schedule.absent_after_ms, schedule.breaks.len()), (Some(900_000), 1));
    assert_eq!((first.board.quarter_turns, first.board.mirrored, first.board.settle_ms), (3, true, 30));
    assert_eq!(first.board.ignore, [Point::new(0, 12), Point::new(12, 0)]);
    assert_eq!(first.alerts_off, [Kind::Etiquette, Kind::BowlCount]);
    assert_eq!(first.overrides[0].sanctions, Some(vec![Sanction::Caution, Sanction::Points(2)]));
    assert_eq!((second.clock.as_ref(), second.time), (None, Some(TimeControl::Absolute { main_ms: 2_700_000 })));
    assert_eq!(config.match_info.round, Some(3));
    assert_eq!(config.gtp.as_deref(), Some("gnugo --mode gtp"));
    let noted: Vec<_> = config.notes.iter().map(|note| note.key.as_str()).collect();
    assert!(noted.contains(&"mqtt.ca_file"), "it has no effect without mqtts, and {noted:?} say so");
    assert_eq!(config.sgf_dir.as_deref(), Some(Path::new("/srv/sgf")));
    assert_eq!(config.match_info.form, Some(CompetitionForm::Swiss));
    let pairings = config.pairings.expect("pairings");
    assert_eq!(
        (pairings.path.as_path(), pairings.line),
        (Path::new("file.xml"), EVERYTHING.lines().position(|line| line.starts_with("pairings")).map_or(0, |at| at + 1))
    );
}

#[test]
fn an_events_own_rules_reach_the_alerts_and_are_told_by_check() {
    let own = "[[table.override]]\nkind = \"captures-left\"\nsanctions = [\"warning\"]\ncite = \"event rules 4\"\n\
               [[table.override]]\nkind = \"lid-count\"\nseverity = \"attention\"\nboard = \"restore\"\nannounce = \"now\"\n\
               [[table.override]]\nkind = \"double-move\"\nclaim = \"next-move\"\nrequires = \"chief\"\n";
    let config = parse(&format!("{TABLE}{own}")).expect("good");
    assert_eq!(config.notes, [], "all of it has its effect");
    let settings = kifud::table::setup::settings(&config.tables[0], &config.match_info);
    let in_force = settings.terms.in_force(Kind::CapturesLeft);
    let cite = in_force.cite.map(|cite| (cite.book, cite.article));
    assert_eq!((cite, in_force.sanctions), (Some(("event".to_owned(), "event rules 4".to_owned())), vec![Sanction::Warning]));
    let lid = settings.terms.in_force(Kind::LidCount);
    assert_eq!((lid.severity, lid.board, lid.announce), (Severity::Attention, BoardRemedy::Restore, Announce::Now));
    let text = config::explain(&config);
    assert!(text.contains("double-move: on a claim before the claimant's next move, decided by the chief"), "{text}");
    assert!(text.contains("the event's own rule for captures-left: warning (event rules 4)"), "{text}");
    assert!(text.contains("the event's own rule for lid-count: restore, asks for attention, told at once"), "{text}");
}

#[test]
fn all_faults_of_a_file_are_told_at_once_in_its_order() {
    let text = r#"[bridge]
id = "Hall A"
colour = 1
[mqtt]
broker = "http://x"
version = 5
[[table]]
id = "all"
profile = "turnament"
rotatoin = 90
board.port = "/dev/a"
board.rotation = 45
[[table]]
id = "t2"
komi = 5.25
board.size = 15
[table.clock]
port = "/dev/a"
baud = "fast"
"#;
    let found = faults(text);
    let places: Vec<_> = found.iter().map(|(line, key, _)| (*line, key.as_str())).collect();
    assert_eq!(
        places,
        [
            (2, "bridge.id"),
            (3, "bridge.colour"),
            (5, "mqtt.broker"),
            (6, "mqtt.version"),
            (8, "table.id"),
            (9, "table.profile"),
            (10, "table.rotatoin"),
            (12, "table.board.rotation"),
            (15, "table.komi"),
            (16, "table.board.port"),
            (16, "table.board.size"),
            (19, "table.clock.baud"),
        ],
        "{found:#?}"
    );
}

#[test]
fn text_that_is_no_toml_names_its_lines_and_what_can_still_be_read() {
    let found = faults("[bridge]\nid = \"x\n[[table]]\nid = \"T\"\nboard.port = = 1\n");
    let lines: Vec<_> = found.iter().map(|(line, key, _)| (*line, key.as_str())).collect();
    assert!(lines.contains(&(2, "")) && lines.contains(&(5, "")), "{found:#?}");
    assert!(lines.contains(&(4, "table.id")), "{found:#?}");
    assert!(!found.iter().any(|(_, _, message)| message.contains("is missing")), "it may only be unreadable: {found:#?}");
}

#[test]
fn a_cluster_is_named_by_all_its_nodes() {
    let config = parse(&format!("[mqtt]\nbroker = \"mqtt://n1:1884,n2, [::1]:1885/\"\n{TABLE}")).expect("good");
    let others = vec![("n2".to_owned(), 1883), ("::1".to_owned(), 1885)];
    assert_eq!(config.mqtt.broker, Broker::Remote(BrokerUrl { first: ("n1".to_owned(), 1884), others, tls: false }));
    let explained = config::explain(&config);
    assert!(explained.contains("n1 port 1884, else n2 port 1883, else ::1 port 1885"), "{explained}");
}

#[test]
fn a_password_in_the_url_is_not_repeated() {
    let faults = parse(&format!("[mqtt]\nbroker = \"mqtt://u:hunter2@h\"\n{TABLE}")).expect_err("refused");
    assert!(!format!("{faults:?}").contains("hunter2"));
}

#[test]
fn too_many_tables_are_refused_by_their_number() {
    let tables =
        |count: usize| -> String { (0..count).map(|n| format!("[[table]]\nid = \"t{n}\"\nboard.port = \"/dev/b{n}\"\n")).collect() };
    assert_eq!(parse(&tables(config::TABLES_MAX)).expect("just enough").tables.len(), config::TABLES_MAX);
    let found = faults(&tables(config::TABLES_MAX + 1));
    assert_eq!((found.len(), found[0].1.as_str()), (1, "table"));
}

#[test]
fn files_that_cannot_be_read_are_a_fault_of_the_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("kifud.toml");
    let one = |path: &Path| {
        let faults = config::load(path).expect_err("refused");
        assert_eq!((faults.len(), faults[0].line), (1, None));
        faults[0].to_string()
    };
    assert!(one(&path).contains("cannot be read"));
    std::fs::write(&path, b"[bridge]\nid = \"\xff\"").expect("written");
    assert!(one(&path).contains("UTF-8"));
    std::fs::write(&path, vec![b'#'; usize::try_from(config::FILE_MAX_BYTES).expect("small") + 1]).expect("written");
    assert!(one(&path).contains("is no configuration"));
    // It claims no length and never ends: it filled the memory.
    assert!(one(Path::new("/dev/zero")).contains("is no configuration"));
    assert!(one(dir.path()).contains("cannot be read"));
}

#[test]
fn the_example_file_is_good_and_says_what_the_defaults_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd/kifud.example.toml");
    let example = config::load(&path).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(example.notes, []);
    // The same with only what has no default.
    let short = "[bridge]\nid = \"x\"\n[display]\n[[table]]\nid = \"t1\"\n\
        time = { system = \"byo-yomi\", main = \"2h\", periods = 5, period = \"60s\" }\n\
        board.port = \"/dev/kifud/board-t1\"\nclock.port = \"/dev/kifud/clock-t1\"\n";
    let short = config::parse(&path, short, "").unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(Config { bridge: short.bridge.clone(), ..example }, short);
}

#[test]
fn a_good_file_is_explained_in_words() {
    let text = config::explain(&parse(EVERYTHING).expect("good"));
    for part in [
        "kifud.toml: good",
        "bridge hall-a-3",
        "built in, listening on 0.0.0.0:1884",
        "go/hall/v1",
        "table t1 (casual)",
        "igo on /dev/kifud/board-t1 at 57600 baud, 13x13, mirrored, turned by 270° clockwise, without A1 N13",
        "kifud on tcp://clocks:4001, Black's side: learn",
        "1h 30m, then 5 byo-yomi periods of 1m",
        "egf, japanese rules, komi -0.5, 2 handicap stones",
        "schedule: play begins 2026-12-05T00:30:00.000Z; who comes late loses 2 times that time by this event; later than 15m loses; break from",
        "sealing at 2026-12-05T08:00:00.000Z",
        "spectators: 10m later",
        "the event's own rule for captures-left: caution and points:2 (event rules 4)",
        "45m for the whole game",
        "clock: none",
        "live SGF files and results in /srv/sgf",
        "pairings from file.xml: Open, round 3",
        "sitting: Black Cho (9p, A, JP), White Li",
        "engine: gnugo proposes dead stones",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn a_port_name_that_changes_is_noted() {
    let config = parse("[[table]]\nid = \"t1\"\nboard.port = \"/dev/ttyUSB0\"\n").expect("good all the same");
    assert_eq!((config.notes[0].line, config.notes[0].key.as_str()), (3, "table.board.port"));
}

/// Pieces of a configuration, to be thrown together.
fn pieces() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = EVERYTHING.split_inclusive(['\n', ' ', '=', '"', ',']).collect();
    proptest::collection::vec(proptest::sample::select(words), 0..60).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,200}") {
        let _ = parse(&text);
    }

    #[test]
    fn shuffled_configurations_never_panic_and_a_refusal_has_a_reason(text in pieces()) {
        if let Err(faults) = parse(&text) {
            prop_assert!(!faults.is_empty());
        }
    }

    /// One character of a good file is changed: it is good still, or every fault names a line of the file.
    #[test]
    fn a_slip_is_named_with_its_line(at in 0..EVERYTHING.chars().count(), letter in any::<char>()) {
        let text: String = EVERYTHING.chars().enumerate().map(|(n, was)| if n == at { letter } else { was }).collect();
        if let Err(faults) = parse(&text) {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                prop_assert!(fault.line.is_some_and(|line| line <= text.lines().count() + 1), "{fault}");
            }
        }
    }
}

#[test]
fn every_clock_has_the_speed_of_its_line_unless_another_is_given() {
    for (driver, baud) in [("kifud", 115_200), ("dgt", 9_600), ("dgt-json", 115_200), ("open-chess-clock", 57_600)] {
        let clock = |more: &str| {
            let text = format!(
                "[[table]]\nid = \"t1\"\n[table.board]\nport = \"/dev/b\"\n[table.clock]\ndriver = \"{driver}\"\nport = \"/dev/c\"\n{more}"
            );
            let config = config::parse(Path::new("kifud.toml"), &text, "host").expect("a good configuration");
            config.tables.into_iter().next().and_then(|table| table.clock).expect("a clock")
        };
        assert_eq!((clock("").driver.name(), clock("").baud), (driver, baud));
        assert_eq!(clock("baud = 19200\n").baud, 19_200, "{driver}");
        // The names of the configuration are those of the wires, and so are the speeds.
        let wire: kifud::wire::ClockDriver = driver.parse().expect("it is built");
        assert_eq!(wire.default_baud(), baud);
    }
}

/// The form of the competition and its line-up are those that a game is prepared with; a form that is not known here is a name.
#[test]
fn cn_26_2_and_27_what_the_competition_fixes_is_read() {
    let lineup = "[[match.lineup]]\nboard = 1\nteam = \"East\"\nplayer = \"An\"\npartner = \"Bo\"\nsubstitutes = [\"Cho\"]\n";
    let config = parse(&format!("{TABLE}[match]\nform = \"Knock Out\"\n{lineup}")).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(config.match_info.form, Some(CompetitionForm::KnockOut));
    let [placing] = &config.match_info.lineup[..] else { panic!("one place") };
    assert_eq!((placing.board, placing.player.as_str(), placing.substitutes.len()), (1, "An", 1));
    assert_eq!((placing.team.as_deref(), placing.partner.as_deref()), (Some("East"), Some("Bo")));
    assert!(config.notes.is_empty(), "{:?}", config.notes);
    let of_teams =
        parse(&format!("{TABLE}[match]\nform = \"best-of\"\nentrants = \"fixed-boards\"\ngames = 5\nlosses = 2\n")).expect("good");
    let MatchInfo { entrants, games, losses, .. } = of_teams.match_info;
    assert_eq!((entrants, games, losses), (Some(Entrants::FixedBoards), Some(5), Some(2)));
    let wrong = faults(&format!("{TABLE}[match]\nentrants = \"teams\"\ngames = 0\n"));
    assert_eq!(wrong.iter().map(|(_, key, _)| key.as_str()).collect::<Vec<_>>(), ["match.entrants", "match.games"]);
    let named = parse(&format!("{TABLE}[match]\nform = \"McMahon\"\n")).expect("a good configuration");
    assert_eq!(named.match_info.form, Some(CompetitionForm::Other("McMahon".to_owned())));
    assert!(named.notes.iter().any(|note| note.key == "match.form"), "{:?}", named.notes);
    let missing = faults(&format!("{TABLE}[[match.lineup]]\nteam = \"East\"\n"));
    assert_eq!(missing.iter().map(|(_, key, _)| key.as_str()).collect::<Vec<_>>(), ["match.lineup.board", "match.lineup.player"]);
}
