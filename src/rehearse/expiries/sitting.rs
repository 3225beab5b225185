//! One table: scene after scene, hands on one side and a subscriber on the other.

use std::time::Duration;

use anyhow::{Context as _, anyhow};
use rumqttc::v5::AsyncClient;
use rumqttc::v5::mqttbytes::QoS;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::commits::Commits;
use super::scene::{Control, Plan, Scene, Step};
use super::told::{Told, What, read};
use super::verdict::{Measured, faults, measure};
use super::{Authority, Wrong};
use crate::now;
use crate::rehearse::ear::{self, Heard};
use crate::sim::{Device, LineFault, Table};
use crate::time::{Mono, Stamp};

/// How long the cleared board lies before the next scene: nobody tells that it has been seen.
const BETWEEN: Duration = Duration::from_millis(400);

/// A stone must lie at least so long before its press, or this machine stalled and the scene proves nothing.
const STONE_MS: u64 = 80;

/// How often a scene is played anew when the machine stalls.
const TRIES: u32 = 4;

/// One table.
pub(super) struct Sitting {
    pub(super) id: String,
    pub(super) authority: Authority,
    pub(super) control: Control,
    pub(super) latency_ms: u64,
    pub(super) table: Table,
    pub(super) heard: UnboundedReceiver<Heard>,
    pub(super) voice: AsyncClient,
    pub(super) commits: Commits,
    pub(super) rng: fastrand::Rng,
    pub(super) desk: Desk,
}

/// What has been heard, and what has been found.
#[derive(Debug, Default)]
pub(super) struct Desk {
    told: Vec<Told>,
    answers: Vec<Value>,
    is_ready: bool,
    asked: u64,
    found: Found,
}

/// What a table has found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) scenes: usize,
    pub(super) presses: usize,
    pub(super) withdrawn: usize,
    pub(super) repeated: usize,
    pub(super) measured: Vec<Measured>,
    pub(super) wrong: Vec<Wrong>,
}

impl Sitting {
    /// Plays the scenes in order. The table comes back: its devices are to stay plugged in until the daemon has ended.
    pub(super) async fn play(mut self, scenes: Vec<Scene>) -> anyhow::Result<(Found, Table)> {
        self.table.followed().await?;
        self.wait("status ready", |desk| desk.is_ready).await?;
        let control = self.control;
        for scene in scenes.into_iter().filter(|scene| scene.fits(control)) {
            let mut tries = 0;
            while !self.scene(scene).await.with_context(|| format!("{}, {scene}", self.id))? {
                tries += 1;
                self.desk.found.repeated += 1;
                if tries == TRIES {
                    return Err(anyhow!("{}, {scene}: this machine stalls too often", self.id));
                }
            }
        }
        Ok((self.desk.found, self.table))
    }

    /// Plays one scene and judges it; false when the machine stalled in it.
    async fn scene(&mut self, scene: Scene) -> anyhow::Result<bool> {
        self.listen();
        self.desk.told.clear();
        let began = now::stamp();
        let plan = Plan::new(scene, self.control, self.latency_ms, began.mono, &mut self.rng);
        for &(side, at) in &plan.presses {
            self.table.press_at(side, at).await?;
        }
        let in_time = self.hands(&plan, now::stamp().mono).await?;
        sleep_until(plan.over).await;
        self.listen();
        if in_time {
            self.judge(scene, &plan);
        }
        self.end(began).await?;
        Ok(in_time)
    }

    /// The hands do what is planned; false when something came too late to be what was planned.
    async fn hands(&self, plan: &Plan, ready: Mono) -> anyhow::Result<bool> {
        let mut in_time = plan.presses.first().is_some_and(|&(_, at)| ready < at);
        for &(at, step) in &plan.steps {
            sleep_until(at).await;
            match step {
                Step::Put(point, color, pressed) => {
                    self.table.put(point, color).await?;
                    in_time &= now::stamp().mono.plus_ms(STONE_MS) <= pressed;
                }
                Step::Hold(held) => {
                    self.table.line(Device::Clock, LineFault::Held(held)).await?;
                    // Held too late, the press went through at once; let go too late, it is another scene.
                    in_time &= now::stamp().mono <= at.plus_ms(STONE_MS);
                }
            }
        }
        Ok(in_time)
    }

    fn judge(&mut self, scene: Scene, plan: &Plan) {
        let found = &mut self.desk.found;
        let faults = faults(scene, plan, self.latency_ms, &self.desk.told);
        found.scenes += 1;
        found.presses += usize::from(scene.press.is_some());
        found.withdrawn += self.desk.told.iter().filter(|told| told.what == What::Withdrawn).count();
        if !faults.is_empty() {
            tracing::info!(table = %self.id, %scene, ?plan, told = ?self.desk.told, "wrong");
            let table = format!("{} ({}, {})", self.id, self.authority.name(), self.control.text());
            found.wrong.push(Wrong { table, scene, because: faults });
        }
        found.measured.extend(measure(self.authority, plan, &self.desk.told, &self.commits));
    }

    /// Black resigns, the board is cleared and the clock set for the next scene.
    async fn end(&mut self, began: Stamp) -> anyhow::Result<()> {
        let over = |desk: &Desk| desk.told.iter().any(|told| told.what == What::Over);
        self.request("resign", json!({ "color": "black" })).await?;
        self.wait("game-ended", over).await?;
        self.table.clear().await?;
        self.table.set_clock_anew().await?;
        tokio::time::sleep(BETWEEN).await;
        tracing::debug!(table = %self.id, ms = now::stamp().mono.since_ms(began.mono), "a scene is over");
        Ok(())
    }

    /// Asks for something and waits until it is answered well.
    async fn request(&mut self, verb: &str, mut fields: Value) -> anyhow::Result<()> {
        self.desk.asked += 1;
        let transaction = format!("expiries-{}-{}", self.id, self.desk.asked);
        fields["transaction"] = json!(transaction);
        self.voice.publish(format!("kifud/v1/{}/request/{verb}", self.id), QoS::AtLeastOnce, false, fields.to_string()).await?;
        let answers = |answer: &&Value| answer["transaction"] == transaction.as_str();
        self.wait("the answer", |desk| desk.answers.iter().any(|answer| answers(&answer))).await.with_context(|| verb.to_owned())?;
        match std::mem::take(&mut self.desk.answers).iter().find(answers) {
            Some(answer) if answer["status"] == "ok" => Ok(()),
            answer => Err(anyhow!("{verb} was answered {answer:?}")),
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
        let value = || serde_json::from_slice::<Value>(&news.payload).unwrap_or_default();
        match news.topic.as_str() {
            "status" => self.is_ready = value()["state"] == "ready",
            topic if topic.starts_with("response/") => self.answers.push(value()),
            _ => {
                let told = read(news, now::stamp());
                // It may come twice (QoS 1).
                let known = |told: &Told| {
                    !matches!(told.what, What::Public(..))
                        && self.told.iter().any(|before| {
                            !matches!(before.what, What::Public(..)) && (before.seq, &before.game_id) == (told.seq, &told.game_id)
                        })
                };
                self.told.extend(told.filter(|told| !known(told)));
            }
        }
    }
}

async fn sleep_until(at: Mono) {
    let wait_us = (at.as_millis() * 1_000).saturating_sub(now::micros());
    tokio::time::sleep(Duration::from_micros(wait_us)).await;
}
