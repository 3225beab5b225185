//! What is published of Black's time in one scene, read from the messages.

use serde_json::Value;

use super::scene::Expiry;
use crate::form::Instant;
use crate::rehearse::ear::Heard;
use crate::time::Stamp;

/// One thing that was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    /// When it came, in µs of the boot clock.
    pub(super) arrived_us: u64,
    /// The game.
    pub(super) game_id: String,
    /// The event's number.
    pub(super) seq: u64,
    /// The event's `at`, in ms of the boot clock.
    pub(super) at_ms: u64,
    /// What it says.
    pub(super) what: What,
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// An expiry; a flag is provisional.
    Expiry(Expiry),
    /// A flag that is not provisional.
    Confirmed,
    /// It has not fallen after all.
    Withdrawn,
    /// Somebody's time is said to be another than it was: nobody has changed any.
    Changed(String),
    /// A turn of Black's has ended.
    TurnEnded { n: u64, by: String, flagged: bool, periods_left: Option<u64> },
    /// An alert that asks for a person: its id, and what it is.
    Alert(String, String),
    /// It is closed.
    AlertClosed(String),
    /// Where the public sees a flag, and whether it is provisional.
    Public(&'static str, bool),
    /// The game is over.
    Over,
}

/// Reads a message; nothing where it does not concern Black's time.
pub(super) fn read(heard: &Heard, now: Stamp) -> Option<Told> {
    let value: Value = serde_json::from_slice(&heard.payload).ok()?;
    let what = match heard.topic.as_str() {
        "event" => event(&value)?,
        "public/event" => {
            let flag = value["type"] == "clock" && value["change"] == "flagged" && value["color"] == "black";
            flag.then(|| What::Public("public/event", value["provisional"] == true || flagged(&value["clock"]).is_some_and(|open| open)))?
        }
        "public/clock" => What::Public("public/clock", flagged(&value)?),
        _ => return None,
    };
    let at = value["at"].as_str().and_then(|text| Instant::parse(text).ok()).map_or(0, |Instant(wall)| {
        let since_ms = wall.as_unix_ms() - now.wall.as_unix_ms();
        now.mono.as_millis().saturating_add_signed(since_ms)
    });
    let game_id = value["game_id"].as_str().unwrap_or_default().to_owned();
    Some(Told { arrived_us: heard.arrived_us, game_id, seq: value["seq"].as_u64().unwrap_or(0), at_ms: at, what })
}

/// Black's flag in a `clock` document: none, or whether it is provisional.
fn flagged(clock: &Value) -> Option<bool> {
    let black = &clock["black"];
    (black["phase"] == "flagged").then(|| black["provisional"] == true)
}

fn event(event: &Value) -> Option<What> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let alert = &event["alert"];
    let white = event["color"] == "white" || alert["color"] == "white";
    match event["type"].as_str()? {
        "clock" if matches!(event["change"].as_str(), Some("adjusted" | "disagrees")) => Some(What::Changed(text(&event["change"]))),
        _ if white => None,
        "clock" => match event["change"].as_str()? {
            "period-entered" => Some(What::Expiry(Expiry::PeriodEntered)),
            "period-used" => Some(What::Expiry(Expiry::PeriodUsed)),
            "flagged" if event["provisional"] == true => Some(What::Expiry(Expiry::Flagged)),
            "flagged" => Some(What::Confirmed),
            "flag-withdrawn" => Some(What::Withdrawn),
            _ => None,
        },
        "turn-ended" => {
            let clock = &event["clock"];
            let (flagged, periods_left) = (clock["phase"] == "flagged", clock["periods_left"].as_u64());
            Some(What::TurnEnded { n: event["n"].as_u64()?, by: text(&event["by"]), flagged, periods_left })
        }
        "alert-raised" if matches!(alert["severity"].as_str(), Some("attention" | "ruling")) => {
            Some(What::Alert(text(&alert["id"]), text(&alert["kind"])))
        }
        "alert-closed" => Some(What::AlertClosed(text(&alert["id"]))),
        "game-ended" => Some(What::Over),
        _ => None,
    }
}
