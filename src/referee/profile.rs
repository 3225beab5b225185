//! Who is told what (CONTRACT 2 `profile`): a tournament's referee everything, a club nothing that it would be bothered by.
//!
//! | profile | what is told |
//! |---|---|
//! | `tournament` | everything |
//! | `casual` | clubs: illegal plays, wrong captures and time; anything else is a notice |
//! | `children` | as in a club, and nothing of levers, seats and two stones at once: children play with them |
//! | `pair-go` | everything, and each of two partners may leave once: the other one sits at the board |
//! | `simul` | everything but presses, turns and time of the one who plays all |
//! | `record-only` | the equipment: what of the board or the clock cannot be followed |
//!
//! What a person reports is a person's word, and told in every profile as it was reported. That the wrong one of two partners has played
//! (`wrong-partner`, pair go) no sensor sees: it is reported, or shows in the names that a request gives.

use super::kind::{Basis, Kind, Severity};

/// Who is told what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Profile {
    /// Everything.
    #[default]
    Tournament,
    /// Clubs: nothing above [`Severity::Notice`] but illegal plays, wrong captures and time.
    Casual,
    /// Tables of children: as in a club, and nothing of levers, seats and two stones at once.
    Children,
    /// Two partners a side: everything, and each may leave once.
    PairGo,
    /// No press, turn or time alerts against the one who plays all.
    Simul,
    /// Equipment alone.
    RecordOnly,
}

/// What a kind of incident is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Concern {
    /// The rules of play.
    Play,
    /// Stones taken off.
    Capture,
    /// Whose turn it is, and who was at the table for it.
    Turn,
    /// The lever of the clock.
    Press,
    /// A player's time.
    Time,
    /// The clock itself.
    Clock,
    /// The board itself, and what cannot be read off it.
    Board,
    /// Everything else that hands do, and people say.
    Other,
}

impl Profile {
    /// Every profile with its name in the configuration.
    pub const NAMES: &'static [(&'static str, Profile)] = &[
        ("tournament", Profile::Tournament),
        ("casual", Profile::Casual),
        ("children", Profile::Children),
        ("pair-go", Profile::PairGo),
        ("simul", Profile::Simul),
        ("record-only", Profile::RecordOnly),
    ];

    /// Its name in the configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Tournament => "tournament",
            Profile::Casual => "casual",
            Profile::Children => "children",
            Profile::PairGo => "pair-go",
            Profile::Simul => "simul",
            Profile::RecordOnly => "record-only",
        }
    }

    /// How an incident of this kind is told here; `None` when it is not told. `against_host`: it is the act of the one who plays all.
    pub fn weigh(self, kind: Kind, basis: Basis, severity: Severity, against_host: bool) -> Option<Severity> {
        if basis == Basis::Reported {
            return Some(severity);
        }
        let concern = concern(kind);
        match self {
            Profile::Tournament | Profile::PairGo => Some(severity),
            // A press without a stone may still be a pass, and a second stone in a row must be asked about.
            Profile::Children if matches!(kind, Kind::ResignSignal | Kind::LeftSeat) => None,
            Profile::Children if concern == Concern::Press && kind != Kind::PassSignal => None,
            Profile::Children => Profile::Casual.weigh(kind, basis, severity, against_host),
            // A repetition that the rules of play allow is a curiosity here.
            Profile::Casual if kind == Kind::Repetition && severity < Severity::Ruling => Some(severity.min(Severity::Notice)),
            Profile::Casual if matches!(concern, Concern::Play | Concern::Capture | Concern::Time | Concern::Clock) => Some(severity),
            Profile::Casual => Some(severity.min(Severity::Notice)),
            Profile::Simul if against_host && matches!(concern, Concern::Press | Concern::Turn | Concern::Time) => None,
            Profile::Simul => Some(severity),
            Profile::RecordOnly => matches!(concern, Concern::Clock | Concern::Board).then_some(severity),
        }
    }
}

impl Profile {
    /// Seats are watched as by an article of a tournament (CN-23.6); in a club, and where only the record is kept, nobody counts who gets up.
    pub const fn minds_seats(self) -> bool {
        matches!(self, Profile::Tournament | Profile::PairGo | Profile::Simul)
    }

    /// How many sit at a side of the board: each may leave it once, and the other plays on.
    pub const fn players_a_side(self) -> u32 {
        match self {
            Profile::PairGo => 2,
            Profile::Tournament | Profile::Casual | Profile::Children | Profile::Simul | Profile::RecordOnly => 1,
        }
    }
}

