//! Somebody who follows a table by the rules of the contract and knows nothing else: what is known is dropped, and on a gap the next `game`
//! is taken (CONTRACT 4.3).

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use serde_json::Value;

use super::net::{Delivery, suffix};

/// A move as a reader sees it.
pub(super) type Told = (String, String);

/// One stream with its document.
#[derive(Debug, Default)]
pub(super) struct Follower {
    pub(super) game_id: String,
    pub(super) seq: u64,
    /// Colour and place, in order.
    pub(super) moves: Vec<Told>,
    gap: bool,
    past: BTreeSet<String>,
    /// What no reader should ever see.
    pub(super) faults: Vec<String>,
}

impl Follower {
    fn event(&mut self, event: &Value) {
        let (game_id, seq) = (text(event, "game_id"), event["seq"].as_u64().unwrap_or(0));
        if game_id != self.game_id {
            if self.past.contains(&game_id) {
                return;
            }
            self.begin(game_id);
            self.gap = seq != 1;
        } else if seq <= self.seq {
            return;
        } else if seq != self.seq + 1 {
            self.gap = true;
        }
        if self.gap {
            return;
        }
        self.seq = seq;
        self.apply(event);
    }

    fn begin(&mut self, game_id: String) {
        self.past.insert(std::mem::replace(&mut self.game_id, game_id));
        (self.seq, self.gap) = (0, false);
        self.moves.clear();
    }

    fn apply(&mut self, event: &Value) {
        match event["type"].as_str() {
            Some("game-started") => self.moves.clear(),
            Some("move") => self.put(event["n"].as_u64(), vec![told(event)]),
            Some("move-retracted") => self.put(event["n"].as_u64(), Vec::new()),
            Some("record-changed") => {
                let moves = event["moves"].as_array().into_iter().flatten().map(told).collect();
                self.put(event["from_n"].as_u64(), moves);
            }
            _ => {}
        }
    }

    /// The record from move `n` on.
    fn put(&mut self, n: Option<u64>, moves: Vec<Told>) {
        let before = n.unwrap_or(1).saturating_sub(1) as usize;
        if before > self.moves.len() {
            self.faults.push(format!("move {} of {} comes after move {}", before + 1, self.game_id, self.moves.len()));
        }
        self.moves.truncate(before);
        self.moves.extend(moves);
    }

    fn document(&mut self, game: &Value) {
        let (game_id, seq) = (text(game, "game_id"), game["seq"].as_u64().unwrap_or(0));
        if self.past.contains(&game_id) || (game_id == self.game_id && seq < self.seq) {
            return;
        }
        let moves: Vec<Told> = game["moves"].as_array().into_iter().flatten().map(told).collect();
        let cut = game["cut"].as_array().is_some_and(|cut| !cut.is_empty());
        if game_id == self.game_id && seq == self.seq && !self.gap {
            if !cut && moves != self.moves {
                self.faults.push(format!("the document of {game_id} at {seq} has {} moves, its events {}", moves.len(), self.moves.len()));
            }
            return;
        }
        if game_id != self.game_id {
            self.begin(game_id);
        }
        (self.seq, self.gap, self.moves) = (seq, false, moves);
    }
}

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

fn told(value: &Value) -> Told {
    (text(value, "color"), text(value, "vertex"))
}

/// Everything that is read of a table by somebody outside.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// `event` and `game`.
    pub(super) own: Follower,
    /// `public/event` and `public/game`.
    pub(super) public: Follower,
    /// Answers by transaction; more than one where they differ.
    pub(super) answers: BTreeMap<String, BTreeSet<Bytes>>,
}

impl Reader {
    pub(super) fn hear(&mut self, delivery: &Delivery) {
        let topic = suffix(&delivery.topic);
        let read = || serde_json::from_slice::<Value>(&delivery.payload).unwrap_or_default();
        match topic {
            "event" => self.own.event(&read()),
            "game" => self.own.document(&read()),
            "public/event" => self.public.event(&read()),
            "public/game" => self.public.document(&read()),
            _ if topic.starts_with("response/") => {
                self.answers.entry(text(&read(), "transaction")).or_default().insert(delivery.payload.clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn played(seq: u64, n: u64, vertex: &str) -> Value {
        json!({ "game_id": "g", "seq": seq, "type": "move", "n": n, "color": "black", "vertex": vertex })
    }

    #[test]
    fn what_is_known_is_dropped_and_a_gap_waits_for_the_document() {
        let mut follower = Follower::default();
        follower.event(&json!({ "game_id": "g", "seq": 1, "type": "game-started" }));
        follower.event(&played(2, 1, "C3"));
        follower.event(&played(2, 1, "C3"));
        assert_eq!((follower.moves.len(), follower.seq), (1, 2));
        follower.event(&played(4, 3, "E5"));
        assert_eq!(follower.seq, 2, "one is missing");
        let moves =
            json!([{ "color": "black", "vertex": "C3" }, { "color": "white", "vertex": "D4" }, { "color": "black", "vertex": "E5" }]);
        follower.document(&json!({ "game_id": "g", "seq": 4, "moves": moves }));
        assert_eq!((follower.moves.len(), follower.seq), (3, 4));
        follower.event(&json!({ "game_id": "g", "seq": 5, "type": "move-retracted", "n": 3 }));
        assert_eq!((follower.moves.len(), follower.faults.len()), (2, 0));
        follower.document(&json!({ "game_id": "g", "seq": 5, "moves": [] }));
        assert_eq!(follower.faults.len(), 1, "document and events differ");
    }
}
