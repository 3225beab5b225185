//! The press of the clock: it ends a turn, or waits for its stone, or is a pass (CONTRACT 2 `press_pass`, 5).

use crate::clock::Side;
use crate::go::{Color, Place, PlayedMove, Point};
use crate::referee::{AtClock, Finding, Kind};
use crate::sense::Reconstruction;
use crate::time::Mono;
use crate::wire::Cell;

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, Basis, CloseReason, EventBody, Phase, Severity, TurnEndedBy};
use super::input::Output;
use super::settings::{PressPass, TimeAuthority};
use super::wood::Wood;

/// More presses than this without a stone between them are a child playing with the clock; the newest are dropped. While the board is away as many turns as this can still be counted.
const WAITING_PRESSES_MAX: usize = 8;

/// How much longer a press waits for its stone while a point of the board flickers, in ms: a stone there takes its time to be seen.
const FLICKER_MS: u64 = 2_500;

/// How long a stone that was glimpsed at its press may be in the hand again, in ms.
const GLIMPSE_MS: u64 = 2_500;

/// A press whose stone has not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingPress {
    /// Who pressed.
    pub color: Color,
    /// When.
    pub at: Mono,
    /// The tolerance is over and the referee was asked.
    pub asked: bool,
}

impl Game {
    /// A side of the clock was pressed.
    pub(super) fn side_pressed(&mut self, now: Mono, side: Side, at: Mono, out: &mut Vec<Output>) {
        if self.terms.black_side.is_none() {
            self.learn_side(side);
        }
        let Some(color) = self.terms.color_at(side) else { return };
        let since = self.pressed_since(color, at);
        self.pressed(now, color, since.unwrap_or(at), out);
        if let Some(since) = since {
            self.time_of_nobody(since, at);
        }
    }

    /// The first press after Black's first stone shows on which side Black sits.
    fn learn_side(&mut self, side: Side) {
        let Some(last) = self.record().moves.last() else { return };
        if self.book.phase != Phase::Playing {
            return;
        }
        let mover = if last.provisional { last.color } else { last.color.opponent() };
        self.terms.black_side = Some(if mover == Color::Black { side } else { side.other() });
        self.side_learnt();
    }

    /// This player's turn has ended at `at`, says the clock or a time keeper.
    pub(super) fn pressed(&mut self, now: Mono, color: Color, at: Mono, out: &mut Vec<Output>) {
        self.seen_to_press(color, at, out);
        match self.book.phase {
            Phase::Playing | Phase::Ending => self.placed_by_press(now, color, at, out),
            Phase::Idle | Phase::Armed | Phase::Setup | Phase::Ended => {
                if !self.opened_by_press(now, color, out) {
                    self.turn.first_press = Some((color, at));
                    return;
                }
            }
            Phase::Paused | Phase::Adjourned if self.pressed_before_the_rest(color, at) => {}
            Phase::Paused | Phase::Adjourned | Phase::Counting => return,
        }
        self.press_made(color, out);
        self.becomes_handicap_by_press(now, at, out);
        if self.turn_is_open() {
            let mover = self.record().moves.last().map(|last| last.color);
            if mover == Some(color) {
                self.straightened_by_press(now, at, out);
                self.turn.pressed = true;
                self.right_side_pressed(out);
                self.end_open_turn(at, TurnEndedBy::Press, out);
                // What stands wrongly is looked at anew: captures are to be off, a second stone would be the next player's.
                self.consider(now, out);
            } else {
                self.wrong_side_pressed(out);
                self.late_press(color, at, out);
            }
            return;
        }
        // Presses may come in faster than scans do: each side's next press waits behind the other's.
        let expected = self.turn.presses.last().map_or(self.to_move(), |press| press.color.opponent());
        if color != expected {
            if self.record().moves.is_empty() && self.turn.presses.is_empty() {
                // Before move 1 it starts the clock of the side to move and is nothing else.
                self.start_clock(at, out);
            }
            return;
        }
        self.turn.pressed = true;
        if self.turn.presses.len() < WAITING_PRESSES_MAX {
            self.turn.presses.push(WaitingPress { color, at, asked: false });
        }
        if self.turn.presses.len() == 1 && self.wood.known && !self.wood.disturbed {
            self.settled_by_press(now, color, at, out);
        }
        self.consider(now, out);
    }

