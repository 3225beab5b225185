//! Ing rules: the excerpt that this project starts from, read whole (articles 7 to 10). Its rules of play were not part of it.

use super::article::{Article, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::{BoardRemedy, Sanction};

pub(super) const BOOK: Book = Book {
    edition: "excerpt, articles 7 to 10 read",
    komi: HalfPoints(16),
    rules: Some("ing"),
    sgf_rules: "GOE",
    lateness: LateCost::Times(2),
    warning_limit: None,
    cautions_per_warning: None,
    points_per_warning: 0,
    captures: CaptureTime::Unsaid,
    sealing: true,
    sealing_extra_ms: 0,
    hot_stones: true,
    stones: Some(180),
    lid: true,
    points_in_lid: false,
    takes_both_back: false,
    dispute: Dispute::Unsaid,
    second_stop_counts: true,
    proves_stones: true,
};

pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::StoneRelocated => Article::read("8.3(3)").gives(&[Sanction::Loss]).note("once the referee has verified it"),
        Kind::ResignSignal => Article::read("9.2(1)").attention().note("two stones put down are a resignation: ask"),
        Kind::PassSignal => Article::read("9.2(2)").attention().note("one stone beside the board, or shown otherwise: ask"),
        Kind::FlagFallen => Article::read("8.3(4)").clock(ClockRule::GiveBackNeutral).gives(&[Sanction::Loss]),
        Kind::OvertimePenalty => {
            Article::read("7").attention().gives(&[Sanction::Points(2)]).by_itself().note("at each boundary; netted in the count alone")
        }
        Kind::Late => Article::read("8.1").attention().clock(ClockRule::Lateness).note("twice, off basic time"),
        Kind::Absent => Article::read("8.3(1)").gives(&[Sanction::Loss]),
        Kind::BothAbsent => Article::read("8.3(1)").gives(&[Sanction::BothLose]).note("said of one player: so of each"),
        Kind::SealDue => Article::read("10.1").attention().note("the referee keeps the sealed move"),
        Kind::HotStoneCapture => Article::read("8.2(2)").attention().board(BoardRemedy::Restore).note("no penalty: put right, and go on"),
        Kind::BowlCount => Article::read("9.4(1)").attention().on_offenders_turn().note("180 of each, made up before play"),
        Kind::StoneOutOfPlace => Article::read("9.4(2)").attention().on_offenders_turn().note("no penalty is stated"),
        Kind::LidCount => {
            Article::read("9.4(2)").attention().on_offenders_turn().note("captures are in their container, in this edition; no penalty")
        }
        Kind::CountDiffers => Article::read("9.4(3)").attention().note("the margin holds once 180 of each are back"),
        Kind::DameLeft => Article::read("8.2(1)").notice().note("no penalty: the last dame is shared, and play is not resumed"),
        Kind::FillBurst => Article::read("9.4(4)").attention().note("one at a time, two at most; no penalty is stated"),
        Kind::CountingDisturbed => Article::read("9.4(4)").attention().note("the shape is not moved at will; no penalty is stated"),
        Kind::Disturbance => Article::read("9.3(1)").attention().on_offenders_turn().note("the referee corrects; no penalty is stated"),
        Kind::Etiquette => Article::read("9.3").attention().on_offenders_turn().note("the referee corrects; no penalty is stated"),
        Kind::LeftVenue => Article::read("8.3(2)").gives(&[Sanction::Loss]).note("who cannot go on"),
        Kind::Disobedience => Article::read("8.3(5)").gives(&[Sanction::Loss]),
        Kind::Conduct => Article::read("8.5").by_chief().note("deliberate: banned for years, or titles withdrawn"),
        Kind::LeftSeat => Article::read("8.4").attention().note("beyond the allowed number: all unplayed games are lost"),
        Kind::RefereeCall => Article::read("10.1").attention().note("the referee answers, and corrects"),
        Kind::Uncovered => Article::read("10.1").note("the referee rules on what is not listed"),
        Kind::DoubleMove => Article::none().note("two stones put down are a resignation (9.2(1)): ask"),
        Kind::KoViolation | Kind::Repetition => Article::not_seen().note("hot stones: in the rules of play, not in the excerpt"),
        Kind::WrongCapture => Article::none().note("8.2(2) frees mistakes with hot stones alone"),
        Kind::ForbiddenPoint => Article::none().note("several stones may be given up; a single one changes nothing: ask"),
        Kind::PressMissing => Article::none().notice(),
        Kind::WrongColor
        | Kind::StoneRetracted
        | Kind::StoneShifted
        | Kind::BoardScattered
        | Kind::CapturesLeft
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
        | Kind::EndSuspected
        | Kind::SealedMoveMismatch
        | Kind::SealedPointOccupied
        | Kind::SealedMoveUnreadable
        | Kind::WarningLimit
        | Kind::HandicapMismatch
        | Kind::Consultation
        | Kind::Appeal
        | Kind::WrongPartner
        | Kind::LineupChange
        | Kind::BoardTurned
        | Kind::WinnerNeeded => Article::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::kind::Severity;

    #[test]
    fn ing_8_3_3_a_stone_played_elsewhere_loses() {
        let article = article(Kind::StoneRelocated);
        assert_eq!((article.cite, article.board, article.sanctions), (Some("8.3(3)"), BoardRemedy::None, &[Sanction::Loss][..]));
    }

    #[test]
    fn ing_8_2_2_a_mistaken_capture_of_hot_stones_is_put_right_and_free() {
        let article = article(Kind::HotStoneCapture);
        assert_eq!((article.board, article.sanctions), (BoardRemedy::Restore, &[][..]));
        const { assert!(BOOK.hot_stones) };
    }

    #[test]
    fn ing_9_2_two_stones_resign_and_one_passes_and_both_are_asked() {
        for (kind, cite) in [(Kind::ResignSignal, "9.2(1)"), (Kind::PassSignal, "9.2(2)")] {
            let article = article(kind);
            assert_eq!((article.cite, article.severity, article.proposes()), (Some(cite), Severity::Attention, false));
        }
        assert_eq!(article(Kind::DoubleMove).cite, None, "the text knows no double move");
    }

    #[test]
    fn ing_7_overtime_costs_two_points_by_itself() {
        let article = article(Kind::OvertimePenalty);
        assert_eq!((article.cite, article.automatic, article.severity), (Some("7"), true, Severity::Attention));
        assert_eq!(article.sanctions, [Sanction::Points(2)]);
    }

    #[test]
    fn ing_8_1_lateness_is_taken_twice_and_8_3_1_absence_loses() {
        assert_eq!((BOOK.lateness, article(Kind::Late).cite), (LateCost::Times(2), Some("8.1")));
        assert_eq!(article(Kind::Absent).sanctions, [Sanction::Loss]);
    }

    #[test]
    fn ing_9_3_and_9_4_state_no_penalty_and_wait_for_the_offenders_turn() {
        for kind in [Kind::StoneOutOfPlace, Kind::LidCount, Kind::Etiquette, Kind::Disturbance] {
            let article = article(kind);
            assert_eq!((article.sanctions, article.announce), (&[][..], super::super::Announce::OffenderTurn), "{kind}");
        }
    }
}
