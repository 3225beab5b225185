//! The loop of one table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use crate::capture::Recorder;
use crate::config;
use crate::form::{parse_request, refusal_to_json};
use crate::game::{ClockDocument, ErrorCode, MatchInfo, Output, RequestError};
use crate::journal::{Commit, CommitError, Journal, JournalError, JournalHealth, Stream};
use crate::mqtt::{self, Feedback};
use crate::now;
use crate::serial::{self, PortEvent, PortHandle};
use crate::time::{Mono, Stamp};

use super::commit::{Book, Dirty, Step};
use super::desk::{Desk, Device, Effect, PortNews};
use super::documents::{self, Document};
use super::health::{BrokerState, Condition, PortState};
use super::outbox::Outbox;
use super::recover::recover;
use super::requests::Verdict;
use super::setup;

/// Port events that may wait: a second of the busiest board is some hundred.
const PORT_QUEUE: usize = 1_024;

/// News of the connection that may wait; when full the connection answers `busy` by itself.
const FEEDBACK_QUEUE: usize = 256;

/// Port events taken before deadlines are looked at again: a device that floods must not stop the clock.
const DRAIN_MAX: usize = 256;

/// Documents follow their events within 250 ms (CONTRACT 4.1), and no faster than this one after the other.
const DOCUMENTS_MS: u64 = 100;

/// The clock document while time runs (CONTRACT 4.2).
const CLOCK_MS: u64 = 2_000;

/// The health document when nothing changes.
const HEALTH_MS: u64 = 10_000;

/// How long a stop waits for the disk.
const LAST_COMMITS: Duration = Duration::from_secs(3);

/// The loop wakes at least so often, to feed the watchdog.
const BEAT_MS: u64 = 1_000;

/// When a table's loop last ran, in ms of the boot clock: what the watchdog is fed from.
#[derive(Debug, Clone, Default)]
pub struct Beat(Arc<AtomicU64>);

impl Beat {
    /// The last time the loop ran; the start of the machine before the first.
    pub fn last(&self) -> Mono {
        Mono::from_millis(self.0.load(Ordering::Relaxed))
    }

    fn beat(&self, now: Mono) {
        self.0.store(now.as_millis(), Ordering::Relaxed);
    }
}

/// What a table needs from the daemon around it.
pub struct TableContext {
    /// Its configuration.
    pub table: config::Table,
    /// Event, round and board for all tables.
    pub match_info: MatchInfo,
    /// The journal of the bridge.
    pub journal: Journal,
    /// Its connection.
    pub mqtt: mqtt::Settings,
    /// Where it shows that it lives.
    pub beat: Beat,
    /// Becomes true when the daemon stops.
    pub stop: watch::Receiver<bool>,
    /// Where the raw bytes go too, for `capture`.
    pub recorder: Option<Recorder>,
}

/// Plays one table until the daemon stops.
///
/// # Errors
/// When the journal cannot be read at the start. Later nothing ends a table: devices, broker and disk may fail as they like.
pub async fn run(context: TableContext) -> Result<(), JournalError> {
    let (port_sender, mut ports) = mpsc::channel(PORT_QUEUE);
    let (feedback_sender, mut feedback) = mpsc::channel(FEEDBACK_QUEUE);
    let mut stop = context.stop.clone();
    let mut durable = context.journal.durable();
    let mut runner = Runner::start(context, port_sender, feedback_sender)?;
    loop {
        let wait = runner.wait();
        tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => break,
            Some((device, event)) = ports.recv() => {
                runner.port(device, event);
                for _ in 0..DRAIN_MAX {
                    let Ok((device, event)) = ports.try_recv() else { break };
                    runner.port(device, event);
                }
            }
            Some(news) = feedback.recv() => runner.feedback(news),
            Ok(()) = durable.changed() => {}
            () = tokio::time::sleep(Duration::from_millis(wait)) => {}
        }
        let reached = *durable.borrow_and_update();
        runner.step(reached);
    }
    runner.stop().await;
    Ok(())
}

/// What may be said when a commit is durable.
#[derive(Debug, Default)]
struct Waiting {
    commit: u64,
    responses: Vec<mqtt::Response>,
    /// Retained documents again, and perhaps events from this one on.
    republish: Option<Option<u64>>,
    documents: Vec<Document>,
}

