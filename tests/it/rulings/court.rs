//! A table, the model beside it, and a referee who decides anything.

use kifud::clock::TimeControl;
use kifud::form::{StateForm, event_from_json, event_to_json};
use kifud::game::{
    AnswerData, Decision, Event, Folded, Game, Input, OverruleRequest, Phase, RuleRequest, RulingOutcome, RulingStatus, Verb,
};
use kifud::go::{Color, Place, Rules};
use kifud::referee::Kind;
use proptest::prelude::*;

use super::grounds::{Case, set_up};
use super::laws::Act;
use super::model::{About, Model, Ruled};
use super::sheet::Sheet;
use super::stones::Stones;
use super::time::Used;
use crate::table::{SETTLE, Table, settings, stamp};

const MAIN_MS: u64 = 10 * 3_600_000;

/// The game, the model, and everything that was told.
pub struct Court {
    pub(super) table: Table,
    pub(super) model: Model,
    /// What both have used, by the events.
    used: Used,
    /// As the journal has it.
    pub told: Vec<Event>,
    /// For a look at whether the law was tried.
    pub seen: Seen,
}

/// How often something was done.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seen {
    pub accepted: usize,
    pub refused: usize,
    pub went_on: usize,
    /// Plays that took stones, and of those the ones that took a single stone.
    pub took: usize,
    pub kos: usize,
    /// Plays that gave own stones up.
    pub gave_up: usize,
    /// Plays against the rules, by what they were.
    pub forbidden: usize,
    pub retaken: usize,
    pub repeated: usize,
    /// Of those the ones that were answered before anybody could say a word.
    pub answered: usize,
    /// Second plays in a row, and of those the ones that took stones.
    pub twice: usize,
    pub took_twice: usize,
    /// Decisions about plays against the rules that were carried out, and those that changed the record.
    pub ruled: usize,
    pub put_right: usize,
}

impl Court {
    pub fn open(case: Case) -> Court {
        let mut made = settings(case.ground.side());
        made.terms.rulebook = case.book;
        made.terms.rules = Rules::preset(case.law.name).expect("a preset");
        made.terms.time = Some(TimeControl::Absolute { main_ms: MAIN_MS });
        let mut table = Table::new(made);
        let size = table.grid.size();
        let (setup, opening) = case.ground.laid_out(size);
        if setup != Stones::none(size) {
            set_up(&mut table, &setup);
        }
        let mut sheet = Sheet::new(setup, size, case.law);
        for vertex in opening {
            let (color, word) = if sheet.to_move == Color::Black { (Color::Black, "black") } else { (Color::White, "white") };
            table.hold(&[&format!("{word} {vertex}")]).press(color);
            sheet.play(color, Place::At(table.point(vertex)), None);
        }
        table.wait(1_000);
        let model = Model { book: case.book, sheet, rulings: Vec::new(), natural: None };
        let clock = table.game.clock_document(stamp(table.now)).expect("a clock");
        let used = Used::from(table.game.book().clone(), stamp(table.now).wall, clock.players.map(|player| player.total_used_ms));
        let mut court = Court { table, model, used, told: Vec::new(), seen: Seen::default() };
        court.journal(false);
        court
    }

    pub(super) fn phase(&self) -> Phase {
        self.table.game.book().phase
    }

