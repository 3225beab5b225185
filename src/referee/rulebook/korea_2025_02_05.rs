//! Korean rules for international events since 5 February 2025: article 18 is suspended until it is revised, and the referee cautions.

use super::article::Article;
use super::book::Book;
use super::korea::{self, Since};
use crate::referee::kind::Kind;
use crate::referee::proposal::Sanction;

pub(super) const BOOK: Book = Book {
    edition: "8 November 2024, article 18 suspended by the letter of 5 February 2025, read",
    warning_limit: None,
    cautions_per_warning: None,
    points_per_warning: 0,
    ..korea::BOOK
};

const SINCE: Since = Since {
    breach: &[Sanction::Caution],
    note: "suspended: warnings do not add up to a loss",
    lid: "suspended: a caution, without points, and none adds up",
    limit: false,
};

pub(super) const fn article(kind: Kind) -> Article {
    korea::article(kind, &SINCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_5_february_2025_article_18_is_a_caution_that_adds_up_to_nothing() {
        for kind in [Kind::LidCount, Kind::CapturesLeft, Kind::StoneRetracted] {
            assert_eq!(article(kind).sanctions, [Sanction::Caution], "{kind}");
        }
        assert_eq!((BOOK.warning_limit, BOOK.cautions_per_warning, BOOK.points_per_warning), (None, None, 0));
        assert_eq!(article(Kind::WarningLimit).cite, None);
    }
}
