//! Chinese rules of 1988: the excerpt of chapters 2 to 4 that this project starts from, read whole (articles 14 to 26).

use super::article::{Article, Choice, ClockRule};
use super::book::{Book, CaptureTime, Dispute, LateCost, WarningLimit};
use crate::go::HalfPoints;
use crate::referee::kind::Kind;
use crate::referee::proposal::{BoardRemedy, Sanction};

pub(super) const BOOK: Book = Book {
    edition: "1988, articles 14 to 26 read",
    // 2 3/4 zi.
    komi: HalfPoints(11),
    rules: Some("chinese"),
    sgf_rules: "Chinese",
    lateness: LateCost::Times(1),
    warning_limit: Some(WarningLimit { count: 2, uncounted: &[] }),
    cautions_per_warning: None,
    points_per_warning: 0,
    captures: CaptureTime::FreeInByoYomi,
    sealing: true,
    sealing_extra_ms: 0,
    hot_stones: false,
    stones: None,
    lid: false,
    points_in_lid: false,
    takes_both_back: false,
    dispute: Dispute::PasserRevives,
    second_stop_counts: false,
    proves_stones: false,
};

#[expect(clippy::too_many_lines, reason = "a table: an arm for each kind that the book speaks of")]
pub(super) const fn article(kind: Kind) -> Article {
    match kind {
        Kind::DoubleMove => Article::read("17.1").gives(&[Sanction::Loss]).note("unless the other side has passed"),
        Kind::StoneRelocated => {
            Article::read("17.2").board(BoardRemedy::Restore).gives(&[Sanction::Warning]).note("a stone that truly dropped is free")
        }
        Kind::StoneShifted => Article::read("17.3")
            .board(BoardRemedy::Restore)
            .or(&[
                Choice::Board(BoardRemedy::Stands),
                Choice::Sanction(Sanction::Draw),
                Choice::Sanction(Sanction::Replay),
                Choice::Sanction(Sanction::Loss),
            ])
            .by_chief()
            .note("both agreeing: back, or it stands; else the chief; loss if deliberate"),
        Kind::BoardScattered => Article::read("17.4")
            .board(BoardRemedy::Restore)
            .or(&[Choice::Sanction(Sanction::Draw), Choice::Sanction(Sanction::Replay), Choice::Sanction(Sanction::Loss)])
            .note("who scattered it loses if it cannot be restored, or if deliberate"),
        Kind::WrongCapture => Article::read("18").board(BoardRemedy::Restore).gives(&[Sanction::Warning]),
        Kind::CapturesLeft => Article::read("23.4")
            .gives(&[Sanction::Caution])
            .or(&[Choice::Sanction(Sanction::Warning)])
            .note("in byo-yomi too: the time is free, the duty is not"),
        Kind::ForbiddenPoint => Article::read("19").board(BoardRemedy::ForcedPass).note("the turn is lost; no warning"),
        Kind::KoViolation => Article::read("20.1").board(BoardRemedy::ForcedPass).note("the turn is lost; no warning"),
        Kind::Repetition => Article::read("20.3")
            .attention()
            .or(&[Choice::Sanction(Sanction::Draw), Choice::Sanction(Sanction::Replay), Choice::Board(BoardRemedy::Stands)])
            .note("draw, replay, or play goes on"),
        Kind::FlagFallen => Article::read("23.5").clock(ClockRule::GiveBackNeutral).gives(&[Sanction::Loss]),
        Kind::Late => Article::read("23.3").attention().clock(ClockRule::Lateness).note("once; each player's own"),
        Kind::Absent => Article::read("23.1").gives(&[Sanction::Loss]),
        Kind::BothAbsent => Article::read("23.2").gives(&[Sanction::BothLose]),
        Kind::SealDue => Article::read("14").attention().note("who has just played leaves; the other thinks on, and seals"),
        Kind::SealedMoveMismatch => Article::read("22").board(BoardRemedy::Restore).note("the sealed point must be played"),
        Kind::SealedPointOccupied => Article::read("22").board(BoardRemedy::ForcedPass),
        Kind::WarningLimit => Article::read("25.2").gives(&[Sanction::Loss]).note("in one game; cautions do not count"),
        Kind::CountDiffers => Article::read("16.3").attention().note("a player may have it counted again"),
        Kind::DameLeft => Article::read("21.2").notice().note("both have confirmed: shared, as in a seki, and not reopened"),
        Kind::LeftSeat => {
            Article::read("23.6").attention().note("in byo-yomi the counting goes on; leave once a game, asked in the other's time")
        }
        Kind::LeftVenue => Article::read("24.1").gives(&[Sanction::Warning]).note("and told to the organising committee"),
        Kind::Disturbance => Article::read("24.2").gives(&[Sanction::Caution]).or(&[Choice::Sanction(Sanction::Warning)]),
        Kind::Consultation => {
            Article::read("24.3").gives(&[Sanction::Warning]).or(&[Choice::Sanction(Sanction::Loss)]).note("by its gravity")
        }
        Kind::Disobedience => Article::read("16.4").attention().note("a ruling must be obeyed; no penalty is stated"),
        Kind::Appeal => Article::read("16.4").by_chief().note("at once, through the organisation"),
        Kind::Conduct => Article::read("25.1").note("in the spirit of the rules; if unsure at once to the chief"),
        Kind::Uncovered => Article::read("25.1").note("in the spirit of the rules; if unsure at once to the chief"),
        Kind::RefereeCall => Article::read("16.2").attention().note("unless urgent, in one's own time"),
        Kind::LineupChange => Article::read("26.2").attention().by_chief().note("the order of boards is fixed once it is set"),
        Kind::WinnerNeeded => {
            Article::unnumbered("who is knocked out is out: the event's rules must say what a draw is; 27 by its place in the text")
        }
        Kind::Etiquette => Article::read("15.5").attention().on_offenders_turn().note("no penalty is stated"),
        Kind::StoneRetracted => Article::none().note("17.2 speaks of a stone that is played elsewhere"),
        Kind::StoneOutOfPlace | Kind::LidCount | Kind::BowlCount => Article::none().notice().on_offenders_turn(),
        Kind::PressMissing => Article::none().notice(),
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
        | Kind::SealedMoveUnreadable
        | Kind::HandicapMismatch
        | Kind::FillBurst
        | Kind::CountingDisturbed
        | Kind::WrongPartner
        | Kind::BoardTurned
        | Kind::HotStoneCapture => Article::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::kind::Severity;
    use crate::referee::proposal::Requires;

    fn gives(kind: Kind) -> (&'static str, BoardRemedy, &'static [Sanction]) {
        let article = article(kind);
        (article.cite.unwrap_or_default(), article.board, article.sanctions)
    }

    #[test]
    fn cn_17_1_two_plays_in_a_row_lose() {
        assert_eq!(gives(Kind::DoubleMove), ("17.1", BoardRemedy::None, &[Sanction::Loss][..]));
    }

    #[test]
    fn cn_17_2_and_18_put_back_and_warn() {
        assert_eq!(gives(Kind::StoneRelocated), ("17.2", BoardRemedy::Restore, &[Sanction::Warning][..]));
        assert_eq!(gives(Kind::WrongCapture), ("18", BoardRemedy::Restore, &[Sanction::Warning][..]));
    }

    #[test]
    fn cn_17_3_is_for_the_chief_where_the_players_do_not_agree() {
        let shifted = article(Kind::StoneShifted);
        assert_eq!((shifted.requires, shifted.board, shifted.sanctions), (Requires::Chief, BoardRemedy::Restore, &[][..]));
        assert_eq!(shifted.choices.iter().map(ToString::to_string).collect::<Vec<_>>(), ["stands", "draw", "replay", "loss"]);
    }

    #[test]
    fn cn_19_and_20_1_cost_the_turn_and_no_warning() {
        assert_eq!(gives(Kind::ForbiddenPoint), ("19", BoardRemedy::ForcedPass, &[][..]));
        assert_eq!(gives(Kind::KoViolation), ("20.1", BoardRemedy::ForcedPass, &[][..]));
    }

    #[test]
    fn cn_20_3_a_repetition_is_nobodys_offence() {
        let repetition = article(Kind::Repetition);
        assert_eq!((repetition.severity, repetition.proposes()), (Severity::Attention, false));
        assert_eq!(repetition.choices.iter().map(ToString::to_string).collect::<Vec<_>>(), ["draw", "replay", "stands"]);
    }

    #[test]
    fn cn_23_4_cautions_first_and_24_3_warns_first() {
        let (left, talk) = (article(Kind::CapturesLeft), article(Kind::Consultation));
        assert_eq!((left.sanctions, left.choices), (&[Sanction::Caution][..], &[Choice::Sanction(Sanction::Warning)][..]));
        assert_eq!((talk.sanctions, talk.choices), (&[Sanction::Warning][..], &[Choice::Sanction(Sanction::Loss)][..]));
    }

    #[test]
    fn cn_23_who_is_late_pays_once_and_who_does_not_come_loses() {
        assert_eq!((BOOK.lateness, article(Kind::Late).clock), (LateCost::Times(1), ClockRule::Lateness));
        assert_eq!(gives(Kind::Absent), ("23.1", BoardRemedy::None, &[Sanction::Loss][..]));
        assert_eq!(gives(Kind::BothAbsent), ("23.2", BoardRemedy::None, &[Sanction::BothLose][..]));
        assert_eq!(gives(Kind::FlagFallen), ("23.5", BoardRemedy::None, &[Sanction::Loss][..]));
    }

    #[test]
    fn cn_25_2_two_warnings_in_a_game_lose_it() {
        assert_eq!(BOOK.warning_limit, Some(WarningLimit { count: 2, uncounted: &[] }));
        assert_eq!(gives(Kind::WarningLimit), ("25.2", BoardRemedy::None, &[Sanction::Loss][..]));
        assert_eq!((BOOK.cautions_per_warning, BOOK.points_per_warning), (None, 0));
    }
}
