//! Single stones: one function for each thing that a hand can have done, in the order of suspicion.

use super::left::{Added, Left, Missing, finding};
use super::{Finding, LastTurn, ORDER_SLACK_MS, Scene};
use crate::go::{Color, Place, Point};
use crate::referee::Kind;
use crate::time::Mono;

/// How far a stone is shifted at most, in lines along either axis; one that is found farther off was not shifted but put.
const SHIFT_REACH: u8 = 3;

/// How long a hand carries a stone from its point to another, in ms.
const CARRIED_MS: u64 = 1_500;

/// A stone on two points at once (F3) shows on both within this, in ms.
const ASTRIDE_MS: u64 = 120;

/// A stone of the record shows the other colour (F10): exchanged, or lying upside down.
pub(super) fn swapped(_: &Scene<'_>, left: &mut Left, found: &mut Vec<Finding>) {
    for (point, color, seen) in std::mem::take(&mut left.swapped) {
        found.push(finding(Kind::WrongColor, Some(color), vec![point], [seen]));
    }
}

/// The one stone of the side to move is against the rules of play; what it takes may be lifted already.
pub(super) fn illegal(scene: &Scene<'_>, left: &mut Left, found: &mut Vec<Finding>) {
    let own: Vec<Added> = left.added.iter().filter(|added| added.can_be(scene.to_move)).copied().collect();
    let &[stone] = own.as_slice() else { return };
    let judgement = scene.position.judge(scene.to_move, Place::At(stone.point));
    let kind = judgement.faults.iter().copied().find_map(Kind::of_fault);
    let Some(kind) = kind else { return };
    let lifted: Vec<Mono> =
        left.missing.iter().filter(|missing| judgement.captures.contains(&missing.point)).map(|missing| missing.seen).collect();
    found.push(finding(kind, Some(scene.to_move), vec![stone.point], lifted.into_iter().chain([stone.seen])));
    left.use_added(stone.point);
    for point in judgement.captures {
        left.use_missing(point);
    }
}

/// The last move's stone is not where it was played: elsewhere, or nowhere.
pub(super) fn last_moved(scene: &Scene<'_>, left: &mut Left, found: &mut Vec<Finding>) {
    let Some(last) = scene.last else { return };
    let Some(gap) = left.missing.iter().find(|missing| Some(missing.point) == last.point && missing.color == last.color).copied() else {
        return;
    };
    left.use_missing(gap.point);
    let elsewhere =
        left.added.iter().filter(|added| is_the_lifted_stone(last, gap, added)).min_by_key(|added| added.seen.apart_ms(gap.seen));
    let Some(&stone) = elsewhere else {
        found.push(finding(Kind::StoneRetracted, Some(last.color), vec![gap.point], [gap.seen]));
        return;
    };
    left.use_added(stone.point);
    found.push(finding(Kind::StoneRelocated, Some(last.color), vec![gap.point, stone.point], [gap.seen, stone.seen]));
}

/// Where no colour is seen, a stone that comes after the press is the answer, unless it lies beside the gap.
fn is_the_lifted_stone(last: LastTurn, gap: Missing, added: &Added) -> bool {
    let after = added.seen.plus_ms(ORDER_SLACK_MS) >= gap.seen;
    let is_its_own = added.color == Some(last.color);
    after && (is_its_own || (added.color.is_none() && (last.ended.is_none() || added.point.touches(gap.point))))
}

/// An earlier stone stands a little way off.
pub(super) fn shifted(scene: &Scene<'_>, left: &mut Left, found: &mut Vec<Finding>) {
    for gap in left.missing.clone() {
        let near = |added: &&Added| match added.color {
            Some(color) => color == gap.color && may_be_shifted((gap.point, gap.seen), (added.point, added.seen)),
            None => added.point.touches(gap.point),
        };
        let is_a_play = |added: &Added| scene.pressed.is_some() && added.can_be(scene.to_move);
        let moved = left.added.iter().filter(near).filter(|added| !is_a_play(added)).min_by_key(|added| distance(added.point, gap.point));
        let Some(&stone) = moved else { continue };
        left.use_missing(gap.point);
        left.use_added(stone.point);
        found.push(finding(Kind::StoneShifted, Some(gap.color), vec![gap.point, stone.point], [gap.seen, stone.seen]));
    }
}

/// True when a stone that is gone from one point may be the one that has come to the other: near by, or in the same movement of a hand.
pub fn may_be_shifted(from: (Point, Mono), to: (Point, Mono)) -> bool {
    distance(from.0, to.0) <= SHIFT_REACH || from.1.apart_ms(to.1) <= CARRIED_MS
}

/// A second stone in a row takes what it takes as any other, and so does one from the wrong bowl: what is lifted with it is no happening of
/// its own.
pub(super) fn taken_by_one_too_many(scene: &Scene<'_>, left: &mut Left) {
    let others: Vec<Added> = left.added.iter().filter(|added| !added.can_be(scene.to_move)).copied().collect();
    let &[stone] = others.as_slice() else { return };
    let finding = one_too_many(scene, &stone, scene.pressed);
    let Some(color) = finding.color.filter(|_| matches!(finding.kind, Kind::DoubleMove | Kind::WrongColor)) else { return };
    for point in scene.position.captures_of(color, stone.point) {
        left.use_missing(point);
    }
}

/// Stones that are gone: taken off wrongly in a turn, or missing.
pub(super) fn gone(scene: &Scene<'_>, left: &mut Left, found: &mut Vec<Finding>) {
    let missing = std::mem::take(&mut left.missing);
    let (taken, lost): (Vec<Missing>, Vec<Missing>) = missing.into_iter().partition(|gap| taker(scene, left, gap).is_some());
    for color in Color::BOTH {
        push_gaps(Kind::WrongCapture, color.opponent(), taken.iter().filter(|gap| gap.color == color), found);
        push_gaps(Kind::StoneMissing, color, lost.iter().filter(|gap| gap.color == color), found);
    }
}

