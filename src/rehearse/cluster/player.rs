//! Plays at one table, whatever the brokers do, and ends by a request: whoever gets no answer asks again, with the same transaction.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::ear::Voice;
use super::told::Told;
use crate::go::{Color, Point, Size};
use crate::rehearse::ear::Heard;
use crate::rehearse::ledger::word;
use crate::sim::Table;

/// After so long without an answer it is asked again.
const AGAIN: Duration = Duration::from_secs(4);

/// How often it is asked in all: minutes without a broker are survived.
const ATTEMPTS: usize = 60;

/// How long the last event may take.
const LAST: Duration = Duration::from_secs(120);

/// What may still come after the end: events again, of connections that were made anew.
const QUIET: Duration = Duration::from_secs(3);

/// The boards' size, which is the usual one.
pub(super) const SIDE: u8 = 19;

/// One table and whoever plays at it.
pub(super) struct Player {
    pub(super) id: String,
    pub(super) table: Table,
    pub(super) heard: mpsc::UnboundedReceiver<Heard>,
    pub(super) voice: Voice,
    pub(super) rng: fastrand::Rng,
    pub(super) think_ms: u64,
    /// Counts the tables that the daemons follow.
    pub(super) begun: watch::Sender<usize>,
    /// True when it is enough.
    pub(super) ends: watch::Receiver<bool>,
    pub(super) told: Told,
}

impl Player {
    /// A game from its first stone to a resignation; what was heard of it. The table comes back with it: its board is to stay plugged in until
    /// the daemon has ended.
    pub(super) async fn play(mut self) -> (Told, Table) {
        let played = match self.moves().await {
            Ok(played) => played,
            Err(error) => {
                self.told.wrong.push(format!("the virtual board: {error}"));
                return (self.told, self.table);
            }
        };
        if !self.hear_until(|told| told.moves().len() >= played.len()).await {
            self.told.wrong.push(format!("{} moves played, {} published", played.len(), self.told.moves().len()));
        }
        self.ask("end", "resign", json!({ "color": word(Color::White) })).await;
        if !self.hear_until(|told| told.is_over).await {
            self.told.wrong.push("the end of the game was not told".to_owned());
        }
        while let Ok(Some(heard)) = timeout(QUIET, self.heard.recv()).await {
            self.told.hear(&heard);
        }
        if self.told.moves() != played {
            self.told.wrong.push("other moves were published than were played".to_owned());
        }
        (self.told, self.table)
    }

    /// Puts stone after stone, whatever the brokers do; what was played.
    async fn moves(&mut self) -> std::io::Result<Vec<String>> {
        self.table.followed().await?;
        self.begun.send_modify(|begun| *begun += 1);
        let mut played = Vec::new();
        let Some(size) = Size::square(SIDE) else { return Ok(played) };
        let mut plays = plays(size).into_iter().zip([Color::Black, Color::White].into_iter().cycle());
        while !*self.ends.borrow() {
            self.think().await;
            // Who has no move left waits for the end.
            let Some((point, color)) = plays.next() else { continue };
            self.table.put(point, color).await?;
            played.push(format!("{} {}", word(color), point.vertex(size)));
        }
        Ok(played)
    }

    /// Hears what comes until it shows something; false when it does not within [`LAST`].
    async fn hear_until(&mut self, there: impl Fn(&Told) -> bool) -> bool {
        let coming = async {
            while !there(&self.told) {
                let Some(heard) = self.heard.recv().await else { return false };
                self.told.hear(&heard);
            }
            true
        };
        timeout(LAST, coming).await.unwrap_or(false)
    }

    /// Hears what comes, for as long as this player thinks.
    async fn think(&mut self) {
        let pause = tokio::time::sleep(Duration::from_millis(self.rng.u64(self.think_ms / 2..=self.think_ms * 3 / 2)));
        tokio::pin!(pause);
        loop {
            tokio::select! {
                heard = self.heard.recv() => match heard {
                    Some(heard) => self.told.hear(&heard),
                    None => return,
                },
                () = &mut pause => return,
            }
        }
    }

    /// Asks until it is answered.
    async fn ask(&mut self, name: &str, verb: &str, mut fields: Value) {
        let transaction = format!("{}-{name}", self.id);
        fields["transaction"] = json!(transaction);
        for _ in 0..ATTEMPTS {
            self.voice.ask(format!("kifud/v1/{}/request/{verb}", self.id), fields.to_string());
            let Some(answer) = self.answer(&transaction).await else { continue };
            if answer["status"] != "ok" {
                self.told.wrong.push(format!("{verb} was answered {answer}"));
            }
            return;
        }
        self.told.wrong.push(format!("{verb} was not answered"));
    }

    async fn answer(&mut self, transaction: &str) -> Option<Value> {
        let coming = async {
            loop {
                let answers = std::mem::take(&mut self.told.answers);
                if let Some(answer) = answers.into_iter().find(|answer| answer["transaction"] == transaction) {
                    return Some(answer);
                }
                let heard = self.heard.recv().await?;
                self.told.hear(&heard);
            }
        };
        timeout(AGAIN, coming).await.ok().flatten()
    }
}

/// Points in turn for Black and White, each on its own half: no stone is ever captured.
fn plays(size: Size) -> Vec<Point> {
    let points: Vec<Point> = size.points().collect();
    let half = usize::from(size.width()) * usize::from(size.height() / 2);
    let (upper, lower) = (&points[..half], &points[points.len() - half..]);
    upper.iter().zip(lower).flat_map(|(&black, &white)| [black, white]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_moves_for_a_long_game_and_each_only_once() {
        let plays = plays(Size::square(19).unwrap());
        let distinct: std::collections::BTreeSet<_> = plays.iter().collect();
        assert_eq!((plays.len(), distinct.len()), (2 * 9 * 19, 2 * 9 * 19));
    }
}
