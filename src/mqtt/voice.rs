//! What is said and in which order, and what is made of what is heard.

use bytes::Bytes;

use super::flood::Verdict;
use super::link::{Filter, Message, packet_size};
use super::pace::Booking;
use super::presence::Step;
use super::status;
use super::talk::{End, HELD_REQUESTS, Stage, Tag, Talk};
use super::task::{Task, leave, now, random_id};
use super::topic::{Heard, is_name};
use super::{Feedback, LARGEST_DOCUMENT, LARGEST_REQUEST, Outgoing, Refusal, Request, Response};
use crate::mqtt::presence::Left;
use crate::time::Mono;

/// Refused topics that are remembered: each kind of document once, and some alerts and results. More are not told of.
const REFUSED_MAX: usize = 64;

/// Characters of a stranger's topic that are told.
const TOPIC_TOLD: usize = 200;

impl Task {
    /// CONNACK: listens to everything before anything is said.
    pub(super) fn connected(&mut self, talk: &mut Talk, now: Mono, window: usize, largest: usize) {
        talk.is_connected = true;
        talk.flight = super::flight::Flight::new(window);
        talk.largest = largest;
        self.shared.desk().forget_found();
        self.refused.clear();
        self.presence.connected(now, talk.session.clone());
        talk.pen.subscribe(&self.filters());
        self.report.tell(Feedback::Connected { session: talk.session.clone() });
    }

    /// `status` comes first: its retained message decides whether we may speak.
    fn filters(&self) -> Vec<Filter> {
        let filter = |path: String, not_own: bool| Filter { path, not_own };
        vec![
            // Our own too: the will of an earlier connection comes under our name.
            filter(self.topics.own("status"), false),
            filter(self.topics.own("alert/+"), true),
            filter(self.topics.own("response/ping"), true),
            filter(self.topics.own("request/#"), true),
            filter(self.topics.all("request/#"), true),
        ]
    }

    pub(super) fn tell_not_granted(&mut self, granted: &[bool]) {
        for (filter, granted) in self.filters().into_iter().zip(granted) {
            if !granted {
                self.not_allowed(filter.path, "subscription refused".to_owned());
            }
        }
    }

    /// Asks another instance whether it is there.
    pub(super) fn ask(&self, talk: &mut Talk) {
        let transaction = format!("ping-{}", random_id());
        let question = serde_json::json!({ "transaction": transaction, "by": format!("kifud.{}", self.settings.bridge) });
        let question = Bytes::from(question.to_string());
        let user = self.settings.credentials.as_ref().map(|known| known.user.as_str()).filter(|user| is_name(user)).unwrap_or("kifud");
        let suffix = if self.settings.require_user { format!("request/ping/{user}") } else { "request/ping".to_owned() };
        talk.question = Some((transaction, question.clone()));
        if talk.pen.publish(&self.topics.own(&suffix), question, false, None) {
            talk.flight.sent(Tag::Word);
        }
    }

    /// We may speak: `status` init, and then everything.
    pub(super) fn begin(&mut self, talk: &mut Talk) {
        talk.stage = Stage::Starting(None);
        talk.catching_up = Some(Booking::default());
        self.shared.desk().begin();
        for lane in &mut self.lanes {
            lane.begin();
        }
        self.say_status(talk, "init");
        for message in std::mem::take(&mut talk.held) {
            self.request(talk, message);
        }
    }

    /// Says what can be said, in order, as far as the window allows, and the pace while it catches up.
    pub(super) fn speak(&mut self, talk: &mut Talk, now: Mono) {
        while talk.is_speaking() && talk.flight.room() > 0 && self.is_our_turn(talk, now) {
            if !(self.say_response(talk) || self.say_events(talk) || self.say_document(talk) || self.say_state(talk, now)) {
                if talk.stage == Stage::Live {
                    talk.catching_up = None;
                }
                break;
            }
            if let Some(booking) = &mut talk.catching_up {
                booking.used();
            }
            // What was left out is done at once.
            self.settle(talk);
        }
    }

    /// False while what is said again must wait for other tables. A stop does not: its last word has a time limit.
    fn is_our_turn(&self, talk: &mut Talk, now: Mono) -> bool {
        let booking = talk.catching_up.as_mut().filter(|_| talk.stop.is_none());
        booking.is_none_or(|booking| booking.is_open(now, &self.settings.pace))
    }

    fn say_response(&mut self, talk: &mut Talk) -> bool {
        // Not into the middle of the start: `status` is its last word.
        if talk.stage != Stage::Live || talk.flight.room() < 2 {
            return false;
        }
        let Some(response) = self.shared.desk().take_response() else { return false };
        for topic in self.answer_topics(&response) {
            let size = packet_size(&topic, &response.payload, response.correlation.as_ref());
            if response.payload.len() > LARGEST_DOCUMENT || size > talk.largest {
                self.tell_too_large(talk, topic, response.payload.len(), size);
            } else if talk.pen.publish(&topic, response.payload.clone(), false, response.correlation.clone()) {
                talk.flight.sent(Tag::Word);
            }
        }
        true
    }

