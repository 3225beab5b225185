//! What is wrong on the board, watched until it has stood as long as the patience allows (CONTRACT 2 `patience_ms`), then said; cured or
//! gone when it is put right. What it does to the record is in `consequences`.

use crate::go::{Color, Place, PlayedMove, Point};
use crate::referee::{self, Finding, Kind, LastTurn, OnBoard, Scene, Severity, Text};
use crate::sense::{Reconstruction, Settling};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::alerts::Raise;
use super::event::{BoardChange, CloseReason, Event, EventBody, Phase};
use super::input::Output;
use super::wood::cell_of;

/// A finding, and whether it was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Watched {
    pub(super) finding: Finding,
    /// The alert that says this, or said what it was before it changed its face.
    pub(super) alert: Option<String>,
    /// The alert says it as it is.
    pub(super) said: bool,
    /// It is not said before this: whatever the board does, the same points are not told more often than a person can read.
    pub(super) earliest: Mono,
    /// The move that it belongs to: the last one, or the one that its stone would be.
    pub(super) n: u32,
}

/// How long a finding stands as it is before it is said at the least, in ms.
const RETELL_MS: u64 = 250;

impl Watched {
    /// When it is said.
    fn due(&self, patience_ms: u64) -> Mono {
        self.finding.since.plus_ms(patience_ms).max(self.earliest)
    }

    pub(super) fn is(&self, finding: &Finding) -> bool {
        self.finding.is_same(finding)
    }

    /// The same points, or some of them: the same happening told anew.
    fn touches(&self, points: &[Point]) -> bool {
        points.iter().any(|point| self.finding.points.contains(point))
    }
}

impl Game {
    /// Looks what is wrong on the board now. Findings that stay keep their patience; a finding that has gone is put right.
    pub(super) fn watch(&mut self, at: Mono, told: Option<&Reconstruction>, out: &mut Vec<Output>) {
        if !self.wood.known {
            return;
        }
        if matches!(self.book.phase, Phase::Paused | Phase::Adjourned) {
            self.watch_in_a_pause(at, out);
            return;
        }
        let found = self.findings(at, told);
        let mut before = std::mem::take(&mut self.wood.watched);
        let n = self.record().moves.len() as u32;
        let mut now: Vec<Watched> = Vec::new();
        for finding in found {
            match before.iter().position(|watched| watched.is(&finding)) {
                Some(index) => now.push(before.remove(index)),
                None => {
                    let n = n + u32::from(finding.kind.enters_the_record());
                    now.push(Watched { finding, alert: None, said: false, earliest: at.plus_ms(RETELL_MS), n });
                }
            }
        }
        for fresh in now.iter_mut().filter(|watched| watched.alert.is_none()) {
            let heir = before.iter().position(|old| old.alert.is_some() && old.touches(&fresh.finding.points));
            if let Some(index) = heir {
                let old = before.remove(index);
                (fresh.alert, fresh.n) = (old.alert, old.n);
            } else {
                fresh.alert = self.told_by(&fresh.finding, &before);
            }
        }
        // While a stone is on its way nobody knows yet what is put right with it.
        let (waits, differs) = (self.is_on_its_way(), self.wood.differences(&self.position));
        let stays = |old: &Watched| waits && old.alert.is_some() && differs.iter().any(|differs| old.touches(&[differs.point]));
        let (mut stay, right): (Vec<Watched>, Vec<Watched>) = before.into_iter().partition(stays);
        now.append(&mut stay);
        self.wood.watched = now;
        for id in right.into_iter().filter_map(|old| old.alert) {
            self.put_right(at, &id, out);
        }
        self.put_orphans_right(at, out);
    }

