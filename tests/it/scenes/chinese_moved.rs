//! The Chinese rules of 1988: stones that have moved, and positions that were scattered (CN-17.3, 17.4), with everything that may follow.

use kifud::game::{BoardRemedy, Cause, Decision, RulingOutcome, Sanction};
use kifud::go::Color::{Black, White};
use kifud::referee::Kind;

use super::desk::gives;
use super::stage::PATIENCE;
use super::{Deed, Mark, Row, Scenery};

pub fn rows() -> Vec<Row> {
    [shifted_rows(), scattered_rows()].concat()
}

/// Black's first stone stands elsewhere two moves later.
fn shifted(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "C3", "G7"]).act("lift E5\nwait 300ms\nblack E6").wait(PATIENCE)
}

fn board(remedy: BoardRemedy) -> Decision {
    Decision { board: Some(remedy), ..Decision::plain(RulingOutcome::Confirm) }
}

fn agreed(remedy: BoardRemedy) -> Decision {
    Decision { players_agree: Some(true), ..board(remedy) }
}

fn because(cause: Cause) -> Decision {
    Decision { cause: Some(cause), color: Some(White), ..Decision::plain(RulingOutcome::Confirm) }
}

fn goes_on(table: &mut Scenery) {
    table.wait(2_000).act("white E3\nwait 1s\npress right").wait(PATIENCE);
}

fn shifted_rows() -> Vec<Row> {
    let mut rows = vec![Row {
        clause: "CN-17.3",
        mark: Mark::Suspected,
        happens: "An earlier stone is found to stand elsewhere.",
        play: |table| {
            shifted(table);
        },
        told: &["stone-shifted [china-1988 17.3] attention suspected black E5 E6 -> restore if so"],
        twin: Some(|table| {
            table.moves(&["E5", "C3", "G7"]).act("lift E5\nwait 300ms\nblack E6\nwait 1s\nlift E6\nwait 300ms\nblack E5").wait(PATIENCE);
        }),
        ..Row::EMPTY
    }];
    let ruled: [(&'static str, Deed); 8] = [
        ("Both players agree that the moved stone goes back.", |table| {
            shifted(table).rule(Kind::StoneShifted, agreed(BoardRemedy::Restore)).wait(1_000).act("lift E6\nwait 300ms\nblack E5");
            goes_on(table);
        }),
        ("Both players agree that the moved stone stays where it is.", |table| {
            goes_on(shifted(table).rule(Kind::StoneShifted, agreed(BoardRemedy::Stands)));
        }),
        ("The players do not agree about the moved stone, and the referee alone would rule.", |table| {
            shifted(table).rule(Kind::StoneShifted, board(BoardRemedy::Stands));
        }),
        ("The chief referee has the moved stone put back.", |table| {
            shifted(table).chief(Kind::StoneShifted, board(BoardRemedy::Restore)).wait(1_000).act("lift E6\nwait 300ms\nblack E5");
            goes_on(table);
        }),
        ("The chief referee lets the moved stone stand.", |table| {
            goes_on(shifted(table).chief(Kind::StoneShifted, board(BoardRemedy::Stands)));
        }),
        ("The chief referee rules the moved stone a draw.", |table| {
            shifted(table).chief(Kind::StoneShifted, gives(&[Sanction::Draw]));
        }),
        ("The chief referee rules the moved stone a replay.", |table| {
            shifted(table).chief(Kind::StoneShifted, gives(&[Sanction::Replay]));
        }),
        ("White has moved the stone deliberately.", |table| {
            shifted(table).chief(Kind::StoneShifted, because(Cause::Deliberate));
        }),
    ];
    rows.extend(ruled.map(|(happens, play)| Row { clause: "CN-17.3", happens, play, ..Row::EMPTY }));
    rows
}

const SCATTER: &str = "lift E5\nblack E4\nlift C3\nwhite D2\nlift G7\nblack H8\nlift C7\nwhite B8\nlift G3\nblack H2";

/// The table is knocked against: ten sensors are wrong for a moment.
const BUMP: &str = "show E5 empty\nshow C3 empty\nshow G7 white\nshow D8 black\nshow H2 white\nshow B6 black\nshow F4 black\n\
                    show J9 white\nshow A1 black\nshow D2 white\nwait 1500ms\nshow E5 black\nshow C3 white\nshow G7 black\n\
                    show D8 empty\nshow H2 empty\nshow B6 empty\nshow F4 empty\nshow J9 empty\nshow A1 empty\nshow D2 empty";

const RESTORE: &str = "wait 1s\nlift E4\nblack E5\nlift D2\nwhite C3\nlift H8\nblack G7\nlift B8\nwhite C7\nlift H2\nblack G3";

fn scattered(table: &mut Scenery) -> &mut Scenery {
    table.moves(&["E5", "C3", "G7", "C7", "G3"]).act(SCATTER).wait(PATIENCE)
}

fn scattered_rows() -> Vec<Row> {
    let mut rows = vec![Row {
        clause: "CN-17.4",
        mark: Mark::Sensors,
        happens: "The position is scattered.",
        play: |table| {
            scattered(table);
        },
        told: &["board-scattered [china-1988 17.4] attention suspected C7 G7 E5 C3 G3 B8 H8 E4 D2 H2 -> restore if so"],
        twin: Some(|table| {
            table.moves(&["E5", "C3", "G7", "C7", "G3"]).act(BUMP).wait(2 * PATIENCE);
        }),
        ..Row::EMPTY
    }];
    let ruled: [(&'static str, Deed); 6] = [
        ("By an outside force: both put the scattered position together again, and play on.", |table| {
            goes_on(scattered(table).rule(Kind::BoardScattered, because(Cause::Outside)).act(RESTORE));
        }),
        ("By an outside force, and it cannot be put together: a draw.", |table| {
            let draw = Decision { cause: Some(Cause::Outside), ..gives(&[Sanction::Draw]) };
            scattered(table).rule(Kind::BoardScattered, draw);
        }),
        ("By an outside force, and it cannot be put together: a replay.", |table| {
            let replay = Decision { cause: Some(Cause::Outside), ..gives(&[Sanction::Replay]) };
            scattered(table).rule(Kind::BoardScattered, replay);
        }),
        ("White has scattered the position unintentionally: it is put together again.", |table| {
            goes_on(scattered(table).rule(Kind::BoardScattered, because(Cause::Accident)).act(RESTORE));
        }),
        ("White has scattered the position unintentionally, and it cannot be put together.", |table| {
            let loses = Decision { cause: Some(Cause::Accident), color: Some(White), ..gives(&[Sanction::Loss]) };
            scattered(table).rule(Kind::BoardScattered, loses);
        }),
        ("Black has scattered the position deliberately.", |table| {
            let deliberate = Decision { color: Some(Black), ..because(Cause::Deliberate) };
            scattered(table).rule(Kind::BoardScattered, deliberate);
        }),
    ];
    rows.extend(ruled.map(|(happens, play)| Row { clause: "CN-17.4", happens, play, ..Row::EMPTY }));
    rows
}
