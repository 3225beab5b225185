//! What the record says without being sure, and what becomes of it: the order of plays that nobody saw, and presses over a point that
//! flickers, where a stone may lie. The likelier is written down and a notice says so; what comes later may say otherwise, and then the
//! record is changed as the notice's own.

use crate::go::{Color, Place, PlayedMove, Point, Position, Record};
use crate::referee::{InRecord, Kind, Severity, Text};
use crate::sense::{self, Play, Reconstruction, Settling, Shown};
use crate::time::Mono;
use crate::wire::{Cell, Grid};

use super::Game;
use super::alerts::Raise;
use super::doubtful_passes::OPENING_TENTHS;
use super::event::{Alert, CloseReason, EventBody};
use super::input::Output;
use super::noise::Taken;
use super::pressing::WaitingPress;
use super::settings::PressPass;

/// How sure a pass is when the board is so many tenths full (by moves), in hundredths of a natural logarithm of how rare it is: in real games
/// one move in 1,500 is a pass before the board is four tenths full, one in 13 at the end.
const PASS_IS_RARE: [i32; 10] = [730, 730, 730, 730, 540, 500, 460, 355, 340, 256];

/// How much rarer a pass before the end is at a tournament than in the games that were counted, many of which are tests of programs, in the same
/// measure: with it as many stones are taken for passes as passes for stones.
const RARER: i32 = 80;

/// The same after a pass: every second one is answered by another, and in the opening is followed by another of the same side.
const AFTER_A_PASS: i32 = 70;

/// What a point that flickers otherwise than before says for a stone on it, in the same measure.
const FLICKERS_OTHERWISE: i32 = 500;

/// A point that has flickered for so long, in ms, is said: a stone that does not lie straight comes to rest before, or is put straight.
const FLICKERS_MS: u64 = 10_000;

/// More flickering points than this are a bump or a broken board, which are said otherwise.
const FLICKERING_SAID_MAX: usize = 2;

/// So many plays after those whose order was a choice are asked which order is the likelier.
const LOOK_BACK: usize = 2;

/// What is to be made of a story that a press and a point that flickers tell otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rather {
    /// What it tells.
    Told,
    /// Something else, which was taken in: the rest is to be told anew.
    Other,
    /// Nothing yet.
    Wait,
}

/// Plays that nobody saw, in the orders in which they may have been made.
#[derive(Debug, Clone)]
pub(super) struct Orders {
    /// The number of the first of them.
    n: u32,
    /// The position before them, and the points of the plays before that, oldest first.
    before: Position,
    latest: Vec<Point>,
    /// At least two.
    ways: Vec<Vec<Play>>,
    /// The notice that says so.
    alert: String,
    /// So many plays after them were asked.
    asked: usize,
}

impl Game {
    /// Takes plays in whose order is only plausible, the first of these ways, and says so: the position is certain.
    pub(super) fn take_in_some_order(&mut self, at: Mono, ways: Vec<Vec<Play>>, out: &mut Vec<Output>) {
        let Some(plays) = ways.first() else { return };
        let n = self.record().moves.len() as u32 + 1;
        let (before, latest) = (self.position.clone(), self.latest_points());
        self.take_in(at, plays, out);
        let points: Vec<Point> = plays.iter().map(|play| play.point).collect();
        let saying = self.tell_order(n, &points);
        if let Some(alert) = self.notice(at, n, points, saying, out) {
            let by_turns = ways.iter().flatten().all(|play| play.after_pass.is_none());
            self.wood.orders = by_turns.then_some(Orders { n, before, latest, ways, alert, asked: 0 });
        }
    }

    fn tell_order(&self, n: u32, points: &[Point]) -> InRecord {
        let at = points.iter().map(|point| point.vertex(self.settings.size)).collect();
        InRecord::OrderUnsure { first: n, last: n + points.len() as u32 - 1, at }
    }

    /// Points that flicker, said once each: whatever stands there, or is put there, is a guess from then on.
    pub(super) fn say_flickering(&mut self, at: Mono, out: &mut Vec<Output>) {
        let said = |point: Point| self.book.alerts.iter().any(|alert| is_doubt(alert) && alert.points == [point]);
        let fresh: Vec<Point> =
            self.wood.noise.points_since(at, FLICKERS_MS).filter(|&point| !said(point)).take(FLICKERING_SAID_MAX).collect();
        for point in fresh {
            let (n, vertex) = (self.record().moves.len() as u32, point.vertex(self.settings.size));
            self.notice(at, n, vec![point], InRecord::Flickers { at: vertex }, out);
        }
    }

