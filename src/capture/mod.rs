//! Raw bytes to a file, and the same bytes through the same code again (floor 7; CONTRACT 1 `capture`, `replay`).
//!
//! A capture is lines of JSON. The first says with what configuration, table and seed; each later one is something that came in, with its
//! stamp, or an event that the table wrote:
//!
//! ```text
//! {"kifud-capture":1,"table":"t1","seed":"…","boot":"…","mono":123,"wall":1796…,"config":"[bridge]\n…"}
//! {"mono":456,"wall":1796…,"port":"board","opened":true}
//! {"mono":460,"wall":1796…,"port":"board","bytes":"7e30ff…"}
//! {"mono":470,"wall":1796…,"advance":true}
//! {"mono":475,"wall":1796…,"runs_mono":9475,"runs_wall":1796…}
//! {"mono":480,"wall":1796…,"request":"pass","user":"anna","payload":"{…}"}
//! {"event":"{…}"}
//! ```

mod read;
mod write;

pub use read::{CaptureError, Replayed, replay};
pub use write::Recorder;

use serde::{Deserialize, Serialize};

use crate::config::{Config, Table};
use crate::form::{MatchForm, PlayersForm, PointsForm};
use crate::game::MatchInfo;

/// Version of the file format.
pub const FORMAT: u32 = 1;

/// The first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Header {
    #[serde(rename = "kifud-capture")]
    format: u32,
    table: String,
    seed: String,
    mono: u64,
    wall: i64,
    config: String,
    /// What the pairings have put into the configuration; their file is not in the capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paired: Option<Paired>,
}

/// A table's part of the pairings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Paired {
    players: PlayersForm,
    #[serde(rename = "match")]
    match_info: MatchForm,
    handicap: u32,
    komi: PointsForm,
    komi_by_book: bool,
}

impl Paired {
    /// What a table of this configuration has; nothing where it has no pairings.
    fn of(config: &Config, table: &str) -> Option<Paired> {
        config.pairings.as_ref()?;
        let table = config.tables.iter().find(|known| known.id == table)?;
        Some(Paired {
            players: PlayersForm::from(&table.players),
            match_info: MatchForm::known(&config.match_at(table)).unwrap_or_default(),
            handicap: table.handicap,
            komi: PointsForm(table.komi),
            komi_by_book: table.komi_by_book,
        })
    }

    /// The same table again.
    fn put(self, table: &mut Table) -> MatchInfo {
        table.players = self.players.into();
        (table.handicap, table.komi, table.komi_by_book) = (self.handicap, self.komi.0, self.komi_by_book);
        self.match_info.into()
    }
}

/// Every other line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Bytes {
        mono: u64,
        wall: i64,
        port: PortName,
        bytes: String,
    },
    Opened {
        mono: u64,
        wall: i64,
        port: PortName,
        opened: bool,
    },
    Request {
        mono: u64,
        wall: i64,
        request: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        user: Option<String>,
        payload: String,
    },
    Stopped {
        mono: u64,
        wall: i64,
        runs_mono: u64,
        runs_wall: i64,
    },
    Advance {
        mono: u64,
        wall: i64,
        advance: bool,
    },
    Event {
        event: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PortName {
    Board,
    Clock,
}