    fn findings(&self, at: Mono, told: Option<&Reconstruction>) -> Vec<Finding> {
        match self.book.phase {
            Phase::Playing => {}
            Phase::Ending if self.end_is_suspected() => {
                if let Some(finding) = self.turned_board() {
                    return vec![finding];
                }
                let grid = self.wood.standing(&self.position);
                let differs = super::wood::differences(&self.position, &grid);
                let points: Vec<Point> = differs.iter().map(|differs| differs.point).collect();
                return if points.is_empty() { Vec::new() } else { vec![self.over(Kind::EndSuspected, points)] };
            }
            Phase::Setup => return self.turned_board().into_iter().collect(),
            _ => return Vec::new(),
        }
        let explained =
            matches!(told, Some(Reconstruction::Unchanged | Reconstruction::Played(_) | Reconstruction::PlayedInSomeOrder { .. }));
        if !explained && let Some(finding) = self.turned_board() {
            return vec![finding];
        }
        let (mut grid, stopped) = self.wood_in_play();
        let mut kept = if stopped { Vec::new() } else { self.keep(&mut grid) };
        let mut found = match told {
            Some(Reconstruction::Ambiguous(ways)) => vec![self.over(Kind::Ambiguous, points_of(ways))],
            // While a stone is on its way nothing new is told.
            _ if self.is_on_its_way() && !stopped => Vec::new(),
            _ if explained && !stopped => Vec::new(),
            _ => self.detect(&grid, stopped),
        };
        // What is kept may be told anew: a finding that stood twice would be said for ever.
        found.retain(|finding| !kept.iter().any(|kept| kept.points == finding.points));
        found.append(&mut kept);
        if self.wood.disturbed {
            // One thing at a time: what single stones do means nothing while many are on the move.
            let points: Vec<Point> = found.iter().flat_map(|finding| finding.points.clone()).collect();
            if !found.iter().any(|finding| matches!(finding.kind, Kind::BoardScattered | Kind::EndSuspected)) && !points.is_empty() {
                found = vec![self.over(Kind::Unexplained, points)];
            }
        }
        if !found.iter().any(|finding| matches!(finding.kind, Kind::WrongCapture | Kind::EndSuspected | Kind::BoardScattered)) {
            found.extend(self.captures_left(at));
        }
        found
    }

    /// The wood as play sees it, and whether the clock stood when all that differs came about: what is put down then is no play.
    pub(super) fn wood_in_play(&self) -> (Grid, bool) {
        let mut grid = self.wood.standing(&self.position);
        let Some(stopped) = self.turn.stopped else { return (grid, false) };
        let differs = super::wood::differences(&self.position, &grid);
        let later: Vec<Point> =
            differs.iter().map(|differs| differs.point).filter(|&point| self.wood.first_seen(point) > stopped).collect();
        if later.len() == differs.len() {
            return (grid, !later.is_empty());
        }
        for point in later {
            grid.set(point, cell_of(self.position.get(point)));
        }
        (grid, false)
    }

    /// The findings that stay although more has happened since. Their points are put as the record has them, so that the rest can be told.
    pub(super) fn keep(&self, grid: &mut Grid) -> Vec<Finding> {
        let n = self.record().moves.len() as u32;
        let holds = |watched: &&Watched| watched.finding.kind != Kind::CapturesLeft && self.still_differs(grid, &watched.finding);
        let holding: Vec<&Watched> = self.wood.watched.iter().filter(holds).collect();
        let (mut over, mut fresh) = (Vec::new(), Vec::new());
        let asked_about = self.asked_about();
        for watched in holding {
            if (!watched.finding.kind.holds_up_play() && n > watched.n) || watched.touches(&asked_about) {
                over.push(watched.finding.clone())
            } else {
                fresh.push(watched.finding.clone())
            }
        }
        self.put_as_recorded(grid, &over);
        let mut rest = grid.clone();
        self.put_as_recorded(&mut rest, &fresh);
        // While a stone is on its way nothing is told anew.
        if !fresh.is_empty() && (self.is_on_its_way() || self.is_a_new_stone(&mut rest, &fresh)) {
            grid.clone_from(&rest);
            self.put_as_recorded(grid, &fresh);
            over.append(&mut fresh);
        }
        over
    }

    /// The stones that have come to empty points, and have not held still.
    pub(super) fn coming(&self) -> Vec<Settling> {
        let mut coming = self.wood.settling();
        coming.retain(|stone| self.position.get(stone.point).is_none() && stone.cell != Cell::Empty);
        coming
    }

    /// There is one.
    pub(super) fn is_on_its_way(&self) -> bool {
        !self.coming().is_empty()
    }

    fn put_as_recorded(&self, grid: &mut Grid, findings: &[Finding]) {
        for &point in findings.iter().flat_map(|finding| &finding.points) {
            grid.set(point, cell_of(self.position.get(point)));
        }
    }

    /// Every point of the finding is as wrong as it was; of a move that stands and is named with it, that is not asked.
    fn still_differs(&self, grid: &Grid, finding: &Finding) -> bool {
        let differs = super::wood::differences(&self.position, grid);
        let last = self.record().moves.last().and_then(|last| last.place.point());
        let named_only = |point| finding.kind == Kind::ResignSignal && Some(point) == last;
        finding.points.iter().all(|&point| named_only(point) || differs.iter().any(|differs| differs.point == point))
    }

