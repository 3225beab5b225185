//! Everything that is sent, against its schema.

use jsonschema::Validator;
use kifud::form::{
    AlertForm, ClockForm, Instant, PublicFeed, StatusForm, TableState, VERBS, all_schemas, answer_to_json, event_to_json, fit_game,
    refusal_to_json, schema_of,
};
use kifud::game::{Answer, AnswerData, ErrorCode, RequestError};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use super::documents::{game, health, info};
use super::samples::{alert, all_events, clocks, event, nineteen, wall};
use super::{generate, requests};

fn validator(topic: &str) -> Validator {
    let schema = schema_of(topic).unwrap_or_else(|| panic!("{topic} has no schema"));
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap_or_else(|fault| panic!("{topic}: {fault}"))
}

#[track_caller]
fn valid(validator: &Validator, json: &str) {
    let value: Value = serde_json::from_str(json).expect("JSON");
    if let Err(fault) = validator.validate(&value) {
        panic!("{fault}\n{json}");
    }
}

fn text<T: serde::Serialize>(form: &T) -> String {
    serde_json::to_string(form).expect("a form")
}

#[test]
fn every_topic_of_the_contract_has_a_schema() {
    let all = all_schemas();
    for topic in [
        "status",
        "info",
        "health",
        "game",
        "clock",
        "sgf",
        "result/<game_id>",
        "alert/<id>",
        "event",
        "public/game",
        "public/clock",
        "public/sgf",
        "public/event",
        "response/<verb>",
    ] {
        assert!(all.contains_key(topic), "{topic}");
    }
    for verb in VERBS {
        assert!(all.contains_key(&format!("request/{verb}")), "{verb}");
    }
    for (topic, schema) in &all {
        jsonschema::meta::validate(schema).unwrap_or_else(|fault| panic!("{topic}: {fault}"));
    }
    for topic in ["alert/a-12", "result/g-1", "response/pass", "request/pass/ann"] {
        assert!(schema_of(topic).is_some(), "{topic}");
    }
    for topic in ["", "alert", "alert/a/b", "request/rezign", "nothing/here"] {
        assert!(schema_of(topic).is_none(), "{topic}");
    }
}

#[test]
fn no_schema_offers_null() {
    for (topic, schema) in all_schemas() {
        let text = schema.to_string();
        assert!(!text.contains("null"), "{topic}: {text}");
    }
}

#[test]
fn every_document_is_valid() {
    valid(&validator("game"), &text(&game(|_| {})));
    valid(&validator("result/g-1"), &fit_game(game(|_| {}).with_sgf("(;FF[4])".to_owned())).expect("it fits").json);
    valid(&validator("clock"), &text(&ClockForm::new(&clocks(), "g-1", Some("s-1"))));
    valid(&validator("alert/a-12"), &text(&AlertForm::new(&alert(), "g-1", nineteen())));
    valid(&validator("info"), &text(&info()));
    valid(&validator("health"), &text(&health()));
    let mut status = StatusForm {
        state: TableState::Degraded,
        bridge: "b".to_owned(),
        instance: "i".to_owned(),
        session: "s".to_owned(),
        since: Some(Instant(wall(0))),
    };
    valid(&validator("status"), &text(&status));
    status.since = None;
    valid(&validator("status"), &text(&status));
}

#[test]
fn every_event_is_valid() {
    let validator = validator("event");
    for (body, _) in all_events() {
        valid(&validator, &event_to_json(&event(7, body), nineteen()));
    }
    let mut runner = TestRunner::deterministic();
    for _ in 0..300 {
        let (size, event) = generate::any_event().new_tree(&mut runner).expect("generated").current();
        valid(&validator, &event_to_json(&event, size));
    }
}

#[test]
fn every_public_event_is_valid() {
    let validator = validator("public/event");
    let mut runner = TestRunner::deterministic();
    let mut seen = 0;
    for _ in 0..20 {
        let (size, events) = generate::any_stream().new_tree(&mut runner).expect("generated").current();
        let mut feed = PublicFeed::new();
        for event in events {
            for public in feed.feed(&event).expect("it follows") {
                valid(&validator, &event_to_json(&public, size));
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn every_good_request_is_valid_and_a_wrong_one_is_not() {
    for (verb, fields, _) in requests::good() {
        let separator = if fields.is_empty() { "" } else { "," };
        valid(&validator(&format!("request/{verb}")), &format!(r#"{{"transaction":"t-1"{separator}{fields}}}"#));
    }
    for (verb, payload) in [
        ("pass", r#"{"color":"black"}"#),
        ("pass", r#"{"transaction":"t"}"#),
        ("pass", r#"{"transaction":"t","color":"red"}"#),
        ("pass", r#"{"transaction":"t","colour":"black","color":"black"}"#),
        ("undo", r#"{"transaction":"t"}"#),
        ("prepare-game", r#"{"transaction":"t","komi":0.3}"#),
    ] {
        let value: Value = serde_json::from_str(payload).expect("JSON");
        assert!(!validator(&format!("request/{verb}")).is_valid(&value), "{verb} {payload}");
    }
}

#[test]
fn every_answer_is_valid() {
    let validator = validator("response/pass");
    let error = RequestError { code: ErrorCode::NotNow, message: "why".to_owned() };
    for outcome in [
        Ok(AnswerData::Done { game_id: "g".to_owned(), rev: 1 }),
        Ok(AnswerData::Pong),
        Ok(AnswerData::Clock(clocks())),
        Err(error.clone()),
    ] {
        valid(&validator, &answer_to_json(&Answer { transaction: "t".to_owned(), outcome }, "g"));
    }
    valid(&validator, &refusal_to_json(None, &error));
}

#[test]
fn a_wrong_document_is_not_valid_and_a_later_field_is() {
    let validator = validator("game");
    let mut value: Value = serde_json::to_value(game(|_| {})).expect("a form");
    value["later"] = 1.into();
    value["players"]["black"]["later"] = 1.into();
    assert!(validator.is_valid(&value), "consumers ignore unknown fields");
    value["phase"] = "asleep".into();
    assert!(!validator.is_valid(&value));
}
