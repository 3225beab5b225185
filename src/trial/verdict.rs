//! What came out of a game beside what was played.

use std::collections::BTreeSet;

use super::consumer::Raised;
use crate::go::{PlayedMove, Point, Position, Record, Rules};

/// Where a record is another than the game that was played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// The first move whose number, colour or place differs, from 1; 0 for the set-up.
    pub first: u32,
    /// What was played there and what was told.
    pub text: String,
    /// Points of moves that are in one of the two only, and of set-up stones that are.
    pub points: BTreeSet<Point>,
    /// Numbers of such moves, in either record.
    pub moves: BTreeSet<u32>,
}

impl Difference {
    /// None when `told` is the game that was played: colour, place and order of every move, and the set-up.
    pub fn between(played: &Record, told: Option<&Record>) -> Option<Difference> {
        let Some(told) = told else {
            let everything = played.moves.iter().filter_map(|played| played.place.point()).collect();
            return Some(Difference { text: "no game began".to_owned(), points: everything, ..Difference::default() });
        };
        let mut difference = set_up(played, told).unwrap_or_default();
        let same = |one: &PlayedMove, other: &PlayedMove| one.color == other.color && one.place == other.place;
        let both = played.moves.len().max(told.moves.len());
        let first = (0..both).find(|&n| match (played.moves.get(n), told.moves.get(n)) {
            (Some(one), Some(other)) => !same(one, other),
            _ => true,
        });
        if difference.text.is_empty() {
            let Some(n) = first else {
                let edited = Difference { text: "the record was edited".to_owned(), ..Difference::default() };
                return (!told.edits.is_empty()).then_some(edited);
            };
            difference.first = n as u32 + 1;
            let say = |record: &Record| match record.moves.get(n) {
                Some(one) => format!("{} {}", one.color.name(), one.place.text(record.size)),
                None => "nothing".to_owned(),
            };
            difference.text = format!("move {}: played {}, told {}", n + 1, say(played), say(told));
        }
        for (n, one) in only_in_one(&played.moves, &told.moves, same) {
            difference.moves.insert(n);
            difference.points.extend(one.place.point());
        }
        Some(difference)
    }

    /// True when the alert names a point or a move that differs.
    pub fn is_named_by(&self, alert: &Raised) -> bool {
        alert.said().any(|said| !self.points.is_disjoint(&said.points) || said.n.is_some_and(|n| self.moves.contains(&n)))
    }
}

/// The kind of alert of a position that has come back.
const REPETITION: &str = "repetition";

/// The alerts without those that the game itself calls for, whatever the hands do: a position that really came back (CN-20.3).
pub(super) fn beside_the_game(mut alerts: Vec<Raised>, played: &Record) -> Vec<Raised> {
    let returns = returns(played);
    let of_the_game =
        |alert: &Raised| alert.said().all(|said| said.kind == REPETITION) && alert.first.n.is_some_and(|n| returns.contains(&n));
    alerts.retain(|alert| !of_the_game(alert));
    alerts
}

/// The numbers of the moves that bring a position back.
fn returns(played: &Record) -> BTreeSet<u32> {
    let rules = Rules::CHINESE;
    let Ok(mut position) = Position::at_start_of(played, &rules) else { return BTreeSet::new() };
    let mut returns = BTreeSet::new();
    for (n, one) in (1..).zip(&played.moves) {
        if position.take_in(one.color, one.place).is_err() {
            break;
        }
        if position.cycle().is_some() {
            returns.insert(n);
        }
    }
    returns
}

fn set_up(played: &Record, told: &Record) -> Option<Difference> {
    let set = |points: &[Point]| points.iter().copied().collect::<BTreeSet<_>>();
    let mut points: BTreeSet<Point> = BTreeSet::new();
    for (one, other) in [(&played.setup.black, &told.setup.black), (&played.setup.white, &told.setup.white)] {
        points.extend(set(one).symmetric_difference(&set(other)));
    }
    if points.is_empty() {
        return None;
    }
    let names: Vec<String> = points.iter().map(|point| point.vertex(played.size).to_string()).collect();
    Some(Difference { first: 0, text: format!("set-up differs at {}", names.join(" ")), points, moves: BTreeSet::new() })
}

