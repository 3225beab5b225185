//! What the desk's effects leave in the journal, and what may only be said when it is there.

use std::collections::{BTreeMap, VecDeque};

use crate::clock::ClockReading;
use crate::config;
use crate::form::{PublicFeed, StateForm, answer_to_json, event_to_json, input_to_json};
use crate::game::{Answer, AnswerData, Event, EventBody, Game, Input, MatchInfo, Phase, Terms};
use crate::go::Size;
use crate::journal::{AsideRow, Commit, EventRow, InputRow, PublicRow, ResultRow, Urgency};
use crate::mqtt;
use crate::time::{Mono, Stamp, Wall};
use crate::wire::{ClockReport, Grid};

use super::documents::{self, Document};
use super::requests::Transactions;

/// Clock readings that say nothing new are journalled once in so long.
const READING_MS: u64 = 10_000;

/// Inputs that wait at most while the disk is full, an hour of busy play: they are for audit, and must not fill the memory.
const WAITING_INPUTS: usize = 50_000;

/// Results that stay retained (CONTRACT 4).
const RESULTS_KEPT: usize = 8;

/// Collects what one step leaves behind, and keeps what must be said after it.
#[derive(Debug)]
pub(super) struct Book {
    pub(super) table: String,
    boot: String,
    delay_ms: u64,
    pub(super) feed: PublicFeed,
    /// Events whose time for the public has not come, and when it comes: by the stopwatch, since the calendar may be set.
    delayed: VecDeque<(Mono, Event)>,
    pub(super) transactions: Transactions,
    results: VecDeque<String>,
    /// With what each game began that the public has not left yet, where it is behind.
    terms: BTreeMap<String, (Terms, MatchInfo)>,
    /// When the game in hand began.
    pub(super) started: Option<Wall>,
    step: Commit,
    moved_at: Option<Wall>,
    state_due: bool,
    responses: Vec<mqtt::Response>,
    republish: Option<Option<u64>>,
    alerts: BTreeMap<String, Document>,
    last_grid: Option<Grid>,
    last_reading: Option<(Mono, ClockReading)>,
    /// What has changed since the documents were last made.
    pub(super) dirty: Dirty,
}

/// Documents that are older than the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Dirty {
    pub(super) game: bool,
    pub(super) clock: bool,
    pub(super) public: bool,
    pub(super) info: bool,
}

impl Dirty {
    pub(super) const ALL: Dirty = Dirty { game: true, clock: true, public: true, info: true };

    pub(super) fn any(self) -> bool {
        self != Dirty::default()
    }
}

/// A step ready for the journal, and what waits for it.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) commit: Commit,
    pub(super) responses: Vec<mqtt::Response>,
    pub(super) republish: Option<Option<u64>>,
    /// When the first move in it had held still.
    pub(super) moved_at: Option<Wall>,
}

impl Book {
    pub(super) fn new(
        table: &config::Table,
        (boot, now): (&str, Stamp),
        feed: PublicFeed,
        delayed: Vec<Event>,
        transactions: Transactions,
    ) -> Book {
        let delay_ms = table.public.delay_ms;
        let delayed = delayed.into_iter().map(|event| (due(&event, now, delay_ms), event)).collect();
        Book {
            table: table.id.clone(),
            boot: boot.to_owned(),
            delay_ms,
            feed,
            delayed,
            transactions,
            results: VecDeque::new(),
            terms: BTreeMap::new(),
            started: None,
            step: Commit::default(),
            moved_at: None,
            state_due: false,
            responses: Vec::new(),
            republish: None,
            alerts: BTreeMap::new(),
            last_grid: None,
            last_reading: None,
            dirty: Dirty::ALL,
        }
    }

    /// True when the public stream is behind the game.
    pub(super) fn is_delayed(&self) -> bool {
        self.delay_ms > 0
    }

    /// The terms of the game that the public sees: where it is behind, not those of the table's game.
    pub(super) fn public_terms(&self, game: &Game) -> (Terms, MatchInfo) {
        let public = &self.feed.folded().game_id;
        if *public == game.book().game_id {
            return (game.terms().clone(), game.match_info().clone());
        }
        let settings = game.settings();
        self.terms.get(public).cloned().unwrap_or_else(|| (settings.terms.clone(), settings.match_info.clone()))
    }

