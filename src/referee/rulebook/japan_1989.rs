//! Japanese rules of 1989. The rules of play were read in part, with the commentary of the associations; the rules of professional events
//! were not seen.

use super::article::{Article, Choice, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::{BoardRemedy, Sanction};

pub(super) const BOOK: Book = Book {
    edition: "1989, articles 5, 9, 10, 13 and 14 read",
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
    sealing_extra_ms: 0,
    hot_stones: false,
    stones: None,
    lid: true,
    points_in_lid: false,
    takes_both_back: false,
    dispute: Dispute::OpponentFirst,
    second_stop_counts: false,
    proves_stones: false,
};

pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::DoubleMove | Kind::ForbiddenPoint | Kind::KoViolation => Article::read("14")
            .gives(&[Sanction::Loss])
            .note("whoever breaks the rules of play loses, until both have confirmed the result"),
        Kind::WrongCapture => {
            Article::by_hearsay("14").gives(&[Sanction::Loss]).note("loss by general practice; the article speaks of the rules of play")
        }
        Kind::StoneRelocated => Article::unnumbered("loss (hagashi); the rules of 1989 do not say it"),
        Kind::StoneRetracted => Article::practice("a played stone stays where it is"),
        Kind::StoneShifted => Article::read("13.2")
            .board(BoardRemedy::Restore)
            .or(&[Choice::Sanction(Sanction::BothLose)])
            .note("back to where it was played, and play goes on; both lose if they cannot agree"),
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
        | Kind::WinnerNeeded
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
        | Kind::DameLeft
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
    fn japan_14_an_illegal_play_loses_and_a_wrong_capture_by_general_practice() {
        let read = [Kind::DoubleMove, Kind::ForbiddenPoint, Kind::KoViolation].map(|kind| (kind, Source::ReadInText));
        for (kind, source) in read.into_iter().chain([(Kind::WrongCapture, Source::GeneralPractice)]) {
            let article = article(kind);
            assert_eq!((article.cite, article.source), (Some("14"), source), "{kind}");
            assert_eq!(article.sanctions, [Sanction::Loss], "{kind}");
        }
    }

    #[test]
    fn japan_13_2_a_moved_stone_goes_back_and_both_lose_who_do_not_agree() {
        let moved = article(Kind::StoneShifted);
        assert_eq!((moved.cite, moved.board, moved.sanctions), (Some("13.2"), BoardRemedy::Restore, &[][..]));
        assert_eq!(moved.choices, [Choice::Sanction(Sanction::BothLose)]);
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
