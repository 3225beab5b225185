//! What a bridge tells others of its tables, outside the tables' own topics: retained messages, said when their table has said everything, and
//! again whenever the listener comes back. A connection of its own, without a will: it speaks for no table, and no table waits for it.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use bytes::Bytes;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::link::{Ear, Filter, Gone, Heard, Pen};
use super::status;
use super::{Settings, Topics};

/// How long until the next connection; doubled up to [`LONGEST_PAUSE`], since nothing waits for it.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// Messages on their way at once: few, because tables share the broker.
const WINDOW: usize = 10;

/// How long a good-bye may take.
const LEAVE: Duration = Duration::from_secs(1);

/// What is told of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    /// The table.
    pub table: String,
    /// The whole topic.
    pub topic: String,
    /// The document.
    pub payload: Bytes,
}

/// Everything that is told, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcements {
    /// Where the listener says that it is there, and what it says then.
    pub birth: (&'static str, &'static str),
    /// By table, in the order in which it is said.
    pub all: Vec<Announcement>,
}

/// A running announcement; it ends when this is dropped.
#[derive(Debug)]
pub struct Announcing {
    until: DropGuard,
    task: JoinHandle<()>,
}

impl Announcing {
    /// Says good-bye. What was told stays.
    pub async fn stop(self) {
        let Announcing { until, task } = self;
        drop(until);
        // It cannot fail in a way that matters here: it has ended.
        let _ = task.await;
    }
}

/// Starts it on the current tokio runtime. `settings.table` ends the client's name and names no table. The broker may be absent.
pub fn announce(settings: Settings, told: Announcements) -> Announcing {
    let until = CancellationToken::new();
    let over = until.clone();
    let task = tokio::spawn(async move {
        let (mut pause, mut attempt) = (FIRST_PAUSE, 0);
        while !over.is_cancelled() {
            let mut talk = Talk::new(&settings, &told);
            let connected = talk.run(attempt, &over).await;
            attempt += 1;
            pause = if connected { FIRST_PAUSE } else { LONGEST_PAUSE.min(pause * 2) };
            tokio::select! {
                () = over.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    });
    Announcing { until: until.drop_guard(), task }
}

/// One connection.
struct Talk<'a> {
    settings: &'a Settings,
    told: &'a Announcements,
    /// Tables whose documents are all there.
    there: BTreeSet<&'a str>,
    waiting: VecDeque<&'a Announcement>,
    unacknowledged: usize,
}

impl<'a> Talk<'a> {
    fn new(settings: &'a Settings, told: &'a Announcements) -> Talk<'a> {
        Talk { settings, told, there: BTreeSet::new(), waiting: VecDeque::new(), unacknowledged: 0 }
    }

    /// True when the broker took the connection.
    async fn run(&mut self, attempt: usize, over: &CancellationToken) -> bool {
        let id = format!("kifud.{}.{}", self.settings.bridge, self.settings.table);
        let (pen, mut ear) = match self.settings.open(attempt, &id, None) {
            Ok(link) => link,
            Err(error) => {
                tracing::warn!(%error, "what others are told of the tables waits");
                return false;
            }
        };
        let mut connected = false;
        loop {
            let heard = tokio::select! {
                () = over.cancelled() => {
                    leave(&pen, &mut ear).await;
                    return connected;
                }
                heard = ear.next() => heard,
            };
            match heard {
                Ok(Heard::Connected { .. }) => connected = pen.subscribe(&self.filters()),
                Ok(heard) => self.hear(heard),
                Err(Gone { reason, .. }) => {
                    tracing::debug!(reason, "what others are told of the tables waits for the broker");
                    return connected;
                }
            }
            self.speak(&pen);
        }
    }

    fn filters(&self) -> Vec<Filter> {
        let tables: BTreeSet<&str> = self.told.all.iter().map(|told| told.table.as_str()).collect();
        let own = |table: &str| Topics::new(&self.settings.base, table).own("status");
        let paths = tables.into_iter().map(own).chain([self.told.birth.0.to_owned()]);
        paths.map(|path| Filter { path, not_own: false }).collect()
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Acknowledged { refused, .. } => {
                self.unacknowledged = self.unacknowledged.saturating_sub(1);
                if let Some(reason) = refused {
                    tracing::warn!(reason, "the broker does not let others be told of the tables: look at its access list");
                }
            }
            // It is said retained too: then it was there before us, and hears everything anyway.
            Heard::Message(message)
                if message.topic == self.told.birth.0 && message.payload.as_ref() == self.told.birth.1.as_bytes() && !message.retained =>
            {
                for table in std::mem::take(&mut self.there) {
                    self.is_there(table);
                }
            }
            Heard::Message(message) => {
                let table = self.table_of(&message.topic);
                let state = status::read(&message.payload).map(|seen| seen.state);
                if let Some(table) = table.filter(|_| state.is_some_and(|state| state == "ready" || state == "degraded")) {
                    self.is_there(table);
                }
            }
            _ => {}
        }
    }

    fn table_of(&self, topic: &str) -> Option<&'a str> {
        let mut tables = self.told.all.iter().map(|told| told.table.as_str());
        tables.find(|table| Topics::new(&self.settings.base, table).own("status") == topic)
    }

    /// `status` is a table's last word at its start: every topic that is named has its document by now.
    fn is_there(&mut self, table: &'a str) {
        if self.there.insert(table) {
            self.waiting.extend(self.told.all.iter().filter(|told| told.table == table));
        }
    }

    fn speak(&mut self, pen: &Pen) {
        while self.unacknowledged < WINDOW {
            let Some(next) = self.waiting.pop_front() else { return };
            if pen.publish(&next.topic, next.payload.clone(), true, None) {
                self.unacknowledged += 1;
            }
        }
    }
}

async fn leave(pen: &Pen, ear: &mut Ear) {
    pen.disconnect();
    let _ = tokio::time::timeout(LEAVE, async { while !matches!(ear.next().await, Ok(Heard::Left) | Err(_)) {} }).await;
}
