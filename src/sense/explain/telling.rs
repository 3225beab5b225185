//! What is told when stories have been found.

use super::aim::Aim;
use super::{Question, plausible};
use crate::go::{Color, Point, Position};
use crate::sense::{Play, Reconstruction, Shown};

/// A sequence of plays that the search has found.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub plays: Vec<Play>,
    /// The hash of the board after it.
    pub position: u64,
    /// The presses say that a pass came after the last play.
    pub ends_with_pass: bool,
    /// Something shows each play, be it a gap. A story without is not told; but one beside which there is such a story is not the only one.
    pub has_evidence: bool,
}

impl Story {
    /// The plays whatever their order.
    fn unordered(&self) -> Vec<(Color, Point, Shown)> {
        let mut plays: Vec<_> = self.plays.iter().map(|play| (play.color, play.point, play.shown)).collect();
        plays.sort_unstable();
        plays
    }

    /// The same plays in another order, to the same position.
    fn differs_in_order_alone(&self, other: &Story) -> bool {
        let passes = |story: &Story| story.plays.iter().filter(|play| play.after_pass.is_some()).count();
        self.position == other.position
            && self.ends_with_pass == other.ends_with_pass
            && passes(self) == passes(other)
            && self.unordered() == other.unordered()
    }

    /// What one or more stories of the same length say. `complete`: these are all there are.
    pub fn conclude(mut found: Vec<Story>, question: &Question<'_>, root: &Position, complete: bool, aim: Aim) -> Option<Reconstruction> {
        let first = found.first()?;
        let ways = question.limits.ways.max(1);
        let in_some_order = complete && found.len() <= ways && found.iter().all(|story| story.differs_in_order_alone(first));
        // A point that cannot be read is as good as another: several are none. A press after the last play waits for its stone.
        if aim == Aim::WithUnreadable && !in_some_order || found.iter().all(|story| story.ends_with_pass) {
            return None;
        }
        if in_some_order && found.len() > 1 {
            plausible::rank(question, root, &mut found);
        }
        found.truncate(ways);
        let mut told = found.into_iter().map(|story| story.plays);
        if !in_some_order {
            return Some(Reconstruction::Ambiguous(told.collect()));
        }
        let plays = told.next()?;
        let others: Vec<_> = told.collect();
        Some(if others.is_empty() { Reconstruction::Played(plays) } else { Reconstruction::PlayedInSomeOrder { plays, others } })
    }
}
