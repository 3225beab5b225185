//! The Chinese rules of 1988: plays and captures (CN-17.1, 17.2, 18 to 20).

use kifud::game::{BoardRemedy, Cause, Decision, RulingOutcome, Sanction};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Deed, Mark, Row, Scenery};

pub fn rows() -> Vec<Row> {
    [twice(), answered(), relocated(), taken_wrongly(), forbidden(), ko(), going_round()].concat()
}

fn twice() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-17.1",
            mark: Mark::Suspected,
            happens: "White plays, presses, and puts down another stone.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("white G7").wait(PATIENCE);
            },
            told: &["double-move [china-1988 17.1] attention suspected white G7 -> loss if so"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("white G7\nwait 1s\nlift G7").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.1",
            happens: "White has played twice in a row, and the referee confirms it.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("white G7").wait(PATIENCE).confirm(Kind::DoubleMove);
            },
            told: &["double-move [china-1988 17.1] attention suspected white G7 -> loss if so (decided)", "result: black wins by ruling"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.1",
            happens: "Black has passed by a press, which the referee confirms: White's next stone is no second play.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("press left").wait(PATIENCE).confirm(Kind::PassSignal).wait(1_000);
                table.act("white G7\nwait 1s\npress right").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
    ]
}

/// A press or a second stone that play has gone over before anybody asked.
fn answered() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-17.1",
            mark: Mark::Suspected,
            happens: "Black presses without a stone, and White plays on before anybody has asked: a pass and its answer, or a second play in a row.",
            play: |table| {
                press_and_answer(table);
            },
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("press left\nwait 500ms\nblack D4\nwait 3s\nwhite G7\nwait 1s\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.1",
            happens: "The press was a pass, which the referee confirms after White's answer: it was no second play.",
            play: |table| {
                press_and_answer(table).confirm(Kind::PassSignal).wait(1_000);
                table.act("black D4\nwait 1s\npress left").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.1",
            happens: "The press was no pass: White has played twice in a row, and loses.",
            play: |table| {
                press_and_answer(table).rule(Kind::PassSignal, Decision::plain(RulingOutcome::Dismiss)).confirm(Kind::DoubleMove);
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.1",
            happens: "White's second stone is answered, and taken off after the answer.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("white G7").wait(PATIENCE).act("black D4\nwait 1s\npress left").wait(PATIENCE);
                table.act("lift G7").wait(PATIENCE).act("white G3\nwait 1s\npress right").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
    ]
}

/// Black presses and plays nothing; White plays.
fn press_and_answer(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "C3"]).act("press left").wait(PATIENCE).act("white G7\nwait 1s\npress right").wait(PATIENCE)
}

/// Black plays D4, presses, takes the stone up again and puts it down at G7.
fn put_elsewhere(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "C3", "D4"]).act("lift D4\nwait 700ms\nblack G7").wait(PATIENCE)
}

fn relocated() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-17.2",
            mark: Mark::Suspected,
            happens: "Black takes up the stone just played, and plays it elsewhere.",
            play: |table| {
                put_elsewhere(table);
            },
            told: &["stone-relocated [china-1988 17.2] attention suspected black D4 G7 -> restore + warning if so"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("black D4\nwait 1s\nlift D4\nwait 300ms\nblack D5\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.2",
            happens: "Black carries the stone back to its first point before anybody has ruled: it is put right, and not forgiven.",
            play: |table| {
                put_elsewhere(table).act("lift G7\nwait 300ms\nblack D4").wait(PATIENCE);
            },
            told: &["stone-relocated [china-1988 17.2] attention suspected black D4 G7 -> restore + warning if so (cured)"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.2",
            happens: "Black thinks with the stone in the hand before it is back on its first point.",
            play: |table| {
                put_elsewhere(table).act("lift G7\nwait 10s\nblack D4").wait(PATIENCE);
            },
            told: &["stone-relocated [china-1988 17.2] attention suspected black D4 G7 -> restore + warning if so (cured)"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.2",
            happens: "It is confirmed: the stone goes back to its first point, with a warning, and play goes on from there.",
            play: |table| {
                put_elsewhere(table).confirm(Kind::StoneRelocated).wait(2_000);
                table.act("lift G7\nwait 1s\nblack D4\nwait 2s\nwhite G3\nwait 1s\npress right").wait(PATIENCE);
            },
            told: &[
                "stone-relocated [china-1988 17.2] attention suspected black D4 G7 -> restore + warning if so (decided)",
                "Black has 1 warning(s)",
            ],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-17.2",
            happens: "The stone had dropped: it was played freely, and nothing is entered.",
            play: |table| {
                let dropped = Decision { cause: Some(Cause::Dropped), ..Decision::plain(RulingOutcome::Confirm) };
                put_elsewhere(table).rule(Kind::StoneRelocated, dropped).wait(PATIENCE);
                table.act("white G3\nwait 1s\npress right").wait(PATIENCE);
            },
            told: &["stone-relocated [china-1988 17.2] attention suspected black D4 G7 -> restore + warning if so (decided)"],
            ..Row::EMPTY
        },
    ]
}

/// White plays F5 and takes off E5, which has two liberties.
fn wrong_capture(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "E4", "G7"]).act("white F5\nwait 1s\nlift E5\nwait 700ms\npress right").wait(PATIENCE)
}

