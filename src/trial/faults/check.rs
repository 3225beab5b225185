//! What was seen beside what is in the journal, and that beside what was played.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use serde_json::Value;

use super::follower::{Follower, Told};
use super::host::Kept;
use super::house::House;
use super::net::suffix;
use super::{Class, TABLE};
use crate::form::{MoveForm, event_from_json, fit_event};
use crate::game::{ClockDocument, Event, EventBody, Folded};
use crate::go::{Color, Record, Size};
use crate::journal::{Reader, StoredEvent};
use crate::time::Mono;
use crate::trial::consumer::{Consumer, Raised};
use crate::trial::verdict::Difference;

/// How far a clock may be from what really passed while a process was away: what the device said last is that old, in ms.
const CLOCK_MS: u64 = 2_500;

/// More events than any game has.
const EVENTS_MAX: usize = 1_000_000;

/// A message that is smaller fits through every limit that a trial sets.
const ALWAYS_FITS: usize = 250;

/// What came of a game.
pub(super) struct Outcome {
    pub(super) difference: Option<Difference>,
    pub(super) alerts: Vec<Raised>,
    /// Moves whose turn never ended.
    pub(super) open_turns: Vec<u32>,
}

/// The clocks after a restart: nothing is given back, and no more is gone than really passed.
pub(super) fn clock_after(kept: &Kept, clock: Option<&ClockDocument>, now: Mono) -> Option<String> {
    let was = kept.clock.as_ref()?;
    let Some(is) = clock else { return Some("after the restart no clock is kept".to_owned()) };
    if is.stale {
        // The clock on the table has not been heard yet, and its figures say that they are old.
        return None;
    }
    let passed = now.since_ms(kept.at);
    [Color::Black, Color::White].into_iter().find_map(|color| {
        let (before, after) = (was.players[color], is.players[color]);
        let may_run = if was.running == Some(color) { passed } else { 0 };
        let least = before.remaining_ms.saturating_sub(may_run + CLOCK_MS);
        let right = after.remaining_ms >= least && after.remaining_ms <= before.remaining_ms + CLOCK_MS;
        (before.phase == after.phase && !right).then(|| {
            let name = color.name();
            format!("{name}'s clock was {} ms, {passed} ms later and after a restart it is {} ms", before.remaining_ms, after.remaining_ms)
        })
    })
}

/// How a game that was gone on with differs from all that it may be.
pub(super) fn not_as_it_was<'a>(may_be: impl Iterator<Item = &'a Folded>, book: &Folded) -> String {
    let told = |book: &Folded| {
        let moves = book.record.as_ref().map_or(0, |record| record.moves.len());
        format!("{} event {} rev {} {} moves {} alerts {:?}", book.game_id, book.seq, book.rev, moves, book.alerts.len(), book.phase)
    };
    let before: Vec<String> = may_be.map(told).collect();
    format!("it goes on with {}, but on the disk was {}", told(book), before.join(" or "))
}

fn read(reader: &Reader, house: &mut House) -> Vec<StoredEvent> {
    reader.events_after(TABLE, 0, EVENTS_MAX).unwrap_or_else(|error| {
        house.wrong(Class::Lost, format!("the journal cannot be read: {error}"));
        Vec::new()
    })
}

/// Everything at the end of a game, when nothing is wrong any more and everything has been said.
pub(super) fn check(house: &mut House, record: &Record) -> Outcome {
    let outcome = Outcome { difference: Difference::between(record, None), alerts: Vec::new(), open_turns: Vec::new() };
    let Some(reader) = house.host.as_ref().and_then(|host| host.journal.reader().ok()) else {
        house.wrong(Class::Lost, "there is no journal to read");
        return outcome;
    };
    let events = read(&reader, house);
    let public = reader.public_after(TABLE, 0, i64::MAX, EVENTS_MAX).unwrap_or_default();
    without_gaps(house, "event", &events);
    without_gaps(house, "public/event", &public);
    seen_and_kept(house, "event", &events);
    seen_and_kept(house, "public/event", &public);
    followed(house, &events, &public);
    answered(house, &reader);
    retained(house);
    if house.host.as_ref().is_some_and(|host| host.journal.health().borrow().conflicts > 0) {
        house.wrong(Class::Doubled, "an event was journalled twice with two contents");
    }
    played(house, record, &events)
}