    /// Beside these findings there is one stone more, and it can be the next play.
    fn is_a_new_stone(&self, rest: &mut Grid, fresh: &[Finding]) -> bool {
        // A play against the rules is one itself: what comes after it is its answer (`answered`), or a second stone of the same hand.
        if fresh.iter().any(|finding| finding.kind.is_illegal_play()) {
            return false;
        }
        let since = fresh.iter().map(|finding| finding.since).max().unwrap_or_default();
        let differs = super::wood::differences(&self.position, rest);
        let lifting = |point| self.wood.lifting.iter().any(|&(lifted, _)| lifted == point);
        let new: Vec<Point> = differs.iter().map(|differs| differs.point).filter(|&point| !lifting(point)).collect();
        let later = |&point: &Point| self.wood.first_seen(point) > since;
        if new.is_empty() || !new.iter().all(later) {
            return false;
        }
        // The play from the wrong bowl is not in the record yet: its answer is the opponent's next stone.
        if fresh.iter().any(|finding| finding.kind == Kind::WrongColor) {
            let answer = new.len() == 1;
            for point in new {
                rest.set(point, cell_of(self.position.get(point)));
            }
            return answer;
        }
        // It may be the stone that is missing: without colours in an open turn, or near by, while nobody has pressed for it.
        let in_hand = self.turn_is_open() && fresh.iter().any(|finding| finding.kind == Kind::StoneRetracted);
        let near = |finding: &Finding| {
            let gone = finding.kind == Kind::StoneMissing && self.turn.presses.is_empty();
            let seen = |point| (point, self.wood.first_seen(point));
            gone && finding.points.iter().any(|&gap| new.iter().any(|&point| referee::may_be_shifted(seen(gap), seen(point))))
        };
        !in_hand && !fresh.iter().any(near) && matches!(self.explain(rest, &[]), Reconstruction::Played(plays) if plays.len() == 1)
    }

    pub(super) fn detect(&self, grid: &Grid, clock_stopped: bool) -> Vec<Finding> {
        if !clock_stopped && let Some(finding) = self.illegal_and_answered(grid) {
            return vec![finding];
        }
        let to_move = self.to_move();
        referee::detect(&Scene {
            position: &self.position,
            to_move,
            wood: grid,
            first_seen: &|point| self.wood.first_seen(point),
            lifting: &self.wood.lifting,
            last: self.last_turn(),
            pressed: self.turn.presses.first().filter(|press| press.color == to_move).map(|press| press.at),
            press_tolerance_ms: self.settings.press_tolerance_ms,
            clock_in_use: self.turn.pressed,
            clock_stopped,
        })
    }

    fn last_turn(&self) -> Option<LastTurn> {
        let last = self.record().moves.last()?;
        let ended = if last.provisional { None } else { Some(self.turn.ended.unwrap_or(self.turn.arrived)) };
        let point = last.place.point().filter(|&point| !self.is_taken_off_by_ruling(point));
        Some(LastTurn { color: last.color, point, began: self.turn.began, arrived: self.turn.arrived, ended })
    }

    /// A finding over these points, with their moments.
    pub(super) fn over(&self, kind: Kind, points: Vec<Point>) -> Finding {
        let moments = || points.iter().map(|&point| self.wood.first_seen(point));
        let (begun, since) = (moments().min().unwrap_or(self.now.mono), moments().max().unwrap_or(self.now.mono));
        Finding { kind, color: None, points, begun, since }
    }

    /// Captured stones that stand although the turn that took them has ended (CN-23.4), and stones that a play gave up with itself.
    fn captures_left(&self, at: Mono) -> Vec<Finding> {
        let open = self.record().moves.last().filter(|last| last.provisional);
        let given_up = |last: &PlayedMove, point: Point, of: Color| {
            let stood = self.before_last.as_ref().is_some_and(|before| before.get(point) == Some(of));
            last.color == of && (stood || last.place == Place::At(point))
        };
        // Whether a stone still lies where a point flickers cannot be seen.
        let unseen = |point| self.wood.noise.is_noisy(point);
        let in_hand = |point, of| open.is_some_and(|last| last.captured.contains(&point) || given_up(last, point, of)) || unseen(point);
        let left = |taker: Color| {
            let stones = self.wood.lifting.iter().filter(|&&(point, of)| self.taker_of(point, of) == taker && !in_hand(point, of));
            stones.map(|&(point, _)| point).collect::<Vec<_>>()
        };
        let sides = [Color::White, Color::Black].into_iter().map(|taker| (taker, left(taker)));
        sides
            .filter(|(_, points)| !points.is_empty())
            .map(|(taker, points)| Finding { kind: Kind::CapturesLeft, color: Some(taker), points, begun: at, since: at })
            .collect()
    }

