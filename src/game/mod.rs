//! One game at one table as a state machine (floor 5): inputs with a stamp go in, events come out, and it says when it wants to be
//! woken next. No I/O, no clock of its own, no serde, no logging.

mod diagram;
mod event;
mod fold;
mod input;
mod request;
mod snapshot;

pub use diagram::{Diagram, board_lines, position_hash};
pub use event::{
    Alert, AlertState, Basis, BoardChange, Claim, ClockChange, ClockDocument, CloseReason, EndedBy, Event, EventBody, GameResult,
    GameStarted, Phase, PlayerClockState, PlayerPhase, ResultState, RetractedBecause, Severity, TurnEndedBy,
};
pub use fold::{FoldError, Folded};
pub use input::{Answer, AnswerData, Input, Output};
pub use request::{Correction, ErrorCode, MatchInfo, Player, Players, Preparation, Request, RequestError, Start, Verb};
pub use snapshot::{Count, Snapshot};
