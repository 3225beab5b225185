//! The Chinese rules of 1988: time, coming late, and captures that stand at the press (CN-16.1, CN-23).

use kifud::clock::TimeControl;
use kifud::game::{Sanction, Schedule};
use kifud::go::Color::{Black, White};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};

const S: u64 = 1_000;
const MIN: u64 = 60 * S;

/// Two hours, and then three periods.
const TWO_HOURS: TimeControl = TimeControl::ByoYomi { main_ms: 120 * MIN, periods: 3, period_ms: 30 * S };

/// Byo-yomi from the first stone on.
const BYO_YOMI: TimeControl = TimeControl::ByoYomi { main_ms: 0, periods: 3, period_ms: 30 * S };

pub fn rows() -> Vec<Row> {
    [asking(), coming(), coming_late(), captures_left(), lifting(), over_time(), leaving()].concat()
}

fn asking() -> Vec<Row> {
    vec![Row {
        clause: "CN-16.1",
        mark: Mark::Sensors,
        happens: "White, in byo-yomi and 20 seconds into the turn, asks what is left.",
        play: |table| {
            table.timed(BYO_YOMI).moves(&["E5", "C3", "D6"]).wait(20 * S).look_at_clock(White);
        },
        told: &["white has 10 s of byo-yomi, 3 period(s) left"],
        twin: Some(|table| {
            table.timed(BYO_YOMI).moves(&["E5", "C3", "D6"]).wait(20 * S);
        }),
        ..Row::EMPTY
    }]
}

/// Play begins in a minute; who comes more than five minutes later has lost.
fn scheduled(table: &mut Scenery) -> &mut Scenery {
    let schedule = Schedule { start_at: Some(table.wall(MIN)), absent_after_ms: Some(5 * MIN), ..Schedule::default() };
    table.scheduled(schedule, TWO_HOURS)
}

