//! What people ask for, carried out (CONTRACT 4.5): each request changes everything it concerns, or nothing.

use crate::go::{Color, Fault, Place, PlayedMove, Record, Setup};
use crate::referee::Kind;
use crate::time::Mono;

use super::event::{EventBody, Phase};
use super::input::{Answer, AnswerData, Output};
use super::request::{Correction, ErrorCode, MatchInfo, Preparation, Request, RequestError, SealVerb, SeatVerb, Verb};
use super::ruling::Why;
use super::{Game, Prepared};

/// What is wrong with a play, for a person.
fn tell(fault: Fault) -> String {
    match fault {
        Fault::Outside => "it lies outside the board".to_owned(),
        Fault::OutOfTurn { to_move } => format!("{} is to move", to_move.name()),
        Fault::Occupied { by } => format!("there is a stone of {}", by.name()),
        Fault::Suicide { stones } => format!("it captures nothing and leaves its own chain of {stones} without a liberty"),
        Fault::Ko { taken_at } => format!("it retakes the ko of move {taken_at} at once"),
        Fault::Superko { earlier, .. } => format!("it brings back the position after move {earlier}"),
    }
}

type Outcome = Result<AnswerData, RequestError>;

/// Who asked for a change of the clocks, and by which transaction.
fn why(by: Option<String>, transaction: &str) -> Why {
    Why { by, because: transaction.to_owned() }
}

fn refuse<T>(code: ErrorCode, message: impl Into<String>) -> Result<T, RequestError> {
    Err(RequestError { code, message: message.into() })
}

impl Game {
    /// Carries one request out and answers it.
    pub(super) fn requested(&mut self, at: Mono, request: Request, out: &mut Vec<Output>) {
        let transaction = request.transaction.clone();
        let because = if let Verb::Pause { reason, .. } = &request.verb { reason } else { &transaction };
        self.asked = Some(Why { because: because.clone(), ..why(request.by.clone(), &transaction) });
        let outcome = self.expected(&request).and_then(|()| self.carry_out(at, request, out));
        self.asked = None;
        out.push(Output::Answer(Answer { transaction, outcome }));
    }

