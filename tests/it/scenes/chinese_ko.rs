//! The Chinese rules of 1988: ko, and play that goes round (CN-20).

use kifud::game::{BoardRemedy, Decision, RulingOutcome, Sanction};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Deed, Mark, Row, Scenery};

pub fn rows() -> Vec<Row> {
    [ko(), going_round()].concat()
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
    rows.push(Row {
        clause: "CN-20.4",
        happens: "What goes round keeps no game from ending: both accept the end, and it is counted.",
        play: |table| {
            round_and_round(table.set_up(&TRIPLE_KO)).wait(PATIENCE).both_call_dead(&[]);
        },
        ..Row::EMPTY
    });
    rows
}
