//! The thin asynchronous part: one task owns the connection of one table, from one to the next.
//!
//! What happens is decided elsewhere: who may speak in `presence`, what is to be said in `desk`, what is on its way in `flight`.

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::desk::Shared;
use super::flood::Flood;
use super::link::{Gone, Heard, Will};
use super::presence::{Left, Presence, Retry, Step};
use super::report::Report;
use super::status::{self, Identity};
use super::talk::{End, Lane, Stage, Talk};
use super::topic::Topics;
use super::{ConnectRefused, EventSource, Feedback, Settings};
use crate::time::Mono;

/// A broker that says nothing for so long is not there, whatever the client believes (a full socket keeps it from noticing): two and a half
/// keep-alives.
const SILENCE_MS: u64 = 25_000;

/// How long a stop may take to say what waits, and in all.
const STOP_FLUSH_MS: u64 = 1_000;
const STOP_MS: u64 = 3_000;

/// How long a DISCONNECT may take to get out.
const LEAVE_MS: u64 = 1_000;

/// How soon news are offered again to a table that did not take them.
const OWED_MS: u64 = 50;

/// The owner of a table's connection.
pub(super) struct Task {
    pub(super) settings: Settings,
    pub(super) topics: Topics,
    pub(super) identity: Identity,
    pub(super) shared: Arc<Shared>,
    pub(super) lanes: Vec<Lane>,
    pub(super) report: Report,
    pub(super) flood: Flood,
    pub(super) presence: Presence,
    /// Counts the nodes of the broker that were tried.
    pub(super) attempt: usize,
    /// Topics and filters of this connection that the broker does not let us have.
    pub(super) refused: BTreeSet<String>,
}

/// Tells that the task has ended, however it does.
struct Ended(Arc<Shared>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.ended.send_replace(true);
    }
}

impl Task {
    pub(super) fn new(
        settings: Settings,
        sources: Vec<Box<dyn EventSource>>,
        feedback: mpsc::Sender<Feedback>,
        shared: Arc<Shared>,
    ) -> Task {
        let identity = Identity { bridge: settings.bridge.clone(), instance: settings.instance.clone() };
        Task {
            topics: Topics::new(&settings.base, &settings.table),
            presence: Presence::new(identity.clone()),
            lanes: sources.into_iter().map(Lane::new).collect(),
            report: Report::new(feedback),
            flood: Flood::default(),
            attempt: 0,
            refused: BTreeSet::new(),
            settings,
            identity,
            shared,
        }
    }

    /// Connection after connection, until it is told to stop.
    pub(super) async fn run(mut self) {
        let _ended = Ended(Arc::clone(&self.shared));
        while !self.shared.desk().stopping {
            match self.connection().await {
                End::Stopped => break,
                End::Left(left, reason) => {
                    let after_ms = self.left(left, reason);
                    pause(&self.shared, after_ms).await;
                }
                End::Refused(refused, reason) => {
                    let after_ms = self.refused(refused, reason);
                    pause(&self.shared, after_ms).await;
                }
            }
        }
        self.report.flush();
    }

    /// A connection has ended: it is told, and tried again after so many ms.
    pub(super) fn left(&mut self, left: Left, reason: String) -> u64 {
        let retry = self.presence.left(now(), &left);
        if matches!(left, Left::Broken | Left::Refused) {
            // Where the broker is a cluster another node may be there.
            self.attempt = self.attempt.wrapping_add(1);
        }
        self.tell_left(left, reason, retry);
        retry.after_ms
    }

    /// The broker does not take us: it is told, and tried again after so many ms.
    pub(super) fn refused(&mut self, refused: ConnectRefused, reason: String) -> u64 {
        let retry_ms = self.presence.left(now(), &Left::Refused).after_ms;
        self.attempt = self.attempt.wrapping_add(1);
        self.report.tell(Feedback::Disconnected { reason, retry_ms, refused: Some(refused) });
        retry_ms
    }

    /// The last will of a connection with this session.
    pub(super) fn will(&self, session: &str) -> Will {
        Will { topic: self.topics.own("status"), payload: status::document("lost", &self.identity, session, None) }
    }

    /// One connection, from the attempt to its end.
    async fn connection(&mut self) -> End {
        let session = random_id();
        let will = self.will(&session);
        let id = format!("kifud.{}.{}", self.settings.bridge, self.settings.table);
        let (pen, mut ear) = match self.settings.open(self.attempt, &id, Some(will)) {
            Ok(link) => link,
            Err(error) => return End::Left(Left::Broken, error.to_string()),
        };
        let mut talk = Talk::new(pen, session, crate::now::stamp());
        loop {
            // Kept until it is ready: half a packet is on its way while it waits.
            let mut next = pin!(ear.next());
            let heard = loop {
                let wait = self.next_deadline(&talk).since_ms(now());
                tokio::select! {
                    heard = &mut next => break heard,
                    () = self.shared.bell.notified() => {}
                    () = tokio::time::sleep(Duration::from_millis(wait)) => {}
                }
                if let Some(end) = self.turn(&mut talk) {
                    return end;
                }
            };
            if let Some(end) = self.came(&mut talk, heard) {
                return end;
            }
        }
    }

    /// Something came over the connection, or it is gone.
    pub(super) fn came(&mut self, talk: &mut Talk, heard: Result<Heard, Gone>) -> Option<End> {
        let end = match heard {
            Ok(heard) => self.hear(talk, heard),
            Err(gone) => Some(ended(talk, gone)),
        };
        end.or_else(|| self.turn(talk))
    }

