//! What is said of the end and of the count: points that were left open, and counts that differ (CN-16.3, CN-21.2, ING-8.2(1)).

use crate::go::{self, Color, Counting, HalfPoints, Point, Vertex};
use crate::referee::{AtEnd, Basis, Kind, Severity, Text};
use crate::time::Mono;

use super::Game;
use super::alerts::Raise;
use super::counting::DeadBy;
use super::event::{Alert, CloseReason, EndedBy, EventBody, Phase};
use super::input::Output;

/// So many open points are named: whoever finds as many has not finished the game, and looks at all of them anyway.
pub(super) const CONTESTED_MAX: usize = 12;

impl Game {
    /// Says which points could still be played for, before the second player confirms the end (CN-21.2). Nothing is ever reopened by it: a
    /// dame that nobody has seen is shared (ING-8.2(1)).
    pub(super) fn tell_contested(&mut self, at: Mono, out: &mut Vec<Output>) {
        let proposed = self.book.phase == Phase::Ending && self.end_is_proposed();
        let counting = self.book.phase == Phase::Counting;
        let points = if proposed || counting {
            let dead = self.count.as_ref().map_or_else(|| self.with_proved(Vec::new()), |count| count.dead.clone());
            let known = match self.count.as_ref().map(|count| &count.dead_by) {
                None | Some(DeadBy::Proof) => go::Known::Unsaid,
                Some(_) => go::Known::Marked,
            };
            let mut points = go::contested(self.position.board(), &dead, known);
            points.truncate(CONTESTED_MAX);
            points
        } else {
            Vec::new()
        };
        if points.is_empty() {
            self.gone(at, &[Kind::DameLeft], out);
            return;
        }
        let shared = self.terms.rules.counting != Counting::Territory;
        let named = self.vertices(&points);
        let text = if counting { AtEnd::LeftOpen { at: named, shared } } else { AtEnd::Contested { at: named, shared } };
        self.say_of_the_end(at, Kind::DameLeft, Severity::Notice, Basis::Sensor, (None, points), text, out);
    }

    pub(super) fn vertices(&self, points: &[Point]) -> Vec<Vertex> {
        points.iter().map(|point| point.vertex(self.settings.size)).collect()
    }

    /// Compares what people have counted with kifud's own count, a count after the end with the result, and the bowls with the stones that
    /// were filled in (CN-16.3, ING-9.4(3)).
    pub(super) fn compare_counts(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some((color, basis, saying)) = self.difference_of_counts() else {
            self.gone(at, &[Kind::CountDiffers], out);
            return;
        };
        self.say_of_the_end(at, Kind::CountDiffers, Severity::Attention, basis, (color, Vec::new()), saying, out);
    }

    fn difference_of_counts(&self) -> Option<(Option<Color>, Basis, AtEnd)> {
        let count = self.count.as_ref()?;
        for of in Color::BOTH {
            if let (Some(entered), Some(counted)) = (count.entered[of], count.comparable(of))
                && entered != counted
            {
                return Some((Some(of), Basis::Reported, AtEnd::CountDiffers { of, entered, counted }));
            }
        }
        let collected = |_: &AtEnd| self.stones_are_collected() || self.open_alert(&[Kind::CountDiffers]).is_some();
        if let Some(unproved) = self.unproved().filter(collected) {
            return Some((None, Basis::Sensor, unproved));
        }
        let result = self.book.result.as_ref().filter(|result| matches!(result.by, EndedBy::Score | EndedBy::Draw))?;
        let decided = result.margin.map(|margin| if result.winner == Some(Color::White) { HalfPoints(-margin.0) } else { margin })?;
        let counted = count.margin.filter(|&margin| margin != decided)?;
        Some((None, Basis::Sensor, AtEnd::RecountDiffers { counted, result: decided }))
    }

    #[expect(clippy::too_many_arguments, reason = "what is said, of what, and how sure")]
    fn say_of_the_end(
        &mut self,
        at: Mono,
        kind: Kind,
        at_most: Severity,
        basis: Basis,
        (color, points): (Option<Color>, Vec<Point>),
        saying: AtEnd,
        out: &mut Vec<Output>,
    ) {
        let text = Text::from(saying);
        let raise = Raise { at_most, basis, points, ..Raise::new(kind, color, at, text) };
        self.say_or_change(at, raise, out);
    }

    /// Raises an alert of a kind of which there is one at a time, or lets the one that is open say what it is now.
    pub(super) fn say_or_change(&mut self, at: Mono, raise: Raise, out: &mut Vec<Output>) -> Option<String> {
        let Some(open) = self.open_alert(&[raise.kind]).cloned() else { return self.raise(at, raise, out) };
        let id = open.id.clone();
        if (&open.points, &open.text, open.color) != (&raise.points, &raise.text, raise.color) {
            let rev = open.rev + 1;
            let changed = Alert { rev, points: raise.points, text: raise.text, color: raise.color, evidence: raise.evidence, ..open };
            let changed = self.by_book(changed, raise.at_most, None);
            self.emit(at, EventBody::AlertChanged(changed), out);
        }
        Some(id)
    }

    /// The next game begins, or is made ready: what was still said of the one before is over.
    pub(super) fn leave_ended_game(&mut self, at: Mono, out: &mut Vec<Output>) {
        if self.book.phase != Phase::Ended {
            return;
        }
        for id in self.book.alerts.iter().map(|alert| alert.id.clone()).collect::<Vec<_>>() {
            self.close(at, &id, CloseReason::GameOver, out);
        }
    }
}