    fn answer_topics(&self, response: &Response) -> Vec<String> {
        let own = is_name(&response.verb).then(|| self.topics.own(&format!("response/{}", response.verb)));
        let asked = response.response_topic.clone().filter(|topic| self.topics.may_answer_on(topic) && own.as_ref() != Some(topic));
        own.into_iter().chain(asked).collect()
    }

    fn say_events(&mut self, talk: &mut Talk) -> bool {
        let (fresh, again, rewind) = {
            let mut desk = self.shared.desk();
            (desk.take_fresh(), desk.take_again(), desk.take_rewind())
        };
        if again && talk.catching_up.is_none() {
            talk.catching_up = Some(Booking::default());
        }
        for lane in &mut self.lanes {
            lane.look_again(fresh);
        }
        if let (Some(cursor), Some(lane)) = (rewind, self.lanes.first_mut()) {
            lane.rewind(cursor);
        }
        let Some((lane, event)) = self.lanes.iter_mut().enumerate().find_map(|(lane, from)| Some((lane, from.next()?))) else {
            return false;
        };
        self.say_event(talk, lane, event);
        true
    }

    fn say_event(&mut self, talk: &mut Talk, lane: usize, event: Outgoing) {
        let tag = Tag::Event { lane, row_id: event.row_id };
        let topic = self.topics.own(event.topic_suffix);
        let size = packet_size(&topic, &event.payload, None);
        if size > talk.largest {
            // It would end this connection and every one after it. Consumers see the gap and take the next `game`.
            self.report.tell(Feedback::TooLarge { topic, bytes: size, limit: talk.largest });
            talk.flight.skipped(tag);
        } else if talk.pen.publish(&topic, event.payload, false, None) {
            talk.flight.sent(tag);
        } else {
            talk.flight.skipped(tag);
        }
    }

    fn say_document(&mut self, talk: &mut Talk) -> bool {
        let Some((suffix, payload)) = self.shared.desk().take_document() else { return false };
        let topic = self.topics.own(&suffix);
        let payload = payload.unwrap_or_default();
        let (bytes, size) = (payload.len(), packet_size(&topic, &payload, None));
        if bytes > LARGEST_DOCUMENT || size > talk.largest {
            self.shared.desk().landed(&suffix);
            self.tell_too_large(talk, topic, bytes, size);
        } else if talk.pen.publish(&topic, payload, true, None) {
            talk.flight.sent(Tag::Document(suffix));
        } else {
            self.shared.desk().landed(&suffix);
        }
        true
    }

    fn tell_too_large(&mut self, talk: &Talk, topic: String, bytes: usize, size: usize) {
        let (bytes, limit) = if bytes > LARGEST_DOCUMENT { (bytes, LARGEST_DOCUMENT) } else { (size, talk.largest) };
        self.report.tell(Feedback::TooLarge { topic, bytes, limit });
    }

    /// `status`, where it is due: after everything else.
    fn say_state(&self, talk: &mut Talk, now: Mono) -> bool {
        if let Stage::Starting(open @ None) = &mut talk.stage {
            *open = Some(talk.flight.len());
        }
        if let Some((last_word, _)) = talk.stop {
            if talk.flight.is_empty() || now >= last_word {
                self.say_status(talk, "disconnected");
                talk.stage = Stage::LastWord;
            }
            return false;
        }
        let state = self.shared.desk().state().map(|(state, _)| state.clone());
        let is_due = match talk.stage {
            Stage::Starting(open) => open == Some(0) && talk.said.as_deref() == Some("init"),
            _ => state.is_some() && state != talk.said,
        };
        match state {
            Some(state) if is_due => self.say_status(talk, &state),
            _ if talk.assert => {
                let said = talk.said.clone().unwrap_or_else(|| "init".to_owned());
                self.say_status(talk, &said);
            }
            _ => return false,
        }
        true
    }

    fn say_status(&self, talk: &mut Talk, word: &str) {
        let since = self.shared.desk().state().filter(|(state, _)| state == word).map_or(0, |(_, since)| *since);
        let since = match word {
            "disconnected" => crate::now::stamp().wall.as_unix_ms(),
            _ => since.max(talk.since_wall_ms),
        };
        let document = status::document(word, &self.identity, &talk.session, Some(since));
        if talk.pen.publish(&self.topics.own("status"), document, true, None) {
            talk.flight.sent(Tag::Status(word.to_owned()));
        }
        talk.said = Some(word.to_owned());
        talk.assert = false;
    }

    /// PUBACK.
    pub(super) fn acknowledged(&mut self, talk: &mut Talk, id: u16, refused: Option<String>) -> Option<End> {
        match talk.flight.acknowledged(id)? {
            Tag::Event { .. } => {
                if let Some(reason) = refused {
                    let topic = self.topics.own("event");
                    self.not_allowed(topic, reason.clone());
                    return Some(End::Left(Left::Refused, format!("the broker refuses an event: {reason}")));
                }
            }
            Tag::Document(suffix) => {
                self.shared.desk().landed(&suffix);
                self.tell_refused(&suffix, refused);
            }
            Tag::Status(word) => {
                self.tell_refused("status", refused);
                self.status_arrived(talk, &word);
            }
            Tag::Word => {}
        }
        self.settle(talk);
        None
    }

