//! The table's side of its connection.

use bytes::Bytes;
use tokio::sync::mpsc;

use super::{EventSource, Feedback, Response, Settings};

/// The table's side of its connection. Nothing here blocks or waits but [`Handle::stop`]; clones speak for the same connection.
#[derive(Debug, Clone)]
pub struct Handle {}

/// Starts the connection of one table on the current tokio runtime.
///
/// `sources` are its streams of events (`event`, `public/event`), each in its own order. The broker may be absent. Nothing of what the
/// broker kept is emptied, and `status` stays `init`, until the table has called [`Handle::status`] for the first time: put all documents first.
pub fn spawn(settings: Settings, sources: Vec<Box<dyn EventSource>>, feedback: mpsc::Sender<Feedback>) -> Handle {
    drop((settings, sources, feedback));
    Handle {}
}

impl Handle {
    /// Publishes a retained document under the table (`game`, `alert/<id>`), or empties it. Only the newest of a topic counts; all are said
    /// again on every connection. A document goes out after the events that were ready before it.
    pub fn document(&self, topic_suffix: &str, payload: Option<Bytes>) {
        drop((topic_suffix, payload));
    }

    /// New events can be fetched from the sources.
    pub fn events_ready(&self) {}

    /// All retained documents again, and of the first source the events after this row again.
    pub fn republish(&self, events_after: Option<u64>) {
        drop(events_after);
    }

    /// The table's state, `ready` or `degraded`: the last word of every connection's start.
    pub fn status(&self, state: &str) {
        drop(state);
    }

    /// Answers a request.
    pub fn respond(&self, response: Response) {
        drop(response);
    }

    /// Says what waits, then `status` `disconnected` as the last word, waits for its acknowledgement (not for ever), and disconnects.
    pub async fn stop(&self) {}
}
