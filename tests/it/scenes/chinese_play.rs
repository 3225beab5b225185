//! The Chinese rules of 1988: plays and captures (CN-17.1, 17.2, 18, 19).

use kifud::game::{Cause, Decision, RulingOutcome, Sanction};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};

pub fn rows() -> Vec<Row> {
    [twice(), answered(), relocated(), taken_wrongly(), on_the_own_turn(), forbidden()].concat()
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
            happens: "The press was a pass, says the referee; the chief referee says that it was none, and the second play in a row is a question again.",
            play: |table| {
                press_and_answer(table).confirm(Kind::PassSignal).wait(1_000).overrule_last(Decision::plain(RulingOutcome::Dismiss));
            },
            told: &[
                "pass-signal attention suspected black (decided)",
                "double-move [china-1988 17.1] attention suspected white G7 -> loss if so",
                "a ruling is overruled",
            ],
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

/// White plays F5 and takes off E5, E6 and E7, which have liberties; play goes on until Black is to move again.
fn three_taken(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "E4", "E6", "D5", "E7"]).act("white F5\nwait 1s\nlift E5 E6 E7\nwait 700ms\npress right").wait(PATIENCE);
    table.act("black C7\nwait 1s\npress left").wait(PATIENCE).act("white G3\nwait 1s\npress right").wait(PATIENCE)
}

/// The three stones are put back one by one, and Black plays.
fn three_back(table: &mut Scenery) -> &mut Scenery {
    table.act("black E5\nwait 6s\nblack E6\nwait 6s\nblack E7").wait(PATIENCE).act("black C6\nwait 1s\npress left").wait(PATIENCE)
}

fn on_the_own_turn() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-18",
            happens: "Three stones are taken off wrongly and play goes on; they are put back one by one while Black is to move, and none of them is a play.",
            play: |table| {
                three_back(three_taken(table)).show_record();
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-18",
            happens: "The referee has given a warning and said nothing of the three stones; they are put back while Black is to move, and none of them is a play.",
            play: |table| {
                three_taken(table).rule(Kind::WrongCapture, gives(&[Sanction::Warning])).wait(1_000);
                three_back(table).show_record();
            },
            ..Row::EMPTY
        },
        Row {
            clause: "CN-18",
            happens: "Black plays where the stone was that White has taken off, and presses: it is a play, and nothing has been put back.",
            play: |table| {
                wrong_capture(table).act("black C7\nwait 1s\npress left").wait(PATIENCE);
                table
                    .act("white G3\nwait 1s\npress right")
                    .wait(PATIENCE)
                    .act("black E5\nwait 3s\npress left")
                    .wait(PATIENCE)
                    .show_record();
            },
            ..Row::EMPTY
        },
    ]
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