struct Runner {
    table: config::Table,
    desk: Desk,
    book: Book,
    journal: Journal,
    health: watch::Receiver<JournalHealth>,
    mqtt: mqtt::Handle,
    reader: Outbox,
    ports: mpsc::Sender<(Device, PortEvent)>,
    board: Option<PortHandle>,
    clock: Option<PortHandle>,
    board_state: PortState,
    clock_state: PortState,
    broker: BrokerState,
    session: String,
    beat: Beat,
    recorder: Option<Recorder>,
    effects: Vec<Effect>,
    /// A commit that the journal had no room for, and what waits for it.
    kept: Option<(Commit, Waiting)>,
    /// The number of the last commit given to the journal.
    given: u64,
    /// What may be said when a commit is durable, in order.
    waiting: VecDeque<Waiting>,
    /// Clocks that the public is shown later, and when.
    late_clocks: VecDeque<(Mono, ClockDocument)>,
    last: Stamp,
    documents_at: Mono,
    clock_at: Mono,
    health_at: Mono,
    status: &'static str,
}

impl Runner {
    fn start(
        context: TableContext,
        ports: mpsc::Sender<(Device, PortEvent)>,
        feedback: mpsc::Sender<Feedback>,
    ) -> Result<Runner, JournalError> {
        let TableContext { table, match_info, journal, mqtt: connection, beat, stop: _, recorder } = context;
        let now = now::stamp();
        let seed = recorder.as_ref().map_or_else(random_seed, |recorder| recorder.seed().to_owned());
        let (game, book) = recover(&table, setup::settings(&table, &match_info), &journal, &seed, &now::boot_id(), now)?;
        let sources: Vec<Box<dyn mqtt::EventSource>> =
            vec![Box::new(Outbox::new(&journal, &table.id, Stream::Event)?), Box::new(Outbox::new(&journal, &table.id, Stream::Public)?)];
        let reader = Outbox::new(&journal, &table.id, Stream::Event)?;
        let mqtt = mqtt::spawn(connection, sources, feedback);
        let desk = Desk::new(setup::board(&table), setup::clock(&table), setup::filter(&table), game);
        let board = Some(serial::spawn(setup::board_port(&table), Device::Board, ports.clone()));
        let clock = setup::clock_port(&table).map(|port| serial::spawn(port, Device::Clock, ports.clone()));
        let health = journal.health();
        let mut runner = Runner {
            table,
            desk,
            book,
            journal,
            health,
            mqtt,
            reader,
            ports,
            board,
            clock,
            board_state: PortState::default(),
            clock_state: PortState::default(),
            broker: BrokerState::default(),
            session: String::new(),
            beat,
            recorder,
            effects: Vec::new(),
            kept: None,
            given: 0,
            waiting: VecDeque::new(),
            late_clocks: VecDeque::new(),
            last: now,
            documents_at: Mono::ZERO,
            clock_at: Mono::ZERO,
            health_at: Mono::ZERO,
            status: "",
        };
        runner.first_words(now);
        Ok(runner)
    }

    /// All documents once, before the first connection says them.
    fn first_words(&mut self, now: Stamp) {
        let game = self.desk.game();
        let game_id = game.book().game_id.clone();
        for alert in &game.book().alerts {
            self.say(documents::alert(alert, &game_id, game.settings().size).into_iter().collect());
        }
        let results = self.reader.results();
        let documents = self.book.result_documents(&results);
        self.say(documents);
        self.say(self.made(now, Dirty::ALL));
        self.book.dirty = Dirty::default();
        self.say_health(now);
    }

    /// How long nothing has to be done, in ms.
    fn wait(&self) -> u64 {
        let now = now::stamp();
        let mut next = now.mono.plus_ms(BEAT_MS);
        let mut by = |at: Mono| next = next.min(at);
        if let Some(at) = self.desk.deadline() {
            by(at);
        }
        if self.book.dirty.any() {
            by(self.documents_at.plus_ms(DOCUMENTS_MS));
        }
        if let Some((due, _)) = self.late_clocks.front() {
            by(*due);
        }
        if let Some(due) = self.book.next_public() {
            by(now.mono.plus_ms((due.as_unix_ms() - now.wall.as_unix_ms()).max(0) as u64));
        }
        next.since_ms(now.mono)
    }

    /// A stamp that is not before the last one: two devices may stamp in another order than they are taken.
    fn forward(&mut self, at: Stamp) -> Stamp {
        if at.mono > self.last.mono {
            self.last = at;
        }
        self.last
    }

