//! TM, OT, BL/WL and OB/OW of SGF.

use crate::go::Color;
use crate::go::sgf::MoveTags;

use super::super::{Periods, PlayerClockState, PlayerPhase, TimeControl};
use super::lexer::{Piece, pieces};
use super::{TimeTextError, playable, seconds};

/// What a player has left, as a file or a command says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLeft {
    /// The part of the time that runs.
    pub phase: PlayerPhase,
    /// What is left of it, in ms.
    pub remaining_ms: u64,
}

impl TimeControl {
    /// `TM`, in ms: what runs before any overtime. Of the Chinese limit that is all but the reserve.
    pub const fn sgf_tm_ms(self) -> u64 {
        self.before_overtime_ms()
    }

    /// `OT`, in the form that KGS writes and most programs read, where there is one that runs the same; the increment alone where a cap
    /// or a first bonus has no form, and kifud's own words for the rest. `None` where there is no overtime.
    pub fn sgf_ot(self) -> Option<String> {
        let common = match (self, self.periods()) {
            (TimeControl::IngSeconds { main_ms, .. }, Some(Periods { count, length_ms }))
            | (TimeControl::ChinaReserve { main_ms, .. }, Some(Periods { count, length_ms })) => {
                TimeControl::ByoYomi { main_ms, periods: count, period_ms: length_ms }
            }
            (TimeControl::Fischer { main_ms, increment_ms, .. }, _) => {
                TimeControl::Fischer { main_ms, increment_ms, cap_ms: None, initial_bonus: false }
            }
            (other, _) => other,
        };
        common.own_overtime()
    }

    /// The overtime in kifud's own words, where `OT` does not say all of it: for a private property, so that other programs read what
    /// they can (some take no `OT` with a word more).
    pub fn sgf_exact_ot(self) -> Option<String> {
        self.own_overtime().filter(|own| self.sgf_ot().as_ref() != Some(own))
    }

    /// The control that `TM` and `OT` say; none where they are silent, or say 0 and nothing.
    ///
    /// # Errors
    /// [`TimeTextError`] for an `OT` that is not understood, or no control that can be played.
    pub fn from_sgf(tm_ms: Option<u64>, ot: Option<&str>) -> Result<Option<TimeControl>, TimeTextError> {
        let main_ms = tm_ms.unwrap_or(0);
        let ot = ot.map_or("", str::trim);
        if !["", "-", "none", "no", "absolute"].contains(&ot.to_lowercase().as_str()) {
            return TimeControl::with_overtime(main_ms, ot).map(Some);
        }
        if main_ms == 0 {
            return Ok(None);
        }
        playable(&format!("TM[{}]", seconds(main_ms)), TimeControl::Absolute { main_ms }).map(Some)
    }

    /// The control of a `TM` that is no number, as the servers of the 1990s wrote it: "1:00:00", "30:00(5x1:00)", "10:00:00+1:00/5".
    ///
    /// # Errors
    /// [`TimeTextError`]: not understood, or no control that can be played.
    pub fn from_sgf_tm_text(text: &str) -> Result<TimeControl, TimeTextError> {
        let not_understood = || TimeTextError::not_understood(text);
        let pieces = pieces(text).ok_or_else(not_understood)?;
        let control = match pieces.as_slice() {
            &[Piece::Time(main_ms)] => TimeControl::Absolute { main_ms },
            [Piece::Time(_), ..] => {
                let (time, overtime) = text.trim().split_at(text.trim().find(['(', '+']).ok_or_else(not_understood)?);
                let main_ms = super::clock_text_ms(time).ok_or_else(not_understood)?;
                TimeControl::with_overtime(main_ms, overtime.trim_start_matches('+'))?
            }
            _ => return Err(not_understood()),
        };
        playable(text, control)
    }
}

impl PlayerClockState {
    /// `BL` or `WL`: seconds left after the move.
    pub fn sgf_left(self) -> String {
        seconds(self.remaining_ms)
    }

