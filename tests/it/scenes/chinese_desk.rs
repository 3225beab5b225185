//! The Chinese rules of 1988: what is said at the referee's desk (CN-15, 16.2, 16.4, 16.6, 24 to 27), and the ledger that is kept there.

use kifud::game::{Decision, OverruleRequest, RulingOutcome, Sanction, Verb};
use kifud::go::Color::{Black, White};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Deed, Elsewhere, Mark, Row, Scenery};

pub fn rows() -> Vec<Row> {
    [discipline(), rights(), penalties(), appeals(), ledger(), line_up()].concat()
}

fn begun(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "C3"])
}

fn scenes<const N: usize>(told: [(&'static str, &'static str, Deed); N]) -> Vec<Row> {
    told.map(|(clause, happens, play)| Row { clause, happens, play, ..Row::EMPTY }).into()
}

fn discipline() -> Vec<Row> {
    scenes([
        ("CN-15.1", "White is reported to have left the seat.", |table| {
            begun(table).report(Kind::LeftSeat, White);
        }),
        ("CN-15.2", "White is reported to disturb Black's thinking.", |table| {
            begun(table).report(Kind::Disturbance, White);
        }),
        ("CN-15.3", "White is reported to discuss the position.", |table| {
            begun(table).report(Kind::Consultation, White);
        }),
        ("CN-15.4", "White walks about and watches other games, and is told of what was played when White is back.", |table| {
            begun(table).act("black D6\nwait 500ms").leaves(White).act("press left").wait(30_000).returns(White);
        }),
        ("CN-15.5", "White is reported to speak uncivilly.", |table| {
            begun(table).report(Kind::Etiquette, White);
        }),
    ])
}

fn rights() -> Vec<Row> {
    let mut rows = vec![Row {
        clause: "CN-16.6",
        happens: "White is away when Black plays, and is told of it when back.",
        play: |table| {
            begun(table).leaves(White).wait(10_000).act("black D6\nwait 1s\npress left").wait(20_000).returns(White).wait(1_000);
        },
        told: &["left-seat [china-1988 23.6] notice reported white D6", "white is back and told of D6"],
        twin: Some(|table| {
            begun(table).leaves(White).wait(10_000).returns(White).act("black D6\nwait 1s\npress left").wait(PATIENCE);
        }),
        ..Row::EMPTY
    }];
    rows.extend(scenes([
        ("CN-16.2", "Black calls the referee in Black's own time.", |table| {
            begun(table).calls(Black);
        }),
        ("CN-16.2", "White calls the referee in Black's time.", |table| {
            begun(table).calls(White);
        }),
    ]));
    rows
}

fn penalties() -> Vec<Row> {
    scenes([
        ("CN-24.1", "White leaves midway without cause: a warning, and the organising committee is told.", |table| {
            begun(table).report(Kind::LeftVenue, White).confirm(Kind::LeftVenue);
        }),
        ("CN-24.2", "White is cautioned for a disturbance.", |table| {
            begun(table).report(Kind::Disturbance, White).confirm(Kind::Disturbance);
        }),
        ("CN-24.2", "White is warned for a disturbance.", |table| {
            begun(table).report(Kind::Disturbance, White).rule(Kind::Disturbance, gives(&[Sanction::Warning]));
        }),
        ("CN-24.3", "White is warned for looking something up.", |table| {
            begun(table).report(Kind::Consultation, White).confirm(Kind::Consultation);
        }),
        ("CN-24.3", "White loses for looking something up.", |table| {
            begun(table).report(Kind::Consultation, White).rule(Kind::Consultation, gives(&[Sanction::Loss]));
        }),
        ("CN-25.1", "Something that no article covers: the referee rules in the spirit of the rules.", |table| {
            begun(table).report(Kind::Uncovered, White).rule(Kind::Uncovered, gives(&[Sanction::Caution]));
        }),
        ("CN-25.1", "The same, and the chief referee is asked.", |table| {
            begun(table).report(Kind::Uncovered, White).chief(Kind::Uncovered, gives(&[Sanction::Warning]));
        }),
    ])
}

