//! Random games through the whole game, as a table plays them: stones put by hand, presses in packets that come late, the clock stopped and
//! started, pauses, moves taken back, time given and taken, the calendar set, the daemon started anew. What the `clock` document shows is
//! compared with the same simple model.

use kifud::clock::{PlayerClockState, PlayerPhase};
use kifud::game::{ErrorCode, Phase, Profile, Verb};
use kifud::go::{Color, Place, Point};

use super::model::SimpleClock;
use super::{Dice, Kept, control, whose_turn};
use crate::cases::say;
use crate::recovery::stored_and_read;
use crate::table::{Table, settings, stamp};

/// A table and the model beside it.
struct Hall {
    table: Table,
    model: SimpleClock,
    kept: Kept,
    /// The model's time begins here.
    began: u64,
    step: u64,
    /// Moves whose turns have ended.
    moves: u32,
    /// The stone of the player to move lies since then, and was not pressed for.
    open: Option<u64>,
    /// Play was paused then.
    paused: Option<u64>,
}

/// What was tried.
#[derive(Debug, Default)]
struct Counts {
    presses: u64,
    late: u64,
    over_a_pause: u64,
    ignored: u64,
    pauses: u64,
    take_backs: u64,
    adjustments: u64,
    calendars: u64,
    restarts: u64,
    flagged: u64,
}

/// What is compared: whether a flag may still be taken back is another matter.
fn shown(state: PlayerClockState) -> PlayerClockState {
    let phase = match state.phase {
        PlayerPhase::Flagged { .. } => PlayerPhase::Flagged { provisional: false },
        phase => phase,
    };
    PlayerClockState { phase, ..state }
}

impl Hall {
    fn new(dice: &mut Dice, kind: u64) -> Hall {
        let (control, step) = control(dice, kind);
        let mut made = settings(9);
        made.terms.profile = Profile::RecordOnly;
        let mut table = Table::timed(made, control);
        table.done(Verb::StartGame(Box::default())).done(Verb::StartClock);
        let model = SimpleClock::new(control, step);
        let mut kept = Kept::default();
        kept.begins(0, &model);
        let began = table.now;
        Hall { table, model, kept, began, step, moves: 0, open: None, paused: None }
    }

    /// The moment as the model counts.
    fn at(&self, moment: u64) -> u64 {
        moment - self.began
    }

    fn now(&self) -> u64 {
        self.at(self.table.now)
    }

    /// A point on which no stone captures or is captured: none of them has a neighbour.
    fn free(&self) -> Place {
        let position = self.table.game.position();
        let apart = |point: &Point| point.col.is_multiple_of(2) && point.row.is_multiple_of(2) && position.get(*point).is_none();
        Place::At(self.table.grid.size().points().find(apart).expect("fewer moves than points"))
    }

    fn compare(&self, counts: &mut Counts) {
        let document = self.table.game.clock_document(stamp(self.table.now)).expect("a clock is kept");
        let told = self.model.view(self.now());
        assert_eq!(told.map(shown), document.players.map(shown), "at {}: the model first", self.now());
        assert_eq!(Some(self.model.turn_used(self.now())), document.turn_used_ms, "used in the turn: the model first");
        let running = self.model.turn.paused.is_none().then_some(self.model.turn.color);
        assert_eq!(running, document.running, "whose time runs: the model first");
        let over = |color: Color| matches!(told[color].phase, PlayerPhase::Flagged { .. });
        counts.flagged += u64::from(Color::BOTH.into_iter().any(over));
    }

    /// A stone, if none lies already; else its press, which may be heard long after it was made.
    fn play_or_press(&mut self, dice: &mut Dice, counts: &mut Counts) {
        let color = whose_turn(self.moves);
        let Some(lies) = self.open else {
            if self.paused.is_none() && self.moves < 20 {
                self.table.done(Verb::Play { color, place: self.free() });
                self.open = Some(self.table.now);
            }
            return;
        };
        let since = (self.table.now - lies) / self.step;
        let pressed = if dice.one_in(2) { self.table.now } else { self.table.now - self.step * dice.of(0, since) };
        let before = self.table.game.clock_document(stamp(self.table.now));
        self.table.press_at(color, pressed);
        if self.paused.is_some_and(|paused| pressed >= paused) {
            assert_eq!(self.table.game.clock_document(stamp(self.table.now)), before, "nobody presses in a pause");
            counts.ignored += 1;
            return;
        }
        counts.over_a_pause += u64::from(self.paused.is_some());
        counts.late += u64::from(pressed < self.table.now);
        counts.presses += 1;
        self.model.end_turn(self.at(pressed), true);
        self.moves += 1;
        self.open = None;
        self.kept.begins(self.moves, &self.model);
    }

