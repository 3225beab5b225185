//! One player's time, counted down step by step, as one would with a stopwatch and a sheet of paper. Shares no code with the clock.

use kifud::clock::{Block, Call, ClockHappening, PlayerClockState, PlayerPhase, TimeControl};
use kifud::go::Color;

/// What runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Main,
    Overtime,
    Over,
}

/// One player's sheet. A system uses the columns that it needs.
#[derive(Debug, Clone, Copy)]
pub struct Hand {
    pub part: Part,
    /// Left of what runs, in ms.
    pub left: u64,
    /// Periods, minutes or units left; in main time those to come.
    pub periods: u32,
    pub stones: u32,
    pub block: usize,
    pub in_unit: bool,
    pub ing_part: u32,
    /// Thought in this turn, for Bronstein.
    pub thought: u64,
    /// Left of this turn's delay.
    pub free: u64,
    pub used: u64,
    pub overrun: u64,
}

fn blocks(control: &TimeControl) -> Vec<Block> {
    match control {
        TimeControl::Canadian { period_ms, stones, .. } => vec![Block { stones: *stones, period_ms: *period_ms }],
        TimeControl::Progressive { blocks, .. } => blocks.as_slice().to_vec(),
        _ => vec![],
    }
}

/// Number and length of the periods of a system that has such.
fn periods(control: &TimeControl) -> Option<(u32, u64)> {
    match *control {
        TimeControl::ByoYomi { periods, period_ms, .. } | TimeControl::IngSeconds { periods, period_ms, .. } => Some((periods, period_ms)),
        TimeControl::PerMove { period_ms } => Some((1, period_ms)),
        TimeControl::ChinaReserve { reserve_ms, .. } => Some(((reserve_ms / 60_000) as u32, 60_000)),
        _ => None,
    }
}

impl Hand {
    pub fn new(control: &TimeControl) -> Hand {
        let mut hand = Hand {
            part: Part::Main,
            left: 0,
            periods: periods(control).map_or(0, |(count, _)| count),
            stones: 0,
            block: 0,
            in_unit: false,
            ing_part: 0,
            thought: 0,
            free: 0,
            used: 0,
            overrun: 0,
        };
        match *control {
            TimeControl::Nhk { period_ms, units, .. } => {
                (hand.part, hand.left, hand.periods) = (Part::Overtime, period_ms, units);
                return hand;
            }
            TimeControl::Fischer { main_ms, increment_ms, cap_ms, initial_bonus: true } => {
                hand.left = (main_ms + increment_ms).min(cap_ms.unwrap_or(u64::MAX));
                return hand;
            }
            TimeControl::PerMove { .. } => {}
            TimeControl::ChinaReserve { main_ms, reserve_ms } => hand.left = main_ms - reserve_ms,
            TimeControl::Delay { delay_ms, main_ms } => (hand.left, hand.free) = (main_ms, delay_ms),
            _ => hand.left = control.main_ms(),
        }
        if hand.left == 0 {
            hand.begin_overtime(control);
        }
        hand
    }

    /// Main time is gone. True when there is something after it.
    fn begin_overtime(&mut self, control: &TimeControl) -> bool {
        if let Some((_, length)) = periods(control) {
            self.left = length;
            if self.periods == 0 {
                return false;
            }
        } else if let Some(first) = blocks(control).first() {
            (self.left, self.stones, self.block) = (first.period_ms, first.stones, 0);
        } else if let TimeControl::IngPenalty { .. } = control {
            self.ing_part = 1;
            self.left = ing_end(control, 1);
        } else {
            return false;
        }
        self.part = Part::Overtime;
        true
    }

    fn over(&mut self, color: Color) -> Option<ClockHappening> {
        (self.part, self.left, self.overrun) = (Part::Over, 0, 0);
        Some(ClockHappening::Flagged(color))
    }

