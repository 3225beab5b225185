//! Time in GTP: `time_settings`, `kgs-time_settings`, `time_left` (GTP version 2 draft, section 4.2; the extensions of KGS and KataGo).

use super::super::{PlayerClockState, PlayerPhase, TimeControl};
use super::clock::decimal_ms;
use super::{TimeLeft, TimeTextError, playable};
use crate::go::Color;

impl TimeControl {
    /// The standard command, which knows absolute and Canadian time alone. Periods are told as blocks of one stone: an engine that keeps
    /// to that loses none. `None` where nothing that it can say is safe to play by, or a period is no whole number of seconds, which is
    /// all that GTP has.
    pub fn gtp_time_settings(self) -> Option<String> {
        let main_s = self.before_overtime_ms() / 1_000;
        let (period_ms, stones) = match self {
            TimeControl::Absolute { .. } | TimeControl::IngPenalty { .. } => return Some(format!("time_settings {main_s} 0 0")),
            TimeControl::Canadian { period_ms, stones, .. } => (period_ms, stones),
            TimeControl::Nhk { period_ms, .. } => (period_ms, 1),
            _ => (self.periods()?.length_ms, 1),
        };
        Some(format!("time_settings {main_s} {} {stones}", whole_seconds(period_ms)?))
    }

    /// The command of KGS, which knows byo-yomi too. `None` as [`TimeControl::gtp_time_settings`].
    pub fn kgs_time_settings(self) -> Option<String> {
        let main_s = self.before_overtime_ms() / 1_000;
        Some(match (self, self.periods()) {
            (_, Some(periods)) => format!("kgs-time_settings byoyomi {main_s} {} {}", whole_seconds(periods.length_ms)?, periods.count),
            (TimeControl::Absolute { .. } | TimeControl::IngPenalty { .. }, _) => format!("kgs-time_settings absolute {main_s}"),
            (TimeControl::Canadian { period_ms, stones, .. }, _) => {
                format!("kgs-time_settings canadian {main_s} {} {stones}", whole_seconds(period_ms)?)
            }
            _ => return None,
        })
    }
}

fn whole_seconds(ms: u64) -> Option<u64> {
    ms.is_multiple_of(1_000).then_some(ms / 1_000)
}

