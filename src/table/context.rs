//! What a table needs from the daemon around it, and how it shows that it lives.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use crate::config;
use crate::game::MatchInfo;
use crate::journal::Journal;
use crate::mqtt;
use crate::time::Mono;

/// When a table's loop last ran, in ms of the boot clock: what the watchdog is fed from.
#[derive(Debug, Clone, Default)]
pub struct Beat(Arc<Pulse>);

#[derive(Default)]
struct Pulse {
    last: AtomicU64,
    /// Called at the first beat.
    first: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl std::fmt::Debug for Pulse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pulse").field("last", &self.last).finish_non_exhaustive()
    }
}

impl Beat {
    /// One that says at once when the loop has run for the first time.
    pub fn telling(first: impl Fn() + Send + Sync + 'static) -> Beat {
        let beat = Beat::default();
        let told = beat.0.first.set(Box::new(first));
        debug_assert!(told.is_ok());
        beat
    }

    /// The last time the loop ran; the start of the machine before the first.
    pub fn last(&self) -> Mono {
        Mono::from_millis(self.0.last.load(Ordering::Relaxed))
    }

    /// The loop has run.
    pub fn beat(&self, now: Mono) {
        if self.0.last.swap(now.as_millis(), Ordering::Relaxed) == 0
            && let Some(first) = self.0.first.get()
        {
            first();
        }
    }
}

/// What a table needs from the daemon around it, at every start the same.
#[derive(Debug, Clone)]
pub struct TableContext {
    /// Its configuration.
    pub table: config::Table,
    /// Event, round and board for all tables.
    pub match_info: MatchInfo,
    /// The journal of the bridge.
    pub journal: Journal,
    /// Its connection.
    pub mqtt: mqtt::Settings,
    /// Where it shows that it lives.
    pub beat: Beat,
    /// Becomes true when the daemon stops.
    pub stop: watch::Receiver<bool>,
    /// Command line of a GTP engine that proposes dead stones.
    pub engine: Option<String>,
    /// What must not be gone on with.
    pub aside: Aside,
}

/// What starts that came to nothing have set aside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aside {
    /// The game that the table was in is not gone on with.
    pub game: bool,
    /// What is said of the whole journal, where it was damaged.
    pub journal: Option<String>,
}
