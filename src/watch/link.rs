//! The connection to the broker.

use bytes::Bytes;
use tokio::sync::mpsc::Sender;

use super::Options;
use crate::mqtt::{Consumer, Heard, retry_after};

/// What is read of the table, `status` last, so that most brokers send the retained ones in this order; nothing depends on it.
const TOPICS: [&str; 7] = ["alert/+", "health", "info", "game", "clock", "event", "status"];
/// The same of what spectators may see.
const PUBLIC_TOPICS: [&str; 4] = ["public/game", "public/clock", "public/event", "status"];
/// The contract allows 64 kB a document; topic and properties come to it.
const MAX_PACKET_BYTES: u32 = 160 * 1024;

/// What the screen hears of the connection.
#[derive(Debug)]
pub(super) enum News {
    /// The broker is there.
    Connected,
    /// It is not, and why.
    Gone(String),
    /// A document: its topic below the table's, by the name that it has without a delay.
    Document { topic: String, payload: Bytes, retained: bool },
}

/// Keeps the connection until nobody listens any more.
pub(super) async fn run(options: Options, news: Sender<News>) {
    let (mut failures, mut attempt) = (0, 0_usize);
    loop {
        let (connected, error) = listen(&options, attempt, &news).await;
        // Where the broker is a cluster another node may be there.
        attempt = attempt.wrapping_add(1);
        failures = if connected { 0 } else { failures + 1 };
        if news.send(News::Gone(error)).await.is_err() {
            return;
        }
        tokio::time::sleep(retry_after(failures)).await;
    }
}

/// One connection from beginning to end: whether it was there, and why it ended.
async fn listen(options: &Options, attempt: usize, news: &Sender<News>) -> (bool, String) {
    let mut connected = false;
    let made = Consumer::new(&options.broker, options.credentials.as_ref(), attempt, 'w', MAX_PACKET_BYTES);
    let (asking, mut consumer) = match made {
        Ok(made) => made,
        Err(error) => return (connected, error.to_string()),
    };
    let root = format!("{}/v1/{}/", options.base, options.table);
    let topics: &[&str] = if options.public { &PUBLIC_TOPICS } else { &TOPICS };
    loop {
        let told = match consumer.next().await {
            Ok(Heard::Connected) => {
                connected = true;
                if let Err(error) = asking.subscribe(topics.iter().map(|topic| format!("{root}{topic}"))) {
                    return (connected, error);
                }
                News::Connected
            }
            Ok(Heard::Message { topic, payload, retained }) => {
                let Some(topic) = topic.strip_prefix(&root) else { continue };
                News::Document { topic: topic.strip_prefix("public/").unwrap_or(topic).to_owned(), payload, retained }
            }
            Ok(Heard::Nothing) => continue,
            Err(error) => return (connected, error),
        };
        if news.send(told).await.is_err() {
            return (connected, String::new());
        }
    }
}