    pub fn act(&mut self, act: &Act) -> Result<(), TestCaseError> {
        match act {
            Act::Play(nth) if self.ready() => self.play(*nth),
            Act::Fight(nth) if self.ready() => self.fight(*nth),
            Act::Take(nth, late) if self.ready() => self.take(*nth, *late),
            Act::Retake(nth, answers) if self.ready() => self.retake(*nth, answers)?,
            Act::Round(answers) if self.ready() => self.round(answers)?,
            Act::Illegal(nth, answers) if self.ready() => self.illegal(*nth, answers)?,
            Act::Pass if self.quiet() => self.pass(),
            Act::Seize(play, stone) if self.quiet() => self.seize(*play, *stone),
            Act::Twice(nth) if self.ready() => self.twice(*nth)?,
            Act::Relocate(_) | Act::Shift(_) | Act::Lift(_) if self.quiet() => self.offence(act),
            Act::TakeBack => self.take_back(),
            Act::Repair => self.repair(),
            Act::Undo(moves) => self.undo(*moves),
            Act::Resume(force) => {
                self.table.ask(Verb::Resume { force: *force });
            }
            Act::Resign(black) if self.model.result().is_none() => {
                let color = if *black { Color::Black } else { Color::White };
                self.table.ask(Verb::Resign(color));
                self.model.natural = Some(if *black { "W+R" } else { "B+R" });
            }
            Act::Restart => self.restart(),
            Act::Wait(ms) => {
                self.table.wait(*ms);
            }
            Act::Rule(..) | Act::Replace(..) | Act::Overrule(..) | Act::ChiefRules(..) => self.decide(act)?,
            Act::Appeal(nth) => self.appeal(*nth)?,
            Act::TurnDown => self.turn_down()?,
            _ => {}
        }
        self.table.wait(200);
        self.journal(true);
        self.compare()
    }

    fn undo(&mut self, moves: u32) {
        let left = self.model.sheet.turns.len().checked_sub(moves as usize).filter(|_| self.model.result().is_none());
        self.table.ask(Verb::Undo { moves });
        let done = self.table.answers.last().is_some_and(|answer| answer.outcome.is_ok());
        assert_eq!(done, left.is_some());
        if let Some(left) = left {
            self.model.sheet = self.model.sheet.cut(left);
        }
    }

    /// Alerts that can be decided: open, or left open by the end.
    fn undecided(&self) -> Vec<kifud::game::Alert> {
        let book = self.table.game.book();
        let left = book.closed.iter().filter(|closed| closed.over && book.phase == Phase::Ended).map(|closed| &closed.alert);
        book.alerts.iter().chain(left).filter(|alert| alert.kind != Kind::Appeal).cloned().collect()
    }

    fn decide(&mut self, act: &Act) -> Result<(), TestCaseError> {
        let (what, nth, chief) = match act {
            Act::Rule(nth, what) | Act::Replace(nth, what) => (what, *nth, false),
            Act::Overrule(nth, what) | Act::ChiefRules(nth, what) => (what, *nth, true),
            _ => return Ok(()),
        };
        let decision = what.decision();
        let by_ruling = matches!(act, Act::Replace(..) | Act::Overrule(..));
        let replaced = by_ruling.then_some(self.model.rulings.len()).filter(|&many| many > 0).map(|many| nth % many);
        let open = self.undecided();
        let (alert, verb) = match replaced {
            Some(index) => {
                let Ruled { id, alert, .. } = self.model.rulings[index].clone();
                if alert.kind == Kind::Appeal {
                    return Ok(());
                }
                (
                    alert,
                    if chief {
                        overrule(Some(id), None, decision.clone())
                    } else {
                        replace(self.model.rulings[index].clone(), decision.clone())
                    },
                )
            }
            None if by_ruling || open.is_empty() => return Ok(()),
            None => {
                let alert = open[nth % open.len()].clone();
                let asked =
                    RuleRequest { game_id: None, alert: alert.id.clone(), rev: alert.rev, replaces: None, decision: decision.clone() };
                let verb = if chief { overrule(None, Some(&alert), decision.clone()) } else { Verb::Rule(Box::new(asked)) };
                (alert, verb)
            }
        };
        // A stone that another alert is about may be a play by whoever is to move after it: that is another story.
        let snapshot = self.table.game.snapshot(stamp(self.table.now).wall);
        if snapshot.discrepancies.iter().any(|differs| !alert.points.contains(&differs.point)) {
            self.repair();
            return Ok(());
        }
        let ruled_on = replaced.is_none() && self.model.rulings.iter().any(|ruled| ruled.holds && ruled.alert.id == alert.id);
        let settled = replaced.map(|index| &self.model.rulings[index]);
        let barred = ruled_on || settled.is_some_and(|old| !old.holds || (!chief && (old.appealed || old.chief)));
        let grid = self.table.grid.clone();
        let about = About { alert: &alert, replaced, chief, wood: &grid };
        let expected = if barred { None } else { self.model.decide(&about, &decision) };
        let was_over = self.model.result().is_some();
        self.table.ask(verb);
        match (self.table.answers.last().expect("an answer").outcome.clone(), expected) {
            (Ok(AnswerData::Ruled { ruling: Some(id), .. }), Some(ruled)) => {
                self.seen.accepted += 1;
                let before = self.model.sheet.clone();
                self.model.take(id, replaced, ruled);
                if alert.kind.is_illegal_play() && alert.color.is_some() {
                    self.seen.ruled += 1;
                    self.seen.put_right += usize::from(self.model.sheet != before);
                }
                self.seen.went_on += usize::from(was_over && self.model.result().is_none());
            }
            (Err(_), None) => self.seen.refused += 1,
            (outcome, expected) => {
                prop_assert!(false, "{:?} on {} {}: {:?}, expected {:?}", decision, alert.kind, alert.id, outcome, expected);
            }
        }
        Ok(())
    }

