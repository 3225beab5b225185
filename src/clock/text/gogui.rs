//! Time settings as GoGui takes them: "30 min", "30 s+20m/10".

use super::super::TimeControl;
use super::lexer::{Piece, pieces};
use super::{TimeTextError, playable};

impl TimeControl {
    /// A time control as GoGui takes it: main time, and after a plus so much time for so many moves. A number without a unit is in minutes.
    ///
    /// # Errors
    /// [`TimeTextError`]: not understood, or no control that can be played.
    pub fn from_gogui(text: &str) -> Result<TimeControl, TimeTextError> {
        const MINUTE: u64 = 60;
        let ms = |piece: &Piece| match *piece {
            Piece::Time(ms) => Some(ms),
            Piece::Number(thousandths) => thousandths.checked_mul(MINUTE),
            _ => None,
        };
        let control = pieces(text).and_then(|pieces| match pieces.as_slice() {
            [main] => Some(TimeControl::Absolute { main_ms: ms(main)? }),
            [main, Piece::Mark('+'), period, Piece::Mark('/'), Piece::Number(stones)]
            | [main, Piece::Mark('+'), period, Piece::Mark('/'), Piece::Number(stones), Piece::Word(_)]
                if stones % 1_000 == 0 =>
            {
                let stones = u32::try_from(stones / 1_000).ok()?;
                Some(TimeControl::Canadian { main_ms: ms(main)?, period_ms: ms(period)?, stones })
            }
            _ => None,
        });
        playable(text, control.ok_or_else(|| TimeTextError::not_understood(text))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeControlError;

    #[test]
    fn gogui_settings() {
        let canadian = |main_ms, period_ms, stones| TimeControl::Canadian { main_ms, period_ms, stones };
        for (text, control) in [
            ("30", TimeControl::Absolute { main_ms: 1_800_000 }),
            ("30sec", TimeControl::Absolute { main_ms: 30_000 }),
            ("30 min+20 min/10", canadian(1_800_000, 1_200_000, 10)),
            ("30 s+20m/10", canadian(30_000, 1_200_000, 10)),
            ("0+10 min/25 moves", canadian(0, 600_000, 25)),
        ] {
            assert_eq!(TimeControl::from_gogui(text), Ok(control), "{text}");
        }
        for text in ["", "foo", "-30", "30+", "30+10", "30+10/", "30+/10", "30 foo", "30+10/2.5", "10/25", "30+10/25 foo bar"] {
            assert!(matches!(TimeControl::from_gogui(text), Err(TimeTextError::NotUnderstood(_))), "{text}");
        }
        for (text, error) in
            [("0", TimeControlError::NoMainTime), ("30+10/0", TimeControlError::NoStones), ("30+0/5", TimeControlError::NoPeriodLength)]
        {
            assert_eq!(TimeControl::from_gogui(text), Err(TimeTextError::Unplayable { text: text.to_owned(), error }));
        }
    }
}