    /// Play is interrupted from here on; an interruption of an interruption changes nothing.
    pub(super) fn rests_from(&mut self, at: Mono) {
        if !matches!(self.book.phase, Phase::Paused | Phase::Adjourned) {
            self.turn.rested = Some(at);
        }
    }

    /// Play was interrupted after this press, which has come in late: its stamp decides, and neither the turn nor a stone of a block is lost.
    pub(super) fn pressed_before_the_rest(&self, color: Color, at: Mono) -> bool {
        let before = self.turn.rested.is_some_and(|rested| at < rested);
        let open = self.record().moves.last().filter(|last| last.provisional).map(|last| last.color);
        match self.book.phase {
            Phase::Paused => before && open.unwrap_or(self.to_move()) == color,
            Phase::Adjourned => before && open == Some(color),
            _ => false,
        }
    }

    /// The stone may stand already and only not have held still long enough: at a press it counts at once. Everything does; or, where
    /// that makes no sense, the stones that have come, for a neighbour of theirs may be felt badly just then (F4).
    fn settled_by_press(&mut self, now: Mono, color: Color, at: Mono, out: &mut Vec<Output>) {
        // Two stones on their way may be one that is felt twice: which, is seen when they hold still.
        if self.coming().len() > 1 {
            return;
        }
        // It is asked of the wood as it then is, so that its moments are those of the stones; what came after the press waits as any other.
        for all in [true, false] {
            let before = self.settle_early(now, all);
            let (grid, stopped) = self.wood_in_play();
            match self.explain(&grid, &[]) {
                // One stone: the opponent's cannot have come before this press.
                Reconstruction::Played(plays)
                    if !stopped
                        && plays.len() == 1
                        && plays[0].color == color
                        && plays[0].first_seen <= at
                        && self.sure(now, &plays) == Some(1) =>
                {
                    self.take_in(now, &plays, out);
                    return;
                }
                _ => self.wood = before,
            }
        }
    }

    /// Everything that is readable counts at once, or only the stones that have come and the last move's. Returns the wood as it was, for
    /// putting back.
    pub(super) fn settle_early(&mut self, now: Mono, all: bool) -> Wood {
        let last = self.record().moves.last().and_then(|last| last.place.point());
        let position = &self.position;
        self.wood.settle_early(now, |point| all || position.get(point).is_none() || Some(point) == last)
    }

    /// A stone may have been put straight just before the press and not have held still since: at the press it counts where it stands.
    fn straightened_by_press(&mut self, now: Mono, at: Mono, out: &mut Vec<Output>) {
        let since: Vec<Mono> = self.wood.settling().iter().map(|change| change.first_seen).collect();
        if since.is_empty() || since.iter().any(|&since| since > at) {
            return;
        }
        for all in [true, false] {
            let before = self.settle_early(now, all);
            let grid = self.wood.standing(&self.position);
            if self.straighten(now, &grid, out) {
                return;
            }
            self.wood = before;
        }
    }

    /// The first stone has not held still yet, and its player presses: it counts at once. True when it opened a game.
    fn opened_by_press(&mut self, now: Mono, color: Color, out: &mut Vec<Output>) -> bool {
        if self.opened_by_placement(now, color, out) {
            return true;
        }
        if color != Color::Black || !self.cleared || self.wood.settle.deadline().is_none() {
            return false;
        }
        self.settle_early(now, true);
        self.consider(now, out);
        self.book.phase == Phase::Playing
    }

    /// A stone of this player has come: a press that waited for it ends its turn, by the press's own stamp.
    pub(super) fn press_for(&mut self, color: Color, out: &mut Vec<Output>) {
        let Some(&press) = self.turn.presses.first().filter(|press| press.color == color) else { return };
        self.turn.presses.remove(0);
        self.right_side_pressed(out);
        self.stone_after_press(press, out);
        self.end_open_turn(press.at, TurnEndedBy::Press, out);
    }

