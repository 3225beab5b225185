//! A protocol session behind a port, driven as a table's loop drives it.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use kifud::now::stamp;
use kifud::serial::{self, PortEvent, PortHandle, PortSpec};
use kifud::wire::{BoardReport, BoardSession, ClockReport, ClockSession, Grid, Timed};
use tokio::sync::mpsc;

/// Far more than anything here takes; a test that waits this long has failed.
pub const LIMIT: Duration = Duration::from_secs(60);

/// One device of a table, as the daemon has it.
pub struct Host<S, R> {
    session: S,
    pub port: PortHandle,
    events: mpsc::Receiver<((), PortEvent)>,
    reports: VecDeque<R>,
}

/// What both kinds of session have in common.
pub trait Session {
    type Report;
    fn opened(&mut self, write: &mut Vec<u8>);
    fn received(&mut self, bytes: &[u8], reports: &mut Vec<Timed<Self::Report>>, write: &mut Vec<u8>);
    fn wake_in(&self) -> Duration;
    fn tick(&mut self, reports: &mut Vec<Timed<Self::Report>>, write: &mut Vec<u8>);
}

macro_rules! session {
    ($name:ident, $trait:ident, $report:ident) => {
        pub struct $name(pub Box<dyn $trait>);

        impl Session for $name {
            type Report = $report;
            fn opened(&mut self, write: &mut Vec<u8>) {
                self.0.opened(stamp().mono, write);
            }
            fn received(&mut self, bytes: &[u8], reports: &mut Vec<Timed<$report>>, write: &mut Vec<u8>) {
                self.0.received(stamp().mono, bytes, reports, write);
            }
            fn wake_in(&self) -> Duration {
                self.0.wake().map_or(LIMIT, |wake| Duration::from_millis(wake.since_ms(stamp().mono)))
            }
            fn tick(&mut self, reports: &mut Vec<Timed<$report>>, write: &mut Vec<u8>) {
                self.0.tick(stamp().mono, reports, write);
            }
        }
    };
}

session!(Board, BoardSession, BoardReport);
session!(Clock, ClockSession, ClockReport);

impl<S: Session> Host<S, S::Report> {
    pub fn open(session: S, path: &Path) -> Host<S, S::Report> {
        let (sender, events) = mpsc::channel(64);
        let spec = PortSpec { address: path.to_str().unwrap().to_owned(), baud: 115_200 };
        Host { session, port: serial::spawn(spec, (), sender), events, reports: Default::default() }
    }

    /// The next report, whatever has to happen before it.
    pub async fn report(&mut self) -> S::Report {
        tokio::time::timeout(LIMIT, async {
            loop {
                if let Some(report) = self.reports.pop_front() {
                    return report;
                }
                self.step().await;
            }
        })
        .await
        .expect("no report")
    }

    pub async fn step(&mut self) {
        let (mut reports, mut write) = (Vec::new(), Vec::new());
        tokio::select! {
            event = self.events.recv() => match event.expect("the port has ended").1 {
                PortEvent::Opened { .. } => self.session.opened(&mut write),
                PortEvent::Bytes { bytes, .. } => self.session.received(&bytes, &mut reports, &mut write),
                PortEvent::Lost { .. } | PortEvent::Waiting { .. } => {}
                PortEvent::WritesDropped { .. } => panic!("a few bytes do not fill a queue"),
            },
            () = tokio::time::sleep(self.session.wake_in()) => self.session.tick(&mut reports, &mut write),
        }
        self.reports.extend(reports.into_iter().map(|report| report.what));
        if !write.is_empty() {
            self.port.write(write);
        }
    }
}

impl Host<Board, BoardReport> {
    pub async fn scan(&mut self) -> Grid {
        loop {
            if let BoardReport::Scan(grid) = self.report().await {
                return grid;
            }
        }
    }

    /// Scans until one is as wanted.
    pub async fn scan_with(&mut self, wanted: impl Fn(&Grid) -> bool) {
        loop {
            if wanted(&self.scan().await) {
                return;
            }
        }
    }
}

/// Runs a host in the background until the future is done.
pub async fn while_hosting<S: Session, T>(host: &mut Host<S, S::Report>, doing: impl Future<Output = T>) -> T {
    let mut doing = std::pin::pin!(doing);
    tokio::time::timeout(LIMIT, async {
        loop {
            tokio::select! {
                done = &mut doing => return done,
                () = host.step() => {}
            }
        }
    })
    .await
    .expect("not done")
}
