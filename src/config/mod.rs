//! The configuration file (floor 6, CONTRACT 2): what was typed becomes what it means, or every fault at once.
//!
//! The document is walked by hand instead of by a derived reader, because a derived reader stops at the first fault and an operator
//! in a hall wants to hear of all of them, each with file, line and key and what to do about it. Files named in it (passwords, tokens,
//! certificates) are opened where they are used: no secret ever is in a [`Config`].

mod address;
mod bridge;
mod broker_url;
mod device;
mod fault;
mod macmahon;
mod names;
mod opengotha;
mod pairings;
mod shape;
mod table;
mod time;
mod time_words;
mod walk;
mod words;

use std::collections::BTreeMap;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::Path;

use toml::de::DeTable;

pub use broker_url::{BrokerUrl, NODES_MAX, NoBroker};
pub use fault::{Fault, Note};
pub use names::{
    BlackSide, BoardDriver, CaptureNeutral, ClockDriver, Kind, Lateness, MqttVersion, PressPass, Profile, Rulebook, Rules, StartMode,
    TimeAuthority, TimeSystem, TurnEnds,
};
pub use pairings::{HANDICAP_KOMI, WRONGS_MAX, pair};
pub use shape::{
    Board, Bridge, Broker, Clock, Config, Display, EmbeddedBroker, EngineCommand, Mqtt, Override, Pairings, PortAddress, Public, Sanction,
    Schedule, Table,
};
pub use words::{explain, points as points_in_words, time as time_in_words};

use fault::Findings;
use walk::Section;

/// The largest configuration file: a hundred tables need a tenth of it, and a disk image given by mistake is not read in.
pub const FILE_MAX_BYTES: u64 = 1 << 20;

/// The largest file of pairings: a congress of two thousand players and ten rounds needs a third of it.
pub const PAIRINGS_MAX_BYTES: u64 = 8 << 20;

/// The most tables of one bridge: each has its own connection, thread of events and two ports.
pub const TABLES_MAX: usize = 256;

/// Reads a configuration file, and the pairings that it names.
///
/// # Errors
/// Every fault of the file, in its order; never an empty list.
pub fn load(path: &Path) -> Result<Config, Vec<Fault>> {
    let text = read(path, "configuration", FILE_MAX_BYTES)
        .map_err(|message| vec![Fault { file: path.to_owned(), line: None, key: String::new(), message }])?;
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut config = parse(path, &text, &host)?;
    if let Some(Pairings { path: pairings, line }) = config.pairings.clone() {
        let key = "match.pairings".to_owned();
        let unread =
            |message| vec![Fault { file: path.to_owned(), line: Some(line), key, message: format!("{} {message}", pairings.display()) }];
        let text = read(&pairings, "tournament of OpenGotha or MacMahon", PAIRINGS_MAX_BYTES).map_err(unread)?;
        pair(&mut config, &text)?;
    }
    Ok(config)
}

/// The text of a file that may be a device, a disk image or anything else given by mistake.
fn read(path: &Path, what: &str, bytes_max: u64) -> Result<String, String> {
    // Not by the length that it claims: a device claims none and never ends.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
    file.take(bytes_max + 1).read_to_end(&mut bytes).map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > bytes_max {
        return Err(format!("is no {what}: it has more than {bytes_max} bytes"));
    }
    String::from_utf8(bytes).map_err(|error| format!("is not UTF-8 after its byte {}", error.utf8_error().valid_up_to()))
}

/// Reads the text of a configuration; `host` is this machine's name, from which the bridge gets its own where none is given.
///
/// # Errors
/// Every fault, in the order of the text; never an empty list.
pub fn parse(file: &Path, text: &str, host: &str) -> Result<Config, Vec<Fault>> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let findings = Findings::new(file, text, !errors.is_empty());
    for error in &errors {
        findings.fault(error.span().map_or(0, |span| span.start), "", error.message());
    }
    let config = read_document(Section::root(&document, &findings), &findings, file, host);
    let (faults, notes) = findings.into_parts();
    match config {
        Some(config) if faults.is_empty() => Ok(Config { notes, ..config }),
        _ => Err(faults),
    }
}

