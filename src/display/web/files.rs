//! The files of the pages.

use axum::extract::Query;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

/// The files of the pages.
#[derive(rust_embed::Embed)]
#[folder = "src/display/page"]
pub(super) struct Files;

/// The address of the first page: with a table it is the table's board, as it was before there was a hall.
#[derive(Debug, Deserialize)]
pub(super) struct First {
    table: Option<String>,
}

/// All tables, or the board of one.
pub(super) async fn first(Query(first): Query<First>) -> Response {
    named(if first.table.is_some() { "board.html" } else { "hall.html" })
}

pub(super) async fn board() -> Response {
    named("board.html")
}

pub(super) async fn referee() -> Response {
    named("referee.html")
}

pub(super) async fn overlay() -> Response {
    named("overlay.html")
}

pub(super) async fn operator() -> Response {
    named("operator.html")
}

/// Any other address is a file's.
pub(super) async fn other(uri: Uri) -> Response {
    named(uri.path().trim_start_matches('/'))
}

fn named(name: &str) -> Response {
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    match Files::get(name) {
        Some(file) => ([(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
