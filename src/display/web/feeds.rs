//! What other programs read: the live SGF of a table, its game and clock, its events, and the results of all. Everything here is public and comes
//! with its table's delay, so that pages of other sites may read it too.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::feed::{aged, events};
use super::{Site, lists};
use crate::display::tables::View;
use crate::time::Wall;

/// The addresses.
pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/feeds/{feed}", get(feed).options(asked_before))
        .route("/feeds/{feed}/events", get(events).options(asked_before))
        .layer(middleware::map_response(for_everybody))
}

/// Pages of every site may read the answer.
async fn for_everybody(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("etag, last-modified"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    response
}

/// What a browser asks before it lets a page of another site ask: reading is all that there is.
async fn asked_before() -> Response {
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "cache-control, if-modified-since, if-none-match, last-event-id"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, allowed).into_response()
}

/// One of the files, by its name.
async fn feed(State(site): State<Site>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    match (name.as_str(), name.rsplit_once('.')) {
        ("tables.json", _) => tables(&site),
        ("results.csv", _) => {
            let text = site.hub.tables().results().csv();
            file(&headers, "text/csv; charset=utf-8; header=present", None, text)
        }
        ("results.xml", _) => {
            let text = site.hub.tables().results().opengotha();
            file(&headers, "application/xml; charset=utf-8", None, text)
        }
        (_, Some((table, "sgf"))) => sgf(&site, table, &headers),
        (_, Some((table, "json"))) => table_now(&site, table),
        _ => missing(
            "there is no such feed: /feeds/tables.json has the tables, each with /feeds/TABLE.sgf, /feeds/TABLE.json and /feeds/TABLE/events",
        ),
    }
}

fn missing(message: &'static str) -> Response {
    (StatusCode::NOT_FOUND, message).into_response()
}

/// The live SGF of a table.
fn sgf(site: &Site, table: &str, headers: &HeaderMap) -> Response {
    let shown = site.hub.tables().public(table, "sgf", crate::now::stamp().mono);
    match shown {
        Some(shown) => file(headers, "application/x-go-sgf; charset=utf-8", Some(shown.arrived), shown.text.as_ref().to_owned()),
        None => missing("there is no public game of this table: /feeds/tables.json has those that there are"),
    }
}

/// A file that changes, for readers who ask again and again: nothing but its mark while it is the same.
fn file(headers: &HeaderMap, kind: &'static str, changed: Option<Wall>, text: String) -> Response {
    let hash = Sha256::digest(text.as_bytes());
    let mark = format!("\"{}\"", hash[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    // Seconds cannot tell two changes within one apart: a date is given, and counts, only once its second is over.
    let over = |changed: &Wall| crate::now::stamp().wall.as_unix_ms() / 1_000 > changed.as_unix_ms() / 1_000;
    let date = changed.filter(over).and_then(date);
    let asked = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let same = match asked(header::IF_NONE_MATCH) {
        Some(marks) => marks.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == mark),
        None => date.is_some() && asked(header::IF_MODIFIED_SINCE) == date.as_deref(),
    };
    let mut response = if same { StatusCode::NOT_MODIFIED.into_response() } else { ([(header::CONTENT_TYPE, kind)], text).into_response() };
    for (name, value) in [(header::ETAG, Some(mark)), (header::LAST_MODIFIED, date)] {
        // Both are plain: hex digits, and a date.
        if let Some(value) = value.and_then(|value| HeaderValue::from_str(&value).ok()) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// A moment as HTTP writes it (RFC 9110).
fn date(at: Wall) -> Option<String> {
    let at = jiff::Timestamp::from_millisecond(at.as_unix_ms()).ok()?;
    jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&at).ok()
}

/// Game, clock and status of a table as they are now, each with its age.
fn table_now(site: &Site, table: &str) -> Response {
    let now = crate::now::stamp().mono;
    let tables = site.hub.tables();
    let documents = ["status", "game", "clock"].map(|name| (name, tables.public(table, name, now)));
    let known: Map<String, Value> = documents
        .into_iter()
        .filter_map(|(name, shown)| {
            shown.and_then(|shown| Some((name.to_owned(), serde_json::from_str(&aged(&shown.text, shown.age_ms)).ok()?)))
        })
        .collect();
    if known.is_empty() {
        return missing("there is no such table: /feeds/tables.json has those that there are");
    }
    let mut now = Map::from_iter([
        ("table".to_owned(), json!(table)),
        ("broker".to_owned(), json!(tables.connected())),
        ("confirmed".to_owned(), json!(tables.pulse(table, View::Public, now).confirmed)),
    ]);
    now.extend(known);
    axum::Json(Value::Object(now)).into_response()
}

/// Every table in a line.
fn tables(site: &Site) -> Response {
    axum::Json(lists::hall(site)).into_response()
}

#[cfg(test)]
mod tests;