    /// Time has passed or something is new: does what is due and says what can be said.
    pub(super) fn turn(&mut self, talk: &mut Talk) -> Option<End> {
        let now = now();
        if talk.stop.is_none() && self.shared.desk().stopping {
            talk.stop = Some((now.plus_ms(STOP_FLUSH_MS), now.plus_ms(STOP_MS)));
        }
        if talk.stop.is_some_and(|(_, enough)| now >= enough) {
            return Some(End::Stopped);
        }
        if let Stage::Leaving { until, end } = &talk.stage {
            return (now >= *until).then(|| end.clone());
        }
        if now.since_ms(talk.last_heard) >= SILENCE_MS {
            return Some(End::Left(Left::Broken, "the broker has fallen silent".to_owned()));
        }
        let step = self.presence.tick(now);
        if let Some(end) = self.step(talk, step) {
            return Some(end);
        }
        if talk.stop.is_some() && talk.is_connected && talk.stage == Stage::Silent {
            leave(talk, End::Stopped);
        }
        self.speak(talk, now);
        self.report.flush();
        None
    }

    /// Something was heard.
    fn hear(&mut self, talk: &mut Talk, heard: Heard) -> Option<End> {
        let now = now();
        if !matches!(heard, Heard::Ours | Heard::Numbered(_) | Heard::Left) {
            talk.last_heard = now;
        }
        match heard {
            Heard::Connected { window, largest } => {
                self.connected(talk, now, window, largest);
                None
            }
            Heard::Subscribed(granted) => {
                self.tell_not_granted(&granted);
                let step = self.presence.subscribed(now);
                self.step(talk, step)
            }
            Heard::Numbered(id) => {
                talk.flight.numbered(id);
                None
            }
            Heard::Acknowledged { id, refused } => self.acknowledged(talk, id, refused),
            Heard::Message(message) => self.message(talk, message),
            Heard::Left => match &talk.stage {
                Stage::Leaving { end, .. } => Some(end.clone()),
                _ => None,
            },
            Heard::Alive | Heard::Ours => None,
        }
    }

    /// Does what the presence says.
    pub(super) fn step(&mut self, talk: &mut Talk, step: Step) -> Option<End> {
        match step {
            Step::Nothing => None,
            Step::Ask => {
                self.ask(talk);
                None
            }
            Step::Speak => {
                self.begin(talk);
                None
            }
            Step::Assert => {
                talk.assert = talk.is_speaking();
                None
            }
            Step::Withdraw(left) => {
                leave(talk, End::Left(left, "left to another".to_owned()));
                None
            }
            Step::GiveUp(reason) => Some(End::Left(Left::Broken, reason.to_owned())),
        }
    }

    pub(super) fn next_deadline(&mut self, talk: &Talk) -> Mono {
        let mut deadline = talk.last_heard.plus_ms(SILENCE_MS);
        let mut sooner = |other: Mono| deadline = deadline.min(other);
        if let Some(presence) = self.presence.deadline() {
            sooner(presence);
        }
        if let Some((last_word, enough)) = talk.stop {
            sooner(if talk.is_speaking() && now() < last_word { last_word } else { enough });
        }
        if let Stage::Leaving { until, .. } = &talk.stage {
            sooner(*until);
        }
        if let Some(opens) = talk.catching_up.as_ref().and_then(|booking| booking.opens(now())) {
            sooner(opens);
        }
        if !self.report.flush() {
            sooner(now().plus_ms(OWED_MS));
        }
        deadline
    }

    fn tell_left(&mut self, left: Left, reason: String, retry: Retry) {
        let (table, retry_ms) = (&self.settings.table, retry.after_ms);
        self.report.tell(match left {
            Left::OtherInstance(other) => {
                tracing::warn!(table, bridge = other.bridge, instance = other.instance, retry_ms, "another instance speaks for this table");
                Feedback::OtherInstance { bridge: other.bridge, instance: other.instance, retry_ms }
            }
            Left::TakenOver => {
                tracing::warn!(
                    table,
                    times = retry.takeovers,
                    retry_ms,
                    "another client with our name took the connection (a copied card?)"
                );
                Feedback::TakenOver { times: retry.takeovers as u32, retry_ms }
            }
            Left::Broken | Left::Refused | Left::Contested => {
                tracing::debug!(table, reason, retry_ms, "no connection to the broker");
                Feedback::Disconnected { reason, retry_ms, refused: None }
            }
        });
    }
}

/// Waits between two connections, until it is time or we are stopped.
async fn pause(shared: &Shared, ms: u64) {
    let until = now().plus_ms(ms);
    while !shared.desk().stopping {
        let left = until.since_ms(now());
        if left == 0 {
            return;
        }
        tokio::select! {
            () = shared.bell.notified() => {}
            () = tokio::time::sleep(Duration::from_millis(left)) => {}
        }
    }
}

/// Says good-bye, without a will.
pub(super) fn leave(talk: &mut Talk, end: End) {
    talk.pen.disconnect();
    talk.stage = Stage::Leaving { until: now().plus_ms(LEAVE_MS), end };
}

fn ended(talk: &Talk, gone: Gone) -> End {
    let Gone { reason, taken_over, refused } = gone;
    match (&talk.stage, refused) {
        (Stage::Leaving { end, .. }, _) => end.clone(),
        _ if talk.stop.is_some() => End::Stopped,
        (_, Some(refused)) => End::Refused(refused, reason),
        _ if taken_over => End::Left(Left::TakenOver, reason),
        _ => End::Left(Left::Broken, reason),
    }
}

pub(super) fn now() -> Mono {
    crate::now::stamp().mono
}

/// 16 random hexadecimal digits.
pub(super) fn random_id() -> String {
    format!("{:016x}", u64::from_be_bytes(crate::now::random()))
}
