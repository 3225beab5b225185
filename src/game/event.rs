//! What the game says has happened (CONTRACT 4.3), and the pieces of the documents that events carry.

use crate::clock::TimeControl;
pub use crate::clock::{PlayerClockState, PlayerPhase};
use crate::go::{ByColor, Color, Edit, HalfPoints, PlayedMove, Point, Setup, Size};
use crate::sense::Discrepancy;
use crate::time::Wall;

pub use super::alert_document::{Alert, AlertState, Claim, ClaimState, CloseReason};
pub use super::clock_document::{ClockChange, ClockDocument};
use super::leaving::SeatEvent;
use super::ledger::{Ledger, LedgerEntry};
use super::muting::Mute;
use super::request::Players;
use super::ruling::{Ruling, Why};
use super::sealed::{SealChange, Sealing};
pub use crate::referee::{Basis, Severity};
use crate::referee::{Cite, Override};

/// One published event. `seq` rises by one within a game, over restarts too.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The game, or the idle stretch between two games.
    pub game_id: String,
    /// Number within the game, from 1.
    pub seq: u64,
    /// Revision of the game document after this event.
    pub rev: u64,
    /// When it happened.
    pub at: Wall,
    /// What happened.
    pub body: EventBody,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum EventBody {
    /// A game has begun.
    GameStarted(Box<GameStarted>),
    /// A move stands: provisional until its turn ends.
    Move {
        /// Its number, from 1.
        n: u32,
        /// The move.
        played: PlayedMove,
        /// CONTRACT 4.1.
        position_hash: String,
    },
    /// The turn of move `n` has ended.
    TurnEnded {
        /// Number of the move.
        n: u32,
        /// Who moved.
        color: Color,
        /// What ended it.
        by: TurnEndedBy,
        /// Time used, where a clock ran.
        used_ms: Option<u64>,
        /// The player's time was over by so much when the turn ended; `None` when it was not.
        overrun_ms: Option<u64>,
        /// The mover's clock after the turn, where there is one.
        clock: Option<PlayerClockState>,
    },
    /// The last move is out of the record.
    MoveRetracted {
        /// Its number.
        n: u32,
        /// Where it was; `None` for a pass.
        point: Option<Point>,
        /// Why.
        because: RetractedBecause,
        /// The position that is left.
        position_hash: String,
    },
    /// The record is another from move `from_n` on.
    RecordChanged {
        /// The first move that may differ.
        from_n: u32,
        /// All moves from there on.
        moves: Vec<PlayedMove>,
        /// All edits.
        edits: Vec<Edit>,
        /// An alert or transaction id.
        because: String,
        /// The position after it.
        position_hash: String,
    },
    /// An alert is new.
    AlertRaised(Alert),
    /// An alert says something else now.
    AlertChanged(Alert),
    /// An alert is closed.
    AlertClosed {
        /// As it was at the end.
        alert: Alert,
        /// Why.
        because: CloseReason,
    },
    /// Something about the time.
    Clock {
        /// What.
        change: ClockChange,
        /// Whose, where it is one player's.
        color: Option<Color>,
        /// Both clocks after it.
        clock: ClockDocument,
        /// Who changed it, and why, where a person did.
        why: Option<Why>,
    },
    /// A person has decided an alert; what follows from it comes next.
    Ruling(Ruling),
    /// A player was given something, or had it taken back.
    Ledger {
        /// Who.
        color: Color,
        /// What.
        entry: LedgerEntry,
        /// Where a book says so.
        cite: Option<Cite>,
        /// All that this player has now.
        totals: Ledger,
    },
    /// A player has left the seat, or is back.
    Seat(SeatEvent),
    /// Something about the sealed move. The point is never in it before the envelope is open.
    Sealing {
        /// What.
        change: SealChange,
        /// All that is known of it now.
        sealing: Sealing,
        /// Who said so, where that is known.
        by: Option<String>,
    },
    /// Nobody is called for alerts of this kind for a while.
    Muted(Mute),
    /// The game is in another phase.
    Phase {
        /// Before.
        from: Phase,
        /// Now.
        to: Phase,
        /// Why, in a word or a transaction id.
        because: String,
    },
    /// The wood and the record.
    Board {
        /// What.
        change: BoardChange,
        /// Where they differ, at most [`Event::DISCREPANCIES_MAX`].
        discrepancies: Vec<Discrepancy>,
    },
    /// Colours were drawn anew, or a name was put right, while the game is on or when it is over.
    PlayersChanged {
        /// Both, as they are now.
        players: Players,
        /// The transaction.
        because: String,
    },
    /// The game is over.
    GameEnded(GameResult),
    /// The result of an ended game is another.
    ResultChanged(GameResult),
}

