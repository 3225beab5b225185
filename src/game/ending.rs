//! How games end: resignation, agreement and count, a request (CONTRACT 4.1 `result`, 4.5; CN-21.1, ING-9.2).
//!
//! Who accepts the end on his own turn passes by it (CN-21.1): the pass is written down only if the opponent plays on, so that an agreed end
//! leaves the record as it was played. Both clocks of kifud's own stand from then on, and run again with play.

use crate::go::{ByColor, Color, Place, PlayedMove};
use crate::referee::{Dispute, Kind};
use crate::time::Mono;

use super::event::{CloseReason, EndedBy, EventBody, GameResult, Phase, ResultState, TurnEndedBy};
use super::input::Output;
use super::request::{ErrorCode, RequestError};
use super::{Game, Timekeeper};

/// Why play goes on, or waits for the board, after an end that one player did not accept.
const DISPUTED: &str = "end disputed";

/// Kinds that have nothing more to say once the end is agreed on.
const ANSWERED: [Kind; 3] = [Kind::EndSuspected, Kind::PassSignal, Kind::PressWithoutMove];

/// Kinds about the end and the count, which play takes away.
const OF_THE_END: [Kind; 4] = [Kind::DameLeft, Kind::CountDiffers, Kind::FillBurst, Kind::CountingDisturbed];

impl Game {
    /// The game is over: the last turn ends, the clocks stand, the result is written. What stays on the board is nobody's business now
    /// (CN-16.7).
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
        self.ceremony_over();
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

    /// Somebody has said that this is the end: both have passed, or one accepts it.
    pub(super) fn end_is_proposed(&self) -> bool {
        self.turn.accepted != ByColor::default() || self.both_have_passed()
    }

    /// The last two moves are passes. Where a pass hands a stone over White passes last (AGA), so that both have handed over as many.
    pub(super) fn both_have_passed(&self) -> bool {
        let moves = &self.record().moves;
        let since = self.turn.resumed.map_or(0, |after| moves.len().min(after as usize));
        match &moves[since..] {
            [.., one, last] if one.place == Place::Pass && last.place == Place::Pass => {
                !self.terms.rules.pass_stones || last.color == Color::White
            }
            _ => false,
        }
    }

    /// Nobody's time counts any more: the game is being counted or is over, or both have passed.
    pub(super) fn time_is_over(&self) -> bool {
        match self.book.phase {
            Phase::Counting | Phase::Ended => true,
            Phase::Ending => self.both_have_passed(),
            _ => false,
        }
    }

    /// After a pass: when both have passed in a row, that proposes the end.
    pub(super) fn look_for_the_end(&mut self, at: Mono, out: &mut Vec<Output>) {
        if !matches!(self.book.phase, Phase::Playing | Phase::Ending) || !self.both_have_passed() {
            return;
        }
        self.enter(at, Phase::Ending, "two passes", out);
        self.time_stands(at, out);
        if self.turn.resumed.is_some() && self.terms.rulebook.book().second_stop_counts {
            self.begin_counting(at, "play has stopped for the second time", out);
            return;
        }
        self.tell_contested(at, out);
    }

