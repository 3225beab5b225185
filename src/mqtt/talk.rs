//! One connection's state: what stage it is in and what is on its way.

use std::collections::VecDeque;

use bytes::Bytes;

use super::flight::Flight;
use super::link::{Message, Pen, WINDOW};
use super::pace::Booking;
use super::presence::Left;
use super::{ConnectRefused, EventSource, Outgoing};
use crate::time::Mono;

/// Requests that are held while it is not known whether we may speak.
pub(super) const HELD_REQUESTS: usize = 64;

/// Events fetched at once.
const FETCH: usize = 32;

/// How a connection ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// We were asked to stop, and have.
    Stopped,
    /// Something else, with the reason in words.
    Left(Left, String),
    /// The broker does not want us.
    Refused(ConnectRefused, String),
}

/// Where a connection is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing may be published.
    Silent,
    /// Everything is being said: the number of messages still open once all have been sent.
    Starting(Option<usize>),
    /// `status` has been said last.
    Live,
    /// `status` `disconnected` is on its way; nothing is published after it.
    LastWord,
    /// DISCONNECT is on its way.
    Leaving { until: Mono, end: End },
}

/// What a message on its way was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tag {
    /// `status`, with the state.
    Status(String),
    /// An event of a lane.
    Event { lane: usize, row_id: u64 },
    /// A document.
    Document(String),
    /// An answer, or a question to another instance.
    Word,
}

/// One connection.
pub(super) struct Talk {
    pub(super) pen: Pen,
    pub(super) session: String,
    /// When it was made, as a label.
    pub(super) since_wall_ms: i64,
    pub(super) stage: Stage,
    pub(super) flight: Flight<Tag>,
    /// Largest packet that the broker takes.
    pub(super) largest: usize,
    /// The last sign of life from the broker.
    pub(super) last_heard: Mono,
    /// CONNACK has come.
    pub(super) is_connected: bool,
    /// The last state said, and whether it must be said again.
    pub(super) said: Option<String>,
    pub(super) assert: bool,
    /// Our question to another instance: transaction and whole document.
    pub(super) question: Option<(String, Bytes)>,
    pub(super) held: Vec<Message>,
    /// Everything is being said again, at the pace of all tables; none when what is said is new.
    pub(super) catching_up: Option<Booking>,
    /// We are stopping: when the last word is due, and when it is enough.
    pub(super) stop: Option<(Mono, Mono)>,
}

impl Talk {
    pub(super) fn new(pen: Pen, session: String, now: crate::time::Stamp) -> Talk {
        Talk {
            pen,
            session,
            since_wall_ms: now.wall.as_unix_ms(),
            stage: Stage::Silent,
            flight: Flight::new(WINDOW),
            largest: usize::MAX,
            last_heard: now.mono,
            is_connected: false,
            said: None,
            assert: false,
            question: None,
            held: Vec::new(),
            catching_up: None,
            stop: None,
        }
    }

    pub(super) fn is_speaking(&self) -> bool {
        matches!(self.stage, Stage::Starting(_) | Stage::Live)
    }
}

/// One stream of events and how far it has been sent.
pub(super) struct Lane {
    source: Box<dyn EventSource>,
    /// Row of the last event that was sent on this connection.
    cursor: u64,
    delivered: u64,
    /// Fetched and not sent.
    ahead: VecDeque<Outgoing>,
    /// The source may have more.
    is_fresh: bool,
}

impl Lane {
    pub(super) fn new(source: Box<dyn EventSource>) -> Lane {
        Lane { source, cursor: 0, delivered: 0, ahead: VecDeque::new(), is_fresh: false }
    }

    /// A connection begins: what was not delivered, and the last minute, in one go.
    pub(super) fn begin(&mut self) {
        self.delivered = self.delivered.max(self.source.delivered_cursor());
        let recent = self.source.recent_cursor();
        self.go_to(self.delivered.min(recent));
    }

    /// Sends again from there.
    pub(super) fn rewind(&mut self, cursor: u64) {
        self.go_to(self.cursor.min(cursor));
    }

    fn go_to(&mut self, cursor: u64) {
        self.cursor = cursor;
        self.ahead.clear();
        self.is_fresh = true;
    }

    /// The source has something new, where `fresh`.
    pub(super) fn look_again(&mut self, fresh: bool) {
        self.is_fresh |= fresh;
    }

    /// The next event to send.
    pub(super) fn next(&mut self) -> Option<Outgoing> {
        if self.ahead.is_empty() && self.is_fresh {
            self.ahead = self.source.after(self.cursor, FETCH).into();
            self.is_fresh = self.ahead.len() >= FETCH;
        }
        let event = self.ahead.pop_front()?;
        self.cursor = event.row_id;
        Some(event)
    }

    /// Everything up to there has arrived.
    pub(super) fn arrived(&mut self, row_id: u64) {
        if row_id > self.delivered {
            self.delivered = row_id;
            self.source.delivered(row_id);
        }
    }
}