impl Event {
    /// The most points listed as different in an event or document; a document stays under its 64 kB.
    pub const DISCREPANCIES_MAX: usize = 400;
}

/// With what a game began.
#[derive(Debug, Clone, PartialEq)]
pub struct GameStarted {
    /// Name of the rulebook.
    pub rulebook: String,
    /// The event's own rules over it.
    pub overrides: Vec<Override>,
    /// Size of the board.
    pub size: Size,
    /// Komi.
    pub komi: HalfPoints,
    /// Number of handicap stones.
    pub handicap: u32,
    /// Names, where known.
    pub players: Players,
    /// Stones before the first move.
    pub setup: Setup,
    /// Who moves first.
    pub first: Color,
    /// Stones captured before the record starts; `None` when unknown.
    pub captured_before: Option<ByColor<u32>>,
    /// The time control, where there is one.
    pub time: Option<TimeControl>,
    /// The game that this one continues.
    pub continues: Option<String>,
    /// The move that was sealed in the game that this one continues.
    pub sealing: Option<Sealing>,
    /// What each player had been given before: entered in the ledger by events of its own.
    pub given: ByColor<Ledger>,
}

/// What ended a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnEndedBy {
    /// The clock's press.
    Press,
    /// The opponent's reply: the press was missing.
    Reply,
    /// The stone itself (`turn_ends = "stone"`).
    Stone,
    /// The captures are off the board (`turn_ends = "cleared"`).
    Cleared,
    /// A ruling, a request or the end of the game.
    Ruling,
}

/// Why a move was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RetractedBecause {
    /// This alert was ruled on.
    Alert(String),
    /// This transaction asked for it.
    Request(String),
    /// The stone was straightened, or the story is another: a correction of ours.
    Reconstruction,
}

/// Where the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// No game.
    Idle,
    /// A game is prepared.
    Armed,
    /// Stones are being set up for it.
    Setup,
    /// It is played.
    Playing,
    /// It is interrupted.
    Paused,
    /// It is interrupted until another session.
    Adjourned,
    /// Its end is proposed or suspected.
    Ending,
    /// It is being counted.
    Counting,
    /// It is over.
    Ended,
}

impl Phase {
    /// Its name in documents (CONTRACT 4.1).
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Idle => "idle",
            Phase::Armed => "armed",
            Phase::Setup => "setup",
            Phase::Playing => "playing",
            Phase::Paused => "paused",
            Phase::Adjourned => "adjourned",
            Phase::Ending => "ending",
            Phase::Counting => "counting",
            Phase::Ended => "ended",
        }
    }
}

/// What happened between wood and record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardChange {
    /// They agree again.
    Agrees,
    /// They differ, for longer than the patience allows.
    Differs,
    /// Many points change at once.
    Disturbed,
    /// The board is away.
    Lost,
    /// The board is there again.
    Back,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// What decided.
    pub by: EndedBy,
    /// Who won; none for both-lose, draw, void and no-result.
    pub winner: Option<Color>,
    /// Margin of a counted game.
    pub margin: Option<HalfPoints>,
    /// How firm it is.
    pub state: ResultState,
}

/// What decided a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each name is the one of CONTRACT 4.1")]
pub enum EndedBy {
    Resignation,
    Score,
    Time,
    Forfeit,
    Ruling,
    Absence,
    BothLose,
    Draw,
    Void,
    NoResult,
}

/// How firm a result is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultState {
    /// Somebody must still confirm it.
    Unconfirmed,
    /// It stands.
    Final,
    /// A ruling changed it.
    Changed,
}
