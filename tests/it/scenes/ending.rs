//! Passes, endings and counting, in both texts.

use kifud::game::{PressPass, Verb};
use kifud::go::Color::{Black, White};
use kifud::go::{Counting, HalfPoints};

use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};

/// Black has the four columns on the left, White the five on the right; every point between them is taken.
pub const CLOSED: [&str; 18] = ["D1", "E1", "D2", "E2", "D3", "E3", "D4", "E4", "D5", "E5", "D6", "E6", "D7", "E7", "D8", "E8", "D9", "E9"];

/// The same, but for a dame at E5.
pub const DAME: [&str; 18] = ["D1", "E1", "D2", "E2", "D3", "E3", "D4", "E4", "D5", "F5", "D6", "E6", "D7", "E7", "D8", "E8", "D9", "E9"];

fn both_accept(table: &mut Scenery) {
    table.ask(Verb::AcceptEnd(Black)).ask(Verb::AcceptEnd(White)).wait(1_000);
}

pub fn rows() -> Vec<Row> {
    [after_the_end(), ending(), disputed(), ing()].concat()
}

/// The same as a closed boundary, and a stone of Black's in the corner that White can take.
pub const DISPUTED: [&str; 20] =
    ["D1", "E1", "D2", "E2", "D3", "E3", "D4", "E4", "D5", "E5", "D6", "E6", "D7", "E7", "D8", "E8", "D9", "E9", "J9", "H9"];

/// These moves, and then this, where a press without a stone is a pass.
fn by_the_press<'a>(table: &'a mut Scenery, moves: &[&str], then: &str) -> &'a mut Scenery {
    table.furnish(|made| made.press_pass = PressPass::Pass).moves(moves).act(then).wait(PATIENCE)
}

fn after_the_end() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-16.3",
            mark: Mark::Person,
            book: "china-1988",
            happens: "A player counts Black's stones and territory as 37, and there are 36.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.ask(Verb::EnterCount { color: Black, stones: HalfPoints::points(37) });
            },
            told: &["count-differs [china-1988 16.3] attention reported black"],
            twin: Some(|table| {
                both_accept(table.moves(&CLOSED));
                // Where territory is counted the stones are none of it.
                let territory = table.scene.game().terms().rules.counting == Counting::Territory;
                table.ask(Verb::EnterCount { color: Black, stones: HalfPoints::points(if territory { 27 } else { 36 }) });
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-16.3",
            mark: Mark::Sensors,
            book: "china-1988",
            happens: "The board is rearranged while it is counted: the position is counted as it was kept.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.act("wait 1s\nlift D1 D2 D3 D4\nwait 2s\nlift E1 E2 E3\nwait 2s\nblack A1 A2 A3 A4").wait(2 * PATIENCE);
                table.ask(Verb::Count { method: None }).show_count();
            },
            twin: Some(|table| {
                both_accept(table.moves(&CLOSED));
                table.wait(2 * PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-16.3",
            book: "china-1988",
            happens: "When the game is over and the board is cleared, a player has it counted again.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White)).act("clear").wait(PATIENCE);
                table.ask(Verb::Count { method: None }).show_count();
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-16.7",
            mark: Mark::Sensors,
            book: "china-1988",
            happens: "The board is cleared when the game is over.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
                table.act("lift D1 D2 D3 D4 D5\nwait 2s\nlift E1 E2 E3 E4\nwait 9s\nclear").wait(2 * PATIENCE);
            },
            told: &["result: white wins by score"],
            twin: Some(|table| {
                table.moves(&CLOSED);
            }),
            ..Row::EMPTY
        },
    ]
}

