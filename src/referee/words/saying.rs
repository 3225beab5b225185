//! Everything that an alert can say, with what it says it of. No words yet: those are each language's own.
#![expect(missing_docs, reason = "a variant's line says what its fields are; sixty lines more would say it again")]

use super::{AtDesk, BesideBoard, OfMatch, OfSeal};
use crate::go::{Color, Cycle, HalfPoints, Size, Vertex};
use crate::referee::{Finding, Kind};
use crate::sense::{Discrepancy, Expected, Orientation, Play};
use crate::wire::Cell;

/// One thing that can be said. In all of them `by`, `of` and `who` is the player that it is about (`None`: not known), `at` where, `n` a move's
/// number, and times are in ms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saying {
    /// Of what stands on the board.
    OnBoard(OnBoard),
    /// Of what the record is not sure of.
    InRecord(InRecord),
    /// Of the clock and its presses.
    AtClock(AtClock),
    /// Of the timetable.
    OnTime(OnTime),
    /// Of the end of the game and its count.
    AtEnd(AtEnd),
    /// Of what people say and do.
    AtDesk(AtDesk),
    /// Of a sealed move.
    OfSeal(OfSeal),
    /// Of stones beside the board.
    BesideBoard(BesideBoard),
    /// Of the competition.
    OfMatch(OfMatch),
    /// Of play that goes round.
    GoesRound(GoesRound),
    /// Of rulings.
    OfRulings(OfRulings),
}

/// Of what stands on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnBoard {
    /// A second stone without an answer.
    DoubleMove { by: Option<Color>, at: Vec<Vertex> },
    /// Two stones in one turn: perhaps a resignation.
    TwoStones { by: Option<Color>, at: Vec<Vertex> },
    /// A stone of the other colour.
    WrongColor { by: Option<Color>, at: Vec<Vertex> },
    /// The stone just played stands elsewhere.
    Relocated { by: Option<Color>, from: Vertex, to: Vertex },
    /// The stone just played was taken back.
    Retracted { by: Option<Color>, at: Vec<Vertex> },
    /// An earlier stone of this colour stands elsewhere.
    Shifted { stone: Option<Color>, from: Vertex, to: Vertex },
    /// The position is scattered.
    Scattered { at: Vec<Vertex> },
    /// Stones with liberties were taken off.
    WrongCapture { by: Option<Color>, at: Vec<Vertex> },
    /// Captured stones stand.
    CapturesLeft { by: Option<Color>, at: Vec<Vertex> },
    /// No liberty, and captures nothing.
    ForbiddenPoint { by: Option<Color>, at: Vec<Vertex> },
    /// The ko was retaken at once.
    KoRetaken { by: Option<Color>, at: Vec<Vertex> },
    /// An earlier position has come back.
    Repetition { by: Option<Color>, at: Vec<Vertex> },
    /// Stones that nobody can have played.
    ExtraStones { at: Vec<Vertex> },
    /// Stones of this colour are gone.
    StonesMissing { stone: Option<Color>, at: Vec<Vertex> },
    /// The players seem to have ended the game.
    PerhapsEnded,
    /// The record stands on the board, turned or mirrored.
    Turned,
    /// The same, and how: what befell the record on the board, and what the configuration should say.
    TurnedSo { befell: Orientation, configure: Orientation },
    /// The board is not the record.
    Differs(Vec<Difference>),
    /// The board is not the record at these points.
    DiffersAt { at: Vec<Vertex> },
    /// The board can be told in several ways, each a sequence of plays.
    Ways(Vec<Vec<Vertex>>),
    /// The board can be told in several ways over these points.
    WaysOver { at: Vec<Vertex> },
    /// What has no sentence of its own: the kind by its name, and where.
    Named { kind: Kind, by: Option<Color>, at: Vec<Vertex> },
}

