//! The rulebooks as data: what each says of every kind of incident, and of a game as a whole (CONTRACT 5).
//!
//! | file | holds |
//! |---|---|
//! | `article`, `book` | what one says of a kind, and of a game |
//! | `overlay` | an event's own rules over a book |
//! | `china_1988`, `ing`, … | a book each; the Korean ones differ by their date (`korea`) |
//!
//! Each book answers by one `match` that names every kind: a new kind does not compile until every book has an answer. Where a text has no
//! article nothing is cited, nothing is proposed, and nobody has to rule (CONTRACT 4.4); where the text was not seen it is the same, and said.

mod aga;
mod article;
mod book;
mod china_1988;
mod china_2002;
mod egf;
mod ing;
mod japan_1989;
mod korea;
mod korea_2024_11_08;
mod korea_2025_02_05;
mod korea_domestic_2025_02_03;
mod overlay;

pub use article::{Announce, Article, Choice, ClaimUntil, ClockRule, Source};
pub use book::{Book, CaptureTime, Dispute, LateCost, WarningLimit};
pub use overlay::{Claiming, InForce, Override};

use super::kind::Kind;

/// The books with their names and files; the order is that of CONTRACT 5.
macro_rules! books {
    ($($(#[$doc:meta])* $variant:ident = $name:literal in $file:ident,)+) => {
        /// How a game is refereed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub enum Rulebook { $($(#[$doc])* $variant,)+ }

        impl Rulebook {
            /// Every book with its name.
            pub const NAMES: &'static [(&'static str, Rulebook)] = &[$(($name, Rulebook::$variant),)+];

            /// Its name (CONTRACT 5).
            pub const fn name(self) -> &'static str {
                match self { $(Rulebook::$variant => $name,)+ }
            }

            /// What it says of this kind.
            pub const fn article(self, kind: Kind) -> Article {
                match self { $(Rulebook::$variant => $file::article(kind),)+ }
            }

            /// What it says of a game as a whole.
            pub const fn book(self) -> &'static Book {
                match self { $(Rulebook::$variant => &$file::BOOK,)+ }
            }
        }
    };
}

books! {
    /// Chinese rules of 1988.
    #[default]
    China1988 = "china-1988" in china_1988,
    /// Ing rules.
    Ing = "ing" in ing,
    /// Chinese rules of 2002.
    China2002 = "china-2002" in china_2002,
    /// Japanese rules of 1989.
    Japan1989 = "japan-1989" in japan_1989,
    /// Korean rules of 8 November 2024.
    Korea20241108 = "korea-2024-11-08" in korea_2024_11_08,
    /// Korean domestic rules of 3 February 2025.
    KoreaDomestic20250203 = "korea-domestic-2025-02-03" in korea_domestic_2025_02_03,
    /// Korean international rules of 5 February 2025.
    Korea20250205 = "korea-2025-02-05" in korea_2025_02_05,
    /// American rules.
    Aga = "aga" in aga,
    /// European general tournament rules: how to referee, not how to play.
    Egf = "egf" in egf,
}

impl std::fmt::Display for Rulebook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Rulebook {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Rulebook> {
        Rulebook::NAMES.iter().map(|&(_, book)| book)
    }

    /// The book with this name.
    pub fn named(name: &str) -> Option<Rulebook> {
        Rulebook::all().find(|book| book.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;
    use crate::referee::kind::Severity;
    use crate::referee::proposal::BoardRemedy;

    fn everything() -> impl Iterator<Item = (Rulebook, Kind, Article)> {
        Rulebook::all().flat_map(|book| Kind::ALL.iter().map(move |&kind| (book, kind, book.article(kind))))
    }

    #[test]
    fn every_book_is_found_by_its_name() {
        for book in Rulebook::all() {
            assert_eq!(Rulebook::named(book.name()), Some(book));
        }
        assert_eq!((Rulebook::all().count(), Rulebook::named("china-1998")), (9, None));
    }

    #[test]
    fn without_an_article_there_is_no_sanction_and_nobody_has_to_rule() {
        for (book, kind, article) in everything().filter(|(_, _, article)| article.cite.is_none()) {
            assert!(article.sanctions.is_empty() && article.choices.is_empty(), "{book} {kind}");
            assert_eq!((article.board, article.claim), (BoardRemedy::None, None), "{book} {kind}");
            assert!(article.severity <= Severity::Attention && !article.automatic, "{book} {kind}");
        }
    }

    #[test]
    fn what_is_cited_was_seen_and_what_was_not_seen_is_not_cited() {
        for (book, kind, article) in everything() {
            let seen = matches!(article.source, Source::ReadInText | Source::GeneralPractice);
            assert!(article.cite.is_none() || seen, "{book} {kind} cites what was not seen");
            // Read, and neither a number nor a word of it: then nothing was read.
            assert!(article.cite.is_some() || !seen || !article.note.is_empty(), "{book} {kind} says nothing");
        }
    }

    #[test]
    fn ing_9_2_1_two_stones_are_a_suspicion_in_every_book_and_cited_in_ings_alone() {
        for book in Rulebook::all() {
            let article = book.article(Kind::ResignSignal);
            assert_eq!((article.severity, article.proposes()), (Severity::Attention, false), "{book}");
            assert_eq!(article.cite.is_some(), book == Rulebook::Ing, "{book}");
        }
    }

    #[test]
    fn what_lies_off_the_board_waits_for_the_offenders_turn_in_every_book() {
        for book in Rulebook::all() {
            for kind in [Kind::LidCount, Kind::BowlCount, Kind::StoneOutOfPlace, Kind::Etiquette] {
                assert_eq!(book.article(kind).announce, Announce::OffenderTurn, "{book} {kind}");
            }
            assert_eq!(book.article(Kind::DoubleMove).announce, Announce::Now, "{book}");
        }
    }

    #[test]
    fn only_overtime_points_happen_by_themselves() {
        for (book, kind, article) in everything().filter(|(_, _, article)| article.automatic) {
            assert_eq!((book, kind, article.cite), (Rulebook::Ing, Kind::OvertimePenalty, Some("7")));
        }
    }

    #[test]
    fn a_book_that_says_how_to_play_names_a_preset_and_lateness_is_said_where_there_is_an_article() {
        for book in Rulebook::all() {
            assert!(book.book().rules.is_none_or(|name| Rules::preset(name).is_some()), "{book}");
            let late = book.article(Kind::Late);
            let off = matches!(book.book().lateness, LateCost::Times(_));
            assert_eq!(late.clock == ClockRule::Lateness, off, "{book}");
        }
    }
}