    /// The last move lies where nothing can be read.
    pub(super) fn say_unreadable(&mut self, at: Mono, play: &Play, out: &mut Vec<Output>) {
        let (n, vertex) = (self.record().moves.len() as u32, play.point.vertex(self.settings.size));
        self.notice(at, n, vec![play.point], InRecord::MoveUnread { by: play.color, n, at: vertex }, out);
    }

    /// The last move is a pass, unless a stone lies where nothing can be read.
    pub(super) fn say_passed(&mut self, at: Mono, play: &Play, out: &mut Vec<Output>) {
        let (n, vertex) = (self.record().moves.len() as u32, play.point.vertex(self.settings.size));
        self.notice(at, n, vec![play.point], InRecord::PassUnread { by: play.color, at: vertex }, out);
    }

    /// Says in which moves the record is not sure; nobody has to do anything. What is of one kind is one alert: of every point that
    /// cannot be read, and of all orders that were a choice, the latest first. Returns its id.
    pub(super) fn notice(&mut self, at: Mono, n: u32, points: Vec<Point>, saying: InRecord, out: &mut Vec<Output>) -> Option<String> {
        let text: Text = saying.into();
        let is_order = points.len() > 1;
        let same = |alert: &&Alert| is_doubt(alert) && if is_order { alert.points.len() > 1 } else { alert.points == points };
        if let Some(mut alert) = self.book.alerts.iter().find(same).cloned() {
            if is_order {
                alert.text = text.followed_by_earlier(&alert.text, DOUBTS_TEXT_MAX);
                alert.points.retain(|point| !points.contains(point));
                alert.points.splice(0..0, points);
            } else {
                alert.text = text;
            }
            (alert.rev, alert.n) = (alert.rev + 1, Some(n));
            let id = alert.id.clone();
            self.emit(at, EventBody::AlertChanged(alert), out);
            return Some(id);
        }
        let raise = Raise { at_most: Severity::Notice, n: Some(n), points, ..Raise::new(Kind::Ambiguous, None, at, text) };
        self.raise(at, raise, out)
    }

    /// The stone that was pressed for may lie where the sensor flickers: the one such point on which it can have been played, and whether
    /// that is likelier than a pass.
    pub(super) fn felt_badly(&self, press: WaitingPress) -> Option<(Play, bool)> {
        if press.color != self.to_move() {
            return None;
        }
        let legal = |point: Point| {
            let judgement = self.position.judge(press.color, Place::At(point));
            judgement.is_legal().then_some((point, judgement.captures))
        };
        let taken = |point| self.wood.noise.taken(point, press.color);
        let shows = |&point: &Point| self.position.get(point).is_none() && taken(point) != Taken::No;
        let mut points = self.wood.noise.points().filter(shows).filter_map(legal);
        let (point, captured) = points.next().filter(|_| points.next().is_none())?;
        let likelier = self.favours_stone(press.color, point) + if taken(point) == Taken::Yes { FLICKERS_OTHERWISE } else { 0 } > 0;
        Some((Play { color: press.color, point, captured, first_seen: press.at, shown: Shown::Unreadable, after_pass: None }, likelier))
    }

    /// A story may begin with a stone on a point that flickers, by the side whose press waits for one. That this side has passed explains
    /// what came afterwards as well: where that is likelier it is taken in, and the rest is told anew. Or it begins with a stone that came long
    /// after its press: then the press was for a stone on a point that flickers, where one is likelier and the rest can be told from there.
    pub(super) fn rather(&mut self, at: Mono, plays: &[Play], (grid, settling): (&Grid, &[Settling]), out: &mut Vec<Output>) -> Rather {
        let Some((first, press)) = plays.first().zip(self.turn.presses.first().copied()) else { return Rather::Told };
        if press.color != first.color || self.settings.press_pass != PressPass::Pass {
            return Rather::Told;
        }
        if !(first.shown == Shown::Unreadable && self.wood.noise.is_noisy(first.point)) {
            return self.rather_where_it_flickers(at, plays, (grid, settling), press, out);
        }
        if let Some(until) = self.glimpsed_until(press).filter(|&until| at < until) {
            self.wood.doubtful_until = Some(until);
            return Rather::Wait;
        }
        let felt = self.felt_badly(press);
        if !matches!(felt, Some((_, false))) && self.wood.noise.taken(first.point, first.color) != Taken::No {
            return Rather::Told;
        }
        self.pass(press.at.min(at), press.color, None, out);
        if let Some((play, _)) = felt {
            self.say_passed(at, &play, out);
        }
        Rather::Other
    }

