//! Random games against an independent model: presses, pauses, resumes, take-backs, adjustments, captured stones that are lifted, and
//! packets that come late. Here the clock alone; `at_the_table` plays the same through a whole game.

mod at_the_table;
mod hand;
mod model;

use kifud::clock::{Block, Blocks, ClockHappening, GameClock, Reported, TimeControl, TurnStarts};
use kifud::go::Color;
use kifud::time::Mono;
use model::{Happened, SimpleClock, Told};

use crate::cases::say;

/// Numbers that look random (Steele, Lea and Flood 2014, SplitMix).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From `low` to `high`, both included.
    fn of(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    fn small(&mut self, low: u32, high: u32) -> u32 {
        self.of(low.into(), high.into()) as u32
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.of(1, n) == 1
    }
}

/// A game's control and the step that all its moments are multiples of: 1 ms with short times, half a second with times that are called.
fn control(dice: &mut Dice, kind: u64) -> (TimeControl, u64) {
    let china = kind == 10;
    let step = if china || dice.one_in(2) { 500 } else { 1 };
    let longest = if step == 1 { 60 } else { 140 };
    let ms = |dice: &mut Dice| step * dice.of(1, longest);
    let main = |dice: &mut Dice| if dice.one_in(3) { 0 } else { step * dice.of(1, 2 * longest) };
    let control = match kind {
        0 => TimeControl::Absolute { main_ms: 5 * ms(dice) },
        1 => TimeControl::ByoYomi { main_ms: main(dice), periods: dice.small(1, 5), period_ms: ms(dice) },
        2 => TimeControl::Canadian { main_ms: main(dice), period_ms: 2 * ms(dice), stones: dice.small(1, 5) },
        3 => {
            let count = dice.of(1, Blocks::MAX as u64);
            let list: Vec<Block> = (0..count).map(|_| Block { stones: dice.small(1, 4), period_ms: 2 * ms(dice) }).collect();
            TimeControl::Progressive { main_ms: main(dice), blocks: Blocks::new(&list).expect("they fit") }
        }
        4 => {
            let main_ms = 3 * ms(dice);
            let cap_ms = dice.one_in(2).then(|| main_ms + step * dice.of(0, longest));
            TimeControl::Fischer { main_ms, increment_ms: ms(dice), cap_ms, initial_bonus: dice.one_in(2) }
        }
        5 => TimeControl::Bronstein { main_ms: 3 * ms(dice), delay_ms: ms(dice) },
        6 => TimeControl::Delay { main_ms: 3 * ms(dice), delay_ms: ms(dice) },
        7 => TimeControl::Hourglass { main_ms: 3 * ms(dice) },
        8 => TimeControl::PerMove { period_ms: ms(dice) },
        9 => TimeControl::Nhk { period_ms: ms(dice), units: dice.small(0, 5), unit_ms: ms(dice) },
        10 => {
            let reserve_ms = 60_000 * dice.of(1, 4);
            TimeControl::ChinaReserve { main_ms: reserve_ms + main(dice), reserve_ms }
        }
        11 => {
            let (fraction, periods) = (dice.small(1, 7), dice.small(1, 4));
            // With a step of 1 ms the basic time need not divide.
            let main_ms = if step == 1 { ms(dice) + u64::from(fraction) } else { u64::from(fraction) * ms(dice) };
            TimeControl::IngPenalty { main_ms, periods, fraction, points: dice.small(0, 3) }
        }
        _ => TimeControl::IngSeconds { main_ms: main(dice), periods: dice.small(1, 4), period_ms: ms(dice) },
    };
    assert_eq!(control.check(), Ok(()));
    (control, step)
}

fn at(ms: u64) -> Mono {
    Mono::from_millis(1_000_000 + ms)
}

fn timed(happened: &Happened) -> Vec<(Mono, ClockHappening)> {
    happened.iter().map(|&(moment, what)| (at(moment), what)).collect()
}

fn same(told: &Told, reported: &Reported, what: &str) {
    assert_eq!((&timed(&told.happened), &told.withdrawn), (&reported.happened, &reported.withdrawn), "{what}: the model first");
}

/// The model's copies of the moments at which turns began, after so many moves: what a take-back goes back to.
#[derive(Default)]
struct Kept(Vec<(u32, SimpleClock)>);