    /// What was said of a press without a stone, now that the stone is there: nothing, if it came within the tolerance and only was not
    /// sure before; else the press was before its stone.
    fn stone_after_press(&mut self, press: WaitingPress, out: &mut Vec<Output>) {
        const SAID: [Kind; 2] = [Kind::PassSignal, Kind::PressWithoutMove];
        let at = self.now.mono;
        let tolerated = press.at.plus_ms(self.settings.press_tolerance_ms);
        if self.turn.arrived <= self.seen_by(press.at, tolerated).unwrap_or(tolerated) {
            self.gone(at, &SAID, out);
        }
        while let Some(alert) = self.open_alert(&SAID).cloned() {
            if !self.is_told(Kind::PressBeforeStone, alert.basis, alert.color) {
                self.close(at, &alert.id, CloseReason::Gone, out);
                continue;
            }
            let ms = self.turn.arrived.since_ms(press.at);
            let mut alert = Alert { rev: alert.rev + 1, kind: Kind::PressBeforeStone, ..alert };
            alert.text = AtClock::PressBeforeStone { by: press.color, ms }.into();
            alert.points = self.record().moves.last().and_then(|last| last.place.point()).into_iter().collect();
            alert.n = Some(self.record().moves.len() as u32);
            let alert = self.by_book(alert, Severity::Ruling, None);
            self.emit(at, EventBody::AlertChanged(alert), out);
        }
    }

    /// The moment at which a waiting press becomes what `press_pass` says. A stone that has come and not held still is waited for, and so
    /// is a board that is away or on the move, and something that stands wrongly: that may be what was pressed for.
    pub(super) fn press_deadline(&self) -> Option<Mono> {
        let press = *self.turn.presses.first().filter(|press| !press.asked)?;
        let held_up = |finding: &Finding| finding.kind.holds_up_play() || self.is_lifted(&finding.points);
        let stones = self.wood.watched.iter().any(|watched| !watched.said && held_up(&watched.finding));
        // Whoever seals plays on paper: a press is no pass then.
        if self.seal_stage() == Some(super::sealed::SealStage::Thinking)
            || !self.sees_stones()
            || self.placement_is_open()
            || self.wood.disturbed
            || stones
            || self.wood.doubtful_until.is_some()
            || self.turn.stopped.is_some()
        {
            return None;
        }
        let tolerated = self.tolerated_until(press);
        // After an absence everything has to hold still once more.
        let seen = tolerated.max(self.wood.since.plus_ms(self.settings.settle_ms + 1));
        let seen = self.glimpsed_until(press).map_or(seen, |until| seen.max(until));
        let on_its_way = self.wood.settling().iter().any(|settling| settling.first_seen <= tolerated);
        let settles = self.wood.settle.deadline().filter(|_| on_its_way);
        Some(settles.map_or(seen, |settles| seen.max(settles.plus_ms(1))))
    }

    /// Stones of the record that somebody has in hand, and may put back.
    fn is_lifted(&self, points: &[Point]) -> bool {
        points.iter().all(|&point| self.position.get(point).is_some() && !self.wood.noise.is_noisy(point))
    }

    /// Until when the stone of this press may come. Where a point flickers it may lie there: it is given time to show. While this process did
    /// not run the stone was not seen when it came: it lies there in what is read now.
    fn tolerated_until(&self, press: WaitingPress) -> Mono {
        let tolerated = press.at.plus_ms(self.settings.press_tolerance_ms);
        let flickers = self.wood.noise.points().any(|point| self.position.get(point).is_none());
        let tolerated = if flickers { tolerated.plus_ms(FLICKER_MS) } else { tolerated };
        self.seen_by(press.at, tolerated).unwrap_or(tolerated)
    }

