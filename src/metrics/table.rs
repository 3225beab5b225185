//! The figures of one table.

use std::sync::atomic::Ordering;

use super::{Families, Labels};

/// The states that a living table can be in.
pub const STATES: [&str; 3] = ["init", "ready", "degraded"];

/// What is known of a device's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeviceFigures {
    /// Frames dropped.
    pub bad_frames: u64,
    /// How often its port was opened.
    pub reopenings: u64,
    /// How old the last frame is that was understood, in ms; none before the first.
    pub frame_age_ms: Option<u64>,
}

/// A table at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Its state, one of [`STATES`].
    pub status: &'static str,
    /// Moves of the game in hand.
    pub moves: u64,
    /// Events that the broker has not acknowledged.
    pub outbox: u64,
    /// Open alerts by the name of their severity.
    pub alerts: [(&'static str, u64); 3],
    /// What is not well.
    pub findings: u64,
    /// Its devices by name.
    pub devices: [(&'static str, DeviceFigures); 2],
    /// How often the broker's connection was made.
    pub broker_reopenings: u64,
    /// How long the last sync took, in ms.
    pub sync_ms: u64,
}

/// Where a table writes its figures.
#[derive(Debug, Clone)]
pub struct TableMetrics {
    id: String,
    families: Families,
}

impl TableMetrics {
    pub(super) fn new(id: &str, families: Families) -> TableMetrics {
        TableMetrics { id: id.to_owned(), families }
    }

    fn own(&self) -> Labels {
        vec![("table", self.id.clone())]
    }

    fn with(&self, label: &'static str, value: &str) -> Labels {
        vec![("table", self.id.clone()), (label, value.to_owned())]
    }

    /// An event was written.
    pub fn event(&self) {
        self.families.events.get_or_create(&self.own()).inc();
    }

    /// A move went to the connection so long after it had held still.
    pub fn published_after_ms(&self, ms: u64) {
        self.families.delay.get_or_create(&self.own()).observe(ms as f64 / 1_000.0);
    }

    /// So it stands.
    pub fn are(&self, figures: &Figures) {
        let (own, families) = (self.own(), &self.families);
        for state in STATES {
            families.status.get_or_create(&self.with("state", state)).set(i64::from(state == figures.status));
        }
        families.moves.get_or_create(&own).set(figures.moves as i64);
        families.outbox.get_or_create(&own).set(figures.outbox as i64);
        families.findings.get_or_create(&own).set(figures.findings as i64);
        for (severity, open) in figures.alerts {
            families.alerts.get_or_create(&self.with("severity", severity)).set(open as i64);
        }
        for (name, device) in figures.devices {
            let labels = self.with("device", name);
            families.bad_frames.get_or_create(&labels).inner().store(device.bad_frames, Ordering::Relaxed);
            families.reopenings.get_or_create(&labels).inner().store(device.reopenings, Ordering::Relaxed);
            if let Some(age) = device.frame_age_ms {
                families.frame_age.get_or_create(&labels).set(age as f64 / 1_000.0);
            }
        }
        families.reopenings.get_or_create(&self.with("device", "broker")).inner().store(figures.broker_reopenings, Ordering::Relaxed);
        families.sync.get_or_create(&own).set(figures.sync_ms as f64 / 1_000.0);
    }
}
