//! Requests (CONTRACT 4.5): from a topic and a payload to a typed [`Request`], or a refusal that names the field and the remedy.

mod decision;
mod given;
mod record;
mod referee;
mod result;
mod rule;
mod sealed;
mod shape;
mod text;
mod verb;

pub(crate) use shape::verb_schemas;
pub use text::{NAME_MAX, TEXT_MAX, valid_user};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::game::{ErrorCode, Request, RequestError};
use crate::go::Size;

use text::{check_id, check_text};

/// The largest request, in bytes: 16 kB (CONTRACT 4.5), binary, so that nobody is refused by the other reading.
pub const REQUEST_MAX: usize = 16_384;

/// The deepest nesting of a request. The deepest that means anything has 4 (`players.black.names.ja`).
pub const DEPTH_MAX: usize = 8;

/// The longest transaction.
const TRANSACTION_MAX: usize = 64;

/// Every verb that is carried out.
pub const VERBS: [&str; 44] = [
    "prepare-game",
    "start-game",
    "start-clock",
    "stop-clock",
    "press",
    "set-clock",
    "adjust-clock",
    "pause",
    "resume",
    "play",
    "undo",
    "correct-record",
    "set-position",
    "pass",
    "resign",
    "accept-end",
    "dispute-end",
    "mark-dead",
    "count",
    "enter-count",
    "propose-dead",
    "confirm-score",
    "end-game",
    "republish",
    "time-left",
    "ping",
    "acknowledge",
    "arrived",
    "adjourn",
    "rule",
    "overrule",
    "appeal",
    "adopt-clock",
    "set-colors",
    "take",
    "mute",
    "report",
    "call",
    "claim",
    "leave",
    "returned",
    "seal",
    "hand-over",
    "open-sealed",
];

/// Verbs that change what was played: they must say which game and revision they mean.
const EXPECTING: [&str; 4] = ["undo", "correct-record", "set-position", "end-game"];

/// True for the verbs that must say which game and revision they mean.
pub(crate) fn needs_expect(verb: &str) -> bool {
    EXPECTING.contains(&verb)
}

/// A request that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedRequest {
    /// The request.
    pub request: Request,
    /// The tables it is meant for, where it came over `all/request/…` and names them.
    pub tables: Option<Vec<String>>,
    /// SHA-256 in hex over verb, sender and content, however its fields are ordered and spaced: the same transaction with another hash
    /// is `transaction-reused`.
    pub hash: String,
}

/// A request that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// Its transaction, where it could be read.
    pub transaction: Option<String>,
    /// Why, and what to do.
    pub error: RequestError,
}

/// The game that a request is meant for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectForm {
    /// The game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
    /// Its revision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rev: Option<u64>,
}

/// Reads the payload of `request/<verb>` or `request/<verb>/<user>`. Vertices are read on a board of this size.
///
/// # Errors
/// [`Refused`] with `malformed`, `unknown-verb` or `unknown-field`.
pub fn parse_request(verb: &str, user: Option<&str>, payload: &[u8], size: Size) -> Result<ParsedRequest, Refused> {
    let mut fields = object(payload).map_err(|error| Refused { transaction: None, error })?;
    // Before anything else is looked at: whoever can be answered by name is.
    let transaction = transaction(&mut fields).map_err(|error| Refused { transaction: None, error })?;
    let parsed = plain(&fields).and_then(|()| parse_fields(verb, user, &transaction, fields, size));
    parsed.map_err(|error| Refused { transaction: Some(transaction), error })
}

fn parse_fields(
    verb: &str,
    user: Option<&str>,
    transaction: &str,
    mut fields: Map<String, Value>,
    size: Size,
) -> Result<ParsedRequest, RequestError> {
    if !VERBS.contains(&verb) {
        let shown: String = verb.chars().take(TRANSACTION_MAX).collect();
        return Err(error(ErrorCode::UnknownVerb, format!("there is no verb \"{shown}\": use one of {}", VERBS.join(", "))));
    }
    if fields.get("players").is_some_and(Value::is_array) {
        return Err(malformed("players: two names without colours are not supported yet, give an object with black and white"));
    }
    let by = sender(user, fields.remove("by"))?;
    let hash = content_hash(verb, by.as_deref(), &fields);
    let expect = expectation(verb, fields.remove("expect"))?;
    let tables = match fields.remove("tables") {
        None => None,
        Some(tables) => Some(value::<Vec<String>>("tables", tables)?),
    };
    let verb = verb::read(verb, fields, size)?;
    let request = Request { transaction: transaction.to_owned(), by, expect_game: expect.game_id, expect_rev: expect.rev, verb };
    Ok(ParsedRequest { request, tables, hash })
}

fn object(payload: &[u8]) -> Result<Map<String, Value>, RequestError> {
    if payload.is_empty() {
        return Err(malformed("the request is empty: send a JSON object with a transaction"));
    }
    if payload.len() > REQUEST_MAX {
        return Err(malformed(format!("the request has {} bytes: send {REQUEST_MAX} at most", payload.len())));
    }
    // A nesting deeper than 128 is already refused by the parser, so that the stack is safe before the depth is looked at.
    let value: Value = serde_json::from_slice(payload).map_err(|fault| malformed(format!("no JSON: {fault}")))?;
    match value {
        Value::Object(fields) => Ok(fields),
        _ => Err(malformed("the request is no JSON object: send {\"transaction\":\"…\", …}")),
    }
}

