//! The writer thread: batch after batch, and when the disk refuses, the same batch until it takes it.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::watch;

use super::queue::{Batch, Queue};
use super::store::{Store, Written};
use super::{JournalHealth, Limits, prune, schema};
use crate::now;

/// First pause after a failure, in ms; doubled up to [`LONGEST_PAUSE_MS`].
pub(super) const FIRST_PAUSE_MS: u64 = 50;

/// Longest pause between two attempts, in ms: somebody who has freed space should not wait long.
pub(super) const LONGEST_PAUSE_MS: u64 = 2_000;

/// The writer and what it tells the others.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) queue: Arc<Queue>,
    pub(super) store: Store,
    pub(super) path: PathBuf,
    pub(super) run: i64,
    pub(super) limits: Limits,
    pub(super) durable: watch::Sender<u64>,
    pub(super) health: watch::Sender<JournalHealth>,
}

impl Writer {
    /// Works until the queue is closed. True when everything is on the disk.
    pub(super) fn run(mut self) -> bool {
        while let Some(batch) = self.queue.take() {
            let Some(written) = self.write_until_done(&batch) else { return false };
            if let Some((number, _)) = batch.commits.last() {
                self.durable.send_replace(*number);
            }
            self.done(&batch, &written);
            self.prune(&written);
        }
        true
    }

    /// A batch is in the file: there is room again, and how it is is told.
    pub(super) fn done(&self, batch: &Batch, written: &Written) {
        self.queue.done(batch);
        let behind = self.queue.behind();
        self.health.send_modify(|health| {
            health.behind = behind;
            health.conflicts += written.conflicts;
        });
    }

    /// Tries until the batch is durable; none when the journal is closed before it is.
    fn write_until_done(&mut self, batch: &Batch) -> Option<Written> {
        let mut pause = FIRST_PAUSE_MS;
        loop {
            let error = match self.try_write(batch) {
                Ok(written) => return Some(written),
                Err(error) => error,
            };
            self.report(&error);
            let closed = self.queue.pause(pause);
            pause = (pause * 2).min(LONGEST_PAUSE_MS);
            self.doubt(&error);
            if closed {
                return self
                    .store
                    .write(batch)
                    .inspect_err(|error| tracing::error!(%error, "journal closed with commits not written"))
                    .ok();
            }
        }
    }

    /// One attempt.
    pub(super) fn try_write(&mut self, batch: &Batch) -> rusqlite::Result<Written> {
        let began = now::micros();
        let written = self.store.write(batch)?;
        let took = now::micros().saturating_sub(began).div_ceil(1_000);
        self.health.send_if_modified(|health| well(health, took));
        Ok(written)
    }

    /// An attempt has failed, and the next is to be made.
    pub(super) fn failed(&mut self, error: &rusqlite::Error) {
        self.report(error);
        self.doubt(error);
    }

    /// After anything but a full disk nothing of this connection is believed.
    fn doubt(&mut self, error: &rusqlite::Error) {
        if !is_full(error) {
            self.reopen();
        }
    }

    fn report(&self, error: &rusqlite::Error) {
        let behind = self.queue.behind();
        let advice = if is_full(error) { "free space on the disk" } else { "look at the disk" };
        let fault = format!("cannot write {}: {error}; {behind} commits wait in memory; {advice}", self.path.display());
        let new = self.health.borrow().fault.is_none();
        if new {
            tracing::error!("{fault}");
        }
        self.health.send_modify(|health| {
            health.behind = behind;
            health.fault = Some(fault);
        });
    }

    /// A new connection, so that nothing is believed that an unreliable one remembers.
    fn reopen(&mut self) {
        match schema::open_writer(&self.path, self.limits.pages) {
            Ok(connection) => self.store = Store::new(connection, self.run),
            Err(error) => {
                tracing::debug!(%error, "journal cannot be opened again");
                self.store.forget_book();
            }
        }
    }

    pub(super) fn prune(&mut self, written: &Written) {
        let most = self.limits.input_bytes / 2;
        let heavy = self.store.input_bytes().into_iter().filter(|(_, bytes)| *bytes > most).map(|(no, _)| no);
        let mut tables: Vec<i64> = written.moved.iter().copied().chain(heavy).collect();
        tables.sort_unstable();
        tables.dedup();
        for no in &tables {
            // Forgetting can wait: it is tried again with the next game.
            if let Err(error) = prune::prune(&mut self.store.connection, *no, &self.limits) {
                tracing::warn!(%error, "cannot prune the journal");
            }
        }
        if !tables.is_empty() {
            self.store.forget_book();
        }
    }
}

fn well(health: &mut JournalHealth, took_ms: u64) -> bool {
    if health.fault.take().is_some() {
        tracing::info!("the journal is written again");
    }
    health.last_sync_ms = took_ms;
    true
}

fn is_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull)
}
