//! What comes to a table: news of its ports and of its connection, and what the desk makes of them.

use crate::form::{parse_request, refusal_to_json};
use crate::game::{ErrorCode, Output, RequestError};
use crate::mqtt::{self, Feedback};
use crate::now;
use crate::serial::{PortEvent, PortFault};
use crate::time::{Mono, Stamp};

use super::{LATE_MS, Runner};
use crate::table::adviser::Advice;
use crate::table::alarm::Trouble;
use crate::table::desk::{Device, Effect, PortNews};
use crate::table::health::PortState;
use crate::table::requests::Verdict;
use crate::table::setup;

impl Runner {
    pub(super) fn port(&mut self, device: Device, event: PortEvent) {
        let (at, news) = match event {
            PortEvent::Opened { at } => {
                let state = self.port_state(device);
                state.fault = None;
                state.opened += 1;
                self.health_at = Mono::ZERO;
                (at, PortNews::Opened)
            }
            PortEvent::Bytes { at, bytes } => (at, PortNews::Bytes(bytes)),
            PortEvent::Lost { at, fault } => {
                self.say_port(device, &fault, "lost");
                self.port_state(device).fault = Some(fault);
                self.trouble(Trouble::ComesAndGoes(device), at);
                (at, PortNews::Lost)
            }
            PortEvent::Waiting { fault, .. } => {
                self.say_port(device, &fault, "waits");
                self.port_state(device).fault = Some(fault);
                self.health_at = Mono::ZERO;
                return;
            }
            PortEvent::WritesDropped { dropped, at } => {
                if !self.lookout.alarms.is_raised(Trouble::Deaf(device)) {
                    tracing::warn!(table = %self.table.id, ?device, dropped, "the device does not take what is written to it");
                }
                self.trouble(Trouble::Deaf(device), at);
                return;
            }
        };
        self.news(at, device, &news);
    }

    fn port_state(&mut self, device: Device) -> &mut PortState {
        if device == Device::Board { &mut self.board_state } else { &mut self.clock_state }
    }

    /// A plug that falls out every second is one finding, and no line of the log each time.
    fn say_port(&self, device: Device, fault: &PortFault, what: &str) {
        if self.lookout.alarms.is_raised(Trouble::ComesAndGoes(device)) {
            tracing::debug!(table = %self.table.id, ?device, %fault, "{what}");
        } else {
            tracing::warn!(table = %self.table.id, ?device, %fault, "{what}");
        }
    }

    fn news(&mut self, at: Stamp, device: Device, news: &PortNews) {
        let now = self.forward(at);
        if let Some(witness) = &mut self.witness {
            witness.port(now, device, news);
        }
        let mut effects = std::mem::take(&mut self.effects);
        self.desk.port(now, device, news, &mut effects);
        self.carry_out(now, &mut effects);
        self.effects = effects;
    }

    /// A process that did not run when it was due reads what waits for it before it judges anything; see [`crate::table::Desk::stopped`].
    pub(super) fn look_whether_stopped(&mut self, due_us: u64) {
        let late_ms = now::micros().saturating_sub(due_us) / 1_000;
        if late_ms < LATE_MS {
            return;
        }
        let (then, now) = (self.last, now::stamp());
        tracing::warn!(table = %self.table.id, late_ms, "this process did not run; what waits at the ports is read before anything is judged");
        if let Some(witness) = &mut self.witness {
            witness.stopped(then, now);
        }
        let mut effects = std::mem::take(&mut self.effects);
        self.desk.stopped(then, now, &mut effects);
        self.carry_out(now, &mut effects);
        self.effects = effects;
        self.trouble(Trouble::Overloaded, now);
        self.forward(now);
    }

    pub(super) fn carry_out(&mut self, now: Stamp, effects: &mut Vec<Effect>) {
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
                Effect::Taken(at, input) => self.book.taken(at, &input, self.desk.game().settings().size),
                Effect::Output(Output::Event(event)) => {
                    if let Some(witness) = &mut self.witness {
                        witness.event(&event, self.desk.game().settings().size);
                    }
                    if let Some(metrics) = &self.metrics {
                        metrics.event();
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
                let port = setup::board_port(&self.table);
                self.board = self.board.take().map(|open| open.reopen(port, device, self.ports.clone()));
            }
            Device::Clock => {
                let open = self.clock.take().zip(setup::clock_port(&self.table));
                self.clock = open.map(|(open, port)| open.reopen(port, device, self.ports.clone()));
            }
        }
    }

