//! Japanese rules of 1989. The rules of play were read in part; what a breach costs is general practice, and the rules of professional
//! events were not seen.

use super::article::{Article, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::{BoardRemedy, Sanction};

pub(super) const BOOK: Book = Book {
    edition: "1989, articles 5 and 9 to 13 read in part",
    komi: HalfPoints(13),
    rules: Some("japanese"),
    sgf_rules: "Japanese",
    // General practice in professional events.
    lateness: LateCost::Times(3),
    warning_limit: None,
    cautions_per_warning: None,
    points_per_warning: 0,
    captures: CaptureTime::Unsaid,
    sealing: true,
    hot_stones: false,
    lid: true,
    takes_both_back: false,
    dispute: Dispute::OpponentFirst,
};

pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::DoubleMove | Kind::ForbiddenPoint | Kind::KoViolation | Kind::WrongCapture => {
            Article::by_hearsay("14").gives(&[Sanction::Loss]).note("whoever breaks the rules of play loses")
        }
        Kind::StoneRelocated => Article::unnumbered("loss (hagashi); the rules of 1989 do not say it"),
        Kind::StoneRetracted => Article::practice("a played stone stays where it is"),
        Kind::StoneShifted => {
            Article::read("10.3").attention().board(BoardRemedy::Restore).note("an objection is settled by replaying the record")
        }
        Kind::CapturesLeft => Article::read("5").attention().note("the move is complete once they are off; no penalty is stated"),
        Kind::Repetition => Article::by_hearsay("12").attention().note("no result, if both agree"),
        Kind::CountDiffers => Article::read("10.3").attention().note("settled by replaying the record; final once confirmed (10.4)"),
        Kind::Late => Article::practice("three times in professional events").clock(ClockRule::Lateness),
        Kind::SealDue => Article::unnumbered("told to the recorder, written in another room, sealed, kept by the referee"),
        Kind::FlagFallen => Article::practice("loss; the rules of 1989 know no clock").clock(ClockRule::GiveBackNeutral),
        Kind::LidCount => Article::practice("captures stay in the lid, by custom").notice().on_offenders_turn(),
        Kind::StoneOutOfPlace | Kind::BowlCount => Article::none().notice().on_offenders_turn(),
        Kind::Etiquette => Article::not_seen().on_offenders_turn(),
        Kind::PressMissing => Article::none().notice(),
        Kind::BoardScattered
        | Kind::Absent
        | Kind::BothAbsent
        | Kind::SealedMoveMismatch
        | Kind::SealedPointOccupied
        | Kind::SealedMoveUnreadable
        | Kind::CountingDisturbed
        | Kind::LeftSeat
        | Kind::LeftVenue
        | Kind::Disturbance
        | Kind::Consultation
        | Kind::Disobedience
        | Kind::Appeal
        | Kind::Conduct
        | Kind::RefereeCall
        | Kind::WrongPartner
        | Kind::LineupChange
        | Kind::Uncovered => Article::not_seen(),
        Kind::WrongColor
        | Kind::PressWithoutMove
        | Kind::PressBeforeStone
        | Kind::ClockWrongSide
        | Kind::ClockNotStarted
        | Kind::ClockSetWrong
        | Kind::ClockDisagrees
        | Kind::ExtraStone
        | Kind::StoneMissing
        | Kind::Unexplained
        | Kind::Ambiguous
        | Kind::ResignSignal
        | Kind::PassSignal
        | Kind::EndSuspected
        | Kind::OvertimePenalty
        | Kind::WarningLimit
        | Kind::HandicapMismatch
        | Kind::FillBurst
        | Kind::BoardTurned
        | Kind::HotStoneCapture => Article::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::rulebook::Source;

    #[test]
    fn japan_14_an_illegal_play_loses_and_it_is_said_that_the_article_was_not_read() {
        for kind in [Kind::DoubleMove, Kind::ForbiddenPoint, Kind::KoViolation, Kind::WrongCapture] {
            let article = article(kind);
            assert_eq!((article.cite, article.source), (Some("14"), Source::GeneralPractice), "{kind}");
            assert_eq!(article.sanctions, [Sanction::Loss], "{kind}");
        }
    }

    #[test]
    fn japan_9_3_the_opponent_of_who_asks_for_it_plays_first() {
        assert_eq!(BOOK.dispute, Dispute::OpponentFirst);
    }

    #[test]
    fn hagashi_loses_by_custom_and_nothing_is_proposed_without_an_article() {
        let article = article(Kind::StoneRelocated);
        assert_eq!((article.cite, article.sanctions, article.source), (None, &[][..], Source::ReadInText));
    }
}
