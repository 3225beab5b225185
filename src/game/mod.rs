//! One game at one table as a state machine (floor 5): inputs with a stamp go in, events come out, and it says when it wants to be
//! woken next. No I/O, no clock of its own, no serde, no logging.
//!
//! | file | does |
//! |---|---|
//! | `core` | takes inputs and deadlines in the order of their moments |
//! | `wood`, `playing` | what stands on the board beside the record; plays; when the two differ |
//! | `opening`, `ending` | how games begin and end |
//! | `counting`, `count_alerts` | the count of the final position; what is said of it and of points left open |
//! | `ceremony`, `pass_stone` | the board while it is counted; the stone beside it that passes, and those that prove a count |
//! | `pressing`, `timekeeping`, `flags`, `neutral` | presses, turns and both clocks; flags; time that is not counted |
//! | `clock_requests`, `clock_alerts`, `shown` | clocks changed by people; what is wrong with them; a clock that shows what kifud keeps |
//! | `hearing` | a process that did not run hears what waits for it before it judges |
//! | `requesting`, `starting` | what people ask for; games that a request begins, and what they take over |
//! | `doubts`, `doubtful_passes` | what the record says without being sure, and what becomes of it |
//! | `believing`, `straightening`, `throw_in` | how long a story has to stand; stones put straight; stones where one was captured |
//! | `noise`, `disturbance` | points that flicker, bumps, hands on the board |
//! | `placed` | boards that only tell where a stone was put down |
//! | `findings`, `answered` | what is wrong on the board; a play against the rules that was answered at once |
//! | `retelling` | what an alert goes on telling while it is put right |
//! | `consequences`, `returned`, `evidence` | what that does to the record; a stone that stands again; what the sensors showed |
//! | `schedule`, `attending`, `resting` | when a game is played: who has come, breaks |
//! | `sealed`, `sealing`, `unsealing` | a sealed move: what is known of it, how it is sealed, what becomes of it |
//! | `leaving` | players who leave the seat and come back |
//! | `trays` | bowls and lids |
//! | `competition`, `match_score` | the form of the competition and its line-up; the score of a match or relay |
//! | `circling` | play that goes round |
//! | `ruling/`, `ledger` | what a person decided, and what follows from it; what each player has been given |
//! | `handling`, `muting`, `reporting` | what is done about an alert beside ruling on it; what people say |
//! | `alerts`, `alert_document` | when and how something is said; what an alert is |
//! | `event`, `pen`, `fold` | what has happened; writing it down; the record that it amounts to |
//! | `file`, `file_time` | the game as an SGF file; what a file says about the time |
//! | `state` | all that must outlive the process beside the events |

mod alert_document;
mod alerts;
mod answered;
mod attending;
mod believing;
mod ceremony;
mod circling;
mod clock_alerts;
mod clock_document;
mod clock_requests;
mod competition;
mod consequences;
mod core;
mod count_alerts;
mod counting;
mod diagram;
mod disturbance;
mod doubtful_passes;
mod doubts;
mod ending;
mod event;
mod evidence;
mod file;
mod file_time;
mod findings;
mod flags;
mod fold;
mod handling;
mod hearing;
mod ids;
mod input;
mod leaving;
mod ledger;
mod match_score;
mod muting;
mod neutral;
mod noise;
mod opening;
mod orientation;
mod pass_stone;
mod pen;
mod placed;
mod playing;
mod pressing;
mod reporting;
mod request;
mod requesting;
mod resting;
mod retelling;
mod returned;
mod ruling;
mod schedule;
mod sealed;
mod sealing;
mod seats;
mod settings;
mod shown;
mod snapshot;
mod starting;
mod state;
mod straightening;
mod taking_back;
mod throw_in;
mod timekeeping;
mod trays;
mod unsealing;
mod wood;

