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

impl Proposal {
    /// Something follows if it is confirmed.
    pub fn is_something(&self) -> bool {
        self.board != BoardRemedy::None || !self.clock.is_empty() || !self.sanctions.is_empty()
    }
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

impl BoardRemedy {
    /// All of them.
    pub const ALL: [BoardRemedy; 5] =
        [BoardRemedy::Restore, BoardRemedy::Stands, BoardRemedy::Retract, BoardRemedy::ForcedPass, BoardRemedy::None];

    /// Its name (CONTRACT 4.5).
    pub const fn name(self) -> &'static str {
        match self {
            BoardRemedy::None => "none",
            BoardRemedy::Restore => "restore",
            BoardRemedy::Stands => "stands",
            BoardRemedy::Retract => "retract",
            BoardRemedy::ForcedPass => "forced-pass",
        }
    }

    /// The remedy with this name, where it is one: "none" is not.
    pub fn named(name: &str) -> Option<BoardRemedy> {
        BoardRemedy::ALL.into_iter().filter(|&remedy| remedy != BoardRemedy::None).find(|remedy| remedy.name() == name)
    }
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
