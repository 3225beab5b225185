//! What one book says of one kind of incident, and how far that was seen in a text.

use crate::referee::kind::Severity;
use crate::referee::proposal::{BoardRemedy, Requires, Sanction};

/// What a book says of one kind of incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Article {
    /// Number of the article; `None` where the book has none, or where its number was not seen.
    pub cite: Option<&'static str>,
    /// How far this was seen in a text.
    pub source: Source,
    /// What it asks of a person when it is sure; what is only suspected asks less.
    pub severity: Severity,
    /// The book allows action only on a claim, and so long.
    pub claim: Option<ClaimUntil>,
    /// What becomes of the position.
    pub board: BoardRemedy,
    /// What becomes of the clocks.
    pub clock: ClockRule,
    /// What the player gets.
    pub sanctions: &'static [Sanction],
    /// What else the text lets the referee pick.
    pub choices: &'static [Choice],
    /// It happens by itself; nobody has to rule.
    pub automatic: bool,
    /// When the players are told.
    pub announce: Announce,
    /// Who must decide.
    pub requires: Requires,
    /// What a referee should know of it beside that; empty where there is nothing.
    pub note: &'static str,
}

/// How far what a book is said to say was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Read in a text.
    ReadInText,
    /// General practice; the passage was not read.
    GeneralPractice,
    /// There may be an article, and it was not seen.
    NotSeen,
    /// The book has none.
    NoSuchArticle,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 4] = [Source::ReadInText, Source::GeneralPractice, Source::NotSeen, Source::NoSuchArticle];

    /// Its mark in a printed book.
    pub const fn mark(self) -> char {
        match self {
            Source::ReadInText => 'S',
            Source::GeneralPractice => 'G',
            Source::NotSeen => '?',
            Source::NoSuchArticle => '-',
        }
    }

    /// The mark in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Source::ReadInText => "read in a text",
            Source::GeneralPractice => "general practice, the passage not read",
            Source::NotSeen => "not seen",
            Source::NoSuchArticle => "the book has no article",
        }
    }
}

/// When a claim is too late (CONTRACT 4.4 `claim.until`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimUntil {
    /// Once the player who may claim has made the next move.
    NextMove,
}

impl ClaimUntil {
    /// Its name (CONTRACT 4.4).
    pub const fn name(self) -> &'static str {
        match self {
            ClaimUntil::NextMove => "next-move",
        }
    }
}

/// What becomes of the clocks, as a rule; what it comes to is worked out when it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockRule {
    /// Nothing.
    None,
    /// A flag that fell while captured stones were lifted, where that is not timed, gives that time back and costs nothing.
    GiveBackNeutral,
    /// The lateness comes off the player's own time, as often as [`super::Book::lateness`] says.
    Lateness,
    /// The referee adjusts the time where that is needed.
    AsNeeded,
}

impl ClockRule {
    /// In words, for a printed book; empty where there is nothing.
    pub const fn words(self) -> &'static str {
        match self {
            ClockRule::None => "",
            ClockRule::GiveBackNeutral => "time back if it fell in untimed lifting",
            ClockRule::Lateness => "lateness comes off",
            ClockRule::AsNeeded => "time as needed",
        }
    }
}

/// Something else that the text lets the referee pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// This for the player instead.
    Sanction(Sanction),
    /// This for the position instead.
    Board(BoardRemedy),
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Choice::Sanction(sanction) => sanction.fmt(f),
            Choice::Board(board) => f.write_str(board.name()),
        }
    }
}

impl Choice {
    /// The choice with this name, as [`std::fmt::Display`] writes it.
    pub fn named(name: &str) -> Option<Choice> {
        let board = || BoardRemedy::named(name).map(Choice::Board);
        Sanction::named(name).map(Choice::Sanction).or_else(board)
    }
}

/// When the players are told (CONTRACT 4.4 `announce`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Announce {
    /// At once.
    #[default]
    Now,
    /// When the offender is to move: the opponent gets no thinking time by it (CN-16.2 thinks alike).
    OffenderTurn,
}

