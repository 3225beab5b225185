//! The loop of one table.

pub mod by_hand;
mod hear;
mod look;
mod say;

use std::collections::VecDeque;
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use crate::config;
use crate::game::ClockDocument;
use crate::go::Color;
use crate::journal::{Commit, CommitError, Journal, JournalError, JournalHealth, ResultRow, Stream};
use crate::machine::Machine;
use crate::metrics::TableMetrics;
use crate::mqtt::{self, Feedback};
use crate::now;
use crate::serial::{self, PortEvent, PortHandle, PortSpec};
use crate::time::{Mono, Stamp, Wall};

use super::adviser::{Advice, Adviser};
use super::commit::{Book, Dirty, Step};
use super::context::{Beat, TableContext};
use super::desk::{Desk, Device, Effect};
use super::documents::{self, Document};
use super::health::{BrokerState, PortState, SetAside};
use super::outbox::Outbox;
use super::recover::{Found, recover};
use super::setup;
use super::witness::Witness;
use look::Lookout;

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

/// Who wakes so much later than meant was stopped (a signal, a sleeping machine) or starved, in ms: what happened meanwhile waits at the ports.
/// A busy machine wakes its loops within some tens.
const LATE_MS: u64 = 200;

/// Plays one table until the daemon stops. `witness` is shown the raw bytes too (`capture`).
///
/// # Errors
/// When the journal cannot be read at the start. Later nothing ends a table: devices, broker and disk may fail as they like.
pub async fn run(context: TableContext, witness: Option<Box<dyn Witness>>) -> Result<(), JournalError> {
    let (port_sender, mut ports) = mpsc::channel(PORT_QUEUE);
    let (feedback_sender, mut feedback) = mpsc::channel(FEEDBACK_QUEUE);
    let mut stop = context.stop.clone();
    let mut durable = context.journal.durable();
    let (adviser, mut advice) = Adviser::new(context.engine.as_deref().map(str::to_owned));
    let ports_of = port_sender.clone();
    let outside = Outside {
        connect: Box::new(|settings, sources| mqtt::spawn(settings, sources, feedback_sender)),
        open: Box::new(move |port, device| serial::spawn(port, device, ports_of.clone())),
    };
    let mut runner = Runner::start(context, witness, port_sender, outside, adviser)?;
    loop {
        let wait = runner.wait();
        let due_us = now::micros() + wait.as_micros() as u64;
        let came = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => break,
            Some((device, event)) = ports.recv() => Came::Port(device, event),
            Some(news) = feedback.recv() => Came::Feedback(news),
            Some(said) = advice.recv() => Came::Advice(said),
            Ok(()) = durable.changed() => Came::Time,
            () = tokio::time::sleep(wait) => Came::Time,
        };
        runner.look_whether_stopped(due_us);
        match came {
            Came::Port(device, event) => {
                runner.port(device, event);
                for _ in 0..DRAIN_MAX {
                    let Ok((device, event)) = ports.try_recv() else { break };
                    runner.port(device, event);
                }
            }
            Came::Feedback(news) => runner.feedback(news),
            Came::Advice(said) => runner.advised(said),
            Came::Time => {}
        }
        let reached = *durable.borrow_and_update();
        runner.step(reached);
    }
    runner.stop().await;
    Ok(())
}

/// What ends a wait of the loop.
enum Came {
    Port(Device, PortEvent),
    Feedback(Feedback),
    Advice(Advice),
    Time,
}

/// What may be said when a commit is durable.
#[derive(Debug, Default)]
struct Waiting {
    commit: u64,
    responses: Vec<mqtt::Response>,
    /// Retained documents again, and perhaps events from this one on.
    republish: Option<Option<u64>>,
    documents: Vec<Document>,
    /// What is told of it in the log.
    entry: Option<Entry>,
    /// When the first move in it had held still.
    moved_at: Option<Wall>,
}

/// Events that were given to the journal: for the log, which tells how long the disk took for them (`kifud::durable=debug`).
#[derive(Debug)]
struct Entry {
    given_us: u64,
    game_id: String,
    first: u64,
    last: u64,
}

impl Entry {
    /// The events of the newest game of a commit; `None` where it has no event.
    fn of(commit: &Commit) -> Option<Entry> {
        let last = commit.events.last()?;
        let first = commit.events.iter().find(|event| event.game_id == last.game_id)?;
        Some(Entry { given_us: now::micros(), game_id: last.game_id.clone(), first: first.seq, last: last.seq })
    }
}

/// What goes over a connection.
type Streams = Vec<Box<dyn mqtt::EventSource>>;

/// How a table reaches the world.
struct Outside<'a> {
    /// Its connection, with the streams that go over it.
    connect: Box<dyn FnOnce(mqtt::Settings, Streams) -> mqtt::Handle + 'a>,
    /// The port of a device.
    open: Box<dyn FnMut(PortSpec, Device) -> PortHandle + 'a>,
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
    adviser: Adviser,
    witness: Option<Box<dyn Witness>>,
    machine: watch::Receiver<Machine>,
    metrics: Option<TableMetrics>,
    lookout: Lookout,
    effects: Vec<Effect>,
    /// A commit that the journal had no room for, and what waits for it.
    kept: Option<(Commit, Waiting)>,
    /// What the operator is told of games and journals that were set aside.
    set_aside: SetAside,
    /// What the last health document said of the disk.
    disk_failed: bool,
    /// The number of the last commit given to the journal.
    given: u64,
    /// What may be said when a commit is durable, in order.
    waiting: VecDeque<Waiting>,
    /// Clocks that the public is shown later, and when.
    late_clocks: VecDeque<(Mono, ClockDocument)>,
    last: Stamp,
    documents_at: Mono,
    clock_at: Mono,
    /// Whose time the last clock document showed to run, and whether it was stale.
    clock_shown: Option<(Option<Color>, bool)>,
    health_at: Mono,
    status: &'static str,
}

