//! What is known from the clock on the table.

use crate::time::Mono;

use super::{ClockReading, PlayerClock, Side};

/// What is known from the device, true at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    /// The moment for which the clocks are given: the last reading, or a press after it.
    pub at: Mono,
    /// The last sign of life; `None` when the device is away.
    pub alive: Option<Mono>,
    /// What each side has; left side first.
    pub clocks: [PlayerClock; 2],
    /// The number of periods is derived, not told by the device; left side first.
    pub derived: [bool; 2],
    /// The side that runs.
    pub running: Option<Side>,
    /// The smallest step of the device's times, in ms.
    pub resolution_ms: u32,
    /// The device has marked overtime at least once: without the mark it is main time.
    pub marks_overtime: bool,
    /// A reading that nothing explains, waiting for a second one that agrees with it.
    pub suspect: Option<(Mono, ClockReading)>,
}

/// The turn that the device's clock is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceTurn {
    /// Whose.
    pub side: Side,
    /// When it began.
    pub started: Mono,
    /// Time used in it until [`Heard::at`], in ms.
    pub used_ms: u64,
}
