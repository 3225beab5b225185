//! A table as the broker sees it, for tests of what reads tables: documents as the contract writes them.

use std::net::SocketAddr;

use kifud::now;
use serde_json::{Value, json};

use crate::peer::{Peer, Version};

/// An opening without captures, in GTP vertices, Black first.
pub const OPENING: &str = "Q16 D4 Q4 D16 C3 D3 C4 C5 B5 C6 C2 D2 B6 C7 C14 F17 K17 R17 R16 Q17 P17 P18 O17 O18 N17 R10 Q12 R6 O3 R4 R3 S5 Q5 Q6 P5 P6 \
                           O6 R8 J3 G4 K5 N5 O5 N6 O7 M4 M3 L4 L3 K4 J4 J5 K6 J6 K7 F3 H14";

/// One table.
pub struct Table {
    pub peer: Peer,
    pub id: &'static str,
}

impl Table {
    /// Connects as a table does.
    pub async fn connect(broker: SocketAddr, id: &'static str) -> Self {
        Self { peer: Peer::connect(Version::V5, &format!("kifud.stage.{id}"), broker).await, id }
    }

    /// Publishes a document, retained but for events, and what the public gets of it without a delay.
    pub async fn send(&mut self, topic: &str, document: &Value) {
        self.send_alone(topic, document).await;
        if ["game", "clock", "event"].contains(&topic) {
            let mut public = document.clone();
            let fields = public.as_object_mut().expect("an object");
            for field in ["agrees", "discrepancies", "open_alerts", "rulings", "ledger"] {
                fields.remove(field);
            }
            self.send_alone(&format!("public/{topic}"), &public).await;
        }
    }

    /// Publishes this document and no other.
    pub async fn send_alone(&mut self, topic: &str, document: &Value) {
        let path = format!("kifud/v1/{}/{topic}", self.id);
        assert!(self.peer.publish(&path, !topic.ends_with("event"), document.to_string()).await, "{topic} is taken");
    }

    /// Empties a topic.
    pub async fn empty(&mut self, topic: &str) {
        self.peer.publish(&format!("kifud/v1/{}/{topic}", self.id), true, "").await;
    }

    /// Everything that a table sends on connecting, the status last.
    pub async fn burst(&mut self, moves: usize) {
        self.send("info", &info()).await;
        self.send("game", &game(moves)).await;
        self.send("clock", &clock("white", 5_400_000, 41_200)).await;
        self.send("status", &status("ready")).await;
    }
}

/// CONTRACT 4, `status`.
pub fn status(state: &str) -> Value {
    json!({ "state": state, "bridge": "hall-a-3", "instance": "c0ffee", "session": "5e55", "since": instant() })
}

/// CONTRACT 4, `info`, as far as a display reads it.
pub fn info() -> Value {
    json!({ "schema": "1.0", "time": { "system": "byo-yomi", "main": "2h", "periods": 5, "period": "60s" }, "size": 19, "komi": 5.5 })
}

/// CONTRACT 4.1 after this many moves of [`OPENING`].
pub fn game(moves: usize) -> Value {
    let played: Vec<&str> = OPENING.split_whitespace().take(moves).collect();
    let colors = ["black", "white"];
    let mut board = vec![vec!['.'; 19]; 19];
    let mut list = Vec::new();
    for (at, vertex) in played.iter().enumerate() {
        let column = "ABCDEFGHJKLMNOPQRST".find(&vertex[..1]).expect("a column");
        let row: usize = vertex[1..].parse().expect("a row");
        board[19 - row][column] = ['X', 'O'][at % 2];
        list.push(json!({ "n": at + 1, "color": colors[at % 2], "vertex": vertex, "used_ms": 4_000 + 1_700 * (at as u64 * 7 % 40) }));
    }
    let rows: Vec<String> = board.into_iter().map(|row| row.into_iter().collect()).collect();
    let last = moves.checked_sub(1).map(|at| json!({ "n": moves, "color": colors[at % 2], "vertex": played[at] }));
    let mut game = json!({
        "schema": "1.0", "game_id": "g-1", "seq": 2 * moves + 1, "rev": moves + 1, "as_of": instant(), "phase": "playing",
        "match": { "event": "Meijin League", "round": 3, "board": 12 },
        "rulebook": "china-1988", "size": 19, "komi": 5.5, "handicap": 0, "time": info()["time"],
        "players": {
            "black": { "name": "Honinbo Shusaku", "names": { "ja": "本因坊秀策" }, "rank": "7d" },
            "white": { "name": "Inoue Gennan Inseki", "rank": "8d" },
        },
        "setup": { "black": [], "white": [] }, "moves": list, "edits": [], "move_number": moves, "to_move": colors[moves % 2],
        "board": rows, "agrees": true, "verified": true, "discrepancies": [], "captured": { "black": 2, "white": 1 },
        "open_alerts": [], "rulings": [],
    });
    if let Some(last) = last {
        game["last_move"] = last;
    }
    game
}

/// CONTRACT 4.2: Black in main time, White in the fourth period from the end.
pub fn clock(running: &str, black_ms: u64, white_ms: u64) -> Value {
    json!({
        "schema": "1.0", "game_id": "g-1", "session": "5e55", "as_of": instant(), "running": running, "source": "device", "stale": false,
        "uncertainty_ms": 30, "turn_used_ms": 12_800, "capture_neutral": false,
        "black": { "phase": "main", "remaining_ms": black_ms, "total_used_ms": 1_800_000 },
        "white": { "phase": "byo-yomi", "remaining_ms": white_ms, "periods_left": 4, "total_used_ms": 7_200_000 },
    })
}

/// CONTRACT 4.4.
pub fn alert(id: &str, severity: &str) -> Value {
    json!({
        "schema": "1.0", "id": id, "rev": 2, "game_id": "g-1", "kind": "wrong-capture", "severity": severity, "basis": "sensor", "state": "open",
        "color": "white", "n": 56, "vertices": ["C3", "C4"], "happened": instant(), "detected": instant(), "next_play_made": false,
        "announce": "now", "cite": { "book": "china-1988", "article": "18" }, "claim": { "by": "black", "until": "next-move", "state": "open" },
        "text": {
            "en": "White lifted two stones that still had liberties.", "zh-Hans": "白方误提了仍有气的两子。",
            "ja": "白が生きている石を二つ取り上げました。",
        },
        "proposal": { "conditional": false, "board": "restore", "clock": [], "sanctions": ["warning"] },
        "options": ["confirm", "dismiss", "caution", "warning"], "requires": "referee",
    })
}

/// Now, as documents write it.
fn instant() -> String {
    let ms = now::stamp().wall.as_unix_ms();
    jiff::Timestamp::from_millisecond(ms).expect("a moment of this age").to_string()
}
