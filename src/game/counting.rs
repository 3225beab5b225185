//! Counting: what is counted and how, which stones are dead, who agrees (CONTRACT 4.1 `count`, 4.5; CN-16.3, CN-21.3, ING-9.4(3)).
//!
//! The final position is the record's: it stays as it is whatever hands do on the board, so that it can be counted again at any time, also
//! after the end. Of dead stones only what is proved is proposed; everything else is said by people, or by a program that they have set up.

use crate::go::{self, ByColor, Color, Counting, HalfPoints, Place, Point, Rules, ToCount};
use crate::referee::{AtEnd, Kind};
use crate::time::Mono;

use super::Game;
use super::event::{EndedBy, GameResult, Phase, ResultState};
use super::input::Output;
use super::request::{ErrorCode, RequestError};

/// A count of the final position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// "area", "territory" or "fill-in".
    pub method: &'static str,
    /// What each has by that method, komi and penalties not counted. Where prisoners count and are not known, without those of play.
    pub points: ByColor<HalfPoints>,
    /// Empty points that each surrounds, where territory is counted.
    pub territory: Option<ByColor<u32>>,
    /// The opponent's stones that each has, dead ones included, where they count and are known.
    pub prisoners: Option<ByColor<u32>>,
    /// Points that each loses besides; they change the margin, never the stones.
    pub penalties: ByColor<u32>,
    /// Black's points minus White's, komi and penalties counted; `None` when prisoners count and nobody knows them.
    pub margin: Option<HalfPoints>,
    /// Who wins by it; nobody at a draw. Under Ing's rules an equal score is Black's.
    pub winner: Option<Color>,
    /// Dead stones, whole chains in reading order.
    pub dead: Vec<Point>,
    /// Points of nobody.
    pub neutral: Vec<Point>,
    /// Who says which stones are dead.
    pub dead_by: DeadBy,
    /// Which stones each player has called dead.
    pub said: ByColor<Option<Vec<Point>>>,
    /// What a person has counted by hand.
    pub entered: ByColor<Option<HalfPoints>>,
    /// The bowls have shown that all stones of both colours were filled in (ING-9.4(3)).
    pub proved: bool,
    /// Who has confirmed.
    pub confirmed: ByColor<bool>,
}

/// Who says which stones are dead.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DeadBy {
    /// Nobody: only what no play can save is.
    #[default]
    Proof,
    /// A program, by name.
    Program(String),
    /// A person.
    Person,
}

/// How firm a count is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountState {
    /// Somebody must still agree.
    Proposed,
    /// Both have called the same stones dead.
    Agreed,
    /// They have called different ones dead: settled by play (CN-21.3).
    Disputed,
    /// Both have confirmed the score.
    Confirmed,
}

impl Count {
    /// How firm it is.
    pub fn state(&self) -> CountState {
        if self.confirmed.black && self.confirmed.white {
            return CountState::Confirmed;
        }
        let says = |color: Color| if self.confirmed[color] { Some(&self.dead) } else { self.said[color].as_ref() };
        match (says(Color::Black), says(Color::White)) {
            (Some(black), Some(white)) if black == white => CountState::Agreed,
            (Some(_), Some(_)) => CountState::Disputed,
            _ => CountState::Proposed,
        }
    }

    /// The result that it makes; none while the margin is not known.
    pub(super) fn result(&self, state: ResultState) -> Option<GameResult> {
        let margin = HalfPoints(self.margin?.0.abs());
        let by = if self.winner.is_some() { EndedBy::Score } else { EndedBy::Draw };
        Some(GameResult { by, winner: self.winner, margin: Some(margin), state })
    }

    /// What a person's number for this player is compared with; nothing where prisoners count and are not known.
    pub(super) fn comparable(&self, color: Color) -> Option<HalfPoints> {
        (self.territory.is_none() || self.prisoners.is_some()).then_some(self.points[color])
    }
}

fn conflict<T>(message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code: ErrorCode::Conflict, message: message.into() })
}

/// The name of a way of counting in documents.
const fn method_name(counting: Counting) -> &'static str {
    match counting {
        Counting::Area => "area",
        Counting::Territory => "territory",
        Counting::FillIn => "fill-in",
    }
}

impl Game {
    /// Counts the position, by the rules' own way where no other is asked for. Who asks again gets the same stones counted again.
    pub(super) fn count_position(&mut self, at: Mono, method: Option<&str>, out: &mut Vec<Output>) {
        let (dead, by) = match &self.count {
            Some(count) => (count.dead.clone(), count.dead_by.clone()),
            None => (Vec::new(), DeadBy::Proof),
        };
        self.count_with(at, method, dead, by, out);
    }

    /// Counts, or counts again. Where an end is proposed or suspected this says that it is one.
    pub(super) fn count_by_request(
        &mut self,
        at: Mono,
        method: Option<&str>,
        transaction: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        self.need(&[Phase::Ending, Phase::Counting, Phase::Ended])?;
        if self.book.phase == Phase::Ending {
            self.begin_counting(at, transaction, out);
        }
        self.count_position(at, method, out);
        // Another way of counting may be another ceremony.
        self.follow_ceremony(at, out);
        Ok(())
    }

