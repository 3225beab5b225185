//! Decisions carried out: planned as a whole, then done as a whole.

use crate::go::Place;
use crate::referee::{BoardRemedy, Kind};
use crate::time::Mono;

use super::super::Game;
use super::super::event::{Alert, AlertState, CloseReason, EventBody, Phase, Severity};
use super::super::input::Output;
use super::super::ledger::Cites;
use super::super::request::{ErrorCode, RequestError};
use super::case::Case;
use super::clocks::Clocks;
use super::effects::Written;
use super::outcome::{Change, Outcome};
use super::verdict::Verdict;
use super::{Cause, Decision, Effects, OverruleRequest, RuleRequest, Ruling, RulingOutcome, RulingStatus, Why, refuse, words};

/// Everything that a decision will do.
struct Plan {
    case: Case,
    verdict: Verdict,
    /// Losses of the game by so many warnings that lose their ground with it.
    fallen: Vec<Ruling>,
    /// The record as it is to be.
    record: Option<Written>,
    clocks: Clocks,
    outcome: Outcome,
    effects: Effects,
}

impl Game {
    /// Decides an alert, or decides it anew. Everything that follows happens with it, or nothing does. Returns the ruling's id.
    pub(in super::super) fn rule(
        &mut self,
        at: Mono,
        by: Option<String>,
        asked: &RuleRequest,
        out: &mut Vec<Output>,
    ) -> Result<String, RequestError> {
        let case = self.case_of_rule(asked)?;
        let plan = self.plan(at, case, &asked.decision)?;
        Ok(self.carry_out_plan(at, by, plan, out))
    }

    /// The chief referee decides otherwise than a ruling, or decides an alert. Returns the ruling's id.
    pub(in super::super) fn overrule(
        &mut self,
        at: Mono,
        by: Option<String>,
        asked: &OverruleRequest,
        out: &mut Vec<Output>,
    ) -> Result<String, RequestError> {
        let case = self.case_of_overrule(asked)?;
        if case.alert.kind == Kind::Appeal {
            return self.turn_down(at, by, case, &asked.decision, out);
        }
        let plan = self.plan(at, case, &asked.decision)?;
        Ok(self.carry_out_plan(at, by, plan, out))
    }

    /// What will happen, or why it cannot.
    fn plan(&self, at: Mono, case: Case, decision: &Decision) -> Result<Plan, RequestError> {
        let verdict = self.verdict(&case, decision)?;
        self.may_decide(&case, &verdict)?;
        let replaced = case.replaced.as_ref();
        let given = self.ruling("", None, at, &case, &verdict, Effects::default());
        let fallen = self.without_ground(replaced, &given);
        if let Some(of_chief) = fallen.iter().find(|lost| (lost.chief || lost.status == RulingStatus::Appealed) && !case.chief) {
            return refuse(ErrorCode::NotAllowed, words::rests_on_it(of_chief));
        }
        let mut taken_back: Vec<&Ruling> = replaced.into_iter().chain(&fallen).collect();
        taken_back.sort_by_key(|old| self.book.rulings.iter().position(|ruling| ruling.id == old.id));
        let outcome = self.outcome_of(&taken_back, verdict.result.as_ref());
        let (record, before) = self.plan_record(&case, &verdict, &outcome)?;
        let over = matches!(outcome.change, Change::Ends(_) | Change::Changes(_)) || self.book.phase == Phase::Ended;
        let clocks = self.clocks_after(replaced, &verdict.clock, over && outcome.change != Change::GoesOn, at)?;
        let effects = Effects { record: before, clocks: clocks.before.clone(), result: outcome.before.clone() };
        Ok(Plan { case, verdict, fallen, record, clocks, outcome, effects })
    }

