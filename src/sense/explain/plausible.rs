//! Which order of the same plays is the most plausible, and whether a point is one that somebody would play on.
//!
//! What a player would say: one answers near the last play, takes or saves what it put in atari, strengthens what it made weak, and makes
//! shapes, not dumplings. Each play of a story gets the sum of the weights of what is true of it (a log-linear model, as in R. Coulom,
//! "Computing Elo ratings of move patterns in the game of Go", 2007, fitted to orders instead of moves); the story with the largest sum
//! comes first. No story is excluded by it: it chooses among those that the wood leaves open.

mod features;

use super::Question;
use super::telling::Story;
use crate::go::{Color, Place, PlayedMove, Point, Position};
use crate::sense::Play;
use features::{EARLIER, Moment};

/// Weights of what makes an order plausible, in fortieths of a natural logarithm, a signed byte each.
///
/// Fitted to windows of three to five plays of some seven thousand public games and of every second of the shared ones (those with an even
/// place in the order of their names), by the likelihood of the true order beside the one with the first and the third play exchanged. `tests/it/sense/real_games.rs` measures them
/// on the others, none of which were among the public ones.
static ORDERS: &[u8; 1 << 16] = include_bytes!("plausible/orders.bin");

/// Weights of what makes a point one that is played on, in hundredths of a natural logarithm, a signed byte each: fitted to the moves of
/// the same games beside other points on which they could have been played.
static POINTS: &[u8; 1 << 14] = include_bytes!("plausible/points.bin");

/// From here on one story is clearly likelier than another: three times.
const CLEARLY: i32 = 110;

/// Puts the most plausible story first. `root` is the position before them, with its side to move.
pub(super) fn rank(question: &Question<'_>, root: &Position, found: &mut [Story]) {
    found.sort_by_cached_key(|story| (!story.has_evidence, std::cmp::Reverse(score(ORDERS, question.latest, root, &story.plays, &[]))));
}

/// The place among these orders of the one that is the most plausible, now that it is known what was played after them; none when there
/// is nothing to choose from. `latest` are the points of the plays before them, oldest first, and `root` is the position before them.
///
/// What has come after them says more than all that came before: looked at again with the next play known, one wrong order in five
/// is put right.
pub fn likeliest(root: &Position, latest: &[Point], ways: &[Vec<Play>], after: &[PlayedMove]) -> Option<usize> {
    // The first of equals: what was told stays.
    (0..ways.len()).rev().max_by_key(|&way| score(ORDERS, latest, root, &ways[way], after))
}

/// The place among these stories, which do not play on the same points, of the one whose plays are the likeliest.
pub(super) fn likeliest_points(root: &Position, latest: &[Point], ways: &[Vec<Play>]) -> Option<usize> {
    (0..ways.len()).rev().max_by_key(|&way| score(POINTS, latest, root, &ways[way], &[]))
}

/// The same, when no story of other plays comes near it.
pub(super) fn clearly_likeliest(root: &Position, latest: &[Point], ways: &[Vec<Play>]) -> Option<usize> {
    let best = likeliest_points(root, latest, ways)?;
    let points = |way: &Vec<Play>| way.iter().map(|play| play.point).collect::<std::collections::BTreeSet<_>>();
    let is_near = |way: &&Vec<Play>| {
        points(way) != points(&ways[best])
            && score(POINTS, latest, root, way, &[]) + CLEARLY > score(POINTS, latest, root, &ways[best], &[])
    };
    (!ways.iter().any(|way| is_near(&way))).then_some(best)
}

/// How much more often than on some other free point somebody plays here, in hundredths of a natural logarithm; less than nothing where it is
/// less often. `latest` are the points of the plays before it, oldest first.
pub fn invites(position: &Position, latest: &[Point], color: Color, point: Point) -> i32 {
    let mut after = position.clone();
    let Ok(played) = after.play(color, Place::At(point)) else { return i32::MIN / 2 };
    let moment = Moment { before: position, after: &after, color, point, captured: &played.captured, earlier: earlier(latest) };
    sum(POINTS, &moment)
}

/// The latest plays, the last one first.
fn earlier(latest: &[Point]) -> [Option<Point>; EARLIER] {
    std::array::from_fn(|back| latest.len().checked_sub(back + 1).map(|index| latest[index]))
}

fn sum<const N: usize>(weights: &[u8; N], moment: &Moment<'_>) -> i32 {
    let mut features = Vec::with_capacity(features::MOST);
    moment.features(&mut features);
    features.iter().map(|&feature| i32::from(weights[feature as usize % N].cast_signed())).sum()
}

/// How plausible plays are, up to what all orders have in common.
fn score<const N: usize>(weights: &[u8; N], latest: &[Point], root: &Position, plays: &[Play], then: &[PlayedMove]) -> i32 {
    let mut position = root.clone();
    let mut before = earlier(latest);
    let mut score = 0;
    let mut step = |color: Color, place: Place| {
        let mut after = position.clone();
        let Ok(played) = after.play(color, place) else { return false };
        if let Some(point) = place.point() {
            let moment = Moment { before: &position, after: &after, color, point, captured: &played.captured, earlier: before };
            score += sum(weights, &moment);
        }
        before.rotate_right(1);
        before[0] = place.point();
        position = after;
        true
    };
    for play in plays {
        if play.after_pass.is_some() {
            step(play.color.opponent(), Place::Pass);
        }
        if !step(play.color, Place::At(play.point)) {
            return i32::MIN / 2;
        }
    }
    for played in then {
        if !step(played.color, played.place) {
            break;
        }
    }
    score
}