    /// `OB` or `OW`. The specification means the stones left in a Canadian block; with byo-yomi KGS writes the periods left, and so do
    /// we, for everything that is like a period: minutes of a reserve, units of the NHK cup, parts of Ing overtime. Always more than 0
    /// but for units: 0 says nothing, or main time, to other readers.
    pub fn sgf_overtime_left(self, control: Option<&TimeControl>) -> Option<u32> {
        match (self.phase, control) {
            (PlayerPhase::ByoYomi { .. }, Some(TimeControl::PerMove { .. })) => None,
            (PlayerPhase::ByoYomi { periods_left } | PlayerPhase::Reserve { minutes_left: periods_left }, _) => Some(periods_left),
            (PlayerPhase::Canadian { stones_left, .. }, _) => Some(stones_left),
            (PlayerPhase::Nhk { units_left, .. }, _) => Some(units_left),
            (PlayerPhase::IngPenalty { period, .. }, Some(TimeControl::IngPenalty { periods, .. })) => {
                Some((periods + 1).saturating_sub(period))
            }
            _ => None,
        }
    }
}

impl TimeLeft {
    /// What `BL`/`WL` and `OB`/`OW` of a node say, in whatever order they stand there; `None` without a time, or with a negative one. An
    /// overtime figure that the control has no use for is passed over.
    ///
    /// `before` is the same player's time before: it tells which block of progressive overtime runs.
    pub fn from_sgf(
        control: Option<&TimeControl>,
        left_ms: Option<i64>,
        overtime_left: Option<u32>,
        before: Option<TimeLeft>,
    ) -> Option<TimeLeft> {
        let remaining_ms = u64::try_from(left_ms?).ok()?;
        let periods_left = overtime_left.filter(|left| (1..=TimeControl::PERIODS_MAX).contains(left));
        let phase = match (control, periods_left) {
            (Some(TimeControl::PerMove { .. }), _) => PlayerPhase::ByoYomi { periods_left: 1 },
            (Some(&TimeControl::Nhk { units, .. }), _) => {
                let had = match before {
                    Some(TimeLeft { phase: PlayerPhase::Nhk { units_left, .. }, .. }) => units_left,
                    _ => units,
                };
                PlayerPhase::Nhk { units_left: overtime_left.filter(|&left| left <= units).unwrap_or(had), in_unit: false }
            }
            (Some(TimeControl::ByoYomi { .. } | TimeControl::IngSeconds { .. }), Some(periods_left)) => {
                PlayerPhase::ByoYomi { periods_left }
            }
            (Some(TimeControl::ChinaReserve { .. }), Some(minutes_left)) => PlayerPhase::Reserve { minutes_left },
            (Some(control @ (TimeControl::Canadian { .. } | TimeControl::Progressive { .. })), Some(stones_left)) => {
                PlayerPhase::Canadian { stones_left, block: block_after(control, before, stones_left) }
            }
            (Some(control @ &TimeControl::IngPenalty { periods, .. }), Some(left)) if left <= periods => {
                let period = periods - left + 1;
                PlayerPhase::IngPenalty { period, penalty_points: control.penalty_points(period) }
            }
            _ => PlayerPhase::Main,
        };
        Some(TimeLeft { phase, remaining_ms })
    }
}

impl TimeLeft {
    /// What a file says of a player's time after its last move, under this control.
    pub fn last_of(control: &TimeControl, file: &[MoveTags], color: Color) -> Option<TimeLeft> {
        file.iter().fold(None, |now, tags| TimeLeft::from_sgf(Some(control), tags.left_ms[color], tags.overtime_left[color], now).or(now))
    }
}

