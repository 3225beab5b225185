//! How games end: resignation, agreement and count, a request (CONTRACT 4.1 `result`, 4.5).

use crate::go::{self, ByColor, Color, Counting, HalfPoints, Point, Rules, ToCount};
use crate::time::Mono;

use super::Game;
use super::event::{CloseReason, EndedBy, EventBody, GameResult, Phase, ResultState, TurnEndedBy};
use super::input::Output;
use super::request::{ErrorCode, RequestError};
use super::snapshot::Count;

impl Game {
    /// The game is over: the last turn ends, the clocks stand, the result is written. What stays on the board is nobody's business now.
    pub(super) fn end(&mut self, at: Mono, result: GameResult, because: &str, out: &mut Vec<Output>) {
        self.end_open_turn(at, TurnEndedBy::Ruling, out);
        self.stop_timekeeper(at, out);
        self.turn = super::Turn::default();
        self.circling = None;
        self.schedule_over(at);
        for id in self.book.alerts.iter().map(|alert| alert.id.clone()).collect::<Vec<_>>() {
            self.close(at, &id, CloseReason::GameOver, out);
        }
        self.wood.differing = super::wood::Differing::default();
        self.wood.watched.clear();
        self.wood.disturbed = false;
        self.forget_placements();
        // A game played elsewhere, or by hand, leaves an empty board: the next may begin at once.
        self.cleared = self.wood.is_empty();
        self.enter(at, Phase::Ended, because, out);
        self.emit(at, EventBody::GameEnded(result), out);
    }

    /// This player resigns.
    pub(super) fn resign(&mut self, at: Mono, color: Color, out: &mut Vec<Output>) {
        let result = GameResult { by: EndedBy::Resignation, winner: Some(color.opponent()), margin: None, state: ResultState::Final };
        self.end(at, result, "resignation", out);
    }

    /// This player accepts the end; when both have, the position is counted.
    pub(super) fn accept_end(&mut self, at: Mono, color: Color, out: &mut Vec<Output>) {
        self.turn.accepted[color] = true;
        if self.book.phase == Phase::Playing {
            self.enter(at, Phase::Ending, "end proposed", out);
        }
        if self.turn.accepted == (ByColor { black: true, white: true }) {
            self.end_open_turn(at, TurnEndedBy::Ruling, out);
            self.stop_timekeeper(at, out);
            self.count_position(None);
            self.enter(at, Phase::Counting, "both accept the end", out);
        }
    }

    /// Play goes on after all.
    pub(super) fn dispute_end(&mut self, at: Mono, to_move: Option<Color>, out: &mut Vec<Output>) {
        self.turn.accepted = ByColor::default();
        self.count = None;
        if let Some(color) = to_move.filter(|&color| color != self.to_move()) {
            // The passer's right to move revives (CN-21.1): the other's turn is a pass.
            self.pass(at, color.opponent(), None, out);
        }
        self.enter(at, Phase::Playing, "end disputed", out);
    }

    /// Counts the position by a method, the stones marked dead given.
    pub(super) fn count_position(&mut self, method: Option<&str>) {
        let dead = self.count.as_ref().map(|count| count.dead.clone()).unwrap_or_default();
        self.count = Some(self.counted(method, dead));
    }

    /// Marks these stones dead (the whole list) and counts anew.
    pub(super) fn mark_dead(&mut self, dead: Vec<Point>) {
        let method = self.count.as_ref().map(|count| count.method);
        self.count = Some(self.counted(method, dead));
    }

    fn counted(&self, method: Option<&str>, dead: Vec<Point>) -> Count {
        let counting = match method {
            Some("area") => Counting::Area,
            Some("territory") => Counting::Territory,
            Some("fill-in") => Counting::FillIn,
            _ => self.terms.rules.counting,
        };
        let rules = Rules { counting, ..self.terms.rules };
        let handicap = self.book.started.as_ref().map_or(0, |started| started.handicap);
        let count = go::count(&ToCount {
            board: self.position.board(),
            dead: &dead,
            captured: self.captured().unwrap_or_default(),
            rules: &rules,
            komi: self.terms.komi,
            handicap,
        });
        // Points lost offset each other only here (Ing rules, article 7): gross in the ledger, net in the score.
        let lost = self.book.ledger.map(|ledger| i64::from(ledger.overtime) + i64::from(ledger.conduct));
        let net = i32::try_from(lost.black - lost.white).unwrap_or(0);
        let margin = HalfPoints(count.margin.0.saturating_sub(net.saturating_mul(2)));
        let points = ByColor::new(|color| match counting {
            Counting::Area | Counting::FillIn => count.area(color),
            Counting::Territory => HalfPoints(2 * (count.sides[color].territory + count.sides[color].prisoners) as i32),
        });
        Count {
            method: match counting {
                Counting::Area => "area",
                Counting::Territory => "territory",
                Counting::FillIn => "fill-in",
            },
            points,
            margin,
            winner: go::winner(margin, &rules),
            dead,
            neutral: count.neutral,
            confirmed: ByColor::default(),
        }
    }

    /// This player agrees with the count; when both do, it is the result.
    pub(super) fn confirm_score(&mut self, at: Mono, color: Color, out: &mut Vec<Output>) {
        let Some(count) = &mut self.count else { return };
        count.confirmed[color] = true;
        if !(count.confirmed.black && count.confirmed.white) {
            return;
        }
        let (margin, winner) = (count.margin, count.winner);
        let by = if winner.is_some() { EndedBy::Score } else { EndedBy::Draw };
        let result = GameResult { by, winner, margin: Some(HalfPoints(margin.0.abs())), state: ResultState::Final };
        self.end(at, result, "count confirmed", out);
    }

    /// An arbitrary end by a person, with the number of the last move that counts.
    pub(super) fn end_by_request(
        &mut self,
        at: Mono,
        result: GameResult,
        last_move: Option<u32>,
        transaction: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        let moves = self.record().moves.len();
        if let Some(last) = last_move {
            // Whoever counts more moves than there are looks at another record: not something to end a game on.
            if last as usize > moves {
                let message = format!("there is no move {last}: the record has {moves} moves");
                return Err(RequestError { code: ErrorCode::Conflict, message });
            }
            self.retract_to(at, last, transaction, out);
        }
        self.end(at, result, transaction, out);
        Ok(())
    }

    /// Stones each has captured, those before the record counted; `None` when unknown.
    pub(super) fn captured(&self) -> Option<ByColor<u32>> {
        let before = self.record().captured_before?;
        let since = self.position.captured();
        Some(ByColor::new(|color| before[color] + since[color]))
    }
}
