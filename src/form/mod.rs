//! The only serde shapes (floor 5.5): what goes over MQTT and into the journal, converted from and to the core by hand.
//!
//! Three kinds of shape:
//!
//! * **events** ([`event_to_json`], [`event_from_json`]): the very strings that the journal stores, MQTT sends and recovery folds;
//! * **documents** ([`GameForm`], [`ClockForm`], [`AlertForm`], …): retained, complete, replaced as a whole;
//! * **requests** ([`parse_request`]) and answers ([`answer_to_json`]).
//!
//! An absent field means unknown or not applicable, never `null`. Points are GTP vertices, colours "black" and "white", durations whole
//! milliseconds, instants RFC 3339 in UTC with milliseconds. Consumers ignore unknown fields; requests and configuration refuse them.
//! Every shape has a JSON Schema ([`schema_of`]).
//!
//! [`PublicFeed`] makes the public stream and documents (CONTRACT 4.7) from the full ones, [`fit_game`] holds documents under 64 kB.

mod alert;
mod answer;
mod asyncapi;
mod clock;
mod competition;
mod count;
mod cycle;
mod duration;
mod event;
mod evidence;
mod export;
mod field_words;
mod game;
mod handling;
mod health;
mod info;
mod input;
mod instant;
mod ledger;
mod limit;
mod names;
mod number;
mod phase;
mod public;
mod record;
mod request;
mod ruled;
mod ruling;
mod schedule;
mod schema;
mod sealing;
mod seat;
mod state;
mod status;
mod time;

pub use alert::{AlertForm, ClaimForm};
pub use answer::{AnswerForm, CodeName, DataForm, OutcomeForm, answer_to_json, refusal_to_json};
pub use asyncapi::asyncapi;
pub use clock::{ClockForm, PlayerClockForm, SourceName};
pub use competition::{MatchForm, PlacingForm, SideScoreForm};
pub use count::{CountForm, CountStateName, EnteredForm};
pub use cycle::CycleForm;
pub use duration::{DURATION_MAX_MS, DurationError, DurationText, duration_text, parse_duration};
pub use event::{ClosedForm, EventBodyForm, EventForm, GameStartedForm, RetractedForm, event_from_json, event_to_json};
pub use evidence::{EvidenceForm, StepForm};
pub use export::{evidence_lines, export_json, export_log};
pub use field_words::field_words;
pub use game::{GameForm, LastMoveForm, ResultForm};
pub use handling::{AcknowledgedForm, HandlingForm, MuteForm, RemindedForm, ReportedForm};
pub use health::{BoardHealth, BrokerHealth, ClockHealth, DiskHealth, EngineHealth, FindingForm, HealthForm};
pub use info::{DriversForm, InfoForm, OverrideForm, RulebookForm};
pub use input::input_to_json;
pub use instant::Instant;
pub use ledger::{EntryName, LedgerForm, LostPointsForm, PointsForName};
pub use limit::{Cut, Fitted, PAYLOAD_MAX, TooLarge, fit, fit_event, fit_game};
pub use names::{
    AlertStateName, AnnounceName, BasisName, BoardChangeName, CauseName, ClaimStateName, ClaimUntilName, ClaimingName, ClockChangeName,
    ColorName, EndedByName, EntrantsName, PhaseName, PlayerPhaseName, ProfileName, ResultStateName, RulingStatusName, RunningName,
    SeenName, SeverityName, SideName, TurnEndedByName,
};
pub use number::{PointsForm, SizeForm};
pub use public::{PublicFeed, PublicHeader, PublicState};
pub use record::{ByColorForm, DiscrepancyForm, EditForm, MoveForm, PlayerForm, PlayersForm, SetupForm};
pub use request::{DEPTH_MAX, NAME_MAX, ParsedRequest, REQUEST_MAX, Refused, TEXT_MAX, VERBS, parse_request, valid_user};
pub use ruled::{ClockBeforeForm, EffectsForm, RecordBeforeForm, RecordLeftForm, ResultBeforeForm, RulingForm};
pub use ruling::{BoardRemedyName, CiteForm, ClockRemedyForm, OutcomeName, ProposalForm, RequiresName, SanctionText, WhyForm};
pub use schedule::{BreakForm, LatenessName, ScheduleForm};
pub use schema::{all_schemas, schema_of};
pub use sealing::{CustodyForm, EnvelopeForm, OpenedForm, SealChangeName, SealStageName, SealingForm};
pub use seat::{SeatChangeName, SeatEventForm, SeatForm};
pub use state::{Shift, StateForm};
pub use status::{StatusForm, TableState};
pub use time::{BlockForm, TimeForm};

use crate::go::VertexError;

/// The version of the shapes, in every document and event.
pub const SCHEMA: &str = "1.0";

/// Why a text of ours cannot be read back.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
    /// It is not the JSON that it should be.
    #[error("not readable: {0}")]
    Json(#[from] serde_json::Error),
    /// A vertex is none, or of another board.
    #[error(transparent)]
    Vertex(#[from] VertexError),
    /// A value is outside what the game knows.
    #[error("{field}: {what}")]
    Value {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        what: String,
    },
    /// Points are named before the size of their board is known.
    #[error("it names points, but the size of the board is not known")]
    NoSize,
}

impl FormError {
    /// A value that the game does not know.
    pub(crate) fn value(field: &'static str, what: impl Into<String>) -> FormError {
        FormError::Value { field, what: what.into() }
    }
}

/// False, for fields that are only there when true.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}
