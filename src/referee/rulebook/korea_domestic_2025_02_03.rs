//! Korean domestic rules since 3 February 2025: as before, but warnings for what lies off the board lose no game.

use super::article::Article;
use super::book::{Book, WarningLimit};
use super::korea::{self, Since};
use crate::referee::kind::Kind;
use crate::referee::proposal::Sanction;

pub(super) const BOOK: Book = Book {
    edition: "8 November 2024 as changed on 3 February 2025, by report",
    warning_limit: Some(WarningLimit { count: 2, uncounted: &[Kind::LidCount, Kind::StoneOutOfPlace] }),
    ..korea::BOOK
};

const SINCE: Since = Since {
    breach: &[Sanction::Warning, Sanction::Points(2)],
    note: "two warnings in a game; those for the lid do not count",
    lid: "captures belong into the lid; the warning does not count to a loss",
    limit: true,
};

pub(super) const fn article(kind: Kind) -> Article {
    korea::article(kind, &SINCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_3_february_2025_warnings_for_the_lid_do_not_count_to_a_loss() {
        let limit = BOOK.warning_limit.expect("a limit");
        assert!(!limit.counts(Kind::LidCount) && limit.counts(Kind::CapturesLeft));
        assert_eq!(article(Kind::LidCount).sanctions, [Sanction::Warning, Sanction::Points(2)], "the points were left");
    }
}
