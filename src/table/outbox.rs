//! The outbox: a cursor over the journal's events, read by the connection in their durable order.

use bytes::Bytes;

use crate::form::fit_event;
use crate::journal::{Journal, JournalError, Reader, StoredEvent, Stream};
use crate::mqtt::{EventSource, Outgoing};
use crate::now;

/// Events of the last minute are sent again on every connection (CONTRACT 4).
const RECENT_MS: i64 = 60_000;

/// One stream of one table's events, as the connection reads it.
#[derive(Debug)]
pub struct Outbox {
    journal: Journal,
    reader: Reader,
    table: String,
    stream: Stream,
}

impl Outbox {
    /// A stream with its own reader.
    ///
    /// # Errors
    /// When the journal cannot be opened for reading.
    pub fn new(journal: &Journal, table: &str, stream: Stream) -> Result<Outbox, JournalError> {
        Ok(Outbox { journal: journal.clone(), reader: journal.reader()?, table: table.to_owned(), stream })
    }

    fn suffix(&self) -> &'static str {
        match self.stream {
            Stream::Event => "event",
            Stream::Public => "public/event",
        }
    }

    /// What cannot be read now is read at the next try: the cursor has not moved.
    fn read<T: Default>(&self, what: Result<T, JournalError>) -> T {
        what.unwrap_or_else(|error| {
            tracing::error!(table = %self.table, %error, "the journal cannot be read; its events wait");
            T::default()
        })
    }
}

impl EventSource for Outbox {
    fn after(&mut self, cursor: u64, limit: usize) -> Vec<Outgoing> {
        let stored = match self.stream {
            Stream::Event => self.reader.events_after(&self.table, cursor, limit),
            // They are written when they may be shown: a calendar that was set back since then holds nothing up.
            Stream::Public => self.reader.public_after(&self.table, cursor, i64::MAX, limit),
        };
        let topic_suffix = self.suffix();
        // What the journal keeps whole may be larger than any message: then it is sent without what may be cut.
        let outgoing = |StoredEvent { row_id, payload, .. }| {
            let sent = fit_event(&payload).map_or(payload, |fitted| fitted.json);
            Outgoing { row_id, topic_suffix, payload: Bytes::from(sent) }
        };
        self.read(stored).into_iter().map(outgoing).collect()
    }

    fn recent_cursor(&mut self) -> u64 {
        let since = now::stamp().wall.as_unix_ms() - RECENT_MS;
        self.read(self.reader.recent(&self.table, self.stream, since))
    }

    fn delivered_cursor(&mut self) -> u64 {
        self.read(self.reader.delivered(&self.table, self.stream))
    }

    fn delivered(&mut self, row_id: u64) {
        self.journal.delivered(&self.table, self.stream, row_id);
    }
}

impl Outbox {
    /// Events that the broker has not acknowledged, as the disk knows it.
    pub(super) fn waiting(&self) -> u64 {
        self.read(self.reader.waiting(&self.table, self.stream))
    }

    /// The cursor after which this event of a game comes.
    pub(super) fn cursor_before(&self, game_id: &str, seq: u64) -> Option<u64> {
        self.read(self.reader.cursor_before(&self.table, game_id, seq))
    }
}
