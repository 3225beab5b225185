//! The Chinese rules of 1988: the sealed move (CN-14, CN-22).

use kifud::clock::TimeControl;
use kifud::game::{OpenRequest, Schedule, SealRequest, SealVerb, Verb};
use kifud::go::Color::White;
use kifud::go::{Place, Size};
use kifud::referee::Kind;

use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};

const MIN: u64 = 60_000;

const TWO_HOURS: TimeControl = TimeControl::ByoYomi { main_ms: 120 * MIN, periods: 3, period_ms: MIN };

pub fn rows() -> Vec<Row> {
    [sealing(), resuming(), occupied()].concat()
}

/// The move is to be sealed in a minute; White is to move.
fn until_sealing(table: &mut Scenery) -> &mut Scenery {
    let schedule = Schedule { seal_at: Some(table.wall(MIN)), ..Schedule::default() };
    table.scheduled(schedule, TWO_HOURS).moves(&["E5", "C3", "G7"])
}

fn seals(table: &mut Scenery) -> &mut Scenery {
    let seal = SealRequest { color: White, custodian: "the referee".to_owned(), envelope: None, digest: None };
    table.ask(Verb::Sealed(SealVerb::Seal(seal)))
}

fn opens<'a>(table: &'a mut Scenery, vertex: &str) -> &'a mut Scenery {
    let place = Place::parse(vertex, Size::square(9).expect("a size")).ok();
    let open = OpenRequest { place, opened_by: "the referee".to_owned(), nonce: None };
    table.ask(Verb::Sealed(SealVerb::Open(open)))
}

fn resumes(table: &mut Scenery) -> &mut Scenery {
    table.ask(Verb::Resume { force: false }).wait(1_000)
}

/// White has sealed this point, and the game is taken up again.
fn taken_up<'a>(table: &'a mut Scenery, vertex: &str) -> &'a mut Scenery {
    seals(until_sealing(table).wait(MIN)).wait(MIN);
    resumes(opens(table, vertex))
}

fn sealing() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-14",
            mark: Mark::Sensors,
            happens: "It is time to seal: Black, who has just played, leaves, and White thinks on in White's time.",
            play: |table| {
                until_sealing(table).wait(MIN).look_at_clock(White);
            },
            twin: Some(|table| {
                until_sealing(table).wait(MIN / 2);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-14",
            happens: "White seals: play is adjourned, and the clock stands.",
            play: |table| {
                seals(until_sealing(table).wait(MIN)).wait(MIN).look_at_clock(White);
            },
            ..Row::EMPTY
        },
    ]
}

fn resuming() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-22",
            mark: Mark::Sensors,
            happens: "When the game is taken up again White's stone is put on another point than the sealed one.",
            play: |table| {
                taken_up(table, "D4").act("white F3").wait(PATIENCE);
            },
            twin: Some(|table| {
                taken_up_in_silence(table).act("white D4\nwait 5s\nblack F5\nwait 1s\npress left").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-22",
            happens: "It is confirmed: the stone goes to the sealed point.",
            play: |table| {
                taken_up(table, "D4").act("white F3").wait(PATIENCE).confirm(Kind::SealedMoveMismatch).wait(1_000);
                table.act("lift F3\nwait 500ms\nwhite D4\nwait 5s\nblack F5\nwait 1s\npress left").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
    ]
}

/// The same by agreement of the players, without a time that was set for it.
fn taken_up_in_silence(table: &mut Scenery) -> &mut Scenery {
    table.timed(TWO_HOURS).moves(&["E5", "C3", "G7"]).ask(Verb::Sealed(SealVerb::Begin)).wait(MIN / 2);
    resumes(opens(seals(table).wait(MIN), "D4"))
}

fn occupied() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-22",
            mark: Mark::Sensors,
            happens: "The sealed point already holds a stone.",
            play: |table| {
                taken_up(table, "E5").wait(PATIENCE);
            },
            twin: Some(|table| {
                taken_up_in_silence(table).act("white D4").wait(PATIENCE);
            }),
            ..Row::EMPTY
        },
        Row {
            clause: "CN-22",
            happens: "It is confirmed: White has passed, and Black is to move.",
            play: |table| {
                taken_up(table, "E5").confirm(Kind::SealedPointOccupied).wait(1_000);
                table.act("black F5\nwait 1s\npress left").wait(PATIENCE);
            },
            ..Row::EMPTY
        },
    ]
}
