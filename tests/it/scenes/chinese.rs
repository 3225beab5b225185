//! The Chinese rules of 1988.

use super::stage::PATIENCE;
use super::{Mark, Row};

pub fn rows() -> Vec<Row> {
    vec![
        Row {
            clause: "CN-17.1",
            mark: Mark::Suspected,
            book: "china-1988",
            happens: "White plays, presses, and puts down another stone.",
            play: |table| {
                table.moves(&["E5", "C3"]).act("white G7").wait(PATIENCE);
            },
            told: &["double-move [china-1988 17.1] attention suspected white G7 -> loss if so"],
            twin: Some(|table| {
                table.moves(&["E5", "C3"]).act("white G7\nwait 1s\nlift G7").wait(PATIENCE);
            }),
        },
        Row {
            clause: "CN-19",
            mark: Mark::Sensors,
            book: "china-1988",
            happens: "White plays on a point without liberties and captures nothing.",
            play: |table| {
                table.moves(&["A2", "E5", "B1", "E6", "C5"]).act("white A1\nwait 1s\npress right").wait(PATIENCE);
            },
            told: &["forbidden-point [china-1988 19] ruling sensor white A1 -> forcedpass"],
            twin: Some(|table| {
                table.moves(&["A2", "E5", "B1", "E6", "C5", "D4"]).act("white A1\nwait 1s\nlift A1").wait(PATIENCE);
            }),
        },
    ]
}
