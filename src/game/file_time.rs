//! What an SGF file says about the time, as time controls and clocks.

use crate::clock::{TimeControl, TimeLeft, TimeTextError};
use crate::go::ByColor;
use crate::go::sgf::{GameFile, Note};

/// What a file says about the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileTime {
    /// How the game was timed; `None` where the file does not say.
    pub control: Option<TimeControl>,
    /// What of it was not understood. An overtime that is not leaves the main time alone.
    pub fault: Option<TimeTextError>,
    /// Both players' time after each move, as far as it was said of it or of a move before.
    pub left: Vec<ByColor<Option<TimeLeft>>>,
}

/// The time of a game read from SGF: TM and OT (kifud's XOT before them, where it is and can be read), BL/WL and OB/OW.
pub fn file_time(game: &GameFile) -> FileTime {
    let (control, fault) = control(game);
    let mut now = ByColor::default();
    let mut left = Vec::with_capacity(game.moves.len());
    for tags in &game.moves {
        now = ByColor::new(|color| {
            TimeLeft::from_sgf(control.as_ref(), tags.left_ms[color], tags.overtime_left[color], now[color]).or(now[color])
        });
        left.push(now);
    }
    FileTime { control, fault, left }
}

fn control(game: &GameFile) -> (Option<TimeControl>, Option<TimeTextError>) {
    let tags = &game.tags;
    let (main_ms, overtime) = (tags.main_time_ms, tags.overtime.as_deref());
    if let Some(Ok(control)) = tags.exact_overtime.as_deref().map(|text| TimeControl::with_overtime(main_ms.unwrap_or(0), text)) {
        return (Some(control), None);
    }
    // A TM that is no number is no SGF, and understood all the same where it can be.
    let unreadable = game.notes.iter().find_map(|note| match note {
        Note::Unreadable { property, value } if property == "TM" => Some(value),
        _ => None,
    });
    let said = match (unreadable, overtime) {
        (Some(text), overtime) => TimeControl::from_sgf_tm_text(text).and_then(|control| match (control, overtime) {
            (TimeControl::Absolute { main_ms }, Some(overtime)) => TimeControl::from_sgf(Some(main_ms), Some(overtime)),
            (control, _) => Ok(Some(control)),
        }),
        (None, overtime) => TimeControl::from_sgf(main_ms, overtime),
    };
    match said {
        Ok(control) => (control, None),
        Err(fault) => (TimeControl::from_sgf(main_ms, None).ok().flatten(), Some(fault)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::PlayerPhase;
    use crate::go::Color;
    use crate::go::sgf::read_text;

    fn time(text: &str) -> FileTime {
        file_time(&read_text(text).unwrap())
    }

    #[test]
    fn the_time_of_a_file_with_its_words_in_any_order() {
        let read = time("(;OT[5x30 byo-yomi]TM[1800];B[pd]BL[1790];W[dp]OW[2]WL[30];B[dd]OB[5])");
        assert_eq!(read.control, Some(TimeControl::ByoYomi { main_ms: 1_800_000, periods: 5, period_ms: 30_000 }));
        let main = Some(TimeLeft { phase: PlayerPhase::Main, remaining_ms: 1_790_000 });
        let white = Some(TimeLeft { phase: PlayerPhase::ByoYomi { periods_left: 2 }, remaining_ms: 30_000 });
        assert_eq!(read.left, [ByColor { black: main, white: None }, ByColor { black: main, white }, ByColor { black: main, white }]);
    }

    #[test]
    fn kifuds_own_words_go_before_those_for_everybody() {
        let read = time("(;TM[60]OT[30 fischer]XOT[30 fischer cap=90])");
        assert_eq!(
            read.control,
            Some(TimeControl::Fischer { main_ms: 60_000, increment_ms: 30_000, cap_ms: Some(90_000), initial_bonus: false })
        );
        assert_eq!(
            time("(;TM[60]OT[5x30 byo-yomi]XOT[of another program])")
                .control
                .and_then(|control| control.periods())
                .map(|periods| periods.count),
            Some(5)
        );
    }

    #[test]
    fn what_is_not_understood_is_said_and_leaves_the_main_time() {
        let read = time("(;TM[1800]OT[Mysterious];B[aa]BL[-5])");
        assert_eq!(read.control, Some(TimeControl::Absolute { main_ms: 1_800_000 }));
        assert!(read.fault.is_some());
        assert_eq!(read.left[0][Color::Black], None);
        assert_eq!(time("(;TM[-100])").control, None);
        assert_eq!(time("(;TM[0])"), FileTime { control: None, fault: None, left: vec![] });
        assert_eq!(time("(;TM[2:00:00(5x1:00)])").control.map(|control| control.main_ms()), Some(7_200_000));
    }
}
