//! One fault a text: its line, its key, and the remedy in its message.

use super::{TABLE, parse};
use kifud::config::Fault;

/// A text, and its one fault: line, key, and a part of the message.
type Row = (String, usize, &'static str, &'static str);

/// The piece that a table cannot do without, after its id.
const BOARD: &str = "board.port = \"/dev/b\"";

/// A table that is good without `more`, which stands in line 4.
fn table(more: &str) -> String {
    format!("[[table]]\nid = \"t1\"\n{BOARD}\n{more}\n")
}

/// A good file without `section`, which stands in line 1 and after.
fn with(section: &str) -> String {
    format!("{section}\n{TABLE}")
}

fn each_is_the_only_fault(rows: Vec<Row>) {
    let wrong = rows.into_iter().filter(|(text, line, key, message)| {
        let found = parse(text).err().unwrap_or_default();
        let told = |fault: &Fault| fault.line == Some(*line) && fault.key == *key && fault.message.contains(message);
        !(found.len() == 1 && told(&found[0]))
    });
    let wrong: Vec<_> = wrong
        .map(|(text, line, key, message)| format!("{text}\nshould be {line}: {key}: {message}\nis {:#?}", parse(&text).err()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn faults_of_tables_and_their_names() {
    each_is_the_only_fault(vec![
        (String::new(), 1, "table", "at least one [[table]]"),
        ("[table]\nid = \"t1\"\n".to_owned(), 1, "table", "[[table]]"),
        ("table = 1".to_owned(), 1, "table", "a list"),
        (format!("[[table]]\n{BOARD}"), 1, "table.id", "is missing"),
        ("[[table]]\nid = \"t1\"".to_owned(), 1, "table.board", "is missing"),
        (table("[table.board]"), 4, "", "duplicate key"),
        (format!("{TABLE}{TABLE}").replacen("kifud/b", "kifud/a", 1), 5, "table.id", "another table"),
        (format!("{TABLE}[[table]]\nid = \"t2\"\nboard.port = \"/dev/kifud/b\""), 6, "table.board.port", "used by t1"),
        (table("komii = 1"), 4, "table.komii", "did you mean komi?"),
        (table("sgf = 1"), 4, "table.sgf", "known here"),
        (table("komi = 7.25"), 4, "table.komi", "half points"),
        (table("komi = \"7.5\""), 4, "table.komi", "must be a number, not text"),
        (table("komi = nan"), 4, "table.komi", "half points"),
        (table("komi = 1e9"), 4, "table.komi", "half points"),
        (table("handicap = 1"), 4, "table.handicap", "no handicap"),
        (table("handicap = -2"), 4, "table.handicap", "from 0 to"),
        (table("rulebook = \"china-1998\""), 4, "table.rulebook", "did you mean \"china-1988\"?"),
        (table("rulebook = \"fide\""), 4, "table.rulebook", "\"ing\""),
        (table("rulebook = \"egf\""), 1, "table.rules", "egf"),
        (table("press_tolerance_ms = 60001"), 4, "table.press_tolerance_ms", "from 0 to 60000"),
    ]);
}

#[test]
fn faults_of_time_people_and_alerts() {
    each_is_the_only_fault(vec![
        (table("time = \"2h\""), 4, "table.time", "must be a table such as { system"),
        (table("time = { main = \"2h\" }"), 4, "table.time.system", "is missing"),
        (table("time = { system = \"absolute\" }"), 4, "table.time.main", "is missing"),
        (table("time = { system = \"absolute\", main = \"0s\" }"), 4, "table.time.main", "longer than 0"),
        (table("time = { system = \"byo-yomi\", main = \"1h\", period = \"10s\" }"), 4, "table.time.periods", "is missing"),
        (table("time = { system = \"byo-yomi\", main = \"1h\", periods = 5 }"), 4, "table.time.period", "is missing"),
        (
            table("time = { system = \"byo-yomi\", main = \"1h\", periods = 5, period = \"null\" }"),
            4,
            "table.time.period",
            "is not a duration",
        ),
        (table("time = { system = \"byo-yomi\", main = \"1h\", periods = 0, period = \"10s\" }"), 4, "table.time.periods", "from 1 to 254"),
        (table("time = { system = \"byo-yomi\", main = \"1h\", periods = 5, period = \"0s\" }"), 4, "table.time.period", "longer than 0"),
        (table("time = { system = \"byo-yomi\", main = \"999h\", periods = 5, period = \"9s\" }"), 4, "table.time.main", "7 days"),
        (table("time = { system = \"byoyomi\", main = \"1h\" }"), 4, "table.time.system", "did you mean \"byo-yomi\"?"),
        (table("time = { system = \"absolute\", main = \"1h\" }"), 1, "table.time_authority", "\"daemon\""),
        (table("players = { black = { rank = \"9p\" } }"), 4, "table.players.black.name", "is missing"),
        (table("schedule.start_at = \"2026-12-05 09:30\""), 4, "table.schedule.start_at", "offset"),
        (table("schedule.start_at = 2026-12-05T09:30:00Z"), 4, "table.schedule.start_at", "put it in quotes"),
        (
            table("schedule.breaks = [{ from = \"2026-12-05T13:00:00Z\", to = \"2026-12-05T12:00:00Z\" }]"),
            4,
            "table.schedule.breaks",
            "end after",
        ),
        (table("alerts.off = [\"etiquete\"]"), 4, "table.alerts.off", "did you mean \"etiquette\"?"),
        (table("override = [{ kind = \"etiquette\", sanctions = [\"points:0\"] }]"), 4, "table.override.sanctions", "points:N"),
        (
            table("override = [{ kind = \"etiquette\" }, { kind = \"etiquette\", sanctions = [] }]"),
            4,
            "table.override.kind",
            "say all of it in one",
        ),
        (table("override = [{ kind = \"etiquette\", severity = \"loud\" }]"), 4, "table.override.severity", "\"attention\""),
        (table("override = [{ kind = \"etiquette\", board = \"back\" }]"), 4, "table.override.board", "\"restore\""),
        (table("override = [{ kind = \"etiquette\", announce = \"later\" }]"), 4, "table.override.announce", "\"offender-turn\""),
        (table("override = [{ kind = \"etiquette\", claim = \"later\" }]"), 4, "table.override.claim", "\"next-move\""),
        (table("override = [{ kind = \"etiquette\", requires = \"both\" }]"), 4, "table.override.requires", "\"chief\""),
        (table("public.delay = \"61m\""), 4, "table.public.delay", "at most 1h"),
    ]);
}

#[test]
fn faults_of_boards_and_clocks() {
    each_is_the_only_fault(vec![
        (table("clock.port = \"/dev/b\""), 4, "table.clock.port", "used by t1"),
        (table("board.driver = \"igoo\""), 4, "table.board.driver", "did you mean \"igo\"?"),
        (table("board.driver = \"yihu\"\nboard.size = 13"), 5, "table.board.size", "19x19"),
        (table("board.size = 15"), 4, "table.board.size", "9, 13 or 19"),
        (table("board.rotation = 45"), 4, "table.board.rotation", "quarter turn"),
        (table("board.baud = 0"), 4, "table.board.baud", "from 300 to 4000000"),
        (table("board.settle_ms = 5000"), 4, "table.board.settle_ms", "at least settle_ms"),
        (table("board.ignore = [\"A1\", \"I5\"]"), 4, "table.board.ignore", "no I"),
        (table("board.ignore = [\"T19\"]\nboard.size = 13"), 4, "table.board.ignore", "outside the 13x13 board"),
        (table("board.mirrored = \"no\""), 4, "table.board.mirrored", "must be true or false, not text"),
        (table("clock.driver = \"kifud\""), 4, "table.clock.port", "is missing"),
        (table("clock = { port = \"http://x\" }"), 4, "table.clock.port", "tcp://host:port"),
        (table("clock = { port = \"tcp://x\" }"), 4, "table.clock.port", "host and port"),
        (table("clock = { port = \"/dev/c\", black_side = \"up\" }"), 4, "table.clock.black_side", "\"learn\""),
        (table("clock = { port = \"\" }"), 4, "table.clock.port", "must not be empty"),
    ]);
}

#[cfg(not(feature = "tls"))]
#[test]
fn a_kifud_that_was_built_without_tls_says_so_and_what_to_do() {
    each_is_the_only_fault(vec![(with("[mqtt]\nbroker = \"mqtts://h\""), 2, "mqtt.broker", "bridge to the other broker")]);
}

#[test]
fn faults_of_the_other_sections() {
    each_is_the_only_fault(vec![
        (with("[mqtt]\nbroker = \"mqtt://u:secret@h\""), 2, "mqtt.broker", "no user and no password"),
        (with("[mqtt]\nbroker = \"mqtt://h:1883/x\""), 2, "mqtt.broker", "nothing after it"),
        (with("[mqtt]\nbroker = \"mqtt://h1,,h2\""), 2, "mqtt.broker", "with commas between"),
        (with("[mqtt]\nbroker = \"mqtt://a,b,c,d,e,f,g,h,i,j\""), 2, "mqtt.broker", "names 10 nodes (at most 9)"),
        (with("[mqtt]\nbase = \"go.hall\""), 2, "mqtt.base", "no dots"),
        (with("[mqtt]\nbase = \"go/#\""), 2, "mqtt.base", "no wildcards"),
        (with("[mqtt]\nbase = \"/go\""), 2, "mqtt.base", "no empty levels"),
        (with("[mqtt]\nbase = \"$SYS\""), 2, "mqtt.base", "$"),
        (with("[mqtt]\npassword_file = \"/p\""), 1, "mqtt.username", "is missing"),
        (with("[mqtt]\ncert_file = \"/p\""), 1, "mqtt.key_file", "is missing"),
        (with("[embedded_broker]\nlisten = \"0.0.0.0:1883\"\nacl_file = \"/a\""), 1, "embedded_broker.users_file", "others can reach"),
        (with("[embedded_broker]\nlisten = \"localhost:1883\""), 2, "embedded_broker.listen", "127.0.0.1:8080"),
        (with("[display]\nlisten = \":8080\""), 2, "display.listen", "an address and a port"),
        (with("[display]\nlisten = \"0.0.0.0:80\"\nreferee_tokens_file = \"/t\""), 3, "display.referee_tokens_file", "insecure = true"),
        (with("[display]\n[metrics]\nlisten = \"0.0.0.0:8080\"\ninsecure = true"), 3, "metrics.listen", "taken by display.listen"),
        (with("[metrics]\nlisten = \"0.0.0.0:9100\""), 2, "metrics.listen", "insecure = true"),
        (with("[bridge]\nid = \"\""), 2, "bridge.id", "must not be empty"),
        (with("[bridge]\nid = \"x\"\nid = \"y\""), 3, "", "duplicate key"),
        (with("[brigde]\nid = \"x\""), 1, "brigde", "did you mean bridge?"),
        (with("bridge = 1"), 1, "bridge", "must be"),
    ]);
}
