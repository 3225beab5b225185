//! Who may see everything and send requests: those who show a token, and pages of our own only.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::tokens::Tokens;
use crate::time::Mono;

/// Wrong tokens from one address within [`FAILED_WINDOW_MS`]; after them it must wait. People mistype twice or three times; a machine that guesses
/// gets ten in a minute.
pub(super) const FAILED_TRIES: usize = 10;
/// How long a wrong token counts.
pub(super) const FAILED_WINDOW_MS: u64 = 60_000;
/// Addresses whose wrong tokens are remembered; the oldest are forgotten first.
const MAX_ADDRESSES: usize = 1_024;

/// Why somebody is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Denied {
    /// This display has no tokens.
    Closed,
    /// The request comes from a page of another site.
    Foreign,
    /// No token was shown.
    Missing,
    /// It is nobody's.
    Wrong,
    /// Too many wrong ones from this address.
    TooMany { wait_s: u64 },
}

/// The tokens, and who has shown wrong ones.
#[derive(Debug)]
pub(super) struct Gate {
    tokens: Option<Tokens>,
    failed: Mutex<BTreeMap<IpAddr, VecDeque<Mono>>>,
}

impl Gate {
    pub(super) fn new(tokens: Option<Tokens>) -> Gate {
        Gate { tokens, failed: Mutex::default() }
    }

    /// True when referees can send requests at all.
    pub(super) fn is_open(&self) -> bool {
        self.tokens.is_some()
    }

    /// The name of whoever asks.
    ///
    /// # Errors
    /// [`Denied`].
    pub(super) fn admit(&self, headers: &HeaderMap, peer: SocketAddr, now: Mono) -> Result<String, Denied> {
        let tokens = self.tokens.as_ref().ok_or(Denied::Closed)?;
        if !is_of_our_own(headers) {
            return Err(Denied::Foreign);
        }
        let shown = text(headers, header::AUTHORIZATION.as_str()).and_then(|value| value.strip_prefix("Bearer "));
        let token = shown.map(str::trim).filter(|token| !token.is_empty()).ok_or(Denied::Missing)?;
        let address = sender(headers, peer);
        // A panic elsewhere leaves whole lists: each change is one insertion.
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(wait_s) = must_wait(&mut failed, address, now) {
            return Err(Denied::TooMany { wait_s });
        }
        match tokens.user(token) {
            Some(user) => Ok(user.to_owned()),
            None => {
                tracing::warn!(%address, "somebody showed a token that is nobody's");
                remember(&mut failed, address, now);
                Err(Denied::Wrong)
            }
        }
    }
}

/// Seconds until an address may try again; `None` when it may now.
fn must_wait(failed: &mut BTreeMap<IpAddr, VecDeque<Mono>>, address: IpAddr, now: Mono) -> Option<u64> {
    let tries = failed.get_mut(&address)?;
    while tries.front().is_some_and(|at| now.since_ms(*at) >= FAILED_WINDOW_MS) {
        tries.pop_front();
    }
    let oldest = *tries.front()?;
    (tries.len() >= FAILED_TRIES).then(|| (FAILED_WINDOW_MS - now.since_ms(oldest)).div_ceil(1_000))
}

fn remember(failed: &mut BTreeMap<IpAddr, VecDeque<Mono>>, address: IpAddr, now: Mono) {
    if failed.len() >= MAX_ADDRESSES && !failed.contains_key(&address) {
        let oldest = failed.iter().min_by_key(|(_, tries)| tries.back().copied()).map(|(address, _)| *address);
        oldest.map(|oldest| failed.remove(&oldest));
    }
    failed.entry(address).or_default().push_back(now);
}

/// Whose try it is. Behind a web server on this machine (for TLS) everybody comes from its address: there its own word on the sender counts.
fn sender(headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let forwarded = || text(headers, "x-forwarded-for")?.rsplit(',').next()?.trim().parse().ok();
    if peer.ip().is_loopback() { forwarded().unwrap_or(peer.ip()) } else { peer.ip() }
}

