//! The contract as AsyncAPI: complete, and every reference in it leads somewhere.

use kifud::form::{VERBS, all_schemas, asyncapi};
use serde_json::Value;

/// Every `$ref` below `value`.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.push(reference.clone());
            }
            fields.values().for_each(|inner| references(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| references(inner, found)),
        _ => {}
    }
}

#[test]
fn every_topic_and_verb_is_there_and_every_reference_leads_somewhere() {
    let document = asyncapi();
    let channels = document["channels"].as_object().expect("channels");
    assert_eq!(channels.len(), all_schemas().len());
    let addresses: Vec<&str> = channels.values().filter_map(|channel| channel["address"].as_str()).collect();
    for wanted in
        ["{base}/v1/{table}/game", "{base}/v1/{table}/alert/{id}", "{base}/v1/{table}/public/event", "{base}/v1/{table}/request/rule"]
    {
        assert!(addresses.contains(&wanted), "{wanted} in {addresses:?}");
    }
    for verb in VERBS {
        let operation = &document["operations"][format!("request.{verb}")];
        assert_eq!(
            (&operation["action"], &operation["reply"]["channel"]["$ref"]),
            (&"receive".into(), &"#/channels/response".into()),
            "{verb}"
        );
    }
    let retained = |name: &str| document["operations"][name]["bindings"]["mqtt"]["retain"].as_bool();
    assert_eq!(
        (retained("game"), retained("event"), retained("public.event"), retained("alert")),
        (Some(true), Some(false), Some(false), Some(true))
    );
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 200, "{}", found.len());
    for reference in found {
        let pointer = reference.strip_prefix('#').expect("within the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

/// Names in braces in an address are the parameters of its channel, and the message's payload is the topic's own schema.
#[test]
fn addresses_name_their_parameters_and_payloads_keep_their_fields() {
    let document = asyncapi();
    for (name, channel) in document["channels"].as_object().expect("channels") {
        let address = channel["address"].as_str().expect("an address");
        let named: Vec<&str> = address.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        let mut known: Vec<&str> = channel["parameters"].as_object().expect("parameters").keys().map(String::as_str).collect();
        known.sort_by_key(|known| named.iter().position(|named| named == known));
        assert_eq!(named, known, "{name}");
    }
    for (topic, schema) in all_schemas() {
        let name = topic.split('/').filter(|level| !level.starts_with('<')).collect::<Vec<_>>().join(".");
        let payload = &document["components"]["schemas"][format!("payload.{name}")];
        let fields = |schema: &Value| schema["properties"].as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
        assert_eq!(fields(payload), fields(&schema), "{topic}");
    }
}

/// AsyncAPI's own schema of a description.
const OFFICIAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/consumers/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json");

#[test]
fn the_description_is_one_by_asyncapis_own_schema() {
    let Ok(schema) = std::fs::read_to_string(OFFICIAL) else {
        return crate::skip::skipped(
            "KIFUD_REQUIRE_ASYNCAPI",
            "the schemas of AsyncAPI are not in target/consumers (npm install @asyncapi/specs)",
        );
    };
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::draft7::new(&schema).expect("a schema");
    let document = asyncapi();
    assert_eq!(document["asyncapi"], "3.0.0");
    let faults: Vec<String> = validator.iter_errors(&document).map(|fault| format!("{}: {fault}", fault.instance_path())).take(5).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    // It would say so.
    let mut wrong = document;
    wrong["operations"]["game"]["action"] = "eat".into();
    assert!(!validator.is_valid(&wrong));
}