/// `seq` rises by one within each game.
fn without_gaps(house: &mut House, stream: &str, events: &[StoredEvent]) {
    let mut last: BTreeMap<&str, u64> = BTreeMap::new();
    for event in events {
        let before = last.insert(&event.game_id, event.seq).unwrap_or(0);
        if event.seq != before + 1 {
            house.wrong(Class::Wrong, format!("{stream} {} of {} comes after {before} in the journal", event.seq, event.game_id));
        }
    }
}

/// What anybody saw is in the journal, word for word; what is in the journal was seen.
fn seen_and_kept(house: &mut House, stream: &str, events: &[StoredEvent]) {
    let mut wanted: BTreeMap<(String, u64), (Bytes, bool)> = BTreeMap::new();
    for event in events {
        let sent = fit_event(&event.payload).map_or_else(|_| event.payload.clone(), |fitted| fitted.json);
        wanted.insert((event.game_id.clone(), event.seq), (Bytes::from(sent), false));
    }
    let mut broken = Vec::new();
    for (topic, payload) in &house.net.taken {
        if suffix(topic) != stream {
            continue;
        }
        let value: Value = serde_json::from_slice(payload).unwrap_or_default();
        let place = (value["game_id"].as_str().unwrap_or_default().to_owned(), value["seq"].as_u64().unwrap_or(0));
        match wanted.get_mut(&place) {
            Some((sent, seen)) if sent == payload => *seen = true,
            Some(_) => broken.push((Class::Doubled, format!("{stream} {} of {} was seen with another content", place.1, place.0))),
            None => broken.push((Class::Lost, format!("{stream} {} of {} was seen and is not in the journal", place.1, place.0))),
        }
    }
    for ((game_id, seq), (payload, seen)) in &wanted {
        let may_be_too_large = house.was_small && payload.len() > ALWAYS_FITS;
        if !(*seen || may_be_too_large) {
            broken.push((Class::Lost, format!("{stream} {seq} of {game_id} never reached the broker")));
        }
    }
    broken.into_iter().for_each(|(class, text)| house.wrong(class, text));
}

/// Who followed the table has come to where the journal is.
fn followed(house: &mut House, events: &[StoredEvent], public: &[StoredEvent]) {
    let Some(host) = &house.host else { return };
    let book = host.table.game().book();
    let size = host.table.game().settings().size;
    let moves: Vec<Told> = book.record.as_ref().map_or_else(Vec::new, |record| told(record, size));
    let mut broken: Vec<(Class, String)> = Vec::new();
    for (stream, follower, events) in [("event", &house.reader.own, events), ("public/event", &house.reader.public, public)] {
        broken.extend(follower.faults.iter().map(|fault| (Class::Wrong, format!("{stream}: {fault}"))));
        let last = events.last().map(|event| (event.game_id.as_str(), event.seq));
        if last != Some((follower.game_id.as_str(), follower.seq)) {
            let text = format!("who follows {stream} is at {} of {}, the journal at {last:?}", follower.seq, follower.game_id);
            broken.push((Class::Lost, text));
        } else if follower.moves != moves {
            broken.push((Class::Wrong, differs(stream, follower, &moves)));
        }
    }
    broken.into_iter().for_each(|(class, text)| house.wrong(class, text));
}

fn differs(stream: &str, follower: &Follower, moves: &[Told]) -> String {
    let first = moves.iter().zip(&follower.moves).take_while(|(one, other)| one == other).count();
    format!("who follows {stream} has {} moves, the table {}, and they differ from move {}", follower.moves.len(), moves.len(), first + 1)
}

fn told(record: &Record, size: Size) -> Vec<Told> {
    let name = |color: Color| if color == Color::Black { "black" } else { "white" };
    MoveForm::list(1, &record.moves, size)
        .into_iter()
        .zip(&record.moves)
        .map(|(form, one)| (name(one.color).to_owned(), form.vertex))
        .collect()
}

