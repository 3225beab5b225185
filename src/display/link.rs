//! The connection to the broker: it listens, and publishes nothing but the requests of those who have a token.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tracing::{info, warn};

use super::desk::Order;
use super::hub::Hub;
use super::tables::{MAX_DOCUMENT_BYTES, Refused};
use super::{BrokerAddress, Credentials};
use crate::mqtt::{Asking, Consumer, Heard, retry_after};

/// What is read of each table for pages. `alert/+` comes first and `status` last, so that most brokers send the retained ones in this order, but
/// nothing depends on it.
const TOPICS: [&str; 12] = [
    "alert/+",
    "health",
    "info",
    "result/+",
    "game",
    "clock",
    "event",
    "public/game",
    "public/clock",
    "public/event",
    "public/sgf",
    "status",
];

/// What is read of each table where there is nothing but a folder of files.
const TOPICS_OF_FILES: [&str; 3] = ["public/game", "public/sgf", "status"];

/// The answers to requests; read only where requests can be sent.
const ANSWERS: &str = "response/+";

/// Packets hold a document, its topic and properties.
const MAX_PACKET_BYTES: u32 = MAX_DOCUMENT_BYTES as u32 + 4_096;
/// How often old documents are looked for.
const SWEEP: Duration = Duration::from_millis(500);

/// Which broker, and what is read from it.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) broker: BrokerAddress,
    pub(super) base: String,
    pub(super) credentials: Option<Credentials>,
    pub(super) reads: Reads,
}

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// What files are made of.
    Files,
    /// What pages show.
    Pages,
    /// And the answers to requests.
    PagesAndAnswers,
}

/// Keeps the connection until the hub is closed.
pub(super) async fn run(options: Source, hub: Arc<Hub>) {
    let (mut failures, mut attempt) = (0, 0);
    let mut said = String::new();
    loop {
        let ended = tokio::select! {
            () = hub.closed() => return,
            ended = listen(&options, &hub, attempt) => ended,
        };
        failures = if ended.connected { 0 } else { failures + 1 };
        // Told once, since a broker may be away for hours; and not of a first try that goes well a moment later.
        if failures != 1 && said != ended.error {
            warn!(error = ended.error, broker = %options.broker.nodes.at(attempt), "display has no broker");
            said = ended.error;
        }
        // Where the broker is a cluster another node may be there.
        attempt += 1;
        hub.change(super::tables::Tables::disconnect);
        while let Some(order) = hub.desk().next_now() {
            hub.desk().refuse(&order, NO_BROKER);
        }
        tokio::select! {
            () = hub.closed() => return,
            () = tokio::time::sleep(retry_after(failures)) => {}
        }
    }
}

/// What is said of a request while there is no broker.
pub(super) const NO_BROKER: &str = "there is no broker: nothing was sent";

/// How a connection ended.
struct Ended {
    /// It was there.
    connected: bool,
    error: String,
}

/// One connection from beginning to end.
async fn listen(options: &Source, hub: &Hub, attempt: usize) -> Ended {
    let mut connected = false;
    let made = Consumer::new(&options.broker, options.credentials.as_ref(), attempt, 'd', MAX_PACKET_BYTES);
    let (asking, mut consumer) = match made {
        Ok(made) => made,
        Err(error) => return Ended { connected, error: error.to_string() },
    };
    let mut sweep = tokio::time::interval(SWEEP);
    loop {
        // Kept until it is ready: a connection over a slow line takes longer than the sweeps are apart.
        let mut next = pin!(consumer.next());
        let heard = loop {
            tokio::select! {
                heard = &mut next => break heard,
                order = hub.desk().next() => {
                    if let Err(why) = send(&asking, &options.base, &order, connected) {
                        hub.desk().refuse(&order, why);
                    }
                }
                _ = sweep.tick() => {
                    hub.change(|tables| tables.sweep(crate::now::stamp().mono));
                }
            }
        };
        match heard {
            Ok(Heard::Connected) => {
                info!(broker = %options.broker.nodes.at(attempt), "display is connected to the broker");
                connected = true;
                hub.change(super::tables::Tables::connect);
                subscribe(&asking, &options.base, options.reads);
            }
            Ok(Heard::Message { topic, payload, retained }) => take(options, hub, &topic, &payload, retained),
            Ok(Heard::Nothing) => {}
            Err(error) => return Ended { connected, error },
        }
    }
}

/// Asks for the documents of every table.
fn subscribe(asking: &Asking, base: &str, reads: Reads) {
    let topics = if reads == Reads::Files { &TOPICS_OF_FILES[..] } else { &TOPICS[..] };
    let answers = (reads == Reads::PagesAndAnswers).then_some(&ANSWERS);
    let filters = topics.iter().chain(answers).map(|topic| format!("{base}/v1/+/{topic}"));
    if let Err(error) = asking.subscribe(filters) {
        warn!(error, "display cannot subscribe");
    }
}

/// Puts a request on its way.
fn send(asking: &Asking, base: &str, order: &Order, connected: bool) -> Result<(), &'static str> {
    if !connected {
        return Err(NO_BROKER);
    }
    let Order { table, verb, user, payload, .. } = order;
    asking.publish(&format!("{base}/v1/{table}/request/{verb}/{user}"), payload)
}

/// Stamps a message and puts it in its place.
fn take(options: &Source, hub: &Hub, topic: &str, payload: &[u8], retained: bool) {
    let now = crate::now::stamp();
    let Some((table, rest)) = split(&options.base, topic) else { return };
    if let Some(verb) = rest.strip_prefix("response/") {
        return hub.desk().answer(table, verb, payload);
    }
    match hub.change(|tables| tables.take(table, rest, payload, retained, now)) {
        Ok(()) => {}
        Err(Refused::TooManyTables) => warn!(table, "not shown: too many tables"),
        Err(Refused::TooManyDocuments) => warn!(table, topic = rest, "not shown: too many documents"),
        Err(Refused::TooLarge) => warn!(table, topic = rest, bytes = payload.len(), "not shown: too large"),
        Err(Refused::NotJson) => warn!(table, topic = rest, "not shown: not JSON"),
        Err(Refused::NotText) => warn!(table, topic = rest, "not shown: not UTF-8"),
    }
}

/// Table and topic of `<base>/v1/<table>/<topic>`.
fn split<'a>(base: &str, topic: &'a str) -> Option<(&'a str, &'a str)> {
    let (table, rest) = topic.strip_prefix(base)?.strip_prefix("/v1/")?.split_once('/')?;
    let named = !table.is_empty() && table.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    (named && table != "all").then_some((table, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_topics_of_tables_are_taken() {
        assert_eq!(split("kifud", "kifud/v1/t1/game"), Some(("t1", "game")));
        assert_eq!(split("club/kifud", "club/kifud/v1/hall-a-3/alert/a-1"), Some(("hall-a-3", "alert/a-1")));
        for other in
            ["kifud/v1/all/request/ping", "kifud/v2/t1/game", "kifud/v1/t1", "kifud/v1//game", "kifud/v1/T 1/game", "other/v1/t1/game"]
        {
            assert_eq!(split("kifud", other), None, "{other}");
        }
    }
}