    /// An input that the game has taken, at a board of this size.
    pub(super) fn taken(&mut self, now: Stamp, input: &Input, size: Size) {
        match input {
            Input::Clock { at, report: ClockReport::Times(reading) } => {
                let known =
                    self.last_reading.is_some_and(|(last, before)| at.since_ms(last) < READING_MS && same_but_time(&before, reading));
                self.dirty.clock |= !self.last_reading.is_some_and(|(_, before)| same_but_time(&before, reading));
                if known {
                    return;
                }
                self.last_reading = Some((*at, *reading));
            }
            Input::Scan { .. } => {}
            _ => self.state_due = true,
        }
        if self.step.inputs.len() >= WAITING_INPUTS {
            if self.last_grid.take().is_some() {
                tracing::warn!(table = %self.table, "the disk is full for long: inputs are no longer kept for audit until it takes some");
            }
            return;
        }
        let payload = input_to_json(input, self.last_grid.as_ref(), size);
        if let Input::Scan { grid, .. } = input {
            self.last_grid = Some(grid.clone());
        }
        self.step.inputs.push(InputRow { at_mono_ms: now.mono.as_millis(), at_wall_ms: now.wall.as_unix_ms(), payload });
    }

    /// An event that the game has written.
    pub(super) fn event(&mut self, event: Event, game: &Game, now: Stamp) {
        let size = game.settings().size;
        self.state_due = true;
        self.dirty.game |= !matches!(event.body, EventBody::Clock { .. });
        self.dirty.clock |= matches!(
            event.body,
            EventBody::Clock { .. } | EventBody::TurnEnded { .. } | EventBody::GameStarted(_) | EventBody::Phase { .. }
        );
        match &event.body {
            EventBody::Move { .. } => self.moved_at = self.moved_at.or(Some(event.at)),
            EventBody::GameStarted(_) => {
                self.started = Some(event.at);
                self.dirty.info = true;
                if event.seq == 1 {
                    self.transactions.next_game();
                }
            }
            EventBody::Phase { to: Phase::Armed, .. } | EventBody::PlayersChanged { .. } => self.dirty.info = true,
            EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => {
                if let Some(document) = documents::alert(alert, &event.game_id, size) {
                    self.alerts.insert(alert.id.clone(), document);
                }
            }
            EventBody::AlertClosed { alert, .. } => {
                self.alerts.insert(alert.id.clone(), (format!("alert/{}", alert.id), None));
            }
            EventBody::GameEnded(_) | EventBody::ResultChanged(_) => self.keep_result(game, now, &event.game_id),
            // Decided after the end: the result may stay, and its document says all the same what was decided and given.
            EventBody::Ruling(_) | EventBody::Ledger { .. }
                if game.book().phase == Phase::Ended && event.game_id == game.book().game_id =>
            {
                self.keep_result(game, now, &event.game_id);
            }
            _ => {}
        }
        self.step.events.push(EventRow {
            game_id: event.game_id.clone(),
            seq: event.seq,
            at_wall_ms: now.wall.as_unix_ms(),
            payload: event_to_json(&event, size),
        });
        if self.is_delayed() {
            self.terms.insert(event.game_id.clone(), (game.terms().clone(), game.match_info().clone()));
        }
        self.delayed.push_back((due(&event, now, self.delay_ms), event));
        self.show(now, game);
    }

    /// The result as it stands at the end of this step.
    fn keep_result(&mut self, game: &Game, now: Stamp, game_id: &str) {
        let Some(payload) = documents::result(game, now, self.started) else { return };
        self.step.results.retain(|row| row.game_id != game_id);
        self.step.results.push(ResultRow { game_id: game_id.to_owned(), payload });
    }

    /// When the next event is due for the public.
    pub(super) fn next_public(&self) -> Option<Mono> {
        self.delayed.front().map(|(due, _)| *due)
    }

