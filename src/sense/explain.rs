//! How the wood relates to the record: the shortest honest story, or what differs.
//!
//! A *story* is a sequence of legal plays in turn, each with its captures, that leads from the record's position to what stands on the
//! board. Captured stones may still stand (they are lifted later, singly or in a handful) or may be gone before the capturing stone
//! is down: the wood is compared as a set, the order of changes inside a scan means nothing (hardware.md F5, F6). A story is told only
//! when no other is as good: several are [`Reconstruction::Ambiguous`], none is [`Reconstruction::Unexplained`]. Nothing is taken back:
//! an earlier position that comes back is no story (field report 16).
//!
//! What orders stones: the turn, where colours are seen; legality; then the moments at which they were first seen. A moment that is clearly
//! later forbids a story in which its stone comes before, whatever else speaks for it: a second stone of one side must not be hidden by the
//! stone that answers it. Where nothing orders them but the position is the same in every order, the most plausible one is told, and that it
//! is a choice ([`Reconstruction::PlayedInSomeOrder`]).
//!
//! What was pressed while the board was away is evidence: as many turns were completed. It tells of stones that came and went, and of
//! passes; it never speaks against what stands.

mod aim;
mod difference;
mod hand;
mod moments;
mod plausible;
mod story;
mod telling;

use crate::go::{Color, Point, Position};
use crate::time::Mono;
use crate::wire::Grid;

use super::{Play, Reconstruction, Settling, Shown};
use aim::Aim;
use difference::{Added, Difference, comparable};
use story::Search;

pub use plausible::{invites, likeliest, orders};

/// How far a search for a story goes. Beyond it the wood is [`Reconstruction::Unexplained`], or what was found is
/// [`Reconstruction::Ambiguous`]: never a story of which it is not known that it is the only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest story, in plays.
    pub plies: usize,
    /// Plays tried in one question, all lengths together.
    pub tries: usize,
    /// Stories told when there are several; the search ends there. At least one is.
    pub ways: usize,
}

impl Limits {
    /// Six plays in any order are 720 stories on a board without colours: the tries suffice to look at them all (1,957 beginnings). A try
    /// costs half a microsecond on a desktop's core and a few on a small computer's, so the worst question stays far below 20 ms there. Twelve ways are the orders of three stones and two.
    pub const DEFAULT: Limits = Limits { plies: 6, tries: 2_000, ways: 12 };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// Everything that is needed to relate what stands on the board to the record.
pub struct Question<'a> {
    /// The record's position.
    pub position: &'a Position,
    /// Who is to move; as a rule the position's own.
    pub to_move: Color,
    /// What has held still (`Unreadable`: no evidence).
    pub wood: &'a Grid,
    /// When the state that `wood` shows at a point was first seen. Equal moments are no order.
    pub first_seen: &'a dyn Fn(Point) -> Mono,
    /// Stones that the record has captured and that no settled wood has shown lifted yet. A point leaves this list for good when it has
    /// been seen empty or a play is made there: what stands there afterwards is a new stone.
    pub lifting: &'a [(Point, Color)],
    /// Where the last move's stone was put, when it may still be adjusted.
    pub last_move: Option<Point>,
    /// The points that have not held still; they are not in `wood` yet. None when a press made everything count.
    pub settling: &'a [Settling],
    /// When the stone of the record's last move came: a play whose stone was clearly seen before it is no reply to it
    /// ([`ORDER_SLACK_MS`]). `Mono::ZERO` when that is not known.
    pub not_before: Mono,
    /// When the board came (back). What had come by then is equally old: such moments order nothing among themselves, and `not_before` does
    /// not hold for them. `Mono::ZERO` for a board that was always there.
    pub known_since: Mono,
    /// Presses that wait for their stones, oldest first, by turns.
    pub presses: &'a [(Color, Mono)],
    /// The points of the record's latest plays, oldest first, as far as they are known: what makes one order more plausible than another.
    pub latest: &'a [Point],
    /// How far to search.
    pub limits: Limits,
}

/// What moments must differ by to say which of two stones came first, in ms. Boards scan each 160 to 250 ms, and within a scan the order
/// means nothing (hardware.md F5); the rest is for a stone that bounces as it comes.
pub const ORDER_SLACK_MS: u64 = 350;

/// How much older a stone that is still settling can be than one that has settled, to be waited for, in ms. A stone that bounces does
/// so for some hundred ms; a point that flickers for longer must not hold up the game.
const STRAGGLER_MS: u64 = 2_000;

/// Relates the wood to the record.
///
/// Ask again whenever a point has settled, were it back to what it was: [`Reconstruction::Unfinished`] also says that an older stone
/// is on its way. [`Reconstruction::Played`] explains every stone that has come; stones of the side that played last may be missing still, when the
/// other side can be lifting them as captures of a play that is in the hand: take the plays in and ask again.
///
/// Who has taken in plays whose order was a choice may ask again from before them when the next stone has come: what it answers makes the
/// order surer.
pub fn explain(question: &Question<'_>) -> Reconstruction {
    relate(question, false)
}