    /// Who is to take this dead stone off: the opponent who captured it, or the player who gave it up.
    fn taker_of(&self, point: Point, of: Color) -> Color {
        let about = |played: &&PlayedMove| played.captured.contains(&point) || (played.color == of && played.place == Place::At(point));
        let gave_up = self.record().moves.iter().rev().find(about).is_some_and(|played| !played.captured.contains(&point));
        if gave_up { of } else { of.opponent() }
    }

    /// When the patience with something is over. Outside play only a turned board is anything.
    pub(super) fn watch_deadline(&self) -> Option<Mono> {
        if !self.wood.known {
            return None;
        }
        let counts = |watched: &&Watched| self.book.phase == Phase::Playing || watched.finding.kind == Kind::BoardTurned;
        let unsaid = self.wood.watched.iter().filter(|watched| !watched.said).filter(counts);
        unsaid.map(|watched| watched.due(self.settings.patience_ms)).min()
    }

    /// The patience is over: everything that has stood long enough is said, and does what it must to the record.
    pub(super) fn watch_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        let patience = self.settings.patience_ms;
        let due: Vec<Watched> = self.wood.watched.iter().filter(|watched| !watched.said).cloned().collect();
        for watched in due.into_iter().filter(|watched| watched.due(patience) <= at) {
            if self.is_off_after_the_answer(at, &watched.finding, out) {
                continue;
            }
            let id = self.say(at, &watched, out);
            for here in self.wood.watched.iter_mut().filter(|here| here.is(&watched.finding)) {
                here.said = true;
                here.alert.clone_from(&id);
            }
            self.take_consequences(at, &watched, id.as_deref(), out);
        }
        self.consider(at, out);
    }

    /// Raises the alert, or lets the one that was raised say what it is now. Nothing where the kind is off at this table.
    fn say(&mut self, at: Mono, watched: &Watched, out: &mut Vec<Output>) -> Option<String> {
        let finding = &watched.finding;
        if finding.kind != Kind::CapturesLeft && !self.wood.differing.said {
            self.wood.differing = super::wood::Differing { since: None, said: true };
            let mut discrepancies = self.wood.differences(&self.position);
            discrepancies.truncate(Event::DISCREPANCIES_MAX);
            self.emit(at, EventBody::Board { change: BoardChange::Differs, discrepancies }, out);
        }
        let text: Text = self.say_finding(finding).into();
        let next_play_made = self.record().moves.len() as u32 > watched.n;
        let from = finding.begun.minus_ms(super::evidence::BEFORE_MS);
        let evidence = self.wood.trail.evidence(self.stamp(at), from, at);
        let raised = watched.alert.as_ref().and_then(|id| self.book.alerts.iter().find(|alert| &alert.id == id)).cloned();
        if let Some(mut alert) = raised {
            if alert.tells(finding) {
                return Some(alert.id);
            }
            if !self.is_told(finding.kind, finding.kind.basis(), finding.color) {
                self.close(at, &alert.id, CloseReason::Gone, out);
                return None;
            }
            (alert.rev, alert.kind, alert.basis) = (alert.rev + 1, finding.kind, finding.kind.basis());
            (alert.color, alert.points, alert.text) = (finding.color, finding.points.clone(), text);
            (alert.next_play_made, alert.evidence) = (next_play_made, Some(evidence));
            let id = alert.id.clone();
            let alert = self.by_book(alert, Severity::Ruling, None);
            self.emit(at, EventBody::AlertChanged(alert), out);
            self.follow_up(at, &id, from);
            return Some(id);
        }
        let raise = Raise {
            basis: finding.kind.basis(),
            n: Some(watched.n),
            points: finding.points.clone(),
            next_play_made,
            evidence: Some(evidence),
            ..Raise::new(finding.kind, finding.color, finding.begun, text)
        };
        let id = self.raise(at, raise, out)?;
        self.follow_up(at, &id, from);
        Some(id)
    }

    fn say_finding(&self, finding: &Finding) -> OnBoard {
        let size = self.settings.size;
        let told = match finding.kind {
            Kind::Unexplained => return OnBoard::Differs(self.tell_differences()),
            Kind::BoardTurned => return self.tell_turned().unwrap_or_else(|| OnBoard::of(finding, size)),
            Kind::Ambiguous => self.explain(&self.wood.standing(&self.position), &[]),
            _ => Reconstruction::Unchanged,
        };
        match told {
            Reconstruction::Ambiguous(ways) => OnBoard::ways(&ways, size),
            _ => OnBoard::of(finding, size),
        }
    }
}

/// Every point that some way plays on, in the order in which they are told.
fn points_of(ways: &[Vec<crate::sense::Play>]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for play in ways.iter().flatten() {
        if !points.contains(&play.point) {
            points.push(play.point);
        }
    }
    points
}