impl Announce {
    /// Its name (CONTRACT 4.4).
    pub const fn name(self) -> &'static str {
        match self {
            Announce::Now => "now",
            Announce::OffenderTurn => "offender-turn",
        }
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Announce> {
        [Announce::Now, Announce::OffenderTurn].into_iter().find(|announce| announce.name() == name)
    }
}

/// How the books write their articles: from one of these, with what it gives.
impl Article {
    const fn plain(source: Source, severity: Severity) -> Article {
        Article {
            cite: None,
            source,
            severity,
            claim: None,
            board: BoardRemedy::None,
            clock: ClockRule::None,
            sanctions: &[],
            choices: &[],
            automatic: false,
            announce: Announce::Now,
            requires: Requires::Referee,
            note: "",
        }
    }

    /// An article that was read; someone must decide.
    pub(super) const fn read(cite: &'static str) -> Article {
        Article { cite: Some(cite), ..Article::plain(Source::ReadInText, Severity::Ruling) }
    }

    /// An article whose number is known, and which was not read itself.
    pub(super) const fn by_hearsay(cite: &'static str) -> Article {
        Article { cite: Some(cite), ..Article::plain(Source::GeneralPractice, Severity::Ruling) }
    }

    /// What was read, without the number of its article: nothing can be proposed by it.
    pub(super) const fn unnumbered(note: &'static str) -> Article {
        Article { note, ..Article::plain(Source::ReadInText, Severity::Attention) }
    }

    /// What people do, without a text: nothing can be proposed by it.
    pub(super) const fn practice(note: &'static str) -> Article {
        Article { note, ..Article::plain(Source::GeneralPractice, Severity::Attention) }
    }

    /// It was not seen whether there is an article.
    pub(super) const fn not_seen() -> Article {
        Article::plain(Source::NotSeen, Severity::Attention)
    }

    /// The book has no article: somebody should look.
    pub(super) const fn none() -> Article {
        Article::plain(Source::NoSuchArticle, Severity::Attention)
    }

    /// Nobody must decide, somebody should look.
    pub(super) const fn attention(self) -> Article {
        Article { severity: Severity::Attention, ..self }
    }

    /// Nobody has to do anything.
    pub(super) const fn notice(self) -> Article {
        Article { severity: Severity::Notice, ..self }
    }

    pub(super) const fn gives(self, sanctions: &'static [Sanction]) -> Article {
        Article { sanctions, ..self }
    }

    pub(super) const fn or(self, choices: &'static [Choice]) -> Article {
        Article { choices, ..self }
    }

    pub(super) const fn board(self, board: BoardRemedy) -> Article {
        Article { board, ..self }
    }

    pub(super) const fn clock(self, clock: ClockRule) -> Article {
        Article { clock, ..self }
    }

    pub(super) const fn on_claim(self, until: ClaimUntil) -> Article {
        Article { claim: Some(until), ..self }
    }

    pub(super) const fn by_itself(self) -> Article {
        Article { automatic: true, ..self }
    }

    pub(super) const fn on_offenders_turn(self) -> Article {
        Article { announce: Announce::OffenderTurn, ..self }
    }

    pub(super) const fn by_chief(self) -> Article {
        Article { requires: Requires::Chief, ..self }
    }

    pub(super) const fn note(self, note: &'static str) -> Article {
        Article { note, ..self }
    }

    /// It says that something follows: a sanction, or something for the position or a clock.
    pub const fn proposes(&self) -> bool {
        !self.sanctions.is_empty() || !matches!(self.board, BoardRemedy::None) || !matches!(self.clock, ClockRule::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_as_it_is_written() {
        let all = [Choice::Sanction(Sanction::Draw), Choice::Sanction(Sanction::Points(2)), Choice::Board(BoardRemedy::ForcedPass)];
        for choice in all {
            assert_eq!(Choice::named(&choice.to_string()), Some(choice));
        }
        for none in ["confirm", "dismiss", "change", "none", ""] {
            assert_eq!(Choice::named(none), None, "{none} is no choice of a text");
        }
        for announce in [Announce::Now, Announce::OffenderTurn] {
            assert_eq!(Announce::named(announce.name()), Some(announce));
        }
    }
}