/// Reads `time_settings`, `kgs-time_settings` or `kgs-time-settings` with their arguments; `None` for no limit.
///
/// `time_settings` with overtime and no stones is no limit, without overtime absolute time (GTP draft, 4.2). Seconds may have decimals,
/// as KataGo takes them.
///
/// # Errors
/// [`TimeTextError`]: not understood, or no control that can be played.
pub fn read_gtp_time_settings(line: &str) -> Result<Option<TimeControl>, TimeTextError> {
    let not_understood = || TimeTextError::not_understood(line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let ms = |text: &str| decimal_ms(text).ok_or_else(not_understood);
    let number = |text: &str| text.parse::<u32>().map_err(|_| not_understood());
    let control = match words.as_slice() {
        ["time_settings", _, period, stones] if ms(period)? > 0 && number(stones)? == 0 => return Ok(None),
        ["time_settings", main, period, stones] if ms(period)? == 0 => {
            number(stones)?;
            TimeControl::Absolute { main_ms: ms(main)? }
        }
        ["time_settings", main, period, stones] | ["kgs-time_settings" | "kgs-time-settings", "canadian", main, period, stones] => {
            TimeControl::Canadian { main_ms: ms(main)?, period_ms: ms(period)?, stones: number(stones)? }
        }
        ["kgs-time_settings" | "kgs-time-settings", "none"] => return Ok(None),
        ["kgs-time_settings" | "kgs-time-settings", "absolute", main] => TimeControl::Absolute { main_ms: ms(main)? },
        ["kgs-time_settings" | "kgs-time-settings", "byoyomi", main, period, periods] => {
            TimeControl::ByoYomi { main_ms: ms(main)?, period_ms: ms(period)?, periods: number(periods)? }
        }
        _ => return Err(not_understood()),
    };
    playable(line, control).map(Some)
}

/// `time_left` for a player: whole seconds, rounded down so that an engine never believes in time that is not there.
///
/// The last argument is 0 in main time, the stones left in a block; of periods 1 as [`TimeControl::gtp_time_settings`] has told them, or
/// with `kgs` their number, as after [`TimeControl::kgs_time_settings`].
pub fn gtp_time_left(color: Color, state: &PlayerClockState, kgs: bool) -> String {
    let left = match state.phase {
        PlayerPhase::Main | PlayerPhase::IngPenalty { .. } | PlayerPhase::Flagged { .. } => 0,
        PlayerPhase::Canadian { stones_left, .. } => stones_left,
        PlayerPhase::ByoYomi { periods_left } | PlayerPhase::Reserve { minutes_left: periods_left } if kgs => periods_left,
        PlayerPhase::ByoYomi { .. } | PlayerPhase::Reserve { .. } | PlayerPhase::Nhk { .. } => 1,
    };
    let name = if color == Color::Black { "black" } else { "white" };
    format!("time_left {name} {} {left}", state.remaining_ms / 1_000)
}

/// Reads `time_left`: whose, and what is left. The last argument is what the control makes of it: stones, or with byo-yomi periods (as
/// KGS means it); 0 is main time.
///
/// # Errors
/// [`TimeTextError::NotUnderstood`].
pub fn read_gtp_time_left(line: &str, control: Option<&TimeControl>) -> Result<(Color, TimeLeft), TimeTextError> {
    let read = || {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &["time_left", color, left, overtime] = words.as_slice() else { return None };
        let color = match color.to_ascii_lowercase().as_str() {
            "b" | "black" => Color::Black,
            "w" | "white" => Color::White,
            _ => return None,
        };
        let left_ms = i64::try_from(decimal_ms(left)?).ok()?;
        let left = TimeLeft::from_sgf(control, Some(left_ms), Some(overtime.parse().ok()?), None)?;
        Some((color, left))
    };
    read().ok_or_else(|| TimeTextError::not_understood(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeControlError;

    const BYO_YOMI: TimeControl = TimeControl::ByoYomi { main_ms: 1_800_000, periods: 5, period_ms: 30_000 };
    const CANADIAN: TimeControl = TimeControl::Canadian { main_ms: 1_800_000, period_ms: 600_000, stones: 25 };
    const ABSOLUTE: TimeControl = TimeControl::Absolute { main_ms: 1_800_000 };

    #[test]
    fn settings_are_read() {
        for (line, control) in [
            ("time_settings 1800 600 25", Some(CANADIAN)),
            ("time_settings 1800 0 0", Some(ABSOLUTE)),
            ("time_settings 1800 0 25", Some(ABSOLUTE)),
            ("time_settings 1800 600 0", None),
            ("kgs-time_settings none", None),
            ("kgs-time_settings absolute 1800", Some(ABSOLUTE)),
            ("kgs-time-settings canadian 1800 600 25", Some(CANADIAN)),
            ("kgs-time_settings  byoyomi 1800.0 30 5", Some(BYO_YOMI)),
        ] {
            assert_eq!(read_gtp_time_settings(line), Ok(control), "{line}");
        }
        for line in [
            "",
            "time_settings 1800 600",
            "time_settings -1 0 0",
            "time_settings 1 null 0",
            "kgs-time_settings byoyomi 1800 30",
            "kgs-time_settings x",
        ] {
            assert!(matches!(read_gtp_time_settings(line), Err(TimeTextError::NotUnderstood(_))), "{line}");
        }
        for (line, error) in [
            ("time_settings 0 0 0", TimeControlError::NoMainTime),
            ("kgs-time_settings byoyomi 1800 30 0", TimeControlError::NoPeriods),
            ("kgs-time_settings byoyomi 1800 0 5", TimeControlError::NoPeriodLength),
            ("kgs-time_settings canadian 1800 600 0", TimeControlError::NoStones),
        ] {
            assert_eq!(read_gtp_time_settings(line), Err(TimeTextError::Unplayable { text: line.to_owned(), error }));
        }
    }

    #[test]
    fn settings_are_written() {
        let china = TimeControl::ChinaReserve { main_ms: 7_200_000, reserve_ms: 300_000 };
        let fischer = TimeControl::Fischer { main_ms: 60_000, increment_ms: 10_000, cap_ms: None, initial_bonus: false };
        for (control, standard, kgs) in [
            (ABSOLUTE, Some("time_settings 1800 0 0"), Some("kgs-time_settings absolute 1800")),
            (CANADIAN, Some("time_settings 1800 600 25"), Some("kgs-time_settings canadian 1800 600 25")),
            (BYO_YOMI, Some("time_settings 1800 30 1"), Some("kgs-time_settings byoyomi 1800 30 5")),
            (china, Some("time_settings 6900 60 1"), Some("kgs-time_settings byoyomi 6900 60 5")),
            (TimeControl::Nhk { period_ms: 30_000, units: 10, unit_ms: 60_000 }, Some("time_settings 0 30 1"), None),
            (TimeControl::PerMove { period_ms: 500 }, None, None),
            (fischer, None, None),
        ] {
            assert_eq!((control.gtp_time_settings().as_deref(), control.kgs_time_settings().as_deref()), (standard, kgs), "{control:?}");
        }
    }

    #[test]
    fn time_left_is_rounded_down_and_read_as_the_control_means_it() {
        let state = |phase| PlayerClockState { phase, remaining_ms: 29_999, total_used_ms: 0, delay_left_ms: None };
        let byo_yomi = state(PlayerPhase::ByoYomi { periods_left: 3 });
        assert_eq!(gtp_time_left(Color::Black, &byo_yomi, true), "time_left black 29 3");
        assert_eq!(gtp_time_left(Color::Black, &byo_yomi, false), "time_left black 29 1");
        assert_eq!(gtp_time_left(Color::White, &state(PlayerPhase::Main), true), "time_left white 29 0");
        let left = |phase| Ok((Color::White, TimeLeft { phase, remaining_ms: 29_000 }));
        assert_eq!(read_gtp_time_left("time_left W 29 3", Some(&BYO_YOMI)), left(PlayerPhase::ByoYomi { periods_left: 3 }));
        assert_eq!(read_gtp_time_left("time_left white 29 0", Some(&BYO_YOMI)), left(PlayerPhase::Main));
        assert_eq!(read_gtp_time_left("time_left w 29 3", Some(&CANADIAN)), left(PlayerPhase::Canadian { stones_left: 3, block: 0 }));
        for line in ["time_left", "time_left x 29 3", "time_left w -1 0", "time_left w 29", "time_left w 29 3 1"] {
            assert!(read_gtp_time_left(line, None).is_err(), "{line}");
        }
    }
}
