//! What is said of the end and of the count: points that were left open, and counts that differ (CN-16.3, CN-21.2, ING-8.2(1)).

use crate::go::{self, Color, Counting, HalfPoints, Point};
use crate::referee::{Cite, Kind, ending_article};
use crate::time::Mono;

use super::Game;
use super::alerts::{Proposing, Raise};
use super::event::{Alert, Basis, CloseReason, EndedBy, EventBody, Phase, Severity};
use super::input::Output;

/// Points named in a text at most; the alert's vertices name all.
const NAMED_MAX: usize = 6;

impl Game {
    /// The article of this game's book about a kind of the end, where it has one.
    pub(super) fn ending_cite(&self, kind: Kind) -> Option<Cite> {
        let book = &self.terms.rulebook;
        ending_article(kind, book).map(|article| Cite { book: book.clone(), article: article.to_owned() })
    }

    /// Says which points could still be played for, before the second player confirms the end (CN-21.2). Nothing is ever reopened by it: a
    /// dame that nobody has seen is shared (ING-8.2(1)).
    pub(super) fn tell_contested(&mut self, at: Mono, out: &mut Vec<Output>) {
        let proposed = self.book.phase == Phase::Ending && self.end_is_proposed();
        let points = if proposed || self.book.phase == Phase::Counting {
            let dead = self.count.as_ref().map_or_else(|| self.with_proved(Vec::new()), |count| count.dead.clone());
            go::contested(self.position.board(), &dead)
        } else {
            Vec::new()
        };
        if points.is_empty() {
            self.gone(at, &[Kind::DameLeft], out);
            return;
        }
        let text = self.contested_in_words(&points);
        let raise = Raise {
            kind: Kind::DameLeft,
            severity: Severity::Notice,
            basis: Basis::Sensor,
            color: None,
            n: None,
            points,
            happened: at,
            next_play_made: false,
            text,
            evidence: None,
        };
        self.say_or_change(at, raise, out);
    }

    fn contested_in_words(&self, points: &[Point]) -> String {
        let named = self.named(points);
        let shared = match self.terms.rules.counting {
            Counting::Area | Counting::FillIn => "they are shared, half a point each",
            Counting::Territory => "they count for neither side",
        };
        let (is, they) = if points.len() == 1 { ("One point", "it is") } else { ("Points", "they are") };
        if self.book.phase == Phase::Counting {
            let shared = shared.replace("they are", they);
            return format!(
                "{is} left open at the end ({named}): {shared}, and play is not resumed. Mark dead stones if some stand there."
            );
        }
        format!("{is} can still be played for: {named}. When both have confirmed the end, {shared}; stones there may be dead: mark them.")
    }

    fn named(&self, points: &[Point]) -> String {
        let named: Vec<String> = points.iter().take(NAMED_MAX).map(|point| point.vertex(self.settings.size).to_string()).collect();
        let more = points.len() - named.len();
        if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
    }

    /// Compares what people have counted with kifud's own count, and a count after the end with the result (CN-16.3).
    pub(super) fn compare_counts(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some((color, text)) = self.difference_of_counts() else {
            self.gone(at, &[Kind::CountDiffers], out);
            return;
        };
        let raise = Raise {
            kind: Kind::CountDiffers,
            severity: Severity::Attention,
            basis: Basis::Reported,
            color,
            n: None,
            points: Vec::new(),
            happened: at,
            next_play_made: false,
            text,
            evidence: None,
        };
        self.say_or_change(at, raise, out);
    }

    fn difference_of_counts(&self) -> Option<(Option<Color>, String)> {
        let count = self.count.as_ref()?;
        for color in Color::BOTH {
            let (Some(entered), Some(ours)) = (count.entered[color], count.comparable(color)) else { continue };
            if entered != ours {
                let (name, entered, ours) = (color.name(), entered.as_points(), ours.as_points());
                let text = format!(
                    "{name} was counted as {entered} by hand; kifud counts {ours} ({}). Look at dead stones and at points of neither side, \
                     and count again.",
                    count.method
                );
                return Some((Some(color), text));
            }
        }
        let result = self.book.result.as_ref().filter(|result| matches!(result.by, EndedBy::Score | EndedBy::Draw))?;
        let decided = result.margin.map(|margin| if result.winner == Some(Color::White) { HalfPoints(-margin.0) } else { margin })?;
        let margin = count.margin.filter(|&margin| margin != decided)?;
        let lead = |margin: HalfPoints| format!("{:+} for Black", margin.as_points());
        let text = format!("Counted again, the game is {}; the result says {}. Rule, if it is to be another.", lead(margin), lead(decided));
        Some((None, text))
    }

    /// Raises an alert of a kind of which there is one at a time, or lets the one that is open say what it is now.
    pub(super) fn say_or_change(&mut self, at: Mono, raise: Raise, out: &mut Vec<Output>) -> Option<String> {
        if let Some(open) = self.open_alert(&[raise.kind]).cloned() {
            let id = open.id.clone();
            if (&open.points, &open.text, open.color) != (&raise.points, &raise.text, raise.color) {
                let rev = open.rev + 1;
                let alert = Alert { rev, points: raise.points, text: raise.text, color: raise.color, evidence: raise.evidence, ..open };
                self.emit(at, EventBody::AlertChanged(alert), out);
            }
            return Some(id);
        }
        let cite = self.ending_cite(raise.kind);
        self.raise_proposing(at, raise, Proposing { cite, ..Proposing::default() }, out)
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
