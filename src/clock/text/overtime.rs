//! The overtime in words, as SGF's OT has it.

use super::super::control::MINUTE_MS;
use super::super::{Block, Blocks, TimeControl};
use super::lexer::{Piece, pieces};
use super::{TimeTextError, playable, seconds};

/// What the words of a text say that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    ByoYomi,
    Canadian,
    Progressive,
    Fischer,
    Bronstein,
    Delay,
    Hourglass,
    PerMove,
    Nhk,
    ChinaReserve,
    IngPenalty,
    IngSeconds,
}

/// A text in pieces, its words taken out.
#[derive(Debug, Default)]
struct Reading {
    system: Option<System>,
    initial_bonus: bool,
    cap_ms: Option<u64>,
    /// Penalty points.
    points: Option<u32>,
    /// Numbers, times and marks.
    rest: Vec<Piece>,
}

impl TimeControl {
    /// The control of a main time and an overtime in words, as in SGF's OT.
    ///
    /// Read are the forms of KGS and OGS ("5x30 byo-yomi", "25/600 Canadian", "30 fischer", "60 simple"), the examples of the SGF
    /// specification ("25 moves / 10 min", "5 mins Japanese style, 1 move / min"), GoGui's and the IGS server's ("10 min/25"), Fischer in
    /// either order, and kifud's own for everything else.
    ///
    /// # Errors
    /// [`TimeTextError`]: not understood, or no control that can be played.
    pub fn with_overtime(main_ms: u64, overtime: &str) -> Result<TimeControl, TimeTextError> {
        let control = pieces(overtime).and_then(Reading::of).and_then(|reading| reading.control(main_ms));
        playable(overtime, control.ok_or_else(|| TimeTextError::not_understood(overtime))?)
    }

    /// The overtime in the one form that says all of it, which [`TimeControl::with_overtime`] reads back exactly. `None` where there is
    /// none.
    pub(super) fn own_overtime(self) -> Option<String> {
        Some(match self {
            TimeControl::Absolute { .. } => return None,
            TimeControl::ByoYomi { periods, period_ms, .. } => format!("{periods}x{} byo-yomi", seconds(period_ms)),
            TimeControl::Canadian { period_ms, stones, .. } => format!("{stones}/{} Canadian", seconds(period_ms)),
            TimeControl::Progressive { blocks, .. } => {
                let blocks: Vec<_> =
                    blocks.as_slice().iter().map(|block| format!("{}/{}", block.stones, seconds(block.period_ms))).collect();
                format!("{} progressive", blocks.join(" "))
            }
            TimeControl::Fischer { increment_ms, cap_ms, initial_bonus, .. } => {
                let cap = cap_ms.map_or_else(String::new, |cap| format!(" cap={}", seconds(cap)));
                format!("{} fischer{cap}{}", seconds(increment_ms), if initial_bonus { " initial-bonus" } else { "" })
            }
            TimeControl::Bronstein { delay_ms, .. } => format!("{} bronstein", seconds(delay_ms)),
            TimeControl::Delay { delay_ms, .. } => format!("{} delay", seconds(delay_ms)),
            TimeControl::Hourglass { .. } => "hourglass".to_owned(),
            TimeControl::PerMove { period_ms } => format!("{} simple", seconds(period_ms)),
            TimeControl::Nhk { period_ms, units, unit_ms } => format!("{} + {units}x{} NHK", seconds(period_ms), seconds(unit_ms)),
            TimeControl::ChinaReserve { reserve_ms, .. } => format!("{}x60 China reserve", reserve_ms / MINUTE_MS),
            TimeControl::IngPenalty { periods, fraction, points, .. } => format!("Ing PP {periods}x1/{fraction} {points}pt"),
            TimeControl::IngSeconds { periods, period_ms, .. } => format!("Ing RS {periods}x{}", seconds(period_ms)),
        })
    }
}

impl Reading {
    fn of(pieces: Vec<Piece>) -> Option<Reading> {
        let mut reading = Reading::default();
        let mut cap_is_next = false;
        for piece in pieces {
            match piece {
                Piece::Word(word) => reading.word(&word, &mut cap_is_next)?,
                Piece::Number(ms) | Piece::Time(ms) if cap_is_next => {
                    reading.cap_ms = Some(ms);
                    cap_is_next = false;
                }
                other => reading.rest.push(other),
            }
        }
        (!cap_is_next).then_some(reading)
    }

