//! What a book says of a whole game, beside its articles.

use crate::go::HalfPoints;
use crate::referee::kind::Kind;

/// A rulebook as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Book {
    /// The edition that the articles were taken from, and how it was seen.
    pub edition: &'static str,
    /// Komi, unless the event says otherwise. Ing's 8 points with ties to Black are written as they are.
    pub komi: HalfPoints,
    /// Preset of the rules of play that go with it; `None` where it is a book of how to referee alone.
    pub rules: Option<&'static str>,
    /// Its name in an SGF file's `RU`.
    pub sgf_rules: &'static str,
    /// What coming late costs.
    pub lateness: LateCost,
    /// How many warnings cost the game; `None` where they do not.
    pub warning_limit: Option<WarningLimit>,
    /// So many cautions make a warning; `None` where they never do.
    pub cautions_per_warning: Option<u32>,
    /// What a warning costs besides, in points; an article that gives a warning names them itself.
    pub points_per_warning: u32,
    /// What the taking of captured stones costs.
    pub captures: CaptureTime,
    /// A move may be sealed in this book's world.
    pub sealing: bool,
    /// What a player in byo-yomi gets for the sealing itself, in ms.
    pub sealing_extra_ms: u64,
    /// It knows hot stones, whose repeated capture by mistake costs nothing.
    pub hot_stones: bool,
    /// How many stones of each colour there are before play on a full board; `None` where nobody counts them.
    pub stones: Option<u32>,
    /// Captured stones belong into the lid, whatever a breach costs.
    pub lid: bool,
    /// Points lost by conduct lie as stones of the offender in the opponent's lid.
    pub points_in_lid: bool,
    /// Two plays in a row: both come off, and not the second alone.
    pub takes_both_back: bool,
    /// Who is to move when a proposed end is disputed.
    pub dispute: Dispute,
    /// When play stops for the second time the game is counted, whoever still doubts it.
    pub second_stop_counts: bool,
    /// A margin stands only when both have proved their stones; until then a counted game is unconfirmed (ING-9.4(3)).
    pub proves_stones: bool,
}

/// What coming late costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LateCost {
    /// The book says nothing.
    Unsaid,
    /// So many times the lateness comes off one's own time.
    Times(u32),
    /// The clock of the side to move runs from the set time, and nothing is taken off: never both.
    ClockRuns,
}

/// How many warnings in one game lose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarningLimit {
    /// The number.
    pub count: u32,
    /// Warnings for these do not count.
    pub uncounted: &'static [Kind],
}

/// What the taking of captured stones costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureTime {
    /// It is part of the move, and timed.
    Timed,
    /// In byo-yomi it is not timed.
    FreeInByoYomi,
    /// The player may stop the clock for so many stones or more.
    MayStop(u32),
    /// The book says nothing, or it was not seen.
    Unsaid,
}

/// Who is to move when one player does not agree that the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispute {
    /// Whoever disagrees plays on, and the right to move of who had passed revives (CN-21.1).
    PasserRevives,
    /// The opponent of who asks for it (Japan, article 9.3).
    OpponentFirst,
    /// The book says nothing, or it was not seen.
    Unsaid,
}

impl WarningLimit {
    /// Whether a warning for this kind counts.
    pub fn counts(&self, kind: Kind) -> bool {
        !self.uncounted.contains(&kind)
    }
}
