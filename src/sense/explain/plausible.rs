//! Which order of the same plays is the most plausible, and whether a point is one that somebody would play on.
//!
//! What a player would say: one answers near the last play, takes or saves what it put in atari, strengthens what it made weak, and makes
//! shapes, not dumplings. A small net (`net.rs`) that was fitted to the orders of real plays says of each play of a story how well it fits
//! where it comes; the story with the largest sum comes first. No story is excluded by it: it chooses among those that the wood leaves open.
//!
//! Whether a point is one that somebody would play on is the sum of the weights of what is true of a play there (a log-linear model, as in
//! R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).

mod features;
mod net;
mod sight;

use super::Question;
use super::telling::Story;
use crate::go::{Color, Place, PlayedMove, Point, Position};
use crate::sense::Play;
use features::{EARLIER, Moment};
use sight::{Look, Sight};

/// What the net that tells orders looks at, and what it says: what the tool that fits it (`benches/orders`) needs.
pub mod orders {
    pub use super::features::EARLIER;
    pub use super::net::{FIRST, SECOND, says};
    pub use super::sight::{Look, SEEN, Sight};
}

/// Weights of what makes a point one that is played on, in hundredths of a natural logarithm, a signed byte each: fitted to the moves of
/// the same games beside other points on which they could have been played.
static POINTS: &[u8; 1 << 14] = include_bytes!("plausible/points.bin");

/// From here on one story is clearly likelier than another: three times.
const CLEARLY: i32 = 110;

/// Puts the most plausible story first. `root` is the position before them, with its side to move.
pub(super) fn rank(question: &Question<'_>, root: &Position, found: &mut [Story]) {
    found.sort_by_cached_key(|story| (!story.has_evidence, std::cmp::Reverse(likelihood(question.latest, root, &story.plays, &[]))));
}

/// The place among these orders of the one that is the most plausible, now that it is known what was played after them; none when there
/// is nothing to choose from. `latest` are the points of the plays before them, oldest first, and `root` is the position before them.
///
/// What has come after them says something as well: looked at again with the next play known, one wrong order in seven
/// is put right.
pub fn likeliest(root: &Position, latest: &[Point], ways: &[Vec<Play>], after: &[PlayedMove]) -> Option<usize> {
    // The first of equals: what was told stays.
    (0..ways.len()).rev().max_by_key(|&way| likelihood(latest, root, &ways[way], after))
}

/// The place among these stories, which do not play on the same points, of the one whose plays are the likeliest.
pub(super) fn likeliest_points(root: &Position, latest: &[Point], ways: &[Vec<Play>]) -> Option<usize> {
    (0..ways.len()).rev().max_by_key(|&way| invitation(latest, root, &ways[way]))
}

/// The same, when no story of other plays comes near it.
pub(super) fn clearly_likeliest(root: &Position, latest: &[Point], ways: &[Vec<Play>]) -> Option<usize> {
    let best = likeliest_points(root, latest, ways)?;
    let points = |way: &Vec<Play>| way.iter().map(|play| play.point).collect::<std::collections::BTreeSet<_>>();
    let is_near = |way: &&Vec<Play>| {
        points(way) != points(&ways[best]) && invitation(latest, root, way) + CLEARLY > invitation(latest, root, &ways[best])
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

/// How likely plays are in this order, with what is known to have come after them: in 4096ths of a natural logarithm, up to what all
/// orders of them have in common.
fn likelihood(latest: &[Point], root: &Position, plays: &[Play], then: &[PlayedMove]) -> i32 {
    let (mut before, mut sum) = (Sight::of(root), 0);
    let mut seen = Vec::with_capacity(sight::MOST);
    let made = follow(latest, root, plays, then, |step| {
        let after = Sight::of(step.after);
        seen.clear();
        let look = Look { color: step.color, point: step.point, takes: step.captured.len(), earlier: step.earlier };
        before.look(&after, &look, &mut seen);
        sum += net::says(&seen);
        before = after;
    });
    if made { sum } else { i32::MIN / 2 }
}

/// How much these plays are where somebody would play, in hundredths of a natural logarithm.
fn invitation(latest: &[Point], root: &Position, plays: &[Play]) -> i32 {
    let mut all = 0;
    let made = follow(latest, root, plays, &[], |step| all += sum(POINTS, step));
    if made { all } else { i32::MIN / 2 }
}

/// Makes these plays and those after them, one after the other; false when one of these cannot be made.
fn follow(latest: &[Point], root: &Position, plays: &[Play], then: &[PlayedMove], mut each: impl FnMut(&Moment<'_>)) -> bool {
    let mut position = root.clone();
    let mut before = earlier(latest);
    let mut step = |color: Color, place: Place| {
        let mut after = position.clone();
        let Ok(played) = after.play(color, place) else { return false };
        if let Some(point) = place.point() {
            each(&Moment { before: &position, after: &after, color, point, captured: &played.captured, earlier: before });
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
            return false;
        }
    }
    // What cannot be made after them says nothing.
    let _ = then.iter().all(|played| step(played.color, played.place));
    true
}