    fn appeal(&mut self, nth: usize) -> Result<(), TestCaseError> {
        let many = self.model.rulings.len();
        let Some(index) = (many > 0).then(|| nth % many) else { return Ok(()) };
        let ruled = &mut self.model.rulings[index];
        self.table.ask(Verb::Appeal { game_id: None, ruling: ruled.id.clone(), color: Color::White });
        let done = self.table.answers.last().is_some_and(|answer| answer.outcome.is_ok());
        prop_assert_eq!(done, ruled.holds && !ruled.appealed);
        ruled.appealed |= done;
        Ok(())
    }

    fn turn_down(&mut self) -> Result<(), TestCaseError> {
        let appeal = self.table.game.book().alerts.iter().find(|alert| alert.kind == Kind::Appeal).cloned();
        let Some(appeal) = appeal else { return Ok(()) };
        let of =
            self.table.game.book().rulings.iter().find(|ruling| ruling.appeal.as_ref() == Some(&appeal.id)).map(|ruling| ruling.id.clone());
        let grid = self.table.grid.clone();
        let about = About { alert: &appeal, replaced: None, chief: true, wood: &grid };
        let ruled = self.model.decide(&about, &Decision::plain(RulingOutcome::Dismiss)).expect("nothing follows from it");
        self.table.ask(overrule(None, Some(&appeal), Decision::plain(RulingOutcome::Dismiss)));
        let outcome = self.table.answers.last().expect("an answer").outcome.clone();
        let Ok(AnswerData::Ruled { ruling: Some(id), .. }) = outcome else { panic!("{outcome:?}") };
        self.model.take(id, None, ruled);
        self.model.rulings.iter_mut().filter(|ruled| Some(&ruled.id) == of.as_ref()).for_each(|ruled| ruled.appealed = false);
        Ok(())
    }

    /// What was told is written down, as the journal writes and reads it.
    pub(super) fn journal(&mut self, timed: bool) {
        let size = self.table.grid.size();
        let read = |event: Event| event_from_json(&event_to_json(&event, size), Some(size)).expect("our own");
        for event in self.table.events.drain(..).map(read) {
            if timed {
                self.used.take(&event);
            }
            self.told.push(event);
        }
        self.used.until(stamp(self.table.now).wall);
    }

    fn restored(&self) -> Game {
        let size = self.table.grid.size();
        let row = serde_json::to_string(&StateForm::new(&self.table.game.state(), "boot", size, None)).unwrap();
        let state = serde_json::from_str::<StateForm>(&row).unwrap().read("boot", stamp(self.table.now), size).unwrap();
        assert_eq!(state, self.table.game.state());
        let mut book = Folded::default();
        for event in self.told.iter().filter(|event| event.game_id == self.table.game.book().game_id) {
            book.apply(event).unwrap();
        }
        assert_eq!(&book, self.table.game.book(), "the events from the start");
        Game::restore(self.table.game.settings().clone(), state, book, stamp(self.table.now))
    }

