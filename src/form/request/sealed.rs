//! Requests about a sealed move (CONTRACT 4.5): `adjourn`, `seal`, `hand-over`, `open-sealed`. The point is in none of them but the last, and
//! an error never repeats it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::form::ColorName;
use crate::game::{OpenRequest, RequestError, SealRequest, SealVerb, Verb, is_open_digest};
use crate::go::{Place, Size};

use super::text::check_text;
use super::{NAME_MAX, malformed, value};

/// The fewest bytes of a nonce (CONTRACT 4.5): with fewer the move can be found by trying.
const NONCE_BYTES: usize = 16;

/// Fields by which a point would come in where none belongs.
const POINT_FIELDS: [&str; 4] = ["vertex", "vertices", "move", "point"];

/// Play stops until another session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AdjournForm {
    /// The side to move thinks on and seals; otherwise play stops at once.
    #[serde(default)]
    sealed: bool,
}

/// The move is sealed and handed over. The point is on the paper alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SealForm {
    /// Who seals.
    color: ColorName,
    /// Who keeps the envelope.
    custodian: String,
    /// What is written on it.
    envelope: Option<String>,
    /// SHA-256 of `vertex:nonce` in hex, the nonce 16 random bytes or more.
    #[schemars(regex(pattern = "^[0-9A-Fa-f]{64}$"))]
    digest: Option<String>,
}

/// Somebody else keeps the envelope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HandOverForm {
    /// Who.
    custodian: String,
}

/// The envelope is opened.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenForm {
    /// The move: "Q16", or "pass"; absent where nobody can read it.
    vertex: Option<String>,
    /// Nobody can read it.
    #[serde(default)]
    unreadable: bool,
    /// Who opens it.
    opened_by: String,
    /// What the digest was made with, as it was written down.
    nonce: Option<String>,
}

/// Reads the fields of one of these verbs.
pub(super) fn read(verb: &str, fields: Map<String, Value>, size: Size) -> Result<Verb, RequestError> {
    if verb != "open-sealed" {
        no_point(verb, &fields)?;
    }
    let shape = Value::Object(fields);
    match verb {
        "adjourn" => {
            let AdjournForm { sealed } = value("", shape)?;
            Ok(if sealed { Verb::Sealed(SealVerb::Begin) } else { Verb::Adjourn })
        }
        "seal" => Ok(Verb::Sealed(SealVerb::Seal(seal("", shape, size)?))),
        "hand-over" => {
            let HandOverForm { custodian } = value("", shape)?;
            name("custodian", &custodian)?;
            Ok(Verb::Sealed(SealVerb::HandOver { custodian }))
        }
        _ => open(value("", shape)?, size).map(|asked| Verb::Sealed(SealVerb::Open(asked))),
    }
}

fn no_point(verb: &str, fields: &Map<String, Value>) -> Result<(), RequestError> {
    match POINT_FIELDS.into_iter().find(|field| fields.contains_key(*field)) {
        Some(field) => Err(malformed(format!("{field} does not belong to {verb}: the point stays on the paper until open-sealed"))),
        None => Ok(()),
    }
}

fn name(field: &str, text: &str) -> Result<(), RequestError> {
    if text.is_empty() {
        return Err(malformed(format!("{field} is empty: write a name")));
    }
    check_text(field, text, NAME_MAX)
}

/// A move that is sealed here, or was at the table where the game began (`start-game`).
pub(super) fn seal(field: &str, shape: Value, size: Size) -> Result<SealRequest, RequestError> {
    if let Value::Object(fields) = &shape {
        no_point(if field.is_empty() { "seal" } else { field }, fields)?;
    }
    let form: SealForm = value(field, shape)?;
    name("custodian", &form.custodian)?;
    check_text("envelope", form.envelope.as_deref().unwrap_or_default(), NAME_MAX)?;
    let digest = form.digest.map(|digest| digest.to_ascii_lowercase());
    if digest.as_ref().is_some_and(|digest| digest.len() != 64 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        return Err(malformed("digest is no SHA-256: write its 64 hex digits"));
    }
    if digest.as_ref().is_some_and(|digest| is_open_digest(digest, size)) {
        return Err(malformed("digest was made without a nonce, so that anybody can find the move: make it of vertex:nonce"));
    }
    Ok(SealRequest { color: form.color.into(), custodian: form.custodian, envelope: form.envelope, digest })
}

fn open(form: OpenForm, size: Size) -> Result<OpenRequest, RequestError> {
    name("opened_by", &form.opened_by)?;
    if form.unreadable && form.vertex.is_some() {
        return Err(malformed("vertex and unreadable exclude each other: write one of them"));
    }
    if let Some(nonce) = &form.nonce {
        check_text("nonce", nonce, NAME_MAX)?;
        if bytes_of(nonce) < NONCE_BYTES {
            return Err(malformed(format!("nonce is too short: {NONCE_BYTES} bytes or more, in hex (32 digits) or base64 (22 signs)")));
        }
    }
    let place = |vertex: &String| Place::parse(vertex, size).map_err(|_| malformed("vertex is no point of this board, nor pass"));
    Ok(OpenRequest { place: form.vertex.as_ref().map(place).transpose()?, opened_by: form.opened_by, nonce: form.nonce })
}

/// How many bytes a text in hex or base64 stands for.
fn bytes_of(text: &str) -> usize {
    let signs = text.trim_end_matches('=').len();
    if text.bytes().all(|byte| byte.is_ascii_hexdigit()) { signs / 2 } else { signs * 3 / 4 }
}