    /// Refuses a request that was meant for another game or an older revision.
    fn expected(&self, request: &Request) -> Result<(), RequestError> {
        let required =
            matches!(request.verb, Verb::Undo { .. } | Verb::CorrectRecord { .. } | Verb::SetPosition { .. } | Verb::EndGame { .. });
        if required && (request.expect_game.is_none() || request.expect_rev.is_none()) {
            return refuse(ErrorCode::Malformed, "expect is required: give game_id and rev of the game document you looked at");
        }
        if request.expect_game.as_deref().is_some_and(|game| game != self.book.game_id) {
            return refuse(ErrorCode::Stale, format!("the game is now {}: look at it again", self.book.game_id));
        }
        if request.expect_rev.is_some_and(|rev| rev != self.book.rev) {
            return refuse(ErrorCode::Stale, format!("the game is now at rev {}: look at it again", self.book.rev));
        }
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one line for each verb of the contract, in its order")]
    fn carry_out(&mut self, at: Mono, request: Request, out: &mut Vec<Output>) -> Outcome {
        let Request { transaction, by, verb, .. } = request;
        match verb {
            Verb::PrepareGame(preparation) => self.prepare(at, &preparation, out)?,
            Verb::StartGame(start) => self.start_game(at, *start, out)?,
            Verb::StartClock => self.start_clock_asked(at, out)?,
            Verb::StopClock => self.stop_clock_asked(at, out)?,
            Verb::Press { color, at: when } => {
                let pressed = when.map_or(at, |instant| super::schedule::moment(instant, self.now));
                if !self.pressed_before_the_rest(color, pressed) {
                    self.need(&[Phase::Playing, Phase::Ending])?;
                }
                if pressed > at {
                    return refuse(ErrorCode::Conflict, "at is still to come: write when the clock was pressed, or leave it out");
                }
                self.pressed(at, color, pressed, out);
            }
            Verb::SetClock { players, running } => self.set_clock(at, players, running, Some(why(by, &transaction)), out)?,
            Verb::AdjustClock { color, delta_ms, periods_delta, reason } => {
                self.adjust_clock(at, color, (delta_ms, periods_delta), Some(Why { because: reason, ..why(by, &transaction) }), out)?;
            }
            Verb::AdoptClock => self.adopt_clock(at, Some(why(by, &transaction)), out)?,
            Verb::SetColors(seats) => self.set_colors(at, &seats, &transaction, out)?,
            Verb::Pause { reason, until } => self.pause_until(at, &reason, until, out)?,
            Verb::Adjourn => self.adjourn(at, &transaction, out)?,
            Verb::Arrived { color, at: when } => self.arrived(at, color, when, out)?,
            Verb::Rule(asked) => {
                let ruling = self.rule(at, by, &asked, out)?;
                return Ok(self.ruled(Some(ruling), None));
            }
            Verb::Overrule(asked) => {
                let ruling = self.overrule(at, by, &asked, out)?;
                return Ok(self.ruled(Some(ruling), None));
            }
            Verb::Appeal { game_id, ruling, color } => {
                let alert = self.appeal(at, game_id.as_deref(), &ruling, color, out)?;
                return Ok(self.ruled(None, alert));
            }
            Verb::Resume { force } => self.resume(at, force, out)?,
            Verb::Play { color, place } => self.play_by_hand(at, color, place, by.unwrap_or_else(|| "operator".to_owned()), out)?,
            Verb::Undo { moves } => self.undo(at, moves, &transaction, out)?,
            Verb::CorrectRecord { at: number, op } => self.correct(at, number, op, by, &transaction, out)?,
            Verb::SetPosition { setup, to_move } => self.set_position(at, &setup, to_move, &transaction, out)?,
            Verb::Pass(color) => self.pass_by_hand(at, color, by, out)?,
            Verb::Resign(color) => {
                self.need(&[Phase::Playing, Phase::Ending, Phase::Paused, Phase::Counting, Phase::Adjourned])?;
                self.resign(at, color, out);
            }
            Verb::AcceptEnd(color) => {
                self.need(&[Phase::Playing, Phase::Ending])?;
                self.accept_end(at, color, out);
            }
            Verb::DisputeEnd { color, to_move } => {
                self.need(&[Phase::Ending, Phase::Counting])?;
                self.dispute_end(at, color, to_move, by, out);
            }
            Verb::MarkDead { points, color } => self.mark_dead(at, &points, color, out)?,
            Verb::ProposeDead { points, program } => {
                let program = program.or(by).unwrap_or_else(|| "a program".to_owned());
                self.propose_dead(at, &points, program, out)?;
            }
            Verb::Count { method } => self.count_by_request(at, method.as_deref(), &transaction, out)?,
            Verb::EnterCount { color, stones } => self.enter_count(at, color, stones, out)?,
            Verb::ConfirmScore(color) => self.confirm_score(at, color, out)?,
            Verb::EndGame { result, last_move } => {
                self.need(&[Phase::Playing, Phase::Ending, Phase::Paused, Phase::Counting, Phase::Adjourned, Phase::Setup])?;
                self.end_by_request(at, result, last_move, &transaction, out)?;
            }
            Verb::Republish { from_seq } => return Ok(AnswerData::Republish { from_seq }),
            Verb::TimeLeft(_) => {
                let clock = self.clock_document(self.stamp(at));
                return clock
                    .map(AnswerData::Clock)
                    .ok_or_else(|| RequestError { code: ErrorCode::NotNow, message: "no clock is kept at this table".to_owned() });
            }
            Verb::Ping => return Ok(AnswerData::Pong),
            Verb::Acknowledge { alert } => self.acknowledge(at, &alert, by, out)?,
            Verb::Alert(verb) => return self.alert_asked(at, verb, by, out),
            Verb::Seat(SeatVerb::Leave(leave)) => self.leave(at, leave, by, out)?,
            Verb::Seat(SeatVerb::Returned(color)) => return self.returned(at, color, by, out),
            Verb::Sealed(SealVerb::Begin) => self.begin_sealing(at, by, out)?,
            Verb::Sealed(SealVerb::Seal(asked)) => self.seal(at, asked, by, &transaction, out)?,
            Verb::Sealed(SealVerb::HandOver { custodian }) => self.hand_over(at, custodian, by, out)?,
            Verb::Sealed(SealVerb::Open(asked)) => self.open_sealed(at, asked, by, out)?,
        }
        Ok(AnswerData::Done { game_id: self.book.game_id.clone(), rev: self.book.rev })
    }

    fn ruled(&self, ruling: Option<String>, alert: Option<String>) -> AnswerData {
        AnswerData::Ruled { game_id: self.book.game_id.clone(), rev: self.book.rev, ruling, alert }
    }

    pub(super) fn need(&self, phases: &[Phase]) -> Result<(), RequestError> {
        if phases.contains(&self.book.phase) {
            return Ok(());
        }
        refuse(ErrorCode::NotNow, format!("not while the game is {}", self.book.phase.name()))
    }

    pub(super) fn need_turn(&self, color: Color) -> Result<(), RequestError> {
        if self.to_move() == color {
            return Ok(());
        }
        refuse(ErrorCode::NotNow, format!("{} is to move", self.to_move().name()))
    }

    fn prepare(&mut self, at: Mono, preparation: &Preparation, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Idle, Phase::Armed, Phase::Ended])?;
        let configured = super::Terms { schedule: self.configured_schedule(), ..self.settings.terms.clone() };
        let terms = configured.with(preparation, self.settings.by_book);
        let before = self.prepared.as_ref().map_or(&self.match_info, |before| &before.match_info);
        let (match_info, changed) = self.match_after(before, preparation.match_info.as_ref());
        let match_info = MatchInfo { score: self.score_before(&match_info), ..match_info };
        let decided = self.decided_of_lineup();
        // Displays show at once who will play.
        (self.terms, self.match_info) = (terms.clone(), match_info.clone());
        self.take_schedule_up(at, out);
        self.close_what_is_left(at, out);
        let carried = self.to_carry();
        self.prepared = Some(Prepared { terms, match_info, komi_said: preparation.komi.is_some() });
        self.leave_ended_game(at, out);
        let from = self.book.phase;
        self.emit_first(at, "i", EventBody::Phase { from, to: Phase::Armed, because: "prepare-game".to_owned() }, out);
        self.carry_over(at, carried, out);
        self.rebuild_position();
        self.count = None;
        self.look_at_lineup(at, changed, &decided, out);
        // A handicap that was not known before may make an opening of what stands already.
        self.consider(at, out);
        Ok(())
    }

    fn play_by_hand(&mut self, at: Mono, color: Color, place: Place, by: String, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending])?;
        if place == Place::Pass {
            return self.pass_by_hand(at, color, Some(by), out);
        }
        let gave_way = self.turn.gave_way.filter(|&(passer, _)| passer != color);
        if gave_way.is_none() {
            self.need_turn(color)?;
        }
        let mut position = self.position.clone();
        if let Some((passer, _)) = gave_way {
            position.take_in(passer, Place::Pass).expect("a pass lies on every board");
        }
        let judgement = position.judge(color, place);
        if !judgement.is_legal() {
            let faults: Vec<String> = judgement.faults.iter().map(|fault| tell(*fault)).collect();
            return refuse(ErrorCode::Conflict, format!("{} cannot be played: {}", place.text(self.settings.size), faults.join(", ")));
        }
        let resumes = self.book.phase == Phase::Ending;
        if resumes {
            self.play_goes_on(at, out);
            self.gone(at, &[Kind::EndSuspected], out);
            self.enter(at, Phase::Playing, "play goes on", out);
        }
        if let Some((passer, accepted)) = gave_way {
            self.pass(accepted, passer, Some(by.clone()), out);
        }
        if resumes {
            self.own_clock_goes_on(at, out);
        }
        let played = PlayedMove { entered_by: Some(by), ..PlayedMove::new(color, place) };
        self.append(at, played, out);
        self.placements_in_record();
        self.consider_placed(at, out);
        self.wood.overrule(&self.position);
        self.compare(at, None, out);
        Ok(())
    }

    fn undo(&mut self, at: Mono, moves: u32, transaction: &str, out: &mut Vec<Output>) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused])?;
        if moves == 0 || moves as usize > self.record().moves.len() {
            return refuse(ErrorCode::Conflict, format!("the record has {} moves: moves must be 1 to that", self.record().moves.len()));
        }
        let left = self.record().moves.len() as u32 - moves;
        // A move whose turn goes on takes no time back with it: its player thinks on.
        let ended = self.record().moves[left as usize..].iter().any(|played| !played.provisional);
        self.retract_to(at, left, transaction, out);
        if ended {
            self.clocks_taken_back(at, left, out);
        }
        self.record_was_changed(at, out);
        Ok(())
    }

    fn correct(
        &mut self,
        at: Mono,
        number: u32,
        op: Correction,
        by: Option<String>,
        transaction: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused, Phase::Counting])?;
        let mut record = self.record().clone();
        let index = number.checked_sub(1).map(|index| index as usize);
        // A move can be put in behind the last one; only one that is there can be replaced or taken out.
        let end = record.moves.len() + usize::from(matches!(op, Correction::Insert(..)));
        let Some(index) = index.filter(|&index| index < end) else {
            return refuse(ErrorCode::Conflict, format!("there is no move {number}: the record has {} moves", record.moves.len()));
        };
        let entered = |color, place| PlayedMove {
            provisional: false,
            entered_by: Some(by.clone().unwrap_or_else(|| "operator".to_owned())),
            ..PlayedMove::new(color, place)
        };
        let replaces = matches!(op, Correction::Replace(..));
        match op {
            Correction::Insert(color, place) => {
                record.moves.insert(index, entered(color, place));
                // What was edited after this move or a later one still is.
                record.edits.iter_mut().filter(|edit| edit.after >= number).for_each(|edit| edit.after += 1);
            }
            Correction::Replace(color, place) => record.moves[index] = entered(color, place),
            Correction::Delete => {
                record.moves.remove(index);
                record.edits.iter_mut().filter(|edit| edit.after >= number).for_each(|edit| edit.after -= 1);
            }
        }
        self.recapture(&mut record);
        let position_hash = self.position_of(&record).position_hash();
        let moves = record.moves.split_off(index);
        let body = EventBody::RecordChanged { from_n: number, moves, edits: record.edits, because: transaction.to_owned(), position_hash };
        self.emit(at, body, out);
        if !replaces {
            // The moves are counted otherwise now, and so are their turns.
            self.note_set(at);
        }
        self.record_was_changed(at, out);
        self.position_confirmed(at, transaction, out);
        Ok(())
    }

    fn set_position(
        &mut self,
        at: Mono,
        setup: &Setup,
        to_move: Color,
        transaction: &str,
        out: &mut Vec<Output>,
    ) -> Result<(), RequestError> {
        self.need(&[Phase::Playing, Phase::Ending, Phase::Paused])?;
        self.end_open_turn(at, super::event::TurnEndedBy::Ruling, out);
        let edits = self.edits_to(setup, transaction);
        let from_n = self.record().moves.len() as u32 + 1;
        let mut record = self.record().clone();
        record.edits.clone_from(&edits);
        let mut position = self.position_of(&record);
        position.set_to_move(to_move);
        let position_hash = position.position_hash();
        let body = EventBody::RecordChanged { from_n, moves: Vec::new(), edits, because: transaction.to_owned(), position_hash };
        self.emit(at, body, out);
        self.record_was_changed(at, out);
        self.position_set(at, transaction, out);
        Ok(())
    }

    /// The whole list of edits, with one more that makes the position this one.
    fn edits_to(&self, setup: &Setup, reason: &str) -> Vec<crate::go::Edit> {
        let mut edit = crate::go::Edit {
            after: self.record().moves.len() as u32,
            black: Vec::new(),
            white: Vec::new(),
            empty: Vec::new(),
            reason: reason.to_owned(),
        };
        for point in self.settings.size.points() {
            let wanted = if setup.black.contains(&point) {
                Some(Color::Black)
            } else if setup.white.contains(&point) {
                Some(Color::White)
            } else {
                None
            };
            if wanted != self.position.get(point) {
                match wanted {
                    Some(Color::Black) => edit.black.push(point),
                    Some(Color::White) => edit.white.push(point),
                    None => edit.empty.push(point),
                }
            }
        }
        let mut edits = self.record().edits.clone();
        edits.push(edit);
        edits
    }

    /// Every move's captures, as they are in this record.
    fn recapture(&self, record: &mut Record) {
        let mut before = Record { moves: Vec::new(), ..record.clone() };
        for index in 0..record.moves.len() {
            before.edits.retain(|edit| edit.after <= index as u32);
            let position = self.position_of(&before);
            let played = &mut record.moves[index];
            played.captured = played.place.point().map(|point| position.captures_of(played.color, point)).unwrap_or_default();
            before.moves.push(played.clone());
            before.edits.clone_from(&record.edits);
        }
    }

    /// A person has changed the record: the position follows it, and where the wood differs it counts for nothing until it changes.
    fn record_was_changed(&mut self, at: Mono, out: &mut Vec<Output>) {
        // Whoever takes the record in hand also says when play goes on.
        self.restoring = None;
        self.rebuild_position();
        self.placements_in_record();
        self.turn.presses.clear();
        self.wood.overrule(&self.position);
        self.clock_follows_record(at, out);
        self.ending_follows_record(at, out);
        self.compare(at, None, out);
    }
}
