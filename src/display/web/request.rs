//! Requests of pages to tables.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::{Referee, Site};
use crate::display::desk::Order;
use crate::display::link::NO_BROKER;

/// A table answers in some milliseconds, after its disk; one that has not answered in this time is away or hangs, and the page says so. The same
/// request may be sent again: its transaction has one effect.
const ANSWER_PATIENCE: Duration = Duration::from_secs(8);
/// The longest name of a verb: twice that of the longest there is.
const VERB_MAX: usize = 40;

/// Who has shown the token: what a page asks for when somebody enters one.
pub(super) async fn me(Referee(user): Referee) -> Json<Value> {
    Json(json!({ "user": user }))
}

/// Sends a request as `request/<verb>/<user>` and waits for its answer, which is passed on as it came.
pub(super) async fn send(
    Referee(user): Referee,
    State(site): State<Site>,
    Path((table, verb)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let order = match order(table, verb, user, &headers, &body) {
        Ok(order) => order,
        Err(message) => return refuse(StatusCode::BAD_REQUEST, "malformed", &message),
    };
    let (connected, known) = {
        let tables = site.hub.tables();
        (tables.connected(), tables.has(&order.table))
    };
    if !connected {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "not-sent", NO_BROKER);
    }
    if !known {
        return refuse(StatusCode::NOT_FOUND, "not-sent", "there is no such table on the broker");
    }
    let Some(answer) = site.hub.desk().ask(order) else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "busy", "too many requests wait for their answers: try again");
    };
    match tokio::time::timeout(ANSWER_PATIENCE, answer).await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        _ => refuse(
            StatusCode::GATEWAY_TIMEOUT,
            "no-answer",
            "the table has not answered: whether it has heard is not known; the same may be sent again",
        ),
    }
}

/// The request as it goes out, or what is wrong with it.
fn order(table: String, verb: String, user: String, headers: &HeaderMap, body: &[u8]) -> Result<Order, String> {
    // A form of another site cannot say this.
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err("send JSON, as \"Content-Type: application/json\"".to_owned());
    }
    if verb.is_empty() || verb.len() > VERB_MAX || !verb.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
        return Err("the verb is not usable".to_owned());
    }
    let mut fields: Map<String, Value> = serde_json::from_slice(body).map_err(|fault| format!("no JSON object: {fault}"))?;
    // The topic says who asks; nobody signs with another's name.
    fields.remove("by");
    let transaction =
        fields.get("transaction").and_then(Value::as_str).ok_or("transaction is missing: write one that you have not used before")?;
    let transaction = transaction.to_owned();
    let payload = Value::Object(fields).to_string();
    Ok(Order { table, verb, user, transaction, payload })
}

fn refuse(status: StatusCode, code: &str, message: &str) -> Response {
    (status, Json(json!({ "status": "error", "code": code, "message": message }))).into_response()
}