    /// One step of the stopwatch passes in this player's turn.
    pub fn tick(&mut self, control: &TimeControl, step: u64, color: Color) -> Option<ClockHappening> {
        self.used += step;
        match self.part {
            Part::Over => {
                self.overrun += step;
                return None;
            }
            Part::Main if self.free > 0 => {
                self.free -= step;
                return None;
            }
            Part::Main => {
                self.thought += step;
                self.left -= step;
                if self.left > 0 {
                    return None;
                }
                if !self.begin_overtime(control) {
                    return self.over(color);
                }
                return Some(match control {
                    TimeControl::IngPenalty { .. } => ClockHappening::Penalty { color, period: 1 },
                    _ => ClockHappening::PeriodEntered(color),
                });
            }
            Part::Overtime => self.left -= step,
        }
        if self.left == 0 { self.filled(control, color) } else { self.called(control, color) }
    }

    /// What ran in overtime is filled.
    fn filled(&mut self, control: &TimeControl, color: Color) -> Option<ClockHappening> {
        if let Some((_, length)) = periods(control) {
            self.periods -= 1;
            self.left = length;
            if self.periods == 0 {
                return self.over(color);
            }
            return Some(ClockHappening::PeriodUsed { color, periods_left: self.periods });
        }
        match *control {
            TimeControl::Nhk { unit_ms, .. } if self.periods > 0 => {
                (self.periods, self.in_unit, self.left) = (self.periods - 1, true, unit_ms);
                Some(ClockHappening::PeriodUsed { color, periods_left: self.periods })
            }
            TimeControl::IngPenalty { periods, .. } if self.ing_part < periods => {
                self.left = ing_end(control, self.ing_part + 1) - ing_end(control, self.ing_part);
                self.ing_part += 1;
                Some(ClockHappening::Penalty { color, period: self.ing_part })
            }
            _ => self.over(color),
        }
    }

    /// Seconds are called: 30, 20, 10, 5, 2 left of what runs, of the very last 30, 20 and the last ten one by one.
    fn called(&self, control: &TimeControl, color: Color) -> Option<ClockHappening> {
        let (length_ms, last) = match *control {
            TimeControl::Nhk { period_ms, unit_ms, .. } => (if self.in_unit { unit_ms } else { period_ms }, self.periods == 0),
            _ => (periods(control)?.1, self.periods == 1),
        };
        let left_s = self.left / 1_000;
        let spoken = matches!(left_s, 30 | 20) || if last { left_s <= 10 } else { matches!(left_s, 10 | 5 | 2) };
        (self.left.is_multiple_of(1_000) && spoken && self.left < length_ms)
            .then_some(ClockHappening::Called { color, call: Call { length_ms, left_s, last } })
    }

    /// The turn is completed: what that earns.
    pub fn complete(&mut self, control: &TimeControl) {
        if self.part == Part::Over {
            return;
        }
        match *control {
            TimeControl::Fischer { increment_ms, cap_ms, .. } => {
                let full = self.left + increment_ms;
                self.left = self.left.max(full.min(cap_ms.unwrap_or(full)));
            }
            TimeControl::Bronstein { delay_ms, .. } => self.left += self.thought.min(delay_ms),
            TimeControl::Delay { delay_ms, .. } => self.free = delay_ms,
            TimeControl::Nhk { period_ms, .. } => (self.left, self.in_unit) = (period_ms, false),
            _ => {}
        }
        self.thought = 0;
        if self.part != Part::Overtime {
            return;
        }
        if let Some((_, length)) = periods(control) {
            self.left = length;
        }
        let blocks = blocks(control);
        if !blocks.is_empty() {
            self.stones -= 1;
            if self.stones == 0 {
                self.block = (self.block + 1).min(blocks.len() - 1);
                (self.left, self.stones) = (blocks[self.block].period_ms, blocks[self.block].stones);
            }
        }
    }

