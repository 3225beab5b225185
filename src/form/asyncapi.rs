//! The whole contract as one AsyncAPI 3.0 document: which topic says what, and what is asked on which topic and answered where.
//!
//! Made from the same schemas as [`all_schemas`](super::all_schemas), so that it cannot say anything else.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::schema::all_schemas;

/// What a topic is for, in the words of the contract (CONTRACT 4), and whether it is retained.
const TOPICS: [(&str, bool, &str); 14] = [
    ("status", true, "whether the table is there; the will says lost"),
    ("info", true, "how the table is configured, without secrets"),
    ("health", true, "devices, broker and disk, each with what to do"),
    ("game", true, "the whole game"),
    ("clock", true, "both clocks, on every change and every 2 s while one runs"),
    ("sgf", true, "the game so far as an SGF file"),
    ("result/<game_id>", true, "the final game document; the last 8 stay"),
    ("alert/<id>", true, "what a person should look at; emptied when it is decided or gone"),
    ("event", false, "everything that happens, in order; seq has no gaps within a game"),
    ("public/game", true, "the game as spectators may see it, with the table's delay"),
    ("public/clock", true, "the clocks as spectators may see them"),
    ("public/sgf", true, "the SGF file as spectators may see it"),
    ("public/event", false, "what spectators may know, with a seq of its own"),
    ("response/<verb>", false, "the answer to a request; also on its MQTT 5 response topic"),
];

/// The document.
pub fn asyncapi() -> Value {
    let mut parts = Parts::default();
    for (topic, schema) in all_schemas() {
        let known = TOPICS.iter().find(|(name, ..)| *name == topic);
        let (retained, says) = known.map_or((false, "asks for something"), |(_, retained, says)| (*retained, *says));
        parts.topic(&topic, retained, says, schema);
    }
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "kifud",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What a table of Go says and can be asked, over MQTT 5 or 3.1.1 with QoS 1. An absent field is unknown; unknown fields and \
                            values are to be ignored. Points are GTP vertices, durations ms, instants RFC 3339 UTC.",
        },
        "defaultContentType": "application/json",
        "channels": parts.channels,
        "operations": parts.operations,
        "components": { "messages": parts.messages, "schemas": parts.schemas },
    })
}

#[derive(Default)]
struct Parts {
    channels: Map<String, Value>,
    operations: Map<String, Value>,
    messages: Map<String, Value>,
    schemas: Map<String, Value>,
}

impl Parts {
    fn topic(&mut self, topic: &str, retained: bool, says: &str, schema: Value) {
        let name = name_of(topic);
        let mut parameters = json!({
            "base": { "description": "the first topic level or levels", "default": "kifud" },
            "table": { "description": "the table's id; a request to \"all\" reaches every table" },
        });
        for inner in topic.split('/').filter_map(|level| level.strip_prefix('<')?.strip_suffix('>')) {
            parameters[inner] = json!({ "description": format!("the {}", inner.replace('_', " ")) });
        }
        let address = format!("{{base}}/v1/{{table}}/{}", topic.replace('<', "{").replace('>', "}"));
        let message = json!({ "$ref": format!("#/components/messages/{name}") });
        let content = if topic.ends_with("sgf") { "application/x-go-sgf" } else { "application/json" };
        let payload = self.schema(&name, schema);
        self.messages.insert(name.clone(), json!({ "name": name, "summary": says, "contentType": content, "payload": payload }));
        self.channels.insert(
            name.clone(),
            json!({ "address": address, "description": says, "parameters": parameters, "messages": { name.clone(): message } }),
        );
        let channel = json!({ "$ref": format!("#/channels/{name}") });
        let bindings = json!({ "mqtt": { "qos": 1, "retain": retained, "bindingVersion": "0.2.0" } });
        let mut operation = json!({ "action": "send", "channel": channel, "summary": says, "bindings": bindings });
        if topic.starts_with("request/") {
            operation["action"] = json!("receive");
            operation["reply"] = json!({ "channel": { "$ref": format!("#/channels/{}", name_of("response/<verb>")) } });
        }
        self.operations.insert(name, operation);
    }

    /// Puts a schema among the components, with everything that it names; a reference to it.
    fn schema(&mut self, name: &str, mut schema: Value) -> Value {
        let definitions = schema.as_object_mut().and_then(|fields| fields.remove("$defs"));
        let Some(Value::Object(definitions)) = definitions else { return self.put(name, schema) };
        // The same shape under the same name is there once; another one (requests are closed, documents open) gets the message's name too.
        let others = self.others(&definitions);
        let named = |own: &String| if others.contains(own) { format!("{own}.{name}") } else { own.clone() };
        let names: Map<String, Value> = definitions.keys().map(|own| (own.clone(), Value::String(named(own)))).collect();
        for (own, mut shape) in definitions {
            rename(&mut shape, &names);
            let named = names[&own].as_str().unwrap_or(&own).to_owned();
            self.schemas.insert(named, shape);
        }
        rename(&mut schema, &names);
        self.put(name, schema)
    }

    /// The definitions that cannot keep their name: another shape has it already, or they name one that cannot keep its own.
    fn others(&self, definitions: &Map<String, Value>) -> BTreeSet<String> {
        let plain: Map<String, Value> = definitions.keys().map(|name| (name.clone(), Value::String(name.clone()))).collect();
        let mut others = BTreeSet::new();
        loop {
            let before = others.len();
            for (own, shape) in definitions {
                let mut renamed = shape.clone();
                rename(&mut renamed, &plain);
                let taken = self.schemas.get(own).is_some_and(|there| *there != renamed);
                let text = renamed.to_string();
                if taken || others.iter().any(|other| text.contains(&format!("schemas/{other}\""))) {
                    others.insert(own.clone());
                }
            }
            if others.len() == before {
                return others;
            }
        }
    }

    fn put(&mut self, name: &str, mut schema: Value) -> Value {
        if let Some(fields) = schema.as_object_mut() {
            fields.remove("$schema");
        }
        let name = format!("payload.{name}");
        self.schemas.insert(name.clone(), schema);
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }
}

/// "request/pass" as "request.pass", "alert/<id>" as "alert".
fn name_of(topic: &str) -> String {
    let levels: Vec<&str> = topic.split('/').filter(|level| !level.starts_with('<')).collect();
    levels.join(".")
}

/// References to definitions of its own become references to components.
fn rename(schema: &mut Value, names: &Map<String, Value>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref")
                && let Some(name) = reference.strip_prefix("#/$defs/").and_then(|own| names.get(own)).and_then(Value::as_str)
            {
                *reference = format!("#/components/schemas/{name}");
            }
            fields.values_mut().for_each(|inner| rename(inner, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| rename(inner, names)),
        _ => {}
    }
}
