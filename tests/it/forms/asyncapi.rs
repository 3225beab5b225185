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
