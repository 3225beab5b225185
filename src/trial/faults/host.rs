//! The process: one table with its connection and its journal.

use std::collections::BTreeMap;
use std::path::Path;

use tokio::sync::watch;

use crate::config;
use crate::game::{ClockDocument, Folded, MatchInfo};
use crate::journal::by_hand::{Disk, Pen, Wrote};
use crate::journal::{Journal, Limits};
use crate::machine::Machine;
use crate::mqtt;
use crate::serial::{PortByHand, PortEvent, PortFault};
use crate::table::by_hand::{ByHand, Seated};
use crate::table::{Aside, Beat, Device, PortNews, TableContext};
use crate::time::{Mono, Stamp};

/// What was true at a commit.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    pub(super) book: Folded,
    pub(super) clock: Option<ClockDocument>,
    pub(super) at: Mono,
}

/// A process that runs.
pub(super) struct Host {
    pub(super) table: ByHand,
    pub(super) connection: mqtt::by_hand::ByHand,
    pub(super) pen: Pen,
    pub(super) journal: Journal,
    ports: [Option<PortByHand>; 2],
    _stop: watch::Sender<bool>,
    /// Since when it runs without having been stopped.
    pub(super) runs_since: Mono,
    /// Until when it does not run.
    pub(super) stopped_until: Option<Mono>,
    /// What waits at its ports.
    pub(super) waiting: Vec<(Device, PortNews)>,
    /// What was true at each commit that may be in the file, by number.
    pub(super) kept: BTreeMap<u64, Kept>,
    /// The last commit that is in the file for sure, and the last that may be.
    pub(super) written: (u64, u64),
    /// Since when the disk refuses.
    pub(super) refused_since: Option<Mono>,
}

/// What a table of a trial is started with.
pub(super) fn context(table: &config::Table, journal: &Journal) -> (TableContext, watch::Sender<bool>) {
    let (stop, stopped) = watch::channel(false);
    let context = TableContext {
        table: table.clone(),
        match_info: MatchInfo::default(),
        journal: journal.clone(),
        mqtt: mqtt::Settings {
            broker: mqtt::BrokerAddress { nodes: mqtt::Nodes::one("nowhere", 1_883), version: mqtt::Version::V5, tls: None },
            credentials: None,
            base: "kifud".to_owned(),
            bridge: "trial".to_owned(),
            table: table.id.clone(),
            instance: journal.instance().to_owned(),
            require_user: false,
            pace: mqtt::Pace::default(),
        },
        beat: Beat::default(),
        stop: stopped,
        engine: None,
        aside: Aside::default(),
        machine: watch::channel(Machine::default()).1,
        metrics: None,
    };
    (context, stop)
}

impl Host {
    /// Starts it over what lies in `dir`.
    ///
    /// # Errors
    /// When the journal cannot be opened or read.
    pub(super) fn start(dir: &Path, table: &config::Table, now: Mono) -> Result<Host, String> {
        let (journal, pen) = Journal::open_by_hand(dir, Limits::default()).map_err(|error| error.to_string())?;
        let (context, stop) = context(table, &journal);
        let Seated { table, connection, ports } = ByHand::start(context).map_err(|error| error.to_string())?;
        Ok(Host {
            table,
            connection,
            pen,
            journal,
            ports,
            _stop: stop,
            runs_since: now,
            stopped_until: None,
            waiting: Vec::new(),
            kept: BTreeMap::new(),
            written: (0, 0),
            refused_since: None,
        })
    }

    /// The table's turn, with what waits at its ports.
    pub(super) fn turn(&mut self, stamp: Stamp) {
        let events = std::mem::take(&mut self.waiting).into_iter().map(|(device, news)| {
            let event = match news {
                PortNews::Opened => PortEvent::Opened { at: stamp },
                PortNews::Bytes(bytes) => PortEvent::Bytes { at: stamp, bytes },
                PortNews::Lost => PortEvent::Lost { at: stamp, fault: PortFault::Gone },
            };
            (device, event)
        });
        self.table.turn(events);
    }

    /// What it wants of its ports: bytes, and then to have it opened again.
    pub(super) fn at_ports(&mut self) -> Vec<(Device, Vec<Vec<u8>>, bool)> {
        let devices = [Device::Board, Device::Clock].into_iter().zip(&mut self.ports);
        let open = devices.filter_map(|(device, port)| Some((device, port.as_mut()?)));
        open.map(|(device, port)| (device, std::iter::from_fn(|| port.written()).collect(), port.take_reopen())).collect()
    }

    /// What is true when a new commit has been given.
    pub(super) fn keep(&mut self, stamp: Stamp, now: Mono) {
        let given = self.table.given();
        if !self.kept.contains_key(&given) {
            let (book, clock) = (self.table.game().book().clone(), self.table.game().clock_document(stamp));
            self.kept.insert(given, Kept { book, clock, at: now });
        }
    }

    /// A write has been tried.
    pub(super) fn wrote(&mut self, wrote: Wrote, disk: Disk, now: Mono) {
        match wrote {
            Wrote::Nothing => {}
            Wrote::Refused => {
                self.refused_since.get_or_insert(now);
                if disk == Disk::Doubtful {
                    self.written.1 = self.table.given();
                }
            }
            Wrote::Durable(number) => {
                self.refused_since = None;
                if let Some(number) = number {
                    self.written = (number, number);
                    self.kept = self.kept.split_off(&number);
                }
            }
        }
    }
}
