//! What a configuration means, once it is read: typed values, defaults filled in, no secrets (files that hold them are only named).

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::clock::TimeControl;
use crate::game::{MatchInfo, Players};
use crate::go::{Color, HalfPoints, Point, Size};

use super::broker_url::BrokerUrl;
use super::fault::Note;
use super::names::{
    BlackSide, BoardDriver, CaptureNeutral, ClockDriver, MqttVersion, PressPass, Profile, Rulebook, Rules, StartMode, TimeAuthority,
    TurnEnds,
};

/// A whole configuration file.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The file it was read from.
    pub file: PathBuf,
    /// This bridge.
    pub bridge: Bridge,
    /// The broker, and how to speak to it.
    pub mqtt: Mqtt,
    /// The built-in broker; used when [`Mqtt::broker`] says so.
    pub embedded_broker: EmbeddedBroker,
    /// Web displays inside the daemon.
    pub display: Option<Display>,
    /// The tables, at least one.
    pub tables: Vec<Table>,
    /// Event and round of all tables, the form of the competition and its line-up.
    pub match_info: MatchInfo,
    /// The pairings, where a file says who plays whom.
    pub pairings: Option<Pairings>,
    /// Directory of the live SGF files.
    pub sgf_dir: Option<PathBuf>,
    /// Where metrics are served.
    pub metrics_listen: Option<SocketAddr>,
    /// Home Assistant discovery.
    pub home_assistant_discovery: bool,
    /// Command line of a GTP engine that proposes dead stones.
    pub gtp: Option<EngineCommand>,
    /// What is worth a word although it is right.
    pub notes: Vec<Note>,
}

/// The command line of an engine. What is given to the program may be secret: debug output shows the program alone.
#[derive(Clone, PartialEq, Eq)]
pub struct EngineCommand(pub String);

impl std::ops::Deref for EngineCommand {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for EngineCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let program = self.split_whitespace().next().unwrap_or_default();
        f.debug_tuple("EngineCommand").field(&format_args!("{program} …")).finish()
    }
}

impl Config {
    /// Event, round and board of one table: its own number goes before the one in `[match]`.
    pub fn match_at(&self, table: &Table) -> MatchInfo {
        MatchInfo { board: table.board_number.or(self.match_info.board), ..self.match_info.clone() }
    }
}

/// `match.pairings`: OpenGotha's or MacMahon's file of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairings {
    /// The file; beside the configuration, where it is not an absolute path.
    pub path: PathBuf,
    /// Line of the key in the configuration, from 1.
    pub line: usize,
}

/// `[bridge]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bridge {
    /// Its name, `[a-z0-9-]+`.
    pub id: String,
    /// Where the journal is.
    pub state_dir: PathBuf,
}

/// `[mqtt]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mqtt {
    /// Which broker.
    pub broker: Broker,
    /// The version spoken.
    pub version: MqttVersion,
    /// First topic level or levels.
    pub base: String,
    /// User name.
    pub username: Option<String>,
    /// File with the password.
    pub password_file: Option<PathBuf>,
    /// File with the authority that signed the broker's certificate.
    pub ca_file: Option<PathBuf>,
    /// File with the client's certificate, PEM.
    pub cert_file: Option<PathBuf>,
    /// File with its key, PKCS#8 PEM.
    pub key_file: Option<PathBuf>,
    /// Only requests on `request/<verb>/<user>` are taken.
    pub require_user: bool,
}

/// Which broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broker {
    /// The built-in one.
    Embedded,
    /// Another one.
    Remote(BrokerUrl),
}

/// `[embedded_broker]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddedBroker {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Users and their passwords, hashed.
    pub users_file: Option<PathBuf>,
    /// Who may do what.
    pub acl_file: Option<PathBuf>,
}

/// `[display]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Display {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Names and tokens of those who may send requests.
    pub referee_tokens_file: Option<PathBuf>,
    /// Tokens are taken over an open line.
    pub insecure: bool,
}

/// `[[table]]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its name, `[a-z0-9-]+`.
    pub id: String,
    /// Its number in the event, as the pairings have it.
    pub board_number: Option<u32>,
    /// The file of the pairings has a game for it.
    pub paired: bool,
    /// What is told to the referee.
    pub profile: Profile,
    /// In a simul: the colour of the one who plays all.
    pub simul_color: Color,
    /// How it is refereed.
    pub rulebook: Rulebook,
    /// How it is played and scored.
    pub rules: Rules,
    /// What opens a game.
    pub start: StartMode,
    /// Komi; the rulebook's where none is given.
    pub komi: HalfPoints,
    /// It is the rulebook's: the configuration does not say it.
    pub komi_by_book: bool,
    /// Handicap stones.
    pub handicap: u32,
    /// Time control.
    pub time: Option<TimeControl>,
    /// Who keeps time.
    pub time_authority: TimeAuthority,
    /// What ends a turn.
    pub turn_ends: TurnEnds,
    /// When lifting captured stones costs no time.
    pub capture_neutral: CaptureNeutral,
    /// What a press without a stone is.
    pub press_pass: PressPass,
    /// A press this little before its stone is nothing, in ms.
    pub press_tolerance_ms: u64,
    /// Names.
    pub players: Players,
    /// When it is played.
    pub schedule: Option<Schedule>,
    /// The board.
    pub board: Board,
    /// The clock, where there is one.
    pub clock: Option<Clock>,
    /// What spectators get.
    pub public: Public,
    /// Kinds of alert that are not raised.
    pub alerts_off: Vec<super::names::Kind>,
    /// The event's own rules.
    pub overrides: Vec<Override>,
}

/// `[table.schedule]`.
pub use crate::game::Schedule;

/// `[table.board]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Its language.
    pub driver: BoardDriver,
    /// Where it is.
    pub port: PortAddress,
    /// Speed of the line.
    pub baud: u32,
    /// Its size.
    pub size: Size,
    /// Left and right are exchanged; applied first.
    pub mirrored: bool,
    /// Quarter turns clockwise, 0 to 3, applied after mirroring.
    pub quarter_turns: u8,
    /// How often a polled board is asked, in ms.
    pub poll_ms: u64,
    /// How long a point must hold still, in ms.
    pub settle_ms: u64,
    /// How long an unexplained position may stand, in ms.
    pub patience_ms: u64,
    /// Sensors known to be dead, in record coordinates.
    pub ignore: Vec<Point>,
}

/// `[table.clock]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    /// Its language; never [`ClockDriver::None`].
    pub driver: ClockDriver,
    /// Where it is.
    pub port: PortAddress,
    /// On which side Black sits.
    pub black_side: BlackSide,
    /// Speed of the line.
    pub baud: u32,
    /// How long a flag stays provisional, in ms.
    pub latency_ms: u64,
}

/// Where a device is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PortAddress {
    /// A serial port.
    Path(PathBuf),
    /// A network port that carries the same bytes.
    Tcp {
        /// Name or address, without brackets.
        host: String,
        /// TCP port.
        port: u16,
    },
}

impl std::fmt::Display for PortAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PortAddress::Path(path) => write!(f, "{}", path.display()),
            PortAddress::Tcp { host, port } if host.contains(':') => write!(f, "tcp://[{host}]:{port}"),
            PortAddress::Tcp { host, port } => write!(f, "tcp://{host}:{port}"),
        }
    }
}

/// `[table.public]`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Public {
    /// How much later spectators get everything, in ms.
    pub delay_ms: u64,
    /// Decided rulings are shown.
    pub show_alerts: bool,
}

/// `[[table.override]]`: the event's own rule for one kind.
pub use crate::game::Override;

/// What a rule proposes.
pub use crate::game::Sanction;