    /// A stone that was there about when this was pressed, and has been taken up again, comes back: until when it is waited for. What flickers
    /// is no glimpse.
    pub(super) fn glimpsed_until(&self, press: WaitingPress) -> Option<Mono> {
        let can_be = |point, cell| {
            let is_free = self.position.get(point).is_none() && !self.wood.noise.is_noisy(point);
            is_free && (cell == Cell::Stone(press.color) || cell == Cell::StoneOfUnknownColor)
        };
        let from = press.at.minus_ms(self.settings.press_tolerance_ms);
        self.wood.trail.last_glimpse(from, self.tolerated_until(press), can_be).map(|glimpse| glimpse.plus_ms(GLIMPSE_MS))
    }

    /// No stone came for a press.
    pub(super) fn press_without_stone(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(&press) = self.turn.presses.first() else { return };
        if self.press_says_nothing(press) {
            return;
        }
        if press.color == self.to_move() && self.returned_was_played(at, out) {
            self.consider(at, out);
            return;
        }
        let felt = self.felt_badly(press);
        if let Some((play, true)) = &felt {
            self.take_in(at, std::slice::from_ref(play), out);
            self.consider(at, out);
            return;
        }
        let stands = self.wood.standing(&self.position);
        let lifting = |point| self.wood.lifting.iter().any(|&(lifted, _)| lifted == point);
        let explained = !self.placement_is_unexplained()
            && super::wood::differences(&self.position, &stands).iter().all(|differs| lifting(differs.point));
        let (kind, saying) = match self.settings.press_pass {
            // Something was done that nobody can explain: then the press is no pass, and the difference is what a person must look at.
            PressPass::Pass if !explained => {
                self.turn.presses[0].asked = true;
                return;
            }
            PressPass::Pass => {
                self.pass(press.at, press.color, None, out);
                if let Some((play, _)) = felt {
                    self.say_passed(at, &play, out);
                }
                self.look_back_at_passes(at, out);
                return;
            }
            PressPass::Ask => (Kind::PassSignal, AtClock::PerhapsPass { by: press.color }),
            PressPass::Incident => (Kind::PressWithoutMove, AtClock::PressWithoutMove { by: press.color }),
        };
        self.turn.presses[0].asked = true;
        if kind == Kind::PassSignal && self.open_alert(&[kind]).is_some_and(|alert| alert.color == Some(press.color)) {
            // A stone beside the board has said so already.
            return;
        }
        let raise = Raise { basis: Basis::Suspected, ..Raise::new(kind, Some(press.color), press.at, saying) };
        self.raise(at, raise, out);
    }

    /// A pass of this player at `at`: by the clock, or entered by a person.
    pub(super) fn pass(&mut self, at: Mono, color: Color, entered_by: Option<String>, out: &mut Vec<Output>) {
        let waiting = self.turn.presses.first().copied().filter(|press| press.color == color);
        if waiting.is_some() {
            self.turn.presses.remove(0);
        }
        let mut played = PlayedMove::new(color, Place::Pass);
        played.entered_by = entered_by;
        self.append(at, played, out);
        let by = if waiting.is_some() || self.settings.time_authority == TimeAuthority::Nobody {
            TurnEndedBy::Press
        } else {
            TurnEndedBy::Ruling
        };
        self.end_open_turn(waiting.map_or(at, |press| press.at), by, out);
        self.gone(at, &[Kind::PassSignal, Kind::PressWithoutMove], out);
        self.look_for_the_end(at, out);
    }

    /// A press by somebody who has passed or accepted the end already, or that nobody can tell from the end of the game: no pass is asked for.
    fn press_says_nothing(&mut self, press: WaitingPress) -> bool {
        if self.book.phase != Phase::Ending {
            return false;
        }
        if self.end_is_suspected() {
            self.turn.presses[0].asked = true;
            return true;
        }
        // Where a press without a stone is a pass, a third one is: the record is what was done.
        let asks = self.settings.press_pass != PressPass::Pass;
        let known = (asks && self.both_have_passed()) || self.turn.accepted[press.color];
        if known {
            self.turn.presses.remove(0);
        }
        known
    }
}
