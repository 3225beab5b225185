//! The pages, their files, their streams and their requests, over HTTP.

mod feed;
mod feeds;
mod files;
mod lists;
mod request;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::gate::{Denied, Gate};
use super::hub::Hub;
use crate::door::{Door, Limits};
use crate::form::REQUEST_MAX;

/// Browsers that watch at one time: a hall's displays and referees, and the phones of its visitors. A further one gets 503 and tries again.
pub(super) const MAX_BROWSERS: usize = 512;
/// Connections at one time: browsers that watch, and some more that ask for pages, files and lists.
const CONNECTIONS: usize = MAX_BROWSERS + 128;
/// Nothing from outside: the pages work on a network without a way out, and nobody else's script runs in them.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                                       base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Debug, Clone)]
struct Site {
    hub: Arc<Hub>,
    gate: Arc<Gate>,
    browsers: Arc<Semaphore>,
}

/// Somebody who has shown a token: its name. A route that takes one is closed to everybody else.
#[derive(Debug)]
struct Referee(String);

impl FromRequestParts<Site> for Referee {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Denied> {
        // Without an address nobody could be told to wait; every listener of ours gives one.
        let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() else { return Err(Denied::Foreign) };
        site.gate.admit(&parts.headers, *peer, crate::now::stamp().mono).map(Referee)
    }
}

/// Serves until the hub is closed.
pub(super) async fn run(listener: TcpListener, hub: Arc<Hub>, gate: Gate) {
    serve(listener, hub, gate, MAX_BROWSERS, Limits::of(CONNECTIONS)).await;
}

/// The same with limits of one's own.
async fn serve(listener: TcpListener, hub: Arc<Hub>, gate: Gate, browsers: usize, limits: Limits) {
    let closing = Arc::clone(&hub);
    let service = site(hub, gate, browsers).into_make_service_with_connect_info::<SocketAddr>();
    // Tapped only because axum gives the address of a listener of ours in no other way.
    let door = Door::new(listener, limits).tap_io(|_| {});
    let served = axum::serve(door, service).with_graceful_shutdown(async move { closing.closed().await });
    if let Err(error) = served.await {
        tracing::warn!(%error, "displays are no longer served");
    }
}

/// All routes. Those under `/feeds`, `/feed/public` and `/api/tables` show what is public; those under `/feed/all`, `/api/all` and `/request` want a token.
pub(super) fn site(hub: Arc<Hub>, gate: Gate, browsers: usize) -> Router {
    Router::new()
        .route("/", get(files::first))
        .route("/board", get(files::board))
        .route("/board/{table}", get(files::board))
        .route("/referee", get(files::referee))
        .route("/referee/{table}", get(files::referee))
        .route("/overlay", get(files::overlay))
        .route("/overlay/{table}", get(files::overlay))
        .route("/operator", get(files::operator))
        .route("/events", get(feed::earlier))
        .route("/feed/public", get(feed::public_hall))
        .route("/feed/public/{table}", get(feed::public))
        .route("/feed/all", get(feed::hall))
        .route("/feed/all/{table}", get(feed::all))
        .route("/api/tables", get(lists::tables))
        .route("/api/tables/{table}", get(lists::public))
        .route("/api/all/{table}", get(lists::all))
        .route("/api/words", get(lists::words))
        .route("/api/me", get(request::me))
        .route("/request/{table}/{verb}", post(request::send).layer(DefaultBodyLimit::max(REQUEST_MAX)))
        .merge(feeds::routes())
        .fallback(get(files::other))
        .layer(middleware::map_response(guard))
        .with_state(Site { hub, gate: Arc::new(gate), browsers: Arc::new(Semaphore::new(browsers)) })
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

#[cfg(test)]
mod tests;
