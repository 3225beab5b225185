//! Ing's article 9.4 after the last move: the stones are filled in and put back, and the margin stands when they are.

use kifud::game::{AlertVerb, PressPass, RulingOutcome, Verb};
use kifud::go::Color::{Black, White};
use kifud::go::{HalfPoints, Size};
use kifud::referee::Kind;

use super::ending::{CLOSED, DAME};
use super::stage::PATIENCE;
use super::{INGS_OWN, Mark, Row, Scenery};
use crate::rulings::plain;

/// Bowls of forty, a closed boundary, and both have accepted the end.
fn counting<'a>(table: &'a mut Scenery, moves: &[&str]) -> &'a mut Scenery {
    table.act("trays 40 40 0 0").wait(15_000).moves(moves).act("trays 31 31 0 0");
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::AcceptEnd(White)).wait(1_000)
}

/// All stones are back in the bowls, one heap after the other.
fn collected(table: &mut Scenery, black: u8, white: u8) -> &mut Scenery {
    table
        .act("lift D1 D2 D3 D4 D5 D6 D7 D8 D9\nwait 2s\nclear")
        .wait(2_000)
        .act("trays 35 33 0 0")
        .wait(4_000)
        .act(&format!("trays {black} {white} 0 0"))
        .wait(15_000)
}

pub fn rows() -> Vec<Row> {
    [overlooked(), missing(), of_180(), put_back(), filled_in()].concat()
}

fn overlooked() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.2(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "The dame that both overlooked is half a point for each in the count.",
            play: |table| {
                counting(table, &DAME).show_count();
            },
            told: &["dame-left [ing 8.2(1)] notice sensor E5", "count: Black 36.5 less 0, White 44.5 less 0: White by 16"],
            twin: Some(|table| {
                counting(table, &CLOSED).wait(PATIENCE);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-8.2(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Both pass by the press although a dame can still be played for: it costs the effect of the move, and nothing else.",
            play: |table| {
                table.furnish(|made| made.press_pass = PressPass::Pass).moves(&DAME).act("press left").wait(PATIENCE);
                table.act("press right").wait(PATIENCE).show_result();
            },
            told: &["dame-left [ing 8.2(1)] notice sensor E5", "ending: no result"],
            twin: Some(|table| {
                table.furnish(|made| made.press_pass = PressPass::Pass).moves(&CLOSED).act("press left").wait(PATIENCE);
                table.act("press right").wait(PATIENCE);
            }),
            elsewhere: INGS_OWN,
        },
    ]
}

fn missing() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.4(3)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "The stones are back in the bowls after filling in, and one white stone is missing.",
            play: |table| {
                collected(counting(table, &CLOSED), 40, 39).show_result();
            },
            told: &["count-differs [ing 9.4(3)] attention sensor", "counting: no result"],
            twin: Some(|table| {
                collected(counting(table, &CLOSED), 40, 40);
            }),
            elsewhere: INGS_OWN,
        },
        Row {
            clause: "ING-9.4(3)",
            mark: Mark::Person,
            book: "ing",
            happens: "A stone is missing: the margin is not confirmed before the referee has ruled on it.",
            play: |table| {
                collected(counting(table, &CLOSED), 40, 39).ask(Verb::ConfirmScore(Black));
                table.rule(Kind::CountDiffers, plain(RulingOutcome::Dismiss)).act("trays 40 39 0 0").wait(PATIENCE);
                table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
            },
            told: &[
                "count-differs [ing 9.4(3)] attention sensor (decided)",
                "refused: Conflict: the bowls hold 40 and 39, and the margin stands when each holds 40: put the stones right, or have count-differs ruled on",
                "result: white wins by score",
            ],
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
    ]
}

/// A large board with 180 stones of each; a line between the two is closed, and both have accepted the end.
fn large(table: &mut Scenery) -> &mut Scenery {
    table.furnish(|made| made.size = Size::square(19).expect("a board")).act("trays 180 180 0 0").wait(15_000);
    let moves: Vec<String> = (1..=19).flat_map(|line| [format!("J{line}"), format!("K{line}")]).collect();
    table.moves(&moves.iter().map(String::as_str).collect::<Vec<_>>()).act("trays 161 161 0 0");
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::AcceptEnd(White)).wait(1_000)
}

/// Black's area is filled two at a time, and then all stones go back: so many of each are in the bowls.
fn filled_and_collected(table: &mut Scenery, black: u8, white: u8) -> &mut Scenery {
    for line in 1..=9 {
        table.act(&format!("wait 1s\nblack A{line} B{line}\nwait 1s\nwhite S{line} T{line}"));
    }
    table.wait(PATIENCE).act("trays 143 143 0 0").wait(2_000).act("clear").wait(2_000).act("trays 170 170 0 0").wait(4_000);
    table.act(&format!("trays {black} {white} 0 0")).wait(15_000)
}

fn of_180() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.4(3)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "On the large board the stones are filled in two at a time and put back, and 179 black ones are there.",
            play: |table| {
                filled_and_collected(large(table), 179, 180).show_count();
            },
            twin: Some(|table| {
                filled_and_collected(large(table), 180, 180);
            }),
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(3)",
            book: "ing",
            happens: "On the large board 180 of each are back, and both confirm the margin.",
            play: |table| {
                filled_and_collected(large(table), 180, 180).ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White)).show_count();
            },
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
    ]
}

fn put_back() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.4(3)",
            mark: Mark::Person,
            book: "ing",
            happens: "The margin is unconfirmed while it is counted and when one has confirmed it, and stands with forty of each back and both confirming.",
            play: |table| {
                counting(table, &CLOSED).ask(Verb::EnterCount { color: Black, stones: HalfPoints::points(36) }).show_result();
                collected(table, 40, 40)
                    .show_result()
                    .ask(Verb::ConfirmScore(White))
                    .show_result()
                    .ask(Verb::ConfirmScore(Black))
                    .show_result();
            },
            told: &[
                "counting: w+17 unconfirmed",
                "counting: w+17 unconfirmed",
                "counting: w+17 unconfirmed",
                "ended: w+17 final",
                "result: white wins by score",
            ],
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(3)",
            mark: Mark::Person,
            book: "ing",
            happens: "Black, who is losing, has the referee watch the stones being put back.",
            play: |table| {
                counting(table, &CLOSED).ask(Verb::Alert(AlertVerb::Call(Black)));
                collected(table, 40, 40).confirm(Kind::RefereeCall).ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
            },
            told: &["referee-call [ing 10.1] attention reported black (decided)", "result: white wins by score"],
            elsewhere: INGS_OWN,
            ..Row::EMPTY
        },
    ]
}

fn filled_in() -> Vec<Row> {
    vec![Row {
        clause: "ING-9.4(4)",
        mark: Mark::Sensors,
        book: "ing",
        happens: "Three fall out of the hand, and one is taken up again: two at a time are within the rule.",
        play: |table| {
            counting(table, &CLOSED).act("wait 1s\nwhite J1 J2 J3").wait(PATIENCE).act("lift J3").wait(PATIENCE);
        },
        told: &["fill-burst [ing 9.4(4)] attention sensor white J3 J2 J1 (gone)"],
        twin: Some(|table| {
            counting(table, &CLOSED).act("wait 1s\nwhite J1 J2\nwait 1s\nwhite J3\nwait 1s\nblack A1 A2").wait(PATIENCE);
        }),
        elsewhere: INGS_OWN,
    }]
}
