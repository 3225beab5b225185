//! The engine of a table, where one is configured: asked once about each final position, and what it says put like any other request.
//!
//! It runs beside the table's loop and never holds it up. Its proposal is a `propose-dead` request, so that journal, capture and referee see
//! it as one; when it fails, that is said in the log and in `health`, and people mark the stones as they do without it.

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::engine::{self, EngineError, FinalPosition, Judgement, Limits};
use crate::form::EngineHealth;
use crate::game::{Count, DeadBy, Game, Phase};
use crate::go::{ByColor, Color};
use crate::mqtt;
use crate::now;

/// Answers of the engine that may wait: one for each position.
const ADVICE_QUEUE: usize = 4;

/// What the engine says of a position.
#[derive(Debug)]
pub(super) struct Advice {
    game_id: String,
    position_hash: String,
    said: Result<Judgement, EngineError>,
}

/// Who asks the engine.
#[derive(Debug)]
pub(super) struct Adviser {
    command_line: Option<String>,
    /// The game and the position that was asked about last.
    asked: Option<(String, String)>,
    sender: mpsc::Sender<Advice>,
    health: EngineHealth,
}

impl Adviser {
    /// The engine with this command line, or none; its answers come here.
    pub(super) fn new(command_line: Option<String>) -> (Adviser, mpsc::Receiver<Advice>) {
        let (sender, receiver) = mpsc::channel(ADVICE_QUEUE);
        (Adviser { command_line, asked: None, sender, health: EngineHealth::default() }, receiver)
    }

    /// How it does; nothing where none is configured.
    pub(super) fn health(&self) -> Option<EngineHealth> {
        self.command_line.is_some().then(|| self.health.clone())
    }

    /// Asks about the position of a game that is counted, once, while nobody has said which stones are dead.
    pub(super) fn look(&mut self, game: &Game) {
        let Some(command_line) = self.command_line.clone() else { return };
        if game.book().phase != Phase::Counting {
            self.asked = None;
            return;
        }
        let position = game.position();
        let asked = (game.book().game_id.clone(), position.position_hash());
        if self.asked.as_ref() == Some(&asked) || !is_open(game) {
            return;
        }
        self.asked = Some(asked.clone());
        self.health.thinking = true;
        let size = position.size();
        let stones = size.points().filter_map(|point| position.get(point).map(|color: Color| (point, color))).collect();
        let question = FinalPosition { size, stones, to_move: position.to_move() };
        let sender = self.sender.clone();
        let (game_id, position_hash) = asked;
        tokio::spawn(async move {
            let said = engine::dead_stones(&command_line, &question, Limits::default()).await;
            // Nobody listens any more when the table has stopped.
            let _ = sender.send(Advice { game_id, position_hash, said }).await;
        });
    }

    /// What the engine has said, as a request to the table; nothing when it has failed or the position is another by now.
    pub(super) fn request(&mut self, advice: Advice, game: &Game) -> Option<mqtt::Request> {
        let Advice { game_id, position_hash, said } = advice;
        let current = self.asked.as_ref().is_some_and(|(game, position)| (game, position) == (&game_id, &position_hash));
        if current {
            self.health.thinking = false;
        }
        let Judgement { program, dead } = match said {
            Ok(judgement) => judgement,
            Err(error) => {
                self.failed(&error.to_string());
                return None;
            }
        };
        (self.health.program, self.health.what_to_do) = (Some(program.clone()), None);
        if !current || game.book().phase != Phase::Counting || !is_open(game) {
            return None;
        }
        let size = game.settings().size;
        let vertices: Vec<String> = dead.iter().map(|point| point.vertex(size).to_string()).collect();
        let transaction = format!("engine-{position_hash}-{}", now::stamp().wall.as_unix_ms());
        let payload = serde_json::json!({ "transaction": transaction, "by": "engine", "vertices": vertices, "program": program });
        Some(mqtt::Request {
            verb: "propose-dead".to_owned(),
            user: None,
            payload: Bytes::from(payload.to_string()),
            response_topic: None,
            correlation: None,
        })
    }

    /// The request has been answered: a proposal that the game cannot believe is a fault of the engine.
    pub(super) fn answered(&mut self, game: &Game) {
        if game.count().is_some_and(|count| count.dead_by == DeadBy::Proof) {
            self.failed("the engine calls stones dead that cannot be taken: look at its version");
        }
    }

    fn failed(&mut self, why: &str) {
        tracing::warn!(why, "the engine proposes nothing");
        self.health.what_to_do = Some(format!("mark dead stones by hand: {why}"));
    }
}

/// No person has said which stones are dead.
fn is_open(game: &Game) -> bool {
    let silent = |count: &Count| count.said.black.is_none() && count.said.white.is_none() && count.confirmed == ByColor::default();
    game.count().is_some_and(|count| count.dead_by == DeadBy::Proof && silent(count))
}
