//! The streams: one browser walks along the changes at its own speed.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Interval, MissedTickBehavior};

use super::{Referee, Site};
use crate::display::hub::Hub;
use crate::display::tables::{Cursor, Next, Pulse, View};
use crate::time::Stamp;

/// Every stream says at least this often that it lives; a page that hears nothing for three of these says so.
const BEAT: Duration = Duration::from_secs(1);
/// The same for programs: often enough for every web server in between, which give a silent stream up after half a minute or more.
const SLOW_BEAT: Duration = Duration::from_secs(10);

/// All tables, as the public knows them.
pub(super) async fn public_hall(State(site): State<Site>) -> Response {
    let cursor = site.hub.tables().begin_all(View::Public);
    open(site, cursor, Tongue::Pages)
}

/// One table, as the public knows it.
pub(super) async fn public(State(site): State<Site>, Path(table): Path<String>) -> Response {
    let cursor = site.hub.tables().begin(&table, View::Public);
    open(site, cursor, Tongue::Pages)
}

/// One table for programs: what is public, with the number of every event, so that a reader who was away goes on where it was.
pub(super) async fn events(State(site): State<Site>, Path(table): Path<String>, headers: HeaderMap) -> Response {
    let last = headers.get("last-event-id").and_then(|last| last.to_str().ok());
    let cursor = site.hub.tables().follow(&table, last);
    open(site, cursor, Tongue::Programs)
}

/// All tables with everything, for a referee.
pub(super) async fn hall(_: Referee, State(site): State<Site>) -> Response {
    let cursor = site.hub.tables().begin_all(View::Full);
    open(site, cursor, Tongue::Pages)
}

/// One table with everything, for a referee.
pub(super) async fn all(_: Referee, State(site): State<Site>, Path(table): Path<String>) -> Response {
    let cursor = site.hub.tables().begin(&table, View::Full);
    open(site, cursor, Tongue::Pages)
}

/// The address of a table's stream before there were two feeds: whatever else it asks for, it gets the public one.
#[derive(Debug, Deserialize)]
pub(super) struct Wish {
    table: Option<String>,
}

pub(super) async fn earlier(State(site): State<Site>, Query(wish): Query<Wish>) -> Response {
    public(State(site), Path(wish.table.unwrap_or_default())).await
}

fn open(site: Site, cursor: Cursor, tongue: Tongue) -> Response {
    let Ok(permit) = site.browsers.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], "too many displays are open").into_response();
    };
    Sse::new(stream(Browser::new(site.hub, cursor, tongue, permit))).into_response()
}

/// How a stream is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tongue {
    /// To our own pages: each document in an envelope.
    Pages,
    /// To programs: each document as it was published, under the name of its topic.
    Programs,
}

/// How everything is, but for its documents: the broker, and each table of the browser.
type Told = (bool, Vec<(String, Pulse)>);

/// One browser: where it is, and nothing that could grow.
struct Browser {
    hub: Arc<Hub>,
    cursor: Cursor,
    tongue: Tongue,
    bell: watch::Receiver<u64>,
    beat: Interval,
    /// What it was told last.
    told: Option<Told>,
    _permit: OwnedSemaphorePermit,
}

impl Browser {
    fn new(hub: Arc<Hub>, cursor: Cursor, tongue: Tongue, permit: OwnedSemaphorePermit) -> Self {
        let bell = hub.bell();
        let mut beat = tokio::time::interval(if tongue == Tongue::Pages { BEAT } else { SLOW_BEAT });
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { hub, cursor, tongue, bell, beat, told: None, _permit: permit }
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
        let now = crate::now::stamp();
        let next = self.hub.tables().next(&mut self.cursor, now.mono);
        if let Some(next) = next {
            return Some(if self.tongue == Tongue::Pages { enveloped(next) } else { plain(next) });
        }
        let kind = |(connected, pulses): &Told| (*connected, pulses.iter().map(|(_, pulse)| pulse.confirmed).collect::<Vec<_>>());
        let changed = self.told.as_ref().map(kind) != Some(kind(&self.state(now)));
        changed.then(|| self.pulse())
    }

    fn state(&self, now: Stamp) -> Told {
        let tables = self.hub.tables();
        let names = match &self.cursor.table {
            Some(table) => vec![table.clone()],
            None => tables.names(),
        };
        let pulses = names.into_iter().map(|table| {
            let pulse = tables.pulse(&table, self.cursor.view, now.mono);
            (table, pulse)
        });
        (tables.connected(), pulses.collect())
    }

    fn pulse(&mut self) -> Event {
        let now = crate::now::stamp();
        let (connected, pulses) = self.state(now);
        let of = |pulse: Pulse| {
            let mut of = Map::from_iter([("confirmed".to_owned(), json!(pulse.confirmed))]);
            of.extend(pulse.heard_ms.map(|heard_ms| ("heard_ms".to_owned(), json!(heard_ms))));
            of
        };
        let mut data = match (&self.cursor.table, pulses.first()) {
            (Some(_), Some((_, pulse))) => of(*pulse),
            _ => {
                let tables = pulses.iter().map(|(table, pulse)| (table.clone(), Value::Object(of(*pulse))));
                Map::from_iter([("tables".to_owned(), Value::Object(tables.collect()))])
            }
        };
        data.insert("broker".to_owned(), json!(connected));
        data.insert("now_ms".to_owned(), json!(now.wall.as_unix_ms()));
        self.told = Some((connected, pulses));
        Event::default().event("pulse").data(Value::Object(data).to_string())
    }
}

/// A document as the page reads it: one line of JSON around the document's own text.
fn enveloped(next: Next) -> Event {
    match next {
        Next::Reset => Event::default().event("reset").data("{}"),
        Next::Document { table, topic, text, retained, age_ms, id: _ } => {
            let document = text.map_or(String::new(), |text| format!(",\"document\":{text}"));
            let (table, topic) = (Value::String(table), Value::String(topic));
            let head = format!("\"table\":{table},\"topic\":{topic},\"retained\":{retained},\"age_ms\":{age_ms}");
            Event::default().event("document").data(format!("{{{head}{document}}}"))
        }
    }
}

/// A document as it was published, with its age; an event as it was, with its number. `null` for one that is not there any more.
fn plain(next: Next) -> Event {
    match next {
        Next::Reset => Event::default().event("reset").data("{}"),
        Next::Document { topic, text, age_ms, id, .. } => {
            let text = text.unwrap_or_else(|| "null".into());
            match id.filter(|id| topic == "event" && !id.contains(['\r', '\n', '\0'])) {
                Some(id) => Event::default().event(topic).id(id).data(text),
                None => Event::default().event(topic).data(aged(&text, age_ms)),
            }
        }
    }
}

/// A document with one more field: how old it is.
pub(super) fn aged(document: &str, age_ms: u64) -> String {
    match document.strip_prefix('{').filter(|rest| *rest != "}") {
        Some(rest) => format!("{{\"age_ms\":{age_ms},{rest}"),
        None => document.to_owned(),
    }
}

fn stream(browser: Browser) -> impl Stream<Item = Result<Event, Infallible>> {
    futures_util::stream::unfold(browser, async |mut browser| Some((Ok(browser.next().await?), browser)))
}
