//! What was measured, in one line.

use std::fmt;
use std::fs;
use std::path::Path;

use super::everything::Counts;

/// Clock ticks a second in `/proc/<pid>/stat`: 100 on every machine that Linux shows to programs.
const TICKS: f64 = 100.0;

/// Latencies of many messages, in µs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latencies(Vec<u64>);

impl Latencies {
    /// Takes one in.
    pub fn push(&mut self, us: u64) {
        self.0.push(us);
    }

    /// Takes in those of another table.
    pub fn extend(&mut self, other: &Latencies) {
        self.0.extend(&other.0);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest value that `hundredths` of all do not exceed, in ms; 0 when there are none.
    pub fn percentile_ms(&self, hundredths: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * hundredths).div_ceil(100).clamp(1, sorted.len().max(1)) - 1;
        sorted.get(place).map_or(0.0, |&us| us as f64 / 1_000.0)
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p50, p99, max] = [50, 99, 100].map(|hundredths| self.percentile_ms(hundredths));
        write!(f, "p50 {p50:.1} p99 {p99:.1} max {max:.1} ms")
    }
}

/// What a process has used.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Usage {
    /// Memory now, in kB.
    pub rss_kb: u64,
    /// Memory at most, in kB.
    pub peak_kb: u64,
    /// Processor time, in seconds.
    pub cpu_s: f64,
    /// Bytes that it has caused to be written to a disk. 0 where it is a memory disk.
    pub written: u64,
}

impl Usage {
    /// Reads `/proc/<pid>`; what cannot be read is 0.
    pub fn of(pid: u32) -> Usage {
        let read = |file: &str| fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default();
        let (status, stat, io) = (read("status"), read("stat"), read("io"));
        Usage {
            rss_kb: field(&status, "VmRSS:"),
            peak_kb: field(&status, "VmHWM:"),
            cpu_s: cpu_ticks(&stat) as f64 / TICKS,
            written: field(&io, "write_bytes:"),
        }
    }
}

fn field(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// User and system time: fields 14 and 15, counted behind the name, which may hold blanks and brackets.
fn cpu_ticks(stat: &str) -> u64 {
    let Some((_, behind)) = stat.rsplit_once(')') else { return 0 };
    behind.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// The bytes of all files of a folder.
pub(super) fn folder_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file).map(|file| file.len()).sum()
}

/// The figures of one rehearsal.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures {
    /// The board's driver, the hands, the number of tables, the settle time and the broker.
    pub how: String,
    /// Games played.
    pub games: usize,
    /// Games left out.
    pub left_out: usize,
    /// Moves played.
    pub moves: usize,
    /// Games of which something was published wrong.
    pub wrong: usize,
    /// Alerts of severity attention or ruling.
    pub alerts: u32,
    /// From the first to the last act.
    pub seconds: f64,
    /// From the moment when a position had held still, as the board told it, to the arrival of the `move` event.
    pub latency: Latencies,
    /// The same from the hand's own moment: what the board's scanning or the polling costs is in it.
    pub from_hand: Latencies,
    /// Syncs of the journal, as `health` shows the last one from time to time.
    pub syncs: Latencies,
    /// What somebody heard who listened to everything.
    pub everything: Counts,
    /// What the daemon used.
    pub daemon: Usage,
    /// Bytes of the journal's files at the end.
    pub journal_bytes: u64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { how, games, left_out, moves, wrong, alerts, seconds, .. } = self;
        let per_game = |bytes: u64| bytes as f64 / 1_000.0 / (*games).max(1) as f64;
        write!(
            f,
            "{how}: {games} games ({left_out} left out), {moves} moves, {wrong} wrong, {alerts} alerts, {seconds:.1} s, {:.0} moves/s; ",
            *moves as f64 / seconds.max(0.001)
        )?;
        write!(
            f,
            "held still to published {} (from the hand {}), journal sync {}; {}; ",
            self.latency, self.from_hand, self.syncs, self.everything
        )?;
        write!(
            f,
            "daemon {:.1} MB (peak {:.1} MB), {:.1} s CPU, {:.0} kB written a game, journal {:.0} kB a game",
            self.daemon.rss_kb as f64 / 1_000.0,
            self.daemon.peak_kb as f64 / 1_000.0,
            self.daemon.cpu_s,
            per_game(self.daemon.written),
            per_game(self.journal_bytes)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.percentile_ms(99), 0.0);
        for us in (1..=200).rev() {
            latencies.push(us * 1_000);
        }
        assert_eq!([50, 99, 100].map(|hundredths| latencies.percentile_ms(hundredths)), [100.0, 198.0, 200.0]);
    }

    #[test]
    fn the_times_of_a_process_are_found_behind_any_name() {
        let stat = "42 (kifud ) x) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0";
        assert_eq!(cpu_ticks(stat), 300);
        assert_eq!(field("VmHWM:\t  800 kB\nVmRSS:\t   700 kB\n", "VmRSS:"), 700);
    }

    #[test]
    fn this_process_uses_memory() {
        assert!(Usage::of(std::process::id()).rss_kb > 0);
    }
}
