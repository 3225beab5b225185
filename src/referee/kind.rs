//! The kinds of CONTRACT 5 that a board can show.

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

/// What the board can show to be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A second stone by the side that has played and pressed (CN-17.1).
    DoubleMove,
    /// Two stones put down in one turn (ING-9.2(1)): perhaps a resignation, perhaps a double move.
    ResignSignal,
    /// The side to move has played a stone of the other colour.
    WrongColor,
    /// A played stone was lifted and put elsewhere (CN-17.2, ING-8.3(3)).
    StoneRelocated,
    /// A played stone was taken back.
    StoneRetracted,
    /// An earlier stone stands elsewhere (CN-17.3).
    StoneShifted,
    /// The position was scattered (CN-17.4).
    BoardScattered,
    /// Stones that had liberties were taken off with a move (CN-18).
    WrongCapture,
    /// Captured stones stand although their turn has ended (CN-23.4).
    CapturesLeft,
    /// A stone on a point without liberties that captures nothing (CN-19).
    ForbiddenPoint,
    /// A ko retaken at once (CN-20.1).
    KoViolation,
    /// A stone that brings an earlier position back, where the rules forbid it.
    Repetition,
    /// Stones that nobody can have played (F8).
    ExtraStone,
    /// Stones are gone, and no move took them.
    StoneMissing,
    /// The players seem to have ended the game: stones are lifted, swept or filled in.
    EndSuspected,
    /// The record stands on the board, but turned or mirrored: the configuration says otherwise how the board lies, or it was set up so.
    BoardTurned,
    /// What stands can be told in several ways.
    Ambiguous,
    /// What stands can be told in no way.
    Unexplained,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 18] = [
        Kind::DoubleMove,
        Kind::ResignSignal,
        Kind::WrongColor,
        Kind::StoneRelocated,
        Kind::StoneRetracted,
        Kind::StoneShifted,
        Kind::BoardScattered,
        Kind::WrongCapture,
        Kind::CapturesLeft,
        Kind::ForbiddenPoint,
        Kind::KoViolation,
        Kind::Repetition,
        Kind::ExtraStone,
        Kind::StoneMissing,
        Kind::EndSuspected,
        Kind::BoardTurned,
        Kind::Ambiguous,
        Kind::Unexplained,
    ];

    /// Its name (CONTRACT 5).
    pub const fn name(self) -> &'static str {
        match self {
            Kind::DoubleMove => "double-move",
            Kind::ResignSignal => "resign-signal",
            Kind::WrongColor => "wrong-color",
            Kind::StoneRelocated => "stone-relocated",
            Kind::StoneRetracted => "stone-retracted",
            Kind::StoneShifted => "stone-shifted",
            Kind::BoardScattered => "board-scattered",
            Kind::WrongCapture => "wrong-capture",
            Kind::CapturesLeft => "captures-left",
            Kind::ForbiddenPoint => "forbidden-point",
            Kind::KoViolation => "ko-violation",
            Kind::Repetition => "repetition",
            Kind::ExtraStone => "extra-stone",
            Kind::StoneMissing => "stone-missing",
            Kind::EndSuspected => "end-suspected",
            Kind::BoardTurned => "board-turned",
            Kind::Ambiguous => "ambiguous",
            Kind::Unexplained => "unexplained",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// A player's act: put right, it is cured and stays until a person decides (CONTRACT 4.4). The others go when their cause has gone.
    pub const fn is_act(self) -> bool {
        match self {
            Kind::DoubleMove
            | Kind::WrongColor
            | Kind::StoneRelocated
            | Kind::StoneRetracted
            | Kind::StoneShifted
            | Kind::BoardScattered
            | Kind::WrongCapture
            | Kind::CapturesLeft
            | Kind::ForbiddenPoint
            | Kind::KoViolation => true,
            Kind::Repetition
            | Kind::ResignSignal
            | Kind::ExtraStone
            | Kind::StoneMissing
            | Kind::EndSuspected
            | Kind::BoardTurned
            | Kind::Ambiguous
            | Kind::Unexplained => false,
        }
    }

    /// What it stands on (articles, columns D and D?): the board alone shows an illegal play, a difference, and captures that stand; what a
    /// hand did it only suggests.
    pub const fn basis(self) -> Basis {
        match self {
            Kind::CapturesLeft
            | Kind::ForbiddenPoint
            | Kind::KoViolation
            | Kind::Repetition
            | Kind::ExtraStone
            | Kind::StoneMissing
            | Kind::Ambiguous
            | Kind::Unexplained => Basis::Sensor,
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
        }
    }

    /// What it asks of a person; what is only suspected is at most [`Severity::Attention`] (CONTRACT 4.4).
    pub const fn severity(self) -> Severity {
        match self {
            Kind::ForbiddenPoint | Kind::KoViolation => Severity::Ruling,
            _ => Severity::Attention,
        }
    }

    /// The stones that it found stand for a play that the record does not have, or for something that may yet become one: no other play is
    /// written down before a person has been told.
    pub const fn holds_up_play(self) -> bool {
        match self {
            Kind::StoneRelocated
            | Kind::StoneRetracted
            | Kind::StoneShifted
            | Kind::WrongCapture
            | Kind::CapturesLeft
            | Kind::StoneMissing => false,
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
            | Kind::Unexplained => true,
        }
    }

    /// When it stands long enough its stone goes into the moves, marked (CONTRACT 4.6).
    pub const fn enters_the_record(self) -> bool {
        matches!(self, Kind::DoubleMove | Kind::WrongColor | Kind::ForbiddenPoint | Kind::KoViolation | Kind::Repetition)
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
    fn every_kind_is_found_by_its_name_and_what_is_suspected_is_no_ruling() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
            assert!(kind.basis() == Basis::Sensor || kind.severity() <= Severity::Attention, "{kind:?}");
        }
        assert_eq!(Kind::named("flag-fallen"), None);
    }
}
