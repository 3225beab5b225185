//! Figures for Prometheus (floor 6): written by the tables where they stand, read on request, never sent anywhere by themselves.
//!
//! Nothing in them tells who plays or what is secret: names of tables, numbers, and a few words of the contract. A table that is slow to write
//! them, or a scraper that reads them without end, holds up nobody: a figure is one atomic number.

mod process;
mod serve;
mod table;

pub use serve::{MetricsError, Serving, serve};
pub use table::{DeviceFigures, Figures, STATES, TableMetrics};

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use process::Process;

/// Labels and their values.
type Labels = Vec<(&'static str, String)>;
type Gauges = Family<Labels, Gauge>;
type Seconds = Family<Labels, Gauge<f64, AtomicU64>>;
type Counters = Family<Labels, Counter>;

/// Upper ends of the classes of the delays, in seconds: 250 ms is what is promised of documents, a card's spikes lie above.
const DELAYS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// All figures of the daemon. Clones are the same figures.
#[derive(Debug, Clone)]
pub struct Metrics {
    inside: Arc<Inside>,
}

#[derive(Debug)]
struct Inside {
    registry: Registry,
    families: Families,
    process: Process,
}

/// A family for each figure, by table.
#[derive(Debug, Clone)]
struct Families {
    status: Gauges,
    moves: Gauges,
    events: Counters,
    outbox: Gauges,
    alerts: Gauges,
    findings: Gauges,
    bad_frames: Counters,
    reopenings: Counters,
    frame_age: Seconds,
    sync: Seconds,
    delay: Family<Labels, Histogram, fn() -> Histogram>,
}

fn delays() -> Histogram {
    Histogram::new(DELAYS)
}

impl Families {
    fn new(registry: &mut Registry) -> Families {
        let families = Families {
            status: Family::default(),
            moves: Family::default(),
            events: Family::default(),
            outbox: Family::default(),
            alerts: Family::default(),
            findings: Family::default(),
            bad_frames: Family::default(),
            reopenings: Family::default(),
            frame_age: Family::default(),
            sync: Family::default(),
            delay: Family::new_with_constructor(delays),
        };
        registry.register("kifud_status", "1 for the state that the table is in, 0 for the others", families.status.clone());
        registry.register("kifud_moves", "Moves of the game in hand", families.moves.clone());
        registry.register("kifud_events", "Events since the daemon was started", families.events.clone());
        registry.register("kifud_outbox_events", "Events that the broker has not acknowledged", families.outbox.clone());
        registry.register("kifud_open_alerts", "Open alerts, by severity", families.alerts.clone());
        registry.register("kifud_findings", "What is not well, for the operator: see health", families.findings.clone());
        registry.register("kifud_bad_frames", "Frames of a device that were dropped", families.bad_frames.clone());
        registry.register("kifud_reopenings", "How often a port or the broker's connection was opened", families.reopenings.clone());
        registry.register("kifud_last_frame_age_seconds", "Age of the last frame that was understood", families.frame_age.clone());
        registry.register("kifud_last_sync_seconds", "How long the last sync of the journal took", families.sync.clone());
        registry.register(
            "kifud_publish_delay_seconds",
            "From a move that has held still to its event on the disk and handed to the connection",
            families.delay.clone(),
        );
        families
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}

impl Metrics {
    /// Of a daemon without tables.
    pub fn new() -> Metrics {
        let mut registry = Registry::default();
        let families = Families::new(&mut registry);
        let process = Process::new(&mut registry);
        Metrics { inside: Arc::new(Inside { registry, families, process }) }
    }

    /// The figures of one table.
    pub fn table(&self, id: &str) -> TableMetrics {
        TableMetrics::new(id, self.inside.families.clone())
    }

    /// Prometheus' text, version 0.0.4.
    pub fn text(&self) -> String {
        self.inside.process.look();
        let mut text = String::new();
        // Writing to a string does not fail.
        let written = prometheus_text::encode(&mut text, &self.inside.registry);
        debug_assert!(written.is_ok());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_a_line_with_its_table() {
        let metrics = Metrics::new();
        let table = metrics.table("t1");
        table.event();
        table.published_after_ms(40);
        table.are(&Figures {
            status: "degraded",
            moves: 57,
            outbox: 3,
            alerts: [("notice", 0), ("attention", 2), ("ruling", 1)],
            findings: 4,
            devices: [
                ("board", DeviceFigures { bad_frames: 9, reopenings: 2, frame_age_ms: Some(1_500) }),
                ("clock", DeviceFigures::default()),
            ],
            broker_reopenings: 5,
            sync_ms: 12,
        });
        let text = metrics.text();
        for line in [
            "kifud_status{table=\"t1\",state=\"degraded\"} 1",
            "kifud_status{table=\"t1\",state=\"ready\"} 0",
            "kifud_moves{table=\"t1\"} 57",
            "kifud_events_total{table=\"t1\"} 1",
            "kifud_open_alerts{table=\"t1\",severity=\"attention\"} 2",
            "kifud_bad_frames_total{table=\"t1\",device=\"board\"} 9",
            "kifud_reopenings_total{table=\"t1\",device=\"broker\"} 5",
            "kifud_last_frame_age_seconds{table=\"t1\",device=\"board\"} 1.5",
            "kifud_last_sync_seconds{table=\"t1\"} 0.012",
            "kifud_publish_delay_seconds_count{table=\"t1\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        assert!(!text.contains("age_seconds{table=\"t1\",device=\"clock\"}"), "what was never heard has no age: {text}");
        assert!(text.contains("process_resident_memory_bytes ") && text.contains("process_cpu_seconds_total "), "{text}");
    }
}
