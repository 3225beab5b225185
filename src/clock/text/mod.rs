//! Time in SGF (FF4 properties TM, OT, BL/WL, OB/OW), in the form that KGS writes and most programs read.

use super::{PlayerClockState, PlayerPhase, TimeControl};

impl TimeControl {
    /// `TM`: main time in seconds.
    pub fn sgf_tm(self) -> String {
        seconds(self.main_ms())
    }

    /// `OT`: the overtime, such as `5x30 byo-yomi`; `None` where there is none.
    pub fn sgf_ot(self) -> Option<String> {
        match self {
            TimeControl::Absolute { .. } => None,
            TimeControl::ByoYomi { periods, period_ms, .. } => Some(format!("{periods}x{} byo-yomi", seconds(period_ms))),
            _ => None,
        }
    }
}

impl PlayerClockState {
    /// `BL` or `WL`: seconds left after the move.
    pub fn sgf_left(self) -> String {
        seconds(self.remaining_ms)
    }

    /// `OB` or `OW`. The specification means the stones left in a Canadian block; with byo-yomi KGS writes the periods left, and so do we.
    pub fn sgf_overtime_left(self) -> Option<u32> {
        match self.phase {
            PlayerPhase::ByoYomi { periods_left } => Some(periods_left),
            _ => None,
        }
    }
}

/// Seconds with as many decimals as needed, at most three.
fn seconds(ms: u64) -> String {
    let (whole, rest) = (ms / 1_000, ms % 1_000);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{rest:03}").trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_kgs_writes_them() {
        let byo_yomi = TimeControl::ByoYomi { main_ms: 7_200_000, periods: 5, period_ms: 30_000 };
        assert_eq!((byo_yomi.sgf_tm(), byo_yomi.sgf_ot()), ("7200".to_owned(), Some("5x30 byo-yomi".to_owned())));
        let absolute = TimeControl::Absolute { main_ms: 1_500 };
        assert_eq!((absolute.sgf_tm(), absolute.sgf_ot()), ("1.5".to_owned(), None));
        let no_main = TimeControl::ByoYomi { main_ms: 0, periods: 2, period_ms: 10_050 };
        assert_eq!((no_main.sgf_tm(), no_main.sgf_ot()), ("0".to_owned(), Some("2x10.05 byo-yomi".to_owned())));
    }

    #[test]
    fn overtime_left_is_the_number_of_periods_and_absent_in_main_time() {
        let state = |phase| PlayerClockState { phase, remaining_ms: 29_001, total_used_ms: 0, delay_left_ms: None };
        let byo_yomi = state(PlayerPhase::ByoYomi { periods_left: 3 });
        assert_eq!((byo_yomi.sgf_left(), byo_yomi.sgf_overtime_left()), ("29.001".to_owned(), Some(3)));
        assert_eq!(state(PlayerPhase::Main).sgf_overtime_left(), None);
    }
}