fn ending() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-21.1",
            mark: Mark::Sensors,
            book: "china-1988",
            happens: "Black passes by the press, where the event has it so, White plays on, and Black's right to move revives.",
            play: |table| {
                by_the_press(table, &DAME, "press left");
                table.act("white E5\nwait 1s\npress right\nwait 2s\nblack C1\nwait 1s\npress left").wait(PATIENCE).show_last_three();
            },
            twin: Some(|table| {
                by_the_press(table, &CLOSED, "black C1\nwait 1s\npress left\nwait 2s\nwhite F5\nwait 1s\npress right");
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-21.1",
            book: "china-1988",
            happens: "Black accepts the end on his turn, White plays on, and Black's right to move revives.",
            play: |table| {
                table.moves(&DAME).ask(Verb::AcceptEnd(Black));
                table.act("white E5\nwait 1s\npress right\nwait 2s\nblack C1\nwait 1s\npress left").wait(PATIENCE);
            },
            told: &["dame-left [china-1988 21.2] notice sensor E5 (gone)"],
            twin: Some(|table| {
                table.moves(&CLOSED).ask(Verb::AcceptEnd(Black));
                table.act("white F5\nwait 1s\npress right\nwait 2s\nblack C1\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-21.2",
            mark: Mark::Sensors,
            book: "china-1988",
            happens: "Both pass by the press although a point can still be played for: it is said before the second of them.",
            play: |table| {
                by_the_press(table, &DAME, "press left\nwait 5s\npress right");
            },
            twin: Some(|table| {
                by_the_press(table, &CLOSED, "press left\nwait 5s\npress right");
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-21.2",
            book: "china-1988",
            happens: "Both confirm the end although a point can still be played for: it is shared, and a stone put there reopens nothing.",
            play: |table| {
                both_accept(table.moves(&DAME));
                table.act("black E5").wait(2 * PATIENCE);
            },
            told: &["dame-left [china-1988 21.2] notice sensor E5"],
            twin: Some(|table| {
                both_accept(table.moves(&CLOSED));
                table.act("black A5").wait(2 * PATIENCE);
            }),
            ..Row::EMPTY
        },
    ]
}

fn disputed() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-21.3",
            mark: Mark::Person,
            book: "china-1988",
            happens: "White calls Black's stone in the corner dead, Black does not agree: it is settled by play, and it is captured.",
            play: |table| {
                both_accept(table.moves(&DISPUTED));
                table.ask(Verb::DisputeEnd { color: Black, to_move: Some(White) }).wait(2_000);
                table.act("white J8\nwait 1s\nlift J9\nwait 700ms\npress right").wait(PATIENCE).look_at_prisoners();
            },
            told: &[],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-21.3",
            mark: Mark::Person,
            book: "china-1988",
            happens: "The end is disputed while the board is rearranged: play waits until it is put back, and goes on.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.act("lift E5 D5\nwait 1s").ask(Verb::DisputeEnd { color: White, to_move: Some(White) });
                table.act("wait 2s\nblack D5\nwhite E5\nwait 2s\nwhite C5\nwait 1s\npress right").wait(PATIENCE);
            },
            told: &[],
            ..Row::EMPTY
        },
    ]
}

fn ing() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.2(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "The last dame was overlooked by both and is found while the board is filled in: shared, no penalty, nothing reopened.",
            play: |table| {
                both_accept(table.moves(&DAME));
                table.act("wait 1s\nblack A1\nwhite J1\nwait 1s\nwhite E5").wait(2 * PATIENCE);
            },
            told: &["dame-left [ing 8.2(1)] notice sensor E5"],
            twin: Some(|table| {
                both_accept(table.moves(&CLOSED));
                table.act("wait 1s\nblack A1\nwhite J1").wait(2 * PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(3)",
            mark: Mark::Person,
            book: "ing",
            happens: "A counted game is confirmed by both when the stones are back in their bowls.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.act("lift D1 D2 D3 D4 D5 D6 D7 D8 D9\nwait 2s\nclear").wait(2 * PATIENCE);
                table.ask(Verb::ConfirmScore(Black)).ask(Verb::ConfirmScore(White));
            },
            told: &["result: white wins by score"],
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(4)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Three stones are filled in at once.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.act("wait 1s\nblack A1 A2 A3").wait(2 * PATIENCE);
            },
            told: &["fill-burst [ing 9.4(4)] attention sensor black A3 A2 A1"],
            twin: Some(|table| {
                both_accept(table.moves(&CLOSED));
                table.act("wait 1s\nblack A1 A2\nwhite J1 J2\nwait 1s\nblack A3\nwait 1s\nblack B1 B2").wait(2 * PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(4)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "A falling stone moves one of the shape, which is put back when both agree that it is as it was.",
            play: |table| {
                both_accept(table.moves(&CLOSED));
                table.act("wait 1s\nlift D5\nblack C5").wait(2 * PATIENCE);
                table.act("lift C5\nblack D5").wait(PATIENCE);
            },
            told: &["counting-disturbed [ing 9.4(4)] attention sensor D5 (gone)"],
            twin: Some(|table| {
                both_accept(table.moves(&CLOSED));
                table.act("wait 1s\nlift D5\nwait 1s\nblack D5").wait(2 * PATIENCE);
            }),
            ..Row::EMPTY
        },
    ]
}
