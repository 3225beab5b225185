//! Everything in one virtual time: process, devices, network, disk, calendar, and what befalls them.

mod befalls;
mod death;

use std::collections::VecDeque;

use bytes::Bytes;

use super::follower::Reader;
use super::host::Host;
use super::kind::{At, Deed, Injection};
use super::net::{Net, suffix};
use super::state::StateDir;
use super::{Broken, Class, TOPICS};
use crate::config;
use crate::journal::by_hand::Disk;
use crate::mqtt::by_hand::Sent;
use crate::now::StandIn;
use crate::time::{Mono, Stamp, Wall};
use crate::trial::devices::Devices;
use crate::trial::transcript::Transcript;
use crate::trial::world::{BEGINNING, CALENDAR_MS, MOMENTS_MAX};

use death::{Armed, Past};

/// Where the stopwatch of a machine begins.
const BOOT: u64 = (1 << 40) + 20_000;

/// Rounds of one moment: process, connection and disk have something for each other. A table that asks to be woken at once for ever comes
/// here instead of running for ever.
const ROUNDS_MAX: u32 = 500;

/// Moments that may follow each other without any time between them.
const STILL_MAX: u32 = 10_000;

/// Within so many ms the status says that something is away, in ms: a pulled cable is seen at once, a silent line after its silence.
const SEEN_MS: u64 = 2_000;
const SILENCE_MS: u64 = 15_000;

/// Who has no answer asks again, with the same transaction.
const ASK_MS: u64 = 4_000;

/// Somebody who wants an answer.
struct Ask {
    topic: String,
    payload: Bytes,
    transaction: String,
    next: Mono,
}

/// The whole.
pub(super) struct House {
    pub(super) now: Mono,
    time: StandIn,
    /// What the stopwatch and the calendar of the machine are ahead of our time, in ms.
    ahead: (i64, i64),
    boots: u32,
    /// When the calendar was last set.
    calendar_set: Mono,
    table: config::Table,
    pub(super) devices: Devices,
    pub(super) net: Net,
    pub(super) reader: Reader,
    pub(super) host: Option<Host>,
    /// A process that is dead: what it had, and when the next is started.
    died: Option<(Past, Mono)>,
    state: StateDir,
    disk: Disk,
    disk_slow_ms: u64,
    armed: Option<Armed>,
    plan: VecDeque<(Mono, Deed)>,
    /// How long the players have waited, in ms.
    pub(super) waited_ms: u64,
    asks: Vec<Ask>,
    asked: u32,
    /// Since when a device is away, and how long the table may take to say so.
    away: Option<(Mono, u64)>,
    rng: fastrand::Rng,
    pub(super) broken: Vec<Broken>,
    pub(super) transcript: Transcript,
    pub(super) kills: usize,
    /// Writes of all its processes.
    pub(super) writes: u32,
    /// The broker has taken small packets only for a while.
    pub(super) was_small: bool,
    moments: u64,
}

