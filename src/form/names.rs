//! The names of CONTRACT 4 for the core's enums, in kebab case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Side;
use crate::game::{
    AlertState, Announce, Basis, BoardChange, Cause, ClaimState, ClaimUntil, EndedBy, Entrants, Phase, Profile, ResultState, RulingStatus,
    Severity, TurnEndedBy,
};
use crate::go::Color;
use crate::referee::Claiming;
use crate::wire::Cell;

/// One shape for an enum of the core, with conversions both ways: a new variant there does not compile until it has its name here.
macro_rules! names {
    ($(#[$doc:meta])* $form:ident = $core:ident { $($(#[$default:meta])? $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the names are the contract's")]
        pub enum $form { $($(#[$default])? $variant),+ }

        impl From<$core> for $form {
            fn from(value: $core) -> $form {
                match value { $($core::$variant => $form::$variant),+ }
            }
        }

        impl From<$form> for $core {
            fn from(value: $form) -> $core {
                match value { $($form::$variant => $core::$variant),+ }
            }
        }
    };
}

names!(
    /// A player, or a stone.
    ColorName = Color { Black, White }
);
names!(
    /// A side of the physical clock.
    SideName = Side { Left, Right }
);
names!(
    /// Where the game is. `ending`: its end is proposed or suspected.
    PhaseName = Phase { Idle, Armed, Setup, Playing, Paused, Adjourned, Ending, Counting, Ended }
);
names!(
    /// What ended a turn.
    TurnEndedByName = TurnEndedBy { Press, Reply, Stone, Cleared, Ruling }
);
names!(
    /// What happened between the wood and the record.
    BoardChangeName = BoardChange { Agrees, Differs, Disturbed, Lost, Back }
);
names!(
    /// Who meets whom in a competition: single players, or teams and how their players are put at the boards.
    EntrantsName = Entrants { Individual, FixedBoards, Substitution, AdHocBoards, Rotation, TotalScore }
);
names!(
    /// What decided a game.
    EndedByName = EndedBy { Resignation, Score, Time, Forfeit, Ruling, Absence, BothLose, Draw, Void, NoResult }
);
names!(
    /// How firm a result is.
    ResultStateName = ResultState { Unconfirmed, Final, Changed }
);
names!(
    /// How much an alert asks of a person: nothing, a look, a decision.
    SeverityName = Severity { Notice, Attention, Ruling }
);
names!(
    /// What an alert stands on.
    BasisName = Basis { Sensor, Suspected, Reported }
);
names!(
    /// Where an alert stands. `cured`: the board was put right, the decision has not been made.
    AlertStateName = AlertState { Open, Cured, Decided, Gone }
);

names!(
    /// Who is told what: everybody everything; a club illegal plays, wrong captures and time; nothing against the press, turn and time of the one
    /// who plays all; the equipment alone.
    ProfileName = Profile { Tournament, Casual, Children, PairGo, Simul, RecordOnly }
);
names!(
    /// Whether a ruling holds: it stands, or stands until an appeal is decided; the chief referee, or a referee, decided otherwise.
    RulingStatusName = RulingStatus { Standing, Appealed, Overruled, Replaced }
);
names!(
    /// How an incident came about. `dropped`: a stone fell out of the hand and was not played.
    CauseName = Cause { Accident, Deliberate, Outside, Dropped }
);
names!(
    /// Where a claim stands. `lapsed`: it was not made in time.
    ClaimStateName = ClaimState { Open, Claimed, Lapsed }
);
names!(
    /// When a claim is too late.
    #[derive(Default)]
    ClaimUntilName = ClaimUntil { #[default] NextMove }
);
names!(
    /// Whether an event asks for a claim: not, or before the claimant's next move.
    ClaimingName = Claiming { None, NextMove }
);
names!(
    /// When the players are told: at once, when the one whom it is about is to move, or not, since the kind is muted.
    #[derive(Default)]
    AnnounceName = Announce { #[default] Now, OffenderTurn, Muted }
);

/// Whose time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "kebab-case")]
pub enum RunningName {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Nobody's.
    #[default]
    None,
}

impl From<Option<Color>> for RunningName {
    fn from(running: Option<Color>) -> RunningName {
        match running {
            Some(Color::Black) => RunningName::Black,
            Some(Color::White) => RunningName::White,
            None => RunningName::None,
        }
    }
}

impl From<RunningName> for Option<Color> {
    fn from(running: RunningName) -> Option<Color> {
        match running {
            RunningName::Black => Some(Color::Black),
            RunningName::White => Some(Color::White),
            RunningName::None => None,
        }
    }
}

/// What is, or should be, on a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenName {
    /// No stone.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A stone whose colour the board cannot see.
    Stone,
    /// The sensor cannot be read now.
    Unreadable,
}

/// The part of a player's time that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerPhaseName {
    /// Main time.
    Main,
    /// Byo-yomi: `periods_left` counts the current period too.
    ByoYomi,
    /// A block of Canadian or progressive overtime: `stones_left` turns still to complete.
    Canadian,
    /// The Chinese reserve: `minutes_left` counts the current minute too.
    Reserve,
    /// NHK time: `units_left` counts the units not yet opened.
    Nhk,
    /// Ing overtime: its part is `period`, and it has cost `penalty_points` until now.
    IngPenalty,
    /// Time is over; with `provisional` a press stamped before the flag may still come.
    Flagged,
}

/// What happened to the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClockChangeName {
    /// It runs for the first time.
    Started,
    /// It stands.
    Paused,
    /// It runs again.
    Resumed,
    /// A player's main time is over and the first period has begun.
    PeriodEntered,
    /// Periods were used up.
    PeriodUsed,
    /// A part of Ing overtime has begun, and costs points.
    Penalty,
    /// Seconds are called.
    Countdown,
    /// A flag has fallen; with `provisional` perhaps.
    Flagged,
    /// It had not: a press stamped before it has come.
    FlagWithdrawn,
    /// A person changed it.
    Adjusted,
    /// The device and our own clock differ beyond what delay and resolution explain.
    Disagrees,
}

impl From<Cell> for SeenName {
    fn from(cell: Cell) -> SeenName {
        match cell {
            Cell::Empty => SeenName::Empty,
            Cell::Stone(Color::Black) => SeenName::Black,
            Cell::Stone(Color::White) => SeenName::White,
            Cell::StoneOfUnknownColor => SeenName::Stone,
            Cell::Unreadable => SeenName::Unreadable,
        }
    }
}

impl From<SeenName> for Cell {
    fn from(name: SeenName) -> Cell {
        match name {
            SeenName::Empty => Cell::Empty,
            SeenName::Black => Cell::Stone(Color::Black),
            SeenName::White => Cell::Stone(Color::White),
            SeenName::Stone => Cell::StoneOfUnknownColor,
            SeenName::Unreadable => Cell::Unreadable,
        }
    }
}
