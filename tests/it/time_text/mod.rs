//! Time in words: what is written comes back exactly, what others write is read, and half of anything is refused.

mod cases;
mod traces;

use kifud::clock::{GameClock, PlayerPhase, TimeControl, TimeLeft, TimeTextError};
use kifud::game::file_time;
use kifud::go::sgf::{GameFile, MoveTags, read, write};
use kifud::go::{ByColor, Color, Place, PlayedMove, Record, Size};
use kifud::time::Mono;
use proptest::prelude::*;

use crate::controls::any_control;

const S: u64 = 1_000;
const MIN: u64 = 60 * S;

/// A game file of so many passes, timed by this control.
fn timed_file(control: TimeControl, moves: Vec<(Color, MoveTags)>) -> GameFile {
    let mut game = GameFile::new(Record::new(Size::square(9).expect("a board")));
    game.tags.main_time_ms = Some(control.sgf_tm_ms());
    game.tags.overtime = control.sgf_ot();
    game.tags.exact_overtime = control.sgf_exact_ot();
    for (color, tags) in moves {
        game.record.moves.push(PlayedMove::new(color, Place::Pass));
        game.moves.push(tags);
    }
    game
}

proptest! {
    /// Whatever the time control, a file that kifud writes says it exactly, to the millisecond.
    #[test]
    fn every_control_comes_back_from_a_file(control in any_control(700_000)) {
        let text = write(&timed_file(control, Vec::new()));
        let back = file_time(&read(text.as_bytes()).expect("SGF"));
        prop_assert_eq!((back.control, back.fault), (Some(control), None), "{}", text);
    }

    /// Whatever the time control and the think times, what each move leaves comes back from `BL`/`WL` and `OB`/`OW`, the block of
    /// progressive overtime, the part of Ing overtime and the points that it has cost included.
    #[test]
    fn what_each_move_leaves_comes_back_from_a_file(control in any_control(30_000), thought in prop::collection::vec(0..20_000_u64, 1..40)) {
        let mut clock = GameClock::new(control);
        let mut now = Mono::from_millis(1_000);
        clock.start(Color::Black, now);
        let (mut moves, mut left) = (Vec::new(), Vec::new());
        for used in thought {
            let color = clock.turn.expect("a turn").color;
            now = now.plus_ms(used);
            clock.press(color, now).expect("their turn");
            let state = clock.view(now)[color];
            if matches!(state.phase, PlayerPhase::Flagged { .. }) {
                break;
            }
            let mut tags = MoveTags::default();
            tags.left_ms[color] = Some(state.remaining_ms as i64);
            tags.overtime_left[color] = state.sgf_overtime_left(Some(&control));
            moves.push((color, tags));
            left.push((color, Some(TimeLeft { phase: state.phase, remaining_ms: state.remaining_ms })));
        }
        let text = write(&timed_file(control, moves));
        let back = file_time(&read(text.as_bytes()).expect("SGF"));
        let back: Vec<_> = left.iter().zip(back.left).map(|((color, _), both)| (*color, both[*color])).collect();
        prop_assert_eq!(back, left, "{}", text);
    }

    /// No text makes a reader panic, and what is read can be played.
    #[test]
    fn no_text_makes_a_reader_panic(text in "([0-9x/+.:, ()=-]|[a-z]{1,3}|byo-yomi|canadian|fischer|cap|pp|pt|nhk|reserve|moves| min){0,14}") {
        let read = [TimeControl::with_overtime(MIN, &text), TimeControl::from_gogui(&text), TimeControl::from_sgf_tm_text(&text)];
        for control in read.into_iter().flatten() {
            prop_assert_eq!(control.check(), Ok(()));
        }
        let _either = kifud::clock::clock_text_ms(&text);
        let _either = kifud::clock::read_gtp_time_settings(&format!("time_settings {text}"));
    }
}