    /// Takes in a word; `None` for one that is not known, or that contradicts an earlier one.
    fn word(&mut self, word: &str, cap_is_next: &mut bool) -> Option<()> {
        use System as S;
        let system = match word {
            "move" | "moves" | "stone" | "stones" if self.system.is_none() => S::Canadian,
            "byo-yomi" | "byoyomi" | "byo" | "yomi" | "japanese" | "korean" => S::ByoYomi,
            "canadian" => S::Canadian,
            "progressive" => S::Progressive,
            "fischer" => S::Fischer,
            "bronstein" => S::Bronstein,
            "delay" => S::Delay,
            "hourglass" => S::Hourglass,
            "simple" => S::PerMove,
            "nhk" => S::Nhk,
            "reserve" => S::ChinaReserve,
            "pp" => S::IngPenalty,
            "rs" => S::IngSeconds,
            "cap" => {
                *cap_is_next = true;
                return Some(());
            }
            "initial-bonus" => {
                self.initial_bonus = true;
                return Some(());
            }
            "pt" | "pts" | "points" => {
                self.points = Some(count(&self.rest.pop()?)?);
                return Some(());
            }
            "move" | "moves" | "stone" | "stones" | "period" | "periods" | "style" | "per" | "of" | "time" | "each" | "overtime"
            | "ing" | "china" | "chinese" | "us" => return Some(()),
            _ => return None,
        };
        self.system = match (self.system, system) {
            (None, system) => Some(system),
            (Some(same), system) if same == system => Some(system),
            // "10/300 20/300 progressive Canadian", "10 simple delay".
            (Some(S::Canadian), S::Progressive) | (Some(S::Progressive), S::Canadian) => Some(S::Progressive),
            (Some(S::PerMove), S::Delay) => Some(S::Delay),
            _ => return None,
        };
        Some(())
    }

    fn control(self, main_ms: u64) -> Option<TimeControl> {
        use Piece::{Mark, Time};
        use System as S;
        let said_of_another = (self.cap_ms.is_some() || self.initial_bonus) && self.system != Some(S::Fischer);
        if said_of_another || (self.points.is_some() && self.system != Some(S::IngPenalty)) {
            return None;
        }
        match (self.system, self.rest.as_slice()) {
            (None | Some(S::ByoYomi), [periods, Mark('x'), length]) => {
                Some(TimeControl::ByoYomi { main_ms, periods: count(periods)?, period_ms: ms(length)? })
            }
            (Some(S::ByoYomi), [Time(all), one, Mark('/'), Time(period_ms)]) if count(one) == Some(1) => {
                let periods = all.checked_div(*period_ms).filter(|periods| periods.checked_mul(*period_ms) == Some(*all))?;
                Some(TimeControl::ByoYomi { main_ms, periods: u32::try_from(periods).ok()?, period_ms: *period_ms })
            }
            (None | Some(S::Canadian), [_, Mark('/'), _]) => {
                let Block { stones, period_ms } = block(&self.rest)?;
                Some(TimeControl::Canadian { main_ms, period_ms, stones })
            }
            (Some(S::Progressive), list) => {
                let list: Option<Vec<Block>> = list.chunks(3).map(block).collect();
                Some(TimeControl::Progressive { main_ms, blocks: Blocks::new(&list?)? })
            }
            (Some(S::Fischer), [increment] | [Mark('+'), increment]) => {
                Some(TimeControl::Fischer { main_ms, increment_ms: ms(increment)?, cap_ms: self.cap_ms, initial_bonus: self.initial_bonus })
            }
            (Some(S::Bronstein), [delay]) => Some(TimeControl::Bronstein { main_ms, delay_ms: ms(delay)? }),
            (Some(S::Delay), [delay]) => Some(TimeControl::Delay { main_ms, delay_ms: ms(delay)? }),
            (Some(S::Hourglass), []) => Some(TimeControl::Hourglass { main_ms }),
            // A main time before it would mean nothing.
            (Some(S::PerMove), [period]) => Some(TimeControl::PerMove { period_ms: ms(period)? }),
            (Some(S::Nhk), [period, Mark('+'), units, Mark('x'), unit]) => {
                Some(TimeControl::Nhk { period_ms: ms(period)?, units: count(units)?, unit_ms: ms(unit)? })
            }
            (Some(S::ChinaReserve), [minutes, Mark('x'), length]) if ms(length) == Some(MINUTE_MS) => {
                let reserve_ms = u64::from(count(minutes)?) * MINUTE_MS;
                Some(TimeControl::ChinaReserve { main_ms: main_ms.checked_add(reserve_ms)?, reserve_ms })
            }
            (Some(S::IngPenalty), [periods, Mark('x'), one, Mark('/'), fraction]) if count(one) == Some(1) => {
                Some(TimeControl::IngPenalty {
                    main_ms,
                    periods: count(periods)?,
                    fraction: count(fraction)?,
                    points: self.points.unwrap_or(TimeControl::ING_POINTS),
                })
            }
            (Some(S::IngSeconds), [periods, Mark('x'), length]) => {
                Some(TimeControl::IngSeconds { main_ms, periods: count(periods)?, period_ms: ms(length)? })
            }
            _ => None,
        }
    }
}

/// A block in either order: "25/600" is 25 turns in 600 seconds, "10 min/25" the same of 10 minutes.
fn block(pieces: &[Piece]) -> Option<Block> {
    match pieces {
        [Piece::Time(period_ms), Piece::Mark('/'), stones] => Some(Block { stones: count(stones)?, period_ms: *period_ms }),
        [stones, Piece::Mark('/'), length] => Some(Block { stones: count(stones)?, period_ms: ms(length)? }),
        _ => None,
    }
}

/// A time; a number without a unit is in seconds.
fn ms(piece: &Piece) -> Option<u64> {
    match *piece {
        Piece::Number(ms) | Piece::Time(ms) => Some(ms),
        _ => None,
    }
}

/// A whole number.
fn count(piece: &Piece) -> Option<u32> {
    match *piece {
        Piece::Number(thousandths) if thousandths % 1_000 == 0 => u32::try_from(thousandths / 1_000).ok(),
        _ => None,
    }
}
