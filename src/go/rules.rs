//! Rules of play and of counting as independent switches, with named presets.
//!
//! How a game is *refereed* is another matter: that is a rulebook's. Sources of the presets: the rule texts compared in the project's notes;
//! the switches follow KataGo's rules page (lightvector.github.io/KataGo/rules.html).

use super::HalfPoints;

/// Which repetitions are forbidden. All but [`Ko::None`] also forbid the immediate retake of a single stone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ko {
    /// Nothing is forbidden.
    None,
    /// Only the immediate retake; a pass or another play lifts the ban. Longer repetitions are noticed, not forbidden.
    Simple,
    /// A play may not leave any earlier position of the game.
    Positional,
    /// A play may not leave an earlier position with the same player to move (AGA, and the text of New Zealand).
    Situational,
    /// A play may not leave a position that an earlier play of the same player left.
    NaturalSituational,
    /// A play may not leave a position that stood since the last pass (B. Spight); the one passed on counts.
    Spight,
}

/// Whether a play may leave its own chain without a liberty; the chain is then lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suicide {
    /// Never.
    None,
    /// Two stones or more may be given up, one may not.
    Several,
    /// Always.
    Any,
}

/// How a game is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counting {
    /// Stones on the board and the points they surround; points of neither are halved (CN-2002 art. 11).
    Area,
    /// Surrounded points and prisoners.
    Territory,
    /// Ing's filling in with exactly 180 stones each: area counting seen from the other side.
    FillIn,
}

/// What White gets for Black's handicap stones, where stones count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandicapCompensation {
    /// Nothing.
    None,
    /// A point for each stone.
    EachStone,
    /// A point for each stone but the first (AGA).
    EachStoneButFirst,
}

/// What equal scores mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tie {
    /// A draw.
    Draw,
    /// Black wins (Ing).
    BlackWins,
}

/// The switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Forbidden repetitions.
    pub ko: Ko,
    /// Self-capture.
    pub suicide: Suicide,
    /// Counting.
    pub counting: Counting,
    /// Compensation for handicap stones.
    pub handicap: HandicapCompensation,
    /// Points to White in an even game; an event or a rulebook may say otherwise.
    pub komi: HalfPoints,
    /// Equal scores.
    pub tie: Tie,
    /// A pass hands over a stone, and White passes last (AGA).
    pub pass_stones: bool,
}

impl Rules {
    /// The names that [`Rules::preset`] knows.
    pub const PRESETS: [&'static str; 6] = ["chinese", "ing", "japanese", "korean", "aga", "new-zealand"];

    /// Chinese: simple ko, as Chinese events play it (the text's whole-board ban is left to the referee); komi 3¾ zi.
    pub const CHINESE: Rules = Rules {
        ko: Ko::Simple,
        suicide: Suicide::None,
        counting: Counting::Area,
        handicap: HandicapCompensation::EachStone,
        komi: HalfPoints(15),
        tie: Tie::Draw,
        pass_stones: false,
    };

    /// Ing: 8 points and Black wins ties; two stones or more may be given up; the fighting and disturbing ko of the text are the
    /// referee's, so here only the immediate retake is forbidden.
    pub const ING: Rules = Rules {
        suicide: Suicide::Several,
        counting: Counting::FillIn,
        handicap: HandicapCompensation::None,
        komi: HalfPoints(16),
        tie: Tie::BlackWins,
        ..Rules::CHINESE
    };

    /// Japanese 1989: territory; longer repetitions end without result if both agree (art. 12).
    pub const JAPANESE: Rules =
        Rules { counting: Counting::Territory, handicap: HandicapCompensation::None, komi: HalfPoints(13), ..Rules::CHINESE };

    /// Korean 2016: as Japanese in what is decided here.
    pub const KOREAN: Rules = Rules::JAPANESE;

    /// AGA: situational superko, pass stones, a point for each handicap stone but the first.
    pub const AGA: Rules =
        Rules { ko: Ko::Situational, handicap: HandicapCompensation::EachStoneButFirst, pass_stones: true, ..Rules::CHINESE };

    /// New Zealand: situational superko, suicide, komi 7.
    pub const NEW_ZEALAND: Rules =
        Rules { ko: Ko::Situational, suicide: Suicide::Any, handicap: HandicapCompensation::None, komi: HalfPoints(14), ..Rules::CHINESE };

    /// The rules of this name: one of [`Rules::PRESETS`].
    pub fn preset(name: &str) -> Option<Rules> {
        match name {
            "chinese" => Some(Rules::CHINESE),
            "ing" => Some(Rules::ING),
            "japanese" => Some(Rules::JAPANESE),
            "korean" => Some(Rules::KOREAN),
            "aga" => Some(Rules::AGA),
            "new-zealand" => Some(Rules::NEW_ZEALAND),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_is_a_preset_and_no_other_is() {
        assert!(Rules::PRESETS.iter().all(|name| Rules::preset(name).is_some()));
        assert_eq!(Rules::preset("Chinese"), None);
    }

    /// The cells of the comparison that decide which plays are legal.
    #[test]
    fn presets_differ_where_the_texts_do() {
        let switches = |name| Rules::preset(name).map(|rules| (rules.ko, rules.suicide, rules.counting));
        assert_eq!(switches("chinese"), Some((Ko::Simple, Suicide::None, Counting::Area)));
        assert_eq!(switches("ing"), Some((Ko::Simple, Suicide::Several, Counting::FillIn)));
        assert_eq!(switches("japanese"), Some((Ko::Simple, Suicide::None, Counting::Territory)));
        assert_eq!(switches("korean"), switches("japanese"));
        assert_eq!(switches("aga"), Some((Ko::Situational, Suicide::None, Counting::Area)));
        assert_eq!(switches("new-zealand"), Some((Ko::Situational, Suicide::Any, Counting::Area)));
    }
}
