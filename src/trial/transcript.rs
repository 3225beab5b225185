//! What hands did and what the table made of it, a line each, in the order in which it happened.

use crate::game::{AlertState, Difference, Event, EventBody, Input};
use crate::go::{Point, Size};
use crate::sim::{Act, Cue};
use crate::time::Mono;
use crate::wire::{Cell, ClockReport, Grid};

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// When, in ms from the first cue on; what comes before it is negative.
    pub at_ms: i64,
    /// What.
    pub text: String,
}

/// A transcript being written; nothing is written unless it is wanted.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    wanted: bool,
    began: Mono,
    last: Option<Grid>,
    pub(super) entries: Vec<Entry>,
}

impl Transcript {
    pub(super) fn new(wanted: bool) -> Transcript {
        Transcript { wanted, ..Transcript::default() }
    }

    /// Moments are counted from here.
    pub(super) fn begin(&mut self, now: Mono) {
        self.began = now;
    }

    pub(super) fn say(&mut self, now: Mono, text: impl FnOnce() -> String) {
        if self.wanted {
            self.entries.push(Entry { at_ms: now.as_millis() as i64 - self.began.as_millis() as i64, text: text() });
        }
    }

    pub(super) fn cue(&mut self, now: Mono, cue: &Cue, size: Size) {
        self.say(now, || format!("hands  turn {}: {}", cue.turn, act(&cue.act, size)));
    }

    /// What the game is told; readings of the clock are left out.
    pub(super) fn input(&mut self, now: Mono, input: &Input) {
        if !self.wanted {
            return;
        }
        let text = match input {
            Input::Scan { at, grid } => {
                let before = self.last.replace(grid.clone());
                format!("scan   {} (seen {} ms ago)", changes(before.as_ref(), grid), now.since_ms(*at))
            }
            Input::Clock { report: ClockReport::Times(_), .. } => return,
            Input::Clock { at, report } => format!("clock  {report:?} ({} ms ago)", now.since_ms(*at)),
            Input::Request(request) => format!("asked  {:?}", request.verb),
            other => format!("input  {other:?}"),
        };
        self.say(now, || text);
    }

    pub(super) fn event(&mut self, now: Mono, event: &Event, size: Size) {
        if matches!(event.body, EventBody::Clock { .. }) {
            return;
        }
        self.say(now, || format!("event  {} {}", event.seq, body(&event.body, size)));
    }
}

fn act(act: &Act, size: Size) -> String {
    match act {
        Act::Put(point, color) => format!("put {} {}", color.name(), point.vertex(size)),
        Act::Lift(point) => format!("lift {}", point.vertex(size)),
        Act::Show(point, shown) => format!("show {} {}", cell(*shown), point.vertex(size)),
        other => format!("{other:?}"),
    }
}

fn cell(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "empty",
        Cell::Stone(color) => color.name(),
        Cell::StoneOfUnknownColor => "stone",
        Cell::Unreadable => "unreadable",
    }
}

/// What one scan shows otherwise than the one before.
fn changes(before: Option<&Grid>, now: &Grid) -> String {
    let size = now.size();
    let was = |point| before.map_or(Cell::Empty, |before| before.get(point));
    let changed = size.points().filter(|&point| was(point) != now.get(point));
    let list: Vec<String> = changed.map(|point| format!("{} {}", point.vertex(size), cell(now.get(point)))).collect();
    if list.is_empty() { "nothing new".to_owned() } else { list.join(", ") }
}

fn list(points: &[Point], size: Size) -> String {
    points.iter().map(|point| point.vertex(size).to_string()).collect::<Vec<_>>().join(" ")
}

fn body(body: &EventBody, size: Size) -> String {
    match body {
        EventBody::GameStarted(started) => {
            format!("game-started black [{}] white [{}]", list(&started.setup.black, size), list(&started.setup.white, size))
        }
        EventBody::Move { n, played, .. } => {
            let captured = if played.captured.is_empty() { String::new() } else { format!(" takes {}", list(&played.captured, size)) };
            format!("move {n} {} {}{captured}", played.color.name(), played.place.text(size))
        }
        EventBody::TurnEnded { n, by, .. } => format!("turn-ended {n} {by:?}"),
        EventBody::MoveRetracted { n, because, .. } => format!("move-retracted {n} {because:?}"),
        EventBody::RecordChanged { from_n, moves, because, .. } => {
            let moves: Vec<String> = moves.iter().map(|played| format!("{} {}", played.color.name(), played.place.text(size))).collect();
            format!("record-changed from {from_n}: {} ({because})", moves.join(", "))
        }
        EventBody::AlertRaised(alert) | EventBody::AlertChanged(alert) => {
            let what = if alert.rev == 1 { "alert-raised" } else { "alert-changed" };
            let color = alert.color.map_or("nobody's", |color| color.name());
            format!("{what} {} {:?} {color} [{}] n {:?}: {}", alert.kind, alert.severity, list(&alert.points, size), alert.n, alert.text)
        }
        EventBody::AlertClosed { alert, because } => {
            let cured = if alert.state == AlertState::Cured { ", cured" } else { "" };
            format!("alert-closed {} {because:?}{cured}", alert.kind)
        }
        EventBody::Phase { from, to, because } => format!("phase {} to {} ({because})", from.name(), to.name()),
        EventBody::Board { change, discrepancies } => {
            let differ: Vec<String> = Difference::all(discrepancies, size).iter().take(8).map(Difference::to_string).collect();
            format!("board {change:?} {}", differ.join(", "))
        }
        EventBody::PlayersChanged { because, .. } => format!("players changed ({because})"),
        EventBody::Ledger { color, entry, .. } => format!("ledger {} {entry:?}", color.name()),
        EventBody::Ruling(ruling) => format!("ruling {:?} {:?}", ruling.outcome, ruling.sanctions),
        EventBody::GameEnded(result) | EventBody::ResultChanged(result) => format!("result {:?} {:?}", result.by, result.winner),
        EventBody::Clock { change, color, .. } => format!("clock {change:?} {color:?}"),
    }
}
