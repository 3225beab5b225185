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
    /// What is left of this turn's delay, in ms, where the system has one.
    pub delay_left_ms: Option<u64>,
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
    /// A block of Canadian or progressive overtime.
    Canadian {
        /// Turns still to complete in it.
        stones_left: u32,
        /// Its number, the first is 0.
        block: u32,
    },
    /// The Chinese reserve.
    Reserve {
        /// Minutes left, the current one counted.
        minutes_left: u32,
    },
    /// NHK time.
    Nhk {
        /// Units not yet opened.
        units_left: u32,
        /// A unit runs.
        in_unit: bool,
    },
    /// A part of Ing overtime.
    IngPenalty {
        /// Its number, the first is 1.
        period: u32,
        /// Points that the overtime has cost until now.
        penalty_points: u32,
    },
    /// Time is over.
    Flagged {
        /// A press stamped before it may still come.
        provisional: bool,
    },
}
