//! The sections that are not a table's: bridge, mqtt, embedded_broker, display and the outlets.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use crate::game::{CompetitionForm, Entrants, LINEUP_MAX, MatchInfo, Placing};

use super::address;
use super::broker_url::BrokerUrl;
use super::names::MqttVersion;
use super::shape::{Bridge, Broker, Display, EmbeddedBroker, EngineCommand, Mqtt, Pairings};
use super::walk::{Item, Section};

/// The longest name of a bridge or table: the client id `kifud.<bridge>.<table>` stays within what every broker takes.
pub(super) const ID_MAX: usize = 64;

/// The highest round or board number: a slip of the pen beyond it.
const NUMBER_MAX: u32 = 100_000;

/// The most games that two play against one another, and losses that a knock-out bears: jubango are ten.
const GAMES_MAX: u32 = 99;

/// A path, not looked at: files are opened where they are used.
pub(super) fn path(item: &Item<'_>) -> Option<PathBuf> {
    item.text().map(PathBuf::from)
}

/// `[a-z0-9-]+`.
pub(super) fn id(item: &Item<'_>) -> Option<String> {
    let text = item.text()?;
    if text.len() > ID_MAX || !text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        item.fault(format!("must be of small letters, digits and -, at most {ID_MAX} of them"));
        return None;
    }
    Some(text.to_owned())
}

/// A host name as the name of a bridge: lower-cased, other characters become "-".
pub(super) fn id_of_host(host: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    let id: String = host.trim().chars().take(ID_MAX).map(plain).collect();
    if id.is_empty() { "kifud".to_owned() } else { id }
}

pub(super) fn bridge(section: Option<Section<'_>>, host: &str) -> Bridge {
    let mut bridge = Bridge { id: id_of_host(host), state_dir: PathBuf::from("/var/lib/kifud") };
    let Some(mut section) = section else { return bridge };
    if let Some(id) = section.get("id").and_then(|item| id(&item)) {
        bridge.id = id;
    }
    if let Some(dir) = section.get("state_dir").and_then(|item| path(&item)) {
        bridge.state_dir = dir;
    }
    section.finish();
    bridge
}

pub(super) fn mqtt(section: Option<Section<'_>>) -> Mqtt {
    let mut mqtt = Mqtt {
        broker: Broker::Remote(BrokerUrl::loopback()),
        version: MqttVersion::V5,
        base: "kifud".to_owned(),
        username: None,
        password_file: None,
        ca_file: None,
        cert_file: None,
        key_file: None,
        require_user: false,
    };
    let Some(mut section) = section else { return mqtt };
    if let Some(broker) = section.get("broker").and_then(|item| address::broker(&item)) {
        mqtt.broker = broker;
    }
    if let Some(version) = section.get("version").and_then(|item| item.choice(MqttVersion::NAMES)) {
        mqtt.version = version;
    }
    if let Some(base) = section.get("base").and_then(|item| base(&item)) {
        mqtt.base = base;
    }
    mqtt.username = section.get("username").and_then(|item| item.text()).map(str::to_owned);
    mqtt.password_file = section.get("password_file").and_then(|item| path(&item));
    mqtt.require_user = section.get("require_user").and_then(|item| item.boolean()).unwrap_or(false);
    if mqtt.password_file.is_some() && mqtt.username.is_none() {
        section.missing("username", "is missing: password_file needs the user whose password it holds");
    }
    for (key, file) in [("ca_file", &mut mqtt.ca_file), ("cert_file", &mut mqtt.cert_file), ("key_file", &mut mqtt.key_file)] {
        let Some(item) = section.get(key) else { continue };
        *file = path(&item);
        if !matches!(mqtt.broker, Broker::Remote(BrokerUrl { tls: true, .. })) {
            item.note("has no effect without mqtts://");
        }
    }
    match (&mqtt.cert_file, &mqtt.key_file) {
        (Some(_), None) => section.missing("key_file", "is missing: cert_file needs its key"),
        (None, Some(_)) => section.missing("cert_file", "is missing: key_file needs its certificate"),
        _ => {}
    }
    section.finish();
    mqtt
}

/// The first topic levels.
fn base(item: &Item<'_>) -> Option<String> {
    /// A topic may have 65,535 bytes; the longest part after the base needs far less than the rest of this.
    const BASE_MAX: usize = 200;
    let text = item.text()?;
    let fault = if text.contains('.') {
        "must hold no dots: a cluster of brokers takes them for level marks"
    } else if text.contains(['+', '#']) {
        "must hold no wildcards (+ and #)"
    } else if text.starts_with('$') {
        "must not begin with $, which is the broker's own"
    } else if text.split('/').any(str::is_empty) {
        "must hold no empty levels: neither begin nor end with /, nor hold //"
    } else if text.len() > BASE_MAX || text.chars().any(|letter| letter.is_control() || letter.is_whitespace()) {
        "must be a short topic without blanks"
    } else {
        return Some(text.to_owned());
    };
    item.fault(fault);
    None
}

pub(super) fn embedded_broker(section: Option<Section<'_>>, used: bool) -> EmbeddedBroker {
    let loopback = SocketAddr::from(([127, 0, 0, 1], 1_883));
    let mut broker = EmbeddedBroker { listen: loopback, users_file: None, acl_file: None };
    let Some(mut section) = section else { return broker };
    if let Some(listen) = section.get("listen").and_then(|item| address::listen(&item)) {
        broker.listen = listen;
    }
    broker.users_file = section.get("users_file").and_then(|item| path(&item));
    broker.acl_file = section.get("acl_file").and_then(|item| path(&item));
    if !broker.listen.ip().is_loopback() {
        for (key, file) in [("users_file", &broker.users_file), ("acl_file", &broker.acl_file)] {
            if file.is_none() {
                section.missing(key, "is missing: a broker that others can reach needs users_file and acl_file; or listen on 127.0.0.1");
            }
        }
    }
    if !used {
        section.note("has no effect: mqtt.broker is not \"embedded\"");
    }
    section.finish();
    broker
}

