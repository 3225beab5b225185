//! What a person asks for (CONTRACT 4.5), already read and typed.

use crate::clock::{Side, TimeControl};
use crate::go::sgf::MoveTags;
use crate::go::{ByColor, Color, HalfPoints, Place, PlayedMove, Point, Setup};
use crate::referee::{Profile, Rulebook};
use crate::time::Wall;

use super::competition::{CompetitionForm, Entrants, Placing};
use super::event::{GameResult, PlayerClockState};
use super::leaving::Leave;
use super::ledger::Ledger;
use super::match_score::SideScore;
use super::muting::Mute;
use super::reporting::Report;
use super::ruling::{OverruleRequest, RuleRequest};
use super::schedule::Schedule;
use super::sealed::{OpenRequest, SealRequest};
use super::seats::Seats;

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Chosen by the sender; the same again has one effect.
    pub transaction: String,
    /// Who asks.
    pub by: Option<String>,
    /// The game it is meant for.
    pub expect_game: Option<String>,
    /// The revision it is meant for.
    pub expect_rev: Option<u64>,
    /// What is asked.
    pub verb: Verb,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Verb {
    /// Makes a game ready: phase `armed`.
    PrepareGame(Box<Preparation>),
    /// Begins a game.
    StartGame(Box<Start>),
    /// The clock of the side to move runs.
    StartClock,
    /// The clock stands.
    StopClock,
    /// This player's turn has ended, said by a human time keeper.
    Press {
        /// Whose.
        color: Color,
        /// When; now when it is not said.
        at: Option<Wall>,
    },
    /// What the clock on the table shows is right.
    AdoptClock,
    /// Which player has Black, and where.
    SetColors(Seats),
    /// Both clocks are what is given here.
    SetClock {
        /// Both players.
        players: ByColor<PlayerClockState>,
        /// Whose time runs.
        running: Option<Color>,
    },
    /// One clock is changed.
    AdjustClock {
        /// Whose.
        color: Color,
        /// By how much, in ms.
        delta_ms: i64,
        /// Periods more or fewer.
        periods_delta: i32,
        /// Why.
        reason: String,
    },
    /// Play is interrupted.
    Pause {
        /// Why.
        reason: String,
        /// When it goes on by itself, if the wood agrees; `None` where a person says so.
        until: Option<Wall>,
    },
    /// Play stops here until another session, without a sealed move.
    Adjourn,
    /// This player has come.
    Arrived {
        /// Who.
        color: Color,
        /// When; now, where it is not said.
        at: Option<Wall>,
    },
    /// An alert is decided.
    Rule(Box<RuleRequest>),
    /// The chief referee decides.
    Overrule(Box<OverruleRequest>),
    /// A player does not accept a ruling.
    Appeal {
        /// The game it is meant for, where it is said.
        game_id: Option<String>,
        /// The ruling.
        ruling: String,
        /// Who appeals.
        color: Color,
    },
    /// Play goes on.
    Resume {
        /// Although the wood differs.
        force: bool,
    },
    /// A move by hand.
    Play {
        /// Who.
        color: Color,
        /// Where.
        place: Place,
    },
    /// The last moves are taken out.
    Undo {
        /// How many.
        moves: u32,
    },
    /// One move is inserted, replaced or deleted.
    CorrectRecord {
        /// Its number.
        at: u32,
        /// What is done to it.
        op: Correction,
    },
    /// The position is what is given here.
    SetPosition {
        /// All stones.
        setup: Setup,
        /// Who is to move.
        to_move: Color,
    },
    /// This player passes.
    Pass(Color),
    /// This player resigns.
    Resign(Color),
    /// This player accepts the end of the game.
    AcceptEnd(Color),
    /// This player does not.
    DisputeEnd {
        /// Who.
        color: Color,
        /// Who is to move.
        to_move: Option<Color>,
    },
    /// These stones are dead (the whole list), says a person.
    MarkDead {
        /// The stones.
        points: Vec<Point>,
        /// Which player says so; nobody in particular when absent.
        color: Option<Color>,
    },
    /// These stones are dead, says a program; people come first.
    ProposeDead {
        /// The stones.
        points: Vec<Point>,
        /// The program.
        program: Option<String>,
    },
    /// This player's count by hand.
    EnterCount {
        /// Whose.
        color: Color,
        /// Stones and territory, or what the way of counting asks for.
        stones: HalfPoints,
    },
    /// Count the position.
    Count {
        /// "area", "territory" or "fill-in"; the rulebook's when absent.
        method: Option<String>,
    },
    /// This player agrees with the count.
    ConfirmScore(Color),
    /// The game is over.
    EndGame {
        /// How.
        result: GameResult,
        /// The number of the last move that counts.
        last_move: Option<u32>,
    },
    /// All retained documents again, and the events from here.
    Republish {
        /// The first event wanted.
        from_seq: Option<u64>,
    },
    /// What is left of this player's time.
    TimeLeft(Color),
    /// Are you there?
    Ping,
    /// The alert has been seen.
    Acknowledge {
        /// Its id.
        alert: String,
    },
    /// What is said to the referee, and done about an alert beside ruling on it.
    Alert(AlertVerb),
    /// A player leaves or comes back.
    Seat(SeatVerb),
    /// What is done with a sealed move.
    Sealed(SealVerb),
}

