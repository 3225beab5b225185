//! Chinese rules of 2002. Article 17 and parts of 14, 20 and 22 were read; articles 18, 19, 21 and 23 to 25 were not seen.

use super::article::{Article, Choice, ClaimUntil, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost, WarningLimit};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::{BoardRemedy, Sanction};

pub(super) const BOOK: Book = Book {
    edition: "2002, article 17 and parts of 11, 14, 20, 22 read",
    // 3 3/4 zi (article 11).
    komi: HalfPoints(15),
    rules: Some("chinese"),
    sgf_rules: "Chinese",
    lateness: LateCost::Times(2),
    // The article was not seen; the kind cites none, so that nothing is proposed by it.
    warning_limit: Some(WarningLimit { count: 2, uncounted: &[] }),
    cautions_per_warning: None,
    points_per_warning: 0,
    captures: CaptureTime::Timed,
    sealing: true,
    sealing_extra_ms: 0,
    hot_stones: false,
    stones: None,
    lid: false,
    points_in_lid: false,
    takes_both_back: false,
    dispute: Dispute::Unsaid,
    second_stop_counts: false,
    proves_stones: false,
};

#[expect(clippy::too_many_lines, reason = "a table: an arm for each kind that the book speaks of")]
pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::DoubleMove => Article::read("17.2").board(BoardRemedy::Retract).gives(&[Sanction::Warning]).note("the second play is void"),
        Kind::StoneRelocated => Article::read("17.3")
            .board(BoardRemedy::Restore)
            .gives(&[Sanction::Warning])
            .on_claim(ClaimUntil::NextMove)
            .note("a dropped stone is free if the opponent agrees; else the chief"),
        Kind::PressBeforeStone => Article::read("17.4").gives(&[Sanction::Warning]).note("the reading is not changed"),
        Kind::StoneShifted => Article::read("17.5")
            .board(BoardRemedy::Restore)
            .or(&[
                Choice::Board(BoardRemedy::Stands),
                Choice::Sanction(Sanction::Draw),
                Choice::Sanction(Sanction::Replay),
                Choice::Sanction(Sanction::BothLose),
            ])
            .by_chief()
            .note("both agreeing: back, or an agreed point; else the chief"),
        Kind::CapturesLeft => Article::read("22.6").gives(&[Sanction::Warning]).note("timed in byo-yomi too; the reading is not changed"),
        Kind::FlagFallen => Article::read("22.5")
            .clock(ClockRule::GiveBackNeutral)
            .gives(&[Sanction::Loss])
            .or(&[Choice::Board(BoardRemedy::ForcedPass)])
            .note("last minute out, no stone: the player may ask for a pass instead"),
        Kind::Late => Article::read("22").attention().clock(ClockRule::Lateness).note("twice, within an hour (15 minutes at one place)"),
        Kind::Absent => Article::read("22").gives(&[Sanction::Loss]),
        Kind::BothAbsent => Article::not_seen().note("each has lost by 22; that both lose was not seen"),
        Kind::DameLeft => Article::not_seen().note("21 in 1988; its article here was not seen"),
        Kind::LeftSeat => Article::read("22.7").attention().note("leave once a game, asked in the other's time"),
        Kind::ClockDisagrees => {
            Article::read("22.8").attention().clock(ClockRule::AsNeeded).note("2 minutes an hour or more: replace, and adjust")
        }
        Kind::KoViolation => Article::read("20").attention().note("forbidden; what follows was not seen"),
        Kind::Repetition => Article::read("20")
            .attention()
            .or(&[Choice::Sanction(Sanction::Draw), Choice::Sanction(Sanction::Replay), Choice::Board(BoardRemedy::Stands)])
            .note("forbidden in principle; events may say no result, draw, replay"),
        Kind::SealDue => Article::read("14").attention().note("events make their own rules"),
        Kind::WrongColor => Article::not_seen().note("17.1 is about exchanged colours: put right up to move 10"),
        Kind::WrongCapture => Article::not_seen().note("similar to 1988, not seen"),
        Kind::WarningLimit => Article::not_seen().note("two in a game, as in 1988; not seen"),
        Kind::StoneOutOfPlace | Kind::LidCount | Kind::BowlCount => Article::none().notice().on_offenders_turn(),
        Kind::Etiquette => Article::not_seen().on_offenders_turn(),
        Kind::PressMissing => Article::none().notice(),
        Kind::StoneRetracted
        | Kind::BoardScattered
        | Kind::ForbiddenPoint
        | Kind::SealedMoveMismatch
        | Kind::SealedPointOccupied
        | Kind::SealedMoveUnreadable
        | Kind::CountDiffers
        | Kind::CountingDisturbed
        | Kind::LeftVenue
        | Kind::Disturbance
        | Kind::Consultation
        | Kind::Disobedience
        | Kind::Appeal
        | Kind::Conduct
        | Kind::RefereeCall
        | Kind::LineupChange
        | Kind::WrongPartner
        | Kind::WinnerNeeded
        | Kind::Uncovered
        | Kind::PassSignal => Article::not_seen(),
        Kind::PressWithoutMove
        | Kind::ClockWrongSide
        | Kind::ClockNotStarted
        | Kind::ClockSetWrong
        | Kind::ExtraStone
        | Kind::StoneMissing
        | Kind::Unexplained
        | Kind::Ambiguous
        | Kind::ResignSignal
        | Kind::EndSuspected
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
    fn china_2002_17_2_voids_the_second_play_and_warns() {
        let article = article(Kind::DoubleMove);
        assert_eq!((article.cite, article.board, article.sanctions), (Some("17.2"), BoardRemedy::Retract, &[Sanction::Warning][..]));
    }

    #[test]
    fn china_2002_17_3_needs_a_claim_before_the_opponents_next_move() {
        let article = article(Kind::StoneRelocated);
        assert_eq!((article.cite, article.claim), (Some("17.3"), Some(ClaimUntil::NextMove)));
    }

    #[test]
    fn china_2002_17_4_and_22_6_warn_and_change_no_reading() {
        for (kind, cite) in [(Kind::PressBeforeStone, "17.4"), (Kind::CapturesLeft, "22.6")] {
            let article = article(kind);
            assert_eq!((article.cite, article.sanctions, article.clock), (Some(cite), &[Sanction::Warning][..], ClockRule::None));
        }
        assert_eq!(BOOK.captures, CaptureTime::Timed);
    }

    #[test]
    fn china_2002_17_5_lets_the_chief_have_both_lose() {
        assert!(article(Kind::StoneShifted).choices.contains(&Choice::Sanction(Sanction::BothLose)));
    }

    #[test]
    fn china_2002_22_takes_lateness_twice_and_22_5_may_be_a_pass() {
        assert_eq!((BOOK.lateness, article(Kind::Late).cite), (LateCost::Times(2), Some("22")));
        assert_eq!(article(Kind::FlagFallen).choices, [Choice::Board(BoardRemedy::ForcedPass)]);
    }
}