    /// Time and periods given or taken by a person; `None` when nothing would be left, or the system has no such periods.
    pub fn adjusted(&self, control: &TimeControl, ms: i64, count: i32) -> Option<Hand> {
        let mut hand = *self;
        let sum = |have: u32| u32::try_from(i64::from(have) + i64::from(count)).ok();
        match (self.part, periods(control)) {
            (Part::Over, _) => hand.revive(control, count)?,
            (_, Some(_)) => hand.periods = sum(hand.periods).filter(|&left| left > 0)?,
            (Part::Overtime, None) => match control {
                TimeControl::Nhk { .. } => hand.periods = sum(hand.periods)?,
                TimeControl::IngPenalty { periods, .. } => {
                    let part = i64::from(hand.ing_part) - i64::from(count);
                    hand.ing_part = u32::try_from(part).ok().filter(|part| (1..=*periods).contains(part))?;
                }
                _ => hand.stones = sum(hand.stones).filter(|&stones| stones > 0 && stones <= blocks(control)[self.block].stones)?,
            },
            (Part::Main, None) if count != 0 => return None,
            (Part::Main, None) => {}
        }
        let left = hand.left as i64 + ms;
        if left > 0 {
            hand.left = left as u64;
            return Some(hand);
        }
        (hand.part == Part::Main && hand.begin_overtime(control)).then_some(hand)
    }

    /// The last part of the system, with nothing left of it but a whole period that was given.
    fn revive(&mut self, control: &TimeControl, count: i32) -> Option<()> {
        let given = u32::try_from(count).ok()?;
        (self.part, self.left, self.overrun, self.thought, self.free) = (Part::Overtime, 0, 0, 0, 0);
        if let Some((_, length)) = periods(control) {
            (self.left, self.periods) = if given > 0 { (length, given) } else { (0, 1) };
            return Some(());
        }
        match *control {
            TimeControl::Nhk { unit_ms, .. } => {
                (self.left, self.periods, self.in_unit) = (if given > 0 { unit_ms } else { 0 }, given.saturating_sub(1), true);
                return Some(());
            }
            TimeControl::IngPenalty { periods, .. } => {
                self.ing_part = periods.checked_sub(given).filter(|&part| part > 0)?;
                return Some(());
            }
            TimeControl::Canadian { .. } | TimeControl::Progressive { .. } => {
                (self.stones, self.block) = (1, blocks(control).len() - 1);
            }
            _ => self.part = Part::Main,
        }
        (given == 0).then_some(())
    }

    /// What a display shows.
    pub fn shown(&self, control: &TimeControl, provisional: bool) -> PlayerClockState {
        let phase = match (self.part, control) {
            (Part::Over, _) => PlayerPhase::Flagged { provisional },
            (Part::Main, _) => PlayerPhase::Main,
            (_, TimeControl::ChinaReserve { .. }) => PlayerPhase::Reserve { minutes_left: self.periods },
            (_, TimeControl::Nhk { .. }) => PlayerPhase::Nhk { units_left: self.periods, in_unit: self.in_unit },
            (_, TimeControl::IngPenalty { points, .. }) => {
                PlayerPhase::IngPenalty { period: self.ing_part, penalty_points: points * self.ing_part }
            }
            (_, TimeControl::Canadian { .. } | TimeControl::Progressive { .. }) => {
                PlayerPhase::Canadian { stones_left: self.stones, block: self.block as u32 }
            }
            _ => PlayerPhase::ByoYomi { periods_left: self.periods },
        };
        let has_delay = matches!(control, TimeControl::Delay { .. }) && self.part == Part::Main;
        PlayerClockState { phase, remaining_ms: self.left, total_used_ms: self.used, delay_left_ms: has_delay.then_some(self.free) }
    }
}

/// The overtime at which so many parts of it are used: the first ms at which `fraction` times it reaches as many basic times.
fn ing_end(control: &TimeControl, parts: u32) -> u64 {
    let TimeControl::IngPenalty { main_ms, fraction, .. } = *control else { panic!("no Ing overtime") };
    let (all, fraction) = (main_ms * u64::from(parts), u64::from(fraction));
    let mut end = all / fraction;
    while end * fraction < all {
        end += 1;
    }
    end
}