    /// The position has changed under a count: it is counted anew, as it was.
    pub(super) fn count_again(&mut self, at: Mono, out: &mut Vec<Output>) {
        if let Some(method) = self.count.as_ref().map(|count| count.method) {
            self.count_position(at, Some(method), out);
        }
    }

    /// These stones are dead, says a person: the whole list. `color` says who; without it nobody in particular does.
    ///
    /// # Errors
    /// Where there is no stone, or one that no play can take.
    pub(super) fn mark_dead(
        &mut self,
        at: Mono,
        points: &[Point],
        color: Option<Color>,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        self.need(&[Phase::Ending, Phase::Counting, Phase::Ended])?;
        let dead = self.can_be_dead(points)?;
        let method = self.count.as_ref().map(|count| count.method);
        self.count_with(at, method, dead, DeadBy::Person, out);
        if let Some(count) = &mut self.count {
            match color {
                Some(color) => count.said[color] = Some(count.dead.clone()),
                None => count.said = ByColor::default(),
            }
        }
        Ok(())
    }

    /// These stones are dead, says a program. People are not interrupted: once one has said anything, it comes too late.
    ///
    /// # Errors
    /// Too late, or no list that could be true of this position.
    pub(super) fn propose_dead(&mut self, at: Mono, points: &[Point], program: String, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Counting])?;
        let dead = self.can_be_dead(points)?;
        let open = |count: &Count| {
            let silent = count.said.black.is_none() && count.said.white.is_none() && count.confirmed == ByColor::default();
            count.dead_by != DeadBy::Person && silent
        };
        if !self.count.as_ref().is_none_or(open) {
            let message = "a person has said which stones are dead: a program's proposal comes too late".to_owned();
            return Err(RequestError { code: ErrorCode::NotNow, message });
        }
        let method = self.count.as_ref().map(|count| count.method);
        self.count_with(at, method, dead, DeadBy::Program(program), out);
        Ok(())
    }

    /// The chains of these stones, if they can be dead.
    fn can_be_dead(&self, points: &[Point]) -> Result<Vec<Point>, RequestError> {
        let size = self.settings.size;
        if let Some(empty) = points.iter().find(|&&point| self.position.get(point).is_none()) {
            return conflict(format!("there is no stone at {}: name stones of the final position", empty.vertex(size)));
        }
        let sure = go::pass_alive(self.position.board(), self.terms.rules.suicide);
        let lives = |point: &&Point| Color::BOTH.into_iter().any(|color| sure.stones[color].contains(point));
        if let Some(alive) = points.iter().find(lives) {
            return conflict(format!("{} cannot be taken whatever is played: leave it out", alive.vertex(size)));
        }
        Ok(points.to_vec())
    }

    fn count_with(&mut self, at: Mono, method: Option<&str>, dead: Vec<Point>, by: DeadBy, out: &mut Vec<Output>) {
        let mut counted = self.counted(method, dead);
        counted.dead_by = by;
        if let Some(before) = self.count.take() {
            counted.confirmed = before.confirmed;
            if (counted.method, &counted.dead, counted.margin) != (before.method, &before.dead, before.margin) {
                // Whoever has confirmed has confirmed something else.
                counted.confirmed = ByColor::default();
            }
            (counted.said, counted.entered, counted.proved) = (before.said, before.entered, before.proved);
            self.margin_by_hand(&mut counted);
        }
        self.count = Some(counted);
        self.compare_counts(at, out);
        self.tell_contested(at, out);
    }

    fn counted(&self, method: Option<&str>, dead: Vec<Point>) -> Count {
        let counting = match method {
            Some("area") => Counting::Area,
            Some("territory") => Counting::Territory,
            Some("fill-in") => Counting::FillIn,
            _ => self.terms.rules.counting,
        };
        let rules = Rules { counting, ..self.terms.rules };
        let dead = self.with_proved(dead);
        let captured = self.captured().map(|captured| self.with_pass_stones(captured, &rules));
        let count = go::count(&ToCount {
            board: self.position.board(),
            dead: &dead,
            captured: captured.unwrap_or_default(),
            rules: &rules,
            komi: self.terms.komi,
            handicap: self.book.started.as_ref().map_or(0, |started| started.handicap),
        });
        let of_territory = counting == Counting::Territory;
        let penalties = self.book.ledger.map(|ledger| ledger.overtime.saturating_add(ledger.conduct));
        // Points lost offset each other only here (Ing rules, article 7): gross in the ledger, net in the score.
        let net = i32::try_from(i64::from(penalties.black) - i64::from(penalties.white)).unwrap_or(0);
        let margin = HalfPoints(count.margin.0.saturating_sub(net.saturating_mul(2)));
        let margin = (!of_territory || captured.is_some()).then_some(margin);
        Count {
            method: method_name(counting),
            points: ByColor::new(|color| match counting {
                Counting::Area | Counting::FillIn => count.area(color),
                Counting::Territory => HalfPoints(2 * (count.sides[color].territory + count.sides[color].prisoners) as i32),
            }),
            territory: of_territory.then(|| count.sides.map(|side| side.territory)),
            prisoners: captured.filter(|_| of_territory).map(|_| count.sides.map(|side| side.prisoners)),
            penalties,
            margin,
            winner: margin.and_then(|margin| go::winner(margin, &rules)),
            dead,
            neutral: count.neutral,
            dead_by: DeadBy::Proof,
            said: ByColor::default(),
            entered: ByColor::default(),
            proved: false,
            confirmed: ByColor::default(),
        }
    }

    /// Where nobody knows the prisoners, two counts by hand make the margin.
    fn margin_by_hand(&self, count: &mut Count) {
        if let (None, Some(black), Some(white)) = (count.margin, count.entered.black, count.entered.white) {
            let net = i32::try_from(i64::from(count.penalties.black) - i64::from(count.penalties.white)).unwrap_or(0);
            let margin = black.0.saturating_sub(white.0).saturating_sub(self.terms.komi.0).saturating_sub(net.saturating_mul(2));
            count.margin = Some(HalfPoints(margin));
            count.winner = go::winner(HalfPoints(margin), &self.terms.rules);
        }
    }

    /// Each pass has handed a stone over, where the rules say so (AGA): it counts with the prisoners.
    fn with_pass_stones(&self, captured: ByColor<u32>, rules: &Rules) -> ByColor<u32> {
        if !rules.pass_stones {
            return captured;
        }
        let passes =
            |color| self.record().moves.iter().filter(|played| played.color == color && played.place == Place::Pass).count() as u32;
        ByColor::new(|color: Color| captured[color] + passes(color.opponent()))
    }

    /// These stones' chains and those that no play can save, in reading order.
    pub(super) fn with_proved(&self, mut dead: Vec<Point>) -> Vec<Point> {
        let (board, size) = (self.position.board(), self.settings.size);
        let sure = go::pass_alive(board, self.terms.rules.suicide);
        for color in Color::BOTH {
            dead.extend(sure.territory[color].iter().filter(|&&point| board.get(point) == Some(color.opponent())));
        }
        let mut stones: Vec<Point> = dead.into_iter().flat_map(|point| board.chain(point)).collect();
        stones.sort_unstable_by_key(|&point| size.index(point));
        stones.dedup();
        stones
    }

    /// A person's own count of this player: stones and territory, or what the way of counting asks for (CN-16.3).
    pub(super) fn enter_count(&mut self, at: Mono, color: Color, stones: HalfPoints, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Counting, Phase::Ended])?;
        if self.count.is_none() {
            self.count_position(at, None, out);
        }
        if let Some(mut count) = self.count.take() {
            count.entered[color] = Some(stones);
            if count.territory.is_some() && count.prisoners.is_none() {
                count.margin = None;
                count.confirmed = ByColor::default();
            }
            self.margin_by_hand(&mut count);
            self.count = Some(count);
        }
        self.compare_counts(at, out);
        Ok(())
    }

    /// This player agrees with the count; when both do, it is the result.
    ///
    /// # Errors
    /// While nobody knows the margin, and while the bowls show that not all stones were filled in (ING-9.4(3)).
    pub(super) fn confirm_score(&mut self, at: Mono, color: Color, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Counting])?;
        if self.count.is_none() {
            self.count_position(at, None, out);
        }
        if let Some(AtEnd::Unproved { black, white, each }) = self.unproved() {
            return conflict(format!(
                "the bowls hold {black} and {white}, and the margin stands when each holds {each}: put the stones right, or have count-differs ruled on"
            ));
        }
        let Some(count) = &mut self.count else { return Ok(()) };
        if count.margin.is_none() {
            return conflict("the prisoners are not known: enter both counts with enter-count, or end the game with end-game");
        }
        count.confirmed[color] = true;
        let result = count.result(ResultState::Final).filter(|_| count.state() == CountState::Confirmed);
        if let Some(result) = result {
            self.gone(at, &[Kind::CountDiffers], out);
            self.end(at, result, "count confirmed", out);
        }
        Ok(())
    }

    /// The result as it stands: that of the ended game, or, where stones have to be proved first, what has been counted (ING-9.4(3)).
    pub(super) fn standing_result(&self) -> Option<GameResult> {
        if self.book.result.is_some() || self.book.phase != Phase::Counting || !self.terms.rulebook.book().proves_stones {
            return self.book.result.clone();
        }
        let counted = |count: &&Count| {
            let by_hand = Color::BOTH.into_iter().any(|color| count.entered[color].is_some_and(|entered| entered == count.points[color]));
            count.state() == CountState::Agreed || count.confirmed != ByColor::default() || by_hand
        };
        self.count.as_ref().filter(counted)?.result(ResultState::Unconfirmed)
    }
}
