//! Ing's article 9 as far as it is about stones beside the board, and about the board before play.

use kifud::game::RulingOutcome;
use kifud::go::Size;
use kifud::referee::Kind;

use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};

/// A large board, whose bowls hold so many stones, ten seconds and a little later.
fn bowls(table: &mut Scenery, black: u8, white: u8) -> &mut Scenery {
    table.furnish(|made| made.size = Size::square(19).expect("a board")).act(&format!("trays {black} {white} 0 0")).wait(15_000)
}

/// Full bowls, and one move of each.
fn begun(table: &mut Scenery) -> &mut Scenery {
    bowls(table, 180, 180).act("trays 179 180 0 0\nblack Q16\nwait 1s\npress left");
    table.act("wait 1s\ntrays 179 179 0 0\nwhite D4\nwait 1s\npress right").wait(1_000)
}

/// Black has taken a stone; it lies nowhere yet.
fn captured(table: &mut Scenery) -> &mut Scenery {
    bowls(table, 180, 180)
        .act("trays 179 180 0 0\nblack A2\nwait 1s\npress left\nwait 1s\ntrays 179 179 0 0\nwhite A1\nwait 1s\npress right");
    table.act("wait 1s\ntrays 178 179 0 0\nblack B1\nwait 1s\nlift A1\nwait 1s\npress left").wait(1_000)
}

pub fn rows() -> Vec<Row> {
    [before_play(), in_play(), manners()].concat()
}

fn before_play() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.1(1)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "The younger player wipes the board: hands and a cloth on it for half a minute, and no game has begun.",
            play: |table| {
                wiped(table).show_result();
            },
            told: &["idle: no result"],
            twin: Some(|table| {
                wiped(table).moves(&["E5", "C3"]).wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "Before play White's bowl holds 178 stones.",
            play: |table| {
                bowls(table, 180, 178).wait(PATIENCE);
            },
            told: &["bowl-count [ing 9.4(1)] attention sensor white"],
            twin: Some(|table| {
                bowls(table, 180, 180).wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(1)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "It is made up before the first stone.",
            play: |table| {
                bowls(table, 180, 178)
                    .act("trays 180 180 0 0")
                    .wait(PATIENCE)
                    .act("trays 179 180 0 0\nblack Q16\nwait 1s\npress left")
                    .wait(PATIENCE);
            },
            told: &["bowl-count [ing 9.4(1)] attention sensor white (gone)"],
            twin: Some(|table| {
                bowls(table, 180, 180).act("trays 179 180 0 0\nblack Q16\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(1)",
            mark: Mark::Person,
            book: "ing",
            happens: "Two stones are broken, and the referee has the game played with 178.",
            play: |table| {
                bowls(table, 180, 178).rule(Kind::BowlCount, crate::rulings::plain(RulingOutcome::Dismiss));
                table
                    .act("trays 179 178 0 0\nblack Q16\nwait 1s\npress left\nwait 1s\ntrays 179 177 0 0\nwhite D4\nwait 1s\npress right")
                    .wait(60_000);
            },
            told: &["bowl-count [ing 9.4(1)] attention sensor white (decided)"],
            ..Row::EMPTY
        },
    ]
}

/// Hands and a cloth pass over the board before play.
fn wiped(table: &mut Scenery) -> &mut Scenery {
    for _ in 0..12 {
        table.act("bump 20 for 700ms").wait(1_800);
    }
    table.act("bump 40 for 1500ms\nflicker E5 for 4s").wait(2 * PATIENCE)
}

fn in_play() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.4(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "A white stone is on the board, in the bowl and among the captures no more while Black thinks.",
            play: |table| {
                begun(table).act("trays 179 178 0 0").wait(40_000);
            },
            told: &["stone-out-of-place [ing 9.4(2)] attention sensor white"],
            twin: Some(|table| {
                begun(table).act("trays 179 178 0 0").wait(20_000).act("trays 179 179 0 0").wait(60_000);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "A captured stone does not come into Black's lid.",
            play: |table| {
                captured(table).wait(40_000);
            },
            told: &["lid-count [ing 9.4(2)] attention sensor black"],
            twin: Some(|table| {
                captured(table).act("trays 178 179 1 0").wait(60_000);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.4(2)",
            mark: Mark::Sensors,
            book: "ing",
            happens: "A black stone lies among the white ones in White's bowl.",
            play: |table| {
                begun(table).act("trays 178 180 0 0").wait(40_000);
            },
            told: &["stone-out-of-place [ing 9.4(2)] attention sensor black"],
            twin: Some(|table| {
                begun(table).act("trays 178 179 0 0").wait(60_000);
            }),
            ..Row::EMPTY
        },
    ]
}

fn manners() -> Vec<Row> {
    vec![
        Row {
            clause: "ING-9.3(2)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black holds a handful of stones while he thinks.",
            play: |table| {
                begun(table).act("trays 174 179 0 0").wait(40_000);
            },
            told: &["stone-out-of-place [ing 9.4(2)] attention sensor black"],
            twin: Some(|table| {
                begun(table).act("trays 178 179 0 0").wait(60_000);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "ING-9.3(2)",
            mark: Mark::Suspected,
            book: "ing",
            happens: "Black throws a captured stone into White's bowl.",
            play: |table| {
                captured(table).act("trays 178 180 0 0").wait(40_000);
            },
            told: &["lid-count [ing 9.4(2)] attention sensor black"],
            twin: Some(|table| {
                captured(table).act("trays 178 179 1 0").wait(40_000);
            }),
            ..Row::EMPTY
        },
    ]
}