    /// A pass that a person enters. Behind somebody who has accepted the end it accepts the end as well (CN-21.1).
    pub(super) fn pass_by_hand(&mut self, at: Mono, color: Color, by: Option<String>, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending])?;
        if self.turn.gave_way.is_some_and(|(passer, _)| passer != color) {
            self.accept_end(at, color, out);
            return Ok(());
        }
        self.need_turn(color)?;
        self.pass(at, color, by, out);
        Ok(())
    }

    /// This player accepts the end; when both have, the position is counted. On one's own turn that is a pass (CN-21.1).
    pub(super) fn accept_end(&mut self, at: Mono, color: Color, out: &mut Vec<Output>) {
        let suspected = self.end_is_suspected();
        if !suspected && !self.both_have_passed() && self.turn.gave_way.is_none() && self.to_move() == color {
            self.turn.gave_way = Some((color, at));
        }
        self.turn.accepted[color] = true;
        if self.turn.accepted == (ByColor { black: true, white: true }) {
            self.begin_counting(at, "both accept the end", out);
            return;
        }
        self.enter(at, Phase::Ending, "end proposed", out);
        self.time_stands(at, out);
        self.tell_contested(at, out);
    }

    /// The end is agreed on, or said by a request: the position of the record is final, and is counted. Nothing on the board changes it.
    pub(super) fn begin_counting(&mut self, at: Mono, because: &str, out: &mut Vec<Output>) {
        self.end_open_turn(at, TurnEndedBy::Ruling, out);
        self.stop_timekeeper(at, out);
        self.turn.presses.clear();
        self.gone(at, &ANSWERED, out);
        // What was wrong on the board before stays as it was said: hands put nothing right from here on.
        self.wood.watched.clear();
        self.wood.disturbed = false;
        self.enter(at, Phase::Counting, because, out);
        self.ceremony_begins(at);
        self.count_position(at, None, out);
    }

    /// Play goes on after all: who is to move is said, or follows from the book. The wood has to be the position first.
    pub(super) fn dispute_end(&mut self, at: Mono, color: Color, to_move: Option<Color>, by: Option<String>, out: &mut Vec<Output>) {
        let passer = self.turn.gave_way.map(|(color, _)| color);
        let next = to_move.unwrap_or_else(|| match self.terms.rulebook.book().dispute {
            Dispute::OpponentFirst => color.opponent(),
            // Whoever has accepted the end on his turn has passed, unless he thinks better of it himself (CN-21.1).
            Dispute::PasserRevives | Dispute::Unsaid => passer.filter(|&passer| passer != color).map_or(self.to_move(), Color::opponent),
        });
        self.play_goes_on(at, out);
        if next != self.to_move() {
            // Where the other side is to move, whose turn it would be has passed.
            let mut played = PlayedMove::new(next.opponent(), Place::Pass);
            played.entered_by = by;
            self.append(at, played, out);
            self.end_open_turn(at, TurnEndedBy::Ruling, out);
        }
        self.turn.resumed = Some(self.record().moves.len() as u32);
        self.gone(at, &[Kind::EndSuspected], out);
        self.wood.watched.clear();
        if self.wood.known && !self.wood_is_the_record() {
            // Counted boards are put back first; then play goes on by itself.
            self.pause(at, DISPUTED, out);
            self.restoring = Some(DISPUTED.to_owned());
            return;
        }
        self.go_on(at, DISPUTED, out);
    }

    /// What was said and counted of the end is over: a stone was played, or somebody disputes it.
    pub(super) fn play_goes_on(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.turn.accepted = ByColor::default();
        self.turn.gave_way = None;
        self.count = None;
        self.ceremony_over();
        self.gone(at, &OF_THE_END, out);
    }

    /// A person has changed the record: where the passes that proposed the end are gone, it is proposed no more.
    pub(super) fn ending_follows_record(&mut self, at: Mono, out: &mut Vec<Output>) {
        match self.book.phase {
            Phase::Ending if !self.end_is_proposed() && !self.end_is_suspected() => {
                self.play_goes_on(at, out);
                self.enter(at, Phase::Playing, "play goes on", out);
                self.clocks_go_on(at, out);
            }
            Phase::Ending => self.tell_contested(at, out),
            Phase::Counting => self.count_again(at, out),
            _ => {}
        }
    }

    /// While an end is proposed nobody's time runs on kifud's own clock; one on the table is stopped by those who sit there.
    fn time_stands(&mut self, at: Mono, out: &mut Vec<Output>) {
        if let Timekeeper::Daemon(_) = self.keeper {
            self.stop_clock(at, out);
            self.run_device(None, out);
        }
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
            self.count_again(at, out);
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
