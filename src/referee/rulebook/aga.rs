//! American rules. The rule on illegal moves was read; the tournament regulations were not seen.

use super::article::{Article, ClaimUntil, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::BoardRemedy;

pub(super) const BOOK: Book = Book {
    edition: "rules of play, rule 8 read; tournament regulations not seen",
    komi: HalfPoints(15),
    rules: Some("aga"),
    sgf_rules: "AGA",
    lateness: LateCost::Unsaid,
    warning_limit: None,
    cautions_per_warning: None,
    points_per_warning: 0,
    captures: CaptureTime::MayStop(2),
    sealing: false,
    sealing_extra_ms: 0,
    hot_stones: false,
    stones: None,
    lid: false,
    points_in_lid: false,
    takes_both_back: true,
    dispute: Dispute::Unsaid,
    second_stop_counts: false,
    proves_stones: false,
};

/// Rule 8: taken back, treated as a pass, if it is claimed before the claimant's own next move.
const ILLEGAL: Article = Article::read("8").board(BoardRemedy::ForcedPass).on_claim(ClaimUntil::NextMove);

pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::DoubleMove => ILLEGAL.note("both plays come back; a pass, and a pass stone"),
        Kind::ForbiddenPoint | Kind::KoViolation | Kind::Repetition => ILLEGAL.note("the play comes back; a pass, and a pass stone"),
        Kind::CapturesLeft => Article::unnumbered("the clock may be stopped for two stones or more (tournament regulations VI.E.10.c)"),
        Kind::FlagFallen => Article::practice("loss").clock(ClockRule::GiveBackNeutral),
        Kind::SealDue => Article::not_seen().notice(),
        Kind::StoneOutOfPlace | Kind::LidCount | Kind::BowlCount => Article::none().notice().on_offenders_turn(),
        Kind::Etiquette => Article::not_seen().on_offenders_turn(),
        Kind::PressMissing => Article::none().notice(),
        Kind::WrongColor
        | Kind::StoneRelocated
        | Kind::StoneRetracted
        | Kind::StoneShifted
        | Kind::BoardScattered
        | Kind::WrongCapture
        | Kind::PressWithoutMove
        | Kind::PressBeforeStone
        | Kind::ClockDisagrees
        | Kind::PassSignal
        | Kind::Late
        | Kind::Absent
        | Kind::BothAbsent
        | Kind::SealedMoveMismatch
        | Kind::SealedPointOccupied
        | Kind::SealedMoveUnreadable
        | Kind::WarningLimit
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
        | Kind::ClockSetWrong
        | Kind::ExtraStone
        | Kind::StoneMissing
        | Kind::Unexplained
        | Kind::Ambiguous
        | Kind::ResignSignal
        | Kind::EndSuspected
        | Kind::DameLeft
        | Kind::OvertimePenalty
        | Kind::HandicapMismatch
        | Kind::FillBurst
        | Kind::BoardTurned
        | Kind::HotStoneCapture => Article::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aga_8_takes_an_illegal_play_back_as_a_pass_if_it_is_claimed_in_time() {
        for kind in [Kind::DoubleMove, Kind::ForbiddenPoint, Kind::KoViolation, Kind::Repetition] {
            let article = article(kind);
            assert_eq!((article.cite, article.board), (Some("8"), BoardRemedy::ForcedPass), "{kind}");
            assert_eq!((article.claim, article.sanctions), (Some(ClaimUntil::NextMove), &[][..]), "{kind}");
        }
        // Two plays in a row come back both.
        const { assert!(BOOK.takes_both_back) };
    }
}