pub use self::core::{Prepared, Turn};
pub use crate::referee::{
    Announce, BoardRemedy, CaptureTime, Choice, Cite, ClaimUntil, ClockRemedy, Difference, Language, LateCost, Override, Profile, Proposal,
    Requires, Rulebook, Sanction, Text,
};
pub use circling::Circling;
pub use clock_alerts::Forgotten;
pub use competition::{CompetitionForm, Entrants, LINEUP_MAX, Placing};
pub use counting::{Count, CountState, DeadBy};
pub use diagram::{Diagram, board_lines, position_hash};
pub use event::{
    Alert, AlertState, Basis, BoardChange, Claim, ClaimState, ClockChange, ClockDocument, CloseReason, EndedBy, Event, EventBody,
    GameResult, GameStarted, Phase, PlayerClockState, PlayerPhase, ResultState, RetractedBecause, Severity, TurnEndedBy,
};
pub use evidence::{Evidence, Step};
pub use file::game_file;
pub use file_time::{FileTime, file_time};
pub use flags::Flag;
pub use fold::{Closed, FoldError, Folded};
pub use handling::{Acknowledged, Handling, JOIN_MS, REMIND_ATTENTION_MS, REMIND_RULING_MS, REMINDERS_MAX, Reminded, Reported, Unattended};
pub use hearing::{HEARING_MS, READING_MS};
pub use ids::Ids;
pub use input::{Answer, AnswerData, Input, Output};
pub use leaving::{Away, Leave, Seat, SeatChange, SeatEvent};
pub use ledger::{Ledger, LedgerEntry};
pub use match_score::SideScore;
pub use muting::Mute;
pub use opening::Opening;
pub use pressing::WaitingPress;
pub use reporting::{REPORTS_MAX, Report};
pub use request::{
    AlertVerb, Correction, ErrorCode, MatchInfo, Player, Players, Preparation, Request, RequestError, SealVerb, SeatVerb, Start, Verb,
};
pub use resting::{Rest, RestStage};
pub use ruling::{
    Cause, Citing, ClockBefore, Decision, Effects, OverruleRequest, Owed, RecordBefore, RecordLeft, ResultBefore, RuleRequest, Ruling,
    RulingOutcome, RulingStatus, Why,
};
pub use schedule::{Agenda, Arrival, Lateness, STALE_MS, STEP_MS, Schedule, ScheduleError};
pub use sealed::{Custody, Envelope, OpenRequest, Opened, SealChange, SealRequest, SealStage, Sealing, is_open_digest, seal_digest};
pub use sealing::CUSTODY_MAX;
pub use seats::Seats;
pub use settings::{ByBook, CaptureNeutral, PressPass, Settings, StartMode, Terms, TimeAuthority, TurnEnds};
pub use snapshot::Snapshot;
pub use state::State;
pub use timekeeping::Timekeeper;
pub use trays::{BOWLS_STILL_MS, Odd, TIDY_MS, TrayKept, TrayWatch};

use crate::clock::TurnStarts;
use crate::go::{Color, Point, Position, Record};
use crate::time::{Stamp, Wall};