/// White is warned for a disturbance, and appeals.
fn appealed(table: &mut Scenery) -> &mut Scenery {
    begun(table).report(Kind::Disturbance, White).rule(Kind::Disturbance, gives(&[Sanction::Warning]));
    match table.last_ruling() {
        Some(ruling) => table.ask(Verb::Appeal { game_id: None, ruling, color: White }),
        None => table,
    }
}

fn appeals() -> Vec<Row> {
    scenes([
        ("CN-16.4", "White appeals against a warning: it stands until the chief referee has decided.", |table| {
            appealed(table);
        }),
        ("CN-16.4", "The chief referee takes the warning back, and it does not count.", |table| {
            appealed(table);
            if let Some(ruling) = table.last_ruling() {
                let decision = Decision::plain(RulingOutcome::Dismiss);
                let asked = OverruleRequest { game_id: None, ruling: Some(ruling), alert: None, rev: None, decision };
                table.ask(Verb::Overrule(Box::new(asked)));
            }
        }),
        ("CN-16.4", "The chief referee lets the warning stand.", |table| {
            appealed(table).chief(Kind::Appeal, Decision::plain(RulingOutcome::Dismiss));
        }),
        ("CN-16.4", "White does not obey a ruling.", |table| {
            begun(table).report(Kind::Disobedience, White);
        }),
    ])
}

/// White plays the fourth move, plays it elsewhere, and puts it back: a warning for it.
fn warned_for_a_stone(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "C3", "D6", "G7"]).act("lift G7\nwait 700ms\nwhite G3").wait(PATIENCE);
    table.act("lift G3\nwait 300ms\nwhite G7").wait(2_000).confirm(Kind::StoneRelocated)
}

/// Two moves on White takes off a stone that has liberties, and puts it back: a warning for it.
fn and_for_a_capture(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["H2"]).act("white H3\nwait 1s\nlift H2\nwait 700ms\npress right").wait(PATIENCE);
    table.act("black H2").wait(2_000).confirm(Kind::WrongCapture)
}

fn ledger() -> Vec<Row> {
    let mut rows = vec![Row {
        clause: "CN-25.2",
        mark: Mark::Sensors,
        happens: "White's second warning in one game.",
        play: |table| {
            and_for_a_capture(warned_for_a_stone(table));
        },
        told: &[
            "stone-relocated [china-1988 17.2] attention suspected white G7 G3 -> restore + warning if so (decided)",
            "wrong-capture [china-1988 18] attention suspected white H2 -> restore + warning if so (decided)",
            "warning-limit [china-1988 25.2] ruling reported white -> loss",
            "White has 2 warning(s)",
        ],
        twin: Some(|table| {
            table.moves(&["E5", "C3", "D6"]).act("white G7\nwait 1s\nlift G7\nwait 300ms\nwhite G6\nwait 1s\npress right").wait(1_000);
            table.moves(&["H2"]).act("white H3\nwait 1s\npress right").wait(PATIENCE);
        }),
        ..Row::EMPTY
    }];
    rows.extend(scenes([
        ("CN-25.2", "Two warnings, and the referee confirms the loss.", |table| {
            and_for_a_capture(warned_for_a_stone(table)).confirm(Kind::WarningLimit);
        }),
        ("CN-25.2", "A warning and a caution: cautions do not count.", |table| {
            warned_for_a_stone(table).report(Kind::Disturbance, White).rule(Kind::Disturbance, gives(&[Sanction::Caution]));
        }),
        ("CN-25.2", "A warning in one game and one in the next: they do not add up.", |table| {
            warned_for_a_stone(table).ask(Verb::Resign(White)).wait(1_000).act("lift E5 C3 D6 G7").wait(PATIENCE);
            warned_for_a_stone(table);
        }),
    ]));
    rows
}

fn line_up() -> Vec<Row> {
    vec![Row {
        clause: "CN-26.2",
        happens: "Another player sits at the board than the order of boards says: the chief referee decides.",
        play: |table| {
            begun(table).report(Kind::LineupChange, White).chief(Kind::LineupChange, gives(&[Sanction::Loss]));
        },
        told: &["lineup-change [china-1988 26.2] attention reported white (decided)", "result: black wins by ruling"],
        elsewhere: Elsewhere::Not("the order of boards is a team event's own; no other text that was read speaks of it"),
        ..Row::EMPTY
    }]
}
