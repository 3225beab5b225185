//! What is proposed for an incident, and what a person may decide instead (CONTRACT 4.4, 4.5).

use crate::go::Color;

/// A proposal: nothing of it happens before a person has ruled.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proposal {
    /// It is not sure that it happened: `confirm` says so, and applies it.
    pub conditional: bool,
    /// What becomes of the position.
    pub board: BoardRemedy,
    /// What becomes of the clocks.
    pub clock: Vec<ClockRemedy>,
    /// What the player gets.
    pub sanctions: Vec<Sanction>,
}

/// What becomes of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoardRemedy {
    /// Nothing.
    #[default]
    None,
    /// It goes back to what it was before the offence.
    Restore,
    /// What stands, stands.
    Stands,
    /// The move is taken out.
    Retract,
    /// The move becomes a pass.
    ForcedPass,
}

/// One clock is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockRemedy {
    /// Whose.
    pub color: Color,
    /// By how much, in ms.
    pub delta_ms: i64,
    /// Periods more or fewer.
    pub periods_delta: i32,
}

/// What a rule proposes for a player, or a ruling gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sanction {
    /// A caution.
    Caution,
    /// A warning.
    Warning,
    /// So many points.
    Points(u32),
    /// The game is lost.
    Loss,
    /// Both lose.
    BothLose,
    /// A draw.
    Draw,
    /// The game is played again.
    Replay,
}

impl std::fmt::Display for Sanction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Sanction::Caution => f.write_str("caution"),
            Sanction::Warning => f.write_str("warning"),
            Sanction::Points(points) => write!(f, "points:{points}"),
            Sanction::Loss => f.write_str("loss"),
            Sanction::BothLose => f.write_str("both-lose"),
            Sanction::Draw => f.write_str("draw"),
            Sanction::Replay => f.write_str("replay"),
        }
    }
}

impl Sanction {
    /// The sanction with this name, as [`std::fmt::Display`] writes it.
    pub fn named(name: &str) -> Option<Sanction> {
        let points = name.strip_prefix("points:").and_then(|points| points.parse().ok()).filter(|&points| points > 0);
        match name {
            "caution" => Some(Sanction::Caution),
            "warning" => Some(Sanction::Warning),
            "loss" => Some(Sanction::Loss),
            "both-lose" => Some(Sanction::BothLose),
            "draw" => Some(Sanction::Draw),
            "replay" => Some(Sanction::Replay),
            _ => points.map(Sanction::Points),
        }
    }
}

/// Who must decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requires {
    /// Any referee.
    Referee,
    /// The chief referee.
    Chief,
}

/// When the players are told (CONTRACT 4.4 `announce`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Announce {
    /// At once.
    #[default]
    Now,
    /// When the offender is to move: the opponent gets no thinking time by it (CN-16.2 thinks alike).
    OffenderTurn,
    /// Not at all: the kind is muted. It is recorded all the same.
    Muted,
}

impl Announce {
    /// All of them.
    pub const ALL: [Announce; 3] = [Announce::Now, Announce::OffenderTurn, Announce::Muted];

    /// Its name (CONTRACT 4.4).
    pub const fn name(self) -> &'static str {
        match self {
            Announce::Now => "now",
            Announce::OffenderTurn => "offender-turn",
            Announce::Muted => "muted",
        }
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Announce> {
        Announce::ALL.into_iter().find(|announce| announce.name() == name)
    }
}

/// Where a book says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cite {
    /// The rulebook.
    pub book: String,
    /// Its article.
    pub article: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sanction_is_read_as_it_is_written() {
        let all = [
            Sanction::Caution,
            Sanction::Warning,
            Sanction::Loss,
            Sanction::BothLose,
            Sanction::Draw,
            Sanction::Replay,
            Sanction::Points(2),
        ];
        for sanction in all {
            assert_eq!(Sanction::named(&sanction.to_string()), Some(sanction));
        }
        for none in ["points:0", "points:", "points:-1", "Loss", ""] {
            assert_eq!(Sanction::named(none), None, "{none}");
        }
    }
}