impl Runner {
    fn start(
        context: TableContext,
        witness: Option<Box<dyn Witness>>,
        ports: mpsc::Sender<(Device, PortEvent)>,
        mut outside: Outside<'_>,
        adviser: Adviser,
    ) -> Result<Runner, JournalError> {
        let TableContext { table, match_info, journal, mqtt: connection, beat, stop: _, engine: _, aside, machine, metrics } = context;
        let now = now::stamp();
        let seed = witness.as_ref().map_or_else(random_seed, |witness| witness.seed().to_owned());
        let settings = setup::settings(&table, &match_info);
        let Found { game, book, results, set_aside } = recover(&table, settings, &journal, &seed, (&now::boot_id(), now), aside.game)?;
        let set_aside = SetAside { game: set_aside, journal: aside.journal, at: game.book().game_id.clone() };
        let sources: Vec<Box<dyn mqtt::EventSource>> =
            vec![Box::new(Outbox::new(&journal, &table.id, Stream::Event)?), Box::new(Outbox::new(&journal, &table.id, Stream::Public)?)];
        let reader = Outbox::new(&journal, &table.id, Stream::Event)?;
        let mqtt = (outside.connect)(connection, sources);
        let desk = Desk::new(setup::board(&table), setup::clock(&table), setup::filter(&table), game);
        let board = Some((outside.open)(setup::board_port(&table), Device::Board));
        let clock = setup::clock_port(&table).map(|port| (outside.open)(port, Device::Clock));
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
            adviser,
            witness,
            machine,
            metrics,
            lookout: Lookout::default(),
            effects: Vec::new(),
            kept: None,
            set_aside,
            disk_failed: false,
            given: 0,
            waiting: VecDeque::new(),
            late_clocks: VecDeque::new(),
            last: now,
            documents_at: Mono::ZERO,
            clock_at: Mono::ZERO,
            clock_shown: None,
            health_at: Mono::ZERO,
            status: "",
        };
        runner.first_words(now, &results);
        Ok(runner)
    }

    /// All documents once, before the first connection says them.
    fn first_words(&mut self, now: Stamp, results: &[ResultRow]) {
        let game = self.desk.game();
        let game_id = game.book().game_id.clone();
        for alert in &game.book().alerts {
            self.say(documents::alert(alert, &game_id, game.settings().size).into_iter().collect());
        }
        let documents = self.book.result_documents(results);
        self.say(documents);
        self.say(self.made(now, Dirty::ALL));
        self.book.dirty = Dirty::default();
        self.clock_shown = self.clock_shows(now);
        self.say_health(now);
    }

    /// How long nothing has to be done.
    fn wait(&self) -> Duration {
        let now = now::stamp();
        let mut next = now.mono.plus_ms(BEAT_MS);
        let mut by = |at: Mono| next = next.min(at);
        if let Some(at) = self.desk.deadline() {
            by(at);
        }
        if self.book.dirty.any() && !self.documents_wait() {
            by(self.documents_at.plus_ms(DOCUMENTS_MS));
        }
        if let Some((due, _)) = self.late_clocks.front() {
            by(*due);
        }
        if let Some(due) = self.book.next_public() {
            by(due);
        }
        // To the microsecond: a moment that was floored would wait up to a millisecond too long.
        Duration::from_micros((next.as_millis() * 1_000).saturating_sub(now::micros()))
    }

    /// A stamp that is not before the last one: two devices may stamp in another order than they are taken.
    fn forward(&mut self, at: Stamp) -> Stamp {
        if at.mono > self.last.mono {
            self.last = at;
        }
        self.last
    }

    /// Deadlines, the journal, and what may be said now.
    fn step(&mut self, durable: u64) {
        let now = self.forward(now::stamp());
        if self.desk.deadline().is_some_and(|deadline| deadline <= now.mono) {
            if let Some(witness) = &mut self.witness {
                witness.advance(now);
            }
            let mut effects = std::mem::take(&mut self.effects);
            self.desk.advance(now, &mut effects);
            self.carry_out(now, &mut effects);
            self.effects = effects;
        }
        self.adviser.look(self.desk.game());
        self.book.show(now, self.desk.game());
        self.write();
        self.make_documents(now);
        self.show_late_clock(now.mono);
        self.say_what_is_durable(durable);
        self.look_around(now);
        let disk_fails = self.health.borrow().fault.is_some();
        let over = self.set_aside.forget_when_over(self.desk.game().book());
        if now.mono.since_ms(self.health_at) >= HEALTH_MS || disk_fails != self.disk_failed || over {
            self.disk_failed = disk_fails;
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
        if let Some(Step { commit, responses, republish, moved_at }) = self.book.take(self.desk.game()) {
            let documents = if commit.results.is_empty() { Vec::new() } else { self.book.result_documents(&commit.results) };
            let entry = Entry::of(&commit);
            self.give(commit, Waiting { commit: 0, responses, republish, documents, entry, moved_at });
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
        // What is retained must not stay older than the game: nobody makes it new until the next start.
        self.documents_at = Mono::ZERO;
        self.make_documents(now::stamp());
        self.say_what_is_durable(reached);
        self.mqtt.stop().await;
    }
}

/// 128 random bits for the ids of a table.
fn random_seed() -> String {
    now::random::<16>().iter().map(|byte| format!("{byte:02x}")).collect()
}
