//! General tournament rules of the European Go Federation: a book of how to referee, not of how to play. Read in part, without the numbers
//! of its articles; the passages on illegal plays and moved stones were not seen.

use super::article::{Article, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;

pub(super) const BOOK: Book = Book {
    edition: "general tournament rules, read in part",
    // Territory scoring; 7.5 with area scoring, 8 with an Ing set.
    komi: HalfPoints(13),
    rules: None,
    sgf_rules: "egf",
    lateness: LateCost::ClockRuns,
    warning_limit: None,
    cautions_per_warning: None,
    points_per_warning: 0,
    captures: CaptureTime::MayStop(3),
    // The rules of 1991 tell how.
    sealing: true,
    sealing_extra_ms: 30_000,
    hot_stones: false,
    stones: None,
    lid: false,
    points_in_lid: false,
    takes_both_back: false,
    // The referee says who is to move.
    dispute: Dispute::Unsaid,
    second_stop_counts: false,
    proves_stones: false,
};

pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::DoubleMove | Kind::KoViolation => Article::practice("loss in serious events; the passage was not seen"),
        Kind::ForbiddenPoint => Article::not_seen().note("by the rules of play that go with it"),
        Kind::WrongColor => Article::unnumbered("the stone is replaced by one of the right colour"),
        Kind::CapturesLeft => Article::unnumbered("the clock may be stopped for three stones or more"),
        Kind::FlagFallen => Article::unnumbered("loss, no claim needed").clock(ClockRule::GiveBackNeutral),
        Kind::Late => Article::unnumbered("the clock is started at the set time"),
        Kind::Absent => Article::unnumbered("loss after 60 minutes"),
        Kind::SealDue => Article::unnumbered("all remaining time may be used; in byo-yomi 30 s for sealing (1991)"),
        Kind::ClockDisagrees | Kind::ClockSetWrong => Article::unnumbered("only the referee sets a clock"),
        Kind::StoneOutOfPlace | Kind::LidCount | Kind::BowlCount => Article::not_seen().notice().on_offenders_turn(),
        Kind::Etiquette => Article::not_seen().on_offenders_turn(),
        Kind::PressMissing => Article::none().notice(),
        Kind::StoneRelocated
        | Kind::StoneRetracted
        | Kind::StoneShifted
        | Kind::BoardScattered
        | Kind::WrongCapture
        | Kind::Repetition
        | Kind::PressWithoutMove
        | Kind::PressBeforeStone
        | Kind::PassSignal
        | Kind::BothAbsent
        | Kind::SealedMoveMismatch
        | Kind::SealedPointOccupied
        | Kind::SealedMoveUnreadable
        | Kind::WarningLimit
        | Kind::HandicapMismatch
        | Kind::CountDiffers
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
        Kind::ClockWrongSide
        | Kind::ClockNotStarted
        | Kind::ExtraStone
        | Kind::StoneMissing
        | Kind::Unexplained
        | Kind::Ambiguous
        | Kind::ResignSignal
        | Kind::EndSuspected
        | Kind::DameLeft
        | Kind::OvertimePenalty
        | Kind::FillBurst
        | Kind::BoardTurned
        | Kind::HotStoneCapture => Article::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn egf_says_how_to_referee_and_not_how_to_play() {
        assert_eq!((BOOK.rules, BOOK.lateness), (None, LateCost::ClockRuns));
        assert!(Kind::ALL.iter().all(|&kind| article(kind).cite.is_none()), "its numbers were not seen");
    }
}
