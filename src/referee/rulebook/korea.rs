//! What the Korean books have in common: article 18 of 8 November 2024, read; the rules of play of 2016, read; articles 17 and 19 to 21 by
//! report. The books of February 2025 differ in what a breach of article 18 costs.

use super::article::{Article, Choice, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost, WarningLimit};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::{BoardRemedy, Sanction};

pub(super) const BOOK: Book = Book {
    edition: "8 November 2024, article 18 read, 19 and 21 by report; rules of play of 2016",
    komi: HalfPoints(13),
    rules: Some("korean"),
    sgf_rules: "Korean",
    lateness: LateCost::Unsaid,
    warning_limit: Some(WarningLimit { count: 2, uncounted: &[] }),
    cautions_per_warning: Some(2),
    points_per_warning: 2,
    captures: CaptureTime::Timed,
    sealing: false,
    sealing_extra_ms: 0,
    hot_stones: false,
    stones: None,
    lid: true,
    points_in_lid: true,
    takes_both_back: false,
    dispute: Dispute::Unsaid,
    second_stop_counts: false,
    proves_stones: false,
};

/// What differs from date to date.
pub(super) struct Since {
    /// What a breach of article 18 costs.
    pub breach: &'static [Sanction],
    /// What is to be known of that.
    pub note: &'static str,
    /// What is to be known of captures that are not in the lid.
    pub lid: &'static str,
    /// Two warnings lose the game (article 19).
    pub limit: bool,
}

pub(super) const fn article(kind: Kind, since: &Since) -> Article {
    match kind {
        Kind::StoneRelocated => Article::read("18.1")
            .board(BoardRemedy::Restore)
            .gives(since.breach)
            .or(&[Choice::Sanction(Sanction::Loss)])
            .note("a stone still in the hand; once released, loss by report of 2017"),
        Kind::StoneRetracted => Article::read("18.1").board(BoardRemedy::Restore).gives(since.breach).note("a stone lifted again"),
        Kind::PressBeforeStone => Article::read("18.1").gives(since.breach).note("pressed while the stone still moves"),
        Kind::CapturesLeft => Article::read("18.1").gives(since.breach).clock(ClockRule::AsNeeded).note("pressed before captures are off"),
        Kind::LidCount => Article::read("18.1").gives(since.breach).on_offenders_turn().note(since.lid),
        // A stone in the hand is no captured one: whoever holds his own stones breaks nothing.
        Kind::StoneOutOfPlace => Article::none().on_offenders_turn().note("18.1 is about captured stones: see lid-count"),
        Kind::StoneShifted => Article::read("21")
            .attention()
            .or(&[Choice::Board(BoardRemedy::Restore), Choice::Board(BoardRemedy::Stands)])
            .note("the referee decides"),
        Kind::WarningLimit if since.limit => Article::read("19").gives(&[Sanction::Loss]).note(since.note),
        Kind::WarningLimit => Article::none().note(since.note),
        Kind::DoubleMove => Article::practice("foul: loss"),
        Kind::ForbiddenPoint => Article::practice("loss (2003); forbidden by article 5 of the rules of play"),
        Kind::KoViolation => Article::not_seen().note("forbidden by the rules of play; what it costs was not seen"),
        Kind::Repetition => Article::unnumbered("draw, or no result"),
        Kind::FlagFallen => Article::practice("loss").clock(ClockRule::GiveBackNeutral),
        Kind::LeftSeat => Article::unnumbered("5 minutes at most; in byo-yomi play, then pause, once (2016)"),
        Kind::Etiquette => Article::unnumbered("a hand on the clock, or the other hand: caution").on_offenders_turn(),
        Kind::BowlCount => Article::none().notice().on_offenders_turn(),
        Kind::SealDue => Article::not_seen().notice(),
        Kind::PressMissing => Article::none().notice(),
        Kind::WrongColor
        | Kind::BoardScattered
        | Kind::WrongCapture
        | Kind::PressWithoutMove
        | Kind::PassSignal
        | Kind::Late
        | Kind::Absent
        | Kind::BothAbsent
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
        | Kind::WrongPartner
        | Kind::LineupChange
        | Kind::WinnerNeeded
        | Kind::Uncovered => Article::not_seen(),
        Kind::ClockWrongSide
        | Kind::ClockNotStarted
        | Kind::ClockSetWrong
        | Kind::ClockDisagrees
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