/// Of what the record is not sure of, and of what a person must enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InRecord {
    /// Nobody saw in which order these moves came.
    OrderUnsure { first: u32, last: u32, at: Vec<Vertex> },
    /// A point flickers.
    Flickers { at: Vertex },
    /// A move is taken to lie where nothing can be read.
    MoveUnread { by: Color, n: u32, at: Vertex },
    /// A pass is taken to be one, unless a stone lies where nothing can be read.
    PassUnread { by: Color, at: Vertex },
    /// A board that only tells placements may have lost one after this move.
    PerhapsUnheard { after: u32 },
    /// Stones were put where the record cannot have one.
    PutWrongly { at: Vec<Vertex> },
    /// A stone before this one was not heard.
    Unheard { by: Color, before: Vertex },
    /// A break is over, and the board differs so; `None` when it is not there.
    BreakOver { board: Option<Vec<Difference>> },
}

/// Of the clock and its presses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtClock {
    /// A press was forgotten.
    PressForgotten { by: Color, n: u32 },
    /// The presses come from the other side.
    SidesExchanged,
    /// Moves are played, and no clock runs.
    NotStarted,
    /// The clock gives this player so much, and the time control so much.
    SetWrong { of: Color, shown_ms: u64, control_ms: u64 },
    /// The clock gives this player so many periods at the start, and the time control others.
    PeriodsSetWrong { of: Color, shown: u32, control: u32 },
    /// A period of this player is so long on the clock, and by the time control otherwise.
    PeriodSetWrong { of: Color, shown_ms: u64, control_ms: u64 },
    /// The machine was restarted while this player's time ran.
    Unwitnessed { of: Color },
    /// The clock on the table and kifud's own differ by so much.
    Disagrees { of: Color, by_ms: u64 },
    /// The time should be over, and the clock is silent.
    FlagUnsaid { of: Color },
    /// The flag fell while captured stones were lifted.
    FlagInLifting { of: Color },
    /// Captured stones have been left on the board for so long, and nobody's time runs.
    LiftingLong { by: Color, ms: u64 },
    /// The time is over.
    Flag { of: Color },
    /// The time is over, and the book has no article that says what that costs.
    FlagWithoutArticle { of: Color },
    /// Points for overtime until now.
    Overtime { of: Color, points: u32 },
    /// The press came so long before its stone.
    PressBeforeStone { by: Color, ms: u64 },
    /// A press without a stone, perhaps a pass.
    PerhapsPass { by: Color },
    /// A press without a stone.
    PressWithoutMove { by: Color },
}

/// Of the timetable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnTime {
    /// Neither player has come within the limit.
    NeitherCame,
    /// The start is over, and this player is waited for; what comes off may be more than there is by now.
    Awaited { who: Color, too_much: bool },
    /// This player came so late; a person said so, or the first play shows it.
    Late { who: Color, late_ms: u64, reported: bool, cost: LatenessCost },
    /// Later than the limit; how late, if the player is there.
    Absent { who: Color, late_ms: Option<u64>, limit_ms: u64 },
    /// It is time to seal; this player is to move.
    SealDue { seals: Color },
}

/// Of the end of the game and its count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtEnd {
    /// These points can still be played for, and not both have confirmed the end: they will be shared, or count for neither side.
    Contested { at: Vec<Vertex>, shared: bool },
    /// These points were left open at the end: they are shared, or count for neither side.
    LeftOpen { at: Vec<Vertex>, shared: bool },
    /// A stone beside the board, perhaps a pass.
    StoneBeside { by: Color },
    /// A person has counted so much for this player, and kifud so much.
    CountDiffers { of: Color, entered: HalfPoints, counted: HalfPoints },
    /// Counted again after the end, Black is ahead by so much; by the result by so much.
    RecountDiffers { counted: HalfPoints, result: HalfPoints },
    /// The bowls hold so many stones, and so many of each prove the count.
    Unproved { black: u32, white: u32, each: u32 },
    /// Too many stones were filled in together.
    FilledAtOnce { at: Vec<Vertex> },
    /// The shape is not the final position any more.
    ShapeDisturbed(Vec<Difference>),
}

/// Play goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoesRound {
    /// The cycle.
    pub cycle: Cycle,
    /// What may become of it.
    pub remedy: RoundRemedy,
}

/// What may become of play that goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundRemedy {
    /// A draw or a new game, if neither side yields (CN-20.3).
    DrawOrReplay,
    /// No result, if both agree (Japan, article 12).
    NoResult,
    /// Hot stones of which as many were taken on both sides (ING-8.2(2)).
    HotStonesEqual,
    /// Hot stones of which not as many were taken on both sides yet.
    HotStones,
    /// One side disturbs, and may not go on (Ing).
    Disturber,
    /// The book does not say, or it was not seen.
    Ask,
}