pub(super) fn display(section: Option<Section<'_>>) -> Option<Display> {
    let mut section = section?;
    let mut display = Display { listen: SocketAddr::from(([127, 0, 0, 1], 8_080)), referee_tokens_file: None, insecure: false };
    if let Some(listen) = section.get("listen").and_then(|item| address::listen(&item)) {
        display.listen = listen;
    }
    let tokens = section.get("referee_tokens_file");
    display.referee_tokens_file = tokens.as_ref().and_then(path);
    display.insecure = section.get("insecure").and_then(|item| item.boolean()).unwrap_or(false);
    if let Some(tokens) = tokens.filter(|_| !display.listen.ip().is_loopback() && !display.insecure) {
        tokens.fault(
            "tokens would cross the network readable for everybody: listen on 127.0.0.1 behind a web server with TLS, or say insecure = true",
        );
    }
    section.finish();
    Some(display)
}

/// Event, round and board, the form and the line-up, and the file with the pairings.
pub(super) fn match_info(section: Option<Section<'_>>, file: &Path) -> (MatchInfo, Option<Pairings>) {
    let Some(mut section) = section else { return Default::default() };
    let info = MatchInfo {
        event: section.get("event").and_then(|item| item.text()).map(str::to_owned),
        round: section.get("round").and_then(|item| item.integer(1..=NUMBER_MAX)),
        board: section.get("board").and_then(|item| number(&item)),
        form: section.get("form").and_then(|item| form(&item)),
        entrants: section.get("entrants").and_then(|item| item.choice(Entrants::NAMES)),
        games: section.get("games").and_then(|item| item.integer(1..=GAMES_MAX)),
        losses: section.get("losses").and_then(|item| item.integer(1..=GAMES_MAX)),
        lineup: section.sections("lineup").unwrap_or_default().into_iter().filter_map(placing).take(LINEUP_MAX).collect(),
        ..MatchInfo::default()
    };
    // A name alone means the folder of the configuration: wherever the daemon was started.
    let beside = |path: PathBuf| file.parent().unwrap_or(Path::new("")).join(path);
    let pairings = section.get("pairings").and_then(|item| Some(Pairings { path: beside(path(&item)?), line: item.line() }));
    section.finish();
    (info, pairings)
}

/// The form of the competition; one that is not known is kept by its name, and said.
fn form(item: &Item<'_>) -> Option<CompetitionForm> {
    let form = CompetitionForm::called(item.text()?);
    if let CompetitionForm::Other(_) = form {
        let known: Vec<&str> = CompetitionForm::NAMES.iter().map(|&(name, _)| name).collect();
        item.note(format!("is shown as it is, and nothing follows from it; known here: {}", known.join(", ")));
    }
    Some(form)
}

/// One place of a line-up.
fn placing(mut section: Section<'_>) -> Option<Placing> {
    let board = section.require("board", "say at which board").and_then(|item| item.integer(1..=NUMBER_MAX));
    let player = section.require("player", "say who plays there").and_then(|item| item.text()).map(str::to_owned);
    let mut text = |key| section.get(key).and_then(|item| item.text()).map(str::to_owned);
    let (team, partner) = (text("team"), text("partner"));
    let substitutes = section.get("substitutes").and_then(|item| item.items()).unwrap_or_default();
    let substitutes = substitutes.iter().filter_map(Item::text).map(str::to_owned).collect();
    section.finish();
    Some(Placing { board: board?, team, player: player?, partner, substitutes })
}

/// A table's number in the event.
pub(super) fn number(item: &Item<'_>) -> Option<u32> {
    item.integer(1..=NUMBER_MAX)
}

/// Where the live SGF files go.
pub(super) fn feeds(section: Option<Section<'_>>) -> Option<PathBuf> {
    let mut section = section?;
    let dir = section.get("sgf_dir").and_then(|item| path(&item));
    section.finish();
    dir
}

/// The command line of a GTP engine.
pub(super) fn engine(section: Option<Section<'_>>) -> Option<EngineCommand> {
    let mut section = section?;
    let gtp = section.get("gtp");
    let text = gtp.as_ref().and_then(Item::text).map(str::trim).unwrap_or_default().to_owned();
    if let Some(item) = gtp.filter(|_| text.is_empty()) {
        item.fault("must be a command line such as \"gnugo --mode gtp\"; leave it out for no engine");
    }
    section.finish();
    Some(text).filter(|text| !text.is_empty()).map(EngineCommand)
}

/// Where metrics are served; only on this machine, unless it is said that the network may read them.
pub(super) fn metrics(section: Option<Section<'_>>) -> Option<SocketAddr> {
    let mut section = section?;
    let item = section.get("listen");
    let listen = item.as_ref().and_then(address::listen);
    let insecure = section.get("insecure").and_then(|item| item.boolean()).unwrap_or(false);
    if let Some((item, _)) = item.zip(listen.filter(|listen| !listen.ip().is_loopback() && !insecure)) {
        item.fault("everybody on the network could read the figures: listen on 127.0.0.1, or say insecure = true");
    }
    section.finish();
    listen
}

/// Whether Home Assistant is told of the tables.
pub(super) fn home_assistant(section: Option<Section<'_>>) -> bool {
    let Some(mut section) = section else { return false };
    let discovery = section.get("discovery").and_then(|item| item.boolean()).unwrap_or(false);
    section.finish();
    discovery
}
