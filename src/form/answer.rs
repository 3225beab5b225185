//! Answers to requests (CONTRACT 4.5).

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Answer, AnswerData, ErrorCode, RequestError};

use super::limit::json;
use super::{ClockForm, SideName};

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AnswerForm {
    /// The request's transaction; absent when the request had none that could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<String>,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: OutcomeForm,
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum OutcomeForm {
    /// It was done.
    Ok {
        /// What there is to say.
        data: DataForm,
    },
    /// It was not.
    Error {
        /// Why.
        code: CodeName,
        /// What to do, for a person.
        message: String,
    },
}

/// What a good answer says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct DataForm {
    /// The game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
    /// Its revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rev: Option<u64>,
    /// The ruling that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The alert that was raised: an appeal's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alert: Option<String>,
    /// Both clocks, for `time-left`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Box<ClockForm>>,
    /// The first event that is sent again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_seq: Option<u64>,
    /// The side of the clock on which Black sits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_side: Option<SideName>,
}

macro_rules! codes {
    ($($variant:ident),+) => {
        /// Why a request was not carried out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the names are the contract's")]
        pub enum CodeName { $($variant),+ }

        impl From<ErrorCode> for CodeName {
            fn from(code: ErrorCode) -> CodeName {
                match code { $(ErrorCode::$variant => CodeName::$variant),+ }
            }
        }
    };
}

codes!(Malformed, UnknownVerb, UnknownField, Stale, TransactionReused, NotNow, NotAllowed, NoSuchAlert, AlreadyRuled, Conflict, Busy);

/// The answer as JSON. `game_id` is the game now, for the clock document of `time-left`.
pub fn answer_to_json(answer: &Answer, game_id: &str) -> String {
    let outcome = match &answer.outcome {
        Ok(data) => OutcomeForm::Ok { data: DataForm::new(data, game_id) },
        Err(error) => OutcomeForm::from(error),
    };
    json(&AnswerForm { transaction: Some(answer.transaction.clone()), outcome })
}

/// The answer to a request that never reached the game, as JSON.
pub fn refusal_to_json(transaction: Option<&str>, error: &RequestError) -> String {
    json(&AnswerForm { transaction: transaction.map(str::to_owned), outcome: OutcomeForm::from(error) })
}

impl From<&RequestError> for OutcomeForm {
    fn from(error: &RequestError) -> OutcomeForm {
        OutcomeForm::Error { code: error.code.into(), message: error.message.clone() }
    }
}

impl DataForm {
    fn new(data: &AnswerData, game_id: &str) -> DataForm {
        match data {
            AnswerData::Done { game_id, rev } => DataForm { game_id: Some(game_id.clone()), rev: Some(*rev), ..DataForm::default() },
            AnswerData::Ruled { game_id, rev, ruling, alert } => DataForm {
                game_id: Some(game_id.clone()),
                rev: Some(*rev),
                ruling: ruling.clone(),
                alert: alert.clone(),
                ..DataForm::default()
            },
            AnswerData::Clock(clock) => DataForm { clock: Some(Box::new(ClockForm::new(clock, game_id, None))), ..DataForm::default() },
            AnswerData::Republish { from_seq } => DataForm { from_seq: *from_seq, ..DataForm::default() },
            AnswerData::Pong => DataForm::default(),
            AnswerData::BlackSide(side) => DataForm { black_side: Some((*side).into()), ..DataForm::default() },
        }
    }
}
