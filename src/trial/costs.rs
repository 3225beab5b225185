//! What the core costs.

/// What the core used of a processor for each thing that it was given, in µs, sessions and filter included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Costs {
    /// How many times each took so many µs: indexed by µs, the last for all above.
    counts: Vec<u32>,
    /// The worst.
    pub worst_us: u64,
}

impl Costs {
    /// Beyond this, only the worst is known exactly.
    const FINE_US: usize = 20_000;

    /// Takes one in.
    pub(super) fn push(&mut self, us: u64) {
        let at = (us as usize).min(Self::FINE_US);
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
        self.worst_us = self.worst_us.max(us);
    }

    /// Takes in those of another game.
    pub fn add(&mut self, other: &Costs) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own += more;
        }
        self.worst_us = self.worst_us.max(other.worst_us);
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.counts.iter().map(|&count| u64::from(count)).sum()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The µs that `hundredths` of all do not exceed.
    pub fn percentile_us(&self, hundredths: u64) -> u64 {
        let wanted = (self.len() * hundredths).div_ceil(100);
        let mut seen = 0;
        let place = self.counts.iter().position(|&count| {
            seen += u64::from(count);
            seen >= wanted
        });
        place.map_or(0, |us| us as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_counted_and_the_worst_is_known_however_long_it_took() {
        let mut costs = Costs::default();
        assert_eq!((costs.percentile_us(99), costs.is_empty()), (0, true));
        (1..=99).for_each(|us| costs.push(us));
        let mut other = Costs::default();
        other.push(5_000_000);
        costs.add(&other);
        assert_eq!((costs.len(), costs.percentile_us(50), costs.percentile_us(99), costs.worst_us), (100, 50, 99, 5_000_000));
    }
}
