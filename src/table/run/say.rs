//! What a table says: documents, and what had to wait for the disk.

use crate::go::Color;
use crate::mqtt;
use crate::now;
use crate::time::{Mono, Stamp};

use super::{CLOCK_MS, DOCUMENTS_MS, Entry, Runner, Waiting};
use crate::table::commit::Dirty;
use crate::table::documents::{self, Document};

impl Runner {
    pub(super) fn make_documents(&mut self, now: Stamp) {
        let shows = self.clock_shows(now);
        let runs = shows.is_some_and(|(running, _)| running.is_some());
        // A clock that has fallen silent, or is away, makes no event: what was said of it last must not stay said.
        if (runs && now.mono.since_ms(self.clock_at) >= CLOCK_MS) || shows != self.clock_shown {
            self.book.dirty.clock = true;
        }
        if !self.book.dirty.any() || self.documents_wait() || now.mono.since_ms(self.documents_at) < DOCUMENTS_MS {
            return;
        }
        let dirty = std::mem::take(&mut self.book.dirty);
        let mut documents = self.made(now, dirty);
        documents.extend(self.book.changed_alerts());
        if dirty.clock && self.book.is_delayed() {
            let late = self.desk.game().clock_document(now).map(|clock| (now.mono.plus_ms(self.table.public.delay_ms), clock));
            self.late_clocks.extend(late);
        }
        self.documents_at = now.mono;
        if dirty.clock {
            (self.clock_at, self.clock_shown) = (now.mono, shows);
        }
        self.waiting.push_back(Waiting { commit: self.given, documents, ..Waiting::default() });
    }

    /// Whose time the clock document shows to run, and whether it is stale.
    pub(super) fn clock_shows(&self, now: Stamp) -> Option<(Option<Color>, bool)> {
        self.desk.game().clock_document(now).map(|clock| (clock.running, clock.stale))
    }

    /// Documents wait for the disk: what is new is made into documents when it has taken them, and until then there is nothing to wake for.
    pub(super) fn documents_wait(&self) -> bool {
        self.kept.is_some() || self.waiting.iter().any(|waiting| !waiting.documents.is_empty())
    }

    /// The public's clock, where that is late: the newest that is due.
    pub(super) fn show_late_clock(&mut self, now: Mono) {
        let due = self.late_clocks.iter().take_while(|(due, _)| *due <= now).count();
        if let Some((_, clock)) = self.late_clocks.drain(..due).next_back() {
            let documents = documents::public_clock(&self.book.feed, &clock, &self.session).into_iter().collect();
            self.waiting.push_back(Waiting { commit: self.given, documents, ..Waiting::default() });
        }
    }

    pub(super) fn made(&self, now: Stamp, dirty: Dirty) -> Vec<Document> {
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
            documents.extend(documents::public(&self.book.feed, game, now, started, &self.book.public_terms(game), self.book.is_delayed()));
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

    pub(super) fn say_what_is_durable(&mut self, durable: u64) {
        let mut ready = false;
        while self.waiting.front().is_some_and(|waiting| waiting.commit <= durable) {
            let Some(Waiting { responses, republish, documents, entry, moved_at, .. }) = self.waiting.pop_front() else { break };
            if let Some(Entry { given_us, game_id, first, last }) = entry {
                let commit_us = now::micros().saturating_sub(given_us);
                tracing::debug!(target: "kifud::durable", table = %self.table.id, game_id, first, last, given_us, commit_us, "durable");
            }
            if let Some((moved_at, metrics)) = moved_at.zip(self.metrics.as_ref()) {
                // By the calendar, as events are: one that was set back meanwhile tells nothing.
                let delay_ms = now::stamp().wall.as_unix_ms() - moved_at.as_unix_ms();
                metrics.published_after_ms(u64::try_from(delay_ms).unwrap_or(0));
            }
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

    /// An answer that was given before: it too is said only when it is on the disk.
    pub(super) fn answer_again(&mut self, response: mqtt::Response) {
        if self.kept.is_some() {
            self.book.answer_again(response);
        } else {
            self.waiting.push_back(Waiting { commit: self.given, responses: vec![response], ..Waiting::default() });
        }
    }

    pub(super) fn say(&self, documents: Vec<Document>) {
        for (topic, payload) in documents {
            self.mqtt.document(&topic, payload);
        }
    }
}