    /// Lets the public see what is due.
    pub(super) fn show(&mut self, now: Stamp, game: &Game) {
        let size = game.settings().size;
        while self.delay_ms == 0 || self.next_public().is_some_and(|due| due <= now.mono) {
            let Some((_, event)) = self.delayed.pop_front() else { return };
            match self.feed.feed(&event) {
                Ok(public) => self.step.public.extend(public.iter().map(|event| PublicRow {
                    game_id: event.game_id.clone(),
                    seq: event.seq,
                    due_wall_ms: now.wall.as_unix_ms(),
                    payload: event_to_json(event, size),
                })),
                Err(error) => {
                    tracing::error!(table = %self.table, %error, "the public stream does not follow; it goes on with the next game")
                }
            }
            self.state_due = true;
            self.dirty.public = true;
            let (public, delayed) = (&self.feed.folded().game_id, &self.delayed);
            self.terms.retain(|game_id, _| game_id == public || delayed.iter().any(|(_, event)| event.game_id == *game_id));
        }
    }

    /// An answer of the game.
    pub(super) fn answer(&mut self, answer: &Answer, game: &Game) {
        let game_id = &game.book().game_id;
        let json = answer_to_json(answer, game_id);
        self.state_due = true;
        self.dirty = Dirty { game: true, clock: true, public: true, info: self.dirty.info };
        if let Ok(AnswerData::Republish { from_seq }) = &answer.outcome {
            self.republish = Some(*from_seq);
        }
        let Some((row, responses)) = self.transactions.answered(&answer.transaction, game_id, &json) else { return };
        self.step.answers.push(row);
        self.responses.extend(responses);
    }

    /// A game that the table could not go on with.
    pub(super) fn set_aside(&mut self, row: AsideRow) {
        self.step.aside = Some(row);
        self.state_due = true;
    }

    /// An answer that was given before, perhaps in this very step.
    pub(super) fn answer_again(&mut self, response: mqtt::Response) {
        self.responses.push(response);
    }

    /// What the step has left, when there is anything.
    pub(super) fn take(&mut self, game: &Game) -> Option<Step> {
        let wanted =
            self.step.aside.is_some() || !self.step.events.is_empty() || !self.responses.is_empty() || !self.step.public.is_empty();
        if !wanted && self.step.inputs.is_empty() && !self.state_due {
            return None;
        }
        let mut commit = std::mem::take(&mut self.step);
        commit.table.clone_from(&self.table);
        commit.game_id.clone_from(&game.book().game_id);
        commit.urgency = if wanted { Urgency::Now } else { Urgency::Soon };
        if std::mem::take(&mut self.state_due) {
            let form = StateForm::new(&game.state(), &self.boot, game.settings().size, Some(self.feed.state()));
            commit.state = Some(serde_json::to_string(&form).expect("a state has no map with other keys than strings"));
        }
        let (responses, republish, moved_at) = (std::mem::take(&mut self.responses), self.republish.take(), self.moved_at.take());
        Some(Step { commit, responses, republish, moved_at })
    }

    /// The alert documents that have changed.
    pub(super) fn changed_alerts(&mut self) -> Vec<Document> {
        std::mem::take(&mut self.alerts).into_values().collect()
    }

    /// A result is retained; those beyond the last few are emptied.
    pub(super) fn result_documents(&mut self, results: &[ResultRow]) -> Vec<Document> {
        let mut documents = Vec::new();
        for row in results {
            self.results.retain(|known| *known != row.game_id);
            self.results.push_back(row.game_id.clone());
            documents.push((format!("result/{}", row.game_id), Some(bytes::Bytes::from(row.payload.clone()))));
        }
        while self.results.len() > RESULTS_KEPT {
            if let Some(oldest) = self.results.pop_front() {
                documents.push((format!("result/{oldest}"), None));
            }
        }
        documents
    }
}

/// When the public may see an event: so long after it, and however the calendar was set meanwhile, never later than so long from now.
fn due(event: &Event, now: Stamp, delay_ms: u64) -> Mono {
    let old_ms = (now.wall.as_unix_ms() - event.at.as_unix_ms()).clamp(0, delay_ms as i64);
    now.mono.plus_ms(delay_ms - old_ms as u64)
}

fn same_but_time(before: &ClockReading, now: &ClockReading) -> bool {
    ClockReading { remaining_ms: now.remaining_ms, ..*before } == *now
}
