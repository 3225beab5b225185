//! Events as JSON.

use kifud::form::{FormError, event_from_json, event_to_json};
use kifud::game::{Event, EventBody};
use kifud::go::Size;
use proptest::prelude::*;

use super::generate;
use super::samples::{ALERT, CLOCK, all_events, event, nineteen};

#[test]
fn every_event_is_exactly_the_contract_s_json() {
    for (body, rest) in all_events() {
        let rest = rest.replace("ALERT", ALERT).replace("CLOCK", CLOCK);
        let expected = format!(r#"{{"schema":"1.0","game_id":"g-1","seq":7,"rev":7,"at":"2026-12-05T00:30:00.007Z",{rest}}}"#);
        let event = event(7, body);
        assert_eq!(event_to_json(&event, nineteen()), expected);
        assert_eq!(event_from_json(&expected, Some(nineteen())).expect(&expected), event);
    }
}

#[test]
fn there_is_a_literal_for_every_type_of_event() {
    let types: std::collections::BTreeSet<&str> = all_events().iter().map(|(_, rest)| rest.split('"').nth(3).expect("a type")).collect();
    let contract = [
        "alert-changed",
        "alert-closed",
        "alert-raised",
        "board",
        "clock",
        "game-ended",
        "game-started",
        "ledger",
        "move",
        "move-retracted",
        "phase",
        "players-changed",
        "record-changed",
        "result-changed",
        "ruling",
        "turn-ended",
    ];
    assert_eq!(types.into_iter().collect::<Vec<_>>(), contract);
}

#[test]
fn an_unknown_field_is_ignored_and_an_unknown_type_is_not() {
    let phase = |more: &str, kind: &str| {
        format!(
            r#"{{"schema":"1.9","game_id":"g","seq":1,"rev":1,"at":"2026-12-05T00:30:00.000Z","type":"{kind}",{more}"from":"idle","to":"armed"}}"#
        )
    };
    assert!(event_from_json(&phase(r#""later":[1,2],"#, "phase"), None).is_ok());
    assert!(matches!(event_from_json(&phase("", "ledger"), None), Err(FormError::Json(_))));
}

#[test]
fn points_need_the_size_of_their_board_and_game_started_brings_it() {
    for (body, _) in all_events() {
        let names_points = !matches!(
            &body,
            EventBody::GameStarted(_)
                | EventBody::TurnEnded { .. }
                | EventBody::Clock { .. }
                | EventBody::Phase { .. }
                | EventBody::Ledger { .. }
                | EventBody::PlayersChanged { .. }
                | EventBody::GameEnded(_)
                | EventBody::ResultChanged(_)
        ) && !matches!(&body, EventBody::Board { discrepancies, .. } if discrepancies.is_empty())
            && !matches!(&body, EventBody::Ruling(ruling) if ruling.effects.record.is_none());
        let json = event_to_json(&event(1, body), nineteen());
        assert_eq!(matches!(event_from_json(&json, None), Err(FormError::NoSize)), names_points, "{json}");
    }
}

#[test]
fn a_vertex_of_another_board_is_refused() {
    let event = event(1, all_events().swap_remove(1).0);
    let json = event_to_json(&event, nineteen());
    assert!(matches!(event_from_json(&json, Size::square(9)), Err(FormError::Vertex(_))));
}

#[test]
fn a_board_lists_no_more_than_the_named_number_of_differences() {
    let size = Size::square(25).expect("25 is a size");
    let differences: Vec<_> = size.points().map(generate::missing_stone).collect();
    assert!(differences.len() > Event::DISCREPANCIES_MAX);
    let body = EventBody::Board { change: kifud::game::BoardChange::Differs, discrepancies: differences };
    let EventBody::Board { discrepancies, .. } = event_from_json(&event_to_json(&event(1, body), size), Some(size)).expect("our own").body
    else {
        panic!("another event came back");
    };
    assert_eq!(discrepancies.len(), Event::DISCREPANCIES_MAX);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// The journal stores these strings and recovery folds them: whatever the game can say comes back as it was.
    #[test]
    fn any_event_comes_back_from_its_json_as_it_was((size, event) in generate::any_event()) {
        let json = event_to_json(&event, size);
        prop_assert!(!json.contains("null"), "{}", json);
        prop_assert!(!json.contains('\n'));
        let back = event_from_json(&json, Some(size)).unwrap();
        prop_assert_eq!(&back, &event);
        prop_assert_eq!(event_to_json(&back, size), json);
    }

    /// Rubbish from a damaged disk is an error, never a panic.
    #[test]
    fn a_damaged_event_is_an_error_or_an_event((size, event) in generate::any_event(), cut in 0usize..2_000, byte in 32u8..127) {
        let mut json = event_to_json(&event, size).into_bytes();
        let place = cut % json.len();
        json[place] = byte;
        if let Ok(text) = String::from_utf8(json) {
            let _ = event_from_json(&text, Some(size));
            prop_assert!(event_from_json(&text[..text.floor_char_boundary(place)], Some(size)).is_err());
        }
    }
}