#[test]
fn overtime_as_others_write_it() {
    let byo_yomi = |periods, period_ms| TimeControl::ByoYomi { main_ms: MIN, periods, period_ms };
    let canadian = |stones, period_ms| TimeControl::Canadian { main_ms: MIN, period_ms, stones };
    let fischer = |cap_ms| TimeControl::Fischer { main_ms: MIN, increment_ms: 30 * S, cap_ms, initial_bonus: false };
    let ing = |points| TimeControl::IngPenalty { main_ms: MIN, periods: 3, fraction: 6, points };
    for (text, control) in [
        ("5x30 byo-yomi", byo_yomi(5, 30 * S)),
        ("5 x 30 Byoyomi", byo_yomi(5, 30 * S)),
        ("3×60s byo yomi", byo_yomi(3, MIN)),
        ("5x0:30 Japanese", byo_yomi(5, 30 * S)),
        ("1x40.5 byo-yomi", byo_yomi(1, 40_500)),
        ("5 mins Japanese style, 1 move / min", byo_yomi(5, MIN)),
        ("25/600 Canadian", canadian(25, 10 * MIN)),
        ("25/180.5 canadian", canadian(25, 180_500)),
        ("25 moves / 10 min", canadian(25, 10 * MIN)),
        ("25 stones per / 10 min.", canadian(25, 10 * MIN)),
        ("10 moves / 30 s", canadian(10, 30 * S)),
        ("10 min/25", canadian(25, 10 * MIN)),
        ("30 fischer", fischer(None)),
        ("Fischer 30", fischer(None)),
        ("fischer +30s", fischer(None)),
        ("30 fischer cap=90", fischer(Some(90 * S))),
        ("Fischer 30, cap 2 min", fischer(Some(2 * MIN))),
        ("60 simple", TimeControl::PerMove { period_ms: MIN }),
        ("10 simple delay", TimeControl::Delay { main_ms: MIN, delay_ms: 10 * S }),
        ("Ing PP 3x1/6 2pt", ing(2)),
        ("ing pp 3x1/6", ing(2)),
        ("Ing PP 3x1/6 4 points", ing(4)),
        ("5x60 China reserve", TimeControl::ChinaReserve { main_ms: 6 * MIN, reserve_ms: 5 * MIN }),
        ("Hourglass", TimeControl::Hourglass { main_ms: MIN }),
    ] {
        assert_eq!(TimeControl::with_overtime(MIN, text), Ok(control), "{text}");
    }
}

#[test]
fn half_an_overtime_is_no_overtime() {
    for text in [
        "",
        "null",
        "unknown format",
        "5x byo-yomi",
        "x30 byo-yomi",
        "5x30x30",
        "byo-yomi",
        "30",
        "5 byo-yomi",
        "-5x30 byo-yomi",
        "5x-30 byo-yomi",
        "5.5x30 byo-yomi",
        "25/ Canadian",
        "/600 Canadian",
        "fischer",
        "30 40 fischer",
        "30 fischer cap",
        "5x30 byo-yomi cap=90",
        "30 fischer canadian",
        "Ing PP 3x2/6",
        "Ing PP",
        "5x30 byo-yomi 2pt",
        "7 mins Japanese style, 1 move / 2 min",
        "5x61 China reserve",
        "10/300 20 progressive",
        "2pt",
        "5 mins Japanese style, 2 moves / min",
        "99999999999x30 byo-yomi",
        "30 fischer!",
    ] {
        let read = TimeControl::with_overtime(MIN, text);
        assert!(matches!(read, Err(TimeTextError::NotUnderstood(_))), "{text:?}: {read:?}");
    }
    for text in [
        "0x30 byo-yomi",
        "5x0 byo-yomi",
        "0/300 Canadian",
        "15/0 Canadian",
        "0 fischer",
        "0 simple",
        "progressive",
        "Ing PP 0x1/6",
        "Ing PP 3x1/0",
        "300x30 byo-yomi",
        "30 fischer cap=10",
    ] {
        let read = TimeControl::with_overtime(MIN, text);
        assert!(matches!(read, Err(TimeTextError::Unplayable { .. })), "{text:?}: {read:?}");
    }
    let long = "5".repeat(1_000);
    let Err(TimeTextError::NotUnderstood(told)) = TimeControl::with_overtime(MIN, &long) else { panic!("a number without end") };
    assert!(told.len() < 100, "a long text is not repeated in full");
}

#[test]
fn nothing_said_is_no_time_control() {
    for (tm_ms, ot) in [(None, None), (Some(0), None), (None, Some("")), (Some(0), Some(" none ")), (None, Some("-"))] {
        assert_eq!(TimeControl::from_sgf(tm_ms, ot), Ok(None), "{tm_ms:?} {ot:?}");
    }
    assert_eq!(TimeControl::from_sgf(Some(MIN), Some("none")), Ok(Some(TimeControl::Absolute { main_ms: MIN })));
    assert!(TimeControl::from_sgf(None, Some("30 fischer")).is_err(), "an increment to no time is half a control");
    assert!(TimeControl::from_sgf(Some(u64::MAX), None).is_err());
}

/// A file's clocks belong to their colours, whoever moves.
#[test]
fn both_times_of_a_node_are_kept_apart() {
    let file = read(b"(;TM[3600];B[pd]BL[3590]WL[3600])").expect("SGF");
    let main = |remaining_ms| Some(TimeLeft { phase: PlayerPhase::Main, remaining_ms });
    assert_eq!(file_time(&file).left, [ByColor { black: main(3_590_000), white: main(3_600_000) }]);
}
