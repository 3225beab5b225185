//! The `health` document and the table's status: what is wrong and what to do.

use bytes::Bytes;

use crate::config;
use crate::form::{BoardHealth, BrokerHealth, ClockHealth, DiskHealth, EngineHealth, HealthForm, Instant, fit};
use crate::game::Folded;
use crate::journal::{AsideRow, JournalHealth};
use crate::serial::PortFault;
use crate::time::Stamp;

use super::desk::{Desk, Device};
use super::documents::Document;
use super::presence::Presence;
use super::setup;

/// What is known of a port beside what the desk knows.
#[derive(Debug, Clone, Default)]
pub(super) struct PortState {
    pub(super) fault: Option<PortFault>,
    pub(super) reopened: u64,
}

/// What is known of the connection to the broker.
#[derive(Debug, Clone, Default)]
pub(super) struct BrokerState {
    pub(super) connected: bool,
    pub(super) reopened: u64,
    pub(super) what_to_do: Option<String>,
    pub(super) too_large: Vec<String>,
}

/// What could not be gone on with at the start.
#[derive(Debug, Clone, Default)]
pub(super) struct SetAside {
    /// The game, where the table has not begun another since.
    pub(super) game: Option<AsideRow>,
    /// What is said of the journal, likewise.
    pub(super) journal: Option<String>,
    /// The game, or the idle stretch, that the table was in then.
    pub(super) at: String,
}

impl SetAside {
    /// Forgets it when another game has begun: the operator has gone on.
    ///
    /// True when something was forgotten.
    pub(super) fn forget_when_over(&mut self, book: &Folded) -> bool {
        let over = !self.lines().is_empty() && book.started.is_some() && book.game_id != self.at;
        if over {
            *self = SetAside::default();
        }
        over
    }

    fn lines(&self) -> Vec<String> {
        let game = self.game.as_ref().map(|row| format!("game {}: {}", row.game_id, row.why));
        game.into_iter().chain(self.journal.clone()).collect()
    }

    fn what_to_do(&self) -> Option<String> {
        if let Some(row) = &self.game {
            let id = &row.game_id;
            return Some(format!(
                "game {id} could not be gone on with and is kept: take its record with kifud export --game {id}, and go on with start-game (record, continues)"
            ));
        }
        self.journal
            .is_some()
            .then(|| "the card or disk is failing: exchange it when the games are over, and keep the damaged journal".to_owned())
    }
}

/// Everything that the health document is made of.
pub(super) struct Condition<'a> {
    pub(super) table: &'a config::Table,
    pub(super) desk: &'a Desk,
    pub(super) board: &'a PortState,
    pub(super) clock: &'a PortState,
    pub(super) broker: &'a BrokerState,
    pub(super) journal: &'a JournalHealth,
    pub(super) engine: Option<EngineHealth>,
    pub(super) set_aside: &'a SetAside,
}

const RESTARTED: &str = "the clock has restarted: compare what it shows with the clock document, look at its battery and cable, and take \
                         over with adopt-clock what is right";

const LEVER: &str = "the clock was switched on with its lever the other way round and calls left right: kifud has found that and reads it \
                     rightly, and nothing has to be done. If it is to call its sides by their names, switch it off and on again between \
                     games with the lever the other way";

const UNANSWERED: &str = "the clock has not answered what it was told: set it by hand to what the clock document says, then adopt-clock";

