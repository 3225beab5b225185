//! Where the link to the broker and the browsers meet.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::tables::Tables;

/// The tables, and a bell that rings at every change.
#[derive(Debug)]
pub(super) struct Hub {
    tables: Mutex<Tables>,
    changed: watch::Sender<u64>,
    closed: CancellationToken,
}

impl Hub {
    pub(super) fn new() -> Self {
        Self { tables: Mutex::new(Tables::default()), changed: watch::Sender::new(0), closed: CancellationToken::new() }
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