fn read_document(mut root: Section<'_>, findings: &Findings<'_>, file: &Path, host: &str) -> Option<Config> {
    let bridge = bridge::bridge(root.section("bridge"), host);
    let mqtt = bridge::mqtt(root.section("mqtt"));
    let embedded_broker = bridge::embedded_broker(root.section("embedded_broker"), mqtt.broker == Broker::Embedded);
    let display = bridge::display(root.section("display"));
    let tables = tables(&mut root);
    let (match_info, pairings) = bridge::match_info(root.section("match"), file);
    let sgf_dir = bridge::feeds(root.section("feeds"));
    let metrics_listen = bridge::metrics(root.section("metrics"));
    let discovery = bridge::home_assistant(root.section("home_assistant"));
    let gtp = bridge::engine(root.section("engine"));
    let listeners = [
        (["embedded_broker", "listen"], (mqtt.broker == Broker::Embedded).then_some(embedded_broker.listen)),
        (["display", "listen"], display.as_ref().map(|display| display.listen)),
        (["metrics", "listen"], metrics_listen),
    ];
    refuse_shared_listeners(&root, findings, &listeners);
    root.finish();
    Some(Config {
        file: file.to_owned(),
        bridge,
        mqtt,
        embedded_broker,
        display,
        tables: tables?,
        match_info,
        pairings,
        sgf_dir,
        metrics_listen,
        home_assistant_discovery: discovery,
        gtp,
        notes: Vec::new(),
    })
}

/// Two listeners cannot share a port, unless on different addresses of this machine.
fn refuse_shared_listeners(root: &Section<'_>, findings: &Findings<'_>, listeners: &[([&str; 2], Option<SocketAddr>)]) {
    let set: Vec<_> = listeners.iter().filter_map(|&(key, listen)| Some((key, listen?))).filter(|(_, listen)| listen.port() != 0).collect();
    for (i, (key, listen)) in set.iter().enumerate() {
        let shares = |other: &SocketAddr| {
            let everywhere = listen.ip().is_unspecified() || other.ip().is_unspecified();
            listen.port() == other.port() && (everywhere || listen.ip() == other.ip())
        };
        if let Some((other, _)) = set[..i].iter().find(|(_, other)| shares(other)) {
            let message = format!("port {} is taken by {} already", listen.port(), other.join("."));
            findings.fault(root.position_of(*key), &key.join("."), message);
        }
    }
}

/// Every table, each with a name and ports of its own; `None` when something is wrong with one.
fn tables(root: &mut Section<'_>) -> Option<Vec<Table>> {
    let sections = root.sections("table")?;
    if sections.is_empty() {
        root.missing("table", "is missing: there must be at least one [[table]]");
    }
    if sections.len() > TABLES_MAX {
        root.fault("table", format!("there are {} tables (at most {TABLES_MAX}): start a second bridge", sections.len()));
        return None;
    }
    let (mut names, mut numbers, mut ports) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut tables = Some(Vec::new());
    for section in sections {
        let read = table::table(section);
        let name = read.id.as_ref().map_or("a table without a good name", |(id, _)| id).to_owned();
        if let Some((id, item)) = read.id
            && names.insert(id.clone(), ()).is_some()
        {
            item.fault(format!("there is another table \"{id}\""));
        }
        if let Some((number, item)) = read.number
            && let Some(other) = numbers.insert(number, name.clone())
        {
            item.fault(format!("number {number} is {other}'s already"));
        }
        for (port, item) in read.ports {
            if let Some(other) = ports.insert(port.clone(), name.clone()) {
                item.fault(format!("{port} is used by {other} already"));
            }
        }
        tables = tables.zip(read.table).map(|(mut tables, table)| {
            tables.push(table);
            tables
        });
    }
    tables
}