/// False for what a browser sends on behalf of a page of another site. Programs send neither header, and have the token.
fn is_of_our_own(headers: &HeaderMap) -> bool {
    let fetched = text(headers, "sec-fetch-site").is_none_or(|site| ["same-origin", "none"].contains(&site));
    let host = text(headers, header::HOST.as_str());
    let origin = headers.get(header::ORIGIN).is_none_or(|origin| {
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        origin.is_some_and(|(_, origin)| host.is_some_and(|host| host.eq_ignore_ascii_case(origin)))
    });
    fetched && origin
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

impl IntoResponse for Denied {
    fn into_response(self) -> Response {
        let (status, message) = match self {
            Denied::Closed => (
                StatusCode::FORBIDDEN,
                "this display takes no requests: give it referees' tokens (referee_tokens_file in [display], or --referee-tokens-file)"
                    .to_owned(),
            ),
            Denied::Foreign => (
                StatusCode::FORBIDDEN,
                "only pages of this display may ask; a web server in front of it must pass the Host header on".to_owned(),
            ),
            Denied::Missing => (StatusCode::UNAUTHORIZED, "a referee's token is needed, as \"Authorization: Bearer …\"".to_owned()),
            Denied::Wrong => (StatusCode::UNAUTHORIZED, "this token is nobody's".to_owned()),
            Denied::TooMany { wait_s } => {
                (StatusCode::TOO_MANY_REQUESTS, format!("too many wrong tokens from this address: try again in {wait_s} s"))
            }
        };
        let body = Json(json!({ "status": "error", "code": "not-allowed", "message": message }));
        match self {
            Denied::TooMany { wait_s } => (status, [(header::RETRY_AFTER, wait_s.to_string())], body).into_response(),
            _ => (status, body).into_response(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn headers(fields: &[(&'static str, &str)]) -> HeaderMap {
        fields.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    fn gate() -> Gate {
        Gate::new(Some(Tokens::parse("anna right-token-1").unwrap()))
    }

    const FAR: ([u8; 4], u16) = ([192, 0, 2, 7], 4_000);
    const RIGHT: (&str, &str) = ("authorization", "Bearer right-token-1");

    fn at(ms: u64) -> Mono {
        Mono::from_millis(ms)
    }

    #[test]
    fn only_a_token_opens() {
        assert_eq!(gate().admit(&headers(&[RIGHT]), FAR.into(), at(0)), Ok("anna".to_owned()));
        for (shown, denied) in [
            (None, Denied::Missing),
            (Some("Bearer "), Denied::Missing),
            (Some("Basic x"), Denied::Missing),
            (Some("Bearer x"), Denied::Wrong),
        ] {
            let fields: Vec<_> = shown.map(|shown| ("authorization", shown)).into_iter().collect();
            assert_eq!(gate().admit(&headers(&fields), FAR.into(), at(0)), Err(denied), "{shown:?}");
        }
        assert_eq!(Gate::new(None).admit(&headers(&[RIGHT]), FAR.into(), at(0)), Err(Denied::Closed));
    }

    #[test]
    fn a_page_of_another_site_is_refused_with_the_right_token() {
        let own = [("host", "hall.example"), RIGHT];
        for (name, value, admitted) in [
            ("origin", "https://hall.example", true),
            ("origin", "https://HALL.example", true),
            ("origin", "https://other.example", false),
            ("origin", "null", false),
            ("sec-fetch-site", "same-origin", true),
            ("sec-fetch-site", "none", true),
            ("sec-fetch-site", "same-site", false),
            ("sec-fetch-site", "cross-site", false),
        ] {
            let fields = [&own[..], &[(name, value)]].concat();
            let answer = gate().admit(&headers(&fields), FAR.into(), at(0));
            assert_eq!(answer.is_ok(), admitted, "{name}: {value}: {answer:?}");
        }
    }

    #[test]
    fn who_guesses_must_wait_and_nobody_else() {
        let gate = gate();
        let wrong = headers(&[("authorization", "Bearer wrong")]);
        for n in 0..FAILED_TRIES as u64 {
            assert_eq!(gate.admit(&wrong, FAR.into(), at(n * 1_000)), Err(Denied::Wrong));
        }
        // Even the right one: otherwise the limit would be none.
        assert_eq!(gate.admit(&headers(&[RIGHT]), FAR.into(), at(10_000)), Err(Denied::TooMany { wait_s: 50 }));
        assert!(gate.admit(&headers(&[RIGHT]), ([192, 0, 2, 8], 1).into(), at(10_000)).is_ok());
        assert_eq!(gate.admit(&headers(&[RIGHT]), FAR.into(), at(FAILED_WINDOW_MS)), Ok("anna".to_owned()));
    }

    #[test]
    fn behind_a_web_server_of_this_machine_the_sender_is_whom_it_names() {
        let gate = gate();
        let local = ([127, 0, 0, 1], 4_000).into();
        for _ in 0..FAILED_TRIES {
            let wrong = headers(&[("authorization", "Bearer wrong"), ("x-forwarded-for", "198.51.100.1, 203.0.113.5")]);
            assert_eq!(gate.admit(&wrong, local, at(0)), Err(Denied::Wrong));
        }
        assert!(gate.admit(&headers(&[RIGHT, ("x-forwarded-for", "203.0.113.6")]), local, at(0)).is_ok());
        let guesser = headers(&[RIGHT, ("x-forwarded-for", "203.0.113.5")]);
        assert!(matches!(gate.admit(&guesser, local, at(0)), Err(Denied::TooMany { .. })));
        // From elsewhere the header is anybody's word.
        assert!(gate.admit(&guesser, FAR.into(), at(0)).is_ok());
    }

    #[test]
    fn addresses_are_forgotten_when_there_are_too_many() {
        let mut failed = BTreeMap::new();
        for n in 0..MAX_ADDRESSES as u32 + 5 {
            remember(&mut failed, IpAddr::from(n.to_be_bytes()), at(u64::from(n)));
        }
        assert_eq!(failed.len(), MAX_ADDRESSES);
        assert!(!failed.contains_key(&IpAddr::from([0, 0, 0, 0])));
    }
}
