//! Counting.

/// Points counted in halves, so that komi and seki stay whole numbers. 2 points are 1 zi.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct HalfPoints(pub i32);
