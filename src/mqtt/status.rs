//! The `status` document (CONTRACT 4): who speaks for the table, and since when.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// Who we are, for as long as the process lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) bridge: String,
    pub(super) instance: String,
}

#[derive(Serialize)]
struct Document<'a> {
    state: &'a str,
    bridge: &'a str,
    instance: &'a str,
    session: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<String>,
}

/// A `status` as it was found on the broker.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Seen {
    #[serde(default)]
    pub(super) state: String,
    #[serde(default)]
    pub(super) bridge: String,
    #[serde(default)]
    pub(super) instance: String,
    #[serde(default)]
    pub(super) session: String,
}

impl Seen {
    /// Somebody was there when it was written; a state that we do not know counts as life.
    pub(super) fn is_alive(&self) -> bool {
        !matches!(self.state.as_str(), "lost" | "disconnected" | "")
    }
}

/// The document; without `since` it is the will.
pub(super) fn document(state: &str, identity: &Identity, session: &str, since_wall_ms: Option<i64>) -> Bytes {
    let since = since_wall_ms.and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok()).map(|instant| format!("{instant:.3}"));
    let document = Document { state, bridge: &identity.bridge, instance: &identity.instance, session, since };
    serde_json::to_vec(&document).expect("strings become JSON").into()
}

/// What somebody has written; none when it is no `status` (or has been emptied).
pub(super) fn read(payload: &[u8]) -> Option<Seen> {
    serde_json::from_slice(payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me() -> Identity {
        Identity { bridge: "hall-a".to_owned(), instance: "i1".to_owned() }
    }

    #[test]
    fn the_document_is_that_of_the_contract() {
        let ready = document("ready", &me(), "s1", Some(1_796_434_200_007));
        let expected = br#"{"state":"ready","bridge":"hall-a","instance":"i1","session":"s1","since":"2026-12-05T01:30:00.007Z"}"#;
        assert_eq!(ready.as_ref(), expected, "{}", String::from_utf8_lossy(&ready));
        let whole = String::from_utf8(document("ready", &me(), "s1", Some(0)).to_vec()).expect("text");
        assert!(whole.contains("1970-01-01T00:00:00.000Z"), "always three digits: {whole}");
        assert_eq!(document("lost", &me(), "s1", None).as_ref(), br#"{"state":"lost","bridge":"hall-a","instance":"i1","session":"s1"}"#);
    }

    #[test]
    fn what_others_wrote_is_read_leniently() {
        let seen = read(br#"{"state":"new-word","instance":"x","more":[1]}"#).expect("a status");
        assert!(seen.is_alive());
        assert_eq!(seen.instance, "x");
        assert!(!read(br#"{"state":"lost"}"#).expect("a status").is_alive());
        assert!(!read(b"{}").expect("a status").is_alive());
        assert_eq!(read(b""), None);
        assert_eq!(read(b"online"), None);
    }
}