fn push_gaps<'a>(kind: Kind, whose: Color, gaps: impl Iterator<Item = &'a Missing>, found: &mut Vec<Finding>) {
    let gaps: Vec<&Missing> = gaps.collect();
    if !gaps.is_empty() {
        let points = gaps.iter().map(|gap| gap.point).collect();
        found.push(finding(kind, Some(whose), points, gaps.iter().map(|gap| gap.seen)));
    }
}

/// In whose turn a stone of the opponent went with a move; `None` when it is merely missing.
fn taker(scene: &Scene<'_>, left: &Left, gap: &Missing) -> Option<Color> {
    if let Some(last) = scene.last.filter(|last| last.color != gap.color) {
        let in_turn = gap.seen >= last.began && last.ended.is_none_or(|ended| gap.seen <= ended);
        // Without presses nobody knows when a turn is over: then only what touches the move went with it.
        let with_it = scene.clock_in_use || last.point.is_some_and(|point| touches_chain(scene, point, gap.point));
        if in_turn && with_it {
            return Some(last.color);
        }
    }
    // The stone of the side to move lies beside, and is no move of the record yet.
    let own = left.added.iter().filter(|added| added.can_be(scene.to_move));
    let with_next = gap.color != scene.to_move && own.into_iter().any(|added| touches_chain(scene, added.point, gap.point));
    with_next.then_some(scene.to_move)
}

/// The point touches the chain of the stone.
fn touches_chain(scene: &Scene<'_>, point: Point, stone: Point) -> bool {
    let chain = scene.position.chain(stone);
    scene.position.size().neighbours(point).any(|neighbour| chain.contains(&neighbour))
}

/// Stones that have come and are no play.
pub(super) fn put(scene: &Scene<'_>, left: &mut Left, found: &mut Vec<Finding>) {
    let other = scene.to_move.opponent();
    let (own, others): (Vec<Added>, Vec<Added>) = left.added.iter().partition(|added| added.can_be(scene.to_move));
    let seen = |stones: &[Added]| stones.iter().map(|stone| stone.seen).collect::<Vec<_>>();
    let points = |stones: &[Added]| stones.iter().map(|stone| stone.point).collect::<Vec<_>>();
    match (own.as_slice(), others.as_slice()) {
        ([] | [_], []) => return,
        ([], [stone]) => found.push(one_too_many(scene, stone, scene.pressed)),
        // It came first: the other stone is a play over it, and the press that waits belongs to that.
        ([play], [stone]) if play.seen.since_ms(stone.seen) > ORDER_SLACK_MS => found.push(one_too_many(scene, stone, None)),
        ([one, two], []) if one.color.is_none() => found.push(finding(Kind::Unexplained, None, points(&[*one, *two]), seen(&own))),
        ([one, two], []) | ([], [one, two]) if is_astride(one, two) => {
            found.push(finding(Kind::Ambiguous, one.color, points(&[*one, *two]), [one.seen, two.seen]));
        }
        ([one, two], []) => found.push(finding(Kind::ResignSignal, Some(scene.to_move), points(&[*one, *two]), seen(&own))),
        ([], [one, two]) => {
            let who = if scene.last.is_some_and(|last| last.ended.is_none()) { other } else { scene.to_move };
            found.push(finding(Kind::ResignSignal, Some(who), points(&[*one, *two]), seen(&others)));
        }
        ([_], [_]) => found.push(finding(Kind::Unexplained, None, points(&left.added), seen(&left.added))),
        _ => found.push(finding(Kind::ExtraStone, None, points(&left.added), seen(&left.added))),
    }
    left.added.clear();
}

/// A stone of the side that is not to move.
fn one_too_many(scene: &Scene<'_>, stone: &Added, pressed: Option<Mono>) -> Finding {
    let other = scene.to_move.opponent();
    let Some(last) = scene.last else {
        let kind = if pressed.is_some() { Kind::WrongColor } else { Kind::ExtraStone };
        let color = if pressed.is_some() { Some(scene.to_move) } else { None };
        return finding(kind, color, vec![stone.point], [stone.seen]);
    };
    // A stone that was there before the last turn ended was put down in that turn.
    let in_last_turn = last.ended.is_none_or(|ended| stone.seen <= ended);
    match last.point {
        Some(point) if in_last_turn => finding(Kind::ResignSignal, Some(other), vec![point, stone.point], [last.arrived, stone.seen]),
        // Whoever presses has played: the stone is that player's, from the wrong bowl. One that comes later is the other's: perhaps the answer
        // to a pass that the press was, perhaps a second play in a row (CN-17.1).
        _ if pressed.is_some_and(|pressed| stone.seen <= pressed.plus_ms(scene.press_tolerance_ms)) => {
            finding(Kind::WrongColor, Some(scene.to_move), vec![stone.point], [stone.seen])
        }
        _ => finding(Kind::DoubleMove, Some(other), vec![stone.point], [stone.seen]),
    }
}

/// One stone, badly centred, shows on two points.
fn is_astride(one: &Added, two: &Added) -> bool {
    let beside = one.point.col == two.point.col || one.point.row == two.point.row;
    beside && one.point.touches(two.point) && one.seen.apart_ms(two.seen) <= ASTRIDE_MS
}

fn distance(one: Point, other: Point) -> u8 {
    one.col.abs_diff(other.col).max(one.row.abs_diff(other.row))
}