/// Of rulings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfRulings {
    /// This player appeals against a ruling on an alert, both by their ids; whose turn it was, while a game is on.
    Appeal { by: Color, ruling: String, alert: String, to_move: Option<Color> },
    /// So many warnings in one game are its loss by the book.
    WarningLimit { of: Color, warnings: u32 },
}

/// What coming late costs in one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatenessCost {
    /// The rulebook does not say.
    Unsaid,
    /// The clock ran from the start.
    ClockRan,
    /// There is no main time to take it off.
    NoMainTime,
    /// The late-comer's clock ran all the while.
    Paid,
    /// More would come off than there is.
    TooMuch { off_ms: u64, main_ms: u64, ran_since: bool },
    /// So much comes off, so many times the lateness.
    Off { off_ms: u64, times: u32, ran_since: bool },
}

/// One point at which the board is not the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub at: Vertex,
    /// What the record says.
    pub expected: Expected,
    /// What is there.
    pub seen: Cell,
}

impl Difference {
    /// These differences on a board of this size.
    pub fn all(discrepancies: &[Discrepancy], size: Size) -> Vec<Difference> {
        let one = |differs: &Discrepancy| Difference { at: differs.point.vertex(size), expected: differs.expected, seen: differs.seen };
        discrepancies.iter().map(one).collect()
    }
}

impl OnBoard {
    /// A finding, as far as it says itself what it is.
    pub fn of(finding: &Finding, size: Size) -> OnBoard {
        let at: Vec<Vertex> = finding.points.iter().map(|point| point.vertex(size)).collect();
        let by = finding.color;
        match (finding.kind, at.as_slice()) {
            (Kind::DoubleMove, _) => OnBoard::DoubleMove { by, at },
            (Kind::ResignSignal, _) => OnBoard::TwoStones { by, at },
            (Kind::WrongColor, _) => OnBoard::WrongColor { by, at },
            (Kind::StoneRelocated, &[from, to, ..]) => OnBoard::Relocated { by, from, to },
            (Kind::StoneRetracted, _) => OnBoard::Retracted { by, at },
            (Kind::StoneShifted, &[from, to, ..]) => OnBoard::Shifted { stone: by, from, to },
            (Kind::BoardScattered, _) => OnBoard::Scattered { at },
            (Kind::WrongCapture, _) => OnBoard::WrongCapture { by, at },
            (Kind::CapturesLeft, _) => OnBoard::CapturesLeft { by, at },
            (Kind::ForbiddenPoint, _) => OnBoard::ForbiddenPoint { by, at },
            (Kind::KoViolation, _) => OnBoard::KoRetaken { by, at },
            (Kind::Repetition, _) => OnBoard::Repetition { by, at },
            (Kind::ExtraStone, _) => OnBoard::ExtraStones { at },
            (Kind::StoneMissing, _) => OnBoard::StonesMissing { stone: by, at },
            (Kind::EndSuspected, _) => OnBoard::PerhapsEnded,
            (Kind::BoardTurned, _) => OnBoard::Turned,
            (Kind::Ambiguous, _) => OnBoard::WaysOver { at },
            (Kind::Unexplained, _) => OnBoard::DiffersAt { at },
            // What the board alone does not show is told where it is found.
            (kind, _) => OnBoard::Named { kind, by, at },
        }
    }

    /// The ways in which the board can be told.
    pub fn ways(ways: &[Vec<Play>], size: Size) -> OnBoard {
        OnBoard::Ways(ways.iter().map(|way| way.iter().map(|play| play.point.vertex(size)).collect()).collect())
    }
}

/// Each group is a saying.
macro_rules! groups {
    ($($group:ident),+) => {
        $(impl From<$group> for Saying {
            fn from(saying: $group) -> Saying {
                Saying::$group(saying)
            }
        })+
    };
}

groups!(OnBoard, InRecord, AtClock, OnTime, AtEnd, AtDesk, OfSeal, BesideBoard, OfMatch, GoesRound, OfRulings);