/// Refuses what no verb has: deep nesting, and `null`.
fn plain(fields: &Map<String, Value>) -> Result<(), RequestError> {
    if 1 + fields.values().map(depth).max().unwrap_or(0) > DEPTH_MAX {
        return Err(malformed(format!("the request is nested deeper than {DEPTH_MAX} levels: send only the fields of its verb")));
    }
    match fields.iter().find_map(|(name, value)| null_at(name, value)) {
        Some(field) => Err(malformed(format!("{field} is null: leave out what is not known"))),
        None => Ok(()),
    }
}

/// How many objects and lists are nested: 1 for `{}`.
fn depth(value: &Value) -> usize {
    match value {
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// The name of this field, or of the first in it, that is, or holds in a list, `null`.
fn null_at(name: &str, value: &Value) -> Option<String> {
    let inside = |value: &Value| match value {
        Value::Object(fields) => fields.iter().find_map(|(name, value)| null_at(name, value)),
        _ => None,
    };
    let below = match value {
        Value::Null => return Some(name.to_owned()),
        Value::Array(items) if items.contains(&Value::Null) => return Some(name.to_owned()),
        Value::Array(items) => items.iter().find_map(inside),
        other => inside(other),
    };
    below.map(|inner| format!("{name}.{inner}"))
}

fn transaction(fields: &mut Map<String, Value>) -> Result<String, RequestError> {
    let remedy = "write 1 to 64 of A-Z a-z 0-9 . _ : - that you have not used before";
    let text = match fields.remove("transaction") {
        None => return Err(malformed(format!("transaction is missing: {remedy}"))),
        Some(Value::String(text)) => text,
        Some(_) => return Err(malformed(format!("transaction is no text: {remedy}"))),
    };
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"._:-".contains(&byte);
    if text.is_empty() || text.len() > TRANSACTION_MAX || !text.bytes().all(good) {
        return Err(malformed(format!("transaction is not usable: {remedy}")));
    }
    Ok(text)
}

/// Who asks: the topic's user before the payload's `by`.
fn sender(user: Option<&str>, by: Option<Value>) -> Result<Option<String>, RequestError> {
    if let Some(user) = user {
        if !valid_user(user) {
            return Err(malformed("the user in the topic is not usable: write 1 to 64 of A-Z a-z 0-9 _ -"));
        }
        return Ok(Some(user.to_owned()));
    }
    let Some(by) = by else { return Ok(None) };
    let by = value::<String>("by", by)?;
    check_text("by", &by, NAME_MAX)?;
    Ok(Some(by))
}

fn expectation(verb: &str, expect: Option<Value>) -> Result<ExpectForm, RequestError> {
    let form = match expect {
        None => ExpectForm::default(),
        Some(expect) => value::<ExpectForm>("expect", expect)?,
    };
    if let Some(game_id) = &form.game_id {
        check_id("expect.game_id", game_id)?;
    }
    if needs_expect(verb) && (form.game_id.is_none() || form.rev.is_none()) {
        let remedy = "give {\"game_id\":\"…\",\"rev\":…} of the game document that you are looking at";
        return Err(malformed(format!("expect is needed for {verb}: {remedy}")));
    }
    Ok(form)
}

/// SHA-256 in hex over verb, sender and fields; keys in order, no spaces.
fn content_hash(verb: &str, by: Option<&str>, fields: &Map<String, Value>) -> String {
    let mut text = format!("{verb}\n{}\n", by.unwrap_or_default());
    canonical_object(fields, &mut text);
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => canonical_object(fields, text),
        Value::Array(items) => {
            text.push('[');
            for item in items {
                canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        simple => text.push_str(&simple.to_string()),
    }
}

fn canonical_object(fields: &Map<String, Value>, text: &mut String) {
    // Sorted here, because the map of serde_json keeps the sender's order when some crate asks for that.
    let mut sorted: Vec<_> = fields.iter().collect();
    sorted.sort_by_key(|&(key, _)| key);
    text.push('{');
    for (key, value) in sorted {
        text.push_str(&Value::String(key.clone()).to_string());
        text.push(':');
        canonical(value, text);
        text.push(',');
    }
    text.push('}');
}

/// Reads a value into its shape; an error names the field by its whole path.
fn value<T: DeserializeOwned>(field: &str, value: Value) -> Result<T, RequestError> {
    serde_path_to_error::deserialize(value).map_err(|fault| {
        let inner = fault.path().to_string();
        let path = match (field, inner.as_str()) {
            ("", ".") => String::new(),
            ("", inner) => inner.to_owned(),
            (field, ".") => field.to_owned(),
            (field, inner) if inner.starts_with('[') => format!("{field}{inner}"),
            (field, inner) => format!("{field}.{inner}"),
        };
        let what = fault.into_inner().to_string();
        let code = if what.starts_with("unknown field") { ErrorCode::UnknownField } else { ErrorCode::Malformed };
        error(code, if path.is_empty() { what } else { format!("{path}: {what}") })
    })
}

fn malformed(message: impl Into<String>) -> RequestError {
    error(ErrorCode::Malformed, message)
}

fn error(code: ErrorCode, message: impl Into<String>) -> RequestError {
    RequestError { code, message: message.into() }
}
