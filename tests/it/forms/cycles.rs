//! Cycles in alerts.

use kifud::form::{AlertForm, CycleForm};
use kifud::game::Alert;
use kifud::go::{ByColor, Cycle, CycleKind};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::samples::{alert, nineteen};

pub fn cycle() -> impl Strategy<Value = Cycle> {
    let kinds = [1, 2, 3, 4, 5, 9].map(CycleKind::Kos).into_iter();
    let kind = select(kinds.chain([CycleKind::TwoForTwo, CycleKind::SendingTwoReturningOne, CycleKind::Other]).collect::<Vec<_>>());
    let both = || (0..9u32, 0..9u32).prop_map(|(black, white)| ByColor { black, white });
    (kind, 0..400u32, 0..400u32, 2..30u32, 1..5u32, any::<bool>(), both(), both()).prop_map(
        |(kind, first, latest, length, rounds, same_to_move, captured, passes)| Cycle {
            first,
            latest,
            length,
            rounds,
            same_to_move,
            captured,
            passes,
            kind,
        },
    )
}

/// CN-20.3: since when, how long, and what each has lost.
#[test]
fn an_alert_about_a_repetition_says_its_cycle() {
    let captured = ByColor { black: 3, white: 3 };
    let triple = Cycle {
        first: 42,
        latest: 42,
        length: 6,
        rounds: 1,
        same_to_move: true,
        captured,
        passes: ByColor::default(),
        kind: CycleKind::Kos(3),
    };
    let said = serde_json::to_value(AlertForm::new(&Alert { cycle: Some(triple), ..alert() }, "g-1", nineteen())).unwrap();
    let expected = json!({
        "kind": "triple-ko", "first": 42, "latest": 42, "length": 6, "rounds": 1,
        "captured": { "black": 3, "white": 3 }, "passes": { "black": 0, "white": 0 },
    });
    assert_eq!(said["cycle"], expected);
    let half = Cycle { same_to_move: false, kind: CycleKind::Kos(7), ..triple };
    let said = serde_json::to_value(CycleForm::from(&half)).unwrap();
    assert_eq!((&said["kind"], &said["kos"], &said["stones_only"]), (&json!("multiple-ko"), &json!(7), &json!(true)));
    let unknown = CycleForm { kind: "moonshine".to_owned(), kos: None, ..CycleForm::from(&half) };
    assert!(unknown.read().is_err());
}
