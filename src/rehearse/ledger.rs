//! What was published of one game, and whether it is the game that was played.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::go::{Color, Point, Record};

/// One table's published events, game by game.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// The last number of every game and idle stretch.
    seqs: BTreeMap<String, u64>,
    /// The game in hand.
    game: Option<Published>,
    /// What is wrong beside the moves.
    pub(super) faults: Vec<String>,
    /// Alerts of severity attention or ruling.
    pub(super) alerts: u32,
}

/// A game as the events tell it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Published {
    pub(super) game_id: String,
    /// Set-up stones, Black's and White's.
    setup: [BTreeSet<String>; 2],
    moves: Vec<String>,
    /// Moves whose turns have ended.
    ended_turns: BTreeSet<u64>,
    /// When each move's event first came with this point, in µs of the boot clock.
    arrivals: BTreeMap<(u64, String), u64>,
    /// `game-ended` has come.
    pub(super) is_over: bool,
}

impl Ledger {
    /// Before a game: what came between the games is kept, the game itself begins anew.
    pub(super) fn next_game(&mut self) {
        self.game = None;
        self.faults.clear();
    }

    /// The game in hand, once it has begun.
    pub(super) fn game(&self) -> Option<&Published> {
        self.game.as_ref()
    }

    /// True when the turn of this move has ended.
    pub(super) fn turn_has_ended(&self, n: usize) -> bool {
        self.game.as_ref().is_some_and(|game| game.ended_turns.contains(&(n as u64)))
    }

    /// An event has come.
    pub(super) fn hear(&mut self, arrived_us: u64, event: &Value) {
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let (game_id, seq) = (text("game_id"), event["seq"].as_u64().unwrap_or(0));
        let last = self.seqs.entry(game_id.clone()).or_default();
        if seq <= *last {
            // It may come twice (QoS 1).
            return;
        }
        if seq != *last + 1 {
            self.faults.push(format!("seq {seq} of {game_id} follows {last}"));
        }
        *last = seq;
        if event["type"] == "alert-raised" {
            self.alert(&event["alert"]);
        }
        if event["type"] == "game-started" {
            self.begun(game_id, event);
            return;
        }
        let Some(game) = self.game.as_mut().filter(|game| game.game_id == game_id) else { return };
        match event["type"].as_str().unwrap_or_default() {
            "move" => {
                let n = event["n"].as_u64().unwrap_or(0);
                if n != game.moves.len() as u64 + 1 {
                    self.faults.push(format!("move {n} follows move {}", game.moves.len()));
                }
                let played = format!("{} {}", text("color"), text("vertex"));
                game.arrivals.entry((n, played.clone())).or_insert(arrived_us);
                game.moves.push(played);
            }
            "move-retracted" => {
                game.moves.pop();
            }
            "record-changed" => self.faults.push("the record was changed".to_owned()),
            "turn-ended" => {
                game.ended_turns.extend(event["n"].as_u64());
            }
            "game-ended" => game.is_over = true,
            _ => {}
        }
    }

    fn begun(&mut self, game_id: String, event: &Value) {
        let set = |color: &str| {
            let vertices = event["setup"][color].as_array().into_iter().flatten();
            vertices.filter_map(|vertex| vertex.as_str().map(str::to_owned)).collect()
        };
        let setup = [set("black"), set("white")];
        match &mut self.game {
            // More black stones have made it a handicap game.
            Some(game) if game.game_id == game_id => game.setup = setup,
            Some(game) => {
                self.faults.push(format!("another game has begun while {} was played", game.game_id));
            }
            None => self.game = Some(Published { game_id, setup, ..Published::default() }),
        }
    }

    fn alert(&mut self, alert: &Value) {
        let severity = alert["severity"].as_str().unwrap_or_default();
        if matches!(severity, "attention" | "ruling") {
            self.alerts += 1;
            let text = alert["text"]["en"].as_str().unwrap_or_default();
            self.faults.push(format!("alert {} ({severity}) at move {}: {text}", alert["kind"].as_str().unwrap_or_default(), alert["n"]));
        }
    }
}

/// A colour as the contract writes it.
pub(super) const fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The moves of a record as the contract writes them.
fn moves_of(record: &Record) -> Vec<String> {
    record.moves.iter().map(|played| format!("{} {}", word(played.color), played.place.text(record.size))).collect()
}

impl Published {
    /// The first difference between what was published and what was played.
    pub(super) fn difference(&self, record: &Record) -> Option<String> {
        let vertices = |points: &[Point]| points.iter().map(|point| point.vertex(record.size).to_string()).collect::<BTreeSet<_>>();
        let setup = [vertices(&record.setup.black), vertices(&record.setup.white)];
        if self.setup != setup {
            return Some(format!("set up {:?}, published {:?}", setup, self.setup));
        }
        if let Some(difference) = differ(&moves_of(record), &self.moves) {
            return Some(difference);
        }
        let open = (1..=record.moves.len() as u64).find(|n| !self.ended_turns.contains(n));
        open.map(|n| format!("no turn-ended for move {n}"))
    }