    fn port(&mut self, device: Device, event: PortEvent) {
        let state = if device == Device::Board { &mut self.board_state } else { &mut self.clock_state };
        let (at, news) = match event {
            PortEvent::Opened { at } => {
                state.fault = None;
                state.reopened += 1;
                self.health_at = Mono::ZERO;
                (at, PortNews::Opened)
            }
            PortEvent::Bytes { at, bytes } => (at, PortNews::Bytes(bytes)),
            PortEvent::Lost { at, fault } => {
                tracing::warn!(table = %self.table.id, ?device, %fault, "lost");
                state.fault = Some(fault);
                self.health_at = Mono::ZERO;
                (at, PortNews::Lost)
            }
            PortEvent::Waiting { fault, .. } => {
                tracing::warn!(table = %self.table.id, ?device, %fault, "waits");
                state.fault = Some(fault);
                self.health_at = Mono::ZERO;
                return;
            }
            PortEvent::WritesDropped { dropped, .. } => {
                tracing::warn!(table = %self.table.id, ?device, dropped, "the device does not take what is written to it");
                return;
            }
        };
        let now = self.forward(at);
        if let Some(recorder) = &mut self.recorder {
            recorder.port(now, device, &news);
        }
        let mut effects = std::mem::take(&mut self.effects);
        self.desk.port(now, device, &news, &mut effects);
        self.carry_out(now, &mut effects);
        self.effects = effects;
    }

    fn carry_out(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
        for effect in effects.drain(..) {
            match effect {
                Effect::Write(device, bytes) => {
                    let port = if device == Device::Board { &self.board } else { &self.clock };
                    if let Some(port) = port {
                        // A full queue is reported by the port itself.
                        port.write(bytes);
                    }
                }
                Effect::Reopen(device) => self.reopen(device),
                Effect::Taken(at, input) => self.book.taken(at, &input),
                Effect::Output(Output::Event(event)) => {
                    if let Some(recorder) = &mut self.recorder {
                        recorder.event(&event, self.desk.game().settings().size);
                    }
                    self.book.event(event, self.desk.game(), now);
                }
                Effect::Output(Output::Answer(answer)) => self.book.answer(&answer, self.desk.game()),
                // Without a clock on the table there is nothing to command.
                Effect::Output(Output::Clock(_)) => {}
            }
        }
    }

    fn reopen(&mut self, device: Device) {
        tracing::warn!(table = %self.table.id, ?device, "silent: its port is opened again");
        match device {
            Device::Board => {
                self.board = None;
                self.board = Some(serial::spawn(setup::board_port(&self.table), Device::Board, self.ports.clone()));
            }
            Device::Clock => {
                self.clock = None;
                self.clock = setup::clock_port(&self.table).map(|port| serial::spawn(port, Device::Clock, self.ports.clone()));
            }
        }
    }

    fn feedback(&mut self, news: Feedback) {
        self.health_at = Mono::ZERO;
        match news {
            Feedback::Connected { session } => {
                tracing::info!(table = %self.table.id, "connected to the broker");
                self.session = session;
                self.broker.connected = true;
                self.broker.reopened += 1;
                self.broker.what_to_do = None;
                self.book.dirty.clock = true;
            }
            Feedback::Live => {}
            Feedback::Disconnected { reason, retry_ms } => {
                tracing::warn!(table = %self.table.id, reason, retry_ms, "no connection to the broker; events wait");
                self.broker.connected = false;
                self.broker.what_to_do = Some(format!("look after the broker: {reason}; nothing is lost meanwhile"));
            }
            Feedback::Request(request) => self.request(&request),
            Feedback::RetainedRequest(request) => {
                let error = RequestError {
                    code: ErrorCode::Malformed,
                    message: "a request must not be retained: empty the topic and send it again without retain".to_owned(),
                };
                self.mqtt.respond(request.answer(refusal_to_json(transaction_of(&request.payload).as_deref(), &error)));
            }
            Feedback::RequestRefused { topic, bytes, because } => tracing::warn!(topic, bytes, ?because, "a request goes no further"),
            Feedback::OtherInstance { bridge, instance, retry_ms } => {
                tracing::error!(table = %self.table.id, bridge, instance, retry_ms, "another kifud speaks for this table; nothing is published here");
                self.broker.what_to_do = Some(format!("another kifud ({bridge}) speaks for this table: stop one of the two"));
            }
            Feedback::TakenOver { times, retry_ms } => {
                tracing::error!(table = %self.table.id, times, retry_ms, "another client with the same name takes the connection over");
                self.broker.what_to_do = Some("another machine uses the same bridge id and table: is this a copied card?".to_owned());
            }
            Feedback::TooLarge { topic, bytes, limit } => {
                tracing::error!(topic, bytes, limit, "larger than the broker takes; not sent");
                if !self.broker.too_large.contains(&topic) {
                    self.broker.too_large.push(topic);
                }
            }
            Feedback::NotAllowed { topic, reason } => {
                tracing::error!(topic, reason, "the broker does not allow it");
                self.broker.what_to_do = Some(format!("the broker refuses {topic} ({reason}): look at its access list"));
            }
        }
    }

