//! Ing's articles 8 and 9 as far as they are about play: hot stones, a stone that is moved, two stones that resign, one that passes.

use kifud::game::{PressPass, RulingOutcome};
use kifud::referee::Kind;

use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};
use crate::cycles::positions::{BLACK, WHITE, ladder};

/// Both have an eye elsewhere, and between them two stones are taken for two.
const TWO_FOR_TWO: [&str; 9] =
    ["OOOXXX...", "O.X.OX...", "OOOXXX...", ".OOXX....", ".........", ".........", ".........", ".........", "........."];

/// Plays this position up, a stone of each colour by turns, and presses for every one.
fn played_up<'a>(table: &mut Scenery, lines: impl IntoIterator<Item = &'a str>) {
    let lines: Vec<&str> = lines.into_iter().collect();
    let of = |letter: char| {
        let row = |(index, line): (usize, &'a str)| {
            let columns = line.chars().enumerate().filter(move |&(_, shown)| shown == letter);
            columns.map(|(column, _)| format!("{}{}", "ABCDEFGHJ".as_bytes()[column] as char, 9 - index)).collect::<Vec<_>>()
        };
        lines.iter().copied().enumerate().flat_map(row).collect::<Vec<_>>()
    };
    let (black, white) = (of('X'), of('O'));
    assert_eq!(black.len(), white.len(), "Black is to move");
    for (black, white) in black.iter().zip(&white) {
        table.moves(&[black, white]);
    }
}

/// Three kos between two walls, White's stones to make the numbers equal, Black to move.
fn three_kos(table: &mut Scenery) {
    let mut lines = ladder(9, &[&[BLACK], &[WHITE], &[WHITE]]);
    for line in &mut lines[..8] {
        line.replace_range(7..8, "O");
    }
    played_up(table, lines.iter().map(String::as_str));
}

/// A move that takes these stones, with its press.
fn takes(table: &mut Scenery, color: &str, at: &str, taken: &str) {
    let side = if color == "black" { "left" } else { "right" };
    let lift = if taken.is_empty() { String::new() } else { format!("wait 800ms\nlift {taken}\n") };
    table.act(&format!("{color} {at}\n{lift}wait 800ms\npress {side}")).wait(1_000);
}

pub fn rows() -> Vec<Row> {
    [hot_stones(), moved(), resigned(), resigned_or_not(), passed(), numbered()].concat()
}

fn hot_stones() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.2(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Double hot stones: two are taken for two, and the position is what it was.",
            play: |table| {
                played_up(table, TWO_FOR_TWO);
                takes(table, "black", "B8", "");
                takes(table, "white", "D8", "B8 C8");
                takes(table, "black", "C8", "D8 E8");
                takes(table, "white", "E8", "");
                table.wait(PATIENCE);
            },
            told: &["hot-stone-capture [ing 8.2(2)] notice sensor E8"],
            twin: Some(|table| {
                played_up(table, TWO_FOR_TWO);
                takes(table, "black", "B8", "");
                takes(table, "white", "D8", "B8 C8");
                takes(table, "black", "C8", "D8 E8");
                takes(table, "white", "J1", "");
                table.wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-8.2(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Twin hot stones: three kos are taken round once by each.",
            play: |table| {
                three_kos(table);
                go_round(table);
                table.wait(PATIENCE);
            },
            told: &["hot-stone-capture [ing 8.2(2)] notice sensor B4"],
            twin: Some(|table| {
                three_kos(table);
                takes(table, "black", "C6", "B6");
                takes(table, "white", "B8", "C8");
                table.moves(&["J1", "J9"]).wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-8.2(2)",
            mark: Mark::Person,
            book: "ing",
            happens: "Both agree that as many were taken, the referee dismisses it, and play goes on.",
            play: |table| {
                three_kos(table);
                go_round(table);
                table.wait(PATIENCE);
                table
                    .rule(Kind::HotStoneCapture, crate::rulings::plain(RulingOutcome::Dismiss))
                    .moves(&["J1", "J9"])
                    .wait(PATIENCE)
                    .show_result();
            },
            told: &["hot-stone-capture [ing 8.2(2)] notice sensor B4 (decided)", "playing: no result"],
            ..Row::EMPTY
        },
    ]
}

/// Black takes the second ko, White the first, and so on round the three.
fn go_round(table: &mut Scenery) {
    for (color, at, taken) in [
        ("black", "C6", "B6"),
        ("white", "B8", "C8"),
        ("black", "C4", "B4"),
        ("white", "B6", "C6"),
        ("black", "C8", "B8"),
        ("white", "B4", "C4"),
    ] {
        takes(table, color, at, taken);
    }
}

fn moved() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-8.3(3)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black plays, presses, and puts the stone elsewhere before White has moved.",
            play: |table| {
                table.moves(&["E5", "C3", "D7"]).act("lift D7\nwait 700ms\nblack F7").wait(PATIENCE).show_result();
            },
            told: &["stone-relocated [ing 8.3(3)] attention suspected black D7 F7 -> loss if so", "playing: no result"],
            twin: Some(|table| {
                table.moves(&["E5", "C3", "D7"]).act("lift D7\nwait 700ms\nblack D7").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-8.3(3)",
            mark: Mark::Person,
            book: "ing",
            happens: "The referee has verified that Black put the stone elsewhere.",
            play: |table| {
                table.moves(&["E5", "C3", "D7"]).act("lift D7\nwait 700ms\nblack F7").wait(PATIENCE).confirm(Kind::StoneRelocated);
            },
            told: &["stone-relocated [ing 8.3(3)] attention suspected black D7 F7 -> loss if so (decided)", "result: white wins by ruling"],
            ..Row::EMPTY
        },
    ]
}

fn resigned() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.2(1)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black puts two stones on the board on his turn.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("black G7 F2").wait(PATIENCE).show_result();
            },
            told: &["resign-signal [ing 9.2(1)] attention suspected black G7 F2", "playing: no result"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("black G7 F2\nwait 1s\nlift F2\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.2(1)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black puts two captured stones on the board, one after the other.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("white G7\nwait 1s\nwhite F2").wait(PATIENCE).show_result();
            },
            told: &["resign-signal [ing 9.2(1)] attention suspected black G7 F2", "playing: no result"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("white G7\nwait 1s\nlift G7").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
    ]
}

fn resigned_or_not() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.2(1)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black plays, and puts another stone down before the press.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("black G7\nwait 1s\nblack F2").wait(PATIENCE).show_result();
            },
            told: &["resign-signal [ing 9.2(1)] attention suspected black G7 F2", "playing: no result"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("black G7\nwait 1s\nblack F2\nwait 1s\nlift F2\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.2(1)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black plays and presses, and then puts another stone down: one stone after a turn is no resignation.",
            play: |table| {
                table.moves(&["E5", "C3", "G7"]).act("black F2").wait(PATIENCE).show_result();
            },
            told: &["double-move attention suspected black F2", "playing: no result"],
            twin: Some(|table| {
                table.moves(&["E5", "C3", "G7"]).act("black F2\nwait 1s\nlift F2").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.2(1)",
            mark: Mark::Person,
            book: "ing",
            happens: "The referee confirms that two stones on the board were a resignation.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("black G7 F2").wait(PATIENCE).confirm(Kind::ResignSignal);
            },
            told: &["resign-signal [ing 9.2(1)] attention suspected black G7 F2 (decided)", "result: white wins by resignation"],
            ..Row::EMPTY
        },
    ]
}

