//! What a player's clock shows at one moment (CONTRACT 4.2).

/// A player's clock at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerClockState {
    /// Which part of the time runs.
    pub phase: PlayerPhase,
    /// What is left of that part, in ms.
    pub remaining_ms: u64,
    /// Time used in the whole game, in ms.
    pub total_used_ms: u64,
}

/// The part of a player's time that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerPhase {
    /// Main time.
    Main,
    /// Byo-yomi.
    ByoYomi {
        /// Periods left, the current one counted.
        periods_left: u32,
    },
    /// Time is over.
    Flagged {
        /// A press stamped before it may still come.
        provisional: bool,
    },
}