    fn request(&mut self, from: &mqtt::Request) {
        let size = self.desk.game().settings().size;
        let parsed = match parse_request(&from.verb, from.user.as_deref(), &from.payload, size) {
            Ok(parsed) => parsed,
            Err(refused) => {
                self.mqtt.respond(from.answer(refusal_to_json(refused.transaction.as_deref(), &refused.error)));
                return;
            }
        };
        if parsed.tables.as_ref().is_some_and(|tables| !tables.contains(&self.table.id)) {
            return;
        }
        match self.book.transactions.look_up(&parsed.request.transaction, &parsed.hash, from) {
            Verdict::Waiting => {}
            Verdict::Answered(answer) => self.mqtt.respond(from.answer(answer)),
            Verdict::New => {
                let now = self.forward(now::stamp());
                if let Some(recorder) = &mut self.recorder {
                    recorder.request(now, from);
                }
                let mut effects = std::mem::take(&mut self.effects);
                self.desk.request(now, parsed.request, &mut effects);
                self.carry_out(now, &mut effects);
                self.effects = effects;
            }
        }
    }

    /// Deadlines, the journal, and what may be said now.
    fn step(&mut self, durable: u64) {
        let now = self.forward(now::stamp());
        if self.desk.deadline().is_some_and(|deadline| deadline <= now.mono) {
            if let Some(recorder) = &mut self.recorder {
                recorder.advance(now);
            }
            let mut effects = std::mem::take(&mut self.effects);
            self.desk.advance(now, &mut effects);
            self.carry_out(now, &mut effects);
            self.effects = effects;
        }
        self.book.show(now, self.desk.game());
        self.write();
        self.make_documents(now);
        self.show_late_clock(now.mono);
        self.say_what_is_durable(durable);
        if now.mono.since_ms(self.health_at) >= HEALTH_MS {
            self.say_health(now);
        }
        self.beat.beat(now.mono);
    }

    fn write(&mut self) {
        if let Some((commit, waiting)) = self.kept.take() {
            self.give(commit, waiting);
            if self.kept.is_some() {
                return;
            }
        }
        if let Some(Step { commit, responses, republish }) = self.book.take(self.desk.game()) {
            let documents = if commit.results.is_empty() { Vec::new() } else { self.book.result_documents(&commit.results) };
            self.give(commit, Waiting { commit: 0, responses, republish, documents });
        }
    }

    /// Gives a commit to the journal; what waits for it learns its number, which another table may have taken meanwhile.
    fn give(&mut self, commit: Commit, waiting: Waiting) {
        match self.journal.commit(commit) {
            Ok(number) => {
                self.given = number;
                self.waiting.push_back(Waiting { commit: number, ..waiting });
            }
            Err(CommitError::Full(commit)) => self.kept = Some((*commit, waiting)),
            Err(CommitError::Closed(commit)) => {
                tracing::error!(table = %self.table.id, events = commit.events.len(), "the journal is closed");
            }
        }
    }

    fn make_documents(&mut self, now: Stamp) {
        let clock = self.desk.game().clock_document(now).is_some_and(|clock| clock.running.is_some());
        if clock && now.mono.since_ms(self.clock_at) >= CLOCK_MS {
            self.book.dirty.clock = true;
        }
        let busy = self.waiting.iter().any(|waiting| !waiting.documents.is_empty());
        if !self.book.dirty.any() || busy || now.mono.since_ms(self.documents_at) < DOCUMENTS_MS || self.kept.is_some() {
            return;
        }
        let dirty = std::mem::take(&mut self.book.dirty);
        let mut documents = self.made(now, dirty);
        documents.extend(self.book.changed_alerts());
        if dirty.clock && self.book.is_delayed() {
            self.late_clocks
                .extend(self.desk.game().clock_document(now).map(|clock| (now.mono.plus_ms(self.table.public.delay_ms), clock)));
        }
        self.documents_at = now.mono;
        if dirty.clock {
            self.clock_at = now.mono;
        }
        self.waiting.push_back(Waiting { commit: self.given, documents, ..Waiting::default() });
    }

