//! A schedule while it is being written: steps in any order, some of which depend on what stands when their moment comes.

use super::act::{Act, Cue};
use crate::go::{Color, Point, Size};
use crate::wire::Cell;

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// This act, whatever stands.
    Do(Act),
    /// The sensor of this point shows again what stands there.
    Truth(Point),
    /// The sensor of this point shows what does not stand there: no stone where there is one, a stone of this colour where there is none.
    Wrong(Point, Color),
    /// Every stone that stands is lifted.
    Clear,
}

/// A deed with its moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) at_ms: u64,
    /// `None`: the turn that has begun last when the moment comes.
    pub(super) turn: Option<u32>,
    pub(super) deed: Deed,
}

/// The cues in order. Steps that share a moment keep the order in which they were written; the board is empty before the first.
pub(super) fn cues(size: Size, steps: Vec<Step>) -> Vec<Cue> {
    cues_on(size, vec![None; size.area()], steps)
}

/// The same where this stands before the first, point by point.
pub(super) fn cues_on(size: Size, mut stands: Vec<Option<Color>>, mut steps: Vec<Step>) -> Vec<Cue> {
    steps.sort_by_key(|step| step.at_ms);
    let mut cues = Vec::with_capacity(steps.len());
    let mut latest = 0;
    for step in steps {
        latest = step.turn.map_or(latest, |turn| turn.max(latest));
        let mut act = |act| cues.push(Cue { at_ms: step.at_ms, turn: step.turn.unwrap_or(latest), act });
        match step.deed {
            Deed::Do(deed) => {
                match deed {
                    Act::Put(point, color) => stands[size.index(point)] = Some(color),
                    Act::Lift(point) => stands[size.index(point)] = None,
                    _ => {}
                }
                act(deed);
            }
            Deed::Truth(point) => act(Act::Show(point, stands[size.index(point)].map_or(Cell::Empty, Cell::Stone))),
            Deed::Wrong(point, color) => {
                let cell = if stands[size.index(point)].is_some() { Cell::Empty } else { Cell::Stone(color) };
                act(Act::Show(point, cell));
            }
            Deed::Clear => {
                let lifted = size.points().filter(|&point| stands[size.index(point)].is_some());
                lifted.for_each(|point| act(Act::Lift(point)));
                stands.fill(None);
            }
        }
    }
    cues
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_before_the_first_step_is_cleared_and_shown_as_well() {
        let size = Size::square(9).unwrap();
        let here = Point::new(1, 1);
        let mut stands = vec![None; size.area()];
        stands[size.index(here)] = Some(Color::White);
        let step = |at_ms, deed| Step { at_ms, turn: None, deed };
        let steps = vec![step(10, Deed::Wrong(here, Color::Black)), step(20, Deed::Truth(here)), step(30, Deed::Clear)];
        let acts: Vec<Act> = cues_on(size, stands, steps).into_iter().map(|cue| cue.act).collect();
        assert_eq!(acts, [Act::Show(here, Cell::Empty), Act::Show(here, Cell::Stone(Color::White)), Act::Lift(here)]);
    }

    #[test]
    fn sensors_are_wrong_and_right_about_what_stands_at_that_moment() {
        let size = Size::square(9).unwrap();
        let (here, there) = (Point::new(1, 1), Point::new(2, 2));
        let step = |at_ms, turn, deed| Step { at_ms, turn, deed };
        let steps = vec![
            step(30, None, Deed::Truth(here)),
            step(10, None, Deed::Wrong(here, Color::White)),
            step(20, Some(3), Deed::Do(Act::Put(here, Color::Black))),
            step(40, None, Deed::Wrong(here, Color::White)),
            step(50, Some(2), Deed::Do(Act::Put(there, Color::White))),
            step(60, None, Deed::Clear),
            step(70, None, Deed::Truth(here)),
        ];
        let cues: Vec<(u64, u32, Act)> = cues(size, steps).into_iter().map(|cue| (cue.at_ms, cue.turn, cue.act)).collect();
        let expected = vec![
            (10, 0, Act::Show(here, Cell::Stone(Color::White))),
            (20, 3, Act::Put(here, Color::Black)),
            (30, 3, Act::Show(here, Cell::Stone(Color::Black))),
            (40, 3, Act::Show(here, Cell::Empty)),
            (50, 2, Act::Put(there, Color::White)),
            (60, 3, Act::Lift(here)),
            (60, 3, Act::Lift(there)),
            (70, 3, Act::Show(here, Cell::Empty)),
        ];
        assert_eq!(cues, expected);
    }
}
