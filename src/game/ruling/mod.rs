//! What a person decided about an alert (CONTRACT 4.5 `rule`, `appeal`, `overrule`), and all that follows from it in one step: the record,
//! the clocks, the ledger, the result, the alert. Everything happens, or nothing does: it is planned first, and only a plan that holds is
//! carried out.
//!
//! | file | does |
//! |---|---|
//! | `case` | which alert or ruling is meant, and whether whoever asks may decide it |
//! | `verdict` | from what is asked to what follows |
//! | `remedy` | what becomes of the record |
//! | `writing` | the record as the remedy makes it, in events |
//! | `clocks` | what becomes of the clocks, and how that is taken back |
//! | `outcome` | what becomes of the result |
//! | `effects` | what a ruling changed, kept with it: taking it back is exact |
//! | `carrying` | the plan, and carrying it out |
//! | `appealing` | appeals |
//! | `restoring` | play waits until the wood is the record |
//! | `early` | what was ruled before a game begins belongs to the game |
//! | `book` | what the rulebooks say of what can be decided |
//! | `words` | what people are told whose request is refused |

mod appealing;
mod book;
mod carrying;
mod case;
mod clocks;
mod early;
mod effects;
mod outcome;
mod remedy;
mod restoring;
mod verdict;
mod words;
mod writing;

pub(super) use clocks::take_off;
pub use effects::{ClockBefore, Effects, RecordBefore, RecordLeft, ResultBefore};

use crate::go::Color;
use crate::referee::{BoardRemedy, Cite, ClockRemedy, Kind, Sanction};
use crate::time::Wall;

use super::request::{ErrorCode, RequestError};

/// A ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Unique for ever.
    pub id: String,
    /// The alert that it decided.
    pub alert: String,
    /// What was decided.
    pub outcome: RulingOutcome,
    /// What it was decided to be; `None` in journals of before rulings could say so.
    pub kind: Option<Kind>,
    /// Whose act it was decided to be.
    pub color: Option<Color>,
    /// What that player got.
    pub sanctions: Vec<Sanction>,
    /// What became of the position.
    pub board: BoardRemedy,
    /// What became of the clocks.
    pub clock: Vec<ClockRemedy>,
    /// Who was said to be to move.
    pub to_move: Option<Color>,
    /// How it came about.
    pub cause: Option<Cause>,
    /// Whether the players agreed (CN-17.3).
    pub players_agree: Option<bool>,
    /// Where a book, or the event's own rules, say so.
    pub cite: Option<Cite>,
    /// The ruling in whose place it stands.
    pub replaces: Option<String>,
    /// The appeal against it.
    pub appeal: Option<String>,
    /// The chief referee's: only another of those replaces it.
    pub chief: bool,
    /// Who ruled.
    pub by: Option<String>,
    /// When.
    pub at: Wall,
    /// Whether it still holds.
    pub status: RulingStatus,
    /// What the referee wrote to it.
    pub note: Option<String>,
    /// What it changed: by this it is taken back.
    pub effects: Effects,
}

impl Ruling {
    /// Its consequences are in force: it stands, or waits for the chief referee and stands until then.
    pub fn holds(&self) -> bool {
        matches!(self.status, RulingStatus::Standing | RulingStatus::Appealed)
    }
}

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingOutcome {
    /// It happened, and the proposal is applied.
    Confirm,
    /// It did not happen, or nothing follows from it.
    Dismiss,
    /// It happened, and something else follows.
    Change,
}

/// Whether a ruling holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulingStatus {
    /// It does.
    Standing,
    /// It does until the chief referee has decided an appeal.
    Appealed,
    /// The chief referee decided otherwise.
    Overruled,
    /// A referee decided otherwise.
    Replaced,
}

/// How an incident came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A player's hand, not on purpose.
    Accident,
    /// A player, on purpose.
    Deliberate,
    /// Neither player.
    Outside,
    /// A stone dropped out of the hand: it was not played, and nothing is entered (CN-17.2).
    Dropped,
}

/// What is decided, as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What.
    pub outcome: RulingOutcome,
    /// It was something else than the alert says.
    pub kind: Option<Kind>,
    /// It was this player's act.
    pub color: Option<Color>,
    /// What the player gets, with `change`.
    pub sanctions: Vec<Sanction>,
    /// What becomes of the position.
    pub board: Option<BoardRemedy>,
    /// What becomes of the clocks, with `change`.
    pub clock: Vec<ClockRemedy>,
    /// Who is to move.
    pub to_move: Option<Color>,
    /// How it came about.
    pub cause: Option<Cause>,
    /// Whether the players agree.
    pub players_agree: Option<bool>,
    /// Where a book, or the event's own rules, say so; the book's article when only that is said.
    pub cite: Option<Citing>,
    /// What the referee writes to it.
    pub note: Option<String>,
}

impl Decision {
    /// Nothing but the outcome.
    pub const fn plain(outcome: RulingOutcome) -> Decision {
        Decision {
            outcome,
            kind: None,
            color: None,
            sanctions: Vec::new(),
            board: None,
            clock: Vec::new(),
            to_move: None,
            cause: None,
            players_agree: None,
            cite: None,
            note: None,
        }
    }
}

/// A place in the rules as a referee writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citing {
    /// The book; the one in force when absent.
    pub book: Option<String>,
    /// The article.
    pub article: String,
}

/// A ruling as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRequest {
    /// The game it is meant for, where it is said.
    pub game_id: Option<String>,
    /// The alert.
    pub alert: String,
    /// Its revision that the referee looked at.
    pub rev: u32,
    /// The ruling on it that this one stands in for.
    pub replaces: Option<String>,
    /// What is decided.
    pub decision: Decision,
}

/// A decision of the chief referee as it is asked for: of a ruling, or of an alert that only the chief referee decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverruleRequest {
    /// The game it is meant for, where it is said.
    pub game_id: Option<String>,
    /// The ruling that does not stand any more.
    pub ruling: Option<String>,
    /// The alert; with a ruling the one that it decided, or the appeal against it.
    pub alert: Option<String>,
    /// The revision of an open alert that the chief referee looked at.
    pub rev: Option<u32>,
    /// What is decided.
    pub decision: Decision,
}

/// Who changed a clock, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// Who asked for it.
    pub by: Option<String>,
    /// A ruling's or transaction's id, or a reason in words.
    pub because: String,
}

/// A change of a clock that does not run yet: the game has not begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    /// What is changed.
    pub remedy: ClockRemedy,
    /// By whom and why.
    pub why: Why,
}

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}