/// Moves that a longest common subsequence of both leaves out, with their numbers in their own record: a missing move makes only itself
/// different, not everything behind it.
fn only_in_one<'a>(
    played: &'a [PlayedMove],
    told: &'a [PlayedMove],
    same: impl Fn(&PlayedMove, &PlayedMove) -> bool,
) -> Vec<(u32, &'a PlayedMove)> {
    let width = told.len() + 1;
    // common[i * width + j]: how many moves the tails from i and j have in common.
    let mut common = vec![0u32; (played.len() + 1) * width];
    for i in (0..played.len()).rev() {
        for j in (0..told.len()).rev() {
            common[i * width + j] = if same(&played[i], &told[j]) {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut left_out = Vec::new();
    while i < played.len() || j < told.len() {
        if i < played.len() && j < told.len() && same(&played[i], &told[j]) {
            (i, j) = (i + 1, j + 1);
        } else if j == told.len() || (i < played.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]) {
            left_out.push((i as u32 + 1, &played[i]));
            i += 1;
        } else {
            left_out.push((j as u32 + 1, &told[j]));
            j += 1;
        }
    }
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Place, Size};

    fn record(moves: &str) -> Record {
        let size = Size::square(9).unwrap();
        let mut record = Record::new(size);
        let colors = [Color::Black, Color::White].into_iter().cycle();
        record.moves = colors
            .zip(moves.split_whitespace())
            .map(|(color, vertex)| PlayedMove::new(color, Place::parse(vertex, size).unwrap()))
            .collect();
        record
    }

    #[test]
    fn cn_20_3_a_position_that_comes_back_in_the_game_itself_is_no_false_alarm() {
        // Two stones for two would do as well; this is the shortest there is: a ko that is taken back at once, against the rules.
        let game = record("B5 C5 A4 D4 B3 C3 C4 B4 C4");
        assert_eq!(returns(&game), BTreeSet::from([9]));
        let said = |kind: &'static str, n: u32| crate::trial::consumer::Said {
            at: crate::time::Mono::ZERO,
            kind,
            severity: crate::game::Severity::Attention,
            color: None,
            points: BTreeSet::new(),
            n: Some(n),
            text: String::new(),
        };
        let raised = |kind, n| Raised { first: said(kind, n), changed: Vec::new(), closed: None };
        let left = beside_the_game(vec![raised(REPETITION, 9), raised(REPETITION, 7), raised("ko-violation", 9)], &game);
        assert_eq!(left.len(), 2);
    }

    #[test]
    fn the_game_that_was_played_is_no_difference() {
        assert_eq!(Difference::between(&record("E5 C3 pass"), Some(&record("E5 C3 pass"))), None);
    }

    #[test]
    fn a_difference_names_what_differs_and_not_what_follows() {
        let difference = Difference::between(&record("E5 C3 G7 D4 F6"), Some(&record("E5 C3 G6 D4 F6"))).unwrap();
        assert_eq!((difference.first, difference.text.as_str()), (3, "move 3: played Black G7, told Black G6"));
        let size = Size::square(9).unwrap();
        let points = ["G7", "G6"].map(|vertex| Point::from_vertex(vertex, size).unwrap());
        assert_eq!(difference.points, BTreeSet::from(points));
        assert_eq!(difference.moves, BTreeSet::from([3]));
        // Two moves were missed: what follows is the same.
        let missed = Difference::between(&record("E5 C3 G7 D4 F6"), Some(&record("E5 C3 F6"))).unwrap();
        assert_eq!((missed.first, missed.moves), (3, BTreeSet::from([3, 4])));
    }

    #[test]
    fn set_up_stones_and_edits_are_seen() {
        let (played, mut told) = (record("E5"), record("E5"));
        told.setup.black = vec![Point::new(0, 0)];
        let difference = Difference::between(&played, Some(&told)).unwrap();
        assert_eq!((difference.first, difference.text.as_str()), (0, "set-up differs at A9"));
        told.setup.black.clear();
        told.edits.push(crate::go::Edit { after: 1, black: vec![], white: vec![], empty: vec![], reason: String::new() });
        assert_eq!(Difference::between(&played, Some(&told)).unwrap().text, "the record was edited");
        assert_eq!(Difference::between(&played, None).unwrap().text, "no game began");
    }
}
