//! How the wood relates to the record.

use crate::go::{Color, Point};
use crate::time::Mono;
use crate::wire::Cell;

/// How the wood shows a play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shown {
    /// Its stone is one that the record does not have.
    Seen,
    /// Its stone stands where a captured one of its colour stood, and looks the same.
    InPlace,
    /// Its stone is gone again.
    Unseen,
    /// Its stone must lie on a point that cannot be read.
    Unreadable,
}

/// One play that explains a part of the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// Who.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// The stones it takes.
    pub captured: Vec<Point>,
    /// When the stone was first seen. What was never seen to come has the latest moment at which anything was seen to differ.
    pub first_seen: Mono,
    /// How the wood shows it.
    pub shown: Shown,
    /// The other side has passed before it, by this press: the presses while the board was away say so.
    pub after_pass: Option<Mono>,
}

/// What the record says should be at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expected {
    /// No stone.
    Empty,
    /// A stone of this colour.
    Stone(Color),
}

/// One point at which the wood is not the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Discrepancy {
    /// Where.
    pub point: Point,
    /// What the record says.
    pub expected: Expected,
    /// What is there.
    pub seen: Cell,
}

/// The relation of what stands on the board to the record: equal, explained by plays, or honestly not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reconstruction {
    /// The wood is the record (captured stones that are still being lifted aside).
    Unchanged,
    /// Not the record and no play yet, but hands may be in the middle of one (stones being lifted, a stone in the hand).
    Unfinished(Vec<Discrepancy>),
    /// These plays, in this order, legal by the rules in force, lead from the record to the wood.
    Played(Vec<Play>),
    /// These plays lead from the record to the wood, but in several orders: the position is certain, and this order is the most plausible.
    PlayedInSomeOrder {
        /// The most plausible story.
        plays: Vec<Play>,
        /// The same plays in the other orders that are possible, the most plausible first; as many as [`super::Limits::ways`] has, less one.
        others: Vec<Vec<Play>>,
    },
    /// Several different stories lead there: none is chosen.
    Ambiguous(Vec<Vec<Play>>),
    /// No story leads there.
    Unexplained(Vec<Discrepancy>),
}
