//! The pages, their files and their streams, over HTTP.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use futures_util::Stream;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Interval, MissedTickBehavior};

use super::hub::Hub;
use super::tables::{Cursor, Next, Pulse, View};

/// Browsers that watch at one time: a hall's displays and referees, and the phones of its visitors. A further one gets 503 and tries again.
pub(super) const MAX_BROWSERS: usize = 512;
/// Every stream says at least this often that it lives; a page that hears nothing for three of these says so.
const BEAT: Duration = Duration::from_secs(1);
/// Nothing from outside: the pages work on a network without a way out, and nobody else's script runs in them.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                                       base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files of the pages.
#[derive(rust_embed::Embed)]
#[folder = "src/display/page"]
struct Files;

#[derive(Debug, Clone)]
struct Site {
    hub: Arc<Hub>,
    browsers: Arc<Semaphore>,
}

/// What a browser asks for.
#[derive(Debug, Deserialize)]
struct Wish {
    table: Option<String>,
    /// `public`: as spectators see it, with its delay.
    feed: Option<String>,
}

impl Wish {
    fn view(&self) -> View {
        if self.feed.as_deref() == Some("public") { View::Public } else { View::Full }
    }
}

/// Serves until the hub is closed.
pub(super) async fn run(listener: TcpListener, hub: Arc<Hub>) {
    let closing = Arc::clone(&hub);
    let served = axum::serve(listener, site(hub, MAX_BROWSERS)).with_graceful_shutdown(async move { closing.closed().await });
    if let Err(error) = served.await {
        tracing::warn!(%error, "displays are no longer served");
    }
}

/// All routes.
pub(super) fn site(hub: Arc<Hub>, browsers: usize) -> Router {
    Router::new()
        .route("/", get(|| file(Path("board.html".to_owned()))))
        .route("/{name}", get(file))
        .route("/events", get(events))
        .route("/api/tables", get(list))
        .route("/api/tables/{table}", get(documents))
        .layer(middleware::map_response(guard))
        .with_state(Site { hub, browsers: Arc::new(Semaphore::new(browsers)) })
}

/// What every answer carries.
async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // An upgraded daemon must not meet the scripts of the old one.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

async fn file(Path(name): Path<String>) -> Response {
    let kind = match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    match Files::get(&name) {
        Some(file) => ([(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Every table in a line: what a list of tables shows.
async fn list(State(site): State<Site>, Query(wish): Query<Wish>) -> Json<Value> {
    let now = crate::now::stamp().mono;
    let tables = site.hub.tables();
    let line = |id: &String| {
        let documents = tables.documents(id, wish.view());
        let of = |topic: &str| -> Value {
            documents.iter().find(|(name, _)| name == topic).and_then(|(_, text)| serde_json::from_str(text).ok()).unwrap_or_default()
        };
        let (status, game, pulse) = (of("status"), of("game"), tables.pulse(id, now));
        let fields = [
            ("id", json!(id)),
            ("confirmed", json!(pulse.confirmed)),
            ("state", status["state"].clone()),
            ("phase", game["phase"].clone()),
            ("black", game["players"]["black"]["name"].clone()),
            ("white", game["players"]["white"]["name"].clone()),
            ("move_number", game["move_number"].clone()),
        ];
        // Absent, never null.
        Value::Object(fields.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let lines: Vec<Value> = tables.names().iter().map(line).collect();
    Json(json!({ "broker": tables.connected(), "tables": lines }))
}

/// All documents of a table by topic.
async fn documents(State(site): State<Site>, Path(table): Path<String>, Query(wish): Query<Wish>) -> Response {
    let documents = site.hub.tables().documents(&table, wish.view());
    if documents.is_empty() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let object: Map<String, Value> =
        documents.into_iter().filter_map(|(topic, text)| Some((topic, serde_json::from_str(&text).ok()?))).collect();
    Json(Value::Object(object)).into_response()
}

/// The stream of one table to one browser.
async fn events(State(site): State<Site>, Query(wish): Query<Wish>) -> Response {
    let Ok(permit) = site.browsers.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], "too many displays are open").into_response();
    };
    let cursor = site.hub.tables().begin(wish.table.as_deref().unwrap_or_default(), wish.view());
    Sse::new(stream(Browser::new(site.hub, cursor, permit))).into_response()
}

/// One browser: where it is, and nothing that could grow.
struct Browser {
    hub: Arc<Hub>,
    cursor: Cursor,
    bell: watch::Receiver<u64>,
    beat: Interval,
    /// What it was told last.
    told: Option<(bool, Pulse)>,
    _permit: OwnedSemaphorePermit,
}

impl Browser {
    fn new(hub: Arc<Hub>, cursor: Cursor, permit: OwnedSemaphorePermit) -> Self {
        let bell = hub.bell();
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { hub, cursor, bell, beat, told: None, _permit: permit }
    }

    /// Waits for the next thing to send; `None` when the pages end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            self.bell.borrow_and_update();
            if let Some(event) = self.look() {
                return Some(event);
            }
            tokio::select! {
                () = self.hub.closed() => return None,
                changed = self.bell.changed() => changed.ok()?,
                _ = self.beat.tick() => return Some(self.pulse()),
            }
        }
    }

    /// The next document, or the pulse if it has changed its kind.
    fn look(&mut self) -> Option<Event> {
        let now = crate::now::stamp().mono;
        let (next, connected, pulse) = {
            let tables = self.hub.tables();
            (tables.next(&mut self.cursor, now), tables.connected(), tables.pulse(&self.cursor.table, now))
        };
        let changed = self.told.is_none_or(|(was_connected, was)| (was_connected, was.confirmed) != (connected, pulse.confirmed));
        match next {
            Some(next) => Some(event(next)),
            None if changed => Some(self.pulse()),
            None => None,
        }
    }

    fn pulse(&mut self) -> Event {
        let now = crate::now::stamp();
        let (connected, pulse) = {
            let tables = self.hub.tables();
            (tables.connected(), tables.pulse(&self.cursor.table, now.mono))
        };
        self.told = Some((connected, pulse));
        let mut data = json!({ "broker": connected, "confirmed": pulse.confirmed, "now_ms": now.wall.as_unix_ms() });
        if let Some(heard_ms) = pulse.heard_ms {
            data["heard_ms"] = json!(heard_ms);
        }
        Event::default().event("pulse").data(data.to_string())
    }
}

/// A document as the page reads it: one line of JSON around the document's own text.
fn event(next: Next) -> Event {
    match next {
        Next::Reset => Event::default().event("reset").data("{}"),
        Next::Document { topic, text, retained, age_ms } => {
            let document = text.map_or(String::new(), |text| format!(",\"document\":{text}"));
            let topic = Value::String(topic);
            Event::default().event("document").data(format!("{{\"topic\":{topic},\"retained\":{retained},\"age_ms\":{age_ms}{document}}}"))
        }
    }
}

fn stream(browser: Browser) -> impl Stream<Item = Result<Event, Infallible>> {
    futures_util::stream::unfold(browser, async |mut browser| Some((Ok(browser.next().await?), browser)))
}

#[cfg(test)]
mod tests;
