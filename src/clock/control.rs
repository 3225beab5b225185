//! Time controls (CONTRACT 6): a tagged union, whole milliseconds.

/// How a game is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// One amount for the whole game; lost when it reaches 0.
    Absolute {
        /// Main time, in ms.
        main_ms: u64,
    },
    /// Main time, then periods: a period is lost when it is filled, and begins anew when it is not.
    ByoYomi {
        /// Main time, in ms; may be 0.
        main_ms: u64,
        /// Number of periods, 1 or more.
        periods: u32,
        /// Length of a period, in ms, 1 or more.
        period_ms: u64,
    },
}
