//! What only a person can know by Ing's articles 8 to 10, and what becomes of it.

use kifud::game::{
    AlertVerb, Decision, Leave, OpenRequest, Report, RulingOutcome, Sanction, Schedule, SealRequest, SealVerb, SeatVerb, Verb,
};
use kifud::go::Color::{self, Black, White};
use kifud::go::{Place, Size};
use kifud::referee::Kind;

use super::stage::PATIENCE;
use super::{Mark, Row, Scenery};
use crate::rulings::{change, plain};

const MIN: u64 = 60_000;

/// Three moves are played, and somebody says something.
fn said<'a>(table: &'a mut Scenery, kind: Kind, color: Option<Color>) -> &'a mut Scenery {
    table.moves(&["E5", "C3", "G7"]).ask(Verb::Alert(AlertVerb::Report(Report { kind, color, note: None })))
}

fn noted(note: &str, outcome: RulingOutcome) -> Decision {
    Decision { note: Some(note.to_owned()), ..plain(outcome) }
}

/// The move is sealed half an hour from now.
fn sealing(table: &mut Scenery) -> &mut Scenery {
    let seal_at = Some(table.wall(30 * MIN));
    table.furnish(|made| made.terms.schedule = Some(Schedule { seal_at, ..Schedule::default() })).moves(&["E5", "C3", "G7"])
}

fn row(clause: &'static str, happens: &'static str, play: fn(&mut Scenery), told: &'static [&'static str]) -> Row {
    Row { clause, mark: Mark::Person, book: "ing", happens, play, told, ..Row::EMPTY }
}

pub fn rows() -> Vec<Row> {
    [lost(), beyond_the_game(), manners(), the_referee()].concat()
}

fn lost() -> Vec<Row> {
    vec![
        row(
            "ING-8.3(2)",
            "White cannot go on, and the referee has verified it.",
            |table| {
                said(table, Kind::LeftVenue, Some(White)).show_result().confirm(Kind::LeftVenue);
            },
            &[],
        ),
        row(
            "ING-8.3(5)",
            "White does not obey the referee.",
            |table| {
                said(table, Kind::Disobedience, Some(White)).show_result().confirm(Kind::Disobedience);
            },
            &[],
        ),
    ]
}

fn beyond_the_game() -> Vec<Row> {
    vec![
        row(
            "ING-8.4",
            "Black leaves the seat a second time, which is more than is allowed; the referee has it recorded for the event.",
            |table| {
                let leave = || Verb::Seat(SeatVerb::Leave(Leave { color: Black, reason: None, pauses: false }));
                table.moves(&["E5", "C3", "G7"]).ask(leave()).ask(Verb::Seat(SeatVerb::Returned(Black))).ask(leave());
                table.rule(Kind::LeftSeat, noted("reported to the organisers: article 8.4", RulingOutcome::Confirm)).show_rulings();
            },
            &[],
        ),
        row(
            "ING-8.5",
            "Black wrecks the event on purpose; the chief referee records it.",
            |table| {
                said(table, Kind::Conduct, Some(Black));
                table.chief(
                    Kind::Conduct,
                    Decision { sanctions: vec![Sanction::Loss], ..noted("reported for a ban", RulingOutcome::Change) },
                );
                table.show_rulings();
            },
            &[],
        ),
    ]
}

fn manners() -> Vec<Row> {
    vec![
        row(
            "ING-9.1(2)",
            "White slams his stones; the referee corrects it, and nothing is entered.",
            |table| {
                said(table, Kind::Etiquette, Some(White)).confirm(Kind::Etiquette).show_rulings();
            },
            &[],
        ),
        row(
            "ING-9.3(1)",
            "White rummages in the bowl while Black thinks; the referee corrects it, and nothing is entered.",
            |table| {
                said(table, Kind::Disturbance, Some(White)).confirm(Kind::Disturbance).show_rulings();
            },
            &[],
        ),
    ]
}

fn the_referee() -> Vec<Row> {
    vec![
        row(
            "ING-10.1",
            "White asks the referee something, and is answered.",
            |table| {
                table.moves(&["E5", "C3", "G7"]).ask(Verb::Alert(AlertVerb::Call(White)));
                table.rule(Kind::RefereeCall, noted("how many moves have been played", RulingOutcome::Confirm));
            },
            &[],
        ),
        row(
            "ING-10.1",
            "Something happens that no article lists; the referee rules on it.",
            |table| {
                said(table, Kind::Uncovered, Some(Black)).rule(Kind::Uncovered, change(None, &[Sanction::Caution])).show_rulings();
            },
            &[],
        ),
        Row {
            clause: "ING-10.1",
            mark: Mark::Sensors,
            book: "ing",
            happens: "The time to seal has come: White thinks on, and the referee keeps the move.",
            play: |table| {
                sealing(table).wait(31 * MIN);
            },
            told: &[],
            twin: Some(|table| {
                sealing(table).wait(29 * MIN);
            }),
            ..Row::EMPTY
        },
        row(
            "ING-10.1",
            "White seals, the referee keeps the envelope and gives it to the chief referee, who opens it, and White plays what it says.",
            |table| {
                sealing(table).wait(31 * MIN);
                let size = Size::square(9).expect("a board");
                let seal = SealRequest { color: White, custodian: "the referee".to_owned(), envelope: None, digest: None };
                table.ask(Verb::Sealed(SealVerb::Seal(seal))).show_result();
                table.ask(Verb::Sealed(SealVerb::HandOver { custodian: "the chief referee".to_owned() })).wait(10 * MIN);
                let place = Some(Place::parse("C7", size).expect("a place"));
                let opened = OpenRequest { place, opened_by: "the chief referee".to_owned(), nonce: None };
                table.ask(Verb::Sealed(SealVerb::Open(opened))).ask(Verb::Resume { force: false });
                table.act("white C7\nwait 1s\npress right").wait(PATIENCE).show_envelope().show_record();
            },
            &[],
        ),
    ]
}