fn coming() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-23.1",
            mark: Mark::Sensors,
            happens: "White has not come five minutes after the set time, which is the limit.",
            play: |table| {
                scheduled(table).wait(MIN - 2 * S).act("black E5\nwait 1s\npress left").wait(6 * MIN);
            },
            told: &["absent [china-1988 23.1] ruling sensor white -> loss if so"],
            twin: Some(|table| {
                scheduled(table).wait(50 * S).act("black E5\nwait 1s\npress left\nwait 2s\nwhite C3\nwait 1s\npress right").wait(7 * MIN);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.1",
            happens: "The referee confirms that White has not come: White loses.",
            play: |table| {
                scheduled(table).comes(Black).wait(6 * MIN + S).confirm(Kind::Absent);
            },
            told: &["absent [china-1988 23.1] ruling sensor white -> loss if so (decided)", "result: black wins by absence"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.2",
            mark: Mark::Sensors,
            happens: "Neither player has come within the limit.",
            play: |table| {
                scheduled(table).wait(6 * MIN + S);
            },
            told: &[
                "late [china-1988 23.3] attention suspected black (gone)",
                "late [china-1988 23.3] attention suspected white (gone)",
                "both-absent [china-1988 23.2] ruling sensor -> both-lose if so",
            ],
            twin: Some(|table| {
                scheduled(table).wait(MIN - S);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.2",
            happens: "The referee confirms that neither has come: both lose.",
            play: |table| {
                scheduled(table).wait(6 * MIN + S).confirm(Kind::BothAbsent);
            },
            ..Row::EMPTY
        },
    ]
}

fn coming_late() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-23.3",
            mark: Mark::Sensors,
            happens: "Black's first stone comes one minute after the set time and White's three; the rest of that ran on White's clock.",
            play: |table| {
                scheduled(table).wait(2 * MIN).act("black E5\nwait 1s\npress left").wait(2 * MIN).act("white C3\nwait 1s\npress right");
                table.wait(PATIENCE);
            },
            twin: Some(|table| {
                scheduled(table).wait(50 * S).act("black E5\nwait 1s\npress left\nwait 2s\nwhite C3\nwait 1s\npress right").wait(7 * MIN);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.3",
            happens: "White comes two minutes late, and that comes off White's time.",
            play: |table| {
                scheduled(table).comes(Black).wait(3 * MIN).comes(White).confirm(Kind::Late);
                table.act("black E5\nwait 1s\npress left").look_at_clock(White);
            },
            twin: Some(|table| {
                scheduled(table).comes(Black).comes(White).wait(MIN).act("black E5\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.3",
            happens: "Black comes a minute late and White two: each pays for himself.",
            play: |table| {
                scheduled(table).wait(2 * MIN).comes(Black).wait(MIN).comes(White).confirm(Kind::Late).confirm(Kind::Late);
                table.act("black E5\nwait 1s\npress left").look_at_clock(Black).look_at_clock(White);
            },
            twin: Some(|table| {
                scheduled(table).wait(50 * S).comes(Black).comes(White).wait(10 * S).act("black E5\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
    ]
}

/// White's next stone at C1 takes three in the corner.
const CORNER: [&str; 11] = ["A1", "E5", "A2", "H8", "B1", "J9", "G7", "A3", "G6", "B2", "G5"];

fn pressed_too_early(table: &mut Scenery) -> &mut Scenery {
    table.moves(&CORNER).act("white C1\nwait 600ms\nlift A1\nwait 300ms\npress right").wait(PATIENCE)
}

fn taken_in_time(table: &mut Scenery) {
    table.moves(&CORNER).act("white C1\nwait 600ms\nlift A1 A2\nwait 600ms\nlift B1\nwait 600ms\npress right").wait(PATIENCE);
}

fn captures_left() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-23.4",
            mark: Mark::Sensors,
            happens: "White presses before the captured stones are off the board.",
            play: |table| {
                pressed_too_early(table);
            },
            told: &["captures-left [china-1988 23.4] ruling sensor white A2 B1 -> caution"],
            twin: Some(taken_in_time),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.4",
            happens: "White is cautioned for it.",
            play: |table| {
                pressed_too_early(table).confirm(Kind::CapturesLeft).act("lift A2 B1").wait(PATIENCE);
            },
            told: &["captures-left [china-1988 23.4] ruling sensor white A2 B1 -> caution (decided)", "White has 1 caution(s)"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.4",
            happens: "White is warned for it.",
            play: |table| {
                pressed_too_early(table).rule(Kind::CapturesLeft, gives(&[Sanction::Warning])).act("lift A2 B1").wait(PATIENCE);
            },
            told: &["captures-left [china-1988 23.4] ruling sensor white A2 B1 -> caution (decided)", "White has 1 warning(s)"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.4",
            mark: Mark::Sensors,
            happens: "In byo-yomi, where the time is free, White presses before the captured stones are off the board.",
            play: |table| {
                pressed_too_early(table.timed(BYO_YOMI));
            },
            told: &["captures-left [china-1988 23.4] ruling sensor white A2 B1 -> caution"],
            twin: Some(|table| taken_in_time(table.timed(BYO_YOMI))),
            ..Row::EMPTY
        },
    ]
}

/// White thinks for two seconds, and lifts three captured stones one by one, which takes half a minute.
fn lifts_slowly(table: &mut Scenery) -> &mut Scenery {
    table.moves(&CORNER).wait(2 * S).act("white C1\nwait 1s\nlift A1\nwait 15s\nlift A2\nwait 15s\nlift B1")
}

fn lifting() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-23.4",
            mark: Mark::Sensors,
            happens: "In byo-yomi White takes half a minute to lift three captured stones: it is not timed.",
            play: |table| {
                lifts_slowly(table.timed(BYO_YOMI)).wait(S).look_at_clock(White).act("press right").wait(PATIENCE);
            },
            told: &["white has 27 s of byo-yomi, 3 period(s) left"],
            twin: Some(|table| {
                lifts_slowly(table.timed(BYO_YOMI)).act("wait 1s\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.4",
            mark: Mark::Sensors,
            happens: "In main time the same half minute is White's own.",
            play: |table| {
                lifts_slowly(table.timed(TWO_HOURS)).act("wait 1s\npress right").wait(S).look_at_clock(White);
            },
            told: &["white has 7155 s of main time"],
            twin: Some(|table| {
                lifts_slowly(table.timed(TWO_HOURS)).act("wait 1s\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
    ]
}

/// White thinks about the fourth move for so long.
fn thinks(table: &mut Scenery, time: TimeControl, ms: u64) -> &mut Scenery {
    table.timed(time).moves(&["E5", "C3", "D6"]).wait(ms)
}

fn over_time() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-23.5",
            mark: Mark::Sensors,
            happens: "White's main time is used up, and there is no other.",
            play: |table| {
                thinks(table, TimeControl::Absolute { main_ms: MIN }, MIN).wait(PATIENCE);
            },
            told: &["flag-fallen [china-1988 23.5] ruling sensor white -> loss"],
            twin: Some(|table| {
                thinks(table, TimeControl::Absolute { main_ms: MIN }, 50 * S).act("white G3\nwait 1s\npress right").wait(S);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.5",
            mark: Mark::Sensors,
            happens: "White's last period of byo-yomi is used up.",
            play: |table| {
                thinks(table, BYO_YOMI, 90 * S).wait(PATIENCE);
            },
            told: &["flag-fallen [china-1988 23.5] ruling sensor white -> loss"],
            twin: Some(|table| {
                thinks(table, BYO_YOMI, 80 * S).act("white G3\nwait 1s\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.5",
            happens: "White's time is over, and the referee confirms the loss.",
            play: |table| {
                thinks(table, BYO_YOMI, 90 * S).wait(PATIENCE).confirm(Kind::FlagFallen);
            },
            told: &["flag-fallen [china-1988 23.5] ruling sensor white -> loss (decided)", "result: black wins by time"],
            ..Row::EMPTY
        },
    ]
}

fn leaving() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-23.6",
            happens: "White leaves the seat in the own byo-yomi: the counting goes on, and White loses on time.",
            play: |table| {
                thinks(table, BYO_YOMI, 10 * S).leaves(White).wait(90 * S).confirm(Kind::FlagFallen);
            },
            told: &[
                "left-seat [china-1988 23.6] attention reported white (decided)",
                "flag-fallen [china-1988 23.5] ruling sensor white -> loss (decided)",
                "result: black wins by time",
            ],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.6",
            happens: "Black asks for leave in White's time, and once: nothing is to be said.",
            play: |table| {
                thinks(table, TWO_HOURS, 10 * S).leaves(Black).wait(MIN).returns(Black).wait(S);
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-23.6",
            happens: "Black leaves a second time in one game.",
            play: |table| {
                thinks(table, TWO_HOURS, 10 * S).leaves(Black).wait(MIN).returns(Black).wait(MIN).leaves(Black).wait(S);
            },
            told: &["left-seat [china-1988 23.6] attention reported black"],
            ..Row::EMPTY
        },
    ]
}