/// `first_came_earlier`: the first stone of the story was put straight, and came before it was seen where it lies.
fn relate(question: &Question<'_>, first_came_earlier: bool) -> Reconstruction {
    let difference = Difference::of(question);
    if difference.is_none() {
        return Reconstruction::Unchanged;
    }
    if a_stone_before_these_is_settling(question, &difference) {
        return Reconstruction::Unfinished(difference.discrepancies(question));
    }
    let mut search = Search::new(question, &difference);
    search.first_came_earlier = first_came_earlier;
    if !difference.is_within_reach(question) {
        let in_the_hand = may_be_lifting(&search.root, &difference) || is_adjusting(question, &difference);
        let differs = difference.discrepancies(question);
        return if in_the_hand { Reconstruction::Unfinished(differs) } else { Reconstruction::Unexplained(differs) };
    }
    let told = shortest(&mut search);
    let plays: &[Play] = match &told {
        Reconstruction::Unchanged | Reconstruction::Unfinished(_) => return told,
        Reconstruction::Played(plays) | Reconstruction::PlayedInSomeOrder { plays, .. } => plays,
        Reconstruction::Ambiguous(ways) => ways.first().map_or(&[], Vec::as_slice),
        Reconstruction::Unexplained(_) => &[],
    };
    let came_later = |play: &&Play| play.shown == Shown::Seen && play.first_seen > question.known_since;
    let plays = plays.len() - plays.iter().filter(came_later).count();
    // More turns than plays: the presses while the board was away know of what nobody has seen. A pass is what is left when no stone can be.
    if plays >= question.turns_while_away() || settling_stones(question).next().is_some() {
        return search.likelier_unseen(told);
    }
    if let Some(told) = search.tell(Aim::ByPresses) {
        return search.clearly_likeliest(told);
    }
    if let Some(told) = search.tell(Aim::ByPressesWithPasses) {
        return told;
    }
    // One press may wait for its stone or be a pass. Two or more tell of what has come and gone, as a ko that was taken and retaken.
    if plays + 1 < question.turns_while_away() { Reconstruction::Unexplained(difference.discrepancies(question)) } else { told }
}

/// The shortest story that the wood tells.
fn shortest(search: &mut Search<'_>) -> Reconstruction {
    let (question, difference) = (search.question, search.difference);
    if let Some(told) = search.tell(Aim::Complete) {
        return told;
    }
    if may_be_lifting(&search.root, difference) || is_adjusting(question, difference) {
        return Reconstruction::Unfinished(difference.discrepancies(question));
    }
    if let Some(told) = search.tell(Aim::LiftingGoesOn) {
        return told;
    }
    // Plays that left nothing but a gap are only believed when no stone is on its way that may close it.
    if !difference.missing.is_empty() && a_stone_is_settling(question, search.latest) {
        return Reconstruction::Unfinished(difference.discrepancies(question));
    }
    let unseen = [Aim::WithUnseen, Aim::WithUnreadable].into_iter().find_map(|aim| search.tell(aim));
    unseen.unwrap_or_else(|| Reconstruction::Unexplained(difference.discrepancies(question)))
}

/// Nothing has come, and what is missing is being lifted.
fn may_be_lifting(position: &Position, difference: &Difference) -> bool {
    difference.added.is_empty() && hand::may_be_lifting(position, &difference.missing)
}

/// The stones that have come to empty points and have not held still.
fn settling_stones(question: &Question<'_>) -> impl Iterator<Item = Added> {
    let on_empty = question.settling.iter().filter(|settling| question.position.get(settling.point).is_none());
    on_empty.filter_map(|settling| Added::from_cell(settling.point, settling.cell, settling.first_seen))
}

/// A stone that came before one of the new ones, and could have been played before it, still bounces: the order would come out wrong.
fn a_stone_before_these_is_settling(question: &Question<'_>, difference: &Difference) -> bool {
    settling_stones(question).any(|stone| {
        let waits = |added: &Added| {
            let age = added.seen.since_ms(stone.seen);
            added.point != stone.point && comparable(&stone, added) && stone.seen <= added.seen && age <= STRAGGLER_MS
        };
        difference.added.iter().any(waits)
    })
}

/// A stone has come about when the latest difference was seen, and has not held still.
fn a_stone_is_settling(question: &Question<'_>, latest: Mono) -> bool {
    settling_stones(question).any(|stone| latest.since_ms(stone.seen) <= STRAGGLER_MS)
}

/// Only the stone of the last move is missing: it is in the hand, to be put straight.
fn is_adjusting(question: &Question<'_>, difference: &Difference) -> bool {
    let missing = difference.missing.iter().map(|&(point, _)| point);
    difference.added.is_empty() && missing.eq(question.last_move)
}

/// The story in which the last move was put straight (CONTRACT 4.3).
///
/// `before` asks from the position before the last move, with its player to move and the stones that were being lifted then; `from` is
/// where its stone stood. The first play is the same side's on a point that touches `from`; plays that have followed it come after.
/// `None` when the wood does not say exactly that.
pub fn straightened(before: &Question<'_>, from: Point) -> Option<Vec<Play>> {
    let begins_beside = |plays: &Vec<Play>| plays.first().is_some_and(|play| play.point.touches(from));
    match relate(before, true) {
        Reconstruction::Played(plays) => Some(plays).filter(begins_beside),
        // The same plays: the most plausible order that begins there.
        Reconstruction::PlayedInSomeOrder { plays, others } => std::iter::once(plays).chain(others).find(begins_beside),
        Reconstruction::Ambiguous(mut ways) => {
            ways.retain(begins_beside);
            if ways.len() == 1 { ways.pop() } else { None }
        }
        Reconstruction::Unchanged | Reconstruction::Unfinished(_) | Reconstruction::Unexplained(_) => None,
    }
}