/// The number of the block that runs after a move: the next one where there are not fewer stones left than before the move.
fn block_after(control: &TimeControl, before: Option<TimeLeft>, stones_left: u32) -> u32 {
    let (had, block) = match before.map(|before| before.phase) {
        Some(PlayerPhase::Canadian { stones_left: had, block }) => (had, block),
        _ => (control.block(0).map_or(0, |block| block.stones), 0),
    };
    (block + u32::from(stones_left >= had)).min(control.last_block())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYO_YOMI: TimeControl = TimeControl::ByoYomi { main_ms: 7_200_000, periods: 5, period_ms: 30_000 };

    #[test]
    fn times_are_written_as_kgs_writes_them() {
        let no_main = TimeControl::ByoYomi { main_ms: 0, periods: 2, period_ms: 10_050 };
        let fischer = TimeControl::Fischer { main_ms: 60_000, increment_ms: 30_000, cap_ms: Some(90_000), initial_bonus: true };
        let china = TimeControl::ChinaReserve { main_ms: 7_200_000, reserve_ms: 300_000 };
        let ing = TimeControl::IngPenalty { main_ms: 720_000, periods: 3, fraction: 6, points: 2 };
        let table = [
            (BYO_YOMI, 7_200_000, Some("5x30 byo-yomi"), None),
            (TimeControl::Absolute { main_ms: 1_500 }, 1_500, None, None),
            (no_main, 0, Some("2x10.05 byo-yomi"), None),
            (TimeControl::Canadian { main_ms: 60_000, period_ms: 600_000, stones: 25 }, 60_000, Some("25/600 Canadian"), None),
            (fischer, 60_000, Some("30 fischer"), Some("30 fischer cap=90 initial-bonus")),
            (TimeControl::PerMove { period_ms: 60_000 }, 0, Some("60 simple"), None),
            (china, 6_900_000, Some("5x60 byo-yomi"), Some("5x60 China reserve")),
            (ing, 720_000, Some("Ing PP 3x1/6 2pt"), None),
            (TimeControl::IngSeconds { main_ms: 0, periods: 5, period_ms: 30_000 }, 0, Some("5x30 byo-yomi"), Some("Ing RS 5x30")),
        ];
        for (control, tm_ms, ot, exact) in table {
            assert_eq!((control.sgf_tm_ms(), control.sgf_ot().as_deref(), control.sgf_exact_ot().as_deref()), (tm_ms, ot, exact));
        }
    }

    #[test]
    fn a_tm_that_is_no_number() {
        let byo_yomi = |main_ms| TimeControl::ByoYomi { main_ms, periods: 5, period_ms: 60_000 };
        for (text, control) in [
            ("1:00:00", TimeControl::Absolute { main_ms: 3_600_000 }),
            ("50:00", TimeControl::Absolute { main_ms: 3_000_000 }),
            ("30 min", TimeControl::Absolute { main_ms: 1_800_000 }),
            ("2:00:00(5x1:00)", byo_yomi(7_200_000)),
            (" 30:00(5x1:00)", byo_yomi(1_800_000)),
            ("10:00:00+1:00/5", TimeControl::Canadian { main_ms: 36_000_000, period_ms: 60_000, stones: 5 }),
        ] {
            assert_eq!(TimeControl::from_sgf_tm_text(text), Ok(control), "{text}");
        }
        for text in ["", "1:00:00(5x)", "5x1:00", "-5:00", "1:00:00 nonsense", "0:00"] {
            assert!(TimeControl::from_sgf_tm_text(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_left_is_read_as_the_control_means_it() {
        let canadian = TimeControl::Canadian { main_ms: 0, period_ms: 600_000, stones: 25 };
        let main = |remaining_ms| Some(TimeLeft { phase: PlayerPhase::Main, remaining_ms });
        let read = |control: &TimeControl, left_ms, overtime| TimeLeft::from_sgf(Some(control), left_ms, overtime, None);
        let byo_yomi = TimeLeft { phase: PlayerPhase::ByoYomi { periods_left: 3 }, remaining_ms: 29_001 };
        assert_eq!(read(&BYO_YOMI, Some(29_001), Some(3)), Some(byo_yomi));
        assert_eq!(read(&BYO_YOMI, Some(29_001), None), main(29_001));
        assert_eq!(read(&BYO_YOMI, Some(29_001), Some(0)), main(29_001), "no period is main time, as GTP has it");
        assert_eq!(read(&BYO_YOMI, Some(29_001), Some(255)), main(29_001));
        assert_eq!(read(&BYO_YOMI, Some(-1), Some(3)), None);
        assert_eq!(read(&BYO_YOMI, None, Some(3)), None);
        let block = PlayerPhase::Canadian { stones_left: 3, block: 0 };
        assert_eq!(read(&canadian, Some(1), Some(3)).map(|left| left.phase), Some(block));
        assert_eq!(read(&TimeControl::Absolute { main_ms: 1 }, Some(1), Some(3)), main(1));
        assert_eq!(TimeLeft::from_sgf(None, Some(5), Some(3), None), main(5));
    }
}
