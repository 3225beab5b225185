//! What any consumer of the events knows of a game: the folded record, and every alert that was ever raised.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Alert, Event, EventBody, Folded, Phase, Severity};
use crate::go::{Color, Point, Size};
use crate::time::Mono;

/// Points that a line tells, at most.
const POINTS_TOLD: usize = 12;

/// What an alert said from one moment on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// From when.
    pub at: Mono,
    /// The kind of incident.
    pub kind: &'static str,
    /// How much it asks of a person.
    pub severity: Severity,
    /// Whose act.
    pub color: Option<Color>,
    /// The points.
    pub points: BTreeSet<Point>,
    /// The move.
    pub n: Option<u32>,
    /// In words.
    pub text: String,
}

/// An alert with all that it ever said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised {
    /// What it said first.
    pub first: Said,
    /// What it said later, in order.
    pub changed: Vec<Said>,
    /// When it was closed, if it was.
    pub closed: Option<Mono>,
}

impl Said {
    fn new(alert: &Alert, at: Mono) -> Said {
        Said {
            at,
            kind: alert.kind.name(),
            severity: alert.severity,
            color: alert.color,
            points: alert.points.iter().copied().collect(),
            n: alert.n,
            text: alert.text.en().to_owned(),
        }
    }

    /// In a line.
    pub fn describe(&self, size: Size) -> String {
        let mut points: Vec<String> = self.points.iter().take(POINTS_TOLD).map(|point| point.vertex(size).to_string()).collect();
        if self.points.len() > POINTS_TOLD {
            points.push(format!("and {} more", self.points.len() - POINTS_TOLD));
        }
        let color = self.color.map_or("nobody", Color::name);
        let n = self.n.map_or_else(|| "?".to_owned(), |n| n.to_string());
        format!("{} ({:?}) {color} [{}] move {n}: {}", self.kind, self.severity, points.join(" "), self.text)
    }
}

impl Raised {
    /// All that it ever said, in order.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        std::iter::once(&self.first).chain(&self.changed)
    }

    /// The highest severity that it had.
    pub fn severity(&self) -> Severity {
        self.said().map(|said| said.severity).fold(Severity::Notice, Severity::max)
    }

    /// True when it asked for a person.
    pub fn is_loud(&self) -> bool {
        self.severity() > Severity::Notice
    }

    /// In a line: what it last said, and which kinds it was before.
    pub fn describe(&self, size: Size) -> String {
        let last = self.changed.last().unwrap_or(&self.first);
        let mut before: Vec<&str> = self.said().map(|said| said.kind).collect();
        before.dedup();
        before.pop();
        let before = if before.is_empty() { String::new() } else { format!("{} > ", before.join(" > ")) };
        format!("{before}{}", last.describe(size))
    }
}

/// Somebody who hears every event of one table.
#[derive(Debug, Default)]
pub(super) struct Consumer {
    folded: Folded,
    /// The game as it was when it ended.
    ended: Option<Folded>,
    games: BTreeSet<String>,
    alerts: BTreeMap<String, Raised>,
    /// What no consumer should ever see.
    faults: Vec<String>,
}

impl Consumer {
    /// An event has come.
    pub(super) fn hear(&mut self, now: Mono, event: &Event) {
        if let Err(error) = self.folded.apply(event) {
            self.faults.push(format!("event {}: {error}", event.seq));
            return;
        }
        match &event.body {
            EventBody::GameStarted(_) => {
                self.games.insert(event.game_id.clone());
                if self.games.len() == 2 && event.seq == 1 {
                    self.faults.push("a second game has begun".to_owned());
                }
            }
            EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => {
                let said = Said::new(alert, now);
                match self.alerts.get_mut(&alert.id) {
                    Some(raised) => raised.changed.push(said),
                    None => {
                        self.alerts.insert(alert.id.clone(), Raised { first: said, changed: Vec::new(), closed: None });
                    }
                }
            }
            EventBody::AlertClosed { alert, .. } => {
                if let Some(raised) = self.alerts.get_mut(&alert.id) {
                    raised.closed = Some(now);
                }
            }
            EventBody::GameEnded(_) if self.ended.is_none() => self.ended = Some(self.folded.clone()),
            _ => {}
        }
    }

    /// The game in hand, or as it was when it ended.
    pub(super) fn game(&self) -> &Folded {
        self.ended.as_ref().unwrap_or(&self.folded)
    }

    /// True once the game has ended.
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// True while moves are taken.
    pub(super) fn is_playing(&self) -> bool {
        !matches!(self.folded.phase, Phase::Idle | Phase::Armed | Phase::Ended)
    }

    /// Faults and alerts, in the order in which they were raised.
    pub(super) fn into_findings(self) -> (Vec<String>, Vec<Raised>) {
        let mut alerts: Vec<Raised> = self.alerts.into_values().collect();
        alerts.sort_by_key(|raised| raised.first.at);
        (self.faults, alerts)
    }
}
