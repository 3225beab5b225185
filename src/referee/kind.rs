//! The incident kinds of CONTRACT 5, and what the board's own ask of a person.

use crate::go::Fault;

/// How much an alert asks of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing to do.
    Notice,
    /// Look.
    Attention,
    /// Someone must decide.
    Ruling,
}

impl Severity {
    /// Its name (CONTRACT 4.4).
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Notice => "notice",
            Severity::Attention => "attention",
            Severity::Ruling => "ruling",
        }
    }
}

/// What an alert stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The sensors show it.
    Sensor,
    /// The sensors suggest it.
    Suspected,
    /// A person said it.
    Reported,
}

/// The kinds with their names; the order is that of CONTRACT 5.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// What can break the course of a game. Each rulebook answers for every one of them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind { $($(#[$doc])* $variant,)+ }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)+];

            /// Its name (CONTRACT 5).
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name,)+ }
            }
        }
    };
}

kinds! {
    /// A second stone by the side that has played and pressed (CN-17.1).
    DoubleMove = "double-move",
    /// The side to move has played a stone of the other colour.
    WrongColor = "wrong-color",
    /// A played stone was lifted and put elsewhere (CN-17.2, ING-8.3(3)).
    StoneRelocated = "stone-relocated",
    /// A played stone was taken back.
    StoneRetracted = "stone-retracted",
    /// An earlier stone stands elsewhere (CN-17.3).
    StoneShifted = "stone-shifted",
    /// The position was scattered (CN-17.4).
    BoardScattered = "board-scattered",
    /// Stones that had liberties were taken off with a move (CN-18).
    WrongCapture = "wrong-capture",
    /// Captured stones stand although their turn has ended (CN-23.4).
    CapturesLeft = "captures-left",
    /// A stone on a point without liberties that captures nothing (CN-19).
    ForbiddenPoint = "forbidden-point",
    /// A ko retaken at once (CN-20.1).
    KoViolation = "ko-violation",
    /// A position that was there before (CN-20.3), forbidden where the rules say so.
    Repetition = "repetition",
    /// The clock was pressed, and no stone was played.
    PressWithoutMove = "press-without-move",
    /// The clock was pressed, and the stone came after it.
    PressBeforeStone = "press-before-stone",
    /// A stone was played, and the clock was not pressed.
    PressMissing = "press-missing",
    /// The clock runs for the side that is not to move.
    ClockWrongSide = "clock-wrong-side",
    /// Moves are played, and the clock stands.
    ClockNotStarted = "clock-not-started",
    /// The clock shows other times than the time control's.
    ClockSetWrong = "clock-set-wrong",
    /// The clock and kifud's own beside it have come apart.
    ClockDisagrees = "clock-disagrees",
    /// Stones that nobody can have played (F8).
    ExtraStone = "extra-stone",
    /// Stones are gone, and no move took them.
    StoneMissing = "stone-missing",
    /// What stands can be told in no way.
    Unexplained = "unexplained",
    /// What stands can be told in several ways.
    Ambiguous = "ambiguous",
    /// Two stones put down in one turn (ING-9.2(1)): perhaps a resignation, perhaps a double move.
    ResignSignal = "resign-signal",
    /// A press without a stone: perhaps a pass (ING-9.2(2)).
    PassSignal = "pass-signal",
    /// The players seem to have ended the game: stones are lifted, swept or filled in.
    EndSuspected = "end-suspected",
    /// Points are left that somebody could play for when the end is proposed: both confirm, and they are shared (CN-21.2, ING-8.2(1)).
    DameLeft = "dame-left",
    /// A player's time is over (CN-23.5, ING-8.3(4)).
    FlagFallen = "flag-fallen",
    /// Points for overtime (ING-7.PP).
    OvertimePenalty = "overtime-penalty",
    /// A player comes late (CN-23.3, ING-8.1).
    Late = "late",
    /// A player has not come within the limit (CN-23.1, ING-8.3(1)).
    Absent = "absent",
    /// Neither has (CN-23.2).
    BothAbsent = "both-absent",
    /// It is time to seal the move (CN-14).
    SealDue = "seal-due",
    /// Another point was played than the sealed one (CN-22).
    SealedMoveMismatch = "sealed-move-mismatch",
    /// A stone stands on the sealed point (CN-22).
    SealedPointOccupied = "sealed-point-occupied",
    /// Nobody can read what was sealed.
    SealedMoveUnreadable = "sealed-move-unreadable",
    /// As many warnings as cost the game (CN-25.2).
    WarningLimit = "warning-limit",
    /// The handicap stones on the board are not those of the terms.
    HandicapMismatch = "handicap-mismatch",
    /// A lid does not hold its player's captures.
    LidCount = "lid-count",
    /// A bowl does not hold as many stones as it should (ING-9.4(1)).
    BowlCount = "bowl-count",
    /// A stone is neither on the board, nor in a bowl, nor among the captures (ING-9.4(2)).
    StoneOutOfPlace = "stone-out-of-place",
    /// More than two stones at a time while the board is filled in (ING-9.4(4)).
    FillBurst = "fill-burst",
    /// The players' count is not kifud's (CN-16.3).
    CountDiffers = "count-differs",
    /// The shape was moved while it was counted (ING-9.4(4)).
    CountingDisturbed = "counting-disturbed",
    /// A player has left the seat (CN-15.1, CN-23.6).
    LeftSeat = "left-seat",
    /// A player has left the game midway (CN-24.1, ING-8.3(2)).
    LeftVenue = "left-venue",
    /// A player disturbs the opponent's thinking (CN-15.2, CN-24.2).
    Disturbance = "disturbance",
    /// A player talks about the position or looks something up (CN-15.3, CN-24.3).
    Consultation = "consultation",
    /// A player does not obey the referee (ING-8.3(5)).
    Disobedience = "disobedience",
    /// A player appeals against a ruling (CN-16.4).
    Appeal = "appeal",
    /// Conduct that wrecks the event (ING-8.5, CN-25.1).
    Conduct = "conduct",
    /// Somebody calls the referee (CN-16.2).
    RefereeCall = "referee-call",
    /// The partner whose turn it was not has played, or another partner sits at the board than the line-up says (pair go).
    WrongPartner = "wrong-partner",
    /// Another player sits at the board than the line-up says (CN-26.2).
    LineupChange = "lineup-change",
    /// The record stands on the board, but turned or mirrored: the configuration says otherwise how the board lies, or it was set up so.
    BoardTurned = "board-turned",
    /// A repeated capture of hot stones (ING-8.2(2)).
    HotStoneCapture = "hot-stone-capture",
    /// A breach of manners without a penalty (ING-9.3).
    Etiquette = "etiquette",
    /// What no article covers (CN-25.1).
    Uncovered = "uncovered",
    /// A game without a winner where the form of the competition needs one (CN-27).
    WinnerNeeded = "winner-needed",
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Kind {
    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// What a play with this fault is called; a point that is taken, and a side that is not to move, are for others to tell.
    pub const fn of_fault(fault: Fault) -> Option<Kind> {
        match fault {
            Fault::Suicide { .. } => Some(Kind::ForbiddenPoint),
            Fault::Ko { .. } => Some(Kind::KoViolation),
            Fault::Superko { .. } => Some(Kind::Repetition),
            Fault::Outside | Fault::OutOfTurn { .. } | Fault::Occupied { .. } => None,
        }
    }

    /// The board alone can show it.
    pub const fn is_of_board(self) -> bool {
        self.is_act()
            || matches!(
                self,
                Kind::ResignSignal
                    | Kind::ExtraStone
                    | Kind::StoneMissing
                    | Kind::EndSuspected
                    | Kind::BoardTurned
                    | Kind::Ambiguous
                    | Kind::Unexplained
                    | Kind::FillBurst
                    | Kind::CountingDisturbed
            )
    }

    /// A player's act: put right, it is cured and stays until a person decides (CONTRACT 4.4). The others go when their cause has gone. A
    /// repetition that the board shows is a forbidden one; one that the rules allow is nobody's act (see [`super::weigh_cycle`]).
    pub const fn is_act(self) -> bool {
        matches!(
            self,
            Kind::DoubleMove
                | Kind::WrongColor
                | Kind::StoneRelocated
                | Kind::StoneRetracted
                | Kind::StoneShifted
                | Kind::BoardScattered
                | Kind::WrongCapture
                | Kind::CapturesLeft
                | Kind::ForbiddenPoint
                | Kind::KoViolation
                | Kind::Repetition
        )
    }

    /// What it stands on (articles, columns D and D?): the board alone shows an illegal play, a difference, and captures that stand; what a
    /// hand did it only suggests.
    pub const fn basis(self) -> Basis {
        match self {
            Kind::DoubleMove
            | Kind::ResignSignal
            | Kind::WrongColor
            | Kind::StoneRelocated
            | Kind::StoneRetracted
            | Kind::StoneShifted
            | Kind::BoardScattered
            | Kind::WrongCapture
            | Kind::EndSuspected
            | Kind::BoardTurned => Basis::Suspected,
            _ => Basis::Sensor,
        }
    }

    /// The stones that it found stand for a play that the record does not have, or for something that may yet become one: no other play is
    /// written down before a person has been told.
    pub const fn holds_up_play(self) -> bool {
        matches!(
            self,
            Kind::DoubleMove
                | Kind::ResignSignal
                | Kind::WrongColor
                | Kind::BoardScattered
                | Kind::ForbiddenPoint
                | Kind::KoViolation
                | Kind::Repetition
                | Kind::ExtraStone
                | Kind::EndSuspected
                | Kind::BoardTurned
                | Kind::Ambiguous
                | Kind::Unexplained
        )
    }

    /// When it stands long enough its stone goes into the moves, marked (CONTRACT 4.6).
    pub const fn enters_the_record(self) -> bool {
        matches!(self, Kind::DoubleMove | Kind::WrongColor | Kind::ForbiddenPoint | Kind::KoViolation | Kind::Repetition)
    }

    /// Perhaps a player's own word: confirmed, it is a resignation, a pass, or the end of play.
    pub const fn is_a_signal(self) -> bool {
        matches!(self, Kind::ResignSignal | Kind::PassSignal | Kind::EndSuspected)
    }

    /// The play was against the rules of play, whoever was to move.
    pub const fn is_illegal_play(self) -> bool {
        matches!(self, Kind::ForbiddenPoint | Kind::KoViolation | Kind::Repetition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for &kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
        assert_eq!(Kind::named("no-such-kind"), None);
    }
}