/// Bowls of forty, and no stone in a lid.
fn counted(table: &mut Scenery) -> &mut Scenery {
    table.act("trays 40 40 0 0").wait(15_000).act("trays 39 40 0 0\nblack E5\nwait 1s\npress left");
    table.act("wait 1s\ntrays 39 39 0 0\nwhite C3\nwait 1s\npress right").wait(1_000)
}

fn passed() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.2(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black presses without a stone.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("press left").wait(PATIENCE).show_record();
            },
            told: &["pass-signal [ing 9.2(2)] attention suspected black", "record: 1 Black E5, 2 White C3"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("press left\nwait 600ms\nblack G7").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.2(2)",
            book: "ing",
            happens: "The referee confirms that the press was a pass, and it has its number.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("press left").wait(PATIENCE).confirm(Kind::PassSignal).show_record();
            },
            told: &["pass-signal [ing 9.2(2)] attention suspected black (decided)", "record: 1 Black E5, 2 White C3, 3 Black pass"],
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.2(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Black puts a stone beside the board, into White's lid.",
            play: |table| {
                counted(table).act("trays 38 39 0 0\nwait 500ms\ntrays 38 39 0 1").wait(PATIENCE);
            },
            told: &["pass-signal [ing 9.2(2)] attention suspected black"],
            twin: Some(|table| {
                counted(table).act("trays 38 39 0 0").wait(60_000).act("black G7\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.2(2)",
            book: "ing",
            happens: "Black puts a stone beside the board, into his own lid; it is confirmed, and lies there for the rest of the game.",
            play: |table| {
                counted(table).act("trays 38 39 0 0\nwait 500ms\ntrays 38 39 1 0\nwait 1s\npress left").wait(PATIENCE);
                table.confirm(Kind::PassSignal).act("trays 38 38 1 0\nwhite G7\nwait 1s\npress right").wait(120_000).show_record();
            },
            told: &[
                "pass-signal [ing 9.2(2)] attention suspected black (decided)",
                "record: 1 Black E5, 2 White C3, 3 Black pass, 4 White G7",
            ],
            twin: Some(|table| {
                counted(table).act("trays 38 39 1 0\nwait 600ms\ntrays 38 39 0 0\nwait 1s\nblack G7\nwait 1s\npress left").wait(60_000);
            }),
            ..Row::EMPTY
        },
    ]
}

fn numbered() -> Vec<Row> {
    vec![Row {
        clause: "ING-10.2",
        mark: Mark::Sensors,
        book: "ing",
        happens: "Black passes by the press, where the event has it so, and the pass is move 3.",
        play: |table| {
            table.furnish(|made| made.press_pass = PressPass::Pass);
            table.moves(&["E5", "C3"]).act("press left").wait(PATIENCE).act("white G7\nwait 1s\npress right").wait(PATIENCE).show_record();
        },
        told: &["record: 1 Black E5, 2 White C3, 3 Black pass, 4 White G7"],
        twin: Some(|table| {
            table.furnish(|made| made.press_pass = PressPass::Pass).moves(&["E5", "C3", "F6", "G7"]).wait(PATIENCE);
        }),
        ..Row::EMPTY
    }]
}
