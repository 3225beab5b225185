//! What was said of an offence beside what ought to have been.

use std::collections::BTreeSet;

use crate::go::{Color, Point, Size};
use crate::sim::Expected;
use crate::time::Mono;
use crate::trial::consumer::{Raised, Said};

/// Beyond the patience, what was done wrong must be found within this (issue 3).
const GRACE_MS: u64 = 1_000;

/// What ought to be found, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    kind: &'static str,
    /// `None`: nobody can say, and anything may be said.
    color: Option<Color>,
    /// Empty: any.
    points: BTreeSet<Point>,
    until: Mono,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The right kind, colour and points, in time, and it stands.
    Right,
    /// All right, but so many ms too late.
    Late(u64),
    /// All right and in time, but taken back before the time was over.
    Withdrawn,
    /// The right kind with other points or another colour: what it said.
    Misplaced(Said),
    /// Only other kinds.
    OtherKind(BTreeSet<&'static str>),
    /// Nothing was said.
    Missed,
}

impl Charge {
    /// `first` is the moment of the first cue.
    pub(super) fn new(expected: &Expected, first: Mono, patience_ms: u64) -> Charge {
        Charge {
            kind: expected.kind,
            color: expected.color,
            points: expected.points.iter().copied().collect(),
            until: first.plus_ms(expected.by_ms + patience_ms + GRACE_MS),
        }
    }

    fn is_said(&self, said: &Said) -> bool {
        let there = self.points.is_empty() || said.points == self.points;
        said.kind == self.kind && self.color.is_none_or(|color| said.color == Some(color)) && there
    }

    /// What these alerts amount to.
    pub(super) fn judge(&self, alerts: &[Raised]) -> Finding {
        let right = alerts.iter().filter_map(|alert| Some((alert, alert.said().find(|said| self.is_said(said))?.at)));
        let in_time = right.clone().filter(|(_, at)| *at <= self.until);
        if in_time.clone().any(|(alert, _)| alert.closed.is_none_or(|closed| closed > self.until)) {
            return Finding::Right;
        }
        if in_time.count() > 0 {
            return Finding::Withdrawn;
        }
        if let Some((_, at)) = right.min_by_key(|(_, at)| *at) {
            return Finding::Late(at.since_ms(self.until));
        }
        if let Some(said) = alerts.iter().flat_map(Raised::said).find(|said| said.kind == self.kind) {
            return Finding::Misplaced(said.clone());
        }
        let kinds: BTreeSet<&'static str> = alerts.iter().flat_map(Raised::said).map(|said| said.kind).collect();
        if kinds.is_empty() { Finding::Missed } else { Finding::OtherKind(kinds) }
    }

    /// Loud alerts that ever were of another kind, though one may have become the right one later. A press is a pass signal until its stone
    /// comes (CONTRACT 5): that one is meant to change its name.
    pub(super) fn beside(&self, alerts: &[Raised]) -> Vec<Raised> {
        let other = |said: &Said| said.kind != self.kind && !(self.kind == "press-before-stone" && said.kind == "pass-signal");
        alerts.iter().filter(|alert| alert.is_loud() && alert.said().any(other)).cloned().collect()
    }

    /// In words.
    pub fn describe(&self, size: Size) -> String {
        let points: Vec<String> = self.points.iter().map(|point| point.vertex(size).to_string()).collect();
        format!("{} {} [{}]", self.kind, self.color.map_or("anybody", Color::name), points.join(" "))
    }
}

impl Finding {
    /// In words.
    pub fn describe(&self, size: Size) -> String {
        match self {
            Finding::Right => "found".to_owned(),
            Finding::Late(ms) => format!("found {ms} ms too late"),
            Finding::Withdrawn => "found, and taken back".to_owned(),
            Finding::Misplaced(said) => format!("misplaced: {}", said.describe(size)),
            Finding::OtherKind(kinds) => format!("other kinds: {}", kinds.iter().copied().collect::<Vec<_>>().join(", ")),
            Finding::Missed => "missed".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Severity;

    fn said(at: u64, kind: &'static str, color: Color, col: u8) -> Said {
        Said {
            at: Mono::from_millis(at),
            kind,
            severity: Severity::Ruling,
            color: Some(color),
            points: BTreeSet::from([Point::new(col, 2)]),
            n: Some(9),
            text: String::new(),
        }
    }

    fn raised(first: Said, changed: Vec<Said>) -> Raised {
        Raised { first, changed, closed: None }
    }

    /// Black's stone at column 3 is missing since 10 s; patience 4 s.
    fn charge() -> Charge {
        let expected = Expected { kind: "stone-missing", color: Some(Color::Black), points: vec![Point::new(3, 2)], by_ms: 10_000 };
        Charge::new(&expected, Mono::ZERO, 4_000)
    }

    #[test]
    fn each_way_of_finding_it_is_told_apart() {
        let right = || said(15_000, "stone-missing", Color::Black, 3);
        assert_eq!(charge().judge(&[raised(right(), vec![])]), Finding::Right);
        assert_eq!(charge().judge(&[raised(Said { at: Mono::from_millis(15_001), ..right() }, vec![])]), Finding::Late(1));
        let closed = Raised { closed: Some(Mono::from_millis(14_000)), ..raised(right(), vec![]) };
        assert_eq!(charge().judge(&[closed]), Finding::Withdrawn);
        let white = said(12_000, "stone-missing", Color::White, 3);
        assert_eq!(charge().judge(&[raised(white.clone(), vec![])]), Finding::Misplaced(white));
        let elsewhere = said(12_000, "stone-missing", Color::Black, 4);
        assert_eq!(charge().judge(&[raised(elsewhere.clone(), vec![])]), Finding::Misplaced(elsewhere));
        assert_eq!(
            charge().judge(&[raised(said(12_000, "unexplained", Color::Black, 3), vec![])]),
            Finding::OtherKind(BTreeSet::from(["unexplained"]))
        );
        assert_eq!(charge().judge(&[]), Finding::Missed);
    }

    #[test]
    fn another_kind_beside_it_is_seen_even_if_it_was_renamed() {
        let right = said(12_000, "stone-missing", Color::Black, 3);
        let other = said(11_000, "unexplained", Color::Black, 3);
        assert_eq!(charge().beside(&[raised(right.clone(), vec![])]), []);
        let renamed = raised(other.clone(), vec![right.clone()]);
        assert_eq!(charge().judge(std::slice::from_ref(&renamed)), Finding::Right);
        assert_eq!(charge().beside(std::slice::from_ref(&renamed)), [renamed]);
        assert_eq!(charge().beside(&[raised(right, vec![]), raised(Said { severity: Severity::Notice, ..other }, vec![])]), []);
    }
}
