//! The `health` document and the table's status: what is wrong and what to do.

use bytes::Bytes;

use crate::config;
use crate::form::{BoardHealth, BrokerHealth, ClockHealth, DiskHealth, EngineHealth, FindingForm, HealthForm, Instant, fit};
use crate::game::Folded;
use crate::journal::{AsideRow, JournalHealth};
use crate::machine::Machine;
use crate::serial::PortFault;
use crate::time::Stamp;

use super::alarm::Trouble;
use super::desk::{Desk, Device};
use super::documents::Document;
use super::setup;

mod found;

/// What is known of a port beside what the desk knows.
#[derive(Debug, Clone, Default)]
pub(super) struct PortState {
    pub(super) fault: Option<PortFault>,
    /// How often it has been opened.
    pub(super) opened: u64,
}

impl PortState {
    /// How often it was opened again.
    pub(super) fn reopened(&self) -> u64 {
        self.opened.saturating_sub(1)
    }
}

/// What is known of the connection to the broker.
#[derive(Debug, Clone, Default)]
pub(super) struct BrokerState {
    pub(super) connected: bool,
    /// How often it has taken the connection.
    opened: u64,
    /// What is wrong with it: a short name, and what is seen and to be done.
    pub(super) trouble: Option<(&'static str, String)>,
    /// That is from the last connection, and this one has not come so far yet.
    is_old: bool,
    /// Topics that this broker does not take for their size.
    pub(super) too_large: Vec<String>,
    /// Whose requests were more than are looked at; none where the topic named nobody.
    pub(super) flooding: Option<String>,
}

/// The broker does not allow something.
const DENIED: &str = "access-denied";

/// Topics that `health` names as too large: each kind of document once. Answers may be wanted on any.
const TOO_LARGE_MAX: usize = 16;

impl BrokerState {
    /// The broker has taken the connection. One that refuses an event ends every connection: that it does not allow something stays said until a
    /// connection gets past it.
    pub(super) fn connects(&mut self) {
        self.connected = true;
        self.opened += 1;
        self.too_large.clear();
        self.is_old = self.is_denied();
        if !self.is_old {
            self.trouble = None;
        }
    }

    /// How often the connection was made again.
    pub(super) fn reopened(&self) -> u64 {
        self.opened.saturating_sub(1)
    }

    /// Everything has been said to it.
    pub(super) fn lives(&mut self) {
        if std::mem::take(&mut self.is_old) {
            self.trouble = None;
        }
    }

    /// It is gone, or was not there. True where that is news.
    pub(super) fn goes(&mut self, trouble: (&'static str, String)) -> bool {
        // What it does not allow is why, where it had let us in.
        if (self.connected && self.is_denied()) || self.trouble.as_ref() == Some(&trouble) {
            return false;
        }
        (self.trouble, self.is_old) = (Some(trouble), false);
        true
    }

    /// It does not allow something. True where that is news.
    pub(super) fn denies(&mut self, text: String) -> bool {
        self.is_old = false;
        let trouble = Some((DENIED, text));
        let is_news = self.trouble != trouble;
        self.trouble = trouble;
        is_news
    }

    fn is_denied(&self) -> bool {
        self.trouble.as_ref().is_some_and(|(code, _)| *code == DENIED)
    }

    /// True where that is known, or there is no room to know it.
    pub(super) fn is_too_large(&self, topic: &String) -> bool {
        self.too_large.len() >= TOO_LARGE_MAX || self.too_large.contains(topic)
    }
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
    pub(super) machine: &'a Machine,
    /// Events that the broker has not acknowledged.
    pub(super) outbox: u64,
    /// What has happened too often lately.
    pub(super) raised: &'a [Trouble],
    /// How long the last slow sync took, in ms.
    pub(super) slow_ms: u64,
}

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

    /// The document, with what is not well as a list.
    pub(super) fn document(&self, now: Stamp, findings: Vec<FindingForm>) -> Option<Document> {
        let board = self.desk.presence(Device::Board);
        let counts = self.desk.counts(Device::Board);
        let form = HealthForm {
            board: BoardHealth {
                present: board.speaking,
                port: self.table.board.port.to_string(),
                last_frame_age_ms: board.last_frame.map(|last| now.mono.since_ms(last)),
                bad_frames: counts.bad_frames,
                garbled: board.garbled() && !board.wrong_size,
                reopened: self.board.reopened(),
                noisy: Vec::new(),
                dead: self.dead(),
                restarts: board.restarts,
                what_to_do: self.device(Device::Board).map(|(_, text)| text),
                hint: self.desk.game().orientation_hint(),
            },
            clock: self.clock_health(now),
            broker: BrokerHealth {
                present: self.broker.connected,
                reopened: self.broker.reopened(),
                too_large: self.broker.too_large.clone(),
                what_to_do: self.broker.trouble.as_ref().map(|(_, text)| text.clone()),
            },
            disk: DiskHealth {
                last_sync_ms: Some(self.journal.last_sync_ms),
                behind: self.journal.behind,
                fault: self.journal.fault.clone(),
                what_to_do: self.disk().first().map(|finding| finding.sentence()),
                free_mb: self.machine.free_bytes.map(|free| free >> 20),
                set_aside: self.set_aside.lines(),
            },
            engine: self.engine.clone(),
            outbox: self.outbox,
            time_synced: self.machine.time_synced,
            findings,
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
            reopened: self.clock.reopened(),
            restarts: clock.restarts,
            lever_inverted: self.desk.lever_inverted(),
            what_to_do: self.device(Device::Clock).map(|(_, text)| text),
            hint: match () {
                () if clock.restarts > 0 => Some(found::RESTARTED.to_owned()),
                () if self.desk.lever_inverted() => Some(found::LEVER.to_owned()),
                () => None,
            },
        })
    }
}

#[cfg(test)]
mod tests;
