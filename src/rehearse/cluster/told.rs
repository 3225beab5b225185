//! What was heard of one table: which numbers of each game, in which order and how late.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::form::Instant;
use crate::now;
use crate::rehearse::ear::Heard;

/// An event that was heard: when it happened, in ms of the calendar, and how much later it came for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrival {
    pub(super) at_ms: i64,
    pub(super) delay_ms: u64,
}

/// Numbers of one stream of one game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Numbers {
    heard: BTreeSet<u64>,
    /// First heard after a higher one.
    late: usize,
    /// Heard more than once.
    again: usize,
}

impl Numbers {
    fn missing(&self) -> usize {
        self.heard.last().map_or(0, |&last| last as usize - self.heard.len())
    }
}

/// One table.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) id: String,
    streams: BTreeMap<(String, String), Numbers>,
    pub(super) arrivals: Vec<Arrival>,
    /// The game, once it has begun, and its moves by their numbers.
    pub(super) game_id: Option<String>,
    moves: BTreeMap<u64, String>,
    pub(super) is_over: bool,
    pub(super) answers: Vec<Value>,
    /// What went wrong in playing.
    pub(super) wrong: Vec<String>,
}

impl Told {
    /// Nothing yet, of this table.
    pub(super) fn of(id: &str) -> Told {
        Told { id: id.to_owned(), ..Told::default() }
    }

    /// Takes in what was heard.
    pub(super) fn hear(&mut self, heard: &Heard) {
        let Ok(value) = serde_json::from_slice::<Value>(&heard.payload) else {
            self.wrong.push(format!("{}: not JSON", heard.topic));
            return;
        };
        match heard.topic.as_str() {
            "event" | "public/event" => self.event(&heard.topic, &value),
            _ => self.answers.push(value),
        }
    }

    fn event(&mut self, topic: &str, event: &Value) {
        let game_id = event["game_id"].as_str().unwrap_or_default().to_owned();
        let Some(seq) = event["seq"].as_u64() else { return self.wrong.push(format!("{topic}: no seq")) };
        let numbers = self.streams.entry((topic.to_owned(), game_id.clone())).or_default();
        if !numbers.heard.insert(seq) {
            numbers.again += 1;
            return;
        }
        if numbers.heard.last() != Some(&seq) {
            numbers.late += 1;
        }
        if topic != "event" {
            return;
        }
        if let Some(at) = event["at"].as_str().and_then(|at| Instant::parse(at).ok()) {
            let at_ms = at.0.as_unix_ms();
            let delay_ms = now::stamp().wall.as_unix_ms().saturating_sub(at_ms).max(0) as u64;
            self.arrivals.push(Arrival { at_ms, delay_ms });
        }
        match event["type"].as_str().unwrap_or_default() {
            "game-started" => self.game_id = Some(game_id),
            "move" => {
                let played = format!("{} {}", event["color"].as_str().unwrap_or("?"), event["vertex"].as_str().unwrap_or("?"));
                self.moves.insert(event["n"].as_u64().unwrap_or(0), played);
            }
            "game-ended" => self.is_over = true,
            _ => {}
        }
    }

    /// The moves as they were published.
    pub(super) fn moves(&self) -> Vec<&str> {
        self.moves.values().map(String::as_str).collect()
    }

    /// The last number of the game.
    pub(super) fn last_seq(&self) -> Option<u64> {
        self.streams.get(&("event".to_owned(), self.game_id.clone()?))?.heard.last().copied()
    }

    /// Events heard, never heard, first heard after a later one, heard again: of both streams.
    pub(super) fn counts(&self) -> [usize; 4] {
        self.streams.values().fold([0; 4], |[heard, missing, late, again], numbers| {
            [heard + numbers.heard.len(), missing + numbers.missing(), late + numbers.late, again + numbers.again]
        })
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use serde_json::json;

    use super::*;

    fn told(seqs: &[u64]) -> Told {
        let mut told = Told::default();
        for seq in seqs {
            let event = json!({ "game_id": "g", "seq": seq, "type": "move", "n": seq, "color": "black", "vertex": format!("A{seq}") });
            told.hear(&Heard { arrived_us: 0, topic: "event".to_owned(), payload: Bytes::from(event.to_string()) });
        }
        told
    }

    #[test]
    fn what_is_missing_late_or_doubled_is_counted() {
        assert_eq!(told(&[1, 2, 3]).counts(), [3, 0, 0, 0]);
        assert_eq!(told(&[1, 3]).counts(), [2, 1, 0, 0]);
        assert_eq!(told(&[1, 3, 2]).counts(), [3, 0, 1, 0]);
        assert_eq!(told(&[1, 2, 1, 2, 3]).counts(), [3, 0, 0, 2]);
        assert_eq!(told(&[2, 3]).counts(), [2, 1, 0, 0], "the first is missing");
        assert_eq!(told(&[1, 3, 2]).moves(), ["black A1", "black A2", "black A3"]);
    }
}
