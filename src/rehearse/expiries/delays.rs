//! How late expiries were published, in a table.

use std::collections::BTreeMap;
use std::fmt;

use super::{Authority, Expiry, Measured, PUBLISHED_MS, Report};
use crate::rehearse::Latencies;

/// The delays of one kind of expiry where one side keeps the time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Delays {
    /// From the true moment to the subscriber.
    pub late: Latencies,
    /// The same without the durable commit.
    pub without_commit: Latencies,
    /// From the true moment until the journal was given it.
    pub decided: Latencies,
    /// Until it was durable.
    pub commit: Latencies,
    /// How far an event's `at` was from the true moment at most, in ms.
    pub off_ms: u64,
    /// How many came later than [`PUBLISHED_MS`], the durable commit not counted.
    pub beyond: usize,
}

impl Delays {
    fn take(&mut self, measured: &Measured) {
        self.late.push(measured.late_us);
        self.without_commit.push(measured.without_commit_us());
        for (delays, us) in [(&mut self.decided, measured.decided_us), (&mut self.commit, measured.commit_us)] {
            if let Some(us) = us {
                delays.push(us);
            }
        }
        self.off_ms = self.off_ms.max(measured.off_ms);
        self.beyond += usize::from(measured.without_commit_us() > PUBLISHED_MS * 1_000);
    }
}

/// Whether everything was published in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTime {
    /// Everything was.
    Yes,
    /// So many were not.
    Late(usize),
}

impl Report {
    /// The delays by kind.
    pub fn delays(&self) -> BTreeMap<(Authority, Expiry), Delays> {
        let mut delays: BTreeMap<_, Delays> = BTreeMap::new();
        for measured in &self.measured {
            delays.entry((measured.authority, measured.expiry)).or_default().take(measured);
        }
        delays
    }

    /// Whether every expiry was published within [`PUBLISHED_MS`], the durable commit not counted.
    pub fn on_time(&self) -> OnTime {
        match self.delays().values().map(|delays| delays.beyond).sum() {
            0 => OnTime::Yes,
            late => OnTime::Late(late),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let three = |latencies: &Latencies| {
            let [p50, p99, max] = [50, 99, 100].map(|hundredths| latencies.percentile_ms(hundredths));
            format!("{p50:>7.1} {p99:>7.1} {max:>7.1}")
        };
        let heads = ["to the subscriber", "without commit", "until decided", "durable commit"];
        write!(f, "{:<7} {:<14} {:>5}", "keeps", "expiry", "n")?;
        heads.iter().try_for_each(|head| write!(f, " | {head:^23}"))?;
        writeln!(f, " | {:>6} {:>6}", "at off", "beyond")?;
        write!(f, "{:28}", "")?;
        heads.iter().try_for_each(|_| write!(f, " | {:>7} {:>7} {:>7}", "p50", "p99", "max"))?;
        writeln!(f, " | {:>6} {:>3} ms", "ms", PUBLISHED_MS)?;
        for ((authority, expiry), delays) in self.delays() {
            write!(f, "{:<7} {:<14} {:>5}", authority.name(), expiry.name(), delays.late.len())?;
            for latencies in [&delays.late, &delays.without_commit, &delays.decided, &delays.commit] {
                write!(f, " | {}", three(latencies))?;
            }
            writeln!(f, " | {:>6} {:>6}", delays.off_ms, delays.beyond)?;
        }
        let (late, count) = (if let OnTime::Late(late) = self.on_time() { late } else { 0 }, self.measured.len());
        write!(
            f,
            "{}: {} scenes ({} again, this machine stalled), {} presses at an end, {} provisional flags withdrawn, {} scenes wrong, {late} of {count} expiries later than {PUBLISHED_MS} ms without the commit",
            self.how,
            self.scenes,
            self.repeated,
            self.presses,
            self.withdrawn,
            self.wrong.len(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commit_is_shown_and_not_counted() {
        let measured = Measured {
            authority: Authority::Daemon,
            expiry: Expiry::Flagged,
            late_us: 90_000,
            decided_us: Some(2_000),
            commit_us: Some(45_000),
            off_ms: 1,
        };
        let report = |measured| Report { measured: vec![measured], ..Report::default() };
        assert_eq!(report(measured).on_time(), OnTime::Yes);
        assert_eq!(report(Measured { commit_us: Some(10_000), ..measured }).on_time(), OnTime::Late(1));
        let text = report(measured).to_string();
        let row = text.lines().nth(2).unwrap_or_default();
        assert!(row.starts_with("daemon  flagged") && row.contains("45.0") && row.contains("90.0"), "{text}");
    }
}