    /// When move `n` (from 1) was first published as it was played, in µs of the boot clock.
    pub(super) fn arrival(&self, record: &Record, n: usize) -> Option<u64> {
        let played = record.moves.get(n.checked_sub(1)?)?;
        let text = format!("{} {}", word(played.color), played.place.text(record.size));
        self.arrivals.get(&(n as u64, text)).copied()
    }
}

/// The first difference between a document with moves (`game`, `result/…`) and what was played.
pub(super) fn document_difference(name: &str, document: &Value, record: &Record) -> Option<String> {
    let moves = document["moves"].as_array().into_iter().flatten();
    let told: Vec<String> =
        moves.map(|played| format!("{} {}", played["color"].as_str().unwrap_or("?"), played["vertex"].as_str().unwrap_or("?"))).collect();
    if document["phase"] != "ended" {
        return Some(format!("{name}: phase {}", document["phase"]));
    }
    differ(&moves_of(record), &told).map(|difference| format!("{name}: {difference}"))
}

fn differ(played: &[String], told: &[String]) -> Option<String> {
    let n = (0..played.len().max(told.len())).find(|&n| played.get(n) != told.get(n))?;
    let say = |moves: &[String]| moves.get(n).map_or_else(|| "nothing".to_owned(), String::clone);
    Some(format!("move {}: played {}, published {}", n + 1, say(played), say(told)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Place, PlayedMove, Size};
    use serde_json::json;

    fn record(moves: &[&str]) -> Record {
        let size = Size::square(9).unwrap();
        let mut record = Record::new(size);
        let colors = [Color::Black, Color::White].into_iter().cycle();
        record.moves = colors.zip(moves).map(|(color, vertex)| PlayedMove::new(color, Place::parse(vertex, size).unwrap())).collect();
        record
    }

    /// The events of "Black E5, White pass" with something done to them, and what the ledger then finds.
    fn judged(change: impl Fn(&mut Vec<Value>)) -> (Option<String>, Vec<String>) {
        let mut events = vec![
            json!({ "type": "game-started", "setup": { "black": [], "white": [] } }),
            json!({ "type": "move", "n": 1, "color": "black", "vertex": "E5" }),
            json!({ "type": "turn-ended", "n": 1 }),
            json!({ "type": "move", "n": 2, "color": "white", "vertex": "pass" }),
            json!({ "type": "turn-ended", "n": 2 }),
            json!({ "type": "game-ended" }),
        ];
        for (seq, event) in (1..).zip(&mut events) {
            event["game_id"] = json!("g-1");
            event["seq"] = json!(seq);
        }
        change(&mut events);
        let mut ledger = Ledger::default();
        for event in &events {
            ledger.hear(7, event);
        }
        let difference = ledger.game().unwrap().difference(&record(&["E5", "pass"]));
        (difference, ledger.faults)
    }

    #[test]
    fn the_game_that_was_played_is_right_and_repeated_events_are_nothing() {
        assert_eq!(judged(|_| {}), (None, vec![]));
        assert_eq!(judged(|events| events.insert(3, events[1].clone())), (None, vec![]));
    }

    #[test]
    fn every_kind_of_difference_is_found() {
        let wrong = |change: &dyn Fn(&mut Vec<Value>)| {
            let (difference, faults) = judged(change);
            difference.into_iter().chain(faults).next().unwrap_or_default()
        };
        assert_eq!(wrong(&|events| events[1]["vertex"] = json!("E4")), "move 1: played black E5, published black E4");
        assert_eq!(wrong(&|events| events[0]["setup"]["black"] = json!(["A1"])), "set up [{}, {}], published [{\"A1\"}, {}]");
        assert_eq!(wrong(&|events| events[4]["n"] = json!(1)), "no turn-ended for move 2");
        assert_eq!(wrong(&|events| events[5]["seq"] = json!(9)), "seq 9 of g-1 follows 5");
        assert_eq!(wrong(&|events| events[5] = json!({ "type": "record-changed", "game_id": "g-1", "seq": 6 })), "the record was changed");
        let alert = json!({ "kind": "unexplained", "severity": "attention", "n": 2, "text": { "en": "Look." } });
        let raised = json!({ "type": "alert-raised", "game_id": "g-1", "seq": 6, "alert": alert });
        assert_eq!(wrong(&|events| events[5] = raised.clone()), "alert unexplained (attention) at move 2: Look.");
    }

    #[test]
    fn documents_are_compared_too() {
        let played = record(&["E5"]);
        let good = json!({ "phase": "ended", "moves": [{ "color": "black", "vertex": "E5" }] });
        assert_eq!(document_difference("game", &good, &played), None);
        let short = json!({ "phase": "ended", "moves": [] });
        assert_eq!(document_difference("game", &short, &played).unwrap(), "game: move 1: played black E5, published nothing");
        assert_eq!(document_difference("game", &json!({ "phase": "playing" }), &played).unwrap(), "game: phase \"playing\"");
    }
}
