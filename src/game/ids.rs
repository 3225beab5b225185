//! Ids that are unique for ever and the same again on replay: from a seed that is in the journal.

use sha2::{Digest, Sha256};

/// Makes ids from a random seed and a count; both are part of the stored state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ids {
    seed: String,
    issued: u64,
}

impl Ids {
    /// From a random seed.
    pub fn new(seed: impl Into<String>) -> Ids {
        Ids { seed: seed.into(), issued: 0 }
    }

    /// As it was stored.
    pub fn from_parts(seed: String, issued: u64) -> Ids {
        Ids { seed, issued }
    }

    /// Seed and number of ids issued.
    pub fn parts(&self) -> (&str, u64) {
        (&self.seed, self.issued)
    }

    /// The next id, such as "g-5f1c2a9be04d": 48 bits of SHA-256 over seed and count.
    pub fn next(&mut self, prefix: &str) -> String {
        self.issued += 1;
        let digest = Sha256::digest(format!("{}/{}", self.seed, self.issued));
        let mut id = format!("{prefix}-");
        for byte in &digest[..6] {
            id.push_str(&format!("{byte:02x}"));
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_count_give_the_same_ids_and_none_comes_twice() {
        let mut first = Ids::new("seed");
        let a = first.next("g");
        let b = first.next("g");
        assert_ne!(a, b);
        let (seed, issued) = first.parts();
        assert_eq!(Ids::from_parts(seed.to_owned(), issued).next("a"), first.next("a"));
        assert_eq!(Ids::new("seed").next("g"), a);
    }
}