/// Each transaction has one answer, and it is kept.
fn answered(house: &mut House, reader: &Reader) {
    let kept = reader.recover(TABLE).map(|recovered| recovered.transactions).unwrap_or_default();
    let kept: BTreeMap<&str, &str> = kept.iter().map(|row| (row.transaction.as_str(), row.answer.as_str())).collect();
    let mut broken = Vec::new();
    for (transaction, answers) in &house.reader.answers {
        if answers.len() > 1 {
            broken.push((Class::Doubled, format!("{transaction} was answered in {} ways", answers.len())));
        }
        let answer = answers.first().map(|answer| String::from_utf8_lossy(answer).into_owned());
        match kept.get(transaction.as_str()) {
            Some(kept) if answer.as_deref() == Some(kept) => {}
            Some(_) => broken.push((Class::Wrong, format!("{transaction}: another answer is kept than was given"))),
            None => broken.push((Class::Lost, format!("{transaction} was answered, and the journal does not know it"))),
        }
    }
    broken.into_iter().for_each(|(class, text)| house.wrong(class, text));
}

/// What the broker keeps is what is true.
fn retained(house: &mut House) {
    let Some(host) = &house.host else { return };
    let book = host.table.game().book();
    let at = |suffix: &str| house.net.retained.get(&format!("{}{suffix}", super::TOPICS));
    let value = |suffix: &str| at(suffix).and_then(|payload| serde_json::from_slice::<Value>(payload).ok()).unwrap_or_default();
    let mut broken: Vec<(Class, String)> = Vec::new();
    let status = value("status");
    if status["state"] != host.table.status() || host.table.status() != "ready" {
        broken.push((Class::Wrong, format!("at the end status is {}, the table {}", status["state"], host.table.status())));
    }
    let game = value("game");
    if (game["game_id"].as_str(), game["seq"].as_u64()) != (Some(book.game_id.as_str()), Some(book.seq)) {
        broken.push((
            Class::Wrong,
            format!("the retained game is {} of {}, the table at {} of {}", game["seq"], game["game_id"], book.seq, book.game_id),
        ));
    }
    let open: BTreeSet<String> = book.alerts.iter().map(|alert| format!("alert/{}", alert.id)).collect();
    let kept: BTreeSet<String> =
        house.net.retained.keys().map(|topic| suffix(topic)).filter(|suffix| suffix.starts_with("alert/")).map(str::to_owned).collect();
    if open != kept {
        broken.push((Class::Wrong, format!("retained alerts {kept:?}, open {open:?}")));
    }
    let result = format!("result/{}", book.game_id);
    if book.result.is_some() && at(&result).is_none() {
        broken.push((Class::Lost, format!("{result} is not retained")));
    }
    for suffix in ["info", "sgf", "clock", "health", "public/game", "public/sgf", "public/clock"] {
        if at(suffix).is_none() {
            broken.push((Class::Lost, format!("{suffix} is not retained")));
        }
    }
    broken.into_iter().for_each(|(class, text)| house.wrong(class, text));
}

/// The record beside the game that was played.
fn played(house: &mut House, record: &Record, stored: &[StoredEvent]) -> Outcome {
    let mut consumer = Consumer::default();
    let mut ended: BTreeSet<u32> = BTreeSet::new();
    for (n, event) in (1..).zip(stored) {
        let read: Result<Event, _> = event_from_json(&event.payload, Some(record.size));
        match read {
            Ok(event) => {
                if let EventBody::TurnEnded { n, .. } = event.body {
                    ended.insert(n);
                }
                consumer.hear(Mono::from_millis(n), &event);
            }
            Err(error) => house.wrong(Class::Wrong, format!("event {} of {}: {error}", event.seq, event.game_id)),
        }
    }
    let told = consumer.game().record.clone();
    let difference = Difference::between(record, told.as_ref());
    // The last turn of a game that somebody resigns in is ended by nothing.
    let moves = told.map_or(0, |record| record.moves.len() as u32);
    let open_turns = (1..moves).filter(|n| !ended.contains(n)).collect();
    let (faults, alerts) = consumer.into_findings();
    faults.into_iter().for_each(|fault| house.wrong(Class::Wrong, fault));
    Outcome { difference, alerts, open_turns }
}