const fn concern(kind: Kind) -> Concern {
    match kind {
        Kind::ForbiddenPoint | Kind::KoViolation | Kind::Repetition => Concern::Play,
        Kind::WrongCapture => Concern::Capture,
        Kind::DoubleMove | Kind::ResignSignal | Kind::LeftSeat => Concern::Turn,
        Kind::PressWithoutMove | Kind::PressBeforeStone | Kind::PressMissing | Kind::PassSignal | Kind::CapturesLeft => Concern::Press,
        Kind::FlagFallen | Kind::OvertimePenalty | Kind::Late | Kind::Absent | Kind::BothAbsent | Kind::SealDue => Concern::Time,
        Kind::ClockWrongSide | Kind::ClockNotStarted | Kind::ClockSetWrong | Kind::ClockDisagrees => Concern::Clock,
        Kind::Unexplained | Kind::Ambiguous | Kind::BoardTurned => Concern::Board,
        Kind::WrongColor
        | Kind::StoneRelocated
        | Kind::StoneRetracted
        | Kind::StoneShifted
        | Kind::BoardScattered
        | Kind::ExtraStone
        | Kind::StoneMissing
        | Kind::EndSuspected
        | Kind::SealedMoveMismatch
        | Kind::SealedPointOccupied
        | Kind::SealedMoveUnreadable
        | Kind::WarningLimit
        | Kind::HandicapMismatch
        | Kind::LidCount
        | Kind::BowlCount
        | Kind::StoneOutOfPlace
        | Kind::FillBurst
        | Kind::CountDiffers
        | Kind::DameLeft
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
        | Kind::HotStoneCapture
        | Kind::Etiquette
        | Kind::Uncovered
        | Kind::WinnerNeeded => Concern::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(profile: Profile, against_host: bool) -> Vec<(Kind, Option<Severity>)> {
        let told = |&kind: &Kind| (kind, profile.weigh(kind, Basis::Sensor, Severity::Ruling, against_host));
        Kind::ALL.iter().map(told).collect()
    }

    #[test]
    fn a_tournament_is_told_everything() {
        assert!(weighed(Profile::Tournament, true).iter().all(|(_, told)| *told == Some(Severity::Ruling)));
    }

    /// The table of the contract: nothing above notice but illegal plays, wrong captures and time.
    #[test]
    fn a_club_is_bothered_with_illegal_plays_wrong_captures_and_time_alone() {
        let bothers = [
            Kind::WrongCapture,
            Kind::ForbiddenPoint,
            Kind::KoViolation,
            Kind::Repetition,
            Kind::ClockWrongSide,
            Kind::ClockNotStarted,
            Kind::ClockSetWrong,
            Kind::ClockDisagrees,
            Kind::FlagFallen,
            Kind::OvertimePenalty,
            Kind::Late,
            Kind::Absent,
            Kind::BothAbsent,
            Kind::SealDue,
        ];
        for (kind, told) in weighed(Profile::Casual, false) {
            let expected = if bothers.contains(&kind) { Severity::Ruling } else { Severity::Notice };
            assert_eq!(told, Some(expected), "{kind}");
        }
        let allowed = Profile::Casual.weigh(Kind::Repetition, Basis::Sensor, Severity::Attention, false);
        assert_eq!(allowed, Some(Severity::Notice), "what the rules allow is no illegal play");
    }

    #[test]
    fn children_may_play_with_levers_and_are_asked_about_illegal_plays_all_the_same() {
        let silent =
            [Kind::PressWithoutMove, Kind::PressBeforeStone, Kind::PressMissing, Kind::CapturesLeft, Kind::ResignSignal, Kind::LeftSeat];
        for ((kind, told), (_, club)) in weighed(Profile::Children, false).into_iter().zip(weighed(Profile::Casual, false)) {
            assert_eq!(told, club.filter(|_| !silent.contains(&kind)), "{kind}");
        }
    }

    #[test]
    fn pair_go_is_told_what_a_tournament_is() {
        assert_eq!(weighed(Profile::PairGo, false), weighed(Profile::Tournament, false));
        assert_eq!((Profile::PairGo.players_a_side(), Profile::Tournament.players_a_side()), (2, 1));
    }

    #[test]
    fn whoever_plays_all_is_not_told_off_for_presses_turns_and_time() {
        let silent = [
            Kind::DoubleMove,
            Kind::CapturesLeft,
            Kind::PressWithoutMove,
            Kind::PressBeforeStone,
            Kind::PressMissing,
            Kind::ResignSignal,
            Kind::PassSignal,
            Kind::FlagFallen,
            Kind::OvertimePenalty,
            Kind::Late,
            Kind::Absent,
            Kind::BothAbsent,
            Kind::SealDue,
            Kind::LeftSeat,
        ];
        for (kind, told) in weighed(Profile::Simul, true) {
            assert_eq!(told.is_none(), silent.contains(&kind), "{kind}");
        }
        assert_eq!(weighed(Profile::Simul, false), weighed(Profile::Tournament, false), "the others play as in a tournament");
    }

    #[test]
    fn where_only_the_record_is_kept_only_the_equipment_is_told() {
        let told: Vec<Kind> =
            weighed(Profile::RecordOnly, false).into_iter().filter_map(|(kind, told)| told.is_some().then_some(kind)).collect();
        let equipment = [
            Kind::ClockWrongSide,
            Kind::ClockNotStarted,
            Kind::ClockSetWrong,
            Kind::ClockDisagrees,
            Kind::Unexplained,
            Kind::Ambiguous,
            Kind::BoardTurned,
        ];
        assert_eq!(told, equipment);
    }

    /// A person's word is told wherever it is said; `wrong-partner` is only ever that.
    #[test]
    fn what_a_person_reports_is_told_in_every_profile() {
        for &(name, profile) in Profile::NAMES {
            assert_eq!(profile.name(), name);
            for kind in [Kind::WrongPartner, Kind::RefereeCall, Kind::DoubleMove] {
                assert_eq!(profile.weigh(kind, Basis::Reported, Severity::Attention, true), Some(Severity::Attention), "{name} {kind}");
            }
        }
    }
}