    /// The public's clock, where that is late: the newest that is due.
    fn show_late_clock(&mut self, now: Mono) {
        let due = self.late_clocks.iter().take_while(|(due, _)| *due <= now).count();
        if let Some((_, clock)) = self.late_clocks.drain(..due).last() {
            let documents = documents::public_clock(&self.book.feed, &clock, &self.session).into_iter().collect();
            self.waiting.push_back(Waiting { commit: self.given, documents, ..Waiting::default() });
        }
    }

    fn made(&self, now: Stamp, dirty: Dirty) -> Vec<Document> {
        let game = self.desk.game();
        let started = self.book.started;
        let mut documents = Vec::new();
        if dirty.info {
            documents.extend(documents::info(game, &self.table));
        }
        if dirty.game {
            documents.extend(documents::game(game, now, started));
        }
        if dirty.public || dirty.game {
            documents.extend(documents::public(&self.book.feed, game, now, started, &self.book.public_terms(game)));
        }
        if dirty.clock
            && let Some(clock) = game.clock_document(now)
        {
            documents.extend(documents::clock(&clock, &game.book().game_id, &self.session));
            if !self.book.is_delayed() {
                documents.extend(documents::public_clock(&self.book.feed, &clock, &self.session));
            }
        }
        documents
    }

    fn say_what_is_durable(&mut self, durable: u64) {
        let mut ready = false;
        while self.waiting.front().is_some_and(|waiting| waiting.commit <= durable) {
            let Some(Waiting { responses, republish, documents, .. }) = self.waiting.pop_front() else { break };
            if !ready {
                // Events first, then the documents that changed.
                self.mqtt.events_ready();
                ready = true;
            }
            for response in responses {
                self.mqtt.respond(response);
            }
            self.say(documents);
            if let Some(from_seq) = republish {
                let game_id = &self.desk.game().book().game_id;
                self.mqtt.republish(from_seq.and_then(|seq| self.reader.cursor_before(game_id, seq)));
            }
        }
    }

    fn say(&self, documents: Vec<Document>) {
        for (topic, payload) in documents {
            self.mqtt.document(&topic, payload);
        }
    }

    fn say_health(&mut self, now: Stamp) {
        let journal = self.health.borrow().clone();
        let condition = Condition {
            table: &self.table,
            desk: &self.desk,
            board: &self.board_state,
            clock: &self.clock_state,
            broker: &self.broker,
            journal: &journal,
        };
        let (status, document) = (condition.status(), condition.document(now));
        self.say(document.into_iter().collect());
        if status != self.status {
            self.status = status;
            self.mqtt.status(status);
        }
        self.health_at = now.mono;
    }

    async fn stop(mut self) {
        // The last events become durable before the last word is said; a disk that does not answer is not waited for for ever.
        let mut durable = self.journal.durable();
        let _ = tokio::time::timeout(LAST_COMMITS, async {
            loop {
                self.write();
                let given = self.given;
                if durable.wait_for(|reached| *reached >= given).await.is_err() || self.kept.is_none() {
                    return;
                }
            }
        })
        .await;
        if let Some((commit, _)) = &self.kept {
            tracing::error!(table = %self.table.id, events = commit.events.len(), "stopped with events that the disk did not take: they are lost");
        }
        let reached = *durable.borrow();
        self.say_what_is_durable(reached);
        self.mqtt.stop().await;
    }
}

/// The transaction of a request that is refused unread.
fn transaction_of(payload: &[u8]) -> Option<String> {
    let value: serde_json::Value = serde_json::from_slice(payload).ok()?;
    value.get("transaction")?.as_str().map(str::to_owned)
}

/// 128 random bits for the ids of a table.
fn random_seed() -> String {
    let mut bytes = [0_u8; 16];
    // The kernel's own generator cannot fail once the machine has started.
    let filled = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    debug_assert!(filled.is_ok());
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
