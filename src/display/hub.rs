//! Where the link to the broker and the browsers meet.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::desk::Desk;
use super::tables::Tables;

/// The tables, a bell that rings at every change, and the requests on their way.
#[derive(Debug)]
pub(super) struct Hub {
    tables: Mutex<Tables>,
    changed: watch::Sender<u64>,
    desk: Desk,
    closed: CancellationToken,
}

impl Hub {
    pub(super) fn new() -> Self {
        Self {
            tables: Mutex::new(Tables::default()),
            changed: watch::Sender::new(0),
            desk: Desk::default(),
            closed: CancellationToken::new(),
        }
    }

    /// The tables, to read.
    pub(super) fn tables(&self) -> MutexGuard<'_, Tables> {
        // A panic elsewhere leaves whole documents: each change is one insertion.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the tables and rings when they have changed.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Tables) -> T) -> T {
        let (answer, version) = {
            let mut tables = self.tables();
            let answer = change(&mut tables);
            (answer, tables.version())
        };
        self.changed.send_if_modified(|known| std::mem::replace(known, version) != version);
        answer
    }

    /// The requests on their way to tables.
    pub(super) fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The bell.
    pub(super) fn bell(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Ends everything that waits on this hub.
    pub(super) fn close(&self) {
        self.closed.cancel();
    }

    /// Waits for [`Hub::close`].
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }
}
