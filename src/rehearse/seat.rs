//! One table of the rehearsal: game after game, hands on one side and a subscriber on the other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use bytes::Bytes;
use rumqttc::v5::AsyncClient;
use rumqttc::v5::mqttbytes::QoS;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::Wrong;
use super::ear::{self, Heard};
use super::figures::Latencies;
use super::games::Game;
use super::ledger::{Ledger, document_difference, word};
use crate::go::{Color, Place, Record, Size};
use crate::sim::{Act, Cue, Device, Gaps, Hands, Table, schedule};
use crate::time::Mono;
use crate::wire::BoardDriver;

/// How long the cleared board lies before the next game, beyond what a move needs: nobody tells that it has been seen.
const BETWEEN_GAMES: Duration = Duration::from_millis(150);

/// Games waiting for a table of their size.
pub(super) type Waiting = Arc<Mutex<BTreeMap<Size, VecDeque<Game>>>>;

/// What a table has found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) games: usize,
    pub(super) moves: usize,
    pub(super) wrong: Vec<Wrong>,
    pub(super) alerts: u32,
    pub(super) latency: Latencies,
    pub(super) from_hand: Latencies,
    pub(super) syncs: Latencies,
}

/// When each move's board last changed: as the board told it, and as the hand did it.
type Held = BTreeMap<u32, (Mono, Mono)>;

/// One table.
pub(super) struct Seat {
    pub(super) id: String,
    pub(super) size: Size,
    pub(super) table: Table,
    pub(super) driver: BoardDriver,
    pub(super) hands: Hands,
    pub(super) seed: u64,
    pub(super) heard: mpsc::UnboundedReceiver<Heard>,
    pub(super) voice: AsyncClient,
    pub(super) desk: Desk,
}

/// What has been heard and not been used.
#[derive(Debug, Default)]
pub(super) struct Desk {
    ledger: Ledger,
    /// The newest of every retained document.
    documents: BTreeMap<String, Bytes>,
    answers: Vec<Value>,
    asked: u64,
    found: Found,
}