    fn restart(&mut self) {
        self.journal(true);
        self.table.game = self.restored();
        self.table.give(Input::BoardBack);
        self.table.change(&[]).wait(SETTLE + 100);
    }

    /// The latest events, for whoever looks for what went wrong.
    pub(super) fn lately(&self) -> String {
        let told = self.told[self.told.len().saturating_sub(12)..].iter();
        told.map(|event| format!("\n{} {:.300?}", event.at.as_unix_ms(), event.body)).collect()
    }

    fn compare(&self) -> Result<(), TestCaseError> {
        let game = &self.table.game;
        let (record, sheet) = (game.record(), &self.model.sheet);
        let played: Vec<_> = record.moves.iter().map(|played| (played.color, played.place, played.forced)).collect();
        let turns: Vec<_> = sheet.turns.iter().map(|turn| (turn.color, turn.place, turn.forced)).collect();
        prop_assert_eq!(played, turns);
        prop_assert_eq!(record.edits.len(), sheet.edits.len());
        prop_assert_eq!(game.position().stones(), sheet.stones().all().to_vec());
        prop_assert_eq!(game.position().captured(), sheet.prisoners());
        prop_assert_eq!(game.position().to_move(), sheet.to_move);
        let ledger = game.book().ledger.map(|had| [had.cautions, had.warnings, had.conduct]);
        prop_assert_eq!(ledger, self.model.ledger());
        let result = game.book().result.as_ref().map(|result| (result.sgf(), result.state == kifud::game::ResultState::Changed));
        prop_assert_eq!(result, self.model.result().map(|(sgf, changed)| (sgf.to_owned(), changed)));
        prop_assert_eq!(self.phase() == Phase::Ended, self.model.result().is_some());
        let clock = game.clock_document(stamp(self.table.now)).expect("a clock");
        for color in [Color::Black, Color::White] {
            let expected = MAIN_MS as i64 - clock.players[color].total_used_ms as i64 + self.model.given_ms(color);
            prop_assert_eq!(clock.players[color].remaining_ms as i64, expected);
            prop_assert_eq!(clock.players[color].total_used_ms, self.used.ms[color], "{} has used: {}", color.name(), self.lately());
        }
        let status = |ruled: &Ruled| match (ruled.holds, ruled.appealed) {
            (true, false) => "standing",
            (true, true) => "appealed",
            (false, _) => "gone",
        };
        let said = |status: RulingStatus| match status {
            RulingStatus::Standing => "standing",
            RulingStatus::Appealed => "appealed",
            RulingStatus::Overruled | RulingStatus::Replaced => "gone",
        };
        let statuses: Vec<_> = game.book().rulings.iter().map(|ruling| (ruling.id.clone(), said(ruling.status))).collect();
        prop_assert_eq!(statuses, self.model.rulings.iter().map(|ruled| (ruled.id.clone(), status(ruled))).collect::<Vec<_>>());
        let restored = self.restored();
        prop_assert_eq!(restored.position().position_hash(), game.position().position_hash());
        prop_assert_eq!(restored.state(), game.state());
        prop_assert_eq!(restored.clock_document(stamp(self.table.now)), game.clock_document(stamp(self.table.now)));
        Ok(())
    }
}

fn overrule(ruling: Option<String>, alert: Option<&kifud::game::Alert>, decision: Decision) -> Verb {
    let (rev, alert) = (alert.map(|alert| alert.rev), alert.map(|alert| alert.id.clone()));
    Verb::Overrule(Box::new(OverruleRequest { game_id: None, ruling, alert, rev, decision }))
}

fn replace(old: Ruled, decision: Decision) -> Verb {
    Verb::Rule(Box::new(RuleRequest { game_id: None, alert: old.alert.id, rev: old.alert.rev, replaces: Some(old.id), decision }))
}
