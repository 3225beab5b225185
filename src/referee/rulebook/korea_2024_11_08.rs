//! Korean rules in force from 8 November 2024: a breach of article 18 is a warning and two points, two warnings lose, two cautions are a
//! warning.

use super::article::Article;
use super::book::Book;
use super::korea::{self, Since};
use crate::referee::kind::Kind;
use crate::referee::proposal::Sanction;

pub(super) const BOOK: Book = korea::BOOK;

const SINCE: Since = Since {
    breach: &[Sanction::Warning, Sanction::Points(2)],
    note: "two warnings in a game",
    lid: "captures belong into the lid; no time is stated within which",
    limit: true,
};

pub(super) const fn article(kind: Kind) -> Article {
    korea::article(kind, &SINCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::kind::Severity;
    use crate::referee::rulebook::{Announce, WarningLimit};

    #[test]
    fn korea_18_costs_a_warning_and_two_points() {
        for kind in [Kind::LidCount, Kind::CapturesLeft, Kind::PressBeforeStone, Kind::StoneRetracted] {
            let article = article(kind);
            assert_eq!((article.cite, article.sanctions), (Some("18.1"), &[Sanction::Warning, Sanction::Points(2)][..]), "{kind}");
        }
    }

    #[test]
    fn korea_19_two_warnings_lose_and_two_cautions_are_a_warning() {
        assert_eq!(BOOK.warning_limit, Some(WarningLimit { count: 2, uncounted: &[] }));
        assert_eq!((BOOK.cautions_per_warning, BOOK.points_per_warning), (Some(2), 2));
        assert_eq!((article(Kind::WarningLimit).cite, article(Kind::WarningLimit).sanctions), (Some("19"), &[Sanction::Loss][..]));
    }

    #[test]
    fn korea_18_1_is_about_captured_stones_and_a_handful_of_the_own_ones_costs_nothing() {
        let article = article(Kind::StoneOutOfPlace);
        assert!(article.cite.is_none() && article.sanctions.is_empty() && article.severity == Severity::Attention);
        assert_eq!(article.announce, Announce::OffenderTurn);
    }

    #[test]
    fn what_the_lid_holds_is_told_on_the_offenders_turn() {
        assert_eq!(article(Kind::LidCount).announce, Announce::OffenderTurn);
        assert_eq!(article(Kind::CapturesLeft).announce, Announce::Now);
    }

    #[test]
    fn a_foul_by_practice_alone_proposes_nothing() {
        for kind in [Kind::DoubleMove, Kind::KoViolation, Kind::ForbiddenPoint, Kind::FlagFallen] {
            assert_eq!((article(kind).cite, article(kind).sanctions), (None, &[][..]), "{kind}");
        }
    }
}