    pub(super) fn feedback(&mut self, news: Feedback) {
        // `health` itself may be what the broker does not take: saying so once more would make it anew, without end.
        if matches!(&news, Feedback::TooLarge { topic, .. } if self.broker.is_too_large(topic)) {
            return;
        }
        self.health_at = Mono::ZERO;
        match news {
            Feedback::Connected { session } => {
                tracing::info!(table = %self.table.id, "connected to the broker");
                self.session = session;
                self.broker.connects();
                self.book.dirty.clock = true;
            }
            Feedback::Live => self.broker.lives(),
            Feedback::Disconnected { reason, retry_ms, refused } => {
                // A broker that is away for a night is one line of the log, not one a try.
                if self.broker.goes(broker_trouble(&reason, refused)) {
                    tracing::warn!(table = %self.table.id, reason, retry_ms, "no connection to the broker; events wait");
                } else {
                    tracing::debug!(table = %self.table.id, reason, retry_ms, "no connection to the broker");
                }
                if std::mem::take(&mut self.broker.connected) {
                    self.trouble(Trouble::BrokerComesAndGoes, now::stamp());
                }
            }
            Feedback::Request(request) => self.request(&request),
            Feedback::RetainedRequest(request) => {
                let message = "a request must not be retained: empty the topic and send it again without retain".to_owned();
                self.refuse(&request, ErrorCode::Malformed, message);
            }
            Feedback::TooManyRequests { request, dropped } => {
                tracing::debug!(table = %self.table.id, user = request.user, dropped, "more requests than are looked at");
                self.broker.flooding = request.user.clone();
                self.trouble(Trouble::Flooded, now::stamp());
                let message = format!("more than {} requests at once, or ten a second: wait, and send it again", mqtt::REQUESTS_AT_ONCE);
                self.refuse(&request, ErrorCode::Busy, message);
            }
            Feedback::RequestRefused { topic, bytes, because, untold } => {
                tracing::warn!(table = %self.table.id, topic, bytes, ?because, untold, "a request goes no further");
            }
            Feedback::OtherInstance { bridge, instance, retry_ms } => {
                tracing::error!(table = %self.table.id, bridge, instance, retry_ms, "another kifud speaks for this table; nothing is published here");
                self.broker.connected = false;
                let text = format!("another kifud ({bridge}) speaks for this table: stop one of the two");
                self.broker.trouble = Some(("other-instance", text));
            }
            Feedback::TakenOver { times, retry_ms } => {
                tracing::error!(table = %self.table.id, times, retry_ms, "another client with the same name takes the connection over");
                self.broker.connected = false;
                let text = "another machine uses the same bridge id and table: is this a copied card? Give one of the two another bridge.id, or \
                            switch it off";
                self.broker.trouble = Some(("taken-over", text.to_owned()));
            }
            Feedback::TooLarge { topic, bytes, limit } => {
                tracing::error!(topic, bytes, limit, "larger than the broker takes; not sent");
                self.broker.too_large.push(topic);
            }
            Feedback::NotAllowed { topic, reason } => {
                let text = format!("the broker refuses {topic} ({reason}): look at its access list, docs/access has one that works");
                if self.broker.denies(text) {
                    tracing::error!(table = %self.table.id, topic, reason, "the broker does not allow it");
                }
            }
            Feedback::AllowedAgain => self.broker.trouble = None,
        }
    }

    /// Answers a request that was not read.
    fn refuse(&self, request: &mqtt::Request, code: ErrorCode, message: String) {
        let error = RequestError { code, message };
        self.mqtt.respond(request.answer(refusal_to_json(transaction_of(&request.payload).as_deref(), &error)));
    }

    /// The engine has said which stones it takes for dead, or has failed.
    pub(super) fn advised(&mut self, advice: Advice) {
        self.health_at = Mono::ZERO;
        if let Some(request) = self.adviser.request(advice, self.desk.game()) {
            self.request(&request);
            self.adviser.answered(self.desk.game());
        }
    }

    pub(super) fn request(&mut self, from: &mqtt::Request) {
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
            Verdict::Answered(answer) => self.answer_again(from.answer(answer)),
            Verdict::New => {
                let now = self.forward(now::stamp());
                if let Some(witness) = &mut self.witness {
                    witness.request(now, from);
                }
                let mut effects = std::mem::take(&mut self.effects);
                self.desk.request(now, parsed.request, &mut effects);
                self.carry_out(now, &mut effects);
                self.effects = effects;
            }
        }
    }
}

/// What is said of a broker that cannot be reached, or does not want us.
fn broker_trouble(reason: &str, refused: Option<mqtt::ConnectRefused>) -> (&'static str, String) {
    use mqtt::ConnectRefused;
    match refused {
        Some(ConnectRefused::Credentials) => (
            "bad-credentials",
            "the broker refuses user or password: compare mqtt.username and the content of mqtt.password_file with the broker's users (mosquitto: \
             password_file); it is tried again by itself"
                .to_owned(),
        ),
        Some(ConnectRefused::NotAuthorised) => (
            "not-authorised",
            "the broker does not let this client in: compare mqtt.username and the content of mqtt.password_file with the broker's users \
             (mosquitto: password_file; a wrong password is said like this too), or let it in without a user (allow_anonymous)"
                .to_owned(),
        ),
        Some(ConnectRefused::Protocol) => (
            "protocol-refused",
            "the broker does not speak this version of MQTT: set mqtt.version = \"3.1.1\"".to_owned(),
        ),
        Some(ConnectRefused::Busy) => ("broker-busy", format!("the broker takes no more clients now ({reason}): look at its limits")),
        None => ("broker-away", format!("the broker cannot be reached ({reason}): look after it and the network; nothing is lost meanwhile")),
    }
}

/// The transaction of a request that is refused unread.
fn transaction_of(payload: &[u8]) -> Option<String> {
    let value: serde_json::Value = serde_json::from_slice(payload).ok()?;
    value.get("transaction")?.as_str().map(str::to_owned)
}