fn taken_wrongly() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-18",
            mark: Mark::Suspected,
            happens: "White takes off a stone that still has liberties.",
            play: |table| {
                wrong_capture(table);
            },
            told: &["wrong-capture [china-1988 18] attention suspected white E5 -> restore + warning if so"],
            twin: Some(|table| {
                table.moves(&["E5", "E4", "G7", "F5", "G3", "D5", "G2"]);
                table.act("white E6\nwait 1s\nlift E5\nwait 700ms\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-18",
            happens: "White puts the stone back before anybody has ruled.",
            play: |table| {
                wrong_capture(table).act("black E5").wait(PATIENCE);
            },
            told: &["wrong-capture [china-1988 18] attention suspected white E5 -> restore + warning if so (cured)"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-18",
            happens: "It is confirmed: the stone is put back, with a warning to the taker.",
            play: |table| {
                wrong_capture(table).confirm(Kind::WrongCapture).wait(2_000);
                table.act("black E5\nwait 2s\nblack C7\nwait 1s\npress left").wait(PATIENCE);
            },
            told: &[
                "wrong-capture [china-1988 18] attention suspected white E5 -> restore + warning if so (decided)",
                "White has 1 warning(s)",
            ],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-18",
            happens: "Three stones are taken off wrongly and play goes on; it is confirmed, and they are put back one by one.",
            play: |table| {
                table
                    .moves(&["E5", "E4", "E6", "D5", "E7"])
                    .act("white F5\nwait 1s\nlift E5 E6 E7\nwait 700ms\npress right")
                    .wait(PATIENCE);
                table.act("black C7\nwait 1s\npress left").wait(PATIENCE).confirm(Kind::WrongCapture).wait(1_000);
                table.act("black E5\nwait 6s\nblack E6\nwait 6s\nblack E7").wait(PATIENCE);
                table.act("white G3\nwait 1s\npress right").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-18",
            happens: "Three stones are taken off wrongly and play goes on; the players put them back one by one before anybody has ruled.",
            play: |table| {
                table
                    .moves(&["E5", "E4", "E6", "D5", "E7"])
                    .act("white F5\nwait 1s\nlift E5 E6 E7\nwait 700ms\npress right")
                    .wait(PATIENCE);
                table.act("black C7\nwait 1s\npress left").wait(PATIENCE);
                table.act("black E5\nwait 6s\nblack E6\nwait 6s\nblack E7").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
    ]
}

fn forbidden() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-19",
            mark: Mark::Sensors,
            happens: "White plays on a point without liberties and captures nothing.",
            play: |table| {
                table.moves(&["A2", "E5", "B1", "E6", "C5"]).act("white A1\nwait 1s\npress right").wait(PATIENCE);
            },
            told: &["forbidden-point [china-1988 19] ruling sensor white A1 -> forcedpass"],
            twin: Some(|table| {
                table.moves(&["A2", "E5", "B1", "E6", "C5", "D4"]).act("white A1\nwait 1s\nlift A1").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-19",
            happens: "It is confirmed: the stone comes off, and the turn is lost; no warning.",
            play: |table| {
                table.moves(&["A2", "E5", "B1", "E6", "C5"]).act("white A1\nwait 1s\npress right").wait(PATIENCE);
                table.confirm(Kind::ForbiddenPoint).wait(1_000).act("lift A1\nwait 2s\nblack C7\nwait 1s\npress left").wait(PATIENCE);
            },
            told: &["forbidden-point [china-1988 19] ruling sensor white A1 -> forcedpass (decided)", "move 6: white passes, forced"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-19",
            mark: Mark::Sensors,
            happens: "A play that leaves two stones of its own without liberties.",
            play: |table| {
                table.moves(&["A3", "A2", "B2", "E6", "B1"]).act("white A1\nwait 1s\npress right").wait(PATIENCE);
            },
            told: &["forbidden-point [china-1988 19] ruling sensor white A1 -> forcedpass"],
            twin: Some(|table| {
                table.moves(&["A3", "A2", "B2", "E6", "D7"]).act("white A1\nwait 1s\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
    ]
}

/// Black has just taken at D4; the ko is around D4 and E4.
const KO: [&str; 8] = ["C4", "E5", "D5", "F4", "D3", "E3", "J9", "D4"];

fn ko_taken(table: &mut Scenery) -> &mut Scenery {
    table.moves(&KO).act("black E4\nwait 700ms\nlift D4\nwait 700ms\npress left").wait(2_000)
}

fn retaken_at_once(table: &mut Scenery) -> &mut Scenery {
    ko_taken(table).act("white D4\nwait 600ms\nlift E4\nwait 700ms\npress right").wait(PATIENCE)
}

fn ko() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-20.1",
            mark: Mark::Sensors,
            happens: "White retakes a ko at once.",
            play: |table| {
                retaken_at_once(table);
            },
            told: &["ko-violation [china-1988 20.1] ruling sensor white D4 -> forcedpass"],
            twin: Some(|table| {
                ko_taken(table).act("white H2\nwait 1s\npress right\nwait 2s\nblack H3\nwait 1s\npress left\nwait 2s");
                table.act("white D4\nwait 600ms\nlift E4\nwait 700ms\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-20.1",
            happens: "It is confirmed: the stones are put back, and the turn is lost; no warning.",
            play: |table| {
                retaken_at_once(table).confirm(Kind::KoViolation).wait(1_000);
                table.act("lift D4\nwait 500ms\nblack E4\nwait 2s\nblack C7\nwait 1s\npress left").wait(PATIENCE);
            },
            told: &["ko-violation [china-1988 20.1] ruling sensor white D4 -> forcedpass (decided)", "move 10: white passes, forced"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-20.1",
            happens: "A warning is given for it and nothing is said of the stones; the players put them back, and nobody has a prisoner by it.",
            play: |table| {
                let warned = Decision { board: None, ..gives(&[Sanction::Warning]) };
                retaken_at_once(table).rule(Kind::KoViolation, warned).wait(1_000);
                table.act("lift D4\nwait 500ms\nblack E4").wait(PATIENCE).look_at_prisoners();
            },
            ..Row::EMPTY
        },
    ]
}

/// A wall of Black and one of White beside it, and between them three kos: whoever is in atari has to take one.
const TRIPLE_KO: [&str; 9] =
    ["XXOOX....", "X.XOX....", "XXOOX....", "XO.OX....", "XXOOX....", "XO.OX....", "XXOOX....", "XXOOX....", "XXOOX...."];

/// The same with two kos, and a liberty more for each: false eyes on both sides, and both live by them.
const TWO_KOS: [&str; 9] =
    ["XXOOX....", "X.XOX....", "XXOOX....", "XO.OX....", "XXOOX....", ".XOOX....", "XXOOX....", "XXO.X....", "XXOOX...."];

/// One after the other plays there, takes what lies beside it, and presses.
fn round_and_round(table: &mut Scenery) -> &mut Scenery {
    for (taker, put, lift, side) in [
        ("black", "C6", "B6", "left"),
        ("white", "B8", "C8", "right"),
        ("black", "C4", "B4", "left"),
        ("white", "B6", "C6", "right"),
        ("black", "C8", "B8", "left"),
        ("white", "B4", "C4", "right"),
    ] {
        table.act(&format!("{taker} {put}\nwait 600ms\nlift {lift}\nwait 700ms\npress {side}")).wait(2_000);
    }
    table
}

/// The two kos are taken in turn, and each player passes once meanwhile.
fn two_kos(table: &mut Scenery) -> &mut Scenery {
    table.act("black C6\nwait 600ms\nlift B6\nwait 700ms\npress left").wait(2_000);
    table.act("white B8\nwait 600ms\nlift C8\nwait 700ms\npress right").wait(2_000)
}

fn going_round() -> Vec<Row> {
    let mut rows = vec![
        Row {
            clause: "CN-20.2",
            happens: "At the end a group that lives by two kos alone is false life: both call it dead.",
            play: |table| {
                two_kos(table.set_up(&TWO_KOS));
                table.both_call_dead(&["C9"]);
            },
            told: &["result: black wins by score"],
            ..Row::EMPTY
        },
        Row {
            clause: "CN-20.3",
            mark: Mark::Sensors,
            happens: "A triple ko has gone round once, and neither yields.",
            play: |table| {
                round_and_round(table.set_up(&TRIPLE_KO)).wait(PATIENCE);
            },
            told: &["repetition [china-1988 20.3] attention sensor B4"],
            twin: Some(|table| {
                table.set_up(&TRIPLE_KO).act("black C6\nwait 600ms\nlift B6\nwait 700ms\npress left").wait(2_000);
                table.act("white B8\nwait 600ms\nlift C8\nwait 700ms\npress right").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
    ];
    let ruled: [(&'static str, Deed); 3] = [
        ("The triple ko is ruled a draw.", |table| {
            round_and_round(table.set_up(&TRIPLE_KO)).rule(Kind::Repetition, gives(&[Sanction::Draw]));
        }),
        ("The triple ko is ruled a replay.", |table| {
            round_and_round(table.set_up(&TRIPLE_KO)).rule(Kind::Repetition, gives(&[Sanction::Replay]));
        }),
        ("The triple ko is let be: play goes on.", |table| {
            let stands = Decision { board: Some(BoardRemedy::Stands), ..Decision::plain(RulingOutcome::Change) };
            round_and_round(table.set_up(&TRIPLE_KO)).rule(Kind::Repetition, stands).wait(1_000);
            table.act("black J5\nwait 1s\npress left").wait(PATIENCE);
        }),
    ];
    rows.extend(ruled.map(|(happens, play)| Row { clause: "CN-20.3", happens, play, ..Row::EMPTY }));
    rows
}
