//! The blocks of progressive overtime: a short list that can be copied.

/// A block of overtime: so many turns within so much time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Block {
    /// Turns that must be completed.
    pub stones: u32,
    /// The time for them, in ms.
    pub period_ms: u64,
}

/// Up to [`Blocks::MAX`] blocks, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blocks {
    list: [Block; Blocks::MAX],
    len: u8,
}

impl Blocks {
    /// The most blocks: the longest schemes in use have four or five.
    pub const MAX: usize = 8;

    /// These blocks; `None` when they are more than [`Blocks::MAX`].
    pub fn new(blocks: &[Block]) -> Option<Blocks> {
        let mut list = [Block::default(); Blocks::MAX];
        list.get_mut(..blocks.len())?.copy_from_slice(blocks);
        Some(Blocks { list, len: u8::try_from(blocks.len()).ok()? })
    }

    /// The blocks.
    pub fn as_slice(&self) -> &[Block] {
        &self.list[..usize::from(self.len)]
    }
}

impl std::fmt::Debug for Blocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_blocks_than_fit_are_refused() {
        let block = Block { stones: 10, period_ms: 300_000 };
        let full = Blocks::new(&[block; Blocks::MAX]).unwrap();
        assert_eq!(full.as_slice(), [block; Blocks::MAX]);
        assert_eq!(Blocks::new(&[block; Blocks::MAX + 1]), None);
    }
}