impl Condition<'_> {
    /// "ready" when the board, the clock and the disk do what they should.
    pub(super) fn status(&self) -> &'static str {
        let board = self.desk.presence(Device::Board);
        let clock = !setup::has_clock(self.table) || self.desk.presence(Device::Clock).speaking;
        if board.speaking && !board.wrong_size && clock && self.journal.fault.is_none() && self.set_aside.lines().is_empty() {
            "ready"
        } else {
            "degraded"
        }
    }

    /// The document.
    pub(super) fn document(&self, now: Stamp) -> Option<Document> {
        let board = self.desk.presence(Device::Board);
        let counts = self.desk.counts(Device::Board);
        let form = HealthForm {
            board: BoardHealth {
                present: board.speaking,
                port: self.table.board.port.to_string(),
                last_frame_age_ms: board.last_frame.map(|last| now.mono.since_ms(last)),
                bad_frames: counts.bad_frames,
                garbled: board.garbled() && !board.wrong_size,
                reopened: self.board.reopened,
                noisy: Vec::new(),
                dead: self.dead(),
                what_to_do: self.device(Device::Board, board, self.board),
                hint: self.desk.game().orientation_hint(),
            },
            clock: self.clock_health(now),
            broker: BrokerHealth {
                present: self.broker.connected,
                reopened: self.broker.reopened,
                too_large: self.broker.too_large.clone(),
                what_to_do: self.broker.what_to_do.clone(),
            },
            disk: DiskHealth {
                last_sync_ms: Some(self.journal.last_sync_ms),
                behind: self.journal.behind,
                fault: self.journal.fault.clone(),
                what_to_do: self
                    .journal
                    .fault
                    .as_ref()
                    .map(|_| {
                        "make room on the disk, or look after it: play goes on, and everything is written when it works again".to_owned()
                    })
                    .or_else(|| self.set_aside.what_to_do()),
                set_aside: self.set_aside.lines(),
            },
            engine: self.engine.clone(),
            outbox: self.journal.behind,
            time_synced: time_synced(),
            ..HealthForm::new(Instant(now.wall))
        };
        Some(("health".to_owned(), Some(Bytes::from(fit(&form).ok()?))))
    }

    /// Points that are ignored and points that cannot be read now, each once.
    fn dead(&self) -> Vec<String> {
        let (ignored, unreadable) = (&self.table.board.ignore, self.desk.unreadable());
        let points = ignored.iter().chain(unreadable.iter().filter(|point| !ignored.contains(point)));
        points.map(|point| point.vertex(self.table.board.size).to_string()).collect()
    }

    fn clock_health(&self, now: Stamp) -> Option<ClockHealth> {
        let port = &self.table.clock.as_ref().filter(|_| setup::has_clock(self.table))?.port;
        let clock = self.desk.presence(Device::Clock);
        Some(ClockHealth {
            present: clock.speaking,
            port: port.to_string(),
            last_frame_age_ms: clock.last_frame.map(|last| now.mono.since_ms(last)),
            bad_frames: self.desk.counts(Device::Clock).bad_frames,
            garbled: clock.garbled(),
            reopened: self.clock.reopened,
            restarts: clock.restarts,
            lever_inverted: self.desk.lever_inverted(),
            what_to_do: self.device(Device::Clock, clock, self.clock),
            hint: match () {
                () if clock.restarts > 0 => Some(RESTARTED.to_owned()),
                () if self.desk.lever_inverted() => Some(LEVER.to_owned()),
                () => None,
            },
        })
    }

    fn device(&self, device: Device, presence: Presence, port: &PortState) -> Option<String> {
        let name = if device == Device::Board { "board" } else { "clock" };
        if presence.wrong_size {
            return Some("the board has another size than the configuration says: set size, or connect the other board".to_owned());
        }
        if presence.speaking {
            if let Some(turned) = self.desk.game().board_turned().filter(|_| device == Device::Board) {
                return Some(turned);
            }
            if presence.unanswered {
                return Some(UNANSWERED.to_owned());
            }
            let unreadable = self.desk.unreadable().iter().any(|point| !self.table.board.ignore.contains(point));
            return (device == Device::Board && unreadable).then(|| {
                "some points cannot be read: if the board was switched on with stones on it, take them off and switch it on again; else look \
                 at its cables, or name dead points in ignore"
                    .to_owned()
            });
        }
        if let Some(fault) = &port.fault {
            return Some(fault.to_string());
        }
        if !presence.open {
            return Some(format!("the {name}'s port has not been opened yet"));
        }
        if presence.disconnected {
            return Some("no clock is connected to the box on the clock's port: put the cable between them in".to_owned());
        }
        let counts = self.desk.counts(device);
        Some(if presence.garbled() || (counts.bad_frames + counts.stray_bytes > 0 && counts.frames == 0) {
            format!(
                "bytes come from the {name} but none are understood: set baud and driver as the device wants them, or connect the device \
                 that they are for"
            )
        } else {
            format!("the {name} says nothing: look whether it is switched on, and at driver and baud")
        })
    }
}

/// systemd-timesyncd leaves this file when the calendar was set from the network; unknown where it is not used.
fn time_synced() -> Option<bool> {
    let timesyncd = std::path::Path::new("/run/systemd/timesync");
    timesyncd.exists().then(|| timesyncd.join("synchronized").exists())
}

#[cfg(test)]
mod tests;