    /// The first of these stones came too late for this press, which was for another one.
    fn rather_where_it_flickers(
        &mut self,
        at: Mono,
        plays: &[Play],
        (grid, settling): (&Grid, &[Settling]),
        press: WaitingPress,
        out: &mut Vec<Output>,
    ) -> Rather {
        // What came while the board was away came nobody knows when.
        let (seen, tolerated) = (plays[0].first_seen, press.at.plus_ms(self.settings.press_tolerance_ms));
        if seen <= tolerated || seen <= self.wood.since || plays.len() < 2 {
            return Rather::Told;
        }
        let Some((play, true)) = self.felt_badly(press) else { return Rather::Told };
        let mut position = self.position.clone();
        if position.take_in(play.color, Place::At(play.point)).is_err() {
            return Rather::Told;
        }
        let waiting = std::mem::take(&mut self.turn.presses);
        self.turn.presses = waiting[1..].to_vec();
        let told = self.explain_from(&position, play.color.opponent(), grid, settling);
        self.turn.presses = waiting;
        if !matches!(told, Reconstruction::Played(_) | Reconstruction::PlayedInSomeOrder { .. }) {
            return Rather::Told;
        }
        self.take_in(at, &[play], out);
        Rather::Other
    }

    /// How much likelier than a pass a stone on this very point is, before the sensor is asked, in hundredths of a natural logarithm.
    fn favours_stone(&self, color: Color, point: Point) -> i32 {
        let (area, moves) = (self.settings.size.area(), &self.record().moves);
        let passed = |back: usize| moves.len().checked_sub(back).is_some_and(|index| moves[index].place == Place::Pass);
        let opening = moves.len() * 10 / area < OPENING_TENTHS;
        let after_pass = passed(1) || (opening && passed(2));
        let rare = if after_pass { AFTER_A_PASS } else { PASS_IS_RARE[(moves.len() * 10 / area).min(9)] + RARER };
        let free = area - self.position.stones().iter().flatten().count();
        rare + sense::invites(&self.position, &self.latest_points(), color, point) - hundred_ln(free)
    }

    /// What came after plays whose order was a choice may make another order likelier.
    pub(super) fn look_back(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(mut orders) = self.wood.orders.take() else { return };
        let (from, moves) = (orders.n as usize - 1, &self.record().moves);
        let length = orders.ways[0].len();
        let after = moves.len().saturating_sub(from + length);
        let is_way = |way: &Vec<Play>| {
            moves.len() >= from + length && way.iter().zip(&moves[from..]).all(|(play, is)| is.place == Place::At(play.point))
        };
        // Somebody has corrected the record since, or it was taken back.
        let Some(is) = orders.ways.iter().position(is_way).filter(|_| self.record().edits.is_empty()) else { return };
        if after > orders.asked {
            orders.asked = after;
            let later = &moves[from + length..];
            let best = sense::likeliest(&orders.before, &orders.latest, &orders.ways, &later[..after.min(LOOK_BACK)]).unwrap_or(is);
            if best != is {
                let points: Vec<Point> = orders.ways[best].iter().map(|play| play.point).collect();
                let places: Vec<(usize, Place)> =
                    points.iter().enumerate().map(|(index, &point)| (from + index, Place::At(point))).collect();
                if self.rewrite(at, &places, &orders.alert, out) {
                    let saying = self.tell_order(orders.n, &points);
                    self.notice(at, orders.n, points, saying, out);
                }
            }
        }
        if orders.asked < LOOK_BACK {
            self.wood.orders = Some(orders);
        }
    }

