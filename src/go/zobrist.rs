//! Zobrist keys: one fixed random number for each stone on each point.
//!
//! Zobrist, "A New Hashing Method with Application for Game Playing", 1970. The keys come from SplitMix64 (Steele, Lea, Flood,
//! "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014) over the spot's number, so a hash is the same in every build.

use super::Color;

/// Spots of the largest board with its border: (25 + 2) lines of (25 + 1) columns.
pub(super) const MAX_SPOTS: usize = 27 * 26;

/// Black's and White's key for each spot.
static KEYS: [[u64; 2]; MAX_SPOTS] = keys();

const fn split_mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> [[u64; 2]; MAX_SPOTS] {
    let mut keys = [[0; 2]; MAX_SPOTS];
    let mut spot = 0;
    while spot < MAX_SPOTS {
        keys[spot] = [split_mix(spot as u64 * 2), split_mix(spot as u64 * 2 + 1)];
        spot += 1;
    }
    keys
}

/// The key of a stone on a spot.
pub(super) fn key(spot: usize, color: Color) -> u64 {
    KEYS[spot][color as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals and captures may hold hashes: they must not change from build to build.
    #[test]
    fn keys_are_fixed_and_differ() {
        assert_eq!(key(0, Color::Black), 0xE220_A839_7B1D_CDAF, "SplitMix64's first number from seed 0");
        let mut all: Vec<u64> = KEYS.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2 * MAX_SPOTS);
    }
}
