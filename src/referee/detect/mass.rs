//! More than one hand's work: the position is scattered, or the game has ended without a word (CONTRACT 5).

use super::left::{self, Left};
use super::{Finding, Scene};
use crate::go::{Color, Point};
use crate::referee::Kind;
use crate::time::Mono;

/// Stones gone together, of both colours or outside a capture, from which on people clear up rather than play.
const CLEARED_MIN: usize = 5;

/// Stones of one colour put down in a row from which on they fill in.
const FILLED_MIN: usize = 3;

/// Gaps, and stones elsewhere, from which on the position is scattered; in all at least [`SCATTERED_ALL_MIN`].
const SCATTERED_MIN: usize = 3;
const SCATTERED_ALL_MIN: usize = 8;

/// Changes that are spread over more than this are the work of hands: people look at variations.
const SCATTERED_WITHIN_MS: u64 = 5_000;

/// What many changes together are, if they are not single acts.
fn kind_of(scene: &Scene<'_>, left: &Left) -> Option<(Kind, Option<Color>)> {
    if scene.clock_stopped {
        return Some((Kind::EndSuspected, None));
    }
    let (gone, put) = (left.missing.len(), left.added.len());
    if gone >= SCATTERED_MIN && put >= SCATTERED_MIN && gone + put >= SCATTERED_ALL_MIN {
        let spread = moments(left).max().zip(moments(left).min()).map_or(0, |(last, first)| last.since_ms(first));
        return Some(if spread <= SCATTERED_WITHIN_MS { (Kind::BoardScattered, None) } else { (Kind::EndSuspected, None) });
    }
    if gone >= CLEARED_MIN && !is_a_capture(scene, left) {
        return Some((Kind::EndSuspected, None));
    }
    let filled = |color: Color| left.added.iter().all(|added| added.color == Some(color));
    // In a turn that is open the stone that was played is one of them.
    let open = scene.last.filter(|last| last.ended.is_none() && filled(last.color)).map_or(0, |_| 1);
    if put + open >= FILLED_MIN && gone < SCATTERED_MIN && Color::BOTH.into_iter().any(filled) {
        return Some((Kind::EndSuspected, None));
    }
    None
}

/// The finding over all that differs.
fn over(kind: Kind, color: Option<Color>, left: &Left) -> Finding {
    let mut points: Vec<Point> = left.missing.iter().map(|missing| missing.point).collect();
    points.extend(left.swapped.iter().map(|&(point, ..)| point));
    points.extend(left.added.iter().map(|added| added.point));
    left::finding(kind, color, points, moments(left))
}

/// The finding over many changes, when they are not single acts.
pub(super) fn finding(scene: &Scene<'_>, left: &Left) -> Option<Finding> {
    let (kind, color) = kind_of(scene, left)?;
    Some(over(kind, color, left))
}

fn moments(left: &Left) -> impl Iterator<Item = Mono> {
    let added = left.added.iter().map(|added| added.seen);
    let missing = left.missing.iter().map(|missing| missing.seen);
    added.chain(missing).chain(left.swapped.iter().map(|&(.., seen)| seen))
}

/// All that is gone is of one colour, and its opponent's turn is in hand: stones taken off with a move, rightly or wrongly.
fn is_a_capture(scene: &Scene<'_>, left: &Left) -> bool {
    let Some(first) = left.missing.first() else { return false };
    if left.missing.iter().any(|missing| missing.color != first.color) {
        return false;
    }
    let taker = first.color.opponent();
    let by_last = scene.last.is_some_and(|last| last.color == taker && last.ended.is_none_or(|ended| first.seen <= ended));
    let by_next = scene.to_move == taker && !left.added.is_empty();
    // A second stone in a row takes what it takes.
    let takes_all = |point| {
        let taken = scene.position.captures_of(taker, point);
        left.missing.iter().all(|gap| taken.contains(&gap.point))
    };
    let by_second = taker != scene.to_move && matches!(left.added.as_slice(), [one] if one.can_be(taker) && takes_all(one.point));
    (by_last || by_next || by_second)
        && left.missing.len() < scene.position.stones().iter().flatten().filter(|&&color| color == first.color).count()
}
