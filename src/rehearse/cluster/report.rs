//! What the rehearsal at a cluster has found.

use std::fmt;

use super::kept::Kept;
use super::told::Told;
use crate::rehearse::{Latencies, Usage};

/// A stretch of the rehearsal, from one thing that happened to the nodes to the next.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stretch {
    /// What happened at its beginning.
    pub name: String,
    /// Its length, in seconds; 0 for the last one.
    pub seconds: f64,
    /// From the moment of each event in it to its arrival at a subscriber.
    pub delays: Latencies,
}

/// The whole rehearsal.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// Tables, daemons, nodes.
    pub how: String,
    /// The stretches, in order.
    pub stretches: Vec<Stretch>,
    /// Moves played.
    pub moves: usize,
    /// Events that were heard, for referees and for the public.
    pub events: usize,
    /// Events that never came.
    pub lost: usize,
    /// Events that came after a later one of their table: a session that changes its node may get again what it had not acknowledged.
    pub late: usize,
    /// Events that came more than once.
    pub again: usize,
    /// What each node keeps.
    pub kept: Vec<Kept>,
    /// Games that did not come out as they were played, and why.
    pub wrong: Vec<String>,
    /// What each daemon used.
    pub daemons: Vec<Usage>,
    /// What each node used, since it was last started.
    pub nodes: Vec<Usage>,
}

impl Report {
    pub(super) fn of(
        how: String,
        begun: Vec<(String, i64)>,
        told: &[Told],
        kept: Vec<Kept>,
        (daemons, nodes): (Vec<Usage>, Vec<Usage>),
    ) -> Report {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (n, (name, from)) in begun.iter().enumerate() {
            let until = begun.get(n + 1).map_or(i64::MAX, |(_, until)| *until);
            let mut delays = Latencies::default();
            for arrival in told.iter().flat_map(|table| &table.arrivals) {
                if (*from..until).contains(&arrival.at_ms) {
                    delays.push(arrival.delay_ms * 1_000);
                }
            }
            let seconds = if until == i64::MAX { 0.0 } else { (until - from) as f64 / 1_000.0 };
            stretches.push(Stretch { name: name.clone(), seconds, delays });
        }
        let mut report = Report { how, stretches, kept, daemons, nodes, ..Report::default() };
        for table in told {
            let [events, lost, late, again] = table.counts();
            report.moves += table.moves().len();
            report.events += events;
            report.lost += lost;
            report.late += late;
            report.again += again;
            report.wrong.extend(table.wrong.iter().map(|wrong| format!("{}: {wrong}", table.id)));
        }
        report
    }

    /// True when nothing was lost, and every node keeps what was said last.
    pub fn is_good(&self) -> bool {
        self.lost == 0 && self.wrong.is_empty() && self.kept.iter().all(|node| node.wrong.is_empty())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.how)?;
        writeln!(f, "| what | seconds | events | from their moment to a subscriber |\n|---|---|---|---|")?;
        for Stretch { name, seconds, delays } in &self.stretches {
            let seconds = if *seconds > 0.0 { format!("{seconds:.0}") } else { "to the end".to_owned() };
            writeln!(f, "| {name} | {seconds} | {} | {delays} |", delays.len())?;
        }
        let Report { moves, events, lost, late, again, wrong, .. } = self;
        writeln!(f, "{moves} moves, {events} events: {lost} lost, {late} after a later one, {again} again; {} games wrong", wrong.len())?;
        for (n, Kept { documents, wrong }) in self.kept.iter().enumerate() {
            writeln!(f, "node {}: {documents} retained documents, {} wrong", n + 1, wrong.len())?;
        }
        writeln!(f, "daemons: {}", Used(&self.daemons))?;
        write!(f, "nodes: {}", Used(&self.nodes))
    }
}

/// Memory and processor time of some processes.
struct Used<'a>(&'a [Usage]);

impl fmt::Display for Used<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.0.iter().map(|usage| usage.peak_kb).max().unwrap_or(0) as f64 / 1_000.0;
        let all = self.0.iter().map(|usage| usage.rss_kb).sum::<u64>() as f64 / 1_000.0;
        let cpu: f64 = self.0.iter().map(|usage| usage.cpu_s).sum();
        write!(f, "{all:.0} MB together (peak of the largest {most:.0} MB), {cpu:.0} s CPU")
    }
}
