//! What only a person can know by Ing's articles 8 to 10, and what becomes of it.

use kifud::game::{
    AlertVerb, Decision, Leave, OpenRequest, Report, RulingOutcome, Sanction, Schedule, SealRequest, SealVerb, SeatVerb, Verb,
};
use kifud::go::Color::{self, Black, White};
use kifud::go::{Place, Size};
use kifud::referee::Kind;

use super::stage::PATIENCE;
use super::{INGS_OWN, Mark, Row, Scenery};
use crate::rulings::{change, plain};

const MIN: u64 = 60_000;

/// Three moves are played, and somebody says something.
fn said(table: &mut Scenery, kind: Kind, color: Option<Color>) -> &mut Scenery {
    table.moves(&["E5", "C3", "G7"]).ask(Verb::Alert(AlertVerb::Report(Report { kind, color, note: None })))
}

fn noted(note: &str, outcome: RulingOutcome) -> Decision {
    Decision { note: Some(note.to_owned()), ..plain(outcome) }
}

/// The move is sealed two minutes from now.
fn sealing(table: &mut Scenery) -> &mut Scenery {
    let seal_at = Some(table.wall(2 * MIN));
    table.furnish(|made| made.terms.schedule = Some(Schedule { seal_at, ..Schedule::default() })).moves(&["E5", "C3", "G7"])
}

fn row(clause: &'static str, happens: &'static str, play: fn(&mut Scenery), told: &'static [&'static str]) -> Row {
    Row { clause, mark: Mark::Person, book: "ing", happens, play, told, elsewhere: INGS_OWN, ..Row::EMPTY }
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
            &["left-venue [ing 8.3(2)] ruling reported white -> loss (decided)", "playing: no result", "result: black wins by forfeit"],
        ),
        row(
            "ING-8.3(5)",
            "White does not obey the referee.",
            |table| {
                said(table, Kind::Disobedience, Some(White)).show_result().confirm(Kind::Disobedience);
            },
            &["disobedience [ing 8.3(5)] ruling reported white -> loss (decided)", "playing: no result", "result: black wins by ruling"],
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
            &[
                "left-seat [ing 8.4] attention reported black (decided)",
                "ruling of the referee: left-seat [ing 8.4]: nothing (reported to the organisers: article 8.4)",
            ],
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
            &[
                "conduct [ing 8.5] ruling reported black (decided)",
                "ruling of the chief referee: conduct [ing 8.5]: loss (reported for a ban)",
                "result: white wins by ruling",
            ],
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
            &["etiquette [ing 9.3] attention reported white (decided)", "ruling of the referee: etiquette [ing 9.3]: nothing"],
        ),
        row(
            "ING-9.3(1)",
            "White rummages in the bowl while Black thinks; the referee corrects it, and nothing is entered.",
            |table| {
                said(table, Kind::Disturbance, Some(White)).confirm(Kind::Disturbance).show_rulings();
            },
            &["disturbance [ing 9.3(1)] attention reported white (decided)", "ruling of the referee: disturbance [ing 9.3(1)]: nothing"],
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
            &["referee-call [ing 10.1] attention reported white (decided)"],
        ),
        row(
            "ING-10.1",
            "Something happens that no article lists; the referee rules on it.",
            |table| {
                said(table, Kind::Uncovered, Some(Black)).rule(Kind::Uncovered, change(None, &[Sanction::Caution])).show_rulings();
            },
            &[
                "uncovered [ing 10.1] ruling reported black (decided)",
                "ruling of the referee: uncovered [ing 10.1]: caution",
                "Black has 1 caution(s)",
            ],
        ),
        Row {
            clause: "ING-10.1",
            mark: Mark::Sensors,
            book: "ing",
            happens: "The time to seal has come: White thinks on, and the referee keeps the move.",
            play: |table| {
                sealing(table).wait(3 * MIN);
            },
            told: &["seal-due [ing 10.1] attention sensor white"],
            twin: Some(|table| {
                sealing(table).wait(MIN);
            }),
            elsewhere: INGS_OWN,
        },
        row(
            "ING-10.1",
            "White seals, the referee keeps the envelope and gives it to the chief referee, who opens it, and White plays what it says.",
            |table| {
                sealing(table).wait(3 * MIN);
                let size = Size::square(9).expect("a board");
                let seal = SealRequest { color: White, custodian: "the referee".to_owned(), envelope: None, digest: None };
                table.ask(Verb::Sealed(SealVerb::Seal(seal))).show_result();
                table.ask(Verb::Sealed(SealVerb::HandOver { custodian: "the chief referee".to_owned() })).wait(MIN);
                let place = Some(Place::parse("C7", size).expect("a place"));
                let opened = OpenRequest { place, opened_by: "the chief referee".to_owned(), nonce: None };
                table.ask(Verb::Sealed(SealVerb::Open(opened))).ask(Verb::Resume { force: false });
                table.act("white C7\nwait 1s\npress right").wait(PATIENCE).show_envelope().show_record();
            },
            &[
                "seal-due [ing 10.1] attention sensor white (decided)",
                "adjourned: no result",
                "envelope: kept by the referee, then the chief referee; over",
                "record: 1 Black E5, 2 White C3, 3 Black G7, 4 White C7",
            ],
        ),
    ]
}