/// What is said to the referee, and done about an alert beside ruling on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertVerb {
    /// A referee takes an alert.
    Take {
        /// Its id.
        alert: String,
    },
    /// Nobody is called for a kind for a while.
    Mute(Mute),
    /// Something that no sensor has shown.
    Report(Report),
    /// This player calls the referee.
    Call(Color),
    /// A player demands what the book gives only on demand.
    Claim {
        /// The alert.
        alert: String,
        /// Who.
        color: Color,
    },
}

/// A player leaves or comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatVerb {
    /// This player leaves the seat.
    Leave(Leave),
    /// This player is back.
    Returned(Color),
}

/// What is done with a sealed move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SealVerb {
    /// The side to move thinks on, and seals.
    Begin,
    /// The move is sealed.
    Seal(SealRequest),
    /// Somebody else keeps the envelope.
    HandOver {
        /// Who.
        custodian: String,
    },
    /// The envelope is opened.
    Open(OpenRequest),
}

/// What is done to one move of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correction {
    /// Put this move in front of it.
    Insert(Color, Place),
    /// Put this move in its place.
    Replace(Color, Place),
    /// Take it out.
    Delete,
}

/// What a game is made ready with; what is absent comes from the configuration.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preparation {
    /// Names.
    pub players: Option<Players>,
    /// Event, round and board.
    pub match_info: Option<MatchInfo>,
    /// Handicap stones.
    pub handicap: Option<u32>,
    /// Komi.
    pub komi: Option<HalfPoints>,
    /// How it is refereed.
    pub rulebook: Option<Rulebook>,
    /// Time control.
    pub time: Option<TimeControl>,
    /// The clock's side on which Black sits.
    pub black_side: Option<Side>,
    /// When it is played; an empty one says that nothing is set.
    pub schedule: Option<Schedule>,
    /// Who is told what.
    pub profile: Option<Profile>,
    /// In a simul: the colour of the one who plays all.
    pub simul_color: Option<Color>,
}

/// How a game begins.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Start {
    /// As for preparing.
    pub preparation: Preparation,
    /// Stones before the first move.
    pub setup: Option<Setup>,
    /// Who moves first.
    pub to_move: Option<Color>,
    /// Take the board as it stands.
    pub adopt: bool,
    /// Moves that were played already.
    pub record: Option<Vec<PlayedMove>>,
    /// Stones captured before the record starts.
    pub captured: Option<ByColor<u32>>,
    /// The game that this one continues.
    pub continues: Option<String>,
    /// The move that was sealed in it.
    pub sealed: Option<SealRequest>,
    /// What both clocks show, and whose runs.
    pub clock: Option<(ByColor<PlayerClockState>, Option<Color>)>,
    /// What the file of the record says of each move: its times are the clocks, where none are given.
    pub file: Vec<MoveTags>,
    /// What each player has been given already.
    pub ledger: Option<ByColor<Ledger>>,
}

/// Both players, where known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Players {
    /// Black.
    pub black: Option<Player>,
    /// White.
    pub white: Option<Player>,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Player {
    /// Name.
    pub name: String,
    /// Name in other languages, by language tag, in order of the tag.
    pub names: Vec<(String, String)>,
    /// Rank.
    pub rank: Option<String>,
    /// Team.
    pub team: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// Club.
    pub club: Option<String>,
    /// Numbers in registers of players ("egf", "ffg", "aga"), by register, in order of its name.
    pub ids: Vec<(String, String)>,
    /// Seat, as people at the table call it.
    pub seat: Option<String>,
    /// The partner, by name (pair go).
    pub partner: Option<String>,
}

/// Event, round and board of a game, and what its competition fixes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchInfo {
    /// Event.
    pub event: Option<String>,
    /// Round.
    pub round: Option<u32>,
    /// Board number.
    pub board: Option<u32>,
    /// Form of the competition (CN-27).
    pub form: Option<CompetitionForm>,
    /// Who meets whom: single players, or teams and how their players are put at the boards (CN-26).
    pub entrants: Option<Entrants>,
    /// So many games each two play against one another: 1 or 2 of a round robin, 3, 5, 7 or 10 of a match.
    pub games: Option<u32>,
    /// After so many losses a player is out of a knock-out.
    pub losses: Option<u32>,
    /// Which of those games this is, where it is said.
    pub game: Option<u32>,
    /// The score before this game, in the order in which the sides were first named; empty where none is kept.
    pub score: Vec<SideScore>,
    /// Who plays at which board, fixed once it is set (CN-26.2); empty where that is not said.
    pub lineup: Vec<Placing>,
}

/// Why a request was not carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// The code of CONTRACT 4.5.
    pub code: ErrorCode,
    /// What to do, for a person.
    pub message: String,
}

/// The codes of CONTRACT 4.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is the one of CONTRACT 4.5")]
pub enum ErrorCode {
    Malformed,
    UnknownVerb,
    UnknownField,
    Stale,
    TransactionReused,
    NotNow,
    NotAllowed,
    NoSuchAlert,
    AlreadyRuled,
    Conflict,
    Busy,
}