impl Seat {
    /// Waits until the daemon has the table, plays every game that it gets, and says what it has found. The table comes back with it: its
    /// devices are to stay plugged in until the daemon has ended.
    pub(super) async fn play(mut self, waiting: Waiting) -> anyhow::Result<(Found, Table)> {
        self.table.followed().await?;
        self.wait("status ready", |desk| desk.document("status").is_some_and(|status| status["state"] == "ready")).await?;
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&self.size).and_then(VecDeque::pop_front);
            let Some(game) = next else { return Ok((self.desk.found, self.table)) };
            self.desk.ledger.next_game();
            let played = self.play_game(&game).await;
            let mut because: Vec<String> = played.err().map(|error| format!("{error:#}")).into_iter().collect();
            because.extend(self.verdict(&game.file.record));
            self.desk.found.games += 1;
            self.desk.found.moves += game.file.record.moves.len();
            if !because.is_empty() {
                self.desk.found.wrong.push(Wrong { path: game.path.clone(), table: self.id.clone(), because });
            }
            if self.desk.ledger.game().is_some_and(|game| !game.is_over) {
                // The next game must not suffer from this one.
                self.resign(Color::Black).await.with_context(|| format!("{} does not end", game.path.display()))?;
            }
            self.clear().await?;
        }
    }

    async fn play_game(&mut self, game: &Game) -> anyhow::Result<()> {
        let record = &game.file.record;
        if !self.opens_by_stones(record) {
            self.start_by_request(record).await?;
        }
        self.seed = self.seed.wrapping_add(1);
        let cues = schedule(record, &self.hands, self.seed)?;
        let held = self.show(&cues).await?;
        let moves = record.moves.len();
        self.wait("the last turn-ended", |desk| desk.ledger.turn_has_ended(moves)).await?;
        self.measure(record, &held);
        self.resign(record.to_move()).await
    }

    /// True when the stones alone say what game it is: Black begins with a stone, or with handicap stones that can be seen to be black.
    fn opens_by_stones(&self, record: &Record) -> bool {
        let setup = &record.setup;
        if setup.black.is_empty() && setup.white.is_empty() {
            let first = record.moves.first().map(|played| played.place);
            return record.first == Color::Black && first.is_some_and(|place| place != Place::Pass);
        }
        self.driver.sees_color() && setup.black.len() >= 2 && setup.white.is_empty() && record.first == Color::White
    }

    async fn start_by_request(&mut self, record: &Record) -> anyhow::Result<()> {
        let vertices = |points: &[crate::go::Point]| points.iter().map(|point| point.vertex(record.size).to_string()).collect::<Vec<_>>();
        let setup = json!({ "black": vertices(&record.setup.black), "white": vertices(&record.setup.white) });
        self.request("start-game", json!({ "setup": setup, "to_move": word(record.first) })).await
    }

    /// The hands play; what they have changed is remembered with its moment, just before each press.
    async fn show(&self, cues: &[Cue]) -> anyhow::Result<Held> {
        let mut held = Held::new();
        let mut touched: Option<(u32, Mono)> = None;
        let table = &self.table;
        let look = |cues: &[Cue]| {
            if cues.iter().any(|cue| matches!(cue.act, Act::Put(..) | Act::Lift(_))) {
                touched = cues.first().map(|cue| (cue.turn, crate::now::stamp().mono));
            } else if let (Some((turn, hand)), Some(board)) = (touched.take(), table.state(Device::Board)) {
                held.insert(turn, (board.told, hand));
            }
        };
        self.table.play_watched(cues, look).await?;
        Ok(held)
    }

    /// Latencies: from the moment when the position had held still to the move's arrival.
    fn measure(&mut self, record: &Record, held: &Held) {
        let settle_ms = self.hands.gaps.settle_ms;
        let Some(game) = self.desk.ledger.game() else { return };
        for (&turn, &(told, hand)) in held.iter().filter(|(turn, _)| **turn > 0) {
            if let Some(arrived) = game.arrival(record, turn as usize) {
                let since = |at: Mono| arrived.saturating_sub(at.plus_ms(settle_ms).as_millis() * 1_000);
                self.desk.found.latency.push(since(told));
                self.desk.found.from_hand.push(since(hand));
            }
        }
    }

    async fn resign(&mut self, color: Color) -> anyhow::Result<()> {
        self.request("resign", json!({ "color": word(color) })).await?;
        self.wait("game-ended", |desk| desk.ledger.game().is_some_and(|game| game.is_over)).await?;
        let Some(game) = self.desk.ledger.game() else { return Ok(()) };
        let (game_id, result) = (game.game_id.clone(), format!("result/{}", game.game_id));
        self.wait("the result", |desk| desk.documents.contains_key(&result)).await?;
        let ended = |desk: &Desk| desk.document("game").is_some_and(|game| game["game_id"] == game_id.as_str() && game["phase"] == "ended");
        self.wait("the ended game document", ended).await
    }

    /// What is wrong with what was published of the game.
    fn verdict(&mut self, record: &Record) -> Vec<String> {
        let desk = &mut self.desk;
        let mut because: Vec<String> =
            desk.ledger.game().map_or(Some("no game began".to_owned()), |game| game.difference(record)).into_iter().collect();
        because.append(&mut desk.ledger.faults);
        if because.is_empty()
            && let Some(game) = desk.ledger.game()
        {
            let result = format!("result/{}", game.game_id);
            for name in [result.as_str(), "game"] {
                because.extend(desk.document(name).as_ref().and_then(|document| document_difference(name, document, record)));
            }
        }
        desk.documents.retain(|topic, _| !topic.starts_with("result/"));
        desk.found.alerts += std::mem::take(&mut desk.ledger.alerts);
        because
    }

    /// The board is cleared and the clock set for the next game.
    async fn clear(&mut self) -> anyhow::Result<()> {
        self.table.clear().await?;
        self.table.set_clock_anew().await?;
        tokio::time::sleep(Duration::from_millis(self.hands.gaps.still_ms()) + BETWEEN_GAMES).await;
        self.listen();
        Ok(())
    }

    /// Asks for something and waits for the answer.
    async fn request(&mut self, verb: &str, mut fields: Value) -> anyhow::Result<()> {
        self.desk.asked += 1;
        let transaction = format!("rehearse-{}-{}", self.id, self.desk.asked);
        fields["transaction"] = json!(transaction);
        let topic = format!("kifud/v1/{}/request/{verb}", self.id);
        self.voice.publish(topic, QoS::AtLeastOnce, false, fields.to_string()).await?;
        let answered = |desk: &Desk| desk.answers.iter().any(|answer| answer["transaction"] == transaction.as_str());
        self.wait("the answer", answered).await.with_context(|| verb.to_owned())?;
        let answer = std::mem::take(&mut self.desk.answers).into_iter().find(|answer| answer["transaction"] == transaction.as_str());
        match answer {
            Some(answer) if answer["status"] == "ok" => Ok(()),
            answer => Err(anyhow!("{verb} was answered {}", answer.unwrap_or_default())),
        }
    }

    /// Waits until what has been heard shows something.
    async fn wait(&mut self, what: &str, there: impl Fn(&Desk) -> bool) -> anyhow::Result<()> {
        ear::wait(&mut self.heard, &mut self.desk, Desk::hear, what, there).await
    }

    /// Takes in what has come.
    fn listen(&mut self) {
        while let Ok(news) = self.heard.try_recv() {
            self.desk.hear(&news);
        }
    }
}

impl Desk {
    fn hear(&mut self, news: &Heard) {
        let read = || serde_json::from_slice::<Value>(&news.payload).unwrap_or_default();
        match news.topic.as_str() {
            "event" => self.ledger.hear(news.arrived_us, &read()),
            "health" => {
                if let Some(sync_ms) = read()["disk"]["last_sync_ms"].as_u64() {
                    self.found.syncs.push(sync_ms * 1_000);
                }
            }
            topic if topic.starts_with("response/") => self.answers.push(read()),
            topic => {
                self.documents.insert(topic.to_owned(), news.payload.clone());
            }
        }
    }

    fn document(&self, topic: &str) -> Option<Value> {
        serde_json::from_slice(self.documents.get(topic)?).ok()
    }
}

/// Hands for a table of the rehearsal.
pub(super) fn gaps(settle_ms: u64, margin_ms: u64) -> Gaps {
    Gaps { margin_ms, press_tolerance_ms: super::PRESS_TOLERANCE_MS, ..Gaps::for_settle(settle_ms) }
}