    fn tell_refused(&mut self, suffix: &str, refused: Option<String>) {
        match refused {
            Some(reason) => self.not_allowed(self.topics.own(suffix), reason),
            None if self.refused.is_empty() => {}
            None => {
                if self.refused.remove(&self.topics.own(suffix)) && self.refused.is_empty() {
                    self.report.tell(Feedback::AllowedAgain);
                }
            }
        }
    }

    /// Told once: `health` too may be refused, and a table that says so in its health would publish it without end.
    fn not_allowed(&mut self, topic: String, reason: String) {
        if self.refused.len() < REFUSED_MAX && self.refused.insert(topic.clone()) {
            self.report.tell(Feedback::NotAllowed { topic, reason });
        }
    }

    fn status_arrived(&mut self, talk: &mut Talk, word: &str) {
        match &talk.stage {
            Stage::Starting(_) if word != "init" => {
                talk.stage = Stage::Live;
                self.presence.live(now());
                self.report.tell(Feedback::Live);
            }
            Stage::LastWord if word == "disconnected" => leave(talk, End::Stopped),
            _ => {}
        }
    }

    /// Moves the cursors over what is done.
    fn settle(&mut self, talk: &mut Talk) {
        while let Some(tag) = talk.flight.next_done() {
            if let Stage::Starting(Some(open)) = &mut talk.stage {
                *open = open.saturating_sub(1);
            }
            if let Tag::Event { lane, row_id } = tag {
                self.lanes[lane].arrived(row_id);
            }
        }
    }

    /// Somebody has published something that we listen to.
    pub(super) fn message(&mut self, talk: &mut Talk, message: Message) -> Option<End> {
        if matches!(talk.stage, Stage::LastWord | Stage::Leaving { .. }) {
            return None;
        }
        let step = match self.topics.heard(&message.topic) {
            Heard::Status => self.presence.status(now(), status::read(&message.payload)),
            Heard::Alert(suffix) => {
                if message.retained && !message.payload.is_empty() {
                    self.shared.desk().found_alert(suffix);
                }
                Step::Nothing
            }
            Heard::Pong if is_answer(talk, &message.payload) => self.presence.pong(),
            Heard::Pong => Step::Nothing,
            Heard::Request { .. } | Heard::Other => {
                if talk.is_speaking() {
                    self.request(talk, message);
                } else if talk.held.len() < HELD_REQUESTS {
                    talk.held.push(message);
                }
                Step::Nothing
            }
        };
        self.step(talk, step)
    }

    /// Looks at a request and hands it on.
    fn request(&mut self, talk: &Talk, message: Message) {
        let Message { topic, payload, retained, response_topic, correlation } = message;
        let bytes = payload.len();
        let Heard::Request { verb, user } = self.topics.heard(&topic) else { return self.no_further(&topic, bytes, Refusal::BadTopic) };
        if talk.question.as_ref().is_some_and(|(_, question)| *question == payload) {
            // Our own question to the other instance, which 3.1.1 brings back to us.
            return;
        }
        let too_many = match self.flood.comes(user, now()) {
            Verdict::Taken => None,
            Verdict::TooMany { answered: false, .. } => return,
            Verdict::TooMany { answered: true, dropped } => Some(dropped),
        };
        let because = match bytes {
            // A retained request is emptied like this: nothing to refuse.
            0 if retained => return,
            0 => Some(Refusal::Empty),
            _ if bytes > LARGEST_REQUEST => Some(Refusal::TooLarge),
            _ if self.settings.require_user && user.is_none() => Some(Refusal::NoUser),
            _ => None,
        };
        if let Some(because) = because {
            return self.no_further(&topic, bytes, because);
        }
        let request = Request { verb: verb.to_owned(), user: user.map(str::to_owned), payload, response_topic, correlation };
        let request = match too_many {
            Some(dropped) => Feedback::TooManyRequests { request, dropped },
            None if retained => Feedback::RetainedRequest(request),
            None => Feedback::Request(request),
        };
        if !self.report.request(request) {
            self.no_further(&topic, bytes, Refusal::Busy);
        }
    }

    /// A request is not handed on and not answered.
    fn no_further(&mut self, topic: &str, bytes: usize, because: Refusal) {
        if let Some(untold) = self.flood.tells(now()) {
            // A stranger's topic may be 64 kB long.
            let topic = topic.chars().take(TOPIC_TOLD).collect();
            self.report.tell(Feedback::RequestRefused { topic, bytes, because, untold });
        }
    }
}

/// True for the answer to our own question.
fn is_answer(talk: &Talk, payload: &[u8]) -> bool {
    let Some((transaction, _)) = &talk.question else { return false };
    let answer: Option<serde_json::Value> = serde_json::from_slice(payload).ok();
    answer.is_some_and(|answer| answer.get("transaction").and_then(serde_json::Value::as_str) == Some(transaction))
}