    /// The record as it is to be, and what must be kept of it as it was.
    fn plan_record(
        &self,
        case: &Case,
        verdict: &Verdict,
        outcome: &Outcome,
    ) -> Result<(Option<Written>, Option<super::RecordBefore>), RequestError> {
        let old = case.replaced.as_ref().map(|ruling| (ruling, ruling.effects.record.as_ref()));
        let done = old.and_then(|(_, record)| record);
        if self.book.record.is_none() {
            return if verdict.board == BoardRemedy::None && verdict.to_move.is_none() { Ok((None, None)) } else { self.no_record() };
        }
        let now = self.written();
        let goes_on = outcome.change == Change::GoesOn;
        // The moves of a game that is over, or ends with this, stay as they were played.
        if verdict.result.is_some() || (self.book.phase == Phase::Ended && !goes_on) {
            return if verdict.board == BoardRemedy::None && verdict.to_move.is_none() {
                Ok((None, done.cloned()))
            } else {
                refuse(ErrorCode::NotNow, "the game is over, and its moves stay as they were played: leave board and to_move out")
            };
        }
        let remedy = remedy(verdict.outcome, verdict.kind, verdict.board);
        let repeated = |ruling: &Ruling| {
            let before = ruling.kind.map(|kind| self::remedy(ruling.outcome, kind, ruling.board));
            before == Some(remedy) && ruling.to_move == verdict.to_move
        };
        let same = remedy == BoardRemedy::Stands || old.is_some_and(|(ruling, _)| repeated(ruling));
        let as_left = done.is_none_or(|done| self.left(&now) == done.left);
        let base = match (done, old) {
            (Some(done), Some((ruling, _))) if !same => {
                if !as_left {
                    return refuse(ErrorCode::Conflict, words::record_went_on(&ruling.id));
                }
                done.put_back(&now.record)
            }
            _ => now.clone(),
        };
        // The ruling's id is the next one that is issued.
        let id = self.ids.clone().next("r");
        let done_already = done.is_some() && same && remedy != BoardRemedy::Stands;
        let mut target = if done_already { base.clone() } else { self.remedied(&base, &case.alert, remedy, &id)? };
        if is_a_pass(verdict.outcome, verdict.kind, verdict.board)
            && let Some(last) = target.record.moves.last_mut().filter(|last| last.place == Place::Pass)
        {
            last.forced = false;
        }
        for played in target.record.moves.iter_mut().filter(|played| played.disputed.as_deref() == Some(case.alert.id.as_str())) {
            played.disputed = None;
        }
        target.to_move = verdict.to_move.unwrap_or(target.to_move);
        if target != now && !goes_on {
            self.need(&[Phase::Playing, Phase::Ending, Phase::Paused, Phase::Adjourned])?;
        }
        let before = match done {
            // What the one before did stays done: both are taken back together.
            Some(done) if same && as_left => Some(super::RecordBefore { left: self.left(&target), ..done.clone() }),
            Some(done) if same => Some(done.clone()),
            // Taken back, it leaves what was before it without the ruling in whose place it stands.
            _ => self.record_before(&base, &target),
        };
        Ok((Some(target), before))
    }

    fn no_record<T>(&self) -> Result<T, RequestError> {
        refuse(ErrorCode::NotNow, format!("there is no game whose board could be changed: it is {}", self.book.phase.name()))
    }

    /// From here on nothing fails.
    fn carry_out_plan(&mut self, at: Mono, by: Option<String>, plan: Plan, out: &mut Vec<Output>) -> String {
        let Plan { case, verdict, fallen, record, clocks, outcome, effects } = plan;
        let id = self.ids.next("r");
        // A result needs a game that it is the result of.
        if matches!(outcome.change, Change::Ends(_)) && self.book.record.is_none() {
            self.begin_unplayed(at, out);
        }
        let why = Why { by: by.clone(), because: id.clone() };
        let given = self.tally();
        let ruling = self.ruling(&id, by.clone(), at, &case, &verdict, effects);
        self.emit(at, EventBody::Ruling(ruling), out);
        let taken_back = case.replaced.as_ref().and_then(|old| old.cite.clone());
        let appeals: Vec<String> = case.appeal.iter().chain(fallen.iter().filter_map(|lost| lost.appeal.as_ref())).cloned().collect();
        for mut old in case.replaced.iter().chain(&fallen).cloned() {
            old.status = if case.chief { RulingStatus::Overruled } else { RulingStatus::Replaced };
            self.emit(at, EventBody::Ruling(old), out);
        }
        if outcome.change == Change::GoesOn {
            self.take_up_again(at, &id, out);
        }
        self.set_clocks(at, clocks, &why, out);
        let ended_unsaid = case.alert.kind == Kind::EndSuspected && self.book.phase == Phase::Ending;
        for decided in std::iter::once(&case.alert.id).chain(&appeals) {
            self.close(at, decided, CloseReason::Decided(id.clone()), out);
        }
        let marked = self.marked();
        let changed = record.is_some_and(|target| self.decide_the_record(at, &target, &case, &verdict, (&id, by), out));
        // A second play in a row was none, now that there is a pass before it: that is decided with the pass.
        let still = self.marked();
        let was_a_press = matches!(case.alert.kind, Kind::PassSignal | Kind::PressWithoutMove);
        let answered =
            |alert: &&Alert| was_a_press && alert.kind == Kind::DoubleMove && marked.contains(&alert.id) && !still.contains(&alert.id);
        let answered: Vec<String> = self.book.alerts.iter().filter(answered).map(|alert| alert.id.clone()).collect();
        for decided in answered {
            self.close(at, &decided, CloseReason::Decided(id.clone()), out);
        }
        self.open_again(at, &marked, out);
        self.coming_is_ruled(&case.alert);
        let cites = Cites { given: verdict.cite.as_ref(), taken_back: taken_back.as_ref() };
        self.enter_in_ledger(at, &given, &cites, verdict.result.is_some(), out);
        if ended_unsaid && verdict.outcome == RulingOutcome::Confirm && verdict.result.is_none() {
            // The players have ended the game: it is counted.
            self.begin_counting(at, &id, out);
        } else if verdict.board == BoardRemedy::Restore || (ended_unsaid && verdict.result.is_none()) {
            self.await_the_wood(at, &id, ended_unsaid, out);
        }
        let stays = outcome.change == Change::Stays;
        self.settle_result(at, outcome, &id, out);
        if changed && stays {
            self.consider(at, out);
        }
        id
    }