impl House {
    /// Devices beside the table, unplugged, and a process that runs.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn new(table: config::Table, devices: Devices, seed: u64, transcript: bool) -> Result<House, String> {
        let time = StandIn::begin(Stamp::new(BEGINNING, Wall::from_unix_ms(CALENDAR_MS)), "boot-1", seed);
        let mut house = House {
            now: BEGINNING,
            time,
            ahead: (BOOT as i64 - BEGINNING.as_millis() as i64, CALENDAR_MS - BEGINNING.as_millis() as i64),
            boots: 1,
            calendar_set: Mono::ZERO,
            table,
            devices,
            net: Net::new(seed),
            reader: Reader::default(),
            host: None,
            died: None,
            state: StateDir::new(),
            disk: Disk::Well,
            disk_slow_ms: 0,
            armed: None,
            plan: VecDeque::new(),
            waited_ms: 0,
            asks: Vec::new(),
            asked: 0,
            away: None,
            rng: fastrand::Rng::with_seed(seed ^ 0x686f_7573),
            broken: Vec::new(),
            transcript: Transcript::new(transcript),
            kills: 0,
            writes: 0,
            was_small: false,
            moments: 0,
        };
        house.time.set(house.stamp());
        house.transcript.begin(BEGINNING);
        let host = Host::start(&house.state.dir(), &house.table, house.now)?;
        house.host = Some(host);
        Ok(house)
    }

    /// This moment, as the machine has it.
    pub(super) fn stamp(&self) -> Stamp {
        let ms = self.now.as_millis() as i64;
        Stamp::new(Mono::from_millis((ms + self.ahead.0) as u64), Wall::from_unix_ms(ms + self.ahead.1))
    }

    /// A moment of the machine in our time.
    fn ours(&self, machine: Mono) -> Mono {
        Mono::from_millis((machine.as_millis() as i64 - self.ahead.0).max(0) as u64)
    }

    pub(super) fn wrong(&mut self, class: Class, text: impl Into<String>) {
        let broken = Broken::new(class, text);
        self.transcript.say(self.now, || format!("BROKEN {:?}: {}", broken.class, broken.text));
        if !self.broken.contains(&broken) {
            self.broken.push(broken);
        }
    }

    /// What will happen, counted from now.
    pub(super) fn will_suffer(&mut self, plan: Vec<Injection>) {
        self.plan = plan.into_iter().map(|Injection { at_ms, deed }| (self.now.plus_ms(at_ms), deed)).collect();
    }

    /// True when nothing more will go wrong.
    pub(super) fn is_calm(&self) -> bool {
        self.plan.is_empty()
            && self.armed.as_ref().is_none_or(|armed| armed.waits)
            && self.host.as_ref().is_some_and(|host| host.stopped_until.is_none())
    }

    /// Who waits to be killed at a write that has not come is not killed any more.
    pub(super) fn spare(&mut self) {
        self.armed = None;
    }

    /// Lets everything happen up to this moment.
    ///
    /// # Errors
    /// When it never comes to rest.
    pub(super) fn run_to(&mut self, until: Mono) -> Result<(), String> {
        let mut still = 0;
        while let Some(next) = self.next().filter(|next| *next <= until) {
            still = if next > self.now { 0 } else { still + 1 };
            if still > STILL_MAX {
                return Err(format!("time stands still for {STILL_MAX} moments"));
            }
            self.now = self.now.max(next);
            self.time.set(self.stamp());
            self.moment()?;
            self.moments += 1;
            if self.moments > MOMENTS_MAX {
                return Err(format!("it does not come to rest within {MOMENTS_MAX} moments"));
            }
        }
        self.now = self.now.max(until);
        self.time.set(self.stamp());
        Ok(())
    }

    pub(super) fn wait(&mut self, ms: u64) -> Result<(), String> {
        self.run_to(self.now.plus_ms(ms))
    }

    fn next(&mut self) -> Option<Mono> {
        let mut next: Vec<Mono> = Vec::with_capacity(10);
        next.extend(self.plan.front().map(|(at, _)| *at));
        next.extend(self.asks.iter().map(|ask| ask.next));
        let runs = self.host.as_ref().is_some_and(|host| host.stopped_until.is_none());
        next.extend(self.net.due(runs));
        next.extend(self.devices.next());
        next.extend(self.died.as_ref().map(|(_, at)| *at));
        let disk = self.disk_due();
        if let Some(host) = &mut self.host {
            if let Some(until) = host.stopped_until {
                next.push(until);
            } else {
                let (table, connection) = (host.table.wake(), host.connection.wake());
                next.push(self.ours(table));
                next.extend(self.armed.as_ref().map(|armed| armed.latest));
                next.extend(connection.map(|at| self.ours(at)));
                next.extend(disk);
            }
        }
        next.into_iter().min()
    }

    fn disk_due(&self) -> Option<Mono> {
        self.host.as_ref()?.pen.due().map(|due| self.ours(due).plus_ms(self.disk_slow_ms))
    }

    fn moment(&mut self) -> Result<(), String> {
        while self.plan.front().is_some_and(|(at, _)| *at <= self.now) {
            if let Some((_, deed)) = self.plan.pop_front() {
                self.befall(deed);
            }
        }
        self.ask_again();
        for delivery in self.net.moment(self.now) {
            self.transcript.say(self.now, || {
                format!(
                    "heard  {}{} {}",
                    delivery.topic,
                    if delivery.retained { " (retained)" } else { "" },
                    told(&delivery.topic, &delivery.payload)
                )
            });
            self.reader.hear(&delivery);
        }
        if self.died.as_ref().is_some_and(|(_, at)| *at <= self.now) {
            self.start_again()?;
        }
        let news = self.devices.moment(self.now);
        let Some(host) = &mut self.host else { return Ok(()) };
        host.waiting.extend(news);
        if host.stopped_until.is_some_and(|until| until > self.now) {
            return Ok(());
        }
        if host.stopped_until.take().is_some() {
            host.runs_since = self.now;
        }
        self.process()
    }

    /// The process runs until it has nothing to do.
    fn process(&mut self) -> Result<(), String> {
        for _ in 0..ROUNDS_MAX {
            let (stamp, now) = (self.stamp(), self.now);
            let Some(host) = &mut self.host else { return Ok(()) };
            let mut idle = true;
            while let Some(said) = self.net.next_for_client(now) {
                host.connection.hear(said);
                idle = false;
            }
            if !host.waiting.is_empty() || host.table.wake() <= stamp.mono || host.table.has_news() {
                host.turn(stamp);
                host.keep(stamp, now);
                for (port, writes, reopen) in host.at_ports() {
                    writes.iter().for_each(|bytes| self.devices.written(now, port, bytes));
                    if reopen {
                        self.devices.reopen(now, port);
                    }
                }
                idle = false;
            }
            if !idle || host.connection.wake().is_some_and(|wake| wake <= stamp.mono) {
                host.connection.turn();
                idle = false;
            }
            self.sends();
            if self.disk_due().is_some_and(|due| due <= now) {
                self.write()?;
                idle = false;
            }
            if self.armed.as_ref().is_some_and(|armed| armed.latest <= now) {
                self.kill(At::Before)?;
            }
            if idle {
                self.look_at_status();
                return Ok(());
            }
        }
        Err(format!("the process does not come to rest at one moment within {ROUNDS_MAX} rounds"))
    }

    /// What the connection wants sent goes to the network.
    fn sends(&mut self) {
        let Some(host) = &mut self.host else { return };
        let status = host.table.status();
        let (sent, apart) = (host.connection.take_sent(), host.connection.is_apart());
        for sent in sent {
            let mut ready = false;
            match &sent {
                Sent::Publish { topic, payload, .. } => {
                    ready = suffix(topic) == "status" && payload.starts_with(b"{\"state\":\"ready\"");
                    self.transcript.say(self.now, || format!("says   {topic} {}", told(topic, payload)));
                }
                other => self.transcript.say(self.now, || format!("says   {}", named(other))),
            }
            if ready && status != "ready" {
                self.wrong(Class::Wrong, format!("status says ready while the table is {status}"));
            }
            self.net.send(self.now, sent);
        }
        if apart && self.net.has_client() {
            self.net.closed(self.now, false);
        }
    }

    fn write(&mut self) -> Result<(), String> {
        if let Some(armed) = &mut self.armed {
            if armed.writes == 0 {
                let at = armed.at;
                return self.kill(at);
            }
            armed.writes -= 1;
        }
        let (disk, now) = (self.disk, self.now);
        let Some(host) = &mut self.host else { return Ok(()) };
        let wrote = host.pen.write(disk);
        self.writes += 1;
        host.wrote(wrote, disk, now);
        self.transcript.say(now, || format!("disk   {wrote:?}"));
        Ok(())
    }

    /// `ready` is not said while something is away or the disk refuses.
    fn look_at_status(&mut self) {
        let Some(host) = &self.host else { return };
        let long = |since: Mono, may_ms: u64| self.now.since_ms(since.max(host.runs_since)) > may_ms;
        let away = self.away.is_some_and(|(since, may_ms)| long(since, may_ms));
        let disk = host.refused_since.is_some_and(|since| long(since, SEEN_MS));
        if host.table.status() == "ready" && (away || disk) {
            let what = if away { "a device is away" } else { "the disk takes nothing" };
            self.wrong(Class::Wrong, format!("the table is ready while {what}"));
        }
    }

    /// A person asks, again and again until there is an answer; the transaction.
    pub(super) fn ask(&mut self, verb: &str, mut fields: serde_json::Value) -> String {
        self.asked += 1;
        let transaction = format!("trial-{}", self.asked);
        fields["transaction"] = transaction.clone().into();
        let (topic, payload) = (format!("{TOPICS}request/{verb}"), Bytes::from(fields.to_string()));
        self.asks.push(Ask { topic, payload, transaction: transaction.clone(), next: self.now });
        transaction
    }

    fn ask_again(&mut self) {
        let (now, reader, net) = (self.now, &self.reader, &mut self.net);
        self.asks.retain(|ask| !reader.answers.contains_key(&ask.transaction));
        for ask in self.asks.iter_mut().filter(|ask| ask.next <= now) {
            ask.next = now.plus_ms(ASK_MS);
            net.ask(now, &ask.topic, &ask.payload);
            self.transcript.say(now, || format!("asks   {} {}", ask.topic, ask.transaction));
        }
    }

    /// The answer to a transaction.
    pub(super) fn answer(&self, transaction: &str) -> Option<serde_json::Value> {
        serde_json::from_slice(self.reader.answers.get(transaction)?.first()?).ok()
    }
}

fn named(sent: &Sent) -> &'static str {
    match sent {
        Sent::Connect { .. } => "CONNECT",
        Sent::Subscribe { .. } => "SUBSCRIBE",
        Sent::Publish { .. } => "PUBLISH",
        Sent::Disconnect => "DISCONNECT",
    }
}

/// A document in a line: its length and a sum over it, so that two transcripts are the same only where every byte is. `health` names the
/// directory of the state, which is another each time.
fn told(topic: &str, payload: &Bytes) -> String {
    if suffix(topic) == "health" {
        return "...".to_owned();
    }
    let sum = payload.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{} bytes {sum:016x}", payload.len())
}
