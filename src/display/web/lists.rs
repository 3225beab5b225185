//! What is asked for once: the list of tables, and the documents of one.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::{Referee, Site};
use crate::display::tables::View;

/// Every table in a line, as the public knows it, and whether referees can send requests.
pub(super) async fn tables(State(site): State<Site>) -> Json<Value> {
    let mut hall = hall(&site);
    hall["referees"] = json!(site.gate.is_open());
    Json(hall)
}

/// Every table in a line, as the public knows it.
pub(super) fn hall(site: &Site) -> Value {
    let now = crate::now::stamp().mono;
    let tables = site.hub.tables();
    let line = |id: &String| {
        let documents = tables.documents(id, View::Public);
        let of = |topic: &str| -> Value {
            documents.iter().find(|(name, _)| name == topic).and_then(|(_, text)| serde_json::from_str(text).ok()).unwrap_or_default()
        };
        let (status, game, pulse) = (of("status"), of("game"), tables.pulse(id, View::Public, now));
        let fields = [
            ("id", json!(id)),
            ("confirmed", json!(pulse.confirmed)),
            ("state", status["state"].clone()),
            ("phase", game["phase"].clone()),
            ("event", game["match"]["event"].clone()),
            ("round", game["match"]["round"].clone()),
            ("board", game["match"]["board"].clone()),
            ("game_id", game["game_id"].clone()),
            ("black", game["players"]["black"]["name"].clone()),
            ("white", game["players"]["white"]["name"].clone()),
            ("move_number", game["move_number"].clone()),
            ("result", game["result"]["sgf"].clone()),
        ];
        // Absent, never null.
        Value::Object(fields.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let lines: Vec<Value> = tables.names().iter().map(line).collect();
    json!({ "broker": tables.connected(), "tables": lines })
}

/// The field's words in all languages.
pub(super) async fn words() -> Response {
    Json(crate::form::field_words()).into_response()
}

/// The public documents of a table by topic.
pub(super) async fn public(State(site): State<Site>, Path(table): Path<String>) -> Response {
    documents(&site, &table, View::Public)
}

/// All documents of a table by topic, for a referee.
pub(super) async fn all(_: Referee, State(site): State<Site>, Path(table): Path<String>) -> Response {
    documents(&site, &table, View::Full)
}

fn documents(site: &Site, table: &str, view: View) -> Response {
    let documents = site.hub.tables().documents(table, view);
    if documents.is_empty() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let object: Map<String, Value> =
        documents.into_iter().filter_map(|(topic, text)| Some((topic, serde_json::from_str(&text).ok()?))).collect();
    Json(Value::Object(object)).into_response()
}
