//! What every language cuts alike: how many points are named, and how a time falls into hours, minutes and seconds.

use crate::go::Vertex;

/// Points named in a text at most; the alert's vertices name all.
pub(super) const NAMED_MAX: usize = 6;

/// Ways told in a text at most: the likelier come first, and nobody compares more at a table.
pub(super) const WAYS_MAX: usize = 3;

/// The first of them as told, and how many more there are.
pub(super) fn shown<T>(all: &[T], max: usize, tell: impl FnMut(&T) -> String) -> (Vec<String>, usize) {
    let told: Vec<String> = all.iter().take(max).map(tell).collect();
    let more = all.len() - told.len();
    (told, more)
}

/// All of these points, with this between them.
pub(super) fn joined(points: &[Vertex], between: &str) -> String {
    points.iter().map(Vertex::to_string).collect::<Vec<_>>().join(between)
}

/// A stretch of time in hours, minutes and seconds; what is less than a second is dropped.
pub(super) struct Span {
    pub(super) hours: u64,
    pub(super) minutes: u64,
    pub(super) seconds: u64,
}

impl Span {
    pub(super) fn of(ms: u64) -> Span {
        let s = ms / 1_000;
        Span { hours: s / 3_600, minutes: s / 60 % 60, seconds: s % 60 }
    }
}

/// Seconds with a tenth: "2.3".
pub(super) fn tenths(ms: u64) -> String {
    format!("{}.{}", ms / 1_000, ms % 1_000 / 100)
}
