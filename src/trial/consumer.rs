//! What any consumer of the events knows of a game: the folded record, and every alert that was ever raised.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Alert, Event, EventBody, Folded, Phase, Severity};
use crate::go::{Color, Point, Size};
use crate::time::Mono;

/// An alert as it came, with all that it ever said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised {
    /// Its kinds, oldest first: an alert may become another.
    pub kinds: Vec<&'static str>,
    /// The highest severity that it had.
    pub severity: Severity,
    /// Whose act.
    pub color: Option<Color>,
    /// Every point that it named.
    pub points: BTreeSet<Point>,
    /// Every move that it named.
    pub moves: BTreeSet<u32>,
    /// When it was raised.
    pub at: Mono,
    /// When it was closed, if it was.
    pub closed: Option<Mono>,
    /// What it last said.
    pub text: String,
}

impl Raised {
    fn new(alert: &Alert, at: Mono) -> Raised {
        let mut raised = Raised {
            kinds: Vec::new(),
            severity: alert.severity,
            color: alert.color,
            points: BTreeSet::new(),
            moves: BTreeSet::new(),
            at,
            closed: None,
            text: String::new(),
        };
        raised.take(alert);
        raised
    }

    fn take(&mut self, alert: &Alert) {
        if self.kinds.last() != Some(&alert.kind) {
            self.kinds.push(alert.kind);
        }
        self.severity = self.severity.max(alert.severity);
        self.color = alert.color;
        self.points.extend(&alert.points);
        self.moves.extend(alert.n);
        self.text.clone_from(&alert.text);
    }

    /// What it is now.
    pub fn kind(&self) -> &'static str {
        self.kinds.last().copied().unwrap_or_default()
    }

    /// In a line.
    pub fn describe(&self, size: Size) -> String {
        let points: Vec<String> = self.points.iter().map(|point| point.vertex(size).to_string()).collect();
        let moves: Vec<String> = self.moves.iter().map(u32::to_string).collect();
        let color = self.color.map_or("", Color::name);
        format!("{} ({:?}) {color} [{}] move {}: {}", self.kinds.join(">"), self.severity, points.join(" "), moves.join("/"), self.text)
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
                self.alerts.entry(alert.id.clone()).or_insert_with(|| Raised::new(alert, now)).take(alert);
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
        alerts.sort_by_key(|raised| raised.at);
        (self.faults, alerts)
    }
}