    fn take_back(&mut self, dice: &mut Dice, counts: &mut Counts) {
        let all = self.moves + u32::from(self.open.is_some());
        if all == 0 {
            return;
        }
        let moves = dice.small(1, all.min(4));
        self.table.done(Verb::Undo { moves });
        self.open = None;
        let left = all - moves;
        if left < self.moves {
            let (color, now) = (whose_turn(left), self.now());
            if let Some(copy) = self.kept.back_to(left) {
                self.model.back_to(&copy, color, now);
            } else if self.model.turn.color != color {
                // What was taken since could not have been taken then: the times stay, and the turn is cut off.
                let stands = self.model.turn.paused.is_some();
                self.model.end_turn(now, false);
                self.kept.begins(left, &self.model);
                if stands {
                    self.model.pause(now);
                }
            }
            self.moves = left;
        }
        counts.take_backs += 1;
    }

    fn deed(&mut self, dice: &mut Dice, counts: &mut Counts) {
        let stands = self.model.turn.paused.is_some();
        match dice.of(1, 20) {
            1..=12 => self.play_or_press(dice, counts),
            // Play is interrupted, by whom it is asked to be.
            13 if self.paused.is_none() => {
                self.table.done(Verb::Pause { reason: "lunch".to_owned(), until: None });
                self.paused = Some(self.table.now);
                if !stands {
                    self.model.pause(self.now());
                }
                counts.pauses += 1;
            }
            13..=15 if self.paused.is_some() => {
                self.table.done(Verb::Resume { force: true });
                self.paused = None;
                self.model.resume(self.now());
            }
            // The clock alone stands: stones are counted out, and play and presses count.
            14 if !stands => {
                self.table.done(Verb::StopClock);
                self.model.pause(self.now());
                counts.pauses += 1;
            }
            14..=16 if self.paused.is_none() => {
                self.table.done(Verb::StartClock);
                self.model.resume(self.now());
            }
            17..=18 => self.take_back(dice, counts),
            19 => {
                let color = if dice.one_in(2) { Color::Black } else { Color::White };
                let delta_ms = self.step as i64 * (dice.of(0, 60) as i64 - 30);
                let periods_delta = if dice.one_in(3) { dice.of(0, 2) as i32 - 1 } else { 0 };
                self.table.ask(Verb::AdjustClock { color, delta_ms, periods_delta, reason: "a ruling".to_owned() });
                let answer = self.table.answers.last().expect("an answer").outcome.as_ref().map_err(|error| error.code);
                let done = self.model.adjust(color, delta_ms, periods_delta, self.now());
                assert_eq!(done, answer.is_ok(), "{color:?} is given {delta_ms} ms and {periods_delta}: {answer:?}");
                assert!(done || answer == Err(ErrorCode::Conflict), "{answer:?}");
                if done {
                    self.kept.given(color, delta_ms, periods_delta);
                    counts.adjustments += 1;
                }
            }
            // Somebody sets the calendar by hours: nobody's time is any other.
            20 if !dice.one_in(8) => {
                self.table.calendar += (dice.of(0, 20) as i64 - 10) * 3_600_000;
                self.table.wait(0);
                counts.calendars += 1;
            }
            _ => {
                let (game, now) = (&self.table.game, stamp(self.table.now));
                self.table.game = stored_and_read(game, &self.table.events, "boot", "boot", now);
                counts.restarts += 1;
            }
        }
    }
}

fn play(seed: u64, counts: &mut Counts) {
    const DEEDS: u64 = 20;
    let mut dice = Dice(seed);
    let mut hall = Hall::new(&mut dice, seed % 13);
    hall.compare(counts);
    for _ in 0..DEEDS {
        hall.table.wait(hall.step * if dice.one_in(6) { dice.of(0, 200) } else { dice.of(0, 25) });
        hall.compare(counts);
        hall.deed(&mut dice, counts);
        hall.compare(counts);
    }
    assert_ne!(hall.table.game.book().phase, Phase::Ended);
}

/// Equal to the millisecond, at every table: presses by their stamps, pauses, take-backs, adjustments, in every time system. A game at a table
/// takes longer than one of the clock alone, of which there are 10,000.
#[test]
fn random_games_at_a_table_are_timed_as_a_simple_model_times_them() {
    let games = if std::env::var_os("KIFUD_LONG").is_some() { 100_000 } else { 1_500 };
    let mut counts = Counts::default();
    for seed in 0..games {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(seed, &mut counts)));
        if let Err(panic) = result {
            say(&format!("\nthe game with seed {seed}, {:?}", control(&mut Dice(seed), seed % 13)));
            std::panic::resume_unwind(panic);
        }
    }
    say(&format!("\n{games} random games at a table as the simple model: {counts:?}"));
    assert!(counts.presses > 3 * games && counts.late > games && counts.take_backs > games && counts.pauses > games, "{counts:?}");
    assert!(counts.calendars > games / 4 && counts.restarts > games / 8, "{counts:?}");
    assert!(
        [counts.over_a_pause, counts.ignored, counts.adjustments, counts.flagged].iter().all(|&count| count > games / 40),
        "{counts:?}"
    );
}
