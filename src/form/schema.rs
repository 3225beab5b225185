//! JSON Schema (2020-12) of every MQTT payload, made from the shapes themselves.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::request::{ExpectForm, verb_schemas};
use super::{AlertForm, AnswerForm, ClockForm, EventForm, GameForm, HealthForm, InfoForm, StatusForm};

/// The schema of the payload of one topic below `<base>/v1/<table>/`, such as "game", "alert/a-12" or "request/pass/ann"; nothing for a
/// topic that kifud does not have.
pub fn schema_of(topic: &str) -> Option<Value> {
    let all = all_schemas();
    if let Some(schema) = all.get(topic) {
        return Some(schema.clone());
    }
    let mut levels = topic.split('/');
    let name = match (levels.next()?, levels.next()?, levels.next()) {
        ("alert", _, None) => "alert/<id>".to_owned(),
        ("result", _, None) => "result/<game_id>".to_owned(),
        ("response", _, None) => "response/<verb>".to_owned(),
        ("request", verb, Some(_)) => format!("request/{verb}"),
        _ => return None,
    };
    all.get(&name).cloned()
}

/// The schemas of all payloads by topic below `<base>/v1/<table>/`.
pub fn all_schemas() -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    let mut put = |topics: &[&str], schema: Value| {
        for &topic in topics {
            all.insert(topic.to_owned(), schema.clone());
        }
    };
    put(&["status"], document::<StatusForm>());
    put(&["info"], document::<InfoForm>());
    put(&["health"], document::<HealthForm>());
    put(&["game", "result/<game_id>", "public/game"], document::<GameForm>());
    put(&["clock", "public/clock"], document::<ClockForm>());
    put(&["sgf", "public/sgf"], json!({ "type": "string", "contentMediaType": "application/x-go-sgf", "title": "SGF file" }));
    put(&["alert/<id>"], document::<AlertForm>());
    put(&["event", "public/event"], document::<EventForm>());
    put(&["response/<verb>"], document::<AnswerForm>());
    for (verb, schema) in requests() {
        put(&[&format!("request/{verb}")], schema);
    }
    all
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// A published shape: consumers ignore unknown fields, so its schema is open even where our own reading is not.
fn document<T: JsonSchema>() -> Value {
    let mut schema = generator().into_root_schema_for::<T>().to_value();
    open(&mut schema);
    never_null(&mut schema);
    schema
}

/// An absent field is absent: where the shape has an optional value, the schema must not offer `null`.
fn never_null(schema: &mut Value) {
    let null = json!({ "type": "null" });
    match schema {
        Value::Object(fields) => {
            if fields.get("default") == Some(&Value::Null) {
                fields.remove("default");
            }
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    fields.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
                choices.retain(|choice| *choice != null);
                if let [Value::Object(only)] = choices.as_slice() {
                    let only = only.clone();
                    fields.remove("anyOf");
                    for (key, value) in only {
                        fields.entry(key).or_insert(value);
                    }
                }
            }
            fields.values_mut().for_each(never_null);
        }
        Value::Array(items) => items.iter_mut().for_each(never_null),
        _ => {}
    }
}

fn open(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for closed in ["additionalProperties", "unevaluatedProperties"] {
                if fields.get(closed) == Some(&Value::Bool(false)) {
                    fields.remove(closed);
                }
            }
            fields.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

/// Requests: the verb's fields and those of every request, and no others.
fn requests() -> Vec<(&'static str, Value)> {
    let mut generator = generator();
    let expect = ExpectForm::json_schema(&mut generator).to_value();
    let verbs = verb_schemas(&mut generator);
    let definitions = Value::Object(generator.take_definitions(true));
    let common = json!({
        "transaction": {
            "type": "string",
            "pattern": "^[A-Za-z0-9._:-]{1,64}$",
            "description": "Chosen by the sender; the same again has one effect."
        },
        "by": { "type": "string", "description": "Who asks; replaced by the user of the topic where it has one." },
        "expect": expect,
        "tables": { "type": "array", "items": { "type": "string" }, "description": "Only over all/request: the tables it is meant for." }
    });
    verbs
        .into_iter()
        .map(|(verb, schema)| {
            let mut schema = schema.to_value();
            let needs_expect = super::request::needs_expect(verb);
            if let Value::Object(fields) = &mut schema {
                join(fields, &common, needs_expect);
                fields.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
                fields.insert("title".to_owned(), json!(format!("request/{verb}")));
                fields.insert("$defs".to_owned(), definitions.clone());
            }
            never_null(&mut schema);
            (verb, schema)
        })
        .collect()
}

/// Adds the fields of every request to those of a verb.
fn join(fields: &mut Map<String, Value>, common: &Value, needs_expect: bool) {
    let properties = fields.entry("properties").or_insert_with(|| json!({}));
    if let (Value::Object(properties), Value::Object(common)) = (properties, common) {
        properties.extend(common.clone());
    }
    let required = fields.entry("required").or_insert_with(|| json!([]));
    if let Value::Array(required) = required {
        required.push(json!("transaction"));
        if needs_expect {
            required.push(json!("expect"));
        }
    }
}