    /// The alerts whose stones are in the moves, marked.
    fn marked(&self) -> Vec<String> {
        self.record().moves.iter().filter_map(|played| played.disputed.clone()).collect()
    }

    /// The stones of alerts are marked again that were not before: what had been decided with a ruling that holds no more is open again, but
    /// for what has a ruling of its own.
    fn open_again(&mut self, at: Mono, before: &[String], out: &mut Vec<Output>) {
        let marked = self.marked();
        let ruled = |alert: &Alert| self.book.rulings.iter().any(|ruling| ruling.alert == alert.id && ruling.holds());
        let again = |alert: &&Alert| marked.contains(&alert.id) && !before.contains(&alert.id) && !ruled(alert);
        let again: Vec<Alert> =
            self.book.closed.iter().filter(|closed| !closed.over).map(|closed| &closed.alert).filter(again).cloned().collect();
        for alert in again {
            let open = Alert { rev: alert.rev + 1, state: AlertState::Open, ..alert };
            self.emit(at, EventBody::AlertChanged(self.by_book(open, Severity::Ruling, None)), out);
        }
    }

    /// Record and wood are as decided. True when anything about them may be another now.
    fn decide_the_record(
        &mut self,
        at: Mono,
        target: &Written,
        case: &Case,
        verdict: &Verdict,
        (ruling, by): (&str, Option<String>),
        out: &mut Vec<Output>,
    ) -> bool {
        let stones = self.position.stones();
        let passed = is_a_pass(verdict.outcome, verdict.kind, verdict.board);
        let pressed = self.turn.presses.first().map(|press| press.color);
        let changed = match verdict.color.filter(|&color| passed && pressed == Some(color) && self.to_move() == color) {
            // The press that was asked about ended the turn when it was made.
            Some(color) => {
                self.pass(at, color, Some(by.unwrap_or_else(|| "referee".to_owned())), out);
                true
            }
            None => self.write_record(at, target, &case.alert, ruling, out),
        };
        let points = self.decided_points(&case.alert, &stones);
        if points.is_empty() {
            return changed;
        }
        // What was decided outranks the sensors until they change. What is to be restored is waited for; where a stone that dropped may be
        // played freely, what stands is read as any play.
        let free = verdict.cause == Some(Cause::Dropped) && verdict.board == BoardRemedy::Retract;
        if verdict.board == BoardRemedy::Restore || case.alert.kind == Kind::EndSuspected || free {
            self.wood.believe_at(&points);
        } else if case.alert.kind != Kind::BoardTurned {
            self.wood.overrule_at(&self.position, &points);
        }
        self.wood.differing = super::super::wood::Differing::default();
        self.wood.changed = true;
        true
    }

    fn ruling(&self, id: &str, by: Option<String>, at: Mono, case: &Case, verdict: &Verdict, effects: Effects) -> Ruling {
        let Verdict { outcome, kind, color, board, clock, sanctions, to_move, cause, players_agree, cite, note, .. } = verdict.clone();
        Ruling {
            id: id.to_owned(),
            alert: case.alert.id.clone(),
            outcome,
            kind: Some(kind),
            color,
            sanctions,
            board,
            clock,
            to_move,
            cause,
            players_agree,
            cite,
            replaces: case.replaced.as_ref().map(|old| old.id.clone()),
            appeal: None,
            chief: case.chief,
            by,
            at: self.stamp(at).wall,
            status: RulingStatus::Standing,
            note,
            effects,
        }
    }
}

/// What a decision does to the record, a pass that is confirmed included.
fn remedy(outcome: RulingOutcome, kind: Kind, board: BoardRemedy) -> BoardRemedy {
    if is_a_pass(outcome, kind, board) { BoardRemedy::ForcedPass } else { board }
}

/// The press without a stone was a pass: nobody was forced to it.
fn is_a_pass(outcome: RulingOutcome, kind: Kind, board: BoardRemedy) -> bool {
    outcome == RulingOutcome::Confirm && kind == Kind::PassSignal && board == BoardRemedy::None
}