/// The game at one table.
#[derive(Debug, Clone)]
pub struct Game {
    settings: Settings,
    terms: Terms,
    match_info: MatchInfo,
    ids: Ids,
    /// The latest moment handed in.
    now: Stamp,
    /// What the events amount to: the only record there is.
    book: Folded,
    /// The position of the record.
    position: Position,
    /// The position before the last move, while that may still be straightened.
    before_last: Option<Position>,
    /// What was being lifted before the last move.
    lifting_before: Vec<(Point, Color)>,
    /// The record while there is no game.
    blank: Record,
    wood: wood::Wood,
    placed: placed::Placed,
    turn: Turn,
    opening: Opening,
    prepared: Option<Prepared>,
    /// The board has been empty since the last game.
    cleared: bool,
    /// It was taken up from the disk, and the clock on the table has not been heard since.
    started_anew: bool,
    count: Option<Count>,
    /// The board while it is counted.
    ceremony: ceremony::Ceremony,
    /// Bowls and lids, as far as a pass or a count shows in them.
    beside: pass_stone::Beside,
    keeper: Timekeeper,
    /// How the clock on the table speaks; it says so anew whenever its port is opened.
    manner: crate::clock::ClockManner,
    /// The machine was restarted while a time that kifud keeps ran: since when nobody has said how much passed.
    unwitnessed: Option<crate::time::Mono>,
    /// This process did not run: what happened meanwhile is still to be heard.
    unheard: Option<hearing::Unheard>,
    /// What the clock on the table has said of itself, while it is there.
    clock_device: Option<crate::wire::ClockGreeting>,
    /// What the clock on the table showed last.
    last_reading: Option<(crate::time::Mono, crate::clock::ClockReading)>,
    flag: Option<Flag>,
    /// The schedule in hand.
    agenda: Option<Agenda>,
    /// The configured schedule, when it is over: it was for one game.
    past_schedule: Option<Schedule>,
    /// A break that has begun.
    rest: Option<Rest>,
    /// The open alerts, as far as somebody may have to be reminded of them.
    unattended: Vec<Unattended>,
    /// What lies in bowls and lids.
    trays: TrayWatch,
    /// What has been said of a cycle that play is in.
    circling: Option<Circling>,
    /// The end is suspected, and nobody is told.
    end_unsaid: bool,
    /// Play is paused by this ruling until the wood is the record.
    restoring: Option<String>,
    /// The same, while play was interrupted anyway.
    rebuilding: bool,
    /// Both clocks as the latest turns began.
    turn_starts: TurnStarts,
    /// What is being carried out: who asked for it, and why.
    asked: Option<Why>,
    /// The clock on the table shows something else than what is kept.
    shown_wrong: Option<shown::ShownWrong>,
}

impl Game {
    /// When the taking of captured stones costs no time in this game.
    fn capture_neutral(&self) -> CaptureNeutral {
        if self.settings.by_book.captures { CaptureNeutral::of(self.terms.rulebook) } else { self.settings.capture_neutral }
    }

    /// What the events amount to.
    pub fn book(&self) -> &Folded {
        &self.book
    }

    /// The terms of the game in hand, or of the table's next.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The record of the game in hand; an empty one between games.
    pub fn record(&self) -> &Record {
        self.book.record.as_ref().unwrap_or(&self.blank)
    }

    /// The position of a record under the rules of the game in hand.
    fn position_of(&self, record: &Record) -> Position {
        Position::from_record(record, &self.terms.rules).expect("a record of our own events lies on the board, its edits in order")
    }

    /// As configured.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The position of the record.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The count of the final position, where one was made.
    pub fn count(&self) -> Option<&Count> {
        self.count.as_ref()
    }

    /// Event, round and board.
    pub fn match_info(&self) -> &MatchInfo {
        &self.match_info
    }

    /// The game as documents show it.
    pub fn snapshot(&self, as_of: Wall) -> Snapshot<'_> {
        let discrepancies = self.wood.differences(&self.position);
        let agrees = discrepancies.is_empty();
        let discrepancies = self.tellable(discrepancies);
        // While it is counted the board is meant to differ.
        let in_game = !matches!(self.book.phase, Phase::Idle | Phase::Armed | Phase::Counting | Phase::Ended);
        Snapshot {
            game_id: &self.book.game_id,
            seq: self.book.seq,
            rev: self.book.rev,
            as_of,
            phase: self.book.phase,
            match_info: &self.match_info,
            score: self.score(),
            rulebook: self.terms.rulebook.name(),
            komi: self.terms.komi,
            handicap: self.book.started.as_ref().map_or(self.terms.handicap, |started| started.handicap),
            players: &self.terms.players,
            record: self.record(),
            to_move: self.to_move(),
            board: self.position.stones(),
            position_hash: self.position.position_hash(),
            agrees,
            verified: !self.placed.unverified,
            discrepancies: if in_game { discrepancies } else { Vec::new() },
            captured: self.captured(),
            open_alerts: self.book.alerts.iter().map(|alert| alert.id.as_str()).collect(),
            ledger: self.book.ledger,
            rulings: &self.book.rulings,
            seats: &self.book.seats,
            sealing: self.book.sealing.as_ref(),
            muted: self.book.muted.iter().filter(|mute| mute.holds(as_of)).collect(),
            count: self.count.clone(),
            result: self.standing_result(),
        }
    }
}
