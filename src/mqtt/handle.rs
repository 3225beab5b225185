//! The table's side of its connection.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::mpsc;

use super::desk::Shared;
use super::task::Task;
use super::{EventSource, Feedback, Response, Settings};

/// The table's side of its connection. Nothing here blocks or waits but [`Handle::stop`]; clones speak for the same connection, which stops
/// with the last of them.
#[derive(Debug, Clone)]
pub struct Handle {
    owner: Arc<Owner>,
}

#[derive(Debug)]
struct Owner {
    shared: Arc<Shared>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.shared.put(|desk| desk.stopping = true);
    }
}

/// Starts the connection of one table on the current tokio runtime.
///
/// `sources` are its streams of events (`event`, `public/event`), each in its own order. The broker may be absent. Nothing of what the
/// broker kept is emptied, and `status` stays `init`, until the table has called [`Handle::status`] for the first time: put all documents first.
pub fn spawn(settings: Settings, sources: Vec<Box<dyn EventSource>>, feedback: mpsc::Sender<Feedback>) -> Handle {
    let shared = Arc::new(Shared::new());
    let task = Task::new(settings, sources, feedback, Arc::clone(&shared));
    tokio::spawn(task.run());
    Handle::of(shared)
}

impl Handle {
    /// The handle of a connection that somebody else drives.
    pub(super) fn of(shared: Arc<Shared>) -> Handle {
        Handle { owner: Arc::new(Owner { shared }) }
    }

    /// Publishes a retained document under the table (`game`, `alert/<id>`), or empties it. Only the newest of a topic counts; all are said
    /// again on every connection. A document goes out after the events that were ready before it.
    pub fn document(&self, topic_suffix: &str, payload: Option<Bytes>) {
        self.owner.shared.put(|desk| desk.document(topic_suffix, payload));
    }

    /// New events can be fetched from the sources.
    pub fn events_ready(&self) {
        self.owner.shared.put(|desk| desk.events_ready());
    }

    /// All retained documents again, and of the first source the events after this row again.
    pub fn republish(&self, events_after: Option<u64>) {
        self.owner.shared.put(|desk| desk.republish(events_after));
    }

    /// The table's state, `ready` or `degraded`: the last word of every connection's start.
    pub fn status(&self, state: &str) {
        let since = crate::now::stamp().wall.as_unix_ms();
        self.owner.shared.put(|desk| desk.set_state(state, since));
    }

    /// Answers a request. While the broker is away a few answers wait; whoever misses one asks again with the same transaction.
    pub fn respond(&self, response: Response) {
        self.owner.shared.put(|desk| desk.respond(response));
    }

    /// Says what waits, then `status` `disconnected` as the last word, waits for its acknowledgement (three seconds for all of it at most),
    /// and disconnects.
    pub async fn stop(&self) {
        let mut ended = self.owner.shared.ended.subscribe();
        self.owner.shared.put(|desk| desk.stopping = true);
        // An error means that the task is gone: it has ended all the same.
        let _ = ended.wait_for(|ended| *ended).await;
    }
}