    /// Points that flickered hold still: what was thought to lie there, or not to, is seen.
    pub(super) fn calmed(&mut self, at: Mono, out: &mut Vec<Output>) {
        let doubts: Vec<(String, Point)> = self
            .book
            .alerts
            .iter()
            .filter(|alert| is_doubt(alert) && alert.points.len() == 1)
            .map(|alert| (alert.id.clone(), alert.points[0]))
            .filter(|&(_, point)| !self.wood.noise.is_noisy(point) && self.wood.noise.calmed_at(point) == at)
            .collect();
        for (id, point) in doubts {
            let (shown, written) = (self.wood.settle.raw().get(point), self.position.get(point));
            let moves = &self.record().moves;
            let rewritten = match (written, shown) {
                (Some(color), Cell::Empty) => {
                    let is_it = |played: &PlayedMove| played.place == Place::At(point) && played.color == color;
                    moves.iter().rposition(is_it).is_some_and(|index| self.rewrite(at, &[(index, Place::Pass)], &id, out))
                }
                (None, Cell::Stone(_) | Cell::StoneOfUnknownColor) => self.was_no_pass(at, point, shown, &id, out),
                _ => false,
            };
            let agrees = super::wood::differences(&self.position, self.wood.settle.raw()).iter().all(|differs| differs.point != point);
            if rewritten || agrees {
                self.close(at, &id, CloseReason::Gone, out);
            }
        }
    }

    /// The latest pass that can have been this stone.
    fn was_no_pass(&mut self, at: Mono, point: Point, shown: Cell, alert: &str, out: &mut Vec<Output>) -> bool {
        let moves = &self.record().moves;
        let can_be = |played: &PlayedMove| {
            played.place == Place::Pass
                && played.entered_by.is_none()
                && (shown == Cell::StoneOfUnknownColor || shown == Cell::Stone(played.color))
        };
        let passes: Vec<usize> = moves.iter().enumerate().rev().filter(|(_, played)| can_be(played)).map(|(index, _)| index).collect();
        passes.into_iter().any(|index| self.rewrite(at, &[(index, Place::At(point))], alert, out))
    }

    /// Writes other places for some moves, when the whole record is as legal then as it was. What is on the board and in hand stays.
    pub(super) fn rewrite(&mut self, at: Mono, places: &[(usize, Place)], alert: &str, out: &mut Vec<Output>) -> bool {
        let Some(first) = places.iter().map(|&(index, _)| index).min() else { return false };
        let mut record = self.record().clone();
        for &(index, place) in places {
            record.moves[index].place = place;
        }
        if !record.edits.is_empty() || !self.replay(&mut record, first) {
            return false;
        }
        let position_hash = self.position_of(&record).position_hash();
        let body = EventBody::RecordChanged {
            from_n: first as u32 + 1,
            moves: record.moves.split_off(first),
            edits: record.edits,
            because: alert.to_owned(),
            position_hash,
        };
        let mut lifting = std::mem::take(&mut self.wood.lifting);
        self.emit(at, body, out);
        self.rebuild_position();
        lifting.retain(|&(point, _)| self.position.get(point).is_none());
        self.wood.lifting = lifting;
        self.look_for_the_end(at, out);
        self.ending_follows_record(at, out);
        true
    }

    /// Plays the record again and writes down what is captured from this move on; false when a move is not legal that was.
    fn replay(&self, record: &mut Record, first: usize) -> bool {
        let empty = Record { moves: record.moves[..first].to_vec(), ..record.clone() };
        let mut position = self.position_of(&empty);
        record.moves[first..].iter_mut().all(|played| {
            let judgement = position.judge(played.color, played.place);
            played.captured = judgement.captures.clone();
            (judgement.is_legal() || played.disputed.is_some()) && position.take_in(played.color, played.place).is_ok()
        })
    }
}

/// A text that joins many doubts ends after so many characters: a person looks at the latest first.
const DOUBTS_TEXT_MAX: usize = 1_000;

/// The alert says that the record is not sure.
pub(super) fn is_doubt(alert: &Alert) -> bool {
    alert.kind == Kind::Ambiguous && alert.severity == Severity::Notice
}

/// The natural logarithm of a number of points, in hundredths; up to 13 too small.
fn hundred_ln(number: usize) -> i32 {
    // The sixth power of the largest board's points fits.
    let sixths_of_bits = (number.max(1) as u64).pow(6).ilog2();
    (sixths_of_bits * 693 / 60) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_of_a_number_of_points_is_near() {
        for number in 1..=625_usize {
            let exact = 100.0 * (number as f64).ln();
            assert!((f64::from(hundred_ln(number)) - exact).abs() < 13.0, "{number}");
        }
    }
}