impl Kept {
    fn begins(&mut self, after: u32, model: &SimpleClock) {
        self.0.retain(|(before, _)| *before < after);
        self.0.push((after, model.clone()));
        if self.0.len() > TurnStarts::MAX {
            self.0.remove(0);
        }
    }

    fn given(&mut self, color: Color, ms: i64, count: i32) {
        self.0.retain_mut(|(_, model)| model.given(color, ms, count));
    }

    /// The beginning of the turn after so many moves, or of the first one after it that is known.
    fn back_to(&mut self, left: u32) -> Option<SimpleClock> {
        let index = self.0.iter().position(|(after, _)| *after >= left)?;
        let copy = self.0[index].1.clone();
        self.0.truncate(index);
        self.0.push((left, copy.clone()));
        Some(copy)
    }
}

fn whose_turn(after: u32) -> Color {
    if after.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// A game under way, in the clock and in the model, with what take-backs go back to.
struct Game {
    clock: GameClock,
    model: SimpleClock,
    moves: u32,
    starts: TurnStarts,
    kept: Kept,
    now: u64,
    step: u64,
}

/// What was compared.
#[derive(Debug, Default)]
struct Counts {
    deeds: u64,
    presses: u64,
    late: u64,
    withdrawn: u64,
    take_backs: u64,
    held: u64,
    adjustments: u64,
    happenings: u64,
    flags: u64,
}

impl Game {
    fn compare(&mut self, dice: &mut Dice, counts: &mut Counts) {
        let (told, happened) = (timed(&self.model.advance(self.now)), self.clock.advance(at(self.now)));
        assert_eq!(told, happened, "what happens by itself until {}: the model first", self.now);
        counts.happenings += told.len() as u64;
        counts.flags += told.iter().filter(|(_, what)| matches!(what, ClockHappening::Flagged(_))).count() as u64;
        assert_eq!(self.model.view(self.now), self.clock.view(at(self.now)), "what is left at {}: the model first", self.now);
        assert_eq!(Some(self.model.turn_used(self.now)), self.clock.turn_used_ms(at(self.now)), "used in the turn: the model first");
        let turn = self.clock.turn.expect("a turn");
        assert_eq!(
            (self.model.turn.color, self.model.turn.paused.is_some(), self.model.turn.held.is_some()),
            (turn.color, turn.until.is_some(), turn.held.is_some()),
            "whose turn it is, paused, held"
        );
        const AHEAD: u64 = 30;
        if dice.one_in(4) {
            let runs = self.model.turn.paused.is_none() && self.model.turn.held.is_none();
            let next = if runs { self.model.next(self.now, AHEAD) } else { None };
            let horizon = at(self.now + AHEAD * self.step);
            assert_eq!(next.map(at), self.clock.deadline().filter(|&moment| moment <= horizon), "the next moment: the model first");
        }
    }

    /// A stamp that may lie before what has been looked at already, and even before the turn: the packet is late.
    fn stamp(&self, dice: &mut Dice, counts: &mut Counts) -> u64 {
        if !dice.one_in(3) {
            return self.now;
        }
        counts.late += 1;
        let late = self.step * dice.of(1, 20);
        self.now.saturating_sub(late)
    }

    fn press(&mut self, dice: &mut Dice, counts: &mut Counts) {
        let stamp = self.stamp(dice, counts);
        let color = self.model.turn.color;
        if dice.one_in(10) {
            let before = self.clock.clone();
            assert_eq!(self.clock.press(color.opponent(), at(stamp)), None, "it is the other player's turn");
            assert_eq!(self.clock, before);
        }
        let completed = !dice.one_in(12);
        let (used, overrun, told) = self.model.end_turn(stamp, completed);
        let time = if completed { self.clock.press(color, at(stamp)) } else { self.clock.start(color.opponent(), at(stamp)) };
        let time = time.expect("a turn has ended");
        assert_eq!((used, overrun), (time.used_ms, time.overrun_ms), "used and over: the model first");
        same(&told, &time.reported, "the end of the turn");
        self.moves += 1;
        self.starts.begins(self.clock.turn_start(self.moves));
        self.kept.begins(self.moves, &self.model);
        counts.presses += 1;
        counts.withdrawn += told.withdrawn.len() as u64;
    }

    fn deed(&mut self, dice: &mut Dice, counts: &mut Counts) {
        match dice.of(1, 24) {
            1..=12 => self.press(dice, counts),
            21..=22 if self.model.turn.paused.is_none() && self.model.turn.held.is_none() => {
                let stamp = self.stamp(dice, counts);
                let told = self.model.hold(stamp);
                same(&told, &self.clock.hold(at(stamp)), "captured stones to lift");
                counts.held += 1;
            }
            21..=24 => {
                self.model.release(self.now);
                self.clock.release(at(self.now));
            }
            13..=14 if self.model.turn.paused.is_none() => {
                let stamp = self.stamp(dice, counts);
                let told = self.model.pause(stamp);
                same(&told, &self.clock.pause(at(stamp)), "the pause");
                counts.withdrawn += told.withdrawn.len() as u64;
            }
            13..=16 => {
                self.model.resume(self.now);
                self.clock.resume(at(self.now));
            }
            17 if self.moves > 0 => {
                let left = dice.of(0, u64::from(self.moves) - 1) as u32;
                let (start, copy) = (self.starts.back_to(left), self.kept.back_to(left));
                assert_eq!(start.is_some(), copy.is_some(), "what is known of the turn after {left} moves");
                if let (Some(start), Some(copy)) = (start, copy) {
                    self.clock.take_back(&start, whose_turn(left), at(self.now));
                    self.model.back_to(&copy, whose_turn(left), self.now);
                    self.moves = left;
                    counts.take_backs += 1;
                }
            }
            18..=19 => {
                let color = if dice.one_in(2) { Color::Black } else { Color::White };
                let ms = self.step as i64 * (dice.of(0, 60) as i64 - 30);
                let count = if dice.one_in(3) { dice.of(0, 2) as i32 - 1 } else { 0 };
                let done = self.model.adjust(color, ms, count, self.now);
                let result = self.clock.adjust(color, ms, count, at(self.now));
                assert_eq!(done, result.is_ok(), "{color:?} is given {ms} ms and {count}: {result:?}");
                if done {
                    self.starts.adjusted(&self.clock.control, color, ms, count);
                    self.kept.given(color, ms, count);
                    counts.adjustments += 1;
                }
            }
            _ => {
                self.model.turn.confirmed = true;
                self.clock.confirm_flag();
            }
        }
    }
}

fn play(seed: u64, counts: &mut Counts) {
    const DEEDS: u64 = 40;
    let mut dice = Dice(seed);
    let (control, step) = control(&mut dice, seed % 13);
    let (mut clock, model) = (GameClock::new(control), SimpleClock::new(control, step));
    assert_eq!(model.view(0), clock.view(at(0)), "before the game: the model first");
    clock.start(Color::Black, at(0));
    let (mut starts, mut kept) = (TurnStarts::default(), Kept::default());
    starts.begins(clock.turn_start(0));
    kept.begins(0, &model);
    let mut game = Game { clock, model, moves: 0, starts, kept, now: 0, step };
    for _ in 0..DEEDS {
        // Mostly short thoughts, so that a game lasts, and some that fill periods.
        game.now += step * if dice.one_in(6) { dice.of(0, 200) } else { dice.of(0, 25) };
        game.compare(&mut dice, counts);
        game.deed(&mut dice, counts);
        game.compare(&mut dice, counts);
        counts.deeds += 1;
    }
}

/// Equal to the millisecond: what is left, in which part, used time, overruns, and the moment and order of everything that happens.
#[test]
fn random_games_are_timed_as_a_simple_model_times_them() {
    let games = if std::env::var_os("KIFUD_LONG").is_some() { 300_000 } else { 10_000 };
    let mut counts = Counts::default();
    for seed in 0..games {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(seed, &mut counts)));
        if let Err(panic) = result {
            say(&format!("\nthe game with seed {seed}, {:?}", control(&mut Dice(seed), seed % 13)));
            std::panic::resume_unwind(panic);
        }
    }
    say(&format!("\n{games} random games as the simple model: {counts:?}"));
    assert!(counts.late > games && counts.withdrawn > 100 && counts.flags > 100 && counts.adjustments > games, "{counts:?}");
    assert!(counts.take_backs > games && counts.held > games, "{counts:?}");
}
